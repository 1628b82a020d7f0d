"""B9, RT 10: every Clue card is a part of its face, and the last one that is missing turns all four up."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_trooper.rules.clues import draw_clues
from sandtable.games.rogue_trooper.state import CLUE

from ..kit import BOX, at, card, gi, names, on_top, play, table

FACES, PARTS = ("ashgrove", "pell", "voss"), ("brow", "eyes", "mouth", "jaw")
CLUES = [(face, part, n) for face in FACES for part in PARTS for n in (1, 2)]


def test_the_deck_holds_these_cards_and_no_others() -> None:
    """B9: three faces of four parts, two copies of each."""
    assert [f"{face}_{part}_{n}" for face, part, n in CLUES] == [BOX.card_ids[c] for c in BOX.cards_of(4)]
    assert [BOX.clue_kind(number) for number in BOX.cards_of(4)] == [n // 2 for n in range(24)]


@pytest.mark.parametrize(("face", "part", "n"), CLUES)
def test_a_clue_completes_its_own_face_only(face: str, part: str, n: int) -> None:
    """10.1, 12.1: with the other three parts of its face it is a set; with those of another face it is none."""
    name = f"{face}_{part}_{n}"
    for other in FACES:
        held = " ".join(f"{other}_{piece}_1" for piece in PARTS if piece != part)
        s = gi(table(), 0, clues=held)
        on_top(s, name)
        play(s, draw_clues(s, 0))
        if other == face:
            assert sorted(names(s.set_of(0))) == sorted([*held.split(), name])
            assert s.traitor == at("bridge")
        else:
            assert s.set_of(0) == []
            assert card(name) in s.cards.zones[s.zone(0, CLUE)]
