"""Every mistake of a pack is told at once, in plain words, with what is allowed and a guess at what was meant."""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from sandtable.engine import PackProblems, read_pack


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    x: int
    y: int


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="gain", tag_field="do"):
    n: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class Choose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose", tag_field="do"):
    ways: tuple[Gain | Choose, ...]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    role: Literal["cyber", "leader", "pilot"] = "cyber"
    roles: tuple[Literal["cyber", "leader", "pilot"], ...] = ()
    size: Size = Size.SMALL
    stands: Literal[1, 2, 4] = 1
    strength: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    count: Annotated[int, msgspec.Meta(ge=1)] = 1
    speed: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=1)] = "a"
    needs: dict[str, Annotated[int, msgspec.Meta(ge=1)]] = {}
    at: Spot | None = None
    spots: list[Spot] = []
    pair: tuple[float, float] = (0, 0)
    is_late: bool = False
    effects: tuple[Gain | Choose, ...] = ()
    note: str | int = ""


FILES: dict[str, Any] = {"units": list[Unit]}


def told(folder: Path, *units: Any, files: dict[str, Any] = FILES) -> list[str]:
    """What is said of a pack with these units."""
    manifest = {"game": "demo", "name": "mine", "title": "Mine"}
    (folder / "pack.json").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "units.json").write_text(json.dumps(units), encoding="utf-8")
    with pytest.raises(PackProblems) as caught:
        read_pack(folder, "demo", files)
    return [str(problem) for problem in caught.value.problems]


def test_every_mistake_of_one_entry_is_told(tmp_path: Path) -> None:
    """The promise: the check says every mistake at once, also those inside one entry and inside each other."""
    unit = {
        "id": 7,
        "role": "leadr",
        "strength": 45,
        "spots": [{"x": "a", "y": 1}, {"x": 1}],
        "at": {"x": 1, "y": 2, "z": 3},
        "needs": {"nano": 0, "cyber": "two"},
        "effects": [{"do": "gain", "n": 0}, {"do": "choose", "ways": [{"do": "gian"}]}],
        "colour": "red",
    }
    assert told(tmp_path, unit) == [
        "units.json: entry 1 (7): id: text is expected, not 7",
        'units.json: entry 1 (7): role: "leadr": did you mean leader? Allowed: cyber, leader, pilot',
        "units.json: entry 1 (7): strength: a number from 0 to 20 is expected, not 45",
        'units.json: entry 1 (7): spots: entry 1: x: a whole number is expected, not "a"',
        "units.json: entry 1 (7): spots: entry 2: y is missing",
        'units.json: entry 1 (7): at: "z": there is no such key. Allowed: x, y',
        "units.json: entry 1 (7): needs: nano: a number of at least 1 is expected, not 0",
        'units.json: entry 1 (7): needs: cyber: a whole number is expected, not "two"',
        "units.json: entry 1 (7): effects: entry 1 (gain): n: a number from 1 to 20 is expected, not 0",
        (
            "units.json: entry 1 (7): effects: entry 2 (choose): ways: entry 1 (gian): do: "
            '"gian": did you mean gain? Allowed: choose, gain'
        ),
        'units.json: entry 1 (7): "colour": there is no such key. Allowed: '
        + ", ".join(Unit.__struct_fields__),
    ]


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("id", None, "text is expected, not nothing"),
        ("role", 3, "3 is not one of these. Allowed: cyber, leader, pilot"),
        ("role", "CYBER", '"CYBER": did you mean cyber? Allowed: cyber, leader, pilot'),
        ("role", "zzz", '"zzz" is not one of these. Allowed: cyber, leader, pilot'),
        ("size", "lrge", '"lrge": did you mean large? Allowed: small, large'),
        ("stands", 45, "45 is not one of these. Allowed: 1, 2, 4"),
        ("stands", True, "true is not one of these. Allowed: 1, 2, 4"),
        ("strength", 1.5, "a whole number is expected, not 1.5"),
        ("strength", True, "a whole number is expected, not true"),
        ("strength", -1, "a number from 0 to 20 is expected, not -1"),
        ("count", 0, "a number of at least 1 is expected, not 0"),
        ("speed", 0, "a number above 0 is expected, not 0"),
        ("speed", "fast", 'a number is expected, not "fast"'),
        ("speed", float("nan"), "a number is expected, not nan"),
        (
            "count",
            10**30,
            "a whole number of at most 18 digits is expected, not 1000000000000000000000000000000",
        ),
        ("letter", "ab", 'text of 1 letter is expected, not "ab"'),
        ("letter", "", 'text of 1 letter is expected, not ""'),
        ("needs", ["nano"], "a table is expected, not a list"),
        ("at", 7, "a table is expected, not 7"),
        ("spots", {"x": 1, "y": 2}, "a list is expected, not a table"),
        ("pair", [1, 2, 3], "a list of 2 is expected, not of 3"),
        ("is_late", "yes", 'true or false is expected, not "yes"'),
        ("note", [], "text or a whole number is expected, not a list"),
    ],
)
def test_one_mistake_is_one_plain_sentence(tmp_path: Path, key: str, value: Any, why: str) -> None:
    """The promise: what is allowed is said in plain words, never in those of a library ("Invalid enum value 45")."""
    unit = {"id": "u1", key: value}
    name = "" if value is None else " (u1)"
    assert told(tmp_path, unit) == [f"units.json: entry 1{name}: {key}: {why}"]


