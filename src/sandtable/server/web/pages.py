"""Pages: the built client, the page behind a seat's link, health and metrics."""

from __future__ import annotations

import gzip
import hmac
import mimetypes
from hashlib import sha256
from html import escape
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import BodyKwarg, FromPath
from litestar.response import Redirect

from ..lobby.setup import claim, setting_of
from ..people.accounts import COOKIE
from ..refusal import Refused
from .people import long_cookie
from .requests import Req, browser, hub_of, limit, who
from .waiting import invited

#: The built client, which is part of the package.
STATIC = Path(__file__).parents[1] / "static"
YEAR = "public, max-age=31536000, immutable"
SMALL = 1000
_ZIPPED = ("text/", "application/javascript", "application/json", "image/svg+xml", "font/ttf")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")

STYLE = """\
:root { color-scheme: light dark; }
body { font: 17px/1.5 Georgia, serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.2rem;
  background: #f3ead9; color: #241a14; }
h1 { font-weight: normal; }
input, button { font: inherit; padding: .5rem .8rem; border: 1px solid #b8863b; border-radius: 4px; }
button { background: #a63d1f; color: #fff; cursor: pointer; }
code { background: #e2cfae; padding: .1rem .3rem; }
@media (prefers-color-scheme: dark) {
  body { background: #14110f; color: #f4e9da; } input { background: #2a211c; color: inherit; } code { background: #4a372b; }
}
"""


class StaticFile:
    """A built file, read once, and compressed if that pays."""

    def __init__(self, path: Path) -> None:
        self.body = path.read_bytes()
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.tag = f'"{sha256(self.body).hexdigest()[:16]}"'
        self.zipped: bytes | None = None
        if len(self.body) > SMALL and self.kind.startswith(_ZIPPED):
            self.zipped = gzip.compress(self.body, 9, mtime=0)

    def answer(self, request: Req, cache: str) -> Response[bytes]:
        headers = {"ETag": self.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(b"", status_code=304, headers=headers)
        if self.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                self.zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.kind
            )
        return Response(self.body, headers=headers, media_type=self.kind)


class Files:
    """Every built file by its path. Nothing else is served, whatever path is requested."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, StaticFile] = {}
        self._stamp = 0.0

    def get(self, path: str) -> StaticFile | None:
        self._read()
        return self._files.get(path)

    def _read(self) -> None:
        """Read the folder again if the client was rebuilt."""
        index = self._folder / "index.html"
        stamp = index.stat().st_mtime if index.is_file() else 0.0
        if stamp == self._stamp:
            return
        self._stamp = stamp
        self._files = {
            path.relative_to(self._folder).as_posix(): StaticFile(path)
            for path in sorted(self._folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }


def page(title: str, body: str, status: int = 200) -> Response[str]:
    """A plain page that does not need the client."""
    html = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="/plain.css"><h1>{escape(title)}</h1>{body}</html>'
    )
    return Response(html, status_code=status, media_type="text/html", headers={"Cache-Control": "no-store"})


def client(request: Req, *, status: int = 200, title: str = "", about: str = "") -> Response[Any]:
    """The client's one page, which reads the address itself. Title and description are for link previews."""
    files: Files = request.app.state.files
    index = files.get("index.html")
    if index is None:
        return page(
            "The pages are not built",
            "<p>The server runs, but the client that draws the boards is missing. In a clone, "
            "<code>make play</code> builds it; an installed package brings it along.</p>",
            503,
        )
    if status == 200 and not title:
        return index.answer(request, "no-cache")
    html = index.body.decode()
    if title:
        html = html.replace("<title>Sandtable</title>", _preview(request, title, about))
    return Response(html, status_code=status, media_type="text/html", headers={"Cache-Control": "no-store"})


def _preview(request: Req, title: str, about: str) -> str:
    """The head of a page for those who show what is behind a link: messengers, search engines."""
    address = hub_of(request).settings.address or f"{request.url.scheme}://{request.url.netloc}"
    image = f"{address.rstrip('/')}/icon-512.png"
    told = {"og:site_name": "Sandtable", "og:title": title, "og:description": about, "og:image": image}
    metas = "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items())
    return f"<title>{escape(title)}</title>{metas}"


