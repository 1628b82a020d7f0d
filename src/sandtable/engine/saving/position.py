"""Positions: a state that somebody built, from which a game begins instead of its set-up.

The header of the journal holds it, so that the game can be saved, replayed and verified like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..compiled.twins import decoded, twin
from ..errors import SandtableError, place_of
from ..game import Game
from ..packs.mistakes import mistakes
from ..secrets.cards import Cards
from ..secrets.held import field_of, secrets_of
from ..secrets.hidden import Hidden
from ..state import State
from .format import Header
from .header import UNREADABLE, reason_of


def first_state(game: Game[Any], options: Any, header: Header) -> Any:
    """The state that a game begins with: its set-up, or the position in its header."""
    if header.position is msgspec.UNSET:
        return game.begin(options)
    state = _decoded(game, header.position)
    _check(game, options, state)
    return state


def read_position(game: Game[Any], options: Any, position: Any) -> dict[str, Any]:
    """A position as the header holds it: from a state, from its fields by name, or from JSON.

    An error names everything that is wrong with it.
    """
    if isinstance(position, State):
        if not isinstance(position, game.state_type):
            raise _refused(game, [f"it is a {type(position).__name__}, not a {game.state_type.__name__}"])
        try:
            data: Any = position.encode()
        except (TypeError, ValueError) as error:
            raise _refused(game, [f"it cannot be saved ({error})"]) from None
    else:
        data = position
    if isinstance(data, str | bytes):
        try:
            data = msgspec.json.decode(data)
        except UNREADABLE as error:
            raise _refused(game, [f"it is not JSON ({reason_of(error)})"]) from None
    if not isinstance(data, Mapping):
        raise SandtableError(
            f"A position is a state of {game.title} ({game.state_type.__name__}), its fields by name, or JSON; "
            f"not {type(position).__name__}. table.position is one."
        )
    state = _decoded(game, dict(data))
    _check(game, options, state)
    plain: dict[str, Any] = msgspec.json.decode(state.encode())
    return plain


def _refused(game: Game[Any], why: Sequence[str]) -> SandtableError:
    return SandtableError(f"{game.title} cannot begin from this position: {'; '.join(why)}.")


def _decoded(game: Game[Any], data: dict[str, Any]) -> Any:
    try:
        # By way of JSON, because the keys of a dict are strings there.
        return decoded(msgspec.json.encode(data), game.state_type)
    except (msgspec.ValidationError, TypeError) as error:
        found = [": ".join((*it.where, it.why)) for it in mistakes(data, twin(game.state_type))[0]]
        raise _refused(game, found or [reason_of(error)]) from None


def _check(game: Game[Any], options: Any, state: Any) -> None:
    """Everything that can be told to be wrong with a position before a rule runs."""
    begun = game.begin(options)
    if getattr(begun, "pack", None) == options.pack and getattr(state, "pack", None) != options.pack:
        here = getattr(state, "pack", None)
        raise _refused(
            game, [f"it is of the pack {here!r}, the game of {options.pack!r}: options={{'pack': {here!r}}}"]
        )
    if wrong := [*_secrets(begun, state)]:
        raise _refused(game, wrong)
    try:
        wrong = _counts(game, begun, state)
        if not wrong and game.outcome(state) is not None:
            wrong = ["the game is over in it"]
        for seat in (None, *range(len(game.seats(options)))) if not wrong else ():
            game.view(state, seat)
    except Exception as error:  # a state that no rule ever made can fail in any way
        raise bad_position(game, error) from error
    if wrong:
        raise _refused(game, wrong)


def bad_position(game: Game[Any], why: str | BaseException) -> SandtableError:
    """The error for a position: what is wrong with it, or what a rule failed with."""
    return _refused(game, [why if isinstance(why, str) else _failed(why)])


def _failed(error: BaseException) -> str:
    told = str(error).rstrip(".") if isinstance(error, SandtableError) else f"{type(error).__name__}: {error}"
    return f"the rules fail with it ({told}, {place_of(error)})"


def _counts(game: Game[Any], begun: Any, state: Any) -> list[str]:
    """The counts that never change in a game."""
    should, here = game.census(begun), game.census(state)
    return [
        f"{name}: there are {here.get(name, 0)}, the game has {should.get(name, 0)}"
        for name in dict.fromkeys((*should, *here))
        if should.get(name, 0) != here.get(name, 0)
    ]


def _secrets(begun: Any, state: Any) -> list[str]:
    """Cards that are missing, or lie twice, or elsewhere than they know; and hidden numbers that cannot be."""
    should, here = ({field_of(it, secret): secret for secret in secrets_of(it)} for it in (begun, state))
    wrong = [f"{field}: it is missing" for field in should if field not in here]
    wrong += [f"{field}: the game has no such Cards or Hidden" for field in here if field not in should]
    for field, held in here.items():
        first = should.get(field)
        if isinstance(held, Cards) and isinstance(first, Cards):
            wrong += [f"{field}: {why}" for why in _misplaced(held, first)]
        if isinstance(held, Hidden) and isinstance(first, Hidden):
            wrong += [f"{field}: {why}" for why in _impossible(held, first)]
    return wrong


def _impossible(row: Hidden, first: Hidden) -> list[str]:
    count = len(first.values)
    if row.domain != first.domain:
        return [f"`domain` is {list(row.domain)}, but {list(first.domain)} in the game"]
    if not len(row.values) == len(row.known) == len(row.writes) == count:
        return [f"`values`, `known` and `writes` must have an entry for each of the {count} places"]
    return [
        f"place {place} holds {value}, which is not in its domain"
        for place, value in enumerate(row.values)
        if value is not None and value not in first.domain
    ]


def _misplaced(cards: Cards, first: Cards) -> list[str]:
    count = len(first.where)
    if (cards.seats, cards.backs) != (first.seats, first.backs):
        return ["`seats` or `backs` are not those of the game"]
    if len(cards.zones) != len(first.zones):
        return [f"there are {len(cards.zones)} zones, the game has {len(first.zones)}"]
    lies = [(card, zone) for zone, pile in enumerate(cards.zones) for card in pile]
    found = sorted(card for card, _ in lies)
    if found != list(range(count)):
        missing = sorted(set(range(count)) - set(found))
        odd = sorted({card for card in found if found.count(card) > 1 or not 0 <= card < count})
        told = [f"missing: {', '.join(map(str, missing))}"] if missing else []
        told += [f"too many: {', '.join(map(str, odd))}"] if odd else []
        return [f"each of the {count} cards lies in one zone ({'; '.join(told)})"]
    if not len(cards.where) == len(cards.known) == count:
        return [f"`where` and `known` must have an entry for each of the {count} cards"]
    return [
        f"card {card} lies in zone {zone}, but `where` says {cards.where[card]}; move cards with draw, give and play"
        for card, zone in lies
        if cards.where[card] != zone
    ][:3]
