"""16 Operations in general: how one begins, what a space costs, which units count as one's own."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Line

from ...cards.hooks import PRICE, total
from ...printed.decks import FIRST_DUST_STORM, NEXT
from ...printed.map import COIN, CORPORATIONS, MARS_GOV, PHOBOS, RECLAIMERS, RED_DUST, WILDERNESS
from ...printed.pieces import CORP_UNITS, EG_TROOP, MG_TROOPS
from ...state import RAGING, Action, Mars, Op
from ..resources import USUAL_PRICE
from ..special_activities.pairing import PAIRING

#: Operations by Faction, in the order of the rulebook.
OPERATIONS_OF = {
    who: tuple(op for faction, op in PAIRING if faction == who)
    for who in (MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS)
}
#: 16 What an Operation does, and what a space of it costs.
OPERATION_SAYS = {
    (MARS_GOV, Op.TRAIN): Line("3 Resources a space: place up to 4 Troops; then Pacify in one space."),
    (MARS_GOV, Op.SECURE): Line("3 Resources a Labyrinth: move Troops in, find Rebels, build Bases."),
    (MARS_GOV, Op.RECON): Line("3 Resources a Desert: move Troops in, find Rebels, build Bases."),
    (MARS_GOV, Op.ASSAULT): Line("3 Resources a space: every unit removes an Active Rebel, then Bases."),
    (CORPORATIONS, Op.LOGISTICS): Line(
        "Free: units for Earth, a run of the Aldrin Cycler, Terraforming Bases."
    ),
    (CORPORATIONS, Op.SECURE): Line("Free: move units into Labyrinths, find Rebels, build Bases."),
    (CORPORATIONS, Op.RECON): Line("Free: move units into Deserts, find Rebels, build Bases."),
    (CORPORATIONS, Op.ASSAULT): Line(
        "Free: every unit removes an Active Rebel, then Bases; Profits for many."
    ),
    (RED_DUST, Op.RALLY): Line("1 Resource a space: place Rebels, build a Base, or hide."),
    (RED_DUST, Op.MARCH): Line("1 Resource a destination: Rebels move in from near and far."),
    (RED_DUST, Op.ATTACK): Line("1 Resource a space: two dice remove enemies and may do Damage."),
    (RED_DUST, Op.CAMPAIGN): Line(
        "1 Resource a space: shift it towards Opposition; Active Opposition brings a card."
    ),
    (RECLAIMERS, Op.RALLY): Line("1 a space, in Assets: place Rebels, build a Base or a Center, or hide."),
    (RECLAIMERS, Op.TRAVEL): Line("1 an origin, in Assets: Rebels and Bases move on from Base to Base."),
    (RECLAIMERS, Op.ATTACK): Line("1 a space, in Assets: two dice remove enemies and may do Damage."),
    (RECLAIMERS, Op.PREACH): Line(
        "1 a space, in Assets: a level towards Neutral, or Rebels from its people."
    ),
}
#: 8.5.4 The most spaces of a Limited Operation of non-player Reclaimers.
LIMITED_SPACES = 5
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
        most=most
        if not limited
        else 1
        if who != RECLAIMERS
        else LIMITED_SPACES
        if s.is_nonplayer(who)
        else most,
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
    """16 The cost of choosing a space."""
    flat = flat_price(s, a)
    return price_here(s, a, space) if flat is None else flat


def price_here(s: Mars, a: Action, space: int) -> int:
    """16 The cost of a space where not all cost the same."""
    if a.op is Op.TRAVEL:
        return 0 if space == WILDERNESS else USUAL_PRICE[RECLAIMERS]
    # Alignment is read when the space is selected (ruling 18).
    return USUAL_PRICE[MARS_GOV] + total(s, PRICE, a, space)


def flat_price(s: Mars, a: Action) -> int | None:
    """16 The cost of every space of the Operation; None where it depends on the space."""
    if a.is_free or a.who == CORPORATIONS or s.is_nonplayer(a.who):
        return 0  # 8.4 a non-player pays no Resources and no Assets
    return None if a.who == MARS_GOV or a.op is Op.TRAVEL else USUAL_PRICE[a.who]


def own_units(s: Mars, who: int) -> tuple[int, ...]:
    """8.2 The units a COIN Faction moves and counts as its own; the Controller has the EG Troops too."""
    return _WITH_EARTH[who] if s.controller() == who else _WITHOUT_EARTH[who]


def spaceports(a: Action, side: int) -> list[int]:
    """3.5 The Spaceports that a side can use, Phobos last: without Damage or Raging Storm, and under its Control, as it was at the start."""
    control = a.control
    ports = [port for port in a.ports if control[port] == side]
    return [*ports, PHOBOS] if side == COIN else ports
