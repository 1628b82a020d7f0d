"""12, 14. Every instruction of the Operations: which spaces it is about, in which order, and what a starred one does."""

from __future__ import annotations

from sandtable.games.red_dust.nonplayer.operations import activation_number
from sandtable.games.red_dust.nonplayer.pieces import base_falls
from sandtable.games.red_dust.nonplayer.tables import SIDE_NUMBER
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NUMBER_OF, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.state import Mars, Op

from ..kit import KIND
from .kit import np_of, operated, table

GANDHI, SHARMA, EUROPA, MARTH = (NUMBER_OF[it] for it in ("gandhi", "sharma", "europa", "marth"))


def at(s: Mars, space: str, piece: str) -> int:
    return s.at(NUMBER_OF[space], KIND[piece])


# MG


def test_pacify_takes_the_first_that_is_possible_and_stays_there() -> None:
    """House at Support, else Repair, else a shift; both actions in one space, which need not be trained."""
    s = table(
        pieces={"gandhi": {"mg_troop": 1}, "europa": {"mg_troop": 1}}, alignment={"europa": 1}, displaced=3
    )
    operated(s, MARS_GOV, Op.TRAIN, side="A", die=1)
    assert s.housed[EUROPA] == 2
    assert s.displaced == 1
    s = table(
        pieces={"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, damage={"sharma": 1}, displaced=3
    )
    operated(s, MARS_GOV, Op.TRAIN, side="A", die=1)
    assert (s.damage[SHARMA], s.alignment[SHARMA], s.alignment[GANDHI]) == (0, 1, 0)


def test_pacify_of_a_limited_train_stays_in_its_space() -> None:
    s = table(
        pieces={"gandhi": {"mg_troop": 1}, "europa": {"mg_troop": 1}}, alignment={"europa": 2}, displaced=3
    )
    operated(s, MARS_GOV, Op.TRAIN, side="A", limited=True)
    assert s.action.chosen == (GANDHI,)
    assert s.housed[EUROPA] == 0
    assert (s.alignment[GANDHI], s.housed[GANDHI]) == (1, 1)  # at Support a House comes first


def test_secure_ends_with_house_or_else_repair_without_opposition() -> None:
    s = table(pieces={"gandhi": {"mg_troop": 2, "rd_rebel": 1}}, damage={"gandhi": 1}, displaced=2)
    operated(s, MARS_GOV, Op.SECURE, side="AA", die=1)
    assert s.damage[GANDHI] == 0
    assert at(s, "gandhi", "mg_base") == 0  # Bases come with Recon only
    s = table(pieces={"gandhi": {"mg_troop": 2, "rd_rebel": 1}}, displaced=2)
    operated(s, MARS_GOV, Op.SECURE, side="AA", die=1)
    assert s.housed[GANDHI] == 1
    s = table(pieces={"gandhi": {"mg_troop": 2, "rd_rebel": 1}}, alignment={"gandhi": -1}, displaced=2)
    operated(s, MARS_GOV, Op.SECURE, side="AA", die=1)
    assert s.displaced == 2


def test_recon_of_marsgov_builds_where_it_has_no_base() -> None:
    s = table(pieces={"marth": {"mg_troop": 2, "rd_rebel": 1}})
    operated(s, MARS_GOV, Op.RECON, side="AA", die=1)
    assert at(s, "marth", "mg_base") == 1
    s = table(pieces={"marth": {"mg_troop": 1, "mg_base": 1, "rd_rebel": 1}})
    operated(s, MARS_GOV, Op.RECON, side="AA", die=1)
    assert at(s, "marth", "mg_base") == 1


def test_too_few_bases_go_where_the_space_table_says() -> None:
    """2 Friendly pieces are placed by the space table: place_bases prefers the most Population."""
    s = table(
        pieces={
            "radau": {"mg_troop": 2, "rd_rebel": 1},
            "marth": {"mg_troop": 2, "rd_rebel": 1},
            "gandhi": {"mg_base": 1},
            "sharma": {"mg_base": 1},
        },
        damage={"radau": 1},
    )
    operated(s, MARS_GOV, Op.RECON, side="AA", die=6, wanted=[NUMBER_OF["radau"]])
    assert (at(s, "radau", "mg_base"), at(s, "marth", "mg_base")) == (0, 1)


def test_bases_fall_before_other_spaces_are_assaulted() -> None:
    s = table(
        pieces={
            "gandhi": {"mg_troop": 2, "active_rd_rebel": 2},
            "marth": {"mg_troop": 1, "rd_base": 1},
        },
        alignment={"gandhi": 1},
    )
    operated(s, MARS_GOV, Op.ASSAULT, side="D", die=6)
    assert s.action.chosen == (MARTH, GANDHI)


def test_suppress_comes_between_and_is_followed_by_a_roll() -> None:
    """12 (2) for the EG Controller; black, and RD10 looks at the space that was Suppressed."""
    s = table(
        pieces={"gandhi": {"eg_troop": 2, "rd_rebel": 2}, "marth": {"mg_troop": 1, "active_rd_rebel": 1}},
        campaigns=(10,),
        alignment={"marth": 2},
        level=8,
    )
    np_of(s).side = SIDE_NUMBER["D"]
    assert operated(s, MARS_GOV, Op.ASSAULT, side="D", die=4).count("activation") == 1
    assert at(s, "gandhi", "rd_rebel") == 0
    assert at(s, "marth", "active_rd_rebel") == 1  # a 4 is not above 3 + 1 for a space without Support
    assert activation_number(s, np_of(s), s.action) == 4


def test_suppress_needs_hidden_rebels() -> None:
    s = table(
        pieces={
            "gandhi": {"eg_troop": 2, "active_rd_rebel": 2},
            "marth": {"mg_troop": 1, "active_rd_rebel": 1},
        },
        level=8,
    )
    operated(s, MARS_GOV, Op.ASSAULT, side="D", die=6)
    assert s.action.suppressed < 0


def test_driven_out_rebels_of_an_owner_go_to_one_desert() -> None:
    """14 The owner chooses one adjacent Desert with Place Rebels."""
    s = table(
        pieces={
            "noctis_labyrinthus": {"eg_troop": 4, "rd_rebel": 4},
            "marth": {"mg_troop": 1, "active_rd_rebel": 1},
        },
        level=8,
    )
    operated(s, MARS_GOV, Op.ASSAULT, side="D", die=6)
    assert [n for it in NUMBER_OF if (n := s.at(NUMBER_OF[it], KIND["rd_rebel"])) and NUMBER_OF[it] < 24] == [
        4
    ]


def test_a_base_falls_in_the_order_of_the_piece_table() -> None:
    """12 (1) With four guards the Base is not Vulnerable, and the Active CR Rebels of the space go first."""
    guarded = {"mg_troop": 6, "active_rd_rebel": 4, "rd_base": 1, "active_cr_rebel": 2}
    assert not base_falls(table(pieces={"gandhi": guarded}), MARS_GOV, GANDHI)
    assert base_falls(table(pieces={"gandhi": {**guarded, "mg_troop": 7}}), MARS_GOV, GANDHI)
    assert base_falls(
        table(pieces={"gandhi": {**guarded, "active_rd_rebel": 3, "mg_troop": 4}}), MARS_GOV, GANDHI
    )


def test_bombard_if_that_removes_more() -> None:
    position = {"gandhi": {"mg_troop": 1, "active_rd_rebel": 2}, "orbit": {"satellite": 2}}
    s = table(pieces=position, level=8)
    operated(s, MARS_GOV, Op.ASSAULT, side="D", die=1)
    assert at(s, "gandhi", "active_rd_rebel") == 0
    assert at(s, "gandhi", "satellite") == 1
    s = table(pieces={**position, "gandhi": {"mg_troop": 2, "active_rd_rebel": 2}}, level=8)
    operated(s, MARS_GOV, Op.ASSAULT, side="D", die=1)
    assert at(s, "orbit", "satellite") == 2


# CORP


def test_specops_show_themselves_if_that_removes_more() -> None:
    s = table(pieces={"gandhi": {"security": 1, "specops": 3, "active_rd_rebel": 3}})
    operated(s, CORPORATIONS, Op.ASSAULT, side="K")
    assert (at(s, "gandhi", "active_specops"), at(s, "gandhi", "specops")) == (2, 1)


def test_security_at_bases_with_up_to_three_cubes() -> None:
    """The star of Logistics: 1 Profit each."""
    s = table(pieces={"gandhi": {"corp_base": 1, "mg_troop": 3}, "sharma": {"corp_base": 1, "mg_troop": 4}})
    operated(s, CORPORATIONS, Op.LOGISTICS, side="GG")
    assert (at(s, "gandhi", "security"), at(s, "sharma", "security")) == (1, 0)
    assert s.resources[CORPORATIONS] == 19


def test_further_upgrades_only_while_two_dust_storms_remain() -> None:
    for rounds, upgraded, profits in ((1, 2, 17), (2, 1, 20)):
        s = table(pieces={"marth": {"corp_base": 1, "mg_troop": 4}, "radau": {"corp_base": 1, "mg_troop": 4}})
        s.rounds = rounds
        operated(s, CORPORATIONS, Op.LOGISTICS, side="GG")
        assert at(s, "marth", "terraforming_base") + at(s, "radau", "terraforming_base") == upgraded
        assert s.resources[CORPORATIONS] == profits


def test_secure_of_corporations_builds_with_three_cubes_only() -> None:
    for troops, bases in ((1, 0), (2, 1)):
        s = table(pieces={"gandhi": {"security": 1, "mg_troop": troops, "rd_rebel": 2}})
        operated(s, CORPORATIONS, Op.SECURE, side="JJ")
        assert at(s, "gandhi", "corp_base") == bases


def test_corporations_house_where_a_base_stands() -> None:
    for base, housed in (("corp_base", 1), ("mg_base", 0)):
        s = table(pieces={"gandhi": {"security": 2, base: 2, "rd_rebel": 2}}, displaced=2)
        operated(s, CORPORATIONS, Op.SECURE, side="JJ")
        assert s.housed[GANDHI] == housed


# RD


def test_rally_of_red_dust_goes_down_its_lines() -> None:
    """A Base without a roll, then Rebels, then hiding, each followed by one; then Dig In, anywhere."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 3}, "marth": {"rd_base": 1, "mg_troop": 1}}, alignment={"marth": 1}
    )
    rolls = operated(s, RED_DUST, Op.RALLY, side="N", die=1)
    assert at(s, "gandhi", "rd_base") == 1
    assert len(s.action.chosen) == 2
    assert rolls.count("activation") == 1
    assert at(s, "marth", "dug_in_base") == 1


def test_a_base_of_red_dust_brings_as_many_rebels_as_it_can() -> None:
    s = table(pieces={"gandhi": {"rd_base": 1}})
    operated(s, RED_DUST, Op.RALLY, side="N", limited=True)
    assert at(s, "gandhi", "rd_rebel") == 3


def test_rally_hides_the_most_active_first() -> None:
    everywhere = {it: {"mg_troop": 1} for it, n in NUMBER_OF.items() if n < 24}
    position = {
        **everywhere,
        "gandhi": {"rd_base": 1, "active_rd_rebel": 14},
        "sharma": {"rd_base": 1, "active_rd_rebel": 16},
    }
    s = table(pieces=position)  # no Rebels are Available, so nothing is placed
    operated(s, RED_DUST, Op.RALLY, side="N", die=1)
    assert s.action.chosen == (SHARMA,)
    assert at(s, "sharma", "rd_rebel") == 16


def test_attack_of_red_dust_takes_support_first() -> None:
    position = {
        "gandhi": {"rd_rebel": 3, "mg_troop": 1},
        "sharma": {"rd_rebel": 1, "mg_troop": 1},
        "europa": {"active_rd_rebel": 1, "mg_troop": 1},
    }
    s = table(pieces=position, alignment={"sharma": 1})
    operated(s, RED_DUST, Op.ATTACK, side="Q", die=6)
    assert s.action.chosen == (SHARMA, GANDHI, EUROPA)


def test_campaign_goes_on_where_opposition_is_active_already() -> None:
    """12 Any legal Campaign space, those that can shift first; one card only."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 2}, "sharma": {"rd_rebel": 2}, "europa": {"rd_rebel": 2}},
        alignment={"gandhi": -2, "sharma": -2},
    )
    active = len(s.campaigns.zones[2])
    operated(s, RED_DUST, Op.CAMPAIGN, side="SS", die=6)
    assert s.action.chosen[0] == EUROPA
    assert sorted(s.action.chosen) == sorted([EUROPA, GANDHI, SHARMA])
    assert len(s.campaigns.zones[2]) == active + 1


