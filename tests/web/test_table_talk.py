"""What people do at a table besides playing: come and go, talk, write down, leave orders, wait for bots."""

from __future__ import annotations

from typing import Any

from .browser import PHONE, Make, claim, listener, push, until


def test_seats_are_taken_left_and_handed_over(person: Make) -> None:
    """An open seat is taken from the lobby and left again; a link brings somebody without a name; the host goes last."""
    ann, bob, cyd, dan = person("Ann"), person("Bob", size=PHONE), person(), person("Dan")
    seats = {"red": "me", "blue": "open", "green": "link"}
    table = ann.open_table(game="rogue-trooper", options={"players": 3}, seats=seats, title="Come and go")
    ann.visit(f"/t/{table['id']}")
    page = bob.visit()
    page.click("li:has-text('Come and go') >> text=Play Blue")
    page.wait_for_selector("main.room li:has-text('Blue') >> text=Bob")
    ann.page.wait_for_selector("main.room li:has-text('Blue') >> text=Bob")
    assert page.query_selector("text=Copy the link") is None  # links are for whoever set the table up
    page.click("text=Leave the table")
    page.wait_for_selector("li:has-text('Come and go') >> text=Play Blue")
    ann.page.wait_for_selector("main.room li:has-text('Blue') >> text=open")

    link = next(seat["link"] for seat in table["seats"] if seat["id"] == "green")
    page = cyd.visit(link)
    page.fill("[name=name]", "Cyd")
    page.click("button:has-text('Sit down')")
    page.wait_for_selector("main.room li:has-text('Green') >> text=Cyd")
    dan.visit(link).wait_for_selector("h1:has-text('This seat is taken')")
    dan.watch.forget("409")

    cyd.page.click("text=Leave the table")
    ann.page.wait_for_selector("main.room li:has-text('Green') >> text=invited by link")
    ann.page.click("text=Close the table")
    ann.page.wait_for_selector("[data-game]")
    ann.page.wait_for_selector("li:has-text('Come and go')", state="detached")
    ann.watch.forget("404")  # the waiting room may have looked once more
    cyd.visit(f"/t/{table['id']}").wait_for_selector("h1:has-text('No such table')")
    cyd.watch.forget("404")


def test_chat_is_for_the_table_and_notes_are_for_oneself(person: Make) -> None:
    """What is said arrives and is marked until it is read; a spectator only reads; notes are there after a reload."""
    ann, bob, eve = person("Ann"), person("Bob", size=PHONE), person("Eve")
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"})
    claim(bob, table, "ash")
    page = ann.sit_down(table["id"])
    eve.sit_down(table["id"])
    bob.page.wait_for_selector("main.table")
    page.click("[role=tab]:has-text('Chat')")
    page.fill("#say", "Good luck!")
    page.press("#say", "Enter")
    bob.page.wait_for_selector(".unread")
    bob.page.click("[role=tab]:has-text('Chat')")
    bob.page.wait_for_selector(".chat >> text=Good luck!")
    bob.page.wait_for_selector(".unread", state="detached")
    bob.page.fill("#say", "And to you.")
    bob.page.press("#say", "Enter")
    page.wait_for_selector(".chat p:has-text('Bob') >> text=And to you.")
    eve.page.click("[role=tab]:has-text('Chat')")
    eve.page.wait_for_selector(".chat >> text=And to you.")
    assert eve.page.query_selector("#say") is None

    page.click("[role=tab]:has-text('Notes')")
    page.fill("#notes", "Beware of the left flank.")
    page.wait_for_selector(".notes [role=status]:has-text('Saved.')")
    page.reload()
    page.click("[role=tab]:has-text('Notes')")
    until(page, "document.querySelector('#notes')?.value === 'Beware of the left flank.'")
    bob.page.click("[role=tab]:has-text('Notes')")
    bob.page.wait_for_selector("#notes")
    assert bob.page.input_value("#notes") == ""
    page.click("[role=tab]:has-text('Chat')")
    page.wait_for_selector(".chat >> text=Good luck!")
    # Whoever comes or goes closes nothing that somebody else has opened.
    page.click("[role=tab]:has-text('Seats')")
    page.wait_for_selector("li:has-text('Ash') >> text=here")
    page.locator(".stage [data-thing]:not(.lit)").first.click()
    page.wait_for_selector(".tip.pinned")
    bob.visit()
    page.wait_for_selector("li:has-text('Ash') >> text=away")
    assert page.query_selector(".tip.pinned") is not None


