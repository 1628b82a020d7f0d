"""RT 9 Rogue cards: who may play which now, and the round of offers at the start of a phase."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.engine import PASS, Ask, Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.box import ROGUE
from ..printed.files import Rogue
from ..state import NOBODY, NOWHERE, PLAYED, NuEarth
from .hooks import AT_ONCE, CAN_PLAY, CHANGES, ESCAPES, HOOKS, in_force

MOVEMENT, ENCOUNTER, END = "movement", "encounter", "end"


def can_play(s: NuEarth, seat: int, rogue: Rogue, phase: str) -> bool:
    """9.1 Whether a card may be played by this seat now: the phase and target printed on it, and what it needs."""
    if rogue.phase != phase:
        return False
    if rogue.target == "self":
        if seat != s.mover:
            return False
    elif rogue.target == "other":
        if seat == s.mover:
            return False
    elif s.traitor == NOWHERE:
        return False
    return bool(HOOKS[CAN_PLAY, rogue.effect](s))


def playable(s: NuEarth, seat: int, phase: str) -> list[int]:
    """The cards of a hand that may be played now. (Copies too: to offer one of two would tell of the other.)"""
    box = s.box
    rogues, first = box.rogues, box.first[ROGUE]
    found = []
    for card in s.hand(seat):
        rogue = rogues[card - first]
        if rogue.phase == phase and can_play(s, seat, rogue, phase):
            found.append(card)
    return found


def _offered(s: NuEarth, seat: int, phase: str) -> list[Any]:
    return [*playable(s, seat, phase), PASS]


ROGUE_MOVEMENT = Topic(
    "rogue_movement",
    "9.1",
    "The last card played on the player decides how he moves; one played on the Traitor works at once.",
    "card",
    window="rogue.movement",
)
ROGUE_ENCOUNTER = Topic(
    "rogue_encounter",
    "9.1",
    "The last card played on the player changes his encounter; one played on the Traitor works at once.",
    "card",
    window="rogue.encounter",
)
ROGUE_END = Topic(
    "rogue_end",
    "9.1",
    "The last card played on the player changes what he declared; one on the Traitor works at once.",
    "card",
    window="rogue.end",
)


def _ask_for_card(s: NuEarth, seat: int, phase: str) -> Ask:
    """9.1 Rogue cards. Each phase has a window of its own, for standing orders."""

    def ask(topic: Topic, prompt: str) -> Ask:
        able, about = partial(_offered, s, seat, phase), {"mover": s.mover}
        return pick(seat, topic, prompt, able, label="Play {it}", about=about, decline=PASS, private=True)

    if phase == MOVEMENT:
        return ask(ROGUE_MOVEMENT, "{mover:seat} is about to move. Play a Rogue card?")
    if phase == ENCOUNTER:
        return ask(ROGUE_ENCOUNTER, "{mover:seat}'s Encounter phase begins. Play a Rogue card?")
    return ask(ROGUE_END, "{mover:seat}'s End phase begins. Play a Rogue card?")


def offer_rogue_cards(s: NuEarth, phase: str) -> Steps:
    """9.1 Rogue cards. At the start of a phase, left player first, clockwise, the turn player last.

    9.2 Only the last card counts. 9.3 Cards on the Traitor and Escape work at once and end the round.
    """
    for step in range(1, s.players + 1):
        seat = (s.mover + step) % s.players
        if not s.is_alive(seat):
            continue
        # asked of everybody, so that nobody can tell who holds what; a lone pass leaves no trace
        card = yield _ask_for_card(s, seat, phase)
        if card == PASS:
            continue
        yield from play_rogue_card(s, seat, card)
        if works_at_once(s.box.rogue(card)):
            break
    for card in s.cards.zones[PLAYED][:]:
        s.discard(card)
    if (change := in_force(s, CHANGES)) is not None:
        change(s, s.box.rogue(s.force).number)


def works_at_once(rogue: Rogue) -> bool:
    """9.3 Cards that affect the Traitor or free a prisoner."""
    return rogue.target == "traitor" or (ESCAPES, rogue.effect) in HOOKS


def play_rogue_card(s: NuEarth, seat: int, card: int) -> Steps:
    """9.2 Rogue cards. A card is turned up; it takes the place of the one before."""
    rogue = s.box.rogue(card)
    s.cards.play(card, PLAYED)
    if rogue.target == "traitor":
        yield say("{who:seat} plays {card} on the Traitor.", who=seat, card=card)
        s.force = s.force_by = NOBODY
        yield from HOOKS[AT_ONCE, rogue.effect](s, seat, rogue.number)
    else:
        yield say("{who:seat} plays {card} on {mover:seat}.", who=seat, card=card, mover=s.mover)
        s.force, s.force_by = card, seat
