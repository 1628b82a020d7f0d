"""Chance: dice and their readings, draws, shuffles, and the sources that answer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import combinations, permutations, product
from math import comb, factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.engine import (
    CannotWalk,
    Chance,
    Draw,
    Opposed,
    RandomSource,
    Reading,
    Roll,
    SandtableError,
    Script,
    ScriptEnded,
    SeedStream,
    Shuffle,
    Steps,
    Thrown,
    at_least,
    best,
    dice_that_differ,
    faces,
    higher,
    seed_bytes,
    seed_hash,
    tally,
    total,
)
from sandtable.engine.asking import Topic, pick

from .small import Sheet, Small, new_random, reopened, resumed, state_of

# Readings -------------------------------------------------------------------------------------------


def highest_first(thrown: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(thrown, reverse=True))


def best_and_count(thrown: Sequence[int]) -> tuple[int, int]:
    return (max(thrown), list(thrown).count(max(thrown))) if thrown else (0, 0)


def fives_and_up(thrown: Sequence[int]) -> int:
    return sum(face >= 5 for face in thrown)


def hits_and_fumbles(thrown: Sequence[int]) -> tuple[int, int]:
    return sum(face in (5, 6) for face in thrown), list(thrown).count(1)


READINGS: list[tuple[Reading[Any], Callable[[Sequence[int]], Any]]] = [
    (total, sum),
    (faces, highest_first),
    (best, best_and_count),
    (at_least(5), fives_and_up),
    (tally((5, 6), (1,)), hits_and_fumbles),
]
readings = pytest.mark.parametrize(("read", "by_hand"), READINGS, ids=[repr(r) for r, _ in READINGS])


@readings
@given(thrown=st.lists(st.integers(0, 9), max_size=8))
def test_a_reading_says_what_it_is_called(
    read: Reading[Any], by_hand: Callable[[Sequence[int]], Any], thrown: list[int]
) -> None:
    """Chance: a roll has a reading (sum; positives and burnouts; best face and how many; faces)."""
    assert read(thrown) == by_hand(thrown)
    assert read(thrown[::-1]) == by_hand(thrown), "the order of the dice says nothing"


@readings
@pytest.mark.parametrize("die", [6, 1, 2, 10, (1, 1, 2), (0, 5, 5, 6), (6, 1, 3)])
@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_readings_have_the_weights_of_all_faces_listed(
    read: Reading[Any],
    by_hand: Callable[[Sequence[int]], Any],
    die: int | tuple[int, ...],
    dice: int,
) -> None:
    """Chance: the walker convolves readings; their weights are those of listing all faces."""
    sides = range(1, die + 1) if isinstance(die, int) else die
    listed = Counter(by_hand(thrown) for thrown in product(sides, repeat=dice))
    outcomes, ways = Roll(dice, read, die).outcomes()
    assert dict(outcomes) == dict(listed)
    assert len(outcomes) == len(listed), "each reading comes once"
    assert ways == len(sides) ** dice


def test_best_of_dice_with_negative_faces() -> None:
    """The reading `best` is the best face and how many dice show it, on any special die."""
    assert best([-2, -1, -1]) == (-1, 2)
    outcomes, ways = Roll(1, best, (-1, 0, 1)).outcomes()
    assert dict(outcomes) == {(-1, 1): 1, (0, 1): 1, (1, 1): 1}
    assert ways == 3


def test_a_reading_of_ones_own() -> None:
    """A reading folds faces and may finish with something coarser; weights of equal results add up."""
    doubles: Reading[bool] = Reading(
        "doubles", (), lambda read, face: tuple(sorted((*read, face))), lambda read: read[0] == read[1]
    )
    outcomes, ways = Roll(2, doubles).outcomes()
    assert dict(outcomes) == {True: 6, False: 30}
    assert ways == 36
    assert doubles([4, 4]) is True
    assert doubles([4, 5]) is False


def test_a_hundred_dice_are_convolved_and_not_listed() -> None:
    """Readings are folds, so that a hundred dice have 101 outcomes with binomial weights."""
    outcomes, ways = Roll(100, at_least(5)).outcomes()
    assert ways == 6**100
    assert dict(outcomes) == {k: comb(100, k) * 2**k * 4 ** (100 - k) for k in range(101)}


# Draws and shuffles ---------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.data())
def test_picks_are_combinations(items: list[int], data: st.DataObject) -> None:
    """`Draw` draws without order: every combination counts once, equal things as often as they are there."""
    n = data.draw(st.integers(0, len(items)))
    outcomes, ways = Draw(items, n).outcomes()
    assert dict(outcomes) == Counter(tuple(sorted(c)) for c in combinations(items, n))
    assert ways == comb(len(items), n)


@given(st.lists(st.integers(0, 3), max_size=5))
def test_shuffles_are_permutations(items: list[int]) -> None:
    """`Shuffle` orders: every permutation counts once, equal orders together."""
    outcomes, ways = Shuffle(items).outcomes()
    assert dict(outcomes) == Counter(permutations(items))
    assert ways == factorial(len(items))


def test_a_big_shuffle_cannot_be_walked() -> None:
    """A shuffle of a whole deck has too many orders to visit, and says so."""
    with pytest.raises(CannotWalk, match=r"52 things \(event deck\)"):
        Shuffle(range(52), "event deck").outcomes()


ANY_CHANCE: st.SearchStrategy[Chance] = st.one_of(
    st.builds(Roll, st.integers(0, 5), st.just(total), st.sampled_from([1, 6, 20, (0, 0, 7)])),
    st.lists(st.integers(0, 9), min_size=1, max_size=8).flatmap(
        lambda bin: st.builds(Draw, st.just(bin), st.integers(0, len(bin)))
    ),
    st.builds(Shuffle, st.lists(st.integers(0, 9), max_size=8)),
)


@given(ANY_CHANCE, st.integers(0, 2**64))
def test_what_is_thrown_could_be_thrown(chance: Chance, seed: int) -> None:
    """Every source gives raw outcomes that pass the check that scripts and journals must pass."""
    chance.check(SeedStream(seed_bytes(seed)).raw(chance))
    chance.check(RandomSource(random.Random(seed)).raw(chance))


@pytest.mark.parametrize(
    ("chance", "raw"),
    [
        (Roll(2), (1,)),
        (Roll(2), (1, 7)),
        (Roll(2), (0, 1)),
        (Roll(1, die=(2, 4)), (3,)),
        (Draw("abc", 2), ("a",)),
        (Draw("abc", 2), ("a", "a")),
        (Draw("abc", 1), ("d",)),
        (Shuffle("abc"), ("a", "b")),
        (Shuffle("abc"), ("a", "b", "b")),
    ],
)
def test_what_cannot_be_thrown_is_refused(chance: Chance, raw: tuple[Any, ...]) -> None:
    """A raw outcome that these dice, this bin or these things cannot give is refused."""
    with pytest.raises(ValueError, match=r"."):
        chance.check(raw)


# Rolls against each other -----------------------------------------------------------------------------


@pytest.mark.parametrize("read", [total, best, at_least(2), faces], ids=repr)
@pytest.mark.parametrize(("ours", "theirs"), [(0, 1), (1, 1), (2, 1), (2, 2)])
def test_opposed_rolls_have_the_weights_of_all_faces_listed(
    read: Reading[Any], ours: int, theirs: int
) -> None:
    """Two rolls thrown together and read against each other: weights are those of listing all faces of both."""
    chance = Opposed(Roll(ours, read, 3), Roll(theirs, read, (1, 1, 4)), higher)
    listed: Counter[int] = Counter()
    for mine in product((1, 2, 3), repeat=ours):
        for yours in product((1, 1, 4), repeat=theirs):
            a, b = read(mine), read(yours)
            listed[1 if a > b else -1 if a < b else 0] += 1
    outcomes, ways = chance.outcomes()
    assert dict(outcomes) == dict(listed)
    assert ways == 3 ** (ours + theirs) == listed.total()


def test_an_opposed_roll_is_one_draw_ours_first() -> None:
    """Two rolls against each other are one throw: first our dice, then theirs; the rule gets the reading of both."""
    chance = Opposed(Roll(2, best), Roll(1, best, 8), higher, topic="duel")
    seed = seed_bytes(5)
    stream = SeedStream(seed)
    mine, yours = stream.raw(chance)
    assert stream.drawn == 1
    source = words(seed, 0)
    assert mine == tuple(next(source) % 6 + 1 for _ in range(2)), "no word is passed over here"
    assert yours == (next(source) % 8 + 1,)
    chance.check((mine, yours))
    assert chance.value(((3, 3), (4,))) == -1
    assert chance.value(((4, 4), (4,))) == 1, "a pair is higher than one"
    for wrong in ((), ((1, 1),), ((1,), (1,)), ((1, 1), (9,))):
        with pytest.raises(ValueError, match=r"."):
            chance.check(wrong)


def test_readings_that_refer_to_different_things_are_different() -> None:
    """What was worked out for one reading is never taken for another that only looks the same."""
    results = []
    for bonus in (0, 5):
        read = eval("lambda ours, theirs: ours + BONUS > theirs", {"BONUS": bonus})
        results.append(dict(Opposed(Roll(1), Roll(1), read).outcomes()[0]))
    assert results[0] == {True: 15, False: 21}
    assert results[1] == {True: 35, False: 1}
    closures = [lambda ours, theirs, bonus=bonus: ours + bonus > theirs for bonus in (0, 5)]
    assert [dict(Opposed(Roll(1), Roll(1), read).outcomes()[0]) for read in closures] == results


# The seeded stream ----------------------------------------------------------------------------------


def words(seed: bytes, n: int) -> Iterator[int]:
    """The documented recipe: block k of draw n is SHA-256 of seed, n (8 bytes), k (4 bytes); eight words each."""
    k = 0
    while True:
        block = sha256(seed + n.to_bytes(8, "big") + k.to_bytes(4, "big")).digest()
        for i in range(8):
            yield int.from_bytes(block[4 * i : 4 * i + 4], "big")
        k += 1


def by_recipe(seed: bytes, n: int, chance: Chance) -> tuple[Any, ...]:
    """What draw n of a seed is, worked out without the engine."""
    source = words(seed, n)

    def below(size: int) -> int:
        most = 2**32 // size * size
        return next(word for word in source if word < most) % size

    if isinstance(chance, Roll):
        sides = range(1, chance.die + 1) if isinstance(chance.die, int) else chance.die
        return tuple(sides[below(len(sides))] for _ in range(chance.dice))
    if isinstance(chance, Draw):
        rest = sorted(chance.bin)
        return tuple(sorted(rest.pop(below(len(rest))) for _ in range(chance.n)))
    assert isinstance(chance, Shuffle)
    order = sorted(chance.items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**40), st.lists(ANY_CHANCE, max_size=4))
def test_the_stream_follows_its_recipe(seed: bytes, n: int, chances: list[Chance]) -> None:
    """Chance: the n-th draw is a function of seed and n, so that anyone can check the dice."""
    stream = SeedStream(seed, n)
    for i, chance in enumerate(chances):
        assert stream.drawn == n + i
        assert stream.raw(chance) == by_recipe(seed, n + i, chance)


def test_the_stream_passes_over_words_that_would_favour_small_numbers() -> None:
    """Words at or above the largest multiple of the size are passed over (here nearly a third of them)."""
    huge = Roll(50, faces, 3_000_000_000)
    seed = seed_bytes(11)
    passed_over = sum(word >= 3_000_000_000 for word, _ in zip(words(seed, 4), range(50), strict=False))
    assert passed_over > 5
    assert SeedStream(seed, 4).raw(huge) == by_recipe(seed, 4, huge)


@given(st.lists(ANY_CHANCE, min_size=1, max_size=5), st.lists(ANY_CHANCE, min_size=1, max_size=5), ANY_CHANCE)
def test_the_nth_draw_does_not_depend_on_those_before(
    some: list[Chance], others: list[Chance], then: Chance
) -> None:
    """Chance: the n-th draw is a function of seed and n, whatever was drawn before it."""
    n = min(len(some), len(others))
    one, other = SeedStream(seed_bytes(3)), SeedStream(seed_bytes(3))
    for a, b in zip(some[:n], others[:n], strict=True):
        one.raw(a)
        other.raw(b)
    assert one.raw(then) == other.raw(then) == SeedStream(seed_bytes(3), n).raw(then)


def chi_square(counts: Counter[Any], expected: float, cells: int) -> float:
    assert len(counts) <= cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


@pytest.mark.parametrize("seed", [0, 1, 7, 2**255 + 12345])
def test_the_stream_is_fair_enough(seed: int) -> None:
    """Faces, draws and orders come equally often: chi-square with 5 degrees of freedom below 20.5 (99.9%)."""
    for chance in (Roll(1), Draw("abcd", 2), Shuffle("abc")):
        stream = SeedStream(seed_bytes(seed))
        counts = Counter(stream.raw(chance) for _ in range(3000))
        assert chi_square(counts, 500, 6) < 20.5


def test_dice_of_one_roll_are_independent() -> None:
    """The 36 pairs of two dice come equally often: chi-square with 35 degrees of freedom below 66.6."""
    stream = SeedStream(seed_bytes(99))
    counts = Counter(stream.raw(Roll(2)) for _ in range(3600))
    assert chi_square(counts, 100, 36) < 66.6


def test_an_empty_bin_gives_a_clear_error() -> None:
    """Nothing can be drawn from an empty bin; the table's error is one a user can read."""
    with pytest.raises(SandtableError, match="1 cannot be drawn from 0"):
        SeedStream(seed_bytes(1)).raw(Draw((), 1))


