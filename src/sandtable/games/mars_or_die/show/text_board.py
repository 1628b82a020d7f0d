"""The table in characters: one stand is two columns wide and one row deep, a letter for its unit and an arrow for its facing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap

from rich.markup import escape

from sandtable.engine import Seat

from ..printed.box import STANDS, Box, arrow, box_of, inches
from ..rules.action_table import Action
from ..rules.firing import attack_dice
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

#: A cell of the picture, in thousandths of an inch.
WIDE, DEEP = 750, 1500
#: Lines of the lists are no longer than this.
ACROSS = 100
COLOURS = {"murk": "green", "roujeen": "red", "earthan": "blue"}
#: Two sides of one race are told apart by brightness.
SECOND = {"green": "bright_yellow", "red": "bright_magenta", "blue": "bright_cyan"}


def text_board(view: View, seats: Sequence[Seat]) -> str:
    """The table, the units with what they can shoot at, and the cards."""
    s = table_of(view)
    box = box_of(s)
    colours = side_colours(box)
    lines = [headline(s, box, seats), *drawn(s, box, colours)]
    for side, seat in enumerate(seats):
        lines.append(f"[bold {colours[side]}]{escape(seat.label)}[/]  {forces(s, box, side)}")
        lines += [line for u in shown(s, box, side) for line in unit_lines(s, box, u)]
        lines += hand_lines(view, box, side)
    if view.discards:
        titles = ", ".join(f"{box.cards[card].number} {box.cards[card].title}" for card in view.discards)
        lines += [escape(part) for part in wrap(f"Cards played: {titles}", ACROSS, subsequent_indent="  ")]
    return "\n".join(lines)


def side_colours(box: Box) -> list[str]:
    races = [box.units[box.sides[side][0]].kind.race for side in (0, 1)]
    first, other = (COLOURS[race] for race in races)
    return [first, SECOND[other] if other == first else other]


def headline(s: Battle, box: Box, seats: Sequence[Seat]) -> str:
    field = box.field
    if s.phase <= DEPLOYING:
        about = f"\n[bright_black]{escape(field.about)}[/]" if field.about else ""
        turns = "1 turn" if field.turns == 1 else f"{field.turns} turns"
        return f"[bold]{escape(field.title)}[/]  set-up, {turns} to play{about}"
    winner = (
        "" if s.winner == NOBODY or s.phase < LOCKED else f", initiative: {escape(seats[s.winner].label)}"
    )
    dust = ", dust: no shots beyond 8 inches" if s.dust else ""
    return f"[bold]{escape(field.title)}[/]  turn {s.turn} of {field.turns}{winner}{dust}"


# The table


def drawn(s: Battle, box: Box, colours: list[str]) -> list[str]:
    """The table with a ruler along its edges; north is up."""
    columns, rows = -(-box.width // WIDE), -(-box.height // DEEP)
    cells = [[ground_at(box, column, row) for column in range(columns)] for row in range(rows)]
    for side in (0, 1):
        for u in s.live[side]:
            pose = s.poses[u]
            sign = "□" if s.guarding[u] or pose.shape == SQUARE else arrow(pose.facing)
            for stand in stands(pose):
                draw(cells, stand.centre, box.units[u].letter, sign, colours[side])
    ruler = "".join(f"{inch:<16}" for inch in range(0, box.width // 1000, 12))[:columns]
    lines = [f"   {ruler}"]
    for row in reversed(range(rows)):
        inch = row * DEEP // 1000
        mark = f"{inch:>2} " if row % 4 == 0 else "   "
        lines.append(mark + "".join(cells[row]))
    known = {ground.kind.glyph: ground.kind.label for ground in box.grounds}
    if known:
        legend = "   ".join(f"{glyph} {label}" for glyph, label in known.items())
        lines.append(f"   [bright_black]{escape(legend)}[/]")
    return lines


def ground_at(box: Box, column: int, row: int) -> str:
    x, y = column * WIDE + WIDE // 2, row * DEEP + DEEP // 2
    glyph = "·" if column % 8 == 0 and row % 4 == 0 else " "
    for ground in box.grounds:
        west, south, east, north = ground.area
        # A canal is narrower than a row: it is drawn in every row it touches.
        reach = DEEP // 2 - 1 if ground.kind.impassable or ground.kind.crossing else 0
        if west <= x <= east and south - reach <= y <= north + reach:
            glyph = ground.kind.glyph
    return f"[bright_black]{glyph}[/]" if glyph != " " else " "


def draw(cells: list[list[str]], centre: Point, letter: str, sign: str, colour: str) -> None:
    """A stand: its letter and where it faces, as near to its place as the cells allow."""
    column, row = (centre[0] - WIDE) // WIDE, centre[1] // DEEP
    if 0 <= row < len(cells):
        for at, mark in ((column, letter), (column + 1, sign)):
            if 0 <= at < len(cells[row]):
                cells[row][at] = f"[bold {colour}]{mark}[/]"


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


def unit_lines(s: Battle, box: Box, u: int) -> list[str]:
    """A unit: letter, name, stands, how it stands, and whom it could shoot at or charge; several lines if one is too long."""
    unit, pose = box.units[u], s.poses[u]
    fate = {
        WAITING: "not yet set up",
        DESTROYED: "destroyed",
        LEFT: "has left",
        DRIVEN_OFF: "driven off",
    }.get(s.fates[u])
    name = f"  {unit.letter} {unit.kind.label:<16}"
    if fate is not None:
        return [f"[bright_black]{escape(name)} {fate}[/]"]
    if unit.kind.is_flyer:
        return [escape(f"{name} {'in the air' if pose.x >= 0 else 'waits'}")]
    hits = f"{pose.mask.bit_count()}" + (f"+{s.labels[u]}" if s.labels[u] else "")
    place = f"({inches(pose.x // 100 * 100)}, {inches(pose.y // 100 * 100)}) {pose.facing}°"
    line = f"{name} {hits:<4} {place:<19} {', '.join(conditions(s, box, u))}"
    could = "; ".join(filter(None, (in_range(s, box, u), in_reach(s, box, u))))
    if not could:
        return [escape(line)]
    if len(line) + len(could) + 2 <= ACROSS:
        return [escape(f"{line}  {could}")]
    return [escape(line), *(escape(f"{'':<24}{part}") for part in wrap(could, ACROSS - 24))]


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


def in_range(s: Battle, box: Box, u: int) -> str:
    """The enemies a unit could shoot at now: how far, and the best chance of one of its stands to hit."""
    if s.fates[u] != IN_PLAY or is_locked(s, u) or not on_table(s, u) or not can_fire(s, u):
        return ""
    enemies = enemies_in_range(s, u)
    dice = attack_dice(s, Action(u, box.units[u].side), box.units[u].kind.attack, 1)
    best: dict[int, Fraction] = {}
    for stand in firing_stands(s, u):
        for target in targets(s, u, stand, enemies):
            hit = shot_odds(s, dice, target)["hit"]
            best[target // STANDS] = max(hit, best.get(target // STANDS, hit))
    near = [
        f'{box.units[v].letter} {inches(gap(s, u, v) // 100 * 100)}" {float(best[v]):.0%}'
        for v in sorted(best)
    ]
    return "fires at " + ", ".join(near)


def in_reach(s: Battle, box: Box, u: int) -> str:
    """The enemies a unit could charge now, with the chances of a stand to hit and to be hit."""
    kind = box.units[u].kind
    if not kind.charge or s.disordered[u] or s.guarding[u] or is_locked(s, u) or s.poses[u].shape == SQUARE:
        return ""
    found = []
    for v in sorted(charges(s, u, allowance(s, u, charge=True))):
        won, lost = pair_chances(s, u, v, stands(s.poses[v])[0].slot)
        found.append(f"{box.units[v].letter} {float(won):.0%} to {float(lost):.0%}")
    return "charges " + ", ".join(found) if found else ""


def hand_lines(view: View, box: Box, side: int) -> list[str]:
    """The hand, with what the cards do as far as one may see them."""
    hand = view.hands[side]
    if not hand:
        return []
    known = [box.cards[card] for card in hand if card is not None]
    hidden = len(hand) - len(known)
    lines = [escape(f"    {card.number} {card.title}: {card.text}") for card in known]
    return [f"  cards: {len(hand)}" + (" (hidden)" if hidden else ""), *lines]
