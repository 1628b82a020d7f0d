"""The checks that packs of both games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.engine import guess

from ..cards.effects import Combined, every
from .files import TableLine


def no_such(what: str, given: str, possible: Sequence[str]) -> str:
    """The message for an unknown name: what was probably meant, and what is possible.

    >>> no_such("icon", "leadr", ["cyber", "leader"])
    "there is no icon 'leadr'; did you mean leader? possible: cyber, leader"
    """
    meant = guess(given, possible)
    guessed = "" if meant is None else f"did you mean {meant}? "
    return f"there is no {what} {given!r}; {guessed}possible: {', '.join(possible)}"


def check_effects(
    where: str,
    effects: Iterable[Any],
    *,
    words: Iterable[type],
    icons: Sequence[str],
    counters: Sequence[str],
    game: str,
) -> list[str]:
    """The mistakes in the effects of one card or table line, a line for each problem."""
    known, wrong = tuple(words), []
    for effect in every(effects):
        word = type(effect).__struct_config__.tag
        if not isinstance(effect, known):
            wrong.append(f"{where}: {game} has no effect {word!r}")
        for icon in (*getattr(effect, "icons", ()), *([effect.icon] if hasattr(effect, "icon") else ())):
            if icon not in icons:
                wrong.append(f"{where}: {word}: {no_such('icon', icon, icons)}")
        for name in getattr(effect, "including", ()):
            if name not in counters:
                wrong.append(f"{where}: {word}: {no_such('OPFOR counter', name, counters)}")
        if isinstance(effect, Combined) and len(effect.icons) < 2:
            wrong.append(f"{where}: combined: name two icons or more")
        names = [way.id for way in getattr(effect, "ways", ())]
        if len(set(names)) < len(names):
            wrong.append(f"{where}: {word}: two ways have the same id")
    return wrong


def check_line(where: str, line: TableLine) -> list[str]:
    """The mistakes in the faces and outcomes of a table line."""
    wrong = []
    if not all(1 <= face <= 6 for face in (*line.positive, *line.burnout)):
        wrong.append(f"{where}: faces of a die are 1 to 6")
    if both := set(line.positive) & set(line.burnout):
        wrong.append(f"{where}: {min(both)} cannot be both Positive and Burnout")
    names = [way.id for way in line.outcomes]
    if len(set(names)) < len(names):
        wrong.append(f"{where}: two outcomes have the same id")
    return wrong
