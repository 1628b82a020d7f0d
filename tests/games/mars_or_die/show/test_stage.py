"""Who faces whom on the page's stage, from the log of a fight."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine import decode_options
from sandtable.games.mars_or_die import GAME

PAGE = Path(__file__).parents[4] / "web"
RUN = """
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
const [file, given] = process.argv.slice(1);
await build({ input: "src/games/mars-or-die/fights.ts", output: { file, format: "esm" }, logLevel: "warn" });
const { stage } = await import(pathToFileURL(file).href);
const { board, view, lines } = JSON.parse(await readFile(given, "utf8"));
console.log(stage(lines, board, view).sides.map((side) => side.title).join(" | "));
"""


def test_the_stage_names_the_target_of_the_shot_whose_dice_it_shows(tmp_path: Path) -> None:
    """Of two targets, the one aimed at before the throw; the line after it tells of the next shot already."""
    node = shutil.which("node")
    if node is None or not (PAGE / "node_modules" / "rolldown").is_dir():
        pytest.skip("the client's packages are not installed")
    options: Any = decode_options(GAME, {"scenario": "s3"})
    board, s = GAME.board(options), GAME.begin(options)
    shooter, guard, wagon = (
        next(unit for unit in board.units if unit.label == label)
        for label in ("Raider Bows (b)", "4th Water Guard (D)", "2nd Water Wagon (F)")
    )

    def line(*things: tuple[str, str], opens: bool = False, faces: tuple[int, ...] = ()) -> dict[str, Any]:
        named = [{"kind": kind, "id": id} for kind, id in things]
        return {"kind": "roll" if faces else "note", "opens": opens, "faces": faces, "things": named}

    lines = [
        line(("unit", shooter.id), ("unit", guard.id), ("unit", wagon.id), opens=True),
        line(("unit", shooter.id), ("stand", wagon.stands[0])),
        line(faces=(6, 5)),
        line(("unit", wagon.id)),
        line(("unit", shooter.id), ("stand", guard.stands[1])),
    ]
    given = tmp_path / "given.json"
    given.write_bytes(msgspec.json.encode({"board": board, "view": GAME.view(s, None), "lines": lines}))
    done = subprocess.run(
        [node, "--input-type=module", "-e", RUN, str(tmp_path / "stage.mjs"), str(given)],
        capture_output=True,
        text=True,
        check=False,
        cwd=PAGE,
    )
    assert done.stdout.strip() == "Raider Bows (b) | 2nd Water Wagon (F)", done.stdout + done.stderr
