"""The house player among other GIs: whom to meet, what to do, which Clues and goods to part with."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import ACCEPT, REFUSE, Ask

from ..rules.bargains import LOT, NO_OFFER, NOTHING_MORE
from ..rules.choices import others_here
from ..rules.clues import KEEP_CLUES
from ..rules.gi_encounter import NO_MORE, TAKE_NOBODY
from ..rules.turn_sequence import THE_TRAITOR
from ..state import NuEarth
from .battles import dares_traitor
from .tactics import (
    Answer,
    clue_worth,
    clues_of,
    companion_worth,
    cost_of,
    genie_targets,
    item_worth,
    new_clue_worth,
    strength,
    threat,
    yes,
)


def _whom(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The Traitor first, if it is time to fight him; then whom a mission wants; then whoever has most Clues."""
    if THE_TRAITOR in values and dares_traitor(s, seat):
        return THE_TRAITOR
    wanted = _victims(s, seat)
    return max(others_here(s, seat), key=lambda gi: (gi in wanted, clues_of(s, gi)))


def _victims(s: NuEarth, seat: int) -> list[int]:
    return [gi for card in s.missions(seat) for gi in genie_targets(s, seat, s.box.task(card).task)]


def _meet(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Choose by what a mission wants; then to hurt a leader; then Clues; then a trade; then a talk."""
    other, ways = s.met, {word.id: word for word in values}
    brides = [s.box.task(card).bride for card in s.missions(seat)]
    if "kidnap" in ways and any(card in brides for card in s.companions(other)):
        return ways["kidnap"]
    is_strong = s.lives[seat] > 1 and strength(s, seat) >= 6
    if other in _victims(s, seat) and s.lives[seat] > 1:
        return ways["attack"]
    if is_strong and threat(s, other) >= 0.8 and s.sector[seat] < s.box.earth:
        return ways["attack"]
    if "exchange_clues" in ways and not s.set_of(seat) and _clue_offer_of(s, seat) is not None:
        return ways["exchange_clues"]
    if "exchange_missions" in ways and min(cost_of(s, seat, m) for m in s.missions(seat)) > 6:
        return ways["exchange_missions"]
    if "exchange_companions" in ways and min(companion_worth(s, seat, c) for c in s.companions(seat)) <= -2:
        return ways["exchange_companions"]
    if "kidnap" in ways and is_strong and rng.random() < 0.3:
        return ways["kidnap"]
    if _wishes(s, seat, other):
        return ways["trade"]
    return ways["talk"]


def _give(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """A Companion who is only a burden."""
    able = [card for card in values if card != NO_MORE]
    worst = min(able, key=lambda card: companion_worth(s, seat, card))
    return worst if NO_MORE not in values or companion_worth(s, seat, worst) < -1 else NO_MORE


def _kidnap(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The one who helps most; nobody if even that one is only a burden."""
    able = [card for card in values if card != TAKE_NOBODY]
    best = max(able, key=lambda card: companion_worth(s, seat, card))
    return best if companion_worth(s, seat, best) >= -1 else TAKE_NOBODY


def _worst_mission(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return max(values, key=lambda card: cost_of(s, seat, card))


def _clue_offer_of(s: NuEarth, seat: int) -> int | None:
    """The Clue card that is worth least to its owner."""
    return min(s.clues(seat), key=lambda card: clue_worth(s, seat, card), default=None)


def _clue_offer(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    able = [card for card in values if card != NO_OFFER]
    return min(able, key=lambda card: clue_worth(s, seat, card), default=NO_OFFER)


def _clue_wish(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """A missing part of the best face; the other one may be known to hold it."""
    return max(values, key=lambda kind: new_clue_worth(s, seat, kind) + 0.3 * rng.random())


def _search_take(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return max(values, key=lambda card: new_clue_worth(s, seat, s.box.clue_kind(card)))


def _clue_reply(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Agree if what comes is worth more than what goes."""
    assert ask.about is not None
    if ACCEPT not in values:
        return REFUSE
    gets = new_clue_worth(s, seat, s.box.clue_kind(ask.about["card"]))
    gives = [card for card in s.clues(seat) if s.box.clue_kind(card) == ask.about["wish"]]
    return ACCEPT if gets > min(clue_worth(s, seat, card) for card in gives) else REFUSE


def _clue_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return min(values, key=lambda card: clue_worth(s, seat, card))


def _clue_unwanted(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """When all Clues are in hands, what is no part of the best face goes back."""
    able = [card for card in values if card != KEEP_CLUES]
    worst = min(able, key=lambda card: clue_worth(s, seat, card))
    return worst if clue_worth(s, seat, worst) <= 2 and not s.set_of(seat) else KEEP_CLUES


# Trade


def lot_worth(s: NuEarth, seat: int, good: int, n: int) -> float:
    """The value of this many of a good to a GI, given what he needs."""
    box = s.box
    if good < box.cards:
        item = box.items[box.item[good]]
        return item_worth(s, good) + (6 if item.heals and s.lives[seat] < 4 else 0)
    ammunition = good - box.cards
    has = s.rounds_of(seat, ammunition)
    room = box.most[ammunition] - has
    return min(n, room) * (2.0 if has < 3 else 0.8) * (1 + 0.5 * ammunition)


def _wishes(s: NuEarth, seat: int, other: int) -> list[int]:
    """Goods of another GI that are clearly worth more to this one."""
    if s.lives[seat] >= 4:
        return []
    return [card for card in s.items(other) if s.box.items[s.box.item[card]].heals and s.items(seat)]


def _trade_take(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    wishes = [
        good
        for good in values
        if good != NOTHING_MORE and good < s.box.cards and s.box.items[s.box.item[good]].heals
    ]
    return wishes[0] if wishes else NOTHING_MORE


def _trade_give(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """One item: the best one that does not heal."""
    able = [good for good in values if good != NOTHING_MORE and good < s.box.cards]
    if len(able) < len(s.items(seat)) or not able:
        return NOTHING_MORE
    return max(able, key=lambda card: (not s.box.items[s.box.item[card]].heals, item_worth(s, card)))


def _trade_reply(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Agree to what is worth more than it costs."""
    assert ask.about is not None
    gets = sum(lot_worth(s, seat, *divmod(lot, LOT)) for lot in ask.about["gives"])
    gives = sum(lot_worth(s, seat, *divmod(lot, LOT)) for lot in ask.about["takes"])
    return ACCEPT if gets > gives else REFUSE


def _first(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return values[0]


ANSWERS: dict[str, Answer] = {
    "encounter": _whom,
    "meet": _meet,
    "evade_gi": yes,
    "give": _give,
    "kidnap": _kidnap,
    "mission_give": _worst_mission,
    "clue_offer": _clue_offer,
    "clue_wish": _clue_wish,
    "clue_reply": _clue_reply,
    "clue_out": _clue_out,
    "clue_unwanted": _clue_unwanted,
    "search_take": _search_take,
    "trade_take": _trade_take,
    "trade_give": _trade_give,
    "trade_give_rounds": _first,
    "trade_take_rounds": _first,
    "trade_reply": _trade_reply,
}
