"""Games that describe their parts and have no line of JavaScript: squares, hexes with hidden units, areas with cards.

Picket and Derelict are the games of the documentation, as their readers would save them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from sandtable.engine.parts import COLOURS
from tests.docs.pages import drawn_games

from .browser import DESKTOP, PHONE, Make, Person, listener, serious, until
from .conftest import PATIENT, Server

SEATS = {
    "connect-four": ("red", "yellow"),
    "picket": ("red", "blue"),
    "derelict": ("magpie", "jackal"),
    "couriers": ("ann", "bob"),
    "ledger": ("ann", "bob"),
    "smudged": ("ann", "bob"),
}
#: Texts on the board that are drawn smaller than twelve pixels.
SMALL_TEXTS = """() => [...document.querySelectorAll('.stage svg text')]
    .filter((it) => it.textContent.trim() && it.getClientRects().length)
    .map((it) => [it.textContent.trim(), parseFloat(getComputedStyle(it).fontSize) * Math.hypot(it.getScreenCTM().a, it.getScreenCTM().b)])
    .filter(([, size]) => size < 11.99)"""
LIT = ".board [data-thing].lit, .under [data-thing].lit"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers somebody's own games, saved in a folder of theirs."""
    folder = tmp_path_factory.mktemp("games")
    for name, code in drawn_games().items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    server = Server(tmp_path_factory.mktemp("data"))
    server.settings |= PATIENT | {
        "SANDTABLE_GAMES": "benchmarks.games,picket,drawn_derelict,tests.web.couriers",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")])),
    }
    server.start()
    yield server
    server.stop()


def sit(person: Make, server: Server, game: str, size: tuple[int, int] = DESKTOP, **how: Any) -> Person:
    """Somebody at a table of this game, against a bot, with the first question in front of them."""
    mine, other = SEATS[game]
    ann = person("Ann", size=size, at=server, **how)
    table = ann.open_table(game=game, seats={mine: "me", other: "bot:random"}, options={})
    ann.sit_down(table["id"])
    ann.unveil()
    return ann


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("connect-four", DESKTOP, id="squares-desktop"),
        pytest.param("picket", PHONE, id="hexes-phone"),
        pytest.param("couriers", PHONE, id="areas-and-cards-phone"),
    ],
)
def test_a_game_without_javascript_is_played_on_its_board(
    person: Make, own: Server, game: str, size: tuple[int, int]
) -> None:
    """Only what is lit is clicked, to the end; on the way everything can be read, by day and by night."""
    ann = sit(person, own, game, size)
    played = ann.play(5)
    assert played["board"] > 0, played
    ann.unveil()
    assert ann.page.evaluate(SMALL_TEXTS) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    assert serious(ann.page) == []
    ann.turn_into(size, "dark")
    assert serious(ann.page) == []
    assert ann.play(seed=2)["why"] == "over"
    ann.page.wait_for_selector("#the-end")


@pytest.mark.parametrize("game", ["connect-four", "picket", "derelict"])
def test_what_is_lit_is_chosen_with_the_keyboard(person: Make, own: Server, game: str) -> None:
    """Tab leads to what is lit, an arrow key to the next one beside it, and Enter answers with it."""
    ann = sit(person, own, game)
    page = ann.page
    focus = "document.activeElement?.matches('[data-thing].lit') ? document.activeElement.dataset.thing : ''"
    for _ in range(2):
        page.wait_for_selector("main.table[data-turn=mine]")
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(focus):
                break
        first = page.evaluate(focus)
        assert first, "no lit thing was reached with Tab"
        page.keyboard.press("ArrowRight")
        second = page.evaluate(focus)
        assert second, "the arrow key lost the focus"
        assert second != first or page.locator(LIT).count() == 1
        given, n = ann.watch.sent("answer"), seen(page)
        page.keyboard.press("Enter")
        until(page, "(n) => document.querySelector('main.table').dataset.n > n", n)
        assert ann.watch.sent("answer") == given + 1


def seen(page: Page) -> int:
    """How many positions the page has shown."""
    return int(page.get_attribute("main.table", "data-n") or 0)


def test_a_finger_plays_on_a_phone(person: Make, own: Server) -> None:
    """Areas and cards are large enough to be hit, and a tap on a card that cannot be chosen shows its text."""
    ann = sit(person, own, "couriers", PHONE, touch=True)
    page = ann.page
    small = page.evaluate(
        """(lit) => [...document.querySelectorAll(lit)].map((it) => it.getBoundingClientRect())
            .filter((box) => box.width < 44 || box.height < 44).length""",
        LIT,
    )
    assert small == 0
    page.locator(".under [data-card] [data-thing]").first.tap()
    assert page.inner_text(".tip.pinned p") in page.inner_text(".under [data-card] .text >> nth=0")
    page.tap(".tip.pinned button")
    town = page.locator(".board [data-thing].lit").first
    n = seen(page)
    town.tap()
    until(page, "(n) => document.querySelector('main.table').dataset.n > n", n)
    assert ann.watch.sent("answer") == 1


