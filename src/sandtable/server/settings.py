"""Everything a host can set, from the environment."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from sandtable.engine import NotFound, SandtableError
from sandtable.games.own import is_path

#: Settings that other parts of Sandtable read, so that the server's worker processes have them too.
SHARED = ("games", "packs", "bots", "offer")
PREFIX = "SANDTABLE_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Each field except `data` can be set by the environment variable SANDTABLE_<NAME>."""

    #: The folder of the SQLite file; `serve` passes the user's data folder.
    data: Path
    #: A database URL for SQLAlchemy: sqlite:///..., postgresql+asyncpg://... Empty: SQLite in `data`.
    database: str = ""
    #: redis://host:port/0, for several processes on one database. Empty: this process is the only one.
    redis: str = ""
    #: The key that signs cookies. Empty: one is created and kept in the database.
    secret: str = ""
    #: Allowed origins besides the one that matches the Host header: https://a.org,https://b.org
    origins: tuple[str, ...] = ()
    #: Host names the server answers to; empty: any.
    hosts: tuple[str, ...] = ()
    #: How many worker processes there are for bots that search.
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    #: How many worker processes there are for short jobs: answers of the house bot, hints and odds.
    quick_workers: int = 2
    #: The time limit for a bot's answer in seconds, waiting for a worker included; then the house answers.
    patience: float = 30.0
    #: The same where a person waits: hints, odds, and the house bot's answer when somebody's time is up.
    quick_patience: float = 10.0
    #: How many seconds a searching bot waits for somebody to watch; if nobody does, the house bot answers.
    unwatched: float = 20.0
    #: A table that nobody has looked at for this many seconds is dropped from memory.
    idle: float = 600.0
    #: All rate limits and caps on sockets are multiplied by this; 0 lifts them.
    limits: float = 1.0
    #: How many sockets one person, and one address, may have open in a process; 0 is any number.
    sockets_each: Annotated[int, msgspec.Meta(ge=0)] = 30
    sockets_address: Annotated[int, msgspec.Meta(ge=0)] = 200
    #: A client is cut off when what it is sent has waited for this many seconds, or is more than this many bytes.
    unread_seconds: Annotated[float, msgspec.Meta(gt=0)] = 20.0
    unread_bytes: Annotated[int, msgspec.Meta(gt=0)] = 1_000_000
    #: Whether a webhook may call an address inside the host's own network.
    private_webhooks: bool = False
    #: The time limit for calling a webhook, in seconds.
    webhook_seconds: float = 5.0
    #: How many webhooks are called at once, and how many of them for one person.
    webhook_calls: int = 16
    webhook_calls_each: int = 2
    #: The bearer token for reading /metrics from another machine; empty: only this machine can.
    metrics: str = ""
    #: The public address of the server, for links in webhooks: https://play.example.org
    address: str = ""
    #: How SQLite syncs: "normal" survives a crash of the server, "full" also a power failure, but is slower.
    sync: str = "normal"
    #: How much work hashing a password is: "normal", or "cheap" for tests.
    passwords: str = "normal"
    #: For tests and demonstrations: all dice and choices of bots follow from this word, and are not secret.
    seed: str = ""
    #: How many seconds a bot thinks before the page says so.
    thinking_after: float = 0.4
    #: How many seconds to wait before calling the webhook of somebody who is asked and away.
    notice_after: float = 5.0
    #: How often, in seconds, the sweep looks for tables that wait for a bot or a clock.
    sweep: float = 10.0
    #: How many unwatched tables the sweep keeps in memory at a time; others take turns.
    sweep_page: Annotated[int, msgspec.Meta(ge=1)] = 200
    #: How often, in seconds, the database or Redis is retried while it is down.
    retry: Annotated[float, msgspec.Meta(gt=0)] = 0.5
    #: The time limit for a database statement, in seconds; a slower one counts as an outage.
    database_seconds: Annotated[float, msgspec.Meta(gt=0)] = 15.0
    #: The time limit for a Redis command, in seconds; a slower one is retried.
    redis_seconds: Annotated[float, msgspec.Meta(gt=0)] = 5.0
    #: Time limits in seconds for updating a replay and for checking an imported game, waiting for a worker
    #: included.
    replay_seconds: float = 60.0
    import_seconds: float = 30.0
    #: How many megabytes of memory reading an imported game may take.
    import_megabytes: Annotated[float, msgspec.Meta(gt=0)] = 512.0
    #: A request that has not arrived completely within this many seconds is dropped.
    request_within: Annotated[float, msgspec.Meta(gt=0)] = 30.0

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'server.sqlite3'}"

    @property
    def shown(self) -> str:
        """Where games are stored, without the password."""
        return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", self.database) or str(self.data)

    @property
    def is_sqlite(self) -> bool:
        return self.url.startswith("sqlite")


def read_settings(data: Path, environ: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """Settings from the environment; keyword arguments take precedence. Errors name the setting."""
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


def read_settings_file(path: Path) -> dict[str, str]:
    """The settings of a TOML file, as the environment would have them: `games = ["mine.py"]` is SANDTABLE_GAMES.

    Paths of games and packs are relative to the file. Errors name the file and the setting.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SandtableError(f"The settings in {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise SandtableError(f"The settings in {path} cannot be read: {error}.") from None
    known = [*SHARED, *(name for name in Settings.__struct_fields__)]
    environ = {}
    for name, value in found.items():
        if name not in known:
            raise SandtableError(f"{path}: {NotFound('setting', name, known)}")
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(each, (str, int, float)) for each in values):
            raise SandtableError(f"{path}: {name} must be a text, a number or a list of texts.")
        words = [str(each).lower() if isinstance(each, bool) else str(each) for each in values]
        if name in ("games", "packs"):
            words = [_beside(path, word) if name == "packs" or is_path(word) else word for word in words]
        environ[PREFIX + name.upper()] = ",".join(words)
    return environ


def _beside(file: Path, name: str) -> str:
    return str((file.parent / Path(name).expanduser()).resolve())
