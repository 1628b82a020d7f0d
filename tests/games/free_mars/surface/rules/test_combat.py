"""SC 15.0 Combat."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.games.free_mars.common.cards.effects import Deploy
from sandtable.games.free_mars.common.state import DISCARDS, IN_PLAY
from sandtable.games.free_mars.surface.rules.combat import breakoff_number, has_pilot, opfor_edge, team_edge
from sandtable.games.free_mars.surface.rules.deployment import deployment_count
from sandtable.games.free_mars.surface.state import Phase, piece

from ..conftest import ChangeBox
from ..kit import BOX, OPS_NUMBER, Desk, cell, kinds, opfor, showing, team

TEAM = ("firebrand", "netrunner", "nanosmith", "rail_carbine")  # strength 5
OVERWATCH = next(i for i, deploy in enumerate(BOX.deploys) if deploy == Deploy(win_lose=1))
OPS = ["walkout", "system_purge", "dust_storm"]


def in_round(*units: str, dice: dict[str, list[object]] | None = None, **more: object) -> Desk:
    """A card battle at the start of a round, on a plain cell."""
    settings: dict[str, object] = {
        "phase": Phase.ROUND, "cell": "e7", "opfor": ["patrol"], "ops": OPS, "deployed": (OVERWATCH,), "has_edge": True, **more
    }  # fmt: skip
    return Desk(team(*(units or TEAM), **settings), dice)  # type: ignore[arg-type]


# 15.1 to 15.3


def test_15_1_and_15_2_opfor_stand_with_the_team_for_the_battle_only() -> None:
    """15.1, 15.2: units picked by a card are fought at once; afterwards all are back in the Bin, eliminated or not."""
    dice: dict[str, list[object]] = {
        "opfor": [kinds("patrol")],
        "edge": [((6,), (1,))],
        "fire": [(6, 5, 1, 1, 1)],
    }
    desk = Desk(team(*TEAM, cell="e7", phase=Phase.CARD, ops=["overwatch", *OPS]), dice)
    assert desk.topic == "gain"
    assert (opfor(desk.s), tuple(desk.s.bin)) == ([], BOX.bin)


def test_15_3_deployment_count() -> None:
    """15.3, W-8: NET 2, an OPFOR Installation with extra 2, one Mission won: 2 + 2 + 1 = 5 units."""
    deploy = BOX.deploys[OVERWATCH]
    s = team(*TEAM, net=2, cell="f4", won=["blackout"])
    assert BOX.installations[s.installation()].extra == 2
    assert deployment_count(s, deploy) == 5
    assert deployment_count(team(*TEAM, net=2, cell="f4", friendly=["spaceport"]), deploy) == 2


def test_r_sc_38_a_taz_takes_one_unit_off() -> None:
    """R-SC-38: one unit less in a TAZ cell, but at least one."""
    deploy = BOX.deploys[OVERWATCH]
    assert deployment_count(team(*TEAM, net=3, cell="e7", taz=["e7"]), deploy) == 2
    assert deployment_count(team(*TEAM, net=1, cell="e7", taz=["e7"]), deploy) == 1


def test_15_3_c_units_are_placed_effective_side_up() -> None:
    """15.3c, 4.2."""
    dice: dict[str, list[object]] = {
        "opfor": [kinds("gunship", "patrol")],
        "edge": [((6,), (1,))],
        "fire": [(1,) * 5],
    }
    desk = Desk(team(*TEAM, cell="e7", net=2, phase=Phase.CARD, ops=["overwatch", *OPS]), dice)
    assert sorted(opfor(desk.s)) == ["gunship", "patrol"]


def test_r_sc_31_a_bin_that_is_too_small_gives_all_it_has() -> None:
    """R-SC-31: 6 + 2 + 4 = 12 units are called for; there are ten."""
    won = ["blackout", "skyhook", "rising"]
    strength = sum(n * BOX.sides[side].combat for n, side in zip(BOX.bin, BOX.fronts, strict=True))
    s = team(*TEAM, net=6, cell="f4", phase=Phase.CARD, ops=["hunter_cell", *OPS], won=won, campaign=True)
    desk = Desk(s, {"edge": [((6,), (1,))], "fire": [(1,) * 5], "opfor fire": [(1,) * strength]})
    assert sum(desk.s.opfor) == 10


def test_c_9_a_battle_at_the_arsenal() -> None:
    """C-9: at H6 (canyon, OPFOR Arsenal) with NET 1, O1: 1 + 2 = 3 units; Team d + 1 + L + 1; OPFOR d + factor + 1."""
    s = team(*TEAM, cell="h6", opfor=["patrol", "drones", "drones"][:2])
    assert deployment_count(s, BOX.deploys[OVERWATCH]) == 3
    assert team_edge(s) == 1 + 2 + 1
    assert opfor_edge(s) == 2 + 1


# 15.4 The procedure


def test_w_6_tactical_edge() -> None:
    """15.4.1, W-6: die 3, NET 2, one Leader icon, Friendly Installation: 7; OPFOR die 4, best factor 2: 6. Team first."""
    s = team(
        "organiser", "netrunner", net=2, cell="d6", friendly=["ice_refinery"], opfor=["drones", "patrol"]
    )
    assert (team_edge(s), opfor_edge(s)) == (4, 2)
    s.phase = Phase.EDGE
    desk = Desk(s, {"edge": [((3,), (4,))], "fire": [(1, 1)], "opfor fire": [(1, 1, 1)]})
    assert desk.s.has_edge is True
    assert desk.thrown[:2] == ["edge", "fire"]


def test_w_7_the_team_wins_ties() -> None:
    """15.4.1c, W-7: 6 against 6 is the Team's; 5 against 6 is not."""
    for die, has_edge in ((3, True), (2, False)):
        s = team("organiser", "netrunner", net=2, cell="e7", opfor=["patrol"], phase=Phase.EDGE)
        assert (team_edge(s), opfor_edge(s)) == (3, 1)
        desk = Desk(s, {"edge": [((die,), (5,))], "fire": [(1, 1)], "opfor fire": [(1,)]})
        assert desk.s.has_edge is has_edge


