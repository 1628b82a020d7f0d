"""What a game says to people: ``python -m benchmarks.texts red-dust`` prints the first answers of a seeded game as JSON.

For every question its topic, rule, help, prompt and labels; and the board with all its card texts. ``python -OO`` drops
docstrings and compiled rules have none, so both must print the same as plain Python.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import msgspec

import sandtable
from sandtable.games import find_game

#: How many answers are given.
ANSWERS = 80


def texts(key: str, seed: int = 1) -> dict[str, Any]:
    """Everything that is read in the first stretch of a random game."""
    game, rng = find_game(key), random.Random(seed)
    table = sandtable.new(game, seed=seed)
    asked: list[Any] = []
    while (question := table.ask) is not None and len(asked) < ANSWERS:
        options = [(option.key, option.label, option.rule) for option in question.options]
        asked.append((question.topic, question.rule, question.help, question.prompt, options))
        table.choose(rng.choice(question.keys))
    log = [line.text for line in table.log(None)]
    board = msgspec.to_builtins(game.board(game.options_type()))
    return {"asked": asked, "log": log, "board": board, "short_rules": game.short_rules}


def main(keys: list[str]) -> None:
    said = {key: texts(key) for key in keys}
    print(
        json.dumps(
            {"optimised": sys.flags.optimize, "has_docstrings": texts.__doc__ is not None, "said": said}
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
