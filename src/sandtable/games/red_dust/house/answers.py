"""Answers of the House by topic: how many, which way, which piece, and what is spent."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, REFUSE, Ask

from ..nonplayer.answering import about, done_or_first, spaces_in
from ..printed.map import CORPORATIONS, MARS_GOV
from ..printed.pieces import (
    CUBES,
    OWNER,
    SPECOPS,
)
from ..rules.operations.attack import Ambush
from ..rules.operations.secure import EVERYWHERE
from ..rules.population import EG_DOWN, EG_UP, HOUSE, LEAVE, NEITHER, REPAIR
from ..rules.resources import worth as pays
from ..rules.special_activities.pairing import Special
from ..state import Mars, Op
from .spaces import (
    ambush_worth,
    attack_worth,
    damage_worth,
    home_worth,
    losses,
    pacify_worth,
    rally_worth,
    settle_worth,
)
from .stakes import Stakes
from .turns import IN_SPACES, best_operation, best_special

Values = Sequence[Any]


# Money and cards


def bid(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """12.1 A cheap Asset for a better place, with a full hand and only where it makes CR 1st or 2nd."""
    n = (ask.about or {}).get("then", 9)
    cards = spaces_in(values)
    if len(cards) < 5 or n > 2 or s.bids:
        return DONE
    return min(cards, key=lambda card: s.box.assets[card].value)


def payment(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """10 The cheapest Asset that covers what is owed, otherwise the dearest."""
    owed, a = about(ask, "owed"), s.action
    cards = spaces_in(values)
    enough = [card for card in cards if pays(s, card, a) >= owed]
    if enough:
        return min(enough, key=lambda card: (pays(s, card, a), card_worth(s, card)))
    return max(cards, key=lambda card: pays(s, card, a))


def card_worth(s: Mars, card: int) -> float:
    """10, 19 What an Asset is worth in the hand: Resource cards pay, Events and capabilities can be played."""
    asset = s.box.assets[card]
    return {"event": 3.2, "capability": 3.4}.get(asset.kind, float(asset.value))


def least_card(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """10 The Asset that is worth least."""
    return min(spaces_in(values), key=lambda card: card_worth(s, card))


def no_gift(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """10 Nobody is given anything."""
    for word in (REFUSE, DONE):
        if word in values:
            return word
    return values[0]


def take_from_map(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """4.3 Nobody is taken away from elsewhere."""
    return done_or_first(values)


# 14.3, 16.1 Pacify and Agitate, House and Repair


def improvement(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """14.3, 16.1 The House, Repair or shift that is worth most beyond its price."""
    who, best, chosen = ask.seat, 0.0, None
    is_train = ask.topic == "train_pacify"
    money = 0.0 if ask.topic in ("pacify", "agitate") and not k.left else k.money
    step = 1 if who == MARS_GOV else -1
    for it in values:
        if it.__class__ is not tuple:
            continue
        space, way = it
        if way == HOUSE:
            value = home_worth(s, k, who, space)
        elif way == REPAIR:
            value = home_worth(s, k, who, space) - (3 if who == MARS_GOV else 2) * money
        else:
            value = (
                k.shift(s.alignment[space], step, s.population(space)) - (3 if who == MARS_GOV else 1) * money
            )
        if is_train and value > 0:
            value += pacify_worth(s, k, space)
        if value > best:
            best, chosen = value, it
    return chosen if chosen is not None else values[-1]


def lobby(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """14.3 Confidence for 5 Resources, if that is worth it now."""
    now, then = s.box.confidence[s.level].value, s.box.confidence[s.level + 1].value
    return then - now + 0.6 * k.left >= 5 * (k.money if k.left else 0.3)


def home(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """5.1, 5.2 House or Repair where it is worth most, or neither."""
    who, best, chosen = ask.seat, 0.0, None
    for it in values:
        if it.__class__ is tuple:
            space, price = it[0], 0.0 if it[1] == HOUSE else (3 if who == MARS_GOV else 2) * k.money
        elif it.__class__ is int:
            space, price = it, 0.0
        else:
            continue
        if who == CORPORATIONS and price:
            price = 0.3
        value = home_worth(s, k, who, space) - price
        if value > best:
            best, chosen = value, it
    if chosen is not None:
        return chosen
    return NEITHER if NEITHER in values else done_or_first(values)


def marker(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """5.1 EarthGov's mood: low, but never so low that nobody controls EarthGov."""
    wanted = s.level < 2
    return LEAVE if wanted == s.is_eg_up else EG_UP if wanted else EG_DOWN


