"""The game as the engine and its clients see it: odds, views, pictures, replays, the house's player, the contract."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from shutil import copyfile

import pytest
from rich.text import Text

import sandtable
from sandtable.engine import RandomSource, Run, decode_options, open_journal, playout
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.combat import chance_to_beat
from sandtable.games.mars_or_die.state import HAND, Battle
from sandtable.games.mars_or_die.view import table_of

from .field import Field, give

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")

#: A small battle with everything in it, for the contract suite.
SKIRMISH = """
[[scenario]]
id = "skirmish"
title = "Skirmish"
table = [24, 20]
turns = 2
features = [{ id = "rocks", kind = "rocks", at = [12, 10], size = [6, 4] }]

[[scenario.side]]
id = "legion"
label = "Legion"
zones = [{ x = [0, 24], y = [14, 20] }]
facing = 270
generals = 1
units = [{ type = "earthan_infantry" }, { type = "machinegun" }]
cards = { colour = "blue", count = 4 }

[[scenario.side]]
id = "roujeens"
label = "Roujeens"
zones = [{ x = [0, 24], y = [0, 6] }]
facing = 90
units = [{ type = "roujeen" }, { type = "flyer_mg" }]
cards = { colour = "red", count = 4 }
"""


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("skirmish")
    assert GAME.pack_folder is not None
    for name in ("units", "terrain", "cards"):
        copyfile(GAME.pack_folder / "default" / f"{name}.toml", folder / f"{name}.toml")
    (folder / "pack.toml").write_text(
        'game = "mars-or-die"\nname = "skirmish"\ntitle = "Skirmish"\n', encoding="utf-8"
    )
    (folder / "scenarios.toml").write_text(SKIRMISH, encoding="utf-8")
    return str(folder)


def house(scenario: str, seed: int) -> Run[Battle]:
    """A whole game of the house against itself."""
    rng = random.Random(seed)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    playout(run, rng, policy=GAME.policy)
    return run


# Odds


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


def test_odds_of_a_combined_shot() -> None:
    """MD 6.2 Together with two others: 16 dice."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murkleeg_melee", 20, 26, 270)])
    run = give(field.run(), "unit:us_earthan_infantry", "fire", "fire:them_murkleeg_melee-1")
    give(run, "fire:with_1/them_murkleeg_melee-1")
    together = next(value for value in run.values if isinstance(value, int) and value > 10_000)
    odds = GAME.odds(run, together)
    assert odds is not None
    assert odds["hit"] == chance_to_beat(16, 6)


def test_odds_of_a_second_shot() -> None:
    """MD 6.7 With the second number."""
    field = Field([("machinegun", 20, 20, 90)], [("murk_sword", 20, 28, 270)])
    run = field.run(shot=[((6,) * 8, (1,) * 4)])
    give(run, "unit:us_machinegun", "fire", "fire:them_murk_sword-2")
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
    assert odds["0 lost, 4 destroyed"] == won**4
    assert odds["4 lost, 0 destroyed"] == won**4
    assert odds["0 lost, 0 destroyed"] == (1 - 2 * won) ** 4


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


# Replays and views


def test_replays_agree_bit_for_bit() -> None:
    """A saved game that is played again has the same state, to the last thousandth of an inch."""
    table = sandtable.new(GAME, seed=11, scenario="s6")
    rng = random.Random(3)
    while table.ask is not None:
        option = table.ask.options[table.run.values.index(GAME.policy(table.run, rng))]
        table.choose(option)
    again = open_journal(table.save(), lambda key: GAME)
    assert again.run.state.digest() == table.run.state.digest()
    assert again.outcome == table.outcome


