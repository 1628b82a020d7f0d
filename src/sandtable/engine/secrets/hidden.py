"""Hidden numbers: dice under a cup, a secret bid, the number to be guessed; and who knows them.

A `Hidden` is a row of places. Each holds one number or nothing. Verbs put numbers there and keep `known`, one bit a seat,
up to date: who knows the number at this place. From that come the undo barrier, the redeal of imagined worlds, and what
a view may show, as they do for `Cards`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable

from ..chance import Reading, Roll
from ..errors import CannotImagine, RuleError
from ..state import State
from ..steps import Steps
from .cards import EVERYBODY, bit_of

#: The faces as they were thrown. Each die has a place of its own, and turning one up must say nothing about the others.
_as_thrown: Reading[tuple[int, ...]] = Reading("as thrown", (), lambda read, face: (*read, face))


class Hidden(State):
    """A row of numbers that some seats know and others do not.

    >>> cup = Hidden.row(3, range(1, 7))
    >>> for place, face in enumerate([6, 2, 2]):
    ...     cup.write(place, face, by=0)
    >>> cup.seen(0), cup.seen(1)
    ([6, 2, 2], [None, None, None])
    >>> cup.reveal([1])
    >>> cup.seen(1), cup.count
    ([None, 2, None], 3)

    Rules read `values`; views show what is `seen`. Whether a place holds a number is no secret, only which one.
    """

    #: What a place can hold. A number that is listed twice is twice as likely, like a face that a die has twice.
    domain: tuple[int, ...]
    #: The number at each place; None where there is none.
    values: list[int | None]
    known: list[int]  #: By place: the seats that know its number, one bit each; `EVERYBODY` if it is open.
    #: How often a number was put at each place.
    writes: list[int]
    #: How often somebody came to know a number they did not know.
    lessons: int = 0

    @classmethod
    def row(cls, places: int, domain: Iterable[int]) -> Hidden:
        """A row of places that hold nothing yet, and what they can hold: ``Hidden.row(5, range(1, 7))``."""
        able = tuple(domain)
        if not able:
            raise ValueError("A hidden number needs a domain: what it can be, as in range(1, 7).")
        return cls(able, [None] * places, [0] * places, [0] * places)

    # Questions

    def knows(self, seat: int | None, place: int) -> bool:
        """Whether this seat knows what is at this place (None: whether a spectator does). Everybody knows an empty one."""
        return self.values[place] is None or self.known[place] & bit_of(seat) != 0

    def seen(self, seat: int | None) -> list[int | None]:
        """The row as this seat sees it: the numbers it knows, None for the others and for places without one."""
        bit = bit_of(seat)
        return [v if mask & bit else None for v, mask in zip(self.values, self.known, strict=True)]

    @property
    def count(self) -> int:
        """How many places hold a number."""
        return len(self.values) - self.values.count(None)

    # Verbs

    def roll(
        self, places: Iterable[int] | None = None, *, by: int | None = None, topic: str = "hidden roll"
    ) -> Steps[None]:
        """Roll dice at these places (by default all), unseen by everybody but one seat: ``yield from cup.roll(by=side)``.

        The faces of a die are the domain. Without `by` nobody sees them.
        """
        at = tuple(range(len(self.values)) if places is None else places)
        seen_by = () if by is None else (by,)
        thrown = yield Roll(len(at), _as_thrown, self.domain, topic, seen_by, (self, at))
        for place, face in zip(at, thrown, strict=True):
            self._put(place, face, by)

    def write(self, place: int, number: int, *, by: int | None = None) -> None:
        """Put a number at a place: what one seat has chosen in secret, and knows. Without `by` nobody knows it."""
        if number not in self.domain:
            raise RuleError(f"A hidden number can be {self._told()}, not {number!r}: its domain says so.")
        self._put(place, number, by)

    def _put(self, place: int, number: int | None, by: int | None) -> None:
        self._check(place)
        self.values[place] = number
        self.known[place] = 0 if by is None else 1 << by
        self.writes[place] += 1

    def look(self, places: Iterable[int], seat: int) -> None:
        """One seat looks at these places."""
        for place in places:
            self._teach(place, 1 << seat)

    def reveal(self, places: Iterable[int] | None = None) -> None:
        """These places (by default all) are turned up for everybody."""
        for place in range(len(self.values)) if places is None else places:
            self._teach(place, EVERYBODY)

    def clear(self, places: Iterable[int] | None = None) -> None:
        """Take the numbers at these places (by default all) away."""
        for place in range(len(self.values)) if places is None else places:
            self._put(place, None, None)

    def _teach(self, place: int, seats: int) -> None:
        self._check(place)
        if self.values[place] is not None and seats & ~self.known[place]:
            self.known[place] |= seats
            self.lessons += 1

    def _check(self, place: int) -> None:
        if not 0 <= place < len(self.values):
            raise RuleError(f"There is no place {place} in a row of {len(self.values)}: places count from 0.")

    # What a seat cannot know

    def redeal(
        self,
        seat: int | None,
        rng: random.Random,
        *,
        pinned: Collection[int] = (),
        fits: Callable[[int, int], bool] | None = None,
    ) -> None:
        """Draw anew, from the domain, every number this seat does not know.

        Places in `pinned` stay as they are; `fits(place, number)` may say more about what can be where: that a bid is never
        higher than a purse, or that the number to guess is below 50.
        """
        for place, value in enumerate(self.values):
            if value is None or place in pinned or self.knows(seat, place):
                continue
            able = self.domain if fits is None else [n for n in self.domain if fits(place, n)]
            if not able:
                raise CannotImagine(f"Nothing in the domain ({self._told()}) fits place {place}.")
            self.values[place] = able[int(rng.random() * len(able))]

    def _told(self) -> str:
        """The domain in words."""
        able = sorted(set(self.domain))
        if len(able) > 2 and able == list(range(able[0], able[-1] + 1)):
            return f"{able[0]} to {able[-1]}"
        return ", ".join(map(str, able))
