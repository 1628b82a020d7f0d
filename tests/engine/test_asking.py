"""Topics, and what a program is told of a question: about, facts, data, and to whom."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable import engine
from sandtable.engine import DONE, PASS, REFUSE, Ask, Kinds, Names, Of, Question, Steps, Thing, Word
from sandtable.engine.asking import Topic, amount, inflict, offer, pick, pick_each, put_in_order, yes_no

from .small import Dealt, Hands, Sheet, Small

ROOT = Path(__file__).parents[2]


def test_a_topic_is_exported_where_games_import_from() -> None:
    assert engine.Topic is Topic


# Arguments ------------------------------------------------------------------------------------------

GO = Topic("go", "4.1", "Your army stands there afterwards.", "space", window="going")
REPLY = Topic("reply", "4.2", "If you accept, both are bound by it.")


def nothing(it: Any) -> int:
    return 1


#: Every question function, with the arguments that it cannot do without.
FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "pick": (pick, (0, GO, "Where?", [0, 1])),
    "yes_no": (yes_no, (0, GO, "Go?")),
    "amount": (amount, (0, GO, "How far?", 3)),
    "pick_each": (pick_each, (0, GO, "Where?", [0, 1])),
    "put_in_order": (put_in_order, (0, GO, "Where first?", [0, 1])),
    "inflict": (inflict, (0, GO, "Where?", 2, lambda: [0, 1], nothing)),
    "offer": (offer, (0, 1, GO, REPLY, "Which?", [0, 1])),
}


def first_of(name: str, **manner: Any) -> Ask:
    """The first question that a question function asks."""
    make, given = FUNCTIONS[name]
    made = make(*given, **manner)
    ask = made if isinstance(made, Ask) else next(made)
    assert isinstance(ask, Ask)
    return ask


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("misspelt", ["privat", "topic", "of", "window", "rule", "space", "labels"])
def test_a_misspelt_argument_fails(name: str, misspelt: str) -> None:
    """No other keyword is accepted: one that is misspelt, or that belongs to the topic, is a `TypeError`.

    It comes with the call itself, also where the function gives steps that nobody has run yet.
    """
    make, given = FUNCTIONS[name]
    with pytest.raises(TypeError, match=misspelt):
        make(*given, **{misspelt: True})


def test_mypy_sees_a_misspelt_argument() -> None:
    """An ignored error that mypy does not find is an error of its own, so these lines prove that it finds each of them."""
    calls: list[Callable[[], object]] = [
        lambda: pick(0, GO, "Where?", [1], privat=True),  # type: ignore[call-arg]
        lambda: yes_no(0, GO, "Go?", privat=True),  # type: ignore[call-arg]
        lambda: amount(0, GO, "How far?", 3, privat=True),  # type: ignore[call-arg]
        lambda: pick_each(0, GO, "Where?", [1], privat=True),  # type: ignore[call-arg]
        lambda: put_in_order(0, GO, "Where?", [1], privat=True),  # type: ignore[call-arg]
        lambda: inflict(0, GO, "Where?", 1, list, int, privat=True),  # type: ignore[call-arg]
        lambda: offer(0, 1, GO, GO, "Where?", [1], privat=True),  # type: ignore[call-arg]
    ]
    for call in calls:
        with pytest.raises(TypeError, match="privat"):
            call()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_question_function_takes_what_every_question_has(name: str) -> None:
    """What `pick` takes, its relatives take too and hand on; the rest comes from the topic."""

    def data(it: Any) -> dict[str, Any]:
        return {"far": it}

    def touches(it: Any) -> list[tuple[str, Any]]:
        return [("space", it)]

    given: dict[str, Any] = {
        "label": "Go to {it}",
        "facts": {"half": True},
        "data": data,
        "decline": 1,
        "private": True,
        "sealed": True,
        "hide_options": True,
        "even_if_forced": True,
        "touches": touches,
    }
    ask = first_of(name, about={"army": 3}, **given)
    assert {field: getattr(ask, field) for field in given} == given
    assert ask.about == {"army": 3}
    assert (ask.topic, ask.rule, ask.of, ask.window) == ("go", "4.1", "space", "going")
    assert ask.under is GO


TRUCE = Topic(
    "truce", "4.3", "The other side may accept, refuse or propose something else.", "number", window="truce"
)
AGREE = Topic("agree", "4.3", "If you accept, the fighting ends.", window="truce")


def test_a_reply_to_an_offer_is_asked_in_the_same_manner() -> None:
    """A proposal in private is answered in private, and a standing order can decline the reply as well."""
    manner: dict[str, Any] = {"private": True, "decline": REFUSE, "facts": {"war": 3}}
    steps = offer(0, 1, TRUCE, AGREE, "How long?", [1, 2], about={"seat": 2}, **manner)
    next(steps)
    reply = steps.send(2)
    assert isinstance(reply, Ask)
    assert {field: getattr(reply, field) for field in manner} == manner
    assert (reply.seat, reply.topic, reply.window) == (1, "agree", "truce")
    assert reply.about == {"seat": 2, "by": 0, "terms": Of("number", 2)}


# What survives without docstrings -------------------------------------------------------------------

ASKED = """
import json, sys
import sandtable
from benchmarks.stash import GAME
table, asked = sandtable.new(GAME, seed=5), []
while table.ask is not None:
    asked.append([table.ask.topic, table.ask.rule, table.ask.help, table.ask.options[0].rule])
    table.choose(table.ask.keys[-1])
