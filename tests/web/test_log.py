"""The log: what a person reads beside the board."""

from __future__ import annotations

from itertools import pairwise

from .browser import Make

#: Every line with its kind.
LINES = "() => [...document.querySelectorAll('.log li:not(.turn)')].map((li) => [li.className, li.innerText.trim()])"


def test_what_the_game_tells_in_its_own_words_is_told_once(person: Make) -> None:
    """An answer and the game's line about it are one line: no "Red Dust: Rally in Radau" above "Red Dust: Rally in Radau."."""
    ann = person("Ann")
    seats = dict.fromkeys(("marsgov", "corporations", "red_dust", "reclaimers"), "bot:random")
    ann.visit()
    page = ann.sit_down(ann.open_table(game="red-dust", seats={**seats, "red_dust": "me"})["id"])
    ann.play(16, board=False)
    lines = [(kind.split()[0], " ".join(text.split()).rstrip(".")) for kind, text in page.evaluate(LINES)]
    told = [text for kind, text in lines if kind == "note"]
    assert any(text.startswith("Red Dust: ") for text in told)
    assert any(kind == "answer" for kind, _ in lines)  # what the game does not tell again is still there
    twice = [text for line, (kind, text) in pairwise(lines) if kind == "note" and line == ("answer", text)]
    assert twice == []


def test_a_sealed_answer_is_told_once(person: Make) -> None:
    """What somebody answered under seal is in their log at once, and again, in its place, when all are opened: not twice."""
    ann = person("Ann")
    ann.visit()
    page = ann.sit_down(ann.open_table(game="stash", seats={"ann": "me", "bob": "bot:random"})["id"])
    ann.play(60, board=False)
    lines = [(kind.split()[0], " ".join(text.split())) for kind, text in page.evaluate(LINES)]
    opened = [text for kind, text in lines if kind == "opened"]
    assert any(text.startswith("Ann: ") for text in opened)
    assert not set(opened) & {text for kind, text in lines if kind == "answer"}
