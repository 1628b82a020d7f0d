"""14: somebody else's journal is read by a worker, within a limit of memory; `test_process_pool` has the limit of time."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

import sandtable
from sandtable.server.workers.importing import limited_memory

from ..host import Host
from ..player import Player

JOURNAL = sandtable.new("connect-four", seed=5, seats={"yellow": "random"}).choose("drop:4").save()


def test_memory_is_limited_for_a_while() -> None:
    """Beyond the limit there is none, and afterwards there is."""
    with limited_memory(16), pytest.raises(MemoryError):
        bytearray(64 * 1024 * 1024)
    assert len(bytearray(64 * 1024 * 1024)) == 64 * 1024 * 1024


def test_a_journal_that_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    """The importer is told why, and the process that read it goes on: it reads the next one."""
    with ExitStack() as stack:
        host = Host(tmp_path, SANDTABLE_IMPORT_MEGABYTES="2", SANDTABLE_IMPORT_SECONDS="300").start()
        stack.callback(host.stop)
        ann = stack.enter_context(Player(host.url))
        answer = ann.http.post("/api/import", content=JOURNAL + b"{}\n" * 1_500_000)
        assert answer.status_code == 400
        assert answer.json()["error"] == "This game cannot be imported: it needs too much memory."
        assert ann.http.post("/api/import", content=JOURNAL).status_code == 201
    assert "Traceback" not in host.log
