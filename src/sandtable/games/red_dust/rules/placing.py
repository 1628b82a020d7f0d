"""4.3, 4.5, 4.6 Placing and removing where somebody has to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from sandtable.engine import DONE, Choice, Listed, Note, Of, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.hooks import BASE_PLACED, steps
from ..printed.map import MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    ACTIVE_REBELS,
    BASE_OF,
    CR_REBEL,
    HIDDEN_REBELS,
    IS_BASE,
    MG_TROOP,
    PROTECTORS,
    RD_REBEL,
    UNITS_OF,
)
from ..state import Mars
from .choose_spaces import done
from .group_moves import went
from .pieces import PIECES, REMOVABLE
from .reasons import IN_A_STORM, THE_SAME_SPACE, on_map

#: 4.3 The unit that a Faction places, and may take from elsewhere on the map when none is Available.
OWN_UNIT = {MARS_GOV: MG_TROOP, RED_DUST: RD_REBEL, RECLAIMERS: CR_REBEL}


SPARE = Word("spare", "Spare the rest", says="Nothing more is removed here.")
#: What removing a number of pieces of one kind is called; the value is (piece, number).
REMOVE_PIECES = "{second:Remove {first}|Remove {second} {first:piece:many}}"


TAKE_FROM_MAP = Topic(
    "take_from_map",
    "4.3",
    "The unit comes from there, as a Hidden Rebel or an ordinary Troop.",
    ("space", "piece"),
)


PLACE_NO_MORE = done("Place no more")


def place_available(s: Mars, kind: int, space: int, n: int) -> Steps[int]:
    """4.3 Placing. As many pieces as are Available, up to n. Returns how many came."""
    placed = s.place(kind, space, n)
    if placed:
        yield say(
            "{n:{n} {piece} is|{n} {piece:piece:many} are} placed in {space}.",
            n=placed,
            piece=kind,
            space=space,
            sums="{n:{piece:unit:many} in {space}|{piece:unit:many} placed {n} times}",
        )
    return placed


def place_units(s: Mars, who: int, space: int, n: int, *, must: bool = False) -> Steps[int]:
    """4.3 Placing. A Faction places its own units from Available, and when that is short it may take them off the map,
    though not out of a Desert in a Raging Storm.
    """
    kind = OWN_UNIT[who]
    placed = yield from place_available(s, kind, space, n)
    while placed < n and not s.is_nonplayer(who):  # 8.2 a non-player takes no pieces off the map
        origins = [
            (other, unit)
            for other in TAKE_FROM.all(s, who, space)
            for unit in UNITS_OF[who]
            if s.at(other, unit)
        ]
        if not origins:
            break
        it = yield pick(
            who,
            TAKE_FROM_MAP,
            "None are Available. Take one from elsewhere for {space}?",
            Listed(origins, lambda it: _not_taken(s, who, space, it), then=() if must else (DONE,)),
            label="{second} in {first}",
            about={"space": space},
            done_as=PLACE_NO_MORE,
        )
        if it == DONE:
            break
        origin, unit = it
        s.move(unit, origin, space, 1, kind)
        placed += 1
        yield went(unit, 1, origin, space)
        if unit in ACTIVE_REBELS:
            yield say(
                "{n:{n} {unit:unit} in {space} turns|{n} {unit:unit:many} in {space} turn} Hidden.",
                space=space,
                unit=unit,
                n=1,
            )
    return placed


NO_UNITS_OF_YOURS = Refusal("You have no units in {it}.")
NOT_YOUR_UNIT = Refusal("{it} is no unit of yours.")
NONE_ELSEWHERE = Refusal("There is no {it} in another space that you could take.")


def take_refusal(s: Mars, who: int, goal: int, space: int) -> Refusal | None:
    """4.3 A unit comes from any other space, though not out of a Desert in a Raging Storm."""
    if space == goal:
        return THE_SAME_SPACE
    if not s.has(space, UNITS_OF[who]):
        return NO_UNITS_OF_YOURS
    return None if s.is_open(space, who) else IN_A_STORM


TAKE_FROM = Choice(lambda s, who, goal: s.spaces_with(*UNITS_OF[who]), take_refusal, guard=on_map)


def _not_taken(s: Mars, who: int, goal: int, it: Of) -> Refusal | None:
    """4.3 Why a unit cannot be taken from a space, or no unit of a kind from anywhere."""
    if it.kind == "piece":
        return NONE_ELSEWHERE if it.value in UNITS_OF[who] else NOT_YOUR_UNIT
    return TAKE_FROM.why(s, who, goal)(it)


def placeable(s: Mars, who: int, space: int) -> bool:
    """Whether a Faction could place at least one of its units in a space."""
    kind = OWN_UNIT[who]
    if s.available(kind) or s.is_nonplayer(who):
        return s.available(kind) > 0  # 8.2 a non-player takes no pieces off the map
    return TAKE_FROM.any(s, who, space)


def can_place_base(s: Mars, who: int, space: int) -> bool:
    """4.1 Room for a Base, and one Available."""
    return s.available(BASE_OF[who]) > 0 and s.room(space, who) > 0


def place_base(s: Mars, who: int, space: int) -> Steps[None]:
    """4.3 Place a Base, on its basic side."""
    kind = BASE_OF[who]
    s.place(kind, space)
    yield say(
        "{piece} is placed in {space}.",
        piece=kind,
        space=space,
        sums="{n:a new {piece} in {space}|{n} new {piece:piece:many}}",
    )
    yield from steps(s, BASE_PLACED, kind, space)


def unit_for_base(s: Mars, who: int, space: int, kinds: tuple[int, ...], topic: Topic) -> Steps[None]:
    """16.3, 17.1 One own unit makes way for a Base, an ordinary Troop or a Fortified one as MG likes (4.6)."""
    kind = yield pick(
        who,
        topic,
        "Which Troop in {space} makes way for the Base?",
        PIECES.of(s, space, kinds),
        about={"space": space},
    )
    s.take(kind, space)
    yield say("{piece} in {space} makes way for a Base.", piece=kind, space=space)
    yield from place_base(s, who, space)


def removable(
    s: Mars, space: int, kinds: tuple[int, ...], protectors: Mapping[int, tuple[int, ...]] = PROTECTORS
) -> list[int]:
    """4.5 Bases last: of these kinds, those that may be removed from a space now."""
    return REMOVABLE.all(s, space, kinds, protectors)


def remove_forces(
    s: Mars,
    who: int,
    space: int,
    n: int,
    kinds: tuple[int, ...],
    topic: Topic,
    *,
    is_optional: bool = False,
    protectors: Mapping[int, tuple[int, ...]] = PROTECTORS,
) -> Steps[list[int]]:
    """4.6 Who chooses. The Faction that removes does, a number of one kind at a time, Bases last. Returns the kinds removed."""
    removed: list[int] = []
    while len(removed) < n and (able := removable(s, space, kinds, protectors)):
        left = n - len(removed)
        options = removals(s, space, able, left)
        if not is_optional and (len(able) == 1 or _all_must_go(s, space, left, kinds, protectors)):
            options = options[:1]
        it = yield pick(
            who,
            topic,
            "Remove what in {space}? Up to {left:{left} piece|{left} pieces}."
            if is_optional
            else "Remove what in {space}? {left:{left} piece|{left} pieces} must go.",
            Listed(
                options,
                lambda it: REMOVABLE.refusal(s, space, kinds, protectors, it.value),
                then=(SPARE,) if is_optional else (),
            ),
            label=REMOVE_PIECES,
            about={"space": space, "left": left},
        )
        if it == SPARE:
            break
        kind, gone = it
        s.remove(kind, space, gone)
        removed += [kind] * gone
        if not s.is_nonplayer(who):
            yield removal(kind, space, gone)
    if s.is_nonplayer(who):  # 8.5.8 it takes one piece at a time; that is told as one removal
        yield from tell_removed(space, removed)
    return removed


def _all_must_go(
    s: Mars, space: int, n: int, kinds: tuple[int, ...], protectors: Mapping[int, tuple[int, ...]]
) -> bool:
    """4.6 Whether everything of these kinds that could be removed has to go, so that there is nothing to choose."""
    return n >= sum(
        s.at(space, kind)
        for kind in kinds
        if not (IS_BASE[kind] and any(s.at(space, it) for it in protectors[kind] if it not in kinds))
    )


def tell_removed(space: int, removed: Sequence[int]) -> Steps[None]:
    """Tell which pieces a non-player has removed from a space one by one, two kinds to a line."""
    counts = [*Counter(removed).items()]
    for (kind, n), other in zip_longest(counts[::2], counts[1::2]):
        if other is None:
            yield removal(kind, space, n)
        else:
            yield say(
                "{n:{n} {piece}|{n} {piece:piece:many}} and {m:{m} {other:piece}|{m} {other:piece:many}} in {space} are removed.",
                n=n,
                piece=kind,
                m=other[1],
                other=other[0],
                space=space,
            )


def removals(s: Mars, space: int, kinds: Iterable[int], most: int) -> list[Any]:
    """Kinds and numbers that can go from a space, most of each kind first."""
    return [(kind, n) for kind in kinds for n in range(min(most, s.at(space, kind)), 0, -1)]


def remove_pieces(s: Mars, kind: int, space: int, n: int) -> Steps[None]:
    """Remove pieces of a kind."""
    s.remove(kind, space, n)
    yield removal(kind, space, n)


def removal(kind: int, space: int, n: int) -> Note:
    """The log line of a removal."""
    return say(
        "{n:{n} {piece} in {space} is|{n} {piece:piece:many} in {space} are} removed.",
        n=n,
        piece=kind,
        space=space,
    )


def remove_piece(s: Mars, kind: int, space: int) -> Steps[None]:
    """Remove one piece."""
    yield from remove_pieces(s, kind, space, 1)


def remove_all(s: Mars, space: int, kinds: tuple[int, ...]) -> Steps[None]:
    """Remove every piece of these kinds from a space; nothing protects Bases (4.5)."""
    for kind in kinds:
        if n := s.at(space, kind):
            yield from remove_pieces(s, kind, space, n)


ACTIVATE = Topic("activate", "4.2", "That Rebel turns Active, and so can be removed by an Assault.", "piece")


def activate_rebels(s: Mars, who: int, space: int, n: int) -> Steps[int]:
    """4.2 Hidden and Active. Activate up to n Hidden Rebels; the Faction that does it chooses between RD and CR."""
    found = 0
    while found < n and (able := PIECES.all(s, space, HIDDEN_REBELS)):
        if len(able) == 1 or s.count(space, HIDDEN_REBELS) <= n - found:
            for kind in able:
                more = min(n - found, s.at(space, kind))
                yield from turn_active(s, space, kind, more)
                found += more
            break
        kind = yield pick(
            who,
            ACTIVATE,
            "Activate whose Rebel in {space}?",
            PIECES.of(s, space, HIDDEN_REBELS),
            label="{it}",
            about={"space": space},
        )
        yield from turn_active(s, space, kind, 1)
        found += 1
    s.action.activated += found
    return found


def activate_own(s: Mars, who: int, space: int) -> Steps[None]:
    """Activate one of a Faction's own Hidden Rebels."""
    yield from turn_active(s, space, OWN_UNIT[who], 1)


def turn_active(s: Mars, space: int, hidden: int, n: int) -> Steps[None]:
    """4.2 Activate n Rebels or SpecOps of a kind."""
    if n:
        s.flip(space, hidden, hidden + 1, n)
        yield say(
            "{n:{n} {unit:unit} in {space} turns|{n} {unit:unit:many} in {space} turn} Active.",
            space=space,
            unit=hidden,
            n=n,
            sums="{n:{unit:unit:many} in {space} turn Active|{n} groups of {unit:unit:many} turn Active}",
        )


def turn_hidden(s: Mars, space: int, active: int, n: int) -> Steps[None]:
    """4.2 Hide n Rebels or SpecOps of a kind."""
    if n:
        s.flip(space, active, active - 1, n)
        yield say(
            "{n:{n} {unit:unit} in {space} turns|{n} {unit:unit:many} in {space} turn} Hidden.",
            space=space,
            unit=active,
            n=n,
        )
