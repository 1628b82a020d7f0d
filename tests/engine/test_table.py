"""The table: one place where answers are checked, all or nothing; prompts, labels, rules, what options touch."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.engine import (
    DONE,
    PASS,
    CannotUndo,
    IllegalChoice,
    NotFound,
    Option,
    Outcome,
    Over,
    Roll,
    SandtableError,
    Script,
    Steps,
    Thing,
    say,
)
from sandtable.engine.asking import Topic, pick

from .campaign import ANSWERS, CAMPAIGN, Campaign, campaign
from .small import DECK, HAND, Dealt, Hands, Sheet, Small, differing, reopened, state_of, whole

NONE = Topic("none", "7.3", "Nothing, for there is no answer.")


# Wrong answers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("given_so_far", range(8))
@pytest.mark.parametrize(
    "wrong", ["", "march", "march:mars", "MARCH:HELLAS", "nonsense", "0", "march:hellas "]
)
def test_an_illegal_choice_changes_nothing(given_so_far: int, wrong: str) -> None:
    """Every answer is checked in one place; a wrong one raises `IllegalChoice` and changes nothing."""
    table = campaign(given_so_far)
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.choose(wrong)
    assert differing(before, whole(table)) == []


def test_an_illegal_choice_names_question_given_and_possible() -> None:
    """`IllegalChoice` names the question, what was given and what was possible."""
    table = campaign(1)
    with pytest.raises(IllegalChoice) as caught:
        table.choose("retreat")
    assert caught.value.question == "Hold Hellas?"
    assert caught.value.given == "retreat"
    assert caught.value.possible == ("hold", "pass")
    for part in ("Hold Hellas?", "retreat", "hold", "pass"):
        assert part in str(caught.value)


WELL = Topic("n", "1", "Whatever the answer, play goes on.", "number")


def test_an_illegal_choice_among_many_stays_readable() -> None:
    """An error a user can cause reads well, also when a hundred answers were possible."""

    class Many(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(0, WELL, "Which?", range(100))

    with pytest.raises(IllegalChoice) as caught:
        sandtable.new(Many(), seed=1).choose("n:100")
    assert len(caught.value.possible) == 100
    assert len(str(caught.value)) < 300


def test_no_answer_is_an_illegal_choice() -> None:
    """Giving nothing is an error as well."""
    table = campaign()
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.choose()
    assert differing(before, whole(table)) == []


@pytest.mark.parametrize("wrong", [7, None, ["march:hellas"], b"march:hellas"], ids=repr)
def test_what_is_no_key_is_an_illegal_choice(wrong: Any) -> None:
    """An answer of a wrong type is a wrong answer, not another error."""
    with pytest.raises(IllegalChoice):
        campaign().choose(wrong)


@pytest.mark.parametrize(
    "answers",
    [
        ("march:hellas", "nonsense"),
        ("march:hellas", "hold", "march:hellas"),
        ("march:hellas", "pass", "recruit:sharma", "recruit:sharma"),
        ("march:hellas", "pass", "recruit:sharma", "recruit:hellas", "march:sharma", "done"),
    ],
)
@pytest.mark.parametrize("after_undo", [False, True])
def test_several_answers_are_all_or_nothing(answers: tuple[str, ...], after_undo: bool) -> None:
    """`choose(*keys)` gives several at once, all or nothing, also past dice and the end of a turn."""
    table = campaign(4)
    if after_undo:
        table.undo("cy")
        table.choose("done")
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.choose(*answers)
    assert differing(before, whole(table)) == []
    one_by_one = campaign(4)
    if after_undo:
        one_by_one.undo("cy")
        one_by_one.choose("done")
    table.choose(*answers[:-1])
    for answer in answers[:-1]:
        one_by_one.choose(answer)
    assert differing(whole(one_by_one), whole(table)) == [], "dice and numbers are those it would have had"


def test_an_illegal_choice_keeps_redo() -> None:
    """`IllegalChoice` changes nothing: what could be given again still can."""
    table = campaign(3).undo("cy")
    assert table.redo_name("cy") is not None
    before = whole(table)
    for wrong in (("nonsense",), ("recruit:sharma", "nonsense"), ()):
        with pytest.raises(IllegalChoice):
            table.choose(*wrong)
        assert differing(before, whole(table)) == []


def test_an_illegal_choice_uses_up_no_script() -> None:
    """`IllegalChoice` changes nothing: scripted chance is not used up by an answer that was refused later."""
    script = Script({"battle": [(1, 1), (6, 6)]})
    table = campaign(script=script)
    with pytest.raises(IllegalChoice):
        table.choose("march:hellas", "nonsense")
    assert script.remaining == {"battle": 2}
    table.choose("march:hellas")
    assert state_of(table).marks == [2]


ONE = Topic("one", "1", "A second question follows.", "number")
TWO = Topic("two", "1", "Bob may react.", "number")
REACT = Topic("react", "1", "Whether you react to what Ann does.", window="react")
THREE = Topic("three", "1", "Cy is asked last.", "number")
FOUR = Topic("four", "1", "The turn ends.", "number")


class WithWindow(Dealt):
    """Ann acts twice; in between Bob may react in private."""

    def rule(self, s: Hands) -> Steps[None]:
        yield pick(0, ONE, "First?", [1, 2])
        yield pick(0, TWO, "Second?", [1, 2])
        yield pick(1, REACT, "React?", [PASS], private=True, decline=PASS)
        yield pick(0, THREE, "Third?", [1, 2])
        yield pick(2, FOUR, "Last?", [1, 2])


def test_an_illegal_choice_takes_no_undo_away() -> None:
    """`IllegalChoice` changes nothing: what could be undone before a refused answer still can."""
    table = sandtable.new(WithWindow(), seed=1).choose("one:1")
    assert table.undo_name("ann") == "1"
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.choose("two:1", "nonsense")
    assert table.undo_name("ann") == "1"
    assert differing(before, whole(table)) == []


@pytest.mark.parametrize("moves", ["1213141", "11111122222233333344444455555566666677777"])
def test_a_finished_game_stays_finished(moves: str) -> None:
    """Nothing happens after the end: every answer is an `IllegalChoice`, and nothing changes."""
    table = sandtable.new("connect-four", seed=1)
    for column in moves:
        if table.ask is not None:
            table.choose(f"drop:{column}")
    assert table.outcome is not None
    assert table.ask is None
    before = whole(table)
    for wrong in (("drop:1",), ("drop:1", "drop:2"), ()):
        with pytest.raises(IllegalChoice):
            table.choose(*wrong)
        assert differing(before, whole(table)) == []
    with pytest.raises(IllegalChoice):
        table.odds("drop:1")
    for seat in ("red", "yellow"):
        with pytest.raises(CannotUndo):
            table.undo(seat)
    assert differing(before, whole(table)) == []


def test_a_game_that_ends_between_turns_stays_finished() -> None:
    """Nothing happens after the end, also when the state and not a rule says that it is over."""
    table = campaign()
    rng = random.Random(2)
    while table.ask is not None:
        table.choose(rng.choice(table.ask.keys))
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.choose("march:hellas")
    assert table.outcome is not None
    assert differing(before, whole(table)) == []


@given(st.integers(0, 2**16), st.data())
def test_refused_answers_leave_no_trace_in_a_whole_game(seed: int, data: st.DataObject) -> None:
    """A game in which wrong answers were tried all the time is byte for byte the game without them."""
    table, quiet = sandtable.new(CAMPAIGN, seed=seed), sandtable.new(CAMPAIGN, seed=seed)
    rng = random.Random(seed)
    while table.ask is not None:
        answer = rng.choice(table.ask.keys)
        if data.draw(st.booleans()):
            with pytest.raises(IllegalChoice):
                table.choose(answer, "nonsense")
        table.choose(answer)
        quiet.choose(answer)
    assert differing(whole(quiet), whole(table)) == []


# A player's own answers -------------------------------------------------------------------------------


def test_a_player_answers_only_its_own_questions() -> None:
    """A player's answers go through `answer`: only its own questions, and the refusal tells nothing about others'."""
    table = campaign(1)
    before = whole(table)
    for seat in ("ann", "cy"):
        with pytest.raises(IllegalChoice) as caught:
            table.answer(seat, "hold")
        assert "Hold" not in str(caught.value)
        assert caught.value.possible == ()
    with pytest.raises(NotFound):
        table.answer("dan", "hold")
    assert differing(before, whole(table)) == []
    table.answer("bob", "hold")
    assert differing(whole(campaign(2)), whole(table)) == []


def test_a_player_may_give_several_answers_at_once() -> None:
    """Of one seat's questions in a row several are answered at once, all or nothing."""
    table = campaign(2)
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.answer("cy", "recruit:sharma", "recruit:sharma")
    assert differing(before, whole(table)) == []
    table.answer("cy", "recruit:sharma", "done")
    assert differing(whole(campaign(4)), whole(table)) == []


