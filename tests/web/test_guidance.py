"""Before I choose: what an option does, what it would lead to, why something is not offered, odds and hints."""

from __future__ import annotations

from playwright.sync_api import Page

from .browser import DESKTOP, PHONE, TABLET, Make, Person, serious, until
from .conftest import Server
from .test_gather import answered, moves_on, sit


def at_the_crawler(
    person: Make, server: Server, *, size: tuple[int, int] = DESKTOP, touch: bool = False
) -> tuple[Person, Page]:
    """Somebody who is asked where to send the crawler."""
    ann, page = sit(person, server, size=size, touch=touch)
    act = page.tap if touch else page.click
    for done in ('.question [data-key="done"]', "[data-send]"):
        moves_on(page, done, act)
    for _ in range(3):
        act('.gather [data-key="storm:north"]')
    moves_on(page, "[data-send]", act)
    page.wait_for_selector('[data-key="send:bay_4"]')
    if not touch:
        page.mouse.move(2, 2)  # away from the list, which is another one now
    return ann, page


def check_what_options_say(page: Page) -> None:
    """Options say what they do, and the likely one stands out."""
    assert page.inner_text('[data-key="send:bay_4"] .says') == "Bay 4 is dry."
    assert page.locator(".option.main").get_attribute("data-key") == "send:bay_3"
    assert page.inner_text("[data-refused=wait] .why") == "It does not rain."
    assert serious(page) == []


def check_odds(page: Page) -> None:
    """Odds are percentages, and the same key closes them."""
    page.keyboard.press("o")
    until(page, "() => document.querySelector('[data-key=end_turn] .odds')?.textContent.includes('Certain')")
    until(page, "() => document.querySelectorAll('.chances .row').length === 6")
    # What is the same for all is told once.
    assert page.inner_text(".chances").startswith("Wherever dice decide:")
    assert page.inner_text(".chances .row b >> nth=0") == "16.7%"
    assert page.locator('[data-key^="send:"] .odds').count() == 0
    assert serious(page) == []
    page.click(".chances button")
    assert page.inner_text(".chances .row b >> nth=0") == "1/6"
    page.keyboard.press("o")
    assert page.locator(".chances").count() == 0


def check_hint(page: Page) -> None:
    """A hint has a name and a reason, and lights the board."""
    page.keyboard.press("h")
    page.wait_for_selector(".hint")
    hint = page.inner_text(".hint")
    assert hint.startswith("Planner would choose: ")
    assert hint.endswith("Bay 3 is the driest.")
    key = page.get_attribute(".option.hinted", "data-key") or ""
    bay = key.removeprefix("send:")
    assert page.locator(f'.board [data-thing="bay:{bay}"].shown').count() == (bay != "end_turn")
    page.keyboard.press("h")
    assert page.locator(".hint").count() == 0


def check_end_of_turn(ann: Person, page: Page) -> None:
    """It looks different, says what it ends, and has a key of its own; d does nothing here."""
    end = page.locator('[data-key="end_turn"]')
    assert "ends" in (end.get_attribute("class") or "").split()
    assert "Ends your turn." in (end.text_content() or "")
    assert end.get_attribute("aria-keyshortcuts") == "e"
    before = len(answered(ann))
    page.keyboard.press("d")
    page.keyboard.press("e")
    until(page, "() => document.querySelector('main.table').dataset.over === 'yes'")
    assert answered(ann)[before:] == [["end_turn"]]


def test_what_is_known_before_an_answer(person: Make, depot: Server) -> None:
    """What options do, their odds, a hint; and the end of the turn is not Done."""
    ann, page = at_the_crawler(person, depot)
    check_what_options_say(page)
    check_odds(page)
    check_hint(page)
    check_end_of_turn(ann, page)


