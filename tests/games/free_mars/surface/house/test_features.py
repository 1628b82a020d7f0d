"""The numbers that a position's value is learned from: sound, telling, and blind to what nobody can know."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games.free_mars.common.state import MISSION, MISSIONS, OPS
from sandtable.games.free_mars.surface.game import GAME
from sandtable.games.free_mars.surface.house.chances import attempt, fight_with
from sandtable.games.free_mars.surface.house.features import FEATURES, WORDS, features, moment
from sandtable.games.free_mars.surface.house.losses import icon_weights, losses_of, team_after_hits
from sandtable.games.free_mars.surface.state import Phase, Team

from ..kit import BOX, team

TEAM = ("firebrand", "netrunner", "organiser_crashed", "rail_carbine", "launcher")
#: Moments come at least this often, in decisions of the House.
OFTEN = 60
#: The share of answers given at random where positions are to vary.
RANDOM = 0.2


def positions(games: int, at_random: float = 0.0) -> Iterator[tuple[int, int, Team]]:
    """The game, the decisions so far and the state, at each moment of games of the House in all set-ups."""
    set_ups = [{"scenario": "mission"}, *[it.options for it in GAME.set_ups(GAME.pack("default"))]]
    for seed in range(games):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(decode_options(GAME, set_ups[seed % len(set_ups)])), RandomSource(rng))
        decisions = 0

        def answer(run: Run[Team], rng: random.Random) -> object:
            if rng.random() < at_random:
                return run.values[int(rng.random() * len(run.values))]
            return GAME.policy(run, rng)

        while run.outcome is None:
            decisions += playout(run, rng, policy=answer, turns=1)
            if run.outcome is None and moment(run.state) is not None:
                yield seed, decisions, run.state.copy()


def found(s: Team) -> dict[str, float]:
    """The features by name."""
    return dict(zip(FEATURES, features(s)[0], strict=True))


def test_each_row_has_a_number_for_each_name() -> None:
    """Guards the order of the names, which the trees split on by number: no gap, and no infinity."""
    seen: list[set[float]] = [set() for _ in FEATURES]
    for _, _, s in positions(60, RANDOM):
        (row,) = features(s)
        assert len(row) == len(FEATURES)
        assert all(math.isfinite(x) for x in row)
        for values, x in zip(seen, row, strict=True):
            values.add(float(x))
    assert [name for name, values in zip(FEATURES, seen, strict=True) if len(values) == 1] == []
    assert set(WORDS) <= set(FEATURES)


def test_features_are_read_between_any_two_turns() -> None:
    """Set-up, battles and debriefs have them too, for the curve of a finished game."""
    rng = random.Random(2)
    s = GAME.begin(decode_options(GAME, {"scenario": "campaign"}))
    assert all(math.isfinite(x) for x in features(s)[0])
    run = Run(GAME, s, RandomSource(rng))
    phases = set()
    while run.outcome is None:
        phases.add(run.state.phase)
        assert all(math.isfinite(x) for x in features(run.state)[0])
        playout(run, rng, policy=GAME.policy, turns=1)
    assert {Phase.RECRUIT, Phase.START, Phase.MOVE, Phase.ROUND, Phase.DEBRIEF} <= phases


def test_face_down_cards_are_no_feature() -> None:
    """The order of the Ops deck decides only in the future, and which Mission lies face down is a secret."""
    for _, _, s in list(positions(4))[::4]:
        other = s.copy()
        other.cards.zones[OPS].reverse()
        assert features(other) == features(s)
    s = team(*TEAM, mission="skyhook")
    twin = s.copy()
    twin.cards.zones[MISSION], twin.cards.zones[MISSIONS] = [BOX_RISING], [*s.cards.zones[MISSION], *REST]
    assert features(twin) == features(s)


BOX_RISING = len(BOX.ops) + 3
REST = [len(BOX.ops), len(BOX.ops) + 1]


def test_moments_are_the_beginnings_of_ops_and_each_has_its_own_number() -> None:
    """Answers are compared at the same Op: two moments in a row never share a number, and they come often."""
    before: tuple[int, int, int | None] = (-1, 0, None)
    for seed, decisions, s in positions(12):
        assert s.phase is Phase.MOVE
        if before[0] == seed:
            assert moment(s) != before[2]
            assert decisions - before[1] <= OFTEN
        before = (seed, decisions, moment(s))


def test_losses_are_those_of_the_rule() -> None:
    """Strengths and icons hit by hit are those of a Team that takes the hits."""
    for _, _, s in list(positions(12, RANDOM))[::3]:
        losses, teams = losses_of(BOX, tuple(s.units), icon_weights(s)), team_after_hits(s)
        strengths = losses.sieges if s.in_opfor_installation() else losses.strengths
        assert strengths == tuple(it.team_strength() for it in teams)
        assert losses.icons == tuple(tuple(it.icons) for it in teams)


def test_a_quick_look_at_an_attempt_is_near_the_exact_chance() -> None:
    """Against typical OPFOR an attempt at the Nexus has nearly the chances that it has against all there is."""
    for nexus in ("e7", "f3", "g3"):
        s = team(*TEAM, "breaker", "deck_rig", cell=nexus, nexus=nexus, net=2)
        numbers, exact = found(s), attempt(s, BOX.missions[0])
        assert numbers["attempt"] == pytest.approx(exact.success, abs=0.05)
        assert numbers["attempt_lost"] == pytest.approx(exact.lost, abs=0.05)


def test_the_numbers_of_a_position_made_by_hand() -> None:
    """What the names say, counted on the board: Seize the Airwaves asks for Leader and Cyber against NET + 1."""
    s = team(*TEAM, cell="c6", nexus="e7", net=2, points=3, ops=5, reserve=4, friendly=["ice_refinery"])
    numbers = found(s)
    assert (numbers["cadres"], numbers["cadres_effective"], numbers["crashed"], numbers["gear"]) == (
        3,
        2,
        1,
        2,
    )
    assert (numbers["cyber"], numbers["leader"], numbers["enhancers"]) == (3, 2, 1)
    assert (numbers["strength"], numbers["strength_crashed"], numbers["hits_to_take"]) == (6, 1, 7)
    assert (numbers["movement"], numbers["best_move"], numbers["rides"]) == (1, 2, 0)
    assert (numbers["to_nexus"], numbers["ops_to_nexus"], numbers["is_at_nexus"]) == (2, 2, 0)
    assert (numbers["ops_left"], numbers["ops_in_reserve"], numbers["ops_to_spare"]) == (5, 4, 3)
    assert (numbers["needed_dice"], numbers["needed_weakest"], numbers["needed_crashed"]) == (5, 2, 1)
    assert (numbers["mission_opfor"], numbers["mission_edge"], numbers["card_opfor"]) == (1, 2, 2)
    assert (numbers["can_recruit"], numbers["edge_here"], numbers["sites_friendly"]) == (1, -2, 1)
    assert fight_with(s, 2).win > 0.5
    assert numbers["card_margin"] > 0
