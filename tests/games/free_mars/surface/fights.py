"""Ten battles whose odds are worked out exactly and checked by simulation; docs/play/surface-combat.md lists them."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.free_mars.surface.state import Phase, Team

from .kit import team


class Listed(NamedTuple):
    """A battle at the start of a round: the Team, the OPFOR, and whether the Team has the edge."""

    name: str
    units: tuple[str, ...]
    opfor: tuple[str, ...]
    has_edge: bool = True


FIGHTS = (
    Listed("one Cadre against a Patrol", ("firebrand",), ("patrol",)),
    Listed("one Cadre against a Patrol that fires first", ("firebrand",), ("patrol",), False),
    Listed("a crashed Marksman against a crashed Gunship", ("marksman_crashed",), ("gunship_crashed",)),
    Listed("Breaker against Troopers", ("breaker",), ("troopers",)),
    Listed("two Cadres and a Carbine against two units", ("netrunner", "firebrand", "rail_carbine"), ("patrol", "drones")),
    Listed(
        "three Cadres, fired at first, against Troopers and a Patrol",
        ("netrunner", "firebrand", "organiser"), ("troopers", "patrol"), False,
    ),
    Listed(
        "a first team against three units",
        ("netrunner", "firebrand", "organiser", "rail_carbine", "launcher"), ("patrol", "troopers", "drones"),
    ),
    Listed(
        "the same fired at first by the worst three",
        ("netrunner", "firebrand", "organiser", "rail_carbine", "launcher"), ("assault_team", "gunship", "troopers"), False,
    ),
    Listed(
        "a big Team against six units",
        ("firebrand", "organiser", "netrunner", "breaker", "marksman", "rail_carbine", "launcher", "crawler"),
        ("assault_team", "gunship", "troopers", "troopers", "agent", "patrol"),
    ),
    Listed(
        "a hurt Team against four units, fired at first",
        ("firebrand_crashed", "netrunner", "breaker_crashed", "crawler", "drone_swarm"),
        ("assault_team", "troopers", "troopers_crashed", "drones"), False,
    ),
)  # fmt: skip


def begin(fight: Listed) -> Team:
    """The battle on the table, without a card: on a plain cell, with nothing at stake but the units."""
    return team(
        *fight.units,
        opfor=fight.opfor,
        has_edge=fight.has_edge,
        cell="e7",
        phase=Phase.ROUND,
        ops=["walkout", "informer"],
    )
