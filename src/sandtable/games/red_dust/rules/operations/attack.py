"""16.9 Attack, with 17.9 and 17.12 Ambush."""

from __future__ import annotations

from enum import Enum
from functools import cache, partial
from typing import Any

from sandtable.engine import Choice, Line, Listed, Of, Reading, Refusal, Roll, Steps, faces, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...cards.hooks import ATTACK_MORE, SATELLITES_IN_REACH, applies, total
from ...printed.map import RECLAIMERS, RED_DUST
from ...printed.pieces import ACTIVE_SPECOPS as _ACTIVE_SPECOPS
from ...printed.pieces import (
    COIN_BASES,
    CR_BASE,
    CUBES,
    EG_TROOP,
    ENEMIES_OF,
    HIDDEN,
    PROTECTORS,
    REBELS_OF,
    SATELLITE,
    SPECOPS,
    TERRAFORMING,
)
from ...state import Action, Mars
from ..pieces import REMOVABLE
from ..placing import REMOVE_PIECES, SPARE, removable, remove_pieces, tell_removed, turn_active
from ..population import can_damage, place_damage
from ..reasons import IN_A_STORM, NO_ENEMY, NO_REBELS_OF_YOURS, on_mars
from ..special_activities.pairing import PAIRING, Special
from .next_space import next_space

#: 4.5 In an Attack, Hidden SpecOps neither protect a Base nor can be removed.
ATTACK_PROTECTORS = {**PROTECTORS, **dict.fromkeys(COIN_BASES, (*CUBES, _ACTIVE_SPECOPS))}
ATTACK_TARGETS = {
    who: (*(kind for kind in kinds if kind not in (SPECOPS, EG_TROOP)), SATELLITE)
    for who, kinds in ENEMIES_OF.items()
}
#: 17.9 Dice that an Ambush can set, the lower one first.
PAIRS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))


class Ambush(Enum):
    """17.9 The setting of the dice of an Ambush: how many of them succeed, and whether there is Damage."""

    BOTH_AND_DAMAGE = (2, True)
    BOTH = (2, False)
    ONE_AND_DAMAGE = (1, True)
    ONE = (1, False)
    DAMAGE = (0, True)
    NEITHER = (0, False)

    @property
    def label(self) -> str:
        return _AMBUSH_LABELS[self.value]

    @property
    def says(self) -> str:
        return _AMBUSH_SAYS[self.value]


_AMBUSH_LABELS = {
    (2, True): "Both dice succeed, with Damage",
    (2, False): "Both dice succeed, without Damage",
    (1, True): "One die succeeds, with Damage",
    (1, False): "One die succeeds, without Damage",
    (0, True): "Neither die succeeds, with Damage",
    (0, False): "Neither die succeeds, without Damage",
}


_AMBUSH_SAYS = {
    (2, True): "You remove up to 4 pieces, and Damage is done.",
    (2, False): "You remove up to 4 pieces.",
    (1, True): "You remove up to 2 pieces, and Damage is done.",
    (1, False): "You remove up to 2 pieces.",
    (0, True): "Nothing is removed, but Damage is done.",
    (0, False): "Nothing happens.",
}


