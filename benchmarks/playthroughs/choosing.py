"""Choose chapters: play some games, and take the stretches that meet the most that no other chapter has met."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import sandtable
from sandtable.engine import Table
from sandtable.engine.saving.format import Thrown

from .chapters import Chapter, Telling
from .telling import run_on, whole

#: How many chapters a file has, and how many answers a chapter has at least and at most: as many as there is room for.
CHAPTERS, FEWEST, MOST = 12, 10, 16
#: The longest text of a file, in bytes.
LONGEST = 100_000
#: How many games the chapters are chosen from, and how many answers in a hundred are random in the first and in the last.
GAMES, WHIMS = 6, (5, 60)


class Start(NamedTuple):
    """The beginning of a turn: how many answers and throws came before it."""

    turn: int
    state: bytes
    answers: int
    thrown: int


class Played(NamedTuple):
    """A game that was played, and what each of its answers met."""

    number: int
    starts: list[Start]
    answers: list[str]
    #: For each answer: its topic, the word that was chosen, and the templates of the log.
    met: list[frozenset[str]]
    #: How many throws there had been when each question was open, and at the end.
    thrown: list[int]
    dice: list[tuple[str, list[Any]]]


def play(telling: Telling, number: int) -> Played:
    """Play one game as sensible players with whims would."""
    rng = random.Random(number)
    table = run_on(sandtable.new(telling.game, seed=number, options=telling.options))
    whims = WHIMS[0] + (WHIMS[1] - WHIMS[0]) * number // (GAMES - 1)
    starts, answers, met, counts = list[Start](), list[str](), list[frozenset[str]](), list[int]()
    read = 0
    while (ask := table.ask) is not None:
        run = table.run
        thrown = _count(table)
        counts.append(thrown)
        if not starts or starts[-1].turn != run.turn:
            starts.append(Start(run.turn, run.start.encode(), len(answers), thrown - len(run.raws)))
        if rng.randrange(100) < whims:
            key = rng.choice(ask.keys)
        else:
            key = ask.keys[list(ask.values).index(table.game.policy(run, rng))]
        option = next(it for it in ask.options if it.key == key)
        run_on(table.choose(key))
        entries = table._recorder.entries
        templates = {entry.text for entry in entries[read:]}
        read = len(entries)
        answers.append(key)
        met.append(frozenset({ask.topic, f"{ask.topic} {option.word}", *templates}))
    counts.append(_count(table))
    dice = [(line.topic, list(line.raw)) for line in table.lines if isinstance(line, Thrown)]
    return Played(number, starts, answers, met, counts, dice)


def _count(table: Table) -> int:
    return sum(isinstance(line, Thrown) for line in table.lines)


def chapters_of(telling: Telling) -> list[Chapter]:
    """The chapters of a file: with as many answers as its text has room for."""
    games = [play(telling, number) for number in range(GAMES)]
    number, answers = CHAPTERS, MOST
    while True:
        chapters = choose(games, number, answers)
        size = len(whole(telling, chapters).encode())
        if size <= LONGEST:
            return chapters
        if answers > FEWEST:
            answers = max(FEWEST, min(answers - 1, answers * LONGEST // size))
        else:
            number -= 1


def choose(games: Sequence[Played], number: int, answers: int) -> list[Chapter]:
    """Choose `number` chapters with this many answers each, in the order of the games they are from."""
    stretches = [
        (game, start, min(start.answers + answers, len(game.answers)))
        for game in games
        for start in game.starts
        if len(game.answers) - start.answers >= FEWEST or start.answers == 0
    ]
    chosen, seen, used = list[tuple[Played, Start, int]](), set[str](), set[tuple[int, int]]()
    first = next(it for it in stretches if it[1].answers == 0 and it[0].number == 0)
    while len(chosen) < number and stretches:
        best = max(stretches, key=lambda it: _worth(it, seen, used)) if chosen else first
        game, start, end = best
        if chosen and _worth(best, seen, used) < 0:
            break
        chosen.append(best)
        seen.update(*game.met[start.answers : end])
        used.update((game.number, n) for n in range(start.answers, end))
    chosen.sort(key=lambda it: (it[0].number, it[1].answers))
    return [_chapter(*it) for it in chosen]


def _worth(stretch: tuple[Played, Start, int], seen: set[str], used: set[tuple[int, int]]) -> int:
    """How much a stretch meets that no chapter has met so far; less than nothing if it is part of one."""
    game, start, end = stretch
    if any((game.number, n) in used for n in range(start.answers, end)):
        return -1
    return len(set().union(*game.met[start.answers : end]) - seen)


def _chapter(game: Played, start: Start, end: int) -> Chapter:
    is_first = start.answers == 0
    return Chapter(
        f"turn {start.turn} of game {game.number}",
        None if is_first else json.loads(start.state),
        game.answers[start.answers : end],
        game.dice[0 if is_first else start.thrown : game.thrown[end]],
    )
