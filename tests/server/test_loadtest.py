"""The load test: every seat is a client, games follow each other, the knee is found, and kills lose nothing."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from click.testing import CliRunner

from sandtable.cli import cli
from sandtable.engine import SandtableError
from sandtable.server.loadtest import play
from sandtable.server.loadtest.client import FRAMES, Client, HeardFrame
from sandtable.server.loadtest.measuring import find_knee, is_good, run_kills, run_rate
from sandtable.server.loadtest.play import Field, Figures, Load
from sandtable.server.loadtest.servers import own_servers

from .conftest import Place


def test_a_small_load_is_measured(alone: Place) -> None:
    """It lasts until some answers have been seen, however fast the machine is."""
    found = asyncio.run(run_rate([alone.hosts[0].url], Load("red-dust", tables=2), 100.0, 0.0, least=8))
    assert found.answers >= 8
    assert found.answers_a_second > 0
    assert found.p50 <= found.p95 <= found.slowest
    assert found.refused == 0
    assert found.cpu > 0


def test_a_game_that_is_over_is_followed_by_another(alone: Place) -> None:
    """A load that faded away with its games would measure nothing. Every seat plays."""

    async def run() -> None:
        field = Field([alone.hosts[0].url], Load("connect-four", tables=1))
        await field.open()
        first = field.tables[0].id
        assert len(field.tables[0].clients) == 2
        field.pause = 0.0
        async with asyncio.timeout(60):
            while field.tables[0].id == first or len(field.times) < 60:
                await asyncio.sleep(0.01)
        await field.close()
        assert field.refused == []

    asyncio.run(run())


def test_a_game_that_has_gone_on_for_long_is_not_measured(
    alone: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could end under the load, and to set up another game is no answer."""
    monkeypatch.setattr(play, "OLD", 4)

    async def run() -> None:
        field = Field([alone.hosts[0].url], Load("red-dust", tables=2))
        await field.open()
        first = [table.id for table in field.tables]
        await field.measure(200.0, 0.0, lambda: 0.0, least=20)
        is_old = [table.answers >= 4 for table in field.tables]
        assert any(is_old)
        await field.measure(200.0, 0.0, lambda: 0.0, least=4)
        now = [table.id for table in field.tables]
        assert [a != b for a, b in zip(first, now, strict=True)] == is_old
        await field.close()

    asyncio.run(run())


def test_a_game_for_one_is_refused(alone: Place) -> None:
    with pytest.raises(SandtableError, match="two or more"):
        asyncio.run(run_rate([alone.hosts[0].url], Load("surface-combat", tables=1), 10.0, 0.0))


def test_the_knee_is_found() -> None:
    """With a server that takes 1,000 answers a second and not one more."""
    tried: list[float] = []

    async def measure(rate: float) -> Figures:
        tried.append(rate)
        p95 = 10.0 if rate <= 1000 else 500.0
        return Figures(rate, min(rate, 1000.0), 100, 5.0, p95, p95, p95, 0)

    steps = asyncio.run(find_knee(measure))
    best = max(step.answers_a_second for step in steps if is_good(step))
    assert 900 <= best <= 1000
    assert len(tried) < 15


def test_one_hesitation_at_a_low_rate_does_not_end_the_search() -> None:
    """A machine that is shared stops for a moment now and then. It used to be taken for the knee."""
    tried: list[float] = []

    async def measure(rate: float) -> Figures:
        tried.append(rate)
        is_slow = rate > 1000 or len(tried) in (1, 4)
        p95 = 500.0 if is_slow else 10.0
        return Figures(rate, min(rate, 1000.0), 100, 5.0, p95, p95, p95, 0)

    steps = asyncio.run(find_knee(measure))
    assert 900 <= max(step.answers_a_second for step in steps if is_good(step)) <= 1000
    assert tried[:5] == [100, 100, 160, 256, 256]


def test_a_server_that_falls_behind_is_not_good() -> None:
    """Answers that are quick, but far fewer than were tried for, are no sign of a quick server."""
    assert is_good(Figures(100.0, 95.0, 100, 5.0, 90.0, 99.0, 99.0, 0))
    assert not is_good(Figures(100.0, 60.0, 100, 5.0, 90.0, 99.0, 99.0, 0))
    assert not is_good(Figures(100.0, 99.0, 100, 5.0, 101.0, 120.0, 130.0, 0))


def test_kills_under_load_lose_nothing() -> None:
    """What anybody was sent before a kill -9 is there after it. `sandtable loadtest --kills 36` is the long version."""
    with own_servers() as servers:
        found = asyncio.run(run_kills(servers, Load("connect-four", tables=6), 400.0, kills=2, least=60))
    assert found.answers >= 120
    assert found.lost == []


def test_the_command_measures_a_server_of_its_own() -> None:
    """With the event loop that the command chooses, and clients that want what the page wants."""
    words = "loadtest --game connect-four --tables 2 --rate 50 --seconds 0.1 --json"
    result = CliRunner().invoke(cli, words.split())
    assert result.exit_code == 0, result.output
    assert msgspec.json.decode(result.stdout)["answers"] >= 2


def test_a_lost_answer_is_noticed() -> None:
    """The check itself: a line that was sent and is missing on the next connection, or another in its place."""

    def state(*lines: str) -> HeardFrame:
        log = {"lines": [{"n": n, "text": text} for n, text in enumerate(lines, 1)]}
        return FRAMES.decode(msgspec.json.encode({"t": "state", "n": 1, "log": log}))

    client = Client("red", lambda client, frame: None)
    assert not client.lost_lines(state())
    client.read_log(state("one", "two"))
    assert client.count == 2
    assert not client.lost_lines(state("one", "two", "three"))
    assert client.lost_lines(state("one"))
    assert client.lost_lines(state("one", "other"))


def test_several_processes_need_something_to_share() -> None:
    result = CliRunner().invoke(cli, ["loadtest", "--processes", "2"])
    assert result.exit_code != 0
    assert "--database" in result.output


@pytest.mark.parametrize(
    "words",
    [["--tables", "0"], ["--tables", "5000"], ["--seconds", "9999"], ["--kills", "0"], ["--rate", "0"]],
)
def test_a_load_has_bounds(words: list[str]) -> None:
    assert CliRunner().invoke(cli, ["loadtest", *words]).exit_code == 2
