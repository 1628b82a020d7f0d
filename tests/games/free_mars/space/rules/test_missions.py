"""Chapter 9 and 19.6: Mission cards, resolution, Bombardment, Assault, Return."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.free_mars.common.state import MISSION, MISSIONS, MissionEnded
from sandtable.games.free_mars.space.printed.files import Mission, Special
from sandtable.games.free_mars.space.rules.actions import POSSIBLE, special_phase
from sandtable.games.free_mars.space.rules.combat import end_battle
from sandtable.games.free_mars.space.rules.missions import can_resolve, end_turn, has_returned
from sandtable.games.free_mars.space.rules.resolution import objective_phase, resolution_phase
from sandtable.games.free_mars.space.show.view import asks
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import BOX, card, disrupt, mark, next_turn, point, run, squadron, unit


def low(*ships: str, mission: str = "anchor_point", net: int = 3, at: str = "l3", **more: Any) -> Squadron:
    return squadron(*ships, mission=mission, net=net, at=at, revealed=True, phase=Phase.RESOLUTION, **more)


def test_the_mission_is_face_down() -> None:
    """9.1 9.2 Nobody knows the card until a NET Run reveals it."""
    s = squadron("ghost_wire", phase=Phase.SPECIAL)
    assert s.cards.known[s.cards.zones[MISSION][0]] == 0
    run(special_phase(s), {"net_run": [(6, 2)], "net dice": [(2,)]}, ["net_run", "reveal"])
    assert s.is_revealed
    assert s.cards.known[s.cards.zones[MISSION][0]] != 0


def test_resolution_needs_reveal_orbit_and_net() -> None:
    """W-3 9.3 R-SP-9 At NET 2 a Mission with NET 3 cannot begin and no battle is fought; nor elsewhere, nor face down."""
    assert can_resolve(low("sand_viper"))
    assert not can_resolve(low("sand_viper", net=2))
    assert not can_resolve(low("sand_viper", at="m3"))
    s = low("sand_viper")
    s.is_revealed = False
    assert not can_resolve(s)
    s = low("sand_viper", net=2)
    s.phase = Phase.SPECIAL
    run(special_phase(s))
    assert s.phase is Phase.DECLARE  # Mission Resolution is passed over


def test_resolution_is_a_choice() -> None:
    """9.3 R-SP-9 The player may leave it."""
    s = low("sand_viper")
    run(resolution_phase(s), answers=["resolve:no"])
    assert (s.phase, s.opfor_left) == (Phase.DECLARE, 0)


def test_ships_that_broke_off_take_no_part() -> None:
    """R-SP-13 If every ship of the Task Force has broken off, there is no resolution."""
    s = low("sand_viper")
    s.off = s.tf
    assert not can_resolve(s)


def test_the_mission_battle_comes_first() -> None:
    """9.3a R-SP-29 NET + 1 units, nothing added for a marker in the Point."""
    s = low("sand_viper")
    mark(s, "l3", "fuel")
    dice = {"opfor": [(0, 0, 1, 2)], "edge": [((6,), (1,))]}
    run(resolution_phase(s), dice, ["resolve:yes"])
    assert (s.opfor_left, s.is_mission_battle, s.phase) == (4, True, Phase.ROUND)


def test_after_a_battle_without_survivors_nothing_is_tried() -> None:
    """9.3a Only a force that survives tries the objective."""
    s = low("sand_viper", "red_lance", points=9)
    s.off = s.tf
    run(objective_phase(s))
    assert s.phase is Phase.DECLARE


def test_build_wins_anchor_point() -> None:
    """9.3 Build: Assembly dice in phase 6, a Positive and 3 AP build the Orbital Base on a Low Node: the Mission is won."""
    s = low("forge_mother", points=3)
    with pytest.raises(MissionEnded) as ended:
        run(objective_phase(s), {"assembly": [(2, 5)]})
    assert ended.value.won
    assert (s.base, s.points) == (point("l3"), 0)


def test_build_fails_without_points_or_positive() -> None:
    """9.3b Missing AP or dice without a Positive: it can be tried again, after another battle. Burnout applies (17.6)."""
    s = low("forge_mother", points=2)
    assert "The attempt fails. You can try again in a later turn." in run(objective_phase(s)).said
    s = low("forge_mother", points=3)
    run(objective_phase(s), {"assembly": [(1, 4)]})
    assert (s.base, s.points, s.is_flipped[unit("forge_mother")]) == (-1, 3, True)
    assert s.phase is Phase.DECLARE


def test_a_base_built_as_special_action_is_remembered() -> None:
    """R-SP-10 R-SP-32 Built after the reveal with the NET condition met it counts; the mission battle is still needed."""
    s = low("forge_mother", points=3)
    s.phase = Phase.SPECIAL
    run(special_phase(s), {"assembly": [(6, 2)]}, ["assembly", "job:orbital_base"])
    assert s.is_built
    with pytest.raises(MissionEnded):
        run(objective_phase(s))


def test_an_earlier_base_does_not_count_and_can_be_built_anew() -> None:
    """R-SP-10 R-SP-32 Built at NET 2 it does not count; at NET 3 it can be built again in the same Point for 3 AP."""
    s = low("clay_hand", points=6, net=2)
    s.phase = Phase.SPECIAL
    run(special_phase(s), {"assembly": [(6,)]}, ["assembly", "job:orbital_base"])
    assert (s.is_built, s.base) == (False, point("l3"))
    s.net = 3
    next_turn(s, Phase.SPECIAL)
    run(special_phase(s), {"assembly": [(6,)]}, ["assembly", "job:orbital_base"])
    assert (s.is_built, s.points) == (True, 0)


def test_clear_counts_every_marker_once() -> None:
    """R-SP-11 Placed, removed and revealed markers count; Sweep the Rings needs four, then a Return (C-10)."""
    s = low("sand_viper", mission="sweep_the_rings")
    for at, marker in (("h1", "fuel"), ("h2", "cyber"), ("h3", "weapons")):
        mark(s, at, marker)
    run(objective_phase(s))
    assert not s.is_returning  # three of six are hidden: only three cleared
    s.turn_up(point("h1"))
    next_turn(s, Phase.OBJECTIVE)
    run(objective_phase(s))
    assert s.is_returning


def test_return_is_won_on_the_launch_point() -> None:
    """C-10 9.3 R-SP-12 Marked Return, the Mission is won at the end of a turn with a ship on LP, without a new battle."""
    s = low("sand_viper", mission="sweep_the_rings", net=2)
    s.is_returning = True
    assert not can_resolve(s)
    end_turn(s)
    s.at[unit("sand_viper")] = point("lp")
    with pytest.raises(MissionEnded) as ended:
        end_turn(s)
    assert ended.value.won


def test_return_to_an_orbital_base_by_another_ship() -> None:
    """R-SP-12 Any friendly ship at the Orbital Base will do."""
    s = low("sand_viper", "clay_hand", mission="sweep_the_rings")
    s.base = s.at[unit("clay_hand")] = point("m5")
    assert has_returned(s)
    s.base = point("m6")
    assert not has_returned(s)


def test_return_with_a_named_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    """9.3 A card may name what the returning ship must carry."""
    prize = Mission("x", "X", "low", 1, 1, returns=True, carrying="p7a")
    monkeypatch.setattr(Squadron, "mission_card", property(lambda s: prize))
    s = squadron("sand_viper+p7a", "wadi_runner")
    assert has_returned(s)
    s.at[unit("sand_viper")] = point("h1")
    assert not has_returned(s)


def test_bombardment_wins_silence_the_guns() -> None:
    """9.3 Bombard: ships with the ability in Close Orbit, one Positive."""
    s = low("hammerfall", mission="silence_the_guns", at="co")
    with pytest.raises(MissionEnded) as ended:
        run(objective_phase(s), {"bombardment": [(3, 6)]})
    assert ended.value.won


def test_bombardment_as_special_action() -> None:
    """17.1 R-SP-10 In Close Orbit after the reveal with NET met; a success is remembered; before that it is not offered."""
    s = low("hammerfall", mission="silence_the_guns", at="co")
    s.phase = Phase.SPECIAL
    run(special_phase(s), {"bombardment": [(3, 6)]}, ["bombardment"])
    assert s.is_bombarded
    with pytest.raises(MissionEnded):
        run(objective_phase(s))
    for net, at in ((2, "co"), (3, "l2")):
        other = low("hammerfall", mission="silence_the_guns", net=net, at=at)
        assert POSSIBLE.all(other) == []


def test_without_bombardment_nothing_is_rolled() -> None:
    """9.3b Missing units: the attempt fails without dice, and can be tried again."""
    s = low("sand_viper", mission="silence_the_guns", at="co")
    run(objective_phase(s))
    assert not s.is_bombarded


def slam(*ships: str) -> Squadron:
    s = low(*ships, mission="silence_the_guns", at="co")
    s.cards.give(s.cards.zones[MISSION][0], MISSIONS)
    s.cards.play(card("grand_slam"), MISSION)
    return s


def test_grand_slam_is_bombardment_then_assault() -> None:
    """M4 19.6 Both parts in one attempt: Troopers 2 and 2 roll four dice after the Bombardment."""
    s = slam("hammerfall+p5a+p6a")
    dice = {"bombardment": [(5, 2)], "assault": [(2, 2, 3, 6)]}
    with pytest.raises(MissionEnded) as ended:
        run(objective_phase(s), dice)
    assert ended.value.won


def test_the_bombarded_marker_stays_when_the_assault_fails() -> None:
    """B9 19.6 Troopers beaten back return to a ship of the player's choice; the next attempt needs no Bombardment."""
    s = slam("hammerfall+p5a", "night_jackal")
    told = run(
        objective_phase(s), {"bombardment": [(5, 2)], "assault": [(2, 3)]}, ["otherwise", "stow:night_jackal"]
    )
    assert told.keys("stow") == ["stow:night_jackal", "stow:hammerfall"]
    assert (s.is_bombarded, s.is_assaulted) == (True, False)
    assert s.cargo[unit("night_jackal")] == (unit("p5a"),)
    next_turn(s, Phase.OBJECTIVE)
    with pytest.raises(MissionEnded):
        run(objective_phase(s), {"assault": [(5, 3)]}, ["back"])


