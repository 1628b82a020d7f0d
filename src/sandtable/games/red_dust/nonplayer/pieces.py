"""8.5.8 Choosing pieces: one table, read forwards to use one's own pieces and hit the enemy's, backwards to lose one's own."""

from __future__ import annotations

from collections.abc import Iterable

from ..printed.map import EARTH_GOV, MARS_GOV
from ..printed.pieces import (
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    ACTIVE_SPECOPS,
    CONVERSION_CENTER,
    CORP_BASE,
    CR_BASE,
    CR_FORCES,
    CR_REBEL,
    DUG_IN,
    EG_TROOP,
    FORTIFIED,
    IS_BASE,
    MG_BASE,
    MG_TROOP,
    OWNER,
    RD_BASE,
    RD_FORCES,
    RD_REBEL,
    SATELLITE,
    SECURITY,
    SPECOPS,
    TERRAFORMING,
)
from ..rules.earthgov import POPULATION, SUPPLY
from ..rules.operations.assault import ASSAULT_TARGETS
from ..rules.placing import removable
from ..state import Mars
from .priorities import assault_removals, base_could_fall, guards_of_vulnerable_bases
from .tables import PIECES

#: The kinds of piece that each name in the table stands for. A Fortified Troop counts as a Troop and is chosen after plain ones (ruling).
KINDS_OF = {
    "corp_base:terraforming": (TERRAFORMING,),
    "corp_base:basic": (CORP_BASE,),
    "cr_base:conversion_center": (CONVERSION_CENTER,),
    "cr_base:basic": (CR_BASE,),
    "rd_base:dug_in": (DUG_IN,),
    "rd_base:basic": (RD_BASE,),
    "mg_base": (MG_BASE,),
    "satellite": (SATELLITE,),
    "supply": (SUPPLY,),
    "population": (POPULATION,),
    "eg_troop": (EG_TROOP,),
    "mg_troop": (MG_TROOP, FORTIFIED),
    "security": (SECURITY,),
    "cr_rebel:hidden": (CR_REBEL,),
    "rd_rebel:hidden": (RD_REBEL,),
    "cr_rebel:active": (ACTIVE_CR_REBEL,),
    "rd_rebel:active": (ACTIVE_RD_REBEL,),
    "specops:hidden": (SPECOPS,),
    "specops:active": (ACTIVE_SPECOPS,),
}
GUARDS_OF_BASE = "units_friendly_to_that_base"
BOT_MG, VULNERABLE_BASE = "acting_is_bot_mg", "space_has_vulnerable_enemy_base"


def _order(is_marsgov: bool) -> tuple[dict[int, int], int]:
    """The place of every kind in the table, and the place of the guards of a Vulnerable Base."""
    places: dict[int, int] = {}
    guards = 0
    for group in PIECES:
        if group.when == VULNERABLE_BASE:
            guards = len(places)
            continue
        if group.when == BOT_MG and not is_marsgov:
            continue
        for name in group.pieces:
            for kind in KINDS_OF[name]:
                places.setdefault(kind, len(places) * 2 + 2)
    return places, guards * 2 + 1


_MARSGOV, _OTHERS = _order(True), _order(False)


def _places(s: Mars, who: int) -> tuple[dict[int, int], int]:
    return _MARSGOV if who == MARS_GOV and s.is_nonplayer(MARS_GOV) else _OTHERS


def ranked(s: Mars, who: int, kinds: Iterable[int]) -> list[int]:
    """8.5.8 A Faction's own pieces to place, move or use, in the order of the table."""
    places = _places(s, who)[0]
    return sorted(kinds, key=places.__getitem__)


def to_lose(s: Mars, who: int, kinds: Iterable[int]) -> int:
    """8.5.8 The piece of its own that a Faction loses: the table read backwards, but a plain Troop before a Fortified one (ruling)."""
    places = _places(s, who)[0]
    return max(kinds, key=lambda kind: places[kind] - (5 if kind == FORTIFIED else 0))


def base_falls(s: Mars, who: int, space: int) -> bool:
    """8.6 Whether a Rebel Base falls to an Assault that removes pieces in the order of the table."""
    if not base_could_fall(s, who, space):
        return False
    if not (s.count(space, RD_FORCES) and s.count(space, CR_FORCES)):
        return True  # nobody else is in the way
    copy = s.copy()
    for _ in range(assault_removals(s, who, space)):
        targets = removable(copy, space, ASSAULT_TARGETS)
        if not targets:
            break
        kind = enemy_to_hit(copy, who, space, targets)
        if IS_BASE[kind]:
            return True
        copy.take(kind, space)
    return False


def enemy_to_hit(s: Mars, who: int, space: int, kinds: Iterable[int]) -> int:
    """8.5.8 The enemy piece to remove, replace or Activate: pieces of human players first, then the order of the table."""
    places, at_base = _places(s, who)
    guards = guards_of_vulnerable_bases(s, who, space)

    def key(kind: int) -> tuple[bool, int, int]:
        owner = OWNER[kind]
        if owner == EARTH_GOV:
            owner = s.controller()
        place = places[kind]
        return s.is_nonplayer(owner), min(place, at_base) if kind in guards else place, place

    return min(kinds, key=key)
