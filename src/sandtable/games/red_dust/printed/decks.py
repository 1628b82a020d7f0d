"""The three decks: titles, Flashpoint values, Faction orders and Asset values. What cards do is in their own modules."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine import Names

from .map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST

_FACTION_OF = {"M": MARS_GOV, "C": CORPORATIONS, "D": RED_DUST, "R": RECLAIMERS}


class Event(NamedTuple):
    """An Event card: its Flashpoint value, the printed order of Factions, the EG symbols of its two options.

    A symbol is "+" or "-", or "." for none; no symbols at all: the card has one option only.
    """

    title: str
    flashpoint: int
    letters: str
    symbols: str

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(_FACTION_OF[letter] for letter in self.letters)


#: Events by number; a card in a deck is its number less one.
EVENTS = (
    Event("A Green New Deal", 0, "MCDR", ".."),
    Event("EarthGov Declares Emergency", 1, "MCDR", "+-"),
    Event("Terran Loyalties Tested", 1, "MCDR", "+-"),
    Event("USSS Challenger", 2, "MCDR", "+-"),
    Event("Satellite Network Updated", 2, "MDCR", ".."),
    Event("The Aldrin Cycler", 2, "MDCR", "+-"),
    Event("Letters From Home", 2, "MDCR", "+-"),
    Event("Tenzing", 2, "MDCR", ".."),
    Event("Targeting Cyclists", 3, "MCDR", "+-"),
    Event("Bicentennial Day", 3, "MCDR", "+."),
    Event("The Security of Mars Act", 3, "MCDR", ".."),
    Event("Red Wednesday Riots", 4, "CDMR", ".."),
    Event("The Bombing of Maglev-77", 0, "CDMR", ".."),
    Event("The Rodgers Line", 1, "CDMR", ".."),
    Event("The Automation Rebellion", 1, "DCMR", ".."),
    Event("Shenzhou", 2, "CDMR", ".."),
    Event("The Water Crisis", 2, "CMDR", "+."),
    Event("Corporate Militarization", 2, "CMDR", ".."),
    Event("Corporations Quell Dissent", 2, "CMDR", "+."),
    Event("The Spin Zone", 2, "CMDR", "+."),
    Event("Future of Law Enforcement", 3, "CMDR", ".."),
    Event("The One Card", 3, "CMDR", ".."),
    Event("The Slush Fund Scandal", 3, "CMDR", "+."),
    Event("The 24.66 Hour News Cycle", 4, "CMDR", ".."),
    Event("Nano Surveillance Drones", 0, "CDMR", ".."),
    Event("Emissions Law Reform Passed", 1, "CDMR", ".."),
    Event("Green Mars Campaign", 1, "CDMR", ".."),
    Event("Refugee Crisis", 2, "DMCR", "+-"),
    Event("Printing Weapons", 2, "DMCR", ".."),
    Event("Homesteaders Revolt", 2, "MDCR", "+."),
    Event("Martian Nationalism", 2, "DCMR", "+-"),
    Event("Shepard-Tereshkova", 2, "MDCR", ""),
    Event("The Red Dahlia", 3, "DMCR", ".."),
    Event("Long Range Patrols", 3, "MDCR", ""),
    Event("The Tombs of Mars", 3, "DMCR", ".."),
    Event("Outpost Discovery", 4, "MCDR", ".."),
    Event("Bipartisan Resolution", 0, "DMCR", ".."),
    Event("The Arteries of Mars", 1, "DCMR", ".."),
    Event("Hammer the Machines", 1, "DCMR", ".."),
    Event("Spaceport Strikes", 2, "DCMR", "+-"),
    Event("Gandhi-Sharma", 2, "DCMR", ".."),
    Event("The Martians", 2, "DCMR", "+-"),
    Event("The Tubes", 2, "DCMR", ".."),
    Event("New Córdoba", 2, "DMCR", ".."),
    Event("The Red Desert", 3, "DMCR", ".."),
    Event("The Mystery of Outpost 27", 3, "DMCR", ".."),
    Event("Sudden Storm", 3, "CDMR", ""),
    Event("Europa", 4, "MDCR", "+-"),
    Event("Dust Storm!", 0, "", ""),
    Event("Dust Storm!", 0, "", ""),
    Event("Dust Storm!", 0, "", ""),
)
FIRST_DUST_STORM = 48
#: How many cards there are, by deck.
EVENT_CARDS, ASSET_CARDS, CAMPAIGN_CARDS = 51, 30, 12
#: 18 Events that have one option; every other has two. By number, like the cards below.
ONE_OPTION = (32, 34, 47)
#: 19 Assets that have a rule of their own: as a capability, and as an Event.
CAPABILITY_CARDS = (1, 2, 3, 4, 5, 6, 23, 24, 25, 26)
EVENT_ASSETS = (7, 8, 9, 10, 11, 12, 13, 27, 28, 29)
ORDER = tuple(event.order for event in EVENTS)


class Asset(NamedTuple):
    """19 An Asset card: its value and kind, and the Operation it is worth 5 for ("first": draws when CR bids to be 1st)."""

    title: str
    value: int
    kind: str
    bonus: str = ""


ASSETS = (
    Asset("Subdermal Weaponry", 2, "capability"),
    Asset("Dust Adaptation", 2, "capability"),
    Asset("Enhanced Metabolism", 2, "capability"),
    Asset("The Mind Twister", 2, "capability"),
    Asset("Neural Conditioning", 2, "capability"),
    Asset("Deep Tunneling", 2, "capability"),
    Asset("Children of the Desert", 3, "event"),
    Asset("Weaponized Asteroid", 3, "event"),
    Asset("The Reclaimer Faith", 3, "event"),
    Asset("Converts", 3, "event"),
    Asset("Church Assets", 3, "event"),
    Asset("The Lost Patrol", 3, "event"),
    Asset("The Ma'adim", 3, "event"),
    Asset("The Trackless Wastes", 4, "resource", "travel"),
    Asset("Water Reserves", 4, "resource", "rally"),
    Asset("Hidden Forces", 4, "resource", "rally"),
    Asset("Storm Riders", 4, "resource", "travel"),
    Asset("Tipoff", 4, "resource", "attack"),
    Asset("Re-engineering", 4, "resource", "first"),
    Asset("Ideologues", 4, "resource", "preach"),
    Asset("Sympathizers", 4, "resource", "preach"),
    Asset("Secret Donors", 4, "resource", "first"),
    Asset("MPS Uplink Hacked", 2, "capability"),
    Asset("AI Unleashed", 2, "capability"),
    Asset("Genetic Masking", 2, "capability"),
    Asset("Ares Rockets", 2, "capability"),
    Asset("Loyalty", 3, "event"),
    Asset("Remote Base", 3, "event"),
    Asset("Pilgrimage", 3, "event"),
    Asset("Weapons Cache", 4, "resource", "attack"),
)
CAMPAIGNS = (
    "Construction Workers Guild",
    "Prison Labor Revolt",
    "Dock Workers Lockout",
    "Transport Workers",
    "Water Reclamation Workers",
    "Mothers of Mars",
    "Torture Video Leaks",
    "Earth-Based Endorsements",
    "Legal Injunctions",
    "General Strike",
    "Comms Cutoff",
    "Red Wave Elections",
)
HAND_LIMIT = 6

EVENT = Names(
    [f"event_{n}" for n in range(1, len(EVENTS) + 1)], [f"{e.title} ({n})" for n, e in enumerate(EVENTS, 1)]
)
ASSET = Names(
    [f"cr{n}" for n in range(1, len(ASSETS) + 1)], [f"{a.title} (CR{n})" for n, a in enumerate(ASSETS, 1)]
)
CAMPAIGN = Names(
    [f"rd{n}" for n in range(1, len(CAMPAIGNS) + 1)],
    [f"{title} (RD{n})" for n, title in enumerate(CAMPAIGNS, 1)],
)

# Zones of the Event cards: the deck, piles while it is built, the two face-up cards, and what has been played.
EVENT_DECK, POOL, BUILT, UNSEEN, CURRENT, NEXT, PLAYED = range(7)
# Zones of the Asset cards.
ASSET_DECK, HAND, DISCARDS, CAPABILITIES = range(4)
# Zones of the Campaign cards.
CAMPAIGN_DECK, DRAWN, ACTIVE, GONE = range(4)
