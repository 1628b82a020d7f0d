"""What the games ask, offer, throw and show, chapter by chapter: a change of rules, words or boards is read in the diff.

After a change that is meant, `python -m benchmarks.playthroughs write` writes the text anew; read the difference before you commit it.
"""

from __future__ import annotations

import difflib

import pytest

from benchmarks.playthroughs.chapters import FOLDER, Telling, tellings
from benchmarks.playthroughs.choosing import LONGEST
from benchmarks.playthroughs.telling import told, whole
from sandtable.games import BUILT_IN, find_game

TELLINGS = tellings(list(BUILT_IN))
#: The longest difference that is shown.
SHOWN = 200


@pytest.mark.parametrize("telling", TELLINGS, ids=lambda it: f"{it.game}-{it.name}")
def test_a_playthrough_goes_as_it_is_written(telling: Telling) -> None:
    expected, found = telling.text.read_text(encoding="utf-8"), whole(telling, telling.read())
    if found != expected:
        name = str(telling.text.relative_to(FOLDER.parents[2]))
        lines = difflib.unified_diff(
            expected.splitlines(), found.splitlines(), name, "played now", n=2, lineterm=""
        )
        diff = list(lines)
        more = [f"... and {len(diff) - SHOWN} more lines"] if len(diff) > SHOWN else []
        told = "\n".join([*diff[:SHOWN], *more])
        pytest.fail(
            f"{told}\n\nIf it is meant: python -m benchmarks.playthroughs write {telling.game}", pytrace=False
        )


def test_every_scenario_has_a_playthrough_of_a_readable_length() -> None:
    """Guards the set itself: each scenario and non-player is told in about twelve chapters, and no file is left over."""
    files = {path for path in FOLDER.rglob("*") if path.is_file()}
    assert files == {path for telling in TELLINGS for path in (telling.text, telling.stored)}
    for telling in TELLINGS:
        assert len(telling.text.read_bytes()) <= 1.1 * LONGEST, telling.text
        assert 1 <= telling.text.read_text(encoding="utf-8").count("\n=== Chapter ") <= 12
    nonplayers = {seat for telling in TELLINGS for seat in telling.options.get("nonplayers", ())}
    game = find_game("red-dust")
    assert nonplayers == {seat.id for seat in game.seats(game.options_type())}


def test_a_chapter_that_no_longer_fits_says_so_and_ends() -> None:
    """An answer that is not offered, dice that are used up and a position that cannot be: each is a line, and the last one."""
    telling = TELLINGS[0]
    chapter = telling.read()[1]
    whole = list(told(telling, chapter))
    chapter.answers[2] = "nonsense"
    lines = list(told(telling, chapter))
    assert lines[-1] == "!!! nonsense is no longer offered."
    same = sum(a == b for a, b in zip(whole, lines, strict=False))
    assert 0 < same < len(lines) < len(whole)
    thrown = next(chapter for chapter in telling.read() if chapter.dice)
    thrown.dice = []
    assert "has no (more) outcomes" in list(told(telling, thrown))[-1]
    assert chapter.position is not None
    chapter.position["nonsense"] = 1
    assert list(told(telling, chapter))[-1].startswith("!!! The position cannot be opened: ")
