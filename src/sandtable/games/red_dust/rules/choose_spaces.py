"""Choosing spaces one after another, where each choice may change what the next one can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Line, Listed, Refusal, Steps, Word
from sandtable.engine.asking import Topic, part_of, pick
from sandtable.engine.choice import Offered

from .reasons import CHOSEN


def done(label: str, says: str = "", *, ends_turn: bool = False) -> Word:
    """How Done reads in a question, for `done_as=`: what it finishes, and what comes next. Made once, not for every question."""
    return Word(DONE.id, label, says, "turn" if ends_turn else "")


NO_MORE_SPACES = done("No more spaces", "What was chosen stands.")


def one_by_one(
    who: int,
    most: int,
    able: Callable[[], Sequence[int]],
    prompt: str,
    topic: Topic,
    label: str = "{it}",
    *,
    least: int = 1,
    about: dict[str, Any] | None = None,
    in_one_go: bool = False,
    done_as: Word = NO_MORE_SPACES,
    says: Callable[[Any], Line | None] | None = None,
) -> Callable[[], Steps[int | None]]:
    """Different spaces, for rules that do something in each before the next is chosen.

    Each call asks for one more: ``while (space := (yield from another())) is not None: ...``. It gives None when there
    may be no more, or the Faction wants no more. `in_one_go`: nothing is asked between one space and the next, so a client
    can gather them. Where `able` is a `Choice`, it says why other spaces are refused.
    """
    chosen: list[int] = []

    def why(it: int) -> Refusal | None:
        assert isinstance(able, Offered)
        return CHOSEN if it in chosen else able.refusal(it)

    def another() -> Steps[int | None]:
        if len(chosen) >= most:
            return None
        left = [space for space in able() if space not in chosen]
        if not left:
            return None
        then = () if len(chosen) < least else (DONE,)
        options = Listed(left, why, then) if isinstance(able, Offered) else [*left, *then]
        ask = pick(who, topic, prompt, options, label=label, about=about, done_as=done_as, says=says)
        if chosen:
            ask.facts = {"chosen": tuple(chosen)}
        count = len(chosen)
        # Where all that is left must be taken, the last one is not asked for: nothing could be sent for it.
        if in_one_go and least - count < len(left):
            part_of(
                "several", min(most - count, len(left)), ask, needed=max(0, min(least - count, len(left)))
            )
        space = yield ask
        if space == DONE:
            return None
        chosen.append(space)
        return space  # type: ignore[no-any-return]

    return another
