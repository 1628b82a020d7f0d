"""Many games: in batches, in one process or several, with the same results either way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, get_args

import msgspec

from sandtable.engine import Game, NotFound, SandtableError, check_game, decode_options
from sandtable.engine.errors import expect
from sandtable.games import find_game

from .match import Keep, Series, Setting, play_batch
from .observer import Coverage
from .report import Report, wilson
from .result import Result
from .seating import GivenBot, check_can_travel, seating
from .tally import Tally, TopicTally
from .workers import Here, Processes, Workers, in_order


def simulate(
    game: str | Game[Any],
    *,
    games: int,
    seed: int = 0,
    bots: Sequence[GivenBot] = ("random",),
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    scenario: str | None = None,
    at_most: int = 100_000,
    rotate: bool = False,
    coverage: bool = False,
    keep: Keep = "failed",
    journals: str | Path | None = None,
) -> Simulation:
    """Many games between bots: go through their results one by one, or ask for the report.

    `game` is a name or a game, a bot a name, an object with `choose`, a class called with a seed, or a function from a chair
    to a key. Bots are given to the seats in order, from the first again if there are fewer; with `rotate` they move
    on by a seat from game to game. Game number i has a seed made of `seed` and i, and bots of its own, so the results do
    not depend on `jobs`, the number of processes. A game that fails or is not over after `at_most` decisions
    is a result with an error; the others go on. `journals` is a folder for the journals of games that failed, or as `keep` says:
    "failed", "lost" (the first bot did not win, or it failed), "all". `coverage` counts what was asked and
    answered, by topic, and is slower.

    >>> for result in simulate("connect-four", games=2, seed=3):
    ...     print(result.number, result.winners, result.reason, result.decisions)
    0 ('red',) Red has four in a row. 17
    1 ('yellow',) Yellow has four in a row. 14
    >>> simulate("connect-four", games=50, bots=["random"]).report().ended
    50
    """
    _check_counts(games=games, jobs=jobs, at_most=at_most)
    if keep not in get_args(Keep):
        raise NotFound("games to keep", str(keep), get_args(Keep))
    found = game if isinstance(game, Game) else find_game(game)
    check_game(found)
    expect(seed, int, "The seed of a simulation is a whole number")
    expect(options, (Mapping, type(None)), "options= maps names to values, as in {'pack': 'default'}")
    wanted = {**(options or {}), **({} if scenario is None else {"scenario": scenario})}
    setting = Setting(
        game=game,
        options=wanted,
        players=seating(found, len(found.seats(decode_options(found, wanted))), bots),
        seed=seed,
        at_most=at_most,
        rotate=rotate,
        keep=keep,
        journals=None if journals is None else str(journals),
    )
    if jobs > 1:
        check_can_travel(setting)
    return Simulation(setting, games, jobs, coverage=coverage)


class Simulation:
    """Games that are played while somebody goes through their results."""

    def __init__(self, setting: Setting, games: int, jobs: int, *, coverage: bool) -> None:
        self.setting, self.games, self.jobs, self.coverage = setting, games, jobs, coverage

    def __iter__(self) -> Iterator[Result]:
        """The results in order, each as soon as it is there. Whoever asks twice has the games played twice."""
        with closing(self._batches()) as batches:
            for batch in batches:
                yield from batch.results

    def report(self, progress: Callable[[int], None] | None = None) -> Report:
        """Play all games and add up the results. `progress` is called with the number of games done so far."""
        begun = perf_counter()
        series = Series(self.setting)
        tally = Tally.of(series.seats)
        with closing(self._batches()) as batches:
            for batch in batches:
                for result in batch.results:
                    tally.count(result)
                tally.add_topics(batch.topics)
                if progress is not None:
                    progress(tally.games)
        return _report(series, tally, self.jobs, perf_counter() - begun)

    def _batches(self) -> Generator[Played, None, None]:
        starts = range(0, self.games, self._size())
        jobs = min(self.jobs, len(starts))
        workers: Workers = Processes(jobs) if jobs > 1 else Here()
        tasks = (
            Task(i, self.setting, first, min(first + starts.step, self.games), self.coverage)
            for i, first in enumerate(starts)
        )
        with closing(workers.each(play_task, tasks)) as results:
            yield from in_order((played.number, played) for played in results)

    def _size(self) -> int:
        """How many games make a batch: few, so that results come soon, unless games are quick."""
        return max(1, min(500, self.games // 20) if self.setting.is_quick else min(20, self.games // 1000))

    def __repr__(self) -> str:
        return f"<Simulation of {self.games} games of {self.setting.game}>"


class Task(msgspec.Struct, frozen=True):
    """A batch to play."""

    number: int
    setting: Setting
    first: int
    last: int
    coverage: bool


class Played(msgspec.Struct, frozen=True):
    """A batch that was played."""

    number: int
    results: list[Result]
    topics: dict[str, TopicTally]


def play_task(task: Task) -> Played:
    """Play a batch, in whatever process."""
    observer = Coverage() if task.coverage else None
    results = play_batch(task.setting, range(task.first, task.last), observer)
    return Played(task.number, results, {} if observer is None else observer.topics)


def _check_counts(**counts: int) -> None:
    for name, count in counts.items():
        expect(count, int, f"{name}= is a whole number")
        if count < 1:
            raise SandtableError(f"A simulation needs {name} of at least 1, not {count}.")


def _report(series: Series, tally: Tally, jobs: int, seconds: float) -> Report:
    setting, bots = series.setting, series.bots(0)
    ended = tally.games - len(tally.errors)
    each = max(ended, 1)
    seated = [bot for bots in series.who_plays for bot in bots]
    chairs = {bot: seated.count(bot) / len(series.who_plays) for bot in seated}
    return Report(
        game=series.game.key,
        scenario=series.options.scenario,
        options=dict(setting.options),
        bots=bots,
        rotate=setting.rotate,
        seed=setting.seed,
        jobs=jobs,
        games=tally.games,
        decisions=tally.decisions,
        of_nonplayers=tally.of_nonplayers,
        seconds=seconds,
        decisions_per_second=(tally.decisions + tally.of_nonplayers) / seconds,
        games_per_second=tally.games / seconds,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        lost_by=dict(sorted(tally.lost_by.items(), key=lambda item: (-item[1], item[0]))),
        scores={seat: score / each for seat, score in tally.scores.items()},
        win_share={seat: wilson(wins, ended) for seat, wins in tally.wins.items()},
        wins_by_bot={bot: tally.wins_by_bot[bot] for bot in chairs},
        scores_by_bot={bot: tally.scores_by_bot.get(bot, 0.0) / each / n for bot, n in chairs.items()},
        win_share_by_bot={bot: wilson(tally.wins_by_bot[bot], ended) for bot in chairs},
        mean_length=(tally.decisions - sum(error.decisions for error in tally.errors)) / each,
        min_length=tally.shortest or 0,
        max_length=tally.longest,
        mean_turns=tally.turns / each,
        errors=tally.errors,
        topics={name: topic.use() for name, topic in sorted(tally.topics.items())},
    )
