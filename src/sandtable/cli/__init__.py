"""The `sandtable` command: a thin reader of the same table that scripts and servers use."""

from .app import cli, main

__all__ = ["cli", "main"]
