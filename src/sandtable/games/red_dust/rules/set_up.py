"""11 Set-up and decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.engine import Cards, Steps, say

from ..cards.campaigns import force, play_top
from ..printed.decks import (
    ASSET_DECK,
    ASSETS,
    BUILT,
    CAMPAIGN_DECK,
    CAMPAIGNS,
    CURRENT,
    EVENT_DECK,
    EVENTS,
    FIRST_DUST_STORM,
    NEXT,
    POOL,
    UNSEEN,
)
from ..printed.map import AVAILABLE, COIN, MARS, NOBODY, NUMBER_OF, PHOBOS, PLACES
from ..printed.pieces import (
    CORP_BASE,
    CR_BASE,
    CR_REBEL,
    EG_TROOP,
    KINDS,
    MG_BASE,
    MG_TROOP,
    RD_BASE,
    RD_REBEL,
    SATELLITE,
    SECURITY,
    SPECOPS,
)
from ..printed.pieces import POOL as FORCE_POOL
from ..state import Mars, Phase
from .event_deck import BOTTOM, DUST_STORMS, STACK, reveal_two
from .resources import draw_assets
from .storms import roll_storms

OPENING_HAND = 3

_PIECES = {
    "earth": {EG_TROOP: 2, SECURITY: 1, SPECOPS: 1, SATELLITE: 2},
    "transit": {EG_TROOP: 2, SECURITY: 1, SPECOPS: 1, SATELLITE: 1},
    "phobos": {EG_TROOP: 4, SECURITY: 2},
    "orbit": {SATELLITE: 1},
    "ascraeus_mons": {CR_BASE: 1, CR_REBEL: 2},
    "tharsis_tholus": {MG_BASE: 1, MG_TROOP: 2},
    "noctis_labyrinthus": {RD_BASE: 1, RD_REBEL: 2},
    "sinai_planum": {RD_REBEL: 1},
    "daedalia_planum": {RD_REBEL: 1},
    "europa": {MG_TROOP: 2, SECURITY: 1},
    "tenzing": {MG_TROOP: 3, SECURITY: 1, CR_REBEL: 1},
    "tereshkova": {MG_TROOP: 2, RD_REBEL: 1},
    "shepard": {MG_TROOP: 1, RD_REBEL: 2},
    "new_cordoba": {MG_TROOP: 2, RD_REBEL: 1, CR_BASE: 1, CR_REBEL: 2},
    "radau": {RD_BASE: 1, RD_REBEL: 1},
    "trouvelot": {CR_BASE: 1, CR_REBEL: 1},
    "marth": {CORP_BASE: 1, SECURITY: 2},
    "shenzhou": {MG_TROOP: 2, CORP_BASE: 1, SECURITY: 2, RD_REBEL: 1},
    "alpheus_colles": {RD_BASE: 1, RD_REBEL: 1},
    "coronae_montes": {MG_BASE: 1, MG_TROOP: 2, CR_REBEL: 2},
    "hellas_chaos": {CORP_BASE: 1, SECURITY: 2},
    "gandhi": {MG_TROOP: 1, RD_BASE: 1, RD_REBEL: 2},
    "sharma": {MG_TROOP: 1, RD_BASE: 1, RD_REBEL: 3},
    "wilderness": {CR_BASE: 1, CR_REBEL: 3},
}
_DAMAGED = (
    "ascraeus_mons",
    "tharsis_tholus",
    "radau",
    "trouvelot",
    "marth",
    "coronae_montes",
    "hellas_chaos",
)
_ALIGNED = {
    "europa": 1,
    "tenzing": 2,
    "pavonis_mons": 1,
    "syria_planum": 2,
    "shepard": -1,
    "alpheus_colles": -1,
    "gandhi": -1,
    "sharma": -2,
}


def begin(forced: Mapping[str, Sequence[int]]) -> Mars:
    """11 The board as it is set up, with all cards still in their boxes. `forced`: what a scenario imposes."""
    spaces = MARS + 1
    pieces = [0] * (PLACES * KINDS)
    for place, kinds in _PIECES.items():
        for kind, n in kinds.items():
            pieces[NUMBER_OF[place] * KINDS + kind] = n
    for kind, n in FORCE_POOL.items():
        pieces[AVAILABLE * KINDS + kind] = n - sum(pieces[kind::KINDS])
    s = Mars(
        pieces=pieces,
        control=[NOBODY] * spaces,
        alignment=[0] * spaces,
        damage=[0] * spaces,
        housed=[0] * spaces,
        storm=[0] * spaces,
        resources=[18, 0, 14],
        events=Cards.dealt(
            [(), range(FIRST_DUST_STORM), (), range(FIRST_DUST_STORM, len(EVENTS)), (), (), ()], seats=4
        ),
        assets=Cards.dealt([range(len(ASSETS)), (), (), ()], seats=4),
        campaigns=Cards.dealt([range(len(CAMPAIGNS)), (), (), ()], seats=4),
        eligible=[True] * 4,
        supply_on_earth=1,
        supply_in_transit=3,
        population_on_earth=1,
        displaced=4,
        forced={what: list(results) for what, results in forced.items()},
    )
    for space in _DAMAGED:
        s.damage[NUMBER_OF[space]] = 1
    for space, level in _ALIGNED.items():
        s.alignment[NUMBER_OF[space]] = level
    s.control[PHOBOS] = COIN
    s.settle_all()
    return s


def set_up(s: Mars) -> Steps[None]:
    """11 Storms, the Reclaimers' hand, a Campaign card, the Event deck; then the first two Events."""
    yield from roll_storms(s, 2)
    yield from build_assets(s)
    yield from build_campaigns(s)
    yield from build_events(s)
    reveal_two(s)
    yield say("{event} is the Current Event.", event=s.events.zones[CURRENT][-1])
    yield say("{event} is next.", event=s.events.zones[NEXT][-1])
    s.phase = Phase.BIDS


def build_assets(s: Mars) -> Steps[None]:
    """11 Shuffle the Assets, deal three to CR."""
    yield from s.assets.shuffle(ASSET_DECK, "asset_shuffle")
    _lay_on_top(s.assets, ASSET_DECK, s.forced.pop("asset", []))
    yield from draw_assets(s, OPENING_HAND)


def build_campaigns(s: Mars) -> Steps[None]:
    """11 Shuffle the Campaign cards, turn one up as active."""
    yield from s.campaigns.shuffle(CAMPAIGN_DECK, "campaign_shuffle")
    force(s)
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
