"""Earlier moments, games that are over, and games that come from elsewhere."""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.bots import make_bot
from sandtable.lab import play

from .browser import DESKTOP, PHONE, Make, claim, serious, until

GOOD_ORDER = "[data-key]:has-text('in good order')"
COUNT = ".replay .count"


def over(seed: int = 3) -> bytes:
    """The journal of a mission that somebody has played to its end in the terminal."""
    table = play(sandtable.new("surface-combat", seed=seed), {"commander": make_bot("random", seed)})
    assert table.outcome is not None
    journal: bytes = table.save()
    return journal


#: Keeps each number of the replay bar that was shown from now on.
RECORD = """(count) => {
  window.played = [];
  const look = () => { const n = document.querySelector(count).innerText; if (n !== played.at(-1)) played.push(n); };
  new MutationObserver(look).observe(document.querySelector('.replay'), { subtree: true, childList: true, characterData: true });
}"""


def test_what_happened_since_my_last_turn_plays_by_itself(person: Make) -> None:
    """It begins just after one's own last answer, goes on to now, and can be stopped and stepped."""
    ann, bob = person("Ann"), person("Bob", size=PHONE)
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"})
    claim(bob, table, "ash")
    page = ann.sit_down(table["id"])
    page.click(GOOD_ORDER)
    bob.page.click(GOOD_ORDER)
    until(page, "document.querySelectorAll('.log li').length > 4")
    page.click("[aria-label=Replay]")
    page.wait_for_selector(COUNT)
    steps = ann.api("GET", f"/api/tables/{table['id']}/replay?seat=ember")["steps"]
    mine = max(i for i, step in enumerate(steps) if step["seat"] == "ember")
    assert 0 < mine < len(steps) - 1
    page.evaluate(RECORD, COUNT)
    page.click("text=Since my last turn")
    until(
        page,
        "n => played.at(-1)?.startsWith(`${n}/`) && document.querySelector('[aria-label=\"Play\"]')",
        len(steps),
    )
    # Moments that change nothing are passed over, but for the last one, which is now.
    told = [i for i, step in enumerate(steps) if i > mine and (step["tells"] or i == len(steps) - 1)]
    assert page.evaluate("played") == [f"{n + 1}/{len(steps)}" for n in [mine, *told]]
    page.keyboard.press("Home")
    until(page, f"document.querySelector('{COUNT}').innerText.startsWith('1/')")
    page.evaluate("played.length = 0")
    page.keyboard.press("Space")
    until(page, "() => played.some((count) => !count.startsWith('1/'))")
    page.keyboard.press("Space")
    page.wait_for_selector("[aria-label='Play']")
    page.locator(".replay input[type=range]").fill(str(mine))
    until(page, f"n => document.querySelector('{COUNT}').innerText.startsWith(`${{n}}/`)", mine + 1)


def test_a_link_to_a_moment_opens_for_somebody_who_looks_on(person: Make) -> None:
    """While the game lasts: the same moment, seen from no seat, though one's own replay has other numbers."""
    ann, eve = person("Ann"), person("Eve", size=PHONE, theme="dark")
    table = ann.open_table(
        game="rogue-trooper", options={"players": 2}, seats={"red": "me", "blue": "bot:random"}
    )
    page = ann.sit_down(table["id"])
    assert ann.play(4, board=False)["why"] == "enough"
    page.wait_for_selector("main.table[data-turn=mine]")
    page.click("[aria-label=Replay]")
    page.wait_for_selector(COUNT)
    turn = page.inner_text(".replay .what").split("·")[0].split(":")[0].strip()
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.click(".replay button:has-text('Link')")
    until(page, "window.copied")
    link = page.evaluate("window.copied")
    assert "seat=" not in link
    other = eve.visit(link.removeprefix(eve.base))
    other.wait_for_selector(COUNT)
    assert other.inner_text(".replay .what").startswith(turn)
    assert other.query_selector("text=Since my last turn") is None
    frame = eve.api("GET", f"/api/tables/{table['id']}/replay/{link.partition('at=')[2]}")
    assert all(card is None for gi in frame["view"]["gis"] for card in gi["hand"])
    other.click("text=Back to the game")
    other.wait_for_selector("text=You are watching")
    assert other.evaluate("location.search") == ""


def test_a_link_to_somebody_elses_seat_waits_for_the_end(person: Make) -> None:
    """The page says why, and shows the table as it is now."""
    ann, eve = person("Ann"), person("Eve")
    table = ann.open_table(game="surface-combat", seats={"commander": "me"})
    ann.sit_down(table["id"])
    page = eve.visit(f"/t/{table['id']}?at=1&seat=commander")
    page.wait_for_selector(".error:has-text('once the game is over')")
    assert page.query_selector(".replay") is None
    eve.watch.forget("403")


