"""Games played in real browsers by clicking what is lit, to their end.

`make test` plays each game on one screen, and the beginning of Red Dust; `make soak` plays all of them on both, to the end.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from .browser import DESKTOP, PHONE, Make, Person

SOAK = pytest.mark.soak


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("surface-combat", DESKTOP, id="surface-combat-desktop"),
        pytest.param("space-combat", PHONE, id="space-combat-phone"),
        pytest.param("surface-combat", PHONE, id="surface-combat-phone", marks=SOAK),
        pytest.param("space-combat", DESKTOP, id="space-combat-desktop", marks=SOAK),
    ],
)
def test_a_newcomer_starts_and_finishes_a_mission(person: Make, game: str, size: tuple[int, int]) -> None:
    """One click in the lobby, then only what is lit, until the page says how it ended."""
    newcomer = person(size=size)
    page = newcomer.visit()
    page.click(f"[data-play={game}]")
    page.wait_for_selector("main.table")
    played = newcomer.play()
    assert played["why"] == "over", played
    assert played["board"] > 0
    page.wait_for_selector("#the-end")
    assert page.inner_text("#the-end") in ("Victory", "Defeat")


BOTS = {"marsgov": "bot:random", "corporations": "bot:random", "red_dust": "bot:random", "reclaimers": "me"}
SHORT = {"players": 2, "short": True, "rounds": 6}


def against_bots(person: Make, game: str, size: tuple[int, int]) -> tuple[Person, Page]:
    seats = BOTS if game == "red-dust" else {"red": "me", "blue": "bot:random"}
    options: dict[str, Any] = {} if game == "red-dust" else SHORT
    ann = person("Ann", size=size)
    return ann, ann.sit_down(ann.open_table(game=game, seats=seats, options=options)["id"])


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("rogue-trooper", PHONE, id="rogue-trooper-phone"),
        pytest.param("rogue-trooper", DESKTOP, id="rogue-trooper-desktop", marks=SOAK),
        pytest.param("red-dust", DESKTOP, id="red-dust-desktop", marks=SOAK),
        pytest.param("red-dust", PHONE, id="red-dust-phone", marks=SOAK),
    ],
)
def test_a_game_against_bots_is_played_to_its_end(person: Make, game: str, size: tuple[int, int]) -> None:
    """The bots answer on the server; one person clicks what is lit until the outcome is there."""
    ann, page = against_bots(person, game, size)
    played = ann.play()
    assert played["why"] == "over", played
    page.wait_for_selector("#the-end")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_red_dust_against_bots_is_played_on_the_board(person: Make, size: tuple[int, int]) -> None:
    """The first answers of a Faction among three bots, on the map where something is lit there."""
    ann, _ = against_bots(person, "red-dust", size)
    played = ann.play(12)
    assert played["why"] == "enough", played
    assert played["board"] > 0
