"""SC 12.2 The words of cards where they can be done in part, or not at all: a card does what it can, and play goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.games.free_mars.common.cards.effects import (
    Effect,
    Flip,
    GainOps,
    NetRun,
    Reinforce,
    Repair,
    Reshuffle,
    Reveal,
    Revert,
    Seize,
    Taz,
)
from sandtable.games.free_mars.common.state import DISCARDS
from sandtable.games.free_mars.surface.state import Phase

from ..conftest import ChangeBox
from ..kit import BOX, Desk, showing, team

TEAM = ("firebrand", "netrunner", "nanosmith", "rail_carbine")


@pytest.fixture
def drawn(changed_box: ChangeBox) -> Any:
    """Draw a card that says something else than Patrol Sweep does, up to the first question after it."""

    def draw(
        effects: tuple[Effect, ...], *units: str, dice: dict[str, list[object]] | None = None, **more: Any
    ) -> Desk:
        card = msgspec.structs.replace(BOX.ops[0], effects=effects)
        changed_box(ops=(card, *BOX.ops[1:]))
        settings = {"phase": Phase.CARD, "cell": "e7", "ops": ["patrol_sweep", "system_purge"], **more}
        return Desk(team(*(units or TEAM), **settings), dice)

    return draw


# What cannot be done


@pytest.mark.parametrize(
    "effect",
    [Seize(), Revert(), Flip("vehicle"), Flip("special", 3), Repair(), NetRun(), Reinforce(units=("miners_militia",))],
    ids=lambda effect: type(effect).__name__,
)  # fmt: skip
def test_12_2_what_cannot_be_done_is_passed_over(drawn: Any, effect: Effect) -> None:
    """12.2, R-SC-21: an effect that finds nothing to work on does nothing; the next one follows."""
    units: tuple[str, ...] = ("firebrand",)
    if isinstance(effect, Reinforce):
        units = ("firebrand", "nanosmith", "miners_militia")
    if isinstance(effect, Flip) and effect.kind == "special":
        units = ("firebrand", "miners_militia_crashed")
    before = team(*units, cell="e7")
    desk = drawn((effect, GainOps()), *units)
    assert desk.s.units == before.units
    assert desk.s.control == before.control
    assert desk.s.ops_left == 2
    assert desk.s.phase is not Phase.CARD


def test_19_1_an_installation_is_seized_in_the_teams_cell_only(drawn: Any) -> None:
    """19.1: outside a site `seize` turns nothing; control stays one mark for each Installation."""
    away = drawn((Seize(),), cell="e7", friendly=["spaceport"])
    assert away.s.control == (0, 1, 0, 0, 0, 0)
    held = drawn((Seize(),), cell="f4", friendly=["spaceport"])
    assert held.s.control == (0, 1, 0, 0, 0, 0)
    assert drawn((Seize(),), cell="f4").s.control == (0, 1, 0, 0, 0, 0)


def test_r_sc_38_a_card_places_no_more_taz_than_there_are(drawn: Any) -> None:
    """R-SC-38: no TAZ beyond the set's markers, none on an Installation, none on another."""
    full = drawn((Taz(),), taz=["a1", "b1"])
    assert [BOX.cells[c] for c in full.s.taz] == ["a1", "b1"]
    assert drawn((Taz(),), cell="f4").s.taz == ()
    assert [BOX.cells[c] for c in drawn((Taz(),), taz=["e7"]).s.taz] == ["e7"]
    placed = drawn((Taz(), Taz()), taz=["a1"])
    assert [BOX.cells[c] for c in placed.s.taz] == ["a1", "e7"]


def test_12_2_more_units_than_there_are_crash_as_far_as_they_go(drawn: Any) -> None:
    """12.2: three Cadres are to crash, but one of the two is crashed already."""
    desk = drawn((Flip("cadre", 3),), "firebrand", "netrunner_crashed")
    assert showing(desk.s) == ["firebrand_crashed", "netrunner_crashed"]


def test_14_1_a_card_gives_a_run_its_dice_come_from_icons(drawn: Any) -> None:
    """14.1, 14.2: a card may allow a NET Run; without a Cyber icon it has no dice."""
    desk = drawn((NetRun(),), "firebrand")
    assert "netrun" not in desk.thrown
    assert desk.topic != "netrun"


def test_12_6_with_no_discards_nothing_is_reshuffled(drawn: Any) -> None:
    """12.6, R-SC-21: Reshuffle 5 with one discard takes that one."""
    desk = drawn((Reshuffle(5),), ops=["patrol_sweep", "system_purge"], reserve=11)
    assert desk.s.ops_left == 2
    assert desk.s.cards.count(DISCARDS) == 1  # the card itself


# What a word does twice


def test_9_3_a_second_reveal_leaves_the_nexus_where_it_is(drawn: Any) -> None:
    """9.3: the Nexus is placed when the Mission is revealed. It is turned up once; the marker stays."""
    desk = drawn((Reveal(), GainOps()), nexus="a4")
    assert BOX.cells[desk.s.nexus] == "a4"
    assert "nexus" not in desk.thrown
    assert desk.s.ops_left == 2


def test_9_3_a_card_may_reveal_the_mission(drawn: Any) -> None:
    """9.2, 9.3: the first time it is turned up and the Nexus placed."""
    desk = drawn((Reveal(),), dice={"nexus": [4, 1]})
    assert BOX.cells[desk.s.nexus] == "a4"
    assert desk.s.is_revealed


# Reinforcements


def test_17_1_a_gear_counter_asks_for_its_side(drawn: Any) -> None:
    """4.3, 17.1: Gear comes on the side the player selects, also when a card names the counter."""
    desk = drawn((Reinforce(units=("g3",)),))
    assert desk.topic == "reinforce"
    assert desk.keys == ["reinforce:command_link", "reinforce:jump_harness"]
    assert "jump_harness" in showing(desk.choose("reinforce:jump_harness").s)


def test_17_1_named_units_come_one_after_the_other(drawn: Any) -> None:
    """17.5: the others that are named come as they are; Gear in play stays on its side."""
    desk = drawn((Reinforce(units=("g1", "ghost", "g2")),))
    assert desk.keys == ["reinforce:deck_rig", "reinforce:scope"]
    assert {"ghost", "scope", "rail_carbine"} <= set(showing(desk.choose("reinforce:scope").s))


def test_17_5_a_kind_that_is_used_up(drawn: Any) -> None:
    """17.5: two Vehicles are given, one is in the Recruit Box: it comes without a question."""
    desk = drawn((Reinforce(kind="vehicle", n=2),), "firebrand", "crawler", "skimmer_crashed")
    assert {"crawler", "skimmer_crashed", "dust_rover"} <= set(showing(desk.s))