# CR


def test_rally_of_the_reclaimers_alternates() -> None:
    """Rebels, an upgrade, Rebels, an upgrade; when one kind runs out the other goes on. Each upgrade: Asset Total +1."""
    s = table(pieces={"marth": {"cr_base": 1, "cr_rebel": 1}, "radau": {"cr_base": 1, "cr_rebel": 1}})
    operated(s, RECLAIMERS, Op.RALLY, side="VV", die=6)
    upgraded = [it for it in s.action.chosen if s.at(it, KIND["conversion_center"])]
    assert [s.action.chosen.index(it) for it in upgraded] == [1, 3]
    assert np_of(s).asset_total == 2


def test_reclaimers_upgrade_deserts_first_against_a_person_as_corporations() -> None:
    """12 (2, white) Only if CORP has a person behind it, and without a roll."""
    position = {"marth": {"cr_base": 1, "cr_rebel": 1}, "radau": {"cr_base": 1, "cr_rebel": 1}}
    s = table(RECLAIMERS, pieces=position)
    rolls = operated(s, RECLAIMERS, Op.RALLY, side="VV", die=3)
    assert at(s, "marth", "conversion_center") == at(s, "radau", "conversion_center") == 1
    assert rolls.count("activation") == 1


def test_no_roll_after_the_wilderness() -> None:
    """8 A Wilderness origin in CR Travel is followed by no roll, the next origin is."""
    s = table(
        pieces={
            "wilderness": {"cr_rebel": 6},
            "radau": {"cr_rebel": 5, "cr_base": 1},
            "marth": {"cr_rebel": 5, "cr_base": 1},
        }
    )
    rolls = operated(s, RECLAIMERS, Op.TRAVEL, side="UU", die=1)
    assert s.action.chosen.index(NUMBER_OF["wilderness"]) >= 0
    assert rolls.count("activation") <= len(s.action.chosen) - 1


