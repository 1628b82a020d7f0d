"""How quick the rules are beside another tree: random play, play through keys, forks, and the search, in one run.

    python -m benchmarks.beside ../before                      processor time, both trees by turns
    python -m benchmarks.beside ../before --game red-dust
    python -m benchmarks.beside ../before --instructions       instructions instead, counted by valgrind

Every tree plays the same seeded games. Times of single runs differ by 5% and more even on a quiet machine, so the best and
the middle one of several rounds are shown. Counting instructions takes longer and says the same thing every time.

Where the questions of a game have changed, the same seed plays another game. Random play is then compared by the turn as well: a
turn is a stretch of the rules (a space of an Operation, a unit's action) and the same in both trees. Instructions are counted for a game or two and
compare only games that have not changed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

HERE = Path(__file__).resolve()
#: Games in one measurement, so that each takes about a third of a second.
GAMES = {
    "red-dust": 24,
    "surface-combat": 300,
    "space-combat": 300,
    "mars-or-die": 20,
    "rogue-trooper": 16,
    "connect-four": 3000,
}
WORKS = ("random", "keys", "forks", "search")
FORKED = 50
#: Games in which the search is used, and its iterations in one measurement.
SEARCHED = {"red-dust": 120, "rogue-trooper": 120}


def begun(game: Any, rng: random.Random) -> Any:
    from sandtable.engine import Run
    from sandtable.engine.chance import RandomSource

    return Run(game, game.begin(game.options_type()), RandomSource(rng))


def random_play(game: Any, games: int) -> int:
    """Whole random games, nobody looking. Returns how many turns they had."""
    from sandtable.engine.run import playout

    turns = 0
    for seed in range(games):
        rng = random.Random(seed)
        run = begun(game, rng)
        playout(run, rng)
        turns += run.turn
    return turns


def play_by_keys(game: Any, games: int) -> None:
    """Random games through the public table: every key is made, every answer is checked and recorded."""
    import sandtable

    for seed in range(games):
        rng = random.Random(seed)
        table = sandtable.new(game, seed=seed)
        while (ask := table.ask) is not None:
            keys = ask.keys
            table.choose(keys[int(rng.random() * len(keys))])


def moments(game: Any) -> list[Any]:
    """Runs in the middle of their turns, to be forked."""
    from sandtable.engine.chance import RandomSource

    found: list[Any] = []
    seed = 0
    while len(found) < FORKED:
        rng = random.Random(seed)
        run = begun(game, rng)
        for n in range(300):
            if run.ask is None or len(found) == FORKED:
                break
            run.play(run.values[int(rng.random() * len(run.values))])
            if n % 6 == 3:
                found.append(run.fork(RandomSource(random.Random(1))))
        seed += 1
    return found


def fork_all(runs: list[Any], times: int) -> None:
    from sandtable.engine.chance import RandomSource

    source = RandomSource(random.Random(2))
    for _ in range(times):
        for run in runs:
            run.fork(source)


def search(game: Any, iterations: int) -> None:
    """The search bot answers three questions in the middle of a game."""
    import sandtable
    from sandtable.bots.search import SearchBot
    from sandtable.engine import Chair

    rng, table = random.Random(5), sandtable.new(game, seed=5)
    bot = SearchBot(1, iterations=max(1, iterations // 3))
    for n in range(60):
        ask = table.ask
        assert ask is not None
        if n % 20 == 19:
            bot.choose(Chair(table, ask.seat))
        keys = ask.keys
        table.choose(keys[int(rng.random() * len(keys))])


def work_of(game: Any, work: str, share: float) -> Callable[[], int | None]:
    """One measurement, ready to go: packs are read and everything that is made once has been made."""
    random_play(game, 1)
    games = GAMES[game.key]
    if work == "random":
        return lambda: random_play(game, max(1, round(games * share)))
    if work == "keys":
        return lambda: play_by_keys(game, max(1, round(games / 6 * share)))
    if work == "search":
        return lambda: search(game, max(3, round(SEARCHED[game.key] * share)))
    runs = moments(game)
    return lambda: fork_all(runs, max(1, round(200 * share)))


def measure(key: str, work: str) -> tuple[float, int]:
    """Seconds of processor time in the tree that is imported, and turns that were played (0 if nobody counts them)."""
    from sandtable.games import find_game

    do = work_of(find_game(key), work, 1)
    start = process_time()
    turns = do()
    return process_time() - start, turns or 0


def run_in(tree: Path, *args: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    path = f"{tree / 'src'}{os.pathsep}{tree}"
    env = {
        **os.environ,
        "PYTHONPATH": path,
        "PYTHONHASHSEED": "0",
        "SANDTABLE_GAMES": "benchmarks.games",
    }
    done = subprocess.run(
        [*before, sys.executable, str(HERE), *args], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{tree} could not be measured:\n{done.stderr[-2000:]}")
    return done


def instructions(tree: Path, key: str, work: str) -> float:
    """Instructions of one measurement: those of a long one less those of a short one, so that starting up cancels out."""

    def counted(times: str) -> int:
        tool = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
        found = re.search(r"Collected : (\d+)", run_in(tree, "--one", key, work, times, before=tool).stderr)
        return int(found[1]) if found else 0

    return (counted("3") - counted("1")) / 2


def compare(before: Path, here: Path, key: str, work: str, rounds: int, count: bool) -> str:
    if count:
        with ThreadPoolExecutor() as both:
            old, new = both.map(lambda tree: instructions(tree, key, work), (before, here))
        return (
            f"{key:15} {work:7} {old / 1e6:9.1f} -> {new / 1e6:9.1f} million instructions  {old / new:5.2f} x"
        )
    times: dict[Path, list[float]] = {before: [], here: []}
    turns: dict[Path, int] = {}
    for n in range(rounds):
        for tree in (before, here) if n % 2 else (here, before):
            seconds, turns[tree] = json.loads(run_in(tree, "--one", key, work, "0").stdout)
            times[tree].append(seconds)
    best, middle = (f(times[before]) / f(times[here]) for f in (min, median))
    old, new = min(times[before]), min(times[here])
    line = f"{key:15} {work:7} {old:7.3f} -> {new:7.3f} s  best {best:5.2f} x  median {middle:5.2f} x"
    if turns[before] != turns[here]:
        longer = turns[here] / turns[before]
        line += f"  by the turn {best * longer:5.2f} x  {middle * longer:5.2f} x"
    return line


def one(key: str, work: str, times: str) -> None:
    """What the other processes run: the time of one measurement, or a short one several times for the counter."""
    from sandtable.games import find_game

    if times == "0":
        print(json.dumps(measure(key, work)))
        return
    do = work_of(find_game(key), work, 0.05)
    for _ in range(int(times)):
        do()


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        one(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path, help="the other tree: a clone at the commit to compare with")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    parser.add_argument("--work", choices=WORKS, action="append", help="only this measurement")
    parser.add_argument("--rounds", type=int, default=7, help="how often each tree has its turn")
    parser.add_argument("--instructions", action="store_true", help="count instructions (needs valgrind)")
    args = parser.parse_args()
    if not (args.before / "src" / "sandtable").is_dir():
        parser.error(f"there is no src/sandtable in {args.before}")
    if args.instructions and shutil.which("valgrind") is None:
        parser.error("--instructions needs valgrind, which is not installed")
    for key in args.game or GAMES:
        for work in args.work or WORKS:
            if work == "search" and key not in SEARCHED:
                continue
            print(
                compare(args.before.resolve(), HERE.parents[1], key, work, args.rounds, args.instructions),
                flush=True,
            )


if __name__ == "__main__":
    main()
