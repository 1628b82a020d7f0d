"""Refusals: errors a client can cause, with an HTTP status, a code for programs and a sentence for people."""

from __future__ import annotations

from sandtable.engine import SandtableError

STATUS = {
    "bad": 400,
    "who": 401,
    "forbidden": 403,
    "missing": 404,
    "conflict": 409,
    "gone": 410,
    "large": 413,
    "often": 429,
    # Too many sockets are open.
    "crowded": 429,
    "broken": 500,
    # The database is down; this passes by itself.
    "away": 503,
    # The table cannot be opened until somebody fixes it.
    "unopened": 503,
}


class Refused(SandtableError):
    """A request that is refused. `code` is one of STATUS."""

    def __init__(self, code: str, why: str) -> None:
        self.code, self.status = code, STATUS[code]
        super().__init__(why)


def is_missing(error: BaseException) -> bool:
    """Whether something does not exist, such as a table that was removed."""
    return isinstance(error, Refused) and error.code == "missing"
