"""Packs: a folder of data files that a game is played with, decoded strictly into typed structs.

A pack is a folder with a `pack.toml` (or `pack.json`) that says which game it is for, and the files that game asks for,
each as TOML or JSON. An unknown key is an error that names the file, the entry and the key. Everything wrong with a
pack is told at once.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from ..errors import NotFound, PackError, guess
from .digest import EARLIER_FILE, Earlier, check_marks, digest_of, whole_digest_of
from .mistakes import mistakes, named, quoted

SUFFIXES = (".toml", ".json")


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pack.toml`: what a pack is."""

    game: str  #: The key of the game it is for.
    name: str  #: The name by which it is chosen.
    title: str  #: What people call it.
    version: str = "1"  #: Its version, in its author's counting.
    author: str = ""  #: Who made it.
    about: str = ""  #: One or two sentences about it.


class Pack(msgspec.Struct, frozen=True):
    """A pack that has been read: its manifest, its digest, and its data by file name without suffix."""

    manifest: Manifest  #: What its `pack.toml` says.
    digest: str  #: SHA-256 of everything in its data that the rules read, as journals note it.
    #: The decoded content of each file, by name without suffix; `pack[name]` is short for it.
    data: dict[str, Any]
    #: Other digests that stored games may have for the same content: they were computed in another way.
    earlier: frozenset[str] = frozenset()

    def __getitem__(self, file: str) -> Any:
        return self.data[file]


class PackProblems(PackError):
    """Everything that is wrong with a pack, file by file.

    `pack` is what was read if nothing is missing from it: keys that nobody knows and files that nobody reads hide nothing.
    """

    def __init__(self, folder: str, problems: Sequence[PackError], pack: Pack | None = None) -> None:
        self.problems, self.pack = tuple(problems), pack
        super().__init__(folder, "", f"{len(problems)} problem{'s' if len(problems) > 1 else ''}")
        self.args = ("\n".join(str(problem) for problem in problems),)


def read_manifest(folder: str | Path) -> Manifest:
    """Which game a folder is a pack for."""
    path = _manifest_of(Path(folder))
    problems: list[PackError] = []
    manifest = _decoded(path, Manifest, problems)
    if problems:
        raise PackProblems(str(folder), problems)
    assert isinstance(manifest, Manifest)
    return manifest


def game_of(folder: str | Path) -> str:
    """The game that a folder says it is a pack for, whatever else may be wrong with its manifest."""
    path = _manifest_of(Path(folder))
    problems: list[PackError] = []
    raw = _raw(path, problems)
    if isinstance(raw, dict) and isinstance(key := raw.get("game"), str):
        return key
    _decoded(path, Manifest, problems)
    raise PackProblems(str(folder), problems[:1] if raw is None else problems)


def _manifest_of(folder: Path) -> Path:
    if not folder.is_dir():
        raise PackError(str(folder), "", "there is no such folder")
    path = _find(folder, "pack")
    if path is None:
        raise PackError(
            str(folder), "", "no pack.toml or pack.json: that file says which game the pack is for"
        )
    return path


def read_pack(folder: str | Path, game: str, files: Mapping[str, Any]) -> Pack:
    """Read a pack for a game that wants these files, each with its type.

    `files` maps a file's name without suffix to the type of what it holds: a struct, or a list of structs with an
    `id`. Raises `PackProblems` with everything that is wrong.
    """
    folder = Path(folder)
    for name, kind in files.items():
        _check_strict(kind, name, set())
    said = game_of(folder)
    if said != game:
        raise PackError(str(folder), "pack", f"this pack is for {said!r}, not for {game!r}")
    problems: list[PackError] = []
    manifest = _decoded(_manifest_of(folder), Manifest, problems)
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
            meant = guess(path.stem, [name for name in files if name not in data])
            instead = "the game" if meant is None else f"did you mean {meant}? The game"
            why = f"no rule reads this file; {instead} reads {', '.join(sorted(files))}"
            problems.append(PackError(path.name, "", why))
    pack = None
    if (
        manifest is not None
        and len(data) == len(files)
        and not any(_has_holes(each) for each in data.values())
    ):
        pack = Pack(manifest, digest_of(data), data, frozenset({whole_digest_of(data)}))
    if problems:
        raise PackProblems(str(folder), problems, pack)
    assert pack is not None
    return pack


def _has_holes(data: Any) -> bool:
    """Whether something in a file could not be read."""
    return data is None or (isinstance(data, (list, tuple)) and any(entry is None for entry in data))


_read: dict[tuple[str, str], Pack] = {}
#: Packs that do not come with their game but are known by name all the same, by game and name.
_given: dict[tuple[str, str], Path] = {}


def give_packs(folders: Iterable[str | Path]) -> list[Manifest]:
    """Make these folders known as packs by the names in their manifests, instead of any that were given before.

    A host gives packs so that others can name them without knowing where they are.
    """
    found: dict[tuple[str, str], Path] = {}
    manifests = []
    for folder in (Path(each).resolve() for each in folders):
        manifest = read_manifest(folder)
        other = found.setdefault((manifest.game, manifest.name), folder)
        if other != folder:
            why = f"the pack in {other} has the name {manifest.name!r} too; give one of them another name"
            raise PackError(f"{folder}/pack", "name", why)
        manifests.append(manifest)
    for key in {*_given, *found}:
        if _given.get(key) != found.get(key):
            _read.pop(key, None)
    _given.clear()
    _given.update(found)
    return manifests


