"""A server of our own and browsers that visit it. A test that fails leaves a picture, a log and journals in .failures/."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import sandtable
from tests import services
from tests.server.host import Host

from .browser import DESKTOP, Make, Person, chromium

#: As on a server that people use, where those of the other tests are in more of a hurry. No time limit decides here: on a busy machine a
#: preview or an imported game may take far longer than a person would wait.
PATIENT = {
    "SANDTABLE_SWEEP": "10",
    "SANDTABLE_THINKING_AFTER": "0.4",
    **dict.fromkeys(
        (f"SANDTABLE_{name}" for name in ("QUICK_PATIENCE", "REPLAY_SECONDS", "IMPORT_SECONDS")), "120"
    ),
}
ROOT = Path(__file__).parents[2]
#: Where a server of a test finds this clone's own sources and the games of its tests.
SOURCES = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
STATIC = Path(sandtable.__file__).parent / "server" / "static" / "index.html"


class Server(Host):
    """The server that browsers visit."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, **PATIENT)

    @property
    def base(self) -> str:
        return self.url

    def start(self) -> Server:
        super().start()
        return self


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    services.need("chromium-headless-shell")
    program = chromium()
    assert STATIC.is_file(), "The browser client is not built; `make test` builds it."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the fixtures of a test whether it has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def failures_of(item: pytest.Item) -> Path:
    """Where a failed test leaves what explains it."""
    return ROOT / ".failures" / re.sub(r"[^\w.-]+", "-", item.name).strip("-")


@pytest.fixture
def person(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Make]:
    """Makes people with browsers of their own. When the test is over nobody's console may hold an error."""
    people: list[tuple[Person, Server]] = []
    folder = failures_of(request.node)
    shutil.rmtree(folder, ignore_errors=True)

    def make(
        name: str = "", size: tuple[int, int] = DESKTOP, at: Server | None = None, base: str = "", **how: Any
    ) -> Person:
        """`at` is a server of the test's own, `base` another way to a server."""
        visited = at or server
        somebody = Person(browser, base or visited.base, size, **how)
        people.append((somebody, visited))
        return somebody.named(name) if name else somebody

    yield make
    faults = [fault for somebody, _ in people for fault in somebody.wrong()]
    if faults or request.node.stash.get(FAILED, False):
        for n, (somebody, visited) in enumerate(people, 1):
            somebody.keep(folder, f"person-{n}", visited.data)
            (folder / f"server-{visited.port}.log").write_text(visited.log)
    for somebody, _ in people:
        somebody.leave()
    assert not faults, "\n".join(faults)


@pytest.fixture(scope="session")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers a small game in which every kind of question comes soon and always."""
    server = Server(tmp_path_factory.mktemp("depot"))
    server.settings |= PATIENT | {
        "SANDTABLE_GAMES": "tests.web.depot,benchmarks.games",
        "PYTHONPATH": SOURCES,
    }
    server.start()
    yield server
    server.stop()
