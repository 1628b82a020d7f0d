"""The board of Rogue Trooper on the page: what an option would do, why a sector is closed, what was discarded."""

from __future__ import annotations

import random

from playwright.sync_api import expect

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair

from .browser import PHONE, Make, serious, until
from .moments import moment
from .test_motion import at_the_table
from .test_story import STILL


def test_a_gi_who_may_move(person: Make) -> None:
    """He stands where he would go while an option is pointed at, a sector out of reach says why, and discards can be browsed."""
    page = at_the_table(person, "rogue-trooper", "", "move").page
    assert page.locator("[data-ghost]").count() == 0
    page.locator(".question [data-key^='move:']").first.hover()
    page.wait_for_selector("[data-ghost]", state="attached")
    page.hover(".question h2")
    page.wait_for_selector("[data-ghost]", state="detached")
    # What is public can be looked through, also with the keyboard alone.
    page.locator(".board .deck").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=dialog] li")
    assert page.locator("[role=dialog] b").first.inner_text() == "Supply discards"
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("[role=dialog] li", state="detached")
    # 3.1, 3.2: Milli-com is not reached on foot.
    assert page.query_selector("[data-why]") is None
    page.locator('.board [data-thing="sector:bridge"]').dispatch_event("click")
    until(page, "(why) => document.querySelector('[data-why]')?.textContent.includes(why)", "Milli-com")


def test_a_rule_for_rogue_cards_is_given_and_ended_with_a_click(person: Make) -> None:
    """6 (e): the hand says which rule holds, and has a button for each that can be chosen now; kinds are gathered in order."""
    page = at_the_table(person, "rogue-trooper", "", "rogue_out").page
    rule = page.locator("section.keeping")
    expect(rule.get_by_role("button")).to_have_text(["Keep all", "By an order"])
    rule.locator("[data-rule=by_order]").click()
    page.wait_for_selector("[data-key='rogue_order:air_lift']")
    assert serious(page) == []
    page.click("[data-key='rogue_order:air_lift']")
    page.click("[data-key='rogue_order:forced_march']")
    page.click("[data-send]")
    expect(rule).to_contain_text("You keep Air Lift and Forced March, and discard the rest.")
    # The others' turns go by until this player moves again.
    mine = "main.table[data-turn=mine] .question [data-key]"
    page.wait_for_selector(mine)
    while page.locator(".question [data-key^='move:']").count() == 0:
        before = page.get_attribute("main.table", "data-n")
        page.click(f"{mine}:not(:disabled) >> nth=-1")
        until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)
        page.wait_for_selector(mine)
    rule.locator("[data-rule=ask_me]").click()
    expect(rule).to_have_count(0)
    expect(page.locator(".question [data-key='ask_me']")).to_have_count(0)
    assert page.locator(".question [data-key^='move:']").count() > 0


def test_weapons_are_rows_with_a_chip_for_each_number_of_rounds(person: Make) -> None:
    """5.2: a weapon and a number of rounds. All of them are in sight, a chip says what it does, and its letter chooses it."""
    page = person("Ann").bring(moment("rogue-trooper", "", "face", 4, alone=True))
    page.wait_for_selector("[data-row] [data-key]")
    rows = page.locator("[data-row]")
    assert rows.count() >= 2
    chips = rows.first.locator("[data-key]")
    assert chips.count() >= 2
    assert [chip.inner_text() for chip in chips.all()[:2]] == ["1", "2"]  # its keys are the same numbers
    assert "Fire" in (chips.nth(1).get_attribute("aria-label") or "")
    assert "×2" not in rows.first.inner_text()
    chips.nth(1).focus()
    page.keyboard.press("ArrowUp")  # by key, so that the focus is seen
    page.keyboard.press("ArrowDown")
    until(page, "() => document.querySelector('[data-row] .told').textContent.startsWith('×2')")
    assert serious(page) == []
    before = page.get_attribute("main.table", "data-n")
    page.keyboard.press("2")
    until(page, "n => document.querySelector('main.table')?.dataset.n !== n", before)


def test_the_chips_of_a_row_open_into_a_list_on_a_phone(person: Make) -> None:
    """A finger cannot point without choosing: the eye of a row lists its options, each with an eye of its own."""
    ann = person("Ann", PHONE, touch=True)
    page = ann.bring(moment("rogue-trooper", "", "face", 4, alone=True))
    page.wait_for_selector("[data-row] [data-key]")
    eye = page.locator("[data-row] .peek").first
    chips = page.locator("[data-row]").first.locator("[data-key]").count()
    eye.tap()
    page.wait_for_selector("[data-row] .list [data-key]")
    assert page.locator("[data-row] .list [data-key]").count() == chips
    page.locator("[data-row] .list .peek").first.tap()
    page.wait_for_selector("[data-row] .peeked")
    assert serious(page) == []


def test_the_dead_read_what_they_still_play_for(person: Make) -> None:
    """11.2, 11.3: a player whose GI is dead is told so in his hand, and how he can still come second."""
    rng = random.Random(7)
    bots = {"blue": "bot:house", "green": "bot:house"}
    table = sandtable.new("rogue-trooper", seed=7, options={"players": 3}, seats=bots)
    while all(table.run.state.lives):
        assert table.ask is not None
        table.choose(rng.choice(table.ask.keys))
    assert table.run.state.lives[0] == 0
    page = person("Ann").bring(table.save())
    note = page.locator(".under .note")
    expect(note).to_contain_text("Red, your GI is dead.")
    assert len(note.locator("p").all()) >= 2
    assert page.locator(".question [data-key]").count() == 0
    assert serious(page) == []


def last_round() -> bytes:
    """A short game before Red's last answer; then the house ends the last round."""
    table = sandtable.new(
        "rogue-trooper",
        seed=4,
        options={"players": 2, "short": True, "rounds": 2},
        seats={"blue": "bot:house"},
    )
    bot, saved = make_bot("house", 4), b""
    while table.ask is not None:
        if table.ask.seat == "red" and len(table.ask.options) > 1:
            saved = table.save()
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    return saved


def test_the_story_names_whose_turn_it_tells(person: Make) -> None:
    """The end of the last round is nobody's turn; it used to be told under the name of the next player."""
    ann = person("Ann", moving=True)
    ann.page.add_init_script(STILL)
    page = ann.bring(last_round())
    badges: dict[str, str] = {}
    while not any("The last round is over." in text for text in badges):
        # Between two beats there may be neither for a moment.
        page.wait_for_selector(".story, main.table[data-turn=mine]")
        told = page.evaluate(
            "() => { const it = document.querySelector('.story'); return it && [it.innerText, it.querySelector('.seat')?.innerText ?? '']; }"
        )
        if told:
            badges[told[0]] = told[1]
            page.keyboard.press("Space")
            until(page, "old => (document.querySelector('.story')?.innerText ?? '') !== old", told[0])
        else:
            page.click("main.table[data-turn=mine] .question [data-key]:not(:disabled)")
            until(page, "() => document.querySelector('.story, main.table[data-turn=other]')")
    (last,) = (text for text in badges if "The last round is over." in text)
    assert badges[last] == ""
