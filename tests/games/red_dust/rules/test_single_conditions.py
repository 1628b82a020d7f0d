"""Conditions that only one position shows: what is offered when they alone fail, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest

from sandtable.engine import DONE, Of, Refusal
from sandtable.games.red_dust.cards.capabilities import METABOLISM_IN
from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.cards.events.pieces import remove_anywhere
from sandtable.games.red_dust.cards.events.spaces import SHIFT_IN
from sandtable.games.red_dust.cards.reasons import explained
from sandtable.games.red_dust.printed.map import (
    CORPORATIONS,
    MARS_GOV,
    ON_MARS,
    PLACES,
    RECLAIMERS,
    RED_DUST,
    SPACE_IDS,
)
from sandtable.games.red_dust.printed.pieces import MG_TROOP, SATELLITE, SECURITY
from sandtable.games.red_dust.rules.dust_storm import pacify_phase
from sandtable.games.red_dust.rules.earthgov import SUPPRESS_AT
from sandtable.games.red_dust.rules.event_round import OPERATION, action_refusal
from sandtable.games.red_dust.rules.flashpoint import CONVERSION_IN
from sandtable.games.red_dust.rules.group_moves import mark_moved
from sandtable.games.red_dust.rules.operations.attack import attack_in
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.operations.logistics import LOGISTICS_AT, SECURITY_AT
from sandtable.games.red_dust.rules.operations.run import OPERATIONS, operate
from sandtable.games.red_dust.rules.operations.secure import resolve_destinations
from sandtable.games.red_dust.rules.operations.spaces import next_spaces, why_not
from sandtable.games.red_dust.rules.operations.train import PACIFY_AT
from sandtable.games.red_dust.rules.operations.travel import TRAVEL_ON_TO
from sandtable.games.red_dust.rules.placing import place_units
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.rules.special_activities.raid import raid
from sandtable.games.red_dust.rules.special_activities.take import specials
from sandtable.games.red_dust.rules.special_activities.transport import TROOPS_AT, transport
from sandtable.games.red_dust.state import Mars, Op

from ..kit import KIND, mars, n, spaces_for
from .test_reasons import names, why


def told(s: Mars, refuses: Callable[[Any], Refusal | None], space: str) -> str:
    """The reason that is given to somebody who points at a space; empty if it is not refused."""
    refusal = refuses(n(space))
    return "" if refusal is None else refusal.words(names(s), Of("space", n(space)))


def piece(kind: str) -> Of:
    """A piece that somebody points at where a question asks for pieces."""
    return Of("piece", KIND[kind])


# 4, 5, 6 Placing, Population, Support


def test_units_come_from_elsewhere_only_if_there_are_any() -> None:
    """4.3 With none Available, a Rebel comes from another space: none of a kind that is only in the space itself."""
    s = mars({"gandhi": {"active_rd_rebel": 2}, "europa": {"rd_rebel": 20}, "sharma": {"rd_rebel": 8}})
    rule = place_units(s, RED_DUST, n("gandhi"), 1)
    text = "There is no Active Red Dust Rebel in another space that you could take."
    assert why(s, rule, piece("active_rd_rebel")) == text


def test_a_card_keeps_labyrinths_from_active_support() -> None:
    """6, 14.3 RD5: Passive Support, and neither the price nor the end of the track is what hinders a shift."""
    s = mars({"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, alignment={"gandhi": 1}, campaigns=[5])
    text = "Gandhi cannot be shifted further, and there is nothing to House or Repair."
    assert why(s, pacify_phase(s), "gandhi") == text


def test_nobody_speaks_of_a_shift_where_nobody_lives() -> None:
    """5.2, 14.3 Damage covers both squares of Gandhi: only a Repair could help, and that needs Displaced Population."""
    s = mars({"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, damage={"gandhi": 2})
    assert why(s, pacify_phase(s), "gandhi") == "No Displaced Population is waiting for Gandhi."


@pytest.mark.parametrize(
    ("step", "space", "reason"),
    [
        (-1, "gandhi", "Gandhi has no Population."),
        (-1, "sharma", "Sharma has Active Opposition already."),
        (1, "europa", "Europa has Active Support already."),
        (1, "tenzing", ""),
    ],
)
def test_a_card_shifts_what_can_be_shifted(step: int, space: str, reason: str) -> None:
    """6 Shifts stop at the ends, and shifting an Unpopulated space does nothing."""
    s = mars(damage={"gandhi": 2}, alignment={"sharma": -2, "europa": 2})
    spaces = [n(it) for it in ("gandhi", "sharma", "europa", "tenzing")]
    assert told(s, SHIFT_IN.why(s, RED_DUST, spaces, step), space) == reason


# 8 EarthGov


def test_suppress_says_why_not() -> None:
    """8.4 EarthGov Troops and Rebels in a space, and a Desert beside it for the Rebels to go to."""
    s = mars(
        {
            "gandhi": {"eg_troop": 1, "rd_rebel": 1},
            "europa": {"rd_rebel": 1},
            "sharma": {"eg_troop": 1, "rd_rebel": 1},
        }
    )
    a = begin_operation(s, CORPORATIONS, Op.ASSAULT)
    assert told(s, SUPPRESS_AT.why(s, a, []), "europa") == "There are no EarthGov Troops in Europa."
    assert SUPPRESS_AT.all(s, a, []) == [n("gandhi"), n("sharma")]
    # Another map, on which Gandhi borders on nothing but Sharma.
    adjacent = list(s.box.adjacent)
    adjacent[n("gandhi")] = (n("sharma"),)
    s.box = copy(s.box)
    s.box.adjacent = tuple(adjacent)
    assert SUPPRESS_AT.all(s, a, []) == [n("sharma")]
    assert told(s, SUPPRESS_AT.why(s, a, []), "gandhi") == "No Desert borders on Gandhi."


# 12, 13 Rounds


def test_a_faction_with_money_is_not_told_that_it_is_poor() -> None:
    """12.3, 16.6 Support everywhere and no Rebels on the map: Red Dust finds no space, whatever it could pay."""
    s = mars(alignment={SPACE_IDS[it]: 1 for it in ON_MARS})
    refusal = action_refusal(s, begin_operation(s, RED_DUST, Op.RALLY), OPERATION)
    assert refusal is not None
    words = refusal.words(names(s), Of("", OPERATION))
    assert words.endswith(": none of your Operations can be carried out anywhere now.")


def test_conversion_is_for_conversion_centers() -> None:
    """13.6 One Rebel in each Populated space with a Conversion Center."""
    s = mars({"gandhi": {"conversion_center": 1}, "sharma": {"cr_base": 1}})
    assert told(s, CONVERSION_IN.why(s, []), "sharma") == "There is no Conversion Center in Sharma."
    assert told(s, CONVERSION_IN.why(s, []), "gandhi") == ""


# 16 Operations


def test_the_first_reason_is_that_of_the_space_itself() -> None:
    """16, 18 A space that the card names, and that the Operation refuses, is not told to be another one."""
    s = mars({"gandhi": {"rd_rebel": 1}, "europa": {"rd_rebel": 1, "mg_troop": 1}})
    a = begin_operation(s, RED_DUST, Op.ATTACK, only=(n("gandhi"), n("europa")))
    refuses = why_not(s, a, OPERATIONS[Op.ATTACK].where)
    assert told(s, refuses, "gandhi") == "There is no enemy in Gandhi."
    assert told(s, refuses, "sharma") == "What you are doing is limited to other spaces."


def test_what_can_be_chosen_has_no_reason() -> None:
    """10, 16 Not even its price, where it costs something."""
    s = mars({"gandhi": {"mg_base": 1}, "sharma": {"mg_base": 1}}, resources=(3, 0, 0))
    a = begin_operation(s, MARS_GOV, Op.TRAIN)
    where = OPERATIONS[Op.TRAIN].where
    spaces = next_spaces(s, a, where)
    assert {n("gandhi"), n("sharma")} <= {*spaces}
    assert not any(why_not(s, a, where)(space) for space in spaces)


def test_boxes_are_no_destinations() -> None:
    """16.3 Phobos is one, Earth is not a space of the map."""
    s = mars({"phobos": {"mg_troop": 1}})
    a = begin_operation(s, MARS_GOV, Op.SECURE)
    refuses = why_not(s, a, OPERATIONS[Op.SECURE].where)
    assert told(s, refuses, "phobos") == ""
    assert told(s, refuses, "earth") == "Earth is no space of the map."


def test_pacify_in_the_space_that_a_card_names() -> None:
    """16.1, 18 Train in one space of the card: Pacify there, and not elsewhere."""
    s = mars({"gandhi": {"mg_base": 1}, "sharma": {"mg_base": 1}})
    a = begin_operation(s, MARS_GOV, Op.TRAIN, only=(n("gandhi"),))
    assert PACIFY_AT.all(s, a) == [n("gandhi")]
    assert told(s, PACIFY_AT.why(s, a), "sharma") == "What you are doing is limited to other spaces."


def test_earth_needs_units_that_are_available() -> None:
    """16.2 Up to four units from Available: with none there is nothing to place on Earth."""
    s = mars()
    assert n("earth") in LOGISTICS_AT.all(s, begin_operation(s, CORPORATIONS, Op.LOGISTICS))
    s = mars({"gandhi": {"security": 16, "specops": 8}})
    a = begin_operation(s, CORPORATIONS, Op.LOGISTICS)
    assert n("earth") not in LOGISTICS_AT.all(s, a)
    text = "Earth can get no units: neither Security nor SpecOps are Available."
    assert told(s, LOGISTICS_AT.why(s, a), "earth") == text


def test_security_at_the_bases_that_a_card_names() -> None:
    """16.2, 18 A free Logistics in one space brings no Security to Bases in others."""
    s = mars({"gandhi": {"corp_base": 1}, "sharma": {"corp_base": 1}})
    a = begin_operation(s, CORPORATIONS, Op.LOGISTICS, only=(n("gandhi"),))
    assert SECURITY_AT.all(s, a, [0] * PLACES) == [n("gandhi")]
    text = "What you are doing is limited to other spaces."
    assert told(s, SECURITY_AT.why(s, a, [0] * PLACES), "sharma") == text


def test_secure_says_why_nobody_comes() -> None:
    """16.3 A unit moves once, and nobody leaves a Labyrinth with a Raging Storm."""
    pieces = {
        "sharma": {"mg_troop": 2},
        "tenzing": {"mg_troop": 1},
        "tereshkova": {"mg_troop": 1},
        "shepard": {"mg_troop": 1},
    }
    s = mars(pieces, storm={"tenzing": "raging"})
    a = begin_operation(s, MARS_GOV, Op.SECURE)
    mark_moved(a, n("shepard"), MG_TROOP, 1)
    assert why(s, operate(s), "shepard", n("gandhi")) == "Your units in Shepard have moved already."
    s = mars(pieces, storm={"tenzing": "raging"})
    begin_operation(s, MARS_GOV, Op.SECURE)
    assert why(s, operate(s), "tenzing", n("gandhi")) == "A Raging Storm closes Tenzing."


@pytest.mark.parametrize(
    ("resolved", "space", "reason"),
    [
        (1, "gandhi", "Rebels in Gandhi have been looked for already."),
        (1, "tenzing", "Tenzing is no destination of this Operation."),
        (2, "europa", "Europa is the only destination left: that is what all destinations means now."),
    ],
)
def test_destinations_are_resolved_once(resolved: int, space: str, reason: str) -> None:
    """16.3 The destinations are Gandhi, Sharma and Europa, and the first of them have been resolved."""
    s = mars({"gandhi": {"mg_base": 1, "mg_troop": 2}, "sharma": {"mg_base": 1}, "phobos": {"mg_troop": 1}})
    a = begin_operation(s, MARS_GOV, Op.SECURE, special=True)
    a.chosen = (n("gandhi"), n("sharma"), n("europa"))
    a.resolved = a.chosen[:resolved]
    assert why(s, resolve_destinations(s, a), space) == reason


def test_rally_needs_somebody_to_place() -> None:
    """4.3, 16.6 No Rebels are Available, and those on the map cannot leave a Desert in a Raging Storm."""
    pieces = {"radau": {"rd_rebel": 30}}
    s = mars(pieces, storm={"radau": "raging"})
    assert "gandhi" not in spaces_for(s, RED_DUST, Op.RALLY)
    a = begin_operation(s, RED_DUST, Op.RALLY)
    text = "No Rebels are left to place in Gandhi, and nothing else can be done there."
    assert told(s, why_not(s, a, OPERATIONS[Op.RALLY].where), "gandhi") == text
    assert "gandhi" in spaces_for(mars(pieces), RED_DUST, Op.RALLY)


def test_travel_says_who_has_travelled() -> None:
    """16.8 Rebels of a space where all have moved, and a space without Rebels."""
    s = mars({"gandhi": {"cr_rebel": 2}, "europa": {"cr_rebel": 1}}, hand=[7, 8])
    a = begin_operation(s, RECLAIMERS, Op.TRAVEL)
    mark_moved(a, n("gandhi"), KIND["cr_rebel"], 2)
    refuses = why_not(s, a, OPERATIONS[Op.TRAVEL].where)
    assert told(s, refuses, "gandhi") == "Your pieces in Gandhi have travelled already."
    assert told(s, refuses, "sharma") == "You have neither Rebels nor Bases in Sharma."


def test_each_group_goes_to_a_space_of_its_own() -> None:
    """16.8 From Gandhi, which borders on Coronae Montes and Sharma; one of three Rebels has gone to Sharma."""
    s = mars({"gandhi": {"cr_rebel": 3}, "europa": {"cr_rebel": 1}}, hand=[7, 8])
    begin_operation(s, RECLAIMERS, Op.TRAVEL)
    assert why(s, operate(s), "sharma", n("gandhi"), n("sharma"), 1) == "Sharma has been chosen already."


def test_rebels_go_where_they_can_end() -> None:
    """16.8, 18 They must end in Sharma or Alpheus Colles: Coronae Montes has no Base from which they could go on."""
    s = mars({"hellas_chaos": {"cr_rebel": 3}}, hand=[7, 8])
    begin_operation(s, RECLAIMERS, Op.TRAVEL, goals=(n("sharma"), n("alpheus_colles")))
    text = "Rebels could not go on from Coronae Montes to where they must end."
    assert why(s, operate(s), "coronae_montes", n("hellas_chaos")) == text


def test_rebels_go_on_to_another_space() -> None:
    """16.8 A Rebel moves on to an adjacent space: not to where it is."""
    s = mars({"gandhi": {"cr_rebel": 1, "cr_base": 1}})
    a = begin_operation(s, RECLAIMERS, Op.TRAVEL)
    refuses = TRAVEL_ON_TO.why(s, a, n("gandhi"), [n("gandhi")])
    assert told(s, refuses, "gandhi") == "They are in Gandhi already."
    assert told(s, refuses, "europa") == "Europa does not border on Gandhi."


# 16.9, 17.6 What an Attack and a Raid remove


def attack_with(s: Mars, who: int, *dice: int) -> Any:
    """An Attack in Gandhi with dice that are set."""
    begin_operation(s, who, Op.ATTACK, free=True)
    s.forced["attack"] = list(dice)
    return attack_in(s, who, n("gandhi"), ambush=False)


def test_an_earthgov_troop_takes_a_whole_die() -> None:
    """16.9 A die removes one EarthGov Troop or two other forces: half of one is left after a Security."""
    pieces = {"gandhi": {"rd_rebel": 3, "eg_troop": 1, "security": 2, "specops": 1}}
    half = (SECURITY, 1)
    text = "EarthGov Troop would take a whole die, and only half of one is left."
    s = mars(pieces)
    assert why(s, attack_with(s, RED_DUST, 3, 6), piece("eg_troop"), half) == text
    s = mars(pieces)
    text = "Hidden SpecOps: what is Hidden cannot be taken here."
    assert why(s, attack_with(s, RED_DUST, 3, 6), piece("specops"), half) == text


def test_a_satellite_is_taken_where_there_is_one() -> None:
    """16.9, CR26 With Ares Rockets a Satellite may be taken anywhere on Mars."""
    pieces = {"gandhi": {"cr_rebel": 3, "security": 1, "satellite": 1}, "sharma": {"satellite": 1}}
    s = mars(pieces, capabilities=[26])
    rule = attack_with(s, RECLAIMERS, 3, 6)
    assert why(s, rule, "europa", (SATELLITE, 1)) == "There is no Satellite in Europa."


def test_a_strike_removes_one_earthgov_troop_or_others() -> None:
    """17.6 One EarthGov Troop or any two other forces: after one Rebel the Troop is out of reach."""
    pieces = {"gandhi": {"specops": 1, "eg_troop": 1, "rd_rebel": 3, "rd_base": 1}}
    before = (n("gandhi"), True, (KIND["rd_rebel"], 1))

    def after_a_rebel(kind: str) -> str:
        s = mars(pieces)
        a = begin_operation(s, CORPORATIONS, Op.SECURE, special=True)
        return why(s, raid(s, a), piece(kind), *before)

    text = "An EarthGov Troop is all that one strike removes; another piece has gone already."
    assert after_a_rebel("eg_troop") == text
    assert after_a_rebel("rd_base").endswith("is protected by units beside it: Bases go last.")


# 17.3 Transport


def test_transport_needs_troops_that_can_move() -> None:
    """9, 17.3 Nobody leaves a Labyrinth with a Raging Storm, so Troops there alone make no Transport."""
    s = mars({"gandhi": {"mg_troop": 2}}, storm={"gandhi": "raging"})
    assert Special.TRANSPORT not in specials(s, begin_operation(s, MARS_GOV, Op.TRAIN, special=True))
    assert told(s, TROOPS_AT.why(s), "gandhi") == "A Raging Storm closes Gandhi."
    assert told(s, TROOPS_AT.why(s), "europa") == "There are no Troops of yours in Europa."
    s = mars({"gandhi": {"mg_troop": 2}})
    assert Special.TRANSPORT in specials(s, begin_operation(s, MARS_GOV, Op.TRAIN, special=True))


def test_each_way_of_a_transport_is_used_once() -> None:
    """17.3 Among Phobos, Gandhi, Sharma and Europa: a way that has been used, and a space whose ways all have been."""
    pieces = {
        "gandhi": {"mg_base": 1, "mg_troop": 3},
        "sharma": {"mg_base": 1, "mg_troop": 3},
        "europa": {"mg_base": 1},
    }

    def after(*ways: tuple[str, str]) -> tuple[Mars, Any]:
        s = mars(pieces)
        a = begin_operation(s, MARS_GOV, Op.TRAIN, special=True)
        a.ways = tuple(n(origin) * PLACES + n(goal) for origin, goal in ways)
        return s, transport(s, a)

    s, rule = after(("gandhi", "sharma"))
    assert why(s, rule, "sharma", DONE, n("gandhi")) == "That way has been used: each once."
    s, rule = after(*(("gandhi", goal) for goal in ("sharma", "europa", "phobos")))
    assert why(s, rule, "gandhi", DONE) == "All ways from Gandhi have been used: each once."


# 18, 19 Cards


def test_a_card_removes_what_is_in_reach() -> None:
    """9, 18 The only Security stands in a Desert with a Raging Storm."""
    s = mars(
        {"gandhi": {"mg_troop": 2}, "sharma": {"mg_troop": 2}, "radau": {"security": 1}},
        storm={"radau": "raging"},
    )
    rule = remove_anywhere(s, RED_DUST, 1, (MG_TROOP, SECURITY))
    assert why(s, rule, piece("security")) == "There is no Security that the card could reach."


def test_a_card_asks_for_spaces_of_the_map() -> None:
    """18 35 shaded: Earth is none."""
    s = mars(displaced=3)
    rule = explained(s, EVENT_RULES[35, True](s, RED_DUST))
    assert why(s, rule, "earth") == "Earth is no space of the map."


def test_enhanced_metabolism_is_for_spaces_of_losses() -> None:
    """19 CR3: a Rebel where the Assault removed Reclaimer forces; none is placed in a Desert with a Raging Storm (9)."""
    s = mars(storm={"radau": "raging"})
    a = begin_operation(s, MARS_GOV, Op.ASSAULT)
    a.mourned = (n("radau"), n("gandhi"))
    assert METABOLISM_IN.all(s, a) == [n("gandhi")]
    assert told(s, METABOLISM_IN.why(s, a), "radau") == "A Raging Storm closes Radau."
    assert told(s, METABOLISM_IN.why(s, a), "europa") == "You lost nobody in Europa."
