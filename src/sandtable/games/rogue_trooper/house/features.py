"""The numbers that the value of a position is learned from, read off the state between two turns: a row for each seat.

A row holds what its seat knows. Of the others' hidden cards it counts how many there are.
"""

from __future__ import annotations

from pathlib import Path

from ..printed.box import BAGMAN, GUNNAR
from ..rules.clues import parts_held
from ..rules.dead import duty_of
from ..state import (
    CLUES,
    CLUES_OUT,
    EMPTY,
    NOBODY,
    NOWHERE,
    PER_SEAT,
    REMOVED,
    SEATS,
    NuEarth,
    Phase,
)
from .standing import GROUPS, LONG_WAY, Ground, Standing, copies_unseen, ground_of
from .tactics import way

#: The trees that were trained on them.
VALUE_FILE = Path(__file__).parent / "value.json"

#: The same for every seat.
OF_ALL = (
    "players",
    "living",
    "round",
    "rounds_left",
    "faces",
    "clues_left",
    "traitor_found",
    "traitor_lives",
    "traitor_on_station",
)
OF_CLUES = (
    "has_set",
    "matching",
    "second_matching",
    "clues",
    "useless_clues",
    "next_helps",
    "rarest_missing",
)
OF_MISSIONS = ("missions", "to_mission", "mission_danger", "mission_contact", "is_delayed")
OF_HAND = (
    "hand_moves",
    "hand_shuttle",
    "hand_clearance",
    "hand_escape",
    "hand_traitor",
    "hand_slow",
    "hand_hurt",
    "hand_fight",
    "hand_foil",
    "hand_agent",
    "hand_bodyguard",
    "hand_exposed",
)
OF_GI = (
    "is_alive",
    "lives",
    "taken",
    "is_prisoner",
    "attempts",
    "is_second",
    "gunnar",
    "helm",
    "bagman",
    "gp",
    "plasma",
    "sealbursters",
    "mines",
    "power",
    "best_dice",
    "all_dice",
    "companion_dice",
    "backing",
    "evade",
    "heals",
    "shields",
    "beacon",
    "items",
    "can_shuttle",
    "before",
)
OF_PLACE = (
    "on_station",
    "danger_here",
    "to_computer",
    "to_healing",
    "to_supplies",
    "to_base",
    "to_traitor",
    "has_duty",
)
OF_HUNT = ("turns_to_set", "hunt_chance", "hunt_win", "hunt_turns")
OF_RIVALS = (
    "rival_sets",
    "rival_clues",
    "rivals_near_set",
    "rival_clues_mean",
    "rival_lives",
    "rival_power",
    "rival_prisoner",
    "rival_helm",
    "rival_on_station",
    "rival_to_computer",
    "rival_to_traitor",
    "rival_hunt_chance",
    "rival_hunt_win",
    "rival_hunt_turns",
    "rival_to_me",
    "clue_lead",
    "lives_lead",
    "hunt_lead",
    "rival_before",
)
FEATURES = (*OF_ALL, *OF_GI, *OF_CLUES, *OF_MISSIONS, *OF_HAND, *OF_PLACE, *OF_HUNT, *OF_RIVALS)

#: The words for the numbers that tell most, as a player says them.
WORDS = {
    "matching": "matching Clues",
    "clues": "Clue cards",
    "next_helps": "the chance that the next Clue fits",
    "turns_to_set": "turns to a whole face",
    "to_mission": "steps to the Mission's place",
    "to_computer": "steps to the Battle Computer",
    "to_traitor": "steps to the Traitor",
    "traitor_lives": "the Traitor's lives",
    "has_set": "a whole face",
    "lives": "lives left",
    "is_prisoner": "in prison",
    "power": "rounds and weapons",
    "best_dice": "dice of the best salvo",
    "hunt_chance": "the chance of a round with the Traitor",
    "hunt_win": "the chance of killing the Traitor in one go",
    "hunt_turns": "turns to the end of the hunt",
    "hunt_lead": "turns ahead of the best rival's hunt",
    "rival_sets": "rivals with a whole face",
    "rival_clues": "Clue cards of the best rival",
    "rival_hunt_turns": "turns to the end of a rival's hunt",
    "rival_to_computer": "a rival's steps to the Battle Computer",
    "clue_lead": "Clue cards more than the best rival",
    "lives_lead": "lives more than the best rival",
    "helm": "a Helm chip",
    "bagman": "a Bagman chip",
    "hand_traitor": "cards that move the Traitor",
    "hand_slow": "cards that stop or lead others",
}

