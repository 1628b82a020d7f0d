"""18 Words of Event cards about spaces: which ones, shifting them, Housing in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Choice, Line, Refusal, Steps
from sandtable.engine.asking import Topic, pick

from ...printed.map import ON_MARS
from ...printed.pieces import EG_TROOP, FORCES_OF
from ...rules.alignment import after_shift, can_shift, shift_told
from ...rules.choose_spaces import done, one_by_one
from ...rules.population import house, house_refusal
from ...rules.reasons import IN_A_STORM, NO_POPULATION, NOT_ON_THE_CARD, on_mars
from ...state import Mars


def open_spaces(s: Mars, who: int, spaces: Sequence[int]) -> list[int]:
    """Spaces an Event may touch: Deserts with Raging Storms are left alone, but for CR with CR2."""
    return [space for space in spaces if s.is_open(space, who)]


def choose_spaces(
    who: int,
    n: int,
    able: Callable[[], Sequence[int]],
    prompt: str,
    topic: Topic,
    label: str = "{it}",
    *,
    up_to: bool = False,
    in_any_order: bool = False,
    about: dict[str, Any] | None = None,
    says: Callable[[Any], Line | None] | None = None,
) -> Steps[list[int]]:
    """Choose n different spaces (with `up_to`: none to n). `able` lists those on which the option does something.

    `in_any_order`: their order makes no difference, so nobody is asked where all of them must be taken.
    """
    if in_any_order and not up_to and len(able()) <= n:
        return [*able()]
    chosen: list[int] = []
    least = 0 if up_to else n
    another = one_by_one(
        who, n, able, prompt, topic, label, least=least, about=about, in_one_go=True, says=says
    )
    while (space := (yield from another())) is not None:
        chosen.append(space)
    return chosen


TO_SUPPORT = Topic(
    "event_to_support",
    "18",
    "Each level is worth the space's Population: more for MarsGov, or less for Red Dust.",
    "space",
)


def shift_to_support(
    s: Mars, who: int, n: int, spaces: Sequence[int], prompt: str, *, up_to: bool = False
) -> Steps[None]:
    """Shift n of these spaces one level towards Active Support."""
    yield from _shift_spaces(s, who, n, spaces, 1, prompt, TO_SUPPORT, up_to)


TO_OPPOSITION = Topic(
    "event_to_opposition",
    "18",
    "Each level is worth the space's Population: more for Red Dust, or less for MarsGov.",
    "space",
)


def shift_to_opposition(
    s: Mars, who: int, n: int, spaces: Sequence[int], prompt: str, *, levels: int = 1, up_to: bool = False
) -> Steps[None]:
    """Shift n of these spaces towards Active Opposition, each by this many levels."""
    yield from _shift_spaces(s, who, n, spaces, -levels, prompt, TO_OPPOSITION, up_to)


def _shift_spaces(
    s: Mars, who: int, n: int, spaces: Sequence[int], levels: int, prompt: str, topic: Topic, up_to: bool
) -> Steps[None]:
    step = 1 if levels > 0 else -1

    chosen = yield from choose_spaces(
        who,
        n,
        SHIFT_IN.of(s, who, spaces, step),
        prompt,
        topic,
        "Shift {it}",
        up_to=up_to,
        in_any_order=True,
        about={"event": s.current_event()},
        says=lambda it: _shift_says(s, step, it),
    )
    for space in chosen:
        yield from shift_space(s, space, levels)


SHIFTS_TO = Line("To {alignment}, with Population {n:number}.")


def _shift_says(s: Mars, step: int, space: Any) -> Line | None:
    """6 The result of a shift of one level in a space, and how much it counts."""
    if space.__class__ is not int:
        return None
    return SHIFTS_TO.of(alignment=after_shift(s, space, step), n=s.population(space))


AT_THE_END = {
    1: Refusal("{it} has Active Support already."),
    -1: Refusal("{it} has Active Opposition already."),
}
SHIFT_BARRED = Refusal("A card keeps {it} from shifting that way.")


def shift_refusal(s: Mars, who: int, spaces: Sequence[int], step: int, space: int) -> Refusal | None:
    """6 The spaces of the card that can be shifted one level."""
    if space not in spaces:
        return NOT_ON_THE_CARD
    if not s.is_open(space, who):
        return IN_A_STORM
    if not s.population(space):
        return NO_POPULATION
    if s.alignment[space] == 2 * step:
        return AT_THE_END[step]
    return None if can_shift(s, space, step) else SHIFT_BARRED


SHIFT_IN = Choice(lambda s, who, spaces, step: spaces, shift_refusal, guard=on_mars)


def shift_space(s: Mars, space: int, levels: int) -> Steps[None]:
    """Shift the one space a card names, towards Active Support if `levels` is positive."""
    yield from shift_told(s, space, levels)


def maglev_lines(s: Mars) -> list[int]:
    """3.4 Open Maglev lines; the Rodgers Line counts once it is built."""
    return [line for line in range(len(s.box.maglevs)) if line != s.box.rodgers_line or s.has_rodgers_line]


def along_maglevs(s: Mars) -> list[int]:
    """Spaces adjacent to a Maglev line: every one that touches it."""
    lines = maglev_lines(s)
    touched = {space for line in lines for space in s.box.maglevs[line].touches}
    return [space for space in ON_MARS if space in touched]


def is_present(s: Mars, who: int, space: int) -> bool:
    """Whether a Faction has forces in a space; EG Troops count as forces of the Controller."""
    return s.has(space, FORCES_OF[who]) or (s.controller() == who and s.at(space, EG_TROOP) > 0)


MAY_HOUSE = Topic(
    "event_house", "18", "One Displaced Population marker moves into the space you choose.", "space"
)


HOUSE_NOBODY = done("House nobody")


def event_house_refusal(s: Mars, who: int, spaces: Sequence[int], space: int) -> Refusal | None:
    """5.1 The spaces of the card where somebody can be Housed."""
    if space not in spaces:
        return NOT_ON_THE_CARD
    return house_refusal(s, space) if s.is_open(space, who) else IN_A_STORM


HOUSE_IN = Choice(lambda s, who, spaces: spaces, event_house_refusal, guard=on_mars)


def may_house(s: Mars, who: int, spaces: Sequence[int]) -> Steps[int | None]:
    """A Faction may House in one of these spaces (5.1). Returns where it did."""
    if not HOUSE_IN.any(s, who, spaces):
        return None
    space = yield pick(
        who,
        MAY_HOUSE,
        "House where?",
        HOUSE_IN.of(s, who, spaces, then=(DONE,)),
        label="House in {it}",
        about={"event": s.current_event()},
        done_as=HOUSE_NOBODY,
    )
    if space == DONE:
        return None
    yield from house(s, who, space)
    return space  # type: ignore[no-any-return]
