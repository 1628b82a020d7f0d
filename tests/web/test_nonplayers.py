"""Red Dust against the House, in the browser: its Totals, its card, and a game to its end."""

from __future__ import annotations

import pytest

from .browser import DESKTOP, PHONE, Make, serious
from .test_play import SOAK

HOUSE = ("corporations", "red_dust", "reclaimers")
SEATS = {"marsgov": "me", **dict.fromkeys(HOUSE, "bot:house")}
REBEL = {"red_dust": "me", **dict.fromkeys(("marsgov", "corporations", "reclaimers"), "bot:house")}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_totals_of_the_house_are_on_its_mats(person: Make, size: tuple[int, int]) -> None:
    ann = person("Ann", size=size)
    page = ann.sit_down(ann.open_table(game="red-dust", seats=SEATS)["id"])
    played = ann.play(6)
    assert played["why"] in ("enough", "over"), played
    if size == DESKTOP:
        mats = page.inner_text(".under")
        assert "Agitate Total" in mats
        assert "Asset Total" in mats
        assert "Supply Total" not in mats, "a person plays MarsGov"
        assert not serious(page)


@pytest.mark.parametrize(
    "seats", [pytest.param(SEATS, id="government", marks=SOAK), pytest.param(REBEL, id="rebel", marks=SOAK)]
)
def test_a_game_against_the_house_is_played_to_its_end(person: Make, seats: dict[str, str]) -> None:
    ann = person("Ann")
    page = ann.sit_down(ann.open_table(game="red-dust", seats=seats)["id"])
    assert ann.play()["why"] == "over"
    page.wait_for_selector("#the-end")


def test_what_the_house_does_before_the_first_question_is_told(person: Make) -> None:
    """It acts before a person is asked; that is told as a story, and not again when the page is loaded anew."""
    ann = person("Ann", moving=True)
    ann.page.add_init_script("localStorage.setItem('sandtable.speed', 'slow')")
    seats = {"corporations": "me", **dict.fromkeys(("marsgov", "red_dust", "reclaimers"), "bot:house")}
    page = ann.page
    for n in range(20):  # not every deck lets somebody act before the Corporations
        table = ann.open_table(game="red-dust", title=f"Opening {n}", seats=seats)["id"]
        page = ann.visit(f"/t/{table}")
        page.wait_for_selector("main.table[data-turn=mine], .story")
        if page.query_selector(".story"):
            break
    else:
        raise AssertionError("the Corporations were first in all of them")
    page.keyboard.press("Escape")
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key]")
    assert page.query_selector(".meanwhile")
    page.reload()
    page.wait_for_selector("main.table[data-turn=mine] .question [data-key]")
    assert not page.query_selector(".story")
