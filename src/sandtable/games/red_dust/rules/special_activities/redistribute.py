"""17.7 Redistribute."""

from __future__ import annotations

from sandtable.engine import Choice, Line, Refusal, Steps, say
from sandtable.engine.asking import Topic

from ...printed.map import RED_DUST
from ...printed.pieces import CORP_BASES, RD_REBEL
from ...state import Action, Mars
from ..choose_spaces import done, one_by_one
from ..placing import activate_own
from ..reasons import IN_A_STORM, NO_HIDDEN_REBEL, NO_POPULATION, NOT_YOUR_CONTROL, on_mars
from ..resources import bring


def redistribute_refusal(s: Mars, space: int) -> Refusal | None:
    """17.7 Populated spaces with RD Control and a Hidden RD Rebel."""
    if not s.at(space, RD_REBEL):
        return NO_HIDDEN_REBEL
    if s.control[space] != RED_DUST:
        return NOT_YOUR_CONTROL
    if not s.population(space):
        return NO_POPULATION
    return None if s.is_open(space, RED_DUST) else IN_A_STORM


REDISTRIBUTE_AT = Choice(lambda s: s.mars_with(RD_REBEL), redistribute_refusal, guard=on_mars)
REDISTRIBUTE = Topic(
    "redistribute",
    "17.7",
    "A Hidden Rebel there turns Active and brings you Resources for its Population and Corporate Bases.",
    "space",
)


BRINGS = Line("Brings {n:resources}.")
DONE_WITH_IT = done("Done with Redistribute", "The Operation goes on.")


def _worth(s: Mars, space: int) -> int:
    """17.7 The gain from a space."""
    return s.population(space) + s.count(space, CORP_BASES)


def redistribute(s: Mars, a: Action) -> Steps[None]:
    """17.7 Redistribute. Rebels in up to four spaces collect what the Population gives."""
    another = one_by_one(
        RED_DUST,
        4,
        REDISTRIBUTE_AT.of(s),
        "Redistribute where?",
        REDISTRIBUTE,
        "In {it}",
        in_one_go=True,
        done_as=DONE_WITH_IT,
        says=lambda it: BRINGS.of(n=_worth(s, it)) if it.__class__ is int else None,
    )
    earned = 0
    while (space := (yield from another())) is not None:
        yield from activate_own(s, RED_DUST, space)
        n = _worth(s, space)
        earned += n
        yield from bring(s, RED_DUST, n, "Redistribute in {space} brings {who:the_faction} {n}.", space=space)
    if (np := s.nonplayers) is not None and RED_DUST in np.seats:
        np.agitate_total += (
            earned // 2
        )  # 8.4 one for every two Resources it would have earned in all its spaces
        yield say("Agitate Total: {n:number}.", n=np.agitate_total)
