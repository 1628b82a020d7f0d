"""Everything that is wrong with typed data, in plain words: what stands there, what is allowed, and what was meant.

msgspec stops at the first mistake and tells it in its own terms. Here the data is walked along its type, field by field,
so that the author of a pack sees all mistakes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any, NamedTuple

from msgspec import inspect as kinds

from ..errors import guess

#: The longest value that is repeated in a message.
SHOWN = 40
#: The longest whole number that fits everywhere.
DIGITS = 18
#: The most names that may lead inwards: rules walk through nested data as well, and must come to its end.
DEEPEST = 60
#: How many of them are told of a place that is too deep.
OUTERMOST = 4


class Mistake(NamedTuple):
    """One thing that is wrong: where, as names from the outside inwards, and why."""

    where: tuple[str, ...]
    why: str
    #: The data can be read without it: a key that nobody knows.
    is_mild: bool = False


def unknown(
    given: str,
    possible: Sequence[str],
    otherwise: str = " is not one of these.",
    likely: Sequence[str] | None = None,
) -> str:
    """That a word is not among the allowed ones, with a guess (among the `likely` ones, if not all are).

    >>> unknown("leadr", ["cyber", "leader"])
    '"leadr": did you mean leader? Allowed: cyber, leader'
    >>> unknown("x", ["cyber", "leader"])
    '"x" is not one of these. Allowed: cyber, leader'
    """
    meant = guess(given, possible if likely is None else likely)
    told = f"{quoted(given)}{otherwise}" if meant is None else f"{quoted(given)}: did you mean {meant}?"
    return f"{told} Allowed: {', '.join(possible) or 'none, there are none'}"


def quoted(value: Any) -> str:
    """A value as it stands in a file, in short.

    >>> quoted("a"), quoted(True), quoted(None), quoted([1]), quoted({})
    ('"a"', 'true', 'nothing', 'a list', 'a table')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            text = value if len(value) <= SHOWN else f"{value[:SHOWN]}…"
            return f'"{text}"'
        case list() | tuple():
            return "a list"
        case dict():
            return "a table"
        case _:
            text = str(value)
            return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def named(entry: Any) -> str:
    """How an entry is called beside its place: by its id or its name, or by the word that says what it is."""
    if not isinstance(entry, dict):
        return ""
    name = next((name for key in ("id", "name", "do", "type") if (name := entry.get(key))), None)
    return f" ({name})" if isinstance(name, (str, int)) else ""


