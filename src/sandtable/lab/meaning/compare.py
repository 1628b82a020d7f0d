"""Two runs side by side: what differs between them, and what is only chance."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

import msgspec
import polars as pl

from sandtable.engine import SandtableError

from ..data import RunData
from ..plan import Cell, is_same_pack
from .findings import alike
from .interval import Difference, difference, holm, wins

#: The chance that a comparison of two runs between which nothing differs finds something all the same.
LEVEL = 0.01
#: Fewer games are not compared, nor are fewer games that end for a reason or decide about a topic: the intervals hold for
#: many games, and in a handful everything can be alike by chance.
FEWEST = 30


class Finding(msgspec.Struct, frozen=True):
    """One number of both runs. It `differs` if that is beyond chance, all findings of the comparison taken together."""

    what: str
    #: "wins", "score", "length", "ending", "column", "topic" or "answer".
    kind: str
    first: float
    second: float
    difference: Difference
    differs: bool
    sentence: str


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The differences between two runs."""

    #: The run that is compared with: its folder, and its combination if it has several.
    first: str
    #: The run that is compared with the first.
    second: str
    #: What is known to be different: packs, bots, options, rules.
    changes: list[str]
    #: How many games of each have ended.
    games: tuple[int, int]
    #: How many pairs of games with the same seed there are.
    paired: int
    #: Every number that was compared, those that differ first.
    findings: list[Finding]

    @property
    def differing(self) -> list[Finding]:
        """The differences beyond chance."""
        return [finding for finding in self.findings if finding.differs]

    @property
    def sentence(self) -> str:
        """The comparison in one sentence."""
        name = ", ".join(self.changes) or "The second run"
        said = "; ".join(finding.sentence for finding in self.differing[:4])
        return f"{name[:1].upper()}{name[1:]}: {said or 'nothing differs beyond chance'}."


class _Side:
    """A cell of a run, to be compared."""

    def __init__(self, run: RunData, number: int) -> None:
        self.run, self.number, self.cell = run, number, run.cells[number]
        self.name = str(run.path) if len(run.cells) == 1 else f"{run.path} ({self.cell.name})"

    def games(self) -> pl.LazyFrame:
        ended = (pl.col("cell") == self.number) & pl.col("error").is_null()
        return self.run.games.filter(ended)

    def table(self, name: str) -> pl.LazyFrame:
        frame: pl.LazyFrame = getattr(self.run, name)
        return frame.filter(pl.col("cell") == self.number)


def compare(
    first: RunData,
    second: RunData,
    *,
    cells: tuple[int | None, int | None] = (None, None),
    level: float = LEVEL,
) -> Comparison:
    """Compare two runs of a game, or two cells of them: ``compare(run, run, cells=(0, 1))``.

    Games with the same seed are compared with each other, which shows smaller differences. `level` is the chance that anything is found
    where nothing differs.
    """
    if first.plan.game != second.plan.game:
        raise SandtableError(
            f"{first.path} is a run of {first.plan.title} and {second.path} one of {second.plan.title}: compare two of a game."
        )
    one, two = _side(first, cells[0]), _side(second, cells[1])
    if list(one.cell.seats) != list(two.cell.seats):
        raise SandtableError(
            f"{one.name} and {two.name} have different seats, so there is nothing to compare."
        )
    own = _numbers(one), _numbers(two)
    for side, games in zip((one, two), own, strict=True):
        if len(games) < FEWEST:
            raise SandtableError(
                f"{side.name} has {len(games)} games that ended. At least {FEWEST} are needed to tell a difference from chance."
            )
    both = own[0].join(own[1], on="seed", suffix="'", how="inner")
    found = list(_differences(one, two, own, both))
    judged = [*_judged(found, level / 2, detailed=False), *_judged(found, level / 2, detailed=True)]
    return Comparison(
        first=one.name,
        second=two.name,
        changes=list(_changes(one, two)),
        games=(len(own[0]), len(own[1])),
        paired=len(both),
        findings=sorted(
            judged, key=lambda each: (not each.differs, _KINDS.index(each.kind), each.difference.chance)
        ),
    )