def test_a_list_names_which_of_its_items_are_wrong(tmp_path: Path) -> None:
    """The promise: two wrong words in one list are both told."""
    assert told(tmp_path, {"id": "u1", "roles": ["leadr", "pilot", "cybr"]}) == [
        'units.json: entry 1 (u1): roles: item 1: "leadr": did you mean leader? Allowed: cyber, leader, pilot',
        'units.json: entry 1 (u1): roles: item 3: "cybr": did you mean cyber? Allowed: cyber, leader, pilot',
    ]


def test_an_effect_without_its_word_names_the_words(tmp_path: Path) -> None:
    """The promise: where one of several kinds of tables is expected, the allowed ones are listed."""
    assert told(tmp_path, {"id": "u1", "effects": [{"n": 2}, 7]}) == [
        "units.json: entry 1 (u1): effects: entry 1: do is missing. Allowed: choose, gain",
        "units.json: entry 1 (u1): effects: item 2: a table is expected, not 7",
    ]


def test_what_is_nested_too_deeply_is_told(tmp_path: Path) -> None:
    """The promise: no traceback, however many effects are inside each other, and one line for it."""
    effect: dict[str, Any] = {"do": "gain"}
    for _ in range(300):
        effect = {"do": "choose", "ways": [effect]}
    where = "units.json: entry 1 (u1): effects: entry 1 (choose): ways: entry 1 (choose): …"
    why = "too many tables and lists inside each other"
    assert told(tmp_path, {"id": "u1", "effects": [effect]}) == [f"{where}: {why}"]


def test_what_is_nested_too_deeply_is_told_once(tmp_path: Path) -> None:
    """Two effects side by side down there are one mistake."""
    effect: dict[str, Any] = {"do": "gain"}
    for _ in range(40):
        effect = {"do": "choose", "ways": [effect, {"do": "gain"}]}
    assert len(told(tmp_path, {"id": "u1", "effects": [effect]})) == 1


def test_a_misspelt_key_is_one_mistake(tmp_path: Path) -> None:
    """The promise: "idd" for "id" is told once, with the guess, and not a second time as a missing id."""
    (problem,) = told(tmp_path, {"idd": "u1"})
    assert problem.startswith('units.json: entry 1: "idd": did you mean id? Allowed: id, role, ')


def test_what_stands_under_a_misspelt_key_is_looked_at_too(tmp_path: Path) -> None:
    """The promise: the guess is not the end of it; the value under the key that was meant is checked as well."""
    key, value = told(tmp_path, {"id": "u1", "strenght": 45})
    assert key.startswith('units.json: entry 1 (u1): "strenght": did you mean strength? Allowed: id, ')
    assert value == "units.json: entry 1 (u1): strength: a number from 0 to 20 is expected, not 45"


