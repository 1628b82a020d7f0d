"""Reading lines from a person: with history and completion in a terminal, plain from a pipe."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

#: How often to look for Ctrl-C while a line is being typed, in seconds.
LOOK_EVERY = 0.2


def line(prompt: str, *, echo: bool = False) -> str:
    """A line from the keyboard. Raises EOFError at the end of the input.

    `echo` writes what came from a pipe after the prompt, so that a recorded session can be read.
    """
    sys.stdout.flush()
    with noticing_ctrl_c():
        typed = input(prompt)
    if echo:
        print(typed, flush=True)
    return typed


@contextmanager
def noticing_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end a line that is being typed, whenever it is pressed.

    Python looks for signals only when one interrupts its wait for a key. One that comes just before it begins to wait
    would be noticed at the next key, so a timer interrupts the wait now and then.
    """
    if not hasattr(signal, "setitimer") or not sys.stdin.isatty():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.setitimer(signal.ITIMER_REAL, LOOK_EVERY, LOOK_EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def not_listening() -> Iterator[None]:
    """While a bot thinks, hide what is typed and discard it afterwards. Ctrl-C works as always."""
    termios = _termios()
    if termios is None:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    silent = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(sys.stdin, termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)


def discard_typed() -> None:
    """Discard keys that were pressed before the question could be read: they are no answer to it."""
    termios = _termios()
    if termios is not None:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _termios() -> Any:
    """The module that sets up a terminal; None in a pipe, and on systems without it."""
    if not sys.stdin.isatty():
        return None
    try:
        import termios
    except ImportError:
        return None
    return termios


def mend_terminal() -> None:
    """Undo what a game that was killed at its prompt left behind: a terminal that shows nothing and hears no Enter."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        settings = termios.tcgetattr(sys.stdin)
        settings[0] |= termios.ICRNL
        settings[3] |= termios.ICANON | termios.ECHO | termios.ISIG
        termios.tcsetattr(sys.stdin, termios.TCSANOW, settings)


def clear_history() -> None:
    """Clear the history of lines: the next player must not find them with the arrow keys."""
    with suppress(ImportError):
        import readline

        readline.clear_history()


@contextmanager
def completion(words: Callable[[], list[str]]) -> Iterator[None]:
    """While a game is played, Tab completes keys."""
    try:
        import readline
    except ImportError:  # a Python without it reads lines just as well
        yield
        return

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words() if word.casefold().startswith(text.casefold())]
        return found[state] if state < len(found) else None

    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)
