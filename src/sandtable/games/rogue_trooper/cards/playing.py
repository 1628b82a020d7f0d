"""RT 9 Rogue cards: who may play which now, and the round of offers at the start of a phase."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from sandtable.engine import PASS, Ask, Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..printed.box import ROGUE
from ..printed.files import Rogue
from ..rules.choices import why_not_held
from ..state import NOBODY, NOWHERE, PASSES, PASSES_TO_END, PLAYED, NuEarth
from .effects import SAYS, SAYS_OF_MOVER
from .hooks import AT_ONCE, CHANGES, ESCAPES, HOOKS, REFUSES, in_force

MOVEMENT, ENCOUNTER, END = "movement", "encounter", "end"
PASS_ON = Word(
    "pass_on", "Pass until my turn", says="You are not asked again before your turn. Nobody sees this."
)
PASS_TO_END = Word(
    "pass_to_end",
    "Pass, but ask me in End phases",
    says="Until your turn you are asked only when your End phase cards can be played. Nobody sees this.",
)


#: What each of these answers makes of `passing`.
ORDERS = {PASS_ON: PASSES, PASS_TO_END: PASSES_TO_END}
OTHER_PHASE = {
    MOVEMENT: Refusal("{it} is played in the Movement phase."),
    ENCOUNTER: Refusal("{it} is played in the Encounter phase."),
    END: Refusal("{it} is played in the End phase."),
}
OWN_TURN = Refusal("{it} is played in your own turn.")
OTHERS_TURN = Refusal("{it} is played in the turn of another player.")
NO_TRAITOR = Refusal("The Traitor has not appeared yet.")


def target_refusal(s: NuEarth, seat: int, rogue: Rogue) -> Refusal | None:
    """9.1 Why a card of this phase may not be played by this seat: the target printed on it, and what it needs."""
    if rogue.target == "self":
        if seat != s.mover:
            return OWN_TURN
    elif rogue.target == "other":
        if seat == s.mover:
            return OTHERS_TURN
    elif s.traitor == NOWHERE:
        return NO_TRAITOR
    why: Refusal | None = HOOKS[REFUSES, rogue.effect](s)
    return why


def playable(s: NuEarth, seat: int, phase: str) -> list[int]:
    """The cards of a hand that may be played now. (Copies too: to offer one of two would tell of the other.)"""
    box = s.box
    rogues, first = box.rogues, box.first[ROGUE]
    found = []
    for card in s.hand(seat):
        rogue = rogues[card - first]
        if rogue.phase == phase and target_refusal(s, seat, rogue) is None:
            found.append(card)
    return found


def why_not_playable(s: NuEarth, seat: int, phase: str, card: int) -> Refusal | None:
    """9.1 Why a card is not offered: it is no Rogue card of this hand, or cannot be played now."""
    if card not in s.hand(seat):
        return why_not_held(s, ROGUE, card)
    rogue = s.box.rogue(card)
    return OTHER_PHASE[rogue.phase] if rogue.phase != phase else target_refusal(s, seat, rogue)


def card_says(s: NuEarth, card: Any) -> Line | None:
    """B8 The effect of a Rogue card."""
    if not isinstance(card, int):
        return None
    rogue = s.box.rogue(card)
    return Line(SAYS[rogue.effect], {"n": rogue.number})


def play_says(s: NuEarth, card: Any) -> Line | None:
    """B8 The effect that a Rogue card would have on the GI whose turn it is."""
    if not isinstance(card, int) or (says := SAYS_OF_MOVER.get(s.box.rogue(card).effect)) is None:
        return card_says(s, card)
    return Line(says, {"n": s.box.rogue(card).number, "mover": s.mover})


def _ways_to_pass(s: NuEarth, seat: int, phase: str) -> tuple[Word, ...]:
    """9.1 Who passes in another's turn may say that he passes until his own."""
    if seat == s.mover:
        return (PASS,)
    return (PASS, PASS_TO_END, PASS_ON) if phase != END and waits_for_end(s, seat) else (PASS, PASS_ON)


def passes_in(s: NuEarth, seat: int, phase: str) -> bool:
    """9.1 Whether a seat has said that it passes in this phase of another player's turn."""
    order = s.passing.values[seat]
    return order == PASSES or (order == PASSES_TO_END and phase != END)


