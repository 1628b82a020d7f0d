"""PostgreSQL, Redis and chromium for the tests, from the system's packages: `python -m tests.services` installs what is missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = {"postgres": "postgresql", "redis-server": "redis-server"}


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs, the newest first."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: p.parts[-2].zfill(4))
    return folders[-1] if folders and (folders[-1] / "initdb").exists() else None


def missing() -> list[str]:
    """The packages that are not installed."""
    lacks = [] if find_postgres() else ["postgresql"]
    return lacks if shutil.which("redis-server") else [*lacks, "redis-server"]


def wanted() -> list[str]:
    """The packages that some test needs and that are not installed: databases, and a browser."""
    browsers = ("chromium", "chromium-browser", "google-chrome")
    return [*missing(), *([] if any(map(shutil.which, browsers)) else ["chromium"])]


def install() -> None:
    """Install what is missing, where we may. Without it the tests that need it are left out, and say so."""
    packages = wanted()
    if not packages:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print(f"Without {' and '.join(packages)} (install them to run every test), some tests are left out.")
        return
    print(f"Installing {' and '.join(packages)} for the tests ...", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # RUNLEVEL=1 keeps the packages from starting servers of their own.
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages]):
        subprocess.run(command, check=False, env=environ, timeout=600, **quiet)  # type: ignore[call-overload]
    if still := wanted():
        print(f"{' and '.join(still)} could not be installed; some tests are left out.")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback; its address for SQLAlchemy."""
    # Not in pytest's folder: PostgreSQL runs as another user, whom that is closed to.
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
    data, port = folder / "data", free_port()

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
    port = free_port()
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
    install()
