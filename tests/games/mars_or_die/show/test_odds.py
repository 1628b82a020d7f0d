"""MD 8, MD 12 The chances that a player is shown before a shot or a charge."""

from __future__ import annotations

import random
from fractions import Fraction

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules.combat import chance_to_beat

from ..field import Field, give, offered


def test_odds_of_a_shot() -> None:
    """MD 8 Before a shot is declared its chance is told, from the closed formula: 6 against 4 + 1 in rocks."""
    field = Field(
        [("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 26, 270)], features=[("rocks", 20, 26, 8, 2)]
    )
    run = give(field.run(), "unit:us_earthan_infantry", "fire")
    odds = GAME.odds(run, run.values[0])
    assert odds is not None
    assert odds["hit"] == chance_to_beat(6, 5)
    assert odds["hit"] + odds["no hit"] == 1


def test_odds_of_a_whole_unit_that_is_asked_at_whom() -> None:
    """MD 6.1 Where the rest of a unit, or a flyer, is asked at which unit it fires, the hits are told and no dice by number."""
    table = sandtable.new("mars-or-die", scenario="s4", seed=3)
    bot = make_bot("house", 3)
    while table.ask is not None and table.ask.topic != "fire_at":
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    assert table.ask is not None
    odds = table.odds(table.ask.options[0])
    assert sum(odds.values()) == 1
    assert all(name.endswith(("hit", "hits")) for name in odds)


def test_odds_of_a_combined_shot() -> None:
    """MD 6.2 Together with two others: 16 dice."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270)])
    run = give(field.run(), "unit:us_earthan_infantry", "fire", "fire:them_murkleeg_melee_1")
    give(run, "fire:with_1/them_murkleeg_melee_1")
    together = next(value for value in run.values if isinstance(value, int) and value > 10_000)
    odds = GAME.odds(run, together)
    assert odds is not None
    assert odds["hit"] == chance_to_beat(16, 6)


def test_odds_of_a_second_shot() -> None:
    """MD 6.7 With the second number."""
    field = Field([("machinegun", 20, 20, 90)], [("murk_sword", 20, 28, 270)])
    run = field.run(shot=[((6,) * 8, (1,) * 4)])
    give(run, "unit:us_machinegun", "fire", "fire:them_murk_sword_2")
    odds = GAME.odds(run, run.values[0])
    assert odds is not None
    assert odds["hit"] == chance_to_beat(6, 4)


def test_odds_of_a_charge() -> None:
    """MD 8.4 Every pair is an opposed roll: 3 against 3, four times; both sides have the same chances."""
    run = give(
        Field([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 24, 270)]).run(),
        "unit:us_murk_sword",
        "charge",
    )
    odds = GAME.odds(run, 90)
    assert odds is not None
    assert sum(odds.values()) == 1
    won = chance_to_beat(3, 3)
    assert odds["4 hits given, 0 taken"] == won**4
    assert odds["0 hits given, 4 taken"] == won**4
    assert odds["0 hits given, 0 taken"] == (1 - 2 * won) ** 4
    assert odds["1 hit given, 0 taken"] == 4 * won * (1 - 2 * won) ** 3


def test_odds_with_cards() -> None:
    """MD 11 Cards already played count: 2 dice less with the sun in their eyes, a charge that only a card lets reach."""
    field = Field(
        [("earthan_infantry", 20, 20, 90)],
        [("roujeen", 20, 26, 270)],
        hands=([], ["sun_in_eyes"]),
        colours=("blue", "red"),
    )
    run = give(field.run(shot=[((6,) * 4, (1,) * 4)]), "unit:us_earthan_infantry", "fire")
    give(run, *["fire:them_roujeen_2"] * 2, *["no_shot"] * 2, "fired_on:sun_in_eyes")
    assert offered(run) == "fire_instead"
    odds = GAME.odds(run, run.values[0])
    assert odds is not None
    assert odds["hit"] == chance_to_beat(6 - 2, 4)
    frenzied = Field(
        [("murk_sword", 20, 20, 90)],
        [("murk_sword", 20, 28, 270)],
        hands=(["war_frenzy"], []),
        colours=("green", "blue"),
    )
    run = give(frenzied.run(), "unit:us_murk_sword", "action:war_frenzy", "charge")  # 6.5 inches
    odds = GAME.odds(run, run.values[0])
    assert odds is not None
    assert sum(odds.values()) == 1


def test_odds_through_the_table(skirmish: str) -> None:
    """MD 12 Premeasuring is allowed at all times: a table gives the odds of an option by its key."""
    table = sandtable.new(GAME, seed=4, scenario="own", options={"pack": skirmish})
    rng = random.Random(2)
    while table.ask is not None and table.ask.topic != "fire":
        keys = [key for key in table.ask.keys if key in ("auto", "fire")] or table.ask.keys
        table.choose(keys[int(rng.random() * len(keys))])
    assert table.ask is not None
    odds = table.odds(table.ask.keys[0])
    assert set(odds) == {"hit", "no hit"}
    assert Fraction(0) < odds["hit"] < 1
