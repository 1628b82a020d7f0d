"""The table as text for a terminal: Factions, tracks, the map by Sector, and the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.markup import escape

from sandtable.engine import Seat
from sandtable.engine.drawing.text import beside, fill, flow, shorten

from ..printed.box import Box, Event, box_of
from ..printed.map import (
    AVAILABLE,
    CASUALTIES,
    COIN,
    CORPORATIONS,
    EARTH,
    EARTH_GOV,
    FLASHPOINT,
    HIGHEST_LEVEL,
    MARS_GOV,
    NOBODY,
    ORBIT,
    OUT_OF_GAME,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    TRANSIT,
    WILDERNESS,
)
from ..printed.pieces import (
    CORP_FORCES,
    CR_FORCES,
    EG_TROOP,
    FACTION,
    IS_BASE,
    KINDS,
    MG_FORCES,
    RD_FORCES,
    SATELLITE,
)
from ..rules.dust_storm import LAST_ROUND
from ..state import APPROACHING, RAGING, Phase
from .cards import WHEN_PLAYED, asset_text
from .view import View

#: From this many columns on, the Sectors stand side by side; and from this many, the Factions have a wide table.
SIDE_BY_SIDE, WIDE_TABLE = 78, 96
#: A Faction's colour, and the shape of its Bases, so that nobody needs the colour.
COLOUR = {
    MARS_GOV: "#5c93dd",
    CORPORATIONS: "#9a9a9a",
    RED_DUST: "#e0533d",
    RECLAIMERS: "#d99a1e",
    EARTH_GOV: "bold",
    COIN: "#5c93dd",
}
SHAPE = "■◆★●"
#: By kind. Units are letters, small while they are Hidden; Bases are shapes, filled once they are upgraded.
SIGN = "TF■SoO◇◆ErR☆★cC○●¤"
BY_FACTION = {
    MARS_GOV: MG_FORCES,
    CORPORATIONS: CORP_FORCES,
    EARTH_GOV: (EG_TROOP, SATELLITE),
    RED_DUST: RD_FORCES,
    RECLAIMERS: CR_FORCES,
}
SHORT = {COIN: "COIN", RED_DUST: "RD", RECLAIMERS: "CR"}
ALIGNED = {2: "[green]▲▲[/]", 1: "[green]▲[/]", 0: "[dim]·[/]", -1: "[red]▼[/]", -2: "[red]▼▼[/]"}
STORM = {APPROACHING: "[yellow]~[/]", RAGING: "[bold yellow]≈[/]"}
#: The narrowest and the widest column for the name of a space, what stands between it and the pieces, and room for those.
SHORTEST, LONGEST, MARKS, PIECES = 14, 18, 15, 12
#: In a column of this width, the marks stand apart.
ROOMY = 46
INDENT = 10
NOTHING = "[dim]–[/]"
SYMBOL = {"+": "[green]EG+[/] ", "-": "[red]EG−[/] ", ".": ""}
ROUND = {Phase.SET_UP: "Set-up", Phase.FLASHPOINT: "Flashpoint Round"}
#: Phases in which somebody acts.
IN_ACTION = (Phase.ACTION, Phase.OPERATION, Phase.EVENT, Phase.ASSET)
MONEY = {MARS_GOV: "Resources", CORPORATIONS: "Profits", RED_DUST: "Resources", RECLAIMERS: "Assets"}
LEGEND = {
    "small Hidden": "T Troop,F Fortified,S Security,o O SpecOps,E EarthGov,r R Red Dust,c C Reclaimer",
    "full upgraded": "■ MarsGov,◇ ◆ Corporate,☆ ★ Red Dust,○ ● Reclaimer Base,¤ Satellite",
    "bold Labyrinth": "~ Storm near,≈ Raging,2 Population,! Damage,+ housed,▲ Support,▼ Opposition",
}


def text_board(view: View, seats: Sequence[Seat], width: int) -> str:
    """The whole table as one seat sees it."""
    box = box_of(view.pack)
    parts = (
        _headline(view, width),
        _factions(view, seats, width),
        _nonplayers(view, width),
        _earthgov(view, box, width),
        _map(view, box, width),
        _legend(width),
        _cards(view, box, width),
    )
    return "\n".join(line.rstrip() for part in parts for line in part)


# Words and widths


def _in_colour(who: int, text: str) -> str:
    return f"[{COLOUR[who]}]{text}[/]" if text else ""


def _name(who: int) -> str:
    return _in_colour(who, FACTION.label(who))


def _text(first: str, text: str, width: int) -> Iterator[str]:
    """A text after its heading, broken between words."""
    yield from flow(first, (f"{escape(word)} " for word in text.split()), width, INDENT)


# Pieces


def _of_faction(view: View, place: int, who: int) -> str:
    """The pieces of a Faction in a place: units with their number, a Base or two as they are."""
    found = ""
    for kind in BY_FACTION[who]:
        n = view.pieces[place * KINDS + kind]
        if n:
            found += SIGN[kind] * n if IS_BASE[kind] and n <= 2 else f"{n}{SIGN[kind]}"
    return found


def _groups(view: View, place: int) -> list[str]:
    """The pieces in a place, Faction by Faction."""
    return [_in_colour(who, found) for who in BY_FACTION if (found := _of_faction(view, place, who))]


def _box(view: View, place: int, more: Iterable[tuple[int, str]] = ()) -> str:
    """A place beside the map in a few words: its pieces, and markers with their number."""
    return " ".join((*_groups(view, place), *_markers(more))) or NOTHING


def _markers(markers: Iterable[tuple[int, str]]) -> list[str]:
    return [f"{n} {what}" for n, what in markers if n]


# Above the map


def _headline(view: View, width: int) -> Iterator[str]:
    """Where the game stands."""
    number = f"{min(view.rounds + 1, LAST_ROUND)} of {LAST_ROUND}"
    is_dust_storm = view.phase is Phase.DUST_STORM
    what = f"Dust Storm Round {number}" if is_dust_storm else ROUND.get(view.phase, "Event Round")
    before = "" if is_dust_storm else f"before Dust Storm {number}  "
    chunks = [
        f"Flashpoint {view.flashpoint} of {FLASHPOINT}  ",
        f"[dim]{before}{view.events_left} Events left[/]  ",
    ]
    if view.is_haboob:
        chunks.append("[bold yellow]Haboob: no Recon, no March[/]")
    yield from flow(f"[bold]{what}[/]  ", chunks, width, INDENT)


def _nonplayers(view: View, width: int) -> Iterator[str]:
    """Factions that play themselves: their Totals, and the Curiosity card in play."""
    np = view.nonplayers
    if np is None:
        return
    totals = (("Supply", np.supply_total), ("Agitate", np.agitate_total), ("Asset", np.asset_total))
    chunks = [f"{_name(who)} " for who in np.seats]
    chunks += [f"{what} Total {n}  " for what, n in totals if n is not None]
    if np.card:
        chunks.append(f"card {np.card}  ")
    yield from flow("[bold]Non-players[/]  ", chunks, width, INDENT)


def _factions(view: View, seats: Sequence[Seat], width: int) -> Iterator[str]:
    """Faction by Faction: victory, money, what it does in this Event Round, what is Available."""
    if width < SIDE_BY_SIDE:
        yield from _factions_in_words(view, seats, width)
        return
    is_wide = width >= WIDE_TABLE
    money, doing = (25, 23) if is_wide else (14, 16)
    yield f"[dim]{'':16}Total  Needs  Margin  {'Has':<{money}}{'This Event':<{doing}}Available[/]"
    for who, seat in enumerate(seats):
        yield (
            f"{fill(_in_colour(who, f'{SHAPE[who]} {escape(shorten(seat.label, 13))}'), 16)}"
            f"{view.totals[who]:>5}{f'>{view.thresholds[who]}':>7}   {_margin(view, who)}  "
            f"{fill(_purse(view, who, is_wide=is_wide), money)}"
            f"{fill(_standing(view, who, is_wide=is_wide), doing)}"
            f"{_in_colour(who, _of_faction(view, AVAILABLE, who)) or NOTHING}"
        )


def _factions_in_words(view: View, seats: Sequence[Seat], width: int) -> Iterator[str]:
    """The same without a table, for a narrow terminal."""
    for who, seat in enumerate(seats):
        chunks = (
            f"{view.totals[who]} of >{view.thresholds[who]} ({_margin(view, who).strip()})  ",
            f"{_purse(view, who, is_wide=True).strip()}  ",
            f"{_standing(view, who, is_wide=True)}  ",
            f"Available {_in_colour(who, _of_faction(view, AVAILABLE, who)) or NOTHING}",
        )
        yield from flow(_in_colour(who, f"{SHAPE[who]} {escape(seat.label)}"), chunks, width, 16)


def _margin(view: View, who: int) -> str:
    margin = f"{view.margins[who]:>+5}"
    return f"[bold green]{margin}[/]" if view.margins[who] > 0 else margin


def _purse(view: View, who: int, *, is_wide: bool) -> str:
    """10 The money of a Faction, and the coming cost of its Operation. A non-player has Totals instead of money (8.2)."""
    if view.nonplayers is not None and who in view.nonplayers.seats and who != CORPORATIONS:
        return " –"
    n = len(view.hand) if who == RECLAIMERS else view.resources[who]
    owed = view.cost - view.given if _is_acting(view, who) else 0
    what = f" {MONEY[who] if n != 1 else MONEY[who][:-1]}" if is_wide or owed <= 0 else ""
    return f"{n:>2}{what}" + (f", {owed} to pay" if owed > 0 else "")


def _standing(view: View, who: int, *, is_wide: bool) -> str:
    """12 A Faction's place in the order of the Current Event, and what it has done."""
    if not view.order:
        return ""
    place = f"{view.order.index(who) + 1}. "
    if _is_acting(view, who):
        return f"[bold]{place}acts now[/]"
    if who in view.barred:
        return place + ("Ineligible, next too" if is_wide else "out, next too")
    if who in view.acted:
        stays = "acted, stays Eligible" if is_wide else "acted, stays"
        return place + (stays if who in view.staying else "has acted")
    if who in view.passed:
        return place + "has passed"
    return place + ("Eligible" if view.eligible[who] else "[dim]Ineligible[/]")


