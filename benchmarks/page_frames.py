"""How long the page's main thread is busy at a stretch while somebody drags, pans or watches a story, from the browser's own trace.

Run `python -m benchmarks.page_frames [GAME ...] [--only pan|drag|story] [--seconds N]` with the client built; without a game it measures all five. For each it sits down
at a table of house bots in a headless Chromium and does in turn:

- pan: zooms in with the wheel and drags the board about with 120 pointer moves;
- drag: takes hold of a unit and drags it about with 120 pointer moves, where units can be dragged (Mars or Die);
- story: answers whenever it is asked, for N seconds, while the turns of others are told beat by beat.

It prints the longest tasks of each: the processor time, which other work on the machine does not change, the time by the clock, and what took
the longest in it. No task may need more than 50 ms.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

import sandtable
from tests.web.browser import DESKTOP, Person, chromium
from tests.web.conftest import Server

#: Games with units that can be dragged.
DRAGGED = ("mars-or-die",)
GAMES = ("red-dust", "rogue-trooper", "mars-or-die", "surface-combat", "space-combat")
LONGEST = 5
LIMIT = 50.0
MOVES = 120
ASKED = "main.table[data-turn=mine] .question [data-key]:not(:disabled)"
Act = Callable[[Page, float], str | None]
STORY = "() => document.querySelector('.story')?.innerText ?? ''"


def story(page: Page, seconds: float) -> str:
    """Answer with what comes first until the time is up; says how many beats were told."""
    beats, last, end = 0, "", time.monotonic() + seconds
    while time.monotonic() < end:
        told: str = page.evaluate(STORY)
        if told and told != last:
            beats += 1
        if not told:
            answer(page)
        last = told
        page.wait_for_timeout(80)
    return f"{beats} beats in {seconds:g} seconds"


def answer(page: Page) -> None:
    """Choose what comes first; where several are gathered, send as soon as there are enough."""
    if option := page.query_selector(ASKED):
        option.evaluate("(it) => it.click()")
        send = page.query_selector(".gather [data-send]:not(:disabled)")
        if send:
            send.evaluate("(it) => it.click()")


def circle(page: Page, x: float, y: float, radius: float) -> None:
    """Press, go round in a circle, and let go."""
    page.mouse.move(x, y)
    page.mouse.down()
    for n in range(1, MOVES + 1):
        angle = 4 * math.pi * n / MOVES
        page.mouse.move(x + radius * math.sin(angle), y + radius * (1 - math.cos(angle)) / 2)
    page.mouse.up()


def pan(page: Page, _: float) -> str:
    """Zoom in, drag the board about, and zoom out again."""
    box = page.locator(".stage > svg").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for _n in range(8):
        page.mouse.wheel(0, -120)
    # Where nothing holds the pointer itself.
    circle(page, x, y, min(box["width"], box["height"]) / 3)
    for _n in range(8):
        page.mouse.wheel(0, 120)
    return f"{MOVES} pointer moves, 16 turns of the wheel"


def drag(page: Page, seconds: float) -> str | None:
    """Drag a unit about; None if nothing can be dragged in this game."""
    end = time.monotonic() + seconds
    while not (held := page.query_selector(".board [data-hold]")) and time.monotonic() < end:
        if not page.evaluate(STORY):
            answer(page)
        page.wait_for_timeout(80)
    box = held.bounding_box() if held else None
    if box is None:
        return None
    circle(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 150)
    page.keyboard.press("Escape")
    return f"{MOVES} pointer moves"


ACTS: tuple[Act, ...] = (pan, drag, story)


class Task(NamedTuple):
    """What the main thread did at a stretch, in milliseconds: processor time, time by the clock, and what took the longest in it."""

    busy: float
    lasted: float
    parts: str


def tasks(trace: dict[str, Any]) -> list[Task]:
    """The tasks of the page's main thread, the longest first."""
    events = trace["traceEvents"]
    main = {
        (it["pid"], it["tid"])
        for it in events
        if it["name"] == "thread_name" and it["args"]["name"] == "CrRendererMain"
    }
    done = [it for it in events if it.get("ph") == "X" and (it["pid"], it["tid"]) in main]
    found = sorted(
        (it for it in done if it["name"] == "RunTask"), key=lambda it: (-it.get("tdur", 0), -it["dur"])
    )
    return [
        Task(it.get("tdur", 0) / 1000, it["dur"] / 1000, parts(it, done) if n < LONGEST else "")
        for n, it in enumerate(found)
    ]


def parts(task: dict[str, Any], done: list[dict[str, Any]]) -> str:
    """What a task spent its processor time with: the three longest, each without what it called."""
    start, end = task["ts"], task["ts"] + task["dur"]
    inside = sorted(
        (it for it in done if start <= it["ts"] and it["ts"] + it["dur"] <= end and "tdur" in it),
        key=lambda it: (it["ts"], -it["dur"]),
    )
    own: dict[str, float] = {}
    open_: list[dict[str, Any]] = []
    for it in inside:
        while open_ and open_[-1]["ts"] + open_[-1]["dur"] < it["ts"] + it["dur"]:
            open_.pop()
        if open_:
            own[open_[-1]["name"]] = own.get(open_[-1]["name"], 0) - it["tdur"] / 1000
        own[it["name"]] = own.get(it["name"], 0) + it["tdur"] / 1000
        open_.append(it)
    longest = sorted(own.items(), key=lambda it: -it[1])[:3]
    return ", ".join(f"{name} {busy:.1f}" for name, busy in longest)


def traced(
    browser: Browser, page: Page, file: Path, act: Callable[[], str | None]
) -> tuple[str | None, list[Task]]:
    """Do something, and read what it cost."""
    browser.start_tracing(page=page, path=file, categories=["disabled-by-default-devtools.timeline"])
    said = act()
    browser.stop_tracing()
    return said, tasks(json.loads(file.read_text()))


def measure(game: str, seconds: float, acts: Sequence[Act]) -> float:
    """Pan, drag and watch in one game; prints what each took, and returns the longest processor time of a task."""
    first, *others = [seat.id for seat in sandtable.new(game).seats]
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            person = Person(browser, server.base, DESKTOP, moving=True).named("Ann")
            person.visit()
            seats = {first: "me", **dict.fromkeys(others, "bot:house")}
            page = person.sit_down(person.open_table(game=game, seats=seats)["id"])
            page.wait_for_selector(ASKED)  # loading and drawing the page for the first time is not measured
            page.wait_for_timeout(2000)
            for act in acts:
                if act is drag and game not in DRAGGED:
                    continue
                said, found = traced(browser, page, Path(folder) / "trace.json", partial(act, page, seconds))
                if said is None:
                    print(f"{game}, {act.__name__}: nothing could be dragged")
                    continue
                longest = max(longest, found[0].busy) if found else math.inf
                print(f"{game}, {act.__name__}: {said}")
                for busy, lasted, what in found[:LONGEST]:
                    print(
                        f"{busy:8.1f} ms of processor time, {lasted:6.1f} ms by the clock: {what}", flush=True
                    )
        finally:
            browser.close()
            server.stop()
    return longest


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the longest tasks of the page.")
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to watch the story")
    parser.add_argument("--only", choices=[act.__name__ for act in ACTS], help="measure only this")
    options = parser.parse_args(arguments)
    acts = [act for act in ACTS if options.only in (None, act.__name__)]
    longest = {game: measure(game, options.seconds, acts) for game in options.games}
    over = {game: busy for game, busy in longest.items() if busy > LIMIT}
    for game, busy in over.items():
        print(f"{game}: a task took {busy:.0f} ms of processor time; at most {LIMIT:.0f} are allowed.")
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
