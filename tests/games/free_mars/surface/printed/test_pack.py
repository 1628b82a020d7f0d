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
from sandtable.games.free_mars.surface.printed.check import check_pack
from sandtable.games.free_mars.surface.printed.files import PACK_FILES

from ...kit import changed
from ..kit import BOX

DEFAULT = Path(str(GAME.pack_folder)) / "default"
EXAMPLE = Path(__file__).parents[5] / "docs" / "packs" / "noctis-pocket"


def test_the_default_pack_is_sound() -> None:
    """1.0, 8.3: everything the rules read is there, and every name leads somewhere."""
    assert check_pack(read_pack(DEFAULT, GAME.key, PACK_FILES)) == []


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
        ("scenario", "points = ", "points = 1 # ", "scenario: points: a Cadre costs 2, so at least that many are needed"),
        ("scenario", "no_cadre = ", "no_cadre = 1 # ", "scenario: grant: no_cadre: a Cadre costs 2, so at least that many are needed"),
        ("scenario", "net_start = 1", "net_start = 7", "scenario: net_start is above net_max"),
        ("scenario", "ops = ", "ops = 15 # ", "scenario: ops: 15 cards are to be dealt, but there are 14"),
        ("scenario", "start = []", 'start = ["k4"]', "scenario: start: there is no cell 'k4'; cells are called like 'a1'"),
        ("terrains", "recruit = true", "recruit = false", "scenario: start: name a cell; the map has no recruiting place to begin in"),
        ("actions", 'id = "repair"', 'id = "mend"', "actions: the line 'repair' is missing"),
        ("actions", 'icon = "sniper"', 'icon = "nano"', "actions: no line is rolled for the icon 'sniper'"),
        ("actions", 'icon = "sniper"', 'icon = "snipe"', "actions: sniper: there is no icon 'snipe'; did you mean sniper? possible: cyber, leader, nano, pilot, sniper"),
        ("actions", "burnout = [1]", "burnout = [6]", "actions: netrun: 6 cannot be both Positive and Burnout"),
        ("actions", "burnout = [1]", "burnout = [0]", "actions: netrun: faces of a die are 1 to 6"),
        ("actions", 'id = "net_up"', 'id = "net_down"', "actions: netrun: two outcomes have the same id"),
        ("actions", 'label = "Sniper"', 'label = "Sniper"\noutcomes = [{ id = "x", label = "X", effects = [] }]', "actions: sniper: this line has a rule of its own and no outcomes"),
        ("ops", 'icon = "pilot"', 'icon = "driver"', "ops: dust_storm: challenge: there is no icon 'driver'; possible: cyber, leader, nano, pilot, sniper"),
        ("ops", '{ do = "repair" }', '{ do = "reveal_intercept" }', "ops: quiet_sol: Surface Combat has no effect 'reveal_intercept'"),
        ("ops", 'kind = "cadre"', 'kind = "gear"', "ops: suit_breach: flip: the kind is cadre, vehicle or special, not 'gear'"),
        ("ops", 'units = ["sleeper_cell"]', 'units = ["sleepers"]', "ops: walkout: reinforce: there is no unit 'sleepers'; did you mean sleeper_cell? possible: " + ", ".join(sorted(BOX.units))),
        ("ops", 'units = ["sleeper_cell"]', 'kind = "special"', "ops: walkout: reinforce: the kind is cadre, gear or vehicle, not 'special'"),
        ("ops", ', units = ["sleeper_cell"]', "", "ops: walkout: reinforce: name either units or a kind"),
        ("ops", '"reshuffle", n = 2', '"reshuffle"', "ops: quiet_sol: reshuffle: say how many discards, as in n = 2"),
        ("ops", '"reshuffle", n = 2', '"deploy", including = ["tank"]', "ops: quiet_sol: deploy: there is no OPFOR counter 'tank'; possible: patrol, drones, troopers, assault_team, gunship, agent"),
        ("ops", 'icons = ["leader", "cyber"]', 'icons = ["leader"]', "ops: quiet_sol: combined: name two icons or more"),
        ("ops", 'id = "crash_cadre"', 'id = "lose_op"', "ops: suit_breach: choose: two ways have the same id"),
        ("ops", 'id = "walkout"', 'id = "rising"', "cards: the id 'rising' is used 2 times"),
        ("missions", "needs = { leader = 1, cyber = 1 }", "needs = {}", "missions: airwaves: needs: name at least one icon"),
        ("missions", "{ leader = 1,", "{ leadr = 1,", "missions: airwaves: needs: there is no icon 'leadr'; did you mean leader? possible: cyber, leader, nano, pilot, sniper"),
    ],
)  # fmt: skip
def test_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """A pack that cannot work is refused with a line that says where and why."""
    pack = read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, PACK_FILES)
    assert told in check_pack(pack)


