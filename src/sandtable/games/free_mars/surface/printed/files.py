"""The files of a Surface Combat pack: what stands on counters, cards, map and tables, as it is typed in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from sandtable.engine import FOR_PEOPLE, Prose

from ...common.cards.effects import Effect
from ...common.printed.files import OpsCard, TableLine

ICONS = ("cyber", "leader", "nano", "pilot", "sniper")
Icon = Literal["cyber", "leader", "nano", "pilot", "sniper"]
Small = Annotated[int, msgspec.Meta(ge=0, le=20)]
Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Anything typed into a pack: a key that no rule reads is an error."""


class Cost(Entry, frozen=True):
    """7.5 The cost of units in Team Points."""

    gear: Small  #: An item of Gear.
    cadre: Small  #: A Cadre.
    vehicle: Small  #: A Vehicle.


class Grant(Entry, frozen=True):
    """R-SC-40 Team Points for the next Mission of a campaign."""

    won: Small
    lost: Small
    no_cadre: Small


class Scenario(Entry, frozen=True):
    """`scenario`: the numbers of the scenario sheet."""

    net_start: Annotated[int, msgspec.Meta(ge=1, le=20)]
    net_max: Annotated[int, msgspec.Meta(ge=1, le=20)]
    #: How many Ops cards are dealt as the Ops deck.
    ops: Annotated[int, msgspec.Meta(ge=1, le=99)]
    points: Small
    taz: Small
    cost: Cost
    grant: Grant
    #: Cells where the Team may begin; none: any recruiting place of the Terrain Effects Chart.
    start: tuple[str, ...] = ()


class Map(Entry, frozen=True):
    """`map`: rows of terrain letters, names of cells, and the random location table."""

    rows: tuple[str, ...]
    shifted: Literal["even rows", "odd rows", "even columns", "odd columns"]
    random: tuple[tuple[str, ...], ...]
    names: Annotated[dict[str, str], FOR_PEOPLE] = {}


class Terrain(Entry, frozen=True):
    """`terrains`: a line of the Terrain Effects Chart."""

    id: str
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=1)]  #: Its letter in the map of the pack.
    label: Prose
    #: How the board in a terminal shows it; empty: its letter.
    symbol: Annotated[str, FOR_PEOPLE, msgspec.Meta(max_length=1)] = ""
    stop: bool = False  #: Whether a Team must stop on entering.
    team_edge: Modifier = 0  #: What it adds to the Team's Tactical Edge.
    opfor_edge: Modifier = 0  #: What it adds to the OPFOR's Tactical Edge.
    recruit: bool = False  #: Whether units can be recruited here.


class Installation(Entry, frozen=True):
    """`installations`: a line of the Installation Chart."""

    id: str
    label: Prose
    cell: str  #: The id of its cell.
    extra: Small  #: How many more OPFOR units it calls in while it is not Friendly.
    icons: tuple[Icon, ...] = ()  #: The icons it gives while it is Friendly.
    hop: bool = False  #: Whether it is a Spaceport.


class BodyFace(Entry, frozen=True):
    """One side of a Cadre, Vehicle or Special Unit."""

    combat: Small
    move: Small
    icons: tuple[Icon, ...] = ()


class Body(Entry, frozen=True):
    """`cadres`, `vehicles`, `specials`: a counter with an effective and a crashed side."""

    id: str
    label: Prose
    front: BodyFace
    crashed: BodyFace


class Item(Entry, frozen=True):
    """One of the two items of a Gear counter. `siege` counts in a cell with an OPFOR Installation."""

    id: str
    label: Prose
    combat: Small = 0
    siege: Small = 0
    icons: tuple[Icon, ...] = ()


class Gear(Entry, frozen=True):
    """`gear`: a counter with two items, back to back."""

    id: str
    a: Item
    b: Item


class OpforFace(Entry, frozen=True):
    """One side of an OPFOR counter."""

    combat: Small
    edge: Small


class Opfor(Entry, frozen=True):
    """`opfor`: a kind of OPFOR counter, and how many there are."""

    id: str
    label: Prose
    count: Annotated[int, msgspec.Meta(ge=1)]
    front: OpforFace
    crashed: OpforFace


class Mission(Entry, frozen=True):
    """`missions`: a Mission card. OPFOR NET + `plus`; Positives needed by icon and in total; campaign enhancement.

    `including` names counters that are always in its battle, `edge` is added to theirs. The effects in `revealed` follow
    when the card is turned up, those in `failed` when its Objective is not met; `text` tells the player of them.
    """

    id: str
    title: Prose
    plus: Modifier
    needs: dict[str, Annotated[int, msgspec.Meta(ge=1, le=20)]]
    total: Small = 0
    icons: tuple[Icon, ...] = ()
    win_lose: Small = 0
    including: tuple[str, ...] = ()
    edge: Modifier = 0
    revealed: tuple[Effect, ...] = ()
    failed: tuple[Effect, ...] = ()
    text: Prose = ""


PACK_FILES: dict[str, Any] = {
    "scenario": Scenario,
    "map": Map,
    "terrains": list[Terrain],
    "installations": list[Installation],
    "cadres": list[Body],
    "gear": list[Gear],
    "vehicles": list[Body],
    "specials": list[Body],
    "opfor": list[Opfor],
    "actions": list[TableLine],
    "ops": list[OpsCard],
    "missions": list[Mission],
}
PACK_FOLDER = Path(__file__).parent / "packs"
LESSON_FOLDER = Path(__file__).parent / "lessons"
