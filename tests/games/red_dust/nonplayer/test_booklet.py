"""The page that leads from every line of the booklet to its tests: no line is left out, and the tests are there."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[4] / "docs/contribute/red-dust-nonplayers.md"
#: How many lines with a rule each section of the restated booklet has: bullets, numbered lines and rows of tables.
LINES = {
    1: 6,
    2: 7,
    3: 7,
    4: 3,
    5: 4,
    6: 20,
    7: 106,
    8: 13,
    9: 59,
    10: 16,
    11: 34,
    12: 15,
    13: 13,
    14: 3,
    15: 1,
    16: 101,
    17: 2,
    18: 3,
    19: 11,
    20: 2,
    21: 4,
    22: 6,
    23: 8,
    24: 7,
    25: 8,
}


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d+\.", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def lines_of(entry: str) -> list[str]:
    """The lines of an entry: "9.MG.1-14" stands for fourteen."""
    several = re.fullmatch(r"(.*?)(\d+)-(\d+)", entry)
    if several is None:
        return [entry]
    return [f"{several[1]}{n}" for n in range(int(several[2]), int(several[3]) + 1)]


def test_every_line_leads_to_a_test() -> None:
    """None is left out, and none stands there twice."""
    found = [line for row in rows() for line in lines_of(row[0])]
    assert Counter(int(line.partition(".")[0]) for line in found) == LINES
    assert len(set(found)) == len(found)
    assert all("`test_" in row[2] for row in rows())


def test_the_tests_are_there() -> None:
    for row in rows():
        for name in re.findall(r"`([^`]+)`", row[2]):
            module, _, test = name.partition(".")
            found = import_module(f"{__package__}.{module}")
            assert callable(getattr(found, test, None)), f"{name} is no test"
