"""The state that both games share: decks, NET marker, points, OPFOR; and how a Mission ends."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

import msgspec

from sandtable.engine import Cards, State
from sandtable.engine.state import KEPT

from .printed.box import Box

B = TypeVar("B", bound=Box, covariant=True)

#: Where a card can lie. IN_PLAY is the Ops card being carried out; MISSIONS is the Mission deck, MISSION the one card
#: of this Mission; WON are the cards above the map (20.3); ASIDE takes cards that are not used.
OPS, RESERVE, DISCARDS, IN_PLAY, MISSIONS, MISSION, WON, ASIDE = range(8)
#: Both games have one seat.
PLAYER = 0


class MissionEnded(Exception):
    """Raised by a rule, from any depth, when the Mission is won or lost at once."""

    def __init__(self, won: bool, why: str) -> None:
        super().__init__(won, why)
        self.won, self.why = won, why


class Fought(msgspec.Struct, frozen=True):
    """A Mission of a campaign that is over, for its debrief: units by number, points and the NET Level as they are after it."""

    mission: int  #: The number of its card; -1 if it went back into the deck unseen.
    won: bool
    why: str
    ops: int  #: Ops cards that were left.
    lost: tuple[int, ...]  #: The units that were eliminated in it.
    kept: tuple[int, ...] = ()  #: The units that go on to the next Mission; none after the last.
    gained: int = 0  #: Points for the next Mission.
    points: int = 0  #: Points in hand after that.
    net: int = 0
    sides: tuple[
        int, ...
    ] = ()  #: Of each unit in `kept` the side of its counter, where both have names; 0 is the front.


class TheatreOf(State, Generic[B], kw_only=True):
    """Everything the two games have in common. Each of them says which kind of box it is played with."""

    told_fields: ClassVar[tuple[str, ...]] = ("fought",)
    kept_fields: ClassVar[tuple[str, ...]] = ("box",)

    cards: Cards
    #: OPFOR counters in the Bin, by kind; OPFOR units on the map, by side of their counter.
    bin: list[int]
    opfor: list[int]
    pack: str = "default"
    #: The NET Level.
    net: int = 1
    #: Team Points or Assembly Points in hand.
    points: int = 0
    is_revealed: bool = False
    #: The deployments of the Ops card in play whose battle is still to be settled, by number in the box.
    deployed: tuple[int, ...] = ()
    #: The combined action that a card has opened for this Op, by number in the box.
    combined: int = -1
    #: Outcomes of table lines that have been taken in this Mission and cannot be again.
    spent: tuple[str, ...] = ()
    is_campaign: bool = False
    #: Missions lost in a row.
    losses: int = 0
    #: What the player chose before the first Mission: how many points and Ops cards there are.
    difficulty: str = "normal"
    #: The Missions of the campaign that are over, in order. No rule reads it.
    fought: tuple[Fought, ...] = ()
    #: The counters, cards and tables this game is played with.
    box: B = KEPT

    def value(self, icon: str) -> int:
        """The value (SC 16.3, SP 17.3) of an icon: all that the player's units show of it, and Enhancers."""
        raise NotImplementedError

    # Questions

    @property
    def mission(self) -> int | None:
        """The number of this Mission's card among the Missions, whether it is revealed or not."""
        pile = self.cards.zones[MISSION]
        return pile[0] - len(self.box.ops) if pile else None

    @property
    def won(self) -> int:
        """How many Missions of the campaign are won."""
        return len(self.cards.zones[WON])

    @property
    def ops_left(self) -> int:
        return len(self.cards.zones[OPS])

    @property
    def opfor_left(self) -> int:
        return sum(self.opfor)

    @property
    def opfor_strength(self) -> int:
        """SC 15.5, SP 16.5: the total combat value of the OPFOR units on the map."""
        combat, strength = self.box.combat, 0
        for side, n in enumerate(self.opfor):
            if n:
                strength += n * combat[side]
        return strength


#: The state of either game, as the rules of both know it.
Theatre = TheatreOf[Box]


def new_cards(box: Box) -> Cards:
    """All cards before set-up: Ops cards in the Ops deck, Mission cards in theirs. Their backs differ."""
    ops, missions = len(box.ops), len(box.missions)
    zones: list[range | tuple[int, ...]] = [()] * 8
    zones[OPS], zones[MISSIONS] = range(ops), range(ops, ops + missions)
    return Cards.dealt(zones, seats=1, backs=[0] * ops + [1] * missions)
