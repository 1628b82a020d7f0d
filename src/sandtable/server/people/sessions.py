"""Sessions: the browsers in which somebody is logged in. Every function is part of a transaction."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Collection

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select

from ..store.models import SessionRow, table_of

SESSION = table_of(SessionRow)
#: A session lasts a year, because a game with long pauses can.
LASTS = 365 * 86400
#: How many sessions are looked up in one query.
MOST_ASKED = 500
#: What a User-Agent header contains, and what people call it. The first that is found counts: most browsers also claim to be others.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


class Session(msgspec.Struct, frozen=True):
    """A browser in which somebody is logged in. Its id is the hash of its token."""

    id: str
    browser: str
    created: float


def session_id(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_valid(session: str) -> ColumnElement[bool]:
    """The condition that a session has not ended."""
    return and_(SESSION.c.token == session, SESSION.c.created > time.time() - LASTS)


def begin_session(c: Connection, person: str, browser: str) -> str:
    """Start a session. Returns its token, which is stored nowhere."""
    token = secrets.token_urlsafe(24)
    row = {"token": session_id(token), "person": person, "created": time.time(), "browser": browser}
    c.execute(insert(SESSION).values(**row))
    return token


def end_sessions(c: Connection, person: str, but: str | None = None) -> None:
    """End all sessions of a person, but one if it is named."""
    ended = delete(SESSION).where(SESSION.c.person == person)
    c.execute(ended if but is None else ended.where(SESSION.c.token != but))


def sessions_of(c: Connection, person: str) -> list[Session]:
    """The sessions of a person, the latest first."""
    query = select(SESSION.c.token, SESSION.c.browser, SESSION.c.created)
    mine = query.where(SESSION.c.person == person, SESSION.c.created > time.time() - LASTS)
    return [Session(*row) for row in c.execute(mine.order_by(SESSION.c.created.desc()))]


def valid_sessions(c: Connection, sessions: Collection[str]) -> set[str]:
    """Those of these sessions that have not ended."""
    listed, found, oldest = list(sessions), set[str](), time.time() - LASTS
    for start in range(0, len(listed), MOST_ASKED):
        some = SESSION.c.token.in_(listed[start : start + MOST_ASKED])
        found.update(c.execute(select(SESSION.c.token).where(some, SESSION.c.created > oldest)).scalars())
    return found


def browser_of(agent: str) -> str:
    """What people call a browser, from its User-Agent header.

    >>> browser_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox on Linux'
    >>> browser_of("python-httpx/0.27"), browser_of("")
    ('python-httpx', 'unknown')
    """
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), None)
    if browser is None:
        product = agent.split("/")[0].split(" ")[0]
        return product[:40] if product.isascii() and product.isprintable() and product else "unknown"
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), None)
    return browser if system is None else f"{browser} on {system}"
