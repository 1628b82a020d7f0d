"""The database: connecting, migrating, and running transactions."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from errno import ENOSPC
from functools import partial
from pathlib import Path
from shutil import disk_usage
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
#: PostgreSQL's error for writing to a database that is read-only at the moment, such as a standby.
READ_ONLY = "25006"

T = TypeVar("T")


class DatabaseAway(Refused):
    """The database cannot be used. What was being written is not stored, unless `may_be_stored`: then it broke off in the COMMIT."""

    def __init__(self, *, was_write: bool = False, may_be_stored: bool = False) -> None:
        self.may_be_stored = may_be_stored
        super().__init__("away", UNSURE if may_be_stored else NOT_SAVED if was_write else UNREACHED)


UNREACHED = "The server cannot reach its database at the moment; trying again. No accepted answer is lost."
NOT_SAVED = "Not saved: the server cannot write to its database at the moment; trying again. No accepted answer is lost."
UNSURE = "The server lost its database while it was saving this; trying again. It may or may not be saved: look before you repeat it."


def make_database(settings: Settings) -> Database:
    """The database that the settings name."""
    try:
        return Sqlite(settings) if settings.is_sqlite else Postgres(settings)
    except (ArgumentError, ImportError) as error:
        raise SandtableError(f"SANDTABLE_DATABASE cannot be used: {error}") from None


class Database:
    """Runs functions on a connection; a `write` is one transaction. An outage raises `DatabaseAway`."""

    #: Whether a COMMIT that failed may have been done all the same, because only the answer was lost.
    can_lose_a_commit = True

    def __init__(self) -> None:
        #: What failed last, reading or writing. A full disk can be read.
        self._failing: set[str] = set()

    async def read(self, do: Callable[[Connection], T]) -> T:
        with self._told_if_away("read", DatabaseAway):
            return await self._read(do)

    async def write(self, do: Callable[[Connection], T]) -> T:
        if "write" in self._failing:  # a small transaction may fit where a large one has failed
            await self._try(self._touch, "touch")
        return await self._try(do, "write")

    async def _try(self, do: Callable[[Connection], T], verb: str) -> T:
        is_done = False

        def noted(connection: Connection) -> T:
            nonlocal is_done
            found = do(connection)
            is_done = self.can_lose_a_commit
            return found

        with self._told_if_away(verb, lambda: DatabaseAway(was_write=True, may_be_stored=is_done)):
            return await self._write(noted)

    async def _read(self, do: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def _write(self, do: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    def _touch(self, connection: Connection) -> None:
        """Write something: that a database answers does not mean that it can be written."""
        connection.execute(_TOUCH, {"now": str(time.time())})

    async def check(self) -> None:
        """Raise `DatabaseAway` unless the database can be written."""
        await self._try(self._touch, "touch")

    async def upgrade(self) -> None:
        """Create the tables, or migrate them."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    @contextmanager
    def _told_if_away(self, verb: str, away: Callable[[], DatabaseAway]) -> Iterator[None]:
        """Turn errors that mean an outage into `DatabaseAway`; let mistakes in a statement through."""
        try:
            yield
        except (OSError, TimeoutError, PoolTimeout) as error:  # it refuses connections or takes too long
            why: Exception = error
        except DBAPIError as error:
            if not _is_outage(error):
                raise
            why = error.orig if isinstance(error.orig, Exception) else error
        except Exception as error:
            # asyncpg's own errors while connecting: the server is starting, stopping or full.
            if not type(error).__module__.startswith("asyncpg"):
                raise
            why = error
        else:
            self._works(verb)
            return
        self._fails(verb, str(why).partition("\n")[0] or type(why).__name__)
        raise away() from None

    def _fails(self, verb: str, why: str) -> None:
        """Say it once for each outage."""
        if not self._failing:
            log.warning("the database cannot be %s: %s", "read" if verb == "read" else "written", why)
        self._failing.add("read" if verb == "read" else "write")

    def _works(self, verb: str) -> None:
        """A full disk can be read, and something small may still be written: only a touch says that all is well."""
        if self._failing and verb != "write":
            self._failing -= {"read"} if verb == "read" else {"read", "write"}
            if not self._failing:
                log.warning("the database is back")


#: A disk with less room than this is full: the largest transactions fail, even if a small one just fits.
ROOM = 1024 * 1024
#: How many prepared statements a connection to SQLite keeps: those for up to 64 rows of each kind that a batch of answers writes, and others.
STATEMENTS = 512


class Sqlite(Database):
    """One file. A whole transaction runs in a thread; a hop for each statement takes ten times as long."""

    can_lose_a_commit = False  # it is done in this process, or rolled back

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._folder = Path(make_url(settings.url).database or "").parent
        if not settings.database:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets
        elif not self._folder.is_dir():
            raise SandtableError(f"SANDTABLE_DATABASE cannot be used: there is no folder {self._folder}.")
        self._engine = create_engine(settings.url, connect_args={"cached_statements": STATEMENTS})
        event.listen(self._engine, "connect", _prepare(settings.sync))
        # SQLite allows one writer. Queueing for our thread is fair and quick; waiting for its lock is not.
        self._writer = ThreadPoolExecutor(1, "write")
        self._readers = ThreadPoolExecutor(2, "read")
        self._driver_error: type[Exception] = self._engine.dialect.loaded_dbapi.Error
        #: The connection for writing, kept from one transaction to the next; none at first and after an error. It belongs to the thread.
        self._writing: Connection | None = None

    async def _read(self, do: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._run_read, do)

    async def _write(self, do: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._run_write, do)

    def _touch(self, connection: Connection) -> None:
        if disk_usage(self._folder).free < ROOM:
            raise OSError(ENOSPC, "the disk is full")
        super()._touch(connection)

    async def upgrade(self) -> None:
        await self._write(_upgrade)

    def _run_read(self, do: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return do(connection)

    def _run_write(self, do: Callable[[Connection], T]) -> T:
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
        super().__init__()
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

    async def _read(self, do: Callable[[Connection], T]) -> T:
        async with self._connection() as connection:
            return await connection.run_sync(do)

    async def _write(self, do: Callable[[Connection], T]) -> T:
        async with self._connection() as connection, connection.begin():
            return await connection.run_sync(do)

    async def check(self) -> None:
        """Check every idle connection at once, and then whether the database can be written.

        After an outage every idle connection may be dead, and each takes the whole time limit to find out.
        """
        pool = self._engine.pool
        idle = pool.checkedin() if isinstance(pool, QueuePool) else 0
        ask = partial(self.read, lambda c: c.execute(text("SELECT 1")))
        await asyncio.gather(*(ask() for _ in range(idle)), return_exceptions=True)
        await super().check()

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
    return state is None or state[:2] in OUTAGES or state == READ_ONLY


_TOUCH = text(
    "INSERT INTO settings (name, value) VALUES ('touched', :now) ON CONFLICT (name) DO UPDATE SET value = :now"
)


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
