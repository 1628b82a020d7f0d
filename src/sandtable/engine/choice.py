"""Choices: what may be chosen and why something else may not, stated once.

A rule about single things is a `Choice`: candidates, a cheap superset of what could be chosen, and one refusal. Options,
"can anything be chosen at all" and reasons all come from the two. A rule about paths, or one that works something out
once for many things, states its list, and the reasons read that list: `Listed`.

Refusals are templates like prompts and log lines, made into words only when somebody reads them. Most are constants of a
module, so a rule that returns one allocates nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from .naming import Of
from .templates import Line

V = TypeVar("V")


class Refusal(Line, frozen=True):
    """Why something is not offered. {it} is what was refused: ``HAS_SUPPORT = Refusal("{it} has Support.")``.

    A rule gives the first condition that fails, in the order of the rulebook, or None if none does.
    """


Refuses = Callable[[Any], Refusal | None]  #: A function from a value to why it is refused; None: it is not.


class Offered(msgspec.Struct):  # made with every question that gives reasons
    """The options of a question together with the reasons for everything else. Called, it lists the options."""

    def __call__(self) -> Sequence[Any]:
        """List the options, made now."""
        raise NotImplementedError

    def refusal(self, it: Any) -> Refusal | None:
        """Say why something is not offered; None for what is."""
        raise NotImplementedError


class Choice(Generic[V]):
    """A rule about what may be chosen, stated once: ``ASSAULT_AT = Choice(rebel_spaces, assault_refusal)``.

    `candidates(*given)` lists what could be chosen, cheaply; it may list too much, never too little.
    `refusal(*given, it)` says why one of them is refused, its conditions in the order of the rulebook. `guard` wraps the
    refusal for somebody who points at a thing that no candidate is like (a box beside the map), so that the
    refusal need not expect it.

    >>> ODD = Refusal("{it} is odd.")
    >>> def even_refusal(limit: int, n: int) -> Refusal | None:
    ...     return ODD if n % 2 else None
    >>> EVEN = Choice(range, even_refusal)
    >>> EVEN.all(4), EVEN.any(4), EVEN.why(4)(3) is ODD
    ([0, 2], True, True)
    """

    __slots__ = ("candidates", "guard", "refusal")

    def __init__(
        self,
        candidates: Callable[..., Iterable[V]],
        refusal: Callable[..., Refusal | None],
        *,
        guard: Callable[[Refuses], Refuses] | None = None,
    ) -> None:
        self.candidates, self.refusal, self.guard = candidates, refusal, guard

    def all(self, *given: Any) -> list[V]:
        """List what may be chosen, in the order of the candidates."""
        refusal, found = self.refusal, []
        # Loops of their own for one and for two things given take half the time, and every fork comes through here.
        if len(given) == 1:
            (one,) = given
            for it in self.candidates(one):
                if refusal(one, it) is None:
                    found.append(it)
        elif len(given) == 2:
            one, two = given
            for it in self.candidates(one, two):
                if refusal(one, two, it) is None:
                    found.append(it)
        else:
            for it in self.candidates(*given):
                if refusal(*given, it) is None:
                    found.append(it)
        return found

    def any(self, *given: Any) -> bool:
        """Whether anything may be chosen. Looks at no more candidates than it takes."""
        refusal = self.refusal
        for it in self.candidates(*given):  # noqa: SIM110, a generator costs more than the first few candidates
            if refusal(*given, it) is None:
                return True
        return False

    def why(self, *given: Any) -> Refuses:
        """The reasons, for anything that somebody can point at."""
        refusal: Refuses = partial(self.refusal, *given)
        return refusal if self.guard is None else self.guard(refusal)

    def of(self, *given: Any, then: tuple[Any, ...] = ()) -> Offered:
        """The options and reasons of a question: ``pick(who, DIG_IN, "Dig In which Base?", DIG_IN_AT.of(s, then=(DONE,)))``.

        They are made when somebody looks. `then` are options after them that need no reasons: words such as Done.
        """
        return _Chosen(self, given, then)


class _Chosen(Offered):
    """Options and reasons that are derived from a `Choice`."""

    choice: Choice[Any]
    given: tuple[Any, ...]
    then: tuple[Any, ...]

    def __call__(self) -> Sequence[Any]:
        found = self.choice.all(*self.given)
        if self.then:
            found.extend(self.then)
        return found

    def refusal(self, it: Any) -> Refusal | None:
        return None if it in self.then else self.choice.why(*self.given)(it)


class Listed(Offered):
    """Options that a rule lists itself, with reasons that read the list: for paths, and facts worked out once for many things.

    ``pick(who, MARCH_FROM, "From where?", Listed(march_origins(s, a, goal), partial(no_way, s, a, goal)))``

    `why` only finds the sentence for what is not listed; the list alone decides. `then` are words after the list.

    >>> reach = Listed([1, 2], lambda it: Refusal("{it} is too far."), then=("done",))
    >>> reach(), reach.refusal(2), reach.refusal("done"), reach.refusal(3).text
    ([1, 2, 'done'], None, None, '{it} is too far.')
    """

    options: Sequence[Any] | Callable[[], Sequence[Any]]  #: What may be chosen, or a function that lists it.
    why: Refuses  #: Finds the sentence for what is not listed.
    then: tuple[Any, ...] = ()  #: Words after the list.

    def __call__(self) -> Sequence[Any]:
        options = self.options
        found: Sequence[Any] = options() if callable(options) else options
        return [*found, *self.then] if self.then else found

    def refusal(self, it: Any) -> Refusal | None:
        # A part of a compound option: the question asks only about parts that no option has.
        if it.__class__ is Of:
            return self.why(it)
        return None if it in self() else self.why(it)
