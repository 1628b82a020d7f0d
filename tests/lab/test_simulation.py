"""Many games: the same results whoever plays them, and errors that stop nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable import Diverged, NotFound, SandtableError
from sandtable.bots import make_bot
from sandtable.engine import Chair
from sandtable.lab import Report, play, simulate


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.small_games")


def results(report: Report) -> dict[str, Any]:
    """A report without what depends on the machine."""
    timing = ("jobs", "seconds", "decisions_per_second", "games_per_second", "topics")
    return {k: v for k, v in msgspec.to_builtins(report).items() if k not in timing}


@pytest.mark.parametrize("bots", [["random"], ["search:15", "random"]])
def test_results_do_not_depend_on_the_number_of_jobs(bots: list[str]) -> None:
    """Guards that game i depends on (seed, i) alone, on the quick path and at tables with thinking bots."""
    games = 60 if bots == ["random"] else 6
    alone = simulate("stash", games=games, seed=4, bots=bots, rotate=True).report()
    together = simulate("stash", games=games, seed=4, bots=bots, rotate=True, jobs=2).report()
    assert results(alone) == results(together)
    assert (alone.jobs, together.jobs) == (1, 2)


def test_other_seeds_give_other_games() -> None:
    """Guards that the seed of a simulation matters, and that games of one simulation differ."""
    first, second = (simulate("connect-four", games=30, seed=seed).report() for seed in (1, 2))
    assert results(first) != results(second)
    assert first.min_length < first.max_length


def test_report_adds_up() -> None:
    """Guards wins, draws, scores and lengths: every game is counted once, and scores of two seats sum to one."""
    seen: list[int] = []
    report = simulate("stash", games=100).report(seen.append)
    assert sum(report.wins.values()) + report.draws == report.games == report.ended == seen[-1] == 100
    assert seen == sorted(seen)
    assert sum(report.scores.values()) == pytest.approx(1)
    assert report.scores["ann"] == pytest.approx((report.wins["ann"] + report.draws / 2) / 100)
    assert report.wins_by_bot == {"random": 100 - report.draws}
    assert report.scores_by_bot == {"random": pytest.approx(0.5)}
    assert report.min_length <= report.mean_length <= report.max_length
    assert report.mean_length * 100 == pytest.approx(report.decisions)
    assert report.win_share["bob"].share == report.wins["bob"] / 100
    assert report.mean_turns > 8
    assert report.decisions_per_second == pytest.approx(report.decisions / report.seconds)


def test_rotation_moves_bots_to_the_next_seat() -> None:
    """Guards fair matches: with rotation each bot has each seat equally often, without it keeps its own."""
    report = simulate(
        "fuse", games=10, bots=["search:2", "random"], options={"is_faulty": False}, rotate=True
    ).report()
    assert report.wins["bob"] == 0  # Ann alone can win this game
    assert report.wins["ann"] == sum(report.wins_by_bot.values()) == report.games - report.draws
    assert min(report.wins_by_bot.values()) > 0
    fixed = simulate("fuse", games=10, bots=["search:2", "random"], options={"is_faulty": False}).report()
    assert fixed.wins_by_bot["random"] == 0
    assert fixed.bots == ("search:2", "random")


def test_bots_are_repeated_over_the_seats() -> None:
    """Guards that one bot is enough for all seats, and that too many are an error."""
    assert simulate("stash", games=1, bots=["search:1"]).report().bots == ("search:1", "search:1")
    with pytest.raises(SandtableError, match="Stash has 2 seats, so give it 1 to 2 bots, not 3"):
        simulate("stash", games=1, bots=["random"] * 3)


def test_a_non_player_is_no_random_bot() -> None:
    """A seat that the rules play is called so, whoever rotates around it, and what it decides is counted.

    Nobody is asked anything in a game of four non-players; all its decisions are theirs.
    """
    seats = ["marsgov", "corporations", "red_dust", "reclaimers"]
    report = simulate("red-dust", games=1, options={"nonplayers": seats}).report()
    assert report.bots == ("non-player",) * 4
    assert report.wins_by_bot == {"non-player": 1}
    assert (report.decisions, report.of_nonplayers > 100) == (0, True)

    def last(chair: Chair) -> str:
        assert chair.ask is not None
        return chair.ask.keys[-1]

    two = simulate("red-dust", games=2, rotate=True, bots=["random", last], options={"nonplayers": seats[:2]})
    assert [result.bots for result in two] == [
        ("non-player", "non-player", "random", "last"),
        ("non-player", "non-player", "last", "random"),
    ]
    report = two.report()
    assert list(report.scores_by_bot) == ["non-player", "random", "last"]
    assert (
        sum(n * report.scores_by_bot[bot] for bot, n in (("non-player", 2), ("random", 1), ("last", 1))) == 1
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_are_counted_and_the_rest_goes_on(jobs: int) -> None:
    """Guards that a failing rule costs its own game only, and that the report says what failed where."""
    report = simulate("fuse", games=60, seed=1, jobs=jobs).report()
    assert 0 < len(report.errors) < 30
    assert sum(report.wins.values()) + report.draws == report.ended == 60 - len(report.errors)
    error = report.errors[0]
    assert error.what == "ValueError: The fuse burns."
    assert error.where.startswith("tests.lab.small_games:")
    assert error.where.endswith(" in turn")
    assert error.file is None


@pytest.mark.parametrize("bots", [["random"], ["random", "search:1"]])
@pytest.mark.parametrize(
    ("options", "what"), [({}, "The fuse burns"), ({"is_speechless": True}, "has no options")]
)
def test_a_failing_game_is_kept_and_fails_again(
    tmp_path: Path, bots: list[str], options: dict[str, bool], what: str
) -> None:
    """Guards that the journal of a failing game leads to the same failure, and to the table just before it."""
    report = simulate(
        "fuse", games=30, seed=1, bots=bots, options=options, journals=tmp_path / "kept"
    ).report()
    assert report.errors
    assert len(list((tmp_path / "kept").iterdir())) == len(report.errors)
    for error in report.errors:
        assert error.file is not None
        with pytest.raises(Diverged, match=what) as caught:
            sandtable.load(Path(error.file))
        assert caught.value.table.ask.prompt == "Cut which wire?"
        assert caught.value.table.header.seats == {
            "ann": f"bot:{report.bots[0]}",
            "bob": f"bot:{report.bots[1]}",
        }


def test_a_failing_set_up_is_kept_and_fails_again(tmp_path: Path) -> None:
    """Guards games that fail before anybody is asked: their journals hold the throws that led there."""
    report = simulate(
        "fuse", games=12, options={"is_unplayable": True, "is_faulty": False}, journals=tmp_path
    ).report()
    early = [error for error in report.errors if error.decisions == 0]
    assert early
    for error in early:
        assert error.what == "ValueError: The box is empty."
        assert error.file is not None
        with pytest.raises(Diverged, match="The box is empty"):
            sandtable.load(Path(error.file))


def test_a_bot_that_fails_costs_its_own_game(tmp_path: Path) -> None:
    """Guards that an error inside a bot is counted, and that the journal opens where the bot was asked."""
    report = simulate("fuse", games=2, bots=["search:200", "random"], journals=tmp_path).report()
    assert [error.what for error in report.errors] == ["ValueError: The fuse burns."] * 2
    assert report.errors[0].file is not None
    opened = sandtable.load(Path(report.errors[0].file))
    assert opened.ask is not None
    assert opened.number == 0


def test_keeping_errors_changes_no_result(tmp_path: Path) -> None:
    """Guards that a game played again on a table to be kept is the same game."""
    plain = simulate("fuse", games=40, seed=3).report()
    kept = simulate("fuse", games=40, seed=3, journals=tmp_path).report()
    assert [(e.number, e.seed, e.decisions) for e in plain.errors] == [
        (e.number, e.seed, e.decisions) for e in kept.errors
    ]
    assert plain.wins == kept.wins


@pytest.mark.parametrize("bots", [["random"], ["random", "search:1"]])
def test_a_game_that_does_not_end_is_an_error(tmp_path: Path, bots: list[str]) -> None:
    """Guards the limit of decisions: a game past it is an error, and its journal can be opened and played on."""
    report = simulate(
        "fuse", games=2, bots=bots, at_most=5, options={"wires": 9, "is_faulty": False}, journals=tmp_path
    ).report()
    assert [error.what for error in report.errors] == ["The game was not over after 5 decisions."] * 2
    assert report.decisions == 10
    assert report.mean_length == 0
    assert report.errors[0].file is not None
    assert sandtable.load(Path(report.errors[0].file)).ask.prompt == "Cut which wire?"  # type: ignore[union-attr]
    just = simulate("fuse", games=2, bots=bots, at_most=9, options={"wires": 9, "is_faulty": False}).report()
    assert just.errors == []


def test_coverage_counts_what_was_asked() -> None:
    """Guards the counts by topic on a game where they are known: three wires, and one forced answer after each."""
    report = simulate("fuse", games=20, options={"is_faulty": False}, coverage=True).report()
    assert set(report.topics) == {"wire", "breath"}
    wire, breath = report.topics["wire"], report.topics["breath"]
    assert (wire.asked, wire.forced, wire.most_options, wire.mean_options) == (60, 0, 2, 2.0)
    assert (breath.asked, breath.forced) == (0, 60)
    assert set(wire.chosen) == {"red", "blue"}
    assert sum(wire.chosen.values()) == 60


def test_coverage_changes_no_result() -> None:
    """Guards that watching random games on a table gives the very games of the quick path."""
    plain = simulate("stash", games=40, seed=8).report()
    watched = simulate("stash", games=40, seed=8, coverage=True).report()
    assert results(plain) == results(watched)
    assert sum(topic.asked for topic in watched.topics.values()) == plain.decisions
    assert plain.topics == {}
    assert watched.topics["stash"].answers == 9


@pytest.mark.parametrize("counts", [{"games": 0}, {"games": 1, "jobs": 0}, {"games": 1, "at_most": 0}])
def test_nonsense_counts_are_refused(counts: dict[str, int]) -> None:
    """Guards that a count below one is one clear sentence and not an empty report."""
    with pytest.raises(SandtableError, match="of at least 1, not 0"):
        simulate("stash", **counts)  # type: ignore[arg-type]


def test_unknown_games_scenarios_and_bots_are_refused_before_the_first_game() -> None:
    """Guards that mistakes in the call are said at once, with what is possible."""
    with pytest.raises(NotFound, match="no game 'chess'"):
        simulate("chess", games=1)
    with pytest.raises(NotFound, match="no scenario 'late'"):
        simulate("stash", games=1, scenario="late")
    with pytest.raises(NotFound, match="no bot 'genius'"):
        simulate("stash", games=1, bots=["random", "genius"])


def test_play_lets_bots_finish_a_table() -> None:
    """Guards `play`: bots in their chairs bring a table to its end, or an error says that it has none."""
    table = sandtable.new("stash", seed=1)
    assert play(table, {seat.id: make_bot("random", 1) for seat in table.seats}).outcome is not None
    fresh = sandtable.new("stash", seed=1)
    with pytest.raises(SandtableError, match="not over after 3 decisions"):
        play(fresh, {seat.id: make_bot("random", 1) for seat in fresh.seats}, at_most=3)


SCRIPT = """
import os, signal, sys
from sandtable.lab import simulate
if __name__ == "__mp_main__" and sys.argv[1:] == ["starting"]:
    os.write(1, b"a worker starts\\n")
    signal.pause()
