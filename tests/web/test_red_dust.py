"""Red Dust in the browser: ghosts of what an option would change, and reasons for what is not offered."""

from __future__ import annotations

import sandtable

from .browser import Make, Person, serious, until


def before_a_rally(person: Make) -> Person:
    """Red Dust is asked where to Rally."""
    table = sandtable.new("red-dust", seed=1)
    while table.ask is not None and table.ask.topic != "rally":
        keys = table.ask.keys
        wanted = ("operation_and_special", "operation:rally", "pass", "done")
        table.choose(
            next(
                (
                    key
                    for key in wanted
                    if key in keys and not (key == "pass" and table.ask.seat == "red_dust")
                ),
                keys[0],
            )
        )
    ann = person("Ann")
    page = ann.bring(table.save())
    page.wait_for_selector('.question [data-key^="rally:"]')
    return ann


def test_pointing_at_an_option_draws_ghosts_on_mars(person: Make) -> None:
    """A way to Rally shows the Rebels that would come and what they would change; nothing of it is left afterwards."""
    ann = before_a_rally(person)
    page = ann.page
    page.locator('.question [data-key^="rally:"]').first.click()
    page.wait_for_selector('.question [data-key^="rally_way:"]')
    page.mouse.move(2, 2)
    page.hover('.question [data-key="rally_way:rebel"]')
    page.wait_for_selector(".ghosts [data-ghost]")
    assert "+1" in (page.locator(".ghosts [data-ghost]").first.text_content() or "")
    assert serious(page) == []
    page.hover(".question h2")
    until(page, "() => !document.querySelector('.ghosts [data-ghost]')")
    # What the Rally costs: the purse on the mat, its arrow on the edge track, and nothing over the track's numbers.
    page.click('.question [data-key="rally_way:rebel"]')
    page.click('.question [data-key="done"]')
    page.wait_for_selector('.question [data-key^="dig_in:"]')
    page.hover('.question [data-key="done"]')
    page.wait_for_selector(".mat .then")
    page.wait_for_selector(".ruler .ghost", state="attached")
    assert page.query_selector("[data-ghost-of=table]") is None


def test_a_click_on_a_space_that_is_not_offered_says_why(person: Make) -> None:
    """ "Europa has Support.", and the like."""
    ann = before_a_rally(person)
    page = ann.page
    page.locator('.board [data-thing="space:phobos"]').first.click(force=True)
    until(page, "() => document.body.textContent.includes('That is for spaces on Mars, not for Phobos.')")
