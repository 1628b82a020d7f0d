"""The odds of a fight and of an evasion before deciding, worked out exactly from the dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sandtable.engine import Ask, Odds, Roll, Run

from ..house.battles import foe_of
from ..house.chances import chance_of_evasion, chance_of_salvo, chance_to_win
from ..house.tactics import best_salvo
from ..rules.battlefield import EVADE, SURRENDER
from ..rules.combat import (
    BARE_HANDS,
    GI,
    HOLD_FIRE,
    SECONDARY_ITEMS,
    Salvo,
    salvo_bonus,
    salvo_dice,
)
from ..rules.turn_sequence import THE_TRAITOR
from ..state import STACK, NuEarth, Phase

#: The questions about a salvo, and the one about a second one.
SECOND_SALVO = "second_salvo"
SALVOS = ("face", "stand", "salvo", SECOND_SALVO)
WON, LOST, EVADED, NOT_EVADED = "won", "lost", "evaded", "not evaded"
#: The scores against another GI are told in bands of this width, up to the last band, which is open.
BAND, LAST_BAND = 5, 6


def odds_of(run: Run[NuEarth], value: Any) -> Odds | None:
    """The odds of an answer, where dice follow; None where they do not."""
    ask = run.ask
    assert ask is not None
    s, seat, topic = run.state, ask.seat, ask.topic
    if topic == "face" and value == EVADE:
        return _evasion(s, seat, s.box.foes[s.cards.zones[STACK][-1]].initiative)
    if topic == "evade_gi" and value is True:
        return _evasion(s, seat, 2 + s.lives[s.mover])
    if topic in SALVOS and value != SURRENDER:
        return _fight(s, seat, ask, topic, value)
    if topic == "backing" and s.phase is not Phase.MEETING:
        return _backed_up(s, seat, ask, run.values, value)
    if (topic == "confront" and value is True) or (topic == "encounter" and value == THE_TRAITOR):
        return _confrontation(s, seat)
    return None


def _evasion(s: NuEarth, seat: int, initiative: int) -> Odds:
    chance = chance_of_evasion(s, seat, initiative)
    return Odds({EVADED: chance, NOT_EVADED: 1 - chance}, policy="one attempt")


def _outcome(chance: Fraction, policy: str) -> Odds:
    return Odds({WON: chance, LOST: 1 - chance}, policy=policy)


def _fight(s: NuEarth, seat: int, ask: Ask, topic: str, value: Any) -> Odds | None:
    """One salvo against what is being fought; against another GI nobody knows what he will fire."""
    if value == HOLD_FIRE:
        return None
    args = ask.about or {}
    is_first = topic != SECOND_SALVO
    salvo = Salvo() if value == BARE_HANDS else Salvo(*value)
    if s.phase is Phase.MEETING:
        return _score_odds(s, seat, salvo, 0 if is_first else args["mine"], is_first=is_first)
    target, dice, _ = foe_of(s)
    behind = 0 if is_first else args["enemy"] - args["mine"]
    dice = dice if is_first else 0
    chance = chance_of_salvo(s, seat, salvo, target, dice, behind, is_first=is_first)
    return _outcome(chance, _fired(s, salvo))


def _backed_up(s: NuEarth, seat: int, ask: Ask, left: Sequence[Any], value: Any) -> Odds:
    """A salvo with the items taken so far and one more, or as it is."""
    facts = ask.facts or {}
    taken = [card for card in SECONDARY_ITEMS.all(s, seat) if card not in left or card == value]
    salvo = Salvo(facts["weapon"], facts["rounds"], tuple(taken))
    target, dice, _ = foe_of(s)
    return _outcome(chance_of_salvo(s, seat, salvo, target, dice, 0, is_first=True), _fired(s, salvo))


def _score_odds(s: NuEarth, seat: int, salvo: Salvo, before: int, *, is_first: bool) -> Odds:
    """How high a salvo at another GI scores, with what was scored before; his own salvo is secret."""
    dice = salvo_dice(s, seat, salvo, GI, is_first=is_first)
    plus, times = salvo_bonus(s, seat, salvo, GI) if dice else (0, 1)
    outcomes, all_outcomes = Roll(dice).outcomes()
    bands: dict[int, Fraction] = {}
    for total, weight in outcomes:
        band = min(max(before + (total + plus) * times - 1, 0) // BAND, LAST_BAND)
        bands[band] = bands.get(band, Fraction(0)) + Fraction(weight, all_outcomes)
    named = {_band(band): chance for band, chance in sorted(bands.items())}
    return Odds(named, policy="whatever the other GI fires")


def _band(band: int) -> str:
    first = band * BAND + 1
    return f"score {first} or more" if band == LAST_BAND else f"score {first} to {first + BAND - 1}"


def _fired(s: NuEarth, salvo: Salvo) -> str:
    if salvo.weapon < 0:
        return "bare hands"
    return f"fires {salvo.rounds} {s.box.weapon_labels[salvo.weapon]}"


def _confrontation(s: NuEarth, seat: int) -> Odds:
    """One round with the Traitor, before any Rogue card."""
    if s.traitor >= s.box.earth:
        return _outcome(chance_to_win(1, 0, 1, 1, 0), "bare hands")
    dice = s.box.sheet.traitor_dice
    plan = best_salvo(s, seat, GI, dice, 30.0)
    salvo = Salvo(plan.weapon, plan.rounds)
    return _outcome(chance_of_salvo(s, seat, salvo, GI, dice, 0, is_first=True), _fired(s, salvo))
