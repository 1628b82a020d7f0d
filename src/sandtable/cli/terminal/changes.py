"""Changes on a board since it was last looked at: found by comparing the two texts, and underlined.

No game does anything for it. A line is taken apart where two or more blanks are, and each part is compared with what stood in its place.
Parts that have merely moved to another line, as a list does when it grows, are not news if they are words; a counter that has
moved is. Where a counter has gone, the blanks it leaves are underlined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from rich.text import Text

MARK = "bold underline"
#: If more than this share of a board is new, marks would tell nothing.
TOO_MUCH = 0.5
#: More new words than this are a new sentence.
SENTENCE = 3
_PARTS = re.compile(r"\S+(?: \S+)*")
#: Dots only join places or measure distances.
_DOTS = re.compile(r"[·.]+")


class Segment(NamedTuple):
    """A stretch of a line without two blanks in a row, and where it begins."""

    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_words(self) -> bool:
        return re.search(r"[a-z]{3}", self.text) is not None

    @property
    def heading(self) -> Segment:
        """Its first word: what the line of a list is known by when its numbers have changed."""
        return Segment(self.start, self.text.partition(" ")[0])


def with_changes_marked(before: str, board: Text) -> Text:
    """The board, with everything underlined that was not there before.

    >>> marked = with_changes_marked("NET 1   Ops 10", Text("NET 2   Ops 10"))
    >>> [marked.plain[span.start : span.end] for span in marked.spans]
    ['2']
    """
    lines = board.split("\n", allow_blank=True)
    changes = list(_changes(before.splitlines(), [line.plain for line in lines]))
    new = sum(_ink(lines[row].plain[start:end]) for row, start, end in changes)
    if new > TOO_MUCH * _ink(board.plain):
        return board
    for row, start, end in changes:
        line = lines[row]
        line.append(" " * (end - len(line)))
        line.stylize(MARK, start, end)
    return Text("\n").join(lines)


def _ink(text: str) -> int:
    """Count the characters that are not blank."""
    return len("".join(text.split()))


def _changes(before: list[str], now: list[str]) -> Iterator[tuple[int, int, int]]:
    """Line, start and end of everything that is new or gone."""
    old, new = [_parts(line) for line in before], [_parts(line) for line in now]
    was: dict[Segment, int] = {}
    for row, parts in enumerate(old):
        for part in parts:
            if part.is_words:
                was.setdefault(part.heading, row)
    for row, parts in enumerate(old):
        was.update((part, row) for part in parts if part.is_words)
    for row, at in _paired(before, now):
        for start, end in _changes_of_line(new[row], [] if at is None else old[at], old, was):
            yield row, start, end
        if at is not None:
            for part in _gone(old[at], new[row]):
                yield row, part.start, part.end


def _parts(line: str) -> list[Segment]:
    return [Segment(found.start(), found.group()) for found in _PARTS.finditer(line)]


def _paired(before: list[str], now: list[str]) -> Iterator[tuple[int, int | None]]:
    """Each line that differs, with the line that stood in its place.

    A board grows or shrinks in its lists. So lines are counted from the top down to some line, and from the bottom up
    to it: to the one for which the fewest lines differ. The rows of a map are compared with themselves in this way.
    """
    more = len(now) - len(before)
    above = [0, *accumulate(a != b for a, b in zip(before, now, strict=False))]
    below = [0, *accumulate(a != b for a, b in zip(reversed(before), reversed(now), strict=False))]
    short = min(len(before), len(now))
    cut = min(range(short, -1, -1), key=lambda n: above[n] + below[short - n])
    for row, line in enumerate(now):
        at = row if row < cut else row - more if row - more >= cut else None
        if at is None or before[at] != line:
            yield row, at


def _changes_of_line(
    parts: list[Segment], beside: list[Segment], old: list[list[Segment]], was: dict[Segment, int]
) -> Iterator[tuple[int, int]]:
    """The stretches of a line that are new. After a part that moved here from another line, that line is the measure."""
    shift = 0
    for part in parts:
        if part in beside or Segment(part.start - shift, part.text) in beside:
            continue
        if part in was:
            beside, shift = old[was[part]], 0
            continue
        place = next((it for it in beside if it.start in (part.start, part.start - shift)), None)
        if part.is_words and part.heading in was and (place is None or place.heading != part.heading):
            beside, shift = old[was[part.heading]], 0
            place = next(it for it in beside if it.start == part.start)
        if place is None:
            yield from _words(part, "")
        else:
            yield from _words(part, place.text)
            shift = part.end - place.end


def _words(part: Segment, before: str) -> Iterator[tuple[int, int]]:
    """The words of a part that were not there before; the whole part if those are most of a sentence."""
    words = list(re.finditer(r"\S+", part.text))
    matcher = SequenceMatcher(None, before.split(), [word.group() for word in words], autojunk=False)
    new = [
        word
        for tag, _, _, j, j_end in matcher.get_opcodes()
        if tag in ("replace", "insert")
        for word in words[j:j_end]
        if not _DOTS.fullmatch(word.group())
    ]
    if len(new) > SENTENCE and 2 * len(new) > len(words):
        yield part.start, part.end
    else:
        yield from ((part.start + word.start(), part.start + word.end()) for word in new)


def _gone(old: list[Segment], new: list[Segment]) -> Iterator[Segment]:
    """Signs that stood where this line has blanks now, unless the line has become another one. Of words, the log tells."""
    last: Segment | None = None
    for part in old:
        is_same_line = last is None or last in new
        is_blank = all(it.end < part.start or it.start > part.end for it in new)
        if is_same_line and is_blank and not part.is_words and not _DOTS.fullmatch(part.text):
            yield part
        last = part
