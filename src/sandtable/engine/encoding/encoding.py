"""An encoding: how a game's view becomes numbers, for programs that learn.

A game says for each field of its view which numbers it becomes. The sizes come from what is printed (spaces, units,
cards), never from games that were played, so that the arrays of two games have the same shape. The numbers are plain
integers; `sandtable.learn` makes arrays of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .fields import EncodingError, Field


class Encoding:
    """How the view of a game becomes numbers, field by field in the order they are given.

    `left_out` names the fields of the view that are left out because they say nothing about the game (words, what is
    printed). `data` names the numbers among the data of options.

    A game whose answers can all be listed beforehand says so with `words` (the ids of words that come out of its data,
    beyond those its modules declare) and `answers` (the ids that a topic without a kind can offer, by topic, where they are more than words, yes and no); together
    with its topics and kinds they make a fixed list of actions.
    """

    __slots__ = ("answers", "data", "fields", "left_out", "words")

    def __init__(
        self,
        fields: Mapping[str, Field],
        *,
        left_out: Sequence[str] = (),
        data: Mapping[str, tuple[int, int]] | None = None,
        words: Sequence[str] = (),
        answers: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.fields, self.left_out = dict(fields), tuple(left_out)
        #: The numbers among the data of options, each with its bounds.
        self.data = dict(data or {})
        self.words = tuple(words)
        #: None for a game whose answers cannot be listed beforehand.
        self.answers = None if answers is None else {topic: tuple(ids) for topic, ids in answers.items()}

    def write(self, view: Any, out: list[int]) -> None:
        """Append the numbers of a view. One that does not fit is an error that names the field."""
        for name, field in self.fields.items():
            try:
                field.write(getattr(view, name), out)
            except EncodingError as error:
                raise EncodingError(f"{name} does not fit the encoding: {error}") from None

    @property
    def size(self) -> int:
        """How many numbers a view becomes."""
        return sum(field.size for field in self.fields.values())
