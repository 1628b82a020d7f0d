"""14 The Dust Storm Round: its phases but for Redeploy, and their order."""

from __future__ import annotations

import pytest

from sandtable.engine import Steps
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import (
    ACTIVE,
    ASSET_DECK,
    CAPABILITIES,
    CURRENT,
    DISCARDS,
    GONE,
    HAND,
    NEXT,
)
from sandtable.games.red_dust.printed.map import COIN, CORPORATIONS, MARS_GOV, NOBODY, RED_DUST
from sandtable.games.red_dust.rules.dust_storm import (
    agitate_phase,
    lobby_phase,
    pacify_phase,
    reset_phase,
    resources_phase,
    victory_phase,
)
from sandtable.games.red_dust.state import APPROACHING, Phase

from ..dust_storm_kit import over, ready, run
from ..kit import at, mars, n, play

# 14.1 Victory Phase


def test_casualties_cost_profits_and_confidence() -> None:
    """14.1: CORP as in 13.2; a level for each Satellite and for two EG Troops; all return, Satellites to Earth."""
    s = mars(
        {"casualties": {"corp_base": 1, "security": 3, "specops": 1, "eg_troop": 5, "satellite": 1}}, level=8
    )
    run(s, victory_phase)
    assert s.resources[CORPORATIONS] == 18
    assert s.level == 8 - 1 - 2
    assert at(s, "earth", "satellite") == 1
    available = [at(s, "available", kind) for kind in ("corp_base", "security", "specops", "eg_troop")]
    assert available == [9, 16, 8, 16]


def test_confidence_never_leaves_the_track() -> None:
    """8.1, 14.1: three Satellites lost at level 2 end at level 0, and EG leaves Mars."""
    s = mars({"casualties": {"satellite": 3}, "gandhi": {"eg_troop": 2}}, level=2)
    run(s, victory_phase)
    assert (s.level, at(s, "gandhi", "eg_troop"), at(s, "available", "eg_troop")) == (0, 0, 16)


@pytest.mark.parametrize(
    ("displaced", "before", "after"),
    [(5, (20, 20, 20), [14, 18, 20]), (1, (20, 20, 20), [20, 20, 20]), (8, (5, 1, 20), [0, 0, 20])],
)
def test_displaced_population_costs(displaced: int, before: tuple[int, ...], after: list[int]) -> None:
    """14.1: for every two markers MG −3 and Profits −1, rounded down, and not below 0; the markers stay."""
    s = mars(resources=before, displaced=displaced)
    run(s, victory_phase)
    assert s.resources == after
    assert s.displaced == displaced


def test_victory_is_checked_after_the_losses() -> None:
    """14.1: 37 Profits would win, but two displaced markers cost one of them."""
    s = mars(resources=(20, 37, 20), displaced=2)
    run(s, victory_phase)
    assert s.resources[CORPORATIONS] == 36
    assert over(mars(resources=(20, 37, 20), displaced=1), victory_phase).winners == (CORPORATIONS,)


# 14.2 Resources Phase


def test_earnings() -> None:
    """14.2: MG from COIN Control without Opposition, CORP 2 for a Base in a Labyrinth, RD from Active Opposition and Bases."""
    s = mars(
        {
            "tenzing": {"mg_troop": 1, "corp_base": 1},
            "europa": {"security": 1},
            "gandhi": {"mg_troop": 1},
            "sharma": {"rd_rebel": 1, "rd_base": 1},
            "radau": {"corp_base": 1, "terraforming_base": 1},
            "marth": {"rd_base": 1, "dug_in_base": 1},
        },
        alignment={"europa": 1, "gandhi": -1, "sharma": -2, "marth": -1},
        housed={"sharma": 1},
    )
    run(s, resources_phase)
    # MG: Tenzing 3, Europa 2, Radau 1; not Gandhi, which has Opposition. CORP: Tenzing. RD: Sharma 3, three Bases.
    assert s.resources == [26, 22, 26]


def test_earnings_stop_at_fifty() -> None:
    """10, 14.2: what exceeds 50 is lost."""
    s = mars({"tenzing": {"mg_troop": 1, "corp_base": 2}}, resources=(49, 48, 49))
    run(s, resources_phase)
    assert s.resources == [50, 50, 49]


