"""The numbers that a position's value is learned from: sound, telling, and blind to what nobody can know."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games.red_dust.game import GAME
from sandtable.games.red_dust.house.feature_names import FEATURES, OWN, TABLE, WORDS
from sandtable.games.red_dust.house.features import features, moment
from sandtable.games.red_dust.nonplayer.curiosity import DECK
from sandtable.games.red_dust.nonplayer.play import at_table
from sandtable.games.red_dust.printed.decks import ASSET_DECK, CAMPAIGN_DECK, EVENT_DECK
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.victory import margins
from sandtable.games.red_dust.state import Mars, Phase

from ..kit import mars

FACTIONS = ("marsgov", "corporations", "red_dust", "reclaimers")
#: Who plays itself: nobody, or everybody but one.
TABLES = ((), *(tuple(it for it in FACTIONS if it != seat) for seat in FACTIONS))


def positions(games: int) -> Iterator[tuple[int, Mars]]:
    """The game and the state, at each moment of games of the House that are begun at random."""
    for seed in range(games):
        rng = random.Random(seed)
        options = decode_options(GAME, {"nonplayers": list(TABLES[seed % len(TABLES)])})
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        while run.outcome is None:
            policy = None if rng.random() < 0.2 else GAME.policy
            playout(run, rng, policy=policy, turns=1)
            if run.outcome is None and moment(run.state) is not None:
                yield seed, run.state


def test_each_row_has_a_number_for_each_name() -> None:
    """Guards the order of the names, which the trees split on by number: no gap, and no infinity."""
    seen: list[set[float]] = [set() for _ in FEATURES]
    for _, s in positions(10):
        rows = features(s)
        assert len(rows) == 4
        for row, margin in zip(rows, margins(s), strict=True):
            assert len(row) == len(FEATURES)
            assert all(math.isfinite(x) for x in row)
            assert row[FEATURES.index("margin")] == margin
            for values, x in zip(seen, row, strict=True):
                values.add(float(x))
    assert [name for name, values in zip(FEATURES, seen, strict=True) if len(values) == 1] == []
    assert set(WORDS) <= set(FEATURES)
    assert len(set(FEATURES)) == len(FEATURES) == len(OWN) + len(TABLE)


def test_they_can_be_read_before_the_game_begins() -> None:
    """Curves of a finished game begin before the first card is turned up."""
    s = GAME.begin(decode_options(GAME, {}))
    assert s.phase is Phase.SET_UP
    assert all(len(row) == len(FEATURES) for row in features(s))
    assert moment(s) is None


def test_the_order_of_a_deck_is_no_feature() -> None:
    """What only chance decides in the future says nothing about a position today."""
    for _, s in list(positions(5))[::7]:
        other = s.copy()
        other.events.zones[EVENT_DECK].reverse()
        other.assets.zones[ASSET_DECK].reverse()
        other.campaigns.zones[CAMPAIGN_DECK].reverse()
        if other.nonplayers is not None:
            other.nonplayers.curiosity.zones[DECK].reverse()
        assert features(other) == features(s)


def test_moments_are_the_beginnings_of_actions_and_each_has_its_own_number() -> None:
    """Answers are compared when the Faction has acted: two moments in a row never share a number."""
    before = (-1, -1)
    for seed, s in positions(10):
        assert s.phase in (Phase.BIDS, Phase.ACTION)
        now = moment(s)
        assert now is not None
        if before[0] == seed:
            assert now > before[1]
        before = (seed, now)


def test_the_numbers_of_a_position_made_by_hand() -> None:
    """What the names say, counted on the board."""
    s = mars(
        {
            "europa": {"mg_troop": 3, "security": 1, "corp_base": 1},
            "tenzing": {"rd_rebel": 2, "rd_base": 1},
            "arsia_mons": {"active_cr_rebel": 1, "cr_base": 1},
        },
        alignment={"europa": 1, "tenzing": -1},
        resources=(7, 20, 3),
        hand=(1, 7),
    )
    rows = [dict(zip(FEATURES, row, strict=True)) for row in features(s)]
    mg, corp, rd, cr = rows
    assert [it["margin"] for it in rows] == [2 + 1 - 34, 20 - 36, 3 + 1 - 32, 1 + 1 - 2]
    assert (cr["rival_margin"], cr["lead"], mg["second_rival_margin"]) == (-16, 16, -16)
    assert (mg["support"], rd["opposition"], mg["income_marsgov"], corp["income_corporations"]) == (
        2,
        3,
        2,
        2,
    )
    assert (mg["pacify_gain"], mg["agitate_gain"]) == (2, 3)
    assert (mg["forecast"], rd["forecast"]) == (2 + 1 - 34 + 2 - 2, 3 + 1 - 32 + 3 - 2)
    assert (mg["open_corp_bases"], mg["open_rd_bases"], mg["open_cr_bases"]) == (0, 0, 1)
    assert (mg["coin_spaces"], mg["rd_spaces"], mg["cr_spaces"], mg["cards"]) == (1, 1, 1, 2)
    assert (mg["is_marsgov"], mg["is_nonplayer"], mg["can_win_next"]) == (1, 0, 1)


def test_one_person_against_three_cannot_win_yet() -> None:
    """8.3 Against three non-players a person can win only in the last Dust Storm Round."""
    s = mars(resources=(20, 37, 20))
    s.nonplayers = at_table((MARS_GOV, RED_DUST, RECLAIMERS))
    own = dict(zip(FEATURES, features(s)[CORPORATIONS], strict=True))
    assert (own["can_win_next"], own["margin"], own["nonplayers"]) == (0, 1, 3)
    s.rounds = 2
    own = dict(zip(FEATURES, features(s)[CORPORATIONS], strict=True))
    assert own["can_win_next"] == 1
