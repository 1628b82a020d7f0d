"""The table as text for a terminal: the map, Milli-com, the sheets, the stack and your own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len
from rich.markup import escape as plain

from sandtable.engine import Seat
from sandtable.engine.drawing.text import beside, cells, fill, flow, shorten, wrap
from sandtable.engine.templates import render

from ..printed.box import CATEGORY, Box, box_of
from ..state import CHIP, DEAD_CHIP, EMPTY, FREE, KEEPS_ALL, KEEPS_BY_ORDER, NOBODY, NOWHERE
from .cards import item_lines
from .view import GiView, View

COLOURS = ("red", "blue", "green", "yellow", "white", "magenta")
SIDE_COLOUR = {"N": "red", "S": "blue", "F": "yellow", "Z": "green"}
TERRAIN = {"P": "..", "M": "^^", "J": "&&", "C": "##", "G": "%%", "S": "~~"}
TERRAIN_NAMES = {"P": "plains", "M": "mountain", "J": "jungle", "C": "city", "G": "glass", "S": "sea"}
SIDES = {"N": "Nort", "F": "front line", "S": "Souther", "Z": "neutral"}
DECKS = ("Encounter", "Supply", "Mission", "Rogue", "Clue")
#: How wide a sector can be drawn: with the least, in full, and at most; and how far every other row is shifted.
LEAST, FULL, MOST = 6, 8, 12
SHIFT = 3


def text_board(view: View, seats: Sequence[Seat], width: int) -> str:
    """The whole screen."""
    box = box_of(view.pack)
    lines = [
        *_headline(view, seats, box, width),
        *_maps(view, box, width),
        *_legend(width),
        "",
        *_sheets(view, seats, box, width),
        *_left_behind(view, box, width),
        *_stack(view, box, width),
        *_own(view, box, width),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _headline(view: View, seats: Sequence[Seat], box: Box, width: int) -> list[str]:
    traitor = "no face is whole yet"
    if view.traitor != NOWHERE:
        lives = "1 life" if view.traitor_lives == 1 else f"{view.traitor_lives} lives"
        traitor = f"the Traitor ({lives}) is at {plain(box.sector_labels[view.traitor])}"
    name = f"[bold {COLOURS[view.mover]}]{plain(seats[view.mover].label)}[/]"
    first = f"Round {min(view.round, view.most_rounds)} of {view.most_rounds}. "
    lines = flow(first, (f"{name}'s turn. ", f"{traitor[0].upper()}{traitor[1:]}."), width)
    return [*lines, *flow("", hope, width)] if (hope := _hope(view, seats, box)) else lines


def _hope(view: View, seats: Sequence[Seat], box: Box) -> tuple[str, ...]:
    """The goals a dead player can still play for; and a reminder for one who passes until his turn."""
    me = None if view.seat is None else view.gis[view.seat]
    if me is None or (me.lives > 0 and not view.passes):
        return ()
    if me.lives > 0:
        return (
            ("You pass until your turn.", "Until your turn you are asked only in End phases.")[
                view.passes - 1
            ],
        )
    if me.team >= 0:
        return ("Your GI is dead. ", f"If {plain(seats[me.team].label)} kills the Traitor, you come second.")
    if me.chip == NOWHERE:
        return ("Your GI is dead, ", "and nobody carries his chip.")
    place = plain(box.sector_labels[me.chip])
    return (
        f"Your GI is dead, and his chip lies at {place}. ",
        "If the GI who takes it kills the Traitor, you come second.",
    )


def _maps(view: View, box: Box, width: int) -> list[str]:
    """Nu-Earth with Milli-com beside it; where there is no room for both, Milli-com below it in a few lines."""
    panel = _milli_com(view, box)
    beside_it = (width - SHIFT - max(map(cells, panel)) - 2) // box.width
    if beside_it >= FULL:
        return beside(_nu_earth(view, box, min(MOST, beside_it)), panel)
    spaces = [f"{line.rstrip()}  " for line in panel[1 : panel.index("")]]
    decks = [f"{line}  " for line in panel[panel.index("") + 2 :]]
    return [
        *_nu_earth(view, box, min(FULL, max(LEAST, (width - SHIFT) // box.width))),
        *flow("[bold]Milli-com[/]", spaces, width, 11),
        *flow("[bold]Decks[/]", decks, width, 11),
    ]


def _pieces_at(view: View, sector: int, room: int = 16) -> str:
    """Who and what is in a sector, a letter each; what there is no room for is dots."""
    found = [f"[bold reverse {COLOURS[n]}]{n + 1}[/]" for n, gi in enumerate(view.gis) if gi.sector == sector]
    found += [f"[{COLOURS[n]}]+[/]" for n, gi in enumerate(view.gis) if gi.chip == sector]
    if view.traitor == sector:
        found.append("[bold reverse magenta]T[/]")
    found += ["!"] * min(2, sum(where == sector for _, where in view.board))
    return "".join(found if len(found) <= room else [*found[: room - 1], "…"])


def _nu_earth(view: View, box: Box, size: int) -> list[str]:
    """Two lines a row: name, rating and terrain; then places and pieces. Colours are sides."""
    lines = []
    for row in range(box.earth // box.width):
        indent = " " * SHIFT if row % 2 else ""
        sectors = range(row * box.width, (row + 1) * box.width)
        lines.append(indent + "".join(_hex_head(box, sector, size) for sector in sectors))
        lines.append(indent + "".join(_hex_foot(view, box, sector, size) for sector in sectors))
    return lines


def _legend(width: int) -> list[str]:
    sides = [f"[{SIDE_COLOUR[side]}]{name}[/]  " for side, name in SIDES.items()]
    terrain = [f"{TERRAIN[kind]} {name}  " for kind, name in TERRAIN_NAMES.items()]
    signs = "digit: rating,*: Drop Zone,!: card left behind,+: chip of the dead,T: the Traitor"
    return [*flow("", sides + terrain, width), *flow("", (f"{it}   " for it in signs.split(",")), width)]


def _hex_head(box: Box, sector: int, size: int) -> str:
    name = f"{chr(65 + sector // box.width)}{sector % box.width + 1}"
    star = "*" if sector in box.drop_zones else " "
    gap = " " if size >= FULL else ""
    text = f"{name}{star}{TERRAIN[box.terrain[sector]]}{gap}{box.rating[sector] or ' '}"
    return fill(f"[{SIDE_COLOUR[box.side[sector]]}]{text}[/]", size)


def _shortened(name: str, room: int) -> str:
    """A name cut to a width, between words: "Cinder J." and not "Cinder Junc". One whole word stays if it fits."""
    first, *rest = name.split() or [""]
    for text in (name, " ".join([first, *(f"{word[0]}." for word in rest)]), first):
        if len(text) <= room:
            return text
    return f"{name[: room - 1]}…" if room > 3 else ""


def _hex_foot(view: View, box: Box, sector: int, size: int) -> str:
    pieces = _pieces_at(view, sector, size - 1)
    shown = cells(pieces)
    label = "" if sector not in box.label else box.label[sector].removeprefix("Nu-")
    room = size - 1 - shown - (1 if shown else 0)
    text = _shortened(label, room)
    gap = " " if shown and text else ""
    return fill(f"{pieces}{gap}[dim]{plain(text)}[/]" if text else pieces, size)


def _milli_com(view: View, box: Box) -> list[str]:
    """The spaces of Milli-com, and who is there."""
    lines = ["[bold]Milli-com[/]"]
    for sector in range(box.earth, box.sectors):
        lines.append(f"{plain(box.label[sector])} {_pieces_at(view, sector)}")
    lines += ["", "[bold]Decks[/]"]
    lines += [f"{name} {left}" for name, left in zip(DECKS, view.decks, strict=True)]
    return lines


def _slot(held: int, letter: str) -> str:
    return "-" if held == EMPTY else letter if held == CHIP else f"{letter}+{held - DEAD_CHIP + 1}"


def _sheets(view: View, seats: Sequence[Seat], box: Box, width: int) -> list[str]:
    """One line a GI: lives, chips, rounds, hidden cards, where he is; a second one for what he carries."""
    tracks = " ".join(f"{_short(name):<7}" for name in box.weapon_labels[: box.types])
    head = f"   GI       lives  chips   {tracks} rogue clues "
    places = [_where(gi, box, seats) for gi in view.gis]
    # Whatever stands there now, so that the table keeps its shape from one look to the next.
    longest = max(map(cell_len, box.sector_labels)) + len(", prisoner")
    fits = cell_len(head) + longest <= width
    lines = [f"[bold]{plain(f'{head}where' if fits else head)}[/]"]
    if cells(lines[0]) > width:
        return _sheets_in_words(view, seats, box, width)
    for n, gi in enumerate(view.gis):
        chips = " ".join(_slot(held, letter) for held, letter in zip(gi.slots, "GHB", strict=True))
        rounds = " ".join(f"{count:<7}" for count in gi.ammunition)
        label = fill(plain(shorten(seats[n].label, 8)), 8)
        lines.append(
            f"{_figure(view, n)} {label} {'♥' * gi.lives:<5}  {chips:<7} {rounds}"
            f" {len(gi.hand):<5} {len(gi.clues) + len(gi.open_set):<5} {plain(places[n]) if fits else ''}"
        )
        lines += _second_line(view, box, n, "" if fits else places[n], width)
    return lines


def _sheets_in_words(view: View, seats: Sequence[Seat], box: Box, width: int) -> list[str]:
    """The same without a table, for a narrow terminal."""
    lines = []
    for n, gi in enumerate(view.gis):
        chips = " ".join(_slot(held, letter) for held, letter in zip(gi.slots, "GHB", strict=True))
        rounds = zip(box.weapon_labels, gi.ammunition, strict=False)
        chunks = [f"{'♥' * gi.lives or 'dead'}  ", f"chips {chips}  "]
        chunks += [f"{plain(name)} {count}  " for name, count in rounds]
        chunks += [f"Rogue cards {len(gi.hand)}  ", f"Clues {len(gi.clues) + len(gi.open_set)}"]
        lines += flow(f"{_figure(view, n)} [bold]{plain(seats[n].label)}[/] ", chunks, width, 5)
        lines += _second_line(view, box, n, _where(gi, box, seats), width)
    return lines


def _figure(view: View, n: int) -> str:
    return f"{'>' if n == view.mover else ' '}[bold reverse {COLOURS[n]}]{n + 1}[/]"


def _second_line(view: View, box: Box, n: int, place: str, width: int) -> list[str]:
    """Where a GI is, if the first line has no room for it, and what he carries."""
    parts = [*([place] if place else []), *_carried(view.gis[n], box, is_own=n == view.seat)]
    return [f"     {line}" for line in wrap("; ".join(parts), width - 5, style="dim")] if parts else []


def _short(name: str) -> str:
    """A name in seven letters: its first word, or what is left of it."""
    word = name.split()[0] if len(name) > 7 else name
    if len(word) > 7 and "-" in word:
        word = word[0] + word[word.index("-") :]
    return word if len(word) <= 7 else f"{word[:6]}."


def _where(gi: GiView, box: Box, seats: Sequence[Seat]) -> str:
    if gi.lives <= 0:
        team = f", with {seats[gi.team].label}" if gi.team != NOBODY else ""
        return f"dead{team}"
    where = box.sector_labels[gi.sector] if gi.sector != NOWHERE else "not dropped yet"
    return f"{where}, prisoner" if gi.prison != FREE else where


def _carried(gi: GiView, box: Box, *, is_own: bool) -> list[str]:
    """Items, Companions, an open set; of others also the hidden cards this seat has seen."""
    held = Counter(box.card_labels[card] for card in (*gi.items, *gi.companions))
    parts = [label if n == 1 else f"{label} ×{n}" for label, n in held.items()]
    faces = sorted({box.clue_kind(card) // len(box.parts) for card in gi.open_set})
    parts += [f"the whole face of {box.faces[face].label}" for face in faces]
    if not is_own:
        known = [box.card_labels[card] for card in (*gi.missions, *gi.clues, *gi.hand) if card is not None]
        parts += [f"known: {', '.join(known)}"] if known else []
    return parts


def _left_behind(view: View, box: Box, width: int) -> list[str]:
    """6 (a) The Hazards and Fortifications that wait for whoever comes."""
    if not view.board:
        return []
    cards = "; ".join(f"{box.card_labels[card]} at {box.sector_labels[where]}" for card, where in view.board)
    return ["", *wrap(f"Left behind: {cards}", width, indent=2, style="dim")]


def _stack(view: View, box: Box, width: int) -> list[str]:
    """4.3.3 The cards of the stack, a line each."""
    if not view.stack:
        return []
    names = ["face down" if card is None else describe(box, card) for card in reversed(view.stack)]
    return ["", "[bold]Stack, top first:[/]", *(line for name in names for line in _item(name, width))]


def _item(text: str, width: int) -> list[str]:
    """A line of a list, indented; what does not fit is indented further."""
    return [f"  {line}" for line in wrap(text, width - 2, indent=2)]


def describe(box: Box, card: int) -> str:
    """An Encounter card with its numbers."""
    foe = box.foes[card]
    if not foe.is_fought:
        return box.card_labels[card]
    facts = [name for name, bit in CATEGORY.items() if foe.categories & bit]
    facts += [f"Initiative {foe.initiative}", f"Firepower {foe.firepower}"]
    flags = {
        "GP-proof": foe.gp_proof,
        "double damage": foe.double_damage,
        "no surrender": foe.no_surrender,
    }
    facts += [name for name, has in flags.items() if has]
    return f"{box.card_labels[card]} ({', '.join(facts)})"


#: What a Rogue card does, in a few words; {n} is its number.
ROGUE_TEXT = {
    "march": "move up to {n:{n} sector|{n} sectors}",
    "fly": "fly up to {n:{n} sector|{n} sectors}",
    "stay": "he may not move",
    "lead": "you say where he moves",
    "shuttle": "from a Souther City to the Shuttle Bay",
    "traitor_flees": "to a place or Drop Zone on Nu-Earth",
    "traitor_recalled": "back to the Bridge",
    "escape": "out of prison, as with a 6",
    "clearance": "into the Security Zone",
    "miss_turn": "he misses his next turn",
    "reinforce": "{n:{n} more Encounter card|{n} more Encounter cards}",
    "no_evading": "he may not evade",
    "no_chips": "his bio-chips do not work",
    "discard_top": "the top card of the stack goes",
    "first_salvo": "{n:{n} more die|{n} more dice} in the first salvo",
    "foil": "the declared Mission fails",
    "delay": "the declared Mission must wait a turn",
    "extra_clue": "{n:{n} more Clue card|{n} more Clue cards} for a completed Mission",
    "traitor_dice": "{n:{n} more die|{n} more dice} for him in this fight",
    "dice_at_traitor": "{n:{n} more die|{n} more dice} against the Traitor",
}
TARGET_TEXT = {"self": "on yourself", "other": "on the GI whose turn it is", "traitor": "on the Traitor"}


def _own(view: View, box: Box, width: int) -> list[str]:
    """The cards of the seat that looks; Rogue cards with when, on whom and what."""
    if view.seat is None:
        return []
    me = view.gis[view.seat]
    lines = [""]
    for title, cards in (("Mission", me.missions), ("Clues", me.clues)):
        held = [f"{plain(box.card_labels[card])}, " for card in cards if card is not None] or ["none"]
        held[-1] = held[-1].removesuffix(", ")
        lines += flow(f"[bold]{title}:[/] ", held, width, 2)
    if me.items:
        lines.append("[bold]Special Items:[/]")
    for number in dict.fromkeys(box.item[card] for card in me.items):
        item = box.items[number]
        lines += _item(f"{item.label}: {' '.join(item_lines(item))}", width)
    lines.append("[bold]Rogue cards:[/]" if me.hand else "[bold]Rogue cards:[/] none")
    for card in me.hand:
        if card is not None:
            rogue = box.rogue(card)
            text = render(ROGUE_TEXT[rogue.effect], {"n": rogue.number}, {})
            lines += _item(f"{rogue.label}: {rogue.phase} phase, {TARGET_TEXT[rogue.target]}: {text}", width)
    if me.rogue_rule == KEEPS_ALL:
        lines += _item("When your turn ends you keep all of them.", width)
    elif me.rogue_rule == KEEPS_BY_ORDER:
        kinds = ", ".join(box.rogue_designs[kind].label for kind in view.rogue_order) or "none"
        lines += _item(f"When your turn ends you keep these kinds, and discard others: {kinds}.", width)
    return lines
