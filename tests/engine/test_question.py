"""Questions: the ready-made loops, driven by every possible sequence of answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from math import factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.engine import ACCEPT, CHANGE, DONE, PASS, REFUSE, Ask, Note, Of, Steps, Thing, Word, say
from sandtable.engine.asking import Topic, amount, inflict, offer, pick, pick_each, put_in_order, yes_no

from .small import Sheet, Small, all_paths, reopened


def values(ask: Ask) -> list[Any]:
    return list(ask.options() if callable(ask.options) else ask.options)


def asked(ask: Ask) -> tuple[Any, ...]:
    """A question as a client sees it: two that are equal here are the same question."""
    args = tuple(sorted((name, repr(value)) for name, value in (ask.about or {}).items()))
    return ask.seat, ask.prompt, ask.kind, ask.remaining, args, tuple(map(repr, values(ask)))


def ways(make: Callable[[], Steps[Any]]) -> list[tuple[list[Ask], list[Any], Any]]:
    """All ways through a loop, each checked: it ends, no question is empty, none comes twice, answers were offered."""
    found = []
    for asks, answers, result in all_paths(make):
        questions = [asked(ask) for ask in asks]
        assert len(set(questions)) == len(questions), f"the same question twice: {questions}"
        for ask, answer in zip(asks, answers, strict=True):
            offered = values(ask)
            assert answer in offered
            assert len(set(map(repr, offered))) == len(offered), "every option once"
        found.append((asks, answers, result))
    return found


def results(make: Callable[[], Steps[Any]]) -> list[Any]:
    return [result for _, _, result in ways(make)]


# Pick one -------------------------------------------------------------------------------------------


RALLY = Topic("rally", "16.6", "Your Rebels gather in this space.", "space")


def test_pick_asks_what_it_is_given() -> None:
    """Pick one: seat, prompt, options, and everything a client needs to know about them."""
    ask = pick(1, RALLY, "Rally where?", [3, 4], label="Rally in {it}", about={"army": 7})
    assert (ask.seat, ask.prompt, values(ask)) == (1, "Rally where?", [3, 4])
    assert (ask.of, ask.topic, ask.label, ask.rule) == ("space", "rally", "Rally in {it}", "16.6")
    assert ask.about == {"army": 7}
    assert (ask.kind, ask.remaining, ask.window, ask.private, ask.sealed) == ("pick", 1, "", False, False)


EVADE = Topic("evade", "8.1", "The attack misses, and the card is spent.")


def test_yes_or_no() -> None:
    """Yes or no: two options, which a rule gets as True and False."""
    ask = yes_no(0, EVADE, "Evade {card}?", about={"card": 3})
    assert values(ask) == [True, False]
    assert ask.kind == "yes_no"
    assert ask.about == {"card": 3}


SALVO = Topic("salvo", "7.2", "So many rounds are fired, and gone.", "number")


@given(st.integers(-3, 5), st.integers(0, 6))
def test_an_amount_is_every_number_in_between(least: int, more: int) -> None:
    """An amount: every whole number from `at_least` up to the one given."""
    ask = amount(0, SALVO, "How many?", least + more, at_least=least)
    assert values(ask) == list(range(least, least + more + 1))
    assert ask.kind == "amount"


class Asking(Small):
    """A game that asks one procedure of ready-made questions and writes down what came of it."""

    def __init__(self, make: Callable[[], Steps[Any]]) -> None:
        self.make = make
        self.result: Any = None

    def rule(self, s: Sheet) -> Steps[None]:
        self.result = yield from self.make()
        s.marks.append(len(repr(self.result)))


def one(ask: Ask) -> Callable[[], Steps[Any]]:
    def make() -> Steps[Any]:
        return (yield ask)

    return make


WAY = Topic("way", "1", "How it is done.")
AID = Topic("aid", "2", "This player gets a card.", "seat")
DO = Topic("do", "3", "Who does how much.", ("seat", "number"))


@pytest.mark.parametrize(
    ("ask", "keys", "labels", "result"),
    [
        (yes_no(0, EVADE, "Evade?"), ["evade:yes", "evade:no"], ["Yes", "No"], True),
        (
            amount(0, SALVO, "How many?", 3, at_least=1),
            ["salvo:1", "salvo:2", "salvo:3"],
            ["1", "2", "3"],
            1,
        ),
        (pick(0, WAY, "Which?", ["a", "b"]), ["way:a", "way:b"], ["a", "b"], "a"),
        (pick(0, WAY, "Which?", [DONE, Word("wait", "Wait")]), ["done", "wait"], ["Done", "Wait"], DONE),
        (
            pick(0, AID, "Who?", [0, 2], label="Aid {it}"),
            ["aid:ann", "aid:cy"],
            ["Aid Ann", "Aid Cy"],
            0,
        ),
        (
            pick(0, DO, "Who does what?", [(0, 3), (1, 2)]),
            ["do:ann/3", "do:bob/2"],
            ["Ann and 3", "Bob and 2"],
            (0, 3),
        ),
    ],
)
def test_single_questions_at_the_table(ask: Ask, keys: list[str], labels: list[str], result: Any) -> None:
    """An option has a value, which the rule gets back, a stable key made of named things, and a label."""
    game = Asking(one(ask))
    table = sandtable.new(game, seed=1)
    assert table.ask is not None
    assert [option.key for option in table.ask.options] == keys
    assert [option.label for option in table.ask.options] == labels
    table.choose(keys[0])
    assert game.result == result
    assert type(game.result) is type(result)


# Pick each ------------------------------------------------------------------------------------------


TAKE_THING = Topic("take", "4", "What you take is yours.", "thing")
TAKE = Topic("take", "4", "What you take is yours.")


@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize("up_to", [None, 0, 1, 2, 5])
@pytest.mark.parametrize("at_least", [0, 1, 2])
def test_pick_each_gives_every_choice_of_different_ones(count: int, up_to: int | None, at_least: int) -> None:
    """Pick several with Done: a shrinking loop; every choice of so many different ones can be made, in any order."""
    items = list("abcd"[:count])
    most = min(count, count if up_to is None else up_to)
    found = ways(lambda: pick_each(0, TAKE_THING, "Which?", items, up_to=up_to, at_least=at_least))
    sizes = range(min(at_least, most), most + 1)
    chosen = {frozenset(result) for _, _, result in found}
    assert chosen == {frozenset(c) for n in sizes for c in combinations(items, n)}
    if at_least < count:
        assert {tuple(result) for _, _, result in found} == {p for n in sizes for p in permutations(items, n)}
    for asks, answers, result in found:
        for i, ask in enumerate(asks):
            assert (DONE in values(ask)) == (i >= at_least), "Done once there are enough"
            assert [v for v in values(ask) if v != DONE] == [
                item for item in items if item not in answers[:i]
            ]
            assert ask.remaining == most - i
            assert (ask.kind, ask.of, ask.topic) == ("several", "thing", "take")
            assert ask.decline == DONE
        given = [answer for answer in answers if answer != DONE]
        assert result[: len(given)] == given
        assert len(set(result)) == len(result)
        assert len(result) == len(given) or set(result) == set(items), (
            "all that is left is taken without a question"
        )


def test_pick_each_may_call_done_otherwise() -> None:
    """The word that ends a choice is the rule's."""
    stop = Word("hold", "Hold fire")
    first = next(pick_each(0, TAKE, "Fire at?", [1, 2], done=stop))
    assert isinstance(first, Ask)
    assert values(first) == [1, 2, stop]
    assert first.decline == stop


