"""8.6 Train, Rally, Logistics, and what follows Secure and Recon: how many, which way, where at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Steps

from ..printed.map import CORPORATIONS, MARS_GOV, RED_DUST
from ..printed.pieces import BASE_OF, CORP_BASES, CUBES, MG_BASE
from ..rules.earthgov import POPULATION
from ..rules.operations.rally import Rally
from ..rules.operations.secure import EVERYWHERE
from ..rules.pacify_and_agitate import SHIFT
from ..rules.population import EG_DOWN, EG_UP, HOUSE, LEAVE, NEITHER, REPAIR
from ..state import Mars, Op
from .answering import answers, done_or_first, playing, spaces_in
from .effective import CONTENT
from .pieces import ranked
from .priorities import select


@answers("train_number", "rally_number", "event_ambush_rebels_number")
def as_many_as_possible(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 Place as many as allowed."""
    yield from ()
    return max(values)


# 16.1 Pacify after Train


@answers("train_pacify")
def pacify(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 The first of House at Support, Repair and shift that is possible; the first one picks the space for both."""
    for way, column in (
        (HOUSE, "place_population"),
        (REPAIR, "place_population"),
        (SHIFT[MARS_GOV], "shift_toward_active_support"),
    ):
        able = [it[0] for it in values if it != DONE and it[1] == way]
        if way == HOUSE:
            able = [space for space in able if s.alignment[space] > 0]
        if able:
            return (yield from select(s, MARS_GOV, column, able)), way
    return done_or_first(values)


# 16.3, 16.4 After Secure and Recon


@answers("resolve")
def resolve(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Rebels are Activated once all movers are in; the Special Activity comes later."""
    yield from ()
    return EVERYWHERE


@answers("build_base")
def build_base(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 MG after Recon where it has no Base; CORP where it has none, after Secure only with three cubes.

    8.2 If there are too few Bases, the space table says where.
    """
    is_recon = s.action.op is Op.RECON
    if ask.seat == MARS_GOV:
        able = [it for it in spaces_in(values) if is_recon and not s.at(it, MG_BASE)]
    else:
        able = [
            it
            for it in spaces_in(values)
            if not s.has(it, CORP_BASES) and (is_recon or s.count(it, CUBES) >= 3)
        ]
    if not able:
        return DONE
    if s.available(BASE_OF[ask.seat]) >= len(able):
        return able[0]
    column = "place_bases" if ask.seat == MARS_GOV else "place_or_upgrade_bases"
    return (yield from select(s, ask.seat, column, able))


@answers("improve")
def house_or_repair(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 MG: House, else Repair, without Opposition. CORP: House where it has a Base."""
    who = ask.seat
    ways = (HOUSE, REPAIR) if who == MARS_GOV else (HOUSE,)
    for way in ways:
        able = [
            value[0]
            for value in values
            if value != NEITHER
            and value[1] == way
            and (s.alignment[value[0]] >= 0 if who == MARS_GOV else s.has(value[0], CORP_BASES))
        ]
        if able:
            return ((yield from select(s, who, "place_population", able)), way)
    return NEITHER


# 16.6 Rally


@answers("rally_way")
def rally_way(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Rally as the instruction that chose the space says."""
    yield from ()
    way = playing(s).way
    wanted = {
        "base": (Rally.BASE,),
        "hide": (Rally.HIDE,),
        "convert": (Rally.CONVERT,),
    }.get(way, (Rally.REBELS, Rally.REBEL))
    return next((it for it in wanted if it in values), values[0])


@answers("dig_in")
def dig_in(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Dig In one Desert Base."""
    return (yield from select(s, RED_DUST, "place_or_dig_in_bases", spaces_in(values)))


# 16.2 Logistics, 13.1 the Aldrin Cycler


@answers("stock")
def stock(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Four units, Security first."""
    yield from ()
    return max(values)


@answers("stock_buy", "cycler_extra")
def buy_nothing(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 A non-player never pays for more, and sends no Population to Transit."""
    yield from ()
    return DONE


@answers("cycler")
def cycler(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 Five pieces in the order of the piece table, as many of each as there are."""
    yield from ()
    kinds = [kind for kind in dict(values) if kind != POPULATION]
    kind = ranked(s, ask.seat, kinds)[0]
    return kind, max(n for it, n in values if it == kind)


@answers("base_security")
def base_security(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 One Security at each CORP Base with up to three cubes."""
    able = [it for it in spaces_in(values) if s.count(it, CUBES) <= 3]
    if not able:
        return DONE
    return (yield from select(s, CORPORATIONS, "place_cubes", able))


@answers("eg_marker")
def eg_marker(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 EG+ while the confidence is below 4, EG− from 4 up."""
    yield from ()
    wanted = s.box.confidence[s.level].value < CONTENT
    if wanted == s.is_eg_up:
        return LEAVE
    return EG_UP if wanted else EG_DOWN