def test_a_hidden_unit_is_a_back_and_nothing_else(person: Make, own: Server) -> None:
    """The other side's ships are drawn face down, and what the page is sent does not hold their strength."""
    frames: list[dict[str, Any]] = []
    ann = person("Ann", at=own)
    ann.page.on("websocket", listener(frames))
    table = ann.open_table(game="picket", seats={"red": "me", "blue": "bot:random"}, options={})
    page = ann.sit_down(table["id"])
    ann.unveil()
    counters = [it for it in frames if it["t"] == "state"][-1]["drawing"]["pieces"]["counters"]
    assert sorted(it["number"] for it in counters if it["colour"] == "red") == [1, 2, 3]
    blue = [it for it in counters if it["colour"] == "blue"]
    assert [sorted(it) for it in blue] == [["at", "colour", "hidden", "id", "kind", "label", "symbol"]] * 3
    assert page.locator('[data-thing^="ship:blue"]').all_text_contents() == ["?"] * 3
    assert page.get_attribute('[data-thing="ship:blue_1"]', "aria-label") == "Blue 1, face down"


def test_a_click_on_what_stands_there_is_meant_for_the_place(person: Make, own: Server) -> None:
    """A courier hides much of its town: a click on it chooses the town, if the town can be chosen and the courier not."""
    ann = person("Ann", at=own)
    table = ann.open_table(game="couriers", seats={"ann": "me", "bob": "me"}, options={})
    page = ann.sit_down(table["id"])
    ann.unveil()
    page.click('.board [data-thing="town:port"]')
    page.wait_for_selector(".curtain, [data-key=done]")
    if page.query_selector("[data-key=done]"):
        page.click("[data-key=done]")
        page.wait_for_selector(".curtain")
    ann.unveil()
    # Bob's courier may follow to the town where Ann's stands.
    given = ann.watch.sent("answer")
    box = page.locator('[data-thing="courier:ann"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, "() => !document.querySelector('[data-key=\"go:port\"]')")
    assert ann.watch.sent("answer") == given + 1


def test_counters_and_cards_travel(person: Make, own: Server) -> None:
    """A counter glides from place to place; a delivered letter flies from the hand to the pile."""
    ann = sit(person, own, "couriers", moving=True)
    page = ann.page
    page.evaluate(
        """() => {
          window.moved = new Set();
          document.addEventListener('transitionrun', (event) => event.target.dataset?.thing && moved.add(event.target.dataset.thing));
          new MutationObserver((changes) => changes.forEach((it) => it.addedNodes.forEach(
            (node) => node.inert && moved.add('a card')))).observe(document.body, {childList: true});
        }"""
    )
    page.locator(".board [data-thing].lit").first.click()
    until(page, "() => moved.has('courier:ann')")
    while not page.evaluate("moved.has('a card')"):
        page.wait_for_selector("main.table[data-turn=mine] .question [data-key]:not(:disabled)")
        letter = page.locator(".under [data-thing].lit")
        if letter.count():
            letter.first.click()
            until(page, "() => moved.has('a card')")
        else:
            ann.play(1, seed=7)
    page.wait_for_selector("body > [inert]", state="detached")


def test_a_replay_is_drawn_as_well(person: Make, own: Server) -> None:
    ann = sit(person, own, "connect-four")
    ann.play(3)
    page = ann.page
    page.wait_for_selector("main.table[data-turn=mine]")
    assert page.locator('.board [data-thing^="disc:"]').count() == 6
    page.click("[aria-label=Replay]")
    page.wait_for_selector("main.table.past")
    page.keyboard.press("Home")
    until(page, "() => document.querySelectorAll('.board [data-thing^=\"disc:\"]').length === 0")


def test_without_a_description_the_terminals_board_is_shown(person: Make, own: Server) -> None:
    """Never JSON: a game that says nothing at all is written out in words."""
    ann = sit(person, own, "ledger")
    text = ann.page.inner_text(".board pre")
    assert re.search(r"^Deck: 4$", text, re.MULTILINE)
    assert not set(text) & set('{}"[]')
    assert serious(ann.page) == []


def test_a_mistake_in_a_description_is_told_and_stops_nothing(person: Make, own: Server) -> None:
    """The page names the part and what was probably meant, shows the text, and the game goes on."""
    ann = sit(person, own, "smudged")
    told = ann.page.inner_text(".board [role=alert]")
    assert (
        'Counter courier ann stands at the town "farn", which is not on the plan. Did you mean farm?' in told
    )
    assert ann.page.inner_text(".board pre").startswith("Ann is in ")
    assert ann.page.inner_text(".board pre .bold") == "Ann"
    assert ann.play(1)["list"] == 1
    assert "Smudged cannot be drawn: its `pieces` failed." in own.log


#: Contrast of what is printed on each colour, as WCAG calculates it.
CONTRASTS = """(colours) => {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
      .map((it) => (it <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return colours.map((it) => {
    const both = [light(`--part-${it}`), light(`--on-part-${it}`)];
    return [it, (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)];
  });
}"""


def test_every_colour_can_be_read_and_has_a_pattern(person: Make, own: Server) -> None:
    """A colour is never the only difference between two counters, by day or by night."""
    ann = sit(person, own, "connect-four")
    for theme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=theme)
        until(ann.page, "(it) => document.documentElement.dataset.theme === it", theme)
        contrasts: list[tuple[str, float]] = ann.page.evaluate(CONTRASTS, list(COLOURS))
        assert [it for it, contrast in contrasts if contrast < 4.5] == []
    patterns = {it: ann.page.get_attribute(f"#part-{it} path", "d") for it in COLOURS}
    plain = [it for it, strokes in patterns.items() if not strokes]
    assert plain == ["sand", "white"], "these two are told apart by brightness"
    assert len(set(patterns.values())) == len(COLOURS) - 1
