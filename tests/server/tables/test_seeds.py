"""SANDTABLE_SEED: games that repeat, for tests and demonstrations."""

from __future__ import annotations

from ..conftest import Place


def seed_hash(alone: Place, **table: object) -> str:
    found = alone.player().new("stash", {"ann": "bot:random", "bob": "bot:random"}, **table)
    return str(found["seed_hash"])


def test_tables_that_are_set_up_alike_are_dealt_alike(alone: Place) -> None:
    """With a seed in the settings, a game follows from what its table is, not from who opened it or when."""
    assert seed_hash(alone) == seed_hash(alone)
    assert seed_hash(alone) != seed_hash(alone, title="Another one")