def test_both_land_at_the_rematch(person: Make) -> None:
    """Whoever did not ask for it is told, and everybody sits where they sat."""
    ann, bob = person("Ann"), person("Bob", size=PHONE)
    table = ann.open_table(
        game="rogue-trooper",
        options={"players": 2, "short": True, "rounds": 1},
        seats={"red": "me", "blue": "link"},
    )
    claim(bob, table, "blue")
    ann.sit_down(table["id"])
    bob.page.wait_for_selector("main.table")
    ann.begin()
    bob.begin(seed=2)
    assert [ann.finish()["why"], bob.finish()["why"]] == ["over", "over"]
    bob.page.click("[aria-label='Look at the board']")
    ann.page.click("text=Play again")
    ann.page.wait_for_url(lambda url: table["id"] not in url)
    ann.page.wait_for_selector("main.table")
    bob.page.click("text=Show the result")
    bob.page.click("text=Go to the next game")
    bob.page.wait_for_selector("main.table[data-over=no]")
    again = ann.page.url.rpartition("/")[2]
    assert bob.page.url.endswith(f"/t/{again}")
    seats = bob.api("GET", f"/api/tables/{again}")["seats"]
    assert [(seat["id"], seat["who"]) for seat in seats] == [("red", "Ann"), ("blue", "Bob")]


def test_a_game_goes_out_as_a_file_and_comes_in_again(person: Make, tmp_path: Path) -> None:
    """Saved, opened again by somebody else, and looked at from its seat; throws are told in plain words."""
    ann, eve = person("Ann"), person("Eve", size=PHONE)
    first, second = tmp_path / "terminal.journal", tmp_path / "saved.journal"
    first.write_bytes(over())
    page = ann.visit()
    page.wait_for_selector("[data-game]")
    page.set_input_files("input[type=file]", first)
    page.wait_for_selector("#the-end")
    with page.expect_download() as download:
        page.click("text=Save the game")
    download.value.save_as(second)
    assert download.value.suggested_filename.endswith(".journal")
    assert sandtable.load(second.read_bytes()).outcome == sandtable.load(first.read_bytes()).outcome
    other = eve.visit()
    other.wait_for_selector("[data-game]")
    other.set_input_files("input[type=file]", second)
    other.wait_for_selector("#the-end")
    for told in (page, other):
        told.wait_for_selector(".end .scores")
    assert other.inner_text(".end .sentence") == page.inner_text(".end .sentence")
    other.click("text=Watch the replay")
    other.wait_for_selector(COUNT)
    slider = other.locator(".replay input[type=range]")
    slider.fill(slider.get_attribute("max") or "")
    until(other, f"new Set(document.querySelector('{COUNT}').innerText.split('/')).size === 1")
    assert "Commander:" not in other.inner_text(".replay .what"), "the ending is said by nobody"
    page.click("[aria-label='Look at the board']")
    page.wait_for_selector(".log li.roll")
    throws = page.eval_on_selector_all(".log li.roll", "list => list.map((it) => it.innerText.trim())")
    assert not [text for text in throws if text[:1].islower()]
    assert not any(raw in text for text in throws for raw in ("netrun", "breakoff", "opfor"))


def test_an_ending_tells_the_game_beside_the_board(person: Make, tmp_path: Path) -> None:
    """Sentence, scores, curves with a table, moments, dice and facts, by day and night, on a desk and on a phone; a picture to share."""
    file = tmp_path / "over.journal"
    file.write_bytes(over())
    ann = person("Ann")
    page = ann.visit()
    page.wait_for_selector("[data-game]")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".end .scores")
    parts = page.eval_on_selector_all(".end h3", "list => list.map((it) => it.innerText)")
    assert parts == ["Result", "The curve of the game", "Moments that decided it", "The dice", "Facts"]
    page.click(".end summary:has-text('As a table')")
    assert "End" in page.inner_text(".end figure table")
    for size, theme in ((DESKTOP, "light"), (PHONE, "dark")):
        ann.turn_into(size, theme)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert page.eval_on_selector(".end", "it => it.scrollWidth <= it.clientWidth"), size
        assert page.eval_on_selector("main.table .board", "it => it.clientHeight") > 200
        assert serious(page) == [], (size, theme)
    with page.expect_download() as download:
        page.click("text=Share a picture")
    assert download.value.suggested_filename == "surface-combat-ending.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.click("[aria-label='Watch moment 1']")
    page.wait_for_selector(COUNT)


def test_a_save_of_the_terminal_goes_on_in_the_browser(person: Make, tmp_path: Path) -> None:
    """A game that is not over is played on from where it was left."""
    saved = sandtable.new("surface-combat", seed=5)
    saved.choose(saved.keys()[0])
    file = tmp_path / "left.journal"
    file.write_bytes(saved.save())
    ann = person("Ann")
    page = ann.visit()
    page.wait_for_selector("[data-game]")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("main.table[data-turn=mine]")
    assert saved.ask is not None
    assert page.inner_text(".question h2") == saved.ask.prompt
    assert ann.play(2)["why"] == "enough"


def test_a_broken_file_is_refused_in_words(person: Make, tmp_path: Path) -> None:
    """The message names the file, stands beside the button, and says what is wrong with it."""
    broken, changed = tmp_path / "photo.jpg", tmp_path / "changed.journal"
    broken.write_bytes(b"\xff\xd8\xff\xe0 no journal at all")
    lines = over().splitlines(keepends=True)
    changed.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    ann = person("Ann")
    page = ann.visit()
    page.wait_for_selector("[data-game]")
    for file in (broken, changed):
        page.set_input_files("input[type=file]", file)
        page.wait_for_selector(f"[role=alert]:has-text('“{file.name}” cannot be opened')")
        assert "/t/" not in page.url
    assert page.is_enabled("[data-play=surface-combat]")
    ann.watch.forget("400")
