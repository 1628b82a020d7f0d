"""Chapter 16: combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.free_mars.common.state import MissionEnded
from sandtable.games.free_mars.space.rules.combat import battle_round, combat_phase, end_battle, launch_swarms
from sandtable.games.free_mars.space.rules.deployment import deploy
from sandtable.games.free_mars.space.rules.ops_cards import ops_card
from sandtable.games.free_mars.space.rules.resolution import resolution_phase
from sandtable.games.free_mars.space.state import GONE, Phase, Squadron

from ..kit import BOX, DISCARDS, Told, card, disrupt, mark, opfor, point, run, side, squadron, unit


def draw(s: Squadron, dice: Any) -> Told:
    s.phase = Phase.OPS_CARD
    return run(ops_card(s), dice)


def fight(s: Squadron, edge: bool, dice: Any, answers: tuple[str, ...] = ()) -> Told:
    """One round of a battle, with the Tactical Edge as given; Swarms are out."""
    launch_swarms(s, s.in_battle())
    s.has_edge, s.phase = edge, Phase.ROUND
    return run(battle_round(s), dice, answers)


def test_all_friendly_ships_in_the_point_fight() -> None:
    """16.1 Ships of the Point that are not in the Task Force fight too; ships elsewhere do not."""
    s = squadron("sand_viper", "red_lance", "wadi_runner")
    s.tf = (unit("sand_viper"),)
    s.at[unit("wadi_runner")] = point("h1")
    assert s.in_battle() == [unit("red_lance"), unit("sand_viper")]


def test_opfor_come_to_the_task_force_and_go_back() -> None:
    """16.2 16.9 OPFOR units leave the Bin for a battle and are all back in it afterwards, eliminated or not."""
    s = squadron("sand_viper", net=2, deck=("patrol_contact",))
    draw(s, {"opfor": [(0, 1)]})
    assert (s.bin[0], s.bin[1], s.opfor_left) == (1, 1, 2)
    run(end_battle(s, won=False))
    assert (s.bin, s.opfor_left) == (list(BOX.bin), 0)


def test_how_many_opfor_units_come() -> None:
    """C-9 16.3 Intervention at NET 2 in a Node with a marker: 2 + 2 + 1 = 5 units."""
    s = squadron("sand_viper", net=2, at="m3", deck=("intervention",))
    mark(s, "m3", "fuel")
    draw(s, {"opfor": [(0, 0, 1, 2, 3)]})
    assert s.opfor_left == 5


def test_the_bin_can_run_short() -> None:
    """R-SP-29 If fewer units are in the Bin than called for, all of them come."""
    s = squadron("sand_viper", net=6, deck=("intervention",))
    s.bin = [1, 0, 0, 0, 0, 0, 0]
    draw(s, {"opfor": [(0,)]})
    assert s.opfor_left == 1


def test_nemesis_brings_the_cyborg() -> None:
    """B8 Nemesis at NET 1: two units, one of them the Cyborg."""
    s = squadron("sand_viper", deck=("nemesis",))
    draw(s, {"opfor": [(2,)]})
    assert (s.opfor[side("cyborg_front")], s.opfor[side("picket_front")]) == (1, 1)


@pytest.mark.parametrize(("die", "name"), [(3, "swarm_front"), (4, "swarm_back")])
def test_a_swarm_shows_the_side_of_its_die(die: int, name: str) -> None:
    """W-12 16.3d R-SP-26 Odd is the front, even the back; ships always come effective side up."""
    s = squadron("sand_viper", net=2, deck=("patrol_contact",))
    draw(s, {"opfor": [(1, 6)], "swarm side": [(die,)]})
    assert s.opfor[side(name)] == 1
    assert s.opfor[side("attack_craft_front")] == 1


@pytest.mark.parametrize(("ours", "theirs", "edge"), [(2, 2, False), (3, 2, True), (2, 1, True)])
def test_tactical_edge(ours: int, theirs: int, edge: bool) -> None:
    """W-10 16.4.1 d + 4 + NET 1 against d + 4 + 2 for the Cyborg: 7 against 8 loses the edge; ties are ours."""
    s = squadron("ghost_wire", phase=Phase.COMBAT)
    opfor(s, "cyborg_front")
    run(combat_phase(s), {"edge": [((ours,), (theirs,))]})
    assert s.has_edge is edge


def test_swarms_alone_have_no_energy() -> None:
    """R-SP-27 An OPFOR force of Swarms adds nothing to its die: 1 + 3 + 1 beats 5."""
    s = squadron("sand_viper", phase=Phase.COMBAT)
    opfor(s, "swarm_back")
    run(combat_phase(s), {"edge": [((1,), (5,))]})
    assert s.has_edge


def test_the_fastest_ship_counts_for_the_edge() -> None:
    """C-6 16.4.1 Ghost Wire and Red Lance have Energy 4 for the edge: 2+4+1 against 4+3 is a tie, and ours."""
    s = squadron("ghost_wire", "red_lance", phase=Phase.COMBAT)
    opfor(s, "escort_front")
    run(combat_phase(s), {"edge": [((2,), (4,))]})
    assert s.has_edge


def test_a_card_can_add_to_the_opfor_edge() -> None:
    """B8 Ambush Orbit adds 1: Sand Viper's 3+3+1 = 7 loses to 4+3+1 = 8."""
    s = squadron("sand_viper", deck=("ambush_orbit",))
    draw(s, {"opfor": [(0, 0)]})
    run(combat_phase(s), {"edge": [((3,), (4,))]})
    assert not s.has_edge


