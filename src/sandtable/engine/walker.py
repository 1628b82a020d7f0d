"""The walker: every outcome of a rule with its probability, by running the rule itself.

Dice are convolved by their reading, equal states are merged wherever a procedure can start again, and questions on the
way are answered by a policy that the result names. Probabilities are fractions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from graphlib import CycleError, TopologicalSorter
from math import lcm, prod
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .chance import CHANCES, Draw
from .compiled.twins import packed
from .errors import CannotWalk
from .game import Game, Outcome, Over
from .naming import Kinds, Of, label_of
from .run import Run, listed
from .secrets.held import knows_all
from .state import State
from .steps import Ask, Steps

if TYPE_CHECKING:
    from .table import Table

S = TypeVar("S", bound=State)

#: Answers a question on the way: (the question, its values, the state) -> a value.
Policy = Callable[[Ask, Sequence[Any], Any], Any]


def first(ask: Ask, values: Sequence[Any], s: Any) -> Any:
    """The policy that takes the first option."""
    return values[0]


class Odds(Mapping[Any, Fraction]):
    """Results with their chances as fractions, and the policy that answered the questions on the way.

    `exact` is false where something is hidden from the seat: the chances are then means over a few worlds it can
    imagine, and one that it did not think of could differ. `agreed` says that all those worlds gave the same chances.

    >>> odds = Odds({"win": Fraction(1, 3), "lose": Fraction(2, 3)}, policy="always attacks")
    >>> odds["win"], odds.policy
    (Fraction(1, 3), 'always attacks')
    """

    __slots__ = ("_chances", "agreed", "exact", "policy")

    def __init__(
        self, chances: Mapping[Any, Fraction], *, policy: str = "", exact: bool = True, agreed: bool = True
    ) -> None:
        self._chances, self.policy, self.exact, self.agreed = dict(chances), policy, exact, agreed

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

    def told(
        self,
        at_most: int = 24,
        throws: Mapping[str, str] | None = None,
        counts: Mapping[str, Sequence[str]] | None = None,
    ) -> tuple[list[tuple[str, Fraction]], int]:
        """Results in words with their chances, the likeliest first where there are many, and how many are left out.

        `throws` is what people read for the topics of throws, as in `Game.throws`, and `counts` what their dice count, as in `Game.counts`.

        >>> Odds({(("Attack", 6),): Fraction(1, 6), (("Attack", 5),): Fraction(5, 6)}).told()
        ([('Attack 5', Fraction(5, 6)), ('Attack 6', Fraction(1, 6))], 0)
        >>> Odds({(("Attack", (0, 1)),): Fraction(1)}).told(counts={"Attack": ("hit", "fumble")})
        ([('Attack: no hit, 1 fumble', Fraction(1, 1))], 0)
        """
        chances = list(self.items())
        if len(chances) > at_most:
            chances.sort(key=lambda pair: -pair[1])
        elif not all(isinstance(result, str) for result, _ in chances):  # words are in the game's own order
            with suppress(TypeError):  # results that have no order stay as they are
                chances.sort(key=lambda pair: pair[0])
        told = [
            (_text_of(result, throws or {}, counts or {}), chance) for result, chance in chances[:at_most]
        ]
        return told, len(chances) - len(told)

    def __repr__(self) -> str:
        shown = ", ".join(f"{result!r}: {chance}" for result, chance in self.items())
        return f"Odds({{{shown}}}, policy={self.policy!r})"


def _text_of(result: object, throws: Mapping[str, str], counts: Mapping[str, Sequence[str]]) -> str:
    """A result of the walker: what was thrown by topic, or whatever the game says."""
    if result == ():
        return "nothing is thrown"
    if isinstance(result, tuple) and all(map(_is_throw, result)):
        return ", ".join(
            f"{throws.get(topic, topic)}{_counted(value, counts[topic]) if topic in counts else f' {_plain(value)}'}"
            for topic, value in result
        )
    return _plain(result)


def _counted(value: object, words: Sequence[str]) -> str:
    """The words for what dice count: the first always, the others where there are any.

    >>> _counted(0, ["hit"]), _counted((2, 0), ["Positive", "Burnout"]), _counted((1, 1), ["Positive", "Burnout"])
    (': no hit', ': 2 Positives', ': 1 Positive, 1 Burnout')
    """
    numbers = value if isinstance(value, tuple) else (value,)
    pairs = list(zip(numbers, words, strict=False))
    told = [f"{n or 'no'} {word}{'s' * (n > 1)}" for i, (n, word) in enumerate(pairs) if n or i == 0]
    return f": {', '.join(told)}"


def _is_throw(part: object) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


class _Leaf(msgspec.Struct):
    """Where one path through a procedure ended."""

    state: Any
    #: What was thrown, last first: (before, topic, reading), or None at the beginning.
    path: Any
    weight: int
    total: int
    outcome: Outcome | None


def _visit(
    rule: Callable[[Any], Steps[None]], start: Any, tape: Sequence[Any], policy: Policy | None, at_most: int
) -> Iterator[_Leaf]:
    """Every path through one run of a procedure, from a state and the answers given so far.

    At each throw one outcome goes on in the generator that runs; the others are kept and run again from the start.
    """
    open_paths: list[tuple[tuple[Any, ...], Any, int, int]] = [(tuple(tape), None, 1, 1)]
    leaves = 0
    while open_paths:
        given, path, weight, total = open_paths.pop()
        state = start.copy()
        send = rule(state).send
        sent = list(given)
        outcome = None
        try:
            step: Any = send(None)
            for value in given:
                step = send(value)
            while True:
                kind = step.__class__
                if kind is Ask:
                    value = _on_the_way(step, policy, state)
                    if value is _STOP:
                        break
                elif kind in CHANCES:
                    results, all_weights = step.outcomes()
                    total *= all_weights
                    topic, of = step.topic, step.of if kind is Draw else ""
                    value, first_weight = results[0]
                    if len(results) > 1:
                        sofar = tuple(sent)
                        for result, w in results[1:]:
                            seen = Of(of, result) if of else result
                            open_paths.append(((*sofar, result), (path, topic, seen), weight * w, total))
                    path, weight = (path, topic, Of(of, value) if of else value), weight * first_weight
                else:
                    value = None
                sent.append(value)
                step = send(value)
        except StopIteration:
            pass
        except Over as over:
            outcome = over.outcome
        leaves += 1
        if leaves > at_most:
            raise CannotWalk(
                f"More than {at_most} paths: too many to walk. Keep turns short, or read dice more coarsely."
            )
        yield _Leaf(state, path, weight, total, outcome)


_STOP = object()


def _on_the_way(ask: Ask, policy: Policy | None, state: Any) -> Any:
    """The answer to a question on the way; `_STOP` where nobody answers it."""
    values = listed(ask)
    if len(values) == 1:
        return values[0]
    return _STOP if policy is None else policy(ask, values, state)


def walk(
    rule: Callable[[S], Steps[None]],
    state: S,
    read: Callable[[S], Any],
    *,
    policy: Policy | None = None,
    until: Callable[[S], bool] = lambda s: True,
    at_most: int = 500_000,
) -> Odds:
    """The chances of what `read` says of the state once `until` is true, running `rule` again and again until then.

    Equal states between two runs of the rule are merged, so a fight of many rounds costs little; a round that changes
    nothing, or leads back to an earlier state, is summed to infinity. A policy answers the questions on the way;
    without one, a question is an error.
    """
    chain = _Chain(rule, read, until, policy if policy is not None else _no_questions, at_most)
    chain.visit(state)
    return Odds(chain.solved(), policy=_name(policy))


_pack = msgspec.msgpack.Encoder(enc_hook=packed).encode


@cache
def _facts(of: type[State]) -> attrgetter[Any]:
    """The contents of a state's fields, without those that are only kept; its class first."""
    return attrgetter("__class__.__name__", *(n for n in of.__struct_fields__ if n not in of.kept_fields))


