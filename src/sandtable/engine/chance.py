"""Chance that rules ask for (dice with a reading, draws without order, shuffles), and the random sources that answer.

A rule yields a `Roll`, a `Draw` or a `Shuffle` and gets its reading back. What the table throws (the *raw* outcome:
faces, items, an order) goes to the log and the journal. The same objects list every outcome they can have with its
weight, for the walker.
"""

from __future__ import annotations

import random
import secrets as _secrets
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import permutations
from math import comb, factorial
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from .errors import CannotWalk, RuleError, SandtableError
from .templates import Line

T = TypeVar("T")
Raw = tuple[Any, ...]
Below = Callable[[int], int]


def tupled(raw: Sequence[Any]) -> Raw:
    """Turn a raw outcome as it was read from a file (lists) into what the table uses (tuples)."""
    return tuple(tupled(part) if isinstance(part, (list, tuple)) else part for part in raw)


def nested(raw: Raw) -> list[Any]:
    """Turn a raw outcome into what files hold: lists."""
    return [nested(part) if isinstance(part, tuple) else part for part in raw]


class Reading(Generic[T]):
    """How dice are read: a fold over their faces, so that the outcomes of a hundred dice are convolved, not listed one by one.

    `step` takes what was read so far and one more face; `finish` turns the end result into what the rule gets. What
    `step` returns must not depend on the order of the dice. `counts` takes a face and what the rule gets, and says whether a die with
    this face is a hit, for people who look at the dice.
    """

    __slots__ = ("counts", "finish", "name", "start", "step")

    def __init__(
        self,
        name: str,
        start: Hashable,
        step: Callable[[Any, int], Any],
        finish: Callable[[Any], T] | None = None,
        counts: Callable[[int, Any], bool] | None = None,
    ) -> None:
        self.name, self.start, self.step, self.finish, self.counts = name, start, step, finish, counts

    def __call__(self, faces: Iterable[int]) -> T:
        read, step = self.start, self.step
        for face in faces:
            read = step(read, face)
        return read if self.finish is None else self.finish(read)  # type: ignore[return-value]

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """For each die, whether it is a hit; empty if this reading has no hits.

        >>> at_least(5).hits((6, 1, 5)), best.hits((3, 4, 4)), total.hits((6, 1))
        ((True, False, True), (False, True, True), ())
        """
        counts = self.counts
        if counts is None:
            return ()
        read = self(faces)
        return tuple([counts(face, read) for face in faces])

    def __repr__(self) -> str:
        return self.name


#: The sum of the faces.
total: Reading[int] = Reading("total", 0, lambda read, face: read + face)
#: All faces, highest first.
faces: Reading[tuple[int, ...]] = Reading(
    "faces", (), lambda read, face: tuple(sorted((*read, face), reverse=True))
)
#: The best face and how many dice show it; (0, 0) without dice.
best: Reading[tuple[int, int]] = Reading(
    "best",
    (0, 0),
    lambda read, face: (face, 1) if not read[1] or face > read[0] else (read[0], read[1] + (face == read[0])),
    counts=lambda face, read: bool(face == read[0]),
)


@lru_cache(maxsize=256)
def at_least(face: int) -> Reading[int]:
    """How many dice show this face or a higher one.

    >>> at_least(5)([6, 5, 4])
    2
    """
    return Reading(f"at least {face}", 0, lambda read, f: read + (f >= face), counts=lambda f, _: f >= face)


