"""Any rule: games made up at random from everything a rule can yield keep the promises of the table.

Each seed is another game: questions of every kind (open, private, sealed, hidden options, always asked, windows), dice that
all or some see, verbs of cards and of hidden numbers, shuffles, log lines. What a game does is drawn once and never changes, as in a rulebook.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import (
    PASS,
    UNSEAL,
    CannotImagine,
    Cards,
    Chair,
    Draw,
    Game,
    Hidden,
    Outcome,
    Roll,
    Seat,
    State,
    Steps,
    Table,
    playout,
    say,
)
from sandtable.engine.asking import Topic, pick
from sandtable.engine.secrets.cards import missing

from .small import differing, reopened, resumed, told, whole

DECK, OPEN, BURIED, HAND = 0, 1, 2, 3
CARDS, SEATS, TURNS = 10, 3, 3
#: One thing a rule does: a verb and what it needs.
Act = tuple[Any, ...]


class Sheet(State):
    """Cards, hidden numbers, what everybody has read, what only some have read in this turn, and what is sealed in this turn."""

    cards: Cards
    cup: Hidden
    public: list[int] = msgspec.field(default_factory=list)
    secret: list[list[int]] = msgspec.field(default_factory=lambda: [[] for _ in range(SEATS)])
    sealed: list[int] = msgspec.field(default_factory=list)
    turns: int = 0


def made_up(rng: random.Random) -> list[list[Act]]:
    """The rules of a game: for each turn what happens in it."""
    verbs = [
        "ask",
        "ask",
        "ask",
        "card",
        "card",
        "card",
        "roll",
        "pick",
        "shuffle",
        "draw",
        "look",
        "gather",
        "say",
        "open",
        "shake",
        "write",
        "peek",
        "lift",
    ]
    turns: list[list[Act]] = []
    for _ in range(TURNS):
        acts: list[Act] = []
        for _ in range(rng.randint(3, 9)):
            seat, other = rng.randrange(SEATS), rng.randrange(SEATS)
            some = tuple(who for who in range(SEATS) if rng.random() < 0.5)
            flag = rng.choice(["open", "open", "private", "private", "sealed", "both"])
            always, window, few = rng.random() < 0.2, rng.random() < 0.3, rng.random() < 0.3
            way = rng.choice(["bury", "play", "hides"])
            acts.append((rng.choice(verbs), seat, other, some, flag, always, window, few, way))
        turns.append(acts)
    return turns


END = Topic("end", "1", "The turn ends.", "number")
SAY_NUMBER = Topic("n", "3", "The number is noted where those who may know it can see it.", "number")
SAY_IN_WINDOW = Topic(
    "n", "3", "The number is noted where those who may know it can see it.", "number", window="w"
)
WRITE = Topic("write", "5", "Only you know the number.", "number")
TAKE_CARD = Topic("card", "4", "The card leaves your hand.", "number")


class AnyRule(Game[Sheet]):
    """A game whose rules are made up from a seed."""

    key = "any-rule"
    title = "Any rule"
    state_type = Sheet

    def __init__(self, seed: int) -> None:
        self.rules = made_up(random.Random(seed))

    def begin(self, options: Any) -> Sheet:
        cards = Cards.dealt([range(CARDS), (), (), (), (), ()], seats=SEATS)
        return Sheet(cards, Hidden.row(SEATS, range(1, 5)))

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cy", "Cy")

    def outcome(self, s: Sheet) -> Outcome | None:
        return Outcome.won_by([], SEATS, "It is over.") if s.turns > TURNS else None

    def whose_turn(self, s: Sheet) -> int | None:
        return s.turns % SEATS

    def view(self, s: Sheet, seat: int | None) -> Any:
        zones = [s.cards.seen(zone, seat) for zone in range(HAND + SEATS)]
        own = [] if seat is None else s.secret[seat][:]
        return [zones, s.cup.seen(seat), s.cup.count, s.public[:], own, len(s.sealed), s.turns]

    def census(self, s: Sheet) -> dict[str, int]:
        return {"cards": sum(map(len, s.cards.zones))}

    def turn(self, s: Sheet) -> Steps[None]:
        """1 The turn. The first sets up; what was secret in a turn is forgotten at its end."""
        if s.turns == 0:
            yield from s.cards.shuffle(DECK)
            for who in range(SEATS):
                s.cards.draw(DECK, HAND + who, by=who, n=2)
        else:
            for act in self.rules[s.turns - 1]:
                yield from self.do(s, act)
            yield pick(s.turns % SEATS, END, "End of the turn?", [1, 2], label="End {it}")
        s.secret, s.sealed = [[] for _ in range(SEATS)], []
        s.turns += 1

    def do(self, s: Sheet, act: Act) -> Steps[None]:
        verb, seat, other, some, *_ = act
        if verb == "ask":
            yield from self.ask(s, act)
        elif verb == "card":
            yield from self.card(s, act)
        elif verb == "roll":
            s.public.append((yield Roll(1 + seat, topic="open")))
            thrown = yield Roll(1, topic="hidden", seen_by=some)
            for who in some:
                s.secret[who].append(thrown)
        elif verb == "pick":
            s.public.extend((yield Draw(range(6), 2, topic="chits")))
        elif verb == "shuffle":
            yield from s.cards.shuffle(DECK)
        elif verb == "draw":
            s.cards.draw(DECK, HAND + seat, by=seat)
        elif verb == "look":
            s.cards.look(s.cards.zones[HAND + other][-1:], seat)
        elif verb == "gather":
            yield from self.gather(s)
        elif verb == "say":
            yield say("{who:seat} waits.", who=seat)
            yield say("You wait, {who:seat}.", who=seat, seen_by=some)
        elif verb in ("shake", "write", "peek", "lift"):
            yield from self.number(s, act)
        else:
            yield UNSEAL
            s.public.extend(s.sealed)
            s.sealed = []

    def number(self, s: Sheet, act: Act) -> Steps[None]:
        """5 Hidden numbers: rolled, written down, looked at, turned up."""
        verb, seat, other, some, *_ = act
        if verb == "shake":
            yield from s.cup.roll(some or [seat], by=None if seat == other else seat, topic="cup")
        elif verb == "write":
            number = yield pick(
                seat, WRITE, "Write down what?", [1, 2, 3, 4], label="Write {it}", private=True
            )
            s.cup.write(seat, number, by=seat)
        elif verb == "peek":
            s.cup.look([other], seat)
        else:
            s.cup.reveal([seat])
            yield say("There is {n}.", n=s.cup.values[seat] or 0)

    def gather(self, s: Sheet) -> Steps[None]:
        """2 All discards go back into the deck, which is shuffled."""
        s.cards.gather(OPEN, DECK)
        s.cards.gather(BURIED, DECK)
        yield from s.cards.shuffle(DECK, "gathered")

    def ask(self, s: Sheet, act: Act) -> Steps[None]:
        """3 A number, open or secret. With `few`, how many there are to choose from depends on the hand."""
        _, seat, _, _, flag, always, window, few, _ = act
        numbers = [
            n for n in range(3) if not few or any(card % 3 == n for card in s.cards.zones[HAND + seat])
        ]
        private = flag in ("private", "both") or few
        sealed = flag in ("sealed", "both")
        answer = yield pick(
            seat,
            SAY_IN_WINDOW if window else SAY_NUMBER,
            "Which number?",
            [*numbers, PASS],
            label="Say {it}",
            private=private,
            sealed=sealed,
            even_if_forced=always,
            decline=PASS if window else None,
        )
        said = -1 if answer == PASS else answer
        if sealed:
            s.sealed.append(said)
        elif private:
            s.secret[seat].append(said)
        else:
            s.public.append(said)

    def card(self, s: Sheet, act: Act) -> Steps[None]:
        """4 A card: buried in secret, played after a secret choice, or played with what else there was hidden."""
        _, seat, _, _, _, always, _, few, way = act
        hand = [card for card in s.cards.zones[HAND + seat] if not few or card % 2]
        hides = way == "hides"
        card = yield pick(
            seat,
            TAKE_CARD,
            "Which card?",
            [*hand, PASS],
            label="Take {it}",
            private=not hides,
            hide_options=hides,
            even_if_forced=always,
        )
        if card == PASS:
            return
        if way == "bury":
            s.cards.give(card, BURIED, seen_by=[seat])
        else:
            s.cards.play(card, OPEN)


def random_table(seed: int) -> Table:
    return sandtable.new(AnyRule(seed), seed=seed)


def played(table: Table, rng: random.Random) -> None:
    """One random thing somebody does: mostly an answer, sometimes an undo, a redo, an order."""
    seats = [seat.id for seat in table.seats]
    able = [seat for seat in seats if table.undo_name(seat)]
    again = [seat for seat in seats if table.redo_name(seat)]
    chance = rng.random()
    if able and chance < 0.2:
        table.undo(rng.choice(able))
    elif again and chance < 0.4:
        table.redo(rng.choice(again))
    elif chance > 0.95:
        table.add_standing_order(
            rng.choice(seats), rng.choice(["w", "*"]), rng.choice(["my turn", "this turn", "withdrawn"])
        )
    elif table.ask is not None:
        table.choose(rng.choice(table.ask.keys))


SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_game_is_saved_loaded_and_resumed(seed: int) -> None:
    """Save and load gives the same table after anything anybody can do; a moment gives the same game."""
    table, rng = random_table(seed), random.Random(seed)
    for n in range(60):
        if table.outcome is not None:
            break
        played(table, rng)
        if n % 3 == 0:
            assert differing(whole(table), whole(reopened(table))) == []
            again = resumed(table)
            assert again.run.state == table.run.state
            assert again.moment() == table.moment()
            for seat in table.seats:
                one, other = table.ask_for(seat.id), again.ask_for(seat.id)
                assert (None if one is None else one.plain()) == (None if other is None else other.plain())
    assert missing(table.run.state.cards) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_any_undo_brings_back_what_was(seed: int) -> None:
    """Undo to each permitted point and forward again: the table is as it was before the answer, and after it again."""
    table, rng = random_table(seed), random.Random(seed)
    kept = ("told", "state", "question", "drawn", "turn")

    def as_it_is() -> dict[str, Any]:
        found = {name: value for name, value in whole(table).items() if name.split()[0] in kept}
        return {
            k: {**v, "redo": None} if isinstance(v, dict) and "redo" in v else v for k, v in found.items()
        }

    while table.ask is not None:
        before, seat = as_it_is(), table.ask.seat
        table.choose(rng.choice(table.ask.keys))
        after = as_it_is()
        if table.undo_name(seat) is not None:
            table.undo(seat)
            assert differing(before, as_it_is()) == []
            table.redo(seat)
            assert differing(after, as_it_is()) == []


def imagined(chair: Chair, count: int) -> list[Table]:
    """Worlds a chair imagines; those it cannot are left out."""
    worlds: list[Table] = []
    for k in range(count):
        with suppress(CannotImagine):
            worlds.append(chair.imagine(random.Random(k)))
    return worlds


def check_worlds(table: Table, chair: Chair, worlds: list[Table]) -> None:
    """Worlds look to the seat like the real one, depend on nothing else, and can be played to the end."""
    asked, view = chair.ask, chair.view
    assert asked is not None
    for world in worlds:
        seen = world.ask_for(chair.seat)
        assert seen is not None
        assert seen.plain() == asked.plain()
        assert world.view(chair.seat) == view
        assert missing(world.run.state.cards) == []
    if len(worlds) == 3:
        same = Chair(worlds[2], chair.seat).imagine(random.Random(0))
        assert same.moment() == worlds[0].moment()
        playout(worlds[1].run, random.Random(1))
        assert worlds[1].outcome is not None


@pytest.mark.parametrize("who", ["the asked seat", "onlookers"])
def test_any_game_can_be_imagined(who: str) -> None:
    """Imagined worlds fit what a seat has seen, depend on nothing else, and fewer than 1% of tries find none."""
    tries = found = 0
    for seed in SEEDS:
        table, rng = random_table(seed), random.Random(seed)
        while table.ask is not None:
            before = table.save(), table.run.state.encode()
            for seat in table.seats:
                if (seat.id == table.ask.seat) == (who == "the asked seat"):
                    chair = Chair(table, seat.id)
                    worlds = imagined(chair, 3)
                    tries, found = tries + 3, found + len(worlds)
                    check_worlds(table, chair, worlds)
            assert (table.save(), table.run.state.encode()) == before
            table.choose(rng.choice(table.ask.keys))
    assert tries > 500
    assert tries - found < tries / 100


@pytest.mark.parametrize("seed", SEEDS)
def test_any_private_answer_tells_others_nothing(seed: int) -> None:
    """No leak: whatever is answered in private or sealed, those who do not see it are told the same.

    Two answers to a number that is private or sealed are tried; as long as the turn goes on and nothing is opened,
    everybody who saw neither is told byte for byte the same.
    """
    table, rng = random_table(seed), random.Random(seed)
    while table.ask is not None:
        spec, keys = table.ask.spec, table.ask.keys
        if (spec.private or spec.sealed) and spec.topic == "n" and len(keys) > 1:
            one, other = (reopened(table).choose(key) for key in rng.sample(keys, 2))
            read = len(table.transcript(None))
            if one.turn == table.turn and all(line.kind != "opened" for line in one.transcript(None)[read:]):
                for index, seat in ((0, "ann"), (1, "bob"), (2, "cy"), (None, None)):
                    if index != spec.seat:
                        assert differing(told(one, seat), told(other, seat)) == []
        table.choose(rng.choice(keys))
