"""How the view becomes numbers, for programs that learn, and what can be answered."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Encoding, Named, Number, OneOf, Pile, Places, Rows

from ...common.show.encoding import ANSWERS, words_in
from ..printed.box import box_of
from ..state import Phase


def encoding_of(options: Any) -> Encoding:
    """Cells, units and cards come in the order of the pack."""
    box = box_of(options.pack)
    titles = [card.title for card in box.ops]
    missions = [mission.id for mission in box.missions]
    counters = [side.id for sides in box.printed for side in sides]
    labels = [sides[0].label for sides in box.printed]
    return Encoding(
        {
            "phase": OneOf([phase.name.lower() for phase in Phase]),
            "net": Number(0, box.net_max),
            "points": Number(0, 30),
            "ops": Places(len(titles), titles),
            "reserve": Number(0, len(titles)),
            "discards": Pile(titles),
            "in_play": OneOf([card.id for card in box.ops]),
            "mission": Rows(
                1,
                {"id": OneOf(missions), "is_revealed": Number(0, 1)},
                left_out=("title", "plus", "needs", "total", "icons", "text"),
            ),
            "cell": OneOf(box.cells),
            "nexus": OneOf(box.cells),
            "taz": Pile(box.cells),
            "installations": Rows(
                len(box.installations),
                {"is_friendly": Number(0, 1)},
                by=("id", [installation.id for installation in box.installations]),
                left_out=("label", "cell", "icons", "extra", "hop"),
            ),
            "team": Pile(counters, of="id"),
            "recruits": Pile(counters),
            "eliminated": Pile(labels),
            "values": Named(box.icons, 0, 12),
            "strength": Number(0, 40),
            "move": Number(0, 12),
            "opfor": Rows(
                len(box.sides),
                {"n": Number(0, 8)},
                by=("id", [side.id for side in box.sides]),
                left_out=("label", "combat", "edge"),
            ),
            "has_edge": Number(-1, 1),
            "is_campaign": Number(0, 1),
            "won": Pile([mission.title for mission in box.missions]),
            "lost_in_a_row": Number(0, 2),
        },
        left_out=("board", "net_max", "last", "card", "missions", "difficulty", "fought"),
        words=words_in((box.ops, box.missions, tuple(box.lines.values()))),
        answers=ANSWERS,
    )
