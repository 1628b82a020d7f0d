"""What the numbers in hints must be: by game and sentence, worked out anew from the rules.

A check gets the table, the key of the answer, its value and what the sentence names; it returns the numbers as the rules have
them, by the names the sentence gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

from sandtable.engine import Table
from sandtable.games.free_mars.space.house import advice as space
from sandtable.games.free_mars.space.house.losses import opfor_line as space_opfor_line
from sandtable.games.free_mars.space.house.losses import our_line
from sandtable.games.free_mars.space.printed.files import WEAPONS
from sandtable.games.free_mars.space.rules import missions
from sandtable.games.free_mars.space.rules.actions import is_close
from sandtable.games.free_mars.surface.house import advice as surface
from sandtable.games.free_mars.surface.house.losses import opfor_line, team_after_hits
from sandtable.games.free_mars.surface.rules import movement
from sandtable.games.free_mars.surface.rules.locations import steps_from
from sandtable.games.mars_or_die.cards.playing import CARD_TEXT
from sandtable.games.mars_or_die.house import advice as mars_or_die
from sandtable.games.mars_or_die.state import hit, stands_left
from sandtable.games.red_dust.house import advice as red_dust
from sandtable.games.red_dust.printed.map import ON_MARS
from sandtable.games.red_dust.printed.pieces import BASES_OF, ENEMIES_OF, FORCES_OF, KINDS
from sandtable.games.rogue_trooper.house import advice as rogue_trooper
from sandtable.games.rogue_trooper.rules.battlefield import slips
from sandtable.games.rogue_trooper.rules.combat import GUNNAR_BONUS
from sandtable.games.rogue_trooper.rules.places import evade_modifier
from sandtable.games.rogue_trooper.state import STACK, Phase

Check = Callable[[Table, str, Any, dict[str, Any]], dict[str, Any]]

# Dice, without the games' own ways to work them out


@cache
def hits(dice: int, faces: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2 ... hits, a die at a time."""
    if not dice:
        return (1.0,)
    fewer, p = hits(dice - 1, faces), faces / 6
    return tuple(
        (1 - p) * (fewer[n] if n < dice else 0.0) + p * (fewer[n - 1] if n else 0.0) for n in range(dice + 1)
    )


def capped(dice: int, faces: int, most: int) -> Iterator[tuple[int, float]]:
    """Hits with their chances, where more than `most` are as good as `most`."""
    chances = hits(dice, faces)
    for n in range(min(dice, most) + 1):
        yield n, chances[n] if n < most else sum(chances[most:])


def battle(first: tuple[int, ...], second: tuple[int, ...], faces: int) -> tuple[float, float]:
    """The chances that each side is the only one left, where `first` fires first in every round.

    A side is given as its strength after 0, 1, 2 ... hits.
    """

    @cache
    def from_here(a: int, b: int) -> tuple[float, float]:
        if a == len(first) or b == len(second):
            return float(b == len(second)), float(a == len(first))
        won = lost = again = 0.0
        for after, p in battle_round(a, b):
            if after == (a, b):
                again += p
            elif p:
                more, fewer = from_here(*after)
                won, lost = won + p * more, lost + p * fewer
        return (won / (1 - again), lost / (1 - again)) if again < 1 else (0.0, 0.0)

    def battle_round(a: int, b: int) -> Iterator[tuple[tuple[int, int], float]]:
        """A side that is gone after the first volley does not fire back."""
        for n, p in capped(first[a], faces, len(second) - b):
            reply = second[b + n] if b + n < len(second) else 0
            for k, q in capped(reply, faces, len(first) - a):
                yield (a + k, b + n), p * q

    return from_here(0, 0)


@cache
def sums(dice: int) -> dict[int, int]:
    """In how many ways these dice show each sum."""
    if not dice:
        return {0: 1}
    found: dict[int, int] = {}
    for total, ways in sums(dice - 1).items():
        for face in range(1, 7):
            found[total + face] = found.get(total + face, 0) + ways
    return found


def result_of(table: Table, key: str) -> Any:
    """What the rules make of an answer: the state when somebody is asked again."""
    fork = table.fork()
    fork.choose(key)
    return fork.run.state


def seat_asked(table: Table) -> int:
    assert table.run.ask is not None
    return table.run.ask.seat


# Surface Combat


