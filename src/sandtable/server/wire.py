"""Everything on the wire: HTTP bodies and socket frames. The client's types are generated from this."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import LogLine, QuestionView, Scenario, Seat
from sandtable.engine.parts import Pieces

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
SeatId = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(max_length=400)]
Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """A request body; an unknown field is an error that names it."""


# People


class Me(msgspec.Struct):
    """Who you are. A guest is known only by a cookie."""

    id: str
    name: str
    is_guest: bool
    webhook: str = ""


class GuestBody(Body):
    name: Name


class AccountBody(Body):
    name: Name
    password: Password


class LoginBody(Body):
    name: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=200)]


class WebhookBody(Body):
    #: Empty: no webhook.
    url: Annotated[str, Meta(max_length=500)]


# Games


class OptionInfo(msgspec.Struct, omit_defaults=True):
    """An option of a game, for a form."""

    name: str
    label: str
    kind: Literal["bool", "int", "choice", "text"]
    default: bool | int | str
    about: str = ""
    choices: list[str] | None = None
    #: What people read for the choices, if that differs.
    labels: list[str] | None = None
    least: int | None = None
    most: int | None = None


class BotInfo(msgspec.Struct):
    spec: str
    label: str


class Players(msgspec.Struct):
    """How many play: a fixed number, or the value of an option."""

    fixed: int | None
    option: str | None


class PackInfo(msgspec.Struct):
    """A pack, and what a table with it can be set up with: a form's scenarios, options and seats."""

    name: str
    title: str
    author: str
    about: str
    scenarios: list[Scenario]
    scenario: str
    options: list[OptionInfo]
    seats: list[Seat]


class GameInfo(msgspec.Struct):
    """A game on offer. Scenarios, options and seats are those of its first pack."""

    key: str
    title: str
    about: str
    #: Who made it; may be empty.
    author: str
    #: HTML, rendered from the game's Markdown.
    short_rules: str
    scenarios: list[Scenario]
    scenario: str
    options: list[OptionInfo]
    seats: list[Seat]
    has_secrets: bool
    bots: list[BotInfo]
    players: Players
    #: The packs to choose from, the game's own first; empty if there is only that one.
    packs: list[PackInfo]


class OptionsBody(Body):
    options: dict[str, Any] = {}


# Tables

SeatKind = Literal["person", "bot", "open", "link"]
TableState = Literal["waiting", "playing", "finished"]


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """Time limits in seconds: `each` for every answer, plus a `bank` for the whole game."""

    each: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    bank: Annotated[int, Meta(ge=0, le=365 * 86400)] = 0


class Outcome(msgspec.Struct):
    winners: list[str]
    reason: str


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
    link: str | None = None


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


class SeatBody(Body):
    seat: SeatId


class ClaimBody(Body):
    secret: Annotated[str, Meta(max_length=80)]


class NotesBody(Body):
    text: Annotated[str, Meta(max_length=20_000)]


class Step(msgspec.Struct):
    """A step of a replay. `n` counts the steps this viewpoint saw."""

    n: int
    turn: int
    seat: str | None
    text: str


class Replay(msgspec.Struct):
    seat: str | None
    steps: list[Step]


class SharedMoment(msgspec.Struct):
    """The number of a step as spectators count them."""

    n: int


class Problem(msgspec.Struct):
    """The body of every error."""

    error: str
    code: str


# Frames the server sends


class StandingOrderView(msgspec.Struct):
    window: str
    until: str


class LogPart(msgspec.Struct):
    """Keep the first `keep` lines of the log you have, and append these."""

    keep: int
    lines: list[LogLine]


class Frame(msgspec.Struct, tag_field="t"):
    """A frame from the server."""


class TextRun(msgspec.Struct, array_like=True):
    """A stretch of text in one style: words like `bold`, `dim` or `red`, separated by spaces."""

    text: str
    style: str


class Drawing(msgspec.Struct, omit_defaults=True):
    """A board that any client can draw: pieces for the game's plan or, without a plan, the lines of the terminal's board.

    `problem` says why the game's own description could not be used.
    """

    pieces: Pieces | None = None
    text: list[list[TextRun]] | None = None
    problem: str = ""


class StateFrame(Frame, tag="state"):
    """Everything this viewpoint may see, sent whenever any of it changes. `n` counts these frames."""

    n: int
    ack: int | None
    seat: str | None
    mine: list[str]
    waiting: str | None
    view: Any
    question: QuestionView | None
    log: LogPart
    undo: str | None
    redo: str | None
    standing_orders: list[StandingOrderView]
    outcome: Outcome | None
    turn: int
    seats: list[SeatInfo]
    clock: dict[str, float] | None
    drawing: Drawing | None


class SeatsFrame(Frame, tag="seats"):
    seats: list[SeatInfo]
    state: TableState


class ChatFrame(Frame, tag="chat"):
    by: str = msgspec.field(name="from")
    text: str
    at: float


class RefusedFrame(Frame, tag="refused"):
    id: int | None
    why: str


class OddsLine(msgspec.Struct):
    text: str
    p: float
    shown: str


class OddsFrame(Frame, tag="odds"):
    id: int | None
    key: str
    exact: bool
    policy: str
    lines: list[OddsLine]


class HintFrame(Frame, tag="hint"):
    id: int | None
    key: str
    label: str
    by: str


class ThinkingFrame(Frame, tag="thinking"):
    seat: str
    since: float


class PongFrame(Frame, tag="pong"):
    id: int | None = None


class ByeFrame(Frame, tag="bye"):
    why: str


class AwayFrame(Frame, tag="away"):
    """The server cannot read the game and keeps retrying; the next state frame means it has succeeded."""

    why: str


ServerFrame = (
    StateFrame
    | SeatsFrame
    | ChatFrame
    | RefusedFrame
    | OddsFrame
    | HintFrame
    | ThinkingFrame
    | PongFrame
    | ByeFrame
    | AwayFrame
)

# Frames the client sends


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
    | Look
    | Chat
    | Stop
    | Ping
)
