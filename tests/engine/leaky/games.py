"""Ten games that give a secret away, one for each way to do it, and for each a twin that keeps the same secret.

Every game is one rule, played three times by two seats. The twin differs in the line that leaks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.engine import (
    PASS,
    Cards,
    Game,
    Hidden,
    Kinds,
    Names,
    Outcome,
    Roll,
    Shuffle,
    State,
    Steps,
    faces,
    say,
)
from sandtable.engine.asking import Topic, amount, pick

DECK, HAND = 0, 1
BID = Topic("bid", "1", "The higher bid wins.", "number")
GO = Topic("go", "1", "The game goes on.", "number")
WINDOW = Topic("window", "1", "The card is turned up.", "number", window="window")


class Paper(State):
    """Hidden numbers, an ordinary list, and the number of turns played."""

    row: Hidden
    sheet: list[int] = msgspec.field(default_factory=list)
    turns: int = 0


class Hands(State):
    """Cards in a deck and two hands, an ordinary list, and the number of turns played."""

    cards: Cards
    sheet: list[int] = msgspec.field(default_factory=list)
    turns: int = 0


class Small(Game[Any]):
    """A rule with two numbers under a cup."""

    key, title = "small", "Small"
    state_type: type[Any] = Paper

    def begin(self, options: Any) -> Any:
        return Paper(Hidden.row(2, range(1, 7)))

    def turn(self, s: Any) -> Steps[None]:
        yield from self.rule(s)
        s.turns += 1

    def rule(self, s: Any) -> Steps[None]:
        yield from s.row.roll(by=0, topic="cup")
        yield pick(1, GO, "Go on?", [1, 2])

    def outcome(self, s: Any) -> Outcome | None:
        return Outcome.won_by([], 2) if s.turns == 3 else None

    def view(self, s: Any, seat: int | None) -> Any:
        return s.row.seen(seat), s.turns


class Dealt(Small):
    """A rule with six cards, two in each hand."""

    state_type = Hands

    def begin(self, options: Any) -> Any:
        return Hands(Cards.dealt([range(6), (), ()], seats=2))

    def turn(self, s: Any) -> Steps[None]:
        if not s.cards.zones[HAND]:
            yield from s.cards.shuffle(DECK, "deck")
            for seat in (0, 1):
                s.cards.draw(DECK, HAND + seat, by=seat, n=2)
        yield from super().turn(s)

    def rule(self, s: Any) -> Steps[None]:
        yield pick(s.turns % 2, GO, "Go on?", [1, 2])

    def view(self, s: Any, seat: int | None) -> Any:
        return [s.cards.seen(HAND + hand, seat) for hand in (0, 1)], s.turns


class LeakyDice(Small):
    """Dice: a hidden roll is kept in an ordinary field."""

    def rule(self, s: Paper) -> Steps[None]:
        s.sheet = list((yield Roll(2, faces, topic="cup", seen_by=(0,))))
        yield pick(1, GO, "Go on?", [1, 2])


class LeakyNumber(Small):
    """Numbers: a secret bid is kept in an ordinary field."""

    def rule(self, s: Paper) -> Steps[None]:
        s.sheet = [(yield amount(0, BID, "Bid?", 6, at_least=1, private=True))]
        yield pick(1, GO, "Go on?", [1, 2])


class Number(Small):
    def rule(self, s: Paper) -> Steps[None]:
        s.row.write(0, (yield amount(0, BID, "Bid?", 6, at_least=1, private=True)), by=0)
        yield pick(1, GO, "Go on?", [1, 2])


class LeakyOrder(Dealt):
    """The order of a deck: it is shuffled into an ordinary list."""

    def rule(self, s: Hands) -> Steps[None]:
        s.sheet = list((yield Shuffle(range(4), topic="second deck")))
        yield pick(0, GO, "Go on?", [1, 2])


class Order(Dealt):
    def rule(self, s: Hands) -> Steps[None]:
        yield from s.cards.shuffle(DECK, "second deck")
        yield pick(0, GO, "Go on?", [1, 2])


class LeakyHolder(Dealt):
    """Who holds what: where the ace lies is worked out and remembered."""

    def rule(self, s: Hands) -> Steps[None]:
        s.sheet = [s.cards.where[0]]
        yield pick(0, GO, "Go on?", [1, 2])


class LeakyTiming(Dealt):
    """The timing of a window: only who holds the ace is asked, so that everybody knows where it is."""

    def rule(self, s: Hands) -> Steps[None]:
        if able := self.aces(s):
            yield from self.window(s, able)
        yield pick(0, GO, "Go on?", [1, 2])

    def aces(self, s: Hands) -> list[int]:
        return [card for card in s.cards.zones[HAND + 1] if card == 0]

    def window(self, s: Hands, able: list[int]) -> Steps[None]:
        if (yield pick(1, WINDOW, "Show the ace?", [*able, PASS], decline=PASS, private=True)) != PASS:
            s.cards.reveal(able)


class Timing(LeakyTiming):
    def rule(self, s: Hands) -> Steps[None]:
        yield from self.window(s, self.aces(s))
        yield pick(0, GO, "Go on?", [1, 2])


class LeakyLog(Dealt):
    """The log: everybody reads which card was drawn."""

    seen_by: Sequence[int] | None = None

    def rule(self, s: Hands) -> Steps[None]:
        for card in s.cards.draw(DECK, HAND, by=0):
            yield say("It is {card:number}.", card=card, seen_by=self.seen_by)
        yield pick(1, GO, "Go on?", [1, 2])


class Log(LeakyLog):
    seen_by = (0,)


class LeakyUndo(Dealt):
    """The undo name: whether an answer can be taken back depends on a card that nobody has seen."""

    def rule(self, s: Hands) -> Steps[None]:
        yield pick(0, GO, "Go on?", [1, 2], label="Take {it}")
        top = s.cards.zones[DECK][-1]
        if self.shows(top):
            s.cards.look([top], 1)
        yield pick(0, GO, "And on?", [1, 2])
        yield from s.cards.shuffle(DECK)

    def shows(self, card: int) -> bool:
        return card % 2 == 0


class Undo(LeakyUndo):
    def shows(self, card: int) -> bool:
        return True


class LeakyOptions(Dealt):
    """The options: what one seat may do depends on what the other holds."""

    def rule(self, s: Hands) -> Steps[None]:
        yield pick(
            0, GO, "Go on?", [1, 2, 3] if 0 in s.cards.zones[HAND + self.whose] else [1, 2], hide_options=True
        )

    whose = 1


class Options(LeakyOptions):
    whose = 0


class Odds(Small):
    """As many dice are rolled as the number under the cup says."""

    def rule(self, s: Paper) -> Steps[None]:
        if not s.row.count:
            yield from s.row.roll(by=0, topic="cup")
        yield pick(1, GO, "Go on?", [1, 2])
        s.row.reveal()
        yield Roll(sum(filter(None, s.row.values)), topic="shots")
        yield from s.row.roll(by=0, topic="cup")


class LeakyOdds(Odds):
    """The odds: what is hidden is not dealt again, so odds are worked out with the real number of dice."""

    def redeal(self, s: Paper, seat: int | None, rng: random.Random, pinned: Any) -> None:
        pass


class LeakyReplay(Dealt):
    """A replay: lines of the log name a box, and the name of a box tells what is in it once the turn is over."""

    def kinds(self, s: Hands) -> Kinds:
        return {"box": Names(lambda box: f"box_{box}", lambda box: f"Box {box}{self.content(s, box)}")}

    def content(self, s: Hands, box: int) -> str:
        return f" with {s.cards.zones[DECK][box]}" if s.turns else ""

    def rule(self, s: Hands) -> Steps[None]:
        if not s.turns:
            yield say("{box} is locked.", box=1)
        yield pick(0, GO, "Go on?", [1, 2])


class Replay(LeakyReplay):
    def content(self, s: Hands, box: int) -> str:
        return ""


#: What leaks, the leaky game, its twin, and what the message must name.
PAIRS: Sequence[tuple[str, Game[Any], Game[Any], str]] = [
    ("dice", LeakyDice(), Small(), r"`sheet` holds a secret.*hidden throw 'cup'"),
    ("numbers", LeakyNumber(), Number(), r"`sheet` holds a secret.*private answer to 'bid'"),
    ("order of a deck", LeakyOrder(), Order(), r"`sheet` holds a secret.*hidden shuffle 'second deck'"),
    ("who holds what", LeakyHolder(), Dealt(), r"`sheet` holds a secret.*(cards and numbers|shuffle 'deck')"),
    ("timing of a window", LeakyTiming(), Timing(), r"a window: somebody is asked in private"),
    ("log", LeakyLog(), Log(), r"different to it: log:|difference: log:"),
    ("undo name", LeakyUndo(), Undo(), r"undo: .*Take [12].*null|undo: .*null.*Take [12]"),
    ("options", LeakyOptions(), Options(), r"question: "),
    ("odds", LeakyOdds(), Odds(), r"`row` is the same in every world that \w+ imagines.*odds"),
    (
        "replay",
        LeakyReplay(),
        Replay(),
        r"replayed: 'Box 1 with \d is locked.' and 'Box 1 with \d is locked.'",
    ),
]
