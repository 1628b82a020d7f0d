"""Mars or Die in the browser: a drag is one gesture, an order shows where it leads, a volley is one click."""

from __future__ import annotations

from playwright.sync_api import Page

from .browser import DESKTOP, Make, until
from .moments import moment


def spot(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_unit_is_dragged_while_the_table_asks_which_acts(person: Make) -> None:
    """The drag picks the unit, shows its ways, and sends it where it is dropped: no button is touched."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s6", "unit", 3))
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key^='unit:']")
    x, y = spot(page, "[data-hold]")
    inch = page.evaluate("document.querySelector('.stage svg').getScreenCTM().a * 20")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 10)
    page.wait_for_selector(".question [data-key=move]")
    page.mouse.move(x + inch, y - 2 * inch, steps=4)
    page.mouse.move(x + inch, y + 2 * inch, steps=4)
    page.wait_for_selector(".ghost")
    page.mouse.up()
    until(page, "() => !document.querySelector('.question [data-key=move]')", None)
    page.wait_for_selector(".log :text('moves')")


def test_an_order_shows_where_it_leads(person: Make) -> None:
    """Pointing at an about face draws the unit as it would stand, from the preview."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s2", "action", 3))
    page.wait_for_selector(".question [data-key=about_move]")
    page.hover(".question [data-key=about_move]")
    page.wait_for_selector(".ghost")


def test_a_volley_is_one_click(person: Make) -> None:
    """A whole unit fires at a whole unit; the likely order stands out, and what cannot be done says why."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s1", "fire", 3))
    page.keyboard.press("u")
    page.wait_for_selector(".question [data-key^='action:fire_at/']")
    page.click(".question [data-key^='action:fire_at/']")
    page.wait_for_selector(".log :text('opens fire')")
