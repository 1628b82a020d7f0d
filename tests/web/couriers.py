"""Couriers: named areas, counters and hands of cards, described as parts; Ledger, which describes nothing; and a faulty one.

1. Ten letters are shuffled. Each courier draws three.
2. In turn, a courier goes to a town that a road leads to, then may deliver a letter addressed to it, and draws one.
3. Whoever delivers three letters first wins; after forty moves nobody does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import DONE, Cards, Game, Kinds, Names, Outcome, Seat, State, Steps, Thing, say
from sandtable.engine.asking import Topic, pick
from sandtable.engine.parts import Area, Card, Colour, Counter, Pieces, Plan, Zone, laid

TOWN = Names(
    ["port", "mine", "farm", "fort", "dome"], ["Port Royal", "The mine", "Farm", "Fort Halley", "Dome"]
)
#: Where each town lies, and which towns it has roads to.
SITES = [(0, 0), (4, 0), (2, 2.2), (0, 4.4), (4, 4.4)]
ROADS = [(1, 2), (0, 2), (0, 1, 3, 4), (2, 4), (2, 3)]
LETTER = Names(
    [f"{TOWN.id(n % 5)}_{n // 5 + 1}" for n in range(10)],
    [f"Letter to {TOWN.label(n % 5)}" for n in range(10)],
)
COURIER = Names(["ann", "bob"], ["Ann's courier", "Bob's courier"])
DECK, DELIVERED, HAND = 0, 1, 2
ENOUGH, LAST = 3, 40
COLOURS: tuple[Colour, Colour] = ("purple", "green")


class Roads(State):
    """Where the letters and the couriers are, and what was delivered."""

    letters: Cards
    at: list[int]
    done: list[int]
    moves: int = 0


class View(msgspec.Struct):
    """What a courier sees: their own letters, and how many the other has."""

    at: list[int]
    done: list[int]
    deck: int
    delivered: list[int]
    hands: list[list[int | None]]


GO = Topic("go", "2", "Letters can be delivered where the courier arrives.", "town")
DELIVER = Topic("deliver", "2", "The letter is laid on the pile and another one drawn.", "letter")


def set_up(s: Roads) -> Steps:
    """1 Set-up. Shuffle the letters, and three each."""
    yield from s.letters.shuffle(DECK, "letters")
    for who in (0, 1):
        s.letters.draw(DECK, HAND + who, by=who, n=3)
    s.moves = 1


def walk(s: Roads) -> Steps:
    """2 A move. Along a road, then a letter if one is addressed to the town."""
    who = (s.moves + 1) % 2
    town = yield pick(who, GO, "Where does the courier go?", list(ROADS[s.at[who]]), label="Go to {it}")
    s.at[who] = town
    s.moves += 1
    yield say("{who:seat} goes to {town}.", who=who, town=town)
    held = [letter for letter in s.letters.zones[HAND + who] if letter % 5 == town]
    letter = yield pick(
        who, DELIVER, "Deliver a letter in {town}?", [*held, DONE], about={"town": town}, private=True
    )
    if letter == DONE:
        return
    s.letters.play(letter, DELIVERED)
    s.done[who] += 1
    yield say("{who:seat} delivers {letter}.", who=who, letter=letter)
    if s.letters.count(DECK):
        s.letters.draw(DECK, HAND + who, by=who)


class Couriers(Game[Roads]):
    key, title, state_type = "couriers", "Couriers", Roads
    about = "Two couriers, five towns and ten letters."

    def begin(self, options: Any) -> Roads:
        return Roads(Cards.dealt([range(10), (), (), ()], seats=2), at=[2, 2], done=[0, 0])

    def turn(self, s: Roads) -> Steps:
        return walk(s) if s.moves else set_up(s)

    def outcome(self, s: Roads) -> Outcome | None:
        winners = [who for who in (0, 1) if s.done[who] >= ENOUGH]
        return Outcome.won_by(winners, 2, "The post is done.") if winners or s.moves > LAST else None

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob")

    def kinds(self, s: Roads) -> Kinds:
        return {"town": TOWN, "letter": LETTER}

    def view(self, s: Roads, seat: int | None) -> View:
        cards = s.letters
        hands = [cards.seen(HAND + who, seat) for who in (0, 1)]
        return View(s.at[:], s.done[:], cards.count(DECK), cards.zones[DELIVERED][:], hands)

    def plan(self, options: Any) -> Plan:
        towns = [
            Area(
                "town",
                TOWN.id(n),
                *site,
                label=TOWN.label(n),
                joined=tuple(map(TOWN.id, ROADS[n])),
                colour=colour,
            )
            for n, (site, colour) in enumerate(zip(SITES, TINTS, strict=True))
        ]
        zones = [Zone("pile", "deck", label="Letters", pile=True), Zone("pile", "delivered", pile=True)]
        zones += [
            Zone("hand", seat.id, label=f"{seat.label}'s letters", seat=seat.id, colour=COLOURS[n])
            for n, seat in enumerate(self.seats(options))
        ]
        faces = [
            Card(
                "letter",
                LETTER.id(n),
                label=TOWN.label(n % 5),
                colour=TINTS[n % 5],
                symbol="@",
                text=TEXTS[n % 5],
            )
            for n in range(10)
        ]
        return Plan(towns, zones, faces)

    def pieces(self, view: View, options: Any) -> Pieces:
        counters = [
            Counter(
                "courier", COURIER.id(who), Thing("town", TOWN.id(at)), "boot", COLOURS[who], view.done[who]
            )
            for who, at in enumerate(view.at)
        ]
        hands = {COURIER.id(who): laid("letter", LETTER, hand) for who, hand in enumerate(view.hands)}
        return Pieces(
            counters, {"deck": view.deck, "delivered": laid("letter", LETTER, view.delivered), **hands}
        )


TINTS: tuple[Colour, ...] = ("blue", "black", "green", "red", "sand")
TEXTS = (
    "Fish, salt and rope.",
    "Ore by the ton.",
    "Bread for everybody.",
    "Sealed. Do not open.",
    "Air filters, urgent.",
)


class Ledger(Couriers):
    """The same game without a description and without a board for the terminal."""

    key, title = "ledger", "Ledger"

    def plan(self, options: Any) -> Plan | None:  # type: ignore[override]
        return None


class Smudged(Couriers):
    """The same game with a mistake in its description."""

    key, title = "smudged", "Smudged"

    def pieces(self, view: View, options: Any) -> Pieces:
        return Pieces([Counter("courier", "ann", Thing("town", "farn"))])

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return f"[bold]Ann[/] is in {TOWN.label(view.at[0])}, [red]Bob[/] in {TOWN.label(view.at[1])}."


GAMES = [Couriers(), Ledger(), Smudged()]
