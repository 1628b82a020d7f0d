"""The table in characters: a letter for the unit of each stand, and an arrow for its facing.

Where there is room, one stand is two columns wide and one row deep; a narrow terminal gets fewer columns and as many rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.markup import escape

from sandtable.engine import Seat
from sandtable.engine.drawing.text import fill, flow, shorten, wrap

from ..printed.box import STANDS, Box, arrow, box_of, inches
from ..rules.action_table import Action
from ..rules.combat import attack_dice
from ..rules.geometry.formation import COLUMN, SQUARE, stands
from ..rules.geometry.polygon import Point
from ..rules.melee import pair_chances
from ..rules.reach import allowance, charges
from ..rules.sight import can_fire, enemies_in_range, firing_stands, targets
from ..state import (
    DEPLOYING,
    DESTROYED,
    DRIVEN_OFF,
    IN_PLAY,
    LEFT,
    LOCKED,
    NOBODY,
    WAITING,
    Battle,
    gap,
    general_with,
    is_locked,
    on_table,
    strength,
)
from .odds import shot_odds
from .view import View, table_of

#: The smallest cell of the picture, in thousandths of an inch; and room for the ruler on the left.
WIDE, DEEP = 750, 1500
RULER = 3
#: Room for the name of a unit in the lists.
NAME = 17
COLOURS = {"murk": "green", "roujeen": "red", "earthan": "blue"}
#: Two sides of one race are told apart by brightness.
SECOND = {"green": "bright_yellow", "red": "bright_magenta", "blue": "bright_cyan"}


def text_board(view: View, seats: Sequence[Seat], width: int) -> str:
    """The table, the units with what they can shoot at, and the cards."""
    s = table_of(view)
    box = box_of(s)
    colours = side_colours(box)
    lines = [*headline(s, box, seats, width), *drawn(s, box, colours, width)]
    for side, seat in enumerate(seats):
        lines.append(f"[bold {colours[side]}]{escape(seat.label)}[/]  {forces(s, box, side)}")
        lines += [line for u in shown(s, box, side) for line in unit_lines(s, box, u, width)]
        lines += hand_lines(view, box, side, width)
    if view.discards:
        titles = ", ".join(f"{box.cards[card].number} {box.cards[card].title}" for card in view.discards)
        lines += wrap(f"Cards played: {titles}", width, indent=2)
    return "\n".join(line.rstrip() for line in lines)


def side_colours(box: Box) -> list[str]:
    races = [box.units[box.sides[side][0]].kind.race for side in (0, 1)]
    first, other = (COLOURS[race] for race in races)
    return [first, SECOND[other] if other == first else other]


def headline(s: Battle, box: Box, seats: Sequence[Seat], width: int) -> list[str]:
    field = box.field
    title = f"[bold]{escape(field.title)}[/]  "
    if s.phase <= DEPLOYING:
        turns = "1 turn" if field.turns == 1 else f"{field.turns} turns"
        about = wrap(field.about, width, style="bright_black") if field.about else []
        return [*flow(title, (f"set-up, {turns} to play",), width), *about]
    chunks = [f"turn {s.turn} of {field.turns}, "]
    if s.winner != NOBODY and s.phase >= LOCKED:
        chunks.append(f"initiative: {escape(seats[s.winner].label)}, ")
    if s.dust:
        chunks.append("dust: no shots beyond 8 inches")
    chunks[-1] = chunks[-1].removesuffix(", ")
    return flow(title, chunks, width, 2)


# The table


def drawn(s: Battle, box: Box, colours: list[str], width: int) -> list[str]:
    """The table with a ruler along its edges; north is up."""
    wide = max(WIDE, -(-box.width // max(1, width - RULER)))
    columns, rows = -(-box.width // wide), -(-box.height // DEEP)
    cells = [[ground_at(box, column, row, wide) for column in range(columns)] for row in range(rows)]
    for side in (0, 1):
        for u in s.live[side]:
            pose = s.poses[u]
            sign = "□" if s.guarding[u] or pose.shape == SQUARE else arrow(pose.facing)
            centres = [stand.centre for stand in stands(pose)]
            for offset, mark in (
                (1, sign),
                (0, box.units[u].letter),
            ):  # no arrow hides the letter of a neighbour
                for centre in centres:
                    draw(cells, centre, wide, offset, f"[bold {colours[side]}]{mark}[/]")
    lines = [" " * RULER + ruler(box, wide, columns)]
    for row in reversed(range(rows)):
        inch = row * DEEP // 1000
        mark = f"{inch:>2} " if row % 4 == 0 else "   "
        lines.append(mark + "".join(cells[row]))
    known = {ground.kind.glyph: ground.kind.label for ground in box.grounds}
    if known:
        legend = (f"{escape(glyph)} {escape(label)}   " for glyph, label in known.items())
        lines += [f"[bright_black]{line}[/]" for line in flow("   ", legend, width, 3)]
    return lines


def ruler(box: Box, wide: int, columns: int) -> str:
    """The inches above the columns, every foot."""
    line = ""
    for inch in range(0, box.width // 1000, 12):
        line = f"{line:<{inch * 1000 // wide}}{inch}"
    return line[:columns]


def ground_at(box: Box, column: int, row: int, wide: int) -> str:
    x, y = column * wide + wide // 2, row * DEEP + DEEP // 2
    glyph = "·" if column * wide // 6000 != (column - 1) * wide // 6000 and row % 4 == 0 else " "
    for ground in box.grounds:
        west, south, east, north = ground.area
        # A canal is narrower than a row: it is drawn in every row it touches.
        reach = DEEP // 2 - 1 if ground.kind.impassable or ground.kind.crossing else 0
        if west <= x <= east and south - reach <= y <= north + reach:
            glyph = ground.kind.glyph
    return f"[bright_black]{glyph}[/]" if glyph != " " else " "


def draw(cells: list[list[str]], centre: Point, wide: int, offset: int, mark: str) -> None:
    """A mark of a stand, as near to its place as the cells allow."""
    column, row = (centre[0] - wide) // wide + offset, centre[1] // DEEP
    if 0 <= row < len(cells) and 0 <= column < len(cells[row]):
        cells[row][column] = mark


# The lists


def shown(s: Battle, box: Box, side: int) -> list[int]:
    """Units and guards that there are or were."""
    units = box.sides[side]
    return sorted(
        [*units, *(u + box.count for u in units if s.fates[u + box.count] != WAITING)],
        key=lambda u: (u % box.count, u),
    )


def forces(s: Battle, box: Box, side: int) -> str:
    whole = box.strength[side]
    return f"strength {whole}" if s.phase <= DEPLOYING else f"strength {strength(s, side)} of {whole}"


def unit_lines(s: Battle, box: Box, u: int, width: int) -> list[str]:
    """A unit: letter, name, stands, how it stands, and whom it could shoot at or charge; several lines if one is too long."""
    unit, pose = box.units[u], s.poses[u]
    fate = {
        WAITING: "not yet set up",
        DESTROYED: "destroyed",
        LEFT: "has left",
        DRIVEN_OFF: "driven off",
    }.get(s.fates[u])
    name = f"  {unit.letter} {fill(escape(shorten(unit.title, NAME)), NAME)}"
    if fate is not None:
        return [f"[bright_black]{name} {fate}[/]"]
    if unit.kind.is_flyer:
        return [f"{name} {'in the air' if pose.x >= 0 else 'waits'}"]
    hits = f"{pose.mask.bit_count()}" + (f"+{s.labels[u]}" if s.labels[u] else "")
    place = f"({inches(pose.x // 100 * 100)}, {inches(pose.y // 100 * 100)}) {pose.facing}°"
    head = f"{name} {hits:<4} {place:<19} "
    words = [f"{', '.join(found)}  "] if (found := conditions(s, box, u)) else []
    could = [f"{escape(chunk)} " for chunk in (*in_range(s, box, u), *in_reach(s, box, u))]
    could[-1:] = [chunk.replace(";", "") for chunk in could[-1:]]
    whole = flow(head, [*words, *could], width, NAME + 8)
    return (
        whole
        if len(whole) == 1 or not could
        else [*flow(head, words, width, NAME + 8), *flow("", could, width, NAME + 8)]
    )


def conditions(s: Battle, box: Box, u: int) -> list[str]:
    pose, kind = s.poses[u], box.units[u].kind
    found = []
    if kind.stands > 1:
        shape = "square" if pose.shape == SQUARE else "column" if pose.shape == COLUMN else "line"
        found.append("disorder" if s.disordered[u] else shape)
    if kind.is_artillery:
        found.append("limbered" if s.limbered[u] else "unlimbered")
    marks = {
        "general": general_with(s, u) is not None,
        "guard": s.guarding[u],
        "dug in": s.dug_in[u] > 0,
        "locked": is_locked(s, u),
        "must scatter": s.fears[u] != NOBODY,
        "acted": s.acted[u],
    }
    return found + [mark for mark, holds in marks.items() if holds]


def in_range(s: Battle, box: Box, u: int) -> list[str]:
    """The enemies a unit could shoot at now: how far, and the best chance of one of its stands to hit."""
    if s.fates[u] != IN_PLAY or is_locked(s, u) or not on_table(s, u) or not can_fire(s, u):
        return []
    enemies = enemies_in_range(s, u)
    dice = attack_dice(s, Action(u, box.units[u].side), box.units[u].kind.attack, 1)
    best: dict[int, Fraction] = {}
    for stand in firing_stands(s, u):
        for target in targets(s, u, stand, enemies):
            hit = shot_odds(s, dice, target)["hit"]
            best[target // STANDS] = max(hit, best.get(target // STANDS, hit))
    near = [
        f"{box.units[v].letter} {inches(gap(s, u, v) // 100 * 100)}″ {float(best[v]):.0%}"
        for v in sorted(best)
    ]
    return listed("fires at", near)


def in_reach(s: Battle, box: Box, u: int) -> list[str]:
    """The enemies a unit could charge now, with the chances of a stand to hit and to be hit."""
    kind = box.units[u].kind
    if not kind.charge or s.disordered[u] or s.guarding[u] or is_locked(s, u) or s.poses[u].shape == SQUARE:
        return []
    found = []
    for v in sorted(charges(s, u, allowance(s, u, charge=True))):
        won, lost = pair_chances(s, u, v, stands(s.poses[v])[0].slot)
        found.append(f"{box.units[v].letter} {float(won):.0%} to {float(lost):.0%}")
    return listed("charges", found)


def listed(what: str, found: list[str]) -> list[str]:
    """The parts of a list that can stand on different lines, the first with what it is a list of."""
    return [
        f"{'' if i else f'{what} '}{each}{',' if i < len(found) - 1 else ';'}" for i, each in enumerate(found)
    ]


def hand_lines(view: View, box: Box, side: int, width: int) -> list[str]:
    """The hand, with what the cards do as far as one may see them."""
    hand = view.hands[side]
    if not hand:
        return []
    known = [box.cards[card] for card in hand if card is not None]
    hidden = len(hand) - len(known)
    texts = (f"{card.number} {card.title}: {card.text}" for card in known)
    lines = [f"    {line}" for text in texts for line in wrap(text, width - 4, indent=3)]
    return [f"  cards: {len(hand)}" + (" (hidden)" if hidden else ""), *lines]
