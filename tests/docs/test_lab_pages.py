"""The pages about the lab: the tables, the cluster and the notebook are as the pages say."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
import yaml

from sandtable.lab import run
from sandtable.lab.plan import SCHEMA
from sandtable.lab.schema import TABLES
from tests.ports import own_port

LAB = Path(__file__).parents[2] / "docs" / "lab"
TYPES = {
    "int32": pl.Int32,
    "int64": pl.Int64,
    "float64": pl.Float64,
    "string": pl.String,
    "boolean": pl.Boolean,
    "list of string": pl.List(pl.String),
    "list of float64": pl.List(pl.Float64),
    "list of struct": pl.List(pl.Struct({"kind": pl.String, "id": pl.String})),
}


@pytest.mark.parametrize("table", TABLES)
def test_the_page_lists_every_column_with_its_type(table: str) -> None:
    """Guards the documented schema: a column that changes has to change on the page, and the version with it."""
    page = (LAB / "data.md").read_text()
    section = page.split(f"\n## {table}\n")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)` \| ([\w ]+?) \|", section, flags=re.MULTILINE)
    assert {name: TYPES[type] for name, type in listed} == TABLES[table]
    assert f"the present one is {SCHEMA}." in page


@contextmanager
def started(command: str, environment: dict[str, str]) -> Iterator[None]:
    """A service of the compose file as a process of this machine."""
    program, *words = shlex.split(command)
    assert program == "dask"
    env = {**os.environ, **environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen([sys.executable, "-m", "dask", *words], env=env, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_the_cluster_of_the_compose_file_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the compose file: its commands, as processes of this machine, play a run to its end."""
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games")
    monkeypatch.setattr("sandtable.lab.cluster.PATIENCE", 600)  # a busy machine takes its time to start it
    services = yaml.safe_load((LAB / "compose.yaml").read_text())["services"]
    port = str(own_port())
    changes = {"0.0.0.0": "127.0.0.1", "//scheduler:": "//127.0.0.1:", "8786": port}
    with ExitStack() as stack:
        for service in (services["scheduler"], services["worker"]):
            command = service["command"]
            for there, here in changes.items():
                command = command.replace(there, here)
            stack.enter_context(started(f"{command} --no-dashboard", service.get("environment", {})))
        data = run("connect-four", tmp_path / "x", games=200, batch=50, cluster=f"tcp://127.0.0.1:{port}")
    assert data.is_complete
    assert len(data.games.collect()) == 200


def executed(notebook: Path) -> dict[str, Any]:
    """Run every cell of a notebook, one after the other, and return what it has defined."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text())["cells"]:
        assert not cell.get("outputs"), "notebooks are kept without what they print"
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), notebook.name, "exec"), names)
    return names


def test_the_notebook_of_a_first_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that it runs from top to bottom, and leaves a report."""
    monkeypatch.chdir(tmp_path)
    assert executed(LAB / "first-run.ipynb")["comparison"].paired == 60
    assert (tmp_path / "runs/notebook/report.html").exists()


def test_the_notebook_about_a_pack_finds_its_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that it runs from top to bottom, and that what it changes is found."""
    monkeypatch.chdir(tmp_path)
    comparison = executed(LAB / "fair-pack.ipynb")["comparison"]
    assert comparison.paired == 60
    assert comparison.differing
    assert (tmp_path / "runs/fair/report.html").exists()


def test_every_notebook_is_run() -> None:
    assert {path.name for path in LAB.glob("*.ipynb")} == {"first-run.ipynb", "fair-pack.ipynb"}


def test_duckdb_reads_a_run(tmp_path: Path) -> None:
    """Guards what the page about the data promises: every table is open to other tools."""
    data = run("surface-combat", tmp_path / "x", games=12, record=["turns", "decisions", "throws"])
    with duckdb.connect() as database:
        for table in ("games", "turns", "decisions", "throws"):
            (rows,) = database.execute(f"select count(*) from '{tmp_path}/x/{table}/*.parquet'").fetchall()
            assert rows == (len(getattr(data, table).collect()),)
        games = f"'{tmp_path}/x/games/*.parquet'"
        lost = database.execute(f"select count(*) from {games} where len(winners) = 0").fetchall()
    assert lost == [(int((data.games.collect()["winners"].list.len() == 0).sum()),)]
