"""19 The Events of Asset cards: what each does, worked out from the card, its tips and the readings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.games.red_dust.cards.asset_events import ASSET_RULES
from sandtable.games.red_dust.printed.decks import DISCARDS
from sandtable.games.red_dust.printed.map import RECLAIMERS
from sandtable.games.red_dust.rules.resources import hand
from sandtable.games.red_dust.state import Mars

from ..event_kit import across, counts, offered
from ..kit import Played, at, mars, n, play, stack_assets


def asset(s: Mars, card: int, answers: str = "", dice: Sequence[Any] = ()) -> Played:
    """Execute the Event of an Asset card."""
    return play(s, ASSET_RULES[card](s), answers, dice=dice)


# CR7 Children of the Desert


def test_cr7_travels_and_attacks_in_the_chosen_desert() -> None:
    """CR7: a free Travel to Coronae Montes, then a free Attack there: with two Rebels a 1 takes both Security."""
    s = mars(
        {"gandhi": {"cr_rebel": 2}, "coronae_montes": {"security": 2}, "europa": {"cr_rebel": 1}}, hand=[14]
    )
    played = asset(s, 7, "coronae_montes 2", [(1, 6)])
    assert {seat for seat, _, _ in played.asked} == {RECLAIMERS}
    assert counts(s, "coronae_montes", "active_cr_rebel security") == [2, 0]
    assert across(s, "cr_rebel", "gandhi europa") == [0, 1]  # Europa is too far to end in these Deserts
    assert (at(s, "casualties", "security"), len(hand(s))) == (2, 1)


def test_cr7_reaches_adjacent_deserts_and_the_wilderness() -> None:
    """CR7, tip: the Wilderness is adjacent to Coronae Montes, so Radau's Rebels may end there; each destination fights."""
    s = mars(
        {
            "gandhi": {"cr_rebel": 2},
            "radau": {"cr_rebel": 2},
            "coronae_montes": {"mg_troop": 1},
            "wilderness": {"mg_troop": 1},
            "marth": {"cr_rebel": 1, "mg_troop": 1},
        }
    )
    played = asset(s, 7, "coronae_montes gandhi 2 radau 2 done wilderness", [(1, 6), (1, 6)])
    assert offered(played, 1) == ["gandhi", "marth", "radau"]
    assert across(s, "mg_troop", "coronae_montes wilderness") == [0, 0]
    assert across(s, "active_cr_rebel", "coronae_montes wilderness") == [2, 2]
    assert counts(s, "marth", "cr_rebel mg_troop") == [1, 1]  # no destination, no Attack


def test_cr7_must_attack_where_it_arrives() -> None:
    """CR7, tip: the Attack is no choice; only the dice of 6 and 6 save the Troop."""
    s = mars({"gandhi": {"cr_rebel": 1}, "coronae_montes": {"mg_troop": 1}})
    asset(s, 7, "coronae_montes", [(6, 6)])
    assert counts(s, "coronae_montes", "active_cr_rebel mg_troop") == [1, 1]


def test_cr7_travels_into_storms_but_fights_there_only_with_cr2() -> None:
    """CR7, 9: Travel ignores Storms; an Attack in a Raging Desert needs CR2."""
    pieces = {"gandhi": {"cr_rebel": 2}, "coronae_montes": {"mg_troop": 2}}
    s = mars(pieces, storm={"coronae_montes": "raging"})
    asset(s, 7, "coronae_montes 2")
    assert counts(s, "coronae_montes", "cr_rebel mg_troop") == [2, 2]
    s = mars(pieces, storm={"coronae_montes": "raging"}, capabilities=[2])
    asset(s, 7, "coronae_montes 2", [(1, 6)])
    assert counts(s, "coronae_montes", "active_cr_rebel mg_troop") == [2, 0]


# CR8 Weaponized Asteroid


def test_cr8_damages_and_removes_half_the_units() -> None:
    """CR8: two Damage; of 2 Troops, 2 Security and an own Rebel three go (half of five, rounded up); Bases stay."""
    s = mars({"gandhi": {"mg_troop": 2, "security": 2, "cr_rebel": 1, "corp_base": 1}})
    played = asset(s, 8, "gandhi security/1 mg_troop/1 security/1")
    assert "phobos" not in offered(played)
    assert "radau" not in offered(played)
    assert "done" not in offered(played, 1)
    assert counts(s, "gandhi", "mg_troop security cr_rebel corp_base") == [1, 0, 1, 1]
    assert (s.damage[n("gandhi")], s.displaced, at(s, "casualties", "security")) == (2, 2, 2)


