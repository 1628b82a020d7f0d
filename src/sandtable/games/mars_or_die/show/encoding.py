"""How the view becomes numbers, for programs that learn."""

from __future__ import annotations

from sandtable.engine import Each, Encoding, Number, Numbers, Pile, Rows

from ..printed.box import Box

#: Lengths are thousandths of an inch. Units can stand this far off the table; a flyer that is away is written there too.
FAR, OFF = 100_000, 20_000
#: The most melees that can be locked at a time.
LOCKS = 16


def encoding_of(box: Box) -> Encoding:
    """Units come in the order of the scenario, both sides one after the other, then a guard for each."""
    units, cards = len(box.units), range(len(box.cards))
    turns = box.field.turns
    flags = Numbers(units, 0, 1)
    pose = {
        "x": Number(-OFF, box.width + OFF),
        "y": Number(-OFF, box.height + OFF),
        "facing": Number(0, 359),
        "shape": Number(0, 2),
        "slots": Number(0, 8),
        "mask": Number(0, 255),
    }
    return Encoding(
        {
            "turn": Number(0, turns + 1),
            "turns": Number(0, 40),
            "phase": Number(0, 8),
            "winner": Number(-1, 1),
            "poses": Rows(units, pose, left_out=("side",)),
            "labels": Numbers(units, 0, 4),
            "fates": Numbers(units, 0, 4),
            "sizes": Numbers(units, 0, 8),
            "acted": flags,
            "disordered": flags,
            "limbered": flags,
            "guarding": flags,
            "fears": Numbers(units, -1, units),
            "dug_in": Numbers(units, 0, turns + 1),
            "rests": Numbers(units, 0, turns + 1),
            "skirmishing": flags,
            "cartridges": flags,
            "lore": flags,
            "generals": Numbers(len(box.generals), -1, units),
            "general_helped": Numbers(len(box.generals), -1, units),
            "locks": Numbers((LOCKS, 2), -1, units, fill=-1),
            "wall": Numbers(2, 0, 1),
            "dust": Number(0, 1),
            "drums": Numbers(2, 0, 6),
            "hands": Each(2, Pile(cards)),
            "discards": Pile(cards),
        },
        left_out=("pack", "scenario", "live"),
        data={
            "angle": (-360, 360),
            "length": (0, FAR),
            "turn": (-360, 360),
            "pose.x": (-OFF, box.width + OFF),
            "pose.y": (-OFF, box.height + OFF),
            "pose.facing": (0, 359),
            "unit": (0, units),
            "slot": (0, 8),
            "dice": (0, 40),
            "against": (0, 12),
            "chance": (0, 100),
        },
    )
