"""The debriefs of a campaign as a player sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ..state import Fought, Theatre


class DebriefView(msgspec.Struct, frozen=True):
    """A Mission of the campaign that is over: how it ended, and what it cost and brought."""

    title: str  #: The title of its card.
    won: bool  #: Whether it was won.
    why: str  #: Why it ended.
    ops: int  #: Ops cards that were left.
    lost: list[str]  #: The units that were eliminated in it.
    kept: list[str]  #: The units that go on to the next Mission.
    gained: int  #: Points for the next Mission.
    points: int  #: Points in hand after that.
    net: int  #: The NET Level after it.
    is_last: bool  #: Whether the campaign ended with it, so that nothing is carried over.
    brings: str  #: What its card adds from now on, if it was won: "Cyber +1".


#: The name of a unit, by its number and the side of its counter.
Namer = Callable[[int, int], str]


def listed(names: Sequence[str]) -> str:
    """Names as a list in a sentence.

    >>> listed(["Ghost", "Breaker", "Crawler"])
    'Ghost, Breaker and Crawler'
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def title_of(s: Theatre, it: Fought) -> str:
    """The title of a Mission that is over, if its card was ever turned up."""
    return s.box.missions[it.mission].title if it.mission >= 0 else "An unrevealed Mission"


def kept_names(it: Fought, name: Namer) -> list[str]:
    """The units that go on to the next Mission, by the side of the counter that is up."""
    sides: Sequence[int] = it.sides or [0] * len(it.kept)
    return [name(unit, side) for unit, side in zip(it.kept, sides, strict=True)]


def debriefs_of(s: Theatre, name: Namer, brings: Callable[[int], str]) -> list[DebriefView]:
    """The Missions of a campaign that are over, in order; `brings` says what a won card adds, by its number."""
    return [
        DebriefView(
            title_of(s, it),
            it.won,
            it.why,
            it.ops,
            [name(unit, 0) for unit in it.lost],
            kept_names(it, name),
            it.gained,
            it.points,
            it.net,
            not it.points and not it.kept,
            brings(it.mission) if it.won else "",
        )
        for it in s.fought
    ]
