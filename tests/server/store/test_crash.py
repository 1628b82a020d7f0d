"""kill -9 of a server in mid-game loses no answer that was acknowledged; whoever was connected comes back and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ..host import Host
from ..player import Player

PEOPLE = dict.fromkeys(["marsgov", "corporations", "red_dust", "reclaimers"], "me")
SAME = ("view", "question", "waiting", "turn", "undo")


def play_until_killed(host: Host, ann: Player, table: str) -> dict[str, Any]:
    """Answer for a while, then kill the server under an open connection; the last state that came."""
    with ann.sit(table, "marsgov") as sitting:
        sitting.look()
        for i in range(25):
            if sitting.state["waiting"] != sitting.state["seat"]:
                sitting.do("look", seat=sitting.state["waiting"])
            assert sitting.answer(sitting.keys[i % len(sitting.keys)])["t"] == "state"
        host.kill()
        with pytest.raises(ConnectionClosed):
            sitting.until(lambda _: False)  # something may have been on its way
        return {**sitting.state, "lines": sitting.log}


def check_nothing_is_lost(ann: Player, table: str, before: dict[str, Any]) -> None:
    """Come back to the very question, with the whole log, and go on."""
    with ann.sit(table, before["seat"]) as again:
        after = again.look()
        assert {k: after[k] for k in SAME} == {k: before[k] for k in SAME}
        assert again.log == before["lines"]
        if after["waiting"] != after["seat"]:
            again.do("look", seat=after["waiting"])
        assert again.answer(again.keys[0])["t"] == "state"


def test_no_answer_is_lost_on_sqlite_and_bots_go_on(tmp_path: Path) -> None:
    host = Host(tmp_path).start()
    try:
        with Player(host.url, "Ann") as ann:
            bots = ann.new("connect-four", {"red": "bot:search:8000ms", "yellow": "me"})["id"]
            table = ann.new("red-dust", PEOPLE)["id"]
            before = play_until_killed(host, ann, table)
            host.start()
            check_nothing_is_lost(ann, table, before)
            with ann.sit(bots, "yellow") as yellow:  # the bot was thinking when the server was killed
                is_thinking = any(seat["thinking"] for seat in yellow.look()["seats"])
                if not yellow.is_asked():  # on a busy machine it may have thought to the end meanwhile
                    if not is_thinking:
                        yellow.get("thinking")
                    yellow.say("stop")
                yellow.until_asked()
                assert yellow.answer("drop:1")["t"] == "state"
    finally:
        host.stop()


def test_no_answer_is_lost_on_postgresql_and_another_process_goes_on(
    tmp_path: Path, database: dict[str, str], postgres_hosts: list[Host]
) -> None:
    host = Host(tmp_path, **database).start()
    try:
        with Player(host.url, "Ann") as ann:
            table = ann.new("red-dust", PEOPLE)["id"]
            before = play_until_killed(host, ann, table)
            ann.url = postgres_hosts[0].url
            check_nothing_is_lost(ann, table, before)
    finally:
        host.stop()
