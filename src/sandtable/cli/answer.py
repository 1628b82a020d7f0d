"""From typed words to options: numbers, keys, and prefixes of keys and labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.engine import Option, Question, RuleFailed, Table, Word


class NotUnderstood(Exception):
    """The typed words match no option, or several; the text is one line that helps."""


class Row(NamedTuple):
    """An option as it is shown on the screen. `handle` is what to type: a number, or nothing where only words will do."""

    handle: str
    key: str
    label: str
    #: What it does and costs, in one line.
    says: str = ""
    #: Whether it is the likeliest answer.
    is_likely: bool = False


class Rows(NamedTuple):
    """The options of a question on the screen. They are numbered by place in the list unless the things have numbers of their own."""

    rows: list[Row]
    by_place: bool


def numbered(question: Question) -> Rows:
    """Number the options.

    Things that are numbers to people (amounts, columns, hexes) keep their own, so that "4" is column 4 even when
    column 3 is full; words among them (Done) are typed as words.
    """
    options = [(option, option.label) for option in question.options]
    likely = question.likely
    more = [(_says(option), option.key == likely) for option, _ in options]
    own = [_own_number(option, label) for option, label in options]
    things = [n for n, (option, _) in zip(own, options, strict=True) if not isinstance(option.value, Word)]
    if things and None not in things and len(set(things)) == len(things):
        handles, by_place = [n or "" for n in own], False
    else:
        handles, by_place = [str(i + 1) for i in range(len(options))], True
    rows = [
        Row(handle, option.key, label, *told)
        for handle, (option, label), told in zip(handles, options, more, strict=True)
    ]
    return Rows(rows, by_place)


def _says(option: Option) -> str:
    """Return what an option does, and whether it ends the turn."""
    return " ".join(filter(None, [option.says, "It ends your turn." if option.ends == "turn" else ""]))


def _own_number(option: Option, label: str) -> str | None:
    """The number people know a thing by: its whole label, or the id of the one thing it is."""
    if isinstance(option.value, Word):
        return None
    if _is_number(label):
        return label
    things = option.things
    return things[0].id if len(things) == 1 and _is_number(things[0].id) else None


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def find(typed: str, shown: Rows) -> str:
    """The key that was typed: a number, a key or label, or the beginning of exactly one of them."""
    text = typed.strip().casefold()
    for looking in (_by_number, _by_name, _by_beginning, _by_word):
        found = looking(text, shown.rows)
        if len(found) == 1:
            return found[0].key
        if found:
            some = ", ".join(row.key if ":" in text else row.label for row in found[:6])
            more = f" and {len(found) - 6} more" if len(found) > 6 else ""
            raise NotUnderstood(f"{typed.strip()!r} could be {some}{more}. Type more of it.")
    raise NothingLike(_no_such(typed.strip(), shown.rows))


class NothingLike(NotUnderstood):
    """No option begins like this."""


def _no_such(typed: str, rows: Sequence[Row]) -> str:
    numbers = [row.handle for row in rows if row.handle]
    if _is_number(typed) and numbers:
        spread = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 6 else ", ".join(numbers)
        return f"There is no {typed} here; the numbers are {spread}."
    keys = f": {', '.join(row.key for row in rows)}" if len(rows) <= 6 else ""
    return f"{typed!r} is none of the answers{keys}. Type a number or the beginning of an answer; ? helps."


def _by_number(text: str, rows: Sequence[Row]) -> list[Row]:
    exact = [row for row in rows if row.handle and row.handle == text]
    if exact or not _is_number(text):
        return exact
    return [row for row in rows if _is_number(row.handle) and float(row.handle) == float(text)]


def _by_name(text: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if text in (row.key.casefold(), row.label.casefold())]


def _by_beginning(text: str, rows: Sequence[Row]) -> list[Row]:
    """The beginning of a label, of a key, or of the part of a key after its topic."""

    def begins(row: Row) -> bool:
        key = row.key.casefold()
        return any(name.startswith(text) for name in (key, key.partition(":")[2], row.label.casefold()))

    return [row for row in rows if begins(row)]


def _by_word(text: str, rows: Sequence[Row]) -> list[Row]:
    """The beginnings of words of a label, in order: "fuel" or "st fu" for "Stash Fuel A"."""
    pattern = re.compile(".*".join(r"(?<!\w)" + re.escape(word) for word in text.split()))
    return [row for row in rows if pattern.search(row.label.casefold())]


def read(typed: str, table: Table, shown: Rows) -> list[str]:
    """The keys that a line means: one answer, or several separated by commas or spaces.

    Several answers are looked up ahead only as far as nothing is thrown, learned or asked of somebody else: what comes
    then must be seen before it is answered.
    """
    try:
        return [find(typed, shown)]
    except NothingLike:
        parts = [part.strip() for part in (typed.split(",") if "," in typed else typed.split())]
        parts = [part for part in parts if part]
        if len(parts) < 2:
            raise
    return _several(parts, table, shown)


def _several(parts: Sequence[str], table: Table, shown: Rows) -> list[str]:
    question = table.ask
    assert question is not None
    ahead, seat, keys = table.fork(), question.seat, [find(parts[0], shown)]
    for before, part in pairwise(parts):
        try:
            ahead.choose(keys[-1])
        except RuleFailed:
            return keys  # the table will fail in the same way and report it
        then = ahead.ask
        if then is None or then.seat != seat or ahead.undo_name(seat) is None:
            raise NotUnderstood(
                f"Answer {before!r} first and see what comes of it; {part!r} cannot be known yet."
            )
        try:
            keys.append(_in_turn(part, question, shown, then))
        except NotUnderstood as line:
            raise NotUnderstood(f"After {before!r}: {line}") from None
    return keys


def _in_turn(part: str, first: Question, shown: Rows, then: Question) -> str:
    """A later answer of a line. While the same question is asked again, numbers are those on the screen."""
    again = (then.topic, then.kind) == (first.topic, first.kind)
    if again and shown.by_place and _is_number(part):
        key = find(part, shown)
        if key not in then.keys:
            raise NotUnderstood(f"{part!r} cannot be given again.")
        return key
    return find(part, numbered(then))
