"""The numbers that the value of a position is learned from, read off the state between two turns: a row for each side.

Ranges, arcs and charges are measured from middle to middle, as the House measures them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from pathlib import Path

from ..rules.combat import chance
from ..rules.geometry.trig import COS, SIN
from ..rules.melee import melee_dice
from ..rules.victory import at_objective, is_met, progress, score
from ..state import FIRST, HAND, INITIATIVE, NOBODY, THIRD, Battle
from .aims import Aim, plan_of
from .army import Muster, Troop, armies
from .tactics import TOUCH

#: The trees that were trained on them.
VALUE_FILE = Path(__file__).parent / "value.json"

#: What is counted for each side.
SIDE = (
    "strength",
    "to_break",
    "breaks_at",
    "shooters",
    "fighters",
    "cavalry",
    "champions",
    "guns",
    "wagons",
    "flyers",
    "worst_off",
    "fire",
    "melee",
    "fire_now",
    "fire_fresh",
    "charge_now",
    "charge_fresh",
    "covered",
    "locked",
    "melee_hits",
    "shaken",
    "in_column",
    "limbered",
    "fresh",
    "generals",
    "cards",
    "nearest",
    "from_enemy",
    "at_goal",
    "to_goal",
    "in_time",
    "aims_met",
    "missing",
    "time_to_spare",
    "wins_time",
    "loses_champion",
    "champion_near",
    "wagon_near",
)
#: Of which of these the difference to the other side is a number of its own.
COMPARED = (
    "strength",
    "to_break",
    "fire",
    "melee",
    "fire_now",
    "fire_fresh",
    "charge_now",
    "charge_fresh",
    "melee_hits",
    "at_goal",
    "to_goal",
    "in_time",
)
#: What there is besides: the time, who acts, and the hand.
COMMON = (
    "turns_left",
    "time_gone",
    "group",
    "acts_now",
    "has_initiative",
    "points",
    "if_over",
    "fire_cards",
    "charge_cards",
    "shield_cards",
    "counters",
)
FEATURES = (
    *SIDE,
    *(f"their_{name}" for name in SIDE),
    *(f"more_{name}" for name in COMPARED),
    *COMMON,
)
_COMPARED = tuple(SIDE.index(name) for name in COMPARED)

#: The words for the numbers that tell most, as a player says them.
WORDS = {
    "strength": "your strength",
    "their_strength": "their strength",
    "more_strength": "the balance of strength",
    "to_break": "what you can still lose",
    "their_to_break": "what they can still lose",
    "more_to_break": "who breaks first",
    "fire_now": "the fire you could bring now",
    "their_fire_now": "the fire they could bring now",
    "more_fire_now": "the balance of fire",
    "fire_fresh": "units that can still fire this turn",
    "charge_now": "the charges you threaten",
    "their_charge_now": "the charges they threaten",
    "more_charge_now": "who threatens to charge",
    "more_melee": "strength hand to hand",
    "melee_hits": "the melees that go on",
    "covered": "your stands in cover",
    "their_covered": "their stands in cover",
    "champions": "your champion",
    "their_champions": "their champion",
    "guns": "your guns",
    "their_guns": "their guns",
    "champion_near": "how near the enemy is to your champion",
    "wagon_near": "how near the enemy is to your wagons",
    "wagons": "your wagons",
    "their_wagons": "their wagons",
    "at_goal": "stands on the ground that counts",
    "more_at_goal": "who holds the ground that counts",
    "in_time": "stands that can reach the ground that counts in time",
    "time_to_spare": "the time your wagons have to spare",
    "turns_left": "the turns left",
    "points": "the points",
    "if_over": "who would win if it ended now",
    "cards": "your cards",
    "generals": "your generals",
}

#: What the cards in hand are good for.
USES = {
    **dict.fromkeys(
        ("arrow_storm", "rapid_fire", "marksmen", "volley", "shrapnel", "belt_change"), "fire_cards"
    ),
    **dict.fromkeys(
        ("war_frenzy", "blood_oath", "en_avant", "fix_bayonets", "ambush", "canal_lore"), "charge_cards"
    ),
    **dict.fromkeys(
        (
            *("thick_hide", "sun_in_eyes", "skirmish_order", "last_cartridges", "steady_ranks"),
            *("feigned_retreat", "sandbags", "field_dressing", "dust_devils"),
        ),
        "shield_cards",
    ),
    "counter": "counters",
}
_USES = ("fire_cards", "charge_cards", "shield_cards", "counters")
#: Who has no goal, or no enemy on the table, is this far from it.
FAR = 60.0


def moment(s: Battle) -> int | None:
    """MD 3.2 The beginning of a unit's action, or of a group of them: a number that is another one at each of them."""
    if not FIRST <= s.phase <= THIRD:
        return None
    return (s.turn * 16 + s.phase) * 256 + s.acted.count(True)