def shift_up(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return _best_shift(s, k, values, lambda level: 1)


def shift_down(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return _best_shift(s, k, values, lambda level: -1)


def calm(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return _best_shift(s, k, values, lambda level: -1 if level > 0 else 1)


def _best_shift(s: Mars, k: Stakes, values: Values, step: Any) -> Any:
    """18 The space where a shift is worth most, or none if there is nothing to gain."""
    best, chosen = -99.0, None
    for it in spaces_in(values):
        value = k.shift(s.alignment[it], step(s.alignment[it]), s.population(it))
        if value > best:
            best, chosen = value, it
    if chosen is None or (best <= 0 and DONE in values):
        return done_or_first(values)
    return chosen


# Operations


def operation(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """16 The Operation that promises most. Whether it is limited shows in who has acted and how."""
    limited = bool(s.acted) and s.first_did.value in (1, 2)
    special = not limited
    chosen = best_operation(s, k, ask.seat, limited=limited, special=special, ops=values)[1]
    return chosen if chosen in values else values[0]


def free_operation(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """18 The free Operation that promises most."""
    ops = [it for it in values if isinstance(it, Op)]
    return best_operation(s, k, ask.seat, limited=True, special=False, ops=ops)[1] if ops else values[0]


def rally_way(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """16.6 The best way to Rally here."""
    way = rally_worth(s, k, ask.seat, about(ask, "space"))[1]
    return way if way in values else values[0]


def as_many(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    numbers = [it for it in values if it.__class__ is int]
    return max(numbers) if numbers else values[0]


def rally_base(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """16.6 Active Rebels make way for a Base first."""
    return max(values)


def build(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """16.3 A Base where it is worth more than the unit."""
    spaces = spaces_in(values)
    best = max(spaces, key=lambda it: _site(s, k, ask.seat, it))
    return best if _site(s, k, ask.seat, best) > 0 else done_or_first(values)


def _site(s: Mars, k: Stakes, who: int, space: int) -> float:
    if who == MARS_GOV:
        return k.base[MARS_GOV] - k.unit[MARS_GOV] + 0.05 * s.count(space, CUBES) - 0.5 * s.has(space, (2,))
    return settle_worth(s, k, who, space) + 0.1 * s.population(space) + 0.05 * s.count(space, CUBES)


def resolve(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return EVERYWHERE if EVERYWHERE in values else values[0]


def strike_back(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """16.5 A free Attack where it is worth more than staying Hidden."""
    return attack_worth(s, k, ask.seat, about(ask, "space")) > 0


def ambush(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """17.9 An Ambush wherever it hits somebody."""
    space = about(ask, "space")
    return ambush_worth(s, k, ask.seat, space) >= attack_worth(s, k, ask.seat, space)


def ambush_dice(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """17.9 Both dice succeed; Damage where that is welcome."""
    space = about(ask, "space")
    harm = damage_worth(s, k, space)

    def key(it: Ambush) -> float:
        hits, damages = it.value
        return losses(s, k, ask.seat, space, 2 * hits) + (harm if damages else 0.0)

    return max(values, key=key)


def remove(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """16.5, 16.9, 17.6 The enemy piece that is worth most to be rid of, as many as can go at once."""
    best, chosen = -99.0, None
    for it in values:
        if it.__class__ is tuple:
            kind, n = it
        elif it.__class__ is int:
            kind, n = it, 1
        else:
            continue
        value = -k.piece(kind)
        if OWNER[kind] == ask.seat:
            value -= 1.0
        value = value * n if value > 0 else value
        if value > best:
            best, chosen = value, it
    if chosen is None or (best <= 0 and not isinstance(values[-1], (int, tuple))):
        return values[-1]
    return chosen


def activate(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """4.2 The Rebels of the more dangerous side are found first."""
    able = [it for it in values if it.__class__ is int]
    return min(able, key=lambda kind: k.unit[OWNER[kind]]) if able else values[0]


def bombard(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """8.3 A Satellite strikes, unless the Damage does more harm than good."""
    space = about(ask, "space")
    harm = damage_worth(s, k, space) if s.box.is_labyrinth[space] else 0.0
    return 0.8 + harm > 0


# Special Activities


def special(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """12.2 The Special Activity that promises most."""
    able = [it for it in values if isinstance(it, Special)]
    return best_special(s, k, able)[1] or DONE


def activity_space(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """17 The space that promises most, as long as one does."""
    score = IN_SPACES[BY_NAME[ask.topic]][0]
    spaces = spaces_in(values)
    best = max(spaces, key=lambda it: score(s, k, it), default=None)
    if best is None or (DONE in values and score(s, k, best) <= 0):
        return done_or_first(values)
    return best


BY_NAME = {it.name.lower(): it for it in IN_SPACES}


def raid_from(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """17.6 One Hidden SpecOps on the spot is enough."""
    if s.at(about(ask, "space"), SPECOPS):
        return done_or_first(values)
    return spaces_in(values)[0]


def raid_strike(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return losses(s, k, CORPORATIONS, about(ask, "space"), 2) > 0.2


def anything(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return values[int(rng.random() * len(values))]


def strike_at(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """18 An Ambush or an Attack where most would fall."""
    spaces = spaces_in(values)
    if not spaces:
        return values[0]
    return max(spaces, key=lambda it: losses(s, k, ask.seat, it, 4) + 0.01 * rng.random())


def yes(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return values[0]


def nothing(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return done_or_first(values)


def fewest(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    return min(it for it in values if it.__class__ is int)


def fortify(s: Mars, k: Stakes, ask: Ask, values: Values, rng: random.Random) -> Any:
    """17.1 As many as can, where there is Support."""
    return max(values) if s.alignment[about(ask, "space")] > 0 else min(values)
