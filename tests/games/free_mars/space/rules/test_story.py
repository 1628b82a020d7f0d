"""What the log tells of a fight: chapters, whose dice, what was added to them, every hit."""

from __future__ import annotations

import random

import sandtable
from sandtable.engine import LogLine, Table
from sandtable.games.free_mars.space.game import GAME


def whole_game(seed: int) -> Table:
    table, rng = sandtable.new(GAME, seed=seed), random.Random(seed)
    while table.ask is not None:
        value = GAME.policy(table.run, rng)
        table.choose(table.ask.keys[list(table.ask.values).index(value)])
    return table


def rolls(lines: list[LogLine], name: str) -> list[LogLine]:
    return [line for line in lines if line.kind == "roll" and line.text.startswith(name)]


def test_dice_say_whose_they_are() -> None:
    """16.4 The squadron's dice are the player's, the OPFOR's its own; each modifier of the edge has its reason."""
    lines = whole_game(5).log("rebels")
    (edge, *_) = rolls(lines, "Tactical Edge")
    assert edge.sides == ("Rebels", "OPFOR")
    assert edge.mods[0][0] == "+1 NET Level"
    assert " Energy of " in edge.mods[0][1]
    assert edge.mods[1][0].startswith("+")
    assert {line.sides for line in rolls(lines, "You fire")} == {("Rebels",)}
    assert {line.sides for line in rolls(lines, "The OPFOR fires")} == {("OPFOR",)}


def test_a_battle_is_a_chapter_and_every_hit_a_line() -> None:
    """16.4 The battle opens a chapter; what arrives, the edge, each volley and each hit are told."""
    lines = [line for line in whole_game(5).log("rebels") if line.kind == "note"]
    texts = [line.text for line in lines]
    assert any(line.opens and line.text.startswith("Battle at ") for line in lines)
    for told in (
        "arrive",
        "Tactical Edge and fire",
        "Your volley: ",
        "The OPFOR's volley: ",
        "Your fire destroys ",
    ):
        assert any(told in text for text in texts), told
    hits = [line for line in lines if line.text.startswith("Your fire destroys ")]
    assert hits[0].sums
    assert {line.tone for line in lines if line.text.startswith("The battle is ")} == {"good"}
