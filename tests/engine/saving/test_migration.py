"""Games that were saved under an older version of the rules: they are played again and written anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import (
    PASS,
    Answered,
    Diverged,
    JournalError,
    JournalFile,
    Kinds,
    Migrated,
    Names,
    Outcome,
    Question,
    Roll,
    SandtableError,
    Steps,
    Table,
    Thrown,
    Topic,
    Word,
    open_journal,
    pick,
    say,
)

from ..small import Sheet, Small

OLD_ID = ["new-sharma", "hellas", "cydonia"]
NEW_ID = ["new_sharma", "hellas", "cydonia"]


class Old(Small):
    """Version 1: topics and ids with hyphens, and one topic for two rules."""

    key = "raids"
    lasts = 6
    rules_version = 1
    ids = OLD_ID
    raid = Topic("raid-or-trade", "2", "Your people go there.", "space")
    trade = raid
    reply = Topic("re-ply", "3", "What the other side does.", window="reply")
    break_off = Word("break-off", "Break off")

    def begin(self, options: Any) -> Sheet:
        return Sheet()

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": Names(self.ids)}

    def gain(self, thrown: int) -> int:
        return thrown

    def rule(self, s: Sheet) -> Steps[None]:
        topic = self.raid if s.mover else self.trade
        goal = yield pick(s.mover, topic, "Where?", [0, 1, 2], label="Go to {it}")
        s.marks.append(goal)
        s.marks.append(self.gain((yield Roll(2, topic="booty"))))
        way = yield pick(1 - s.mover, self.reply, "Reply?", [1, self.break_off, PASS], decline=PASS)
        yield say("{n:number}", n=len(repr(way)))
        s.mover = 1 - s.mover


class New(Old):
    """Version 2: the same game with other keys, another digest and other words."""

    rules_version = 2
    ids = NEW_ID
    raid = Topic("raid", "2.1", "Your people take what they find.", "space")
    trade = Topic("trade", "2.2", "Your people bring home what they bought.", "space")
    reply = Topic("reply", "3", "What the other side does.", window="reply")
    break_off = Word("break_off", "Break off the fight")

    def gain(self, thrown: int) -> int:
        return thrown + 100


KEYS = [
    "raid-or-trade:new-sharma",
    "re-ply:1",
    "raid-or-trade:hellas",
    "break-off",
    "raid-or-trade:new-sharma",
    "pass",
]
NEW_KEYS = ["trade:new_sharma", "reply:1", "raid:hellas", "break_off", "trade:new_sharma", "pass"]


def played(game: Small, keys: list[str]) -> Table:
    table = sandtable.new(game, seed=3)
    for key in keys:
        table.choose(key)
    return table


def migrated(data: bytes, game: Small) -> Table:
    return open_journal(data, lambda key: game)


def keys_of(table: Table) -> list[str]:
    lines = [json.loads(line) for line in table.save().splitlines()[1:]]
    return [line["key"] for line in lines if line["t"] == "answer"]


@pytest.mark.parametrize("count", range(len(KEYS) + 1))
def test_an_old_answer_is_matched_by_the_id_after_the_colon(count: int) -> None:
    """Saves that last: a topic may be split or renamed and an id spelt anew; the answer is still the same option."""
    table = migrated(played(Old(), KEYS[:count]).save(), New())
    assert keys_of(table) == NEW_KEYS[:count]
    assert table.header.rules == 2
    assert table.save() == played(New(), NEW_KEYS[:count]).save()


def test_a_migrated_game_is_an_ordinary_one() -> None:
    """Once it is written anew, it is opened and compared like any other."""
    table = migrated(played(Old(), KEYS).save(), New())
    again = migrated(table.save(), New())
    assert again.save() == table.save()
    assert table.choose("raid:hellas").ask is not None


def test_undo_and_standing_orders_are_migrated() -> None:
    """Everything somebody did is done again: answers, undos and orders, with the same numbers."""
    old = played(Old(), KEYS[:3]).choose("re-ply:1")
    old.add_standing_order("bob", "reply", "withdrawn").choose("raid-or-trade:cydonia")
    old.withdraw_standing_orders("bob").choose("raid-or-trade:hellas").choose("break-off").undo("ann").choose(
        "pass"
    )
    table = migrated(old.save(), New())
    assert [line.n for line in table.lines] == [line.n for line in old.lines]
    assert table.ask is not None
    assert old.ask is not None
    assert (table.turn, table.ask.seat) == (old.turn, old.ask.seat)
    assert [line.by for line in table.lines if hasattr(line, "by")] == [
        line.by for line in old.lines if hasattr(line, "by")
    ]


def test_an_answer_that_is_gone_is_named() -> None:
    """What fits no option is not guessed: the game is opened where it stood before."""

    class NoSharma(New):
        ids = ["sharma", "hellas", "cydonia"]

    old = played(Old(), ["raid-or-trade:hellas", "re-ply:1", "raid-or-trade:new-sharma", "pass"])
    with pytest.raises(Diverged, match=r"new-sharma.*version 1.*version 2") as caught:
        migrated(old.save(), NoSharma())
    assert isinstance(caught.value.table, Table)
    assert keys_of(caught.value.table) == ["trade:hellas", "reply:1"]


def test_an_ambiguous_key_is_not_guessed() -> None:
    """Two options that an old key could mean are a divergence, not a guess."""

    class Upper(Old):
        ids = ["x", "new-shar-ma", "cydonia"]

    class Both(New):
        ids = ["new_shar-ma", "new-shar_ma", "cydonia"]

    old = played(Upper(), ["raid-or-trade:new-shar-ma"])
    with pytest.raises(Diverged, match="no longer an answer"):
        migrated(old.save(), Both())


def test_keys_are_compared_exactly_under_the_same_version() -> None:
    """Only a journal of an older version is migrated; any other must fit to the letter."""

    class Same(New):
        rules_version = 1

    with pytest.raises(Diverged):
        migrated(played(Old(), KEYS[:2]).save(), Same())


def test_dice_must_still_fit() -> None:
    """Throws are given again as they fell. If the rules ask for others, the game diverges."""

    class OneDie(New):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(s.mover, self.trade, "Where?", [0, 1, 2])
            yield Roll(1, topic="booty")
            yield pick(1 - s.mover, self.reply, "Reply?", [1, self.break_off, PASS])

    with pytest.raises(Diverged, match="1 dice"):
        migrated(played(Old(), KEYS[:2]).save(), OneDie())


@pytest.mark.parametrize("count", range(len(KEYS) + 1))
def test_a_moment_is_migrated_too(count: int) -> None:
    """A saved moment holds the answers of its turn; they are matched in the same way."""
    old = played(Old(), KEYS[:count])
    table = migrated(old.moment(), New())
    assert table.header.rules == 2
    assert table.ask is not None
    assert old.ask is not None
    assert (table.ask.seat, len(table.ask.options)) == (old.ask.seat, len(old.ask.options))
    assert table.run.tape == old.run.tape or count % 2


def test_facts_that_are_gone_are_left_out_of_an_old_moment() -> None:
    """A state of older rules may hold a fact that no rule knows any more. One of the present rules may not."""
    saved = json.loads(played(Old(), KEYS[:2]).moment())
    saved["state"]["is_step_by_step"] = True
    table = migrated(json.dumps(saved).encode(), New())
    assert table.ask is not None
    with pytest.raises(JournalError, match="is_step_by_step"):
        migrated(json.dumps(saved).encode(), Old())


# Files ----------------------------------------------------------------------------------------------


def test_the_file_is_written_anew(tmp_path: Path) -> None:
    """The migrated journal takes the place of the old one at once, and the game goes on in it."""
    path = tmp_path / "raids.journal"
    path.write_bytes(played(Old(), KEYS).save())
    path.chmod(0o640)
    table = migrated(path.read_bytes(), New())
    with table:
        JournalFile.reopen(path, table)
        table.choose("raid:hellas")
        assert path.read_bytes() == table.save()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]
    assert keys_of(migrated(path.read_bytes(), New())) == [*NEW_KEYS, "raid:hellas"]


def test_a_torn_line_is_left_out_of_the_new_file(tmp_path: Path) -> None:
    """A line that was being written when the machine stopped was never acknowledged."""
    path = tmp_path / "raids.journal"
    path.write_bytes(played(Old(), KEYS).save() + b'{"t":"answer","n":14,"se')
    table = migrated(path.read_bytes(), New())
    JournalFile.reopen(path, table).close()
    assert path.read_bytes() == table.save()


def test_a_file_that_has_gone_on_is_not_overwritten(tmp_path: Path) -> None:
    """Somebody played on with the old version meanwhile: nothing of that is lost."""
    path = tmp_path / "raids.journal"
    path.write_bytes(played(Old(), KEYS[:2]).save())
    table = migrated(path.read_bytes(), New())
    longer = played(Old(), KEYS).save()
    path.write_bytes(longer)
    with pytest.raises(SandtableError, match="nothing was written"):
        JournalFile.reopen(path, table)
    assert path.read_bytes() == longer


# A game whose questions have changed says what old answers mean now

HEADING = Topic("heading", "3", "Where to.", "number")
LENGTH = Topic("length", "3", "How far.", "number")
GO = Topic("go", "3", "Where to and how far.", ("number", "number"))
SURE = Topic("sure", "3", "Nobody is asked any more.")
WEATHER = Topic("weather", "3", "A new question.")


class Ask3(Small):
    """As it was: heading and length apart, and a needless question."""

    key = "march"
    lasts = 3

    def rule(self, s: Sheet) -> Steps[None]:
        heading = yield pick(0, HEADING, "Where?", [0, 45, 90])
        length = yield pick(0, LENGTH, "How far?", [1, 2, 3])
        yield pick(1, SURE, "Sure?", (True, False))
        s.marks += [heading, length, (yield Roll(1, topic="luck"))]


class Ask4(Ask3):
    """As it is: both at once, and Bob is asked about the weather."""

    rules_version = 2

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(1, WEATHER, "Weather?", (True, False))
        heading, length = yield pick(0, GO, "Where?", [(h, n) for h in (0, 45, 90) for n in (1, 2, 3)])
        s.marks += [heading, length, (yield Roll(1, topic="luck"))]

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        if answers[0].key.startswith("sure:"):
            return Migrated(None)
        if question.topic == "weather":
            return Migrated("weather:no", 0)
        heading, length = (line.key.split(":")[1] for line in answers[:2])
        return Migrated(f"go:{heading}/{length}", 2)


ASKED_3 = ["heading:45", "length:2", "sure:yes", "heading:90", "length:3", "sure:no"]


def test_a_game_says_what_old_answers_mean_now() -> None:
    """Saves that last: answers that are one today, that nobody is asked for any more, and questions that are new."""
    old = played(Ask3(), ASKED_3)
    table = migrated(old.save(), Ask4())
    assert keys_of(table) == ["weather:no", "go:45/2", "weather:no", "go:90/3"]
    assert table.run.state.marks == old.run.state.marks, "with the dice it had"
    assert table.header.rules == 2
    assert migrated(table.save(), Ask4()).save() == table.save()


def test_a_game_says_in_which_order_old_throws_come_now() -> None:
    """What used to be thrown in the order of an answer is given again in the order of the rules, once for each old answer."""

    class Dice(Small):
        key = "dice"
        lasts = 3

        def rule(self, s: Sheet) -> Steps[None]:
            first = yield pick(0, HEADING, "Which first?", [0, 45])
            thrown = {first: (yield Roll(1, topic="luck")), 45 - first: (yield Roll(1, topic="luck"))}
            s.marks += [thrown[0], thrown[45]]

    class Ordered(Dice):
        rules_version = 2

        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(1, WEATHER, "Weather?", (True, False))
            s.marks += [(yield Roll(1, topic="luck")), (yield Roll(1, topic="luck"))]

        def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
            return Migrated("weather:no", 1)

        def migrate_throws(
            self, s: Sheet, answers: Sequence[Answered], throws: Sequence[Thrown]
        ) -> list[Thrown]:
            a, b, *rest = throws
            return [a, b, *rest] if answers[0].key == "heading:0" else [b, a, *rest]

    old = played(Dice(), ["heading:45", "heading:0", "heading:45"])
    assert migrated(old.save(), Ordered()).run.state.marks == old.run.state.marks


def test_what_was_taken_back_is_not_migrated() -> None:
    """An undone answer leaves no trace in a game that asks other questions."""
    old = played(Ask3(), ["heading:0"]).undo("ann").choose("heading:45", "length:2").undo("ann")
    old.choose("length:3", "sure:yes")
    assert keys_of(migrated(old.save(), Ask4())) == ["weather:no", "go:45/3"]


def test_a_finished_game_must_end_as_it_did() -> None:
    class OtherEnd(Ask4):
        def outcome(self, s: Sheet) -> Outcome | None:
            return Outcome.won_by([2], 3) if s.turns >= self.lasts else None

    old = played(Ask3(), [*ASKED_3, "heading:0", "length:1", "sure:yes"])
    assert migrated(old.save(), Ask4()).outcome is not None
    with pytest.raises(Diverged, match="ends in another way"):
        migrated(old.save(), OtherEnd())


def test_a_finished_game_is_asked_what_came_after_its_last_answer() -> None:
    """Saves that last: where the last thing asked today was not asked then, the game says what the answer is."""

    class Farewell(Ask4):
        def rule(self, s: Sheet) -> Steps[None]:
            yield from super().rule(s)
            yield pick(0, WEATHER, "Weather tomorrow?", (True, False))

        def answer_not_asked(self, question: Question) -> str | None:
            return "weather:yes"

        def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
            is_last = question.topic == "weather" and question.seat == "ann"
            is_gone = answers[0].key.startswith("sure:")
            return (
                Migrated("weather:yes", 0) if is_last and not is_gone else super().migrate(question, answers)
            )

    class Silent(Farewell):
        def answer_not_asked(self, question: Question) -> str | None:
            return None

    old = played(Ask3(), [*ASKED_3, "heading:0", "length:1", "sure:yes"])
    table = migrated(old.save(), Farewell())
    assert table.outcome is not None
    assert keys_of(table)[-1] == "weather:yes"
    with pytest.raises(Diverged, match="ends in another way") as caught:
        migrated(old.save(), Silent())
    assert caught.value.table is not None
    assert caught.value.table.ask is not None


def test_an_old_answer_that_means_nothing_opens_the_game_before_it() -> None:
    class Forgets(Ask4):
        def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
            return Migrated("go:7/7", 2) if question.topic == "go" else super().migrate(question, answers)

    with pytest.raises(Diverged, match=r"version 1.*version 2") as caught:
        migrated(played(Ask3(), ASKED_3).save(), Forgets())
    assert isinstance(caught.value.table, Table)
    assert keys_of(caught.value.table) == ["weather:no"]


def test_an_old_moment_whose_answers_do_not_fit_opens_at_the_start_of_its_turn() -> None:
    table = migrated(played(Ask3(), [*ASKED_3, "heading:0"]).moment(), Ask4())
    assert table.ask is not None
    assert (table.turn, table.ask.topic) == (2, "weather")


def test_a_throw_for_something_else_opens_the_game_before_it() -> None:
    """A throw has the topic it was made for; given to another rule it would make another game of it."""

    class OtherDice(Ask4):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(1, WEATHER, "Weather?", (True, False))
            yield pick(0, GO, "Where?", [(h, n) for h in (0, 45, 90) for n in (1, 2, 3)])
            yield Roll(1, topic="storm" if s.turns else "luck")

    with pytest.raises(Diverged, match="a throw for 'luck', the rules now ask for 'storm'") as caught:
        migrated(played(Ask3(), ASKED_3).save(), OtherDice())
    assert isinstance(caught.value.table, Table)
    assert keys_of(caught.value.table) == ["weather:no", "go:45/2", "weather:no"]


class Tide(Small):
    """Nobody is asked anything."""

    key = "tide"
    lasts = 4

    def plays_itself(self, s: Sheet) -> bool:
        return True

    def rule(self, s: Sheet) -> Steps[None]:
        s.marks.append((yield Roll(1, topic="wave")))


class HighTide(Tide):
    """The same, but the third wave is another one."""

    rules_version = 2
    third = "wave"

    def rule(self, s: Sheet) -> Steps[None]:
        s.marks.append((yield Roll(1, topic=self.third if s.turns == 2 else "wave")) + 10)

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        raise AssertionError("nobody is asked anything")


@pytest.mark.parametrize("turns", range(5))
def test_a_game_that_plays_itself_is_migrated_turn_by_turn(turns: int) -> None:
    """It has come as far as it had, with the dice it had, and goes on from there."""
    old = sandtable.new(Tide(), seed=3)
    for _ in range(turns):
        old.step()
    table = migrated(old.save(), HighTide())
    assert table.run.state.marks == [mark + 10 for mark in old.run.state.marks]
    assert table.is_waiting is old.is_waiting

    class SpringTide(HighTide):
        third = "spring"

    if turns > 2:
        with pytest.raises(Diverged, match="a throw for 'wave', the rules now ask for 'spring'") as caught:
            migrated(old.save(), SpringTide())
        assert isinstance(caught.value.table, Table)
        assert caught.value.table.turn == 2
