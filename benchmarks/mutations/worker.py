"""The process that examines one package: `python -m benchmarks.mutations.worker` is started by the command and by nobody else.

It loads the games with switches, prepares the guards, and collects the tests. For each condition it forks a process in which that
condition is dropped and the guards are asked one after the other. So nothing that a dropped condition does lasts, and a
rule that no longer ends is simply stopped.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .conditions import Condition, Source, named_in, read_names, read_package
from .subjects import PLAYTHROUGHS, SUBJECTS, Subject
from .switches import Switches, install

#: After this many seconds of a processor a process is stopped: without its condition, the rule does not end.
PATIENCE = 180
#: A test that takes longer than this many seconds is not run.
LONG = 20.0
#: How many seconds the tests may take that name a condition, and after them those that do not.
NAMED, OTHERS = 60.0, 20.0


class Outcome(NamedTuple):
    """How one test went with all conditions in place."""

    passed: bool
    seconds: float
    seen: frozenset[int]


class Found(NamedTuple):
    """Which guard noticed that a condition is missing, and where; no guard: it survives."""

    number: int
    guard: str
    where: str
    seconds: float


# Processes


class _Child(NamedTuple):
    pid: int
    pipe: int
    began: float
    took: list[bytes]


def _fork(work: Callable[[], Any]) -> _Child:
    """Do some work in a process of its own, which sends back what comes of it as JSON."""
    pipe, end = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(end)
        return _Child(pid, pipe, time.monotonic(), [])
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        os.close(pipe)
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(silent, stream)
        sent = json.dumps(work()).encode()
        with os.fdopen(end, "wb") as file:
            file.write(sent)
    except BaseException as error:
        os.write(end, json.dumps({"error": f"{type(error).__name__}: {error}"}).encode())
    finally:
        os._exit(0)


def in_parallel(works: Sequence[Callable[[], Any]], processes: int) -> Iterator[tuple[int, Any, float]]:
    """Do pieces of work in forked processes. Yields the place of each, its result (None if it did not end), and the seconds it took."""
    waiting = list(enumerate(works))[::-1]
    running: dict[int, tuple[int, _Child]] = {}
    with selectors.DefaultSelector() as selector:
        try:
            while waiting or running:
                while waiting and len(running) < processes:
                    place, work = waiting.pop()
                    child = _fork(work)
                    running[child.pipe] = place, child
                    selector.register(child.pipe, selectors.EVENT_READ)
                for ready, _ in selector.select():
                    place, child = running[ready.fd]
                    if data := os.read(ready.fd, 1 << 20):
                        child.took.append(data)
                        continue
                    selector.unregister(ready.fd)
                    os.close(ready.fd)
                    os.waitpid(child.pid, 0)
                    del running[ready.fd]
                    told = json.loads(b"".join(child.took)) if child.took else None
                    yield place, told, time.monotonic() - child.began
        finally:
            for _, child in running.values():
                os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)


# One package


class Examination:
    """What is known of a package, and what each condition comes to. It is a plugin of pytest, which has collected its tests."""

    def __init__(
        self,
        subject: Subject,
        sources: dict[str, Source],
        switches: Switches,
        wanted: set[int],
        results: Path,
        processes: int,
    ) -> None:
        self.subject, self.switches, self.results, self.processes = subject, switches, results, processes
        self.conditions = [it for source in sources.values() for it in source.conditions]
        self.wanted = [it for it in self.conditions if it.number in wanted]
        self.names = read_names(subject.folder)
        self.texts: dict[Path, str] = {}
        self.outcomes: list[Outcome] = []
        self.done = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of the playthroughs, only those of these games belong to the package."""
        keys = self.subject.keys
        items[:] = [
            it for it in items if it.path != PLAYTHROUGHS or any(f"[{key}" in it.name for key in keys)
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests, examine the conditions with them."""
        from . import guards

        self.items = session.items
        self.texts = {path: path.read_text(encoding="utf-8") for path in {it.path for it in self.items}}
        keys, switches = self.subject.games, self.switches
        gc.disable()
        self.tell("playing random games")
        self.traces = list(guards.traces(keys, switches))
        self.positions = guards.positions(keys, switches)
        gc.freeze()
        self.tell("running the tests")
        self.run_tests(session)
        works = [lambda it=it: self.examine(session, it) for it in self.wanted]
        with self.results.open("a", encoding="utf-8") as file:
            for place, told, seconds in in_parallel(works, self.processes):
                self.done += 1
                guard, where = (
                    told if isinstance(told, list) else ("time" if told is None else "error", str(told))
                )
                found = Found(self.wanted[place].number, guard, where, round(seconds, 2))
                file.write(json.dumps(found) + "\n")
                file.flush()
                self.tell(f"{self.done} of {len(works)} conditions")
        return True

    def tell(self, text: str) -> None:
        """Progress: one line that changes in a terminal, and a line now and then elsewhere."""
        text = f"{self.subject.name}: {text}"
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{text:70}")
        elif self.done % 50 == 0:
            sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    def run_tests(self, session: pytest.Session) -> None:
        """Run each file of tests once with all conditions in place, and note which conditions make a difference in it."""
        files: dict[Path, list[int]] = {}
        for n, item in enumerate(self.items):
            files.setdefault(item.path, []).append(n)
        works = [lambda numbers=numbers: self.watch(session, numbers) for numbers in files.values()]
        found: dict[int, Outcome] = {}
        for _, told, _ in in_parallel(works, self.processes):
            for n, passed, seconds, seen in told if isinstance(told, list) else ():
                found[n] = Outcome(passed, seconds, frozenset(seen))
        self.outcomes = [found.get(n, Outcome(False, 0, frozenset())) for n in range(len(self.items))]
        if failed := [self.items[n].nodeid for n, it in enumerate(self.outcomes) if not it.passed]:
            sys.stderr.write(f"\rnot used, because they do not pass: {', '.join(failed[:10])}\n")

    def watch(self, session: pytest.Session, numbers: Sequence[int]) -> list[Any]:
        told = []
        for n in numbers:
            self.switches.seen = set()
            began = time.process_time()
            passed = self.passes(session, n, None)
            told.append([n, passed, time.process_time() - began, sorted(self.switches.seen)])
        return told

    def passes(self, session: pytest.Session, n: int, following: pytest.Item | None) -> bool:
        item, failed = self.items[n], session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return session.testsfailed == failed

    def examine(self, session: pytest.Session, condition: Condition) -> tuple[str, str]:
        """Drop a condition, and ask the guards one after the other."""
        from . import guards

        number = self.switches.dropped = condition.number
        if where := guards.disagrees(self.positions, number):
            return "agreement", where
        if where := guards.differs(self.traces, number):
            return "traces", where
        tests = self.tests_of(condition)
        for at, n in enumerate(tests):
            following = self.items[tests[at + 1]] if at + 1 < len(tests) else None
            if not self.passes(session, n, following):
                return "tests", self.items[n].nodeid
        counts = [sum(number in it.seen for it in of) for of in (self.positions, self.traces, self.outcomes)]
        return "", "made a difference to {} questions, {} games and {} tests".format(*counts)

    def tests_of(self, condition: Condition) -> list[int]:
        """The tests in which a condition makes a difference: those in files that name it, then as many others as there is time for."""
        files = {path for path, text in self.texts.items() if named_in(condition, self.names, text)}
        found = [
            (item.path not in files, outcome.seconds, n)
            for n, (item, outcome) in enumerate(zip(self.items, self.outcomes, strict=True))
            if outcome.passed and outcome.seconds < LONG and condition.number in outcome.seen
        ]
        chosen, left = list[int](), {False: NAMED, True: OTHERS}
        for is_other, took, n in sorted(found):
            left[is_other] -= took
            if left[is_other] > 0:
                chosen.append(n)
        return chosen


def examine(subject: Subject, wanted: set[int], results: Path, processes: int) -> int:
    """Examine the wanted conditions of a package, and write what is found line by line."""
    sources = read_package(subject.folder, subject.package)
    switches = install(sources)
    examination = Examination(subject, sources, switches, wanted, results, processes)
    paths = [subject.tests, PLAYTHROUGHS] if subject in SUBJECTS.values() else [subject.tests]
    words = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, paths)]
    return pytest.main(words, plugins=[examination])


def main() -> int:
    name, results, processes = sys.argv[1:4]
    wanted = {int(number) for number in sys.argv[4].split(",")}
    return examine(SUBJECTS[name], wanted, Path(results), int(processes))


if __name__ == "__main__":
    sys.exit(main())
