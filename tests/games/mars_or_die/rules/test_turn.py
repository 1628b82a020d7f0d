"""MD 3 Initiative and the sequence of a turn."""

from __future__ import annotations

import pytest

from sandtable.engine import Run
from sandtable.games.mars_or_die.state import FIRST, INITIATIVE, LOCKED, NOBODY, SECOND, THIRD, Battle

from ..field import Field, give, keys, offered

DUEL = (
    [("murk_sword", 20, 10, 90), ("murk_sword", 40, 10, 90)],
    [
        ("murk_sword", 20, 40, 270),
        ("murk_sword", 40, 40, 270),
    ],
)


def rolled(last_loser: int, ours: int, theirs: int) -> int:
    field = Field(*DUEL)
    field.s.phase, field.s.loser = INITIATIVE, last_loser
    return field.run(initiative=[(ours,), (theirs,)]).state.winner


def test_w15_the_loser_adds_one_and_wins_a_tie() -> None:
    """MD 3.1, R-MD-6, W-15: they lost the last roll; 4 against 3 + 1 is a tie, which they win."""
    assert rolled(last_loser=1, ours=4, theirs=3) == 1
    assert rolled(last_loser=1, ours=4, theirs=2) == 0
    assert rolled(last_loser=0, ours=3, theirs=4) == 0
    assert rolled(last_loser=0, ours=2, theirs=4) == 1


def test_the_first_roll_is_repeated_until_it_is_decided() -> None:
    """MD 3.1 First turn: roll until different."""
    field = Field(*DUEL)
    field.s.phase, field.s.loser, field.s.turn = INITIATIVE, NOBODY, 0
    run = field.run(initiative=[(4,), (4,), (2,), (2,), (5,), (6,)])
    assert (run.state.winner, run.state.loser, run.state.turn) == (1, 0, 1)


def test_a_scenario_may_give_the_first_initiative() -> None:
    """MD 3.1, S2: the Murks have the initiative in turn 1, and no die is rolled for it."""
    from sandtable.engine import Run, Script, decode_options
    from sandtable.games.mars_or_die import GAME

    s = GAME.begin(decode_options(GAME, {"scenario": "s2"}))
    s.phase = INITIATIVE
    run = Run(GAME, s, Script({}))
    assert run.state.winner == 1


def test_three_groups() -> None:
    """MD 3.2 The winner acts with some, then the loser with all, then the winner with the rest."""
    run = Field(*DUEL).run()
    give(run, "unit:us_murk_sword_1", "hold")
    assert keys(run) == ["unit:us_murk_sword_2", "later"]
    give(run, "later")
    assert run.state.phase == SECOND
    assert keys(run) == ["unit:them_murk_sword_1", "unit:them_murk_sword_2", "in_order", "no_more"]
    give(run, "unit:them_murk_sword_2", "hold", "unit:them_murk_sword_1", "hold")
    assert run.state.phase == THIRD
    assert keys(run) == ["unit:us_murk_sword_2", "no_more"]


def test_every_unit_acts_once_a_turn() -> None:
    """MD 3.3 Who has acted is not offered again; the next turn begins when nobody is left."""
    run = Field(*DUEL).run()
    for _ in range(4):
        give(run, next(key for key in keys(run) if key.startswith("unit")), "hold")
    assert run.state.turn == 3
    assert not any(run.state.acted)


def test_the_winner_may_act_with_none_first() -> None:
    """MD 3.2 From none up to all."""
    assert give(Field(*DUEL).run(), "later").state.phase == SECOND


def test_a_locked_unit_loses_its_action() -> None:
    """R-MD-7 A unit locked before its time has no action."""
    field = Field([("murk_sword", 20, 20, 90), ("murk_sword", 50, 10, 90)], [("murk_sword", 20, 21.52, 270)])
    field.s.locks = [(2, 0)]
    assert keys(field.run()) == ["unit:us_murk_sword_2", "later"]


@pytest.mark.parametrize("ends", [True, False])
def test_locked_units_fight_before_the_first_group(ends: bool) -> None:
    """R-MD-23 One round at the start of a later turn; if it ends the lock, the units may act in that turn."""
    field = Field([("murkleeg_melee", 20, 20, 90)], [("murkleeg_melee", 20, 21.52, 270)])
    field.s.locks, field.s.phase, field.s.rounds = [(0, 1)], LOCKED, [(0, 1)]
    field.s.labels = [2, 0, 0, 0]
    faces = (
        ((6, 6, 1, 1, 1, 1, 1), (5, 1, 1, 1, 1, 1, 1))
        if ends
        else ((4, 1, 1, 1, 1, 1, 1), (4, 1, 1, 1, 1, 1, 1))
    )
    run = field.run(melee=[faces, faces])
    if ends:
        assert give(run, "take_ground:no").state.phase == FIRST
        assert keys(run) == ["unit:us_murkleeg_melee", "later"]
    else:
        assert run.state.locks == [(0, 1)]


def test_units_in_order() -> None:
    """MD 3.2, R-MD-7 All units of a group may be taken in order, the foremost first; the order inside a group stays free."""
    run = Field(
        [("murk_sword", 20, 10, 90), ("murk_sword", 40, 20, 90), ("murk_sword", 60, 15, 90)],
        [("murk_sword", 40, 40, 270)],
    ).run()
    give(run, "in_order")
    assert about(run) == 1
    give(run, "hold")
    assert about(run) == 2
    give(run, "another", "unit:us_murk_sword_1", "hold")
    assert offered(run) == "unit"  # nobody is taken in order any more
    assert not run.state.in_order


def test_the_group_can_be_ended_in_order_too() -> None:
    """MD 3.2 The winner acts with as many as he likes; the order ends with the group."""
    run = give(Field(*DUEL).run(), "in_order", "later")
    assert run.state.phase == SECOND
    assert not run.state.in_order
    assert not any(run.state.acted)


def about(run: Run[Battle]) -> int:
    """The unit that is asked what it does."""
    assert offered(run) == "action"
    assert run.ask is not None
    assert run.ask.about is not None
    return int(run.ask.about["unit"])
