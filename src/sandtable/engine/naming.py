"""Names: what keys are made of and what people read for the things a game is played with.

Rules hand over plain values (ints mostly). A kind of thing has `Names`, which give each value its id and its label when
somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

import msgspec

from .errors import NotFound, RuleError, SandtableError


class Thing(msgspec.Struct, frozen=True, order=True):
    """A thing on the board in structured form: its kind and its stable id."""

    kind: str  #: What kind of thing it is: "space", "card", "seat". `Game.kinds` lists them.
    id: str


class Word(msgspec.Struct, frozen=True):
    """An option that is a word and not a thing: Done, Pass, "Special Activity first"."""

    id: str
    label: str
    says: str = ""  #: What it does and costs, in one line.
    #: "turn" for a word that ends the player's turn, and not only a step of it; "question" for one that ends a series of answers, as Done does.
    ends: str = ""

    def __repr__(self) -> str:
        return f"Word({self.id!r})"


DONE = Word("done", "Done")  #: The option that ends a series of answers.
PASS = Word("pass", "Pass")  #: The option to do nothing.
ACCEPT = Word("accept", "Accept")  #: The reply that agrees to an offer.
CHANGE = Word("change", "Propose something else")  #: The reply that proposes other terms.
REFUSE = Word("refuse", "Refuse")  #: The reply that ends a negotiation without terms.


def done_with(what: str) -> Word:
    """Done, with the name of what is done: ``DONE_MOVING = done_with("Transport")`` is the button “Done with Transport”.

    >>> done_with("Transport").label
    'Done with Transport'
    """
    return Word(DONE.id, f"Done with {what}")


class QuickEnum(Enum):
    """An Enum whose members are keys of tables: phases, Operations. Each is a single object and hashes as one.

    Python's own goes by the name, in Python code, which takes four times as long.
    """

    __hash__ = object.__hash__


class Of(msgspec.Struct, frozen=True):
    """A value that brings its kind along, where a template cannot know it."""

    kind: str | tuple[str, ...]  #: The kind, or one kind for each part of a tuple.
    value: Any  #: The value.


class Names:
    """The names of one kind of thing: the id that keys are made of, and the label people read.

    >>> space = Names(["sharma", "new_cordoba"], ["Sharma", "New Córdoba"])
    >>> space.id(1), space.label(1)
    ('new_cordoba', 'New Córdoba')

    A function may stand for either list, for kinds that are not counted from 0:

    >>> Names(lambda column: f"c{column + 1}").label(3)
    'c4'

    `many` holds the labels for several of a thing, for texts that count: ``{kind:piece:many}`` in a template.

    >>> Names(["rebel"], ["Rebel"], many=["Rebels"]).many(0)
    'Rebels'

    `count` says how many there are, where they are counted from 0:

    >>> space.count, Names(str).count
    (2, None)

    `number` leads back from an id, where a bot has a `Thing` and needs its number in a view:

    >>> space.number("new_cordoba")
    1
    """

    __slots__ = ("_numbers", "count", "id", "is_thing", "label", "many")

    id: Callable[[Any], str]  #: The id of a value: a function.
    label: Callable[[Any], str]  #: What people read for a value.
    many: Callable[[Any], str]  #: What people read for several of a value.

    def __init__(
        self,
        ids: Sequence[str] | Callable[[Any], str],
        labels: Sequence[str] | Callable[[Any], str] | None = None,
        *,
        many: Sequence[str] | Callable[[Any], str] | None = None,
        is_thing: bool = True,
    ) -> None:
        #: False for kinds that are no things on the board: numbers, amounts, ways to do something.
        self.is_thing = is_thing
        self.count = None if callable(ids) else len(ids)
        self.id = ids if callable(ids) else _numbered(ids)
        if labels is None:
            labels = ids if callable(ids) else [i.replace("_", " ").capitalize() for i in ids]
        self.label = labels if callable(labels) else _numbered(labels)
        if many is None:
            many = _no_plural
        self.many = many if callable(many) else _numbered(many)
        self._numbers = None if callable(ids) else {name: n for n, name in enumerate(ids)}

    def number(self, id: str) -> int:
        """The number of the thing with this id. Only names that were given as a list can tell."""
        if self._numbers is None:
            raise SandtableError("These names are made by a function, so no id leads back to a number.")
        if id not in self._numbers:
            raise NotFound("id", id, list(self._numbers))
        return self._numbers[id]


def _no_plural(value: object) -> str:
    raise RuleError(f"A text speaks of several of {value!r}, which has no name for many.")


def _numbered(names: Sequence[str]) -> Callable[[Any], str]:
    """Names by number; unlike in a list, -1 is not the last one."""
    return dict(enumerate(names)).__getitem__


Kinds = Mapping[str, Names]  #: The names of things by kind, as `Game.kinds` returns them.
NUMBER = Names(str, is_thing=False)


def chance_words(chance: Fraction | float) -> str:
    """A chance in whole percent, as people say it; only what is certain is called 0% or 100%.

    >>> [chance_words(Fraction(n, 1000)) for n in (0, 4, 345, 996, 1000)]
    ['0%', 'less than 1%', '34%', 'more than 99%', '100%']
    """
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "less than 1%"
    if whole == 100 and chance < 1:
        return "more than 99%"
    return f"{whole}%"


CHANCE = Names(chance_words, is_thing=False)


# In the functions below, what most values are comes first and goes by the class itself: to ask for an instance of a struct or
# an Enum takes several times as long.


def label_of(value: object, kind: str | tuple[str, ...], kinds: Kinds, *, many: bool = False) -> str:
    """The words people read for a value of this kind (for several of it: `many`); a value of no known kind speaks for itself."""
    if value.__class__ is Of:
        kind, value = value.kind, value.value
    if value.__class__ is int and kind.__class__ is str:
        return _label(value, kind, kinds, many)
    if value.__class__ is Word:
        return value.label
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, Enum):
        return str(getattr(value, "label", None) or value.name.replace("_", " ").capitalize())
    if isinstance(value, (list, tuple)):
        parts = [label_of(v, k, kinds, many=many) for v, k in _by_part(value, kind)]
        return (
            " and ".join([", ".join(parts[:-1]), parts[-1]])
            if len(parts) > 1
            else "".join(parts) or "nothing"
        )
    if value.__class__ is Of:
        return label_of(value, "", kinds, many=many)
    if value is None:
        return "nothing"
    return str(value) if isinstance(kind, tuple) else _label(value, kind, kinds, many)


def _label(value: object, kind: str, kinds: Kinds, many: bool) -> str:
    names = kinds.get(kind)
    try:
        if names is None:
            return str(value)
        return names.many(value) if many else names.label(value)
    except LookupError:
        raise RuleError(f"There is no {kind} {value!r}.") from None


def _by_part(value: Sequence[Any], kind: str | tuple[str, ...]) -> Iterable[tuple[Any, str]]:
    """The parts of a compound value, each with its kind."""
    return zip(value, (kind,) * len(value) if isinstance(kind, str) else kind, strict=True)


def id_of(value: object, kind: str | tuple[str, ...], kinds: Kinds) -> str:
    """The stable id of a value of this kind, as keys carry it."""
    if value.__class__ is int:
        return _id(value, kind, kinds)
    if value.__class__ is Word:
        return value.id
    if value.__class__ is Of:
        return id_of(value.value, value.kind, kinds)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return "/".join([id_of(v, k, kinds) for v, k in _by_part(value, kind)])
    return "none" if value is None else _id(value, kind, kinds)


def _id(value: object, kind: str | tuple[str, ...], kinds: Kinds) -> str:
    names = kinds.get(kind) if isinstance(kind, str) else None
    try:
        return str(value) if names is None else names.id(value)
    except LookupError:
        raise RuleError(f"There is no {kind} {value!r}.") from None


def things_of(value: object, kind: str | tuple[str, ...], kinds: Kinds) -> list[Thing]:
    """The things a value stands for: itself if its kind has names, and the parts of a compound value."""
    if value.__class__ is not int:
        if value.__class__ is Of:
            return things_of(value.value, value.kind, kinds)
        if isinstance(value, (list, tuple)):
            return [thing for v, k in _by_part(value, kind) for thing in things_of(v, k, kinds)]
        if value is None or value.__class__ is Word or isinstance(value, (bool, Enum)):
            return []
    if not isinstance(kind, str):
        return []
    names = kinds.get(kind)
    return [] if names is None or not names.is_thing else [Thing(kind, names.id(value))]


def distinct(things: list[Thing]) -> tuple[Thing, ...]:
    """The things without repetitions, in their order."""
    if len(things) < 2 or (len(things) == 2 and things[0] != things[1]):  # most texts name one or two
        return tuple(things)
    return tuple(dict.fromkeys(things))


def data_of(value: Any, kind: str | tuple[str, ...], kinds: Kinds) -> Any:
    """A value of this kind for programs: things as they are, words as their ids, numbers as numbers."""
    if value.__class__ is Of:
        kind, value = value.kind, value.value
    if isinstance(value, (list, tuple)) and isinstance(kind, str):
        return [data_of(each, kind, kinds) for each in value]
    things = things_of(value, kind, kinds)
    if things:
        return things if isinstance(value, tuple) else things[0]
    return id_of(value, "", {}) if isinstance(value, (Word, Enum)) else value
