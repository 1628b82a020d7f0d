"""Why a ship, a Pod, a Point or an action is not offered, and what the others do."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.guidance import reasons
from sandtable.engine import Ask, Of, Refusal
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.rules.actions import (
    ASSAULT,
    ASSEMBLE,
    BOMBARD,
    DEFENDED,
    NET_RUN,
    NO_TROOPERS,
    NOT_CLOSE,
    WRONG_ORBIT,
    action_refusal,
    landing_refusal,
)
from sandtable.games.free_mars.space.rules.assembly import job_refusal
from sandtable.games.free_mars.space.rules.combat import loss_refusal
from sandtable.games.free_mars.space.rules.intercepts import REMOVE, capture_refusal, reveal_refusal
from sandtable.games.free_mars.space.rules.net_run import runner_refusal
from sandtable.games.free_mars.space.rules.pods import bring_aboard
from sandtable.games.free_mars.space.rules.reasons import carrier_refusal
from sandtable.games.free_mars.space.rules.set_up import LAUNCH, purchase_refusal
from sandtable.games.free_mars.space.rules.task_force import LEAVE_SHIPS, SHIFT, move_to
from sandtable.games.free_mars.space.state import LOST, Phase

from ..kit import BOX, KINDS, disrupt, mark, point, squadron, unit


def words(why: Refusal | None, kind: str, it: Any) -> str:
    assert why is not None
    return why.words(KINDS, Of(kind, it))


def test_every_thing_that_is_left_out_has_a_reason() -> None:
    """Point by point: in 200 random positions nothing is left out without a reason, and reasons and options agree."""
    found = reasons(GAME, 200)
    assert found.disagree == []
    assert found.share >= 0.95


MOVES: list[tuple[str, str]] = [
    ("h1", "The Task Force is at H1 already."),
    ("h4", "H4 is 6 steps away, and Forge Mother, the slowest ship, has Energy 2."),
    (
        "l1",
        (
            "The Intercept marker at M1 ends the movement; the way round it to L1 takes 5 steps, "
            "and the Task Force has Energy 2."
        ),
    ),
]


@pytest.mark.parametrize(("goal", "why"), MOVES)
def test_11_why_the_task_force_cannot_go_there(goal: str, why: str) -> None:
    """11.1 11.4 From the way that was looked for: too far for the slowest ship, or a marker on it."""
    s = squadron("forge_mother", "sand_viper", at="h1")
    mark(s, "m1", "fuel")
    assert words(move_to(s, 2, ()).refusal(point(goal)), "point", point(goal)) == why
    assert move_to(s, 2, ()).refusal(point("h2")) is None


def test_11_4_the_way_round_a_marker_is_too_long() -> None:
    """11.4 H3 is four steps from H1 by way of H2, and six by way of the Orbital below."""
    s = squadron("ghost_wire", at="h1")
    mark(s, "h2", "fuel")
    far = point("h3")
    assert BOX.orbits.distance[point("h1")][far] == 4
    assert words(move_to(s, 4, ()).refusal(far), "point", far) == (
        "The Intercept marker at H2 ends the movement; the way round it to H3 takes 6 steps, "
        "and the Task Force has Energy 4."
    )


def test_11_4_a_marker_on_the_only_way() -> None:
    """11.4 12.2 From the Launch Point every way leads through H1."""
    s = squadron("ghost_wire")
    mark(s, "h1", "fuel")
    assert words(move_to(s, 4, ()).refusal(point("h2")), "point", point("h2")) == (
        "The Intercept marker at H1 ends the movement on every way to H2."
    )


def test_11_2_without_energy() -> None:
    """11.2 The ship without Energy is named."""
    s = squadron("forge_mother", "sand_viper", at="h1")
    assert words(move_to(s, 0, ()).refusal(point("h2")), "point", point("h2")) == (
        "Forge Mother has no Energy, and the Task Force moves together."
    )


def test_10_1_19_3_what_else_can_be_asked_for() -> None:
    """10.1 19.3 A single ship leaves nobody behind; without Pods nothing is shifted."""
    alone, pair = squadron("sand_viper+p1b"), squadron("sand_viper", "red_lance")
    assert (
        words(move_to(alone, 3, ()).refusal(LEAVE_SHIPS), "", LEAVE_SHIPS)
        == "The Task Force is a single ship."
    )
    assert words(move_to(pair, 3, ()).refusal(SHIFT), "", SHIFT) == (
        "Nothing is aboard that another ship could carry."
    )


def test_7_6_why_something_cannot_be_bought() -> None:
    """7.6 R-SP-6 AP, room, and what is in play already."""
    s = squadron("sand_viper+p1b", points=2, phase=Phase.ASSEMBLE)

    def why(name: str) -> str:
        return words(purchase_refusal(s, unit(name)), "unit", unit(name))

    assert why("sand_viper") == "Sand Viper is in play already."
    assert why("ghost_wire") == "Ghost Wire costs 4 AP, and you have 2 AP."
    assert why("p1a") == "The other side of this Pod is in play."
    assert why("p3a") == "No ship of the squadron has room for Swarm 2 (P3)."
    assert why("orbital_base") == "Orbital Base is built in space, by an Assembly action."
    s.at[unit("wadi_runner")] = LOST
    assert why("wadi_runner") == "Wadi Runner was lost in this Mission."
    s.at = [-1] * len(s.at)
    assert words(purchase_refusal(s, LAUNCH), "", LAUNCH) == "A squadron needs at least one ship."


def test_19_2_why_a_ship_cannot_carry_a_pod() -> None:
    """19.2 Not here, lost, not in the squadron, left behind, full."""
    s = squadron("sand_viper+p1b", "red_lance", "wadi_runner", "night_jackal")
    s.at[unit("red_lance")], s.at[unit("wadi_runner")] = point("h1"), LOST
    s.tf = (unit("sand_viper"),)

    def why(name: str) -> str:
        return words(carrier_refusal(s, s.tf, unit(name)), "unit", unit(name))

    assert why("sand_viper") == "Sand Viper has no room left: it carries all it can."
    assert why("red_lance") == "Red Lance is at H1, not at Launch Point."
    assert why("wadi_runner") == "Wadi Runner was lost in this Mission."
    assert why("clay_hand") == "Clay Hand has not joined the squadron."
    assert why("night_jackal") == "Night Jackal stays behind in this turn."


@pytest.mark.parametrize(
    ("mission", "at", "is_bombarded", "why"),
    [
        ("grand_slam", "h1", False, DEFENDED),
        ("grand_slam", "h1", True, NOT_CLOSE),
        ("grand_slam", "co", False, DEFENDED),
        ("grand_slam", "co", True, NO_TROOPERS),
        ("anchor_point", "h1", False, WRONG_ORBIT),
        ("anchor_point", "co", False, DEFENDED),
        ("anchor_point", "l1", False, NO_TROOPERS),
    ],
)
def test_19_5_4_why_troopers_do_not_land(mission: str, at: str, is_bombarded: bool, why: Refusal) -> None:
    """17.1 19.5.4 R-SP-39 From Close Orbit after a Bombardment; or in the orbit of a card that asks for none."""
    s = squadron("sand_viper", at=at, mission=mission, revealed=True)
    s.is_bombarded = is_bombarded
    assert landing_refusal(s) is why


def test_19_5_2_which_pods_are_not_given_up() -> None:
    """19.5.2 Only Pods that have no ship to go back to."""
    s = squadron("sand_viper+p1b", "red_lance+p3a")
    s.loose = (unit("p3a"), unit("p4a"))
    ask = next(bring_aboard(s, [unit("sand_viper")]))
    assert isinstance(ask, Ask)
    assert words(ask.options.refusal(unit("p1b")), "unit", unit("p1b")) == (
        f"{BOX.kinds['unit'].label(unit('p1b'))} is not waiting to come aboard."
    )


def test_15_1_why_a_ship_cannot_run() -> None:
    """15.1 No Cyber; Cyber only on the side that is turned down; broken off."""
    s = squadron("sand_viper", "red_lance+p3b", "ghost_wire")
    disrupt(s, "red_lance")
    s.off = (unit("ghost_wire"),)

    def why(name: str) -> str:
        return words(runner_refusal(s, unit(name)), "unit", unit(name))

    assert why("sand_viper") == "Sand Viper has no Cyber."
    assert why("red_lance") == "Red Lance is Disrupted and has no Cyber on that side."
    assert why("ghost_wire") == "Ghost Wire has broken off and does nothing more in this turn."


def test_12_3_why_a_ship_cannot_take_a_marker() -> None:
    """12.3 12.4 Like a Pod it needs room; after a NET Run it goes with a ship and cannot be removed."""
    s = squadron("sand_viper+p1b", "red_lance")
    assert words(capture_refusal(s, unit("sand_viper")), "unit", unit("sand_viper")) == (
        "Sand Viper has no room left: it carries all it can."
    )
    assert words(capture_refusal(s, REMOVE), "", REMOVE) == (
        "The NET Run has taken the marker: it goes with a ship."
    )


def test_r_sp_25_why_a_unit_cannot_be_hit() -> None:
    """R-SP-25 Pods aboard are no targets."""
    s = squadron("sand_viper+p1a")
    assert words(loss_refusal(s, unit("p1a")), "unit", unit("p1a")) == (
        "Fuel Cell (P1) is no target: only ships and launched Swarms can be hit."
    )


def test_r_sp_18_why_a_marker_cannot_be_revealed() -> None:
    """R-SP-18 No marker, one that is revealed, one where friendly ships are."""
    s = squadron("ghost_wire", at="m3")
    mark(s, "m3", "weapons")
    mark(s, "l1", "cyber", revealed=True)

    def why(name: str) -> str:
        return words(reveal_refusal(s, point(name)), "point", point(name))

    assert why("h5") == "No Intercept marker lies at H5."
    assert why("l1") == "The Intercept marker at L1 is revealed already."
    assert why("m3") == "You have ships at M3: its marker is settled by their NET Run."


def test_18_why_a_job_cannot_be_done() -> None:
    """18.2 18.3 A ship that is whole, AP, room."""
    s = squadron("forge_mother+p1b+p2b+p3a", "sand_viper+p4a", points=0)
    disrupt(s, "sand_viper")

    def why(name: str) -> str:
        return words(job_refusal(s, unit(name)), "unit", unit(name))

    assert why("forge_mother") == "Forge Mother is not Disrupted."
    assert why("sand_viper") == "The repair costs 1 AP, and you have 0 AP."
    assert why("p5a") == "No ship at Launch Point has room for Troopers 2 (P5)."
    s.base = s.point
    assert why("orbital_base") == "Orbital Base stands here already."


def test_17_1_why_an_action_is_not_possible() -> None:
    """17.1 R-SP-10 In the order of the rules: the place, the Mission, the NET Level, the ability."""
    s = squadron("sand_viper", at="l1", mission="sweep_the_rings")

    def why(word: Any) -> str:
        return words(action_refusal(s, word), "", word)

    assert why(NET_RUN) == "No ship of the Task Force has Cyber."
    assert why(ASSEMBLE) == "No ship of the Task Force has Assembly."
    assert why(BOMBARD) == "The Task Force is not in Close Orbit."
    assert why(ASSAULT) == "The Mission is not revealed yet."
    s.is_revealed = True
    assert why(ASSAULT) == "The Mission does not ask for it."


def test_11_4_the_marker_in_the_way_is_named_not_the_one_at_the_goal() -> None:
    """11.4 A marker lies at H1 and one at M1: on the way from the Launch Point to M1, the one at H1 ends the movement."""
    s = squadron("sand_viper", at="lp")
    mark(s, "h1", "fuel")
    mark(s, "m1", "trooper")
    goal = point("m1")
    assert words(move_to(s, 2, ()).refusal(goal), "point", goal) == (
        "The Intercept marker at H1 ends the movement on every way to M1."
    )
