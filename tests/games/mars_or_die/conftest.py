"""A small battle for tests that play whole games."""

from __future__ import annotations

from shutil import copyfile

import pytest

from sandtable.games.mars_or_die import GAME

#: A small battle with everything in it, for the contract suite.
SKIRMISH = """
[[scenario]]
id = "skirmish"
title = "Skirmish"
table = [24, 20]
turns = 2
features = [{ id = "rocks", kind = "rocks", at = [12, 10], size = [6, 4] }]

[[scenario.side]]
id = "legion"
label = "Legion"
zones = [{ x = [0, 24], y = [14, 20] }]
facing = 270
generals = 1
units = [{ type = "earthan_infantry" }, { type = "machinegun" }]
cards = { colour = "blue", count = 4 }

[[scenario.side]]
id = "roujeens"
label = "Roujeens"
zones = [{ x = [0, 24], y = [0, 6] }]
facing = 90
units = [{ type = "roujeen" }, { type = "flyer_mg" }]
cards = { colour = "red", count = 4 }
"""


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("skirmish")
    assert GAME.pack_folder is not None
    for name in ("units", "terrain", "cards"):
        copyfile(GAME.pack_folder / "default" / f"{name}.toml", folder / f"{name}.toml")
    (folder / "pack.toml").write_text(
        'game = "mars-or-die"\nname = "skirmish"\ntitle = "Skirmish"\n', encoding="utf-8"
    )
    (folder / "scenarios.toml").write_text(SKIRMISH, encoding="utf-8")
    return str(folder)
