"""Guests, accounts, passwords, and the signed cookie that identifies a browser's session."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Insert, Update, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..refusal import Refused
from ..settings import Settings
from ..store.database import Database
from ..store.models import PersonRow, SessionRow, SettingRow, table_of

PERSON, SESSION, SETTING = map(table_of, (PersonRow, SessionRow, SettingRow))
COOKIE = "sandtable"
#: A cookie that a browser keeps after a log-in, so that the account recognises it.
DEVICE = "sandtable_device"
#: A session lasts a year, because a game with long pauses can.
LASTS = 365 * 86400


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    is_guest: bool
    webhook: str = ""


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
        query = (
            select(PERSON)
            .join(SESSION, SESSION.c.person == PERSON.c.id)
            .where(SESSION.c.token == _hashed(token), SESSION.c.created > time.time() - LASTS)
        )
        row = await self.database.read(lambda c: c.execute(query).mappings().first())
        return None if row is None else Person(row["id"], row["name"], row["login"] is None, row["webhook"])

    async def begin_session(self, person: str) -> str:
        """Start a session. Returns the value of its cookie."""
        token = secrets.token_urlsafe(24)
        session = insert(SESSION).values(token=_hashed(token), person=person, created=time.time())
        await self.database.write(lambda c: c.execute(session))
        return f"{token}.{self._sign(token)}"

    async def end_session(self, cookie: str) -> None:
        session = delete(SESSION).where(SESSION.c.token == _hashed(cookie.partition(".")[0]))
        await self.database.write(lambda c: c.execute(session))

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
            raise Refused("conflict", "You have an account; its name stays.")
        name = clean_name(name)
        renamed = update(PERSON).where(PERSON.c.id == person.id).values(name=name)
        await self.database.write(lambda c: c.execute(renamed))
        return msgspec.structs.replace(person, name=name)

    async def make_account(self, guest: Person | None, name: str, password: str) -> Person:
        """Create an account. A guest who creates one keeps their tables and seats."""
        name = clean_name(name)
        login = login_of(name)
        loop = asyncio.get_running_loop()
        hashed = await loop.run_in_executor(self._hashing, self._hasher.hash, password)
        person = Person(
            guest.id if guest else secrets.token_hex(8), name, False, guest.webhook if guest else ""
        )
        values = {"name": name, "login": login, "password": hashed}
        account: Update | Insert
        if guest is not None:
            account = update(PERSON).where(PERSON.c.id == guest.id).values(**values)
        else:
            account = insert(PERSON).values(**values, id=person.id, webhook="", created=time.time())
        try:
            await self.database.write(lambda c: c.execute(account))
        except IntegrityError:
            raise Refused("conflict", "That name is taken.") from None
        return person

    async def login(self, name: str, password: str) -> Person:
        """The person with this name and password. A wrong name takes as long as a wrong password."""
        query = select(PERSON).where(PERSON.c.login == login_of(name))
        row = await self.database.read(lambda c: c.execute(query).mappings().first())
        hashed = self._nobody if row is None else row["password"]
        loop = asyncio.get_running_loop()
        fits = await loop.run_in_executor(self._hashing, self._fits, hashed, password)
        if row is None or not fits:
            raise Refused("who", "Name or password is wrong.")
        return Person(row["id"], row["name"], False, row["webhook"])

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


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


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
