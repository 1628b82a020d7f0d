"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

from typing import Any

import pytest

from .browser import DESKTOP, PHONE, Make, Person, claim, listener, until


def all_play(people: list[Person], **how: Any) -> list[dict[str, Any]]:
    """Everybody clicks what is lit on their own page whenever they are asked."""
    for i, somebody in enumerate(people):
        somebody.page.wait_for_selector("main.table")
        somebody.begin(seed=i + 1, **how)
    return [somebody.finish() for somebody in people]


def mars_or_die(ann: Person, bob: Person) -> None:
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "link"})
    claim(bob, table, "ash")
    ann.sit_down(table["id"])


def test_two_people_play_mars_or_die(person: Make) -> None:
    """One at a desk, one on a phone: each answers in their turn, and both come to the same place."""
    ann, bob = person("Ann", size=DESKTOP), person("Bob", size=PHONE)
    mars_or_die(ann, bob)
    for somebody in (ann, bob):
        somebody.page.click("[data-key]:has-text('in good order')")
    played = all_play([ann, bob], turn=14)
    assert [it["why"] for it in played] == ["enough", "enough"], played
    assert sum(it["board"] for it in played) > 3, played


@pytest.mark.soak
def test_two_people_play_mars_or_die_to_its_end(person: Make) -> None:
    """Both see the same end."""
    ann, bob = person("Ann", size=DESKTOP), person("Bob", size=PHONE)
    mars_or_die(ann, bob)
    played = all_play([ann, bob])
    assert [it["why"] for it in played] == ["over", "over"], played
    reasons = [somebody.page.inner_text("section.end > p") for somebody in (ann, bob)]
    assert reasons[0] == reasons[1] != ""


def test_two_people_play_red_dust_with_bots(person: Make) -> None:
    """Two people and two bots: whoever is asked answers, and both pages come to the same turn."""
    ann, bob = person("Ann"), person("Bob")
    seats = {"marsgov": "me", "red_dust": "link", "corporations": "bot:random", "reclaimers": "bot:random"}
    table = ann.open_table(game="red-dust", seats=seats)
    claim(bob, table, "red_dust")
    ann.sit_down(table["id"])
    played = all_play([ann, bob], turn=12)
    assert [it["why"] for it in played] == ["enough", "enough"], played
    assert all(it["board"] + it["list"] > 0 for it in played), played


def test_three_people_in_rogue_trooper_do_not_see_each_others_hands(person: Make) -> None:
    """In every frame that came to somebody, hands of others are backs; and the page shows one's own.

    Missions and Clues can be learned in exchanges; what a seat is sent of them is compared in tests/server/tables/test_leaks.py.
    """
    people = [person(name) for name in ("Ann", "Bob", "Cyd")]
    heard: list[list[dict[str, Any]]] = [[], [], []]
    for somebody, frames in zip(people, heard, strict=True):
        somebody.page.on("websocket", listener(frames))
    seats = {"red": "me", "blue": "link", "green": "link"}
    table = people[0].open_table(game="rogue-trooper", options={"players": 3}, seats=seats)
    claim(people[1], table, "blue")
    claim(people[2], table, "green")
    people[0].sit_down(table["id"])
    played = all_play(people, turn=8)
    assert [it["why"] for it in played] == ["enough"] * 3, played
    for i, frames in enumerate(heard):
        states = [frame for frame in frames if frame["t"] == "state"]
        assert any(card is not None for state in states for card in state["view"]["gis"][i]["hand"])
        hidden = [gi for state in states for j, gi in enumerate(state["view"]["gis"]) if j != i]
        assert all(card is None for gi in hidden for card in gi["hand"])


def test_a_hot_seat_draws_a_curtain(person: Make) -> None:
    """Two seats of one person, in a game with secrets: the board is gone until the other one says so."""
    ann = person("Ann")
    seats = {"red": "me", "blue": "me"}
    table = ann.open_table(game="rogue-trooper", options={"players": 2}, seats=seats, public=False)
    page = ann.visit(f"/t/{table['id']}")
    page.wait_for_selector("main.table, .curtain")
    page.evaluate(
        """() => {
          window.leaks = 0;
          new MutationObserver(() => {
            if (document.querySelector('.curtain') && document.querySelector('main.table')) window.leaks++;
          }).observe(document.body, {childList: true, subtree: true});
        }"""
    )
    played = ann.play(12)
    assert played["why"] == "enough"
    assert played["curtain"] > 0
    assert page.evaluate("window.leaks") == 0


def test_somebody_looks_on(person: Make) -> None:
    """A spectator sees the board and may answer nothing."""
    ann, eve = person("Ann"), person("Eve")
    table = ann.open_table(game="mars-or-die", seats={"ember": "me", "ash": "bot:random"})
    ann.sit_down(table["id"])
    page = eve.sit_down(table["id"])
    assert page.get_attribute("main.table", "data-turn") == "other"
    assert page.query_selector(".question [data-key]") is None
    ann.play(2)
    until(page, "document.querySelectorAll('.log li').length > 1")
