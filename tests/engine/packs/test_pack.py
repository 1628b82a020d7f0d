"""Packs: data files read strictly; an error names file, entry and what was expected, and all are told at once."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable.engine import NotFound, Pack, PackError, PackProblems, find_pack, read_manifest, read_pack


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    worth: int
    tags: tuple[str, ...] = ()


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    x: int
    y: int


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    at: Place
    ways: tuple[str, ...] = ()


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    spaces: list[Space]


FILES: dict[str, Any] = {"cards": list[Card], "board": Board}
MANIFEST = 'game = "demo"\nname = "mine"\ntitle = "My pack"\n'
CARDS = '[[card]]\nid = "ace"\nworth = 11\n\n[[card]]\nid = "two"\nworth = 2\ntags = ["low"]\n'
BOARD = 'name = "Mars"\n\n[[spaces]]\nid = "sharma"\nat = {x = 1, y = 2}\nways = ["hellas"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sound pack."""
    made = tmp_path / "mine"
    made.mkdir()
    for name, text in (("pack.toml", MANIFEST), ("cards.toml", CARDS), ("board.toml", BOARD)):
        (made / name).write_text(text, encoding="utf-8")
    return made


def problems(folder: Path) -> list[tuple[str, str, str]]:
    """What is wrong with a pack: (file, entry, why)."""
    with pytest.raises(PackError) as caught:
        read_pack(folder, "demo", FILES)
    if isinstance(caught.value, PackProblems):
        assert all(str(problem) in str(caught.value) for problem in caught.value.problems), "all are told"
        return [(problem.file, problem.entry, problem.why) for problem in caught.value.problems]
    return [(caught.value.file, caught.value.entry, caught.value.why)]


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# Sound packs ------------------------------------------------------------------------------------------


def test_a_sound_pack_is_decoded_into_typed_structs(folder: Path) -> None:
    """Data files are read and checked on load with typed structs."""
    pack = read_pack(folder, "demo", FILES)
    assert pack["cards"] == [Card("ace", 11), Card("two", 2, ("low",))]
    assert pack["board"] == Board("Mars", [Space("sharma", Place(1, 2), ("hellas",))])
    assert pack.manifest.title == "My pack"
    assert read_manifest(folder) == pack.manifest


