"""What a table remembers: log entries, journal lines, headers and moments, all plain data."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from .naming import Thing

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


class StandingOrder(msgspec.Struct, frozen=True):
    """A standing order: decline this window ("*": any) until one's own turn, the end of this turn, or withdrawn."""

    ANY: ClassVar[str] = "*"
    UNTIL: ClassVar[tuple[str, ...]] = ("my turn", "this turn", "withdrawn")

    seat: int
    window: str
    until: str
    turn: int
    #: Left in one's own turn: "until my turn" then means the next one, once somebody else has had theirs.
    early: bool = False


class Entry(msgspec.Struct, gc=False):
    """A log entry as the table keeps it; words are made when somebody reads it."""

    turn: int
    kind: str
    text: str
    args: dict[str, Any] | None
    to: tuple[int, ...] | None
    seat: int | None = None
    key: str = ""
    raw: tuple[Any, ...] = ()


class LogLine(msgspec.Struct, frozen=True):
    """A log entry as a seat reads it. `n` counts what this seat was shown, so gaps tell nothing.

    `kind` is note, roll, answer, opened (an answer that was sealed) or end; `things` are what the line names, for highlighting.
    """

    n: int
    turn: int
    kind: str
    text: str
    things: tuple[Thing, ...] = ()
    seat: str | None = None
    key: str = ""
    faces: tuple[Any, ...] = ()


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
