"""A journal on disk. The file only grows, and lines are written through to the disk before an answer is acknowledged."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..errors import JournalError, SandtableError
from ..table import Table
from .format import AnyLine
from .header import decode_header


class JournalFile:
    """A journal on disk. `append` returns only once the lines are written through to the disk."""

    def __init__(self, path: Path, file: Any) -> None:
        self.path, self._file = path, file

    @classmethod
    def create(cls, path: str | os.PathLike[str], table: Table) -> JournalFile:
        """Begin a journal for a table, with all that has happened so far. An existing file is never overwritten."""
        path = Path(path)
        if not table.is_whole:
            raise SandtableError(
                "This table does not know how its game began; keep its moment with save() instead."
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = open(path, "xb", buffering=0)  # noqa: SIM115  (kept open while the game lasts)
        except FileExistsError:
            raise SandtableError(f"{path} exists already. Resume it, or choose another name.") from None
        except OSError as error:
            raise SandtableError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(path, file)
        journal._put(table.save())
        table.sink = journal
        return journal

    @classmethod
    def reopen(cls, path: str | os.PathLike[str], table: Table) -> JournalFile:
        """Go on with the journal that a table was loaded from: what was torn is cut off, what is missing is added.

        A journal of an older version of the rules is replaced as a whole by the migrated one, and one whose pack has a
        digest of an older kind gets the header of the table.
        """
        path = Path(path)
        whole = table.save()
        try:
            old = path.read_bytes()
            if _is_migrated(old, table):
                _replace(path, whole)
                old = whole
            restamped = _restamped(old, table)
            old = old if restamped is None else restamped
            common = whole.startswith(old) or old.startswith(whole)
            if not common:
                common = whole.startswith(old[: old.rfind(b"\n") + 1])
            if not common:
                raise SandtableError(f"{path} does not hold this game; nothing was written.")
            if old.startswith(whole) and b"\n" in old[len(whole) :]:
                raise SandtableError(
                    f"{path} has gone on since it was read; open it again. Nothing was written."
                )
            if restamped is not None:
                _replace(path, restamped)
            file = open(path, "r+b", buffering=0)  # noqa: SIM115
            keep = next(
                (i for i, (a, b) in enumerate(zip(old, whole, strict=False)) if a != b),
                min(len(old), len(whole)),
            )
            file.truncate(keep)
            file.seek(keep)
        except OSError as error:
            raise SandtableError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(path, file)
        journal._put(whole[keep:])
        table.sink = journal
        return journal

    def append(self, lines: Sequence[AnyLine]) -> None:
        """Write lines and flush them to disk."""
        self._put(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    def _put(self, data: bytes) -> None:
        start, rest = self._file.tell(), memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):  # a half-written line must not stay; if it does, reading passes over it
                self._file.seek(start)
                self._file.truncate(start)
            raise SandtableError(
                f"{self.path} cannot be written ({error.strerror}); the answer was not taken. Free some space and try again."
            ) from None

    def close(self) -> None:
        """Close the file; everything is written already."""
        self._file.close()


def _is_migrated(old: bytes, table: Table) -> bool:
    """Whether a file holds the table's game under an older version of the rules, and no more of it than the table."""
    try:
        header = decode_header(old.partition(b"\n")[0])
    except JournalError:
        return False
    is_same_game = (header.game, header.seed, header.seats) == (
        table.header.game,
        table.header.seed,
        table.header.seats,
    )
    lines = old.count(b"\n") - 1
    return is_same_game and header.rules < table.header.rules and lines <= table.number


def _restamped(old: bytes, table: Table) -> bytes | None:
    """A file with the table's header, if its own differs from that in nothing but the digest of the pack."""
    head, newline, body = old.partition(b"\n")
    try:
        header = decode_header(head)
    except JournalError:
        return None
    if header == table.header or msgspec.structs.replace(header, pack=table.header.pack) != table.header:
        return None
    return msgspec.json.encode(table.header) + newline + body


def _replace(path: Path, data: bytes) -> None:
    """Replace a file atomically: a reader finds the old one or the new one, never half of it."""
    fresh = path.with_name(f".{path.name}.migrated")
    with open(fresh, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    shutil.copymode(path, fresh)
    os.replace(fresh, path)
