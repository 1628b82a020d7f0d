"""Why a thing is refused: sentences that are data, and the list of what is not refused.

Refusals are templates like prompts and log lines, made into words only when somebody reads them. Most are constants of a
module, so a rule that returns one allocates nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .templates import Line

V = TypeVar("V")


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
