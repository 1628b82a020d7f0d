"""Packs that would break in play: the check names each mistake with file, entry and what is allowed, all at once."""

from __future__ import annotations

import random
import re
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from sandtable.engine import PackProblems, RandomSource, Run, decode_options
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.printed import box as printed_box
from sandtable.games.mars_or_die.printed.files import Zone
from sandtable.games.mars_or_die.rules.set_up import AUTO
from sandtable.games.mars_or_die.state import DEPLOYING, INITIATIVE, Battle, begin

from ..field import Field

Change = tuple[str, str, str]


def own_pack(folder: Path, *changes: Change) -> Path:
    """The default pack with changes: file, what stands there, what stands there instead (the first time)."""
    target = folder / "mine"
    copytree(Path(str(GAME.pack_folder)) / "default", target)
    for name, old, new in changes:
        path = target / f"{name}.toml"
        content = path.read_text(encoding="utf-8")
        assert old in content, old
        path.write_text(content.replace(old, new, 1), encoding="utf-8")
    return target


def told(folder: Path, *changes: Change) -> list[str]:
    """What the check says about a pack, a line for each mistake."""
    try:
        GAME.pack(str(own_pack(folder, *changes)))
    except PackProblems as error:
        return [str(problem) for problem in error.problems]
    return []


ZONE = "zones = [{ x = [0, 6], y = [0, 36] }]"
ROCKS = 'kind = "rocks", at = [24, 18], size = [6, 6]'
WIN = '[{ when = "break", under = 50 }, { when = "champion" }]'


@pytest.mark.parametrize(
    ("change", "line"),
    [
        # Zones and features (the table of s6 is 48 by 36)
        ((ZONE, "zones = [{ x = [60, 66], y = [0, 36] }]"),
         r"s6: side ember: zone 1: x from 60 to 66 is not on the table; allowed: 0 to 48"),
        ((ZONE, "zones = [{ x = [0, 6], y = [-4, 36] }]"),
         r"s6: side ember: zone 1: y from -4 to 36 is not on the table; allowed: 0 to 36"),
        ((ZONE, "zones = [{ x = [6, 0], y = [0, 36] }]"),
         r"s6: side ember: zone 1: x from 6 to 0 runs backwards"),
        ((ZONE, "zones = [{ x = [0, 6], y = [0, 6] }]"),
         r"s6: side ember: its zones have 36 square inches; its units need at least 58\.5"),
        ((ZONE, "zones = [{ x = [0, 1], y = [0, 36] }]"),
         r"s6: side ember: murk_spear does not fit into any zone; it takes 6 by 1\.5 inches"),
        ((ZONE, "zones = [" + ", ".join(["{ x = [0, 6], y = [0, 2] }"] * 6) + "]"),
         r"s6: side ember: its zones have 12 square inches; its units need at least 58\.5"),
        ((ZONE, "zones = [{ x = [0, 6], y = [0, 2] }, " + "{ x = [0, 36], y = [4, 5] }, " * 9 + "]"),
         r"s6: side ember: its zones have 12 square inches; its units need at least 58\.5"),
        ((ZONE, "zones = [{ x = [38, 48], y = [0, 36] }]"),
         r"s6: side ember: zone 1 overlaps zone 1 of ash; each side needs ground of its own"),
        ((ROCKS, 'kind = "wet_canal", at = [3, 18], size = [6, 36]'),
         r"s6: side ember: its zones have 0 passable square inches; its units need at least 58\.5"),
        ((ZONE, "zones = []"), r"s6: side ember: it needs a zone to set up in"),
        (("at = [24, 18], size = [6, 6]", "at = [160, 18], size = [6, 6]"),
         r"s6: feature rocks: x from 157 to 163 is not on the table; allowed: 0 to 48"),
        (("at = [24, 18], size = [6, 6]", "at = [24, 18], size = [6, -6]"),
         r"s6: feature rocks: size 6 by -6; both must be more than 0"),
        (("table = [48, 36]", "table = [48, 3600]"), r"s6: table: 48 by 3600 inches; allowed: 12 to 144 each way"),
        # Names
        (('id = "s6"', 'id = "s 6"'), r"s 6: id: lowercase letters, digits and _ only, beginning with a letter"),
        (('title = "Trial of Champions"', 'title = ""'), r"s6: title: it must not be blank"),
        (('id = "ember"', 'id = ""'), r"s6: side : id: lowercase letters, digits and _ only"),
        (('label = "Ember tribe"', 'label = " "'), r"s6: side ember: label: it must not be blank"),
        # Forces
        (('{ type = "murk_spear" }', '{ type = "murk_speer" }'),
         r's6: side ember: units: "murk_speer": did you mean murk_spear\? Allowed: .*murk_sword'),
        (("facing = 0", "facing = 0\ngenerals = 6"), r"s6: side ember: 6 generals need a unit each; there are 4"),
        (("facing = 0", 'facing = 0\nenters = "east"'),
         r"s6: side ember: enters over the east edge, so it must face 180, not 0"),
        # Victory
        ((WIN, '[{ when = "left", type = "murk_spear", count = 1 }]'),
         r"s6: side ember: wins 1: its units cannot leave the table without `leaves`"),
        ((WIN, '[{ when = "destroyed", type = "murk_spear", count = 2 }]'),
         r"s6: side ember: wins 1: 2 murk_spear are to be destroyed; the enemy has 1"),
        ((WIN, '[{ when = "destroyed", type = "murk_spaer", count = 1 }]'),
         r's6: side ember: wins 1: "murk_spaer": did you mean murk_spear\?'),
        ((WIN, '[{ when = "hold", at = [99, 18], within = 4 }]'),
         r"s6: side ember: wins 1: at 99, 18 is not on the table; allowed: 0 to 48, 0 to 36"),
        ((WIN, '[{ when = "hold", feature = "rock" }]'),
         r's6: side ember: wins 1: feature "rock": did you mean rocks\? Allowed: rocks'),
        ((WIN, "[]"), r"s6: side ember: it has no way to win, but the other side has"),
    ],
)  # fmt: skip
def test_a_battle_that_would_break_is_named(tmp_path: Path, change: tuple[str, str], line: str) -> None:
    """MD 2, R-MD-32 Zones, features, forces and victory of a battle are checked against its table and each other."""
    problems = told(tmp_path, ("scenarios", *change))
    assert any(re.search(f"scenarios: {line}", problem) for problem in problems), problems


