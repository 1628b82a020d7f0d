"""The vocabulary of card effects, which both games share."""

from __future__ import annotations

from sandtable.games.free_mars.common.cards.effects import (
    Challenge,
    Choose,
    Deploy,
    Effect,
    GainOps,
    LoseOps,
    Way,
    every,
)


def test_every_effect_is_found_at_any_depth() -> None:
    """Checks and the house player see what a card holds inside its other effects."""
    inner = Choose(ways=(Way("a", "A", (LoseOps(),)), Way("b", "B", (Deploy(won=(GainOps(),)),))))
    effects: list[Effect] = [Challenge("cyber", success=(GainOps(n=2),), failure=(inner,))]
    kinds = [type(effect).__name__ for effect in every(effects)]
    assert kinds == ["Challenge", "GainOps", "Choose", "LoseOps", "Deploy", "GainOps"]
