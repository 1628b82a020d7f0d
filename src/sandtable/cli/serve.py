"""`sandtable serve`: the server, and the table in the browser."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import click

from sandtable import __distribution__
from sandtable.engine import SandtableError
from sandtable.games.own import GAMES, PACKS, entries, is_path

from .folder import data_folder

PORT = 8000
#: Without --port, how many ports to try for a free one.
PORTS = 20
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def not_installed(missing: ImportError) -> SandtableError:
    """Return the error for somebody who has Sandtable without its server."""
    return SandtableError(
        f'The server is not installed ({missing.name} is missing): pip install "{__distribution__}[server]", '
        'or in a clone of the repository: pip install -e ".[server]"'
    )


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is all of them."
)
@click.option(
    "--port", type=click.IntRange(1, 65535), help=f"The port; without it, {PORT} or the next free one."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--games",
    multiple=True,
    metavar="FILE",
    help="Games of your own: a Python file, the folder of a package, or the name of a module.",
)
@click.option("--pack", "packs", multiple=True, metavar="FOLDER", help="A pack of your own.")
@click.option(
    "--offer", multiple=True, metavar="GAME[/PACK]", help="Offer only this game, or this pack of it."
)
@click.option(
    "--settings",
    "file",
    type=click.Path(path_type=Path),
    envvar="SANDTABLE_SETTINGS",
    metavar="FILE",
    help="A file with settings (TOML).",
)
def serve(
    host: str,
    port: int | None,
    no_browser: bool,
    games: Sequence[str],
    packs: Sequence[str],
    offer: Sequence[str],
    file: Path | None,
) -> None:
    """Play in the browser, alone or with others.

    Games are kept in the data folder. Nobody needs an account. With --host 0.0.0.0 others in your network can join.

    \b
    Examples:
      sandtable serve
      sandtable serve --host 0.0.0.0 --port 8080 --no-browser
      sandtable serve --games mine.py --pack ./my-pack
      sandtable serve --settings server.toml --offer mine --offer red-dust
    """
    try:
        from sandtable.server.lobby.offer import OFFER
        from sandtable.server.serving import bind
        from sandtable.server.serving import serve as run
        from sandtable.server.settings import read_settings, read_settings_file
        from sandtable.server.sources import check_sources
    except ImportError as error:
        raise not_installed(error) from None
    if file is not None:
        for name, value in read_settings_file(file).items():
            os.environ.setdefault(name, value)
    # Worker processes find the same games and packs: they have the server's environment.
    _add(GAMES, [_full_path(name) if is_path(name) or Path(name).is_dir() else name for name in games])
    _add(PACKS, [_full_path(name) for name in packs])
    if offer:
        os.environ[OFFER] = ",".join(offer)
    settings = read_settings(data_folder())
    added = check_sources()
    if not settings.hosts and host in LOOPBACK:
        # Otherwise another site could point its own host name here (DNS rebinding).
        settings = read_settings(data_folder(), hosts=["127.0.0.1", "localhost", "[::1]", "::1"])
    with bind(host, port or PORT, tries=1 if port else PORTS) as listening:
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"

        def ready() -> None:
            click.echo(f"Sandtable is at {address}  (Ctrl-C stops it)")
            click.echo(f"Games are kept in {settings.shown}")
            for line in added:
                click.echo(line)
            if not no_browser:
                webbrowser.open(address)

        run(settings, listening, ready)


def _full_path(name: str) -> str:
    """The full path of a file or folder, for a list in which commas separate them."""
    if "," in name:
        raise SandtableError(f"{name!r} has a comma in its name, which is not possible here. Rename it.")
    return str(Path(name).expanduser().resolve())


def _add(variable: str, more: Sequence[str]) -> None:
    """Add to the list in an environment variable."""
    listed = entries(variable)
    if more:
        os.environ[variable] = ",".join([*listed, *(each for each in more if each not in listed)])
