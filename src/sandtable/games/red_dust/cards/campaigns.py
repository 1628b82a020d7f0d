"""20 Campaign cards: drawing and playing them. What they do stands where their rules are, under their number.

RD1, RD2: `placing.place_base`. RD3, RD8: `earthgov.arrive`. RD4: `movement.secure_origins`. RD5, RD12: `alignment`.
RD6: `op_coin.assault`. RD7: `Mars.settle`. RD9, RD10: `action.price`. RD11: `op_coin.logistics_spaces` and the
Pass of the Corporations.
"""

from __future__ import annotations

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.decks import ACTIVE, CAMPAIGN_DECK, DRAWN, GONE
from ..printed.map import RED_DUST
from ..state import Mars

CAMPAIGN_CARD = Topic(
    "campaign_card",
    "20",
    "The Campaign is in force until the next Reset Phase; the other cards are shuffled back into the deck.",
    "campaign",
)


def draw_and_play(s: Mars, n: int) -> Steps[None]:
    """20 Campaign cards. Of those drawn Red Dust puts one of them into play, the rest is shuffled back."""
    force(s)
    drawn = s.campaigns.draw(CAMPAIGN_DECK, DRAWN, by=RED_DUST, n=n)
    if not drawn:
        return
    yield say("Campaign cards drawn: {n:number}.", n=len(drawn))
    card = yield pick(
        RED_DUST,
        CAMPAIGN_CARD,
        "Which Campaign comes into play?",
        drawn[:],
        label="Play {it}",
        hide_options=True,
        even_if_forced=len(drawn) > 1,
    )
    yield from put_into_play(s, card)
    if s.campaigns.zones[DRAWN]:
        s.campaigns.gather(DRAWN, CAMPAIGN_DECK)
        yield from s.campaigns.shuffle(CAMPAIGN_DECK, "campaign_shuffle")


def play_top(s: Mars) -> Steps[None]:
    """18 "Draw and play" a Campaign card: the top one, with no choice."""
    if s.campaigns.zones[CAMPAIGN_DECK]:
        yield from put_into_play(s, s.campaigns.zones[CAMPAIGN_DECK][-1])


def put_into_play(s: Mars, card: int) -> Steps[None]:
    """20 A Campaign card lies beside those already active, until the next Reset Phase."""
    s.campaigns.play(card, ACTIVE)
    yield say("{campaign} is in play.", campaign=card)
    s.settle_all()  # RD7


def end_campaign(s: Mars, card: int) -> Steps[None]:
    """An active Campaign card leaves the game."""
    s.campaigns.give(card, GONE)
    yield say("{campaign} is over.", campaign=card)
    s.settle_all()


def force(s: Mars) -> None:
    """A scenario may have laid a card on top of the deck."""
    if s.forced.get("campaign"):
        card, *s.forced["campaign"] = s.forced["campaign"]
        if card in s.campaigns.zones[CAMPAIGN_DECK]:
            s.campaigns.give(card, CAMPAIGN_DECK)
