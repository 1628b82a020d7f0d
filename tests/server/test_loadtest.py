"""The load test runs, on loopback, within its bounds."""

from __future__ import annotations

import asyncio

import pytest
from click.testing import CliRunner

from sandtable.cli import cli
from sandtable.server.loadtest import Load, run

from .conftest import Place


def test_a_small_load_is_measured(alone: Place) -> None:
    """It lasts until four answers have been seen, however fast the machine is."""
    load = Load("mars-or-die", tables=2, sockets=6, seconds=0.0, least=4, pace=0.05)
    found = asyncio.run(run(alone.hosts[0].url, load))
    assert found.sockets_held == found.sockets == 6
    assert found.answers >= 4
    assert found.answers_a_second > 0
    assert found.p50 <= found.p95 <= found.slowest
    assert found.refused == 0


@pytest.mark.parametrize(
    "words", [["--tables", "0"], ["--tables", "1000"], ["--seconds", "9999"], ["--sockets", "99999"]]
)
def test_a_load_has_bounds(words: list[str]) -> None:
    assert CliRunner().invoke(cli, ["loadtest", *words]).exit_code == 2
