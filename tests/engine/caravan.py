"""Caravan: a tiny game for three with everything that can be hidden, for the tests of imagining.

1. Twelve loads worth 0 to 3 are shuffled; each trader draws three.
2. In turn a trader does one thing, in the open:
   2.1 swaps: buries a load face down without showing it, and draws one;
   2.2 shows: discards a load face up, and draws one;
   2.3 mixes: all discards, open and buried, go back into the deck, which is shuffled in the middle of the turn;
       a die is thrown, and the trader draws a load and buries one;
   2.4 bids: everybody secretly bids a load or nothing; bids are opened together, the highest scores.
3. Then the next trader, holding a load worth 3, may show it in a window and score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import (
    PASS,
    UNSEAL,
    Cards,
    Game,
    Kinds,
    Names,
    Outcome,
    Roll,
    Seat,
    State,
    Steps,
    Word,
    say,
)
from sandtable.engine.asking import Topic, pick

DECK, OPEN, BURIED, HAND = 0, 1, 2, 3
LOADS, SEATS = 12, 3
SWAP, SHOW, MIX, BID = (Word(word, word.capitalize()) for word in ("swap", "show", "mix", "bid"))


class Camp(State):
    cards: Cards
    scores: list[int] = msgspec.field(default_factory=lambda: [0] * SEATS)
    turns: int = -1
    mover: int = 0


class View(msgspec.Struct):
    zones: list[list[int | None]]
    scores: list[int]
    turns: int
    mover: int


def worth(card: int) -> int:
    return card % 4


ACT = Topic("act", "2", "What you spend your turn on.")
BURY = Topic(
    "bury", "2.1", "The load leaves your hand face down, and nobody else learns which it was.", "load"
)
SHOW_LOAD = Topic("show", "2.2", "The load leaves your hand face up.", "load")
BID_LOAD = Topic("bid", "2.4", "The highest bid scores; every load bid is lost.", "load")
SHOW_THREE = Topic(
    "three", "3", "A load worth 3 that you show scores and leaves your hand.", "load", window="three"
)


class Caravan(Game[Camp]):
    key = "caravan"
    title = "Caravan"
    state_type = Camp

    def begin(self, options: Any) -> Camp:
        return Camp(Cards.dealt([range(LOADS), (), (), (), (), ()], seats=SEATS))

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cy", "Cy")

    def kinds(self, s: Camp) -> Kinds:
        return {"load": Names([f"load_{n}" for n in range(LOADS)])}

    def whose_turn(self, s: Camp) -> int | None:
        return s.mover

    def outcome(self, s: Camp) -> Outcome | None:
        best = max(s.scores)
        winners = [who for who in range(SEATS) if s.scores[who] == best]
        return Outcome.won_by(winners, SEATS) if s.turns >= 12 else None

    def census(self, s: Camp) -> dict[str, int]:
        return {"loads": sum(map(len, s.cards.zones))}

    def view(self, s: Camp, seat: int | None) -> View:
        zones = [s.cards.seen(zone, seat) for zone in range(HAND + SEATS)]
        return View(zones, s.scores[:], s.turns, s.mover)

    def turn(self, s: Camp) -> Steps[None]:
        if s.turns < 0:
            yield from s.cards.shuffle(DECK)
            for who in range(SEATS):
                s.cards.draw(DECK, HAND + who, by=who, n=3)
            s.turns = 0
            return
        who, zones = s.mover, s.cards.zones
        able = [SWAP, SHOW] if zones[HAND + who] else []
        able += [MIX] if zones[OPEN] or zones[BURIED] else []
        match (yield pick(who, ACT, "Do what?", [*able, BID])):
            case Word("swap"):
                yield from self.bury(s, who)
                s.cards.draw(DECK, HAND + who, by=who)
            case Word("show"):
                yield from self.show(s, who)
                s.cards.draw(DECK, HAND + who, by=who)
            case Word("mix"):
                yield from self.mix(s, who)
            case _:
                yield from self.bid(s)
        yield from self.window(s, (who + 1) % SEATS)
        s.turns += 1
        s.mover = (who + 1) % SEATS

    def bury(self, s: Camp, who: int) -> Steps[None]:
        """2.1 Bury. Nobody else sees which."""
        hand = s.cards.zones[HAND + who]
        card = yield pick(who, BURY, "Bury which?", hand[:], label="Bury {it}", private=True)
        s.cards.give(card, BURIED, seen_by=[who])
        yield say("{who:seat} buries a load.", who=who)

    def show(self, s: Camp, who: int) -> Steps[None]:
        """2.2 Show."""
        hand = s.cards.zones[HAND + who]
        card = yield pick(who, SHOW_LOAD, "Show which?", hand[:], label="Show {it}", hide_options=True)
        s.cards.play(card, OPEN)
        yield say("{who:seat} shows {load}.", who=who, load=card)

    def mix(self, s: Camp, who: int) -> Steps[None]:
        """2.3 Mix."""
        for zone in (OPEN, BURIED):
            for card in s.cards.zones[zone][:]:
                s.cards.give(card, DECK)
        yield from s.cards.shuffle(DECK, "mix")
        s.scores[who] += (yield Roll(1, topic="luck")) // 6
        s.cards.draw(DECK, HAND + who, by=who)
        yield from self.bury(s, who)

    def bid(self, s: Camp) -> Steps[None]:
        """2.4 Bid."""
        bids: list[int | None] = []
        for who in range(SEATS):
            hand = s.cards.zones[HAND + who]
            card = yield pick(
                who, BID_LOAD, "Bid which?", [*hand, PASS], label="Bid {it}", private=True, sealed=True
            )
            bids.append(None if card == PASS else card)
        yield UNSEAL
        values = [-1 if card is None else worth(card) for card in bids]
        if values.count(max(values)) == 1:
            s.scores[values.index(max(values))] += 1
        for who, card in enumerate(bids):
            if card is not None:
                s.cards.give(card, OPEN, seen_by=[who])
                s.cards.reveal([card])
                yield say("{who:seat} bid {load}.", who=who, load=card)

    def window(self, s: Camp, who: int) -> Steps[None]:
        """3 The window. Only a load worth 3 can be shown."""
        able = [card for card in s.cards.zones[HAND + who] if worth(card) == 3]
        card = yield pick(who, SHOW_THREE, "Show a 3?", [*able, PASS], private=True, decline=PASS)
        if card != PASS:
            s.cards.give(card, OPEN, seen_by=[who])
            s.cards.reveal([card])
            s.scores[who] += 1
            yield say("{who:seat} shows {load}.", who=who, load=card)


GAME = Caravan()
