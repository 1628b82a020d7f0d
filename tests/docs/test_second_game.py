"""Dark Cargo, the game that "A game to copy from" walks through: sound, playable, and as the page says."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from examples.dark_cargo import GAME, bot, rules
from examples.dark_cargo.state import (
    ANVIL,
    BLACK,
    CONVOY,
    CRATE,
    DRIFT,
    ESCORT,
    GALE,
    GONE,
    HAVEN,
    LANTERN,
    LOOT,
    MAW,
    RED,
    ROOK,
    SHOAL,
    SPINDLE,
    SUNK,
    TARN,
    VEIL,
    Sea,
    sea,
)  # fmt: skip
from sandtable.bots import make_bot
from sandtable.engine import Question, Script, Table, Thing
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.lab import RunPlan, play, simulate
from tests.docs.pages import DOCS, blocks
from tests.lengths import games

ROOT = DOCS.parent
FOLDER = ROOT / "examples" / "dark_cargo"
PAGE = (DOCS / "tinker" / "second-game.md").read_text(encoding="utf-8")
AUK, BRANT, ADDER, BOA = 0, 1, 5, 6
ALL = ["alloy", "reactor", "mine_a", "medicine"]


def at(
    where: dict[int, int], dice: list[int], mover: int = CONVOY, then: dict[str, Any] | None = None
) -> Table:
    """A table in round 1: Auk carries alloy, Brant the reactor, Curlew a mine, Dunlin medicine; ships stand as given."""
    s: Sea = sea(1)
    for ship, crate in enumerate(ALL):
        number = CRATE.number(crate)
        s.crates.give(number, 1)
        s.crates.look([number], CONVOY)
        s.load(number, ship)
    for ship, area in where.items():
        s.sail(ship, area)
    s.round, s.mover = 1, mover
    return sandtable.new(
        GAME, position=s, seed=1, script=Script({"orders": [dice], **(then or {})}, then="seed")
    )


def asked(table: Table) -> Question:
    assert table.ask is not None
    return table.ask


@pytest.mark.parametrize("corsairs", [1, 2])
def test_the_game_keeps_the_contract(corsairs: int) -> None:
    seen = check_contract(
        GAME, games=2, options={"corsairs": corsairs}, bot=lambda seed: make_bot("house", seed)
    )
    assert seen.lit > seen.decisions / 3
    check_planted_leaks(GAME, options={"corsairs": corsairs})


def test_a_whole_game_between_three_bots() -> None:
    table = sandtable.new(GAME, seed=4, options={"corsairs": 2})
    play(table, {seat.id: make_bot("house", n) for n, seat in enumerate(table.seats)})
    s = table.run.state
    assert table.outcome is not None
    assert sum(table.outcome.scores) == pytest.approx(1)
    assert s.round == 8 or not s.freighters()
    assert table.reason.endswith("taken.")


def test_the_bot_beats_random_play_on_either_side() -> None:
    plan = RunPlan(GAME, games(100), ["house", "random"], rotate=True)
    report = simulate(plan).report()
    assert report.wins_by_bot["house"] > 0.85 * report.games
    assert not report.errors


def test_every_topic_with_a_choice_of_its_own_is_judged() -> None:
    """The bot answers at random only where it does not matter: which of two raiders to shoot at."""
    topics = {topic.id for topic in vars(rules).values() if isinstance(topic, sandtable.engine.Topic)}
    assert topics - set(bot.JUDGES) == {"target"}


def test_a_five_takes_a_freighter_past_an_empty_area_but_not_past_a_raider() -> None:
    """3 A freighter sails up to two areas with a 5 or 6, but not through an area with a raider."""
    table = at({AUK: VEIL, ADDER: SPINDLE, BOA: GALE}, [5, 5, 1, 1]).choose("sail", "sailor:auk")
    assert "sail_to:haven" not in asked(table).keys
    assert asked(table).why_not(Thing("area", "haven")) == "An enemy is on every way to Haven."
    free = at({AUK: VEIL, ADDER: SPINDLE, BOA: ROOK}, [5, 5, 1, 1]).choose(
        "sail", "sailor:auk", "sail_to:haven"
    )
    assert free.run.state.points(CONVOY) == 2
    assert free.run.state.dice == [5, 1, 1]
    slow = at({AUK: VEIL}, [4, 4, 1, 1]).choose("sail", "sailor:auk")
    assert (
        asked(slow).why_not(Thing("area", "haven"))
        == "Haven is two areas away, and none of your dice is 5 or more."
    )


def test_a_raider_sails_neither_through_the_escort_nor_into_a_port() -> None:
    """3 A raider not through the escort's area; Tarn and Haven are closed to raiders."""
    table = at({ADDER: GALE, ESCORT: SPINDLE}, [6, 6, 6, 6], RED).choose("sail", "sailor:adder")
    assert asked(table).why_not(Thing("area", "haven")) == "Haven is a port: its guns keep raiders away."
    assert "sail_to:spindle" in asked(table).keys
    assert "sail_to:rook" in asked(table).keys, "by Veil"
    barred = at({ADDER: DRIFT, ESCORT: LANTERN, BOA: MAW}, [6, 6, 6, 6], RED).choose("sail", "sailor:adder")
    assert "sail_to:shoal" in asked(barred).keys, "by Cinder"
    assert "sail_to:veil" in asked(barred).keys, "by Maw: a corsair's own raider is in nobody's way"


