"""RT 6 (e) Rogue cards at the end of a turn: the rule by which a player keeps them, and new ones in their place."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Ask, Line, Listed, Steps, Word, say
from sandtable.engine.asking import Topic, part_of, pick, pick_each

from ..rules.choices import ROGUE_CARDS
from ..state import ASKED, HAND, KEEPS_ALL, KEEPS_BY_ORDER, ROGUES, ROGUES_OUT, NuEarth
from .effects import SAYS
from .playing import card_says

KEEP_ALL = Word(
    "keep_all",
    "Keep all, now and in later turns",
    says="You are not asked again. You can change that with any move.",
    ends="question",
)
BY_ORDER = Word(
    "by_order",
    "Keep them by an order, now and in later turns",
    says="You say which kinds you keep, and in secret. You can change that with any move.",
    ends="question",
)
KEEP_REST = Word("done", "Keep the rest", says="Your hand is filled up to three cards.")
NO_OTHERS = Word("done", "Discard all others")


def refill_hand(s: NuEarth) -> Steps:
    """6 End phase. (e) Discard unwanted Rogue cards, by the player's rule, and draw up to three."""
    seat, limit = s.mover, s.box.sheet.rogue_hand
    rule = s.rogue_rule(seat)
    if rule == KEEPS_BY_ORDER:
        yield from _keep_by_order(s, seat)
    while len(s.hand(seat)) > limit:
        yield from _discard(s, seat, (yield _which(s, seat, ())))
    if rule == ASKED:
        yield from _discard_unwanted(s, seat)
    missing = limit - len(s.hand(seat))
    yield from s.cards.draw_on(ROGUES, ROGUES_OUT, s.zone(seat, HAND), by=seat, n=missing, topic="rogue deck")


ROGUE_OUT = Topic(
    "rogue_out",
    "6",
    "Every card you discard is seen by all, and a new one is drawn in its place.",
    "card",
    window="rogue.discard",
)


def _which(s: NuEarth, seat: int, words: tuple[Word, ...]) -> Ask:
    """6 End phase. (e) Which card goes; without words, one over the limit must."""
    held = len(s.hand(seat))
    over = 0 if words else held - s.box.sheet.rogue_hand
    return part_of(
        "several",
        over or held,
        pick(
            seat,
            ROGUE_OUT,
            "Discard unwanted Rogue cards?" if words else "Too many Rogue cards: discard which?",
            ROGUE_CARDS.of(s, seat, then=words),
            label="Discard {it}",
            decline=KEEP_REST,
            hide_options=True,
            says=partial(card_says, s),
            likely=KEEP_REST,
        ),
        needed=over,
    )


def _discard_unwanted(s: NuEarth, seat: int) -> Steps:
    """6 End phase. (e) Unwanted Rogue cards, one by one; or a rule for this turn and all later ones."""
    words: tuple[Word, ...] = (KEEP_ALL, BY_ORDER, KEEP_REST)
    while s.hand(seat):
        card = yield _which(s, seat, words)
        if card == KEEP_ALL:
            s.keep_rogue_cards(seat, KEEPS_ALL)
            yield say("{who:seat} keeps all Rogue cards from now on.", who=seat)
        elif card == BY_ORDER:
            yield from _set_order(s, seat)
            yield from _keep_by_order(s, seat)
        if card in words:
            break
        yield from _discard(s, seat, card)
        words = (KEEP_REST,)


ROGUE_ORDER = Topic(
    "rogue_order",
    "6",
    "Cards of these kinds stay in your hand, the first kinds before the others; the rest is discarded when your turns end.",
    "rogue",
)


def _no_refusal(kind: int) -> None:
    """6 (e) Nothing is refused: any kind may be kept, whatever a player holds now."""


def _set_order(s: NuEarth, seat: int) -> Steps:
    """6 End phase. (e) The kinds of Rogue cards a player keeps. Nobody else sees it: it would tell what he holds."""
    designs = s.box.rogue_designs
    order = yield from pick_each(
        seat,
        ROGUE_ORDER,
        "Keep which kinds of Rogue cards? The most important first.",
        Listed(range(len(designs)), _no_refusal),
        label="Keep {it}",
        private=True,
        done=NO_OTHERS,
        says=lambda kind: Line(SAYS[designs[kind].effect], {"n": designs[kind].number}),
    )
    s.keep_rogue_cards(seat, KEEPS_BY_ORDER, tuple(order))
    yield say("{who:seat} keeps Rogue cards by an order from now on.", who=seat)


def _keep_by_order(s: NuEarth, seat: int) -> Steps:
    """6 End phase. (e) Of the kinds in the player's order as many as he may hold, the most important first; the rest goes."""
    box, order = s.box, s.rogue_orders[seat]
    wanted = [card for card in s.hand(seat) if box.rogue_kind(card) in order]
    wanted.sort(key=lambda card: order.index(box.rogue_kind(card)))
    kept = wanted[: box.sheet.rogue_hand]
    if kept and len(kept) == len(s.hand(seat)):
        # That no card goes tells the others something, and so nobody may go back before it.
        yield say("You keep all your Rogue cards, by your order.", seen_by=(seat,), reveals_secret=True)
    for card in s.hand(seat)[:]:
        if card not in kept:
            yield from _discard(s, seat, card)


def _discard(s: NuEarth, seat: int, card: int) -> Steps:
    """6 End phase. (e) A card goes at once, so that everybody knows what the answer was."""
    s.discard(card)
    yield say(
        "{who:seat} discards {card}.",
        who=seat,
        card=card,
        sums="{n:{who:seat} discards {card}.|{who:seat} discards {n} cards.}",
    )