def test_several_answers_at_once() -> None:
    """`choose(*keys)` gives several answers at once; the kind and `remaining` tell a client how many it may gather."""
    game = Asking(lambda: pick_each(0, TAKE, "Which?", ["a", "b", "c"], up_to=2))
    table = sandtable.new(game, seed=1)
    assert table.ask is not None
    assert (table.ask.kind, table.ask.remaining, table.ask.decline) == ("several", 2, "done")
    table.choose("take:c", "take:a")
    assert game.result == ["c", "a"]
    assert table.outcome is not None


# Order ----------------------------------------------------------------------------------------------


STACK = Topic("stack", "9.1", "They are resolved in this order.")


@pytest.mark.parametrize("count", range(5))
def test_put_in_order_gives_every_order(count: int) -> None:
    """An order: first to last, each thing once; every order can be given."""
    items = list("abcd"[:count])
    found = ways(lambda: put_in_order(0, STACK, "Which comes first?", items))
    assert sorted(result for _, _, result in found) == sorted(map(list, permutations(items)))
    assert len(found) == factorial(count)
    for asks, answers, result in found:
        assert answers == result
        assert [ask.remaining for ask in asks] == list(range(count, 0, -1))
        assert {ask.kind for ask in asks} <= {"order"}


# Offer ----------------------------------------------------------------------------------------------


