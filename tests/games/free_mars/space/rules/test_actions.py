"""Chapters 17 to 19: special actions, Assembly, Pods."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.games.free_mars.common.cards.effects import Reinforce, Way
from sandtable.games.free_mars.common.rules.actions import combined_action
from sandtable.games.free_mars.common.state import WON
from sandtable.games.free_mars.space.cards.words import WORDS
from sandtable.games.free_mars.space.printed.files import ASSEMBLY, BOMBARDMENT, CYBER, ENERGY, TROOPERS
from sandtable.games.free_mars.space.rules.actions import POSSIBLE, special_phase
from sandtable.games.free_mars.space.rules.assembly import jobs
from sandtable.games.free_mars.space.rules.ops_cards import ops_card
from sandtable.games.free_mars.space.rules.task_force import move
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import BOX, card, disrupt, mark, next_turn, point, run, squadron, unit


def words(s: Squadron) -> list[str]:
    return [word.id for word in POSSIBLE.all(s)]


def test_one_special_action_a_turn() -> None:
    """17.1 R-SP-7 At most one, and it may be left out; then the turn is over."""
    s = squadron("ghost_wire", "forge_mother", points=2, phase=Phase.SPECIAL)
    told = run(special_phase(s), answers=["nothing"])
    assert told.keys("special") == ["net_run", "assembly", "nothing"]
    assert s.phase is Phase.DECLARE


def test_ships_that_broke_off_do_not_act() -> None:
    """16.4.3 17.1 Without its Assembler the Task Force cannot assemble."""
    s = squadron("ghost_wire", "forge_mother", points=2, phase=Phase.SPECIAL)
    s.off = (unit("forge_mother"),)
    assert words(s) == ["net_run"]


def test_assembly_needs_a_ship_with_the_ability() -> None:
    """17.1 The Task Force must include Assembly; a won card alone is not enough (17.4)."""
    s = squadron("sand_viper", points=2, mission="sweep_the_rings", phase=Phase.SPECIAL)
    s.cards.play(card("anchor_point"), WON)
    assert words(s) == []


def test_the_value_is_the_total_of_symbols() -> None:
    """17.2 17.3 Forge Mother 2, Clay Hand 1 and a Nano-Assembler 1 roll four dice."""
    s = squadron("forge_mother", "clay_hand", "sand_viper+p9a", points=1, phase=Phase.SPECIAL)
    run(special_phase(s), {"assembly": [(2, 2, 2, 2)]}, ["assembly"])


def test_enhancers_add_to_the_value() -> None:
    """17.4 20.3 A held marker and a won Mission card each add 1 to Assembly."""
    s = squadron("clay_hand+assembler_intercept", points=1, phase=Phase.SPECIAL)
    s.cards.play(card("silence_the_guns"), WON)
    assert s.value("assembly") == 2
    assert s.value("bombardment") == 1  # the card of Silence the Guns


def test_a_combined_action_needs_every_part() -> None:
    """W-4 17.5 Cyber and Assembly are each rolled; one without a Positive fails the whole action."""
    action = BOX.combined[0]
    for cyber, assembly, points in (((5, 2), (6, 3), 2), ((5, 6), (2, 3), 0), ((2, 3), (6, 6), 0)):
        s = squadron("ghost_wire", "forge_mother")
        run(combined_action(s, action, WORDS), {"combined": [cyber, assembly]})
        assert s.points == points


def test_defectors_open_a_combined_action_for_their_turn() -> None:
    """17.5 B8 Defectors: Cyber and Assembly bring 2 AP and an Op, in that turn only; a 1 burns one unit out (17.6)."""
    s = squadron("ghost_wire", "forge_mother", deck=("defectors", "firewall"), phase=Phase.OPS_CARD)
    run(ops_card(s))
    assert "bring_over" in words(s)
    dice = {"combined": [(5, 1), (6, 1)]}
    told = run(special_phase(s), dice, ["bring_over", "burnout:forge_mother"])
    assert told.keys("burnout") == ["burnout:ghost_wire", "burnout:forge_mother"]
    assert (s.points, s.ops_left, s.combined) == (3, 2, -1)
    assert "bring_over" not in words(s)


def test_a_combined_action_needs_every_ability() -> None:
    """17.5 Without Assembly the combined action cannot be tried."""
    s = squadron("ghost_wire", deck=("defectors", "firewall"), phase=Phase.OPS_CARD)
    run(ops_card(s))
    assert "bring_over" not in words(s)


def test_burnout_takes_one_unit_with_the_symbol() -> None:
    """17.6 R-SP-30 Two 1s cost one unit, after the jobs; a marker is immune, a ship without the symbol is no victim."""
    s = squadron(
        "forge_mother+assembler_intercept", "clay_hand+p9a", "sand_viper", points=1, phase=Phase.SPECIAL
    )
    dice = {"assembly": [(1, 1, 6, 2, 2)]}
    told = run(special_phase(s), dice, ["assembly", "job:p1b", "stow:clay_hand", "burnout:p9a"])
    assert told.keys("burnout") == ["burnout:forge_mother", "burnout:clay_hand", "burnout:p9a"]
    assert s.cargo[unit("clay_hand")] == (unit("p1b"),)
    assert not any(s.is_flipped)


def test_each_positive_is_one_job_and_costs_its_points() -> None:
    """W-17 R-SP-31 18.3 Two Positives, 1 AP, a flipped ship and a Pod wanted: two jobs allowed, the AP pay one."""
    s = squadron("forge_mother", "sand_viper", points=1, phase=Phase.SPECIAL)
    disrupt(s, "sand_viper")
    told = run(special_phase(s), {"assembly": [(6, 5)]}, ["assembly", "job:sand_viper"])
    assert told.topics.count("job") == 1
    assert (s.is_flipped[unit("sand_viper")], s.points) == (False, 0)


def test_pods_are_built_on_the_side_the_player_wants() -> None:
    """18.2 19.1 19.4 Both sides of every Pod not in play are offered; it goes to any ship in the Point with room."""
    s = squadron("clay_hand", "sand_viper", points=1, phase=Phase.SPECIAL)
    s.tf = (unit("clay_hand"),)
    told = run(special_phase(s), {"assembly": [(6,)]}, ["assembly", "job:p3b", "stow:sand_viper"])
    offered = told.keys("job")
    assert {"job:p3a", "job:p3b"} <= set(offered)
    assert not any(key.startswith("job:red_lance") for key in offered)  # no ships are built in space
    assert s.cargo[unit("sand_viper")] == (unit("p3b"),)
    assert unit("p3a") not in s.pods_left()  # the same counter


def test_full_ships_get_no_pods() -> None:
    """18.2 19.2 Without transport capacity in the Point no Pod can be built."""
    s = squadron("clay_hand+p1a+p2a+p9a", points=2)
    assert jobs(s) == []


def test_jobs_may_be_declined() -> None:
    """18.2 "You can use it": a Positive need not be used."""
    s = squadron("clay_hand", points=1, phase=Phase.SPECIAL)
    run(special_phase(s), {"assembly": [(6,)]}, ["assembly", "done"])
    assert s.points == 1


def test_the_orbital_base_stands_in_the_task_forces_point() -> None:
    """18.2 R-SP-32 3 AP; a later job may build it anew elsewhere, and the old one is taken up."""
    s = squadron("clay_hand", points=6, at="m2", phase=Phase.SPECIAL)
    run(special_phase(s), {"assembly": [(6,)]}, ["assembly", "job:orbital_base"])
    assert (s.base, s.points) == (point("m2"), 3)
    next_turn(s, Phase.SPECIAL)
    assert BOX.base not in jobs(s)  # it is here already, and no Mission counts it
    s.point = s.at[unit("clay_hand")] = point("m3")
    run(special_phase(s), {"assembly": [(6,)]}, ["assembly", "job:orbital_base"])
    assert (s.base, s.points) == (point("m3"), 0)


def test_repair_reaches_every_ship_in_the_point() -> None:
    """18.3 16.9 A Disrupted ship in the Assembler's Point is repaired for 1 AP, the Assembler itself included."""
    s = squadron("forge_mother", "sand_viper", "red_lance", points=1)
    s.tf = (unit("forge_mother"),)
    s.at[unit("red_lance")] = point("h1")
    disrupt(s, "forge_mother", "sand_viper", "red_lance")
    ships = [job for job in jobs(s) if isinstance(job, int) and job < BOX.first_pod]
    assert ships == [unit("forge_mother"), unit("sand_viper")]


