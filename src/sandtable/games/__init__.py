"""The games on the shelf, by key. Each is imported only when somebody asks for it."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from sandtable.engine import Game, NotFound, SandtableError

#: Key -> "module:name" of the game's one instance.
BUILT_IN: dict[str, str] = {
    "red-dust": "sandtable.games.red_dust:GAME",
    "surface-combat": "sandtable.games.free_mars.surface:GAME",
    "space-combat": "sandtable.games.free_mars.space:GAME",
    "mars-or-die": "sandtable.games.mars_or_die:GAME",
    "rogue-trooper": "sandtable.games.rogue_trooper:GAME",
}
#: Further modules, comma-separated, each with a list `GAMES`: games of one's own, and the small ones of this repository.
MORE = "SANDTABLE_GAMES"


def find_game(key: str) -> Game[Any]:
    """A game by its key, or by "module:name" for one of your own."""
    if key in BUILT_IN:
        return _imported(BUILT_IN[key])
    more = _more()
    if key in more:
        return more[key]
    if ":" in key:
        return _imported(key)
    raise NotFound("game", key, [*BUILT_IN, *more])


def all_games() -> list[Game[Any]]:
    """Every game there is, the built-in ones first."""
    return [*map(_imported, BUILT_IN.values()), *_more().values()]


def _more() -> dict[str, Game[Any]]:
    found: dict[str, Game[Any]] = {}
    for name in filter(None, os.environ.get(MORE, "").split(",")):  # noqa: TID251  (no rule)
        try:
            module = import_module(name.strip())
        except (ImportError, SyntaxError) as error:
            raise SandtableError(
                f"{MORE} names the module {name!r}, which cannot be imported: {error}."
            ) from None
        games = getattr(module, "GAMES", None)
        if not isinstance(games, (list, tuple)) or not all(isinstance(game, Game) for game in games):
            raise SandtableError(
                f"{MORE} names {name!r}: that module needs a list GAMES of games (instances)."
            )
        for game in games:
            found[game.key] = game
    return found


def _imported(path: str) -> Game[Any]:
    module, _, name = path.partition(":")
    try:
        game = getattr(import_module(module), name)
    except (ImportError, AttributeError, SyntaxError, ValueError) as error:
        raise SandtableError(f"The game {path!r} cannot be imported: {error}.") from None
    if not isinstance(game, Game):
        raise SandtableError(f"{path!r} is not a game but {type(game).__name__}.")
    return game
