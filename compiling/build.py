"""Build the compiled modules into a folder. Needs mypy, setuptools and a C compiler."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

#: What a build needs besides Python, a C compiler and what the package itself needs.
NEEDS = ("mypy==2.4.1", "setuptools>=65")
ROOT = Path(__file__).resolve().parent.parent


class CannotCompile(Exception):
    """The modules could not be compiled; the text says why."""


def fingerprint(root: Path = ROOT) -> str:
    """A hash of everything that a build depends on: the package, what compiles it, and with which Python and mypy."""
    digest = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()} {_mypy()}".encode())
    files = [*root.glob("src/sandtable/engine/**/*.py"), *root.glob("src/sandtable/games/**/*.py")]
    for file in sorted([*files, *root.glob("compiling/*.py"), root / "benchmarks/connect_four.py"]):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _mypy() -> str:
    try:
        return version("mypy")
    except PackageNotFoundError:
        return ""


def has_compiler() -> bool:
    """Whether there is the C compiler that Python builds extensions with. Where nobody can tell without trying, it may be."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return not command or shutil.which(command.split()[0]) is not None


def group_of(name: str) -> str:
    """The library that a module is compiled into: one for the engine, and one for each game."""
    parts = name.split("/")
    if parts[0] != "sandtable":
        return "sandtable_examples"
    return "sandtable_engine" if parts[1] == "engine" else f"sandtable_{parts[2]}"


def build(to: Path, names: list[str], *, root: Path = ROOT, level: str = "2") -> list[Path]:
    """Compile these modules in a folder. Returns the libraries, in the folders that they are imported from."""
    if not has_compiler():
        raise CannotCompile("there is no C compiler")
    command = [sys.executable, "-m", "compiling", str(to), level, *names]
    done = subprocess.run(command, cwd=root, text=True, capture_output=True)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line.lower()]
        raise CannotCompile((said or [f"mypyc ended with {done.returncode}"])[-1].strip()[:300])
    return sorted(
        path
        for path in to.rglob("*")
        if path.suffix in (".so", ".pyd") and "build" not in path.relative_to(to).parts
    )


def compile_here(names: list[str], level: str) -> None:
    """Compile rewritten modules in the current folder, beside themselves."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class Parallel(build_ext):  # type: ignore[misc]  # without setuptools mypy knows nothing of it
        """All sources of a library at the same time: mypyc makes one for each module."""

        def build_extensions(self) -> None:
            one: Any = self.compiler.compile
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:

                def together(sources: list[str], **given: Any) -> list[str]:
                    made = pool.map(lambda source: one([source], **given), sources)
                    return [path for paths in made for path in paths]

                self.compiler.compile = together
                super().build_extensions()

    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(group_of(name), []).append(name)
    options = [
        "--follow-imports=silent",
        "--ignore-missing-imports",
        "--config-file=",
        "--no-warn-unused-configs",
    ]
    extensions = mypycify(
        [*options, *names],
        opt_level=level,
        debug_level="0",
        multi_file=True,
        separate=[(files, group) for group, files in groups.items()],
        target_dir="build",
    )
    for extension in extensions:
        if sysconfig.get_platform().startswith(("linux", "macosx")):
            extension.extra_compile_args.append(
                "-fcommon"
            )  # each source of a library declares its table of exports
    distribution = Distribution({"name": "sandtable-compiled", "ext_modules": extensions})
    command = Parallel(distribution)
    command.inplace = True
    command.build_temp = "build/objects"
    command.ensure_finalized()
    command.run()
