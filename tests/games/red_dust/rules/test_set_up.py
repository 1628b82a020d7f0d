"""3 The map, 2 the force pools, and 11 set-up and decks."""

from __future__ import annotations

import random
from functools import cache

import pytest

import sandtable
from sandtable.engine import Chair
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import (
    ACTIVE,
    ASSET_DECK,
    CAMPAIGN_DECK,
    CURRENT,
    EVENT_DECK,
    FIRST_DUST_STORM,
    HAND,
    NEXT,
    UNSEEN,
)
from sandtable.games.red_dust.printed.map import (
    ON_MARS,
    SPACE_IDS,
)
from sandtable.games.red_dust.rules.operations.reach import maglev_ends
from sandtable.games.red_dust.rules.set_up import set_up
from sandtable.games.red_dust.rules.storms import storms
from sandtable.games.red_dust.state import APPROACHING, RAGING, Mars

from ..kit import BOX, at, mars, n, play

#: Space: pieces, Damage, alignment. Rebels and SpecOps Hidden, Bases basic.
POSITION: dict[str, tuple[dict[str, int], int, int]] = {
    "ascraeus_mons": ({"cr_base": 1, "cr_rebel": 2}, 1, 0),
    "tharsis_tholus": ({"mg_base": 1, "mg_troop": 2}, 1, 0),
    "noctis_labyrinthus": ({"rd_base": 1, "rd_rebel": 2}, 0, 0),
    "sinai_planum": ({"rd_rebel": 1}, 0, 0),
    "daedalia_planum": ({"rd_rebel": 1}, 0, 0),
    "arsia_mons": ({}, 0, 0),
    "europa": ({"mg_troop": 2, "security": 1}, 0, 1),
    "tenzing": ({"mg_troop": 3, "security": 1, "cr_rebel": 1}, 0, 2),
    "pavonis_mons": ({}, 0, 1),
    "syria_planum": ({}, 0, 2),
    "tereshkova": ({"mg_troop": 2, "rd_rebel": 1}, 0, 0),
    "shepard": ({"mg_troop": 1, "rd_rebel": 2}, 0, -1),
    "new_cordoba": ({"mg_troop": 2, "rd_rebel": 1, "cr_base": 1, "cr_rebel": 2}, 0, 0),
    "rutherford": ({}, 0, 0),
    "radau": ({"rd_base": 1, "rd_rebel": 1}, 1, 0),
    "trouvelot": ({"cr_base": 1, "cr_rebel": 1}, 1, 0),
    "marth": ({"corp_base": 1, "security": 2}, 1, 0),
    "shenzhou": ({"mg_troop": 2, "corp_base": 1, "security": 2, "rd_rebel": 1}, 0, 0),
    "alpheus_colles": ({"rd_base": 1, "rd_rebel": 1}, 0, -1),
    "coronae_montes": ({"mg_base": 1, "mg_troop": 2, "cr_rebel": 2}, 1, 0),
    "hellas_chaos": ({"corp_base": 1, "security": 2}, 1, 0),
    "gandhi": ({"mg_troop": 1, "rd_base": 1, "rd_rebel": 2}, 0, -1),
    "sharma": ({"mg_troop": 1, "rd_base": 1, "rd_rebel": 3}, 0, -2),
    "wilderness": ({"cr_base": 1, "cr_rebel": 3}, 0, 0),
    "earth": ({"eg_troop": 2, "security": 1, "specops": 1, "satellite": 2}, 0, 0),
    "transit": ({"eg_troop": 2, "security": 1, "specops": 1, "satellite": 1}, 0, 0),
    "phobos": ({"eg_troop": 4, "security": 2}, 0, 0),
    "orbit": ({"satellite": 1}, 0, 0),
}
POOLS = {
    "mg_troop": 30,
    "mg_base": 3,
    "security": 16,
    "specops": 8,
    "corp_base": 9,
    "eg_troop": 16,
    "satellite": 4,
    "rd_rebel": 30,
    "rd_base": 9,
    "cr_rebel": 20,
    "cr_base": 15,
}


@cache
def game(seed: int) -> Mars:
    """A standard game as it stands when the first question is open."""
    state: Mars = sandtable.new(GAME, seed=seed).run.state
    return state


# 3 The map


