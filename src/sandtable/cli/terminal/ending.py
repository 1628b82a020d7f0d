"""The story of a finished game in words, and the debrief of a Mission: for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from sandtable.engine import Ending
from sandtable.engine.endings.ending import Graph, ThrowSum, ToldStop

from ..screen import tell, tell_at_length

BLOCKS = "▁▂▃▄▅▆▇█"
#: How many columns a sparkline has.
SPARK = 32


def sparkline(values: Sequence[float], low: float, high: float, width: int = SPARK) -> str:
    """Values as a row of blocks between two bounds.

    >>> sparkline([0, 1, 2, 3], 0, 3, 4)
    '▁▃▆█'
    """
    n = len(values)
    picked = values if n <= width else [values[round(i * (n - 1) / (width - 1))] for i in range(width)]
    span = (high - low) or 1
    return "".join(BLOCKS[round((value - low) / span * (len(BLOCKS) - 1))] for value in picked)


def tell_ending(console: Console, ending: Ending) -> None:
    """Tell the end of a game: the winner, scores, curves, turning points, dice and facts."""
    tell(console, "")
    tell_at_length(console, ending.sentence, "bold")
    for score in ending.scores:
        won = ", won" if score.won and len(ending.scores) > 1 else ""
        if score.text or won:
            tell_at_length(console, f"  {score.label}{won}: {score.text}".rstrip(": "))
    if ending.track:
        tell(console, "\nThe campaign", "bold")
        for stop in ending.track:
            tell_stop(console, stop)
    for graph in ending.graphs:
        _tell_graph(console, graph)
    if ending.moments:
        tell(console, "\nMoments that decided it", "bold")
        for n, moment in enumerate(ending.moments, 1):
            label = next((it.label for it in ending.scores if it.seat == moment.seat), "")
            swing = ""
            if moment.before is not None and moment.after is not None:
                swing = f" ({label} {moment.before:.0%} → {moment.after:.0%})"
            tell_at_length(console, f"  {n}. {moment.when}: {moment.text}{swing}")
    if ending.throws:
        tell(console, "\nThe dice", "bold")
        for it in ending.throws:
            tell_at_length(console, f"  {it.what}, {it.who}: {thrown(it)}, {it.expected:.1f} expected")
    tell(console, "\nFacts", "bold")
    for fact in ending.facts:
        tell_at_length(console, f"  {fact.label}: {fact.text}")
    answers = ", ".join(f"{it.label} {it.answers}" for it in ending.scores)
    tell_at_length(console, f"  Decisions: {answers}")


def tell_stop(console: Console, stop: ToldStop) -> None:
    """A Mission of a campaign: how it ended, and what it cost and brought."""
    tell_at_length(console, f"  {'✓' if stop.won else '✗'} {stop.title}. {stop.text}")
    for line in stop.details:
        tell_at_length(console, f"    {line}")


def tell_debrief(console: Console, track: Sequence[ToldStop]) -> None:
    """After a Mission: its debrief, and the Missions so far."""
    last = track[-1]
    tell(console, f"\n── Debrief: {last.title}, {'won' if last.won else 'lost'} ──", "bold")
    tell_at_length(console, last.text)
    for line in last.details:
        tell_at_length(console, f"  {line}")
    marks = " ".join("✓" if stop.won else "✗" for stop in track)
    tell(console, f"  The campaign so far: {marks}")


def thrown(it: ThrowSum) -> str:
    """Return a throw in words."""
    dice = "1 die" if it.dice == 1 else f"{it.dice} dice"
    if it.unit == "hits":
        return f"{it.thrown:g} of {dice}"
    return f"{it.thrown:g} by the best of each throw" if it.unit == "best" else f"{it.thrown:g} with {dice}"


def _tell_graph(console: Console, graph: Graph) -> None:
    tell(console, f"\n{graph.title}", "bold")
    values = [value for curve in graph.curves for value in curve.values]
    low, high = (0.0, 1.0) if graph.is_share else (min(values), max(values))
    width = max(len(curve.label) for curve in graph.curves)
    for curve in graph.curves:
        first, last = (_shown(value, graph) for value in (curve.values[0], curve.values[-1]))
        tell(console, f"  {curve.label:<{width}}  {sparkline(curve.values, low, high)}  {first} → {last}")


def _shown(value: float, graph: Graph) -> str:
    return f"{value:.0%}" if graph.is_share else f"{value:g}".replace("-", "−")