def test_r_sc_26_terrain_modifies_the_edge() -> None:
    """R-SC-26: in this set rough and canyon help the Team, a volcano and a Settlement with its garrison the OPFOR."""
    edges = {}
    for place in ("e7", "d7", "i6", "c6", "d5"):
        s = team("netrunner", cell=place, opfor=["patrol"])
        edges[place] = (team_edge(s), opfor_edge(s))
    assert edges == {"e7": (1, 1), "d7": (2, 1), "i6": (2, 1), "c6": (1, 3), "d5": (1, 2)}


def test_r_sc_30_only_leaders_of_the_team_count_for_the_edge() -> None:
    """R-SC-30: Leader icons of Installations and of won Mission cards do not."""
    s = team(
        "organiser",
        friendly=["broadcast_spire"],
        won=["airwaves"],
        mission="blackout",
        cell="e7",
        opfor=["patrol"],
    )
    assert s.value("leader") == 3
    assert team_edge(s) == 1 + 1


def test_15_4_1_b_the_single_best_factor_counts() -> None:
    """15.4.1b: factors are not added up; a crashed side counts with its own factor."""
    assert opfor_edge(team(*TEAM, cell="e7", opfor=["gunship", "agent", "patrol"])) == 3
    assert opfor_edge(team(*TEAM, cell="e7", opfor=["gunship_crashed", "patrol_crashed"])) == 1


def test_r_sc_25_the_edge_is_rolled_once() -> None:
    """R-SC-25: in the second round the same side fires first and no edge is rolled."""
    desk = in_round(dice={"fire": [(1,) * 5, (1,) * 5], "opfor fire": [(1,), (1,)]})
    desk.choose("fight_on")
    assert desk.thrown == ["fire", "opfor fire", "fire", "opfor fire"]


