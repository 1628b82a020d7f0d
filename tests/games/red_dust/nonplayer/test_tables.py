"""8 The tables are data: every word is known, and every entry is used by code."""

from __future__ import annotations

import pkgutil
from importlib import import_module

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
        "event_settle_way",
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
