"""Boards can be read and touched: on a phone, on a tablet and on a desk."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from .browser import DESKTOP, PHONE, TABLET, Make, Person, serious, until

#: Pixels. A browser rounds the size of a drawing to whole pixels, hence the hundredths.
READABLE, FINGER = 11.95, 32

#: Every text in a drawing that can be seen, with the size it is drawn at; text of the page in a drawing too.
TEXTS = """
() => {
  const found = [];
  const drawn = (node) => { const m = node.getScreenCTM(); return Math.sqrt(Math.abs(m.a * m.d - m.b * m.c)); };
  const isIn = (r, box) => r.width > 0.5 && r.right > box.left && r.left < box.right && r.bottom > box.top && r.top < box.bottom;
  const add = (words, node, scale, box) => {
    const text = words.trim();
    const look = getComputedStyle(node);
    if (text && look.visibility !== 'hidden' && isIn(node.getBoundingClientRect(), box))
      found.push({text, size: parseFloat(look.fontSize) * scale});
  };
  for (const svg of document.querySelectorAll('main.table svg')) {
    const box = svg.getBoundingClientRect();
    for (const node of svg.querySelectorAll('text')) add(node.textContent, node, drawn(node), box);
    for (const frame of svg.querySelectorAll('foreignObject')) {
      const walk = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode.parentElement;
        if (!node.closest('.spoken')) add(walk.currentNode.data, node, drawn(frame), box);
      }
    }
  }
  return found;
}
"""

#: What is lit on the stage: how large it is for a finger, whether it is in sight, and how many the edges count.
LIT = """
() => {
  const stage = document.querySelector('.stage');
  if (!stage) return {things: [], beyond: 0};
  const view = stage.getBoundingClientRect();
  const shorter = (node) => { const r = node.getBoundingClientRect(); return Math.min(r.width, r.height); };
  const things = [...stage.querySelectorAll('.lit[data-thing]')].map((node) => {
    const r = node.getBoundingClientRect();
    const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
    const zone = stage.querySelector(`[data-zone="${node.dataset.thing}"]`);
    return {
      id: node.dataset.thing,
      finger: Math.max(shorter(node), zone && !node.dataset.thing.startsWith('maglev:') ? shorter(zone) : 0),
      seen: x >= view.left && x <= view.right && y >= view.top && y <= view.bottom,
    };
  });
  const beyond = [...stage.querySelectorAll('.beyond')].reduce((sum, node) => sum + parseInt(node.textContent.replace(/\\D/g, '')), 0);
  return {things, beyond};
}
"""

#: Some of it is in sight, and the edges count the rest.
SHOWN = f"""
() => {{
  const {{things, beyond}} = ({LIT})();
  const seen = things.filter((it) => it.seen).length;
  return things.length === 0 || (seen > 0 && things.length - seen === beyond);
}}
"""

TABLES: dict[str, dict[str, Any]] = {
    "red-dust": {
        "seats": dict.fromkeys(("marsgov", "corporations", "red_dust", "reclaimers"), "me"),
        "scenario": "tutorial",
    },
    "surface-combat": {},
    "space-combat": {},
    "mars-or-die": {},
    "rogue-trooper": {"seats": {"red": "me", "blue": "bot:random"}, "options": {"players": 2}},
}


def seat(person: Make, game: str, size: tuple[int, int], **more: Any) -> tuple[Person, Page]:
    somebody = person("Ann", size=size)
    page = somebody.visit()
    if more:
        return somebody, somebody.sit_down(somebody.open_table(game=game, **more)["id"])
    page.click(f"[data-play={game}]")
    page.wait_for_selector("main.table")
    return somebody, page


def small_texts(somebody: Person) -> list[str]:
    somebody.drawn()
    found = somebody.page.evaluate(TEXTS)
    return [f"{it['text']!r} {it['size']:.1f} px" for it in found if it["size"] < READABLE]


def parts(page: Page) -> int:
    """A small screen shows a part of a board at a time; this many buttons lead to the others."""
    return page.locator(".board .parts button, .board .scenes button").count()


@pytest.mark.parametrize("game", list(TABLES))
def test_no_text_of_a_board_is_below_twelve_pixels(person: Make, game: str) -> None:
    """LOOK: text never below 12 px. Some answers into the game, on every screen, in every part of the board.

    And axe finds nothing serious on a table that is being played: at a desk by day, on a phone by night.
    """
    somebody, page = seat(person, game, DESKTOP, **TABLES[game])
    somebody.play(4)
    somebody.unveil()
    themes: tuple[Literal["light", "dark"], ...] = ("light", "light", "dark")
    for size, theme in zip((DESKTOP, TABLET, PHONE), themes, strict=True):
        somebody.turn_into(size, theme)
        assert small_texts(somebody) == [], size
        if size != TABLET:
            assert serious(page) == [], size
        for part in range(parts(page)):
            page.locator(".board .parts button, .board .scenes button").nth(part).click()
            assert small_texts(somebody) == [], (size, part)


@pytest.mark.parametrize("game", ["red-dust", "rogue-trooper"])
def test_a_phone_shows_what_can_be_chosen(person: Make, game: str) -> None:
    """Something of what a question lights is in sight, the rest is counted at the edge, and all is large enough to touch."""
    somebody, page = seat(person, game, PHONE, **TABLES[game])
    lit = answer = 0
    while lit < 5:
        page.wait_for_selector("main.table[data-turn=mine]")
        until(page, SHOWN)
        things = page.evaluate(LIT)["things"]
        lit += bool(things)
        assert [it for it in things if it["finger"] < FINGER] == []
        somebody.play(1, seed=(answer := answer + 1))
