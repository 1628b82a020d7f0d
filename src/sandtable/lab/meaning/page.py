"""A report as one HTML file: no script, no network, everything inside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from ..data import RunData
from ..report import Share
from .findings import CellFindings, Findings, findings
from .interval import wins
from .luck import LuckFinding
from .plots import plots_of, png, striking, svg
from .use import UseFinding

STYLE = """
:root { color-scheme: light }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fbf8f4 }
h1, h2, h3 { line-height: 1.2 } h2 { border-top: 3px solid #b5482a; padding-top: .5rem; margin-top: 3rem }
details details { margin-left: 1.2rem }
table { border-collapse: collapse; font-size: .9rem } th, td { padding: .2rem .7rem .2rem 0; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } th { border-bottom: 1px solid #999 }
svg { max-width: 100%; height: auto } details { margin: .5rem 0 } .dim { color: #666 } .bad { color: #b00 }
.plot { overflow-x: auto }
"""
CAUTION = (
    '<p class="dim">Seats that took something at least once are compared with seats that could have and never did. That two '
    "things go together does not mean that one causes the other: a player who is ahead has more to choose from.</p>"
)
LUCK = (
    '<p class="dim">The last column says how much higher the throws of winners were than those of all others, in standard deviations '
    "of a player's throws in a game. A throw counts for the seat that was asked last, even if another profits from it.</p>"
)
#: How many rows a table shows.
ROWS = 60
#: How many reasons of ending are shown at once.
ENDINGS = 12


def write_report(run: RunData, path: str | Path | None = None, *, pictures: str | Path | None = None) -> Path:
    """Write what a run shows into one HTML file (by default `report.html` in its folder), and its plots as PNG if wanted."""
    found = findings(run)
    target = run.path / "report.html" if path is None else Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(html_of(found), encoding="utf-8")
    if pictures is not None:
        write_pictures(found, Path(pictures))
    return target


def write_pictures(found: Findings, folder: Path) -> list[Path]:
    """The plots as PNG files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, cell in enumerate(found.cells):
        for name, (_, chart) in plots_of(found, cell).items():
            written.append(folder / f"{number:03}-{name}.png")
            written[-1].write_bytes(png(chart))
    return written


def html_of(found: Findings) -> str:
    """The whole page."""
    title = f"{found.title}: {found.done:,} {'game' if found.done == 1 else 'games'}"
    parts = [f"<h1>{escape(title)}</h1>", _about(found)]
    for cell in found.cells:
        parts += _cell(found, cell)
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n<body>\n{body}\n</body>\n</html>\n'
    )


def _about(found: Findings) -> str:
    missing = [name for name in ("turns", "decisions", "throws") if name not in found.record]
    more = f" Recording {', '.join(missing)} too (<code>--record</code>) would show more." if missing else ""
    unfinished = (
        f" The run is not finished: {found.games:,} games were asked for." if found.done < found.games else ""
    )
    return (
        f'<p class="dim">Game {escape(found.game)}, rules version {found.rules}, seed {found.seed}, Sandtable '
        f"{escape(found.version)}. Intervals are 95%.{unfinished}{more}</p>"
    )


def _cell(found: Findings, cell: CellFindings) -> list[str]:
    parts = [f"<h2>{escape(cell.name if len(found.cells) > 1 else 'Results')}</h2>"]
    parts.append(
        f'<p class="dim">Players: {escape(", ".join(cell.bots))}{", rotating" if found.rotate else ""}</p>'
    )
    parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in sentences(cell)) + "</ul>")
    plots = plots_of(found, cell)
    for name in ("wins", "bots"):
        parts += _plot(plots, name)
    parts += [_endings(cell), *_plot(plots, "decisions"), *_plot(plots, "turns")]
    for name in ("worth", "decided", "columns"):
        parts += _plot(plots, name)
    if cell.use:
        parts += [
            "<h3>What is used, and how it goes together with winning</h3>",
            CAUTION,
            *_plot(plots, "answers"),
            *_plot(plots, "things"),
            _uses("All answers by question", "answer", cell.use, found.topics),
            _uses("Cards, units and places by kind", "", cell.things, {}),
        ]
    if cell.unused is not None and cell.decisions.high:
        parts += _unused(cell)
    if cell.luck:
        parts += ["<h3>Luck</h3>", _luck(cell.luck)]
    if cell.failures:
        parts.append(_failures(cell))
    return parts


def _plot(plots: dict[str, tuple[str, object]], name: str) -> list[str]:
    if name not in plots:
        return []
    title, chart = plots[name]
    return [
        f"<h3>{escape(title)}</h3>",
        f'<div class="plot" role="img" aria-label="{escape(title)}">{svg(chart)}</div>',
    ]


