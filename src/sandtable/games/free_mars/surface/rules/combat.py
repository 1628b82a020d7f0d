"""15.0 Combat: the Tactical Edge, rounds of fire, losses, Breakoff, and what follows a battle."""

from __future__ import annotations

from sandtable.engine import Line, Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.rules.combat import (
    OPFOR,
    Modifier,
    added,
    allot,
    clear_opfor,
    deployments,
    fire_at_opfor,
    roll_edge,
    total,
)
from ...common.rules.ops_cards import discard_ops, settle_win_lose
from ...common.state import PLAYER
from ..cards.words import WORDS
from ..printed.box import Kind
from ..state import Phase, Team
from .locations import place_at_random
from .missions import end_op
from .ops_cards import end_card_unless_battle
from .reasons import team_refusal
from .worth import loss_says

KEEP_FIGHTING = Word("keep_fighting", "Fight on", says="Round after round, until one of your units is hit.")
FIGHT_ON = Word("fight_on", "Fight one more round", says="You decide again after it.")


def tactical_edge(s: Team) -> Steps:
    """15.4.1 Tactical Edge, rolled once a battle (R-SC-25)."""
    s.keeps_fighting = False
    yield say("Battle in {cell}.", cell=s.cell, opens=True)
    s.has_edge = yield from roll_edge(s, team_modifiers(s), opfor_modifiers(s))
    s.phase = Phase.ROUND


def team_edge(s: Team) -> int:
    """15.4.1a The modifiers of the Team's die."""
    return total(team_modifiers(s))


def team_modifiers(s: Team) -> list[Modifier]:
    """15.4.1a NET Level, Leader icons of the Team (R-SC-30), a Friendly Installation, terrain (R-SC-26)."""
    found = [added(s.net, "{n:bonus} NET Level")]
    if leaders := s.icons[s.box.icon["leader"]]:
        found.append(added(leaders, "{n:bonus} {n:Leader|Leaders}"))
    if s.in_friendly_installation():
        found.append(added(1, "{n:bonus} Friendly Installation"))
    if terrain := s.box.terrain[s.cell].team_edge:
        found.append(added(terrain, "{n:bonus} in {it:cell}", s.cell))
    return found


def opfor_edge(s: Team) -> int:
    """15.4.1b The modifiers of the OPFOR's die."""
    return total(opfor_modifiers(s))


def opfor_modifiers(s: Team) -> list[Modifier]:
    """15.4.1b The best single Tactical Edge factor, an OPFOR Installation, terrain, and what the card adds."""
    box = s.box
    edges = [(box.sides[side].edge, side) for side, n in enumerate(s.opfor) if n]
    best, side = max(edges, default=(0, 0))
    card = s.mission_card.edge if s.is_mission_battle else sum(deploy.edge for deploy in deployments(s))
    found = []
    if best:
        found.append(added(best, "{n:bonus} {it:side}", side))
    if s.in_opfor_installation():
        found.append(added(1, "{n:bonus} OPFOR Installation"))
    if terrain := box.terrain[s.cell].opfor_edge:
        found.append(added(terrain, "{n:bonus} in {it:cell}", s.cell))
    if card:
        found.append(added(card, "{n:bonus} card"))
    return found


HIT = Topic(
    "hit",
    "15.5",
    "An effective OPFOR unit turns to its weaker side; one that has turned already is removed.",
    "side",
)


def battle_round(s: Team) -> Steps:
    """15.4 A battle round. The side with the edge fires, then the other with what it has left; then the Breakoff step."""
    if not s.team_strength() and not s.opfor_strength:
        yield from stalemate(s)
        return
    for team_fires in (s.has_edge, not s.has_edge):
        if team_fires:
            yield from fire_at_opfor(s, HIT, s.team_strength(), fire_parts(s))
            if not s.opfor_left:
                yield from battle_won(s)
                return
        else:
            yield from fire_at_team(s)
    yield from breakoff_step(s)


UNITS_FIRE = Line("{n:{n} die|{n} dice} of the Team")
SIEGE_FIRE = Line("{n:{n} more die|{n} more dice} at an OPFOR Installation")


def fire_parts(s: Team) -> tuple[Line, ...]:
    """15.5.1 Where the dice of a volley come from, if there is more than one source."""
    siege = s.team_strength() - s.strength
    return (UNITS_FIRE.of(n=s.strength), SIEGE_FIRE.of(n=siege)) if siege else ()


LOSS = Topic(
    "loss",
    "15.6",
    "An effective unit crashes, a crashed one is eliminated, and Gear goes back to the Recruit Box.",
    "unit",
)


def fire_at_team(s: Team) -> Steps:
    """15.6 Extracting losses. The OPFOR fires, and the player allots the hits."""
    strength = s.opfor_strength
    hits = yield Roll(strength, s.box.volley, topic="opfor fire", by_line=OPFOR)
    if strength:
        yield say("The OPFOR's volley: {n:no hit|{n} hit|{n} hits}.", n=hits)
    if not hits:
        return
    yield from allot(
        LOSS,
        "Which of your units is hit?",
        hits,
        lambda: s.pieces(),
        lambda unit: team_refusal(s, unit),
        lambda unit: take_hit(s, unit),
        label="{it} is hit",
        says=lambda unit: loss_says(s, unit),
        row=lambda unit: hits_on_us(s, unit),
        kinds=s.box.kinds,
    )


