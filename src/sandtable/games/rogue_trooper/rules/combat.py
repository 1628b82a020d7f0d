"""RT 5 Combat, RT 16 Ammunition, RT 17 Bio-chips: salvos and their scores."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from sandtable.engine import UNSEAL, Choice, Line, Listed, Of, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick, pick_each

from ..printed.box import ARMOUR, CATEGORY, NO_WEAPON, PERSONNEL
from ..state import NOBODY, NuEarth
from .choices import item_refusal

BARE_HANDS = Word("bare_hands", "Bare hands", says="One die, and only against Personnel.")
NO_GRIP = Line("No dice: bare hands hurt only Personnel.")
HOLD_FIRE = Word("hold_fire", "No second salvo", says="You keep your rounds, and your score stands.")
NO_ROUNDS = Refusal("You have no {it}.")
GP_PROOF = Refusal("{it} do nothing to a GP-proof target.")
ONLY_AGAINST = Refusal("{it} can be fired only at {categories:category}.")
NOT_AGAINST = Refusal("{it} cannot be fired at {categories:category}.")
ENEMY = Line("The enemy")
NO_BACKING = Refusal("{it} adds no dice to a salvo.")
#: What a salvo is called: "Fire GP Mags ×3".
FIRE = "Fire {first} ×{second}"
#: What a salvo may be made of: one main weapon, rounds, and secondary items.
GUNNAR_BONUS = 2


class Salvo(NamedTuple):
    """5.2 Rounds of one weapon fired together, with the secondary items that back them up."""

    weapon: int = NO_WEAPON
    rounds: int = 0
    backing: tuple[int, ...] = ()


class Target(NamedTuple):
    """The target of a salvo."""

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
    box, types = s.box, s.box.types
    held = {box.item_weapon[box.item[card]] for card in s.items(seat)}
    rounds = s.ammunition[seat * types : (seat + 1) * types]
    return [
        weapon for weapon in box.affecting(*target) if (rounds[weapon] if weapon < types else weapon in held)
    ]


def why_no_weapon(s: NuEarth, seat: int, target: Target, weapon: int) -> Refusal:
    """5.2, 16 Why a weapon is not in the list (`weapons_for`, which decides): no rounds, or no effect."""
    if not rounds_for(s, seat, weapon):
        return NO_ROUNDS
    kind, hit = s.box.weapons[weapon], [name for name, bit in CATEGORY.items() if bit & target.categories]
    if kind.only_against and not any(name in hit for name in kind.only_against):
        return ONLY_AGAINST.of(categories=_numbers(kind.only_against))
    if any(name in hit for name in kind.not_against):
        return NOT_AGAINST.of(categories=_numbers(kind.not_against))
    return GP_PROOF


def _numbers(categories: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(list(CATEGORY).index(name) for name in categories)


def why_no_salvo(s: NuEarth, seat: int, target: Target, it: Of) -> Refusal:
    """5.2 Why a weapon is in no salvo at a target."""
    return why_no_weapon(s, seat, target, it.value)


def salvo_says(
    s: NuEarth, seat: int, target: Target, is_first: bool, it: Any, *, extra: int = 0
) -> Line | None:
    """5.2, 5.5, 17 The dice of a salvo, with what a Rogue card adds, and what chips make of them."""
    if it == BARE_HANDS and not target.categories & PERSONNEL:
        return NO_GRIP
    if not isinstance(it, tuple):
        return None
    salvo = Salvo(*it)
    dice = salvo_dice(s, seat, salvo, target, is_first=is_first) + extra
    return BONUS[salvo_bonus(s, seat, salvo, target)].of(n=dice)


#: By what chips add and multiply.
BONUS = {
    (0, 1): Line("{n:{n} die|{n} dice}."),
    (GUNNAR_BONUS, 1): Line("{n:{n} die|{n} dice}, +2 by Gunnar."),
    (0, 2): Line("{n:{n} die|{n} dice}, doubled by Helm."),
    (GUNNAR_BONUS, 2): Line("{n:{n} die|{n} dice}, +2 by Gunnar, doubled by Helm."),
}


def rounds_in(salvo: Any) -> dict[str, int]:
    """For programs: the rounds of a salvo."""
    return {"amount": salvo[1]}


def backing_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """5.3 Why a card does not back a salvo up."""
    why = item_refusal(s, seat, card)
    return why or (None if s.box.items[s.box.item[card]].extra_dice else NO_BACKING)


def backing_says(s: NuEarth, card: Any) -> Line | None:
    return MORE_DICE.of(n=s.box.items[s.box.item[card]].extra_dice) if isinstance(card, int) else None


MORE_DICE = Line("{n:{n} more die|{n} more dice}; the card is used up.")


#: 5.3 Secondary items that can be added to a salvo.
SECONDARY_ITEMS = Choice(NuEarth.items, backing_refusal)


SALVO = Topic(
    "salvo",
    "5.2",
    "Weapon and rounds decide how many dice you roll at this target; what you fire is used up.",
    ("weapon", "number"),
)
BACKING = Topic("backing", "5.3", "Each item you use adds its dice to your salvo and is discarded.", "card")


def salvos_for(s: NuEarth, seat: int, target: Target) -> list[Any]:
    """5.2, 5.3 The salvos that can be fired at a target: a weapon and any number of its rounds."""
    return [
        (weapon, n)
        for weapon in weapons_for(s, seat, target)
        for n in range(1, _rounds_in_salvo(s, seat, weapon) + 1)
    ]


def first_salvos(s: NuEarth, seat: int, target: Target) -> list[Any]:
    """5.3 The possible first salvos; R-RT-19: bare hands are always there."""
    return [*salvos_for(s, seat, target), BARE_HANDS]


def choose_salvo(
    s: NuEarth, seat: int, target: Target, *, other: int = NOBODY, is_secret: bool = False, extra: int = 0
) -> Steps[Salvo]:
    """5.2 Salvo. The GI selects a salvo: a weapon, how many rounds, and what backs it up."""
    it = yield pick(
        seat,
        SALVO,
        "Fire what?" if other == NOBODY else "Fire what at {other:seat}?",
        Listed(first_salvos(s, seat, target), partial(why_no_salvo, s, seat, target)),
        label=FIRE,
        about=None if other == NOBODY else {"other": other},
        private=is_secret,
        sealed=is_secret,
        data=rounds_in,
        says=partial(salvo_says, s, seat, target, True, extra=extra),
    )
    return (yield from back_up(s, seat, target, it, is_secret=is_secret))


def back_up(s: NuEarth, seat: int, target: Target, it: Any, *, is_secret: bool = False) -> Steps[Salvo]:
    """5.3 Salvo. Secondary items are added to a salvo."""
    if it == BARE_HANDS and not target.categories & PERSONNEL:  # R-RT-19
        return NOTHING
    weapon, rounds = (NO_WEAPON, 0) if it == BARE_HANDS else it
    backing = yield from pick_each(
        seat,
        BACKING,
        "Back it up with what?",
        SECONDARY_ITEMS.of(s, seat),
        label="Use {it}",
        private=is_secret,
        sealed=is_secret,
        facts={"weapon": weapon, "rounds": rounds},
        says=partial(backing_says, s),
    )
    return Salvo(weapon, rounds, tuple(backing))


SECOND_SALVO = Topic(
    "second_salvo",
    "17.4",
    "A second salvo is rolled and added to your score; what you fire is used up, even if it is not enough.",
    ("weapon", "number"),
)
SECOND_BACKING = Topic(
    "second_backing", "5.3", "Each item you use adds its dice to your second salvo and is discarded.", "card"
)


def choose_second_salvo(
    s: NuEarth, seat: int, target: Target, mine: int, enemy: int, *, is_secret: bool = False
) -> Steps[Salvo]:
    """17.4 Bagman. A second salvo after the enemy's roll, of any type, or none."""
    it = yield pick(
        seat,
        SECOND_SALVO,
        "{mine:number} against {enemy:number}. Fire what in a second salvo?",
        Listed(salvos_for(s, seat, target), partial(why_no_salvo, s, seat, target), (HOLD_FIRE,)),
        label=FIRE,
        about={"mine": mine, "enemy": enemy},
        private=is_secret,
        sealed=is_secret,
        data=rounds_in,
        says=partial(salvo_says, s, seat, target, False),
    )
    if it == HOLD_FIRE:
        return NOTHING
    backing = yield from pick_each(
        seat,
        SECOND_BACKING,
        "Back the second salvo up with what?",
        SECONDARY_ITEMS.of(s, seat),
        label="Use {it}",
        private=is_secret,
        sealed=is_secret,
        says=partial(backing_says, s),
    )
    weapon, rounds = it
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
    """17.2, 17.3, R-RT-33 The effect of chips on a salvo's score: plus 2 for Gunnar, then times 2 for Helm."""
    is_rifle = salvo.weapon != NO_WEAPON and s.box.weapons[salvo.weapon].rifle
    plus = GUNNAR_BONUS if is_rifle and s.has_gunnar(seat) else 0
    times = 2 if target.categories & ARMOUR and s.has_helm(seat) else 1
    return plus, times


