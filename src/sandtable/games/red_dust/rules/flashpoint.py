"""13 The Flashpoint Round."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.decks import NEXT
from ..printed.map import (
    AVAILABLE,
    CASUALTIES,
    CORPORATIONS,
    MARS_GOV,
    ON_MARS,
    ORBIT,
    RECLAIMERS,
    RED_DUST,
)
from ..printed.pieces import (
    COIN_BASES,
    CONVERSION_CENTER,
    CORP_BASE,
    CR_REBEL,
    EG_TROOP,
    MG_TROOPS,
    RD_BASES,
    RD_REBELS,
    SATELLITE,
    SECURITY,
    SPECOPS,
    TERRAFORMING,
)
from ..state import RAGING, Mars, Phase
from .earthgov import POPULATION, SUPPLY, aldrin_cycler, place_on_earth, shift_confidence
from .group_moves import move_all
from .pieces import PIECES
from .placing import place_units
from .reasons import NO_POPULATION, on_mars
from .resources import bring, charge
from .storms import roll_storms, turn_storms


def flashpoint_round(s: Mars) -> Steps[None]:
    """13 The Flashpoint Round, phase by phase; a turn of the game for each."""
    phase = PHASES[s.step]
    if s.step == 0:
        yield say("Flashpoint Round.", opens=True)
    yield from phase(s)
    s.step += 1
    if s.step == len(PHASES):
        s.step, s.flashpoint = 0, 0  # 13.7
        yield say("Flashpoint marker: {n:number} of 5.", n=0)
        s.phase = Phase.BIDS


def cycler_phase(s: Mars) -> Steps[None]:
    """13.1 Aldrin Cycler."""
    yield from aldrin_cycler(s)


def corporate_casualties(s: Mars) -> Steps[None]:
    """13.2 Corporate Casualties. A Profit for each Base and for two Security; then all come back."""
    loss = s.at(CASUALTIES, CORP_BASE) + s.at(CASUALTIES, SECURITY) // 2
    yield from charge(s, CORPORATIONS, loss, "Corporate Casualties cost {who:the_faction} {n}.")
    for kind in (SECURITY, SPECOPS, CORP_BASE):
        yield from move_all(s, kind, CASUALTIES, AVAILABLE)


def confidence_phase(s: Mars) -> Steps[None]:
    """13.3 EarthGov Confidence. Satellites return, the level moves, Earth sends what the new level shows."""
    for space in ON_MARS:
        yield from move_all(s, SATELLITE, space, ORBIT)
    yield from shift_confidence(s, 1 if s.is_eg_up else -1)
    level = s.box.confidence[s.level]
    yield from place_on_earth(s, EG_TROOP, level.troops)
    yield from place_on_earth(s, SUPPLY, level.supply)
    yield from place_on_earth(s, POPULATION, level.population)


def terraforming_phase(s: Mars) -> Steps[None]:
    """13.4 Terraforming. Two Profits for the first such Base in a Desert, one for each further; less Conversion Centers."""
    gain = sum(s.at(space, TERRAFORMING) + 1 for space in s.box.deserts if s.at(space, TERRAFORMING))
    loss = sum(s.at(space, CONVERSION_CENTER) for space in s.box.deserts)
    yield from bring(s, CORPORATIONS, gain, "Terraforming brings {who:the_faction} {n}.")
    yield from charge(s, CORPORATIONS, loss, "Conversion Centers cost {who:the_faction} {n}.")


def storm_phase(s: Mars) -> Steps[None]:
    """13.5 Dust Storms. As many rolls as the Flashpoint value of the Next Event."""
    yield from turn_storms(s)
    yield from roll_storms(s, s.box.events[s.events.zones[NEXT][-1]].flashpoint)


def attrition_phase(s: Mars) -> Steps[None]:
    """13.6 Attrition, then Conversion."""
    for space in s.box.deserts:
        if s.population(space) and s.storm[space] != RAGING:
            continue
        if not s.has(space, COIN_BASES):
            yield from _wear_down(s, MARS_GOV, space, MG_TROOPS)
            yield from _wear_down(s, CORPORATIONS, space, (SECURITY,))  # to Casualties (ruling 13)
        if not s.has(space, RD_BASES):
            yield from _wear_down(s, RED_DUST, space, RD_REBELS)
    yield from _conversion(s)


ATTRITION = Topic(
    "attrition",
    "13.6",
    "That unit is lost, and the others in the Desert survive until the next Flashpoint Round.",
    "piece",
)


def _wear_down(s: Mars, who: int, space: int, kinds: tuple[int, ...]) -> Steps[None]:
    """13.6 Attrition. One unit of these kinds is lost; its owner chooses which."""
    if s.has(space, kinds):
        kind = yield pick(
            who,
            ATTRITION,
            "Attrition in {space}: which unit is lost?",
            PIECES.of(s, space, kinds),
            about={"space": space},
        )
        s.remove(kind, space)
        yield say(
            "Attrition in {space}: {piece}.",
            space=space,
            piece=kind,
            sums="{n:Attrition in {space}|Attrition takes {n} units}",
        )


CONVERSION = Topic(
    "conversion", "13.6", "One of your Rebels is placed there, while any are Available.", "space"
)


NO_CENTER = Refusal("There is no Conversion Center in {it}.")
HAS_ITS_REBEL = Refusal("{it} has got its Rebel already.")


def conversion_refusal(s: Mars, served: list[int], space: int) -> Refusal | None:
    """13.6 A Rebel in each Populated space with a Conversion Center."""
    if not s.at(space, CONVERSION_CENTER):
        return NO_CENTER
    if not s.population(space):
        return NO_POPULATION
    return HAS_ITS_REBEL if space in served else None


CONVERSION_IN = Choice(lambda s, served: s.mars_with(CONVERSION_CENTER), conversion_refusal, guard=on_mars)


def _conversion(s: Mars) -> Steps[None]:
    """13.6 Conversion. A CR Rebel in each Populated space with a Conversion Center; CR chooses if too few are Available.

    Once none are Available it may take Rebels from elsewhere for the spaces that are left (4.3, ruling 37).
    """
    served: list[int] = []
    while left := CONVERSION_IN.all(s, served):
        space = left[0]
        if 0 < s.available(CR_REBEL) < len(left):
            space = yield pick(
                RECLAIMERS,
                CONVERSION,
                "Too few Rebels are Available for Conversion. A Rebel in which space?",
                CONVERSION_IN.of(s, served),
                label="In {it}",
            )
        served.append(space)
        yield from place_units(s, RECLAIMERS, space, 1)


PHASES = (
    cycler_phase,
    corporate_casualties,
    confidence_phase,
    terraforming_phase,
    storm_phase,
    attrition_phase,
)
