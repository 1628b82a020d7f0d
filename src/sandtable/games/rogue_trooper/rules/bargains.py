"""RT 4.6 Exchange Clues and Trade: offers that the other side accepts, changes or refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.engine import ACCEPT, CHANGE, REFUSE, Ask, Choice, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick
from sandtable.engine.choice import Offered

from ..printed.box import CLUE as CLUE_DECK
from ..state import CLUE, ITEM, REMOVED, NuEarth
from .choices import HIDDEN_CLUES
from .clues import turn_up_set
from .supply import keep_to_limit

#: Counter-offers in one encounter.
CHANGES = 2
NO_OFFER = Word("no_offer", "Offer nothing", says="The encounter ends without an exchange.")
NOTHING_MORE = Word("done", "Nothing more")
NOT_IN_GAME = Refusal("This face is not in a short game.")
SAME_CLUE = Refusal("{it} is what you offer.")
WISHED_BEFORE = Refusal("This Clue has been offered for {it} before.")
NO_GOOD = Refusal("{it} cannot be traded: only Special Items and rounds can.")
IN_OFFER = Refusal("{it} is in the offer already.")
YOU_LACK = Refusal("You have no {it}.")
WISH_LACKS = Refusal("You do not hold the Clue that is asked for.")
HE_LACKS = Refusal("{other:seat} has no {it}.")
#: A lot in a trade: a Special Item, or a type of ammunition with a number of rounds, as one number.
LOT = 100

CLUE_REPLY = Topic(
    "clue_reply",
    "4.6",
    "Accept and the Clues change hands unseen by others; change it to make a counter-offer.",
)


def exchange_clues(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Exchange Clues. One for one, hidden from others. R-RT-17: an offer and a wish."""
    speaker, listener = attacker, defender
    made: list[tuple[int, int]] = []
    for changes in range(CHANGES, -1, -1):
        proposal = yield from _propose_clues(s, speaker, listener, made)
        if proposal is None:
            break
        s.offers += 1
        card, wish = proposal
        made.append((s.box.clue_kind(card), wish))
        s.cards.look([card], listener)
        yield say("{who:seat} offers {other:seat} a Clue for a Clue.", who=speaker, other=listener)
        yield say("The offer: {card} for {wish:clue}.", seen_by=[speaker, listener], card=card, wish=wish)
        has = [clue for clue in s.clues(listener) if s.box.clue_kind(clue) == wish]
        replies = [*([ACCEPT] if has else []), *([CHANGE] if changes else []), REFUSE]
        reply = yield pick(
            listener,
            CLUE_REPLY,
            "{by:seat} gives {card} for {wish:clue}. Agree?",
            Listed(replies, _why_not_accept),
            about={"by": speaker, "card": card, "wish": wish},
            private=True,
            even_if_forced=True,
            others=(ACCEPT,),
        )
        if reply == ACCEPT:
            yield from _swap_clues(s, speaker, card, listener, has[0])
            return
        if reply == REFUSE:
            break
        speaker, listener = listener, speaker
    yield say("{who:seat} and {other:seat} do not exchange Clues.", who=attacker, other=defender)


def _why_not_accept(reply: Word) -> Refusal:
    """4.6 Whoever does not hold what is wished for cannot agree."""
    return WISH_LACKS


CLUE_OFFER = Topic(
    "clue_offer", "4.6", "The other GI is shown this Clue card, and gets it if you both agree.", "card"
)
CLUE_WISH = Topic(
    "clue_wish", "4.6", "You get this Clue for yours, if the other GI holds it and agrees.", "clue"
)


def _propose_clues(
    s: NuEarth, speaker: int, listener: int, made: list[tuple[int, int]]
) -> Steps[tuple[int, int] | None]:
    """4.6 Exchange Clues. R-RT-17: name one of your Clues, and the one you wish for."""
    card = yield pick(
        speaker,
        CLUE_OFFER,
        "Offer {other:seat} which Clue card?",
        HIDDEN_CLUES.of(s, speaker, then=(NO_OFFER,)),
        label="Offer {it}",
        about={"other": listener},
        private=True,
    )
    if card == NO_OFFER:
        return None
    wish = yield pick(
        speaker,
        CLUE_WISH,
        "For which Clue?",
        CLUES_TO_WISH_FOR.of(s, s.box.clue_kind(card), made),
        label="For {it}",
        private=True,
    )
    return card, wish


def wish_refusal(s: NuEarth, mine: int, made: list[tuple[int, int]], kind: int) -> Refusal | None:
    """4.6 Exchange Clues. Why a Clue cannot be wished for; B9: a short game has one face less."""
    box = s.box
    if any(box.deck[it] == CLUE_DECK and box.clue_kind(it) == kind for it in s.cards.zones[REMOVED]):
        return NOT_IN_GAME
    if kind == mine:
        return SAME_CLUE
    return WISHED_BEFORE if (mine, kind) in made else None


def every_clue(s: NuEarth, mine: int, made: list[tuple[int, int]]) -> range:
    return range(len(s.box.faces) * len(s.box.parts))


CLUES_TO_WISH_FOR = Choice(every_clue, wish_refusal)


def _swap_clues(s: NuEarth, one: int, card: int, other: int, clue: int) -> Steps:
    """4.6 Exchange Clues. Each gets the other's card; nobody else sees them."""
    both = [one, other]
    s.cards.give(card, s.zone(other, CLUE), seen_by=both)
    s.cards.give(clue, s.zone(one, CLUE), seen_by=both)
    yield say("{who:seat} and {other:seat} exchange a Clue card.", who=one, other=other, reveals_secret=True)
    yield say("{a:card} for {b:card}.", seen_by=both, a=card, b=clue)
    for seat in both:
        yield from turn_up_set(s, seat)


