"""`sandtable check`: whether a folder is a pack that its game can be played with."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

import sandtable
from sandtable.engine import NotFound, PackError, PackProblems, SandtableError, read_manifest, read_pack

from .front import FAILED, as_json, did_you_mean, print_json
from .screen import make_console, tell


class Checked(msgspec.Struct):
    """What was found in a pack: problems, or how many entries each file has."""

    folder: str
    ok: bool
    game: str | None = None
    name: str | None = None
    digest: str | None = None
    entries: dict[str, int] = {}
    problems: list[str] = []


@click.command()
@click.argument("folder")
@as_json
def check(folder: str, as_json: bool) -> int:
    """Check FOLDER, a pack of data for a game.

    Every problem is told, one a line, with its file and entry.

    \b
    Example:
      sandtable check my-loads
    """
    if not Path(folder).is_dir():
        raise SandtableError(f"There is no folder {folder}.")
    found = checked(folder)
    if as_json:
        print_json(found)
    elif found.ok:
        counts = ", ".join(f"{count} {name}" for name, count in found.entries.items())
        tell(make_console(), f"OK: {found.name}, a pack for {found.game}: {counts}.")
    else:
        for problem in found.problems:
            tell(make_console(), problem)
    return 0 if found.ok else FAILED


def checked(folder: str) -> Checked:
    """Read a pack with everything that its game asks of it."""
    found = Checked(folder, False)
    try:
        manifest = read_manifest(folder)
        found.game, found.name = manifest.game, manifest.name
        game = sandtable.find_game(manifest.game)
        pack = read_pack(folder, game.key, game.pack_files)
        found.digest = pack.digest
        found.problems = list(game.check_pack(pack))
        found.entries = {
            name: len(data) if isinstance(data, (list, tuple)) else 1 for name, data in pack.data.items()
        }
    except PackProblems as error:
        found.problems = [str(problem) for problem in error.problems]
    except PackError as error:
        found.problems = [str(error)]
    except NotFound as error:
        found.problems = [f"pack: {error}{did_you_mean(error.given, error.possible)}"]
    found.ok = not found.problems
    return found
