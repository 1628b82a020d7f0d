"""The database: connecting, migrating, and running transactions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import QueuePool

from sandtable.engine import SandtableError

from ..refusal import Refused
from ..settings import Settings

log = logging.getLogger("sandtable.server")
MIGRATIONS = Path(__file__).parent / "migrations"
#: An advisory lock, so that processes that start together migrate a PostgreSQL database one at a time.
_LOCK = 7_262_379

#: PostgreSQL error classes that mean an outage: connection, resources, operator, system, internal.
OUTAGES = ("08", "53", "57", "58", "XX")

T = TypeVar("T")


class DatabaseAway(Refused):
    """The database does not answer. A write that was under way may or may not have happened."""

    def __init__(self) -> None:
        super().__init__(
            "away",
            "The server cannot reach its database at the moment; trying again. No accepted answer is lost.",
        )


def make_database(settings: Settings) -> Database:
    """The database that the settings name."""
    try:
        return Sqlite(settings) if settings.is_sqlite else Postgres(settings)
    except (ArgumentError, ImportError) as error:
        raise SandtableError(f"SANDTABLE_DATABASE cannot be used: {error}") from None


class Database:
    """Runs functions on a connection; a `write` is one transaction. An outage raises `DatabaseAway`."""

    _is_away = False

    async def read(self, do: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def write(self, do: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def check(self) -> None:
        """Raise `DatabaseAway` unless the database answers."""
        await self.read(lambda c: c.execute(text("SELECT 1")))

    async def upgrade(self) -> None:
        """Create the tables, or migrate them."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    @contextmanager
    def _told_if_away(self) -> Iterator[None]:
        """Turn errors that mean an outage into `DatabaseAway`; let mistakes in a statement through."""
        try:
            yield
        except (OSError, TimeoutError, PoolTimeout) as error:  # it refuses connections or takes too long
            why: Exception = error
        except DBAPIError as error:
            if not _is_outage(error):
                raise
            why = error
        except Exception as error:
            # asyncpg's own errors while connecting: the server is starting, stopping or full.
            if not type(error).__module__.startswith("asyncpg"):
                raise
            why = error
        else:
            if self._is_away:
                log.warning("the database is back")
            self._is_away = False
            return
        if not self._is_away:
            log.warning("the database is down: %s", str(why).partition("\n")[0] or type(why).__name__)
        self._is_away = True
        raise DatabaseAway from None


#: How many prepared statements a connection to SQLite keeps: those for up to 64 rows of each kind that a batch of answers writes, and others.
STATEMENTS = 512


class Sqlite(Database):
    """One file. A whole transaction runs in a thread; a hop for each statement takes ten times as long."""

    def __init__(self, settings: Settings) -> None:
        if not settings.database:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets
        elif not (folder := Path(make_url(settings.url).database or "").parent).is_dir():
            raise SandtableError(f"SANDTABLE_DATABASE cannot be used: there is no folder {folder}.")
        self._engine = create_engine(settings.url, connect_args={"cached_statements": STATEMENTS})
        event.listen(self._engine, "connect", _prepare(settings.sync))
        # SQLite allows one writer. Queueing for our thread is fair and quick; waiting for its lock is not.
        self._writer = ThreadPoolExecutor(1, "write")
        self._readers = ThreadPoolExecutor(2, "read")
        self._driver_error: type[Exception] = self._engine.dialect.loaded_dbapi.Error
        #: The connection for writing, kept from one transaction to the next; none at first and after an error. It belongs to the thread.
        self._writing: Connection | None = None

    async def read(self, do: Callable[[Connection], T]) -> T:
        with self._told_if_away():
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, do)

    async def write(self, do: Callable[[Connection], T]) -> T:
        with self._told_if_away():
            return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, do)

    async def upgrade(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writer, self._write, _upgrade)

    def _read(self, do: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return do(connection)

    def _write(self, do: Callable[[Connection], T]) -> T:
        connection, self._writing = self._writing or self._engine.connect(), None
        try:
            with connection.begin():
                driver_of(connection).execute("BEGIN IMMEDIATE")
                done = do(connection)
        except BaseException as error:
            connection.close()  # the pool looks after it: it is rolled back, or dropped if that fails
            if isinstance(error, self._driver_error):  # SQLAlchemy makes this of errors that it sees itself
                raise DBAPIError.instance(None, None, error, self._driver_error) from error
            raise
        self._writing = connection
        return done

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        if self._writing is not None:
            self._writing.close()
        self._engine.dispose()


#: How many seconds connections have to close properly when the server stops.
GOODBYE = 2.0


class Postgres(Database):
    """A PostgreSQL server that several processes share."""

    def __init__(self, settings: Settings) -> None:
        #: The time limit for a statement, in seconds.
        self.patience = settings.database_seconds
        # A cancelled ping of a dead connection is followed by a ROLLBACK that nothing cancels, so each
        # command has a time limit.
        self._engine = create_async_engine(
            settings.url,
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=10,
            connect_args={"command_timeout": settings.database_seconds},
        )
        self._open: WeakSet[Any] = WeakSet()
        event.listen(self._engine.sync_engine, "connect", self._keep)

    def _keep(self, connection: Any, record: Any) -> None:
        self._open.add(connection.driver_connection)

    async def read(self, do: Callable[[Connection], T]) -> T:
        with self._told_if_away():
            async with self._connection() as connection:
                return await connection.run_sync(do)

    async def write(self, do: Callable[[Connection], T]) -> T:
        with self._told_if_away():
            async with self._connection() as connection, connection.begin():
                return await connection.run_sync(do)

    async def check(self) -> None:
        """Check every idle connection at once and, if all of them are dead, a new one.

        After an outage every idle connection may be dead, and each takes the whole time limit to find out.
        """
        pool = self._engine.pool
        idle = pool.checkedin() if isinstance(pool, QueuePool) else 0
        ask = super().check
        tried = await asyncio.gather(*(ask() for _ in range(idle)), return_exceptions=True)
        if all(tried):
            await ask()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection that is terminated when the time limit is over.

        SQLAlchemy shields its own COMMIT and ROLLBACK from cancellation. On a connection that is dead but not
        closed they would wait forever, so the connection itself is terminated, and everything that waits for
        it fails.
        """
        giving_up: asyncio.TimerHandle | None = None
        try:
            async with asyncio.timeout(self.patience), self._engine.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None
                giving_up = asyncio.get_running_loop().call_later(self.patience, driver.terminate)
                yield connection
        finally:
            if giving_up is not None:
                giving_up.cancel()

    async def upgrade(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Close every connection properly; those that do not answer in time are dropped."""
        try:
            async with asyncio.timeout(min(self.patience, GOODBYE)):
                await self._engine.dispose()
        except TimeoutError:
            for connection in self._open:
                connection.terminate()


def _is_outage(error: DBAPIError) -> bool:
    """Whether the database failed, and not the statement."""
    if error.connection_invalidated or isinstance(error, OperationalError):
        return True
    if isinstance(error, (IntegrityError, ProgrammingError, DataError)):
        return False
    state = getattr(
        error.orig, "sqlstate", None
    )  # none: the connection broke before PostgreSQL could say anything
    return state is None or state[:2] in OUTAGES


def driver_of(connection: Connection) -> Any:
    """The driver's own connection. What is sent through it is in the same transaction, without what SQLAlchemy does for each statement."""
    return connection.connection.driver_connection


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