def test_the_side_without_the_edge_fires_with_what_is_left() -> None:
    """16.4.2 16.5 We fire first and flip the Attack Craft: it answers with 1 die instead of 3."""
    s = squadron("sand_viper")
    opfor(s, "attack_craft_front")
    fight(s, True, {"fire": [(5, 2)], "opfor fire": [(3,)]}, ("fire",))
    assert s.opfor[side("attack_craft_back")] == 1


def test_the_opfor_with_the_edge_fires_first() -> None:
    """16.4.2 The OPFOR flips Sand Viper, which then answers with 1 die instead of 2."""
    s = squadron("sand_viper")
    opfor(s, "picket_front")
    fight(s, False, {"opfor fire": [(6,)], "fire": [(2,)]}, ("fire",))
    assert s.is_flipped[unit("sand_viper")]
    assert s.phase is Phase.ROUND  # 16.4.4 both sides have units: another round


def test_hits_flip_then_remove() -> None:
    """W-14 16.5 16.6 16.7 Strength 5, dice 6,5,2,1,5: three hits remove a ship and a Swarm, and the battle is won."""
    s = squadron("night_jackal", "sand_viper")
    opfor(s, "escort_front", "swarm_front")
    told = fight(s, True, {"fire": [(6, 5, 2, 1, 5)]}, ("fire",))
    assert "hit" not in told.topics  # all of them are gone, in whatever order
    assert (s.opfor_left, s.phase) == (0, Phase.SPECIAL)
    assert "The battle is won." in told.said


def test_hits_on_the_opfor_are_allotted_by_the_player() -> None:
    """16.6 Two hits against an Escort and a Swarm: the Escort may be flipped and removed, or the Swarm hit instead."""
    s = squadron("night_jackal", "sand_viper")
    opfor(s, "escort_front", "swarm_front")
    dice = {"fire": [(6, 5, 2, 1, 2)], "opfor fire": [(2,)]}
    told = fight(s, True, dice, ("fire", "hit:escort_front", "hit:escort_back"))
    assert told.keys("hit") == ["hit:escort_front", "hit:swarm_front"]
    assert (s.opfor[side("swarm_front")], s.opfor_left) == (1, 1)


def test_breakoff() -> None:
    """W-13 16.4.3 Energy 3: a die of 3 is out of the battle, a 4 stays and has not fired."""
    s = squadron("sand_viper", "night_jackal")
    opfor(s, "escort_front")
    dice = {"break off": [(3,)], "fire": [(2, 2, 2)], "opfor fire": [(2,)]}
    fight(s, True, dice, ("break_off", "break_off:sand_viper", "rest"))
    assert s.off == (unit("sand_viper"),)
    assert s.in_battle() == [unit("night_jackal")]
    s = squadron("sand_viper")
    opfor(s, "escort_front")
    fight(s, True, {"break off": [(4,)], "opfor fire": [(2,)]}, ("break_off",))
    assert (s.off, s.phase) == ((), Phase.ROUND)


def test_a_ship_that_broke_off_cannot_be_hit() -> None:
    """R-SP-25 16.4.3 Only ships still in the battle, and launched Swarms, take hits."""
    s = squadron("sand_viper", "night_jackal+p1b")
    opfor(s, "attack_craft_front")
    dice = {"break off": [(1,)], "fire": [(2, 2, 2, 2)], "opfor fire": [(5, 2, 2)]}
    told = fight(s, True, dice, ("break_off", "break_off:sand_viper", "rest", "loss:p1b"))
    assert told.keys("loss") == ["loss:night_jackal", "loss:p1b"]