print(json.dumps([sys.flags.optimize, GAME.turn.__doc__, asked]))
"""


def test_rules_and_help_survive_optimised_python() -> None:
    """Under `python -OO` there are no docstrings; topics, rule numbers and help are data and stay."""
    ran = subprocess.run(
        [sys.executable, "-OO", "-c", ASKED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    optimised, docstring, asked = json.loads(ran.stdout)
    assert (optimised, docstring) == (2, None)
    table = sandtable.new(STASH, seed=5)
    expected = []
    while table.ask is not None:
        expected.append([table.ask.topic, table.ask.rule, table.ask.help, table.ask.options[0].rule])
        table.choose(table.ask.keys[-1])
    assert asked == expected
    assert {topic for topic, *_ in asked} >= {"action", "pay", "show"}
    assert all(rule and help for _, rule, help, _ in asked)


# What a program is told -----------------------------------------------------------------------------

SPACE = Names(["sharma", "hellas", "cydonia"])
ARMY = Names(["guards", "rebels"])
FORCED_MARCH = Word("forced", "A forced march")
MARCH = Topic("march", "4.1", "Your army stands there afterwards.", "space")
STRIKE = Topic("strike", "4.2", "The army in the space is hit.", ("army", "space"))


class Told(Small):
    """Ann is asked one question in everybody's sight."""

    def __init__(self, ask: Ask) -> None:
        self.asked = ask

    def rule(self, s: Sheet) -> Steps[None]:
        yield self.asked

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": SPACE, "army": ARMY}


def told(ask: Ask) -> Question:
    question = sandtable.new(Told(ask), seed=1).ask
    assert question is not None
    return question


def test_a_fact_that_is_a_function_is_made_when_somebody_looks() -> None:
    """Rules may tell a client what is costly to find out: nobody pays for it who does not look."""
    looks: list[int] = []

    def reach() -> list[int]:
        looks.append(1)
        return [3, 4]

    question = told(pick(0, MARCH, "March where?", [0, 2], facts={"half": True, "reach": reach}))
    assert (question.keys, question.prompt, looks) == (["march:sharma", "march:cydonia"], "March where?", [])
    assert question.plain().facts == {"half": True, "reach": [3, 4]}
    assert looks == [1]


def test_a_topic_makes_the_keys_of_its_own_options() -> None:
    """So a rule can tell a client which answers lead somewhere together."""
    values = [0, 2, FORCED_MARCH]
    question = told(pick(0, MARCH, "March where?", values))
    assert [MARCH.key(value, question.kinds) for value in values] == question.keys
    assert (
        STRIKE.key((1, 0), question.kinds) == told(pick(0, STRIKE, "Strike whom?", [(1, 0), (0, 2)])).keys[0]
    )


def test_a_question_says_what_it_is_about_and_what_else_there_is_to_know() -> None:
    """Things are (kind, id), numbers stay numbers, words are their ids; facts go out as they are."""
    about = {
        "army": 1,
        "through": Of("space", [0, 1]),
        "blow": Of(("army", "space"), (0, 2)),
        "heading": 45,
        "how": FORCED_MARCH,
    }
    facts = {"half": True, "legs": [1, 2]}
    question = told(pick(0, MARCH, "March {army} where?", [0, 2], about=about, facts=facts))
    assert question.about == {
        "army": Thing("army", "rebels"),
        "through": [Thing("space", "sharma"), Thing("space", "hellas")],
        "blow": [Thing("army", "guards"), Thing("space", "cydonia")],
        "heading": 45,
        "how": "forced",
    }
    assert question.facts == facts
    plain = question.plain()
    assert (plain.topic, plain.rule, plain.help) == ("march", "4.1", "Your army stands there afterwards.")
    assert (plain.about, plain.facts) == (question.about, question.facts)
    sent = json.loads(msgspec.json.encode(plain))
    assert sent["about"]["army"] == {"kind": "army", "id": "rebels"}
    assert sent["about"]["heading"] == 45
    assert sent["facts"] == facts