def hits_on_us(s: Team, unit: int) -> list[int]:
    """15.5.2 The sides that hits in a row on a unit strike: its effective side, then its crashed one."""
    return [unit] if s.box.kind[unit // 2] is Kind.GEAR or unit % 2 else [unit, unit + 1]


def take_hit(s: Team, unit: int) -> Steps:
    """15.5.2 One hit on a unit of the Team, and told."""
    s.keeps_fighting = False
    s.hit(unit // 2)
    if s.box.kind[unit // 2] is Kind.GEAR:
        yield say("{unit} is hit: back to the Recruit Box.", unit=unit)
    elif unit % 2:
        yield say(
            "{unit} is eliminated.",
            unit=unit,
            sums="{n:{unit} is eliminated|{n} of your units are eliminated}",
        )
    else:
        yield say("{unit} crashes.", unit=unit, sums="{n:{unit} crashes|{n} of your units crash}")


BREAKOFF = Topic(
    "breakoff",
    "15.4",
    "To break off, roll no higher than one unit's movement: the Team flees to a random place, and the battle is lost.",
    "unit",
    window="breakoff",
)


GETS_AWAY = Line("On {n:a 1|a 1|{n} or less} the Team flees to a random place, and the battle is lost.")
UP_TO = Line("up to {n:number}, the movement of {unit}")
NO_MOVEMENT = Refusal("{it} has no movement of its own.")


def breakoff_step(s: Team) -> Steps:
    """15.4 Breakoff. The player may select a unit: not above its movement, and never a 6, gets the Team away.

    A player who fights on is asked again after a hit.
    """
    if s.keeps_fighting or not (movers := movers_of(s)):
        return
    unit = yield pick(
        PLAYER,
        BREAKOFF,
        "Fight on, or break off?",
        Listed([KEEP_FIGHTING, FIGHT_ON, *movers], lambda it: team_refusal(s, it) or NO_MOVEMENT),
        label="Break off with {it}",
        decline=FIGHT_ON,
        says=lambda it: None if isinstance(it, Word) else GETS_AWAY.of(n=breakoff_number(s, it)),
        likely=KEEP_FIGHTING,
    )
    s.keeps_fighting = unit == KEEP_FIGHTING
    if unit in (KEEP_FIGHTING, FIGHT_ON):
        return
    number = breakoff_number(s, unit)
    die = yield Roll(1, topic="breakoff", by=PLAYER, mods=(UP_TO.of(n=number, unit=unit),))
    if die <= number:
        yield from battle_lost(s)
    else:
        yield say(
            "The Team does not get away: {die:number}, where {n:number} or less was needed.",
            die=die,
            n=number,
        )


def movers_of(s: Team) -> list[int]:
    """15.4.3 The units of the Team with a movement rating."""
    printed = s.box.printed
    return [piece for piece in s.pieces() if printed[piece // 2][piece % 2].move]


def breakoff_number(s: Team, unit: int) -> int:
    """15.4.3 The number a Breakoff must not exceed: the unit's movement, 1 more with an effective Hot Pilot, at most 5."""
    move = s.box.printed[unit // 2][unit % 2].move
    return min(5, move + has_pilot(s))


def has_pilot(s: Team) -> bool:
    """15.4.3 Whether a combat effective unit of the Team shows a Hot Pilot icon."""
    box = s.box
    pilot = box.icon["pilot"]
    if not s.icons[pilot]:
        return False
    return any(
        s.is_effective(unit) and box.printed[unit][s.units[unit] - 1].icons[pilot] for unit in s.team()
    )


# The end of a battle


def battle_won(s: Team) -> Steps:
    """15.7 Winning a combat. The OPFOR is wiped out: Win/Lose is gained, and what the card gives for it."""
    yield say("The battle is won.", tone="good")
    yield from settle(s, won=True)
    if s.is_mission_battle:
        s.is_mission_battle = False
        s.phase = Phase.OBJECTIVE
    else:
        end_card_unless_battle(s)


def battle_lost(s: Team) -> Steps:
    """15.8 Losing a combat. A Breakoff: the Team is in a random place, the battle is lost and the Op ends at once."""
    s.cell = yield from place_at_random(s, "escape")
    yield say("The battle is lost. The Team flees to {cell}.", cell=s.cell, tone="bad")
    yield from settle(s, won=False)
    clear_opfor(s)
    discard_ops(s)
    yield from end_op(s)


def stalemate(s: Team) -> Steps:
    """R-SC-29 Nobody can fire any more: the battle ends, neither won nor lost."""
    yield say("Neither side can fire any more. The OPFOR withdraws.")
    clear_opfor(s)
    if s.is_mission_battle:
        s.is_mission_battle = False
        s.phase = Phase.OBJECTIVE
    else:
        end_card_unless_battle(s)


GAIN = Topic("gain", "12.2", "Ops cards are added to your Ops deck, or the NET Level goes up.")
LOSE = Topic(
    "lose",
    "12.2",
    "Ops cards are discarded unseen, and an empty deck loses the Mission; or the NET Level goes down.",
)


def settle(s: Team, *, won: bool) -> Steps:
    """15.9 After the battle. The OPFOR goes back to the Bin; Win/Lose and what the card says of a battle won or lost are settled."""
    fought = deployments(s)
    clear_opfor(s)
    if s.is_mission_battle:
        yield from settle_win_lose(s, GAIN, LOSE, s.mission_card.win_lose, won)
    for deploy in fought:
        yield from settle_win_lose(s, GAIN, LOSE, deploy.win_lose, won)
        yield from WORDS.resolve(s, deploy.won if won else deploy.lost)