def _is_acting(view: View, who: int) -> bool:
    return view.phase in IN_ACTION and view.acting == who


def _earthgov(view: View, box: Box, width: int) -> Iterator[str]:
    """8 Confidence and what it is going to bring; the Aldrin Cycler; the boxes beside the map."""
    mood = "[green]EG+[/]" if view.is_eg_up else "[red]EG−[/]"
    boss = "nobody" if view.controller == NOBODY else _name(view.controller)
    stock = _in_colour(EARTH_GOV, _of_faction(view, AVAILABLE, EARTH_GOV)) or NOTHING
    yield from flow(
        "[bold]EarthGov[/]",
        (
            f"Confidence {view.confidence} (box {view.level} of {HIGHEST_LEVEL}), {mood}   ",
            f"Controller {boss}   ",
            f"Orbit {_box(view, ORBIT)}   ",
            f"Available {stock}   ",
        ),
        width,
        INDENT,
    )
    earth = ((view.supply_on_earth, "Supply"), (view.population_on_earth, "Population"))
    transit = ((view.supply_in_transit, "Supply"), (view.population_in_transit, "Population"))
    yield from flow(
        "[bold]Cycler[/]",
        (
            f"Earth {_box(view, EARTH, earth)} ",
            f"→ Transit {_box(view, TRANSIT, transit)} ",
            f"→ Phobos {_box(view, PHOBOS)}",
        ),
        width,
        INDENT,
    )
    chunks = [f"Displaced Population {view.displaced}   ", f"Casualties {_box(view, CASUALTIES)}   "]
    if _groups(view, OUT_OF_GAME):
        chunks.append(f"Out of the game {_box(view, OUT_OF_GAME)}   ")
    chunks.append(f"[dim]Flashpoint: Earth gets {_outlook(view, box)}[/]   ")
    if view.has_rodgers_line:
        chunks.append("[dim]The Rodgers Line is open.[/]")
    yield from flow("[bold]Boxes[/]", chunks, width, INDENT)


