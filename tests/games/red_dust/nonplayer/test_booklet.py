"""The page that leads from every line of the booklet to its tests names tests that are there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[4] / "docs/contribute/red-dust-nonplayers.md"


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_section_leads_to_tests() -> None:
    assert {int(row[0]) for row in rows()} == set(range(1, 26))
    assert all("`test_" in row[2] for row in rows())


def test_the_tests_are_there() -> None:
    for row in rows():
        for name in re.findall(r"`([^`]+)`", row[2]):
            module, _, test = name.partition(".")
            found = import_module(f"{__package__}.{module}")
            assert callable(getattr(found, test, None)), f"{name} is no test"
