"""Journals of games whose rules have changed since: the turn is named, and the game opens at its last good moment."""

from __future__ import annotations

import json
import random

import pytest

import sandtable
from sandtable.engine import (
    PASS,
    Diverged,
    Outcome,
    Over,
    Roll,
    Shuffle,
    Steps,
    Table,
    dice_that_differ,
    open_journal,
)
from sandtable.engine.asking import Topic, pick

from ..small import Sheet, Small, differing, whole
from .recorded import ANSWER, MARCH, March


class NoCydonia(March):
    """From the third turn on, Cydonia is closed."""

    def spaces(self, s: Sheet) -> list[int]:
        return [0, 1] if s.turns >= 2 else [0, 1, 2]


class MoreLoot(March):
    """From the third turn on, there is more loot."""

    def loot(self, s: Sheet, thrown: int) -> int:
        return thrown + (s.turns >= 2)


class OtherDice(March):
    """From the third turn on, other dice are thrown."""

    def rule(self, s: Sheet) -> Steps[None]:
        if s.turns < 2:
            yield from super().rule(s)
            return
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append((yield Roll(1, topic="fortune")))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class MoreDice(March):
    """From the third turn on, three dice are thrown instead of two."""

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append((yield Roll(3 if s.turns >= 2 else 2, topic="loot")))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class NoDice(March):
    """From the third turn on, nothing is thrown."""

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append(7 if s.turns >= 2 else (yield Roll(2, topic="loot")))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class AnotherAnswers(March):
    """From the third turn on, Cy is the one who answers."""

    def rule(self, s: Sheet) -> Steps[None]:
        if s.turns < 2:
            yield from super().rule(s)
            return
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append((yield Roll(2, topic="loot")))
        yield pick(2, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class EndsEarly(March):
    """The third turn ends the game at once."""

    def rule(self, s: Sheet) -> Steps[None]:
        if s.turns >= 2:
            yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
            raise Over(Outcome.won_by([0], 3))
        yield from super().rule(s)


class Fails(March):
    """From the third turn on, a rule fails."""

    def loot(self, s: Sheet, thrown: int) -> int:
        return thrown // (1 if s.turns < 2 else 0)


CHANGED = [NoCydonia, MoreLoot, OtherDice, MoreDice, NoDice, AnotherAnswers, EndsEarly, Fails]


def marched(game: March, turns: int) -> Table:
    table = sandtable.new(game, seed=12)
    for _ in range(turns):
        table.choose("march:cydonia", "answer:1")
    return table


@pytest.mark.parametrize("changed", CHANGED)
@pytest.mark.parametrize("turns", [3, 5])
def test_a_journal_under_changed_rules_names_the_turn_and_opens_at_its_last_good_moment(
    changed: type[March], turns: int
) -> None:
    """A journal under changed rules names the turn where it diverges and can be opened at its last good moment.

    The rules change with the third turn (turn 2): the first two are kept, and the game can be played on to its end
    with the dice of its seed, saved and loaded again.
    """
    old = marched(March(), turns)
    lines = old.save().splitlines(keepends=True)
    third = 1 + 2 * 4  # the header, then two turns of answer, throw, answer, end of turn
    with pytest.raises(Diverged) as caught:
        open_journal(old.save(), lambda key: changed())
    error = caught.value
    assert error.turn == 2
    assert third + 1 <= error.line <= third + 4, "a line of the third turn"
    assert f"line {error.line}" in str(error)
    assert "turn 2" in str(error)
    table = error.table
    assert isinstance(table, Table)
    assert table.turn == 2
    assert table.save().startswith(b"".join(lines[:third])), "two turns are kept"
    good = marched(March(), 2)
    assert table.run.start == good.run.start
    if table.save() == good.save():
        assert differing(whole(marched(changed(), 2)), whole(table)) == []
    rng = random.Random(1)
    while table.ask is not None:
        answers = [key for key in table.ask.keys if not (changed is Fails and key.startswith("march"))]
        if not answers:
            return
        table.choose(rng.choice(answers))
    assert dice_that_differ(table) == [], "the dice are those of the seed"
    again = open_journal(table.save(), lambda key: changed())
    assert differing(whole(table), whole(again)) == []


def test_changed_rules_that_change_nothing_in_this_game_do_not_matter() -> None:
    """A journal that still leads where it led opens, whatever was changed elsewhere."""
    old = marched(March(), 2)
    for changed in CHANGED:
        assert open_journal(old.save(), lambda key, changed=changed: changed()).save() == old.save()  # type: ignore[misc]


WELL = Topic("n", "1", "Whatever the answer, play goes on.", "number")


def test_a_changed_set_up_diverges_at_the_beginning() -> None:
    """If not even the set-up holds, that is said; nothing is left to open."""

    class Set(Small):
        lasts = 2

        def rule(self, s: Sheet) -> Steps[None]:
            s.marks[:] = yield Shuffle(range(4), "bag")
            yield pick(0, WELL, "Well?", [1, 2])

    class Other(Set):
        def rule(self, s: Sheet) -> Steps[None]:
            s.marks[:] = yield Shuffle(range(5), "bag")
            yield pick(0, WELL, "Well?", [1, 2])

    old = sandtable.new(Set(), seed=1).choose("n:1")
    with pytest.raises(Diverged) as caught:
        open_journal(old.save(), lambda key: Other())
    assert caught.value.line == 2
    assert caught.value.turn == 0


def test_a_rules_version_is_stamped_and_told() -> None:
    """A rules version is stamped on every journal; a divergence under another version says so."""

    class Newer(NoCydonia):
        rules_version = 2

    old = marched(March(), 3)
    assert json.loads(old.save().splitlines()[0])["rules"] == 1
    assert json.loads(marched(Newer(), 1).save().splitlines()[0])["rules"] == 2
    with pytest.raises(Diverged, match=r"version 1.*version 2"):
        open_journal(old.save(), lambda key: Newer())


def test_a_game_with_undo_and_orders_diverges_at_its_turn_too() -> None:
    """Undone answers and standing orders before the divergence are kept with the last good moment."""
    old = marched(March(), 1).add_standing_order("cy", "*", "withdrawn")
    old.choose("march:hellas", "answer:1").choose("march:sharma")
    old.choose("pass").undo("bob").choose("answer:1")
    with pytest.raises(Diverged) as caught:
        open_journal(old.save(), lambda key: MoreLoot())
    table = caught.value.table
    assert caught.value.turn == 2
    assert isinstance(table, Table)
    assert len(table.standing_orders("cy")) == 1
    assert table.turn == 2
