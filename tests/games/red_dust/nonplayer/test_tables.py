"""8 The tables are data: every word is known, and every entry is used by code."""

from __future__ import annotations

import hashlib
import json
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

import msgspec
import pytest

import sandtable.games.red_dust
from sandtable.engine import SandtableError
from sandtable.engine.asking import Topic
from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.nonplayer import files, tables
from sandtable.games.red_dust.nonplayer.answering import ANSWERS
from sandtable.games.red_dust.nonplayer.play import check
from sandtable.games.red_dust.nonplayer.tables import CARD_IDS, EVENTS, MARKS, SIDES, STEPS
from sandtable.games.red_dust.printed.box import box_of
from sandtable.games.red_dust.rules.operations.general import OPERATIONS_OF


def topics() -> dict[str, Topic]:
    """All topics of the game."""
    package = sandtable.games.red_dust
    found = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, Topic):
                found[value.id] = value
    return found


def test_tables_and_functions_fit_together() -> None:
    """Every condition, instruction, row, line and count has a function, and no function is without its entry."""
    assert check() == []


def test_every_answer_is_to_a_question_that_is_asked() -> None:
    assert set(ANSWERS) <= set(topics())


def test_what_a_non_player_has_no_line_for_is_known() -> None:
    """8.2 Unguided choices are random; these are all of them, and most are never asked of a non-player."""
    assert set(topics()) - set(ANSWERS) == {
        "asset",  # the one that was revealed
        "bid",  # it rolls for initiative
        "discard",
        "event_allies_from",
        "event_allies_to",
        "event_campaign",
        "event_cause",
        "event_come",
        "event_escape_base",
        "event_escape_to",
        "event_four_cubes_from",
        "event_four_cubes_to",
        "event_move_bases",
        "event_move_units_number",
        "event_rebel_side",
        "event_six_cubes_from",
        "event_six_cubes_to",
        "event_storm",
        "event_strike_now",
        "event_tube_from",
        "event_tube_to",
        "event_tunnel_to",
        "exploit_draw",
        "free_recon",
        "give_asset",
        "hand_limit",
        "pay",
        "relations_repair",
        "take_from_map",
        "transfer",
        "transfer_reply",
    }


def test_there_are_48_sides() -> None:
    """8.4 Six cards for each Faction, a front with one letter and a back with the same letter twice."""
    assert len(SIDES) == 48
    assert [side.id for side in SIDES] == [name for card in CARD_IDS for name in (card, card * 2)]
    assert [side.who for side in SIDES[::12]] == [0, 1, 2, 3]


def test_only_fronts_draw_or_flip() -> None:
    """8.5.3 A back always leads to an Operation."""
    for side in SIDES:
        ends = {way for box in side.boxes.values() for way in (box.yes, box.no)} & {"draw", "flip"}
        assert not ends or side.number % 2 == 0


def test_every_operation_has_its_instructions() -> None:
    """8.6 Those of the rulebook, Faction by Faction."""
    assert set(STEPS) == {(who, op) for who, ops in OPERATIONS_OF.items() for op in ops}


def test_corporate_instructions_are_white() -> None:
    """8.5.4 No activation rolls for CORP."""
    marks = {step.mark for (who, _), steps in STEPS.items() if who == 1 for step in steps}
    assert marks == {"white", "star"}
    assert all(side.activation == 0 for side in SIDES if side.who == 1)


def test_every_event_has_marks() -> None:
    """8.8 48 Events; 12 of the 51 cards and more have instructions."""
    events = [number for number, shaded in EVENT_RULES if not shaded]
    for who in range(4):
        assert sorted(MARKS[who]) == sorted(events)
    playable = sum(mark != "not_performed" for marks in MARKS.values() for mark in marks.values())
    assert playable == 125


def test_an_instruction_names_columns_of_its_faction() -> None:
    columns = {table.faction: set(table.columns) for table in tables.SPACES.tables}
    for it in EVENTS.instructions:
        assert set(it.columns) <= columns[it.faction]


def test_the_marks_are_for_the_cards_of_the_pack() -> None:
    assert len(box_of("default").events) == 51


