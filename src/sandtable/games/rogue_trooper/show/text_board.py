"""The table as text for a terminal of 100 columns: the map, Milli-com, the sheets, the stack and your own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

from rich.markup import escape
from rich.text import Text

from sandtable.engine import Seat
from sandtable.engine.templates import render

from ..printed.box import CATEGORY, Box, box_of
from ..state import CHIP, DEAD_CHIP, EMPTY, FREE, NOBODY, NOWHERE
from .cards import item_lines
from .view import GiView, View

COLOURS = ("red", "blue", "green", "yellow", "white", "magenta")
SIDE_COLOUR = {"N": "red", "S": "blue", "F": "yellow", "Z": "green"}
TERRAIN = {"P": "..", "M": "^^", "J": "&&", "C": "##", "G": "%%", "S": "~~"}
WIDTH = 100
SIDES = {"N": "Nort", "F": "front line", "S": "Souther", "Z": "neutral"}


def text_board(view: View, seats: Sequence[Seat]) -> str:
    """The whole screen."""
    box = box_of(view.pack)
    lines = [
        _headline(view, seats, box),
        *_beside(_nu_earth(view, box), _milli_com(view, box)),
        *_legend(),
        "",
    ]
    lines += _sheets(view, seats, box)
    lines += _left_behind(view, box)
    lines += _stack(view, box)
    lines += _own(view, box)
    return "\n".join(lines)


def _headline(view: View, seats: Sequence[Seat], box: Box) -> str:
    traitor = "no face is whole yet"
    if view.traitor != NOWHERE:
        lives = "1 life" if view.traitor_lives == 1 else f"{view.traitor_lives} lives"
        traitor = f"the Traitor ({lives}) is at {escape(box.sector_labels[view.traitor])}"
    name = f"[bold {COLOURS[view.mover]}]{seats[view.mover].label}[/]"
    return f"Round {view.round} of {view.most_rounds}. {name}'s turn. {traitor[0].upper()}{traitor[1:]}."


def _pieces_at(view: View, sector: int) -> str:
    """Who and what is in a sector, with markup, at most six letters wide."""
    found = [f"[bold reverse {COLOURS[n]}]{n + 1}[/]" for n, gi in enumerate(view.gis) if gi.sector == sector]
    found += [f"[{COLOURS[n]}]+[/]" for n, gi in enumerate(view.gis) if gi.chip == sector]
    if view.traitor == sector:
        found.append("[bold reverse magenta]T[/]")
    found += ["!"] * min(2, sum(where == sector for _, where in view.board))
    return "".join(found)


def _wide(text: str, shown: int, width: int) -> str:
    return text + " " * max(0, width - shown)


def _shown(view: View, sector: int) -> int:
    """How many letters wide the pieces of a sector are."""
    gis = sum(gi.sector == sector for gi in view.gis) + sum(gi.chip == sector for gi in view.gis)
    return gis + (view.traitor == sector) + min(2, sum(where == sector for _, where in view.board))


def _nu_earth(view: View, box: Box) -> list[str]:
    """Two lines a row: name, rating and terrain; then places and pieces. Colours are sides."""
    lines = []
    for row in range(box.earth // box.width):
        indent = "   " if row % 2 else ""
        upper, lower = indent, indent
        for column in range(box.width):
            sector = row * box.width + column
            upper += _hex_head(box, sector)
            lower += _hex_foot(view, box, sector)
        lines += [upper, lower]
    return lines


def _legend() -> list[str]:
    key = "  ".join(f"[{SIDE_COLOUR[side]}]{name}[/]" for side, name in SIDES.items())
    return [
        f"{key}   .. plains  ^^ mountain  && jungle  ## city  %% glass  ~~ sea",
        "digit: rating   *: Drop Zone   !: card left behind   +: chip of the dead   T: the Traitor",
    ]


def _hex_head(box: Box, sector: int) -> str:
    name = f"{chr(65 + sector // box.width)}{sector % box.width + 1}"
    star = "*" if sector in box.drop_zones else " "
    text = f"{name}{star}{TERRAIN[box.terrain[sector]]} {box.rating[sector] or ' '} "
    return f"[{SIDE_COLOUR[box.side[sector]]}]{text}[/]"


def _hex_foot(view: View, box: Box, sector: int) -> str:
    pieces, shown = _pieces_at(view, sector), _shown(view, sector)
    label = "" if sector not in box.label else box.label[sector].removeprefix("Nu-")
    room = 7 - shown - (1 if shown else 0)
    gap = " " if shown and label and room > 0 else ""
    text = label[: max(0, room)]
    return _wide(f"{pieces}{gap}[dim]{escape(text)}[/]" if text else pieces, shown + len(gap) + len(text), 8)


def _milli_com(view: View, box: Box) -> list[str]:
    """The spaces of Milli-com, and who is there."""
    lines = ["[bold]Milli-com[/]"]
    for sector in range(box.earth, box.sectors):
        lines.append(f"{escape(box.label[sector])} {_pieces_at(view, sector)}")
    lines += ["", "[bold]Decks[/]"]
    lines += [
        f"{name} {left}"
        for name, left in zip(("Encounter", "Supply", "Mission", "Rogue", "Clue"), view.decks, strict=True)
    ]
    return lines


def _beside(left: list[str], right: list[str]) -> list[str]:
    """Two columns; the left one is a fixed number of letters wide."""
    out = []
    for n in range(max(len(left), len(right))):
        one = left[n] if n < len(left) else ""
        other = right[n] if n < len(right) else ""
        width = len(Text.from_markup(one).plain)
        out.append(f"{one}{' ' * max(1, 78 - width)}{other}" if other else one)
    return out


def _slot(held: int, letter: str) -> str:
    return "-" if held == EMPTY else letter if held == CHIP else f"{letter}+{held - DEAD_CHIP + 1}"


def _sheets(view: View, seats: Sequence[Seat], box: Box) -> list[str]:
    """One line a GI: lives, chips, rounds, hidden cards; a second one for what he carries."""
    tracks = " ".join(f"{_short(name):<7}" for name in box.weapon_labels[: box.types])
    lines = [f"[bold]   GI       lives  chips   {escape(tracks)} rogue clues where[/]"]
    for n, gi in enumerate(view.gis):
        chips = " ".join(_slot(held, letter) for held, letter in zip(gi.slots, "GHB", strict=True))
        rounds = " ".join(f"{count:<7}" for count in gi.ammunition)
        marker = ">" if n == view.mover else " "
        lines.append(
            f"{marker}[bold reverse {COLOURS[n]}]{n + 1}[/] {seats[n].label:<8} {'♥' * gi.lives:<5}  {chips:<7} {rounds}"
            f" {len(gi.hand):<5} {len(gi.clues) + len(gi.open_set):<5} {escape(_where(gi, box, seats))}"
        )
        carried = "; ".join(_carried(gi, box, is_own=n == view.seat))
        lines += [f"     [dim]{escape(line)}[/]" for line in wrap(carried, WIDTH - 5)]
    return lines


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


def _left_behind(view: View, box: Box) -> list[str]:
    """6 (a) The Hazards and Fortifications that wait for whoever comes."""
    if not view.board:
        return []
    cards = "; ".join(f"{box.card_labels[card]} at {box.sector_labels[where]}" for card, where in view.board)
    return ["", *(f"[dim]{escape(line)}[/]" for line in wrap(f"Left behind: {cards}", WIDTH))]


def _stack(view: View, box: Box) -> list[str]:
    """4.3.3 The cards of the stack, a line each."""
    if not view.stack:
        return []
    names = ["face down" if card is None else describe(box, card) for card in reversed(view.stack)]
    return ["", "[bold]Stack, top first:[/]", *(f"  {escape(name)}" for name in names)]


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
    "traitor_flees": "to a place or Drop Zone of your choice",
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


def _own(view: View, box: Box) -> list[str]:
    """The cards of the seat that looks; Rogue cards with when, on whom and what."""
    if view.seat is None:
        return []
    me = view.gis[view.seat]
    lines = [""]
    for title, cards in (("Mission", me.missions), ("Clues", me.clues)):
        held = ", ".join(box.card_labels[card] for card in cards if card is not None) or "none"
        lines.append(f"[bold]{title}:[/] {escape(held)}")
    if me.items:
        lines.append("[bold]Special Items:[/]")
    for number in dict.fromkeys(box.item[card] for card in me.items):
        item = box.items[number]
        lines.append(escape(f"  {item.label}: {' '.join(item_lines(item))}"))
    lines.append("[bold]Rogue cards:[/]" if me.hand else "[bold]Rogue cards:[/] none")
    for card in me.hand:
        if card is not None:
            rogue = box.rogue(card)
            text = render(ROGUE_TEXT[rogue.effect], {"n": rogue.number}, {})
            lines.append(f"  {escape(rogue.label)}: {rogue.phase} phase, {TARGET_TEXT[rogue.target]}: {text}")
    return lines