NO_BATTLE = "a battle follows an Ops card only (R-SC-8)"
NOWHERE = "a combined action is opened by an Ops card, for the Special Actions phase after it (16.5)"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        # What can never be done
        ("actions", '{ id = "reveal", label = "Reveal the Mission and place the Nexus", effects = [{ do = "reveal" }] },', "", "actions: netrun: no outcome says reveal, and no card does; no Mission could be won (9.2)"),
        ("actions", 'icon = "cyber"', 'icon = "pilot"', "actions: netrun: icon: the rules roll this line for 'cyber', not for 'pilot'"),
        ("actions", 'label = "Weapons"', 'label = "Weapons"\nicon = "sniper"', "actions: weapons: icon: the rules roll this line for combat strength, not for 'sniper'"),
        ("actions", 'label = "Weapons"', 'label = "Weapons"\npositive = []', "actions: weapons: positive: name at least one face; no die could be Positive"),
        ("actions", 'label = "Weapons"', 'label = "Weapons"\npositive = [6, 6]', "actions: weapons: positive: the face 6 is named twice"),
        ("actions", 'effects = [{ do = "seize" }]', "effects = []", "actions: netrun: seize: an outcome needs effects; a Positive would buy nothing"),
        ("actions", 'effects = [{ do = "seize" }]', 'effects = [{ do = "deploy" }]', f"actions: netrun: deploy: {NO_BATTLE}"),
        ("actions", 'effects = [{ do = "seize" }]', 'effects = [{ do = "may", prompt = "Again?", effects = [{ do = "net_run" }] }]', "actions: netrun: net_run: a NET Run cannot bring another NET Run: it might never end"),
        ("actions", 'id = "seize"', 'id = "done"', "actions: netrun: the id 'done' is taken by the game; call it something else"),
        ("actions", 'id = "recruit_tp"', 'id = "tp"', "actions: the outcome 'tp' is on two lines; one that is limited to once a Mission needs an id of its own"),
        ("scenario", "taz = 2", "taz = 0", "actions: netrun: taz: the scenario has no TAZ markers (scenario: taz = 0)"),
        ("scenario", "start = []", 'start = ["a4", "a4"]', "scenario: start: the cell 'a4' is named twice"),
        ("terrains", 'symbol = "·"', 'symbol = "\\t"', "terrains: plain: symbol: a sign that can be printed is needed"),
        ("gear", 'id = "g1"', 'id = "firebrand"', "gear: firebrand: another unit has this id; cards name units by it"),
        ("terrains", 'letter = "P"', 'letter = "."', "terrains: plain: letter: a full stop is no cell"),
        ("vehicles", "crashed = { combat = 1, move = 1 }", "crashed = { combat = 1, move = 0 }", "vehicles: dust_rover: crashed: move: 0 would pin the Team, which never leaves a wreck behind (R-SC-16); at least 1"),
        ("vehicles", "front = { combat = 2, move = 3 }", "front = { combat = 2, move = 0 }", "vehicles: dust_rover: front: move: 0 would pin the Team, which never leaves a wreck behind (R-SC-16); at least 1"),
        ("cadres", "front = { combat = 3, move = 1 }", "front = { combat = 3, move = 0 }", "cadres: breaker: front: move: 0 would pin the Team, which never splits (10.2); at least 1"),
        ("cadres", 'label = "Firebrand"', 'label = " "', "cadres: firebrand: label: it must not be blank"),
        ("cadres", 'id = "firebrand"', 'id = "Fire brand"', "cadres: Fire brand: id: lowercase letters, digits and _ only, beginning with a letter"),
        ("opfor", 'id = "drones"', 'id = "patrol_crashed"', "opfor: the id 'patrol_crashed' is used 2 times"),
        ("opfor", "count = 2", "count = 1000000", "opfor: patrol: count: 1000000 counters; at most 99"),
        # Missions
        ("missions", "nano = 1", "nano = 9", "missions: blackout: needs: nano: 9 Positives, but the whole set shows the icon 7 times"),
        ("missions", "total = ", "total = 20 # ", "missions: airwaves: total: 20 Positives, but the whole set shows leader and cyber 16 times"),
        ("missions", 'including = ["gunship"]', 'including = ["gunships"]', "missions: skyhook: including: there is no OPFOR counter 'gunships'; did you mean gunship? possible: patrol, drones, troopers, assault_team, gunship, agent"),
        ("missions", 'including = ["gunship"]', 'including = ["gunship", "gunship"]', "missions: skyhook: including: 'gunship' is named 2 times, but there is 1"),
        ("missions", "plus = ", "plus = 20 # ", "missions: airwaves: plus: NET +20 is more than the 10 OPFOR counters at any NET Level"),
        ("missions", '{ do = "net", n = -1 }', '{ do = "deploy" }', f"missions: blackout: deploy: {NO_BATTLE}"),
        ("missions", '{ do = "net", n = -1 }', '{ do = "flip", kind = "drone" }', "missions: blackout: flip: the kind is cadre, vehicle or special, not 'drone'"),
        # Words of cards
        ("ops", '{ do = "repair" }', '{ do = "net", n = 6 }', "ops: quiet_sol: net: 6 is more than the track is long; it has 6 spaces, so -5 to 5"),
        ("ops", '{ do = "repair" }', '{ do = "net", n = 0 }', "ops: quiet_sol: net: 0 moves nothing; -5 to 5"),
        ("ops", '{ do = "repair" }', '{ do = "lose_ops", n = 15 }', "ops: quiet_sol: lose_ops: 15 cards, but the set has 14"),
        ("ops", '{ do = "repair" }', '{ do = "flip", kind = "vehicle", n = 4 }', "ops: quiet_sol: flip: 4 units, but the set has 3 of the kind vehicle"),
        ("ops", '{ do = "repair" }', '{ do = "reinforce", kind = "gear", n = 7 }', "ops: quiet_sol: reinforce: 7 units, but the set has 6 of the kind gear"),
        ("ops", '{ do = "repair" }', '{ do = "choose", ways = [] }', "ops: quiet_sol: choose: it holds nothing; name at least one effect"),
        ("ops", '{ do = "repair" }', '{ do = "first", of = [] }', "ops: quiet_sol: first: it holds nothing; name at least one effect"),
        ("ops", '{ do = "repair" }', '{ do = "may", prompt = "Well?", effects = [] }', "ops: quiet_sol: may: it holds nothing; name at least one effect"),
        ("ops", '{ do = "repair" }', '{ do = "net_check" }', "ops: quiet_sol: net_check: it holds nothing; name at least one effect"),
        ("ops", '{ do = "repair" }', '{ do = "deploy", plus = -6, least = 0 }', "ops: quiet_sol: deploy: no units would come at any NET Level"),
        ("ops", '{ do = "repair" }', '{ do = "deploy", least = 11 }', "ops: quiet_sol: deploy: least: there are 10 OPFOR counters"),
        ("ops", '{ do = "repair" }', '{ do = "deploy", lost = [{ do = "deploy" }] }', f"ops: quiet_sol: deploy: lost: {NO_BATTLE}, not a Breakoff, which ends the Op (15.8)"),
        ("ops", 'id = "radio"', 'id = "netrun"', "ops: quiet_sol: combined: the id 'netrun' is taken by the game; call it something else"),
        ("ops", 'icons = ["leader", "cyber"]', 'icons = ["leader", "leader"]', "ops: quiet_sol: combined: leader is named twice; 16.5 wants different icons"),
        ("ops", '{ do = "gain_ops", n = 2 }', '{ do = "combined", id = "again", label = "Again", icons = ["leader", "cyber"] }', f"ops: quiet_sol: combined: {NOWHERE}"),
        ("ops", '{ do = "gain_ops", n = 2 }', '{ do = "deploy" }', f"ops: quiet_sol: deploy: {NO_BATTLE}"),
    ],
)  # fmt: skip
def test_what_cannot_make_sense_is_refused(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """Packs that used to pass the check and broke in play, or asked for what no game can bring."""
    pack = read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, PACK_FILES)
    assert told in check_pack(pack)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("missions", "nano = 1", "nano = 600", "missions.toml: entry 2 (blackout): needs"),
        ("scenario", "net_start = 1", "net_start = 600", "scenario.toml: net_start"),
    ],
)
def test_numbers_beyond_all_reason_are_refused(
    tmp_path: Path, file: str, old: str, new: str, told: str
) -> None:
    """600 Positives, a marker on space 600: refused by the types of the files, before anything is made of them."""
    with pytest.raises(PackProblems) as error:
        read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, PACK_FILES)
    assert told in str(error.value)


