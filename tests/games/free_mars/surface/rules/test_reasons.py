"""Why a cell, a unit or an action is not offered, and what the others do."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchmarks.guidance import reasons
from sandtable.engine import Ask, Of, Refusal, Steps, Thing
from sandtable.games.free_mars.surface.cards.words import take_item
from sandtable.games.free_mars.surface.game import GAME
from sandtable.games.free_mars.surface.rules.actions import MOVE, RECRUIT, REPAIR, RUN, action_refusal
from sandtable.games.free_mars.surface.rules.movement import HOP, hop, move_to
from sandtable.games.free_mars.surface.rules.set_up import NO_SETTLEMENT, NO_START, start_refusal
from sandtable.games.free_mars.surface.state import OUT, Moved, Phase, Team

from ..kit import BOX, SIDES, Desk, team

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


@pytest.mark.parametrize(
    ("units", "offer", "why"),
    [
        (("netrunner_crashed",), "netrunner", "Netrunner is already in the Team."),
        (("netrunner", "deck_rig"), "scope", "This Gear is in the Team on its other side."),
        (("netrunner",), "ghost", "Ghost is eliminated for this Mission."),
    ],
)
def test_17_1_r_sc_37_who_is_not_in_the_recruit_box(units: tuple[str, ...], offer: str, why: str) -> None:
    """17.1 R-SC-37 A crashed Cadre is in the Team, and Gear on either side; an eliminated Cadre is out."""
    s = team(*units, cell="e7", points=3, phase=Phase.RECRUIT)
    s.put(SIDES["ghost"][0], OUT)
    assert Desk(s).question.why_not(Thing("offer", offer)) == why


def crash() -> Desk:
    """12.2 A card crashes a Cadre."""
    s = losing(*TEAM, "deck_rig", "crawler_crashed", "breaker_crashed", ops=["suit_breach", "walkout"])
    return Desk(s, {"challenge": [(1, 2)]}).choose("crash_cadre")


def mend() -> Desk:
    """18.2 A card repairs a unit."""
    return Desk(losing(*TEAM, "deck_rig", "crawler_crashed", "breaker_crashed", ops=["quiet_sol", "walkout"]))


def burn() -> Desk:
    """16.6 A NET Run burns out a unit."""
    s = losing("netrunner", "deck_rig", "crawler_crashed", phase=Phase.ACTION)
    return Desk(s, {"netrun": [(1, 2, 3)]}).choose("netrun")


def battle() -> Desk:
    """15.4 The Team may break off."""
    dice: dict[str, list[Any]] = {
        "opfor": [(0,)],
        "edge": [((6,), (1,))],
        "fire": [(1,) * 4],
        "opfor fire": [(1,)],
    }
    return Desk(losing(*TEAM, "deck_rig", "crawler_crashed", ops=["patrol_sweep", "walkout"]), dice)


def losing(*units: str, phase: Phase = Phase.CARD, **more: Any) -> Team:
    """A Team whose Ghost is eliminated."""
    s = team(*units, cell="e7", phase=phase, **more)
    s.put(SIDES["ghost"][0], OUT)
    return s


@pytest.mark.parametrize(
    ("begin", "topic", "more"),
    [
        (
            crash,
            "crash",
            {
                "breaker_crashed": "Breaker (crashed) has crashed already.",
                "deck_rig": "Deck Rig is not of the kind that the card names.",
            },
        ),
        (
            mend,
            "repair_unit",
            {"netrunner": "Netrunner has not crashed.", "deck_rig": "Deck Rig is Gear: it never crashes."},
        ),
        (burn, "burnout", {"crawler_crashed": "Crawler (crashed) has crashed already."}),
        (battle, "breakoff", {"deck_rig": "Deck Rig has no movement of its own."}),
    ],
)
def test_10_1_why_a_unit_is_not_the_one(begin: Callable[[], Desk], topic: str, more: dict[str, str]) -> None:
    """10.1 Only counters of the Team, by the side they show: nobody in the Recruit Box, and nobody eliminated."""
    question = begin().question
    assert question.topic == topic
    told = {
        "organiser": "Organiser is not in the Team.",
        "ghost": "Ghost is eliminated for this Mission.",
        "netrunner_crashed": "This counter shows its other side.",
        **more,
    }
    assert {id: question.why_not(Thing("unit", id)) for id in told} == told


def refusal_in(steps: Steps[Any], it: Any) -> Refusal | None:
    """Why the first question of a rule does not offer something, also where it would answer itself."""
    ask = next(steps)
    assert isinstance(ask, Ask)
    refused: Refusal | None = ask.options.refusal(it)
    return refused


def test_11_3_where_a_hop_does_not_lead() -> None:
    """11.3 From anywhere but a Spaceport only to a Friendly one."""
    s = team(*TEAM, cell="e7", friendly=("spaceport",))
    desk, here, elsewhere = Desk(s), s.cell, BOX.cells.index("a1")
    assert words(desk, refusal_in(hop(s), here), "cell", here) == "The Team is in E7 already."
    assert words(desk, refusal_in(hop(s), elsewhere), "cell", elsewhere) == (
        "A1 is no Friendly Spaceport, and the Team is in none."
    )


def test_17_5_what_a_card_does_not_bring() -> None:
    """17.5 What is in the Team or eliminated is no reinforcement; nor is a unit of another kind."""
    s = losing(*TEAM)
    desk = Desk(team(*TEAM, cell="e7"))
    items = {BOX.kinds["offer"].id(n): n for n in range(len(BOX.items))}
    gear = [items["deck_rig"], items["scope"]]
    told = {
        id: words(desk, refusal_in(take_item(s, gear), items[id]), "", id)
        for id in ("netrunner", "ghost", "organiser")
    }
    assert told == {
        "netrunner": "Netrunner is already in the Team.",
        "ghost": "Ghost is eliminated for this Mission.",
        "organiser": "The card does not bring Organiser.",
    }


def test_r_sc_6_where_the_team_does_not_begin() -> None:
    """7.0 R-SC-6 A Settlement; or, in a scenario that names its start cells, one of those."""
    s = team(*TEAM)
    assert start_refusal(s) is NO_SETTLEMENT
    named = SimpleNamespace(box=SimpleNamespace(scenario=SimpleNamespace(start=("a4",))))
    assert start_refusal(cast("Team", named)) is NO_START


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