@lru_cache(maxsize=256)
def tally(*groups: tuple[int, ...]) -> Reading[tuple[int, ...]]:
    """How many dice fall in each group of faces: positives and burnouts, hits and fumbles. Faces of the first group count as hits.

    >>> tally((5, 6), (1,))([6, 1, 3, 1])
    (1, 2)
    """

    def step(read: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(n + (face in group) for n, group in zip(read, groups, strict=True))

    first = groups[0] if groups else ()
    return Reading(f"tally {groups}", (0,) * len(groups), step, counts=lambda face, _: face in first)


class Roll(msgspec.Struct):
    """Any number of dice with a reading: ``hits = yield Roll(7, at_least(5), topic="volley")``.

    `die` is the number of sides, or the faces of a special die as a tuple. `seen_by` names the seats that see the
    faces; None is everybody. A roll of no dice is read without throwing anything. Create a reading once, not
    inside a rule: the odds worked out for it are cached.
    """

    dice: int  #: How many dice; with none or fewer, nothing is rolled.
    #: How they are read: `total`, `best`, `faces`, `at_least(5)`, `tally(...)` or a `Reading` of your own.
    read: Reading[Any] = total
    die: int | tuple[int, ...] = 6  #: The number of sides, or the faces of a special die.
    topic: str = "roll"  #: What the roll is for. Logs, odds and scripts know it by this name.
    seen_by: tuple[int, ...] | None = None  #: The seats that see the faces; None: everybody.
    #: Where hidden dice are kept, as a `Hidden` and its places; `Hidden.roll` sets it.
    into: tuple[Any, tuple[int, ...]] | None = None
    #: The seat whose dice these are; -1: nobody's.
    by: int = -1
    #: Whose dice these are if they are no seat's, such as those of the enemy in a solitaire game.
    by_line: Line | None = None
    #: What was added or taken away, and why: (Line("+1 height"), Line("−1 cover")).
    mods: tuple[Line, ...] = ()

    def sample(self, below: Below) -> Raw:
        """The faces of one throw; `below(n)` gives a random number from 0 to n - 1."""
        die = self.die
        if isinstance(die, int):
            return tuple([below(die) + 1 for _ in range(self.dice)])
        return tuple([die[below(len(die))] for _ in range(self.dice)])

    def value(self, raw: Raw) -> Any:
        """The value the rule gets for these faces."""
        return self.read(raw)

    def hits(self, raw: Raw) -> Raw:
        """For each die, whether it is a hit, as far as the reading knows."""
        return self.read.hits(raw)

    def outcomes(self) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Every reading with its weight, and the sum of all weights."""
        sides = tuple(range(1, self.die + 1)) if isinstance(self.die, int) else self.die
        dice = max(0, self.dice)
        return _convolved(dice, self.read, sides), len(sides) ** dice

    def check(self, raw: Raw) -> None:
        """Raise ValueError unless this could have been rolled."""
        sides = range(1, self.die + 1) if isinstance(self.die, int) else self.die
        if len(raw) != max(0, self.dice) or any(face not in sides for face in raw):
            raise ValueError(f"{self.dice} dice with the faces {_shown(sides)} cannot show {list(raw)}")


def _shown(sides: Sequence[int]) -> str:
    return f"{sides[0]} to {sides[-1]}" if isinstance(sides, range) else ", ".join(map(str, sides))


@lru_cache(maxsize=4096)
def _convolved(dice: int, read: Reading[Any], sides: tuple[int, ...]) -> tuple[tuple[Any, int], ...]:
    step = read.step
    reads: dict[Any, int] = {read.start: 1}
    for _ in range(dice):
        following: dict[Any, int] = {}
        for sofar, weight in reads.items():
            for face in sides:
                after = step(sofar, face)
                following[after] = following.get(after, 0) + weight
        reads = following
    if read.finish is None:
        return tuple(reads.items())
    finished: dict[Any, int] = {}
    for sofar, weight in reads.items():
        value = read.finish(sofar)
        finished[value] = finished.get(value, 0) + weight
    return tuple(finished.items())


class Opposed(msgspec.Struct):
    """Two rolls thrown together and read against each other: ``won = yield Opposed(Roll(10, best), Roll(5, best), higher)``.

    `read` takes both readings and returns what the rule needs to know. So a duel of fifteen dice has only as many
    outcomes as `read` has results, and the walker can visit many duels.
    """

    ours: Roll  #: The first roll.
    theirs: Roll  #: The second roll.
    read: Callable[[Any, Any], Any]  #: A function of both readings: `higher`, or one of your own.
    topic: str = "opposed roll"  #: What the rolls are for, as in `Roll`.
    seen_by: tuple[int, ...] | None = None  #: The seats that see the faces; None: everybody.

    def sample(self, below: Below) -> Raw:
        """The faces of both rolls."""
        return self.ours.sample(below), self.theirs.sample(below)

    def value(self, raw: Raw) -> Any:
        """The value the rule gets for these faces."""
        return self.read(self.ours.read(raw[0]), self.theirs.read(raw[1]))

    def hits(self, raw: Raw) -> Raw:
        """For each die of both rolls, whether it is a hit."""
        hits = self.ours.hits(raw[0]), self.theirs.hits(raw[1])
        return hits if any(hits) else ()

    def outcomes(self) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Every result with its weight, and the sum of all weights."""
        ours, all_ours = self.ours.outcomes()
        theirs, all_theirs = self.theirs.outcomes()
        # A function written inside a rule is a new object every time, but its code is not.
        plain = getattr(self.read, "__closure__", self) is None and not getattr(
            self.read, "__defaults__", None
        )
        combine = _opposed if plain else _opposed.__wrapped__
        return combine(ours, theirs, _Read(self.read)), all_ours * all_theirs

    def check(self, raw: Raw) -> None:
        """Raise ValueError unless this could have been rolled."""
        if len(raw) != 2:
            raise ValueError(f"two rolls are needed, not {list(raw)}")
        self.ours.check(raw[0])
        self.theirs.check(raw[1])


class _Read:
    """A function as a key of the cache: two are equal if they have the same code and the same module."""

    __slots__ = ("read", "same")

    def __init__(self, read: Callable[[Any, Any], Any]) -> None:
        self.read = read
        self.same = (id(getattr(read, "__code__", read)), id(getattr(read, "__globals__", None)))

    def __hash__(self) -> int:
        return hash(self.same)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Read) and self.same == other.same


