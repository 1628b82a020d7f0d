"""Mars or Die with fingers: no hover, no exact aim, and a table that is panned with the same finger that plays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page

from .browser import PHONE, TABLET, Make, Person, until
from .moments import moment

SOAK = pytest.mark.soak
#: Phones in `make test`, tablets too in `make soak`: what a finger does is the same, and the screen is smaller.
SIZES = pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(TABLET, id="tablet", marks=SOAK)]
)


def each(*cases: tuple[Any, ...]) -> list[Any]:
    """Each case on a phone or a tablet in turn in `make test`, and on the other one in `make soak`."""
    sizes = [("phone", PHONE), ("tablet", TABLET)]
    return [
        pytest.param(size, *case, id="-".join([*map(str, case[:2]), name]), marks=SOAK if (n + m) % 2 else ())
        for n, case in enumerate(cases)
        for m, (name, size) in enumerate(sizes)
    ]


SEEDS = {"s6": 3, "s1": 5}
Spot = tuple[float, float]

#: Texts on the table that are drawn smaller than twelve pixels.
SMALL_TEXTS = """() => [...document.querySelectorAll('.stage svg text')]
    .filter((it) => it.textContent.trim() && it.getClientRects().length)
    .map((it) => [it.textContent.trim(), parseFloat(getComputedStyle(it).fontSize) * Math.hypot(it.getScreenCTM().a, it.getScreenCTM().b)])
    .filter(([, size]) => size < 11.99)"""
#: Buttons on and below the board that a finger would miss.
SMALL_BUTTONS = """() => [...document.querySelectorAll('.mod-board button, .mod-board [data-order], .armies button')]
    .map((it) => [it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 31.9 || box.width < 31.9))
    .map(([text, box]) => [text, box.width, box.height])"""


class Fingers:
    """One or two fingers on somebody's screen."""

    def __init__(self, somebody: Person) -> None:
        self.somebody, self.page = somebody, somebody.page
        self.line = somebody.context.new_cdp_session(self.page)

    def _send(self, kind: str, *spots: Spot) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    @contextmanager
    def _quickly(self) -> Iterator[None]:
        """A finger that goes on at once: on a busy machine it would seem to rest, and only look."""
        self.page.evaluate(
            """() => {
              window.later = window.setTimeout;
              window.setTimeout = (act, ms, ...given) => window.later(act, ms === 500 ? 1e6 : ms, ...given);
            }"""
        )
        yield
        self.page.evaluate("() => { window.setTimeout = window.later; }")

    def given(self) -> int:
        """How many answers the page has sent. The table's own count would not change before the server has replied."""
        self.somebody.drawn()
        return self.somebody.watch.sent("answer")

    def tap(self, spot: Spot) -> None:
        with self._quickly():
            self.page.touchscreen.tap(*spot)

    def press(self, spot: Spot) -> None:
        self._send("touchStart", spot)

    def lift(self) -> None:
        self._send("touchEnd")

    def drag(self, start: Spot, end: Spot) -> None:
        with self._quickly():
            self._send("touchStart", start)
            for n in range(1, 9):
                part = n / 8
                self._send(
                    "touchMove",
                    (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part),
                )
            # A finger that is lifted while it moves flings, and the browser takes the next tap for the end of that.
            for _ in range(4):
                self.somebody.drawn()
                self._send("touchMove", end)
            self._send("touchEnd")

    def spread(self, first: Spot, second: Spot, by: float) -> None:
        """Two fingers go apart; the first comes down first."""
        with self._quickly():
            self._send("touchStart", first)
            self._send("touchStart", first, second)
            for n in range(1, 9):
                self._send(
                    "touchMove", (first[0] - by * n / 8, first[1]), (second[0] + by * n / 8, second[1])
                )
            self._send("touchEnd")


def fingers(person: Make, size: tuple[int, int], scenario: str, topic: str) -> Fingers:
    somebody = person("Ann", size=size, touch=True)
    somebody.bring(moment("mars-or-die", scenario, topic, SEEDS[scenario]))
    return Fingers(somebody)


