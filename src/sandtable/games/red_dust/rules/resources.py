"""10 Resources, Profits, Asset cards and transfers."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, REFUSE, Line, Of, Steps, Word, say
from sandtable.engine.asking import Topic, counted, offer, part_of, pick

from ..printed.decks import ASSET_DECK, DISCARDS, HAND, HAND_LIMIT
from ..printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ..state import Action, Mars

ASK_FOR = {
    MARS_GOV: Word("ask_marsgov", "Ask MarsGov for Resources", says="They say how many they give, if any."),
    RED_DUST: Word("ask_red_dust", "Ask Red Dust for Resources", says="They say how many they give, if any."),
    RECLAIMERS: Word(
        "ask_reclaimers", "Ask the Reclaimers to spend Assets for you", says="They say which, if any."
    ),
}
GIVER_OF = {word: giver for giver, word in ASK_FOR.items()}


def bring(s: Mars, who: int, n: int, text: str, **things: Any) -> Steps[None]:
    """10 Resources or Profits rise. The text names {who} and {n}: what they really gain. Without a gain there is no line."""
    if change := s.gain(who, n):
        yield say(text, who=who, n=Of("profits" if who == CORPORATIONS else "resources", change), **things)


def charge(s: Mars, who: int, n: int, text: str, **things: Any) -> Steps[None]:
    """10 Resources or Profits fall, as far as there are any. The text names {who} and {n}, as in `bring`."""
    if change := s.gain(who, -n):
        yield say(text, who=who, n=Of("profits" if who == CORPORATIONS else "resources", -change), **things)


def can_spend(s: Mars, who: int, n: int) -> bool:
    """10 Whether MG or RD can pay for a Repair or a shift, beyond what the Operation in progress costs.

    8.4 A non-player has no Resources: RD needs an Agitate Total, MG in the Support Phase what it has rolled.
    """
    if s.nonplayers is None or who not in s.nonplayers.seats:
        return s.resources[who] - s.action.cost >= n
    return s.nonplayers.agitate_total > 0 if who == RED_DUST else s.nonplayers.budget != 0


def spend(s: Mars, who: int, n: int, text: str, free: str, **things: Any) -> Steps[None]:
    """10 MG or RD pays for a Repair or a shift. `free` is the log line for a non-player, which pays with its counter."""
    np = s.nonplayers
    if np is None or who not in np.seats:
        yield from charge(s, who, n, text, **things)
        return
    yield say(free, who=who, **things)
    if who == RED_DUST:
        np.agitate_total -= 1
        yield say("Agitate Total: {n:number}.", n=np.agitate_total)
    elif np.budget > 0:
        np.budget -= 1


def hand(s: Mars) -> list[int]:
    """The Reclaimers' Asset cards. The hand is private."""
    return s.assets.zones[HAND]


def worth(s: Mars, card: int, a: Action) -> int:
    """10 The value of an Asset as payment; some are worth 5 for one Operation."""
    asset = s.box.assets[card]
    return 5 if asset.bonus and asset.bonus == a.op.name.lower() else asset.value


def draw_assets(s: Mars, n: int) -> Steps[None]:
    """10 Draw Assets, all of them before the hand limit is looked at (ruling 29). An empty deck gives none.

    8.4 A non-player holds no cards: its Asset Total rises instead.
    """
    if s.nonplayers is not None and s.is_nonplayer(RECLAIMERS):
        if s.nonplayers.change_assets(n):
            yield say("Asset Total: {n:number}.", n=s.nonplayers.asset_total)
        return
    drawn = s.assets.draw(ASSET_DECK, HAND, by=RECLAIMERS, n=n)
    if not drawn:
        return
    yield say("Assets drawn: {n:number}.", n=len(drawn))
    yield say("You drew {cards:asset}.", cards=drawn, seen_by=[RECLAIMERS])
    yield from keep_hand_limit(s)


OVER_THE_LIMIT = Topic(
    "hand_limit", "10", "The Asset goes to the discards, and so on until you hold six.", "asset"
)


def keep_hand_limit(s: Mars) -> Steps[None]:
    """10 Hand limit. Six Assets, checked after drawing."""
    while len(hand(s)) > HAND_LIMIT:
        over = len(hand(s)) - HAND_LIMIT
        card = yield part_of(
            "several",
            over,
            pick(
                RECLAIMERS,
                OVER_THE_LIMIT,
                "{n:Discard an Asset|Discard {n} Assets}: the limit is six.",
                lambda: spare_cards(s),
                label="Discard {it}",
                about={"n": over},
                hide_options=True,
                even_if_forced=True,
            ),
        )
        yield from discard(s, card)