def check_reasons(page: Page) -> None:
    """The keyboard lists what is not offered, and why."""
    page.keyboard.press("w")
    page.wait_for_selector("[data-reasons] li button")
    assert page.locator("[data-reasons] li span").all_inner_texts() == [
        "Bay 1 is under water.",
        "The crawler is in Bay 7 already.",
        "Bay 8 is under water.",
    ]
    page.focus("[data-reasons] li:nth-child(3) button")
    assert page.locator('.board [data-thing="bay:bay_8"].shown').count() == 1
    assert serious(page) == []
    page.keyboard.press("w")
    assert page.locator("[data-reasons]").count() == 0


def check_rules(ann: Person, page: Page) -> None:
    """By its reference, by key, by a reference in its text and by words; Escape closes it and nothing is answered."""
    before = len(answered(ann))
    page.click("button[data-rule]")
    page.wait_for_selector('.rules section.here[data-section="4"]')
    assert "dry bay" in page.inner_text(".rules section.here")
    page.keyboard.press("1")  # a key pressed while reading the rules answers nothing
    assert serious(page) == []
    page.click('.rules section[data-section="4.1"] a')
    page.wait_for_selector('.rules section.here[data-section="1"]')
    page.click('.rules [aria-label="Back"]')
    page.wait_for_selector('.rules section.here[data-section="4"]')
    page.fill(".rules input", "crate")
    assert page.locator(".rules section").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator(".rules").count() == 0
    page.keyboard.press("/")
    page.wait_for_selector('.rules section.here[data-section="4"]')
    assert len(answered(ann)) == before


def check_rule_of_a_choice(page: Page) -> None:
    """A choice in the log leads to its rule."""
    page.click('.log .fold[aria-label^="Show"] >> nth=0')
    page.click(".log [data-rule] >> nth=0")
    page.wait_for_selector('.rules section.here[data-section="2"]')


def test_reasons_and_rules_are_at_hand(person: Make, depot: Server) -> None:
    """Why something is not offered, the rule of the question, and the rule of an earlier choice."""
    ann, page = at_the_crawler(person, depot)
    check_reasons(page)
    check_rules(ann, page)
    page.click('[aria-label="Close the rules"]')
    check_rule_of_a_choice(page)


def check_pointing(ann: Person, page: Page) -> None:
    """A ghost where the crawler would be, what the log would say, the odds, and that it is final. Asked once, and away again."""
    page.hover('[data-key="send:bay_4"]')
    page.wait_for_selector("[data-preview] .odds b")
    card = page.inner_text("[data-preview]")
    assert "The crawler drives to Bay 4." in card
    assert "Then chance decides: The way there." in card
    assert "16.7%" in card
    assert "Cannot be undone." in card
    assert page.locator('[data-ghost="crawler:crawler"]').count() == 1
    assert serious(page) == []
    page.hover(".question h2")
    page.wait_for_selector("[data-preview]", state="detached")
    assert page.locator("[data-ghost]").count() == 0
    sent = ann.watch.sent("preview")
    page.hover('[data-key="send:bay_4"]')
    page.wait_for_selector("[data-preview] .odds b")  # it is known
    assert ann.watch.sent("preview") == sent


def check_keyboard_and_board(page: Page) -> None:
    """The keyboard and the board preview too."""
    page.keyboard.press("ArrowDown")
    until(page, "() => document.querySelector('[data-preview]')?.textContent.includes('Bay 2')")
    page.keyboard.press("ArrowDown")
    until(page, "() => document.querySelector('[data-preview]')?.textContent.includes('Bay 3')")
    page.hover('.board [data-thing="bay:bay_5"]', position={"x": 6, "y": 6}, force=True)
    until(page, "() => document.querySelector('.tip .then')?.textContent.includes('drives to Bay 5')")


def test_an_option_is_previewed(person: Make, depot: Server) -> None:
    """By pointing at it, with the keyboard, and on the board."""
    ann, page = at_the_crawler(person, depot)
    check_pointing(ann, page)
    page.mouse.move(2, 2)
    page.wait_for_selector("[data-preview]", state="detached")
    check_keyboard_and_board(page)


