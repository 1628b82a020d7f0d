"""The state of the hunt, and the verbs that change it."""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine import Cards, Hidden, State
from sandtable.engine.naming import QuickEnum
from sandtable.engine.state import KEPT

from .printed.box import BAGMAN, GUNNAR, HELM, Box, box_of

# Zones of the cards: for each deck the deck and its discards, then the table, then six for each seat.
ENCOUNTERS, ENCOUNTERS_OUT, SUPPLIES, SUPPLIES_OUT, MISSIONS, MISSIONS_OUT = range(6)
ROGUES, ROGUES_OUT, CLUES, CLUES_OUT, STACK, BOARD, REMOVED, PLAYED, SEATS = range(6, 15)
HAND, MISSION, CLUE, SET, ITEM, COMPANION = range(6)
PER_SEAT = 6

NOBODY = -1
NOWHERE = -1
FREE = -1  # no prisoner
# Deeds a Genie mission may ask for. All of them are seen by everybody.
ATTACKED_LEFT, ATTACKED_MOST_CLUES, ATTACKED_NEAREST, BUSTED_TANK = 1, 2, 4, 8
# What a seat says of the Rogue windows until its own turn: that it passes, or that it is asked in End phases only.
PASSES, PASSES_TO_END = 1, 2
# RT 6 (e) What becomes of a seat's Rogue cards at the end of its turn: it is asked, keeps all, or keeps them by its order.
ASKED, KEEPS_ALL, KEEPS_BY_ORDER = range(3)
# What a bio-chip slot holds: nothing, a chip, or the chip of a dead GI (DEAD_CHIP and his seat).
EMPTY, CHIP, DEAD_CHIP = 0, 1, 2


class Phase(QuickEnum):
    """The phase that comes next. Each is one turn of the engine, so that a position is copied cheaply."""

    SHUFFLE = 0  #: The decks are shuffled.
    SET_UP = 1  #: Chips, supplies, Drop Zones, Missions and Rogue cards are handed out.
    MOVEMENT = 2  #: Movement phase: Rogue cards first.
    MOVING = 3  #: The mover goes one sector, or stays.
    ENCOUNTER = 4  #: Encounter phase: Rogue cards first.
    MEETING = 5  #: Two GIs meet.
    DRAWING = 6  #: Encounter cards are drawn.
    FACING = 7  #: The cards of the stack are faced, one after the other.
    END = 8  #: End phase: Missions are declared.
    CONFRONTATION = 9  #: The Traitor is fought.
    REST = 10  #: Supplies and lives are regained.
    CARDS = 11  #: Rogue cards are discarded and drawn.
    CLUES = 12  #: Clue cards over the limit are discarded.
    NEXT = 13  #: The next player's turn.


