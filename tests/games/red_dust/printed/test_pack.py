"""The pack of Red Dust: what is checked, and that a pack of one's own is played with."""

from __future__ import annotations

import json
import random
import shutil
import tomllib
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from rich.text import Text

import sandtable
from sandtable.engine import Pack, PackProblems, read_pack
from sandtable.engine.packs.pack import Manifest
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.cards.asset_events import ASSET_RULES
from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.printed.check import check_pack
from sandtable.games.red_dust.printed.decks import CURRENT, EVENT_ASSETS, FIRST_DUST_STORM, ONE_OPTION
from sandtable.games.red_dust.printed.files import (
    KEY,
    PACK_FILES,
    PACK_FOLDER,
    AlignmentId,
    FactionId,
    ForcePool,
    PieceId,
)
from sandtable.games.red_dust.printed.map import NUMBER_OF, RED_DUST
from sandtable.games.red_dust.printed.pieces import BASIC, FACTION, FORTIFIED, KINDS, MG_TROOP, PIECE
from sandtable.games.red_dust.rules.alignment import ALIGNMENT

Change = Callable[[Any], object]


@cache
def _default() -> dict[str, Any]:
    """The data of the default pack, as it stands in its files."""
    found = {}
    for file in PACK_FILES:
        data: Any = tomllib.loads((PACK_FOLDER / "default" / f"{file}.toml").read_text(encoding="utf-8"))
        if file != "set_up":
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


def _set(entry: str | int | None = None, /, **values: Any) -> Change:
    """Give fields of the entry with this id or number other values; without one, those of the file itself."""

    def change(data: Any) -> None:
        found = data if entry is None else next(it for it in data if _name_of(it) == entry)
        found.update(values)

    return change


def _name_of(entry: Any) -> str | int:
    found: str | int = next(entry[key] for key in ("id", "number") if key in entry)
    return found


def _without(entry: str | int) -> Change:
    return lambda data: data.remove(next(it for it in data if _name_of(it) == entry))


def _drop(entry: str | int, field: str) -> Change:
    """Take a field from an entry."""
    return lambda data: next(it for it in data if _name_of(it) == entry).pop(field)


def _place(name: str, /, **values: Any) -> Change:
    """Give a place of the set-up other values."""
    return lambda data: next(it for it in data["places"] if it["id"] == name).update(values)


