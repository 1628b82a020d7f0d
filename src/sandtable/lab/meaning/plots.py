"""The pictures of a report. Each is a chart of Altair, drawn to SVG or PNG without a browser or a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import polars as pl
import vl_convert

from .findings import CellFindings, Findings, SeatFinding, Spread
from .time import Point
from .use import UseFinding

WIDTH = 560
#: Rust, brass and their neighbours, as on the boards; they can be told apart in print too.
COLOURS = ["#b5482a", "#2f6f8f", "#c8963e", "#5a7d4f", "#7a4f7d", "#4a4a4a"]
#: How many answers or things a plot shows.
SHOWN = 18
#: How many of the game's own numbers are drawn over time.
COLUMNS = 24

Chart = Any


def _frame(rows: Sequence[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(list(rows))


def shares(found: Sequence[SeatFinding], even: float | None) -> Chart:
    """Win shares with their intervals; a line where all would be equal."""
    frame = _frame(
        [
            {"name": each.label, "share": each.share.share, "low": each.share.low, "high": each.share.high}
            for each in found
        ]
    )
    base = alt.Chart(frame).encode(y=alt.Y("name:N", title=None, sort=None))
    scale = alt.Scale(domain=[0, 1])
    axis = alt.Axis(format="%")
    bars = base.mark_bar(color=COLOURS[0], opacity=0.75, height=16).encode(
        x=alt.X("share:Q", title="share of games won", scale=scale, axis=axis)
    )
    spans = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q")
    layers = [bars, spans]
    if even is not None:
        layers.append(alt.Chart(_frame([{"even": even}])).mark_rule(strokeDash=[4, 4]).encode(x="even:Q"))
    return alt.layer(*layers).properties(width=WIDTH, height=28 * len(found))


def histogram(spread: Spread, title: str) -> Chart:
    """Draw the lengths of games."""
    frame = _frame([{"low": bar.low, "high": bar.high, "games": bar.games, "none": 0} for bar in spread.bars])
    return (
        alt.Chart(frame)
        .mark_bar(color=COLOURS[1], opacity=0.8)
        .encode(
            x=alt.X("low:Q", title=title, scale=alt.Scale(zero=False)),
            x2="high:Q",
            y=alt.Y("games:Q", title="games", axis=alt.Axis(tickMinStep=1)),
            y2="none:Q",
        )
        .properties(width=WIDTH, height=140)
    )


def over_time(points: Sequence[Point], title: str, labels: dict[str, str]) -> Chart:
    """Lines over the course of a game."""
    frame = _frame(
        [{"at": p.at, "name": labels.get(p.name, p.name), "of": p.of, "value": p.value} for p in points]
    )
    names = list(dict.fromkeys(frame["name"]))
    return (
        alt.Chart(frame)
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("at:Q", title="course of the game", axis=alt.Axis(format="%")),
            y=alt.Y("value:Q", title=title, axis=alt.Axis(format="%"), scale=alt.Scale(zero=False)),
            color=_colour("name", names),
            strokeDash=_dashes(list(dict.fromkeys(frame["of"]))),
        )
        .properties(width=WIDTH, height=200)
    )


def _colour(field: str, names: Sequence[str]) -> alt.Color:
    """A colour for each name, explained if there are several."""
    legend = alt.Legend() if len(names) > 1 else None
    return alt.Color(
        f"{field}:N", title=None, sort=list(names), legend=legend, scale=alt.Scale(range=COLOURS)
    )


def _dashes(kinds: Sequence[str]) -> alt.StrokeDash:
    """Won games as a line and lost ones as dashes, where they are told apart."""
    legend = alt.Legend() if len(kinds) > 1 else None
    scale = alt.Scale(domain=["won", "all games", "lost"], range=[[1, 0], [1, 0], [5, 4]])
    return alt.StrokeDash("of:N", title=None, legend=legend, scale=scale)


def columns(points: Sequence[Point]) -> Chart:
    """The game's own numbers, each in a small plot of its own."""
    names = list(dict.fromkeys(p.name for p in points))[:COLUMNS]
    frame = _frame(
        [{"at": p.at, "name": p.name.replace("_", " "), "games": p.of, "value": p.value} for p in points if p.name in names]
    )  # fmt: skip
    return (
        alt.Chart(frame)
        .mark_line()
        .encode(
            x=alt.X("at:Q", title="course of the game", axis=alt.Axis(format="%", tickCount=3)),
            # All axes are as wide as the widest, so that the plots stand in straight columns.
            y=alt.Y(
                "value:Q", title=None, axis=alt.Axis(tickCount=4, minExtent=32), scale=alt.Scale(zero=False)
            ),
            color=_colour("games", list(dict.fromkeys(frame["games"]))),
        )
        .properties(width=150, height=80)
        .facet(alt.Facet("name:N", title=None, sort=None), columns=3)
        .resolve_scale(y="independent")
    )


