"""Games and packs that the host has added: checked before the server starts, and watched while it runs.

The server reads each of them once. Worker processes read them again whenever one is started, so a worker that finds
other files than the server did must not answer: it would play another game.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from sandtable.engine import NotFound, PackError, SandtableError, read_manifest
from sandtable.games.own import GAMES, entries, games_in, module_of, own_packs

from .lobby.offer import check_offer
from .tables.catalogue import info_of, installed_games

log = logging.getLogger("sandtable.server")
#: Tells a worker process what the server has read.
READ = "SANDTABLE_READ"
_SUFFIXES = (".py", ".toml", ".json")


def check_sources() -> list[str]:
    """Read every game, pack and offer, so that a mistake is named before anybody plays. Says what the host has added."""
    games = installed_games()
    said = []
    for folder in own_packs():
        manifest = read_manifest(folder)
        if manifest.game not in games:
            raise PackError(f"{folder}/pack", "game", str(NotFound("game", manifest.game, list(games))))
        game = games[manifest.game]
        if not game.pack_files:
            raise PackError(f"{folder}/pack", "game", f"{game.title} is played without packs")
        game.pack(manifest.name)
        info_of(game)
        by = f", by {manifest.author}" if manifest.author else ""
        said.append(f"Added: {manifest.title}, a pack for {game.title}{by} ({folder})")
    check_offer(games)
    for entry in entries(GAMES):
        for game in games_in(entry):
            try:
                info_of(game)
            except SandtableError:
                raise
            except Exception as error:  # a game of somebody's own can fail in any way
                why = f"{type(error).__name__}: {error}"
                raise SandtableError(
                    f"{entry}: {game.title} cannot be shown in the lobby: {why}. "
                    "Its begin, seats and offers must work with its default options."
                ) from error
            if game.listed:
                said.append(f"Added: {game.title}{f', by {game.author}' if game.author else ''} ({entry})")
    return said


def _files() -> Iterator[Path]:
    folders = own_packs()
    for entry in entries(GAMES):
        path = Path(module_of(entry).__file__ or "")
        if path.name == "__init__.py":
            folders.append(path.parent)
        else:
            yield path
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)


def read_marks() -> dict[str, str]:
    """A mark of what is in each file of the games and packs that the host has added."""
    marks = {}
    for path in _files():
        try:
            marks[str(path)] = sha256(path.read_bytes()).hexdigest()[:16]
        except OSError:
            marks[str(path)] = ""
    return marks


def one_mark(marks: dict[str, str]) -> str:
    return sha256(repr(sorted(marks.items())).encode()).hexdigest()


class Watch:
    """Tells the host when a file has changed since the server read it, once for each change."""

    def __init__(self) -> None:
        self._read = self._seen = read_marks()
        #: What a worker process is told, so that it notices when it reads something else.
        self.environ = {READ: one_mark(self._read)}

    def look(self) -> None:
        now = read_marks()
        if now == self._seen:
            return
        self._seen = now
        names = [name for name in {*now, *self._read} if now.get(name) != self._read.get(name)]
        if names:
            log.warning(
                "Changed since the server started: %s. Restart it to play with what is there now; until then, "
                "the tables go on with what the server has read, and bots that have to be started anew answer at random.",
                ", ".join(sorted(names)),
            )
        else:
            log.warning("The files of the games and packs are again as they were when the server started.")


def check_same() -> None:
    """In a worker process: an error if the files are not the ones that the server has read."""
    read = os.environ.get(READ)
    if read is not None and read != one_mark(read_marks()):
        raise SandtableError(
            "A game or a pack has changed since the server started. The host must restart it."
        )
