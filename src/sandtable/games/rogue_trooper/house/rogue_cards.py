"""When the house player plays which Rogue card: on itself when it helps, on others when it hurts the leader.

It leaves a rule for the end of its turns: what it has no use for is discarded, so that it draws what it needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import PASS, Ask, Word

from ..cards.keeping import BY_ORDER, KEEP_ALL, KEEP_REST, NO_OTHERS
from ..cards.playing import ENCOUNTER, END, MOVEMENT, PASS_ON, PASS_TO_END
from ..printed.files import Rogue
from ..state import ASKED, KEEPS_ALL, NOBODY, NOWHERE, NuEarth
from .tactics import Answer, danger, distance, goal_of, has_second_wind, threat, weakness

PHASES = {MOVEMENT, ENCOUNTER, END}
Keep = Callable[[NuEarth, int], bool]
Worth = Callable[[NuEarth, int, Rogue, random.Random], float]


def worth_playing(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    """The value of playing this card now; 0 or less: keep it."""
    worth = WORTH[rogue.effect](s, seat, rogue, rng)
    if rogue.target == "self" and s.force != NOBODY and s.force_by != seat:
        worth += 0.6  # 9.2 it takes the place of what somebody else has played
    return worth


def _hurts(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    """Always against the leader, against others now and then."""
    return threat(s, s.mover) - 0.6 + 0.5 * (rng.random() - 0.4)


def _march(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    far = distance(s, seat, s.sector[seat], goal_of(s, seat))
    return 0.5 if far >= 2 else -1.0


def _fly(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    goal = goal_of(s, seat)
    far = distance(s, seat, s.sector[seat], goal if goal < s.box.earth else s.box.shuttle_base)
    return 0.7 if far >= 3 else -1.0


def _shuttle(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return 1.0 if goal_of(s, seat) >= s.box.earth else -1.0


def _clearance(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    """At the door of the Security Zone, with somewhere to go behind it."""
    box, here = s.box, s.sector[seat]
    if s.has_helm(seat) or box.security_zone not in box.near[here]:
        return -1.0
    goal = goal_of(s, seat)
    return 0.8 if goal >= box.earth and box.land[here][goal] < box.long_way[here][goal] else -1.0


def _traitor_flees(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    """Away from a hunter who is close. A hunter who is far off and well armed brings the Traitor nearer."""
    if s.set_of(seat):
        here = s.sector[seat]
        if s.mover != seat or here >= s.box.earth or not has_second_wind(s, seat):
            return -1.0
        reach = min(distance(s, seat, here, place) for place in s.box.destinations)
        return 0.9 if reach <= 1 < distance(s, seat, here, s.traitor) else -1.0
    return 1.0 if _is_hunted(s, seat) else -1.0


def _traitor_recalled(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    if s.set_of(seat):
        return 0.5 if s.sector[seat] >= s.box.earth else -1.0
    return 1.0 if _is_hunted(s, seat) else -1.0


def _is_hunted(s: NuEarth, seat: int) -> bool:
    """Whether the GI whose turn it is may end the hunt soon: the Traitor is at hand and has half his lives or fewer."""
    return (
        s.mover != seat
        and bool(s.set_of(s.mover))
        and s.traitor != NOWHERE
        and 2 * s.traitor_lives <= s.box.sheet.traitor_lives
        and distance(s, s.mover, s.sector[s.mover], s.traitor) <= 1
    )


def _reinforce(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return threat(s, s.mover) - 0.5 + 0.5 * (rng.random() - 0.3)


def _no_chips(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return threat(s, s.mover) - 0.5 + 0.5 * (rng.random() - 0.3)


def _lucky(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return danger(s, seat, s.sector[seat], weakness(s, seat)) - 1.2


def _covering(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    at_traitor = bool(s.set_of(seat)) and s.traitor == s.sector[seat]
    return 1.0 if at_traitor else danger(s, seat, s.sector[seat], weakness(s, seat)) - 1.0


def _foil(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return threat(s, s.mover) - 0.2


def _delay(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return threat(s, s.mover) - 0.3


def _bodyguard(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return 1.0 if seat != s.mover else -1.0


def _always(s: NuEarth, seat: int, rogue: Rogue, rng: random.Random) -> float:
    return 1.0


WORTH: dict[str, Worth] = {
    "march": _march,
    "fly": _fly,
    "stay": _hurts,
    "lead": _hurts,
    "miss_turn": _hurts,
    "shuttle": _shuttle,
    "traitor_flees": _traitor_flees,
    "traitor_recalled": _traitor_recalled,
    "escape": _always,
    "clearance": _clearance,
    "reinforce": _reinforce,
    "no_evading": _reinforce,
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


def _keep_against_hunters(s: NuEarth, seat: int) -> bool:
    """Getting in somebody's way is worth a card once he has a whole face."""
    return any(s.set_of(gi) for gi in s.living() if gi != seat)


