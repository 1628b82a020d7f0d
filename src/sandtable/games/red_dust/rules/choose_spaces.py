"""Choosing spaces one after another, where each choice may change what the next one can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import DONE, Steps
from sandtable.engine.asking import Topic, pick


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
    """Different spaces, for rules that do something in each before the next is chosen.

    Each call asks for one more: ``while (space := (yield from another())) is not None: ...``. It gives None when there
    may be no more, or the Faction wants no more.
    """
    chosen: list[int] = []

    def another() -> Steps[int | None]:
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

    return another
