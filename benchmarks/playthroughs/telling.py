"""The text of a chapter: every question with its options and reasons, the answer, the dice, the log, and what changes on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from rich.text import Text

import sandtable
from sandtable.engine import Question, Table
from sandtable.engine.contract.reasons import left_out
from sandtable.engine.saving.format import Thrown

from .chapters import Chapter, Telling

WIDTH = 100
#: The most options of a question that are told; of more, the first ones and how many follow.
OPTIONS = 8
#: The most cards of a draw, and the most things with the same reason, that are told.
CARDS = 4


def whole(telling: Telling, chapters: Sequence[Chapter]) -> str:
    """The text of all chapters."""
    lines = [f"{telling.game}: {telling.name}", ""]
    for n, chapter in enumerate(chapters, 1):
        lines += [f"=== Chapter {n}: {chapter.title}", ""]
        lines += [line.rstrip() for line in told(telling, chapter)]
        lines.append("")
    return "\n".join(lines)


def told(telling: Telling, chapter: Chapter) -> Iterator[str]:
    """The lines of a chapter. Where it can go no further, it says why and ends."""
    try:
        table = begin(telling, chapter)
    except Exception as error:  # whatever a change of rules or of the state leads to
        yield f"!!! The position cannot be opened: {error}"
        return
    if table.ask is not None:
        yield from board(table, table.ask.seat)
    yield f"state {table.run.state.digest()[:12]}"
    shown = _thrown(table)
    yield from map(dice, shown)
    thrown = len(shown)
    for key in chapter.answers:
        question = table.ask
        yield ""
        if question is None:
            yield f"!!! The game is over, and nobody is asked for {key}."
            return
        yield from asked(question, key, table)
        if key not in question.keys:
            yield f"!!! {key} is no longer offered."
            return
        seat, before = question.seat, board(table, question.seat)
        read = len(table.transcript(seat))
        try:
            table.choose(key)
            run_on(table)
        except Exception as error:  # the dice are used up or no longer fit, or a rule fails
            yield f"!!! {error}"
            return
        yield from map(dice, _thrown(table)[thrown:])
        thrown = len(_thrown(table))
        yield from log(table, seat, read)
        yield from changes(before, board(table, seat))
        yield f"state {table.run.state.digest()[:12]}"


def begin(telling: Telling, chapter: Chapter) -> Table:
    """A table at the beginning of a chapter, which takes its dice from there and from nowhere else."""
    dice: dict[str, list[Any]] = {}
    for topic, raw in chapter.dice:
        dice.setdefault(topic, []).append(raw)
    script = sandtable.Script(dice)
    table = sandtable.new(
        telling.game, seed=1, options=telling.options, position=chapter.position, script=script
    )
    return run_on(table)


def run_on(table: Table) -> Table:
    """Play the turns that ask nobody anything."""
    while table.is_waiting:
        table.step()
    return table


def asked(question: Question, key: str, table: Table) -> Iterator[str]:
    """A question, its options, what the chosen one does, and the reasons for the rest."""
    about = f" [{question.topic} {question.rule}]"
    yield f"{question.seat}: {question.prompt}{about}"
    options = question.options
    for n, option in enumerate(options):
        if n < OPTIONS or option.key == key:
            is_chosen = option.key == key
            says = f" ({option.says})" if option.says and is_chosen else ""
            yield f"  {'>' if is_chosen else ' '} {option.key}: {option.label}{says}"
    if len(options) > OPTIONS:
        yield f"    {len(options)} options in all"
    for refused in question.refused:
        yield f"  - {refused.key}: {refused.label}: {refused.why}"
    yield from reasons(question, table)


def reasons(question: Question, table: Table) -> Iterator[str]:
    """The things that are not offered, by the reason that their rule gives."""
    if question.spec.why is None:
        return
    found: dict[str, list[str]] = {}
    for thing in left_out(table, question):
        why = question.refusal(thing)
        found.setdefault("no reason" if why is None else why.text, []).append(thing.id)
    for text, things in found.items():
        more = f" and {len(things) - CARDS} more" if len(things) > CARDS else ""
        yield f"  - {' '.join(things[:CARDS])}{more}: {text}"


def board(table: Table, seat: str) -> list[str]:
    """What a seat sees in a terminal."""
    key = (table, seat, table.run.state.encode())
    if _drawn.get("key") == key:  # before an answer it is as after the one before it
        kept: list[str] = _drawn["lines"]
        return kept
    markup = table.game.text_board(table.view(seat), table.seats, WIDTH)
    lines = Text.from_markup(markup).plain.splitlines()
    _drawn.update(key=key, lines=lines)
    return lines


#: The last board, because drawing takes longer than everything else: of which table, seat and state it is, and its lines.
_drawn: dict[str, Any] = {}


def changes(before: list[str], after: list[str]) -> Iterator[str]:
    """What is new on the board line by line, without what is unchanged beside it; of lines that have only lost something, what they lost."""
    if before == after:
        return
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        old, new = [_parts(line) for line in before[i:i_end]], [_parts(line) for line in after[j:j_end]]
        was, there = {part for line in old for part in line}, {part for line in new for part in line}
        found = [f"  |{'  '.join(part for part in line if part not in was)}" for line in new]
        gone = [f"  -|{'  '.join(part for part in line if part not in there)}" for line in old]
        shown = [line for line in found if line != "  |"]
        yield from shown or [line for line in gone if line != "  -|"]


def _parts(line: str) -> list[str]:
    """The parts of a line between two or more blanks."""
    return [part for part in re.split(r" {2,}", line.strip()) if part]


def _thrown(table: Table) -> list[Thrown]:
    return [line for line in table.lines if isinstance(line, Thrown)]


def dice(line: Thrown) -> str:
    """What was thrown, drawn or shuffled."""
    more = f" and {len(line.raw) - CARDS} more" if len(line.raw) > CARDS else ""
    return f"  {line.topic}: {' '.join(map(str, line.raw[:CARDS]))}{more}"


def log(table: Table, seat: str, read: int) -> Iterator[str]:
    """What the seat that answered reads in the log, and the answers that were forced."""
    for line in table.transcript(seat, since=read)[1:]:  # the first is the answer itself
        words = [line.text]
        if line.kind == "roll":
            words += [
                f"{side}: {', '.join(mods)}"
                for side, mods in zip(line.sides, line.mods, strict=False)
                if side or mods
            ]
        yield f"  {'=' if line.kind in ('answer', 'opened') else '*'} {'; '.join(words)}"
    if table.outcome is not None:
        yield f"  The game is over: {table.reason} Won by {', '.join(table.winners) or 'nobody'}."
