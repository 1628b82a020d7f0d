"""16. Events and Assets: the column, the text, the pieces and the moves that non-players choose."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.cards.asset_events import ASSET_RULES
from sandtable.games.red_dust.nonplayer.effective import COUNTS, changes
from sandtable.games.red_dust.nonplayer.tables import EVENTS, FACTION_OF
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NUMBER_OF, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.event_round import execute_event
from sandtable.games.red_dust.rules.operations.attack import attack_in
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.rules.special_activities.take import take_special
from sandtable.games.red_dust.state import Action, Mars, Op

from ..kit import KIND
from .kit import left_to_chance, np_of, operated, table

GANDHI, SHARMA, EUROPA, MARTH, RADAU = (
    NUMBER_OF[it] for it in ("gandhi", "sharma", "europa", "marth", "radau")
)


def at(s: Mars, space: str, piece: str) -> int:
    return s.at(NUMBER_OF[space], KIND[piece])


def event(
    number: int, who: int, *, shaded: bool, die: int = 3, wanted: Any = (), seats: Any = (), **position: Any
) -> Mars:
    """An Event that a non-player executes; ties go to the first that is wanted."""
    s = table(*seats, current=number, **position)
    s.action = Action(who=who)
    left_to_chance(s, execute_event(s, who, shaded), die=die, wanted=wanted)
    return s


def asset(number: int, *, wanted: Any = (), **position: Any) -> Mars:
    s = table(**position)
    s.action = Action(who=RECLAIMERS)
    left_to_chance(s, ASSET_RULES[number](s), die=3, wanted=wanted)
    return s


def pieces(**spaces: dict[str, int]) -> dict[str, dict[str, int]]:
    return spaces


@pytest.mark.parametrize("number", [1, 20, 24])
def test_corporations_shift_by_the_exploit_column(number: int) -> None:
    """1, 20, 24: most Population first, though towards Active Support."""
    position = pieces(
        tenzing={"security": 1}, gandhi={"security": 1}, marth={"security": 1}, shenzhou={"security": 1}
    )
    damage = dict.fromkeys(("tenzing", "gandhi", "marth", "shenzhou"), 1) if number == 1 else {}
    s = event(number, CORPORATIONS, shaded=False, pieces=position, damage=damage)
    assert (s.alignment[NUMBER_OF["tenzing"]], s.alignment[NUMBER_OF["shenzhou"]]) == (1, 1)


def test_corporations_play_the_shaded_text_of_3() -> None:
    s = event(
        3,
        CORPORATIONS,
        shaded=True,
        pieces=pieces(gandhi={"corp_base": 1, "mg_troop": 3}),
        alignment={"gandhi": 1},
    )
    assert s.resources[CORPORATIONS] == 22


def test_troops_of_4_are_placed_one_by_one() -> None:
    """2 The space is chosen anew for each: every Labyrinth without COIN Control gets one, then the most Population all."""
    s = event(
        4,
        MARS_GOV,
        shaded=False,
        level=6,
        pieces=pieces(europa={"rd_rebel": 1}),
        wanted=[NUMBER_OF["tenzing"]],
    )
    troops = {it: at(s, it, "eg_troop") for it in NUMBER_OF if NUMBER_OF[it] < 24}
    assert sum(troops.values()) == 8
    assert troops["europa"] == 0
    assert all(
        troops[it] >= 1
        for it in ("tenzing", "shenzhou", "gandhi", "sharma", "tereshkova", "shepard", "new_cordoba")
    )


def test_riots_find_specops_with_hidden_rebels() -> None:
    """12 for MG and CORP."""
    position = pieces(
        gandhi={"specops": 1, "rd_rebel": 1},
        sharma={"specops": 1, "active_rd_rebel": 3},
        europa={"specops": 2},
    )
    s = event(12, CORPORATIONS, shaded=False, pieces=position)
    assert at(s, "gandhi", "rd_rebel") == 0
    assert at(s, "sharma", "active_rd_rebel") == 3


def test_riots_of_red_dust() -> None:
    """12 for RD: a Labyrinth by the Ambush column, two Rebels, an Ambush; then all hide."""
    s = event(
        12,
        RED_DUST,
        shaded=True,
        pieces=pieces(gandhi={"mg_troop": 2, "mg_base": 1}, tenzing={"mg_troop": 9}),
    )
    assert at(s, "gandhi", "rd_rebel") == 2
    assert at(s, "gandhi", "mg_base") == 0


def test_security_counts_as_troops_when_marsgov_guards_a_line() -> None:
    """13 for MG: its own lines, so cubes equal to Population stay behind, and not four with a CORP Base."""
    position = pieces(new_cordoba={"rd_rebel": 1}, gandhi={"security": 5, "corp_base": 1})
    s = event(13, MARS_GOV, shaded=False, pieces=position)
    assert at(s, "gandhi", "security") == 2
    s = event(13, CORPORATIONS, shaded=False, pieces=position)
    assert at(s, "gandhi", "security") == 4


def test_a_maglev_line_for_red_dust() -> None:
    """13 for RD: the line beside the space that Shift toward Active Opposition chooses, Tenzing and then a second one."""
    s = event(13, RED_DUST, shaded=True, alignment={"shenzhou": -2, "shepard": -2}, wanted=[EUROPA])
    assert s.alignment[NUMBER_OF["tenzing"]] == s.alignment[EUROPA] == -1


def test_the_rodgers_line_houses_only_at_corporate_bases() -> None:
    s = event(14, CORPORATIONS, shaded=False, displaced=4, pieces=pieces(europa={"corp_base": 1}))
    assert (s.housed[EUROPA], s.housed[NUMBER_OF["tereshkova"]]) == (1, 0)


def test_marsgov_calms_opposition_or_neutral_deserts() -> None:
    """17 for MG: Deserts with Opposition, Neutral ones if lacking, never those at Support; and it takes the Supply."""
    s = event(17, MARS_GOV, shaded=False, alignment={"marth": -1, "radau": 2, "rutherford": 1})
    assert (s.alignment[MARTH], s.alignment[RADAU], s.alignment[NUMBER_OF["rutherford"]]) == (0, 2, 1)
    assert (s.supply_on_earth, s.resources[CORPORATIONS]) == (3, 20)


def test_corporations_calm_any_deserts_for_profits() -> None:
    s = event(17, CORPORATIONS, shaded=False, alignment={"marth": -1, "radau": 2})
    assert (s.alignment[MARTH], s.alignment[RADAU], s.resources[CORPORATIONS]) == (0, 1, 23)


@pytest.mark.parametrize("number", [23, 24])
def test_red_dust_takes_the_leftmost_column(number: int) -> None:
    """9 A shift towards Opposition stands left of the removal, so a space at Active Opposition is not chosen."""
    position = pieces(gandhi={"security": 1, "corp_base": 1}, tenzing={"security": 3, "corp_base": 1})
    s = event(number, RED_DUST, shaded=True, pieces=position, alignment={"tenzing": -2})
    assert s.alignment[GANDHI] == -1
    assert at(s, "tenzing", "security") == 3


def test_a_scandal_for_the_reclaimers_is_at_support() -> None:
    """23 for CR: the shift must go towards Neutral."""
    position = pieces(gandhi={"security": 1, "corp_base": 1}, tenzing={"security": 3, "corp_base": 1})
    s = event(23, RECLAIMERS, shaded=True, pieces=position, alignment={"gandhi": 1})
    assert s.alignment[GANDHI] == 0
    assert at(s, "gandhi", "corp_base") == 0


def test_a_strike_comes_from_the_largest_group() -> None:
    """26: the destination must be in reach of the one origin with the most Rebels that can move."""
    position = pieces(
        coronae_montes={"rd_rebel": 9, "rd_base": 1},
        hellas_chaos={"terraforming_base": 1, "security": 4},
        radau={"rd_rebel": 4, "rd_base": 1},
        marth={"terraforming_base": 1},
    )
    s = event(26, RED_DUST, shaded=True, pieces=position)
    assert at(s, "radau", "rd_rebel") == 4
    assert at(s, "coronae_montes", "rd_rebel") < 9


def test_homesteaders_revolt() -> None:
    """30: RD prefers room for a Base, CR Passive before Active Support; MG the Deserts with the most Opposition."""
    full = dict.fromkeys(("corp_base", "mg_base"), 1)
    s = event(30, RED_DUST, shaded=True, pieces=pieces(marth=full))
    assert s.alignment[MARTH] == 0
    s = event(30, RECLAIMERS, shaded=True, alignment={"marth": 1, "radau": 2, "rutherford": 1})
    assert (s.alignment[MARTH], s.alignment[RADAU], s.alignment[NUMBER_OF["rutherford"]]) == (0, 1, 0)
    s = event(30, MARS_GOV, shaded=False, alignment={"marth": -1, "radau": -2, "rutherford": -2})
    assert (s.alignment[MARTH], s.alignment[RADAU], s.alignment[NUMBER_OF["rutherford"]]) == (-1, 0, 0)


def test_a_campaign_that_hampers_marsgov_is_discarded() -> None:
    s = event(31, MARS_GOV, shaded=False, campaigns=(1, 9))
    assert s.campaigns.zones[2] == [0]


def test_patrols() -> None:
    """34: to Active Rebels and Assault; to a Populated space below Active Opposition and Campaign; to an enemy Base and Attack."""
    s = event(
        34,
        MARS_GOV,
        shaded=False,
        pieces=pieces(gandhi={"mg_troop": 6}, coronae_montes={"active_rd_rebel": 1}),
    )
    assert at(s, "coronae_montes", "active_rd_rebel") == 0
    s = event(
        34,
        RED_DUST,
        shaded=False,
        pieces=pieces(wilderness={"rd_rebel": 7}),
        alignment=dict.fromkeys(NOT_MARTH, -2),
    )
    assert s.alignment[MARTH] == -1
    s = event(34, RECLAIMERS, shaded=False, pieces=pieces(wilderness={"cr_rebel": 7}, marth={"corp_base": 1}))
    assert at(s, "marth", "cr_rebel") + at(s, "marth", "active_cr_rebel") == 3


NOT_MARTH = [it for it in NUMBER_OF if NUMBER_OF[it] < 23 and it != "marth"]


def test_both_a_house_and_a_base() -> None:
    """2, 35: to the full extent."""
    s = event(35, RED_DUST, shaded=True, displaced=1)
    assert s.displaced == 0
    assert s.on_mars((KIND["rd_base"],)) == 1


def test_an_outpost_is_searched_with_all_that_can_come() -> None:
    """36: by Remove or Replace, every space is adjacent; Recon there, then Assault. No limit of six."""
    position = pieces(marth={"rd_base": 1, "rd_rebel": 9}, gandhi={"mg_troop": 12}, europa={"mg_troop": 12})
    s = event(36, MARS_GOV, shaded=False, pieces=position)
    assert at(s, "marth", "rd_base") == 0


def test_the_arteries_of_mars() -> None:
    """38: Labyrinths beside a Maglev line by Place Damage."""
    s = event(38, RED_DUST, shaded=True, alignment={"shenzhou": -2}, wanted=[EUROPA])
    assert s.damage[NUMBER_OF["tenzing"]] == s.damage[EUROPA] == 1


def test_hammer_the_machines() -> None:
    """39: CORP where Rebels and its own units stand; CR Labyrinths at Support, then those with the least Population."""
    s = event(
        39,
        CORPORATIONS,
        shaded=False,
        pieces=pieces(gandhi={"rd_rebel": 1, "security": 1}, europa={"rd_rebel": 2, "mg_troop": 2}),
    )
    assert at(s, "gandhi", "rd_rebel") == 0
    s = event(39, RECLAIMERS, shaded=True, alignment={"tenzing": 1})
    assert s.damage[NUMBER_OF["tenzing"]] == 1
    assert s.damage[NUMBER_OF["shenzhou"]] == 0


def test_the_red_desert_is_searched_where_rebels_and_units_are() -> None:
    """45 for MG and CORP: a Desert with Rebel forces next to units that can move."""
    position = pieces(marth={"rd_rebel": 2}, shenzhou={"mg_troop": 8}, arsia_mons={"rd_rebel": 4})
    s = event(45, MARS_GOV, shaded=False, pieces=position)
    assert at(s, "marth", "mg_troop") > 0
    assert at(s, "marth", "rd_rebel") == 0


def test_rebels_come_to_the_red_desert_by_their_destination_column() -> None:
    """45 for RD and CR: the move stands left of the Ambush; not at Active Opposition comes before a Vulnerable Base."""
    position = pieces(wilderness={"rd_rebel": 6}, marth={"corp_base": 1}, radau={"mg_troop": 1})
    s = event(45, RED_DUST, shaded=True, pieces=position, alignment=dict.fromkeys(NOT_RADAU, -2))
    assert at(s, "radau", "rd_rebel") + at(s, "radau", "active_rd_rebel") > 0


NOT_RADAU = [it for it in NUMBER_OF if NUMBER_OF[it] < 23 and it != "radau"]


def test_marsgov_plays_the_shaded_texts_of_15_18_and_46() -> None:
    """It costs CORP Profits, but spares its Bases and SpecOps, which are no enemies."""
    s = event(15, MARS_GOV, shaded=True, pieces=pieces(marth={"corp_base": 1}))
    assert (s.resources[CORPORATIONS], at(s, "marth", "corp_base")) == (14, 1)
    s = event(18, MARS_GOV, shaded=True)
    assert (s.resources[CORPORATIONS], s.available(KIND["specops"])) == (16, 8)
    s = event(46, MARS_GOV, shaded=True, pieces=pieces(marth={"corp_base": 1, "rd_rebel": 1}))
    assert s.resources[CORPORATIONS] == 19


# Assets


def test_children_of_the_desert_go_where_enemy_bases_are() -> None:
    """CR7"""
    s = asset(7, pieces=pieces(wilderness={"cr_rebel": 9}, marth={"corp_base": 1}))
    assert at(s, "marth", "active_cr_rebel") > 0
    assert at(s, "marth", "corp_base") == 0


def test_the_asteroid_ignores_how_many_enemies_there_are() -> None:
    """CR8: most Population decides, where Place Damage would first look for fewest enemy forces."""
    s = asset(8, pieces=pieces(tenzing={"mg_troop": 4}, shenzhou={"mg_troop": 4}))
    assert s.damage[NUMBER_OF["tenzing"]] + s.damage[NUMBER_OF["shenzhou"]] == 2


def test_the_lost_patrol() -> None:
    """CR12: a Labyrinth by Place Damage, then a Desert beside it by Remove or Replace."""
    s = asset(12, wanted=[NUMBER_OF["shenzhou"]], pieces=pieces(marth={"mg_troop": 2}, radau={"mg_troop": 1}))
    assert (at(s, "marth", "mg_troop"), at(s, "radau", "mg_troop")) == (0, 1)
    assert s.damage[NUMBER_OF["shenzhou"]] == 1


def test_the_maadim_gathers_six() -> None:
    """CR13: what the keep lines of Redeploy let go."""
    s = asset(13, pieces=pieces(gandhi={"active_cr_rebel": 12}))
    assert at(s, "gandhi", "cr_rebel") == 6


def test_the_maadim_goes_where_redeploy_wants_rebels() -> None:
    """CR13, ruling 41: the get lines choose the Desert; Place Rebels only chooses among those that a line wants.

    Of all Deserts Place Rebels likes Radau best: lone enemy Bases, and the most of them. But no Base has room there, so that
    the line "three where a Base has room" wants Marth. A CR Base without a Rebel comes before both.
    """
    enemies = pieces(gandhi={"active_cr_rebel": 12}, radau={"corp_base": 2}, marth={"mg_base": 1})
    s = asset(13, pieces=enemies)
    assert [at(s, it, "cr_rebel") for it in ("gandhi", "radau", "marth")] == [6, 0, 6]
    s = asset(13, pieces={**enemies, "trouvelot": {"cr_base": 1, "mg_base": 1, "mg_troop": 1}})
    assert [at(s, it, "cr_rebel") for it in ("gandhi", "radau", "marth", "trouvelot")] == [6, 0, 0, 6]


def test_a_pilgrimage_of_three() -> None:
    """CR29: three Rebels, though the card allows four; three markers go."""
    s = asset(29, wanted=[NUMBER_OF["shenzhou"]], pieces=pieces(marth={"cr_rebel": 9}), displaced=4)
    assert at(s, "marth", "cr_rebel") == 6
    assert at(s, "shenzhou", "cr_rebel") == 3
    assert s.displaced == 4 + 1 - 3


def test_capabilities_in_the_hands_of_a_non_player() -> None:
    """17 CR3: the first Assault space where CR lost forces. CR24: Profits against a non-player. CR26: a Satellite elsewhere."""
    lost = {"mg_troop": 2, "active_cr_rebel": 1}
    s = table(capabilities=(3,), pieces=pieces(marth=lost, radau=lost, rutherford=lost))
    operated(s, MARS_GOV, Op.ASSAULT, side="D", wanted=[RADAU])
    assert len(s.action.chosen) == 3
    assert s.at(s.action.chosen[0], KIND["cr_rebel"]) == 1
    for seats, resources in (((), [0, 19, 0]), ((RECLAIMERS,), [6, 20, 0])):
        s = table(*seats, capabilities=(24,), pieces=pieces(gandhi={"cr_rebel": 1}), damage={"gandhi": 1})
        s.resources[MARS_GOV] = 0 if not seats else 9
        a = begin_operation(s, RECLAIMERS, Op.RALLY, special=True)
        left_to_chance(s, take_special(s, a, Special.RANSACK))
        assert s.resources == resources
    s = table(
        capabilities=(26,), pieces=pieces(gandhi={"cr_rebel": 3, "mg_troop": 4}, europa={"satellite": 1})
    )
    begin_operation(s, RECLAIMERS, Op.ATTACK)
    left_to_chance(s, attack_in(s, RECLAIMERS, GANDHI, ambush=False), die=3)
    assert (at(s, "europa", "satellite"), at(s, "gandhi", "mg_troop")) == (0, 1)


# Effective Events


#: What an Event could do -> a change of the position that does it.
DEEDS: dict[str, Any] = {
    "support": lambda s: s.alignment.__setitem__(GANDHI, 1),
    "opposition": lambda s: s.alignment.__setitem__(GANDHI, -1),
    "mg_forces": lambda s: s.place(KIND["mg_troop"], GANDHI),
    "corp_forces": lambda s: s.place(KIND["security"], GANDHI),
    "rd_forces": lambda s: s.place(KIND["rd_base"], GANDHI),
    "cr_forces": lambda s: s.place(KIND["cr_base"], GANDHI),
    "hidden_rd_rebels": lambda s: s.flip(SHARMA, KIND["active_rd_rebel"], KIND["rd_rebel"]),
    "hidden_cr_rebels": lambda s: s.flip(SHARMA, KIND["active_cr_rebel"], KIND["cr_rebel"]),
    "terraforming_bases": lambda s: s.flip(MARTH, KIND["corp_base"], KIND["terraforming_base"]),
    "conversion_centers": lambda s: s.flip(MARTH, KIND["cr_base"], KIND["conversion_center"]),
    "supply": lambda s: setattr(s, "supply_on_earth", s.supply_on_earth + 1),
    "profits": lambda s: s.gain(CORPORATIONS, 1),
    "asset_total": lambda s: np_of(s).change_assets(1),
    "agitate_total": lambda s: setattr(np_of(s), "agitate_total", 3),
    "eg_confidence_up_or_eg_plus": lambda s: setattr(s, "is_eg_up", True),
    "eg_confidence_up_or_eg_plus_below_4": lambda s: setattr(s, "is_eg_up", True),
    "population_at_support": lambda s: s.housed.__setitem__(EUROPA, 1),
    "population_at_opposition": lambda s: s.housed.__setitem__(NUMBER_OF["tenzing"], 1),
    "operation": lambda s: setattr(
        s, "action", Action(who=s.action.who, is_free=True, chosen=(GANDHI,), op=Op.ATTACK)
    ),
}
POSITION: dict[str, Any] = {
    "pieces": pieces(
        sharma={"active_rd_rebel": 1, "active_cr_rebel": 1}, marth={"corp_base": 1, "cr_base": 1}
    ),
    "alignment": {"europa": 1, "tenzing": -1},
}


@pytest.mark.parametrize("who", range(4))
def test_what_a_faction_calls_effective(who: int) -> None:
    """16 Each thing that can rise, alone: it is effective exactly if it stands on the list, on either side."""
    wanted = next(it for it in EVENTS.effective if FACTION_OF[it.faction] == who)
    raises = {"operation" if "_operation_" in it else it for it in wanted.raises}
    for name, deed in DEEDS.items():
        before = table(**POSITION)
        before.action = Action(who=who)
        after = before.copy()
        deed(after)
        also = {
            "population_at_support": "support",
            "population_at_opposition": "opposition",
        }.get(name)
        expected = name in raises or (also in raises if also else False)
        if name.startswith("eg_confidence"):
            expected = any(it.startswith("eg_confidence_up") for it in raises)
        assert changes(before, after, who) is expected, name
        lowered = {it for it in wanted.lowers if it in COUNTS}
        if name in ("support", "opposition", "profits", "supply"):
            assert changes(after, before, who) is (name in lowered), name


def test_enemy_forces_and_people_on_the_lists() -> None:
    """Enemies of the Faction only; Population for CR; the Resources of persons."""
    for who, enemy, friend in (
        (MARS_GOV, "rd_rebel", "security"),
        (CORPORATIONS, "cr_rebel", "mg_troop"),
        (RED_DUST, "cr_rebel", "rd_rebel"),
        (RECLAIMERS, "rd_rebel", "cr_rebel"),
    ):
        for kind, expected in ((enemy, True), (friend, False)):
            before = table(pieces=pieces(gandhi={kind: 1}))
            after = before.copy()
            after.take(KIND[kind], GANDHI)
            assert changes(before, after, who) is expected
    before = table(CORPORATIONS, RECLAIMERS, resources=(5, 0, 5))
    after = before.copy()
    after.gain(MARS_GOV, -1)
    assert changes(before, after, CORPORATIONS)
    before = table()
    after = before.copy()
    after.damage[GANDHI] = 1
    assert changes(before, after, RECLAIMERS)
    assert not changes(before, after, MARS_GOV)


def test_corporations_judge_confidence_by_its_value() -> None:
    """EG+ below 4, EG− from 4 up."""
    for level, rises, falls in ((4, True, False), (5, False, True)):
        plus = table(level=level, is_eg_up=True)
        minus = table(level=level, is_eg_up=False)
        assert changes(minus, plus, CORPORATIONS) is rises
        assert changes(plus, minus, CORPORATIONS) is falls
