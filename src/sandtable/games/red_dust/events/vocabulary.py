"""18 The words Event cards are written with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Steps, amount, pick, say

from ..alignment import can_shift, shift
from ..attack import free_attack, may_attack
from ..board import (
    CORPORATIONS,
    IS_LABYRINTH,
    MARS_GOV,
    ON_MARS,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
)
from ..choosing import one_more
from ..operations import can_operate, free_operation
from ..pieces import HIDDEN, HIDDEN_REBELS, SPECOPS, UNITS_OF
from ..placing import can_place_base, place_base, place_units
from ..state import Mars, Op

Event = Callable[[Mars, int], Steps[None]]
#: (number of the card, whether it is the shaded option) -> what it does. Its first argument after the state is the
#: Faction that executes it.
EVENT_RULES: dict[tuple[int, bool], Event] = {}
UNSHADED, SHADED = False, True
COIN_FACTIONS = (MARS_GOV, CORPORATIONS)
REBEL_FACTIONS = (RED_DUST, RECLAIMERS)


def event(number: int, is_shaded: bool = UNSHADED) -> Callable[[Event], Event]:
    """Put an option of a card into the table: ``@event(7, SHADED)``."""

    def enter(rule: Event) -> Event:
        EVENT_RULES[number, is_shaded] = rule
        return rule

    return enter


# Who


def named(who: int, two: Sequence[int]) -> Steps[int]:
    """18 "MG or CORP may": the executor if it is one of the two, otherwise it names one, which then decides."""
    if who in two:
        return who
    named: int = yield pick(who, "Which Faction may do it?", tuple(two), "faction", "name_faction")
    return named


# Where


def open_spaces(s: Mars, who: int, spaces: Sequence[int]) -> list[int]:
    """18 Spaces an Event may touch: Deserts with Raging Storms are left alone, but for CR with CR2."""
    return [space for space in spaces if s.is_open(space, who)]


def choose_spaces(
    who: int,
    n: int,
    able: Callable[[], list[int]],
    prompt: str,
    topic: str,
    label: str = "{it}",
    *,
    up_to: bool = False,
) -> Steps[list[int]]:
    """18 Choose n different spaces (with `up_to`: none to n). `able` lists those on which the option does something."""
    chosen: list[int] = []
    while (
        yield from one_more(who, chosen, n, able, prompt, topic, label, least=0 if up_to else n)
    ) is not None:
        pass
    return chosen


def shift_spaces(
    s: Mars, who: int, n: int, spaces: Sequence[int], levels: int, prompt: str, *, up_to: bool = False
) -> Steps[list[int]]:
    """18 Shift n spaces so many levels each (towards Active Support if positive), and say which they were."""
    step = 1 if levels > 0 else -1

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, spaces) if can_shift(s, space, step)]

    chosen = yield from choose_spaces(who, n, able, prompt, "event_shift", "Shift {it}", up_to=up_to)
    for space in chosen:
        shift(s, space, levels)
        yield say("{space} shifts.", space=space)
    return chosen


# Pieces


def activate_all(s: Mars, space: int, kinds: tuple[int, ...] = HIDDEN_REBELS) -> Steps[None]:
    """Activate all Rebels (or SpecOps) in a space."""
    n = 0
    for kind in kinds:
        n += s.at(space, kind)
        s.flip(space, kind, kind + 1, s.at(space, kind))
    if n:
        yield say("{n:number} units in {space} turn Active.", n=n, space=space)


def place_rebels(s: Mars, who: int, space: int, n: int, owner: int | None = None) -> Steps[int]:
    """18 "Place Rebels" without owner: the executor chooses RD or CR pieces, mixed as it likes; never on Phobos.

    Only a Faction placing its own pieces may draw on the map for them (4.3). Returns how many came.
    """
    if space == PHOBOS:
        return 0
    share = n
    if owner is None:
        most = n if who == RED_DUST else min(n, s.available(HIDDEN[RED_DUST]))
        others = n if who == RECLAIMERS else min(n, s.available(HIDDEN[RECLAIMERS]))
        share = yield amount(
            who,
            "Of {n:number} Rebels in {space}, how many are Red Dust's?",
            most,
            least=min(most, n - others),
            topic="event_rebels",
            n=n,
            space=space,
        )
        placed = yield from _place_of(s, who, RED_DUST, space, share)
        return placed + (yield from _place_of(s, who, RECLAIMERS, space, n - share))
    return (yield from _place_of(s, who, owner, space, share))


def _place_of(s: Mars, who: int, owner: int, space: int, n: int) -> Steps[int]:
    """Rebels of one owner: its own it may fill up from the map, others' come from Available only."""
    if n <= 0:
        return 0
    if owner == who:
        return (yield from place_units(s, who, space, n))
    placed = s.place(HIDDEN[owner], space, n)
    yield say("{n:number} {piece} placed in {space}.", n=placed, piece=HIDDEN[owner], space=space)
    return placed


def place_rebel_base(s: Mars, who: int, space: int) -> Steps[int | None]:
    """18 "Place a Base" of the Rebels: the executor picks whose. Returns whose it is; None if there is no room."""
    able = [owner for owner in REBEL_FACTIONS if can_place_base(s, owner, space)]
    if not able:
        return None
    owner: int = yield pick(who, "Whose Base in {space}?", able, "faction", "event_base", space=space)
    yield from place_base(s, owner, space)
    return owner


def replace_with(s: Mars, kind: int, space: int, owner: int) -> Steps[None]:
    """18 Replace a piece with a unit of a Faction: the old one goes to Available, whoever's it was (ruling 14)."""
    s.take(kind, space)
    if owner in HIDDEN:
        s.place(HIDDEN[owner], space)
    else:
        s.place(UNITS_OF[owner][0], space)
    yield say("{piece} in {space} is replaced.", piece=kind, space=space)


# Free Operations


def may_assault(s: Mars, who: int, spaces: Sequence[int]) -> Steps[bool]:
    """18 A free Assault in one of these spaces, if the Faction likes. Returns whether it was made."""
    able: list[Any] = [
        space for space in spaces if can_operate(s, who, Op.ASSAULT, free=True, only=(space,), most=1)
    ]
    if not able:
        return False
    space = yield pick(who, "Free Assault?", [*able, DONE], "space", "free_assault", "Assault {it}")
    if space == DONE:
        return False
    yield from free_operation(s, who, Op.ASSAULT, only=(space,), most=1)
    return True


def can_ambush(s: Mars, who: int, space: int) -> bool:
    """17.9 An Ambush needs a Hidden own Rebel and an enemy."""
    return s.at(space, HIDDEN[who]) > 0 and may_attack(s, who, space) and s.is_open(space, who)


def free_ambush(s: Mars, who: int, space: int) -> Steps[None]:
    """18 A free Ambush includes a free Attack in that space."""
    yield from free_attack(s, who, space, ambush=True)


# Eligibility


def make_ineligible(s: Mars, who: int) -> Steps[None]:
    """18 Ineligible through the next Event Round: at once, and not brought back at the end of this round."""
    s.barred.append(who)
    yield say("{who:faction} is Ineligible through the next Event Round.", who=who)


def keep_eligible(s: Mars, who: int) -> Steps[None]:
    """18 Remains Eligible: whatever it did in this round."""
    s.staying.append(who)
    yield say("{who:faction} remains Eligible.", who=who)


LABYRINTHS_AND_PHOBOS = (*(space for space in ON_MARS if IS_LABYRINTH[space]), PHOBOS)
ALL_HIDDEN = (*HIDDEN_REBELS, SPECOPS)
