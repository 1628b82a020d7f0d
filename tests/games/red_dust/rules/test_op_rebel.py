"""16.6 Rally, 16.10 Campaign, 16.11 Preach."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.decks import ACTIVE, CAMPAIGN_DECK, HAND
from sandtable.games.red_dust.printed.map import CORPORATIONS, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.state import Mars, Op

from ..kit import at, mars, n, operation, spaces_for, stack_assets, stack_campaigns
from ..op_kit import asked, offered

D, R = RED_DUST, RECLAIMERS
Counts = dict[str, int]


def ways(s: Mars, who: int, space: str) -> list[str]:
    """How a Faction may Rally in a space."""
    return offered(s, who, Op.RALLY, f"rally:{space}", "rally_way")


# 16.6 Rally


@pytest.mark.parametrize("level", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("space", ["gandhi", "radau"])
def test_rally_where(level: int, space: str) -> None:
    """16.6 RD: Populated spaces without Support. CR: Neutral spaces."""
    s = mars(alignment={space: level}, hand=[7])
    assert (space in spaces_for(s, RED_DUST, Op.RALLY)) is (level <= 0)
    assert (space in spaces_for(s, RECLAIMERS, Op.RALLY)) is (level == 0)


def test_rally_in_unpopulated_spaces() -> None:
    """16.6 CR only: they are always Neutral, the Wilderness too. Nobody Rallies on Phobos."""
    s = mars(damage={"radau": 1}, hand=[7])
    for space in ("radau", "wilderness"):
        assert space not in spaces_for(s, RED_DUST, Op.RALLY)
        assert space in spaces_for(s, RECLAIMERS, Op.RALLY)
    assert "phobos" not in spaces_for(s, RECLAIMERS, Op.RALLY)


@pytest.mark.parametrize(
    ("who", "pieces", "found"),
    [
        (D, {}, ["rebel"]),
        (D, {"rd_rebel": 1, "active_cr_rebel": 2}, ["rebel"]),
        (D, {"rd_rebel": 1, "active_rd_rebel": 1}, ["rebel", "base"]),
        (D, {"rd_base": 1}, ["rebel", "rebels"]),
        (D, {"cr_base": 1}, ["rebel"]),
        (D, {"dug_in_base": 1, "active_rd_rebel": 1}, ["rebel", "rebels", "hide"]),
        (D, {"rd_base": 1, "rd_rebel": 1}, ["rebel", "rebels"]),
        (D, {"rd_base": 1, "mg_base": 1, "active_rd_rebel": 2}, ["rebel", "rebels", "hide"]),
        (R, {"cr_rebel": 2}, ["rebel", "base"]),
        (R, {"cr_base": 1}, ["rebel", "rebels", "convert"]),
        (R, {"conversion_center": 1}, ["rebel", "rebels"]),
        (R, {"cr_base": 1, "active_cr_rebel": 1}, ["rebel", "rebels", "hide", "convert"]),
    ],
)
def test_what_rally_may_do(who: int, pieces: Counts, found: list[str]) -> None:
    """16.6 One of: a Rebel; a Base for two Rebels; with an own Base more Rebels, hiding, or (CR) a Conversion Center."""
    options = ways(mars({"gandhi": pieces}, hand=[7]), who, "gandhi")
    assert sorted(options) == sorted(found)


@pytest.mark.parametrize("who", [D, R])
def test_the_help_of_rally_is_right_for_both(who: int) -> None:
    """16.6 Only CR has Conversion Centers, and RD is not told of them."""
    s = mars({"gandhi": {"rd_base": 1, "cr_base": 1}}, hand=[7])
    ask = asked(s, who, Op.RALLY, "rally:gandhi", "rally_way")
    assert ask is not None
    assert "Conversion" not in ask.under.help


def test_rally_places_a_rebel() -> None:
    """16.6 One, Hidden, for 1 Resource."""
    s = mars(resources=(0, 0, 1))
    operation(s, RED_DUST, Op.RALLY, "rally:gandhi")
    assert (at(s, "gandhi", "rd_rebel"), s.resources[RED_DUST]) == (1, 0)


def test_two_rebels_become_a_base() -> None:
    """16.6 Two own Rebels, Hidden or Active as RD chooses, to Available; a basic Base."""
    s = mars({"gandhi": {"rd_rebel": 2, "active_rd_rebel": 2}}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.RALLY, "gandhi base active_rd_rebel rd_rebel")
    assert [at(s, "gandhi", it) for it in ("rd_rebel", "active_rd_rebel", "rd_base")] == [1, 1, 1]
    assert at(s, "available", "rd_rebel") == 28


def test_no_base_where_two_stand_or_none_is_left() -> None:
    """16.6, 4.1, 4.3 Stacking permitting, and from Available."""
    s = mars({"gandhi": {"rd_rebel": 2, "mg_base": 1, "cr_base": 1}})
    assert ways(s, RED_DUST, "gandhi") == ["rebel"]
    bases = {"wilderness": {"rd_base": 6}, "marth": {"rd_base": 2}, "radau": {"rd_base": 1}}
    assert ways(mars({"gandhi": {"rd_rebel": 2}, **bases}), RED_DUST, "gandhi") == ["rebel"]


@pytest.mark.parametrize(
    ("who", "pieces", "position", "most"),
    [
        (D, {"rd_base": 1}, {}, 3),
        (D, {"rd_base": 1, "dug_in_base": 1}, {}, 4),
        (D, {"rd_base": 1, "mg_base": 1}, {"housed": {"gandhi": 1}}, 4),
        (D, {"rd_base": 1}, {"damage": {"gandhi": 1}}, 2),
        (R, {"conversion_center": 1}, {}, 3),
        (R, {"cr_base": 2}, {"damage": {"gandhi": 2}}, 2),
    ],
)
def test_an_own_base_brings_rebels(who: int, pieces: Counts, position: dict[str, Counts], most: int) -> None:
    """16.6 Up to Population plus own Bases; fewer if wished."""
    s = mars({"gandhi": pieces}, **position, hand=[7])  # type: ignore[arg-type]
    found = offered(s, who, Op.RALLY, "rally:gandhi rally_way:rebels", "rally_number")
    assert found[-1] == str(most)


def test_all_own_rebels_hide() -> None:
    """16.6 Only one's own, all of them."""
    s = mars({"gandhi": {"rd_base": 1, "active_rd_rebel": 3, "active_cr_rebel": 1}}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.RALLY, "gandhi hide")
    assert [at(s, "gandhi", it) for it in ("rd_rebel", "active_rd_rebel", "active_cr_rebel")] == [3, 0, 1]


