"""6 Support and Opposition."""

from __future__ import annotations

from sandtable.engine import Names, Note, Steps, say

from ..cards.hooks import NEUTRAL_SKIPPED, SHIFT_BARRED, applies
from ..printed.map import MARS_GOV
from ..state import Mars

ACTIVE_OPPOSITION, PASSIVE_OPPOSITION, NEUTRAL, PASSIVE_SUPPORT, ACTIVE_SUPPORT = range(-2, 3)
_LEVELS = ("Active Opposition", "Passive Opposition", "Neutral", "Passive Support", "Active Support")
ALIGNMENT = Names(
    lambda level: _LEVELS[level + 2].lower().replace(" ", "_"),
    lambda level: _LEVELS[level + 2],
    is_thing=False,
)
LEVEL_OF = {ALIGNMENT.id(level): level for level in range(ACTIVE_OPPOSITION, ACTIVE_SUPPORT + 1)}


def now_at(s: Mars, space: int) -> Note:
    """The log line that follows a shift."""
    return say(
        "{space}: {alignment}.",
        space=space,
        alignment=s.alignment[space],
        sums="{n:{space}: {alignment}|{n} shifts of Support and Opposition}",
    )


def shift(s: Mars, space: int, levels: int) -> None:
    """6 Shift a space, towards Active Support if `levels` is positive; step by step, and not beyond the ends."""
    step = 1 if levels > 0 else -1
    for _ in range(abs(levels)):
        if not can_shift(s, space, step):
            return
        s.alignment[space] = after_shift(s, space, step)


def after_shift(s: Mars, space: int, step: int) -> int:
    """6 The alignment of a space after a shift of one level."""
    level = s.alignment[space] + step
    return PASSIVE_OPPOSITION if step < 0 and level == NEUTRAL and applies(s, NEUTRAL_SKIPPED) else level


def shift_told(s: Mars, space: int, levels: int) -> Steps[None]:
    """6 Shift a space and tell where it is now; where nothing changes nothing is told."""
    before = s.alignment[space]
    shift(s, space, levels)
    if s.alignment[space] != before:
        yield now_at(s, space)


def can_shift(s: Mars, space: int, step: int) -> bool:
    """Whether a shift would move a space."""
    level = s.alignment[space] + step
    if not s.population(space) or not ACTIVE_OPPOSITION <= level <= ACTIVE_SUPPORT:
        return False
    return not applies(s, SHIFT_BARRED, space, level)


def shift_to_neutral(s: Mars, space: int) -> None:
    """6 One level towards Neutral, from either side."""
    level = s.alignment[space]
    if level:
        shift(s, space, -1 if level > 0 else 1)


def levels_to_calm(s: Mars, who: int) -> tuple[int, ...]:
    """18 From which levels a Faction may shift a space towards Neutral. Non-player MG never gives up Support (8.8)."""
    if who == MARS_GOV and s.is_nonplayer(MARS_GOV):
        return ACTIVE_OPPOSITION, PASSIVE_OPPOSITION, NEUTRAL
    return ACTIVE_OPPOSITION, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, ACTIVE_SUPPORT


def support_and_opposition(s: Mars) -> tuple[int, int]:
    """6 Total Support and Opposition: Population times 1 where it is Passive and 2 where it is Active."""
    support = opposition = 0
    for space, level in enumerate(s.alignment):
        if level > 0:
            support += s.population(space) * level
        elif level:
            opposition -= s.population(space) * level
    return support, opposition
