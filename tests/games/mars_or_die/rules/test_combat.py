"""MD 8 Combat resolution: the examples of the rulebook, and exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine import best, higher
from sandtable.games.mars_or_die.rules.combat import chance, chance_to_beat, opposed


def shot(attack: tuple[int, ...], defend: tuple[int, ...]) -> bool:
    return higher(best(attack), best(defend)) > 0


@pytest.mark.parametrize(
    ("name", "attack", "defend", "is_hit"),
    [
        ("W-1", (6, 2), (5, 1), True),
        ("W-2", (4, 4, 4, 4, 1), (5, 2), False),
        ("W-3", (5, 5, 1), (5, 5, 2), False),
        ("W-4", (5, 5, 5), (5, 5, 4), True),
        ("W-7", (6, 1, 1), (6, 2), False),
        ("W-8", (6, 1), (5, 5, 5), True),
    ],
)
def test_shots(name: str, attack: tuple[int, ...], defend: tuple[int, ...], is_hit: bool) -> None:
    """MD 8.2, W-1 to W-8: the highest die wins, then how many of it; equal is no hit."""
    assert shot(attack, defend) is is_hit


@pytest.mark.parametrize(
    ("name", "first", "other", "result"),
    [("W-5", (6, 1, 1), (5, 5, 2), 1), ("W-6", (4, 2, 1), (4, 3, 3), 0), ("W-9", (3, 3, 1), (4, 2, 1), -1)],
)
def test_melees(name: str, first: tuple[int, ...], other: tuple[int, ...], result: int) -> None:
    """MD 8.4, W-5, W-6, W-9: the side with the lower result is hit, never both."""
    assert opposed(3, 3, "melee").value((first, other)) == result


def test_a_whole_roll_goes_through_the_same_reading() -> None:
    """MD 8.2 What the dice of a shot are read as is the comparison of best faces."""
    for ours, theirs in product(product(range(1, 7), repeat=2), repeat=2):
        assert (opposed(2, 2, "shot").value((ours, theirs)) > 0) == shot(ours, theirs)


def test_no_dice_score_nothing() -> None:
    """R-MD-27 Zero dice score (0, 0): they lose to any die and tie with none."""
    assert chance_to_beat(0, 4) == 0
    assert chance_to_beat(4, 0) == 1
    assert chance_to_beat(0, 0) == 0
    assert opposed(-1, 0, "shot").value(((), ())) == 0


@pytest.mark.parametrize(
    ("ours", "theirs", "chances"),
    [
        (6, 4, Fraction(10337447, 20155392)),
        (5, 4, Fraction(1532155, 3359232)),
        (4, 4, Fraction(657623, 1679616)),
        (2, 4, Fraction(10729, 46656)),
    ],
)
def test_exact_fractions(ours: int, theirs: int, chances: Fraction) -> None:
    """MD 8 The fractions of the rules, by the closed formula."""
    assert chance_to_beat(ours, theirs) == chances


def counted(ours: int, theirs: int) -> Fraction:
    """The same chance by counting rolls, one die after the other: how many of them score (highest face, how many)."""

    def scores(dice: int) -> Counter[tuple[int, int]]:
        found: Counter[tuple[int, int]] = Counter({(0, 0): 1})
        for _ in range(dice):
            following: Counter[tuple[int, int]] = Counter()
            for (high, many), rolls in found.items():
                for face in range(1, 7):
                    score = (face, 1) if face > high else (high, many + (face == high))
                    following[score] += rolls
            found = following
        return found

    one, other = scores(ours), scores(theirs)
    won = sum(n * m for a, n in one.items() for b, m in other.items() if a > b)
    return Fraction(won, 6 ** (ours + theirs))


@pytest.mark.parametrize(
    ("ours", "theirs", "about"),
    [
        (6, 4, 0.5129), (5, 4, 0.4561), (4, 4, 0.3915), (2, 4, 0.2300),
        (8, 4, 0.6084), (10, 5, 0.6244), (6, 5, 0.4429), (6, 6, 0.3842), (7, 4, 0.5633),
        (11, 4, 0.7183), (3, 4, 0.3171), (4, 3, 0.4785), (5, 3, 0.5430),
    ],
)  # fmt: skip
def test_odds_of_the_rules(ours: int, theirs: int, about: float) -> None:
    """MD 8 All odds of the rules: to four places as they are printed, and as the fraction that counting gives."""
    assert chance_to_beat(ours, theirs) == counted(ours, theirs)
    assert round(chance(ours, theirs), 4) == about


def test_the_formula_agrees_with_counting() -> None:
    """MD 8 For few dice every roll can be counted."""
    for ours, theirs in product(range(4), repeat=2):
        rolls = list(product(product(range(1, 7), repeat=ours), product(range(1, 7), repeat=theirs)))
        won = sum(higher(best(a), best(b)) > 0 for a, b in rolls)
        assert chance_to_beat(ours, theirs) == Fraction(won, len(rolls))


def test_the_formula_agrees_with_the_dice_of_the_rule() -> None:
    """MD 8 The walker, which convolves the real roll, finds the same chances."""
    for ours, theirs in ((6, 4), (10, 5), (21, 7), (1, 12)):
        outcomes, total = opposed(ours, theirs, "shot").outcomes()
        assert chance_to_beat(ours, theirs) == Fraction(dict(outcomes)[1], total)
