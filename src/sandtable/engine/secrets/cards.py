"""Cards and counters: where each one lies, and who knows it.

A card is a small int and lies in a *zone* (a deck, a hand, the discards), in order, the top last. Verbs move cards and
keep `known`, one bit a seat, up to date: who has seen this card's face and has not lost track of it since. From that
come the undo barrier, the redeal of imagined worlds, and what a view may show.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import ClassVar

from ..chance import Shuffle
from ..errors import CannotImagine
from ..state import KEPT, State
from ..steps import Steps

#: The value of `known` for what everybody knows, spectators included.
EVERYBODY = -1
_SPECTATOR = 1 << 62


def bit_of(seat: int | None) -> int:
    """The bit in `known` that stands for a seat (None: for spectators)."""
    return _SPECTATOR if seat is None else 1 << seat


class Cards(State):
    """All cards (or counters) of a game that may be face down, by zone.

    >>> DECK, HAND_0, HAND_1 = range(3)
    >>> cards = Cards.dealt([[0, 1, 2, 3], [], []], seats=2)
    >>> cards.draw(DECK, HAND_0, by=0)
    [3]
    >>> cards.seen(HAND_0, seat=0), cards.seen(HAND_0, seat=1)
    ([3], [None])
    """

    shared_parts: ClassVar[tuple[str, ...]] = ("zones",)
    lent_fields: ClassVar[tuple[str, ...]] = ("known", "where")
    kept_fields: ClassVar[tuple[str, ...]] = ("is_lent",)

    #: By zone: its cards, the top one last. A zone whose cards change gets a new list, so that copies share the others.
    zones: list[list[int]]
    known: list[int]  #: By card: the seats that know it, one bit each; `EVERYBODY` if it is face up.
    where: list[int]  #: By card: the zone it lies in.
    seats: int  #: How many seats there are.
    #: Cards with different backs are never mistaken for each other; empty when all backs are alike.
    backs: tuple[int, ...] = ()
    #: Which mixings (shuffles, cards slipped to somebody) each card may have been through, as bits.
    mixed: tuple[int, ...] = ()
    #: By seat (spectators last) and card: the mixing at which the seat last knew where this card was (0: never).
    lost: tuple[tuple[int, ...], ...] = ()
    #: How often cards were mixed.
    mixings: int = 0
    #: How often somebody came to know a card they did not know.
    lessons: int = 0
    #: Whether `known` and `where` are those of a copy, too.
    is_lent: bool = KEPT

    def __post_init__(self) -> None:
        if self.is_lent is KEPT:
            self.keep()

    def keep(self) -> None:
        """A state that was made or read shares nothing."""
        self.is_lent = False

    def _own(self) -> None:
        """Stop sharing with copies, before the first change."""
        self.known, self.where, self.is_lent = self.known.copy(), self.where.copy(), False

    @classmethod
    def dealt(cls, zones: Sequence[Iterable[int]], *, seats: int, backs: Sequence[int] = ()) -> Cards:
        """All cards in their first places, face down and unknown to everybody. Cards are numbered from 0."""
        piles = [list(zone) for zone in zones]
        count = sum(map(len, piles))
        if sorted(card for pile in piles for card in pile) != list(range(count)):
            raise ValueError(
                f"Cards are numbered from 0, each in one zone: {count} are dealt, but not 0 to {count - 1}."
            )
        where = [-1] * count
        for zone, pile in enumerate(piles):
            for card in pile:
                where[card] = zone
        return cls(piles, [0] * count, where, seats, tuple(backs))

    # Questions

    def knows(self, seat: int | None, card: int) -> bool:
        """Whether this seat knows where this card lies (None: whether a spectator does)."""
        return self.known[card] & bit_of(seat) != 0

    def seen(self, zone: int, seat: int | None) -> list[int | None]:
        """The zone as this seat sees it: cards it knows, None for the backs of the others."""
        bit, known = bit_of(seat), self.known
        return [card if known[card] & bit else None for card in self.zones[zone]]

    def count(self, zone: int) -> int:
        """How many cards lie in a zone."""
        return len(self.zones[zone])

    def back(self, card: int) -> int:
        """The back of a card: 0 if all backs are alike."""
        return self.backs[card] if self.backs else 0

    # Verbs

    def draw(self, source: int, to: int, *, by: int | None = None, n: int = 1) -> list[int]:
        """Take up to n cards from the top of a zone; the seat that draws sees them."""
        if self.is_lent:
            self._own()
        zones = self.zones
        left = max(0, len(zones[source]) - max(0, n))
        drawn = zones[source][left:]
        drawn.reverse()
        zones[source] = zones[source][:left]
        zones[to] = zones[to] + drawn
        for card in drawn:
            self.where[card] = to
            if by is not None:
                self._teach(card, 1 << by)
        return drawn

    def give(
        self, card: int, to: int, *, at: int | None = None, seen_by: Sequence[int] | None = None
    ) -> None:
        """Move one card, face as it is: on top, or `at` a place counted from the bottom.

        With `seen_by`, only these seats see which card it was; everybody else loses track of it and of the cards it
        lay among. (A card that everybody sees being handed over needs no `seen_by`: `give`, then `look`.)
        """
        if self.is_lent:
            self._own()
        zones, source = self.zones, self.where[card]
        if seen_by is not None:
            self._mix(zones[source], keep=seen_by)
            for seat in seen_by:
                self._teach(card, 1 << seat)
        zones[source] = zones[source].copy()
        zones[source].remove(card)
        zones[to] = zones[to].copy()
        zones[to].insert(len(zones[to]) if at is None else at, card)
        self.where[card] = to

    def play(self, card: int, to: int) -> None:
        """Move one card and turn it face up for everybody."""
        self.give(card, to)
        self.reveal([card])

    def gather(self, source: int, to: int) -> None:
        """Put all cards of one zone on top of another, in their order and with their faces as they are."""
        if self.is_lent:
            self._own()
        for card in self.zones[source]:
            self.where[card] = to
        self.zones[to] = self.zones[to] + self.zones[source]
        self.zones[source] = []

    def draw_on(
        self,
        deck: int,
        discards: int,
        to: int,
        *,
        by: int | None = None,
        n: int = 1,
        topic: str = "reshuffle",
    ) -> Steps[list[int]]:
        """Draw n cards; when the deck runs out, the discards are shuffled into a new one first."""
        drawn = self.draw(deck, to, by=by, n=n)
        if len(drawn) < n and self.zones[discards]:
            self.gather(discards, deck)
            yield from self.shuffle(deck, topic)
            drawn += self.draw(deck, to, by=by, n=n - len(drawn))
        return drawn

    def look(self, cards: Iterable[int], seat: int) -> None:
        """One seat looks at these cards where they lie."""
        for card in cards:
            self._teach(card, 1 << seat)

    def reveal(self, cards: Iterable[int]) -> None:
        """These cards are turned face up for everybody."""
        for card in cards:
            self._teach(card, EVERYBODY)

    def _teach(self, card: int, seats: int) -> None:
        if seats & ~self.known[card]:
            if self.is_lent:
                self._own()
            self.known[card] |= seats
            self.lessons += 1

    def shuffle(self, zone: int, topic: str = "shuffle") -> Steps[None]:
        """Shuffle a zone: nobody knows its order any more, but seats that knew its cards still know they are in it."""
        pile = self.zones[zone]
        if len(pile) > 1:
            order = yield Shuffle(tuple(pile), topic)
            self._mix(pile, keep=())
            self.zones[zone] = list(order)

    def _mix(self, pile: Sequence[int], keep: Sequence[int]) -> None:
        """Everybody but `keep` loses track of the cards of a pile among each other."""
        if self.is_lent:
            self._own()
        self.mixings += 1
        count = len(self.known)
        if not self.mixed:
            self.mixed, self.lost = (0,) * count, ((0,) * count,) * (self.seats + 1)
        if not any(self.known[card] | self.mixed[card] for card in pile):
            return  # nobody knows any of them, and nobody ever did: nothing is lost
        taken = {mixing for row in self.lost for mixing in row}
        mixing = next(n for n in range(1, len(taken) + 2) if n not in taken)
        kept = 0
        for seat in keep:
            kept |= 1 << seat
        mixed, lost = list(self.mixed), [list(row) for row in self.lost]
        bits = [1 << seat & ~kept for seat in range(self.seats)] + [_SPECTATOR]
        among = 1 << mixing
        for card in pile:
            among |= mixed[card]
        for card in pile:
            mixed[card] = among
            mask = self.known[card]
            if mask:
                for row, bit in zip(lost, bits, strict=True):
                    if mask & bit:
                        row[card] = mixing
                self.known[card] = mask & kept
        used = 0  # forget mixings in which nobody has lost track of a card
        for row in lost:
            for mixing in set(row):
                used |= 1 << mixing
        self.mixed, self.lost = tuple(bits & used for bits in mixed), tuple(map(tuple, lost))

    # What a seat cannot know

    def redeal(
        self,
        seat: int | None,
        rng: random.Random,
        *,
        pinned: Collection[int] = (),
        fits: Callable[[int, int, int], bool] | None = None,
        limited: Collection[int] | None = None,
    ) -> None:
        """Deal what this seat does not know anew, uniformly from the sorted pool of what could lie there.

        Cards in `pinned` stay; `fits(card, zone, place)` may say more about what can lie where. Where it says so of
        few cards only, `limited` names them, and the others are not asked about.
        """
        bit, known, backs = bit_of(seat), self.known, self.backs
        slots: dict[int, list[int]] = {}
        for pile in self.zones:
            for card in pile:
                if not known[card] & bit and card not in pinned:
                    slots.setdefault(backs[card] if backs else 0, []).append(card)
        renamed: dict[int, int] = {}
        lost = self.lost[self.seats if seat is None else seat] if self.lost else None
        for back in sorted(slots):
            places = slots[back]
            pool = sorted(places)
            if fits is None and (lost is None or not any(lost[card] for card in pool)):
                rng.shuffle(pool)
            else:
                pool = self._matched(places, pool, lost, fits, limited, rng)
            renamed.update(zip(places, pool, strict=True))
        self._rename(renamed, seat)

    def could_swap(self, seat: int | None, card: int, other: int) -> bool:
        """Whether this seat, which knows neither card, must think it possible that they lie the other way round."""
        if self.back(card) != self.back(other):
            return False
        if not self.lost:
            return True
        lost = self.lost[self.seats if seat is None else seat]
        return all(
            not lost[a] or bool(self.mixed[b] >> lost[a] & 1) for a, b in ((card, other), (other, card))
        )

    def _matched(
        self,
        places: list[int],
        pool: list[int],
        lost: Sequence[int] | None,
        fits: Callable[[int, int, int], bool] | None,
        limited: Collection[int] | None,
        rng: random.Random,
    ) -> list[int]:
        """A random dealing of the pool onto the places in which every card can lie where it lies."""
        at = {card: i for pile in self.zones for i, card in enumerate(pile)} if fits is not None else {}
        by_mixing: dict[int, list[int]] = {0: list(range(len(places)))}
        allowed: dict[int, list[int]] = {}
        for card in pool:
            mixing = lost[card] if lost is not None else 0
            if mixing not in by_mixing:
                by_mixing[mixing] = [i for i, place in enumerate(places) if self.mixed[place] >> mixing & 1]
            able = by_mixing[mixing]
            if fits is not None and (limited is None or card in limited):
                able = [i for i in able if fits(card, self.where[places[i]], at[places[i]])]
            allowed[card] = able
        bound = sorted(
            (card for card in pool if len(allowed[card]) < len(places)), key=lambda c: (len(allowed[c]), c)
        )
        for _ in range(100):
            dealt: dict[int, int] = {}
            for card in bound:  # the tightest first
                free = [i for i in allowed[card] if i not in dealt]
                if not free:
                    break
                dealt[free[int(rng.random() * len(free))]] = card
            else:
                rest = [card for card in pool if len(allowed[card]) == len(places)]
                rng.shuffle(rest)
                return [dealt[i] if i in dealt else rest.pop() for i in range(len(places))]
        raise CannotImagine("No dealing of the hidden cards fits what is known of them.")

    def _rename(self, renamed: dict[int, int], seat: int | None) -> None:
        """Put other faces on the same cards: what everybody knows of a card goes with the card."""
        face = list(range(len(self.known)))  # by card: the one that lies there now
        stood = face[:]  # by card: the one that lay where it lies now
        for old, new in renamed.items():
            face[old], stood[new] = new, old
        self.zones = [[*map(face.__getitem__, pile)] for pile in self.zones]
        self.known = [*map(self.known.__getitem__, stood)]
        self.where = [*map(self.where.__getitem__, stood)]
        self.is_lent = False
        self.mixed = tuple(map(self.mixed.__getitem__, stood)) if self.mixed else ()
        own = self.seats if seat is None else seat
        self.lost = tuple(
            row if other == own else tuple(map(row.__getitem__, stood)) for other, row in enumerate(self.lost)
        )


def missing(cards: Cards) -> list[int]:
    """Cards that are not exactly once where they should be: lost or doubled."""
    counts: dict[int, int] = {}
    for zone, pile in enumerate(cards.zones):
        for card in pile:
            counts[card] = counts.get(card, 0) + 1
            if not 0 <= card < len(cards.where) or cards.where[card] != zone:
                counts[card] = 99
    return [card for card in range(len(cards.where)) if counts.get(card, 0) != 1]
