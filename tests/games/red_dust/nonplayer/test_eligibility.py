"""8.5.2 Initiative, the eligibility table, effective Events and Asset Events."""

from __future__ import annotations

import pytest

from sandtable.engine import Steps
from sandtable.games.red_dust.nonplayer.eligibility import (
    TESTS,
    asset_check,
    asset_is_critical,
    event_is_effective,
    initiative,
    is_shaded,
    mark,
    surely_first_next,
)
from sandtable.games.red_dust.nonplayer.play import answered
from sandtable.games.red_dust.printed.decks import DISCARDS, HAND
from sandtable.games.red_dust.printed.map import AVAILABLE, CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.printed.pieces import KINDS
from sandtable.games.red_dust.rules.event_round import action_phase, waiting
from sandtable.games.red_dust.state import Did, Mars, Phase

from ..kit import KIND, play, stack_assets
from .kit import left_to_chance, np_of, table

# 5. Initiative


def test_three_hits_buy_the_first_place() -> None:
    """All four Eligible means 3 and 2: with Asset Total 3, dice 2-2-3 buy first place."""
    s = table(current=11)
    np_of(s).asset_total = 3
    play(s, initiative(s), dice=[(2, 2, 3)])
    assert waiting(s)[0] == RECLAIMERS
    assert np_of(s).asset_total == 0
    assert s.phase is Phase.ACTION


def test_two_hits_buy_the_second_place() -> None:
    s = table(current=11)
    np_of(s).asset_total = 3
    play(s, initiative(s), dice=[(2, 3, 5)])
    assert waiting(s)[1] == RECLAIMERS
    assert np_of(s).asset_total == 1


def test_ineligible_factions_on_the_way_are_jumped_too() -> None:
    """MG RD CORP CR with RD and CORP Ineligible: CR is 2nd; first place still costs 3, and two hits change nothing."""
    s = table(current=5)
    np_of(s).asset_total = 3
    s.eligible[RED_DUST] = s.eligible[CORPORATIONS] = False
    play(s, initiative(s), dice=[(2, 3, 5)])
    assert waiting(s) == [MARS_GOV, RECLAIMERS]
    assert np_of(s).asset_total == 3


def test_nothing_is_rolled_without_enough_assets() -> None:
    """Only if the Asset Total covers at least one of the two costs."""
    s = table(current=11)
    np_of(s).asset_total = 1
    play(s, initiative(s))
    assert waiting(s)[-1] == RECLAIMERS


# 16. Marks and effect


def test_an_instruction_changes_a_mark() -> None:
    """5: critical for MG while any Satellite is in Orbit."""
    s = table(current=5, pieces={"orbit": {"satellite": 1}})
    assert mark(s, MARS_GOV, 5 - 1) == "critical"
    assert mark(table(current=5), MARS_GOV, 5 - 1) == "performed"
    assert mark(s, CORPORATIONS, 5 - 1) == "not_performed"


@pytest.mark.parametrize(
    ("number", "who", "shaded"),
    [
        (1, MARS_GOV, False),
        (1, RED_DUST, True),
        (3, CORPORATIONS, True),
        (15, RED_DUST, False),
        (46, MARS_GOV, True),
    ],
)
def test_which_text_is_played(number: int, who: int, shaded: bool) -> None:
    assert is_shaded(table(current=number), who) is shaded


def test_an_event_that_changes_nothing_on_the_list_is_not_effective() -> None:
    """40 shaded costs MG and CORP money: nothing for RD where neither has any."""
    assert not event_is_effective(table(current=40, resources=(0, 0, 0)), RED_DUST)
    assert event_is_effective(table(current=40, resources=(0, 5, 0)), RED_DUST)


def test_the_resources_of_a_person_count() -> None:
    """Human Resources stand on all lists."""
    assert event_is_effective(
        table(CORPORATIONS, RED_DUST, RECLAIMERS, current=40, resources=(9, 0, 0)), RED_DUST
    )


def test_testing_an_event_changes_nothing() -> None:
    s = table(current=24, alignment={"gandhi": -1})
    before = s.encode()
    event_is_effective(s, MARS_GOV)
    assert s.encode() == before


def test_a_granted_operation_counts_only_if_it_is_possible() -> None:
    """5 shaded: free Attacks where there is a Satellite."""
    assert not event_is_effective(table(current=5), RED_DUST)
    pieces = {"gandhi": {"satellite": 1, "rd_rebel": 1, "mg_troop": 1}}
    assert event_is_effective(table(current=5, pieces=pieces), RED_DUST)


