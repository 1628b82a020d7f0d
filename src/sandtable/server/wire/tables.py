"""Tables: how they are set up, who sits there, how they stand."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import Scenario, Seat

from .common import Body, SeatId
from .games import BotInfo

SeatKind = Literal["person", "bot", "open", "link"]
TableState = Literal["waiting", "playing", "finished"]
Begins = Literal["full", "ready"]


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """Time limits in seconds: `each` for every answer, plus a `bank` for the whole game."""

    each: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    bank: Annotated[int, Meta(ge=0, le=365 * 86400)] = 0


class Outcome(msgspec.Struct, omit_defaults=True):
    winners: list[str]
    reason: str
    #: The score of a solitaire game, if it keeps one.
    score: float | None = None
    #: The seats of the person who resigned, if that ended the game.
    resigned: list[str] = []


class SeatInfo(msgspec.Struct):
    """A seat as everybody sees it. `mine` is true for your own seats; only the table's owner gets `link`."""

    id: str
    label: str
    kind: SeatKind
    who: str | None
    present: bool = False
    thinking: bool = False
    mine: bool = False
    bot: str = ""
    #: Whose portrait a bot has, as in `BotInfo`.
    face: str = ""
    link: str | None = None
    #: Before a game: whether the person is ready to begin.
    ready: bool = False


class TableInfo(msgspec.Struct):
    id: str
    title: str
    game: str
    game_title: str
    scenario: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    state: TableState
    public: bool
    is_owner: bool
    turn: int
    turn_of_me: bool
    has_secrets: bool
    #: Questions that standing orders can answer: window -> what people read.
    windows: dict[str, str]
    clock: Clock | None
    outcome: Outcome | None
    created: float
    updated: float
    #: The hash of the seed, from the start of the game; the seed itself once the game is over.
    seed_hash: str | None = None
    seed: str | None = None
    rematch: str | None = None
    #: Why this table cannot be opened, if it cannot.
    problem: str | None = None
    #: The title of the pack it is played with; empty for the one that comes with the game.
    pack: str = ""
    #: Who set it up.
    host: str = ""
    #: What people read for the scenario; empty if the game has only one.
    scenario_label: str = ""
    #: How far the game has come: "Turn 3 of 12".
    progress: str = ""
    #: The seat that is asked now, unless that is private.
    asked: str | None = None
    begins: Begins = "full"
    #: Whether you may remove it: you are the host, and nobody else plays.
    can_remove: bool = False
    #: Whether it is the table of a lesson: nobody waits for you there.
    is_lesson: bool = False


class Setting(msgspec.Struct):
    """What is played at a table, for somebody who has not sat down yet."""

    about: str
    scenario: Scenario
    #: The seats with what each is like.
    seats: list[Seat]
    #: Options that differ from the usual ones, in words.
    options: list[str]
    #: Bots that the host can put into a seat.
    bots: list[BotInfo]


class Invitation(msgspec.Struct):
    """What a seat's link leads to. `mine`: the seat is yours already."""

    table: TableInfo
    setting: Setting
    seat: str
    mine: bool


class NewTable(Body):
    game: Annotated[str, Meta(max_length=80)]
    #: Who sits where: "me", "open", "link", or a bot ("bot:house"). Seats that are not named are open.
    seats: dict[str, Annotated[str, Meta(max_length=80)]] = {}
    scenario: Annotated[str, Meta(max_length=80)] | None = None
    options: dict[str, Any] = {}
    clock: Clock | None = None
    #: Whether others may see the table in the lobby, join it and watch.
    public: bool = True
    title: Annotated[str, Meta(max_length=80)] = ""
    #: When the game begins: "full" as soon as every seat is taken, "ready" when everybody is ready or the host says so.
    begins: Begins = "full"
    #: A lesson of the game, by its id. It says itself what is played and who sits where.
    lesson: Annotated[str, Meta(max_length=80)] = ""


class SeatBody(Body):
    seat: SeatId


class GiveSeatBody(Body):
    """Who is to sit in a seat before the game begins: as in `NewTable.seats`."""

    seat: SeatId
    who: Annotated[str, Meta(max_length=80)]


class ReadyBody(Body):
    ready: bool


class ArchiveBody(Body):
    archived: bool


class ClaimBody(Body):
    secret: Annotated[str, Meta(max_length=80)]


class NotesBody(Body):
    text: Annotated[str, Meta(max_length=20_000)]
