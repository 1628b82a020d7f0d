"""Space Combat and Surface Combat on the page: what an option would change, and why a place is not offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .browser import Make, serious, until
from .test_motion import at_the_table


def first_place(page: Page) -> str:
    """The first option that is a place to go."""
    key = page.get_attribute(".question [data-key^='move:']", "data-key")
    assert key
    return key


@pytest.mark.parametrize("game", ["space-combat", "surface-combat"])
def test_a_move_is_previewed_by_ghosts(person: Make, game: str) -> None:
    """Ships, or the Team, stand where they would go; without an option pointed at, nothing does."""
    page = at_the_table(person, game, "", "move").page
    assert page.locator("[data-ghost]").count() == 0
    page.hover(f".question [data-key='{first_place(page)}']")
    page.wait_for_selector("[data-ghost]", state="attached")
    assert serious(page) == []
    page.hover(".question h2")
    page.wait_for_selector("[data-ghost]", state="detached")


@pytest.mark.parametrize(
    ("game", "far", "why"),
    [
        ("space-combat", "point:h4", "steps away"),
        ("surface-combat", "cell:a1", "cells away"),
    ],
)
def test_a_place_out_of_reach_says_why(person: Make, game: str, far: str, why: str) -> None:
    page = at_the_table(person, game, "", "move").page
    page.locator(f'.board [data-thing="{far}"]').dispatch_event("click")
    until(page, "(why) => document.querySelector('[data-why]')?.textContent.includes(why)", why)


def test_the_likely_answer_of_a_fight_is_to_open_fire(person: Make) -> None:
    page = at_the_table(person, "space-combat", "", "fight").page
    assert page.locator(".option.main").get_attribute("data-key") == "keep_firing"
    page.hover('.question [data-key="fire"]')
    page.wait_for_selector("[data-preview]")
    assert serious(page) == []
