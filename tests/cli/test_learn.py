"""`sandtable learn`: a lesson in the terminal, left and gone on with."""

from __future__ import annotations

from .conftest import Run


def test_a_lesson_in_the_terminal(run: Run) -> None:
    """Guards: the step is told with its words, a wrong turn gets its reply and u, hint is the lesson's, and resume finds the step."""
    out = run("learn", "surface-combat", typed="breaker\nu\nhint\nnetrunner\nq\n").stdout
    first, astray, back, hint, next_step = out.split("\n> ")[:5]
    assert "Somebody who can hack  2/21" in first
    assert "  TP: Team Points, the money you recruit with." in first
    assert "You could, and you will want somebody who shoots." in astray
    assert "Type u to take it back" in astray
    assert "Somebody who can hack  2/21" in back
    assert "You could choose: Recruit Netrunner" in hint
    assert "Somebody who can mend  3/21" in next_step
    assert "Somebody who can mend  3/21" in run("resume", typed="q\n").stdout


def test_what_cannot_be_taken_back_is_asked_about(run: Run) -> None:
    """Guards: a wrong turn that leads to dice is told before it is made, and made if it is typed again."""
    typed = "rifle\nbackpack\nanother\nanother\nq\n"
    doubted, meant = run("learn", "rogue-trooper", typed=typed).stdout.split("\n> ")[3:5]
    assert "It cannot be taken back." in doubted
    assert "It cannot be taken back." not in meant


def test_all_lessons_are_listed(run: Run) -> None:
    """Guards: without a game, every lesson with what to type; a game without lessons says so."""
    out = run("learn").stdout
    assert "sandtable learn red-dust 4-profits-of-war" in out
    assert "sandtable learn space-combat 1-into-the-rings" in out
    assert "has no lessons" in run("learn", "connect-four").stderr
