"""Windows and standing orders: "pass until my turn", kept with the table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.engine import PASS, Roll, RuleFailed, SandtableError, StandingOrder, Steps, Table, say
from sandtable.engine.asking import Topic, pick

from .small import Sheet, Small, differing, reopened, resumed, state_of, told, whole

FIGHT = 9


ACT = Topic("act", "1", "What you do in your turn, before the others may react.", "number")
REACT = Topic("react", "2", "Whether you fight the one who acts.", "number", window="react")
AMBUSH = Topic("ambush", "3", "Whether you fight from hiding.", "number", window="ambush")


class Patrol(Small):
    """In turn each seat acts; after each act the two others may react, then may ambush in private."""

    lasts = 9

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(s.mover, ACT, "Act?", [1, 2], label="Act {it}")
        yield say("{who:seat} acts.", who=s.mover)
        others = [(s.mover + 1) % 3, (s.mover + 2) % 3]
        for who in others:
            way = yield pick(who, REACT, "React?", [FIGHT, PASS], decline=PASS)
            s.marks.append(10 * who + (way == FIGHT))
        for who in others:
            way = yield pick(who, AMBUSH, "Ambush?", [FIGHT, PASS], decline=PASS, private=True)
            s.marks.append(100 + 10 * who + (way == FIGHT))
        s.mover = (s.mover + 1) % 3


def patrol(**more: Any) -> Table:
    return sandtable.new(Patrol(), **{"seed": 1, **more})


def asked(table: Table, seat: str | None = None) -> tuple[str, str] | None:
    return None if table.ask is None else (table.ask.seat, table.ask.window or table.ask.topic)


def asked_until(table: Table, seat: str, most: int = 100) -> list[tuple[str, str]]:
    """Whom the table asks what, with everybody passing, until this seat must act."""
    found = []
    for _ in range(most):
        assert table.ask is not None
        if asked(table) == (seat, "act"):
            break
        found.append((table.ask.seat, table.ask.window or table.ask.topic))
        table.choose(table.ask.decline or "act:1")
    return found


def declined_by_order(table: Table) -> list[tuple[str, str]]:
    lines = [json.loads(line) for line in table.save().splitlines()[1:]]
    return [(line["seat"], line["key"]) for line in lines if line.get("by") == "order"]


def test_an_optional_question_names_its_window_and_its_decline() -> None:
    """An optional question names its window and its decline option."""
    table = patrol().choose("act:1")
    assert table.ask is not None
    assert (table.ask.window, table.ask.decline) == ("react", "pass")
    assert table.ask.keys == ["react:9", "pass"]
    assert table.ask.plain().window == "react"
    assert table.ask.plain().decline == "pass"


def test_without_orders_everybody_is_asked() -> None:
    """The order of questions without any standing order."""
    table = patrol().choose("act:1")
    rest = [("bob", "react"), ("cy", "react"), ("bob", "ambush"), ("cy", "ambush")]
    assert asked_until(table, "bob") == rest


def test_a_window_is_declined_until_my_turn() -> None:
    """Standing orders: "pass until my turn" declines the named window, and only that, until one's own turn."""
    table = patrol()
    table.add_standing_order("bob", "react", "my turn")
    table.choose("act:1")
    assert asked_until(table, "bob") == [("cy", "react"), ("bob", "ambush"), ("cy", "ambush")]
    assert state_of(table).marks[0] == 10, "bob has declined"
    assert declined_by_order(table) == [("bob", "pass")]
    assert table.standing_orders("bob") == [], "it has ended with bob's turn"
    table.choose("act:1")
    asked_until(table, "cy")
    table.choose("act:1")
    assert ("bob", "react") in asked_until(table, "ann"), "bob is asked again in cy's turn"


def test_until_my_turn_lasts_through_the_turns_of_others() -> None:
    """Standing orders: until one's own turn, however many others come before it."""
    table = patrol()
    table.add_standing_order("cy", "*", "my turn")
    questions = asked_until(table, "cy")
    assert [seat for seat, _ in questions if seat == "cy"] == []
    assert len(declined_by_order(table)) == 4
    assert table.standing_orders("cy") == []
    table.choose("act:2")
    asked_until(table, "ann")
    table.choose("act:1")
    assert ("cy", "react") in asked_until(table, "bob")


def test_this_turn_ends_with_the_turn() -> None:
    """Standing orders: until the end of this turn."""
    table = patrol()
    table.add_standing_order("cy", "react", "this turn").choose("act:1")
    assert ("cy", "react") not in asked_until(table, "bob")
    assert table.standing_orders("cy") == []
    table.choose("act:1")
    assert ("cy", "react") in asked_until(table, "cy")


