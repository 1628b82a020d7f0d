"""Movement is seen, quickly, and not by those who do not want it. No test here looks at the clock: animations are held still."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from .browser import Make, Person, until
from .moments import moment

#: Game, scenario, topic of the question, and the answer that moves something; without one the first that is offered.
MOVES = [
    ("mars-or-die", "s6", "move", "move:90"),
    ("mars-or-die", "s6", "wheel", "wheel:right_15"),
    ("surface-combat", "", "move", "move:b6"),
    ("space-combat", "", "move", "move:h6_1"),
    ("rogue-trooper", "", "march", "march:f3"),
    ("red-dust", "", "march_number", "march_number:2"),
]
EACH_MOVE = pytest.mark.parametrize(
    ("game", "scenario", "topic", "key"), MOVES, ids=[f"{it[0]}-{it[2]}" for it in MOVES]
)

#: Where everything on the board is, and from now on every animation stands still at its beginning.
HOLD = """() => {
  const place = (it) => { const m = it.getScreenCTM(); return [m.e, m.f]; };
  const all = () => [...document.querySelectorAll('.stage svg .moves, .stage svg .flight')].filter((it) => !it.parentElement.closest('.moves'));
  window.before = new Map(all().map((it) => [it, place(it)]));
  window.held = new Map();
  const hold = () => {
    for (const one of document.getAnimations()) {
      if (window.held.has(one) || one.effect.getComputedTiming().iterations === Infinity) continue;
      one.pause();
      one.currentTime = 0;
      window.held.set(one, one.effect.target);
    }
    window.holding = requestAnimationFrame(hold);
  };
  hold();
  window.place = place;
  window.all = all;
}"""

#: What moved: [how far it begins from where it was, how far it goes, how far it ends from where it then is].
SEEN = """() => {
  cancelAnimationFrame(window.holding);
  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const stood = [...window.before.values()];
  const found = [];
  const held = [...window.held].filter(([one]) => one.playState !== 'idle');  // a later move took the place of the others
  for (const [one, it] of held) {
    const isFlight = it.classList.contains('flight');
    if (!it.isConnected || it.parentElement.closest('.moves') || !(isFlight || (one.transitionProperty === 'transform' && it.classList.contains('moves')))) continue;
    const from = window.place(it);
    one.currentTime = one.effect.getComputedTiming().duration - 0.01;
    const to = window.place(it);
    one.currentTime = 0;
    const was = isFlight ? stood.toSorted((a, b) => far(a, from) - far(b, from))[0] : (window.before.get(it) ?? from);
    found.push({it, isFlight, from, to, was});
  }
  for (const [one] of held) one.finish();
  const ends = window.all().filter((it) => !it.classList.contains('flight')).map((it) => [it, window.place(it)]);
  const moved = new Set(found.map(({it}) => it));
  const jumped = ends.filter(([it, at]) => window.before.has(it) && !moved.has(it) && far(at, window.before.get(it)) > 2);
  return {
    moves: found.map(({it, isFlight, from, to, was}) => {
      const end = isFlight ? ends.map(([, at]) => at).toSorted((a, b) => far(a, to) - far(b, to))[0] : window.place(it);
      return [far(was, from), far(from, to), far(to, end)];
    }),
    jumped: jumped.map(([it]) => it.outerHTML.slice(0, 120)),
  };
}"""
LASTING = (
    """() => document.getAnimations().map((it) => it.animationName ?? it.transitionProperty ?? 'script')"""
)


def pace(page: Page, rate: float) -> None:
    """How fast animations run. One that is over between two pictures of a busy machine could not be held."""
    line = page.context.new_cdp_session(page)
    line.send("Animation.enable")
    line.send("Animation.setPlaybackRate", {"playbackRate": rate})


def hold(page: Page) -> None:
    pace(page, 0.001)
    page.evaluate(HOLD)


#: Turns the dial to a heading, as its slider does: the notches are in the slider's order.
TURN = """(key) => {
  const at = [...document.querySelectorAll('[data-heading]')].findIndex((it) => it.dataset.heading === key);
  const slider = document.querySelector('.question input[type=range]');
  if (at < 0) return;
  slider.value = at;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
}"""


def answer(page: Page, key: str) -> None:
    before = page.get_attribute("main.table", "data-n")
    page.evaluate(TURN, key)
    page.click(f".question [data-key='{key}']")
    until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)


def at_the_table(person: Make, game: str, scenario: str, topic: str, **how: Any) -> Person:
    somebody = person("Ann", **how)
    somebody.bring(moment(game, scenario, topic, alone=True))
    return somebody


@EACH_MOVE
def test_a_piece_travels_from_where_it_was(
    person: Make, game: str, scenario: str, topic: str, key: str
) -> None:
    """What moves begins where it stood and ends where it stands; nothing else on the board leaves its place."""
    ann = at_the_table(person, game, scenario, topic, moving=True)
    hold(ann.page)
    answer(ann.page, key)
    ann.drawn()
    seen = ann.page.evaluate(SEEN)
    assert any(way > 8 for _, way, _ in seen["moves"]), seen
    assert all(start < 2 and end < 2 for start, _, end in seen["moves"]), seen
    assert seen["jumped"] == []


@pytest.mark.parametrize(
    ("game", "scenario", "topic", "key", "why"),
    [
        # One wish for each game in `make test`, both in `make soak`.
        pytest.param(
            *move, why, id=f"{move[0]}-{move[2]}-{why}", marks=pytest.mark.soak if (n + m) % 2 else ()
        )
        for n, move in enumerate(MOVES)
        for m, why in enumerate(("system", "setting"))
    ],
)
def test_nothing_moves_for_those_who_want_it_still(
    person: Make, game: str, scenario: str, topic: str, key: str, why: str
) -> None:
    """The system's wish for less motion, and our own setting: not one animation, before and after an answer."""
    ann = person("Ann", moving=why == "setting")
    if why == "setting":
        ann.context.add_init_script("localStorage.setItem('sandtable.motion', 'off')")
    page = ann.bring(moment(game, scenario, topic, alone=True))
    assert page.evaluate(LASTING) == []
    answer(page, key)
    assert page.evaluate(LASTING) == []
    ann.drawn()
    assert page.evaluate(LASTING) == []


