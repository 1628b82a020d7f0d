"""Stash: a tiny game with hidden hands, dice, a private window and a sealed choice; small enough to count by hand.

1. Nine loads worth 1, 2 or 3 are shuffled. Each of two prospectors draws two.
2. In turn, a prospector does one thing:
   2.1 draws a load, while there are any and the hand holds fewer than four;
   2.2 stashes a load from hand, face up;
   2.3 raids: discards a load from hand and rolls a die. On 4 or more the other's last stashed load is taken,
       unless the other parries by discarding a load of the same worth or more as the one at stake.
3. When a turn begins with no loads left to draw, both secretly show one load or none from hand. The higher takes both,
   equal ones are lost; then the game is over, and the stash worth more wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sandtable.engine import (
    DONE,
    PASS,
    UNSEAL,
    Cards,
    Choice,
    Game,
    Kinds,
    Listed,
    Names,
    Outcome,
    Over,
    Pack,
    Prose,
    Refusal,
    Roll,
    Seat,
    State,
    Steps,
    Word,
    say,
)
from sandtable.engine.asking import Topic, pick
from sandtable.engine.parts import Card as Face
from sandtable.engine.parts import Colour, Pieces, Plan, Zone, laid

DECK, DISCARDS, HAND, STASH = 0, 1, 2, 4
HAND_LIMIT = 4
#: The colour of a load on the page by its worth.
WORTH: tuple[Colour, ...] = ("green", "sand", "orange")
DRAW, LAY, RAID = (
    Word("draw", "Draw a load", says="Take the top load of the deck into your hand."),
    Word("stash", "Stash a load", says="It counts for you, face up, and can be raided."),
    Word("raid", "Raid the other stash", says="Discard a load; on 4 or more you take the last one stashed."),
)
HAND_FULL = Refusal("You hold four loads already.")
NO_LOAD = Refusal("You hold no load.")
NOTHING_STASHED = Refusal("{other:seat} has stashed nothing.")
IS_STASHED = Refusal("{it} is stashed already.")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A load."""

    id: str
    label: Prose
    worth: int


class Camp(State):
    """Where every load lies (zones: deck, discards, two hands, two stashes), and whose turn it is."""

    cards: Cards
    pack: str = "default"
    is_set_up: bool = False
    mover: int = 0


class View(msgspec.Struct):
    """What a prospector sees: the own hand, the size of the other's, both stashes."""

    deck: int
    discards: list[int]
    hands: list[list[int | None]]
    stashes: list[list[int]]
    mover: int
    #: What the loads are called, by number.
    loads: list[str]


ACTION = Topic("action", "2", "You draw, stash or raid; then it is the other's turn.")
STASH_LOAD = Topic("stash", "2.2", "The load counts for you, and it can be raided.", "card")
RAID_WITH = Topic("pay", "2.3", "The load is discarded, whether the raid succeeds or not.", "card")
PARRY = Topic("parry", "2.3", "A load you discard saves the one at stake.", "card", window="parry")
SHOW_LOAD = Topic("show", "3", "The load of higher worth takes both; equal ones are lost.", "card")


