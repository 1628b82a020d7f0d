"""One game played by programs: the adapter on which every environment is built.

It hands out chairs, so a program sees what a person in its seat could see, and it takes answers as numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.engine import (
    Ask,
    Chair,
    Game,
    Question,
    SandtableError,
    Table,
    decode_options,
    is_secret,
    make_header,
    pack_stamp,
    seed_bytes,
    seed_hash,
)
from sandtable.games import find_game

from .declared import answers_of
from .observation import Observer

#: The most options a question can have where an action is an index into the options, unless an environment says otherwise.
MOST_OPTIONS = 128
ActionKind = Literal["index", "fixed"]
#: The returns of a seat whose score is 0, and of one whose score is 1.
LOWEST, HIGHEST = -1.0, 1.0
Mask = NDArray[np.int8]


class Rulebook:
    """The constants of an environment: the game, its options, its observer and its actions."""

    def __init__(
        self,
        game: str | Game[Any],
        options: Mapping[str, Any] | None = None,
        actions: ActionKind = "index",
        most_options: int = MOST_OPTIONS,
        *,
        decoded: Any = None,
    ) -> None:
        """`decoded`: the options as a table has them, instead of `options`."""
        self.game = find_game(game) if isinstance(game, str) else game
        #: The key of the game.
        self.name = self.game.key
        self.options = decode_options(self.game, dict(options or {})) if decoded is None else decoded
        self.seats = tuple(seat.id for seat in self.game.seats(self.options))
        self.observer = Observer(self.game, self.options)
        if actions not in ("index", "fixed"):
            raise SandtableError(f'Actions are "index" or "fixed", not {actions!r}.')
        self.actions: ActionKind = actions
        #: The key of each action; empty where an action is an index into the options.
        self.keys: tuple[str, ...] = answers_of(self.game, self.options) if actions == "fixed" else ()
        #: By topic and value: the action that gives it.
        self._known: dict[str, dict[Any, int]] = {}
        self._number = {key: number for number, key in enumerate(self.keys)}
        #: How many actions there are.
        self.size = len(self.keys) or most_options
        name = game if isinstance(game, str) else None
        stamp = pack_stamp(self.game, self.options)
        self._blank: Table | None = None
        self._header = make_header(self.game, self.options, None, 0, stamp, "seed", name)

    def table(self, seed: int | bytes | None) -> Table:
        """A new table, as `sandtable.new` makes it."""
        data = seed_bytes(seed)
        header = msgspec.structs.replace(
            self._header, seed=data.hex(), seed_hash=seed_hash(data), secret=is_secret(data)
        )
        return Table(self.game, self.options, header)

    def blank(self) -> Table:
        """Return a table that is never played, from which tables are made to look at positions of games played elsewhere."""
        if self._blank is None:
            self._blank = self.table(0)
        return self._blank

    def legal(self, topic: str, values: Sequence[Any], keys: Callable[[], list[str]]) -> list[int]:
        """The actions that answer a question, in the order of its options. Its keys are made only if need be."""
        if not self.keys:
            self.check(topic, len(values))
            return list(range(len(values)))
        known = self._known.setdefault(topic, {})
        try:
            return [known[value] for value in values]
        except KeyError:
            pass
        try:
            found = [self._number[key] for key in keys()]
        except KeyError as error:
            raise SandtableError(
                f"The answer {error} is not in the fixed list of actions of {self.game.title}: its encoding does not "
                "declare it."
            ) from None
        known.update(zip(values, found, strict=True))  # keys are costly to make
        return found

    def check(self, topic: str, count: int) -> None:
        """Raise an error if a question has more options than there are actions."""
        if count > self.size:
            raise SandtableError(
                f"The question {topic!r} has {count} options, and this environment has room for "
                f"{self.size}. Make it with most_options={count} or more."
            )

    def mask(self, legal: Sequence[int]) -> Mask:
        """The mask of these legal actions: 1 for each of them, 0 for all others."""
        mask = np.zeros(self.size, np.int8)
        if not self.keys:
            mask[: len(legal)] = 1
        else:
            for action in legal:  # faster than NumPy's indexing for so few numbers
                mask[action] = 1
        return mask


class Episode:
    """One game. `seat` is the number of the seat that must act, or None when it is over."""

    __slots__ = ("_legal", "_run", "asked", "chairs", "offender", "rules", "seat", "table")

    seat: int | None  #: The number of the seat that must act; None when the game is over.
    #: The seat that gave an illegal action, which ended the episode; None if nobody did.
    offender: int | None
    #: The open question as its rule asked it.
    asked: Ask | None
    _legal: list[int] | None

    def __init__(self, rules: Rulebook, seed: int | bytes | None) -> None:
        self.rules = rules
        self.table = rules.table(seed)
        self._run = self.table.run
        self._run.hear = None  # no log and no journal: programs play millions of games
        self.chairs = tuple(Chair(self.table, seat) for seat in rules.seats)
        self.offender = None
        self._look()

    def _look(self) -> None:
        ask = self.asked = self._run.ask
        self._legal = None
        self.seat = None if ask is None else ask.seat

    @property
    def ask(self) -> Question:
        """The open question, for the seat that must answer."""
        ask = self.table.ask
        if ask is None or self.asked is None:
            raise SandtableError("The game is over; nobody is asked.")
        return ask

    @property
    def legal(self) -> list[int]:
        """The actions that are legal now, in the order of the options."""
        if self._legal is None:
            if self.asked is None:
                raise SandtableError("The game is over; nobody is asked.")
            self._legal = self.rules.legal(self.asked.topic, self._run.values, lambda: self.ask.keys)
        return self._legal

    def mask(self, seat: int) -> Mask:
        """Which actions a seat can take: none while somebody else is asked."""
        if seat != self.seat:
            return np.zeros(self.rules.size, np.int8)
        return self.rules.mask(self.legal)

    def act(self, action: int) -> None:
        """Give an answer by its number. An illegal one ends the episode."""
        legal = self.legal
        try:
            place = legal.index(action)
        except ValueError:
            self.offender, self.seat, self.asked = self.seat, None, None
            return
        self._run.play(self._run.values[place])
        self._look()

    def choose(self, key: str) -> None:
        """Give an answer by its key, as bots do."""
        self._run.play(self.ask.value_of(key))
        self._look()

    def returns(self) -> list[float]:
        """The return of each seat, from -1 to 1; zeros until the game is over.

        A score of 0 is -1 and a score of 1 is 1. Whoever gave an illegal action gets the lowest, the others 0.
        """
        seats = len(self.chairs)
        if self.offender is not None:
            return [LOWEST if seat == self.offender else 0.0 for seat in range(seats)]
        outcome = self.table.outcome
        return [0.0] * seats if outcome is None else [2.0 * score - 1.0 for score in outcome.scores]
