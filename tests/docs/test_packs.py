"""The packs that docs/tinker/packs.md shows are read, checked and played as the page says; no field of a pack is left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from click.testing import CliRunner

import sandtable
from sandtable.cli.app import cli
from sandtable.games import BUILT_IN, find_game
from tests.docs.pages import blocks, text_of

PAGE = "tinker/packs.md"


@pytest.fixture
def outpost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pack of the page, in the present folder."""
    folder = tmp_path / "outpost"
    folder.mkdir()
    manifest, cards = blocks(text_of(PAGE), "toml")
    (folder / "pack.toml").write_text(manifest, encoding="utf-8")
    (folder / "cards.toml").write_text(cards, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def shown_checks() -> list[str]:
    """What the page says `sandtable check` prints, in order."""
    start = "$ sandtable check outpost\n"
    return [
        block.removeprefix(start) for block in blocks(text_of(PAGE), "console") if block.startswith(start)
    ]


def check(folder: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", folder])
    return result.exit_code, result.output


def test_the_pack_on_the_page_is_sound(outpost: Path) -> None:
    assert check("outpost") == (0, shown_checks()[0])
    table = sandtable.new("stash", seed=1, options={"pack": str(outpost)})
    assert sandtable.load(table.save()).view("ann") == table.view("ann")


def test_problems_read_as_the_page_says(outpost: Path) -> None:
    cards = (outpost / "cards.toml").read_text(encoding="utf-8").split("\n\n")
    cards[0] = cards[0].replace("worth = 1", 'worth = "1"')
    cards[1] = cards[1].replace("label", "lable") + '\ncolour = "blue"'
    cards[2] = cards[2].replace('id = "air_a"\n', "")
    (outpost / "cards.toml").write_text("\n\n".join(cards), encoding="utf-8")
    (outpost / "map.json").write_text("{}", encoding="utf-8")
    assert check("outpost") == (1, shown_checks()[1])


def test_json_says_the_same(outpost: Path) -> None:
    """A list of objects in JSON is the same file."""
    import json
    import tomllib

    before = sandtable.find_game("stash").pack(str(outpost))["cards"]
    cards = tomllib.loads((outpost / "cards.toml").read_text(encoding="utf-8"))["card"]
    (outpost / "cards.toml").unlink()
    (outpost / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    assert check("outpost") == (0, shown_checks()[0])
    assert (
        sandtable.engine.read_pack(outpost, "stash", sandtable.find_game("stash").pack_files)["cards"]
        == before
    )


def test_a_game_opens_only_with_the_data_it_was_played_with(outpost: Path) -> None:
    saved = sandtable.new("stash", seed=1, options={"pack": str(outpost)}).save()
    digest = sandtable.find_game("stash").pack(str(outpost)).digest.encode()
    with pytest.raises(sandtable.JournalError, match="another version of the pack"):
        sandtable.load(saved.replace(digest, b"0" * 64))


def test_what_types_cannot_say_is_said_before_a_game_begins(outpost: Path) -> None:
    cards = (outpost / "cards.toml").read_text(encoding="utf-8").split("\n\n")
    (outpost / "cards.toml").write_text("\n\n".join(cards[:3]), encoding="utf-8")
    code, said = check("outpost")
    assert code == 1
    assert "at least five loads are needed" in said
    with pytest.raises(sandtable.PackError, match="at least five loads are needed"):
        sandtable.new("stash", options={"pack": str(outpost)})


def test_the_same_data_twice_is_a_problem(outpost: Path) -> None:
    (outpost / "cards.json").write_text("[]", encoding="utf-8")
    code, said = check("outpost")
    assert code == 1
    assert said.startswith("cards.json: ")


#: Where the files of a game's packs are described.
DESCRIBED = {
    "red-dust": "tinker/red-dust-packs.md",
    "surface-combat": "tinker/free-mars-packs.md",
    "space-combat": "play/space-combat.md",
    "mars-or-die": "tinker/mars-or-die-scenarios.md",
    "rogue-trooper": "tinker/rogue-trooper-packs.md",
}


def structs(hint: Any, found: dict[type[msgspec.Struct], None]) -> None:
    """Gather the structs in a type, and in their fields."""
    parts = list(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in found:
        found[hint] = None
        parts += get_type_hints(hint).values()
    for part in parts:
        structs(part, found)


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_file_and_every_field_of_a_pack_is_on_its_page(key: str) -> None:
    page, files = text_of(DESCRIBED[key]), find_game(key).pack_files
    assert [name for name in files if not re.search(rf"\b{name}\b", page)] == []
    found: dict[type[msgspec.Struct], None] = {}
    for kind in files.values():
        structs(kind, found)
    fields = {field for struct in found for field in struct.__struct_encode_fields__}
    assert len(fields) > 20
    assert sorted(field for field in fields if not re.search(rf"\b{field}\b", page)) == []