TRADE_REPLY = Topic(
    "trade_reply",
    "4.6",
    "Accept and the goods change hands; change it to make a counter-offer; refuse to end it.",
)


def trade(s: NuEarth, attacker: int, defender: int) -> Steps:
    """4.6 Trade. Special Items and ammunition, if both agree."""
    speaker, listener = attacker, defender
    made: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for changes in range(CHANGES, -1, -1):
        gives = yield from _goods_to_give(s, speaker, listener)
        takes = yield from _goods_to_take(s, speaker, listener)
        if not (gives or takes) or (gives, takes) in made:
            break
        s.offers += 1
        made.append((gives, takes))
        yield say("{who:seat} offers {gives:lot} for {takes:lot}.", who=speaker, gives=gives, takes=takes)
        reply = yield pick(
            listener,
            TRADE_REPLY,
            "{by:seat} gives {gives:lot} for {takes:lot}. Agree?",
            [ACCEPT, CHANGE, REFUSE] if changes else [ACCEPT, REFUSE],
            about={"by": speaker, "gives": gives, "takes": takes},
        )
        if reply == ACCEPT:
            yield from _swap_goods(s, speaker, gives, listener, takes)
            return
        if reply == REFUSE:
            break
        speaker, listener = listener, speaker
    yield say("{who:seat} and {other:seat} do not trade.", who=attacker, other=defender)


def good_refusal(s: NuEarth, speaker: int, owner: int, named: Sequence[int], good: int) -> Refusal | None:
    """4.6 Trade. Why a good cannot be named: Special Items and rounds can be traded, each once in an offer."""
    cards = s.box.cards
    if good in named:
        return IN_OFFER
    if good < cards and s.box.item[good] < 0:
        return NO_GOOD
    if good in s.items(owner) if good < cards else s.rounds_of(owner, good - cards):
        return None
    return YOU_LACK if owner == speaker else HE_LACKS.of(other=owner)


def every_good(s: NuEarth, speaker: int, owner: int, named: Sequence[int]) -> list[int]:
    """4.6 Trade. Special Items by card, then types of ammunition."""
    return [*s.items(owner), *range(s.box.cards, s.box.cards + s.box.types)]


GOODS = Choice(every_good, good_refusal)


TRADE_GIVE = Topic(
    "trade_give", "4.6", "The goods you name go to the other GI, if he agrees to the trade.", "good"
)
GIVE_ROUNDS = Topic(
    "trade_give_rounds",
    "4.6",
    "You lose this many rounds to the other GI, if he agrees to the trade.",
    "number",
)


def _goods_to_give(s: NuEarth, speaker: int, listener: int) -> Steps[tuple[int, ...]]:
    """4.6 Trade. What the speaker gives, of his own goods."""
    return _basket(
        s,
        speaker,
        speaker,
        lambda goods: pick(speaker, TRADE_GIVE, "Give {other:seat} what?", goods, about={"other": listener}),
        lambda good, most: amount(
            speaker, GIVE_ROUNDS, "Give how many {good}?", most, at_least=1, about={"good": good}
        ),
    )


TRADE_TAKE = Topic(
    "trade_take", "4.6", "The goods you name become yours, if the other GI agrees to the trade.", "good"
)
TAKE_ROUNDS = Topic(
    "trade_take_rounds",
    "4.6",
    "You get this many rounds, as far as your track has room, if the other GI agrees to the trade.",
    "number",
)


def _goods_to_take(s: NuEarth, speaker: int, listener: int) -> Steps[tuple[int, ...]]:
    """4.6 Trade. What the speaker asks for, of the other's goods."""
    return _basket(
        s,
        speaker,
        listener,
        lambda goods: pick(
            speaker, TRADE_TAKE, "Ask {other:seat} for what?", goods, about={"other": listener}
        ),
        lambda good, most: amount(
            speaker, TAKE_ROUNDS, "Ask for how many {good}?", most, at_least=1, about={"good": good}
        ),
    )


def _basket(
    s: NuEarth,
    speaker: int,
    owner: int,
    which: Callable[[Offered], Ask],
    how_many: Callable[[int, int], Ask],
) -> Steps[tuple[int, ...]]:
    """4.6 Trade. Goods of one side, gathered one by one."""
    box = s.box
    named: list[int] = []
    lots: list[int] = []
    while GOODS.any(s, speaker, owner, named):
        good = yield which(GOODS.of(s, speaker, owner, named[:], then=(NOTHING_MORE,)))
        if good == NOTHING_MORE:
            break
        named.append(good)
        n = 1
        if good >= box.cards and (most := s.rounds_of(owner, good - box.cards)) > 1:
            n = yield how_many(good, most)
        lots.append(good * LOT + n)
    return tuple(sorted(lots))


def _swap_goods(s: NuEarth, one: int, gives: tuple[int, ...], other: int, takes: tuple[int, ...]) -> Steps:
    """4.6 Trade. Both hand over what was agreed; 7.2 the limit of items holds."""
    cards = s.box.cards
    for giver, taker, lots in ((one, other, gives), (other, one, takes)):
        for lot in lots:
            good, n = divmod(lot, LOT)
            if good < cards:
                s.take(good, taker, ITEM)
            else:
                s.spend(giver, good - cards, n)
                s.issue(taker, good - cards, n)
    yield say("{who:seat} and {other:seat} trade.", who=one, other=other)
    for seat in (one, other):
        yield from keep_to_limit(s, seat)
