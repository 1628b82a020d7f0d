"""Somebody who is away is told that it is their turn; somebody who takes too long has a clock."""

from __future__ import annotations

from typing import Any

from tests.webhook import listening

from .browser import PHONE, Make, Person, asked_now, claim, push, until
from .conftest import Server

#: Webhooks that are only written down, and a page that can be told that nobody looks at it.
RECORD = """
window.notices = []; window.asked = 0; window.away = false;
window.Notification = class {
  static permission = window.allowed ?? 'default';
  static async requestPermission() {
    window.asked++;
    return (Notification.permission = window.refuses ? 'denied' : 'granted');
  }
  constructor(title, more) { window.notices.push(`${title}: ${more.body}`); }
  close() {}
};
Object.defineProperty(document, 'hidden', {get: () => window.away});
document.hasFocus = () => !window.away;
"""
GOOD_ORDER = "[data-key]:has-text('in good order')"


def two_armies(ann: Person, bob: Person, **more: Any) -> dict[str, Any]:
    """Ann is asked first: both have to set up, and one answer does it."""
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"}, title="Sunday", **more)
    claim(bob, table, "ash")
    return table


def test_a_notice_tells_somebody_who_is_elsewhere(person: Make) -> None:
    """Permission is asked by a click and never before; the notice names table and game; whoever looks gets none."""
    ann, bob = person("Ann"), person("Bob")
    bob.context.add_init_script(RECORD)
    table = ann.open_table(game="connect-four", seats={"red": "me", "yellow": "link"}, title="Sunday")
    claim(bob, table, "yellow")
    ann.sit_down(table["id"])
    page = bob.sit_down(table["id"])
    page.wait_for_selector("[data-notices]")
    assert page.evaluate("window.asked") == 0
    page.click("[data-notices]")
    page.wait_for_selector("text=This browser will tell you")
    assert page.evaluate("window.asked") == 1
    page.evaluate("window.away = true")
    ann.page.click(".question [data-key]")
    page.wait_for_selector("main.table[data-turn=mine]")
    assert page.evaluate("window.notices") == ["Your turn: Sunday · Connect four"]
    assert page.title().startswith("● Your turn")
    page.evaluate("window.away = false")
    page.click(".question [data-key]")
    page.wait_for_selector("main.table[data-turn=other]")
    ann.page.click(".question [data-key]")
    page.wait_for_selector("main.table[data-turn=mine]")
    assert len(page.evaluate("window.notices")) == 1


def test_a_browser_that_refuses_notices_is_told_so(person: Make) -> None:
    """The box in the help does not stay ticked when nothing will come of it."""
    ann = person("Ann")
    ann.context.add_init_script("window.refuses = true;" + RECORD)
    page = ann.visit()
    push(page, "[data-play=surface-combat]")
    page.wait_for_selector("main.table")
    page.keyboard.press("?")
    page.click("input[name=notices]")
    page.wait_for_selector("dialog [role=alert]:has-text('does not allow notifications')")
    assert not page.is_checked("input[name=notices]")


def test_a_webhook_is_set_called_and_removed(person: Make) -> None:
    """A wrong address is refused in words; a right one hears of the table and nothing of the game."""
    ann, bob = person("Ann"), person("Bob", size=PHONE, theme="dark")
    page = bob.visit()
    page.click("header button:has-text('Bob')")
    page.fill("[name=webhook]", "ftp://example.org")
    page.click("dialog button:text-is('Save')")
    page.wait_for_selector("dialog [role=alert]:has-text('begins with https://')")
    bob.watch.forget("400")
    with listening() as (url, heard):
        page.fill("[name=webhook]", url)
        page.click("dialog button:text-is('Save')")
        page.wait_for_selector("dialog [role=status]:has-text('Saved')")
        assert page.query_selector("dialog [role=alert]") is None
        table = two_armies(ann, bob)
        page.clock.install()
        bob.visit()  # away from the table
        page.wait_for_selector("li:not(.turn):has-text('Sunday')")
        ann.sit_down(table["id"]).click(GOOD_ORDER)
        notice = heard.get(timeout=60)
        page.clock.run_for(10_000)  # the lobby looks again by itself
    assert set(notice) == {"table", "title", "text", "content", "link"}
    assert (notice["table"], notice["text"]) == (table["id"], "It is your turn: Sunday")
    page.wait_for_selector("#list-mine")
    page.wait_for_selector("li.turn:has-text('Sunday') >> text=your turn")
    page.click("header button:has-text('Bob')")
    assert page.input_value("[name=webhook]") == url
    page.click("dialog button:text-is('Remove')")
    page.wait_for_selector("dialog [role=status]:has-text('Removed')")
    assert bob.api("GET", "/api/me")["webhook"] == ""


