"""The state of the planet, and the verbs that keep its books: pieces, Control, tracks and the cards in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from sandtable.engine import Cards, State
from sandtable.engine.naming import QuickEnum
from sandtable.engine.state import KEPT

from .cards.hooks import RECLAIMER_BASES, STORM_PROOF, UNCOUNTED, applies, total
from .nonplayer.state import NonPlayers
from .printed.box import BOXES, Box
from .printed.decks import CURRENT
from .printed.map import (
    AVAILABLE,
    CASUALTIES,
    COIN,
    CORPORATIONS,
    EDGE_TRACK,
    MARS,
    NOBODY,
    ON_MARS,
    ORBIT,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
)
from .printed.pieces import (
    BASES,
    BASIC,
    COIN_END,
    CR_BASES,
    CR_END,
    EG_TROOP,
    FORTIFIED,
    KINDS,
    MG_TROOP,
    OWNER,
    RD_END,
    SATELLITE,
)

NO_STORM, APPROACHING, RAGING = range(3)
#: The spaces of Mars that stand for a number's bits, for the first twelve and for the last twelve.
LOW_SPACES = tuple(tuple(n for n in range(12) if bits >> n & 1) for bits in range(1 << 12))
HIGH_SPACES = tuple(tuple(n + 12 for n in spaces) for spaces in LOW_SPACES)


class Phase(QuickEnum):
    """The phase that comes next. Each is one turn or more, so that a position can be copied cheaply."""

    SET_UP = 0  #: The decks are prepared.
    BIDS = 1  #: The Reclaimers may bid for a better place in the order.
    ACTION = 2  #: The next Eligible Faction chooses what to do.
    OPERATION = 3  #: An Operation is under way.
    EVENT = 4  #: An Event is being executed.
    ASSET = 5  #: An Asset card is being executed.
    END_OF_ROUND = 6  #: Eligibility is adjusted and the next card is turned up.
    FLASHPOINT = 7  #: A Flashpoint Round.
    DUST_STORM = 8  #: A Dust Storm Round.


class Op(QuickEnum):
    """16 The Operations."""

    TRAIN = 0
    LOGISTICS = 1
    SECURE = 2
    RECON = 3
    ASSAULT = 4
    RALLY = 5
    MARCH = 6
    TRAVEL = 7
    ATTACK = 8
    CAMPAIGN = 9
    PREACH = 10


class Did(QuickEnum):
    """12.2 The action of the 1st Eligible; it fixes what the 2nd may do."""

    NOTHING = 0
    OPERATION = 1
    OPERATION_AND_SPECIAL = 2
    EVENT = 3


class Action(State):
    """An Operation in progress. There is only ever one: a free Operation takes the place of what brought it about."""

    who: int = NOBODY
    op: Op = Op.TRAIN
    is_free: bool = False
    is_limited: bool = False
    #: Whether a Special Activity may still be taken.
    may_special: bool = False
    #: Ambushes that are left once the first has been laid.
    ambushes: int = 0
    #: The spaces that may be chosen (none listed: any), and how many of them.
    only: tuple[int, ...] = ()
    most: int = 99
    #: Spaces from which pieces may move, and in which they must end (none listed: any).
    origins: tuple[int, ...] = ()
    goals: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    #: Which step of the Operation is under way: Secure and Recon move first, then resolve their destinations.
    step: int = 0
    #: Destinations whose Activation is done.
    resolved: tuple[int, ...] = ()
    #: 10 What is to be paid when the Operation is over, and what others gave CR towards it.
    cost: int = 0
    given: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    #: Factions that were asked for a transfer, as bits, and whether any gave.
    asked: int = 0
    was_helped: bool = False
    #: 3.5 Control at the start of the Operation, and the Spaceports that were neither Damaged nor in a Raging Storm.
    control: tuple[int, ...] = ()
    ports: tuple[int, ...] = ()
    #: Units that have moved and where they are now: place and kind -> number.
    moved: dict[int, int] = {}
    #: 17.3 Ways that Transport has used: origin and destination in one number.
    ways: tuple[int, ...] = ()
    #: 8.4 The space that was Suppressed.
    suppressed: int = NOBODY
    #: 17.2 What Petition counts.
    activated: int = 0
    rebels_lost: int = 0
    coin_lost: int = 0
    #: 16.10 Campaign cards to draw at the end.
    campaigns: int = 0
    #: 16.9 How many dice of the last Attack succeeded.
    hits: int = 0
    #: Factions that have made an Attack since the action began, as bits; counted where non-players weigh an Event.
    attacked_by: int = 0
    #: CR3: where CR lost forces.
    mourned: tuple[int, ...] = ()
    #: Logistics: Deserts flipped so far.
    flipped: int = 0
    #: Event 39: Rebel Bases that the Assault itself removed.
    rebel_bases_lost: int = 0


class Mars(State):
    """Everything on and around the table."""

    kept_fields: ClassVar[tuple[str, ...]] = ("box", "holds", "counts", "is_lent")
    lent_fields: ClassVar[tuple[str, ...]] = ("pieces", "holds", "counts")

    #: By place and kind.
    pieces: list[int]
    #: 7 Who Controls each space.
    control: list[int]
    #: 6 From -2, Active Opposition, to 2, Active Support.
    alignment: list[int]
    damage: list[int]
    #: 5.1 Population markers on gray squares; there is no limit to them (ruling 30).
    housed: list[int]
    storm: list[int]
    #: MG Resources, CORP Profits, RD Resources.
    resources: list[int]
    events: Cards
    assets: Cards
    campaigns: Cards
    #: 12 Who is Eligible, who has acted and passed in this round.
    eligible: list[bool]
    acted: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    #: 18 Ineligible through the next Event Round, and those that remain Eligible.
    barred: tuple[int, ...] = ()
    staying: tuple[int, ...] = ()
    action: Action = msgspec.field(default_factory=Action)
    phase: Phase = Phase.SET_UP
    #: How far a Flashpoint or Dust Storm Round has come.
    step: int = 0
    first_did: Did = Did.NOTHING
    #: The Event option or the Asset that is being executed.
    is_shaded: bool = False
    asset: int = -1
    #: 12.1 Places the Reclaimers have moved left on the Current Event.
    bids: int = 0
    supply_on_earth: int = 0
    supply_in_transit: int = 0
    population_on_earth: int = 0
    population_in_transit: int = 0
    displaced: int = 0
    level: int = 3
    is_eg_up: bool = False
    flashpoint: int = 0
    has_rodgers_line: bool = False
    #: 14.4 No adjustment of Control until all of Redeploy is finished.
    is_control_frozen: bool = False
    #: Spaces done with in a phase that visits each space once.
    visited: tuple[int, ...] = ()
    #: Dust Storm Rounds that are over.
    rounds: int = 0
    #: Whether the top of the Event deck was stacked (the tutorial).
    is_stacked: bool = False
    #: Results that a scenario imposes: on Storm rolls, Attack dice and Campaign draws.
    forced: dict[str, list[int]] = {}
    #: What is printed on board and cards: the name of a pack, or the path of its folder.
    pack: str = "default"
    #: 8 The printed non-players, if any Faction plays itself.
    nonplayers: NonPlayers | None = None

    #: What the pack prints, ready for the rules.
    box: Box = KEPT
    #: By kind: the places that hold such pieces, as bits.
    holds: list[int] = KEPT
    #: By kind: how many such pieces are on Mars.
    counts: list[int] = KEPT
    #: Whether `pieces`, `holds` and `counts` are those of a copy, too.
    is_lent: bool = KEPT

    def __post_init__(self) -> None:
        if self.box is KEPT:
            self.keep()

    def keep(self) -> None:
        """Work out what is kept, from the facts alone."""
        self.box = BOXES[self.pack]
        self.holds = [
            sum(1 << place for place, n in enumerate(self.pieces[kind::KINDS]) if n) for kind in range(KINDS)
        ]
        self.counts = [sum(self.pieces[kind : MARS * KINDS : KINDS]) for kind in range(KINDS)]
        self.is_lent = False

    def _own(self) -> None:
        """Stop sharing pieces with copies, before the first of them moves."""
        self.pieces, self.holds, self.counts = self.pieces.copy(), self.holds.copy(), self.counts.copy()
        self.is_lent = False

    # Questions

    def at(self, space: int, kind: int) -> int:
        """How many pieces of a kind are in a place."""
        return self.pieces[space * KINDS + kind]

    def count(self, space: int, kinds: tuple[int, ...]) -> int:
        """How many pieces of several kinds are in a place."""
        start, pieces, n = space * KINDS, self.pieces, 0
        for kind in kinds:
            n += pieces[start + kind]
        return n

    def has(self, space: int, kinds: tuple[int, ...]) -> bool:
        """Whether any piece of these kinds is in a place."""
        start, pieces = space * KINDS, self.pieces
        for kind in kinds:  # noqa: SIM110  (a generator is slower here)
            if pieces[start + kind]:
                return True
        return False

    def these_with(self, spaces: Iterable[int], kinds: tuple[int, ...]) -> list[int]:
        """Of these spaces, those that hold any piece of these kinds."""
        places, holds = 0, self.holds
        for kind in kinds:
            places |= holds[kind]
        return [space for space in spaces if places >> space & 1]

    def mars_with(self, *kinds: int) -> tuple[int, ...]:
        """The spaces of Mars that hold any piece of these kinds, in their order."""
        places, holds = 0, self.holds
        for kind in kinds:
            places |= holds[kind]
        return LOW_SPACES[places & 4095] + HIGH_SPACES[places >> 12 & 4095]

    def spaces_with(self, *kinds: int) -> tuple[int, ...]:
        """The same with Phobos, which comes last."""
        places, holds = 0, self.holds
        for kind in kinds:
            places |= holds[kind]
        found = LOW_SPACES[places & 4095] + HIGH_SPACES[places >> 12 & 4095]
        return (*found, PHOBOS) if places >> PHOBOS & 1 else found

    def controlled_by(self, side: int) -> list[int]:
        """The spaces of Mars under the Control of a side."""
        control = self.control
        return [space for space in ON_MARS if control[space] == side]

    def forces(self, space: int) -> int:
        """All forces in a space, whoever they belong to (ruling 1: not the Satellites)."""
        start = space * KINDS
        return sum(self.pieces[start : start + CR_END])

    def on_mars(self, kinds: tuple[int, ...]) -> int:
        """How many pieces of these kinds are on Mars."""
        n, counts = 0, self.counts
        for kind in kinds:
            n += counts[kind]
        return n

    def available(self, kind: int) -> int:
        return self.pieces[AVAILABLE * KINDS + kind]

    def population(self, space: int) -> int:
        """5 Green squares less Damage, plus markers on gray squares."""
        return self.box.green[space] - self.damage[space] + self.housed[space]

    def populations(self) -> list[int]:
        """5 The Population of every space."""
        damage, housed = self.damage, self.housed
        return [green - damage[space] + housed[space] for space, green in enumerate(self.box.green)]

    def current_event(self) -> int:
        """12 The Current Event."""
        return self.events.zones[CURRENT][-1]

    def controller(self) -> int:
        """8.2 The EG Controller, if there is one."""
        return self.box.confidence[self.level].controller

    def acting(self) -> int:
        """12.2 The Faction that acts, or -1. While the Reclaimers bid, nobody acts: the Faction that acted on the last card is Ineligible now."""
        who = self.action.who
        return -1 if who >= 0 and self.phase is Phase.ACTION and not self.eligible[who] else who

    def is_nonplayer(self, who: int) -> bool:
        """8 Whether a Faction plays itself."""
        return self.nonplayers is not None and who in self.nonplayers.seats

    def room(self, space: int, who: int) -> int:
        """4.1 Stacking: how many more Bases a Faction may put here; those the Reclaimers seem to have are in others' way."""
        room = self.box.base_limit[space] - self.count(space, BASES)
        return room if who == RECLAIMERS else room - total(self, RECLAIMER_BASES, space)

    def cr_bases(self, space: int) -> int:
        """CR Bases as Operations count them."""
        return self.count(space, CR_BASES) + total(self, RECLAIMER_BASES, space)

    def is_raging(self, space: int) -> bool:
        return self.storm[space] == RAGING

    def is_open(self, space: int, who: int) -> bool:
        """9 Whether a Faction may select a space: no Desert with a Raging Storm."""
        if self.storm[space] != RAGING or self.box.is_labyrinth[space]:
            return True
        return applies(self, STORM_PROOF, who)

    def is_passable(self, space: int, who: int) -> bool:
        """9 Whether a Faction's pieces may move in and out of a space."""
        return self.storm[space] != RAGING or applies(self, STORM_PROOF, who)

    # Verbs

    def settle(self, space: int) -> None:
        """7 Control. It changes as soon as pieces do."""
        if space >= MARS or self.is_control_frozen:
            return
        start, pieces = space * KINDS, self.pieces
        coin = sum(pieces[start : start + COIN_END])
        if coin:
            coin -= total(self, UNCOUNTED, space)
        rd = sum(pieces[start + COIN_END : start + RD_END])
        cr = sum(pieces[start + RD_END : start + CR_END])
        if coin > rd + cr:
            self.control[space] = COIN
        elif rd > coin + cr:
            self.control[space] = RED_DUST
        elif cr > coin + rd:
            self.control[space] = RECLAIMERS
        else:
            self.control[space] = NOBODY

    def settle_all(self) -> None:
        for space in ON_MARS:
            self.settle(space)

    def move(self, kind: int, source: int, to: int, n: int = 1, become: int = -1) -> None:
        """Move pieces. A Fortified Troop that moves loses the status (ruling 4); in boxes pieces lie on their basic side."""
        if become < 0:
            become = kind if to <= PHOBOS and kind != FORTIFIED else BASIC[kind]
        self._pass_on(kind, source, to, n, become)
        self.settle(source)
        self.settle(to)

    def _pass_on(self, kind: int, source: int, to: int, n: int, become: int, is_carried: bool = True) -> None:
        """Pieces go from one place to another, or turn from one side to the other; what is kept of them follows."""
        if self.is_lent:
            self._own()
        pieces, origin, goal = self.pieces, source * KINDS + kind, to * KINDS + become
        left = pieces[origin] = pieces[origin] - n
        pieces[goal] += n
        if n:
            if not left:
                self.holds[kind] &= ~(1 << source)
            self.holds[become] |= 1 << to
            if source < MARS:
                self.counts[kind] -= n
            if to < MARS:
                self.counts[become] += n
        if is_carried and self.action.moved:
            self._carry(origin, goal)

    def _carry(self, source: int, to: int) -> None:
        """Of pieces that leave a place those that have moved go last; the count of moved pieces follows them (place and kind)."""
        moved = self.action.moved
        over = moved.get(source, 0) - self.pieces[source]
        if over > 0:
            moved[source] -= over
            moved[to] = moved.get(to, 0) + over

    def flip(self, space: int, kind: int, become: int, n: int = 1) -> None:
        """Turn pieces over where they stand; the count of those that have moved follows them."""
        self._pass_on(kind, space, space, n, become)

    def remove(self, kind: int, space: int, n: int = 1) -> None:
        """4.4 Removing. CORP forces, EG Troops and Satellites become Casualties, everything else is Available."""
        owner = OWNER[kind]
        lost = kind == SATELLITE or owner in (CORPORATIONS, OWNER[EG_TROOP])
        self.take(kind, space, CASUALTIES if lost else AVAILABLE, n)
        action = self.action
        if owner in (RED_DUST, RECLAIMERS):
            action.rebels_lost += n
        elif kind != SATELLITE:
            action.coin_lost += n

    def take(self, kind: int, space: int, to: int = AVAILABLE, n: int = 1) -> None:
        """Take pieces off the map to a box."""
        self._pass_on(kind, space, to, n, BASIC[kind])
        self.settle(space)

    def place(self, kind: int, space: int, n: int = 1) -> int:
        """4.3 Placing. From Available, as many as are there; returns how many."""
        n = min(n, self.pieces[AVAILABLE * KINDS + kind])
        if n > 0:
            self._pass_on(kind, AVAILABLE, space, n, kind, is_carried=False)
            self.settle(space)
        return max(n, 0)

    def gain(self, who: int, n: int) -> int:
        """10 Resources and Profits run from 0 to 50. Returns by how much they really changed.

        8.4 A non-player other than CORP has no Resources.
        """
        if who != CORPORATIONS and self.is_nonplayer(who):
            return 0
        before = self.resources[who]
        self.resources[who] = min(EDGE_TRACK, max(0, before + n))
        return self.resources[who] - before

    def unfortify(self, space: int) -> int:
        """5.4 Fortified Troops stand on populated squares; a surplus loses the status (ruling 4). Returns how many do."""
        over = max(0, self.at(space, FORTIFIED) - self.population(space))
        self.flip(space, FORTIFIED, MG_TROOP, over)
        return over

    def satellites_in_orbit(self) -> int:
        return self.pieces[ORBIT * KINDS + SATELLITE]
