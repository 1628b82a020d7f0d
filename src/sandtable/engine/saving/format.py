"""The form of journals and moments: headers and lines as plain data, the same for the terminal and the server."""

from __future__ import annotations

from typing import Any

import msgspec

from ..standing_orders import StandingOrder

FORMAT = 1


class PackStamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which data a game was played with."""

    name: str = "default"
    digest: str = ""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a journal. It holds the seed: it is the host's own record and never sent to a seat."""

    sandtable: int = FORMAT
    game: str
    rules: int
    options: dict[str, Any]
    seats: dict[str, str]
    pack: PackStamp = PackStamp()
    seed: str
    seed_hash: str
    #: False for a small seed chosen by hand, which anybody could guess.
    secret: bool = True
    #: Where chance came from: the seed, or a script (a tutorial, a test), which `verify` cannot check.
    chance: str = "seed"


class Published(msgspec.Struct, frozen=True):
    """What everybody may know of a header: the hash of the seed from the start, the seed once the game is over."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: dict[str, str]
    pack: PackStamp
    seed_hash: str
    secret: bool
    seed: str | None


def published(header: Header, *, is_over: bool) -> Published:
    """What everybody may know of a header. A pack may be given as a path of the host's: only its name is told."""
    h = header
    options = {k: h.pack.name if k == "pack" else v for k, v in h.options.items()}
    seed = h.seed if is_over else None
    return Published(h.game, h.rules, options, h.seats, h.pack, h.seed_hash, h.secret, seed)


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", gc=False):
    """A line of a journal. Numbers are given once and never again."""

    n: int


class Answered(Line, tag="answer"):
    """A seat answered; `by` is "order" when a standing order did it for the seat."""

    seat: str
    key: str
    by: str = ""


class Thrown(Line, tag="chance"):
    """Dice were thrown, things drawn, a deck shuffled."""

    topic: str
    raw: list[Any]


class TurnOver(Line, tag="turn"):
    """A turn ended, and the digest of the state it left."""

    turn: int
    digest: str


class TookBack(Line, tag="undo"):
    """A seat took back the answer with the number `answer`."""

    seat: str
    answer: int


class StandingOrderLine(Line, tag="order"):
    """A seat left (or withdrew) a standing order."""

    seat: str
    window: str
    until: str


class Ended(Line, tag="end"):
    """The game is over."""

    winners: list[str]
    reason: str


AnyLine = Answered | Thrown | TurnOver | TookBack | StandingOrderLine | Ended


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A running game as plain data: everything needed to go on from here on any machine."""

    header: Header
    turn: int
    state: msgspec.Raw
    lines: list[AnyLine]
    drawn: int
    number: int
    orders: list[StandingOrder] = []


LINES: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
