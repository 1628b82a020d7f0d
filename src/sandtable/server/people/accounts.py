"""Guests, accounts, passwords, and the signed cookie that identifies a browser's session."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..refusal import Refused
from ..settings import Settings
from ..store.database import Database
from ..store.models import PersonRow, SettingRow, table_of
from .sessions import (
    SESSION,
    Session,
    begin_session,
    end_sessions,
    is_valid,
    session_id,
    sessions_of,
    valid_sessions,
)

PERSON, SETTING = map(table_of, (PersonRow, SettingRow))
WRONG = "Name or password is wrong."
KEPT = "You have an account; its name stays."
COOKIE = "sandtable"
#: A cookie that a browser keeps after a log-in, so that the account recognises it.
DEVICE = "sandtable_device"


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    is_guest: bool
    webhook: str = ""
    #: The id of the session that this person comes with.
    session: str = ""


class People:
    """Everybody who has played on this server."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self._given = database, settings.secret
        cheap = settings.passwords == "cheap"
        self._hasher = (
            PasswordHasher(time_cost=1, memory_cost=8, parallelism=1) if cheap else PasswordHasher()
        )
        self._nobody = self._hasher.hash(secrets.token_hex(8))
        # A hash takes a lot of memory and a third of a second of a core. These threads do nothing else.
        self._hashing = ThreadPoolExecutor(2, "hash")
        self._secret = b""

    async def start(self) -> None:
        """Find the key that signs cookies, or create one that all processes share."""
        self._secret = (self._given or await self._kept_secret()).encode()

    async def _kept_secret(self) -> str:
        query = select(SETTING.c.value).where(SETTING.c.name == "secret")
        kept = await self.database.read(lambda c: c.scalar(query))
        if kept is None:
            kept = secrets.token_hex(32)
            made = insert(SETTING).values(name="secret", value=kept)
            try:
                await self.database.write(lambda c: c.execute(made))
            except IntegrityError:  # another process was quicker
                return await self._kept_secret()
        return str(kept)

    def close(self) -> None:
        self._hashing.shutdown(wait=False, cancel_futures=True)

    # Cookies

    def _sign(self, token: str) -> str:
        return hmac.new(self._secret, token.encode(), hashlib.sha256).hexdigest()[:32]

    async def of_cookie(self, cookie: str | None) -> Person | None:
        """The person a cookie belongs to; None if it is forged or its session has ended."""
        token, _, signature = (cookie or "").partition(".")
        if not token or not hmac.compare_digest(signature.encode(), self._sign(token).encode()):
            return None
        session = session_id(token)
        query = select(PERSON).join(SESSION, SESSION.c.person == PERSON.c.id).where(is_valid(session))
        row = await self.database.read(lambda c: c.execute(query).mappings().first())
        return None if row is None else _person(row, session)

    def _cookie(self, token: str) -> str:
        return f"{token}.{self._sign(token)}"

    async def begin_session(self, person: str, browser: str = "") -> str:
        """Start a session. Returns the value of its cookie."""
        return self._cookie(await self.database.write(lambda c: begin_session(c, person, browser)))

    async def end_session(self, session: str) -> None:
        ended = delete(SESSION).where(SESSION.c.token == session)
        await self.database.write(lambda c: c.execute(ended))

    async def end_sessions(self, person: str) -> None:
        """Log somebody out everywhere."""
        await self.database.write(lambda c: end_sessions(c, person))

    async def sessions_of(self, person: str) -> list[Session]:
        """Where somebody is logged in, the latest first."""
        return await self.database.read(lambda c: sessions_of(c, person))

    async def valid(self, sessions: Collection[str]) -> set[str]:
        """Those of these sessions that have not ended."""
        return await self.database.read(lambda c: valid_sessions(c, sessions))

    def new_device(self, name: str) -> str:
        """The device cookie for a browser that has just logged in to an account."""
        token = secrets.token_urlsafe(12)
        return f"{token}.{self._sign_device(token, name)}"

    def known_device(self, cookie: str | None, name: str) -> str | None:
        """The id by which this account knows a browser; None if that browser has never logged in to it."""
        token, _, signature = (cookie or "").partition(".")
        fits = hmac.compare_digest(signature.encode(), self._sign_device(token, name).encode())
        return token if token and fits else None

    def _sign_device(self, token: str, name: str) -> str:
        return self._sign(f"device {token} {login_of(name)}")

    # Guests and accounts

    async def make_guest(self, name: str) -> Person:
        person = Person(secrets.token_hex(8), clean_name(name), True)
        row = insert(PERSON).values(id=person.id, name=person.name, webhook="", created=time.time())
        await self.database.write(lambda c: c.execute(row))
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Rename a guest. An account keeps its name."""
        if not person.is_guest:
            raise Refused("conflict", KEPT)
        name = clean_name(name)
        renamed = update(PERSON).where(PERSON.c.id == person.id, PERSON.c.login.is_(None)).values(name=name)
        if (await self.database.write(lambda c: c.execute(renamed))).rowcount != 1:
            raise Refused("conflict", KEPT)
        return msgspec.structs.replace(person, name=name)

    async def make_account(
        self, guest: Person | None, name: str, password: str, browser: str = ""
    ) -> tuple[Person, str]:
        """Create an account. Returns it with the cookie of its first session.

        A guest who creates one keeps their tables and seats. The guest's sessions end: a cookie that somebody
        has seen before there was a password must not open the account.
        """
        name = clean_name(name)
        hashed = await self._hashed(password)
        values = {"name": name, "login": login_of(name), "password": hashed}
        person = guest.id if guest else secrets.token_hex(8)

        def make(c: Connection) -> str:
            if guest is None:
                c.execute(insert(PERSON).values(**values, id=person, webhook="", created=time.time()))
            else:
                mine = update(PERSON).where(PERSON.c.id == person, PERSON.c.login.is_(None))
                if c.execute(mine.values(**values)).rowcount != 1:
                    raise Refused("conflict", "You have an account already.")
                end_sessions(c, person)
            return begin_session(c, person, browser)

        try:
            token = await self.database.write(make)
        except IntegrityError:
            raise Refused("conflict", "That name is taken.") from None
        return Person(person, name, False, guest.webhook if guest else ""), self._cookie(token)

    async def login(self, name: str, password: str, browser: str = "") -> tuple[Person, str]:
        """The person with this name and password, and the cookie of a new session.

        A wrong name takes as long as a wrong password.
        """
        query = select(PERSON).where(PERSON.c.login == login_of(name))
        row = await self.database.read(lambda c: c.execute(query).mappings().first())
        hashed = self._nobody if row is None else row["password"]
        if not await self._is_right(hashed, password) or row is None:
            raise Refused("who", WRONG)
        person = _person(row)

        def enter(c: Connection) -> str:
            _check_password(c, person.id, hashed)
            return begin_session(c, person.id, browser)

        return person, self._cookie(await self.database.write(enter))

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Give an account another password. All its sessions end but the one this comes from."""
        query = select(PERSON.c.password).where(PERSON.c.id == person.id)
        known = await self.database.read(lambda c: c.scalar(query))
        if known is None:
            raise Refused("conflict", "You have no account, and so no password.")
        if not await self._is_right(known, old):
            raise Refused("who", "The old password is wrong.")
        hashed = await self._hashed(new)

        def change(c: Connection) -> None:
            _check_password(c, person.id, known)
            if not valid_sessions(c, [person.session]):
                raise Refused("who", "You have been logged out meanwhile.")
            c.execute(update(PERSON).where(PERSON.c.id == person.id).values(password=hashed))
            end_sessions(c, person.id, but=person.session)

        await self.database.write(change)

    async def _hashed(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._hashing, self._hasher.hash, password)

    async def _is_right(self, hashed: str, password: str) -> bool:
        return await asyncio.get_running_loop().run_in_executor(self._hashing, self._fits, hashed, password)

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def set_webhook(self, person: str, url: str) -> None:
        changed = update(PERSON).where(PERSON.c.id == person).values(webhook=url)
        await self.database.write(lambda c: c.execute(changed))

    async def webhook_of(self, person: str) -> str:
        query = select(PERSON.c.webhook).where(PERSON.c.id == person)
        return str(await self.database.read(lambda c: c.scalar(query)) or "")


def _person(row: Mapping[Any, Any], session: str = "") -> Person:
    return Person(row["id"], row["name"], row["login"] is None, row["webhook"], session)


def _check_password(c: Connection, person: str, hashed: str) -> None:
    """The password must still be the one that was compared: it may have been changed meanwhile. Nobody changes it before this transaction ends."""
    query = select(PERSON.c.password).where(PERSON.c.id == person).with_for_update()
    if c.scalar(query) != hashed:
        raise Refused("who", WRONG)


def login_of(name: str) -> str:
    """The form of a name that log-ins are compared by: names that look alike are the same log-in."""
    return unicodedata.normalize("NFKC", clean_name(name)).casefold()[:80]


def clean_name(name: str) -> str:
    """A name without invisible characters. It is shown as text everywhere, so nothing else needs escaping."""
    return clean_text(" ".join(name.split()), "A name", 40)


def clean_text(text: str, what: str, most: int) -> str:
    text = "".join(c for c in text if c == "\n" or unicodedata.category(c)[0] != "C").strip()
    if not text:
        raise Refused("bad", f"{what} needs at least one letter.")
    return text[:most]