class Walk:
    """One walk through data. `found` is what is wrong with it; the data comes back without the keys nobody knows."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []
        self._where: list[str] = []

    def along(self, raw: Any, kind: kinds.Type) -> Any:
        """Walk data along its type."""
        while isinstance(kind, kinds.Metadata):
            kind = kind.type
        visit = _VISITS.get(type(kind))
        return raw if visit is None else visit(self, raw, kind)

    def wrong(self, why: str, *, mild: bool = False) -> None:
        self.found.append(Mistake(tuple(self._where), why, mild))

    def inside(self, name: str, raw: Any, kind: kinds.Type) -> Any:
        if len(self._where) >= DEEPEST:
            where = *self._where[:OUTERMOST], "…"
            too_deep = Mistake(where, "too many tables and lists inside each other")
            if too_deep not in self.found:
                self.found.append(too_deep)
            return raw
        self._where.append(name)
        made = self.along(raw, kind)
        self._where.pop()
        return made

    def expected(self, what: str, raw: Any) -> Any:
        self.wrong(f"{what} is expected, not {quoted(raw)}")
        return raw

    # What there can be

    def text(self, raw: Any, kind: kinds.StrType) -> Any:
        if not isinstance(raw, str):
            return self.expected("text", raw)
        if not _fits(len(raw), kind.min_length, kind.max_length):
            return self.expected(f"text of {_span(kind.min_length, kind.max_length, 'letter')}", raw)
        return raw

    def whole(self, raw: Any, kind: kinds.IntType) -> Any:
        if not isinstance(raw, int) or isinstance(raw, bool):
            return self.expected("a whole number", raw)
        if abs(raw) >= 10**DIGITS:
            return self.expected(f"a whole number of at most {DIGITS} digits", raw)
        return self.within(raw, kind)

    def number(self, raw: Any, kind: kinds.FloatType) -> Any:
        if not isinstance(raw, (int, float)) or isinstance(raw, bool) or not isfinite(raw):
            return self.expected("a number", raw)
        return self.within(raw, kind)

    def within(self, raw: float, kind: kinds.IntType | kinds.FloatType) -> Any:
        too_small = (kind.ge is not None and raw < kind.ge) or (kind.gt is not None and raw <= kind.gt)
        too_large = (kind.le is not None and raw > kind.le) or (kind.lt is not None and raw >= kind.lt)
        if too_small or too_large:
            return self.expected(_limits(kind), raw)
        if kind.multiple_of is not None and raw % kind.multiple_of:
            return self.expected(f"a multiple of {kind.multiple_of}", raw)
        return raw

    def truth(self, raw: Any, kind: kinds.BoolType) -> Any:
        return raw if isinstance(raw, bool) else self.expected("true or false", raw)

    def nothing(self, raw: Any, kind: kinds.NoneType) -> Any:
        return raw if raw is None else self.expected("nothing", raw)

    def literal(self, raw: Any, kind: kinds.LiteralType) -> Any:
        return self.one_of(raw, kind.values)

    def member(self, raw: Any, kind: kinds.EnumType) -> Any:
        return self.one_of(raw, [member.value for member in kind.cls])

    def one_of(self, raw: Any, values: Sequence[Any]) -> Any:
        if any(type(raw) is type(value) and raw == value for value in values):
            return raw
        words = [str(value) for value in values]
        if isinstance(raw, str):
            self.wrong(unknown(raw, words))
        else:
            self.wrong(f"{quoted(raw)} is not one of these. Allowed: {', '.join(words)}")
        return raw

    def items(
        self, raw: Any, kind: kinds.ListType | kinds.VarTupleType | kinds.SetType | kinds.FrozenSetType
    ) -> Any:
        if not isinstance(raw, (list, tuple)):
            return self.expected("a list", raw)
        if not _fits(len(raw), kind.min_length, kind.max_length):
            self.wrong(
                f"a list of {_span(kind.min_length, kind.max_length, '')} is expected, not of {len(raw)}"
            )
        return [self.inside(_item(n, item), item, kind.item_type) for n, item in enumerate(raw, 1)]

    def fixed(self, raw: Any, kind: kinds.TupleType) -> Any:
        if not isinstance(raw, (list, tuple)):
            return self.expected("a list", raw)
        if len(raw) != len(kind.item_types):
            self.wrong(f"a list of {len(kind.item_types)} is expected, not of {len(raw)}")
            return raw
        each = zip(raw, kind.item_types, strict=True)
        return [self.inside(_item(n, item), item, inner) for n, (item, inner) in enumerate(each, 1)]

    def table(self, raw: Any, kind: kinds.DictType) -> Any:
        if not isinstance(raw, dict):
            return self.expected("a table", raw)
        if not _fits(len(raw), kind.min_length, kind.max_length):
            self.wrong(
                f"a table of {_span(kind.min_length, kind.max_length, '')} is expected, not of {len(raw)}"
            )
        if isinstance(kind.key_type, (kinds.LiteralType, kinds.EnumType)):
            for key in raw:
                self.along(key, kind.key_type)
        return {key: self.inside(str(key), value, kind.value_type) for key, value in raw.items()}

    def struct(self, raw: Any, kind: kinds.StructType) -> Any:
        if not isinstance(raw, dict):
            return self.expected("a table", raw)
        fields = {field.encode_name: field for field in kind.fields}
        made: dict[str, Any] = {}
        for key, value in raw.items():
            if key == kind.tag_field:
                made[key] = value if value == kind.tag else self.one_of(value, [kind.tag])
            elif key in fields:
                made[key] = self.inside(key, value, fields[key].type)
            else:
                absent = [name for name in fields if name not in raw and name not in made]
                self.wrong(unknown(key, list(fields), ": there is no such key.", absent), mild=True)
                # What stands under a misspelt key is looked at as if the key were right.
                if (meant := guess(key, absent)) is not None:
                    made[meant] = self.inside(meant, value, fields[meant].type)
        for name, field in fields.items():
            if field.required and name not in made:
                self.wrong(f"{name} is missing")
        return made

    def union(self, raw: Any, kind: kinds.UnionType) -> Any:
        if raw is None and any(isinstance(each, kinds.NoneType) for each in kind.types):
            return raw
        others = [each for each in kind.types if not isinstance(each, kinds.NoneType)]
        structs = [each for each in others if isinstance(each, kinds.StructType)]
        if isinstance(raw, dict) and len(structs) > 1:
            return self.tagged(raw, structs)
        alike = others[0] if len(others) == 1 else next((it for it in others if _is_like(raw, it)), None)
        if alike is not None:
            return self.along(raw, alike)
        words = dict.fromkeys(_WORDS.get(type(each), "one of a few words") for each in others)
        return self.expected(" or ".join(words), raw)

    def tagged(self, raw: dict[str, Any], structs: Sequence[kinds.StructType]) -> Any:
        """One of several tables, told apart by a word."""
        field = str(structs[0].tag_field)
        words = sorted(str(each.tag) for each in structs)
        if field not in raw:
            self.wrong(f"{field} is missing. Allowed: {', '.join(words)}")
            return raw
        for each in structs:
            if each.tag == raw[field]:
                return self.struct(raw, each)
        self._where.append(field)
        self.one_of(raw[field], words)
        self._where.pop()
        return raw


_VISITS: dict[type[kinds.Type], Callable[[Walk, Any, Any], Any]] = {
    kinds.StrType: Walk.text,
    kinds.IntType: Walk.whole,
    kinds.FloatType: Walk.number,
    kinds.BoolType: Walk.truth,
    kinds.NoneType: Walk.nothing,
    kinds.LiteralType: Walk.literal,
    kinds.EnumType: Walk.member,
    kinds.ListType: Walk.items,
    kinds.VarTupleType: Walk.items,
    kinds.SetType: Walk.items,
    kinds.FrozenSetType: Walk.items,
    kinds.TupleType: Walk.fixed,
    kinds.DictType: Walk.table,
    kinds.StructType: Walk.struct,
    kinds.UnionType: Walk.union,
}

_WORDS: dict[type[kinds.Type], str] = {
    kinds.StrType: "text",
    kinds.IntType: "a whole number",
    kinds.FloatType: "a number",
    kinds.BoolType: "true or false",
    kinds.ListType: "a list",
    kinds.VarTupleType: "a list",
    kinds.SetType: "a list",
    kinds.FrozenSetType: "a list",
    kinds.TupleType: "a list",
    kinds.DictType: "a table",
    kinds.StructType: "a table",
}

#: What data of a type looks like at first sight.
_LOOKS: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "a whole number": (int,),
    "a number": (int, float),
    "true or false": (bool,),
    "a list": (list, tuple),
    "a table": (dict,),
}


def _is_like(raw: Any, kind: kinds.Type) -> bool:
    """Whether data looks as if it were meant to be of a type."""
    word = _WORDS.get(type(kind))
    if word is None:
        walk = Walk()
        walk.along(raw, kind)
        return not walk.found
    return isinstance(raw, _LOOKS[word]) and (word == "true or false" or not isinstance(raw, bool))


def mistakes(raw: Any, kind: Any) -> tuple[list[Mistake], Any]:
    """Everything wrong with data that should be of a type, and the data without the keys that nobody knows."""
    walk = Walk()
    made = walk.along(raw, _described(kind))
    return walk.found, made


@lru_cache(maxsize=64)
def _described(kind: Any) -> kinds.Type:
    return kinds.type_info(kind)


def _item(place: int, item: Any) -> str:
    """How an item of a list is called: tables are entries, as at the top of a file."""
    return f"entry {place}{named(item)}" if isinstance(item, dict) else f"item {place}"


def _fits(length: int, at_least: int | None, at_most: int | None) -> bool:
    return (at_least is None or length >= at_least) and (at_most is None or length <= at_most)


def _span(at_least: int | None, at_most: int | None, what: str) -> str:
    """How many there may be.

    >>> _span(1, 1, "letter"), _span(0, 3, "letter"), _span(2, None, "")
    ('1 letter', '0 to 3 letters', 'at least 2')
    """
    if at_least == at_most:
        number = str(at_least)
    elif at_most is None:
        number = f"at least {at_least}"
    else:
        number = f"at most {at_most}" if at_least is None else f"{at_least} to {at_most}"
    if not what:
        return number
    return f"{number} {what}" if number == "1" or number.endswith(" 1") else f"{number} {what}s"


def _limits(kind: kinds.IntType | kinds.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f"a number from {kind.ge} to {kind.le}"
    low = (
        f"of at least {kind.ge}" if kind.ge is not None else f"above {kind.gt}" if kind.gt is not None else ""
    )
    high = (
        f"of at most {kind.le}" if kind.le is not None else f"below {kind.lt}" if kind.lt is not None else ""
    )
    return f"a number {' and '.join(filter(None, (low, high)))}"
