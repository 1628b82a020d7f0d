"""A box: everything printed on the cards, counters and tables of one pack, ready for the rules.

Pack files are read with the types of `files`; a `Box` holds them by number, as the rules want them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import Kinds, Names, Pack
from sandtable.engine.packs.digest import rules_part

from ..cards.effects import Combined, Deploy, every
from ..cards.sentences import Sentences
from .files import OpsCard, TableLine


class Side(msgspec.Struct, frozen=True):
    """One side of an OPFOR counter. `after` is the side a hit turns it to, or -1 if the hit removes it."""

    id: str
    label: str
    combat: int
    edge: int
    after: int
    #: Which kind of counter this is a side of.
    kind: int


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


class Box:
    """A pack as both games read it. Cards are numbered: first the Ops cards, then the Mission cards. It never changes."""

    missions: tuple[Any, ...]
    #: What is read on each Ops card, and what makes effects into sentences.
    texts: tuple[str, ...]
    sentences: Sentences
    #: The names of everything, for keys and texts.
    kinds: Kinds

    def __init__(self, pack: Pack, icons: tuple[str, ...], sides: Sequence[Side]) -> None:
        self.icons = icons
        self.net_max: int = pack["scenario"].net_max
        self.ops: tuple[OpsCard, ...] = tuple(pack["ops"])
        self.missions = tuple(pack["missions"])
        self.lines: dict[str, TableLine] = {line.id: line for line in pack["actions"]}
        self.sides = tuple(sides)
        #: How many counters of each OPFOR kind there are, and the side each is placed on.
        self.bin: tuple[int, ...] = tuple([unit.count for unit in pack["opfor"]])
        self.fronts = tuple(range(0, 2 * len(self.bin), 2))
        self.work_out()

    def put_texts(self, sentences: Sentences) -> None:
        """Set the texts of the Ops cards: the words of the pack, or else sentences made from the effects."""
        self.sentences = sentences
        self.texts = tuple([card.text or sentences.text(card.effects) for card in self.ops])

    def work_out(self) -> None:
        """Work out the values that follow from the cards, the tables and the sides of counters."""
        #: By side: its combat value, and the side a hit turns it to, or -1 if the hit removes it.
        self.combat = tuple([side.combat for side in self.sides])
        self.after = tuple([side.after for side in self.sides])
        lines = list(self.lines.values())
        #: The table line that an icon's dice are read on: the first that has it.
        self.line_of = {line.icon: line for line in reversed(lines) if line.icon}
        #: SC 15.5, SP 16.5: how the dice of a volley are read.
        self.volley = self.lines["weapons"].hits
        cards = [effect for card in self.ops for effect in card.effects]
        tables = [effect for line in lines for way in line.outcomes for effect in way.effects]
        #: Every effect there is, on cards and in tables, at any depth.
        self.effects = tuple(every([*cards, *tables]))
        self.deploys = tuple([effect for effect in self.effects if isinstance(effect, Deploy)])
        self.combined = tuple([effect for effect in self.effects if isinstance(effect, Combined)])
        #: The numbers by which a state knows them.
        self.deploy_number = _numbered(self.deploys)
        self.combined_number = _numbered(self.combined)


def _numbered(effects: Sequence[Any]) -> dict[Any, int]:
    """The number of each effect: that of the first for which the rules are the same, whatever its words are."""
    parts = [rules_part(effect) for effect in effects]
    return {effect: parts.index(part) for effect, part in zip(effects, parts, strict=True)}
