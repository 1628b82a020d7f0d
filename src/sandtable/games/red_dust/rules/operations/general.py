"""16 Operations in general: how one begins, what a space costs, which units count as one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...cards.hooks import PRICE, total
from ...printed.decks import FIRST_DUST_STORM, NEXT
from ...printed.map import COIN, CORPORATIONS, MARS_GOV, PHOBOS, RECLAIMERS, RED_DUST, WILDERNESS
from ...printed.pieces import CORP_UNITS, EG_TROOP, MG_TROOPS
from ...state import RAGING, Action, Mars, Op
from ..resources import can_pay
from ..special_activities.pairing import PAIRING

#: Operations by Faction, in the order of the rulebook.
OPERATIONS_OF = {
    who: tuple(op for faction, op in PAIRING if faction == who)
    for who in (MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS)
}
_WITHOUT_EARTH = {MARS_GOV: MG_TROOPS, CORPORATIONS: CORP_UNITS}
_WITH_EARTH = {who: (*units, EG_TROOP) for who, units in _WITHOUT_EARTH.items()}


def new_action(
    s: Mars,
    who: int,
    op: Op,
    *,
    limited: bool = False,
    special: bool = False,
    free: bool = False,
    only: tuple[int, ...] = (),
    most: int = 99,
    origins: tuple[int, ...] = (),
    goals: tuple[int, ...] = (),
    asked: int = 0,
    given: tuple[int, ...] = (0, 0, 0, 0),
) -> Action:
    """An Operation before its first space, with Control as it is now: Secure, Recon and March go by that (ruling 22).

    `only`: spaces that may be chosen, `most`: how many; `origins`, `goals`: where moves may begin and must end.
    """
    return Action(
        who=who,
        op=op,
        is_free=free,
        is_limited=limited,
        may_special=special,
        only=only,
        most=1 if limited and who != RECLAIMERS else most,
        origins=origins,
        goals=goals,
        asked=asked,
        given=list(given),
        control=tuple(s.control),
        ports=_ports(s),
    )


def _ports(s: Mars) -> tuple[int, ...]:
    """3.5 The Labyrinths without Damage or Raging Storm."""
    damage, storm = s.damage, s.storm
    return tuple([space for space in s.box.labyrinths if not damage[space] and storm[space] != RAGING])


def begin_operation(s: Mars, who: int, op: Op, **limits: Any) -> Action:
    """16 An Operation begins. `limits` are those of `new_action`."""
    s.action = new_action(s, who, op, **limits)
    return s.action


def is_haboob(s: Mars) -> bool:
    """12.7 Whether the Next Event is a Dust Storm."""
    following = s.events.zones[NEXT]
    return bool(following) and following[-1] >= FIRST_DUST_STORM


def is_barred(s: Mars, op: Op) -> bool:
    """12.7 Haboob. No Recon and no March by anyone, free ones included (ruling)."""
    return op in (Op.RECON, Op.MARCH) and is_haboob(s)


def price(s: Mars, a: Action, space: int) -> int:
    """16 What choosing a space costs."""
    if a.is_free or a.who == CORPORATIONS:
        return 0
    if a.who != MARS_GOV:
        return 0 if a.op is Op.TRAVEL and space == WILDERNESS else 1
    return 3 + total(s, PRICE, a, space)  # alignment is read when the space is selected (ruling 18)


def choosable(a: Action, spaces: Iterable[int]) -> list[int]:
    """16 Of these spaces, those that may still be chosen: each only once, and only while the limit is not reached."""
    if len(a.chosen) >= a.most:
        return []
    return [space for space in spaces if space not in a.chosen and (not a.only or space in a.only)]


def affordable(s: Mars, a: Action, spaces: Iterable[int]) -> list[int]:
    """10 Of these spaces, those that can be chosen and paid for now."""
    can_afford = affords(s, a)
    return [space for space in choosable(a, spaces) if can_afford(space)]


def affords(s: Mars, a: Action) -> Callable[[int], bool]:
    """10 Whether a space can be paid for now, as a function of the space. Most cost the same: each price is tried once."""
    can: dict[int, bool] = {}

    def can_afford(space: int) -> bool:
        cost = price(s, a, space)
        if cost not in can:
            can[cost] = can_pay(s, a, cost)
        return can[cost]

    return can_afford


def own_units(s: Mars, who: int) -> tuple[int, ...]:
    """8.2 The units a COIN Faction moves and counts as its own; the Controller has the EG Troops too."""
    return _WITH_EARTH[who] if s.controller() == who else _WITHOUT_EARTH[who]


def has_spaceport(a: Action, space: int, side: int) -> bool:
    """3.5 A Spaceport is usable without Damage or Raging Storm, and under that side's Control, as it was at the start."""
    if space == PHOBOS:
        return side == COIN
    return space in a.ports and a.control[space] == side
