"""Views: every field holds what its name says, seats that see the same share one, and what is sent is the view."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

import sandtable
from sandtable.engine import Table
from sandtable.games.red_dust.game import GAME
from sandtable.games.red_dust.printed.map import RECLAIMERS, RED_DUST, SPACES
from sandtable.games.red_dust.rules.victory import margins, thresholds, totals
from sandtable.games.red_dust.show.view import View
from sandtable.games.red_dust.state import Mars

SEATS = (None, 0, 1, 2, 3)


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
