"""A player: an HTTP client with a cookie, and sockets at tables."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.sync.client import ClientConnection, connect

Frame = dict[str, Any]
#: Only a test that fails waits this long.
GUARD = 30.0


class Player:
    """Somebody with a browser, so to speak."""

    def __init__(self, url: str, name: str = "Ann") -> None:
        self.url, self.name = url, name
        self.http = httpx.Client(base_url=url, timeout=30)
        if name:
            self.me = self.post("/api/guest", name=name)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return self._checked(self.http.get(path, params=query), status)

    def wait_for(self, path: str, is_so: Callable[[Any], Any]) -> Any:
        """Ask again until something is so: another process hears the news a moment later."""
        end = time.monotonic() + GUARD
        while not is_so(found := self.get(path)):
            assert time.monotonic() < end, f"{path}: {found}"
        return found

    def post(self, path: str, status: int | None = None, /, **data: Any) -> Any:
        return self._checked(self.http.post(path, json=data), status)

    def put(self, path: str, status: int | None = None, /, **data: Any) -> Any:
        return self._checked(self.http.put(path, json=data), status)

    def _checked(self, answer: httpx.Response, status: int | None) -> Any:
        wanted = (200, 201, 204) if status is None else (status,)
        assert answer.status_code in wanted, f"{answer.request.url}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def new(self, game: str, seats: dict[str, str], **more: Any) -> Any:
        return self.post("/api/tables", game=game, seats=seats, **more)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def sit(self, table: str, seat: str | None = None, *, facts: str = "", **headers: str) -> Sitting:
        query = urlencode({name: it for name, it in (("seat", seat), ("facts", facts)) if it})
        url = f"{self.url.replace('http', 'ws', 1)}/ws/t/{table}?{query}"
        given = {"Cookie": self.cookie, **headers} if self.cookie else headers
        return Sitting(connect(url, additional_headers=given, max_size=None, close_timeout=2))

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Sitting:
    """A socket at a table. `state` is the last state frame, `log` all lines as a client keeps them."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self._opening = opening
        self.socket = opening.__enter__()
        self.frames: list[Frame] = []
        self.state: Frame = {}
        self.log: list[Any] = []
        self._id = 0

    def __enter__(self) -> Sitting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opening.__exit__(None, None, None)

    def next(self, timeout: float = 20) -> Frame:
        """The next frame, whatever it is."""
        frame: Frame = json.loads(self.socket.recv(timeout))
        self.frames.append(frame)
        if frame["t"] == "state":
            assert frame["n"] == self.state.get("n", 0) + 1, "state frames are counted without a gap"
            self.state = frame
            self.log = [*self.log[: frame["log"]["keep"]], *frame["log"]["lines"]]
        return frame

    def until(self, is_it: Callable[[Frame], Any]) -> Frame:
        """The next frame that is wanted."""
        while not is_it(frame := self.next()):
            pass
        return frame

    def get(self, kind: str) -> Frame:
        return self.until(lambda frame: frame["t"] == kind)

    def look(self) -> Frame:
        """The state to begin with."""
        return self.get("state")

    def say(self, kind: str, **more: Any) -> int:
        self._id += 1
        self.raw(json.dumps({"t": kind, "id": self._id, **more}))
        return self._id

    def raw(self, data: str | bytes) -> None:
        self.socket.send(data)

    def do(self, kind: str, **more: Any) -> Frame:
        """Say something and wait for what comes of it: a state with our number, or a refusal."""
        number = self.say(kind, **more)
        return self.until(lambda f: number in (f.get("ack"), f.get("id")))

    def answer(self, *keys: str, n: int | None = None) -> Frame:
        return self.do("answer", n=self.state["n"] if n is None else n, keys=list(keys))

    def is_asked(self) -> bool:
        return self.state["waiting"] is not None and self.state["waiting"] == self.state["seat"]

    def until_asked(self) -> Frame:
        """Wait until it is our turn or the game is over."""
        if self.state and (self.is_asked() or self.state["outcome"]):
            return self.state
        return self.until(lambda f: f["t"] == "state" and (self.is_asked() or f["outcome"]))

    @property
    def keys(self) -> list[str]:
        return [option["key"] for option in self.state["question"]["options"]]


def raw_request(port: int, request: bytes) -> bytes:
    """A request as it stands, which no HTTP client would send."""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(request)
        data = b""
        while part := connection.recv(65536):
            data += part
        return data
