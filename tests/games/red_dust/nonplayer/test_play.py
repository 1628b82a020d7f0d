"""8 Whole games with non-players: they end, keep the engine's promises, and the counters stay within their limits."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import RandomSource, Run, SandtableError, playout
from sandtable.engine.contract import check_contract
from sandtable.engine.saving.header import decode_options
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.game import RedDustOptions
from sandtable.games.red_dust.nonplayer import priorities
from sandtable.games.red_dust.printed.map import MARS_GOV, RED_DUST
from sandtable.games.red_dust.state import Mars
from sandtable.lab import simulate
from tests.lengths import a_tenth, games

from .kit import np_of
from .soak import ALL, Counting, Uses
from .soak import play as play_alone

COMBINATIONS = [combo for n in (1, 2, 3, 4) for combo in combinations(ALL, n)]


def begun(seats: tuple[str, ...], rng: random.Random) -> Run[Mars]:
    options = decode_options(GAME, {"nonplayers": list(seats)})
    return Run(GAME, GAME.begin(options), RandomSource(rng))


@pytest.mark.parametrize("seats", COMBINATIONS, ids="+".join)
def test_games_against_random_play_end(seats: tuple[str, ...]) -> None:
    for seed in range(games(3)):
        rng = random.Random(seed)
        run = begun(seats, rng)
        playout(run, rng)
        assert run.outcome is not None
        check_counters(run.state)


def check_counters(s: Mars) -> None:
    """24.3, 24.6 The limits of the Totals, and no Resources of non-players."""
    np = np_of(s)
    assert 0 <= np.asset_total <= 6
    assert np.supply_total >= 0
    assert np.agitate_total >= 0
    assert s.resources[1] >= 0
    for who in (MARS_GOV, RED_DUST):
        if who in np.seats:
            assert s.resources[who] == 0


@pytest.mark.soak
@pytest.mark.parametrize("seats", COMBINATIONS, ids="+".join)
def test_five_thousand_games_end(seats: tuple[str, ...]) -> None:
    """Of all combinations against random play."""
    for seed in range(5000 // len(COMBINATIONS) + 1):
        rng = random.Random(seed)
        run = begun(seats, rng)
        playout(run, rng)
        assert run.outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("seats", COMBINATIONS[:-1], ids="+".join)
def test_ten_games_against_search_end(seats: tuple[str, ...], tmp_path: Path) -> None:
    """Of each combination with a person in it, and every journal gives the same game again."""
    played = simulate(
        "red-dust", games=10, bots=["search:20"], options={"nonplayers": list(seats)}, keep="all", journals=tmp_path
    )  # fmt: skip
    assert played.report().errors == []
    journals = sorted(tmp_path.glob("*.journal"))
    assert len(journals) == 10
    for journal in journals:
        table = sandtable.load(journal.read_bytes())
        assert table.outcome is not None
        assert table.save() == journal.read_bytes()


@pytest.mark.parametrize(
    "seats",
    a_tenth([("corporations", "red_dust", "reclaimers"), ("reclaimers",), ("marsgov", "red_dust")]),
    ids="+".join,
)
def test_the_contract_holds(seats: tuple[str, ...]) -> None:
    """Saves, undo, same seed, and nobody sees what they may not know: a non-player knows nothing a person could not."""
    seen = check_contract(GAME, games=1, seed=1, worlds=6, share=0.05, options={"nonplayers": list(seats)})
    assert seen.compared > 20


@pytest.mark.soak
@pytest.mark.parametrize("seats", COMBINATIONS[:-1], ids="+".join)
def test_the_contract_holds_at_length(seats: tuple[str, ...]) -> None:
    check_contract(GAME, games=2, worlds=12, seed=100, share=0.2, options={"nonplayers": list(seats)})


def test_a_game_of_four_non_players_is_stepped_through() -> None:
    """It is never played out in one go, and every moment can be saved, forked and loaded."""
    table = sandtable.new("red-dust", seed=4, options={"nonplayers": list(ALL)})
    assert table.is_waiting
    assert table.ask is None
    assert table.outcome is None
    for _ in range(30):
        table.step()
    again = sandtable.load(table.moment())
    assert again.run.state.encode() == table.run.state.encode()
    fork = table.fork(seed=1)
    fork.step()
    assert fork.turn == table.turn + 1
    while table.is_waiting:
        table.step()
    assert table.winners
    whole = sandtable.load(table.save())
    assert whole.save() == table.save()
    with pytest.raises(SandtableError, match="The game is over"):
        table.step()


def test_somebody_who_is_asked_answers_and_does_not_step() -> None:
    table = sandtable.new("red-dust", seed=4, options={"nonplayers": ["red_dust"]})
    assert not table.is_waiting
    with pytest.raises(SandtableError, match="Somebody is asked"):
        table.step()


def test_a_journal_verifies() -> None:
    """Dice, draws and ties of non-players are chance of the table, in the journal."""
    table = sandtable.new(
        "red-dust", seed=9, options={"nonplayers": ["corporations", "red_dust", "reclaimers"]}
    )
    rng = random.Random(1)
    while (ask := table.ask) is not None:
        table.choose(rng.choice(ask.keys))
    again = sandtable.load(table.save())
    assert again.save() == table.save()
    assert again.outcome == table.outcome


def test_rows_for_people_never_decide_among_four_non_players() -> None:
    """24.5"""
    only = {row.id for rows in priorities.COLUMNS.values() for row in rows if row.only_if_player >= 0}
    uses = Uses()
    with Counting(uses):
        for seed in range(games(10)):
            play_alone(seed, uses)
    assert uses.games == games(10)
    assert not only & set(uses.rows)


@pytest.mark.soak
def test_every_entry_of_the_tables_is_used(tmp_path_factory: pytest.TempPathFactory) -> None:
    """In 2,000 games of four non-players; what needs a person is used in none."""
    uses = Uses()
    with Counting(uses):
        for seed in range(2000):
            play_alone(seed, uses)
    path = Path(tmp_path_factory.getbasetemp()) / "red-dust-nonplayers.txt"
    path.write_text(uses.text(), encoding="utf-8")
    unused = {f"{sort} {name}" for sort, names in uses.unused().items() for name in names}
    assert unused <= EXPLAINED, uses.text()


#: Why these are not used.
EXPLAINED = {
    "instructions cr_rally_upgrade_deserts",  # CORP never has a person behind it here
    "rows corporations.place_or_upgrade_bases.5",  # the column chooses among Deserts only, and the row is about Labyrinths
    "rows marsgov.place_bases.13",  # Entrench seldom has two Deserts that are equal in Population and Rebel forces
    "rows marsgov.shift_toward_active_support.5",  # what cannot be shifted further is never a candidate
    "boxes KK.op_no",  # the Spaceport of Phobos leads to every Desert
    "boxes MM.op_no",
    "boxes UU.op_no",  # CR always has a Rebel where there are people
    "rounds rd_repair",  # MG comes first in the Support Phase, and leaves nobody displaced in 98 of 100
    "events marsgov 30",  # MG is printed first there, and CR, which alone can come before it, plays the Event itself
}


def test_the_tutorial_has_no_non_players() -> None:
    with pytest.raises(SandtableError, match="no non-players"):
        sandtable.new("red-dust", options={"scenario": "tutorial", "nonplayers": ["red_dust"]})


def test_without_non_players_there_is_no_wrapper() -> None:
    s = GAME.begin(RedDustOptions())
    assert s.nonplayers is None
    rule: Any = GAME.turn(s)
    assert "nonplayer" not in rule.gi_code.co_filename
