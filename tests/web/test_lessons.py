"""Lessons in the browser: the coach points, answers wrong turns with Undo in sight, and leads on to a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from sandtable.engine import lessons_of
from sandtable.games import all_games

from .browser import PHONE, Make, serious, until
from .test_story import STILL

#: Rogue Trooper begins with a question whose answers are gathered before they are sent.
GAMES = [game.key for game in all_games() if lessons_of(game) and game.key != "rogue-trooper"]

#: Goes along with the coach. Notes each step that points at what is not on the page.
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
  const find = (name) => document.querySelector(`section.coach [data-coach=${name}]:not(:disabled)`);
  const coach = () => document.querySelector('section.coach');
  const told = {answers: 0, steps: [], lost: [], end: ''};
  for (;;) {
    const ready = await waits(() => find('next') || find('show') || find('answer') || find('play') || find('onward'), 60000);
    const title = coach()?.querySelector('h3').innerText ?? '';
    if (!ready || find('play') || find('onward') || told.answers === most) return {...told, end: ready ? title : 'stuck at ' + title};
    if (told.steps.at(-1) !== title) told.steps.push(title);
    const points = coach().dataset.points.split(' ').filter(Boolean);
    if (points.length && !(await waits(() => points.some((id) => document.querySelector(`[data-thing="${id}"]`)), 10000)))
      told.lost.push(`${title}: ${points}`);
    const n = Number(document.querySelector('main.table').dataset.n);
    const button = find('next') ?? find('show') ?? find('answer');
    const answers = button === find('answer');
    button.click();
    if (!answers) await frame();
    else {
      told.answers++;
      if (!(await waits(() => Number(document.querySelector('main.table').dataset.n) > n, 60000))) return {...told, end: `no answer to ${title}`};
    }
  }
}
"""


def begin(person: Make, game: str, size: tuple[int, int], theme: str = "light") -> Page:
    page = person("Ann", size=size, theme=theme).visit()
    page.click(f"[data-learn={game}]")
    page.wait_for_selector("section.coach")
    return page


def test_a_lesson_is_played_to_its_end_and_leads_on(person: Make) -> None:
    """From an invitation to a won Mission by the coach's own hints, by keyboard at first; then back to it, or a game of one's own."""
    table = person("Bo").open_table(game="surface-combat", seats={"commander": "link"}, begins="ready")
    page = person().visit(table["seats"][0]["link"])
    page.fill("[name=name]", "Ann")
    page.focus("text=Learn it first")
    page.keyboard.press("Enter")
    page.wait_for_selector("section.coach")
    assert serious(page) == []
    page.focus("[data-coach=next]")
    while page.query_selector("[data-coach=next]"):
        page.keyboard.press("Enter")
    for button in ("show", "answer"):
        until(page, f"document.activeElement.matches('[data-coach={button}]')")
        page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('[data-coach]')")
    told: dict[str, Any] = page.evaluate(WALK, 100)
    assert told["lost"] == [], "a step points at what is not on the page"
    assert told["end"] == "Well done", told
    page.click("[data-coach=back]:has-text('Bo')")
    page.wait_for_selector("main.invitation")
    assert page.input_value("[name=name]") == "Ann"
    page.go_back()
    page.click("[data-coach=play]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("main.table[data-turn=mine]:not(.taught)")


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_turn_has_undo_in_sight(person: Make, game: str) -> None:
    """On a phone by night: the reply to a wrong turn and its Undo are on the screen; after it, and a reload, the step is the same."""
    page = begin(person, game, PHONE, "dark")
    while page.query_selector("[data-coach=next]"):
        page.click("[data-coach=next]")
    before = page.inner_text("section.coach h3")
    hint = page.evaluate(
        """async () => {
          const keys = [...document.querySelectorAll('.question [data-key]')].map((it) => it.dataset.key);
          document.querySelector('[data-coach=show]').click();
          await new Promise((done) => requestAnimationFrame(done));
          const label = document.querySelector('[data-coach=answer]').innerText;
          const wrong = [...document.querySelectorAll('.question [data-key]')].filter((it) => !it.innerText.includes(label));
          wrong[0].click();
          return keys.length;
        }"""
    )
    assert hint > 1
    page.wait_for_selector("[data-coach=said]")
    page.wait_for_selector("[data-coach=undo]")
    until(
        page,
        "document.querySelector('[data-coach=undo]').getBoundingClientRect().bottom <= innerHeight",
    )
    assert serious(page) == []
    page.click("[data-coach=undo]")
    page.wait_for_selector("[data-coach=undo]", state="detached")
    assert page.inner_text("section.coach h3") == before
    page.reload()
    page.wait_for_selector("section.coach h3")


#: Goes along with the coach until an answer of ours is told as a story; what the coach said when it was given.
UNTIL_TOLD = """
async () => {
  const frame = () => new Promise((done) => setTimeout(done, 4));
  const find = (name) => document.querySelector(`section.coach [data-coach=${name}]:not(:disabled)`);
  for (const end = performance.now() + 60000; performance.now() < end; await frame()) {
    document.querySelector('.story .keys button[title^="Go on"]')?.click();
    const button = find('next') ?? find('show') ?? find('answer');
    if (!button) continue;
    const [n, said] = [document.querySelector('main.table').dataset.n, document.querySelector('section.coach').innerText];
    button.click();
    if (button.dataset.coach !== 'answer') continue;
    while (document.querySelector('main.table').dataset.n === n) await frame();
    await frame();
    if (document.querySelector('.story .fight')) return said;
  }
}
"""


@pytest.mark.parametrize("game", ["surface-combat", "mars-or-die"])
def test_the_coach_waits_until_the_dice_are_told(person: Make, game: str) -> None:
    """What came of a throw is not given away by the coach while the story still tells it."""
    ann = person("Ann", moving=True)
    ann.page.add_init_script(STILL)
    page = ann.visit()
    page.click(f"[data-learn={game}]")
    page.wait_for_selector("section.coach")
    before = page.evaluate(UNTIL_TOLD)
    coach = "section.coach header"
    while page.query_selector(".story"):
        assert page.inner_text(coach) in before
        caption = page.inner_text(".story")
        page.keyboard.press("Space")
        until(page, "old => (document.querySelector('.story')?.innerText ?? '') !== old", caption)
    until(page, "old => !old.includes(document.querySelector('section.coach header').innerText)", before)
