"""Show that a change of the code changes no game: play seeded random games and compare their traces with recorded ones.

    python -m benchmarks.trace record          play 1,000 games of each game and write what happened; or of one: record red-dust
    python -m benchmarks.trace compare         play them again, and name the first that differ
    python -m benchmarks.trace show red-dust 7 print the trace of one game, to find where it parts

A game whose rulebook prints non-players is played with each number of them as well: `red-dust+2` has two. Which seats they are
takes turns.

A trace holds, for every question, the seat, the number of options and the place of the one chosen; every throw, draw and
shuffle; and the scores at the end. Words, keys and topics are not part of it: they may change, the game may not.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

from sandtable.engine import Game, Run
from sandtable.engine.chance import Chance, RandomSource, Raw
from sandtable.engine.saving.header import decode_options
from sandtable.games import BUILT_IN, find_game

RECORDED = Path(__file__).with_name("traces.txt.gz")
#: A game that goes on for longer is cut off here; both sides of a comparison are.
MOST = 20_000


class Recording:
    """Chance that writes down what it gave."""

    def __init__(self, rng: random.Random, lines: list[str]) -> None:
        self._source, self._lines = RandomSource(rng), lines

    def raw(self, chance: Chance) -> Raw:
        raw = self._source.raw(chance)
        self._lines.append(f"chance {raw}")
        return raw


def all_keys() -> list[str]:
    """Every game, and behind those that have non-players the same game with each number of them."""
    keys: list[str] = []
    for key in BUILT_IN:
        game = find_game(key)
        seats = len(game.seats(game.options_type())) if game.nonplayer_option else 0
        keys += [key, *(f"{key}+{n}" for n in range(1, seats + 1))]
    return keys


def set_up(game: Game[Any], seed: int, nonplayers: int = 0) -> dict[str, Any]:
    """The options of one game: scenarios, and numbers of players where there are several, take turns.

    With non-players it is the usual scenario, and the seats that they have take turns.
    """
    if nonplayers:
        seats = [seat.id for seat in game.seats(game.options_type())]
        choices = list(combinations(seats, nonplayers))
        return {game.nonplayer_option: list(choices[seed % len(choices)])}
    names = [scenario.id for scenario in game.scenarios if scenario.id != "own"]
    options: dict[str, Any] = {"scenario": names[seed % len(names)]}
    if "players" in game.options_type.__struct_fields__:
        options["players"] = 2 + seed % 5
    return options


def random_game(game: Game[Any], seed: int, nonplayers: int = 0) -> tuple[Run[Any], list[str]]:
    """A random game at its end, and what happened in it, line by line."""
    rng, lines = random.Random(seed), list[str]()
    options = decode_options(game, set_up(game, seed, nonplayers))
    run: Run[Any] = Run(game, game.begin(options), Recording(rng, lines))
    while run.is_waiting:  # nobody is asked anything
        run.step()
    for _ in range(MOST):
        if run.ask is None:
            break
        at = int(rng.random() * len(run.values))
        lines.append(f"ask {run.ask.seat} {len(run.values)} {at}")
        run.play(run.values[at])
    return run, lines


def trace(key: str, seed: int) -> list[str]:
    """What happens in one random game, and how it ends."""
    name, _, nonplayers = key.partition("+")
    run, lines = random_game(find_game(name), seed, int(nonplayers or 0))
    return [*lines, f"scores {run.outcome.scores if run.outcome else None}"]


def row(key: str, seed: int) -> str:
    """One game in a line: how many steps it had, and the digest of them all."""
    lines = trace(key, seed)
    digest = sha256("\n".join(lines).encode()).hexdigest()[:16]
    return f"{key} {seed} {len(lines)} {digest}"


def rows(games: int, keys: list[str]) -> Iterator[str]:
    for key in keys:
        for seed in range(games):
            if seed % 100 == 0:
                print(f"\r{key} {seed} of {games} ", end="", file=sys.stderr, flush=True)
            yield row(key, seed)
    print("\r" + " " * 40, end="\r", file=sys.stderr)


def recorded(path: Path = RECORDED) -> dict[tuple[str, int], str]:
    """The recorded lines by game and seed."""
    found = gzip.decompress(path.read_bytes()).decode().splitlines()
    return {(line.split()[0], int(line.split()[1])): line for line in found}


def differing(games: int, keys: list[str], path: Path = RECORDED) -> list[str]:
    """The games that no longer go the way they went."""
    then = recorded(path)
    return [
        f"{now} was {was}"
        for now in rows(games, keys)
        if now != (was := then.get((now.split()[0], int(now.split()[1])), "not recorded"))
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Record or compare traces of seeded random games.")
    parser.add_argument("do", choices=["record", "compare", "show"])
    parser.add_argument("game", nargs="?", choices=all_keys(), help="only this game")
    parser.add_argument("seed", nargs="?", type=int, default=0, help="which game to show")
    parser.add_argument("--games", type=int, default=1000, help="how many of each (default: 1000)")
    parser.add_argument("--file", type=Path, default=RECORDED)
    given = parser.parse_args()
    keys = [given.game] if given.game else all_keys()
    if given.do == "show":
        print("\n".join(trace(keys[0], given.seed)))
        return 0
    if given.do == "record":
        lines = {(line.split()[0], int(line.split()[1])): line for line in rows(given.games, keys)}
        if given.game and given.file.exists():  # what is recorded of other games stays
            lines = {**recorded(given.file), **lines}
        given.file.write_bytes(gzip.compress("\n".join(lines.values()).encode(), mtime=0))
        return 0
    differ = differing(given.games, keys, given.file)
    print("\n".join(differ[:20]) or f"{given.games} games of {', '.join(keys)} go as they went.")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