# Seeds ----------------------------------------------------------------------------------------------


@given(st.integers(0, 2**256 - 1))
def test_a_number_is_a_seed_in_every_form(number: int) -> None:
    """Seeds have 256 bits: a number, its 64 hexadecimal digits and its bytes are the same seed."""
    data = number.to_bytes(32, "big")
    assert seed_bytes(number) == data
    assert seed_bytes(data.hex()) == data
    assert seed_bytes(data.hex().upper()) == data
    assert seed_bytes(data) == data


@given(st.integers(0, 10**50))
def test_a_number_can_be_typed(number: int) -> None:
    """A seed typed on a command line is the number it says."""
    assert seed_bytes(str(number)) == seed_bytes(f" {number}\n") == seed_bytes(number)


def test_no_seed_is_a_fresh_one() -> None:
    """Without a seed a game gets a fresh secret one of 256 bits."""
    some = {seed_bytes(None) for _ in range(20)}
    assert len(some) == 20
    assert {len(seed) for seed in some} == {32}


@pytest.mark.parametrize(
    "seed", [-1, 2**256, True, "", "seven", "-7", "1.5", "ab" * 31, "xy" * 32, b"", b"7", b"x" * 33, 1.5, [7]]
)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    """A wrong seed gets one clear line that says what a seed is."""
    with pytest.raises(SandtableError, match="is not a seed"):
        seed_bytes(seed)


