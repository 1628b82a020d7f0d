"""8 The printed non-players in the state of the planet, and the verbs that change what the acting one is doing."""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine import Cards, State

from ..printed.decks import HAND_LIMIT
from ..printed.map import NOBODY

#: What `way` says when a card has been drawn for a free Operation already.
GRANTED = "granted"


class NonPlayers(State):
    """8 The counters of the printed non-players instead of money and hands, and the state of the one that acts."""

    kept_fields: ClassVar[tuple[str, ...]] = ("decisions",)
    #: The Factions that play themselves.
    seats: tuple[int, ...]
    #: The Curiosity cards of all of them: one deck, and those of other Factions in their box.
    curiosity: Cards
    #: 8.4 Counters instead of MG Resources, RD Resources and CR's hand.
    supply_total: int = 0
    agitate_total: int = 0
    asset_total: int = 0

    # What the one that acts is doing. The verbs below are the only ones that change it.
    #: 8.5.3 The side that is being carried out (-1: none), and the boxes of Special Activities before and after its Operation.
    side: int = -1
    before: str = ""
    after: str = ""
    #: The Special Activity that is being carried out.
    activity: str = ""
    #: 8.6 The instruction, whether an activation roll is due, whether one has failed, and the space it is about.
    step: int = 0
    is_due: bool = False
    has_stopped: bool = False
    last: int = NOBODY
    #: 8.6 What is done in the space that was chosen, where the rule asks for it.
    way: str = ""

    # Its plans within a rule: written and read by the functions that answer.
    #: CR Rally: whether an upgrade comes next.
    is_upgrade_next: bool = False
    #: 8.5.7 The group that is being moved: from where, to where, through where, and how many of each kind.
    origin: int = NOBODY
    goal: int = NOBODY
    path: list[int] = []
    group: dict[int, int] = {}
    #: Destinations of a Transport, from which nobody moves on.
    been: list[int] = []
    #: 8.5.9 Repairs and shifts that are left in the Support Phase; below 0 before the roll.
    budget: int = -1
    #: How many choices non-players have made since the state was made or read: for those who compare games, no fact of this one.
    decisions: int = 0

    def change_assets(self, n: int) -> int:
        """8.4 The Asset Total runs from 0 to 6. Returns by how much it really changed."""
        before = self.asset_total
        self.asset_total = min(HAND_LIMIT, max(0, before + n))
        return self.asset_total - before

    # 8.5.3 Curiosity cards

    def put_away(self) -> None:
        """Nobody is doing anything any more."""
        self.begin()
        self.side, self.before, self.after = -1, "", ""

    def follow(self, side: int, op: str, before: str, after: str) -> None:
        """8.5.3 Follow a side to its Operation, with its boxes of Special Activities before and after."""
        self.side, self.before, self.after = side, before, after
        self.way = op

    def grant(self) -> None:
        """8.8 A card has been drawn for the free Operation of an Event."""
        self.way = GRANTED

    def turn_to(self, side: int) -> None:
        """8.8 Take the priorities of a side, for what an Event names."""
        self.side = side

    # 8.6 Operations

    def begin(self) -> None:
        """8.6 Before the first space of an Operation."""
        self.step, self.is_due, self.has_stopped = 0, False, False
        self.last, self.goal, self.origin = NOBODY, NOBODY, NOBODY
        self.way, self.activity = "", ""
        self.is_upgrade_next = False
        self.been, self.path, self.group = [], [], {}

    def go_to(self, step: int) -> None:
        """8.6 The next instruction that has a candidate."""
        self.step = step

    def do(self, way: str) -> None:
        """8.6 Settle what is done in the space that is chosen next, or that the plan for it is made."""
        self.way = way

    def choose(self, space: int, is_due: bool) -> None:
        """8.5.6 The space of the instruction. `is_due`: an activation roll comes before the next one."""
        self.last = self.goal = space
        self.origin = NOBODY
        self.is_due = is_due

    def suppress(self, is_due: bool) -> None:
        """8.6 The instruction is to Suppress, in a space that is chosen later."""
        self.is_due = is_due

    def suppress_in(self, space: int) -> None:
        """8.6 The space that is Suppressed."""
        self.last = space

    def roll(self, has_succeeded: bool) -> None:
        """8.5.4 The activation roll is made; after a failure no space follows."""
        self.is_due, self.has_stopped = False, not has_succeeded

    # 8.7 Special Activities

    def take(self, activity: str) -> None:
        """8.7.1 Begin a Special Activity."""
        self.activity, self.been, self.way = activity, [], ""

    def ambush(self, activity: str, space: int) -> None:
        """8.7.2 An Ambush in a space of the Attack, after which no activation roll is due."""
        self.activity, self.way, self.last, self.is_due = activity, "ambush", space, False

    def take_before(self, activity: str) -> None:
        """8.7.2 Begin the Special Activity above the Operation."""
        self.take(activity)
        self.before = ""

    def skip_before(self) -> None:
        """8.7.2 No Special Activity, or none any more, above the Operation."""
        self.before, self.way = "", ""

    def have_no_special(self) -> None:
        """8.8 A free Operation brings no Special Activity."""
        self.before = self.after = ""
