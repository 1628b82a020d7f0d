"""9.5 Mission Resolution: phase 5, and 8.2 the end of an Op."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Line, Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...common.rules.combat import pick_opfor, place_opfor
from ...common.rules.ops_cards import check_ops
from ...common.state import MISSION, PLAYER, MissionEnded
from ..cards.words import WORDS
from ..state import Phase, Team
from .locations import place_nexus
from .net_run import burnout, units_showing

FULFILLED = "The Mission is fulfilled."
ATTEMPT = Topic(
    "attempt",
    "9.5",
    "The Mission's battle comes first; then you roll for its Objective.",
)


def mission_resolution(s: Team) -> Steps:
    """9.5 Mission Resolution. Phase 5: in the Nexus cell, with the Mission revealed, it may be attempted."""
    if can_attempt(s) and (
        yield yes_no(PLAYER, ATTEMPT, "Attempt the Mission now?", says=lambda yes: attempt_says(s, yes))
    ):
        yield from mission_battle(s)
    else:
        yield from end_op(s)


TRY_NOW = Line(
    "A battle with {n:no OPFOR unit|{n} OPFOR unit|{n} OPFOR units}, then you roll for the Objective."
)
LATER = Line("The Op ends. You can attempt it in a later one.")


def attempt_says(s: Team, yes: bool) -> Line:
    """9.5 The consequences of an attempt."""
    return TRY_NOW.of(n=max(0, s.net + s.mission_card.plus + s.won)) if yes else LATER


def can_attempt(s: Team) -> bool:
    """9.5 Whether the Mission can be attempted here."""
    return s.is_revealed and s.cell == s.nexus


def mission_battle(s: Team) -> Steps:
    """9.5.1 NET + k OPFOR units are picked and fought; R-SC-11 only the campaign's extra is added."""
    mission = s.mission_card
    yield say("You attempt the Mission: {card}.", card=s.cards.zones[MISSION][0], opens=True)
    named = s.box.kinds_named(mission.including)
    picked = yield from pick_opfor(s, max(0, s.net + mission.plus + s.won), named)
    yield from place_opfor(s, picked)
    s.is_mission_battle = bool(picked)
    s.phase = Phase.EDGE if picked else Phase.OBJECTIVE


def objective(s: Team) -> Steps:
    """9.5 The Objective. Dice for each icon, then the NET Level's bonus dice; every number must be reached."""
    needs = s.mission_card.needs
    s.scored = (0,) * len(s.box.icons)
    victims = {icon: units_showing(s, icon) for icon in needs}
    burnt: list[str] = []
    if all(s.value(icon) for icon in needs):  # R-SC-13 otherwise no dice are rolled
        burnt = yield from icon_dice(s)
        yield from bonus_dice(s)
    else:
        lacking = [s.box.icon[icon] for icon in needs if not s.value(icon)]
        yield say("The Team has no {icon}, so it rolls no dice.", icon=lacking)
    succeeds = not missing(s)
    if not succeeds or s.is_campaign:  # R-SC-15 a Mission won ends a single game before Burnout matters
        yield from burnout(s, sorted({unit for icon in burnt for unit in victims[icon]}))
    if succeeds:
        raise MissionEnded(True, FULFILLED)
    yield say(
        "The attempt fails: {n:{n} Positive|{n} Positives} short of the Objective.",
        n=missing(s),
        opens=True,
        tone="bad",
    )
    yield from place_nexus(s)  # 9.7
    yield from WORDS.resolve(s, s.mission_card.failed)
    yield from end_op(s)


def icon_dice(s: Team) -> Steps[list[str]]:
    """9.5 Objective dice. A die for each icon in play, kind by kind in the order of the card.

    The player may select the order, but nobody is asked: all are rolled, and bonus dice and Burnout come after the last.
    Returns the icons whose dice burnt out.
    """
    box, burnt = s.box, []
    for icon in s.mission_card.needs:
        number = box.icon[icon]
        positives, burnouts = yield Roll(s.value(icon), box.line_of[icon].both, topic="objective", by=PLAYER)
        score(s, number, positives)
        if burnouts:
            burnt.append(icon)
        yield say("{icon}: {n:no Positive|{n} Positive|{n} Positives}.", icon=number, n=positives)
    return burnt


NOT_ASKED = Refusal("The Mission does not ask for {it}.")
BONUS = Topic(
    "bonus",
    "9.5",
    "You roll one bonus die, and a Positive counts for this icon.",
    "icon",
)


NO_MORE = Word("done", "Roll no more bonus dice", says="You give up the dice you have left.")
FROM_NET = Line("NET bonus die")
STILL = Line("{n:Its own number is reached|{n} Positive still needed|{n} Positives still needed}.")


def needed(s: Team, icon: int) -> int:
    """9.5 How many Positives an icon is short of its own number."""
    return max(0, s.mission_card.needs[s.box.icons[icon]] - s.scored[icon])


def still_needed(s: Team, icon: int) -> Line:
    """9.5 The purpose of a bonus die for an icon."""
    return STILL.of(n=needed(s, icon))


def bonus_dice(s: Team) -> Steps:
    """9.5 NET bonus dice. (R-SC-12) One at a time, each for an icon that the player names."""
    box = s.box
    options: list[Any] = [*(box.icon[icon] for icon in s.mission_card.needs), NO_MORE]
    for left in range(s.net, 0, -1):
        short = missing(s)
        if not short or short > left:
            return
        number = yield pick(
            PLAYER,
            BONUS,
            "{left:{left} NET bonus die|{left} NET bonus dice}, {short:{short} Positive|{short} Positives} to go. "
            "Roll one for which icon?",
            Listed(options, lambda it: NOT_ASKED),
            label="Roll for {it}",
            about={"left": left, "short": short},
            says=lambda it: None if isinstance(it, Word) else still_needed(s, it),
            likely=lambda: max(options[:-1], key=lambda icon: needed(s, icon)),
        )
        if number == NO_MORE:
            return
        die = Roll(1, box.line_of[box.icons[number]].hits, topic="bonus", by=PLAYER, mods=(FROM_NET,))
        score(s, number, (yield die))


def score(s: Team, icon: int, positives: int) -> None:
    """9.5 Positives count for their icon and for the total."""
    s.scored = (*s.scored[:icon], s.scored[icon] + positives, *s.scored[icon + 1 :])


def missing(s: Team) -> int:
    """9.5 How many Positives are still needed: each icon's number must be reached, and the total."""
    mission, box = s.mission_card, s.box
    by_icon = sum(max(0, n - s.scored[box.icon[icon]]) for icon, n in mission.needs.items())
    return max(0, by_icon, mission.total - sum(s.scored))


def end_op(s: Team) -> Steps:
    """8.2 R-SC-9 The Op is over; with no Ops card left to draw the Mission is lost."""
    s.combined = -1
    s.is_mission_battle = False
    check_ops(s)
    s.phase = Phase.MOVE
    yield say("{n:{n} Ops card|{n} Ops cards} left.", n=s.ops_left)
