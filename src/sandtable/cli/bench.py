"""`sandtable bench`: how fast the games run here. Figures, never pass or fail."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import click
import msgspec
from rich.table import Table as Grid

import sandtable
from sandtable.bots import SearchBot
from sandtable.engine import Chair, Game, RandomSource, Run, playout
from sandtable.engine.saving.header import decode_options

from .front import as_json, print_json
from .screen import make_console, tell

#: Other programs run too, so take the best of this many stretches, and fork at this many places.
STRETCHES, PLACES = 8, 12
#: How often the search bot plays on from each of these places.
ITERATIONS = 10


class Figures(msgspec.Struct, omit_defaults=True):
    """The speed of one game. Times are in microseconds."""

    game: str
    #: Decisions a second with values and without a log, as bots play.
    quick: float
    #: Decisions a second with keys through the public API, with log and undo.
    keys: float
    decisions_per_game: float
    fork: float
    copy: float
    save: float
    load: float
    #: Iterations a second of the search bot, in the middle of games; 0 if nobody is asked anything.
    search: float = 0.0
    #: Games a second of the printed non-players alone, and of random play in the same run; 0 if there are none.
    alone: float = 0.0
    random: float = 0.0


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    default=1.0,
    show_default=True,
    help="How long to measure each figure.",
)
@as_json
def bench(games: Sequence[str], seconds: float, as_json: bool) -> None:
    """Measure the speed of GAMES, or of all games.

    Random play, one process. "quick" is how bots play inside their heads; "keys" is the public API; "search" counts
    iterations of the search bot.

    \b
    Example:
      sandtable bench red-dust --seconds 3
    """
    found = [sandtable.find_game(key) for key in games] or sandtable.all_games()
    figures = []
    errors = make_console(stderr=True)
    for game in found:
        if errors.is_terminal and not as_json:
            with errors.status(f"Measuring {game.title}"):
                figures.append(measured(game, seconds))
        else:
            figures.append(measured(game, seconds))
    if as_json:
        print_json(figures)
    elif figures:
        _show(figures)
    else:
        tell(make_console(), "There are no games to measure.")


def _show(figures: Sequence[Figures]) -> None:
    grid = Grid(box=None, pad_edge=False)
    titles = ("quick/s", "keys/s", "search/s", "decisions", "fork µs", "copy µs", "save µs", "load µs")
    for title in ("game", *titles):
        grid.add_column(title, justify="left" if title == "game" else "right", header_style="bold")
    for f in figures:
        numbers = (f.quick, f.keys, f.search, f.decisions_per_game, f.fork, f.copy, f.save, f.load)
        grid.add_row(f.game, *(f"{n:,.0f}" if n >= 100 else f"{n:,.1f}" for n in numbers))
    make_console().print(grid)
    for f in figures:
        if f.alone:
            tell(
                make_console(),
                f"{f.game}: {f.alone:,.1f} games of non-players a second, {f.random:,.1f} of random play",
            )


def measured(game: Game[Any], seconds: float) -> Figures:
    """All figures of one game. The same games are played every time."""
    rng = random.Random(1)
    source = RandomSource(rng)
    quick, per_game = _best(lambda n: playout(_begun(game, rng), rng), seconds)
    keys, _ = _best(lambda n: _by_keys(game, n, rng), seconds)
    table = _finished(game, rng)
    data = table.save()
    runs = [_middle(game, rng) for _ in range(PLACES)]
    return Figures(
        game.key,
        quick,
        keys,
        per_game,
        sum(_microseconds(lambda run=run: run.fork(source), seconds / PLACES) for run in runs) / PLACES,  # type: ignore[misc]
        _microseconds(runs[0].start.copy, seconds / 4),
        _microseconds(table.save, seconds / 4),
        _microseconds(lambda: sandtable.load(data, game=game), seconds / 4),
        _searched(game, seconds),
        *_games_alone(game, rng, seconds),
    )


def _games_alone(game: Game[Any], rng: random.Random, seconds: float) -> tuple[float, float]:
    """Games a second of the printed non-players alone, and of random play; zeros for a game without them."""
    if not game.nonplayer_option:
        return 0.0, 0.0
    usual = game.options_type()
    everybody = decode_options(game, {game.nonplayer_option: [seat.id for seat in game.seats(usual)]})

    def play(options: Any) -> int:
        playout(Run(game, game.begin(options), RandomSource(rng)), rng)
        return 1

    return _best(lambda n: play(everybody), seconds)[0], _best(lambda n: play(usual), seconds)[0]


def _searched(game: Game[Any], seconds: float) -> float:
    """Iterations a second of the search bot. It answers the same questions every time."""
    rng = random.Random(2)
    chairs = [chair for n in range(PLACES) if (chair := _chair(game, n, rng)) is not None]

    def answer_all(n: int) -> int:
        for chair in chairs:
            SearchBot(1, iterations=ITERATIONS).choose(chair)
        return len(chairs) * ITERATIONS

    return _best(answer_all, seconds)[0] if chairs else 0.0


def _chair(game: Game[Any], seed: int, rng: random.Random) -> Chair | None:
    """The chair of the last seat that had a choice in the first half of a game; None if nobody had one."""
    half = playout(_begun(game, rng), rng) // 2
    table, chair = sandtable.new(game, seed=seed), None
    for _ in range(half + 1):
        ask = table.ask
        if ask is None:
            break
        if sum(not game.asks_favour(option.value) for option in ask.options) > 1:
            chair = Chair(table.fork(seed), ask.seat)
        table.choose(rng.choice(ask.keys))
    return chair


def _begun(game: Game[Any], rng: random.Random) -> Run[Any]:
    return Run(game, game.begin(game.options_type()), RandomSource(rng))


def _best(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Decisions a second in the least disturbed of a few stretches, and decisions a game."""
    best, decisions, games = 0.0, 0, 0
    for _ in range(STRETCHES):
        here, start = 0, perf_counter()
        now = start
        while here == 0 or now - start < seconds / STRETCHES:
            here += play(games)
            games += 1
            now = perf_counter()
        decisions += here
        best = max(best, here / (now - start))
    return best, decisions / games


def _by_keys(game: Game[Any], seed: int, rng: random.Random) -> int:
    """One game through the public API."""
    decisions, number = 0, rng.random
    table = sandtable.new(game, seed=seed)
    while (ask := table.ask) is not None:
        keys = ask.keys
        table.choose(keys[int(number() * len(keys))])
        decisions += 1
    return decisions


def _finished(game: Game[Any], rng: random.Random) -> sandtable.Table:
    table = sandtable.new(game, seed=1)
    while (ask := table.ask) is not None:
        table.choose(rng.choice(ask.keys))
    return table


def _middle(game: Game[Any], rng: random.Random) -> Run[Any]:
    """A run in the middle of a game."""
    half = playout(_begun(game, rng), rng) // 2
    while True:
        run = _begun(game, rng)
        left = half
        while left and run.ask is not None:
            run.play(rng.choice(run.values))
            left -= 1
        if run.ask is not None or half == 0:
            return run
        half //= 2  # this game was shorter than the first one


def _microseconds(do: Callable[[], object], seconds: float) -> float:
    """The time of one call: the best of a few rounds, which is the least disturbed."""
    times: list[float] = []
    start, repeat = perf_counter(), 1
    while not times or perf_counter() - start < seconds:
        before = perf_counter()
        for _ in range(repeat):
            do()
        took = perf_counter() - before
        times.append(took / repeat)
        if took < 0.01:
            repeat *= 2
    return min(times) * 1e6
