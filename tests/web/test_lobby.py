"""Before a game: set-up, invitations, waiting rooms, lists of tables, the menu of a table, and strangers' pages."""

from __future__ import annotations

import re
import struct
from typing import Any

import pytest

from .browser import DESKTOP, PHONE, TABLET, Make, Person, claim, push, serious, until
from .test_log import long_game


def link_of(table: dict[str, Any], seat: str) -> str:
    return str(next(it["link"] for it in table["seats"] if it["id"] == seat))


def looks_right(somebody: Person) -> None:
    """On all screens, by day and night: nothing sticks out at the side, and axe finds nothing serious."""
    for size, theme in ((DESKTOP, "light"), (TABLET, "dark"), (PHONE, "light"), (PHONE, "dark")):
        somebody.turn_into(size, theme)  # type: ignore[arg-type]
        assert somebody.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert serious(somebody.page) == [], (size, theme)


def test_the_form_follows_what_is_typed(person: Make) -> None:
    """Guards the first thing a host does: type a number, press Enter. It used to send the seats of the number before."""
    page = person("Ann").visit()
    push(page, "[data-new=rogue-trooper]")
    page.wait_for_selector("select[name=seat-yellow]")
    page.fill("input[name=players]", "3")
    page.press("input[name=players]", "Enter")
    page.wait_for_selector("main.table, .curtain")
    page.click("[role=tab]:has-text('Seats')")
    assert page.locator("[role=tabpanel] li").count() == 3


def test_a_form_says_what_awaits_people(person: Make) -> None:
    """Sides, length and difficulty change with the scenario; bots have a line each; a Mission can be chosen."""
    ann = person("Ann")
    page = ann.visit()
    push(page, "[data-new=mars-or-die]")
    page.select_option("[name=scenario]", "s3")
    page.wait_for_selector("text=Four units of Roujeens guard three wagons.")
    page.wait_for_selector("dialog >> text=About 1½ hours, some experience helps.")
    page.wait_for_selector("dialog >> text=Has fought this war before, and does at once what worked then.")
    assert page.locator("dialog [data-bot=Veteran] svg[data-face=veteran]").count() == 1
    looks_right(ann)
    page.keyboard.press("Escape")
    push(page, "[data-new=space-combat]")
    page.wait_for_selector("[name=mission]")
    titles = page.eval_on_selector_all("[name=mission] option", "list => list.map((it) => it.innerText)")
    assert len(titles) == 5
    levels = page.eval_on_selector_all("[name=difficulty] option", "list => list.map((it) => it.innerText)")
    assert levels == ["Easy: 3 more Assembly Points", "Normal", "Hard: 1 Assembly Point fewer"]
    page.select_option("[name=mission]", label=titles[2])
    page.select_option("[name=scenario]", "final")
    page.wait_for_selector("[name=mission]", state="detached")
    page.select_option("[name=scenario]", "mission")
    page.select_option("[name=mission]", label=titles[2])
    page.click("dialog button[type=submit]")
    page.wait_for_selector("main.table")
    table = ann.api("GET", f"/api/tables/{page.url.rpartition('/')[2]}/about")
    assert table["options"] == [f"Mission: {titles[2]}"]


