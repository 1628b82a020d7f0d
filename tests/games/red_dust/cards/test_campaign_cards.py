"""20 Campaign cards: RD1 to RD12, each where it matters, and drawing them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.cards.campaigns import draw_and_play, end_campaign, play_top
from sandtable.games.red_dust.printed.decks import ACTIVE, CAMPAIGN_DECK, DRAWN, GONE
from sandtable.games.red_dust.printed.map import COIN, CORPORATIONS, MARS_GOV, NOBODY, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.alignment import shift
from sandtable.games.red_dust.rules.earthgov import arrive, shift_confidence
from sandtable.games.red_dust.rules.event_round import pass_turn
from sandtable.games.red_dust.rules.population import place_damage
from sandtable.games.red_dust.state import Op, Phase

from ..kit import at, mars, n, operation, play, spaces_for, stack_campaigns

# RD1 Construction Workers Guild


def test_rd1_new_bases_in_deserts_are_dug_in() -> None:
    """RD1, tip: a new RD Base is Dug-In in a Desert, and basic in a Labyrinth."""
    s = mars({"radau": {"rd_rebel": 2}, "gandhi": {"rd_rebel": 2}}, campaigns=[1])
    operation(s, RED_DUST, Op.RALLY, "radau rally_way:base gandhi rally_way:base done", free=True)
    assert (at(s, "radau", "dug_in_base"), at(s, "radau", "rd_base")) == (1, 0)
    assert (at(s, "gandhi", "dug_in_base"), at(s, "gandhi", "rd_base")) == (0, 1)


def test_rd1_leaves_old_bases_alone() -> None:
    """RD1 is for new Bases; and Dig-In after Rally (16.6) is still there for one of the others."""
    s = mars({"radau": {"rd_base": 1}, "marth": {"rd_base": 1}}, campaigns=[1])
    answers = "rally:gandhi rally:done dig_in:marth"
    operation(s, RED_DUST, Op.RALLY, answers, free=True)
    assert (at(s, "radau", "rd_base"), at(s, "marth", "dug_in_base")) == (1, 1)


# RD2 Prison Labor Revolt


@pytest.mark.parametrize(("campaigns", "before", "after"), [((), 5, 5), ((2,), 5, 4), ((2,), 0, 0)])
def test_rd2_costs_a_profit_for_a_corporate_base(campaigns: tuple[int, ...], before: int, after: int) -> None:
    """RD2, tip: Profits −1 for each CORP Base placed, which at 0 Profits is placed all the same."""
    s = mars({"gandhi": {"security": 2}}, resources=(20, before, 20), campaigns=campaigns)
    operation(s, CORPORATIONS, Op.SECURE, "secure:gandhi done build_base:gandhi")
    assert at(s, "gandhi", "corp_base") == 1
    assert s.resources[CORPORATIONS] == after


def test_rd2_is_not_for_marsgov() -> None:
    """RD2 speaks of CORP Bases: an MG Base costs no Profit."""
    s = mars({"gandhi": {"mg_troop": 2}}, campaigns=[2])
    operation(s, MARS_GOV, Op.SECURE, "secure:gandhi done build_base:gandhi", free=True)
    assert at(s, "gandhi", "mg_base") == 1
    assert s.resources[CORPORATIONS] == 20


# RD3 Dock Workers Lockout, RD8 Earth-Based Endorsements


@pytest.mark.parametrize(
    ("campaigns", "supply", "resources"),
    [
        ((), 3, [9, 0]),
        ((3,), 3, [3, 0]),
        ((3,), 4, [6, 0]),
        ((3,), 1, [0, 0]),
        ((8,), 3, [6, 3]),
        ((3, 8), 3, [2, 1]),
        ((8, 3), 4, [4, 2]),
    ],
)
def test_rd3_and_rd8_change_what_supply_brings(
    campaigns: tuple[int, ...], supply: int, resources: list[int]
) -> None:
    """RD3 discards half, rounded up; RD8 makes it 2 for MG and 1 for RD; of the two, RD3 comes first."""
    s = mars(resources=(0, 0, 0), campaigns=campaigns)
    s.supply_in_transit = supply
    play(s, arrive(s))
    assert [s.resources[MARS_GOV], s.resources[RED_DUST]] == resources
    assert s.supply_in_transit == 0


# RD4 Transport Workers


@pytest.mark.parametrize(("who", "unit"), [(MARS_GOV, "mg_troop"), (CORPORATIONS, "security")])
def test_rd4_keeps_secure_off_the_maglevs(who: int, unit: str) -> None:
    """RD4, tip: units of Tenzing cannot reach Shepard by Maglev (its Spaceport is Damaged), MG's and CORP's alike."""
    for campaigns, comes in (((), True), ((4,), False)):
        s = mars({"tenzing": {unit: 2}}, damage={"shepard": 1}, campaigns=campaigns)
        answers = "secure:shepard tenzing secure_number:1 done" if comes else "secure:shepard done"
        played = operation(s, who, Op.SECURE, answers + (" done" if comes else ""), free=True)
        assert played.was_asked("secure_from") is comes
        assert at(s, "shepard", unit) == comes


def test_rd4_leaves_borders_and_spaceports() -> None:
    """RD4 is about Maglev lines: Secure still uses adjacent spaces and Spaceports."""
    s = mars(
        {"tenzing": {"mg_troop": 1}, "syria_planum": {"mg_troop": 1}, "shepard": {"mg_base": 1}},
        campaigns=[4],
    )
    played = operation(
        s,
        MARS_GOV,
        Op.SECURE,
        "secure:shepard secure_from:tenzing secure_from:syria_planum done done",
        free=True,
    )
    assert played.options("secure_from") == ["syria_planum", "tenzing", "done"]
    assert at(s, "shepard", "mg_troop") == 2


def test_rd4_does_not_stop_a_march() -> None:
    """RD4 names Secure only: Red Dust marches along the Maglev."""
    s = mars({"tenzing": {"rd_rebel": 1}}, campaigns=[4])
    assert "shepard" in spaces_for(s, RED_DUST, Op.MARCH)


# RD5 Water Reclamation Workers


def test_rd5_keeps_labyrinths_from_active_support() -> None:
    """RD5: a Labyrinth stops at Passive Support, a Desert does not."""
    s = mars(alignment={"gandhi": 0, "sharma": 1, "radau": 1}, campaigns=[5])
    for space in ("gandhi", "sharma", "radau"):
        shift(s, n(space), 2)
    assert [s.alignment[n(space)] for space in ("gandhi", "sharma", "radau")] == [1, 1, 2]


def test_rd5_leaves_active_support_where_it_is() -> None:
    """RD5, tip: Labyrinths already at Active Support stay there."""
    s = mars(alignment={"gandhi": 2}, campaigns=[5])
    shift(s, n("gandhi"), 1)
    assert s.alignment[n("gandhi")] == 2


def test_rd5_leaves_pacify_nothing_to_pay_for() -> None:
    """RD5: Train cannot Pacify a Labyrinth at Passive Support by a shift."""
    for campaigns, is_offered in (((), True), ((5,), False)):
        s = mars({"gandhi": {"mg_troop": 1}}, alignment={"gandhi": 1}, campaigns=campaigns)
        answers = "train:done" if is_offered else "train:phobos train_number:1 train:done"
        played = operation(s, MARS_GOV, Op.TRAIN, answers, free=True)
        assert ("done" in played.options("train")) is is_offered  # Train may be for Pacify alone
        assert s.alignment[n("gandhi")] == 1 + is_offered


# RD6 Mothers of Mars


def test_rd6_shifts_each_labyrinth_of_an_assault() -> None:
    """RD6: each Labyrinth selected shifts one level, whoever Assaults; a Desert does not."""
    s = mars(
        {space: {"security": 1, "active_rd_rebel": 1} for space in ("gandhi", "sharma", "radau")},
        alignment={"gandhi": 2, "sharma": 0, "radau": 1},
        campaigns=[6],
    )
    answers = " ".join(f"assault:{space} active_rd_rebel" for space in ("gandhi", "sharma", "radau"))
    operation(s, CORPORATIONS, Op.ASSAULT, answers)
    assert [s.alignment[n(space)] for space in ("gandhi", "sharma", "radau")] == [1, -1, 1]


def test_rd6_goes_no_further_than_active_opposition() -> None:
    """RD6, tip: nothing happens at Active Opposition."""
    s = mars({"gandhi": {"mg_troop": 1, "active_rd_rebel": 1}}, alignment={"gandhi": -2}, campaigns=[6])
    played = operation(s, MARS_GOV, Op.ASSAULT, "active_rd_rebel", free=True)
    assert s.alignment[n("gandhi")] == -2
    assert not [line for line in played.log if "Opposition" in line], "nothing shifts, so nothing is told"


def test_rd6_shifts_even_if_nothing_is_removed() -> None:
    """RD6: it is selecting the Labyrinth that shifts it; a Hidden Rebel cannot be removed."""
    s = mars({"gandhi": {"mg_troop": 1, "rd_rebel": 1}}, campaigns=[6])
    operation(s, MARS_GOV, Op.ASSAULT, free=True)
    assert s.alignment[n("gandhi")] == -1


# RD7 Torture Video Leaks


@pytest.mark.parametrize(
    ("forces", "level", "control"),
    [
        ({"security": 2, "specops": 1, "rd_rebel": 1}, 3, RED_DUST),
        ({"security": 2, "corp_base": 2, "rd_rebel": 1}, 3, COIN),
        ({"security": 2, "mg_troop": 1, "rd_rebel": 1}, 3, NOBODY),
        ({"eg_troop": 3, "rd_rebel": 1}, 3, RED_DUST),
        ({"eg_troop": 3, "rd_rebel": 1}, 6, COIN),
    ],
)
def test_rd7_leaves_corporate_units_out_of_control(forces: dict[str, int], level: int, control: int) -> None:
    """RD7, tip: in Labyrinths CORP units do not count, nor EG Troops while CORP is Controller; Bases do."""
    s = mars({"gandhi": forces}, level=level, campaigns=[7])
    assert s.control[n("gandhi")] == control


def test_rd7_leaves_deserts_alone() -> None:
    """RD7: in Deserts CORP units count as ever."""
    s = mars({"radau": {"security": 2, "rd_rebel": 1}}, campaigns=[7])
    assert s.control[n("radau")] == COIN


def test_rd7_works_at_once_and_no_longer_than_it_lasts() -> None:
    """7, RD7: Control changes when the card comes into play, when the Controller changes, and when it goes."""
    s = mars({"gandhi": {"eg_troop": 2, "rd_rebel": 1}}, level=5)
    stack_campaigns(s, 7)
    gandhi = n("gandhi")
    assert s.control[gandhi] == COIN
    play(s, play_top(s))
    assert s.control[gandhi] == RED_DUST
    play(s, shift_confidence(s, 1))
    assert s.control[gandhi] == COIN
    play(s, shift_confidence(s, -1))
    assert s.control[gandhi] == RED_DUST
    play(s, end_campaign(s, 6))
    assert s.control[gandhi] == COIN


# RD9 Legal Injunctions, RD10 General Strike


@pytest.mark.parametrize(
    ("campaigns", "level", "cost"),
    [
        ((), -1, 3),
        ((9,), -1, 6),
        ((9,), 0, 3),
        ((10,), -1, 4),
        ((10,), 0, 4),
        ((10,), 1, 3),
        ((9, 10), -2, 7),
        ((9, 10), 0, 4),
        ((9, 10), 2, 3),
    ],
)
def test_rd9_and_rd10_raise_the_price_of_secure(campaigns: tuple[int, ...], level: int, cost: int) -> None:
    """RD9, RD10, tips: Opposition costs 6, no Support 1 more, both 7; also where nothing moves."""
    s = mars({"gandhi": {"mg_troop": 1}}, alignment={"gandhi": level}, campaigns=campaigns)
    operation(s, MARS_GOV, Op.SECURE, "secure:gandhi done done")
    assert s.resources[MARS_GOV] == 20 - cost


def test_rd9_is_for_secure_only() -> None:
    """RD9 names Secure: an Assault among Opposition costs 3."""
    s = mars({"gandhi": {"mg_troop": 1, "active_rd_rebel": 1}}, alignment={"gandhi": -1}, campaigns=[9])
    operation(s, MARS_GOV, Op.ASSAULT, "active_rd_rebel")
    assert s.resources[MARS_GOV] == 17


def test_rd9_keeps_what_cannot_be_paid_from_being_chosen() -> None:
    """10, RD9: with 5 Resources a Labyrinth with Opposition cannot be selected for Secure."""
    s = mars(alignment={"gandhi": -1}, resources=(5, 20, 20), campaigns=[9])
    played = operation(s, MARS_GOV, Op.SECURE, "secure:sharma done")
    assert "gandhi" not in played.options("secure")


def test_rd10_is_for_all_operations_of_marsgov() -> None:
    """RD10: Train, Recon and Assault in a space without Support cost 4, with Support 3. Phobos is without Support."""
    s = mars({"gandhi": {"mg_troop": 1}}, alignment={"gandhi": 1}, campaigns=[10])
    operation(s, MARS_GOV, Op.TRAIN, "phobos 1 gandhi 1 done")
    assert s.resources[MARS_GOV] == 20 - 4 - 3

    s = mars({"radau": {"mg_troop": 1}}, campaigns=[10])
    operation(s, MARS_GOV, Op.RECON, "recon:radau recon:done done")
    assert s.resources[MARS_GOV] == 16

    s = mars({"radau": {"mg_troop": 1, "active_cr_rebel": 1}}, campaigns=[10])
    operation(s, MARS_GOV, Op.ASSAULT, "active_cr_rebel")
    assert s.resources[MARS_GOV] == 16


def test_rd10_does_not_charge_a_space_only_pacified() -> None:
    """RD10, ruling 17: in Train only spaces that are paid for cost more; the shift itself costs its 3."""
    s = mars({"gandhi": {"mg_troop": 1}}, campaigns=[10])
    operation(s, MARS_GOV, Op.TRAIN, "train:done train_pacify:done")
    assert s.resources[MARS_GOV] == 17


def test_rd10_does_not_touch_the_corporations() -> None:
    """RD10, tip: CORP Operations cost what they did, nothing."""
    s = mars({"gandhi": {"security": 1, "active_rd_rebel": 1}}, campaigns=[9, 10])
    operation(s, CORPORATIONS, Op.SECURE, "secure:gandhi secure:done done")
    assert s.resources == [20, 20, 20]


# RD11 Comms Cutoff


def test_rd11_closes_transit_to_logistics() -> None:
    """RD11: Logistics cannot select Transit."""
    assert "transit" in spaces_for(mars(), CORPORATIONS, Op.LOGISTICS)
    assert "transit" not in spaces_for(mars(campaigns=[11]), CORPORATIONS, Op.LOGISTICS)


@pytest.mark.parametrize(("campaigns", "arrived"), [((), 2), ((11,), 0)])
def test_rd11_takes_the_bonus_of_a_corporate_pass(campaigns: tuple[int, ...], arrived: int) -> None:
    """RD11, tip: CORP may Pass and stays Eligible, but the Cycler does not move."""
    s = mars({"transit": {"security": 2}}, campaigns=campaigns)
    play(s, pass_turn(s, CORPORATIONS))
    assert at(s, "phobos", "security") == arrived
    assert s.passed == (CORPORATIONS,)


def test_rd11_leaves_the_flashpoint_round_alone() -> None:
    """RD11, tip: the Cycler of the Flashpoint Round moves."""
    s = mars({"transit": {"security": 2}}, campaigns=[11])
    s.phase = Phase.FLASHPOINT
    play(s, GAME.turn(s))
    assert at(s, "phobos", "security") == 2


# RD12 Red Wave Elections


@pytest.mark.parametrize(
    ("before", "levels", "after"),
    [(1, -1, -1), (2, -1, 1), (2, -2, -1), (1, -2, -2), (-1, 1, 0), (-2, 2, 0), (0, -1, -1)],
)
def test_rd12_leaves_support_for_opposition(before: int, levels: int, after: int) -> None:
    """RD12, tip and ruling: Support that arrives at Neutral lands in Passive Opposition, step by step; up it is as ever."""
    s = mars(alignment={"gandhi": before}, campaigns=[12])
    shift(s, n("gandhi"), levels)
    assert s.alignment[n("gandhi")] == after


def test_rd12_holds_for_shifts_towards_neutral() -> None:
    """RD12: when any space shifts: Preach at Passive Support, too."""
    s = mars({"gandhi": {"cr_rebel": 1}}, alignment={"gandhi": 1}, campaigns=[12])
    operation(s, RECLAIMERS, Op.PREACH, free=True)
    assert s.alignment[n("gandhi")] == -1


def test_rd12_is_not_for_a_space_set_to_neutral() -> None:
    """RD12, ruling: a space that loses its last Population is set to Neutral, which is no shift."""
    s = mars(alignment={"radau": 1}, campaigns=[12])
    play(s, place_damage(s, n("radau")))
    assert s.alignment[n("radau")] == 0


# Drawing


def test_one_of_the_drawn_cards_comes_into_play() -> None:
    """20: of several drawn, Red Dust puts one beside those already active; the rest is shuffled back."""
    s = mars(campaigns=[9])
    stack_campaigns(s, 3, 5, 7)
    played = play(s, draw_and_play(s, 3), "rd5")
    assert played.options("campaign_card") == ["rd3", "rd5", "rd7"]
    assert played.who("campaign_card") == RED_DUST
    assert s.campaigns.zones[ACTIVE] == [8, 4]
    assert len(s.campaigns.zones[CAMPAIGN_DECK]) == 10
    assert not s.campaigns.zones[DRAWN]


def test_campaign_draws_a_card_for_each_space_at_active_opposition() -> None:
    """16.10: a card for each space now or already at Active Opposition, one of them into play at the end."""
    s = mars(
        {space: {"rd_rebel": 1} for space in ("gandhi", "sharma", "europa")},
        alignment={"gandhi": -1, "sharma": -2, "europa": 0},
    )
    stack_campaigns(s, 2, 6)
    operation(s, RED_DUST, Op.CAMPAIGN, "gandhi sharma europa rd6", free=True)
    assert s.campaigns.zones[ACTIVE] == [5]


def test_a_short_deck_gives_what_it_has() -> None:
    """18, 20: two cards are left of four to be drawn; with none left nothing happens."""
    s = mars()
    _empty(s, keep=2)
    played = play(s, draw_and_play(s, 4), "rd1")
    assert len(played.options("campaign_card")) == 2
    _empty(s, keep=0)
    before = list(s.campaigns.zones[ACTIVE])
    play(s, draw_and_play(s, 2))
    play(s, play_top(s))
    assert s.campaigns.zones[ACTIVE] == before


def _empty(s: Any, keep: int) -> None:
    deck = s.campaigns.zones[CAMPAIGN_DECK]
    for card in list(deck)[keep:]:
        s.campaigns.give(card, GONE)
