"""`sandtable serve`: the table in the browser."""

from __future__ import annotations

import webbrowser

import click

from sandtable.engine import SandtableError

from .folder import data_folder

PORT = 8000
#: Without --port, how many ports to try for a free one.
PORTS = 20
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is everywhere."
)
@click.option(
    "--port", type=click.IntRange(1, 65535), help=f"The port; without it, {PORT} or the next free one."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(host: str, port: int | None, no_browser: bool) -> None:
    """Play in the browser, alone or with others.

    Games are kept in the data folder. Nobody needs an account. With --host 0.0.0.0 others in your network can come.

    \b
    Examples:
      sandtable serve
      sandtable serve --host 0.0.0.0 --port 8080 --no-browser
    """
    try:
        from sandtable.server.serving import bind
        from sandtable.server.serving import serve as run
        from sandtable.server.settings import read_settings
    except ImportError as error:
        raise SandtableError(
            f'The server is not installed ({error.name} is missing): pip install "sandtable[server]"'
        ) from None
    settings = read_settings(data_folder())
    if not settings.hosts and host in LOOPBACK:
        # Otherwise another site could point its own host name here (DNS rebinding).
        settings = read_settings(data_folder(), hosts=["127.0.0.1", "localhost", "[::1]", "::1"])
    with bind(host, port or PORT, tries=1 if port else PORTS) as listening:
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"

        def ready() -> None:
            click.echo(f"Sandtable is at {address}  (Ctrl-C ends it)")
            click.echo(f"Games are kept in {settings.shown}")
            if not no_browser:
                webbrowser.open(address)

        run(settings, listening, ready)
