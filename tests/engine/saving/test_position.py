"""Games that begin from a position: saved, loaded, replayed, forked and verified like any other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable import Chair, SandtableError, Script, Table
from sandtable.bots import make_bot
from sandtable.cli.verify import judge
from sandtable.engine import Outcome, Over, dice_that_differ, played_again
from sandtable.games import BUILT_IN
from sandtable.lab import play

from ..leaky.liars_dice import LiarsDice

DECK, ANN = 0, 2


def built() -> Any:
    """Ann has drawn a third load."""
    position = sandtable.new("stash", seed=7).position
    position.cards.draw(DECK, ANN, by=0)
    return position


def finished(table: Table) -> Table:
    return play(table, {seat.id: make_bot("random", 3) for seat in table.seats})


def test_a_game_begins_from_a_position_in_any_form() -> None:
    """A state, its fields by name, or JSON: the same game."""
    state = built()
    fields = msgspec.json.decode(state.encode())
    saves = {
        sandtable.new("stash", seed=1, position=given).save()
        for given in (state, fields, state.encode(), state.encode().decode())
    }
    assert len(saves) == 1
    table = sandtable.new("stash", seed=1, position=state)
    assert table.view("ann").hands == [[8, 0, 5], [None, None]]
    table.choose("stash", "stash:fuel_c")
    assert state == built(), "the position itself never changes"


def test_it_is_saved_and_loaded_at_every_decision(tmp_path: Path) -> None:
    """As a journal, as a moment, and as a file that is written as the game goes on."""
    path = tmp_path / "built.journal"
    table = sandtable.new("stash", seed=1, position=built(), journal=path)
    bot = make_bot("random", 3)
    while table.ask is not None:
        for again in (sandtable.load(table.save()), sandtable.load(table.moment()), sandtable.load(path)):
            assert again.run.state == table.run.state
            assert again.ask is not None
            assert again.ask.keys == table.ask.keys
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    table.close()
    assert sandtable.load(path).save() == table.save()


def test_it_is_replayed_and_verified() -> None:
    """The dice are those of its seed, from the first one on."""
    table = finished(sandtable.new("stash", seed=1, position=built()))
    assert [again.number for again in played_again(table)][-1] == table.number
    assert dice_that_differ(table) == []
    assert table.published.from_position
    assert not sandtable.new("stash", seed=1).published.from_position


def test_verify_says_that_it_began_from_a_position(tmp_path: Path) -> None:
    path = tmp_path / "built.journal"
    with sandtable.new("stash", seed=1, position=built(), journal=path) as table:
        finished(table)
    verdict = judge(str(path))
    assert verdict.ok
    assert "began from a position that somebody built" in verdict.said


def test_forks_and_imagined_worlds_do_not_carry_the_position() -> None:
    """It holds every secret, and what is imagined is sent to a bot."""
    table = sandtable.new("stash", seed=1, position=built())
    for other in (table.fork(), Chair(table, "ann").imagine(random.Random(1))):
        assert b'"position"' not in other.moment()
    assert table.fork(seed=2).choose("stash").ask is not None


def test_a_game_without_a_position_has_the_header_it_always_had() -> None:
    """Journals that were written before stay equal to the byte."""
    assert b'"position"' not in sandtable.new("stash", seed=1).save()


def test_a_changed_position_in_a_file_is_found() -> None:
    """The digest of the first turn no longer fits."""
    data = sandtable.new("stash", seed=1, position=built()).choose("stash", "stash:fuel_c").save()
    changed = data.replace(b'"mover":1', b'"mover":0').replace(b'"position":{', b'"position":{"mover":1,', 1)
    with pytest.raises(sandtable.JournalError, match="the rules now ask"):
        sandtable.load(changed)


def test_a_script_and_a_position_go_together() -> None:
    """The dice of a rehearsed fight."""
    script = Script({"raid": [(6,)]})
    table = sandtable.new("stash", position=built(), script=script).choose("stash", "stash:fuel_c", "raid")
    table.choose(table.ask.keys[0])  # type: ignore[union-attr]
    assert script.remaining == {}


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_every_game_goes_on_from_a_position_of_its_own(key: str) -> None:
    """A dozen answers into a game; the new game asks the same and can be saved."""
    table = sandtable.new(key, seed=4)
    rng = random.Random(4)
    for _ in range(12):
        if table.ask is not None:
            table.choose(rng.choice(table.ask.keys))
    assert table.ask is not None
    again = sandtable.new(key, seed=5, position=table.position, options=table.header.options)
    assert again.run.start == table.run.start
    assert sandtable.load(again.save()).save() == again.save()


class Broken(type(STASH)):  # type: ignore[misc]
    """A game whose rules cannot go on from some positions."""

    def turn(self, s: Any) -> Any:
        if len(s.cards.zones[ANN]) == 3:
            raise KeyError("three")
        return super().turn(s)


def wrong_where() -> Any:
    state = built()
    state.cards.where[5] = DECK
    return state


def lost_card() -> Any:
    state = built()
    state.cards.zones[DECK].pop()
    return state


def other_pack() -> Any:
    state = built()
    state.pack = "outpost"
    return state


def many_seats() -> Any:
    state = built()
    state.cards.seats = 3
    return state


def cups(**fields: Any) -> Callable[[], Any]:
    """Liar's dice with something wrong under the second cup."""

    def made() -> Any:
        state = sandtable.new(LiarsDice(), seed=1).position
        for name, value in fields.items():
            setattr(state.cups[1], name, value)
        return state

    return made


