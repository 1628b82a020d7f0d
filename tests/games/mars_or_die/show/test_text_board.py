"""The table in characters."""

from __future__ import annotations

import random

import pytest
from rich.text import Text

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.printed.box import box_of
from sandtable.games.mars_or_die.state import DISCARDS, HAND, Battle

from ..field import Field

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_picture_fits_the_terminal(scenario: str) -> None:
    """Every picture is valid markup and no wider than 100 columns, and every unit is listed with its letter."""
    rng = random.Random(1)
    run: Run[Battle] = Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))
    seats = GAME.seats(decode_options(GAME, {"scenario": scenario}))
    box = box_of(run.state)
    for _ in range(4):
        lines = Text.from_markup(GAME.text_board(GAME.view(run.state, 0), seats)).plain.splitlines()
        assert max(map(len, lines)) <= 100
        for unit in box.units[: box.count]:
            assert any(line.startswith(f"  {unit.letter} {unit.title}") for line in lines)
        playout(run, rng, at_most=60, policy=GAME.policy)
        if run.outcome is not None:
            break


def drawn(field: Field) -> str:
    return Text.from_markup(
        GAME.text_board(GAME.view(field.s, 0), GAME.seats(decode_options(GAME, {})))
    ).plain


def test_the_picture_shows_who_can_shoot_at_whom() -> None:
    """MD 12 The list of units says what is in range of what, how far it is and how good the chances are (MD 8)."""
    field = Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 30, 270)])
    text = drawn(field)
    assert "fires at a 8.5″ 51%" in text  # 6 against 4 is 0.5129
    assert "A↑A↑A↑A↑" in text
    assert "charges" not in text


def test_the_picture_shows_who_can_charge_whom() -> None:
    """MD 12 The same for charges: the chances of a stand to hit and to be hit, 4 dice against 3 (MD 8.4)."""
    text = drawn(Field([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 25, 270)]))
    assert "charges a 48% to 32%" in text  # 4 against 3 is 0.4785, 3 against 4 is 0.3171
    assert (
        "charges A 26% to 54%" in text
    )  # without the initiative: 3 against 4 + 1 (MD 7.7); 5 against 3 is 0.5430


def test_the_picture_shows_the_cards_that_were_played() -> None:
    """MD 11 A hand is shown to its own side with what each card does; what was played lies open for both."""
    field = Field(
        [("murk_sword", 20, 20, 90)], hands=(["drums", "ambush"], ["telegraph"]), colours=("green", "blue")
    )
    field.s.cards.play(field.s.cards.zones[HAND][0], DISCARDS)
    text = drawn(field)
    assert "Cards played: G8 Drums of the Deep" in text
    assert "G7 Ambush: Infantry" in text
    assert "Telegraph" not in text
