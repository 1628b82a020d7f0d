"""A trained policy as plain numbers: a small network that NumPy can run, kept in one file.

Training needs torch; playing with what was learned does not. The file holds arrays and text and nothing that could run.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from sandtable.engine import SandtableError

from .episode import Rulebook
from .observation import Ints

Floats = NDArray[np.float32]
FORMAT = 1
#: A number with at most this many values is given to the network as one input for each value.
FEW = 6


class Inputs:
    """The inputs of a network: numbers of few values one by one, all others from 0 to 1.

    >>> inputs = Inputs(np.array([0, 0, -1]), np.array([1, 2, 31]))
    >>> inputs.of(np.array([[1, 2, 31]], np.int32)).tolist()
    [[1.0, 1.0, 0.0, 0.0, 1.0]]
    """

    def __init__(self, low: Any, high: Any) -> None:
        span = np.asarray(high) - np.asarray(low) + 1
        few = (span > 2) & (span <= FEW)
        self._plain, self._few = np.flatnonzero(~few), np.flatnonzero(few)
        self._low = np.asarray(low)
        self._scale = (1 / np.maximum(span[self._plain] - 1, 1)).astype(np.float32)
        starts = np.cumsum(span[self._few]) - span[self._few] + len(self._plain)
        self._start = starts - self._low[self._few]
        self.size = int(len(self._plain) + span[self._few].sum())

    def of(self, numbers: Ints) -> Floats:
        """The inputs for rows of numbers."""
        rows = len(numbers)
        out = np.zeros((rows, self.size), np.float32)
        out[:, : len(self._plain)] = (numbers[:, self._plain] - self._low[self._plain]) * self._scale
        if len(self._few):
            out[np.arange(rows)[:, None], numbers[:, self._few] + self._start] = 1.0
        return out


def layout_of(rules: Rulebook) -> str:
    """A fingerprint of what the numbers and the actions of a game mean, so that a network is not fed with others."""
    observer = rules.observer
    parts = [(part.name, part.shape, list(part.low), list(part.high)) for part in observer.parts]
    text = json.dumps([parts, observer.topics, observer.kinds, rules.keys])
    return sha256(text.encode()).hexdigest()[:16]


class Network:
    """Layers of weights with tanh between them; the last gives one number for each action."""

    def __init__(self, rules: Rulebook, weights: Sequence[tuple[Floats, Floats]]) -> None:
        self.rules, self.weights = rules, list(weights)
        self._inputs = Inputs(rules.observer.low, rules.observer.high)

    def logits(self, numbers: Ints) -> Floats:
        """Return the logit of each action for one row of numbers."""
        x = self._inputs.of(numbers[None, :])
        last = len(self.weights) - 1
        for place, (weight, bias) in enumerate(self.weights):
            x = x @ weight.T + bias
            if place < last:
                x = np.tanh(x)
        row: Floats = x[0]
        return row

    def best(self, numbers: Ints, legal: Sequence[int]) -> int:
        """The legal action that the network likes most."""
        logits = self.logits(numbers)
        return max(legal, key=lambda action: float(logits[action]))

    def save(self, path: str | Path, note: str = "") -> None:
        rules = self.rules
        about = {
            "format": FORMAT,
            "game": rules.name,
            "layout": layout_of(rules),
            "actions": rules.actions,
            "note": note,
        }
        arrays = {"about": np.array(json.dumps(about))}
        for place, (weight, bias) in enumerate(self.weights):
            arrays[f"weight_{place}"], arrays[f"bias_{place}"] = weight, bias
        with open(path, "wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


class SavedNetwork:
    """A network as its file holds it. It is fitted to a table when it is first asked to play there."""

    def __init__(self, path: str | Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as file:
                self.about: dict[str, Any] = json.loads(str(file["about"]))
                layers = sum(name.startswith("weight_") for name in file.files)
                self.weights = [(file[f"weight_{n}"], file[f"bias_{n}"]) for n in range(layers)]
        except FileNotFoundError:
            raise SandtableError(f"There is no model at {path}.") from None
        except OSError as error:
            raise SandtableError(f"{path} cannot be read: {error.strerror or error}.") from None
        except (ValueError, KeyError, BadZipFile, EOFError):
            # NumPy's own words recommend to load the file unsafely.
            raise SandtableError(f"{path} is not a model that sandtable.learn.train saved.") from None
        if self.about.get("format") != FORMAT:
            raise SandtableError(
                f"{path} has the format {self.about.get('format')}; this version reads {FORMAT}."
            )
        self.path = path

    def fitted(self, rules: Rulebook) -> Network:
        """The network for a game; an error if it was trained on another, or on other numbers."""
        if self.about["game"] != rules.name:
            raise SandtableError(f"{self.path} was trained on {self.about['game']}, not on {rules.name}.")
        if self.about["layout"] != layout_of(rules):
            raise SandtableError(
                f"{self.path} was trained with other options, another pack or another version of "
                f"{rules.game.title}: its numbers mean something else here."
            )
        return Network(rules, self.weights)
