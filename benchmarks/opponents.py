"""The page of the opponents' strengths, docs/play/opponents.md: made from the figures that `sandtable lab levels --keep` wrote.

python -m benchmarks.opponents
"""

from __future__ import annotations

from math import ceil
from pathlib import Path

from sandtable.bots.levels import LEVELS, Neighbours, Strengths, strengths_of
from sandtable.games import BUILT_IN, find_game

PAGE = Path(__file__).parents[1] / "docs/play/opponents.md"
#: Where the tables stand on the page.
BEGIN, END = "<!-- figures: from `python -m benchmarks.opponents` -->", "<!-- end of figures -->"


def row(pair: Neighbours) -> str:
    """One line of a table: a level beside the one below it."""
    name, below = LEVELS[pair.level - 1].name, LEVELS[pair.level - 2].name
    order = "yes" if pair.low > 0 else "not shown"
    seconds = "at once" if pair.seconds < 0.05 else f"{ceil(10 * pair.seconds) / 10:.1f} s"
    return (
        f"| {name} | {below} | {pair.games:,} | {pair.score:.1%} | {pair.below:.1%} | "
        f"{100 * pair.low:+.1f} to {100 * pair.high:+.1f} | {pair.elo:+d} | {seconds} | {order} |"
    )


def table(title: str, found: Strengths) -> str:
    """The table of a game."""
    stamp = f"rules version {found.rules}, pack `{found.pack[:12]}`, value `{found.value}`"
    lines = [
        f"### {title}",
        "",
        "| level | against | games | scores | the level below | difference, 95% | Elo | answers within | offered |",
        "|---|---|---|---|---|---|---|---|---|",
        *map(row, found.pairs),
        "",
        f"`sandtable lab levels {found.game} --out runs/levels --games {found.games} --highest {found.pairs[-1].level}`; {stamp}.",
    ]
    return "\n".join(lines)


def figures() -> str:
    """The tables of all games that were measured."""
    games = [find_game(key) for key in sorted(BUILT_IN)]
    found = [(game.title, it) for game in games if (it := strengths_of(game)) is not None]
    return "\n\n".join(table(title, it) for title, it in found)


def page_with(text: str) -> str:
    """The page with these figures in place of its own."""
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page_with(figures()), encoding="utf-8")
    print(PAGE.name)
