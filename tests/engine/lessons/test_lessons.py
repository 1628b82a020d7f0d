"""Lessons as data: what is wrong with a file is named, wrong turns lead back or on, others play their part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.connect_four import ConnectFour
from sandtable.engine import Follower, PackProblems, begin_lesson, find_lesson
from sandtable.engine.lessons.reading import read_lessons

GLOSSARY = """
names = ["Yellow"]
[[term]]
name = "disc"
forms = ["discs"]
says = "What you drop into a column."
[[term]]
name = "Threat"
says = "Three in a row."
"""
LESSON = """
title = "Four"
about = "Connect four discs."
seat = "red"
end = "That is all."
[[other]]
seat = "yellow"
topic = "drop"
key = "drop:7"
[[step]]
title = "Hello"
text = "This is a game."
[[step]]
title = "The middle"
text = "Drop a disc into the middle."
topic = "drop"
terms = ["disc"]
[[step.answer]]
key = "drop:4"
say = "Well placed."
[[step.answer]]
key = "drop:1"
wrong = true
say = "You could; but look: in the corner few lines meet."
[[step]]
title = "Once more"
text = "Drop a disc anywhere."
topic = "drop"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "glossary.toml").write_text(GLOSSARY)
    (tmp_path / "1-four.toml").write_text(LESSON)
    return tmp_path


class Taught:
    """A lesson of connect four that is being played."""

    def __init__(self, folder: Path) -> None:
        game = type("Own", (ConnectFour,), {"lesson_folder": folder})()
        self.lesson = find_lesson(game, "1-four")
        self.table = begin_lesson(game, self.lesson)
        self.follower = Follower(game, self.lesson, self.table.header, self.table.lines)

    def do(self, key: str) -> Any:
        before = len(self.table.lines)
        if key == "undo":
            self.table.undo("red")
        else:
            self.table.choose(key)
        self.follower.hear(self.table.lines[before:])
        return self.follower.view()


def test_a_step_points_explains_and_hints(folder: Path) -> None:
    """What is told before a step comes with it; the best answer is the hint and is pointed at."""
    view = Taught(folder).follower.view()
    assert [page.title for page in view.pages] == ["Hello", "The middle"]
    assert [(term.name, term.says) for term in view.pages[1].terms] == [
        ("disc", "What you drop into a column.")
    ]
    assert (view.at, view.of, view.hint) == (2, 3, "drop:4")
    assert [thing.kind for thing in view.pages[1].points] == ["column", "cell"]


def test_a_wrong_turn_is_told_and_undo_leads_back(folder: Path) -> None:
    """The step stays, the words are the file's own, and after Undo nothing is left of it."""
    taught = Taught(folder)
    # Two answers of one seat in a row would be undone one by one; here yellow has not answered yet.
    astray = taught.do("drop:1")
    assert (astray.strayed, astray.said[:10], astray.at) == (True, "You could;", 2)
    back = taught.do("undo")
    assert (back.strayed, back.said, back.at) == (False, "", 2)
    taught.do("drop:2")  # no entry speaks of it
    assert taught.follower.view().strayed
    taught.do("undo")
    assert taught.do("drop:4").said == "Well placed."


def test_nothing_is_wrong_where_the_right_answer_is_not_offered(folder: Path) -> None:
    """Whoever strayed before may have done what a step wants; any answer leads on then."""
    file = folder / "1-four.toml"
    file.write_text(LESSON.replace('key = "drop:4"', 'key = "drop:9"'))  # there are seven columns
    taught = Taught(folder)
    on = taught.do("drop:1")
    assert (on.strayed, on.said) == (False, "")


def test_whoever_goes_on_is_taken_along(folder: Path) -> None:
    """A wrong turn that can no longer be taken back is no reason to stop."""
    taught = Taught(folder)
    taught.do("drop:1")
    assert taught.follower.other_answer() == "drop:7"
    view = taught.do("drop:7")
    assert (view.at, view.strayed) == (3, False)  # yellow has answered: too late for Undo
    view = taught.do("drop:2")
    assert view.is_over
    assert view.pages[-1].text == "That is all."
    assert taught.follower.other_answer() is None  # the file says no more: a bot answers


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('seat = "red"', 'seet = "red"', '1-four.toml: "seet": did you mean '),
        (
            "wrong = true",
            "wrong = 1",
            "step: entry 2: answer: entry 2: wrong: true or false is expected, not 1",
        ),
        ('terms = ["disc"]', 'terms = ["disk"]', "step 2 (The middle): terms: "),
        ('terms = ["disc"]', "", 'it speaks of "disc" before `terms` explains it'),
        ("This is a game.", "This is a Game.", '"Game" is neither a term nor a name'),
        ('say = "You could; but look: in the corner few lines meet."', "", "a wrong answer needs `say`"),
        ('key = "drop:4"\nsay = "Well placed."', 'wrong = true\nsay = "No."', "must not be wrong"),
    ],
)
def test_a_mistake_in_a_file_is_named(folder: Path, was: str, now: str, told: str) -> None:
    """The file, the entry and what was expected."""
    assert was in LESSON
    (folder / "1-four.toml").write_text(LESSON.replace(was, now))
    with pytest.raises(PackProblems) as caught:
        read_lessons(folder)
    assert "1-four.toml: " in str(caught.value)
    assert told in str(caught.value)


def test_an_opening_leads_to_a_position(folder: Path) -> None:
    """A lesson can begin in the middle of a game; a wrong answer in its opening is named."""
    text = LESSON.replace('end = "', 'opening = ["drop:4", "drop:4"]\nend = "')
    (folder / "1-four.toml").write_text(text)
    taught = Taught(folder)
    assert taught.table.log("red") == []
    assert taught.table.ask is not None
    assert sum(map(bool, _cells(taught.table.view("red")))) == 2
    (folder / "1-four.toml").write_text(text.replace('"drop:4", "drop:4"', '"drop:9"'))
    read_lessons.cache_clear()
    with pytest.raises(Exception, match="opening: answer 1"):
        Taught(folder)


def _cells(view: Any) -> list[Any]:
    plain = [getattr(view, name) for name in view.__struct_fields__]
    rows = next(it for it in plain if isinstance(it, (list, tuple)))
    return [cell for row in rows for cell in (row if isinstance(row, (list, tuple)) else [row])]
