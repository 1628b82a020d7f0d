"""The menu: begin a game, or continue one."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import sandtable

from .conftest import Run
from .terminal import PROMPT, Terminal
from .test_play import HOT_SEAT, only_journal


def test_begin_a_game_from_the_menu(data: Path) -> None:
    """Guards: game, players, play: one person first and search bots elsewhere if one only presses Enter."""
    with Terminal(data=data) as terminal:
        menu = terminal.until(PROMPT)
        assert re.search(r"\d  Red Dust Rebellion +Four Factions", menu)
        assert re.search(r"\d  Connect four +Drop discs, make four in a row\.", menu)
        assert "coin-size" not in menu
        assert "Continue" not in menu
        assert "You are Red" in terminal.type("conn")
        assert "Red  Which column?" in terminal.type("")
        terminal.type("q", r"Continue\n[^\0]*\n> $")
        terminal.press("q\n")
        terminal.rest()
        assert terminal.code() == 0
    assert sandtable.load(only_journal(data)).header.seats == {"red": "person", "yellow": "search"}


def test_scenario_hot_seat_and_seat_by_seat(data: Path) -> None:
    """Guards: a scenario is asked for when there are several; every seat can be given to a person or a bot."""
    with Terminal(data=data) as terminal:
        terminal.until(PROMPT)
        assert "A long day" in terminal.type("bazaar")
        assert "As usual          rounds: 1" in terminal.type("2")
        assert "Enter: 1." in terminal.type("change")
        assert "'many' does not fit" in terminal.type("many")
        assert "Hot seat" in terminal.type("2")
        assert "Who plays Ann?" in terminal.type("each")
        assert "Who plays Bob?" in terminal.type("person")
        assert "Ann  Which goods?" in terminal.type("search")
        terminal.type("q", r"Continue\n[^\0]*\n> $")
        terminal.type("stash")
        assert "Pass the keyboard to Ann" in terminal.type("hot")
    first = next((data / "games").glob("*bazaar*"))
    header = sandtable.load(first).header
    assert header.seats == {"ann": "person", "bob": "search"}
    assert header.options == {"scenario": "long", "rounds": 2}


def test_a_mission_is_chosen_by_its_name(data: Path) -> None:
    """Guards: words that a game has names for are offered, and what makes no difference is not asked for."""
    with Terminal(data=data) as terminal:
        terminal.until(PROMPT)
        terminal.type("surface")
        assert "mission: a random one" in terminal.type("mission")
        assert "a random one" in terminal.type("change")
        assert "Enter: Normal" in terminal.type("3", r"> $")  # how hard it is to be
        terminal.type("", r"> $")
        terminal.type("q", r"Continue\n[^\0]*\n> $")
        terminal.type("mars or die")
        assert "Own scenario" not in terminal.type("s6")
    kept = sandtable.load(next((data / "games").glob("*surface*")))
    offered = kept.game.offers("mission", kept.options)
    assert kept.header.options["mission"] == list(offered or ())[2]


def test_any_seat_against_bots(data: Path) -> None:
    """Guards: a person may take any seat; bots that suit the game take the others."""
    with Terminal(data=data) as terminal:
        terminal.until(PROMPT)
        terminal.type("red dust")
        assert "You are Red Dust" in terminal.type("standard")
        terminal.type("reclaimers", "Enter: House.")
        terminal.type("", "Seed hash ")  # the usual opponent; and the game does not wait for the bots
    table = sandtable.load(only_journal(data))
    others = dict.fromkeys(("marsgov", "corporations", "red_dust"), "house")
    assert table.header.seats == {**others, "reclaimers": "person"}
    assert table.options.nonplayers == (
        "marsgov",
        "corporations",
        "red_dust",
    )  # the House of Red Dust is its printed one


def played_before(journal: Path, hours: int) -> None:
    """Set when a game was played last, and leave half an hour for the rest of the test."""
    then = time.time() - (hours + 0.5) * 3600
    os.utime(journal, (then, then))


def test_go_on_from_the_menu(run: Run, data: Path) -> None:
    """Guards: unfinished games are offered, newest first, with game, turn, whose move and when."""
    run("play", "bazaar", typed="")
    run(*HOT_SEAT, typed="4\n")
    (data / "games" / "broken.journal").write_bytes(b"no journal\n")
    for hours, name in enumerate(("broken", "connect-four", "bazaar"), 1):
        played_before(next((data / "games").glob(f"*{name}*")), hours=hours)
    with Terminal(data=data) as terminal:
        menu = terminal.until(PROMPT)
        lines = menu.partition("Continue\n")[2].splitlines()
        listed = [line for line in lines if re.match(r" *\d+  ", line)]
        assert "cannot be opened (line 1" in listed[0]
        assert "Connect four    turn 1, Yellow to move, 2 hours ago" in listed[1]
        assert "Bazaar          turn 0, Ann to move, 3 hours ago" in listed[2]
        numbers = [line.split()[0] for line in listed[:2]]
        assert "this is not a Sandtable journal" in terminal.type(numbers[0])
        assert "Yellow  Which column?" in terminal.type(numbers[1])


def test_wrong_words_and_leaving(data: Path) -> None:
    """Guards: a wrong word gets one line, q goes back and leaves, Ctrl-C and end of input leave."""
    with Terminal(data=data) as terminal:
        terminal.until(PROMPT)
        assert "'chess' is none of the answers" in terminal.type("chess")
        assert "There is no 9 here" in terminal.type("9")
        terminal.type("1")
        assert "Begin" in terminal.type("q")
        terminal.press("\x04")
        terminal.rest()
        assert terminal.code() == 0
    with Terminal(data=data) as terminal:
        terminal.until(PROMPT)
        terminal.press("\x03")
        terminal.rest()
        assert terminal.code() == 130


def test_opponents_have_names(run: Run, data: Path) -> None:
    """Guards: the menu lists people and no random bot, `games` says what each is like, and --seat takes their names."""
    with Terminal(data=data) as terminal:
        terminal.until(PROMPT)
        terminal.type("rogue")
        assert "the rest are bots (Veteran)" in terminal.type("")
        listed = terminal.type("each")
        assert re.search(r"\d  Veteran +Has fought this war before", listed)
        assert not re.search(r"\d  Random", listed, re.IGNORECASE)
    told = " ".join(run("games", "rogue-trooper").stdout.split())
    assert (
        "bot house Veteran. Has fought this war before, and does at once what worked then. Answers at once."
        in told
    )
    run(
        "play",
        "rogue-trooper",
        "--seat",
        "blue=Captain",
        "--seat",
        "green=veteran",
        "--seat",
        "yellow=recruit",
        typed="",
    )
    seats = sandtable.load(only_journal(data)).header.seats
    assert seats == {"red": "person", "blue": "level:3", "green": "house", "yellow": "level:1"}
    with Terminal(data=data) as terminal:
        assert "against Captain, Veteran, Recruit" in " ".join(terminal.until(PROMPT).split())