def test_all_ships_broken_off_lose_the_battle() -> None:
    """16.8 R-SP-27 OPFOR remain and every ship has broken off: lost; Swarms that are out come back aboard."""
    s = squadron("sand_viper+p1b", deck=("patrol_contact", "firewall"))
    draw(s, {"opfor": [(0,)]})
    told = fight(s, True, {"break off": [(2,)]}, ("break_off", "lose:net"))
    assert "The battle is lost." in told.said
    assert s.cargo[unit("sand_viper")] == (unit("p1b"),)
    assert s.opfor_left == 0


def test_ships_may_break_off_from_any_strength() -> None:
    """16.4.3 "You can attempt to Breakoff during any of your rounds": from a Disrupted Tender without Weapons too."""
    s = squadron("sand_viper", "red_lance")
    opfor(s, "tender_back")
    assert s.opfor_strength == 0
    fight(s, True, {"break off": [(1,)], "fire": [(2, 2, 2)]}, ("break_off", "break_off:sand_viper", "rest"))
    assert s.off == (unit("sand_viper"),)
    told = fight(s, True, {"fire": [(2, 2, 2)]}, ("keep_firing",))
    assert told.topics == ["fight"]
    assert fight(s, True, {"fire": [(2, 2, 2)]}).topics == []  # said until a ship is hit


def test_a_player_who_keeps_firing_is_asked_after_a_hit_on_a_ship() -> None:
    """16.4.3 Round after round without a question, while only Swarms are hit; then there is a choice again."""
    s = squadron("sand_viper+p1b")
    opfor(s, "attack_craft_front", "attack_craft_front")
    told = fight(
        s, True, {"fire": [(2, 2, 2)], "opfor fire": [(5, 2, 2, 2, 2, 2)]}, ("keep_firing", "loss:p1b")
    )
    assert (told.topics, s.keeps_firing) == (["fight", "loss"], True)
    told = fight(s, True, {"fire": [(2, 2)], "opfor fire": [(5, 2, 2, 2, 2, 2)]})
    assert (told.topics, s.keeps_firing) == (["loss"], False)  # the one ship, so nobody is asked which
    told = fight(s, True, {"fire": [(2,)], "opfor fire": [(2, 2, 2, 2, 2, 2)]}, ("fire",))
    assert (told.keys("fight"), s.keeps_firing) == (["keep_firing", "fire", "break_off"], False)


def test_a_new_battle_asks_again() -> None:
    """16.4.3 To keep firing is said for one battle."""
    s = squadron("sand_viper", "night_jackal", deck=("patrol_contact", "firewall"))
    draw(s, {"opfor": [(0,)]})
    s.keeps_firing = True
    fight(s, True, {"fire": [(5, 5, 5, 5, 5)]}, ("gain:ops",))
    assert not s.keeps_firing


def test_nobody_is_asked_in_which_order_all_are_lost() -> None:
    """16.6 Four hits are what two Swarms and a ship can take: all of them are lost, and the battle with them."""
    s = squadron("night_jackal+p1b+p3a", "red_lance")
    s.at[unit("red_lance")] = point("h1")
    opfor(s, "attack_craft_front", "attack_craft_front")
    told = fight(s, False, {"opfor fire": [(5, 5, 6, 6, 2, 2)]})
    assert told.topics == []
    assert (s.at[unit("night_jackal")], s.loose, s.cargo[unit("night_jackal")]) == (-2, (), ())


def test_friendly_losses_are_allotted_by_the_player() -> None:
    """16.6 R-SP-25 The player says which ship or Swarm takes each hit; a flipped ship is lost with its Pods (19.2)."""
    s = squadron("sand_viper+p1a", "red_lance")
    disrupt(s, "sand_viper")
    opfor(s, "attack_craft_front")
    told = fight(s, False, {"opfor fire": [(6, 5, 2)], "fire": [(1,)]}, ("loss:sand_viper", "fire"))
    assert told.keys("loss") == ["loss:red_lance", "loss:sand_viper"]
    assert (s.at[unit("sand_viper")], s.is_flipped[unit("red_lance")]) == (-2, True)
    assert unit("p1a") in s.pods_left()


def test_a_lost_ship_is_out_of_the_mission() -> None:
    """16.9 Eliminated ships stay out; flipped ones stay flipped."""
    from sandtable.games.free_mars.space.rules.set_up import purchases

    s = squadron("sand_viper", "red_lance", points=9)
    disrupt(s, "sand_viper", "red_lance")
    s.hit_ship(unit("sand_viper"))
    assert unit("sand_viper") not in purchases(s)
    assert s.is_flipped[unit("red_lance")]


