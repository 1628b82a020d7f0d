"""Rewrite and compile modules in a folder: ``python -m compiling FOLDER LEVEL MODULE...``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from .build import ROOT, compile_here


def main(folder: str, level: str, *names: str) -> None:
    # Not by PYTHONPATH: where pip builds, it takes the folders of editable installs out of the path, and this may be one.
    sys.path.insert(0, str(ROOT / "src"))
    from .rewriting import write_tree

    to = Path(folder).resolve()
    write_tree(ROOT / "src", to, list(names))
    os.chdir(to)
    compile_here(list(names), level)


main(*sys.argv[1:])
