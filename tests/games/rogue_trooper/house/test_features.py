"""The numbers that a position's value is learned from: sound, telling, and blind to what nobody can know."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.engine import RandomSource, Run, playout
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.house.features import FEATURES, WORDS, features, moment
from sandtable.games.rogue_trooper.state import CLUES, ENCOUNTERS, MISSIONS, ROGUES, SUPPLIES, NuEarth, Phase

from ..kit import BOX, at, gi, table

#: Decisions of the House between two moments, at most.
OFTEN = 80
#: By number of seats, with a short game for two.
SET_UPS = ({"players": 2}, {"players": 4}, {"players": 2, "short": True}, {"players": 3}, {"players": 6})
VOSS = "voss_brow voss_eyes voss_mouth voss_jaw"


def careless(run: Run[Any], rng: random.Random) -> Any:
    """The House, but for an answer now and then: GIs that it plays seldom die, and all have Helm."""
    assert run.ask is not None
    is_random = run.ask.topic == "slot" or rng.random() < 0.15
    return rng.choice(run.values) if is_random else GAME.policy(run, rng)


def positions(games: int) -> Iterator[tuple[int, int, Run[Any]]]:
    """The game, the decisions so far and the run, at each moment of games of the House, of which every other is careless."""
    for seed in range(games):
        rng = random.Random(seed)
        options = RogueOptions(**SET_UPS[seed % len(SET_UPS)])  # type: ignore[arg-type]
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        decisions, policy = 0, careless if seed % 2 else GAME.policy
        while run.outcome is None:
            decisions += playout(run, rng, policy=policy, turns=1)
            if run.outcome is None and moment(run.state) is not None:
                yield seed, decisions, run


def named(s: NuEarth, seat: int) -> dict[str, float]:
    """The numbers of a seat by their names."""
    return dict(zip(FEATURES, features(s)[seat], strict=True))


def test_each_row_has_a_number_for_each_name() -> None:
    """Guards the order of the names, which the trees split on by number: no gap, and no infinity."""
    seen: list[set[float]] = [set() for _ in FEATURES]
    for _, _, run in positions(15):
        s = run.state
        rows = features(s)
        assert len(rows) == s.players
        for row in rows:
            assert len(row) == len(FEATURES)
            assert all(math.isfinite(x) for x in row)
            for values, x in zip(seen, row, strict=True):
                values.add(float(x))
    assert [name for name, values in zip(FEATURES, seen, strict=True) if len(values) == 1] == []
    assert set(WORDS) <= set(FEATURES)
    assert len(set(FEATURES)) == len(FEATURES)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_state_between_turns_has_numbers(players: int) -> None:
    """Set-up and the phases of a turn too: the value of a finished game is drawn as a curve over all of them."""
    rng = random.Random(players)
    run = Run(GAME, GAME.begin(RogueOptions(players=players, short=players == 3)), RandomSource(rng))
    assert len(features(run.state)) == players
    while run.outcome is None:
        playout(run, rng, policy=GAME.policy, turns=1)
        assert all(math.isfinite(x) for row in features(run.state) for x in row)


def test_the_order_of_the_decks_is_no_feature() -> None:
    """What only chance decides in the future says nothing about a position today."""
    for _, _, run in list(positions(4))[::5]:
        other = run.state.copy()
        for deck in (ENCOUNTERS, SUPPLIES, MISSIONS, ROGUES, CLUES):
            other.cards.zones[deck].reverse()
        assert features(other) == features(run.state)


def test_a_row_tells_nothing_that_its_seat_does_not_know() -> None:
    """Of the others' hidden cards only the number counts: in every world a seat can imagine, its row is the same."""
    rng = random.Random(5)
    for _, _, run in list(positions(4))[::5]:
        for seat in range(run.state.players):
            other = run.state.copy()
            GAME.redeal(other, seat, rng, [frozenset()] * 3)
            assert features(other)[seat] == features(run.state)[seat]


