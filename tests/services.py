"""PostgreSQL, Redis and chromium for the tests, from the system's packages: `python -m tests.services` installs what is missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .ports import own_port

#: Programs that can be the browser of the tests. The headless shell draws no window, which halves what a test costs.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs, the newest first."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: p.parts[-2].zfill(4))
    return folders[-1] if folders and (folders[-1] / "initdb").exists() else None


def missing() -> list[str]:
    """The packages that some test needs and that are not installed: two databases and a browser."""
    lacks = [] if find_postgres() else ["postgresql"]
    if not shutil.which("redis-server"):
        lacks.append("redis-server")
    if not any(map(shutil.which, BROWSERS)):
        lacks.append("chromium-headless-shell")
    return lacks


def can_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def need(*packages: str) -> None:
    """Leave a test out where a package it needs cannot be installed by us; fail where it could have been."""
    lacks = [package for package in packages if package in missing()]
    if lacks and can_install():
        pytest.fail(f"{' and '.join(lacks)} is not installed: run `python -m tests.services`.")
    if lacks:
        pytest.skip(f"{' and '.join(lacks)} is not installed, and only an administrator can install it.")


def install() -> int:
    """Install what is missing, where we may. Elsewhere the tests that need it are left out, and say so."""
    packages = missing()
    if not packages:
        return 0
    if not can_install():
        print(f"Without {' and '.join(packages)} (install them to run every test), some tests are left out.")
        return 0
    print(f"Installing {' and '.join(packages)} for the tests ...", flush=True)
    # RUNLEVEL=1 keeps the packages from starting servers of their own.
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages]):
        done = subprocess.run(command, check=False, env=environ, timeout=600, capture_output=True, text=True)
    if still := missing():
        print(f"{' and '.join(still)} could not be installed:\n{done.stderr}")
        return 1
    return 0


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback; its address for SQLAlchemy."""
    scratch = tempfile.TemporaryDirectory(prefix="sandtable-", ignore_cleanup_errors=True)
    with scratch as folder, _postgres(Path(folder)) as url:
        yield url


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    programs = find_postgres()
    assert programs is not None
    as_postgres: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        shutil.chown(folder, "postgres")
        as_postgres = ["runuser", "-u", "postgres", "--"]
    data, port = folder / "data", own_port()

    def run(*words: str) -> None:
        subprocess.run([*as_postgres, *words], check=True, capture_output=True, cwd=folder, timeout=120)

    run(str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
    options = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off -c max_connections=60"
    ctl = [str(programs / "pg_ctl"), "-D", str(data), "-l", str(folder / "log"), "-w"]
    run(*ctl, "-o", options, "start")
    try:
        yield f"postgresql+asyncpg://postgres@127.0.0.1:{port}/postgres"
    finally:
        run(*ctl, "-m", "immediate", "stop")


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis of our own on loopback, that keeps nothing."""
    port = own_port()
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with open(folder / "redis.log", "wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
    try:
        _wait_for(port, process)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a port answers."""
    while process.poll() is None:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise RuntimeError("Redis did not start.")


if __name__ == "__main__":
    sys.exit(install())
