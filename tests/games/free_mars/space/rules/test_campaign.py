"""Chapter 20: the campaign."""

from __future__ import annotations

import pytest

from sandtable.engine import Over
from sandtable.games.free_mars.common.state import MISSION, OPS
from sandtable.games.free_mars.space.rules.campaign import mission_over
from sandtable.games.free_mars.space.rules.set_up import choose_mission, set_up
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import BOX, MISSIONS, WON, card, disrupt, mark, point, run, squadron, unit

GRANT, BARE = BOX.scenario.grant, BOX.scenario.grant_without_ships


def campaign(*ships: str, **more: object) -> Squadron:
    return squadron(*ships, scenario="campaign", **more)  # type: ignore[arg-type]


def test_ships_and_pods_are_kept() -> None:
    """20.1 20.2 Ships keep their Pods, are turned effective and restart at the Launch Point; lost ones can be assembled."""
    s = campaign("sand_viper+p1b", "red_lance", at="l3")
    disrupt(s, "sand_viper", "red_lance")
    s.lose_ship(unit("red_lance"))
    s.base = point("l3")
    run(mission_over(s, True, "won"))
    assert (s.at[unit("sand_viper")], s.at[unit("red_lance")]) == (point("lp"), -1)
    assert not any(s.is_flipped)
    assert s.cargo[unit("sand_viper")] == (unit("p1b"),)
    assert s.phase is Phase.SET_UP


@pytest.mark.parametrize(("cards", "points"), [(5, 2), (4, 2), (1, 0)])
def test_ops_left_are_worth_points(cards: int, points: int) -> None:
    """W-16 20.2.3 Every two Ops cards left are 1 AP: five are 2."""
    s = campaign(
        "sand_viper", deck=("picket_line", "swarm_screen", "firewall", "data_spike", "defectors")[:cards]
    )
    run(mission_over(s, False, "lost"))
    assert s.points == points + GRANT


def test_a_mission_won() -> None:
    """20.3 The card is kept, NET stays, AP are kept and each marker captured adds 1."""
    s = campaign("sand_viper", net=4, points=2, deck=("firewall",))
    s.captured = 3
    run(mission_over(s, True, "won"))
    assert (s.won, s.net, s.points) == (1, 4, 2 + 3 + GRANT)
    assert s.cards.where[card("anchor_point")] == WON


def test_enhancements_of_won_cards_add_up() -> None:
    """20.3 Sweep the Rings adds Cyber 1 and Anchor Point Assembly 1."""
    s = campaign("ghost_wire", "forge_mother")
    assert (s.value("cyber"), s.value("assembly")) == (2, 2)
    s.cards.play(card("sweep_the_rings"), WON)
    s.cards.play(card("anchor_point"), WON)
    assert (s.value("cyber"), s.value("assembly")) == (3, 3)


def test_a_mission_lost() -> None:
    """20.4 The card goes back into its deck, NET falls by 1 (never under 1), AP are kept, markers bring nothing."""
    s = campaign("sand_viper", net=3, points=2, deck=("firewall",))
    s.captured = 3
    run(mission_over(s, False, "lost"))
    assert (s.won, s.net, s.points) == (0, 2, 2 + GRANT)
    assert s.cards.where[card("anchor_point")] == MISSIONS
    s = campaign("sand_viper", net=1)
    run(mission_over(s, False, "lost"))
    assert s.net == 1


def test_without_ships_there_is_more_to_start_again() -> None:
    """R-SP-36 With no ship left the grant is larger, so that a squadron can be bought."""
    s = campaign(points=1, deck=("firewall",))
    run(mission_over(s, False, "lost"))
    assert s.points == 1 + BARE


