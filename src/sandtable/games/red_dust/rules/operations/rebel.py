"""16.6-16.11 The Operations of Red Dust and the Reclaimers."""

from __future__ import annotations

from enum import Enum
from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...cards.campaigns import draw_and_play
from ...printed.map import CORPORATIONS, DESERTS, ON_MARS, RECLAIMERS, RED_DUST, WILDERNESS
from ...printed.pieces import (
    ACTIVE,
    ACTIVE_RD_REBEL,
    ALL_SPECOPS,
    BASES_OF,
    CONVERSION_CENTER,
    CORP_BASES,
    CR_BASE,
    CUBES,
    DUG_IN,
    HIDDEN,
    RD_BASE,
    RD_REBEL,
    RD_REBELS,
    REBELS_OF,
)
from ...state import Action, Mars
from ..alignment import ACTIVE_OPPOSITION, NEUTRAL, PASSIVE_SUPPORT, now_at, shift, shift_to_neutral
from ..earthgov import set_confidence
from ..placing import (
    activate_own,
    can_place_base,
    place_base,
    place_units,
    placeable,
    turn_active,
    turn_hidden,
)
from ..population import drop_marker, place_damage
from ..resources import charge, draw_assets
from .attack import attack_in, may_attack
from .common import PAIRING, Special
from .group_moves import choose_group, has_unmoved, mark_moved, unmoved
from .next_space import last_special, next_space
from .reach import march_origins, march_reach

WATCHERS = (*CUBES, *ALL_SPECOPS)


class Rally(Enum):
    """16.6 What Rally may do in a space."""

    REBEL = "Place a Rebel"
    BASE = "Two Rebels become a Base"
    REBELS = "Place several Rebels"
    HIDE = "Hide all Rebels"
    CONVERT = "Base becomes a Conversion Center"

    @property
    def label(self) -> str:
        return self.value


# 16.6 Rally


def rally_spaces(s: Mars, a: Action) -> list[int]:
    """16.6 RD: Populated spaces without Support. CR: Neutral spaces, which all Unpopulated ones are."""
    if a.who == RED_DUST:
        able = [space for space in ON_MARS if s.alignment[space] <= 0 and s.population(space)]
    else:
        able = [space for space in ON_MARS if s.alignment[space] == NEUTRAL]
    return [
        space
        for space in able
        if s.is_open(space, a.who) and (placeable(s, a.who, space) or rally_ways(s, a.who, space))
    ]


def rally_number(s: Mars, who: int, space: int) -> int:
    """16.6 How many Rebels a Base brings: Population and own Bases. CR5 brings Population without a Base."""
    bases = s.cr_bases(space) if who == RECLAIMERS else s.count(space, BASES_OF[who])
    if bases:
        return s.population(space) + bases
    return s.population(space) if who == RECLAIMERS and s.capability(5) else 0


def rally_ways(s: Mars, who: int, space: int) -> list[Rally]:
    """16.6 What could be done in a space."""
    ways = []
    can_place = placeable(s, who, space)
    if can_place:
        ways.append(Rally.REBEL)
    if s.count(space, REBELS_OF[who]) >= 2 and can_place_base(s, who, space):
        ways.append(Rally.BASE)
    number = rally_number(s, who, space)
    if number > 1 and can_place:
        ways.append(Rally.REBELS)
    has_base = s.cr_bases(space) > 0 if who == RECLAIMERS else s.has(space, BASES_OF[who])
    if s.at(space, ACTIVE[who]) and (has_base or (who == RECLAIMERS and s.capability(5))):
        ways.append(Rally.HIDE)
    if who == RECLAIMERS and s.at(space, CR_BASE):
        ways.append(Rally.CONVERT)
    return ways


RALLY = Topic("rally", "16.6", "You pay for that space and say next what your Rebels do there.", "space")
RALLY_WAY = Topic(
    "rally_way",
    "16.6",
    "What your Rebels do here: recruit, build a Base, hide, or turn a Base into a Conversion Center.",
)
RALLY_NUMBER = Topic(
    "rally_number",
    "16.6",
    "This many Rebels are placed; when too few are Available you may take them from elsewhere on the map.",
    "number",
)


def rally(s: Mars, a: Action) -> Steps[bool]:
    """16.6 Rally. Rebels gather, dig in or go underground where the government has no support."""
    space = yield from next_space(s, a, RALLY, rally_spaces, "Rally where?", "Rally in {it}")
    if space is None:
        return False
    who = a.who
    way = yield pick(
        who, RALLY_WAY, "Rally in {space}: how?", lambda: rally_ways(s, who, space), about={"space": space}
    )
    yield say("{who:faction}: Rally in {space}. {way}.", who=who, space=space, way=way)
    if way is Rally.REBEL:
        yield from place_units(s, who, space, 1)
    elif way is Rally.REBELS:
        most = rally_number(s, who, space)
        n = yield amount(
            who, RALLY_NUMBER, "Place how many Rebels in {space}?", most, at_least=2, about={"space": space}
        )
        yield from place_units(s, who, space, n)
    elif way is Rally.BASE:
        yield from _rebels_for_base(s, who, space)
    elif way is Rally.HIDE:
        yield from turn_hidden(s, space, ACTIVE[who], s.at(space, ACTIVE[who]))
    else:
        s.flip(space, CR_BASE, CONVERSION_CENTER)
        yield from draw_assets(s, 1)
    return True


