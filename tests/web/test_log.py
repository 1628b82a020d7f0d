"""The log: what a person reads beside the board."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair

from .browser import Make, serious, until

#: Every line with its kind.
LINES = "() => [...document.querySelectorAll('.log li:not(.turn)')].map((li) => [li.className, li.innerText.trim()])"

#: How far the log is from its end.
BELOW = "() => { const it = document.querySelector('.log'); return it.scrollHeight - it.scrollTop - it.clientHeight; }"


@cache
def long_game(lines: int, offers: str = "") -> bytes:
    """A game of house bots that has this many lines to tell; Red Dust goes on by hand when it has a choice, or is offered this answer."""
    seats = dict.fromkeys(("marsgov", "corporations", "reclaimers"), "bot:house")
    played = sandtable.new("red-dust", seed=3, seats=seats)
    bot = make_bot("house", 3)
    while played.ask is not None:
        keys = played.ask.keys if played.ask.seat == "red_dust" else []
        if len(keys) > 1 and (not offers or offers in keys) and len(played.log(None)) > lines:
            return played.save()
        played.choose(bot.choose(Chair(played, played.ask.seat)))
    raise AssertionError(f"The game is over before it has told {lines} lines.")


def test_a_long_log_follows_the_game(person: Make) -> None:
    """Also after one turn of the wheel over it: it used to stay there, and slid to its top as the oldest lines were left out."""
    ann = person("Ann")
    page = ann.bring(long_game(320))
    page.wait_for_selector(".log button:has-text('Earlier')")
    until(page, f"() => ({BELOW})() < 2")  # it scrolls in the frame after its lines
    page.hover(".log")
    page.mouse.wheel(0, -120)
    until(page, f"() => ({BELOW})() > 40")
    for _ in range(6):
        before = page.get_attribute("main.table", "data-n")
        page.click(".question [data-key]:not(:disabled)")
        until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)
        ann.drawn()
        until(page, f"() => ({BELOW})() < 2")


def test_whoever_reads_back_is_left_alone_until_they_answer(person: Make) -> None:
    """Earlier lines stay where they are read; a button leads to the latest line, and so does an answer."""
    ann = person("Ann")
    page = ann.bring(long_game(320))
    top = "() => document.querySelector('.log ol').firstElementChild.innerText"
    page.hover(".log")
    page.mouse.wheel(0, -400)
    page.wait_for_selector(".log .latest")
    first = page.evaluate(top)
    page.click(".log button:has-text('Earlier')")
    until(page, "first => document.querySelector('.log ol').firstElementChild.innerText !== first", first)
    assert page.evaluate(BELOW) > 400
    page.click(".log .latest")
    page.wait_for_selector(".log .latest", state="detached")
    until(page, f"() => ({BELOW})() < 2")
    page.hover(".log")
    page.mouse.wheel(0, -400)
    page.wait_for_selector(".log .latest")
    page.click(".question [data-key]:not(:disabled)")
    page.wait_for_selector(".log .latest", state="detached")
    until(page, f"() => ({BELOW})() < 2")


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
    # Whose lines are shown is chosen by keys alone.
    page.focus(".only select")
    page.keyboard.type("Red")
    until(page, "() => document.querySelector('.only select').value === 'red_dust'")
    shown = [" ".join(text.split()) for _, text in page.evaluate(LINES)]
    assert any(text.startswith("Red Dust: ") for text in shown)
    assert not [text for text in shown if text.startswith(("MarsGov: ", "Corporations: "))]
    assert serious(page) == []


def test_a_sealed_answer_is_told_once(person: Make) -> None:
    """What somebody answered under seal is in their log at once, and again, in its place, when all are opened: not twice."""
    ann = person("Ann")
    ann.visit()
    page = ann.sit_down(ann.open_table(game="stash", seats={"ann": "me", "bob": "bot:random"})["id"])
    ann.play(60, board=False)
    page.click("[aria-label='Look at the board']")  # the log is behind the ending
    page.wait_for_selector(".log li")
    lines = [(kind.split()[0], " ".join(text.split())) for kind, text in page.evaluate(LINES)]
    opened = [text for kind, text in lines if kind == "opened"]
    assert any(text.startswith("Ann: ") for text in opened)
    assert not set(opened) & {text for kind, text in lines if kind == "answer"}
