"""The bot that searches: it plays out imagined worlds, many times, and takes the answer that did best."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import Bookmark, CannotImagine, Chair, SandtableError

from .bot import asked
from .crew import Crew
from .tree import Effort, Tree, grown

#: How often each imagined world is played: its hidden cards stay the same, dice are thrown anew. Imagining a world costs
#: as much as twenty random decisions.
PLAYS = 4
#: The most processes that may share a search: the bot's spec may come from somebody else's journal.
MOST_PROCESSES = 16


class SearchBot:
    """Imagines how the game could go on, many times, and takes the option it visited most.

    The budget is a number of iterations or of milliseconds for each decision. It comes on top of what the bot has found out
    already: while nothing but its own answers happens in a turn, it reuses the part of its tree below them. After dice,
    another seat's answer, an undo, the end of the turn or anything that somebody has learned, it begins with an empty tree.

    With a number of iterations, the same questions in the same order get the same answers: they depend only on the
    seed, the number of processes and what the seat could see at this question and at those before it. A copy of a bot has its seed
    and its count of decisions, but begins with an empty tree.
    """

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
        processes: int = 1,
        name: str = "search",
    ) -> None:
        """`exploration` is the weight of rarely tried answers; `depth` is how many decisions, and turns, rollouts last in games with an evaluation; `plays` is how often an imagined world is used.

        `keep` says whether to keep the tree from one answer to the next; `processes` is how many processes share the
        iterations, or search at the same time for the milliseconds, including this one.
        """
        if iterations is None and milliseconds is None:
            iterations = 1000
        if not 1 <= processes <= min(MOST_PROCESSES, iterations or MOST_PROCESSES):
            raise SandtableError(
                f"A search can be shared by 1 to {MOST_PROCESSES} processes, with at least one iteration each, not by {processes}."
            )
        self.name, self.iterations, self.milliseconds = name, iterations, milliseconds
        self.exploration, self.depth, self.plays = exploration, depth, plays
        self.keep, self.processes = keep, processes
        self._seed, self._decisions = seed, 0
        self._forget()
        self._crew: Crew | None = None

    def choose(self, chair: Chair) -> str:
        """The option that was tried most often."""
        question = asked(chair)
        options = question.options
        decision = f"{self._seed} {self._decisions}"
        self._decisions += 1
        own = [option for option in options if not chair.game.asks_favour(option.value)] or options
        if len(own) == 1:
            return own[
                0
            ].key  # the tree stays as it is, and is followed below this answer at the next question
        rng = random.Random(decision)
        values = [option.value for option in options]
        try:
            results = self._searched(chair, question.topic, values, decision, rng)
        except BaseException:
            # Other processes may still be at work on this question, and their trees may have moved on while this one has not.
            self.close()
            raise
        if not any(visits for visits, _ in results):
            return own[int(rng.random() * len(own))].key
        merits = {
            option.key: (visits, total / visits if visits else 0.0)
            for option, (visits, total) in zip(options, results, strict=True)
        }
        # Ties go to the first option.
        return max(own, key=lambda option: merits[option.key]).key

    def close(self) -> None:
        """Forget the tree and end the other processes, if there are any. They also end with the bot."""
        self._forget()
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def _forget(self) -> None:
        self._tree: Tree | None = None
        self._bookmark: Bookmark | None = None

    def _searched(
        self, chair: Chair, topic: str, values: list[Any], decision: str, rng: random.Random
    ) -> list[tuple[int, float]]:
        """Search, in this process and in those that share it: visits and total value of each answer."""
        answers = None if self._bookmark is None else chair.since(self._bookmark)
        effort = self._effort()
        crew: Crew | None = None
        if self.processes > 1:
            try:
                # The others get a world that this seat imagines, never the real one.
                world = chair.imagine(rng)
            except CannotImagine:
                pass
            else:
                crew = self._crew_for(chair)
                crew.begin(world, chair.seat, answers, effort, decision)
        tree = grown(self._tree, chair, topic, values, answers, effort.share(0, self.processes), rng)
        results = tree.results(values)
        for other in () if crew is None else crew.results():
            results = [(a + c, b + d) for (a, b), (c, d) in zip(results, other, strict=True)]
        # Either all trees are at the same question, or all are forgotten.
        self._forget()
        if self.keep and (crew is not None or self.processes == 1):
            self._tree, self._bookmark = tree, chair.bookmark()
        return results

    def _effort(self) -> Effort:
        return Effort(self.iterations, self.milliseconds, self.exploration, self.depth, self.plays)

    def _crew_for(self, chair: Chair) -> Crew:
        """The other processes, started if need be."""
        if self._crew is None or not self._crew.plays(chair.game):
            self._crew = None  # ends the processes of another game
            self._crew = Crew(chair.game, self.processes)
        return self._crew

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles leave out the tree, which belongs to one table, and the other processes."""
        return {**self.__dict__, "_tree": None, "_bookmark": None, "_crew": None}
