"""What it costs to put an answer into words: the question, the log lines, the names of undo; without the server around them.

    python -m benchmarks.words                             this tree
    python -m benchmarks.words ../before ../other          those trees and this one, by turns, in one run

At every decision of a few seeded games each part is made several times, and the quickest counts, so that the figures can be
compared on a busy machine too. What the rules are asked on the way (what an option does and costs) is part of it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns
from typing import Any

HERE = Path(__file__).resolve()
KEYS = ("red-dust", "mars-or-die", "rogue-trooper")
PARTS = ("question", "outline", "log", "undo")
GAMES, ANSWERS, TIMES, ROUNDS = 6, 80, 7, 3


def quickest(do: Callable[[], object]) -> int:
    """Nanoseconds of the quickest of several times."""
    found = []
    for _ in range(TIMES):
        before = perf_counter_ns()
        do()
        found.append(perf_counter_ns() - before)
    return min(found)


def cost(key: str) -> list[float]:
    """Microseconds an answer for each part."""
    import sandtable
    from sandtable.engine import Question
    from sandtable.engine.log import log_line

    sums, answers = [0] * len(PARTS), 0
    for seed in range(GAMES):
        table, rng, read = sandtable.new(key, seed=seed), random.Random(seed), 0
        seats = [seat.id for seat in table.seats]
        for _ in range(ANSWERS):
            asked = table.ask
            if asked is None:
                break
            entries = table._recorder.entries[read:]
            read += len(entries)
            kept = asked.spec, asked.values, asked.seat, asked.kinds

            def question(kept: Any = kept) -> None:
                Question(*kept).brief()

            def outline(kept: Any = kept) -> None:
                Question(*kept).outline()

            def log(entries: Any = entries, table: Any = table) -> None:
                for entry in entries:
                    log_line(entry, 0, table.seats, table.kinds)

            def undo(table: Any = table, seats: Any = seats) -> None:
                for seat in seats:
                    table.undo_name(seat)

            parts: tuple[Callable[[], object], ...] = (question, outline, log, undo)
            sums = [sum + quickest(part) for sum, part in zip(sums, parts, strict=True)]
            answers += 1
            table.choose(rng.choice(asked.keys))
    return [sum / answers / 1000 for sum in sums]


def in_tree(tree: Path, key: str) -> list[float]:
    environ = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONHASHSEED": "0"}
    words = [sys.executable, str(HERE), "--here", key]
    told = subprocess.run(words, env=environ, cwd=tree, check=True, capture_output=True, text=True).stdout
    found: list[float] = json.loads(told)
    return found


def main(words: list[str]) -> None:
    if words[:1] == ["--here"]:
        print(json.dumps(cost(words[1])))
        return
    trees = [*(Path(word).resolve() for word in words), HERE.parents[1]]
    for key in KEYS:
        rounds = [[in_tree(tree, key) for tree in trees] for _ in range(ROUNDS)]
        for n, tree in enumerate(trees):
            best = [min(part) for part in zip(*(each[n] for each in rounds), strict=True)]
            told = ", ".join(f"{part} {each:.1f}" for part, each in zip(PARTS, best, strict=True))
            print(f"{key}, {tree.name}: {told} µs an answer", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