def test_attack_of_the_reclaimers_takes_support_and_opposition_first() -> None:
    position = {
        "gandhi": {"cr_rebel": 3, "mg_troop": 1},
        "sharma": {"cr_rebel": 1, "mg_troop": 1},
        "europa": {"active_cr_rebel": 1, "mg_troop": 1},
    }
    s = table(pieces=position, alignment={"sharma": -1})
    operated(s, RECLAIMERS, Op.ATTACK, side="WW", die=6)
    assert s.action.chosen == (SHARMA, GANDHI, EUROPA)


def test_a_failed_roll_skips_later_numbers_but_not_the_stars() -> None:
    """7 A failure ends the selection of spaces for the whole Operation."""
    s = table(
        pieces={
            "gandhi": {"rd_rebel": 1},
            "sharma": {"rd_base": 1, "active_rd_rebel": 1},
            "marth": {"rd_base": 1},
        }
    )
    operated(s, RED_DUST, Op.RALLY, side="N", die=1)
    assert len(s.action.chosen) == 1
    assert at(s, "marth", "dug_in_base") == 1


def test_free_operations_know_no_rolls() -> None:
    """8 In free Operations from Events every space is taken."""
    s = table(
        pieces={
            "gandhi": {"active_rd_rebel": 1, "mg_troop": 1},
            "sharma": {"active_rd_rebel": 1, "mg_troop": 1},
        }
    )
    rolls = operated(s, MARS_GOV, Op.ASSAULT, side="D", free=True)
    assert len(s.action.chosen) == 2
    assert "activation" not in rolls
