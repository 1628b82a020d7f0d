"""Error handling of the command: a user's mistake becomes one clear line, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Any

import click
import msgspec

from sandtable.engine import NotFound, PackProblems, RuleFailed, SandtableError, guess

from .folder import keep_failure

MISTAKE, FAILED, INTERRUPTED = 2, 1, 130


class Front(click.Group):
    """The group of all commands. A command returns its exit code, or None for 0."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order they were added, not by the alphabet

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise NotFound("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name or "sandtable", complete_var, False, **extra)
        except (SandtableError, click.ClickException, OSError) as error:
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                code = _reader_left()
            else:
                line, code = told(error)
                click.echo(f"sandtable: {line}", err=True)
        except click.Abort:
            click.echo("sandtable: Interrupted.", err=True)
            code = INTERRUPTED
        if standalone_mode:
            sys.exit(code or 0)
        return code


def _reader_left() -> int:
    """The reader of our output has gone (`sandtable games | head -1`): print nothing more, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


#: How something of one's own is made known, by what was not found.
OWN = {
    "game": " SANDTABLE_GAMES=./mine.py adds games of your own.",
    "bot": " SANDTABLE_BOTS=./mine.py adds bots of your own.",
    "player": " SANDTABLE_BOTS=./mine.py adds bots of your own.",
}


def told(error: Exception) -> tuple[str, int]:
    """An error as one line for the person who caused it, and the exit code."""
    if isinstance(error, RuleFailed):
        return f"{_flat(error)}{kept_in(error)}", FAILED
    if isinstance(error, NotFound):
        return f"{_flat(error)}{OWN.get(error.what, '')}", MISTAKE
    if isinstance(error, PackProblems):
        first, more = error.problems[0], len(error.problems) - 1
        rest = f" ({more} more; `sandtable check {error.file}` lists them)" if more else ""
        return f"{_flat(first)}{rest}", MISTAKE
    if isinstance(error, click.UsageError):
        return _usage(error), MISTAKE
    if isinstance(error, click.ClickException):
        return _flat(error.format_message()), error.exit_code
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}.", MISTAKE
    return _flat(error), MISTAKE


def kept_in(error: RuleFailed) -> str:
    """Save the failing moment, and say where it is."""
    path = keep_failure(error)
    return "" if path is None else f" It is in {path}; please report it with that file."


def _usage(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        known = [name for param in error.ctx.command.params for name in param.opts if name.startswith("--")]
        message = f"There is no option {error.option_name!r}.{did_you_mean(error.option_name, known)}"
    else:
        message = _flat(error.format_message())
    path = error.ctx.command_path if error.ctx is not None else "sandtable"
    return f"{message} See `{path} --help`."


def did_you_mean(given: str, possible: Sequence[str]) -> str:
    """A guess at what was meant, or nothing."""
    meant = guess(given, possible)
    return "" if meant is None else f" Did you mean {meant!r}?"


def _flat(text: object) -> str:
    return " ".join(str(text).split())


def print_json(data: Any) -> None:
    """Machine output: JSON on stdout and nothing else."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
