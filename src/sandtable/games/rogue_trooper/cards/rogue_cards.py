"""RT 9 Rogue cards: when each may be played, the round of offers at the start of a phase, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import PASS, Ask, Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.box import ROGUE
from ..printed.files import Rogue
from ..rules.dead import duty_of
from ..state import NOBODY, NOWHERE, PLAYED, NuEarth

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
    return PLAYABLE[rogue.effect](s)


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
    "rogue",
    "9.1",
    "The last card played on the player decides how he moves; one played on the Traitor works at once.",
    "card",
    window="rogue.movement",
)
ROGUE_ENCOUNTER = Topic(
    "rogue",
    "9.1",
    "The last card played on the player changes his encounter; one played on the Traitor works at once.",
    "card",
    window="rogue.encounter",
)
ROGUE_END = Topic(
    "rogue",
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
        if card_works_at_once(s.box.rogue(card)):
            break
    for card in s.cards.zones[PLAYED][:]:
        s.discard(card)
    if s.force != NOBODY:
        EFFECT[s.box.rogue(s.force).effect](s, s.box.rogue(s.force).number)


def card_works_at_once(rogue: Rogue) -> bool:
    """9.3 Cards that affect the Traitor or free a prisoner."""
    return rogue.target == "traitor" or rogue.effect == "escape"


def play_rogue_card(s: NuEarth, seat: int, card: int) -> Steps:
    """9.2 Rogue cards. A card is turned up; it takes the place of the one before."""
    rogue = s.box.rogue(card)
    s.cards.play(card, PLAYED)
    if rogue.target == "traitor":
        yield say("{who:seat} plays {card} on the Traitor.", who=seat, card=card)
        s.force = s.force_by = NOBODY
        yield from AT_ONCE[rogue.effect](s, seat, rogue.number)
    else:
        yield say("{who:seat} plays {card} on {mover:seat}.", who=seat, card=card, mover=s.mover)
        s.force, s.force_by = card, seat


# When an effect can be played at all. All of it is seen by everybody.


def _moves_on_nu_earth(s: NuEarth) -> bool:
    """3.3 Movement cards may not be played on GIs on Milli-com."""
    return s.sector[s.mover] < s.box.earth


def _may_take_shuttle(s: NuEarth) -> bool:
    """3.2 From a Souther City; 3.4 no prisoner; 11.2: not away from a dead GI's chip that has to be fetched."""
    seat = s.mover
    return s.box.is_souther_city[s.sector[seat]] and not s.is_prisoner(seat) and duty_of(s, seat) == NOWHERE


def _is_on_milli_com(s: NuEarth) -> bool:
    return s.sector[s.mover] >= s.box.earth


def _is_prisoner(s: NuEarth) -> bool:
    return s.is_prisoner(s.mover)


def _draws_encounters(s: NuEarth) -> bool:
    """9.4, 4.6.2 Reinforcements: a Battlefield Encounter in a sector with a rating, and no GI Encounter."""
    return has_battlefield_encounter(s) and s.box.rating[s.sector[s.mover]] > 0


def has_battlefield_encounter(s: NuEarth) -> bool:
    """4.1 The GI has entered a sector without another GI."""
    return s.has_entered and not s.is_prisoner(s.mover) and not s.others_here(s.mover)


def _faces_cards(s: NuEarth) -> bool:
    """The GI will draw cards, or unbeaten ones wait for him."""
    if s.is_prisoner(s.mover) or (s.has_entered and s.others_here(s.mover)):
        return False
    here = s.sector[s.mover]
    return (s.has_entered and s.box.rating[here] > 0) or here in s.board.values()


def _may_fire(s: NuEarth) -> bool:
    """Weapons can be used, and there may be somebody to use them on."""
    return s.sector[s.mover] < s.box.earth and (
        _faces_cards(s) or bool(s.has_entered and s.others_here(s.mover)) or s.traitor == s.sector[s.mover]
    )


def _has_chips(s: NuEarth) -> bool:
    return any(s.slots[3 * s.mover : 3 * s.mover + 3]) and not s.is_prisoner(s.mover)


def _has_declared(s: NuEarth) -> bool:
    return s.declared != NOBODY


def _confronts(s: NuEarth) -> bool:
    return s.confronts


