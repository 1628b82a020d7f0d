"""The digest of a pack covers what the rules read, and leaves out what only people read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable.engine import FOR_PEOPLE, JournalError, JournalFile, PackProblems, Prose, find_pack
from sandtable.engine.packs import pack as reading
from sandtable.engine.packs.digest import digest_of, fields_for_people, rules_part, whole_digest_of
from sandtable.engine.packs.pack import read_pack
from tests.engine.packs.test_pack import stash_pack


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="word"):
    n: int = 1
    label: Prose = ""


class Other(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="other"):
    n: int = 1


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Annotated[str, FOR_PEOPLE, msgspec.Meta(max_length=40)]
    names: Annotated[dict[str, str], FOR_PEOPLE] = {}
    effects: tuple[Word | Other, ...] = ()
    prices: dict[str, int] = {}


def card(**fields: Any) -> str:
    return digest_of({"cards": [Card(**{"id": "ace", "title": "Ace", "effects": (Word(2),), **fields})]})


def test_what_only_people_read_is_left_out() -> None:
    """At any depth, in a table as in a text."""
    assert fields_for_people(Card) == {"title", "names"}
    assert card() == card(title="Spades") == card(names={"a": "b"}) == card(effects=(Word(2, "Two"),))


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "king"},
        {"effects": ()},
        {"effects": (Word(1),)},
        {"effects": (Other(2),)},
        {"effects": (Word(2), Word(2))},
        {"prices": {"a": 1}},
        {"prices": {"b": 1}},
    ],
    ids=str,
)
def test_everything_else_counts(fields: dict[str, Any]) -> None:
    """The kind of an entry counts too, even where all its fields are the same."""
    assert card(**fields) != card()


def test_the_order_of_keys_does_not_count_and_that_of_entries_does() -> None:
    assert card(prices={"a": 1, "b": 2}) == card(prices={"b": 2, "a": 1})
    assert card(effects=(Word(1), Word(2))) != card(effects=(Word(2), Word(1)))


def test_a_field_that_is_added_later_changes_nothing() -> None:
    """Fields with their default value are left out, as they are in the digest of a state."""
    assert rules_part(Card("ace", "Ace")) == {"id": "ace"}
    assert rules_part(Word(1)) == {"do": "word"}


def test_a_mark_that_would_mark_nothing_is_refused(tmp_path: Path) -> None:
    """Only whole fields are left out, so a mark inside a field is a mistake of the game's author."""

    class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        names: dict[str, Prose]

    with pytest.raises(TypeError, match=r"Wrong\.names \(for cards\): mark the whole field"):
        read_pack(tmp_path, "demo", {"cards": list[Wrong]})


# Stored games -------------------------------------------------------------------------------------------


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return stash_pack(tmp_path / "mine", 7)


def reworded(folder: Path, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change a file of a pack, and forget that it was read."""
    path = folder / "cards.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(reading, "_read", {})


def old_journal(mine: Path) -> bytes:
    """A game as it was stored while the digest covered the texts."""
    table = sandtable.new("stash", seed=1, options={"pack": str(mine)}).choose("draw")
    pack = STASH.pack(str(mine))
    return table.save().replace(pack.digest.encode(), whole_digest_of(pack.data).encode())


def test_a_text_can_be_improved_while_games_are_stored(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = sandtable.new("stash", seed=1, options={"pack": str(mine)}).save()
    reworded(mine, "C 3", "Ice, a whole load", monkeypatch)
    assert sandtable.load(saved).save() == saved


def test_a_stored_game_opens_by_the_digest_it_had(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same files; it then has the present digest, and a text can be improved."""
    old = old_journal(mine)
    table = sandtable.load(old)
    assert table.header.pack.digest == STASH.pack(str(mine)).digest
    assert table.save().split(b"\n")[1:] == old.split(b"\n")[1:]
    reworded(mine, "C 3", "Ice, a whole load", monkeypatch)
    assert sandtable.load(table.save()).save() == table.save()
    with pytest.raises(JournalError, match="another version of the pack 'mine'; install that one"):
        sandtable.load(old)


def test_other_rules_are_refused_by_either_digest(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = old_journal(mine)
    new = sandtable.load(old).save()
    reworded(mine, "worth = 1\n", "worth = 2\n", monkeypatch)
    for saved in (old, new):
        with pytest.raises(JournalError, match="another version of the pack 'mine'; install that one"):
            sandtable.load(saved)


def test_going_on_writes_the_present_digest(mine: Path, tmp_path: Path) -> None:
    """A journal on disk gets the new header, and every line stays as it was."""
    path = tmp_path / "game.journal"
    old = old_journal(mine)
    path.write_bytes(old + b'{"t":"answer","n":9')  # and a torn line
    table = sandtable.load(path)
    journal = JournalFile.reopen(path, table)
    assert path.read_bytes() == table.save()
    assert table.ask is not None
    table.choose(table.ask.keys[0])
    journal.close()
    assert path.read_bytes() == table.save()
    assert path.read_bytes().split(b"\n", 1)[1].startswith(old.split(b"\n", 1)[1])
    assert [it.name for it in tmp_path.iterdir() if it.name != "mine"] == ["game.journal"]


def test_a_file_that_holds_another_game_keeps_its_header(mine: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(before := old_journal(mine).replace(b'"key":"draw"', b'"key":"raid"'))
    with pytest.raises(sandtable.SandtableError, match="does not hold this game; nothing was written"):
        JournalFile.reopen(path, sandtable.load(old_journal(mine)))
    assert path.read_bytes() == before


# Digests of old, beside the packs that come with a game -------------------------------------------------


def beside(tmp_path: Path, now: str) -> Path:
    """A folder of packs with a list of digests they had."""
    text = f'[[digest]]\npack = "mine"\nwas = "long ago"\nnow = "{now}"\n'
    (tmp_path / "digests.toml").write_text(text, encoding="utf-8")
    return tmp_path


def found(folder: Path) -> frozenset[str]:
    return find_pack("mine", "stash", STASH.pack_files, folder).earlier


def test_a_digest_that_a_pack_had_is_known(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands for the rules it had then, not for the name: a pack with other rules does not have it."""
    digest = STASH.pack(str(mine)).digest
    monkeypatch.setattr(reading, "_read", {})
    assert "long ago" in found(beside(tmp_path, digest))
    reworded(mine, "C 3", "Ice", monkeypatch)
    assert "long ago" in found(tmp_path)
    reworded(mine, "worth = 1\n", "worth = 2\n", monkeypatch)
    assert "long ago" not in found(tmp_path)


def test_a_wrong_list_of_digests_is_one_clear_error(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_read", {})
    (tmp_path / "digests.toml").write_text(
        '[[digest]]\npack = "mine"\nwas = 1\nnow = "2"\n', encoding="utf-8"
    )
    with pytest.raises(PackProblems, match=r"digests\.toml: entry 1.*was: text is expected"):
        found(tmp_path)
