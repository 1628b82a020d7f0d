"""19 Capabilities: Asset cards that stay in force to the end of the game, and what each changes in the rules."""

from __future__ import annotations

from sandtable.engine import DONE, Choice, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..printed.decks import CAPABILITIES
from ..printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS
from ..printed.pieces import OWNER, SATELLITE
from ..rules.choose_spaces import done
from ..rules.operations.general import OPERATIONS_OF
from ..rules.operations.run import can_operate, free_operation
from ..rules.placing import place_units
from ..rules.reasons import IN_A_STORM, on_mars
from ..rules.resources import charge, draw_assets
from ..state import Action, Mars, Op
from .hooks import (
    ASSAULT_ENDED,
    ATTACK_MORE,
    BOMBARD_SPARES,
    OVERLOOKED,
    PURIFY_MORE,
    RALLY_WITHOUT_BASE,
    RANSACKED,
    RECLAIMER_BASES,
    SATELLITES_IN_REACH,
    STORM_PROOF,
    capability,
)

#: 19 A capability brings a free Operation in this many spaces.
FREE_SPACES = 2


def play_capability(s: Mars, card: int) -> Steps[None]:
    """19 A capability comes into force, and brings a free Operation and an Asset."""
    s.assets.play(card, CAPABILITIES)
    yield say("Reclaimers play the capability {asset}.", asset=card)
    yield from _free_operation(s)
    yield from draw_assets(s, 1)


FREE_OPERATION = Topic(
    "free_operation",
    "19",
    "The Operation you carry out now in up to two spaces, free of charge and without a Special Activity.",
)


def _free_operation(s: Mars) -> Steps[None]:
    """19 Capabilities. One free Operation in up to two spaces: no Limited one, and without a Special Activity."""
    able = [
        op for op in OPERATIONS_OF[RECLAIMERS] if can_operate(s, RECLAIMERS, op, free=True, most=FREE_SPACES)
    ]
    if able:
        op: Op = yield pick(RECLAIMERS, FREE_OPERATION, "Which free Operation?", able)
        yield from free_operation(s, RECLAIMERS, op, most=FREE_SPACES)


@capability(1, ATTACK_MORE)
def subdermal_weaponry(s: Mars, who: int) -> int:
    """CR1 Subdermal Weaponry. Each successful die of a Reclaimer Attack removes one piece more."""
    return 1 if who == RECLAIMERS else 0


@capability(2, STORM_PROOF)
def dust_adaptation(s: Mars, who: int) -> bool:
    """CR2 Dust Adaptation. The Reclaimers ignore Raging Storms."""
    return who == RECLAIMERS


ENHANCED_METABOLISM = Topic("enhanced_metabolism", "CR3", "One of your Rebels is placed there.", "space")


PLACE_NOBODY = done("Place nobody")
NOBODY_LOST = Refusal("You lost nobody in {it}.")


def metabolism_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """CR3 A space where the Assault removed Reclaimer forces."""
    if space not in a.mourned:
        return NOBODY_LOST
    return None if s.is_open(space, RECLAIMERS) else IN_A_STORM


METABOLISM_IN = Choice(lambda s, a: a.mourned, metabolism_refusal, guard=on_mars)


@capability(3, ASSAULT_ENDED)
def enhanced_metabolism(s: Mars, a: Action) -> Steps[bool]:
    """CR3 Enhanced Metabolism. The Reclaimers may place a Rebel in one space where the Assault removed their forces."""
    if METABOLISM_IN.any(s, a):
        space = yield pick(
            RECLAIMERS,
            ENHANCED_METABOLISM,
            "Place a Rebel where you lost forces?",
            METABOLISM_IN.of(s, a, then=(DONE,)),
            label="In {it}",
            done_as=PLACE_NOBODY,
        )
        if space != DONE:
            yield from place_units(s, RECLAIMERS, space, 1)
    return bool(a.mourned)


@capability(4, PURIFY_MORE)
def the_mind_twister(s: Mars) -> int:
    """CR4 The Mind Twister. Purify replaces one piece more in each space."""
    return 1


@capability(5, RALLY_WITHOUT_BASE)
def neural_conditioning(s: Mars, who: int) -> bool:
    """CR5 Neural Conditioning. The Reclaimers Rally up to Population, or hide, without a Base."""
    return who == RECLAIMERS


@capability(6, BOMBARD_SPARES)
def deep_tunneling(s: Mars, kind: int) -> bool:
    """CR6 Deep Tunneling. Bombard removes no Reclaimer forces."""
    return OWNER[kind] == RECLAIMERS


@capability(23, RECLAIMER_BASES)
def mps_uplink_hacked(s: Mars, space: int) -> int:
    """CR23 MPS Uplink Hacked. A space with Satellites counts as holding one more Reclaimer Base."""
    return 1 if s.at(space, SATELLITE) else 0


LOSE_RESOURCES = Word("resources", "MarsGov loses 3 Resources")
#: 8.4 A non-player has no Resources.
LOSE_NOTHING = Word("resources", "MarsGov", says="It has no Resources to lose.")
LOSE_PROFITS = Word("profits", "The Corporations lose 1 Profit")
AI_UNLEASHED = Topic(
    "ai_unleashed",
    "CR24",
    "MarsGov or the Corporations lose the money at once, before you draw your Assets.",
)


@capability(24, RANSACKED)
def ai_unleashed(s: Mars) -> Steps[None]:
    """CR24 AI Unleashed. MarsGov or the Corporations pay, once for the whole Ransack."""
    from_marsgov = LOSE_NOTHING if s.is_nonplayer(MARS_GOV) else LOSE_RESOURCES
    loss = yield pick(RECLAIMERS, AI_UNLEASHED, "Who pays?", (from_marsgov, LOSE_PROFITS))
    payer, n = (CORPORATIONS, 1) if loss == LOSE_PROFITS else (MARS_GOV, 3)
    yield from charge(s, payer, n, "{asset} costs {who:the_faction} {n}.", asset=24 - 1)


@capability(25, OVERLOOKED)
def genetic_masking(s: Mars, space: int) -> int:
    """CR25 Genetic Masking. Two units fewer where there is a Reclaimer Base, one that CR23 gives included (ruling 35)."""
    return 2 if s.cr_bases(space) else 0


@capability(26, SATELLITES_IN_REACH)
def ares_rockets(s: Mars, who: int) -> bool:
    """CR26 Ares Rockets. Reclaimer Attacks may remove Satellites anywhere on Mars."""
    return who == RECLAIMERS