MISTAKES: list[tuple[str, Change, str]] = [
    # spaces that the rules name
    ("spaces", _without("radau"), "spaces: radau is missing: the rules name this space"),
    (
        "spaces",
        _set("radau", id="radaw"),
        'spaces: "radaw": did you mean radau? Allowed: ascraeus_mons, tharsis_tholus,',
    ),
    ("spaces", _set("radau", id="x"), 'spaces: "x": the rules know no such space. Allowed: ascraeus_mons,'),
    ("spaces", _set("gandhi", borders=["sharm"]), 'spaces: gandhi: borders: "sharm": did you mean sharma?'),
    (
        "spaces",
        _set("gandhi", borders=["gandhi"]),
        "spaces: gandhi: borders: a space does not border on itself",
    ),
    (
        "spaces",
        _set("gandhi", borders=["sharma", "sharma"]),
        "spaces: gandhi: borders: sharma is there twice",
    ),
    (
        "spaces",
        _set("gandhi", borders=["sharma"]),
        "spaces: gandhi: borders: coronae_montes is missing, which borders on it",
    ),
    (
        "spaces",
        _set("wilderness", terrain="labyrinth"),
        "spaces: wilderness: terrain: desert is expected, not labyrinth",
    ),
    (
        "spaces",
        lambda data: [space.update(terrain="desert") for space in data],
        "spaces: at least one labyrinth is expected",
    ),
    ("spaces", _drop("radau", "sector"), "spaces: radau: sector: the name of one is expected"),
    ("spaces", _set("wilderness", sector="West"), "spaces: wilderness: sector: none is expected"),
    # 9.1 Storm dice
    (
        "spaces",
        _set("gandhi", black=[]),
        "spaces: gandhi: black is missing: a Storm comes by a white and a black",
    ),
    (
        "spaces",
        _set("gandhi", white=[]),
        "spaces: gandhi: white is missing: a Storm comes by a white and a black",
    ),
    ("spaces", _set("gandhi", black=[6]), "spaces: sharma: white 5 and black 6 send the Storm to gandhi"),
    ("spaces", _set("gandhi", black=[6]), "spaces: no space has a Storm for white 5 and black 5"),
    ("spaces", _set("hellas_chaos", black=[]), "spaces: no space has a Storm for white 6 and black 3 or 4"),
    # 3.4 Maglevs
    ("maglevs", _without("rodgers_line"), "maglevs: rodgers_line is missing: Event 14 opens it"),
    (
        "maglevs",
        _set("europa_tenzing", id="Europa"),
        "maglevs: Europa: id: lowercase letters, digits and _ are expected",
    ),
    (
        "maglevs",
        _set("europa_tenzing", ends=["europa", "europa"]),
        "maglevs: europa_tenzing: ends: two different Labyrinths are expected",
    ),
    (
        "maglevs",
        _set("europa_tenzing", ends=["europa", "radau"]),
        'maglevs: europa_tenzing: ends: "radau" is not a labyrinth. Allowed: europa, tenzing,',
    ),
    (
        "maglevs",
        _set("europa_tenzing", through=["radu"]),
        'maglevs: europa_tenzing: through: "radu": did you mean radau? Allowed: ascraeus_mons,',
    ),
    (
        "maglevs",
        _set("europa_tenzing", through=["radau", "radau"]),
        "maglevs: europa_tenzing: through: radau is there twice",
    ),
    # 8.1 The confidence track
    ("levels", _without(4), "levels: 4 is missing: the rules expect 0 to 8"),
    ("levels", _set(4, number=9), "levels: 9: there is no such number. Allowed: 0 to 8"),
    ("levels", _set(4, number=5), "levels: 5: this number is there 2 times, once is expected"),
    # 11 Set-up
    (
        "set_up",
        _set(level=9),
        "set_up: level: at most 8 is expected, the highest box of the track, not 9",
    ),
    ("set_up", _set(storms=7), "set_up: storms: at most 6 is expected, the number of Storm markers, not 7"),
    ("set_up", _set(assets=7), "set_up: assets: at most 6 is expected, the hand limit, not 7"),
    ("set_up", _place("europa", id="tenzing"), "set_up: tenzing: this place is there twice"),
    (
        "set_up",
        _place("europa", id="europe"),
        'set_up: "europe": did you mean europa? Allowed: ascraeus_mons,',
    ),
    (
        "set_up",
        _place("europa", id="available"),
        'set_up: "available" is not a place. Allowed: ascraeus_mons,',
    ),
    (
        "set_up",
        _place("europa", pieces={"mg_base": 1, "dug_in_base": 2}),
        "set_up: europa: pieces: there is room for 2 Bases, not for 3",
    ),
    (
        "set_up",
        _place("phobos", pieces={"mg_base": 1}),
        "set_up: phobos: pieces: there is room for 0 Bases, not for 1",
    ),
    (
        "set_up",
        _place("radau", damage=2),
        "set_up: radau: damage: at most 1 is expected, one for each populated square, not 2",
    ),
    ("set_up", _place("earth", damage=1), "set_up: earth: damage: at most 0 is expected"),
    (
        "set_up",
        _place("tharsis_tholus", pieces={"fortified_troop": 1}),
        "set_up: tharsis_tholus: pieces: fortified_troop: at most 0 is expected, one for each Population, not 1",
    ),
    (
        "set_up",
        _place("phobos", alignment="active_support"),
        "set_up: phobos: alignment: only a space of Mars has Support or Opposition",
    ),
    (
        "set_up",
        _place("earth", pieces={"active_specops": 1}),
        "set_up: earth: pieces: active_specops: specops is expected in a box beside the map",
    ),
    (
        "set_up",
        _place("europa", pieces={"active_rd_rebel": 30}),
        "set_up: pool: rd_rebel: 46 are placed, and there are only 30",
    ),
    # cards
    ("events", _without(17), "events: 17 is missing: the rules expect 1 to 51"),
    ("events", _set(17, number=52), "events: 52: there is no such number. Allowed: 1 to 51"),
    ("events", _set(17, number=18), "events: 18: this number is there 2 times, once is expected"),
    ("events", _set(49, flashpoint=1), "events: 49: flashpoint: a Dust Storm has none"),
    ("events", _set(49, unshaded={"text": "x"}), "events: 49: unshaded: a Dust Storm has none"),
    (
        "events",
        _set(1, order=["marsgov", "corporations", "red_dust"]),
        "events: 1: order: each of these is expected once: marsgov, corporations, red_dust, reclaimers",
    ),
    ("events", _set(1, order=["marsgov"] * 4), "events: 1: order: each of these is expected once"),
    ("events", _drop(1, "unshaded"), "events: 1: unshaded is missing"),
    ("events", _drop(1, "shaded"), "events: 1: shaded is missing"),
    ("events", _set(32, shaded={"text": "x"}), "events: 32: shaded: this Event has one option"),
    (
        "events",
        _set(32, unshaded={"text": "x", "earthgov": "+"}),
        "events: 32: unshaded: earthgov: an Event with one option has no symbol",
    ),
    ("assets", _without(30), "assets: 30 is missing: the rules expect 1 to 30"),
    (
        "assets",
        _set(14, kind="capability", bonus=""),
        "assets: 14: kind: no rule makes this card a capability. Those that have one: 1, 2, 3, 4, 5, 6, 23,",
    ),
    (
        "assets",
        _set(1, kind="event"),
        "assets: 1: kind: no rule makes this card an event. Those that have one: 7,",
    ),
    ("assets", _set(1, bonus="rally"), "assets: 1: bonus: only a resource has one, not a capability"),
    ("assets", _set(7, bonus="rally"), "assets: 7: bonus: only a resource has one, not an event"),
    ("campaigns", _without(12), "campaigns: 12 is missing: the rules expect 1 to 12"),
]


