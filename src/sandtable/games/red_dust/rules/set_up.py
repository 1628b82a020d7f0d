"""11 Set-up and decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.engine import Cards, Steps, say

from ..cards.campaigns import play_top, put_forced_on_top
from ..printed.box import Box, box_of
from ..printed.decks import (
    ASSET_CARDS,
    ASSET_DECK,
    BUILT,
    CAMPAIGN_CARDS,
    CAMPAIGN_DECK,
    EVENT_CARDS,
    EVENT_DECK,
    FIRST_DUST_STORM,
    NEXT,
    POOL,
    UNSEEN,
)
from ..printed.map import AVAILABLE, COIN, MARS, NOBODY, NUMBER_OF, PHOBOS, PLACES
from ..printed.pieces import BASIC, KIND_OF, KINDS
from ..state import Mars, Phase
from .alignment import LEVEL_OF
from .event_deck import BOTTOM, DUST_STORMS, STACK, reveal_two
from .resources import draw_assets
from .storms import roll_storms


def begin(pack: str, forced: Mapping[str, Sequence[int]]) -> Mars:
    """11 The board as it is set up, with all cards still in their boxes. `forced`: what a scenario imposes."""
    box = box_of(pack)
    printed = box.set_up
    spaces = MARS + 1
    s = Mars(
        pieces=_pieces(box),
        control=[NOBODY] * spaces,
        alignment=[0] * spaces,
        damage=[0] * spaces,
        housed=[0] * spaces,
        storm=[0] * spaces,
        resources=[printed.resources.marsgov, printed.resources.corporations, printed.resources.red_dust],
        events=Cards.dealt(
            [(), range(FIRST_DUST_STORM), (), range(FIRST_DUST_STORM, EVENT_CARDS), (), (), ()], seats=4
        ),
        assets=Cards.dealt([range(ASSET_CARDS), (), (), ()], seats=4),
        campaigns=Cards.dealt([range(CAMPAIGN_CARDS), (), (), ()], seats=4),
        eligible=[True] * 4,
        supply_on_earth=printed.supply.earth,
        supply_in_transit=printed.supply.transit,
        population_on_earth=printed.population.earth,
        population_in_transit=printed.population.transit,
        displaced=printed.displaced,
        level=printed.level,
        forced={what: list(results) for what, results in forced.items()},
        pack=pack,
    )
    for place in printed.places:
        if (space := NUMBER_OF[place.id]) < MARS:
            s.damage[space] = place.damage
            s.alignment[space] = LEVEL_OF[place.alignment]
    s.control[PHOBOS] = COIN
    s.settle_all()
    return s


def _pieces(box: Box) -> list[int]:
    """2, 11 Every piece in its place; those that stand nowhere are Available."""
    pieces = [0] * (PLACES * KINDS)
    left = dict(box.pool)
    for place in box.set_up.places:
        for name, n in place.pieces.items():
            kind = KIND_OF[name]
            pieces[NUMBER_OF[place.id] * KINDS + kind] = n
            left[BASIC[kind]] -= n
    for kind, n in left.items():
        pieces[AVAILABLE * KINDS + kind] = n
    return pieces


def set_up(s: Mars) -> Steps[None]:
    """11 Storms, the Reclaimers' hand, a Campaign card, the Event deck; then the first two Events."""
    yield from roll_storms(s, s.box.set_up.storms)
    yield from build_assets(s)
    yield from build_campaigns(s)
    yield from build_events(s)
    reveal_two(s)
    yield say("{event} is the Current Event.", event=s.current_event())
    yield say("{event} is next.", event=s.events.zones[NEXT][-1])
    s.phase = Phase.BIDS


def build_assets(s: Mars) -> Steps[None]:
    """11 Shuffle the Assets, deal CR's opening hand."""
    yield from s.assets.shuffle(ASSET_DECK, "asset_shuffle")
    _lay_on_top(s.assets, ASSET_DECK, s.forced.pop("asset", []))
    yield from draw_assets(s, s.box.set_up.assets)


def build_campaigns(s: Mars) -> Steps[None]:
    """11 Shuffle the Campaign cards, turn one up as active."""
    yield from s.campaigns.shuffle(CAMPAIGN_DECK, "campaign_shuffle")
    put_forced_on_top(s)
    yield from play_top(s)


def build_events(s: Mars) -> Steps[None]:
    """11 Three stacks of twelve Events, a Dust Storm among the bottom six of each; twelve stay out unseen."""
    first = s.forced.pop("event", [])
    s.is_stacked = bool(first)
    for card in first:
        s.events.give(card, UNSEEN)
    yield from s.events.shuffle(POOL, "event_shuffle")
    piles = len(DUST_STORMS) - 1 if first else len(DUST_STORMS)
    for pile in range(piles):
        yield from _build_stack(s, DUST_STORMS[pile], STACK - BOTTOM + (1 if first and pile else 0))
    for card in reversed(first):
        s.events.give(card, EVENT_DECK)
        if card in DUST_STORMS:
            s.events.reveal([card])  # where the first Dust Storm of a stacked deck lies is no secret
    s.events.gather(POOL, UNSEEN)


def _build_stack(s: Mars, dust_storm: int, above: int) -> Steps[None]:
    """11 Six Events with a Dust Storm shuffled in, and the others on top of them."""
    events = s.events
    events.draw(POOL, BUILT, n=BOTTOM)
    events.give(dust_storm, BUILT)
    yield from events.shuffle(BUILT, "event_shuffle")
    events.gather(BUILT, EVENT_DECK)
    events.draw(POOL, EVENT_DECK, n=above)


def _lay_on_top(cards: Cards, deck: int, first: Sequence[int]) -> None:
    """Stack a deck: these cards come first."""
    for card in reversed(first):
        cards.give(card, deck)
