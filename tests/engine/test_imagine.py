"""Imagining: worlds that fit what a seat knows, depend on nothing else, and give nothing away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec
import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable.engine import (
    PASS,
    UNSEAL,
    CannotImagine,
    Cards,
    Chair,
    Draw,
    Game,
    Roll,
    Steps,
    Table,
    at_least,
    imagine,
    open_journal,
    playout,
    say,
)
from sandtable.engine.asking import Topic, pick
from sandtable.engine.secrets.cards import missing

from .caravan import GAME as CARAVAN
from .small import DECK, DISCARDS, HAND, Dealt, Hands, new_random, seat_ids, state_of

GAMES: list[Game[Any]] = [STASH, CARAVAN]
games = pytest.mark.parametrize("game", GAMES, ids=repr)


def real(table: Table) -> tuple[Any, ...]:
    """What must not change by imagining."""
    run = table.run
    return table.save(), run.state.encode(), run.start.encode(), repr(run.tape), repr(run.values), table.drawn


def tried(chair: Chair, seed: int) -> Table | None:
    try:
        return chair.imagine(random.Random(seed))
    except CannotImagine:
        return None


def every_chair(game: Game[Any], seeds: range) -> Iterator[tuple[Table, Chair]]:
    """Each seat at every decision of some games."""
    for seed in seeds:
        for table in new_random(game, seed):
            if table.ask is not None:
                for seat in table.seats:
                    yield table, Chair(table, seat.id)


# What a seat saw comes again ------------------------------------------------------------------------


@games
def test_imagined_worlds_look_to_the_seat_like_the_real_one(game: Game[Any]) -> None:
    """To imagine is to redeal what the seat cannot know: view, question and options are the real ones.

    At every decision, for every seat, over many worlds; the real table is as before; hardly a try finds no world.
    """
    tries = found = 0
    for table, chair in every_chair(game, range(12)):
        before = real(table)
        asked = chair.ask
        assert asked is not None
        for seed in range(5):
            world = tried(chair, seed)
            tries += 1
            if world is None:
                continue
            found += 1
            assert world.view(chair.seat) == chair.view
            imagined = world.ask_for(chair.seat)
            assert imagined is not None
            assert imagined.plain() == asked.plain()
            assert world.ask is not None
            assert len(world.ask.options) > 1, "the open question is open in every world"
            assert world.turn == table.turn
            assert world.outcome is None
            assert missing(state_of(world).cards) == []
            assert game.census(state_of(world)) == game.census(state_of(table))
        assert real(table) == before
    assert tries - found < tries / 100


@games
def test_imagined_worlds_can_be_played_to_the_end(game: Game[Any]) -> None:
    """An imagined world is a real game: its rules run on to an end, and the real table never notices."""
    for n, (table, chair) in enumerate(every_chair(game, range(6))):
        if n % 3 == 0:
            before = real(table)
            world = tried(chair, n)
            if world is not None:
                playout(world.run, random.Random(n))
                assert world.outcome is not None
            assert real(table) == before


# It depends on nothing else ---------------------------------------------------------------------------


@games
def test_imagining_depends_on_nothing_the_seat_cannot_know(game: Game[Any]) -> None:
    """The result depends on what the seat knows and on the random numbers given, and on nothing else.

    A world that the seat cannot tell from the real one is imagined; imagining from there with the same numbers gives
    the same state, the same question and the same bytes to send to a worker.
    """
    compared = 0
    for _table, chair in every_chair(game, range(10)):
        other = tried(chair, 1000)
        if other is None:
            continue
        for seed in range(3):
            one, same = tried(chair, seed), tried(Chair(other, chair.seat), seed)
            assert (one is None) == (same is None)
            if one is not None and same is not None:
                assert one.run.state == same.run.state
                assert one.ask is not None
                assert same.ask is not None
                assert one.ask.plain() == same.ask.plain()
                assert one.moment() == same.moment()
                compared += 1
    assert compared > 100


@games
def test_an_imagined_table_holds_no_seed_and_no_real_answer(game: Game[Any]) -> None:
    """What is sent to a worker process holds no real secret and no seed; and it is a whole moment that can be opened."""
    seed = "5eed" * 16
    table = sandtable.new(game, seed=seed)
    rng = random.Random(3)
    while table.ask is not None:
        for seat in table.seats:
            world = tried(Chair(table, seat.id), 1)
            if world is None:
                continue
            data = world.moment()
            assert seed.encode() not in data
            assert seed.encode() not in world.save()
            assert world.header.seed != table.header.seed
            assert world.header.seed_hash != table.header.seed_hash
            again = open_journal(data, lambda key: game)
            assert again.run.state == world.run.state
            assert again.ask is not None
            assert world.ask is not None
            assert again.ask.plain() == world.ask.plain()
            playout(world.run, rng)
            assert world.published.seed != seed
        table.choose(rng.choice(table.ask.keys))


def test_an_imagined_table_does_not_know_the_numbers_of_the_real_one() -> None:
    """Nothing of the real table's record is in an imagined one: no lines, no log, nothing to undo."""
    table = sandtable.new(STASH, seed=1)
    rng = random.Random(1)
    for _ in range(6):
        assert table.ask is not None
        table.choose(rng.choice(table.ask.keys))
    world = Chair(table, "ann").imagine(random.Random(1))
    assert world.lines == []
    assert world.transcript("bob") == []
    assert world.undo_name("bob") is None