def test_an_unknown_word_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.toml.decode(b'[[groups]]\npieces = []\nwhy = "?"', type=files.PieceFile)
    with pytest.raises(SandtableError, match=r"pieces\.toml"):
        tables._read("pieces", files.MoveFile)


#: Fingerprints of the tables of the booklet in a neutral form (`neutral`), taken from them entry by entry.
BOOKLET = {
    "cards": "6df4d871e581",
    "operations": "1347916cc9ca",
    "instructions": "15f3bf9c13a3",
    "activities": "fcf00fca387f",
    "conditions": "2b644675e934",
    "spaces": "73e4451dad0d",
    "pieces": "acab774114d7",
    "moves": "6c43c2c8e79e",
    "eligibility": "1eb3b7ac244d",
    "marks": "3c7949987b22",
    "assets": "3a69bdec1e57",
    "event_instructions": "a7437d7063f0",
    "effective": "23b1d9fa706d",
}


@pytest.mark.parametrize("sort", BOOKLET)
def test_the_tables_are_those_of_the_booklet(sort: str) -> None:
    """7, 9 to 13, 16 Every box, mark, row, dot, group, line and instruction: whoever changes one, changes the booklet."""
    text = json.dumps(neutral(sort))
    assert hashlib.sha256(text.encode()).hexdigest()[:12] == BOOKLET[sort]


def neutral(sort: str) -> list[Any]:
    """A table as nested lists, without our own texts."""
    return list(NEUTRAL[sort]())


def _rows() -> Iterator[list[Any]]:
    for table in tables.SPACES.tables:
        yield [table.faction, table.columns]
        for row in table.rows:
            test = "filter" if row.filter else "max" if row.most else "min" if row.fewest else "random"
            name = row.filter or row.most or row.fewest
            yield [test, name, row.only_if_player or "", row.columns]


def _card(side: files.CardSide) -> list[Any]:
    boxes = [
        [
            it.id,
            it.check,
            it.yes,
            it.no,
            it.operation or "",
            [[choice.activity, choice.when] for choice in it.special],
            it.next,
        ]
        for it in side.boxes
    ]
    return [side.id, side.faction, side.activation, side.source, side.start, boxes]


NEUTRAL: dict[str, Callable[[], Iterable[Any]]] = {
    "cards": lambda: map(_card, tables.CARDS),
    "operations": lambda: sorted(
        [f"{it.faction}.{it.operation}", [[step.instruction, step.mark, step.when] for step in it.steps]]
        for it in tables._OPERATION_FILE.operations
    ),
    "instructions": lambda: sorted(
        [it.id, it.column, it.second_column] for it in tables.INSTRUCTIONS.values()
    ),
    "activities": lambda: sorted(
        [
            it.id,
            it.faction,
            it.special,
            it.spaces,
            sorted(it.accompanies),
            [line.column for line in it.lines],
        ]
        for it in tables.ACTIVITIES.values()
    ),
    "conditions": lambda: sorted([it.id, it.needs_special] for it in tables.CONDITIONS.values()),
    "spaces": _rows,
    "pieces": lambda: [[it.pieces, it.when] for it in tables.PIECES],
    "moves": lambda: [
        [sort, it.id, it.factions, it.only_if_player or "", it.when]
        for sort, lines in (("keep", tables.MOVES.keep), ("get", tables.MOVES.get))
        for it in lines
    ],
    "eligibility": lambda: [
        [sort, it.test, it.action, it.only or ""]
        for sort, lines in (("first", tables.ELIGIBILITY.first), ("second", tables.ELIGIBILITY.second))
        for it in lines
    ],
    "marks": lambda: [
        [it.number, it.marsgov, it.corporations, it.red_dust, it.reclaimers] for it in EVENTS.events
    ],
    "assets": lambda: EVENTS.critical_assets,
    "event_instructions": lambda: [
        [
            it.event,
            it.asset,
            it.faction,
            it.columns,
            it.side,
            it.critical_if,
            it.effective_if,
            it.skip_rows,
        ]
        for it in EVENTS.instructions
    ],
    "effective": lambda: [[it.faction, it.raises, it.lowers] for it in EVENTS.effective],
}