def test_a_conversion_center_draws_a_card() -> None:
    """16.6 CR turns one of its Bases there and draws one Asset."""
    s = mars({"gandhi": {"cr_base": 2}}, hand=[7], resources=(0, 0, 0))
    stack_assets(s, 9)
    operation(s, RECLAIMERS, Op.RALLY, "rally:gandhi rally_way:convert done pay:cr7")
    assert (at(s, "gandhi", "conversion_center"), at(s, "gandhi", "cr_base")) == (1, 1)
    assert [card + 1 for card in s.assets.zones[HAND]] == [9]


def test_dig_in_after_rally() -> None:
    """16.6 RD may turn one Base in any Desert to Dug-In, chosen for the Rally or not, free."""
    pieces = {
        "radau": {"rd_base": 2},
        "marth": {"rd_base": 1},
        "gandhi": {"rd_base": 1},
        "trouvelot": {"dug_in_base": 1},
    }
    s = mars(pieces, resources=(0, 0, 1))
    played = operation(s, RED_DUST, Op.RALLY, "rally:sharma dig_in:radau")
    assert played.options("dig_in") == ["radau", "marth", "done"]
    assert (at(s, "radau", "dug_in_base"), at(s, "radau", "rd_base"), s.resources[RED_DUST]) == (1, 1, 0)


def test_dig_in_is_optional_and_even_after_a_limited_rally() -> None:
    """16.6, 12.1 "May"; once; a Base just built will do."""
    s = mars({"radau": {"rd_base": 1}}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.RALLY, "rally:sharma done")
    assert at(s, "radau", "dug_in_base") == 0
    s = mars({"radau": {"rd_rebel": 2}}, resources=(0, 0, 5))
    operation(s, RED_DUST, Op.RALLY, "rally:radau base dig_in:radau", limited=True)
    assert at(s, "radau", "dug_in_base") == 1


