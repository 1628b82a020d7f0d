"""A data folder of its own for every test, and the command called in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sandtable.cli import cli

from .terminal import GAMES

Run = Callable[..., Result]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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
