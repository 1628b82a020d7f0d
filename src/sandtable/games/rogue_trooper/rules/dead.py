"""RT 11 Dead GIs: their chip waits in the sector for the nearest comrade; then the two are a team."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..printed.box import FAR
from ..state import (
    BOARD,
    CLUE,
    COMPANION,
    DEAD_CHIP,
    EMPTY,
    FREE,
    ITEM,
    MISSION,
    NOBODY,
    NOWHERE,
    SET,
    STACK,
    NuEarth,
)
from .choices import CONTACTS
from .clues import drop_missions, turn_up_set
from .supply import keep_to_limit

KEEP_ALL = Word("keep_all", "Keep all Missions", says="You draw no new one until all are done.")
TAKEN = Refusal("There is a chip in the {it} slot, and another slot is free.")


def leave_stack(s: NuEarth) -> None:
    """4.5, R-RT-15 Unresolved cards are discarded, but Hazards and Fortifications stay face up."""
    box = s.box
    for card in s.cards.zones[STACK][:]:
        if box.foes[card].stays:
            s.cards.play(card, BOARD)
            s.board[card] = s.sector[s.mover]
        else:
            s.discard(card)


def die(s: NuEarth, seat: int) -> Steps:
    """11.1 Death. At 0 lives his chip stays in the sector, his things are set aside, other cards are discarded."""
    if seat == s.mover:
        leave_stack(s)
    s.chip[seat], s.sector[seat], s.prison[seat] = s.sector[seat], NOWHERE, FREE
    for card in s.hand(seat)[:]:
        s.discard(card)
    for card in s.missions(seat)[:]:
        if not s.box.task(card).is_contact:
            s.discard(card)
    yield say(
        "{who:seat} is dead. His chip lies at {place:sector}.",
        who=seat,
        place=s.chip[seat],
        opens=True,
        tone="bad",
    )
    if (finder := finder_of(s, seat)) != NOBODY:
        yield say(
            "{finder:seat} must fetch it. If he kills the Traitor then, {who:seat} comes second.",
            who=seat,
            finder=finder,
        )
    elif s.living():
        yield say(
            "Any GI who comes there may take it. If he kills the Traitor then, {who:seat} comes second.",
            who=seat,
        )


def finder_of(s: NuEarth, dead: int) -> int:
    """11.2, R-RT-28 Who must fetch this chip: the nearest GI by land, ties clockwise from the dead; NOBODY if none must."""
    box, place = s.box, s.chip[dead]
    if place == NOWHERE or box.is_milli_com(place) or box.is_sea[place]:
        return NOBODY
    best, nearest = NOBODY, FAR
    for step in range(1, s.players):
        seat = (dead + step) % s.players
        if s.lives[seat] > 0 and s.prison[seat] == FREE and s.sector[seat] < box.earth:
            far = box.land[s.sector[seat]][place]
            if far < nearest:
                best, nearest = seat, far
    return best


def duty_of(s: NuEarth, seat: int) -> int:
    """11.2 The sector this GI has to go to for a dead one's chip; NOWHERE without such a duty."""
    goal, nearest = NOWHERE, FAR
    for dead in range(s.players):
        if s.chip[dead] != NOWHERE and finder_of(s, dead) == seat:
            far = s.box.land[s.sector[seat]][s.chip[dead]]
            if far < nearest:
                goal, nearest = s.chip[dead], far
    return goal


TAKE_CHIP = Topic(
    "chip", "11.2", "Yes makes you a team: you get what the dead GI left, and he comes second if you win."
)


def take_chips(s: NuEarth, seat: int) -> Steps:
    """11.2 Chips. In his End phase a GI takes the chips that lie where he is. Only the one who must fetch a chip cannot leave it."""
    for dead in range(s.players):
        if s.chip[dead] != NOWHERE and s.chip[dead] == s.sector[seat]:
            if finder_of(s, dead) == seat or (
                yield yes_no(seat, TAKE_CHIP, "Take the chip of {dead:seat}?", about={"dead": dead})
            ):
                yield from form_team(s, seat, dead)


DEAD_GI_SLOT = Topic(
    "dead_gi_slot",
    "11.2",
    "The dead GI's chip stays in this slot; a bio-chip already there is discarded.",
    "slot",
)


