"""Chapters 6 to 8: winning, set-up, and the sequence of play."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import NotFound, Over, RandomSource, Run, decode_options
from sandtable.games.free_mars.common.state import ASIDE, MISSION, MISSIONS, OPS, RESERVE, MissionEnded
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.rules.campaign import mission_over
from sandtable.games.free_mars.space.rules.missions import end_turn
from sandtable.games.free_mars.space.rules.sequence_of_play import turn
from sandtable.games.free_mars.space.rules.set_up import assemble, choose_mission, purchases, set_up
from sandtable.games.free_mars.space.state import ON_MAP, Phase, Squadron, begin

from ..kit import BOX, card, point, run, squadron, stack, unit


def set_up_state(scenario: str = "mission") -> Squadron:
    return Run(GAME, begin("default", scenario), RandomSource(random.Random(5))).state


def test_set_up_puts_everything_in_its_place() -> None:
    """7.0 One Mission face down, NET 1, six markers on Nodes, all OPFOR in the Bin, 8 Ops cards and 6 in Reserve, 12 AP."""
    s = set_up_state()
    cards = s.cards
    assert (cards.count(MISSION), s.is_revealed, s.net, s.points) == (1, False, 1, 12)
    assert cards.known[cards.zones[MISSION][0]] == 0
    assert len(s.sites) == len(set(s.sites)) == 6
    assert all(BOX.orbits.is_node[site] for site in s.sites)
    assert s.bin == list(BOX.bin)
    assert sum(s.opfor) == 0
    assert (cards.count(OPS), cards.count(RESERVE)) == (8, 6)


def test_late_cards_begin_in_the_reserve() -> None:
    """7.5 R-SP-5 Intervention and Nemesis are in the Reserve, whatever the shuffle; and everybody knows that much."""
    s = set_up_state()
    for name in ("intervention", "nemesis"):
        assert s.cards.where[card(name)] == RESERVE
    for seed in range(20):  # a player who imagines the decks never puts them into the Ops deck
        other = s.copy()
        other.cards.redeal(0, random.Random(seed))
        assert {other.cards.where[card(name)] for name in ("intervention", "nemesis")} == {RESERVE}


def test_grand_slam_is_not_drawn_for_a_single_mission() -> None:
    """R-SP-2 7.1 The final Mission is set aside; by explicit choice it is the one, face down, with 18 AP."""
    assert set_up_state().cards.where[card("grand_slam")] == ASIDE
    s = set_up_state("final")
    assert (s.cards.where[card("grand_slam")], s.is_revealed, s.points) == (MISSION, False, 18)


def test_markers_lie_face_down() -> None:
    """R-SP-20 12.1 Where markers lie is open, which is where is not: imagined set-ups differ in it."""
    s = set_up_state()
    assert s.hidden_sites() == list(s.sites)
    orders = set()
    for seed in range(20):
        other = s.copy()
        other.markers.redeal(0, random.Random(seed))
        orders.add(tuple(other.markers.zones[ON_MAP]))
    assert len(orders) > 10


def test_random_location_is_rolled_again() -> None:
    """12.1 A Node that has a marker is rolled again; so is the Launch Point."""
    s = begin("default", "mission")
    dice = {
        "mission deck": [(14, 15, 16)],
        "intercepts": [(0, 1, 2, 3, 4, 5)],
        "random location": [(11,), (21,), (31,), (51,), (12,), (32,), (52,)],
        "ops deck": [tuple(range(12))],
        "reserve": [(8, 9, 10, 11, 12, 13)],
    }
    run(set_up(s), dice)
    names = [BOX.orbits.ids[site] for site in s.sites]
    assert names == ["h2", "m2", "l2", "h3", "m3", "l3"]  # 2,1 is H2 again: rolled again


def test_the_start_force_of_the_brief() -> None:
    """C-8 7.6 Ghost Wire, Red Lance, Forge Mother, Sand Viper and a Pod cost 4+3+3+2+1 = 13 AP."""
    s = squadron(points=13, phase=Phase.ASSEMBLE)
    for answers in (
        ["ghost_wire"],
        ["red_lance"],
        ["forge_mother"],
        ["sand_viper"],
        ["p3a", "stow:forge_mother"],
    ):
        run(assemble(s), answers=[f"assemble:{answers[0]}", *answers[1:]])
    assert s.points == 0
    assert s.ships_at(point("lp")) == [
        unit(n) for n in ("red_lance", "forge_mother", "ghost_wire", "sand_viper")
    ]
    assert s.cargo[unit("forge_mother")] == (unit("p3a"),)


def test_one_ship_must_be_bought_and_pods_need_room() -> None:
    """R-SP-6 Without a ship there is no launch and no Pod; with all room taken no Pod is for sale."""
    s = squadron(points=5, phase=Phase.ASSEMBLE)
    assert all(isinstance(value, int) and value < BOX.first_pod for value in purchases(s))
    s = squadron("sand_viper+p1b", points=1, phase=Phase.ASSEMBLE)
    assert purchases(s) != []
    assert all(not isinstance(value, int) for value in purchases(s))


def test_unspent_points_are_kept() -> None:
    """7.6 7.8 AP that are left stay for use in play, and the first turn begins."""
    s = squadron("sand_viper", points=3, phase=Phase.ASSEMBLE)
    run(assemble(s), answers=["launch"])
    assert (s.points, s.phase) == (3, Phase.DECLARE)


def test_phases_follow_each_other() -> None:
    """8.1 Declaration, Movement, Ops card, Combat, Special Actions, Mission Resolution; then the next turn."""
    s = squadron("red_lance", at="m3", net=3, revealed=True, deck=("patrol_contact", "firewall"))
    script: list[tuple[Phase, dict[str, object], list[str]]] = [
        (Phase.DECLARE, {}, []),
        (Phase.MOVE, {}, ["move:l3"]),
        (Phase.OPS_CARD, {"opfor": [(3, 6, 6)], "swarm side": [(1, 1)]}, []),
        (Phase.COMBAT, {"edge": [((6,), (1,))]}, []),
        (
            Phase.ROUND,
            {"fire": [(6, 6, 2)], "opfor fire": [(2,)]},
            ["fire", "hit:swarm_front", "hit:tender_front"],
        ),
        (Phase.ROUND, {"fire": [(6, 6, 2)]}, ["fire", "gain:ops"]),
        (Phase.SPECIAL, {}, []),
        (Phase.RESOLUTION, {}, ["resolve:no"]),
    ]
    for phase, dice, answers in script:
        assert s.phase is phase
        run(turn(s), dice, answers)
    assert s.phase is Phase.DECLARE


def test_the_last_card_loses_only_at_the_end_of_its_turn() -> None:
    """8.2 R-SP-8 An empty deck loses after phase 6; a card gained in that turn prolongs the game."""
    s = squadron("sand_viper", deck=())
    with pytest.raises(MissionEnded) as ended:
        end_turn(s)
    assert not ended.value.won
    stack(s, "firewall")
    end_turn(s)
    assert s.phase is Phase.DECLARE


def test_a_mission_won_with_the_last_card_is_won() -> None:
    """W-20 8.2 6.0 The Mission is checked before the empty deck."""
    s = squadron("sand_viper", deck=(), mission="sweep_the_rings", revealed=True)
    s.is_returning = True
    with pytest.raises(MissionEnded) as ended:
        end_turn(s)
    assert ended.value.won


def test_without_ships_the_mission_is_lost_at_once() -> None:
    """6.0 R-SP-4 The last ship's loss ends the Mission."""
    s = squadron("sand_viper")
    s.hit_ship(unit("sand_viper"))
    with pytest.raises(MissionEnded) as ended:
        s.hit_ship(unit("sand_viper"))
    assert not ended.value.won


