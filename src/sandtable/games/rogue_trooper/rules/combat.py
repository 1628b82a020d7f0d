"""RT 5 Combat, RT 16 Ammunition, RT 17 Bio-chips: salvos and their scores."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.engine import UNSEAL, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick, pick_each

from ..printed.box import ARMOUR, NO_WEAPON, PERSONNEL
from ..state import NOBODY, NuEarth

BARE_HANDS = Word("bare_hands", "Bare hands")
HOLD_FIRE = Word("hold_fire", "No second salvo")
#: What a salvo may be made of: one main weapon, rounds, and secondary items.
GUNNAR_BONUS = 2


class Salvo(NamedTuple):
    """5.2 Rounds of one weapon fired together, with the secondary items that back them up."""

    weapon: int = NO_WEAPON
    rounds: int = 0
    backing: tuple[int, ...] = ()


class Target(NamedTuple):
    """What is fired at."""

    categories: int = PERSONNEL
    gp_proof: bool = False


GI = Target()
NOTHING = Salvo()


def rounds_for(s: NuEarth, seat: int, weapon: int) -> int:
    """How many rounds of a weapon a GI has: on a track, or as Special Items."""
    box = s.box
    if weapon < box.types:
        return s.rounds_of(seat, weapon)
    return sum(box.item_weapon[box.item[card]] == weapon for card in s.items(seat))


def weapons_for(s: NuEarth, seat: int, target: Target) -> list[int]:
    """5.2, 5.3 The weapons that can be fired at a target. What cannot affect it is no salvo (W-14)."""
    box = s.box
    held = {box.item_weapon[box.item[card]] for card in s.items(seat)}
    return [
        weapon
        for weapon in range(len(box.weapons))
        if (s.rounds_of(seat, weapon) if weapon < box.types else weapon in held) and box.dice(weapon, *target)
    ]


def backing_for(s: NuEarth, seat: int) -> list[int]:
    """5.3 Secondary items that can be added to a salvo."""
    box = s.box
    return [card for card in s.items(seat) if box.items[box.item[card]].extra_dice]


SALVO = Topic(
    "salvo",
    "5.2",
    "The weapon decides how many dice each round rolls at this target; what you fire is used up.",
    "weapon",
)
ROUNDS = Topic(
    "rounds", "5.2", "Each round adds its dice to your salvo and is used up, win or lose.", "number"
)
BACKING = Topic("backing", "5.3", "Each item you use adds its dice to your salvo and is discarded.", "card")


def choose_salvo(s: NuEarth, seat: int, target: Target, *, is_secret: bool = False) -> Steps[Salvo]:
    """5.2 Salvo. The GI selects a salvo: a weapon, how many rounds, and what backs it up."""
    able: list[Any] = [*weapons_for(s, seat, target), BARE_HANDS]
    weapon = yield pick(
        seat, SALVO, "Fire with what?", able, label="Fire {it}", private=is_secret, sealed=is_secret
    )
    rounds = 0
    if weapon != BARE_HANDS:
        rounds = yield amount(
            seat,
            ROUNDS,
            "How many rounds of {weapon}?",
            _rounds_in_salvo(s, seat, weapon),
            at_least=1,
            about={"weapon": weapon},
            private=is_secret,
            sealed=is_secret,
        )
    elif not target.categories & PERSONNEL:  # R-RT-19
        return NOTHING
    backing = yield from pick_each(
        seat,
        BACKING,
        "Back it up with what?",
        backing_for(s, seat),
        label="Use {it}",
        private=is_secret,
        sealed=is_secret,
    )
    return Salvo(NO_WEAPON if weapon == BARE_HANDS else weapon, rounds, tuple(backing))


SECOND_SALVO = Topic(
    "second_salvo",
    "17.4",
    "A second salvo is rolled and added to your score; what you fire is used up, even if it is not enough.",
    "weapon",
)
SECOND_ROUNDS = Topic(
    "second_rounds",
    "5.2",
    "Each round adds its dice to your second salvo and is used up, win or lose.",
    "number",
)
SECOND_BACKING = Topic(
    "second_backing", "5.3", "Each item you use adds its dice to your second salvo and is discarded.", "card"
)


def choose_second_salvo(
    s: NuEarth, seat: int, target: Target, mine: int, enemy: int, *, is_secret: bool = False
) -> Steps[Salvo]:
    """17.4 Bagman. A second salvo after the enemy's roll, of any type, or none."""
    able: list[Any] = [*weapons_for(s, seat, target), HOLD_FIRE]
    weapon = yield pick(
        seat,
        SECOND_SALVO,
        "{mine:number} against {enemy:number}. Fire a second salvo with what?",
        able,
        label="Fire {it}",
        about={"mine": mine, "enemy": enemy},
        private=is_secret,
        sealed=is_secret,
    )
    if weapon == HOLD_FIRE:
        return NOTHING
    rounds = yield amount(
        seat,
        SECOND_ROUNDS,
        "{mine:number} against {enemy:number}. How many rounds of {weapon}?",
        _rounds_in_salvo(s, seat, weapon),
        at_least=1,
        about={"weapon": weapon, "mine": mine, "enemy": enemy},
        private=is_secret,
        sealed=is_secret,
    )
    backing = yield from pick_each(
        seat,
        SECOND_BACKING,
        "Back the second salvo up with what?",
        backing_for(s, seat),
        label="Use {it}",
        private=is_secret,
        sealed=is_secret,
    )
    return Salvo(weapon, rounds, tuple(backing))