def test_json_is_as_good_as_toml(folder: Path) -> None:
    """Each file is TOML or JSON."""
    expected = read_pack(folder, "demo", FILES)
    (folder / "cards.toml").unlink()
    cards = [{"id": "ace", "worth": 11}, {"id": "two", "worth": 2, "tags": ["low"]}]
    (folder / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    (folder / "pack.toml").unlink()
    (folder / "pack.json").write_text(
        json.dumps({"game": "demo", "name": "mine", "title": "My pack"}), encoding="utf-8"
    )
    pack = read_pack(folder, "demo", FILES)
    assert pack.data == expected.data
    assert pack.manifest == expected.manifest


def test_other_files_may_lie_beside_the_data(folder: Path) -> None:
    """A note or a picture beside the data is nobody's business."""
    (folder / "README.md").write_text("Mine.", encoding="utf-8")
    (folder / "cover.png").write_bytes(b"\x89PNG")
    assert read_pack(folder, "demo", FILES)["board"].name == "Mars"


# The digest -------------------------------------------------------------------------------------------


def test_the_digest_changes_with_the_content(folder: Path) -> None:
    """A game is stamped with its pack's digest: any change of the data changes it."""
    digests = {read_pack(folder, "demo", FILES).digest}
    for file, old, new in (
        ("cards.toml", "worth = 11", "worth = 12"),
        ("board.toml", "sharma", "sharmb"),
        ("board.toml", "Mars", "Mar"),
        ("cards.toml", "low", "high"),
    ):
        change(folder, file, old, new)
        digests.add(read_pack(folder, "demo", FILES).digest)
    assert len(digests) == 5


def test_the_digest_does_not_change_with_line_endings_or_place(folder: Path, tmp_path: Path) -> None:
    """The same data on another machine has the same digest: other line endings, another folder."""
    before = read_pack(folder, "demo", FILES).digest
    other = tmp_path / "elsewhere"
    other.mkdir()
    for file in ("pack.toml", "cards.toml", "board.toml"):
        text = (folder / file).read_bytes()
        assert b"\r" not in text
        (other / file).write_bytes(text.replace(b"\n", b"\r\n"))
    assert read_pack(other, "demo", FILES).digest == before


def test_data_cannot_move_from_one_file_to_another_unseen(folder: Path) -> None:
    """The digest knows which file holds what."""
    files: dict[str, Any] = {"a": list[Card], "b": list[Card]}
    for file in ("cards.toml", "board.toml"):
        (folder / file).unlink()
    for name, cards in (("a", CARDS), ("b", CARDS.replace("ace", "king"))):
        (folder / f"{name}.json").write_text(json.dumps(tomllib.loads(cards)["card"]), encoding="utf-8")
    before = read_pack(folder, "demo", files).digest
    (folder / "a.json").rename(folder / "c.json")
    (folder / "b.json").rename(folder / "a.json")
    (folder / "c.json").rename(folder / "b.json")
    assert read_pack(folder, "demo", files).digest != before


# What can be wrong ------------------------------------------------------------------------------------


def test_an_unknown_key_names_file_entry_and_key(folder: Path) -> None:
    """An unknown key is an error that names file, entry and key."""
    change(folder, "cards.toml", 'id = "two"\n', 'id = "two"\nwroth = 2\n')
    ((file, entry, why),) = problems(folder)
    assert file == "cards.toml"
    assert "2" in entry
    assert "two" in entry
    assert "wroth" in why


def test_an_unknown_key_deep_inside_is_found(folder: Path) -> None:
    """An unknown key is an error wherever it is."""
    change(folder, "board.toml", "{x = 1, y = 2}", "{x = 1, y = 2, z = 3}")
    ((file, entry, why),) = problems(folder)
    assert file == "board.toml"
    assert "spaces" in entry
    assert "at" in entry
    assert "z" in why


class Careless(msgspec.Struct, frozen=True):
    """A struct whose author forgot to forbid unknown fields."""

    id: str
    worth: int = 0


class Careful(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One that holds a careless one."""

    inner: list[Careless] = []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (list[Careless], '[[card]]\nid = "two"\nwroth = 2\n'),
        (Careless, 'id = "two"\nwroth = 2\n'),
        (Careful, '[[inner]]\nid = "two"\nwroth = 2\n'),
    ],
)
def test_an_unknown_key_is_an_error_whatever_the_struct_says(folder: Path, kind: Any, text: str) -> None:
    """Data that no code reads is a bug: loaders reject unknown keys, also where a game's struct forgot to."""
    (folder / "things.toml").write_text(text, encoding="utf-8")
    (folder / "cards.toml").unlink()
    (folder / "board.toml").unlink()
    with pytest.raises((PackError, TypeError), match=r"wroth|Careless"):
        read_pack(folder, "demo", {"things": kind})


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("worth = 11", 'worth = "11"', "whole number"),
        ("worth = 11", "worth = 1.5", "whole number"),
        ("worth = 11\n", "", "worth"),
        ('id = "ace"', "id = 7", "text"),
        ('tags = ["low"]', "tags = [1]", "text"),
        ('tags = ["low"]', 'tags = "low"', "list"),
    ],
)
def test_a_wrong_type_names_what_was_expected(folder: Path, old: str, new: str, expected: str) -> None:
    """An error names the file, the entry and what was expected."""
    change(folder, "cards.toml", old, new)
    ((file, entry, why),) = problems(folder)
    assert file == "cards.toml"
    assert "entry" in entry
    assert expected in why


def test_an_id_that_comes_twice_is_named(folder: Path) -> None:
    """Two entries with one id are an error that names the second."""
    change(folder, "cards.toml", 'id = "two"', 'id = "ace"')
    ((file, entry, why),) = problems(folder)
    assert file == "cards.toml"
    assert "2" in entry
    assert "ace" in entry
    assert "id" in why


def test_a_missing_file_is_named(folder: Path) -> None:
    """A file that the game needs and the pack does not have is named."""
    (folder / "board.toml").unlink()
    ((file, _, why),) = problems(folder)
    assert file.startswith("board")
    assert "missing" in why