Row = list[float]
#: How many turns a Clue is likely to take once its Mission is done, and a walk to the Battle Computer.
TURNS_A_CLUE, TURNS_TO_COMPUTER = 6.0, 8.0
LEAST_HELP = 0.1


def features(s: NuEarth) -> list[list[float]]:
    """One row of numbers for each seat, in the order of `FEATURES`."""
    ground, seats = ground_of(s.pack), range(s.players)
    gis = [Standing(s, seat, ground) for seat in seats]
    unseen = copies_unseen(s, ground)
    whole = _whole(s, gis)
    first = sorted(seats, key=lambda seat: -gis[seat].lead)[:2]
    before = [turns_before(s, seat) for seat in seats]
    rows = []
    for seat in seats:
        gi, rival = gis[seat], first[first[0] == seat]
        clues, missions = _clues(s, seat, gi, unseen), _missions(s, seat, gis, ground)
        row = whole + _gi(s, seat, gi)
        row.append(before[seat])
        row += clues
        row += missions
        row += _hand(s, seat, ground)
        row += _place(s, seat, gi, ground)
        row += (turns_to_set(gi, clues, missions[1], len(s.box.parts)), gi.chance, gi.win, gi.hunt)
        row += _rivals(s, seat, gis, gis[rival])
        row.append(before[rival] < before[seat])
        rows.append(row)
    return rows


def _whole(s: NuEarth, gis: list[Standing]) -> Row:
    """The numbers that all seats share."""
    zones, box = s.cards.zones, s.box
    out = sum([card >= box.first[-1] for card in zones[REMOVED]])  # B9 a short game has one face less
    return [
        s.players,
        sum([gi.is_alive for gi in gis]),
        s.round,
        s.most_rounds - s.round,
        len(box.faces) * (len(box.clue) - out) // len(box.clue),
        len(zones[CLUES]) + len(zones[CLUES_OUT]),
        s.traitor != NOWHERE,
        s.traitor_lives,
        s.traitor >= box.earth,
    ]


def turns_before(s: NuEarth, seat: int) -> int:
    """How many living players begin a turn before this one."""
    is_next = s.phase.value <= Phase.MOVEMENT.value  # otherwise the mover is in the middle of his
    steps = (seat - s.mover - (not is_next)) % s.players
    start = s.mover + (not is_next)
    return sum([s.lives[(start + n) % s.players] > 0 for n in range(steps)])


def _gi(s: NuEarth, seat: int, gi: Standing) -> Row:
    """The GI himself, his chips and all that he carries."""
    types, chips = s.box.types, s.slots
    rounds = s.ammunition[types * seat : types * seat + min(4, types)]
    return [
        gi.is_alive,
        gi.lives,
        s.taken[seat],
        gi.prisoner,
        s.prison[seat],
        s.team[seat] != NOBODY,
        chips[3 * seat + GUNNAR] != EMPTY,
        gi.helm,
        chips[3 * seat + BAGMAN] != EMPTY,
        *rounds,
        *[0] * (4 - len(rounds)),
        gi.power,
        gi.best_dice,
        gi.all_dice,
        gi.companion_dice,
        gi.backing,
        gi.evade,
        gi.heals,
        gi.shields,
        gi.beacon,
        gi.items,
        gi.can_shuttle,
    ]


def _clues(s: NuEarth, seat: int, gi: Standing, unseen: list[int]) -> Row:
    """The Clues of a seat: its two best faces, what is of no use to it, and how likely the next one fits."""
    box = s.box
    parts = len(box.parts)
    held = s.clues(seat)
    if gi.has_set:
        return [1, parts, 0, gi.clues, len(held), 0.0, 0]
    faces = parts_held(s, seat)
    counts = [bits.bit_count() for bits in faces]
    best = max(counts)
    left = unseen.copy()
    for card in held:
        left[box.clue_kind(card)] -= 1
    pool, fits, rarest = sum(left), 0, 0
    for face, bits in enumerate(faces):
        if counts[face] == best:
            missing = [left[face * parts + part] for part in range(parts) if not bits >> part & 1]
            fits, rarest = max(fits, sum(missing)), max(rarest, min(missing, default=0))
    second = sorted(counts)[-2] if len(counts) > 1 else 0
    return [0, best, second, len(held), len(held) - best, fits / pool if pool else 0.0, rarest]


