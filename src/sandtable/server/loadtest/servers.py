"""Servers to be measured: processes on loopback with a folder of their own, which is removed afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.request import urlopen

from sandtable.engine import SandtableError

from ..serving import bind

#: How many seconds a server may take to start.
PATIENCE = 120.0
#: Below the ports that Linux hands out to outgoing connections: a client that tries to come back while a server is killed and started
#: again must not take the server's port itself.
FIRST_PORT, PORTS = 32_000, 700
_numbers = count()
#: Settings of the host that must not reach the servers that are measured.
FOREIGN = ("SANDTABLE_DATABASE", "SANDTABLE_REDIS", "SANDTABLE_HOSTS", "SANDTABLE_SEED")


class Server:
    """One server process. It keeps its port and its data when it is killed and started again."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        first = FIRST_PORT + (os.getpid() * 7 + next(_numbers)) % PORTS
        with bind("127.0.0.1", first, tries=50) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._environ = {key: value for key, value in os.environ.items() if key not in FOREIGN}
        self._environ |= {"SANDTABLE_DATA": str(folder), "SANDTABLE_LIMITS": "0", "SANDTABLE_WORKERS": "1"}
        self._environ |= settings
        self._log = folder / f"log-{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def launch(self) -> Server:
        words = [sys.executable, "-m", "sandtable", "serve", "--port", str(self.port), "--no-browser"]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(words, env=self._environ, stdout=log, stderr=log)
        return self

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + PATIENCE
        while self._process is not None and self._process.poll() is None and time.monotonic() < until:
            try:
                with urlopen(f"{self.url}/health", timeout=5):
                    return
            except OSError:  # not up yet
                time.sleep(0.05)
        told = self._log.read_text(errors="replace").strip().splitlines()
        raise SandtableError(f"The server to be measured did not start. {' '.join(told[-1:])}")

    def kill(self) -> None:
        """End it at once, as a crash or `kill -9` would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def own_servers(processes: int = 1, database: str = "", redis: str = "") -> Iterator[list[Server]]:
    """Servers with a folder that is removed afterwards. Several of them need a database and a Redis to share."""
    if processes > 1 and not (database and redis):
        raise SandtableError("Several processes need --database (PostgreSQL) and --redis, which they share.")
    settings = {"SANDTABLE_DATABASE": database, "SANDTABLE_REDIS": redis}
    with tempfile.TemporaryDirectory(prefix="sandtable-loadtest-") as folder:
        servers = [
            Server(Path(folder), {key: value for key, value in settings.items() if value})
            for _ in range(processes)
        ]
        try:
            for server in servers:
                server.launch()
            for server in servers:
                server.wait()
            yield servers
        finally:
            for server in servers:
                server.stop()


def cpu_seconds(url: str) -> float:
    """The CPU time a server process has used, as its metrics say."""
    with urlopen(f"{url}/metrics", timeout=30) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith("sandtable_cpu_seconds "):
                return float(line.split()[1])
    return 0.0
