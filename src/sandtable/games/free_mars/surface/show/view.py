"""Surface Combat as the player may know it, built up from nothing."""

from __future__ import annotations

from functools import cache

import msgspec

from ...common.show.cards import last_card
from ...common.show.debrief import DebriefView, debriefs_of
from ...common.state import DISCARDS, IN_PLAY, MISSION, OPS, RESERVE, WON
from ..cards.sentences import mission_text
from ..printed.box import ICON_LABELS, Kind, SurfaceBox
from ..printed.files import Mission
from ..rules.movement import movement
from ..state import BACK, BOX, FRONT, Team


class CellView(msgspec.Struct, frozen=True):
    """A cell of the map. Shifted cells lie half a cell further along."""

    id: str
    column: int  #: Its column, counted from 0.
    row: int  #: Its row, counted from 0.
    terrain: str  #: The id of its terrain.
    symbol: str  #: How a board in text shows it.
    name: str  #: The name of the place there; empty if it has none.


class BoardView(msgspec.Struct, frozen=True):
    """The map as it is printed."""

    title: str  #: What the map is called.
    shifted: str  #: Which lines lie half a cell further along: "even rows", "odd columns" and so on.
    cells: tuple[CellView, ...]  #: All cells of the map.
    terrains: tuple[tuple[str, str], ...]  #: The Terrain Effects Chart, as pairs of symbol and label.


class UnitView(msgspec.Struct, frozen=True):
    """One side of a Friendly counter."""

    id: str
    label: str
    kind: str  #: "cadre", "vehicle", "special" or "gear".
    combat: int  #: Its combat strength.
    move: int  #: How far it moves.
    icons: tuple[str, ...]  #: The icons it shows, each as often as it shows it.
    is_crashed: bool = False  #: Whether this is the crashed side.


class SiteView(msgspec.Struct, frozen=True):
    """An Installation."""

    id: str
    label: str
    cell: str  #: The id of its cell.
    icons: tuple[str, ...]  #: The icons it gives while it is Friendly.
    extra: int  #: How many more OPFOR units it calls in while it is not.
    is_friendly: bool  #: Whether it is Friendly.
    hop: bool  #: Whether it is a Spaceport.


class OpforView(msgspec.Struct, frozen=True):
    """OPFOR units on the map that show the same side."""

    id: str
    label: str
    combat: int  #: The combat strength of each.
    edge: int  #: What each adds to the OPFOR's Tactical Edge.
    n: int  #: How many there are.


class MissionView(msgspec.Struct, frozen=True):
    """A Mission card that the player may read."""

    id: str
    title: str  #: Its title.
    plus: int  #: How many more OPFOR units there are than the NET Level.
    needs: dict[str, int]  #: Positives needed, by icon.
    total: int  #: Positives needed in all.
    icons: tuple[str, ...]  #: What the card adds to the Team's values in a campaign, once it is won.
    text: str  #: What it says besides these numbers.
    is_revealed: bool  #: Whether it is turned up.


class View(msgspec.Struct):
    """The whole table as its one player sees it. Things are named by the ids that `Board` lists, cards by their titles."""

    board: BoardView  #: The map.
    phase: str  #: What comes next, in a word.
    net: int  #: The NET Level.
    net_max: int  #: The highest NET Level.
    points: int  #: Team Points that are left.
    ops: list[str | None]  #: The Ops deck from the top: titles, None for a card the seat does not know.
    reserve: int  #: How many cards are in Reserve.
    discards: list[str | None]  #: The discards from the top, in the same way.
    in_play: str | None  #: The id of the Ops card in play; None for none.
    last: (
        str | None
    )  #: The id of the Ops card on top of the discards; None if there is none, or nobody has seen it.
    card: str | None  #: The title of the Ops card in play.
    mission: MissionView | None  #: The Mission card, if the seat knows it.
    cell: str | None  #: The id of the Team's cell; None before it has landed.
    nexus: str | None  #: The id of the cell of the Nexus; None while it is not on the map.
    taz: list[str]  #: The ids of the cells with TAZ markers.
    installations: list[SiteView]  #: The Installations.
    team: list[UnitView]  #: The counters of the Team, as they lie.
    recruits: list[str]  #: The ids of the offers in the Recruit Box.
    eliminated: list[str]  #: The labels of eliminated counters.
    values: dict[str, int]  #: The Team's values, by icon.
    strength: int  #: The Team's combat strength where it stands.
    move: int  #: How far the Team can move; 0 without a Cadre.
    opfor: list[OpforView]  #: The OPFOR units on the map.
    has_edge: bool | None  #: Whether the Team has the Tactical Edge; None outside a battle.
    is_campaign: bool  #: Whether this is a campaign.
    won: list[str]  #: Titles of the Missions won.
    lost_in_a_row: int  #: How many Missions in a row were lost.
    missions: int  #: How many Missions the campaign has.
    difficulty: str  #: "easy", "normal" or "hard".
    fought: list[DebriefView]  #: The Missions of the campaign that are over, in order.


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
        last=last_card(s.box.ops, s.cards.seen(DISCARDS, seat)),
        card=titles[in_play[-1]] if in_play else None,
        mission=mission_of(s, seat),
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
        missions=len(box.missions),
        difficulty=s.difficulty,
        fought=debriefs_of(
            s, lambda unit, side: box.printed[unit][side].label, lambda n: additions(box.missions[n])
        ),
    )


def additions(mission: Mission) -> str:
    """16.4 The icons that a won card adds; empty if it adds none."""
    return ", ".join(f"{ICON_LABELS[icon]} +{n}" for icon in ICON_LABELS if (n := mission.icons.count(icon)))


def mission_of(s: Team, seat: int | None) -> MissionView | None:
    """The Mission card, if this seat knows it; None is a spectator."""
    pile = s.cards.zones[MISSION]
    if not pile or not s.cards.knows(seat, pile[0]):
        return None
    card = s.box.missions[pile[0] - len(s.box.ops)]
    text = mission_text(s.box.sentences, card)
    return MissionView(
        card.id, card.title, card.plus, dict(card.needs), card.total, card.icons, text, s.is_revealed
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