def has_free_slot(s: NuEarth, seat: int) -> bool:
    return EMPTY in s.slots[3 * seat : 3 * seat + 3]


def slot_refusal(s: NuEarth, seat: int, slot: int) -> Refusal | None:
    """11.2 Why a chip does not go into a slot: a chip is discarded for another only when no slot is free."""
    return TAKEN if s.slots[3 * seat + slot] != EMPTY and has_free_slot(s, seat) else None


def every_slot(s: NuEarth, seat: int) -> range:
    return range(3)


SLOT_FOR_CHIP = Choice(every_slot, slot_refusal)


def form_team(s: NuEarth, seat: int, dead: int) -> Steps:
    """11.2 A team. The chip goes into a slot, and the living GI gets what was set aside."""
    s.chip[dead] = NOWHERE
    yield say("{who:seat} takes the chip of {dead:seat}: they are a team.", who=seat, dead=dead)
    slot = yield pick(
        seat,
        DEAD_GI_SLOT,
        "Put the chip of {dead:seat} into which slot?",
        SLOT_FOR_CHIP.of(s, seat),
        about={"dead": dead},
    )
    _pull(s, seat, slot)
    s.slots[3 * seat + slot] = DEAD_CHIP + dead
    s.team[dead] = seat
    yield from _take_slots(s, seat, dead)
    box = s.box
    for ammunition in range(box.types):
        s.issue(seat, ammunition, s.rounds_of(dead, ammunition))
        s.ammunition[dead * box.types + ammunition] = 0
    for which, cards in ((ITEM, s.items(dead)), (COMPANION, s.companions(dead)), (SET, s.set_of(dead))):
        for card in cards[:]:
            s.take(card, seat, which)
            s.welcome(card)
    yield from keep_to_limit(s, seat)
    for card in s.clues(dead)[:]:
        s.cards.give(card, s.zone(seat, CLUE))
        s.cards.look([card], seat)
    yield from turn_up_set(s, seat)
    yield from _take_missions(s, seat, dead)
    if s.set_of(seat):
        yield from drop_missions(s, seat)


def _pull(s: NuEarth, seat: int, slot: int) -> None:
    """A chip that is discarded for another; a dead GI's chip takes him out of the team."""
    held = s.slots[3 * seat + slot]
    if held >= DEAD_CHIP:
        s.team[held - DEAD_CHIP] = NOBODY
    s.slots[3 * seat + slot] = EMPTY


INHERITED_SLOT = Topic(
    "inherited_slot",
    "11.2",
    "The chip works as Gunnar in the rifle, Helm in the helmet or Bagman in the backpack.",
    "slot",
)


def _take_slots(s: NuEarth, seat: int, dead: int) -> Steps:
    """11.2 A team. The dead GI's bio-chips go into free slots; what finds none is discarded."""
    for place in range(3):
        held = s.slots[3 * dead + place]
        s.slots[3 * dead + place] = EMPTY
        if held == EMPTY or not has_free_slot(s, seat):
            if held >= DEAD_CHIP:
                s.team[held - DEAD_CHIP] = NOBODY
            continue
        slot = yield pick(seat, INHERITED_SLOT, "Put a bio-chip into which slot?", SLOT_FOR_CHIP.of(s, seat))
        s.slots[3 * seat + slot] = held
        if held >= DEAD_CHIP:
            s.team[held - DEAD_CHIP] = seat


MISSION_OUT = Topic(
    "mission_out",
    "11.2",
    "The Mission you discard is gone; each one you keep can still earn you a Clue.",
    "card",
)


def _take_missions(s: NuEarth, seat: int, dead: int) -> Steps:
    """11.2 A team. The living GI gets the dead one's Contact Mission and may discard one of the two."""
    for card in s.missions(dead)[:]:
        s.cards.give(card, s.zone(seat, MISSION))
        s.cards.look([card], seat)
        if len(s.missions(seat)) < 2 or s.set_of(seat):
            continue
        gone = yield pick(
            seat,
            MISSION_OUT,
            "Discard one Mission?",
            CONTACTS.of(s, seat, then=(KEEP_ALL,)),
            label="Discard {it}",
            private=True,
        )
        if gone != KEEP_ALL:
            s.discard(gone)
            yield say("{who:seat} discards {card}.", who=seat, card=gone)
