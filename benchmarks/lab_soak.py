"""Runs under fire: workers are killed all the time, and every game must be there once, as if nothing had happened.

`make lab-soak` plays 1,000,000 games of connect four and 100,000 Surface Missions on two local Dask workers, kills one every ten
seconds, plays the same again undisturbed and compares every row. It also measures what a worker costs over a bare loop of
the same games, what two workers gain, and whether memory stays flat. `python -m benchmarks.lab_soak --scale 0.02` does a fiftieth of it.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import polars as pl
import psutil

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games import find_game
from sandtable.lab import RunData, run
from sandtable.lab.folder import MANIFEST
from sandtable.lab.match import game_seed

GAMES = {"connect-four": 1_000_000, "surface-combat": 100_000}
#: How often a worker is killed, in seconds.
EVERY = 10.0


class Trouble:
    """Kills a worker of a run now and then, and watches the memory of the process that runs it."""

    def __init__(self, process: subprocess.Popen[bytes], out: Path, every: float | None) -> None:
        self.process, self.out, self.every = psutil.Process(process.pid), out, every
        self.killed = 0
        self.memory: list[tuple[float, int]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        begun = last = time.monotonic()
        while not self._stop.wait(0.5):
            try:
                self.memory.append((time.monotonic() - begun, self.process.memory_info().rss))
                if not (self.out / MANIFEST).exists():
                    last = time.monotonic()  # the first batch may be played in peace
                if self.every is not None and time.monotonic() - last >= self.every:
                    last = time.monotonic()
                    self._kill()
            except psutil.Error:
                return

    def _kill(self) -> None:
        """Kill the busiest worker; the nannies that look after workers, and the others, are left alone."""
        workers = [
            child
            for child in self.process.children(recursive=True)
            if "spawn_main" in " ".join(child.cmdline())
        ]
        if workers:
            busiest = max(workers, key=lambda child: child.cpu_times().user)
            os.kill(busiest.pid, signal.SIGKILL)
            self.killed += 1

    def end(self) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def growth(self) -> float:
        """How much more memory the second half of the run needed than its first half after the start, in megabytes."""
        settled = [size for at, size in self.memory if at > 0.2 * self.memory[-1][0]]
        half = len(settled) // 2
        return (max(settled[half:], default=0) - max(settled[:half], default=0)) / 1e6


def played(game: str, games: int, out: Path, *, workers: int, every: float | None) -> tuple[float, Trouble]:
    """A run in a process of its own: how long it took, and what was done to it."""
    words = [sys.executable, "-m", "sandtable", "lab", "run", game, "--games", str(games), "--out", str(out)]
    begun = time.monotonic()
    process = subprocess.Popen([*words, "--cluster", f"local:{workers}", "--json"], stdout=subprocess.DEVNULL)
    trouble = Trouble(process, out, every)
    code = process.wait()
    trouble.end()
    if code:
        raise SystemExit(f"The run of {game} ended with {code}.")
    return time.monotonic() - begun, trouble


def rows(out: Path) -> pl.DataFrame:
    """All games of a run, read as anybody would read the folder."""
    found = pl.read_parquet(out / "games" / "*.parquet").drop("seconds").sort("cell", "game")
    assert len(found) == RunData(out).done
    return found


def check(game: str, games: int, folder: Path, every: float) -> None:
    """Under fire and undisturbed: the same rows."""
    seconds, trouble = played(game, games, folder / "fire", workers=2, every=every)
    quiet_seconds, _ = played(game, games, folder / "quiet", workers=2, every=None)
    fire, quiet = rows(folder / "fire"), rows(folder / "quiet")
    assert fire["game"].to_list() == list(range(games)), "a game is missing or there twice"
    assert fire.equals(quiet), "a disturbed run has other results than an undisturbed one"
    print(
        f"{game}: {games:,} games, {trouble.killed} workers killed: every game there once, all equal to the undisturbed run; "
        f"{seconds:.0f} s ({quiet_seconds:.0f} s undisturbed); memory {trouble.growth:+.0f} MB from the first half to the second",
        flush=True,
    )


def bare(game: str, games: int) -> float:
    """The seconds that a loop over the same games takes, with nothing written down."""
    found = find_game(game)
    options = decode_options(found, {})
    begun = time.process_time()
    for number in range(games):
        rng = random.Random(game_seed(0, number))
        playout(Run(found, found.begin(options), RandomSource(rng)), rng, 100_000)
    return time.process_time() - begun


def measure(game: str, games: int, folder: Path) -> None:
    """What a worker costs over a bare loop, in processor time, and what two workers gain, in time."""
    loop = bare(game, games)
    begun = time.process_time()
    run(game, folder / "here", games=games, batch=max(1, games // 8))
    worker = time.process_time() - begun
    one, _ = played(game, games, folder / "one", workers=1, every=None)
    two, _ = played(game, games, folder / "two", workers=2, every=None)
    print(
        f"{game}: a worker costs {worker / loop - 1:+.1%} over a bare loop of {games:,} games ({games / loop:,.0f} a second); "
        f"two workers are {one / two:.2f} × one ({one:.1f} s and {two:.1f} s, starting included)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="how much of it to do")
    parser.add_argument("--games", nargs="*", default=list(GAMES), help="which games")
    parser.add_argument("--every", type=float, default=EVERY, help="how often a worker is killed, in seconds")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sandtable-lab-soak-"))
    try:
        for game in given.games:
            games = max(100, int(GAMES[game] * given.scale))
            check(game, games, folder / game, given.every)
            measure(game, max(100, games // 5), folder / game)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
