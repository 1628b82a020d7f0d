"""A box: everything printed on the cards, counters and tables of one pack, ready for the rules.

Pack files are read with the types here and in the games; a `Box` holds them by number, as the rules want them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from sandtable.engine import Kinds, Names, Reading, guess, tally

from ..cards.effects import Combined, Deploy, Effect, Way, every


class OpsCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Ops card: its title, what is told when it is drawn, and what it does."""

    id: str
    title: str
    text: str
    effects: tuple[Effect, ...] = ()
    #: A late card is never dealt into the first Ops deck: it begins in the Reserve.
    late: bool = False


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Special Actions Table: the icon it is rolled for, and how its dice are read.

    Each Positive buys one of the outcomes. A line without outcomes has a rule of its own, or none.
    """

    id: str
    label: str
    icon: str = ""
    positive: tuple[int, ...] = (5, 6)
    burnout: tuple[int, ...] = ()
    outcomes: tuple[Way, ...] = ()

    @property
    def hits(self) -> Reading[int]:
        """How many dice are Positive."""
        return showing(self.positive)

    @property
    def both(self) -> Reading[tuple[int, ...]]:
        """How many dice are Positive, and how many burn out."""
        return tally(self.positive, self.burnout)


class Side(msgspec.Struct, frozen=True):
    """One side of an OPFOR counter. `after` is the side a hit turns it to, or -1 if the hit removes it."""

    id: str
    label: str
    combat: int
    edge: int
    after: int
    #: Which kind of counter this is a side of.
    kind: int


@lru_cache(maxsize=64)
def showing(faces: tuple[int, ...]) -> Reading[int]:
    """How many dice show one of these faces.

    >>> showing((5, 6))([6, 1, 5])
    2
    """
    return Reading(
        f"showing {faces}", 0, lambda read, face: read + (face in faces), counts=lambda face, _: face in faces
    )


#: What is added to a die, with its sign.
BONUS = Names(str, lambda n: f"+{n}" if n > 0 else f"−{-n}", is_thing=False)
DICE = Names(str, lambda n: f"{n} die" if n == 1 else f"{n} dice", is_thing=False)


class Amount(msgspec.Struct, frozen=True):
    """So much of something that is printed on a counter; `before` is how much it was, where that is told."""

    n: int
    what: str
    before: int = 0


#: Icons are counted: "2 Cyber".
AMOUNT = Names(str, lambda it: f"{it.n} {it.what}", is_thing=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class Box:
    """What both games read from a pack. Cards are numbered: first the Ops cards, then the Mission cards."""

    icons: tuple[str, ...]
    net_max: int
    ops: tuple[OpsCard, ...]
    missions: tuple[Any, ...]
    lines: dict[str, Line]
    sides: tuple[Side, ...]
    #: How many counters of each OPFOR kind there are, and the side each is placed on.
    bin: tuple[int, ...]
    fronts: tuple[int, ...]

    @property
    def kinds(self) -> Kinds:
        """The names of everything, for keys and texts."""
        raise NotImplementedError

    @cached_property
    def line_of(self) -> dict[str, Line]:
        """The table line that an icon's dice are read on."""
        return {line.icon: line for line in reversed(self.lines.values()) if line.icon}

    @cached_property
    def effects(self) -> tuple[Any, ...]:
        """Every effect there is, on cards and in tables, at any depth."""
        cards = [e for card in self.ops for e in card.effects]
        tables = [e for line in self.lines.values() for way in line.outcomes for e in way.effects]
        return tuple(every([*cards, *tables]))

    @cached_property
    def deploys(self) -> tuple[Deploy, ...]:
        return tuple(e for e in self.effects if isinstance(e, Deploy))

    @cached_property
    def combined(self) -> tuple[Combined, ...]:
        return tuple(e for e in self.effects if isinstance(e, Combined))


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
    """What is wrong with the effects of one card or table line, a line for each problem."""
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


def check_line(where: str, line: Line) -> list[str]:
    """What is wrong with the faces and outcomes of a table line."""
    wrong = []
    if not all(1 <= face <= 6 for face in (*line.positive, *line.burnout)):
        wrong.append(f"{where}: faces of a die are 1 to 6")
    if both := set(line.positive) & set(line.burnout):
        wrong.append(f"{where}: {min(both)} cannot be both Positive and Burnout")
    names = [way.id for way in line.outcomes]
    if len(set(names)) < len(names):
        wrong.append(f"{where}: two outcomes have the same id")
    return wrong
