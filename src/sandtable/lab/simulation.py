"""Many games: in batches, in one process or several, with the same results either way."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import perf_counter
from typing import Any

from sandtable.bots import make_bot
from sandtable.engine import Game, SandtableError, decode_options
from sandtable.games import find_game

from .match import Setting, play_batch
from .report import Report, wilson
from .tally import Tally

Span = tuple[int, int]


def simulate(
    game: str,
    *,
    games: int,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    scenario: str | None = None,
    at_most: int = 100_000,
    rotate: bool = False,
    progress: Callable[[int], None] | None = None,
    coverage: bool = False,
    keep: Path | None = None,
) -> Report:
    """Play many games and report the results.

    `bots` are given to the seats in order, from the first again if there are fewer; with `rotate` they move on by a seat
    from game to game. Game number i has a seed made of `seed` and i, so the results do not depend on `jobs`, the
    number of processes. A game that fails or is not over after `at_most` decisions is counted in `Report.errors`, and its
    journal is put into the folder `keep`; the others go on. `progress` is called with the number of games done so far.
    `coverage` counts what was asked and answered, by topic, and is slower.
    """
    _check_counts(games=games, jobs=jobs, at_most=at_most)
    found = find_game(game)
    wanted = {**(options or {}), **({} if scenario is None else {"scenario": scenario})}
    setting = Setting(
        game=game,
        options=wanted,
        bots=_seating(found, len(found.seats(decode_options(found, wanted))), bots),
        seed=seed,
        at_most=at_most,
        rotate=rotate,
        coverage=coverage,
        keep=None if keep is None else str(keep),
    )
    started = perf_counter()
    tally = Tally.of(len(setting.bots))
    with closing(_batches(setting, games, jobs)) as batches:
        for batch in batches:
            tally.add(batch)
            if progress is not None:
                progress(tally.games)
    return _report(setting, tally, jobs, perf_counter() - started)


def _check_counts(**counts: int) -> None:
    for name, count in counts.items():
        if count < 1:
            raise SandtableError(f"A simulation needs {name} of at least 1, not {count}.")


def _seating(game: Game[Any], seats: int, bots: Sequence[str]) -> tuple[str, ...]:
    """A bot for each seat; a mistake in a name is reported before the first game."""
    specs = [bot.strip() for bot in bots]
    if not 1 <= len(specs) <= seats:
        raise SandtableError(
            f"{game.title} has {seats} seats, so give it 1 to {seats} bots, not {len(specs)}."
        )
    for spec in specs:
        make_bot(spec)
    return tuple(specs[i % len(specs)] for i in range(seats))


def _batches(setting: Setting, games: int, jobs: int) -> Generator[Tally, None, None]:
    """The tallies of all batches, in order."""
    spans = _spans(games, setting.is_quick)
    if min(jobs, len(spans)) > 1:
        yield from _side_by_side(setting, spans, jobs)
    else:
        for first, last in spans:
            yield play_batch(setting, first, last)


def _spans(games: int, quick: bool) -> list[Span]:
    """The batches, as (first number, one past the last).

    They must not depend on the number of jobs: sums of scores are rounded, so their grouping shows in the last digit.
    """
    size = max(1, min(500, games // 20)) if quick else max(1, games // 1000)
    return [(first, min(first + size, games)) for first in range(0, games, size)]


def _side_by_side(setting: Setting, spans: Sequence[Span], jobs: int) -> Generator[Tally, None, None]:
    """Batches played by worker processes, given back in order.

    Workers are spawned on every system: they see the present environment, and so the games it names.
    """
    others = set(multiprocessing.active_children())
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(spans)), spawned, _end_with_ctrl_c_in_silence) as pool:
        workers: set[BaseProcess] = set()
        try:
            with _ctrl_c_later():
                futures = [pool.submit(play_batch, setting, first, last) for first, last in spans]
                workers = set(multiprocessing.active_children()) - others
            for future in futures:
                yield future.result()
        except BrokenProcessPool:
            raise SandtableError(
                "A worker process of the simulation ended early. In a script, call simulate with jobs inside "
                "`if __name__ == '__main__':`, because every worker reads the script."
            ) from None
        except BaseException:
            # Nobody waits for games that are still being played when the simulation is interrupted; but the pool must
            # have seen its workers go before Python shuts down.
            for worker in workers:
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Ctrl-C waits until this is over. Workers begin like this: a worker that is still starting would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_ctrl_c_in_silence() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _report(setting: Setting, tally: Tally, jobs: int, seconds: float) -> Report:
    game = find_game(setting.game)
    options = decode_options(game, setting.options)
    seats = [seat.id for seat in game.seats(options)]
    ended = tally.games - len(tally.errors)
    each = max(ended, 1)
    chairs = {bot: setting.bots.count(bot) for bot in setting.bots}
    return Report(
        game=game.key,
        scenario=options.scenario,
        options=dict(setting.options),
        bots=setting.bots,
        rotate=setting.rotate,
        seed=setting.seed,
        jobs=jobs,
        games=tally.games,
        decisions=tally.decisions,
        seconds=seconds,
        decisions_per_second=tally.decisions / seconds,
        games_per_second=tally.games / seconds,
        wins=dict(zip(seats, tally.wins, strict=True)),
        draws=tally.draws,
        losses=tally.losses,
        lost_by=dict(sorted(tally.lost_by.items(), key=lambda item: (-item[1], item[0]))),
        scores={seat: score / each for seat, score in zip(seats, tally.scores, strict=True)},
        win_share={seat: wilson(wins, ended) for seat, wins in zip(seats, tally.wins, strict=True)},
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