def test_until_withdrawn_lasts_until_withdrawn() -> None:
    """Standing orders: until withdrawn, also through one's own turns."""
    table = patrol()
    table.add_standing_order("cy", "react", "withdrawn")
    for _ in range(2):
        for seat in ("bob", "cy", "ann"):
            assert table.ask is not None
            table.choose("act:1")
            assert ("cy", "react") not in asked_until(table, seat)
    table.withdraw_standing_orders("cy")
    assert table.standing_orders("cy") == []
    table.choose("act:1")
    assert ("cy", "react") in asked_until(table, "bob")


def test_an_order_is_for_its_window_and_its_seat_only() -> None:
    """A standing order declines the named window of the seat that left it, and nothing else."""
    table = patrol()
    table.add_standing_order("bob", "ambush", "withdrawn").choose("act:1")
    assert asked_until(table, "bob") == [("bob", "react"), ("cy", "react"), ("cy", "ambush")]
    table = patrol()
    table.add_standing_order("bob", "parley", "withdrawn").choose("act:1")
    assert len(asked_until(table, "bob")) == 4


def test_a_star_is_for_every_window() -> None:
    """Standing orders: "*" declines every window."""
    table = patrol()
    table.add_standing_order("bob", "*", "withdrawn").choose("act:1")
    assert asked_until(table, "bob") == [("cy", "react"), ("cy", "ambush")]
    (order,) = table.standing_orders("bob")
    assert (order.seat, order.window, order.until) == (1, "*", "withdrawn")


def test_an_order_declines_the_question_that_is_open() -> None:
    """Who is asked may leave the order as the answer: the open window is declined at once."""
    table = patrol().choose("act:1")
    assert asked(table) == ("bob", "react")
    table.add_standing_order("bob", "react", "this turn")
    assert asked(table) == ("cy", "react")
    assert declined_by_order(table) == [("bob", "pass")]


NO_WINDOW = Topic("no_window", "1", "Whether you fight.")
NO_DECLINE = Topic("no_decline", "1", "Whether you fight.", window="react")
NOT_OFFERED = Topic("not_offered", "1", "How you fight.", window="react")
A_WINDOW = Topic("a_window", "1", "Whether you fight.", window="react")
END = Topic("end", "1", "The game is over.")