def test_a_single_mission_ends_the_game() -> None:
    """6.0 The player wins with the Mission, and loses without it."""
    for won in (True, False):
        with pytest.raises(Over) as over:
            run(mission_over(squadron("sand_viper"), won, "because"))
        assert over.value.outcome.winners == ((0,) if won else ())


def test_scenarios_can_be_begun() -> None:
    """8.3 Scenario numbers come before the system's: the final Mission has its own AP."""
    for scenario, points in (("mission", 12), ("final", 18), ("campaign", 12)):
        table = sandtable.new(GAME, seed=1, options={"scenario": scenario})
        assert table.view("rebels").points == points
        assert table.ask is not None


def test_missions_that_are_not_picked_stay_in_their_deck() -> None:
    """7.1 9.1 One of three is picked; the other two are not used."""
    assert set_up_state().cards.count(MISSIONS) == 2


def test_a_mission_can_be_asked_for() -> None:
    """7.1 R-SP-2 The option `mission` takes a card on purpose: it lies face down, but the player knows which it is."""
    for scenario in ("mission", "campaign"):
        table = sandtable.new(GAME, seed=2, options={"scenario": scenario, "mission": "silence_the_guns"})
        mission = table.view("rebels").mission
        assert mission is not None
        assert (mission.title, mission.is_revealed) == ("Silence the Guns", False)
        assert table.view(None).mission is None
        assert not table.run.state.is_revealed


def test_grand_slam_can_be_asked_for_by_name() -> None:
    """R-SP-2 By explicit choice the final Mission is played alone, with the AP it needs; a campaign keeps it for the end."""
    table = sandtable.new(GAME, seed=2, options={"mission": "grand_slam"})
    assert (table.run.state.mission_card.id, table.view("rebels").points) == ("grand_slam", 18)
    offered = GAME.offers("mission", decode_options(GAME, {"scenario": "campaign"}))
    assert list(offered) == ["", "sweep_the_rings", "anchor_point", "silence_the_guns"]
    with pytest.raises(NotFound):
        sandtable.new(GAME, seed=2, options={"scenario": "campaign", "mission": "grand_slam"})
    with pytest.raises(NotFound):
        sandtable.new(GAME, seed=2, options={"mission": "grand_slalom"})


def test_missions_are_offered_by_name() -> None:
    """R-SP-2 The menu lists every Mission by its title; the scenario `final` has only one and asks nothing."""
    offered = GAME.offers("mission", decode_options(GAME, {}))
    assert offered["grand_slam"] == "Grand Slam"
    assert offered[""] == "a random one"
    assert GAME.offers("mission", decode_options(GAME, {"scenario": "final"})) == {}


def test_a_campaign_goes_on_by_chance_after_the_mission_asked_for() -> None:
    """7.1 20.1 Only the first Mission is taken by name."""
    s = GAME.begin(decode_options(GAME, {"scenario": "campaign", "mission": "silence_the_guns"}))
    run(choose_mission(s))
    assert s.mission_card.id == "silence_the_guns"
    run(mission_over(s, True, "won"))
    run(choose_mission(s), {"mission deck": [(14, 15)]})
    assert s.mission_card.id != "silence_the_guns"