RALLY_BASE = Topic(
    "rally_base", "16.6", "That Rebel is one of the two that are removed for the Base.", "piece"
)


def _rebels_for_base(s: Mars, who: int, space: int) -> Steps[None]:
    """16.6 Rally, a Base. Replace two own Rebels, Hidden or Active, with a Base."""
    for _ in range(2):
        able = [kind for kind in REBELS_OF[who] if s.at(space, kind)]
        kind = yield pick(
            who, RALLY_BASE, "Which Rebel becomes part of the Base in {space}?", able, about={"space": space}
        )
        s.take(kind, space)
        yield say("{piece} in {space} makes way for a Base.", piece=kind, space=space)
    yield from place_base(s, who, space)


DIG_IN = Topic(
    "dig_in",
    "16.6",
    "The Base there is Dug-In, so that your Rebels can strike back when they are Assaulted in that Desert.",
    "space",
)


def end_rally(s: Mars, a: Action) -> Steps[None]:
    """16.6 Dig In. RD may dig in one Base in any Desert, free of charge; even after a Limited Operation."""
    if a.who == RED_DUST:
        able: list[Any] = [space for space in DESERTS if s.at(space, RD_BASE) and s.is_open(space, RED_DUST)]
        if able:
            space = yield pick(RED_DUST, DIG_IN, "Dig In a Base?", [*able, DONE], label="Dig In in {it}")
            if space != DONE:
                s.flip(space, RD_BASE, DUG_IN)
                yield say("The Base in {space} is Dug-In.", space=space)
                yield from last_special(s, a)


# 16.7 March


def march_spaces(s: Mars, a: Action) -> list[int]:
    """16.7 Any destination that Rebels can reach."""
    ready = [space for space in ON_MARS if can_march_from(s, a, space)]
    able = march_reach(s, a, ready)
    return [space for space in able if space not in ready or _march_from(s, a, march_origins(s, a, space))]


def can_march_from(s: Mars, a: Action, space: int) -> bool:
    """Whether Rebels of a space may still march off."""
    return has_unmoved(s, a, space, RD_REBELS) and (not a.origins or space in a.origins)


def _march_from(s: Mars, a: Action, reach: list[int]) -> list[Any]:
    return [space for space in reach if can_march_from(s, a, space)]


MARCH = Topic("march", "16.7", "Rebels move to that space, from as many origins as you name next.", "space")
MARCH_FROM = Topic(
    "march_from",
    "16.7",
    "Rebels leave that space for the destination, as many as you say next; with Done no more come.",
    "space",
)
MARCH_NUMBER = Topic(
    "march_number",
    "16.7",
    "This many of these Rebels march; a large group is turned Active where there is Support.",
    "number",
)


def march(s: Mars, a: Action) -> Steps[bool]:
    """16.7 March. Rebels move to a destination, a group from each origin."""
    goal = yield from next_space(s, a, MARCH, march_spaces, "March to where?", "March to {it}")
    if goal is None:
        return False
    left = march_origins(s, a, goal)
    is_first = True
    while True:
        origins = _march_from(s, a, left)
        if not origins:
            return True
        options = origins if is_first else [*origins, DONE]
        origin = yield pick(
            RED_DUST,
            MARCH_FROM,
            "March to {space} from where?",
            options,
            label="From {it}",
            about={"space": goal},
        )
        if origin == DONE:
            return True
        is_first = False
        left = [space for space in left if space != origin]
        group = yield from choose_group(
            s, RED_DUST, origin, goal, RD_REBELS, MARCH_NUMBER, movable=unmoved(s, a)
        )
        yield from march_in(s, a, origin, goal, dict(group))


def march_in(s: Mars, a: Action, origin: int, goal: int, group: dict[int, int]) -> Steps[None]:
    """16.7 A group arrives: seen if it is too large among Support; Hidden in the Wilderness."""
    number = sum(group.values())
    is_seen = s.alignment[goal] > 0 and number + s.count(goal, WATCHERS) > 3
    for kind, n in group.items():
        s.move(kind, origin, goal, n)
        yield say(
            "March from {origin:space} to {goal:space}: {piece} ×{n:number}.",
            origin=origin,
            goal=goal,
            piece=kind,
            n=n,
        )
        if goal == WILDERNESS and kind == ACTIVE_RD_REBEL:
            yield from turn_hidden(s, goal, kind, n)
            mark_moved(a, goal, RD_REBEL, n)
        elif is_seen and kind == RD_REBEL:
            yield from turn_active(s, goal, kind, n)
            mark_moved(a, goal, ACTIVE_RD_REBEL, n)
        else:
            mark_moved(a, goal, kind, n)


