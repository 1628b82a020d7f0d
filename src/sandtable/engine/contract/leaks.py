"""Leaks planted on purpose: the contract suite must find each of them in every game that has secrets.

Secrets of the state (cards, numbers, fields the game calls hidden) are leaked in the view, the log and the questions.
Secrets of a turn (throws, shuffles, private and sealed answers) are leaked in the log, or kept in an ordinary field.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any
from zlib import crc32

import msgspec

from ..compiled import record
from ..game import Game
from ..saving.header import decode_options
from ..secrets.cards import Cards
from ..secrets.held import secrets_of
from ..steps import Ask, Note, Steps
from .checker import SECRECY, ContractBroken
from .secrecy import Secrecy
from .suite import check_contract
from .turns import turns_of
from .varied import value_at

#: Where a secret of the state can be leaked.
LEAKS = ("view", "log", "label", "prompt", "option")
#: Where a secret of a turn can be leaked.
TURN_LEAKS = ("field", "log")
#: More seats than any game has.
SEATS = 12


def _number(secret: Any) -> int:
    """A number that depends on a secret, the same on every machine."""
    return crc32(repr(secret).encode()) % 1000


def _secret(s: Any, kind: str, blind: Sequence[int | None]) -> int:
    """A secret of this kind that one of these seats does not know: a card or a number as it is, or a field as a number; -1 if there is none."""
    if kind not in ("card", "number"):
        return _number(value_at(s, kind))
    for secret in secrets_of(s):
        if isinstance(secret, Cards):
            found = [card for zone in secret.zones for card in reversed(zone)] if kind == "card" else []
            told: Sequence[Any] = range(len(secret.known))
        else:
            found = list(range(len(secret.values))) if kind == "number" else []
            told = secret.values
        for at in found:
            if any(not secret.knows(seat, at) for seat in blind):
                return int(told[at])
    return -1


def secrets_in(
    game: Game[Any], *, games: int = 3, seed: int = 0, options: Mapping[str, Any] | None = None
) -> dict[str, int]:
    """The kinds of secrets in the states of random games ("card", "number" or a hidden field), and at how many turns each was there."""
    found: dict[str, int] = {}
    chosen = decode_options(game, options)
    seats = [None, *range(len(game.seats(chosen)))]
    for n in range(seed, seed + games):
        for turn in turns_of(game, chosen, n, [], 20_000):
            kinds = [kind for kind in ("card", "number") if _secret(turn.start, kind, seats) >= 0]
            for kind in (*kinds, *game.hidden_fields):
                found[kind] = found.get(kind, 0) + 1
    return found


def planted(game: Game[Any], leak: str, secret: str = "card", topic: str = "") -> Game[Any]:
    """The same game with one leak planted in it: of a "card", a "number" or a hidden field; or of a "throw", a "shuffle", a
    "private answer" or a "sealed answer" with this topic."""
    if leak == "field" and not _can_gain_fields(game):
        raise ValueError("A compiled state cannot be given a field. Plant this leak in plain Python.")
    kind: Any = type(game)

    class Leaky(kind):  # type: ignore[misc]
        def view(self, s: Any, seat: int | None) -> Any:
            seen = super().view(s, seat)
            if leak != "view":
                return seen
            return {"seen": msgspec.to_builtins(seen), "leak": _secret(s, secret, [seat])}

        def begin(self, options: Any) -> Any:
            s = super().begin(options)
            if leak != "field":
                return s
            return self.state_type(**{name: getattr(s, name) for name in s.__struct_fields__})

        def plan(self, options: Any) -> None:
            """None: a view with a leak in it cannot be drawn."""

        def text_board(self, view: Any, seats: Any, width: int = 100) -> str:
            """Empty: nor can it be printed."""
            return ""

        def turn(self, s: Any) -> Steps[None]:
            rule = super().turn(s)
            return _telling_turn(rule, s, leak, secret, topic) if topic else _telling(rule, s, leak, secret)

    leaky = Leaky.__new__(Leaky)
    leaky.__dict__.update(game.__dict__)
    if leak == "field":
        leaky.state_type = msgspec.defstruct("Leaking", [("leaked", int, 0)], bases=(game.state_type,))
    return leaky


def _can_gain_fields(game: Game[Any]) -> bool:
    """Whether a field for a leak can be added to its state. A compiled class has only the fields it was compiled with."""
    return not issubclass(game.state_type, record.State)


def _telling(rule: Steps[None], s: Any, leak: str, kind: str) -> Steps[None]:
    """A rule that leaks a secret of the state: in its questions, or once in the log."""
    answer, told = None, leak != "log"
    while True:
        try:
            step: Any = rule.send(answer)
        except StopIteration:
            return
        if not told and step.__class__ is Ask:
            told = True
            yield Note("Psst: {secret:number}.", {"secret": _secret(s, kind, range(SEATS))})
        is_asked = step.__class__ is Ask and leak in ("label", "prompt", "option")
        answer = yield (_leaking(step, s, leak, kind) if is_asked else step)


def _telling_turn(rule: Steps[None], s: Any, leak: str, kind: str, topic: str) -> Steps[None]:
    """A rule that leaks what is thrown or answered in secret: in the log, or in a field of the state."""
    answer = None
    while True:
        try:
            step: Any = rule.send(answer)
        except StopIteration:
            return
        answer = yield step
        if not _is_secret(step, kind, topic):
            continue
        if leak == "field":
            s.leaked = (31 * s.leaked + _number(answer)) % 1_000_003  # a later answer does not wipe it out
        else:
            yield Note("Psst: {secret:number}.", {"secret": _number(answer)})


def _is_secret(step: Any, kind: str, topic: str) -> bool:
    """Whether this step creates a secret of this kind."""
    if getattr(step, "topic", None) != topic:
        return False
    if step.__class__ is Ask:
        return bool(step.sealed if kind == "sealed answer" else step.private and kind == "private answer")
    return kind in ("throw", "shuffle")


def _leaking(ask: Ask, s: Any, leak: str, kind: str) -> Ask:
    """The same question with a secret in its words or its options."""
    secret = _secret(s, kind, [ask.seat])
    told = copy(ask)
    if leak != "option":
        told.about = {**(ask.about or {}), "secret": secret}
    if leak == "label":
        told.label = (ask.label or "{it}") + " [{secret:number}]"
    elif leak == "prompt":
        told.prompt = ask.prompt + " [{secret:number}]"
    else:
        values: Sequence[Any] = ask.options() if callable(ask.options) else ask.options
        told.options = list(values)
        if len(values) > 1 and secret % 2:
            told.options.reverse()
    return told


def _plans(
    game: Game[Any], games: int, seed: int, options: Mapping[str, Any] | None, share: float
) -> Iterator[tuple[str, str, str]]:
    """Every leak to plant: the place, the kind of secret and the topic."""
    for kind in secrets_in(game, games=games, seed=seed, options=options):
        for leak in LEAKS:
            yield leak, kind, ""
    clean = Secrecy(game, decode_options(game, options), 20_000, None, None, 1, share)
    for n in range(seed, seed + games):
        clean.check_varied(n)
    commonest = {kind: topic for (kind, topic), _ in reversed(clean.watched.most_common())}
    places = TURN_LEAKS if _can_gain_fields(game) else ("log",)
    for kind, topic in commonest.items():
        if kind != "dealt":
            for leak in places:
                if leak == "field" or kind != "private answer":
                    yield leak, kind, topic


def check_planted_leaks(
    game: Game[Any],
    *,
    games: int = 5,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    share: float = 1.0,
) -> int:
    """Plant leaks of every kind of secret the game has, one after the other, and check that the suite catches each.

    Returns how many were planted. `share` is the fraction of all decisions and secrets to examine, for long games.
    In a compiled build no leak is kept in a field, because a compiled state cannot be given one; the same rules are checked in plain Python.
    """
    plans = list(_plans(game, games, seed, options, share))
    if not plans:
        raise ContractBroken("A planted leak is caught.", "No secret was found that could be leaked.", None)
    for leak, kind, topic in plans:
        leaky = planted(game, leak, kind, topic)
        try:
            if topic:
                suite = Secrecy(leaky, decode_options(leaky, options), 20_000, None, None, 1, share)
                for n in range(seed, seed + games):
                    suite.check_varied(n)
            else:
                check_contract(leaky, games=games, seed=seed, options=options, share=share)
        except ContractBroken as broken:
            if broken.promise not in SECRECY:
                raise
            if broken.journal is not None:  # this failure was expected, and nobody needs its journal
                shutil.rmtree(broken.journal.parent)
        else:
            of = f"{kind} {topic!r}" if topic else f"hidden {kind}"
            raise ContractBroken(
                "A planted leak is caught.", f"A leak of a {of} in the {leak} was not found.", None
            )
    return len(plans)