def test_an_assault_loses_troopers_only_by_burnout() -> None:
    """R-SP-33 17.6 A 1 costs one Trooper Pod, whichever the player selects."""
    s = slam("hammerfall+p5a+p6a")
    s.is_bombarded, s.phase = True, Phase.SPECIAL
    told = run(special_phase(s), {"assault": [(1, 1, 2, 3)]}, ["assault", "burnout:p5a"])
    assert told.keys("burnout") == ["burnout:p5a", "burnout:p6a"]
    assert s.cargo[unit("hammerfall")] == (unit("p6a"),)


def test_the_trooper_marker_helps_only_troopers() -> None:
    """12.6 19.5.4 +1 to an Assault; without Trooper Pods there is none, nor before the defences are broken."""
    s = slam("hammerfall+p5a+trooper_intercept")
    s.is_bombarded = True
    assert s.value("troopers") == 3
    assert "assault" in [word.id for word in POSSIBLE.all(s)]
    bare = slam("hammerfall+trooper_intercept")
    bare.is_bombarded = True
    assert "assault" not in [word.id for word in POSSIBLE.all(bare)]
    s.is_bombarded = False
    assert "assault" not in [word.id for word in POSSIBLE.all(s)]
    flipped = slam("hammerfall+p5a")
    flipped.is_bombarded = True
    disrupt(flipped, "hammerfall")
    assert "assault" not in [word.id for word in POSSIBLE.all(flipped)]


