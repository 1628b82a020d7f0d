"""The board of Rogue Trooper on the page: what an option would do, why a sector is closed, what was discarded."""

from __future__ import annotations

from .browser import Make, serious, until
from .test_motion import at_the_table


def test_a_move_is_previewed_by_a_ghost(person: Make) -> None:
    """The GI stands where he would go; without an option pointed at, he does not."""
    page = at_the_table(person, "rogue-trooper", "", "move").page
    assert page.locator("[data-ghost]").count() == 0
    page.locator(".question [data-key^='move:']").first.hover()
    page.wait_for_selector("[data-ghost]", state="attached")
    page.hover(".question h2")
    page.wait_for_selector("[data-ghost]", state="detached")


def test_a_sector_out_of_reach_says_why(person: Make) -> None:
    """3.1, 3.2: Milli-com is not reached on foot."""
    page = at_the_table(person, "rogue-trooper", "", "move").page
    page.locator('.board [data-thing="sector:bridge"]').dispatch_event("click")
    until(page, "(why) => document.querySelector('[data-why]')?.textContent.includes(why)", "Milli-com")


def test_the_discards_of_a_deck_can_be_looked_through(person: Make) -> None:
    """What is public can be browsed, also with the keyboard alone."""
    page = at_the_table(person, "rogue-trooper", "", "move").page
    page.locator(".board .deck").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=dialog] li")
    assert page.locator("[role=dialog] b").first.inner_text() == "Supply discards"
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("[role=dialog] li", state="detached")