def test_the_reclaimers_do_not_dig_in() -> None:
    """16.6 RD only."""
    s = mars({"radau": {"rd_base": 1, "cr_base": 1}}, hand=[7], resources=(0, 0, 0))
    assert not operation(s, RECLAIMERS, Op.RALLY, "rally:gandhi done").was_asked("dig_in")


def test_desert_efficiency() -> None:
    """12.1 A Limited Rally of CR in several spaces for one Asset; then one card is drawn."""
    s = mars(hand=[1, 7], resources=(0, 0, 0))
    stack_assets(s, 9)
    played = operation(s, RECLAIMERS, Op.RALLY, "gandhi sharma europa done pay:cr7", limited=True)
    assert played.asked[3][2] == ["done"], "a fourth would need the second card"
    assert [card + 1 for card in s.assets.zones[HAND]] == [1, 9]


# 16.10 Campaign


@pytest.mark.parametrize(
    ("pieces", "position", "may"),
    [
        ({"rd_rebel": 1}, {}, True),
        ({"active_rd_rebel": 1}, {"alignment": {"radau": 2}}, True),
        ({"rd_rebel": 1}, {"alignment": {"radau": -2}}, True),
        ({"rd_rebel": 1}, {"damage": {"radau": 1}}, False),
        ({"rd_base": 1}, {}, False),
        ({"cr_rebel": 1}, {}, False),
    ],
)
def test_campaign_where(pieces: Counts, position: dict[str, Counts], may: bool) -> None:
    """16.10 Populated spaces with RD Rebels, whatever their alignment."""
    s = mars({"radau": pieces}, **position)  # type: ignore[arg-type]
    assert ("radau" in spaces_for(s, RED_DUST, Op.CAMPAIGN)) is may


@pytest.mark.parametrize(
    ("pieces", "hidden", "active"), [({"rd_rebel": 2}, 1, 1), ({"rd_rebel": 2, "active_rd_rebel": 1}, 2, 1)]
)
def test_campaign_activates_one_if_none_is(pieces: Counts, hidden: int, active: int) -> None:
    """16.10 Only if no RD Rebel there is Active."""
    s = mars({"gandhi": pieces}, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.CAMPAIGN)
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_rd_rebel")) == (hidden, active)


@pytest.mark.parametrize(
    ("level", "after", "cards", "damage"),
    [(2, 1, 0, 1), (1, 0, 0, 0), (0, -1, 0, 0), (-1, -2, 1, 0), (-2, -2, 1, 0)],
)
def test_campaign_shifts(level: int, after: int, cards: int, damage: int) -> None:
    """16.10 One level; a card if it is now, or was, at Active Opposition; Damage and EG- if now at Passive Support."""
    s = mars({"gandhi": {"rd_rebel": 1}}, alignment={"gandhi": level}, is_eg_up=True, resources=(0, 0, 1))
    operation(s, RED_DUST, Op.CAMPAIGN)
    assert (s.alignment[n("gandhi")], s.damage[n("gandhi")], s.is_eg_up) == (after, damage, not damage)
    assert (len(s.campaigns.zones[ACTIVE]), s.resources[RED_DUST]) == (cards, 0)


@pytest.mark.parametrize(("base", "left"), [("corp_base", 3), ("terraforming_base", 3), ("mg_base", 5)])
def test_campaign_costs_corp_profits(base: str, left: int) -> None:
    """16.10 Two Profits where it arrives at Passive Support and a CORP Base is there."""
    s = mars(
        {"radau": {"rd_rebel": 1, base: 1}}, housed={"radau": 1}, alignment={"radau": 2}, resources=(0, 5, 1)
    )
    operation(s, RED_DUST, Op.CAMPAIGN)
    assert s.resources[CORPORATIONS] == left