def test_the_next_mission_is_set_up_anew() -> None:
    """20.2 R-SP-36 Markers go back on the map, the Ops deck is rebuilt, no base and no Bombarded marker; NET and AP stay."""
    s = campaign("sand_viper+fuel_intercept", net=2, points=2, at="l3")
    mark(s, "h1", "cyber")
    s.base, s.is_bombarded, s.is_built = point("l3"), True, True
    run(mission_over(s, True, "won"))
    points = s.points
    dice = {
        "mission deck": [(14, 16)],
        "intercepts": [(0, 1, 2, 3, 4, 5)],
        "random location": [(11,), (31,), (51,), (12,), (32,), (52,)],
        "ops deck": [tuple(range(12))],
        "reserve": [(8, 9, 10, 11, 12, 13)],
    }
    run(set_up(s), dice)
    assert (len(s.sites), s.ops_left, s.net, s.points) == (6, 8, 2, points)
    assert (s.base, s.is_bombarded, s.is_built, s.captured) == (-1, False, False, 0)
    assert s.cargo[unit("sand_viper")] == ()
    assert len(s.hidden_sites()) == 6


def test_grand_slam_comes_last() -> None:
    """R-SP-2 20.5 The final Mission is picked once the other three are won, and comes back if it is lost."""
    s = campaign("sand_viper")
    for name in ("sweep_the_rings", "silence_the_guns"):
        s.cards.play(card(name), WON)
    run(mission_over(s, True, "won"))
    run(choose_mission(s))
    assert s.cards.zones[MISSION] == [card("grand_slam")]
    run(mission_over(s, False, "lost"))
    run(choose_mission(s))
    assert s.cards.zones[MISSION] == [card("grand_slam")]


def test_all_missions_won_win_the_campaign() -> None:
    """20.5 With the fourth Mission the campaign is won."""
    s = campaign("sand_viper")
    for name in ("sweep_the_rings", "silence_the_guns", "grand_slam"):
        s.cards.play(card(name), WON)
    with pytest.raises(Over) as over:
        run(mission_over(s, True, "won"))
    assert over.value.outcome.winners == (0,)


def test_two_missions_lost_in_a_row_lose_the_campaign() -> None:
    """20.6 Two in a row lose; a win between them starts the count anew."""
    s = campaign("sand_viper")
    run(mission_over(s, False, "lost"))
    run(choose_mission(s), {"mission deck": [(14, 15, 16)]})
    run(mission_over(s, True, "won"))
    assert s.losses == 0
    run(choose_mission(s), {"mission deck": [(14, 15)]})
    run(mission_over(s, False, "lost"))
    run(choose_mission(s), {"mission deck": [(14, 15)]})
    with pytest.raises(Over) as over:
        run(mission_over(s, False, "lost"))
    assert over.value.outcome.winners == ()


@pytest.mark.parametrize(("ships", "points"), [(("sand_viper",), GRANT), ((), BARE)])
def test_the_grant_is_told(ships: tuple[str, ...], points: int) -> None:
    """R-SP-36 The AP of the grant are in the log, so that a reader can add the points up."""
    told = run(mission_over(campaign(*ships, deck=("firewall",)), False, "lost"))
    assert f"The next Mission is granted {points} AP; {points} AP in hand." in told.said


def test_every_point_between_missions_is_told() -> None:
    """20.2.3 20.3 R-SP-36 Two Ops cards, three markers and the grant: each gain of AP has its line."""
    s = campaign("sand_viper", deck=("firewall", "defectors"))
    s.captured = 3
    said = run(mission_over(s, True, "won")).said
    assert said[1:3] == [
        "2 Ops cards are left: 1 AP.",
        "3 Intercept markers were captured: 3 AP.",
    ]
    assert said[-1] == "The next Mission is granted 1 AP; 5 AP in hand."


def test_full_awareness_comes_before_the_force_is_bought() -> None:
    """14.4 20.3 "At any time": a campaign at NET 6 looks through the new Ops deck before AP are spent."""
    s = campaign("sand_viper", net=6, points=5)
    run(mission_over(s, True, "won"))
    dice = {
        "mission deck": [(14, 16)],
        "intercepts": [(0, 1, 2, 3, 4, 5)],
        "random location": [(11,), (31,), (51,), (12,), (32,), (52,)],
        "ops deck": [tuple(range(12))],
        "reserve": [(8, 9, 10, 11, 12, 13)],
    }
    told = run(set_up(s), dice)
    assert (told.topics, s.phase) == ([], Phase.ASSEMBLE)
    assert None not in s.cards.seen(OPS, 0)
