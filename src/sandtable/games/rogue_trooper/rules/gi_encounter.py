"""RT 4.6 GI Encounters: attack, kidnap, exchange, trade or talk."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Choice, Refusal, Steps, Word, done_with, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..state import ATTACKED_LEFT, ATTACKED_MOST_CLUES, ATTACKED_NEAREST, COMPANION, MISSION, NuEarth
from .bargains import exchange_clues, trade
from .battlefield import evade, may_evade
from .choices import CONTACTS, companion_refusal
from .combat import duel
from .lives import lose_lives

ATTACK = Word("attack", "Attack", says="Both fire in secret; the loser loses a life. He may evade.")
KIDNAP = Word(
    "kidnap", "Kidnap a Companion", says="Both fire; win and take a Companion, lose and lose a life."
)
EXCHANGE_COMPANIONS = Word(
    "exchange_companions", "Exchange Companions", says="He must take yours and may give you one back."
)
EXCHANGE_MISSIONS = Word(
    "exchange_missions", "Exchange Missions", says="You swap Contact Missions. He cannot refuse."
)
EXCHANGE_CLUES = Word(
    "exchange_clues", "Exchange Clues", says="Offer a Clue for one you wish for. He may refuse."
)
TRADE = Word("trade", "Trade", says="Special Items and rounds change hands, if both agree.")
TALK = Word("talk", "Talk", says="Nothing happens.")
EVERY_WAY = (ATTACK, KIDNAP, EXCHANGE_COMPANIONS, EXCHANGE_MISSIONS, EXCHANGE_CLUES, TRADE, TALK)
HE_HAS_NO_COMPANION = Refusal("{other:seat} has no Companion.")
NO_COMPANION = Refusal("You have no Companion.")
NO_CONTACT = Refusal("You have no Contact Mission.")
HE_HAS_NO_MISSION = Refusal("{other:seat} has no Mission.")
NO_CLUE = Refusal("You have no hidden Clue card.")
HE_HAS_NO_CLUE = Refusal("{other:seat} has no hidden Clue card.")
TAKE_NOBODY = Word("nobody", "Take nobody", says="Your Companions stay as they are.")
NOT_HIS = Refusal("{it} is not with {other:seat}.")
HAS_MOVED = Refusal("{it} has changed hands in this encounter.")


def meet_refusal(s: NuEarth, attacker: int, defender: int, way: Word) -> Refusal | None:
    """4.6 Why a way to meet could come to nothing, as far as the Attacker can see."""
    if way == KIDNAP:
        return None if s.companions(defender) else HE_HAS_NO_COMPANION.of(other=defender)
    if way == EXCHANGE_COMPANIONS:
        return None if s.companions(attacker) else NO_COMPANION
    if way == EXCHANGE_MISSIONS:
        if not CONTACTS.any(s, attacker):
            return NO_CONTACT
        return None if s.missions(defender) else HE_HAS_NO_MISSION.of(other=defender)
    if way == EXCHANGE_CLUES:
        if not s.clues(attacker):
            return NO_CLUE
        return None if s.clues(defender) else HE_HAS_NO_CLUE.of(other=defender)
    return None


def every_way(s: NuEarth, attacker: int, defender: int) -> tuple[Word, ...]:
    return EVERY_WAY


#: 4.6 The options of the Attacker: those that, as far as he can see, could come to something.
WAYS_TO_MEET = Choice(every_way, meet_refusal)


MEET = Topic(
    "meet", "4.6", "This is all that happens between the two of you this turn; then your End phase begins."
)


def meet(s: NuEarth) -> Steps:
    """4.6 GI Encounters. The mover is the Attacker and selects one option."""
    attacker, defender = s.mover, s.met
    way = yield pick(
        attacker,
        MEET,
        "You meet {other:seat}. What do you do?",
        WAYS_TO_MEET.of(s, attacker, defender),
        about={"other": defender},
        hide_options=True,
        others=EVERY_WAY,
    )
    yield from WAYS[way.id](s, attacker, defender)


EVADE_GI = Topic(
    "evade_gi",
    "4.6",
    "If your roll succeeds there is no fight; if it fails, or you say no, the loser loses a life.",
)


def attack(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Attack. The Defender may evade against 2 plus the Attacker's lives; the loser loses a life."""
    yield say("{who:seat} attacks {other:seat}.", who=attacker, other=defender, opens=True)
    if may_evade(s, defender) and (
        yield yes_no(defender, EVADE_GI, "{who:seat} attacks. Try to evade?", about={"who": attacker})
    ):
        if (yield from evade(s, defender, 2 + s.lives[attacker])):
            yield say("{other:seat} evades.", other=defender)
            return
        yield say("{other:seat} fails to evade.", other=defender, tone="bad")
    note_attack(s, attacker, defender)
    winner = yield from duel(s, attacker, defender)
    if winner == attacker:
        yield from lose_lives(s, defender, 1)
    elif winner == defender:
        yield from lose_lives(s, attacker, 1)


