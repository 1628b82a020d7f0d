"""`sandtable lab`: run, report, compare and ladder, each with --json."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Run


def test_a_run_and_its_report(run: Run, data: Path) -> None:
    """Guards: `lab run` says where the games are, and again plays nothing; `lab report` writes the page and the plots."""
    words = ("lab", "run", "stash", "--games", "12", "--out", "runs/x", "--record", "decisions,throws")
    out = run(*words).stdout
    assert "Stash: 12 games, in runs/x\n" in out
    assert "sandtable lab report runs/x\n" in out
    assert json.loads(run(*words, "--json").stdout) == {"folder": "runs/x", "games": 12, "failed": 0}
    assert run("lab", "report", "runs/x", "--png", "pictures").stdout.splitlines()[0].endswith("report.html")
    assert "Stash: 12 games" in (data / "runs/x/report.html").read_text()
    assert (data / "pictures/000-wins.png").exists()
    found = json.loads(run("lab", "report", "runs/x", "--json", "--out", "too.html").stdout)
    assert (data / "too.html").exists()
    assert (found["done"], found["cells"][0]["games"]) == (12, 12)


def test_games_that_fail_are_told(run: Run, data: Path) -> None:
    """Guards: the exit code is 1, and the journals are named."""
    result = run("lab", "run", "bazaar", "--games", "40", "--out", "runs/b")
    assert result.exit_code == 1
    assert "games failed; their journals are in" in result.stdout
    assert list((data / "runs/b/journals/000").iterdir())


def test_a_grid_is_compared_cell_by_cell(run: Run) -> None:
    """Guards: `--vary`, `compare` with # and the sentence it says; mistakes are one line."""
    result = run(
        "lab", "run", "stash", "--games", "60", "--vary", "bots=random,random+search:9", "--out", "runs/g"
    )
    assert "120 games, 60 of each of 2" in result.stdout
    assert "Bots random+search:9: " in run("lab", "compare", "runs/g#0", "runs/g#1").stdout
    found = json.loads(run("lab", "compare", "runs/g#0", "runs/g#1", "--json").stdout)
    assert found["comparison"]["paired"] == 60
    wrong = run("lab", "compare", "runs/g", "runs/g")
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (2, 1)
    assert "has 2 cells; say which" in wrong.stderr
    assert "has 2 cells; say which" in run("lab", "compare", "runs/g", "runs/g#1").stderr
    assert "varies nothing" in run("lab", "run", "stash", "--out", "y", "--vary", "bots").stderr
    assert "holds no run" in run("lab", "report", "nowhere").stderr


def test_a_ladder(run: Run) -> None:
    """Guards: `lab ladder` shows the order with ratings and intervals."""
    words = ("lab", "ladder", "stash", "--bots", "random,search:9", "--out", "runs/l", "--rounds", "2")
    out = run(*words).stdout
    assert "Stash: 20 games in 2 rounds; the order is" in out
    assert "95% interval" in out
    assert len(json.loads(run(*words, "--json").stdout)["rungs"]) == 2
