"""Frames as the page reads them: what the server leaves out of a log line is filled in where they arrive."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from sandtable.engine import LogLine

from .test_placing import run

#: A line with nothing but what every line has, one with a throw, and one that an older version stored with all its fields.
LINES = (
    LogLine(1, 1, "note", "The sun rises."),
    LogLine(2, 1, "roll", "Volley", faces=(6, 2), hits=(True, False), mover="red", counts="hit"),
    LogLine(3, 1, "answer", "Move", seat="red", key="move", rule="4.1"),
)
FILL = """
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
const [file, lines] = process.argv.slice(1);
await build({ input: "src/lib/frames.ts", output: { file, format: "esm" }, logLevel: "warn" });
const { filled } = await import(pathToFileURL(file).href);
const state = filled({ t: "state", n: 7, log: { keep: 4, lines: JSON.parse(lines) } });
const preview = filled({ t: "preview", key: "move", lines: JSON.parse(lines) });
const pong = filled({ t: "pong", id: 3 });
console.log(JSON.stringify({ state, preview, pong }));
"""


def test_what_a_line_lacks_is_filled_in_when_its_frame_arrives(tmp_path: Path) -> None:
    """So that no part of the page has to ask whether a field is there. Lines that have every field stay as they are."""
    whole = [{name: getattr(line, name) for name in LogLine.__struct_fields__} for line in LINES]
    sent = [msgspec.Raw(msgspec.json.encode(line)) for line in (*LINES[:2], whole[2])]
    told = json.loads(run(FILL, tmp_path / "frames.mjs", msgspec.json.encode(sent).decode()))
    wanted = json.loads(json.dumps(whole))
    assert told["state"] == {"t": "state", "n": 7, "log": {"keep": 4, "lines": wanted}}
    assert told["preview"] == {"t": "preview", "key": "move", "lines": wanted}
    assert told["pong"] == {"t": "pong", "id": 3}
