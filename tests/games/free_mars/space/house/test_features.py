"""The numbers that a position's value is learned from: sound, telling, and blind to what nobody can know."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games.free_mars.common.state import OPS
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.house.features import FEATURES, WORDS, features, moment
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import BOX, disrupt, squadron

#: Moments come at least this often, in decisions of the House.
OFTEN = 60


def positions(games: int) -> Iterator[tuple[int, int, Squadron]]:
    """The game, the decisions so far and the state, at each moment of games of the House in all set-ups."""
    set_ups = [it.options for it in GAME.set_ups(GAME.pack("default"))]
    for seed in range(games):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(decode_options(GAME, set_ups[seed % len(set_ups)])), RandomSource(rng))
        decisions = 0
        while run.outcome is None:
            decisions += playout(run, rng, policy=GAME.policy, turns=1)
            if run.outcome is None and moment(run.state) is not None:
                yield seed, decisions, run.state.copy()  # the run plays on in its own


def test_each_row_has_a_number_for_each_name() -> None:
    """Guards the order of the names, which the trees split on by number: no gap, and no infinity."""
    seen: list[set[float]] = [set() for _ in FEATURES]
    for _, _, s in positions(30):
        (row,) = features(s)
        assert len(row) == len(FEATURES)
        assert all(math.isfinite(x) for x in row)
        for values, x in zip(seen, row, strict=True):
            values.add(float(x))
    assert [name for name, values in zip(FEATURES, seen, strict=True) if len(values) == 1] == []
    assert set(WORDS) <= set(FEATURES)


def test_the_order_of_the_deck_is_no_feature() -> None:
    """What only chance decides in the future says nothing about a position today."""
    for _, _, s in list(positions(3))[::4]:
        other = s.copy()
        other.cards.zones[OPS].reverse()
        assert features(other) == features(s)


def test_moments_are_the_beginnings_of_ops_and_each_has_its_own_number() -> None:
    """Answers are compared at the same Op: two moments in a row never share a number, and they come often."""
    before: tuple[int, int, int | None] = (-1, 0, None)
    for seed, decisions, s in positions(12):
        assert s.phase is Phase.DECLARE
        if before[0] == seed:
            assert moment(s) != before[2]
            assert decisions - before[1] <= OFTEN
        before = (seed, decisions, moment(s))


def test_the_numbers_of_a_position_made_by_hand() -> None:
    """What the names say, counted on the board: Anchor Point asks for a base at NET Level 3, against NET + 1."""
    s = squadron("red_lance", "clay_hand", net=2, points=4, mission="anchor_point", revealed=True)
    disrupt(s, "clay_hand")
    found = dict(zip(FEATURES, features(s)[0], strict=True))
    assert (found["ships"], found["ships_disrupted"], found["ships_effective"]) == (2, 1, 1)
    assert (found["net"], found["net_missing"], found["mission_opfor"]) == (2, 1, 1)
    assert (found["build_missing"], found["bombard_missing"], found["clear_missing"]) == (1, 0, 0)
    assert found["points_over_base"] == 4 - BOX.scenario.base_cost
    assert (found["ops_left"], found["to_home"], found["is_returning"]) == (4, 0, 0)
    assert (found["is_known"], found["is_revealed"], found["is_final"]) == (1, 1, 0)