def test_the_hash_of_a_seed_is_sha_256() -> None:
    """Fairness: anyone can check the published hash with any SHA-256."""
    assert seed_hash(seed_bytes(7)) == sha256(bytes(31) + b"\x07").hexdigest()


def test_the_hash_is_published_at_the_start_and_the_seed_at_the_end() -> None:
    """Fairness: the seed is secret while the game lasts; its hash is published at the start, the seed at the end."""
    table = sandtable.new("connect-four", seed=1234567)
    promised = table.published.seed_hash
    assert promised == sha256((1234567).to_bytes(32, "big")).hexdigest()
    for column in "121212":
        assert table.published.seed is None
        assert table.published.seed_hash == promised
        table.choose(f"drop:{column}")
    table.choose("drop:1")
    assert table.outcome is not None
    assert table.published.seed is not None
    assert int(table.published.seed, 16) == 1234567
    assert table.published.seed_hash == promised


def test_a_small_seed_is_marked_not_secret() -> None:
    """A small seed chosen by hand is marked "not secret"; a fresh one is secret."""
    assert sandtable.new("connect-four", seed=7).published.secret is False
    assert sandtable.new("connect-four", seed="99999").published.secret is False
    assert sandtable.new("connect-four").published.secret is True
    assert sandtable.new("connect-four", seed="f" * 64).published.secret is True
    assert sandtable.new("connect-four", seed=2**128 - 1).published.secret is False
    assert sandtable.new("connect-four", seed=2**128).published.secret is True


