"""19 Asset cards: what the ten capabilities do while they are in force."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.cards.asset_events import ASSET_RULES
from sandtable.games.red_dust.printed.decks import HAND
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.special_activities.purify import PURIFY_AT, purify
from sandtable.games.red_dust.rules.special_activities.ransack import RANSACK_AT, ransack
from sandtable.games.red_dust.state import Action, Mars, Op

from ..kit import at, mars, n, operation, play, spaces_for

# CR1 Subdermal Weaponry


@pytest.mark.parametrize(("capabilities", "left"), [((), 3), ((1,), 2)])
def test_cr1_takes_one_more_for_a_successful_die(capabilities: tuple[int, ...], left: int) -> None:
    """CR1: of two Rebels' dice 1 and 6 only the 1 succeeds; it removes two Troops, and one more with the card."""
    s = mars({"gandhi": {"cr_rebel": 2, "mg_troop": 5}}, capabilities=capabilities)
    operation(s, RECLAIMERS, Op.ATTACK, dice=[(1, 6)], free=True)
    assert at(s, "gandhi", "mg_troop") == left


def test_cr1_counts_each_successful_die() -> None:
    """CR1 is for each successful die: two dice remove six."""
    s = mars({"gandhi": {"cr_rebel": 2, "mg_troop": 8}}, capabilities=[1])
    operation(s, RECLAIMERS, Op.ATTACK, dice=[(1, 2)], free=True)
    assert at(s, "gandhi", "mg_troop") == 2


def test_cr1_may_take_an_earthgov_troop_as_well() -> None:
    """CR1, tip: the additional piece may be an EG Troop, after two others or after the EG Troop the die itself took."""
    s = mars({"gandhi": {"cr_rebel": 2, "mg_troop": 3, "eg_troop": 1}}, capabilities=[1])
    answers = "attack_remove:mg_troop/2 attack_remove:eg_troop/1"
    operation(s, RECLAIMERS, Op.ATTACK, answers, dice=[(1, 6)], free=True)
    assert (at(s, "gandhi", "mg_troop"), at(s, "casualties", "eg_troop")) == (1, 1)

    s = mars({"gandhi": {"cr_rebel": 2, "eg_troop": 3}}, capabilities=[1])
    operation(s, RECLAIMERS, Op.ATTACK, dice=[(1, 6)], free=True)
    assert (at(s, "gandhi", "eg_troop"), at(s, "casualties", "eg_troop")) == (1, 2)


@pytest.mark.parametrize(("troops", "bases"), [(2, 0), (3, 1)])
def test_cr1_still_takes_units_before_bases(troops: int, bases: int) -> None:
    """CR1, tip: the Base goes only when no friendly unit is left."""
    s = mars({"gandhi": {"cr_rebel": 2, "mg_troop": troops, "mg_base": 1}}, capabilities=[1])
    operation(s, RECLAIMERS, Op.ATTACK, dice=[(1, 6)], free=True)
    assert at(s, "gandhi", "mg_base") == bases


def test_cr1_is_no_help_to_red_dust() -> None:
    """CR1 works for the Attacks of the Reclaimers only."""
    s = mars({"gandhi": {"rd_rebel": 2, "mg_troop": 5}}, capabilities=[1])
    operation(s, RED_DUST, Op.ATTACK, dice=[(1, 6)], free=True)
    assert at(s, "gandhi", "mg_troop") == 3


# CR2 Dust Adaptation


@pytest.mark.parametrize("op", [Op.RALLY, Op.ATTACK, Op.PREACH])
def test_cr2_opens_raging_deserts_to_operations(op: Op) -> None:
    """9, CR2: a Desert with a Raging Storm cannot be selected, but CR with CR2 ignores that."""
    for capabilities, is_open in (((), False), ((2,), True)):
        s = mars(
            {"radau": {"cr_rebel": 1, "mg_troop": 1}}, storm={"radau": "raging"}, capabilities=capabilities
        )
        assert ("radau" in spaces_for(s, RECLAIMERS, op)) is is_open


