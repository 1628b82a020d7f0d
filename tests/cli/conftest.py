"""A data folder of its own for every test, and the command called in this process."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sandtable.cli import cli, folder

from .terminal import GAMES

Run = Callable[..., Result]


class Names:
    """Stands in for the module `secrets`: the names of game files are the same in every run too."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def token_hex(self, length: int) -> str:
        return self._rng.randbytes(length).hex()


@pytest.fixture
def data(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(folder, "secrets", Names(request.node.nodeid))
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    monkeypatch.setenv("SANDTABLE_GAMES", GAMES)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(data: Path) -> Run:
    """Call the command in this process, with lines typed into it."""

    def call(*args: str, typed: str = "") -> Result:
        return CliRunner().invoke(cli, list(args), input=typed)

    return call
