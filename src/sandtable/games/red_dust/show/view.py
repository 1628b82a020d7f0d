"""What a seat may know: everything except the Reclaimers' hand, the order of the decks and the cards Red Dust chooses from."""

from __future__ import annotations

import msgspec

from ..printed.decks import (
    ACTIVE,
    ASSET_DECK,
    CAMPAIGN_DECK,
    CAPABILITIES,
    CURRENT,
    DISCARDS,
    DRAWN,
    EVENT_DECK,
    GONE,
    HAND,
    NEXT,
    PLAYED,
)
from ..printed.map import SPACES
from ..rules.victory import margins, thresholds, totals
from ..state import Mars, Phase


class View(msgspec.Struct):
    """The table as one seat sees it."""

    pack: str
    #: By place and kind, as in the state.
    pieces: list[int]
    control: list[int]
    alignment: list[int]
    damage: list[int]
    housed: list[int]
    population: list[int]
    storm: list[int]
    resources: list[int]
    #: What the Faction that acts still has to pay for its Operation, and what it was given towards it.
    acting: int
    cost: int
    given: int
    supply_on_earth: int
    supply_in_transit: int
    population_on_earth: int
    population_in_transit: int
    displaced: int
    level: int
    confidence: int
    controller: int
    is_eg_up: bool
    flashpoint: int
    has_rodgers_line: bool
    is_haboob: bool
    phase: Phase
    #: Dust Storm Rounds that are over.
    rounds: int
    current: int | None
    next: int | None
    #: The order of Factions on the Current Event, bids included.
    order: list[int]
    eligible: list[bool]
    acted: list[int]
    passed: list[int]
    barred: list[int]
    staying: list[int]
    events_left: int
    played: list[int]
    #: The Reclaimers' hand: None for a card this seat does not know.
    hand: list[int | None]
    assets_left: int
    discards: list[int]
    capabilities: list[int]
    campaigns: list[int]
    campaigns_left: int
    campaigns_gone: list[int]
    #: Campaign cards Red Dust is choosing from.
    drawn: list[int | None]
    totals: list[int]
    thresholds: list[int]
    margins: list[int]


def view_of(s: Mars, seat: int | None, order: tuple[int, ...], is_haboob: bool) -> View:
    """The view of one seat, or of a spectator."""
    current, following = s.events.zones[CURRENT], s.events.zones[NEXT]
    return View(
        pack=s.pack,
        pieces=s.pieces[:],
        control=s.control[:],
        alignment=s.alignment[:],
        damage=s.damage[:],
        housed=s.housed[:],
        population=[s.population(space) for space in SPACES],
        storm=s.storm[:],
        resources=s.resources[:],
        acting=s.action.who,
        cost=s.action.cost,
        given=sum(s.action.given),
        supply_on_earth=s.supply_on_earth,
        supply_in_transit=s.supply_in_transit,
        population_on_earth=s.population_on_earth,
        population_in_transit=s.population_in_transit,
        displaced=s.displaced,
        level=s.level,
        confidence=s.box.confidence[s.level].value,
        controller=s.controller(),
        is_eg_up=s.is_eg_up,
        flashpoint=s.flashpoint,
        has_rodgers_line=s.has_rodgers_line,
        is_haboob=is_haboob,
        phase=s.phase,
        rounds=s.rounds,
        current=current[-1] if current else None,
        next=following[-1] if following else None,
        order=list(order),
        eligible=s.eligible[:],
        acted=s.acted[:],
        passed=s.passed[:],
        barred=s.barred[:],
        staying=s.staying[:],
        events_left=s.events.count(EVENT_DECK),
        played=s.events.zones[PLAYED][:],
        hand=s.assets.seen(HAND, seat),
        assets_left=s.assets.count(ASSET_DECK),
        discards=s.assets.zones[DISCARDS][:],
        capabilities=s.assets.zones[CAPABILITIES][:],
        campaigns=s.campaigns.zones[ACTIVE][:],
        campaigns_left=s.campaigns.count(CAMPAIGN_DECK),
        campaigns_gone=s.campaigns.zones[GONE][:],
        drawn=s.campaigns.seen(DRAWN, seat),
        totals=totals(s),
        thresholds=thresholds(s),
        margins=margins(s),
    )