# Imagining is not idle --------------------------------------------------------------------------------


@games
def test_every_hidden_place_varies(game: Game[Any]) -> None:
    """Imagining is not idle: over many imagined worlds every hidden place that could vary does.

    A place that holds one of several unseen cards varies, but for the few that a careful player could work out.
    """
    places = fixed = 0
    for seed in range(11, 13 if game is CARAVAN else 19):
        for n, table in enumerate(new_random(game, seed)):
            if table.ask is None or n % 2:
                continue
            for who, seat in enumerate(table.seats):
                cards: Cards = state_of(table).cards
                hidden = [
                    (z, i)
                    for z, pile in enumerate(cards.zones)
                    for i, c in enumerate(pile)
                    if not cards.knows(who, c)
                ]
                worlds = [world for k in range(60) if (world := tried(Chair(table, seat.id), k)) is not None]
                for zone, i in hidden if len(hidden) > 1 else []:
                    places += 1
                    fixed += len({state_of(world).cards.zones[zone][i] for world in worlds}) == 1
    assert places > 300
    assert fixed <= places / 50, f"{fixed} of {places} places never vary"


def test_the_other_hand_is_any_hand_equally_often() -> None:
    """Imagining: what the seat cannot know is dealt uniformly: all 42 ordered pairs of seven loads, and the deck."""
    table = sandtable.new("stash", seed=8)
    chair = Chair(table, "ann")
    own = state_of(table).cards.zones[2]
    unseen = [card for card in range(9) if card not in own]
    rng = random.Random(5)
    hands = Counter(tuple(state_of(chair.imagine(rng)).cards.zones[3]) for _ in range(42 * 40))
    assert set(hands) == set(permutations(unseen, 2))
    chi = sum((n - 40) ** 2 / 40 for n in hands.values())
    assert chi < 75, "41 degrees of freedom, 99.9%"


def test_each_random_number_gives_its_own_world() -> None:
    """Same numbers, same world; other numbers, other worlds."""
    chair = Chair(sandtable.new("stash", seed=8), "ann")
    assert chair.imagine(random.Random(1)).moment() == chair.imagine(random.Random(1)).moment()
    assert len({chair.imagine(random.Random(k)).moment() for k in range(10)}) == 10


# One promise at a time ---------------------------------------------------------------------------------


def worlds_of(table: Table, seat: str, count: int = 60) -> list[Table]:
    chair = Chair(table, seat)
    return [chair.imagine(random.Random(k)) for k in range(count)]


