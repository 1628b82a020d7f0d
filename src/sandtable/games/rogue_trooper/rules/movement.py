"""RT 3 Movement: the move of a turn, and what may follow it. Where it can lead is in `ways`."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.engine import Draw, Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..cards.hooks import MOVES, in_force
from ..cards.playing import (
    MOVEMENT,
    card_says,
    play_rogue_card,
    playable,
    settle_rogue_cards,
    why_not_playable,
)
from ..state import ASKED, NOWHERE, NuEarth
from .dead import duty_of
from .prison import attempt_escape
from .supply import draw_supplies
from .ways import (
    STAY,
    arrive,
    dutiful,
    fly,
    offer_shuttle,
    sector_says,
    steps_from,
    walk_to,
    why_no_step,
    why_not_there,
)

SHUTTLE = Word("shuttle", "Take the shuttle to Milli-com", says="Your pilot takes you there once.")
BEACON = Word("beacon", "Call an aircraft with the Hopper Beacon", says="Uses up the Beacon.")
POD = Word("lifepod", "Take a lifepod to a Drop Zone", says="You move one sector from where it lands.")
ASK_ME = Word(
    "ask_me",
    "Ask me about my Rogue cards again",
    says="First you move. At the end of this turn you are asked which cards to discard, and by which rule from then on.",
)
PLAY_CARD = Word("play_card", "Play a Rogue card first")
CARDS_FIRST = Line("{cards:card}. A card on you replaces any card played on your move.")
NO_DROP_ZONE = Refusal("{it} is no Drop Zone.")


def move_gi(s: NuEarth) -> Steps:
    """3 Movement. A prisoner tries to escape first; if he fails, he may not move."""
    if s.is_prisoner(s.mover):
        yield from attempt_escape(s)
        if s.is_prisoner(s.mover):
            return
    yield from (in_force(s, MOVES) or _move)(s)
    yield from deliver_companions(s)


MOVE = Topic(
    "move",
    "3.1",
    "You have an encounter in the sector you enter; if you stay, you face only what was left unbeaten.",
    "sector",
)


def ways_to_move(s: NuEarth) -> list[Any]:
    """3.1 One sector, or another way the GI has: the shuttle, a Hopper Beacon, a lifepod."""
    seat, box = s.mover, s.box
    here = s.sector[seat]
    ways = dutiful(s, seat, steps_from(s, seat, here))
    if here == box.lifepods:
        ways.append(POD)
    if duty_of(s, seat) == NOWHERE and _has_pilot(s) and box.is_souther_city[here]:
        ways.append(SHUTTLE)
    if here < box.earth and s.has_item(seat, "flies") is not None:
        ways.append(BEACON)
    return ways


def why_no_move(s: NuEarth, seat: int, goal: Any) -> Refusal:
    """3.1, 11.2 Why a GI may not move to a sector, or stay."""
    return why_not_there(s, seat, steps_from(s, seat, s.sector[seat]), partial(why_no_step, s, seat), goal)


def plays_as_he_moves(s: NuEarth) -> bool:
    """9.1 Whether the turn player has a move to choose, so that his Rogue card needs no question of its own.

    Everybody can see that: it must not depend on his hand.
    """
    seat = s.mover
    if s.is_prisoner(seat) or in_force(s, MOVES) is not None:
        return False
    steps = steps_from(s, seat, s.sector[seat])
    return (len(steps) > 1 and duty_of(s, seat) == NOWHERE) or len(ways_to_move(s)) > 1


def _move_says(s: NuEarth, goal: Any) -> Line | None:
    """3.1, 9.1 The contents of a sector; and which cards could be played first, since the only one is played at once."""
    if goal == PLAY_CARD:
        return CARDS_FIRST.of(cards=tuple(playable(s, s.mover, MOVEMENT)))
    return sector_says(s, goal)


def _move(s: NuEarth) -> Steps:
    """3.1 Movement. 9.1: before it the GI may play a Rogue card, unless he has had his place in the round."""
    seat, box = s.mover, s.box
    ways = ways_to_move(s)
    if s.plays_last and playable(s, seat, MOVEMENT):
        ways.append(PLAY_CARD)
    if len(ways) > 1 and s.rogue_rule(seat) != ASKED:  # 6 (e); a move that is forced is not asked for
        ways.append(ASK_ME)
    goal = yield pick(
        seat,
        MOVE,
        "Move where?",
        Listed(ways, partial(why_no_move, s, seat)),
        label="Move to {it}",
        hide_options=True,
        others=(STAY,),
        says=partial(_move_says, s),
    )
    if goal == ASK_ME:
        s.keep_rogue_cards(seat, ASKED)
        yield from _move(s)
        return
    if goal == PLAY_CARD:
        yield from _play_card(s)
        return
    if s.plays_last:
        settle_rogue_cards(s)
    if goal == STAY:
        yield from offer_shuttle(s)
    elif goal == SHUTTLE:
        s.shuttle_used = True
        arrive(s, box.shuttle_bay)
        yield say("{who:seat} takes the shuttle to {place:sector}.", who=seat, place=s.sector[seat])
    elif goal == POD:
        yield from _take_lifepod(s)
    elif goal == BEACON:
        beacon = s.has_item(seat, "flies")
        assert beacon is not None
        s.discard(beacon)
        yield say("{who:seat} uses {card}.", who=seat, card=beacon)
        yield from fly(s, box.items[box.item[beacon]].flies)
    else:
        yield from walk_to(s, goal)


OWN_CARD = Topic(
    "own_card", "9.1", "The card decides how you move; one on the Traitor works at once.", "card"
)


def _play_card(s: NuEarth) -> Steps:
    """9.1 Rogue cards. The turn player plays one last of all; then he moves as the card that counts says."""
    seat = s.mover
    card = yield pick(
        seat,
        OWN_CARD,
        "Play which Rogue card?",
        Listed(playable(s, seat, MOVEMENT), partial(why_not_playable, s, seat, MOVEMENT)),
        label="Play {it}",
        private=True,
        others=s.hand(seat)[:],
        says=partial(card_says, s),
    )
    yield from play_rogue_card(s, seat, card)
    settle_rogue_cards(s)
    yield from (in_force(s, MOVES) or _move)(s)


def _has_pilot(s: NuEarth) -> bool:
    """B5 Pilot Juno Vale: one free shuttle from any Souther City while she is held."""
    if s.shuttle_used:
        return False
    foes = s.box.foes
    return any(c is not None and c.shuttle for c in (foes[card].companion for card in s.companions(s.mover)))


DROP_ZONE = Topic("drop_zone", "15", "The lifepod lands there, and you make a normal move from it.", "sector")
POD_MOVE = Topic(
    "pod_move", "15", "Your movement ends in that sector, and you have your encounter there.", "sector"
)


def _take_lifepod(s: NuEarth) -> Steps:
    """15 Lifepods. To a Drop Zone, then a normal move; with Helm the GI selects the zone, others draw."""
    seat, zones = s.mover, s.box.drop_zones
    if s.has_helm(seat):
        zone = yield pick(
            seat,
            DROP_ZONE,
            "Drop where?",
            Listed(sorted(zones), lambda sector: NO_DROP_ZONE),
            label="Drop at {it}",
        )
    else:
        (zone,) = yield Draw(zones, topic="drop zone", of="sector")
    arrive(s, zone)
    yield say("{who:seat} drops at {place:sector}.", who=seat, place=zone)
    able = dutiful(s, seat, steps_from(s, seat, zone))
    goal = yield pick(
        seat,
        POD_MOVE,
        "Move where from the lifepod?",
        Listed(able, partial(why_no_move, s, seat)),
        label="Move to {it}",
        others=(STAY,),
        says=partial(sector_says, s),
    )
    if goal == STAY:
        yield from offer_shuttle(s)
    else:
        yield from walk_to(s, goal)


DELIVER = Topic("deliver", "4.3.4", "Yes discards the Companion and brings you Supply cards.")


def deliver_companions(s: NuEarth) -> Steps:
    """4.3.4 Delivery. A GI ending his move at a Companion's destination may discard it. B5: that brings Supply cards."""
    seat, box = s.mover, s.box
    for card in s.companions(seat)[:]:
        if box.destination[card] != s.sector[seat]:
            continue
        if (yield yes_no(seat, DELIVER, "Deliver {card} here?", about={"card": card})):
            s.discard(card)
            yield say("{who:seat} delivers {card}.", who=seat, card=card)
            companion = box.foes[card].companion
            if companion is not None and companion.heals_on_delivery:
                s.heal(seat, box.sheet.lives)
            yield from draw_supplies(s, seat, box.sheet.delivery_supplies)