def test_spaces() -> None:
    """3.1, 3.2 Eight Labyrinths, fifteen Deserts in Sectors and the Wilderness; 1+1, 2+2 or 3+1 squares."""
    assert (len(BOX.labyrinths), len(BOX.deserts)) == (8, 16)
    squares = {SPACE_IDS[space]: (BOX.green[space], BOX.gray[space]) for space in ON_MARS}
    assert squares.pop("wilderness") == (0, 0)
    assert [squares.pop(space) for space in ("tenzing", "shenzhou")] == [(3, 1)] * 2
    for space, found in squares.items():
        assert found == ((2, 2) if BOX.is_labyrinth[n(space)] else (1, 1)), space


def test_borders_are_mutual() -> None:
    """3.3 Two spaces are adjacent, or they are not."""
    for space in ON_MARS:
        assert space not in BOX.adjacent[space]
        assert all(space in BOX.adjacent[other] for other in BOX.adjacent[space])


@pytest.mark.parametrize(
    ("first", "second", "is_adjacent"),
    [
        ("coronae_montes", "sharma", True),
        ("ascraeus_mons", "pavonis_mons", True),
        ("pavonis_mons", "noctis_labyrinthus", True),
        ("gandhi", "sharma", True),
        ("hellas_chaos", "gandhi", False),
        ("europa", "tenzing", False),
        ("new_cordoba", "shenzhou", False),
        ("noctis_labyrinthus", "wilderness", False),
    ],
)
def test_borders_that_are_easily_missed(first: str, second: str, is_adjacent: bool) -> None:
    """3.3, ruling 32 A Maglev joins no spaces, and Noctis Labyrinthus does not touch the Wilderness."""
    assert (n(second) in BOX.adjacent[n(first)]) is is_adjacent


def test_the_wilderness_touches_the_edge_deserts() -> None:
    """3.3 All Deserts of Arabia and Hellas and five of Tharsis; no Labyrinth."""
    inner = {"noctis_labyrinthus", "pavonis_mons", "syria_planum", "wilderness"}
    edge = {SPACE_IDS[space] for space in BOX.deserts} - inner
    assert {SPACE_IDS[space] for space in BOX.adjacent[n("wilderness")]} == edge
    assert len(edge) == 12


def test_nothing_borders_on_phobos() -> None:
    """3.1 None of the spaces off Mars is adjacent to anything."""
    assert BOX.adjacent[n("phobos")] == ()
    assert not any(other >= n("phobos") for space in ON_MARS for other in BOX.adjacent[space])


def test_maglevs() -> None:
    """3.4 Four lines, and the Rodgers Line once it is built."""
    s = mars()
    lines = {tuple(SPACE_IDS[end] for end in line.ends) for line in BOX.maglevs}
    assert lines == {
        ("europa", "tenzing"),
        ("tenzing", "shepard"),
        ("shepard", "tereshkova"),
        ("new_cordoba", "shenzhou"),
        ("europa", "tereshkova"),
    }
    assert [SPACE_IDS[end] for end in maglev_ends(s, n("europa"))] == ["tenzing"]
    s.has_rodgers_line = True
    assert [SPACE_IDS[end] for end in maglev_ends(s, n("europa"))] == ["tenzing", "tereshkova"]
    assert [SPACE_IDS[end] for end in maglev_ends(s, n("tereshkova"))] == ["shepard", "europa"]


def test_room_for_bases() -> None:
    """3.1, 4.1 Two in every space, six in the Wilderness, none on Phobos."""
    rooms = {SPACE_IDS[space]: BOX.base_limit[space] for space in (*ON_MARS, n("phobos"))}
    assert (rooms.pop("wilderness"), rooms.pop("phobos")) == (6, 0)
    assert set(rooms.values()) == {2}


# 2, 11 The position


@pytest.mark.parametrize("space", POSITION)
def test_the_position(space: str) -> None:
    """11 What stands in each space at the start, and nothing else."""
    pieces, damage, level = POSITION[space]
    s = GAME.begin(GAME.options_type())
    found = {piece: at(s, space, piece) for piece in POOLS}
    assert {piece: count for piece, count in found.items() if count} == pieces
    if space in SPACE_IDS[:25]:
        assert (s.damage[n(space)], s.alignment[n(space)], s.housed[n(space)]) == (damage, level, 0)


def test_everything_else_is_available() -> None:
    """2, 11 Pieces on the board and Available ones make up the pools; all of them on their basic side."""
    s = GAME.begin(GAME.options_type())
    assert GAME.census(s) == POOLS
    used = {piece: sum(place[0].get(piece, 0) for place in POSITION.values()) for piece in POOLS}
    assert {piece: at(s, "available", piece) + used[piece] for piece in POOLS} == POOLS
    assert sum(s.pieces) == sum(POOLS.values())