def _rounds_in_salvo(s: NuEarth, seat: int, weapon: int) -> int:
    """5.2 Any number of rounds; one of a weapon that fires one shot."""
    return rounds_for(s, seat, weapon) if s.box.weapons[weapon].several else 1


def spend(s: NuEarth, seat: int, salvo: Salvo) -> Steps:
    """5 Combat. R-RT-18: what is fired is spent whatever happens."""
    box = s.box
    if salvo.weapon == NO_WEAPON:
        yield say("{who:seat} fights with bare hands.", who=seat)
    else:
        yield say("{who:seat} fires {weapon} ×{n:number}.", who=seat, n=salvo.rounds, weapon=salvo.weapon)
        if salvo.weapon < box.types:
            s.spend(seat, salvo.weapon, salvo.rounds)
        else:
            fired = [card for card in s.items(seat) if box.item_weapon[box.item[card]] == salvo.weapon]
            for card in fired[: salvo.rounds]:
                s.discard(card)
    for card in salvo.backing:
        s.discard(card)
        yield say("{who:seat} uses {card}.", who=seat, card=card)


def salvo_dice(s: NuEarth, seat: int, salvo: Salvo, target: Target, *, is_first: bool) -> int:
    """5.2, 5.5 The dice of a salvo: its rounds, what backs it up and, in the first one, the Companions."""
    box = s.box
    if salvo.weapon == NO_WEAPON:
        dice = 1 if target.categories & PERSONNEL and is_first else 0  # R-RT-19
    else:
        dice = salvo.rounds * box.dice(salvo.weapon, *target)
    if dice:
        dice += sum(box.items[box.item[card]].extra_dice for card in salvo.backing)
        if is_first and seat == s.mover:
            dice += s.first_salvo
    if is_first and not target.gp_proof:
        dice += sum(_firepower(s, card) for card in s.companions(seat))
    return dice


def _firepower(s: NuEarth, card: int) -> int:
    companion = s.box.foes[card].companion
    return 0 if companion is None else companion.firepower


def salvo_bonus(s: NuEarth, seat: int, salvo: Salvo, target: Target) -> tuple[int, int]:
    """17.2, 17.3, R-RT-33 What chips do to a salvo's score: plus 2 for Gunnar, then times 2 for Helm."""
    is_rifle = salvo.weapon != NO_WEAPON and s.box.weapons[salvo.weapon].rifle
    plus = GUNNAR_BONUS if is_rifle and s.has_gunnar(seat) else 0
    times = 2 if target.categories & ARMOUR and s.has_helm(seat) else 1
    return plus, times


