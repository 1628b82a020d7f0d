"""The board of Rogue Trooper on the page: what an option would do, why a sector is closed, what was discarded."""

from __future__ import annotations

from .browser import Make, serious, until
from .test_motion import at_the_table


def test_a_gi_who_may_move(person: Make) -> None:
    """He stands where he would go while an option is pointed at, a sector out of reach says why, and discards can be browsed."""
    page = at_the_table(person, "rogue-trooper", "", "move").page
    assert page.locator("[data-ghost]").count() == 0
    page.locator(".question [data-key^='move:']").first.hover()
    page.wait_for_selector("[data-ghost]", state="attached")
    page.hover(".question h2")
    page.wait_for_selector("[data-ghost]", state="detached")
    # What is public can be looked through, also with the keyboard alone.
    page.locator(".board .deck").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=dialog] li")
    assert page.locator("[role=dialog] b").first.inner_text() == "Supply discards"
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("[role=dialog] li", state="detached")
    # 3.1, 3.2: Milli-com is not reached on foot.
    assert page.query_selector("[data-why]") is None
    page.locator('.board [data-thing="sector:bridge"]').dispatch_event("click")
    until(page, "(why) => document.querySelector('[data-why]')?.textContent.includes(why)", "Milli-com")
