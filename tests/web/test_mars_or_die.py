"""Mars or Die in the browser: a drag is one gesture, an order shows where it leads, a volley is one click, a charge is a scene."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .browser import DESKTOP, PHONE, Make, serious, until
from .moments import moment
from .test_story import STILL


def spot(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_unit_is_dragged_while_the_table_asks_which_acts(person: Make) -> None:
    """The drag picks the unit, shows its ways, and sends it where it is dropped: no button is touched."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s6", "unit", 3))
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key^='unit:']")
    x, y = spot(page, "[data-hold]")
    inch = page.evaluate("document.querySelector('.stage svg').getScreenCTM().a * 20")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 10)
    page.wait_for_selector(".question [data-key=move]")
    page.mouse.move(x + inch, y - 2 * inch, steps=4)
    page.mouse.move(x + inch, y + 2 * inch, steps=4)
    page.wait_for_selector(".ghost")
    # Beyond reach it stops at reach, and says how far of how far.
    page.mouse.move(x + 2 * inch, y + 30 * inch, steps=4)
    until(page, "() => / ?″( of .*″)?$/.test(document.querySelector('.ghost text')?.textContent ?? '')")
    page.mouse.up()
    until(page, "() => !document.querySelector('.question [data-key=move]')", None)
    page.wait_for_selector(".log :text('moves')")


def test_an_order_shows_where_it_leads(person: Make) -> None:
    """Pointing at an about face draws the unit as it would stand, from the preview."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s2", "action", 3, offers="about_move"))
    page.wait_for_selector(".question [data-key=about_move]")
    page.hover(".question [data-key=about_move]")
    page.wait_for_selector(".ghost")


def test_a_volley_is_one_click(person: Make) -> None:
    """A whole unit fires at a whole unit; the likely order stands out, and what cannot be done says why."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s1", "fire", 3))
    page.keyboard.press("u")
    page.wait_for_selector(".question [data-key^='action:fire_at/']")
    page.click(".question [data-key^='action:fire_at/']")
    page.wait_for_selector(".log :text('opens fire')")


