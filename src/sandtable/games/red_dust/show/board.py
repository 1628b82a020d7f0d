"""The board for a page: what is printed on the map, the pieces and the cards.

A number in a view is an index into one of these lists.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ..printed.box import Box, box_of
from ..printed.decks import HAND_LIMIT
from ..printed.map import EDGE_TRACK, FLASHPOINT, MARS, ORBIT, PLACES, SPACE_IDS
from ..printed.pieces import BASIC, FACTION, IS_BASE, KINDS, OWNER, PIECE
from ..rules.dust_storm import LAST_ROUND
from ..rules.earthgov import CYCLER_LOAD
from .cards import asset_text

#: 15 What each Faction needs to win, and what it pays with.
_AIMS = (
    ("Total Support and EarthGov Confidence", "Resources"),
    ("Profits", "Profits"),
    ("Total Opposition and Red Dust Bases", "Resources"),
    ("Spaces under Reclaimer Control and Reclaimer Bases, against all other Bases on Mars", "Assets"),
    ("", ""),
    ("", ""),
)


class BoardSpace(msgspec.Struct, frozen=True):
    """A place: a space of Mars, a place off Mars, or a box beside the map."""

    id: str
    label: str
    terrain: str  #: "labyrinth", "desert", "off_mars" or "box".
    sector: str  #: The sector it lies in; empty for none.
    green: int  #: Its green squares: the Population it begins with.
    gray: int  #: Its gray squares, where Population can be housed.
    base_limit: int  #: How many Bases fit in it.
    adjacent: list[int]  #: Adjacent spaces: places in `Board.spaces`.
    storm: str  #: 9.1 The dice that send a Storm here, in words ("1 or 2, then 4"); empty if none do.


class BoardMaglev(msgspec.Struct, frozen=True):
    """3.4 A Maglev line: the Labyrinths at its ends, and every space it touches."""

    id: str
    label: str
    ends: list[int]  #: The Labyrinths at its ends: places in `Board.spaces`.
    touches: list[int]  #: Every space it touches: places in `Board.spaces`.


class BoardPiece(msgspec.Struct, frozen=True):
    """A kind of piece as it stands on the map; `basic` is what it is in a box, `pool` how many there are of that."""

    id: str
    label: str
    owner: int  #: Whose piece it is: a place in `Board.factions`.
    is_base: bool  #: Whether it is a Base.
    basic: int  #: The kind it is in a box, Hidden or unflipped: a place in `Board.pieces`.
    pool: int  #: How many of the basic kind there are in the game.


class BoardFaction(msgspec.Struct, frozen=True):
    """A seat, EarthGov, or the COIN side. A seat has an aim and something it pays with."""

    id: str
    label: str
    aim: str  #: What counts for it towards victory; empty if it is no seat.
    money: str  #: What it pays with; empty if it is no seat.


class BoardEvent(msgspec.Struct, frozen=True):
    """An Event card. A card with one option has no symbols and no shaded text; a Dust Storm has no text at all."""

    id: str
    label: str
    number: int  #: The number on the card.
    title: str  #: Its title.
    flashpoint: int  #: How far it moves the Flashpoint marker.
    order: list[int]  #: The printed order of Factions: places in `Board.factions`.
    #: The EarthGov symbols of its two options, unshaded first: "+", "-" or "." each; empty if it has one
    #: option.
    symbols: str
    unshaded: str  #: The unshaded text.
    shaded: str  #: The shaded text; empty if there is none.


class BoardAsset(msgspec.Struct, frozen=True):
    """19 An Asset card; `bonus` is the Operation it is worth 5 for."""

    id: str
    label: str
    number: int  #: The number on the card.
    title: str  #: Its title.
    value: int  #: What it is worth as a payment.
    kind: str  #: "capability", "event" or "resource".
    bonus: str  #: The Operation it is worth 5 for ("rally"), "first" for a bid to be 1st, or empty.
    text: str  #: What it says.


class BoardCampaign(msgspec.Struct, frozen=True):
    """20 A Campaign card."""

    id: str
    label: str
    number: int  #: The number on the card.
    title: str  #: Its title.
    text: str  #: What it says.


class BoardLevel(msgspec.Struct, frozen=True):
    """8.1 A box of the confidence track, and what it sends to Earth in each Flashpoint Round."""

    value: int  #: What the level is worth to MarsGov.
    controller: int  #: The EarthGov Controller, a place in `Board.factions`; -1 for none.
    troops: int  #: EarthGov Troops that each Flashpoint Round adds on Earth.
    supply: int  #: Supply that it adds on Earth.
    population: int  #: Population that it adds on Earth.


class Board(msgspec.Struct, frozen=True):
    """Everything that does not change during a game."""

    spaces: list[BoardSpace]  #: Every place, in the order of the view's lists by space and of `View.pieces`.
    mars: int  #: How many of the places are spaces of Mars; they come first, then Phobos.
    maglevs: list[BoardMaglev]  #: The Maglev lines.
    pieces: list[BoardPiece]  #: The kinds of piece, in the order of `View.pieces`.
    factions: list[BoardFaction]  #: The four seats in order, then EarthGov and the COIN side.
    events: list[BoardEvent]  #: The Event cards.
    assets: list[BoardAsset]  #: The Asset cards.
    campaigns: list[BoardCampaign]  #: The Campaign cards.
    confidence: list[BoardLevel]  #: The EarthGov Confidence track, lowest level first.
    flashpoint: int  #: Where the Flashpoint marker starts a Flashpoint Round.
    rounds: int  #: How many Dust Storm Rounds end the game.
    edge_track: int  #: The last number of the track along the edge of the map.
    hand_limit: int  #: How many Assets the Reclaimers may hold.
    cycler_load: int  #: How much the Aldrin Cycler takes from Earth at once.


def board_of(options: Any) -> Board:
    """The board of the pack that is played with; it is the same for every scenario."""
    return _board(options.pack)


@cache
def _board(pack: str) -> Board:
    box = box_of(pack)
    return Board(
        spaces=[_space(box, place) for place in range(PLACES)],
        mars=MARS,
        maglevs=[
            BoardMaglev(line.id, line.label, list(line.ends), list(line.touches)) for line in box.maglevs
        ],
        pieces=[
            BoardPiece(
                PIECE.id(kind),
                PIECE.label(kind),
                OWNER[kind],
                IS_BASE[kind],
                BASIC[kind],
                box.pool[BASIC[kind]],
            )
            for kind in range(KINDS)
        ],
        factions=[BoardFaction(FACTION.id(who), FACTION.label(who), *aim) for who, aim in enumerate(_AIMS)],
        events=[_event(box, card) for card in range(len(box.events))],
        assets=[_asset(box, card) for card in range(len(box.assets))],
        campaigns=[_campaign(box, card) for card in range(len(box.campaigns))],
        confidence=[BoardLevel(*level) for level in box.confidence],
        flashpoint=FLASHPOINT,
        rounds=LAST_ROUND,
        edge_track=EDGE_TRACK,
        hand_limit=HAND_LIMIT,
        cycler_load=CYCLER_LOAD,
    )


def _space(box: Box, place: int) -> BoardSpace:
    is_on_board = place <= MARS  # Mars, and Phobos after it
    return BoardSpace(
        id=SPACE_IDS[place],
        label=box.space_names[place],
        terrain=_terrain(box, place),
        sector=next((title for title, spaces in box.sectors if place in spaces), ""),
        green=box.green[place] if is_on_board else 0,
        gray=box.gray[place] if is_on_board else 0,
        base_limit=box.base_limit[place] if is_on_board else 0,
        adjacent=list(box.adjacent[place]) if is_on_board else [],
        storm=_storm_dice(box, place),
    )


def _terrain(box: Box, place: int) -> str:
    if place < MARS:
        return "labyrinth" if box.is_labyrinth[place] else "desert"
    return "off_mars" if place <= ORBIT else "box"


def _storm_dice(box: Box, place: int) -> str:
    """The white and the black dice, as a player says them: "1 or 2, then 4"."""
    dice = [pair for pair, space in box.storm_at.items() if space == place]
    if not dice:
        return ""
    white, black = (" or ".join(str(face) for face in sorted({pair[i] for pair in dice})) for i in (0, 1))
    return f"{white}, then {black}"


def _event(box: Box, card: int) -> BoardEvent:
    event, names = box.events[card], box.kinds["event"]
    unshaded, shaded = event.texts
    return BoardEvent(
        id=names.id(card),
        label=names.label(card),
        number=card + 1,
        title=event.title,
        flashpoint=event.flashpoint,
        order=list(event.order),
        symbols=event.symbols,
        unshaded=unshaded,
        shaded=shaded,
    )


def _asset(box: Box, card: int) -> BoardAsset:
    asset, names = box.assets[card], box.kinds["asset"]
    return BoardAsset(
        id=names.id(card),
        label=names.label(card),
        number=asset.number,
        title=asset.title,
        value=asset.value,
        kind=asset.kind,
        bonus=asset.bonus,
        text=asset_text(box, card),
    )


def _campaign(box: Box, card: int) -> BoardCampaign:
    campaign, names = box.campaigns[card], box.kinds["campaign"]
    return BoardCampaign(names.id(card), names.label(card), campaign.number, campaign.title, campaign.text)
