"""Everything that can go wrong at a table, each with what was wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from types import TracebackType
from typing import Any


def guess(given: str, possible: Iterable[str]) -> str | None:
    """The name that was probably meant, if anything comes close.

    >>> guess("leadr", ["cyber", "leader"]), guess("LEADER", ["leader"]), guess("x", ["leader"])
    ('leader', 'leader', None)
    """
    names = {name.lower(): name for name in possible}
    close = get_close_matches(given.lower(), names, n=1)
    return names[close[0]] if close else None


class SandtableError(Exception):
    """The base of every error a user of Sandtable can cause; its text is a clear sentence or two."""


def expect(given: object, kind: type | tuple[type, ...], told: str) -> None:
    """An error unless what somebody gave is of a kind; `told` says what is expected, as the beginning of a sentence."""
    if not isinstance(given, kind):
        raise SandtableError(f"{told}, not {given!r:.200}.")


class NotFound(SandtableError):
    """Something was asked for by a name that does not exist."""

    def __init__(self, what: str, given: str, possible: Sequence[str]) -> None:
        self.what, self.given, self.possible = what, given, tuple(possible)
        known = ", ".join(possible) if possible else "none"
        meant = guess(given, self.possible)
        hint = "" if meant is None else f" Did you mean {meant!r}?"
        super().__init__(f"There is no {what} {given!r}. Possible: {known}.{hint}")


class IllegalChoice(SandtableError):
    """An answer that the open question does not offer. Nothing has changed."""

    def __init__(
        self, question: str, given: object, possible: Sequence[str], text: str = "", hint: str = ""
    ) -> None:
        self.question, self.given, self.possible = question, given, tuple(possible)
        if text:  # there is no question to answer
            super().__init__(text)
            return
        shown = ", ".join(self.possible[:12])
        if len(self.possible) > 12:
            shown += f" and {len(self.possible) - 12} more"
        super().__init__(f"{given!r} does not answer {question!r}. Possible: {shown or 'nothing'}.{hint}")


class CannotUndo(SandtableError):
    """Nothing can be taken back (or given again) here, and why."""


class RuleFailed(SandtableError):
    """A rule raised an error. The table is as it was before; `moment` shows how to get there again.

    `where` is the line of code that failed. `moment` is the failing moment as bytes: `sandtable.load(error.moment)` opens it, and giving
    `answers` again fails again.
    """

    def __init__(self, cause: BaseException, moment: bytes, answers: Sequence[str]) -> None:
        self.cause, self.moment, self.answers = cause, moment, tuple(answers)
        self.where = ""
        told = str(cause).rstrip(".")
        if not isinstance(cause, SandtableError):
            self.where = place_of(cause)
            told = described(cause)
        if answers:
            super().__init__(
                f"A rule failed after the answer {', '.join(answers)}: {told}. "
                "The table is as it was before; the failing moment is kept."
            )
        else:
            super().__init__(f"A rule failed while the game was set up: {told}.")


def described(error: BaseException) -> str:
    """An error for the author of the code it came from: its type, its words and the line. Our own errors speak for themselves."""
    if isinstance(error, SandtableError):
        return str(error).rstrip(".")
    return f"{type(error).__name__}: {error} ({place_of(error)})"


def place_of(error: BaseException) -> str:
    """The line of code that an error came from: "mine.py:40 in rally"."""
    trace = innermost(error)
    if trace is None:
        return ""
    code = trace.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} in {code.co_name}"


def innermost(error: BaseException) -> TracebackType | None:
    """The innermost frame of an error: where it was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace


class RuleError(SandtableError):
    """A rule broke a promise of the engine (no options, an unknown step, an unknown name)."""


class JournalError(SandtableError):
    """A journal cannot be read to its end. `line` is the first bad one; everything before it is sound.

    `table` is the game as far as it is sound (None when not even the header is), and `turn` the turn
    the bad line belongs to.
    """

    def __init__(self, why: str, line: int, *, turn: int | None = None, table: Any = None) -> None:
        self.why, self.line, self.turn, self.table = why, line, turn, table
        where = f"line {line}" if turn is None else f"line {line}, turn {turn}"
        kept = "" if table is None else " Everything before it is sound and can be opened."
        super().__init__(f"{where}: {why}.{kept}")


class Diverged(JournalError):
    """Replaying a journal gives another game than the one it records: the rules have changed since, or somebody changed the file."""


class PackError(SandtableError):
    """A data file of a pack is wrong: which file, which entry, what was expected."""

    def __init__(self, file: str, entry: str, why: str) -> None:
        self.file, self.entry, self.why = file, entry, why
        super().__init__(f"{file}: {entry + ': ' if entry else ''}{why}")


class PartsError(SandtableError):
    """The parts a game describes cannot be drawn: two with one name, a place that does not exist, an unknown colour."""


class CannotImagine(SandtableError):
    """No world was found that fits what a seat has seen."""


class CannotWalk(SandtableError):
    """The walker met something it cannot visit outcome by outcome."""


class ScriptEnded(SandtableError):
    """A scripted chance was asked for something its script does not hold."""