def _outlook(view: View, box: Box) -> str:
    """13.3 The Troops and markers that the next Flashpoint Round adds to Earth as things stand."""
    level = box.confidence[min(HIGHEST_LEVEL, max(0, view.level + (1 if view.is_eg_up else -1)))]
    added = ((level.supply, "Supply"), (level.population, "Population"))
    troops = [f"{level.troops}{SIGN[EG_TROOP]}"] if level.troops else []
    return " ".join((*troops, *_markers(added))) or "nothing"


# The map


def _map(view: View, box: Box, width: int) -> Iterator[str]:
    """The first Sector on the left, the others on the right, the Wilderness below; one below the other where it is narrow."""
    column = (width - 2) // 2 if width >= SIDE_BY_SIDE else width
    left, *others = (
        [_heading(title, column), *(line for space in spaces for line in _space(view, box, space, column))]
        for title, spaces in box.sectors
    )
    right = [line for sector in others for line in sector]
    yield from beside(left, right) if column < width else [*left, *right]
    yield from _space(view, box, WILDERNESS, column, width)


def _heading(title: str, column: int) -> str:
    name = shorten(title, column)
    return f"[bold]{escape(name)}[/] [dim]{'─' * (column - cell_len(name) - 1)}[/]"


def _space(view: View, box: Box, space: int, column: int, width: int = 0) -> Iterator[str]:
    """A space: name, Storm, Population, alignment, Control, pieces; pieces that do not fit go on below."""
    side = view.control[space]
    gap = " " if column >= ROOMY else ""
    marks = MARKS + 2 * len(gap)
    room = min(LONGEST, max(SHORTEST, column - marks - PIECES))
    name = fill(escape(shorten(box.space_names[space], room)), room)
    before = (
        f"{f'[bold]{name}[/]' if box.is_labyrinth[space] else name} {STORM.get(view.storm[space], ' ')}{gap}"
        f"{_people(view, space):<4}{gap}{fill(ALIGNED[view.alignment[space]], 2)} "
        f"{_in_colour(side, SHORT.get(side, ''))}"
    )
    pieces = [f"{group} " for group in _groups(view, space)]
    yield from flow(before, pieces, width or column, room + marks - 1)


