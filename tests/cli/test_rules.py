"""`sandtable rules`, and the word `rules` in a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.connect_four import ConnectFour
from sandtable.cli.terminal.rules import draw_rules, draw_short_rules
from sandtable.engine import SandtableError

from .conftest import Run

TEXT = """\
## 1 Aim
Four in a row, see [2.1].
## 2 Play
### 2.1 Dropping
A disc falls to the lowest free row.
### 2.2 Full columns
No disc fits.
### 2.3 Draws
Without a free column nobody wins. A disc stays.
### 2.4 Turns
Every disc is a turn.
"""


Told = Callable[[str], str]


class Own(ConnectFour):
    title = "Four"


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    path = tmp_path / "rules.md"
    path.write_text(TEXT)
    monkeypatch.setattr(Own, "rules_file", path)

    def tell(wanted: str) -> str:
        draw_rules(Console(width=80), Own(), wanted)
        return capsys.readouterr().out

    return tell


def test_without_a_word_the_contents_are_listed(told: Told) -> None:
    assert [line.strip() for line in told("").splitlines()][:3] == ["1 Aim", "2 Play", "2.1 Dropping"]


def test_a_number_shows_the_section_and_what_belongs_to_it(told: Told) -> None:
    assert "Four in a row, see [2.1]." in told("1")
    assert [line.strip() for line in told("2.1").split("\n")] == [
        "",
        "2.1 Dropping",
        "A disc falls to the lowest free row.",
        "",
    ]
    assert "2.4 Turns" in told("2.9")  # the nearest section is 2


def test_words_show_few_sections_whole_and_list_many(told: Told) -> None:
    assert "nobody wins" in told("nobody")
    many = told("disc")
    assert "2.1 Dropping" in many
    assert "falls" not in many


def test_all_shows_everything(told: Told) -> None:
    assert all(line in told("all") for line in ("1 Aim", "Every disc is a turn."))


def test_what_cannot_be_found_is_said(told: Told) -> None:
    with pytest.raises(SandtableError, match="Nothing in the rules of Four is about 'zeppelin'"):
        told("zeppelin")
    with pytest.raises(SandtableError, match="does not come with its rules"):
        draw_rules(Console(), ConnectFour(), "1")


def test_the_rules_in_short_say_how_to_read_more(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    draw_short_rules(Console(width=80), Own(), "2.1")
    assert "rules 2.1 is about this question" in " ".join(capsys.readouterr().out.split())


def test_the_command_names_an_unknown_game(run: Run) -> None:
    assert "no game 'chess'" in run("rules", "chess").stderr
