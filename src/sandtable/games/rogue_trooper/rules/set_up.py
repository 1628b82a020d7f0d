"""RT 1 Set-up: the decks, then each player's chips, supplies, Drop Zone, Mission and Rogue cards."""

from __future__ import annotations

from sandtable.engine import Draw, Line, Steps, say
from sandtable.engine.asking import Topic, pick_each

from ..state import CHIP, CLUES, ENCOUNTERS, HAND, MISSIONS, ROGUES, SUPPLIES, NuEarth, Phase
from .dead import SLOT_FOR_CHIP
from .missions import draw_mission
from .supply import draw_dice_of_supplies

DECKS = {
    ENCOUNTERS: "encounter deck",
    SUPPLIES: "supply deck",
    MISSIONS: "mission deck",
    ROGUES: "rogue deck",
    CLUES: "clue deck",
}


def shuffle_decks(s: NuEarth) -> Steps:
    """1.1 The decks are shuffled."""
    for deck, topic in DECKS.items():
        yield from s.cards.shuffle(deck, topic)
    s.phase = Phase.SET_UP


SLOT = Topic(
    "slot",
    "1",
    "Gunnar (rifle) adds to your fire, Helm (helmet) doubles it at armour, Bagman (backpack) fires again.",
    "slot",
)


SLOT_SAYS = (
    Line("Gunnar: +2 to the score of a salvo of the rifle."),
    Line("Helm: twice the score against Armour; the Security Zone is open to you."),
    Line("Bagman: a second salvo when the enemy has scored more."),
)


def slot_says(slot: int) -> Line:
    """17 The effect of a bio-chip in a slot."""
    return SLOT_SAYS[slot]


def set_up(s: NuEarth) -> Steps:
    """1 Set-up. 1.3 to 1.7: one player after the other is made ready."""
    seat = s.mover
    (chips,) = yield Draw(s.cup, topic="bio-chips")
    cup = list(s.cup)
    cup.remove(chips)
    s.cup = tuple(cup)
    yield say("{who:seat} takes {n:chips}.", who=seat, n=chips)
    slots = yield from pick_each(
        seat,
        SLOT,
        "Put a bio-chip into which slot?",
        SLOT_FOR_CHIP.of(s, seat),
        up_to=chips,
        at_least=chips,
        says=slot_says,
    )
    for slot in slots:
        s.slots[3 * seat + slot] = CHIP
    yield from draw_dice_of_supplies(s, seat, 2)
    (s.sector[seat],) = yield Draw(s.box.drop_zones, topic="drop zone", of="sector")
    yield say("{who:seat} drops at {place:sector}.", who=seat, place=s.sector[seat])
    yield from draw_mission(s, seat, is_first=True)
    s.cards.draw(ROGUES, s.zone(seat, HAND), by=seat, n=s.box.sheet.rogue_hand)
    s.mover = (seat + 1) % s.players
    if s.mover == s.starter:
        s.phase = Phase.MOVEMENT