def test_start_ships_are_effective() -> None:
    """18.1 A ship bought at the start shows its front."""
    from sandtable.games.free_mars.space.rules.set_up import assemble

    s = squadron(points=3, phase=Phase.ASSEMBLE)
    run(assemble(s), answers=["assemble:red_lance"])
    assert not s.is_flipped[unit("red_lance")]


def test_capacity_of_ships() -> None:
    """19.2 B3 Forge Mother carries three Pods, Ghost Wire one."""
    s = squadron("forge_mother", "ghost_wire+p3b")
    assert (s.room(unit("forge_mother")), s.room(unit("ghost_wire"))) == (3, 0)


def test_pods_move_with_their_ship() -> None:
    """19.2 A Pod is where its ship is, and is unusable while the ship is flipped."""
    s = squadron("wadi_runner+p3b")
    run(move(s), answers=["move:m1"])
    assert (s.at[unit("wadi_runner")], s.cargo[unit("wadi_runner")]) == (point("m1"), (unit("p3b"),))
    assert s.ability(unit("wadi_runner"), CYBER) == 2
    disrupt(s, "wadi_runner")
    assert s.ability(unit("wadi_runner"), CYBER) == 0


def test_pods_may_be_shifted_in_the_movement_phase() -> None:
    """19.3 R-SP-34 Pods and markers change ships inside the Task Force, also in exchange between full ships."""
    s = squadron("sand_viper+p1a", "wadi_runner+fuel_intercept")
    fuel = unit("fuel_intercept")
    answers = ["shift", "shift:p1a", "shift:fuel_intercept", "stow:wadi_runner", "stay"]
    run(move(s), answers=answers)
    assert (s.cargo[unit("sand_viper")], s.cargo[unit("wadi_runner")]) == ((fuel,), (unit("p1a"),))
    assert s.loose == ()


