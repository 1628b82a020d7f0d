"""SC 11.0 Movement."""

from __future__ import annotations

from sandtable.engine import Of
from sandtable.games.free_mars.surface import GAME
from sandtable.games.free_mars.surface.rules.movement import STAY, move_to

from ..conftest import ChangeBox
from ..kit import BOX, Desk, cell, names, team


def cells(desk: Desk, topic: str = "move") -> set[str]:
    return {key.removeprefix(f"{topic}:") for key in desk.keys if key.startswith(f"{topic}:")}


def test_w_1_and_w_2_the_slowest_cadre_counts() -> None:
    """11.1, W-1, W-2: with movement 2 the Team moves 0, 1 or 2 cells; with a Breaker (movement 1) 0 or 1."""
    fast = Desk(team("firebrand", "netrunner", cell="a4"))
    assert cells(fast) == names("a2 a3 a5 a6 b3 b4 b5 c3 c4 c5")
    assert "stay" in fast.keys
    slow = Desk(team("firebrand", "breaker", cell="a4"))
    assert cells(slow) == names("a3 a5 b3 b4 b5")
    assert "stay" in slow.keys


def test_11_1_2_stop() -> None:
    """11.1.2: a STOP cell and an OPFOR Installation end the move; a Friendly Installation does not."""
    desk = Desk(team("firebrand", cell="e5"))
    assert "e5" not in cells(desk)
    assert {"d5", "e4", "f5"} <= cells(desk)  # volcanoes and a canyon can be entered
    assert "f4" not in cells(desk)  # but not passed: F4 lies behind E4 and F5
    beside = Desk(team("firebrand", cell="e7"))
    assert "d6" in cells(beside)
    assert "c6" not in cells(beside)  # behind D6, an OPFOR Installation, and D7, which is rough
    taken = Desk(team("firebrand", cell="e7", friendly=["ice_refinery"]))
    assert "c6" in cells(taken)


def test_r_sc_17_a_team_that_starts_in_a_stop_cell_leaves_it_normally() -> None:
    """R-SC-17: from the volcano D5 the Team still has its two moves."""
    assert "e6" in cells(Desk(team("firebrand", cell="d5")))
    assert "f7" not in cells(Desk(team("firebrand", cell="d5")))  # three cells away


def test_11_2_the_slowest_vehicle_carries_everybody() -> None:
    """11.2.1, 11.2.2: riders move with the slowest Vehicle, whatever their own movement."""
    fast = Desk(team("breaker", "skimmer", cell="a4"))
    assert "e5" in cells(fast)  # four cells away, over B4, C5 and the volcano D5
    both = Desk(team("breaker", "skimmer", "crawler", cell="a4"))
    assert "c4" in cells(both)
    assert "d4" not in cells(both)


def test_11_2_3_riders_ignore_terrain_but_not_installations() -> None:
    """11.2.3, C-5: with a Crawler from E5 F4 is reached over a volcano; D6's Installation still stops."""
    desk = Desk(team("firebrand", "crawler", cell="e5"))
    assert {"f4", "c6", "g5"} <= cells(desk)
    assert "c7" not in cells(desk)  # behind D6; three cells by any other way


def test_r_sc_16_a_crashed_vehicle_slows_the_team() -> None:
    """R-SC-16: a wreck is not left behind; its crashed movement of 1 counts."""
    assert cells(Desk(team("firebrand", "skimmer_crashed", cell="a4"))) == names("a3 a5 b3 b4 b5")


def test_r_sc_17_special_units_count_for_movement() -> None:
    """R-SC-17: a crashed Militia (movement 1) holds the Team back on foot, and not in a Vehicle (11.2)."""
    assert "c4" not in cells(Desk(team("firebrand", "miners_militia_crashed", cell="a4")))
    assert "c4" in cells(Desk(team("firebrand", "miners_militia_crashed", "crawler", cell="a4")))


def test_11_2_4_riders_fight_and_act() -> None:
    """11.2.4: combat values and icons of riders count as ever."""
    s = team("netrunner", "breaker", "crawler")
    assert (s.strength, s.value("cyber"), s.value("nano")) == (1 + 3 + 3, 2, 1)


def test_11_2_5_no_pilot_is_needed() -> None:
    """11.2.5: a Vehicle moves without a Hot Pilot."""
    s = team("breaker", "dust_rover", cell="a4")
    assert s.value("pilot") == 0
    assert "d5" in cells(Desk(s))  # three cells away


def test_11_3_hop_from_and_to_a_friendly_spaceport() -> None:
    """11.3: from the Spaceport's cell to any other cell; from anywhere to the Spaceport's cell."""
    desk = Desk(team("firebrand", cell="f4", friendly=["spaceport"]))
    desk.choose("hop")
    assert len(desk.keys) == 62
    desk.choose("hop:a7")
    assert cell(desk.s) == "a7"
    back = Desk(team("firebrand", cell="a7", friendly=["spaceport"]))
    back.choose("hop")
    assert cell(back.s) == "f4"


def test_11_3_no_hop_with_an_opfor_spaceport() -> None:
    """11.3: only a Friendly Spaceport hops."""
    assert "hop" not in Desk(team("firebrand", cell="f4")).keys
    assert "hop" not in Desk(team("firebrand", cell="a7", friendly=["net_control"])).keys


def test_r_sc_18_a_hop_is_all_the_movement_of_the_op() -> None:
    """11.3, R-SC-18: after a Hop no Enhanced Move; after standing still the Enhanced Move may be a Hop; after a move not."""
    quiet = ["system_purge", "walkout", "quiet_sol"]
    hopped = Desk(team("throttle", cell="a7", friendly=["spaceport"], ops=quiet), {"net check": [6]})
    hopped.choose("hop")
    assert hopped.topic == "move"  # the next Op: there was no special action to choose
    assert hopped.s.ops_left == 3
    stayed = Desk(
        team("throttle", cell="a7", friendly=["spaceport"], ops=quiet),
        {"net check": [6], "enhanced_move": [(6, 5, 2)]},
    )
    stayed.choose("stay", "enhanced_move")
    assert "hop" in stayed.keys
    moved = Desk(
        team("throttle", cell="a7", friendly=["spaceport"], ops=quiet),
        {"net check": [6], "enhanced_move": [(6, 5, 2)]},
    )
    moved.choose("move:a6", "enhanced_move")
    assert moved.topic == "extra_move"
    assert "hop" not in moved.keys


def test_no_number_of_cells_to_an_island(changed_box: ChangeBox) -> None:
    """11.1, 11.3: where no way leads on the map of a pack, neither a refusal nor a hint counts cells."""
    island = BOX.cells.index("a7")
    near = [tuple(other for other in others if other != island) for others in BOX.neighbours]
    near[island] = ()
    changed_box(neighbours=tuple(near))
    desk = Desk(team("firebrand", cell="e5", nexus="a7"))
    refused = move_to(desk.s, may_hop=True, ignores_stop=False).refusal(island)
    assert refused is not None
    assert refused.words(desk.kinds, Of("cell", island)) == "No way leads to A7; only a Hop does."
    hint = GAME.advice(desk.run, STAY)
    assert hint is not None
    assert not any(letter.isdigit() for letter in hint.words(desk.kinds))
