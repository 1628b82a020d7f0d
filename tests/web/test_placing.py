"""Where the story's panel stands: over the top of the board or over its foot, in the middle or at a side."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
#: A board 1000 wide and 700 high with a sector at its top, a card at its foot, and a unit beside each of them in the middle.
RUN = """
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
const [file] = process.argv.slice(1);
await build({ input: "src/table/stage.ts", output: { file, format: "esm" }, logLevel: "warn" });
const { spotOf } = await import(pathToFileURL(file).href);
const boxes = { ".board": [0, 700, 0, 1000], sector: [40, 110, 450, 550], card: [600, 690, 450, 550], unit: [40, 690, 350, 450] };
globalThis.CSS = { escape: (it) => it };
globalThis.document = {
  querySelector(wanted) {
    const name = Object.keys(boxes).find((it) => wanted === it || wanted.includes(`"${it}`));
    if (!name) return null;
    const [top, bottom, left, right] = boxes[name];
    return { querySelector: () => null, getBoundingClientRect: () => ({ top, bottom, left, right }) };
  },
};
const [sector, card, unit] = ["sector", "card", "unit"].map((kind) => ({ kind, id: "one" }));
const spot = (told, asked, width) => { const { isTop, side } = spotOf(told, asked, [], document.querySelector(".board").getBoundingClientRect(), width, 100); return `${isTop ? "top" : "foot"}-${side}`; };
// As wide as the board, as on a phone.
console.log(spot([sector, card], [card], 976), spot([sector, card], [sector], 976), spot([card], [], 976));
console.log(spot([], [], 300), spot([card], [], 300), spot([sector, card], [unit], 300), spot([sector, card, unit], [], 300));
"""


#: The last fight of a game: a chapter of one turn, and the line that ends the game, which belongs to the next.
LAST = """
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
const [file] = process.argv.slice(1);
await build({ input: "src/table/stage.ts", output: { file, format: "esm" }, logLevel: "warn" });
const { chapterOf } = await import(pathToFileURL(file).href);
const line = (n, turn, kind, opens) => ({ n, turn, kind, opens });
const fight = [line(1, 4, "note", true), line(2, 5, "note", true), line(3, 5, "roll", false), line(4, 6, "end", false)];
console.log(chapterOf(fight).map((it) => it.n).join(","), chapterOf(fight.slice(0, 3)).map((it) => it.n).join(","));
"""


def run(script: str, file: Path, *told: str) -> str:
    """What the script prints, with the client's tools; it is told where to build, and these words."""
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules/rolldown").exists():
        pytest.skip("the client's tools are not installed")
    done = subprocess.run(
        [node, "--input-type=module", "-e", script, str(file), *told],
        capture_output=True,
        text=True,
        check=False,
        cwd=WEB,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_line_that_ends_the_game_belongs_to_the_last_fight(tmp_path: Path) -> None:
    """Otherwise the fight that decides the game is staged with one side."""
    assert run(LAST, tmp_path / "stage.mjs").split() == ["2,3,4", "2,3"]


def test_the_story_does_not_cover_what_the_question_is_about(tmp_path: Path) -> None:
    """Never over what is decided about, such as an Encounter card below a map whose top row is told about."""
    told = run(RUN, tmp_path / "stage.mjs")
    assert told.split() == [
        *("top-middle", "foot-middle", "top-middle"),
        *("foot-middle", "top-middle", "foot-left", "foot-left"),
    ]