THROW = Topic("throw", "1", "A die is thrown.", "number")
AFTER = Topic("after", "1", "The turn ends.", "number")


class Gamble(Small):
    """Ann throws; what she is asked next depends on the dice."""

    lasts = 9

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, THROW, "Throw?", [1, 2])
        s.marks.append((yield Roll(1)))
        yield pick(0, AFTER, "After {n:number}?", [s.marks[-1], 0], about={"n": s.marks[-1]})


def test_refused_answers_tell_a_player_nothing_about_the_dice() -> None:
    """Of several answers of a player none may follow dice: to refuse it would tell what had come of them."""
    told_of = set()
    for seed in range(12):
        table = sandtable.new(Gamble(), seed=seed)
        before = whole(table)
        for probe in ("nonsense", "after:0", "after:6"):
            with pytest.raises(IllegalChoice) as caught:
                table.answer("ann", "throw:1", probe)
            told_of.add((str(caught.value).replace(probe, "..."), caught.value.possible))
            assert differing(before, whole(table)) == []
    assert len(told_of) == 1


ACT = Topic("act", "1", "Bob may react.", "number")
REACT_IN_SECRET = Topic("react", "1", "Whether you react to what Ann does.", "number", window="w")
AGAIN = Topic("again", "1", "The turn ends.", "number")