def salvo_mods(
    s: NuEarth, seat: int, salvo: Salvo, target: Target, *, is_first: bool, extra: int
) -> tuple[Line, ...]:
    """5.5, 17 Where the dice of a salvo come from beyond its rounds, and what chips make of them."""
    box = s.box
    found = [] if salvo.weapon == NO_WEAPON else [ROUNDS.of(n=salvo.rounds, weapon=salvo.weapon)]
    for card in salvo.backing:
        found.append(DICE_OF.of(n=box.items[box.item[card]].extra_dice, card=card))
    if is_first and not target.gp_proof:
        for card in s.companions(seat):
            if n := _firepower(s, card):
                found.append(DICE_OF.of(n=n, card=card))
    if more := extra + (s.first_salvo if is_first and seat == s.mover else 0):
        found.append(DICE_OF_CARD.of(n=more))
    plus, times = salvo_bonus(s, seat, salvo, target)
    if plus:
        found.append(GUNNAR_LINE)
    if times > 1:
        found.append(HELM_LINE)
    return tuple(found)


ROUNDS = Line("{weapon} ×{n:number}")
DICE_OF = Line("{card}: {n:+{n} die|+{n} dice}")
DICE_OF_CARD = Line("Rogue card: {n:+{n} die|+{n} dice}")
GUNNAR_LINE = Line("+2 Gunnar")
HELM_LINE = Line("×2 Helm against Armour")


