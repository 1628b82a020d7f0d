"""The ending of a game, made from its journal alone: the game is played once more and says what is worth telling.

It is never made while a game lasts, so it may tell what was secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import SandtableError
from ..log import LogEntry, log_line
from .ending import (
    Chart,
    Curve,
    Ending,
    Graph,
    Mark,
    Score,
    Telling,
    ThrowSum,
    ToldFact,
    ToldStop,
    TurningPoint,
)
from .past import Past, Unit

if TYPE_CHECKING:
    from ..game import Game
    from ..naming import Kinds
    from ..table import Table

#: The most points in a curve, and the most graphs, turning points, marks on the axis and kinds of throws in an ending.
MOST_POINTS, MOST_GRAPHS, MOST_MOMENTS, MOST_MARKS, MOST_THROWS = 160, 5, 3, 9, 12
#: A change in the evaluation smaller than this is no turning point.
LEAST_STEP = 0.02
#: The most characters of a log line that a turning point shows.
LONGEST_LINE = 110
CHANCES = "Chances, as the House sees them"


def ending_of(table: Table, *, sentence: str = "", winners: Sequence[str] = ()) -> Ending:
    """The ending of a finished game.

    A `sentence` is for a game that did not end by its rules (somebody resigned): the ending describes it as it stands, won by `winners`.
    """
    if table.outcome is None and not sentence:
        raise SandtableError("The game is not over: its ending would give away what is secret.")
    past: Past[Any] = Past(table)
    telling = table.game.ending(past) if table.outcome is not None else _of_unfinished(table, past)
    return _Teller(past, telling).ending(
        _title(table), sentence, tuple(table.winners if table.outcome is not None else winners)
    )


def _of_unfinished(table: Table, past: Past[Any]) -> Telling:
    """The game's own part of the ending of a table that was given up; empty if the game cannot tell it."""
    try:
        return table.game.ending(past)
    except Exception:  # its hook may rely on an outcome
        return Telling()


def _title(table: Table) -> str:
    game = table.game
    name = getattr(table.options, "scenario", "")
    label = next((it.label for it in game.scenarios if it.id == name), "")
    return f"{game.title}: {label}" if label and len(game.scenarios) > 1 else game.title


def told_track(game: Game[Any], state: Any, kinds: Kinds) -> tuple[ToldStop, ...]:
    """The parts of a long game that are over, in words."""
    return tuple(
        ToldStop(it.title, it.won, it.text.words(kinds), tuple(line.words(kinds) for line in it.details))
        for it in game.track(state)
    )