def score(
    s: NuEarth, seat: int, salvo: Salvo, target: Target, *, is_first: bool = True, extra: int = 0
) -> Steps[int]:
    """5.5 Roll a salvo and add what chips add."""
    dice = salvo_dice(s, seat, salvo, target, is_first=is_first) + extra
    plus, times = salvo_bonus(s, seat, salvo, target)
    if is_first and dice and seat == s.mover:
        s.first_salvo = 0
    rolled = yield Roll(dice, topic="salvo")
    return (int(rolled) + plus) * times if dice else 0


def can_fire_again(s: NuEarth, seat: int, target: Target) -> bool:
    """17.4 Bagman: a second salvo, if there is anything to fire."""
    return s.has_bagman(seat) and bool(weapons_for(s, seat, target))


def fight(s: NuEarth, seat: int, target: Target, enemy_dice: int, *, extra: int = 0) -> Steps[bool]:
    """5 Combat against a card or the Traitor. True if the GI scores as much or more.

    A second salvo is offered only to a GI who is behind: the others have won already.
    """
    salvo = yield from choose_salvo(s, seat, target)
    yield from spend(s, seat, salvo)
    enemy = yield Roll(enemy_dice, topic="enemy")
    mine = yield from score(s, seat, salvo, target, extra=extra)
    if mine < enemy and can_fire_again(s, seat, target):
        second = yield from choose_second_salvo(s, seat, target, mine, enemy)
        if second.weapon != NO_WEAPON:
            yield from spend(s, seat, second)
            mine += yield from score(s, seat, second, target, is_first=False)
    yield say("{who:seat} scores {mine:number} against {enemy:number}.", who=seat, mine=mine, enemy=enemy)
    return bool(mine >= enemy)


def duel(s: NuEarth, attacker: int, defender: int) -> Steps[int]:
    """4.6 Attack. R-RT-17: salvos are selected secretly. Returns who won, or NOBODY for a tie."""
    both = (attacker, defender)
    if s.box.is_milli_com(s.sector[attacker]):  # bare hands only, no chips, no Companions
        first = yield Roll(1, topic="bare hands")
        scores = [first, (yield Roll(1, topic="bare hands"))]
    else:
        scores = yield from _exchange_fire(s, both)
        if any(can_fire_again(s, seat, GI) for seat in both):
            yield from _fire_again(s, both, scores)
    yield say(
        "{one:seat} scores {a:number}, {other:seat} {b:number}.",
        one=attacker,
        a=scores[0],
        other=defender,
        b=scores[1],
    )
    if scores[0] == scores[1]:
        return NOBODY
    return attacker if scores[0] > scores[1] else defender


def _exchange_fire(s: NuEarth, both: tuple[int, int]) -> Steps[list[int]]:
    """4.6 Attack. R-RT-17: the first salvos, opened together."""
    salvos = []
    for seat in both:
        salvos.append((yield from choose_salvo(s, seat, GI, is_secret=True)))
    yield UNSEAL
    scores = []
    for seat, salvo in zip(both, salvos, strict=True):
        yield from spend(s, seat, salvo)
        scores.append((yield from score(s, seat, salvo, GI)))
    return scores


def _fire_again(s: NuEarth, both: tuple[int, int], scores: list[int]) -> Steps:
    """17.4 Bagman. Second salvos of GIs with Bagman, opened together as well."""
    salvos = []
    for n, seat in enumerate(both):
        salvo = NOTHING
        if can_fire_again(s, seat, GI):
            salvo = yield from choose_second_salvo(s, seat, GI, scores[n], scores[1 - n], is_secret=True)
        salvos.append(salvo)
    yield UNSEAL
    for n, (seat, salvo) in enumerate(zip(both, salvos, strict=True)):
        if salvo.weapon != NO_WEAPON:
            yield from spend(s, seat, salvo)
            scores[n] += yield from score(s, seat, salvo, GI, is_first=False)
