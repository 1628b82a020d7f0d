"""Why a cell, a unit or an action is not offered, and what the others do."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.guidance import reasons
from sandtable.engine import Of, Refusal, Thing
from sandtable.games.free_mars.surface.game import GAME
from sandtable.games.free_mars.surface.rules.actions import MOVE, RECRUIT, REPAIR, RUN, action_refusal
from sandtable.games.free_mars.surface.rules.movement import HOP, move_to
from sandtable.games.free_mars.surface.state import Moved, Phase

from ..kit import BOX, Desk, team

TEAM = ("firebrand", "netrunner", "nanosmith")


def words(desk: Desk, why: Refusal | None, kind: str, it: Any) -> str:
    assert why is not None
    return why.words(desk.kinds, Of(kind, it))


def test_every_thing_that_is_left_out_has_a_reason() -> None:
    """In 200 random positions nothing is left out without a reason, and reasons and options agree."""
    found = reasons(GAME, 200)
    assert found.disagree == []
    assert found.share >= 0.95


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("e7", "The Team is in E7 already."),
        ("a1", "A1 is 7 cells away, and the Team's movement is 2."),
    ],
)
def test_11_1_why_the_team_cannot_go_there(goal: str, why: str) -> None:
    """11.1 The cell it is in; one that is further than its movement."""
    desk = Desk(team(*TEAM, cell="e7"))
    assert desk.question.why_not(Thing("cell", goal)) == why


def test_11_1_a_stop_cell_on_the_way() -> None:
    """11.1 Where every way, or the short one, leads through a STOP cell, that cell is named."""
    texts = set()
    for cell in range(len(BOX.cells)):
        s = team(*TEAM, cell=BOX.cells[cell])
        ways = move_to(s, may_hop=True, ignores_stop=False)
        for goal in range(len(BOX.cells)):
            why = ways.refusal(goal)
            if why is not None:
                texts.add(why.text)
            if why is not None and "{stop:cell}" in why.text:
                assert why.args is not None
                stop = why.args["stop"]
                assert BOX.terrain[stop].stop or (BOX.site[stop] >= 0 and not s.control[BOX.site[stop]])
    assert any("on every way" in text for text in texts)


def test_11_3_why_there_is_no_hop() -> None:
    """11.3 Without a Friendly Spaceport; and after the Team has moved."""
    desk = Desk(team(*TEAM, cell="e7"))
    assert [(it.label, it.why) for it in desk.question.refused] == [("Hop", "No Spaceport is Friendly.")]
    moved = move_to(desk.s, may_hop=False, ignores_stop=False).refusal(HOP)
    assert words(desk, moved, "", HOP) == "A Hop is all the movement of an Op, and the Team has moved."


def test_16_1_why_an_action_is_not_possible() -> None:
    """16.1 An icon that nobody shows, a place where nobody recruits, nobody to repair, a Team that has hopped."""
    desk = Desk(team("breaker", cell="e7", phase=Phase.ACTION))
    assert words(desk, action_refusal(desk.s, RUN), "", RUN).startswith(
        "Nobody in the Team shows a Cyber icon"
    )
    assert words(desk, action_refusal(desk.s, RECRUIT), "", RECRUIT) == (
        "Nobody in the Team shows a Leader icon."
    )
    s = team("firebrand", "nanosmith", "throttle", cell="e7", phase=Phase.ACTION, moved=Moved.HOPPED)
    assert words(desk, action_refusal(s, RECRUIT), "", RECRUIT) == (
        "You can only recruit in a Settlement, a Friendly Installation or a TAZ."
    )
    assert words(desk, action_refusal(s, REPAIR), "", REPAIR) == "No unit of the Team has crashed."
    assert words(desk, action_refusal(s, MOVE), "", MOVE) == (
        "The Team has hopped, which is all its movement in this Op."
    )


def test_17_1_why_nobody_else_can_be_recruited() -> None:
    """17.1 R-SC-6 R-SC-37 In the Team, its other side, too dear, and the points for the first Cadre."""
    desk = Desk(team("netrunner", "deck_rig", cell="e7", points=1, phase=Phase.RECRUIT))
    told = {id: desk.question.why_not(Thing("offer", id)) for id in ("netrunner", "firebrand", "deck_rig")}
    assert told["netrunner"] == "Netrunner is already in the Team."
    assert told["firebrand"] == "It costs 2 TP, and you have 1 TP."
    assert told["deck_rig"] == "Deck Rig is already in the Team."


def test_the_likely_answer_stands_out() -> None:
    """A Team that does not know its Mission is likely to run the NET, and spends its Positives."""
    desk = Desk(team(*TEAM, cell="e7", phase=Phase.ACTION), {"netrun": [(6, 6)]})
    assert desk.question.likely == "netrun"
    desk.choose("netrun")
    assert desk.question.likely == "reveal"


def test_every_option_says_what_it_does() -> None:
    """An action gives its dice and what a Positive brings."""
    desk = Desk(team(*TEAM, cell="e7", phase=Phase.ACTION))
    says = {option.key: option.says for option in desk.question.options}
    assert says["netrun"].startswith("2 dice. Each Positive buys one thing: reveal the Mission")
    assert says["pass"] == "The Op goes on without one."