def test_15_4_2_the_side_with_the_edge_fires_first() -> None:
    """15.4.2."""
    assert in_round(dice={"fire": [(1,) * 5], "opfor fire": [(1,)]}).thrown == ["fire", "opfor fire"]
    second = in_round(has_edge=False, dice={"fire": [(1,) * 5], "opfor fire": [(1,)]})
    assert second.thrown == ["opfor fire", "fire"]


def test_w_10_three_hits_on_two_units() -> None:
    """15.5, R-SC-24, W-10: dice 5,6,6,1 are three hits: flip both, remove one; the other fires with its crashed value."""
    desk = in_round(
        "breaker",
        "organiser",
        opfor=["troopers", "assault_team"],
        dice={"fire": [(5, 6, 6, 1)], "opfor fire": [(1, 1)]},
    )
    desk.choose("hit:assault_team", "hit:troopers", "hit:troopers_crashed")
    assert opfor(desk.s) == ["assault_team_crashed"]
    crashed = next(side for side in BOX.sides if side.id == "assault_team_crashed")
    assert desk.s.opfor_strength == crashed.combat == 2
    assert desk.topic == "breakoff"


def test_r_sc_24_losses_come_before_the_reply() -> None:
    """R-SC-24: a force that is wiped out does not fire back."""
    desk = in_round(opfor=["patrol"], dice={"fire": [(5, 6, 1, 1, 1)]})
    assert desk.thrown == ["fire"]
    assert desk.topic == "gain"


def test_r_sc_27_one_volley_may_flip_and_remove_the_same_unit() -> None:
    """R-SC-27: hits beyond the last unit are lost."""
    desk = in_round(opfor=["patrol"], dice={"fire": [(6, 6, 6, 6, 6)]})
    assert desk.topic == "gain"


# Breakoff


def test_15_4_3_breakoff_is_asked_after_both_sides_have_fired() -> None:
    """15.4.3: any unit with a movement rating may be named; Gear has none. It may be declined and tried again."""
    desk = in_round(dice={"fire": [(1,) * 5] * 2, "opfor fire": [(1,)] * 2})
    movers = ["breakoff:firebrand", "breakoff:netrunner", "breakoff:nanosmith"]
    assert desk.keys == ["keep_fighting", "fight_on", *movers]
    assert desk.choose("fight_on").topic == "breakoff"


def test_15_4_3_a_player_who_fights_on_is_asked_again_after_a_hit() -> None:
    """15.4.3: two rounds without a hit pass unasked; the hit of the third brings the choice back."""
    desk = in_round(dice={"fire": [(1,) * 5] * 3 + [(1,) * 4], "opfor fire": [(1,), (1,), (6,), (1,)]})
    desk.choose("keep_fighting")
    assert (desk.topic, desk.thrown.count("fire")) == ("loss", 3)
    desk.choose(desk.keys[0])
    assert desk.topic == "breakoff"


def test_15_4_3_the_team_may_break_off_from_any_strength() -> None:
    """15.4.3: the player may try after every round, whatever the OPFOR could still do; who fights on is not asked again."""
    weak = next(side.id for side in BOX.sides if side.combat == 0)
    dice: dict[str, list[object]] = {"fire": [(1,) * 5, (1,) * 5, (6, 1, 1, 1, 1)]}
    desk = in_round(opfor=[weak], dice=dice)
    assert (desk.s.opfor_strength, desk.topic) == (0, "breakoff")
    desk.choose("keep_fighting")
    assert desk.thrown.count("fire") == 3
    assert "breakoff" not in desk.topic
    away = in_round(opfor=[weak], dice={"fire": [(1,) * 5], "breakoff": [1], "escape": [1, 1]})
    assert cell(away.choose("breakoff:firebrand").s) == "b1"


