"""Where each GI stands, in numbers that everybody sees: ways to go, what he can fire at people, and his hunt for the Traitor."""

from __future__ import annotations

from functools import cache, lru_cache

from ..printed.box import BAGMAN, FAR, GUNNAR, HELM, PERSONNEL, ROGUE, Box, box_of
from ..rules.combat import GUNNAR_BONUS
from ..state import CLUES_OUT, EMPTY, FREE, ITEM, NOWHERE, PER_SEAT, REMOVED, SEATS, SET, NuEarth
from .tactics import DANGER, SEALBURSTER, chance_of_score, way

#: How far it is to a place for a GI who is nowhere, or to one that cannot be reached.
LONG_WAY = 20
#: 13.3 The chance of a round with the Traitor on Milli-com: one die each, and equal is enough.
BARE_HANDED = 21 / 36
#: Turns that a prisoner is likely to lose.
PRISON_TURNS = 2
#: The longest hunt that is told apart.
LONGEST_HUNT = 40.0
#: By effect of a Rogue card: the group it is counted in.
GROUPS = (
    ("march", "fly"),
    ("shuttle",),
    ("clearance",),
    ("escape",),
    ("traitor_flees", "traitor_recalled"),
    ("stay", "lead", "miss_turn"),
    ("reinforce", "no_evading", "no_chips"),
    ("discard_top", "first_salvo"),
    ("foil", "delay"),
    ("extra_clue",),
    ("traitor_dice",),
    ("dice_at_traitor",),
)


class Ground:
    """The facts of a pack that never change: the ways from every sector, and what items, Companions and Rogue cards count for."""

    def __init__(self, box: Box) -> None:
        sectors = range(box.sectors)
        cities = [n for n in sectors if box.is_souther_city[n]]
        norts = [n for n in range(box.earth) if box.side[n] == "N" and not box.is_sea[n]]

        def ways(goals: list[int] | tuple[int, ...]) -> list[list[int]]:
            """By Helm and sector: how far it is to the nearest of these places."""
            return [[min(way(box, has, n, goal) for goal in goals) for n in sectors] for has in (False, True)]

        self.to_computer = ways((box.battle_computer,))
        self.to_healing = ways((box.furlow, box.sick_bay))
        self.to_supplies = ways([*cities, box.gi_armoury])
        self.to_base = ways((box.shuttle_base,))
        self.to_norts = ways(norts)
        self.danger = [box.rating[n] * DANGER[box.side[n]] for n in sectors]
        #: By weapon: the dice of a round at people, and whether any number may form one salvo.
        self.dice = [box.dice(w, PERSONNEL, False) for w in range(len(box.weapons))]
        self.several = [weapon.several for weapon in box.weapons]
        self.item_dice = [self.dice[w] if w >= 0 else 0 for w in box.item_weapon]
        self.is_weapon = [w >= 0 for w in box.item_weapon]
        effects = {effect: n for n, group in enumerate(GROUPS) for effect in group}
        self.group = [effects[rogue.effect] for rogue in box.rogues]
        self.copies = [box.clue.count(kind) for kind in range(len(box.faces) * len(box.parts))]
        self.first_rogue = box.first[ROGUE]


@cache
def ground_of(pack: str) -> Ground:
    """The ground of a pack, made the first time."""
    return Ground(box_of(pack))


