"""Reading the table for the tutorial: what each plain statement of `tutorial.json` says about a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.red_dust.printed.decks import FIRST_DUST_STORM
from sandtable.games.red_dust.printed.map import (
    CASUALTIES,
    COIN,
    CORPORATIONS,
    EARTH,
    MARS_GOV,
    NUMBER_OF,
    ORBIT,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    SPACE_IDS,
    TRANSIT,
)
from sandtable.games.red_dust.printed.pieces import BASIC, FACTION, KINDS, PIECE, SATELLITE
from sandtable.games.red_dust.show.view import View

from .tutorial_play import Passage

Check = Callable[[Passage, Any], None]
#: Key -> its check.
CHECKS: dict[str, Check] = {}

SEAT = {FACTION.id(who): who for who in range(4)}
MARS = range(PHOBOS)
BOXES = (PHOBOS, TRANSIT, EARTH, ORBIT)
KIND = {PIECE.id(kind): kind for kind in range(KINDS)}
PIECES = tuple(PIECE.id(kind) for kind in range(KINDS) if BASIC[kind] == kind)
LEVELS = ("active_opposition", "passive_opposition", "neutral", "passive_support", "active_support")
STORMS = ("", "approaching", "raging")
TRACK = {"upper box of value 1": 3}


def same(found: object, stated: object) -> None:
    assert found == stated, f"{found} instead of {stated}"


def check(*keys: str) -> Callable[[Check], Check]:
    """Enter a check for some keys."""

    def enter(rule: Check) -> Check:
        for key in keys:
            assert key not in CHECKS, key
            CHECKS[key] = rule
        return rule

    return enter


def states(key: str, read: Callable[[View], Any]) -> None:
    """A key that states something about the table when the step is over."""
    check(key)(lambda p, value: same(read(p.after), value))


def counts(key: str, read: Callable[[View], int]) -> None:
    """A number on the table; `_change` states by how much it moved in the step."""
    states(key, read)
    check(f"{key}_change")(lambda p, value: same(read(p.after) - read(p.before), value))


def spaces(key: str, read: Callable[[View, int], Any]) -> None:
    """A key that states something of some spaces."""
    states_of = check(key)
    states_of(lambda p, value: same({it: read(p.after, NUMBER_OF[it]) for it in value}, value))


def spaces_before(key: str, read: Callable[[View, int], Any]) -> None:
    """A key that states something of some spaces when the step begins."""
    states_of = check(key)
    states_of(lambda p, value: same({it: read(p.before, NUMBER_OF[it]) for it in value}, value))


# Reading


def at(view: View, place: int, piece: str) -> int:
    """Pieces of a kind in a place, whichever side is up: "rd_rebel" counts Hidden and Active ones."""
    return sum(view.pieces[place * KINDS + kind] for kind in range(KINDS) if BASIC[kind] == KIND[piece])


def showing(view: View, place: int, piece: str) -> int:
    """Pieces with just this side up."""
    return view.pieces[place * KINDS + KIND[piece]]


def on_mars(view: View, piece: str) -> int:
    return sum(at(view, space, piece) for space in MARS)


def has(view: View, who: int) -> int:
    """Resources or Profits, less what the Operation in progress will cost: payment comes after it."""
    return view.resources[who] - (view.cost if view.acting == who else 0)


def box(view: View, place: int) -> dict[str, int]:
    """All that is in a place off Mars, markers included."""
    found = {piece: at(view, place, piece) for piece in PIECES}
    if place == EARTH:
        found |= {"supply": view.supply_on_earth, "population": view.population_on_earth}
    if place == TRANSIT:
        found |= {"supply": view.supply_in_transit, "population": view.population_in_transit}
    return {piece: n for piece, n in found.items() if n}


def change(p: Passage, piece: str) -> dict[str, int]:
    """By how much the number of a kind changed in each place that it changed in."""
    found = {
        SPACE_IDS[place]: at(p.after, place, piece) - at(p.before, place, piece) for place in (*MARS, *BOXES)
    }
    return {place: n for place, n in found.items() if n}


def grown(before: list[int], after: list[int]) -> dict[str, int]:
    """Spaces of Mars with more of something than before, and how much more."""
    return {SPACE_IDS[space]: after[space] - before[space] for space in MARS if after[space] > before[space]}


def active_rebels(view: View, place: int) -> int:
    return showing(view, place, "active_rd_rebel") + showing(view, place, "active_cr_rebel")


def forces(view: View, space: int) -> int:
    """All forces of all Factions in a space, which Satellites are not."""
    return sum(view.pieces[space * KINDS : space * KINDS + SATELLITE])


def waiting(view: View) -> list[str]:
    """Who is Eligible and has neither acted nor passed, in the order of the card with the bids made."""
    ready = [who for who in view.order if view.eligible[who]]
    return [FACTION.id(who) for who in ready if who not in (*view.acted, *view.passed)]


def event(card: int | None) -> int | str | None:
    """The number of an Event card, as the ledger has it."""
    if card is None:
        return None
    return "dust_storm" if card >= FIRST_DUST_STORM else card + 1


def populations(view: View, holds: Callable[[int], bool]) -> dict[str, int]:
    """The Population of all Populated spaces of Mars of which something holds."""
    return {SPACE_IDS[n]: view.population[n] for n in MARS if view.population[n] and holds(n)}


counts("mg_total", lambda view: view.totals[MARS_GOV])
counts("rd_total", lambda view: view.totals[RED_DUST])
counts("cr_total", lambda view: view.totals[RECLAIMERS])
counts("enemy_bases", lambda view: view.thresholds[RECLAIMERS])
counts("profits", lambda view: view.totals[CORPORATIONS])
counts("mg_resources", lambda view: has(view, MARS_GOV))
states("mg_resources_before_paying", lambda view: view.resources[MARS_GOV])
counts("rd_resources", lambda view: has(view, RED_DUST))
counts("displaced_population", lambda view: view.displaced)
states("flashpoint", lambda view: view.flashpoint)
states("eg_side", lambda view: "EG+" if view.is_eg_up else "EG-")
states("eg_level", lambda view: view.level)
states("eg_value", lambda view: view.confidence)
states("eg_controller", lambda view: FACTION.id(view.controller))
states("cr_hand_size", lambda view: len(view.hand))
states("cr_hand", lambda view: sorted(card + 1 for card in view.hand if card is not None))
states("active_campaigns", lambda view: sorted(card + 1 for card in view.campaigns))
states("current_event", lambda view: event(view.current))
states("next_event", lambda view: event(view.next))
states("storms", lambda view: {SPACE_IDS[n]: STORMS[side] for n, side in enumerate(view.storm) if side})
states("eligible", lambda view: sorted(it for it, who in SEAT.items() if view.eligible[who]))
states("ineligible", lambda view: sorted(it for it, who in SEAT.items() if not view.eligible[who]))
states("first_eligible", lambda view: [*(FACTION.id(who) for who in view.acted), *waiting(view)][0])
states("casualties", lambda view: box(view, CASUALTIES))
states("rd_bases_on_map", lambda view: on_mars(view, "rd_base"))
states("cr_bases_on_map", lambda view: on_mars(view, "cr_base"))
states(
    "conversion_centers",
    lambda view: sorted(SPACE_IDS[space] for space in MARS if showing(view, space, "conversion_center")),
)
states(
    "mg_earning_spaces",
    lambda view: populations(view, lambda n: view.control[n] == COIN and view.alignment[n] >= 0),
)
states("rd_active_opposition_population", lambda view: populations(view, lambda n: view.alignment[n] == -2))
spaces("alignment", lambda view, space: LEVELS[view.alignment[space] + 2])
spaces("population", lambda view, space: view.population[space])
spaces("damage", lambda view, space: view.damage[space])
spaces("control", lambda view, space: FACTION.id(view.control[space]))
spaces("cr_rebels", lambda view, space: at(view, space, "cr_rebel"))
spaces("fortified", lambda view, space: showing(view, space, "fortified_troop"))
spaces_before("cr_rebels_before_roll", lambda view, space: at(view, space, "cr_rebel"))
spaces_before("total_forces", forces)
spaces_before("total_forces_before_roll", forces)


@check("kinds")
def _kinds(p: Passage, value: Mapping[str, Mapping[str, int]]) -> None:
    for space, pieces in value.items():
        same({piece: showing(p.after, NUMBER_OF[space], piece) for piece in pieces}, pieces)


@check("displaced_population_before")
def _displaced_before(p: Passage, value: int) -> None:
    same(p.before.displaced, value)


def _in_box(place: int) -> Check:
    def rule(p: Passage, value: Mapping[str, int]) -> None:
        found = box(p.after, place)
        same({piece: found.get(piece, 0) for piece in value}, value)

    return rule


for _place in BOXES:
    check(SPACE_IDS[_place])(_in_box(_place))


@check("corp_casualties")
def _corp_casualties(p: Passage, value: int) -> None:
    same(sum(at(p.before, CASUALTIES, piece) for piece in ("security", "specops", "corp_base")), value)


@check("eg_position")
def _eg_position(p: Passage, value: str) -> None:
    same(p.after.level, TRACK[value])


@check("thresholds")
def _thresholds(p: Passage, value: Mapping[str, int | str]) -> None:
    bases = sum(on_mars(p.after, it) for it in ("mg_base", "corp_base", "rd_base"))
    stated = {who: bases if n == "enemy_bases" else n for who, n in value.items()}
    same({who: p.after.thresholds[SEAT[who]] for who in value}, stated)
