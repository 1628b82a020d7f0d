"""Choosing spaces one after another, where each choice may change what the next one can be."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import DONE, Steps
from sandtable.engine.asking import Topic, pick


def one_more(
    who: int,
    chosen: list[int],
    most: int,
    able: Callable[[], list[int]],
    prompt: str,
    topic: Topic,
    label: str = "{it}",
    *,
    least: int = 1,
    about: dict[str, Any] | None = None,
) -> Steps[int | None]:
    """One more space, if there may be more and the Faction wants it; None when it is enough."""
    if len(chosen) >= most:
        return None
    left: list[Any] = [space for space in able() if space not in chosen]
    if not left:
        return None
    options = left if len(chosen) < least else [*left, DONE]
    space = yield pick(who, topic, prompt, options, label=label, about=about)
    if space == DONE:
        return None
    chosen.append(space)
    return space  # type: ignore[no-any-return]


def one_by_one(
    who: int,
    most: int,
    able: Callable[[], list[int]],
    prompt: str,
    topic: Topic,
    label: str = "{it}",
    *,
    least: int = 1,
    about: dict[str, Any] | None = None,
) -> Callable[[], Steps[int | None]]:
    """Different spaces, one after another, for rules that do something in each before the next is chosen.

    Each call asks for one more: ``while (space := (yield from another())) is not None: ...``.
    """
    return partial(one_more, who, [], most, able, prompt, topic, label, least=least, about=about)
