"""What the page makes of a fight: who faces whom on the stage, what is told when, and who fell where."""

from __future__ import annotations

import json
import shutil
import subprocess
from math import hypot
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.engine import decode_options
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules.geometry.formation import LINE, SQUARE, Pose, closed_up, formed
from sandtable.games.mars_or_die.state import IN_PLAY, Battle

PAGE = Path(__file__).parents[4] / "web"
RUN = """
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
const [module, file, given, code] = process.argv.slice(1);
await build({ input: module, output: { file, format: "esm" }, logLevel: "warn" });
const page = await import(pathToFileURL(file).href);
const run = new Function("page", "given", `return ${code}`);
console.log(JSON.stringify(run(page, JSON.parse(await readFile(given, "utf8")))));
"""


def ran(folder: Path, module: str, given: dict[str, Any], code: str) -> Any:
    """What an expression about a module of the client gives."""
    node = shutil.which("node")
    if node is None or not (PAGE / "node_modules" / "rolldown").is_dir():
        pytest.skip("the client's packages are not installed")
    file = folder / "given.json"
    file.write_bytes(msgspec.json.encode(given))
    done = subprocess.run(
        [
            node,
            "--input-type=module",
            "-e",
            RUN,
            f"src/{module}",
            str(folder / "module.mjs"),
            str(file),
            code,
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=PAGE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def line(
    *things: tuple[str, str], opens: bool = False, faces: tuple[int, ...] = (), sums: str = ""
) -> dict[str, Any]:
    named = [{"kind": kind, "id": id} for kind, id in things]
    return {
        "kind": "roll" if faces else "note",
        "opens": opens,
        "faces": faces,
        "things": named,
        "sums": [sums, sums] if sums else None,
        "by": ["ember"] if faces else [],
    }


def test_the_stage_names_the_target_of_the_shot_whose_dice_it_shows(tmp_path: Path) -> None:
    """Of two targets, the one aimed at before the throw; the line after it tells of the next shot already."""
    options: Any = decode_options(GAME, {"scenario": "s3"})
    board, s = GAME.board(options), GAME.begin(options)
    shooter, guard, wagon = (
        next(unit for unit in board.units if unit.label == label)
        for label in ("Raider Bows (b)", "4th Water Guard (D)", "2nd Water Wagon (F)")
    )

    lines = [
        line(("unit", shooter.id), ("unit", guard.id), ("unit", wagon.id), opens=True),
        line(("unit", shooter.id), ("stand", wagon.stands[0])),
        line(faces=(6, 5)),
        line(("unit", wagon.id)),
        line(("unit", shooter.id), ("stand", guard.stands[1])),
    ]
    given = {"board": board, "view": GAME.view(s, None), "lines": lines}
    code = "page.stage(given.lines, given.board, given.view).sides.map((side) => side.title)"
    assert ran(tmp_path, "games/mars-or-die/fights.ts", given, code) == [
        "Raider Bows (b)",
        "2nd Water Wagon (F)",
    ]


def test_the_stage_names_a_target_that_the_volley_did_not_begin_with(tmp_path: Path) -> None:
    """R-MD-18: the rest of a unit fires at somebody else once its target is out of sight."""
    board, s, u, v = battle()
    other = next(n for n, unit in enumerate(board.units) if unit.side == 1 and n != v)
    lines = [
        line(("unit", board.units[u].id), ("unit", board.units[v].id), opens=True),
        line(("unit", board.units[u].id), ("stand", board.units[other].stands[0])),
        line(faces=(6, 5)),
    ]
    given = {"board": board, "view": GAME.view(s, None), "lines": lines}
    code = "page.stage(given.lines, given.board, given.view).sides.map((side) => side.title)"
    titles = [board.units[u].label, board.units[other].label]
    assert ran(tmp_path, "games/mars-or-die/fights.ts", given, code) == titles


def battle() -> tuple[Any, Battle, int, int]:
    """The learning game with everybody in place, and two enemies in it."""
    options: Any = decode_options(GAME, {"scenario": "s6"})
    board, s = GAME.board(options), GAME.begin(options)
    u, v = (next(n for n, unit in enumerate(board.units) if unit.side == side) for side in (0, 1))
    for one, x in ((u, 10_000), (v, 16_000)):
        s.poses[one] = Pose(x, 18_000, 0 if one == u else 180, LINE, 4, 0b1111, 1500)
        s.fates[one] = IN_PLAY
        s.live[0 if one == u else 1].append(one)
    return board, s, u, v


def test_a_shot_is_announced_in_its_own_act(tmp_path: Path) -> None:
    """Each throw has the line that leads to it and the one that tells what came of it."""
    lines = [
        line(("unit", "a"), ("unit", "b"), opens=True),
        line(("unit", "a"), sums="fires"),
        line(faces=(4,)),
        line(("unit", "b"), sums="misses"),
        line(("unit", "a"), sums="fires"),
        line(faces=(6,)),
        line(("unit", "b"), sums="falls"),
        line(("unit", "b")),
    ]
    acts = "page.actsOf(given.lines).map((act) => act.length)"
    assert ran(tmp_path, "table/story.ts", {"lines": lines}, acts) == [4, 4]


def test_a_stand_falls_in_the_act_that_tells_it(tmp_path: Path) -> None:
    """A player's own shots have changed the table before they are told: the first of them missed."""
    board, s, u, v = battle()
    before = GAME.view(s, None)
    s.poses[v] = replace(s.poses[v], mask=0b1110)
    stand = ("stand", board.units[v].stands[0])
    shot = [line(("unit", board.units[u].id), stand), line(faces=(4,)), line(stand)]
    given = {"board": board, "before": before, "after": GAME.view(s, None), "act": shot, "lines": []}
    for rest, count in ((shot, 0), ([], 1)):
        code = "(({tracers, fallen}) => [tracers.length, fallen])(page.toldIn(given.board, given))"
        shots, fallen = ran(tmp_path, "games/mars-or-die/fights.ts", {**given, "rest": rest}, code)
        assert shots == 1
        assert fallen == [[16_000, 18_000 - 2250]] * count


def test_nobody_falls_when_a_unit_closes_up(tmp_path: Path) -> None:
    """R-MD-1: its places are counted anew, and a square has four of them also with three stands."""
    board, s, u, _ = battle()
    s.poses[u] = gap = replace(s.poses[u], mask=0b1011)
    before = GAME.view(s, None)
    code = "page.fallenBetween(given.board, given.before, given.after).length"
    for pose, count in (
        (closed_up(gap), 0),
        (formed(gap, SQUARE), 0),
        (replace(closed_up(gap), mask=0b011), 1),
        (replace(gap, mask=0b1010), 1),
    ):
        s.poses[u] = pose
        given = {"board": board, "before": before, "after": GAME.view(s, None)}
        assert ran(tmp_path, "games/mars-or-die/fallen.ts", given, code) == count


def test_a_charge_reaches_as_far_as_the_front_of_the_unit_gets(tmp_path: Path) -> None:
    """A column's front is far ahead of its middle: what it can charge lies within the line that is drawn."""
    code = """(page.sweep(0, 0, 10, 0.75, 0, 45).match(/-?[0-9.]+/g).map(Number))"""
    numbers = ran(tmp_path, "games/mars-or-die/draw.ts", {}, code)
    far = [hypot(*point) for point in zip(numbers[::2], numbers[1::2], strict=True)]
    assert max(far) == pytest.approx(hypot(10, 0.75), abs=0.15)
    ahead = [x for x, y in zip(numbers[::2], numbers[1::2], strict=True) if abs(y) < 0.6 and x > 0]
    assert max(ahead) == pytest.approx(10, abs=0.15)