# 16.9 Attack


def attack_spaces(s: Mars, a: Action) -> list[int]:
    """16.9 Spaces with own Rebels and enemy forces."""
    return [space for space in ON_MARS if may_attack(s, a.who, space) and s.is_open(space, a.who)]


ATTACK = Topic(
    "attack",
    "16.9",
    "Your Hidden Rebels there turn Active, and two dice decide about Damage and enemies removed.",
    "space",
)
AMBUSH = Topic(
    "ambush",
    "17.9",
    "Yes turns only one Hidden Rebel Active and lets you set the dice, as your Special Activity.",
)


def attack(s: Mars, a: Action) -> Steps[bool]:
    """16.9 Attack. One space after the other; up to two of them by Ambush (17.9, 17.12)."""
    space = yield from next_space(s, a, ATTACK, attack_spaces, "Attack where?", "Attack in {it}")
    if space is None:
        return False
    ambush = False
    if may_ambush(s, a, space):
        ambush = yield yes_no(a.who, AMBUSH, "Ambush in {space}?", about={"space": space})
    if ambush:
        a.ambushes = 1 if a.may_special else 0
        a.may_special = False
    yield from attack_in(s, a.who, space, ambush)
    return True


def may_ambush(s: Mars, a: Action, space: int) -> bool:
    """17.9 Up to two of the Attack spaces, with a Hidden Rebel, as the Special Activity of the turn."""
    is_left = a.may_special and Special.AMBUSH in PAIRING[a.who, a.op]
    return (is_left or a.ambushes > 0) and s.at(space, HIDDEN[a.who]) > 0


# 16.10 Campaign


def campaign_spaces(s: Mars, a: Action) -> list[int]:
    """16.10 Populated spaces with RD Rebels."""
    return [
        space
        for space in ON_MARS
        if s.has(space, RD_REBELS) and s.population(space) and s.is_open(space, RED_DUST)
    ]


CAMPAIGN = Topic(
    "campaign",
    "16.10",
    "The space shifts one step towards Opposition, and may suffer Damage or bring you a Campaign card.",
    "space",
)


def campaign(s: Mars, a: Action) -> Steps[bool]:
    """16.10 Campaign. People turn away from Earth; where they already have, a Campaign card is drawn at the end."""
    space = yield from next_space(s, a, CAMPAIGN, campaign_spaces, "Campaign where?", "Campaign in {it}")
    if space is None:
        return False
    if not s.at(space, ACTIVE_RD_REBEL):
        yield from activate_own(s, RED_DUST, space)
    shift(s, space, -1)
    yield say("Red Dust: Campaign in {space}.", space=space)
    yield now_at(s, space)
    if s.alignment[space] == ACTIVE_OPPOSITION:
        a.campaigns += 1
    elif s.alignment[space] == PASSIVE_SUPPORT:
        yield from place_damage(s, space)
        yield from set_confidence(s, False)
        if s.has(space, CORP_BASES):
            text = "The Campaign in {space} costs {who:the_faction} {n}."
            yield from charge(s, CORPORATIONS, 2, text, space=space)
    return True


def end_campaign(s: Mars, a: Action) -> Steps[None]:
    """16.10 At the end one of the cards drawn comes into play and the others are shuffled back."""
    if a.campaigns:
        yield from draw_and_play(s, a.campaigns)
        yield from last_special(s, a)


# 16.11 Preach


def preach_spaces(s: Mars, a: Action) -> list[int]:
    """16.11 Populated spaces with CR Rebels."""
    return [
        space
        for space in ON_MARS
        if s.has(space, REBELS_OF[RECLAIMERS]) and s.population(space) and s.is_open(space, RECLAIMERS)
    ]


PREACH = Topic(
    "preach",
    "16.11",
    "The space becomes Neutral; one that already is brings you Rebels and loses Population.",
    "space",
)


def preach(s: Mars, a: Action) -> Steps[bool]:
    """16.11 Preach. Hearts are turned to Neutral; where they are, converts join and homes are left."""
    space = yield from next_space(s, a, PREACH, preach_spaces, "Preach where?", "Preach in {it}")
    if space is None:
        return False
    if not s.at(space, ACTIVE[RECLAIMERS]):
        yield from activate_own(s, RECLAIMERS, space)
    yield say("Reclaimers Preach in {space}.", space=space)
    if s.alignment[space] != NEUTRAL:
        shift_to_neutral(s, space)
        yield now_at(s, space)
        return True
    yield from place_units(s, RECLAIMERS, space, s.population(space))
    if s.housed[space]:
        yield from drop_marker(s, space)
    else:
        yield from place_damage(s, space)
        yield from set_confidence(s, False)
    return True
