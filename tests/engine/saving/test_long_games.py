"""Long games in little memory: what a host has stored can be forgotten, and undo works as before."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import sandtable
from sandtable.engine import RuleFailed, Table
from sandtable.engine.saving.format import AnyLine
from sandtable.engine.saving.long_games import (
    count_entries,
    is_settled,
    let_go,
    pack_starts,
    remembered_turns,
)
from sandtable.engine.saving.starts import IN_A_ROW, MOST, PackedStart


def seats(table: Table) -> list[str]:
    return [seat.id for seat in table.seats]


def undo_all(table: Table) -> list[bytes]:
    """Undo as much as anybody can; the moments on the way."""
    moments = []
    while (seat := next((s for s in seats(table) if table.undo_name(s) is not None), None)) is not None:
        moments.append(table.undo(seat).moment())
    return moments


@pytest.mark.parametrize("game", ["red-dust", "connect-four", "stash"])
def test_undo_reaches_packed_turns(game: str) -> None:
    """Over several turns and seats, one answer after the other, to the same moments as without packing."""
    plain, packed = (sandtable.new(game, seed=5) for _ in range(2))
    rng, deepest = random.Random(5), 0
    for step in range(24):
        if plain.ask is None:
            break
        key = rng.choice(plain.keys())
        plain.choose(key)
        packed.choose(key)
        pack_starts(packed)
        assert packed.moment() == plain.moment()
        if step % 8 == 7:
            moments = undo_all(packed)
            assert moments == undo_all(plain)
            deepest = max(deepest, len(moments))
    assert deepest > 1 or game == "stash"


def test_a_settled_table_forgets_its_past_and_goes_on() -> None:
    """It has the same questions, views and undo as one that remembers everything."""
    whole, small = (sandtable.new("red-dust", seed=6) for _ in range(2))
    rng, forgotten = random.Random(6), 0
    for _ in range(60):
        key = rng.choice(whole.keys())
        whole.choose(key)
        small.choose(key)
        if is_settled(small):
            forgotten += let_go(small)
        assert small.moment() == whole.moment()
        for seat in seats(whole):
            assert small.undo_name(seat) == whole.undo_name(seat)
            assert small.view(seat) == whole.view(seat)
    assert forgotten > 0
    assert count_entries(small) + forgotten == count_entries(whole)


def test_nothing_is_settled_while_it_can_be_undone() -> None:
    """Connect four has neither dice nor secrets: every turn can be undone. What was undone can be done again."""
    table = sandtable.new("connect-four", seed=1)
    assert is_settled(table)
    table.choose("drop:1")
    assert not is_settled(table)
    table.undo(seats(table)[0])
    assert not is_settled(table)


def test_turns_that_were_long_ago_are_forgotten_even_if_they_could_be_undone() -> None:
    """The turns that are kept can be undone as before; those before them no longer can."""
    whole, small = (sandtable.new("connect-four", seed=1) for _ in range(2))
    for key in ["drop:1", "drop:2", "drop:3", "drop:4", "drop:5", "drop:6", "drop:7"]:
        whole.choose(key)
        small.choose(key)
        let_go(small, turns=3)
        assert remembered_turns(small) <= 3
        assert small.moment() == whole.moment()
    moments = undo_all(small)
    assert len(moments) == 3
    assert moments == undo_all(whole)[:3]


def starts_of(table: Table) -> dict[int, PackedStart]:
    """The starts of the turns before this one, which are all packed, by turn."""
    places = [given.place for given in table._recorder.history.given]
    starts = {place.turn: place.start for place in places if place.turn < table.turn}
    assert all(isinstance(start, PackedStart) for start in starts.values())
    return starts


def test_starts_are_packed_when_their_turn_is_over_and_unpacked_as_they_were() -> None:
    """Every few turns one is packed whole. The others take no memory of their own: the turns since that one are run again."""
    table, rng = sandtable.new("red-dust", seed=5), random.Random(5)
    seen: dict[int, bytes] = {}
    packed: dict[int, PackedStart] = {}
    for _ in range(60):
        seen[table.turn] = table.run.start.encode()
        table.choose(rng.choice(table.keys()))
        pack_starts(table)
        assert table._recorder.codes.of(table.run.start) == table.run.start.encode()
        packed |= starts_of(table)
        now = [given.place for given in table._recorder.history.given if given.place.turn == table.turn]
        assert all(place.start is table.run.start for place in now)
    assert {turn: start.unpacked(table.game).encode() for turn, start in packed.items()} == {
        turn: seen[turn] for turn in packed
    }
    assert max(start.turns for start in packed.values()) > 1
    assert len({id(start.stretch) for start in packed.values()}) < len(packed) / 2
    assert max(len(start.stretch.tapes) for start in packed.values()) <= 2 * IN_A_ROW


class Unwritable:
    """A sink that can write nothing."""

    def append(self, lines: Sequence[AnyLine]) -> None:
        raise OSError("the disk is full")

    def close(self) -> None:
        pass


@pytest.mark.parametrize("seed", range(6))
def test_what_was_undone_or_could_not_be_written_is_in_no_packed_start(seed: int) -> None:
    """A game that goes back, and on in another way, comes to the starts of that way."""
    table, rng = sandtable.new("red-dust", seed=seed), random.Random(seed)
    seen: dict[int, bytes] = {}
    ended = gone_back = 0
    for _ in range(80):
        seen[table.turn] = table.run.start.encode()
        turn = table.turn
        if rng.random() < 0.3:
            table.sink = Unwritable()
            with pytest.raises(RuleFailed, match="disk"):
                table.choose(rng.choice(table.keys()))
            table.sink = None
        table.choose(rng.choice(table.keys()))
        ended += table.turn - turn
        for seat in seats(table) if rng.random() < 0.3 else ():
            for _ in range(3):
                if table.undo_name(seat) is not None:
                    turn = table.turn
                    table.undo(seat)
                    gone_back += turn - table.turn
        seen[table.turn] = table.run.start.encode()
        for given in table._recorder.history.given[::3]:
            table._recorder.run_before(given)  # as a bot does, which imagines what it could take back
        pack_starts(table)
        for at, start in starts_of(table).items():
            assert start.unpacked(table.game).encode() == seen[at]
    assert ended > 20
    assert gone_back > 0


def test_a_table_whose_starts_are_packed_no_longer_keeps_no_turns() -> None:
    """Another process answers now, and this one only reads."""
    table, rng = sandtable.new("rogue-trooper", seed=5), random.Random(5)
    table.choose(rng.choice(table.keys()))
    pack_starts(table)
    assert table._recorder.codes._stretch is not None
    while table.turn < 2 * MOST:
        table.choose(rng.choice(table.keys()))
    assert table._recorder.codes._stretch is None
    pack_starts(table)
    assert starts_of(table)
