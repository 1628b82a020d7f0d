"""The public API: exactly what DESIGN.md shows, and clear errors for everything a user can get wrong."""

from __future__ import annotations

import random
import types
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta

import sandtable
import sandtable.engine
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.stash import GAME as STASH
from sandtable.engine import Game, Options, Roll, Scenario, Steps, Table, Thing
from sandtable.engine.asking import Topic, pick

from .small import Sheet, Small

# Exported names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [sandtable, sandtable.engine], ids=["sandtable", "sandtable.engine"])
def test_exported_names_are_complete_and_sorted(module: types.ModuleType) -> None:
    """Public names are gathered in `__init__`, and `__all__` is complete and sorted; the rest has an underscore."""
    exported = module.__all__
    assert list(exported) == sorted(
        exported, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert len(set(exported)) == len(exported)
    ours = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not isinstance(value, types.ModuleType)
        and str(getattr(value, "__module__", "sandtable")).startswith("sandtable")
    }
    assert ours - set(exported) == set()
    assert {name for name in exported if not hasattr(module, name)} == set()


# What DESIGN.md shows -----------------------------------------------------------------------------------


def test_the_public_api_as_design_shows_it() -> None:
    """The public API: small, and it stays: new, ask, choose, ask_for, view, log, undo, redo, outcome, odds, fork, save, load."""
    table = sandtable.new("stash", seed=7)
    assert isinstance(table, sandtable.Table)
    ask = table.ask
    assert ask is not None
    assert (ask.seat, ask.prompt) == ("ann", "What do you do?")
    option = ask.options[1]
    assert (option.key, option.label) == ("stash", "Stash a load")
    assert option.rule == "2"
    assert option.touches == ()
    assert table.choose(option.key) is table, "answers can be chained"
    hand = table.view("ann").hands[0]
    assert table.ask is not None
    assert table.ask.options[0].touches == (Thing("card", STASH.pack("default")["cards"][hand[0]].id),)
    for seat in ("ann", "bob", None):
        assert table.ask_for(seat) is not None
        assert table.view(seat) is not None
        assert isinstance(table.log(seat), list)
    table.choose(table.ask.options[0])
    assert table.outcome is None
    assert table.undo_name("ann") is None, "the load has been shown"
    assert table.log(None)[-1].text.startswith("Ann stashes")
    assert table.odds("draw") == {(): Fraction(1)}
    fork = table.fork()
    fork.choose("draw")
    assert fork.run.state != table.run.state
    assert sandtable.load(table.save()).save() == table.save()


def test_undo_and_redo_by_seat() -> None:
    """`table.undo(seat)` and `table.redo(seat)`, chained."""
    table = sandtable.new("connect-four", seed=7)
    table.choose("drop:4").undo("red").redo("red")
    assert table.ask is not None
    assert table.ask.seat == "yellow"


def test_the_outcome_of_a_finished_game() -> None:
    """`table.ask` is None when the game is over, and `table.outcome` says how it ended."""
    table = sandtable.new("connect-four", seed=7)
    for column in "4142434":
        assert table.outcome is None
        assert table.winners == []
        table.choose(f"drop:{column}")
    assert table.ask is None
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.scores) == ((0,), (1.0, 0.0))
    assert table.winners == ["red"]
    assert "red" in repr(table)


def test_connect_four_counts_its_lines() -> None:
    """Perft: the number of distinct lines to depth n, worked out by hand: 7, 49, 343, 2401, and 7^5 without a win."""

    def lines(table: Table, depth: int) -> int:
        if depth == 0 or table.ask is None:
            return 1
        return sum(lines(table.fork().choose(key), depth - 1) for key in table.ask.keys)

    table = sandtable.new("connect-four", seed=7)
    assert [lines(table, depth) for depth in range(5)] == [1, 7, 49, 343, 2401]
    narrow = sandtable.new("connect-four", seed=7)
    for column in "111111":
        narrow.choose(f"drop:{column}")
    assert lines(narrow, 1) == 6, "a full column is no option"


