"""Driving the real command: in this process, in a subprocess, and in a terminal of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = "benchmarks.games,tests.cli.bazaar"
#: A question that waits for an answer.
PROMPT = r"\n> $"
_STYLE = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?[0-9]+[hl]|\x1b\[K")
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def plain(text: str) -> str:
    """What was written to a terminal, without colours and the like."""
    return _STYLE.sub("", text).replace("\r", "")


def environment(data: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """An environment in which the command knows the small games and keeps its data in a folder of the test."""
    return {
        **{k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")},
        "SANDTABLE_DATA": str(data),
        "SANDTABLE_GAMES": GAMES,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
        "TERM": "xterm",
        **(more or {}),
    }


def command(*args: str, data: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `python -m sandtable` with lines typed into a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "sandtable", *args],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(data),
        cwd=data,
        check=False,
    )


class Terminal:
    """The command in a pseudo-terminal: what a person sees and types."""

    def __init__(
        self,
        *args: str,
        data: Path,
        program: Sequence[str] = ("-m", "sandtable"),
        size: tuple[int, int] = (25, 80),
        more: Mapping[str, str] | None = None,
    ) -> None:
        """Start the command; `size` is rows and columns, `more` goes into its environment."""
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, size)
        self.process = subprocess.Popen(
            [sys.executable, *program, *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(data, more),
            cwd=data,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(theirs)
        self._fd = ours
        self._raw = ""
        self.seen = ""

    def until(self, pattern: str, seconds: float = 30) -> str:
        """Read until what is new on the screen matches, and give it back without colours."""
        end = time.monotonic() + seconds
        while True:
            new = plain(self._raw)
            if re.search(pattern, new):
                self.seen += self._raw
                self._raw = ""
                return new
            if time.monotonic() > end or not self._read(end - time.monotonic()):
                raise AssertionError(f"{pattern!r} did not appear in:\n{new}")

    def _read(self, seconds: float) -> bool:
        """Read what has come; false when nothing more will."""
        if not select.select([self._fd], [], [], max(0.0, seconds))[0]:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # how Linux says that the other side has closed
            return False
        self._raw += data.decode(errors="replace")
        return bool(data)

    def type(self, line: str, until: str = PROMPT) -> str:
        """Type a line, and read on until something appears."""
        os.write(self._fd, line.encode() + b"\n")
        return self.until(until)

    def press(self, key: str) -> None:
        os.write(self._fd, key.encode())

    def rest(self) -> str:
        """Everything up to the end of the process."""
        end = time.monotonic() + 30
        while self._read(end - time.monotonic()):
            assert time.monotonic() < end, f"the command does not end; it shows:\n{self._raw}"
        new = plain(self._raw)
        self.seen += self._raw
        self._raw = ""
        return new

    def code(self) -> int:
        return self.process.wait(30)

    def kill(self) -> None:
        """kill -9: nothing can be tidied up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self._fd)


def _own_terminal() -> None:
    """Make the pseudo-terminal the one that Ctrl-C comes from."""
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
