"""The table as text for a terminal of 100 columns: Factions, tracks, the map by Sector, and the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.markup import escape
from rich.text import Text

from sandtable.engine import Seat

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

WIDTH = 100
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
#: Widths in the two columns of the map: a name, what stands before the pieces, and the whole.
NAME, BEFORE, COLUMN = 15, 31, 49
INDENT = 10
NOTHING = "[dim]–[/]"
SYMBOL = {"+": "[green]EG+[/] ", "-": "[red]EG−[/] ", ".": ""}
ROUND = {Phase.SET_UP: "Set-up", Phase.FLASHPOINT: "Flashpoint Round"}
#: Phases in which somebody acts.
IN_ACTION = (Phase.ACTION, Phase.OPERATION, Phase.EVENT, Phase.ASSET)
MONEY = {MARS_GOV: "Resources", CORPORATIONS: "Profits", RED_DUST: "Resources", RECLAIMERS: "Assets"}
LEGEND = (
    "[dim]small Hidden    T Troop F Fortified  S Security o O SpecOps  E EarthGov  r R Red Dust  c C Reclaimer[/]",
    "[dim]full upgraded   ■ MarsGov   ◇ ◆ Corporate   ☆ ★ Red Dust   ○ ● Reclaimer Base   ¤ Satellite[/]",
    "[dim]bold Labyrinth  ~ Storm near  ≈ Raging  2 Population  ! Damage  + housed  ▲ Support  ▼ Opposition[/]",
)


def text_board(view: View, seats: Sequence[Seat]) -> str:
    """The whole table as one seat sees it."""
    box = box_of(view.pack)
    parts = (
        _headline(view),
        _factions(view, seats),
        _earthgov(view, box),
        _map(view, box),
        LEGEND,
        _cards(view, box),
    )
    return "\n".join(line.rstrip() for part in parts for line in part)


# Words and widths


def _width(markup: str) -> int:
    return cell_len(Text.from_markup(markup).plain)


def _fill(markup: str, width: int) -> str:
    return markup + " " * (width - _width(markup))


def _in_colour(who: int, text: str) -> str:
    return f"[{COLOUR[who]}]{text}[/]" if text else ""


def _name(who: int) -> str:
    return _in_colour(who, FACTION.label(who))


def _flow(first: str, chunks: Iterable[str], indent: int = INDENT, width: int = WIDTH) -> Iterator[str]:
    """Put chunks after a heading, as many to a line as fit; further lines are indented."""
    line, is_empty = _fill(first, indent), True
    for chunk in chunks:
        if not is_empty and _width(line) + _width(chunk.rstrip()) > width:
            yield line
            line = " " * indent
        line += chunk
        is_empty = False
    yield line


def _text(first: str, text: str) -> Iterator[str]:
    """A text after its heading, broken between words."""
    yield from _flow(first, (f"{escape(word)} " for word in text.split()))


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


def _headline(view: View) -> Iterator[str]:
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
    yield from _flow(f"[bold]{what}[/]  ", chunks)


def _factions(view: View, seats: Sequence[Seat]) -> Iterator[str]:
    """Faction by Faction: victory, money, what it does in this Event Round, what is Available."""
    yield f"[dim]{'':17}Total  Needs  Margin  {'Has':<25}{'This Event':<22}Available[/]"
    for who, seat in enumerate(seats):
        margin = f"{view.margins[who]:>+5}"
        yield (
            f"{_fill(_in_colour(who, f'{SHAPE[who]} {escape(seat.label)}'), 17)}"
            f"{view.totals[who]:>5}{f'>{view.thresholds[who]}':>7}"
            f"   {f'[bold green]{margin}[/]' if view.margins[who] > 0 else margin}  "
            f"{_fill(_purse(view, who), 25)}{_fill(_standing(view, who), 22)}"
            f"{_in_colour(who, _of_faction(view, AVAILABLE, who)) or NOTHING}"
        )


def _purse(view: View, who: int) -> str:
    """10 What a Faction has, and what its Operation is going to cost."""
    n = len(view.hand) if who == RECLAIMERS else view.resources[who]
    owed = view.cost - view.given if _is_acting(view, who) else 0
    what = MONEY[who] if n != 1 else MONEY[who][:-1]
    return f"{n:>2} {what}" + (f", {owed} to pay" if owed > 0 else "")


def _standing(view: View, who: int) -> str:
    """12 A Faction's place in the order of the Current Event, and what it has done."""
    if not view.order:
        return ""
    place = f"{view.order.index(who) + 1}. "
    if _is_acting(view, who):
        return f"[bold]{place}acts now[/]"
    if who in view.barred:
        return place + "Ineligible, next too"
    if who in view.acted:
        return place + ("acted, stays Eligible" if who in view.staying else "has acted")
    if who in view.passed:
        return place + "has passed"
    return place + ("Eligible" if view.eligible[who] else "[dim]Ineligible[/]")


def _is_acting(view: View, who: int) -> bool:
    return view.phase in IN_ACTION and view.acting == who