def score(
    s: NuEarth, seat: int, salvo: Salvo, target: Target, *, is_first: bool = True, extra: int = 0
) -> Steps[int]:
    """5.5 Roll a salvo and add what chips add."""
    dice = salvo_dice(s, seat, salvo, target, is_first=is_first) + extra
    plus, times = salvo_bonus(s, seat, salvo, target)
    mods = salvo_mods(s, seat, salvo, target, is_first=is_first, extra=extra)
    if is_first and dice and seat == s.mover:
        s.first_salvo = 0
    rolled = yield Roll(dice, topic="salvo", by=seat, mods=mods)
    return (int(rolled) + plus) * times if dice else 0


def can_fire_again(s: NuEarth, seat: int, target: Target) -> bool:
    """17.4 Bagman: a second salvo, if there is anything to fire."""
    return s.has_bagman(seat) and bool(weapons_for(s, seat, target))


def fight(
    s: NuEarth,
    seat: int,
    target: Target,
    enemy_dice: int,
    enemy_name: Line = ENEMY,
    *,
    salvo: Salvo | None = None,
    extra: int = 0,
) -> Steps[bool]:
    """5 Combat against a card or the Traitor. True if the GI scores as much or more.

    A second salvo is offered only to a GI who is behind: the others have won already.
    """
    if salvo is None:
        salvo = yield from choose_salvo(s, seat, target, extra=extra)
    yield from spend(s, seat, salvo)
    enemy = yield Roll(enemy_dice, topic="enemy", by_line=enemy_name)
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
        first = yield Roll(1, topic="bare hands", by=attacker)
        scores = [first, (yield Roll(1, topic="bare hands", by=defender))]
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
    for seat, other in (both, both[::-1]):
        salvos.append((yield from choose_salvo(s, seat, GI, other=other, is_secret=True)))
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
