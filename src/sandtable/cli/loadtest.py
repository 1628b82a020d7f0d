"""`sandtable loadtest`: how many tables this machine can serve, and how quickly."""

from __future__ import annotations

import click

from sandtable.engine import SandtableError

from .front import as_json, print_json


@click.command()
@click.option(
    "--game", default="mars-or-die", show_default=True, help="The game to play; it needs two players."
)
@click.option("--tables", default=100, show_default=True, type=click.IntRange(1, 200), help="Tables in play.")
@click.option(
    "--sockets",
    default=500,
    show_default=True,
    type=click.IntRange(2, 2000),
    help="Open sockets, players included.",
)
@click.option(
    "--seconds", default=15.0, show_default=True, type=click.FloatRange(1, 120), help="How long to measure."
)
@click.option(
    "--pace", default=1.0, show_default=True, type=click.FloatRange(0.01, 60), help="Seconds a player thinks."
)
@click.option(
    "--bots", default="house", show_default=True, help="Who plays the other seats, if there are any."
)
@as_json
def loadtest(
    game: str, tables: int, sockets: int, seconds: float, pace: float, bots: str, as_json: bool
) -> None:
    """Measure the server on this machine.

    A server is started on loopback with a folder of its own, two clients play at each table, and what counts is the
    time from an answer to the new view at the other client. Nothing of yours is touched.

    \b
    Examples:
      sandtable loadtest
      sandtable loadtest --game red-dust --bots random
      sandtable loadtest --tables 20 --pace 0.2 --json
    """
    try:
        from sandtable.server.loadtest import Load, measure
    except ImportError as error:
        raise SandtableError(
            f'The server is not installed ({error.name} is missing): pip install "sandtable[server]", '
            'or in a clone of the repository: pip install -e ".[server]"'
        ) from None
    found = measure(Load(game, tables, sockets, seconds, pace, bots))
    if as_json:
        print_json(found)
        return
    click.echo(
        f"{found.tables} tables of {found.game}, a player thinks {pace:g} s, measured for {seconds:g} s"
    )
    click.echo(f"{found.answers} answers ({found.answers_a_second:g} a second), {found.refused} refused")
    click.echo("from an answer to the other client's new view:")
    click.echo(
        f"  median {found.p50:g} ms, 95% {found.p95:g} ms, 99% {found.p99:g} ms, slowest {found.slowest:g} ms"
    )
    click.echo(f"{found.sockets_held} of {found.sockets} sockets held")
