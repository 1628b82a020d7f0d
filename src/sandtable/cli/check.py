"""`sandtable check`: whether a folder is a pack that its game can be played with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

import sandtable
from sandtable.engine import (
    Game,
    NotFound,
    Pack,
    PackError,
    PackProblems,
    SandtableError,
    SetUp,
    game_of,
    read_pack,
)

from .front import FAILED, as_json, print_json
from .screen import make_console, progress_bar, tell

if TYPE_CHECKING:
    from sandtable.lab import Proof

MORE_MAY_COME = "Once these are fixed, names and sums are checked and bots play the pack; that may find more."


class PlayedSetUp(msgspec.Struct):
    """A set-up that was played, and how many games it took."""

    label: str
    games: int


class PackCheck(msgspec.Struct):
    """The result of checking a pack: problems, or the number of entries in each file and the games played with it."""

    folder: str
    ok: bool
    game: str | None = None
    name: str | None = None
    digest: str | None = None
    entries: dict[str, int] = {}
    problems: list[str] = []
    #: Something could not be read, so the game's own check has not run yet.
    more_may_come: bool = False
    played: list[PlayedSetUp] = []


@click.command()
@click.argument("folder")
@click.option("--no-play", is_flag=True, help="Only read the pack; play no games with it.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    default=400,
    show_default=True,
    help="Give up on a set-up after this many games.",
)
@as_json
def check(folder: str, no_play: bool, games: int, as_json: bool) -> int:
    """Check FOLDER, a pack of data for a game.

    Every problem is listed, one per line, with its file and entry. A sound pack
    is then played by bots, until each of its scenarios has been won and lost.

    \b
    Example:
      sandtable check my-loads
    """
    if not Path(folder).is_dir():
        raise SandtableError(f"There is no folder {folder}.")
    found, game, pack = checked(folder)
    can_be_lost = True
    if found.ok and not no_play and game is not None and pack is not None:
        set_ups = game.set_ups(pack)
        can_be_lost = any(each.everybody for each in set_ups)
        play(found, game, set_ups, games, quiet=as_json)
    if as_json:
        print_json(found)
    else:
        show(found, pack, can_be_lost=can_be_lost)
    return 0 if found.ok else FAILED


def checked(folder: str) -> tuple[PackCheck, Game[Any] | None, Pack | None]:
    """Read a pack and check everything its game requires."""
    found = PackCheck(folder, False)
    game: Game[Any] | None = None
    pack: Pack | None = None
    try:
        found.game = game_of(folder)
        game = sandtable.find_game(found.game)
        if not game.pack_files:
            raise PackError("pack", "", f"{game.title} is not played with packs.")
        pack = read_pack(folder, game.key, game.pack_files)
    except PackProblems as error:
        found.problems = [str(problem) for problem in error.problems]
        pack = error.pack
        found.more_may_come = pack is None
    except PackError as error:
        found.problems = [str(error)]
    except NotFound as error:
        found.problems = [f"pack: {error}"]
    if game is not None and pack is not None:
        found.name, found.digest = pack.manifest.name, pack.digest
        found.problems += _game_problems(game, pack)
        found.entries = {
            name: len(data) if isinstance(data, (list, tuple)) else 1 for name, data in pack.data.items()
        }
    found.ok = not found.problems
    return found, game, pack


def _game_problems(game: Game[Any], pack: Pack) -> list[str]:
    """Return the problems that the game's own check finds. If the check itself fails, that is a problem, too."""
    try:
        return list(game.check_pack(pack))
    except Exception as error:
        return [f"pack: the game's own check failed with {type(error).__name__}: {error}; please report it"]


def play(found: PackCheck, game: Game[Any], set_ups: Sequence[SetUp], games: int, *, quiet: bool) -> None:
    """Prove that a sound pack can be played: every set-up begun, won and lost."""
    from sandtable.lab import prove  # here: it loads the bots and all they need

    folder = str(Path(found.folder).resolve())
    for set_up in set_ups:
        with progress_bar(games, set_up.label, quiet=quiet) as progress:
            proof: Proof = prove(game.key, set_up, pack=folder, games=games, progress=progress)
        found.played.append(PlayedSetUp(proof.label, proof.games))
        found.problems += proof.problems
    found.ok = not found.problems


def show(found: PackCheck, pack: Pack | None, *, can_be_lost: bool) -> None:
    """Show the result to people."""
    console = make_console()
    for problem in found.problems:
        tell(console, problem)
    if not found.ok:
        if found.more_may_come:
            tell(console, MORE_MAY_COME)
        return
    data = {} if pack is None else pack.data
    counts = ", ".join(
        _counted(count, name) if isinstance(data[name], (list, tuple)) else name
        for name, count in found.entries.items()
    )
    tell(console, f"OK: {found.name}, a pack for {found.game}: {counts}.")
    if found.played:
        games = sum(each.games for each in found.played)
        number = len(found.played)
        what = "1 set-up: it" if number == 1 else f"{number} set-ups: each"
        lost = " and lost" if can_be_lost else ""
        tell(console, f"Played {games} {'game' if games == 1 else 'games'} in {what} can be won{lost}.")


def _counted(count: int, name: str) -> str:
    """A count with its noun.

    >>> _counted(2, "supplies"), _counted(1, "supplies"), _counted(1, "missions"), _counted(1, "gear")
    ('2 supplies', '1 supply', '1 mission', '1 gear')
    """
    if count != 1:
        return f"{count} {name}"
    return f"1 {name[:-3]}y" if name.endswith("ies") else f"1 {name.removesuffix('s')}"
