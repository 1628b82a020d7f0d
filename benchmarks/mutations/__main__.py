"""The command: `python -m benchmarks.mutations`, or of one game: `--game rogue-trooper`, or of one refusal: `--only rally_refusal`.

What is found is kept in `.mutations`. A run that was interrupted goes on where it stopped, unless a source or a test has changed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from .accepted import FILE, Key, entry, left_over, read_accepted
from .conditions import Condition, read_names, read_package
from .subjects import PLAYTHROUGHS, ROOT, SUBJECTS, Subject

KEPT = ROOT / ".mutations"
#: The guards in the order in which they are asked; the process that examines has words of its own for a rule that never ends.
GUARDS = ("agreement", "traces", "tests", "time")
SURVIVES = ""
#: How pytest ends that has only collected the tests.
NO_TESTS_RAN = 5

#: By the number of a condition: the guard that noticed, and where.
Results = dict[int, tuple[str, str]]


def fingerprint(subject: Subject) -> str:
    """Changes with everything that a result depends on."""
    digest = sha256()
    folders = (subject.folder, subject.tests, ROOT / "src/sandtable/engine", Path(__file__).parent)
    told = (path for key in subject.keys for path in (ROOT / "tests/fixtures/playthroughs" / key).glob("*"))
    for path in sorted([path for folder in folders for path in folder.rglob("*.py")] + [*told, PLAYTHROUGHS]):
        digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def read_results(path: Path, expected: str) -> Results:
    """What an earlier run has found, if it looked at the same sources and tests; otherwise nothing."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if not lines or lines[0] != expected:
        path.parent.mkdir(exist_ok=True)
        path.write_text(expected + "\n", encoding="utf-8")
        return {}
    found = (json.loads(line) for line in lines[1:] if line.endswith("]"))
    return {number: (guard, where) for number, guard, where, _ in found}


def examined(subject: Subject, conditions: Sequence[Condition], processes: int) -> Results:
    """Examine conditions of a package in a process of its own; those that have results keep them."""
    path, expected = KEPT / f"{subject.name}.txt", fingerprint(subject)
    have = read_results(path, expected)
    missing = [it.number for it in conditions if it.number not in have]
    if missing:
        words = [subject.name, str(path), str(processes), ",".join(map(str, missing))]
        log = path.with_suffix(".log")
        with log.open("w", encoding="utf-8") as output:
            worker = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.mutations.worker", *words],
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                stdout=output,
            )
            try:
                worker.wait()
            finally:
                worker.terminate()
                worker.wait()
        if worker.returncode != NO_TESTS_RAN:
            print(f"{subject.name}: the examination failed, see {log}", file=sys.stderr)
    return read_results(path, expected)


# The report


def group(condition: Condition) -> str:
    """The game a condition belongs to, as the table names it."""
    parts = condition.module.removeprefix("sandtable.games.").split(".")
    return " ".join(parts[:2]) if parts[0] == "free_mars" else parts[0]


def table(conditions: Sequence[Condition], results: Results, accepted: dict[Key, str]) -> Iterator[str]:
    """How many conditions each game has, and which guard noticed that one was missing."""
    columns = ("conditions", *GUARDS, "accepted", "survive")
    yield f"{'':22}" + "".join(f"{column:>12}" for column in columns)
    for name in dict.fromkeys(group(it) for it in conditions):
        own = [it for it in conditions if group(it) == name]
        found = Counter(results[it.number][0] for it in own if it.number in results)
        is_accepted = sum(it.key in accepted for it in own if results.get(it.number, ("?",))[0] == SURVIVES)
        numbers = [len(own), *(found[guard] for guard in GUARDS), is_accepted, found[SURVIVES] - is_accepted]
        yield f"{name:22}" + "".join(f"{number:12}" for number in numbers)


def told(condition: Condition, sentences: dict[str, list[str]], where: str) -> str:
    """A survivor: where it is, what was dropped, and the sentence that it guards."""
    path = condition.path.relative_to(ROOT)
    lines = [f"{path}:{condition.line} {condition.function}", f"    {condition.text}", f"    {where}"]
    for name in condition.guards:
        lines += [f"    {name}: {sentence}" for sentence in sentences.get(name, ())[:1]]
    return "\n".join(lines)


def report(
    subject: Subject,
    conditions: Sequence[Condition],
    results: Results,
    accepted: dict[Key, str],
    *,
    toml: bool,
) -> bool:
    """Print what has been found of a package. Whether all is well: everything was examined, and nothing survives unaccepted."""
    sentences = read_names(subject.folder).sentences
    print("\n".join(table(conditions, results, accepted)))
    is_well, errors = True, list[Condition]()
    for it in conditions:
        guard, where = results.get(it.number, ("error", "not examined"))
        if guard == SURVIVES and it.key not in accepted:
            print("\n" + (entry(it) if toml else f"survives: {told(it, sentences, where)}"))
            is_well = False
        elif guard == "error":
            errors.append(it)
        elif guard != SURVIVES and it.key in accepted:
            print(f"\naccepted, but noticed by {guard}: {told(it, sentences, where)}")
    if errors:
        print(
            f"\n{len(errors)} conditions are not examined, the first of them: {told(errors[0], sentences, '')}"
        )
    return is_well and not errors


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutations", description="Drop each condition of each refusal in turn."
    )
    games = {key: subject.name for subject in SUBJECTS.values() for key in subject.keys}
    parser.add_argument("--game", choices=sorted(games), help="only the package of this game")
    parser.add_argument(
        "--only", metavar="NAME", help="only the refusal with this name, or those of this module"
    )
    parser.add_argument("--processes", type=int, default=2, help="how many processes examine (default: 2)")
    parser.add_argument("--toml", action="store_true", help=f"print survivors as entries for {FILE.name}")
    parser.add_argument("--list", action="store_true", help="only list the conditions")
    given = parser.parse_args()
    accepted, is_well, everything = read_accepted(), True, list[Condition]()
    for subject in SUBJECTS.values():
        if given.game and games[given.game] != subject.name:
            continue
        sources = read_package(subject.folder, subject.package)
        conditions = [it for source in sources.values() for it in source.conditions]
        everything += conditions
        if given.only:
            names = (given.only, f"sandtable.games.{given.only}")
            conditions = [
                it for it in conditions if it.function.split(".")[0] == given.only or it.module in names
            ]
        if given.list:
            print(*(f"{it.module}:{it.line} {it.function}: {it.text}" for it in conditions), sep="\n")
            continue
        if conditions:
            results = examined(subject, conditions, given.processes)
            is_well &= report(subject, conditions, results, accepted, toml=given.toml)
    packages = tuple(
        subject.package
        for subject in SUBJECTS.values()
        if not given.game or games[given.game] == subject.name
    )
    for key in left_over(
        {key: why for key, why in accepted.items() if key[0].startswith(packages)}, everything
    ):
        print("\naccepted, but no longer there:", *key)
        is_well = False
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
