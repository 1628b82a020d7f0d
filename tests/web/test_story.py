"""The story of others' turns: beats, speed, keys, dice, the stage, and what is said afterwards. Its clock stands still here."""

from __future__ import annotations

import re
from typing import Any

from .browser import DESKTOP, PHONE, Make, Person, serious, until
from .moments import moment
from .test_log import long_game

#: Nothing that waits for longer than a moment happens by itself: what a beat does next is up to the keys.
STILL = """
{
  const real = window.setTimeout.bind(window);
  window.setTimeout = (act, wait = 0, ...rest) => (wait > 160 && wait < 10_000 ? real(() => {}, 0) : real(act, wait, ...rest));
}
"""
#: Keeps every frame with a state, as the server has sent it.
FRAMES = """
window.states = [];
window.WebSocket = class extends WebSocket {
  set onmessage(hear) {
    super.onmessage = (event) => {
      const frame = JSON.parse(event.data);
      if (frame.t === 'state') states.push(frame);
      hear(event);
    };
  }
};
"""
CAPTION = "() => document.querySelector('.story')?.innerText ?? ''"
#: Since so many frames the house has played and waits for us: nothing more will come.
OURS = (
    "old => { const it = states.at(-1); return states.length > old && (it.outcome || it.waiting !== null); }"
)
#: What is told line by line; lines that are counted are told together.
TOLD = """() => states.slice(1).flatMap((it) => it.log.lines).filter((it) => it.kind === 'note' && !it.sums).map((it) => it.text)"""
#: Nothing fades or moves any more, but for what never ends.
AT_REST = """() => document.getAnimations().every((it) =>
    it.playState !== 'running' || it.effect?.getComputedTiming().iterations === Infinity)"""


def pass_the_turn(person: Make, size: tuple[int, int] = DESKTOP, **how: Any) -> Person:
    """Red Dust passes; the house plays on, and all it did has come but for the first beat nothing is told yet."""
    ann = person("Ann", size=size, moving=True, **how)
    ann.page.add_init_script(STILL)
    ann.page.add_init_script(FRAMES)
    page = ann.bring(long_game(60, "pass"))
    before = page.evaluate("states.length")
    page.click(".question [data-key=pass]")
    until(page, OURS, before)
    page.wait_for_selector(".story")
    return ann


#: Whether the panel stands inside the board, how many spaces its beat tells about, and how many of them it covers.
WHERE = """() => {
  const box = (it) => it.getBoundingClientRect();
  const [panel, board] = ['.story', 'main .board'].map((it) => box(document.querySelector(it)));
  const inside = panel.left >= board.left && panel.right <= board.right && panel.bottom <= board.bottom;
  const told = [...document.querySelectorAll('.board .stage [data-thing^="space:"].shown')].map(box);
  const covered = told.filter((it) => it.top + it.height / 2 > panel.top && it.top + it.height / 2 < panel.bottom
    && it.left + it.width / 2 > panel.left && it.left + it.width / 2 < panel.right);
  return {inside, told: told.length, covered: covered.length};
}"""


def test_space_tells_it_beat_by_beat(person: Make) -> None:
    """Nothing is left out, the board follows the story, and at the end it is my turn.

    The panel covers neither the question nor the spaces it tells about, and axe finds nothing serious.
    """
    page = pass_the_turn(person).page
    assert page.get_attribute("main.table", "data-turn") == "other"
    until(page, AT_REST)  # what is still fading in has less contrast
    assert serious(page) == []
    told, places = [], 0
    while page.query_selector(".story"):
        where = page.evaluate(WHERE)
        assert where["inside"], where
        assert where["covered"] == 0, where
        places += where["told"]
        told.append(page.evaluate(CAPTION))
        page.keyboard.press("Space")
        until(page, "old => (document.querySelector('.story')?.innerText ?? '') !== old", told[-1])
    page.wait_for_selector("main.table[data-turn=mine]")
    assert len(told) > 3
    assert places
    assert int(page.get_attribute("main.table", "data-n") or 0) == len(page.evaluate("states"))
    log = page.inner_text(".log")
    lost = [text for text in page.evaluate(TOLD)[-12:] if " ".join(text.split()) not in " ".join(log.split())]
    assert [text for text in lost if not any(text in caption for caption in told)] == []


def test_escape_skips_to_now(person: Make) -> None:
    """One key, and the table is as it stands; what happened is summed up until the next answer."""
    ann = pass_the_turn(person)
    page = ann.page
    page.keyboard.press("Escape")
    page.wait_for_selector("main.table[data-turn=mine]")
    page.wait_for_selector(".story", state="detached")
    summary = page.inner_text(".meanwhile")
    assert any(f"{name}:" in summary for name in ("MarsGov", "Corporations", "Reclaimers"))
    assert "Red Dust:" not in summary
    assert "Watch again" in summary
    assert page.query_selector(".board .mark") is not None
    page.click("text=Watch again")
    page.wait_for_selector(".replay [aria-label=Pause]")
    page.wait_for_selector(".story")
    page.click("text=Back to the game")
    page.wait_for_selector(".story", state="detached")
    page.click(".question [data-key]:not(:disabled)")
    until(page, "old => document.querySelector('.meanwhile')?.innerText !== old", summary)


