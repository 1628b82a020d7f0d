"""What `simulate` takes, and the result of each game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import NotFound, SandtableError
from sandtable.bots import make_bot
from sandtable.lab import play, simulate
from sandtable.lab.match import game_seed

from .players import Counting, Doomed, Mortal, first_option
from .small_games import ALONE, Fuse


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.small_games")


def played(*args: Any, **more: Any) -> list[tuple[Any, ...]]:
    """What happened, without the times."""
    return [(r.number, r.seed, r.bots, r.winners, r.decisions, r.turns) for r in simulate(*args, **more)]


def test_every_game_has_a_result_with_its_reason() -> None:
    """Guards: one result per game, in order, with seats, scores and the reason of ending in words."""
    results = list(simulate("connect-four", games=40, seed=1))
    assert [result.number for result in results] == list(range(40))
    for result in results:
        (winner,) = result.winners or ("nobody",)
        told = {"red": "Red has", "yellow": "Yellow has", "nobody": "The board is full"}[winner]
        assert result.reason.startswith(told)
        assert sum(result.scores) == 1
        assert result.error is None
        assert result.decisions >= result.turns > 5
    assert len({result.winners for result in results}) > 1


def test_results_are_there_before_all_games_are_played() -> None:
    """Guards flat memory: a million games can be gone through without holding them."""
    results = iter(simulate("connect-four", games=1_000_000_000, seed=1))
    assert next(results).number == 0


def test_a_game_that_failed_is_a_result_with_an_error() -> None:
    """Guards that failures are told game by game."""
    failed = [r for r in simulate("fuse", games=60, seed=1) if r.error is not None]
    assert failed
    for result in failed:
        assert result.error is not None
        assert (result.winners, result.scores) == ((), ())
        assert result.error.what == "ValueError: The fuse burns."


def test_a_game_object_is_as_good_as_its_name() -> None:
    """Guards `simulate(GAME)`, in this process and in others."""
    by_name = played("fuse", games=30, options={"is_faulty": False})
    assert played(Fuse(), games=30, options={"is_faulty": False}) == by_name
    assert played(ALONE, games=5) == played("tests.lab.small_games:ALONE", games=5)


@pytest.mark.parametrize("bot", [first_option, Counting, Counting()])
def test_a_bot_is_a_function_a_class_or_an_object(bot: Any) -> None:
    """Guards that all of them play, under their names, the same alone and in worker processes."""
    alone = played("stash", games=4, bots=[bot, "random"], rotate=True)
    if bot is not Counting:  # every worker takes a second to start
        assert played("stash", games=4, bots=[bot, "random"], rotate=True, jobs=2) == alone
    name = getattr(bot, "name", bot.__name__ if callable(bot) else "")
    assert {bots for _, _, bots, *_ in alone} == {(name, "random"), ("random", name)}


def test_no_game_depends_on_the_one_before() -> None:
    """Guards that a bot that remembers is fresh in every game, also when it was given as an object."""
    whole = played("stash", games=4, bots=[Counting(), "random"])
    for number, game in enumerate(whole):
        alone = Counting(0)
        table = sandtable.new("stash", seed=game[1])
        bots = {"ann": alone, "bob": make_bot("random", game_seed(game[1], 1))}
        assert tuple(play(table, bots).winners) == game[3], f"game {number}"


def test_two_bots_of_one_name_are_refused() -> None:
    """Guards that results by bot are never those of two bots together."""
    with pytest.raises(SandtableError, match="Two different bots are called 'random'"):
        simulate("stash", games=1, bots=["random", make_bot("random", 7)])


@pytest.mark.parametrize("bot", [3, None, object()])
def test_what_is_no_bot_is_refused(bot: Any) -> None:
    """Guards the error for a wrong bot: it says what a bot can be."""
    with pytest.raises(SandtableError, match="is not a bot"):
        simulate("stash", games=1, bots=[bot])


def test_bots_are_a_list() -> None:
    """Guards `bots="house"`, which is a list of five letters."""
    with pytest.raises(SandtableError, match=r"bots is a list .* not 'house'"):
        simulate("stash", games=1, bots="house")


def test_what_cannot_travel_is_refused_before_the_first_game() -> None:
    """Guards that a bot which worker processes cannot import is named at once; with one job it plays."""
    with pytest.raises(SandtableError, match="cannot be sent to worker processes"):
        simulate("stash", games=9, bots=[lambda chair: first_option(chair)], jobs=2)
    assert played("stash", games=1, bots=[lambda chair: first_option(chair)])


@pytest.mark.parametrize("bots", [["random"], ["search:1", "random"]])
def test_journals_of_all_games_can_be_kept(tmp_path: Path, bots: list[str]) -> None:
    """Guards `keep="all"`: each result names its journal, which is that very game; and keeping changes no game."""
    plain = played("stash", games=5, seed=2, bots=bots)
    results = list(simulate("stash", games=5, seed=2, bots=bots, keep="all", journals=tmp_path))
    assert [(r.number, r.seed, r.bots, r.winners, r.decisions, r.turns) for r in results] == plain
    for result in results:
        assert result.journal is not None
        table = sandtable.load(Path(result.journal))
        assert (tuple(table.winners), table.reason, table.turn) == (
            result.winners,
            result.reason,
            result.turns,
        )


@pytest.mark.parametrize("bots", [["random"], ["counting"]])
def test_journals_of_lost_games_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bots: list[str]
) -> None:
    """Guards `keep="lost"`: exactly the games that the first bot did not win."""
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.lab.players")
    bots = bots if bots == ["random"] else ["counting", "random"]
    game: Any = ALONE if bots == ["random"] else "stash"
    results = list(simulate(game, games=12, seed=2, bots=bots, keep="lost", journals=tmp_path))
    first = bots[0]
    for result in results:
        won = first in {
            bot for seat, bot in zip(result.seats, result.bots, strict=True) if seat in result.winners
        }
        assert (result.journal is None) == won
    assert 0 < len(list(tmp_path.iterdir())) < 12


def test_an_unknown_keep_is_refused() -> None:
    """Guards the error for a wrong word."""
    with pytest.raises(NotFound, match="no games to keep 'some'"):
        simulate("stash", games=1, keep="some")  # type: ignore[arg-type]


def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that the work of a killed process is done again, and counted once."""
    mark = tmp_path / "killed"
    monkeypatch.setenv("MORTAL", str(mark))
    mark.touch()
    undisturbed = played("stash", games=12, bots=[Mortal, "random"], jobs=2)
    mark.unlink()
    assert played("stash", games=12, bots=[Mortal, "random"], jobs=2) == undisturbed
    assert mark.exists()


def test_a_bot_that_always_ends_its_process_is_told() -> None:
    """Guards that a simulation which cannot go on stops and says so."""
    with pytest.raises(SandtableError, match="3 times in a row a worker process was lost"):
        list(simulate("stash", games=12, bots=[Doomed, "random"], jobs=2))