def test_a_view_can_be_measured_on() -> None:
    """A client gets everything that lies open, and nothing of the other hand."""
    run = house("s1", 1)
    view = GAME.view(run.state, 0)
    assert table_of(view).poses == run.state.poses
    assert view.hands[1] == [None] * len(run.state.cards.zones[HAND + 1])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_picture_fits_the_terminal(scenario: str) -> None:
    """Every picture is valid markup, the table is no wider than 100 columns, and every unit is listed."""
    rng = random.Random(1)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    seats = GAME.seats(decode_options(GAME, {"scenario": scenario}))
    for _ in range(4):
        lines = Text.from_markup(GAME.picture(GAME.view(run.state, 0), seats)).plain.splitlines()
        rows = next(n for n, line in enumerate(lines) if line.startswith(seats[0].label))
        assert max(map(len, lines[:rows])) <= 100
        assert sum("1st " in line or "2nd " in line for line in lines) > 0 or scenario == "s6"
        playout(run, rng, most=60, policy=GAME.policy)
        if run.outcome is not None:
            break


def test_the_picture_shows_who_can_shoot_at_whom() -> None:
    """The list of units says what is in range of what, with distances."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 30, 270)])
    text = Text.from_markup(GAME.picture(GAME.view(field.s, 0), GAME.seats(decode_options(GAME, {})))).plain
    assert 'fires at a 8.5"' in text
    assert "A↑A↑A↑A↑" in text


# The house's player


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_house_plays_every_scenario(scenario: str) -> None:
    """Every question of a game gets a legal answer, and the game ends."""
    assert house(scenario, 5).outcome is not None


@pytest.mark.parametrize("seat", [0, 1])
def test_the_house_beats_random_play(seat: int) -> None:
    """The house wins S6 from either side against random answers."""
    won = 0
    for seed in range(5):
        rng = random.Random(seed)
        run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": "s6"})), RandomSource(rng))
        while run.outcome is None:
            assert run.ask is not None
            mine = run.ask.seat == seat
            run.play(GAME.policy(run, rng) if mine else run.values[int(rng.random() * len(run.values))])
        won += run.outcome.winners == (seat,)
    assert won >= 4


def test_the_house_looks_into_no_other_hand() -> None:
    """The answer does not change when the other hand holds other cards."""
    rng = random.Random(9)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": "s1"})), RandomSource(rng))
    for n in range(200):
        if run.outcome is not None:
            break
        assert run.ask is not None
        answer = GAME.policy(run, random.Random(n))
        other = run.fork(RandomSource(random.Random(0)))
        hidden = other.state.cards.zones[HAND + 1 - run.ask.seat]
        deck = other.state.cards.zones[2 if run.ask.seat == 1 else 0]
        hidden[:], deck[: len(hidden)] = deck[: len(hidden)], hidden[:]
        assert GAME.policy(other, random.Random(n)) == answer
        run.play(answer)


def test_the_evaluation_favours_the_stronger() -> None:
    """What is left of a side decides: even at first, and better for who has lost less."""
    field = Field([("murk_sword", 20, 20, 90)] * 2, [("murk_sword", 20, 40, 270)] * 2)
    assert GAME.evaluate(field.s) == (0.5, 0.5)
    from sandtable.games.mars_or_die.geometry import without

    field.s.poses[2] = without(field.s.poses[2], 0)
    first, second = GAME.evaluate(field.s)
    assert first > 0.5 > second
    assert first + second == 1


# The contract


def test_contract(skirmish: str) -> None:
    """Every promise of the engine holds; hands are hidden."""
    seen = check_contract(GAME, games=2, options={"scenario": "own", "pack": skirmish}, worlds=30)
    assert seen.games == 2
    assert {"action", "move", "distance", "unit", "set_up", "start"} <= set(seen.topics)


def test_planted_leaks_are_found(skirmish: str) -> None:
    """The suite is awake for this game."""
    check_planted_leaks(GAME, options={"scenario": "own", "pack": skirmish})


def test_the_packs_are_where_the_game_looks() -> None:
    """The default pack is sound."""
    assert GAME.pack_folder is not None
    assert (Path(GAME.pack_folder) / "default" / "scenarios.toml").is_file()
    assert len(GAME.pack("default")["scenarios"]) == 6
