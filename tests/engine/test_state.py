"""State: copies that share nothing, an encoding that is canonical, a digest that never changes its mind."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum, IntEnum
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import State
from sandtable.engine.state import KEPT

from .small import new_random


class Side(Enum):
    RED = "red"
    BLUE = "blue"


class Phase(IntEnum):
    MOVE = 0
    FIGHT = 1


class Mark(msgspec.Struct, frozen=True):
    """A fixed value."""

    name: str
    at: tuple[int, int]


class Leaf(State):
    """A small state inside another."""

    ints: list[int] = msgspec.field(default_factory=list)
    n: int = 0


class Nest(State):
    """Every type a state may hold."""

    number: int
    text: str
    share: float
    flag: bool
    side: Side
    phase: Phase
    way: Literal["in", "out"]
    pair: tuple[int, str]
    row: tuple[int, ...]
    mark: Mark
    maybe: int | None
    ids: frozenset[str]
    flat: list[int]
    grid: list[list[int]]
    cube: list[list[list[int]]]
    pairs: list[tuple[int, int]]
    purse: dict[str, int]
    lists: dict[str, list[int]]
    deep: dict[str, dict[str, list[int]]]
    maybe_list: list[int] | None
    maybe_lists: list[list[int] | None]
    leaf: Leaf
    maybe_leaf: Leaf | None
    leaves: list[Leaf]
    named: dict[str, Leaf]
    maybe_named: dict[str, Leaf | None] | None


ints = st.integers(-5, 500)
flat = st.lists(ints, max_size=3)
words = st.text("abc", max_size=2)
leaf = st.builds(Leaf, flat, ints)
nests = st.builds(
    Nest,
    ints,
    words,
    st.sampled_from([0.0, 0.5, -1.25, 1e300]),
    st.booleans(),
    st.sampled_from(Side),
    st.sampled_from(Phase),
    st.sampled_from(["in", "out"]),
    st.tuples(ints, words),
    flat.map(tuple),
    st.builds(Mark, words, st.tuples(ints, ints)),
    st.none() | ints,
    st.frozensets(words, max_size=3),
    flat,
    st.lists(flat, max_size=2),
    st.lists(st.lists(flat, max_size=2), max_size=2),
    st.lists(st.tuples(ints, ints), max_size=2),
    st.dictionaries(words, ints, max_size=2),
    st.dictionaries(words, flat, max_size=2),
    st.dictionaries(words, st.dictionaries(words, flat, max_size=2), max_size=2),
    st.none() | flat,
    st.lists(st.none() | flat, max_size=2),
    leaf,
    st.none() | leaf,
    st.lists(leaf, max_size=2),
    st.dictionaries(words, leaf, max_size=2),
    st.none() | st.dictionaries(words, st.none() | leaf, max_size=2),
)


def changeable(value: Any) -> Iterator[int]:
    """The identities of everything inside a value that could change in place."""
    if isinstance(value, (list, set, dict)):
        yield id(value)
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield id(value)
        for name in value.__struct_fields__:
            yield from changeable(getattr(value, name))
    elif isinstance(value, dict):
        for part in value.values():
            yield from changeable(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from changeable(part)


@given(nests)
def test_a_copy_is_equal_and_shares_nothing_that_could_change(s: Nest) -> None:
    """State: forks never touch their origin, so a copy shares nothing that could change."""
    before = msgspec.msgpack.encode(s)
    copy = s.copy()
    assert copy == s
    assert type(copy) is Nest
    assert not set(changeable(copy)) & set(changeable(s))
    assert msgspec.msgpack.encode(s) == before


def test_a_copy_of_a_subclass_is_of_the_subclass() -> None:
    """A field may hold a richer state than its type says; the copy is as rich."""

    copy = Holder(Richer([1], 2, [3])).copy()
    assert copy == Holder(Richer([1], 2, [3]))
    assert isinstance(copy.leaf, Richer)


class Richer(Leaf):
    more: list[int] = msgspec.field(default_factory=list)


class Holder(State):
    leaf: Leaf


class Keyworded(State, kw_only=True):
    """A state whose fields are given by name."""

    second: list[int]
    first: int = 3


def test_a_state_of_keywords_can_be_copied() -> None:
    """A copy is made whatever the way fields are given."""
    s = Keyworded(second=[1])
    copy = s.copy()
    copy.second.append(2)
    assert s == Keyworded(second=[1])
    assert copy == Keyworded(second=[1, 2])


class Bag(msgspec.Struct, frozen=True):
    """A frozen struct with something in it that is not frozen."""

    things: list[int]


class Carrier(State):
    bag: Bag


def test_a_frozen_struct_with_a_list_is_not_shared() -> None:
    """A copy shares nothing that could change: also not a list inside a frozen struct (or the state refuses it)."""
    s = Carrier(Bag([1, 2]))
    try:
        copy = s.copy()
    except TypeError as error:
        assert "Carrier.bag" in str(error)  # noqa: PT017  (either way is good)
        return
    assert not set(changeable(copy)) & set(changeable(s))


class Loose(msgspec.Struct):
    """Not a state, and it can change."""

    n: int = 0


@pytest.mark.parametrize(
    "hint",
    [
        set[int],
        list,
        dict,
        set,
        Any,
        object,
        Loose,
        list[set[int]],
        dict[str, set[int]],
        tuple[list[int], ...],
        tuple[int, Loose],
        list[int] | dict[str, int],
        list[Loose] | None,
        bytearray,
    ],
    ids=repr,
)
def test_what_a_state_cannot_hold_is_named(hint: Any) -> None:
    """A field of a type that cannot be copied safely is an error that names the field."""
    made = msgspec.defstruct("Odd", [("fine", int), ("thing", hint)], bases=(State,))
    with pytest.raises(TypeError, match=r"Odd\.thing"):
        made(1, None).copy()  # type: ignore[attr-defined]


@given(nests)
def test_what_was_encoded_can_be_decoded(s: Nest) -> None:
    """State is serialisable: it comes back equal, with the same digest."""
    again = msgspec.json.decode(s.encode(), type=Nest)
    assert again == s
    assert again.encode() == s.encode()
    assert again.digest() == s.digest()
    assert again.copy().digest() == s.digest()


@given(nests, nests)
def test_digests_are_equal_exactly_when_states_are(one: Nest, other: Nest) -> None:
    """Equal states have equal digests, different ones different digests."""
    assert (one.digest() == other.digest()) == (one == other)


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (dict[int, int], {10: 1, 9: 2}),
        (dict[int, dict[int, list[int]]], {10: {2: [1], 1: [2]}, 9: {}}),
        (dict[Side, int], {Side.RED: 1, Side.BLUE: 2}),
        (dict[Phase, int], {Phase.FIGHT: 1, Phase.MOVE: 2}),
        (list[dict[int, int]], [{3: 1, 2: 1}]),
        (dict[str, tuple[int, ...]], {"b": (1,), "a": ()}),
        (dict[int, Leaf], {2: Leaf([1]), 1: Leaf()}),
        (dict[tuple[int, int], int], {(2, 1): 1, (1, 2): 2}),
        (dict[bool, int], {True: 1, False: 0}),
    ],
    ids=repr,
)
def test_what_can_be_copied_can_be_saved(hint: Any, value: Any) -> None:
    """State is serialisable: what can be copied can be saved and loaded; what cannot is refused by the field's name."""
    made = msgspec.defstruct("Keyed", [("thing", hint)], bases=(State,))
    s: Any = made(value)
    try:
        copy = s.copy()
    except TypeError as error:
        assert "Keyed.thing" in str(error)  # noqa: PT017  (either way is good)
        return
    assert copy == s
    assert not set(changeable(copy)) & set(changeable(s))
    assert msgspec.json.decode(copy.encode(), type=made) == s
    turned = dict(reversed(value.items())) if isinstance(value, dict) else value
    assert made(turned).digest() == s.digest()  # type: ignore[attr-defined]


