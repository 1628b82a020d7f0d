"""The pack format: what is checked, and that a pack of one's own is played with."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import PackProblems, read_pack
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.pack_files import FOLDER, KEY, PACK_FILES, check

from .kit import BOOK


def test_the_decks_add_up() -> None:
    """B4 to B9: 100 + 76 + 35 + 48 + 24 = 283."""
    assert [len(BOOK.cards_of(deck)) for deck in range(5)] == [100, 76, 35, 48, 24]
    assert BOOK.cards == 283
    assert len(set(BOOK.card_ids)) == 283


def test_the_clue_deck() -> None:
    """B9: three faces of four parts, two copies of each."""
    clues = [BOOK.card_ids[number] for number in BOOK.cards_of(4)]
    faces, parts = ("ashgrove", "pell", "voss"), ("brow", "eyes", "mouth", "jaw")
    assert clues == [f"{face}_{part}_{n}" for face in faces for part in parts for n in (1, 2)]
    assert [BOOK.clue_kind(number) for number in BOOK.cards_of(4)] == [n // 2 for n in range(24)]


def test_the_sheet() -> None:
    """B1: lives, ammunition maxima, counters and limits."""
    sheet = BOOK.sheet
    assert (sheet.lives, sheet.item_limit, sheet.rogue_hand, sheet.clue_hand) == (4, 6, 3, 4)
    assert BOOK.most == (12, 6, 4, 6)
    assert sorted(sheet.bio_chip_counters) == [1, 1, 2, 2, 2, 3]
    assert len(BOOK.drop_zones) == 6
    assert (sheet.traitor_lives, sheet.traitor_dice) == (4, 8)


def test_all_land_is_connected() -> None:
    """B2: 62 land sectors on foot."""
    land = [n for n in range(BOOK.earth) if not BOOK.is_sea[n]]
    assert len(land) == 62
    assert all(BOOK.land[land[0]][n] < 99 for n in land)


def _own_pack(folder: Path, file: str, old: str, new: str) -> Path:
    own = folder / "own"
    shutil.copytree(FOLDER / "default", own)
    path = own / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return own


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "encounters",
            'item = "lazooka"',
            'item = "bazooka"',
            "encounters: found_lazooka: there is no item 'bazooka'",
        ),
        (
            "encounters",
            'destination = "e1"',
            'destination = "z9"',
            "encounters: k_for_ken: there is no sector 'z9'",
        ),
        ("supplies", 'ammunition = "plasma"', 'ammunition = "plasm"', "there is no ammunition 'plasm'"),
        (
            "missions",
            'destination = "a3"',
            'destination = "a33"',
            "missions: contact_a3: there is no sector 'a33'",
        ),
        ("missions", 'bride = "pilot_juno_vale"', 'bride = "scrap"', "no companion 'scrap' who is a bride"),
        (
            "rogues",
            'effect = "march"\nnumber = 2',
            'effect = "march"',
            "rogues: forced_march: 'march' needs a number",
        ),
        ("rogues", 'effect = "escape"', 'effect = "foil"', "rogues: escape: 'foil' is for the end phase"),
        ("nu_earth", '"PMCPPJPCP"', '"PMCPPJPC"', "rows of 8 letters are expected"),
        ("nu_earth", '"PMCPPJPCP"', '"XMCPPJPCP"', "'X' is not one of"),
        (
            "nu_earth",
            'kind = "furlow"',
            'kind = "contact"',
            "one place of the kind 'furlow' is expected, not 0",
        ),
        ("milli_com", 'kind = "brig"', 'kind = "plain"', "one space of the kind 'brig' is expected, not 0"),
        ("milli_com", 'adjacent = ["gallery", "bridge"]', 'adjacent = ["gallery"]', "service_duct: 'bridge'"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    """A mistake in a pack is told with its file, its entry and what was expected."""
    own = _own_pack(tmp_path, file, old, new)
    problems = check(read_pack(own, KEY, PACK_FILES))
    assert any(expected in problem for problem in problems), problems


def test_unknown_keys_are_errors(tmp_path: Path) -> None:
    """A typing mistake is never passed over."""
    own = _own_pack(tmp_path, "rogues", 'target = "self"', 'traget = "self"')
    with pytest.raises(PackProblems, match="forced_march"):
        read_pack(own, KEY, PACK_FILES)


def test_a_pack_of_ones_own_is_played_with(tmp_path: Path) -> None:
    """Cards with another name, and a card that makes a GI miss a turn (2.2), come into play."""
    own = _own_pack(
        tmp_path, "rogues", 'id = "bogged_down"\nlabel = "Bogged Down"', 'id = "lost"\nlabel = "Lost"'
    )
    path = own / "rogues.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('effect = "stay"', 'effect = "miss_turn"'), encoding="utf-8"
    )
    game = sandtable.new(GAME, seed=1, options={"players": 2, "pack": str(own), "rounds": 3})
    state: Any = game.run.state
    assert "lost_1" in state.book.card_ids
    while game.ask is not None:
        game.choose(game.ask.keys[0])
    assert game.outcome is not None


def test_miss_turn(tmp_path: Path) -> None:
    """2.2: the present turn is finished, the next one skipped."""
    from sandtable.games.rogue_trooper.rogue_cards import EFFECT

    state = GAME.begin(GAME.options_type(players=2))
    EFFECT["miss_turn"](state, 0)
    assert state.missing[0] == 1
