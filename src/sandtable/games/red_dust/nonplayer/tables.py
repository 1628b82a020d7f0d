"""The tables read once, by the words the rules look them up with; `check_tables` says what does not fit together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec

from sandtable.engine import SandtableError

from ..printed.pieces import FACTION
from ..state import Op
from . import files
from .files import FOLDER, CardBox, EventInstruction

T = TypeVar("T")
FACTION_OF = {FACTION.id(who): who for who in range(5)}


def _read(name: str, type_: type[T]) -> T:
    try:
        return msgspec.toml.decode((FOLDER / f"{name}.toml").read_bytes(), type=type_)
    except msgspec.ValidationError as error:
        raise SandtableError(f"{name}.toml: {error}") from error


CARDS = _read("cards", files.CardFile).sides
_OPERATION_FILE = _read("operations", files.OperationFile)
INSTRUCTIONS = {it.id: it for it in _OPERATION_FILE.instructions}
ACTIVITIES = {it.id: it for it in _read("activities", files.ActivityFile).activities}
CONDITIONS = {it.id: it for it in _read("conditions", files.ConditionFile).conditions}
SPACES = _read("spaces", files.SpaceFile)
MOVES = _read("moves", files.MoveFile)
PIECES = _read("pieces", files.PieceFile).groups
EVENTS = _read("events", files.EventFile)
ELIGIBILITY = _read("eligibility", files.EligibilityFile)
ROUNDS = _read("rounds", files.RoundFile)


class Side(NamedTuple):
    """One side of a Curiosity card, ready to be read."""

    number: int
    id: str
    who: int
    activation: int
    start: str
    boxes: dict[str, CardBox]


#: Fronts at even numbers, each followed by its back: card n has the sides 2n and 2n + 1.
SIDES = tuple(
    Side(n, it.id, FACTION_OF[it.faction], it.activation, it.start, {box.id: box for box in it.boxes})
    for n, it in enumerate(CARDS)
)
CARD_IDS = tuple(side.id for side in SIDES[::2])
SIDE_NUMBER = {side.id: side.number for side in SIDES}
OWNER_OF_CARD = tuple(side.who for side in SIDES[::2])

#: (Faction, Operation) -> its instructions with their marks.
STEPS = {(FACTION_OF[it.faction], Op[it.operation.upper()]): it.steps for it in _OPERATION_FILE.operations}

#: By Faction: an Event's mark, by the number of the card.
MARKS = {who: {it.number: str(getattr(it, FACTION.id(who))) for it in EVENTS.events} for who in range(4)}
#: (Faction, number of the Event) and number of the Asset -> what the booklet says beyond the general rule.
EVENT_INSTRUCTIONS: dict[tuple[int, int], EventInstruction] = {
    (FACTION_OF[it.faction], it.event): it for it in EVENTS.instructions if it.event
}
ASSET_INSTRUCTIONS: dict[int, EventInstruction] = {it.asset: it for it in EVENTS.instructions if it.asset}
CRITICAL_ASSETS = EVENTS.critical_assets


def check_tables(known: dict[str, Any]) -> list[str]:
    """The mistakes in the tables: words without a function, functions without a word, boxes that lead nowhere.

    `known` has the names of the functions by sort: conditions, instructions, filters, metrics, keep, get, rounds, tests,
    activities and counts.
    """
    words: dict[str, set[str]] = {
        "conditions": set(CONDITIONS),
        "instructions": set(INSTRUCTIONS),
        "filters": set(SPACES.filters),
        "metrics": set(SPACES.metrics),
        "keep": {it.id for it in MOVES.keep},
        "get": {it.id for it in MOVES.get},
        "rounds": {it.id for it in (*ROUNDS.support, *ROUNDS.keep, *ROUNDS.get)},
        "tests": set(ELIGIBILITY.tests),
        "activities": set(ACTIVITIES),
        "counts": {word for it in EVENTS.effective for word in (*it.raises, *it.lowers)},
    }
    found = []
    for sort, names in words.items():
        found += [f"{sort}: {name} has no function" for name in sorted(names - set(known[sort]))]
        found += [f"{sort}: no table has {name}" for name in sorted(set(known[sort]) - names)]
    return [*found, *_check_cards(), *_check_rows(), *_check_use()]


def _check_cards() -> Iterator[str]:
    """Boxes lead to boxes; only fronts draw or flip; every side has an Operation."""
    for side in SIDES:
        is_front = side.number % 2 == 0
        ends = {"draw", "flip", "stop"} if is_front else {"stop"}
        if not any(box.operation for box in side.boxes.values()):
            yield f"card {side.id}: no Operation"
        for box in side.boxes.values():
            for way in (box.yes, box.no, box.next):
                if way and way not in side.boxes and way not in ends:
                    yield f"card {side.id}, box {box.id}: leads to {way}"
            if box.check and box.check not in CONDITIONS:
                yield f"card {side.id}, box {box.id}: no condition {box.check}"
            for choice in box.special:
                if choice.activity not in ACTIVITIES:
                    yield f"card {side.id}, box {box.id}: no Special Activity {choice.activity}"
                if choice.when and choice.when not in CONDITIONS:
                    yield f"card {side.id}, box {box.id}: no condition {choice.when}"


def _check_rows() -> Iterator[str]:
    """Every row tests one thing that exists, in columns that exist; every column ends at random."""
    for table in SPACES.tables:
        for row in table.rows:
            if sum(map(bool, (row.filter, row.most, row.fewest, row.random))) != 1:
                yield f"{table.faction}, {row.label}: one test is needed"
            if row.filter and row.filter not in SPACES.filters:
                yield f"{table.faction}, {row.label}: no filter {row.filter}"
            metric = row.most or row.fewest
            if metric and metric not in SPACES.metrics:
                yield f"{table.faction}, {row.label}: no metric {metric}"
            for column in row.columns:
                if column not in table.columns:
                    yield f"{table.faction}, {row.label}: no column {column}"
        if set(table.rows[-1].columns) != set(table.columns) or not table.rows[-1].random:
            yield f"{table.faction}: the last row is random in all columns"


def _check_use() -> Iterator[str]:
    """Every condition, instruction, activity, test and metric of the tables is used in one of them."""
    steps = [step for steps in STEPS.values() for step in steps]
    boxes = [box for side in SIDES for box in side.boxes.values()]
    choices = [choice for box in boxes for choice in box.special]
    rows = [row for table in SPACES.tables for row in table.rows]
    conditions = {box.check for box in boxes} | {it.when for it in choices} | {it.when for it in steps}
    conditions |= {word for it in EVENTS.instructions for word in (it.critical_if, it.effective_if)}
    parts = {"pacify_house", "pacify_repair", "pacify_shift"}  # parts of train_pacify
    for sort, names, used in (
        ("conditions", CONDITIONS, conditions),
        ("instructions", INSTRUCTIONS, parts | {step.instruction for step in steps}),
        ("activities", ACTIVITIES, {choice.activity for choice in choices}),
        ("tests", ELIGIBILITY.tests, {line.test for line in (*ELIGIBILITY.first, *ELIGIBILITY.second)}),
        ("filters", SPACES.filters, {row.filter for row in rows}),
        ("metrics", SPACES.metrics, {row.most or row.fewest for row in rows}),
    ):
        for name in names:
            if name not in used:
                yield f"{sort}: nothing uses {name}"
