"""18 Words of Event cards about pieces: placing, removing, hiding and Activating them."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Choice, Listed, Of, Refusal, Steps
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import MARS_GOV, PHOBOS, RECLAIMERS, RED_DUST, SPACES
from ...printed.pieces import ACTIVE_REBELS, HIDDEN, HIDDEN_REBELS, MG_TROOP, SECURITY, SPECOPS, UNITS_OF
from ...rules.choose_spaces import done
from ...rules.group_moves import Group
from ...rules.pieces import present
from ...rules.placing import (
    OWN_UNIT,
    can_place_base,
    place_available,
    place_base,
    place_units,
    remove_all,
    remove_piece,
    turn_active,
    turn_hidden,
)
from ...rules.reasons import IN_A_STORM, on_mars
from ...state import Mars
from .factions import REBEL_FACTIONS

REMOVE_NO_MORE = done("Remove no more")
ALL_HIDDEN = (*HIDDEN_REBELS, SPECOPS)


def activate_all(s: Mars, space: int, kinds: tuple[int, ...] = HIDDEN_REBELS) -> Steps[None]:
    """Activate all Rebels (or SpecOps) in a space."""
    for kind in kinds:
        yield from turn_active(s, space, kind, s.at(space, kind))


def hide_all(s: Mars, space: int) -> Steps[None]:
    """Flip all Rebels in a space to Hidden."""
    for kind in ACTIVE_REBELS:
        yield from turn_hidden(s, space, kind, s.at(space, kind))


REBELS_MIX = Topic(
    "event_rebels",
    "18",
    "This many of the Rebels placed here are Red Dust's; the rest belong to the Reclaimers.",
    "number",
)


def place_rebels(s: Mars, who: int, space: int, n: int, owner: int | None = None) -> Steps[int]:
    """The card says "place Rebels" without owner: the executor chooses RD or CR pieces, mixed as it likes; never on Phobos.

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
            REBELS_MIX,
            "{n:rebels} in {space}: how many of Red Dust, the rest Reclaimers?",
            most,
            at_least=min(most, n - others),
            about={"event": s.current_event(), "n": n, "space": space},
        )
        placed = yield from _place_of(s, who, RED_DUST, space, share)
        return placed + (yield from _place_of(s, who, RECLAIMERS, space, n - share))
    return (yield from _place_of(s, who, owner, space, share))


def _place_of(s: Mars, who: int, owner: int, space: int, n: int) -> Steps[int]:
    """Place Rebels of one owner: the executor's own may also come from the map, others' only from Available."""
    if n <= 0:
        return 0
    if owner == who:
        return (yield from place_units(s, who, space, n))
    return (yield from place_available(s, HIDDEN[owner], space, n))


WHOSE_BASE = Topic("event_base", "18", "This Faction gets a new Base in the space.", "faction")


def place_rebel_base(s: Mars, who: int, space: int) -> Steps[int | None]:
    """The card says "place a Base" of the Rebels: the executor picks whose. Returns whose it is; None if there is no room."""
    able = [owner for owner in REBEL_FACTIONS if can_place_base(s, owner, space)]
    if not able:
        return None
    owner: int = yield pick(
        who,
        WHOSE_BASE,
        "Whose Base goes to {space}?",
        able,
        about={"event": s.current_event(), "space": space},
    )
    yield from place_base(s, owner, space)
    return owner


def rebel_owners(s: Mars, who: int, space: int) -> list[int]:
    """Whose Rebels the executor could place in a space; on Phobos nobody's."""
    return [] if space == PHOBOS else [owner for owner in REBEL_FACTIONS if at_hand(s, who, owner, space)]


WHOSE_REBEL = Topic("event_rebel", "18", "This Faction gets a new Rebel in the space.", "faction")


def place_rebel(s: Mars, who: int, space: int) -> Steps[None]:
    """The card says "place 1 Rebel": the executor chooses whose."""
    if owners := rebel_owners(s, who, space):
        owner = yield pick(
            who,
            WHOSE_REBEL,
            "Whose Rebel goes to {space}?",
            owners,
            about={"event": s.current_event(), "space": space},
        )
        yield from place_rebels(s, who, space, 1, owner)