class Plain(State):
    count: int
    name: str = "nobody"
    marks: list[int] = msgspec.field(default_factory=list)


class Turned(State):
    """The same fields, defined the other way round."""

    marks: list[int] = msgspec.field(default_factory=list)
    name: str = "nobody"
    count: int = -1


def test_the_digest_is_sha_256_of_the_canonical_encoding() -> None:
    """State: SHA-256 over a canonical encoding by field name with defaults left out."""
    s = Plain(7, "Ann", [1, 2])
    canonical = json.dumps(
        {"count": 7, "marks": [1, 2], "name": "Ann"}, sort_keys=True, separators=(",", ":")
    )
    assert s.encode() == canonical.encode()
    assert s.digest() == sha256(canonical.encode()).hexdigest()
    assert s.digest() == "6662ee0a5e5df38fb49e81770050dd810b695dc0d042ec61b4430b021881452d"


def test_defaults_are_left_out() -> None:
    """State: the canonical encoding leaves defaults out, so a new field with a default changes no old digest."""
    assert Plain(7).encode() == b'{"count":7}'
    assert Plain(7, "nobody", []).digest() == Plain(7).digest() == sha256(b'{"count":7}').hexdigest()


@given(st.integers(0, 9), words, flat)
def test_the_digest_does_not_depend_on_the_order_of_definition(
    count: int, name: str, marks: list[int]
) -> None:
    """The encoding is by field name, not by the order in which a class happens to define them."""
    assert Plain(count, name, marks).digest() == Turned(marks, name, count).digest()