class NuEarth(State):
    """Every fact of the game. Lists run over seats, or over seats and ammunition or slots in one row."""

    kept_fields: ClassVar[tuple[str, ...]] = ("box",)

    pack: str
    players: int
    cards: Cards
    sector: list[int]
    lives: list[int]
    ammunition: list[int]
    slots: list[int]
    #: RT 18 FREE, or how many attempts to escape have failed.
    prison: list[int]
    #: RT 11 Where a dead GI's chip lies, and whose team he is in.
    chip: list[int]
    team: list[int]
    #: Deeds of this turn that a Genie mission may ask for, and whether a False Lead keeps them for the next.
    deeds: list[int]
    delayed: list[bool]
    #: RT 2.2 Turns to miss.
    missing: list[int]
    #: Traitor's lives each GI has taken.
    taken: list[int]
    #: RT 9 Who passes in every Rogue window until his own turn (1), or in all but those of End phases (2): only he knows.
    passing: Hidden
    #: RT 6 (b) Who declares every Mission as soon as he can (1): only he knows.
    declares: Hidden
    literal_evasion: bool = False
    most_rounds: int = 200
    starter: int = 0
    cup: tuple[int, ...] = ()
    phase: Phase = Phase.SHUFFLE
    mover: int = 0
    round: int = 1
    traitor: int = NOWHERE
    traitor_lives: int = 0
    winner: int = NOBODY
    #: Face-up cards on the board: card -> sector.
    board: dict[int, int] = {}
    #: RT 6 (e) By seat: the rule for its Rogue cards, which everybody sees; who has given none is ASKED.
    rogue_rules: dict[int, int] = {}
    #: By seat that keeps them by an order: the kinds of Rogue cards it keeps, the most important first. Only that seat knows.
    rogue_orders: dict[int, tuple[int, ...]] = {}
    #: Whether Pilot Juno Vale's one shuttle has been used since she was picked up.
    shuttle_used: bool = False

    # The present turn
    began: int = NOWHERE
    #: The GIs that were nearest when the turn began, as bits.
    nearest: int = 0
    has_entered: bool = False
    #: RT 9.2 The Rogue card in force in this phase, and who played it.
    force: int = NOBODY
    force_by: int = NOBODY
    #: RT 9.1 The mover has not had his place in the round of offers: he may play a card as he moves.
    plays_last: bool = False
    has_clearance: bool = False
    extra_cards: int = 0
    no_evading: bool = False
    no_chips: bool = False
    discard_top: bool = False
    first_salvo: int = 0
    #: 4.4.5 The card before was evaded.
    has_evaded: bool = False
    met: int = NOBODY
    #: Offers made in this GI Encounter.
    offers: int = 0
    declared: int = NOBODY
    confronts: bool = False
    traitor_dice: int = 0
    dice_at_traitor: int = 0

    #: What the pack prints, ready for the rules.
    box: Box = KEPT

    def __post_init__(self) -> None:
        if self.box is KEPT:
            self.keep()

    def keep(self) -> None:
        """Work out what is kept, from the facts alone."""
        self.box = box_of(self.pack)

    # Questions

    def hand(self, seat: int) -> list[int]:
        return self.cards.zones[SEATS + PER_SEAT * seat + HAND]

    def missions(self, seat: int) -> list[int]:
        return self.cards.zones[SEATS + PER_SEAT * seat + MISSION]

    def clues(self, seat: int) -> list[int]:
        return self.cards.zones[SEATS + PER_SEAT * seat + CLUE]

    def set_of(self, seat: int) -> list[int]:
        return self.cards.zones[SEATS + PER_SEAT * seat + SET]

    def items(self, seat: int) -> list[int]:
        return self.cards.zones[SEATS + PER_SEAT * seat + ITEM]

    def companions(self, seat: int) -> list[int]:
        return self.cards.zones[SEATS + PER_SEAT * seat + COMPANION]

    def is_alive(self, seat: int) -> bool:
        return self.lives[seat] > 0

    def is_prisoner(self, seat: int) -> bool:
        return self.prison[seat] != FREE

    def living(self) -> list[int]:
        return [seat for seat in range(self.players) if self.lives[seat] > 0]

    def left_of(self, seat: int) -> int:
        """The next living player to the left; if nobody else lives, the player who sits there still draws and sorts."""
        for step in range(1, self.players):
            other = (seat + step) % self.players
            if self.lives[other] > 0:
                return other
        return (seat + 1) % self.players

    def rounds_of(self, seat: int, ammunition: int) -> int:
        return self.ammunition[seat * self.box.types + ammunition]

    def has_chip(self, seat: int, slot: int) -> bool:
        """RT 17 Whether a bio-chip sits in this slot and can be used now."""
        return self.slots[3 * seat + slot] != EMPTY and not (self.no_chips and seat == self.mover)

    def has_gunnar(self, seat: int) -> bool:
        return self.has_chip(seat, GUNNAR)

    def has_helm(self, seat: int) -> bool:
        return self.has_chip(seat, HELM)

    def has_bagman(self, seat: int) -> bool:
        return self.has_chip(seat, BAGMAN)

    def rogue_rule(self, seat: int) -> int:
        """RT 6 (e) The rule by which a seat keeps its Rogue cards."""
        return self.rogue_rules.get(seat, ASKED)

    def has_item(self, seat: int, able: str) -> int | None:
        """A held item that can do this (a field of the pack's items), or None."""
        box = self.box
        for card in self.items(seat):
            if getattr(box.items[box.item[card]], able):
                return card
        return None

    def can_cross_sea(self, seat: int) -> bool:
        return self.has_item(seat, "crosses_scum_sea") is not None

    def faces_up_at(self, sector: int) -> list[int]:
        return sorted(card for card, where in self.board.items() if where == sector)

    # Verbs

    def zone(self, seat: int, which: int) -> int:
        return SEATS + PER_SEAT * seat + which

    def take(self, card: int, seat: int, which: int) -> None:
        """A card that everybody sees goes to a seat."""
        self.cards.play(card, SEATS + PER_SEAT * seat + which)

    def welcome(self, card: int) -> None:
        """B5 A pilot who comes to another GI has her shuttle again."""
        if card < len(self.box.foes):
            companion = self.box.foes[card].companion
            if companion is not None and companion.shuttle:
                self.shuttle_used = False

    def discard(self, card: int) -> None:
        """Face up on the discards of its deck."""
        self.board.pop(card, None)
        self.cards.play(card, 2 * self.box.deck[card] + 1)

    def remove(self, card: int) -> None:
        """Into the game box."""
        self.cards.play(card, REMOVED)

    def keep_rogue_cards(self, seat: int, rule: int, order: tuple[int, ...] = ()) -> None:
        """RT 6 (e) A seat says by which rule it keeps its Rogue cards from now on."""
        self.rogue_rules.pop(seat, None)
        self.rogue_orders.pop(seat, None)
        if rule != ASKED:
            self.rogue_rules[seat] = rule
        if rule == KEEPS_BY_ORDER:
            self.rogue_orders[seat] = order

    def issue(self, seat: int, ammunition: int, rounds: int) -> None:
        """RT 1, R-RT-1 Rounds beyond the top of the track are lost."""
        box = self.box
        at = seat * box.types + ammunition
        self.ammunition[at] = min(box.most[ammunition], self.ammunition[at] + rounds)

    def spend(self, seat: int, ammunition: int, rounds: int) -> None:
        self.ammunition[seat * self.box.types + ammunition] -= rounds

    def heal(self, seat: int, lives: int) -> int:
        """Regain up to this many lives; returns how many were regained."""
        gained = min(lives, self.box.sheet.lives - self.lives[seat])
        self.lives[seat] += gained
        return gained

    def begin_turn(self) -> None:
        """Forget what holds for one turn only."""
        self.began, self.nearest, self.has_entered = self.sector[self.mover], 0, False
        self.force = self.force_by = NOBODY
        self.plays_last = self.has_clearance = False
        self.passing.write(self.mover, 0, by=self.mover)
        self.extra_cards, self.no_evading, self.no_chips = 0, False, False
        self.discard_top, self.first_salvo, self.has_evaded = False, 0, False
        self.met, self.offers = NOBODY, 0
        self.declared, self.confronts = NOBODY, False
        self.traitor_dice = self.dice_at_traitor = 0
        if not self.delayed[self.mover]:
            self.deeds[self.mover] = 0
        self.delayed[self.mover] = False


