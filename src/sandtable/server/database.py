"""The database: opening it, bringing it up to date, and one writer at a time where it has only one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from sandtable.engine import SandtableError

from .settings import Settings

MIGRATIONS = Path(__file__).parent / "migrations"
#: Processes that start at once bring a PostgreSQL database up to date one after the other.
_LOCK = 7_262_379


class Database:
    """Connections to the database. `read` and `write` are blocks; a `write` is one transaction."""

    def __init__(self, settings: Settings) -> None:
        self.is_sqlite = settings.is_sqlite
        if self.is_sqlite and not settings.database:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets
        elif self.is_sqlite and not (folder := Path(make_url(settings.url).database or "").parent).is_dir():
            raise SandtableError(f"SANDTABLE_DATABASE cannot be used: there is no folder {folder}.")
        more: dict[str, Any] = {} if self.is_sqlite else {"pool_size": 10, "max_overflow": 10}
        try:
            self.engine = create_async_engine(settings.url, pool_pre_ping=not self.is_sqlite, **more)
        except (ArgumentError, ImportError) as error:
            raise SandtableError(f"SANDTABLE_DATABASE cannot be used: {error}") from None
        if self.is_sqlite:
            event.listen(self.engine.sync_engine, "connect", _prepare(settings.sync))
        # SQLite has one writer; waiting here is fair and quick, waiting in SQLite is neither.
        self._writing = asyncio.Lock()

    async def upgrade(self) -> None:
        """Make the tables, or bring them up to date."""
        async with self.write() as connection:
            if not self.is_sqlite:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            await connection.run_sync(_upgrade)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        if not self.is_sqlite:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._writing, self.engine.begin() as connection:
            await connection.execute(text("BEGIN IMMEDIATE"))
            yield connection

    async def close(self) -> None:
        await self.engine.dispose()


def _prepare(sync: str) -> Any:
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", f"synchronous={sync}", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return prepare


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
