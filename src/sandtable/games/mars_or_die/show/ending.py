"""The report on a finished battle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.engine import Chart, Fact, Line, Past, Standing, Telling

from ..house.evaluation import evaluate
from ..printed.box import box_of
from ..rules.victory import WHY, score
from ..state import DESTROYED, DRIVEN_OFF, LEFT, Battle, strength

LEFT_OF = Line("strength {n:number} of {all:number}")
WITH_POINTS = Line("{points:{points} point|{points} points}, strength {n:number} of {all:number}")
ON_POINTS = Line("Decided on points, {more:number} to {less:number}, after {n:{n} turn|{n} turns}.")
#: How a battle was won, by what decided it. The headline above has said who won.
HOW = {
    WHY["break"]: Line(
        "The army of {loser:seat} broke in turn {n:number}, at strength {left:number} of {all:number}."
    ),
    WHY["champion"]: Line("The champion of {loser:seat} fell in turn {n:number}."),
    WHY["left"]: Line("Enough units of {who:seat} had left the table by turn {n:number}."),
    WHY["destroyed"]: Line("Enough units of {loser:seat} were destroyed by turn {n:number}."),
    WHY["hold"]: Line("{who:seat} held the ground at the end of turn {n:number}."),
    WHY["otherwise"]: Line("{loser:seat} ran out of time in turn {n:number}."),
}
#: The line that a charge begins with.
CHARGE = "{unit} charges {target:unit}."
CHARTS = (
    Chart("Strength left", "strength_{seat}"),
    Chart("Units on the table", "units_{seat}"),
    Chart("Units in disorder", "disordered_{seat}"),
)
DRAWN = Line(
    "Nobody wins: strength {x:number} of {xs:number} is left for {a:seat}, {y:number} of {ys:number} for {b:seat}."
)


def telling_of(past: Past[Battle]) -> Telling:
    """Strength and units of both sides; the worst turn, what each side lost, how far the battle swung."""
    s = past.last
    box = box_of(s)
    left = [strength(s, side) for side in (0, 1)]
    winners = () if past.outcome is None else past.outcome.winners
    order = sorted((0, 1), key=lambda side: side not in winners)
    standings = []
    for side in order:
        line = LEFT_OF.of(n=left[side], all=box.strength[side])
        if box.field.points is not None:
            line = WITH_POINTS.of(points=score(s, side), n=left[side], all=box.strength[side])
        standings.append(Standing(side, line))
    if past.outcome is not None and len(winners) == 1:
        who, loser = winners[0], 1 - winners[0]
        how = HOW.get(past.outcome.reason)
        if how is not None:
            sentence = how.of(who=who, loser=loser, n=s.turn, left=left[loser], all=box.strength[loser])
        else:
            sentence = ON_POINTS.of(more=score(s, who), less=score(s, loser), n=s.turn)
    else:
        sentence = DRAWN.of(a=0, b=1, x=left[0], xs=box.strength[0], y=left[1], ys=box.strength[1])
    return Telling(
        sentence=sentence,
        standings=standings,
        charts=CHARTS,
        facts=facts_of(past),
        worth=worth_of(past.states),
    )


def worth_of(states: Sequence[Battle]) -> list[tuple[float, float]]:
    """The value of each position. Before the first turn not everybody is on the table: nothing is decided there."""
    first = next((s for s in states if s.turn), states[-1])
    return [evaluate(s if s.turn else first) for s in states]


def facts_of(past: Past[Battle]) -> list[Fact]:
    """The worst turn, the losses, and what each side did."""
    s = past.last
    box = box_of(s)
    ended: dict[int, Battle] = {it.turn: it for it in past.states if it.turn}
    worst, cost = 0, 0
    for turn, after in ended.items():
        before = ended.get(turn - 1)
        if before is None:
            continue
        fell = sum(max(0, strength(before, side) - strength(after, side)) for side in (0, 1))
        if fell > cost:
            worst, cost = turn, fell
    found = []
    if cost:
        found.append(
            Fact(
                "The bloodiest turn",
                Line("turn {t:number}: {n:number} strength lost", {"t": worst, "n": cost}),
            )
        )
    for side in (0, 1):
        fates = [s.fates[u] for u in box.sides[side]]
        found.append(Fact(f"Units lost by {past.seats[side].label}", _fates(fates), side))
    # Not every charge is asked for its heading, so they are counted by the log.
    charges = sum(entry.text == CHARGE for entry in past.entries)
    leads = [worth[0] > worth[1] for worth in worth_of(past.states)]
    changes = sum(a != b for a, b in pairwise(leads))
    return [
        *found,
        Fact("Charges", Line("{n:number}", {"n": charges})),
        Fact("Changes of the lead", Line("{n:number}", {"n": changes})),
    ]


def _fates(fates: Sequence[int]) -> Line:
    text, args = "{n:number} of {all:number}", {"n": fates.count(DESTROYED), "all": len(fates)}
    if LEFT in fates:
        text += ", {left:number} off the table"
    if DRIVEN_OFF in fates:
        text += ", {off:number} driven off"
    return Line(text, {**args, "left": fates.count(LEFT), "off": fates.count(DRIVEN_OFF)})