def test_ground_behind_a_bridge_counts(tmp_path: Path) -> None:
    """MD 2 What is impassable is cut where a crossing lies on it: there units can be set up."""
    water = '{ id = "rocks", kind = "wet_canal", at = [3, 18], size = [6, 36] }'
    bridge = '{ id = "bridge", kind = "crossing", at = [3, 18], size = [6, 12] }'
    assert told(tmp_path, ("scenarios", f'{{ id = "rocks", {ROCKS} }}', f"{water}, {bridge}")) == []


def test_a_pack_without_battles_is_refused(tmp_path: Path) -> None:
    """There is nothing to play in it."""
    folder = own_pack(tmp_path)
    (folder / "scenarios.toml").unlink()
    (folder / "scenarios.json").write_text("[]", encoding="utf-8")
    with pytest.raises(PackProblems, match="scenarios: there is none; at least one battle is needed"):
        GAME.pack(str(folder))


def test_a_number_that_is_none_is_named(tmp_path: Path) -> None:
    """An edge that is not a number is found before anything is measured with it."""
    (problem,) = told(tmp_path, ("scenarios", ZONE, "zones = [{ x = [0, 6], y = [0, nan] }]"))
    assert problem.endswith("zones: entry 1: y: item 2: a number is expected, not nan")


def test_only_what_is_wrong_is_told(tmp_path: Path) -> None:
    """A feature at x = 160 is one mistake, and the pack as it comes has none."""
    assert told(tmp_path / "whole") == []
    moved = ("scenarios", "at = [24, 18], size = [6, 6]", "at = [160, 18], size = [6, 6]")
    assert len(told(tmp_path / "moved", moved)) == 1


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('id = "machinegun"', 'id = "machinegun"\ncharge = 4', r"units: machinegun: charge 4; machineguns never charge"),
        ("move = 3", "move = inf", r"units.*murk_spear.*: move: a number is expected, not inf"),
        ('traits = ["spear"]', 'traits = ["square"]', r"units: murk_spear: only earthan infantry of 4 stands forms square"),
        ("size = 0.5", "size = 0.0001", r"units.*: size: a number from 0.25 to 1.5 is expected, not 0.0001"),
        ('label = "Spear Band"', 'label = ""', r"units: murk_spear: label: it must not be blank"),
        ("limbered = 5", "limbered = 0", r"units: artillery: limbered 0; a limbered gun moves, so it must be more than 0"),
        ("attack = 2\nrange = 3", "range = 3\nsecond = 3", r"units: murk_spear: second 3 without attack"),
    ],
)  # fmt: skip
def test_a_unit_that_would_break_is_named(tmp_path: Path, old: str, new: str, line: str) -> None:
    """MD 5, MD 6, R-MD-11, R-MD-25 What no unit can be."""
    problems = told(tmp_path, ("units", old, new))
    assert any(re.search(line, problem) for problem in problems), problems


