"""Leaks planted on purpose: the suite must find each of them in every game that has secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..game import Game
from ..secrets.held import card_piles
from ..steps import Ask, Note, Steps
from .suite import SECRECY, ContractBroken, check_contract

#: Where a leak can be planted.
LEAKS = ("view", "log", "label", "prompt", "option")


def _secret(s: Any, seat: int | None, seats: int) -> int:
    """The top card of the first zone that holds one this seat (or, for everybody, some seat) does not know."""
    for cards in card_piles(s):
        for zone in cards.zones:
            for card in reversed(zone):
                blind = [seat] if seat is not None else list(range(seats))
                if any(not cards.knows(who, card) for who in blind):
                    return card
    return -1


def planted(game: Game[Any], leak: str) -> Game[Any]:
    """The same game with one leak in it."""
    kind = type(game)

    class Leaky(kind):  # type: ignore[misc, valid-type]
        def view(self, s: Any, seat: int | None) -> Any:
            seen = super().view(s, seat)
            if leak != "view":
                return seen
            return {"seen": msgspec.to_builtins(seen), "leak": _secret(s, seat, 1)}

        def plan(self, options: Any) -> None:
            """What is planted in the view is no part that could be drawn."""

        def turn(self, s: Any) -> Steps[None]:
            rule, answer = super().turn(s), None
            told = leak != "log"
            while True:
                try:
                    step: Any = rule.send(answer)
                except StopIteration:
                    return
                if not told and step.__class__ is Ask:
                    told = True
                    yield Note("Psst: {secret:number}.", {"secret": _secret(s, None, 12)})
                if step.__class__ is Ask and leak in ("label", "prompt", "option"):
                    answer = yield _leaking(step, s, leak)
                else:
                    answer = yield step

    leaky = Leaky.__new__(Leaky)
    leaky.__dict__.update(game.__dict__)
    return leaky


def _leaking(ask: Ask, s: Any, leak: str) -> Ask:
    """The same question with a hidden card in its words or its options."""
    secret = _secret(s, ask.seat, 1)
    told = msgspec.structs.replace(ask)
    if leak != "option":
        told.args = {**(ask.args or {}), "secret": secret}
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


def check_planted_leaks(
    game: Game[Any], *, games: int = 5, seed: int = 0, options: Mapping[str, Any] | None = None
) -> None:
    """Plant one leak after the other and see that the suite catches each."""
    for leak in LEAKS:
        try:
            check_contract(planted(game, leak), games=games, seed=seed, options=options)
        except ContractBroken as broken:
            if broken.promise not in SECRECY:
                raise
        else:
            raise ContractBroken("A planted leak is caught.", f"A leak in the {leak} was not found.", None)