@lru_cache(maxsize=4096)
def _opposed(
    ours: tuple[tuple[Any, int], ...], theirs: tuple[tuple[Any, int], ...], by: _Read
) -> tuple[tuple[Any, int], ...]:
    results: dict[Any, int] = {}
    for a, weight in ours:
        for b, other in theirs:
            result = by.read(a, b)
            results[result] = results.get(result, 0) + weight * other
    return tuple(results.items())


def higher(ours: Any, theirs: Any) -> int:
    """A reading for `Opposed`: 1 if ours is higher, -1 if theirs is, 0 if they are equal.

    >>> higher((6, 2), (6, 1)), higher(3, 5), higher(4, 4)
    (1, -1, 0)
    """
    return int(ours > theirs) - int(ours < theirs)


class Draw(msgspec.Struct):
    """Draw `n` things from a bin without order: ``(zone,) = yield Draw(drop_zones, topic="drop zone")``.

    The rule gets a sorted tuple. `seen_by` names the seats that see what was drawn; None is everybody.
    """

    bin: Sequence[Any]  #: What is drawn from; equal things may be in it several times.
    n: int = 1  #: How many are drawn.
    topic: str = "draw"  #: What the draw is for, as in `Roll`.
    seen_by: tuple[int, ...] | None = None  #: The seats that see what was drawn; None: everybody.
    #: The kind of thing that is drawn, so that the log can name it.
    of: str = ""

    def sample(self, below: Below) -> Raw:
        """One draw, sorted."""
        rest = sorted(self.bin)
        if not 0 <= self.n <= len(rest):
            raise RuleError(f"{self.n} cannot be drawn from {len(rest)} ({self.topic}).")
        return tuple(sorted(rest.pop(below(len(rest))) for _ in range(self.n)))

    def value(self, raw: Raw) -> Any:
        """The value the rule gets: the things drawn, sorted."""
        return raw

    def outcomes(self) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Every draw with its weight, and the sum of all weights."""
        counts = sorted(Counter(self.bin).items())
        drawn: dict[Raw, int] = {(): 1}
        for item, count in counts:
            drawn = {
                (*sofar, *([item] * k)): weight * comb(count, k)
                for sofar, weight in drawn.items()
                for k in range(min(count, self.n - len(sofar)) + 1)
            }
        full = tuple((items, weight) for items, weight in drawn.items() if len(items) == self.n)
        return full, comb(len(self.bin), self.n)

    def check(self, raw: Raw) -> None:
        """Raise ValueError unless this could have been drawn."""
        if len(raw) != self.n or Counter(raw) - Counter(self.bin):
            raise ValueError(f"{list(raw)} cannot be drawn ({self.n} from {len(self.bin)})")


class Shuffle(msgspec.Struct):
    """Put things in a random order that nobody sees: ``order = yield Shuffle(deck, topic="event deck")``."""

    items: Sequence[Any]  #: What is shuffled.
    topic: str = "shuffle"  #: What the shuffle is for, as in `Roll`.

    def sample(self, below: Below) -> Raw:
        """One order."""
        order = sorted(self.items)
        for i in range(len(order) - 1, 0, -1):
            j = below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def value(self, raw: Raw) -> Any:
        """The value the rule gets: the things in their new order."""
        return raw

    def outcomes(self) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Every order with its weight, and the sum of all weights; raises `CannotWalk` for more than six things."""
        if len(self.items) > 6:
            raise CannotWalk(
                f"A shuffle of {len(self.items)} things ({self.topic}) has too many outcomes to visit."
            )
        orders = Counter(permutations(sorted(self.items)))
        return tuple(orders.items()), factorial(len(self.items))

    def check(self, raw: Raw) -> None:
        """Raise ValueError unless this is an order of the same things."""
        if Counter(raw) != Counter(self.items):
            raise ValueError(f"{list(raw)} is not an order of the {len(self.items)} things shuffled")


