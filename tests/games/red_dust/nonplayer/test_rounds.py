"""8.5.9, 8.3, 8.8 Rounds, victory and Events of non-players."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Over
from sandtable.games.red_dust.nonplayer.play import answered, set_up_nonplayers
from sandtable.games.red_dust.printed.map import (
    CORPORATIONS,
    MARS_GOV,
    NUMBER_OF,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
)
from sandtable.games.red_dust.rules.dust_storm import (
    agitate_phase,
    lobby_phase,
    pacify_phase,
    resources_phase,
    victory_phase,
)
from sandtable.games.red_dust.rules.earthgov import aldrin_cycler, arrive
from sandtable.games.red_dust.rules.event_round import execute_event, pass_turn
from sandtable.games.red_dust.rules.flashpoint import _conversion
from sandtable.games.red_dust.rules.redeploy import (
    begin_redeploy,
    redeploy_cr_bases,
    redeploy_earthgov,
    redeploy_marsgov,
    redeploy_red_dust,
)
from sandtable.games.red_dust.rules.storms import storm_strike
from sandtable.games.red_dust.rules.victory import may_win, winner
from sandtable.games.red_dust.state import Mars

from ..kit import KIND, Played, play
from .kit import np_of, table

GANDHI, EUROPA, SHENZHOU = (NUMBER_OF[it] for it in ("gandhi", "europa", "shenzhou"))


def at(s: Mars, space: str, piece: str) -> int:
    return s.at(NUMBER_OF[space], KIND[piece])


def whole(s: Mars, phase: Any, dice: Any = ()) -> Played:
    """A phase of the Dust Storm Round until it is over."""

    def turns() -> Any:
        while (yield from answered_turn()):
            pass

    def answered_turn() -> Any:
        return (yield from _result(s, phase(s)))

    return play(s, turns(), dice=dice)


def _result(s: Mars, rule: Any) -> Any:
    """`answered` for a rule that returns something."""
    kept: list[Any] = []

    def keeping() -> Any:
        kept.append((yield from rule))

    yield from answered(s, keeping())
    return kept[0]


# 3, 18. Supply, the Cycler, Storms


def test_supply_becomes_totals() -> None:
    """MG counts Supply; with RD8 so does RD."""
    s = table(campaigns=(8,))
    s.supply_in_transit = 3
    play(s, arrive(s))
    assert (np_of(s).supply_total, np_of(s).agitate_total) == (3, 3)
    assert s.resources == [0, 20, 0]


def test_a_pass_runs_the_cycler_for_corporations() -> None:
    """No Population leaves Earth and nothing is paid for."""
    s = table(pieces={"earth": {"security": 6}})
    s.population_on_earth = 2
    play(s, answered(s, pass_turn(s, CORPORATIONS)))
    assert at(s, "transit", "security") == 5
    assert s.population_on_earth == 2
    assert s.resources[CORPORATIONS] == 20


def test_a_pass_brings_the_reclaimers_an_asset_and_others_nothing() -> None:
    s = table()
    for who in (MARS_GOV, RED_DUST, RECLAIMERS):
        play(s, answered(s, pass_turn(s, who)))
    assert np_of(s).asset_total == 1
    assert s.resources == [0, 20, 0]


def test_the_controller_sends_by_the_piece_table() -> None:
    s = table(pieces={"earth": {"satellite": 1, "eg_troop": 2, "security": 3, "specops": 2}}, level=3)
    play(s, answered(s, aldrin_cycler(s, by_corp=True)))
    assert [at(s, "transit", it) for it in ("satellite", "eg_troop", "security", "specops")] == [1, 2, 2, 0]


def test_a_doubled_storm_takes_units_before_bases() -> None:
    s = table(pieces={"gandhi": {"mg_base": 1, "rd_base": 1, "rd_rebel": 1, "mg_troop": 1}})
    play(s, answered(s, storm_strike(s, GANDHI)))
    assert at(s, "gandhi", "mg_troop") == 0
    s = table(pieces={"gandhi": {"rd_base": 1, "mg_troop": 1}})  # nobody guards the Base, but it goes last
    play(s, answered(s, storm_strike(s, GANDHI)))
    assert (at(s, "gandhi", "mg_troop"), at(s, "gandhi", "rd_base")) == (0, 1)


def test_too_few_rebels_for_conversion() -> None:
    """18 Only then CR chooses, with Place Rebels: a Base with no Hidden Rebel first."""
    position = {"gandhi": {"conversion_center": 1}, "europa": {"conversion_center": 1, "cr_rebel": 19}}
    s = table(pieces=position)
    play(s, answered(s, _conversion(s)))
    assert at(s, "gandhi", "cr_rebel") == 1
    assert at(s, "europa", "cr_rebel") == 19


# 19. Support Phase


def test_marsgov_rolls_for_repairs_and_shifts() -> None:
    """A 2d6 total of 3 pays three steps, at most two in a space; the Confidence step is extra."""
    pieces = {"shenzhou": {"mg_troop": 1}, "europa": {"mg_troop": 1}}
    s = table(pieces=pieces, level=3)
    whole(s, pacify_phase, dice=[(1, 2)])
    assert sorted((s.alignment[SHENZHOU], s.alignment[EUROPA])) == [1, 2]
    whole(s, lobby_phase)
    assert s.level == 4


def test_marsgov_houses_first_and_without_the_dice() -> None:
    s = table(pieces={"europa": {"mg_troop": 1}}, displaced=1, alignment={"europa": 2})
    whole(s, pacify_phase)
    assert s.displaced == 0


def test_marsgov_houses_in_as_many_spaces_as_possible() -> None:
    """19 Each space once, so two markers go to two spaces; none at Opposition."""
    pieces = {it: {"mg_troop": 1} for it in ("europa", "gandhi", "sharma")}
    s = table(pieces=pieces, displaced=3, alignment={"europa": 2, "gandhi": 2, "sharma": -1})
    whole(s, pacify_phase, dice=[(EUROPA,), (1, 1)])
    assert (s.housed[EUROPA], s.housed[GANDHI], s.housed[NUMBER_OF["sharma"]]) == (1, 1, 0)
    assert s.displaced == 1


def test_repairs_come_before_shifts() -> None:
    """19 MG repairs without Opposition first; RD repairs with Opposition first. Both pay for it."""
    s = table(
        pieces={"europa": {"mg_troop": 1}, "gandhi": {"mg_troop": 1}}, displaced=1, damage={"gandhi": 1}
    )
    s.alignment[EUROPA] = -1  # no House there
    whole(s, pacify_phase, dice=[(1, 1), (EUROPA,)])
    assert s.damage[GANDHI] == 0
    assert s.alignment[EUROPA] + s.alignment[GANDHI] == 0  # one of the two steps was the Repair
    s = table(
        pieces={"gandhi": {"rd_rebel": 1}, "sharma": {"rd_rebel": 1}}, displaced=1, damage={"gandhi": 1}
    )
    s.alignment[GANDHI] = -1
    np_of(s).agitate_total = 1
    whole(s, agitate_phase)
    assert (s.damage[GANDHI], np_of(s).agitate_total, s.alignment[NUMBER_OF["sharma"]]) == (0, 0, 0)


def test_the_roll_of_a_support_phase_is_for_that_phase_only() -> None:
    """19 At the highest Confidence nobody Lobbies; the rest of the roll is gone all the same, and Train may Pacify."""
    s = table(pieces={"europa": {"mg_troop": 1}}, level=8, alignment={"europa": 1})
    whole(s, pacify_phase, dice=[(1, 1)])
    whole(s, lobby_phase)
    assert s.alignment[EUROPA] == 2
    np_of(s).agitate_total = 1
    play(s, set_up_nonplayers(s))
    assert np_of(s).budget == -1


def test_red_dust_pays_with_its_agitate_total() -> None:
    s = table(pieces={"gandhi": {"rd_rebel": 1}})
    np_of(s).agitate_total = 1
    whole(s, agitate_phase)
    assert s.alignment[GANDHI] == -1
    assert np_of(s).agitate_total == 0


def test_red_dust_houses_only_at_opposition() -> None:
    s = table(pieces={"gandhi": {"rd_rebel": 1}}, displaced=1)
    whole(s, agitate_phase)
    assert s.displaced == 1


# 19. Redeploy


def test_corporations_send_earthgov_troops_to_phobos() -> None:
    s = table(pieces={"gandhi": {"eg_troop": 3, "mg_base": 1}}, level=4)
    assert s.controller() == CORPORATIONS
    whole(s, redeploy_earthgov)
    assert s.at(PHOBOS, KIND["eg_troop"]) == 3


def test_marsgov_sends_four_to_each_base() -> None:
    s = table(pieces={"gandhi": {"mg_base": 1}, "europa": {"eg_troop": 6}}, level=8)
    assert s.controller() == MARS_GOV
    whole(s, redeploy_earthgov)
    assert at(s, "gandhi", "eg_troop") == 4
    assert s.at(PHOBOS, KIND["eg_troop"]) == 2
    s = table(pieces={"gandhi": {"mg_base": 1, "eg_troop": 6}}, level=8)
    whole(s, redeploy_earthgov)
    assert (at(s, "gandhi", "eg_troop"), s.at(PHOBOS, KIND["eg_troop"])) == (4, 2)


def test_troops_leave_deserts_without_a_base() -> None:
    s = table(pieces={"marth": {"mg_troop": 2}, "europa": {"mg_troop": 1}})
    play(s, begin_redeploy(s))
    whole(s, redeploy_marsgov)
    assert at(s, "marth", "mg_troop") == 0
    assert at(s, "europa", "mg_troop") == 3


def test_red_dust_keeps_three_where_a_base_has_room() -> None:
    """And sends one to each Base that has nobody."""
    s = table(pieces={"gandhi": {"rd_rebel": 5}, "sharma": {"rd_base": 2}}, alignment={"gandhi": -2})
    play(s, begin_redeploy(s))
    whole(s, redeploy_red_dust)
    assert at(s, "sharma", "rd_rebel") >= 1
    assert at(s, "gandhi", "rd_rebel") >= 3


def test_red_dust_leaves_no_base_without_its_last_rebel() -> None:
    """Ruling 40: "three where a Base has room" takes nobody whom "one at each Base" wants where it stands.

    Sharma, full and at Active Opposition, needs one Rebel of its two; Gandhi wants three and gets the other.
    """
    s = table(
        pieces={"sharma": {"rd_base": 2, "rd_rebel": 2}, "gandhi": {"rd_base": 1, "rd_rebel": 1}},
        alignment={"sharma": -2, "gandhi": -2},
    )
    play(s, begin_redeploy(s))
    whole(s, redeploy_red_dust)
    assert (at(s, "sharma", "rd_rebel"), at(s, "gandhi", "rd_rebel")) == (1, 2)


def test_red_dust_strips_no_space_that_wants_three_for_another_that_does() -> None:
    """Ruling 40: both want their two Rebels where they stand, though neither has three."""
    pieces = {"rd_base": 1, "rd_rebel": 2}
    s = table(pieces={"sharma": pieces, "gandhi": pieces}, alignment={"sharma": -2, "gandhi": -2})
    play(s, begin_redeploy(s))
    whole(s, redeploy_red_dust)
    assert (at(s, "sharma", "rd_rebel"), at(s, "gandhi", "rd_rebel")) == (2, 2)


def test_marsgov_leaves_four_cubes_in_a_desert_with_a_base() -> None:
    """Ruling 40: more MG than CORP forces in Gandhi would take Troops that "four cubes" wants in Marth, against a person as CR.

    Marth has six Troops: two are to spare, and Gandhi would need three.
    """
    pieces = {
        "marth": {"mg_base": 1, "mg_troop": 6},
        "gandhi": {"corp_base": 1, "security": 2, "mg_troop": 1},
    }
    s = table(MARS_GOV, CORPORATIONS, RED_DUST, pieces=pieces, alignment={"gandhi": 1})
    play(s, begin_redeploy(s))
    whole(s, redeploy_marsgov)
    assert (at(s, "marth", "mg_troop"), at(s, "gandhi", "mg_troop")) == (4, 3)


def test_reclaimers_send_plain_bases_to_the_wilderness() -> None:
    """With no enemy there, every space holding two sends one, plain ones first."""
    s = table(pieces={"radau": {"cr_base": 1, "conversion_center": 1}})
    whole(s, redeploy_cr_bases)
    assert at(s, "radau", "conversion_center") == 1
    assert at(s, "wilderness", "cr_base") == 1
    s = table(pieces={"radau": {"cr_base": 2}, "wilderness": {"rd_rebel": 1}})
    whole(s, redeploy_cr_bases)
    assert at(s, "radau", "cr_base") == 2


# 19, 20. Victory, Resources, Reset


def test_displaced_population_costs_supply() -> None:
    """Supply Total -1 per two markers; the Profit loss stays."""
    s = table(displaced=5)
    np_of(s).supply_total = 3
    play(s, victory_phase(s))
    assert np_of(s).supply_total == 1
    assert s.resources[CORPORATIONS] == 18


def test_the_base_track_feeds_the_asset_total() -> None:
    s = table(pieces={"radau": {"cr_base": 1}})
    play(s, resources_phase(s))
    assert np_of(s).asset_total == 2
    assert s.resources[MARS_GOV] == s.resources[RED_DUST] == 0


def test_one_person_wins_only_in_the_last_round() -> None:
    s = table(MARS_GOV, RED_DUST, RECLAIMERS, resources=(0, 50, 0))
    play(s, victory_phase(s))
    assert CORPORATIONS not in may_win(s, is_last=False)
    s.rounds = 2
    with pytest.raises(Over) as over:
        play(s, victory_phase(s))
    assert over.value.outcome.winners == (CORPORATIONS,)


def test_two_people_win_in_any_round() -> None:
    s = table(RED_DUST, RECLAIMERS, resources=(0, 50, 0))
    with pytest.raises(Over):
        play(s, victory_phase(s))
    assert winner(s) == CORPORATIONS


def test_the_agitate_total_is_rolled_again_at_0() -> None:
    """1d3 is half a die rounded up."""
    s = table(RED_DUST)
    play(s, set_up_nonplayers(s), dice=[(5,)])
    assert np_of(s).agitate_total == 3
    play(s, set_up_nonplayers(s))
    assert np_of(s).agitate_total == 3


# 16. Events


def event(s: Mars, who: int, *, shaded: bool, dice: Any = ()) -> None:
    play(s, answered(s, execute_event(s, who, shaded)), dice=dice)


def test_satellites_for_marsgov() -> None:
    """5: the unshaded text while any Satellite is in Orbit."""
    s = table(current=5, pieces={"orbit": {"satellite": 1}, "earth": {"satellite": 1}})
    event(s, MARS_GOV, shaded=False)
    assert at(s, "orbit", "satellite") == 2


def test_the_aldrin_cycler_clears_supply_of_a_non_player() -> None:
    """6: human MG loses Resources, a non-player its Supply in Transit."""
    s = table(current=6)
    s.supply_in_transit = 4
    event(s, RED_DUST, shaded=True)
    assert s.supply_in_transit == 0
    s = table(RED_DUST, current=6, resources=(9, 0, 0))
    s.supply_in_transit = 4
    event(s, RED_DUST, shaded=True)
    assert s.resources == [3, 0, 0]
    assert s.supply_in_transit == 4


def test_shenzhou_and_displaced_population() -> None:
    """16: RD leaves it untouched, CR takes all of it."""
    s = table(current=16, displaced=3)
    event(s, RED_DUST, shaded=True)
    assert s.displaced >= 3
    event(s, RECLAIMERS, shaded=True)
    assert s.displaced == 0


def test_printing_weapons_hits_people_first() -> None:
    """29: a human Faction first, then CR."""
    s = table(MARS_GOV, CORPORATIONS, RECLAIMERS, current=29, resources=(0, 0, 9))
    event(s, MARS_GOV, shaded=False)
    assert s.resources[RED_DUST] == 4
    s = table(current=29)
    np_of(s).asset_total = 3
    event(s, MARS_GOV, shaded=False)
    assert np_of(s).asset_total == 1


def test_tenzing_brings_the_reclaimers_an_asset() -> None:
    """8: RD gains neither Resources nor Agitate Total."""
    s = table(current=8)
    event(s, RECLAIMERS, shaded=True)
    assert np_of(s).asset_total == 1
    assert np_of(s).agitate_total == 0
    assert s.resources[RED_DUST] == 0


def test_refugees_for_marsgov() -> None:
    """28: three markers are added."""
    s = table(current=28)
    event(s, MARS_GOV, shaded=False)
    assert s.displaced == 3