def test_mission_cards_of_the_set() -> None:
    """9.3 9.4 B9 Orbits, OPFOR numbers, NET conditions and enhancements as the set has them."""
    rows = [(m.id, m.orbit, m.opfor, m.net) for m in BOX.missions]
    assert rows == [
        ("sweep_the_rings", "low", 1, 3),
        ("anchor_point", "low", 1, 3),
        ("silence_the_guns", "close", 1, 3),
        ("grand_slam", "close", 3, 3),
    ]
    gains = [(m.enhancement.cyber, m.enhancement.assembly, m.enhancement.bombardment) for m in BOX.missions]
    assert gains == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)]


def given(monkeypatch: pytest.MonkeyPatch, card: Mission) -> None:
    """The Mission is this one, whichever card lies there."""
    monkeypatch.setattr(Squadron, "mission_card", property(lambda s: card))


def boarding(monkeypatch: pytest.MonkeyPatch, *ships: str, at: str = "m3") -> Squadron:
    """A Mission that asks for an Assault in Middle Orbit."""
    given(monkeypatch, Mission("x", "Board the Hulk", "middle", 1, 2, assault=True))
    return low(*ships, at=at)


def test_a_mission_may_call_for_an_assault_outside_close_orbit(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-SP-39 19.5.4 19.6.1 In the orbit the card names, without a Bombardment; beaten back, the Troopers come aboard again."""
    s = boarding(monkeypatch, "sand_viper+p5a", "night_jackal")
    assert can_resolve(s)
    run(objective_phase(s), {"assault": [(2, 3)]}, ["otherwise", "stow:night_jackal"])
    assert (s.is_assaulted, s.cargo[unit("night_jackal")]) == (False, (unit("p5a"),))
    next_turn(s, Phase.OBJECTIVE)
    with pytest.raises(MissionEnded) as ended:
        run(objective_phase(s), {"assault": [(2, 6)]}, ["back"])
    assert ended.value.won


def test_that_assault_is_a_special_action_in_the_orbit_of_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-SP-39 R-SP-10 Offered in a Point of Middle Orbit, in no other, and not for a Mission without an Assault."""
    assert "assault" in [word.id for word in POSSIBLE.all(boarding(monkeypatch, "sand_viper+p5a"))]
    assert "assault" not in [
        word.id for word in POSSIBLE.all(boarding(monkeypatch, "sand_viper+p5a", at="l3"))
    ]
    assert "assault" not in [
        word.id for word in POSSIBLE.all(boarding(monkeypatch, "sand_viper+p5a", at="co"))
    ]
    given(monkeypatch, Mission("x", "X", "middle", 1, 2, build=True))
    assert "assault" not in [word.id for word in POSSIBLE.all(low("sand_viper+p5a", at="m3"))]


def test_a_mission_card_may_print_win_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """13.2 16.7 9.3a The mission battle of a card with Win/Lose 2 brings or costs 2 Ops or NET; other cards' do not."""
    given(monkeypatch, Mission("x", "X", "low", 1, 2, build=True, win_lose=2))
    s = low("sand_viper", net=3)
    dice = {"opfor": [(0, 0, 1, 2)], "edge": [((6,), (1,))]}
    run(resolution_phase(s), dice, ["resolve:yes"])
    run(end_battle(s, won=True), answers=["gain:net"])
    assert (s.net, s.phase) == (5, Phase.OBJECTIVE)
    s = low("sand_viper", net=3)
    run(resolution_phase(s), dice, ["resolve:yes"])
    run(end_battle(s, won=False), answers=["lose:net"])
    assert s.net == 1


def test_a_mission_card_may_print_a_special_objective(monkeypatch: pytest.MonkeyPatch) -> None:
    """9.3 "Scenario" 17.5 Copy the core: Cyber and Assembly are rolled in phase 6, and each must have a Positive."""
    special = Special("Copy the core", ("cyber", "assembly"))
    given(monkeypatch, Mission("x", "X", "low", 1, 2, special=special))
    for cyber, assembly, done in (((5, 2), (6, 3), True), ((5, 6), (2, 3), False), ((2, 3), (6, 6), False)):
        s = low("ghost_wire", "forge_mother")
        dice = {"special objective": [cyber, assembly]}
        if done:
            with pytest.raises(MissionEnded) as ended:
                run(objective_phase(s), dice)
            assert ended.value.won
        else:
            told = run(objective_phase(s), dice)
            assert "The attempt fails. You can try again in a later turn." in told.said


def test_a_special_objective_burns_out_and_needs_every_ability(monkeypatch: pytest.MonkeyPatch) -> None:
    """17.5 17.6 9.3b Without Assembly nothing is rolled; a 1 costs one unit with one of the symbols."""
    given(
        monkeypatch, Mission("x", "X", "low", 1, 2, special=Special("Copy the core", ("cyber", "assembly")))
    )
    run(objective_phase(low("ghost_wire")))
    s = low("ghost_wire", "forge_mother")
    told = run(objective_phase(s), {"special objective": [(1, 2), (1, 3)]}, ["burnout:ghost_wire"])
    assert told.keys("burnout") == ["burnout:ghost_wire", "burnout:forge_mother"]


def test_a_special_objective_done_stays_done_while_the_ship_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """9.3 R-SP-12 With a Return the Mission is marked once the special objective is done."""
    given(
        monkeypatch,
        Mission("x", "X", "low", 1, 2, returns=True, special=Special("Copy the core", ("cyber",))),
    )
    s = low("ghost_wire")
    run(objective_phase(s), {"special objective": [(5, 2)]})
    assert s.is_returning


@pytest.mark.parametrize("opfor", [-3, -9])
def test_a_mission_card_without_opfor_goes_straight_to_its_objective(
    monkeypatch: pytest.MonkeyPatch, opfor: int
) -> None:
    """9.3a R-SP-38 At NET 3 a card with NET-3 brings no units: there is no battle, and the objective is tried."""
    given(monkeypatch, Mission("x", "X", "low", opfor, 2, build=True))
    s = low("forge_mother", points=3)
    told = run(resolution_phase(s), answers=["resolve:yes"])
    assert "No OPFOR units arrive." in told.said
    assert (s.phase, s.is_mission_battle) == (Phase.OBJECTIVE, False)


def test_a_bombardment_can_be_done_before_the_orbit_of_the_card_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R-SP-10 A card for Low Orbit that asks for a Bombardment: done in Close Orbit, it is remembered."""
    given(monkeypatch, Mission("x", "X", "low", 1, 3, bombard=True, assault=True))
    s = low("hammerfall+p5a", at="co")
    s.phase = Phase.SPECIAL
    assert not can_resolve(s)
    run(special_phase(s), {"bombardment": [(3, 6)]}, ["bombardment"])
    s.point = s.at[unit("hammerfall")] = point("l2")
    next_turn(s, Phase.OBJECTIVE)
    with pytest.raises(MissionEnded) as ended:
        run(objective_phase(s), {"assault": [(2, 6)]})
    assert ended.value.won


def test_the_card_is_told_in_words() -> None:
    """9.3 Orbit, OPFOR, NET, Win/Lose and every part of the objective are shown; what the card does not have is not."""
    full = Mission(
        "x", "X", "low", -1, 2, assault=True, win_lose=2, special=Special("Copy it", ("cyber", "assembly"))
    )
    assert asks(BOX, full) == (
        "Low Orbit, NET Level 2 or higher. Fight as many enemies as the NET Level minus 1. "
        "If you win the battle, gain 2 Ops cards or 2 NET Levels. If you lose it, you lose 2 of either. "
        "After the battle: assault, then Copy it (Cyber and Assembly)."
    )
    assert asks(BOX, Mission("x", "X", "low", 0, 0, returns=True)) == (
        "Low Orbit. Fight as many enemies as the NET Level. After the battle: return."
    )
