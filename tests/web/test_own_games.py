"""A game file and a pack of the host's own, from the lobby to the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.own import write_game, write_pack

from .browser import PHONE, Make, serious
from .conftest import Server


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("own")
    server = Server(folder / "data")
    server.words = ["--games", str(write_game(folder)), "--pack", str(write_pack(folder))]
    server.start()
    yield server
    server.stop()


def test_a_table_with_a_game_of_the_hosts_own(person: Make, own: Server) -> None:
    """The lobby says what it is and who made it; one click begins it, and it can be played."""
    somebody = person("Ann", at=own)
    page = somebody.visit()
    card = page.locator("[data-game=derelict]")
    card.get_by_role("heading", name="Derelict").wait_for()
    assert "By Ann Ames" in card.inner_text()
    assert "Two salvage crews" in card.inner_text()
    card.get_by_role("button", name="Play now").click()
    page.wait_for_selector("main.table[data-turn=mine]")
    assert somebody.play(3, board=False)["why"] == "enough"


def test_a_table_with_a_pack_of_the_hosts_own(person: Make, own: Server) -> None:
    """The pack stands under its game; its form is set to it, and the table is played with its data."""
    somebody = person("Ann", at=own)
    page = somebody.visit()
    row = page.locator("[data-game=stash] [data-pack=outpost]")
    for text in ("The outpost", "Ice is cheap here, air is not.", "By Ann Ames"):
        assert text in row.inner_text()
    row.get_by_role("button", name="Set up … The outpost").click()
    form = page.locator("dialog[open]")
    assert form.get_by_label("Pack").input_value() == "outpost"
    assert "Ice is cheap here, air is not. By Ann Ames." in form.inner_text()
    assert serious(page) == []
    form.get_by_label("Pack").select_option(label="Nine loads")
    assert "Three loads of each worth." in form.inner_text()
    form.get_by_label("Pack").select_option(label="The outpost")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("main.table[data-turn=mine]")
    assert somebody.play(1, board=False)["why"] == "enough"
    page = somebody.visit()
    assert "The outpost" in page.locator("section .about").first.inner_text()
    page.locator("[data-pack=outpost]").get_by_role("button", name="Play now: The outpost").click()
    page.wait_for_selector("main.table[data-turn=mine]")
    mine = somebody.api("GET", "/api/tables?which=mine")
    assert [it["options"]["pack"] for it in mine] == ["outpost", "outpost"]


def test_the_lobby_with_packs_fits_a_phone(person: Make, own: Server) -> None:
    """Nothing sticks out at the side, and axe finds nothing serious, by night."""
    somebody = person("Ann", PHONE, at=own, theme="dark")
    page = somebody.visit()
    page.wait_for_selector("[data-pack=outpost]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
