"""What is examined: the packages of the games, how their games are played, and the tests that belong to them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
#: The test that sees words: it compares what the games ask, offer and tell with what is written down.
PLAYTHROUGHS = ROOT / "tests/test_playthroughs.py"


class Subject(NamedTuple):
    """A package with refusals, the games played for it, and its tests."""

    name: str
    package: str
    folder: Path
    #: The games as `benchmarks.trace` names them: red-dust+2 has two non-players.
    games: tuple[str, ...]
    tests: Path

    @property
    def keys(self) -> list[str]:
        """The keys of its games."""
        return list(dict.fromkeys(game.partition("+")[0] for game in self.games))


def _built_in(name: str, *games: str) -> Subject:
    folder = ROOT / "src/sandtable/games" / name
    return Subject(name, f"sandtable.games.{name}", folder, games, ROOT / "tests/games" / name)


#: The two games of Free Mars share rules, so that each of them may notice what is dropped there.
SUBJECTS = {
    it.name: it
    for it in (
        _built_in("red_dust", "red-dust", "red-dust+1", "red-dust+2", "red-dust+3", "red-dust+4"),
        _built_in("free_mars", "surface-combat", "space-combat"),
        _built_in("mars_or_die", "mars-or-die"),
        _built_in("rogue_trooper", "rogue-trooper"),
    )
}
