"""RT 6 (e) The rule by which a player keeps Rogue cards, and what it may not tell the others."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import RandomSource, Run, Table
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.cards.keeping import refill_hand
from sandtable.games.rogue_trooper.rules.movement import move_gi
from sandtable.games.rogue_trooper.state import (
    ASKED,
    KEEPS_ALL,
    KEEPS_BY_ORDER,
    ROGUES_OUT,
    NuEarth,
    Phase,
)

from ..kit import BOX, at, card, gi, names, on_top, play, table

HAND = "escape_1 escape_2 forced_march_1"
ORDER = "rogue_out:by_order rogue_order:air_lift rogue_order:forced_march rogue_order:done"
KINDS = [rogue.id for rogue in BOX.rogue_designs]


def at_table(s: NuEarth, phase: Phase) -> Table:
    """A table of two players at this phase of this position."""
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    s.phase = phase
    return game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))


def test_who_keeps_all_is_not_asked_again() -> None:
    """6 (e): nothing is discarded, now or later; the hand is filled up all the same."""
    s = gi(table(2), 0, hand="escape_1 escape_2")
    played = play(s, refill_hand(s), "rogue_out:keep_all")
    assert played.options("rogue_out") == ["escape_1", "escape_2", "keep_all", "by_order", "done"]
    assert names(s.hand(0))[:2] == ["escape_1", "escape_2"]
    assert len(s.hand(0)) == 3
    s.discard(card("escape_1"))
    assert play(s, refill_hand(s)).asked == []
    assert len(s.hand(0)) == 3


def test_an_order_by_which_nothing_goes_cannot_be_taken_back() -> None:
    """6 (e): that all cards stay tells the others what the order is worth, as soon as it is given and in later turns."""
    s = gi(table(2), 0, "a1", hand=HAND)
    t = at_table(s, Phase.CARDS)
    for key in ("by_order", "rogue_order:escape", "rogue_order:forced_march"):
        t.choose(key)
        assert t.undo_name("red") is not None
    t.choose("done")
    assert names(t.run.state.hand(0)) == HAND.split()
    assert t.undo_name("red") is None
    assert "You keep all your Rogue cards, by your order." in [line.text for line in t.log("red")]
    assert "You keep all your Rogue cards, by your order." not in [line.text for line in t.log("blue")]


def test_who_keeps_by_an_order_keeps_only_these_kinds() -> None:
    """6 (e): at once, and in all later turns without a question; what is discarded lies face up."""
    s = gi(table(2), 0, hand=HAND)
    on_top(s, "bodyguard air_lift_1 forced_march_2 lucky_break_1")
    play(s, refill_hand(s), ORDER)
    assert names(s.hand(0)) == ["forced_march_1", "bodyguard", "air_lift_1"]
    assert [s.cards.where[card(name)] for name in ("escape_1", "escape_2")] == [ROGUES_OUT] * 2
    played = play(s, refill_hand(s))
    assert (played.asked, played.says("Red discards Bodyguard.")) == ([], True)
    assert names(s.hand(0)) == ["forced_march_1", "air_lift_1", "forced_march_2"]


def test_over_the_limit_the_order_decides() -> None:
    """6 (e): up to three by this order: an Air Lift and two Forced Marches go before Lucky Break."""
    s = gi(table(2), 0, hand="lucky_break_1 forced_march_1 forced_march_2 air_lift_1")
    s.keep_rogue_cards(
        0, KEEPS_BY_ORDER, tuple(map(KINDS.index, ("air_lift", "forced_march", "lucky_break")))
    )
    assert play(s, refill_hand(s)).asked == []
    assert names(s.hand(0)) == ["forced_march_1", "forced_march_2", "air_lift_1"]


@pytest.mark.parametrize(("rule", "then"), [(KEEPS_ALL, ""), (ASKED, " rogue_out:done")])
def test_over_the_limit_everybody_else_is_asked(rule: int, then: str) -> None:
    """6 (e): also who keeps all; of four cards one must go, and who wants to be asked may then discard others."""
    s = gi(table(2), 0, hand="lucky_break_1 forced_march_1 forced_march_2 air_lift_1")
    s.keep_rogue_cards(0, rule)
    played = play(s, refill_hand(s), f"rogue_out:lucky_break_1{then}")
    assert played.options("rogue_out") == ["lucky_break_1", "forced_march_1", "forced_march_2", "air_lift_1"]
    assert len(s.hand(0)) == 3


def test_the_rule_is_opened_with_a_move() -> None:
    """6 (e): one answer ends the rule, then he moves; in the End phase he is asked. Who is asked anyway has no such answer."""
    s = gi(gi(table(2), 0, "f6", hand=HAND), 1, "a1")
    assert "ask_me" not in play(s, move_gi(s), "move:stay").options("move")
    s.keep_rogue_cards(0, KEEPS_BY_ORDER, ())
    played = play(s, move_gi(s), "move:ask_me move:stay")
    first, second = (set(ids) for _, topic, ids in played.asked if topic == "move")
    assert first - second == {"ask_me"}
    assert (s.rogue_rule(0), s.rogue_orders) == (ASKED, {})
    assert play(s, refill_hand(s), "rogue_out:done").was_asked("rogue_out")


def test_a_rule_makes_no_question_of_a_forced_move() -> None:
    """11.2: a GI with one way to go is not asked where he goes, whatever his rule is."""
    s = gi(table(2), 0, "f6")
    s.chip[1], s.lives[1] = at("f5"), 0
    s.keep_rogue_cards(0, KEEPS_ALL)
    assert play(s, move_gi(s)).asked == []
    assert s.sector[0] == at("f5")


def test_an_order_is_its_owners_secret() -> None:
    """It would tell what he holds: others see that there is one, but neither the question nor the kinds."""
    s = gi(table(3), 0, hand=HAND)
    play(s, refill_hand(s), ORDER)
    wanted = [KINDS.index("air_lift"), KINDS.index("forced_march")]
    assert [GAME.view(s, seat).rogue_order for seat in (0, 1, 2, None)] == [wanted, [], [], []]
    assert {GAME.view(s, seat).gis[0].rogue_rule for seat in (0, 1, 2, None)} == {KEEPS_BY_ORDER}
    imagined = s.copy()
    GAME.redeal(imagined, 1, random.Random(1), [frozenset()] * 3)
    assert imagined.rogue_orders[0] != s.rogue_orders[0]
    GAME.redeal(s, 0, random.Random(1), [frozenset()] * 3)
    assert s.rogue_orders[0] == tuple(wanted)


@pytest.mark.parametrize("rule", [ASKED, KEEPS_ALL, KEEPS_BY_ORDER])
def test_what_is_asked_does_not_depend_on_the_cards(rule: int) -> None:
    """The shape of a turn tells nobody what a hand holds: it depends on the rule, which everybody knows."""
    seen = set()
    for hand in (HAND, "air_lift_1 air_lift_2 forced_march_1", "bodyguard false_lead_1 escape_1"):
        s = gi(table(2), 0, hand=hand)
        s.keep_rogue_cards(0, rule, tuple(map(KINDS.index, ("air_lift", "forced_march"))))
        game = at_table(s, Phase.CARDS)
        other = game.ask_for("blue")
        assert other is not None
        seen.add((other.seat, other.prompt, game.run.state.phase))
    assert len(seen) == 1


def test_a_rule_is_journaled_and_can_be_taken_back() -> None:
    """Saves that last: the rule is an answer like any other. Undo brings the rule back that was ended with a move."""
    game = sandtable.new(GAME, seed=3, options={"players": 2})
    rng = random.Random(3)
    while game.ask is not None and game.ask.topic != "rogue_out":
        game.choose(game.ask.keys[list(game.ask.values).index(GAME.policy(game.run, rng))])
    game.choose("by_order")
    game.choose("rogue_order:air_lift", "rogue_order:forced_march", "done")
    assert game.run.state.rogue_orders == {0: (KINDS.index("air_lift"), KINDS.index("forced_march"))}
    assert sandtable.load(game.save()).run.state == game.run.state
    while game.ask is not None and "ask_me" not in game.ask.keys:
        game.choose(game.ask.keys[list(game.ask.values).index(GAME.policy(game.run, rng))])
    assert game.ask is not None
    rules, seat = dict(game.run.state.rogue_rules), game.ask.seat
    game.choose("ask_me")
    assert game.run.state.rogue_rules != rules
    game.undo(seat)
    assert game.run.state.rogue_rules == rules
