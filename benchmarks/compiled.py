"""What compiling the rules with mypyc gains: ``python -m benchmarks.compiled`` (or ``make compiled``).

Rules are plain typed functions, so mypyc takes a module of them as it is; state and game classes stay Python. The
build happens in a scratch folder and nothing of it stays.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def rule_modules(root: Path) -> list[Path]:
    """Every module that holds nothing but rules: those called `rules`, and modules in folders called so."""
    found = [*root.glob("benchmarks/*/rules.py"), *root.glob("src/sandtable/games/**/rules*.py")]
    return sorted([*found, *root.glob("src/sandtable/games/**/rules/*.py")])


def bench(root: Path) -> dict[str, dict[str, float]]:
    """The figures of `sandtable bench`, with the code under this folder."""
    path = os.pathsep.join([str(root / "src"), str(root)])
    made = subprocess.run(
        [sys.executable, "-m", "sandtable", "bench", "--json"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, "SANDTABLE_GAMES": "benchmarks.games"},
        check=True,
        capture_output=True,
        text=True,
    )
    return {row["game"]: row for row in json.loads(made.stdout)}


def main() -> int:
    modules = rule_modules(ROOT)
    plain = bench(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("src", "benchmarks"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        names = [str(module.relative_to(ROOT)) for module in modules]
        print(f"Compiling {', '.join(names)} ...", file=sys.stderr)
        built = subprocess.run(
            [sys.executable, "-m", "mypyc", "--ignore-missing-imports", *names],
            cwd=copy,
            capture_output=True,
            text=True,
        )
        if built.returncode:
            print("mypyc could not compile them (it needs a C compiler and setuptools):", file=sys.stderr)
            print(built.stdout[-2000:] + built.stderr[-2000:], file=sys.stderr)
            return 1
        compiled = bench(copy)
    for game, before in plain.items():
        after = compiled[game]
        print(
            f"{game:14} {before['quick']:>10,.0f} decisions/s plain, {after['quick']:>10,.0f} with compiled rules; "
            f"fork {before['fork']:.1f} and {after['fork']:.1f} µs"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