def test_a_marker_is_lost_with_its_ship() -> None:
    """19.2 12.5 A captured marker goes with the ship that holds it."""
    s = squadron("sand_viper+fuel_intercept", "red_lance")
    s.lose_ship(unit("sand_viper"))
    assert s.markers.where[unit("fuel_intercept") - BOX.first_marker] == GONE


def test_no_fire_on_either_side_is_a_stalemate() -> None:
    """R-SP-28 Clay Hand against a Disrupted Escort: neither won nor lost, no Win/Lose, and the turn goes on."""
    s = squadron("clay_hand", deck=("patrol_contact", "firewall"))
    draw(s, {"opfor": [(0,)]})
    s.opfor[side("escort_front")], s.opfor[side("escort_back")] = 0, 1
    told = fight(s, True, {})
    assert told.topics == []
    assert (s.opfor_left, s.net, s.ops_left, s.phase) == (0, 1, 1, Phase.SPECIAL)


def test_weapons_of_ships_swarms_and_markers_add_up() -> None:
    """16.5 12.6 Sand Viper 2 with the weapons marker 1, Night Jackal 3 with Swarm 2: strength 8."""
    s = squadron("sand_viper+weapons_intercept", "night_jackal+p3a")
    launch_swarms(s, s.in_battle())
    assert s.strength(s.in_battle()) == 8


def test_swarms_of_a_disrupted_ship_stay_aboard() -> None:
    """19.2 19.5.2 Only Swarms on effective ships are launched."""
    s = squadron("sand_viper+p1b", "night_jackal+p3a")
    disrupt(s, "sand_viper")
    launch_swarms(s, s.in_battle())
    assert s.loose == (unit("p3a"),)


def test_swarms_return_to_any_ship_with_room() -> None:
    """19.5.2 After the battle a Swarm goes to a friendly ship of the player's choice in the Point."""
    s = squadron("sand_viper", "night_jackal+p3a")
    launch_swarms(s, s.in_battle())
    told = run(end_battle(s, won=None), answers=["otherwise", "stow:sand_viper"])
    assert told.keys("stow") == ["stow:night_jackal", "stow:sand_viper"]
    assert s.cargo[unit("sand_viper")] == (unit("p3a"),)


def back_from_battle(s: Squadron, *answers: str) -> list[str]:
    """Launch the Swarms, end the battle, and say what was asked."""
    launch_swarms(s, s.in_battle())
    return run(end_battle(s, won=None), answers=answers).topics


def test_a_swarm_remembers_the_ship_that_carries_it() -> None:
    """19.5.2 A player who says so once finds every Swarm aboard its ship again, battle after battle, and is not asked."""
    s = squadron("sand_viper", "night_jackal+p3a")
    assert back_from_battle(s, "keep_back") == ["recover"]
    assert back_from_battle(s) == []
    assert s.cargo[unit("night_jackal")] == (unit("p3a"),)
    assert (s.loose, s.home) == ((), {})


def test_the_player_is_asked_again_when_the_ship_is_disrupted_or_lost() -> None:
    """19.5.2 19.2 Aboard a Disrupted ship a Swarm is of no use; a lost ship carries none."""
    s = squadron("sand_viper", "night_jackal+p3a")
    back_from_battle(s, "keep_back")
    launch_swarms(s, s.in_battle())
    s.hit_ship(unit("night_jackal"))
    told = run(end_battle(s, won=None), answers=["otherwise", "stow:sand_viper"])
    assert told.topics == ["recover", "stow"]
    assert back_from_battle(s, "back") == ["recover"]  # it was for the other ship
    assert back_from_battle(s, "back") == ["recover"]  # and this time only


def test_a_swarm_finds_its_ship_though_another_ship_is_lost() -> None:
    """19.5.2 Only the Swarm whose ship is gone has to be placed."""
    s = squadron("sand_viper+p1b", "night_jackal+p3a", "forge_mother")
    launch_swarms(s, s.in_battle())
    s.lose_ship(unit("night_jackal"))
    told = run(end_battle(s, won=None), answers=["back"])
    assert told.topics == ["recover", "stow"]
    assert s.cargo[unit("sand_viper")] == (unit("p1b"),)
    assert s.cargo[unit("forge_mother")] == (unit("p3a"),)


def test_nobody_is_asked_where_no_other_ship_has_room() -> None:
    """19.5.2 A Swarm whose ship is the only one with room goes back there."""
    s = squadron("red_lance+p1a", "night_jackal+p3a")
    assert s.room(unit("red_lance")) == 0
    assert "recover" not in back_from_battle(s)
    assert s.cargo[unit("night_jackal")] == (unit("p3a"),)


