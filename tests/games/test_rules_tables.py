"""The tables of the rules have the numbers of the default packs, so that neither changes without the other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable.games import find_game
from sandtable.games.free_mars.space.cards.sentences import battle_text
from sandtable.games.free_mars.space.printed.box import box_of as space_box
from sandtable.games.free_mars.surface.cards.sentences import mission_text
from sandtable.games.free_mars.surface.printed.box import box_of as surface_box

LETTER = {"marsgov": "M", "corporations": "C", "red_dust": "R", "reclaimers": "X"}
ICON = {
    "cyber": "Cyber",
    "leader": "Leader",
    "nano": "Nano-Morph",
    "pilot": "Hot Pilot",
    "sniper": "Sniper",
}


def rules_of(key: str) -> str:
    path = find_game(key).rules_file
    assert path is not None
    return path.read_text(encoding="utf-8")


def pack_of(key: str) -> Any:
    return find_game(key).pack("default")


def rows_of(key: str) -> set[tuple[str, ...]]:
    """Every row of every table, cell by cell."""
    lines = (line for line in rules_of(key).splitlines() if line.startswith("|"))
    return {tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines}


def starts_of(key: str, n: int) -> set[tuple[str, ...]]:
    """The first cells of every row."""
    return {row[:n] for row in rows_of(key)}


def dash(value: int) -> str:
    return str(value) if value else "–"


# Red Dust


def test_red_dust_events_have_their_order_flashpoint_and_symbols() -> None:
    starts = {(row[0], row[1]) for row in rows_of("red-dust")}
    lines = rules_of("red-dust").splitlines()
    for event in pack_of("red-dust")["events"][:48]:
        order = "".join(LETTER[who] for who in event.order)
        name = f"{event.number} {event.title}"
        assert (name, f"{order}, {event.flashpoint}") in starts
        place = next(n for n, line in enumerate(lines) if line.startswith(f"| {name} |"))
        for half, line in zip((event.unshaded, event.shaded), lines[place:], strict=False):
            if half is not None:
                symbol = {"+": "EG+", "-": "EG−"}.get(half.earthgov or "", "")
                text = line.split("|")[4].strip()
                assert text[:3] == symbol if symbol else not text.startswith("EG"), name


def test_red_dust_confidence_assets_and_campaigns() -> None:
    pack, starts = pack_of("red-dust"), rows_of("red-dust")
    controllers = {"": "none", "corporations": "Corporations", "marsgov": "MarsGov"}
    for level in pack["levels"]:
        name = "3 (start)" if level.number == 3 else str(level.number)
        numbers = (level.value, controllers[level.controller], level.troops, level.supply, level.population)
        assert (name, *map(str, numbers)) in starts
    text = rules_of("red-dust")
    for asset in pack["assets"]:
        assert f"### CR{asset.number} {asset.title}\n\n{asset.kind.capitalize()}." in text
    for campaign in pack["campaigns"]:
        assert f"### RD{campaign.number} {campaign.title}\n" in text


def test_red_dust_storms_and_borders() -> None:
    spaces = pack_of("red-dust")["spaces"]
    label = {space.id: space.label for space in spaces}
    starts = rows_of("red-dust")
    for space in spaces:
        if space.id != "wilderness":
            at_edge = "wilderness" in space.borders
            borders = ", ".join(sorted(label[other] for other in space.borders if other != "wilderness"))
            assert (f"{space.label} (W)" if at_edge else space.label, borders) in starts
            white = "–".join(map(str, space.white))
            row = next(row for row in starts if len(row) == 8 and row[0] == white)
            assert all(row[1 + black] == space.label for black in space.black)


# Rogue Trooper


def test_rogue_trooper_encounters() -> None:
    starts = starts_of("rogue-trooper", 6)
    for card in pack_of("rogue-trooper")["encounters"]:
        if card.companion is None and not card.item:
            categories = ", ".join(name.capitalize() for name in card.categories) or "–"
            fought = card.initiative is not None
            initiative, firepower = (str(card.initiative), str(card.firepower)) if fought else ("–", "–")
            side = card.side.capitalize()
            assert (card.label, str(card.count), side, categories, initiative, firepower) in starts


def test_rogue_trooper_companions_rogues_and_ammunition() -> None:
    pack, starts = pack_of("rogue-trooper"), starts_of("rogue-trooper", 4)
    for card in pack["encounters"]:
        if (who := card.companion) is not None:
            evade = str(who.evade).replace("-", "−")
            assert (card.label, str(card.initiative), str(who.firepower), evade) in starts
    for rogue in pack["rogues"]:
        assert (rogue.label, str(rogue.count), rogue.phase.capitalize()) in starts_of("rogue-trooper", 3)
    for kind in pack["sheet"].ammunition:
        assert (kind.label, str(kind.most)) in starts_of("rogue-trooper", 2)


def test_rogue_trooper_map() -> None:
    earth, starts = pack_of("rogue-trooper")["nu_earth"], rows_of("rogue-trooper")
    for letter, terrain, sides, ratings in zip(
        "ABCDEFGH", earth.terrain, earth.sides, earth.ratings, strict=True
    ):
        assert (letter, *(" ".join(cell) for cell in zip(terrain, sides, ratings, strict=True))) in starts


# Mars or Die


@pytest.mark.parametrize(
    "arm", ["infantry", "cavalry", "champion", "machinegun", "artillery", "scout", "wagon"]
)
def test_mars_or_die_firing(arm: str) -> None:
    starts = {
        (row[0].split(",")[0], *(cell.split(",")[0].split(" (")[0] for cell in row[1:]))
        for row in rows_of("mars-or-die")
    }
    for unit in pack_of("mars-or-die")["units"]:
        if unit.arm == arm:
            names = {unit.label, f"{unit.race} {unit.label}"}
            numbers = (dash(unit.attack), dash(int(unit.range)), str(unit.defend), str(unit.labels))
            assert any((name, *numbers) in starts for name in names), unit.id


def test_mars_or_die_cards() -> None:
    starts = starts_of("mars-or-die", 1)
    for card in pack_of("mars-or-die")["cards"]:
        assert (f"{card.number} {card.title}",) in starts


# Free Mars


def shown(side: Any) -> str:
    """A side of a counter of Surface Combat as the rules print it: combat / movement, icons."""
    counts = [(icon, side.icons.count(icon)) for icon in dict.fromkeys(side.icons)]
    return ", ".join([f"{side.combat} / {side.move}", *(f"{ICON[icon]} {n}" for icon, n in counts)])


def test_surface_combat_counters() -> None:
    pack, starts = pack_of("surface-combat"), rows_of("surface-combat")
    for kind in ("cadres", "vehicles", "specials"):
        for unit in pack[kind]:
            assert (unit.label, shown(unit.front), shown(unit.crashed)) in starts
    for unit in pack["opfor"]:
        sides = [f"combat {side.combat}, edge {side.edge}" for side in (unit.front, unit.crashed)]
        assert (unit.label, str(unit.count), *sides) in starts
    for terrain in pack["terrains"]:
        edges = [f"+{edge}" if edge else "0" for edge in (terrain.team_edge, terrain.opfor_edge)]
        yes = ["yes" if flag else "no" for flag in (terrain.stop, terrain.recruit)]
        assert (terrain.label, yes[0], *edges, yes[1]) in starts
    for line, cells in enumerate(pack["map"].random, 1):
        assert (str(line), *(cell.upper() for cell in cells)) in starts


def values(side: Any) -> str:
    """A side of a ship of Space Combat as the rules print it; OPFOR ships name Weapons even if they have none."""
    names = ("weapons", "energy", "cyber", "assembly", "bombardment")
    return ", ".join(f"{name.capitalize()} {n}" for name in names if (n := getattr(side, name, 0)))


def test_space_combat_counters() -> None:
    pack, starts = pack_of("space-combat"), rows_of("space-combat")
    ships = {(row[0].split(" (")[0], *row[1:]) for row in starts}
    for ship in pack["ships"]:
        row = (ship.label, str(ship.cost), str(ship.pods), values(ship.front), values(ship.back))
        assert row in ships
    for unit in pack["opfor"]:
        found = next(row for row in ships if row[:2] == (unit.label, str(unit.count)))
        assert [cell.replace("Weapons 0, ", "") for cell in found[2:]] == [
            values(unit.front),
            values(unit.back),
        ]


def test_missions_and_ops_cards_of_free_mars_are_listed() -> None:
    for key, decks in (("surface-combat", ("missions", "ops")), ("space-combat", ("missions", "ops"))):
        starts = {row[0].split(" (")[0] for row in rows_of(key)}
        for deck in decks:
            assert {card.title for card in pack_of(key)[deck]} <= starts


def test_surface_combat_cards_say_what_the_cards_say() -> None:
    """The tables of cards have the sentences that are read on the cards, which are made from what these do."""
    starts, box = rows_of("surface-combat"), surface_box("default")
    for card, text in zip(box.ops, box.texts, strict=True):
        assert (card.title, text) in starts
    for mission in box.missions:
        numbers = ", ".join(f"{ICON[icon]} {n}" for icon, n in mission.needs.items())
        adds = ", ".join(ICON[icon] for icon in mission.icons)
        objective = f"{numbers}, total {mission.total}"
        assert (mission.title, mission_text(box.sentences, mission), objective, adds) in starts


def test_space_combat_cards_say_what_the_cards_say() -> None:
    starts, box = rows_of("space-combat"), space_box("default")
    for card, text in zip(box.ops, box.texts, strict=True):
        assert (card.title, text) in starts
    for mission in box.missions:
        row = next(row for row in starts if row[0].split(" (")[0] == mission.title)
        assert row[1:3] == (mission.orbit.capitalize(), battle_text(box.sentences, mission))


@pytest.mark.parametrize("key", ["surface-combat", "space-combat"])
def test_outcomes_are_called_as_in_the_pack(key: str) -> None:
    starts = {row[0].split(" ([")[0] for row in rows_of(key)}
    for line in pack_of(key)["actions"]:
        assert {way.label for way in line.outcomes} <= starts


@pytest.mark.parametrize("key", ["surface-combat", "space-combat"])
def test_the_rules_of_free_mars_have_no_shorthand(key: str) -> None:
    """A newcomer reads them: no "NET + 1", no "Win/Lose 2"."""
    text = rules_of(key) + find_game(key).short_rules
    assert re.findall(r"\bNET [+−-] ?\w+|Win/Lose \w+", text) == []
