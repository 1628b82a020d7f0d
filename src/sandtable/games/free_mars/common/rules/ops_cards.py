"""Ops cards and Mission cards: set-up, drawing, gaining, losing, reshuffling. SC 7, 9, 12; SP 7, 9, 13."""

from __future__ import annotations

from enum import Enum

from sandtable.engine import Choice, Line, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ..state import DISCARDS, IN_PLAY, MISSION, MISSIONS, OPS, PLAYER, RESERVE, MissionEnded, Theatre
from .net import awareness, shift_net

OUT_OF_OPS = "The Ops deck has run out."


class Stake(Enum):
    """The stake of a battle: Ops cards or NET points."""

    OPS = 0
    NET = 1

    @property
    def label(self) -> str:
        """The name that people read."""
        return "Ops cards" if self is Stake.OPS else "NET Level"


# Set-up


def pick_mission(s: Theatre) -> Steps:
    """SC 7.1, SP 7.1: shuffle the Mission cards and pick one, face down."""
    yield from s.cards.shuffle(MISSIONS, "mission deck")
    s.cards.draw(MISSIONS, MISSION)
    s.is_revealed = False
    s.spent = ()


def set_up_ops(s: Theatre, n: int) -> Steps:
    """SC 7.3, SP 7.5: shuffle the Ops cards and deal n as the Ops deck; the rest is the Reserve. Late cards begin there.

    A player whose NET marker is on the highest space already (a campaign keeps it) may look before units are bought.
    """
    cards = s.cards
    late = [number for number, card in enumerate(s.box.ops) if card.late]
    for zone in (RESERVE, DISCARDS, IN_PLAY):
        cards.gather(zone, OPS)
    for card in late:
        cards.play(card, RESERVE)
    yield from cards.shuffle(OPS, "ops deck")
    cards.draw(OPS, RESERVE, n=len(cards.zones[OPS]) - n)
    if late:
        yield from cards.shuffle(RESERVE, "reserve")
    yield from awareness(s)


# In play


def draw_ops(s: Theatre) -> Steps[int]:
    """SC 12.1, SP 13.1: the top Ops card must be taken; it lies open while it is carried out."""
    card = s.cards.zones[OPS][-1]
    s.cards.play(card, IN_PLAY)
    yield say("You draw {card}.", card=card, opens=True)
    yield say("{about}", about=s.box.texts[card])
    return card


def discard_ops(s: Theatre) -> None:
    """SC 12.5, SP 13.5: a card that has been carried out goes to the discards."""
    s.cards.gather(IN_PLAY, DISCARDS)


def gain_ops(s: Theatre, n: int) -> Steps:
    """Gaining Ops (SC 12.3, SP 13.3). From the Reserve to the bottom of the deck; an empty Reserve is made of the discards."""
    cards, owed = s.cards, n
    while owed:
        if not cards.zones[RESERVE]:
            if not cards.zones[DISCARDS]:
                break
            cards.gather(DISCARDS, RESERVE)
            yield from cards.shuffle(RESERVE, "reserve")
        cards.give(cards.zones[RESERVE][-1], OPS, at=0)
        owed -= 1
    yield say("You gain {n:{n} Ops card|{n} Ops cards}; {left:number} left.", n=n - owed, left=s.ops_left)
    if owed < n:
        yield from awareness(s)


def lose_ops(s: Theatre, n: int) -> Steps:
    """Losing Ops (SC 12.4, SP 13.4). Discard from the top, unseen; a deck at zero, or one too small, loses the Mission."""
    s.cards.draw(OPS, DISCARDS, n=n)
    yield say("You lose {n:{n} Ops card|{n} Ops cards}; {left:number} left.", n=n, left=s.ops_left)
    if not s.ops_left:
        raise MissionEnded(False, OUT_OF_OPS)


def check_ops(s: Theatre) -> None:
    """SC 8.2, SP 8.2: an Op that ends with no card left to draw, and the Mission not won, loses it."""
    if not s.ops_left:
        raise MissionEnded(False, OUT_OF_OPS)


def reshuffle_discards(s: Theatre, n: int) -> Steps:
    """Reshuffle n (SC 12.6). n discards, picked at random, are shuffled into the Ops deck."""
    cards = s.cards
    yield from cards.shuffle(DISCARDS, "discards")
    back = len(cards.draw(DISCARDS, OPS, n=n))
    yield from cards.shuffle(OPS, "ops deck")
    yield say("{n:No discard goes|{n} discard goes|{n} discards go} back into the Ops deck.", n=back)
    yield from awareness(s)


def reshuffle_all(s: Theatre) -> Steps:
    """Reshuffle (SP 13.6). Deck and discards are shuffled, and as many dealt as the deck had."""
    cards = s.cards
    n = len(cards.zones[OPS])
    cards.gather(DISCARDS, OPS)
    yield from cards.shuffle(OPS, "ops deck")
    cards.draw(OPS, DISCARDS, n=len(cards.zones[OPS]) - n)
    yield say("The Ops deck and the discards are shuffled; {n:{n} card is|{n} cards are} dealt.", n=n)
    yield from awareness(s)


# Win/Lose n


def settle_win_lose(s: Theatre, gain: Topic, lose: Topic, n: int, won: bool) -> Steps:
    """Win/Lose n (SC 12.2, SP 13.2). After a battle won gain n Ops or n NET; after one lost lose n of either."""
    if not n:
        return
    if won:
        stake = yield pick(
            PLAYER,
            gain,
            "Battle won: gain {n:{n} Ops card or {n} NET Level|{n} Ops cards or {n} NET Levels}?",
            list(Stake),
            about={"n": n},
            says=lambda stake: GAINS[stake].of(n=n),
        )
    else:
        stake = yield pick(
            PLAYER,
            lose,
            "Battle lost: lose {n:{n} Ops card or {n} NET Level|{n} Ops cards or {n} NET Levels}?",
            LOSABLE.of(s, n),
            about={"n": n},
            others=list(Stake),
            says=lambda stake: LOSES[stake].of(n=n),
        )
    if stake is Stake.NET:
        yield from shift_net(s, n if won else -n)
    else:
        yield from (gain_ops(s, n) if won else lose_ops(s, n))


GAINS = {
    Stake.OPS: Line("More time: {n:one more Ops card|{n} more Ops cards} to draw."),
    Stake.NET: Line("More dice and a better edge, but more enemies in every battle."),
}
LOSES = {
    Stake.OPS: Line("Less time: {n:one Ops card is|{n} Ops cards are} discarded unseen."),
    Stake.NET: Line("Fewer enemies in every battle, but fewer dice and less of an edge."),
}
TOO_FEW_OPS = Refusal("The Ops deck has fewer cards than that.")
NET_AT_LOWEST = Refusal("The NET Level is too low to fall by {n:number}.")


def lose_refusal(s: Theatre, n: int, stake: Stake) -> Refusal | None:
    """R-SC-20, R-SP-21: what is lost must be lost in full; but NET even in part where losing Ops would lose the Mission."""
    if stake is Stake.OPS:
        return TOO_FEW_OPS if s.ops_left < n else None
    return NET_AT_LOWEST.of(n=n) if s.net <= n < s.ops_left else None


LOSABLE = Choice(lambda s, n: Stake, lose_refusal)


# The Mission card


def reveal_mission(s: Theatre) -> Steps:
    """SC 9.2, SP 9.2: the Mission card is turned up."""
    card = s.cards.zones[MISSION][0]
    s.cards.reveal([card])
    s.is_revealed = True
    yield say("The Mission is {card}.", card=card)