@pytest.mark.parametrize(
    ("units", "unit", "number"),
    [
        (("netrunner", "throttle"), "netrunner", 3),  # W-12: movement 2, and an effective Pilot
        (("netrunner",), "netrunner", 2),
        (("netrunner", "throttle_crashed"), "netrunner", 2),  # the Pilot is crashed
        (("breaker", "jump_harness"), "breaker", 2),  # Gear is always effective
        (("netrunner", "skimmer"), "skimmer", 5),  # movement 4, and its own Pilot
    ],
)
def test_w_12_the_number_of_a_breakoff(units: tuple[str, ...], unit: str, number: int) -> None:
    """15.4.3, W-12: not above the movement, 1 more with a combat effective Hot Pilot in the Team."""
    s = team(*units)
    named = next(piece(s, u) for u in s.team() if BOX.printed[u][0].id == unit)
    assert breakoff_number(s, named) == number


def test_w_12_a_six_always_fails(changed_box: ChangeBox) -> None:
    """W-12: even movement 5 and a Pilot do not make a 6 succeed."""
    s = team("firebrand", "throttle")
    changed_box(printed=((BOX.printed[0][0]._replace(move=5), BOX.printed[0][1]), *BOX.printed[1:]))
    assert has_pilot(s)
    assert breakoff_number(s, 0) == 5


def test_w_12_success_and_failure() -> None:
    """W-12: with number 3 a die of 3 gets away and a die of 4 does not."""
    dice: dict[str, list[object]] = {"fire": [(1,) * 2] * 2, "opfor fire": [(1,)] * 2, "escape": [1, 1]}
    away = in_round("netrunner", "throttle", dice={**dice, "breakoff": [3]}).choose("breakoff:netrunner")
    assert cell(away.s) == "b1"
    stays = in_round("netrunner", "throttle", dice={**dice, "breakoff": [4]}).choose("breakoff:netrunner")
    assert (cell(stays.s), stays.topic) == ("e7", "breakoff")


def test_15_4_3_a_breakoff_ends_the_op_and_loses_the_battle() -> None:
    """15.4.3, 15.8, R-SC-34: Win/Lose 1 is lost, the OPFOR goes, the card is discarded, and the next Op begins."""
    dice: dict[str, list[object]] = {
        "fire": [(1,) * 5],
        "opfor fire": [(1,)],
        "breakoff": [1],
        "escape": [2, 1],
    }
    desk = in_round(net=3, dice=dice)
    desk.choose("breakoff:firebrand")
    assert desk.keys == ["lose:ops", "lose:net"]
    desk.choose("lose:net")
    assert (desk.s.net, desk.topic, opfor(desk.s), tuple(desk.s.bin)) == (2, "move", [], BOX.bin)
    assert desk.s.phase is Phase.MOVE


def test_15_6_the_player_allots_hits_on_both_sides() -> None:
    """15.6: every unit of the Team can be hit, Gear too; one after the other."""
    desk = in_round(dice={"fire": [(1,) * 5], "opfor fire": [(6, 5)]}, opfor=["drones"])
    assert desk.topic == "loss"
    assert desk.keys == ["loss:firebrand", "loss:netrunner", "loss:nanosmith", "loss:rail_carbine"]
    desk.choose("loss:firebrand")
    assert desk.keys[0] == "loss:firebrand_crashed"
    desk.choose("loss:rail_carbine")
    assert showing(desk.s) == ["firebrand_crashed", "netrunner", "nanosmith"]


def test_15_7_a_battle_won_gains_ops_or_net() -> None:
    """15.7, 12.2: Win/Lose 1, as the player chooses."""
    ops = in_round(dice={"fire": [(6, 6, 1, 1, 1)]}).choose("gain:ops")
    assert (ops.s.ops_left, ops.s.net) == (4, 1)
    net = in_round(dice={"fire": [(6, 6, 1, 1, 1)]}).choose("gain:net")
    assert (net.s.ops_left, net.s.net) == (3, 2)


