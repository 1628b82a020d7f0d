"""When the house player plays which Rogue card: on itself when it helps, on others whenever it costs them something.

A hand is filled up at the end of each of its turns, so a card that is not played is a card less: it is spent at the first
chance, on whoever moves. The rule that the House leaves for the end of its turns keeps only what is worth more than an unknown card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import PASS, Ask, Word

from ..cards.keeping import BY_ORDER, KEEP_REST, NO_OTHERS
from ..cards.playing import ENCOUNTER, END, MOVEMENT, PASS_ON, PASS_TO_END
from ..printed.files import Rogue
from ..rules.clues import most_matching
from ..state import ASKED, KEEPS_ALL, NOBODY, NOWHERE, NuEarth
from .tactics import (
    ENOUGH,
    Answer,
    clues_of,
    danger,
    distance,
    goal_of,
    has_second_wind,
    healing_places,
    power,
    weakness,
)

PHASES = {MOVEMENT, ENCOUNTER, END}
Keep = Callable[[NuEarth, int], bool]
Worth = Callable[[NuEarth, int, Rogue], float]


def worth_playing(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """The value of playing this card now, in turns; 0 or less: keep it."""
    worth = WORTH[rogue.effect](s, seat, rogue)
    if rogue.target == "other" and s.force != NOBODY and s.force_by != seat:
        before = s.box.rogue(
            s.force
        )  # 9.2 it takes the place of what somebody else has played, or is wasted beside it
        worth -= max(0.0, WORTH[before.effect](s, seat, before))
    return worth


def _hold_up(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """A turn is lost to whoever would have moved: not to a prisoner, nor to a GI who stays to rest, for supplies or to fight."""
    mover = s.mover
    return -1.0 if s.is_prisoner(mover) or _stays(s, mover) else 1.0


def _stays(s: NuEarth, gi: int) -> bool:
    """Whether a GI looks as if he would stay where he is."""
    here, box = s.sector[gi], s.box
    if s.set_of(gi) and s.traitor == here:
        return True
    if here in healing_places(s):
        return s.lives[gi] < box.sheet.lives
    return box.is_souther_city[here] and power(s, gi) < ENOUGH


def _lead_astray(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """A turn, and the way back."""
    return -1.0 if s.is_prisoner(s.mover) else 1.5


def _march(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """A move more; or the move that somebody wants to take."""
    far = distance(s, seat, s.sector[seat], goal_of(s, seat))
    if s.force != NOBODY and s.force_by != seat:
        return 0.8 if far else -1.0
    return 0.5 if far >= 2 else -1.0


def _fly(s: NuEarth, seat: int, rogue: Rogue) -> float:
    goal = goal_of(s, seat)
    far = distance(s, seat, s.sector[seat], goal if goal < s.box.earth else s.box.shuttle_base)
    if s.force != NOBODY and s.force_by != seat:
        return 0.7 if far else -1.0
    return 0.7 if far >= 3 else -1.0


def _shuttle(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 1.0 if goal_of(s, seat) >= s.box.earth else -1.0


def _clearance(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """At the door of the Security Zone, with somewhere to go behind it."""
    box, here = s.box, s.sector[seat]
    if s.has_helm(seat) or box.security_zone not in box.near[here]:
        return -1.0
    goal = goal_of(s, seat)
    return 0.8 if goal >= box.earth and box.land[here][goal] < box.long_way[here][goal] else -1.0


def _traitor_flees(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """Away from a hunter who is close. A hunter who is far off and well armed brings the Traitor nearer."""
    if _is_hunted(s, seat):
        return 1.0
    here = s.sector[seat]
    if not s.set_of(seat) or s.mover != seat or here >= s.box.earth or not has_second_wind(s, seat):
        return -1.0
    reach = min(distance(s, seat, here, place) for place in s.box.destinations)
    return 0.9 if reach + 2 <= distance(s, seat, here, s.traitor) else -1.0


def _traitor_recalled(s: NuEarth, seat: int, rogue: Rogue) -> float:
    if s.set_of(seat) and s.mover == seat:
        return 0.5 if s.sector[seat] >= s.box.earth else -1.0
    return 1.0 if _is_hunted(s, seat) and s.traitor < s.box.earth else -1.0


def _is_hunted(s: NuEarth, seat: int) -> bool:
    """Whether the GI whose turn it is may fight the Traitor in this turn, and this one is not there as well."""
    mover = s.mover
    if mover == seat or not s.set_of(mover) or s.traitor == NOWHERE or s.is_prisoner(mover):
        return False
    if s.set_of(seat) and distance(s, seat, s.sector[seat], s.traitor) <= 1:
        return s.traitor_lives == 1
    return distance(s, mover, s.sector[mover], s.traitor) <= 1


def _reinforce(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 0.3 * rogue.number


def _no_evading(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 0.4


def _no_chips(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 0.2


def _lucky(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return danger(s, seat, s.sector[seat], weakness(s, seat)) - 1.2 + _takes_place(s, seat)


def _covering(s: NuEarth, seat: int, rogue: Rogue) -> float:
    if s.set_of(seat) and s.traitor == s.sector[seat]:
        return 1.0
    return danger(s, seat, s.sector[seat], weakness(s, seat)) - 1.0 + _takes_place(s, seat)


def _takes_place(s: NuEarth, seat: int) -> float:
    """9.2 A card of one's own takes the place of what somebody else has played."""
    return 0.6 if s.force != NOBODY and s.force_by != seat else 0.0