def note_attack(s: NuEarth, attacker: int, defender: int) -> None:
    """4.6.1 Note what this attack counts as for a Genie mission; everybody can see that."""
    if defender == (attacker + 1) % s.players:
        s.deeds[attacker] |= ATTACKED_LEFT
    counts = [
        len(s.clues(seat)) + len(s.set_of(seat)) if s.is_alive(seat) and seat != attacker else -1
        for seat in range(s.players)
    ]
    if counts[defender] == max(counts):
        s.deeds[attacker] |= ATTACKED_MOST_CLUES
    if s.nearest >> defender & 1:
        s.deeds[attacker] |= ATTACKED_NEAREST


KIDNAP_WHOM = Topic("kidnap", "4.6", "This Companion leaves the other GI and goes with you.", "card")


def kidnap_refusal(s: NuEarth, defender: int, card: int) -> Refusal | None:
    """4.6 Why a card is no Companion to kidnap."""
    return None if card in s.companions(defender) else NOT_HIS.of(other=defender)


COMPANIONS_TO_KIDNAP = Choice(NuEarth.companions, kidnap_refusal)


def kidnap(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Kidnap. As an attack, but the Attacker may take a Companion; only he can lose a life."""
    yield say(
        "{who:seat} tries to kidnap a Companion of {other:seat}.", who=attacker, other=defender, opens=True
    )
    winner = yield from duel(s, attacker, defender)
    if winner == attacker:
        card = yield pick(
            attacker,
            KIDNAP_WHOM,
            "Take which Companion?",
            COMPANIONS_TO_KIDNAP.of(s, defender, then=(TAKE_NOBODY,)),
            label="Take {it}",
        )
        if card == TAKE_NOBODY:
            yield say("{who:seat} takes nobody from {other:seat}.", who=attacker, other=defender)
            return
        _hand_over(s, card, attacker)
        yield say("{who:seat} takes {card} from {other:seat}.", who=attacker, card=card, other=defender)
    elif winner == defender:
        yield from lose_lives(s, attacker, 1)


def _hand_over(s: NuEarth, card: int, to: int) -> None:
    s.take(card, to, COMPANION)
    s.welcome(card)


GIVE = Topic(
    "give",
    "4.6",
    "The other GI must take this Companion, and may then give you one of his; Done ends the exchange.",
    "card",
)


NO_MORE = done_with("the exchange")


def give_refusal(s: NuEarth, giver: int, moved: list[int], card: int) -> Refusal | None:
    """4.6 Why a Companion cannot be given: each moves once."""
    return companion_refusal(s, giver, card) or (HAS_MOVED if card in moved else None)


def companions_of(s: NuEarth, giver: int, moved: list[int]) -> list[int]:
    return s.companions(giver)


COMPANIONS_TO_GIVE = Choice(companions_of, give_refusal)


def exchange_companions(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Exchange Companions. One is given and must be taken, one may be given back, until somebody stops."""
    giver, taker = attacker, defender
    moved: list[int] = []
    while COMPANIONS_TO_GIVE.any(s, giver, moved):
        card = yield pick(
            giver,
            GIVE,
            "Give {other:seat} which Companion?",
            COMPANIONS_TO_GIVE.of(s, giver, moved[:], then=(NO_MORE,) if moved else ()),
            label="Give {it}",
            about={"other": taker},
        )
        if card == NO_MORE:
            break
        moved.append(card)
        _hand_over(s, card, taker)
        yield say("{who:seat} gives {card} to {other:seat}.", who=giver, card=card, other=taker)
        giver, taker = taker, giver


def exchange_missions(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Exchange Missions. The Defender cannot refuse; nobody else sees the cards."""
    if not CONTACTS.any(s, defender):
        yield say("{other:seat} has no Mission that can be exchanged.", other=defender, reveals_secret=True)
        return
    mine = yield from _which_mission(s, attacker)
    other = yield from _which_mission(s, defender)
    s.cards.give(mine, s.zone(defender, MISSION), seen_by=[attacker, defender])
    s.cards.give(other, s.zone(attacker, MISSION), seen_by=[attacker, defender])
    yield say(
        "{who:seat} and {other:seat} exchange Missions.", who=attacker, other=defender, reveals_secret=True
    )
    yield say("{a:card} for {b:card}.", seen_by=[attacker, defender], a=mine, b=other)


MISSION_GIVE = Topic(
    "mission_give", "4.6", "The other GI gets this Mission, and you get one of his in return.", "card"
)


def _which_mission(s: NuEarth, seat: int) -> Steps[int]:
    """4.6 Exchange Missions. 11.2: a GI who keeps two Contacts says which one he gives."""
    card = yield pick(
        seat,
        MISSION_GIVE,
        "Give which Mission?",
        CONTACTS.of(s, seat),
        label="Give {it}",
        private=True,
        others=s.missions(seat)[:],
    )
    return int(card)


def talk(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Talk. Nothing happens."""
    yield say("{who:seat} and {other:seat} swap stories.", who=attacker, other=defender)


WAYS: dict[str, Callable[[NuEarth, int, int], Steps]] = {
    "attack": attack,
    "kidnap": kidnap,
    "exchange_companions": exchange_companions,
    "exchange_missions": exchange_missions,
    "exchange_clues": exchange_clues,
    "trade": trade,
    "talk": talk,
}
