"""The pack format: what is checked, and that a pack of one's own is played with."""

from __future__ import annotations

import json
import random
import shutil
import tomllib
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

import sandtable
from sandtable.engine import Pack, PackProblems, read_pack
from sandtable.engine.packs.pack import Manifest
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.printed.check import check_pack
from sandtable.games.rogue_trooper.printed.files import KEY, PACK_FILES, PACK_FOLDER, Limits
from sandtable.games.rogue_trooper.state import NuEarth

from ..kit import BOX


def test_the_decks_add_up() -> None:
    """B4 to B9: 100 + 76 + 35 + 48 + 24 = 283."""
    assert [len(BOX.cards_of(deck)) for deck in range(5)] == [100, 76, 35, 48, 24]
    assert BOX.cards == 283
    assert len(set(BOX.card_ids)) == 283


def test_the_clue_deck() -> None:
    """B9: three faces of four parts, two copies of each."""
    clues = [BOX.card_ids[number] for number in BOX.cards_of(4)]
    faces, parts = ("ashgrove", "pell", "voss"), ("brow", "eyes", "mouth", "jaw")
    assert clues == [f"{face}_{part}_{n}" for face in faces for part in parts for n in (1, 2)]
    assert [BOX.clue_kind(number) for number in BOX.cards_of(4)] == [n // 2 for n in range(24)]


def test_the_sheet() -> None:
    """B1: lives, ammunition maxima, counters and limits."""
    sheet = BOX.sheet
    assert (sheet.lives, sheet.item_limit, sheet.rogue_hand, sheet.clue_hand) == (4, 6, 3, 4)
    assert BOX.most == (12, 6, 4, 6)
    assert sorted(sheet.bio_chip_counters) == [1, 1, 2, 2, 2, 3]
    assert len(BOX.drop_zones) == 6
    assert (sheet.traitor_lives, sheet.traitor_dice) == (4, 8)


def test_all_land_is_connected() -> None:
    """B2: 62 land sectors on foot."""
    land = [n for n in range(BOX.earth) if not BOX.is_sea[n]]
    assert len(land) == 62
    assert all(BOX.land[land[0]][n] < 99 for n in land)


Change = Callable[[Any], None]


@cache
def _default() -> dict[str, Any]:
    """The data of the default pack, as it stands in its files."""
    found = {}
    for file in PACK_FILES:
        data: Any = tomllib.loads((PACK_FOLDER / "default" / f"{file}.toml").read_text(encoding="utf-8"))
        if file not in ("sheet", "nu_earth", "clues"):
            (data,) = data.values()
        found[file] = data
    return found


def _changed(changes: Mapping[str, Change]) -> dict[str, Any]:
    """The default data with changes: that of each file named is given to a function that changes it."""
    data = deepcopy(_default())
    for file, change in changes.items():
        change(data[file])
    return data


def _own_pack(folder: Path, **changes: Change) -> Path:
    """A folder with such a pack."""
    own = folder / "own"
    shutil.copytree(PACK_FOLDER / "default", own)
    data = _changed(changes)
    for file in changes:
        (own / f"{file}.toml").unlink()
        (own / f"{file}.json").write_text(json.dumps(data[file]), encoding="utf-8")
    return own


def _problems(**changes: Change) -> list[str]:
    """Everything that is told of such a pack."""
    data = {file: msgspec.convert(raw, PACK_FILES[file]) for file, raw in _changed(changes).items()}
    return check_pack(Pack(Manifest(KEY, "own", "Own"), "", data))


def _set(name: str | None = None, /, **values: Any) -> Change:
    """Give fields of the entry with this id other values; without an id, those of the file itself."""

    def change(data: Any) -> None:
        entry = data if name is None else next(entry for entry in data if entry["id"] == name)
        entry.update(values)

    return change


def _fewer(cards: int) -> Change:
    """Keep only so many cards of a deck."""

    def change(data: Any) -> None:
        left = cards
        for entry in data[:]:
            entry["count"] = min(left, entry.get("count", 1))
            left -= entry["count"]
            if not entry["count"]:
                data.remove(entry)

    return change


def _place(sector: str, /, **values: Any) -> Change:
    def change(data: Any) -> None:
        next(place for place in data["places"] if place["sector"] == sector).update(values)

    return change


def _weapon(**values: Any) -> Change:
    """Another weapon in the first track of the sheet."""
    return lambda data: data["ammunition"][0].update(weapon=values)


def _rows(name: str, row: int, letters: str) -> Change:
    def change(data: Any) -> None:
        data[name][row] = letters

    return change


MISTAKES: list[tuple[str, Change, str]] = [
    # numbers (section 4 of the rules: an Initiative is met with one die)
    ("encounters", _set("nort_patrol", initiative=9), "initiative: a number from 1 to 6 is expected, not 9"),
    ("encounters", _set("nort_patrol", initiative=0), "initiative: a number from 1 to 6 is expected, not 0"),
    (
        "encounters",
        _set("nort_patrol", firepower=0),
        "encounters: nort_patrol: firepower is missing. Allowed: 1 to 20",
    ),
    # names that lead nowhere
    (
        "encounters",
        _set("found_lazooka", item="lazoka"),
        'encounters: found_lazooka: item: "lazoka": did you mean lazooka?',
    ),
    ("encounters", _set("found_lazooka", item="x"), "Allowed: chem_cloak, combat_shield, combat_stims,"),
    (
        "encounters",
        _set("k_for_ken", companion={"destination": "z9"}),
        'encounters: k_for_ken: destination: "z9" is not a sector. Allowed: a1 to h9',
    ),
    (
        "supplies",
        _set("plasma_1", ammunition="plasm"),
        'supplies: plasma_1: ammunition: "plasm": did you mean plasma? Allowed: gp,',
    ),
    (
        "supplies",
        _set("lazooka", item="bazooka"),
        'supplies: lazooka: item: "bazooka": did you mean lazooka?',
    ),
    (
        "missions",
        _set("contact_a3", destination="a33"),
        'missions: contact_a3: destination: "a33": did you mean a3? Allowed: a1 to h9',
    ),
    (
        "missions",
        _set("contact_a3", destination=""),
        "missions: contact_a3: destination is missing. Allowed: a1 to h9",
    ),
    (
        "missions",
        _set("wedding_pilot_juno_vale", bride="scrap"),
        'missions: wedding_pilot_juno_vale: bride: "scrap" is not a bride. Allowed: doctor_anya_sund, nurse_ilsa_thorn,',
    ),
    # missions nobody can fulfil
    (
        "missions",
        _set("contact_a3", destination="d2"),
        "missions: contact_a3: destination: d2 lies in Scum Sea",
    ),
    (
        "missions",
        _set("borrowed_data", destination="d2"),
        "missions: borrowed_data: destination: d2 lies in Scum Sea",
    ),
    (
        "missions",
        _set("contact_a3", destination="a1", task="bust_tank"),
        "missions: contact_a3: task is for a genie, not for a contact",
    ),
    (
        "missions",
        _set("contact_a3", bride="scrap"),
        "missions: contact_a3: bride is for a wedding, not for a contact",
    ),
    (
        "missions",
        _set("wedding_pilot_juno_vale", destination="a1"),
        "missions: wedding_pilot_juno_vale: destination is for a contact",
    ),
    (
        "missions",
        _set("tank_buster", destination="a1"),
        "missions: tank_buster: destination is for a contact or borrow_data",
    ),
    (
        "missions",
        _set("tank_buster", task=""),
        "missions: tank_buster: task is missing. Allowed: attack_left,",
    ),
    (
        "encounters",
        lambda data: data.__setitem__(
            slice(None),
            [one for one in data if not {"armour", "fortification"} & {*one.get("categories", ())}],
        ),
        "missions: tank_buster: no Encounter card that can be met in a Nort sector is armour or a fortification",
    ),
    # decks too small for six players
    (
        "sheet",
        _set(bio_chip_counters=[1, 2, 3]),
        "sheet: bio_chip_counters: a list of 6 to 20 is expected, not of 3",
    ),
    ("rogues", _fewer(17), "rogues: 18 cards at least are needed, 3 for each of six players, not 17"),
    (
        "supplies",
        _fewer(11),
        "supplies: 12 cards at least are needed, the most that two dice can ask for, not 11",
    ),
    (
        "missions",
        _fewer(6),
        "missions: 7 contacts at least are needed, one for each of six players and one to draw, not 6",
    ),
    (
        "encounters",
        _fewer(3),
        "encounters: 4 cards at least are needed: the highest rating and the most reinforcements, not 3",
    ),
    (
        "clues",
        _set(copies=1),
        "clues: 19 cards at least are needed, so that six players can each lack one part, not 12",
    ),
    (
        "clues",
        lambda data: data["faces"].pop() and data["faces"].pop(),
        "faces: a list of 2 to 6 is expected, not of 1",
    ),
    (
        "clues",
        _set(parts=[{"id": "all", "label": "everything"}]),
        "parts: a list of 2 to 6 is expected, not of 1",
    ),
    ("sheet", _set(clue_hand=3), "sheet: clue_hand: 4 at least are needed, for the parts of a face, not 3"),
    ("sheet", _set(ammunition=[]), "ammunition: a list of 1 to 12 is expected, not of 0"),
    # the map
    (
        "nu_earth",
        _rows("terrain", 0, "PMCPPJPC"),
        "nu_earth: terrain: row a: 9 letters are expected, as in the longest row, not 8",
    ),
    (
        "nu_earth",
        _rows("sides", 3, "ZFFFFFFF"),
        "nu_earth: sides: row d: 9 letters are expected, as in terrain, not 8",
    ),
    (
        "nu_earth",
        lambda data: data["ratings"].pop(),
        "nu_earth: ratings: 8 rows are expected, as in terrain, not 7",
    ),
    ("nu_earth", _set(terrain=[], sides=[], ratings=[]), "terrain: a list of 1 to 26 is expected, not of 0"),
    (
        "nu_earth",
        _rows("terrain", 0, "XMCPPJPCP"),
        'nu_earth: terrain: row a: "X" is not one of these. Allowed: P, M, J, C, G, S',
    ),
    (
        "nu_earth",
        _rows("ratings", 0, "912122122"),
        'nu_earth: ratings: row a: "9" is not one of these. Allowed: 0, 1, 2, 3, 4, 5, 6',
    ),
    ("nu_earth", _set(drop_zones=[]), "drop_zones: a list of 1 to 20 is expected, not of 0"),
    ("nu_earth", _set(drop_zones=["e2", "d2"]), "nu_earth: drop_zones: d2 lies in Scum Sea"),
    ("nu_earth", _set(drop_zones=["e2", "e2"]), "nu_earth: drop_zones: e2 is there twice"),
    (
        "nu_earth",
        _set(drop_zones=["e2", "j1"]),
        'nu_earth: drop_zones: "j1" is not a sector. Allowed: a1 to h9',
    ),
    ("nu_earth", _place("a3", sector="d2"), "nu_earth: Nordkap: d2 lies in Scum Sea"),
    ("nu_earth", _place("a3", sector="a8"), "nu_earth: Eisenholm: a8 is Nordkap already"),
    ("nu_earth", _place("g7", kind="contact"), "nu_earth: places: one of the kind furlow is expected, not 0"),
    ("nu_earth", _place("a3", kind="furlow"), "nu_earth: places: one of the kind furlow is expected, not 2"),
    (
        "nu_earth",
        lambda data: data.update(
            places=[
                {**place, "kind": "contact"} if place["kind"] == "souther_city" else place
                for place in data["places"]
            ]
        ),
        "nu_earth: places: at least one of the kind souther_city is needed",
    ),
    ("nu_earth", _rows("terrain", 1, "SSSSSSSSS"), "nu_earth: Nordkap: a3 cannot be reached on foot from e2"),
    # Milli-com
    ("milli_com", _set("brig", kind="plain"), "milli_com: one space of the kind brig is expected, not 0"),
    (
        "milli_com",
        _set("service_duct", adjacent=["gallery"]),
        'milli_com: service_duct: adjacent: "bridge" is missing, where this space is adjacent',
    ),
    (
        "milli_com",
        _set("service_duct", adjacent=["gallery", "bridge", "brdge"]),
        'milli_com: service_duct: adjacent: "brdge": did you mean bridge?',
    ),
    (
        "milli_com",
        _set("service_duct", adjacent=["gallery", "bridge", "bridge"]),
        "milli_com: service_duct: adjacent: bridge is there twice",
    ),
    (
        "milli_com",
        _set("service_duct", adjacent=["gallery", "bridge", "service_duct"]),
        "milli_com: service_duct: adjacent: a space is not adjacent to itself",
    ),
    (
        "milli_com",
        lambda data: data.append({"id": "a1", "label": "Attic", "adjacent": []}),
        "milli_com: a1: a sector of Nu-Earth has this id",
    ),
    (
        "milli_com",
        lambda data: data.append({"id": "attic", "label": "Attic", "adjacent": []}),
        "milli_com: attic: there is no way to the Shuttle Bay",
    ),
    # cards
    (
        "encounters",
        _set("nort_patrol", categories=["personnel", "personnel"]),
        "encounters: nort_patrol: categories: personnel is there twice",
    ),
    (
        "encounters",
        _set("nort_patrol", supply=2),
        "encounters: nort_patrol: a boon is not fought: it has no firepower",
    ),
    (
        "encounters",
        _set("nort_patrol", item="lazooka"),
        "encounters: nort_patrol: an item is not fought: it has no firepower",
    ),
    (
        "encounters",
        _set("scrap", item="lazooka"),
        "encounters: scrap: it can be one of these, not several: companion, item",
    ),
    (
        "encounters",
        _set("scrap", count=2),
        "encounters: scrap: a companion is one card: count must be 1, not 2",
    ),
    ("encounters", _set("scrap", categories=["hazard"]), "encounters: scrap: only a foe can be a hazard"),
    (
        "encounters",
        _set("supply_cache", categories=["fortification"]),
        "encounters: supply_cache: only a foe can be a fortification",
    ),
    (
        "encounters",
        _set("scrap", initiative=None),
        "encounters: scrap: initiative is missing. Allowed: 1 to 6",
    ),
    (
        "items",
        _set("med_kit", heals=0),
        "items: med_kit: it can do nothing. Give it one of weapon, extra_dice, evade, heals,",
    ),
    (
        "items",
        _set("lazooka", weapon={"dice": 0}),
        "items: lazooka: weapon: dice are missing. Allowed: 1 to 20",
    ),
    (
        "sheet",
        _weapon(dice=2, better_dice=4),
        "sheet: gp: weapon: better_dice need better_against. Allowed: personnel, armour,",
    ),
    (
        "sheet",
        _weapon(dice=2, better_against=["armour"]),
        "sheet: gp: weapon: better_against needs better_dice. Allowed: 1 to 20",
    ),
    (
        "sheet",
        _weapon(dice=2, only_against=["armour", "sealed"], not_against=["sealed"]),
        "sheet: gp: weapon: sealed is both in only_against and not_against",
    ),
    ("supplies", _set("gp_2", rounds=0), "supplies: gp_2: rounds is missing. Allowed: 1 to 20"),
    ("supplies", _set("lazooka", rounds=2), "supplies: lazooka: rounds are for ammunition, not for an item"),
    (
        "supplies",
        _set("lazooka", ammunition="gp", rounds=2),
        "supplies: lazooka: it gives either ammunition or an item",
    ),
    (
        "rogues",
        _set("forced_march", number=0),
        "rogues: forced_march: number is missing: march needs one. Allowed: 1 to 9",
    ),
    ("rogues", _set("bogged_down", number=2), "rogues: bogged_down: stay has no number"),
    (
        "rogues",
        _set("escape", effect="foil"),
        "rogues: escape: phase: foil is for the end phase, not movement",
    ),
    (
        "rogues",
        _set("escape", target="traitor"),
        "rogues: escape: target: escape is played on self, not on traitor",
    ),
    # ids: cards of all decks are told apart by them
    ("supplies", _set("lazooka", id="scrap", count=1), "supplies: scrap: encounters has a card with this id"),
    (
        "rogues",
        _set("escape", id="nort_patrol_1", count=1),
        "rogues: nort_patrol_1: encounters has a card with this id",
    ),
    ("supplies", _set("lazooka", id="gp", count=1), "sheet: gp: supplies has a card with this id"),
    (
        "sheet",
        lambda data: data["ammunition"][1].update(id="gp"),
        "sheet: gp: this id is taken by an earlier entry",
    ),
    (
        "sheet",
        lambda data: data["ammunition"][1].update(id="lazooka"),
        "items: lazooka: sheet has ammunition with this id",
    ),
    (
        "clues",
        lambda data: data["faces"][1].update(id="voss"),
        "clues: faces: voss: this id is taken by an earlier entry",
    ),
    (
        "rogues",
        _set("escape", id="Es cape"),
        'rogues: Es cape: id: lowercase letters, digits and _ are expected, not "Es cape"',
    ),
    ("rogues", _set("escape", label="   "), "label: text of 1 to 60 letters is expected"),
]


@pytest.mark.parametrize(("file", "change", "expected"), MISTAKES, ids=[told for *_, told in MISTAKES])
def test_mistakes_are_named(file: str, change: Change, expected: str) -> None:
    """Issue: a pack that passes the check does not break in play. A mistake is told with its file, its entry and what is allowed."""
    problems = _problems(**{file: change})
    assert any(expected in problem for problem in problems), problems


def test_a_brig_behind_the_security_zone_is_named() -> None:
    """15, 18.5: a prisoner cannot choose where he is taken, so he must get out without Helm or a Security Clearance."""

    def move_brig(data: Any) -> None:
        spaces = {space["id"]: space for space in data}
        spaces["concourse"]["adjacent"].remove("brig")
        spaces["security_zone"]["adjacent"].append("brig")
        spaces["brig"]["adjacent"] = ["security_zone"]

    (problem,) = _problems(milli_com=move_brig)
    assert problem.startswith("milli_com: brig: the only way to the Shuttle Bay is the Security Zone")


def test_a_foe_that_nothing_can_hurt_is_named() -> None:
    """5, 16: a card that no weapon of the pack can be fired at costs a life each time it is fought, and a Hazard stays for ever."""

    def disarm(data: Any) -> None:
        data["ammunition"] = data["ammunition"][:1]  # GP Mags, useless against GP-proof targets

    def drop(names: str) -> Change:
        return lambda data: data.__setitem__(
            slice(None),
            [
                one
                for one in data
                if one.get("item", one["id"]) not in names.split() and one.get("ammunition", "gp") == "gp"
            ],
        )

    weapons = "lazooka mini_nuke sammy"
    problems = _problems(
        sheet=disarm, items=drop(weapons), supplies=drop(weapons), encounters=drop("lazooka")
    )
    told = "encounters: nort_battle_tank: no weapon of this pack can be fired at it"
    assert told in problems
    assert not any("nort_patrol" in problem for problem in problems)


def test_all_mistakes_are_told_at_once() -> None:
    """Issue: the check says every mistake at once, over all files."""
    problems = _problems(
        sheet=_set(clue_hand=3),
        nu_earth=_set(drop_zones=["e2", "d2"]),
        milli_com=_set("brig", kind="plain"),
        encounters=_set("found_lazooka", item="lazoka"),
        items=_set("med_kit", heals=0),
        supplies=_set("plasma_1", ammunition="plasm"),
        missions=_set("contact_a3", destination="d2"),
        rogues=_set("forced_march", number=0),
        clues=_set(copies=1),
    )
    files = [problem.split(":")[0] for problem in problems]
    assert sorted(files) == sorted([*PACK_FILES])


Wanted = Callable[[Limits], int]


def _numbers(kind: Any, wanted: Wanted, raw: Any) -> Any:
    """Data along its type with every number replaced."""
    if get_origin(kind) in (Union, UnionType):
        kind = get_args(kind)[0]
    if get_origin(kind) is Annotated:
        inner, *marks = get_args(kind)
        if inner is int:
            return wanted(marks[0])
        kind = inner
    if get_origin(kind) in (list, tuple):
        return [_numbers(get_args(kind)[0], wanted, item) for item in raw]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = get_type_hints(kind, include_extras=True)
        return {name: _numbers(fields[name], wanted, value) for name, value in raw.items()}
    assert not isinstance(raw, int) or isinstance(raw, bool), f"{raw} has no limits"
    return raw


def _everywhere(wanted: Wanted) -> dict[str, Change]:
    """Every number in every file replaced."""

    def change(file: str) -> Change:
        def run(data: Any) -> None:
            made = _numbers(PACK_FILES[file], wanted, data)
            data.clear()
            data.extend(made) if isinstance(data, list) else data.update(made)

        return run

    return {file: change(file) for file in PACK_FILES}


@pytest.mark.parametrize("number", [-1000, 1000])
def test_every_number_far_out_of_range_is_told(number: int) -> None:
    """Issue: ship cost -30, net_max = 600: no number of a pack is without limits, and all that are wrong are told together."""
    wrong = 0

    def far(limits: Limits) -> int:
        nonlocal wrong
        wrong += 1
        return number

    problems = _problems(**_everywhere(far))
    assert wrong > 200
    assert len([problem for problem in problems if f"is expected, not {number}" in problem]) == wrong


@pytest.mark.parametrize("end", ["least", "most"])
def test_a_pack_at_its_limits_is_played_with(tmp_path: Path, end: str) -> None:
    """What the check lets pass does not break: every number at one end of its range, six players, a game at random."""

    def limit(limits: Limits) -> int:
        return limits.least if end == "least" else limits.most

    own = _own_pack(tmp_path, **_everywhere(limit))
    told = check_pack(read_pack(own, KEY, PACK_FILES))
    for file in {problem.split(":")[0] for problem in told}:
        (own / f"{file}.json").unlink()
        shutil.copy(PACK_FOLDER / "default" / f"{file}.toml", own)
    assert check_pack(read_pack(own, KEY, PACK_FILES)) == []
    game = sandtable.new(GAME, seed=1, options={"players": 6, "pack": str(own), "rounds": 3})
    rng = random.Random(end)
    while game.ask is not None:
        game.choose(rng.choice(game.ask.keys))
    assert game.outcome is not None


def _at_least() -> dict[str, Change]:
    """The smallest decks that pass."""
    return {
        "rogues": _fewer(18),
        "supplies": _fewer(12),
        "missions": _fewer(7),
        "encounters": lambda data: [_fewer(4)(data), data[0].update(categories=["armour"])],
        "clues": lambda data: data.update(faces=data["faces"][:2], copies=3),
    }


def test_the_smallest_decks_are_enough_for_six(tmp_path: Path) -> None:
    """1.1, R-RT-5: six players, with the fewest cards that pass the check, play to the end without an error."""
    changes = _at_least()
    own = _own_pack(tmp_path, **changes)
    assert check_pack(read_pack(own, KEY, PACK_FILES)) == []
    game = sandtable.new(GAME, seed=2, options={"players": 6, "pack": str(own), "rounds": 5, "short": True})
    rng = random.Random(2)
    while game.ask is not None:
        game.choose(rng.choice(game.ask.keys))
    assert game.outcome is not None


def _bracketed(data: Any) -> None:
    """Put brackets into every label."""
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, (dict, list)):
            _bracketed(value)
    if isinstance(data, dict) and "label" in data:
        data["label"] = f"[/] {data['label']}"


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    """Names of a pack are text: square brackets, which mark colours in a terminal, neither vanish nor break the picture."""
    from rich.text import Text

    own = _own_pack(tmp_path, **dict.fromkeys(PACK_FILES, _bracketed))
    game = sandtable.new(GAME, seed=1, options={"players": 2, "pack": str(own), "rounds": 1})
    rng, state = random.Random(1), game.run.state
    assert isinstance(state, NuEarth)
    state.traitor, state.traitor_lives = state.box.bridge, 4
    while game.ask is not None:
        shown = Text.from_markup(GAME.text_board(GAME.view(game.run.state, 0), game.seats)).plain
        assert "[/] Concourse" in shown
        game.choose(rng.choice(game.ask.keys))


