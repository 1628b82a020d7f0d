"""The report of both games on a finished Mission or campaign."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sandtable.engine import Chart, Fact, Line, Past, Standing, Stop, Telling

from ..rules.campaign import FOR_A_MISSION, FOR_THE_CAMPAIGN, campaign_score
from ..state import PLAYER, Fought, Theatre
from .debrief import Namer, kept_names, listed, title_of
from .moments import Moments, Words

MISSION_WON = Line("{title} is won, with {n:no Ops card|{n} Ops card|{n} Ops cards} left.")
MISSION_LOST = Line("{title} is lost: {why}")
ALL_WON = Line("The campaign is won: all {n:number} Missions, for {score:number} points.")
SOME_WON = Line(
    "{n:No Mission won before two were lost in a row|{n} Mission won, then two lost in a row|{n} Missions won, then two lost in a row}: {score:number} points."
)
SCORE = Line("{score:number} points: {parts}")
LEFT = Line("{n:no Ops card|{n} Ops card|{n} Ops cards} left, NET Level {net:number}")
NUMBERED, OPS_LEFT = Line("Mission {n:number}"), Line("{n:{n} Op|{n} Ops}")
WON, LOST = Line("Won with {n:no Ops card|{n} Ops card|{n} Ops cards} left. {why}"), Line("Lost. {why}")
LOST_UNITS, NO_LOSS = Line("Lost: {units}."), Line("Nobody was lost.")
GAINED = Line("Gained: {n:points}, {points} in hand.")
KEPT, ALONE = Line("Carried over: {units}."), Line("Nobody is carried over.")
NET_NOW = Line("NET Level {net:number}.")


def details_of(it: Fought, name: Namer) -> tuple[Line, ...]:
    """A debrief: what was lost, gained and carried over."""
    lost = [name(unit, 0) for unit in it.lost]
    lines = [LOST_UNITS.of(units=listed(lost)) if lost else NO_LOSS]
    if it.points or it.kept:
        kept = kept_names(it, name)
        lines += [
            GAINED.of(n=it.gained, points=it.points),
            KEPT.of(units=listed(kept)) if kept else ALONE,
            NET_NOW.of(net=it.net),
        ]
    return tuple(lines)


def track_of(s: Theatre, name: Namer) -> list[Stop]:
    """The Missions of a campaign, won and lost, in order."""
    return [
        Stop(
            title_of(s, it),
            it.won,
            WON.of(n=it.ops, why=it.why) if it.won else LOST.of(why=it.why),
            details_of(it, name),
        )
        for it in s.fought
    ]


def telling_of(
    past: Past[Any],
    charts: Sequence[Chart],
    *,
    facts: Sequence[Fact],
    preparing: Sequence[int],
    words: Words,
) -> Telling:
    """The whole of it; `facts` are those of the one game, `preparing` the phases before a Mission's first turn.

    `words` are what its moments are told with.
    """
    s: Theatre = past.last
    moments = Moments(past, preparing, words)
    won = past.outcome is not None and bool(past.outcome.winners)
    if s.is_campaign:
        n, score = sum(it.won for it in s.fought), campaign_score(s)
        sentence = (ALL_WON if won else SOME_WON).of(n=n, score=score)
        standing = SCORE.of(score=score, parts=_parts(s, won))
        marks = _marks(past)
    else:
        title = s.box.missions[s.mission].title if s.mission is not None else "The Mission"
        line = (
            MISSION_WON.of(title=title, n=s.ops_left)
            if won
            else MISSION_LOST.of(title=title, why=past.reason)
        )
        sentence, standing, marks = line, LEFT.of(n=s.ops_left, net=s.net), _deck(past)
    return Telling(
        sentence=sentence,
        standings=[Standing(PLAYER, standing)],
        charts=charts,
        facts=[*facts, *_shared_facts(past)],
        marks=marks,
        worth=moments.worth,
        told=moments.told(),
    )


def _parts(s: Theatre, won: bool) -> str:
    """How a score adds up."""
    ours = [it for it in s.fought if it.won]
    if not ours:
        return "no Mission won"
    missions = "1 Mission" if len(ours) == 1 else f"{len(ours)} Missions"
    found = [
        f"{FOR_A_MISSION * len(ours)} for {missions} won",
        f"{sum(it.ops for it in ours)} for Ops cards left",
    ]
    return listed([*found, f"{FOR_THE_CAMPAIGN} for the campaign"] if won else found)


def _marks(past: Past[Any]) -> list[tuple[int, Line]]:
    counts = [len(it.fought) for it in past.states]
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(counts), 1) if a != b and b < counts[-1])]
    return [(i, NUMBERED.of(n=n)) for n, i in enumerate(starts, 1)]


def _deck(past: Past[Any]) -> list[tuple[int, Line]]:
    left = past.columns["ops_left"]
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(left), 1) if a != b)]
    return [(i, OPS_LEFT.of(n=int(left[i]))) for i in starts]


def _shared_facts(past: Past[Any]) -> list[Fact]:
    opfor = past.columns["opfor"]
    met = sum(max(0, int(b - a)) for a, b in pairwise(opfor))
    return [
        Fact("OPFOR units met", Line("{n:number}", {"n": met})),
        Fact("Highest NET Level", Line("{n:number}", {"n": max(int(net) for net in past.columns["net"])})),
    ]
