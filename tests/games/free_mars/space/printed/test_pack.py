"""Packs of Space Combat: the default set is sound, mistakes are named, and another box can be played."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from sandtable.engine import PackProblems, RandomSource, Run, decode_options, playout, read_pack
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.printed.check import check_pack
from sandtable.games.free_mars.space.printed.files import PACK_FILES

from ...kit import changed

DEFAULT = Path(str(GAME.pack_folder)) / "default"


def test_the_default_set_is_sound() -> None:
    """1.0 `sandtable check` has nothing to say about the set that comes with the game."""
    assert check_pack(read_pack(DEFAULT, GAME.key, PACK_FILES)) == []


#: The outcome that turns up the Mission.
REVEAL = '    { id = "reveal", label = "Reveal the Mission", effects = [{ do = "reveal" }] },\n'


def told_of(folder: Path) -> list[str]:
    """Everything that the check of a pack says."""
    try:
        return check_pack(read_pack(folder, GAME.key, PACK_FILES))
    except PackProblems as found:
        return [str(problem) for problem in found.problems]


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("map", '["lp", "h1"], ', "", "launch is lp, but no Track leads there"),
        ("map", 'launch = "lp"', 'launch = "port"', "launch is port, but no Track leads there"),
        ("map", '["h2", "h3", "h4", "h5", "h6", "h1"]', '["h2", "h3", "h4"]', "six lines of six Points"),
        ("map", '["h2", "h3", "h4", "h5"', '["h2", "h3", "h4", "x5"', "names x5, which is no Point"),
        ("map", 'ring = ["l1",', 'ring = ["l1", "m1",', "the Point m1 is in two places"),
        ("map", '["h3", "m3"]', '["h3"]', "a Track joins at least two Points"),
        ("map", '["h3", "m3"]', "[]", "a Track joins at least two Points"),
        ("ships", "energy = 3, bombardment", "bombardment", "red_lance: an effective ship without Energy"),
        ("actions", 'id = "assault"', 'id = "attack"', "the line 'assault' is missing"),
        ("actions", 'icon = "troopers"', 'icon = "marines"', "there is no icon 'marines'"),
        ("actions", "burnout = [1]", "burnout = [5]", "cannot be both Positive and Burnout"),
        (
            "ops",
            'including = ["cyborg"]',
            'including = ["borg"]',
            "there is no OPFOR counter 'borg'; did you mean cyborg? possible: escort, attack_craft, picket",
        ),
        ("ops", 'icon = "cyber"', 'icon = "nano"', "there is no icon 'nano'"),
        ("ops", 'icon = "cyber"', 'icon = "cybr"', "there is no icon 'cybr'; did you mean cyber? possible"),
        ("ops", '"cyborg"', '"cybrog"', "there is no OPFOR counter 'cybrog'; did you mean cyborg? possible"),
        (
            "ships",
            'id = "red_lance"',
            'id = "Red: [x]"',
            "ships: Red: [x]: id: lowercase letters, digits and _",
        ),
        ("ships", 'id = "red_lance"', 'id = ""', "ships: : id: lowercase letters, digits and _ only"),
        ("ships", '"Red Lance"', '""', "ships: red_lance: label: it must not be blank"),
        ("pods", 'label = "Swarm 2"', 'label = " "', "pods: p3: a: label: it must not be blank"),
        ("ops", 'title = "Firewall"', 'title = ""', "ops: firewall: title: it must not be blank"),
        ("ops", 'id = "flip_ship"', 'id = "flip:ship"', "ops: solar_flare: flip:ship: id: lowercase letters"),
        ("map", '"h1_2"', '"h1 2"', "map: the Point 'h1 2': lowercase letters, digits and _ only"),
        ("map", 'label = "Low Orbit"', 'label = ""', "map: low: label: it must not be blank"),
        ("ops", 'kind = "ship"', 'kind = "pilot"', "kind is 'pilot'"),
        ("ops", '{ do = "repair", n = 1 }', '{ do = "taz" }', "Space Combat has no effect 'taz'"),
        (
            "ops",
            'kind = "pod", n = 1',
            'units = ["p10a"]',
            "there is no ship or side of a Pod 'p10a'; did you mean p1a? possible: red_lance",
        ),
        (
            "missions",
            'orbit = "close"',
            'orbit = "far"',
            "there is no Orbital 'far'; possible: high, middle, low, close",
        ),
        ("missions", "final = true", "", "exactly one Mission is final"),
        ("missions", "bombard = true\nassault", "assault", "an Assault in Close Orbit needs a Bombardment"),
        ("missions", "build = true", "", "anchor_point: it asks for nothing"),
        ("missions", "clear = 4", "clear = 9", "clear is 9; possible: 0 to 6"),
        ("missions", "net = 3", "net = 7", "net is 7; possible: 0 to 6"),
        (
            "missions",
            "returns = true",
            'returns = true\ncarrying = "gold"',
            "there is no Pod side or Intercept marker 'gold'; possible: p1a",
        ),
        ("scenario", "ops = 8", "ops = 13", "ops is 13; possible: 1 to 12"),
        ("scenario", "intercepts = 6", "intercepts = 7", "intercepts is 7; possible: 0 to 6"),
        ("scenario", "net_start = 1", "net_start = 9", "net_start is 9; possible: 1 to 6"),
        ("scenario", "assembly_points = 12", "assembly_points = 1", "assembly_points is 1; it buys no ship"),
        (
            "scenario",
            "grant_without_ships = 8",
            "grant_without_ships = 1",
            "grant_without_ships is 1; it buys no ship",
        ),
        ("scenario", "points_final = 18", "points_final = 1", "assembly_points_final is 1; it buys no ship"),
        ("map", 'id = "middle"', 'id = "high"', "two Orbitals have the id high"),
        ("map", '["h3", "m3"]', '["h3", "h3"]', "a Track names the Point h3 twice"),
        ("ships", 'id = "red_lance"', 'id = "p1a"', "two counters have the id p1a"),
        ("ops", 'id = "firewall"', 'id = "grand_slam"', "an Ops card and a Mission have the id grand_slam"),
        (
            "opfor",
            "front = { weapons = 1 }\n",
            "front = { weapons = 1, energy = 2 }\n",
            "swarm: a Swarm has no Energy",
        ),
        ("actions", REVEAL, "", "nothing reveals the Mission"),
        ("actions", 'label = "Weapons"', 'label = "Weapons"\npositive = []', "weapons: positive is empty"),
        ("actions", 'label = "Weapons"', 'label = "Weapons"\npositive = [5, 5]', "weapons: 5 is named twice"),
        ("actions", 'id = "point"', 'id = "done"', "no outcome can have the id 'done'"),
        (
            "actions",
            '{ do = "points", n = 1 }',
            '{ do = "net_run" }',
            "a NET Run cannot bring another NET Run",
        ),
        (
            "actions",
            '{ do = "points", n = 1 }',
            '{ do = "deploy" }',
            "only an Ops card can deploy OPFOR units",
        ),
        (
            "actions",
            'id = "bombardment"',
            'id = "bombardment"\noutcomes = [{ id = "x", label = "X", effects = [] }]',
            "bombardment: only the line net_run has outcomes",
        ),
        ("ops", 'id = "bring_over"', 'id = "nothing"', "no combined action can have the id 'nothing'"),
        (
            "ops",
            'success = [{ do = "points", n = 2 }, ',
            'success = [{ do = "deploy" }, ',
            "only an Ops card",
        ),
        (
            "ops",
            'including = ["cyborg"]',
            'including = ["cyborg", "cyborg"]',
            "cyborg is named 2 times, but there is 1",
        ),
        ("ops", 'kind = "pod", n = 1', 'units = ["p3a", "p3b"]', "p3a and p3b are sides of one Pod"),
        (
            "ops",
            'kind = "pod", n = 1',
            'units = ["fuel_intercept"]',
            "no ship or side of a Pod 'fuel_intercept'",
        ),
        ("ops", 'kind = "pod", n = 1', "n = 1", "reinforce: it names neither units nor a kind"),
        (
            "ops",
            '{ do = "net", n = -1 }',
            '{ do = "net", n = 0 }',
            "net: n is 0; possible: -20 to -1, 1 to 20",
        ),
        (
            "missions",
            "returns = true",
            'returns = true\ncarrying = "red_lance"',
            "no Pod side or Intercept marker",
        ),
        (
            "missions",
            "build = true",
            'build = true\ncarrying = "p3a"',
            "carrying is for a Mission with returns",
        ),
    ],
)
def test_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """A pack that cannot work is refused with a line that says where and why."""
    pack = read_pack(changed(DEFAULT, tmp_path, file, old, new), GAME.key, PACK_FILES)
    assert any(told in problem for problem in check_pack(pack)), check_pack(pack)


def test_an_unreachable_point_is_named(tmp_path: Path) -> None:
    """3.0 A ring that no Track leads to is a mistake of the map."""
    tracks = '["m1", "l1"], ["m2", "l2"], ["m3", "l3"], ["m4", "l4"], ["m5", "l5"],\n    ["m6", "l6"], '
    pack = read_pack(changed(DEFAULT, tmp_path, "map", tracks, ""), GAME.key, PACK_FILES)
    assert "map: no way leads from the Launch Point to l1" in check_pack(pack)


def test_unknown_keys_are_refused(tmp_path: Path) -> None:
    """A misspelt field is told with its file and entry."""
    folder = changed(DEFAULT, tmp_path, "ships", "cost = 3", "price = 3")
    with pytest.raises(PackProblems, match=r"ships.toml: entry 1 \(red_lance\): .*price"):
        read_pack(folder, GAME.key, PACK_FILES)


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
        assert GAME.text_board(GAME.view(run.state, 0), GAME.seats(options))
        playout(run, rng)
        assert run.outcome is not None


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("ships", "cost = 3", "cost = -30", r"ships.toml: entry 1 \(red_lance\).*cost"),
        ("ships", "pods = 1", "pods = -1", r"ships.toml: entry 1 \(red_lance\).*pods"),
        ("ships", "weapons = 3", "weapons = -3", r"ships.toml: entry 1 \(red_lance\).*weapons"),
        ("ships", "energy = 2 }", "energy = 99 }", r"ships.toml: entry 1 \(red_lance\).*energy"),
        ("pods", "cost = 1", "cost = -1", r"pods.toml: entry 1 \(p1\).*cost"),
        ("pods", "swarm = 1", "swarm = -1", r"pods.toml: entry 1 \(p1\).*swarm"),
        ("pods", "energy = 1", "energy = -1", r"pods.toml: entry 1 \(p1\).*energy"),
        ("intercepts", "weapons = 1", "weapons = 21", r"intercepts.toml: entry 1 \(weapons\).*weapons"),
        ("opfor", "count = 2", "count = 0", r"opfor.toml: entry 1 \(escort\).*count"),
        ("opfor", "edge = 2", "edge = 200", r"opfor.toml: entry 5 \(cyborg\).*edge"),
        (
            "opfor",
            "weapons = 3, energy = 1",
            "weapons = -3, energy = 1",
            r"opfor.toml: entry 6 \(monitor\).*weapons",
        ),
        ("missions", "opfor = 1", "opfor = 50", r"missions.toml: entry 1 \(sweep_the_rings\).*opfor"),
        ("missions", "net = 3", "net = -1", r"missions.toml: entry 1 \(sweep_the_rings\).*net"),
        ("missions", "clear = 4", "clear = -4", r"missions.toml: entry 1 \(sweep_the_rings\).*clear"),
        ("missions", "opfor = 1", "opfor = 1\nwin_lose = -1", r"missions.toml: entry 1 .*win_lose"),
        ("missions", "{ cyber = 1 }", "{ cyber = -1 }", r"missions.toml: entry 1 .*cyber"),
        (
            "missions",
            "build = true",
            'special = { label = "X", icons = ["cybr"] }',
            r"missions.toml: entry 2 .*icons",
        ),
        (
            "missions",
            "build = true",
            'special = { label = "X", icons = [] }',
            r"missions.toml: entry 2 .*icons",
        ),
        ("scenario", "net_max = 6", "net_max = 600", r"scenario.toml.*net_max"),
        ("scenario", "net_start = 1", "net_start = 0", r"scenario.toml.*net_start"),
        ("scenario", "base_cost = 3", "base_cost = -3", r"scenario.toml.*base_cost"),
        ("scenario", "repair_cost = 1", "repair_cost = -1", r"scenario.toml.*repair_cost"),
        ("scenario", "grant = 1", "grant = -1", r"scenario.toml.*grant"),
        ("map", 'ring = ["co"]', "ring = []", r"map.toml.*ring"),
    ],
)
def test_numbers_out_of_bounds_are_named(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    """Section 4: a value that no game can be played with is told with its file, entry and field."""
    found = told_of(changed(DEFAULT, tmp_path, file, old, new))
    assert any(re.search(told, problem) for problem in found), found


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """Section 4: four mistakes in three files are four lines of one check."""
    folder = changed(DEFAULT, tmp_path, "missions", 'orbit = "close"', 'orbit = "far"')
    for file, old, new in (
        ("missions", "clear = 4", "clear = 7"),
        ("ops", 'including = ["cyborg"]', 'including = ["borg"]'),
        ("scenario", "assembly_points = 12", "assembly_points = 1"),
    ):
        path = folder / f"{file}.toml"
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    found = told_of(folder)
    for told in ("Orbital 'far'", "clear is 7", "counter 'borg'", "assembly_points is 1"):
        assert sum(told in problem for problem in found) == 1, found
    assert len(found) == 4


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ([("pods", "troopers", "energy")], "grand_slam: no Pod has Troopers for the Assault"),
        (
            [
                ("ships", "bombardment", "troopers"),
                ("pods", "bombardment", "energy"),
                ("intercepts", "bombardment =", "energy ="),
            ],
            "silence_the_guns: no ship, Pod or Intercept marker has Bombardment",
        ),
        (
            [
                ("ships", "assembly", "cyber"),
                ("pods", "assembly", "energy"),
                ("intercepts", "assembly", "energy"),
            ],
            "anchor_point: no ship, Pod or Intercept marker has Assembly",
        ),
        (
            [
                ("ships", "cyber", "assembly"),
                ("pods", "cyber", "energy"),
                ("intercepts", "cyber =", "energy ="),
            ],
            "nothing reveals the Mission: no ship, Pod or Intercept marker has Cyber for a NET Run",
        ),
        (
            [
                ("actions", '{ do = "net", n = 1 }', '{ do = "net", n = -1 }'),
                ("ops", '{ do = "net", n = 1 }', '{ do = "points" }'),
                ("ops", "win_lose = 1", "win_lose = 0"),
                ("ops", "win_lose = 2", "win_lose = 0"),
            ],
            "anchor_point: net is 3, but nothing raises the NET Level",
        ),
        (
            [
                (
                    "map",
                    '["l1", "l2", "l3", "l4", "l5", "l6"]\n',
                    '["l1", "l2", "l3", "l4", "l5", "l6"]\n\n[[orbitals]]\nid = "loop"\nlabel = "Loop"\nring = ["way"]\n',
                ),
                ("map", '["lp", "h1"]', '["lp", "way", "h1"]'),
                ("missions", "net = 3\nbuild", 'net = 3\norbit = "loop"\nbuild'),
                ("missions", 'title = "Anchor Point"\norbit = "low"', 'title = "Anchor Point"'),
            ],
            "anchor_point: there is no Node in the Orbital loop to build on",
        ),
    ],
)
def test_missions_that_cannot_be_won_are_named(
    tmp_path: Path, edits: list[tuple[str, str, str]], told: str
) -> None:
    """9.3 Section 4: what a Mission asks for must be somewhere in the set."""
    folder = tmp_path / "box"
    shutil.copytree(DEFAULT, folder)
    for file, old, new in edits:
        path = folder / f"{file}.toml"
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    found = told_of(folder)
    assert any(told in problem for problem in found), found


def legal(tmp_path: Path, *edits: tuple[str, str, str]) -> Path:
    """A changed box that the check must accept."""
    folder = tmp_path / "box"
    shutil.copytree(DEFAULT, folder)
    for file, old, new in edits:
        path = folder / f"{file}.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert told_of(folder) == []
    return folder


def won_and_lost(folder: Path, mission: str, games: int = 60) -> set[bool]:
    """How games of a Mission end, with the house player and with random answers."""
    options = decode_options(GAME, {"pack": str(folder), "mission": mission})
    ends: set[bool] = set()
    for seed in range(games):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        while run.ask is not None:
            if run.ask.topic == "resolve" and not ends:
                assert GAME.text_board(GAME.view(run.state, 0), GAME.seats(options))
                assert GAME.odds(run, True) is not None
            whim = rng.random() < 0.02 * (seed % 3)
            run.play(rng.choice(run.values) if whim else GAME.policy(run, rng))
        assert run.outcome is not None
        ends.add(bool(run.outcome.winners))
        if len(ends) == 2 and seed > 8:
            break
    return ends


ANCHOR = 'title = "Anchor Point"\norbit = "low"\nopfor = 1\nnet = 3\nbuild = true'


@pytest.mark.parametrize(
    "card",
    [
        'orbit = "middle"\nopfor = 0\nnet = 2\nassault = true',
        'orbit = "low"\nopfor = 0\nnet = 2\nbombard = true\nassault = true',
        'orbit = "low"\nopfor = 0\nnet = 2\nwin_lose = 2\nspecial = { label = "Copy it", icons = ["cyber", "assembly"] }',
        'orbit = "high"\nopfor = -9\nnet = 0\nreturns = true',
        'orbit = "low"\nopfor = 0\nnet = 2\nclear = 2\nreturns = true\ncarrying = "p3b"',
    ],
)
def test_missions_of_other_boxes_are_won_and_lost(tmp_path: Path, card: str) -> None:
    """R-SP-39 9.3 What a Mission card may print passes the check, and can be won and lost by playing."""
    folder = legal(tmp_path, ("missions", ANCHOR, f'title = "Anchor Point"\n{card}'))
    assert won_and_lost(folder, "anchor_point") == {True, False}


@pytest.mark.parametrize(
    "effect",
    [
        '{ do = "flip", kind = "ship", n = 20 }',
        '{ do = "repair", n = 20 }',
        '{ do = "reinforce", kind = "pod", n = 20 }',
        '{ do = "reinforce", units = ["clay_hand", "p3a"] }',
        '{ do = "reveal" }',
        '{ do = "reveal_intercept" }',
        '{ do = "lose_ops", n = 20 }',
        '{ do = "gain_ops", n = 20 }',
        '{ do = "net", n = -20 }',
        '{ do = "net_run" }',
        '{ do = "reshuffle" }',
        '{ do = "deploy", plus = -20, least = 0, edge = 20, win_lose = 2, lost = [{ do = "deploy" }] }',
        '{ do = "deploy", plus = 20, including = ["cyborg"], won = [{ do = "net_run" }, { do = "deploy", plus = 1 }] }',
        '{ do = "choose", ways = [{ id = "a", label = "A", effects = [{ do = "repair" }] }] }',
        '{ do = "may", prompt = "Really?", effects = [{ do = "lose_ops", n = 3 }] }',
    ],
)
def test_a_bare_effect_does_what_it_can(tmp_path: Path, effect: str) -> None:
    """13.2 Section 4: an effect that cannot be carried out, or only in part, never ends a game with an error."""
    folder = legal(
        tmp_path,
        ("ops", 'effects = [{ do = "net_run" }]', f"effects = [{effect}]"),
        (
            "ops",
            '{ do = "deploy", win_lose = 1 }',
            f'{{ do = "deploy", lost = [{effect}], won = [{effect}] }}',
        ),
        ("ops", "success = [{", f"success = [{effect}, {{"),
    )
    for seed in range(12):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(decode_options(GAME, {"pack": str(folder)})), RandomSource(rng))
        while run.ask is not None:
            run.play(rng.choice(run.values) if seed % 2 else GAME.policy(run, rng))
        assert run.outcome is not None


def test_two_mistakes_of_one_card_are_both_told(tmp_path: Path) -> None:
    """Section 4: a counter that is not there does not hide an icon that is not there."""
    card = '{ do = "deploy", including = ["borg", "drone"] }, { do = "challenge", icon = "nano" }'
    found = told_of(changed(DEFAULT, tmp_path, "ops", '{ do = "net_run" }', card))
    assert [word for word in ("borg", "drone", "nano") if any(repr(word) in why for why in found)] == [
        "borg",
        "drone",
        "nano",
    ]


def test_ships_and_pods_may_be_free(tmp_path: Path) -> None:
    """7.6 A cost of 0 is legal, and the house player can deal with it."""
    folder = legal(tmp_path, ("ships", "cost = 3", "cost = 0"), ("pods", "cost = 1", "cost = 0"))
    assert won_and_lost(folder, "anchor_point", games=1)


def test_a_track_may_lead_through_points_off_the_orbitals(tmp_path: Path) -> None:
    """3.0 Two Tracks that meet away from every Orbital are a legal map, and are drawn."""
    folder = legal(tmp_path, ("map", '["lp", "h1"]', '["lp", "far"], ["far", "near"], ["near", "h1"]'))
    options = decode_options(GAME, {"pack": str(folder)})
    s = GAME.begin(options)
    assert len(set(s.box.orbits.places)) == len(s.box.orbits.ids)


def test_points_beyond_the_outermost_ring_are_drawn(tmp_path: Path) -> None:
    """3.0 A spur below the map has its Points at the edge of the picture, not outside it."""
    folder = legal(tmp_path, ("map", '["lp", "h1"]', '["lp", "h1"], ["h4", "deep"], ["deep", "deeper"]'))
    options = decode_options(GAME, {"pack": str(folder)})
    picture = GAME.text_board(GAME.view(GAME.begin(options), 0), GAME.seats(options))
    assert "DEEPER" in picture
