"""Games played in real browsers by clicking what is lit, to their end."""

from __future__ import annotations

from typing import Any

import pytest

from .browser import DESKTOP, PHONE, Make

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@SIZES
@pytest.mark.parametrize("game", ["surface-combat", "space-combat"])
def test_a_newcomer_starts_and_finishes_a_mission(person: Make, game: str, size: tuple[int, int]) -> None:
    """One click in the lobby, then only what is lit, until the page says how it ended."""
    newcomer = person(size=size)
    page = newcomer.visit()
    page.click(f"[data-play={game}]")
    page.wait_for_selector("main.table")
    page.keyboard.press("?")
    page.click(
        "text=Show the guide again"
    )  # and never closed: whoever does not read it must get to the end too
    page.wait_for_selector("section.coach")
    played = newcomer.play()
    assert played["why"] == "over", played
    assert played["board"] > 0
    page.wait_for_selector("#the-end")
    assert page.inner_text("#the-end") in ("Victory", "Defeat")


BOTS = {"marsgov": "bot:random", "corporations": "bot:random", "red_dust": "bot:random", "reclaimers": "me"}
SHORT = {"players": 2, "short": True, "rounds": 6}


@SIZES
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("rogue-trooper", {"red": "me", "blue": "bot:random"}, SHORT),
        ("red-dust", BOTS, {}),
    ],
    ids=["rogue-trooper", "red-dust"],
)
def test_a_game_against_bots_is_played_to_its_end(
    person: Make, game: str, seats: dict[str, str], options: dict[str, Any], size: tuple[int, int]
) -> None:
    """The bots answer on the server; one person clicks what is lit until the outcome is there."""
    ann = person("Ann", size=size)
    table = ann.open_table(game=game, seats=seats, options=options)
    page = ann.sit_down(table["id"])
    played = ann.play()
    assert played["why"] == "over", played
    page.wait_for_selector("#the-end")