class Defaults(State):
    """Defaults of every fixed type."""

    number: int = 100_000
    negative: int = -77
    text: str = "hello world"
    share: float = 1.5
    row: tuple[int, ...] = (1, 2)
    pairs: tuple[tuple[int, str], ...] = ((1, "a"),)
    mark: Mark = Mark("here", (1, 2))
    side: Side = Side.RED
    ids: frozenset[str] = frozenset({"a", "b"})
    maybe: int | None = None


@pytest.mark.parametrize("name", Defaults.__struct_fields__)
def test_a_default_given_explicitly_changes_no_digest(name: str) -> None:
    """Equal states have equal digests: a value equal to the default counts as the default, wherever it came from."""
    default = getattr(Defaults(), name)
    hint = Defaults.__annotations__[name]
    value = msgspec.json.decode(msgspec.json.encode(default), type=eval(hint))
    s = Defaults(**{name: value})
    assert s == Defaults()
    assert s.encode() == Defaults().encode() == b"{}"
    assert s.digest() == Defaults().digest()


class Older(State):
    number: int = 3


class Newer(State):
    """The state of a later version: fields were added, each with a default."""

    number: int = 3
    lives: list[int] = msgspec.field(default_factory=lambda: [3, 3])
    names: dict[str, int] = msgspec.field(default_factory=lambda: {"a": 1})
    leaf: Leaf = msgspec.field(default_factory=Leaf)
    empty: list[int] = msgspec.field(default_factory=list)


def test_new_fields_with_defaults_change_no_old_digest() -> None:
    """State: defaults are left out of the digest, also those that a factory makes."""
    assert Newer(5).encode() == Older(5).encode() == b'{"number":5}'
    assert Newer(5).digest() == Older(5).digest()
    assert Newer(5, [3, 3], {"a": 1}, Leaf()).digest() == Older(5).digest()
    assert Newer(5, [3, 2]).digest() != Older(5).digest()
    assert Newer(5, leaf=Leaf([], 1)).encode() == b'{"leaf":{"n":1},"number":5}'


class Grown(Leaf):
    """A leaf that has more to it."""

    m: int = 0


class Potted(State):
    """The default of a leaf is not the one that a leaf has by itself."""

    grown: Leaf = msgspec.field(default_factory=Grown)
    leaf: Leaf = msgspec.field(default_factory=lambda: Leaf([7], 8))


def test_a_state_in_a_state_is_left_out_if_it_equals_the_default_of_its_field() -> None:
    """It lists what differs from its own defaults; a state of another class is never equal."""
    assert Potted().encode() == Potted(Grown(), Leaf([7], 8)).encode() == b"{}"
    assert Potted(leaf=Leaf()).encode() == b'{"leaf":{}}'
    assert Potted(leaf=Leaf([7], 9)).encode() == b'{"leaf":{"ints":[7],"n":9}}'
    assert Potted(leaf=Grown([7], 8)).encode() == b'{"leaf":{"ints":[7],"n":8}}'
    assert Potted(leaf=Grown(m=2)).encode() == b'{"leaf":{"m":2}}'
    assert Potted(Leaf()).encode() == b'{"grown":{}}'


@given(st.dictionaries(words, ints, min_size=2, max_size=3))
def test_the_digest_does_not_depend_on_the_order_of_a_dict(purse: dict[str, int]) -> None:
    """Equal states have equal digests, whatever the order in which a dict was filled."""
    turned = dict(reversed(purse.items()))
    assert Purse(purse) == Purse(turned)
    assert Purse(purse).digest() == Purse(turned).digest()


class Purse(State):
    coins: dict[str, int]
    seen: frozenset[str] = frozenset()


