"""The compiled build beside plain Python: ``make compiled``, or ``python -m benchmarks.compiled``.

Builds the compiled modules into `.compiled/HASH`, where HASH stands for the sources they were made from, so that a build is made
once; plays 200 seeded games of each game in both builds and compares every question, throw and final state, and what people
read; then measures both. With `--beside ../before` speed is measured against another tree, too.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.beside import GAMES, run_in
from benchmarks.trace import random_game
from compiling.build import CannotCompile, build, fingerprint
from compiling.modules import EXAMPLES, compiled_modules
from sandtable.games import BUILT_IN, find_game

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".compiled"


def built() -> Path | None:
    """The folder of the build of these sources; None if nobody has made one."""
    folder = KEPT / fingerprint()
    return folder if (folder / "done").is_file() else None


def make() -> Path:
    """Build the compiled modules, unless that was done before. Builds of other sources are removed."""
    folder = KEPT / fingerprint()
    if built() is not None:
        return folder
    shutil.rmtree(KEPT, ignore_errors=True)
    work = KEPT / "work"
    names = [*compiled_modules(ROOT / "src/sandtable"), *EXAMPLES]
    print(f"Compiling {len(names)} modules, which takes minutes ...", file=sys.stderr)
    libraries = build(work, names, root=ROOT)
    for part in ("src", "benchmarks", "compiling"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for library in libraries:
        place = library.relative_to(work)
        is_example = place.parts[0] == "benchmarks"
        shutil.copy(library, folder / place if is_example else folder / "src" / place)
    shutil.rmtree(work)
    (folder / "done").touch()
    return folder


def played(key: str, games: int) -> list[str]:
    """Seeded random games, each as the digest of all that happened in it and of the state it ended in."""
    found = []
    for seed in range(games):
        run, lines = random_game(find_game(key), seed)
        lines += [f"{run.outcome}", run.state.digest(), run.state.copy().digest()]
        found.append(sha256("\n".join(lines).encode()).hexdigest()[:16])
    return found


def run_with(tree: Path, *arguments: str) -> Any:
    """What a module prints as JSON, with the packages of a tree."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree)]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed in {tree}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def kept_digests(games: int) -> dict[str, list[str]]:
    """The digests of games in plain Python; they are kept beside the build, by the hash of its sources."""
    file = KEPT / fingerprint() / f"plain-{games}.json"
    if file.is_file():
        found: dict[str, list[str]] = json.loads(file.read_text())
        return found
    made: dict[str, list[str]] = run_with(ROOT, "benchmarks.compiled", "--play", str(games))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(made))
    return made


def differences(tree: Path, games: int) -> list[str]:
    """What differs between plain Python and a build: games, and what is said to people."""
    plain, here = kept_digests(games), run_with(tree, "benchmarks.compiled", "--play", str(games))
    found = [
        f"{key}: game {n} goes another way."
        for key in BUILT_IN
        for n in range(games)
        if here[key][n] != plain[key][n]
    ]
    words, read = (run_with(it, "benchmarks.texts", *BUILT_IN)["said"] for it in (ROOT, tree))
    return found + [f"{key}: people read something else." for key in BUILT_IN if words[key] != read[key]]


def measure(trees: dict[str, Path], rounds: int) -> None:
    """Processor time of random play and forks, all trees by turns, the best of several rounds."""
    for key in GAMES:
        for work in ("random", "forks"):
            best: dict[str, float] = {}
            for _ in range(rounds):
                for name, tree in trees.items():
                    seconds = json.loads(run_in(tree, "--one", key, work, "0").stdout)[0]
                    best[name] = min(seconds, best.get(name, seconds))
            told = "  ".join(
                f"{name} {s:.3f} s ({s / best['compiled']:.2f} x)"
                for name, s in best.items()
                if name != "compiled"
            )
            print(f"{key:15} {work:7} compiled {best['compiled']:.3f} s  {told}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Build, compare and measure the compiled rules.")
    parser.add_argument("--games", type=int, default=200, help="how many games of each game are compared")
    parser.add_argument("--rounds", type=int, default=5, help="how often each tree is measured")
    parser.add_argument("--beside", type=Path, help="another tree to measure against")
    parser.add_argument("--play", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        print(json.dumps({key: played(key, given.play) for key in BUILT_IN}))
        return 0
    try:
        tree = make()
    except CannotCompile as error:
        print(f"The rules could not be compiled: {error}.", file=sys.stderr)
        return 1
    differ = differences(tree, given.games)
    print("\n".join(differ[:20]) or f"{given.games} games of each game go alike, and people read the same.")
    trees = {"compiled": tree, "plain": ROOT} | ({"before": given.beside.resolve()} if given.beside else {})
    measure(trees, given.rounds)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
