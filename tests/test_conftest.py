"""What conftest.py promises for every test, shown with small tests that break it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]

#: The folder of the test that runs this is outside the folders of this run.
WRITES = """
import os
from pathlib import Path
import sandtable

OUTSIDE = Path({outside!r})

def test_its_own_folder(tmp_path, monkeypatch):
    (tmp_path / "kept").write_text("x")
    monkeypatch.chdir(tmp_path)
    Path("beside").write_text("x")

def test_somewhere_else():
    (OUTSIDE / "one").write_text("x")

def test_somewhere_else_by_a_relative_path(monkeypatch):
    monkeypatch.chdir(OUTSIDE)
    with open("two", "a") as file:
        file.write("x")

def test_only_looks_elsewhere():
    assert (OUTSIDE / "one").read_text() == "x"

def test_what_the_product_keeps_is_in_the_folder_of_the_run():
    scratch = os.environ["SANDTABLE_SCRATCH"]
    assert all(os.environ[name].startswith(scratch) for name in ("HOME", "TMPDIR", "SANDTABLE_DATA"))

def test_chance():
    print("dealt", [sandtable.new("stash").header.seed for _ in range(2)])
"""


def pytest_on(folder: Path, source: str, *plugins: str) -> str:
    """What pytest says of a file of its own, with our conftest.py."""
    file = folder / "test_small.py"
    file.write_text(source)
    environ = {name: value for name, value in os.environ.items() if name != "SANDTABLE_SCRATCH"}
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), environ.get("PYTHONPATH")]))
    words = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    for plugin in ("conftest", *plugins):
        words += ["-p", plugin]
    done = subprocess.run([*words, str(file)], cwd=folder, env=environ, capture_output=True, text=True)
    return done.stdout + done.stderr


def results(said: str) -> dict[str, set[str]]:
    """The tests that passed, failed, or failed in their fixtures."""
    found: dict[str, set[str]] = {}
    for result, name in re.findall(r"^(PASSED|FAILED|ERROR) \S*::(\w+)", said, re.MULTILINE):
        found.setdefault(result, set()).add(name)
    return found


def test_a_test_that_writes_outside_its_own_folder_fails(tmp_path: Path) -> None:
    """Guards the guard: it names the file, and nobody else suffers for it. Chance is the same in every run."""
    said = pytest_on(tmp_path, WRITES.format(outside=str(tmp_path)))
    assert results(said)["ERROR"] == {"test_somewhere_else", "test_somewhere_else_by_a_relative_path"}, said
    assert "FAILED" not in results(said), said
    assert len(results(said)["PASSED"]) == 6  # those two as well, until somebody looks what they have left
    for name in ("one", "two"):
        assert f"This test wrote outside its own folder: ['{tmp_path / name}']" in said
    again = pytest_on(tmp_path, WRITES.format(outside=str(tmp_path)))
    dealt = [re.findall(r"^dealt \['(\w{64})', '(\w{64})'\]", text, re.MULTILINE) for text in (said, again)]
    assert len(dealt[0]) == 1
    assert dealt[0] == dealt[1]
    assert len(set(dealt[0][0])) == 2


def test_hypothesis_tries_the_same_whatever_has_run_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test in another file may have loaded another module of ours; hypothesis would try the constants in it."""
    tried: list[list[int]] = []

    @given(st.integers())
    def check(number: int) -> None:
        tried[-1].append(number)

    for name in ("one_more_module", "and_another"):
        tried.append([])
        check()
        (tmp_path / f"{name}.py").write_text(f"PLACES = {[len(name) * n * 7919 for n in range(200)]}")
        monkeypatch.syspath_prepend(tmp_path)
        __import__(name)
    assert len(tried[0]) > 50
    assert tried[0] == tried[1]
