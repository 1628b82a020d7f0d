"""The house player among other GIs: whom to meet, what to do, which Clues and goods to part with."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import ACCEPT, CHANGE, REFUSE, Ask

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
    """Choose by what a mission wants; then to hurt a leader; then a trade, Clues, a talk."""
    other, ways = s.met, {word.id: word for word in values}
    brides = [s.box.task(card).bride for card in s.missions(seat)]
    if "kidnap" in ways and any(card in brides for card in s.companions(other)):
        return ways["kidnap"]
    is_strong = s.lives[seat] > 1 and strength(s, seat) >= 6
    if other in _victims(s, seat) and s.lives[seat] > 1:
        return ways["attack"]
    if is_strong and threat(s, other) >= 0.8 and s.sector[seat] < s.box.earth:
        return ways["attack"]
    if _wishes(s, seat, other):
        return ways["trade"]
    if "exchange_clues" in ways and not s.set_of(seat) and _clue_offer_of(s, seat) is not None:
        return ways["exchange_clues"]
    if "exchange_missions" in ways and min(cost_of(s, seat, m) for m in s.missions(seat)) > 6:
        return ways["exchange_missions"]
    if "exchange_companions" in ways and min(companion_worth(s, seat, c) for c in s.companions(seat)) <= -2:
        return ways["exchange_companions"]
    if "kidnap" in ways and is_strong and rng.random() < 0.3:
        return ways["kidnap"]
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
    """A missing part of the best face; rather one that the other is known to hold."""
    other = s.met if seat == s.mover else s.mover
    known = {s.box.clue_kind(card) for card in s.clues(other) if s.cards.knows(seat, card)}

    def worth(kind: int) -> float:
        new = new_clue_worth(s, seat, kind)
        return new + (3.0 if new and kind in known else 0.0) + 0.3 * rng.random()

    return max(values, key=worth)


def _search_take(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return max(values, key=lambda card: new_clue_worth(s, seat, s.box.clue_kind(card)))


def _clue_reply(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Agree if what comes is worth more than what goes; otherwise ask for what was shown against what can be spared."""
    assert ask.about is not None
    gets = new_clue_worth(s, seat, s.box.clue_kind(ask.about["card"]))
    if ACCEPT in values:
        gives = [card for card in s.clues(seat) if s.box.clue_kind(card) == ask.about["wish"]]
        if gets > min(clue_worth(s, seat, card) for card in gives):
            return ACCEPT
    spare = _clue_offer_of(s, seat)
    can_change = CHANGE in values and spare is not None and gets > clue_worth(s, seat, spare)
    return CHANGE if can_change else REFUSE


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
    """Goods of another GI that heal, if this one is wounded and can offer enough for them."""
    if s.lives[seat] >= s.box.sheet.lives:
        return []
    offer = sum(item_worth(s, card) for card in _spare_items(s, seat))
    return [card for card in _healing(s, other) if offer > lot_worth(s, other, card, 1)]


def _healing(s: NuEarth, gi: int) -> list[int]:
    return [card for card in s.items(gi) if s.box.items[s.box.item[card]].heals]


def _spare_items(s: NuEarth, seat: int) -> list[int]:
    """The Special Items that do not heal, the least useful first."""
    return sorted(set(s.items(seat)) - set(_healing(s, seat)), key=lambda card: (item_worth(s, card), card))


def _trade_take(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """One item that heals."""
    assert ask.about is not None
    wishes = _wishes(s, seat, ask.about["other"])
    return wishes[0] if wishes and all(card in values for card in wishes) else NOTHING_MORE


def _trade_give(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Healing items are no part of it: the least useful items, until they are worth more to the other GI than what is asked for."""
    assert ask.about is not None
    other, spare = ask.about["other"], _spare_items(s, seat)
    wishes = _wishes(s, seat, other)
    offered = sum(item_worth(s, card) for card in spare if card not in values)
    if not wishes or offered > lot_worth(s, other, wishes[0], 1):
        return NOTHING_MORE
    return next(card for card in spare if card in values)


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
