"""RT 5.6 and 5.8: losing lives, and what saves them."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Roll, Steps, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..state import NuEarth
from .choices import companion_refusal
from .dead import die


def lose_lives(s: NuEarth, seat: int, lives: int) -> Steps:
    """5.6 Losing lives. A GI loses lives, one after the other; at 0 he is dead."""
    for _ in range(lives):
        yield from _lose_life(s, seat)
        if not s.is_alive(seat):
            yield from die(s, seat)
            return


MISSED = Refusal("{it} has another Initiative than the die shows.")
KILLED = Topic("killed", "5.8", "This Companion is out of the game, and you keep your life.", "card")
SHIELD = Topic("shield", "5.8", "Yes uses up the card and you keep your life; no costs you the life.")


def killed_refusal(s: NuEarth, seat: int, face: int, card: int) -> Refusal | None:
    """5.8 Why a card is not killed: no Companion of the GI, or not of the Initiative that the die shows."""
    why = companion_refusal(s, seat, card)
    return why or (None if s.box.foes[card].initiative == face else MISSED)


def companions_of(s: NuEarth, seat: int, face: int) -> list[int]:
    return s.companions(seat)


COMPANION_KILLED = Choice(companions_of, killed_refusal)


def _lose_life(s: NuEarth, seat: int) -> Steps:
    """5.8 Companions. For each life lost a die: a Companion with that Initiative dies instead.

    R-RT-37: a Combat Shield is asked for once that die has been seen, and only if the life would be lost.
    """
    if s.companions(seat):
        face = yield Roll(1, topic="companion", by=seat)
        if COMPANION_KILLED.any(s, seat, face):  # R-RT-21
            card = yield pick(
                seat,
                KILLED,
                "Which Companion is killed?",
                COMPANION_KILLED.of(s, seat, face),
                label="{it} is killed",
            )
            s.remove(card)
            yield say("{card} dies instead of {who:seat}.", who=seat, card=card, tone="bad")
            return
    shield = s.has_item(seat, "shields")
    if shield is not None and (
        yield yes_no(seat, SHIELD, "Save the life with {card}?", about={"card": shield})
    ):
        s.discard(shield)
        yield say("{who:seat} is saved by {card}.", who=seat, card=shield, tone="good")
        return
    s.lives[seat] -= 1
    yield say(
        "{who:seat} loses a life.",
        who=seat,
        tone="bad",
        sums="{n:{who:seat} loses a life.|{who:seat} loses {n} lives.}",
    )