def spare_cards(s: Mars) -> list[int]:
    """10 The cards CR may discard: an Operation in progress must still be paid for."""
    a = s.action
    if a.who != RECLAIMERS or not a.cost or a.is_free:
        return hand(s)[:]
    return [card for card in hand(s) if _best_purse(s, a, without=card) >= a.cost]


def _best_purse(s: Mars, a: Action, without: int) -> int:
    """The most CR could still pay after one card is gone and the hand limit is kept."""
    cards = sorted((worth(s, card, a) for card in hand(s) if card != without), reverse=True)[:HAND_LIMIT]
    return (max(cards, default=0) if a.is_limited else sum(cards)) + sum(a.given)


def _purse(s: Mars, a: Action) -> int:
    """The most CR could pay for an Operation: cards, one only in a Limited one (12.1), and what others gave."""
    cards = [worth(s, card, a) for card in hand(s)]
    return (max(cards, default=0) if a.is_limited else sum(cards)) + sum(a.given)


def is_only_card_that_pays(s: Mars, a: Action, seat: int | None, card: int) -> bool:
    """10 Whether others can deduce CR's only card: what is selected can be paid for, and no other card is worth enough."""
    if a.who != RECLAIMERS or hand(s) != [card]:
        return False
    others = (
        other for other in range(len(s.box.assets)) if other != card and not s.assets.knows(seat, other)
    )
    return all(worth(s, other, a) + sum(a.given) < a.cost for other in others)


def discard(s: Mars, card: int) -> Steps[None]:
    """An Asset is discarded face up."""
    s.assets.play(card, DISCARDS)
    yield say("Reclaimers discard {asset}.", asset=card)


LOSE_ASSET = Topic("discard", "17.4", "The Asset goes to the discards and brings you nothing.", "asset")


def lose_assets(s: Mars, n: int) -> Steps[None]:
    """8.4 The Asset Total of non-player Reclaimers falls by one for each card they would discard."""
    if s.nonplayers is not None and s.nonplayers.change_assets(-n):
        yield say("Asset Total: {n:number}.", n=s.nonplayers.asset_total)


def choose_discard(s: Mars) -> Steps[None]:
    """The Reclaimers discard one Asset of their choice, if they hold any."""
    if s.is_nonplayer(RECLAIMERS):
        yield from lose_assets(s, 1)
    elif hand(s):
        card = yield pick(
            RECLAIMERS,
            LOSE_ASSET,
            "Discard which Asset?",
            hand(s)[:],
            label="Discard {it}",
            hide_options=True,
        )
        yield from discard(s, card)


def money_left(s: Mars, a: Action) -> int:
    """10 The money the acting Faction can still spend on spaces: each must be paid for now, together with those before it."""
    return (_purse(s, a) if a.who == RECLAIMERS else s.resources[a.who]) - a.cost


def pay(s: Mars, a: Action) -> Steps[None]:
    """10 Payment is made after the Operation."""
    if a.who == RECLAIMERS:
        yield from _pay_with_assets(s, a)
    elif a.cost:
        s.gain(a.who, -a.cost)
        yield say("{who:faction}: {n:resources} paid.", who=a.who, n=a.cost)
    a.cost = 0


PAY = Topic(
    "pay",
    "10",
    "The Asset is discarded and its value goes towards the Operation; what it is worth beyond that is lost.",
    "asset",
)


WORTH = Line("Worth {n:number} for this Operation.")


def _pay_with_assets(s: Mars, a: Action) -> Steps[None]:
    """10 Payment. CR uses what it was given, returns what is left of it, and discards Assets for the rest."""
    owed = yield from _use_gifts(s, a, a.cost)
    while owed > 0:
        able = [card for card in hand(s) if not a.is_limited or worth(s, card, a) >= owed]
        it = yield pick(
            RECLAIMERS,
            PAY,
            "Pay {owed:number} with which Asset?",
            able + givers(s, a) if len(hand(s)) > 1 else able,
            label="Pay with {it}",
            about={"owed": owed},
            hide_options=True,
            even_if_forced=len(hand(s)) > 1,
            says=lambda it: WORTH.of(n=worth(s, it, a)) if it.__class__ is int else None,
        )
        if it in GIVER_OF:  # a gift saves an Asset
            yield from ask_transfer(s, a, GIVER_OF[it])
            owed = yield from _use_gifts(s, a, owed)
        else:
            owed -= worth(s, it, a)
            yield from discard(s, it)


