"""17.1 Entrench."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic, amount, yes_no

from ...printed.map import COIN, MARS_GOV
from ...printed.pieces import FORTIFIED, MG_TROOP, MG_TROOPS
from ...state import Action, Mars
from ..choose_spaces import done, one_by_one
from ..placing import can_place_base, unit_for_base
from ..reasons import IN_A_STORM, NO_COIN_CONTROL, on_mars


def can_fortify(s: Mars, space: int) -> int:
    """5.4 How many more Troops can be Fortified: one on each populated square."""
    return min(s.at(space, MG_TROOP), s.population(space) - s.at(space, FORTIFIED))


NO_TROOP = Refusal("There is no MarsGov Troop in {it}.")
ENTRENCHED = Refusal("{it}: no Base can be built, and no more Troops can be Fortified.")


def entrench_refusal(s: Mars, space: int) -> Refusal | None:
    """17.1 COIN-Controlled spaces where a Base could be built or a Troop Fortified."""
    if s.control[space] != COIN:
        return NO_COIN_CONTROL
    if not s.is_open(space, MARS_GOV):
        return IN_A_STORM
    if not s.has(space, MG_TROOPS):
        return NO_TROOP
    return None if can_place_base(s, MARS_GOV, space) or can_fortify(s, space) else ENTRENCHED


ENTRENCH_AT = Choice(lambda s: s.mars_with(*MG_TROOPS), entrench_refusal, guard=on_mars)
ENTRENCH = Topic(
    "entrench", "17.1", "There you may turn a Troop into a Base, and Troops into Fortified ones.", "space"
)
ENTRENCH_BASE = Topic("entrench_base", "17.1", "Yes removes a Troop here and places one of your Bases.")
ENTRENCH_TROOP = Topic(
    "entrench_troop", "17.1", "That Troop is removed, and a Base takes its place.", "piece"
)
FORTIFY = Topic(
    "fortify",
    "17.1",
    "This many Troops are Fortified; where Damage would be placed a Fortified Troop is lost instead.",
    "number",
)


DONE_WITH_IT = done("Done with Entrench", "The Operation goes on.")


def entrench(s: Mars, a: Action) -> Steps[None]:
    """17.1 Entrench. In up to two spaces a Troop may become a Base, then Troops may be Fortified."""
    another = one_by_one(
        MARS_GOV,
        2,
        ENTRENCH_AT.of(s),
        "Entrench where?",
        ENTRENCH,
        "Entrench in {it}",
        done_as=DONE_WITH_IT,
    )
    while (space := (yield from another())) is not None:
        if can_place_base(s, MARS_GOV, space) and (
            yield yes_no(
                MARS_GOV, ENTRENCH_BASE, "Replace a Troop in {space} with a Base?", about={"space": space}
            )
        ):
            yield from unit_for_base(s, MARS_GOV, space, MG_TROOPS, ENTRENCH_TROOP)
        if (most := can_fortify(s, space)) > 0:
            n = yield amount(
                MARS_GOV, FORTIFY, "Fortify how many Troops in {space}?", most, about={"space": space}
            )
            s.flip(space, MG_TROOP, FORTIFIED, n)
            if n:
                yield say("{n:{n} Troop is|{n} Troops are} Fortified in {space}.", n=n, space=space)
