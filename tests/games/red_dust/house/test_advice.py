"""Hints say why: what an answer would change at once for the seat that is asked."""

from __future__ import annotations

import random

import sandtable
from sandtable.engine import Run
from sandtable.engine.chance import RandomSource
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.map import MARS_GOV, RED_DUST
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.state import Mars, Op, Phase

from ..kit import mars, n


def told(s: Mars, who: int, op: Op, *answers: str) -> str:
    """What is said about the last of these answers, by their keys."""
    begin_operation(s, who, op)
    s.acted, s.phase = (who,), Phase.OPERATION
    run = Run(GAME, s, RandomSource(random.Random(1)))
    *before, last = answers
    for key in before:
        run.play(value_of(run, key))
    line = GAME.advice(run, value_of(run, last))
    kinds = sandtable.new(GAME, seed=1).kinds
    return "" if line is None else line.words(kinds)


def value_of(run: Run[Mars], key: str) -> object:
    assert run.ask is not None
    kinds = sandtable.new(GAME, seed=1).kinds
    return next(value for value in run.values if run.ask.under.key(value, kinds) == key)


def test_control_comes_first() -> None:
    """7 Two Troops against one Rebel: COIN Control."""
    s = mars({"gandhi": {"mg_base": 1, "rd_rebel": 2}, "sharma": {"mg_base": 1}})
    assert (
        told(s, MARS_GOV, Op.TRAIN, "train:gandhi", "train_number:4")
        == "Gandhi would come under COIN Control."
    )


def test_a_shift_brings_red_dust_nearer() -> None:
    """6, 15.3 A Campaign shifts a populated space towards Opposition: its Population counts for the total."""
    s = mars({"gandhi": {"rd_rebel": 2}, "sharma": {"rd_rebel": 2}})
    nearer = s.population(n("gandhi"))
    assert told(s, RED_DUST, Op.CAMPAIGN, "campaign:gandhi") == f"You would be {nearer} nearer to victory."


def test_done_is_said_to_be_enough() -> None:
    s = mars({"gandhi": {"rd_rebel": 2}, "sharma": {"rd_rebel": 2}})
    s.resources[RED_DUST] = 9
    said = told(s, RED_DUST, Op.CAMPAIGN, "campaign:gandhi", "done")
    assert said == "What is left here is not worth its price."


def test_nothing_is_said_of_what_dice_decide() -> None:
    """16.9 What an Attack brings is not known before."""
    s = mars({"gandhi": {"rd_rebel": 2, "mg_troop": 3}, "sharma": {"rd_rebel": 2, "mg_troop": 3}})
    assert told(s, RED_DUST, Op.ATTACK, "attack:gandhi") == ""


def test_advice_never_fails_and_changes_nothing() -> None:
    """In a random game, for every answer that is given."""
    rng = random.Random(4)
    table = sandtable.new(GAME, seed=4)
    spoken = 0
    while (ask := table.ask) is not None:
        key = rng.choice(ask.keys)
        before = table.position.digest()
        line = GAME.advice(table.run, ask.resolve(key)[1])
        spoken += line is not None and bool(line.words(table.kinds))
        assert table.position.digest() == before
        table.choose(key)
    assert spoken > 40
