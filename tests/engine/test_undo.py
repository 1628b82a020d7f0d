"""Undo and redo: names, barriers, and a journal in which numbers are never reused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.engine import (
    UNSEAL,
    CannotImagine,
    CannotUndo,
    Chair,
    Draw,
    Outcome,
    Over,
    Roll,
    Steps,
    Table,
    open_journal,
    say,
)
from sandtable.engine.asking import Topic, pick

from .caravan import GAME as CARAVAN
from .small import (
    DECK,
    DISCARDS,
    HAND,
    Dealt,
    Hands,
    Sheet,
    Small,
    differing,
    reopened,
    resumed,
    state_of,
    told,
    whole,
)

MARCHES = {step: Topic(f"m{step}", "1", "How far you march.", "number") for step in (1, 2)}
FORCED = Topic("forced", "1", "The only answer is given for you.", "number")
FOLLOW = Topic("follow", "2", "How far you follow Ann.", "number")


class Marching(Small):
    """Ann answers two questions, Bob one, turn after turn; nothing is hidden and nothing is thrown."""

    lasts = 3

    def rule(self, s: Sheet) -> Steps[None]:
        for step in (1, 2):
            s.marks.append((yield pick(0, MARCHES[step], "March?", [1, 2, 3], label="March {it} leagues")))
            yield pick(1, FORCED, "Forced?", [0])
            yield say("Ann has marched {n:number}.", n=s.marks[-1])
        s.marks.append((yield pick(1, FOLLOW, "Follow?", [1, 2], label="Follow by {it}")))
        yield pick(0, FORCED, "Forced?", [0])


def marching(*answers: str) -> Table:
    table = sandtable.new(Marching(), seed=4)
    for answer in answers:
        table.choose(answer)
    return table


def but_for_the_journal(table: Table) -> dict[str, Any]:
    """Everything about a table but its journal, which remembers that something was taken back."""
    found = whole(table)
    del found["save"], found["moment"], found["number"]
    return found


def without_redo(found: dict[str, Any]) -> dict[str, Any]:
    return {k: {**v, "redo": None} if isinstance(v, dict) and "redo" in v else v for k, v in found.items()}


# Names ----------------------------------------------------------------------------------------------


def test_undo_has_a_name() -> None:
    """Undo and redo have names: "undo: Rally in Sharma" is the label of the answer."""
    table = marching("m1:2")
    assert table.undo_name("ann") == "March 2 leagues"
    assert table.undo_name("bob") is None
    assert table.undo_name("cy") is None
    assert table.undo_name(None) is None


def test_redo_has_a_name() -> None:
    """Undo and redo have names for people: what can be given again is called what it was called."""
    table = marching("m1:2").undo("ann")
    assert table.redo_name("ann") == "March 2 leagues"
    assert table.redo_name("bob") is None
    assert table.redo_name(None) is None


def test_nothing_to_undo_is_said() -> None:
    """Where nothing can be taken back, that is said and nothing changes."""
    table = marching()
    before = whole(table)
    for seat in ("ann", "bob"):
        assert table.undo_name(seat) is None
        assert table.redo_name(seat) is None
        with pytest.raises(CannotUndo):
            table.undo(seat)
        with pytest.raises(CannotUndo):
            table.redo(seat)
    assert differing(before, whole(table)) == []


# Back and forth -------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_answer_with_the_forced_ones_after_it() -> None:
    """Undo takes back a seat's last given answer, with the forced ones after it: state, log and question."""
    before = without_redo(but_for_the_journal(marching("m1:2")))
    table = marching("m1:2", "m2:3").undo("ann")
    assert differing(before, without_redo(but_for_the_journal(table))) == []
    assert table.undo_name("ann") == "March 2 leagues"
    table.undo("ann")
    assert (
        differing(without_redo(but_for_the_journal(marching())), without_redo(but_for_the_journal(table)))
        == []
    )
    assert table.undo_name("ann") is None


