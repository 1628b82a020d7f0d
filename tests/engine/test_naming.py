"""Named things and the constant templates that speak of them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import DONE, Kinds, Names, Of, RuleError, Thing, Word
from sandtable.engine.naming import distinct, id_of, label_of, things_of
from sandtable.engine.templates import mentions, render

SPACE = Names(["sharma", "new_cordoba", "hellas"], ["Sharma", "New Córdoba", "Hellas"])
FACTION = Names(["marsgov", "red_dust"])
KINDS: Kinds = {"space": SPACE, "faction": FACTION, "number": Names(str, is_thing=False)}


class Way(Enum):
    REBELS = 1
    HIDE_AWAY = 2


class Told(Enum):
    """An enum that says what it is called."""

    BASE = "base"

    @property
    def label(self) -> str:
        return "Replace by a Base"


def test_names_come_from_lists_or_functions() -> None:
    """A kind of thing has ids, which keys are made of, and labels, which people read."""
    assert (SPACE.id(1), SPACE.label(1)) == ("new_cordoba", "New Córdoba")
    assert (FACTION.id(1), FACTION.label(1)) == ("red_dust", "Red dust")
    column = Names(lambda c: f"c{c + 1}", lambda c: f"Column {c + 1}")
    assert (column.id(3), column.label(3)) == ("c4", "Column 4")
    assert Names(lambda c: f"c{c}").label(2) == "c2"


def test_a_template_names_things_by_their_kind() -> None:
    """The name in the braces is also the kind of thing, unless a kind follows it."""
    assert render("March to {space}.", {"space": 1}, KINDS) == "March to New Córdoba."
    text = "{giver:faction} gives {n:number} to {taker:faction}."
    assert render(text, {"giver": 0, "taker": 1, "n": 3}, KINDS) == "Marsgov gives 3 to Red dust."


def test_a_template_without_things_is_itself() -> None:
    """A constant text needs nothing."""
    assert render("Which column?", None, KINDS) == "Which column?"
    assert render("", {}, KINDS) == ""


def test_id_0_is_a_thing() -> None:
    """Ids are ints and 0 is one of them."""
    assert render("In {space}.", {"space": 0}, KINDS) == "In Sharma."
    assert mentions("In {space}.", {"space": 0}, KINDS) == (Thing("space", "sharma"),)


def test_a_template_that_names_what_was_not_given_is_an_error() -> None:
    """A text that names something the rule did not give is an error that names both."""
    for args in (None, {}, {"place": 1}):
        with pytest.raises(RuleError, match=r"'Rally in \{space\}\.'.*space"):
            render("Rally in {space}.", args, KINDS)


def test_a_kind_that_does_not_exist_is_an_error() -> None:
    """A text that names a kind of thing the game does not have is an error that names it, not a number on the page."""
    with pytest.raises(RuleError, match="spce"):
        render("In {where:spce}?", {"where": 1}, KINDS)


@pytest.mark.parametrize("value", [-1, 3, 99])
def test_a_thing_that_does_not_exist_is_an_error(value: int) -> None:
    """A number that is no thing of its kind is an error that names both; -1 is not the last one."""
    for name in (label_of, id_of):
        with pytest.raises(RuleError, match=f"space.*{value}"):
            name(value, "space", KINDS)


@pytest.mark.parametrize(
    ("value", "kind", "label", "key"),
    [
        (2, "space", "Hellas", "hellas"),
        (2, "unheard_of", "2", "2"),
        ("Olympus", "", "Olympus", "Olympus"),
        (DONE, "space", "Done", "done"),
        (Word("sa", "Special Activity first"), "space", "Special Activity first", "sa"),
        (Way.HIDE_AWAY, "space", "Hide away", "hide_away"),
        (Told.BASE, "", "Replace by a Base", "base"),
        (True, "space", "Yes", "yes"),
        (False, "space", "No", "no"),
        (None, "space", "nothing", "none"),
        ((0, 2), "space", "Sharma and Hellas", "sharma/hellas"),
        ((0, 1, 2), "space", "Sharma, New Córdoba and Hellas", "sharma/new_cordoba/hellas"),
        ((1, 2), ("faction", "space"), "Red dust and Hellas", "red_dust/hellas"),
        ((), "space", "nothing", ""),
        (Of("faction", 1), "space", "Red dust", "red_dust"),
        (Of(("faction", "space"), (0, 0)), "", "Marsgov and Sharma", "marsgov/sharma"),
    ],
)
def test_every_value_has_a_label_and_a_key(
    value: object, kind: str | tuple[str, ...], label: str, key: str
) -> None:
    """Options are named things, words, enums or tuples; each has a label for people and a stable id for keys."""
    assert label_of(value, kind, KINDS) == label
    assert id_of(value, kind, KINDS) == key


def test_a_list_reads_like_a_sentence() -> None:
    """Log lines that name several things read like a sentence."""
    assert render("Marches through {space}.", {"space": [2, 0, 1]}, KINDS) == (
        "Marches through Hellas, Sharma and New Córdoba."
    )
    assert render("Loses {space}.", {"space": []}, KINDS) == "Loses nothing."


def test_texts_say_what_they_speak_of() -> None:
    """Log entries name what they speak of, in structured form, each thing once."""
    text = "{who:faction} goes from {a:space} to {b:space} with {n:number}."
    found = mentions(text, {"who": 1, "a": 2, "b": 2, "n": 7}, KINDS)
    assert found == (Thing("faction", "red_dust"), Thing("space", "hellas"))


def test_things_of_compound_values() -> None:
    """What an option touches: the things a value stands for, and the parts of a compound value."""
    assert things_of((1, 0), ("faction", "space"), KINDS) == [
        Thing("faction", "red_dust"),
        Thing("space", "sharma"),
    ]
    assert things_of(DONE, "space", KINDS) == []
    assert things_of(3, "number", KINDS) == []
    assert things_of(True, "space", KINDS) == []
    assert things_of(None, "space", KINDS) == []
    assert things_of(5, "unheard_of", KINDS) == []
    assert things_of(Of("space", 1), "faction", KINDS) == [Thing("space", "new_cordoba")]


@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=3).map(tuple),
    st.lists(st.integers(0, 2), min_size=1).map(tuple),
)
def test_keys_of_different_things_differ(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    """Keys are unique: different things of a kind have different ids."""
    assert (id_of(one, "space", KINDS) == id_of(other, "space", KINDS)) == (one == other)


def test_things_are_told_apart_by_kind_and_id() -> None:
    one, two, three = Thing("space", "a"), Thing("card", "a"), Thing("space", "b")
    for things in ([], [one], [one, one], [one, two], [one, two, one, three, two]):
        assert distinct(things) == tuple(dict.fromkeys(things))


def test_a_named_tuple_is_a_compound_value() -> None:
    class Move(NamedTuple):
        unit: int
        to: int

    kinds = {"space": Names(["a", "b"], ["Europa", "Sharma"])}
    assert id_of(Move(0, 1), "space", kinds) == "a/b"
    assert label_of(Move(0, 1), "space", kinds) == "Europa and Sharma"
    assert things_of(Move(0, 1), "space", kinds) == [Thing("space", "a"), Thing("space", "b")]
