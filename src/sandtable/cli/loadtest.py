"""`sandtable loadtest`: how many answers a second a server on this machine can take, and whether a crash loses any."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.engine import SandtableError

from .front import as_json, print_json
from .serve import not_installed

if TYPE_CHECKING:
    from sandtable.server.loadtest.measuring import Kills, Knee
    from sandtable.server.loadtest.play import Figures

#: The rate of answers at which servers are killed, unless another one is named.
KILL_RATE = 400.0


@click.command()
@click.option(
    "--game", default="mars-or-die", show_default=True, help="The game to play; it needs two players."
)
@click.option(
    "--tables", default=200, show_default=True, type=click.IntRange(1, 1000), help="Tables in play."
)
@click.option(
    "--seconds",
    default=5.0,
    show_default=True,
    type=click.FloatRange(0.1, 120),
    help="How long to measure at each rate.",
)
@click.option(
    "--rate",
    type=click.FloatRange(1, 100_000),
    help="Measure at this many answers a second, instead of looking for the most there can be.",
)
@click.option(
    "--kills",
    type=click.IntRange(1, 1000),
    help="Kill the server this many times under load, and look for lost answers.",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Clients ask for whole views without facts, as a simple program does, and not as a page.",
)
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, 32),
    help="Server processes. Several of them need --database and --redis.",
)
@click.option("--database", default="", help="An empty PostgreSQL database for the servers: postgresql://...")
@click.option("--redis", default="", help="A Redis for the servers: redis://...")
@as_json
def loadtest(
    game: str,
    tables: int,
    seconds: float,
    rate: float | None,
    kills: int | None,
    plain: bool,
    processes: int,
    database: str,
    redis: str,
    as_json: bool,
) -> None:
    """Find out how many answers a second the server takes on this machine.

    A server is started on loopback with a folder of its own. At each table every seat is a client, and a game that goes on for long
    is followed by another. The rate of answers rises until 5% of them take longer than 100 ms, from an answer until the next
    question has arrived. Nothing of yours is touched.

    \b
    Examples:
      sandtable loadtest
      sandtable loadtest --game red-dust --rate 500
      sandtable loadtest --kills 36
      sandtable loadtest --processes 2 --database postgresql://me@db/empty \\
          --redis redis://db:6379/0
    """
    try:
        from sandtable.server.loadtest.measuring import run_kills, run_knee, run_rate, with_servers
        from sandtable.server.loadtest.play import Load
        from sandtable.server.loadtest.servers import Server
    except ImportError as error:
        raise not_installed(error) from None
    load = Load(game, tables, plain)

    async def run(servers: list[Server]) -> Kills | Figures | Knee:
        urls = [server.url for server in servers]
        if kills is not None:
            told = (lambda so_far: None) if as_json else (lambda so_far: click.echo(_words(so_far)))
            return await run_kills(servers, load, rate or KILL_RATE, kills, told=told)
        if rate is not None:
            return await run_rate(urls, load, rate, seconds)
        return await run_knee(urls, load, seconds, (lambda step: None) if as_json else _tell)

    if not as_json:
        click.echo(f"{tables} tables of {game}, a client in every seat, processes: {processes}")
    found = with_servers(processes, database, redis, run)
    if as_json:
        print_json(found)
    elif kills is None:
        click.echo(_words(found))
    if getattr(found, "lost", None):
        raise SandtableError("Answers were lost. Nothing that was acknowledged may ever be.")


def _tell(step: Figures) -> None:
    """One line for each rate that was tried."""
    click.echo(
        f"  {step.answers_a_second:g} answers a second (tried {step.rate:g}):  median {step.p50:g} ms,  "
        f"95% {step.p95:g} ms,  99% {step.p99:g} ms,  CPU {step.cpu} µs an answer"
        + (f",  {step.refused} refused" if step.refused else "")
    )


def _words(found: Kills | Figures | Knee) -> str:
    from sandtable.server.loadtest.measuring import Kills, Knee

    if isinstance(found, Kills):
        lost = "nothing was lost" if not found.lost else "lost:\n  " + "\n  ".join(found.lost)
        times = "once" if found.kills == 1 else f"{found.kills} times"
        return f"  killed {times} within {found.answers} answers: {lost}"
    if isinstance(found, Knee):
        return (
            f"The most before 5% take longer than 100 ms: {found.answers_a_second:g} answers a second "
            f"(95% {found.p95:g} ms, CPU {found.cpu} µs an answer)."
        )
    return (
        f"{found.answers_a_second:g} answers a second (tried {found.rate:g}), {found.refused} refused\n"
        f"from an answer to the next question: median {found.p50:g} ms, 95% {found.p95:g} ms, 99% {found.p99:g} ms, "
        f"slowest {found.slowest:g} ms\nCPU of the server: {found.cpu} µs an answer"
    )
