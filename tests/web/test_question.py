"""The question at the side of the board: what the answer leads to, numbers by their own keys, one thing after the other."""

from __future__ import annotations

from typing import Any

from .browser import Make, listener, until
from .conftest import Server


def test_the_page_says_what_the_answer_leads_to(person: Make) -> None:
    """The help of the topic, as one line below the question; the next question has its own."""
    ann = person("Ann")
    frames: list[dict[str, Any]] = []
    ann.page.on("websocket", listener(frames))
    page = ann.sit_down(ann.open_table(game="surface-combat", seats={"commander": "me"})["id"])
    asked = next(frame["question"] for frame in frames if frame["t"] == "state")
    assert asked["help"].endswith(".")
    assert page.inner_text(".question [data-help]") == asked["help"]
    assert page.inner_text(".question h2") == asked["prompt"]
    frames.clear()
    page.click('.question [data-key="recruit_unit:breaker"]')
    until(page, "n => Number(document.querySelector('main.table').dataset.n) > n", 1)
    now = [frame["question"] for frame in frames if frame["t"] == "state"][-1]
    assert page.inner_text(".question [data-help]") == now["help"]


def test_a_number_is_answered_by_its_own_key(person: Make, depot: Server) -> None:
    """Options of an amount stand side by side as chips, and a digit gives that many."""
    ann = person("Ann", at=depot)
    page = ann.sit_down(ann.open_table(game="depot", scenario="fuel", seats={"keeper": "me"})["id"])
    page.wait_for_selector("main.table[data-turn=mine]")
    chips = page.locator(".question .chips [data-key]")
    assert [chip.strip() for chip in chips.all_inner_texts()] == [str(n + 1) for n in range(chips.count())]
    assert chips.nth(1).get_attribute("aria-keyshortcuts") == "2"
    before = page.get_attribute("main.table", "data-n")
    page.keyboard.press("2")
    until(page, "n => document.querySelector('main.table').dataset.n !== n", before)
    # A key never means two things: Pass is p, also where it ends the turn.
    assert page.get_attribute('[data-key="pass"]', "aria-keyshortcuts") == "p"
    assert page.locator(".log li.answer, .log li.note").last.inner_text() != ""
    # Where exactly two are required, the page says so and sends no fewer.
    page.keyboard.press("p")
    page.wait_for_selector(".gather")
    assert page.inner_text(".gather [role=status]") == "0 chosen; choose exactly 2."
    page.click('.gather [data-key="load:silk"]')
    assert page.inner_text("[data-send]") == "Choose 1 more"
    assert page.is_disabled("[data-send]")
    page.click('.gather [data-key="load:salt"]')
    page.click("[data-send]")
    # A slider begins at the least: one press never spends everything.
    slider = page.wait_for_selector(".question input[type=range]")
    assert slider is not None
    assert slider.input_value() == "0"
    assert page.inner_text(".question .slide .main") == "0"


def test_a_balanced_squadron_is_bought_ship_by_ship(person: Make) -> None:
    """One click buys ships and the Pods that are offered only once a ship can carry them."""
    ann = person("Ann")
    page = ann.sit_down(ann.open_table(game="space-combat", seats={"rebels": "me"})["id"])
    page.click("text=Take a balanced squadron")
    until(page, "() => document.querySelectorAll('.hand .ship').length >= 3")
    until(page, "() => document.querySelectorAll('.hand .pods [data-thing]').length >= 2")
    page.wait_for_selector("text=Take a balanced squadron", state="detached")
    assert page.locator(".error").count() == 0