def place_troops(s: Mars, who: int, space: int, n: int) -> Steps[int]:
    """Place MG Troops: only MG itself may draw on the map for them (4.3). Returns how many came."""
    if who == MARS_GOV:
        return (yield from place_units(s, MARS_GOV, space, n))
    return (yield from place_available(s, MG_TROOP, space, n))


def at_hand(s: Mars, who: int, owner: int, space: int) -> int:
    """4.3 How many units of a Faction an Event could bring to a space: Troops of MG, Security of CORP, Rebels.

    The Available ones, and for a Faction placing its own also those elsewhere on the map (never CORP's).
    """
    n = s.available(OWN_UNIT.get(owner, SECURITY))
    if owner == who and owner in OWN_UNIT and not s.is_nonplayer(who):
        n += sum(
            s.count(other, UNITS_OF[owner]) for other in SPACES if other != space and s.is_open(other, who)
        )
    return n


def rebels_at_hand(s: Mars, who: int, space: int) -> int:
    """How many Rebels, of either Faction, "place Rebels" could bring to a space; none to Phobos."""
    return 0 if space == PHOBOS else sum(at_hand(s, who, owner, space) for owner in REBEL_FACTIONS)


REMOVE_ANYWHERE = Topic(
    "event_remove_anywhere",
    "18",
    "This piece is removed from the map and becomes Available again.",
    ("space", "piece"),
)


NONE_TO_REMOVE = Refusal("There is nothing in {it} that the card removes.")
NOT_REMOVED = Refusal("{it} is not what the card removes.")
NONE_IN_REACH = Refusal("There is no {it} that the card could reach.")


def removal_space_refusal(s: Mars, who: int, kinds: tuple[int, ...], space: int) -> Refusal | None:
    """18 Any spaces on Mars with such pieces, but for Deserts with Raging Storms."""
    if not s.has(space, kinds):
        return NONE_TO_REMOVE
    return None if s.is_open(space, who) else IN_A_STORM


REMOVE_FROM = Choice(lambda s, who, kinds: s.mars_with(*kinds), removal_space_refusal, guard=on_mars)


def _not_removed(s: Mars, who: int, kinds: tuple[int, ...], it: Of) -> Refusal | None:
    """Why nothing can be removed from a space, or nothing of a kind."""
    if it.kind == "piece":
        return NONE_IN_REACH if it.value in kinds else NOT_REMOVED
    return REMOVE_FROM.why(s, who, kinds)(it)


def remove_anywhere(s: Mars, who: int, n: int, kinds: tuple[int, ...]) -> Steps[None]:
    """Remove n pieces of these kinds, one by one, wherever the executor likes; where all of them go nobody is asked."""
    spaces = REMOVE_FROM.all(s, who, kinds)
    if sum(s.count(space, kinds) for space in spaces) <= n:
        for space in spaces:
            yield from remove_all(s, space, kinds)
        return
    for left in range(n, 0, -1):
        able = [
            (space, kind) for space in REMOVE_FROM.all(s, who, kinds) for kind in present(s, space, kinds)
        ]
        if not able:
            return
        space, kind = yield pick(
            who,
            REMOVE_ANYWHERE,
            "Remove which piece? {left:number} left to remove.",
            Listed(able, partial(_not_removed, s, who, kinds)),
            label="{second} in {first}",
            about={"event": s.current_event(), "left": left},
        )
        yield from remove_piece(s, kind, space)


def choose_pieces(
    s: Mars, who: int, space: int, kinds: tuple[int, ...], most: int, prompt: str, topic: Topic
) -> Steps[Group]:
    """How many pieces of each kind in one space: at least one, and at most `most` in all."""
    waiting = [kind for kind in kinds if s.at(space, kind)]
    group: Group = []
    left = most
    for kind in waiting:
        least = 1 if kind == waiting[-1] and not group else 0
        n = yield amount(
            who,
            topic,
            prompt,
            min(left, s.at(space, kind)),
            at_least=least,
            about={"piece": kind, "space": space},
        )
        if n:
            group.append((kind, n))
            left -= n
    return group
