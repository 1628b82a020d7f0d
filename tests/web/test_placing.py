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
const spot = (told, asked, width) => { const { isTop, side } = spotOf(told, asked, [], width, 100); return `${isTop ? "top" : "foot"}-${side}`; };
// As wide as the board, as on a phone.
console.log(spot([sector, card], [card], 976), spot([sector, card], [sector], 976), spot([card], [], 976));
console.log(spot([], [], 300), spot([card], [], 300), spot([sector, card], [unit], 300), spot([sector, card, unit], [], 300));
"""


def test_the_story_does_not_cover_what_the_question_is_about(tmp_path: Path) -> None:
    """Never over what is decided about, such as an Encounter card below a map whose top row is told about."""
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules/rolldown").exists():
        pytest.skip("the client's tools are not installed")
    done = subprocess.run(
        [node, "--input-type=module", "-e", RUN, str(tmp_path / "stage.mjs")],
        capture_output=True,
        text=True,
        check=False,
        cwd=WEB,
    )
    assert done.stdout.split() == [
        *("top-middle", "foot-middle", "top-middle"),
        *("foot-middle", "top-middle", "foot-left", "foot-left"),
    ], done.stdout + done.stderr
