"""The form of journals and moments: headers and lines as plain data, the same for the terminal and the server."""

from __future__ import annotations

from typing import Any

import msgspec

from ..standing_orders import StandingOrder

FORMAT = 1


class PackStamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which data a game was played with."""

    name: str = "default"  #: The name of the pack.
    digest: str = ""  #: SHA-256 of its data; empty for a game without packs.


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a journal. It holds the seed: it is the host's own record and never sent to a seat."""

    sandtable: int = FORMAT  #: The version of the format.
    game: str  #: The key of the game.
    rules: int  #: The rules version of the game.
    options: dict[str, Any]  #: The options that differ from the defaults.
    seats: dict[str, str]  #: Who plays each seat, as `sandtable.new` was told.
    pack: PackStamp = PackStamp()  #: Which data the game is played with.
    seed: str  #: The seed, as 64 hexadecimal digits.
    seed_hash: str  #: SHA-256 of the seed.
    #: False for a small seed chosen by hand, which anybody could guess.
    secret: bool = True
    #: Where chance came from: the seed, or a script (a tutorial, a test), which `verify` cannot check.
    chance: str = "seed"
    #: The state the game began from, by its fields, if somebody built it; otherwise the game was set up.
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    #: The lesson that is played, by its id; nothing for a game that is no lesson.
    lesson: str | msgspec.UnsetType = msgspec.UNSET


class Published(msgspec.Struct, frozen=True):
    """The public part of a header: the hash of the seed from the start, the seed once the game is over."""

    game: str  #: The key of the game.
    rules: int  #: The rules version.
    options: dict[str, Any]  #: The options that differ from the defaults.
    seats: dict[str, str]  #: Who plays each seat.
    pack: PackStamp  #: Which data the game is played with.
    seed_hash: str  #: SHA-256 of the seed.
    secret: bool  #: False for a seed that anybody could guess.
    seed: str | None  #: The seed, once the game is over.
    from_position: bool = False  #: Whether the game began from a position that somebody built.


def published(header: Header, *, is_over: bool) -> Published:
    """The public part of a header. A pack may be given as a path of the host's: only its name is told."""
    h = header
    options = {k: h.pack.name if k == "pack" else v for k, v in h.options.items()}
    seed = h.seed if is_over else None
    is_built = h.position is not msgspec.UNSET
    return Published(h.game, h.rules, options, h.seats, h.pack, h.seed_hash, h.secret, seed, is_built)


class JournalLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", gc=False):
    """A line of a journal. Numbers are given once and never again."""

    n: int  #: The number of the line.


class Answered(JournalLine, tag="answer"):
    """A seat answered; `by` is "order" when a standing order did it for the seat."""

    seat: str  #: The id of the seat.
    key: str  #: The key of its answer.
    by: str = ""  #: "order" if a standing order answered; otherwise empty.


class Thrown(JournalLine, tag="chance"):
    """Dice were thrown, things drawn, a deck shuffled."""

    topic: str  #: What chance was asked for.
    raw: list[Any]  #: The faces, the things drawn, or the order.


class TurnOver(JournalLine, tag="turn"):
    """A turn ended, and the digest of the state it left."""

    turn: int
    digest: str


class TookBack(JournalLine, tag="undo"):
    """A seat took back the answer with the number `answer`."""

    seat: str
    answer: int


class StandingOrderLine(JournalLine, tag="order"):
    """A seat left (or withdrew) a standing order."""

    seat: str
    window: str
    until: str


class Ended(JournalLine, tag="end"):
    """The game is over."""

    winners: list[str]
    reason: str


#: Every kind of line that follows the header of a journal.
AnyLine = Answered | Thrown | TurnOver | TookBack | StandingOrderLine | Ended


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A running game as plain data: everything needed to go on from here on any machine."""

    header: Header  #: The header of the journal.
    turn: int  #: The number of the turn.
    state: msgspec.Raw  #: The state at the start of the turn, encoded.
    lines: list[AnyLine]  #: What was answered and thrown since.
    drawn: int  #: How often chance was asked for before this turn.
    number: int  #: The number of the last line of the journal.
    orders: list[StandingOrder] = []  #: The standing orders in force.


LINES: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
