"""Previews: what an answer would lead to, as far as the asked seat can know."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.engine import (
    CannotImagine,
    Chair,
    IllegalChoice,
    Kinds,
    Names,
    Preview,
    Roll,
    Steps,
    Table,
    Thing,
    preview,
    say,
)
from sandtable.engine.asking import Topic, pick
from sandtable.engine.worlds.previews import common
from sandtable.games import BUILT_IN

from .small import DECK, HAND, Dealt, Hands, Sheet, Small

SPACES = Names(["sharma", "gandhi"], ["Sharma", "Gandhi"])
MARCH = Topic("march", "4", "You go there.", "space")
THEN = Topic("then", "4.1", "You go on.", "space")


class March(Small):
    """Ann marks a number, then chooses again, or dice fall."""

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": SPACES}

    def rule(self, s: Sheet) -> Steps[None]:
        space = yield pick(0, MARCH, "March where?", [0, 1])
        s.marks.append(space)
        yield say("Ann marches to {space}.", space=space)
        if space == 1:
            yield Roll(2, topic="ambush")
        s.marks.append(7)
        yield pick(0, THEN, "Where then?", [0, 1])
        yield pick(1, THEN, "And you?", [0, 1])


def test_a_preview_runs_to_the_next_choice() -> None:
    """It shows the view after the answer, what the log would say, and what the next choice would offer."""
    table = sandtable.new(March(), seed=1)
    seen = preview(table, "march:sharma")
    assert seen.view == (0, 0, [0, 7])
    assert [line.text for line in seen.lines] == ["Ann marches to Sharma."]
    assert (seen.follows, seen.prompt) == ("choice", "Where then?")
    assert seen.lights == (Thing("space", "sharma"), Thing("space", "gandhi"))
    assert seen.changes
    assert not seen.final


def test_a_preview_ends_where_dice_fall() -> None:
    """What is thrown is not foretold: the table stands as it is when the dice are picked up."""
    table = sandtable.new(March(), seed=1)
    before = table.save()
    seen = preview(table, "march:gandhi")
    assert (seen.follows, seen.chance, seen.final) == ("chance", "ambush", True)
    assert seen.view == (0, 0, [1])
    assert table.save() == before


def test_a_preview_tells_that_others_are_next_or_that_the_game_is_over() -> None:
    table = sandtable.new(March(), seed=1).choose("march:sharma")
    assert preview(table, "then:sharma").follows == "others"
    table.choose("then:sharma")
    assert (preview(table, "then:sharma").follows, preview(table, "then:sharma").final) == ("end", True)
    with pytest.raises(IllegalChoice):
        preview(table, "then:nowhere")


class Draws(Dealt):
    """Cy draws a card that nobody else sees; Ann may look at the top of the deck."""

    def rule(self, s: Hands) -> Steps[None]:
        look = yield pick(0, Topic("look", "1", "You see it."), "Look?", (True, False))
        if look:
            s.cards.look(s.cards.zones[DECK][-1:], 0)
        s.marks.append(int(look))
        s.cards.draw(DECK, HAND + 2, by=2, n=1)
        yield pick(0, MARCH, "March where?", [0, 1])

    def kinds(self, s: Hands) -> Kinds:
        return {"space": SPACES}

    def view(self, s: Hands, seat: int | None) -> Any:
        cards = s.cards
        return {
            "marks": s.marks[:],
            "known": sorted(card for card in range(9) if cards.knows(seat, card)),
            "sizes": [len(zone) for zone in cards.zones],
        }


def test_what_worlds_disagree_about_is_not_shown() -> None:
    """Looking at a card shows Ann one, but no preview can know which; the rest of the view is alike in all worlds."""
    table = sandtable.new(Draws(), seed=1)
    now = table.view("ann")
    seen = preview(table, "look:yes")
    assert seen.view["known"] == now["known"]
    assert seen.view["marks"] == [1]
    assert seen.view["sizes"] != now["sizes"]
    assert seen.final, "she learns something, so it cannot be taken back"


def test_the_same_view_gives_the_same_preview() -> None:
    """Never the real table: two tables with other hidden cards that look the same to Ann are previewed alike."""
    table, rng = sandtable.new(Draws(), seed=1), random.Random(1)
    worlds = [Chair(table, "ann").imagine(rng) for _ in range(10)]
    assert any(world.run.state.cards.zones != table.run.state.cards.zones for world in worlds)
    for world in worlds:
        assert preview(world, "look:yes") == preview(table, "look:yes")


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_game_can_be_previewed(key: str) -> None:
    """Any option of any question has a preview, and it changes nothing at the table."""
    table, rng = sandtable.new(key, seed=5), random.Random(5)
    follows = set()
    for _ in range(60):
        question = table.ask
        if question is None:
            break
        before = (table.run.state.encode(), table.drawn, len(table.lines))
        seen = _preview(table, question.keys[int(rng.random() * len(question.keys))])
        assert (table.run.state.encode(), table.drawn, len(table.lines)) == before
        assert seen is None or type(seen.view) is type(table.view(question.seat))
        follows.add(seen.follows if seen else "none")
        table.choose(question.keys[int(rng.random() * len(question.keys))])
    assert "choice" in follows


def _preview(table: Table, key: str) -> Preview | None:
    try:
        return preview(table, key)
    except CannotImagine:
        return None


def test_what_is_common_to_several_worlds() -> None:
    """Field by field and place by place; lists of other lengths are as they were, unless all are alike."""
    assert common([1, 2], [[1, 3], [1, 3]]) == [1, 3]
    assert common([1], [[1, 2], [1, 3]]) == [1]
    assert common([1], [[1, 2], [1, 2]]) == [1, 2]
    assert common({"a": {"b": 1}}, [{"a": {"b": 2}, "c": 1}, {"a": {"b": 2}, "c": 2}]) == {"a": {"b": 2}}
    assert common(None, [1, 2]) is None
