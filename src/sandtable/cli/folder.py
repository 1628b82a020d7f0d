"""Where the command keeps games: the data folder, its journals, and the moments at which a rule failed."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path

import msgspec

from sandtable.engine import NotFound, RuleFailed, SandtableError

SUFFIX = ".journal"


def data_folder() -> Path:
    """`SANDTABLE_DATA`, else `sandtable` in the XDG data folder."""
    if own := os.environ.get("SANDTABLE_DATA"):
        return Path(own).expanduser()
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "sandtable"


def games_folder() -> Path:
    return data_folder() / "games"


def new_journal(game: str) -> Path:
    """A name that no journal has yet: date, game and a short id to refer to it by."""
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in game)
    while True:
        path = games_folder() / f"{date.today().isoformat()}-{name}-{secrets.token_hex(3)}{SUFFIX}"
        if not path.exists():
            return path


def call_name(path: Path) -> str:
    """Return the shortest name of a journal: its id if it is in the data folder, otherwise its path."""
    own = path.parent.resolve() == games_folder().resolve()
    return path.stem.rpartition("-")[2] if own and path.suffix == SUFFIX else shlex.quote(str(path))


def find_journal(name: str) -> Path:
    """A journal by its path, or by a part of its name in the data folder."""
    path = Path(name).expanduser()
    if path.is_file():
        return path
    if path.is_dir():
        raise SandtableError(f"{name} is a folder. Name a journal inside it.")
    found = [kept for kept in kept_journals() if name in kept.name]
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        some = ", ".join(call_name(kept) for kept in found[:5])
        raise SandtableError(f"{name!r} could be any of {len(found)} games: {some}. Type more of the name.")
    if os.sep in name or name.endswith(SUFFIX):
        raise SandtableError(f"There is no file {name}.")
    raise NotFound("game file", name, [call_name(kept) for kept in kept_journals()[:8]])


def kept_journals() -> list[Path]:
    """Every journal in the data folder, most recently played first."""
    folder = games_folder()
    if not folder.is_dir():
        return []
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)


def is_finished(path: Path) -> bool:
    """Whether a journal's last line says that the game is over."""
    with open(path, "rb") as file, suppress(OSError):
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 4096))
        last = file.read().rstrip(b"\n").rpartition(b"\n")[2]
        return last.startswith(b'{"t":"end"')
    return False


def unfinished_journals() -> list[Path]:
    """The games that can be resumed, most recently played first."""
    return [path for path in kept_journals() if not is_finished(path)]


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Lock a journal while it is played: two windows must not write to one game. The lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # a system without file locks
        yield
        return
    with open(path, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SandtableError(f"{path} is being played in another window.") from None
        except OSError:
            pass  # a file system without locks
        yield


def keep_failure(error: RuleFailed) -> Path | None:
    """Write the moment at which a rule failed to a file that `sandtable.load` opens; None if there is no moment yet."""
    if not error.moment:
        return None
    folder = data_folder() / "failures"
    path = folder / f"{date.today().isoformat()}-{secrets.token_hex(3)}.moment"
    why = {"answers": error.answers, "error": f"{type(error.cause).__name__}: {error.cause}"}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(error.moment + b"\n" + msgspec.json.encode(why) + b"\n")
    except OSError:
        return None
    return path


def command_name() -> str:
    """Return how this command was called, so that the commands we suggest work."""
    named = [(name, os.environ.get(name, "")) for name in ("SANDTABLE_GAMES", "SANDTABLE_BOTS")]
    return "".join(f"{name}={shlex.quote(value)} " for name, value in named if value) + _called()


def _called() -> str:
    called = sys.argv[0] if sys.argv else ""
    if os.path.basename(called) == "__main__.py":
        return "python -m sandtable"
    if os.path.basename(called) != "sandtable" or shutil.which("sandtable"):
        return "sandtable"
    return os.path.relpath(called)
