"""Every game on "A board for your game" can be drawn at every decision, and its board lights up where the page says so."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

import sandtable
from sandtable.engine import Game
from sandtable.engine.contract import check_contract
from sandtable.engine.contract.drawing import fault, lights_up, plan_of
from tests.docs.pages import files_on, install_files, install_first_game

PAGE = "tinker/board.md"


def game_in(name: str) -> Game[Any]:
    install_first_game()
    install_files("tinker/secrets-and-bots.md")
    install_files(PAGE)
    found: Game[Any] = sys.modules[name].GAME
    return found


@pytest.mark.parametrize("name", files_on(PAGE))
def test_a_game_of_the_page_is_drawn_from_start_to_end(name: str) -> None:
    table = sandtable.new(game_in(name), seed=3)
    plan = plan_of(table.game, table.options)
    assert plan is not None
    rng, lit = random.Random(3), 0
    while table.ask is not None:
        assert fault(table, plan) == ""
        lit += lights_up(table, plan)
        table.choose(rng.choice(table.ask.keys))
    # Liar's dice and Echo ask for numbers and for yes or no, which are no things.
    assert (lit > 0) == (name in ("drawn_derelict", "picket"))


def test_the_ships_keep_their_secret() -> None:
    check_contract(game_in("picket"), games=2, share=0.02)