# Scripts --------------------------------------------------------------------------------------------


def test_a_script_gives_chance_by_topic() -> None:
    """A test or a tutorial scripts chance by topic, each topic in its own order."""
    script = Script({"volley": [(6, 5), (1, 1)], "deck": [(2, 0, 1)]})
    assert script.raw(Roll(2, topic="volley")) == (6, 5)
    assert script.remaining == {"volley": 1, "deck": 1}
    assert script.raw(Shuffle(range(3), "deck")) == (2, 0, 1)
    assert script.raw(Roll(2, topic="volley")) == (1, 1)
    assert script.remaining == {}


def test_a_script_that_holds_nothing_more_names_the_topic() -> None:
    """What a script does not hold is an error that names the topic."""
    script = Script({"volley": [(6,)]})
    script.raw(Roll(1, topic="volley"))
    for topic in ("volley", "morale"):
        with pytest.raises(ScriptEnded, match=repr(topic)):
            script.raw(Roll(1, topic=topic))


@pytest.mark.parametrize("raw", [(7,), (1, 2), ()])
def test_a_script_that_does_not_fit_names_the_topic_and_keeps_its_place(raw: tuple[int, ...]) -> None:
    """A scripted outcome that cannot be thrown is an error that names the topic, and nothing is used up."""
    script = Script({"volley": [raw]})
    with pytest.raises(ScriptEnded, match="'volley'"):
        script.raw(Roll(1, topic="volley"))
    assert script.remaining == {"volley": 1}


