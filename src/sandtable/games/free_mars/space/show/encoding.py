"""How the view becomes numbers, for programs that learn, and what can be answered."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Encoding, Named, Number, OneOf, Pile, Places, Rows

from ...common.show.encoding import ANSWERS, words_in
from ..printed.box import SpaceBox, box_of
from ..state import Phase
from .view import VALUES, enhances

#: What is done of a Mission, in the words of the view.
DEEDS = ("built", "defences broken", "assault done", "special objective done", "returning")


def encoding_of(options: Any) -> Encoding:
    """Points, counters and cards come in the order of the pack."""
    box = box_of(options.pack)
    titles = [card.title for card in box.ops]
    points = box.orbits.ids
    marker = OneOf(["hidden", *dict.fromkeys(it.label for it in box.intercepts)])
    return Encoding(
        {
            "phase": OneOf([phase.name.lower().replace("_", " ") for phase in Phase]),
            "net": Number(0, box.net_max),
            "points": Number(0, 40),
            "ops": Places(len(titles), titles),
            "reserve": Number(0, len(titles)),
            "discards": Pile(titles),
            "in_play": OneOf([card.id for card in box.ops]),
            "mission": Rows(
                1,
                {
                    "id": OneOf([mission.id for mission in box.missions]),
                    "is_revealed": Number(0, 1),
                    "is_returning": Number(0, 1),
                    "done": Pile(DEEDS),
                },
                left_out=("title", "asks"),
            ),
            "won": Pile([f"{mission.title} ({enhances(mission)})" for mission in box.missions]),
            "losses": Number(0, 2),
            "is_campaign": Number(0, 1),
            "cleared": Number(0, 12),
            "markers": Number(0, 12),
            "ships": _ships(box),
            "loose": Pile(_counters(box), of="id"),
            "opfor": Rows(
                len(box.sides),
                {"count": Number(0, 8)},
                by=("id", [side.id for side in box.sides]),
                left_out=("label", "weapons", "energy"),
            ),
            "map": Rows(
                len(points),
                {"marker": marker, "has_base": Number(0, 1)},
                by=("id", points),
                left_out=("label", "x", "y", "orbit", "is_node", "unit"),
            ),
            "point": OneOf(points),
        },
        left_out=("planet", "net_max", "last", "card", "ways", "at", "missions", "difficulty", "fought"),
        words=words_in((box.ops, box.missions, tuple(box.lines.values()))),
        answers=ANSWERS,
    )


def _counters(box: SpaceBox) -> list[str]:
    unit = box.kinds["unit"]
    return [unit.id(number) for number in range(unit.count or 0)]


def _ships(box: SpaceBox) -> Rows:
    columns = {
        "point": OneOf(box.orbits.ids),
        "is_lost": Number(0, 1),
        "is_disrupted": Number(0, 1),
        "values": Named(VALUES, 0, 12),
        "cargo": Pile(_counters(box), of="id"),
        "room": Number(0, 6),
        "in_task_force": Number(0, 1),
        "has_broken_off": Number(0, 1),
    }
    ids = [ship.id for ship in box.ships]
    return Rows(len(ids), columns, by=("id", ids), left_out=("label", "type", "at", "cost"))