def test_the_printed_markers() -> None:
    """11 MG total 12, RD total 14, CR total 7, Enemy Bases 10, Profits 0, MG Resources 18, RD Resources 14."""
    view = GAME.view(GAME.begin(GAME.options_type()), None)
    assert [view.totals[0], view.totals[2], view.totals[3], view.thresholds[3]] == [12, 14, 7, 10]
    assert view.resources == [18, 0, 14]


def test_markers_of_earth() -> None:
    """11 Level 3 with EG-, four displaced, Supply and Population on Earth and in Transit."""
    s = GAME.begin(GAME.options_type())
    assert (s.level, s.is_eg_up, s.flashpoint, s.displaced) == (3, False, 0, 4)
    assert (s.supply_on_earth, s.population_on_earth, s.supply_in_transit, s.population_in_transit) == (
        1,
        1,
        3,
        0,
    )
    assert s.eligible == [True] * 4


# 11 Storms, hand, decks


def test_two_storm_rolls() -> None:
    """11 Two Approaching Storms."""
    s = GAME.begin(GAME.options_type())
    play(s, set_up(s), dice=[(4,), (1,), (3,), (6,)])
    assert [s.storm[n(space)] for space in ("europa", "arsia_mons")] == [APPROACHING, APPROACHING]
    assert storms(s) == 2


def test_the_same_space_twice() -> None:
    """11, 9.1 A repeat turns it Raging, and CR may strike."""
    s = GAME.begin(GAME.options_type())
    play(s, set_up(s), "mg_troop", dice=[(4,), (1,), (4,), (1,)])
    assert (s.storm[n("europa")], storms(s), at(s, "europa", "mg_troop")) == (RAGING, 1, 1)


@pytest.mark.parametrize("seed", range(5))
def test_cards(seed: int) -> None:
    """11 Three Assets for CR, one active Campaign, two Events face up; their Flashpoint values are ignored."""
    s = game(seed)
    assert (len(s.assets.zones[HAND]), len(s.assets.zones[ASSET_DECK])) == (3, 27)
    assert (len(s.campaigns.zones[ACTIVE]), len(s.campaigns.zones[CAMPAIGN_DECK])) == (1, 11)
    assert (len(s.events.zones[CURRENT]), len(s.events.zones[NEXT]), s.flashpoint) == (1, 1, 0)


@pytest.mark.parametrize("seed", range(10))
def test_the_event_deck(seed: int) -> None:
    """11 Three stacks of twelve Events, a Dust Storm among the bottom seven cards of each; twelve Events stay out."""
    s = game(seed)
    deck = [*s.events.zones[EVENT_DECK], *s.events.zones[NEXT], *s.events.zones[CURRENT]]
    assert len(deck) == 39
    assert len(s.events.zones[UNSEEN]) == 12
    assert sorted([*deck, *s.events.zones[UNSEEN]]) == list(range(51))
    for stack in (deck[:13], deck[13:26], deck[26:]):
        (place,) = [place for place, card in enumerate(stack) if card >= FIRST_DUST_STORM]
        assert place <= 6


def test_every_place_of_a_dust_storm_is_possible() -> None:
    """11 It is shuffled into the bottom six Events: any of seven places."""
    places = set()
    for seed in range(60):
        s = game(seed)
        deck = s.events.zones[EVENT_DECK]
        places |= {place % 13 for place, card in enumerate(deck) if card >= FIRST_DUST_STORM}
    assert places == set(range(7))


def test_shuffles_differ() -> None:
    """11 Different seeds, different decks, hands and Campaigns."""
    assert len({tuple(game(seed).events.zones[EVENT_DECK]) for seed in range(10)}) == 10
    assert len({tuple(game(seed).assets.zones[HAND]) for seed in range(10)}) > 5
    assert len({tuple(game(seed).campaigns.zones[ACTIVE]) for seed in range(20)}) > 5


def test_a_storm_that_strikes_during_set_up() -> None:
    """11, 9.1 Two rolls for one space ask CR before any card is dealt; even then a bot can imagine what may come."""
    tables = [sandtable.new(GAME, seed=seed) for seed in range(40)]
    asked = [t for t in tables if t.ask is not None and t.ask.topic == "storm_strike"]
    assert asked
    for table in asked:
        hands = set()
        for seed in range(5):
            world = Chair(table, "reclaimers").imagine(random.Random(seed))
            assert world.ask is not None
            assert world.keys() == table.keys()
            world.choose(world.keys()[-1])
            hands.add(tuple(sorted(world.run.state.assets.zones[HAND])))
        assert len(hands) > 1
