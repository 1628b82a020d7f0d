"""What a game says to people: ``python -m benchmarks.texts red-dust`` prints the first answers of a seeded game as JSON.

For every question its topic, rule, help, prompt and labels; the board with all its card texts; and a digest of everything that
each seat is told after each answer. ``python -OO`` drops docstrings and compiled rules have none, so both must print the same
as plain Python.
"""

from __future__ import annotations

import json
import random
import sys
from hashlib import sha256
from typing import Any

import msgspec

import sandtable
from sandtable import Table
from sandtable.games import find_game

#: How many answers are given, and how many lines of the log are compared after each.
ANSWERS, LINES = 80, 10


def texts(key: str, seed: int = 1) -> dict[str, Any]:
    """Everything that is read in the first stretch of a random game."""
    game, rng = find_game(key), random.Random(seed)
    table = sandtable.new(game, seed=seed)
    asked: list[Any] = []
    told: list[str] = []
    while (question := table.ask) is not None and len(asked) < ANSWERS:
        options = [(option.key, option.label, option.rule) for option in question.options]
        asked.append((question.topic, question.rule, question.help, question.prompt, options))
        told.append(told_to_all(table))
        table.choose(rng.choice(question.keys))
    log = [line.text for line in table.log(None)]
    board = msgspec.to_builtins(game.board(game.options_type()))
    return {"asked": asked, "told": told, "log": log, "board": board, "short_rules": game.short_rules}


def told_to_all(table: Table) -> str:
    """A digest of what a spectator and all seats are told now: the question in all its forms, the last lines, the view, undo."""
    digest = sha256()
    for seat in (None, *(seat.id for seat in table.seats)):
        question = table.ask_for(seat)
        forms = [] if question is None else [question.plain(), question.brief(), question.outline()]
        lines, view = table.transcript(seat)[-LINES:], table.view(seat)
        digest.update(msgspec.json.encode([forms, lines, view, table.undo_name(seat)]))
    return digest.hexdigest()[:16]


def main(keys: list[str]) -> None:
    said = {key: texts(key) for key in keys}
    print(
        json.dumps(
            {"optimised": sys.flags.optimize, "has_docstrings": texts.__doc__ is not None, "said": said}
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
