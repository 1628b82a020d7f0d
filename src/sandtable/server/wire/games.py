"""The games on offer: what a form needs to set up a table, and their rules."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.engine import Scenario, Seat

from .common import Body


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
    """A bot to play against: its name for people, and one line about it."""

    spec: str
    label: str
    about: str = ""
    #: How strong it is, as it was measured, and how long its answers take; empty if nobody has measured it.
    figure: str = ""
    #: Whose portrait it has: recruit, veteran, captain, marshal or nonplayer. Empty for other bots.
    face: str = ""


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


class LessonInfo(msgspec.Struct):
    """A lesson of a game."""

    id: str
    title: str
    about: str
    minutes: int


class GameInfo(msgspec.Struct):
    """A game on offer. Scenarios, options and seats are those of its first pack."""

    key: str
    title: str
    about: str
    #: Who made it; may be empty.
    author: str
    #: HTML, rendered from the game's Markdown.
    short_rules: str
    #: Whether it comes with its whole rules.
    has_rules: bool
    scenarios: list[Scenario]
    scenario: str
    options: list[OptionInfo]
    seats: list[Seat]
    has_secrets: bool
    bots: list[BotInfo]
    players: Players
    #: The packs to choose from, the game's own first; empty if there is only that one.
    packs: list[PackInfo]
    #: Its lessons, in the order in which they are learned.
    lessons: list[LessonInfo]


class RuleSection(msgspec.Struct):
    """A section of the rules. `id` is what links in other sections name (`#rule-16.6`); `level` is 2 for a chapter."""

    id: str
    number: str
    title: str
    level: int
    #: HTML, rendered from the game's Markdown.
    html: str


class Rules(msgspec.Struct):
    """The whole rules of a game. `preface` is HTML too."""

    title: str
    preface: str
    sections: list[RuleSection]


class Form(msgspec.Struct):
    """What a table can be set up with, once some options are chosen: the options that matter then, and the seats."""

    options: list[OptionInfo]
    seats: list[Seat]
    #: About how long it takes under these options, in minutes; 0 if nobody knows.
    minutes: int = 0


class OptionsBody(Body):
    options: dict[str, Any] = {}
