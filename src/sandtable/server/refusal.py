"""Saying no: every error a client can cause, with the status, a code for programs and a sentence for people."""

from __future__ import annotations

from sandtable.engine import SandtableError

STATUS = {
    "bad": 400,
    "who": 401,
    "forbidden": 403,
    "missing": 404,
    "conflict": 409,
    "large": 413,
    "often": 429,
    "broken": 500,
    # It will pass by itself: the database is away.
    "away": 503,
    # Somebody must mend it first: the table cannot be opened.
    "unopened": 503,
}


class Refused(SandtableError):
    """Something a client wanted and does not get. `code` is one of STATUS."""

    def __init__(self, code: str, why: str) -> None:
        self.code, self.status = code, STATUS[code]
        super().__init__(why)
