"""The games of "Secrets, odds and bots" are as sound and as short as a reader expects, and leak as the page says."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, Game
from sandtable.engine.contract import ContractBroken, check_contract
from sandtable.lab import play
from tests.docs.pages import files_on, module_of

FILES = files_on("tinker/secrets-and-bots.md")


def game_of(name: str, old: str = "", new: str = "") -> Game[Any]:
    """The game of a file, perhaps with a mistake in it."""
    assert old in FILES[name]
    found: Game[Any] = module_of(FILES[name].replace(old, new) if old else FILES[name], name).GAME
    return found


def test_there_is_a_dice_game_and_a_game_with_a_hidden_number() -> None:
    assert set(FILES) == {"liars_dice", "echo"}
    assert all(len(code.splitlines()) < 125 for code in FILES.values())


@pytest.mark.parametrize("name", ["liars_dice", "echo"])
def test_bots_play_to_the_end(name: str) -> None:
    game = game_of(name)
    table = sandtable.new(game, seed=1)
    play(table, {seat.id: make_bot("search:10", n) for n, seat in enumerate(table.seats)})
    assert table.outcome is not None


def test_a_list_of_dice_is_named() -> None:
    """ "Keep the dice in a field of your own ... The message names the field, the throw and what to write instead." """
    leaky = game_of(
        "liars_dice",
        '        yield from cup.roll(range(s.left[player]), by=player, topic="cup")\n',
        "        from sandtable.engine import Roll, faces\n"
        '        s.lost = list((yield Roll(3, faces, topic="cup", seen_by=(player,))))\n'
        "        cup.write(0, 1)\n",
    )
    with pytest.raises(ContractBroken, match=r"(?s)`lost` holds a secret.*throw 'cup'.*Keep it in Hidden"):
        check_contract(type("Quiet", (type(leaky),), {"census": lambda self, s: {}})(), games=2)


def test_without_redeal_the_submarine_is_imagined_where_it_cannot_be() -> None:
    """ "Without it, the destroyer's bot would imagine submarines at depths that were ruled out." """
    forgetful = game_of("echo", "    def redeal(self,", "    def unused(self,")
    for game, fits in ((game_of("echo"), True), (forgetful, False)):
        table = sandtable.new(game, seed=1).choose("dive:13", "drop:10", "creep:13")
        rng = random.Random(1)
        depths = {Chair(table, "destroyer").imagine(rng).run.state.depth.values[0] for _ in range(60)}
        assert (min(depths) >= 10) is fits