class _Teller:
    """Puts an ending together from the past of a game and what the game says about it."""

    def __init__(self, past: Past[Any], telling: Telling) -> None:
        self.past, self.telling = past, telling
        self.seats, self.kinds = past.seats, past.kinds
        last = len(past.states) - 1
        step = max(1.0, last / (MOST_POINTS - 1))
        #: The samples that are points on the axis.
        self.points = sorted({min(last, round(i * step)) for i in range(min(last + 1, MOST_POINTS))} | {last})
        self.worth = self._worth()
        self.labels = [self._progress(state) for state in past.states]

    def ending(self, title: str, sentence: str, winners: tuple[str, ...]) -> Ending:
        past, telling = self.past, self.telling
        if sentence and not winners and telling.leading is not None:
            sentence = f"{sentence} {telling.leading.words(self.kinds)}"
        told = sentence or (
            telling.sentence.words(self.kinds) if telling.sentence is not None else self._sentence(winners)
        )
        return Ending(
            title=title,
            sentence=told,
            winners=winners,
            score=past.game.score_so_far(past.last) if past.outcome is None else past.outcome.score,
            scores=self._scores(winners),
            graphs=self._graphs(),
            marks=self._marks(),
            throws=self._throws(),
            moments=self._moments(),
            facts=tuple(
                ToldFact(fact.label, fact.text.words(self.kinds), self._id(fact.seat))
                for fact in telling.facts
            ),
            track=told_track(past.game, past.last, self.kinds),
            turns=past.turns[-1],
        )

    def _id(self, seat: int) -> str | None:
        return self.seats[seat].id if seat >= 0 else None

    def _sentence(self, winners: tuple[str, ...]) -> str:
        names = [seat.label for seat in self.seats if seat.id in winners]
        reason = self.past.reason
        if names:
            who = f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}."
        elif len(self.seats) == 1:
            who = "The game is lost."
        else:
            who = "Nobody wins."
        return f"{who} {reason}".strip()

    def _scores(self, winners: tuple[str, ...]) -> tuple[Score, ...]:
        texts = {it.seat: it.text.words(self.kinds) for it in self.telling.standings}
        order = [it.seat for it in self.telling.standings]
        if not order:
            order = sorted(range(len(self.seats)), key=lambda i: self.seats[i].id not in winners)
        given = [it.seat for it in self.past.answers]
        return tuple(
            Score(
                self.seats[i].id,
                self.seats[i].label,
                self.seats[i].id in winners,
                texts.get(i, ""),
                given.count(i),
            )
            for i in order
        )

    # Curves

    def _worth(self) -> Sequence[Sequence[float]] | None:
        if self.telling.worth is not None:
            return self.telling.worth
        found = [self.past.game.evaluate(state) for state in self.past.states]
        return None if any(worth is None for worth in found) else [list(worth or ()) for worth in found]

    @property
    def _has_chances(self) -> bool:
        """Whether the worth of a position is divided among several seats: each one's chance of winning."""
        return len(self.seats) > 1

    def _graphs(self) -> tuple[Graph, ...]:
        charts = self.telling.charts or self._usual_charts()
        graphs = [self._graph(chart) for chart in charts]
        if self.worth is not None and len(self.seats) > 1:
            curves = [
                Curve(seat.label, seat.id, tuple(round(self.worth[at][i], 3) for at in self.points))
                for i, seat in enumerate(self.seats)
            ]
            graphs.append(Graph(CHANCES, tuple(curves), is_share=True))
        shown = [graph for graph in graphs if any(len(set(curve.values)) > 1 for curve in graph.curves)]
        return tuple(shown[:MOST_GRAPHS])

    def _graph(self, chart: Chart) -> Graph:
        lines: list[tuple[str, str, str | None]] = [
            (name, label, None) for name, label in chart.lines.items()
        ]
        if chart.column:
            lines += [(chart.column.format(seat=seat.id), seat.label, seat.id) for seat in self.seats]
        curves = [
            Curve(label, seat, tuple(self._column(name))) for name, label, seat in lines if self._has(name)
        ]
        return Graph(chart.title, tuple(curves))

    def _has(self, name: str) -> bool:
        return name in self.past.columns

    def _column(self, name: str) -> list[float]:
        values = self.past.columns[name]
        return [round(float(values[at]), 3) for at in self.points]

    def _usual_charts(self) -> list[Chart]:
        """Columns named after seats (`cash_red`, `cash_blue`) share a chart; every other column gets one of its own."""
        names = list(self.past.columns)
        ends = [f"_{seat.id}" for seat in self.seats]
        shared = dict.fromkeys(
            name.removesuffix(end) for end in ends for name in names if name.endswith(end) and name != end
        )
        by_seat = [Chart(_words(stem), stem + "_{seat}") for stem in shared]
        alone = [name for name in names if not any(name.endswith(end) for end in ends)]
        return by_seat + [Chart(_words(name), lines={name: _words(name)}) for name in alone]

    # The axis

    def _progress(self, state: Any) -> str:
        line = self.past.game.progress(state)
        return "" if line is None else line.words(self.kinds)

    def _marks(self) -> tuple[Mark, ...]:
        given = self.telling.marks
        if given is None:
            found = [
                (i, text)
                for i, text in enumerate(self.labels)
                if text and (i == 0 or text != self.labels[i - 1])
            ]
        else:
            found = [(i, line.words(self.kinds)) for i, line in given]
        every = -(-len(found) // MOST_MARKS) if found else 1
        return tuple(Mark(self._point(i), text) for i, text in found[::every])

    def _point(self, sample: int) -> int:
        """The point on the axis that is nearest to a sample."""
        return min(range(len(self.points)), key=lambda at: abs(self.points[at] - sample))

    # Dice

    def _throws(self) -> tuple[ThrowSum, ...]:
        found: dict[tuple[int, str, Unit], _Sum] = {}
        names = self.past.game.throws
        for throw in self.past.throws:
            value = throw.value
            if value is None:
                continue
            what = _words(names.get(throw.topic, throw.topic))
            sums = found.setdefault((throw.seat, what, throw.unit), _Sum())
            sums.dice += throw.roll.dice
            sums.thrown += value
            sums.expected += throw.expected
            line = throw.roll.by_line
            if line is not None:
                sums.who.add(line.words(self.kinds))
            elif throw.seat >= 0:
                sums.who.add(self.seats[throw.seat].label)
        told = [
            ThrowSum(
                next(iter(it.who)) if len(it.who) == 1 else "Others",
                self._id(seat),
                what,
                it.dice,
                it.thrown,
                round(it.expected, 2),
                unit,
            )
            for (seat, what, unit), it in found.items()
            if it.who
        ]
        told.sort(key=lambda it: -it.dice)
        shown = told[:MOST_THROWS]
        order = list(dict.fromkeys(it.what for it in shown))
        return tuple(sorted(shown, key=lambda it: order.index(it.what)))

    # Turning points

    def _moments(self) -> tuple[TurningPoint, ...]:
        worth = self.worth
        if worth is None or len(worth) < 3:
            return ()
        steps = []
        for i in range(len(worth) - 1):
            changes = [after - before for before, after in zip(worth[i], worth[i + 1], strict=True)]
            seat = max(range(len(changes)), key=lambda j: abs(changes[j]))
            steps.append((abs(changes[seat]), i, seat))
        gap, found = max(1, len(worth) // 25), list[tuple[int, int]]()
        for size, i, seat in sorted(steps, key=lambda step: (-step[0], step[1])):
            if size < LEAST_STEP or len(found) == MOST_MOMENTS:
                break
            if all(abs(i - other) >= gap for other, _ in found) and self._told(i):
                found.append((i, seat))
        return tuple(self._moment(i, seat, worth) for i, seat in sorted(found))

    def _moment(self, i: int, seat: int, worth: Sequence[Sequence[float]]) -> TurningPoint:
        return TurningPoint(
            self._point(i + 1),
            self.past.turns[i],
            self._when(i),
            self._told(i),
            self._id(seat),
            round(worth[i][seat], 3) if self._has_chances else None,
            round(worth[i + 1][seat], 3) if self._has_chances else None,
            worth[i + 1][seat] > worth[i][seat],
        )

    def _when(self, i: int) -> str:
        if self.telling.marks is None:
            return self.labels[i]
        before = [line for at, line in self.telling.marks if at <= i]
        return before[-1].words(self.kinds) if before else ""

    def _told(self, i: int) -> str:
        """What happened between a sample and the next, in one or two lines of the public log, up to the last that tells a success or failure."""
        if self.telling.told is not None:
            line = self.telling.told[i]
            return "" if line is None else line.words(self.kinds)
        first, after = self.past.turns[i], self.past.turns[i + 1]
        notes = [it for it in self.past.entries if first <= it.turn < after and _is_public(it)]
        if not notes:
            return ""
        last = next((i for i in range(len(notes) - 1, 0, -1) if notes[i].tone), len(notes) - 1)
        opening = next((it for it in notes[: last + 1] if it.opens), None)
        if opening is None:  # the line before leads up to it; the first may be about something else
            chosen = notes[max(0, last - 1) : last + 1]
        else:
            chosen = [opening] if opening is notes[last] else [opening, notes[last]]
        return " ".join(_cut(log_line(it, 0, self.seats, self.kinds).text) for it in chosen)


class _Sum:
    """The sum of throws that share a line of the ending."""

    def __init__(self) -> None:
        self.who: set[str] = set()
        self.dice = 0
        self.thrown = self.expected = 0.0


def _is_public(entry: LogEntry) -> bool:
    return entry.kind == "note" and entry.to is None


def _cut(text: str) -> str:
    """The first words of a long line."""
    if len(text) <= LONGEST_LINE:
        return text
    return text[:LONGEST_LINE].rsplit(" ", 1)[0].rstrip(".,:;") + " …"


def _words(name: str) -> str:
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]