def _people(view: View, space: int) -> str:
    """5 Population, with a mark for each Damage and for each marker that was housed."""
    return f"{view.population[space]}{'!' * view.damage[space]}{'+' * view.housed[space]}"


def _legend(width: int) -> Iterator[str]:
    for first, signs in LEGEND.items():
        lines = flow(f"{first} ", (f"{sign}  " for sign in signs.split(",")), width, 15)
        yield from (f"[dim]{line}[/]" for line in lines)


# The cards


def _cards(view: View, box: Box, width: int) -> Iterator[str]:
    """The cards in play, and those in hand as far as this seat knows them."""
    if view.current is not None:
        yield from _title("Current", box.label("event", view.current), view.order, width)
        yield from _options(box.events[view.current], width)
    if view.next is not None:
        following = box.events[view.next]
        flashpoint = f"[dim]Flashpoint {following.flashpoint}[/]"
        yield from _title("Next", box.label("event", view.next), following.order, width, flashpoint)
    for card in view.campaigns:
        yield from _card(RED_DUST, "Campaign", box.label("campaign", card), box.campaigns[card].text, width)
    for drawn in view.drawn:
        if drawn is not None:
            yield from _card(
                RED_DUST, "Drawn", box.label("campaign", drawn), box.campaigns[drawn].text, width
            )
    for card in view.capabilities:
        yield from _card(RECLAIMERS, "In force", box.label("asset", card), box.assets[card].text, width)
    for held in view.hand:
        if held is not None:
            text = asset_text(box, held).removesuffix(WHEN_PLAYED)
            yield from _card(RECLAIMERS, "Hand", box.label("asset", held), text, width)


def _title(where: str, title: str, order: Sequence[int], width: int, *more: str) -> Iterator[str]:
    factions = ", ".join(_name(who) for who in order)
    chunks = (f"[bold]{escape(title)}[/]  ", f"{factions}  ", *more)
    yield from flow(f"[bold]{where}[/]", chunks, width, INDENT)


def _options(event: Event, width: int) -> Iterator[str]:
    """18 The effects of the options of the Current Event, the EG symbol first."""
    words = ("unshaded", "shaded") if event.symbols else ("",)
    for n, (word, text) in enumerate(zip(words, event.texts, strict=False)):
        if text:
            symbol = SYMBOL[event.symbols[n]] if event.symbols else ""
            yield from _text(f"[dim]{word}[/]{' ' * (INDENT - len(word))}{symbol}", text, width)


def _card(who: int, where: str, title: str, text: str, width: int) -> Iterator[str]:
    yield from _text(f"{_in_colour(who, f'{where:<{INDENT}}')}[bold]{escape(title)}[/]  ", text, width)