def test_what_a_script_does_not_hold_comes_from_then() -> None:
    """A script may leave the rest to another source."""
    script = Script({"volley": [(6,)]}, then=SeedStream(seed_bytes(5)))
    assert script.raw(Roll(1, topic="volley")) == (6,)
    assert script.raw(Roll(3)) == SeedStream(seed_bytes(5)).raw(Roll(3))


# At the table ---------------------------------------------------------------------------------------


HOW_MANY_DICE = Topic("dice", "1", "This many dice are thrown.", "number")


class Dicing(Small):
    """Throw three dice and read them as hits, as often as one likes."""

    lasts = 5

    def rule(self, s: Sheet) -> Steps[None]:
        dice = yield pick(0, HOW_MANY_DICE, "How many dice?", [1, 2, 3])
        s.marks.append((yield Roll(dice, at_least(5), topic="volley")))


def test_the_rule_gets_the_reading_and_the_log_the_faces() -> None:
    """Chance: the rule gets the reading, the log the faces."""
    table = sandtable.new(Dicing(), script=Script({"volley": [(6, 5, 4), (1, 2, 3)]}))
    table.choose("dice:3")
    assert state_of(table).marks == [2]
    assert [line.faces for line in table.log(None)] == [(6, 5, 4)]
    table.choose("dice:3")
    assert state_of(table).marks == [2, 0]
    assert [line.faces for line in table.log("ann")] == [(6, 5, 4), (1, 2, 3)]


