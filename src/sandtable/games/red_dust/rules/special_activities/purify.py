"""17.10 Purify."""

from __future__ import annotations

from functools import partial

from sandtable.engine import DONE, Choice, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ...cards.hooks import PURIFY_MORE, total
from ...printed.map import RECLAIMERS
from ...printed.pieces import CONVERSION_CENTER, CR_BASE, CR_REBEL, ENEMIES_OF, IS_BASE, PROTECTORS
from ...state import Action, Mars
from ..choose_spaces import done, one_by_one
from ..pieces import REMOVABLE
from ..placing import activate_own, place_units, placeable, removable
from ..reasons import IN_A_STORM, NO_ENEMY, NO_HIDDEN_REBEL, NOT_YOUR_CONTROL, on_mars
from ..resources import draw_assets


def purify_targets(s: Mars, space: int) -> list[int]:
    """17.10 Enemy units, and enemy Bases without friendly units beside them; Hidden SpecOps are units (ruling 16)."""
    kinds = removable(s, space, ENEMIES_OF[RECLAIMERS])
    has_rebels = placeable(s, RECLAIMERS, space)
    return [kind for kind in kinds if (s.available(CR_BASE) if IS_BASE[kind] else has_rebels)]


NOBODY_TO_REPLACE = Refusal("{it}: you have no Rebel or Base left to replace an enemy with.")


def purify_refusal(s: Mars, space: int) -> Refusal | None:
    """17.10 Spaces with CR Control, a Hidden CR Rebel and enemy forces."""
    if not s.at(space, CR_REBEL):
        return NO_HIDDEN_REBEL
    if s.control[space] != RECLAIMERS:
        return NOT_YOUR_CONTROL
    if not s.has(space, ENEMIES_OF[RECLAIMERS]):
        return NO_ENEMY
    if not s.is_open(space, RECLAIMERS):
        return IN_A_STORM
    return None if purify_targets(s, space) else NOBODY_TO_REPLACE


PURIFY_AT = Choice(lambda s: s.mars_with(CR_REBEL), purify_refusal, guard=on_mars)


def converts_base(s: Mars) -> bool:
    """17.10 Whether a Purify could make a Conversion Center now, and so draw an Asset."""
    return any(IS_BASE[kind] for space in PURIFY_AT.all(s) for kind in purify_targets(s, space))


PURIFY = Topic(
    "purify",
    "17.10",
    "A Hidden Rebel there turns Active, and enemies are replaced with pieces of yours.",
    "space",
)


DONE_WITH_IT = done("Done with Purify", "The Operation goes on.")


def purify(s: Mars, a: Action) -> Steps[None]:
    """17.10 Purify. Enemies in up to two spaces are won over, or their Base becomes a Conversion Center."""
    another = one_by_one(
        RECLAIMERS,
        2,
        PURIFY_AT.of(s),
        "Purify where?",
        PURIFY,
        "Purify {it}",
        done_as=DONE_WITH_IT,
    )
    while (space := (yield from another())) is not None:
        yield from activate_own(s, RECLAIMERS, space)
        yield from _purify_in(s, space)


PURIFY_PIECE = Topic(
    "purify_piece",
    "17.10",
    "A unit is replaced with a Rebel of yours, a Base with a Conversion Center and an Asset for you.",
    "piece",
)


REPLACE_NO_MORE = done("Replace no more", "The others in {space} stay.")
NOT_THIS_TIME = Refusal(
    "{it}: no such piece may be replaced beside what was chosen, or you have none to replace it with."
)


def _not_replaced(s: Mars, space: int, kind: int) -> Refusal:
    """17.10 Why a piece is not among those that can be replaced."""
    return REMOVABLE.refusal(s, space, ENEMIES_OF[RECLAIMERS], PROTECTORS, kind) or NOT_THIS_TIME


def _purify_in(s: Mars, space: int) -> Steps[None]:
    """17.10 Purify. Replace up to one unit (two with a Conversion Center), or one Base; cards may add pieces of either sort.

    Ruling 36: the Reclaimers may stop at any time.
    """
    units, bases = (2 if s.at(space, CONVERSION_CENTER) else 1), 0
    extra = total(s, PURIFY_MORE)
    is_first = True
    while units > 0 or bases > 0 or extra > 0:
        able = [
            kind
            for kind in purify_targets(s, space)
            if is_first or extra > 0 or (bases if IS_BASE[kind] else units) > 0
        ]
        if not able:
            break
        kind = yield pick(
            RECLAIMERS,
            PURIFY_PIECE,
            "Purify {space}: replace what?",
            Listed(able, partial(_not_replaced, s, space), then=(DONE,)),
            label="Replace {it}",
            about={"space": space},
            done_as=REPLACE_NO_MORE,
        )
        if kind == DONE:
            break
        if IS_BASE[kind]:
            if is_first:
                units, bases = 0, 1
            bases, extra = (bases - 1, extra) if bases else (bases, extra - 1)
            yield from _convert(s, kind, space)
        else:
            units, extra = (units - 1, extra) if units else (units, extra - 1)
            s.take(kind, space)
            yield say("{piece} in {space} joins the Reclaimers.", piece=kind, space=space)
            yield from place_units(s, RECLAIMERS, space, 1, must=True)
        is_first = False


def _convert(s: Mars, kind: int, space: int) -> Steps[None]:
    """17.10 An enemy Base becomes a Conversion Center, and an Asset is drawn."""
    s.take(kind, space)
    s.place(CR_BASE, space)
    s.flip(space, CR_BASE, CONVERSION_CENTER)
    yield say("{piece} in {space} becomes a Conversion Center.", piece=kind, space=space)
    yield from draw_assets(s, 1)
