"""The bot that searches: it plays imagined worlds on, many times, and takes the answer that did best."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import Bookmark, Chair

from .bot import asked
from .tree import Effort, Tree, grown

#: How often an imagined world is played: hidden cards stay as they lie there, dice are thrown anew. To imagine a world costs
#: as much as twenty random decisions.
PLAYS = 4


class SearchBot:
    """Imagines how the game could go on, many times, and takes the option it visited most.

    The budget is a number of iterations or of milliseconds for each decision. It is spent on top of what the bot has found out
    already: while nothing but its own answers happens in a turn, it goes on with the part of its tree below them. After dice,
    after anything somebody has learned, another seat's answer, an undo or the end of the turn, it begins with an empty tree.

    With a number of iterations, the same questions in the same order get the same answers: they depend on the seed and
    on what the seat could see when it was asked, then and before, and on nothing else. A copy of a bot has its seed
    and its count of decisions, but begins with an empty tree.
    """

    #: Why it gives an answer, where the game has nothing more to say about it.
    why = "Of the games that it played ahead in its head, those with this answer went best."

    def __init__(
        self,
        seed: int = 0,
        *,
        iterations: int | None = None,
        milliseconds: float | None = None,
        exploration: float = 0.7,
        depth: int = 20,
        plays: int = PLAYS,
        keep: bool = True,
        name: str = "search",
    ) -> None:
        """`exploration` is the weight of rarely tried answers; `depth` is how many decisions, and turns, rollouts last in games with an evaluation; `plays` is how often an imagined world is used.

        `keep` says whether to keep the tree from one answer to the next.
        """
        if iterations is None and milliseconds is None:
            iterations = 1000
        self.name, self.iterations, self.milliseconds = name, iterations, milliseconds
        self.exploration, self.depth, self.plays = exploration, depth, plays
        self.keep = keep
        self._seed, self._decisions = seed, 0
        self._forget()

    def choose(self, chair: Chair) -> str:
        """The option that was tried most often."""
        question = asked(chair)
        options = question.options
        rng = random.Random(f"{self._seed} {self._decisions}")
        self._decisions += 1
        own = [option for option in options if not chair.game.asks_favour(option.value)] or options
        if len(own) == 1:
            return own[0].key  # the tree stays where it is: this answer leads on in it like any other
        values = [option.value for option in options]
        results = self._searched(chair, question.topic, values, rng)
        if not any(visits for visits, _ in results):
            return own[int(rng.random() * len(own))].key
        merits = {
            option.key: (visits, total / visits if visits else 0.0)
            for option, (visits, total) in zip(options, results, strict=True)
        }
        # Ties go to the first option.
        return max(own, key=lambda option: merits[option.key]).key

    def _forget(self) -> None:
        self._tree: Tree | None = None
        self._bookmark: Bookmark | None = None

    def _searched(
        self, chair: Chair, topic: str, values: list[Any], rng: random.Random
    ) -> list[tuple[int, float]]:
        """How often each answer was tried, and its total value."""
        answers = None if self._bookmark is None else chair.since(self._bookmark)
        tree = self._tree
        self._forget()  # after a failure it is not used again
        tree = grown(tree, chair, topic, values, answers, self._effort(), rng)
        if self.keep:
            self._tree, self._bookmark = tree, chair.bookmark()
        return tree.results(values)

    def _effort(self) -> Effort:
        return Effort(self.iterations, self.milliseconds, self.exploration, self.depth, self.plays)

    def __getstate__(self) -> dict[str, Any]:
        """What copies and other processes get of it: no tree, which belongs to one table."""
        return {**self.__dict__, "_tree": None, "_bookmark": None}
