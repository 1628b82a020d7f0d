"""The database: opening it, bringing it up to date, and running one transaction after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from sandtable.engine import SandtableError

from .settings import Settings

MIGRATIONS = Path(__file__).parent / "migrations"
#: Processes that start at once bring a PostgreSQL database up to date one after the other.
_LOCK = 7_262_379

T = TypeVar("T")


def make_database(settings: Settings) -> Database:
    """The database that the settings name."""
    try:
        return Sqlite(settings) if settings.is_sqlite else Postgres(settings)
    except (ArgumentError, ImportError) as error:
        raise SandtableError(f"SANDTABLE_DATABASE cannot be used: {error}") from None


class Database:
    """What is read and written. `do` is given a connection; what it writes is one transaction."""

    async def read(self, do: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def write(self, do: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def upgrade(self) -> None:
        """Make the tables, or bring them up to date."""
        await self.write(_upgrade)

    async def close(self) -> None:
        raise NotImplementedError


class Sqlite(Database):
    """One file. A transaction goes to a thread and back as a whole: statement by statement it would take ten times as long."""

    def __init__(self, settings: Settings) -> None:
        if not settings.database:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets
        elif not (folder := Path(make_url(settings.url).database or "").parent).is_dir():
            raise SandtableError(f"SANDTABLE_DATABASE cannot be used: there is no folder {folder}.")
        self._engine = create_engine(settings.url)
        event.listen(self._engine, "connect", _prepare(settings.sync))
        # SQLite has one writer; waiting for our thread is fair and quick, waiting in SQLite is neither.
        self._writer = ThreadPoolExecutor(1, "write")
        self._readers = ThreadPoolExecutor(2, "read")

    async def read(self, do: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, do)

    async def write(self, do: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, do)

    def _read(self, do: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return do(connection)

    def _write(self, do: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            connection.execute(text("BEGIN IMMEDIATE"))
            return do(connection)

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()


class Postgres(Database):
    """A server that several processes share."""

    def __init__(self, settings: Settings) -> None:
        self._engine = create_async_engine(settings.url, pool_pre_ping=True, pool_size=10, max_overflow=10)

    async def read(self, do: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(do)

    async def write(self, do: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(do)

    async def close(self) -> None:
        await self._engine.dispose()


def _prepare(sync: str) -> Any:
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", f"synchronous={sync}", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return prepare


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
