"""The value of a position: trees that were trained on games, kept as data beside a game and walked in plain Python.

A game names its features; `sandtable lab train` makes the file. Reading and walking it needs no learning stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Final

import msgspec

from .errors import SandtableError

#: The version of the format of the file.
FORMAT: Final = 1
#: A split (feature, threshold, where to go up to it, where to go above it), or the number of a leaf.
Tree = tuple[int, float, Any, Any] | float


class ValueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value as it stands in its file: what it was trained for and on, and its trees."""

    format: int
    game: str
    #: The version of the rules, and the digest of the pack, that the games were played with.
    rules: int
    pack: str
    #: The names of the numbers that the trees split on, in order.
    features: tuple[str, ...]
    #: How it was trained, and how well it did on games that were held out.
    card: dict[str, Any]
    #: Topics of questions at which looking ahead with it gained nothing: there the House's answer is the best.
    house_topics: tuple[str, ...]
    #: The share of a gain claimed by it that was real where such answers were played out.
    trust: float
    #: Where the sum of the leaves begins.
    base: float
    #: Splits are lists of four, leaves are numbers.
    trees: list[Any]


class Trees:
    """What positions are worth, from 0 to 1: the logistic function of a sum over trees."""

    __slots__ = ("base", "file", "trees")

    def __init__(self, file: ValueFile) -> None:
        self.file, self.base = file, file.base
        self.trees: tuple[Tree, ...] = tuple(map(_frozen, file.trees))

    def of(self, row: Sequence[float]) -> float:
        """The value of one row of features.

        >>> file = ValueFile(FORMAT, "go", 1, "", ("lead",), {}, (), 0.5, 0.0, [[0, 2.5, -1.0, 1.0]])
        >>> round(Trees(file).of([3]), 2), round(Trees(file).of([2]), 2)
        (0.73, 0.27)
        """
        total = self.base
        for tree in self.trees:
            node = tree
            while node.__class__ is tuple:
                feature, threshold, low, high = node
                node = low if row[feature] <= threshold else high
            total += node  # type: ignore[operator]
        return 1 / (1 + exp(-total))

    def shares(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The values of all seats of a position; where several seats play, they are shares of 1."""
        values = [self.of(row) for row in rows]
        if len(values) == 1:
            return values
        total = sum(values)
        return [value / total for value in values]


def _frozen(node: Any) -> Tree:
    if isinstance(node, list):
        feature, threshold, low, high = node
        return (feature, float(threshold), _frozen(low), _frozen(high))
    return float(node)


@cache
def value_in(path: Path) -> Trees | None:
    """The value in a file; None if there is no such file. It is read the first time."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        file = msgspec.json.decode(text, type=ValueFile)
    except msgspec.MsgspecError as error:
        raise SandtableError(f"{path} holds no value of positions: {error}.") from error
    if file.format != FORMAT:
        raise SandtableError(
            f"{path} has the format {file.format}, and this program reads {FORMAT}: train it again."
        )
    return Trees(file)
