"""Pictures of the real board: screenshots of the browser client, which Chromium renders without a server.

The page is given what the server would send it: the board, and what one seat may see. This needs Playwright, Chromium and the client
that comes with an installed Sandtable.
"""

from __future__ import annotations

import atexit
import os
import shutil
import zlib
from contextlib import suppress
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.engine import Chair, SandtableError, Seat, Table
from sandtable.engine.parts import drawn

#: The host that the page believes it was loaded from; nothing is ever sent there.
_HOST = "http://sandtable.invalid"
_TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
Picture = NDArray[np.uint8]


class BrowserRenderer:
    """A browser that is started once and takes one picture after another."""

    def __init__(self, width: int = 1280, height: int = 800, browser: Any = None) -> None:
        """`browser`: a running browser of Playwright's; without one, Chromium is started."""
        self._static = files("sandtable") / "server" / "static"
        if not (self._static / "index.html").is_file():
            raise SandtableError(
                "The browser client is not built: install Sandtable with pip, not from its source alone."
            )
        self._width, self._height = width, height
        self._playwright: Any = None
        self._browser = browser or self._started()

    def _started(self) -> Any:
        try:
            from playwright.sync_api import sync_playwright
        except ModuleNotFoundError:
            raise SandtableError("Pictures need Playwright: pip install playwright.") from None
        chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
        if chromium is None:
            raise SandtableError(
                "Pictures need Chromium: install it, or set the environment variable CHROMIUM to its path."
            )
        self._playwright = sync_playwright().start()
        return self._playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

    def close(self) -> None:
        """Stop the browser, if it was started here."""
        if self._playwright is not None:
            self._browser.close()
            self._playwright.stop()

    def png(self, chair: Chair, table: Table) -> bytes:
        """The page as this seat sees it, as a PNG."""
        responses = _responses(chair, table)
        page = self._browser.new_page(
            viewport={"width": self._width, "height": self._height}, reduced_motion="reduce"
        )
        try:
            page.route("**/*", lambda route: self._serve(route, responses))
            page.route_web_socket("**/ws/**", lambda socket: socket.send(responses["frame"]))
            # The guide for newcomers would cover the board.
            page.add_init_script(f"localStorage.setItem('sandtable.seen.guide.{chair.game.key}', '1')")
            page.goto(f"{_HOST}/t/picture", wait_until="load")
            page.wait_for_function(
                "document.title.includes('–') && document.querySelector('svg')", timeout=60_000
            )
            page.evaluate("document.fonts.ready")
            taken: bytes = page.screenshot(animations="disabled")
            return taken
        finally:
            page.close()

    def _serve(self, route: Any, responses: dict[str, str]) -> None:
        """Answer a request from the page: with a file of the installed client, or as the server would."""
        path = route.request.url.removeprefix(_HOST).partition("?")[0].lstrip("/")
        if path.startswith("api/"):
            body = responses.get(path.rpartition("/")[2], "null")
            route.fulfill(status=200, content_type="application/json", body=body)
            return
        found = self._static.joinpath(*path.split("/")) if path else self._static / "index.html"
        if not found.is_file():
            found = self._static / "index.html"
        kind = _TYPES.get(found.name.rpartition(".")[2], "application/octet-stream")
        route.fulfill(status=200, content_type=kind, body=found.read_bytes())


def _responses(chair: Chair, table: Table) -> dict[str, str]:
    """Return what the server would send the page, by the last part of the path."""
    game, seat, ask = chair.game, chair.seat, chair.ask
    seats = [_seat_info(each, seat) for each in table.seats]
    plan = game.plan(chair.options)
    frame = {
        "t": "state",
        "n": 1,
        "ack": None,
        "seat": seat,
        "mine": [seat],
        "waiting": None if ask is None else ask.seat,
        "view": game.page(chair.view),
        "question": None if ask is None else ask.plain(),
        "log": {"keep": 0, "lines": []},
        "undo": None,
        "redo": None,
        "standing_orders": [],
        "outcome": table.outcome,
        "turn": table.turn,
        "seats": seats,
        "clock": None,
        "drawing": None if plan is None else {"pieces": drawn(game, plan, chair.view, chair.options)},
    }
    info = {
        "id": "picture",
        "title": game.title,
        "game": game.key,
        "game_title": game.title,
        "scenario": chair.options.scenario,
        "options": {},
        "seats": seats,
        "state": "playing",
        "public": True,
        "is_owner": False,
        "turn": table.turn,
        "turn_of_me": True,
        "has_secrets": game.has_secrets,
        "windows": game.windows,
        "clock": None,
        "outcome": None,
        "created": 0,
        "updated": 0,
    }
    responses = {
        "frame": frame,
        "picture": info,
        "board": game.board(chair.options),
        "games": [],
        "tables": [],
    }
    me = {"id": "me", "name": "You", "is_guest": True}
    return {name: msgspec.json.encode(each).decode() for name, each in {**responses, "me": me}.items()}


def _seat_info(seat: Seat, own: str) -> dict[str, Any]:
    kind = "person" if seat.id == own else "bot"
    return {
        "id": seat.id,
        "label": seat.label,
        "kind": kind,
        "who": seat.label,
        "present": True,
        "mine": seat.id == own,
    }


_renderer: BrowserRenderer | None = None


def picture_of(chair: Chair, table: Table) -> Picture:
    """The page as a seat sees it, as an array of rows, columns and colours."""
    global _renderer
    if _renderer is None:
        _renderer = BrowserRenderer()
        atexit.register(_close, _renderer)
    return pixels(_renderer.png(chair, table))


def _close(renderer: BrowserRenderer) -> None:
    with suppress(Exception):  # the browser may have ended before the program
        renderer.close()


def pixels(png: bytes) -> Picture:
    """The pixels of a PNG with 8 bits a colour, as chromium writes it."""
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    channels = {2: 3, 6: 4}[png[25]]
    data, at = b"", 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    out = np.zeros((height + 1, (width + 1) * channels), np.int16)  # a border of zeros above and to the left
    for y, row in enumerate(rows):
        _unfiltered(int(row[0]), row[1:].astype(np.int16), out[y], out[y + 1], channels)
    picture = out[1:, channels:].reshape(height, width, channels)[:, :, :3]
    return picture.astype(np.uint8)


def _unfiltered(kind: int, row: Any, above: Any, out: Any, channels: int) -> None:
    """Undo the filter of one row; `out` and `above` begin with one pixel of zeros."""
    if kind == 0:
        out[channels:] = row
    elif kind == 2:
        out[channels:] = (row + above[channels:]) & 255
    elif kind == 1:
        summed = np.cumsum(row.reshape(-1, channels), axis=0) & 255
        out[channels:] = summed.ravel()
    else:
        left, up, corner = [0] * channels, above.tolist(), above.tolist()
        written: list[int] = []
        for place, value in enumerate(row.tolist()):
            a = left[place] if place < channels else written[place - channels]
            b, c = up[place + channels], corner[place]
            if kind == 3:
                guess = (a + b) // 2
            else:  # Paeth
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
            written.append((value + guess) & 255)
        out[channels:] = written
