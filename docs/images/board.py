"""Take derelict.jpg, picket.jpg and dark-cargo.jpg: the games of the pages for tinkerers, played for a while in a real browser.

PYTHONPATH=. python docs/images/board.py
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.docs.pages import drawn_games
from tests.server.host import Host
from tests.web.browser import Person, chromium

SIZE = (1280, 800)
#: Game -> seats, answers, the seed of the answers.
GAMES = {
    "derelict": ({"magpie": "me", "jackal": "bot:random"}, 1, 3),
    "picket": ({"red": "me", "blue": "bot:random"}, 25, 3),
    "dark-cargo": ({"convoy": "me", "red": "bot:house"}, 14, 3),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        folder = Path(kept)
        for name, code in drawn_games().items():
            (folder / f"{name}.py").write_text(code, encoding="utf-8")
        path = os.pathsep.join(filter(None, [kept, os.environ.get("PYTHONPATH")]))
        server = Host(
            folder / "data", SANDTABLE_GAMES="drawn_derelict,picket,examples.dark_cargo", PYTHONPATH=path
        ).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            for game, (seats, answers, seed) in GAMES.items():
                ann = Person(browser, server.url, SIZE).named("Ann")
                page = ann.sit_down(ann.open_table(game=game, seats=seats, options={})["id"])
                ann.play(answers, seed=seed)
                page.wait_for_selector("main.table[data-turn=mine]")
                ann.drawn()
                page.mouse.move(2, 2)
                page.wait_for_timeout(3000)  # until the dice and the outlines of what just changed are gone
                page.screenshot(path=Path(__file__).with_name(f"{game}.jpg"), type="jpeg", quality=85)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