def _keep_without_set(s: NuEarth, seat: int) -> bool:
    return not s.set_of(seat)


def _keep_with_set(s: NuEarth, seat: int) -> bool:
    return bool(s.set_of(seat))


def _keep_in_hunt(s: NuEarth, seat: int) -> bool:
    return s.traitor != NOWHERE


def _keep_in_prison(s: NuEarth, seat: int) -> bool:
    return s.is_prisoner(seat)


def _keep_for_shuttle(s: NuEarth, seat: int) -> bool:
    return s.sector[seat] < s.box.earth <= goal_of(s, seat)


def _keep_for_zone(s: NuEarth, seat: int) -> bool:
    return not s.has_helm(seat) and goal_of(s, seat) >= s.box.earth


KEEP: dict[str, Keep] = {
    "march": _keep,
    "fly": _keep,
    "stay": _keep_against_hunters,
    "lead": _keep_against_hunters,
    "miss_turn": _keep_against_hunters,
    "shuttle": _keep_for_shuttle,
    "traitor_flees": _keep_in_hunt,
    "traitor_recalled": _keep_in_hunt,
    "escape": _keep_in_prison,
    "clearance": _keep_for_zone,
    "reinforce": _keep_against_hunters,
    "no_evading": _keep_against_hunters,
    "no_chips": _keep_against_hunters,
    "discard_top": _keep,
    "first_salvo": _keep,
    "foil": _keep_against_hunters,
    "delay": _keep_against_hunters,
    "extra_clue": _keep_without_set,
    "traitor_dice": _keep_in_hunt,
    "dice_at_traitor": _keep_with_set,
}


def best_card(s: NuEarth, seat: int, cards: Sequence[int], rng: random.Random) -> int | None:
    """The card that is worth most now, if any is."""
    best, most = None, 0.0
    for card in cards:
        worth = worth_playing(s, seat, s.box.rogue(card), rng)
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


def _is_leader(s: NuEarth, gi: int) -> bool:
    return threat(s, gi) >= 0.7


def _may_declare(s: NuEarth, gi: int) -> bool:
    return threat(s, gi) > 0.2


def _hunts(s: NuEarth, gi: int) -> bool:
    return s.is_alive(gi) and bool(s.set_of(gi))


def _may_end_hunt(s: NuEarth, gi: int) -> bool:
    """Whether the Traitor is at hand for a GI, and will have half his lives or fewer if hunters before him succeed."""
    if not _hunts(s, gi) or distance(s, gi, s.sector[gi], s.traitor) > 1:
        return False
    before = sum(_hunts(s, (s.mover + n) % s.players) for n in range((gi - s.mover) % s.players))
    return 2 * (s.traitor_lives - before) <= s.box.sheet.traitor_lives


#: Cards to play in others' turns: whether a GI whose turn comes may give a reason to.
SOON: dict[str, Callable[[NuEarth, int], bool]] = {
    "stay": _is_leader,
    "lead": _is_leader,
    "miss_turn": _is_leader,
    "traitor_flees": _may_end_hunt,
    "traitor_recalled": _may_end_hunt,
    "reinforce": _is_leader,
    "no_evading": _is_leader,
    "no_chips": _is_leader,
    "foil": _may_declare,
    "delay": _may_declare,
    "traitor_dice": _hunts,
}


def _is_useful(s: NuEarth, seat: int, rogue: Rogue) -> bool:
    """Whether a card is worth keeping. Against somebody with a whole face nearly all are, so all are kept."""
    return _keep_against_hunters(s, seat) or KEEP[rogue.effect](s, seat)


def has_other_needs(s: NuEarth, seat: int) -> bool:
    """Whether the rule for Rogue cards would keep a card that is of no use any more, or discard one that is."""
    rule, order = s.rogue_rule(seat), s.rogue_orders.get(seat, ())
    return rule != ASKED and any(
        (rule == KEEPS_ALL or s.box.rogue_kind(card) in order) != _is_useful(s, seat, s.box.rogue(card))
        for card in s.hand(seat)
    )


def _rogue_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """A rule for this turn and later ones: all cards are kept while somebody has a whole face, otherwise what is of use."""
    if BY_ORDER in values:
        return KEEP_ALL if _keep_against_hunters(s, seat) else BY_ORDER
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