def _missions(s: NuEarth, seat: int, gis: list[Standing], ground: Ground) -> Row:
    """The Mission that is nearest: how far, how dangerous, and whether it is a Contact."""
    here, box, helm = gis[seat].here, s.box, gis[seat].helm
    nearest, danger, contact = LONG_WAY, 0.0, False
    held = s.missions(seat)
    if here >= 0:
        for card in held:
            task = box.task(card)
            if task.destination >= 0:
                far = way(box, helm, here, task.destination)
            elif task.kind == "wedding":
                owner = (s.cards.where[task.bride] - SEATS) // PER_SEAT
                far = (
                    way(box, helm, here, gis[owner].here) if owner >= 0 and gis[owner].here >= 0 else LONG_WAY
                )
            elif task.task == "bust_tank":
                far = ground.to_norts[helm][here]
            else:
                far = _to_victim(s, seat, gis, task.task)
            if far < nearest:
                place = task.destination
                nearest, contact = far, task.is_contact
                danger = ground.danger[place] if place >= 0 else 1.0
    return [len(held), nearest, danger, contact, s.delayed[seat]]


def _to_victim(s: NuEarth, seat: int, gis: list[Standing], task: str) -> int:
    """How far it is to the nearest GI whom a Genie wants attacked."""
    others = [n for n, gi in enumerate(gis) if n != seat and gi.is_alive and not gi.prisoner and gi.here >= 0]
    if task == "attack_left":
        others = [n for n in others if n == (seat + 1) % s.players]
    elif task == "attack_most_clues":
        most = max([gis[n].clues for n in others], default=0)
        others = [n for n in others if gis[n].clues == most]
    me = gis[seat]
    return min([way(s.box, me.helm, me.here, gis[n].here) for n in others], default=LONG_WAY)


def _hand(s: NuEarth, seat: int, ground: Ground) -> Row:
    """How many Rogue cards of each group are in the hand."""
    counts: Row = [0] * len(GROUPS)
    for card in s.hand(seat):
        counts[ground.group[card - ground.first_rogue]] += 1
    return counts


def _place(s: NuEarth, seat: int, gi: Standing, ground: Ground) -> Row:
    """Where the GI is, and how far it is to the places that count."""
    here, helm = gi.here, gi.helm
    if here < 0:
        return [0, 0.0, LONG_WAY, LONG_WAY, LONG_WAY, LONG_WAY, LONG_WAY, 0]
    return [
        here >= s.box.earth,
        ground.danger[here],
        gi.to_computer,
        ground.to_healing[helm][here],
        ground.to_supplies[helm][here],
        ground.to_base[helm][here],
        gi.to_traitor,
        any(lives <= 0 for lives in s.lives) and duty_of(s, seat) != NOWHERE,
    ]


def turns_to_set(gi: Standing, clues: Row, to_mission: float, parts: int) -> float:
    """About how many turns a GI needs for a whole face: Missions for three parts, then the Battle Computer or one more."""
    has_set, matching, _, _, _, helps, rarest = clues
    if has_set:
        return 0.0
    each, more = TURNS_A_CLUE / max(LEAST_HELP, helps), parts - 1 - matching
    if more > 0:
        return to_mission + each * more - TURNS_A_CLUE + TURNS_TO_COMPUTER
    by_missions = to_mission + each - TURNS_A_CLUE
    return min(gi.to_computer + 1.0, by_missions) if rarest else by_missions


def _rivals(s: NuEarth, seat: int, gis: list[Standing], best: Standing) -> Row:
    """The strongest rival as everybody sees him, all rivals together, and how far ahead of him the GI is."""
    me = gis[seat]
    others = [gi for gi in gis if gi is not me and gi.is_alive]
    counts = [gi.clues for gi in others]
    clues = max(counts, default=0)
    near_set = [gi.to_computer for gi in others if gi.clues >= 3 and not gi.has_set]
    to_me = LONG_WAY
    if me.here >= 0 and best.here >= 0:
        to_me = min(LONG_WAY, way(s.box, me.helm, me.here, best.here))
    return [
        sum([gi.has_set for gi in others]),
        clues,
        len(near_set),
        sum(counts) / len(counts) if counts else 0.0,
        best.lives,
        best.power,
        best.prisoner,
        best.helm,
        best.here >= s.box.earth,
        min(near_set, default=LONG_WAY),
        best.to_traitor,
        best.chance,
        best.win,
        best.hunt,
        to_me,
        me.clues - clues,
        me.lives - best.lives,
        best.hunt - me.hunt,
    ]


def moment(s: NuEarth) -> int | None:
    """2.3 The beginning of a player's turn: a number that is another one at each of them. None in the middle of one."""
    if s.phase is not Phase.MOVEMENT:
        return None
    return s.round * s.players + (s.mover - s.starter) % s.players
