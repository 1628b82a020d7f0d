"""A game and a pack of somebody's own, as the documentation shows them, written to a folder."""

from __future__ import annotations

from pathlib import Path

from tests.docs.pages import blocks, first_game, text_of

AUTHOR = 'author = "Ann Ames"\n'


def write_game(folder: Path) -> Path:
    """The file of "Your first game", with its author."""
    path = folder / "derelict.py"
    path.write_text(first_game().replace("    about = ", f"    {AUTHOR}    about = ", 1), encoding="utf-8")
    return path


def write_pack(folder: Path, name: str = "outpost") -> Path:
    """The pack of the page about packs, for Stash."""
    manifest, cards = blocks(text_of("tinker/packs.md"), "toml")[:2]
    path = folder / name
    path.mkdir()
    manifest = manifest.replace('"outpost"', f'"{name}"') + AUTHOR
    (path / "pack.toml").write_text(manifest, encoding="utf-8")
    (path / "cards.toml").write_text(cards, encoding="utf-8")
    return path
