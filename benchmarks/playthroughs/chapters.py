"""Chapters as they are stored: where each begins, what is answered, and what is thrown."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.games import find_game

FOLDER = Path(__file__).parents[2] / "tests/fixtures/playthroughs"
#: The non-players of a game that can have some: each Faction is played by one somewhere.
NONPLAYERS = {"red-dust": (["corporations", "reclaimers"], ["marsgov", "red_dust"])}
#: The numbers of players for which a game is told.
PLAYERS = {"rogue-trooper": (2, 4)}


class Chapter(msgspec.Struct):
    """Some answers in a row, from a position between two turns."""

    title: str
    #: The state it begins with; None for the beginning of the game.
    position: dict[str, Any] | None
    answers: list[str]
    #: What is thrown, drawn and shuffled, in order: the topic and what came.
    dice: list[tuple[str, list[Any]]]


class Telling(NamedTuple):
    """One file: a game with certain options, told in chapters."""

    game: str
    name: str
    options: dict[str, Any]

    @property
    def text(self) -> Path:
        """Where it can be read."""
        return FOLDER / self.game / f"{self.name}.txt"

    @property
    def stored(self) -> Path:
        """Where its chapters are stored."""
        return FOLDER / self.game / f"{self.name}.json.gz"

    def read(self) -> list[Chapter]:
        """Its chapters."""
        return msgspec.json.decode(gzip.decompress(self.stored.read_bytes()), type=list[Chapter])

    def write(self, chapters: list[Chapter]) -> None:
        """Store its chapters."""
        self.stored.parent.mkdir(parents=True, exist_ok=True)
        self.stored.write_bytes(gzip.compress(msgspec.json.encode(chapters), mtime=0))


def tellings(keys: list[str]) -> list[Telling]:
    """The files of some games: one for each scenario, and for other numbers of players and non-players."""
    found = []
    for key in keys:
        for scenario in (it.id for it in find_game(key).scenarios if it.id != "own"):
            options = {"scenario": scenario}
            if key in PLAYERS:
                found += [Telling(key, f"{n}-players", {**options, "players": n}) for n in PLAYERS[key]]
            else:
                found.append(Telling(key, scenario, options))
        for seats in NONPLAYERS.get(key, ()):
            found.append(Telling(key, f"nonplayers-{'-'.join(seats)}", {"nonplayers": seats}))
    return found