def _judged(found: list[Finding], level: float, *, detailed: bool) -> Iterator[Finding]:
    """Findings that are beyond chance. Questions and answers are many, so they are judged apart from all others."""
    ours = [each for each in found if (each.kind in ("topic", "answer")) == detailed]
    beyond = holm([each.difference.chance for each in ours], level)
    for each, differs in zip(ours, beyond, strict=True):
        yield msgspec.structs.replace(each, differs=differs)


#: What matters most comes first.
_KINDS = ("wins", "score", "length", "ending", "column", "topic", "answer")


def _side(run: RunData, cell: int | None) -> _Side:
    if cell is None and len(run.cells) > 1:
        names = ", ".join(f"{number} is {cell.name}" for number, cell in enumerate(run.cells))
        raise SandtableError(
            f"{run.path} has {len(run.cells)} cells; say which, as in {run.path}#1: {names}."
        )
    number = cell or 0
    if not 0 <= number < len(run.cells):
        known = "the only one is 0" if len(run.cells) == 1 else f"they are 0 to {len(run.cells) - 1}"
        raise SandtableError(f"{run.path} has no cell {number}: {known}.")
    return _Side(run, number)


def _changes(one: _Side, two: _Side) -> Iterator[str]:
    a, b = one.cell, two.cell
    if one.run.plan.rules != two.run.plan.rules:
        yield f"rules version {two.run.plan.rules}"
    if a.pack != b.pack or not is_same_pack(one.run.plan.game, a, b):
        yield f"pack {b.pack}" if a.pack != b.pack else f"the other version of pack {b.pack}"
    if a.bots != b.bots:
        yield f"bots {b.bots[0] if len(set(b.bots)) == 1 else '+'.join(b.bots)}"
    for name in sorted({*a.options, *b.options} - {"pack"}):
        if a.options.get(name) != b.options.get(name):
            yield f"{name} {b.options.get(name, 'as usual')}"


def _numbers(side: _Side) -> pl.DataFrame:
    """One row a game: everything that is compared, each in a column called (kind, what)."""
    seats = list(side.cell.seats)
    games = side.games()
    won = [
        pl.col("winners").list.contains(seat).cast(pl.Float64).alias(_column("wins", seat)) for seat in seats
    ]
    scores = [pl.col("scores").list.get(n).alias(_column("score", seat)) for n, seat in enumerate(seats)]
    frame = games.select(
        "game",
        "seed",
        alike("reason"),
        *won,
        *(scores if len(seats) > 1 else []),
        pl.col("decisions").cast(pl.Float64).alias(_column("length", "decisions")),
        pl.col("turns").cast(pl.Float64).alias(_column("length", "turns")),
    )
    if "turns" in side.run.plan.record:
        own = side.run.plan.columns
        last = (
            side.table("turns")
            .filter("is_over")
            .select("game", *[pl.col(c).alias(_column("column", c)) for c in own])
        )
        frame = frame.join(last, on="game", how="left")
    return frame.collect()


def _column(kind: str, what: str) -> str:
    return msgspec.json.encode([kind, what]).decode()


def _differences(
    one: _Side, two: _Side, own: tuple[pl.DataFrame, pl.DataFrame], both: pl.DataFrame
) -> Iterator[Finding]:
    plain = [name for name in own[0].columns if name.startswith("[") and name in own[1].columns]
    for name in plain:
        kind, what = msgspec.json.decode(name, type=tuple[str, str])
        yield _found(kind, what, own, both, name, one.cell)
    for kind, counts in (("ending", _endings(own)), ("topic", _uses(one, two, own, "topic")), ("answer", _uses(one, two, own, "answer"))):  # fmt: skip
        for what, (a, b) in counts.items():
            frames = own[0].select("seed", x=a), own[1].select("seed", x=b)
            pairs = frames[0].join(frames[1], on="seed", suffix="'")
            yield _found(kind, what, frames, pairs, "x", one.cell)


