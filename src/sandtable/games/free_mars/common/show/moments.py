"""The moments of a Mission that are worth telling: what changed for the player, in words.

A battle is one moment, however many volleys it had; and of what happened, a moment tells only what explains its step up or down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from sandtable.engine import Line, Past

from ..state import Theatre
from .debrief import listed, title_of

REVEALED = Line("The Mission turns out to be {title}.")
FOUGHT_WON = Line("A battle against {n:{n} OPFOR unit|{n} OPFOR units} is won.")
FOUGHT_DEARLY = Line("A battle against {n:{n} OPFOR unit|{n} OPFOR units} is won at a price.")
FOUGHT_LOST = Line("A battle against {n:{n} OPFOR unit|{n} OPFOR units} is lost.")
LOST_UNITS = Line("{units} {n:is|are} lost.")
JOINED = Line("{units} {n:joins|join} you.")
RISES, FALLS = (
    Line("{what} rises from {a:number} to {b:number}."),
    Line("{what} falls from {a:number} to {b:number}."),
)
OPS_GAINED = Line("{n:{n} Ops card is|{n} Ops cards are} gained.")
OPS_LOST = Line("{n:{n} Ops card is|{n} Ops cards are} lost.")
MISSION_WON, MISSION_LOST = Line("{title} is won."), Line("{title} is lost: {why}")
#: What a step of the NET Level, an Ops card gained or lost, and the Mission revealed are worth; all of a Team is worth a Mission's Objective.
FOR_NET, FOR_OPS, FOR_REVEALING, FOR_UNITS, FOR_OBJECTIVE = 0.05, 0.03, 0.1, 0.4, 0.4
#: What the end of a Mission is worth in a campaign, which two losses in a row end; and the end of the game.
FOR_WINNING, FOR_LOSING, FOR_THE_END = 0.5, -1.0, 1.0
#: How many changes a moment tells.
MOST_CHANGES = 2


class Words(NamedTuple):
    """The words and measures that one of the games has for its units and Objectives."""

    strength: str  #: The column that counts the player's own units.
    what: str  #: What that number is called.
    done: Callable[[Any], float]  #: How much of the Objective has been done, from 0 to 1.
    doing: Callable[[Any, Any], Line | None]  #: What was done of it between two states, in words.
    lost: Callable[[Any, Any], Sequence[str]]  #: The names of the units that were lost for good.
    joined: Callable[[Any, Any], Sequence[str]]  #: The names of those that have joined.


class Change(NamedTuple):
    """One thing that changed: its size, up or down, and its words."""

    size: float
    text: Line


class Moments:
    """The worth of each sample, and what is told of the step to the next."""

    def __init__(self, past: Past[Any], preparing: Sequence[int], words: Words) -> None:
        self.past, self.words = past, words
        self.preparing = [s.phase in preparing for s in past.states]
        self.opfor = past.columns["opfor"]
        self.in_battle = self._in_battle()
        self.own = past.columns[words.strength]
        self.part = FOR_UNITS / (max(self.own) or 1)
        self.cards = cards_gained(past.columns["ops_left"])
        self.worth = self._worth()

    def _in_battle(self) -> list[bool]:
        """Whether a battle goes on. One that ends its Mission leaves the OPFOR on the map until the debrief."""
        found, before = [], 0
        for s, opfor in zip(self.past.states, self.opfor, strict=True):
            if not opfor:
                before = len(s.fought)
            found.append(bool(opfor) and len(s.fought) == before)
        return found

    def _worth(self) -> list[list[float]]:
        past, words = self.past, self.words
        found = [
            self.part * own + FOR_OPS * more + standing(s) + FOR_OBJECTIVE * words.done(s)
            for s, own, more in zip(past.states, self.own, self.cards, strict=True)
        ]
        if past.outcome is not None and not past.last.is_campaign:
            found[-1] += FOR_THE_END if past.outcome.winners else -FOR_THE_END
        for i in range(len(found) - 2, -1, -1):
            if self.preparing[i]:  # nothing is decided yet
                found[i] = found[i + 1]
        for i in range(1, len(found) - 1):
            if self.in_battle[i]:  # a battle is decided as a whole, at its end
                found[i] = found[i - 1]
        return [[worth] for worth in found]

    def told(self) -> list[Line | None]:
        """The events between each sample and the next, in words; None if there is nothing to tell."""
        return [self._told(i) for i in range(len(self.past.states) - 1)]

    def _told(self, i: int) -> Line | None:
        step = self.worth[i + 1][0] - self.worth[i][0]
        if not step:
            return None
        end = i + 1
        while i and self.in_battle[i]:
            i -= 1  # before the battle
        changes = [it for it in self._changes(i, end) if it.size * step > 0]
        changes = sorted(changes, key=lambda it: -abs(it.size))[:MOST_CHANGES]
        lines = [it.text for it in changes]
        battle = self._battle(i, end, step > 0)
        if battle is not None:
            lines.insert(0, battle)
        if end == len(self.opfor) - 1 and self.past.outcome is not None and not self.past.last.is_campaign:
            lines.append(Line("{why}", {"why": self.past.reason}))
        text = " ".join(line.words(self.past.kinds) for line in lines)
        return Line("{text}", {"text": text}) if text else None

    def _battle(self, i: int, end: int, is_gain: bool) -> Line | None:
        """How a battle went, if one was fought and the step does not contradict it."""
        most = max(int(n) for n in self.opfor[i : end + 1])
        if not most:
            return None
        turns = range(self.past.turns[i], self.past.turns[end])
        tones = [it.tone for it in self.past.entries if it.turn in turns and it.tone and not it.opens]
        is_won = bool(tones) and tones[-1] == "good"
        if is_gain:
            return FOUGHT_WON.of(n=most) if is_won else None
        return (FOUGHT_DEARLY if is_won else FOUGHT_LOST).of(n=most)

    def _changes(self, i: int, end: int) -> list[Change]:
        a, b = self.past.states[i], self.past.states[end]
        if len(b.fought) > len(a.fought):  # then everything is made ready for the next Mission
            last = b.fought[-1]
            title = title_of(b, last)
            if last.won:
                return [Change(FOR_WINNING, MISSION_WON.of(title=title))]
            return [Change(FOR_LOSING, MISSION_LOST.of(title=title, why=last.why))]
        found = [*self._units(i, end), *self._numbers(i, end)]
        if b.is_revealed and not a.is_revealed and b.mission is not None:
            found.append(Change(FOR_REVEALING, REVEALED.of(title=b.box.missions[b.mission].title)))
        doing = self.words.doing(a, b)
        if doing is not None:
            found.append(Change(FOR_OBJECTIVE, doing))
        return found

    def _units(self, i: int, end: int) -> list[Change]:
        a, b = self.past.states[i], self.past.states[end]
        before, after = int(self.own[i]), int(self.own[end])
        lost, joined = self.words.lost(a, b), self.words.joined(a, b)
        size = self.part * (after - before)
        found = []
        if lost:
            found.append(Change(min(size, -self.part), LOST_UNITS.of(units=listed(lost), n=len(lost))))
        elif after < before:
            found.append(Change(size, FALLS.of(what=self.words.what, a=before, b=after)))
        if joined:
            found.append(Change(max(size, self.part), JOINED.of(units=listed(joined), n=len(joined))))
        elif after > before:
            found.append(Change(size, RISES.of(what=self.words.what, a=before, b=after)))
        return found

    def _numbers(self, i: int, end: int) -> list[Change]:
        a, b = self.past.states[i], self.past.states[end]
        found = []
        if more := self.cards[end] - self.cards[i]:
            line = OPS_GAINED if more > 0 else OPS_LOST
            found.append(Change(FOR_OPS * more, line.of(n=abs(more))))
        if net := b.net - a.net:
            line = RISES if net > 0 else FALLS
            found.append(Change(FOR_NET * net, line.of(what="The NET Level", a=a.net, b=b.net)))
        return found


def standing(s: Theatre) -> float:
    """How well it goes: the NET Level, whether the Mission is known, and the Missions of a campaign that are over."""
    missions = sum(FOR_WINNING if it.won else FOR_LOSING for it in s.fought)
    return FOR_NET * s.net + FOR_REVEALING * s.is_revealed + missions


def cards_gained(left: Sequence[float]) -> list[int]:
    """Ops cards gained and lost so far, without the one that each turn draws.

    >>> cards_gained([8, 7, 9, 7, 6])
    [0, 0, 2, 1, 1]
    """
    steps = [int(b - a) + (b < a) for a, b in pairwise(left)]
    return [0, *accumulate(steps)]