@pytest.mark.parametrize("name", ["evnets.toml", "events.json"])
def test_a_file_that_no_code_reads_is_named(folder: Path, name: str) -> None:
    """Data that no code reads is a bug: a file with a wrong name is named, with those that are read."""
    (folder / name).write_text("{}" if name.endswith("json") else "", encoding="utf-8")
    ((file, _, why),) = problems(folder)
    assert file == name
    assert "cards" in why
    assert "board" in why


def test_the_same_data_twice_is_named(folder: Path) -> None:
    """Data that no code reads is a bug: of cards.toml and cards.json only one could be read."""
    (folder / "cards.json").write_text("[]", encoding="utf-8")
    ((file, _, why),) = problems(folder)
    assert "cards" in file + why
    assert ".json" in file + why


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("cards.toml", b"[[card]\nid = 7"),
        ("cards.toml", b'[[card]]\nid = "\xff\xfe"\n'),
        ("cards.toml", b"just words"),
    ],
)
def test_broken_toml_is_named(folder: Path, file: str, data: bytes) -> None:
    """A file that cannot be read at all is named."""
    (folder / file).write_bytes(data)
    ((found, _, why),) = problems(folder)
    assert found == file
    assert "cannot be read" in why


@pytest.mark.parametrize(
    "text", ['[{"id": "ace", "worth": 11},]', "", "{", '{"cards": 7}', "7", '{"a": [], "b": []}']
)
def test_broken_json_is_named(folder: Path, text: str) -> None:
    """A file that cannot be read, or holds no list where one is needed, is named."""
    (folder / "cards.toml").unlink()
    (folder / "cards.json").write_text(text, encoding="utf-8")
    ((file, _, why),) = problems(folder)
    assert file == "cards.json"
    assert why


def test_all_problems_are_told_at_once(folder: Path) -> None:
    """Everything wrong with a pack is told at once, file by file and entry by entry."""
    change(folder, "cards.toml", "worth = 11", 'worth = "many"')
    change(folder, "cards.toml", 'tags = ["low"]', 'tages = ["low"]')
    change(folder, "board.toml", "x = 1", 'x = "one"')
    (folder / "evnets.toml").write_text("", encoding="utf-8")
    found = problems(folder)
    assert sorted(file for file, _, _ in found) == ["board.toml", "cards.toml", "cards.toml", "evnets.toml"]
    with pytest.raises(PackProblems) as caught:
        read_pack(folder, "demo", FILES)
    assert len(str(caught.value).splitlines()) == 4, "one line each"
    for word in ("entry 1", "ace", "entry 2", "tages", "evnets.toml"):
        assert word in str(caught.value)


def test_a_pack_of_another_game_is_named(folder: Path) -> None:
    """A pack says which game it is for."""
    with pytest.raises(PackError, match=r"'demo'.*'chess'"):
        read_pack(folder, "chess", FILES)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('game = "demo"\nname = "mine"\n', "title"),
        (MANIFEST + "colour = 3\n", "colour"),
        ("game = ", "pack.toml"),
        (MANIFEST.replace('"mine"', "7"), "name"),
    ],
)
def test_a_wrong_manifest_is_named(folder: Path, text: str, named: str) -> None:
    """What is wrong with `pack.toml` is told like everything else."""
    (folder / "pack.toml").write_text(text, encoding="utf-8")
    for read in (lambda: read_manifest(folder), lambda: read_pack(folder, "demo", FILES)):
        with pytest.raises(PackError, match=named):
            read()


def test_a_folder_that_is_no_pack_is_named(tmp_path: Path) -> None:
    """A folder without a manifest, a file, or nothing at all is one clear line."""
    with pytest.raises(PackError, match=r"pack\.toml"):
        read_manifest(tmp_path)
    with pytest.raises(PackError, match="no such folder"):
        read_manifest(tmp_path / "nowhere")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(PackError):
        read_manifest(tmp_path / "file")


# Finding packs ----------------------------------------------------------------------------------------


def test_a_pack_is_found_by_name_and_by_path(folder: Path) -> None:
    """A pack is found by name beside the rules, or by the path of a folder."""
    by_name = find_pack("mine", "demo", FILES, folder.parent)
    by_path = find_pack(str(folder), "demo", FILES, None)
    assert by_name.digest == by_path.digest
    assert by_name.data == by_path.data


