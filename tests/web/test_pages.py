"""Lobby and table pages: what a visitor meets, with the mouse, with the keyboard alone, and with a screen reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from sandtable.games import BUILT_IN

from .browser import DESKTOP, PHONE, TABLET, Make, Person, push, serious, until

GAMES = list(BUILT_IN)


def test_the_lobby_shows_every_game(person: Make) -> None:
    page = person().visit()
    page.wait_for_selector("[data-game]")
    shown = page.eval_on_selector_all("[data-game]", "list => list.map((it) => it.dataset.game)")
    assert shown[: len(GAMES)] == GAMES


def test_my_tables_come_together_with_the_games(person: Make) -> None:
    """LOOK: nothing moves under the pointer. My tables stand above the games, so no game is shown before them."""
    ann = person("Ann")
    ann.open_table(game="surface-combat", seats={"commander": "me"})
    held: list[Route] = []
    ann.page.route("**/api/tables?*mine*", lambda route: held.append(route))
    with ann.page.expect_request("**/api/tables?*mine*"):
        ann.visit()
    until(ann.page, "document.body.innerText.includes('Loading the games')")
    assert ann.page.query_selector("[data-game]") is None
    held[0].continue_()
    ann.page.wait_for_selector("[data-game]")
    assert ann.page.query_selector("#list-mine") is not None


def test_a_game_that_is_pointed_at_stays_where_it_is(person: Make) -> None:
    """LOOK: nothing moves under the pointer, when a table is added above either."""
    ann = person("Ann")
    ann.page.clock.install()
    page = ann.visit()
    page.hover("[data-play=mars-or-die]")
    where = "() => Math.round(document.querySelector('[data-play=mars-or-die]').getBoundingClientRect().top)"
    before = page.evaluate(where)
    ann.open_table(game="surface-combat", seats={"commander": "me"})
    page.clock.run_for(10_000)  # tables are asked for every ten seconds
    page.wait_for_selector("#list-mine")
    assert abs(page.evaluate(where) - before) <= 1  # a scroll goes by whole pixels


def test_the_licences_of_others_are_linked(person: Make) -> None:
    """The promise: one file with the licences of everything that was bundled is linked from the page."""
    page = person().visit()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Third-party licences").click()
    opened.value.wait_for_url("**/licences.txt")
    assert "SIL OPEN FONT LICENSE" in (opened.value.text_content("body") or "").upper()


def test_the_lobby_is_accessible(person: Make) -> None:
    """By day and by night, with its form open."""
    page = person("Ann").visit()
    page.wait_for_selector("[data-game]")
    found = serious(page)
    page.click("[aria-label='Dark theme']")
    until(page, "document.documentElement.dataset.theme === 'dark'")
    found += serious(page)
    push(page, "[data-new=rogue-trooper]")
    page.wait_for_selector("dialog[open]")
    assert [*found, *serious(page)] == []


def sit_among_bots(somebody: Person, game: str) -> Page:
    """A table with quick bots in the other seats."""
    seats = next(it["seats"] for it in somebody.api("GET", "/api/games") if it["key"] == game)
    others = {seat["id"]: "bot:random" for seat in seats}
    return somebody.sit_down(somebody.open_table(game=game, seats={**others, seats[0]["id"]: "me"})["id"])


@pytest.mark.soak
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_accessible_by_day_and_by_night(person: Make, game: str, size: tuple[int, int]) -> None:
    """Axe finds nothing serious at several moments of a game; `make test` looks at one, in test_readable.py."""
    somebody = person("Ann", size=size)
    page = sit_among_bots(somebody, game)
    found: list[str] = []
    for stop in range(1, 5):
        assert somebody.play(stop, board=False, seed=stop)["why"] == "enough"
        found += serious(page)
        page.click("[aria-label='Dark theme'], [aria-label='Light theme']")
        until(page, f"document.documentElement.dataset.theme === '{'light' if stop % 2 == 0 else 'dark'}'")
    assert found == []


def test_nothing_hangs_over_the_edge(person: Make) -> None:
    """The page never scrolls sideways on any screen, and the question is on it."""
    somebody = person("Ann")
    page = somebody.visit()
    page.wait_for_selector("[data-game]")
    for size in (DESKTOP, TABLET, PHONE):
        somebody.turn_into(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    push(page, "[data-play=surface-combat]")
    page.wait_for_selector("main.table[data-turn=mine]")
    for size in (DESKTOP, TABLET, PHONE):
        somebody.turn_into(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        box = page.locator(".question h2").bounding_box()
        board = page.locator("main.table > .board").bounding_box()
        assert box is not None
        assert board is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
        assert board["width"] * board["height"] > 0.2 * size[0] * size[1], size


def test_a_table_is_set_up_with_a_form(person: Make) -> None:
    """The number of seats follows the options; a link is there to be sent."""
    page = person("Ann").visit()
    push(page, "[data-new=rogue-trooper]")
    page.wait_for_selector("select[name=seat-yellow]")
    page.fill("input[name=players]", "2")
    page.press("input[name=players]", "Tab")
    page.wait_for_selector("select[name=seat-yellow]", state="detached")
    page.select_option("select[name=seat-blue]", "link")
    page.click("dialog button[type=submit]")
    page.wait_for_selector("text=Copy the link")
    assert page.url.startswith(person().base + "/t/")


def test_keys_alone_are_enough(person: Make) -> None:
    """From the lobby to an undone move without a mouse."""
    page = person("Ann").visit()
    page.wait_for_selector("[data-play=surface-combat]")
    page.focus("[data-play=surface-combat]")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table[data-turn=mine]")
    first = page.inner_text(".question h2")
    page.keyboard.press("1")
    until(page, "old => document.querySelector('.question h2').innerText !== old", first)
    page.keyboard.press("u")
    until(page, "old => document.querySelector('.question h2').innerText === old", first)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == page.get_attribute(
        ".question [data-key]", "data-key"
    )
    page.keyboard.press("Enter")
    until(page, "old => document.querySelector('.question h2').innerText !== old", first)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    page.focus(".thing.lit")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('main.table').dataset.n >= 5 || document.querySelector('.menu')")


def test_a_screen_reader_hears_the_question_and_the_board(person: Make) -> None:
    somebody = person("Ann")
    page = somebody.visit()
    push(page, "[data-play=surface-combat]")
    page.wait_for_selector("main.table[data-turn=mine]")
    prompt = page.inner_text(".question h2")
    assert prompt in (page.text_content("[aria-live=polite]") or "")
    assert len(page.text_content("#summary") or "") > 40
    labels = page.eval_on_selector_all(
        ".thing.lit", "list => list.map((it) => it.getAttribute('aria-label') || it.textContent.trim())"
    )
    assert labels
    assert all(labels)


def test_day_and_night_are_remembered(person: Make) -> None:
    page = person().visit()
    page.click("[aria-label='Dark theme']")
    until(page, "document.documentElement.dataset.theme === 'dark'")
    page.reload()
    until(page, "document.documentElement.dataset.theme === 'dark'")


def test_the_first_visit_offers_a_lesson(person: Make) -> None:
    """Whoever is new is offered a lesson once, and finds it again in the help."""
    somebody = person("Ann")
    page = sit_among_bots(somebody, "surface-combat")
    assert page.query_selector("section.coach") is None  # this browser has been asked before
    page.keyboard.press("?")
    page.click("text=Learn by playing")
    page.wait_for_selector("main.table.taught section.coach")


def test_odds_and_a_hint(person: Make) -> None:
    """Chances are shown where the game gives them, and the house says what it would do."""
    somebody = person("Ann")
    page = somebody.visit()
    push(page, "[data-play=surface-combat]")
    page.wait_for_selector("main.table[data-turn=mine]")
    page.keyboard.press("h")
    page.wait_for_selector(".hint")
    page.keyboard.press("o")
    page.wait_for_selector(".option .odds")


def test_names_and_chat_are_only_text(person: Make) -> None:
    """What people write is never markup."""
    nasty = "<img src=x onerror=alert(1)>"
    somebody = person(nasty)
    table = somebody.open_table(game="surface-combat", seats={"commander": "me"}, title=nasty)
    page = somebody.sit_down(table["id"])
    page.click("[role=tab]:has-text('Chat')")
    page.fill("#say", nasty)
    page.press("#say", "Enter")
    page.wait_for_selector(f".chat >> text={nasty}")
    assert page.query_selector("main img") is None
    page = somebody.visit()
    page.wait_for_selector(f"li:has-text('{nasty}')")
    assert page.query_selector("main img") is None
