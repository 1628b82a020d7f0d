"""How long the page's main thread is busy at a stretch while a story plays, from the browser's own trace.

Run `python -m benchmarks.page_frames [GAME] [SECONDS]` with the client built. It sits down at a table of house bots in a headless Chromium, answers
whenever it is asked, and prints the longest tasks: the processor time each took, which other work on the machine does not change, and the
time by the clock. No task may need more than 50 ms.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import sandtable
from tests.web.browser import DESKTOP, Person, chromium
from tests.web.conftest import Server

LONGEST = 10
LIMIT = 50.0
ASKED = "main.table[data-turn=mine] .question [data-key]:not(:disabled)"


def play(page: Page, seconds: float) -> int:
    """Answer with what comes first until the time is up; returns how many beats were told."""
    beats, last, end = 0, "", time.monotonic() + seconds
    while time.monotonic() < end:
        told: str = page.evaluate("() => document.querySelector('.story')?.innerText ?? ''")
        if told and told != last:
            beats += 1
        if not told and (option := page.query_selector(ASKED)):
            option.evaluate("(it) => it.click()")
        last = told
        page.wait_for_timeout(80)
    return beats


def tasks(trace: dict[str, Any]) -> list[tuple[float, float]]:
    """The tasks of the page's main thread in milliseconds: processor time and time by the clock, the longest first."""
    events = trace["traceEvents"]
    main = {
        (it["pid"], it["tid"])
        for it in events
        if it["name"] == "thread_name" and it["args"]["name"] == "CrRendererMain"
    }
    found = [
        (it.get("tdur", 0) / 1000, it["dur"] / 1000)
        for it in events
        if it.get("ph") == "X" and it["name"] == "RunTask" and (it["pid"], it["tid"]) in main
    ]
    return sorted(found, reverse=True)


def measure(game: str, seconds: float) -> list[tuple[float, float]]:
    """Play a game for a while and read the trace."""
    first, *others = [seat.id for seat in sandtable.new(game).seats]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            person = Person(browser, server.base, DESKTOP, moving=True).named("Ann")
            person.visit()
            seats = {first: "me", **dict.fromkeys(others, "bot:house")}
            page = person.sit_down(person.open_table(game=game, seats=seats)["id"])
            page.wait_for_timeout(2000)  # loading and drawing the page for the first time is not measured
            file = Path(folder) / "trace.json"
            browser.start_tracing(page=page, path=file, categories=["disabled-by-default-devtools.timeline"])
            beats = play(page, seconds)
            browser.stop_tracing()
            print(f"{game}: {beats} beats in {seconds:g} seconds")
            return tasks(json.loads(file.read_text()))
        finally:
            browser.close()
            server.stop()


def main(game: str = "red-dust", seconds: str = "30") -> int:
    found = measure(game, float(seconds))
    for busy, lasted in found[:LONGEST]:
        print(f"{busy:6.1f} ms of processor time, {lasted:6.1f} ms by the clock")
    return int(not found or found[0][0] > LIMIT)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