def features(s: Battle) -> list[list[float]]:
    """A row of numbers for each side, in the order of `FEATURES`."""
    both = armies(s)
    meet(s, both)
    sides = [side_numbers(s, both[side]) for side in (0, 1)]
    time = s.box.field.turns
    left = time - s.turn
    acting = NOBODY if s.phase < INITIATIVE or s.winner == NOBODY else s.winner
    if s.phase == FIRST + 1:
        acting = s.loser
    points = points_of(s)
    over = if_over(s, points)
    rows = []
    for side in (0, 1):
        ours, theirs = sides[side], sides[1 - side]
        rows.append(
            [
                *ours,
                *theirs,
                *[ours[n] - theirs[n] for n in _COMPARED],
                left,
                s.turn / time,
                s.phase - FIRST,
                acting == side,
                s.winner == side,
                points[side] - points[1 - side],
                over if side == 0 else -over,
                *hand(s, side),
            ]
        )
    return rows


def hand(s: Battle, side: int) -> list[int]:
    """The cards in a hand, counted by use."""
    found = [0, 0, 0, 0]
    for card in s.cards.zones[HAND + side]:
        use = USES.get(s.box.cards[card].effect)
        if use is not None:
            found[_USES.index(use)] += 1
    return found


def points_of(s: Battle) -> Sequence[int]:
    """S5 The points of both sides, if points decide."""
    if s.box.field.points is None or s.phase < INITIATIVE:
        return 0, 0
    near = at_objective(s)
    return score(s, 0, near), score(s, 1, near)


def if_over(s: Battle, points: Sequence[int]) -> int:
    """R-MD-5 Who would win if time ran out now: 1 for the first side, -1 for the second, 0 for nobody."""
    box = s.box
    if box.field.points is not None:
        return (points[0] > points[1]) - (points[0] < points[1])
    for when in ("hold", "otherwise"):
        met = [
            any(win.when == when and (when == "otherwise" or is_met(s, side, win)) for win in box.wins[side])
            for side in (0, 1)
        ]
        if any(met):
            return met[0] - met[1]
    return 0


# Both sides together


def meet(s: Battle, both: tuple[Muster, Muster]) -> None:
    """Find for each unit its nearest enemy, the most its fire could do now, and the best charge that reaches."""
    worth = [aim.worth for aim in plan_of(s).sides]
    for a in both[0].troops:
        ax, ay, reach = a.x, a.y, a.reach
        for b in both[1].troops:
            dx, dy = b.x - ax, b.y - ay
            far = hypot(dx, dy)
            if far < a.nearest:
                a.nearest = far
            if far < b.nearest:
                b.nearest = far
            far -= TOUCH
            if far <= reach:
                oppose(s, a, b, dx, dy, far, worth[0][b.unit], worth[1][a.unit])
            if far <= b.reach:
                oppose(s, b, a, -dx, -dy, far, worth[1][a.unit], worth[0][b.unit])
    for u, v in s.locks:
        first, second = (
            next((it for army in both for it in army.troops if it.unit == w), None) for w in (u, v)
        )
        if first is not None and second is not None:
            many = min(first.stands, second.stands)
            ours, theirs = melee_dice(s, u, v), melee_dice(s, v, u)
            both[first.side].melee_hits += many * chance(ours, theirs) * worth[first.side][v]
            both[second.side].melee_hits += many * chance(theirs, ours) * worth[second.side][u]


def oppose(s: Battle, a: Troop, b: Troop, dx: int, dy: int, far: float, worth: float, own: float) -> None:
    """The threat of one unit to another that is near enough: to fire at it, or to charge it."""
    if b.is_locked:
        return
    if far <= a.range:
        c, n = COS[a.facing], SIN[a.facing]
        if a.all_round or abs(dy * c - dx * n) <= dx * c + dy * n:
            hits = a.firing * chance(a.attack, b.defend) * worth
            if hits > a.fire:
                a.fire = hits
    if far <= a.charge:
        ours, theirs = melee_dice(s, a.unit, b.unit), melee_dice(s, b.unit, a.unit) + b.is_covered
        many = a.stands if a.stands < b.stands else b.stands
        gain = many * (chance(ours, theirs) * worth - chance(theirs, ours) * own)
        if b.range:
            gain += b.firing * chance(b.attack, a.defend)  # it does not shoot while it is locked
        if gain > a.gain:
            a.gain = gain


