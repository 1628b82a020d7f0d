"""RT 4.5 Surrender and RT 18 Escaping."""

from __future__ import annotations

from sandtable.engine import Refusal, Roll, Steps, say
from sandtable.engine.asking import Topic, yes_no

from ..cards.hooks import ESCAPES, in_force
from ..printed.box import HAZARD
from ..state import FREE, NuEarth
from .dead import leave_stack
from .supply import draw_dice_of_supplies, draw_supplies

NO_PRISONERS = Refusal("This enemy takes no prisoners.")
NO_HAZARD = Refusal("Nobody surrenders to a Hazard.")
NO_NORT = Refusal("Only Norts and Millifuzz take prisoners.")


def surrender_refusal(s: NuEarth, card: int) -> Refusal | None:
    """4.5.1, 4.5.2 To Norts unless the card forbids it, and to Millifuzz. R-RT-15: not to Hazards."""
    foe = s.box.foes[card]
    if not foe.is_fought or foe.no_surrender:
        return NO_PRISONERS
    if foe.millifuzz:
        return None
    if foe.categories & HAZARD:
        return NO_HAZARD
    return None if foe.side == "nort" else NO_NORT


def surrender(s: NuEarth, card: int) -> Steps:
    """4.5 Surrender. To the Glasshouse or the Brig, without Companions, Special Items and ammunition."""
    seat, box = s.mover, s.box
    leave_stack(s)
    prison = box.brig if box.foes[card].millifuzz else box.glasshouse
    yield say(
        "{who:seat} surrenders to {card} and goes to {place:sector}.",
        who=seat,
        card=card,
        place=prison,
        tone="bad",
    )
    for held in (*s.companions(seat), *s.items(seat)):
        s.discard(held)
    for ammunition in range(box.types):
        s.ammunition[seat * box.types + ammunition] = 0
    s.sector[seat], s.prison[seat] = prison, 0
    if prison == box.glasshouse:  # R-RT-31
        s.heal(seat, box.sheet.lives)


ATTEMPT = Topic(
    "attempt", "18.1", "Yes rolls a die, and the third attempt frees you; no is not an attempt, and you stay."
)


def attempt_escape(s: NuEarth) -> Steps:
    """18 Escaping. An Escape card is a 6; otherwise a die, if he tries; the third attempt succeeds as a 6."""
    seat, box = s.mover, s.box
    card = in_force(s, ESCAPES)
    if card is not None:
        face = card(s)
    elif not (yield yes_no(seat, ATTEMPT, "Try to escape?", likely=True)):  # 18.1 no failure
        yield say("{who:seat} does not try to escape.", who=seat)
        return
    elif s.prison[seat] >= 2:
        face = 6
    else:
        face = yield Roll(1, topic="escape", by=seat)
    if face < 5 or (s.sector[seat] == box.glasshouse and face == 5 and not (yield from _escapes_on_five(s))):
        s.prison[seat] += 1
        yield say("{who:seat} stays in {place:sector}.", who=seat, place=s.sector[seat], tone="bad")
        return
    s.prison[seat] = FREE
    s.has_entered = True  # 18.5, R-RT-10
    yield say("{who:seat} escapes from {place:sector}.", who=seat, place=s.sector[seat], tone="good")
    if s.sector[seat] == box.brig:
        yield from draw_dice_of_supplies(s, seat, 1)
    else:
        yield from draw_supplies(s, seat, 4 if face == 6 else 2)


ESCAPE = Topic(
    "escape",
    "18.2",
    "Yes frees you with two Supply cards; no is a failed attempt, but the third frees you with four.",
)


def _escapes_on_five(s: NuEarth) -> Steps[bool]:
    """18.2 The Glasshouse. R-RT-34: on a 5 he may stay in the Glasshouse, which counts as a failure."""
    return bool((yield yes_no(s.mover, ESCAPE, "Escape with two Supply cards, or stay?")))
