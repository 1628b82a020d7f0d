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
from sandtable.games.mars_or_die.house.tactics import must_hurry
from sandtable.games.mars_or_die.printed.box import box_of
from sandtable.games.mars_or_die.printed.files import Win
from sandtable.games.mars_or_die.rules.combat import chance_to_beat
from sandtable.games.mars_or_die.show.view import table_of
from sandtable.games.mars_or_die.state import DISCARDS, HAND, Battle
from tests.lengths import a_tenth

from .field import Field, at, give, offered

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
    assert odds["4 hits given, 0 taken"] == won**4
    assert odds["0 hits given, 4 taken"] == won**4
    assert odds["0 hits given, 0 taken"] == (1 - 2 * won) ** 4


def test_odds_with_cards() -> None:
    """MD 11 Cards already played count: 2 dice less with the sun in their eyes, a charge that only a card lets reach."""
    field = Field(
        [("earthan_infantry", 20, 20, 90)],
        [("roujeen", 20, 26, 270)],
        hands=([], ["sun_in_eyes"]),
        colours=("blue", "red"),
    )
    run = give(field.run(shot=[((6,) * 4, (1,) * 4)]), "unit:us_earthan_infantry", "fire")
    give(run, *["fire:them_roujeen-2"] * 2, *["no_shot"] * 2, "fired_on:sun_in_eyes")
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
    """Every picture is valid markup and no wider than 100 columns, and every unit is listed with its letter."""
    rng = random.Random(1)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    seats = GAME.seats(decode_options(GAME, {"scenario": scenario}))
    box = box_of(run.state)
    for _ in range(4):
        lines = Text.from_markup(GAME.text_board(GAME.view(run.state, 0), seats)).plain.splitlines()
        assert max(map(len, lines)) <= 100
        for unit in box.units[: box.count]:
            assert any(line.startswith(f"  {unit.letter} {unit.kind.label}") for line in lines)
        playout(run, rng, at_most=60, policy=GAME.policy)
        if run.outcome is not None:
            break


def drawn(field: Field) -> str:
    return Text.from_markup(
        GAME.text_board(GAME.view(field.s, 0), GAME.seats(decode_options(GAME, {})))
    ).plain


def test_the_picture_shows_who_can_shoot_at_whom() -> None:
    """MD 12 The list of units says what is in range of what, how far it is and how good the chances are (MD 8)."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 30, 270)])
    text = drawn(field)
    assert 'fires at a 8.5" 51%' in text  # 6 against 4 is 0.5129
    assert "A↑A↑A↑A↑" in text
    assert "charges" not in text


def test_the_picture_shows_who_can_charge_whom() -> None:
    """MD 12 The same for charges: the chances of a stand to hit and to be hit, 4 dice against 3 (MD 8.4)."""
    text = drawn(Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 25, 270)]))
    assert "charges a 48% to 32%" in text  # 4 against 3 is 0.4785, 3 against 4 is 0.3171
    assert (
        "charges A 26% to 54%" in text
    )  # without the initiative: 3 against 4 + 1 (MD 7.7); 5 against 3 is 0.5430


def test_the_picture_shows_the_cards_that_were_played() -> None:
    """MD 11 A hand is shown to its own side with what each card does; what was played lies open for both."""
    field = Field(
        [("murk_sword", 20, 20, 90)], hands=(["drums", "ambush"], ["telegraph"]), colours=("green", "blue")
    )
    field.s.cards.play(field.s.cards.zones[HAND][0], DISCARDS)
    text = drawn(field)
    assert "Cards played: G8 Drums of the Deep" in text
    assert "G7 Ambush: Infantry" in text
    assert "Telegraph" not in text


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


@pytest.mark.parametrize(("turn", "hurries"), [(4, False), (9, True)])
def test_the_house_goes_for_the_ground_that_counts_at_the_end(turn: int, hurries: bool) -> None:
    """S1 When there is just time, the nearest units leave what they do for a hill that nobody holds."""
    wins = [Win(when="hold", feature="hill_0")]
    field = Field(
        [("earthan_infantry", 20, 12, 90), ("machinegun", 22, 15, 90)],
        [("wagon", 20, 20, 270)],
        features=[("hill", 36, 12, 8, 8)],
        wins=(wins, wins),
    )
    field.s.turn = turn
    assert must_hurry(field.s, field.box, 0) is hurries  # 16 inches at 4 inches a turn
    field.s.poses[0] = at(field.box.units[0].kind, 36, 12, 90)
    assert not must_hurry(field.s, field.box, 0)  # it is there


def test_the_evaluation_favours_the_stronger() -> None:
    """What is left of a side decides: even at first, and better for who has lost less."""
    field = Field([("murk_sword", 20, 20, 90)] * 2, [("murk_sword", 20, 40, 270)] * 2)
    assert GAME.evaluate(field.s) == (0.5, 0.5)
    from sandtable.games.mars_or_die.rules.geometry import without

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


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(scenario, marks=() if scenario in a_tenth(["s6", "s1", "s4"]) else pytest.mark.soak)
        for scenario in SCENARIOS
    ],
)
def test_contract_of_every_scenario(scenario: str) -> None:
    """The same in a game of each scenario, with the slow checks at some of its decisions."""
    seen = check_contract(GAME, games=1, options={"scenario": scenario}, worlds=12, share=0.05)
    assert seen.decisions > 200


def test_planted_leaks_are_found(skirmish: str) -> None:
    """The suite is awake for this game."""
    check_planted_leaks(GAME, options={"scenario": "own", "pack": skirmish})


def test_the_packs_are_where_the_game_looks() -> None:
    """The default pack is sound."""
    assert GAME.pack_folder is not None
    assert (Path(GAME.pack_folder) / "default" / "scenarios.toml").is_file()
    assert len(GAME.pack("default")["scenarios"]) == 6