def test_an_invitation_leads_to_the_table(person: Make) -> None:
    """A stranger with a phone reads it, looks around, sits down, talks, is ready; the host starts."""
    ann, bob = person("Ann"), person(size=PHONE, touch=True)
    seats = {"marsgov": "me", "corporations": "bot:random", "red_dust": "link", "reclaimers": "open"}
    table = ann.open_table(game="red-dust", seats=seats, public=False, title="Tea on Mars", begins="ready")
    host = ann.visit(f"/t/{table['id']}")
    host.wait_for_selector("main.room")

    page = bob.visit(link_of(table, "red_dust"))
    page.wait_for_selector("main.invitation >> text=Ann invites you")
    told = page.inner_text("main.invitation")
    for words in ("Red Dust Rebellion", "Tea on Mars", "Wins by Opposition", "about 4 hours", "Random"):
        assert words in told
    page.tap("text=Look around first")
    page.wait_for_selector("main.table[data-turn=other]")
    assert page.query_selector("[data-key]") is None
    page.tap("text=Back to the invitation")
    page.fill("[name=name]", "Bob")
    page.tap("button:has-text('Sit down')")
    page.wait_for_selector("main.room li:has-text('Red Dust') >> text=Bob (you)")

    host.wait_for_selector("main.room li:has-text('Red Dust') >> text=not ready yet")
    host.click("li:has-text('Reclaimers') >> text=Put a bot here")
    host.wait_for_selector("[name=bot-reclaimers]")
    host.wait_for_selector("li:has-text('Reclaimers') svg[data-face=nonplayer]")
    # The chat is below the fold of a phone: what is said there is seen all the same.
    host.fill("#say", "Welcome.")
    host.press("#say", "Enter")
    page.tap("button.news:has-text('Welcome.')")
    page.wait_for_selector(".news", state="detached")
    page.fill("#say", "Which side is easiest?")
    page.tap("button:has-text('Send')")
    host.wait_for_selector(".chat >> text=Which side is easiest?")
    host.fill("#say", "Yours.")
    host.press("#say", "Enter")
    page.wait_for_selector(".chat >> text=Yours.")
    page.wait_for_selector("main.room li:has-text('Reclaimers') >> text=House")
    page.tap("text=I am ready")
    page.wait_for_selector("main.table")
    host.wait_for_selector("main.table")
    # Each looks from their own seat.
    assert ann.api("GET", f"/api/tables/{table['id']}")["state"] == "playing"
    page.tap("[role=tab]:has-text('Chat')")
    page.wait_for_selector(".chat >> text=Yours.")


def test_a_waiting_room_needs_no_mouse(person: Make) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "open"}, begins="ready")
    page = bob.visit(f"/t/{table['id']}")
    page.focus("text=Sit here")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=I am ready")
    host = ann.visit(f"/t/{table['id']}")
    host.wait_for_selector("text=Not ready yet: Bob.")
    host.focus("text=Start the game")
    host.keyboard.press("Enter")
    for each in (page, host):
        each.wait_for_selector("main.table")
    page.wait_for_selector("[role=tab]")


@pytest.mark.parametrize("place", ["invitation", "room", "lobby"])
def test_pages_before_a_game_look_right(person: Make, place: str) -> None:
    ann, eve = person("Ann"), person()
    seats = {"red": "me", "blue": "bot:house", "green": "link", "yellow": "open"}
    table = ann.open_table(
        game="rogue-trooper", seats=seats, title="A long evening on Nu-Earth, with tea", begins="ready"
    )
    ann.open_table(game="surface-combat", seats={"commander": "me"})
    if place == "invitation":
        eve.visit(link_of(table, "green")).wait_for_selector("main.invitation")
        looks_right(eve)
    elif place == "room":
        ann.visit(f"/t/{table['id']}").wait_for_selector("main.room .facts")
        looks_right(ann)
    else:
        ann.visit().wait_for_selector("#list-mine")
        looks_right(ann)