def _found(
    kind: str, what: str, own: tuple[pl.DataFrame, pl.DataFrame], both: pl.DataFrame, name: str, cell: Cell
) -> Finding:
    a, b = (frame[name].drop_nulls() for frame in own)
    mean = _mean(a), _mean(b)
    # Pairs tell more than the same number of games apart, unless they are few.
    if len(both) >= max(2, min(len(a), len(b)) // 2):
        apart = (both[f"{name}'"] - both[name]).drop_nulls()
        found = difference(_mean(apart), sqrt(_variance(apart) / max(1, len(apart))))
    else:
        error = sqrt(_variance(a) / max(1, len(a)) + _variance(b) / max(1, len(b)))
        found = difference(mean[1] - mean[0], error)
    return Finding(what, kind, *mean, found, False, _sentence(kind, what, found, cell))


def _mean(numbers: pl.Series) -> float:
    return float(_number(numbers.mean()))


def _variance(numbers: pl.Series) -> float:
    return float(_number(numbers.var()))


def _number(value: Any) -> float:
    return 0.0 if value is None else value


def _endings(own: tuple[pl.DataFrame, pl.DataFrame]) -> dict[str, tuple[pl.Series, pl.Series]]:
    """Whether each game ended for a reason, by reason."""
    counts: dict[str, int] = {}
    for frame in own:
        for reason, games in frame["reason"].value_counts().iter_rows():
            counts[reason] = counts.get(reason, 0) + games
    often = sorted(reason for reason, games in counts.items() if games >= FEWEST)
    return {
        reason: ((own[0]["reason"] == reason).cast(pl.Float64), (own[1]["reason"] == reason).cast(pl.Float64))
        for reason in often
    }


def _uses(
    one: _Side, two: _Side, own: tuple[pl.DataFrame, pl.DataFrame], by: str
) -> dict[str, tuple[pl.Series, pl.Series]]:
    """Count how often each topic was asked, or each answer given, in each game."""
    if any("decisions" not in side.run.plan.record for side in (one, two)):
        return {}
    key = pl.col("topic") if by == "topic" else pl.concat_str("topic", pl.lit(" "), "answer")
    counts = [
        side.table("decisions")
        .select("game", what=key)
        .group_by("game", "what")
        .len("n")
        .collect(engine="streaming")
        for side in (one, two)
    ]
    often = pl.concat(counts).group_by("what").agg(pl.len()).filter(pl.col("len") >= FEWEST)["what"].sort()
    each = [count.partition_by("what", as_dict=True) for count in counts]
    found = {}
    for what in often:
        first, second = (_by_game(frame, parts.get((what,))) for frame, parts in zip(own, each, strict=True))
        found[str(what)] = (first, second)
    return found


def _by_game(games: pl.DataFrame, counts: pl.DataFrame | None) -> pl.Series:
    """Counts in the order of the games; none is zero."""
    if counts is None:
        return pl.repeat(0.0, len(games), eager=True)
    joined = games.select("game").join(counts, on="game", how="left", maintain_order="left")
    return joined["n"].fill_null(0).cast(pl.Float64)


def _sentence(kind: str, what: str, found: Difference, cell: Cell) -> str:
    """A difference in words."""
    size, reach = abs(found.value), found.reach
    more = found.value > 0
    if kind == "wins":
        return f"{wins(cell.seats[what])} {100 * size:.1f} ± {100 * reach:.1f} points {'more' if more else 'less'} often"
    if kind == "score":
        return f"the score of {cell.seats[what]} is {size:.3f} ± {reach:.3f} {'higher' if more else 'lower'}"
    if kind == "length":
        return f"games are {size:.1f} ± {reach:.1f} {what} {'longer' if more else 'shorter'}"
    if kind == "ending":
        return f"“{what}” ends {100 * size:.1f} ± {100 * reach:.1f} points {'more' if more else 'fewer'} of the games"
    if kind == "column":
        return (
            f"{what.replace('_', ' ')} is {size:.2f} ± {reach:.2f} {'higher' if more else 'lower'} at the end"
        )
    name = f"the question {what}" if kind == "topic" else f"the answer {what}"
    return f"{name} comes {size:.2f} ± {reach:.2f} times {'more' if more else 'less'} in a game"