def test_cr8_counts_after_the_damage() -> None:
    """CR8: a Fortified Troop dies for the first Damage, so three units are left, Hidden ones too, and two must go."""
    s = mars({"gandhi": {"fortified_troop": 1, "rd_rebel": 1, "specops": 1, "eg_troop": 1}})
    asset(s, 8, "gandhi specops/1 rd_rebel/1")
    assert s.damage[n("gandhi")] == 1
    assert counts(s, "gandhi", "fortified_troop rd_rebel specops eg_troop") == [0, 0, 0, 1]
    assert counts(s, "casualties", "specops eg_troop") == [1, 0]


# CR9 The Reclaimer Faith


def test_cr9_places_three_bases_where_nobody_else_is() -> None:
    """CR9: no other Faction's forces; own forces and Satellites (tip) do not matter; stacking and Storms do."""
    s = mars(
        {
            "gandhi": {"mg_troop": 1},
            "sharma": {"satellite": 1},
            "europa": {"cr_base": 2},
            "radau": {"cr_rebel": 1},
            "shepard": {"corp_base": 1},
        },
        storm={"marth": "raging", "tenzing": "raging"},
    )
    played = asset(s, 9, "sharma radau tenzing")
    assert not {"gandhi", "europa", "shepard", "marth", "phobos", "done"} & set(offered(played))
    assert across(s, "cr_base", "sharma radau tenzing") == [1, 1, 1]
    assert "sharma" not in offered(played, 1)  # three different spaces


def test_cr9_places_what_is_available() -> None:
    """CR9: with 14 of 15 Bases on the map one comes."""
    full = ("europa", "tenzing", "tereshkova", "shepard", "new_cordoba", "shenzhou", "gandhi")
    s = mars({space: {"cr_base": 2} for space in full})
    asset(s, 9, "wilderness")
    assert across(s, "cr_base", "wilderness available") == [1, 0]


# CR10 Converts


def test_cr10_converts_up_to_four() -> None:
    """CR10: Hidden or Active RD Rebels anywhere on Mars go to Available; CR Rebels come Hidden."""
    s = mars(
        {"gandhi": {"rd_rebel": 2, "active_rd_rebel": 1, "rd_base": 1}, "sharma": {"active_rd_rebel": 3}},
    )
    asset(s, 10, "gandhi/rd_rebel gandhi/active_rd_rebel sharma/active_rd_rebel sharma/active_rd_rebel")
    assert counts(s, "gandhi", "rd_rebel active_rd_rebel rd_base cr_rebel") == [1, 0, 1, 2]
    assert counts(s, "sharma", "active_rd_rebel cr_rebel") == [1, 2]
    assert at(s, "available", "rd_rebel") == 30 - 2


def test_cr10_may_stop_and_heeds_storms() -> None:
    """CR10: up to four; Deserts with Raging Storms are left alone, but not with CR2."""
    s = mars({"radau": {"rd_rebel": 1}, "gandhi": {"rd_rebel": 1}}, storm={"radau": "raging"})
    assert offered(asset(s, 10, "done")) == ["done", "gandhi/rd_rebel"]
    s = mars({"radau": {"rd_rebel": 1}}, storm={"radau": "raging"}, capabilities=[2])
    asset(s, 10, "radau/rd_rebel")
    assert counts(s, "radau", "rd_rebel cr_rebel") == [0, 1]


# CR11 Church Assets


def test_cr11_draws_for_labyrinths_and_builds_two_bases() -> None:
    """CR11: a card each for Gandhi (Rebel) and Sharma (Base), none for Radau; Bases may stand among enemies."""
    s = mars({"gandhi": {"cr_rebel": 1, "mg_troop": 4}, "sharma": {"cr_base": 2}, "radau": {"cr_rebel": 1}})
    played = asset(s, 11, "gandhi europa")
    assert len(hand(s)) == 2
    assert "sharma" not in offered(played)  # stacking
    assert not {"radau", "phobos"} & set(offered(played))
    assert across(s, "cr_base", "gandhi europa") == [1, 1]