def test_a_question_about_nothing_says_nothing() -> None:
    """What is not there is sent as nothing, so that a client need not ask whether a field is there."""
    question = told(pick(0, MARCH, "March where?", [0, 2]))
    assert (question.about, question.facts) == ({}, {})
    sent = json.loads(msgspec.json.encode(question.plain()))
    assert (sent["about"], sent["facts"]) == ({}, {})
    assert (sent["options"][0]["word"], sent["options"][0]["data"]) == ("", {})


def test_an_option_says_what_it_is_and_what_else_there_is_to_know() -> None:
    """A thing or several, or a word; and data for what is no word."""
    marches = told(pick(0, MARCH, "March where?", [2, FORCED_MARCH, DONE], data=lambda it: {"price": 3 + it}))
    assert [(option.things, option.word, option.data) for option in marches.plain().options] == [
        ((Thing("space", "cydonia"),), "", {"price": 5}),
        ((), "forced", {}),
        ((), "done", {}),
    ]
    strikes = told(pick(0, STRIKE, "Strike what?", [(0, 1), (1, 2)], data=lambda it: None))
    assert [(option.things, option.word, option.data) for option in strikes.plain().options] == [
        ((Thing("army", "guards"), Thing("space", "hellas")), "", {}),
        ((Thing("army", "rebels"), Thing("space", "cydonia")), "", {}),
    ]
    answers = told(yes_no(0, REPLY, "Agree?"))
    assert [(option.things, option.word) for option in answers.options] == [((), "yes"), ((), "no")]
    numbers = told(amount(0, Topic("far", "4.3", "So far it goes.", "number"), "How far?", 2, at_least=1))
    assert [(option.things, option.word, option.data) for option in numbers.options] == [
        ((), "", {"amount": 1}),
        ((), "", {"amount": 2}),
    ]
    sent = json.loads(msgspec.json.encode(marches.plain()))["options"]
    assert sent[0]["things"] == [{"kind": "space", "id": "cydonia"}]
    assert (sent[0]["data"], sent[2]["word"]) == ({"price": 5}, "done")


# Who is told ----------------------------------------------------------------------------------------

SECRET = "pale horse"
BURY = Topic("bury", "5.1", "The card leaves your hand.", "number")


class Secretive(Dealt):
    """Bob is asked with facts and data that hold a secret."""

    def __init__(self, **manner: Any) -> None:
        self.manner = manner

    def rule(self, s: Hands) -> Steps[None]:
        yield pick(
            1,
            BURY,
            "Bury which?",
            [4, 5, PASS],
            facts={"best": SECRET},
            data=lambda card: {"name": SECRET},
            **self.manner,
        )


def sent_to(table: sandtable.Table, seat: str | None) -> str:
    question = table.ask_for(seat)
    assert question is not None
    return msgspec.json.encode(question.plain()).decode()


def test_facts_of_a_private_question_are_for_who_may_see_it() -> None:
    """Others learn that somebody is deciding: no topic, no help, nothing that it is about, no facts, no data."""
    table = sandtable.new(Secretive(private=True, about={"seat": 1}), seed=1)
    question = table.ask_for("bob")
    assert question is not None
    assert question.facts == {"best": SECRET}
    assert question.options[0].data == {"name": SECRET}
    assert SECRET in sent_to(table, "bob")
    for other in ("ann", "cy", None):
        hidden = table.ask_for(other)
        assert hidden is not None
        assert (hidden.topic, hidden.rule, hidden.help) == ("", "", "")
        assert (hidden.about, hidden.facts, hidden.things, hidden.options) == ({}, {}, (), [])
        sent = {name: value for name, value in json.loads(sent_to(table, other)).items() if value}
        assert sent == {
            "prompt": "A player is making a secret choice.",
            "kind": "pick",
            "remaining": 1,
            "hidden": True,
        }


def test_a_question_that_hides_its_options_hides_its_facts() -> None:
    """Others see who is asked what, by which rule, and what comes of it; no options, no data and no facts."""
    table = sandtable.new(Secretive(hide_options=True, about={"seat": 1}), seed=1)
    assert SECRET in sent_to(table, "bob")
    for other in ("ann", "cy", None):
        closed = table.ask_for(other)
        assert closed is not None
        assert (closed.seat, closed.prompt, closed.topic) == ("bob", "Bury which?", "bury")
        assert (closed.rule, closed.help) == ("5.1", "The card leaves your hand.")
        assert closed.about == {"seat": Thing("seat", "bob")}
        assert (closed.facts, closed.options, closed.keys) == ({}, [], [])
        sent = json.loads(sent_to(table, other))
        assert (sent["facts"], sent["options"]) == ({}, [])
        assert SECRET not in sent_to(table, other)