def test_the_table_answers_from_its_seed() -> None:
    """The table's n-th draw is the stream's n-th draw."""
    table = sandtable.new(Dicing(), seed=21)
    for dice in (3, 1, 2, 2, 3):
        table.choose(f"dice:{dice}")
    thrown = [line.faces for line in table.log(None) if line.kind == "roll"]
    seed = (21).to_bytes(32, "big")
    assert thrown == [by_recipe(seed, n, Roll(dice)) for n, dice in enumerate((3, 1, 2, 2, 3))]
    assert table.drawn == 5


WELL = Topic("n", "1", "Whatever the answer, play goes on.", "number")


def test_a_roll_may_be_seen_by_some_only() -> None:
    """`seen_by` names the seats that see the faces; None is everybody."""

    class Peek(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield Roll(1, topic="hidden", seen_by=(1,))
            yield Roll(1, topic="open")
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(Peek(), script=Script({"hidden": [(6,)], "open": [(1,)]}))
    assert [line.faces for line in table.log("bob")] == [(6,), (1,)]
    for other in ("ann", "cy", None):
        assert [line.faces for line in table.log(other)] == [(1,)]


def test_a_shuffle_shows_nobody_its_order() -> None:
    """A shuffle puts things in an order that nobody sees: no log or transcript holds it."""

    class Shuffled(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            s.marks[:] = yield Shuffle(range(5), "deck")
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(Shuffled(), seed=4)
    assert sorted(state_of(table).marks) == [0, 1, 2, 3, 4]
    for seat in ("ann", "bob", "cy", None):
        assert all(not line.faces for line in table.transcript(seat))


def test_no_dice_are_no_throw() -> None:
    """No dice at all are read as such, and nothing is thrown: no draw, no line in log or journal."""

    class NoDice(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            s.marks.append((yield Roll(0, topic="nothing")))
            s.marks.append((yield Roll(1, topic="something")))
            yield pick(0, WELL, "Well?", [1, 2])

    table = sandtable.new(NoDice(), seed=9)
    assert table.drawn == 1
    assert [line.text for line in table.log(None)] == ["Something"]
    assert state_of(table).marks == [0, *by_recipe((9).to_bytes(32, "big"), 0, Roll(1))]


AND = Topic("m", "1", "The turn ends.", "number")


def test_no_dice_in_a_moment() -> None:
    """A moment counts throws as the table does: after a roll of no dice it goes on with the same dice."""

    class Mixed(Small):
        def rule(self, s: Sheet) -> Steps[None]:
            yield Roll(0, topic="none")
            s.marks.append((yield Roll(1, topic="one")))
            yield Opposed(Roll(0), Roll(0), higher, topic="neither")
            yield pick(0, WELL, "Well?", [1, 2])
            s.marks.append((yield Roll(3, topic="two")))
            yield pick(0, AND, "And?", [1, 2])

    for seed in range(5):
        table = sandtable.new(Mixed(), seed=seed)
        for answer in ("n:1", "m:1"):
            again = resumed(table)
            assert again.drawn == table.drawn
            assert again.moment() == table.moment()
            table.choose(answer)
            again.choose(answer)
            assert state_of(again) == state_of(table)
            assert reopened(table).save() == table.save()


FIGHT = Topic("n", "1", "The fight is fought.", "number")


def test_opposed_rolls_are_saved_and_logged() -> None:
    """Both sides' faces are in the log and in the journal, and the same after a load."""

    class Duel(Small):
        lasts = 3

        def rule(self, s: Sheet) -> Steps[None]:
            yield pick(0, FIGHT, "Fight?", [1, 2])
            s.marks.append((yield Opposed(Roll(2, best), Roll(1, best), higher, topic="duel")))

    table = sandtable.new(Duel(), script=Script({"duel": [((6, 2), (5,)), ((1, 1), (1,)), ((2, 1), (3,))]}))
    for _ in range(3):
        table.choose("n:1")
    assert state_of(table).marks == [1, 1, -1]
    assert next(line.faces for line in table.log(None)) == ((6, 2), (5,))
    again = reopened(table)
    assert again.transcript(None) == table.transcript(None)
    assert again.save() == table.save()


def test_same_seed_same_game() -> None:
    """Same seed, same game: answers alike lead to the same bytes."""
    for seed in range(5):
        one, other = [list(new_random("stash", seed))[-1] for _ in range(2)]
        assert one.save() == other.save()


def test_the_dice_of_a_finished_game_come_from_its_seed() -> None:
    """Fairness: it can be checked that the dice of a finished game came from the published seed."""
    for seed in range(5):
        table = list(new_random("stash", seed))[-1]
        assert table.outcome is not None
        assert dice_that_differ(table) == []


def test_dice_that_did_not_come_from_the_seed_are_found() -> None:
    """Fairness: dice that somebody else chose are found, by their line."""
    table = sandtable.new(Dicing(), seed=3, script=Script({"volley": [(3,)] * 5}))
    for _ in range(5):
        table.choose("dice:1")
    honest = [by_recipe((3).to_bytes(32, "big"), n, Roll(1)) for n in range(5)]
    expected = [([3], list(raw)) for raw in honest if raw != (3,)]
    found = dice_that_differ(table)
    assert [(thrown, given) for _, thrown, given in found] == expected
    text = table.save().decode().splitlines()
    assert all('"volley"' in text[line - 1] for line, _, _ in found)


def test_what_a_script_leaves_out_comes_from_the_seed() -> None:
    """With then="seed" a game is as without a script, except for what the script says; and it is after a load, too."""
    plain = sandtable.new("stash", seed=7)
    table = sandtable.new("stash", seed=7, script=Script({"raid": [(6,)]}, then="seed"))
    assert table.view("ann").hands == plain.view("ann").hands
    answers = ("stash", "stash:fuel_c", "raid", "pay:water_c")
    table.choose(*answers)
    loaded = sandtable.load(table.save())
    for game in (table, loaded):
        while game.ask is not None:
            game.choose(game.ask.keys[0])
    assert loaded.save() == table.save()
    raids = [line.raw for line in table.lines if isinstance(line, Thrown) and line.topic == "raid"]
    assert raids[0] == [6]


def test_a_script_can_fix_single_places() -> None:
    """Of dice and of a deck, counted from either end; everything else is thrown, and every thing is there once."""
    script = Script({"volley": [{1: 6}], "deck": [{-1: 3, 0: 8}]}, then=SeedStream(seed_bytes(5)))
    assert script.raw(Roll(3, topic="volley"))[1] == 6
    order = script.raw(Shuffle(range(9), topic="deck"))
    assert (order[0], order[-1], sorted(order)) == (8, 3, list(range(9)))
    twins = Script({"deck": [{-1: 1}]}, then=SeedStream(seed_bytes(5))).raw(
        Shuffle([1, 1, 2, 2], topic="deck")
    )
    assert (twins[-1], sorted(twins)) == (1, [1, 1, 2, 2])


@pytest.mark.parametrize(
    ("chance", "entry", "told"),
    [
        (Roll(2, topic="x"), {0: 7}, "does not fit"),
        (Draw(range(5), topic="x"), {0: 1}, "single places can be fixed in a roll of dice or a shuffle only"),
        (Shuffle([1, 2, 2], topic="x"), {0: 1, 1: 1}, "1 is not, or not that often, among the 3 things"),
    ],
)
def test_a_place_that_cannot_be_fixed_is_named(chance: Chance, entry: dict[int, int], told: str) -> None:
    with pytest.raises(ScriptEnded, match=told):
        Script({"x": [entry]}, then=SeedStream(seed_bytes(5))).raw(chance)


def test_a_script_of_the_seed_needs_a_table() -> None:
    with pytest.raises(ScriptEnded, match="Only a table has a seed"):
        Script({}, then="seed").raw(Roll(1, topic="x"))