def test_moments_are_the_beginnings_of_turns_and_each_has_its_own_number() -> None:
    """Answers are compared at the same place: a number never comes again in a game, and moments come often."""
    seen: set[int | None] = set()
    last, so_far = -1, 0
    for seed, decisions, run in positions(6):
        s = run.state
        assert s.phase is Phase.MOVEMENT
        if seed != last:
            seen, last, so_far = set(), seed, decisions
        assert moment(s) not in seen
        assert decisions - so_far <= OFTEN
        seen.add(moment(s))
        so_far = decisions
    s = table(3)
    s.phase = Phase.END
    assert moment(s) is None


def test_the_numbers_of_a_hunt_made_by_hand() -> None:
    """Red hunts at the Bridge with two lives; Blue has 12 dice of Micro-Mines; Green is dead."""
    s = gi(
        table(3), 0, "bridge", lives=2, chips="helmet", open_set=VOSS, hand="traitor_exposed bogged_down_1"
    )
    gi(s, 1, "concourse", clues="pell_brow_1 pell_eyes_1 pell_mouth_1", micro_mine=3, gp=2, chips="rifle")
    s.lives[2], s.sector[2], s.chip[2] = 0, -1, at("f6")
    s.traitor, s.traitor_lives = BOX.bridge, 1
    red, blue, green = (named(s, seat) for seat in range(3))
    assert (red["has_set"], red["matching"], red["to_traitor"], red["lives"], red["before"]) == (
        1,
        4,
        0,
        2,
        0,
    )
    assert red["hunt_chance"] == pytest.approx(21 / 36)
    assert red["hunt_win"] == pytest.approx(0.55 + 0.45 * 0.55)
    assert red["hunt_turns"] == pytest.approx(36 / 21)
    assert (red["hand_exposed"], red["hand_slow"], red["hand_foil"]) == (1, 1, 0)
    assert (red["rival_sets"], red["rival_clues"], red["clue_lead"]) == (0, 3, 1)
    assert (blue["matching"], blue["clues"], blue["useless_clues"], blue["rarest_missing"]) == (3, 3, 0, 2)
    assert (blue["best_dice"], blue["all_dice"], blue["power"], blue["gunnar"]) == (12, 14, 8, 1)
    # the long way, past the Gallery and the Service Duct: 21 Clues are unseen to Blue without Red's set, his own three and
    assert (blue["to_computer"], blue["turns_to_set"]) == (4, 5)
    assert blue["next_helps"] == pytest.approx(2 / 17)
    assert (blue["rival_sets"], blue["rival_hunt_turns"], blue["rival_before"]) == (1, red["hunt_turns"], 1)
    assert (blue["living"], blue["players"], blue["traitor_on_station"]) == (2, 3, 1)
    assert (green["is_alive"], green["hunt_turns"], green["to_computer"]) == (0, 40, 20)


def test_the_numbers_of_a_beginning_made_by_hand() -> None:
    """Red's Contact waits at D4, three sectors from F6's neighbour E5; Blue sits in prison with nothing."""
    s = gi(
        table(2, short=True),
        0,
        "e5",
        missions="contact_d4_1",
        items="lazooka_1 med_kit_1",
        clues="pell_brow_1",
    )
    gi(s, 1, "glasshouse" if "glasshouse" in BOX.at else "b5")
    s.prison[1] = 1
    red, blue = named(s, 0), named(s, 1)
    assert (red["faces"], red["missions"], red["mission_contact"]) == (2, 1, 1)
    assert red["to_mission"] == BOX.land[at("e5")][at("d4")]
    assert (red["best_dice"], red["power"], red["heals"], red["items"]) == (4, 3, 1, 2)
    assert (blue["is_prisoner"], blue["attempts"], blue["before"], red["before"]) == (1, 1, 1, 0)
    assert (red["clue_lead"], blue["clue_lead"], red["rival_prisoner"]) == (1, -1, 1)