def test_refused_answers_tell_a_player_nothing_about_other_hands() -> None:
    """Nor may one follow a private question of somebody else, whether that was forced or not."""

    class Reaction(Dealt):
        able: tuple[Any, ...] = (1,)

        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, ACT, "Act?", [1, 2])
            yield pick(1, REACT_IN_SECRET, "React?", [*self.able, PASS], private=True, decline=PASS)
            yield pick(0, AGAIN, "Again?", [1, 2])

    class Forced(Reaction):
        able = ()

    for probe in ("nonsense", "again:1"):
        told_of = set()
        for game in (Reaction(), Forced()):
            table = sandtable.new(game, seed=1)
            try:
                table.answer("ann", "act:1", probe)
            except IllegalChoice as error:
                told_of.add((str(error), error.possible))
            else:
                told_of.add(("taken", ()))
        assert len(told_of) == 1, f"Ann can tell whether Bob had a choice: {told_of}"


# Forced answers -------------------------------------------------------------------------------------


ONLY = Topic("only", "1", "The only answer is given for you.", "number")
IN_PRIVATE = Topic("number", "1", "The only answer is given for you, and nobody is told.", "number")
WHICH = Topic("which", "1", "The number is noted.", "number")
AND = Topic("and", "1", "The turn ends.", "number")