def test_cr2_opens_raging_deserts_to_special_activities() -> None:
    """9, CR2: Purify and Ransack in a Raging Storm."""
    for capabilities, is_open in (((), False), ((2,), True)):
        s = mars(
            {"radau": {"cr_rebel": 3, "mg_troop": 1}},
            damage={"radau": 1},
            storm={"radau": "raging"},
            capabilities=capabilities,
        )
        assert PURIFY_AT.any(s) is is_open
        assert RANSACK_AT.any(s) is is_open


def test_cr2_opens_raging_storms_to_events() -> None:
    """9, CR2: Asset Event CR13 hides Rebels in a Raging Storm and brings Rebels out of one, even into another."""
    storm = {"radau": "raging", "europa": "raging"}
    pieces = {"radau": {"active_cr_rebel": 1}, "europa": {"cr_rebel": 2}}
    s = mars(pieces, storm=storm)
    play(s, ASSET_RULES[13](s))
    assert (at(s, "radau", "active_cr_rebel"), at(s, "europa", "cr_rebel")) == (1, 2)

    s = mars(pieces, storm=storm, capabilities=[2])
    play(s, ASSET_RULES[13](s), "radau europa 2")
    assert (at(s, "radau", "cr_rebel"), at(s, "europa", "cr_rebel")) == (3, 0)


def test_cr2_does_nothing_for_others() -> None:
    """CR2 is a capability of the Reclaimers: Red Dust still cannot select the Desert."""
    s = mars({"radau": {"rd_rebel": 1, "mg_troop": 1}}, storm={"radau": "raging"}, capabilities=[2])
    for op in (Op.RALLY, Op.ATTACK, Op.CAMPAIGN):
        assert "radau" not in spaces_for(s, RED_DUST, op)


# CR3 Enhanced Metabolism


def test_cr3_places_a_rebel_after_the_whole_assault() -> None:
    """CR3, tip: once, when the Assault is over in all its spaces, in one space where CR forces were removed."""
    pieces = {space: {"mg_troop": 2, "active_cr_rebel": 1} for space in ("radau", "marth")} | {
        "rutherford": {"mg_troop": 1, "active_rd_rebel": 1}
    }
    s = mars(pieces, capabilities=[3])
    played = operation(
        s,
        MARS_GOV,
        Op.ASSAULT,
        "radau active_cr_rebel/1 marth active_cr_rebel/1 rutherford active_rd_rebel/1 enhanced_metabolism:marth",
        free=True,
    )
    assert played.asked[-1][1:] == ("enhanced_metabolism", ["radau", "marth", "done"])
    assert played.who("enhanced_metabolism") == RECLAIMERS
    assert [at(s, space, "cr_rebel") for space in ("radau", "marth", "rutherford")] == [0, 1, 0]


def test_cr3_may_be_declined_and_needs_the_card() -> None:
    """CR3 says may; and without the card nothing is asked."""
    s = mars({"radau": {"mg_troop": 2, "active_cr_rebel": 1}}, capabilities=[3])
    operation(s, MARS_GOV, Op.ASSAULT, "active_cr_rebel/1 enhanced_metabolism:done", free=True)
    assert at(s, "radau", "cr_rebel") == 0

    s = mars({"radau": {"mg_troop": 2, "active_cr_rebel": 1}})
    played = operation(s, MARS_GOV, Op.ASSAULT, "active_cr_rebel", free=True)
    assert not played.was_asked("enhanced_metabolism")


def test_cr3_counts_a_base_lost() -> None:
    """CR3 speaks of forces: a Base removed is enough."""
    s = mars({"radau": {"security": 1, "cr_base": 1}}, capabilities=[3])
    operation(s, CORPORATIONS, Op.ASSAULT, "cr_base/1 enhanced_metabolism:radau", free=True)
    assert at(s, "radau", "cr_rebel") == 1


