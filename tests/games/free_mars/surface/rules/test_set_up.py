"""SC 7.0 Set-up and 17.1, 17.2, 17.5: the first units."""

from __future__ import annotations

import msgspec
import pytest

import sandtable
from sandtable.games.free_mars.common.state import MISSION, MISSIONS, OPS, RESERVE
from sandtable.games.free_mars.surface import GAME

from ..conftest import ChangeBox
from ..kit import BOX, OPS_NUMBER, Desk, names, showing, team


def begun(**options: str) -> sandtable.Table:
    return sandtable.new(GAME, seed=5, options=options)


def test_7_1_one_mission_card_face_down() -> None:
    """7.1, 9.1: one Mission card is picked, face down; the three others are out of this Mission."""
    table = begun()
    cards = table.run.state.cards
    assert (cards.count(MISSION), cards.count(MISSIONS)) == (1, 3)
    assert table.view("commander").mission is None


def test_7_1_a_mission_can_be_asked_for() -> None:
    """The option `mission` takes a card on purpose: the player knows it, but it is not revealed."""
    table = begun(mission="skyhook")
    mission = table.view("commander").mission
    assert (mission.id, mission.is_revealed, table.view(None).mission) == ("skyhook", False, None)


def test_7_2_the_net_marker_starts_on_the_scenarios_space() -> None:
    """7.2: space 1."""
    assert begun().run.state.net == BOX.scenario.net_start == 1


def test_7_3_the_ops_deck_and_the_reserve() -> None:
    """7.3: the scenario's number is dealt face down, the rest is the Reserve."""
    cards = begun().run.state.cards
    assert (cards.count(OPS), cards.count(RESERVE)) == (BOX.scenario.ops, 14 - BOX.scenario.ops)
    assert not any(cards.known[:14])


def test_7_3_late_cards_begin_in_the_reserve(changed_box: ChangeBox) -> None:
    """A pack may mark cards that are never in the first Ops deck; they begin in the Reserve."""
    late = {"hunter_cell", "overwatch"}
    changed_box(ops=tuple(msgspec.structs.replace(card, late=card.id in late) for card in BOX.ops))
    for seed in range(5):
        held = sandtable.new(GAME, seed=seed).run.state.cards
        assert all(OPS_NUMBER[id] in held.zones[RESERVE] for id in late)
        assert held.count(OPS) == BOX.scenario.ops


def test_7_4_and_7_5_points_buy_units_and_the_rest_is_kept() -> None:
    """7.4, 7.5, C-7: Gear 1, Cadre 2, Vehicle 3 TP; what is not spent stays in hand."""
    table = begun()
    points = table.run.state.points
    assert points == BOX.scenario.points
    table.choose("recruit_unit:firebrand", "recruit_unit:rail_carbine", "recruit_unit:crawler", "done")
    assert table.run.state.points == points - 2 - 1 - 3


def test_7_6_units_that_were_not_bought_wait_in_the_recruit_box() -> None:
    """7.6: they are not in the Team."""
    table = begun().choose("recruit_unit:firebrand", "done")
    assert showing(table.run.state) == ["firebrand"]
    assert "breaker" in table.view("commander").recruits


def test_r_sc_6_a_cadre_must_be_bought() -> None:
    """R-SC-6: with 2 TP left and no Cadre only Cadres are offered, and Done is not."""
    from sandtable.games.free_mars.surface.state import Phase

    s = team(phase=Phase.RECRUIT, points=3)
    desk = Desk(s)
    assert "done" not in desk.keys
    assert "recruit_unit:crawler" not in desk.keys
    desk.choose("recruit_unit:rail_carbine")
    assert set(desk.keys) == {
        f"recruit_unit:{id}"
        for id in names("firebrand organiser netrunner ghost nanosmith throttle marksman breaker")
    }


def test_r_sc_6_the_player_selects_a_settlement() -> None:
    """R-SC-6: the Team begins in any Settlement cell."""
    table = begun().choose("recruit_unit:firebrand", "done")
    assert table.ask is not None
    assert sorted(table.ask.keys) == ["start:a4", "start:c6", "start:g7", "start:h2", "start:i5"]


def test_7_7_play_begins_with_movement() -> None:
    """7.7: the sequence of play starts."""
    table = begun().choose("recruit_unit:firebrand", "done", "start:c6")
    assert table.ask is not None
    assert table.ask.topic == "move"


def test_17_1_gear_is_recruited_on_the_side_selected() -> None:
    """17.1, 4.3: both items of a counter are offered; when one is taken, neither can be again."""
    table = begun()
    assert table.ask is not None
    assert {"recruit_unit:rail_carbine", "recruit_unit:medi_pack"} <= set(table.ask.keys)
    table.choose("recruit_unit:medi_pack")
    assert table.run.state.value("nano") == 1
    assert not {"recruit_unit:rail_carbine", "recruit_unit:medi_pack"} & set(table.ask.keys)


def test_17_2_special_units_cannot_be_bought() -> None:
    """17.2, B5: Special Units come by card only."""
    table = begun()
    assert table.ask is not None
    assert not [key for key in table.ask.keys if "miners" in key or "sleeper" in key]


def test_an_unknown_mission_is_an_error_that_names_the_possible_ones() -> None:
    """Bad input gets a clear error."""
    with pytest.raises(sandtable.NotFound, match="airwaves"):
        begun(mission="moonbase")
