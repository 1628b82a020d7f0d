"""The chances of what the player is about to do: a battle, a Breakoff, a special action, a whole Mission attempt.

Battles are reckoned by `free_mars.odds` with losses taken as in `lines`; the objective by walking its rule. The tests
check both against the walker on the real rules, and against simulation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from sandtable.engine import Ask, Draw, Odds, Roll, Run, Steps, walk

from ...common.house.chances import Fight, battle, edge_chance, either_edge, mixed
from ...common.printed.box import Line as TableLine
from ...common.state import MissionEnded
from ..house.losses import best_hit, least_loss, opfor_line, our_line
from ..rules.actions import ASSAULT, ASSEMBLE, BOMBARD, NET_RUN, NOTHING
from ..rules.combat import FIRE, launch_swarms, take_hit
from ..rules.resolution import fulfil
from ..state import Squadron, box_of

FIGHT = "fights to the end; hits go where they take most fire away, losses where they cost least"


class Attempt(NamedTuple):
    """9.3 The chances of a Mission attempt: objective done, battle lost, objective not done."""

    done: float
    lost: float
    failed: float


def to_the_end(ask: Ask, values: Sequence[Any], s: Squadron) -> Any:
    """Fights to the end; hits go where they take most fire away, losses where they cost least."""
    if ask.topic == "hit":
        return best_hit(s.pack, s.opfor)
    if ask.topic == "loss":
        return least_loss(s, values)
    if ask.topic == "break-off":
        return FIRE
    return max(values) if ask.topic == "burnout" else values[0]


# Battles


def fight_on(s: Squadron) -> Fight:
    """16.4 The battle that is being fought, from the squadron's next fire to its end."""
    return battle(our_line(s, s.in_battle()), opfor_line(s.pack, tuple(s.opfor)), True, hitting(s))


def fight_with(s: Squadron, n: int, edge: int = 0) -> Fight:
    """16.3 16.4 A battle of the ships in the Point against n units that are still in the Bin."""
    ships = s.in_battle()
    ours = max(s.energy(ship) for ship in ships) + s.net
    line = our_line(s, ships)
    fights = []
    for theirs, opfor, chance in forces(s.pack, tuple(s.bin), n):
        has_edge = edge_chance(ours, theirs + edge)
        fights.append((chance, either_edge(line, opfor_line(s.pack, opfor), has_edge, hitting(s))))
    return mixed(fights)


def hitting(s: Squadron) -> int:
    """How many faces of a die hit."""
    return len(s.box.lines["weapons"].positive)


@lru_cache(maxsize=256)
def forces(pack: str, bin: tuple[int, ...], n: int) -> tuple[tuple[int, tuple[int, ...], float], ...]:
    """16.3 What n units from the Bin can be: what they add to the edge, the sides they show, and the chance.

    Forces that fire alike and have the same edge are counted together.
    """
    box = box_of(pack)
    counters = [kind for kind, count in enumerate(bin) for _ in range(count)]
    results, total = Draw(counters, min(max(0, n), len(counters))).outcomes()
    found: dict[Any, tuple[tuple[int, ...], float]] = {}
    for kinds, weight in results:
        for opfor, chance in _sides(pack, kinds):
            shown = [side for side, k in enumerate(opfor) if k]
            edge = max((box.energies[side] for side in shown), default=0)
            edge += max((box.edges[side] for side in shown), default=0)
            key = edge, opfor_line(pack, opfor)
            before = found.get(key, (opfor, 0.0))
            found[key] = before[0], before[1] + chance * weight / total
    return tuple((edge, opfor, chance) for (edge, _), (opfor, chance) in found.items())


def _sides(pack: str, kinds: Sequence[int]) -> list[tuple[tuple[int, ...], float]]:
    """16.3d The sides that picked units can show: each Swarm its front or its back, as likely."""
    box = box_of(pack)
    start = [0] * len(box.sides)
    for kind in kinds:
        start[box.fronts[kind]] += 1
    found = [(start, 1.0)]
    for kind, unit in enumerate(box.opfor):
        if unit.swarm and (count := kinds.count(kind)):
            front = box.fronts[kind]
            split = []
            for opfor, chance in found:
                for backs in range(count + 1):
                    turned = opfor[:]
                    turned[front], turned[front + 1] = count - backs, backs
                    split.append((turned, chance * comb(count, backs) / 2**count))
            found = split
    return [(tuple(opfor), chance) for opfor, chance in found]


# The Mission