def test_the_ruler_goes_when_it_is_put_away(person: Make) -> None:
    """What was measured leaves the table with the ruler; and the table stays where it was through all of it."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s6", "unit", 3))
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key^='unit:']")
    before = page.get_attribute(".stage svg", "viewBox")
    page.click(".mod-board .tools button >> nth=0")
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(640, 360, steps=3)
    page.mouse.up()
    page.wait_for_selector(".ruler .brass", state="attached")
    page.click(".mod-board .tools button >> nth=0")
    page.wait_for_selector(".ruler .brass", state="detached")
    assert page.get_attribute(".stage svg", "viewBox") == before
    # Units are figures with a standard and a name, and a name keeps its size when the table is enlarged.
    assert page.locator("use[href='#mod-standard']").count() >= 6
    assert "Ash Spears" in page.inner_text(".question")
    height = "() => document.querySelector('.plates text:last-of-type').getBoundingClientRect().height"
    small = page.evaluate(height)
    page.mouse.move(500, 300)
    page.mouse.wheel(0, -900)
    until(page, "old => document.querySelector('.stage svg').getAttribute('viewBox') !== old", before)
    assert abs(page.evaluate(height) - small) < 2


def test_a_charge_raises_dust_and_the_fallen_stay(person: Make) -> None:
    """MD 7: the stage names both units, dust lies behind the charge, and whoever falls is marked on the table."""
    ann = person("Ann", size=DESKTOP, moving=True)
    ann.page.add_init_script(STILL)
    page = ann.bring(moment("mars-or-die", "s6", "charge_heading", 3, alone=True))
    page.click(".question [data-key^='charge_heading:']")
    for _ in range(12):
        # Not the one that was pressed just now, which is disabled until the answer is taken.
        page.wait_for_selector(".fight, .question [data-key=pass]:not(:disabled)")
        if page.query_selector(".fight"):
            break
        page.click(".question [data-key=pass]")
    page.wait_for_selector(".fight :text('stands')")
    page.wait_for_selector("[data-dust]", state="attached")
    stands = "() => [...document.querySelectorAll('.pips i:not(.lost):not(.label)')].length"
    left = page.evaluate(stands)
    while page.query_selector(".story"):
        page.keyboard.press("Space")
    assert page.locator("[data-fallen]").count() > 0 or page.evaluate(stands) == left
    # Neither the rules nor the log know where they fell: the tab does, and a reload finds them again.
    fallen = page.locator("[data-fallen]").count()
    page.reload()
    page.wait_for_selector("main.table .board [data-thing^='unit:']", state="attached")
    until(page, "(n) => document.querySelectorAll('[data-fallen]').length === n", fallen)


def test_a_unit_dragged_onto_an_enemy_shows_its_charge(person: Make) -> None:
    """What is shown while it is held over the enemy is what happens when it is dropped."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s6", "charge_heading", 3))
    page.wait_for_selector(".question [data-key^='charge_heading:']")
    page.keyboard.press("u")
    key = page.get_attribute(".question [data-key^='action:charge/']", "data-key")
    assert key is not None
    target = key.removeprefix("action:charge/")
    x, y = spot(page, "[data-hold]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*spot(page, f".board [data-thing='unit:{target}'] use"), steps=5)
    page.wait_for_selector(".ghost text:has-text('charge')", state="attached")
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    page.wait_for_selector(".question [data-key^='charge_heading:'], .log :text('charges')")


def test_a_stand_that_aims_shows_whom_it_cannot_see(person: Make) -> None:
    """MD 6.5: an enemy in range and arc behind somebody else is marked; nothing fires at it."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s1", "fire", 7))  # two enemies stand behind others there
    page.wait_for_selector(".question [data-key^='fire:']")
    page.wait_for_selector(".reach .arc-line path", state="attached")  # measured once the unit is asked
    assert page.locator("[data-sight=barred]").count() == 2
    assert page.locator(".number :text('no line of sight')").count() == 2
    # The labels do not cover each other.
    first, second = (page.locator("[data-barred] rect").nth(n).bounding_box() for n in range(2))
    assert first is not None
    assert second is not None
    apart = [abs(first[at] - second[at]) for at in ("x", "y")]
    assert apart[0] >= first["width"] or apart[1] >= first["height"]
    # Only the stand that aims shows its arc.
    assert page.locator(".reach .arc-line path").count() == 1


def test_the_orders_are_within_the_view(person: Make) -> None:
    """On a phone that has zoomed in, the orders beside a unit at the edge of the table are all on the screen."""
    ann = person("Ann", size=PHONE, touch=True)
    page = ann.bring(moment("mars-or-die", "s6", "action", 3))
    page.wait_for_selector(".question [data-key=move]")
    page.evaluate(
        "() => { const at = document.querySelector('.stage svg').getBoundingClientRect();"
        " for (let n = 0; n < 6; n++) document.querySelector('.stage svg').dispatchEvent(new WheelEvent('wheel',"
        " {deltaY: -200, clientX: at.left + 20, clientY: at.top + at.height / 2, bubbles: true, cancelable: true})); }"
    )
    page.wait_for_selector(".ribbon")
    until(
        page,
        "() => { const [card, view] = ['.ribbon', '.stage svg'].map((it) => document.querySelector(it).getBoundingClientRect());"
        " return card.left >= view.left && card.right <= view.right && card.top >= view.top && card.bottom <= view.bottom; }",
    )


def test_a_unit_is_measured_when_somebody_points_at_it(person: Make) -> None:
    """What a unit could do from where it stands comes in a frame of its own, for a pointer as for the threat view."""
    ann = person("Ann", size=DESKTOP)
    page = ann.bring(moment("mars-or-die", "s6", "unit", 3))
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key^='unit:']")
    page.mouse.move(*spot(page, ".board [data-thing^='unit:']:not(.lit) use"))
    page.wait_for_selector(".reach.hover path", state="attached")
    page.click("[role=toolbar] button:has-text('Threat')")
    page.wait_for_selector(".reach.threat path", state="attached")


def test_who_looks_at_the_whole_table_goes_on_seeing_it(person: Make) -> None:
    """What others do is brought nearer on a phone, but not for somebody who has asked for the whole table."""
    ann = person("Ann", size=PHONE, touch=True)
    table = ann.open_table(game="mars-or-die", scenario="s6", seats={"ember": "me", "ash": "bot:random"})
    page = ann.sit_down(table["id"])
    page.wait_for_selector("main.table[data-turn=mine]")
    whole = page.get_attribute(".stage svg", "viewBox")
    page.focus(".stage svg")
    page.keyboard.press("+")
    until(page, "old => document.querySelector('.stage svg').getAttribute('viewBox') !== old", whole)
    page.tap("[aria-label='Fit the board']")  # it is there once one has come nearer
    until(page, "old => document.querySelector('.stage svg').getAttribute('viewBox') === old", whole)
    unit = page.locator(".board [data-thing^='unit:']").first.get_attribute("data-thing")
    assert unit is not None
    kind, name = unit.split(":")
    page.evaluate(
        "([kind, id]) => window.dispatchEvent(new CustomEvent('sandtable:show', {detail: {kind, id}}))",
        [kind, name],
    )
    ann.drawn()
    assert page.get_attribute(".stage svg", "viewBox") == whole


#: Units in view that a button or a bar of the board covers.
COVERED = """() => {
  const box = (it) => it.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  const view = box(document.querySelector('.stage svg'));
  const bars = [...document.querySelectorAll('.mod-board .tools, .mod-board .forming, .mod-board .zoom, .ribbon')]
    .filter((it) => getComputedStyle(it).opacity !== '0' && meet(box(it), view));
  const units = [...document.querySelectorAll('.stage [data-thing^="unit:"] use')].filter((it) => meet(box(it), view));
  return {units: units.length, covered: units.filter((it) => bars.some((bar) => meet(box(bar), box(it)))).length};
}"""
ZOOM = """() => {
  const svg = document.querySelector('.stage svg');
  const at = svg.querySelector('[data-thing^="unit:"] use').getBoundingClientRect();
  for (let n = 0; n < 2; n++) svg.dispatchEvent(new WheelEvent('wheel', {deltaY: -200, bubbles: true, cancelable: true,
    clientX: at.left + at.width / 2, clientY: at.top + at.height / 2}));
}"""


@pytest.mark.parametrize("scenario", ["s1", "s2"])
def test_on_a_phone_no_button_covers_a_unit(person: Make, scenario: str) -> None:
    """Ruler, threats, zoom, formation and orders: the whole table can be tapped, also when one has come nearer."""
    ann = person("Ann", size=PHONE, touch=True)
    page = ann.bring(moment("mars-or-die", scenario, "action", 3))
    page.wait_for_selector(".question [data-key=move]")
    ann.drawn()
    assert page.evaluate(COVERED)["units"]
    assert page.evaluate(COVERED)["covered"] == 0
    page.evaluate(ZOOM)
    page.wait_for_selector(".ribbon")
    # The orders find their place once the table rests.
    until(page, f"() => {{ const it = ({COVERED})(); return it.units > 0 && it.covered === 0; }}")
    assert page.locator(".foot button:has-text('Ruler')").is_visible()
    page.tap(".foot [aria-label='Fit the board']")


def test_on_a_phone_the_formation_stands_below_the_table(person: Make) -> None:
    """Units wait for their place at every edge: the choice of formation covers none of them."""
    ann = person("Ann", size=PHONE, touch=True)
    page = ann.bring(moment("mars-or-die", "s1", "set_up", 3))
    page.tap(".question [data-key^='set_up:']")
    page.wait_for_selector(".foot .forming button:has-text('Column')")
    ann.drawn()
    found = page.evaluate(COVERED)
    assert found["units"]
    assert found["covered"] == 0
    assert serious(page) == []
