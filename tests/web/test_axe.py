"""axe finds nothing serious: on the pages before, during and after a game, of all games, on all screens, by day and night.

This takes minutes. `make test` looks at samples: see `looks_right` in test_lobby, and test_readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest

from .browser import DESKTOP, PHONE, TABLET, Make, Person, serious
from .test_lobby import link_of

Screen = tuple[tuple[int, int], Literal["light", "dark"]]
SCREENS: list[Screen] = [
    (DESKTOP, "light"), (PHONE, "dark"), (TABLET, "light"), (DESKTOP, "dark"), (PHONE, "light"), (TABLET, "dark"),
]  # fmt: skip
#: Who sits where; a seat by invitation in games for several.
SEATS: dict[str, dict[str, str]] = {
    "red-dust": {"marsgov": "me", "corporations": "bot:random", "red_dust": "link", "reclaimers": "open"},
    "surface-combat": {"commander": "me"},
    "space-combat": {"rebels": "me"},
    "mars-or-die": {"ember": "me", "ash": "link"},
    "rogue-trooper": {"red": "me", "blue": "link"},
}


def pages(person: Make, game: str) -> Iterator[tuple[str, Person]]:
    """One page after the other, each as it stands when somebody looks at it."""
    ann, eve = person("Ann"), person()
    page = ann.visit()
    page.wait_for_selector(f"[data-new={game}]")
    yield "lobby", ann
    page.click(f"[data-new={game}]")
    page.wait_for_selector("dialog[open] button[type=submit]")
    yield "set-up", ann
    seats = SEATS[game]
    more: dict[str, Any] = {"options": {"players": 2}} if game == "rogue-trooper" else {}
    if "link" in seats.values():
        waits = ann.open_table(game=game, seats=seats, begins="ready", **more)
        seat = next(seat for seat, who in seats.items() if who == "link")
        eve.visit(link_of(waits, seat)).wait_for_selector("main.invitation")
        yield "invitation", eve
        ann.visit(f"/t/{waits['id']}").wait_for_selector("main.room .facts")
        yield "waiting room", ann
    ann.visit().click(f"[data-learn={game}]")
    page.wait_for_selector("section.coach")
    ann.drawn()
    yield "lesson", ann
    alone = {seat: "me" if who == "me" else "bot:random" for seat, who in seats.items()}
    table = ann.open_table(game=game, seats=alone, **more)
    ann.sit_down(table["id"])
    page.wait_for_selector("main.table[data-turn=mine]")
    yield "table", ann
    ann.turn_into(DESKTOP)
    page.click("header [aria-label=Rules]")
    page.wait_for_selector("aside.rules h2, aside.rules h1, aside.rules p")
    yield "rules", ann
    page.keyboard.press("Escape")
    ann.api("POST", f"/api/tables/{table['id']}/resign", {})
    page.wait_for_selector("section.end .scores, section.end .part")
    yield "ending", ann
    ann.turn_into(DESKTOP)
    page.click("text=Watch the replay")
    page.wait_for_selector("section.replay")
    yield "replay", ann


def faults_of(somebody: Person, screen: Screen) -> list[str]:
    somebody.turn_into(*screen)
    return serious(somebody.page)


@pytest.mark.soak
@pytest.mark.parametrize("game", list(SEATS))
def test_axe_finds_nothing_serious_on_any_screen(person: Make, game: str) -> None:
    found = {
        (name, *screen): faults
        for name, somebody in pages(person, game)
        for screen in SCREENS
        if (faults := faults_of(somebody, screen))
    }
    assert found == {}
