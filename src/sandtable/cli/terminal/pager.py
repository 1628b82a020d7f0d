"""Long texts go through the pager that the person is used to; short ones, and everything in a pipe, are just printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console


@contextmanager
def paged(console: Console) -> Iterator[None]:
    """Show what is printed inside this block in a pager, if it is a terminal and the text is longer than the screen."""
    if not (console.is_terminal and sys.stdin.isatty()):
        yield
        return
    with console.capture() as capture:
        yield
    text = capture.get()
    if text.count("\n") >= console.height - 1:  # the last line of the screen is for the prompt
        click.echo_via_pager(
            text
        )  # it keeps colours for `less`, and takes them out for a pager that may not show them
    else:
        console.file.write(text)
        console.file.flush()
