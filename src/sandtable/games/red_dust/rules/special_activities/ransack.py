"""17.11 Ransack."""

from __future__ import annotations

from sandtable.engine import Steps, Word
from sandtable.engine.asking import Topic, pick

from ...printed.map import CORPORATIONS, MARS_GOV, ON_MARS, RECLAIMERS
from ...printed.pieces import CR_REBEL
from ...state import Action, Mars
from ..choose_spaces import one_more
from ..placing import activate_own
from ..resources import charge, draw_assets

LOSE_RESOURCES = Word("resources", "MarsGov loses 3 Resources")
LOSE_PROFITS = Word("profits", "Corporations lose 1 Profit")


def ransack_spaces(s: Mars) -> list[int]:
    """17.11 Spaces with Damage and a Hidden CR Rebel."""
    return [
        space
        for space in ON_MARS
        if s.at(space, CR_REBEL) and s.damage[space] and s.is_open(space, RECLAIMERS)
    ]


def can_ransack(s: Mars, a: Action) -> bool:
    return bool(ransack_spaces(s))


RANSACK = Topic(
    "ransack",
    "17.11",
    "A Hidden Rebel there turns Active, and you draw an Asset for each Damage marker.",
    "space",
)
AI_UNLEASHED = Topic(
    "ai_unleashed",
    "17.11",
    "MarsGov or the Corporations lose the money at once, before you draw your Assets.",
)


def ransack(s: Mars, a: Action) -> Steps[None]:
    """17.11 Ransack. Assets out of the Damage of up to two spaces."""
    chosen: list[int] = []
    drawn = 0
    while (
        space := (
            yield from one_more(
                RECLAIMERS, chosen, 2, lambda: ransack_spaces(s), "Ransack where?", RANSACK, "Ransack {it}"
            )
        )
    ) is not None:
        yield from activate_own(s, RECLAIMERS, space)
        drawn += s.damage[space]
    if s.capability(24):  # CR24 AI Unleashed, once for the whole Ransack
        loss = yield pick(RECLAIMERS, AI_UNLEASHED, "Who pays?", (LOSE_RESOURCES, LOSE_PROFITS))
        payer, n = (MARS_GOV, 3) if loss == LOSE_RESOURCES else (CORPORATIONS, 1)
        yield from charge(s, payer, n, "{asset} costs {who:the_faction} {n}.", asset=24 - 1)
    yield from draw_assets(s, drawn)