def test_undo_goes_back_across_the_end_of_a_turn() -> None:
    """Undo takes back an answer that ended a turn."""
    before = without_redo(but_for_the_journal(marching("m1:1", "m2:1")))
    table = marching("m1:1", "m2:1", "follow:2")
    assert table.turn == 1
    table.undo("bob")
    assert table.turn == 0
    assert differing(before, without_redo(but_for_the_journal(table))) == []
    table.choose("follow:1")
    assert state_of(table).marks == [1, 1, 1]


def test_redo_gives_again_what_was_taken_back() -> None:
    """Redo gives the same answers again, last taken back first."""
    table = marching("m1:2", "m2:3")
    before = but_for_the_journal(table)
    table.undo("ann").undo("ann").redo("ann")
    assert state_of(table).marks == [2]
    table.redo("ann")
    assert differing(before, but_for_the_journal(table)) == []
    assert table.redo_name("ann") is None
    with pytest.raises(CannotUndo):
        table.redo("ann")


def test_redo_is_gone_after_another_answer() -> None:
    """After another answer what was taken back cannot be given again."""
    table = marching("m1:2", "m2:3").undo("ann").choose("m2:1")
    assert table.redo_name("ann") is None
    with pytest.raises(CannotUndo):
        table.redo("ann")


def test_only_who_took_it_back_can_give_it_again() -> None:
    """Redo is for the seat that took its answer back."""
    table = marching("m1:2").undo("ann")
    before = whole(table)
    with pytest.raises(CannotUndo):
        table.redo("bob")
    assert differing(before, whole(table)) == []


def test_undo_of_several_answers_given_at_once() -> None:
    """`choose(*keys)` gives several answers; undo takes them back one by one."""
    table = marching().choose("m1:1", "m2:2")
    assert table.undo_name("ann") == "March 2 leagues"
    table.undo("ann")
    assert table.undo_name("ann") == "March 1 leagues"


# The journal ----------------------------------------------------------------------------------------


def numbers(table: Table) -> list[int]:
    return [json.loads(line)["n"] for line in table.save().splitlines()[1:]]


def test_undo_is_a_line_and_numbers_are_never_reused() -> None:
    """Journals: undo is a line too, and numbers are never reused."""
    table = marching("m1:2", "m2:3").undo("ann").choose("m2:1").undo("ann").undo("ann").choose("m1:3")
    lines = [json.loads(line) for line in table.save().splitlines()[1:]]
    assert [line["n"] for line in lines] == list(range(1, 8))
    assert [line["t"] for line in lines] == ["answer", "answer", "undo", "answer", "undo", "undo", "answer"]
    assert [line["answer"] for line in lines if line["t"] == "undo"] == [2, 4, 1]
    assert table.number == 7


def test_a_journal_only_grows() -> None:
    """Journals are append-only: what was written stays, whatever is taken back."""
    table = marching()
    saved = table.save()
    rng = random.Random(1)
    for _ in range(60):
        seat = rng.choice(["ann", "bob"])
        if rng.random() < 0.4 and table.undo_name(seat):
            table.undo(seat)
        elif rng.random() < 0.3 and table.redo_name(seat):
            table.redo(seat)
        elif table.ask is not None:
            table.choose(rng.choice(table.ask.keys))
        assert table.save().startswith(saved)
        saved = table.save()
        assert numbers(table) == list(range(1, len(numbers(table)) + 1))


@given(st.integers(0, 2**32))
def test_save_and_load_after_any_undo_gives_the_same_table(seed: int) -> None:
    """Save and load gives the same table, whatever was taken back and given again before."""
    rng = random.Random(seed)
    table = sandtable.new(Barriers(), seed=seed)
    for _ in range(25):
        able = [seat for seat in ("ann", "bob", "cy") if table.undo_name(seat)]
        again = [seat for seat in ("ann", "bob", "cy") if table.redo_name(seat)]
        if able and rng.random() < 0.4:
            table.undo(rng.choice(able))
        elif again and rng.random() < 0.4:
            table.redo(rng.choice(again))
        elif table.ask is not None:
            table.choose(rng.choice(table.ask.keys))
    assert differing(without_redo(whole(table)), without_redo(whole(reopened(table)))) == []
    moment = resumed(table)
    assert moment.run.state == table.run.state
    assert (moment.ask is None) == (table.ask is None)
    assert moment.drawn == table.drawn


