"""4.0 The value of counters, as options say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import Line, Of

from ...common.printed.box import Amount
from ..printed.box import ICON_LABELS, Kind, Printed, SurfaceBox
from ..state import Team

PRICED = Line(
    "{cost:points}. {fire:Does not fire|Fires {fire} die|Fires {fire} dice}"
    "{siege:|, {siege} more at an OPFOR Installation|, {siege} more at an OPFOR Installation}"
    "{move:|, moves {move}|, moves {move}}{icons:|; {icons}|; {icons}}."
)
FREE = Line(
    "{fire:Does not fire|Fires {fire} die|Fires {fire} dice}"
    "{siege:|, {siege} more at an OPFOR Installation|, {siege} more at an OPFOR Installation}"
    "{move:|, moves {move}|, moves {move}}{icons:|; {icons}|; {icons}}."
)


def icons_of(box: SurfaceBox, icons: Sequence[int]) -> list[Of]:
    """How many icons of each kind there are: "2 Cyber and 1 Sniper"."""
    return [Of("amount", Amount(n, ICON_LABELS[icon])) for icon, n in zip(box.icons, icons, strict=True) if n]


def price_says(s: Team, item: int) -> Line:
    """7.5 The cost and the use of a recruit."""
    return PRICED.of(cost=s.box.costs[item], **item_values(s.box, item))


def item_says(s: Team, item: int) -> Line:
    """17.5 The use of a reinforcement."""
    return FREE.of(**item_values(s.box, item))


def item_values(box: SurfaceBox, item: int) -> dict[str, Any]:
    """4.0 The values that somebody or something adds to the Team."""
    unit, side = box.items[item]
    printed = box.printed[unit][side - 1]
    icons = icons_of(box, printed.icons)
    return {"fire": printed.combat, "siege": printed.siege, "move": printed.move, "icons": icons}


GEAR_LOST = Line("It goes back to the Recruit Box: you lose {lost}.")
UNIT_CRASHES = Line("It crashes: you lose {lost} until it is repaired.")
UNIT_BENDS = Line("It crashes, but can do as much as before; a second hit eliminates it.")
UNIT_LOST = Line("It has crashed already: it is eliminated for this Mission.")


def loss_says(s: Team, unit: int) -> Line:
    """15.5.2 The cost of a hit or a Burnout: dice and icons."""
    box = s.box
    front, back = box.printed[unit // 2]
    if box.kind[unit // 2] is Kind.GEAR:
        return GEAR_LOST.of(lost=worth_of(box, (front, back)[unit % 2]))
    if unit % 2:
        return UNIT_LOST
    fewer = [before - after for before, after in zip(front.icons, back.icons, strict=True)]
    lost = dice_and_icons(box, front.combat - back.combat, fewer)
    return UNIT_CRASHES.of(lost=lost) if lost else UNIT_BENDS


def worth_of(box: SurfaceBox, printed: Printed) -> list[Of]:
    """The dice and the icons of a side: "1 die and 2 Cyber"."""
    return dice_and_icons(box, printed.combat, printed.icons)


def dice_and_icons(box: SurfaceBox, dice: int, icons: Sequence[int]) -> list[Of]:
    """Dice, if there are any, and icons."""
    return [*([Of("dice", dice)] if dice else []), *icons_of(box, icons)]
