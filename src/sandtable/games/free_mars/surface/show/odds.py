"""The odds the player can ask for before an answer, in words: battles, Breakoffs, attempts, special actions, moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from sandtable.engine import Ask, Odds, Roll, Run, Word

from ...common.cards.effects import Challenge, Choose, Deploy, First, May, NetCheck
from ...common.house.chances import Fight, any_positive
from ...common.show.odds import dice_words, hits_taken
from ...common.state import OPS, PLAYER, RESERVE
from ..cards.words import WORDS
from ..house.chances import attempt, fight_on, fight_with
from ..rules import actions, movement
from ..rules.combat import FIGHT_ON, KEEP_FIGHTING, breakoff_number
from ..rules.deployment import deployment_count
from ..state import Team

WON, LOST, NEITHER = "battle won", "all Cadres lost", "nobody can fire any more"
HOUSE = "the house player allots hits and never breaks off"
DICE = "as the dice fall"


def odds_of(run: Run[Team], value: Any) -> Odds | None:
    """The chances of what follows an answer; None where the dice that follow it say it all."""
    ask, s = run.ask, run.state
    assert ask is not None
    if ask.topic == "breakoff":
        fights = value in (KEEP_FIGHTING, FIGHT_ON)
        return _named(fight_words(fight_on(s)), HOUSE) if fights else breakoff_odds(s, value)
    if ask.topic == "attempt" and value is True:
        return attempt_odds(s)
    if ask.topic == "action" and isinstance(value, Word) and value.id in LINES:
        return action_odds(s, LINES[value.id])
    if ask.topic == "action" and value == _combined(s):
        return combined_odds(s)
    if ask.topic in ("may", "choose") and (effects := chosen_effects(ask, value)) is not None:
        return _named(effects_words(s, effects, 1.0), HOUSE)
    if ask.topic == "move" and value != movement.HOP:
        return move_odds(s, s.cell if value == movement.STAY else value)
    return None


LINES = {word.id: word.id for word in (actions.RUN, actions.RECRUIT, actions.REPAIR, actions.MOVE)}


def _named(chances: Iterable[tuple[str, float]], policy: str) -> Odds:
    """Chances by what they lead to; a float stands for the fraction next to it with a short denominator."""
    found: dict[str, float] = {}
    for result, p in chances:
        found[result] = found.get(result, 0.0) + p
    return Odds(
        {name: Fraction(p).limit_denominator(10**6) for name, p in found.items() if p > 1e-9}, policy=policy
    )


def fight_words(fight: Fight, weight: float = 1.0) -> Iterator[tuple[str, float]]:
    """15.7 15.8 How a battle ends; a victory with the hits it costs."""
    for hits, p in sorted(fight.won.items()):
        yield f"{WON}, {hits_taken(hits)}", weight * p
    yield LOST, weight * fight.lost
    yield NEITHER, weight * sum(fight.stalemate.values())


def breakoff_odds(s: Team, unit: int) -> Odds:
    """15.4 A Breakoff with a unit."""
    p = Fraction(breakoff_number(s, unit), 6)
    return Odds({"the Team gets away": p, "the battle goes on": 1 - p}, policy=DICE)


def attempt_odds(s: Team) -> Odds:
    """9.5 A Mission attempt."""
    odds = attempt(s, s.mission_card)
    words = [("Mission fulfilled", odds.success), (LOST, odds.lost), ("Objective not met", odds.failure)]
    return _named(words, HOUSE)


def action_odds(s: Team, line: str) -> Odds:
    """16.2 How many dice of a special action are Positive, and whether something burns out."""
    table = s.box.lines[line]
    results, total = Roll(s.value(table.icon), table.both).outcomes()
    found: dict[str, Fraction] = {}
    for (positives, burnouts), weight in results:
        name = dice_words(positives, burnouts > 0)
        found[name] = found.get(name, Fraction(0)) + Fraction(weight, total)
    return Odds(found, policy=DICE)


def _combined(s: Team) -> Word | None:
    return s.box.combined[s.combined].word if s.combined >= 0 else None


def combined_odds(s: Team) -> Odds:
    """16.5 A combined action: every icon must have a Positive."""
    box = s.box
    p = Fraction(1)
    for icon in box.combined[s.combined].icons:
        p *= any_positive(s.value(icon), len(box.line_of[icon].positive))
    return Odds({"success": p, "failure": 1 - p}, policy=DICE)


def chosen_effects(ask: Ask, value: Any) -> Sequence[Any] | None:
    """12.2 The effects of the card after this answer; None if neither a battle nor a Challenge follows."""
    assert ask.facts is not None
    effect = ask.facts["effect"]
    if isinstance(effect, Choose):
        found = next(way.effects for way in effect.ways if way.id == value.id)
    else:
        found = effect.effects if value else ()
    return found if any(isinstance(e, Deploy | Challenge | NetCheck) for e in found) else None


def move_odds(s: Team, cell: int) -> Odds:
    """8.1 The chances of the next Ops card in a cell: one of those that can lie on top, as far as the player knows."""
    s = s.copy()
    s.cell = cell
    top = s.cards.zones[OPS][-1]
    pool = [top] if s.cards.knows(PLAYER, top) else unseen(s)
    chances = [pair for card in pool for pair in effects_words(s, s.box.ops[card].effects, 1 / len(pool))]
    return _named(chances, HOUSE)


def unseen(s: Team) -> list[int]:
    """The Ops cards that can lie on top of the deck: those whose place the player does not know."""
    cards = s.cards
    return sorted(
        card for zone in (OPS, RESERVE) for card in cards.zones[zone] if not cards.knows(PLAYER, card)
    )


def effects_words(s: Team, effects: Iterable[Any], weight: float) -> Iterator[tuple[str, float]]:
    """The outcome of a card's effects, in words: a battle, a Challenge, or neither."""
    for effect in effects:
        match effect:
            case Deploy():
                yield from fight_words(
                    fight_with(s, deployment_count(s, effect), effect.edge, effect.including), weight
                )
                return
            case Challenge():
                faces = len(s.box.line_of[effect.icon].positive)
                met = float(any_positive(s.value(effect.icon), faces))
                yield "Challenge met", weight * met
                failed = list(effects_words(s, effect.failure, weight * (1 - met)))
                yield from [("Challenge failed" if name == NOTHING else name, p) for name, p in failed]
                return
            case NetCheck():
                low = min(s.net, 6) / 6
                yield from effects_words(s, effect.one, weight * low)
                yield from effects_words(s, effect.two, weight * (1 - low))
                return
            case First():
                able = next((part for part in effect.of if WORDS.can(s, part)), ())
                yield from effects_words(s, able, weight)
                return
            case Choose() | May():
                yield "you choose", weight
                return
            case _:
                continue
    yield NOTHING, weight


NOTHING = "no battle and no Challenge"