def test_save_and_load_keeps_what_can_be_given_again() -> None:
    """Save and load gives the same table: also what can be given again, before and after a first redo."""
    table = marching("m1:2", "m2:3").undo("ann").undo("ann")
    assert differing(whole(table), whole(reopened(table))) == []
    table.redo("ann")
    assert table.redo_name("ann") is not None
    assert differing(whole(table), whole(reopened(table))) == []


# Barriers -------------------------------------------------------------------------------------------

#: What happens after Ann's answer, by the name of the answer.
Happening = Callable[[Hands], Steps[Any]]


def once(*steps: Any) -> Happening:
    def happen(s: Hands) -> Steps[None]:
        for step in steps:  # noqa: UP028  (`yield from` a tuple cannot be answered)
            yield step

    return happen


def quietly(act: Callable[[Hands], Any]) -> Happening:
    def happen(s: Hands) -> Steps[None]:
        act(s)
        yield say("Something happened.")

    return happen


def shuffled(s: Hands) -> Steps[None]:
    yield from s.cards.shuffle(DECK)


def looked_and_slipped(s: Hands) -> Steps[None]:
    """Bob looks at Ann's hand; then a card of it is slipped away, so that Bob loses track of all of it again."""
    s.cards.look(s.cards.zones[HAND], 1)
    yield say("Bob looks.")
    for card in s.cards.zones[HAND][:1]:
        s.cards.give(card, DISCARDS, seen_by=[0])


def hand_on(to: int, *, seen_by: list[int] | None = None) -> Callable[[Hands], Any]:
    """Ann's first card goes somewhere."""

    def act(s: Hands) -> None:
        for card in s.cards.zones[HAND][:1]:
            s.cards.give(card, to, seen_by=seen_by)

    return act


BARRIERS: dict[str, Happening] = {
    "roll": once(Roll(1)),
    "roll that only bob sees": once(Roll(1, seen_by=(1,))),
    "pick": once(Draw(range(5), 2)),
    "shuffle": shuffled,
    "draw": quietly(lambda s: s.cards.draw(DECK, HAND, by=0)),
    "draw by another": quietly(lambda s: s.cards.draw(DECK, HAND + 1, by=1)),
    "look": quietly(lambda s: s.cards.look(s.cards.zones[HAND + 1], 0)),
    "look by another": quietly(lambda s: s.cards.look(s.cards.zones[HAND], 1)),
    "look forgotten at once": looked_and_slipped,
    "reveal": quietly(lambda s: s.cards.reveal(s.cards.zones[HAND][:1])),
    "slip seen by another": quietly(hand_on(HAND + 1, seen_by=[0, 1])),
    "a line that tells": once(say("Bob's hand is weak.", reveals_secret=True)),
    "a line that tells one": once(say("Bob's hand is weak.", seen_by=[2], reveals_secret=True)),
    "unseal": once(UNSEAL),
}
HARMLESS: dict[str, Happening] = {
    "nothing": once(),
    "a line": once(say("Ann waits.")),
    "a line for one": once(say("You wait.", seen_by=[0])),
    "a known card moves": quietly(hand_on(DISCARDS)),
    "a card moves face down": quietly(lambda s: s.cards.draw(DECK, DISCARDS)),
    "a look at what is known": quietly(lambda s: s.cards.look(s.cards.zones[HAND], 0)),
    "a forced answer of another": once(pick(1, FORCED, "Forced?", [1])),
    "a forced answer of one's own": once(pick(0, FORCED, "Forced?", [1], private=True)),
}


SEAL = Topic("seal", "1", "The answer stays secret until it is opened.", "number")
DO = Topic("do", "1", "What happens between this answer and the next question.", "number")
THEN = Topic("then", "1", "Bob is next.", "number")
BOB = Topic("bob", "1", "The turn ends.", "number")


