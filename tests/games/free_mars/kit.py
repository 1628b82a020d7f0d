"""What tests of both games need: tables at many questions, lists against the game's names, and a box with a mistake."""

from __future__ import annotations

import pkgutil
import shutil
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import Game, Names, Option, Table
from sandtable.engine.asking import Topic


def played(game: Game[Any], games: int, answers: int = 60) -> Iterator[Table]:
    """Tables at every question of a few games that take the first, the last or a middle option."""
    for seed in range(games):
        table = sandtable.new(game, seed=seed)
        for n in range(answers):
            if table.ask is None:
                break
            yield table
            options = offered(table)
            table.choose(options[(seed + 1) * n % len(options)].key)


def offered(table: Table) -> Sequence[Option]:
    """The options of the open question."""
    assert table.ask is not None
    return table.ask.options


def assert_in_order(names: Names, entries: Sequence[Any]) -> None:
    """Number n of a kind is entry n of its list, with the same id and label, and there are no more."""
    assert [(entry.id, entry.label) for entry in entries] == [
        (names.id(n), names.label(n)) for n in range(len(entries))
    ]
    with pytest.raises(LookupError):
        names.id(len(entries))


def changed(default: Path, folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of a pack with one text replaced."""
    pack = folder / "box"
    shutil.copytree(default, pack)
    path = pack / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return pack


def declared_topics(package: str) -> list[str]:
    """The ids of the topics that the modules of a package declare, one for each declaration."""
    root = import_module(package)
    names = [module.name for module in pkgutil.walk_packages(root.__path__, f"{package}.")]
    modules = [import_module(name) for name in names]
    found = {id(it): it.id for module in modules for it in vars(module).values() if isinstance(it, Topic)}
    return list(found.values())
