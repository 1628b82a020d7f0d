"""The odds the player can ask for, checked against the walker, which runs the real rule, and against play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import sandtable
from sandtable.engine import Ask, RandomSource, Run, walk
from sandtable.games.free_mars.common.house.chances import any_positive
from sandtable.games.free_mars.surface import GAME
from sandtable.games.free_mars.surface.house.chances import attempt, fight_on, fight_with, objective_chance
from sandtable.games.free_mars.surface.house.losses import next_hit, next_loss
from sandtable.games.free_mars.surface.rules.combat import FIGHT_ON
from sandtable.games.free_mars.surface.rules.missions import missing
from sandtable.games.free_mars.surface.state import Phase, Team

from ..fights import FIGHTS, Listed, begin
from ..kit import BOX, Desk, team

#: Battles that the walker visits in a moment; the others are left to the simulation.
SMALL = FIGHTS[:6]


def never_breaks_off(ask: Ask, values: Sequence[Any], s: Team) -> Any:
    """The house player allots hits and never breaks off."""
    match ask.topic:
        case "hit":
            return next_hit(s, values)
        case "loss":
            unit = next_loss(s, [value // 2 for value in values])
            return next(value for value in values if value // 2 == unit)
        case "breakoff":
            return FIGHT_ON
        case "bonus":
            needs = BOX.missions[s.mission or 0].needs
            icons = [value for value in values if isinstance(value, int)]
            return max(icons, key=lambda icon: needs[BOX.icons[icon]] - s.scored[icon])
        case "attempt":
            return True
    return values[0]


@pytest.mark.parametrize("fight", SMALL, ids=[fight.name for fight in SMALL])
def test_battle_odds_agree_with_the_walker(fight: Listed) -> None:
    """15.4: the reckoned chance of winning is that of the real rule, to twelve digits."""
    s = begin(fight)
    exact = walk(
        GAME.turn,
        s,
        lambda after: after.cadres > 0,
        policy=never_breaks_off,
        until=lambda after: after.phase is not Phase.ROUND,
    )
    odds = fight_on(s)
    assert odds.win == pytest.approx(float(exact[True]), abs=1e-12)
    assert odds.lost == pytest.approx(float(exact[False]), abs=1e-12)


def test_a_battle_by_hand() -> None:
    """15.4: a crashed Marksman (1 die) and a Patrol with one hit left to take (1 die): 1/3 each in turn.

    The Marksman fires first: he wins with 1/3 at once, else the Patrol hits with 1/3 of what is left; so
    w = 1/3 + 2/3 * 2/3 * w, which is w = 3/5.
    """
    s = begin(Listed("", ("marksman_crashed",), ("patrol_crashed",)))
    assert s.opfor_strength == 1
    assert fight_on(s).win == pytest.approx(3 / 5, abs=1e-12)


def test_a_battle_with_units_still_to_be_picked() -> None:
    """15.3, 15.4.1: the draw from the Bin, the edge and the battle together agree with the walker."""
    s = team("firebrand", "netrunner", cell="e7", phase=Phase.CARD, ops=["overwatch", "walkout", "informer"])
    exact = walk(
        GAME.turn,
        s,
        lambda after: after.cadres > 0,
        policy=never_breaks_off,
        until=lambda after: after.phase is Phase.ACTION,
    )
    assert fight_with(s, 1).win == pytest.approx(float(exact[True]), abs=1e-12)


def test_a_card_that_may_be_attacked_has_the_odds_of_its_battle() -> None:
    """12.2, O5: whoever asks before attacking the Supply Convoy is told how the battle ends, as the walker finds it."""
    s = team("firebrand", "netrunner", cell="e7", phase=Phase.CARD, ops=["supply_convoy", "walkout"])
    desk = Desk(s.copy())
    assert desk.topic == "may"
    told = GAME.odds(desk.run, True)
    exact = walk(
        GAME.turn,
        s,
        lambda after: after.cadres > 0,
        policy=lambda ask, values, s: True if ask.topic == "may" else never_breaks_off(ask, values, s),
        until=lambda after: after.phase is Phase.ACTION,
    )
    assert told is not None
    won = sum((chance for result, chance in told.items() if "won" in result), Fraction(0))
    assert float(won) == pytest.approx(float(exact[True]), abs=1e-5)
    assert GAME.odds(desk.run, False) is None


def test_the_objective_agrees_with_the_walker() -> None:
    """9.5: dice for each icon and bonus dice where they are needed."""
    for net in (1, 3):
        s = team(
            "firebrand",
            "netrunner",
            "banner",
            cell="e7",
            nexus="e7",
            net=net,
            phase=Phase.OBJECTIVE,
            ops=["walkout", "informer"],
        )
        exact = walk(GAME.turn, s, lambda after: missing(after) == 0, policy=never_breaks_off)
        assert objective_chance(s, BOX.missions[0]) == pytest.approx(float(exact[True]), abs=1e-12)


def test_a_whole_attempt_agrees_with_the_walker() -> None:
    """9.5: mission battle and Objective; fulfilled, lost with all Cadres, or not met."""
    s = team(
        "firebrand",
        "netrunner",
        cell="e7",
        nexus="e7",
        net=1,
        phase=Phase.MISSION,
        ops=["walkout", "informer"],
    )
    s.bin = [2, 0, 0, 0, 0, 0]

    def read(after: Team) -> str:
        if not after.cadres:
            return "lost"
        return "fulfilled" if after.phase is Phase.OBJECTIVE and not missing(after) else "not met"

    exact = walk(GAME.turn, s, read, policy=never_breaks_off, until=lambda after: after.phase is Phase.MOVE)
    odds = attempt(s, BOX.missions[0])
    assert odds.success == pytest.approx(float(exact["fulfilled"]), abs=1e-9)
    assert odds.lost == pytest.approx(float(exact["lost"]), abs=1e-9)
    assert odds.failure == pytest.approx(float(exact["not met"]), abs=1e-9)


def simulated(fight: Listed, runs: int, seed: int) -> float:
    """How often the real rule wins this battle."""
    rng = random.Random(seed)
    source = RandomSource(rng)
    start, won = begin(fight), 0
    for _ in range(runs):
        run: Run[Team] = Run(GAME, start.copy(), source)
        while run.ask is not None and run.state.phase is Phase.ROUND:
            run.play(never_breaks_off(run.ask, run.values, run.state))
        won += run.outcome is None
    return won / runs


def agrees(fight: Listed, runs: int, seed: int, deviations: float) -> bool:
    p = fight_on(begin(fight)).win
    return abs(simulated(fight, runs, seed) - p) <= deviations * sqrt(p * (1 - p) / runs)


@pytest.mark.parametrize("fight", FIGHTS, ids=[fight.name for fight in FIGHTS])
def test_ten_fights_agree_with_play(fight: Listed) -> None:
    """500 battles each, within four deviations."""
    assert agrees(fight, 500, 1, 4)


@pytest.mark.soak
@pytest.mark.parametrize("fight", FIGHTS, ids=[fight.name for fight in FIGHTS])
def test_ten_fights_agree_with_a_hundred_thousand_plays(fight: Listed) -> None:
    """The exact chance lies in the 99% interval of 100,000 battles."""
    assert agrees(fight, 100_000, 11, 2.576)


# What the player is told


def told(desk: Desk, key: str) -> dict[str, Fraction]:
    odds = GAME.odds(desk.run, desk.question.value_of(key))
    assert odds is not None
    return dict(odds)


def test_odds_of_fighting_on_and_of_a_breakoff() -> None:
    """15.4.3: at the Breakoff step the player can ask for both."""
    s = begin(FIGHTS[6])
    s.opfor = [n if BOX.sides[side].id == "patrol" else 0 for side, n in enumerate(s.opfor)]
    desk = Desk(s, {"fire": [(1,) * 7], "opfor fire": [1]})
    on = told(desk, "fight_on")
    assert sum(on.values()) == pytest.approx(1)
    won = sum(p for name, p in on.items() if name.startswith("battle won"))
    assert float(won) == pytest.approx(fight_on(desk.s).win, abs=1e-6)
    assert told(desk, "breakoff:firebrand")["the Team gets away"] == Fraction(2, 6)


def test_odds_of_a_special_action() -> None:
    """16.2: two Cyber dice: none Positive and no 1 is 3/6 * 3/6; both Positive is 1/9."""
    desk = Desk(team("netrunner", "firebrand", phase=Phase.ACTION, cell="e7"))
    odds = told(desk, "netrun")
    assert odds["no Positive"] == Fraction(1, 4)
    assert odds["2 Positives"] == Fraction(1, 9)
    assert sum(odds.values()) == 1


def test_odds_of_a_combined_action() -> None:
    """16.5: Leader 2 and Cyber 2: (1 - 4/9) twice."""
    desk = Desk(team("netrunner", "firebrand", phase=Phase.ACTION, cell="e7", combined=0))
    assert told(desk, "radio")["success"] == Fraction(25, 81)


def test_odds_of_an_attempt() -> None:
    """9.5: asked before the Mission is tried."""
    desk = Desk(team("netrunner", "firebrand", phase=Phase.MISSION, cell="e7", nexus="e7", net=2))
    odds = told(desk, "attempt:yes")
    assert set(odds) <= {"Mission fulfilled", "all Cadres lost", "Objective not met"}
    assert sum(odds.values()) == pytest.approx(1)


def test_odds_of_a_move_count_the_cards_that_can_come() -> None:
    """8.1, 12.2: the next card as far as the player knows; a Challenge with its chance, a battle with its end."""
    known = team("throttle", cell="e7", ops=["dust_storm", "walkout"], reserve=0)
    known.cards.look(known.cards.zones[0], 0)
    odds = told(Desk(known), "stay")
    assert float(odds["Challenge met"]) == pytest.approx(float(any_positive(2)), abs=1e-6)
    unknown = told(Desk(team("throttle", cell="e7", ops=["dust_storm", "walkout"], reserve=0)), "stay")
    assert float(unknown["Challenge met"]) == pytest.approx(float(any_positive(2)) / 2, abs=1e-6)
    assert float(unknown["no battle and no Challenge"]) == pytest.approx(1 / 2)


def test_odds_through_the_table() -> None:
    """A table gives them by key, for what the commander knows."""
    table = sandtable.new(GAME, seed=5)
    table.choose("recruit_unit:firebrand", "recruit_unit:netrunner", "done", "start:c6")
    odds = table.odds("stay")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds.policy.startswith("the house player")