def test_boarding_beside_the_escort_costs_two() -> None:
    """4.3 Where the escort is, a die counts 2 less: a 4 succeeds with a 2 and not with a 3, and a 2 cannot."""
    where = {AUK: SHOAL, ADDER: SHOAL, ESCORT: SHOAL}
    table = at(where, [4, 3, 2, 1], RED).choose("board")
    assert asked(table).about["ship"] == Thing("ship", "auk"), "the only freighter there"
    assert asked(table).keys == ["grapple:3", "grapple:4"]
    for face, taken in ((3, 0), (2, 2)):
        s = at(where, [4, 3, 1, 1], RED, {"boarding": [(face,)]}).choose("board", "grapple:4").run.state
        assert s.points(RED) == taken
        assert (s.where[AUK] == GONE) == bool(taken)
    no = at(where, [2, 2, 1, 1], RED)
    assert "board" not in asked(no).keys


def test_a_mine_sinks_the_raider() -> None:
    """4.3 The freighter is out of the game, and so is the raider; nobody has a point."""
    table = at({2: SHOAL, ADDER: SHOAL}, [6, 6, 6, 6], RED, {"boarding": [(1,)]}).choose("board")
    s = table.run.state
    assert (s.where[2], s.where[ADDER], s.points(RED), len(s.crates.zones[SUNK])) == (GONE, GONE, 0, 1)


def test_a_scan_tells_one_side() -> None:
    """4.2 The corsair who scans sees the crate; spectators do not."""
    table = at({AUK: SHOAL, ADDER: ROOK, BOA: ANVIL}, [6, 1, 1, 1], RED).choose("scan")
    assert GAME.view(table.run.state, RED).holds[AUK] == [CRATE.number("alloy")]
    assert GAME.view(table.run.state, None).holds[AUK] == [None]
    assert table.run.state.dice == [6, 1, 1], "the smallest die is spent"


def test_a_shot_drives_a_raider_home() -> None:
    """4.1 With a die of 3, a roll of 3 hits and a 4 misses."""
    for face, there in ((3, ROOK), (4, SHOAL)):
        table = at({ESCORT: SHOAL, ADDER: SHOAL}, [3, 3, 3, 3], then={"shot": [(face,)]}).choose("shoot")
        assert table.run.state.where[ADDER] == there


def test_the_convoy_wins_ties_with_corsairs() -> None:
    """5 The end. The most points win; corsairs share, the Convoy wins ties."""
    s = sea(2)
    s.round = 8
    for crate, zone in (("seeds", LOOT + RED), ("optics", LOOT + BLACK)):
        s.crates.play(CRATE.number(crate), zone)
    shared = GAME.outcome(s)
    assert shared is not None
    assert shared.winners == (RED, BLACK)
    s.crates.play(CRATE.number("alloy"), LOOT + CONVOY)
    s.crates.play(CRATE.number("ore"), LOOT + CONVOY)
    tied = GAME.outcome(s)
    assert tied is not None
    assert tied.winners == (CONVOY,)


def test_ways_are_lines_of_the_map() -> None:
    assert bot.far(TARN, HAVEN) == 5
    assert all(bot.far(a, b) == bot.far(b, a) for a in range(12) for b in range(12))
    rng = random.Random(1)
    table = sandtable.new(GAME, seed=2)
    while table.ask is not None:
        table.choose(rng.choice(asked(table).keys))
        assert all(len(zone) <= 1 for zone in table.run.state.crates.zones[6:])


def test_the_page_shows_the_files_as_they_are() -> None:
    files = "\n".join(file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.py")))
    for piece in blocks(PAGE, "python"):
        assert piece.rstrip() in files, piece
    lines = len(files.splitlines())
    assert f"about {round(lines, -2)} lines" in PAGE
    for file in FOLDER.glob("*.py"):
        assert f"`{file.name}`" in PAGE


def test_the_commands_on_the_page(tmp_path: Path) -> None:
    shown = [line[2:] for line in "".join(blocks(PAGE, "console")).splitlines()]
    setting, *commands = shown
    assert setting == "export SANDTABLE_GAMES=examples/dark_cargo"
    env = {**os.environ, "SANDTABLE_GAMES": str(FOLDER), "SANDTABLE_DATA": str(tmp_path)}
    for command in commands:
        words = command.replace("--games 300", "--games 3").replace("--games 40", "--games 2").split()
        if words[1] == "serve":  # tests/server/web/test_own_games.py serves games of one's own
            continue
        done = subprocess.run(
            [sys.executable, "-m", *words], env=env, cwd=tmp_path, input="", text=True, capture_output=True
        )
        assert done.returncode == 0, done.stderr
        assert "Load what into" in done.stdout or "Spend a die" in done.stdout or "Dark Cargo" in done.stdout
