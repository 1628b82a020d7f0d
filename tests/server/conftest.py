"""Servers for the tests: one process on SQLite, and two processes on PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .. import services
from .host import Host
from .player import Player

BACKENDS = ["sqlite", "postgres"]


class Place:
    """Where tests play: one server, or two on one database. Players go to them in turn."""

    def __init__(self, hosts: list[Host]) -> None:
        self.hosts = hosts
        self._players: list[Player] = []

    def player(self, name: str = "Ann") -> Player:
        player = Player(self.hosts[len(self._players) % len(self.hosts)].url, name)
        self._players.append(player)
        return player

    def leave(self) -> None:
        for player in self._players:
            player.close()
        self._players = []


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """PostgreSQL and Redis, as settings."""
    services.need("postgresql", "redis-server")
    with services.postgres() as url, services.redis(tmp_path_factory.mktemp("redis")) as redis:
        yield {"SANDTABLE_DATABASE": url, "SANDTABLE_REDIS": redis}


@pytest.fixture(scope="session")
def sqlite_hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Host]]:
    host = Host(tmp_path_factory.mktemp("sqlite")).start()
    yield [host]
    host.stop()


@pytest.fixture(scope="session")
def postgres_hosts(
    tmp_path_factory: pytest.TempPathFactory, database: dict[str, str]
) -> Iterator[list[Host]]:
    folder = tmp_path_factory.mktemp("two")
    hosts = [Host(folder, **database).launch() for _ in range(2)]  # both at once: they share a new database
    for host in hosts:
        host.wait()
    yield hosts
    for host in hosts:
        host.stop()


@pytest.fixture(params=BACKENDS)
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """Each test that takes this runs on SQLite, and on PostgreSQL and Redis with two processes."""
    place = Place(request.getfixturevalue(f"{request.param}_hosts"))
    yield place
    place.leave()


@pytest.fixture(params=BACKENDS)
def where(request: pytest.FixtureRequest) -> dict[str, str]:
    """Settings that name a database, for hubs inside the test's own process."""
    if request.param == "sqlite":
        return {}
    return {"database": request.getfixturevalue("database")["SANDTABLE_DATABASE"]}


@pytest.fixture
def alone(sqlite_hosts: list[Host]) -> Iterator[Place]:
    """One process on SQLite, for what no database can change."""
    place = Place(sqlite_hosts)
    yield place
    place.leave()