def _unordered(players: int, orders: tuple[int, ...]) -> Hidden:
    """RT 6, 9 At first everybody is asked. (An imagined seat has given an order now and then.)"""
    row = Hidden.row(players, orders)
    for seat in range(players):
        row.write(seat, 0, by=seat)
    return row


def begin(
    pack: str, players: int, *, is_short: bool, most_rounds: int, literal: bool, starter: int
) -> NuEarth:
    """Everything in the box: decks in order, GIs nowhere."""
    box = box_of(pack)
    decks = [list(box.cards_of(deck)) for deck in range(5)]
    zones: list[list[int]] = [[] for _ in range(SEATS + PER_SEAT * players)]
    for deck, held in enumerate(decks):
        zones[2 * deck] = held
    if is_short:  # B9 one face less
        last = len(box.parts) * (len(box.faces) - 1)
        zones[REMOVED] = [card for card in decks[4] if box.clue_kind(card) >= last]
        zones[CLUES] = [card for card in decks[4] if box.clue_kind(card) < last]
    cards = Cards.dealt(zones, seats=players, backs=box.deck)
    cards.reveal(zones[REMOVED])
    return NuEarth(
        pack=pack,
        players=players,
        cards=cards,
        sector=[NOWHERE] * players,
        lives=[box.sheet.lives] * players,
        ammunition=[0] * (players * box.types),
        slots=[EMPTY] * (3 * players),
        prison=[FREE] * players,
        chip=[NOWHERE] * players,
        team=[NOBODY] * players,
        deeds=[0] * players,
        delayed=[False] * players,
        missing=[0] * players,
        taken=[0] * players,
        passing=_unordered(players, (0, 0, 0, 0, 0, 0, PASSES, PASSES_TO_END)),
        declares=_unordered(players, (0, 1)),
        literal_evasion=literal,
        most_rounds=most_rounds,
        starter=starter,
        mover=starter,
        cup=box.sheet.bio_chip_counters,
    )
