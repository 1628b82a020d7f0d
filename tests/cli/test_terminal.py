"""What a terminal does that a pipe does not: its width, the pager, keys typed too early, marks for what has changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from rich.text import Text

import sandtable
from benchmarks.connect_four import ConnectFour
from sandtable.cli.screen import text_board_of
from sandtable.cli.terminal.changes import MARK, with_changes_marked
from sandtable.engine import Game, Seat
from sandtable.engine.parts import Pieces

from .conftest import Run
from .terminal import PROMPT, Terminal, command, plain
from .test_play import BAZAAR, HOT_SEAT, only_journal

UNDERLINED = re.compile(r"\x1b\[[0-9;]*\b4(?:;[0-9;]*)?m([^\x1b]*)\x1b")


# Width


@pytest.mark.parametrize("columns", [80, 120])
def test_the_board_is_drawn_for_the_window(columns: int, data: Path) -> None:
    """Guards: nothing on the first screen of a game is longer than a line of the window, and a wide window is used."""
    with Terminal("play", "space-combat", "--seed", "1", data=data, size=(60, columns)) as terminal:
        screen = terminal.until(PROMPT).partition("q leaves.")[2]
    longest = max(map(len, screen.splitlines()))
    assert columns - 20 < longest <= columns


def test_a_pipe_counts_on_100_columns(data: Path) -> None:
    """Guards: what a script reads does not depend on anybody's window."""
    out = command("play", "surface-combat", "--seed", "1", data=data).stdout.partition("q leaves.")[2]
    assert 90 < max(map(len, out.partition("The game is kept")[0].splitlines())) <= 100


# The question again


def test_enter_shows_the_question_again(run: Run) -> None:
    """Guards: an empty line answers nothing; the question and its options are shown once more."""
    out = run(*BAZAAR, typed="\n\n").stdout
    assert out.count("Ann  Which goods?") == 3
    assert out.count("Take Silk") == 3


def test_amounts_and_lists_in_columns_fit_a_narrow_window(data: Path) -> None:
    """Guards: an option that is longer than the window goes on in the next line, behind its number."""
    with Terminal(*BAZAAR, data=data, size=(40, 24)) as terminal:
        asked = terminal.until(PROMPT).partition("Which goods?")[2]
    assert max(map(len, asked.splitlines())) <= 24
    assert re.search(r"   1 Take Salt \[red\]\n     take:salt", asked)


# The pager

#: Stands in for the pager: it keeps what it gets, and says that it was there.
PAGER = "sh -c 'cat > paged; echo PAGED'"


def test_rules_and_a_long_log_go_through_the_pager(data: Path) -> None:
    """Guards: what is longer than the screen can be read at leisure, with the pager of the person's choice."""
    with Terminal(
        "play", "surface-combat", "--seed", "1", data=data, size=(14, 80), more={"PAGER": PAGER}
    ) as terminal:
        terminal.until(PROMPT)
        assert "PAGED" in terminal.type("rules")
        assert "before the Ops deck runs out" in plain((data / "paged").read_text())
        terminal.type("1")
        assert "PAGED" not in terminal.type("log all")  # it fits on the screen
        for _ in range(30):
            terminal.type("1")
            if "PAGED" in terminal.type("log all"):
                break
        log = plain((data / "paged").read_text()).splitlines()
        assert "joins the Team" in log[0]
        assert len(log) >= 13


@pytest.mark.skipif(which("less") is None, reason="less is not installed")
def test_less_shows_colours_and_no_codes(data: Path) -> None:
    """Guards: the usual pager, when nobody has set one up, shows the text as the terminal would."""
    more = {"PAGER": "", "LESS": "", "LESSSECURE": "1"}
    with Terminal("play", "surface-combat", "--seed", "1", data=data, size=(14, 80), more=more) as terminal:
        terminal.until(PROMPT)
        page = terminal.type("rules", r"\n:\S*$")
        assert "ESC[" not in page
        assert "before the Ops deck runs out" in page
        terminal.press("q")
        terminal.until(r"> $")