def test_an_order_answers_no_question_that_must_be_answered() -> None:
    """A standing order answers only optional questions: those with a window that offer their decline."""

    class Musts(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(1, NO_WINDOW, "No window?", [PASS, FIGHT], decline=PASS)
            yield pick(1, NO_DECLINE, "No decline?", [PASS, FIGHT])
            yield pick(1, NOT_OFFERED, "Decline not offered?", [FIGHT, 3], decline=PASS)
            yield pick(1, A_WINDOW, "A window?", [FIGHT, PASS], decline=PASS)
            yield pick(2, END, "End?", [1, 2])

    table = sandtable.new(Musts(), seed=1).add_standing_order("bob", "*", "withdrawn")
    topics = []
    while table.ask is not None:
        topics.append(table.ask.topic)
        table.choose(table.ask.keys[0])
    assert topics == ["no_window", "no_decline", "not_offered", "end"]


def test_orders_and_declines_are_in_the_journal() -> None:
    """A standing order is recorded, and so is every answer it gave, marked as such."""
    table = (
        patrol().add_standing_order("bob", "react", "my turn").choose("act:1").withdraw_standing_orders("bob")
    )
    lines = [json.loads(line) for line in table.save().splitlines()[1:]]
    assert [line["t"] for line in lines] == ["order", "answer", "answer", "order"]
    assert lines[0] == {"t": "order", "n": 1, "seat": "bob", "window": "react", "until": "my turn"}
    assert lines[2]["by"] == "order"
    assert lines[2]["seat"] == "bob"
    assert "by" not in lines[1]


def test_orders_are_kept_through_save_and_load() -> None:
    """Standing orders are kept with the table: through a save and through a moment."""
    table = (
        patrol()
        .add_standing_order("bob", "react", "my turn")
        .add_standing_order("cy", "*", "withdrawn")
        .choose("act:1")
    )
    for again in (reopened(table), resumed(table), table.fork()):
        for seat in ("ann", "bob", "cy"):
            assert again.standing_orders(seat) == table.standing_orders(seat)
        assert asked(again) == asked(table) == ("bob", "ambush")
        assert asked_until(again, "bob") == [("bob", "ambush")]


def test_declined_by_order_or_by_hand_looks_the_same_to_others() -> None:
    """A standing order is its seat's own: others see what they would see had the seat declined by hand."""
    by_order = patrol().add_standing_order("bob", "*", "withdrawn").choose("act:1", "pass")
    by_hand = patrol().choose("act:1", "pass", "pass", "pass")
    assert asked(by_order) == asked(by_hand) == ("cy", "ambush")
    for seat in ("ann", "cy", None):
        one, other = told(by_order, seat), told(by_hand, seat)
        assert differing(one, other) == []
    assert by_order.standing_orders("ann") == []


def test_until_my_turn_ends_with_a_turn_in_which_one_is_not_asked() -> None:
    """Standing orders: "until my turn" ends when one's turn comes, even if nothing in it is left to decide."""

    class Idle(Small):
        lasts = 9

        def rule(self, s: Sheet) -> Steps[None]:
            acts = [1] if s.mover == 2 else [1, 2]
            yield pick(s.mover, ACT, "Act?", acts)
            for who in range(3):
                if who != s.mover:
                    yield pick(who, REACT, "React?", [FIGHT, PASS], decline=PASS)
            s.mover = (s.mover + 1) % 3

    table = sandtable.new(Idle(), seed=1).add_standing_order("cy", "react", "my turn")
    assert [seat for seat, _ in asked_until(table, "bob")] == ["ann", "bob"], "cy declines in ann's turn"
    table.choose("act:1")
    assert [seat for seat, _ in asked_until(table, "ann")] == ["ann", "ann", "bob"], (
        "and in bob's; cy's own is forced"
    )
    table.choose("act:1")
    assert [seat for seat, _ in asked_until(table, "bob")] == ["bob", "cy"], "cy's turn has come and gone"


def test_without_turns_of_ones_own_an_order_lasts_until_a_real_question() -> None:
    """Where a game does not say whose turn it is, one's turn is when one must answer."""

    class Turnless(Patrol):
        def whose_turn(self, s: Sheet) -> int | None:
            return None

    table = sandtable.new(Turnless(), seed=1).add_standing_order("bob", "react", "my turn").choose("act:1")
    assert asked_until(table, "bob") == [("cy", "react"), ("bob", "ambush"), ("cy", "ambush")]
    assert table.standing_orders("bob") == []


@pytest.mark.parametrize(
    ("seat", "until", "named"),
    [("bob", "tomorrow", "tomorrow"), ("dan", "my turn", "dan"), ("bob", "", "''")],
)
def test_a_wrong_order_is_an_error_and_changes_nothing(seat: str, until: str, named: str) -> None:
    """A wrong seat or a wrong end gets one clear line, and nothing changes."""
    table = patrol()
    before = whole(table)
    with pytest.raises(SandtableError, match=named):
        table.add_standing_order(seat, "react", until)
    assert differing(before, whole(table)) == []


def test_a_spectator_leaves_no_orders() -> None:
    """A spectator is never asked and leaves no orders; the error says so of the spectator."""
    table = patrol()
    before = whole(table)
    with pytest.raises(SandtableError) as caught:
        table.add_standing_order(None, "react", "my turn")  # type: ignore[arg-type]
    assert "my turn" not in str(caught.value), "the end given was a right one"
    assert differing(before, whole(table)) == []


def test_a_rule_that_fails_after_an_order_leaves_the_table_as_it_was() -> None:
    """An answer is atomic, also one that a standing order gives."""

    class Fragile(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(0, ACT, "Act?", [1, 2], label="Act {it}")
            way = yield pick(1, REACT, "React?", [FIGHT, PASS], decline=PASS)
            s.marks.append((yield Roll(1)))
            if way == PASS:
                raise KeyError("nobody may pass")

    table = sandtable.new(Fragile(), seed=1).choose("act:1")
    before = whole(table)
    with pytest.raises(RuleFailed):
        table.add_standing_order("bob", "react", "withdrawn")
    assert differing(before, whole(table)) == []
    table = sandtable.new(Fragile(), seed=1).add_standing_order("bob", "react", "withdrawn")
    before = whole(table)
    with pytest.raises(RuleFailed) as caught:
        table.choose("act:1")
    assert differing(before, whole(table)) == []
    again = sandtable.engine.open_journal(caught.value.moment, lambda key: table.game)
    with pytest.raises(RuleFailed):
        again.choose(*caught.value.answers)


@given(st.integers(0, 2**32))
def test_games_with_orders_are_saved_and_loaded(seed: int) -> None:
    """Save and load gives the same table, whatever standing orders were left and withdrawn on the way."""
    rng = random.Random(seed)
    table = sandtable.new(Patrol(), seed=seed)
    for _ in range(20):
        if table.ask is None:
            break
        act = rng.random()
        seat = rng.choice(["ann", "bob", "cy"])
        if act < 0.25:
            table.add_standing_order(
                seat, rng.choice(["react", "ambush", "*"]), rng.choice(list(StandingOrder.UNTIL))
            )
        elif act < 0.3:
            table.withdraw_standing_orders(seat)
        elif act < 0.4 and table.undo_name(seat):
            table.undo(seat)
        else:
            table.choose(rng.choice(table.ask.keys))
    assert differing(whole(table), whole(reopened(table))) == []
    again = resumed(table)
    assert again.run.state == table.run.state
    assert asked(again) == asked(table)
    for seat in ("ann", "bob", "cy"):
        assert again.standing_orders(seat) == table.standing_orders(seat)
        assert again.view(seat) == table.view(seat)
