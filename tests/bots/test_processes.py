"""A search that several processes share."""

from __future__ import annotations

import gc
import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import Chair, SandtableError, Table, find_game
from sandtable.bots import SearchBot, make_bot
from sandtable.bots.crew import LOST, Crew
from sandtable.engine.contract import secrets
from sandtable.lab import simulate

from .errands import Errands, Failing, local_game


@contextmanager
def _shared(seed: int = 1, **settings: Any) -> Iterator[SearchBot]:
    """A bot whose search two processes share."""
    with closing(SearchBot(seed, **{"iterations": 40, "processes": 2, **settings})) as bot:
        yield bot


def _running(bot: SearchBot) -> list[subprocess.Popen[bytes]]:
    assert bot._crew is not None
    return bot._crew._processes


def _results(bot: SearchBot, table: Table, seat: str) -> list[tuple[int, float]]:
    """What a bot finds out about the open question, all processes together."""
    chair = Chair(table, seat)
    assert table.ask is not None
    values = [option.value for option in table.ask.options]
    return bot._searched(chair, table.ask.topic, values, "7", random.Random("7"))


def _visits_here(bot: SearchBot) -> int:
    """How often answers were tried in this process."""
    assert bot._tree is not None
    return sum(branch.visits for branch in bot._tree.root.branches.values())


def test_the_iterations_are_divided_and_the_results_added_up() -> None:
    """Guards that two processes do together what one would do, in trees that both are kept below an answer."""
    table = sandtable.new(Errands(), seed=1)
    with _shared(iterations=41) as bot:
        results = _results(bot, table, "ann")
        assert sum(visits for visits, _ in results) == 41
        assert _visits_here(bot) == 21
        table.choose("go")
        grown = sum(visits for visits, _ in _results(bot, table, "ann"))
        here = _visits_here(bot)
        assert here > 21
        assert grown - here > 20
        table.choose("run").undo("ann").undo("ann")
        assert sum(visits for visits, _ in _results(bot, table, "ann")) == 41


def test_the_same_seed_and_number_of_processes_give_the_same_answers() -> None:
    """Guards determinism across processes."""

    def found() -> list[list[tuple[int, float]]]:
        table = sandtable.new("stash", seed=2)
        results = []
        with _shared(iterations=60) as bot:
            for _ in range(6):
                assert table.ask is not None
                results.append(_results(bot, table, table.ask.seat))
                table.choose(bot.choose(Chair(table, table.ask.seat)))
        return results

    assert found() == found()


def test_every_process_has_random_numbers_of_its_own() -> None:
    """Guards that processes do not all grow the same tree."""
    with closing(Crew(find_game("stash"), 3)) as crew:
        table = sandtable.new("stash", seed=2)
        crew.begin(table, table.ask.seat, None, SearchBot(iterations=90)._effort(), "1")  # type: ignore[union-attr]
        first, second = crew.results()
    assert first != second


def test_other_processes_learn_nothing_that_the_seat_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards secrets: what is sent is a world that the seat imagines, with dice of its own."""
    worlds: list[Table] = []
    begin = Crew.begin

    def watched(self: Crew, world: Table, *rest: Any) -> None:
        worlds.append(world)
        begin(self, world, *rest)

    monkeypatch.setattr(Crew, "begin", watched)
    rng, table = random.Random(1), sandtable.new("stash", seed=3)
    with _shared(2) as bot, _shared(2) as other:
        for _ in range(5):
            assert table.ask is not None
            seat = table.ask.seat
            twin = secrets.other_world(table, seat, rng)
            key = bot.choose(Chair(table, seat))
            assert other.choose(Chair(twin, seat)) == key
            assert worlds[-2].header.seed == worlds[-1].header.seed != table.header.seed
            table.choose(key)


def test_a_time_is_divided_too() -> None:
    """Guards that a search by time ends when it is shared."""
    table = sandtable.new("connect-four", seed=1)
    with closing(make_bot("search:1000000000,milliseconds=30,processes=2")) as bot:  # type: ignore[type-var]
        assert bot.choose(Chair(table, "red")) in table.ask.keys  # type: ignore[union-attr]


# How processes begin and end


def test_processes_are_started_once_and_end_with_the_bot() -> None:
    """Guards against orphans: all answers come from the same processes, which are gone when the bot is."""
    bot = SearchBot(1, iterations=8, processes=3)
    table = sandtable.new(Errands(), seed=1)
    bot.choose(Chair(table, "ann"))
    processes = _running(bot)
    bot.choose(Chair(table, "ann"))
    assert _running(bot) is processes
    assert [process.poll() for process in processes] == [None, None]
    assert all(
        os.getsid(process.pid) == process.pid for process in processes
    )  # Ctrl-C in a terminal is not for them
    assert pickle.loads(pickle.dumps(bot))._crew is None  # a copy starts its own
    del bot
    gc.collect()
    assert None not in [process.poll() for process in processes]


def test_another_game_gets_processes_of_its_own() -> None:
    """Guards that a bot which moves to a table of another game goes on there, and leaves no process behind."""
    with _shared() as bot:
        bot.choose(Chair(sandtable.new("connect-four", seed=1), "red"))
        (before,) = _running(bot)
        bot.choose(Chair(sandtable.new(Errands(), seed=1), "ann"))
        assert before.poll() is not None
        assert _running(bot)[0].poll() is None


THINKS = """
import threading
from sandtable import Chair, new
from sandtable.bots import SearchBot
from sandtable.bots.tree import Tree