def test_a_unit_comes_onto_the_table_from_where_it_waited(person: Make) -> None:
    """Mars or Die, set-up: units do not come out of nowhere."""
    ann = at_the_table(person, "mars-or-die", "s6", "set_up", moving=True)
    page = ann.page
    hold(page)
    answer(page, "auto")
    ann.drawn()
    starts = page.evaluate(
        """() => [...window.held.values()].filter((it) => it.isConnected && it.querySelector('[data-thing^="unit:"]'))
            .map((it) => it.querySelector('[data-thing]').getScreenCTM().e)"""
    )
    edge = page.evaluate("document.querySelector('#mod-clip rect').getScreenCTM().e")
    assert len(starts) >= 4
    frame = page.locator("svg .table > rect").first.bounding_box()
    assert frame is not None
    assert all(x < frame["x"] + 60 or x > frame["x"] + frame["width"] - 60 for x in starts), (starts, edge)


def test_a_formation_is_seen_to_change(person: Make) -> None:
    """The body of a unit goes from one shape to the other, with its stands."""
    ann = at_the_table(person, "mars-or-die", "s6", "unit", moving=True)
    page = ann.page
    page.click(".question [data-key^='unit:']")
    page.wait_for_selector(".question [data-key=form_move]")
    hold(page)
    answer(page, "form_move")
    if page.query_selector(".question [data-key^='to_']"):
        page.click(".question [data-key^='to_']")
    page.wait_for_function("() => [...window.held.keys()].some((one) => one.transitionProperty === 'd')")
    stands = page.evaluate(
        "() => [...window.held].filter(([one, it]) => one.transitionProperty === 'transform' && it.closest('.turns')).length"
    )
    assert stands >= 3


@pytest.mark.parametrize(
    ("game", "scenario", "topic"),
    [
        ("mars-or-die", "s6", "unit"),
        ("surface-combat", "", "move"),
        ("space-combat", "", "move"),
        ("rogue-trooper", "", "march"),
        ("red-dust", "", "march_number"),
    ],
)
def test_opening_and_zooming_move_nothing(person: Make, game: str, scenario: str, topic: str) -> None:
    """Names and counters are laid out anew for each size; they must not wander about for it."""
    ann = person("Ann", moving=True)
    ann.context.add_init_script(f"addEventListener('DOMContentLoaded', {HOLD})")
    page = ann.bring(moment(game, scenario, topic, alone=True))
    moving = """() => [...window.held].filter(([one]) => one.transitionProperty === 'transform')
        .map(([, it]) => it.outerHTML.slice(0, 90))"""
    assert page.evaluate(moving) == []
    page.hover(".stage svg")
    zooms: list[Callable[[], None]] = [
        lambda: page.mouse.wheel(0, -600),
        lambda: page.press(".stage svg", "0"),
    ]
    for zoom in zooms:
        view = page.get_attribute(".stage svg", "viewBox")
        zoom()
        until(page, "old => document.querySelector('.stage svg').getAttribute('viewBox') !== old", view)
        ann.drawn()
    assert page.evaluate(moving) == []


