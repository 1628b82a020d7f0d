"""What compiling the rules with mypyc gains: ``python -m benchmarks.compiled`` (or ``make compiled``).

Rules are plain typed functions, so mypyc takes a module of them as it is; state and game classes stay Python. The
build happens in a scratch folder and nothing of it stays. Compiled rules must also say the same to people: rule
numbers, help and card texts are compared.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from sandtable.games import BUILT_IN

ROOT = Path(__file__).resolve().parent.parent


#: Folders that modules are imported from, and where rules lie in them.
PLACES = {".": "benchmarks/*/rules.py", "src": "sandtable/games/*/**/*.py"}
#: The rooms of a game that hold rules.
ROOMS = {"rules", "cards"}
#: Words that show a class which must stay Python: a state, a view, a game, data.
CLASSES = ("(State)", "Struct", "Game[", "NamedTuple")


def rule_modules(root: Path, place: str) -> list[str]:
    """Every module that holds nothing but rules, by its path from where it is imported."""
    found = sorted((root / place).glob(PLACES[place]))
    return [
        str(path.relative_to(root / place))
        for path in found
        if (place == "." or ROOMS & set(path.parts))
        and path.name != "__init__.py"
        and not any(word in path.read_text(encoding="utf-8") for word in CLASSES)
    ]


def run(root: Path, *arguments: str) -> Any:
    """What a module prints as JSON, with the code under this folder."""
    path = os.pathsep.join([str(root / "src"), str(root)])
    made = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, "SANDTABLE_GAMES": "benchmarks.games"},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(made.stdout)


def bench(root: Path) -> dict[str, dict[str, float]]:
    """The figures of `sandtable bench`."""
    return {row["game"]: row for row in run(root, "sandtable", "bench", "--json")}


def said(root: Path) -> dict[str, Any]:
    """What each game says to people."""
    texts: dict[str, Any] = run(root, "benchmarks.texts", *BUILT_IN)["said"]
    return texts


def main() -> int:
    plain, words = bench(ROOT), said(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("src", "benchmarks"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        for place in PLACES:
            names = rule_modules(copy, place)
            print(f"Compiling {len(names)} modules, which takes minutes ...", file=sys.stderr)
            built = subprocess.run(
                [sys.executable, "-m", "mypyc", "--ignore-missing-imports", *names],
                cwd=copy / place,
                capture_output=True,
                text=True,
            )
            if built.returncode:
                print("mypyc could not compile them (it needs a C compiler and setuptools):", file=sys.stderr)
                print(built.stdout[-2000:] + built.stderr[-2000:], file=sys.stderr)
                return 1
        compiled, compiled_words = bench(copy), said(copy)
    for game, before in plain.items():
        after = compiled[game]
        print(
            f"{game:14} {before['quick']:>10,.0f} decisions/s plain, {after['quick']:>10,.0f} with compiled rules; "
            f"fork {before['fork']:.1f} and {after['fork']:.1f} µs"
        )
    for game in words:
        if compiled_words[game] != words[game]:
            print(f"{game}: compiled rules say something else to people.", file=sys.stderr)
    return 0 if compiled_words == words else 1


if __name__ == "__main__":
    sys.exit(main())
