"""Games and packs of one's own: modules, files and folders that the environment names."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from sandtable.engine import Game, SandtableError, game_of, give_packs
from sandtable.engine.errors import innermost
from sandtable.engine.game import check_game

#: Games: modules, Python files or folders of packages, comma-separated. Each has a `GAME` or a list `GAMES`.
GAMES = "SANDTABLE_GAMES"
#: Packs: folders, comma-separated. Their games know them by the names in their manifests.
PACKS = "SANDTABLE_PACKS"

_given = ""


def entries(variable: str) -> list[str]:
    """The entries of an environment variable, which has commas between them."""
    words = os.environ.get(variable, "").split(",")  # noqa: TID251  (no rule)
    return [word.strip() for word in words if word.strip()]


def own_games() -> dict[str, Game[Any]]:
    """The games that the environment names, by key."""
    found: dict[str, Game[Any]] = {}
    of: dict[str, str] = {}
    for entry in entries(GAMES):
        for game in games_in(entry):
            if found.setdefault(game.key, game) is not game:
                raise SandtableError(
                    f"{of[game.key]} and {entry} both have a game with the key {game.key!r}. "
                    "Give one of them another key, or leave one of them out."
                )
            of.setdefault(game.key, entry)
    return found


def games_in(entry: str) -> list[Game[Any]]:
    """The games of a module, a Python file, or a folder with a package."""
    module = module_of(entry)
    games = getattr(module, "GAMES", None)
    if games is None and (only := getattr(module, "GAME", None)) is not None:
        games = [only]
    if games is None or games == []:
        raise SandtableError(
            f"{entry} has no games: it needs GAME = YourGame(), or a list of games called GAMES."
        )
    if not isinstance(games, (list, tuple)):
        raise SandtableError(f"GAMES in {entry} must be a list of games, not {type(games).__name__}.")
    for game in games:
        check_game(game, f"{entry}: ")
    return list(games)


def is_path(entry: str) -> bool:
    """Whether an entry of an environment variable is a file or a folder; otherwise it is the name of a module."""
    return entry.endswith(".py") or os.sep in entry or (os.altsep is not None and os.altsep in entry)


def module_of(entry: str, variable: str = GAMES, holds: str = "games") -> ModuleType:
    """The module that an entry of an environment variable names: by its name, or by the path of its file or folder."""
    name = _name_of(Path(entry), holds) if is_path(entry) else entry
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise _broken(entry, error) from None
        raise SandtableError(
            f"There is no module {entry!r} for {variable} to import. Give the name of a module on Python's path, "
            "or the path of a file (./mine.py) or folder (./mine)."
        ) from None
    except Exception as error:  # a module of somebody's own can fail in any way
        raise _broken(entry, error) from None


def _broken(entry: str, error: Exception) -> SandtableError:
    trace, where = innermost(error), ""
    if trace is not None and not isinstance(error, SyntaxError):
        file = Path(trace.tb_frame.f_code.co_filename)
        where = f" ({file.name}, line {trace.tb_lineno})" if file.suffix == ".py" else ""
    return SandtableError(f"{entry} cannot be imported: {type(error).__name__}: {error}{where}.")


def _name_of(path: Path, holds: str) -> str:
    """The name under which a file or a folder can be imported, once its folder is on Python's path."""
    path = path.expanduser().resolve()
    if path.is_dir() and not (path / "__init__.py").is_file():
        if any(path.glob("pack.*")):
            raise SandtableError(f"{path} is a pack and no game: give it with --pack, or in {PACKS}.")
        raise SandtableError(
            f"{path} has no __init__.py. A folder of {holds} is a Python package, with {holds.upper()} in that file."
        )
    if not path.exists():
        raise SandtableError(f"There is no file or folder {path} to read {holds} from.")
    name, folder = path.name.removesuffix(".py"), str(path.parent)
    if not name.isidentifier():
        raise SandtableError(
            f"{path} cannot be imported: Python needs a name of letters, digits and _. Rename it."
        )
    if folder not in sys.path:
        sys.path.append(folder)  # at the end: installed modules come first
    module, spec = sys.modules.get(name), None if name in sys.modules else find_spec(name)
    origin = (
        getattr(module, "__file__", None) if module is not None else None if spec is None else spec.origin
    )
    wanted = path / "__init__.py" if path.is_dir() else path
    if origin is None or Path(origin).resolve() != wanted:
        raise SandtableError(
            f"{path} cannot be imported: there is another module called {name!r} ({origin or 'part of Python'}). Rename yours."
        )
    return name


def own_packs() -> list[Path]:
    """The folders of the packs that the environment names."""
    return [Path(entry).expanduser().resolve() for entry in entries(PACKS)]


def know_packs() -> None:
    """Make the packs that the environment names known to their games."""
    global _given
    folders = own_packs()
    now = ",".join(map(str, folders))
    if now == _given:
        return
    for folder in folders:
        if folder.is_file():
            instead = f"; a game is given with --games, or in {GAMES}" if folder.suffix == ".py" else ""
            raise SandtableError(f"{folder} is a file, and a pack is a folder{instead}.")
        if folder.is_dir() and (folder / "__init__.py").is_file() and not any(folder.glob("pack.*")):
            raise SandtableError(f"{folder} is a game and no pack: give it with --games, or in {GAMES}.")
        game_of(folder)
    give_packs(folders)
    _given = now
