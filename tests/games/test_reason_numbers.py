"""Every number in a "why not" is one that the rules also use: in random positions it is worked out anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any

import pytest

import sandtable
from benchmarks.trace import set_up
from sandtable.engine import Refusal, Table
from sandtable.engine.contract.reasons import left_out
from sandtable.games import BUILT_IN, find_game
from sandtable.games.free_mars.space.rules import actions, assembly, missions, task_force
from sandtable.games.free_mars.space.rules import reasons as space
from sandtable.games.free_mars.surface.rules import movement
from sandtable.games.free_mars.surface.rules import set_up as surface
from sandtable.games.mars_or_die.rules.reasons import orders, targets
from sandtable.games.mars_or_die.rules.turn import ENTERS_LATER
from sandtable.games.mars_or_die.state import gap, kind_of
from sandtable.games.red_dust.printed.map import CORPORATIONS
from sandtable.games.red_dust.rules import event_round, pacify_and_agitate, population
from sandtable.games.red_dust.rules import reasons as red_dust
from sandtable.games.red_dust.rules.operations import logistics
from sandtable.games.rogue_trooper.rules import ways

from ..lengths import games
from .test_hint_numbers import counts

#: How many positions with a refusal are looked at, and how many of the numbers in them at the least.
POSITIONS = {
    "red-dust": (800, 100),
    "surface-combat": (300, 500),
    "space-combat": (400, 500),
    "mars-or-die": (200, 200),
    "rogue-trooper": (1500, 100),
}
#: A table, the topic asked, the value refused and what the sentence names; true if the rules say the same.
Check = Callable[[Table, Any, dict[str, Any]], bool]


def far(near: Callable[[int], Collection[int]], start: int, stops: Collection[int] = ()) -> dict[int, int]:
    """How many steps it is from a place to all others, never past a stop."""
    found, edge, steps = {start: 0}, [start], 0
    while edge:
        steps += 1
        edge = [it for here in edge if here == start or here not in stops for it in near(here)]
        edge = [it for it in dict.fromkeys(edge) if it not in found]
        found.update(dict.fromkeys(edge, steps))
    return found


# Surface Combat


def cells(s: Any, stops: Collection[int] = ()) -> dict[int, int]:
    return far(lambda cell: s.box.neighbours[cell], s.cell, stops)


def too_far(table: Table, cell: Any, args: dict[str, Any]) -> bool:
    """11.1 The distance is above the movement of the Team."""
    s = table.run.state
    return bool(args["n"] == cells(s)[cell] > args["move"] == movement.movement(s))


def way_round(table: Table, cell: Any, args: dict[str, Any]) -> bool:
    """11.1 The way past no STOP, where the shortest one would do."""
    s = table.run.state
    for ignores in (False, True):
        way = cells(s, movement.stop_cells(s.box, ignores or s.vehicles > 0, s.control))
        if args["n"] == way.get(cell):
            return bool(cells(s)[cell] <= args["move"] < args["n"])
    return False


def too_dear(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """17.1 The price is above what is in hand, which is what the view shows."""
    return bool(args["cost"] > args["points"] == table.view("commander").points)


def for_a_cadre(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """7.4 What a Cadre costs must stay, until there is one."""
    s = table.run.state
    return not s.cadres and args == {"cost": s.box.scenario.cost.cadre, "points": s.points}


# Space Combat


def steps(s: Any, stops: Collection[int] = ()) -> dict[int, int]:
    return far(lambda point: s.box.orbits.ways[point], s.point, stops)


def too_many_steps(table: Table, point: Any, args: dict[str, Any]) -> bool:
    """11.1 The Task Force moves with the Energy of its slowest ship."""
    s = table.run.state
    return bool(args["n"] == steps(s)[point] > args["energy"] == min(s.energy(ship) for ship in s.tf))


def detour(table: Table, point: Any, args: dict[str, Any]) -> bool:
    """11.4 A marker ends the movement."""
    s = table.run.state
    return bool(args["n"] == steps(s, s.sites)[point] > args["energy"] >= steps(s)[point])


def not_enough_ap(table: Table, unit: Any, args: dict[str, Any]) -> bool:
    return bool(args["cost"] > args["points"] == table.view("rebels").points)


def ap_in_hand(table: Table, it: Any, args: dict[str, Any]) -> bool:
    return bool(args["points"] == table.view("rebels").points)


def net_too_low(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """R-SP-10 What the Mission asks for."""
    s = table.run.state
    return bool(args["n"] == s.mission_card.net > args["net"] == s.net)


# Red Dust


def unpaid(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """10 The price is above what is left, less what the Operation costs already."""
    view, who = table.view(None), table.run.ask.seat  # type: ignore[union-attr]
    cost = view.cost if view.acting == who else 0
    return bool(args["n"] > args["have"] == view.resources[who] - cost)


def unpaid_in_assets(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """10.3 The hand is not worth what the Operation would cost with this space."""
    s, view = table.run.state, table.view("reclaimers")
    worth = sum(s.box.assets[card].value for card in view.hand)
    return bool(args["n"] > 0 and (s.action.is_limited or worth < view.cost - view.given + args["n"]))


def second_base(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """16.2 Each Base after the first costs 3 Profits."""
    return bool(args["have"] == table.view(None).resources[CORPORATIONS] < 3)


# Mars or Die


def out_of_range(table: Table, unit: Any, args: dict[str, Any]) -> bool:
    """6.1 From any stand it is at least as far as from the nearest; a tenth of an inch is rounded up.

    Corners of stands and of whole formations are rounded apart by a thousandth of an inch each.
    """
    s, acting = table.run.state, table.run.ask.about["unit"]  # type: ignore[union-attr, index]
    return bool(args["far"] > 0 and args["far"] + args["range"] + 2 >= gap(s, acting, unit))


def out_of_charge(table: Table, unit: Any, args: dict[str, Any]) -> bool:
    """5.1 What is missing, rounded up to a tenth of an inch."""
    s, acting = table.run.state, table.run.ask.about["unit"]  # type: ignore[union-attr, index]
    missing = gap(s, acting, unit) - args["charge"]
    return bool(0 < missing <= args["far"] < missing + 100)


def arc(table: Table, unit: Any, args: dict[str, Any]) -> bool:
    """6.6, R-MD-9 45 degrees to each side; a gun turns by 45 more."""
    return bool(args["arc"] == (90 if kind_of(table.run.state, args["unit"]).is_artillery else 45))


def nobody_to_charge(table: Table, it: Any, args: dict[str, Any]) -> bool:
    """5.1 The charge printed for the kind of unit, 2 inches more in column, and what cards add."""
    kind = kind_of(table.run.state, table.run.ask.about["unit"])  # type: ignore[union-attr, index]
    return bool(args["charge"] >= kind.charge > 0)


def enters_later(table: Table, unit: Any, args: dict[str, Any]) -> bool:
    """R-MD-20 The turn that the scenario prints, and it has not come."""
    s = table.run.state
    return bool(args["turn"] == s.box.units[unit].enters > s.turn)


# Rogue Trooper


def too_far_on_foot(table: Table, sector: Any, args: dict[str, Any]) -> bool:
    """3.5 A march goes from sector to sector that a GI can enter."""
    s, seat = table.run.state, table.run.ask.seat  # type: ignore[union-attr]
    way = far(lambda here: ways.steps_from(s, seat, here), s.sector[seat])
    return bool(way.get(sector, 99) > args["n"])


def too_far_by_air(table: Table, sector: Any, args: dict[str, Any]) -> bool:
    """3 An aircraft flies over everything on Nu-Earth."""
    s, seat = table.run.state, table.run.ask.seat  # type: ignore[union-attr]
    way = far(lambda here: [it for it in s.box.near[here] if it < s.box.earth], s.sector[seat])
    return bool(args["far"] == way[sector] > args["n"])


@cache
def checks(key: str) -> dict[str, Check]:
    """Checks by the text of a refusal."""
    found: dict[str, dict[Refusal, Check]] = {
        "surface-combat": {
            movement.TOO_FAR: too_far,
            movement.ROUND: way_round,
            surface.TOO_DEAR: too_dear,
            surface.CADRE_FIRST: for_a_cadre,
        },
        "space-combat": {
            task_force.TOO_FAR: too_many_steps,
            task_force.DETOUR: detour,
            space.TOO_DEAR: not_enough_ap,
            assembly.REPAIR_TOO_DEAR: not_enough_ap,
            actions.NO_JOB: ap_in_hand,
            missions.NET_TOO_LOW: net_too_low,
        },
        "red-dust": {
            red_dust.TOO_DEAR: unpaid,
            red_dust.ASSETS_TOO_FEW: unpaid_in_assets,
            population.REPAIR_TOO_DEAR: unpaid,
            pacify_and_agitate.SHIFT_TOO_DEAR: unpaid,
            event_round.TOO_POOR: unpaid,
            logistics.SECOND_BASE: second_base,
        },
        "mars-or-die": {
            targets.OUT_OF_RANGE: out_of_range,
            targets.OUT_OF_CHARGE: out_of_charge,
            targets.OUT_OF_ARC: arc,
            orders.NOBODY_TO_CHARGE: nobody_to_charge,
            ENTERS_LATER: enters_later,
        },
        "rogue-trooper": {ways.TOO_FAR_ON_FOOT: too_far_on_foot, ways.TOO_FAR_BY_AIR: too_far_by_air},
    }
    return {refusal.text: check for refusal, check in found[key].items()}


def refused(table: Table) -> Iterator[tuple[Any, Refusal]]:
    """What the open question leaves out, with the reason its rule gives."""
    question = table.ask
    assert question is not None
    for thing in left_out(table, question):
        why = question.refusal(thing)
        if why is not None:
            yield question.kinds[thing.kind].number(thing.id), why
    spec = question.spec
    for it in spec.others() if callable(spec.others) else spec.others:
        why = None if it in question.values or spec.why is None else spec.why(it)
        if why is not None:
            yield it, why


@pytest.mark.parametrize("key", BUILT_IN)
def test_numbers_in_reasons_are_those_of_the_rules(key: str) -> None:
    """Distances, prices and what is in hand, in games of the house player with a third of the answers at random."""
    positions, numbers = (games(n) for n in POSITIONS[key])
    game, met, seed = find_game(key), Counter[str](), 0
    while positions > 0:
        seed += 1
        rng = random.Random(seed)
        table = sandtable.new(game, seed=seed, options=set_up(game, seed))
        while (question := table.ask) is not None and positions > 0:
            if question.spec.why is not None and rng.random() < 0.3:
                positions -= 1
                for it, why in refused(table):
                    if why.args and (check := checks(key).get(why.text)) is not None:
                        met[why.text] += 1
                        assert check(table, it, why.args), (question, it, why)
                    else:
                        assert not (counts(why.text) and why.args), why.text
            value = game.policy(table.run, rng)
            answer = next(option.key for option in question.options if option.value == value)
            table.choose(rng.choice(question.keys) if rng.random() < 0.3 else answer)
    assert met.total() >= numbers, met
