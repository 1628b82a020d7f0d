"""The application: routes, error handlers, start-up and shutdown."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import sandtable
from sandtable.engine import SandtableError

from .hub import Hub
from .rate_limits import RateLimits
from .refusal import STATUS, Refused
from .settings import Settings
from .web.archive import ROUTES as ARCHIVE
from .web.endings import ROUTES as ENDINGS
from .web.guard import Guard
from .web.keeping import ROUTES as KEEPING
from .web.lobby import ROUTES as LOBBY
from .web.pages import PAGES, STATIC, Files, client, is_page
from .web.people import ROUTES as PEOPLE
from .web.socket import table_socket
from .web.waiting import ROUTES as WAITING
from .wire import Body, Clock, Problem

log = logging.getLogger("sandtable.server")
#: The largest request body; imports have a limit of their own.
BODY_BYTES = 64 * 1024
CODES = {status: code for code, status in STATUS.items()}
Req = Request[Any, Any, Any]


class Asked(Request[Any, Any, Any]):
    """A request. Unreadable JSON is the client's mistake, whichever way it fails to parse."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise Refused("bad", "This JSON is nested too deeply.") from None
        except UnicodeDecodeError:
            raise Refused("bad", "This is not JSON in UTF-8.") from None


def make_app(settings: Settings, static: Path = STATIC) -> Guard:
    """The whole server as one ASGI application."""
    return Guard(make_litestar(settings, static), settings)


def make_litestar(settings: Settings, static: Path = STATIC) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        hub = app.state.hub = Hub(settings)
        await hub.start()
        try:
            yield
        finally:
            await hub.close()

    app = Litestar(
        route_handlers=[*PEOPLE, *LOBBY, *WAITING, *KEEPING, *ARCHIVE, *ENDINGS, *PAGES, table_socket],
        lifespan=[lifespan],
        state=State({"rate_limits": _limits(settings), "files": Files(static)}),
        exception_handlers={
            Refused: _refused,
            SandtableError: _mistake,
            HTTPException: _http,
            Exception: _failed,
        },
        request_class=Asked,
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Sandtable",
            version=sandtable.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/")],
            create_examples=False,
        ),
        logging_config=None,
        debug=False,
    )
    _say_strict(app)
    return app


def _limits(settings: Settings) -> RateLimits:
    return RateLimits(
        settings.limits, sockets_each=settings.sockets_each, sockets_address=settings.sockets_address
    )


def _say_strict(app: Litestar) -> None:
    """Say in the OpenAPI schema that request bodies allow no unknown fields."""
    schemas = app.openapi_schema.components.schemas or {}
    for name in (*(body.__name__ for body in Body.__subclasses__()), Clock.__name__):
        if name in schemas:
            schemas[name].additional_properties = False


def _problem(status: int, text: str, code: str | None = None) -> Response[Problem]:
    headers = {"Cache-Control": "no-store"}
    return Response(
        Problem(text, code or CODES.get(status, "bad")),
        status_code=status,
        media_type="application/json",
        headers=headers,
    )


def _refused(request: Req, error: Refused) -> Response[Any]:
    if is_page(request):  # the client says it in a page of its own
        return client(request, status=error.status)
    return _problem(error.status, str(error), error.code)


def _mistake(request: Req, error: SandtableError) -> Response[Problem]:
    return _problem(400, str(error))


def _http(request: Req, error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and is_page(request):
        return client(request, status=404)
    text = error.detail or "The request failed."
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [
            f"{e.get('key', 'data')}: {e.get('message', '')}" for e in error.extra if isinstance(e, dict)
        ]
        text = "; ".join(parts) or text
    return _problem(error.status_code, text)


def _failed(request: Req, error: Exception) -> Response[Problem]:
    log.exception("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(500, "Something went wrong on the server; the host has a record of it.")
