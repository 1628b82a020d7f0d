"""Packs made at random: what the check lets pass can be played to its end, and what it refuses it refuses in words."""

from __future__ import annotations

import json
import random
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import Pack, PackProblems, RandomSource, Run, playout, read_pack
from sandtable.games.free_mars.common.state import new_cards
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.printed.box import SurfaceBox
from sandtable.games.free_mars.surface.printed.check import check_pack
from sandtable.games.free_mars.surface.printed.files import PACK_FILES
from sandtable.games.free_mars.surface.state import BOX, Team

DEFAULT = Path(str(GAME.pack_folder)) / "default"
ICONS = ("cyber", "leader", "nano", "pilot", "sniper", "radar")
NUMBERS = (-30, -2, -1, 0, 0, 1, 1, 1, 2, 3, 5, 9, 15, 30)
WORDS = (
    "gain_ops", "lose_ops", "net", "points", "reshuffle", "reveal", "deploy", "challenge", "net_check", "combined",
    "choose", "first", "may", "flip", "repair", "reinforce", "net_run", "seize", "revert", "taz", "reveal_intercept",
)  # fmt: skip


def effect(rng: random.Random, depth: int = 0) -> dict[str, Any]:
    """A word with anything in it."""
    word = rng.choice(WORDS if depth < 2 else WORDS[:6])
    made: dict[str, Any] = {"do": word}

    def some() -> list[dict[str, Any]]:
        return [effect(rng, depth + 1) for _ in range(rng.choice((0, 1, 1, 2)))]

    match word:
        case "gain_ops" | "lose_ops" | "net" | "points" | "reshuffle" | "repair":
            made["n"] = rng.choice(NUMBERS)
        case "deploy":
            made |= {"plus": rng.choice(NUMBERS), "edge": rng.choice(NUMBERS), "won": some(), "lost": some()}
            made |= {"least": rng.choice((0, 1, 2)), "win_lose": rng.choice((0, 1, 9))}
            made["including"] = rng.choices(
                ("patrol", "drones", "gunship", "tank"), k=rng.choice((0, 0, 1, 2))
            )
        case "challenge":
            made |= {"icon": rng.choice(ICONS), "success": some(), "failure": some()}
        case "net_check":
            made |= {"one": some(), "two": some()}
        case "combined":
            made |= {"id": rng.choice(("act", "netrun", "pass")), "label": "Act", "success": some()}
            made |= {"icons": rng.choices(ICONS, k=rng.choice((1, 2, 2, 3))), "failure": some()}
        case "choose":
            made["ways"] = [
                {"id": f"way_{n}", "label": "Way", "effects": some()} for n in range(rng.randrange(3))
            ]
        case "first":
            made["of"] = [some() for _ in range(rng.randrange(3))]
        case "may":
            made |= {"prompt": "Well?", "effects": some()}
        case "flip":
            made |= {"kind": rng.choice(("cadre", "vehicle", "special", "gear")), "n": rng.choice((1, 2, 9))}
        case "reinforce":
            key = rng.choice(("units", "kind"))
            made[key] = (
                ["g1", "ghost", "crawler"] if key == "units" else rng.choice(("gear", "cadre", "robot"))
            )
            made["n"] = rng.choice((1, 2, 12))
    return made


def spoil(rng: random.Random, data: dict[str, Any]) -> None:
    """Change something anywhere: a card's words, an outcome, a number, a list."""
    match rng.randrange(8):
        case 0 | 1 | 2:
            rng.choice(data["ops"])["effects"] = [effect(rng) for _ in range(rng.choice((1, 1, 2)))]
        case 3:
            line = rng.choice([line for line in data["actions"] if line.get("outcomes")])
            rng.choice(line["outcomes"])["effects"] = [effect(rng)]
        case 4:
            rng.choice(data["missions"])[rng.choice(("revealed", "failed"))] = [effect(rng)]
        case 5:
            rng.choice(data["missions"])[rng.choice(("plus", "total", "edge", "win_lose"))] = rng.choice(
                NUMBERS
            )
        case 6:
            unit = rng.choice([*data["cadres"], *data["vehicles"], *data["specials"]])
            unit[rng.choice(("front", "crashed"))][rng.choice(("combat", "move"))] = rng.choice(NUMBERS)
        case 7:
            name = rng.choice(("net_start", "net_max", "ops", "points", "taz"))
            data["scenario"][name] = rng.choice(NUMBERS)


def made(folder: Path, seed: int) -> Path:
    """The default pack with a few things spoilt."""
    rng = random.Random(seed)
    data: dict[str, Any] = {}
    for path in DEFAULT.glob("*.toml"):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        is_list = len(raw) == 1 and isinstance(next(iter(raw.values())), list) and path.stem != "map"
        data[path.stem] = next(iter(raw.values())) if is_list else raw
    for _ in range(rng.choice((1, 1, 2, 3))):
        spoil(rng, data)
    pack = folder / f"pack{seed}"
    pack.mkdir()
    for name, content in data.items():
        (pack / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return pack


def try_packs(folder: Path, seeds: range, games: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Check each pack and play those that pass; returns how many passed."""
    passed = 0
    for seed in seeds:
        path = made(folder, seed)
        try:
            pack = read_pack(path, GAME.key, PACK_FILES)
        except PackProblems:
            continue
        told = check_pack(pack)
        assert all(": " in line for line in told)
        if told:
            continue
        passed += 1
        play(pack, seed, games, monkeypatch)
        shutil.rmtree(path)
    return passed


def play(pack: Pack, seed: int, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games at random and by the house player end, whatever the cards say."""
    box = SurfaceBox(pack)
    with monkeypatch.context() as patch:
        patch.setattr(Team, "box", property(lambda s: box))
        for game in range(games):
            rng = random.Random(f"{seed} {game}")
            options = SurfaceOptions(scenario="campaign" if game % 3 == 2 else "mission")
            run = Run(GAME, begun(options, box), RandomSource(rng))
            playout(run, rng, 20_000, policy=GAME.policy if game % 2 else None)
            assert run.outcome is not None, f"pack {seed}, game {game} does not end"


def begun(options: SurfaceOptions, box: SurfaceBox) -> Team:
    """The first state of a game with a box that is in no folder."""
    s = GAME.begin(options)
    s.cards, s.bin, s.opfor = new_cards(box), list(box.bin), [0] * len(box.sides)
    s.units, s.control = [BOX] * len(box.units), (0,) * len(box.installations)
    return s


def test_packs_that_pass_the_check_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighty packs with mistakes at random: an error in play would be a mistake the check should have named."""
    assert try_packs(tmp_path, range(80), 2, monkeypatch) > 10


@pytest.mark.soak
def test_many_packs_that_pass_the_check_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with three thousand packs."""
    assert try_packs(tmp_path, range(100, 3100), 6, monkeypatch) > 300
