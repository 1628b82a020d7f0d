"""The state of a battle, and the verbs that change it. Only this module touches its lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from sandtable.engine import Cards, State
from sandtable.engine.state import KEPT

from .printed.box import STANDS, Box, Kind, box_of
from .rules.geometry.formation import (
    NOWHERE,
    WIDEST,
    Pose,
    Stand,
    bodies,
    closed_up,
    hulls,
    radius,
    stands,
    without,
)
from .rules.geometry.polygon import any_collide, distance

#: Where cards lie: a deck for each colour (a mixed one is the first), the discards, then the hands of both sides, and
#: the box with the decks that this scenario does not use.
GREEN, RED, BLUE, DISCARDS, HAND, _, BOX = range(7)
#: Where a game stands.
DEALING, DEPLOYING, INITIATIVE, STARTING, LOCKED, FIRST, SECOND, THIRD, ENDING = range(9)
#: What became of a unit.
IN_PLAY, WAITING, DESTROYED, LEFT, DRIVEN_OFF = range(5)
NOBODY = -1
#: A flyer that is not over the field.
FAR_AWAY = Pose(-1_000_000, -1_000_000, 0)
#: Stands this near to each other are in contact.
CONTACT = 30


class Battle(State):
    """Every fact of a game. Lists are by unit unless they say otherwise; guards follow after all units."""

    kept_fields: ClassVar[tuple[str, ...]] = ("box",)

    pack: str
    scenario: str
    cards: Cards
    poses: list[Pose]
    labels: list[int]
    fates: list[int]
    #: How many stands it counts as having had: all it began with, less a guard it has left behind.
    sizes: list[int]
    acted: list[bool]
    disordered: list[bool]
    limbered: list[bool]
    guarding: list[bool]
    #: The flyer it must scatter from at its next action.
    fears: list[int]
    #: The turn in which it dug in (card B8); it is in a redoubt until it moves.
    dug_in: list[int]
    #: The turn in which it does nothing (card B1).
    rests: list[int]
    #: Cards that last until the end of the turn: skirmish order, last cartridges, canal lore.
    skirmishing: list[bool]
    cartridges: list[bool]
    lore: list[bool]
    #: By side: units on the table, in the order of their numbers; flyers too.
    live: list[list[int]]
    #: By general: the unit he is with.
    generals: list[int]
    #: By general: whether he has changed units this turn, and the unit whose movement he has helped.
    general_moved: list[bool]
    general_helped: list[int]
    phase: int = DEALING
    turn: int = 0
    #: Who has the initiative, and who lost the last roll.
    winner: int = NOBODY
    loser: int = NOBODY
    #: Units locked in melee, each as the one that charged and the one that was charged.
    locks: list[tuple[int, int]] = []
    #: Locked melees still to be fought at the start of this turn.
    rounds: list[tuple[int, int]] = []
    #: By side: whether it gives up its actions this turn to be rid of a flyer.
    wall: list[bool] = msgspec.field(default_factory=lambda: [False, False])
    #: Whether the units of the group that acts are taken in order, the foremost first.
    in_order: bool = False
    #: Whether dust keeps all shooting to 8 inches this turn (card G5).
    dust: bool = False
    #: By side: what is added to the next initiative roll (card G8).
    drums: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    #: Everything about the scenario that never changes.
    box: Box = KEPT

    def __post_init__(self) -> None:
        if self.box is KEPT:
            self.keep()

    def keep(self) -> None:
        """Work out what is kept, from the facts alone."""
        self.box = box_of(self)


def begin(pack: str, scenario: str, box: Box) -> Battle:
    """The state before anything has happened."""
    count, units = box.count, box.units
    none, nobody = [False] * 2 * count, [NOBODY] * 2 * count
    colour = {"green": GREEN, "red": RED, "blue": BLUE}
    zones: list[list[int]] = [[] for _ in range(7)]
    hands = [army.cards for army in box.field.side if army.cards is not None and army.cards.count]
    used = {hand.colour for hand in hands}
    is_mixed = any(hand.mixed for hand in hands)
    for number, card in enumerate(box.cards):
        zones[GREEN if is_mixed else colour[card.colour] if card.colour in used else BOX].append(number)
    backs = [] if is_mixed else [colour[card.colour] for card in box.cards]
    cards = Cards.dealt(zones, seats=2, backs=backs)
    cards.reveal(zones[BOX])
    return Battle(
        pack,
        scenario,
        cards,
        poses=[NOWHERE] * 2 * count,
        labels=[unit.kind.labels for unit in units[:count]] + [0] * count,
        fates=[WAITING] * 2 * count,
        sizes=[unit.kind.stands for unit in units[:count]] + [0] * count,
        acted=none[:],
        disordered=none[:],
        limbered=[unit.limbered for unit in units],
        guarding=none[:],
        fears=nobody[:],
        dug_in=[0] * 2 * count,
        rests=[0] * 2 * count,
        skirmishing=none[:],
        cartridges=none[:],
        lore=none[:],
        live=[[], []],
        generals=[NOBODY] * len(box.generals),
        general_moved=[False] * len(box.generals),
        general_helped=[NOBODY] * len(box.generals),
    )


# Questions


def side_of(s: Battle, u: int) -> int:
    return s.box.units[u].side


def kind_of(s: Battle, u: int) -> Kind:
    return s.box.units[u].kind


def stands_left(s: Battle, u: int) -> int:
    """How many stands a unit has."""
    return s.poses[u].mask.bit_count()


def lost(s: Battle, u: int) -> int:
    """How many stands a unit has lost; one that it left as a guard is not lost."""
    return s.sizes[u] - stands_left(s, u)


def is_single(s: Battle, u: int) -> bool:
    """R-MD-9 A unit of one stand from the start: it has no line and no column."""
    return kind_of(s, u).stands == 1


def is_locked(s: Battle, u: int) -> bool:
    return any(u in pair for pair in s.locks)


def on_table(s: Battle, u: int) -> bool:
    """Whether it is on the table with a body; flyers are over it."""
    return s.fates[u] == IN_PLAY and not s.box.units[u].kind.is_flyer


def gap(s: Battle, u: int, v: int) -> int:
    """R-MD-2 The distance between the nearest stands of two units."""
    return min(distance(a.corners, b.corners) for a in hulls(s.poses[u]) for b in hulls(s.poses[v]))


def is_within(s: Battle, u: int, v: int, reach: int) -> bool:
    """Whether two units are within a distance of each other."""
    a, b = s.poses[u], s.poses[v]
    far = reach + radius(a) + radius(b)
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > far * far:
        return False
    return is_gap_within(s, u, v, reach)


def is_gap_within(s: Battle, u: int, v: int, reach: int) -> bool:
    """The same for units that are near each other. Those whose stands are clearly near enough are not measured."""
    a, b = s.poses[u], s.poses[v]
    if a.mask + 1 == 1 << a.slots and b.mask + 1 == 1 << b.slots:
        sure = (
            reach + (a.side + b.side) // 2 - CONTACT
        )  # both hold a disc around their middle that is as wide as a stand
        if sure > 0 and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= sure * sure:
            return True
    return gap(s, u, v) <= reach


def near(s: Battle, side: int, x: int, y: int, around: int) -> list[int]:
    """Units of a side with a body that may be within a distance of a point; it may name too many, never too few."""
    poses = s.poses
    wide = around + WIDEST
    found = []
    for v in s.live[side]:
        pose = poses[v]
        dx = x - pose.x
        if -wide < dx < wide:
            dy = y - pose.y
            if dx * dx + dy * dy < (around + radius(pose)) ** 2 and on_table(s, v):
                found.append(v)
    return found


def has_room(s: Battle, u: int, pose: Pose, ignoring: Sequence[int] = ()) -> bool:
    """Whether a pose overlaps no other unit."""
    mine = bodies(pose)
    for side in (0, 1):
        for v in near(s, side, pose.x, pose.y, radius(pose)):
            if v == u or v in ignoring:
                continue
            if any_collide(mine, bodies(s.poses[v])):
                return False
    return True


def general_with(s: Battle, u: int) -> int | None:
    """The general who is with a unit."""
    for general, unit in enumerate(s.generals):
        if unit == u:
            return general
    return None


def strength(s: Battle, side: int) -> int:
    """R-MD-5 Stands left, labels counted as stands. Units that have left the table count as they left it."""
    box = s.box
    total = 0
    for u in box.sides[side]:
        if not box.units[u].kind.is_flyer:
            for v in (u, u + box.count):
                if s.fates[v] in (IN_PLAY, LEFT):
                    total += s.poses[v].mask.bit_count() + s.labels[v]
    return total


def stand_number(u: int, slot: int) -> int:
    return u * STANDS + slot


def find_stand(s: Battle, number: int) -> Stand | None:
    """A stand by its number; None if it is gone."""
    u, slot = divmod(number, STANDS)
    for stand in stands(s.poses[u]):
        if stand.slot == slot:
            return stand
    return None


# Verbs


def put(s: Battle, u: int, pose: Pose) -> None:
    """Put a unit somewhere. A unit that moves leaves its sandbags behind."""
    if s.dug_in[u] and s.poses[u].centre != pose.centre:
        s.dug_in[u] = 0
    s.poses[u] = pose


def enter(s: Battle, u: int, pose: Pose) -> None:
    """A unit comes into play."""
    s.poses[u], s.fates[u] = pose, IN_PLAY
    live = s.live[side_of(s, u)]
    live.append(u)
    live.sort()


def take_up(s: Battle, u: int) -> None:
    """Take a unit off the table again during set-up."""
    s.poses[u], s.fates[u] = NOWHERE, WAITING
    s.live[side_of(s, u)].remove(u)


def leave(s: Battle, u: int, fate: int) -> None:
    """A unit goes out of play."""
    s.fates[u] = fate
    s.live[side_of(s, u)].remove(u)
    s.locks = [pair for pair in s.locks if u not in pair]
    s.rounds = [pair for pair in s.rounds if u not in pair]
    if fate == DESTROYED:
        s.poses[u] = NOWHERE


def close_up(s: Battle, u: int) -> None:
    """R-MD-1 Close up after losses, unless somebody stands in the gap."""
    pose = closed_up(s.poses[u])
    if pose is not s.poses[u] and has_room(s, u, pose):
        s.poses[u] = pose


def hit(s: Battle, u: int, slot: int) -> bool:
    """MD 6.8 A hit takes a label, or the stand if it has none. Returns whether the stand is gone."""
    if s.labels[u]:
        s.labels[u] -= 1
        return False
    s.poses[u] = without(s.poses[u], slot)
    return True
