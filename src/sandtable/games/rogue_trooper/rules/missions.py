"""RT 8 Mission cards: what each asks for, when one cannot be done, and drawing a new one."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.hooks import HOOKS, IMPOSSIBLE
from ..printed.box import MISSION as MISSION_DECK
from ..printed.box import Task
from ..state import (
    ATTACKED_LEFT,
    ATTACKED_MOST_CLUES,
    ATTACKED_NEAREST,
    BUSTED_TANK,
    COMPANION,
    MISSION,
    MISSIONS,
    MISSIONS_OUT,
    PER_SEAT,
    SEATS,
    STACK,
    NuEarth,
)
from .choices import why_not_held

KEEP = Word("keep", "Keep it", says="It pays a Clue card when it is completed.")
KEEP_AND_ASK = Word(
    "keep_and_ask", "Keep it, and ask me before it is declared", says="You no longer declare every Mission."
)
ANOTHER = Word("another", "Discard it and draw another", says="You must accept the next one.")
DEED = {
    "attack_left": ATTACKED_LEFT,
    "attack_most_clues": ATTACKED_MOST_CLUES,
    "attack_nearest": ATTACKED_NEAREST,
    "bust_tank": BUSTED_TANK,
}


def is_in_play(s: NuEarth, companion: int) -> bool:
    """8.3, R-RT-25 A companion is in play if a living GI holds her, or she lies face up on the board."""
    where = s.cards.where[companion]
    if where >= SEATS:
        return s.is_alive((where - SEATS) // PER_SEAT) and (where - SEATS) % PER_SEAT == COMPANION
    return where == STACK and s.cards.knows(None, companion)


def is_impossible(s: NuEarth, seat: int, task: Task, *, is_new: bool) -> bool:
    """1.6, R-RT-4 Whether a Mission cannot be completed."""
    if task.kind == "contact":
        return is_new and task.destination == s.sector[seat]
    if task.kind == "wedding":
        return not is_in_play(s, task.bride)
    impossible = HOOKS.get((IMPOSSIBLE, task.task))
    return impossible is not None and bool(impossible(s, seat))


ELSEWHERE = Refusal("You are not at {place:sector}.")
NO_BRIDE = Refusal("{bride:card} is not with you.")
NO_DEED = {
    "attack_left": Refusal("You have not attacked the GI of the player on your left in this turn."),
    "attack_most_clues": Refusal("You have not attacked the GI with most Clue cards in this turn."),
    "attack_nearest": Refusal("You have not attacked the GI who was nearest when your turn began."),
    "bust_tank": Refusal("You have destroyed no Armour or Fortification in a Nort sector in this turn."),
}


def declare_refusal(s: NuEarth, seat: int, card: int) -> Refusal | None:
    """6 (b) Why a Mission cannot be declared now: it takes its destination, its deed or its bride."""
    if card not in s.missions(seat):
        return why_not_held(s, MISSION_DECK, card)
    task = s.box.task(card)
    if task.destination >= 0:
        return None if task.destination == s.sector[seat] else ELSEWHERE.of(place=task.destination)
    if task.kind == "wedding":
        return None if task.bride in s.companions(seat) else NO_BRIDE.of(bride=task.bride)
    return None if s.deeds[seat] & DEED[task.task] else NO_DEED[task.task]


#: 6 (b) The Missions that can be declared now.
MISSIONS_TO_DECLARE = Choice(NuEarth.missions, declare_refusal)


NEW_MISSION = Topic(
    "new_mission", "8", "If you draw another Mission you must accept it, unless it cannot be done."
)


def draw_mission(s: NuEarth, seat: int, *, is_first: bool = False) -> Steps:
    """8 A new Mission. One may be discarded for a second, which is accepted unless it is impossible.

    1.6 Only at set-up may that be a Genie or Wedding Bells.
    """
    card = yield from _draw_possible(s, seat)
    if card is None:
        return
    answer = yield pick(
        seat,
        NEW_MISSION,
        "Keep {card}?",
        _answers_to(s, seat, card, is_first=is_first),
        about={"card": card},
        private=True,
        likely=KEEP,
    )
    if answer == KEEP_AND_ASK:
        s.declares.write(seat, 0, by=seat)
    elif answer == ANOTHER:
        s.discard(card)
        yield say("{who:seat} discards {card}.", who=seat, card=card)
        yield from _draw_possible(s, seat)


def _answers_to(s: NuEarth, seat: int, card: int, *, is_first: bool) -> list[Word]:
    """8 A new Mission. A Genie or Wedding Bells is kept without a question, whatever else there is to say."""
    if not s.box.task(card).is_contact and not is_first:
        return [KEEP]
    return [KEEP, KEEP_AND_ASK, ANOTHER] if s.declares.values[seat] else [KEEP, ANOTHER]


def _draw_possible(s: NuEarth, seat: int) -> Steps[int | None]:
    """1.6 Impossible missions. R-RT-4: those that cannot be completed are discarded until one fits."""
    zone = s.zone(seat, MISSION)
    for _ in range(len(s.box.tasks)):
        drawn = yield from s.cards.draw_on(MISSIONS, MISSIONS_OUT, zone, by=seat, topic="mission deck")
        if not drawn:
            return None
        if not is_impossible(s, seat, s.box.task(drawn[0]), is_new=True):
            return drawn[0]
        s.discard(drawn[0])
        yield say("{who:seat} cannot do {card} and discards it.", who=seat, card=drawn[0])
    return None


def replace_missions(s: NuEarth, seat: int) -> Steps:
    """8 Missions. R-RT-4: a Genie or Wedding Bells that has become impossible is replaced; so is a Mission that is missing."""
    for card in s.missions(seat)[:]:
        if is_impossible(s, seat, s.box.task(card), is_new=False):
            s.discard(card)
            yield say("{who:seat} can no longer do {card} and discards it.", who=seat, card=card)
    if not s.missions(seat) and not s.set_of(seat):
        yield from draw_mission(s, seat)
