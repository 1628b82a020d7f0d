"""Exact chances of volleys, Challenges and battles, which both games share."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.games.free_mars.common.house.chances import (
    Line,
    any_positive,
    battle,
    edge_chance,
    either_edge,
    mixed,
    volley,
)


def test_a_volley_is_binomial() -> None:
    """SC 15.5, SP 16.5: two of six faces hit; the chances of all numbers of hits make 1."""
    assert volley(2) == pytest.approx((4 / 9, 4 / 9, 1 / 9))
    assert volley(0) == (1.0,)
    assert sum(volley(9)) == pytest.approx(1)
    assert volley(1, 3) == pytest.approx((1 / 2, 1 / 2))


def test_a_challenge_is_met_with_one_positive() -> None:
    """SC 12.2, SP 13.2: 1 - (2/3)^n."""
    assert [any_positive(n) for n in range(3)] == [0, Fraction(1, 3), Fraction(5, 9)]


def test_the_edge() -> None:
    """SC 15.4.1, SP 16.4.1: of 36 pairs 21 are ours when nothing is added, because ties are ours."""
    assert edge_chance(0, 0) == pytest.approx(21 / 36)
    assert edge_chance(0, 1) == pytest.approx(15 / 36)
    assert edge_chance(9, 0) == 1
    assert edge_chance(0, 6) == 0


def test_a_duel_by_hand() -> None:
    """SC 15.4: one die each, one hit each. First shooter: 1/3 + 4/9 w = w, w = 3/5. The other side: 2/5."""
    one = Line((1,))
    assert battle(one, one, True).win == pytest.approx(3 / 5)
    assert battle(one, one, False).win == pytest.approx(2 / 5)
    assert battle(one, one, False).lost == pytest.approx(3 / 5)


def test_a_side_without_strength_is_shot_down() -> None:
    """SC 15.4: it cannot hit back, so it loses for certain."""
    assert battle(Line((1,)), Line((0, 0)), False).won == pytest.approx({0: 1.0})
    assert battle(Line((0, 0)), Line((1,)), True).lost == pytest.approx(1)


def test_a_stalemate_is_neither() -> None:
    """R-SC-29, R-SP-28: both without strength: after one hit taken by us, here."""
    fight = battle(Line((0,)), Line((0,)), True)
    assert (fight.win, fight.lost, fight.stalemate) == (0, 0, {0: 1.0})
    # One die each, then none: whoever is hit first has no die, and neither can be finished if both are hit.
    both = battle(Line((1, 0)), Line((1, 0)), True)
    assert both.win + both.lost + sum(both.stalemate.values()) == pytest.approx(1)


def test_hits_are_counted_for_the_survivors() -> None:
    """The mean of the hits taken, given that the side is left."""
    sure = battle(Line((1, 1)), Line((0,)), True)
    assert sure.hits == 0
    assert mixed([(0.5, sure), (0.5, sure)]).win == pytest.approx(1)
    assert either_edge(Line((1,)), Line((1,)), 0.5).win == pytest.approx(0.5)


def test_a_battle_against_nobody_is_won() -> None:
    """SC 15.7, SP 16.7 R-SP-38: a Mission whose number brings no units has no battle to lose."""
    for first in (True, False):
        assert battle(Line((1,)), Line(()), first).won == {0: 1.0}
