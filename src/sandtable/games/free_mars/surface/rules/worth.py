"""4.0 What counters are worth, as options say it."""

from __future__ import annotations

from sandtable.engine import Line

from ..printed.box import ICON_LABELS, Kind, Printed, SurfaceBox
from ..state import Team

PRICED = Line("{cost:points}. {values}.")
FREE = Line("{values}.")


def values_of(box: SurfaceBox, printed: Printed, *, moves: bool) -> str:
    """What one side of a counter does: "Fires 1 die, moves 2; 2 Cyber"."""
    said = [f"Fires {dice(printed.combat)}" if printed.combat else "Does not fire"]
    if printed.siege:
        said.append(f"{printed.siege} more at an OPFOR Installation")
    if moves:
        said.append(f"moves {printed.move}")
    skills = icons_of(box, printed)
    return ", ".join(said) + (f"; {skills}" if skills else "")


def icons_of(box: SurfaceBox, printed: Printed) -> str:
    """The icons of a side: "2 Cyber, 1 Sniper"."""
    return ", ".join(
        f"{n} {ICON_LABELS[icon]}" for icon, n in zip(box.icons, printed.icons, strict=True) if n
    )


def dice(n: int) -> str:
    """A number of dice."""
    return "1 die" if n == 1 else f"{n} dice"


def price_says(s: Team, item: int) -> Line:
    """7.5 What a recruit costs and does."""
    return PRICED.of(cost=s.box.costs[item], values=item_values(s.box, item))


def item_says(s: Team, item: int) -> Line:
    """17.5 What a reinforcement does."""
    return FREE.of(values=item_values(s.box, item))


def item_values(box: SurfaceBox, item: int) -> str:
    """What somebody or something does in the Team."""
    unit, side = box.items[item]
    return values_of(box, box.printed[unit][side - 1], moves=box.kind[unit] is not Kind.GEAR)


GEAR_LOST = Line("It goes back to the Recruit Box: you lose {lost}.")
UNIT_CRASHES = Line("It crashes: you lose {lost} until it is repaired.")
UNIT_BENDS = Line("It crashes, but can do as much as before; a second hit eliminates it.")
UNIT_LOST = Line("It has crashed already: it is eliminated for this Mission.")


def loss_says(s: Team, unit: int) -> Line:
    """15.5.2 What a hit or a Burnout costs: dice and icons."""
    box = s.box
    front, back = box.printed[unit // 2]
    if box.kind[unit // 2] is Kind.GEAR:
        return GEAR_LOST.of(lost=worth_of(box, (front, back)[unit % 2]))
    if unit % 2:
        return UNIT_LOST
    fewer = [before - after for before, after in zip(front.icons, back.icons, strict=True)]
    lost = worth_of(box, Printed("", "", front.combat - back.combat, 0, 0, tuple(fewer)))
    return UNIT_CRASHES.of(lost=lost) if lost else UNIT_BENDS


def worth_of(box: SurfaceBox, printed: Printed) -> str:
    """The dice and the icons of a side: "1 die, 2 Cyber"."""
    fire = dice(printed.combat) if printed.combat else ""
    return ", ".join(filter(None, [fire, icons_of(box, printed)]))