# 6. The table


def test_first_eligible_plays_a_critical_and_effective_event() -> None:
    """Line 1: event 24 is critical for MG."""
    s = table(current=24, alignment={"gandhi": -1}, pieces={"gandhi": {"mg_troop": 1}})
    s.eligible[CORPORATIONS] = False
    play(s, answered(s, action_phase(s)))
    assert s.phase is Phase.EVENT
    assert s.acted == (MARS_GOV,)
    assert not s.is_shaded


def test_first_eligible_keeps_the_event_from_the_second() -> None:
    """Line 3: 20 is critical for RD, which is due to act second: Operation only."""
    s = table(current=20, cards="L")
    s.eligible[MARS_GOV] = False
    play(s, answered(s, action_phase(s)), dice=[(1, 1)])
    assert s.first_did is Did.OPERATION
    assert not s.action.may_special


PASS, EVENT, ASSET = "pass", "event", "asset"
WITH, ONLY, LIMITED = "operation and special", "operation", "limited"
TRAINED = {"gandhi": {"mg_troop": 2}, "marth": {"cr_rebel": 3}}


@pytest.mark.parametrize(
    ("who", "did", "events", "assets", "expected"),
    [
        (RECLAIMERS, None, (19, 11), (9,), ASSET),  # 1st, line 2: CR9 is critical
        (RECLAIMERS, None, (19, 11), (28,), WITH),  # an uncritical one is not played first
        (
            MARS_GOV,
            None,
            (19, 10),
            (),
            PASS,
        ),  # 1st, line 4: 10 is critical for MG, which is printed first there
        (MARS_GOV, None, (19, 11), (), WITH),  # 1st, line 5
        (MARS_GOV, Did.OPERATION, (19, 10), (), PASS),  # 2nd, line 1
        (MARS_GOV, Did.EVENT, (19, 20), (), WITH),  # 2nd, line 2
        (MARS_GOV, Did.OPERATION_AND_SPECIAL, (20, 19), (), EVENT),  # 2nd, line 3: unmarked and effective
        (MARS_GOV, Did.OPERATION_AND_SPECIAL, (21, 29), (), LIMITED),  # 21 is not performed by MG
        (RECLAIMERS, Did.OPERATION_AND_SPECIAL, (12, 19), (28,), ASSET),  # 2nd, line 4
        (RECLAIMERS, Did.OPERATION, (12, 19), (28,), LIMITED),  # but not after an Operation alone
        (MARS_GOV, Did.OPERATION, (19, 11), (), PASS),  # 2nd, line 5
        (RECLAIMERS, Did.OPERATION, (12, 19), (14, 15, 16, 17, 18), PASS),  # 2nd, line 6: Asset Total 5
        (RECLAIMERS, Did.OPERATION, (12, 49), (14, 15, 16, 17, 18), LIMITED),  # not before a Dust Storm
        (MARS_GOV, Did.OPERATION, (19, 29), (), LIMITED),  # 2nd, line 7
    ],
)
def test_a_line_of_the_table(
    who: int, did: Did | None, events: tuple[int, int], assets: tuple[int, ...], expected: str
) -> None:
    """6 The first true line decides."""
    s = table(current=events[0], following=events[1], pieces=TRAINED, displaced=1)
    s.eligible = [it == who for it in range(4)]
    if did is not None:
        s.acted, s.first_did = (CORPORATIONS,), did
    np_of(s).asset_total = len(assets)
    stack_assets(s, *assets)
    left_to_chance(s, action_phase(s), die=1)
    if s.passed == (who,):
        found = PASS
    elif s.phase in (Phase.EVENT, Phase.ASSET):
        found = EVENT if s.phase is Phase.EVENT else ASSET
    else:
        found = LIMITED if s.action.is_limited else WITH if s.action.may_special else ONLY
    assert found == expected


def test_after_an_event_there_is_no_limited_operation() -> None:
    """6 If no card leads to an Operation the next lines are read; the Limited Operation is no box of the 2nd Eligible then."""
    s = table(RED_DUST, current=19, following=20)
    for kind in ("rd_rebel", "rd_base"):
        s.pieces[AVAILABLE * KINDS + KIND[kind]] = 0
    s.eligible = [it == RED_DUST for it in range(4)]
    s.acted, s.first_did = (CORPORATIONS,), Did.EVENT
    left_to_chance(s, action_phase(s))
    assert s.passed == (RED_DUST,)


