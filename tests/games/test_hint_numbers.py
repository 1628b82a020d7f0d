"""Every number in a hint is one that the rules also use: the sentences name what they count, and checks work it out anew."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from benchmarks.trace import set_up
from sandtable.engine import Line
from sandtable.engine.templates import kinds_named
from sandtable.games import BUILT_IN, find_game

from ..lengths import explored, games
from .hint_checks import CHECKS

SOURCE = Path(sandtable.__file__).parent / "games"
FOLDERS = {
    "red-dust": "red_dust",
    "surface-combat": "free_mars/surface",
    "space-combat": "free_mars/space",
    "mars-or-die": "mars_or_die",
    "rogue-trooper": "rogue_trooper",
}
#: How many positions with a hint are looked at, and in how many of them it names a number at the least.
POSITIONS = {
    "red-dust": (1500, 500),
    "surface-combat": (2500, 500),
    "space-combat": (2200, 500),
    "mars-or-die": (1000, 10),
    "rogue-trooper": (6000, 500),
}
#: Kinds that are amounts.
AMOUNTS = {"number", "chance", "points", "resources", "profits", "lives", "distance", "bonus"}
#: A number in words. "One of your Missions" and "this one" count nothing.
IN_WORDS = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|twice|half)\b|(?<!this )(?<!stronger )(?<!full )\bone\b(?! of)",
    re.IGNORECASE,
)


def sentences(key: str) -> list[str]:
    """Every text in a game's advice: constants with more than one word that are no docstrings."""
    tree = ast.parse((SOURCE / FOLDERS[key] / "house/advice.py").read_text(encoding="utf-8"))
    notes = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in notes]
    return [node.value for node in found if isinstance(node.value, str) and " " in node.value]


def counts(text: str) -> bool:
    """Whether a sentence has a number in it: an amount, a form for one and for many, or a number in words."""
    has_forms = re.search(r"\{\w+:[^{}]*[|{]", text) is not None
    return has_forms or bool(AMOUNTS & set(kinds_named(text).values())) or bool(IN_WORDS.search(text))


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_sentence_has_no_number_of_its_own(key: str) -> None:
    """A number is named, never written, and the comparison below knows each sentence that has one."""
    texts = sentences(key)
    assert len(texts) > 5
    assert [text for text in texts if re.search(r"\d", text)] == []
    assert [text for text in texts if counts(text) and text not in CHECKS[key]] == []


def hints(key: str, positions: int, seed: int = 0) -> Iterator[tuple[sandtable.Table, str, Any, Line]]:
    """What a hint says in games of the house player, in which one answer in five is given at random."""
    game = find_game(key)
    while positions > 0:
        seed += 1
        rng = random.Random(seed)
        table = sandtable.new(game, seed=seed, options=set_up(game, seed))
        while (ask := table.ask) is not None and positions > 0:
            value = game.policy(table.run, rng)
            answer = next(option.key for option in ask.options if option.value == value)
            line = game.advice(table.run, value)
            if line is not None:
                positions -= 1
                yield table, answer, value, line
            table.choose(rng.choice(ask.keys) if rng.random() < 0.2 else answer)


def compared(key: str, positions: int, seed: int = 0) -> Counter[str]:
    """Compare the numbers of hints with the rules; returns how often each sentence with a number was met."""
    met: Counter[str] = Counter()
    for table, answer, value, line in hints(key, positions, seed):
        if line.text not in CHECKS[key]:
            assert not counts(line.text), line.text
            continue
        met[line.text] += 1
        said = line.args or {}
        for name, number in CHECKS[key][line.text](table, answer, value, said).items():
            told = (table.header.seed, table.ask, answer, line.words(table.kinds))
            assert float(said[name]) == pytest.approx(float(number), abs=2e-6), told
    return met


@pytest.mark.parametrize("key", BUILT_IN)
def test_numbers_in_hints_are_those_of_the_rules(key: str) -> None:
    """Distances, chances, prices and counts, in positions of games that are partly played at random."""
    positions, numbers = POSITIONS[key]
    met = compared(key, games(positions))
    assert met.total() >= games(numbers), met


@pytest.mark.soak
@pytest.mark.parametrize("key", BUILT_IN)
def test_numbers_in_hints_at_length(key: str) -> None:
    """The same in other positions, and more of them."""
    compared(key, 10 * POSITIONS[key][0], explored(1000))
