"""An observation holds what its seat may see, all of it, in the shape that the encoding promises."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec
import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.connect_four import ConnectFour
from sandtable.engine import (
    Chair,
    Encoding,
    EncodingError,
    Field,
    Number,
    Numbers,
    Pile,
    Question,
    Rows,
    SandtableError,
)
from sandtable.games import BUILT_IN
from sandtable.learn import Episode, Observer, Rulebook

#: Options that show more of a game than the default ones, or show it sooner.
OTHERS: dict[str, dict[str, Any]] = {
    "red-dust": {},
    "surface-combat": {"scenario": "campaign"},
    "space-combat": {"scenario": "campaign"},
    "mars-or-die": {"scenario": "s1"},
    "rogue-trooper": {"players": 3, "short": True},
}
#: A flyer that is away stands far beyond any table; its place is cut off at the edge of the encoding.
CUT_OFF = {"mars-or-die": {"poses"}}


def moments(key: str, every: int, at_most: int) -> Iterator[Episode]:
    """A random game, looked at now and then."""
    rng = random.Random(key)
    episode = Episode(Rulebook(key, OTHERS[key], most_options=256), 11)
    for n in range(every * at_most):
        if episode.seat is None:
            return
        if n % every == 0:
            yield episode
        episode.act(rng.choice(episode.legal))


def unencoded(
    fields: Mapping[str, Field], left_out: tuple[str, ...], struct: Any, by: str = ""
) -> Iterator[str]:
    """Fields of a struct, and of the structs in it, that an encoding neither writes nor leaves out nor counts rows by."""
    hints = get_type_hints(struct)
    for name in struct.__struct_fields__:
        if (name in fields) == (name in left_out) and name != by:
            yield f"{struct.__name__}.{name}"
        if isinstance(field := fields.get(name), Rows):
            for inner in (hints[name], *get_args(hints[name])):
                if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                    yield from unencoded(
                        field.columns, field.left_out, inner, field.by[0] if field.by else ""
                    )


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_plan_says_of_every_field_of_the_view_what_becomes_of_it(key: str) -> None:
    """Guards: a field that is added to a view is either seen by programs or left out on purpose."""
    rules = Rulebook(key, OTHERS[key])
    view = rules.table(1).view(None)
    encoding = rules.observer.encoding
    assert list(unencoded(encoding.fields, encoding.left_out, type(view))) == []
    assert set(encoding.fields) <= set(type(view).__struct_fields__)


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_number_lies_within_the_bounds_of_the_encoding(key: str) -> None:
    """Guards: bounds that are too narrow would hide facts from a program without a word."""
    beyond = set()
    for episode in moments(key, 9, 60):
        encoding = episode.rules.observer.encoding
        for chair in episode.chairs:
            out: list[int] = []
            encoding.write(chair.view, out)
            at = 0
            for name, field in encoding.fields.items():
                low, high = field.bounds()
                assert len(low) == len(high) == field.size
                numbers = out[at : at + field.size]
                at += field.size
                if any(not a <= n <= b for a, n, b in zip(low, numbers, high, strict=True)):
                    beyond.add(name)
            assert at == len(out)
    assert beyond <= CUT_OFF.get(key, set())


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_numbers_among_the_data_of_options_are_in_the_encoding(key: str) -> None:
    for episode in moments(key, 5, 60):
        for option in episode.ask.options[:4]:
            data = {name for name, value in option.data.items() if isinstance(value, (int, float))}
            assert data <= set(episode.rules.observer.encoding.data), episode.ask.topic


def seen(chair: Chair, observer: Observer) -> tuple[Any, ...]:
    ask = chair.ask
    rows = observer.options(ask).tolist() if isinstance(ask, Question) and ask.seat == chair.seat else None
    return observer.numbers(chair).tolist(), rows


@pytest.mark.parametrize("key", BUILT_IN)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(key: str) -> None:
    """Guards: what a seat cannot know does not leak into its observation."""
    rng = random.Random(3)
    different, compared = 0, 0
    for episode in moments(key, 23, 12):
        for chair in episode.chairs:
            world = chair.imagine(rng)
            observer = episode.rules.observer
            assert seen(Chair(world, chair.seat), observer) == seen(chair, observer)
            different += world.run.state != episode.table.run.state
            compared += 1
    assert compared > 2
    assert different, "no imagined world differed from the real one, so nothing was tested"


def test_a_private_question_of_somebody_else_is_not_described() -> None:
    """Guards: others see that a window is open, but neither its topic nor who is asked."""
    for episode in moments("rogue-trooper", 1, 400):
        if episode.ask.spec.private:
            break
    else:
        pytest.fail("no private question came up")
    observer, asked = episode.rules.observer, episode.seat
    for seat, chair in enumerate(episode.chairs):
        parts = observer.named(observer.numbers(chair))
        assert parts["topic"].any() == (seat == asked)
        assert parts["is_asked"][0] == (seat == asked)
        assert episode.mask(seat).any() == (seat == asked)


def test_connect_four_is_seen_as_it_lies() -> None:
    episode = Episode(Rulebook(CONNECT_FOUR, actions="fixed"), 0)
    episode.act(3)
    episode.act(3)
    observer = episode.rules.observer
    parts = observer.named(observer.numbers(episode.chairs[0]))
    assert parts["rows"][:, 3].tolist() == [0, 0, 0, 0, 2, 1]
    assert parts["rows"].sum() == 3
    assert (parts["mover"].tolist(), parts["seat"].tolist()) == ([0], [1, 0])


def test_options_are_described_by_their_things_and_words() -> None:
    episode = Episode(Rulebook("surface-combat"), 7)
    observer = episode.rules.observer
    rows = observer.options(episode.ask)
    assert len(rows) == len(episode.ask.options)
    for row, option in zip(rows, episode.ask.options, strict=True):
        described = dict(zip(observer.option_names, row.tolist(), strict=True))
        assert bool(described["word"]) == bool(option.word)
        if not option.word:
            kind = observer.kinds[described["kind_1"] - 1]
            assert (kind, described["number_1"]) == (episode.ask.spec.of, option.value)
    assert len({tuple(row) for row in rows.tolist()}) == len(rows), "no two options look the same"


def test_a_game_without_a_plan_says_what_is_missing() -> None:
    class Unencoded(ConnectFour):
        encoding = ConnectFour.__mro__[1].encoding  # type: ignore[attr-defined]

    with pytest.raises(SandtableError, match=r"has no encoding .*`Game\.encoding`"):
        Rulebook(Unencoded())


def test_a_view_that_does_not_fit_names_the_field() -> None:
    class Sight(msgspec.Struct):
        hand: list[int]
        net: int

    encoding = Encoding({"hand": Pile(range(3)), "net": Number(0, 6)})
    out: list[int] = []
    encoding.write(Sight([0, 2], 9), out)
    assert out == [1, 0, 1, 0, 9]
    with pytest.raises(EncodingError, match=r"hand does not fit the encoding: 7 is none of the 3 things"):
        encoding.write(Sight([7], 0), out)


def test_a_row_that_is_too_long_does_not_push_the_others_away() -> None:
    """Guards tables of numbers: one long row and a short table could have the right size together, all in wrong places."""
    rows, out = Numbers((3, 2), 0, 9), list[int]()
    rows.write([[1], [2, 3]], out)
    assert out == [1, 0, 2, 3, 0, 0]
    with pytest.raises(EncodingError, match=r"A row has 3 numbers; the encoding has room for 2"):
        rows.write([[1, 2, 3], [4]], out)


def test_flat_observations_run_from_zero_to_one() -> None:
    rules = Rulebook("space-combat")
    episode = Episode(rules, 4)
    scaled = rules.observer.flat(episode.chairs[0])
    assert scaled.dtype == np.float32
    assert ((scaled >= 0) & (scaled <= 1)).all()
    assert len(scaled) == rules.observer.size == sum(len(part.low) for part in rules.observer.parts)
