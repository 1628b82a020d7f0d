"""The options that are chosen before a game of Free Mars begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from sandtable.engine import NotFound, Options

from .difficulty import Difficulty


class MissionOptions(Options, frozen=True, kw_only=True):
    """Which Mission to play, by the id of its card; empty: one is picked at random."""

    scenario: str = "mission"  #: Which scenario is played, by its id.
    mission: Annotated[str, Meta(title="Mission", description="The first one, if it is a campaign.")] = ""
    difficulty: Difficulty = "normal"


def number_asked_for(mission: str, able: Sequence[str], missions: Sequence[str]) -> int:
    """The number of the Mission that is asked for among all `missions`, or -1 for none; it must be one of those that are `able`."""
    if not mission:
        return -1
    if mission not in able:
        raise NotFound("mission", mission, able)
    return missions.index(mission)
