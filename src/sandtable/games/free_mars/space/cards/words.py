"""13.2 The effect of each word of the vocabulary in space; the shared ones are in `common`."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Choice, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ...common.cards.effects import Deploy, Flip, NetRun, Reinforce, Repair, Reshuffle, RevealIntercept
from ...common.cards.words import Vocabulary
from ...common.rules.ops_cards import reshuffle_all
from ...common.state import PLAYER
from ..rules.deployment import deploy, deployment_count
from ..rules.intercepts import REVEALABLE, reveal_elsewhere
from ..rules.net_run import extra_run, runners
from ..rules.pods import stow
from ..rules.reasons import DISRUPTED, NOT_DISRUPTED, carriers, pod_refusal, ship_refusal
from ..rules.worth import hit_says, pod_says, repair_says
from ..state import ASHORE, Squadron

FLIP = Topic("flip", "13.2", "The ship is Disrupted until it is repaired.", "unit")


def flip_ships(s: Squadron, effect: Flip) -> Steps:
    """13.2 Flip. The player turns effective ships of the Task Force to their Disrupted side (R-SP-21)."""
    for _ in range(effect.n):
        if not EFFECTIVE.any(s):
            return
        ship = yield pick(
            PLAYER,
            FLIP,
            "Which ship is Disrupted?",
            EFFECTIVE.of(s),
            label="Disrupt {it}",
            says=lambda it: hit_says(s, it),
        )
        s.flip(ship)
        yield say("{unit} is Disrupted.", unit=ship)


def flip_refusal(s: Squadron, ship: int) -> Refusal | None:
    """R-SP-21 Why a ship cannot be flipped."""
    return ship_refusal(s, s.tf, ship) or (DISRUPTED if s.is_flipped[ship] else None)


#: R-SP-21 The effective ships of the Task Force.
EFFECTIVE = Choice(lambda s: s.tf, flip_refusal)


REPAIR = Topic("repair", "13.2", "The ship turns back to its effective side, at no cost in AP.", "unit")


def repair_free(s: Squadron, effect: Repair) -> Steps:
    """13.2 Repair. Disrupted ships of the Task Force are repaired without AP; the player selects which."""
    for _ in range(effect.n):
        if not REPAIRABLE.any(s):
            yield say("No ship of the Task Force needs repair.")
            return
        ship = yield pick(
            PLAYER,
            REPAIR,
            "Repair which ship?",
            REPAIRABLE.of(s),
            label="Repair {it}",
            says=lambda it: repair_says(s, it),
        )
        s.repair(ship)
        yield say("{unit} is repaired.", unit=ship)


def repair_refusal(s: Squadron, ship: int) -> Refusal | None:
    """13.2 Why a card does not repair a ship."""
    return ship_refusal(s, s.tf, ship) or (None if s.is_flipped[ship] else NOT_DISRUPTED)


REPAIRABLE = Choice(lambda s: s.tf, repair_refusal)


REINFORCE = Topic(
    "reinforce", "13.2", "The Pod costs no AP and goes to a ship of the Task Force at once.", "unit"
)


def reinforce(s: Squadron, effect: Reinforce) -> Steps:
    """13.2 Reinforcements. Named units, or Pods of the player's choice, without an action and without AP."""
    for name in effect.units:
        yield from receive(s, s.box.number[name])
    for _ in range(effect.n if effect.kind else 0):
        if not can_take_pod(s):
            yield say("There is no room for a Pod.")
            return
        pod = yield pick(
            PLAYER,
            REINFORCE,
            "Which Pod do you take?",
            Listed(s.pods_left(), partial(pod_refusal, s)),
            label="Take {it}",
            says=lambda it: pod_says(s, it),
        )
        yield from stow(s, pod, list(s.tf))


def receive(s: Squadron, unit: int) -> Steps:
    """13.2 A named unit comes to the Task Force if it is not in play and, for a Pod, if there is room."""
    if unit < s.box.first_pod:
        if s.at[unit] == ASHORE:
            s.at[unit] = s.point
            s.tf = (*s.tf, unit)
            yield say("{unit} joins the Task Force.", unit=unit)
    elif unit in s.pods_left() and can_take_pod(s):
        yield from stow(s, unit, list(s.tf))


def can_take_pod(s: Squadron) -> bool:
    """19.2 Whether a ship of the Task Force has room and there is a Pod left."""
    return bool(carriers(s, s.tf) and s.pods_left())


CHOOSE = Topic("choose", "13.2", "The effects you choose happen at once; the others do not happen.")
MAY = Topic("may", "13.2", "Yes carries out what the card offers; No leaves it undone.")

WORDS: Vocabulary = Vocabulary(
    {
        Deploy: deploy,
        Flip: flip_ships,
        Repair: repair_free,
        Reinforce: reinforce,
        Reshuffle: lambda s, effect: reshuffle_all(s),
        RevealIntercept: lambda s, effect: reveal_elsewhere(s),
        NetRun: lambda s, effect: extra_run(s, WORDS),
    },
    {
        Flip: lambda s, effect: EFFECTIVE.any(s),
        Repair: lambda s, effect: REPAIRABLE.any(s),
        Reinforce: lambda s, effect: can_take_pod(s) if effect.kind else True,
        RevealIntercept: lambda s, effect: REVEALABLE.any(s),
        NetRun: lambda s, effect: bool(runners(s)),
    },
    choose=CHOOSE,
    may=MAY,
    count=deployment_count,
)