def test_cr3_is_not_for_what_red_dust_removes() -> None:
    """CR3: it is the Assault that must remove CR forces, not the free Attack with which Red Dust answers it."""
    s = mars({"gandhi": {"mg_troop": 1, "active_rd_rebel": 3, "cr_rebel": 1}}, capabilities=[3])
    played = operation(
        s,
        MARS_GOV,
        Op.ASSAULT,
        "active_rd_rebel/1 strike_back:yes attack_remove:cr_rebel/1",
        dice=[(1, 6)],
        free=True,
    )
    assert at(s, "gandhi", "cr_rebel") == 0
    assert not played.was_asked("enhanced_metabolism")


# CR4 The Mind Twister


@pytest.mark.parametrize(("capabilities", "rebels"), [((), 1), ((4,), 2)])
def test_cr4_replaces_one_more_unit(capabilities: tuple[int, ...], rebels: int) -> None:
    """CR4: Purify replaces one unit, and one more with the card."""
    s = mars({"gandhi": {"cr_rebel": 5, "mg_troop": 3}}, capabilities=capabilities)
    play(s, purify(s, Action()))
    assert at(s, "gandhi", "mg_troop") == 3 - rebels
    assert at(s, "gandhi", "cr_rebel") == 5 - 1 + rebels


def test_cr4_with_a_conversion_center_replaces_three() -> None:
    """17.10, CR4: two units with a Conversion Center, and one more."""
    s = mars({"gandhi": {"cr_rebel": 5, "conversion_center": 1, "mg_troop": 4}}, capabilities=[4])
    play(s, purify(s, Action()))
    assert at(s, "gandhi", "mg_troop") == 1


@pytest.mark.parametrize(("capabilities", "bases"), [((), 1), ((4,), 0)])
def test_cr4_takes_the_last_unit_and_then_its_base(capabilities: tuple[int, ...], bases: int) -> None:
    """CR4, tip: the last unit of a Faction, then its Base, which becomes a Conversion Center and draws a card."""
    s = mars({"gandhi": {"cr_rebel": 4, "mg_troop": 1, "mg_base": 1}}, capabilities=capabilities)
    play(s, purify(s, Action()))
    assert at(s, "gandhi", "mg_base") == bases
    assert at(s, "gandhi", "conversion_center") == len(s.assets.zones[HAND]) == 1 - bases
    assert at(s, "available", "mg_troop") == 30  # replaced pieces are Available


def test_cr4_works_in_each_space() -> None:
    """CR4: one more piece in each selected space."""
    s = mars({space: {"cr_rebel": 5, "security": 3} for space in ("gandhi", "sharma")}, capabilities=[4])
    play(s, purify(s, Action()), "gandhi sharma")
    assert [at(s, space, "security") for space in ("gandhi", "sharma")] == [1, 1]


# CR5 Neural Conditioning