@pytest.mark.parametrize(("file", "change", "expected"), MISTAKES, ids=[told for *_, told in MISTAKES])
def test_mistakes_are_named(file: str, change: Change, expected: str) -> None:
    """A pack that passes the check does not break in play: a mistake is told with its file, its entry and what is expected."""
    problems = _problems(**{file: change})
    assert any(problem.startswith(expected) for problem in problems), problems


def test_the_default_pack_is_sound() -> None:
    assert _problems() == []


def test_all_mistakes_are_told_at_once() -> None:
    """The check says every mistake at once, over all files."""
    problems = _problems(
        spaces=_set("hellas_chaos", black=[3]),
        maglevs=_without("rodgers_line"),
        levels=_without(8),
        set_up=_set(storms=7),
        events=_drop(1, "shaded"),
        assets=_without(30),
        campaigns=_without(12),
    )
    files = {problem.split(":")[0] for problem in problems}
    assert files == {*PACK_FILES}


TYPOS: list[tuple[str, Change, str]] = [
    (
        "spaces",
        _set("europa", terrain="city"),
        r'europa.*terrain: "city" is not one of these. Allowed: desert, lab',
    ),
    ("spaces", _set("europa", green=10), r"europa.*green: a number from 0 to 9 is expected, not 10"),
    ("spaces", _set("europa", white=[7]), r"europa.*white: item 1: a number from 1 to 6 is expected, not 7"),
    ("spaces", _set("europa", lable="Europa"), r'europa.*"lable": '),
    (
        "maglevs",
        _set("europa_tenzing", ends=["europa"]),
        r"europa_tenzing.*ends: a list of 2 is expected, not of 1",
    ),
    ("levels", _set(3, controller="red_dust"), r'controller: "red_dust" is not one of these. Allowed: '),
    ("set_up", _set(resources={"marsgov": 1, "corporations": 0}), r"resources: red_dust is missing"),
    (
        "set_up",
        _place("europa", pieces={"tank": 1}),
        r'pieces: "tank" is not one of these. Allowed: active_cr_rebel,',
    ),
    ("set_up", _place("europa", alignment="calm"), r'alignment: "calm" is not one of these'),
    ("events", _set(1, order=["mars_gov"]), r'order: item 1: "mars_gov": did you mean marsgov\?'),
    ("events", _set(1, shaded={"text": ""}), r"shaded: text: text of 1 to 600 letters is expected"),
    ("assets", _set(14, bonus="march"), r'bonus: "march" is not one of these. Allowed: '),
]