def test_an_unknown_pack_names_the_known_ones(folder: Path) -> None:
    """A pack that is not there is an error that names those that are."""
    with pytest.raises(NotFound, match=r"'yours'.*mine"):
        find_pack("yours", "demo", FILES, folder.parent)


def test_the_packs_of_two_games_are_not_mixed_up(folder: Path) -> None:
    """Two games may have packs of the same name."""
    find_pack("mine", "demo", FILES, folder.parent)
    with pytest.raises(PackError, match="'other'"):
        find_pack("mine", "other", FILES, folder.parent)


def stash_pack(folder: Path, count: int) -> Path:
    folder.mkdir()
    (folder / "pack.toml").write_text('game = "stash"\nname = "mine"\ntitle = "Mine"\n', encoding="utf-8")
    cards = [f'[[card]]\nid = "c{n}"\nlabel = "C {n}"\nworth = {n % 3 + 1}\n' for n in range(count)]
    (folder / "cards.toml").write_text("\n".join(cards), encoding="utf-8")
    return folder


def test_a_game_is_played_with_a_pack_of_ones_own(tmp_path: Path) -> None:
    """Anyone may type a pack in and play with it: the journal knows which, and opens with it."""
    mine = stash_pack(tmp_path / "mine", 7)
    table = sandtable.new("stash", seed=1, options={"pack": str(mine)})
    assert sum(map(len, table.run.state.cards.zones)) == 7
    assert table.header.pack.digest == STASH.pack(str(mine)).digest
    assert sandtable.load(table.save()).save() == table.save()
    assert str(tmp_path) not in repr(table.published), "where the host keeps its packs is the host's business"


def test_a_pack_is_checked_by_its_game_when_it_is_read(tmp_path: Path) -> None:
    """A pack is read and checked the first time: what the game finds wrong is told like everything else."""
    small = stash_pack(tmp_path / "small", 3)
    for _ in range(2):
        with pytest.raises(PackError, match="at least five"):
            sandtable.new("stash", seed=1, options={"pack": str(small)})


def test_a_wrong_pack_of_a_game_is_one_clear_error(tmp_path: Path) -> None:
    """A bad pack given as an option is an error that names file and entry."""
    bad = stash_pack(tmp_path / "bad", 6)
    change(bad, "cards.toml", "worth = 1\n", 'worth = "one"\n')
    with pytest.raises(PackError, match=r"cards\.toml: entry 1 \(c0\)"):
        sandtable.new("stash", seed=1, options={"pack": str(bad)})
    with pytest.raises(NotFound, match="'nowhere'"):
        sandtable.new("stash", seed=1, options={"pack": "nowhere"})


def test_the_default_content_is_a_pack() -> None:
    """The default content is a pack like any other, and a sound one."""
    assert STASH.pack_folder is not None
    pack = read_pack(STASH.pack_folder / "default", "stash", STASH.pack_files)
    assert isinstance(pack, Pack)
    wrong: Sequence[str] = STASH.check_pack(pack)
    assert list(wrong) == []
    assert len(pack["cards"]) == 9


def test_a_misspelt_heading_is_an_error(folder: Path) -> None:
    """A typing mistake is never passed over: the entries of cards.toml are headed [[card]]."""
    text = (folder / "cards.toml").read_text(encoding="utf-8")
    (folder / "cards.toml").write_text(text.replace("[[card]]", "[[cart]]"), encoding="utf-8")
    ((file, _, why),) = problems(folder)
    assert (file, why) == ("cards.toml", "entries are headed [[card]], not [[cart]]")


class Do(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    then: tuple[A | B | C | D | E | F | G | H | Do, ...] = ()


class A(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class B(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class C(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class D(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class E(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class F(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class G(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


class H(Do, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


def test_effects_that_hold_effects(folder: Path) -> None:
    """The promise: types may hold each other; each is looked at once, not along every path (which took a minute)."""
    (folder / "board.toml").write_text('type = "Do"\nthen = [{type = "A", then = [{type = "B"}]}]\n')
    read = read_pack(folder, "demo", {"cards": list[Card], "board": Do})
    assert read["board"] == Do((A((B(),)),))