@pytest.mark.parametrize(
    ("bases", "cards"), [(0, 1), (1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (9, 4), (10, 5), (14, 5), (15, 6)]
)
def test_the_church_draws_by_its_bases(bases: int, cards: int) -> None:
    """14.2: icons at 0, 1, 3, 6, 10 and 15 of the Base track."""
    pieces: dict[str, dict[str, int]] = {}
    left = bases
    for space, room in (
        ("wilderness", 6),
        ("radau", 2),
        ("marth", 2),
        ("gandhi", 2),
        ("sharma", 2),
        ("europa", 2),
    ):
        here = min(room, left)
        pieces[space] = {"cr_base": here}
        left -= here
    s = mars(pieces)
    run(s, resources_phase)
    assert len(s.assets.zones[HAND]) == cards


def test_the_hand_limit_comes_after_the_draw() -> None:
    """10, 14.2: five cards and two drawn make seven; one is discarded."""
    s = mars({"gandhi": {"cr_base": 1}}, hand=[7, 8, 9, 10, 11])
    run(s, resources_phase, "hand_limit:cr9")
    assert len(s.assets.zones[HAND]) == 6
    assert s.assets.zones[DISCARDS] == [8]


# 14.3 Support Phase


def test_pacify_in_each_coin_space_up_to_twice() -> None:
    """14.3: House, Repair and a shift at 3, any two in each COIN-Controlled space, the same one twice allowed."""
    s = mars(
        {"gandhi": {"mg_troop": 1}, "sharma": {"security": 1}, "europa": {"rd_rebel": 1}},
        damage={"sharma": 1},
        displaced=3,
    )
    answers = "pacify:gandhi/shift pacify:gandhi/shift pacify:sharma/repair pacify:sharma/house"
    played = run(s, pacify_phase, answers)
    assert played.options("pacify") == [
        "gandhi/house",
        "gandhi/shift",
        "sharma/repair",
        "sharma/shift",
        "done",
    ]
    assert (s.alignment[n("gandhi")], s.damage[n("sharma")], s.housed[n("sharma")]) == (2, 0, 1)
    assert s.resources[MARS_GOV] == 20 - 3 - 3 - 3
    assert (s.is_eg_up, s.displaced) == (True, 1)
    assert {seat for seat, _, _ in played.asked} == {MARS_GOV}


def test_pacify_stops_when_marsgov_likes_and_where_it_cannot_pay() -> None:
    """14.3: all of it is optional; with 2 Resources there is nothing to do without displaced people."""
    s = mars({"gandhi": {"mg_troop": 1}})
    run(s, pacify_phase, "done")
    assert s.resources[MARS_GOV] == 20
    s = mars({"gandhi": {"mg_troop": 1}}, resources=(2, 20, 20))
    assert not run(s, pacify_phase).asked


def test_storms_do_not_matter_for_support() -> None:
    """Ruling 21: Pacify and Agitate are allowed in Raging Storms."""
    s = mars(
        {"radau": {"mg_troop": 1}, "marth": {"rd_rebel": 1}}, storm={"radau": "raging", "marth": "raging"}
    )
    run(s, pacify_phase, "pacify:radau/shift done")
    run(s, agitate_phase, "agitate:marth/shift done")
    assert (s.alignment[n("radau")], s.alignment[n("marth")]) == (1, -1)


@pytest.mark.parametrize(("answer", "level", "resources"), [("yes", 6, 15), ("no", 5, 20)])
def test_lobby(answer: str, level: int, resources: int) -> None:
    """14.3: MG may pay 5 once for a level of confidence, and may so become Controller."""
    s = mars(level=5)
    run(s, lobby_phase, f"lobby:{answer}")
    assert (s.level, s.resources[MARS_GOV]) == (level, resources)
    assert s.controller() == (MARS_GOV if level == 6 else CORPORATIONS)


def test_no_lobby_without_five_resources() -> None:
    """14.3: 4 Resources are not enough."""
    assert not run(mars(resources=(4, 20, 20)), lobby_phase).asked


def test_agitate_in_each_red_dust_space_up_to_twice() -> None:
    """14.3: House, Repair (2 Resources) and a shift at 1, any two in each RD-Controlled space."""
    s = mars(
        {
            "gandhi": {"rd_rebel": 1},
            "sharma": {"rd_rebel": 1},
            "europa": {"mg_troop": 1},
            "tenzing": {"cr_rebel": 1},
        },
        damage={"sharma": 1},
        displaced=3,
        is_eg_up=True,
    )
    answers = "agitate:sharma/repair agitate:sharma/shift agitate:gandhi/shift done"
    played = run(s, agitate_phase, answers)
    assert played.options("agitate") == [
        "gandhi/house",
        "gandhi/shift",
        "sharma/repair",
        "sharma/shift",
        "done",
    ]
    assert (s.alignment[n("gandhi")], s.alignment[n("sharma")], s.damage[n("sharma")]) == (-1, -1, 0)
    assert s.resources[RED_DUST] == 20 - 2 - 1 - 1
    assert not s.is_eg_up


# 14.5 Reset Phase


@pytest.mark.parametrize(("level", "before"), [(8, 2), (3, 5), (0, 1), (5, 4)])
def test_population_on_earth_is_set_to_confidence(level: int, before: int) -> None:
    """14.5: equal to the confidence value (10, 1, 0, 4), added or removed."""
    s = ready(level=level)
    s.population_on_earth = before
    run(s, reset_phase)
    assert s.population_on_earth == s.box.confidence[level].value == {8: 10, 3: 1, 0: 0, 5: 4}[level]


def test_everybody_hides_and_cards_are_put_away() -> None:
    """14.5: Rebels and SpecOps Hidden, Campaigns out of the game, discards into the deck, capabilities stay."""
    s = ready(
        pieces={"gandhi": {"active_rd_rebel": 1, "active_cr_rebel": 2, "active_specops": 1, "security": 1}},
        campaigns=[7, 9],
        capabilities=[2],
        hand=[7],
    )
    assert s.control[n("gandhi")] != COIN
    s.assets.give(9, DISCARDS)
    s.eligible, s.flashpoint, s.barred = [False, True, False, False], 3, (MARS_GOV,)
    run(s, reset_phase)
    assert [at(s, "gandhi", kind) for kind in ("rd_rebel", "cr_rebel", "specops")] == [1, 2, 1]
    assert (s.campaigns.zones[ACTIVE], s.campaigns.zones[GONE]) == ([], [6, 8])
    assert s.control[n("gandhi")] == NOBODY
    assert 9 in s.assets.zones[ASSET_DECK]
    assert (s.assets.zones[CAPABILITIES], s.assets.zones[HAND], s.assets.zones[DISCARDS]) == ([1], [6], [])
    assert (s.eligible, s.flashpoint, s.barred) == ([True] * 4, 0, ())


def test_two_events_are_revealed_and_bring_storms() -> None:
    """14.5: a new Current and a new Next Event; Storm rolls for the sum of their values: 1 + 2 for Events 2 and 4."""
    s = ready(first=2, second=4)
    run(s, reset_phase, dice=[(1,), (3,), (6,), (4,), (4,), (1,)])
    assert (s.events.zones[CURRENT][-1], s.events.zones[NEXT][-1]) == (1, 3)
    assert [s.storm[n(space)] for space in ("radau", "hellas_chaos", "europa")] == [APPROACHING] * 3
    assert (s.flashpoint, s.rounds, s.phase, s.step) == (0, 1, Phase.BIDS, 0)


def test_the_second_round_goes_on() -> None:
    """14.5: only the third Dust Storm Round ends the game."""
    s = ready()
    s.rounds = 1
    run(s, reset_phase)
    assert (s.rounds, s.phase) == (2, Phase.BIDS)


def test_the_phases_come_in_their_order() -> None:
    """14: Victory, Resources, Support, Redeploy, Reset, each a turn or more; then the Event Round begins."""
    s = ready(pieces={"sharma": {"mg_troop": 1}}, resources=(0, 0, 0), displaced=2)
    s.phase, s.step = Phase.DUST_STORM, 0

    def whole() -> Steps[None]:
        while s.phase is Phase.DUST_STORM:
            yield from GAME.turn(s)

    # Sharma earns 2 after the losses of the Victory Phase; two displaced people can be Housed for nothing.
    played = play(s, whole(), "pacify:sharma/house pacify:sharma/house redeploy_from:done")
    assert s.resources[MARS_GOV] == 2
    assert [topic for _, topic, _ in played.asked] == ["pacify", "pacify", "redeploy_from"]
    assert (s.phase, s.rounds) == (Phase.BIDS, 1)
