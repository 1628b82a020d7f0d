"""12.2, 17 Taking a Special Activity: before, between or after the spaces of an Operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import DONE, Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ...printed.map import RECLAIMERS
from ...state import Action, Mars
from ..choose_spaces import done
from .coordinate import COORDINATE_AT, coordinate
from .entrench import ENTRENCH_AT, entrench
from .exploit import EXPLOIT_AT, exploit
from .pairing import PAIRING, Special
from .petition import petition
from .public_relations import RELATIONS_AT, public_relations
from .purify import PURIFY_AT, converts_base, purify
from .raid import RAID_AT, raid
from .ransack import RANSACK_AT, ransack
from .redistribute import REDISTRIBUTE_AT, redistribute
from .transport import TROOPS_AT, transport

#: 17 Where a Special Activity can do something. Ambush is asked for in its Attack, Petition at the very end.
WHERE: dict[Special, Choice[int]] = {
    Special.ENTRENCH: ENTRENCH_AT,
    Special.TRANSPORT: TROOPS_AT,
    Special.PUBLIC_RELATIONS: RELATIONS_AT,
    Special.EXPLOIT: EXPLOIT_AT,
    Special.RAID: RAID_AT,
    Special.REDISTRIBUTE: REDISTRIBUTE_AT,
    Special.COORDINATE: COORDINATE_AT,
    Special.PURIFY: PURIFY_AT,
    Special.RANSACK: RANSACK_AT,
}
TAKE: dict[Special, Callable[[Mars, Action], Steps[None]]] = {
    Special.ENTRENCH: entrench,
    Special.PETITION: petition,
    Special.TRANSPORT: transport,
    Special.PUBLIC_RELATIONS: public_relations,
    Special.EXPLOIT: exploit,
    Special.RAID: raid,
    Special.REDISTRIBUTE: redistribute,
    Special.COORDINATE: coordinate,
    Special.PURIFY: purify,
    Special.RANSACK: ransack,
}


def specials(s: Mars, a: Action) -> list[Special]:
    """12.2 The Special Activities that can be taken now."""
    if not a.may_special:
        return []
    return [it for it in PAIRING[a.who, a.op] if it in WHERE and WHERE[it].any(s)]


#: Why a Special Activity cannot be taken at all now.
CANNOT_TAKE = {
    Special.ENTRENCH: Refusal(
        "{it}: no space under COIN Control has a Troop that could become a Base or be Fortified."
    ),
    Special.TRANSPORT: Refusal("{it}: you have no Troops that could be moved."),
    Special.PUBLIC_RELATIONS: Refusal(
        "{it}: no space under COIN Control with Security can be Repaired or Housed in."
    ),
    Special.EXPLOIT: Refusal(
        "{it}: no populated space without Damage has a Corporate Base and more Corporate than MarsGov forces."
    ),
    Special.RAID: Refusal("{it}: no Hidden SpecOps can strike anybody or slip into another space."),
    Special.REDISTRIBUTE: Refusal("{it}: you Control no populated space with a Hidden Rebel of yours."),
    Special.COORDINATE: Refusal(
        "{it}: no space without Support has a Hidden Rebel of yours and people or guards to win over."
    ),
    Special.PURIFY: Refusal(
        "{it}: you Control no space with a Hidden Rebel of yours and an enemy to replace."
    ),
    Special.RANSACK: Refusal("{it}: no Damaged space has a Hidden Rebel of yours."),
}


def cannot_take(s: Mars, special: Special) -> Refusal | None:
    """17 Why a Special Activity cannot be taken now."""
    return None if WHERE[special].any(s) else CANNOT_TAKE[special]


def raises_money(s: Mars, special: Special) -> bool:
    """10 Whether a Special Activity can bring money in the middle of an Operation; Purify does by converting a Base."""
    if special is Special.PURIFY:
        return converts_base(s)
    return special in (Special.REDISTRIBUTE, Special.RANSACK)


def take_special(s: Mars, a: Action, special: Special) -> Steps[None]:
    """12.2 One Special Activity in a turn."""
    a.may_special = False
    yield say("{who:faction}: {special}.", who=a.who, special=special, opens=s.is_nonplayer(a.who))
    yield from TAKE[special](s, a)


SPECIAL = Topic(
    "special",
    "12.2",
    "The Special Activity is carried out now, the only one of your turn.",
)


WITHOUT = done("End your turn", "No Special Activity; the Operation is over and paid for.", ends_turn=True)
#: The Reclaimers choose the Assets they pay with.
WITHOUT_AND_PAY = done("No Special Activity", "Next, you pay for the Operation.")


def last_special(s: Mars, a: Action, *, happened: bool = True) -> Steps[None]:
    """12.2 Special Activity. The last chance for a Special Activity, where something came after the spaces. Petition comes only here.

    `happened`: something came after the last space; if not, Done at that question has declined it already.
    """
    petitions = [Special.PETITION] if a.may_special and Special.PETITION in PAIRING[a.who, a.op] else []
    options: list[Any] = [*(specials(s, a) if happened else ()), *petitions]
    if options:
        without = WITHOUT_AND_PAY if a.who == RECLAIMERS or a.is_free else WITHOUT
        it = yield pick(a.who, SPECIAL, "A Special Activity now?", [*options, DONE], done_as=without)
        if it != DONE:
            yield from take_special(s, a, it)
