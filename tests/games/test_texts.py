"""Texts of a pack are for people: which fields they are, that no rule reads them, and that stored games do not depend on them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

import sandtable
from sandtable.engine import Game, Thrown
from sandtable.engine.packs.digest import digest_of, fields_for_people
from sandtable.engine.packs.pack import earlier_digests
from sandtable.games import BUILT_IN
from tests.fixtures.record import FOLDER

#: Games as they were stored while the digest of a pack covered its texts: the texts have changed since.
STORED_BEFORE = sorted((FOLDER / "whole-digests").glob("*.journal"))
#: The fields with texts that the rules do read: ids, names of things by their ids, maps in letters. All others are marked.
READ_BY_RULES = {
    "red-dust": {"MaglevEntry": "ends id through", "Place": "id", "Space": "borders id"},
    "surface-combat": {
        "Body": "id",
        "Challenge": "icon",
        "Combined": "icons id",
        "Deploy": "including",
        "Flip": "kind",
        "Gear": "id",
        "Installation": "cell id",
        "Item": "id",
        "TableLine": "icon id",
        "Map": "random rows",
        "Mission": "id including needs",
        "Opfor": "id",
        "OpsCard": "id",
        "Reinforce": "kind units",
        "Scenario": "start",
        "Terrain": "id letter",
        "Way": "id",
    },
    "space-combat": {
        "Challenge": "icon",
        "Combined": "icons id",
        "Deploy": "including",
        "Flip": "kind",
        "Intercept": "id",
        "TableLine": "icon id",
        "Map": "close_orbit launch random tracks",
        "Mission": "carrying id orbit",
        "Opfor": "id",
        "OpsCard": "id",
        "Orbital": "id ring",
        "Pod": "id",
        "Reinforce": "kind units",
        "Ship": "id",
        "Way": "id",
    },
    "mars-or-die": {
        "Army": "id",
        "Battlefield": "id initiative",
        "Card": "effect id",
        "Feature": "id kind",
        "Force": "type",
        "Terrain": "id",
        "UnitType": "id",
        "Win": "feature type",
    },
    "rogue-trooper": {
        "Ammunition": "id",
        "Companion": "destination",
        "Encounter": "id item",
        "Item": "id",
        "Mission": "bride destination id",
        "Named": "id",
        "NuEarthMap": "drop_zones ratings sides terrain",
        "Place": "sector",
        "Rogue": "id",
        "Space": "adjacent id",
        "Supply": "ammunition id item",
    },
}


def structs(kind: Any, seen: set[Any]) -> Iterator[type[msgspec.Struct]]:
    """All types of entries that a type leads to."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in seen:
            seen.add(kind)
            yield kind
            for hint in get_type_hints(kind).values():
                yield from structs(hint, seen)
    for part in get_args(kind):
        yield from structs(part, seen)


