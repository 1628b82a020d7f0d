"""The spaces of observations and actions, and observations that fit them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from sandtable.engine import SandtableError

from .episode import Episode, Rulebook

Layout = Literal["flat", "arrays"]


class SpaceLayout:
    """The form of observations: one row of numbers from 0 to 1 ("flat"), or named arrays of whole numbers ("arrays").

    Where an action is an index into the options, the observation includes the options, one row each.
    """

    def __init__(self, rules: Rulebook, layout: Layout) -> None:
        if layout not in ("flat", "arrays"):
            raise SandtableError(f'A layout is "flat" or "arrays", not {layout!r}.')
        self.rules, self.layout, self._observer = rules, layout, rules.observer
        self._has_options = rules.actions == "index"
        self._width, self._room = len(self._observer.option_names), rules.size
        self._blank = np.zeros((self._room, self._width), np.int32)

    def space(self) -> spaces.Space[Any]:
        observer = self._observer
        if self.layout == "flat":
            size = observer.size + (self._room * self._width if self._has_options else 0)
            return spaces.Box(0.0, 1.0, (size,), np.float32)
        arrays: dict[str, spaces.Space[Any]] = {
            part.name: spaces.Box(
                np.reshape(np.array(part.low, np.int32), part.shape),
                np.reshape(np.array(part.high, np.int32), part.shape),
                part.shape,
                np.int32,
            )
            for part in observer.parts
        }
        if self._has_options:
            low = np.minimum(np.tile(observer.option_low, (self._room, 1)), 0)
            high = np.tile(observer.option_high, (self._room, 1))
            arrays["options"] = spaces.Box(low, high, dtype=np.int32)
        return spaces.Dict(arrays)

    def actions(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(self.rules.size)

    def of(self, episode: Episode, seat: int) -> Any:
        """Return the observation of a seat."""
        observer = self._observer
        chair, ask = episode.chairs[seat], episode.asked if seat == episode.seat else None
        if self.layout == "flat":
            row = observer.flat(chair, ask)
            if not self._has_options:
                return row
            return np.concatenate(
                (row, observer.scaled_options(self._rows(episode, seat), self._room).ravel())
            )
        arrays: dict[str, Any] = observer.named(observer.numbers(chair, ask))
        if self._has_options:
            rows = self._rows(episode, seat)
            options = self._blank.copy()
            options[: len(rows)] = rows
            arrays["options"] = options
        return arrays

    def _rows(self, episode: Episode, seat: int) -> Any:
        if seat != episode.seat:
            return self._blank[:0]
        ask = episode.ask
        self.rules.check(ask.topic, len(ask.values))
        return self._observer.options(ask)
