"""The rules that several cards share."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Word

from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.geometry.formation import SQUARE
from ..rules.movement import can_move
from ..rules.reach import allowance
from ..rules.sight import can_fire
from ..state import Battle, kind_of


def always(*about: Any) -> bool:
    """The card can be played whenever its moment comes."""
    return True


def is_fire(word: Word) -> bool:
    """A card for fire is played on nothing else."""
    return word in (a.FIRE, a.FIRE_AT, a.FIRE_LIMBER)


def is_movement(word: Word) -> bool:
    """A card for movement is played on everything but fire."""
    return not is_fire(word)


def can_infantry_fire(s: Battle, action: Action) -> bool:
    """Whether a unit is infantry with somebody to fire at."""
    return kind_of(s, action.unit).is_infantry and can_fire(s, action.unit)


def could_move(s: Battle, action: Action) -> bool:
    """Whether a unit has room to move, so that going further would help it."""
    return not must_stay(s, action.unit) and can_move(s, action, allowance(s, action.unit))


def must_stay(s: Battle, u: int) -> bool:
    """R-MD-11 Squares, guards, and those who have dug in this turn."""
    return s.guarding[u] or s.poses[u].shape == SQUARE or s.dug_in[u] == s.turn


def one_more() -> int:
    return 1