# One side


def side_numbers(s: Battle, army: Muster) -> list[float]:
    """The numbers of a side, in the order of `SIDE`."""
    box, side, aim = s.box, army.side, plan_of(s).sides[army.side]
    fire, fire_fresh, charge, charge_fresh = threats(army)
    nearest, from_enemy, champion_near, wagon_near = distances(army)
    at_goal, to_goal, in_time, met = ground(s, army, aim)
    missing, to_spare = errands(s, army, aim)
    return [
        army.strength / (box.strength[side] or 1),
        army.strength - aim.breaks_at + 1 if aim.breaks_at else army.strength,
        aim.breaks_at,
        army.shooters,
        army.fighters,
        army.cavalry,
        army.champions,
        army.guns,
        army.wagons,
        army.flyers,
        army.worst_off,
        army.fire,
        army.melee,
        fire,
        fire_fresh,
        charge,
        charge_fresh,
        army.covered,
        army.locked,
        army.melee_hits,
        army.shaken,
        army.in_column,
        army.limbered,
        army.fresh,
        army.generals,
        len(s.cards.zones[HAND + side]),
        nearest,
        from_enemy,
        at_goal,
        to_goal,
        in_time,
        met,
        missing,
        to_spare,
        aim.wins_time,
        aim.loses_champion,
        champion_near,
        wagon_near,
    ]


def threats(army: Muster) -> tuple[float, float, float, float]:
    """The fire and the charges that all units could make now, each in all and by units that have not acted."""
    fire = fire_fresh = charge = charge_fresh = 0.0
    for it in army.troops:
        fire += it.fire
        charge += it.gain
        if it.is_fresh:
            fire_fresh += it.fire
            charge_fresh += it.gain
    return fire, fire_fresh, charge, charge_fresh


def distances(army: Muster) -> tuple[float, float, float, float]:
    """How near the enemy is in inches: to any unit, to a unit on average, to the champion and to a wagon."""
    most = FAR * 1000
    nearest = champion = wagon = most
    total = 0.0
    for it in army.troops:
        near = it.nearest if it.nearest < most else most
        total += near
        if near < nearest:
            nearest = near
        if it.kind.is_champion:
            champion = min(champion, near)
        elif it.kind.arm == "wagon":
            wagon = min(wagon, near)
    many = len(army.troops)
    return nearest / 1000, total / 1000 / many if many else FAR, champion / 1000, wagon / 1000


def ground(s: Battle, army: Muster, aim: Aim) -> tuple[int, float, int, bool]:
    """The ground that counts at the end: the stands there, how far the nearest unit is, the stands that could come in time, and if it is held."""
    place = plan_of(s).place
    if place is None:
        return 0, FAR, 0, False
    x, y = place
    left = s.box.field.turns - s.turn + 1
    nearest, in_time = FAR * 1000, 0
    for it in army.troops:
        far = hypot(it.x - x, it.y - y)
        if far < nearest:
            nearest = far
        if far - 4000 <= it.move * left:
            in_time += it.stands
    here, met = 0, False
    if s.box.field.points is not None:
        near = at_objective(s)
        here, met = near[army.side], near[army.side] > near[1 - army.side]
    else:
        win = aim.hold or plan_of(s).sides[1 - army.side].hold
        if win is not None:
            now = progress(s, army.side, win)
            here, met = now.has, now.has > now.against
    return here, nearest / 1000, in_time, met


def errands(s: Battle, army: Muster, aim: Aim) -> tuple[int, float]:
    """The units that must still leave or be destroyed, and the turns to spare of the last one that is needed to leave."""
    win = aim.destroyed
    if win is not None:
        return win.count - progress(s, army.side, win).has, 0.0
    win = aim.left
    if win is None:
        return 0, 0.0
    missing = win.count - progress(s, army.side, win).has
    left = s.box.field.turns - s.turn + 1
    edge = s.box.army(army.side).leaves
    width, height = s.box.width, s.box.height
    turns = []
    for it in army.troops:
        if it.kind.id == win.type:
            way = {"east": width - it.x, "west": it.x, "north": height - it.y, "south": it.y}[edge or "east"]
            turns.append(way / max(1, it.move))
    turns.sort()
    if missing <= 0:
        return 0, FAR
    return missing, left - turns[missing - 1] if len(turns) >= missing else -FAR
