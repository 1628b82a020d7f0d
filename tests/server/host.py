"""A server in a process of its own, started and killed like a real one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

from ..ports import own_port

ROOT = Path(__file__).parents[2]
#: Everything that waits in the server is short in tests.
QUICK = {
    "SANDTABLE_PASSWORDS": "cheap",
    "SANDTABLE_LIMITS": "0",
    "SANDTABLE_WORKERS": "1",
    "SANDTABLE_SWEEP": "1",
    "SANDTABLE_NOTICE_AFTER": "0.05",
    "SANDTABLE_THINKING_AFTER": "0.05",
    "SANDTABLE_PRIVATE_WEBHOOKS": "true",
    "SANDTABLE_GAMES": "benchmarks.games",
    "SANDTABLE_SEED": "tests",
}
#: What `sandtable serve` says once it answers.
READY = "Sandtable is at "


class Host:
    """One `sandtable serve`, which can be killed and started again on the same port."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data, self.settings = data, {**QUICK, **settings}
        #: Further words of the command.
        self.words: list[str] = []
        self.port = own_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None
        #: What each start has said, line by line, and whether it answers or has ended.
        self._said: list[list[str]] = []
        self._is_up = threading.Event()

    def start(self) -> Host:
        self.launch()
        return self.wait()

    def launch(self) -> Host:
        environ = {**os.environ, "PYTHONUNBUFFERED": "1", "SANDTABLE_DATA": str(self.data), **self.settings}
        words = [sys.executable, "-m", "sandtable", "serve", "--port", str(self.port), "--no-browser"]
        self._process = subprocess.Popen(
            [*words, *self.words],
            cwd=ROOT,
            env=environ,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._said.append([])
        self._is_up = threading.Event()
        heard = (self._process.stdout, self._said[-1], self._is_up)
        threading.Thread(target=_listen, args=heard, daemon=True).start()
        return self

    def wait(self) -> Host:
        """Wait until it answers."""
        self._is_up.wait()
        if not any(line.startswith(READY) for line in self._said[-1]):
            raise RuntimeError(f"The server did not start:\n{self.log}")
        return self

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has said, and what it said before it was started again."""
        return "".join(line for said in self._said for line in said)

    def kill(self) -> None:
        """As if the power had gone."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise


def _listen(lines: IO[str], said: list[str], is_up: threading.Event) -> None:
    """Hear everything a server says to its end: a pipe that nobody empties would stop it."""
    with lines:
        for line in lines:
            said.append(line)
            if line.startswith(READY):
                is_up.set()
    is_up.set()