def test_swarms_return_to_their_own_ships_in_one_answer() -> None:
    """19.5.2 Several Swarms can all go back to the ships they came from, or each be placed anew."""
    for answers, cargo in (
        (["back"], {"sand_viper": ("p1b",), "night_jackal": ("p3a", "p4a")}),
        (
            ["otherwise", "stow:night_jackal", "stow:sand_viper"],
            {"sand_viper": ("p4a",), "night_jackal": ("p3a", "p1b")},
        ),
    ):
        s = squadron("sand_viper+p1b", "night_jackal+p3a+p4a")
        launch_swarms(s, s.in_battle())
        run(end_battle(s, won=None), answers=answers)
        assert all(set(s.cargo[unit(ship)]) == {unit(pod) for pod in pods} for ship, pods in cargo.items())
        assert (s.loose, s.home) == ((), {})


def test_swarms_without_room_are_lost() -> None:
    """19.5.2 With their ship gone and one place left, the player says which of two Swarms is lost."""
    s = squadron("sand_viper", "night_jackal+p3a+p4a")
    launch_swarms(s, s.in_battle())
    s.lose_ship(unit("night_jackal"))
    run(end_battle(s, won=None), answers=["abandon:p4a"])
    assert s.cargo[unit("sand_viper")] == (unit("p3a"),)


def test_winning_brings_the_stake_of_the_card() -> None:
    """16.7 13.2 Patrol Contact is Win/Lose 1."""
    s = squadron("red_lance", deck=("patrol_contact", "firewall"))
    draw(s, {"opfor": [(0,)]})
    run(end_battle(s, won=True), answers=["gain:net"])
    assert s.net == 2
    assert (s.phase, s.cards.where[card("patrol_contact")]) == (Phase.SPECIAL, DISCARDS)


def test_the_last_ship_lost_in_battle_ends_the_mission() -> None:
    """R-SP-4 16.8 With the only ship eliminated the Mission is over in the middle of the volley."""
    s = squadron("sand_viper")
    opfor(s, "attack_craft_front")
    with pytest.raises(MissionEnded):
        fight(s, False, {"opfor fire": [(6, 6, 2)]})


def test_campaign_victories_bring_more_opfor() -> None:
    """20.3 R-SP-36 Each Mission won adds a unit to the battles of cards."""
    from sandtable.games.free_mars.common.cards.effects import Deploy
    from sandtable.games.free_mars.common.state import WON

    s = squadron("sand_viper", net=2)
    s.cards.play(card("silence_the_guns"), WON)
    s.cards.play(card("sweep_the_rings"), WON)
    run(deploy(s, next(e for e in BOX.effects if isinstance(e, Deploy))), {"opfor": [(0, 1, 2, 3)]})
    assert s.opfor_left == 4


def test_a_card_without_units_leaves_nothing_for_a_later_battle() -> None:
    """R-SP-38 Ambush Orbit finds an empty Bin: neither its edge nor its Win/Lose reaches the mission battle that follows."""
    s = squadron("sand_viper", at="l3", net=3, revealed=True, deck=("ambush_orbit", "firewall"))
    full, s.bin = s.bin, [0] * len(s.bin)
    draw(s, {})
    assert (s.opfor_left, s.phase) == (0, Phase.SPECIAL)
    s.bin, s.phase = full, Phase.RESOLUTION
    dice = {"opfor": [(0, 0, 2, 2)], "edge": [((1,), (4,))]}
    run(resolution_phase(s), dice, ["resolve:yes"])
    assert s.has_edge  # 1 + 3 + 3 against 4 + 3: a tie, and ours
    told = run(end_battle(s, won=True))
    assert "gain" not in told.topics


def test_a_card_without_units_clears_what_an_earlier_card_deployed() -> None:
    """R-SP-38 A Sensor Sweep that turns up a marker settles no battle of the Ambush Orbit before it."""
    s = squadron("sand_viper", deck=("ambush_orbit", "sensor_sweep", "firewall"))
    full, s.bin = s.bin, [0] * len(s.bin)
    draw(s, {})
    s.bin = full
    mark(s, "l3", "fuel")
    draw(s, {"net check": [(6,)]})
    assert s.deployed == ()
    assert s.phase is Phase.SPECIAL


def test_the_log_gives_the_strength_after_the_sides_are_rolled() -> None:
    """16.3 R-SP-26 An Attack Craft (3) and a Swarm on its back (2) are told with strength 5, not with that of its front."""
    s = squadron("sand_viper", net=2, deck=("patrol_contact",))
    told = draw(s, {"opfor": [(1, 6)], "swarm side": [(4,)]})
    assert told.said[-1] == "2 OPFOR units arrive: Attack Craft and Swarm. Strength 5 in all."
