"""What every test gets: the small games, a folder of its own to write into, and the same chance in every run."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers

ROOT = Path(__file__).parent
FAILURES = ROOT / ".failures"
#: Everything a run writes is in this folder, which goes when the run is over. Worker processes are told of it.
SCRATCH = Path(os.environ.get("SANDTABLE_SCRATCH") or tempfile.mkdtemp(prefix="sandtable-tests-"))
#: Where a test process may write: its scratch folder, what a failure leaves, compiled Python, and devices.
MAY_WRITE = (str(SCRATCH), str(FAILURES), str(ROOT / ".pytest_cache"), "/dev/")

#: Training needs torch, which is large and not installed for the tests; `make soak` runs it.
collect_ignore = [] if find_spec("torch") else ["src/sandtable/learn/train.py"]

# A run says the same thing every time. `make soak` explores, and prints what repeats a failure.
settings.register_profile("repeat", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", database=None, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("SANDTABLE_HYPOTHESIS", "repeat"))
# Hypothesis would also try constants out of all our modules that are loaded so far. Which ones those are depends on the tests that ran
# before in the same process, so the same test would try something else in the next run. And reading them takes seconds.
providers._get_local_constants = lambda: providers._local_constants


def pytest_configure(config: pytest.Config) -> None:
    """Point everything that this process and its children could write at the scratch folder."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell starts what it runs in the background deaf to Ctrl-C, and children inherit that; ours must hear it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("tmp", "home", "data"):
        (SCRATCH / name).mkdir(exist_ok=True)
    SCRATCH.chmod(0o755)  # PostgreSQL runs as another user
    (SCRATCH / "tmp").chmod(0o1777)
    os.environ["SANDTABLE_SCRATCH"] = str(SCRATCH)
    os.environ["SANDTABLE_GAMES"] = "benchmarks.games"
    os.environ["SANDTABLE_DATA"] = str(SCRATCH / "data")
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(SCRATCH / "hypothesis")
    os.environ["HOME"] = str(SCRATCH / "home")
    os.environ["TMPDIR"] = tempfile.tempdir = str(SCRATCH / "tmp")
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        del os.environ[name]


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(SCRATCH, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make soak` explores with everything that hypothesis can vary."""
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("explore")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """After a soak, the line that repeats each failure."""
    seed = os.environ.get("SANDTABLE_SOAK")
    for report in terminalreporter.stats.get("failed", []) if seed else []:
        terminalreporter.write_line(
            f"repeat: PYTHONHASHSEED={seed} SANDTABLE_SOAK={seed} SANDTABLE_HYPOTHESIS=explore "
            f"{sys.executable} -m pytest --hypothesis-seed={seed} -m 'soak or explore' '{report.nodeid}'"
        )


_outside: list[str] = []


def _watch(event: str, args: tuple[Any, ...]) -> None:
    """Note every file that is opened for writing where a test has no business."""
    if event != "open" or not isinstance(args[0], str) or not isinstance(args[2], int):
        return
    path, flags = args[0], args[2]
    if flags & (os.O_WRONLY | os.O_RDWR) and not path.startswith(MAY_WRITE) and "__pycache__" not in path:
        full = os.path.abspath(path)
        if not full.startswith(MAY_WRITE):
            _outside.append(full)


sys.addaudithook(_watch)


@pytest.fixture(autouse=True)
def _writes_only_into_its_own_folder() -> Iterator[None]:
    _outside.clear()
    yield
    assert not _outside, f"This test wrote outside its own folder: {_outside}"


@pytest.fixture(autouse=True)
def _no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Between browser tests playwright's loop stands still, but asyncio takes it for running and would start no other."""
    loop = None if "browser" in request.fixturenames else asyncio._get_running_loop()
    if loop is not None:
        asyncio._set_running_loop(None)
    yield
    if loop is not None:
        asyncio._set_running_loop(loop)


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without a seed of its own gets one that follows from the name of the test."""
    from sandtable.engine import chance

    rng = random.Random(request.node.nodeid)
    monkeypatch.setattr(chance, "_secrets", _Secrets(rng))


class _Secrets:
    """Stands in for the module `secrets`."""

    def __init__(self, rng: random.Random) -> None:
        self.token_bytes = rng.randbytes