def test_shifted_fuel_counts_for_the_same_movement() -> None:
    """R-SP-15 19.3 Energy is read after the shift: with the Fuel Cell Forge Mother no longer slows the Task Force."""
    s = squadron("forge_mother", "sand_viper+p1a")
    answers = ["shift", "stow:forge_mother", "move:l1"]
    run(move(s), answers=answers)
    assert s.point == point("l1")  # three steps


def test_a_fuel_cell_adds_energy() -> None:
    """19.5.1 W-18 A Fuel Cell adds 1 Energy; a flipped ship has its back value without it."""
    s = squadron("sand_viper+p1a")
    assert s.ability(unit("sand_viper"), ENERGY) == 4
    disrupt(s, "sand_viper")
    assert s.ability(unit("sand_viper"), ENERGY) == 2


def test_cyberwar_gives_cyber() -> None:
    """19.5.3 A Cyberwar Pod gives Cyber 1 to a ship without, and 1 more to one with it."""
    s = squadron("sand_viper+p3b", "wadi_runner+p4b")
    assert (s.ability(unit("sand_viper"), CYBER), s.ability(unit("wadi_runner"), CYBER)) == (1, 2)


def test_a_hyper_cadre_gives_cyber_and_troopers() -> None:
    """R-SP-35 Cyber 1 and Trooper 1 on one Pod; its other side is a Bombardment Pack."""
    s = squadron("sand_viper+p8a", "red_lance+p9b")
    assert [s.ability(unit("sand_viper"), n) for n in (CYBER, TROOPERS)] == [1, 1]
    assert s.ability(unit("red_lance"), BOMBARDMENT) == 2


def test_nano_assembler() -> None:
    """B4 A Nano-Assembler gives Assembly 1."""
    s = squadron("sand_viper+p9a")
    assert s.ability(unit("sand_viper"), ASSEMBLY) == 1


def test_at_a_hidden_marker_there_is_no_choice() -> None:
    """12.3 17.1 The NET Run is the special action; no other is offered."""
    s = squadron("ghost_wire", "forge_mother", at="m3", points=3, phase=Phase.SPECIAL)
    mark(s, "m3", "fuel")
    told = run(special_phase(s), {"net_run": [(2, 2)], "net dice": [(2,)]})
    assert "special" not in told.topics


