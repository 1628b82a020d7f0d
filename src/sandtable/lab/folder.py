"""The folder of a run: its plan, its Parquet files, and the manifest that says which batches count.

A worker writes the files of a batch into `staging/`. The one process that runs the run then moves them to their places, which
depend on the batch alone, and adds a line to the manifest. Whatever dies in between, a batch has no line or has one,
and no file lies twice where readers look.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from sandtable.engine import SandtableError

from .plan import SCHEMA, Batch, ResolvedPlan
from .run_batches import STAGING, StagedBatch

PLAN, MANIFEST, LOCK = "run.json", "manifest.jsonl", "lock"


class ManifestEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the manifest: a batch that counts."""

    cell: int
    batch: int
    first: int
    last: int
    failed: int
    #: How long it took a worker.
    seconds: float
    tables: list[str]

    @property
    def name(self) -> str:
        return Batch(self.batch, self.cell, self.first, self.last).name

    def files(self, folder: Path) -> Iterator[Path]:
        """Its files in the folder of the run."""
        return (folder / table / f"{self.name}.parquet" for table in self.tables)


class _PlanVersion(msgspec.Struct):
    """The fields of every version of a plan; a later one may have more."""

    schema: int
    version: str


def read_plan(path: Path) -> ResolvedPlan:
    """The plan of a run; an error if the folder holds none."""
    try:
        data = (path / PLAN).read_bytes()
    except OSError:
        raise SandtableError(
            f"{path} holds no run: `sandtable lab run GAME --out {path}` makes one."
        ) from None
    try:
        written = msgspec.json.decode(data, type=_PlanVersion)
        if written.schema != SCHEMA:
            raise SandtableError(
                f"{path} was written with version {written.schema} of the schema, and this Sandtable reads "
                f"version {SCHEMA}. Open it with the Sandtable that wrote it ({written.version})."
            )
        return msgspec.json.decode(data, type=ResolvedPlan)
    except msgspec.DecodeError as error:
        raise SandtableError(f"{path / PLAN} cannot be read: {error}.") from None


def read_manifest(path: Path) -> list[ManifestEntry]:
    """The batches that count. A last line that was not written whole does not."""
    try:
        data = (path / MANIFEST).read_bytes()
    except FileNotFoundError:
        return []
    whole = data[: data.rfind(b"\n") + 1]
    try:
        return [msgspec.json.decode(line, type=ManifestEntry) for line in whole.splitlines()]
    except msgspec.DecodeError as error:
        raise SandtableError(f"{path / MANIFEST} is damaged: {error}.") from None


class RunFolder:
    """The folder while somebody runs the run; nobody else can."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done: set[tuple[int, int]] = set()
        self.games = self.failed = 0
        self._lock = -1

    @contextmanager
    def opened(self) -> Iterator[RunFolder]:
        """Lock the folder, and drop what an earlier run left unfinished."""
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / LOCK).open("ab") as lock:
            if not _locked(lock.fileno()):
                raise SandtableError(f"{self.path} is being run by another process.")
            self._lock = lock.fileno()
            shutil.rmtree(self.path / STAGING, ignore_errors=True)
            self._mend_manifest()
            for line in read_manifest(self.path):
                self._count(line)
            yield self
            shutil.rmtree(self.path / STAGING, ignore_errors=True)

    def _mend_manifest(self) -> None:
        """Cut off a last line that was not written whole, and drop lines whose files are gone: their games are played again.

        A file can be gone because somebody deleted it, or because the machine went down before its disk knew its new place.
        """
        path = self.path / MANIFEST
        if path.exists():
            data = path.read_bytes()
            if data and not data.endswith(b"\n"):
                os.truncate(path, data.rfind(b"\n") + 1)
            lines = read_manifest(self.path)
            kept = [line for line in lines if all(file.exists() for file in line.files(self.path))]
            if len(kept) < len(lines):
                self._replace(MANIFEST, b"".join(msgspec.json.encode(line) + b"\n" for line in kept))

    def _count(self, line: ManifestEntry) -> None:
        self.done.add((line.cell, line.batch))
        self.games += line.last - line.first
        self.failed += line.failed

    def plan(self) -> ResolvedPlan | None:
        """The plan of the run that was begun here, if one was."""
        return read_plan(self.path) if (self.path / PLAN).exists() else None

    def begin(self, plan: ResolvedPlan) -> None:
        """Write down the plan."""
        self._replace(PLAN, msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")

    def _replace(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all."""
        draft = self.path / f"{name}.draft"
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path / name)

    def is_done(self, batch: Batch) -> bool:
        return (batch.cell, batch.number) in self.done

    def commit(self, written: StagedBatch) -> None:
        """Let a batch count."""
        batch = written.batch
        if self.is_done(batch):
            return
        self._check_still_ours()
        for table, name in written.files.items():
            folder = self.path / table
            folder.mkdir(exist_ok=True)
            (self.path / name).replace(folder / f"{batch.name}.parquet")
        line = ManifestEntry(
            cell=batch.cell,
            batch=batch.number,
            first=batch.first,
            last=batch.last,
            failed=written.failed,
            seconds=round(written.seconds, 3),
            tables=list(written.files),
        )
        with (self.path / MANIFEST).open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._count(line)
        for staged in written.files.values():
            shutil.rmtree((self.path / staged).parent, ignore_errors=True)

    def _check_still_ours(self) -> None:
        """Whoever deletes the folder while it is run deletes the lock, and may have begun another run in its place."""
        try:
            same = os.path.samestat(os.fstat(self._lock), (self.path / LOCK).stat())
        except OSError:
            same = False
        if not same:
            raise SandtableError(f"{self.path} was removed while it was being run, so the run has ended.")


def _locked(file: int) -> bool:
    """Lock a file for this process; False if another one has. Where there are no locks nobody is refused."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