def cells_away(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """11.1 How far it is from where the Team would be to the Nexus, or to a place where it can recruit (R-SC-36)."""
    s = table.run.state
    start, goal = s.cell if value == movement.STAY else value, args.get("place", s.nexus)
    if "place" in args:
        there = s.copy()
        there.cell = goal
        assert there.is_recruit_place()
    return {"n": steps_from(s.box, start, frozenset())[goal]}


def objective(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """9.5 Every throw of the icons' dice, each with the bonus dice of the NET Level."""
    s = table.run.state
    mission, box = s.mission_card, s.box
    needs = [(s.value(icon), n, len(box.line_of[icon].positive)) for icon, n in mission.needs.items()]
    chance = 0.0
    if all(dice for dice, _, _ in needs):
        for thrown in product(*(list(enumerate(hits(dice, faces))) for dice, _, faces in needs)):
            p = 1.0
            for _, q in thrown:
                p *= q
            scored = [n for n, _ in thrown]
            short = sum(max(0, need - n) for (_, need, _), n in zip(needs, scored, strict=True))
            short = max(short, mission.total - sum(scored))
            chance += p * sum(hits(s.net, needs[0][2])[max(0, short) :])
    return {"chance": chance}


def wiped_out(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """15.4 The battle to its end; losses in the order in which the house player takes them."""
    s = table.run.state
    ours = tuple(team.team_strength() for team in team_after_hits(s))
    theirs, faces = opfor_line(s.box, tuple(s.opfor)), s.box.positives
    chances = battle(ours, theirs, faces)[::-1] if s.has_edge else battle(theirs, ours, faces)
    return {"chance": chances[0]}


def from_the_odds(name: str, table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """What the odds of the answer Yes say, which the tests of the odds compare with the rules walked through."""
    fork = table.fork()
    assert fork.ask is not None
    yes = next(option.key for option in fork.ask.options if option.value is True)
    return {"chance": dict(fork.odds(yes)).get(name, Fraction(0))}


def ops_gained(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """12.0 Ops cards that come into the deck."""
    return {"n": result_of(table, key).ops_left - table.run.state.ops_left}


# Space Combat


def bought(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """6.0 What the squadron pays, and the Weapons printed on the counter."""
    s, box = table.run.state, table.run.state.box
    cost = s.points - result_of(table, key).points
    printed = box.ships[value].front.weapons if value < box.first_pod else box.gives[value][WEAPONS]
    return {"n": printed, "cost": cost}


def steps_away(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """11.0 How far it is from where the Task Force would be to the nearest place that the rule accepts."""
    s = table.run.state
    start = s.point if not isinstance(value, int) else value
    return {
        "n": steps_on(s.box.orbits.ways, start, [p for p in range(len(s.box.orbits.ids)) if is_goal(s, p)])
    }


def is_goal(s: Any, point: int) -> bool:
    """9.3 Whether a returning ship is home there, or what the Mission asks for first can be done there."""
    if s.is_returning:
        return point in (s.box.orbits.launch, s.base)
    there = s.copy()
    there.point = point
    if s.mission_card.bombard and not s.is_bombarded:
        return is_close(there)
    if s.mission_card.build and not s.is_built:
        return missions.is_building_site(there)
    return missions.in_orbit(there)


def steps_on(ways: list[list[int]], start: int, goals: Collection[int]) -> int:
    far, reached = 0, {start}
    while not reached.intersection(goals):
        far, reached = far + 1, reached | {after for here in reached for after in ways[here]}
    return far


def disrupted(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """17.0 Disrupted ships that the Task Force can repair."""
    s = table.run.state
    return {"n": len([ship for ship in s.in_space() if s.at[ship] == s.point and s.is_flipped[ship]])}


def space_battle(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """16.4 The battle from the squadron's fire to its end."""
    s = table.run.state
    faces = len(s.box.lines["weapons"].positive)
    theirs = space_opfor_line(s.pack, tuple(s.opfor)).strengths
    return {"chance": battle(our_line(s, s.in_battle()).strengths, theirs, faces)[0]}


# Rogue Trooper


def evasion(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """4.4 The faces of the die that get past the card."""
    s, seat = table.run.state, seat_asked(table)
    initiative = s.box.foes[s.cards.zones[STACK][-1]].initiative
    plus = evade_modifier(s, seat)
    return {"chance": Fraction(sum(slips(s, face + plus, initiative) for face in range(1, 7)), 6)}


def salvo(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """5.5, 17 Every throw of the dice that the rule itself offers (its tip counts them) against the enemy's."""
    s, ask = table.run.state, table.run.ask
    assert ask is not None
    assert ask.says is not None
    tip = ask.says(value)
    assert tip is not None
    assert tip.args is not None
    dice, plus = tip.args["n"], GUNNAR_BONUS if "Gunnar" in tip.text else 0
    times = 2 if "Helm" in tip.text else 1
    if s.phase is Phase.CONFRONTATION:
        enemy = s.box.sheet.traitor_dice + s.traitor_dice
    else:
        enemy = s.box.foes[s.cards.zones[STACK][-1]].firepower
    won = sum(
        ways * more
        for mine, ways in sums(dice).items()
        for theirs, more in sums(enemy).items()
        if (mine + plus) * times >= theirs
    )
    return {"chance": Fraction(won, 6 ** (dice + enemy))}


def bare_hands(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """13.3 On Milli-com a die each and those of the card that is played; equal is enough for the GI."""
    s = table.run.state
    rogue = s.box.rogue(value)
    assert s.traitor >= s.box.earth
    mine, theirs = (1 + rogue.number, 1) if rogue.target == "self" else (1, 1 + rogue.number)
    won = sum(ways * more for a, ways in sums(mine).items() for b, more in sums(theirs).items() if a >= b)
    return {"chance": Fraction(won, 6 ** (mine + theirs))}


# Mars or Die


def last_stand(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """6.8 A hit on any stand of the target leaves none."""
    target = args["target"]
    for slot in range(64):
        s = table.run.state.copy()
        if s.poses[target].mask >> slot & 1:
            hit(s, target, slot)
            assert stands_left(s, target) == 0
    return {}


def card_text(table: Table, key: str, value: Any, args: dict[str, Any]) -> dict[str, Any]:
    """11.0 The words printed on the card."""
    printed = [card for card in table.run.state.box.cards if card.id == args["text"].id]
    assert [card.text for card in printed] == [args["text"].label]
    return {}


# Red Dust


def change(
    of: Callable[[Any, int], int], table: Table, key: str, value: Any, args: dict[str, Any]
) -> dict[str, Any]:
    """What an answer changes in what everybody sees, as the rules go on until somebody is asked."""
    fork = table.fork()
    fork.choose(key)
    seat = args.get("who", seat_asked(table))
    return {"n": abs(of(fork.view(None), seat) - of(table.view(None), seat))}


def count(view: Any, kinds: Collection[int]) -> int:
    return sum(view.pieces[space * KINDS + kind] for space in ON_MARS for kind in kinds)


def numbers_of(module: Any, **checks: Check) -> dict[str, Check]:
    """Checks by the text of a sentence, which is a constant of the game's advice."""
    return {getattr(module, name).text: check for name, check in checks.items()}


CHECKS: dict[str, dict[str, Check]] = {
    "surface-combat": {
        **numbers_of(
            surface,
            NEXUS_HERE=cells_away,
            NEXUS_THERE=cells_away,
            RECRUIT_HERE=cells_away,
            RECRUIT_THERE=cells_away,
            OBJECTIVE=objective,
            LIKELY=partial(from_the_odds, "Mission fulfilled"),
            UNLIKELY=partial(from_the_odds, "Mission fulfilled"),
            STAYS=wiped_out,
            FLEES=wiped_out,
            GAIN_OPS=ops_gained,
        ),
    },
    "space-combat": {
        **numbers_of(
            space,
            BOUGHT=bought,
            HOME=steps_away,
            PLACE=steps_away,
            HOPELESS=space_battle,
            HOPEFUL=space_battle,
            HURT=disrupted,
            LIKELY=partial(from_the_odds, "objective done"),
            UNLIKELY=partial(from_the_odds, "objective done"),
            GAIN_OPS=ops_gained,
        ),
    },
    "rogue-trooper": numbers_of(
        rogue_trooper, EVADES=evasion, WINS=salvo, GUARDS=bare_hands, EXPOSES=bare_hands
    ),
    "mars-or-die": {
        **numbers_of(mars_or_die, LAST_STAND=last_stand),
        CARD_TEXT.text: card_text,
    },
    "red-dust": numbers_of(
        red_dust,
        NEARER=partial(change, lambda view, seat: view.margins[seat]),
        FURTHER=partial(change, lambda view, seat: view.margins[seat]),
        BASES=partial(change, lambda view, seat: count(view, BASES_OF[seat])),
        LOSSES=partial(change, lambda view, seat: count(view, ENEMIES_OF[seat])),
        FORCES=partial(change, lambda view, seat: count(view, FORCES_OF[seat])),
        MONEY=partial(change, lambda view, seat: view.resources[seat]),
        PROFITS=partial(change, lambda view, seat: view.resources[seat]),
    ),
}
