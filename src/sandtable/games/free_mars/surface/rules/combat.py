"""15.0 Combat: the Tactical Edge, rounds of fire, losses, Breakoff, and what follows a battle."""

from __future__ import annotations

from sandtable.engine import Roll, Steps, Word, say
from sandtable.engine.asking import Topic, inflict, pick

from ...common.rules.combat import clear_opfor, deployments, fire_at_opfor, roll_edge
from ...common.rules.ops_cards import discard_ops, settle_win_lose
from ...common.state import PLAYER
from ..cards.words import WORDS
from ..state import Phase, Team, piece
from .locations import place_at_random
from .missions import end_op
from .ops_cards import end_card_unless_battle

FIGHT_ON = Word("fight_on", "Fight on")


def tactical_edge(s: Team) -> Steps:
    """15.4.1 Tactical Edge, rolled once a battle (R-SC-25)."""
    s.has_edge = yield from roll_edge(s, team_edge(s), opfor_edge(s))
    s.phase = Phase.ROUND


def team_edge(s: Team) -> int:
    """15.4.1a NET Level, Leader icons of the Team (R-SC-30), a Friendly Installation, terrain (R-SC-26)."""
    box = s.box
    bonus = 1 if s.in_friendly_installation() else 0
    return s.net + s.icons[box.icon["leader"]] + bonus + box.terrain[s.cell].team_edge


def opfor_edge(s: Team) -> int:
    """15.4.1b The best single Tactical Edge factor, an OPFOR Installation, terrain, and what the card adds."""
    box = s.box
    factor = max((side.edge for side, n in zip(box.sides, s.opfor, strict=True) if n), default=0)
    bonus = 1 if s.in_opfor_installation() else 0
    card = s.mission_card.edge if s.is_mission_battle else sum(deploy.edge for deploy in deployments(s))
    return factor + bonus + box.terrain[s.cell].opfor_edge + card


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
            yield from fire_at_opfor(s, HIT, s.team_strength())
            if not s.opfor_left:
                yield from battle_won(s)
                return
        else:
            yield from fire_at_team(s)
    yield from breakoff_step(s)


LOSS = Topic(
    "loss",
    "15.6",
    "An effective unit crashes, a crashed one is eliminated, and Gear goes back to the Recruit Box.",
    "unit",
)


def fire_at_team(s: Team) -> Steps:
    """15.6 Extracting losses. The OPFOR fires, and the player allots the hits."""
    hits = yield Roll(s.opfor_strength, s.box.lines["weapons"].hits, topic="opfor fire")
    yield from inflict(
        PLAYER,
        LOSS,
        "The OPFOR hits: which unit?",
        hits,
        lambda: [piece(s, unit) for unit in s.team()],
        lambda unit: take_hit(s, unit),
        label="Lose {it}",
    )
    if hits:
        yield say(
            "Hits: {n:number}. The Team has strength {left:number} left.", n=hits, left=s.team_strength()
        )


def take_hit(s: Team, unit: int) -> int:
    """15.5.2 One hit on a unit of the Team."""
    s.hit(unit // 2)
    return 1


BREAKOFF = Topic(
    "breakoff",
    "15.4",
    "A die not above the unit's movement ends the battle as lost and takes the Team to a random place.",
    "unit",
    window="breakoff",
)


def breakoff_step(s: Team) -> Steps:
    """15.4 Breakoff. The player may select a unit: not above its movement, and never a 6, gets the Team away."""
    movers = movers_of(s)
    unit = yield pick(
        PLAYER,
        BREAKOFF,
        "Break off with which unit's movement?",
        [FIGHT_ON, *movers],
        label="Break off with {it}",
        decline=FIGHT_ON,
    )
    if unit == FIGHT_ON:
        return
    die = yield Roll(1, topic="breakoff")
    if die <= breakoff_number(s, unit):
        yield from battle_lost(s)
    else:
        yield say("The Team does not get away.")


def movers_of(s: Team) -> list[int]:
    """15.4.3 The units of the Team with a movement rating."""
    printed = s.box.printed
    return [piece(s, unit) for unit in s.team() if printed[unit][s.units[unit] - 1].move]


def breakoff_number(s: Team, unit: int) -> int:
    """15.4.3 What a Breakoff must not exceed: the unit's movement, 1 more with an effective Hot Pilot, at most 5."""
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
    yield say("The battle is won.")
    yield from settle(s, won=True)
    if s.is_mission_battle:
        s.is_mission_battle = False
        s.phase = Phase.OBJECTIVE
    else:
        end_card_unless_battle(s)


def battle_lost(s: Team) -> Steps:
    """15.8 Losing a combat. A Breakoff: the Team is in a random place, the battle is lost and the Op ends at once."""
    s.cell = yield from place_at_random(s, "escape")
    yield say("The Team breaks off to {cell}.", cell=s.cell)
    yield from settle(s, won=False)
    clear_opfor(s)
    discard_ops(s)
    yield from end_op(s)


def stalemate(s: Team) -> Steps:
    """R-SC-29 Nobody can fire any more: the battle ends, neither won nor lost."""
    yield say("Nobody can fire any more. The OPFOR withdraws.")
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