class Barriers(Dealt):
    """Ann decides what happens; then Ann is asked again, then Bob."""

    lasts = 4

    def rule(self, s: Hands) -> Steps[None]:
        happenings = [*BARRIERS, *HARMLESS]
        yield pick(2, SEAL, "Seal?", [1, 2], sealed=True)
        which = yield pick(0, DO, "What happens?", range(len(happenings)), label="Do {it}")
        s.marks.append(which)
        yield from {**BARRIERS, **HARMLESS}[happenings[which]](s)
        s.marks.append((yield pick(0, THEN, "And then?", [1, 2], label="Then {it}")))
        s.marks.append((yield pick(1, BOB, "And Bob?", [1, 2], label="Bob {it}")))


def after(name: str) -> Table:
    table = sandtable.new(Barriers(), seed=3).choose("seal:1")
    return table.choose(f"do:{[*BARRIERS, *HARMLESS].index(name)}")


@pytest.mark.parametrize("name", BARRIERS)
def test_undo_never_goes_past_chance_or_anything_learned(name: str) -> None:
    """Undo never goes past a roll or anything somebody learned; the refusal changes nothing."""
    table = after(name)
    before = whole(table)
    assert table.undo_name("ann") is None
    with pytest.raises(CannotUndo):
        table.undo("ann")
    assert differing(before, whole(table)) == []
    table.choose("then:2")
    assert table.undo_name("ann") == "Then 2"
    table.undo("ann")
    assert table.undo_name("ann") is None, "the barrier still stands"
    with pytest.raises(CannotUndo):
        table.undo("ann")


@pytest.mark.parametrize("name", HARMLESS)
def test_undo_goes_past_what_nobody_learned_from(name: str) -> None:
    """Undo is refused only by DESIGN's barriers: what told nobody anything can be taken back."""
    start = sandtable.new(Barriers(), seed=3).choose("seal:1")
    before = without_redo(but_for_the_journal(start))
    table = after(name)
    assert table.undo_name("ann") == f"Do {[*BARRIERS, *HARMLESS].index(name)}"
    table.choose("then:1").undo("ann").undo("ann")
    assert differing(before, without_redo(but_for_the_journal(table))) == []


def test_undo_never_goes_past_another_seats_answer() -> None:
    """Undo never goes past another seat's given answer, until that seat has taken it back."""
    table = after("nothing").choose("then:1")
    assert table.undo_name("ann") == "Then 1"
    table.choose("bob:2")
    assert table.undo_name("ann") is None
    with pytest.raises(CannotUndo):
        table.undo("ann")
    assert table.undo_name("bob") == "Bob 2"
    table.undo("bob")
    assert table.undo_name("ann") == "Then 1"
    table.undo("ann")
    assert table.undo_name("ann") == f"Do {len(BARRIERS)}"


OPEN = Topic("open", "1", "Bob is asked in private.", "number")
WHICH = Topic("which", "1", "The number is noted.", "number")
AND = Topic("and", "1", "The turn ends.", "number")
WELL = Topic("well", "1", "Whatever the answer, play goes on.", "number")


def test_ones_own_private_answer_can_be_taken_back() -> None:
    """Undo takes back a private answer too; its name is told to its seat only, and others are told nothing of it."""

    class Secret(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, OPEN, "Open?", [1, 2], label="Open {it}")
            yield pick(1, WHICH, "Which?", [1, 2, 3], label="Take {it}", private=True)
            yield pick(1, AND, "And?", [1, 2, 3], label="And {it}", private=True)
            yield pick(2, WELL, "Well?", [1, 2])

    table = sandtable.new(Secret(), seed=1).choose("open:1", "which:2")
    heard = {seat: told(table, seat) for seat in ("ann", "cy", None)}
    assert table.undo_name("bob") == "Take 2"
    table.undo("bob").choose("which:3")
    assert {seat: told(table, seat) for seat in ("ann", "cy", None)} == heard
    table.choose("and:1")
    assert table.undo_name("bob") == "And 1"
    table.undo("bob").undo("bob")
    assert table.undo_name("bob") is None
    assert differing(whole(table), whole(reopened(table))) == []


