"""Many games: in batches, in one process or several, with the same results either way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine import Game, SandtableError

from .match import Series
from .observer import Coverage
from .plan import Batch, PlanFields, RunPlan, batches, check_counts, plan_of
from .report import Report, wilson
from .result import Result
from .seating import check_can_travel
from .tally import Tally, TopicTally
from .workers import Processes, ThisProcess, Workers, in_order

if TYPE_CHECKING:
    from typing_extensions import Unpack


def simulate(
    game: str | Game[Any] | RunPlan,
    *,
    jobs: int = 1,
    scenario: str | None = None,
    coverage: bool = False,
    journals: str | Path | None = None,
    **fields: Unpack[PlanFields],
) -> Simulation:
    """Many games between bots: go through their results one by one, or ask for the report.

    `game` is a name or a game, with the fields of a `RunPlan`, `games` and `bots` among them, or a `RunPlan`. A game that
    fails or is not over after `at_most` decisions is a result with an error; the others go on. `jobs` is the number of
    processes. `journals` is a folder for the journals of games that failed, or as `keep` says: "failed", "lost" (the first
    bot did not win, or it failed), "all". `coverage` counts what was asked and answered, by topic, and is slower.

    >>> for result in simulate("connect-four", games=2, seed=3):
    ...     print(result.number, result.winners, result.reason, result.decisions)
    0 ('red',) Red has four in a row. 17
    1 ('yellow',) Yellow has four in a row. 14
    >>> simulate("connect-four", games=50, bots=["random"]).report().ended
    50
    """
    plan = plan_of(game, **fields)
    if scenario is not None:
        plan = plan_of(plan, options={**(plan.options or {}), "scenario": scenario})
    return Simulation(plan, jobs=jobs, coverage=coverage, journals=journals)


class Simulation:
    """Games that are played while somebody goes through their results."""

    def __init__(
        self, plan: RunPlan, *, jobs: int = 1, coverage: bool = False, journals: str | Path | None = None
    ) -> None:
        check_counts(jobs=jobs)
        if plan.vary or plan.record:
            raise SandtableError(
                "A simulation plays one combination and writes no tables: use `run` with vary= and record=."
            )
        self.plan, self.jobs, self.coverage = plan, jobs, coverage
        self.journals = None if journals is None else str(journals)
        self.series = Series(plan, self.journals)  # every mistake is an error before the first game
        if jobs > 1:
            check_can_travel(plan)

    def __iter__(self) -> Iterator[Result]:
        """The results in order, each as soon as it is there. Whoever asks twice has the games played twice."""
        with closing(self._batches()) as batches:
            for batch in batches:
                yield from batch.results

    def report(self, progress: Callable[[int], None] | None = None) -> Report:
        """Play all games and add up the results. `progress` is called with the number of games done so far."""
        begun = perf_counter()
        tally = Tally.of(self.series.seats)
        with closing(self._batches()) as batches:
            for batch in batches:
                for result in batch.results:
                    tally.count(result)
                tally.add_topics(batch.topics)
                if progress is not None:
                    progress(tally.games)
        return _report(self.series, tally, self.jobs, perf_counter() - begun)

    def _batches(self) -> Generator[BatchResults, None, None]:
        games = self.plan.games
        # Few games make a batch, so that results come soon, unless games are quick.
        size = max(1, min(500, games // 20) if self.series.is_quick else min(20, games // 1000))
        jobs = min(self.jobs, ceil(games / size))
        workers: Workers = Processes(jobs) if jobs > 1 else ThisProcess()
        tasks = (
            SimulationBatch(self.plan, self.journals, batch, self.coverage) for batch in batches(games, size)
        )
        with closing(workers.each(play_simulation_batch, tasks)) as results:
            yield from in_order((played.number, played) for played in results)

    def __repr__(self) -> str:
        return f"<Simulation of {self.plan.games} games of {self.plan.game}>"


class SimulationBatch(msgspec.Struct, frozen=True):
    """A batch to play."""

    plan: RunPlan
    journals: str | None
    batch: Batch
    coverage: bool


class BatchResults(msgspec.Struct, frozen=True):
    """A batch that was played."""

    number: int
    results: list[Result]
    topics: dict[str, TopicTally]


def play_simulation_batch(task: SimulationBatch) -> BatchResults:
    """Play a batch, in whatever process."""
    observer = Coverage() if task.coverage else None
    series, batch = Series(task.plan, task.journals), task.batch
    results = [series.play(number, observer) for number in range(batch.first, batch.last)]
    return BatchResults(batch.number, results, {} if observer is None else observer.topics)


def _report(series: Series, tally: Tally, jobs: int, seconds: float) -> Report:
    plan, bots = series.plan, series.bots(0)
    ended = tally.games - len(tally.errors)
    each = max(ended, 1)
    seated = [bot for bots in series.who_plays for bot in bots]
    chairs = {bot: seated.count(bot) / len(series.who_plays) for bot in seated}
    return Report(
        game=series.game.key,
        scenario=series.options.scenario,
        options=dict(plan.options or {}),
        bots=bots,
        rotate=plan.rotate,
        seed=plan.seed,
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
