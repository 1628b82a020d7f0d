"""What people type, and which options it means."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.answer import NotUnderstood, numbered, read
from sandtable.cli.commands import find_word
from sandtable.engine import Table


def meant(table: Table, typed: str) -> list[str]:
    question = table.ask
    assert question is not None
    return read(typed, table, numbered(question))


@pytest.fixture
def bazaar(data: Path) -> Table:
    return sandtable.new("bazaar", seed=1)


@pytest.fixture
def connect_four(data: Path) -> Table:
    return sandtable.new("connect-four", seed=1)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("1", "take:salt"),
        ("take:silk", "take:silk"),
        ("TAKE:SILK", "take:silk"),
        ("take:si", "take:silk"),
        ("Take Silk", "take:silk"),
        ("take sp", "take:spice"),
        ("spi", "take:spice"),
        ("ta spi", "take:spice"),
        ("silk", "take:silk"),
        ("d", "done"),
        (" 5 ", "done"),
    ],
)
def test_one_answer(bazaar: Table, typed: str, key: str) -> None:
    """Guards: a number, a key, or any unambiguous beginning of a key, of a label or of a word in it, in any case."""
    assert meant(bazaar, typed) == [key]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("take", "'take' could be Take Salt [red], Take Silk, Take Spice, Take Board. Type more of it."),
        ("take:s", "'take:s' could be take:salt, take:silk, take:spice."),
        ("8", "There is no 8 here; the numbers are 1, 2, 3, 4, 5."),
        ("gold", "'gold' is none of the answers: take:salt, take:silk, take:spice, take:board, done."),
        ("1 1", "After '1': '1' cannot be given again."),
        ("1, gold", "After '1': 'gold' is none of the answers"),
    ],
)
def test_what_is_wrong_gets_one_line_that_helps(bazaar: Table, typed: str, line: str) -> None:
    """Guards: ambiguous or wrong input changes nothing and gets one line that says what would be right."""
    with pytest.raises(NotUnderstood) as caught:
        meant(bazaar, typed)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("1 3", ["take:salt", "take:spice"]),
        ("3,1", ["take:spice", "take:salt"]),
        ("take silk, take salt", ["take:silk", "take:salt"]),
        ("silk salt done", ["take:silk", "take:salt", "done"]),
        ("4 done 7", ["take:board", "done", "pay:7"]),
    ],
)
def test_several_answers_on_a_line(bazaar: Table, typed: str, keys: list[str]) -> None:
    """Guards: several answers stand on one line; numbers of a list that shrinks are those on the screen."""
    assert meant(bazaar, typed) == keys
    assert bazaar.choose(*keys).ask is not None


def test_nothing_is_looked_up_beyond_dice_or_somebody_else(bazaar: Table) -> None:
    """Guards: typing ahead never tells what dice or another seat would bring."""
    for typed in ("done 7 pass", "done 7 1", "done 7 take:salt"):
        with pytest.raises(NotUnderstood, match="Answer '7' first and see what comes of it"):
            meant(bazaar, typed)


def test_amounts_are_typed_as_they_are(bazaar: Table) -> None:
    """Guards: the number of an amount is the amount, not its place in the list."""
    bazaar.choose("done")
    assert meant(bazaar, "7") == ["pay:7"]
    with pytest.raises(NotUnderstood, match="There is no 2 here; the numbers are 3 to 12"):
        meant(bazaar, "2")


def test_things_keep_their_own_numbers(connect_four: Table) -> None:
    """Guards: "4" is column 4 even when column 1 is full and column 4 stands third in the list."""
    for _ in range(6):
        connect_four.choose("drop:1")
    assert meant(connect_four, "4") == ["drop:4"]


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("?", "?"),
        ("help", "?"),
        ("U", "undo"),
        ("log 20", "log"),
        ("undo that", None),
        ("drop:4", None),
        ("board", None),
        ("/board", "board"),
        ("b", "board"),
    ],
)
def test_words_and_answers_are_told_apart(typed: str, word: str | None) -> None:
    """Guards: an answer that is called like a word of command goes first; a slash always means the word."""
    assert find_word(typed, ["drop:4", "board"]) == word


def test_lengths_keep_their_own_numbers(data: Path) -> None:
    """Guards: where an answer is a length in half inches, "1.5" means an inch and a half and "2" two inches."""
    table, rng = sandtable.new("mars-or-die", scenario="s6", seed=3), random.Random(2)
    while table.ask is not None and (table.ask.kind != "distance" or len(table.ask.values) < 4):
        keys = table.ask.keys
        table.choose("short" if "short" in keys else rng.choice(keys))  # less than the full distance
    assert table.ask is not None
    lengths = {option.data["length"]: option.key for option in table.ask.options if option.data}
    assert [meant(table, typed) for typed in ("1.5", "2", "2.0")] == [
        [lengths[1500]],
        [lengths[2000]],
        [lengths[2000]],
    ]
