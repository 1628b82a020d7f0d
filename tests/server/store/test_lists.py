"""Which tables the lobby lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.server.hub import Hub
from sandtable.server.lobby.setup import begun
from sandtable.server.store import stored_tables
from sandtable.server.wire import Outcome

from ..rooms import new_table, run


def test_finished_games_of_strangers_push_out_nobodys_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both were on one page of a hundred, so that one's own were gone from the lobby when strangers had played enough."""
    monkeypatch.setattr(stored_tables, "PAGE", 3)

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]

        async def finished(at: float) -> tuple[str, str]:
            seats = {"red": "me", "yellow": "bot:random"}
            table, person = await new_table(hub, "connect-four", seats, public=True, begins="ready")
            await begun(hub, table, person, "host")
            over = Outcome(["red"], "", None)
            await hub.endings.resign(table, person.id, lambda _: over, "random", at)
            return table, person.id

        mine, ann = await finished(at=1.0)
        others = [(await finished(at=2.0 + n))[0] for n in range(5)]
        newest = others[:1:-1]
        assert [data.id for data in await hub.tables.listed("finished", ann)] == [*newest, mine]
        assert [data.id for data in await hub.tables.listed("finished", None)] == newest

    run(tmp_path, test)