BID = Topic("bid", "1", "Your bid is opened together with all others.", "number")
WELL = Topic("well", "1", "Whatever the answer, play goes on.", "number")


class SealedBid(Dealt):
    """Ann and Bob bid sealed numbers, Cy bids last; then all is opened."""

    private = False

    def rule(self, s: Hands) -> Steps[None]:
        bids = []
        for who in range(3):
            ask = pick(who, BID, "Bid?", [1, 2, 3], sealed=True, private=self.private)
            bids.append((yield ask))
        s.marks.extend(bids)
        yield UNSEAL
        yield pick(0, WELL, "Well?", [1, 2])


class PrivateBid(SealedBid):
    """The same, and nobody sees who is asked what."""

    private = True


bids = pytest.mark.parametrize("game", [SealedBid(), PrivateBid()], ids=["open", "private"])


@bids
def test_others_sealed_answers_are_drawn_anew(game: SealedBid) -> None:
    """Imagining gives the turn's answers again with other seats' sealed answers drawn anew, and one's own kept."""
    table = sandtable.new(game, seed=1).choose("bid:3", "bid:2")
    for_cy = [world.choose("bid:1") for world in worlds_of(table, "cy", 100)]
    assert {tuple(state_of(world).marks) for world in for_cy} == {
        (a, b, 1) for a in (1, 2, 3) for b in (1, 2, 3)
    }
    for_bob = [world.choose("bid:1") for world in worlds_of(table, "bob", 60)]
    assert {tuple(state_of(world).marks) for world in for_bob} == {(a, 2, 1) for a in (1, 2, 3)}


@bids
def test_opened_answers_are_kept(game: SealedBid) -> None:
    """Once opened, a sealed answer is something every seat has seen, also one that was asked for in private."""
    table = sandtable.new(game, seed=1).choose("bid:3", "bid:2", "bid:1")
    for seat in ("ann", "bob", "cy"):
        assert {tuple(state_of(world).marks) for world in worlds_of(table, seat, 20)} == {(3, 2, 1)}


PAY = Topic("pay", "1", "The card leaves your hand face down.", "number")


class PaidDice(Dealt):
    """Ann secretly pays a card and throws as many dice as it is worth, in the open."""

    def rule(self, s: Hands) -> Steps[None]:
        paid = yield pick(0, PAY, "Pay which?", s.cards.zones[HAND][:], private=True)
        s.cards.give(paid, DISCARDS, seen_by=[0])
        s.marks.append((yield Roll(paid + 1, at_least(6), topic="volley")))
        yield pick(1, WELL, "Well?", [1, 2])


def test_dice_that_were_seen_come_again() -> None:
    """What the seat saw must come again exactly: the dice it was shown, and so their number."""
    table = sandtable.new(PaidDice(), seed=1)
    assert table.ask is not None
    paid = table.ask.options[0].value
    table.choose(table.ask.keys[0])
    (roll,) = [line for line in table.log("bob") if line.kind == "roll"]
    assert len(roll.faces) == paid + 1
    for world in worlds_of(table, "bob", 30):
        assert state_of(world).cards.zones[DISCARDS] == [paid], "only this card is worth so many dice"
    assert len({tuple(state_of(world).cards.zones[HAND]) for world in worlds_of(table, "bob", 30)}) > 1


