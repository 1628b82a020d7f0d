"""Frames the client sends."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .common import Id, Key, SeatId


class Said(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """A frame from a client. `id` comes back as `ack` or in `refused`."""

    id: Id | None = None


class Answer(Said, tag="answer"):
    n: Id
    keys: Annotated[list[Key], Meta(min_length=1, max_length=200)]


class Undo(Said, tag="undo"):
    n: Id


class Redo(Said, tag="redo"):
    n: Id


class AddStandingOrder(Said, tag="standing_order"):
    window: Annotated[str, Meta(max_length=80)]
    until: Literal["my turn", "this turn", "withdrawn"]


class WithdrawStandingOrders(Said, tag="withdraw_standing_orders"):
    pass


class AskOdds(Said, tag="odds"):
    n: Id
    key: Key


class AskHint(Said, tag="hint"):
    n: Id
    bot: Annotated[str, Meta(max_length=80)] | None = None


class NamedThing(msgspec.Struct, forbid_unknown_fields=True):
    """A thing on the board, as a client names it."""

    kind: Annotated[str, Meta(max_length=80)]
    id: Annotated[str, Meta(max_length=200)]


class AskWhy(Said, tag="why"):
    n: Id
    thing: NamedThing


class AskReasons(Said, tag="reasons"):
    n: Id


class AskPreview(Said, tag="preview"):
    n: Id
    key: Key


class AskMeasures(Said, tag="measures"):
    n: Id


class Look(Said, tag="look"):
    seat: SeatId | None


class Chat(Said, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Stop(Said, tag="stop"):
    pass


class Ping(Said, tag="ping"):
    pass


ClientFrame = (
    Answer
    | Undo
    | Redo
    | AddStandingOrder
    | WithdrawStandingOrders
    | AskOdds
    | AskHint
    | AskWhy
    | AskReasons
    | AskPreview
    | AskMeasures
    | Look
    | Chat
    | Stop
    | Ping
)