def test_a_finger_goes_on_and_skips(person: Make) -> None:
    """The panel has a button for each key, on a phone too, and axe finds nothing serious there."""
    page = pass_the_turn(person, size=PHONE, touch=True).page
    until(page, AT_REST)  # what is still fading in has less contrast
    assert serious(page) == []
    first = page.evaluate(CAPTION)
    page.tap(".story button:has-text('Next')")
    until(page, "old => (document.querySelector('.story')?.innerText ?? '') !== old", first)
    page.tap(".story [aria-label='Skip to now']")
    page.wait_for_selector("main.table[data-turn=mine]")
    page.wait_for_selector(".meanwhile")


def test_instant_shows_the_result_at_once(person: Make) -> None:
    """A setting in the strip, kept for the next time; the summary says what happened."""
    ann = person("Ann", moving=True)
    page = ann.bring(long_game(60, "pass"))
    page.select_option(".tools select", "instant")
    page.evaluate(
        "() => { window.told = 0; new MutationObserver(() => { told += document.querySelector('.story') ? 1 : 0; })"
        ".observe(document.querySelector('.board'), {childList: true}); }"
    )
    page.click(".question [data-key=pass]")
    page.wait_for_selector(".meanwhile:has-text('Watch again')")
    page.wait_for_selector("main.table[data-turn=mine]")
    assert page.evaluate("told") == 0
    page.reload()
    page.wait_for_selector("main.table")
    assert page.input_value(".tools select") == "instant"


def test_every_die_that_was_thrown_is_shown(person: Make) -> None:
    """Beside the question and in the log: as many as the server names, and those that count are marked."""
    ann = person("Ann")
    ann.page.add_init_script(FRAMES)
    page = ann.bring(moment("mars-or-die", "s6", "fire", alone=True))
    for _ in range(8):
        old = page.evaluate("states.length")
        page.click(".question [data-key]:not(:disabled)")
        until(page, OURS, old)
        until(page, "Number(document.querySelector('main.table').dataset.n) === states.length")
        lines = page.evaluate("states.flatMap((it) => it.log.lines)")
        mine = page.evaluate("states.at(-1).mine")
        rolls = [line for line in lines if line["kind"] == "roll"]
        later = lines[lines.index(rolls[-1]) + 1 :]
        # Who has gone on to something else for three answers is not shown an old throw.
        is_kept = sum(line["kind"] == "answer" and line.get("seat") in mine for line in later) < 3
        faces = rolls[-1]["faces"]
        thrown = sum(map(len, faces)) if isinstance(faces[0], list) else len(faces)
        hits = rolls[-1].get("hits", [])
        counts = sum(sum(group) for group in hits) if hits and isinstance(hits[0], list) else sum(hits)
        assert page.locator(".last svg[aria-label^=die]").count() == (thrown if is_kept else 0)
        assert page.locator(".last svg[aria-label$=', counts']").count() == (counts if is_kept else 0)
        assert page.locator(".log li.roll").last.locator("svg[aria-label^=die]").count() == thrown


def test_a_fight_is_a_stage(person: Make) -> None:
    """Fire in Mars or Die: both sides with their dice, what led to it above, the result in words below; the question stays free."""
    ann = person("Ann", moving=True)
    ann.page.add_init_script(STILL)
    ann.page.add_init_script(FRAMES)
    page = ann.bring(moment("mars-or-die", "s6", "fire", alone=True))
    while not page.query_selector(".story .fight"):
        before, old = page.get_attribute("main.table", "data-n"), page.evaluate("states.length")
        page.click(".question [data-key]:not(:disabled)")
        until(page, OURS, old)
        until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)
        ann.drawn()
    assert page.locator(".story .fight .side").count() == 2
    assert page.locator(".story .fight svg[aria-label^=die]").count() >= 2
    assert page.inner_text(".story .result")
    counts = page.locator(".story .fight .throw .count").all_inner_texts()
    assert counts
    assert all(re.fullmatch(r"highest \d(, twice|, \d times)?", it) for it in counts), counts
    until(page, AT_REST)  # what is still fading in has less contrast
    assert serious(page) == []
    page.keyboard.press("Space")
    page.wait_for_selector(".story", state="detached")
    assert page.locator(".last svg[aria-label^=die]").count() >= 2


def test_a_fight_of_ones_own_leaves_a_phone_its_board(person: Make) -> None:
    """The panel stands over the hand rather than over the board: most of the board stays in sight, and so does the question."""
    ann = person("Ann", size=PHONE, touch=True, moving=True)
    ann.page.add_init_script(STILL)
    ann.page.add_init_script(FRAMES)
    page = ann.bring(moment("mars-or-die", "s6", "fire", alone=True))
    while not page.query_selector(".story .fight"):
        before, old = page.get_attribute("main.table", "data-n"), page.evaluate("states.length")
        page.tap(".question [data-key]:not(:disabled)")
        until(page, OURS, old)
        until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)
        ann.drawn()
    until(page, AT_REST)
    panel, board, asks = (page.locator(it).first.bounding_box() for it in (".story", "main .board", ".asks"))
    assert panel is not None
    assert board is not None
    assert asks is not None
    assert panel["y"] > board["y"] + board["height"] * 0.6
    assert panel["y"] + panel["height"] <= asks["y"]
    assert page.locator(".story button:has-text('Next')").is_visible()
    assert page.locator(".story .fight svg[aria-label^=die]").count() >= 2