def attempt(s: Squadron) -> Attempt:
    """9.3 Mission Resolution from its battle to its objective, if nobody breaks off."""
    fight = fight_with(s, s.net + s.mission_card.opfor)
    hurt = after_hits(s)
    done = 0.0
    chances: dict[int, float] = {}
    for part in (fight.won, fight.stalemate):
        for hits, p in part.items():
            if hits not in chances:
                chances[hits] = objective_chance(hurt[hits])
            done += p * chances[hits]
    return Attempt(done, fight.lost, 1 - done - fight.lost)


def after_hits(s: Squadron) -> list[Squadron]:
    """16.6 The squadron after 0, 1, 2 ... hits in a battle, losses taken where they cost least."""
    s = s.copy()
    launch_swarms(s, s.in_battle())
    found = [s]
    try:
        while s.in_battle():
            s = s.copy()
            take_hit(s, least_loss(s, [*s.in_battle(), *s.loose]))
            found.append(s)
    except MissionEnded:
        pass  # the last ship of all
    return found


def objective_chance(s: Squadron) -> float:
    """9.3b The chance that every part of the objective that is not done yet is done now."""
    s = s.copy()
    s.loose, s.home = (), {}  # Swarms do not matter any more
    return float(walk(_try_objective, s, lambda after: after.is_returning, policy=to_the_end)[True])


def _try_objective(s: Squadron) -> Steps:
    """9.3b The objective after the battle; "returning" stands for done."""
    if s.active() and (yield from fulfil(s)):
        s.is_returning = True


# What the player asks for


def odds_of(run: Run[Squadron], value: Any) -> Odds | None:
    """The chances of an answer, where there is more to say than what is thrown next."""
    ask, s = run.ask, run.state
    assert ask is not None
    if ask.topic == "resolve" and value is True:
        return _attempt_odds(s)
    if ask.topic == "break-off" and value == FIRE and len(run.values) > len(s.in_battle()):
        return _fight_odds(fight_on(s))
    if ask.topic == "break-off" and value != FIRE:
        energy = min(6, s.energy(value))
        return Odds({"it breaks off": Fraction(energy, 6), "it stays": Fraction(6 - energy, 6)})
    if ask.topic == "runner" and isinstance(value, int):
        return _run_odds(s)
    if ask.topic == "special":
        return _action_odds(s, value)
    return None


def _rounded(chances: Mapping[str, float], policy: str) -> Odds:
    """Chances that are reckoned in decimals, as fractions."""
    return Odds(
        {what: Fraction(p).limit_denominator(10**6) for what, p in chances.items() if p > 0}, policy=policy
    )


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _fight_odds(fight: Fight) -> Odds:
    chances = {f"won, {_counted(hits, 'hit')} taken": p for hits, p in sorted(fight.won.items())}
    neither = sum(fight.stalemate.values())
    return _rounded({**chances, "neither won nor lost": neither, "lost": fight.lost}, FIGHT)


def _attempt_odds(s: Squadron) -> Odds:
    chances = attempt(s)
    names = {
        "objective done": chances.done,
        "battle lost": chances.lost,
        "objective not done": chances.failed,
    }
    return _rounded(names, FIGHT)


def _action_odds(s: Squadron, action: Any) -> Odds | None:
    """17.2 The dice of a special action: how many Positives, and whether something burns out."""
    if action == NET_RUN:
        return _run_odds(s)
    icons = {
        ASSEMBLE: ("assembly", "assembly"),
        BOMBARD: ("bombardment", "bombardment"),
        ASSAULT: ("assault", "troopers"),
    }
    if action in icons:
        line, icon = icons[action]
        return _dice_odds(s.box.lines[line], s.value(icon), 0)
    if action == NOTHING:
        return None
    chance = Fraction(1)
    for icon in s.box.combined[s.combined].icons:
        line_of = s.box.line_of[icon]
        chance *= 1 - Fraction(6 - len(line_of.positive), 6) ** s.value(icon)
    return Odds({"it succeeds": chance, "it fails": 1 - chance})


def _run_odds(s: Squadron) -> Odds:
    """15.2 Cyber dice and NET dice together."""
    return _dice_odds(s.box.lines["net_run"], s.value("cyber"), s.net)


def _dice_odds(line: TableLine, dice: int, extra: int) -> Odds:
    """How many Positives so many dice give, with dice that cannot burn out besides."""
    ability, all_ability = Roll(dice, line.both).outcomes()
    net, all_net = Roll(extra, line.hits).outcomes()
    chances: dict[str, Fraction] = {}
    for (positives, burnouts), weight in ability:
        for more, other in net:
            total = positives + more
            name = _counted(total, "Positive") + (", a Burnout" if burnouts else "")
            chances[name] = chances.get(name, Fraction(0)) + Fraction(weight * other, all_ability * all_net)
    return Odds(chances)