def _merge(state: State) -> bytes:
    """The key by which states are merged: equal bytes are equal states. (The canonical encoding would do, and is slower.)"""
    try:
        return _pack(_facts(type(state))(state))
    except OverflowError:  # a number of more than 64 bits
        return state.encode()


class _Chain:
    """The states a procedure can start again from, and how each leads to others or to a result."""

    def __init__(
        self,
        rule: Callable[[Any], Steps[None]],
        read: Callable[[Any], Any],
        until: Callable[[Any], bool],
        policy: Policy,
        at_most: int,
    ) -> None:
        self.rule, self.read, self.until, self.policy, self.left = rule, read, until, policy, at_most
        self.number: dict[bytes, int] = {}
        #: By state: how much weight goes to which state (by number) or result (as a 1-tuple); and the sum of weights.
        self.leads: list[dict[Any, int]] = []
        self.total: list[int] = []

    def visit(self, state: Any) -> None:
        """Number every state that can be reached, and find where each leads."""
        self.number[_merge(state)] = 0
        waiting = [state]
        while waiting:
            here = waiting.pop()
            at = self.number[_merge(here)]
            while len(self.leads) <= at:
                self.leads.append({})
                self.total.append(1)
            by_total: dict[int, dict[Any, int]] = {}
            for leaf in _visit(self.rule, here, (), self.policy, self.left):
                self.left -= 1
                goal = self._goal(leaf, waiting)
                weights = by_total.setdefault(leaf.total, {})
                weights[goal] = weights.get(goal, 0) + leaf.weight
            total = lcm(*by_total)
            self.total[at] = total
            leads = self.leads[at]
            for part, weights in by_total.items():
                for goal, weight in weights.items():
                    leads[goal] = leads.get(goal, 0) + weight * (total // part)

    def _goal(self, leaf: _Leaf, waiting: list[Any]) -> Any:
        """Where a path ended: a result, or a state to start again from."""
        if leaf.outcome is not None or self.until(leaf.state):
            return (self.read(leaf.state),)
        code = _merge(leaf.state)
        goal = self.number.get(code)
        if goal is None:
            goal = self.number[code] = len(self.number)
            waiting.append(leaf.state)
        return goal

    def solved(self) -> dict[Any, Fraction]:
        """The chance of each result: states are put in order and each hands its whole weight on once."""
        order = self._in_order()
        if order is None:
            return self._eliminated()
        # All weights are whole numbers over one common denominator: every state divides by its factor once.
        factor = {at: self.total[at] - self.leads[at].get(at, 0) for at in order}
        if not all(factor.values()):
            raise CannotWalk("The procedure can go on for ever without an end.")
        common = prod(factor.values())
        weight = dict.fromkeys(order, 0)
        weight[0] = common
        reached: dict[Any, int] = {}
        for at in order:
            share = weight[at] // factor[at]
            for goal, part in self.leads[at].items():
                if goal.__class__ is tuple:
                    reached[goal[0]] = reached.get(goal[0], 0) + share * part
                elif goal != at:
                    weight[goal] += share * part
        return {result: Fraction(n, common) for result, n in reached.items()}

    def _in_order(self) -> list[int] | None:
        """The states so that each comes after all that lead to it; None if some lead back to each other."""
        sorter: TopologicalSorter[int] = TopologicalSorter()
        for at, leads in enumerate(self.leads):
            sorter.add(at)
            for goal in leads:
                if goal.__class__ is int and goal != at:
                    sorter.add(goal, at)
        try:
            return list(sorter.static_order())
        except CycleError:
            return None

    def _eliminated(self) -> dict[Any, Fraction]:
        """The same where states lead back to each other: one state after the other is replaced by what it leads to."""
        rows = [
            {goal: Fraction(w, self.total[at]) for goal, w in leads.items()}
            for at, leads in enumerate(self.leads)
        ]
        before: list[set[int]] = [set() for _ in rows]
        for at, row in enumerate(rows):
            for goal in row:
                if goal.__class__ is int:
                    before[goal].add(at)
        for at in reversed(range(len(rows))):  # the first state last
            row = rows[at]
            stay = row.pop(at, Fraction(0))
            if stay == 1:
                raise CannotWalk("The procedure can go on for ever without an end.")
            for goal in row:
                row[goal] /= 1 - stay
            for source in before[at] - {at}:
                into = rows[source]
                share = into.pop(at, Fraction(0))
                for goal, chance in row.items():
                    into[goal] = into.get(goal, Fraction(0)) + share * chance
                    if goal.__class__ is int:
                        before[goal].add(source)
        return {goal[0]: chance for goal, chance in rows[0].items()}


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
    from .worlds.imagine import Imagination  # imagining needs runs, and tables need odds

    run = table.run
    assert run.ask is not None
    rng = random.Random(0)
    if not table.game.has_secrets:
        odds = _world_odds(run, value, policy)
        return Odds(_in_words(odds, table.kinds), policy=odds.policy)
    imagination = Imagination(run, run.ask.seat)
    every: list[Odds] = []
    while len(every) < worlds:
        every.append(_world_odds(imagination.run(rng), value, policy))
        if len(every) == 8 and all(dict(odds) == dict(every[0]) for odds in every):
            break  # nothing hidden seems to matter
    mixed: dict[Any, Fraction] = {}
    for odds in every:
        for result, chance in odds.items():
            mixed[result] = mixed.get(result, Fraction(0)) + chance / len(every)
    agreed = all(dict(odds) == dict(every[0]) for odds in every)
    exact = _knows_all(run, run.ask.seat)
    return Odds(_in_words(mixed, table.kinds), policy=every[0].policy, exact=exact, agreed=agreed)


def _in_words(chances: Mapping[Any, Fraction], kinds: Kinds) -> dict[Any, Fraction]:
    """The same chances; in lists of what was thrown, things that were picked have their names."""
    told: dict[Any, Fraction] = {}
    for result, chance in chances.items():
        if isinstance(result, tuple):
            result = tuple(_named(part, kinds) for part in result)
        told[result] = told.get(result, Fraction(0)) + chance
    return told


def _named(part: Any, kinds: Kinds) -> Any:
    match part:
        case (topic, Of() as of):
            return topic, label_of(of.value, of.kind, kinds)
    return part


def _knows_all(run: Run[Any], seat: int) -> bool:
    """Whether nothing is hidden from a seat, in a game that hides nothing but cards and numbers."""
    return type(run.game).redeal is Game.redeal and knows_all(run.state, seat)


def _thrown(path: Any) -> tuple[tuple[str, Any], ...]:
    """The throws along a path, in order, by topic."""
    found = []
    while path is not None:
        path, topic, reading = path
        found.append((topic, reading))
    return tuple(reversed(found))


def _world_odds(run: Run[Any], value: Any, policy: Policy | None) -> Odds:
    said = run.game.odds(run, value)
    if said is not None:
        return said
    chances: dict[Any, Fraction] = {}
    for leaf in _visit(run.game.turn, run.start, (*run.tape, value), policy, 200_000):
        result = run.game.result(run.state, leaf.state)
        if result is None:
            result = _thrown(leaf.path)
        chances[result] = chances.get(result, Fraction(0)) + Fraction(leaf.weight, leaf.total)
    return Odds(chances, policy="stops at the next question" if policy is None else _name(policy))