class Standing:
    """A GI as everybody sees him. Chips count as they do in his next turn."""

    __slots__ = (
        "all_dice",
        "backing",
        "beacon",
        "best_dice",
        "can_shuttle",
        "chance",
        "clues",
        "companion_dice",
        "evade",
        "has_set",
        "heals",
        "helm",
        "here",
        "hunt",
        "is_alive",
        "items",
        "lead",
        "lives",
        "power",
        "prisoner",
        "shields",
        "to_computer",
        "to_traitor",
        "win",
    )

    def __init__(self, s: NuEarth, seat: int, ground: Ground) -> None:
        box, zones = s.box, s.cards.zones
        at = SEATS + PER_SEAT * seat
        self.here, self.lives = s.sector[seat], s.lives[seat]
        self.is_alive = self.lives > 0
        self.prisoner = s.prison[seat] != FREE
        self.helm = s.slots[3 * seat + HELM] != EMPTY
        self.has_set = bool(zones[at + SET])
        self.clues = len(zones[at + SET]) + len(zones[at + SET - 1])
        self._count(s, seat, ground, zones[at + ITEM], zones[at + ITEM + 1])
        here, n = self.here, s.traitor
        self.to_computer = LONG_WAY if here < 0 else ground.to_computer[self.helm][here]
        far = LONG_WAY if here < 0 or n == NOWHERE else way(box, self.helm, here, n)
        self.to_traitor = min(LONG_WAY, far) if far < FAR else LONG_WAY
        if n >= box.earth:
            self.chance = BARE_HANDED
        lives = s.traitor_lives or box.sheet.traitor_lives
        turns = self.to_traitor + lives / max(0.1, self.chance) + PRISON_TURNS * self.prisoner
        self.hunt = min(LONGEST_HUNT, turns) if self.has_set and self.is_alive else LONGEST_HUNT
        self.win = hunt_chance(self.lives, lives, int(20 * self.chance))
        #: How near he looks to winning, to others: a hunter before all who hunt for Clues.
        self.lead = 0.0
        if self.is_alive:
            self.lead = 100.0 - self.hunt if self.has_set else self.clues + self.lives / 8

    def _count(self, s: NuEarth, seat: int, ground: Ground, items: list[int], companions: list[int]) -> None:
        """Rounds, items and Companions: the dice of the best salvo at people, of all salvos, and what else helps."""
        box = s.box
        types = box.types
        rounds = s.ammunition[types * seat : types * seat + types]
        best = second = total = plus = 0
        for weapon, n in enumerate(rounds):
            dice = n * ground.dice[weapon]
            total += dice
            if dice > best:
                best, second = dice, best
                plus = GUNNAR_BONUS if box.weapons[weapon].rifle and s.slots[3 * seat + GUNNAR] else 0
            elif dice > second:
                second = dice
        power = 2 * sum(rounds) - rounds[0] - (2 * rounds[SEALBURSTER] if types > SEALBURSTER else 0)
        evade = heals = shields = beacon = backing = 0
        for card in items:
            number = box.item[card]
            item, dice = box.items[number], ground.item_dice[number]
            if ground.is_weapon[number]:
                power += 3
                total += dice
                if dice > best:
                    best, second, plus = dice, best, 0
                elif dice > second:
                    second = dice
            else:
                evade += item.evade
                heals += item.heals
                shields += item.shields
                beacon += item.flies > 0
                backing += item.extra_dice
        dice = 0
        self.can_shuttle = False
        for card in companions:
            companion = box.foes[card].companion
            assert companion is not None
            evade += companion.evade
            dice += companion.firepower
            self.can_shuttle |= companion.shuttle and not s.shuttle_used
        self.best_dice, self.all_dice, self.power, self.backing = best, total, power, backing
        self.evade, self.heals, self.shields, self.beacon = evade, heals, shields, beacon
        self.companion_dice, self.items = dice, len(items)
        fired = best + dice + (second if s.slots[3 * seat + BAGMAN] else 0)
        self.chance = chance_of_score(max(1, fired), plus, 1, box.sheet.traitor_dice, 0)


@lru_cache(maxsize=2048)
def hunt_chance(lives: int, traitor_lives: int, twentieths: int) -> float:
    """The chance to take all the Traitor's lives before losing one's own, at the same chance in every round."""
    if traitor_lives <= 0:
        return 1.0
    if lives <= 0:
        return 0.0
    p = twentieths / 20
    return p * hunt_chance(lives, traitor_lives - 1, twentieths) + (1 - p) * hunt_chance(
        lives - 1, traitor_lives, twentieths
    )


def copies_unseen(s: NuEarth, ground: Ground) -> list[int]:
    """By face and part: the copies of a Clue that nobody sees. They lie in the deck or in hands."""
    box, zones, left = s.box, s.cards.zones, ground.copies.copy()
    open_sets = [zones[SEATS + PER_SEAT * seat + SET] for seat in range(s.players)]
    for cards in (zones[CLUES_OUT], zones[REMOVED], *open_sets):
        for card in cards:
            if card >= box.first[-1]:
                left[box.clue_kind(card)] -= 1
    return left
