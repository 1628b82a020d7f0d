"""Space Combat and Surface Combat on the page: what an option would change, and why a place is not offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair

from .browser import PHONE, Make, serious, until
from .test_gather import answered, send_key
from .test_motion import at_the_table


def first_place(page: Page) -> str:
    """The first option that is a place to go."""
    key = page.get_attribute(".question [data-key^='move:']", "data-key")
    assert key
    return key


@pytest.mark.parametrize(
    ("game", "far", "why"),
    [
        ("space-combat", "point:h4", "steps away"),
        ("surface-combat", "cell:a1", "cells away"),
    ],
)
def test_a_move_is_previewed_by_ghosts_and_a_place_out_of_reach_says_why(
    person: Make, game: str, far: str, why: str
) -> None:
    """Ships, or the Team, stand where they would go; without an option pointed at, nothing does."""
    page = at_the_table(person, game, "", "move").page
    assert page.locator("[data-ghost]").count() == 0
    page.hover(f".question [data-key='{first_place(page)}']")
    page.wait_for_selector("[data-ghost]", state="attached")
    assert serious(page) == []
    page.hover(".question h2")
    page.wait_for_selector("[data-ghost]", state="detached")
    assert page.query_selector("[data-why]") is None
    page.locator(f'.board [data-thing="{far}"]').dispatch_event("click")
    until(page, "(why) => document.querySelector('[data-why]')?.textContent.includes(why)", why)


#: What is cut off or hidden of the squadron, how far the enemies are from the Point of the battle in pixels, and how bright the sky is.
BATTLE = """() => {
  const boxes = (css) => [...document.querySelectorAll(css)].map((it) => it.getBoundingClientRect());
  const hand = document.querySelector('section.hand').getBoundingClientRect();
  const cards = boxes('.hand .ship');
  const pocket = document.querySelector('.pocket').getBoundingClientRect();
  const sky = getComputedStyle(document.querySelector('.fm-night .sheet')).fill.match(/\\d+/g).map(Number);
  return {
    ships: cards.length,
    cut: cards.filter((it) => it.right > hand.right + 1 || it.bottom > hand.bottom + 1).length,
    strays: boxes('[data-enemy]').filter((it) => {
      const [x, y] = [it.x + it.width / 2, it.y + it.height / 2];
      return x < pocket.left || x > pocket.right || y < pocket.top || y > pocket.bottom;
    }).length,
    sky: Math.max(...sky.slice(0, 3)),
  };
}"""


def test_the_likely_answer_of_a_fight_is_to_open_fire(person: Make) -> None:
    """Every ship is in sight, enemies stand at the fight, and space is dark by day."""
    page = at_the_table(person, "space-combat", "", "fight").page
    seen = page.evaluate(BATTLE)
    assert seen["ships"] >= 1
    assert (seen["cut"], seen["strays"]) == (0, 0)
    assert seen["sky"] < 40
    assert page.locator(".option.main").get_attribute("data-key") == "keep_firing"
    page.hover('.question [data-key="fire"]')
    page.wait_for_selector("[data-preview]")
    assert serious(page) == []


def test_recruits_leave_their_places_empty(person: Make) -> None:
    """Whoever is recruited leaves an empty place."""
    page = at_the_table(person, "surface-combat", "", "recruit_unit").page
    where = "() => Object.fromEntries([...document.querySelectorAll('.store [data-thing]')].map((it) => [it.dataset.thing, it.offsetLeft + ' ' + it.offsetTop]))"
    before = page.evaluate(where)
    page.locator(".store [data-thing].lit").first.click()
    until(page, "() => document.querySelectorAll('.store .taken').length === 1", None)
    assert page.evaluate(where) == before


def before_a_debrief(game: str, seed: int = 3) -> tuple[bytes, str]:
    """A campaign that needs one more answer for its first Mission to be over, and that answer."""
    table = sandtable.new(game, scenario="campaign", seed=seed)
    bot = make_bot("house", seed)
    while table.ask is not None:
        journal, key = table.save(), bot.choose(Chair(table, table.ask.seat))
        table.choose(key)
        if table.view(None).fought:
            return journal, key
    raise AssertionError("No Mission ended before the campaign did.")


@pytest.mark.parametrize(
    ("game", "size"), [("surface-combat", PHONE), ("space-combat", None)], ids=["surface-phone", "space"]
)
def test_a_debrief_opens_is_closed_by_key_and_opens_again(
    person: Make, game: str, size: tuple[int, int] | None
) -> None:
    """After each Mission what was lost, gained and carried over; the track in the strip keeps it at hand."""
    journal, key = before_a_debrief(game)
    ann = person("Ann", size) if size else person("Ann")
    page = ann.bring(journal)
    assert page.locator("dialog[open]").count() == 0
    page.locator(f".question [data-key='{key}']").dispatch_event("click")
    page.wait_for_selector("dialog[open]")
    told = page.inner_text("dialog[open]")
    for word in ("Debrief · Mission 1", "Lost", "Gained", "Carried over", "campaign"):
        assert word in told
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    box = page.locator("button[aria-label='The campaign so far']").bounding_box()
    assert box
    assert box["x"] + box["width"] <= page.evaluate("() => innerWidth")  # in sight, on a phone too
    page.focus("button[aria-label='The campaign so far']")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    assert page.inner_text("dialog[open]") == told
    page.keyboard.press("Enter")  # its one button has the focus
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("() => document.activeElement?.getAttribute('aria-label')") == "The campaign so far"


def test_hits_are_assigned_in_one_go(person: Make) -> None:
    """16.5: hits on several enemies, and two on the same one, are one answer, and every one of them counts."""
    ann = at_the_table(person, "space-combat", "", "hit")
    page = ann.page
    for enemy in ("escort", "escort", "picket", "cyborg"):
        page.click(f".gather [data-key='hit:{enemy}_front']")
    assert page.inner_text(".gather [data-send]") == "Assign 4 hits"
    send_key(page, "d")
    # A counter that was hit has turned: the second hit on it has another key.
    assert answered(ann) == [["hit:escort_front", "hit:escort_back", "hit:picket_front", "hit:cyborg_front"]]
    page.wait_for_selector(".log >> text=3 enemies are weakened")
    page.wait_for_selector(".log >> text=Your fire destroys Disrupted Escort")


#: Which of the Nexus, the Installation and its name lie over each other, and whether a piece is drawn above the name.
FULL_CELL = """(site) => {
  const one = (css) => document.querySelector(css);
  const box = (it) => it.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const [gem, flag, name] = [one('.nexus .gem'), one(`[data-site=${site}] .flag`), one(`[data-site-name=${site}]`)];
  const above = [...document.querySelectorAll('.still .moves')].filter((it) => name.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING);
  return [meet(box(gem), box(flag)), meet(box(gem), box(name)), meet(box(flag), box(name)), above.length];
}"""


def test_team_nexus_and_installation_in_one_cell_are_told_apart(person: Make) -> None:
    """Crowded pieces do not cover each other's flags and names."""
    table = sandtable.new("surface-combat", seed=18)
    bot = make_bot("house", 18)
    while table.ask is not None:
        view = table.view(None)
        site = next((it.id for it in view.installations if it.cell == view.cell == view.nexus), None)
        if site:
            break
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    assert site
    page = person("Ann").bring(table.save())
    assert page.evaluate(FULL_CELL, site) == [False, False, False, 0]
