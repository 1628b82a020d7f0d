"""The board: what a client needs to draw any view, and nothing that anybody must not know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import Table, begin_lesson, lessons_of
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import ASSET_CARDS, CAMPAIGN_CARDS, EVENT_CARDS, FIRST_DUST_STORM
from sandtable.games.red_dust.printed.map import MARS, RECLAIMERS, RED_DUST, SPACES
from sandtable.games.red_dust.rules.victory import margins, thresholds, totals
from sandtable.games.red_dust.show.board import Board, board_of
from sandtable.games.red_dust.show.view import View
from sandtable.games.red_dust.state import Mars

from ..kit import BOX, mars

SEATS = (None, 0, 1, 2, 3)
BOARD = board_of(GAME.options_type())
LAYOUT = Path(__file__).parents[4] / "web" / "src" / "games" / "red-dust" / "layout.ts"
TERRAINS = ("desert", "labyrinth")
LISTS: dict[str, list[Any]] = {
    "space": BOARD.spaces,
    "maglev": BOARD.maglevs,
    "piece": BOARD.pieces,
    "faction": BOARD.factions,
    "event": BOARD.events,
    "asset": BOARD.assets,
    "campaign": BOARD.campaigns,
}


@pytest.mark.parametrize("kind", LISTS)
def test_ids_and_labels_are_those_of_the_things(kind: str) -> None:
    """A thing that an option touches is found in the board, at the place of its number."""
    names = GAME.kinds(mars())[kind]
    for number, entry in enumerate(LISTS[kind]):
        assert (entry.id, entry.label) == (names.id(number), names.label(number))


def test_it_has_a_place_for_every_number_of_a_view() -> None:
    """Lists of a view are as long as the board says, and its numbers are in the board."""
    table = sandtable.new("red-dust", seed=5)
    rng = random.Random(5)
    while table.ask is not None:
        check(view_of(table, rng.choice((None, "marsgov", "red_dust", "reclaimers"))))
        table.choose(rng.choice(table.ask.options).key)
    check(view_of(table, None))


def view_of(table: Table, seat: str | None) -> View:
    view = table.view(seat)
    assert isinstance(view, View)
    return view


def check(view: View) -> None:
    assert len(view.pieces) == len(BOARD.spaces) * len(BOARD.pieces)
    assert len(view.population) == BOARD.mars + 1
    assert min(len(view.alignment), len(view.damage), len(view.housed), len(view.storm)) >= BOARD.mars
    assert 0 <= view.level < len(BOARD.confidence)
    assert BOARD.confidence[view.level].value == view.confidence
    assert 0 <= view.flashpoint <= BOARD.flashpoint
    assert all(-1 <= side < len(BOARD.factions) for side in view.control)
    assert all(0 <= total <= BOARD.edge_track + BOARD.confidence[-1].value for total in view.totals)
    for cards, found in (
        (BOARD.events, [view.current, view.next, *view.played]),
        (BOARD.assets, [*view.hand, *view.discards, *view.capabilities]),
        (BOARD.campaigns, [*view.campaigns, *view.campaigns_gone, *view.drawn]),
    ):
        assert all(card is None or 0 <= card < len(cards) for card in found)


def test_the_map_is_complete() -> None:
    """Borders go both ways, and every space of a Sector has its dice."""
    for number, space in enumerate(BOARD.spaces[:MARS]):
        assert space.adjacent == list(BOX.adjacent[number])
        assert all(number in BOARD.spaces[other].adjacent for other in space.adjacent)
        assert bool(space.sector) == bool(space.storm) == (space.id != "wilderness")
        assert space.terrain in ("desert", "labyrinth")
    assert [space.terrain for space in BOARD.spaces[MARS:]] == ["off_mars"] * 4 + ["box"] * 3
    assert {BOARD.spaces[end].terrain for line in BOARD.maglevs for end in line.ends} == {"labyrinth"}


def test_the_board_in_the_browser_draws_the_borders_of_the_board() -> None:
    """Deserts that share a drawn line are neighbours, and those with a line of the rim border the Wilderness."""
    if not LAYOUT.exists():
        pytest.skip("The sources of the client are not here.")
    text = LAYOUT.read_text(encoding="utf-8")
    lines = {
        space: {line.removeprefix("-") for line in drawn.split()}
        for space, drawn in re.findall(r'(\w+): \{\s*round: "([^"]+)"', text)
    }
    cities = set(re.findall(r'\{ id: "(\w+)", x:', text))
    by_terrain = {
        terrain: {s.id for s in BOARD.spaces[:MARS] if s.terrain == terrain} for terrain in TERRAINS
    }
    assert cities == by_terrain["labyrinth"]
    assert {*lines, "wilderness"} == by_terrain["desert"]
    for space in BOARD.spaces[:MARS]:
        if space.id in lines:
            borders = {BOARD.spaces[other].id for other in space.adjacent} - cities
            drawn = {other for other in lines if other != space.id and lines[other] & lines[space.id]}
            is_outside = any(line.startswith("out_") for line in lines[space.id])
            assert borders == drawn | ({"wilderness"} if is_outside else set())
    assert all(f"{line.id}:" in text for line in BOARD.maglevs)


def test_every_card_has_its_text() -> None:
    assert [len(BOARD.events), len(BOARD.assets), len(BOARD.campaigns)] == [
        EVENT_CARDS,
        ASSET_CARDS,
        CAMPAIGN_CARDS,
    ]
    for event in BOARD.events[:FIRST_DUST_STORM]:
        assert event.unshaded
        assert bool(event.shaded) == bool(event.symbols)
        assert sorted(event.order) == [0, 1, 2, 3]
    assert all(asset.text for asset in BOARD.assets)
    assert all(campaign.text for campaign in BOARD.campaigns)


def test_it_is_the_same_for_every_table() -> None:
    """It comes from print alone, so that it can hold no secret; and it goes over the wire and back."""
    assert GAME.board(GAME.options_type(scenario="tutorial")) == BOARD
    assert msgspec.json.decode(msgspec.json.encode(BOARD), type=Board) == BOARD


def test_nobody_acts_while_the_reclaimers_bid() -> None:
    """12.1 A bid comes before the first action of a card: the Faction that acted on the last one is not shown as acting."""

    lesson = next(it for it in lessons_of(GAME) if it.id == "3-the-reclaimers-strike")
    table = begin_lesson(GAME, lesson)
    assert table.ask is not None
    assert table.ask.topic == "bid"
    assert table.view("reclaimers").acting == -1
    assert GAME.whose_turn(table.run.state) is None


def positions(answers: int) -> Iterator[Table]:
    """A random game, decision by decision."""
    table, rng = sandtable.new("red-dust", seed=3), random.Random(3)
    for _ in range(answers):
        assert table.ask is not None
        yield table
        table.choose(rng.choice(table.ask.keys))


def test_fields_hold_what_their_names_say() -> None:
    """The view is made in the order of its fields: what the state calls by the same name is the same."""
    alike = set(View.__struct_fields__) & set(Mars.__struct_fields__) - {"campaigns", "nonplayers"}
    assert len(alike) > 20
    for table in positions(150):
        s, view = table.run.state, GAME.view(table.run.state, None)
        for name in alike:
            found, kept = getattr(view, name), getattr(s, name)
            assert found == (list(kept) if isinstance(kept, tuple) else kept), name
        assert view.population == [s.population(space) for space in SPACES]
        assert (view.totals, view.thresholds, view.margins) == (totals(s), thresholds(s), margins(s))
        assert (view.acting, view.cost, view.given) == (s.acting(), s.action.cost, sum(s.action.given))
        assert (view.confidence, view.controller) == (s.box.confidence[s.level].value, s.controller())


def test_a_view_shares_nothing_with_the_state() -> None:
    """What is done to the state later does not show in a view."""
    for table in positions(40):
        s = table.run.state
        view = GAME.view(s, None)
        for name in ("pieces", "control", "alignment", "damage", "housed", "storm", "resources", "eligible"):
            assert getattr(view, name) is not getattr(s, name)
        piles = [pile for cards in (s.events, s.assets, s.campaigns) for pile in cards.zones]
        shown = (view.played, view.discards, view.capabilities, view.campaigns, view.campaigns_gone)
        assert not any(found is pile for found in shown for pile in piles)


def test_seats_that_know_no_more_than_others_share_a_view() -> None:
    """Only the Reclaimers know their hand, and only Red Dust what it draws; everybody else sees one and the same table."""
    hands = 0
    for table in positions(150):
        views = dict(zip(SEATS, GAME.views(table.run.state, SEATS), strict=True))
        assert views[None] is views[0] is views[1]
        assert all(card is None for card in (*views[0].hand, *views[0].drawn))
        assert None not in views[RECLAIMERS].hand
        assert None not in views[RED_DUST].drawn
        hands += len(views[RECLAIMERS].hand)
    assert hands


def test_what_is_sent_is_the_view_byte_for_byte() -> None:
    """What lies open is encoded once for all seats; nobody can tell."""
    for table in positions(150):
        views = GAME.views(table.run.state, SEATS)
        pages = GAME.live_pages(views)
        assert [msgspec.json.encode(page) for page in pages] == [msgspec.json.encode(view) for view in views]
    (page,) = GAME.live_pages([GAME.view(table.run.state, RECLAIMERS)])
    assert msgspec.json.encode(page) == msgspec.json.encode(GAME.view(table.run.state, RECLAIMERS))
