"""The use of answers and things: how often, how it goes together with winning, and which are never used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import polars as pl

from sandtable.engine import decode_options
from sandtable.engine.asking import Topic
from sandtable.games import find_game

from ..data import RunData
from .interval import Difference, within


class UseFinding(msgspec.Struct, frozen=True):
    """An answer of a topic, or a thing of a kind: how often it was offered and taken, and what came of it.

    `wins` is how much more often a seat won when it took this at least once than when it could have and never did. Every seat
    is compared with itself, since some win more than others whatever they do. That it goes together does not mean
    that one causes the other.
    """

    group: str
    key: str
    label: str
    offered: int
    taken: int
    #: How often a seat took it at least once in a game, and how often it never did although it could; only of seats that
    #: did both.
    users: int
    others: int
    wins: Difference


class Unused(msgspec.Struct, frozen=True):
    """Everything that never happened: topics never asked, answers never given, entries of the pack never offered."""

    topics: list[str]
    answers: list[str]
    entries: dict[str, list[str]]


def _offers(run: RunData, cell: int) -> pl.LazyFrame:
    """One row for each seat, game, topic and option: how often it was offered and taken, and whether the seat won."""
    won = run.seats.filter(pl.col("cell") == cell).select("game", "seat", "won")
    return (
        run.decisions.filter(pl.col("cell") == cell)
        .select("game", "seat", "topic", pl.col("options").alias("key"), "answer")
        .explode("key")
        .group_by("game", "seat", "topic", "key")
        .agg(offered=pl.len(), taken=(pl.col("key") == pl.col("answer")).sum())
        .join(won, on=["game", "seat"])
    )


def use_of(run: RunData, cell: int, *, things: bool = False) -> list[UseFinding]:
    """The use of every answer by topic, or of every thing by kind."""
    offers = _offers(run, cell)
    names = run.names.collect()
    if things:
        labels = _labels(run, cell)
        of = (
            names.lazy()
            .select("topic", "key", "things")
            .explode("things")
            .drop_nulls("things")
            .unnest("things")
            # Headings and distances are pointed at too, but nobody counts them: only what a game has a list of.
            .filter(pl.col("kind").is_in({kind for kind, _ in labels}))
        )
        offers = (
            offers.join(of, on=["topic", "key"])
            .group_by("game", "seat", pl.col("kind").alias("group"), pl.col("id").alias("name"))
            .agg(pl.col("offered").sum(), pl.col("taken").sum(), pl.col("won").first())
        )
    else:
        offers = offers.rename({"topic": "group", "key": "name"})
        labels = {
            (topic, key): label for topic, key, label in names.select("topic", "key", "label").iter_rows()
        }
    used = pl.col("taken") > 0
    found = (
        offers.group_by("group", "name", "seat")
        .agg(
            offered=pl.col("offered").sum(),
            taken=pl.col("taken").sum(),
            users=used.sum(),
            others=(~used).sum(),
            won_with=(used & pl.col("won")).sum(),
            won_without=(~used & pl.col("won")).sum(),
        )
        .sort("group", "name", "seat")
        .collect(engine="streaming")
    )
    by_name: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in found.iter_rows(named=True):
        by_name.setdefault((row["group"], row["name"]), []).append(row)
    uses = [
        _use(group, name, labels.get((group, name), name.replace("_", " ")), rows)
        for (group, name), rows in by_name.items()
    ]
    return sorted(uses, key=lambda use: (use.group, -use.offered, use.key))


def _use(group: str, name: str, label: str, seats: list[dict[str, Any]]) -> UseFinding:
    """The use of one thing, out of a row for each seat."""
    both = [row for row in seats if row["users"] and row["others"]]
    return UseFinding(
        group,
        name,
        label,
        sum(row["offered"] for row in seats),
        sum(row["taken"] for row in seats),
        sum(row["users"] for row in both),
        sum(row["others"] for row in both),
        within((row["won_with"], row["users"], row["won_without"], row["others"]) for row in both),
    )


def _labels(run: RunData, cell: int) -> dict[Any, str]:
    """The labels of the things of a game, by kind and id."""
    game = find_game(run.plan.game)
    kinds = game.kinds(game.begin(decode_options(game, run.cells[cell].options)))
    found: dict[Any, str] = {("seat", seat): label for seat, label in run.cells[cell].seats.items()}
    for kind, names in kinds.items():
        if names.count is not None:
            found |= {(kind, names.id(number)): names.label(number) for number in range(names.count)}
    return found


def unused_of(run: RunData, cell: int) -> Unused:
    """Find what never happened in a cell."""
    decisions = run.decisions.filter(pl.col("cell") == cell)
    asked = set(decisions.select(pl.col("topic").unique()).collect()["topic"])
    offered = (
        decisions.select("topic", pl.col("options").alias("key"))
        .explode("key")
        .unique()
        .collect(engine="streaming")
    )
    names = run.names.collect().join(offered, on=["topic", "key"])
    taken = set(decisions.select("topic", "answer").unique().collect().iter_rows())
    never = [
        f"{topic}: {label}"
        for topic, key, label in sorted(names.select("topic", "key", "label").iter_rows())
        if (topic, key) not in taken
    ]
    things = {thing["id"] for each in names["things"] for thing in (each if each is not None else ())}
    return Unused(sorted(set(topics_of(run.plan.game)) - asked), never, _entries(run, cell, things))


def topics_of(game: str) -> dict[str, str]:
    """The topics that a game's modules declare, each with what its answer leads to."""
    return {topic.id: topic.help for topic in _topics(game)}


def _topics(game: str) -> Iterator[Topic]:
    package = type(find_game(game)).__module__.rpartition(".")[0]
    for name, module in list(sys.modules.items()):
        if package and (name == package or name.startswith(f"{package}.")):
            for value in list(vars(module).values()):
                if isinstance(value, Topic):
                    yield value


def _entries(run: RunData, cell: int, offered: set[str]) -> dict[str, list[str]]:
    """The entries of a pack's files that were never among the options, of files of which some were."""
    game = find_game(run.plan.game)
    if not game.pack_files:
        return {}
    pack = game.pack(decode_options(game, run.cells[cell].options).pack)
    found: dict[str, list[str]] = {}
    for file in game.pack_files:
        ids = [str(entry.id) for entry in _listed(pack[file]) if hasattr(entry, "id")]
        missing = [id for id in ids if id not in offered]
        if ids and missing and len(missing) < len(ids):
            found[file] = missing
    return found


def _listed(data: Any) -> list[Any]:
    return list(data) if isinstance(data, (list, tuple)) else []
