"""Checks that a plan can be drawn, and that pieces stand on places it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..errors import PartsError, guess
from ..naming import Thing
from ..packs.mistakes import unknown
from .pieces import Counter, Pieces
from .plan import Area, Card, Hex, Place, Plan, Square, Zone

if TYPE_CHECKING:
    from ..game import Game

Part = Place | Zone | Card | Counter
#: How many places an error lists.
SHOWN = 8


def drawn(game: Game[Any], plan: Plan, view: Any, options: Any) -> Pieces:
    """The pieces of a view, checked against the plan."""
    pieces = game.pieces(view, options)
    if not isinstance(pieces, Pieces):
        raise PartsError(
            f"{game.title} has a plan, so its `pieces` must return Pieces, not {type(pieces).__name__}."
        )
    check_pieces(plan, pieces)
    return pieces


def check_plan(plan: Plan, seats: Iterable[str] | None = None) -> Plan:
    """The plan itself, if it can be drawn; `PartsError` says what is wrong with it. Zones belong to these seats or to none."""
    if not isinstance(plan, Plan):
        raise PartsError(f"`plan` must return a Plan or None, not {type(plan).__name__}.")
    if not plan.places and not plan.zones:
        raise PartsError("The plan has neither places nor zones, so there is nothing to draw.")
    _once([*plan.places, *plan.zones, *plan.cards])
    _once(plan.zones, lambda zone: zone.id, "zones have the id")
    _once(plan.places, _spot, "places lie at")
    areas = [it for it in plan.places if isinstance(it, Area)]
    for area in areas:
        _check_joined(area, [it.id for it in areas if it.kind == area.kind])
    ids = None if seats is None else list(seats)
    for zone in plan.zones:
        if ids is not None and zone.seat and zone.seat not in ids:
            raise PartsError(
                f"{_named(zone)} belongs to seat {unknown(zone.seat, ids, ', which the game does not have.')}"
            )
    return plan


def _check_joined(area: Area, others: list[str]) -> None:
    for other in area.joined:
        if other not in others:
            raise PartsError(f"{_named(area)}: joined: {unknown(other, others)}")


def check_pieces(plan: Plan, pieces: Pieces) -> None:
    """Every counter stands on a place of the plan, every card lies in one zone of it."""
    places = {Thing(it.kind, it.id) for it in plan.places}
    others: list[Part] = [*plan.zones, *plan.cards]
    parts = places | {Thing(it.kind, it.id) for it in others}
    _once(pieces.counters)
    for counter in pieces.counters:
        if Thing(counter.kind, counter.id) in parts:
            raise PartsError(f"{_named(counter)} has the kind and the id of a part of the plan.")
        if counter.at not in places:
            raise PartsError(f"{_named(counter)} stands at {_no_place(counter.at, plan)}")
    _check_cards(plan, pieces)


def _check_cards(plan: Plan, pieces: Pieces) -> None:
    zones = [zone.id for zone in plan.zones]
    faces = {Thing(card.kind, card.id) for card in plan.cards}
    lies: dict[Thing, str] = {}
    for zone, cards in pieces.cards.items():
        if zone not in zones:
            raise PartsError(f"Cards lie in zone {unknown(zone, zones, ', which is not on the plan.')}")
        if isinstance(cards, int):
            if cards < 0:
                raise PartsError(f"Zone {zone} holds {cards} cards.")
            continue
        for card in cards:
            if card is None:
                continue
            if card not in faces:
                raise PartsError(
                    f"The card {card.kind} {card.id} lies in zone {zone}, but is not among the plan's cards."
                )
            if card in lies:
                raise PartsError(f"The card {card.kind} {card.id} lies in zone {lies[card]} and in {zone}.")
            lies[card] = zone


def _no_place(at: Thing, plan: Plan) -> str:
    """That there is no such place, with the places or kinds there are."""
    same = [it.id for it in plan.places if it.kind == at.kind]
    if not same:
        kinds = list(dict.fromkeys(it.kind for it in plan.places))
        return f"the {at.kind} {at.id}, but the plan has no places of kind {unknown(at.kind, kinds)}"
    meant = guess(at.id, same)
    some = ", ".join(same[:SHOWN]) + (f" and {len(same) - SHOWN} more" if len(same) > SHOWN else "")
    hint = f"Places of this kind: {some}." if meant is None else f"Did you mean {meant}?"
    return f'the {at.kind} "{at.id}", which is not on the plan. {hint}'


def _once(
    parts: Iterable[Any], key: Callable[[Any], object] | None = None, what: str = "parts are called"
) -> None:
    """Two parts with one name, or at one spot, are an error that names both."""
    seen: dict[object, Any] = {}
    for part in parts:
        name = f"{part.kind} {part.id}" if key is None else key(part)
        if name in seen:
            raise PartsError(f"Two {what} {name}: {_named(seen[name])} and {_named(part)}.")
        seen[name] = part


def _spot(place: Place) -> str:
    """Where a place lies; only places of one shape can cover each other by mistake."""
    match place:
        case Hex():
            return f"column {place.column}, row {place.row} of the hexes"
        case Square():
            return f"x {place.x:g}, y {place.y:g} of the squares"
        case Area():
            return f"x {place.x:g}, y {place.y:g} of the areas"


def _named(part: Part) -> str:
    return f"{type(part).__name__} {part.kind} {part.id}"