def test_a_question_with_one_answer_is_answered_by_the_table() -> None:
    """A question with one possible answer is answered by the table, without a trace in log, transcript or journal."""

    class Forced(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            s.marks.append((yield pick(0, ONLY, "Only one?", [7], label="Take {it}")))
            s.marks.append((yield pick(1, IN_PRIVATE, "In private?", [8], private=True)))
            s.marks.append((yield pick(2, WHICH, "Which?", [1, 2], label="Take {it}")))
            s.marks.append((yield pick(2, IN_PRIVATE, "Made when looked at?", lambda: (9,))))
            yield pick(0, AND, "And?", [1, 2])

    table = sandtable.new(Forced(), seed=1)
    assert table.ask is not None
    assert (table.ask.seat, table.ask.prompt) == ("cy", "Which?")
    table.choose("which:2")
    assert state_of(table).marks == [7, 8, 2, 9]
    for seat in ("ann", "bob", "cy", None):
        assert [line.text for line in table.transcript(seat)] == ["Take 2"]
        assert table.log(seat) == []
    journal = table.save().decode().splitlines()
    assert len(journal) == 2
    assert "which:2" in journal[1]


def test_a_question_without_answers_is_an_error_of_the_rule() -> None:
    """No question without options: the error names the question."""

    class Empty(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(0, NONE, "Which of none?", [])

    with pytest.raises(SandtableError, match=r"Which of none\?"):
        sandtable.new(Empty(), seed=1)


# Seats ----------------------------------------------------------------------------------------------


def test_several_seats_are_asked_in_their_turn() -> None:
    """One question is open at a time, for one seat, named by the id of the data."""
    table = campaign()
    seats = []
    for answer in ANSWERS:
        assert table.ask is not None
        seats.append(table.ask.seat)
        table.choose(answer)
    assert seats == ["ann", "bob", "cy", "cy", "ann", "bob", "cy"]
    assert [seat.id for seat in table.seats] == ["ann", "bob", "cy"]


def test_an_unknown_seat_is_an_error_that_names_the_possible_ones() -> None:
    """A bad seat gets one clear line that names the seats there are."""
    table = campaign()
    acts: list[Any] = [
        lambda: table.ask_for("dan"),
        lambda: table.view("dan"),
        lambda: table.log("dan"),
        lambda: table.transcript("dan"),
        lambda: table.undo("dan"),
        lambda: table.redo("dan"),
        lambda: table.undo_name("dan"),
        lambda: table.redo_name("dan"),
        lambda: table.add_standing_order("dan"),
        lambda: table.withdraw_standing_orders("dan"),
        lambda: table.standing_orders("dan"),
    ]
    before = whole(table)
    for act in acts:
        with pytest.raises(NotFound, match=r"There is no seat 'dan'\. Possible: ann, bob, cy\."):
            act()
    assert differing(before, whole(table)) == []


# What people read -----------------------------------------------------------------------------------


def test_prompts_and_labels_come_from_templates() -> None:
    """Prompts, labels and log lines are constant templates with named things."""
    table = campaign()
    assert table.ask is not None
    assert [(option.key, option.label) for option in table.ask.options] == [
        ("march:sharma", "March to Sharma"),
        ("march:hellas", "March to Hellas"),
        ("march:cydonia", "March to Cydonia"),
    ]
    table.choose("march:cydonia")
    assert table.ask.prompt == "Hold Cydonia?"
    assert [(option.key, option.label) for option in table.ask.options] == [
        ("hold", "Hold"),
        ("pass", "Pass"),
    ]
    assert table.log(None)[0].text == "Ann marches to Cydonia."
    assert table.log(None)[0].things == (Thing("seat", "ann"), Thing("space", "cydonia"))
    table.choose("pass")
    assert [line.text for line in table.log(None) if line.kind == "note"][-1] == "Bob gives way."


def test_an_option_can_be_given_as_it_is() -> None:
    """Answers are keys or options."""
    table = campaign()
    assert table.ask is not None
    option = table.ask.options[1]
    assert isinstance(option, Option)
    table.choose(option)
    assert differing(whole(campaign(1)), whole(table)) == []


def test_an_option_of_another_question_is_illegal() -> None:
    """An option is good for its own question: one that the open question does not offer is refused."""
    table = campaign()
    assert table.ask is not None
    old = table.ask.options[1]
    table.choose(old)
    with pytest.raises(IllegalChoice):
        table.choose(old)


MARCH_FROM_TO = Topic("march", "1", "Your army leaves the one province for the other.", ("space", "space"))


def test_options_touch_things_on_the_board() -> None:
    """An option says what it touches on the board in structured form, besides itself."""

    class Touching(Campaign):
        def rule(self, s: Sheet) -> Steps[None]:
            ways = [(0, 1), (1, 2), DONE]
            yield pick(0, MARCH_FROM_TO, "March?", ways, touches=lambda way: [("seat", 2), ("space", way[0])])

    table = sandtable.new(Touching(), seed=1)
    assert table.ask is not None
    first, second, done = table.ask.options
    assert first.touches == (Thing("space", "sharma"), Thing("space", "hellas"), Thing("seat", "cy"))
    assert second.touches == (Thing("space", "hellas"), Thing("space", "cydonia"), Thing("seat", "cy"))
    assert done.touches == ()


def test_a_question_as_plain_data_holds_everything_a_client_needs() -> None:
    """A client gets seat, prompt, kind, topic, window, decline, how many answers may follow, rule and options."""
    table = campaign(2)
    assert table.ask is not None
    plain = msgspec.to_builtins(table.ask.plain())
    assert plain["seat"] == "cy"
    assert plain["prompt"] == "Recruit where?"
    assert plain["kind"] == "several"
    assert plain["topic"] == "recruit"
    assert plain["decline"] == "done"
    assert plain["remaining"] == 2
    assert plain["rule"] == "1"
    assert [option["key"] for option in plain["options"]] == [
        "recruit:sharma",
        "recruit:hellas",
        "recruit:cydonia",
        "done",
    ]
    assert list(plain["options"][0]["touches"]) == [{"kind": "space", "id": "sharma"}]


def test_things_have_a_readable_repr() -> None:
    """Objects print as something people can read."""
    table = campaign()
    assert table.ask is not None
    assert repr(table) == "<Table small, turn 0: <Question for ann: 'March where?', 3 options>>"
    assert repr(table.ask.options[0]) == "<march:sharma: March to Sharma>"


# The log --------------------------------------------------------------------------------------------


def test_log_lines_have_an_audience() -> None:
    """Log entries have an audience: all, or some seats; numbers count what a seat was shown."""

    class Whispers(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield say("To all.")
            yield say("To Ann and Cy.", seen_by=[0, 2])
            yield say("To nobody.", seen_by=[])
            yield say("To Bob.", seen_by=[1])
            yield say("To all again.")
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(Whispers(), seed=1)
    shown = {seat: [(line.n, line.text) for line in table.log(seat)] for seat in ("ann", "bob", "cy", None)}
    assert shown == {
        "ann": [(1, "To all."), (2, "To Ann and Cy."), (3, "To all again.")],
        "bob": [(1, "To all."), (2, "To Bob."), (3, "To all again.")],
        "cy": [(1, "To all."), (2, "To Ann and Cy."), (3, "To all again.")],
        None: [(1, "To all."), (2, "To all again.")],
    }


def test_the_end_is_logged_once() -> None:
    """The log holds the end with its reason, once."""
    table = sandtable.new("connect-four", seed=1)
    for column in "1212121":
        table.choose(f"drop:{column}")
    ends = [line for line in table.log(None) if line.kind == "end"]
    assert [line.text for line in ends] == ["Red has four in a row."]
    assert table.winners == ["red"]
    assert table.save().decode().count('"t":"end"') == 1


def test_orders_after_the_end_do_not_end_it_again() -> None:
    """Nothing happens after the end: a standing order left then neither ends the game again nor breaks the journal."""
    table = sandtable.new("connect-four", seed=1)
    for column in "1212121":
        table.choose(f"drop:{column}")
    for _ in range(2):
        try:
            table.add_standing_order("red")
            table.withdraw_standing_orders("red")
        except SandtableError:
            pass
    assert [line.kind for line in table.log(None)].count("end") == 1
    assert table.save().decode().count('"t":"end"') == 1
    again = reopened(table)
    assert again.outcome == table.outcome
    assert again.save() == table.save()


def test_a_log_can_be_read_on_from_where_one_was() -> None:
    """`since` gives what was added to the log after so many lines."""
    table = campaign(6)
    lines = table.log("ann")
    for since in range(len(lines) + 2):
        assert table.log("ann", since=since) == lines[since:]


def test_over_from_any_depth_ends_the_game_at_once() -> None:
    """A rule that ends something at once raises `Over`, from any depth; nobody threads flags."""

    def deeper() -> Steps[None]:
        yield say("Before.")
        raise Over(Outcome.won_by([1], 3, "{who:seat} has won.", who=1))

    class Sudden(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(0, WELL, "Well?", [1, 2])
            s.marks.append(1)
            yield from deeper()
            s.marks.append(2)

    table = sandtable.new(Sudden(), seed=1).choose("n:1")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.scores) == ((1,), (0.0, 1.0, 0.0))
    assert table.winners == ["bob"]
    assert state_of(table).marks == [1]
    assert [line.text for line in table.log(None)] == ["Before.", "Bob has won."]
    assert differing(whole(table), whole(reopened(table))) == []


# Several things at once -----------------------------------------------------------------------------


def test_a_shuffle_in_the_middle_of_refused_answers() -> None:
    """All or nothing, also past a shuffle and a draw."""

    class Reshuffled(Dealt):
        lasts = 3

        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, WELL, "Shuffle?", [1, 2])
            yield from s.cards.shuffle(DECK)
            s.cards.draw(DECK, HAND, by=0)

    table = sandtable.new(Reshuffled(), seed=2)
    before = whole(table)
    with pytest.raises(IllegalChoice):
        table.choose("n:1", "n:1", "nonsense")
    assert differing(before, whole(table)) == []