def test_seats_say_who_plays_them() -> None:
    """`seats=` says who plays the seats, for the record; seats that are not named are played by a person."""
    table = sandtable.new("stash", seed=7, seats={"bob": "bot:search"})
    assert table.header.seats == {"ann": "person", "bob": "bot:search"}
    assert table.published.seats == {"ann": "person", "bob": "bot:search"}
    assert sandtable.load(table.save()).header.seats == table.header.seats


def test_a_game_of_ones_own_can_be_given_or_named() -> None:
    """A game may be given as it is, or by "module:name"."""
    assert sandtable.new(CONNECT_FOUR, seed=1).header.game == "connect-four"
    assert sandtable.find_game("connect-four") is CONNECT_FOUR
    table = sandtable.new("tests.engine.caravan:GAME", seed=1)
    assert table.game.key == "caravan"
    assert sandtable.load(table.save()).save() == table.save(), (
        "it is found again by the name it was given by"
    )


def test_the_games_on_the_shelf() -> None:
    """`all_games` lists what there is."""
    keys = [game.key for game in sandtable.all_games()]
    assert "connect-four" in keys
    assert "stash" in keys
    assert len(set(keys)) == len(keys)


def test_a_fresh_seed_each_time() -> None:
    """Without a seed two games differ."""
    one, other = sandtable.new("stash"), sandtable.new("stash")
    assert one.header.seed != other.header.seed
    assert one.published.seed_hash != other.published.seed_hash


def test_forms_of_a_seed_are_the_same_game() -> None:
    """A number, its digits, its hexadecimal digits and its bytes begin the same game."""
    games = [sandtable.new("stash", seed=seed) for seed in (7, "7", f"{7:064x}", (7).to_bytes(32, "big"))]
    assert len({game.save() for game in games}) == 1


def test_a_table_is_closed_after_use(tmp_path: Path) -> None:
    """A table with a journal is closed by `close` or by a with-statement, and can be looked at afterwards."""
    with sandtable.new("connect-four", seed=7, journal=tmp_path / "a.journal") as table:
        table.choose("drop:1")
    assert sandtable.load(tmp_path / "a.journal").save() == table.save()
    other = sandtable.new("connect-four", seed=7, journal=tmp_path / "b.journal")
    other.choose("drop:2")
    other.close()
    other.close()
    assert sandtable.load(tmp_path / "b.journal").save() == other.save()
    sandtable.new("connect-four", seed=7).close()


# Options of a game ----------------------------------------------------------------------------------------


class Rounds(Options, frozen=True):
    rounds: Annotated[int, Meta(ge=1, title="How many rounds", description="Two are enough.")] = 2
    is_long: bool = False


WELL = Topic("n", "1", "Whatever the answer, play goes on.", "number")


class Optional(Small):
    """A game with options and two scenarios."""

    key = "optional"
    title = "Optional"
    options_type = Rounds
    scenarios = (Scenario("standard", "Standard"), Scenario("siege", "The siege"))

    def begin(self, options: Any) -> Sheet:
        return Sheet(marks=[options.rounds, int(options.is_long), int(options.scenario == "siege")])

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, WELL, "Well?", [1, 2])
        yield Roll(1)


def test_an_option_is_called_by_its_title_or_its_name() -> None:
    """What the menu and the page ask people for."""
    assert Rounds.words("rounds") == ("How many rounds", "Two are enough.")
    assert Rounds.words("is_long") == ("Is long", "")


def test_options_and_scenarios_reach_the_game() -> None:
    """`scenario=` and `options=` are what the game is begun with; they are kept with the journal."""
    table = sandtable.new(Optional(), seed=1, scenario="siege", options={"rounds": 5, "is_long": True})
    assert table.run.state.marks == [5, 1, 1]
    again = sandtable.engine.open_journal(table.save(), lambda key: table.game)
    assert again.run.state.marks == [5, 1, 1]
    assert again.save() == table.save()
    assert sandtable.new(Optional(), seed=1).run.state.marks == [2, 0, 0]


