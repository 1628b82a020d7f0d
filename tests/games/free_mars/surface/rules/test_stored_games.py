"""Games stored under rules 4: what their answers mean at the questions of today."""

from __future__ import annotations

import pytest

from sandtable.engine import Answered, Migrated, Thrown
from sandtable.games.free_mars.surface.rules.stored_games import stored_answer, stored_throws
from sandtable.games.free_mars.surface.state import Phase

from ..kit import BOX, Desk, team


def old(*keys: str) -> list[Answered]:
    return [Answered(n=n, seat="commander", key=key) for n, key in enumerate(keys)]


def in_battle(foe: str) -> Desk:
    """After a round of a battle with one OPFOR unit."""
    s = team("firebrand", phase=Phase.ROUND, cell="e7", opfor=[foe], has_edge=True)
    return Desk(s, {"fire": [1], "opfor fire": [(1,) * s.opfor_strength] if s.opfor_strength else []})


WEAK = next(side.id for side in BOX.sides if side.combat == 0)


@pytest.mark.parametrize(
    ("foe", "keys", "meant"),
    [
        (WEAK, ("move:e6",), Migrated("fight_on", used=0)),  # nobody was asked then
        (WEAK, ("roll:cyber",), Migrated("fight_on", used=0)),
        (WEAK, ("keep_fighting",), Migrated("keep_fighting")),  # who fought round by round was
        ("patrol", ("breakoff:firebrand",), Migrated("breakoff:firebrand")),
    ],
)
def test_nobody_broke_off_from_strength_0(foe: str, keys: tuple[str, ...], meant: Migrated) -> None:
    """15.4.3 Where rules 4 asked nothing, the Team fought on."""
    assert stored_answer(in_battle(foe).question, old(*keys)) == meant


def test_the_order_of_icons_is_dropped() -> None:
    """9.5 Nobody is asked for it any more."""
    desk = Desk(team("firebrand", phase=Phase.MOVE, cell="e7"))
    assert stored_answer(desk.question, old("roll:cyber", "move:e6")) == Migrated(None)


def thrown(*faces: int) -> list[Thrown]:
    """A volley, the dice of an Objective, and a die of something else."""
    throws = [Thrown(1, "fire", [1]), *(Thrown(2, "objective", [face]) for face in faces)]
    return [*throws, Thrown(9, "nexus", [4])]


@pytest.mark.parametrize(
    ("keys", "faces"),
    [
        (("hit:patrol", "roll:leader"), (5, 2)),  # the card asks for Leader, then Cyber
        (("hit:patrol", "roll:cyber"), (2, 5)),  # Cyber was rolled first
        (("roll:cyber", "move:e6"), (5, 2)),  # rolled already
        (("move:e6", "hit:patrol", "roll:cyber"), (5, 2)),  # not rolled yet
    ],
)
def test_the_dice_stay_with_their_icon(keys: tuple[str, ...], faces: tuple[int, int]) -> None:
    """9.5 Objective dice that were rolled in another order than that of the card are given again in the card's order."""
    s = team("firebrand", "netrunner", mission="airwaves")
    assert stored_throws(s, old(*keys), thrown(5, 2)) == thrown(*faces)


def test_dice_that_were_not_all_rolled_stay_as_they_are() -> None:
    """9.5 A journal that ends before the last icon is rolled."""
    s = team("firebrand", "netrunner", mission="airwaves")
    lines = [Thrown(1, "fire", [1])]
    assert stored_throws(s, old("hit:patrol", "roll:cyber"), lines) == lines
