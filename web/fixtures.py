"""Moments of seeded games for `gallery.html`: what a board is drawn from, without a server.

    python web/fixtures.py                  every game
    python web/fixtures.py red-dust         one game

Each file is fixtures/<game>/<name>.json with the title, the board and a state frame as the server sends it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, Table
from sandtable.games import BUILT_IN, find_game
from sandtable.server.tables.catalogue import info_of
from sandtable.server.wire import LogPart, SeatInfo, StateFrame

OUT = Path(__file__).parent / "fixtures"
#: Game -> name of the moment -> options, seed, number of answers played.
MOMENTS: dict[str, dict[str, tuple[dict[str, Any], int, int]]] = {
    "red-dust": {
        "start": ({}, 3, 0),
        "early": ({}, 3, 60),
        "middle": ({}, 3, 300),
        "late": ({}, 3, 700),
        "tutorial": ({"scenario": "tutorial"}, 3, 4),
    },
    "surface-combat": {
        "start": ({}, 3, 0),
        "team": ({}, 3, 6),
        "middle": ({}, 3, 40),
        "late": ({}, 5, 90),
        "campaign": ({"scenario": "campaign"}, 3, 60),
    },
    "space-combat": {
        "start": ({}, 3, 0),
        "early": ({}, 3, 12),
        "middle": ({}, 3, 38),
        "late": ({}, 5, 100),
        "campaign": ({"scenario": "campaign"}, 3, 60),
    },
    "mars-or-die": {
        "start": ({}, 3, 0),
        "early": ({}, 3, 30),
        "middle": ({}, 3, 120),
        "late": ({}, 3, 300),
        "first": ({"scenario": "s1"}, 3, 60),
    },
    "rogue-trooper": {
        "start": ({}, 3, 0),
        "early": ({}, 3, 25),
        "middle": ({}, 3, 150),
        "late": ({}, 3, 500),
        "six": ({"players": 6}, 4, 120),
    },
}


def main(keys: list[str]) -> None:
    for key in keys or list(BUILT_IN):
        folder = OUT / key
        folder.mkdir(parents=True, exist_ok=True)
        for name, (options, seed, answers) in MOMENTS[key].items():
            moment = played(key, options, seed, answers)
            (folder / f"{name}.json").write_bytes(moment)
        (folder / "index.json").write_bytes(msgspec.json.encode(list(MOMENTS[key])))
        print(f"{key}: {', '.join(MOMENTS[key])}")
    (OUT / "games.json").write_bytes(msgspec.json.encode([info_of(find_game(key)) for key in BUILT_IN]))


def played(key: str, options: dict[str, Any], seed: int, answers: int) -> bytes:
    """The moment after so many answers of the house, or the last question if the game ends before."""
    table = sandtable.new(key, seed=seed, options=options)
    bot = make_bot("house", seed)
    last = seen(table)
    for _ in range(answers):
        if table.ask is None:
            return last
        last_seat = table.ask.seat
        table.choose(bot.choose(Chair(table, last_seat)))
        if table.ask is not None:
            last = seen(table)
    return last


def seen(table: Table) -> bytes:
    """What the asked seat sees, as the server would send it."""
    assert table.ask is not None
    seat = table.ask.seat
    frame = StateFrame(
        n=1,
        ack=None,
        seat=seat,
        mine=[seat],
        waiting=seat,
        view=table.game.page(table.view(seat)),
        question=table.ask.plain(),
        log=LogPart(0, table.transcript(seat)[-120:]),
        undo=table.undo_name(seat),
        redo=None,
        standing_orders=[],
        outcome=None,
        turn=table.turn,
        seats=[
            SeatInfo(it.id, it.label, "person", "You", present=True)
            if it.id == seat
            else SeatInfo(it.id, it.label, "bot", "House", present=True)
            for it in table.seats
        ],
        clock=None,
        drawing=None,
    )
    board = find_game(table.game.key).board(table.options)
    return msgspec.json.encode({"title": table.game.title, "board": board, "frame": frame})


if __name__ == "__main__":
    main(sys.argv[1:])
