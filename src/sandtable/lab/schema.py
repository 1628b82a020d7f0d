"""The columns of the tables of a run. docs/lab/data.md describes them for people."""

from __future__ import annotations

import polars as pl

#: One row a game.
GAMES: dict[str, pl.DataType | type[pl.DataType]] = {
    "cell": pl.Int32,
    "game": pl.Int64,
    "seed": pl.Int64,
    "scenario": pl.String,
    "pack": pl.String,
    "options": pl.String,
    "seats": pl.List(pl.String),
    "bots": pl.List(pl.String),
    "winners": pl.List(pl.String),
    "scores": pl.List(pl.Float64),
    "reason": pl.String,
    "decisions": pl.Int32,
    "turns": pl.Int32,
    "seconds": pl.Float64,
    "error": pl.String,
    "error_at": pl.String,
    "journal": pl.String,
}
#: One row a turn, and one for the end; the game's own columns follow.
TURNS: dict[str, pl.DataType | type[pl.DataType]] = {
    "cell": pl.Int32,
    "game": pl.Int64,
    "turn": pl.Int32,
    "decisions": pl.Int32,
    "seat": pl.String,
    "is_over": pl.Boolean,
    "evaluation": pl.List(pl.Float64),
}
#: One row a decision.
DECISIONS: dict[str, pl.DataType | type[pl.DataType]] = {
    "cell": pl.Int32,
    "game": pl.Int64,
    "decision": pl.Int32,
    "turn": pl.Int32,
    "seat": pl.String,
    "topic": pl.String,
    "options": pl.List(pl.String),
    "answer": pl.String,
}
#: One row a throw of dice or a draw.
THROWS: dict[str, pl.DataType | type[pl.DataType]] = {
    "cell": pl.Int32,
    "game": pl.Int64,
    "throw": pl.Int32,
    "decisions": pl.Int32,
    "turn": pl.Int32,
    "seat": pl.String,
    "topic": pl.String,
    "kind": pl.String,
    "raw": pl.String,
    "value": pl.Float64,
    "expected": pl.Float64,
    "deviation": pl.Float64,
}
#: What the keys of options mean.
NAMES: dict[str, pl.DataType | type[pl.DataType]] = {
    "topic": pl.String,
    "key": pl.String,
    "label": pl.String,
    "rule": pl.String,
    "kind": pl.String,
    "things": pl.List(pl.Struct({"kind": pl.String, "id": pl.String})),
}
TABLES = {"games": GAMES, "turns": TURNS, "decisions": DECISIONS, "throws": THROWS, "names": NAMES}
