"""18 Event cards 13 to 18. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import (
    AVAILABLE,
    CORPORATIONS,
    EUROPA,
    MARS_GOV,
    OUT_OF_GAME,
    SHENZHOU,
    SPACES,
    TERESHKOVA,
)
from ...printed.pieces import CORP_BASES, HIDDEN_REBELS, REBELS, SECURITY, SPECOPS
from ...rules.alignment import NEUTRAL, can_shift, levels_to_calm, now_at, shift_to_neutral
from ...rules.group_moves import went
from ...rules.placing import can_place_base, place_available, place_base, remove_all, remove_piece
from ...rules.population import can_house, place_damage
from ...state import Mars
from .factions import COIN_FACTIONS, earn, may_play_campaign, named_able, profits_or_supply
from .free_operations import can_assault, may_assault
from .moves import move_in
from .pieces import REMOVE_NO_MORE, activate_all
from .spaces import (
    along_maglevs,
    choose_spaces,
    maglev_lines,
    may_house,
    open_spaces,
    shift_space,
    shift_to_opposition,
)
from .table import SHADED, event

GUARD_LINE = Topic(
    "event_guard_line",
    "18",
    "Security may move to this space; all Rebels there turn Active and may be Assaulted.",
    "space",
)


@event(13)
def the_bombing_of_maglev_77(s: Mars, who: int) -> Steps[None]:
    """13 The Bombing of Maglev-77, unshaded."""

    def is_useful(space: int) -> bool:
        others = (other for other in SPACES if other != space and s.is_passable(other, who))
        return (
            s.has(space, HIDDEN_REBELS)
            or can_assault(s, CORPORATIONS, space)
            or (s.is_passable(space, who) and any(s.at(other, SECURITY) for other in others))
        )

    able = [space for space in open_spaces(s, who, along_maglevs(s)) if is_useful(space)]
    if not able:
        return
    space = yield pick(who, GUARD_LINE, "Security moves to which space?", able, label="To {it}")
    yield from move_in(s, who, space, 6, (SECURITY,))
    yield from activate_all(s, space)
    yield from may_assault(s, CORPORATIONS, (space,))


BOMBED_LINE = Topic(
    "event_maglev", "18", "Every space adjacent to this line shifts towards Active Opposition.", "maglev"
)


@event(13, SHADED)
def the_bombing_of_maglev_77_shaded(s: Mars, who: int) -> Steps[None]:
    """13 The Bombing of Maglev-77, shaded."""
    lines = [
        line
        for line in maglev_lines(s)
        if any(can_shift(s, space, -1) for space in open_spaces(s, who, s.box.maglevs[line].touches))
    ]
    if not lines:
        return
    line = yield pick(who, BOMBED_LINE, "Which Maglev line?", lines)
    for space in open_spaces(s, who, s.box.maglevs[line].touches):
        yield from shift_space(s, space, -1)


@event(14)
def the_rodgers_line(s: Mars, who: int) -> Steps[None]:
    """14 The Rodgers Line, unshaded."""
    ends = (EUROPA, TERESHKOVA)
    if not s.has_rodgers_line:
        s.has_rodgers_line = True
        yield say("The Rodgers Line is open.")
    for space in ends:
        yield from shift_space(s, space, 1)
    yield from earn(s, CORPORATIONS, 6)
    builder = yield from named_able(s, who, COIN_FACTIONS, lambda _: any(can_house(s, end) for end in ends))
    if builder is not None:
        first = yield from may_house(s, builder, ends)
        if first is not None:
            yield from may_house(s, builder, [end for end in ends if end != first])


@event(14, SHADED)
def the_rodgers_line_shaded(s: Mars, who: int) -> Steps[None]:
    """14 The Rodgers Line, shaded."""
    for space in (EUROPA, TERESHKOVA):
        yield from shift_space(s, space, -1)
    yield from earn(s, CORPORATIONS, -3)
    yield from earn(s, MARS_GOV, -6)


@event(15)
def the_automation_rebellion(s: Mars, who: int) -> Steps[None]:
    """15 The Automation Rebellion, unshaded."""
    yield from shift_to_opposition(
        s, who, 2, s.box.deserts, "Shift which Deserts towards Active Opposition?", levels=2
    )
    yield from earn(s, CORPORATIONS, sum(s.count(space, CORP_BASES) for space in s.box.deserts))


SABOTAGE = Topic(
    "event_sabotage", "18", "This Corporate Base is removed and becomes a Casualty.", ("space", "piece")
)


@event(15, SHADED)
def the_automation_rebellion_shaded(s: Mars, who: int) -> Steps[None]:
    """15 The Automation Rebellion, shaded."""
    yield from earn(s, CORPORATIONS, -6)
    for left in (2, 1):
        able: list[Any] = [
            (space, kind)
            for space in open_spaces(s, who, s.box.deserts)
            for kind in CORP_BASES
            if s.at(space, kind)
        ]
        if not able:
            return
        it = yield pick(
            who,
            SABOTAGE,
            "Remove which Corporate Base? Up to {left:number}.",
            [*able, DONE],
            label="{second} in {first}",
            about={"left": left},
            done_as=REMOVE_NO_MORE,
        )
        if it == DONE:
            return
        space, kind = it
        yield from remove_piece(s, kind, space)


@event(16)
def shenzhou(s: Mars, who: int) -> Steps[None]:
    """16 Shenzhou, unshaded."""
    yield from remove_all(s, SHENZHOU, REBELS)
    s.alignment[SHENZHOU] = NEUTRAL
    yield now_at(s, SHENZHOU)
    for space in open_spaces(s, who, s.box.adjacent[SHENZHOU]):
        yield from activate_all(s, space)
    yield from profits_or_supply(s, who)


FORGET_DISPLACED = Topic(
    "event_forget_displaced",
    "18",
    "They can no longer be Housed, nor cost MarsGov and the Corporations in a Dust Storm Round.",
    "number",
)


@event(16, SHADED)
def shenzhou_shaded(s: Mars, who: int) -> Steps[None]:
    """16 Shenzhou, shaded."""
    yield from place_damage(s, SHENZHOU)
    n = yield amount(who, FORGET_DISPLACED, "Remove how many markers of Displaced Population?", s.displaced)
    s.displaced -= n
    if n:
        yield say("Displaced Population removed: {n:number}.", n=n)


SHIFT_TO_NEUTRAL = Topic(
    "event_shift_to_neutral",
    "18",
    "Each Desert you choose loses a level of its Support or of its Opposition.",
    "space",
)


@event(17)
def the_water_crisis(s: Mars, who: int) -> Steps[None]:
    """17 The Water Crisis, unshaded."""

    def able() -> list[int]:
        levels = levels_to_calm(s, who)
        return [space for space in open_spaces(s, who, s.box.deserts) if s.alignment[space] in levels]

    chosen = yield from choose_spaces(
        who,
        2,
        able,
        "Shift which Deserts towards Neutral?",
        SHIFT_TO_NEUTRAL,
        "Shift {it}",
        in_any_order=True,
    )
    for space in chosen:
        if s.alignment[space] != NEUTRAL:
            shift_to_neutral(s, space)
            yield now_at(s, space)
    yield from profits_or_supply(s, who)


@event(17, SHADED)
def the_water_crisis_shaded(s: Mars, who: int) -> Steps[None]:
    """17 The Water Crisis, shaded."""
    yield from shift_to_opposition(s, who, 2, s.box.deserts, "Shift which Deserts towards Active Opposition?")
    yield from may_play_campaign(s)


BLACK_SITE = Topic(
    "event_black_site",
    "18",
    "SpecOps, Security and a Corporate Base are placed here, and all Rebels here turn Active.",
    "space",
)


@event(18)
def corporate_militarization(s: Mars, who: int) -> Steps[None]:
    """18 Corporate Militarization, unshaded."""
    has_units = s.available(SPECOPS) or s.available(SECURITY)
    able = [
        space
        for space in open_spaces(s, who, s.box.deserts)
        if has_units or can_place_base(s, CORPORATIONS, space) or s.has(space, HIDDEN_REBELS)
    ]
    if not able:
        return
    space = yield pick(who, BLACK_SITE, "A black site in which Desert?", able)
    for kind in (SPECOPS, SECURITY):
        yield from place_available(s, kind, space, 2)
    if can_place_base(s, CORPORATIONS, space):
        yield from place_base(s, CORPORATIONS, space)
    yield from activate_all(s, space)


DISBAND = Topic("event_disband", "18", "The Corporations can never place these SpecOps again.", "number")


@event(18, SHADED)
def corporate_militarization_shaded(s: Mars, who: int) -> Steps[None]:
    """18 Corporate Militarization, shaded."""
    most = min(4, s.available(SPECOPS))
    n = yield amount(who, DISBAND, "How many Available SpecOps leave the game?", most)
    s.take(SPECOPS, AVAILABLE, OUT_OF_GAME, n)
    if n:
        yield went(SPECOPS, n, AVAILABLE, OUT_OF_GAME)
    yield from earn(s, CORPORATIONS, -4)
