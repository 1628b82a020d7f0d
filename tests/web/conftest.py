"""A server of our own and browsers that visit it. Without chromium or a built client these tests are left out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, sync_playwright

import sandtable

from .browser import DESKTOP, Make, Person, chromium

#: Several people come from one address and have no time to wait; webhooks of the tests are on this machine.
QUICK = {
    # One address opens more tables here than a person would. What limits do is tested in tests/server.
    "SANDTABLE_LIMITS": "0",
    "SANDTABLE_NOTICE_AFTER": "0.1",
    "SANDTABLE_PASSWORDS": "cheap",
    "SANDTABLE_PRIVATE_WEBHOOKS": "true",
}
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
    program = chromium()
    if program is None:
        pytest.skip("chromium is not installed (Debian: apt install chromium)")
    if not STATIC.is_file():
        pytest.skip("the browser client is not built (pip install -e . builds it)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Make]:
    """Makes people with browsers of their own. When the test is over nobody's console may hold an error."""
    people: list[Person] = []

    def make(name: str = "", size: tuple[int, int] = DESKTOP, **how: Any) -> Person:
        somebody = Person(browser, server.base, size, **how)
        people.append(somebody)
        return somebody.named(name) if name else somebody

    yield make
    faults = [fault for somebody in people for fault in somebody.wrong()]
    for somebody in people:
        somebody.leave()
    assert not faults, "\n".join(faults)