def test_the_star_of_a_person_is_the_printed_one() -> None:
    """6 Line 3 looks at a person too, for whom the instructions of non-players do not count: 5 without a Satellite."""
    for people, special in (((CORPORATIONS, RED_DUST, RECLAIMERS), False), ((), True)):
        s = table(*people, current=5, following=19, pieces={"marth": {"corp_base": 1}})
        s.eligible = [True, True, False, False]
        left_to_chance(s, _second_is_critical(s))
        assert s.action.may_special is special


def _second_is_critical(s: Mars) -> Steps[None]:
    """Notes whether CORP would leave the Event open to MG."""
    found = yield from TESTS["current_critical_for_second_eligible"](s, CORPORATIONS)
    s.action.may_special = not found


def test_surely_first_if_everybody_ahead_has_acted() -> None:
    """11 is MG CORP RD CR: RD is first there once MG and CORP have acted on this card."""
    s = table(current=20, following=11)
    s.acted = (MARS_GOV,)
    assert not surely_first_next(s, RED_DUST)
    s.acted = (MARS_GOV, CORPORATIONS)
    assert surely_first_next(s, RED_DUST)
    s.staying = (CORPORATIONS,)
    assert not surely_first_next(s, RED_DUST)


def test_never_surely_first() -> None:
    """Never CR, and not before a Dust Storm."""
    s = table(current=20, following=49)
    s.acted = (MARS_GOV, CORPORATIONS, RED_DUST)
    assert not surely_first_next(s, MARS_GOV)
    s = table(current=20, following=11)
    s.acted = (MARS_GOV, CORPORATIONS)
    assert not surely_first_next(s, RECLAIMERS)


def test_second_eligible_takes_a_limited_operation_at_last() -> None:
    """Line 7."""
    s = table(current=11, following=25, cards="A", displaced=1, pieces={"gandhi": {"mg_troop": 2}})
    s.acted, s.first_did = (RECLAIMERS,), Did.OPERATION_AND_SPECIAL
    s.eligible = [True, False, False, True]
    play(s, answered(s, action_phase(s)), dice=[(1, 1)])
    assert s.action.is_limited
    assert np_of(s).side == 0


# Asset Events


def test_a_failed_asset_check_costs_nothing() -> None:
    """All revealed cards are discarded; the Asset Total stays."""
    s = table()
    np_of(s).asset_total = 2
    stack_assets(s, 14, 15)  # Resource cards
    assert play(s, asset_check(s, only_critical=False)).result is False
    assert np_of(s).asset_total == 2
    assert {13, 14} <= set(s.assets.zones[DISCARDS])


def test_a_critical_asset_is_performed() -> None:
    """CR9 is critical; the Asset Total drops by 1."""
    s = table(pieces={"radau": {"cr_rebel": 1}})
    np_of(s).asset_total = 2
    stack_assets(s, 9, 14)
    assert play(s, asset_check(s, only_critical=True)).result is True
    assert s.assets.zones[HAND] == [9 - 1]
    assert np_of(s).asset_total == 1


def test_an_uncritical_asset_only_as_second_eligible() -> None:
    s = table()
    np_of(s).asset_total = 1
    stack_assets(s, 28)
    assert play(s, asset_check(s, only_critical=True)).result is False
    stack_assets(s, 28)
    assert play(s, asset_check(s, only_critical=False)).result is True


def test_an_empty_deck_stops_asset_events() -> None:
    s = table()
    np_of(s).asset_total = 3
    s.assets.gather(0, DISCARDS)
    assert play(s, asset_check(s, only_critical=False)).result is False


def test_conditional_critical_assets() -> None:
    """CR7 with 15 Rebels and an enemy Base in a Desert; CR11 with forces in three Labyrinths."""
    s = table(pieces={"radau": {"cr_rebel": 15, "corp_base": 1}})
    assert asset_is_critical(s, 7 - 1)
    assert not asset_is_critical(table(), 7 - 1)
    labyrinths = {"gandhi": {"cr_rebel": 1}, "europa": {"cr_rebel": 1}, "tenzing": {"cr_base": 1}}
    assert asset_is_critical(table(pieces=labyrinths), 11 - 1)
    assert not asset_is_critical(table(), 11 - 1)
    assert asset_is_critical(table(), 8 - 1)
    assert not asset_is_critical(table(), 10 - 1)
