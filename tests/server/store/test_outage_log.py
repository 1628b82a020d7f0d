"""What a server says about an outage in its log: one line when it begins and one when it is over, whatever was under way."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import make_url

from ..host import Host
from ..line import Line
from ..player import Player, Sitting

SEATS = {"red": "me", "yellow": "bot:random"}


class Site:
    """A server behind lines to PostgreSQL and Redis that can be cut, with people at its tables."""

    def __init__(self, folder: Path, database: dict[str, str], stack: ExitStack, seconds: str) -> None:
        settings = {
            "SANDTABLE_RETRY": "0.05",
            "SANDTABLE_DATABASE_SECONDS": seconds,
            "SANDTABLE_REDIS_SECONDS": seconds,
        }
        self.lines = []
        for name, url in database.items():
            address = make_url(url)
            assert address.port is not None
            self.lines.append(stack.enter_context(Line(address.port)))
            settings[name] = address.set(port=self.lines[-1].port).render_as_string(hide_password=False)
        self.host = Host(folder, **settings).start()
        stack.callback(self.host.stop)
        self.ann = stack.enter_context(Player(self.host.url))
        self.tables = [self.ann.new("connect-four", SEATS)["id"] for _ in range(4)]
        self.sittings = [stack.enter_context(self.ann.sit(table, "red")) for table in self.tables]
        for sitting in self.sittings:
            sitting.look()

    def ask(self, path: str) -> int:
        return self.ann.http.get(path, timeout=60).status_code

    def trouble(self) -> None:
        """People ask, answer and come while nothing can be reached."""
        paths = ["/health", "/api/me", "/api/tables", *(f"/api/tables/{table}" for table in self.tables)]
        with ThreadPoolExecutor(8) as threads:
            asked = [threads.submit(self.ask, path) for path in paths * 3]
            told = [threads.submit(answered, sitting) for sitting in self.sittings]
            came = [threads.submit(self.come, table) for table in self.tables]
            assert {each.result() for each in asked} <= {200, 503}
            assert {each.result() for each in told} == {"refused"}
            for each in came:
                each.result()

    def come(self, table: str) -> None:
        with self.ann.sit(table, "red") as sitting:
            sitting.until(lambda frame: frame["t"] in ("bye", "away"))

    def until_well(self) -> None:
        self.ann.wait_for("/api/games", lambda games: self.ask("/health") == 200)
        for sitting in self.sittings:
            sitting.get("state")  # the first after "away"
            sitting.until_asked()
            assert sitting.answer(sitting.keys[0])["t"] == "state"


def answered(sitting: Sitting) -> str:
    return str(sitting.answer(sitting.keys[0])["t"])


@pytest.fixture
def site(tmp_path: Path, database: dict[str, str], request: pytest.FixtureRequest) -> Iterator[Site]:
    """Dead connections are found out by the time limit. One that is broken says so; there, a slow machine must not be an outage."""
    with ExitStack() as stack:
        yield Site(tmp_path, database, stack, request.param)


@pytest.mark.parametrize("site", ["60"], indirect=True)
def test_an_outage_is_one_line_and_its_end_another(site: Site) -> None:
    """PostgreSQL and Redis are killed: their connections break, and new ones are refused."""
    for line in site.lines:
        line.cut()
    site.trouble()
    for line in site.lines:
        line.restore()
    site.until_well()
    site.host.stop()
    assert "Traceback" not in site.host.log
    said = [
        line.partition(":")[0]
        for line in site.host.log.splitlines()
        if line.startswith(("the database", "Redis"))
    ]
    assert sorted(said) == [
        "Redis is back",
        "Redis is down",
        "the database cannot be read",
        "the database is back",
    ]


@pytest.mark.parametrize("site", ["1"], indirect=True)
def test_a_network_that_swallows_everything_leaves_no_traceback(site: Site) -> None:
    """Connections that are dead without being broken are found out one by one, and each try may be an outage of its own."""
    for line in site.lines:
        line.swallow(new=True)
    site.trouble()
    for line in site.lines:
        line.hear()
    site.until_well()
    site.host.stop()
    assert "Traceback" not in site.host.log
    assert "the database cannot be read: TimeoutError\n" in site.host.log