def test_my_tables_come_first_by_whose_turn_it_is(person: Make) -> None:
    """Where I am asked comes first, with scenario, progress, opponents and age; archived and deleted ones go."""
    ann, bob = person("Ann"), person("Bob")
    ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "open"}, title="Waits")
    mine = ann.open_table(
        game="mars-or-die", seats={"legion": "me", "murks": "bot:random"}, scenario="s1", title="Mine"
    )
    shared = ann.open_table(game="mars-or-die", seats={"ember": "open", "ash": "me"}, title="Theirs")
    bob.api("POST", f"/api/tables/{shared['id']}/join", {"seat": "ember"})
    bob.sit_down(shared["id"])
    bob.page.click("[data-key]:has-text('in good order')")
    ann.api("GET", f"/api/tables/{mine['id']}")

    page = ann.visit()
    page.wait_for_selector("#list-mine")
    assert page.evaluate(
        "document.querySelector('#list-mine').getBoundingClientRect().top < document.querySelector('.games').getBoundingClientRect().top"
    )
    rows = page.locator("section[aria-labelledby=list-mine] li")
    assert rows.count() == 3
    texts = rows.all_inner_texts()
    order = [next(i for i, text in enumerate(texts) if name in text) for name in ("Waits",)]
    assert order == [2]
    row = rows.filter(has_text="Mine").inner_text()
    for words in ("Meeting at the Grand Canal", "With Random (Murks)", "just now"):
        assert words in row
    assert "Setting up" in row or "Turn 1 of 12" in row

    page.click("[aria-label='Archive: Mine']")
    until(page, "document.querySelectorAll('section[aria-labelledby=list-mine] li').length === 2")
    page.click("text=Archive (1)")
    page.click("[aria-label='Bring back: Mine']")
    until(page, "document.querySelectorAll('section[aria-labelledby=list-mine] li').length === 3")
    page.click("[aria-label='Delete: Mine']")
    page.click("text=Keep")
    page.click("[aria-label='Delete: Mine']")
    page.click("section[aria-labelledby=list-mine] button.main:has-text('Delete')")
    until(page, "document.querySelectorAll('section[aria-labelledby=list-mine] li').length === 2")
    assert page.query_selector("[aria-label='Delete: Theirs']") is None  # Bob plays there too


def test_games_to_watch_show_how_far_they_are(person: Make) -> None:
    ann, eve = person("Ann"), person("Eve")
    ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "bot:random"}, title="Come and watch")
    page = eve.visit()
    row = page.wait_for_selector("section[aria-labelledby=list-watch] li:has-text('Come and watch')")
    assert row is not None
    told = row.inner_text()
    assert "Trial of Champions · " in told
    assert "Host: Ann" in told
    assert "Watch" in told


def test_my_finished_games_stand_before_those_of_others(person: Make) -> None:
    """Under a heading of their own; a person who has played nothing sees only those of others."""
    ann, bob = person("Ann"), person("Bob")
    seats = {"ember": "me", "ash": "bot:random"}
    for somebody, title in ((ann, "Ann was here"), (bob, "Bob was here")):
        table = somebody.open_table(game="mars-or-die", seats=seats, title=title)
        somebody.api("POST", f"/api/tables/{table['id']}/resign", {})
    page = ann.visit()
    page.wait_for_selector("section[aria-labelledby=list-over] li:has-text('Bob was here')")
    assert page.inner_text("#list-finished") == "My finished games"
    mine = page.locator("section[aria-labelledby=list-finished] li").all_inner_texts()
    assert len(mine) == 1
    assert "Ann was here" in mine[0]
    assert page.locator("section[aria-labelledby=list-over] li:has-text('Ann was here')").count() == 0
    where = "id => document.getElementById(id).getBoundingClientRect().top"
    assert page.evaluate(where, "list-finished") < page.evaluate(where, "list-over")
    assert serious(page) == []
    stranger = person().visit()
    stranger.wait_for_selector("section[aria-labelledby=list-over] li:has-text('Ann was here')")
    assert stranger.query_selector("#list-finished") is None