def wins_of(found: Sequence[UseFinding]) -> Chart:
    """Draw how much more often players won who took something."""
    frame = _frame(
        [
            {
                "name": f"{each.label} ({each.group.replace('_', ' ')})",
                "wins": each.wins.value,
                "low": each.wins.low,
                "high": each.wins.high,
            }
            for each in found
        ]
    )
    base = alt.Chart(frame).encode(y=alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=320)))
    axis = alt.Axis(format="+%")
    return (
        alt.layer(
            base.mark_rule(strokeWidth=2).encode(
                x=alt.X("low:Q", title="difference in the share of games won", axis=axis), x2="high:Q"
            ),
            base.mark_circle(size=60, color=COLOURS[0], opacity=1).encode(x="wins:Q"),
            alt.Chart(_frame([{"x": 0}])).mark_rule(strokeDash=[4, 4]).encode(x="x:Q"),
        )
        .properties(width=WIDTH - 100, height=20 * len(found))
    )  # fmt: skip


def striking(found: Sequence[UseFinding]) -> list[UseFinding]:
    """Return the answers most surely linked with winning or losing, the winning ones first."""
    enough = [each for each in found if min(each.users, each.others) >= 20 and each.wins.chance < 0.01]
    chosen = sorted(enough, key=lambda each: (each.wins.chance, each.group, each.key))[:SHOWN]
    return sorted(chosen, key=lambda each: -each.wins.value)


def plots_of(found: Findings, cell: CellFindings) -> dict[str, tuple[str, Chart]]:
    """The plots of a cell by name, each with its title."""
    made: dict[str, tuple[str, Chart]] = {}
    several = len(cell.seats) > 1
    if cell.games:
        made["wins"] = ("Who wins", shares(cell.seats, cell.even if several else None))
    if cell.bots_found:
        made["bots"] = ("Which bot wins", shares(cell.bots_found, None))
    if cell.decisions.bars and cell.decisions.high:
        made["decisions"] = ("How long games are", histogram(cell.decisions, "decisions"))
    if cell.turns.bars:
        made["turns"] = ("Turns", histogram(cell.turns, "turns"))
    labels = {seat.name: seat.label for seat in cell.seats}
    if cell.course is not None:
        if cell.course.worth:
            made["worth"] = (
                "Who is ahead, as the game sees it",
                over_time(cell.course.worth, "worth of the position", labels),
            )
        if cell.course.decided:
            chart = over_time(cell.course.decided, "share of games decided", {})
            made["decided"] = ("When games are decided", chart)
        if cell.course.columns:
            made["columns"] = ("What is on the board", columns(cell.course.columns))
    for name, title, use in (  # the topic of an answer stands in brackets, as does the kind of a thing
        ("answers", "Which answers go together with winning", cell.use),
        ("things", "Which cards, units and places go together with winning", cell.things),
    ):
        if chosen := striking(use):
            made[name] = (title, wins_of(chosen))
    return made


def svg(chart: Chart) -> str:
    """A chart as SVG, to be put into a page."""
    return str(vl_convert.vegalite_to_svg(_plain(chart)))


def png(chart: Chart) -> bytes:
    """A chart as a picture."""
    return bytes(vl_convert.vegalite_to_png(_plain(chart), scale=2))


def _plain(chart: Chart) -> str:
    """A chart on the colour of the page, as JSON."""
    return str(chart.configure_view(stroke=None).configure(background="#fbf8f4").to_json())
