"""The tutorial of Red Dust, walked to its end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.games.red_dust.tutorial_play import ANSWERS

from .browser import DESKTOP, Make, until

#: Leafs and answers as the coach says. Notes each step whose coach points at nothing, or at what cannot be seen.
WALK = """
async (most) => {
  const frame = () => new Promise((done) => setTimeout(done, 4));
  const waits = async (until, ms) => {
    const end = performance.now() + ms;
    while (!until()) {
      if (performance.now() > end) return false;
      await frame();
    }
    return true;
  };
  const coach = () => document.querySelector('section.coach');
  const visible = (id) => [...document.querySelectorAll(`[data-thing="${id}"]`)].some((el) => {
    const r = el.getBoundingClientRect();
    return r.width > 0 && r.right > 0 && r.bottom > 0 && r.left < innerWidth && r.top < innerHeight;
  });
  const things = () => coach().dataset.points.split(' ').filter(Boolean);
  const n = () => Number(document.querySelector('main.table').dataset.n);
  const told = {answers: 0, steps: [], lost: [], end: ''};
  for (;;) {
    const ready = await waits(() => document.querySelector('[data-coach]:not(:disabled)'), 60000);
    const title = coach()?.querySelector('h3').innerText ?? '';
    if (!ready || title === 'End of the tutorial' || told.answers === most) return {...told, end: title};
    if (told.steps.at(-1) !== title) told.steps.push(title);
    if (!things().length || !(await waits(() => things().every(visible), 20000)))
      told.lost.push(`${title}: ${things().filter((id) => !visible(id))}`);
    const next = document.querySelector('[data-coach=next]');
    const before = n();
    (next ?? document.querySelector('[data-coach=answer]')).click();
    if (next) await frame();
    else {
      told.answers++;
      if (!(await waits(() => n() > before, 60000))) return {...told, end: `no answer to ${title}`};
    }
  }
}
"""


def walk(person: Make, most: int) -> tuple[Page, dict[str, Any]]:
    """Go along with the coach for so many answers; what was seen on the way."""
    page = person("Ann", size=DESKTOP).visit()
    page.click("[data-tutorial=red-dust]")
    page.wait_for_selector("section.coach")
    told = page.evaluate(WALK, most)
    assert told["lost"] == [], "a step points at nothing, or at what is not on the screen"
    return page, told


def test_the_tutorial_walks_through_the_first_turns(person: Make) -> None:
    """Answers are taken, from Faction to Faction, and every step points at something that is on the screen."""
    _, told = walk(person, 30)
    assert told["answers"] == 30
    assert len(told["steps"]) > 5


@pytest.mark.soak
def test_the_tutorial_walks_through_red_dust_to_its_end(person: Make) -> None:
    """Every answer is taken. (That they are the proved ones is in test_tutorial_texts.py.)"""
    page, told = walk(person, 10_000)
    assert told["end"] == "End of the tutorial"
    assert told["answers"] == sum(len(keys) for keys, _ in ANSWERS.values())
    assert len(told["steps"]) > 60
    page.click("[data-coach=next]")
    page.wait_for_selector("section.coach", state="detached")
    assert page.query_selector("main.table[data-turn=mine] .question [data-key]")


def test_the_tutorial_says_so_when_one_has_left_its_path(person: Make) -> None:
    """Another answer than the coach's is allowed; undo leads back, and a reload stays where one was."""
    page = person("Ann").visit()
    page.click("[data-tutorial=red-dust]")
    page.click("[data-coach=next]")
    page.click("[data-coach=next]")
    page.click("[data-coach=answer]")
    page.wait_for_selector("section.coach h3:has-text('Red Dust acts first')")
    page.click(".question [data-key=operation]")
    page.wait_for_selector("section.coach:has-text('You have left the tutorial')")
    page.keyboard.press("u")
    page.wait_for_selector("[data-coach=answer]")
    page.click("[data-coach=answer]")
    until(page, "document.querySelector('[data-coach=answer]')?.innerText.includes('Rally')")
    page.reload()
    page.wait_for_selector("section.coach h3:has-text('Red Dust acts first')")
    until(page, "document.querySelector('[data-coach=answer]')?.innerText.includes('Rally')")