Chance = Roll | Opposed | Draw | Shuffle  #: Everything that a rule can yield to ask for chance.
CHANCES: frozenset[Any] = frozenset((Roll, Opposed, Draw, Shuffle))


def is_thrown(step: Any) -> bool:
    """Whether a step of a rule asks for chance. A roll of no dice does not count."""
    return step.__class__ in CHANCES and (step.__class__ is not Roll or step.dice > 0)


def rolls_in(chance: Any) -> tuple[Roll, ...]:
    """The rolls of a throw, if any of them says whose dice they are or has modifiers; otherwise none."""
    rolls: tuple[Roll, ...] = (chance,) if isinstance(chance, Roll) else ()
    if isinstance(chance, Opposed):
        rolls = (chance.ours, chance.theirs)
    return rolls if any(roll.by >= 0 or roll.by_line or roll.mods for roll in rolls) else ()


class Source(Protocol):
    """Where chance comes from."""

    def raw(self, chance: Chance) -> Raw:
        """A throw, a draw or a shuffle; the rule gets ``chance.value(raw)``."""
        ...


class RandomSource:
    """A fast source for playouts and forks, which draws from the `random.Random` it is given."""

    __slots__ = ("_random",)

    def __init__(self, rng: random.Random) -> None:
        self._random: Callable[[], float] = rng.random

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        return int(self._random() * n)

    def raw(self, chance: Chance) -> Raw:
        """Throw, draw or shuffle."""
        if isinstance(chance, Roll):
            die = chance.die
            if isinstance(die, int):  # nearly every throw: spare it a call per die
                draw = self._random
                return tuple([int(draw() * die) + 1 for _ in range(chance.dice)])
        return chance.sample(self.below)


class SeedStream:
    """The table's own chance: the n-th draw is a function of the seed and of n, and of nothing else.

    Block k of draw n is SHA-256 of the 32 bytes of the seed, n as 8 bytes and k as 4 bytes, both big-endian. A block
    is eight 32-bit words, used in order; a word at or above the largest multiple of `size` is skipped, the others
    are taken modulo `size`. Dice take one number below the number of faces each; a draw takes from the sorted bin, and
    a shuffle starts from the sorted things and swaps from the last place down (Fisher-Yates).

    >>> stream = SeedStream(seed_bytes(7))
    >>> first = stream.raw(Roll(3))
    >>> SeedStream(seed_bytes(7)).raw(Roll(3)) == first, stream.drawn
    (True, 1)
    """

    __slots__ = ("_block", "_n", "_words", "drawn", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed, self.drawn = seed, drawn
        self._n, self._block = 0, 0
        self._words: list[int] = []

    def raw(self, chance: Chance) -> Raw:
        """Throw, draw or shuffle, and count it."""
        self._n, self._block, self._words = self.drawn, 0, []
        raw = chance.sample(self._below)
        self.drawn += 1
        return raw

    def _below(self, size: int) -> int:
        if size < 1:
            raise RuleError("A die without faces cannot be rolled.")
        limit = (1 << 32) - (1 << 32) % size
        while True:
            if not self._words:
                block = sha256(
                    self.seed + self._n.to_bytes(8, "big") + self._block.to_bytes(4, "big")
                ).digest()
                self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -4, -4)]
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % size


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """The 32 bytes of a seed given as a number, 64 hexadecimal digits or bytes; for None, a fresh and secret seed."""
    if seed is None:
        return _secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 256:
        return seed.to_bytes(32, "big")
    if isinstance(seed, str):
        text = seed.strip()
        if text.isdecimal() and len(text) < 60:
            return int(text).to_bytes(32, "big")
        try:
            data = bytes.fromhex(text)
        except ValueError:
            data = b""
        if len(data) == 32:
            return data
    raise SandtableError(
        f"{seed!r} is not a seed. Give a whole number (0 or more), 64 hexadecimal digits, or nothing for a fresh one."
    )


def is_secret(seed: bytes) -> bool:
    """Whether a seed is too large to guess. A small one, chosen by hand, can be guessed from its published hash: its game is marked "not secret"."""
    return any(seed[:16])


def seed_hash(seed: bytes) -> str:
    """The hash that is published at the start of a game, so that everybody can check the dice at its end."""
    return sha256(seed).hexdigest()
