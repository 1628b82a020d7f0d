"""Hidden numbers: who knows them, what undo makes of them, and what a seat that does not know them imagines."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.engine import (
    UNSEAL,
    CannotImagine,
    Chair,
    Game,
    Hidden,
    Outcome,
    Roll,
    RuleError,
    State,
    Steps,
    Table,
    open_journal,
    say,
)
from sandtable.engine.asking import Topic, amount, pick
from sandtable.engine.secrets.held import knows_all, lessons, secrets_of
from tests.engine.leaky.liars_dice import DICE, Cups, LiarsDice

WELL = Topic("well", "1", "The turn goes on.", "number")
BID = Topic("bid", "1", "The higher bid wins.", "number")


def rolled(row: Hidden, faces: tuple[int, ...], places: Any = None, by: int | None = None) -> Roll:
    """Roll, with these faces as the answer of chance."""
    steps = row.roll(places, by=by)
    roll = next(steps)
    assert isinstance(roll, Roll)
    with pytest.raises(StopIteration):
        steps.send(roll.value(faces))
    return roll


def test_a_roll_is_seen_by_one_seat() -> None:
    """Roll: the seat that rolls sees its dice, in the order in which they fell; nobody else does."""
    cup = Hidden.row(3, range(1, 7))
    roll = rolled(cup, (2, 6, 4), by=1)
    assert (roll.dice, roll.die, roll.seen_by) == (3, (1, 2, 3, 4, 5, 6), (1,))
    assert cup.values == [2, 6, 4]
    assert [cup.seen(seat) for seat in (0, 1, None)] == [[None] * 3, [2, 6, 4], [None] * 3]
    again = rolled(cup, (1,), places=[2])
    assert again.seen_by == ()
    assert cup.seen(1) == [2, 6, None], "what is rolled again without `by` nobody knows"


def test_verbs_say_who_knows() -> None:
    """Write, look, reveal, clear: each changes who knows a number, and nothing else."""
    row = Hidden.row(2, range(10))
    assert (row.count, row.seen(0)) == (0, [None, None])
    row.write(0, 7, by=0)
    assert [row.seen(seat) for seat in (0, 1, None)] == [[7, None], [None, None], [None, None]]
    row.look([0], 1)
    assert [row.seen(seat) for seat in (0, 1, None)] == [[7, None], [7, None], [None, None]]
    row.reveal()
    assert row.seen(None) == [7, None], "there is nothing to see at an empty place"
    row.write(0, 3, by=1)
    assert [row.seen(seat) for seat in (0, 1, None)] == [[None, None], [3, None], [None, None]]
    row.clear()
    assert (row.count, row.seen(1)) == (0, [None, None])


def test_only_learning_from_others_is_a_lesson() -> None:
    """Lessons: what a seat wrote itself it did not learn; to look twice teaches nothing new."""
    row = Hidden.row(2, range(10))
    row.write(0, 7, by=0)
    assert row.lessons == 0
    row.look([0, 1], 0)
    assert row.lessons == 0
    row.look([0], 1)
    row.look([0], 1)
    assert row.lessons == 1
    row.reveal()
    row.reveal()
    assert row.lessons == 2


def test_mistakes_are_named() -> None:
    """A number outside the domain is refused with the domain; so is a row that can hold nothing."""
    with pytest.raises(RuleError, match=r"can be 1 to 6, not 7"):
        Hidden.row(1, range(1, 7)).write(0, 7)
    with pytest.raises(RuleError, match=r"can be 1, 5, not 2"):
        Hidden.row(1, (5, 1, 1)).write(0, 2)
    with pytest.raises(ValueError, match="needs a domain"):
        Hidden.row(1, ())


def test_a_place_that_does_not_exist_is_named() -> None:
    """The last place is not -1: a rule that counts wrongly must not write somewhere else."""
    row = Hidden.row(2, range(1, 7))
    mistakes: list[Callable[[], None]] = [
        lambda: row.write(2, 3, by=0),
        lambda: row.write(-1, 3, by=0),
        lambda: row.look([2], 0),
        lambda: row.reveal([-1]),
        lambda: row.clear([5]),
    ]
    for wrong in mistakes:
        with pytest.raises(RuleError, match=r"There is no place -?\d in a row of 2: places count from 0"):
            wrong()
    assert row == Hidden.row(2, range(1, 7))


class Chest(State):
    """Hidden rows at several depths."""

    first: Hidden
    inner: Cups
    turns: int = 0
    some: dict[str, Hidden] = {}


def test_hidden_rows_are_found_copied_and_saved() -> None:
    """A state with hidden rows anywhere is copied, encoded and read back like any other."""
    s = Chest(Hidden.row(1, range(3)), Cups([Hidden.row(2, range(1, 7))]))
    s.some = {"x": Hidden.row(1, range(3))}
    assert secrets_of(s) == [s.first, s.inner.cups[0], s.some["x"]]
    t = s.copy()
    t.inner.cups[0].write(1, 6, by=0)
    assert s.inner.cups[0].values == [None, None]
    assert s.digest() != t.digest()
    assert lessons(t) == 0
    assert knows_all(s, 1)
    assert knows_all(t, 0)
    assert not knows_all(t, 1)
    assert msgspec.json.decode(t.encode(), type=Chest) == t


@given(st.data())
def test_a_redeal_keeps_what_is_known_and_stays_in_the_domain(data: st.DataObject) -> None:
    """Redeal: known and pinned places and empty ones stay; the others hold something that fits, for every seat."""
    domain = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=6))
    row = Hidden.row(4, domain)
    for place in range(4):
        if data.draw(st.booleans()):
            row.write(place, data.draw(st.sampled_from(domain)), by=data.draw(st.sampled_from([0, 1, None])))
    seat = data.draw(st.sampled_from([0, 1, None]))
    pinned = data.draw(st.sets(st.integers(0, 3)))
    dealt = row.copy()
    dealt.redeal(seat, random.Random(data.draw(st.integers(0, 99))), pinned=pinned)
    assert (dealt.known, dealt.writes, dealt.lessons) == (row.known, row.writes, row.lessons)
    for place, value in enumerate(row.values):
        if value is None or place in pinned or row.knows(seat, place):
            assert dealt.values[place] == value
        else:
            assert dealt.values[place] in domain


def test_what_is_listed_twice_is_twice_as_likely() -> None:
    """Redeal: the domain is a die, and `fits` leaves some of its faces."""
    row, rng = Hidden.row(1, (1, 1, 2, 3)), random.Random(1)
    row.write(0, 3, by=0)
    counts: Counter[Any] = Counter()
    for _ in range(4000):
        row.redeal(1, rng)
        counts[row.values[0]] += 1
    assert counts == {
        1: pytest.approx(2000, abs=150),
        2: pytest.approx(1000, abs=150),
        3: pytest.approx(1000, abs=150),
    }
    row.redeal(1, rng, fits=lambda place, number: number > 2)
    assert row.values == [3]
    with pytest.raises(CannotImagine, match="1 to 3"):
        row.redeal(1, rng, fits=lambda place, number: number > 3)


# At the table


def cups_of(table: Table) -> list[list[int | None]]:
    s = table.run.state
    assert isinstance(s, Cups)
    return [cup.values[:] for cup in s.cups]


@pytest.mark.parametrize("answers", [(), ("bid:2",)], ids=["first bid", "second bid"])
def test_a_seat_imagines_the_other_cup_by_chance(answers: tuple[str, ...]) -> None:
    """The real dice come up no more often than chance allows, and every face of every die equally often."""
    table = sandtable.new(LiarsDice(), seed=4)
    if answers:
        table.choose(*answers)
    real, worlds = cups_of(table), 600
    chair, rng = Chair(table, "first"), random.Random(1)
    found = [cups_of(chair.imagine(rng)) for _ in range(worlds)]
    assert all(cups[0] == real[0] for cups in found), "its own dice it knows"
    assert sum(cups[1] == real[1] for cups in found) <= 2, "one world in 7776 has the real dice"
    for die in range(DICE):
        counts = Counter(cups[1][die] for cups in found)
        assert set(counts) == set(range(1, 7))
        assert max(counts.values()) < 150, "100 are expected"


class OneTurn(LiarsDice):
    """All of a round is one turn: the dice are rolled in it, shown in it, and rolled again."""

    def turn(self, s: Cups) -> Steps[None]:
        for n in (1, 2):
            yield from self.set_up(s)
            yield pick(0, WELL, "Well?", [1, 2])
            s.cups[1].reveal([0, 1, 2, 3])
            yield say("Round {n:number}.", n=n)
            yield pick(0, WELL, "And now?", [1, 2])
        s.winner = 0


def test_dice_of_this_turn_are_imagined_too() -> None:
    """Hidden dice rolled in the present turn are drawn anew; those that were shown since are kept, without trying in vain."""
    table = sandtable.new(OneTurn(), seed=4)
    rng = random.Random(1)
    for shown in (0, 4, 0, 4):
        real = cups_of(table)[1]
        found = [cups_of(Chair(table, "first").imagine(rng))[1] for _ in range(100)]
        for die in range(DICE):
            faces = {cup[die] for cup in found}
            assert faces == ({real[die]} if die < shown else set(range(1, 7)))
        table.choose("well:1")


class Looking(LiarsDice):
    """The second seat rolls; then the first is shown a die that was rolled in an earlier turn, and it is rolled again."""

    def bidding(self, s: Cups) -> Steps[None]:
        yield pick(0, WELL, "Look?", [1, 2])
        s.cups[1].look([0], 0)
        s.cups[1].look([1], 0)
        yield say("You see {n:number}.", n=s.cups[1].values[0], seen_by=[0])
        yield pick(0, WELL, "Seen?", [1, 2])
        yield from s.cups[1].roll([0], by=1)
        yield pick(0, WELL, "Rolled?", [1, 2])
        s.winner = 0


def test_what_a_seat_was_shown_stays_in_its_worlds() -> None:
    """A die seen in this turn is the same in every world, even if it has been rolled again since."""
    table = sandtable.new(Looking(), seed=9).choose("well:1")
    real, rng = cups_of(table)[1], random.Random(1)
    for _ in range(20):
        assert cups_of(Chair(table, "first").imagine(rng))[1][:2] == real[:2]
    table.choose("well:1")
    first = {cups_of(Chair(table, "first").imagine(rng))[1][0] for _ in range(100)}
    assert first == set(range(1, 7)), "what was rolled again is unknown again"
    for _ in range(20):
        world = Chair(table, "first").imagine(rng)
        assert world.run.start.cups[1].values[:2] == real[:2], "what it saw then was so"
        assert cups_of(world)[1][1] == real[1]


def test_undo_stops_where_somebody_looked() -> None:
    """The undo barrier: to look at a hidden number cannot be taken back; to write one's own can."""
    table = sandtable.new(Looking(), seed=9).choose("well:1")
    assert table.undo_name("first") is None
    with pytest.raises(sandtable.CannotUndo, match="learned"):
        table.undo("first")