if __name__ == "__main__":
    try:
        simulate("connect-four", games=900, bots=["search:300"], jobs=2).report(lambda n: print(n, flush=True))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals for process groups are a matter of POSIX")
@pytest.mark.parametrize(
    ("everybody", "when", "how"),
    [
        (True, "playing", signal.SIGINT),
        (False, "playing", signal.SIGINT),
        (True, "starting", signal.SIGINT),
        (False, "playing", signal.SIGKILL),
    ],
    ids=["the whole group", "only the parent", "while workers start", "the parent is killed"],
)
def test_ctrl_c_ends_all_workers_in_silence(
    tmp_path: Path, everybody: bool, when: str, how: signal.Signals
) -> None:
    """Guards that an interrupted simulation leaves no worker behind and prints no traceback; nor does a killed one."""
    script = tmp_path / "long.py"
    script.write_text(SCRIPT)
    running = subprocess.Popen(
        [sys.executable, str(script), when],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert running.stdout is not None
    # The first game is over, so one worker is there and the other one may still be starting; or neither goes on.
    running.stdout.readline()
    (os.killpg if everybody else os.kill)(running.pid, how)
    # Workers hold the other ends of the pipes: reading to the end waits until the last of them is gone.
    out, err = running.communicate(timeout=20)
    if how == signal.SIGKILL:
        return
    assert out.endswith("stopped\n")  # the interrupt may fall into the middle of a line of progress
    assert err == ""
    assert running.returncode == 0


def test_one_seat_alone_wins_or_loses() -> None:
    """Guards that a solitaire game without a winner is a loss, worth nothing, and no draw."""
    report = simulate("tests.lab.small_games:ALONE", games=40, seed=3).report()
    assert report.draws == 0
    assert report.losses == 40 - report.wins["me"] > 0
    assert report.scores["me"] == pytest.approx(report.wins["me"] / 40)


def test_a_report_says_how_a_player_alone_lost() -> None:
    """Games of one seat: every loss is counted under its reason, the most frequent first."""
    report = simulate("surface-combat", games=30, bots=["random"], seed=2).report()
    assert sum(report.lost_by.values()) == report.losses > 0
    assert list(report.lost_by.values()) == sorted(report.lost_by.values(), reverse=True)
    assert report.lost_by.keys() <= {"The Ops deck has run out.", "No Cadre is left on the map."}
    assert simulate("stash", games=5, bots=["random"], seed=2).report().lost_by == {}
