"""`sandtable lab train`: the value of a game's positions, learned from games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..front import INTERRUPTED, as_json, print_json
from ..many_games import JOBS
from ..screen import DIM, make_console, tell
from .run import CLUSTER, RUN_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine import Game


@click.command("train")
@click.argument("game")
@click.option(
    "--out", type=RUN_FOLDER, required=True, metavar="FOLDER",
    help="The folder of the training; one that is already there continues.",
)  # fmt: skip
@click.option("--rounds", type=int, metavar="N", help="Rounds after the first, played by the player so far.")
@click.option("--first-games", type=int, metavar="N", help="Games of the House in the first round.")
@click.option("--games", type=int, metavar="N", help="Games in each further round.")
@click.option(
    "--playouts", type=int, metavar="N", help="How often the House plays a position out for its label."
)
@click.option("--leaves", type=int, metavar="N", help="Positions that the player compares for an answer.")
@click.option(
    "--seed", type=int, metavar="N", default=1, show_default=True, help="The same seed, the same games."
)
@click.option(
    "--keep", is_flag=True,
    help="Write the value into the game, so that everything plays and judges with it from then on.",
)  # fmt: skip
@JOBS
@CLUSTER
@as_json
def train_value(
    game: str,
    out: Path,
    rounds: int | None,
    first_games: int | None,
    games: int | None,
    playouts: int | None,
    leaves: int | None,
    seed: int,
    keep: bool,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Learn what positions of GAME are worth.

    First the House plays, then the player that looks ahead with the value so far. Positions of these games are played out by
    the House, and trees learn how that ends. The card in a game's `value.json` says with which settings and how many rounds the
    shipped one was made. Needs the extra `values`.

    Stop it whenever you like: the same command continues where it stopped.

    \b
    Examples:
      sandtable lab train space-combat --out runs/space --jobs 2
      sandtable lab train surface-combat --out runs/quick --rounds 1 --first-games 300 --games 100
    """
    from sandtable.games import find_game
    from sandtable.lab.runner import workers_for
    from sandtable.lab.training.plan import plan_for
    from sandtable.lab.training.rounds import cards_in, train

    found = find_game(game)
    plan = plan_for(
        found,
        seed=seed,
        rounds=rounds,
        first_games=first_games,
        games=games,
        playouts=playouts,
        leaves=leaves,
    )
    try:
        path = train(plan, out, workers_for(jobs, cluster), None if as_json else _teller())
    except KeyboardInterrupt:
        click.echo(f"sandtable: Stopped. What is done is in {out}; the same command continues.", err=True)
        return INTERRUPTED
    if keep:
        _kept(found, path)
    if as_json:
        print_json({"file": str(path), "rounds": list(cards_in(out))})
    else:
        console = make_console()
        tell(console, f"The value of {found.title} is in {found.value_file if keep else path}.")
        if not keep:
            tell(console, "The same command with --keep writes it into the game.", DIM)
    return 0


def _kept(game: Game[Any], path: Path) -> None:
    """Write a value where the game finds it, whole or not at all."""
    from sandtable.engine import SandtableError

    if game.value_file is None:
        raise SandtableError(f"{game.title} has no place for a value: its `value_file` says where it is.")
    part = game.value_file.with_suffix(".part")
    part.write_bytes(path.read_bytes())
    part.replace(game.value_file)


def _teller() -> Callable[[str, float], None]:
    """Tell how far the training is: one line that changes, and a line for each round."""
    is_terminal = make_console(stderr=True).is_terminal

    def tell_progress(line: str, share: float) -> None:
        if share < 1:
            if is_terminal:
                click.echo(f"\r{line}: {share:4.0%}", nl=False, err=True)
        elif line.startswith("Round") and ":" in line:
            click.echo(("\r" if is_terminal else "") + line, err=True)

    return tell_progress
