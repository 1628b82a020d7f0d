"""Several answers to one question are gathered and sent as one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .browser import DESKTOP, PHONE, Make, Person, serious, until
from .conftest import Server
from .test_touch import Fingers


def sit(
    person: Make, server: Server, *, size: tuple[int, int] = DESKTOP, touch: bool = False
) -> tuple[Person, Page]:
    """Somebody at the depot, with the first question in front of them."""
    ann = person("Ann", size, at=server, touch=touch)
    page = ann.sit_down(ann.open_table(game="depot", seats={"keeper": "me"})["id"])
    page.wait_for_selector("main.table[data-turn=mine]")
    return ann, page


def answered(somebody: Person) -> list[list[str]]:
    """The answers that the page has sent, as it sent them."""
    sent = [
        line.removeprefix("sent: ") for line in somebody.watch.log if line.startswith('sent: {"t":"answer"')
    ]
    return [json.loads(line)["keys"] for line in sent]


def moves_on(page: Page, what: str, act: Callable[[str], None] | None = None) -> None:
    """Click or tap, and wait for the next position."""
    before = page.get_attribute("main.table", "data-n")
    (act or page.click)(what)
    until(page, "n => document.querySelector('main.table').dataset.n !== n", before)


def send_key(page: Page, key: str) -> None:
    before = page.get_attribute("main.table", "data-n")
    page.keyboard.press(key)
    until(page, "n => document.querySelector('main.table').dataset.n !== n", before)


def test_several_are_marked_and_sent_as_one_answer(person: Make, depot: Server) -> None:
    """By a click in the list, by a click on the board and by key; Done goes with them."""
    ann, page = sit(person, depot)
    page.click('.gather [data-key="discard:silk"]')
    page.keyboard.press("1")  # Salt, the first in the list
    page.click('.board [data-thing*="spice"]')
    pressed = page.locator('.gather [aria-pressed="true"]')
    assert pressed.count() == 3
    page.click('.gather [data-key="discard:steel"]')  # three are all that may go
    page.click('.gather [data-key="discard:spice"]')  # one's mind is changed
    assert pressed.count() == 2
    assert page.locator(".question .words").count() == 0  # Done is what the button does
    assert page.locator('.board [data-thing*="silk"].shown').count() == 1
    assert serious(page) == []
    assert answered(ann) == []
    send_key(page, "d")
    assert answered(ann) == [["discard:silk", "discard:salt", "done"]]


def test_an_order_is_made_by_keys_clicks_and_dragging(person: Make, depot: Server) -> None:
    ann, page = sit(person, depot)
    moves_on(page, '.question [data-key="done"]')
    assert page.get_attribute("[data-send]", "aria-keyshortcuts") == "d"
    labels = page.locator(".gather .option .label")
    page.keyboard.press("4")  # Steel comes first
    assert [text.strip() for text in labels.all_inner_texts()] == ["Steel", "Salt", "Silk", "Spice"]
    page.focus('.gather [data-key="sort:silk"]')
    page.keyboard.press("Shift+ArrowUp")
    assert [text.strip() for text in labels.all_inner_texts()] == ["Steel", "Silk", "Salt", "Spice"]
    grip, top = (
        page.locator(".gather .grip").nth(3).bounding_box(),
        page.locator(".gather li").first.bounding_box(),
    )
    assert grip
    assert top
    page.mouse.move(grip["x"] + 5, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, top["y"] + 5, steps=5)
    page.mouse.up()
    assert [text.strip() for text in labels.all_inner_texts()] == ["Spice", "Steel", "Silk", "Salt"]
    page.click('.gather [aria-label="Later: Spice"]')
    assert serious(page) == []
    moves_on(page, "[data-send]")
    assert answered(ann)[1:] == [
        ["sort:steel", "sort:spice", "sort:silk"]
    ]  # the last one goes without saying
    assert page.inner_text(".question h2") == "The storm hits which shed?"


def test_an_order_as_it_stands_is_sent_by_key(person: Make, depot: Server) -> None:
    """The button offers it before anything is moved, so its key does too."""
    ann, page = sit(person, depot)
    moves_on(page, '.question [data-key="done"]')
    send_key(page, "d")
    assert answered(ann)[1:] == [["sort:salt", "sort:silk", "sort:spice"]]


def test_an_order_and_hits_are_given_with_a_finger_on_a_phone(person: Make, depot: Server) -> None:
    """Taps and drags make the order; hits are assigned together."""
    ann, page = sit(person, depot, size=PHONE, touch=True)
    moves_on(page, '.question [data-key="done"]')
    labels = page.locator(".gather .option .label")

    def ordered(*names: str) -> None:
        expect(labels).to_have_text([re.compile(rf"^\s*{name}\s*$") for name in names])

    ordered("Salt", "Silk", "Spice", "Steel")
    page.tap('.gather [data-key="sort:steel"]')  # comes first
    ordered("Steel", "Salt", "Silk", "Spice")
    page.tap('.gather [aria-label="Later: Steel"]')
    ordered("Salt", "Steel", "Silk", "Spice")
    page.locator(".gather li").first.scroll_into_view_if_needed()
    grip, top = (
        page.locator(".gather .grip").nth(1).bounding_box(),
        page.locator(".gather li").first.bounding_box(),
    )
    assert grip
    assert top
    x = grip["x"] + grip["width"] / 2
    Fingers(ann).drag((x, grip["y"] + grip["height"] / 2), (x, top["y"] + 5))
    ordered("Steel", "Salt", "Silk", "Spice")
    moves_on(page, "[data-send]", page.tap)
    assert answered(ann)[1:] == [["sort:steel", "sort:salt", "sort:silk"]]
    page.tap('.gather [data-key="storm:north"]')
    page.tap('.gather [data-key="storm:north"]')
    assert page.inner_text(".gather .count") == "×2"
    page.tap('.gather [aria-label="One hit fewer: Hit North shed"]')
    page.tap('.gather [data-key="storm:south"]')
    page.tap('.gather [data-key="storm:south"]')
    assert page.inner_text(".gather [data-send]") == "Assign 3 hits"
    moves_on(page, "[data-send]")
    assert answered(ann)[-1] == ["storm:north", "storm:south", "storm:south"]


def test_one_by_one_is_still_possible(person: Make, depot: Server) -> None:
    ann, page = sit(person, depot)
    page.click("[data-one-by-one]")
    moves_on(page, '.question [data-key="discard:silk"]')
    assert answered(ann) == [["discard:silk"]]
    page.reload()  # it is remembered
    page.wait_for_selector("main.table[data-turn=mine]")
    assert page.locator(".gather").count() == 0
    page.click("[data-together]")
    assert page.locator(".gather").count() == 1
