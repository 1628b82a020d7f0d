"""The numbers that a position's value is learned from: sound, telling, and blind to what nobody can know."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache

import pytest

from sandtable.engine import RandomSource, Run, playout
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.house.features import FEATURES, SIDE, WORDS, features, moment
from sandtable.games.mars_or_die.printed.files import Win
from sandtable.games.mars_or_die.rules.combat import chance
from sandtable.games.mars_or_die.state import BLUE, FIRST, GREEN, HAND, RED, THIRD, Battle

from ..field import Field, new_battle

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")
#: Moments come at least this often, in decisions of the House.
OFTEN = 40


@cache
def positions(games: int) -> tuple[tuple[str, int, Battle], ...]:
    """The game, the decisions so far and the state, between all turns of games of the House in all scenarios."""
    return tuple(_played(games))


def _played(games: int) -> Iterator[tuple[str, int, Battle]]:
    for seed in range(games):
        for scenario in SCENARIOS:
            rng = random.Random(seed)
            run: Run[Battle] = Run(GAME, new_battle(scenario), RandomSource(rng))
            decisions = 0
            while run.outcome is None:
                decisions += playout(run, rng, policy=GAME.policy, turns=1)
                if run.outcome is None:
                    yield f"{scenario} {seed}", decisions, run.state.copy()


def named(s: Battle, side: int = 0) -> dict[str, float]:
    return dict(zip(FEATURES, features(s)[side], strict=True))


def test_each_row_has_a_number_for_each_name() -> None:
    """Guards the order of the names, which the trees split on by number: no gap, no infinity, nothing that is always the same."""
    seen: list[set[float]] = [set() for _ in FEATURES]
    for _, _, s in positions(3):
        rows = features(s)
        assert len(rows) == 2
        for row in rows:
            assert len(row) == len(FEATURES)
            assert all(math.isfinite(x) for x in row)
            for values, x in zip(seen, row, strict=True):
                values.add(float(x))
    assert [name for name, values in zip(FEATURES, seen, strict=True) if len(values) == 1] == []
    assert set(WORDS) <= set(FEATURES)
    assert 60 <= len(FEATURES) <= 100


def test_each_side_sees_what_the_other_sees() -> None:
    """What one side counts as its own, the other counts as theirs."""
    for _, _, s in positions(3)[::50]:
        first, second = named(s, 0), named(s, 1)
        for name in SIDE:
            assert first[name] == second[f"their_{name}"]
            assert second[name] == first[f"their_{name}"]


def test_the_order_of_the_decks_and_the_other_hand_are_no_features() -> None:
    """What only chance decides in the future says nothing about a position today, and nobody sees the other hand."""
    for _, _, s in positions(3)[::50]:
        other = s.copy()
        zones = other.cards.zones
        for deck in (GREEN, RED, BLUE):
            zones[deck].reverse()
        assert features(other) == features(s)
        many = len(zones[HAND + 1])
        able = [deck for deck in (GREEN, RED, BLUE) if len(zones[deck]) >= many]
        if not able:
            continue
        deck = able[0]
        zones[HAND + 1], zones[deck] = zones[deck][:many], zones[HAND + 1] + zones[deck][many:]
        assert features(other)[0] == features(s)[0]


def test_moments_are_the_beginnings_of_actions() -> None:
    """Answers are compared when the next unit acts: the number changes with every action, and moments come often."""
    before: tuple[str, int, int | None, int] = ("", 0, None, 0)
    for game, decisions, s in positions(3):
        now = moment(s)
        assert (now is not None) == (FIRST <= s.phase <= THIRD)
        if now is None:
            continue
        if before[0] == game:
            assert decisions - before[1] <= OFTEN
            assert (now != before[2]) or s.acted.count(True) == before[3]
        before = (game, decisions, now, s.acted.count(True))


def test_the_numbers_of_a_position_made_by_hand() -> None:
    """A company that can fire at swords, which could charge it: counted on the table."""
    wins = [Win(when="break", under=50), Win(when="hold", feature="hill_0")]
    field = Field(
        [("earthan_infantry", 20, 20, 90), ("artillery", 28, 12, 90)],
        [("murk_sword", 20, 26, 270), ("murkleeg_melee", 60, 40, 270)],
        features=[("hill", 20, 26, 8, 8)],
        wins=(wins, [Win(when="break", under=25)]),
    )
    s = field.s
    ours, theirs = named(s), named(s, 1)
    assert (ours["strength"], ours["shooters"], ours["guns"], ours["fighters"]) == (1, 4, 2, 0)
    assert (theirs["fighters"], theirs["champions"], theirs["their_shooters"]) == (4, 3, 4)
    # 25% of 6 is 1.5: we break with 1 left, after 5 losses; they with 3 left of 7
    assert (ours["breaks_at"], ours["to_break"]) == (2, 5)
    assert (theirs["breaks_at"], theirs["to_break"]) == (4, 4)
    fire = 4 * chance(6, 4) + chance(10, 4)  # the gun reaches the swords, too
    assert ours["fire_now"] == pytest.approx(ours["fire_fresh"]) == pytest.approx(fire)
    assert (theirs["fire_now"], theirs["charge_fresh"] > 0) == (0, True)
    assert ours["nearest"] == theirs["nearest"] == 6
    assert (ours["at_goal"], theirs["at_goal"], ours["to_goal"], ours["if_over"]) == (0, 4, 6, 0)
    assert (ours["turns_left"], ours["group"], ours["acts_now"], theirs["acts_now"]) == (10, 0, 1, 0)
    s.acted[0] = True
    assert named(s)["fire_fresh"] == pytest.approx(chance(10, 4))
