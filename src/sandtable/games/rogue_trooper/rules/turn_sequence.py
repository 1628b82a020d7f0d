"""RT 2 Turn sequence: Movement, Encounter and End phase, each in a few short turns of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import Choice, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.keeping import refill_hand
from ..cards.playing import (
    ENCOUNTER,
    MOVEMENT,
    offer_rogue_cards,
    offer_to,
    offer_to_others,
    settle_rogue_cards,
)
from ..state import NOBODY, STACK, NuEarth, Phase
from .battlefield import draw_stack, face_top, face_waiting
from .choices import GIS_AT, encounter_refusal, every_gi
from .clues import discard_clues
from .end_phase import complete_mission, declare, rest_and_supply
from .gi_encounter import meet
from .movement import move_gi, plays_as_he_moves
from .set_up import set_up, shuffle_decks
from .traitor import confront
from .ways import nearest_gis

THE_TRAITOR = Word(
    "the_traitor", "The Traitor: fight him in the End phase", says="You meet no GI in this turn."
)
NO_SET = Refusal("Only a GI with a whole face can fight the Traitor.")
TRAITOR_ELSEWHERE = Refusal("The Traitor is not in this sector.")


def movement(s: NuEarth) -> Steps:
    """2.3 Movement phase: Rogue cards first. 2.2: a turn that is missed is skipped.

    The turn player's place in the round is last, so he is asked together with his move where he has one.
    """
    if s.missing[s.mover]:
        s.missing[s.mover] -= 1
        yield say("{who:seat} misses a turn.", who=s.mover, opens=True)
        s.phase = Phase.NEXT
        return
    s.begin_turn()
    s.nearest = nearest_gis(s, s.mover)
    is_over = yield from offer_to_others(s, MOVEMENT)
    if not is_over and plays_as_he_moves(s):
        s.plays_last = True
    else:
        if not is_over:
            yield from offer_to(s, s.mover, MOVEMENT)
        settle_rogue_cards(s)
    s.phase = Phase.MOVING


def moving(s: NuEarth) -> Steps:
    """3 Movement."""
    yield from move_gi(s)
    s.phase = Phase.ENCOUNTER


def encounter(s: NuEarth) -> Steps:
    """4 Encounter phase: Rogue cards, then a GI Encounter or a Battlefield Encounter."""
    s.force = s.force_by = NOBODY
    yield from offer_rogue_cards(s, ENCOUNTER)
    seat = s.mover
    if s.is_prisoner(seat):
        s.phase = Phase.END
    elif s.has_entered and GIS_AT.any(s, seat, s.sector[seat]):
        yield from _whom(s, seat)
        s.phase = Phase.END if s.met == NOBODY else Phase.MEETING
    else:
        s.phase = Phase.DRAWING


WHOM = Topic(
    "encounter",
    "4.1",
    "You meet this GI, and no cards are drawn; or you turn to the Traitor and fight him in your End phase.",
    "seat",
)


def whom_refusal(s: NuEarth, seat: int, sector: int, whom: Any) -> Refusal | None:
    """4.1, 13.4 Why a GI, or the Traitor instead, cannot be encountered in a sector."""
    if whom != THE_TRAITOR:
        return encounter_refusal(s, seat, sector, whom)
    if not s.set_of(seat):
        return NO_SET
    return None if s.traitor == sector else TRAITOR_ELSEWHERE


def everybody(s: NuEarth, seat: int, sector: int) -> list[Any]:
    return [*every_gi(s, seat, sector), THE_TRAITOR]


ENCOUNTERED = Choice(everybody, whom_refusal)


def _whom(s: NuEarth, seat: int) -> Steps:
    """4.1 GI Encounters. R-RT-9: the mover selects whom he encounters. 13.4, R-RT-37: a GI, or the Traitor later."""
    whom = yield pick(
        seat,
        WHOM,
        "Encounter whom?",
        ENCOUNTERED.of(s, seat, s.sector[seat]),
        others=(THE_TRAITOR,),
        likely=THE_TRAITOR,
    )
    if whom == THE_TRAITOR:
        s.confronts = True
        yield say("{who:seat} turns to the Traitor.", who=seat)
    else:
        s.met = whom


def meeting(s: NuEarth) -> Steps:
    """4.6 GI Encounters."""
    yield from meet(s)
    s.phase = Phase.END


def drawing(s: NuEarth) -> Steps:
    """4.3 Battlefield Encounters. 4.2: a GI who did not move faces only what was left unbeaten."""
    if s.has_entered:
        yield from draw_stack(s)
    else:
        yield from face_waiting(s)
    s.phase = Phase.FACING


def facing(s: NuEarth) -> Steps:
    """4.3.3 Card after card."""
    if s.cards.zones[STACK]:
        yield from face_top(s)
    if not s.cards.zones[STACK]:
        s.phase = Phase.END


def end(s: NuEarth) -> Steps:
    """6 End phase: declarations and Rogue cards, then (b) missions."""
    yield from declare(s)
    yield from complete_mission(s)
    s.phase = Phase.CONFRONTATION if s.confronts else Phase.REST


def confrontation(s: NuEarth) -> Steps:
    """6 (c) The Traitor."""
    yield from confront(s)
    s.phase = Phase.REST


def resting(s: NuEarth) -> Steps:
    """6 (d) Supplies."""
    yield from rest_and_supply(s)
    s.phase = Phase.CARDS


def cards(s: NuEarth) -> Steps:
    """6 (e) Rogue cards."""
    yield from refill_hand(s)
    s.phase = Phase.CLUES


def clues(s: NuEarth) -> Steps:
    """6 (e) Clue cards."""
    yield from discard_clues(s, s.mover)
    s.phase = Phase.NEXT


def next_player(s: NuEarth) -> Steps:
    """2.1 Clockwise. The dead take no turns."""
    while True:
        s.mover = (s.mover + 1) % s.players
        if s.mover == s.starter:
            s.round += 1
        if s.is_alive(s.mover):
            break
    s.phase = Phase.MOVEMENT
    if s.round > s.most_rounds:  # B10 the Clues decide, so all are turned up
        for seat in s.living():
            s.cards.reveal(s.clues(seat))
        yield say("The last round is over. All Clue cards are turned up.", reveals_secret=True)


PHASES: dict[Phase, Callable[[NuEarth], Steps]] = {
    Phase.SHUFFLE: shuffle_decks,
    Phase.SET_UP: set_up,
    Phase.MOVEMENT: movement,
    Phase.MOVING: moving,
    Phase.ENCOUNTER: encounter,
    Phase.MEETING: meeting,
    Phase.DRAWING: drawing,
    Phase.FACING: facing,
    Phase.END: end,
    Phase.CONFRONTATION: confrontation,
    Phase.REST: resting,
    Phase.CARDS: cards,
    Phase.CLUES: clues,
    Phase.NEXT: next_player,
}


def turn(s: NuEarth) -> Steps:
    """2 Turn sequence. A GI who died in his own turn has no End phase."""
    if s.lives[s.mover] <= 0:
        return next_player(s)
    return PHASES[s.phase](s)
