"""MD 8 Combat resolution: opposed rolls, and their exact chances from a closed formula."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from sandtable.engine import Line, Opposed, Roll, best, higher

from ..cards import hooks
from ..state import NOBODY, Battle, kind_of
from .action_table import Action
from .generals import extra_die
from .geometry.formation import Stand
from .ground import is_covered

Mods = tuple[Line, ...]


def opposed(
    ours: int, theirs: int, topic: str, *, by: int = NOBODY, mods: tuple[Mods, Mods] = ((), ())
) -> Opposed:
    """MD 8.2 The highest die wins; if both have it, who has more of it. 1, 0 or -1 for the first side, which is `by`."""
    other = 1 - by if by != NOBODY else NOBODY
    return Opposed(
        Roll(max(0, ours), best, by=by, mods=mods[0]),
        Roll(max(0, theirs), best, by=other, mods=mods[1]),
        higher,
        topic=topic,
    )


# Dice


def attack_dice(s: Battle, action: Action, attack: int, platoons: int) -> int:
    """MD 6.2 The dice of all who fire together, less one for each platoon over one; a general adds one (R-MD-28)."""
    dice = attack * platoons + extra_die(s, action.unit) - (platoons - 1)
    if action.card:
        dice += hooks.more(hooks.ATTACK_DICE, action.card, platoons)
    return max(0, dice)


def defend_dice(s: Battle, v: int, stand: Stand) -> int:
    """MD 6.3 The target's dice: one more in cover, one with a general, two with its last cartridges (B4)."""
    dice = kind_of(s, v).defend + extra_die(s, v) + (2 if s.cartridges[v] else 0)
    return dice + 1 if is_covered(s, v, stand) else dice


# What is added to the dice, and why: whoever reads the throw sees it


GENERAL = Line("general +1")
TOGETHER = Line("{platoons:number} together −{less:number}")
CARD_MORE, CARD_LESS = Line("card +{n:number}"), Line("card −{n:number}")
COVER = Line("cover +1")
CARTRIDGES = Line("last cartridges +2")
SPEARS = Line("spears +1")
SURPRISED = Line("not yet acted +1")
CARDS = {0: ()} | {n: ((CARD_MORE if n > 0 else CARD_LESS).of(n=abs(n)),) for n in range(-9, 10) if n}


def card_mods(dice: int) -> tuple[Line, ...]:
    return CARDS.get(dice) or (CARD_MORE.of(n=dice),) if dice else ()


def fire_mods(s: Battle, action: Action, platoons: int) -> tuple[Line, ...]:
    """MD 6.2, MD 9.1 The modifiers of the dice of a shot."""
    mods: tuple[Line, ...] = (GENERAL,) if extra_die(s, action.unit) else ()
    if platoons > 1:
        mods += (TOGETHER.of(platoons=platoons, less=platoons - 1),)
    return mods + card_mods(hooks.more(hooks.ATTACK_DICE, action.card, platoons)) if action.card else mods


def guard_mods(s: Battle, v: int, stand: Stand, card: str) -> tuple[Line, ...]:
    """MD 6.3, MD 9.1 The modifiers of the dice of a stand that is shot at."""
    mods: tuple[Line, ...] = (GENERAL,) if extra_die(s, v) else ()
    if is_covered(s, v, stand):
        mods += (COVER,)
    if s.cartridges[v]:
        mods += (CARTRIDGES,)
    return mods + card_mods(hooks.more(hooks.DEFEND_DICE, card)) if card else mods


def melee_mods(s: Battle, u: int, v: int, bonus: int) -> tuple[Line, ...]:
    """MD 7, MD 9.1 The modifiers of the dice of a stand in melee, against a unit."""
    kind, other = kind_of(s, u), kind_of(s, v)
    mods: tuple[Line, ...] = (GENERAL,) if extra_die(s, u) else ()
    if kind.has_spear and not (other.is_champion or other.has_spear or other.has_bayonet):
        mods += (SPEARS,)
    return mods + card_mods(bonus)


@lru_cache(maxsize=4096)
def chance_to_beat(ours: int, theirs: int) -> Fraction:
    """R-MD-27 The chance that our dice beat theirs, scored as pairs (highest face, how many show it).

    Of n dice, comb(n, k) * (f - 1) ** (n - k) rolls score exactly (f, k). The others score less if fewer than k of
    them show f and none shows more.
    """
    ours, theirs = max(0, ours), max(0, theirs)
    wins = 0
    for face in range(1, 7):
        less = 0
        for many in range(1, ours + 1):
            if many - 1 <= theirs:
                less += comb(theirs, many - 1) * (face - 1) ** (theirs - many + 1)
            wins += comb(ours, many) * (face - 1) ** (ours - many) * less
    return Fraction(wins, 6 ** (ours + theirs))


@lru_cache(maxsize=4096)
def chance(ours: int, theirs: int) -> float:
    """The same as a float, for bots."""
    return float(chance_to_beat(ours, theirs))