def middle(page: Page, selector: str) -> Spot:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def count(page: Page) -> str | None:
    """Changes with every answer."""
    return page.get_attribute("main.table", "data-n")


def answered(before: str | None, page: Page) -> None:
    until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)


def seen(page: Page) -> str | None:
    """The part of the table that is seen."""
    return page.get_attribute(".stage svg", "viewBox")


def looked_elsewhere(before: str | None, page: Page) -> str | None:
    """Wait until another part of the table is seen than before."""
    until(page, "old => document.querySelector('.stage svg').getAttribute('viewBox') !== old", before)
    return seen(page)


def lit(page: Page, rest: str = "") -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        f".stage [data-thing^='unit:'].lit{rest}", "list => list.map((it) => it.dataset.thing)"
    )
    return found


@SIZES
def test_a_finger_on_the_ground_pans_and_answers_nothing(person: Make, size: tuple[int, int]) -> None:
    """Also when it goes down where a tap would have meant a place to move to."""
    hand = fingers(person, size, "s6", "action")
    page = hand.page
    board = middle(page, ".stage svg")
    given, view = hand.given(), seen(page)
    hand.spread((board[0] - 20, board[1]), (board[0] + 20, board[1]), 60)
    view = looked_elsewhere(view, page)
    hand.drag(board, (board[0] + 60, board[1] + 40))
    looked_elsewhere(view, page)
    assert hand.given() == given
    assert page.query_selector("[data-go]") is None


@SIZES
def test_two_fingers_zoom_even_if_one_is_on_a_unit(person: Make, size: tuple[int, int]) -> None:
    """The first finger could have been a drag: the second one makes it a pinch, and no unit moves."""
    hand = fingers(person, size, "s6", "unit")
    page = hand.page
    given, view = hand.given(), seen(page)
    unit = middle(page, f".stage [data-thing='{lit(page)[0]}']")
    centre = middle(page, ".stage svg")
    inch = page.evaluate("document.querySelector('.stage svg').getScreenCTM().a * 20")
    # The first finger goes to a place where a drag would take the unit, on a screen of any size.
    by = -3 * inch if centre[0] > unit[0] else 3 * inch
    hand.spread(unit, (unit[0], unit[1] + (60 if centre[1] > unit[1] else -60)), by)
    looked_elsewhere(view, page)
    assert hand.given() == given
    assert page.query_selector(".table.dragging") is None


@pytest.mark.parametrize(("size", "scenario"), each(("s6",), ("s1",)))
def test_a_unit_is_set_up_with_a_finger(person: Make, size: tuple[int, int], scenario: str) -> None:
    """One is dragged to its place; for another the place is tapped, seen, and then agreed to."""
    hand = fingers(person, size, scenario, "set_up")
    page = hand.page
    for way in ("drag", "tap"):
        unit = lit(page)[0]
        box = page.locator("rect.zone.mine").first.bounding_box()
        assert box is not None
        place = box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5
        before = count(page)
        token = middle(page, f".stage [data-thing='{unit}']")
        if way == "drag":
            hand.drag(token, place)
        else:
            hand.tap((token[0] - 5, token[1] + 7))
            answered(before, page)
            page.wait_for_selector(".forming")
            before, given = count(page), hand.given()
            hand.tap(place)
            page.wait_for_selector(".ghost")
            assert hand.given() == given
            page.tap("[data-go]")
        answered(before, page)
        hand.somebody.unveil()
        until(page, "document.querySelector('main.table .question h2').innerText === 'Set up which unit?'")
    page.wait_for_selector("[role=tab]:has-text('Log')")
    page.tap("[role=tab]:has-text('Log')")
    assert "takes its place" in page.inner_text("#tab-panel")