class Auction(State):
    """Two sealed bids."""

    bids: Hidden
    winner: int = -1


class SealedBids(Game[Auction]):
    """Both write down a bid from 0 to 3, in a turn each; then both are turned up."""

    key, title, state_type = "bids", "Bids", Auction

    def begin(self, options: Any) -> Auction:
        return Auction(Hidden.row(2, range(4)))

    def turn(self, s: Auction) -> Steps[None]:
        side = s.bids.count
        if side < 2:
            bid = yield amount(side, BID, "Bid?", 3, private=True, sealed=True)
            s.bids.write(side, bid, by=side)
            yield pick(side, WELL, "Sure?", [1, 2])
            return
        yield UNSEAL
        s.bids.reveal()
        ours, theirs = s.bids.values
        assert ours is not None
        assert theirs is not None
        s.winner = int(theirs > ours)

    def outcome(self, s: Auction) -> Outcome | None:
        return Outcome.won_by([s.winner], 2) if s.winner >= 0 else None

    def view(self, s: Auction, seat: int | None) -> Any:
        return s.bids.seen(seat), s.bids.count


def test_a_bid_can_be_taken_back_and_is_imagined_by_others() -> None:
    """A written number: its seat may still undo it, others see that there is one, and imagine all it could be."""
    table = sandtable.new(SealedBids(), seed=1).choose("bid:2")
    assert table.undo_name("first") == "2"
    assert table.view("first") == ([2, None], 1)
    assert table.view("second") == ([None, None], 1)
    table.choose("well:1")
    rng = random.Random(1)
    worlds = [Chair(table, "second").imagine(rng).run.state.bids.values[0] for _ in range(60)]
    assert set(worlds) == {0, 1, 2, 3}
    again = open_journal(table.save(), lambda key: SealedBids())
    assert again.run.state == table.run.state
    again.choose("bid:3", "well:1")
    assert again.winners == ["second"]
