"""What the words of the vocabulary do. Each game adds those that are its own. SC 12.2, SP 13.2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.engine import Roll, Steps, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..rules.net import shift_net
from ..rules.ops_cards import gain_ops, lose_ops, reveal_mission
from ..state import DISCARDS, PLAYER, RESERVE, Theatre
from .effects import Challenge, Choose, Combined, First, GainOps, LoseOps, May, Net, NetCheck, Points, Reveal

Do = Callable[[Any, Any], Steps[None]]
Can = Callable[[Any, Any], bool]


class Vocabulary:
    """Every word a game knows, with the rule that carries it out and, where it may be impossible, the question whether it can.

    `resolve` carries out a list of effects; `can` says whether all of them can be carried out now. A word without such
    a question can always be. `choose` and `may` are the topics of the questions that cards themselves ask.
    """

    def __init__(self, do: Mapping[type, Do], can: Mapping[type, Can], *, choose: Topic, may: Topic) -> None:
        self.choose_topic, self.may_topic = choose, may
        self.do: dict[type, Do] = {
            GainOps: lambda s, effect: gain_ops(s, effect.n),
            LoseOps: lambda s, effect: lose_ops(s, effect.n),
            Net: lambda s, effect: shift_net(s, effect.n),
            Points: gain_points,
            Reveal: lambda s, effect: reveal_mission(s),
            Challenge: self.challenge,
            NetCheck: self.net_check,
            Combined: open_combined,
            Choose: self.choose,
            First: self.first,
            May: self.may,
            **do,
        }
        self.possible: dict[type, Can] = {
            GainOps: lambda s, effect: bool(s.cards.zones[RESERVE] or s.cards.zones[DISCARDS]),
            Net: can_shift,
            Reveal: lambda s, effect: not s.is_revealed,
            Choose: lambda s, effect: any(self.can(s, way.effects) for way in effect.ways),
            First: lambda s, effect: any(self.can(s, effects) for effects in effect.of),
            May: lambda s, effect: self.can(s, effect.effects),
            **can,
        }

    def resolve(self, s: Theatre, effects: Iterable[Any]) -> Steps:
        """Carry out effects, one after the other."""
        for effect in effects:
            yield from self.do[type(effect)](s, effect)

    def can(self, s: Theatre, effects: Iterable[Any]) -> bool:
        """Whether all these effects can be carried out now."""
        possible = self.possible
        return all(type(effect) not in possible or possible[type(effect)](s, effect) for effect in effects)

    def challenge(self, s: Theatre, effect: Challenge) -> Steps:
        """Challenge (SC 12.2, SP 13.2). A die for each icon; one Positive succeeds. No icon, no dice. No Burnout."""
        positives = yield Roll(s.value(effect.icon), s.box.line_of[effect.icon].hits, topic="challenge")
        yield say("The Challenge is met." if positives else "The Challenge is failed.")
        yield from self.resolve(s, effect.success if positives else effect.failure)

    def net_check(self, s: Theatre, effect: NetCheck) -> Steps:
        """NET Check (SC 12.2, SP 13.2). A die not above the NET Level is outcome (1), one above it is outcome (2)."""
        die = yield Roll(1, topic="net check")
        yield from self.resolve(s, effect.one if die <= s.net else effect.two)

    def choose(self, s: Theatre, effect: Choose) -> Steps:
        """A card that gives a choice (SC 12.2, SP 13.2). What cannot be done is not offered."""
        ways = [way for way in effect.ways if self.can(s, way.effects)]
        if ways:
            word = yield pick(
                PLAYER,
                self.choose_topic,
                "The card gives you a choice.",
                [way.word for way in ways],
                facts={"effect": effect},
            )
            yield from self.resolve(s, next(way.effects for way in ways if way.id == word.id))

    def first(self, s: Theatre, effect: First) -> Steps:
        """The first of several things that can be done (SC 12.2, SP 13.2)."""
        for effects in effect.of:
            if self.can(s, effects):
                yield from self.resolve(s, effects)
                return
        yield say("Nothing comes of it.")

    def may(self, s: Theatre, effect: May) -> Steps:
        """A card that says "may" (SC 12.2, SP 13.2)."""
        if not self.can(s, effect.effects):
            return
        about, facts = {"about": effect.prompt}, {"effect": effect}
        if (yield yes_no(PLAYER, self.may_topic, "{about}", about=about, facts=facts)):
            yield from self.resolve(s, effect.effects)


def gain_points(s: Theatre, effect: Points) -> Steps:
    """SC 17.3, SP 18.1: points to recruit with."""
    s.points += effect.n
    yield say("{n:points} gained; {points} in hand.", n=effect.n, points=s.points)


def can_shift(s: Theatre, effect: Net) -> bool:
    """SC 13.1, SP 14.1: whether the marker can move that way: up at all, down in full."""
    return s.net < s.box.net_max if effect.n > 0 else s.net + effect.n >= 1


def open_combined(s: Theatre, effect: Combined) -> Steps:
    """SC 16.5, SP 17.5: a card opens a combined action for the Special Actions phase of this Op."""
    s.combined = s.box.combined.index(effect)
    yield say("A combined action is open in this Op: {about}.", about=effect.label)
