"""Running the server: choosing a port and starting uvicorn."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from sandtable.engine import SandtableError

from .app import make_app
from .bus import make_bus
from .settings import Settings
from .store.database import make_database
from .web.request_timeout import patient

logger = logging.getLogger("sandtable.server")
#: The largest frame a client may send.
FRAME_BYTES = 64 * 1024
#: How much the kernel takes for a client that does not read. By default it would be several megabytes.
SEND_BUFFER = 128 * 1024


def bind(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A listening socket on this port, or on one of the next if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for offset in range(tries):
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # of its connections, too
        try:
            found.bind((host, port + offset))
            found.listen(2048)
            return found
        except OSError as error:
            found.close()
            why = error.strerror or str(error)
    raise SandtableError(f"Nothing can be served on {host}:{port} ({why}). Choose another --port.")


async def prepare(settings: Settings) -> None:
    """Try the database and Redis before serving, so that a problem is reported in one clear line."""
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


def collect_garbage_rarely() -> None:
    """We create few reference cycles, so run the garbage collector rarely, and never over start-up objects.

    A full collection takes a sixth of a second with a hundred tables in memory, and all requests wait.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def sockets_of(settings: Settings) -> type[asyncio.Protocol] | Literal["auto"]:
    """The protocol for sockets: our own if uvicorn is one that it was tried with, otherwise uvicorn's."""
    try:
        from .web.direct_socket import direct, is_as_tried
    except ImportError:
        is_known = False
    else:
        is_known = is_as_tried()
    if is_known:
        return direct(settings.unread_seconds, settings.unread_bytes)
    logger.warning(
        "Sandtable was not tried with uvicorn %s: ordinary sockets are used, which are slower, and "
        "SANDTABLE_UNREAD_SECONDS and SANDTABLE_UNREAD_BYTES have no effect.",
        uvicorn.__version__,
    )
    return "auto"


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted. `ready` is called as soon as requests are answered."""
    asyncio.run(prepare(settings))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            collect_garbage_rarely()
            if self.started:
                ready()

    config = uvicorn.Config(
        make_app(settings),
        ws=sockets_of(settings),
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=True,
        http=patient(settings.request_within),
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    with suppress(KeyboardInterrupt):  # the usual way to stop it
        Server(config).run(sockets=[listening])