@pytest.mark.parametrize("game", ["surface-combat", "space-combat"])
def test_a_card_that_is_drawn_flips(person: Make, game: str) -> None:
    """The Ops card that comes up after a move turns over, once; it used to be there without a movement."""
    ann = at_the_table(person, game, "", "move", moving=True)
    page = ann.page
    flips = """() => [...window.held].filter(([one, it]) => it.closest('.card.ops')
        && JSON.stringify(one.effect.getKeyframes()).includes('rotateY')).length"""
    hold(page)
    for _ in range(30):
        is_drawn, flipped = page.evaluate(
            f"() => [document.querySelector('.card.ops[data-thing]') !== null, ({flips})()]"
        )
        if is_drawn:
            break
        assert flipped == 0
        answer(page, page.get_attribute(".question [data-key]:not(:disabled)", "data-key") or "")
        ann.drawn()
    until(page, f"() => ({flips})() > 0")
    ann.drawn()
    assert page.evaluate(flips) == 1


def test_dice_tumble_once_and_leave_the_board(person: Make) -> None:
    """They lie on the board until the next answer, and beside the question until the next throw or for three answers."""
    ann = at_the_table(person, "mars-or-die", "s6", "fire", moving=True)
    page = ann.page
    hold(page)
    while not page.evaluate("() => [...window.held.values()].some((it) => it.matches('.tumbles'))"):
        answer(page, page.get_attribute(".question [data-key]", "data-key") or "")
        ann.drawn()
    tumbles = page.evaluate(
        "() => [...window.held].filter(([, it]) => it.matches('.tumbles')).map(([one]) => one.effect.getComputedTiming().iterations)"
    )
    assert tumbles
    assert set(tumbles) == {1}
    page.evaluate(
        "() => { cancelAnimationFrame(window.holding); for (const one of window.held.keys()) one.finish(); }"
    )
    pace(page, 1)
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key]")
    page.wait_for_selector(".last svg[aria-label^=die]")
    answer(page, page.get_attribute(".question [data-key]:not([data-key^=fire])", "data-key") or "")
    page.wait_for_selector(".story", state="detached")


#: A page that can hold back what the server says, and hear all of it in one breath.
DAM = """
window.dam = { isShut: false, kept: [] };
window.WebSocket = class extends WebSocket {
  set onmessage(hear) {
    super.onmessage = (event) => (dam.isShut ? dam.kept.push({ hear, event }) : hear(event));
  }
};
"""
OPEN = "() => { dam.isShut = false; for (const { hear, event } of dam.kept.splice(0)) hear(event); }"


def held(page: Page) -> list[dict[str, Any]]:
    """The states of the table that wait behind the dam."""
    frames = map(json.loads, page.evaluate("dam.kept.map(({ event }) => event.data)"))
    return [frame for frame in frames if frame["t"] == "state"]


@pytest.mark.parametrize("moving", [True, False], ids=["moving", "still"])
def test_moves_of_a_bot_are_seen_one_after_the_other(person: Make, moving: bool) -> None:
    """Many answers at once: one beat after the other, and the last one is the game as it stands; all at once without motion."""
    ann = person("Ann", moving=moving)
    ann.page.add_init_script(DAM)
    if moving:
        ann.page.add_init_script("localStorage.setItem('sandtable.speed', 'fast')")
    page = ann.bring(moment("mars-or-die", "s6", "unit", alone=True))
    page.evaluate(
        """() => {
          window.scenes = [];
          const table = document.querySelector('main.table');
          new MutationObserver(() => window.scenes.push(Number(table.dataset.n))).observe(table, {attributeFilter: ['data-n']});
        }"""
    )
    first = int(page.get_attribute("main.table", "data-n") or 0)
    page.evaluate("dam.isShut = true")
    page.click(".question [data-key=later], .question [data-key=done], .question [data-key]:last-of-type")
    # The house has played and waits for us: nothing more will come.
    until(
        page,
        """() => dam.kept.map(({ event }) => JSON.parse(event.data))
            .some((it) => it.t === 'state' && (it.outcome || it.waiting === it.seat))""",
    )
    many = len(held(page))
    assert many > 6
    page.evaluate(OPEN)
    until(page, "n => Number(document.querySelector('main.table').dataset.n) >= n", first + many)
    scenes = page.evaluate("window.scenes")
    assert scenes[-1] == first + many
    assert scenes == sorted(scenes)
    if moving:
        assert len(scenes) >= 2, scenes  # our own answer, then its beats; moves in a row are told as one
    else:
        assert len(scenes) == 1, scenes
