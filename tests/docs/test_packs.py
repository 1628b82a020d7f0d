"""The packs that docs/tinker/packs.md shows are read, checked and played as the page says."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import sandtable
from sandtable.cli.app import cli
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