def test_without_installations_none_can_change_hands(tmp_path: Path) -> None:
    """19.1: seize and revert need an Installation somewhere."""
    pack = changed(DEFAULT, tmp_path, "pack", "game", "game")
    (pack / "installations.toml").unlink()
    (pack / "installations.json").write_text("[]", encoding="utf-8")
    told = check_pack(read_pack(pack, GAME.key, PACK_FILES))
    assert "actions: netrun: seize: the set has no Installations" in told
    assert "ops: informer: revert: the set has no Installations" in told


def test_a_nexus_must_be_within_reach(tmp_path: Path) -> None:
    """9.3, 11.1: a random location that no way leads to, without a Spaceport, would make Missions unwinnable."""
    pack = changed(DEFAULT, tmp_path, "map", '"DPPVPPRPP",\n    "DVPPRPPSP"', '"DPPVPPR.P",\n    "DVPPRPP.."')
    told = check_pack(read_pack(pack, GAME.key, PACK_FILES))
    assert not any("i1" in line for line in told)  # the Spaceport's Hop leads anywhere
    text = (pack / "installations.toml").read_text(encoding="utf-8")
    (pack / "installations.toml").write_text(text.replace("hop = true", "hop = false"), encoding="utf-8")
    told = check_pack(read_pack(pack, GAME.key, PACK_FILES))
    assert "map: random: 'i1' cannot be reached from where the Team begins" in told


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    """One run of the check names all of them, each with its file and entry."""
    pack = changed(DEFAULT, tmp_path, "missions", "nano = 1", "nano = 9")
    for file, old, new in (
        ("missions", "{ leader = 1, nano = 1 }", "{ leader = 1, nanos = 1 }"),
        ("vehicles", "crashed = { combat = 1, move = 1 }", "crashed = { combat = 1, move = 0 }"),
        ("ops", 'icon = "pilot"', 'icon = "driver"'),
        ("actions", 'icon = "cyber"', 'icon = "pilot"'),
        ("scenario", "taz = 2", "taz = 0"),
    ):
        path = pack / f"{file}.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    told = check_pack(read_pack(pack, GAME.key, PACK_FILES))
    for where in (
        "missions: blackout",
        "missions: rising",
        "vehicles: dust_rover",
        "ops: dust_storm",
        "actions: netrun",
    ):
        assert any(line.startswith(where) for line in told), where
    assert sum("the scenario has no TAZ markers" in line for line in told) == 2


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
        read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, PACK_FILES)
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
        assert told in check_pack(read_pack(pack, GAME.key, PACK_FILES))


def test_a_game_is_not_begun_with_an_unsound_pack(tmp_path: Path) -> None:
    """The same lines are told when a game is begun."""
    pack = changed(DEFAULT, tmp_path, "scenario", "ops = ", "ops = 15 # ")
    with pytest.raises(PackProblems, match="15 cards are to be dealt"):
        sandtable.new(GAME, options={"pack": str(pack)})


# Bring your own box


def test_the_example_of_the_docs_is_sound() -> None:
    """docs/tinker/free-mars-packs.md shows it."""
    assert check_pack(read_pack(EXAMPLE, GAME.key, PACK_FILES)) == []


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