def test_cr11_hand_limit_comes_after_all_draws() -> None:
    """CR11, ruling 29: five cards and three more are eight; then two of all eight are discarded."""
    pieces = {space: {"cr_rebel": 1} for space in ("gandhi", "sharma", "europa")}
    s = mars(pieces, hand=[1, 2, 3, 4, 5])
    stack_assets(s, 14, 15, 16)
    played = asset(s, 11, "hand_limit:cr16 hand_limit:cr1 tenzing shepard")
    assert len(played.options("hand_limit")) == 8
    assert sorted(s.assets.zones[DISCARDS]) == [0, 15]
    assert len(hand(s)) == 6


# CR12 The Lost Patrol


def test_cr12_swallows_all_coin_units_of_a_desert() -> None:
    """CR12: MG to Available, CORP and EG to Casualties; Bases and Rebels stay; Damage next door."""
    s = mars(
        {
            "coronae_montes": {
                "mg_troop": 2,
                "security": 1,
                "eg_troop": 1,
                "specops": 1,
                "corp_base": 1,
                "rd_rebel": 1,
            },
            "gandhi": {"mg_troop": 1},
        }
    )
    played = asset(s, 12, "coronae_montes sharma")
    assert offered(played, 1) == ["gandhi", "sharma"]
    assert counts(s, "coronae_montes", "mg_troop security eg_troop specops corp_base rd_rebel") == [
        0,
        0,
        0,
        0,
        1,
        1,
    ]
    assert counts(s, "casualties", "security eg_troop specops") == [1, 1, 1]
    assert (at(s, "available", "mg_troop"), s.damage[n("sharma")], s.damage[n("gandhi")]) == (29, 1, 0)


def test_cr12_a_desert_without_a_labyrinth_beside_it() -> None:
    """CR12: Radau has no neighbouring Labyrinth; it may be chosen, and then there is no Damage."""
    s = mars({"radau": {"mg_troop": 2}, "marth": {"mg_troop": 1}}, storm={"marth": "raging"})
    played = asset(s, 12, "radau")
    assert "marth" not in offered(played)
    assert (at(s, "radau", "mg_troop"), sum(s.damage)) == (0, 0)


# CR13 The Ma'adim


def test_cr13_hides_all_and_moves_up_to_six() -> None:
    """CR13: all CR Rebels hide; six of them, from any spaces at any distance, gather in one Desert."""
    s = mars(
        {
            "gandhi": {"active_cr_rebel": 4},
            "europa": {"active_cr_rebel": 3, "cr_rebel": 1},
            "tenzing": {"active_cr_rebel": 1},
        }
    )
    played = asset(s, 13, "wilderness gandhi 4 europa 2")
    assert "gandhi" not in offered(played)
    assert across(s, "cr_rebel", "wilderness gandhi europa tenzing") == [6, 0, 2, 1]
    assert across(s, "active_cr_rebel", "wilderness gandhi europa tenzing") == [0, 0, 0, 0]


def test_cr13_need_not_move_anybody() -> None:
    """CR13: up to six, so none is allowed; the Rebels hide all the same."""
    s = mars({"gandhi": {"active_cr_rebel": 2}})
    asset(s, 13, "done")
    assert counts(s, "gandhi", "cr_rebel active_cr_rebel") == [2, 0]


def test_cr13_storms_hold_rebels_without_cr2() -> None:
    """CR13, 18: a Raging Desert is left alone, "all" included, and none leave a Raging Labyrinth; CR2 lifts both."""
    pieces = {
        "marth": {"active_cr_rebel": 1},
        "europa": {"active_cr_rebel": 1},
        "gandhi": {"active_cr_rebel": 1},
    }
    storm = {"marth": "raging", "europa": "raging"}
    s = mars(pieces, storm=storm)
    played = asset(s, 13, "wilderness gandhi")
    assert offered(played, 1) == ["done", "gandhi"]
    assert (
        at(s, "marth", "active_cr_rebel"),
        at(s, "europa", "cr_rebel"),
        at(s, "wilderness", "cr_rebel"),
    ) == (1, 1, 1)
    s = mars(pieces, storm=storm, capabilities=[2])
    asset(s, 13, "marth europa gandhi")
    assert counts(s, "marth", "cr_rebel active_cr_rebel") == [3, 0]


# CR27 Loyalty


