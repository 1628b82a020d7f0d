"""Packs: a folder of data files that a game is played with, decoded strictly into typed structs.

A pack is a folder with a `pack.toml` (or `pack.json`) that says which game it is for, and the files that game asks for,
each as TOML or JSON. An unknown key is an error that names the file, the entry and the key. Everything wrong with a
pack is told at once.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from .errors import NotFound, PackError

SUFFIXES = (".toml", ".json")


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pack.toml`: what a pack is."""

    game: str
    name: str
    title: str
    version: str = "1"
    author: str = ""
    about: str = ""


class Pack(msgspec.Struct, frozen=True):
    """A pack that has been read: its manifest, its digest, and its data by file name without suffix."""

    manifest: Manifest
    digest: str
    data: dict[str, Any]

    def __getitem__(self, file: str) -> Any:
        return self.data[file]


class PackProblems(PackError):
    """Everything that is wrong with a pack, file by file."""

    def __init__(self, folder: str, problems: Sequence[PackError]) -> None:
        self.problems = tuple(problems)
        super().__init__(folder, "", f"{len(problems)} problem{'s' if len(problems) > 1 else ''}")
        self.args = ("\n".join(str(problem) for problem in problems),)


def read_manifest(folder: str | Path) -> Manifest:
    """Which game a folder is a pack for."""
    folder = Path(folder)
    if not folder.is_dir():
        raise PackError(str(folder), "", "there is no such folder")
    path = _find(folder, "pack")
    if path is None:
        raise PackError(
            str(folder), "", "no pack.toml or pack.json: that file says which game the pack is for"
        )
    problems: list[PackError] = []
    manifest = _decoded(path, Manifest, problems)
    if problems:
        raise PackProblems(str(folder), problems)
    assert isinstance(manifest, Manifest)
    return manifest


def read_pack(folder: str | Path, game: str, files: Mapping[str, Any]) -> Pack:
    """Read a pack for a game that wants these files, each with its type.

    `files` maps a file's name without suffix to the type of what it holds: a struct, or a list of structs with an
    `id`. Raises `PackProblems` with everything that is wrong.
    """
    folder = Path(folder)
    for name, kind in files.items():
        _check_strict(kind, name, set())
    manifest = read_manifest(folder)
    if manifest.game != game:
        raise PackError(str(folder), "pack", f"this pack is for {manifest.game!r}, not for {game!r}")
    problems: list[PackError] = []
    data: dict[str, Any] = {}
    for name in sorted(files):
        path = _find(folder, name)
        if path is None:
            problems.append(PackError(f"{name}.toml", "", f"missing in {folder.name}; the game needs it"))
            continue
        if path.suffix == ".toml" and (twin := path.with_suffix(".json")).is_file():
            problems.append(PackError(twin.name, "", f"{path.name} holds the same data; keep one of the two"))
        data[name] = _decoded(path, files[name], problems)
    wanted = {"pack", *files}
    for path in sorted(folder.iterdir()):
        if path.suffix in SUFFIXES and path.stem not in wanted:
            problems.append(
                PackError(
                    path.name, "", f"no rule reads this file; the game reads {', '.join(sorted(files))}"
                )
            )
    if problems:
        raise PackProblems(str(folder), problems)
    # What counts is what the game reads: a comment or another order of keys changes nothing.
    return Pack(manifest, sha256(msgspec.json.encode(data, order="sorted")).hexdigest(), data)


_read: dict[tuple[str, str], Pack] = {}


def find_pack(
    name: str,
    game: str,
    files: Mapping[str, Any],
    beside: Path | None,
    check: Callable[[Pack], Sequence[str]] = lambda pack: (),
) -> Pack:
    """A pack by name among those `beside` a game's rules, or by the path of a folder. Each is read and checked once."""
    pack = _read.get((game, name))
    if pack is None:
        folder = _folder_of(name, beside)
        pack = read_pack(folder, game, files)
        if wrong := check(pack):
            raise PackProblems(str(folder), [PackError(folder.name, "", why) for why in wrong])
        _read[game, name] = pack
    return pack


def _folder_of(name: str, beside: Path | None) -> Path:
    names: list[str] = []
    if beside is not None and beside.is_dir():
        names = sorted(p.name for p in beside.iterdir() if _find(p, "pack") is not None)
        if name in names:
            return beside / name
    if Path(name).is_dir():
        return Path(name).resolve()
    raise NotFound("pack", name, [*names, "or the path of a folder"])


def _check_strict(kind: Any, name: str, seen: set[Any]) -> None:
    """A game's own mistake: a type that would let an unknown key pass."""
    for part in (kind, *get_args(kind)):
        if part is not kind:
            _check_strict(part, name, seen)
        elif isinstance(part, type) and issubclass(part, msgspec.Struct) and part not in seen:
            if not part.__struct_config__.forbid_unknown_fields:
                raise TypeError(
                    f"{part.__name__} (for {name}) must be declared with forbid_unknown_fields=True."
                )
            seen.add(part)
            for field in get_type_hints(part).values():
                _check_strict(field, name, seen)


def _find(folder: Path, name: str) -> Path | None:
    return next((path for suffix in SUFFIXES if (path := folder / f"{name}{suffix}").is_file()), None)


def _decoded(path: Path, kind: Any, problems: list[PackError]) -> Any:
    """The content of a file as its type; what is wrong is added to the problems, entry by entry."""
    try:
        text = path.read_text(encoding="utf-8")
        raw = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, OSError) as error:
        problems.append(PackError(path.name, "", f"cannot be read: {error}"))
        return None
    if get_origin(kind) in (list, tuple):
        if isinstance(raw, dict) and len(raw) == 1:
            # TOML has no list at the top: [[card]] gives {"card": [...]}.
            ((key, raw),) = raw.items()
            if key not in (path.stem, path.stem.removesuffix("s")):
                why = f"entries are headed [[{path.stem.removesuffix('s')}]], not [[{key}]]"
                problems.append(PackError(path.name, "", why))
        if not isinstance(raw, list):
            problems.append(PackError(path.name, "", "a list of entries is expected"))
            return None
        item = get_args(kind)[0]
        found = [
            _entry(path, f"entry {i + 1}{_named(entry)}", entry, item, problems)
            for i, entry in enumerate(raw)
        ]
        _check_ids(path, found, problems)
        return found if get_origin(kind) is list else tuple(found)
    return _entry(path, "", raw, kind, problems)


def _entry(path: Path, entry: str, raw: Any, kind: Any, problems: list[PackError]) -> Any:
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at ")
        inside = where.strip("`").removeprefix("$").lstrip(".")
        problems.append(PackError(path.name, ": ".join(filter(None, (entry, inside))), why))
        return None


def _named(entry: Any) -> str:
    name = entry.get("id") or entry.get("name") if isinstance(entry, dict) else None
    return f" ({name})" if name else ""


def _check_ids(path: Path, found: Iterable[Any], problems: list[PackError]) -> None:
    seen: set[str] = set()
    for i, entry in enumerate(found):
        name = getattr(entry, "id", None)
        if name is not None and name in seen:
            problems.append(
                PackError(path.name, f"entry {i + 1} ({name})", "this id is taken by an earlier entry")
            )
        if name is not None:
            seen.add(name)
