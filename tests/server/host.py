"""A server in a process of its own, started and killed like a real one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from ..services import free_port

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


class Host:
    """One `sandtable serve`."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data, self.settings = data, settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Host:
        self.launch()
        return self.wait()

    def launch(self) -> Host:
        environ = {**os.environ, **QUICK, "SANDTABLE_DATA": str(self.data), **self.settings}
        words = [sys.executable, "-m", "sandtable", "serve", "--port", str(self.port), "--no-browser"]
        with open(self.data / f"log-{self.port}", "ab") as log:
            self._process = subprocess.Popen(words, cwd=ROOT, env=environ, stdout=log, stderr=log)
        return self

    def wait(self) -> Host:
        """Wait until it answers."""
        assert self._process is not None
        with httpx.Client() as client:
            while True:
                if self._process.poll() is not None:
                    raise RuntimeError(f"The server did not start:\n{self.log}")
                try:
                    if client.get(f"{self.url}/health").status_code == 200:
                        return self
                except httpx.TransportError:
                    pass

    @property
    def log(self) -> str:
        return (self.data / f"log-{self.port}").read_text()

    def kill(self) -> None:
        """As if the power had gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(15)
