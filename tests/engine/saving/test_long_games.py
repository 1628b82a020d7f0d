"""Long games in little memory: what a host has stored can be forgotten, and undo works as before."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import sandtable
from sandtable.engine import Table
from sandtable.engine.saving.long_games import (
    count_entries,
    is_settled,
    let_go,
    pack_starts,
    remembered_turns,
)
from sandtable.engine.saving.starts import IN_A_ROW, PackedStart


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


def test_a_start_is_encoded_once_and_packed_when_its_turn_is_over() -> None:
    """Digest, moment and undo share one encoding. Most starts are packed as what differs, and unpacked as they were."""
    table = sandtable.new("red-dust", seed=5)
    rng, state_type = random.Random(5), table.game.state_type
    seen: dict[int, bytes] = {}
    packed: dict[int, PackedStart] = {}
    for _ in range(60):
        seen[table.turn] = table.run.start.encode()
        table.choose(rng.choice(table.keys()))
        pack_starts(table)
        starts = {given.place.turn: given.place.start for given in table._recorder.history.given}
        assert all(
            start is table.run.start if turn == table.turn else isinstance(start, PackedStart)
            for turn, start in starts.items()
        )
        assert table._recorder.codes.of(table.run.start) == table.run.start.encode()
        packed |= {turn: start for turn, start in starts.items() if isinstance(start, PackedStart)}
    assert {turn: start.unpacked(state_type).encode() for turn, start in packed.items()} == {
        turn: seen[turn] for turn in packed
    }
    small = [len(start.data) for start in packed.values() if start.like is not None]
    whole = [len(start.data) for start in packed.values() if start.like is None]
    assert max(small) < min(whole)
    assert max(Counter(id(start.like) for start in packed.values() if start.like).values()) <= IN_A_ROW