def test_hidden_dice_are_thrown_anew() -> None:
    """What a seat did not see is drawn anew: dice that only another seat saw."""

    class Hidden(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            s.marks.append((yield Roll(1, topic="secret", seen_by=(0,))))
            s.marks.extend((yield Draw(range(4), 1, topic="chit", seen_by=(0,))))
            s.marks.append((yield Roll(1, topic="open")))
            yield pick(1, WELL, "Well?", [1, 2])

        def view(self, s: Hands, seat: int | None) -> Any:
            return s.marks[:] if seat == 0 else s.marks[2:]

    table = sandtable.new(Hidden(), seed=1)
    marks = state_of(table).marks
    seen = {tuple(state_of(world).marks) for world in worlds_of(table, "bob", 200)}
    assert {m[0] for m in seen} == set(range(1, 7))
    assert {m[1] for m in seen} == set(range(4))
    assert {m[2] for m in seen} == {marks[2]}
    assert {tuple(state_of(world).marks) for world in worlds_of(table, "ann", 20)} == {tuple(marks)}


SHOW_FIVE = Topic("show", "1", "The card you show is seen by everybody.", "number", window="w")


class OpeningWindow(Dealt):
    """The turn begins with a private window for Bob, who has a choice only if he holds card 5."""

    bobs: tuple[int, int] = (5, 6)

    def begin(self, options: Any) -> Hands:
        rest = [card for card in range(9) if card not in self.bobs]
        cards = Cards.dealt([rest[4:], (), rest[:2], self.bobs, rest[2:4]], seats=3)
        for who in range(3):
            cards.look(cards.zones[HAND + who], who)
        return Hands(cards)

    def rule(self, s: Hands) -> Steps[None]:
        able = [card for card in s.cards.zones[HAND + 1] if card == 5]
        card = yield pick(1, SHOW_FIVE, "Show five?", [*able, PASS], private=True, decline=PASS)
        if card != PASS:
            s.cards.give(card, DISCARDS)
            s.cards.reveal([card])
            yield say("Bob shows it.")
        yield pick(0, WELL, "Well, Ann?", [1, 2])


def test_an_open_window_at_the_start_of_a_turn_is_open_in_every_world() -> None:
    """What does not fit what the seat saw is dealt again: a window that is open is open in every imagined world."""
    table = sandtable.new(OpeningWindow(), seed=1)
    assert table.ask is not None
    assert table.ask.seat == "bob"
    for seat in ("ann", "cy"):
        worlds = worlds_of(table, seat, 30)
        for world in worlds:
            assert world.ask is not None
            assert world.ask.seat == "bob"
            assert len(world.ask.options) == 2
            assert 5 in state_of(world).cards.zones[HAND + 1]
        assert len({tuple(state_of(world).cards.zones[HAND + 1]) for world in worlds}) > 2


def test_a_window_that_was_passed_tells_nothing() -> None:
    """A forced pass is without a trace: who passed may have held the card or not, and is imagined both ways."""

    class Forced(OpeningWindow):
        bobs = (7, 6)

    for table in (sandtable.new(OpeningWindow(), seed=1).choose("pass"), sandtable.new(Forced(), seed=1)):
        assert table.ask is not None
        assert table.ask.seat == "ann"
        holds = Counter(5 in state_of(world).cards.zones[HAND + 1] for world in worlds_of(table, "ann", 100))
        assert holds[True] > 5
        assert holds[False] > 50


PLAY = Topic("play", "1", "The card is played face up.", "number")


def test_a_card_played_openly_was_in_the_hand() -> None:
    """A question that hides its options: the answer that was seen is possible in every imagined world."""

    class Opened(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            card = yield pick(1, PLAY, "Play which?", s.cards.zones[HAND + 1][:], hide_options=True)
            s.cards.play(card, DISCARDS)
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(Opened(), seed=1)
    before = worlds_of(table, "ann", 60)
    assert len({tuple(state_of(world).cards.zones[HAND + 1]) for world in before}) > 10
    assert table.ask is not None
    played = table.ask.options[0].value
    table.choose(table.ask.keys[0])
    after = worlds_of(table, "ann", 60)
    assert {tuple(state_of(world).cards.zones[DISCARDS]) for world in after} == {(played,)}
    left = {tuple(state_of(world).cards.zones[HAND + 1]) for world in after}
    assert left == {(card,) for card in range(9) if card not in (*state_of(table).cards.zones[HAND], played)}


MIX = Topic("mix", "1", "The cards are shuffled.", "number")


def test_a_shuffle_in_the_middle_of_the_turn_is_imagined_anew() -> None:
    """What a seat did not see is drawn anew: a shuffle of this turn; what it drew from it since stays."""

    class MidShuffle(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, MIX, "Shuffle?", [1, 2])
            yield from s.cards.shuffle(DECK)
            s.cards.draw(DECK, HAND, by=0)
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(MidShuffle(), seed=1).choose("mix:1")
    cards = state_of(table).cards
    ann = worlds_of(table, "ann", 60)
    assert {tuple(state_of(world).cards.zones[HAND]) for world in ann} == {tuple(cards.zones[HAND])}
    decks = {tuple(state_of(world).cards.zones[DECK]) for world in ann}
    assert len(decks) > 10
    orders = {tuple(sorted(range(len(deck)), key=deck.__getitem__)) for deck in decks}
    assert orders == set(permutations(range(2))), "whatever is left in the deck lies in any order"
    bob = worlds_of(table, "bob", 200)
    drawn = {state_of(world).cards.zones[HAND][-1] for world in bob}
    assert drawn == set(range(9)) - set(cards.zones[HAND + 1])


def test_what_was_drawn_from_a_shuffle_of_this_turn_is_always_found_again() -> None:
    """What the seat drew since the shuffle lay on top: no world is missed because a shuffle happened to fall otherwise."""

    class BigDeck(Dealt):
        def begin(self, options: Any) -> Hands:
            return Hands(Cards.dealt([range(40), (), (), (), ()], seats=3))

        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, MIX, "Shuffle?", [1, 2])
            yield from s.cards.shuffle(DECK)
            s.cards.draw(DECK, HAND, by=0, n=4)
            s.cards.draw(DECK, HAND + 1, by=1, n=4)
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(BigDeck(), seed=1).choose("mix:1")
    hand = state_of(table).cards.zones[HAND]
    worlds = worlds_of(table, "ann", 20)
    assert all(state_of(world).cards.zones[HAND] == hand for world in worlds)
    assert len({tuple(state_of(world).cards.zones[HAND + 1]) for world in worlds}) == 20
    decks = [state_of(world).cards.zones[DECK] for world in worlds]
    assert all(deck != sorted(deck) and deck != sorted(deck, reverse=True) for deck in decks)


BURY = Topic("bury", "1", "The card leaves your hand without being shown.", "number")


def test_a_shuffle_of_another_size_does_not_fit() -> None:
    """What does not fit what the seat saw is dealt again: here how many cards went into the deck before the shuffle.

    Ann may bury a card in private; all buried cards are shuffled into the deck, and Bob draws. Had Ann passed, the deck
    would have been smaller: such a world is passed over, not an error.
    """

    class Buried(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            card = yield pick(0, BURY, "Bury?", [*s.cards.zones[HAND], PASS], private=True)
            if card != PASS:
                s.cards.give(card, DISCARDS, seen_by=[0])
            s.cards.gather(DISCARDS, DECK)
            yield from s.cards.shuffle(DECK)
            s.cards.draw(DECK, HAND + 1, by=1)
            yield pick(1, WELL, "Well?", [1, 2])

    for answer in (0, 2):
        table = sandtable.new(Buried(), seed=1)
        assert table.ask is not None
        table.choose(table.ask.keys[answer])
        sizes = [len(zone) for zone in state_of(table).cards.zones]
        for world in worlds_of(table, "bob", 60):
            assert [len(zone) for zone in state_of(world).cards.zones] == sizes


def test_two_hidden_windows_in_a_row_can_be_imagined() -> None:
    """Imagining succeeds for onlookers too: a card was played after one private choice, and another private window is open."""

    class Windows(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            for who in (0, 2):
                hand = s.cards.zones[HAND + who][:]
                card = yield pick(who, PLAY, "Play?", [*hand, PASS], private=True)
                if card != PASS:
                    s.cards.play(card, DISCARDS)
            yield pick(1, WELL, "Well?", [1, 2])

    table = sandtable.new(Windows(), seed=1)
    assert table.ask is not None
    table.choose(table.ask.keys[0])
    for world in worlds_of(table, "bob", 30):
        assert world.view("bob") == table.view("bob")


def test_a_public_discard_shuffled_in_this_turn_is_not_in_a_hand_drawn_before() -> None:
    """What is known to have gone into the deck this turn is in the deck or drawn since, never in an older hand."""

    class Reshuffle(Dealt):
        def begin(self, options: Any) -> Hands:
            s = super().begin(options)
            s.cards.draw(DECK, DISCARDS)
            s.cards.reveal(s.cards.zones[DISCARDS])
            return s

        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, MIX, "Shuffle?", [1, 2])
            s.cards.give(s.cards.zones[DISCARDS][0], DECK)
            yield from s.cards.shuffle(DECK)
            s.cards.draw(DECK, HAND + 2, by=2)
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(Reshuffle(), seed=1)
    (public,) = state_of(table).cards.zones[DISCARDS]
    table.choose("mix:1")
    where: Counter[int] = Counter()
    for world in worlds_of(table, "ann", 200):
        cards = state_of(world).cards
        assert public not in cards.zones[HAND + 1]
        assert public not in cards.zones[HAND + 2][:2]
        where[cards.where[public]] += 1
    assert set(where) == {DECK, HAND + 2}


def test_without_secrets_imagining_is_forking() -> None:
    """A game without hidden information is imagined as it is, with dice of its own."""
    table = sandtable.new("connect-four", seed=1).choose("drop:1")
    world = Chair(table, "red").imagine(random.Random(1))
    assert world.run.state == table.run.state
    world.choose("drop:2")
    assert table.run.state.moves == 1


def test_a_spectator_may_imagine() -> None:
    """A spectator is a seat that knows what everybody knows."""
    for table in new_random(CARAVAN, 5):
        if table.ask is not None:
            world = imagine(table.run, None, random.Random(1))
            assert msgspec.to_builtins(CARAVAN.view(world.state, None)) == msgspec.to_builtins(
                table.view(None)
            )


BEGIN = Topic("begin", "1", "The game begins.", "number")
GUESS = Topic("guess", "1", "The game is over.", "number")


def test_a_game_may_keep_other_secrets() -> None:
    """A game that keeps secrets outside of cards says in `redeal` how they are dealt anew."""

    class Number(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            if not s.marks:
                s.marks.append((yield Roll(1, die=100, seen_by=())))
                yield pick(0, BEGIN, "Begin?", [1, 2])
                return
            yield pick(0, GUESS, "Guess?", [1, 2])

        lasts = 2

        def view(self, s: Hands, seat: int | None) -> Any:
            return len(s.marks)

        def redeal(self, s: Hands, seat: int | None, rng: random.Random, pinned: Any) -> None:
            super().redeal(s, seat, rng, pinned)
            s.marks[:] = [rng.randint(1, 100) for _ in s.marks]

    table = sandtable.new(Number(), seed=1).choose("begin:1")
    assert len({state_of(world).marks[0] for world in worlds_of(table, "ann", 50)}) > 20


def test_a_world_that_cannot_be_is_an_error() -> None:
    """If no world fits, that is said: a game whose redeal contradicts what was seen."""

    class Contradictory(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            yield say("{n:number}", n=s.turns)
            yield pick(0, WELL, "Well?", [1, 2])

        def redeal(self, s: Hands, seat: int | None, rng: random.Random, pinned: Any) -> None:
            s.turns += 7

    table = sandtable.new(Contradictory(), seed=1)
    before = real(table)
    with pytest.raises(CannotImagine):
        Chair(table, "ann").imagine(random.Random(1))
    assert real(table) == before


@games
def test_every_seat_id_has_a_chair(game: Game[Any]) -> None:
    """Chairs are for seats by their ids."""
    table = sandtable.new(game, seed=1)
    for index, seat in enumerate(s for s in seat_ids(table) if s is not None):
        assert Chair(table, seat).index == index
