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
