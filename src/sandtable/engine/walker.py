"""The walker: every outcome of a rule with its probability, by running the rule itself.

Dice are convolved by their reading, equal states are merged wherever a procedure can start again, and questions on the
way are answered by a policy that the result names. Probabilities are fractions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .chance import CHANCES
from .errors import CannotWalk
from .game import Outcome, Over
from .question import Ask, Steps
from .run import Run, listed
from .state import State

if TYPE_CHECKING:
    from .table import Table

S = TypeVar("S", bound=State)

#: Answers a question on the way: (the question, its values, the state) -> a value.
Policy = Callable[[Ask, Sequence[Any], Any], Any]


def first(ask: Ask, values: Sequence[Any], s: Any) -> Any:
    """The policy that takes the first option."""
    return values[0]


class Odds(Mapping[Any, Fraction]):
    """Results with their exact chances.

    >>> odds = Odds({"win": Fraction(1, 3), "lose": Fraction(2, 3)}, policy="always attacks")
    >>> odds["win"], odds.policy
    (Fraction(1, 3), 'always attacks')
    """

    __slots__ = ("_chances", "exact", "policy")

    def __init__(self, chances: Mapping[Any, Fraction], *, policy: str = "", exact: bool = True) -> None:
        self._chances, self.policy, self.exact = dict(chances), policy, exact

    def __getitem__(self, result: Any) -> Fraction:
        found: Fraction = self._chances.get(result, Fraction(0))
        return found

    def __iter__(self) -> Iterator[Any]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def mean(self, value: Callable[[Any], int | Fraction] = lambda result: result) -> Fraction:
        """The expected value of something read from the result."""
        mean = Fraction(0)
        for result, chance in self.items():
            mean += chance * value(result)
        return mean

    def __repr__(self) -> str:
        shown = ", ".join(f"{result!r}: {chance}" for result, chance in self.items())
        return f"Odds({{{shown}}}, policy={self.policy!r})"


class _Leaf(msgspec.Struct):
    """Where one path through a procedure ended."""

    state: Any
    path: tuple[tuple[str, Any], ...]
    weight: int
    total: int
    outcome: Outcome | None
    stopped: bool


def _visit(
    rule: Callable[[Any], Steps[None]], start: Any, tape: Sequence[Any], policy: Policy | None, most: int
) -> Iterator[_Leaf]:
    """Every path through one run of a procedure, from a state and the answers given so far.

    At each throw one outcome goes on in the generator that runs; the others are kept and run again from the start.
    """
    open_paths: list[tuple[tuple[Any, ...], tuple[tuple[str, Any], ...], int, int]] = [
        (tuple(tape), (), 1, 1)
    ]
    leaves = 0
    while open_paths:
        given, path, weight, total = open_paths.pop()
        state = start.copy()
        send = rule(state).send
        sent = list(given)
        outcome, stopped = None, False
        try:
            step: Any = send(None)
            for value in given:
                step = send(value)
            while True:
                kind = step.__class__
                if kind is Ask:
                    values = listed(step)
                    if len(values) == 1:
                        value = values[0]
                    elif policy is None:
                        stopped = True
                        break
                    else:
                        value = policy(step, values, state)
                elif kind in CHANCES:
                    results, all_weights = step.outcomes()
                    total *= all_weights
                    topic = step.topic
                    for result, w in results[1:]:
                        open_paths.append(((*sent, result), (*path, (topic, result)), weight * w, total))
                    value, w = results[0]
                    path, weight = (*path, (topic, value)), weight * w
                else:
                    value = None
                sent.append(value)
                step = send(value)
        except StopIteration:
            pass
        except Over as over:
            outcome = over.outcome
        leaves += 1
        if leaves > most:
            raise CannotWalk(
                f"More than {most} paths: too many to walk. Keep turns short, or read dice more coarsely."
            )
        yield _Leaf(state, path, weight, total, outcome, stopped)


def walk(
    rule: Callable[[S], Steps[None]],
    state: S,
    read: Callable[[S], Any],
    *,
    policy: Policy | None = None,
    until: Callable[[S], bool] = lambda s: True,
    most: int = 500_000,
) -> Odds:
    """The chances of what `read` says of the state once `until` is true, running `rule` again and again until then.

    Equal states between two runs of the rule are merged, so a fight of many rounds costs little. A policy answers the
    questions on the way; without one, a question is an error.
    """
    answered = policy if policy is not None else _no_questions
    reached: dict[Any, Fraction] = {}
    layer: dict[bytes, tuple[S, Fraction]] = {state.encode(): (state, Fraction(1))}
    left = most
    while layer:
        sums: dict[bytes, Fraction] = {}
        states: dict[bytes, S] = {}
        for before, chance in layer.values():
            here: dict[bytes, dict[int, int]] = {}
            for leaf in _visit(rule, before, (), answered, left):
                left -= 1
                code = leaf.state.encode() if leaf.outcome is None else b"!" + leaf.state.encode()
                by_total = here.setdefault(code, {})
                by_total[leaf.total] = by_total.get(leaf.total, 0) + leaf.weight
                states[code] = leaf.state
            for code, by_total in here.items():
                gained = sum((Fraction(w, t) for t, w in by_total.items()), Fraction(0)) * chance
                sums[code] = sums.get(code, Fraction(0)) + gained
        layer = {}
        for code, chance in sums.items():
            after = states[code]
            if code.startswith(b"!") or until(after):
                result = read(after)
                reached[result] = reached.get(result, Fraction(0)) + chance
            else:
                layer[code] = (after, chance)
    return Odds(reached, policy=_name(policy))


def _no_questions(ask: Ask, values: Sequence[Any], s: Any) -> Any:
    raise CannotWalk(f"The walk met the question {ask.prompt!r}; give a policy that answers it.")


def _name(policy: Any) -> str:
    if policy is None:
        return "no questions on the way"
    doc = (getattr(policy, "__doc__", None) or "").strip().splitlines()
    return doc[0].rstrip(".") if doc else str(getattr(policy, "__name__", policy)).replace("_", " ")


def odds_of(table: Table, value: Any, policy: Policy | None = None, worlds: int = 12) -> Odds:
    """The chances of what follows an answer, as the asked seat can know them.

    The game may say what matters (`Game.odds`); otherwise a result is the list of what was thrown, by topic. Where
    something is hidden, worlds as the seat imagines them are averaged, and the odds are exact only if all agree.
    """
    from .imagine import imagine  # imagining needs runs, and tables need odds

    run = table.run
    assert run.ask is not None
    rng = random.Random(0)
    if table.game.has_secrets:
        imagined = [imagine(run, run.ask.seat, rng) for _ in range(worlds)]
    else:
        imagined = [run]
    every = [_world_odds(world, value, policy) for world in imagined]
    if all(dict(odds) == dict(every[0]) for odds in every):
        return every[0]
    mixed: dict[Any, Fraction] = {}
    for odds in every:
        for result, chance in odds.items():
            mixed[result] = mixed.get(result, Fraction(0)) + chance / len(every)
    return Odds(mixed, policy=every[0].policy, exact=False)


def _world_odds(run: Run[Any], value: Any, policy: Policy | None) -> Odds:
    said = run.game.odds(run, value)
    if said is not None:
        return said
    chances: dict[Any, Fraction] = {}
    for leaf in _visit(run.game.turn, run.start, (*run.tape, value), policy, 200_000):
        chances[leaf.path] = chances.get(leaf.path, Fraction(0)) + Fraction(leaf.weight, leaf.total)
    return Odds(chances, policy="stops at the next question" if policy is None else _name(policy))
