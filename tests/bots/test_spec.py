"""Bots by what people type."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable import Chair, SandtableError
from sandtable.bots import BOTS, RandomBot, SearchBot, make_bot, split_specs
from sandtable.bots.spec import check_bot_plays
from sandtable.lab import simulate


@pytest.mark.parametrize("name", BOTS)
def test_every_listed_bot_can_be_made_and_has_a_description(name: str) -> None:
    """Guards that the list of bots and what can be made from it agree."""
    assert make_bot(name).name == name
    assert BOTS[name]


@pytest.mark.parametrize(
    ("spec", "iterations", "milliseconds", "exploration", "depth"),
    [
        ("search", 1000, None, 0.7, 20),
        ("search:250", 250, None, 0.7, 20),
        ("search:200ms", None, 200.0, 0.7, 20),
        ("search:0.5ms", None, 0.5, 0.7, 20),
        ("search:iterations=40,exploration=0,depth=9", 40, None, 0.0, 9),
        ("search:depth=9", 1000, None, 0.7, 9),
        (" search:500,milliseconds=20 ", 500, 20.0, 0.7, 20),
    ],
)
def test_settings_of_search(
    spec: str, iterations: int | None, milliseconds: float | None, exploration: float, depth: int
) -> None:
    """Guards every way to set the search bot, and that its name is what was typed."""
    bot = make_bot(spec)
    assert isinstance(bot, SearchBot)
    assert (bot.iterations, bot.milliseconds, bot.exploration, bot.depth) == (
        iterations,
        milliseconds,
        exploration,
        depth,
    )
    assert bot.name == spec.strip()


BAD = """
genius serach:10 random: random:3 search: search:many search:0 search:-5 search:10s search:depth=0 search:width=3
search:10,processes=0 search:10,processes=1.5 search:keep=maybe search:keep=1 search:keep=
search:10,20 search:exploration=nan search:infms sandtable.bots:RandomBot os:abort
"""


@pytest.mark.parametrize("spec", ["", *BAD.split()])
def test_a_bad_spec_says_what_is_possible(spec: str) -> None:
    """Guards that a mistyped bot is one clear error that shows how bots are written."""
    with pytest.raises(SandtableError, match=r"search:1000|random has nothing to set"):
        make_bot(spec)


def test_settings_of_a_kept_and_shared_search() -> None:
    """Guards how a tree is not kept and a search is shared, and that both are left alone otherwise."""
    bots = [make_bot(f"search:{text}") for text in ("9", "9,keep=yes", "9,keep=no", "9,processes=3")]
    assert [(bot.keep, bot.processes) for bot in bots if isinstance(bot, SearchBot)] == [
        (True, 1),
        (True, 1),
        (False, 1),
        (True, 3),
    ]


@pytest.mark.parametrize("spec", ["search:400,processes=17", "search:2,processes=3"])
def test_a_search_is_shared_by_as_many_as_have_something_to_do(spec: str) -> None:
    """Guards the limit of processes, which stands in somebody else's journal too, and an iteration for each of them."""
    with pytest.raises(SandtableError, match="shared by 1 to 16 processes, with at least one iteration each"):
        make_bot(spec)


def test_bots_of_ones_own_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that own bots can sit wherever a spec is asked for, and are named where a wrong one was given."""
    with pytest.raises(SandtableError, match="no bot 'lucky'"):
        make_bot("lucky")
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.bots.own")
    assert isinstance(make_bot("lucky", 3), RandomBot)
    with pytest.raises(SandtableError, match=r"Possible: random, .*, lucky"):
        make_bot("luckier")


def test_a_bot_that_plays_other_games_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that a bot which names its games is not sat down at another, where each of its games would fail."""
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.bots.own")
    check_bot_plays("diver", "connect-four")
    check_bot_plays("lucky", "stash")
    with pytest.raises(SandtableError, match="The bot 'diver' does not play stash, but only connect-four"):
        simulate(STASH, games=1, bots=["diver", "random"])


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("no.such.module", "There is no module 'no.such.module' for SANDTABLE_BOTS to import."),
        ("tests.bots", "tests.bots has no bots for SANDTABLE_BOTS: BOTS is a dictionary"),
        ("./nowhere.py", "There is no file or folder .*/nowhere.py to read bots from."),
    ],
)
def test_a_module_without_bots_is_named(monkeypatch: pytest.MonkeyPatch, entry: str, told: str) -> None:
    """Guards that a wrong SANDTABLE_BOTS says which module or file is wrong."""
    monkeypatch.setenv("SANDTABLE_BOTS", entry)
    with pytest.raises(SandtableError, match=told):
        make_bot("lucky")


OWN = """
from sandtable.bots import RandomBot

class NoSeed:
    def choose(self, chair):
        return chair.ask.options[0].key

def first(chair):
    return chair.ask.options[0].key

BOTS = {"lucky": RandomBot, "no_seed": NoSeed, "first": first, "nothing": lambda seed: None}
"""


def test_bots_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Guards that SANDTABLE_BOTS takes files as SANDTABLE_GAMES does, and that a bot that cannot be made says why."""
    (tmp_path / "bots_in_a_file.py").write_text(OWN)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("SANDTABLE_BOTS", str(tmp_path / "bots_in_a_file.py"))
    assert isinstance(make_bot("lucky", 3), RandomBot)
    with pytest.raises(
        SandtableError, match=r"'no_seed' cannot be made: TypeError: .* a class that is called with a seed"
    ):
        make_bot("no_seed")
    with pytest.raises(
        SandtableError, match=r"'first' cannot be made: AttributeError: .*bots_in_a_file.py:9 in first"
    ):
        make_bot("first")
    with pytest.raises(SandtableError, match="'nothing' is None, which has no method choose"):
        make_bot("nothing")


@pytest.mark.parametrize(
    ("line", "specs"),
    [
        ("random", ["random"]),
        ("search:1000,random", ["search:1000", "random"]),
        ("search:50,depth=9, greedy", ["search:50,depth=9", "greedy"]),
        ("", []),
    ],
)
def test_bots_of_a_line(line: str, specs: list[str]) -> None:
    """Guards that commas part bots, but not the settings of one."""
    assert split_specs(line) == specs


def test_random_takes_every_option_about_equally_often() -> None:
    """Guards that the random bot is uniform and depends on its seed alone."""
    table = sandtable.new("connect-four", seed=1)
    chair = Chair(table, "red")
    bot, twin = make_bot("random", 5), make_bot("random", 5)
    taken = [bot.choose(chair) for _ in range(700)]
    assert taken == [twin.choose(chair) for _ in range(700)]
    assert all(70 <= taken.count(option.key) <= 130 for option in chair.ask.options)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_is_not_asked_says_so(name: str) -> None:
    """Guards that a bot in the wrong chair is an error and answers nothing for another seat."""
    table = sandtable.new("connect-four", seed=1)
    with pytest.raises(SandtableError, match="No question is open for yellow"):
        make_bot(name).choose(Chair(table, "yellow"))