def test_unknown_keys_are_errors(tmp_path: Path) -> None:
    """A typing mistake is never passed over."""
    own = _own_pack(tmp_path, rogues=lambda data: data[0].update(traget=data[0].pop("target")))
    with pytest.raises(PackProblems, match=r'forced_march.*"traget": did you mean target'):
        read_pack(own, KEY, PACK_FILES)


def test_a_pack_of_ones_own_is_played_with(tmp_path: Path) -> None:
    """Cards with another name, and a card that makes a GI miss a turn (2.2), come into play."""
    lost = _set("bogged_down", id="lost", label="Lost", effect="miss_turn")
    own = _own_pack(tmp_path, rogues=lost)
    game = sandtable.new(GAME, seed=1, options={"players": 2, "pack": str(own), "rounds": 3})
    state: Any = game.run.state
    assert "lost_1" in state.box.card_ids
    while game.ask is not None:
        game.choose(game.ask.keys[0])
    assert game.outcome is not None


def test_miss_turn(tmp_path: Path) -> None:
    """2.2: the present turn is finished, the next one skipped."""
    from sandtable.games.rogue_trooper.cards.hooks import CHANGES, HOOKS

    state = GAME.begin(GAME.options_type(players=2))
    HOOKS[CHANGES, "miss_turn"](state, 0)
    assert state.missing[0] == 1