def test_the_digest_is_the_same_on_every_machine() -> None:
    """State: the digest never depends on Python's `hash`, which differs from process to process."""
    s = Purse({"b": 1, "a": 2}, frozenset({"red", "blue", "green", "grey", "black"}))
    code = (
        "from tests.engine.test_state import Purse\n"
        "print(Purse({'b': 1, 'a': 2}, frozenset({'red', 'blue', 'green', 'grey', 'black'})).digest())"
    )
    root = Path(__file__).parents[2]
    for hash_seed in ("1", "2", "3"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=root, env=env, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == s.digest()


def test_unknown_fields_are_refused() -> None:
    """A saved state with a field that no code reads is an error, not a silent loss."""
    with pytest.raises(msgspec.ValidationError, match="extra"):
        msgspec.json.decode(b'{"count":1,"extra":2}', type=Plain)


def test_earlier_states_never_change() -> None:
    """State: the states at the starts of earlier turns stay what they were, to the end of the game."""
    for game in ("connect-four", "stash"):
        for seed in range(3):
            kept: list[tuple[State, bytes]] = []
            for table in new_random(game, seed):
                start = table.run.start
                if not kept or kept[-1][0] is not start:
                    kept.append((start, start.encode()))
            assert len(kept) > 5
            assert all(start.encode() == code for start, code in kept)


def test_a_class_may_add_to_its_copy() -> None:
    """A state class that overrides `copy` and calls the made one keeps its override, however often it is copied."""

    class Counted(State):
        n: int = 0

        def copy(self) -> Counted:
            new = super().copy()
            new.n += 1
            return new

    class More(Counted):
        m: int = 5

    assert [Counted().copy().n, Counted().copy().n, Counted().copy().copy().n] == [1, 1, 2]
    more = More(m=7).copy()
    assert isinstance(more, More)
    assert (more.m, more.n) == (7, 1)


def test_copying_a_bare_state_changes_no_other() -> None:
    """Every class has its own copy: copying the base class itself leaves the copies of all others alone."""
    assert State().copy() == State()

    class Late(State):
        n: int = 3

    assert Late(n=4).copy() == Late(n=4)


class Chart:
    """Something large that a state is played with."""


CHART = Chart()


class Charted(State):
    """A state with what is worked out of it kept at hand."""

    kept_fields: ClassVar[tuple[str, ...]] = ("chart", "sums")

    lives: list[int]
    chart: Chart = KEPT
    sums: list[int] = KEPT

    def __post_init__(self) -> None:
        if self.chart is KEPT:
            self.chart, self.sums = CHART, [sum(self.lives)]


def test_what_is_kept_is_copied_but_not_saved() -> None:
    """A kept field comes along in copies, is worked out again from a save or a pickle, and is not part of encoding or digest."""
    state = Charted([1, 2])
    copied = state.copy()
    copied.lives[0], copied.sums[0] = 5, 7
    assert (state.sums, copied.sums, copied.chart) == ([3], [7], CHART)
    assert state.plain() == {"lives": [1, 2]}
    assert copied.digest() == Charted([5, 2]).digest()
    for again in (msgspec.json.decode(state.encode(), type=Charted), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert again.chart is CHART


class Board(State):
    """A state with a long list that copies share until one of them changes."""

    lent_fields: ClassVar[tuple[str, ...]] = ("squares",)
    kept_fields: ClassVar[tuple[str, ...]] = ("is_lent",)

    squares: list[int]
    is_lent: bool = False

    def put(self, square: int, piece: int) -> None:
        if self.is_lent:
            self.squares, self.is_lent = self.squares.copy(), False
        self.squares[square] = piece


def test_a_lent_list_is_shared_until_one_of_the_copies_changes() -> None:
    """Whoever changes it first gets a list of its own, be it the copy or what was copied."""
    board = Board([0, 0])
    board.put(0, 1)
    one, two = board.copy(), board.copy()
    assert one.squares is two.squares is board.squares
    one.put(0, 2)
    assert (board.squares, one.squares, two.squares) == ([1, 0], [2, 0], [1, 0])
    own = one.squares
    one.put(1, 3)
    assert one.squares is own
    board.put(1, 4)
    assert (board.squares, one.squares, two.squares) == ([1, 4], [2, 3], [1, 0])


def test_states_are_equal_if_their_facts_are() -> None:
    """What is kept does not count, and states of another class are never equal."""
    board = Board([1])
    assert board.copy() == Board([1])
    assert Board([1], True) == Board([1], False)
    assert board != Board([2])
    assert board != Charted([1])
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


@pytest.mark.parametrize("name", ["copy", "digest", "encode", "plain"])
def test_a_field_cannot_take_the_name_of_a_method(name: str) -> None:
    """A field called like one of the methods of a state is refused when the class is made, not when it is first saved."""
    with pytest.raises(TypeError, match=rf"Note\.{name}: .* Call the field something else"):
        type("Note", (State,), {"__annotations__": {name: int}})
