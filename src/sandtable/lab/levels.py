"""How strong the levels of a game's bots are: neighbours play each other, on the same seeds and in all seats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from math import log10, sqrt
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

import sandtable
from sandtable.bots.levels import LEVELS, STRENGTHS_FILE, Neighbours, Strengths, level_bot
from sandtable.engine import Chair, Game, SandtableError, pack_stamp
from sandtable.games import find_game

from .meaning.interval import Z
from .training.plan import played_seats, set_ups_of
from .workers import Workers

#: Shares of 0 and 1 have no rating; a few games cannot show more than this.
SURE = 0.98
Tell = Callable[[int, int], None]


class LevelGame(msgspec.Struct, frozen=True):
    """A game between a level and the one below it."""

    game: str
    upper: int
    number: int
    set_up: Mapping[str, Any]
    #: The seat that counts, and the level that has it; all other players are of the level below `upper`.
    seat: int
    level: int
    seed: int


class LevelResult(msgspec.Struct, frozen=True):
    """How such a game ended for the seat that counts, how many seats people could have, and how long the upper level's answers took."""

    upper: int
    number: int
    level: int
    score: float
    seats: int
    seconds: list[float] = []


def measure_levels(
    key: str,
    folder: Path,
    games: int,
    seed: int,
    workers: Workers,
    tell: Tell | None = None,
    highest: int = len(LEVELS),
) -> Strengths:
    """Let each level play the one below, so many games a pair. What is done stays in the folder, and is not played again."""
    game = find_game(key)
    if games < 20:
        raise SandtableError(f"{games} games say nothing about a level: at least 20 are needed.")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{key}-{seed}.jsonl"
    done = {(it.upper, it.number, it.level): it for it in _read(path)}
    todo = [it for it in _games(game, games, seed, highest) if (it.upper, it.number, it.level) not in done]
    total = len(todo) + len(done)
    with path.open("ab") as file:
        for it in workers.each(play_level_game, todo):
            done[it.upper, it.number, it.level] = it
            file.write(msgspec.json.encode(it) + b"\n")
            file.flush()
            if tell is not None:
                tell(len(done), total)
    return strengths(game, games, list(done.values()))


def _games(game: Game[Any], games: int, seed: int, highest: int) -> Iterator[LevelGame]:
    set_ups = set_ups_of(game)
    uppers = [it.number for it in LEVELS[1:highest] if game.has_value or it.sight is None]
    for number in range(games):
        for upper in uppers:
            set_up = set_ups[number % len(set_ups)]
            seats = played_seats(game, set_up)
            seat = seats[number // len(set_ups) % len(seats)]
            for level in (upper, upper - 1) if len(seats) == 1 else (upper,):
                yield LevelGame(game.key, upper, number, set_up, seat, level, seed)


def play_level_game(part: LevelGame) -> LevelResult:
    """Play one game at a table, as people do."""
    seed = int.from_bytes(f"{part.seed} {part.number}".encode()[-12:], "big")
    table = sandtable.new(part.game, seed=seed, options=dict(part.set_up))
    bots = {
        seat.id: level_bot(part.level if i == part.seat else part.upper - 1, seed + i)
        for i, seat in enumerate(table.seats)
    }
    mine = table.seats[part.seat].id
    seconds: list[float] = []
    while table.outcome is None:
        if (ask := table.ask) is None:
            table.step()
            continue
        begun = process_time()
        key = bots[ask.seat].choose(Chair(table, ask.seat))
        if ask.seat == mine and part.level == part.upper:
            seconds.append(round(process_time() - begun, 4))
        table.choose(key)
    return LevelResult(
        part.upper,
        part.number,
        part.level,
        table.outcome.scores[part.seat],
        len(played_seats(table.game, part.set_up)),
        seconds,
    )


def strengths(game: Game[Any], games: int, results: list[LevelResult]) -> Strengths:
    """The figures of all pairs."""
    set_up = msgspec.convert(set_ups_of(game)[0], game.options_type)
    pairs = [neighbours(upper.number, results) for upper in LEVELS[1:]]
    return Strengths(
        game.key,
        game.rules_version,
        pack_stamp(game, set_up).digest,
        value_digest(game),
        games,
        tuple(pair for pair in pairs if pair is not None),
    )


def value_digest(game: Game[Any]) -> str:
    """The first letters of the digest of a game's value; empty without one."""
    if game.value_file is None or not game.value_file.exists():
        return ""
    return hashlib.sha256(game.value_file.read_bytes()).hexdigest()[:12]


def keep_strengths(game: Game[Any], found: Strengths) -> None:
    """Write the figures beside the game's value, where the lobby reads them."""
    if game.value_file is None:
        raise SandtableError(f"{game.title} has no place for figures: its `value_file` says where it is.")
    path = game.value_file.with_name(STRENGTHS_FILE)
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    part.replace(path)


def neighbours(upper: int, results: list[LevelResult]) -> Neighbours | None:
    """How a level does against the one below; None if they have not played."""
    mine = {it.number: it for it in results if it.upper == it.level == upper}
    if len(mine) < 2:
        return None
    other = {it.number: it.score for it in results if it.upper == upper and it.level < upper}
    if other:  # in some set-ups one person plays: both levels have played the same seeds, and these say most
        mine = {number: it for number, it in mine.items() if number in other}
    seconds = sorted(x for it in mine.values() for x in it.seconds)
    scores = [it.score for it in mine.values()]
    share = sum(scores) / len(scores)
    if other:
        differences = [it.score - other[number] for number, it in mine.items()]
        below = _mean([other[number] for number in mine])
        gain, error = _mean(differences), _error(differences)
    else:
        below = sum(1 / it.seats for it in mine.values()) / len(mine)
        gain, error = share - below, _error([it.score - 1 / it.seats for it in mine.values()])
    return Neighbours(
        upper,
        len(mine),
        round(share, 4),
        round(below, 4),
        round(gain - Z * error, 4),
        round(gain + Z * error, 4),
        round(_elo(share) - _elo(below)),
        seconds[int(0.95 * (len(seconds) - 1))] if seconds else 0.0,
    )


def _elo(share: float) -> float:
    share = min(SURE, max(1 - SURE, share))
    return 400 * log10(share / (1 - share))


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _error(numbers: list[float]) -> float:
    if len(numbers) < 2:
        return 1.0
    mean = _mean(numbers)
    return sqrt(sum([(x - mean) ** 2 for x in numbers]) / (len(numbers) - 1) / len(numbers))


def _read(path: Path) -> Iterator[LevelResult]:
    """The games that were played; a line that was cut off is played again."""
    if not path.exists():
        return
    for line in path.read_bytes().splitlines():
        try:
            yield msgspec.convert(json.loads(line), LevelResult)
        except (ValueError, msgspec.ValidationError):
            continue
