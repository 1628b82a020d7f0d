"""The bot that searches: single-observer information-set Monte Carlo tree search, for any game.

Every iteration takes a world that could be the real one as far as the seat can tell, walks down one tree of answers
that all worlds share, adds one answer to it and plays on at random. The tree is keyed by the values of answers;
dice are thrown anew each time and are no part of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt
from time import perf_counter
from typing import Any

from sandtable.engine import (
    Ask,
    CannotImagine,
    Chair,
    Chance,
    Game,
    Note,
    RandomSource,
    Run,
    Shuffle,
    playout,
)

from .bot import asked

#: A rollout that has not ended after this many decisions counts as a draw.
LONGEST = 20_000
#: After this many attempts without a world that fits what the seat has seen, stop looking for one.
HOPELESS = 25
#: How often an imagined world is played: hidden cards stay as they lie there, dice are thrown anew. To imagine a world costs
#: as much as twenty random decisions.
PLAYS = 4


class Listener:
    """Collects what a run announces between two questions, for the seats that may know it."""

    __slots__ = ("_heard",)

    def __init__(self) -> None:
        self._heard: list[tuple[tuple[int, ...] | None, Note | Chance, Any]] = []

    def forget(self) -> None:
        self._heard.clear()

    def told(self, seat: int) -> str:
        """What a seat could read and see since then, as one string."""
        return "\n".join(
            f"{it.text} {it.args}" if isinstance(it, Note) else f"{it.topic} {raw}"
            for to, it, raw in self._heard
            if to is None or seat in to
        )

    def note(self, note: Note) -> None:
        self._heard.append((note.to, note, None))

    def chance(self, chance: Chance, raw: Any) -> None:
        if not isinstance(chance, Shuffle):
            self._heard.append((chance.seen_by, chance, raw))

    def forced(self, ask: Ask, value: Any) -> None:
        pass

    def unseal(self) -> None:
        pass

    def turn_over(self, *, at_once: bool) -> None:
        pass


class Branch:
    """An answer in the tree: how often it was given, how often it was available, and its total value to the seat that gave it."""

    __slots__ = ("available", "then", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.available, self.total = 0, 1, 0.0
        self.then: dict[Any, Node] = {}


class Node:
    """A question in the tree, with the answers tried so far."""

    __slots__ = ("branches", "unseen")

    def __init__(self) -> None:
        self.branches: dict[Any, Branch] = {}
        self.unseen: dict[Any, Node] = {}

    def after(self, ask: Ask, branch: Branch, following: Ask, ear: Listener) -> Node:
        """The node of the question that follows an answer.

        Dice decide which question comes next, so one answer leads to several questions. A seat that is asked after a sealed or private
        answer of another seat does not know that answer: there, all answers lead to one node for each thing the next seat
        was told instead.
        """
        unseen = ask.sealed or ask.private
        nodes = self.unseen if unseen and following.seat != ask.seat else branch.then
        key = (following.seat, following.topic, ear.told(following.seat) if nodes is self.unseen else "")
        node = nodes.get(key)
        if node is None:
            node = nodes[key] = Node()
        return node


class SearchBot:
    """Imagines how the game could go on, many times, and takes the option it visited most.

    The budget is a number of iterations or of milliseconds for each decision. With a number of iterations the answers
    depend on the seed and on what the seat can see, and on nothing else.
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
        name: str = "search",
    ) -> None:
        """`exploration` is the weight of rarely tried answers; `depth` is how many decisions, and turns, rollouts last in games with an evaluation; `plays` is how often an imagined world is used."""
        if iterations is None and milliseconds is None:
            iterations = 1000
        self.name, self.iterations, self.milliseconds = name, iterations, milliseconds
        self.exploration, self.depth, self.plays = exploration, depth, plays
        self._seed, self._decisions = seed, 0

    def choose(self, chair: Chair) -> str:
        """The option that was tried most often."""
        options = asked(chair).options
        rng = random.Random(f"{self._seed} {self._decisions}")
        self._decisions += 1
        own = [option for option in options if not chair.game.asks_favour(option.value)] or options
        if len(own) == 1:
            return own[0].key
        root = self._grown(chair, [option.value for option in options], rng)
        if not root.branches:
            return own[int(rng.random() * len(own))].key
        # Ties go to the first option.
        return max(own, key=lambda option: _merit(root.branches.get(option.value))).key

    def _grown(self, chair: Chair, values: list[Any], rng: random.Random) -> Node:
        """The tree after all iterations the budget allows."""
        root = Node()
        end = None if self.milliseconds is None else perf_counter() + self.milliseconds / 1000
        iterations = 0
        world: Run[Any] | None = None
        while (self.iterations is None or iterations < self.iterations) and (
            end is None or perf_counter() < end
        ):
            if world is None or iterations % self.plays == 0:
                world = _imagined(chair, values, rng)
            iterations += 1
            if world is None:
                if iterations >= HOPELESS and not root.branches:
                    break
                continue
            run = world.fork(RandomSource(rng))
            path = self._walk_down(root, run, rng)
            scores = self._rollout(run, rng) if run.outcome is None else run.outcome.scores
            for branch, mover in path:
                branch.visits += 1
                branch.total += 0.5 if scores is None else scores[mover]
        return root

    def _walk_down(self, node: Node, run: Run[Any], rng: random.Random) -> list[tuple[Branch, int]]:
        """Play the most promising answers until one is new. Returns the path: the answers, and who gave them."""
        path: list[tuple[Branch, int]] = []
        run.hear = ear = Listener()
        while (ask := run.ask) is not None:
            branches = node.branches
            known, untried = [], []
            for value in _own(run):
                branch = branches.get(value)
                if branch is None:
                    untried.append(value)
                else:
                    branch.available += 1
                    known.append((branch, value))
            if untried:
                value = untried[int(rng.random() * len(untried))]
                branch = branches[value] = Branch()
            else:
                branch, value = self._most_promising(known)
            ear.forget()
            run.play(value)
            path.append((branch, ask.seat))
            if untried or run.ask is None:
                break
            node = node.after(ask, branch, run.ask, ear)
        run.hear = None
        return path

    def _most_promising(self, known: list[tuple[Branch, Any]]) -> tuple[Branch, Any]:
        """The highest upper confidence bound; an answer that is rarely available counts only the times it was."""
        weight = self.exploration
        best, highest = known[0], -1.0
        for pair in known:
            branch = pair[0]
            visits = branch.visits or 1
            bound = branch.total / visits + weight * sqrt(log(branch.available) / visits)
            if bound > highest:
                best, highest = pair, bound
        return best

    def _rollout(self, run: Run[Any], rng: random.Random) -> Sequence[float] | None:
        """Play a world to its end and return what it is worth to each seat; None if it does not end."""
        game = run.game
        can_evaluate = type(game).evaluate is not Game.evaluate
        policy = game.policy if type(game).policy is not Game.policy else None
        if can_evaluate:
            if self.depth:
                # Turns are counted too: non-players take theirs without a decision of anybody's.
                playout(run, rng, self.depth, policy, turns=self.depth)
            opinion = None if run.outcome is not None else game.evaluate(run.state)
            if opinion is not None:
                return opinion
        playout(run, rng, LONGEST, policy)
        return None if run.outcome is None else run.outcome.scores


def _own(run: Run[Any]) -> Sequence[Any]:
    """The answers a bot considers: it asks nobody a favour unless there is nothing else to do."""
    values: Sequence[Any] = run.values
    asks_favour = run.game.asks_favour
    return [value for value in values if not asks_favour(value)] or values


def _imagined(chair: Chair, values: list[Any], rng: random.Random) -> Run[Any] | None:
    """A world that the seat could be in, with the same question open; None if none was found."""
    try:
        run = chair.imagine_run(rng)
    except CannotImagine:
        return None
    is_alike = run.ask is not None and run.ask.seat == chair.index and list(run.values) == values
    return run if is_alike else None


def _merit(branch: Branch | None) -> tuple[int, float]:
    """How answers are ranked: by visits, then by average value."""
    return (0, 0.0) if branch is None or not branch.visits else (branch.visits, branch.total / branch.visits)
