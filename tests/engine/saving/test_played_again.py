"""Going through a game once more, and reading only what is new of its log: what replays and servers stand on."""

from __future__ import annotations

import random

import sandtable
from sandtable.engine import Table, played_again


def played(game: str = "stash", answers: int = 30) -> Table:
    """A game between seats with secrets, with one answer taken back where that is possible."""
    table, rng = sandtable.new(game, seed=11), random.Random(3)
    for _ in range(answers):
        if table.ask is None:
            break
        seat = table.ask.seat
        table.choose(rng.choice(table.ask.keys))
        if table.undo_name(seat) is not None and rng.random() < 0.3:
            table.undo(seat)
    return table


def test_a_game_played_again_passes_through_the_same_moments_and_ends_the_same() -> None:
    """A replay shows what happened: every state, dice and undo included, and numbers that only grow."""
    table = played()
    numbers = [again.number for again in played_again(table)]
    *_, last = played_again(table)
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == table.number
    assert last.save() == table.save()
    assert last.run.state.digest() == table.run.state.digest()


def test_what_is_new_in_a_log_is_the_end_of_the_whole_log() -> None:
    """`since` leaves out lines, and changes neither the numbers nor the words of those that remain."""
    table = played()
    for seat in (None, *(seat.id for seat in table.seats)):
        whole, log = table.transcript(seat), table.log(seat)
        assert log == [line for line in whole if line.kind != "answer"]
        for since in (0, 1, len(log) - 1, len(log), len(log) + 5):
            assert table.log(seat, since=since) == log[since:]
            assert table.transcript(seat, since=since) == whole[since:]
