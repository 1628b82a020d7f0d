"""Every card has a text that a player can read, and says what it is worth."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.decks import ASSET_CARDS, CAMPAIGN_CARDS, FIRST_DUST_STORM
from sandtable.games.red_dust.show.cards import WHEN_PLAYED, asset_text

from ..kit import BOX


@pytest.mark.parametrize("number", range(1, FIRST_DUST_STORM + 1))
def test_every_option_of_an_event_has_a_text(number: int) -> None:
    """18: both options, or the one of a card that has only one, without number and title."""
    title = BOX.events[number - 1].title
    for is_shaded in (False, True):
        text = BOX.events[number - 1].texts[is_shaded]
        if is_shaded and not BOX.events[number - 1].symbols:
            assert text == ""
        else:
            assert text.endswith(".")
            assert text[0].isupper() or text[0].isdigit()
            assert f"{number} {title}" not in text
            assert "shaded" not in text


@pytest.mark.parametrize("number", [16, 17])
def test_who_chooses_between_profits_and_supply(number: int) -> None:
    """18, 16u and 17u: "executor picks Profits or Supply"; the Corporations get the Profits but do not choose."""
    text = BOX.events[number - 1].texts[0]
    assert "Then either give the Corporations 3 Profits or place 3 Supply on Earth." in text


def test_a_dust_storm_has_no_text_of_its_own() -> None:
    """14: Dust Storms are rounds of play, not Events."""
    assert BOX.events[FIRST_DUST_STORM].texts == ("", "")


@pytest.mark.parametrize("number", range(1, ASSET_CARDS + 1))
def test_every_asset_says_what_it_is_and_what_it_is_worth(number: int) -> None:
    """19: Events 3, Resource cards 4, capabilities 2 and what playing them brings."""
    card, text = BOX.assets[number - 1], asset_text(BOX, number - 1)
    if card.kind == "event":
        assert text.startswith("Event, worth 3: ")
    elif card.kind == "capability":
        assert text.startswith("Capability, worth 2: ")
        assert text.endswith(WHEN_PLAYED)
    else:
        assert text.startswith("Worth 4 Resources")
        named = card.bonus == "first" and "1st Eligible" in text
        assert named or f"5 for {card.bonus.title()}." in text
    assert text.endswith(".")
    assert card.title not in text


def test_every_campaign_has_a_text() -> None:
    """20: all twelve."""
    assert [card.number for card in BOX.campaigns] == list(range(1, CAMPAIGN_CARDS + 1))
    assert all(card.text.endswith(".") for card in BOX.campaigns)
