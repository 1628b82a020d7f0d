"""Wrong types, wrong names and missing things: every error of the Python API says what was wrong and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.stash import GAME as STASH
from sandtable import Chair, Game, SandtableError, Script, Table
from sandtable.bots import make_bot
from sandtable.lab import play, simulate

anything: Any = None


class Nameless(Game[Any]):
    """A game that somebody has just begun to write."""


class Halfway(type(STASH)):  # type: ignore[misc]
    key = "halfway"
    turn = Game.turn


def table() -> Table:
    return sandtable.new("stash", seed=7)


def new(game: Any = "stash", **more: Any) -> Any:
    return sandtable.new(game, **more)


def load(data: Any, **more: Any) -> Any:
    return sandtable.load(data, **more)


def chair(at: Any, seat: Any) -> Chair:
    return Chair(at, seat)


WRONG: dict[str, list[tuple[Callable[[], Any], str]]] = {
    "new": [
        (lambda: new(5), "A game is a key (red-dust, "),
        (lambda: new(type(STASH)), "Stash is a class; a game is an instance of it: Stash()."),
        (lambda: new("stahs"), "There is no game 'stahs'. Possible: red-dust, "),
        (lambda: new("stahs"), "Did you mean 'stash'?"),
        (lambda: new("nowhere:GAME"), "The game 'nowhere:GAME' cannot be imported: No module named 'nowhere'."),
        (lambda: new(Nameless()), 'Nameless needs a key: key = "..." in the class.'),
        (lambda: new(Halfway()), "Halfway needs a method turn: every game gives one."),
        (lambda: new(seed="abc"), "'abc' is not a seed. Give a whole number (0 or more), 64 hexadecimal digits"),
        (lambda: new(seed=1.5), "1.5 is not a seed."),
        (lambda: new(scenario="x"), "There is no scenario 'x'. Possible: standard."),
        (lambda: new(scenario=5), "Stash cannot begin: scenario: text is expected, not 5."),
        (lambda: new(seats=["ann"]), "seats= says who plays, as in {'ann': 'person'}, not ['ann']."),
        (lambda: new(seats={"ann": 5}), "Who plays ann is a text, such as 'person' or 'bot:house', not 5."),
        (lambda: new(seats={5: "person"}), "There is no seat '5'. Possible: ann, bob."),
        (lambda: new(options=["x"]), "options= maps names to values, as in {'pack': 'default'}, not ['x']."),
        (lambda: new(options={"pakc": "x"}), '"pakc": did you mean pack? Allowed: scenario, pack.'),
        (lambda: new(options={"pack": "nowhere"}), "There is no pack 'nowhere'. Possible: default, or the path of a folder."),
        (lambda: new(script={"raid": [(4,)]}), "script= takes a Script, not dict. Write Script({'raid': [(4,)]})."),
        (lambda: new(script=5), "script= takes a Script, not int."),
        (lambda: new(journal=5), "journal= takes the path of a file, not 5."),
    ],
    "load": [
        (lambda: load(table()), "A saved game is bytes, such as table.save(), or the path of a journal, not <Table"),
        (lambda: load(None), "or the path of a journal, not None."),
        (lambda: load("nowhere.journal"), "nowhere.journal cannot be read: No such file or directory."),
        (lambda: load(Path()), ". cannot be read: Is a directory."),
        (lambda: load(b"hello"), "line 1: this is not a Sandtable journal."),
        (lambda: load(table().save(), game="connect-four"), "This is a saved game of 'stash', not of 'connect-four' (Connect four)."),
        (lambda: load(table().save(), game=CONNECT_FOUR), "This is a saved game of 'stash', not of 'connect-four'"),
        (lambda: load(table().save(), game=7), "or a Game of your own, not 7."),
        (lambda: load(table().save(), script={}), "script= takes a Script, not dict."),
    ],
    "find_game": [
        (lambda: sandtable.find_game(STASH), "not by <Stash>. You have the game already; use it as it is."),  # type: ignore[arg-type]
        (lambda: sandtable.find_game(anything), "A game is found by its key, such as 'red-dust', not by None."),
        (lambda: sandtable.find_game("tests.engine.caravan:LOADS"), "is not a game: a game is an instance of a subclass of Game."),
    ],
    "Table": [
        (lambda: table().choose("x"), "'x' does not answer 'What do you do?'. Possible: draw, stash."),
        (lambda: table().choose(["draw", "draw"]), "Give several answers as choose(a, b)."),  # type: ignore[arg-type]
        (lambda: table().choose(), "'nothing' does not answer 'What do you do?'."),
        (lambda: table().view("zed"), "There is no seat 'zed'. Possible: ann, bob."),
        (lambda: table().view(0), "There is no seat '0'. Possible: ann, bob."),  # type: ignore[arg-type]
        (lambda: table().ask_for(["ann"]), "There is no seat \"['ann']\". Possible: ann, bob."),  # type: ignore[arg-type]
        (lambda: table().log("ann", since="x"), "since= is a number of lines, not 'x'."),  # type: ignore[arg-type]
        (lambda: table().undo("zed"), "There is no seat 'zed'."),
        (lambda: table().redo("ann"), "There is nothing to give again."),
        (lambda: table().odds("x"), "'x' does not answer"),
        (lambda: table().fork(seed=-1), "-1 is not a seed."),
        (lambda: table().add_standing_order("ann", until="never"), "A standing order lasts until my turn, this turn, withdrawn"),
    ],
    "Chair": [
        (lambda: chair(5, "ann"), "A chair stands at a table, such as sandtable.new(...), not 5."),
        (lambda: chair(table(), None), "There is no seat 'None'. Possible: ann, bob."),
        (lambda: chair(table(), "zed"), "There is no seat 'zed'. Possible: ann, bob."),
        (lambda: chair(table(), "ann").imagine(7), "such as random.Random(7), not 7."),  # type: ignore[arg-type]
        (lambda: chair(table(), "ann").since(7), "since takes a moment that chair.bookmark() has given, not 7."),  # type: ignore[arg-type]
    ],
    "Script": [
        (lambda: Script(5), 'A script maps topics to outcomes, {"volley": [(6, 5)]}; 5 does not.'),  # type: ignore[arg-type]
        (lambda: Script({"raid": 4}), "The script for 'raid' is a list of outcomes, [(6, 5)], not 4."),  # type: ignore[dict-item]
        (lambda: Script({"raid": [4]}), "4 is no outcome for 'raid': each is a list, even of one: [(4,)]."),  # type: ignore[list-item]
        (lambda: Script({}, then=7), 'then=7 is no source of chance. Write then="seed" for the table\'s own dice.'),  # type: ignore[arg-type]
        (lambda: new(script=Script({"dekc": [range(9)]})), "no (more) outcomes for the topic 'deck'; its topics: dekc. Add one, or write Script(..., then=\"seed\")"),
        (lambda: new(script=Script({"deck": [range(8)]})), "is not an order of the 9 things shuffled."),
        (lambda: new(script=Script({"deck": [{9: 1}]}, then="seed")), "there is no place 9 among 9, counted from 0."),
        (lambda: new(script=Script({"deck": [{"0": 1}]}, then="seed")), "there is no place '0' among 9, counted from 0."),  # type: ignore[dict-item]
        (lambda: new(script=Script({"deck": [{0: 77}]}, then="seed")), "77 is not, or not that often, among the 9 things shuffled."),
        (lambda: new(script=Script({"deck": [{-1: 3, 8: 4}]}, then="seed")), "a place is fixed twice."),
    ],
    "lab": [
        (lambda: simulate(type(STASH), games=1), "A game is found by its key, such as 'red-dust', not by <class"),  # type: ignore[arg-type]
        (lambda: simulate(Nameless(), games=1), 'Nameless needs a key: key = "..." in the class.'),
        (lambda: simulate(anything, games=1), "A game is found by its key, such as 'red-dust', not by None."),
        (lambda: simulate("stash", games="1"), "games= is a whole number, not '1'."),  # type: ignore[arg-type]
        (lambda: simulate("stash", games=0), "A run needs games of at least 1, not 0."),
        (lambda: simulate("stash", games=1, bots="random"), "bots is a list with a bot for each seat, as in bots=['house']; not 'random'."),
        (lambda: simulate("stash", games=1, bots=[5]), "5 is not a bot. Give a name ('house', 'search:200ms')"),  # type: ignore[list-item]
        (lambda: simulate("stash", games=1, options=["x"]), "options= maps names to values"),  # type: ignore[arg-type]
        (lambda: simulate("stash", games=1, seed="x"), "The seed of a run is a whole number, not 'x'."),  # type: ignore[arg-type]
        (lambda: play(table(), {"ann": "random"}), "'random' for ann is not a bot; a bot has a method choose(chair): make_bot('random')."),  # type: ignore[dict-item]
        (lambda: play(table(), {"zed": make_bot("random")}), "There is no seat 'zed'. Possible: ann, bob."),
        (lambda: play(table(), {"bob": make_bot("random")}), "No bot plays ann, which is asked now. There are bots for: bob."),
        (lambda: make_bot(5), "A bot is what people type, such as 'random', 'house' or 'search:200', not 5."),  # type: ignore[arg-type]
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("call", "told"),
    [pytest.param(call, told, id=f"{name}-{n}") for name, cases in WRONG.items() for n, (call, told) in enumerate(cases)],
)  # fmt: skip
def test_a_wrong_argument_is_explained(call: Callable[[], Any], told: str) -> None:
    """A `SandtableError` with a sentence for the person who wrote the call, never an error from inside."""
    with pytest.raises(SandtableError) as caught:
        call()
    assert told in str(caught.value)


def test_options_may_be_the_games_own_type() -> None:
    given = sandtable.find_game("rogue-trooper").options_type(players=2)  # type: ignore[call-arg]
    assert len(sandtable.new("rogue-trooper", seed=1, options=given).seats) == 2
