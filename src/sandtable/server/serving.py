"""Running the server: finding a port, and uvicorn with what it needs to know."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from sandtable.engine import SandtableError

from .app import make_app
from .bus import make_bus
from .settings import Settings
from .store.database import make_database
from .web.request_timeout import patient

#: The largest frame a client may send.
FRAME_BYTES = 64 * 1024


def bind(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A socket that listens: on this port, or on one of the next if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for offset in range(tries):
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, port + offset))
            found.listen(2048)
            return found
        except OSError as error:
            found.close()
            why = error.strerror or str(error)
    raise SandtableError(f"Nothing can be served on {host}:{port} ({why}). Choose another --port.")


async def prepare(settings: Settings) -> None:
    """Open everything once before anybody is let in, so that what is wrong is one clear line."""
    database = make_database(settings)
    try:
        await database.upgrade()
    except CommandError:
        raise SandtableError(
            f"The database {settings.shown} was made by a newer version of Sandtable; install that one."
        ) from None
    except (SQLAlchemyError, OSError) as error:
        why = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise SandtableError(f"The database {settings.shown} cannot be used: {why}") from None
    finally:
        await database.close()
    bus = make_bus(settings)
    try:
        await bus.check()
    finally:
        await bus.close()


def tidy_seldom() -> None:
    """What is there from the start stays, and hardly anything is made in circles: look for rubbish seldom.

    A thorough look takes a sixth of a second with a hundred tables in memory, and everybody waits for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted; `ready` is called once requests are answered."""
    asyncio.run(prepare(settings))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            tidy_seldom()
            if self.started:
                ready()

    config = uvicorn.Config(
        make_app(settings),
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=True,
        http=patient(settings.request_within),
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    with suppress(KeyboardInterrupt):  # how a server is meant to end
        Server(config).run(sockets=[listening])