def one_cup() -> Any:
    state = cups()()
    del state.cups[1]
    return state


class Ended(type(STASH)):  # type: ignore[misc]
    """A game that is over when somebody has three loads in hand."""

    def outcome(self, s: Any) -> Outcome | None:
        return Outcome.won_by([0], 2) if len(s.cards.zones[ANN]) == 3 else None


class Ending(type(STASH)):  # type: ignore[misc]
    """A game that a rule ends then, before anybody is asked."""

    def turn(self, s: Any) -> Any:
        if len(s.cards.zones[ANN]) == 3:
            raise Over(Outcome.won_by([0], 2))
        yield from super().turn(s)


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        ("stash", lambda: 5, "A position is a state of Stash (Camp), its fields by name, or JSON; not int."),
        ("stash", lambda: b"{", "it is not JSON"),
        ("connect-four", built, "it is a Camp, not a Board"),
        ("stash", lambda: {"crads": 1}, '"crads": did you mean cards?'),
        ("stash", lambda: {**msgspec.json.decode(built().encode()), "mover": "x"}, 'mover: a whole number is expected, not "x"'),
        ("stash", lost_card, "cards: each of the 9 cards lies in one zone (missing: 4)"),
        ("stash", wrong_where, "cards: card 5 lies in zone 2, but `where` says 0; move cards with draw, give and play"),
        ("stash", other_pack, "it is of the pack 'outpost', the game of 'default'"),
        ("stash", many_seats, "cards: `seats` or `backs` are not those of the game"),
        (LiarsDice(), cups(values=[1, 2, 3, 4, 9]), "cups[1]: place 4 holds 9, which is not in its domain"),
        (LiarsDice(), cups(domain=(1, 2)), "cups[1]: `domain` is [1, 2], but [1, 2, 3, 4, 5, 6] in the game"),
        (LiarsDice(), one_cup, "cups[1]: it is missing"),
        (Ended(), built, "the game is over in it"),
        (Ending(), built, "the game ends in it before anybody is asked"),
        (Broken(), built, "the rules fail with it (KeyError: 'three', test_position.py:"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_position_is_named(game: Any, position: Callable[[], Any], told: str) -> None:
    with pytest.raises(SandtableError) as caught:
        sandtable.new(game, position=position())
    assert told in str(caught.value)


def test_pieces_that_are_too_many_are_counted() -> None:
    """What the game's census counts cannot change between a set-up and a position."""
    state = sandtable.new("red-dust", seed=1).position
    state.pieces[0] += 1
    with pytest.raises(SandtableError, match=r"there are \d+, the game has \d+"):
        sandtable.new("red-dust", position=state)