def _always(s: NuEarth) -> bool:
    return True


def _is_not_at_bridge(s: NuEarth) -> bool:
    return s.traitor != s.box.bridge


PLAYABLE: dict[str, Callable[[NuEarth], bool]] = {
    "march": _moves_on_nu_earth,
    "fly": _moves_on_nu_earth,
    "stay": _moves_on_nu_earth,
    "lead": _moves_on_nu_earth,
    "miss_turn": _moves_on_nu_earth,
    "shuttle": _may_take_shuttle,
    "traitor_flees": _always,
    "traitor_recalled": _is_not_at_bridge,
    "escape": _is_prisoner,
    "clearance": _is_on_milli_com,
    "reinforce": _draws_encounters,
    "no_evading": _faces_cards,
    "no_chips": _has_chips,
    "discard_top": _draws_encounters,
    "first_salvo": _may_fire,
    "foil": _has_declared,
    "delay": _has_declared,
    "extra_clue": _has_declared,
    "traitor_dice": _confronts,
    "dice_at_traitor": _confronts,
}


# What the card that counts does. Movement and mission cards are read where the GI moves and completes.


def _nothing_yet(s: NuEarth, number: int) -> None:
    """Read later: the card in force says how the GI moves, or what becomes of his Mission."""


def _clearance(s: NuEarth, number: int) -> None:
    s.has_clearance = True


def _miss_turn(s: NuEarth, number: int) -> None:
    s.missing[s.mover] += 1


def _reinforce(s: NuEarth, number: int) -> None:
    s.extra_cards = number


def _no_evading(s: NuEarth, number: int) -> None:
    s.no_evading = True


def _no_chips(s: NuEarth, number: int) -> None:
    s.no_chips = True


def _discard_top(s: NuEarth, number: int) -> None:
    s.discard_top = True


def _first_salvo(s: NuEarth, number: int) -> None:
    s.first_salvo = number


def _dice_at_traitor(s: NuEarth, number: int) -> None:
    s.dice_at_traitor = number


EFFECT: dict[str, Callable[[NuEarth, int], None]] = {
    "march": _nothing_yet,
    "fly": _nothing_yet,
    "stay": _nothing_yet,
    "lead": _nothing_yet,
    "shuttle": _nothing_yet,
    "escape": _nothing_yet,
    "clearance": _clearance,
    "miss_turn": _miss_turn,
    "reinforce": _reinforce,
    "no_evading": _no_evading,
    "no_chips": _no_chips,
    "discard_top": _discard_top,
    "first_salvo": _first_salvo,
    "foil": _nothing_yet,
    "delay": _nothing_yet,
    "extra_clue": _nothing_yet,
    "dice_at_traitor": _dice_at_traitor,
}


FLEE = Topic("flee", "12.3", "The Traitor goes straight there, and only there can he be fought.", "sector")


def _traitor_flees(s: NuEarth, seat: int, number: int) -> Steps:
    """12.3 Traitor Flees. He goes straight to a named place or a Drop Zone."""
    places = [place for place in s.box.destinations if place != s.traitor]
    s.traitor = yield pick(seat, FLEE, "Where does the Traitor go?", places, label="To {it}")
    yield say("The Traitor flees to {place:sector}.", place=s.traitor)


def _traitor_recalled(s: NuEarth, seat: int, number: int) -> Steps:
    """12.3 Traitor Recalled. He goes straight to the Bridge."""
    s.traitor = s.box.bridge
    yield say("The Traitor is back at {place:sector}.", place=s.traitor)


def _traitor_dice(s: NuEarth, seat: int, number: int) -> Steps:
    """13.2 The Traitor has more dice in this confrontation."""
    s.traitor_dice = number
    yield say("The Traitor will roll {n:number} dice more.", n=number)


AT_ONCE: dict[str, Callable[[NuEarth, int, int], Steps]] = {
    "traitor_flees": _traitor_flees,
    "traitor_recalled": _traitor_recalled,
    "traitor_dice": _traitor_dice,
}


def effect_in_force(s: NuEarth) -> str:
    """9.2 The effect of the card that counts in this phase; nothing: ""."""
    return s.box.rogue(s.force).effect if s.force != NOBODY else ""
