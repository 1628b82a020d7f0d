"""Prose on a terminal."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from sandtable.cli.screen import tell_at_length


def test_an_indented_paragraph_stays_indented() -> None:
    """A debrief or an ending that is longer than a line does not fall back to the left edge."""
    page = StringIO()
    console = Console(file=page, force_terminal=True, width=30, color_system=None)
    tell_at_length(console, "  Carried over: Firebrand, Organiser and Netrunner.")
    lines = page.getvalue().rstrip("\n").split("\n")
    assert [line.rstrip() for line in lines] == ["  Carried over: Firebrand,", "    Organiser and Netrunner."]
