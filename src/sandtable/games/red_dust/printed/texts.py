"""What the cards say, in our own words, for people to read. Texts of Events stand with their rules, as docstrings."""

from __future__ import annotations

from ..cards.asset_events import ASSET_RULES
from ..cards.events import EVENT_RULES
from .decks import ASSETS

#: 19 What playing a capability brings besides.
WHEN_PLAYED = "When played: a free Operation in up to 2 spaces, then draw an Asset."

#: 19 Capabilities and Resource cards, by number.
ASSET_TEXTS: dict[int, str] = {
    1: "Each successful die of a Reclaimer Attack removes one more enemy piece, even an EarthGov Troop.",
    2: "The Reclaimers ignore Raging Storms in their Operations, Special Activities and Events.",
    3: "After an Assault that removed Reclaimer forces, the Reclaimers may place a Rebel in one space where it did.",
    4: "Purify replaces one more enemy piece in each space.",
    5: "Reclaimer Rally without a Reclaimer Base may place Rebels up to Population, or hide all Reclaimer Rebels.",
    6: "Bombard removes no Reclaimer forces.",
    14: "Worth 4 Resources, 5 for Travel.",
    15: "Worth 4 Resources, 5 for Rally.",
    16: "Worth 4 Resources, 5 for Rally.",
    17: "Worth 4 Resources, 5 for Travel.",
    18: "Worth 4 Resources, 5 for Attack.",
    19: "Worth 4 Resources. Discarded to become 1st Eligible, it draws an Asset.",
    20: "Worth 4 Resources, 5 for Preach.",
    21: "Worth 4 Resources, 5 for Preach.",
    22: "Worth 4 Resources. Discarded to become 1st Eligible, it draws an Asset.",
    23: "In all Operations a space with Satellites counts as holding one more Reclaimer Base.",
    24: "Each Ransack also takes 3 Resources from MarsGov or 1 Profit from the Corporations.",
    25: "Secure and Recon count 2 units fewer in spaces with a Reclaimer Base.",
    26: "Reclaimer Attacks may remove Satellites anywhere on Mars.",
    30: "Worth 4 Resources, 5 for Attack.",
}

#: 20 Campaign cards, by number. All last until the next Reset Phase.
CAMPAIGN_TEXTS: dict[int, str] = {
    1: "New Red Dust Bases in Deserts start Dug-In.",
    2: "The Corporations lose 1 Profit for each Corporate Base placed.",
    3: "Half of the Supply that reaches Phobos, rounded up, is discarded.",
    4: "Secure cannot use Maglev lines.",
    5: "Labyrinths cannot be shifted to Active Support.",
    6: "Each Labyrinth chosen for an Assault shifts one level towards Active Opposition.",
    7: "Corporate units do not count for Control in Labyrinths, nor do EarthGov Troops while the Corporations are "
    "EarthGov Controller.",
    8: "Each Supply that reaches Phobos brings MarsGov 2 Resources and Red Dust 1.",
    9: "A space with Opposition costs MarsGov 6 Resources for Secure.",
    10: "A space without Support costs MarsGov 1 Resource more for any Operation.",
    11: "Logistics cannot choose Transit, and a Pass of the Corporations does not run the Aldrin Cycler.",
    12: "A space that would shift from Support to Neutral goes to Passive Opposition instead.",
}


def event_text(number: int, is_shaded: bool) -> str:
    """What an option of an Event card does; nothing for an option the card does not have."""
    rule = EVENT_RULES.get((number, is_shaded))
    return _sentences(rule.__doc__) if rule else ""


def asset_text(number: int) -> str:
    """What an Asset card does and what it is worth."""
    card = ASSETS[number - 1]
    if card.kind == "resource":
        return ASSET_TEXTS[number]
    if card.kind == "event":
        return f"Event, worth {card.value}: {_sentences(ASSET_RULES[number].__doc__)}"
    return f"Capability, worth {card.value}: {ASSET_TEXTS[number]} {WHEN_PLAYED}"


def _sentences(doc: str | None) -> str:
    """A docstring without the number and title it begins with."""
    return " ".join((doc or "").split()).partition(". ")[2]