def _earthgov(view: View, box: Box) -> Iterator[str]:
    """8 Confidence and what it is going to bring; the Aldrin Cycler; the boxes beside the map."""
    mood = "[green]EG+[/]" if view.is_eg_up else "[red]EG−[/]"
    boss = "nobody" if view.controller == NOBODY else _name(view.controller)
    stock = _in_colour(EARTH_GOV, _of_faction(view, AVAILABLE, EARTH_GOV)) or NOTHING
    yield from _flow(
        "[bold]EarthGov[/]",
        (
            f"Confidence {view.confidence} (box {view.level} of {HIGHEST_LEVEL}), {mood}   ",
            f"Controller {boss}   ",
            f"Orbit {_box(view, ORBIT)}   ",
            f"Available {stock}   ",
        ),
    )
    earth = ((view.supply_on_earth, "Supply"), (view.population_on_earth, "Population"))
    transit = ((view.supply_in_transit, "Supply"), (view.population_in_transit, "Population"))
    yield from _flow(
        "[bold]Cycler[/]",
        (
            f"Earth {_box(view, EARTH, earth)} ",
            f"→ Transit {_box(view, TRANSIT, transit)} ",
            f"→ Phobos {_box(view, PHOBOS)}",
        ),
    )
    chunks = [f"Displaced Population {view.displaced}   ", f"Casualties {_box(view, CASUALTIES)}   "]
    if _groups(view, OUT_OF_GAME):
        chunks.append(f"Out of the game {_box(view, OUT_OF_GAME)}   ")
    chunks.append(f"[dim]Flashpoint: Earth gets {_outlook(view, box)}[/]   ")
    if view.has_rodgers_line:
        chunks.append("[dim]The Rodgers Line is open.[/]")
    yield from _flow("[bold]Boxes[/]", chunks)


def _outlook(view: View, box: Box) -> str:
    """13.3 What the next Flashpoint Round adds to Earth as things stand."""
    level = box.confidence[min(HIGHEST_LEVEL, max(0, view.level + (1 if view.is_eg_up else -1)))]
    added = ((level.supply, "Supply"), (level.population, "Population"))
    troops = [f"{level.troops}{SIGN[EG_TROOP]}"] if level.troops else []
    return " ".join((*troops, *_markers(added))) or "nothing"


# The map


def _map(view: View, box: Box) -> Iterator[str]:
    """The first Sector on the left, the others on the right, the Wilderness below."""
    left, *others = (
        [_heading(title), *(line for space in spaces for line in _space(view, box, space, COLUMN))]
        for title, spaces in box.sectors
    )
    right = [line for sector in others for line in sector]
    for beside, line in zip_longest(left, right, fillvalue=""):
        yield f"{_fill(beside, COLUMN)}  {line}"
    yield from _space(view, box, WILDERNESS, WIDTH)


def _heading(title: str) -> str:
    return f"[bold underline]{escape(f'{title:<{COLUMN}}')}[/]"


def _space(view: View, box: Box, space: int, width: int) -> Iterator[str]:
    """A space: name, Storm, Population, alignment, Control, pieces; pieces that do not fit go on below."""
    side = view.control[space]
    name = escape(f"{_short(box.space_names[space]):<{NAME}}")
    before = (
        f"{f'[bold]{name}[/]' if box.is_labyrinth[space] else name} {STORM.get(view.storm[space], ' ')} "
        f"{_people(view, space):<4} {_fill(ALIGNED[view.alignment[space]], 2)} "
        f"{_in_colour(side, SHORT.get(side, ''))}"
    )
    yield from _flow(before, (f"{group} " for group in _groups(view, space)), BEFORE, width)


def _short(name: str) -> str:
    """A name that is too long for its column ends in a full stop."""
    return name if len(name) <= NAME else f"{name[: NAME - 1]}."


def _people(view: View, space: int) -> str:
    """5 Population, with a mark for each Damage and for each marker that was housed."""
    return f"{view.population[space]}{'!' * view.damage[space]}{'+' * view.housed[space]}"


# The cards


def _cards(view: View, box: Box) -> Iterator[str]:
    """The cards in play, and those in hand as far as this seat knows them."""
    if view.current is not None:
        yield from _title("Current", box.label("event", view.current), view.order)
        yield from _options(box.events[view.current])
    if view.next is not None:
        following = box.events[view.next]
        flashpoint = f"[dim]Flashpoint {following.flashpoint}[/]"
        yield from _title("Next", box.label("event", view.next), following.order, flashpoint)
    for card in view.campaigns:
        yield from _card(RED_DUST, "Campaign", box.label("campaign", card), box.campaigns[card].text)
    for drawn in view.drawn:
        if drawn is not None:
            yield from _card(RED_DUST, "Drawn", box.label("campaign", drawn), box.campaigns[drawn].text)
    for card in view.capabilities:
        yield from _card(RECLAIMERS, "In force", box.label("asset", card), box.assets[card].text)
    for held in view.hand:
        if held is not None:
            text = asset_text(box, held).removesuffix(WHEN_PLAYED)
            yield from _card(RECLAIMERS, "Hand", box.label("asset", held), text)


def _title(where: str, title: str, order: Sequence[int], *more: str) -> Iterator[str]:
    factions = ", ".join(_name(who) for who in order)
    chunks = (f"[bold]{escape(title)}[/]  ", f"{factions}  ", *more)
    yield from _flow(f"[bold]{where}[/]", chunks)


def _options(event: Event) -> Iterator[str]:
    """18 What the options of the Current Event do, the EG symbol first."""
    words = ("unshaded", "shaded") if event.symbols else ("",)
    for n, (word, text) in enumerate(zip(words, event.texts, strict=False)):
        if text:
            symbol = SYMBOL[event.symbols[n]] if event.symbols else ""
            yield from _text(f"[dim]{word}[/]{' ' * (INDENT - len(word))}{symbol}", text)


def _card(who: int, where: str, title: str, text: str) -> Iterator[str]:
    yield from _text(f"{_in_colour(who, f'{where:<{INDENT}}')}[bold]{escape(title)}[/]  ", text)