def test_a_finger_peeks_at_an_option(person: Make, depot: Server) -> None:
    ann, page = at_the_crawler(person, depot, size=PHONE, touch=True)
    before = len(answered(ann))
    page.tap('.slot:has([data-key="send:bay_4"]) .peek')
    page.wait_for_selector(".peeked .final")
    assert page.locator('[data-ghost="crawler:crawler"]').count() == 1
    assert serious(page) == []
    page.tap('.slot:has([data-key="send:bay_4"]) .peek')
    page.wait_for_selector(".peeked", state="detached")
    assert len(answered(ann)) == before


def test_what_is_not_offered_says_why_when_it_is_clicked_or_tapped(person: Make, depot: Server) -> None:
    for size, touch in ((DESKTOP, False), (TABLET, True)):
        ann, page = at_the_crawler(person, depot, size=size, touch=touch)
        before = len(answered(ann))
        box = page.locator('.board [data-thing="bay:bay_1"]').bounding_box()
        assert box
        (page.touchscreen.tap if touch else page.mouse.click)(box["x"] + 6, box["y"] + 6)
        page.wait_for_selector("[data-why]")
        assert page.inner_text("[data-why]") == "Bay 1 is under water."
        assert len(answered(ann)) == before


def test_the_rules_fill_a_phone_and_the_help_leads_to_them(person: Make, depot: Server) -> None:
    _, page = at_the_crawler(person, depot, size=PHONE, touch=True)
    page.tap('[aria-label="Help"]')
    page.tap("text=Read or search the whole rules")
    page.wait_for_selector(".rules section")
    box = page.locator(".rules").bounding_box()
    assert box
    assert (box["width"], box["height"]) == PHONE
    assert serious(page) == []
    page.tap('[aria-label="Close the rules"]')
    assert page.locator(".rules").count() == 0


def test_what_is_opened_on_the_board_leads_to_its_rule(person: Make) -> None:
    ann = person("Ann")
    bots = dict.fromkeys(("corporations", "red_dust", "reclaimers"), "bot:random")
    page = ann.sit_down(ann.open_table(game="red-dust", seats={"marsgov": "me", **bots})["id"])
    page.wait_for_selector("main.table[data-turn=mine] [data-rule]")
    page.click('.board [data-thing^="space:"]:not(.lit)', position={"x": 8, "y": 8}, force=True)
    page.wait_for_selector(".tip.pinned [data-rule]")
    page.click(".tip.pinned [data-rule]")
    page.wait_for_selector(".rules section.here")
    assert serious(page) == []
    # Who closes the rules goes on where they came from; if that is gone, at the button that opens them.
    page.keyboard.press("Escape")
    page.wait_for_selector("aside.rules", state="detached")
    until(page, "() => document.activeElement.matches('.tip.pinned [data-rule]')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rules section.here")
    page.evaluate("document.querySelector('.tip.pinned').remove()")
    page.keyboard.press("Escape")
    page.wait_for_selector("aside.rules", state="detached")
    until(page, "() => document.activeElement.matches('header [data-rules]')")


def test_cards_that_would_go_are_shown_in_their_zones(person: Make, depot: Server) -> None:
    """A game drawn by zones: how many cards would lie in each, and which would leave the hand."""
    ann = person("Ann", at=depot)
    page = ann.sit_down(ann.open_table(game="stash", seats={"ann": "me", "bob": "bot:random"})["id"])
    page.wait_for_selector('main.table[data-turn=mine] [data-key="draw"]')
    page.hover('[data-key="draw"]')
    page.wait_for_selector("[data-then]")
    assert page.inner_text("[data-then]").split() == ["→", "4"]  # the deck; what is drawn, nobody knows
    moves_on(page, '[data-key="stash"]')
    page.mouse.move(2, 2)
    page.hover('[data-key^="stash:"] >> nth=0')
    page.wait_for_selector(".hand .goes")
    assert page.locator(".hand .goes").count() == 1