def test_resigning_is_in_the_menu_of_the_table(person: Make) -> None:
    """By keys alone: open the menu, go down, think better of it, resign after all; the other one is told."""
    ann, bob = person("Ann"), person("Bob")
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"})
    claim(bob, table, "ash")
    page = ann.sit_down(table["id"])
    page.focus("[aria-label=Menu]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.innerText").startswith("Save and leave")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.ariaLabel") == "Menu"
    page.keyboard.press("Enter")
    assert serious(page) == []
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open] >> text=victory for Ash tribe")
    page.keyboard.press("Escape")
    page.click("[aria-label=Menu]")
    page.click("text=Resign …")
    page.click("dialog[open] button.main")
    for each in (page, bob.page):
        each.wait_for_selector("main.table[data-over=yes]")
        each.wait_for_selector("text=Ann has resigned.")
    page.click("[aria-label=Menu]")
    assert page.query_selector("[role=menu] >> text=Resign") is None
    assert page.get_attribute("[role=menu] a[download]", "href") == f"/api/tables/{table['id']}/export"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_resigning_one_of_four_ends_the_game_without_a_winner(person: Make, size: tuple[int, int]) -> None:
    """The dialog and the ending say the same; the ending says who was ahead, and marks who resigned."""
    page = person("Ann", size=size).bring(long_game(60))
    page.click("[aria-label=Menu]")
    page.click("text=Resign …")
    page.wait_for_selector("dialog[open] >> text=The game ends here, without a winner.")
    page.click("dialog[open] button.main")
    page.wait_for_selector("section.end >> text=Final scores")
    assert page.inner_text("section.end h2") == "Ended without a winner"
    said = page.inner_text("section.end .sentence")
    assert re.fullmatch(r"Ann has resigned\. .+ (was|were) ahead, with a margin of [−+]?\d+\.", said)
    (row,) = page.locator("section.end .scores li:has-text('resigned')").all()
    assert "Ann" in row.inner_text()
    assert serious(page) == []


def test_a_stranger_gets_one_sentence_and_one_button(person: Make) -> None:
    """Unknown, expired and taken links, a game that is over, a private table, no table, no page."""
    ann, bob, eve = person("Ann"), person("Bob"), person()
    private = ann.open_table(game="surface-combat", seats={"commander": "me"}, public=False)["id"]
    taken = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"}, public=False)
    claim(bob, taken, "ash")
    over = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"})
    claim(bob, over, "ash")
    bob.api("POST", f"/api/tables/{over['id']}/resign", {})
    eve.watch.forget("40[349]|410")
    for path, title in {
        "/nowhere": "No such page",
        "/s/0123": "This link has expired",
        link_of(taken, "ash"): "This seat is taken",
        link_of(over, "ash"): "This game is over",
        f"/t/{private}": "A private table",
        "/t/0123": "No such table",
    }.items():
        page = eve.visit(path)
        page.wait_for_selector(f"main.stranger h1:has-text('{title}')")
        assert page.locator("main [role=alert]").inner_text().endswith(".")
        assert page.locator("main a, main button").count() == 1
        assert page.locator("main svg").count() == 1
        assert serious(page) == []
    page.click("text=Go to the lobby")
    page.wait_for_selector("[data-game]")


def test_a_phone_can_install_it(person: Make) -> None:
    """A manifest with icons of our own drawing, of the sizes that it says."""
    ann = person()
    page = ann.visit()
    address = page.get_attribute("link[rel=manifest]", "href")
    manifest = ann.api("GET", str(address))
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = set()
    for icon in [*manifest["icons"], {"src": "/icon-180.png", "sizes": "180x180", "type": "image/png"}]:
        answer = ann.context.request.get(ann.base + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert sizes == {180, 192, 512}


#: Notes every sound that is started instead of playing it.
DEAF = """
window.heard = [];
for (const name of ['createOscillator', 'createBufferSource']) {
  const make = AudioContext.prototype[name];
  AudioContext.prototype[name] = function () { window.heard.push(name); return make.call(this); };
}
"""


def test_sound_is_off_until_somebody_wants_it(person: Make) -> None:
    """A bell when it is my turn, knocks for dice; nothing at all before the setting is on."""
    ann = person("Ann")
    ann.context.add_init_script(DEAF)
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "bot:random"}, public=False)
    page = ann.sit_down(table["id"])
    page.wait_for_selector("main.table[data-turn=mine]")
    page.click("[data-key]:has-text('in good order')")
    ann.play(turn=8, board=False)
    assert page.evaluate("window.heard") == []
    page.click("[aria-label=Menu]")
    page.click("text=Sound: off")
    page.wait_for_selector("text=Sound: on")
    page.keyboard.press("Escape")
    ann.play(turn=24, board=False)
    until(page, "window.heard.includes('createOscillator') && window.heard.includes('createBufferSource')")
    page.reload()
    page.wait_for_selector("main.table[data-n]")  # before that nobody hears keys
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert page.is_checked("input[name=sound]")
