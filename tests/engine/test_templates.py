"""Texts that count things: a form for one and a form for many."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.engine import Kinds, Names, Of, RuleError, Steps, Thing, Topic, amount, say
from sandtable.engine.templates import kinds_named, mentions, render

from .test_question import Asking

KINDS: Kinds = {
    "piece": Names(["rebel", "base"], ["Rebel", "Base"], many=["Rebels", "Bases"]),
    "space": Names(["sharma"], ["Sharma"]),
    "number": Names(str, is_thing=False),
}


@pytest.mark.parametrize(
    ("n", "told"), [(0, "0 Ops gained"), (1, "1 Op gained"), (2, "2 Ops gained"), (21, "21 Ops gained")]
)
def test_a_text_that_counts_has_a_form_for_one_and_for_many(n: int, told: str) -> None:
    """Issue: "1 Ops gained" is impossible. None at all is said like many."""
    assert render("{n:{n} Op|{n} Ops} gained", {"n": n}, KINDS) == told


@pytest.mark.parametrize(
    ("n", "told"), [(0, "Nobody hides."), (1, "One Rebel hides."), (3, "3 Rebels hide.")]
)
def test_a_third_form_is_for_none(n: int, told: str) -> None:
    """The verb goes with the number, so a form may hold more than a noun."""
    assert render("{n:Nobody hides|One Rebel hides|{n} Rebels hide}.", {"n": n}, KINDS) == told


def test_the_forms_of_a_thing() -> None:
    """Issue: "1 Red Dust Rebels March" is impossible: a kind of thing has a name for one and for many."""
    text = "{n:{n} {kind:piece} marches|{n} {kind:piece:many} march} to {space}."
    assert render(text, {"n": 1, "kind": 0, "space": 0}, KINDS) == "1 Rebel marches to Sharma."
    assert render(text, {"n": 2, "kind": 1, "space": 0}, KINDS) == "2 Bases march to Sharma."


def test_lists_are_counted() -> None:
    """What is counted may be a list of things, which the text can name, too."""
    text = "{kinds:Only {kinds:piece} goes|{kinds:piece:many} go}."
    assert render(text, {"kinds": [1]}, KINDS) == "Only Base goes."
    assert render(text, {"kinds": Of("piece", (0, 1))}, KINDS) == "Rebels and Bases go."


def test_what_is_named_in_a_form_is_mentioned() -> None:
    """Things are highlighted wherever a text names them, and `about` knows their kinds."""
    text = "{n:{kind:piece} in {space}|{kind:piece:many} in {space}}"
    assert mentions(text, {"n": 2, "kind": 0, "space": 0}, KINDS) == (
        Thing("piece", "rebel"),
        Thing("space", "sharma"),
    )
    assert kinds_named(text) == {"n": "n", "kind": "piece", "space": "space"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{kind:piece:few}", "the form 'few'"),
        ("{n:a|b|c|d}", "in 4 forms"),
        ("{space:space:many}", "has no name for many"),
        ("{n:one|{m} Ops}", "which the rule did not give"),
    ],
)
def test_a_wrong_form_is_named(text: str, told: str) -> None:
    """A template that cannot be read says why."""
    with pytest.raises(RuleError, match=told):
        render(text, {"n": 3, "kind": 0, "space": 0}, KINDS)


MARCH = Topic("march", "16.3", "They move to the next space.", "number")


def test_prompts_labels_and_log_lines_count() -> None:
    """The same forms work wherever a rule writes a text."""

    def rule() -> Steps[None]:
        n = yield amount(
            0,
            MARCH,
            "{left:{left} Rebel is|{left} Rebels are} here. How many march?",
            2,
            label="{it:{it} Rebel marches|{it} Rebels march}",
            about={"left": 2},
        )
        yield say("{n:{n} Rebel marches|{n} Rebels march}.", n=n)

    table = sandtable.new(Asking(rule), seed=1)
    assert table.ask is not None
    assert table.ask.prompt == "2 Rebels are here. How many march?"
    assert [o.label for o in table.ask.options] == ["0 Rebels march", "1 Rebel marches", "2 Rebels march"]
    assert [line.text for line in table.choose("march:1").log() if line.kind == "note"] == [
        "1 Rebel marches."
    ]