def _foil(s: NuEarth, seat: int, rogue: Rogue) -> float:
    """A Mission takes many turns."""
    return 4.0


def _delay(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 1.0


def _bodyguard(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 1.0 if seat != s.mover else -1.0


def _always(s: NuEarth, seat: int, rogue: Rogue) -> float:
    return 1.0


WORTH: dict[str, Worth] = {
    "march": _march,
    "fly": _fly,
    "stay": _hold_up,
    "lead": _lead_astray,
    "miss_turn": _always,
    "shuttle": _shuttle,
    "traitor_flees": _traitor_flees,
    "traitor_recalled": _traitor_recalled,
    "escape": _always,
    "clearance": _clearance,
    "reinforce": _reinforce,
    "no_evading": _no_evading,
    "no_chips": _no_chips,
    "discard_top": _lucky,
    "first_salvo": _covering,
    "foil": _foil,
    "delay": _delay,
    "extra_clue": _always,
    "traitor_dice": _bodyguard,
    "dice_at_traitor": _always,
}


# What is kept at the end of a turn


def _keep(s: NuEarth, seat: int) -> bool:
    return True


def _discard(s: NuEarth, seat: int) -> bool:
    """A card of little use is played at once or makes room for something better."""
    return False


def _rivals(s: NuEarth, seat: int) -> list[int]:
    return [gi for gi in s.living() if gi != seat]


def _keep_against_walkers(s: NuEarth, seat: int) -> bool:
    """3.3 Nobody on Milli-com can be held up or led astray."""
    return any(s.sector[gi] < s.box.earth for gi in _rivals(s, seat))


def _keep_against_seekers(s: NuEarth, seat: int) -> bool:
    """8.4 Who has a whole face has no Mission."""
    return any(not s.set_of(gi) for gi in _rivals(s, seat))


def _keep_against_hunters(s: NuEarth, seat: int) -> bool:
    """Somebody has a whole face, or is at the Battle Computer's door for the last Clue."""
    near = s.box.sheet.clue_hand - 1
    return any(
        s.set_of(gi) or (clues_of(s, gi) >= near and s.sector[gi] >= s.box.earth) for gi in _rivals(s, seat)
    )


def _keep_in_hunt(s: NuEarth, seat: int) -> bool:
    """Away from rivals, or nearer to oneself."""
    return bool(s.set_of(seat)) or _keep_against_hunters(s, seat)


def _keep_without_set(s: NuEarth, seat: int) -> bool:
    return not s.set_of(seat)


def _keep_for_traitor(s: NuEarth, seat: int) -> bool:
    """A whole face, or all of it but one part."""
    return most_matching(s, seat) >= len(s.box.parts) - 1


def _keep_in_prison(s: NuEarth, seat: int) -> bool:
    return s.is_prisoner(seat)


def _keep_for_shuttle(s: NuEarth, seat: int) -> bool:
    return s.sector[seat] < s.box.earth <= goal_of(s, seat)


def _keep_for_zone(s: NuEarth, seat: int) -> bool:
    return not s.has_helm(seat) and goal_of(s, seat) >= s.box.earth


KEEP: dict[str, Keep] = {
    "march": _keep,
    "fly": _keep,
    "stay": _keep_against_walkers,
    "lead": _keep_against_walkers,
    "miss_turn": _keep,
    "shuttle": _keep_for_shuttle,
    "traitor_flees": _keep_in_hunt,
    "traitor_recalled": _keep_in_hunt,
    "escape": _keep_in_prison,
    "clearance": _keep_for_zone,
    "reinforce": _discard,
    "no_evading": _discard,
    "no_chips": _discard,
    "discard_top": _discard,
    "first_salvo": _discard,
    "foil": _keep_against_seekers,
    "delay": _discard,
    "extra_clue": _keep_without_set,
    "traitor_dice": _keep_against_hunters,
    "dice_at_traitor": _keep_for_traitor,
}


def best_card(s: NuEarth, seat: int, cards: Sequence[int], rng: random.Random) -> int | None:
    """The card that is worth most now, if any is."""
    best, most = None, 0.0
    for card in cards:
        worth = worth_playing(s, seat, s.box.rogue(card))
        if worth > most:
            best, most = card, worth
    return best


def _rogue(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The best card, if it is worth it; otherwise it passes, until its turn if nothing is likely to change."""
    best = best_card(s, seat, [card for card in values if not isinstance(card, Word)], rng)
    if best is not None:
        return best
    soon = _soon(s, seat) if PASS_ON in values else PHASES
    if not soon:
        return PASS_ON
    return PASS_TO_END if PASS_TO_END in values and soon == {END} else PASS


def _own_card(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    best = best_card(s, seat, values, rng)
    return values[0] if best is None else best


def _soon(s: NuEarth, seat: int) -> set[str]:
    """The phases in which a card of the hand may be worth playing before this GI's own turn."""
    gi = s.mover
    found: set[str] = set()
    rogues = [rogue for rogue in map(s.box.rogue, s.hand(seat)) if rogue.effect in SOON]
    while gi != seat:
        found.update(rogue.phase for rogue in rogues if SOON[rogue.effect](s, gi))
        gi = (gi + 1) % s.players
    return found


def _walks(s: NuEarth, gi: int) -> bool:
    return s.is_alive(gi) and s.sector[gi] < s.box.earth


def _may_declare(s: NuEarth, gi: int) -> bool:
    return s.is_alive(gi) and not s.set_of(gi)


def _hunts(s: NuEarth, gi: int) -> bool:
    return s.is_alive(gi) and bool(s.set_of(gi))


def _may_fight(s: NuEarth, gi: int) -> bool:
    """Whether the Traitor is at hand for a GI, or may be when his turn comes."""
    return _hunts(s, gi) and (gi != s.mover or distance(s, gi, s.sector[gi], s.traitor) <= 1)


#: Cards to play in others' turns: whether a GI whose turn comes may give a reason to.
SOON: dict[str, Callable[[NuEarth, int], bool]] = {
    "stay": _walks,
    "lead": _walks,
    "miss_turn": _walks,
    "traitor_flees": _may_fight,
    "traitor_recalled": _may_fight,
    "reinforce": _walks,
    "no_evading": _walks,
    "no_chips": _walks,
    "foil": _may_declare,
    "delay": _may_declare,
    "traitor_dice": _hunts,
}


def _is_useful(s: NuEarth, seat: int, rogue: Rogue) -> bool:
    """Whether a card is worth keeping for the next turns, rather than draw another one."""
    return KEEP[rogue.effect](s, seat)


def has_other_needs(s: NuEarth, seat: int) -> bool:
    """Whether the rule for Rogue cards would keep a card that is of no use any more, or discard one that is."""
    rule, order = s.rogue_rule(seat), s.rogue_orders.get(seat, ())
    return rule != ASKED and any(
        (rule == KEEPS_ALL or s.box.rogue_kind(card) in order) != _is_useful(s, seat, s.box.rogue(card))
        for card in s.hand(seat)
    )


def _rogue_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """A rule for this turn and later ones: what is of use is kept."""
    if BY_ORDER in values:
        return BY_ORDER
    idle = [card for card in s.hand(seat) if not _is_useful(s, seat, s.box.rogue(card))]
    return idle[0] if idle else KEEP_REST if KEEP_REST in values else values[0]


def _rogue_order(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Every kind that is of use now."""
    designs = s.box.rogue_designs
    useful = (kind for kind in values if kind != NO_OTHERS and _is_useful(s, seat, designs[kind]))
    return next(useful, NO_OTHERS)


ANSWERS: dict[str, Answer] = {
    "rogue_movement": _rogue,
    "rogue_encounter": _rogue,
    "rogue_end": _rogue,
    "rogue_out": _rogue_out,
    "rogue_order": _rogue_order,
    "own_card": _own_card,
}