PROPOSE = Topic("offer", "13.2", "The other side may accept, refuse or propose something else.")
REPLY = Topic("reply", "13.2", "If you accept, both are bound by it.")
RANSOM = Topic("ransom", "13.2", "The other side may accept, refuse or propose something else.", "number")


@pytest.mark.parametrize("terms", [[], ["x"], ["x", "y"], ["x", "y", "z"]], ids=repr)
@pytest.mark.parametrize("changes", [0, 1, 2, 3])
def test_offer_and_counter_offer(terms: list[str], changes: int) -> None:
    """An offer to accept, change or refuse: each in turn, no terms twice, at most so many changes, always an end."""
    found = ways(lambda: offer(0, 1, PROPOSE, REPLY, "Propose what?", terms, changes=changes))
    assert {result for _, _, result in found} == {None, *terms}
    for asks, answers, result in found:
        proposed = [answer for answer in answers if isinstance(answer, str)]
        assert len(set(proposed)) == len(proposed), "no terms are proposed twice"
        assert len(proposed) <= changes + 1
        replies = [answer for answer in answers if isinstance(answer, Word)]
        assert replies.count(CHANGE) <= changes
        if result is None:
            assert replies[-1] == REFUSE
        else:
            assert replies[-1] == ACCEPT
            assert proposed[-1] == result, "what both agreed on is what was proposed last"
        speaker = 0
        for ask, answer in zip(asks, answers, strict=True):
            if isinstance(answer, str):
                assert ask.seat == speaker
            elif answer in (ACCEPT, CHANGE):
                assert ask.seat == 1 - speaker
                speaker = 1 - speaker if answer == CHANGE else speaker


def test_an_offer_speaks_of_who_proposes_what() -> None:
    """Each side is asked with its own prompt, which names who proposes and the terms."""
    game = Asking(lambda: offer(0, 1, RANSOM, REPLY, "Offer how much?", [1, 2], changes=1))
    table = sandtable.new(game, seed=1)
    assert table.ask is not None
    assert (table.ask.seat, table.ask.prompt, table.ask.kind) == ("ann", "Offer how much?", "offer")
    assert table.ask.keys == ["ransom:1", "ransom:2", "refuse"]
    table.choose("ransom:2")
    assert (table.ask.seat, table.ask.prompt) == ("bob", "Ann proposes 2. Agree?")
    assert table.ask.keys == ["accept", "change", "refuse"]
    table.choose("change")
    assert (table.ask.seat, table.ask.keys) == ("bob", ["ransom:1", "refuse"])
    table.choose("ransom:1")
    assert (table.ask.seat, table.ask.prompt) == ("ann", "Bob proposes 1. Agree?")
    assert table.ask.keys == ["accept", "refuse"]
    table.choose("accept")
    assert game.result == 1


# Hits that take effect one by one -----------------------------------------------------------------------


HIT = Topic("hit", "11.5", "It takes one hit.")


@pytest.mark.parametrize("hits", range(5))
def test_inflict_asks_anew_after_each_hit(hits: int) -> None:
    """Hits that take effect one by one: what can be hit is listed anew each time; what cannot be used is left over."""

    def make() -> Steps[tuple[int, dict[str, int]]]:
        lives = {"rebel": 1, "base": 2}

        def able() -> list[str]:
            return [name for name in lives if lives[name] and (name == "rebel" or not lives["rebel"])]

        def hit(name: str) -> int:
            lives[name] -= 1
            return 1

        left = yield from inflict(0, HIT, "Who takes the hit?", hits, able, hit)
        return left, lives

    ((asks, answers, (left, lives)),) = ways(make)
    assert answers == ["rebel", "base", "base"][:hits]
    assert left == max(0, hits - 3)
    assert lives == {"rebel": int(hits < 1), "base": 2 - min(max(hits - 1, 0), 2)}
    assert [ask.remaining for ask in asks] == list(range(hits, left, -1))