def test_a_pipe_never_pages(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards: a script gets the whole text, however long it is."""
    monkeypatch.setenv("PAGER", PAGER)
    monkeypatch.setenv("LINES", "5")
    out = command("play", "red-dust", data=data, typed="rules\nlog all\n").stdout
    assert "PAGED" not in out
    assert not (data / "paged").exists()
    assert len(out.partition("> rules")[2].splitlines()) > 40


# Keys typed too early


def test_keys_typed_while_a_bot_thinks_answer_nothing(data: Path) -> None:
    """Guards: whoever presses keys while waiting has not answered a question that was not there yet."""
    bots = {"SANDTABLE_BOTS": "tests.cli.slow_bot"}
    with Terminal("play", "connect-four", "--seat", "yellow=slow", data=data, more=bots) as terminal:
        terminal.until(PROMPT)
        terminal.type("4", "Yellow is thinking")
        terminal.press("5\n6\n")
        (data / "go").touch()
        asked = terminal.until(PROMPT)
        assert "Yellow drops a disc" in asked
        assert not re.search(r"^[56]$", asked, re.MULTILINE)  # nor are they shown
        assert "Red  Which column?" in terminal.type("")
    assert sandtable.load(only_journal(data)).turn == 2


# What has changed


def marked(before: str, now: str) -> list[str]:
    """What is underlined."""
    text = with_changes_marked(before, Text(now))
    assert [line.rstrip() for line in text.plain.splitlines()] == [line.rstrip() for line in now.splitlines()]
    return [text.plain[span.start : span.end] for span in text.spans if span.style == MARK]


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ("NET 1   Ops 10", "NET 1   Ops 10", []),
        ("NET 1   Ops 10   Reserve 4", "NET 1   Ops 9   Reserve 4", ["9"]),
        ("Resources 9, Profits 2   Red Dust", "Resources 10, Profits 2   Red Dust", ["10,"]),
        ("Gandhi   ·  RD   1T 2r", "Gandhi   ·  RD   1T 3r", ["3r"]),
        # A counter that moves is marked where it is, and where it was.
        (" ·  A→  ·      ·  Company", " ·      ·  A→  ·  Company", ["A→", "  "]),
        # The rows of a map are compared with themselves, whatever blank lines there are.
        ("9 ·   ·\n   A→\n\n6 ·   ·\n\n\nTurn 3", "9 ·   ·\n\n   A→\n6 ·   ·\n\n\nTurn 3", ["  ", "A→"]),
        # A line whose number has changed and which has moved at the same time.
        ("Team\n  in all: C1 L1\nOPFOR", "Team\n  Ghost   1/2\n  in all: C2 L1\nOPFOR", ["Ghost", "1/2", "C2"]),
        # Another text in the same place: it is marked as a whole, and not all but the words both have in common.
        (
            "Deck 9   Hand 4   Displaced Population 5\nnext   Shift up to three spaces in the Desert",
            "Deck 9   Hand 4   Displaced Population 5\nnext   All Rebels in the Labyrinth turn Active",
            ["All Rebels in the Labyrinth turn Active"],
        ),
        # A list that has grown: the lines below are the same as before.
        ("Team\n  Ghost   1/2\n  Scope   1", "Team\n  Breaker   3/1\n  Ghost   1/2\n  Scope   1", ["Breaker", "3/1"]),
        # The same beside a map, where whole lines differ.
        (
            "A1 ~~  B1 ··   Team  strength 2\nA2 ··  B2 ▲▲     Ghost   1/2\nA3 ··  B3 ··",
            "A1 ~~  B1 ··   Card\nA2 ··  B2 ▲▲   Team  strength 2\nA3 ··  B3 ··     Ghost   1/2",
            ["Card"],
        ),
    ],
)  # fmt: skip
def test_what_has_changed_is_found(before: str, now: str, found: list[str]) -> None:
    """Guards: exactly what is new since the last question is marked, whatever game it is."""
    assert sorted(marked(before, now)) == sorted(found)


def test_a_board_that_is_all_new_is_not_marked() -> None:
    """Guards: marks on everything would tell nothing."""
    assert marked("Mission 1\nNET 1", "A quite different screen\nwith other words") == []


def test_the_last_move_is_marked_in_the_terminal(data: Path) -> None:
    """Guards: after an answer, the board shows what it changed, and `board` shows the same again."""
    with Terminal(*HOT_SEAT, data=data) as terminal:
        terminal.until(PROMPT)
        terminal.type("4")
        start = len(terminal.seen)
        terminal.type("3")
        shown = terminal.seen[start:]
        terminal.type("board")
        again = terminal.seen[start + len(shown) :]
    assert UNDERLINED.findall(shown) == ["X"]
    assert UNDERLINED.findall(again) == ["X"]


def test_marks_are_those_of_the_person_at_the_keyboard(data: Path) -> None:
    """Guards: behind a curtain, each person sees what has changed since they looked, not since somebody else did."""
    with Terminal("play", "stash", "--seed", "8", "--seat", "bob=person", data=data) as terminal:
        terminal.until(r"> $")
        first = len(terminal.seen)
        terminal.type("")
        assert UNDERLINED.findall(terminal.seen[first:]) == []
        terminal.type("1", r"Pass the keyboard to Bob[^\0]*> $|Ann[^\0]*> $")
        before = len(terminal.seen)
        terminal.type("")
        assert UNDERLINED.findall(terminal.seen[before:]) == []


# Odds


def test_the_odds_of_all_answers(run: Run) -> None:
    """Guards: `odds all` tells the chances of every answer, those that are the same together, and a rule that fails is no end."""
    out = run(*BAZAAR, typed="odds all\ndone\nodds all\n5\nodds all\n").stdout
    goods, coins, protest = out.split("> odds all\n")[1:]
    assert goods.startswith("Certain, whatever you answer: nothing is thrown before the next question.\n")
    assert coins.startswith("12: no odds, because a rule fails there (ZeroDivisionError: so many coins).\n")
    assert "The other answers are certain: nothing is thrown before the next question." in coins
    assert re.match(r"Protest loudly; Pass  \(.*\)\n +haggle 7 +16\.7%", protest)


# Boards that fail


class TornBoard(ConnectFour):
    """A game whose board was written for another version of the view."""

    def text_board(self, view: Any, seats: Sequence[Seat], width: int = 100) -> str:
        return str(view["map"])


class NoBoard(ConnectFour):
    """A game whose `text_board` forgets to return something."""

    def text_board(self, view: Any, seats: Sequence[Seat], width: int = 100) -> str:
        return None  # type: ignore[return-value]


class TornParts(ConnectFour):
    """A game that is drawn by its parts, which were written for another version of the view."""

    text_board = Game.text_board

    def pieces(self, view: Any, options: Any) -> Pieces:
        return Pieces([view["map"]])


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (TornParts(), r"plan\(\) and pieces\(\): \w+Error: .* \(test_terminal.py:\d+ in pieces\)"),
        (TornBoard(), r"text_board\(\): \w+Error: .* \(test_terminal.py:\d+ in text_board\)"),
        (NoBoard(), r"text_board\(\): It must return a text, not NoneType"),
    ],
)
def test_a_board_that_fails_is_no_end(game: ConnectFour, told: str) -> None:
    """Guards: a mistake in a game's own board is named, and the view is listed in its place; the game goes on."""
    shown = text_board_of(sandtable.new(game, seed=1), None, 80).plain
    assert re.match(f"The board cannot be drawn as the game describes it. {told}.\n", shown)
    assert shown.endswith("Mover: 0")
