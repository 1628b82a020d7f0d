"""The tables of the non-player booklet as data files, typed: an unknown word is an error that names file and entry."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from ..printed.files import FactionId

FOLDER = Path(__file__).parent / "tables"

Source = Literal["booklet", "partial", "transcription", "errata"]
Mark = Literal["black", "white", "star"]
EventMark = Literal["critical", "performed", "not_performed"]
OperationId = Literal[
    "train",
    "logistics",
    "secure",
    "recon",
    "assault",
    "rally",
    "march",
    "travel",
    "attack",
    "campaign",
    "preach",
]
SpecialId = Literal[
    "entrench",
    "petition",
    "transport",
    "public_relations",
    "exploit",
    "raid",
    "redistribute",
    "coordinate",
    "ambush",
    "purify",
    "ransack",
]
ActionId = Literal[
    "event", "asset_event", "operation_only", "operation_and_special", "limited_operation", "pass"
]


class TableEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a table."""


class Choice(TableEntry, frozen=True, kw_only=True):
    """One line of a box of Special Activities, with the condition printed in red."""

    activity: str
    when: str = ""


class CardBox(TableEntry, frozen=True, kw_only=True):
    """8.5.3 A box of a Curiosity card: a check with two ways on, an Operation, or a choice of Special Activities."""

    id: str
    check: str = ""
    yes: str = ""
    no: str = ""
    operation: OperationId | None = None
    special: tuple[Choice, ...] = ()
    next: str = ""


class CardSide(TableEntry, frozen=True, kw_only=True):
    """One side of a Curiosity card. An activation number of 0: no rolls."""

    id: str
    faction: FactionId
    activation: int = 0
    source: Source
    start: str
    boxes: tuple[CardBox, ...]


class CardFile(TableEntry, frozen=True, kw_only=True):
    """`cards.toml`."""

    sides: tuple[CardSide, ...]


class Step(TableEntry, frozen=True, kw_only=True):
    """8.6 An instruction of an Operation, with its mark and the condition printed in red."""

    instruction: str
    mark: Mark
    when: str = ""


class OperationEntry(TableEntry, frozen=True, kw_only=True):
    """8.6 The instructions of one Operation of a Faction."""

    faction: FactionId
    operation: OperationId
    steps: tuple[Step, ...]


class Instruction(TableEntry, frozen=True, kw_only=True):
    """8.6 The text of an instruction, and the column that chooses its spaces."""

    id: str
    text: str
    column: str = ""
    second_column: str = ""


class OperationFile(TableEntry, frozen=True, kw_only=True):
    """`operations.toml`."""

    operations: tuple[OperationEntry, ...]
    instructions: tuple[Instruction, ...]


class ActivityLine(TableEntry, frozen=True, kw_only=True):
    """8.7 A line that chooses spaces for a Special Activity."""

    text: str
    column: str = ""


class Activity(TableEntry, frozen=True, kw_only=True):
    """8.7 A Special Activity as a non-player takes it."""

    id: str
    faction: FactionId
    special: SpecialId
    spaces: int = 0
    accompanies: tuple[OperationId, ...]
    lines: tuple[ActivityLine, ...]
    filter: str = ""
    dice: str = ""
    then: str = ""


class ActivityFile(TableEntry, frozen=True, kw_only=True):
    """`activities.toml`."""

    activities: tuple[Activity, ...]


class Condition(TableEntry, frozen=True, kw_only=True):
    """8.5.3 The test of a box or a red line; some are true only if a Special Activity may be taken."""

    id: str
    text: str
    needs_special: bool = False
    errata: str = ""


class ConditionFile(TableEntry, frozen=True, kw_only=True):
    """`conditions.toml`."""

    conditions: tuple[Condition, ...]


class Row(TableEntry, frozen=True, kw_only=True):
    """8.5.6 A row of a space table: keep what fits (`filter`), or what has the most or the fewest of something."""

    label: str
    filter: str = ""
    most: str = ""
    fewest: str = ""
    random: bool = False
    #: The row counts only while this Faction has a person behind it.
    only_if_player: FactionId | None = None
    columns: tuple[str, ...]


class SpaceTable(TableEntry, frozen=True, kw_only=True):
    """8.5.6 The space table of a Faction."""

    faction: FactionId
    source: Source
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


class SpaceFile(TableEntry, frozen=True, kw_only=True):
    """`spaces.toml`."""

    tables: tuple[SpaceTable, ...]
    #: What each filter and each metric means.
    filters: dict[str, str]
    metrics: dict[str, str]


class MoveLine(TableEntry, frozen=True, kw_only=True):
    """8.5.7 A line of the move priorities."""

    id: str
    text: str
    when: str = ""
    factions: tuple[FactionId, ...]
    only_if_player: FactionId | None = None


class MoveFile(TableEntry, frozen=True, kw_only=True):
    """`moves.toml`."""

    keep: tuple[MoveLine, ...]
    get: tuple[MoveLine, ...]


class Group(TableEntry, frozen=True, kw_only=True):
    """8.5.8 A group of pieces, the first one first."""

    pieces: tuple[str, ...]
    when: str = ""


class PieceFile(TableEntry, frozen=True, kw_only=True):
    """`pieces.toml`."""

    groups: tuple[Group, ...]


class EventMarks(TableEntry, frozen=True, kw_only=True):
    """8.8 The marks of an Event."""

    number: int
    marsgov: EventMark
    corporations: EventMark
    red_dust: EventMark
    reclaimers: EventMark


class EventInstruction(TableEntry, frozen=True, kw_only=True):
    """8.8 The instruction for a Faction with an Event, or for the Reclaimers with an Asset."""

    event: int = 0
    asset: int = 0
    faction: FactionId
    text: str
    columns: tuple[str, ...] = ()
    side: Literal["", "shaded", "unshaded"] = ""
    critical_if: str = ""
    effective_if: str = ""
    skip_rows: tuple[str, ...] = ()
    source: Source = "transcription"


class Effective(TableEntry, frozen=True, kw_only=True):
    """8.5.5 The values that must rise or fall for an Event to be effective."""

    faction: FactionId
    raises: tuple[str, ...]
    lowers: tuple[str, ...]


class EventFile(TableEntry, frozen=True, kw_only=True):
    """`events.toml`."""

    critical_assets: tuple[int, ...]
    events: tuple[EventMarks, ...]
    instructions: tuple[EventInstruction, ...]
    effective: tuple[Effective, ...]


class Line(TableEntry, frozen=True, kw_only=True):
    """8.5.2 A line of the eligibility table."""

    test: str
    action: ActionId
    only: FactionId | None = None


class EligibilityFile(TableEntry, frozen=True, kw_only=True):
    """`eligibility.toml`."""

    first: tuple[Line, ...]
    second: tuple[Line, ...]
    #: What each test means.
    tests: dict[str, str]


class RoundLine(TableEntry, frozen=True, kw_only=True):
    """8.5.9 A line of the Dust Storm Round: Support Phase or Redeploy."""

    id: str
    faction: Literal["marsgov", "corporations", "red_dust", "reclaimers", "earthgov"]
    text: str
    column: str = ""
    only_if_player: FactionId | None = None


class RoundFile(TableEntry, frozen=True, kw_only=True):
    """`rounds.toml`."""

    support: tuple[RoundLine, ...]
    keep: tuple[RoundLine, ...]
    get: tuple[RoundLine, ...]