def test_cr27_takes_up_to_two_from_each_of_four_spaces() -> None:
    """CR27: MG Troops or Security, mixed; Security to Casualties (tip); only without Support, and on Mars."""
    s = mars(
        {
            "gandhi": {"mg_troop": 2, "security": 2, "eg_troop": 1},
            "radau": {"mg_troop": 3},
            "europa": {"security": 1},
            "wilderness": {"mg_troop": 1},
            "tenzing": {"mg_troop": 4},
            "phobos": {"security": 2},
            "sharma": {"eg_troop": 2, "specops": 1},
            "shepard": {"mg_troop": 1},
        },
        alignment={"tenzing": 1, "gandhi": -1},
    )
    played = asset(s, 27, "gandhi security/1 mg_troop/1 radau mg_troop/1 europa shepard")
    assert offered(played) == ["done", "europa", "gandhi", "radau", "shepard", "wilderness"]
    assert counts(s, "gandhi", "mg_troop security eg_troop") == [1, 1, 1]
    assert across(s, "mg_troop", "radau wilderness tenzing shepard") == [1, 1, 4, 0]
    assert (at(s, "europa", "security"), at(s, "casualties", "security")) == (0, 2)


def test_cr27_one_from_a_space_is_enough() -> None:
    """CR27: up to two each."""
    s = mars({"gandhi": {"mg_troop": 3}})
    asset(s, 27, "gandhi spare")
    assert at(s, "gandhi", "mg_troop") == 2


# CR28 Remote Base


def test_cr28_founds_a_conversion_center() -> None:
    """CR28: Base, two Rebels and a card in an Unpopulated Desert; Populated ones, Labyrinths and Raging ones are not."""
    s = mars(damage={"marth": 1, "radau": 1, "gandhi": 2}, storm={"marth": "raging"})
    played = asset(s, 28, "wilderness")
    assert offered(played) == ["radau", "wilderness"]
    assert counts(s, "wilderness", "conversion_center cr_base cr_rebel") == [1, 0, 2]
    assert len(hand(s)) == 1


def test_cr28_without_room_the_rebels_still_come() -> None:
    """CR28, 18: as much as possible is done; two Bases fill Radau, its own are not flipped instead."""
    s = mars({"radau": {"cr_base": 1, "corp_base": 1}}, damage={"radau": 1})
    asset(s, 28, "radau")
    assert counts(s, "radau", "conversion_center cr_base cr_rebel") == [0, 1, 2]


# CR29 Pilgrimage


def test_cr29_moves_to_a_labyrinth_at_most_two_spaces_away() -> None:
    """CR29: Gandhi is one space from Coronae Montes and two from the Wilderness, three from Radau."""
    s = mars(
        {"coronae_montes": {"cr_rebel": 3}, "wilderness": {"active_cr_rebel": 2}, "radau": {"cr_rebel": 3}},
        displaced=1,
    )
    played = asset(s, 29, "gandhi coronae_montes 2 wilderness 2 2")
    assert "tereshkova" not in offered(played)
    assert offered(played, 1) == ["coronae_montes", "done", "wilderness"]
    assert counts(s, "gandhi", "cr_rebel active_cr_rebel") == [2, 2]  # no Operation: their state is kept
    # One Damage makes Displaced Population two; both go to the general supply.
    assert (s.damage[n("gandhi")], s.displaced, s.population_on_earth) == (1, 0, 0)


def test_cr29_removes_three_markers_at_most() -> None:
    """CR29: up to three of the 5 + 1 displaced."""
    s = mars({"sharma": {"cr_rebel": 1}}, displaced=5)
    played = asset(s, 29, "gandhi sharma 3")
    assert offered(played, -1) == ["0", "1", "2", "3"]
    assert (at(s, "gandhi", "cr_rebel"), s.displaced) == (1, 3)


@pytest.mark.parametrize(
    ("capabilities", "origins"), [((), ["done", "sharma"]), ((2,), ["coronae_montes", "done", "sharma"])]
)
def test_cr29_storms_hold_pilgrims_without_cr2(capabilities: tuple[int, ...], origins: list[str]) -> None:
    """CR29, 9: nobody leaves a Raging Storm, but with CR2."""
    s = mars(
        {"sharma": {"cr_rebel": 1}, "coronae_montes": {"cr_rebel": 1}},
        storm={"coronae_montes": "raging"},
        capabilities=capabilities,
    )
    played = asset(s, 29, "gandhi done 0")
    assert offered(played, 1) == origins
