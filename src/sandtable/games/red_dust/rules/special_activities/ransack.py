"""17.11 Ransack."""

from __future__ import annotations

from sandtable.engine import Choice, Line, Refusal, Steps
from sandtable.engine.asking import Topic

from ...cards.hooks import RANSACKED, steps
from ...printed.map import RECLAIMERS
from ...printed.pieces import CR_REBEL
from ...state import Action, Mars
from ..choose_spaces import done, one_by_one
from ..placing import activate_own
from ..reasons import IN_A_STORM, NO_DAMAGE, NO_HIDDEN_REBEL, on_mars
from ..resources import draw_assets


def ransack_refusal(s: Mars, space: int) -> Refusal | None:
    """17.11 Spaces with Damage and a Hidden CR Rebel."""
    if not s.at(space, CR_REBEL):
        return NO_HIDDEN_REBEL
    if not s.damage[space]:
        return NO_DAMAGE
    return None if s.is_open(space, RECLAIMERS) else IN_A_STORM


RANSACK_AT = Choice(lambda s: s.mars_with(CR_REBEL), ransack_refusal, guard=on_mars)
RANSACK = Topic(
    "ransack",
    "17.11",
    "A Hidden Rebel there turns Active, and you draw an Asset for each Damage marker.",
    "space",
)


DRAWS = Line("Draws {n:an Asset|{n} Assets}.")
DONE_WITH_IT = done("Done with Ransack", "The Operation goes on.")


def ransack(s: Mars, a: Action) -> Steps[None]:
    """17.11 Ransack. Draw Assets for the Damage in up to two spaces."""
    drawn = 0
    another = one_by_one(
        RECLAIMERS,
        2,
        RANSACK_AT.of(s),
        "Ransack where?",
        RANSACK,
        "Ransack {it}",
        in_one_go=True,
        done_as=DONE_WITH_IT,
        says=lambda it: DRAWS.of(n=s.damage[it]) if it.__class__ is int else None,
    )
    while (space := (yield from another())) is not None:
        yield from activate_own(s, RECLAIMERS, space)
        drawn += s.damage[space]
    yield from steps(s, RANSACKED)
    yield from draw_assets(s, drawn)
