"""The games on the shelf, by key. Each is imported only when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sandtable.engine import Game, NotFound, SandtableError
from sandtable.engine.game import check_game

from .own import is_path, know_packs, module_of, own_games

#: Key -> "module:name" of the game's one instance.
BUILT_IN: dict[str, str] = {
    "red-dust": "sandtable.games.red_dust:GAME",
    "surface-combat": "sandtable.games.free_mars.surface:GAME",
    "space-combat": "sandtable.games.free_mars.space:GAME",
    "mars-or-die": "sandtable.games.mars_or_die:GAME",
    "rogue-trooper": "sandtable.games.rogue_trooper:GAME",
}


def find_game(key: str) -> Game[Any]:
    """A game by its key, or by "module:name" for one of your own."""
    given: object = key
    if not isinstance(given, str):
        hint = " You have the game already; use it as it is." if isinstance(given, Game) else ""
        raise SandtableError(
            f"A game is found by its key, such as {next(iter(BUILT_IN))!r}, not by {given!r}.{hint}"
        )
    know_packs()
    if key in BUILT_IN:
        return _imported(BUILT_IN[key])
    more = _more()
    if key in more:
        return more[key]
    if ":" in key:
        return _imported(key)
    if is_path(key):
        raise SandtableError(
            f"{key} is a file and not the key of a game. Write {key}:GAME, or set SANDTABLE_GAMES={key} and write the key."
        )
    raise NotFound("game", key, [*BUILT_IN, *more])


def all_games() -> list[Game[Any]]:
    """Every game there is, the built-in ones first."""
    know_packs()
    return [*map(_imported, BUILT_IN.values()), *_more().values()]


def _more() -> dict[str, Game[Any]]:
    own = own_games()
    for key in own:
        if key in BUILT_IN:
            raise SandtableError(f"A game of yours has the key {key!r}, which is taken. Give it another key.")
    return own


def _imported(path: str) -> Game[Any]:
    module, _, name = path.partition(":")
    try:
        game = getattr(module_of(module) if module.endswith(".py") else import_module(module), name)
    except (ImportError, AttributeError, SyntaxError, ValueError) as error:
        raise SandtableError(f"The game {path!r} cannot be imported: {error}.") from None
    check_game(game, f"{path}: ")
    return game  # type: ignore[no-any-return]
