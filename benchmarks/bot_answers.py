"""How long a bot of the server takes for an answer: from the question to its key, worker process included.

    python -m benchmarks.bot_answers              this tree
    python -m benchmarks.bot_answers ../before    that tree and this one, by turns, in one run

The house answers the same positions of seeded games in every tree. The database and the sockets are left out: they cost
the same for a person's answer. Two figures are shown: the time that passes, which needs a quiet machine, and the processor time
of both processes, which can be compared on a busy one too (on Linux).
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve()
GAMES: dict[str, dict[str, Any]] = {"red-dust": {}, "rogue-trooper": {"players": 3}, "mars-or-die": {}}
#: Answers of each game that are measured, after some that warm up the worker.
ANSWERS, WARM_UP = 150, 20
ROUNDS = 5


def module(*names: str) -> Any:
    """A module of the server by its name in this tree, or by the one it had before."""
    for name in names:
        try:
            return importlib.import_module(f"sandtable.server.{name}")
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(names[0])


def processor_seconds() -> float:
    """The processor time of this process and its worker, which has one thread; without the worker where /proc is missing."""
    try:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        used = [int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in children]
    except OSError:
        used = []
    return time.process_time() + sum(used) / 1e9


async def measure(game: str) -> tuple[float, float]:
    """Milliseconds an answer takes, on average, in the tree that is imported: time passed, and processor time."""
    import sandtable
    from sandtable.bots import make_bot
    from sandtable.engine import Chair

    settings = module("settings").Settings(data=Path(tempfile.gettempdir()), workers=1, quick_workers=1)
    jobs = module("workers.bot_jobs", "tables.bot_jobs", "minds")
    seeds = module("tables.seeds", "luck")
    if hasattr(jobs, "BotJobs"):
        minds = jobs.BotJobs(settings, seeds.Seeds())
    else:
        minds = jobs.Minds(settings, seeds.Luck())
    # Bots pick the moves outside the measured time, by the same random numbers in every tree.
    table, guide, seconds = sandtable.new(game, seed=5, options=GAMES[game]), make_bot("house", 1), [0.0, 0.0]
    try:
        for n in range(WARM_UP + ANSWERS):
            if table.ask is None:
                table = sandtable.new(game, seed=n, options=GAMES[game])
            assert table.ask is not None
            seat = table.ask.seat
            used, begun = processor_seconds(), time.perf_counter()
            if hasattr(minds, "world"):
                await minds.choose(minds.world(table, seat), "house", "owner")
            else:  # before the room imagined once
                await minds.choose(table.fork(), seat, "house", "owner")
            if n >= WARM_UP:
                seconds[0] += time.perf_counter() - begun
                seconds[1] += processor_seconds() - used
            table.choose(guide.choose(Chair(table, seat)))
    finally:
        await minds.close()
    return 1000 * seconds[0] / ANSWERS, 1000 * seconds[1] / ANSWERS


def measured(tree: Path, game: str) -> list[float]:
    """The same in a process of its own, which imports that tree."""
    environ = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, str(HERE), "--measure", game], env=environ, stdout=subprocess.PIPE, check=True
    )
    return list(map(float, json.loads(done.stdout)))


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--measure"]:
        print(json.dumps(asyncio.run(measure(arguments[1]))))
        return
    trees = [*(Path(name).resolve() for name in arguments), HERE.parent.parent]
    for game in GAMES:
        rounds = [[measured(tree, game) for tree in trees] for _ in range(ROUNDS)]
        for which, name in enumerate(("passed", "processor")):
            times = [median(found[tree][which] for found in rounds) for tree in range(len(trees))]
            shown = "   ".join(f"{each:6.2f} ms" for each in times)
            gain = f"   {times[0] / times[-1]:.2f} times as fast" if len(trees) > 1 and times[-1] else ""
            print(f"{game:15} {name:10} {shown}{gain}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