def test_a_spectator_sees_no_hand(person: Make) -> None:
    """Neither in what is sent nor on the page, while somebody plays."""
    ann, eve = person("Ann"), person("Eve")
    heard: list[dict[str, Any]] = []
    eve.page.on("websocket", listener(heard))
    table = ann.open_table(
        game="rogue-trooper", options={"players": 2}, seats={"red": "me", "blue": "bot:random"}
    )
    ann.sit_down(table["id"])
    page = eve.sit_down(table["id"])
    ann.play(8, board=False)
    ann.page.wait_for_selector(".under [data-thing^='card:']")
    until(page, "document.querySelectorAll('.log li').length > 5")
    states = [frame for frame in heard if frame["t"] == "state"]
    seen = [
        state["view"]["gis"] for state in states if "gis" in state["view"]
    ]  # of a view, what has changed is sent
    assert len(seen) > 2
    assert all(card is None for gis in seen for gi in gis for card in gi["hand"])
    assert page.query_selector(".under [data-thing^='card:']") is None


def test_standing_orders_decline_and_are_withdrawn(person: Make) -> None:
    """One who passes until it is their turn is not asked before that; the order is shown in words and can be taken back."""
    ann, bob = person("Ann"), person("Bob", size=PHONE)
    heard: list[dict[str, Any]] = []
    bob.page.on("websocket", listener(heard))
    table = ann.open_table(game="rogue-trooper", options={"players": 2}, seats={"red": "me", "blue": "link"})
    claim(bob, table, "blue")
    ann.sit_down(table["id"])
    page = bob.page
    page.wait_for_selector("main.table")
    ann.begin(board=False)
    while True:
        page.wait_for_selector("main.table[data-turn=mine]")
        n = int(page.get_attribute("main.table", "data-n") or 0)
        states = (f for f in reversed(heard) if f["t"] == "state")
        window = next(f["question"].get("window", "") for f in states if f["n"] == n)
        if window in ("rogue.encounter", "rogue.end", "rogue.movement"):
            break
        bob.play(1, board=False)
    assert window not in page.inner_text(".question")
    page.click("button:has-text('Standing orders')")
    page.click(".orders button:has-text('until I withdraw it')")
    page.wait_for_selector("p.orders:has-text('You decline without being asked:')")
    assert "Rogue cards" in page.inner_text("p.orders")
    assert window not in page.inner_text("p.orders")
    known = len(heard)
    bob.play(6, board=False, seed=3)
    asked = [
        f["question"].get("window", "") for f in heard[known:] if f["t"] == "state" and f["waiting"] == "blue"
    ]
    assert asked
    assert window not in asked
    page.click("p.orders >> text=Withdraw")
    page.wait_for_selector("p.orders", state="detached")


#: Stops the bot and says at which state of the table; null if it is our turn. In one go: a bot may also be done by itself.
STOP = """() => {
  const stop = document.querySelector('main.table:not([data-turn=mine]) [data-stop]');
  stop?.click();
  return stop && document.querySelector('main.table').dataset.n;
}"""


def test_a_bot_that_thinks_is_shown_and_can_be_stopped(person: Make) -> None:
    """It has a name that people can read, and nobody has to wait for it: its search alone would take minutes."""
    ann = person("Ann", size=PHONE)
    table = ann.open_table(game="mars-or-die", seats={"ember": "bot:search:5000", "ash": "me"})
    page = ann.sit_down(table["id"])
    page.wait_for_selector("h2:has-text('Waiting for Ember tribe (Search, 5000 tries an answer)')")
    page.click("[role=tab]:has-text('Seats')")
    page.wait_for_selector("li:has-text('Ember tribe') >> text=thinking …")
    page.click("[role=tab]:has-text('Question')")
    page.wait_for_selector("main.table[data-turn=mine], [data-stop]")
    while n := page.evaluate(STOP):
        until(page, "n => document.querySelector('main.table').dataset.n !== n", n)
        page.wait_for_selector("main.table[data-turn=mine], [data-stop]")
    assert ann.watch.sent("stop") > 0
    assert page.query_selector(".thinks") is None
    page = ann.visit()
    page.wait_for_selector("li:has-text('Search, 5000 tries an answer')")
    push(page, "[data-new=mars-or-die]")
    page.wait_for_selector("dialog[open]")
    offered = page.eval_on_selector_all("[name=seat-ash] option", "list => list.map((it) => it.innerText)")
    assert "Veteran" in offered
    assert not any("ms" in text for text in offered)