def test_cr5_rallies_up_to_population_without_a_base() -> None:
    """CR5: without a CR Base Rally places Rebels up to Population; without the card just one."""
    s = mars(capabilities=[5])
    operation(s, RECLAIMERS, Op.RALLY, "rally_way:rebels", free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 2

    s = mars()
    played = operation(s, RECLAIMERS, Op.RALLY, free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 1
    assert not played.asked


def test_cr5_hides_rebels_without_a_base() -> None:
    """CR5: or all CR Rebels there turn Hidden."""
    s = mars({"gandhi": {"active_cr_rebel": 3}}, capabilities=[5])
    operation(s, RECLAIMERS, Op.RALLY, "rally_way:hide", free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 3


def test_cr5_does_not_change_rally_with_a_base() -> None:
    """CR5 is for spaces without a CR Base; with one it is Population and Bases as ever."""
    s = mars({"gandhi": {"cr_base": 1}}, capabilities=[5])
    operation(s, RECLAIMERS, Op.RALLY, "rally_way:rebels rally_number:3", free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 3


def test_cr5_is_no_help_to_red_dust() -> None:
    """CR5 is for the Rally of the Reclaimers."""
    s = mars({"gandhi": {"active_rd_rebel": 1}}, capabilities=[5])
    operation(s, RED_DUST, Op.RALLY, free=True, only=(n("gandhi"),))
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_rd_rebel")) == (1, 1)


# CR6 Deep Tunneling


def bombarded(capabilities: tuple[int, ...], rebels: dict[str, int]) -> Mars:
    """One Security Assaults Gandhi and a Satellite Bombards it, if there is anybody to Bombard."""
    s = mars({"gandhi": {"security": 1, **rebels}, "orbit": {"satellite": 1}}, capabilities=capabilities)
    answers = (
        "active_cr_rebel/1 strike_back:no"
        if 6 in capabilities
        else "active_cr_rebel/1 bombard:yes strike_back:no"
    )
    played = operation(s, CORPORATIONS, Op.ASSAULT, answers, free=True)
    assert played.was_asked("bombard") is (6 not in capabilities)
    return s


@pytest.mark.parametrize(("capabilities", "left", "damage"), [((), 1, 1), ((6,), 3, 0)])
def test_cr6_keeps_reclaimers_from_bombard(capabilities: tuple[int, ...], left: int, damage: int) -> None:
    """CR6: the Assault itself takes one Rebel, Bombard two more; where it would find nobody it is not offered."""
    s = bombarded(capabilities, {"active_cr_rebel": 4})
    assert at(s, "gandhi", "active_cr_rebel") == left
    assert s.damage[n("gandhi")] == damage


def test_cr6_leaves_red_dust_to_bombard() -> None:
    """CR6 protects CR forces only."""
    s = mars(
        {"gandhi": {"security": 1, "active_cr_rebel": 2, "active_rd_rebel": 2}, "orbit": {"satellite": 1}},
        capabilities=[6],
    )
    answers = "assault_remove:active_cr_rebel/1 bombard:yes strike_back:no"
    operation(s, CORPORATIONS, Op.ASSAULT, answers, free=True)
    assert (at(s, "gandhi", "active_cr_rebel"), at(s, "gandhi", "active_rd_rebel")) == (1, 0)


# CR23 MPS Uplink Hacked


def test_cr23_lets_a_satellite_stand_for_a_base_in_rally() -> None:
    """CR23: with a Satellite Rally brings Population and one more, or hides all, without any real Base."""
    s = mars({"gandhi": {"satellite": 1}}, capabilities=[23])
    operation(s, RECLAIMERS, Op.RALLY, "rally_way:rebels rally_number:3", free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 3

    s = mars({"gandhi": {"satellite": 1, "active_cr_rebel": 1}}, capabilities=[23])
    played = operation(s, RECLAIMERS, Op.RALLY, "rally_way:hide", free=True, only=(n("gandhi"),))
    assert played.options("rally_way") == ["rebel", "rebels", "hide"]

    s = mars({"gandhi": {"satellite": 1, "active_cr_rebel": 1}})
    assert not operation(s, RECLAIMERS, Op.RALLY, free=True, only=(n("gandhi"),)).asked


def test_cr23_counts_a_real_base_besides() -> None:
    """CR23 speaks of an additional Base: Population 2, one Base, one Satellite."""
    s = mars({"gandhi": {"satellite": 1, "cr_base": 1}}, capabilities=[23])
    operation(s, RECLAIMERS, Op.RALLY, "rally_way:rebels rally_number:4", free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 4


def test_cr23_counts_several_satellites_once() -> None:
    """CR23: a space with Satellites counts as holding one more Base, however many there are."""
    s = mars({"gandhi": {"satellite": 3}}, capabilities=[23])
    operation(s, RECLAIMERS, Op.RALLY, "rally_way:rebels rally_number:3", free=True, only=(n("gandhi"),))
    assert at(s, "gandhi", "cr_rebel") == 3


def test_cr23_lets_rebels_travel_on_from_a_satellite() -> None:
    """CR23: Travel goes on from a space with a Satellite as from one with a CR Base."""
    pieces = {"radau": {"cr_rebel": 1}, "rutherford": {"satellite": 1}}
    s = mars(pieces, capabilities=[23])
    operation(s, RECLAIMERS, Op.TRAVEL, "travel_to:rutherford travel_on:new_cordoba", free=True)
    assert at(s, "new_cordoba", "cr_rebel") == 1

    s = mars(pieces)
    played = operation(s, RECLAIMERS, Op.TRAVEL, "travel_to:rutherford", free=True)
    assert not played.was_asked("travel_on")


def test_cr23_keeps_others_from_placing_bases() -> None:
    """CR23, tip: where a Base and a Satellite are, stacking leaves other Factions no room."""
    for capabilities, may_build in (((), True), ((23,), False)):
        s = mars({"gandhi": {"mg_troop": 2, "mg_base": 1, "satellite": 1}}, capabilities=capabilities)
        answers = "secure:gandhi done done" if may_build else "secure:gandhi done"
        played = operation(s, MARS_GOV, Op.SECURE, answers, free=True)
        assert played.was_asked("build_base") is may_build


def test_cr23_does_not_take_room_from_the_reclaimers() -> None:
    """CR23: the Satellite counts for stacking by others; the Reclaimers may still place their second Base."""
    s = mars({"gandhi": {"cr_rebel": 2, "cr_base": 1, "satellite": 1}}, capabilities=[23])
    played = operation(s, RECLAIMERS, Op.RALLY, "rally_way:base", free=True, only=(n("gandhi"),))
    assert "base" in played.options("rally_way")
    assert at(s, "gandhi", "cr_base") == 2


# CR24 AI Unleashed


@pytest.mark.parametrize(("way", "left"), [("resources", [17, 20]), ("profits", [20, 19])])
def test_cr24_takes_its_toll_once_a_ransack(way: str, left: list[int]) -> None:
    """CR24, tip: 3 MG Resources or 1 Profit, once for the Ransack of two spaces; CR chooses."""
    s = mars(
        {"gandhi": {"cr_rebel": 1}, "sharma": {"cr_rebel": 1}},
        damage={"gandhi": 1, "sharma": 2},
        capabilities=[24],
    )
    played = play(s, ransack(s, Action()), f"gandhi sharma {way}")
    assert s.resources[:2] == left
    assert len(s.assets.zones[HAND]) == 3
    assert played.who("ai_unleashed") == RECLAIMERS


def test_cr24_is_needed_for_the_toll() -> None:
    """17.11: without the card Ransack only draws."""
    s = mars({"gandhi": {"cr_rebel": 1}}, damage={"gandhi": 1})
    play(s, ransack(s, Action()))
    assert s.resources == [20, 20, 20]


# CR25 Genetic Masking


@pytest.mark.parametrize(
    ("troops", "base", "capabilities", "found"),
    [(3, 1, (), 3), (3, 1, (25,), 1), (1, 1, (25,), 0), (3, 0, (25,), 3)],
)
def test_cr25_masks_rebels_in_secure(
    troops: int, base: int, capabilities: tuple[int, ...], found: int
) -> None:
    """CR25: two units fewer count where a CR Base is, never below 0; elsewhere nothing changes."""
    s = mars({"gandhi": {"mg_troop": troops, "cr_base": base, "cr_rebel": 5}}, capabilities=capabilities)
    operation(s, MARS_GOV, Op.SECURE, "secure:gandhi done done", free=True)
    assert at(s, "gandhi", "active_cr_rebel") == found


def test_cr25_masks_all_rebels_in_recon() -> None:
    """CR25: Recon in the Wilderness counts 6 units as 4, so two Rebels are found, Red Dust's among them."""
    s = mars({"wilderness": {"security": 6, "cr_base": 1, "rd_rebel": 5}}, capabilities=[25])
    operation(s, CORPORATIONS, Op.RECON, "recon:wilderness done done", free=True)
    assert at(s, "wilderness", "active_rd_rebel") == 2


@pytest.mark.parametrize(
    ("pieces", "capabilities", "found"),
    [
        ({"satellite": 1}, (23, 25), 1),
        ({"satellite": 1, "cr_base": 1}, (23, 25), 1),
        ({"satellite": 1}, (25,), 3),
        ({}, (23, 25), 3),
    ],
)
def test_cr25_counts_the_base_that_cr23_sees(
    pieces: dict[str, int], capabilities: tuple[int, ...], found: int
) -> None:
    """CR23, CR25, ruling 35: a space with Satellites holds a CR Base "for the purpose of all Operations": two fewer."""
    s = mars({"gandhi": {"mg_troop": 3, "cr_rebel": 5, **pieces}}, capabilities=capabilities)
    has_room = len(pieces) < 2  # CR23 takes room for a Base as well
    operation(s, MARS_GOV, Op.SECURE, "secure:gandhi done" + " done" * has_room, free=True)
    assert at(s, "gandhi", "active_cr_rebel") == found


@pytest.mark.parametrize(("capabilities", "found"), [((23, 25), 2), ((25,), 3)])
def test_cr25_counts_the_base_that_cr23_sees_in_recon(capabilities: tuple[int, ...], found: int) -> None:
    """CR23, CR25, ruling 35: Recon is an Operation too; in the Wilderness 6 units count as 4 and find two Rebels."""
    s = mars({"wilderness": {"mg_troop": 6, "satellite": 1, "rd_rebel": 5}}, capabilities=capabilities)
    operation(s, MARS_GOV, Op.RECON, "recon:wilderness done done", free=True)
    assert at(s, "wilderness", "active_rd_rebel") == found


# CR26 Ares Rockets


def test_cr26_reaches_satellites_anywhere_on_mars() -> None:
    """CR26: a successful die may take a Satellite far away as one of its two removals, to Casualties."""
    pieces = {
        "gandhi": {"cr_rebel": 2, "mg_troop": 2},
        "tenzing": {"satellite": 1},
        "europa": {"satellite": 1},
        "orbit": {"satellite": 1},
    }
    s = mars(pieces, capabilities=[26])
    answers = "attack_remove:satellite/1 satellite:tenzing attack_remove:mg_troop/1"
    played = operation(s, RECLAIMERS, Op.ATTACK, answers, dice=[(1, 6)], free=True)
    assert played.options("satellite") == ["europa", "tenzing"]
    assert (at(s, "tenzing", "satellite"), at(s, "casualties", "satellite")) == (0, 1)
    assert at(s, "gandhi", "mg_troop") == 1

    s = mars(pieces)
    played = operation(s, RECLAIMERS, Op.ATTACK, dice=[(1, 6)], free=True)
    assert played.options("attack_remove") == ["mg_troop/2", "mg_troop/1", "spare"]


def test_cr26_need_not_take_them() -> None:
    """CR26 says may: when nothing else is left in the space, the far Satellite can be left alone."""
    s = mars({"gandhi": {"cr_rebel": 2, "mg_troop": 1}, "tenzing": {"satellite": 1}}, capabilities=[26])
    played = operation(s, RECLAIMERS, Op.ATTACK, "attack_remove:mg_troop/1 spare", dice=[(1, 6)], free=True)
    assert played.asked[-1][2] == ["satellite/1", "spare"]
    assert at(s, "tenzing", "satellite") == 1


def test_cr26_is_no_help_to_red_dust() -> None:
    """CR26 is for the Attacks of the Reclaimers."""
    s = mars({"gandhi": {"rd_rebel": 2, "mg_troop": 1}, "tenzing": {"satellite": 1}}, capabilities=[26])
    operation(s, RED_DUST, Op.ATTACK, dice=[(1, 6)], free=True)
    assert at(s, "tenzing", "satellite") == 1
