"""MD 11 Cards: who holds what, how a card is played, and how it is answered."""

from __future__ import annotations

from typing import Any

from sandtable.engine import PASS, Line, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..state import BLUE, DISCARDS, GREEN, HAND, RED, Battle
from . import hooks
from .hooks import HOOKS
from .reasons import PLAYABLE

DECK = {"green": GREEN, "red": RED, "blue": BLUE}


def deal(s: Battle) -> Steps[None]:
    """MD 11.1 Cards. Shuffle the decks and deal each side the cards its scenario gives it."""
    box = s.box
    hands = [box.army(side).cards for side in (0, 1)]
    decks = [0 if hand is None or hand.mixed else DECK[hand.colour] for hand in hands]
    for deck in sorted({deck for deck, hand in zip(decks, hands, strict=True) if hand is not None}):
        yield from s.cards.shuffle(deck, "cards")
    for side, hand in enumerate(hands):
        if hand is not None:
            s.cards.draw(decks[side], HAND + side, by=side, n=hand.count)


def has_cards(s: Battle, seat: int) -> bool:
    """Whether a side holds any cards at all; everybody can see that."""
    return bool(s.cards.zones[HAND + seat])


def effect_of(s: Battle, card: int) -> str:
    return s.box.cards[card].effect


CARD_TEXT = Line("{text}")
NO_CARD = Line("You keep your cards.")
LET_PASS = Line("Their card takes effect.")


def says_card(s: Battle, card: int) -> Line:
    """The text printed on a card."""
    printed = s.box.cards[card]
    return CARD_TEXT.of(text=Word(printed.id, printed.text))


CANCEL = Topic(
    "cancel",
    "MD 11.2",
    "The card you play stops theirs from taking effect, and both are discarded.",
    "card",
    window="cancel",
)


def play(s: Battle, seat: int, card: int) -> Steps[bool]:
    """MD 11.2 Countering cards. The other side may cancel it; then both are discarded. Returns whether it takes effect."""
    s.cards.play(card, DISCARDS)
    yield say("{who:seat} played {card}.", who=seat, card=card)
    other = 1 - seat
    if not has_cards(s, other):
        return True
    counter = yield pick(
        other,
        CANCEL,
        "Cancel {played:card}?",
        PLAYABLE.of(s, other, CANCEL.id, (), then=(PASS,)),
        label="Cancel it with {it}",
        says=lambda card: LET_PASS if card == PASS else says_card(s, card),
        about={"played": card},
        hide_options=True,
        decline=PASS,
    )
    if counter == PASS:
        return True
    s.cards.play(counter, DISCARDS)
    yield say("{who:seat} cancelled it with {card}.", who=other, card=counter)
    return False


def offer(
    s: Battle, seat: int, topic: Topic, prompt: str, who: int, /, *, about: dict[str, Any] | None = None
) -> Steps[str]:
    """Ask a side whether it plays a card at a moment. Returns the effect that came of it, "" for none.

    The topic has the name of the hook, which is asked about the state and `who`: a unit, or at the start of a turn a side.
    Everybody with cards is asked wherever a card could be played, so that being asked tells nothing of the hand.
    """
    if not has_cards(s, seat):
        return ""
    while True:
        card = yield pick(
            seat,
            topic,
            prompt,
            PLAYABLE.of(s, seat, topic.id, (s, who), then=(PASS,)),
            label="Play {it}",
            says=lambda card: NO_CARD if card == PASS else says_card(s, card),
            about=about,
            hide_options=True,
            decline=PASS,
        )
        if card == PASS:
            return ""
        if (yield from play(s, seat, card)):
            return effect_of(s, card)


START = Topic(
    "start",
    "MD 11",
    "A card you play takes effect at once, before any unit acts; you may then play another.",
    "card",
    window="start",
)


def start_cards(s: Battle, side: int) -> Steps[None]:
    """MD 11 Cards. Those for the start of a turn, after the initiative roll: any number of them, one after the other."""
    while has_cards(s, side):
        effect = yield from offer(s, side, START, "Play a card at the start of the turn?", side)
        if not effect:
            return
        yield from HOOKS[hooks.STARTED, effect](s, side)
