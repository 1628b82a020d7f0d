"""Packs of Surface Combat: the default one is sound, mistakes are named, and somebody else's box can be played."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import sandtable
from sandtable.engine import PackProblems, RandomSource, Run, playout, read_pack
from sandtable.engine.contract import check_contract
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.check import check
from sandtable.games.free_mars.surface.components import FILES

from ..kit import changed

DEFAULT = Path(str(GAME.pack_folder)) / "default"
EXAMPLE = Path(__file__).parents[4] / "docs" / "packs" / "noctis-pocket"


def test_the_default_pack_is_sound() -> None:
    """1.0, 8.3: everything the rules read is there, and every name leads somewhere."""
    assert check(read_pack(DEFAULT, GAME.key, FILES)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("map", '"DPPVPPRPP"', '"DPPVPPRP"', "map: rows: all rows must be equally long; a full stop is no cell"),
        ("map", '"DPPVPPRPP"', '"DPPXPPRPP"', "map: row 1: no terrain has the letter 'X'"),
        ("map", '["b1", "d1", "e1",', '["b1", "d1",', "map: random: six lines of six cells are needed"),
        ("map", '["b1", "d1", "e1",', '["b1", "d1", "z9",', "map: random: there is no cell 'z9'; cells are called like 'a1'"),
        ("map", 'd1 = "Alba"', 'd9 = "Alba"', "map: names: there is no cell 'd9'; cells are called like 'a1'"),
        ("terrains", 'letter = "R"', 'letter = "P"', "terrains: the letter 'P' is used twice"),
        ("installations", 'cell = "f4"', 'cell = "g3"', "installations: 2 of them are in 'g3'; a cell holds one"),
        ("installations", 'cell = "f4"', 'cell = "f44"', "installations: spaceport: there is no cell 'f44'; cells are called like 'a1'"),
        ("gear", 'id = "scope"', 'id = "firebrand"', "counters: the id 'firebrand' is used 2 times"),
        ("scenario", "points = 16", "points = 1", "scenario: points: a Cadre costs 2, so at least that many are needed"),
        ("scenario", "no_cadre = 8", "no_cadre = 1", "scenario: grant: no_cadre: a Cadre costs 2, so at least that many are needed"),
        ("scenario", "net_start = 1", "net_start = 7", "scenario: net_start is above net_max"),
        ("scenario", "ops = 8", "ops = 15", "scenario: ops: 15 cards are to be dealt, but there are 14"),
        ("scenario", "start = []", 'start = ["k4"]', "scenario: start: there is no cell 'k4'; cells are called like 'a1'"),
        ("terrains", "recruit = true", "recruit = false", "scenario: start: name a cell; the map has no recruiting place to begin in"),
        ("actions", 'id = "repair"', 'id = "mend"', "actions: the line 'repair' is missing"),
        ("actions", 'icon = "sniper"', 'icon = "nano"', "actions: no line is rolled for the icon 'sniper'"),
        ("actions", 'icon = "sniper"', 'icon = "snipe"', "actions: sniper: there is no icon 'snipe'; possible: cyber, leader, nano, pilot, sniper"),
        ("actions", "burnout = [1]", "burnout = [6]", "actions: netrun: 6 cannot be both Positive and Burnout"),
        ("actions", "burnout = [1]", "burnout = [0]", "actions: netrun: faces of a die are 1 to 6"),
        ("actions", 'id = "net_up"', 'id = "net_down"', "actions: netrun: two outcomes have the same id"),
        ("actions", 'label = "Sniper"', 'label = "Sniper"\noutcomes = [{ id = "x", label = "X", effects = [] }]', "actions: sniper: this line has a rule of its own and no outcomes"),
        ("ops", 'icon = "pilot"', 'icon = "driver"', "ops: dust_storm: challenge: there is no icon 'driver'; possible: cyber, leader, nano, pilot, sniper"),
        ("ops", '{ do = "repair" }', '{ do = "reveal_intercept" }', "ops: quiet_sol: Surface Combat has no effect 'reveal_intercept'"),
        ("ops", 'kind = "cadre"', 'kind = "gear"', "ops: suit_breach: flip: the kind is cadre, vehicle or special, not 'gear'"),
        ("ops", 'units = ["sleeper_cell"]', 'units = ["sleepers"]', "ops: walkout: reinforce: there is no unit 'sleepers'"),
        ("ops", 'units = ["sleeper_cell"]', 'kind = "special"', "ops: walkout: reinforce: the kind is cadre, gear or vehicle, not 'special'"),
        ("ops", ', units = ["sleeper_cell"]', "", "ops: walkout: reinforce: name either units or a kind"),
        ("ops", '"reshuffle", n = 2', '"reshuffle"', "ops: quiet_sol: reshuffle: say how many discards, as in n = 2"),
        ("ops", '"reshuffle", n = 2', '"deploy", including = ["tank"]', "ops: quiet_sol: deploy: there is no OPFOR counter 'tank'"),
        ("ops", 'icons = ["leader", "cyber"]', 'icons = ["leader"]', "ops: quiet_sol: combined: name two icons or more"),
        ("ops", 'id = "crash_cadre"', 'id = "lose_op"', "ops: suit_breach: choose: two ways have the same id"),
        ("ops", 'id = "walkout"', 'id = "rising"', "cards: the id 'rising' is used 2 times"),
        ("missions", "needs = { leader = 1, cyber = 1 }", "needs = {}", "missions: airwaves: needs: name at least one icon"),
        ("missions", "{ leader = 1,", "{ leaders = 1,", "missions: airwaves: needs: there is no icon 'leaders'; possible: cyber, leader, nano, pilot, sniper"),
    ],
)  # fmt: skip
def test_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """A pack that cannot work is refused with a line that says where and why."""
    pack = read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, FILES)
    assert told in check(pack)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("cadres", 'label = "Firebrand"', 'lable = "Firebrand"', "cadres.toml: entry 1 (firebrand)"),
        ("ops", 'do = "gain_ops"', 'do = "win_ops"', 'do: "win_ops": did you mean gain_ops? Allowed: '),
        ("ops", 'icon = "pilot", ', "", "icon is missing"),
        ("opfor", "count = 2", "count = 0", "a number of at least 1 is expected, not 0"),
        (
            "cadres",
            'icons = ["leader", "leader"]',
            'icons = ["lead"]',
            '"lead": did you mean leader? Allowed: cyber, leader',
        ),
    ],
)
def test_typing_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """An unknown key, a misspelt word, a missing field: the file, the entry and what was expected."""
    with pytest.raises(PackProblems) as error:
        read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, FILES)
    assert told in str(error.value)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """There must be Cadres, OPFOR and Missions."""
    for file, told in (
        ("cadres", "cadres: at least one Cadre is needed"),
        ("opfor", "opfor: at least one counter is needed"),
        ("missions", "missions: at least one Mission card is needed"),
    ):
        pack = tmp_path / file
        shutil.copytree(DEFAULT, pack)
        (pack / f"{file}.toml").unlink()
        (pack / f"{file}.json").write_text("[]", encoding="utf-8")
        assert told in check(read_pack(pack, GAME.key, FILES))


def test_a_game_is_not_begun_with_an_unsound_pack(tmp_path: Path) -> None:
    """The same lines are told when a game is begun."""
    pack = changed(DEFAULT, tmp_path, "scenario", "ops = 8", "ops = 15")
    with pytest.raises(PackProblems, match="15 cards are to be dealt"):
        sandtable.new(GAME, options={"pack": str(pack)})


# Bring your own box


def test_the_example_of_the_docs_is_sound() -> None:
    """docs/tinker/free-mars-packs.md shows it."""
    assert check(read_pack(EXAMPLE, GAME.key, FILES)) == []


@pytest.mark.parametrize("scenario", ["mission", "campaign"])
def test_the_example_can_be_played(scenario: str) -> None:
    """Another map, other counters, tables and cards: house player and random play come to an end."""
    rng = random.Random(2)
    ends = set()
    for game in range(40):
        options = SurfaceOptions(scenario=scenario, pack=str(EXAMPLE))
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        playout(run, rng, policy=GAME.policy if game % 2 else None)
        assert run.outcome is not None
        ends.add(bool(run.outcome.winners))
    assert ends == {True, False}


def test_the_example_keeps_the_contract() -> None:
    """Saves, forks, undo, secrets: as for the default set."""
    seen = check_contract(GAME, games=4, worlds=10, options={"pack": str(EXAMPLE), "scenario": "campaign"})
    assert seen.games == 4


def test_the_example_has_its_own_table(tmp_path: Path) -> None:
    """Positive faces are data: in the example a 4 is Positive in a NET Run."""
    table = sandtable.new(GAME, seed=1, options={"pack": str(EXAMPLE)})
    table.choose("recruit_unit:wire", "done")
    assert table.view("commander").cell == "b2"  # the scenario's only start cell
    line = table.run.state.box.lines["netrun"]
    assert line.both([4, 1, 6]) == (2, 1)