class Stash(Game[Camp]):
    """Two prospectors hide, stash and steal."""

    key = "stash"
    title = "Stash"
    about = "Hidden hands, a raid and a showdown in five minutes. A small game to try the table with."
    short_rules = """\
1. Nine loads worth 1, 2 or 3 are shuffled. Ann and Bob draw two each.
2. In turn, do one thing:
   2.1 draw a load, while there are any and you hold fewer than four;
   2.2 stash a load, face up;
   2.3 raid: discard a load and roll a die. On 4 or more you take the other's last stashed load, unless the other
       parries with a load of at least its worth.
3. When a turn begins with nothing left to draw, both secretly show one load or none. The higher one takes both, equal
   ones are lost. Then the stash worth more wins."""
    state_type = Camp
    pack_files = {"cards": list[Card]}
    pack_folder = Path(__file__).parent / "packs"

    def begin(self, options: Any) -> Camp:
        count = len(self.pack(options.pack)["cards"])
        return Camp(Cards.dealt([range(count), (), (), (), (), ()], seats=2), options.pack)

    def check_pack(self, pack: Pack) -> Sequence[str]:
        cards: list[Card] = pack["cards"]
        return [] if len(cards) >= 5 else [f"cards: at least five loads are needed, there are {len(cards)}"]

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob")

    def cards(self, s: Camp) -> list[Card]:
        found: list[Card] = self.pack(s.pack)["cards"]
        return found

    def kinds(self, s: Camp) -> Kinds:
        return names_of(s.pack)

    def whose_turn(self, s: Camp) -> int | None:
        return s.mover

    def worth(self, s: Camp, card: int) -> int:
        return self.cards(s)[card].worth

    def score(self, s: Camp, seat: int) -> int:
        return sum(self.worth(s, card) for card in s.cards.zones[STASH + seat])

    def outcome(self, s: Camp) -> Outcome | None:
        return None  # the showdown ends the game

    # Rules

    def turn(self, s: Camp) -> Steps[None]:
        """2 The turn. One thing, then the other's turn. A prospector who can do nothing waits."""
        if not s.is_set_up:
            yield from self.set_up(s)
            return
        who = s.mover
        if not s.cards.zones[DECK]:
            yield from self.showdown(s)
        actions = Choice(lambda s, who: (DRAW, LAY, RAID), self.action_refusal)
        match (
            yield pick(
                who,
                ACTION,
                "What do you do?",
                actions.of(s, who, then=() if actions.any(s, who) else (PASS,)),
                others=(DRAW, LAY, RAID),
            )
        ):
            case Word("draw"):
                (card,) = self.draw(s, who)
                yield say("{who:seat} draws a load.", who=who)
                yield say("It is {card}.", card=card, seen_by=[who])
            case Word("stash"):
                yield from self.stash(s, who)
            case Word("raid"):
                yield from self.raid(s, who)
            case _:
                yield say("{who:seat} waits.", who=who)
        s.mover = 1 - who

    def action_refusal(self, s: Camp, who: int, action: Word) -> Refusal | None:
        """2 Why a prospector cannot do this; None if it is possible."""
        zones = s.cards.zones
        if action == DRAW:
            return HAND_FULL if len(zones[HAND + who]) >= HAND_LIMIT else None
        if not zones[HAND + who]:
            return NO_LOAD
        return NOTHING_STASHED.of(other=1 - who) if action == RAID and not zones[STASH + 1 - who] else None

    def in_play(self, s: Camp, kind: str) -> Sequence[int]:
        """The loads that lie open: those in the stashes."""
        return (*s.cards.zones[STASH], *s.cards.zones[STASH + 1]) if kind == "card" else ()

    def set_up(self, s: Camp) -> Steps[None]:
        """1 Set-up. Shuffle, and two loads each."""
        yield from s.cards.shuffle(DECK, "deck")
        for who in (0, 1):
            s.cards.draw(DECK, HAND + who, by=who, n=2)
        s.is_set_up = True

    def draw(self, s: Camp, who: int) -> list[int]:
        """2.1 Draw."""
        return s.cards.draw(DECK, HAND + who, by=who)

    def stash(self, s: Camp, who: int) -> Steps[None]:
        """2.2 Stash a load face up."""
        card = yield pick(
            who,
            STASH_LOAD,
            "Stash which load?",
            Listed(s.cards.zones[HAND + who][:], lambda card: IS_STASHED),
            label="Stash {it}",
            private=True,
        )
        s.cards.give(card, STASH + who)
        s.cards.reveal([card])
        yield say("{who:seat} stashes {card}.", who=who, card=card)

    def raid(self, s: Camp, who: int) -> Steps[None]:
        """2.3 Raid. Pay a load; on 4 or more take the other's last stashed one, unless parried."""
        paid = yield pick(
            who,
            RAID_WITH,
            "Discard which load for the raid?",
            s.cards.zones[HAND + who][:],
            label="Raid with {it}",
            private=True,
        )
        self.discard(s, paid)
        yield say("{who:seat} raids, discarding {card}.", who=who, card=paid)
        other = 1 - who
        if (yield Roll(1, topic="raid")) < 4:
            yield say("The raid fails.")
            return
        prize = s.cards.zones[STASH + other][-1]
        parry = yield pick(
            other,
            PARRY,
            "Parry the raid on {card}?",
            lambda: [*self.parries(s, other, prize), DONE],
            label="Parry with {it}",
            private=True,
            decline=DONE,
            about={"card": prize},
        )
        if parry == DONE:
            s.cards.give(prize, STASH + who)
            yield say("{who:seat} takes {card}.", who=who, card=prize)
        else:
            self.discard(s, parry)
            yield say("{who:seat} parries with {card}.", who=other, card=parry)

    def parries(self, s: Camp, who: int, prize: int) -> list[int]:
        """2.3 Loads that parry: worth as much as the one at stake, or more."""
        return [card for card in s.cards.zones[HAND + who] if self.worth(s, card) >= self.worth(s, prize)]

    def discard(self, s: Camp, card: int) -> None:
        s.cards.give(card, DISCARDS)
        s.cards.reveal([card])

    def showdown(self, s: Camp) -> Steps[None]:
        """3 Showdown. One load each, chosen secretly and shown together; then the game is over."""
        shown: list[int | None] = []
        for who in (0, 1):
            hand = s.cards.zones[HAND + who]
            card = yield pick(
                who,
                SHOW_LOAD,
                "Show which load?",
                [*hand, PASS],
                label="Show {it}",
                private=True,
                sealed=True,
            )
            shown.append(None if card == PASS else card)
        yield UNSEAL
        strength = [0 if card is None else self.worth(s, card) for card in shown]
        taker = STASH + strength.index(max(strength)) if strength[0] != strength[1] else DISCARDS
        if max(strength):
            who = taker - STASH
            yield (
                say("{who:seat} takes what was shown.", who=who) if who >= 0 else say("Equal loads are lost.")
            )
        for card in shown:
            if card is not None:
                s.cards.play(card, taker)
        scores = [self.score(s, 0), self.score(s, 1)]
        winners = [who for who in (0, 1) if scores[who] > scores[1 - who]]
        raise Over(
            Outcome.won_by(winners, 2, "Ann has {a:number}, Bob has {b:number}.", a=scores[0], b=scores[1])
        )

    # For the table

    def result(self, before: Camp, after: Camp) -> str | None:
        """What comes of a raid, for its odds."""
        other = STASH + 1 - before.mover
        if len(after.cards.zones[DISCARDS]) == len(before.cards.zones[DISCARDS]):
            return None  # no raid
        if len(after.cards.zones[other]) < len(before.cards.zones[other]):
            return "the load is taken"
        return "it can be parried" if after.mover == before.mover else "nothing is taken"

    def census(self, s: Camp) -> dict[str, int]:
        return {"loads": sum(map(len, s.cards.zones))}

    def view(self, s: Camp, seat: int | None) -> View:
        cards = s.cards
        return View(
            cards.count(DECK),
            cards.zones[DISCARDS][:],
            [cards.seen(HAND + who, seat) for who in (0, 1)],
            [cards.zones[STASH + who][:] for who in (0, 1)],
            s.mover,
            [f"{card.label} ({card.worth})" for card in self.cards(s)],
        )

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        def row(held: Sequence[int | None]) -> str:
            return ", ".join("?" if card is None else view.loads[card] for card in held) or "nothing"

        lines = [f"[dim]to draw: {view.deck}, discards: {row(view.discards)}[/]"]
        for who, seat in enumerate(seats):
            mark = "*" if who == view.mover else " "
            lines += [f"{mark} [bold]{seat.label}[/]", f"    hand:  {row(view.hands[who])}"]
            lines += [f"    stash: {row(view.stashes[who])}"]
        return "\n".join(lines)

    def plan(self, options: Any) -> Plan:
        zones = [Zone("pile", "deck", pile=True), Zone("pile", "discards", label="Discards", pile=True)]
        for seat in self.seats(options):
            zones += [
                Zone("camp", f"{seat.id}_stash", label=f"{seat.label}'s stash"),
                Zone("camp", f"{seat.id}_hand", label=f"{seat.label}'s hand", seat=seat.id),
            ]
        faces = [
            Face(
                "card",
                card.id,
                label=card.label,
                number=card.worth,
                symbol="crate",
                colour=WORTH[card.worth % 3],
            )
            for card in self.pack(options.pack)["cards"]
        ]
        return Plan(zones=zones, cards=faces)

    def pieces(self, view: View, options: Any) -> Pieces:
        names = names_of(options.pack)["card"]
        lying = {"discards": laid("card", names, view.discards)}
        for seat, hand, stash in zip(self.seats(options), view.hands, view.stashes, strict=True):
            lying[f"{seat.id}_hand"] = laid("card", names, hand)
            lying[f"{seat.id}_stash"] = laid("card", names, stash)
        return Pieces(cards={"deck": view.deck, **lying})


GAME = Stash()


@cache
def names_of(pack: str) -> Kinds:
    """The names of the loads of a pack, made once."""
    cards: list[Card] = GAME.pack(pack)["cards"]
    return {"card": Names([card.id for card in cards], [f"{card.label} ({card.worth})" for card in cards])}