def is_page(request: Req) -> bool:
    """Whether a browser asks for a page that people look at, and not a program for data."""
    is_data = request.url.path.startswith(("/api/", "/assets/", "/ws/", "/metrics", "/health"))
    return request.method == "GET" and not is_data and "text/html" in request.headers.get("accept", "")


@get("/", include_in_schema=False)
async def get_lobby(request: Req) -> Response[Any]:
    return client(request)


@get("/t/{table:str}", include_in_schema=False)
async def get_table_page(request: Req, table: FromPath[str]) -> Response[Any]:
    return client(request)


@get("/plain.css", include_in_schema=False)
async def get_style() -> Response[str]:
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=86400"})


@get("/assets/{path:path}", include_in_schema=False)
async def get_asset(request: Req, path: FromPath[str]) -> Response[Any]:
    found = request.app.state.files.get("assets/" + path.lstrip("/"))
    if found is None:
        raise Refused("missing", "There is no such file.")
    return found.answer(request, YEAR)  # type: ignore[no-any-return]


@get("/{name:str}", include_in_schema=False)
async def get_root_file(request: Req, name: FromPath[str]) -> Response[Any]:
    """A file in the root folder: the icon, the manifest."""
    found = request.app.state.files.get(name)
    if found is None or name == "index.html":
        raise Refused("missing", "There is no such page.")
    return found.answer(request, "max-age=3600")  # type: ignore[no-any-return]


# The page behind a seat's link. Opening it changes nothing, because messengers open links for previews.


@get("/s/{secret:str}", include_in_schema=False)
async def get_seat(request: Req, secret: FromPath[str]) -> Response[Any]:
    """The client's page, with words about the table for whoever shows a preview of the link."""
    limit(request, "read")
    try:
        _, data, seat, _ = await invited(request, secret)
    except Refused as error:
        return client(request, status=error.status)
    if data.seat(seat).kind == "person":
        return Redirect(f"/t/{data.id}?seat={seat}", status_code=303)
    title = f"{data.host} invites you: {data.seat(seat).label} in {data.title}"
    return client(request, title=title, about=setting_of(data).about)


@post("/s/{secret:str}", include_in_schema=False)
async def post_seat(
    request: Req,
    secret: FromPath[str],
    data: Annotated[dict[str, str], BodyKwarg(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    limit(request, "guest")
    hub, person, cookies = hub_of(request), await who(request), []
    table, seat = await hub.tables.by_link(secret)
    if person is None:
        person = await hub.people.make_guest(str(data.get("name", ""))[:40])
        cookie = await hub.people.begin_session(person.id, browser(request))
        cookies = [long_cookie(request, COOKIE, cookie)]
    await claim(hub, secret, person)
    return Redirect(f"/t/{table}?seat={seat}", status_code=303, cookies=cookies)


# For the host


@get("/health", include_in_schema=False)
async def get_health(request: Req) -> Response[dict[str, str]]:
    """Whether this process can serve: what is played must be saved, so a full disk is not healthy."""
    if await hub_of(request).health.is_good():
        return Response({"status": "ok"})
    return Response({"status": "the database cannot be written"}, status_code=503)


@get("/metrics", include_in_schema=False)
async def get_metrics(request: Req) -> Response[str]:
    """Metrics for the host only: by counting answers, a player could tell that a hidden decision was made."""
    hub = hub_of(request)
    if not _is_host(request, hub.settings.metrics):
        raise Refused("forbidden", "Metrics are for the host only.")
    return Response(hub.metrics.text(hub.gauges()), media_type="text/plain; version=0.0.4")


def _is_host(request: Req, token: str) -> bool:
    """Whether a request has the token or, if none is set, comes from this machine.

    Behind a proxy the address is the one that the proxy passes on.
    """
    if token:
        return hmac.compare_digest(
            request.headers.get("authorization", "").encode(), f"Bearer {token}".encode()
        )
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


PAGES = [
    get_lobby,
    get_table_page,
    get_style,
    get_asset,
    get_root_file,
    get_seat,
    post_seat,
    get_health,
    get_metrics,
]
