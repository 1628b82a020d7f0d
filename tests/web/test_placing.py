"""Where the story's panel stands: over the top of the board or over its foot."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
#: A board 700 high with a sector at its top and a card at its foot, both told about; the question is about the card.
RUN = """
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
const [file] = process.argv.slice(1);
await build({ input: "src/table/stage.ts", output: { file, format: "esm" }, logLevel: "warn" });
const { isTopFree } = await import(pathToFileURL(file).href);
const boxes = { ".board": [0, 700], sector: [40, 110], card: [600, 690] };
globalThis.CSS = { escape: (it) => it };
globalThis.document = {
  querySelector(wanted) {
    const name = Object.keys(boxes).find((it) => wanted === it || wanted.includes(`"${it}`));
    if (!name) return null;
    const [top, bottom] = boxes[name];
    return { getBoundingClientRect: () => ({ top, bottom, height: bottom - top }) };
  },
};
const [sector, card] = ["sector", "card"].map((kind) => ({ kind, id: "one" }));
console.log(isTopFree([sector, card], [card], [], 100), isTopFree([sector, card], [sector], [], 100), isTopFree([card], [], [], 100));
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
    assert done.stdout.split() == ["true", "false", "true"], done.stdout + done.stderr
