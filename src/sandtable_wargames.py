"""The start of the `sandtable` command, outside the package of that name.

Another program is called `sandtable` on the package index, and its files go into the same folder as ours. Whoever installs it
after this one no longer has our package, and pip does not say so. This module is called like our distribution, so nobody
overwrites it, and it can say in one line what has happened.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

OTHER = "sandtable"
REMEDY = (
    f"Run `pip uninstall {OTHER}`, then install sandtable-wargames again with --force-reinstall; "
    "where you need both, give each an environment of its own."
)


def main() -> None:
    """Run the command, or say that the package is not ours."""
    try:
        from sandtable import __distribution__  # noqa: F401
        from sandtable.cli import main as command
    except ImportError:
        if is_ours():
            raise
        sys.exit(
            f"sandtable: The package `{OTHER}` belongs to another program, which has replaced ours. {REMEDY}"
        )
    if (version := other_version()) is not None:
        words = f"Another program, the distribution `{OTHER}` {version}, has files in the folder of this one."
        print(f"sandtable: {words} {REMEDY}", file=sys.stderr)
    command()


def is_ours() -> bool:
    """Whether the package that Python finds is the one beside this module, and as we wrote it."""
    own = Path(__file__).with_name("sandtable") / "__init__.py"
    found = find_spec("sandtable")
    return (
        found is not None
        and found.origin is not None
        and Path(found.origin).resolve() == own.resolve()
        and "__distribution__ =" in own.read_text(encoding="utf-8")
    )


def other_version() -> str | None:
    """The version of the other program, if it is installed where this one is."""
    if not any(_holds_the_other(folder) for folder in sys.path):
        return None
    # This takes 20 ms to import, and is hardly ever needed.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        other = distribution(OTHER)
    except PackageNotFoundError:
        return None
    # An editable install from a clone has no files in the package.
    has_files = other.files is None or any(file.parts[0] == OTHER for file in other.files)
    return other.version if has_files else None


def _holds_the_other(folder: str) -> bool:
    with suppress(OSError):
        return any(
            name.startswith((f"{OTHER}-", f"{OTHER}.")) and name.endswith((".dist-info", ".egg-info"))
            for name in os.listdir(folder or ".")
        )
    return False