@pytest.mark.parametrize(("hits", "left"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 1)])
def test_a_hit_may_use_up_more_than_one(hits: int, left: int) -> None:
    """What a hit takes is what `hit` says: here two for a Base, and a last single hit is enough."""

    def make() -> Steps[int]:
        bases = ["a", "b"]

        def hit(name: str) -> int:
            bases.remove(name)
            return 2

        return (yield from inflict(0, HIT, "Which?", hits, lambda: bases, hit))

    assert set(results(make)) == {left}


# Always asked, and shown to some ------------------------------------------------------------------------


def test_a_question_may_be_asked_even_without_a_choice() -> None:
    """`even_if_forced` asks even where there is no choice, so that nobody can tell from the waiting what a hand holds."""
    game = Asking(one(pick(1, WAY, "Pass?", [PASS], private=True, even_if_forced=True)))
    table = sandtable.new(game, seed=1)
    assert table.ask is not None
    assert (table.ask.seat, table.ask.keys) == ("bob", ["pass"])
    for again in (reopened(table), table.fork()):
        assert again.ask is not None
        assert again.ask.keys == ["pass"]
    table.choose("pass")
    assert game.result == PASS
    assert table.outcome is not None
    assert reopened(table).save() == table.save()


def test_a_question_names_the_things_it_is_about() -> None:
    """A question says what it is about in structured form: what its rule named, in its text or not."""
    table = sandtable.new(
        Asking(one(pick(0, SALVO, "Help {who:seat}?", [1, 2], about={"who": 2, "seat": 1}))), seed=1
    )
    assert table.ask is not None
    assert set(table.ask.things) == {Thing("seat", "cy"), Thing("seat", "bob")}
    assert table.ask.plain().things == table.ask.things


# Notes ----------------------------------------------------------------------------------------------


def test_say_makes_a_log_line_with_an_audience() -> None:
    """Log lines are data: a template, what it names, who may read it, whether it tells a secret."""
    assert say("{who:seat} rallies.", who=1) == Note("{who:seat} rallies.", {"who": 1})
    told = say("Psst.", seen_by=[0, 2], reveals_secret=True, card=3)
    assert (told.args, told.to, told.reveals_secret) == ({"card": 3}, (0, 2), True)
    told = say("It ends.", sums="{n:It|They} ends.", opens=True, tone="good")
    assert (told.args, told.to, told.reveals_secret) == ({}, None, False)
    assert (told.sums, told.opens, told.tone) == ("{n:It|They} ends.", True, "good")


def test_of_brings_its_kind_along() -> None:
    """A value may bring its kind along where a template cannot know it."""

    def make() -> Steps[Any]:
        return (yield pick(0, WAY, "Trade {thing}?", [1, 2], about={"thing": Of("seat", 1)}))

    table = sandtable.new(Asking(make), seed=1)
    assert table.ask is not None
    assert table.ask.prompt == "Trade Bob?"


@given(st.data())
def test_random_answers_to_any_loop_end(data: st.DataObject) -> None:
    """Random play ends: every option of every ready-made question makes progress."""
    items = data.draw(st.lists(st.integers(0, 30), max_size=9, unique=True))
    bound = len(items) + 1
    make: list[tuple[int, Steps[Any]]] = [
        (bound, pick_each(0, TAKE, "Which?", items, at_least=data.draw(st.integers(0, 4)))),
        (bound, put_in_order(0, STACK, "First?", items)),
        (2 * bound, offer(0, 1, PROPOSE, REPLY, "What?", items, changes=data.draw(st.integers(0, 20)))),
    ]
    for most, steps in make:
        step: Any = None
        for _ in range(most + 1):
            try:
                step = steps.send(None if step is None else data.draw(st.sampled_from(values(step))))
            except StopIteration:
                break
        else:
            pytest.fail("more questions than can make progress")
