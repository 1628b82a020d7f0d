"""MD 6.1, MD 6.2 The targets of stands: all at one unit, or each at a stand, alone or together."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.engine import Refusal, Word
from sandtable.engine.choice import Offered

from ...printed.box import TOGETHER
from ...state import NOBODY, Battle, find_stand, is_single, kind_of, stands_left
from ..action_table import Action
from ..combat import attack_dice, defend_dice
from ..geometry.formation import Stand, stands
from ..reasons.targets import target_refusal
from ..sight import enemies_in_range, in_sight_of, targets

NO_SHOT = Word("no_shot", "Hold fire", says="No shot is fired.")
SINGLY = Word(
    "singly",
    "Each stand picks its own target",
    says="You are asked stand by stand; infantry may fire together.",
)


class Shot(msgspec.Struct):
    """A declared shot: the places of those who fire together, and the number of the stand they aim at."""

    slots: list[int]
    target: int
    #: The unit at which all were told to fire; who loses its target then takes the next stand of it. NOBODY: a stand was named.
    unit: int = NOBODY


class Whom(Offered):
    """The units that some stands can fire at together, listed only when somebody looks. The odds read from it who fires."""

    s: Battle
    action: Action
    firing: Sequence[Stand]
    singly: bool  #: Whether each stand may pick a target of its own instead.

    def __call__(self) -> list[int | Word]:
        """MD 6.1 Enemy units in sight of any of the stands. A single stand must fire if it can, unless it flies."""
        s, u = self.s, self.action.unit
        must = is_single(s, u) and not kind_of(s, u).is_flyer
        words = [
            *([SINGLY] if self.singly and has_choice(s, self.action) else []),
            *([] if must else [NO_SHOT]),
        ]
        return [*in_sight_of(s, self.action, self.firing), *words] or [NO_SHOT]

    def refusal(self, it: int) -> Refusal | None:
        return target_refusal(self.s, self.action, self.firing, it)


def has_choice(s: Battle, action: Action) -> bool:
    """Whether it makes a difference that stands pick targets of their own."""
    return not is_single(s, action.unit) or any(
        stands_left(s, v) > 1 for v in enemies_in_range(s, action.unit, action.range)
    )


class Aims:
    """The targets of a stand, listed only when somebody looks. The odds read from it who fires together."""

    __slots__ = ("action", "enemies", "s", "shots", "stand")

    def __init__(
        self, s: Battle, action: Action, stand: Stand, enemies: list[int], shots: list[Shot]
    ) -> None:
        self.s, self.action, self.stand, self.enemies, self.shots = s, action, stand, enemies, shots

    def __call__(self) -> list[int | Word]:
        """MD 6.1, MD 6.2 Stands in range, arc and sight, alone or together with another platoon of the company."""
        s, u = self.s, self.action.unit
        able: list[int | Word] = list(targets(s, u, self.stand, self.enemies, self.action.range))
        if kind_of(s, u).is_infantry:
            able += [
                TOGETHER * (shot.slots[0] + 1) + shot.target for shot in self.shots if shot.target in able
            ]
        must = able and is_single(s, u) and not kind_of(s, u).is_flyer
        return able if must else [*able, NO_SHOT]

    def platoons(self, aim: int) -> int:
        """How many would fire together with this aim."""
        leader = aim // TOGETHER
        return 1 + sum(len(shot.slots) for shot in self.shots if shot.slots[0] == leader - 1) if leader else 1

    def dice(self, aim: int) -> int:
        """The dice of all who would fire together with this aim."""
        return attack_dice(self.s, self.action, kind_of(self.s, self.action.unit).attack, self.platoons(aim))


def best_stand(s: Battle, action: Action, firing: Sequence[Stand], at: int) -> int | None:
    """The stand of a unit that these stands hit most easily: the one with the fewest dice, or else the nearest one."""
    able = [list(targets(s, action.unit, stand, [at], action.range)) for stand in firing]
    aims = [target for target in able[0] if all(target in other for other in able[1:])]
    x, y = firing[0].centre

    def ease(target: int) -> tuple[int, int, int]:
        stand = find_stand(s, target)
        assert stand is not None
        far = (stand.centre[0] - x) ** 2 + (stand.centre[1] - y) ** 2
        return defend_dice(s, at, stand), far, target

    return min(aims, key=ease, default=None)


def common_targets(s: Battle, action: Action, shot: Shot) -> list[int]:
    """R-MD-19 Every platoon of a combined shot needs range and arc."""
    enemies = enemies_in_range(s, action.unit, action.range)
    firing = [stand for stand in stands(s.poses[action.unit]) if stand.slot in shot.slots]
    first, *others = [list(targets(s, action.unit, stand, enemies, action.range)) for stand in firing]
    return [target for target in first if all(target in other for other in others)]
