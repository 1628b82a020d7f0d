"""Proof by play: bots play a set-up until they have seen everything that should be possible in it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.engine import Seat, SetUp, decode_options
from sandtable.games import find_game

from .match import Series
from .plan import RunPlan
from .report import GameError
from .result import Result

HOUSE, RANDOM = "house", "random"
#: A game with more decisions than this does not end.
MOST_DECISIONS = 20_000
#: The fewest decisions to play: once everything has been seen, random players go on looking for errors.
LEAST_DECISIONS = 2_000

#: What must be seen: that a seat wins (True) or loses (False); None means any seat.
Wanted = tuple[int | None, bool]


class Proof(msgspec.Struct, frozen=True):
    """The result of proving one set-up: how many games it took, and what is wrong, one problem per line."""

    label: str
    games: int  #: How many games were played.
    problems: list[str] = []  #: What is wrong, one sentence each.

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def prove(
    game: str,
    set_up: SetUp,
    *,
    pack: str = "default",
    games: int = 400,
    at_most: int = MOST_DECISIONS,
    progress: Callable[[int], None] | None = None,
) -> Proof:
    """Play a set-up until every seat has won and lost (or, if the set-up says so, until somebody has won).

    The game's own bot and random players play at most `games` games of at most `at_most` decisions, always the same ones. When everything was seen,
    random players go on for a while, because they find what nobody thought of. A game that fails ends it.
    """
    options = {**set_up.options, "pack": pack}
    found = find_game(game)
    try:
        seats = found.seats(decode_options(found, options))
    except Exception as error:
        return Proof(set_up.label, 0, [f"{set_up.label}: cannot be set up: {error}"])
    missing = _wanted(seats, everybody=set_up.everybody)
    decisions = played = 0
    for number in range(games):
        bots = _line_up(missing, len(seats), number)
        plan = RunPlan(game, 1, bots, number, options, at_most=at_most)
        result = Series(plan).play(0)
        if result.error is not None:
            return Proof(set_up.label, number + 1, [_failed(set_up, plan, result.error)])
        missing = [want for want in missing if not _is_seen(want, result)]
        decisions, played = decisions + result.decisions, number + 1
        if progress is not None:
            progress(played)
        if not missing and decisions >= LEAST_DECISIONS:
            break
    return Proof(set_up.label, played, [_never(set_up, seats, want, games) for want in missing])


def _wanted(seats: Sequence[Seat], *, everybody: bool) -> list[Wanted]:
    if not everybody:
        return [(None, True)]
    return [(seat, won) for seat in range(len(seats)) for won in (True, False)]


def _is_seen(want: Wanted, result: Result) -> bool:
    """Whether a game is what was wanted. A draw is neither won nor lost, except in a solitaire game, where it is lost."""
    seat, won = want
    winners = [n for n, id in enumerate(result.seats) if id in result.winners]
    if seat is None:
        return bool(winners)
    if won:
        return seat in winners
    return seat not in winners and (bool(winners) or len(result.seats) == 1)


def _line_up(missing: Sequence[Wanted], seats: int, number: int) -> tuple[str, ...]:
    """Choose the bots of the next game: usually those most likely to produce what is missing, sometimes others."""
    if not missing:
        return (RANDOM,) * seats
    seat, won = missing[number % len(missing)]
    if number % 4 == 3:
        return (HOUSE if seats > 1 or not won else RANDOM,) * seats
    if seat is None:
        return (HOUSE,) * seats
    at_it, others = (HOUSE, RANDOM) if won else (RANDOM, HOUSE)
    return tuple(at_it if n == seat else others for n in range(seats))


def _never(set_up: SetUp, seats: Sequence[Seat], want: Wanted, games: int) -> str:
    seat, won = want
    if seat is None:
        return f"{set_up.label}: nobody ever won in {games} games"
    who = f"{seats[seat].label} " if len(seats) > 1 else ""
    return f"{set_up.label}: {who}never {'won' if won else 'lost'} in {games} games"


def _failed(set_up: SetUp, plan: RunPlan, error: GameError) -> str:
    where = f" at {error.where}" if error.where else ""
    what = error.what.rstrip(".")
    return f"{set_up.label}: a game failed: {what}{where}. Repeat it with: {_command(plan)}"


def _command(plan: RunPlan) -> str:
    """The command that plays the one game of a plan again."""
    words = ["sandtable", "sim", str(plan.game), "--games", "1", "--seed", str(plan.seed)]
    words += ["--bots", ",".join(map(str, plan.bots))]
    for name, value in (plan.options or {}).items():
        if name in ("pack", "scenario"):
            words += [f"--{name}", str(value)]
        else:
            words += ["--option", f"{name}={_written(value)}"]
    return shlex.join(words)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