def test_options_may_come_as_text() -> None:
    """Options typed on a command line are read as what they are."""
    table = sandtable.new(Optional(), seed=1, options={"rounds": "5", "is_long": "true"})
    assert table.run.state.marks == [5, 1, 0]


# Errors ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"scenario": "nowhere"}, ["nowhere", "standard", "siege"]),
        ({"options": {"scenario": "nowhere"}}, ["nowhere", "standard", "siege"]),
        ({"options": {"ruonds": 3}}, ["ruonds", "rounds"]),
        ({"options": {"rounds": "many"}}, ["rounds"]),
        ({"options": {"rounds": None}}, ["rounds"]),
        ({"seats": {"dan": "person"}}, ["dan", "ann", "bob"]),
        ({"seed": "seven"}, ["seven"]),
        ({"seed": -1}, ["-1"]),
        ({"seed": 1.5}, ["1.5"]),
    ],
)
def test_a_bad_start_is_one_clear_line(more: dict[str, Any], named: list[str]) -> None:
    """A bad scenario, option, seat or seed gets one clear line that names it and what is possible."""
    with pytest.raises(sandtable.SandtableError) as caught:
        sandtable.new(Optional(), **more)
    text = str(caught.value)
    assert "\n" not in text
    for name in named:
        assert name in text


@pytest.mark.parametrize(
    "game", ["chess", "", "Stash", "no.such.module:GAME", "tests.engine.caravan:NOTHING"]
)
def test_a_bad_game_is_one_clear_line(game: str) -> None:
    """A bad game name gets one clear line that names it."""
    with pytest.raises(sandtable.SandtableError) as caught:
        sandtable.new(game)
    assert game in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_game_names_the_known_ones() -> None:
    """What is not found is named with what there is."""
    with pytest.raises(sandtable.NotFound) as caught:
        sandtable.find_game("chess")
    assert {"connect-four", "stash"} <= set(caught.value.possible)
    assert "stash" in str(caught.value)


def test_what_is_no_game_is_said() -> None:
    """ "module:name" of something else is an error that says what it is."""
    with pytest.raises(sandtable.SandtableError, match="is not a game"):
        sandtable.new("tests.engine.caravan:LOADS")


def test_every_error_is_a_sandtable_error() -> None:
    """One `except SandtableError` catches everything a user can cause."""
    errors = [
        value
        for value in vars(sandtable.engine).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__.endswith("errors")
    ]
    assert len(errors) > 8
    assert all(issubclass(error, sandtable.SandtableError) for error in errors)


def test_a_game_that_gives_too_little_says_so() -> None:
    """A game must give begin, turn, outcome and view; what is missing raises."""

    class Empty(Game[Sheet]):
        key = "empty"
        title = "Empty"
        state_type = Sheet

    for call in (
        lambda: Empty().begin(Options()),
        lambda: Empty().turn(Sheet()),
        lambda: Empty().outcome(Sheet()),
        lambda: Empty().view(Sheet(), 0),
    ):
        with pytest.raises(NotImplementedError):
            call()


def test_a_random_game_of_each_kind_through_the_api_alone() -> None:
    """Every front end is a thin reader of the same table: a whole game with nothing but the public names."""
    for key in ("connect-four", "stash"):
        table = sandtable.new(key, seed=11)
        rng = random.Random(11)
        decisions = 0
        while table.ask is not None:
            assert len({option.key for option in table.ask.options}) == len(table.ask.options) > 1
            assert table.ask.seat in [seat.id for seat in table.seats]
            assert table.ask.prompt
            table.choose(rng.choice(table.ask.options).key)
            decisions += 1
        assert decisions > 3
        assert table.outcome is not None
        assert sum(table.outcome.scores) == pytest.approx(1)
        assert [line.kind for line in table.log()][-1] == "end"