def test_a_pod_just_built_cannot_burn_out() -> None:
    """R-SP-37 17.6 Who can burn out is fixed when the dice are read: not the Nano-Assembler built with these dice."""
    s = squadron("forge_mother", "clay_hand", points=1, phase=Phase.SPECIAL)
    dice = {"assembly": [(1, 6, 2)]}
    told = run(special_phase(s), dice, ["assembly", "job:p9a", "stow:clay_hand", "burnout:clay_hand"])
    assert told.keys("burnout") == ["burnout:forge_mother", "burnout:clay_hand"]
    assert s.cargo[unit("clay_hand")] == (unit("p9a"),)


def test_a_ship_just_repaired_cannot_burn_out() -> None:
    """R-SP-37 R-SP-30 Clay Hand was Disrupted when the dice were read, so only Forge Mother can burn out."""
    s = squadron("forge_mother", "clay_hand", points=1, phase=Phase.SPECIAL)
    disrupt(s, "clay_hand")
    told = run(special_phase(s), {"assembly": [(1, 6)]}, ["assembly", "job:clay_hand"])
    assert told.keys("burnout") == ["burnout:forge_mother"]
    assert (s.is_flipped[unit("forge_mother")], s.is_flipped[unit("clay_hand")]) == (True, False)


def test_a_pod_brought_by_a_net_run_cannot_burn_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-SP-37 R-SP-23 A box may sell Pods for Positives: the Cyberwar Pod that this run has brought is no victim of it."""
    way = Way("pod", "A Cyberwar Pod", (Reinforce(units=("p3b",)),))
    line = msgspec.structs.replace(BOX.lines["net_run"], outcomes=(way,))
    monkeypatch.setitem(BOX.lines, "net_run", line)
    s = squadron("ghost_wire", phase=Phase.SPECIAL)
    told = run(special_phase(s), {"net_run": [(1, 6)], "net dice": [(2,)]}, ["net_run", "pod"])
    assert told.keys("burnout") == ["burnout:ghost_wire"]
    assert s.cargo[unit("ghost_wire")] == (unit("p3b"),)


def test_a_pod_brought_by_a_combined_action_cannot_burn_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-SP-37 17.5 Who can burn out is fixed before the success of a combined action brings a Nano-Assembler."""
    action = msgspec.structs.replace(BOX.combined[0], success=(Reinforce(units=("p9a",)),))
    monkeypatch.setattr(BOX, "combined", (action,))
    s = squadron("ghost_wire", "forge_mother", phase=Phase.SPECIAL)
    s.combined = 0
    dice = {"combined": [(6, 2), (6, 1)]}
    told = run(special_phase(s), dice, [action.id, "stow:forge_mother"])
    assert told.keys("burnout") == ["burnout:forge_mother"]
    assert s.cargo[unit("forge_mother")] == (unit("p9a"),)


def test_a_pod_given_up_for_a_marker_has_burnt_out_already() -> None:
    """R-SP-37 R-SP-19 The Cyber Pod that made room for the captured marker is gone; the runner alone is left to burn out."""
    s = squadron("ghost_wire+p3b", at="m3", phase=Phase.SPECIAL)
    mark(s, "m3", "cyber")
    dice = {"net_run": [(1, 6, 2)], "net dice": [(2,)]}
    told = run(special_phase(s), dice, ["discard:p3b"])
    assert told.keys("burnout") == ["burnout:ghost_wire"]
    assert s.cargo[unit("ghost_wire")] == (unit("cyber_intercept"),)


def test_pods_may_be_shifted_after_the_move_too() -> None:
    """19.3 "During the movement phase": a Pod changes ships after the Task Force has moved, and so does a marker just taken."""
    s = squadron("sand_viper+p1a", "wadi_runner", "night_jackal")
    mark(s, "h1", "fuel", revealed=True)
    asked = ["shift_after", "move:h1", "capture:wadi_runner"]
    run(move(s), answers=[*asked, "shift:fuel_intercept", "keep", "stow:night_jackal"])
    assert s.point == point("h1")
    assert s.cargo[unit("night_jackal")] == (unit("fuel_intercept"),)
    assert s.phase is Phase.OPS_CARD


def test_pods_may_be_shifted_where_nothing_can_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """19.3 11.2 A Task Force whose slowest ship has no Energy stays, but its Pods may change ships."""
    monkeypatch.setattr(Squadron, "energy", lambda s, ship: 0)
    s = squadron("sand_viper+p1a", "wadi_runner")
    run(move(s), answers=["shift", "stow:wadi_runner", "stay"])
    assert s.cargo[unit("wadi_runner")] == (unit("p1a"),)
