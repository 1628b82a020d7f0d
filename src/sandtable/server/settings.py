"""Everything a host can set, from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from sandtable.engine import SandtableError

PREFIX = "SANDTABLE_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the server is told. Each field but `data` is the environment variable SANDTABLE_<NAME>."""

    #: The folder of the SQLite file; `serve` gives the user's data folder.
    data: Path
    #: A database of SQLAlchemy: sqlite:///..., postgresql+asyncpg://... Empty: SQLite in `data`.
    database: str = ""
    #: redis://host:port/0, for several processes on one database. Empty: this process is the only one.
    redis: str = ""
    #: Signs cookies. Empty: one is made and kept in the database.
    secret: str = ""
    #: Addresses under which pages may be opened besides the one the browser names in Host: https://a.org,https://b.org
    origins: tuple[str, ...] = ()
    #: Names under which the server answers; empty: any.
    hosts: tuple[str, ...] = ()
    #: How many processes think at length, for bots that search.
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    #: How many processes there are for short jobs: the house's answers, hints and odds.
    quick_workers: int = 2
    #: The longest a bot may take over an answer, in seconds, waiting for a worker included; then the house answers.
    patience: float = 30.0
    #: The same where somebody waits: a hint, odds, and the house's answer for somebody whose time is up.
    quick_patience: float = 10.0
    #: How many seconds a bot that thinks at length waits for somebody to look; if nobody does, the house answers.
    unwatched: float = 20.0
    #: A table that nobody looks at for so many seconds leaves the memory.
    idle: float = 600.0
    #: All rate limits are multiplied by this; 0 lifts them.
    limits: float = 1.0
    #: Whether a webhook may call an address inside the host's own network.
    private_webhooks: bool = False
    #: The longest a call of a webhook may take in all, in seconds.
    webhook_seconds: float = 5.0
    #: How many webhooks are called at once, and how many of them for one person.
    webhook_calls: int = 16
    webhook_calls_each: int = 2
    #: What a program on another machine must send to read /metrics ("Authorization: Bearer ..."); empty: none can.
    metrics: str = ""
    #: The public address, for links in notices: https://play.example.org
    address: str = ""
    #: Of SQLite: "normal" survives every crash of the server, "full" a loss of power too, and is slower.
    sync: str = "normal"
    #: How much work a password is: "normal", or "cheap" for tests.
    passwords: str = "normal"
    #: For tests and demonstrations: the dice of every game and the choices of bots follow from this word, and are not secret.
    seed: str = ""
    #: So many seconds after a bot has been asked, people are told that it is thinking.
    thinking_after: float = 0.4
    #: So many seconds after somebody who is away has been asked, the webhook is called.
    notice_after: float = 5.0
    #: Every so many seconds, tables that wait for a bot or a clock are looked at again.
    sweep: float = 10.0
    #: How many tables that nobody looks at the sweep reads at a time and keeps in memory; further ones take turns.
    sweep_page: Annotated[int, msgspec.Meta(ge=1)] = 200
    #: While the database or Redis is away, it is tried again every so many seconds.
    retry: Annotated[float, msgspec.Meta(gt=0)] = 0.5
    #: The longest the database may take over a statement, in seconds; more counts as an outage.
    database_seconds: Annotated[float, msgspec.Meta(gt=0)] = 15.0
    #: The longest Redis may take, in seconds; then it is tried again.
    redis_seconds: Annotated[float, msgspec.Meta(gt=0)] = 5.0
    #: The longest that bringing a replay up to date may take, and checking an imported game, waiting included.
    replay_seconds: float = 60.0
    import_seconds: float = 30.0
    #: A request that has not arrived as a whole within so many seconds is dropped.
    request_within: Annotated[float, msgspec.Meta(gt=0)] = 30.0

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'server.sqlite3'}"

    @property
    def shown(self) -> str:
        """Where games are kept, without the password."""
        return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", self.database) or str(self.data)

    @property
    def is_sqlite(self) -> bool:
        return self.url.startswith("sqlite")


def read_settings(data: Path, environ: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """Settings from the environment; what is given goes first. A wrong one is an error that names it."""
    found: dict[str, Any] = {"data": data}
    for field in msgspec.structs.fields(Settings):
        text = environ.get(PREFIX + field.name.upper())
        if text is None or field.name == "data":
            continue
        value: Any = (
            [part.strip() for part in text.split(",") if part.strip()]
            if field.type == tuple[str, ...]
            else text
        )
        found[field.name] = value
    found.update(given)
    try:
        settings = msgspec.convert(found, type=Settings, strict=False)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at ")
        name = where.strip("`$.").upper()
        raise SandtableError(f"{PREFIX}{name} cannot be used: {why}.") from None
    if settings.sync not in ("normal", "full"):
        raise SandtableError(f"{PREFIX}SYNC is normal or full, not {settings.sync!r}.")
    if settings.url.startswith("postgres") and "+asyncpg" not in settings.url:
        rest = settings.url.partition("://")[2]
        settings = msgspec.structs.replace(settings, database=f"postgresql+asyncpg://{rest}")
    return settings