@SIZES
def test_a_tap_shows_what_a_mouse_sees_by_hovering(person: Make, size: tuple[int, int]) -> None:
    """Reach, arcs and words of any unit, without an answer; a tap beside it puts them away."""
    hand = fingers(person, size, "s6", "unit")
    page = hand.page
    given = hand.given()
    enemy = page.eval_on_selector_all(
        ".stage [data-thing^='unit:']:not(.lit)", "list => list[0].dataset.thing"
    )
    spot = middle(page, f".stage [data-thing='{enemy}']")
    hand.tap((spot[0] + 3, spot[1] + 3))
    page.wait_for_selector(".reach.hover", state="attached")
    page.wait_for_selector(".tip.pinned")
    board = page.locator(".stage").bounding_box()
    tip = page.locator(".tip").bounding_box()
    assert board is not None
    assert tip is not None
    assert tip["y"] >= board["y"] + board["height"]  # below the board, which it explains
    x, y = middle(page, ".stage svg")
    hand.tap((x, y - board["height"] * 0.3))
    page.wait_for_selector(".tip", state="detached")
    page.wait_for_selector(".reach.hover", state="detached")
    assert hand.given() == given


@SIZES
def test_a_finger_that_rests_only_looks(person: Make, size: tuple[int, int]) -> None:
    """A unit that a tap would choose can be looked at first."""
    hand = fingers(person, size, "s6", "unit")
    page = hand.page
    before, given = count(page), hand.given()
    spot = middle(page, f".stage [data-thing='{lit(page)[0]}']")
    hand.press(spot)
    page.wait_for_selector(".reach.hover", state="attached")
    hand.lift()
    page.wait_for_selector(".reach.hover", state="attached")
    assert hand.given() == given
    hand.tap(spot)
    answered(before, page)


@SIZES
def test_a_unit_goes_where_a_finger_drags_it(person: Make, size: tuple[int, int]) -> None:
    """From the question which unit acts: one drag answers unit, order, heading and distance."""
    hand = fingers(person, size, "s6", "unit")
    page = hand.page
    unit = f".stage [data-thing='{lit(page)[0]}']"
    start, before = middle(page, unit), count(page)
    centre = middle(page, ".stage svg")
    inch = page.evaluate("document.querySelector('.stage svg').getScreenCTM().a * 20")
    hand.drag(start, (start[0] + (3 * inch if centre[0] > start[0] else -3 * inch), start[1]))
    answered(before, page)
    page.wait_for_selector("main.table")
    hand.somebody.unveil()
    end = middle(page, unit)
    assert abs(abs(end[0] - start[0]) - 3 * inch) < inch
    assert abs(end[1] - start[1]) < inch


@SIZES
def test_a_place_is_pointed_out_before_it_is_taken(person: Make, size: tuple[int, int]) -> None:
    """The first tap shows where the unit would stand, one far away gives it up, and only a second one goes there."""
    hand = fingers(person, size, "s6", "action")
    page = hand.page
    before, given = count(page), hand.given()
    start = middle(page, "polygon.acting")
    inch = page.evaluate("document.querySelector('.stage svg').getScreenCTM().a * 20")
    there = start[0] + 3 * inch, start[1]
    hand.tap(there)
    page.wait_for_selector("[data-go]")
    assert page.inner_text("[data-go]").startswith("Move")
    page.wait_for_selector(".ghost")
    hand.tap((start[0] + 20 * inch, start[1] - 4 * inch))
    page.wait_for_selector("[data-go]", state="detached")
    assert hand.given() == given
    hand.tap(there)
    page.wait_for_selector("[data-go]")
    hand.tap(there)
    answered(before, page)


def beside(page: Page) -> Spot:
    x, y = middle(page, "polygon.acting")
    return x - 60, y - 60


def nearby(page: Page) -> Spot:
    """Not on the thing, but as near as a finger comes."""
    x, y = middle(page, ".stage .thing.lit")
    return x + 7, y + 7