def test_a_glyph_is_printed(tmp_path: Path) -> None:
    """A line break or a tab would tear the picture of the table apart."""
    assert told(tmp_path, ("terrain", 'glyph = "^"', 'glyph = "\\n"'))


def test_a_flyer_of_the_murks_is_refused(tmp_path: Path) -> None:
    """MD 10.1 Flyers are of roujeens or earthans only, and come while the battle lasts."""
    change = ("scenarios", 'type = "flyer_mg", enters = 2', 'type = "flyer_mg", enters = 99, race = "murk"')
    problems = "\n".join(told(tmp_path, change))
    assert "scenarios: s4: side roujeens: flyer_mg enters in turn 99; allowed: 1 to 14" in problems
    assert "scenarios: s4: side roujeens: flyer_mg is of the race murk; allowed: roujeen, earthan" in problems


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """Whoever types a pack in sees every mistake of every file in one go."""
    problems = "\n".join(
        told(
            tmp_path,
            ("scenarios", ZONE, "zones = [{ x = [60, 66], y = [0, 36] }]"),
            ("scenarios", "at = [24, 18], size = [6, 6]", "at = [160, 18], size = [6, 6]"),
            ("scenarios", 'initiative = "murks"', 'initiative = "murk"'),
            ("units", "move = 3", "move = 300"),
            ("cards", 'effect = "drums"', 'effect = "drum"'),
            ("terrain", 'glyph = "^"', 'glyph = "^^"'),
        )
    )
    for mistake in (
        "zone 1",
        "feature rocks",
        "initiative",
        "move 300",
        '"drum": did you mean drums?',
        "glyph",
    ):
        assert mistake in problems
    assert len(problems.splitlines()) == 6


# Set-up that leaves no room


def narrow(seed: int) -> Run[Battle]:
    """Three companies in a zone that has room for them only if they are set up with care."""
    field = Field([("murk_sword", 0, 0, 0)] * 3)
    armies = field.box.field.side
    zone = (Zone(x=(0, 6.5), y=(0, 5)),)
    side = (msgspec.structs.replace(armies[0], zones=zone), armies[1])
    battle = msgspec.structs.replace(field.box.field, side=side)
    name = f"narrow-{seed}"
    made = msgspec.structs.replace(field.box, field=battle)
    printed_box._made[name, "field"] = made
    s = begin(name, "field", made)
    s.phase = DEPLOYING
    return Run(GAME, s, RandomSource(random.Random(seed)))


def test_who_blocks_his_own_zone_is_set_up_in_good_order() -> None:
    """MD 2 A player who leaves no room for his last unit does not end the game with an error: all are set up anew."""
    for seed in range(40):
        rng, run = random.Random(seed), narrow(seed)
        while run.state.phase < INITIATIVE:
            run.play(rng.choice([value for value in run.values if value != AUTO]))
        assert len(run.state.live[0]) == 3


def test_who_blocks_his_own_zone_may_leave_the_rest_to_good_order() -> None:
    """MD 2 After careless set-up the rest may find no room in good order either: then all are set up anew."""
    anew = 0
    for seed in range(40):
        rng, run = random.Random(seed), narrow(seed)
        while run.state.phase < INITIATIVE:
            has_begun = bool(run.state.live[0])
            anew += has_begun and AUTO in run.values
            run.play(
                AUTO if has_begun and AUTO in run.values else rng.choice([v for v in run.values if v != AUTO])
            )
        assert len(run.state.live[0]) == 3
    assert anew


@pytest.mark.parametrize(("edge", "facing"), [("south", 90), ("north", 270), ("west", 0), ("east", 180)])
def test_a_zone_just_long_enough_holds_those_who_enter(tmp_path: Path, edge: str, facing: int) -> None:
    """C-12 Four columns of 1.5 inches behind 6 inches of any edge: whoever is set up leaves room for the others."""
    along, across = ("y", "x") if edge in ("west", "east") else ("x", "y")
    zone = f'zones = [{{ {along} = [10, 16], {across} = [0, 0] }}]\nenters = "{edge}"'
    folder = own_pack(tmp_path, ("scenarios", f"{ZONE}\nfacing = 0", f"{zone}\nfacing = {facing}"))
    options = decode_options(GAME, {"pack": str(folder), "scenario": "own"})
    for seed in range(6):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        while run.state.phase < INITIATIVE:
            run.play(rng.choice(run.values))
        assert len(run.state.live[0]) == 4
