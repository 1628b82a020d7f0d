"""10, 16 Which spaces an Operation may choose: each once, within its limits, where it can do something, and paid for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from sandtable.engine import Choice, Refusal
from sandtable.engine.choice import Refuses

from ...printed.map import RECLAIMERS
from ...state import Action, Mars
from ..reasons import ASSETS_TOO_FEW, CHOSEN, NO_MORE, OTHER_SPACES, TOO_DEAR
from ..resources import money_left
from .general import flat_price, price, price_here

#: Where an Operation can do something, limits and money apart: given the state and the Operation.
Where = Choice[int]


def _not_refused(s: Mars, a: Action, space: int) -> None:
    """Nothing that is listed is refused."""


class Listing(Choice[int]):
    """The spaces of an Operation that lists them itself, by their paths or by their sort. The list decides; `reason` finds the sentence."""

    __slots__ = ("reason",)

    def __init__(
        self,
        spaces: Callable[[Mars, Action], Iterable[int]],
        reason: Callable[[Mars, Action, int], Refusal],
        *,
        guard: Callable[[Refuses], Refuses],
    ) -> None:
        super().__init__(spaces, _not_refused, guard=guard)
        self.reason = reason

    def why(self, s: Mars, a: Action) -> Refuses:
        """The reasons, for anything that somebody can point at."""
        assert self.guard is not None
        return self.guard(lambda it: None if it in self.candidates(s, a) else self.reason(s, a, it))


def is_full(a: Action) -> bool:
    """16 Whether an Operation has chosen as many spaces as it may."""
    return len(a.chosen) >= a.most


def unchosen(a: Action, spaces: Iterable[int]) -> list[int]:
    """16 Of these spaces, those that have not been chosen: each only once."""
    return [space for space in spaces if space not in a.chosen]


def on_the_card(a: Action, spaces: Iterable[int]) -> list[int]:
    """18 Of these spaces, those to which a card limits the Operation."""
    return [space for space in spaces if space in a.only]


def choosable(a: Action, spaces: Iterable[int]) -> Iterable[int]:
    """16, 18 Of these spaces, those within the limits of the Operation."""
    if is_full(a):
        return ()
    if a.only:
        spaces = on_the_card(a, spaces)
    return unchosen(a, spaces) if a.chosen else spaces


def within_limits(s: Mars, a: Action, where: Where) -> Iterator[int]:
    """16 The spaces that an Operation could choose next, were they only paid for."""
    spaces = choosable(a, where.candidates(s, a))
    if isinstance(where, Listing):
        return iter(spaces)
    refusal = where.refusal
    return (space for space in spaces if refusal(s, a, space) is None)


def paid_for(s: Mars, a: Action, spaces: Iterable[int]) -> Iterator[int]:
    """10 Of these spaces, those that can be paid for now. Where all cost the same, the price is looked at once."""
    flat = flat_price(s, a)
    if flat == 0:
        return iter(spaces)
    left = money_left(s, a)
    if flat is None:
        return (space for space in spaces if price_here(s, a, space) <= left)
    return iter(spaces if flat <= left else ())


def next_spaces(s: Mars, a: Action, where: Where) -> list[int]:
    """10, 16 The spaces that an Operation can choose next."""
    return [*paid_for(s, a, within_limits(s, a, where))]


def can_choose_any(s: Mars, a: Action, where: Where) -> bool:
    """10, 16 Whether an Operation can choose any space next. Looks at no more of them than it takes."""
    return next(paid_for(s, a, within_limits(s, a, where)), None) is not None


def why_not(s: Mars, a: Action, where: Where) -> Refuses:
    """10, 16 Why an Operation cannot choose a space next."""
    refusal = partial(_space_refusal, s, a, where)
    return refusal if where.guard is None else where.guard(refusal)


def _space_refusal(s: Mars, a: Action, where: Where, space: int) -> Refusal | None:
    return _limit_refusal(a, space) or where.why(s, a)(space) or _price_refusal(s, a, space)


def _limit_refusal(a: Action, space: int) -> Refusal | None:
    """16, 18 Why a space is not within the limits, whatever the Operation could do there."""
    if not unchosen(a, (space,)):
        return CHOSEN
    if is_full(a):
        return NO_MORE
    return OTHER_SPACES if a.only and not on_the_card(a, (space,)) else None


def _price_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """10 Why a space cannot be chosen for want of money."""
    if space in paid_for(s, a, (space,)):
        return None
    cost = price(s, a, space)
    if a.who == RECLAIMERS:
        return ASSETS_TOO_FEW.of(n=cost)
    return TOO_DEAR.of(n=cost, have=money_left(s, a))
