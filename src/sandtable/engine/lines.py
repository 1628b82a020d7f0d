"""Short sentences that are data: what an option does, why a thing is refused, what changed a throw.

They are templates like prompts and log lines, made into words only when somebody reads them. Most are constants of a
module, so a rule that returns one allocates nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self, TypeVar

import msgspec

from .naming import Kinds, Of
from .templates import render

V = TypeVar("V")


class Line(msgspec.Struct, frozen=True):
    """A sentence with named things: ``Line("Costs {n:number} a space.", {"n": 3})``."""

    text: str  #: A template.
    args: dict[str, Any] | None = None  #: The things it names.

    def of(self, **things: Any) -> Self:
        """The same sentence about these things.

        >>> Line("{n:number} short").of(n=2)
        Line(text='{n:number} short', args={'n': 2})
        """
        return type(self)(self.text, {**(self.args or {}), **things})

    def words(self, kinds: Kinds, it: Of | None = None) -> str:
        """The sentence as people read it; `it` is what the sentence calls {it}."""
        args = self.args if it is None else {"it": it, **(self.args or {})}
        return render(self.text, args, kinds)


class Refusal(Line, frozen=True):
    """Why something is not offered. {it} is what was refused: ``HAS_SUPPORT = Refusal("{it} has Support.")``.

    A rule gives the first condition that fails, in the order of the rulebook, or None if none does; the options of the
    question are what is not refused, so the two cannot differ.
    """


Refuses = Callable[[Any], Refusal | None]  #: A function from a value to why it is refused; None: it is not.


def allowed(candidates: Iterable[V], refusal: Callable[[V], Refusal | None]) -> list[V]:
    """The candidates without a refusal, in their order.

    >>> allowed(range(4), lambda n: Refusal("{it} is odd.") if n % 2 else None)
    [0, 2]
    """
    return [it for it in candidates if refusal(it) is None]