END_IT = Topic("n", "1", "The game is over.", "number")


def test_undo_never_takes_back_the_end() -> None:
    """A game that is over stays over: its seed has been published."""

    class Ends(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            how = yield pick(0, END_IT, "End it?", [1, 2])
            if how == 1:
                raise Over(Outcome.won_by([0], 3))

    for answer in ("n:1", "n:2"):
        table = sandtable.new(Ends(), seed=1).choose(answer)
        assert table.outcome is not None
        assert table.undo_name("ann") is None
        with pytest.raises(CannotUndo):
            table.undo("ann")
        assert table.outcome is not None


GO = Topic("go", "1", "The others have no choice.", "number")
GO_ON = Topic("on", "1", "The turn ends.", "number")


def test_a_look_in_a_forced_answer_is_a_barrier_too() -> None:
    """Undo takes back the forced answers after an answer as well, so what was learned in them counts."""

    class Chain(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, GO, "Go?", [1, 2])
            yield pick(1, FORCED, "Forced?", [1])
            s.cards.look(s.cards.zones[DECK][-1:], 1)
            yield pick(2, FORCED, "Forced?", [1])
            yield pick(0, GO_ON, "On?", [1, 2])

    table = sandtable.new(Chain(), seed=1).choose("go:1")
    assert table.undo_name("ann") is None


def test_a_look_at_the_start_of_the_next_turn_is_a_barrier_too() -> None:
    """What follows an answer is a consequence of it, also across the end of the turn."""

    class Turns(Dealt):
        lasts = 3

        def rule(self, s: Hands) -> Steps[None]:
            if s.turns:
                s.cards.draw(DECK, HAND + 1, by=1)
            yield pick(0, GO, "Go?", [1, 2])

    table = sandtable.new(Turns(), seed=1).choose("go:1")
    assert table.turn == 1
    assert table.undo_name("ann") is None


def test_an_undone_answer_can_be_given_otherwise() -> None:
    """After an undo the game goes on as if the answer had never been given: the same dice for the same draws."""
    one = after("nothing").choose("then:1").undo("ann").choose("then:2", "bob:1")
    other = after("nothing").choose("then:2", "bob:1")
    assert one.run.state == other.run.state
    assert one.drawn == other.drawn
    assert one.transcript(None) == other.transcript(None)


ACT = Topic("act", "1", "The next player acts.", "number")


def test_undo_brings_back_standing_orders() -> None:
    """After an undo the table is as before the answer, also the standing orders that ended with it."""

    class Windows(Small):
        lasts = 4

        def rule(self, s: Sheet) -> Steps[None]:
            s.marks.append((yield pick(s.mover, ACT, "Act?", [1, 2], label="Act {it}")))
            s.mover = 1 - s.mover

    table = sandtable.new(Windows(), seed=1)
    table.add_standing_order("bob", "react", "my turn").add_standing_order("cy", "react", "this turn")
    orders = [table.standing_orders(seat) for seat in ("bob", "cy")]
    assert all(orders)
    table.choose("act:1")
    assert [table.standing_orders(seat) for seat in ("bob", "cy")] == [[], []]
    table.undo("ann")
    assert [table.standing_orders(seat) for seat in ("bob", "cy")] == orders
    assert differing(whole(table), whole(reopened(table))) == []


# What undo tells ------------------------------------------------------------------------------------


MARCH = Topic("march", "1", "The others may play a card.", "number")
PLAY = Topic("play", "1", "The number is noted.", "number")


def march_then(bob: list[int], cy: list[int], **how: bool) -> Table:
    """Ann has marched; then Bob and Cy are asked with these options, and then Ann again."""

    class Asked(Dealt):
        def rule(self, s: Hands) -> Steps[None]:
            yield pick(0, MARCH, "March?", [1, 2], label="March {it}")
            for who, options in ((1, bob), (2, cy)):
                yield pick(who, PLAY, "Play?", options, **how)  # type: ignore[arg-type]
            yield pick(0, AND, "And?", [1, 2])

    return sandtable.new(Asked(), seed=1).choose("march:1")


def refusal(table: Table, seat: str) -> str:
    """What a seat is told that tries to take something back."""
    assert table.undo_name(seat) is None
    with pytest.raises(CannotUndo) as caught:
        table.undo(seat)
    return str(caught.value)


def test_undo_does_not_tell_whose_private_question_is_open() -> None:
    """Questions: others see of a private question only that a window is open. Undo tells no more: not whether Bob passed it."""
    bobs, cys = march_then([1, 2], [1, 2], private=True), march_then([1], [1, 2], private=True)
    assert bobs.ask is not None
    assert cys.ask is not None
    assert (bobs.ask.seat, cys.ask.seat) == ("bob", "cy")
    assert told(bobs, "ann") == told(cys, "ann")
    assert refusal(bobs, "ann") == refusal(cys, "ann")


@pytest.mark.parametrize("how", ["hide_options", "sealed"])
def test_undo_does_not_tell_whether_an_answer_was_forced(how: str) -> None:
    """Questions: a forced answer leaves no trace. Where options are secret, undo is refused as if there had been a choice."""
    chosen = march_then([1, 2], [1, 2], **{how: True}).choose("play:1")
    forced = march_then([1], [1, 2], **{how: True})
    assert chosen.ask is not None
    assert forced.ask is not None
    assert chosen.ask.seat == forced.ask.seat == "cy"
    assert refusal(chosen, "ann") == refusal(forced, "ann")


def test_a_journal_keeps_what_was_taken_back_when_that_was_still_offered() -> None:
    """Saves that last: an undo that was allowed when it was written is not refused when the journal is read."""
    table = march_then([1, 2], [1, 2], private=True)
    line = f'{{"t":"undo","n":{table.number + 1},"seat":"ann","answer":1}}\n'
    old = table.save() + line.encode()
    again = open_journal(old, lambda key: table.game)
    assert again.ask is not None
    assert again.ask.topic == "march"
    assert again.save() == old


# Imagined tables ------------------------------------------------------------------------------------


def undone_one_by_one(table: Table, seat: str) -> list[Any]:
    """What a seat is offered to take back, and what it sees once it has, answer after answer."""
    found: list[Any] = []
    while (name := table.undo_name(seat)) is not None:
        table.undo(seat)
        ask = table.ask_for(seat)
        assert ask is not None
        found.append((name, table.view(seat), ask.plain()))
    return found


@pytest.mark.parametrize(
    ("game", "options", "decisions", "every"),
    [
        ("stash", {}, 60, 1),
        ("caravan", {}, 60, 1),
        ("rogue-trooper", {"players": 3}, 150, 3),
        ("red-dust", {}, 60, 5),
    ],
)
def test_an_imagined_table_offers_the_seat_the_same_undo(
    game: str, options: dict[str, Any], decisions: int, every: int
) -> None:
    """To imagine is to redeal what the seat cannot know; what it may take back it knows. The undo works there, too."""
    offered = compared = 0
    for seed in range(2):
        table = sandtable.new(CARAVAN if game == "caravan" else game, seed=seed, options=options)
        rng = random.Random(seed)
        for n in range(decisions):
            if table.ask is None:
                break
            for seat in (it.id for it in table.seats) if n % every == 0 else ():
                try:
                    world = Chair(table, seat).imagine(random.Random(n))
                except CannotImagine:
                    continue
                compared += 1
                assert world.undo_name(seat) == table.undo_name(seat), (n, seat)
                if world.undo_name(seat) is not None:
                    offered += 1
                    twin = sandtable.load(table.save()) if game != "caravan" else reopened(table)
                    assert undone_one_by_one(world, seat) == undone_one_by_one(twin, seat), (n, seat)
            table.choose(rng.choice(table.ask.keys))
    assert compared > 40
    assert offered > 5
