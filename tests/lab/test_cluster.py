"""Runs on a Dask cluster: the same games, though workers and the scheduler may go."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest

from sandtable import SandtableError
from sandtable.lab import open as open_run
from sandtable.lab import run
from sandtable.lab.cluster import Cluster
from tests.ports import own_port


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.small_games")
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.lab.players")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


def rows(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "games" / "*.parquet").drop("seconds").sort("cell", "game")


def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards `--cluster local:2`: a worker is killed in the middle of a game, and every game is there once."""
    monkeypatch.setenv("MORTAL", str(tmp_path / "mark"))
    (tmp_path / "mark").touch()
    run("stash", tmp_path / "here", games=12, batch=2, bots=["mortal"])
    (tmp_path / "mark").unlink()
    monkeypatch.setattr("sandtable.lab.cluster.find_spec", lambda name: True)  # as if bokeh was installed
    pages: list[str] = []
    run(
        "stash",
        tmp_path / "there",
        games=12,
        batch=2,
        bots=["mortal"],
        cluster="local:2",
        page=pages.append,
    )
    assert pages
    assert all(page.startswith("http://127.0.0.1:") for page in pages)
    assert (tmp_path / "mark").exists()
    assert rows(tmp_path / "there").equals(rows(tmp_path / "here"))


def hears_ctrl_c(item: int) -> bool:
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_ctrl_c_is_not_for_the_workers() -> None:
    """Guards that Ctrl-C, which a terminal sends to every process, does not make the workers print tracebacks."""
    assert list(Cluster("local:1").each(hears_ctrl_c, [1])) == [False]


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of a cluster, ended at the end."""
    process = subprocess.Popen([sys.executable, "-m", "dask", *words], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_run_whose_scheduler_has_gone_goes_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guards a cluster at an address: its scheduler is lost after some games, and the same run is finished here."""
    monkeypatch.setattr("sandtable.lab.cluster.PATIENCE", 600)  # a busy machine takes its time to start it
    address = f"tcp://127.0.0.1:{own_port()}"
    host, port = "127.0.0.1", address.rpartition(":")[2]
    with (
        started("scheduler", "--host", host, "--port", port, "--no-dashboard") as scheduler,
        started(
            "worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "600"
        ),
    ):

        def stop_the_scheduler(done: int, failed: int, total: int) -> None:
            if done:
                scheduler.send_signal(signal.SIGKILL)
                scheduler.wait()

        with pytest.raises(SandtableError, match=r"is gone\. All finished games are on disk"):
            run("stash", tmp_path / "x", games=40, batch=2, cluster=address, progress=stop_the_scheduler)
    assert 0 < open_run(tmp_path / "x").done < 40
    assert run("stash", tmp_path / "x", games=40, batch=2).is_complete
    run("stash", tmp_path / "y", games=40, batch=2)
    assert rows(tmp_path / "x").equals(rows(tmp_path / "y"))


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards a wrong address."""
    monkeypatch.setattr("sandtable.lab.cluster.PATIENCE", 0)
    monkeypatch.setattr("sandtable.lab.cluster.ANSWER", 0.2)
    with pytest.raises(SandtableError, match="There is no Dask scheduler at tcp:"):
        run("stash", tmp_path / "x", games=2, cluster="tcp://127.0.0.1:1")