def sentences(cell: CellFindings) -> list[str]:
    """The findings in words."""
    said = [f"{cell.games:,} games ended" + (f", and {cell.failed:,} failed." if cell.failed else ".")]
    if not cell.games:
        return said
    said += [f"{wins(seat.label)} {_interval(seat.share)}." for seat in cell.seats]
    if cell.draws:
        said.append(f"{cell.draws:,} games ({cell.draws / cell.games:.1%}) have no winner.")
    if len(cell.places) > 1:
        said.append(_first_seat(cell))
    said.append(_length(cell))
    if cell.course is not None and cell.course.decided_at is not None:
        at = cell.course.decided_at
        said.append(
            f"In half of the games the winner leads for good after {at:.0%} of the game."
            if at < 1
            else "In most games the winner does not take the lead for good before the very end."
        )
    found = striking(cell.use)
    for each in found if len(found) < 3 else (found[0], found[-1]):
        more = "more" if each.wins.value > 0 else "less"
        said.append(
            f"Players who answer “{each.label}” ({each.group.replace('_', ' ')}) win {100 * abs(each.wins.value):.0f} ± "
            f"{100 * each.wins.reach:.0f} points {more} often than those who could and never do."
        )
    decisive = [each for each in cell.luck if each.wins is not None and each.wins.low > 0]
    if decisive:
        most = max(decisive, key=lambda each: each.wins.value if each.wins else 0.0)
        assert most.wins is not None
        said.append(
            f"The throws that matter most are “{most.label}”: winners throw {most.wins.value:.1f} standard deviations higher."
        )
    return said


def _length(cell: CellFindings) -> str:
    length, turns = cell.decisions, f"{cell.turns.mean:.1f} turns"
    if not length.high:
        return f"A game takes {turns}; nobody is asked anything."
    return f"A game takes {length.mean:.1f} decisions (most of them {length.low:.0f} to {length.high:.0f}), {turns}."


def _first_seat(cell: CellFindings) -> str:
    first, label = cell.places[0].share, cell.seats[0].label
    equal = f"an equal share of the games that were won ({cell.even:.1%})"
    if first.low <= cell.even <= first.high:
        return f"The first seat ({label}) shows no advantage or disadvantage: {equal} is within its interval."
    more = "more" if first.share > cell.even else "less"
    return (
        f"The first seat ({label}) wins {100 * abs(first.share - cell.even):.1f} points {more} than {equal}."
    )


def _interval(share: Share) -> str:
    return f"{share.share:.1%} of games ({share.low:.1%} to {share.high:.1%})"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> str:
    """A table whose last columns are numbers."""
    first = len(head) - numbers
    top = "".join(f"<th{_n(i >= first)}>{escape(cell)}</th>" for i, cell in enumerate(head))
    body = "".join(
        "<tr>" + "".join(f"<td{_n(i >= first)}>{escape(cell)}</td>" for i, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _n(number: bool) -> str:
    return ' class="n"' if number else ""


def _endings(cell: CellFindings) -> str:
    rows = [(each.reason, f"{each.games:,}", f"{each.share.share:.1%}") for each in cell.endings]
    head = ["reason", "games", "share"]
    more = rows[ENDINGS:]
    rest = f"<details><summary>{len(more)} more</summary>{_table(head, more, 2)}</details>" if more else ""
    return f"<h3>How games end</h3>{_table(head, rows[:ENDINGS], 2)}{rest}"


def _uses(title: str, what: str, found: Sequence[UseFinding], topics: Mapping[str, str]) -> str:
    """Tables of what was used, one for each topic or kind of thing."""
    groups: dict[str, list[UseFinding]] = {}
    for each in found:
        groups.setdefault(each.group, []).append(each)
    parts = []
    for group, uses in groups.items():
        rows = [
            (
                each.label,
                f"{each.offered:,}",
                f"{each.taken:,}",
                f"{each.taken / each.offered:.1%}",
                f"{100 * each.wins.value:+.1f} ± {100 * each.wins.reach:.1f}"
                if each.users and each.others
                else "",
            )
            for each in uses[:ROWS]
        ]
        left = f'<p class="dim">and {len(uses) - ROWS} more</p>' if len(uses) > ROWS else ""
        table = _table([what or group, "offered", "taken", "of offers", "wins, points"], rows, 4)
        text = f": {topics[group]}" if topics.get(group) else ""
        summary = f"<b>{escape(group.replace('_', ' '))}</b> ({len(uses)}){escape(text)}"
        parts.append(f"<details><summary>{summary}</summary>{table}{left}</details>")
    return f"<details><summary><b>{escape(title)}</b></summary>{''.join(parts)}</details>"


def _unused(cell: CellFindings) -> list[str]:
    assert cell.unused is not None
    unused = cell.unused
    lists = [
        ("Questions with a choice that were never asked", unused.topics),
        ("Answers that were offered and never given", unused.answers),
        *((f"In the pack's {file}, never among the options", ids) for file, ids in unused.entries.items()),
    ]
    parts = ["<h3>What was never used</h3>"]
    for title, names in lists:
        if names:
            items = "".join(f"<li>{escape(name)}</li>" for name in names)
            parts.append(
                f"<details><summary>{escape(title)}: {len(names)}</summary><ul>{items}</ul></details>"
            )
    return parts if len(parts) > 1 else []


def _luck(found: Sequence[LuckFinding]) -> str:
    rows = [
        (
            each.label,
            f"{each.throws:,}",
            f"{each.mean:.3f}",
            f"{each.expected:.3f}",
            f"{round(each.off, 1) + 0.0:+.1f}",
            "" if each.wins is None else f"{each.wins.value:+.2f} ± {each.wins.reach:.2f}",
        )
        for each in found
    ]
    head = ["throw", "throws", "mean", "expected", "off, in standard errors", "winners above others"]
    return LUCK + _table(head, rows, 5)


def _failures(cell: CellFindings) -> str:
    rows = [(each.what, each.where, each.journal or "", f"{each.games:,}") for each in cell.failures[:ROWS]]
    return '<h3 class="bad">Games that failed</h3>' + _table(["what", "where", "a journal", "games"], rows, 1)
