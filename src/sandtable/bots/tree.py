"""The tree of the search: answers that were tried in imagined worlds, and how they did.

Single-observer information-set Monte Carlo tree search. Every iteration takes a world that could be the real one as far as
the seat can tell, walks down one tree of answers that all worlds share, adds one answer to it and plays the rest at random.
The tree is keyed by the values of answers; dice are thrown anew each time and are no part of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt
from time import perf_counter
from typing import Any

import msgspec

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

#: A rollout that has not ended after this many decisions counts as a draw.
LONGEST = 20_000
#: After this many attempts without a world that fits what the seat has seen, stop looking for one.
HOPELESS = 25


class Effort(msgspec.Struct, frozen=True):
    """The budget and the settings of a search for one answer; `SearchBot` explains them."""

    iterations: int | None
    milliseconds: float | None
    exploration: float
    depth: int
    plays: int

    def share(self, place: int, places: int) -> Effort:
        """Return the part of one process: some of the iterations, or the whole time, since all work at once."""
        iterations = self.iterations
        if iterations is not None:
            iterations = iterations // places + (place < iterations % places)
        return msgspec.structs.replace(self, iterations=iterations)


class Listener:
    """Collects what a run announces between two questions, for the seats that may know it."""

    __slots__ = ("_heard",)

    def __init__(self) -> None:
        self._heard: list[tuple[tuple[int, ...] | None, Note | Chance, Any]] = []

    def forget(self) -> None:
        self._heard.clear()

    def told(self, seat: int) -> str:
        """Return everything that a seat could read and see since the last `forget`, as one string."""
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

        Dice decide which question comes next, so one answer can lead to several questions. A seat that is asked after a sealed or
        private answer of another seat does not know that answer, only what it was told. So all such answers share
        their nodes, one for each thing it could have been told.
        """
        unseen = ask.sealed or ask.private
        nodes = self.unseen if unseen and following.seat != ask.seat else branch.then
        key = (following.seat, following.topic, ear.told(following.seat) if nodes is self.unseen else "")
        node = nodes.get(key)
        if node is None:
            node = nodes[key] = Node()
        return node


class Tree:
    """The visits and values of a seat's answers, grown in worlds that the seat can imagine and from nothing else."""

    __slots__ = ("effort", "root")

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.root = Node()

    def follow(self, seat: int, answers: Sequence[tuple[str, Any]], topic: str) -> bool:
        """Keep only the part of the tree below a seat's answers, each with its topic, to a question of this topic.

        False if no imagined world has gone that way: then there is nothing to keep.
        """
        node = self.root
        topics = [*(each for each, _ in answers), topic]
        for (_, value), following in zip(answers, topics[1:], strict=True):
            branch = node.branches.get(value)
            found = None if branch is None else branch.then.get((seat, following, ""))
            if found is None:
                return False
            node = found
        self.root = node
        return True

    def results(self, values: Sequence[Any]) -> list[tuple[int, float]]:
        """Return the visits and the total value of each of these answers."""
        found = (self.root.branches.get(value) for value in values)
        return [(0, 0.0) if branch is None else (branch.visits, branch.total) for branch in found]

    def grow(self, chair: Chair, values: list[Any], rng: random.Random) -> None:
        """Do all iterations that the budget allows."""
        root, effort = self.root, self.effort
        end = None if effort.milliseconds is None else perf_counter() + effort.milliseconds / 1000
        iterations = 0
        world: Run[Any] | None = None
        has_imagined = False
        while (effort.iterations is None or iterations < effort.iterations) and (
            end is None or perf_counter() < end
        ):
            if world is None or iterations % effort.plays == 0:
                world = _imagined(chair, values, rng)
            iterations += 1
            if world is None:
                if iterations >= HOPELESS and not has_imagined:
                    break
                continue
            has_imagined = True
            run = world.fork(RandomSource(rng))
            path = self._walk_down(root, run, rng)
            scores = self._rollout(run, rng) if run.outcome is None else run.outcome.scores
            for branch, mover in path:
                branch.visits += 1
                branch.total += 0.5 if scores is None else scores[mover]

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
        weight = self.effort.exploration
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
        can_evaluate = game.has_value
        policy = game.policy if type(game).policy is not Game.policy else None
        if can_evaluate:
            if self.effort.depth:
                # Turns are counted too: non-players take theirs without anybody deciding anything.
                playout(run, rng, self.effort.depth, policy, turns=self.effort.depth)
            opinion = None if run.outcome is not None else game.evaluate(run.state)
            if opinion is not None:
                return opinion
        playout(run, rng, LONGEST, policy)
        return None if run.outcome is None else run.outcome.scores


def grown(
    tree: Tree | None,
    chair: Chair,
    topic: str,
    values: list[Any],
    answers: Sequence[tuple[str, Any]] | None,
    effort: Effort,
    rng: random.Random,
) -> Tree:
    """Continue a tree from where these answers lead in it, or grow a new one."""
    if tree is None or answers is None or not tree.follow(chair.index, answers, topic):
        tree = Tree(effort)
    tree.effort = effort
    tree.grow(chair, values, rng)
    return tree


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
