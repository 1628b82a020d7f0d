"""Finding the secrets of a state: its cards and its hidden numbers, at any depth."""

from __future__ import annotations

from typing import Any, get_type_hints

from ..state import State, holds_state
from .cards import Cards
from .hidden import Hidden


def secrets_of(state: State) -> list[Cards | Hidden]:
    """Every `Cards` and `Hidden` a state holds, at any depth, in the order of its fields."""
    names = _holders.get(type(state))
    if names is None:
        hints = get_type_hints(type(state))
        names = _holders[type(state)] = tuple(n for n in state.__struct_fields__ if holds_state(hints[n]))
    found: list[Cards | Hidden] = []
    for name in names:
        value = getattr(state, name)
        kind = value.__class__
        if kind is Cards or kind is Hidden:  # in most games all of them are
            found.append(value)
        elif value is not None and kind not in _bare:
            _gather(value, found)
    return found


#: By class: the fields that hold states.
_holders: dict[type[State], tuple[str, ...]] = {}
#: Classes of states that are no secrets and hold no states.
_bare: set[type[Any]] = set()


def _gather(value: object, found: list[Cards | Hidden]) -> None:
    if isinstance(value, (Cards, Hidden)):
        found.append(value)
    elif isinstance(value, State):
        found.extend(secrets_of(value))
        if not _holders[type(value)]:
            _bare.add(type(value))
    elif isinstance(value, (list, tuple)):
        for part in value:
            _gather(part, found)
    elif isinstance(value, dict):
        for part in value.values():
            _gather(part, found)


def field_of(state: State, secret: Cards | Hidden) -> str:
    """Where in a state a `Cards` or `Hidden` is: "deck", "camps.deck", "cups[1]"."""
    for name in state.__struct_fields__:
        if (path := _path_to(getattr(state, name), secret)) is not None:
            return name + path
    return ""


def _path_to(value: object, secret: Cards | Hidden) -> str | None:
    if value is secret:
        return ""
    if isinstance(value, State):
        inside = field_of(value, secret)
        return f".{inside}" if inside else None
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, (list, tuple))
        else ()
    )
    for key, part in parts:
        if (path := _path_to(part, secret)) is not None:
            return f"[{key!r}]{path}"
    return None


def card_piles(state: State) -> list[Cards]:
    """The `Cards` a state holds, at any depth, in the order of its fields."""
    return [it for it in secrets_of(state) if isinstance(it, Cards)]


def lessons(state: State) -> int:
    """How often anybody has come to know a card or a hidden number, in all."""
    return sum([it.lessons for it in secrets_of(state)])


def facts_known(state: State, seat: int | None) -> set[tuple[int, ...]]:
    """A seat's knowledge of cards (where each lies) and of hidden numbers, as facts that can be compared."""
    facts: set[tuple[int, ...]] = set()
    for n, it in enumerate(secrets_of(state)):
        if isinstance(it, Cards):
            facts |= {(n, card, it.where[card]) for card in range(len(it.known)) if it.knows(seat, card)}
        else:
            seen = enumerate(it.seen(seat))
            facts |= {(n, place, value, it.writes[place]) for place, value in seen if value is not None}
    return facts


def knows_all(state: State, seat: int | None) -> bool:
    """Whether a seat knows every card and every hidden number there is."""
    return all(it.knows(seat, n) for it in secrets_of(state) for n in range(len(it.known)))
