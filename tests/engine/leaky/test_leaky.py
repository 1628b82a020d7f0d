"""A game that gives a secret away fails the contract with a message that names the leak; its twin passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import Game
from sandtable.engine.contract import ContractBroken, check_contract

from .games import PAIRS
from .liars_dice import LiarsDice, PlainDice, PlainDiceShown, ShownDice

NAMES = [name for name, *_ in PAIRS]


@pytest.mark.parametrize(("game", "leak"), [(leaky, leak) for _, leaky, _, leak in PAIRS], ids=NAMES)
def test_a_leak_is_named(game: Game[Any], leak: str, tmp_path: Path) -> None:
    """Whatever a secret is made of and wherever it gets out, the contract fails and says where."""
    with pytest.raises(ContractBroken, match=rf"(?s){leak}") as caught:
        check_contract(game, games=5, keep=tmp_path)
    assert len(str(caught.value).splitlines()) <= 5, "a person should read it at a glance"


@pytest.mark.parametrize("game", [right for _, _, right, _ in PAIRS], ids=NAMES)
def test_a_secret_that_is_kept_passes(game: Game[Any]) -> None:
    """The same game without the leak passes, and something was really changed and watched."""
    seen = check_contract(game, games=5)
    assert seen.observers > 20
    assert seen.not_imagined == 0


@pytest.mark.parametrize("game", [PlainDice(), PlainDiceShown()], ids=lambda game: type(game).__name__)
def test_dice_in_an_ordinary_field_fail(game: Game[Any]) -> None:
    """Liar's dice with the dice in the state, whatever its view shows, names the field, the throw, and what to write."""
    with pytest.raises(
        ContractBroken, match=r"(?s)`dice` holds a secret.*throw 'cup'.*Keep it in Hidden.*redeal"
    ):
        check_contract(game, games=3)


def test_a_view_that_shows_both_cups_fails() -> None:
    """Liar's dice with the dice in `Hidden` and a leaky view names the view."""
    with pytest.raises(ContractBroken, match=r"view: .*cups"):
        check_contract(ShownDice(), games=3)


def test_liars_dice_passes() -> None:
    """Liar's dice with hidden dice and a view of what each side has seen keeps the contract."""
    seen = check_contract(LiarsDice(), games=5)
    assert seen.varied["throw"] > 10
    assert seen.varied["dealt"] > 20
    assert seen.not_imagined == 0