def _use_gifts(s: Mars, a: Action, owed: int) -> Steps[int]:
    """10 Payment. What CR was given goes towards the cost, and the rest of it goes back. Returns what is still owed."""
    for giver in (MARS_GOV, RED_DUST):
        used = min(owed, a.given[giver])
        a.given[giver] -= used
        owed -= used
    yield from return_gifts(s, a)
    return owed


def return_gifts(s: Mars, a: Action) -> Steps[None]:
    """10 Give back what CR was given for the cost of an Operation and has not spent."""
    for giver in (MARS_GOV, RED_DUST):
        yield from bring(s, giver, a.given[giver], "Back to {who:faction}: {n}.")
        a.given[giver] = 0


#: 16 What a space costs as a rule. A Faction with less is short of Resources before its Operation begins.
USUAL_PRICE = {MARS_GOV: 3, RED_DUST: 1, RECLAIMERS: 1}


def is_short(s: Mars, who: int) -> bool:
    """10 Whether a Faction cannot pay for one space of an Operation. CR has its Assets instead."""
    if who == RECLAIMERS:
        return not hand(s)
    return who in USUAL_PRICE and s.resources[who] < USUAL_PRICE[who]


def givers(s: Mars, a: Action) -> list[Any]:
    """10 Whom the acting Faction may ask for a transfer: each giver once in an action. CORP neither asks nor gives."""
    if a.who == CORPORATIONS:
        return []
    found = []
    for giver in (MARS_GOV, RED_DUST, RECLAIMERS):
        if giver == a.who or a.asked & 1 << giver:
            continue
        if hand(s) if giver == RECLAIMERS else s.resources[giver]:
            found.append(ASK_FOR[giver])
    return found


TRANSFER = Topic(
    "transfer",
    "10",
    "If the other side agrees, this many Resources change hands at once.",
    "number",
    window="transfer",
)
TRANSFER_REPLY = Topic(
    "transfer_reply",
    "10",
    "Accept and the Resources change hands, change to name another number, or refuse and nothing is given.",
    window="transfer",
)


NOTHING_GIVEN = Line("No Resources change hands.")


def ask_transfer(s: Mars, a: Action, giver: int) -> Steps[None]:
    """10 Transfers. The receiver asks; the giver gives what it likes."""
    a.asked |= 1 << giver
    if giver == RECLAIMERS:
        yield from _give_assets(s, a)
        return
    n = yield from offer(
        a.who,
        giver,
        TRANSFER,
        TRANSFER_REPLY,
        "How many Resources should {faction:the_faction} give {taker:the_faction}?",
        range(1, s.resources[giver] + 1),
        answer="Resources from {faction:the_faction} to {taker:the_faction}: {terms}. Do you agree?",
        counter="How many Resources for {taker:the_faction} instead?",
        changes=1,
        about={"faction": giver, "taker": a.who},
        data=counted,
        decline=REFUSE,
        says=lambda it: NOTHING_GIVEN if it == REFUSE else None,
    )
    if n is None:
        yield say("{giver:faction} to {taker:the_faction}: nothing.", giver=giver, taker=a.who)
        return
    a.was_helped = True
    s.gain(giver, -n)
    yield say("{giver:faction} to {taker:the_faction}: {n:resources}.", giver=giver, taker=a.who, n=n)
    if a.who == RECLAIMERS:
        a.given[giver] += n
    elif lost := n - s.gain(a.who, n):
        yield say("{taker:faction}: {n:resources} lost above 50.", taker=a.who, n=lost)


GIVE_NO_MORE = Word(DONE.id, "Spend no more Assets", "They get nothing more from you.")
GIVE_ASSET = Topic(
    "give_asset",
    "10",
    "The Asset is discarded and the Faction that asked gains its value in Resources.",
    "asset",
    window="transfer",
)


def _give_assets(s: Mars, a: Action) -> Steps[None]:
    """10 Transfers. CR may spend Asset cards to give their value to MG or RD."""
    while hand(s):
        card = yield pick(
            RECLAIMERS,
            GIVE_ASSET,
            "{taker:faction} asks for Resources. Spend which Asset for them?",
            [*hand(s), DONE],
            label="Spend {it}",
            about={"taker": a.who},
            decline=DONE,
            hide_options=True,
            done_as=GIVE_NO_MORE,
        )
        if card == DONE:
            break
        value = s.box.assets[card].value
        yield from discard(s, card)
        a.was_helped = True
        yield from bring(s, a.who, value, "{asset} brings {who:the_faction} {n}.", asset=card)