def pack_names(game: str, beside: Path | None) -> list[str]:
    """The names of the packs of a game: those that come with it, in alphabetical order, then those that were given."""
    own = [] if beside is None or not beside.is_dir() else beside.iterdir()
    names = sorted(path.name for path in own if _find(path, "pack") is not None)
    return [*names, *(name for key, name in _given if key == game and name not in names)]


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
        folder = _folder_of(name, game, beside)
        pack = read_pack(folder, game, files)
        if wrong := check(pack):
            raise PackProblems(str(folder), [PackError(folder.name, "", why) for why in wrong])
        known = {entry.was for entry in earlier_digests(beside) if entry.now == pack.digest}
        pack = _read[game, name] = msgspec.structs.replace(pack, earlier=pack.earlier | known)
    return pack


def earlier_digests(beside: Path | None) -> list[Earlier]:
    """The digests that the packs `beside` a game's rules had once, while the rules read the same in them as today."""
    if beside is None or not (path := beside / EARLIER_FILE).is_file():
        return []
    problems: list[PackError] = []
    entries = _decoded(path, list[Earlier], problems)
    if problems:
        raise PackProblems(str(beside), problems)
    return entries or []


def _folder_of(name: str, game: str, beside: Path | None) -> Path:
    if beside is not None and Path(name).name == name and _find(beside / name, "pack") is not None:
        if (given := _given.get((game, name))) is not None:
            why = f"a pack of this name comes with {game}; give yours another name"
            raise PackError(f"{given}/pack", "name", why)
        return beside / name
    if (game, name) in _given:
        return _given[game, name]
    if Path(name).is_dir():
        return Path(name).resolve()
    raise NotFound("pack", name, [*pack_names(game, beside), "or the path of a folder"])


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
            check_marks(part, name)
            seen.add(part)
            for field in get_type_hints(part).values():
                _check_strict(field, name, seen)


def _find(folder: Path, name: str) -> Path | None:
    return next((path for suffix in SUFFIXES if (path := folder / f"{name}{suffix}").is_file()), None)


def _raw(path: Path, problems: list[PackError]) -> Any:
    """The contents of a file, untyped; None if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, OSError) as error:
        problems.append(PackError(path.name, "", f"cannot be read: {error}"))
    except RecursionError:
        problems.append(PackError(path.name, "", "cannot be read: too many brackets inside each other"))
    return None


def read_file(path: Path, kind: Any, problems: list[PackError]) -> Any:
    """One data file as its type, None if that fails; what is wrong is added to the problems."""
    return _decoded(path, kind, problems)


def _decoded(path: Path, kind: Any, problems: list[PackError]) -> Any:
    """The content of a file as its type; what is wrong is added to the problems, entry by entry."""
    before = len(problems)
    raw = _raw(path, problems)
    if len(problems) > before:
        return None
    if get_origin(kind) in (list, tuple):
        entries = _entries(path, raw, problems)
        if entries is None:
            return None
        item = get_args(kind)[0]
        found = [
            _entry(path, f"entry {i + 1}{named(entry)}", entry, item, problems)
            for i, entry in enumerate(entries)
        ]
        _check_ids(path, found, problems)
        return found if get_origin(kind) is list else tuple(found)
    return _entry(path, "", raw, kind, problems)


def _entries(path: Path, raw: Any, problems: list[PackError]) -> list[Any] | None:
    """The entries of a file that is a list of them."""
    if isinstance(raw, dict):
        # TOML has no list at the top: [[card]] gives {"card": [...]}.
        heading = path.stem.removesuffix("s")
        key = next((key for key in (heading, path.stem) if key in raw), None)
        if key is None and len(raw) == 1:
            (key,) = raw
            problems.append(PackError(path.name, "", f"entries are headed [[{heading}]], not [[{key}]]"))
        elif key is not None:
            why = f"there is no such key. Only entries headed [[{heading}]] are expected here"
            problems += [PackError(path.name, "", f"{quoted(each)}: {why}") for each in raw if each != key]
        if key is not None:
            raw = raw[key]
    if isinstance(raw, list):
        return raw
    problems.append(PackError(path.name, "", "a list of entries is expected"))
    return None


def _entry(path: Path, entry: str, raw: Any, kind: Any, problems: list[PackError]) -> Any:
    """An entry as its type; None if something in it hinders that."""
    found, readable = mistakes(raw, kind)
    problems += [PackError(path.name, ": ".join(filter(None, (entry, *it.where))), it.why) for it in found]
    if any(not it.is_mild for it in found):
        return None
    try:
        return msgspec.convert(readable, type=kind)
    except msgspec.ValidationError as error:  # what a type refuses by itself, in its own words
        why, _, where = str(error).partition(" - at ")
        inside = where.strip("`").removeprefix("$").lstrip(".")
        problems.append(PackError(path.name, ": ".join(filter(None, (entry, inside))), why))
        return None


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