@pytest.mark.parametrize(("file", "change", "expected"), TYPOS, ids=[told for *_, told in TYPOS])
def test_typing_mistakes_are_named(tmp_path: Path, file: str, change: Change, expected: str) -> None:
    """A word that is not allowed, a number out of range and an unknown key name the file and the entry."""
    own = _own_pack(tmp_path, **{file: change})
    with pytest.raises(PackProblems, match=rf"{file}.json: .*{expected}"):
        read_pack(own, KEY, PACK_FILES)


# The words of the files are the words of the rules


def test_pieces_factions_and_alignments_are_those_of_the_rules() -> None:
    """Words that files use are ids that the rules know, all of them."""
    assert list(get_args(PieceId)) == [PIECE.id(kind) for kind in range(KINDS)]
    assert list(get_args(FactionId)) == [FACTION.id(who) for who in range(4)]
    assert list(get_args(AlignmentId)) == [ALIGNMENT.id(level) for level in range(-2, 3)]
    basic = {PIECE.id(BASIC[kind]) for kind in range(KINDS)}
    assert {*ForcePool.__struct_fields__} == basic


def test_options_and_kinds_are_those_that_have_rules() -> None:
    """18, 19 The check knows by number which options of Events and which Assets have a rule."""
    numbers = range(1, FIRST_DUST_STORM + 1)
    assert {(n, False) for n in numbers} | {(n, True) for n in numbers if n not in ONE_OPTION} == {
        *EVENT_RULES
    }
    assert sorted(ASSET_RULES) == list(EVENT_ASSETS)


# A pack of one's own


def _renamed(data: Any) -> None:
    """Square brackets in every name and text, which mark colours in a terminal."""
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, (dict, list)):
            _renamed(value)
    if isinstance(data, dict):
        data.update(
            {key: f"[/] {data[key]}" for key in ("label", "title", "text", "sector") if data.get(key)}
        )


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    """Names of a pack are text: brackets neither vanish nor break the board in a terminal."""
    own = _own_pack(tmp_path, **{file: _renamed for file in PACK_FILES if file != "set_up"})
    table = sandtable.new(GAME, seed=1, options={"pack": str(own)})
    for seat in (*range(4), None):
        shown = Text.from_markup(GAME.text_board(GAME.view(table.run.state, seat), table.seats)).plain
        assert "[/] Europa" in shown
        assert "[/] Tharsis Montes" in shown
        assert (
            f"Current   [/] {_default()['events'][table.run.state.events.zones[CURRENT][-1]]['title']}"
            in shown
        )


def test_a_pack_of_ones_own_is_played_with(tmp_path: Path) -> None:
    """Another map, other pools and another set-up come into play, to the end of a game at random."""

    def more_troops(data: Any) -> None:
        data["pool"]["mg_troop"] = 40
        data["resources"]["red_dust"] = 50
        _place("europa", pieces={"fortified_troop": 2}, alignment="active_opposition")(data)

    own = _own_pack(
        tmp_path,
        spaces=lambda data: [_set("radau", terrain="labyrinth", green=3)(data), data.reverse()],
        maglevs=_set("rodgers_line", ends=["radau", "sharma"]),
        levels=_set(5, value=20, controller="marsgov"),
        set_up=more_troops,
        assets=_set(7, kind="resource", value=9, bonus="rally"),
    )
    table = sandtable.new(GAME, seed=3, options={"pack": str(own)})
    s: Any = table.run.state
    assert s.box.is_labyrinth[NUMBER_OF["radau"]]
    assert s.box.maglevs[s.box.rodgers_line].label == "Rodgers Line"
    assert (s.at(NUMBER_OF["europa"], FORTIFIED), s.available(MG_TROOP)) == (2, 22)
    assert s.alignment[NUMBER_OF["europa"]] == -2
    assert s.resources[RED_DUST] == 50
    assert GAME.census(s)["mg_troop"] == 40
    assert sandtable.load(table.save()).run.state == s
    rng = random.Random(3)
    while table.ask is not None:
        table.choose(rng.choice(table.ask.keys))
    assert table.outcome is not None


def test_the_pack_is_part_of_the_position() -> None:
    """A game of the default pack has the digest it had before there were packs."""
    s = GAME.begin(GAME.options_type())
    assert s.pack == "default"
    assert "pack" not in s.plain()
    s.pack = "other"
    assert s.plain()["pack"] == "other"