def test_15_8_all_cadres_gone_loses_the_game_in_the_middle_of_a_volley() -> None:
    """15.8, 6.0, R-SC-4: Vehicles, Special Units and Gear do not prevent it; the rest of the volley does not matter."""
    desk = in_round(
        "firebrand_crashed",
        "crawler",
        "miners_militia",
        "rail_carbine",
        opfor=["drones"],
        has_edge=False,
        dice={"opfor fire": [(6, 6)]},
    )
    desk.choose("loss:firebrand_crashed")
    assert desk.is_won is False
    assert desk.run.outcome is not None
    assert desk.run.outcome.reason == "No Cadre is left on the map."


def test_r_sc_4_crashed_cadres_are_present() -> None:
    """R-SC-4: a Team of one crashed Cadre fights on."""
    desk = in_round("firebrand", opfor=["patrol"], has_edge=False, dice={"opfor fire": [6], "fire": [()]})
    assert desk.is_won is None
    assert showing(desk.s) == ["firebrand_crashed"]


def test_15_9_after_the_battle() -> None:
    """15.9, R-SC-28, R-SC-37: the eliminated are out, Gear is back in the Recruit Box, the crashed stay crashed."""
    desk = in_round(
        "firebrand", "netrunner_crashed", "crawler_crashed", "rail_carbine", opfor=["drones", "patrol"], has_edge=False,
        dice={"opfor fire": [(6, 6, 6)], "fire": [(1,) * 1]},
    )  # fmt: skip
    desk.choose("loss:netrunner_crashed", "loss:crawler_crashed", "loss:rail_carbine")
    assert showing(desk.s) == ["firebrand"]
    desk.s.points, desk.s.phase = 9, Phase.RECRUIT
    offered = Desk(desk.s.copy()).keys
    assert "recruit_unit:rail_carbine" in offered
    assert "recruit_unit:netrunner" not in offered
    assert "recruit_unit:crawler" not in offered


def test_r_sc_29_stalemate(changed_box: ChangeBox) -> None:
    """R-SC-29: both sides without strength: the battle ends, neither won nor lost, and the Op goes on."""
    changed_box(sides=tuple(msgspec.structs.replace(side, combat=0) for side in BOX.sides))
    desk = in_round("netrunner_crashed", opfor=["patrol"])
    assert desk.thrown == []
    assert (desk.topic, desk.s.ops_left, tuple(desk.s.bin)) == ("action", 3, BOX.bin)


def test_shaped_charges_count_two_at_an_opfor_installation() -> None:
    """B5 G4: combat 1, and 2 in a cell with an OPFOR Installation."""
    assert team("netrunner", "shaped_charges", cell="e7").team_strength() == 2
    assert team("netrunner", "shaped_charges", cell="f4").team_strength() == 3
    assert team("netrunner", "shaped_charges", cell="f4", friendly=["spaceport"]).team_strength() == 2


def test_r_sc_32_all_friendly_units_fight() -> None:
    """15.1, R-SC-32: everybody in the Team, Special Units included."""
    assert team("netrunner", "miners_militia", "crawler", "rail_carbine").team_strength() == 1 + 2 + 3 + 2


def test_r_sc_8_the_card_is_in_play_until_its_battle_is_settled() -> None:
    """R-SC-8, R-SC-21: what a card says of a battle waits for it."""
    desk = Desk(
        team(*TEAM, cell="e7", phase=Phase.CARD, ops=["overwatch", *OPS]),
        {"opfor": [kinds("patrol")], "edge": [((6,), (1,))], "fire": [(6, 6, 1, 1, 1)]},
    )
    assert desk.topic == "gain"
    assert OPS_NUMBER["overwatch"] in desk.s.cards.zones[IN_PLAY]
    desk.choose("gain:ops")
    assert OPS_NUMBER["overwatch"] in desk.s.cards.zones[DISCARDS]
