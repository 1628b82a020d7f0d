"""The fields of an encoding: each says which numbers one field of a view becomes, how many, and between which bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from ..errors import SandtableError


class EncodingError(SandtableError):
    """A view does not fit the encoding of its game."""


class Field:
    """How one field of a view becomes numbers: `shape` of them, each between its bounds."""

    __slots__ = ("shape", "size")

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape, self.size = shape, prod(shape)

    def bounds(self) -> tuple[list[int], list[int]]:
        """The lowest and the highest value of each number."""
        raise NotImplementedError

    def write(self, value: Any, out: list[int]) -> None:
        """Append the numbers of this value."""
        raise NotImplementedError


class Number(Field):
    """One number, a truth or nothing (which is written as the lowest value).

    >>> numbers = []
    >>> Number(-1, 9).write(None, numbers), Number(0, 1).write(True, numbers), numbers
    (None, None, [-1, 1])
    """

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        super().__init__((1,))
        self.low, self.high = low, high

    def bounds(self) -> tuple[list[int], list[int]]:
        return [self.low], [self.high]

    def write(self, value: Any, out: list[int]) -> None:
        out.append(self.low if value is None else int(value))


class Numbers(Field):
    """A list of numbers, or a list of lists, row by row; a short list is filled up with `fill`.

    >>> numbers = []
    >>> Numbers((2, 3), 0, 9).write([[1, 2, 3], [4]], numbers), numbers
    (None, [1, 2, 3, 4, 0, 0])
    """

    __slots__ = ("fill", "high", "low")

    def __init__(self, shape: int | tuple[int, ...], low: int, high: int, fill: int | None = None) -> None:
        super().__init__(shape if isinstance(shape, tuple) else (shape,))
        self.low, self.high = low, high
        self.fill = max(low, 0) if fill is None else fill

    def bounds(self) -> tuple[list[int], list[int]]:
        return [self.low] * self.size, [self.high] * self.size

    def write(self, value: Any, out: list[int]) -> None:
        before = len(out)
        if value and isinstance(value[0], (list, tuple)):
            width = self.shape[-1] if len(self.shape) > 1 else 0
            for row in value:
                out += row
                if len(row) < width:
                    out += [self.fill] * (width - len(row))
                elif len(row) > width > 0:  # it would push all rows after it out of their places
                    raise EncodingError(f"A row has {len(row)} numbers; the encoding has room for {width}.")
        else:
            out.extend(value)
        _filled(out, before, self.size, self.fill)


class OneOf(Field):
    """One thing out of a list, as a row of zeros with a single 1; all zeros for nothing.

    >>> numbers = []
    >>> OneOf(["ops", "round"]).write("round", numbers), numbers
    (None, [0, 1])
    """

    __slots__ = ("_place", "things")

    def __init__(self, things: Sequence[Any]) -> None:
        self.things = tuple(things)
        super().__init__((len(self.things),))
        self._place = {thing: place for place, thing in enumerate(self.things)}

    def bounds(self) -> tuple[list[int], list[int]]:
        return [0] * self.size, [1] * self.size

    def write(self, value: Any, out: list[int]) -> None:
        before = len(out)
        out.extend([0] * self.size)
        if value is not None and value != "" and value != -1:
            out[before + _known(self._place, value)] = 1


class Pile(Field):
    """How many of each thing lie somewhere, in no order; the last number counts those whose face is unknown.

    >>> numbers = []
    >>> Pile(range(4)).write([2, None, None], numbers), numbers
    (None, [0, 0, 1, 0, 2])

    Several piles that share their things are counted together.
    """

    __slots__ = ("_place", "most", "of", "things")

    def __init__(self, things: Sequence[Any], of: str = "") -> None:
        """`things`: all there are; one that is listed twice can lie there twice. `of`: the field that says which thing a struct is."""
        counts = Counter(things)
        self.things, self.of = tuple(counts), of
        self.most = tuple(counts.values())
        super().__init__((len(self.things) + 1,))
        self._place = {thing: place for place, thing in enumerate(self.things)}

    def bounds(self) -> tuple[list[int], list[int]]:
        return [0] * self.size, [*self.most, sum(self.most)]

    def write(self, value: Any, out: list[int]) -> None:
        before = len(out)
        out.extend([0] * self.size)
        of, place = self.of, self._place
        for thing in value:
            for each in thing if isinstance(thing, list) else (thing,):
                if each is None:
                    out[before + self.size - 1] += 1
                else:
                    out[before + _known(place, getattr(each, of) if of else each)] += 1


class Places(Field):
    """Things in order: the number of each from 1, 0 for an empty place, -1 for one whose face is unknown.

    >>> numbers = []
    >>> Places(4, ["raid", "storm"]).write(["storm", None], numbers), numbers
    (None, [2, -1, 0, 0])
    """

    __slots__ = ("_number", "things")

    def __init__(self, places: int, things: Sequence[Any]) -> None:
        self.things = tuple(dict.fromkeys(things))
        super().__init__((places,))
        self._number = {thing: number for number, thing in enumerate(self.things, 1)} | {None: -1}

    def bounds(self) -> tuple[list[int], list[int]]:
        return [-1] * self.size, [len(self.things)] * self.size

    def write(self, value: Any, out: list[int]) -> None:
        before = len(out)
        out.extend([_known(self._number, thing) for thing in value])
        _filled(out, before, self.size, 0)


class Each(Field):
    """A list whose entries all become numbers in the same way.

    >>> numbers = []
    >>> Each(2, Pile(range(2))).write([[1], [None]], numbers), numbers
    (None, [0, 1, 0, 0, 0, 1])
    """

    __slots__ = ("field",)

    def __init__(self, entries: int, field: Field) -> None:
        super().__init__((entries, *field.shape))
        self.field = field

    def bounds(self) -> tuple[list[int], list[int]]:
        low, high = self.field.bounds()
        return low * self.shape[0], high * self.shape[0]

    def write(self, value: Any, out: list[int]) -> None:
        if len(value) != self.shape[0]:
            raise EncodingError(f"There are {len(value)} entries; the encoding has {self.shape[0]}.")
        for entry in value:
            self.field.write(entry, out)


class Sites(Field):
    """Where things are: pairs of a thing and a number, written by thing; -1 for one that is nowhere.

    >>> numbers = []
    >>> Sites(range(3), 82).write([(2, 40)], numbers), numbers
    (None, [-1, -1, 40])
    """

    __slots__ = ("_place", "high", "things")

    def __init__(self, things: Sequence[Any], high: int) -> None:
        self.things, self.high = tuple(things), high
        super().__init__((len(self.things),))
        self._place = {thing: place for place, thing in enumerate(self.things)}

    def bounds(self) -> tuple[list[int], list[int]]:
        return [-1] * self.size, [self.high] * self.size

    def write(self, value: Any, out: list[int]) -> None:
        before = len(out)
        out.extend([-1] * self.size)
        for thing, number in value:
            out[before + _known(self._place, thing)] = number


class Named(Field):
    """A mapping from names to numbers, in a fixed order; a missing name is 0.

    >>> numbers = []
    >>> Named(["cyber", "leader"], 0, 9).write({"leader": 3}, numbers), numbers
    (None, [0, 3])
    """

    __slots__ = ("high", "low", "names")

    def __init__(self, names: Sequence[str], low: int, high: int) -> None:
        self.names, self.low, self.high = tuple(names), low, high
        super().__init__((len(self.names),))

    def bounds(self) -> tuple[list[int], list[int]]:
        return [self.low] * self.size, [self.high] * self.size

    def write(self, value: Any, out: list[int]) -> None:
        for name in value:
            if name not in self.names:
                raise EncodingError(f"{name!r} is none of {', '.join(self.names)}.")
        out.extend([value.get(name, 0) for name in self.names])


class Rows(Field):
    """A list of structs as a table: one row each, one column for each number, the first of them 1 for a row in use.

    With `by`, the field of that name says which row a struct belongs in: ``by=("id", ids)``. Otherwise they come in order.
    A single struct, or None, is a table of one row.
    """

    __slots__ = ("_row", "by", "columns", "left_out", "rows")

    def __init__(
        self,
        rows: int,
        columns: Mapping[str, Field],
        *,
        by: tuple[str, Sequence[Any]] | None = None,
        left_out: Sequence[str] = (),
    ) -> None:
        """`left_out` names the fields that say nothing about the game: labels, texts, what is printed."""
        self.rows, self.columns, self.by, self.left_out = rows, dict(columns), by, tuple(left_out)
        super().__init__((rows, 1 + sum(column.size for column in columns.values())))
        self._row = None if by is None else {thing: row for row, thing in enumerate(by[1])}

    def bounds(self) -> tuple[list[int], list[int]]:
        low, high = [0], [1]
        for column in self.columns.values():
            lows, highs = column.bounds()
            low.extend(min(0, number) for number in lows)
            high.extend(max(0, number) for number in highs)
        return low * self.rows, high * self.rows

    def write(self, value: Any, out: list[int]) -> None:
        structs = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
        if len(structs) > self.rows:
            raise EncodingError(f"There are {len(structs)} rows; the encoding has room for {self.rows}.")
        before, width, row = len(out), self.shape[1], 0
        out.extend([0] * self.size)
        for struct in structs:
            if self.by is not None and self._row is not None:
                row = _known(self._row, getattr(struct, self.by[0]))
            written = [1]
            for name, column in self.columns.items():
                column.write(getattr(struct, name), written)
            out[before + row * width : before + (row + 1) * width] = written
            row += 1


def _known(places: Mapping[Any, int], thing: Any) -> int:
    try:
        return places[thing]
    except KeyError:
        shown = ", ".join(map(str, list(places)[:8]))
        raise EncodingError(
            f"{thing!r} is none of the {len(places)} things it can be ({shown}, ...)."
        ) from None


def _filled(out: list[int], before: int, size: int, fill: int) -> None:
    """Fill up what was written since `before`."""
    missing = size - len(out) + before
    if missing < 0:
        raise EncodingError(f"There are {len(out) - before} numbers; the encoding has room for {size}.")
    if missing:
        out.extend([fill] * missing)