class Allowance:
    """16.9 The removals still due: by successful dice one EG Troop or two other forces each, by cards any pieces."""

    def __init__(self, dice: int, extra: int) -> None:
        self.dice, self.extra, self.halves = dice, extra, 0

    def of(self, kind: int) -> int:
        """How many pieces of a kind may go."""
        if kind == EG_TROOP:
            return self.dice + self.extra
        return 2 * self.dice + self.halves + self.extra

    def use(self, kind: int, n: int) -> None:
        """Count pieces of a kind that go, in the way that leaves most for others."""
        if kind == EG_TROOP:
            by_cards = min(n, self.extra)
            self.extra -= by_cards
            self.dice -= n - by_cards
            return
        by_dice = min(n, 2 * self.dice + self.halves)
        self.extra -= n - by_dice
        left = 2 * self.dice + self.halves - by_dice
        self.dice = min(self.dice, left // 2)
        self.halves = left - 2 * self.dice


def attack_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.9 Spaces with own Rebels and enemy forces."""
    return _no_attack(s, a.who, space) or (None if s.is_open(space, a.who) else IN_A_STORM)


def _no_attack(s: Mars, who: int, space: int) -> Refusal | None:
    """16.9 Own Rebels and enemy forces; a Satellite counts as a target (ruling 1)."""
    if not s.has(space, REBELS_OF[who]):
        return NO_REBELS_OF_YOURS
    return None if s.has(space, ENEMIES_OF[who]) or s.at(space, SATELLITE) else NO_ENEMY


def may_attack(s: Mars, who: int, space: int) -> bool:
    """16.9 Whether an Attack would find own Rebels and an enemy."""
    return _no_attack(s, who, space) is None


ATTACK_AT = Choice(lambda s, a: s.mars_with(*REBELS_OF[a.who]), attack_refusal, guard=on_mars)
ATTACK = Topic(
    "attack",
    "16.9",
    "Your Hidden Rebels there turn Active, and two dice decide about Damage and enemies removed.",
    "space",
)
AMBUSH = Topic(
    "ambush",
    "17.9",
    "Yes turns only one Hidden Rebel Active and lets you choose what the dice show, as your Special Activity.",
)


def attack(s: Mars, a: Action) -> Steps[bool]:
    """16.9 Attack. One space after the other; up to two of them by Ambush (17.9, 17.12)."""
    space = yield from next_space(
        s,
        a,
        ATTACK,
        ATTACK_AT,
        "Attack where?",
        "Attack in {it}",
        is_last=a.who == RED_DUST,  # the Reclaimers still choose what they pay with
    )
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


def free_attack(s: Mars, who: int, space: int, ambush: bool = False) -> Steps[None]:
    """16.5, 18 A free Attack in one space, if it is possible there."""
    if may_attack(s, who, space):
        yield from attack_in(s, who, space, ambush)


#: What the log tells of each space; endings count these lines.
ATTACK_TOLD, AMBUSH_TOLD = "{who:faction}: Attack in {space}.", "{who:faction}: Ambush in {space}."


def attack_in(s: Mars, who: int, space: int, ambush: bool) -> Steps[None]:
    """16.9 Attack in one space. An Ambush Activates one Hidden Rebel only and sets the dice."""
    if s.nonplayers is not None:
        s.action.attacked_by |= 1 << who
    hidden = HIDDEN[who]
    shown = s.at(space, hidden)
    if ambush:
        shown = min(1, shown)
        yield say(
            AMBUSH_TOLD,
            who=who,
            space=space,
            sums="{n:Ambush in {space}|Ambush in {n} spaces}",
        )
    else:
        yield say(
            ATTACK_TOLD,
            who=who,
            space=space,
            sums="{n:Attack in {space}|Attack in {n} spaces}",
        )
    yield from turn_active(s, space, hidden, shown)
    rebels = s.count(space, REBELS_OF[who])
    dice = (
        (yield from _set_dice(s, who, space, rebels)) if ambush else (yield from _roll(s, who, space, rebels))
    )
    if dice[0] + dice[1] <= s.forces(space):
        yield from place_damage(s, space)
    s.action.hits = sum(die <= rebels for die in dice)
    yield from _remove_by_dice(s, who, space, s.action.hits)


@cache
def _hits_up_to(most: int) -> Reading[tuple[int, ...]]:
    """16.9 Both faces; a die that shows no more than this is a hit."""
    return Reading(faces.name, faces.start, faces.step, counts=lambda face, _: face <= most)


SUCCEEDS = Line("{n:{n} Rebel|{n} Rebels}: a die up to that removes enemies")
DAMAGES = Line("{n:{n} piece|{n} pieces} here: a total up to that does Damage")


def _roll(s: Mars, who: int, space: int, rebels: int) -> Steps[tuple[int, ...]]:
    """16.9 Two dice; a scenario may have set them."""
    if s.forced.get("attack"):
        first, second = s.forced["attack"][:2]
        s.forced["attack"] = s.forced["attack"][2:]
        yield say("The dice: {a:number} and {b:number}.", a=first, b=second)
        return first, second
    dice: tuple[int, ...] = yield Roll(
        2,
        _hits_up_to(rebels),
        topic="attack dice",
        by=who,
        mods=(SUCCEEDS.of(n=rebels), DAMAGES.of(n=s.forces(space))),
    )
    return dice


AMBUSH_DICE = Topic(
    "ambush_dice",
    "17.9",
    "A total up to the number of forces here does Damage; each die up to your Rebels removes enemies.",
)


def ambush_results(s: Mars, space: int, rebels: int) -> dict[Ambush, tuple[int, int]]:
    """17.9 The results an Ambush can have, and the lowest dice for each. Damage that would do nothing makes no difference."""
    forces = s.forces(space) if can_damage(s, space) else 0
    found: dict[Ambush, tuple[int, int]] = {}
    for low, high in PAIRS:
        result = Ambush(((low <= rebels) + (high <= rebels), low + high <= forces))
        found.setdefault(result, (low, high))
    return {result: found[result] for result in Ambush if result in found}


def _set_dice(s: Mars, who: int, space: int, rebels: int) -> Steps[tuple[int, ...]]:
    """17.9 Ambush. Each die is set at will; only what the dice come to is asked."""
    results = ambush_results(s, space, rebels)
    result = yield pick(
        who, AMBUSH_DICE, "Ambush in {space}: set the dice to what?", list(results), about={"space": space}
    )
    pair = results[result]
    yield say("The dice are set to {a:number} and {b:number}.", a=pair[0], b=pair[1])
    return pair


def targets(s: Mars, who: int, space: int) -> list[int]:
    """16.9 The pieces that one removal can take here, except EG Troops."""
    found = removable(s, space, ATTACK_TARGETS[who], ATTACK_PROTECTORS)
    if SATELLITE not in found and applies(s, SATELLITES_IN_REACH, who) and s.on_mars((SATELLITE,)):
        found.append(SATELLITE)
    return found


ATTACK_REMOVE = Topic(
    "attack_remove",
    "16.9",
    "The pieces are removed; each successful die takes one EarthGov Troop or two other pieces.",
    ("piece", "number"),
)


def _remove_by_dice(s: Mars, who: int, space: int, dice: int) -> Steps[None]:
    """16.9 Removal. A successful die removes up to one EG Troop or two other forces; cards may add pieces of any kind.

    Rulings 24 and 36: each die is spent on its own, and the attacker may stop at any time.
    """
    allowance = Allowance(dice, dice * total(s, ATTACK_MORE, who))
    gone: list[int] = []  # by a non-player, piece by piece
    while options := attack_removals(s, who, space, allowance):
        it = yield pick(
            who,
            ATTACK_REMOVE,
            "Remove what in {space}? Up to {left:{left} piece|{left} pieces}."
            if not s.at(space, EG_TROOP)
            else "Remove what in {space}? Up to {left:{left} piece|{left} pieces}; an EarthGov Troop counts as two.",
            Listed(options, partial(_not_removed, s, who, space), then=(SPARE,)),
            label=REMOVE_PIECES,
            about={"space": space, "left": allowance.of(SATELLITE)},
        )
        if it == SPARE:
            break
        kind, n = it
        allowance.use(kind, n)
        if kind == SATELLITE:
            yield from _take_satellite(s, who, space)
        elif kind != TERRAFORMING and s.is_nonplayer(who):
            s.remove(kind, space, n)
            gone += [kind] * n
        else:
            yield from _take_out(s, who, space, kind, n)
    yield from tell_removed(space, gone)


OUT_OF_DICE = Refusal("{it} would take a whole die, and only half of one is left.")


def _not_removed(s: Mars, who: int, space: int, it: Of) -> Refusal | None:
    """16.9 Why a piece is not among those that can be removed."""
    if it.value == EG_TROOP and s.at(space, EG_TROOP):
        return OUT_OF_DICE
    return REMOVABLE.refusal(s, space, ATTACK_TARGETS[who], ATTACK_PROTECTORS, it.value)


def attack_removals(s: Mars, who: int, space: int, allowance: Allowance) -> list[Any]:
    """16.9 Removal. Kinds and numbers that may go now, most of a kind first; Satellites last and one by one."""
    kinds = [kind for kind in targets(s, who, space) if kind != SATELLITE]
    if s.at(space, EG_TROOP):
        kinds.append(EG_TROOP)
    found: list[Any] = [
        (kind, n) for kind in kinds for n in range(min(allowance.of(kind), s.at(space, kind)), 0, -1)
    ]
    if allowance.of(SATELLITE) and SATELLITE in targets(s, who, space):
        found.append((SATELLITE, 1))
    return found


WHICH_SATELLITE = Topic(
    "satellite",
    "16.9",
    "The Satellite in that space is removed, instead of one in the space of the Attack.",
    "space",
)


NO_SATELLITE = Refusal("There is no Satellite in {it}.")


def _take_satellite(s: Mars, who: int, space: int) -> Steps[None]:
    """16.9 Removal. The Satellite here; with a card in force, one anywhere on Mars."""
    where = space
    if applies(s, SATELLITES_IN_REACH, who):
        where = yield pick(
            who,
            WHICH_SATELLITE,
            "Which Satellite?",
            Listed(s.mars_with(SATELLITE), on_mars(lambda it: NO_SATELLITE)),
            label="In {it}",
        )
    yield from remove_pieces(s, SATELLITE, where, 1)


def _take_out(s: Mars, who: int, space: int, kind: int, n: int) -> Steps[None]:
    """16.9 Removal. Pieces of one kind go; a CR Base replaces each Terraforming one."""
    for gone in [1] * n if kind == TERRAFORMING else [n]:
        yield from remove_pieces(s, kind, space, gone)
        if kind == TERRAFORMING and who == RECLAIMERS and s.available(CR_BASE) and s.room(space, who) > 0:
            s.place(CR_BASE, space)
            yield say("A Reclaimer Base takes the place of the Terraforming Base in {space}.", space=space)