def has_text(hint: Any) -> bool:
    """Whether a field can hold any text, itself or in a list or a table, besides entries of their own."""
    if get_origin(hint) is Annotated:
        return has_text(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return False
    if get_origin(hint) in (list, tuple, dict, Union, UnionType):
        return any(has_text(part) for part in get_args(hint))
    return hint is str


def entries(game: Game[Any]) -> list[type[msgspec.Struct]]:
    seen: set[Any] = set()
    return [kind for file in game.pack_files.values() for kind in structs(file, seen)]


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_text_is_for_people_or_for_the_rules(key: str) -> None:
    """Whoever adds a text to a pack decides for whom it is. One that is marked can be changed while games are stored."""
    unmarked: dict[str, str] = {}
    for kind in entries(sandtable.find_game(key)):
        hints = get_type_hints(kind, include_extras=True)
        texts = {name for name in kind.__struct_fields__ if has_text(hints[name])}
        assert fields_for_people(kind) <= texts, "a number or a choice is always for the rules"
        if rest := texts - fields_for_people(kind):
            unmarked[kind.__name__] = " ".join(sorted(rest))
    assert unmarked == READ_BY_RULES[key]


# Changing one thing after the other -----------------------------------------------------------------------


def changed(value: Any) -> Any:
    """Another value instead of this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "?"
    if isinstance(value, dict):
        return {**value, "?": 1}
    if isinstance(value, (list, tuple)):
        return (*value, "?")
    return "?" if value is None else None


Change = tuple[type[msgspec.Struct], str, Any]


def changes(value: Any, put: Callable[[Any], Any]) -> Iterator[Change]:
    """The data with each of its fields changed in turn, at any depth: which field, and what the whole is then."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            held = getattr(value, name)

            def put_field(it: Any, name: str = name) -> Any:
                return put(msgspec.structs.replace(value, **{name: it}))

            yield type(value), name, put_field(changed(held))
            yield from changes(held, put_field)
    elif isinstance(value, dict):
        for key, held in value.items():

            def put_value(it: Any, key: str = key) -> Any:
                return put({**value, key: it})

            yield from changes(held, put_value)
    elif isinstance(value, (list, tuple)):
        for n, held in enumerate(value):

            def put_item(it: Any, n: int = n) -> Any:
                return put([*value[:n], it, *value[n + 1 :]])

            yield from changes(held, put_item)


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_digest_depends_on_every_field_but_texts(key: str) -> None:
    """Each field of each kind of entry in the pack is changed once; several kinds of entries are checked one file at a time."""
    game = sandtable.find_game(key)
    pack = game.pack("default")
    seen: set[tuple[str, type[msgspec.Struct], str]] = set()
    for file, data in pack.data.items():
        before = digest_of({file: data})
        for kind, field, other in changes(data, lambda it: it):
            if (file, kind, field) not in seen:
                seen.add((file, kind, field))
                is_text = field in fields_for_people(kind)
                assert (digest_of({file: other}) == before) == is_text, (file, kind, field)
    for kind in {kind for _, kind, _ in seen}:
        assert {field for _, it, field in seen if it is kind} == set(kind.__struct_fields__)


# Playing with other texts ---------------------------------------------------------------------------------


def with_other_texts(value: Any, word: Callable[[], str]) -> Any:
    """Data in which every text for people is another one. What is empty stays so, and a sign stays a sign."""
    if isinstance(value, msgspec.Struct):
        told = fields_for_people(type(value))
        return msgspec.structs.replace(
            value,
            **{
                name: _other(held, word) if name in told else with_other_texts(held, word)
                for name in value.__struct_fields__
                for held in (getattr(value, name),)
            },
        )
    if isinstance(value, (list, tuple)):
        return type(value)(with_other_texts(it, word) for it in value)
    if isinstance(value, dict):
        return {key: with_other_texts(it, word) for key, it in value.items()}
    return value


def _other(text: Any, word: Callable[[], str]) -> Any:
    if isinstance(text, dict):
        return {key: _other(it, word) for key, it in text.items()}
    return text if len(text) < 2 else word()


def descending() -> Callable[[], str]:
    """Different words, in the opposite of their order."""
    numbers = iter(range(9999, 0, -1))
    return lambda: f"Text {next(numbers):04}"


def written(folder: Path, key: str, word: Callable[[], str]) -> Path:
    """The pack of a game with other texts, in a folder."""
    game = sandtable.find_game(key)
    folder.mkdir()
    (folder / "pack.json").write_text(
        f'{{"game": "{key}", "name": "other", "title": "Other"}}', encoding="utf-8"
    )
    for name, data in game.pack("default").data.items():
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(with_other_texts(data, word)))
    return folder


def played(key: str, answers: int, **options: str) -> list[Any]:
    """Some of a game by a player who answers at random: at each question the keys and the state, and all that was thrown.

    A state knows its pack by name, which is left out.
    """
    table, rng = sandtable.new(key, seed=5, options=options), random.Random(5)
    told: list[Any] = []
    for _ in range(answers):
        if (ask := table.ask) is None:
            break
        state = table.run.state.plain()
        told.append((ask.topic, ask.keys, {name: held for name, held in state.items() if name != "pack"}))
        table.choose(rng.choice(ask.keys))
    return [*told, *(line.raw for line in table.lines if isinstance(line, Thrown))]


@pytest.mark.parametrize("key", BUILT_IN)
def test_no_rule_reads_a_text(key: str, tmp_path: Path) -> None:
    """The same seed and answers lead to the same states, whatever the texts are: all different, or all the same."""
    expected = played(key, 250)
    digest = sandtable.find_game(key).pack("default").digest
    for name, word in (("different", descending()), ("same", lambda: "Text")):
        folder = written(tmp_path / name, key, word)
        pack = sandtable.find_game(key).pack(str(folder))
        assert pack.digest == digest
        assert pack.data != sandtable.find_game(key).pack("default").data
        assert played(key, 250, pack=str(folder)) == expected


# Games that were stored before ----------------------------------------------------------------------------


def test_there_is_a_stored_game_of_each_game() -> None:
    assert {path.stem for path in STORED_BEFORE} == set(BUILT_IN)


@pytest.mark.parametrize("path", STORED_BEFORE, ids=lambda path: path.stem)
def test_a_game_stored_before_opens_and_goes_on(path: Path) -> None:
    """Its digest is one that is listed beside the pack. Opened, it has the present one, and every line it had."""
    old = path.read_bytes()
    table = sandtable.load(old)
    pack = table.game.pack("default")
    was = msgspec.json.decode(old.split(b"\n")[0])["pack"]["digest"]
    assert was in {entry.was for entry in earlier_digests(table.game.pack_folder) if entry.now == pack.digest}
    assert was != table.header.pack.digest == pack.digest
    assert table.save().split(b"\n")[1:] == old.split(b"\n")[1:]
    assert table.ask is not None
    table.choose(table.ask.keys[0])
    again = sandtable.load(table.save())
    assert again.save() == table.save()
    assert again.number > len(old.split(b"\n")) - 2
