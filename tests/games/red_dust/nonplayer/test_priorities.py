"""8.5.6 to 8.5.8 Selecting spaces, moving pieces, choosing pieces."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.nonplayer.moves import brought, moveable
from sandtable.games.red_dust.nonplayer.pieces import enemy_to_hit, ranked, to_lose
from sandtable.games.red_dust.nonplayer.priorities import (
    COLUMNS,
    has_vulnerable_enemy_base,
    narrow,
    select,
    support,
)
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NUMBER_OF, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.printed.pieces import (
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    CR_REBEL,
    EG_TROOP,
    FORTIFIED,
    MG_TROOP,
    RD_BASE,
    RD_REBEL,
    SATELLITE,
    SECURITY,
    SPECOPS,
)

from ..kit import play
from .kit import table

GANDHI, SHARMA, EUROPA = (NUMBER_OF[it] for it in ("gandhi", "sharma", "europa"))
RADAU, MARTH = NUMBER_OF["radau"], NUMBER_OF["marth"]


# 9. Selecting spaces


def test_a_filter_row_keeps_what_fits() -> None:
    """MG place_cubes: not at Active Support, then no COIN Control."""
    s = table(
        alignment={"gandhi": 2, "sharma": 1}, pieces={"sharma": {"rd_rebel": 1}, "europa": {"mg_troop": 1}}
    )
    why = narrow(s, MARS_GOV, "place_cubes", [GANDHI, SHARMA, EUROPA])
    assert why.spaces == [SHARMA]
    assert why.row is not None
    assert why.row.label.label == "no COIN Control"


def test_a_row_that_nothing_fits_is_skipped() -> None:
    s = table(alignment={"gandhi": 2, "europa": 2})
    assert narrow(s, MARS_GOV, "shift_toward_active_support", [GANDHI, EUROPA]).spaces


def test_most_support_looks_only_at_support() -> None:
    """If none has any, the row is skipped."""
    s = table(alignment={"gandhi": -2})
    row = next(it for it in COLUMNS[MARS_GOV, "place_population"] if it.label.label == "most Support")
    assert row.needs_any
    assert support(s, GANDHI) == 0


def test_a_tie_is_broken_at_random() -> None:
    s = table()
    column = "place_or_upgrade_bases"
    deserts = [RADAU, MARTH]
    left = narrow(s, RECLAIMERS, column, deserts).spaces
    if len(left) > 1:
        assert play(s, select(s, RECLAIMERS, column, deserts), dice=[(MARTH,)]).result == MARTH


@pytest.mark.parametrize("people", [(), (RECLAIMERS,)])
def test_a_row_for_people_counts_only_against_people(people: tuple[int, ...]) -> None:
    """MG Base with 0-3 cubes: only if CR is human."""
    seats = [who for who in range(4) if who not in people]
    s = table(
        *seats,
        pieces={"gandhi": {"mg_base": 1, "mg_troop": 1}, "sharma": {"mg_base": 1, "mg_troop": 4}},
        alignment={"gandhi": 1, "sharma": 1},
    )
    why = narrow(s, MARS_GOV, "place_cubes", [GANDHI, SHARMA])
    assert (why.row is not None and why.row.label.label == "MarsGov Base with 0–3 COIN cubes") is bool(people)


def test_vulnerable_bases() -> None:
    """Fewer than four friendly units; COIN Factions guard each other, RD and CR only their own."""
    s = table(pieces={"gandhi": {"corp_base": 1, "mg_troop": 3}})
    assert has_vulnerable_enemy_base(s, RED_DUST, GANDHI)
    s = table(pieces={"gandhi": {"corp_base": 1, "mg_troop": 3, "security": 1}})
    assert not has_vulnerable_enemy_base(s, RED_DUST, GANDHI)
    s = table(pieces={"gandhi": {"rd_base": 1, "cr_rebel": 4}})
    assert has_vulnerable_enemy_base(s, RECLAIMERS, GANDHI)
    assert not has_vulnerable_enemy_base(s, RED_DUST, GANDHI)


# 10. Choosing pieces


def test_pieces_for_transit() -> None:
    """Satellites, EG Troops, Security, then SpecOps."""
    assert ranked(table(), CORPORATIONS, [SPECOPS, SECURITY, EG_TROOP, SATELLITE]) == [
        SATELLITE,
        EG_TROOP,
        SECURITY,
        SPECOPS,
    ]


def test_troops_come_first_for_marsgov() -> None:
    assert ranked(table(), MARS_GOV, [SECURITY, MG_TROOP, FORTIFIED])[:2] == [MG_TROOP, FORTIFIED]
    assert ranked(table(), RED_DUST, [MG_TROOP, SECURITY])[0] == SECURITY


def test_reclaimers_take_security_before_troops_before_rebels() -> None:
    s = table(pieces={"gandhi": {"security": 1, "mg_troop": 1, "rd_rebel": 1}})
    assert enemy_to_hit(s, RECLAIMERS, GANDHI, [RD_REBEL, MG_TROOP, SECURITY]) == SECURITY
    assert enemy_to_hit(s, RECLAIMERS, GANDHI, [RD_REBEL, MG_TROOP]) == MG_TROOP


def test_the_guards_of_a_vulnerable_base_come_first() -> None:
    """RD removes CR Rebels ahead of Security and MG Troops for that reason."""
    s = table(pieces={"gandhi": {"cr_base": 1, "cr_rebel": 1, "security": 1, "mg_troop": 1}})
    assert enemy_to_hit(s, RED_DUST, GANDHI, [SECURITY, MG_TROOP, CR_REBEL]) == CR_REBEL


def test_a_base_comes_before_everything() -> None:
    s = table(pieces={"gandhi": {"rd_base": 1, "active_cr_rebel": 2}})
    assert enemy_to_hit(s, MARS_GOV, GANDHI, [ACTIVE_CR_REBEL, RD_BASE]) == RD_BASE


def test_pieces_of_people_come_first() -> None:
    s = table(
        MARS_GOV, CORPORATIONS, RECLAIMERS, pieces={"gandhi": {"active_rd_rebel": 1, "active_cr_rebel": 1}}
    )
    assert enemy_to_hit(s, MARS_GOV, GANDHI, [ACTIVE_CR_REBEL, ACTIVE_RD_REBEL]) == ACTIVE_RD_REBEL
    assert enemy_to_hit(table(), MARS_GOV, GANDHI, [ACTIVE_CR_REBEL, ACTIVE_RD_REBEL]) == ACTIVE_CR_REBEL


def test_own_losses_go_backwards() -> None:
    """Active Rebels before Hidden ones, a plain Troop before a Fortified one."""
    assert to_lose(table(), RED_DUST, [RD_REBEL, ACTIVE_RD_REBEL]) == ACTIVE_RD_REBEL
    assert to_lose(table(), MARS_GOV, [MG_TROOP, FORTIFIED]) == MG_TROOP


# 11. Moving pieces


def test_enough_stay_for_control() -> None:
    s = table(pieces={"phobos": {}, "europa": {"mg_troop": 5, "rd_rebel": 2}})
    pool = moveable(s, MARS_GOV, EUROPA, {MG_TROOP: 5})
    assert 5 - pool.get(MG_TROOP, 0) >= 3


def test_cubes_equal_to_population_stay() -> None:
    s = table(pieces={"europa": {"mg_troop": 6}})
    assert moveable(s, MARS_GOV, EUROPA, {MG_TROOP: 6}) == {MG_TROOP: 6 - s.population(EUROPA)}


def test_a_line_that_cannot_be_met_is_ignored() -> None:
    """4 cubes with a CORP Base: with two there, none is held back for it."""
    s = table(pieces={"radau": {"security": 2, "corp_base": 1}})
    assert moveable(s, CORPORATIONS, RADAU, {SECURITY: 2}) == {SECURITY: 2}


def test_one_hidden_rebel_stays_with_a_base() -> None:
    s = table(pieces={"marth": {"cr_rebel": 4, "cr_base": 2}})
    assert moveable(s, RECLAIMERS, MARTH, {CR_REBEL: 4}) == {CR_REBEL: 3 - (s.population(MARTH) > 0) * 0}


def test_phobos_keeps_nothing() -> None:
    s = table(pieces={"phobos": {"mg_troop": 3}})
    assert moveable(s, MARS_GOV, NUMBER_OF["phobos"], {MG_TROOP: 3}) == {MG_TROOP: 3}


def test_only_what_is_missing_comes() -> None:
    """MG: 1 unit, as many as Hidden Rebels, COIN Control, cubes equal to Population."""
    s = table(pieces={"gandhi": {"rd_rebel": 2}})
    group = brought(s, MARS_GOV, GANDHI, {MG_TROOP: 9})
    assert group == {MG_TROOP: max(3, s.population(GANDHI))}


def test_all_come_if_they_do_not_suffice() -> None:
    s = table(pieces={"gandhi": {"rd_rebel": 5}})
    assert brought(s, MARS_GOV, GANDHI, {MG_TROOP: 2}) == {MG_TROOP: 2}


def test_corporations_bring_three_security_where_there_is_room_for_a_base() -> None:
    s = table(pieces={"radau": {}})
    group = brought(s, CORPORATIONS, RADAU, {SECURITY: 6, SPECOPS: 2})
    assert group == {SECURITY: 3, SPECOPS: 1}


def test_twice_the_hidden_rebels_in_the_wilderness() -> None:
    s = table(pieces={"wilderness": {"cr_rebel": 2}})
    group = brought(s, CORPORATIONS, NUMBER_OF["wilderness"], {SECURITY: 9})
    assert group[SECURITY] >= 4
