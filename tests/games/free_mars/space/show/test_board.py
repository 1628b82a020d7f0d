"""The board of Space Combat: what a client needs to draw the table, and nothing it may not know."""

from __future__ import annotations

from math import hypot
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import Kinds
from sandtable.games.free_mars.space import GAME
from sandtable.games.free_mars.space.game import SpaceOptions
from sandtable.games.free_mars.space.show.board import Board, board_of

from ...kit import assert_in_order, offered, played

BOARD = board_of(SpaceOptions())


def kinds() -> Kinds:
    return GAME.kinds(GAME.begin(SpaceOptions()))


@pytest.mark.parametrize(
    ("kind", "entries"),
    [
        ("point", BOARD.points),
        ("unit", BOARD.units),
        ("side", BOARD.sides),
        ("opfor", BOARD.opfor),
    ],
)
def test_lists_are_in_the_order_of_the_kinds(kind: str, entries: Any) -> None:
    """Number n of a kind is entry n of its list, with the same id and label."""
    assert_in_order(kinds()[kind], entries)


def test_cards_are_in_the_order_of_the_kinds() -> None:
    """Ops cards come first, then Mission cards."""
    names = kinds()["card"]
    cards = [(card.id, card.title) for card in BOARD.cards]
    cards += [(card.id, card.title) for card in BOARD.missions]
    assert cards == [(names.id(n), names.label(n)) for n in range(len(cards))]


def test_points_lie_on_their_rings() -> None:
    """3.0: every Point of an Orbital is as far from the planet as its ring, and no two Points lie together."""
    at = {point.id: point for point in BOARD.points}
    for ring in BOARD.rings:
        for id in ring.points:
            assert at[id].orbit == ring.id
            assert hypot(at[id].x, at[id].y) == pytest.approx(ring.radius, abs=1e-3)
    assert len({(point.x, point.y) for point in BOARD.points}) == len(BOARD.points)


def test_ways_are_the_same_in_both_directions_and_in_the_view() -> None:
    """11.1: the neighbours of the board are the ways of the view."""
    near = {(a.id, b) for a in BOARD.points for b in a.near}
    assert near == {(b, a) for a, b in near}
    view = sandtable.new(GAME, seed=1).view("rebels")
    ways = {(BOARD.points[a].id, BOARD.points[b].id) for a, b in view.ways}
    assert near == ways | {(b, a) for a, b in ways}


def test_units_are_told_apart_by_their_labels() -> None:
    """A player who reads what a ship carries knows which counter it is."""
    labels = [unit.label for unit in BOARD.units]
    assert len(set(labels)) == len(labels)


def test_everything_a_view_shows_is_in_the_board() -> None:
    """Each Point, ship, Pod, side and title that a view names is found in the board."""
    points = {point.id: point.label for point in BOARD.points}
    units = {(unit.id, unit.label) for unit in BOARD.units}
    titles = {card.title for card in BOARD.cards}
    seen = 0
    for table in played(GAME, 4):
        view = table.view("rebels")
        seen += 1
        assert [(p.id, p.label) for p in view.map] == [(p.id, p.label) for p in BOARD.points]
        for ship in view.ships:
            assert ship.at == ("lost" if ship.is_lost else points[ship.point] if ship.point else "ashore")
        assert view.at == (points[view.point] if view.point else "")
        held = [*view.loose, *(held for ship in view.ships for held in ship.cargo)]
        assert {(one.id, one.label) for one in held} <= units
        assert {point.unit for point in view.map} - {None} <= {id for id, _ in units}
        assert all(bool(point.unit) == (point.marker not in ("", "hidden")) for point in view.map)
        assert view.mission is None or view.mission.id in {card.id for card in BOARD.missions}
        assert {side.id for side in view.opfor} <= {side.id for side in BOARD.sides}
        assert {*view.ops, *view.discards} - {None} <= titles
        texts = {card.id: f"{card.title}: {card.text}" for card in BOARD.cards}
        assert view.card == (texts[view.in_play] if view.in_play else "")
    assert seen > 50


def test_everything_an_option_touches_is_in_the_board() -> None:
    """What can be clicked can be drawn: options touch Points, counters and sides of the board."""
    known = {
        "point": {point.id for point in BOARD.points},
        "unit": {unit.id for unit in BOARD.units},
        "side": {side.id for side in BOARD.sides},
    }
    touched = {thing for t in played(GAME, 4) for option in offered(t) for thing in option.touches}
    assert {thing.kind for thing in touched} >= {"point", "unit"}
    assert [thing for thing in touched if thing.id not in known[thing.kind]] == []


def test_the_board_is_the_same_for_every_game() -> None:
    """No secrets: it is made from the options alone."""
    assert GAME.board(SpaceOptions()) == GAME.board(SpaceOptions(scenario="campaign"))


def test_the_board_goes_over_the_wire() -> None:
    """JSON and back gives the same board."""
    assert msgspec.json.decode(msgspec.json.encode(BOARD), type=Board) == BOARD


def test_the_numbers_of_the_counters_are_those_of_the_pack() -> None:
    """4.1, 19.5: both sides of a ship, and a Pod's two sides, as the pack has them."""
    unit = {unit.id: unit for unit in BOARD.units}
    lance = unit["red_lance"]
    assert lance.back is not None
    assert (lance.front.weapons, lance.front.energy, lance.front.bombardment) == (3, 3, 1)
    assert (lance.back.weapons, lance.back.energy, lance.back.bombardment) == (1, 2, 0)
    assert (unit["p3a"].swarm, unit["p3a"].pod, unit["p3b"].front.cyber) == (2, "p3", 1)
    assert (unit["fuel_intercept"].kind, unit["fuel_intercept"].front.energy) == ("intercept", 1)
    assert (unit["orbital_base"].kind, unit["orbital_base"].cost) == ("base", 3)
