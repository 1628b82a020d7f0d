"""Games of Rogue Trooper that were stored under version 5 of the rules: what their answers mean under version 6."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import Answered, Question, RandomSource, Run, Table
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.state import NuEarth, Phase

from .kit import gi, on_top, table

#: Answers that version 5 did not know, and whole games without them.
NEW = {"keep_all", "by_order", "ask_me", "nobody", "attempt:no", "supply:no"}
#: Questions that version 5 did not ask.
UNASKED = {"attempt", "supply"}


def played(rounds: int, seed: int, whims: float) -> tuple[Table, list[str]]:
    """A short game of players who answer as they could under version 5, and the topics of its answers in order."""
    game = sandtable.new(GAME, seed=seed, options={"players": 2, "short": True, "rounds": rounds})
    rng, topics = random.Random(seed), []
    while (ask := game.ask) is not None:
        wanted = ask.keys[list(ask.values).index(GAME.policy(game.run, rng))]
        if wanted in NEW or rng.random() < whims:
            wanted = rng.choice([key for key in ask.keys if key not in NEW])
        topics.append(ask.topic)
        game.choose(wanted)
    return game, topics


def as_version_5(game: Table, topics: list[str], *, keeps: bool) -> bytes:
    """Its journal as version 5 would have written it. `keeps`: whoever kept his cards then was not even asked."""
    head, *rows = game.save().splitlines()
    header = {**msgspec.json.decode(head), "rules": 5}
    lines: list[dict[str, Any]] = []
    left = iter(topics)
    for row in map(msgspec.json.decode, rows):
        topic = next(left) if row["t"] == "answer" else ""
        if topic not in UNASKED and not (keeps and topic == "rogue_out" and row["key"] == "done"):
            lines.append({**row, "n": len(lines) + 1})
    return b"\n".join(map(msgspec.json.encode, [header, *lines])) + b"\n"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("keeps", [False, True])
def test_a_game_of_version_5_is_the_same_game_today(seed: int, keeps: bool) -> None:
    """Prisoners tried to escape, supplies were drawn, a kept hand was not asked about: it ends in the same state.

    The last round may end with questions that came after the last answer then.
    """
    game, topics = played(12, seed, 0.3)
    old = as_version_5(game, topics, keeps=keeps)
    assert old.count(b"\n") < game.save().count(b"\n")
    migrated = sandtable.load(old)
    assert migrated.save() == game.save()
    assert (migrated.outcome, migrated.header.rules) == (game.outcome, 6)


def at(s: NuEarth, phase: Phase) -> Question:
    """The question that is open at this phase of this position."""
    s.phase = phase
    game = sandtable.new(GAME, seed=1, options={"players": s.players})
    ask = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32)).ask
    assert isinstance(ask, Question)
    return ask


def meant(question: Question, *keys: str) -> tuple[str | None, int]:
    """What old answers of the seat that is asked mean: the key, and how many of them it stands for."""
    found = GAME.migrate(question, [Answered(n, question.seat, key) for n, key in enumerate(keys)])
    return found.key, found.used


def test_an_old_answer_about_rogue_cards_is_one_about_this_turn() -> None:
    """A card that was discarded is discarded; a hand that was kept is kept, now and wherever nobody was asked."""
    question = at(gi(table(2), 0, hand="escape_1 air_lift_1"), Phase.CARDS)
    assert meant(question, "rogue_out:escape_1") == ("rogue_out:escape_1", 1)
    assert meant(question, "keep_hand") == ("done", 1)
    assert meant(question, "done") == ("done", 1)
    assert meant(question, "move:f5") == ("done", 0)


def test_an_old_order_of_copies_is_left_out() -> None:
    """Version 5 asked for the order of equal cards: of copies the one drawn first stands for all, or nobody is asked."""
    s = gi(gi(table(2), 0, "d7"), 1, "a1")
    on_top(s, "nort_patrol_2 nort_rifle_squad_1 nort_patrol_1")
    s.has_entered, s.extra_cards = True, 1
    question = at(s, Phase.DRAWING)
    assert question.keys == ["sort:nort_patrol_2", "sort:nort_rifle_squad_1"]
    assert meant(question, "sort:nort_patrol_1") == ("sort:nort_patrol_2", 1)
    assert meant(question, "sort:nort_rifle_squad_1") == ("sort:nort_rifle_squad_1", 1)
    assert meant(at(gi(gi(table(2), 0, "f6"), 1, "a1"), Phase.MOVING), "sort:nort_patrol_1") == (None, 1)


def test_an_old_wish_for_a_face_that_is_not_in_the_game_is_another_wish() -> None:
    """Nobody could agree to it, so whatever the other answered still fits."""
    s = gi(gi(table(2, short=True), 0, "f6", clues="pell_brow_1"), 1, "f6", clues="ashgrove_jaw_1")
    s.phase, s.has_entered, s.met = Phase.MEETING, True, 1
    game = sandtable.new(GAME, seed=1, options={"players": 2, "short": True})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    game.choose("exchange_clues", "clue_offer:pell_brow_1")
    assert game.ask is not None
    assert meant(game.ask, "clue_wish:voss_jaw") == (game.ask.keys[0], 1)


@pytest.mark.parametrize(
    ("companions", "answer"), [("scrap", ("kidnap:scrap", 0)), ("scrap k_for_ken", None)]
)
def test_the_only_companion_was_taken(companions: str, answer: tuple[str, int] | None) -> None:
    """4.6: version 5 asked only which of several. (16 dice win against a die and the Companions' dice.)"""
    s = gi(gi(table(2), 0, "f6", micro_mine=4), 1, "f6", companions=companions)
    s.phase, s.has_entered, s.met = Phase.MEETING, True, 1
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    game.choose("kidnap", "salvo:micro_mine/4")
    assert game.ask is not None
    assert game.ask.topic == "kidnap"
    assert meant(game.ask, "kidnap:scrap") == ("kidnap:scrap", 1)
    if answer is not None:
        assert meant(game.ask, "done") == answer


def test_a_moment_of_version_5_opens() -> None:
    """Its state said who kept his hand until he played a card: nobody has a rule now, and all else is as it was."""
    s = gi(gi(table(2), 0, "f6", hand="escape_1"), 1, "a1")
    s.phase = Phase.MOVING
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    moment = msgspec.json.decode(game.moment())
    moment["header"]["rules"] = 5
    moment["state"]["keeps_hand"] = [True, False]
    opened = sandtable.load(msgspec.json.encode(moment))
    assert opened.run.state == game.run.state
    assert (opened.header.rules, opened.run.state.rogue_rules) == (6, {})
