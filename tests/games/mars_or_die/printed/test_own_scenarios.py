"""MD 2, R-MD-32 Packs and scenarios of one's own."""

from __future__ import annotations

import random
import re
from pathlib import Path
from shutil import copytree

import pytest

import sandtable
from sandtable.engine import NotFound, PackProblems, RandomSource, Run, decode_options, playout
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.state import (
    Battle,
)


def own_pack(folder: Path, change: tuple[str, str]) -> Path:
    source = Path(str(GAME.pack_folder)) / "default"
    target = folder / "mine"
    copytree(source, target)
    name, text = change
    old, _, new = text.partition(" -> ")
    path = target / name
    content = path.read_text(encoding="utf-8")
    assert old in content
    path.write_text(content.replace(old, new, 1), encoding="utf-8")
    return target


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("scenarios.toml", 'kind = "rocks" -> kind = "rock"', 'kind "rock": did you mean rocks?'),
        (
            "scenarios.toml",
            'type = "murk_spear" -> type = "murk_speer"',
            '"murk_speer": did you mean murk_spear?',
        ),
        ("scenarios.toml", "turns = 12 -> turn = 12", '"turn": did you mean turns? Allowed: id,'),
        (
            "scenarios.toml",
            'feature = "hill" -> feature = "hills"',
            'feature "hills": did you mean hill?',
        ),
        (
            "scenarios.toml",
            'initiative = "murks" -> initiative = "murk"',
            'initiative: "murk": did you mean murks? Allowed: legion, murks',
        ),
        ("scenarios.toml", "under = 40 -> within = 40", "a win by break needs `under`"),
        ("cards.toml", 'effect = "drums" -> effect = "drum"', 'effect "drum": did you mean drums?'),
        ("terrain.toml", 'glyph = "^" -> glyph = "^^"', "glyph must be one symbol"),
        ("units.toml", "stands = 1 -> stands = 2", "only infantry and cavalry have several stands"),
        (
            "scenarios.toml",
            'colour = "blue", count = 3 -> colour = "green", count = 9',
            "12 green cards are dealt",
        ),
    ],
)
def test_a_mistake_in_a_pack_is_named(tmp_path: Path, name: str, change: str, told: str) -> None:
    """R-MD-32 A pack that does not fit is refused, with the mistake named."""
    folder = own_pack(tmp_path, (name, change))
    with pytest.raises(PackProblems) as error:
        GAME.pack(str(folder))
    assert told in str(error.value)


def test_a_scenario_of_ones_own(tmp_path: Path) -> None:
    """MD 2 Any scenario can be played: `scenario=own` and its id, or the first one of the pack."""
    folder = own_pack(tmp_path, ("scenarios.toml", 'id = "s6" -> id = "brawl"'))
    first = sandtable.new(GAME, seed=1, scenario="own", options={"pack": str(folder)})
    assert first.run.state.scenario == "brawl"
    named = sandtable.new(GAME, seed=1, scenario="own", options={"pack": str(folder), "own": "s4"})
    assert [seat.id for seat in named.seats] == ["roujeens", "kanaltruppen"]
    with pytest.raises(NotFound, match="brawl"):
        sandtable.new(GAME, seed=1, scenario="own", options={"pack": str(folder), "own": "s9"})


def test_the_battle_of_the_documentation(tmp_path: Path) -> None:
    """MD 2 The battle that the documentation shows fits the format, and plays to its end."""
    page = Path(__file__).parents[4] / "docs" / "tinker" / "mars-or-die-scenarios.md"
    (battle,) = re.findall(r"^```toml\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    folder = own_pack(tmp_path, ("pack.toml", 'name = "default" -> name = "mine"'))
    (folder / "scenarios.toml").write_text(battle, encoding="utf-8")
    options = decode_options(GAME, {"scenario": "own", "pack": str(folder), "own": "ford"})
    rng = random.Random(2)
    run: Run[Battle] = Run(GAME, GAME.begin(options), RandomSource(rng))
    playout(run, rng, policy=GAME.policy)
    assert run.outcome is not None
