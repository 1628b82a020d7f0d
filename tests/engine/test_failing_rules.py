"""Rules that fail: the table is as it was, and the error holds the failing moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import sandtable
from sandtable.engine import (
    Outcome,
    Roll,
    RuleError,
    RuleFailed,
    SandtableError,
    Steps,
    open_journal,
    say,
)
from sandtable.engine.asking import Topic, pick

from .campaign import MARCH, Campaign, campaign
from .small import Sheet, Small, differing, reopened, state_of, whole


class Fragile(Campaign):
    """A campaign in which marching to Cydonia breaks a rule, at a place one can choose."""

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(0, MARCH, "March where?", [0, 1, 2], label="March to {it}")
        yield say("{who:seat} marches.", who=0)
        s.marks.append(goal)
        s.marks.append((yield Roll(2, topic="battle")))
        if goal == 2:
            raise KeyError("no such province")
        s.mover = 1 - s.mover


THEN = Topic("then", "1", "The turn ends.")


class FailsInOptions(Campaign):
    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, MARCH, "March where?", [0, 1, 2], label="March to {it}")
        yield Roll(2, topic="battle")
        yield pick(0, THEN, "Then?", lambda: [1 // s.turns, 2])


class FailsAtTheEnd(Campaign):
    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(0, MARCH, "March where?", [0, 1, 2], label="March to {it}")
        s.marks.append(goal)

    def outcome(self, s: Sheet) -> Outcome | None:
        if 2 in s.marks:
            raise ZeroDivisionError("the outcome fails")
        return super().outcome(s)


NONE = Topic("none", "7.3", "Nothing, for there is no answer.")


class HasNoOptions(Campaign):
    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(0, MARCH, "March where?", [0, 1, 2], label="March to {it}")
        yield Roll(1)
        if goal == 2:
            yield pick(1, NONE, "Which of none?", [])


class YieldsNonsense(Campaign):
    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(0, MARCH, "March where?", [0, 1, 2], label="March to {it}")
        if goal == 2:
            yield "nonsense"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("game", "cause"),
    [
        pytest.param(Fragile(), KeyError, id="after dice"),
        pytest.param(FailsInOptions(), ZeroDivisionError, id="while listing options"),
        pytest.param(FailsAtTheEnd(), ZeroDivisionError, id="in the outcome"),
        pytest.param(HasNoOptions(), RuleError, id="no options"),
        pytest.param(YieldsNonsense(), RuleError, id="an unknown step"),
    ],
)
def test_a_rule_that_fails_leaves_the_table_as_it_was(game: Campaign, cause: type[Exception]) -> None:
    """An answer is atomic: if a rule fails, the table is as before, and the failing moment is kept."""
    table = sandtable.new(game, seed=3)
    if not isinstance(game, FailsInOptions):
        table.choose("march:sharma", "march:hellas")
    before = whole(table)
    with pytest.raises(RuleFailed) as caught:
        table.choose("march:cydonia")
    assert differing(before, whole(table)) == []
    assert isinstance(caught.value.cause, cause)
    assert caught.value.answers == ("march:cydonia",)
    assert "march:cydonia" in str(caught.value)
    again = open_journal(caught.value.moment, lambda key: game)
    assert again.run.state == state_of(table)
    with pytest.raises(RuleFailed) as repeated:
        again.choose(*caught.value.answers)
    assert isinstance(repeated.value.cause, cause)


def test_a_rule_that_fails_in_the_middle_of_several_answers() -> None:
    """All or nothing, also when it is a rule that fails; the kept moment fails again with all answers."""
    game = Fragile()
    table = sandtable.new(game, seed=3).choose("march:hellas")
    before = whole(table)
    with pytest.raises(RuleFailed) as caught:
        table.choose("march:sharma", "march:cydonia", "march:sharma")
    assert differing(before, whole(table)) == []
    assert caught.value.answers == ("march:sharma", "march:cydonia", "march:sharma")
    with pytest.raises(RuleFailed):
        open_journal(caught.value.moment, lambda key: game).choose(*caught.value.answers)


def test_the_game_goes_on_after_a_rule_failed() -> None:
    """The table is as before: other answers lead where they would have led, with the same dice."""
    table, quiet = sandtable.new(Fragile(), seed=3), sandtable.new(Fragile(), seed=3)
    with pytest.raises(RuleFailed):
        table.choose("march:cydonia")
    table.choose("march:hellas")
    quiet.choose("march:hellas")
    assert differing(whole(quiet), whole(table)) == []


def test_an_error_in_the_set_up_is_told() -> None:
    """A rule that fails before the first question is an error with its cause."""

    class Broken(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield Roll(1)
            raise KeyError("broken")

    with pytest.raises(RuleFailed, match="broken"):
        sandtable.new(Broken(), seed=1)


def test_an_interrupt_is_passed_on_and_leaves_the_table_as_it_was() -> None:
    """Also what is no error of a rule (Ctrl-C in the middle) leaves the table as before."""

    class Interrupted(Campaign):
        def rule(self, s: Sheet) -> Steps[None]:
            goal = yield pick(0, MARCH, "March where?", [0, 1, 2])
            s.marks.append((yield Roll(1)))
            if goal == 2:
                raise KeyboardInterrupt

    table = sandtable.new(Interrupted(), seed=3).choose("march:hellas")
    before = whole(table)
    with pytest.raises(KeyboardInterrupt):
        table.choose("march:cydonia")
    assert differing(before, whole(table)) == []


def test_a_sink_that_fails_leaves_the_table_as_it_was() -> None:
    """Flushed before it is acknowledged: what cannot be written has not happened, for every verb of the table."""

    class Full:
        full = False

        def append(self, lines: Sequence[Any]) -> None:
            if self.full:
                raise SandtableError("The disk is full.")

        def close(self) -> None:
            pass

    table, sink = campaign(4), Full()
    table.sink = sink
    table.add_standing_order("bob", "ambush", "withdrawn").choose("march:hellas", "hold", "recruit:hellas")
    sink.full = True
    before = whole(table)
    acts: list[Any] = [
        lambda: table.choose("recruit:sharma"),
        lambda: table.choose("done"),
        lambda: table.undo("cy"),
        lambda: table.add_standing_order("ann"),
        lambda: table.add_standing_order("cy", "x", "this turn"),
        lambda: table.withdraw_standing_orders("bob"),
    ]
    for act in acts:
        with pytest.raises(SandtableError, match="disk is full"):
            act()
        assert differing(before, whole(table)) == []
    sink.full = False
    table.undo("cy")
    sink.full = True
    before = whole(table)
    with pytest.raises(SandtableError, match="disk is full"):
        table.redo("cy")
    assert differing(before, whole(table)) == []
    sink.full = False
    table.redo("cy")
    assert differing(whole(table), whole(reopened(table))) == []
