"""RT 14 Sides and RT 15 Terrain: which cards are suitable where, and what sectors do."""

from __future__ import annotations

from sandtable.engine import Line, Steps, say
from sandtable.engine.asking import Topic, yes_no

from ..printed.box import AIRBORNE, COASTAL, Box
from ..state import NuEarth
from .supply import draw_dice_of_supplies

#: RT 14 The sides of cards that each side of a sector uses besides Airborne Norts.
SIDES = {
    "S": ("souther", "neutral"),
    "N": ("nort", "neutral"),
    "Z": ("neutral",),
    "F": ("nort", "souther", "neutral"),
}


def is_suitable(box: Box, card: int, sector: int) -> bool:
    """14 Sides, 15 Scum Sea, 4.3.2 Coastal. In Scum Sea both filters count (R-RT-31)."""
    foe = box.foes[card]
    is_airborne = bool(foe.categories & AIRBORNE)
    if foe.side not in SIDES[box.side[sector]] and not (foe.side == "nort" and is_airborne):
        return False
    if box.is_sea[sector]:
        return is_airborne or bool(foe.categories & COASTAL)
    return not foe.categories & COASTAL or box.is_coastal[sector]


def evade_modifier(s: NuEarth, seat: int) -> int:
    """4.4.2 The effect of sector, Special Items and Companions on an evasion."""
    box = s.box
    modifier = box.evade[s.sector[seat]]
    for card in s.items(seat):
        modifier += box.items[box.item[card]].evade
    for card in s.companions(seat):
        companion = box.foes[card].companion
        assert companion is not None
        modifier += companion.evade
    return modifier


def evade_mods(s: NuEarth, seat: int) -> tuple[Line, ...]:
    """4.4.2 The modifiers of an evasion, one by one, for those who read the dice."""
    box = s.box
    here = s.sector[seat]
    found = [TERRAIN[box.evade[here]].of(place=here)] if box.evade[here] in TERRAIN else []
    for card in s.items(seat):
        if bonus := box.items[box.item[card]].evade:
            found.append((BONUS if bonus > 0 else MALUS).of(n=abs(bonus), card=card))
    for card in s.companions(seat):
        companion = box.foes[card].companion
        if companion is not None and companion.evade:
            found.append((BONUS if companion.evade > 0 else MALUS).of(n=abs(companion.evade), card=card))
    return tuple(found)


TERRAIN = {1: Line("+1 cover in {place:sector}"), -1: Line("−1 open ground in {place:sector}")}
BONUS = Line("+{n:number} {card}")
MALUS = Line("−{n:number} {card}")


SUPPLY = Topic("supply", "15", "Yes rolls the dice of this place and brings you as many Supply cards.")


def rest(s: NuEarth) -> Steps:
    """15 Special sectors, 6 (d): lives for an entire turn in a place that heals; Supply cards may be drawn. R-RT-24."""
    seat, box = s.mover, s.box
    here = s.sector[seat]
    if here == s.began and not s.has_entered:
        lives = {box.furlow: box.sheet.lives, box.sick_bay: box.sheet.lives, box.nu_arcady: 1}.get(here, 0)
        gained = s.heal(seat, lives)
        if gained:
            yield say(
                "{who:seat} rests at {place:sector} and has {n:lives}.",
                who=seat,
                n=s.lives[seat],
                place=here,
            )
    dice = 1 if box.is_souther_city[here] else 2 if here == box.gi_armoury else 0
    if dice and (
        yield yes_no(seat, SUPPLY, "Draw Supply cards at {place:sector}?", about={"place": here}, likely=True)
    ):
        yield from draw_dice_of_supplies(s, seat, dice)
