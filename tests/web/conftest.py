"""A server of our own and browsers that visit it. A test that fails leaves a picture, a log and journals in .failures/."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import sandtable
from tests import services

from .browser import DESKTOP, Make, Person, chromium

#: Several people come from one address and have no time to wait; webhooks of the tests are on this machine.
QUICK = {
    # One address opens more tables here than a person would. What limits do is tested in tests/server.
    "SANDTABLE_LIMITS": "0",
    "SANDTABLE_NOTICE_AFTER": "0.1",
    "SANDTABLE_PASSWORDS": "cheap",
    "SANDTABLE_PRIVATE_WEBHOOKS": "true",
    # Whoever opens a table in a test is dealt the same game in every run.
    "SANDTABLE_SEED": "tests",
}
ROOT = Path(__file__).parents[2]
STATIC = Path(sandtable.__file__).parent / "server" / "static" / "index.html"


class Server:
    """`sandtable serve` as a process, which can be killed and started again on the same port."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        command = [sys.executable, "-m", "sandtable", "serve", "--no-browser"]
        if self.port:
            command += ["--port", str(self.port)]
        environ = {**os.environ, **QUICK, "SANDTABLE_DATA": str(self.data), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, env=environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Sandtable is at" in line:
                self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
                return self
        raise AssertionError("The server did not start:\n" + "".join(said))

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._shut()

    def _shut(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self._shut()


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
    people: list[Person] = []
    folder = failures_of(request.node)
    shutil.rmtree(folder, ignore_errors=True)

    def make(name: str = "", size: tuple[int, int] = DESKTOP, **how: Any) -> Person:
        somebody = Person(browser, server.base, size, **how)
        people.append(somebody)
        return somebody.named(name) if name else somebody

    yield make
    faults = [fault for somebody in people for fault in somebody.wrong()]
    if faults or request.node.stash.get(FAILED, False):
        for n, somebody in enumerate(people, 1):
            somebody.keep(folder, f"person-{n}", server.data)
    for somebody in people:
        somebody.leave()
    assert not faults, "\n".join(faults)