def test_no_profits_lost_elsewhere() -> None:
    """16.10 From Passive Support to Neutral nothing of the kind happens."""
    s = mars({"radau": {"rd_rebel": 1, "corp_base": 1}}, alignment={"radau": 1}, resources=(0, 5, 1))
    operation(s, RED_DUST, Op.CAMPAIGN)
    assert (s.resources[CORPORATIONS], s.damage[n("radau")]) == (5, 0)


def test_campaign_cards_are_drawn_at_the_end() -> None:
    """16.10, 20 One for each space at Active Opposition; RD puts one into play beside those active, the rest go back."""
    s = mars(
        {space: {"rd_rebel": 1} for space in ("gandhi", "sharma", "europa")},
        alignment={"gandhi": -1, "sharma": -2},
        campaigns=[1],
        resources=(0, 0, 3),
    )
    stack_campaigns(s, 5, 6, 7)
    played = operation(s, RED_DUST, Op.CAMPAIGN, "gandhi sharma europa campaign_card:rd6")
    assert (played.who("campaign_card"), sorted(played.options("campaign_card"))) == (D, ["rd5", "rd6"])
    assert [card + 1 for card in s.campaigns.zones[ACTIVE]] == [1, 6]
    assert len(s.campaigns.zones[CAMPAIGN_DECK]) == 10
    assert 4 in s.campaigns.zones[CAMPAIGN_DECK]


# 16.11 Preach


@pytest.mark.parametrize(
    ("pieces", "position", "may"),
    [
        ({"cr_rebel": 1}, {}, True),
        ({"active_cr_rebel": 1}, {"alignment": {"radau": 2}}, True),
        ({"cr_rebel": 1}, {"damage": {"radau": 1}}, False),
        ({"cr_base": 1}, {}, False),
        ({"rd_rebel": 1}, {}, False),
    ],
)
def test_preach_where(pieces: Counts, position: dict[str, Counts], may: bool) -> None:
    """16.11 Populated spaces with CR Rebels, Hidden or Active."""
    s = mars({"radau": pieces}, **position, hand=[7])  # type: ignore[arg-type]
    assert ("radau" in spaces_for(s, RECLAIMERS, Op.PREACH)) is may


def preach(pieces: Counts, space: str = "gandhi", **position: Counts) -> Mars:
    s = mars({space: pieces}, **position, hand=[7], is_eg_up=True, resources=(0, 0, 0))  # type: ignore[arg-type]
    operation(s, RECLAIMERS, Op.PREACH, f"preach:{space} done")
    return s


@pytest.mark.parametrize(
    ("pieces", "active"), [({"cr_rebel": 2}, 1), ({"cr_rebel": 2, "active_cr_rebel": 1}, 1)]
)
def test_preach_activates_one_if_none_is(pieces: Counts, active: int) -> None:
    """16.11 As Campaign does."""
    assert at(preach(pieces, alignment={"gandhi": 2}), "gandhi", "active_cr_rebel") == active


@pytest.mark.parametrize(("level", "after"), [(2, 1), (1, 0), (-1, 0), (-2, -1)])
def test_preach_shifts_towards_neutral(level: int, after: int) -> None:
    """16.11 If not Neutral: one level, and that is all."""
    s = preach({"cr_rebel": 1}, alignment={"gandhi": level})
    assert (s.alignment[n("gandhi")], s.damage[n("gandhi")], s.is_eg_up) == (after, 0, True)
    assert at(s, "gandhi", "cr_rebel") == 0, "the one Rebel is Active, and none came"


def test_preach_where_it_is_neutral_already() -> None:
    """16.11 Rebels equal to Population; then, without a Population marker, one Damage and EG-."""
    s = preach({"cr_rebel": 1})
    assert (at(s, "gandhi", "cr_rebel"), s.damage[n("gandhi")], s.displaced, s.is_eg_up) == (2, 1, 1, False)


def test_preach_takes_a_population_marker_instead() -> None:
    """16.11 If there is one it goes to the general supply: no Damage, and the EG marker stays."""
    s = preach({"cr_rebel": 1}, housed={"gandhi": 1})
    assert (at(s, "gandhi", "cr_rebel"), s.housed[n("gandhi")], s.damage[n("gandhi")]) == (3, 0, 0)
    assert (s.displaced, s.is_eg_up) == (0, True)
