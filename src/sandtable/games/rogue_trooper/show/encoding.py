"""How the view becomes numbers, for programs that learn."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Encoding, Number, Numbers, OneOf, Pile, Places, Rows, Sites

from ..printed.box import CLUE, MISSION, ROGUE, box_of
from ..state import Phase

#: The most Encounter cards that can lie in the stack, and Rogue cards in play at a time.
STACK = 12


def encoding_of(options: Any) -> Encoding:
    """GIs come in the order of the seats; cards are numbered deck after deck."""
    box, players = box_of(options.pack), options.players
    cards, sectors = range(box.cards), len(box.land)
    rogues, missions, clues = (
        [card for card in cards if box.deck[card] == deck] for deck in (ROGUE, MISSION, CLUE)
    )
    items = [card for card in cards if box.item[card] >= 0]
    companions = [card for card, foe in enumerate(box.foes) if foe.companion is not None]
    gi = {
        "sector": Number(-1, sectors),
        "lives": Number(0, 10),
        "prison": Number(-1, 10),
        "ammunition": Numbers(box.types, 0, 30),
        "slots": Numbers(3, 0, 2 + players),
        "items": Pile(items),
        "companions": Pile(companions),
        "hand": Pile(rogues),
        "missions": Pile(missions),
        "clues": Pile(clues),
        "open_set": Pile(clues),
        "chip": Number(-1, sectors),
        "team": Number(-1, players),
        "taken": Number(0, 10),
        "missing": Number(0, 6),
        "rogue_rule": Number(0, 2),
    }
    return Encoding(
        {
            "round": Number(0, 250),
            "most_rounds": Number(0, 250),
            "phase": OneOf(tuple(Phase)),
            "mover": OneOf(range(players)),
            "gis": Rows(players, gi),
            "passes": Number(0, 2),
            "declares": Number(0, 1),
            "rogue_order": Places(len(box.rogue_designs), range(len(box.rogue_designs))),
            "traitor": Number(-1, sectors),
            "traitor_lives": Number(0, 30),
            "stack": Places(STACK, cards),
            "board": Sites(cards, sectors),
            "played": Pile(rogues),
            "force": OneOf(rogues),
            "declared": OneOf(missions),
            "confronts": Number(0, 1),
            "no_evading": Number(0, 1),
            "no_chips": Number(0, 1),
            "extra_cards": Number(0, 10),
            "first_salvo": Number(0, 10),
            "decks": Numbers(5, 0, box.cards),
            "discards": Pile(cards),
            "removed": Pile(cards),
        },
        left_out=("pack", "seat"),
        data={"amount": (0, 30)},
    )
