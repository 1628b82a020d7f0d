"""A trained network as a bot: ``model:FILE``."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine import Chair, Question, SandtableError

from .episode import Rulebook
from .network import Network, SavedNetwork


class ModelBot:
    """Takes the option that a trained network rates highest, given what its seat can see."""

    def __init__(self, path: str | Path, name: str = "") -> None:
        self.name = name or f"model:{path}"
        self._saved = SavedNetwork(path)
        self._network: Network | None = None
        self._options: object = None

    def choose(self, chair: Chair) -> str:
        ask = chair.ask
        if not isinstance(ask, Question) or ask.seat != chair.seat:
            raise SandtableError(f"No question is open for {chair.seat}, so its bot has nothing to choose.")
        if len(ask.values) == 1:
            return ask.keys[0]
        network = self._for(chair)
        legal = network.rules.legal(ask.topic, ask.values, lambda: ask.keys)
        action = network.best(network.rules.observer.numbers(chair), legal)
        return ask.keys[legal.index(action)]

    def _for(self, chair: Chair) -> Network:
        """The network, fitted to the game and the options of the table."""
        if self._network is None or self._options != chair.options:
            rules = Rulebook(chair.game, actions=self._saved.about["actions"], decoded=chair.options)
            self._network, self._options = self._saved.fitted(rules), chair.options
        return self._network