def test_an_entry_that_is_no_table_is_told(tmp_path: Path) -> None:
    """The promise: an entry that is not even a table is named by its place, and the next one is still looked at."""
    assert told(tmp_path, "u1", {"id": "u2", "count": 0}) == [
        'units.json: entry 1: a table is expected, not "u1"',
        "units.json: entry 2 (u2): count: a number of at least 1 is expected, not 0",
    ]


def test_a_very_long_value_is_shortened(tmp_path: Path) -> None:
    """A line that nobody can read to its end helps nobody."""
    (problem,) = told(tmp_path, {"id": "u1", "strength": "x" * 500})
    assert len(problem) < 120


def test_mistakes_that_hide_nothing_leave_the_pack_whole(tmp_path: Path) -> None:
    """The promise: deeper checks go as far as they can; with only keys misspelt, the pack is there for them."""
    told(tmp_path, {"id": "u1", "strenght": 5, "colour": "red"})
    with pytest.raises(PackProblems) as caught:
        read_pack(tmp_path, "demo", FILES)
    assert caught.value.pack is not None
    assert caught.value.pack["units"] == [Unit("u1", strength=5)]


def test_mistakes_in_values_leave_no_pack(tmp_path: Path) -> None:
    """A pack with a hole in it is not handed to a game's own check, which would tell of things that are not so."""
    told(tmp_path, {"id": "u1", "strength": "five"})
    with pytest.raises(PackProblems) as caught:
        read_pack(tmp_path, "demo", FILES)
    assert caught.value.pack is None


class Even(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    n: int = 0

    def __post_init__(self) -> None:
        if self.n % 2:
            raise ValueError("n must be even")


def test_what_a_type_itself_refuses_is_told(tmp_path: Path) -> None:
    """A struct may refuse values in `__post_init__`; its own words are told."""
    (problem,) = told(tmp_path, {"id": "u1", "n": 3}, files={"units": list[Even]})
    assert problem == "units.json: entry 1 (u1): n must be even"


def test_a_wrong_manifest_does_not_hide_the_rest(tmp_path: Path) -> None:
    """The promise: everything at once; what is wrong with pack.toml and with the data is told together."""
    told(tmp_path, {"id": "u1", "count": 0})
    (tmp_path / "pack.json").write_text('{"game": "demo", "name": "mine", "titel": "Mine"}', encoding="utf-8")
    with pytest.raises(PackProblems) as caught:
        read_pack(tmp_path, "demo", FILES)
    assert [str(problem) for problem in caught.value.problems] == [
        'pack.json: "titel": did you mean title? Allowed: game, name, title, version, author, about',
        "units.json: entry 1 (u1): count: a number of at least 1 is expected, not 0",
    ]


def test_a_misspelt_file_is_guessed(tmp_path: Path) -> None:
    """The promise: a file that no rule reads is named, with the one that was probably meant."""
    told(tmp_path, {"id": "u1", "count": 0})
    (tmp_path / "units.json").rename(tmp_path / "untis.json")
    with pytest.raises(PackProblems) as caught:
        read_pack(tmp_path, "demo", FILES)
    assert [str(problem) for problem in caught.value.problems] == [
        f"units.toml: missing in {tmp_path.name}; the game needs it",
        "untis.json: no rule reads this file; did you mean units? The game reads units",
    ]


def test_a_stray_key_above_the_entries_is_told_with_them(tmp_path: Path) -> None:
    """The promise: a key at the top of a file of entries is named, and the entries are read all the same."""
    told(tmp_path, {"id": "u1", "count": 0})
    (tmp_path / "units.json").unlink()
    (tmp_path / "units.toml").write_text('title = "Mine"\n[[unit]]\nid = "u1"\ncount = 0\n', encoding="utf-8")
    with pytest.raises(PackProblems) as caught:
        read_pack(tmp_path, "demo", FILES)
    assert [str(problem) for problem in caught.value.problems] == [
        'units.toml: "title": there is no such key. Only entries headed [[unit]] are expected here',
        "units.toml: entry 1 (u1): count: a number of at least 1 is expected, not 0",
    ]
