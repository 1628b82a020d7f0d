"""A pack made ready for the rules: spaces and cards by their numbers, borders and dice worked out, names of everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine import Kinds, Names, Pack, find_pack

from . import files
from .check import check_pack
from .files import KEY, PACK_FILES, PACK_FOLDER
from .map import NOBODY, NUMBER_OF, OFF_MARS, ON_MARS, PHOBOS, SPACE_IDS, SPACES
from .pieces import FACTION, KIND_OF

_FACTION_OF = {FACTION.id(who): who for who in range(4)}


class Maglev(NamedTuple):
    """3.4 A Maglev line: the Labyrinths at its ends, and every space it touches."""

    id: str
    label: str
    ends: tuple[int, int]
    touches: tuple[int, ...]


class Level(NamedTuple):
    """8.1 A box of the confidence track: its value, who is Controller, what each Flashpoint Round adds to Earth."""

    value: int
    controller: int
    troops: int
    supply: int
    population: int


class Event(NamedTuple):
    """An Event card: its Flashpoint value, the printed order of Factions, the EG symbols and texts of its two options.

    A symbol is "+" or "-", or "." for none; no symbols at all: the card has one option only.
    """

    title: str
    flashpoint: int
    order: tuple[int, ...]
    symbols: str
    texts: tuple[str, str]


class Box:
    """Everything the rules look up. It never changes.

    Phobos is a Labyrinth for the cards (ruling 28), where they do not say "on Mars". The borders are those of the pack
    (ruling 32).
    """

    def __init__(self, name: str, pack: Pack) -> None:
        self.name = name
        self._lay_out(pack["spaces"], pack["maglevs"])
        self._set_up(pack["set_up"], pack["levels"])
        self._print_cards(pack["events"], pack["assets"], pack["campaigns"])
        self._name_things()

    def _lay_out(self, entries: Sequence[files.Space], lines: Sequence[files.MaglevEntry]) -> None:
        """3 The map. Lists run over the spaces of Mars and Phobos."""
        spaces = sorted(entries, key=lambda space: NUMBER_OF[space.id])
        self.space_names = (
            *(space.label for space in spaces),
            *(place.replace("_", " ").capitalize() for place in OFF_MARS),
        )
        self.is_labyrinth = (*(space.terrain == "labyrinth" for space in spaces), True)
        self.deserts = tuple(space for space in ON_MARS if not self.is_labyrinth[space])
        self.labyrinths = tuple(space for space in ON_MARS if self.is_labyrinth[space])
        self.labyrinths_and_phobos = (*self.labyrinths, PHOBOS)
        self.green = (*(space.green for space in spaces), 0)
        self.gray = (*(space.gray for space in spaces), 0)
        #: 4.1 Bases a space has room for.
        self.base_limit = (*(space.bases for space in spaces), 0)
        self.adjacent = (*(tuple(NUMBER_OF[other] for other in space.borders) for space in spaces), ())
        #: 9.1 Where a Storm roll sends a Storm, by white and black die.
        self.storm_at = {
            (white, black): number
            for number, space in enumerate(spaces)
            for white in space.white
            for black in space.black
        }
        sectors = dict.fromkeys(space.sector for space in spaces if space.sector)
        self.sectors = tuple(
            (title, tuple(space for space in ON_MARS if spaces[space].sector == title)) for title in sectors
        )
        self.maglevs = tuple(self._maglev(line) for line in lines)
        #: Closed until Event 14 opens it.
        self.rodgers_line = next(n for n, line in enumerate(self.maglevs) if line.id == "rodgers_line")
        #: By whether the Rodgers Line is open, and by space: the other ends of its lines.
        self.maglev_ends = tuple(
            tuple(
                tuple(
                    line.ends[1] if line.ends[0] == space else line.ends[0]
                    for number, line in enumerate(self.maglevs)
                    if space in line.ends and (number != self.rodgers_line or is_open)
                )
                for space in SPACES
            )
            for is_open in (False, True)
        )

    def _maglev(self, line: files.MaglevEntry) -> Maglev:
        first, second = (NUMBER_OF[end] for end in line.ends)
        label = line.label or f"{self.space_names[first]}–{self.space_names[second]}"
        touches = (first, second, *(NUMBER_OF[desert] for desert in line.through))
        return Maglev(line.id, label, (first, second), touches)

    def _set_up(self, set_up: files.SetUp, levels: Sequence[files.LevelEntry]) -> None:
        """2 Force pools, 8.1 the confidence track, 11 what lies where at the start."""
        self.set_up = set_up
        #: By kind of piece, on its basic side.
        self.pool = {KIND_OF[name]: getattr(set_up.pool, name) for name in files.ForcePool.__struct_fields__}
        self.confidence = tuple(
            Level(
                level.value,
                _FACTION_OF.get(level.controller, NOBODY),
                level.troops,
                level.supply,
                level.population,
            )
            for level in sorted(levels, key=lambda level: level.number)
        )

    def _print_cards(
        self,
        events: Sequence[files.EventEntry],
        assets: Sequence[files.Asset],
        campaigns: Sequence[files.Campaign],
    ) -> None:
        """The three decks; a card in a deck is its number less one."""
        self.events = tuple(_event(card) for card in sorted(events, key=lambda card: card.number))
        self.assets = tuple(sorted(assets, key=lambda card: card.number))
        self.campaigns = tuple(sorted(campaigns, key=lambda card: card.number))

    def _name_things(self) -> None:
        events, assets, campaigns = (
            [card.title for card in deck] for deck in (self.events, self.assets, self.campaigns)
        )
        self.kinds: Kinds = {
            "space": Names(SPACE_IDS, self.space_names),
            "maglev": Names([line.id for line in self.maglevs], [line.label for line in self.maglevs]),
            "event": Names(
                [f"event_{n}" for n in range(1, len(events) + 1)],
                [f"{title} ({n})" for n, title in enumerate(events, 1)],
            ),
            "asset": Names(
                [f"cr{n}" for n in range(1, len(assets) + 1)],
                [f"{title} (CR{n})" for n, title in enumerate(assets, 1)],
            ),
            "campaign": Names(
                [f"rd{n}" for n in range(1, len(campaigns) + 1)],
                [f"{title} (RD{n})" for n, title in enumerate(campaigns, 1)],
            ),
        }

    def label(self, kind: str, number: int) -> str:
        """The name of a thing: `label("space", 3)`."""
        return self.kinds[kind].label(number)


def _event(card: files.EventEntry) -> Event:
    options = [option for option in (card.unshaded, card.shaded) if option is not None]
    symbols = "".join(option.earthgov or "." for option in options) if len(options) == 2 else ""
    unshaded, shaded = ("" if it is None else it.text for it in (card.unshaded, card.shaded))
    order = tuple(_FACTION_OF[name] for name in card.order)
    return Event(card.title, card.flashpoint, order, symbols, (unshaded, shaded))


class _Boxes(dict[str, Box]):
    """Boxes by the name of their pack, made when they are first looked up: rules do that all the time."""

    def __missing__(self, name: str) -> Box:
        box = self[name] = Box(name, find_pack(name, KEY, PACK_FILES, PACK_FOLDER, check_pack))
        return box


BOXES = _Boxes()


def box_of(name: str) -> Box:
    """The box of a pack."""
    return BOXES[name]