def waits_for_end(s: NuEarth, seat: int) -> bool:
    """9.1 Whether a seat holds a card for the End phase of another player."""
    rogues = map(s.box.rogue, s.hand(seat))
    return any(rogue.phase == END and rogue.target != "self" for rogue in rogues)


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


#: By phase: the topic, for each has a window of its own for standing orders, and the question.
WINDOWS = {
    MOVEMENT: (ROGUE_MOVEMENT, "{mover:seat} is about to move. Play a Rogue card?"),
    ENCOUNTER: (ROGUE_ENCOUNTER, "{mover:seat}'s Encounter phase begins. Play a Rogue card?"),
    END: (ROGUE_END, "{mover:seat}'s End phase begins. Play a Rogue card?"),
}


#: The same for the player whose phase it is.
OWN_WINDOWS = {
    MOVEMENT: "You are about to move. Play a Rogue card?",
    ENCOUNTER: "Your Encounter phase begins. Play a Rogue card?",
    END: "Your End phase begins. Play a Rogue card?",
}


@cache
def _lone_pass(seat: int, mover: int, phase: str) -> Ask:
    """The same question for everybody who has nothing to play, made once: it is asked far more often than any other."""
    topic, prompt = WINDOWS[phase]
    return pick(seat, topic, prompt, [PASS], about={"mover": mover}, decline=PASS, private=True)


def _ask_for_card(s: NuEarth, seat: int, phase: str) -> Ask:
    """9.1 Rogue cards. Whoever has nothing to play is asked as well, with one answer."""
    is_own = seat == s.mover
    passes = not is_own and passes_in(s, seat, phase)
    if passes or not (able := playable(s, seat, phase)):
        return _lone_pass(seat, s.mover, phase)
    topic, prompt = WINDOWS[phase]
    return pick(
        seat,
        topic,
        OWN_WINDOWS[phase] if is_own else prompt,
        Listed(able, partial(why_not_playable, s, seat, phase), _ways_to_pass(s, seat, phase)),
        label="Play {it}",
        about=None if is_own else {"mover": s.mover},
        decline=PASS,
        private=True,
        others=partial(s.hand, seat),
        says=partial(play_says, s),
        likely=PASS,
    )


def offer_rogue_cards(s: NuEarth, phase: str) -> Steps:
    """9.1 Rogue cards. At the start of a phase, left player first, clockwise, the turn player last.

    9.2 Only the last card counts. 9.3 Cards on the Traitor and Escape work at once and end the round.
    """
    if not (yield from offer_to_others(s, phase)):
        yield from offer_to(s, s.mover, phase)
    settle_rogue_cards(s)


def offer_to_others(s: NuEarth, phase: str) -> Steps[bool]:
    """9.1 Rogue cards. Everybody but the turn player. True if a card ended the round (9.3)."""
    for step in range(1, s.players):
        seat = (s.mover + step) % s.players
        if s.is_alive(seat) and (yield from offer_to(s, seat, phase)):
            return True
    return False


def offer_to(s: NuEarth, seat: int, phase: str) -> Steps[bool]:
    """9.1 Rogue cards. One seat plays a card or passes. True if the card ends the round (9.3)."""
    # asked of everybody, so that nobody can tell who holds what; a lone pass leaves no trace
    card = yield _ask_for_card(s, seat, phase)
    if card == PASS:
        return False
    if card in ORDERS:
        s.passing.write(seat, ORDERS[card], by=seat)
        return False
    yield from play_rogue_card(s, seat, card)
    return works_at_once(s.box.rogue(card))


def settle_rogue_cards(s: NuEarth) -> None:
    """9.2 Rogue cards. The round is over: what was played is discarded, and the card that counts works."""
    s.plays_last = False
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
        yield say("{who:seat} plays {card} on the Traitor.", who=seat, card=card, opens=True)
        s.force = s.force_by = NOBODY
        yield from HOOKS[AT_ONCE, rogue.effect](s, seat, rogue.number)
    else:
        yield say("{who:seat} plays {card} on {mover:seat}.", who=seat, card=card, mover=s.mover, opens=True)
        s.force, s.force_by = card, seat