def wait(*args):
    print("thinking", flush=True)  # the other process has the question by now
    threading.Event().wait()  # and this one does nothing whose interruption would look different each time

Tree.grow = wait
SearchBot(1, iterations=10**9, processes=2).choose(Chair(new("connect-four", seed=1), "red"))
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_process_outlives_the_one_that_started_it(how: signal.Signals) -> None:
    """Guards against orphans when a program is killed or stopped with Ctrl-C in the middle of a search."""
    with subprocess.Popen(
        [sys.executable, "-c", THINKS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "thinking\n"
        if (
            how == signal.SIGINT
        ):  # a terminal sends it to everything in the foreground, but one traceback is enough
            os.killpg(program.pid, how)
        else:
            program.send_signal(how)
        # Every process has the end of this pipe, so it is closed when the last of them is gone.
        _, errors = program.communicate()
    assert errors.count("Traceback") == (how == signal.SIGINT)
    assert program.returncode == -how


def test_an_interrupted_search_can_be_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that nothing of an interrupted question is taken for an answer to the next."""
    table = sandtable.new(Errands(), seed=1)

    def interrupted(self: Crew) -> Any:
        raise KeyboardInterrupt

    with _shared() as bot:
        with monkeypatch.context() as patch:
            patch.setattr(Crew, "results", interrupted)
            with pytest.raises(KeyboardInterrupt):
                bot.choose(Chair(table, "ann"))
        assert bot._crew is None
        assert sum(visits for visits, _ in _results(bot, table, "ann")) == 40


def test_a_lost_process_is_an_error_and_the_next_search_works() -> None:
    """Guards that a killed process is told and replaced: a search with less than its share would depend on chance."""
    table = sandtable.new(Errands(), seed=1)
    with _shared() as bot:
        bot.choose(Chair(table, "ann"))
        (process,) = _running(bot)
        process.kill()
        process.wait()
        with pytest.raises(SandtableError, match=LOST):
            bot.choose(Chair(table, "ann"))
        assert bot.choose(Chair(table, "ann")) in table.ask.keys  # type: ignore[union-attr]


# Games that other processes must find


MINE = """
from tests.bots.errands import Errands

class Mine(Errands):
    key = "mine"
    title = "Mine"

GAME = Mine()
"""


def test_a_game_of_ones_own_is_found_by_the_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guards games in files that SANDTABLE_GAMES names, which other processes read for themselves."""
    (tmp_path / "mine_in_a_file.py").write_text(MINE)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("SANDTABLE_GAMES", str(tmp_path / "mine_in_a_file.py"))
    table = sandtable.new("mine", seed=1)
    with _shared() as bot:
        assert sum(visits for visits, _ in _results(bot, table, "ann")) == 40


def test_what_fails_in_another_process_is_told() -> None:
    """Guards the errors of shared searches: a rule that fails, and a game that no other process can import."""
    with _shared(iterations=2) as bot, pytest.raises(LookupError, match="lost the way"):
        bot.choose(Chair(sandtable.new(Failing(), seed=1), "ann"))
    told = r"shared a search failed: LookupError: lost the way \(.*errands.py"
    with closing(Crew(Failing(), 2)) as crew:
        table = sandtable.new(Failing(), seed=1)
        crew.begin(table, "ann", None, SearchBot(iterations=2)._effort(), "1")
        with pytest.raises(SandtableError, match=told):
            list(crew.results())
    with _shared() as bot, pytest.raises(SandtableError, match="Errands cannot be sent to the processes"):
        bot.choose(Chair(sandtable.new(local_game(), seed=1), "ann"))


# Where a search may not be shared


def test_many_games_are_played_by_bots_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that simulations do not multiply processes: they refuse such a bot, by name and as an object."""
    for bot in ("search:10,processes=2", SearchBot(iterations=10, processes=2)):
        with pytest.raises(SandtableError, match="every bot thinks in one process: leave out `processes`"):
            simulate("connect-four", games=2, bots=[bot, "random"])


def test_environments_refuse_a_shared_search() -> None:
    """Guards that training does not start processes for every episode."""
    pytest.importorskip("gymnasium")
    from sandtable.learn.seat import SandtableEnv

    with pytest.raises(SandtableError, match="leave out `processes`"):
        SandtableEnv("connect-four", bots="search:10,processes=2").reset(seed=1)


def test_the_server_searches_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the server's pools, which are fair only if a job keeps one processor busy: `processes` is ignored there."""
    from sandtable.server.workers.worker import work

    def refused(*args: Any) -> Any:
        raise AssertionError("a worker of the server has started a process")

    monkeypatch.setattr("sandtable.bots.search.Crew", refused)
    world = sandtable.new("connect-four", seed=1).moment()
    job = {"job": "choose", "world": world, "seat": "red", "bot": "search:20,processes=2", "seed": 1}
    assert work(job)["key"] == work({**job, "bot": "search:20"})["key"]
