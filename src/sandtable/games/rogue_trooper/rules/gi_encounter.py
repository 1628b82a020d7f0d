"""RT 4.6 GI Encounters: attack, kidnap, exchange, trade or talk."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..state import ATTACKED_LEFT, ATTACKED_MOST_CLUES, ATTACKED_NEAREST, COMPANION, MISSION, NuEarth
from .bargains import exchange_clues, trade
from .battlefield import evade, may_evade
from .combat import duel
from .lives import lose_lives

ATTACK = Word("attack", "Attack")
KIDNAP = Word("kidnap", "Kidnap a Companion")
EXCHANGE_COMPANIONS = Word("exchange_companions", "Exchange Companions")
EXCHANGE_MISSIONS = Word("exchange_missions", "Exchange Missions")
EXCHANGE_CLUES = Word("exchange_clues", "Exchange Clues")
TRADE = Word("trade", "Trade")
TALK = Word("talk", "Talk")


def ways_to_meet(s: NuEarth, attacker: int, defender: int) -> list[Word]:
    """4.6 The options of the Attacker: those that, as far as he can see, could come to something."""
    ways = [ATTACK]
    if s.companions(defender):
        ways.append(KIDNAP)
    if s.companions(attacker):
        ways.append(EXCHANGE_COMPANIONS)
    if contacts(s, attacker) and s.missions(defender):
        ways.append(EXCHANGE_MISSIONS)
    if s.clues(attacker) and s.clues(defender):
        ways.append(EXCHANGE_CLUES)
    return [*ways, TRADE, TALK]


def contacts(s: NuEarth, seat: int) -> list[int]:
    """4.6 Missions that can be exchanged: no Genie, no Wedding Bells."""
    return [card for card in s.missions(seat) if s.box.task(card).is_contact]


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
        lambda: ways_to_meet(s, attacker, defender),
        about={"other": defender},
        hide_options=True,
    )
    yield from WAYS[way.id](s, attacker, defender)


EVADE_GI = Topic(
    "evade_gi",
    "4.6",
    "If your roll succeeds there is no fight; if it fails, or you say no, the loser loses a life.",
)


def attack(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Attack. The Defender may evade against 2 plus the Attacker's lives; the loser loses a life."""
    yield say("{who:seat} attacks {other:seat}.", who=attacker, other=defender)
    if may_evade(s, defender) and (
        yield yes_no(defender, EVADE_GI, "{who:seat} attacks. Try to evade?", about={"who": attacker})
    ):
        if (yield from evade(s, defender, 2 + s.lives[attacker])):
            yield say("{other:seat} evades.", other=defender)
            return
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


def kidnap(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Kidnap. As an attack, but for a Companion; only the Attacker can lose a life."""
    yield say("{who:seat} tries to kidnap a Companion of {other:seat}.", who=attacker, other=defender)
    winner = yield from duel(s, attacker, defender)
    if winner == attacker:
        card = yield pick(
            attacker, KIDNAP_WHOM, "Take which Companion?", s.companions(defender)[:], label="Take {it}"
        )
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


def exchange_companions(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Exchange Companions. One is given and must be taken, one may be given back, until somebody stops."""
    giver, taker = attacker, defender
    moved: list[int] = []
    while able := [card for card in s.companions(giver) if card not in moved]:
        must = not moved
        card = yield pick(
            giver,
            GIVE,
            "Give {other:seat} which Companion?",
            able if must else [*able, DONE],
            label="Give {it}",
            about={"other": taker},
        )
        if card == DONE:
            break
        moved.append(card)
        _hand_over(s, card, taker)
        yield say("{who:seat} gives {card} to {other:seat}.", who=giver, card=card, other=taker)
        giver, taker = taker, giver


def exchange_missions(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Exchange Missions. The Defender cannot refuse; nobody else sees the cards."""
    theirs = contacts(s, defender)
    if not theirs:
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
        seat, MISSION_GIVE, "Give which Mission?", contacts(s, seat), label="Give {it}", private=True
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
