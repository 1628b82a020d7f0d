"""The board of Surface Combat: what a client needs to draw the table, and nothing it may not know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.engine import Kinds
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.show.board import Board, board_of, place_of

from ...kit import assert_in_order, offered, played

BOARD = board_of(SurfaceOptions())


def kinds() -> Kinds:
    return GAME.kinds(GAME.begin(SurfaceOptions()))


@pytest.mark.parametrize(
    ("kind", "entries"),
    [
        ("cell", BOARD.cells),
        ("installation", BOARD.installations),
        ("icon", BOARD.icons),
        ("side", BOARD.sides),
        ("opfor", BOARD.opfor),
        ("unit", [side for unit in BOARD.units for side in unit.sides]),
        ("item", BOARD.offers),
    ],
)
def test_lists_are_in_the_order_of_the_kinds(kind: str, entries: Any) -> None:
    """Number n of a kind is entry n of its list, with the same id and label."""
    assert_in_order(kinds()[kind], entries)


def test_cards_are_in_the_order_of_the_kinds() -> None:
    """Ops cards come first, then Mission cards; offers have the ids of items."""
    names = kinds()
    cards = [(card.id, card.title) for card in BOARD.cards]
    cards += [(card.id, card.title) for card in BOARD.missions]
    assert cards == [(names["card"].id(n), names["card"].label(n)) for n in range(len(cards))]
    assert [offer.id for offer in BOARD.offers] == [names["offer"].id(n) for n in range(len(BOARD.offers))]


def test_cells_lie_one_apart_from_their_neighbours_only() -> None:
    """3.0: the coordinates show the hex map: neighbours, and nothing else, are 1 apart."""
    for cell in BOARD.cells:
        near = {
            other.id
            for other in BOARD.cells
            if other is not cell and (other.x - cell.x) ** 2 + (other.y - cell.y) ** 2 < 1.01
        }
        assert near == set(cell.near)


@pytest.mark.parametrize("shifted", ["even rows", "odd rows", "even columns", "odd columns"])
def test_every_way_to_shift_gives_a_hex_grid(shifted: str) -> None:
    """3.0: a cell in the middle has six neighbours at distance 1, whichever rows or columns are shifted."""
    x, y = place_of(3, 4, shifted)
    places = [place_of(column, row, shifted) for column in range(8) for row in range(9)]
    distances = sorted((a - x) ** 2 + (b - y) ** 2 for a, b in places)
    assert distances[0] == 0
    assert distances[1:7] == pytest.approx([1.0] * 6, abs=1e-3)
    assert distances[7] > 2.9


def test_everything_a_view_shows_is_in_the_board() -> None:
    """Each cell, counter, side and title that a view names is found in the board."""
    cells = {cell.id for cell in BOARD.cells}
    faces = {side.id for unit in BOARD.units for side in unit.sides}
    titles = {card.title for card in BOARD.cards}
    names = {card.id: card.title for card in BOARD.cards}
    seen = 0
    for table in played(GAME, 3):
        view = table.view("commander")
        seen += 1
        assert {view.cell, view.nexus, *view.taz} - {None} <= cells
        assert {unit.id for unit in view.team} <= faces
        assert {side.id for side in view.opfor} <= {side.id for side in BOARD.sides}
        assert {*view.ops, *view.discards} - {None} <= titles
        assert view.card == (names[view.in_play] if view.in_play else None)
        assert set(view.recruits) <= {offer.id for offer in BOARD.offers}
    assert seen > 50


def test_everything_an_option_touches_is_in_the_board() -> None:
    """What can be clicked can be drawn: options touch cells, counters, sides, offers and icons of the board."""
    known = {
        "cell": {cell.id for cell in BOARD.cells},
        "unit": {side.id for unit in BOARD.units for side in unit.sides},
        "offer": {offer.id for offer in BOARD.offers},
        "side": {side.id for side in BOARD.sides},
        "icon": {icon.id for icon in BOARD.icons},
    }
    touched = {thing for t in played(GAME, 3) for option in offered(t) for thing in option.touches}
    assert {thing.kind for thing in touched} >= {"cell", "unit", "offer"}
    assert [thing for thing in touched if thing.id not in known[thing.kind]] == []


def test_the_board_is_the_same_for_every_game() -> None:
    """No secrets: it is made from the options alone, and does not tell which Mission is asked for or in play."""
    assert GAME.board(SurfaceOptions()) == GAME.board(SurfaceOptions(mission="skyhook", scenario="campaign"))


def test_the_board_goes_over_the_wire() -> None:
    """JSON and back gives the same board."""
    assert msgspec.json.decode(msgspec.json.encode(BOARD), type=Board) == BOARD


def test_the_random_location_table_has_36_throws() -> None:
    """R-SC-10: two dice, 36 throws, each leading to a cell of the map."""
    assert sum(BOARD.throws.values()) == 36
    assert set(BOARD.throws) <= {cell.id for cell in BOARD.cells}