@pytest.mark.parametrize(
    ("size", "scenario", "topic", "where", "says", "drawn"),
    each(
        ("s6", "wheel", beside, "°", ".ghost"),
        ("s6", "fire", nearby, "%", ".percent"),
        ("s1", "fire", nearby, "%", ".percent"),
        ("s6", "charge_heading", nearby, "Charge on", ".said"),
    ),
)
def test_chances_are_seen_before_the_answer(
    person: Make,
    size: tuple[int, int],
    scenario: str,
    topic: str,
    where: Callable[[Page], Spot],
    says: str,
    drawn: str,
) -> None:
    """A tap near enough proposes: the wheel, the shot with its chance, the charge with what it costs; a button does it."""
    hand = fingers(person, size, scenario, topic)
    page = hand.page
    before, given = count(page), hand.given()
    hand.tap(where(page))
    page.wait_for_selector(f"[data-go]:has-text('{says}')")
    page.wait_for_selector(drawn)
    assert hand.given() == given
    page.tap("[data-go]")
    answered(before, page)


@pytest.mark.parametrize(
    ("size", "scenario", "topic"),
    each(("s6", "set_up"), ("s1", "set_up"), ("s1", "unit"), ("s6", "unit"), ("s6", "fire"), ("s1", "fire")),
)
def test_fingers_and_eyes_find_everything(
    person: Make, size: tuple[int, int], scenario: str, topic: str
) -> None:
    """At fit no text is smaller than 12 px, and no button smaller than a finger needs."""
    page = fingers(person, size, scenario, topic).page
    assert page.evaluate(SMALL_TEXTS) == []
    assert page.evaluate(SMALL_BUTTONS) == []


#: Somebody may go on.
READY = "main.table[data-turn=mine] .question [data-key]:not(:disabled), main.table[data-over=yes], [data-go], .menu"


def taps_on_the_board(hand: Fingers, luck: random.Random) -> bool:
    """Point at something on the board and agree to it. False if nothing there was meant."""
    page = hand.page
    boxes = page.eval_on_selector_all(
        ".stage .thing.lit, .stage path.fan, .stage polygon.acting",
        "list => list.map((it) => it.getBoundingClientRect()).map((box) => [box.x, box.y, box.width, box.height])",
    )
    if not boxes:
        return False
    before = count(page)
    x, y, wide, high = luck.choice(boxes)
    hand.tap((x + wide * luck.random(), y + high * luck.random()))
    hand.somebody.drawn()
    page.wait_for_selector(READY)
    if count(page) != before:
        return True
    agree = page.query_selector("[data-go], .menu [data-key]")
    if agree:
        agree.tap()
        answered(before, page)
    return agree is not None


@pytest.mark.parametrize(
    ("scenario", "size", "turns"),
    [
        pytest.param("s6", PHONE, 1, id="phone"),
        pytest.param("s6", PHONE, 3, id="phone-long", marks=SOAK),
        pytest.param("s1", TABLET, 3, id="tablet-long", marks=SOAK),
    ],
)
def test_turns_are_played_with_a_finger(
    person: Make, scenario: str, size: tuple[int, int], turns: int
) -> None:
    """Set-up and turns against the house: on the board where something is lit, in the list where not."""
    ann = person("Ann", size=size, touch=True)
    side, other = ("ember", "ash") if scenario == "s6" else ("legion", "murks")
    table = ann.open_table(game="mars-or-die", scenario=scenario, seats={side: "me", other: "bot:house"})
    page = ann.sit_down(table["id"])
    hand, luck, on_the_board = Fingers(ann), random.Random(4), 0
    for _ in range(600):
        page.wait_for_selector(READY)
        if f"Turn {turns + 1}" in page.inner_text("main.table > header") or page.query_selector(
            "[data-over=yes]"
        ):
            break
        if luck.random() < 0.6:
            on_the_board += taps_on_the_board(hand, luck)
            continue
        before = count(page)
        luck.choice(page.query_selector_all(".question [data-key]:not(:disabled)")).tap()
        answered(before, page)
    else:
        raise AssertionError("the turns do not end")
    assert on_the_board > 2
