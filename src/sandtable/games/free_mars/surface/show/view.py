"""What the player may know of Surface Combat, built up from nothing."""

from __future__ import annotations

from functools import cache

import msgspec

from ...common.state import DISCARDS, IN_PLAY, MISSION, OPS, RESERVE, WON
from ..printed.box import Kind, SurfaceBox
from ..rules.movement import movement
from ..state import BACK, BOX, FRONT, Team


class CellView(msgspec.Struct, frozen=True):
    """A cell of the map. Shifted cells lie half a cell further along."""

    id: str
    column: int
    row: int
    terrain: str
    symbol: str
    name: str


class BoardView(msgspec.Struct, frozen=True):
    """The map as it is printed."""

    title: str
    shifted: str
    cells: tuple[CellView, ...]
    #: The Terrain Effects Chart: symbol and label.
    terrains: tuple[tuple[str, str], ...]


class UnitView(msgspec.Struct, frozen=True):
    """One side of a Friendly counter."""

    id: str
    label: str
    kind: str
    combat: int
    move: int
    icons: tuple[str, ...]
    is_crashed: bool = False


class SiteView(msgspec.Struct, frozen=True):
    """An Installation."""

    id: str
    label: str
    cell: str
    icons: tuple[str, ...]
    extra: int
    is_friendly: bool
    hop: bool


class OpforView(msgspec.Struct, frozen=True):
    """OPFOR units on the map that show the same side."""

    id: str
    label: str
    combat: int
    edge: int
    n: int


class MissionView(msgspec.Struct, frozen=True):
    """A Mission card that the player may read."""

    id: str
    title: str
    plus: int
    needs: dict[str, int]
    total: int
    icons: tuple[str, ...]
    text: str
    is_revealed: bool


class View(msgspec.Struct):
    """The whole table as its one player sees it. Cards the seat does not know are None."""

    board: BoardView
    phase: str
    net: int
    net_max: int
    points: int
    #: The Ops deck from the top, the number of cards in Reserve, the discards from the top, the card in play by id and title.
    ops: list[str | None]
    reserve: int
    discards: list[str | None]
    in_play: str | None
    card: str | None
    mission: MissionView | None
    cell: str | None
    nexus: str | None
    taz: list[str]
    installations: list[SiteView]
    team: list[UnitView]
    #: What is in the Recruit Box, as offers.
    recruits: list[str]
    eliminated: list[str]
    values: dict[str, int]
    strength: int
    move: int
    opfor: list[OpforView]
    has_edge: bool | None
    is_campaign: bool
    won: list[str]
    lost_in_a_row: int


def view_of(s: Team, seat: int | None) -> View:
    """Everything on the table is open but the faces of cards."""
    box, cards = s.box, s.cards
    titles = [card.title for card in box.ops]
    unit_views = _units(box)

    def seen(zone: int) -> list[str | None]:
        return [None if card is None else titles[card] for card in reversed(cards.seen(zone, seat))]

    def cell(number: int) -> str | None:
        return box.cells[number] if number >= 0 else None

    places = enumerate(s.units)
    in_play = cards.zones[IN_PLAY]
    return View(
        board=_board(box),
        phase=s.phase.name.lower(),
        net=s.net,
        net_max=box.net_max,
        points=s.points,
        ops=seen(OPS),
        reserve=cards.count(RESERVE),
        discards=seen(DISCARDS),
        in_play=box.ops[in_play[-1]].id if in_play else None,
        card=titles[in_play[-1]] if in_play else None,
        mission=_mission(s, seat),
        cell=cell(s.cell),
        nexus=cell(s.nexus),
        taz=[box.cells[c] for c in s.taz],
        installations=[
            SiteView(i.id, i.label, i.cell, i.icons, i.extra, friendly == 1, i.hop)
            for i, friendly in zip(box.installations, s.control, strict=True)
        ],
        team=[unit_views[unit][place - 1] for unit, place in places if place in (FRONT, BACK)],
        recruits=[box.printed[u][side - 1].id for u, side in box.items if s.units[u] == BOX],
        eliminated=[box.printed[u][0].label for u, place in enumerate(s.units) if place > BACK],
        values={icon: s.value(icon) for icon in box.icons},
        strength=s.team_strength() if s.cell >= 0 else s.strength,
        move=movement(s) if s.cadres else 0,
        opfor=[
            OpforView(side.id, side.label, side.combat, side.edge, n)
            for side, n in zip(box.sides, s.opfor, strict=True)
            if n
        ],
        has_edge=s.has_edge if s.opfor_left and s.phase.name == "ROUND" else None,
        is_campaign=s.is_campaign,
        won=[box.missions[card - len(box.ops)].title for card in cards.zones[WON]],
        lost_in_a_row=s.losses,
    )


def _mission(s: Team, seat: int | None) -> MissionView | None:
    pile = s.cards.zones[MISSION]
    if not pile or not s.cards.knows(seat, pile[0]):
        return None
    card = s.box.missions[pile[0] - len(s.box.ops)]
    return MissionView(
        card.id, card.title, card.plus, dict(card.needs), card.total, card.icons, card.text, s.is_revealed
    )


@cache
def _board(box: SurfaceBox) -> BoardView:
    cells = []
    for id, terrain in zip(box.cells, box.terrain, strict=True):
        column, row = ord(id[0]) - ord("a"), int(id[1:]) - 1
        name = box.map.names.get(id, "")
        cells.append(CellView(id, column, row, terrain.id, terrain.symbol or terrain.letter, name))
    board = tuple(dict.fromkeys((t.symbol or t.letter, t.label) for t in box.terrain))
    return BoardView(box.title, box.map.shifted, tuple(cells), board)


@cache
def _units(box: SurfaceBox) -> tuple[tuple[UnitView, UnitView], ...]:
    def side(unit: int, number: int) -> UnitView:
        printed, kind = box.printed[unit][number], box.kind[unit]
        icons = tuple(icon for icon, n in zip(box.icons, printed.icons, strict=True) for _ in range(n))
        crashed = number == 1 and kind is not Kind.GEAR
        return UnitView(
            printed.id, printed.label, kind.name.lower(), printed.combat, printed.move, icons, crashed
        )

    return tuple((side(unit, 0), side(unit, 1)) for unit in range(len(box.units)))