def seconds(page: Any, seat: str) -> int:
    """What the clock of a seat shows."""
    shown = page.locator(f"[data-clock={seat}]").first.inner_text().strip()
    minutes, rest = shown.split(":")
    return int(minutes) * 60 + int(rest)


def test_a_clock_from_the_form_runs_for_whoever_is_asked(person: Make) -> None:
    """It is chosen in words, named while one waits, and runs at both screens for the seat that is asked alone."""
    ann, bob = person("Ann"), person("Bob", size=PHONE)
    page = ann.visit()
    push(page, "[data-new=mars-or-die]")
    page.select_option("[name=seat-ash]", "link")
    page.select_option(
        "[name=clock]",
        label="1 minute for each answer, 10 minutes extra for the whole game; then the house bot answers",
    )
    page.click("dialog button[type=submit]")
    page.wait_for_selector("main.room >> text=1 minute for each answer")
    table = ann.api("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    claim(bob, table, "ash")
    page.click("button:has-text('Start the game')")
    page.wait_for_selector("main.table[data-turn=mine] .clock.runs")
    assert 600 < seconds(page, "ember") <= 660
    now = seconds(page, "ember")
    until(
        page,
        "old => document.querySelector('[data-clock=ember]').innerText.trim() !== old",
        f"{now // 60}:{now % 60:02}",
    )
    assert seconds(page, "ember") < now
    bob.page.wait_for_selector("[data-clock=ember].runs")
    bob.page.click("[role=tab]:has-text('Seats')")
    bob.page.wait_for_selector("[data-clock=ash]:not(.runs)")
    assert seconds(bob.page, "ash") == 660


def test_when_the_time_is_up_the_house_answers(person: Make) -> None:
    """Who was too slow is told, and the game goes on."""
    ann, bob = person("Ann"), person("Bob")
    table = two_armies(ann, bob, clock={"each": 2, "bank": 0})
    page = ann.sit_down(table["id"])
    page.wait_for_selector(".error:has-text('Your time ran out')")
    until(page, "document.querySelectorAll('.log li').length > 1")
    # Or the house would play on beside all other tests, an answer every two seconds.
    ann.api("POST", f"/api/tables/{table['id']}/resign", {})


def test_a_clock_does_not_tell_who_holds_a_private_question(person: Make, server: Server) -> None:
    """While somebody is asked something private, no clock runs for the others and no seat is marked."""
    ann, bob, eve = person("Ann"), person("Bob"), person("Eve")
    table = ann.open_table(
        game="rogue-trooper",
        options={"players": 2, "rounds": 6},
        seats={"red": "me", "blue": "link"},
        clock={"each": 3600, "bank": 0},
    )
    claim(bob, table, "blue")
    for somebody in (ann, bob, eve):
        somebody.sit_down(table["id"])
    ann.begin(board=False)
    while True:
        bob.page.wait_for_selector("main.table[data-turn=mine]")
        if asked_now(server.data, table["id"]) == ("blue", True):
            break
        bob.play(1, board=False)
    bob.page.wait_for_selector(".question .clock.runs")
    for somebody in (ann, eve):
        somebody.page.wait_for_selector("main.table[data-turn=other]")
        somebody.page.click("[role=tab]:has-text('Seats')")
        somebody.page.wait_for_selector("[data-clock=blue]")
        # Gone, once the page has shown everything that came before.
        somebody.page.wait_for_selector(".clock.runs", state="detached")
        somebody.page.wait_for_selector("li.asked", state="detached")
        assert "Bob" not in somebody.page.inner_text(".question h2")
