"""Packs of Space Combat: the default set is sound, mistakes are named, and another box can be played."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from sandtable.engine import PackProblems, RandomSource, Run, decode_options, playout, read_pack
from sandtable.games.free_mars.space.box import FILES
from sandtable.games.free_mars.space.check import problems
from sandtable.games.free_mars.space.game import GAME

from ..kit import changed

DEFAULT = Path(str(GAME.pack_folder)) / "default"


def test_the_default_set_is_sound() -> None:
    """1.0 `sandtable check` has nothing to say about the set that comes with the game."""
    assert problems(read_pack(DEFAULT, GAME.key, FILES)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("map", '["lp", "h1"], ', "", "launch is lp, but no Track leads there"),
        ("map", 'launch = "lp"', 'launch = "port"', "launch is port, but no Track leads there"),
        ("map", '["h2", "h3", "h4", "h5", "h6", "h1"]', '["h2", "h3", "h4"]', "six lines of six Points"),
        ("map", '["h2", "h3", "h4", "h5"', '["h2", "h3", "h4", "x5"', "names x5, which is no Point"),
        ("map", 'ring = ["l1",', 'ring = ["l1", "m1",', "the Point m1 is in two places"),
        ("map", '["h3", "m3"]', '["h3"]', "a Track joins at least two Points"),
        ("ships", "energy = 3, bombardment", "bombardment", "red_lance: an effective ship without Energy"),
        ("opfor", "count = 2", "count = 0", "every unit needs a count of 1 or more"),
        ("actions", 'id = "assault"', 'id = "attack"', "the line 'assault' is missing"),
        ("actions", 'icon = "troopers"', 'icon = "marines"', "there is no icon 'marines'"),
        ("actions", "burnout = [1]", "burnout = [5]", "cannot be both Positive and Burnout"),
        ("ops", 'including = ["cyborg"]', 'including = ["borg"]', "there is no OPFOR counter 'borg'"),
        ("ops", 'icon = "cyber"', 'icon = "nano"', "there is no icon 'nano'"),
        ("ops", 'kind = "ship"', 'kind = "pilot"', "kind is 'pilot'"),
        ("ops", '{ do = "repair", n = 1 }', '{ do = "taz" }', "Space Combat has no effect 'taz'"),
        ("ops", 'kind = "pod", n = 1', 'units = ["p10a"]', "there is no ship or side of a Pod 'p10a'"),
        ("missions", 'orbit = "close"', 'orbit = "far"', "there is no Orbital 'far'"),
        ("missions", "final = true", "", "exactly one Mission is final"),
        ("missions", "bombard = true\nassault", "assault", "an Assault needs a Bombardment"),
        ("missions", "build = true", "", "anchor_point: it asks for nothing"),
        ("missions", "clear = 4", "clear = 9", "clear is 9, more than there are markers"),
        ("missions", "net = 3", "net = 7", "net is 7, above the NET track"),
        ("missions", "returns = true", 'returns = true\ncarrying = "gold"', "there is no counter 'gold'"),
        ("scenario", "ops = 8", "ops = 13", "ops is 13, but there are 12"),
        ("scenario", "intercepts = 6", "intercepts = 7", "intercepts is 7"),
        ("scenario", "net_start = 1", "net_start = 9", "net_start is 9"),
        ("scenario", "assembly_points = 12", "assembly_points = 1", "which buys no ship"),
        ("scenario", "grant_without_ships = 8", "grant_without_ships = 1", "grant_without_ships is 1"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """A pack that cannot work is refused with a line that says where and why."""
    pack = read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, FILES)
    assert any(told in problem for problem in problems(pack)), problems(pack)


def test_an_unreachable_point_is_named(tmp_path: Path) -> None:
    """3.0 A ring that no Track leads to is a mistake of the map."""
    tracks = '["m1", "l1"], ["m2", "l2"], ["m3", "l3"], ["m4", "l4"], ["m5", "l5"],\n    ["m6", "l6"], '
    pack = read_pack(changed(DEFAULT, tmp_path, "map", tracks, ""), GAME.key, FILES)
    assert "map: no way leads from the Launch Point to l1" in problems(pack)


def test_unknown_keys_are_refused(tmp_path: Path) -> None:
    """A misspelt field is told with its file and entry."""
    folder = changed(DEFAULT, tmp_path, "ships", "cost = 3", "price = 3")
    with pytest.raises(PackProblems, match=r"ships.toml: entry 1 \(red_lance\): .*price"):
        read_pack(folder, GAME.key, FILES)


def test_another_box_can_be_played(tmp_path: Path) -> None:
    """8.3 A set with other numbers and a card that gives a choice is played to its end without a line of Python."""
    card = (
        '{ do = "may", prompt = "Board the wreck?", effects = [{ do = "reinforce", units = ["clay_hand"] }] }'
    )
    folder = changed(DEFAULT, tmp_path, "ops", 'effects = [{ do = "net_run" }]', f"effects = [{card}]")
    options = decode_options(GAME, {"pack": str(folder)})
    topics: set[str] = set()
    for seed in range(30):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        while run.ask is not None:
            topics.add(run.ask.topic)
            run.play(GAME.policy(run, rng))
        assert run.outcome is not None
    assert "may" in topics


def test_random_play_with_a_small_map(tmp_path: Path) -> None:
    """3.0 A map of another shape, with a Point on a Track, is enough for the rules."""
    folder = tmp_path / "box"
    shutil.copytree(DEFAULT, folder)
    (folder / "map.toml").write_text(
        """
planet = "Pallas"
launch = "gate"
close_orbit = "dive"
tracks = [["gate", "way", "a1"], ["a3", "dive"], ["a5", "dive"], ["gate", "a2"]]
random = [
    ["a1", "a2", "a3", "a5", "dive", "gate"], ["a1", "a2", "a3", "a5", "dive", "gate"],
    ["a1", "a2", "a3", "a5", "dive", "gate"], ["a1", "a2", "a3", "a5", "dive", "gate"],
    ["a1", "a2", "a3", "a5", "dive", "gate"], ["a1", "a2", "a3", "a5", "dive", "gate"],
]

[[orbitals]]
id = "low"
label = "Low Orbit"
ring = ["a1", "a2", "a3", "a4", "a5", "a6"]

[[orbitals]]
id = "close"
label = "Close Orbit"
ring = ["dive"]
""",
        encoding="utf-8",
    )
    numbers = (folder / "scenario.toml").read_text(encoding="utf-8")
    (folder / "scenario.toml").write_text(
        numbers.replace("intercepts = 6", "intercepts = 4"), encoding="utf-8"
    )
    options = decode_options(GAME, {"pack": str(folder)})
    for seed in range(20):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        assert GAME.picture(GAME.view(run.state, 0), GAME.seats(options))
        playout(run, rng)
        assert run.outcome is not None
