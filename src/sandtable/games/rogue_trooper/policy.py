"""The house player: it pursues its mission, fights what it can beat, evades what it cannot, and gets in the leader's way.

It reads what everybody sees and the cards of its own seat, and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sandtable.engine import ACCEPT, DONE, PASS, REFUSE, Ask, Run, topic_of

from .bargains import LOT, NO_OFFER
from .battlefield import EVADE, FIGHT, SURRENDER
from .combat import BARE_HANDS, GI, HOLD_FIRE, Target
from .dead import KEEP_ALL
from .end_phase import NOT_NOW
from .missions import ANOTHER, KEEP
from .movement import BEACON, POD, SHUTTLE, STAY
from .rogue_policy import worth_playing
from .state import STACK, NuEarth, Phase
from .tactics import (
    ENOUGH,
    TOO_LITTLE,
    best_salvo,
    chance_to_evade,
    clue_worth,
    clues_of,
    cost_of,
    danger,
    distance,
    genie_targets,
    goal_of,
    has_rival,
    healing_places,
    is_alone,
    new_clue_worth,
    power,
    stake_of,
    strength,
    threat,
)
from .turn_sequence import THE_TRAITOR

Answer = Callable[[NuEarth, int, Ask, Any, random.Random], Any]
#: Slots in the order in which they are filled.
SLOTS = (2, 0, 1)
#: What an item is worth to keep, by id.
ITEM_WORTH = {
    "combat_shield": 9,
    "med_kit": 8,
    "chem_cloak": 7,
    "mini_nuke": 7,
    "lazooka": 6,
    "hopper_beacon": 5,
    "combat_stims": 5,
    "sammy": 3,
    "recon_scope": 2,
    "survival_kit": 1,
}
#: Rogue cards that are thrown away for a chance at better ones, by effect.
STALE = ("clearance", "shuttle", "escape")


def policy(run: Run[Any], rng: random.Random) -> Any:
    """A sensible answer to the open question."""
    ask = run.ask
    assert ask is not None
    answer = ANSWERS.get(topic_of(ask))
    if answer is None:
        return run.values[int(rng.random() * len(run.values))]
    return answer(run.state, ask.seat, ask, run.values, rng)


def _yes(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return True


def _first(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return values[0]


# Set-up and missions


def _slot(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return next(slot for slot in SLOTS if slot in values)


def _new_mission(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Far away or troublesome: try another."""
    assert ask.args is not None
    return ANOTHER if ANOTHER in values and cost_of(s, seat, ask.args["card"]) > 5 else KEEP


def _declare(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return next(card for card in values if card != NOT_NOW)


def _mission_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Two missions are better than one, unless one is far out of the way."""
    far = [card for card in values if card != KEEP_ALL and cost_of(s, seat, card) > 8]
    return far[0] if far else KEEP_ALL


def _worst_mission(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return max(values, key=lambda card: cost_of(s, seat, card))


# Movement


def _move(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Nearer to the goal, by safe ways; staying is safest."""
    goal, here, book = goal_of(s, seat), s.sector[seat], s.book
    ways = dict.fromkeys(values)
    if SHUTTLE in ways and goal >= book.earth:
        return SHUTTLE
    if POD in ways and goal < book.earth:
        return POD
    if BEACON in ways and distance(s, seat, here, goal) >= 3 and goal < book.earth:
        return BEACON
    return _nearer(s, seat, values, goal, rng)


def _nearer(s: NuEarth, seat: int, values: Any, goal: int, rng: random.Random) -> Any:
    here = s.sector[seat]
    if STAY in values and _should_wait(s, seat, goal):
        return STAY
    best, least = values[0], 1e9
    for value in values:
        if value in (SHUTTLE, POD, BEACON):
            continue
        sector = here if value == STAY else value
        cost = distance(s, seat, sector, goal) + 0.28 * rng.random()
        cost += _risk(s, seat, sector) if value != STAY else 2.0
        if cost < least:
            best, least = value, cost
    return best


def _risk(s: NuEarth, seat: int, sector: int) -> float:
    """What a move into a sector may cost, in moves: who is badly hurt makes detours."""
    risk = 0.3 * danger(s, seat, sector)
    return min(1.9, risk) if s.lives[seat] <= 2 else min(0.95, risk)


def _should_wait(s: NuEarth, seat: int, goal: int) -> bool:
    """At the goal there is something to wait for: lives, supplies, the Traitor."""
    here = s.sector[seat]
    if here != goal:
        return False
    waits = (*healing_places(s), s.book.battle_computer, s.book.gi_armoury, s.traitor)
    return here in waits or s.book.is_souther_city[here]


def _fly(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return _nearer(s, seat, values, goal_of(s, seat), rng)


def _drop_zone(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    goal = goal_of(s, seat)
    return min(values, key=lambda zone: distance(s, seat, zone, goal))


def _shuttle(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Over to the other board if that is where to go."""
    goal = goal_of(s, seat)
    return (goal >= s.book.earth) != (s.sector[seat] >= s.book.earth)


def _lead(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Send the other one where it hurts."""
    return max(values, key=lambda sector: danger(s, s.mover, sector) + 0.5 * rng.random())


def _flee(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Away from those who hunt the Traitor; towards oneself for a hunter."""
    if s.set_of(seat):
        return min(values, key=lambda place: distance(s, seat, s.sector[seat], place))
    hunters = [gi for gi in s.living() if s.set_of(gi)]
    return max(
        values,
        key=lambda place: min(distance(s, gi, s.sector[gi], place) for gi in hunters) if hunters else 0,
    )


def _deliver(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Unless she is wanted for a wedding."""
    assert ask.args is not None
    return all(s.book.task(card).bride != ask.args["card"] for card in s.missions(seat))


# Battle


def foe_of(s: NuEarth) -> tuple[Target, int, int]:
    """What is being fought: a card, the Traitor or a GI, with his dice and the lives at stake."""
    if s.phase is Phase.FACING and s.cards.zones[STACK]:
        foe = s.book.foes[s.cards.zones[STACK][-1]]
        return Target(foe.categories, foe.gp_proof), foe.firepower, 2 if foe.double_damage else 1
    if s.phase is Phase.CONFRONTATION:
        return GI, s.book.sheet.traitor_dice + s.traitor_dice, 1
    return GI, 6, 1


def _stake(s: NuEarth, seat: int, lives: int) -> float:
    return 30.0 if s.phase is Phase.CONFRONTATION else stake_of(s, seat, lives)


def _face(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Slip away if that may work; fight what is easily beaten for a mission; else stand."""
    target, dice, lives = foe_of(s)
    stake = stake_of(s, seat, lives)
    fight = best_salvo(s, seat, target, dice, stake)
    if EVADE in values:
        card = s.cards.zones[STACK][-1]
        slips = chance_to_evade(s, seat, s.book.foes[card].initiative)
        wants = any(s.book.task(m).task == "bust_tank" for m in s.missions(seat)) and fight.chance > 0.6
        if slips > 0 and not wants and (slips >= 0.3 or fight.chance < 0.9 or fight.cost > 2):
            return EVADE
    return _stand(s, seat, ask, values, rng)


def _stand(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Prison is better than a likely death. The Glasshouse heals; the Brig is near Sick Bay and Armoury; both supply."""
    target, dice, lives = foe_of(s)
    if SURRENDER in values:
        chance = best_salvo(s, seat, target, dice, stake_of(s, seat, lives)).chance
        if s.lives[seat] <= lives and chance < 0.75:
            return SURRENDER
        is_spent = power(s, seat) < (ENOUGH if s.lives[seat] <= 2 else TOO_LITTLE)
        if is_spent and chance < 0.55:
            return SURRENDER
    return FIGHT


def _salvo(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    target, dice, lives = foe_of(s)
    plan = best_salvo(s, seat, target, dice, _stake(s, seat, lives))
    return plan.weapon if plan.weapon in values else BARE_HANDS


def _second_salvo(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    assert ask.args is not None
    target, _, lives = foe_of(s)
    behind = ask.args["enemy"] - ask.args["mine"]
    if behind < 0:
        return HOLD_FIRE
    plan = best_salvo(s, seat, target, 0, _stake(s, seat, lives), behind=behind, is_first=False)
    return plan.weapon if plan.weapon in values else HOLD_FIRE


def _rounds(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    assert ask.args is not None
    target, dice, lives = foe_of(s)
    args, stake = ask.args, _stake(s, seat, lives)
    if "enemy" in args:
        behind = args["enemy"] - args["mine"]
        plan = best_salvo(s, seat, target, 0, stake, behind=behind, is_first=False, only=args["weapon"])
    else:
        plan = best_salvo(s, seat, target, dice, stake, only=args["weapon"])
    return max(1, min(plan.rounds, values[-1]))


def _backing(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Stims when it matters."""
    _, dice, lives = foe_of(s)
    matters = s.phase is Phase.CONFRONTATION or s.lives[seat] <= lives or dice >= 5
    return values[0] if matters else DONE


def _drop(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return min(values, key=lambda card: item_worth(s, card))


def item_worth(s: NuEarth, card: int) -> float:
    return ITEM_WORTH.get(s.book.items[s.book.item[card]].id, 4)


def _killed(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Who helps least."""
    return min(values, key=lambda card: _companion_worth(s, seat, card))


def _companion_worth(s: NuEarth, seat: int, card: int) -> float:
    companion = s.book.foes[card].companion
    assert companion is not None
    bride = any(s.book.task(m).bride == card for m in s.missions(seat))
    return companion.firepower + companion.evade + (10 if bride else 0)


def _confront(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The last life is not risked, unless it is the Traitor's last one too."""
    if is_alone(s) and s.lives[seat] <= 2:
        return False
    if s.lives[seat] == 1 and (s.traitor_lives > 1 or not has_rival(s, seat)):
        return False
    if s.traitor >= s.book.earth:
        return True
    return best_salvo(s, seat, GI, s.book.sheet.traitor_dice, 30.0).chance > 0.3 or s.has_bagman(seat)


# Other GIs


def _whom(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The Traitor first; then whom a mission wants; then whoever has most Clues."""
    if THE_TRAITOR in values:
        return THE_TRAITOR
    wanted = _victims(s, seat)
    return max(values, key=lambda gi: (gi in wanted, clues_of(s, gi)))


def _victims(s: NuEarth, seat: int) -> list[int]:
    return [gi for card in s.missions(seat) for gi in genie_targets(s, seat, s.book.task(card).task)]


def _meet(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """What a mission wants; then to hurt a leader; then Clues; then a trade; then a talk."""
    other, ways = s.met, {word.id: word for word in values}
    brides = [s.book.task(card).bride for card in s.missions(seat)]
    if "kidnap" in ways and any(card in brides for card in s.companions(other)):
        return ways["kidnap"]
    is_strong = s.lives[seat] > 1 and strength(s, seat) >= 6
    if other in _victims(s, seat) and s.lives[seat] > 1:
        return ways["attack"]
    if is_strong and threat(s, other) >= 0.8 and s.sector[seat] < s.book.earth:
        return ways["attack"]
    if "exchange_clues" in ways and not s.set_of(seat) and _clue_offer_of(s, seat) is not None:
        return ways["exchange_clues"]
    if "exchange_missions" in ways and min(cost_of(s, seat, m) for m in s.missions(seat)) > 6:
        return ways["exchange_missions"]
    if "exchange_companions" in ways and min(_companion_worth(s, seat, c) for c in s.companions(seat)) <= -2:
        return ways["exchange_companions"]
    if "kidnap" in ways and is_strong and rng.random() < 0.3:
        return ways["kidnap"]
    if _wishes(s, seat, other):
        return ways["trade"]
    return ways["talk"]


def _give(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Whoever is only a burden."""
    able = [card for card in values if card != DONE]
    worst = min(able, key=lambda card: _companion_worth(s, seat, card))
    return worst if DONE not in values or _companion_worth(s, seat, worst) < -1 else DONE


def _kidnap(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return max(values, key=lambda card: _companion_worth(s, seat, card))


def _clue_offer_of(s: NuEarth, seat: int) -> int | None:
    """A Clue card that is worth little to oneself."""
    return min(s.clues(seat), key=lambda card: clue_worth(s, seat, card), default=None)


def _clue_offer(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    able = [card for card in values if card != NO_OFFER]
    return min(able, key=lambda card: clue_worth(s, seat, card), default=NO_OFFER)


def _clue_wish(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """A missing part of the best face; the other one may be known to hold it."""
    return max(values, key=lambda kind: new_clue_worth(s, seat, kind) + 0.3 * rng.random())


def _search_take(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return max(values, key=lambda card: new_clue_worth(s, seat, s.book.clue_kind(card)))


def _clue_reply(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Agree if what comes is worth more than what goes."""
    assert ask.args is not None
    if ACCEPT not in values:
        return REFUSE
    gets = new_clue_worth(s, seat, s.book.clue_kind(ask.args["card"]))
    gives = [card for card in s.clues(seat) if s.book.clue_kind(card) == ask.args["wish"]]
    return ACCEPT if gets > min(clue_worth(s, seat, card) for card in gives) else REFUSE


def _clue_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return min(values, key=lambda card: clue_worth(s, seat, card))


def _clue_unwanted(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """When all Clues are in hands, what is no part of the best face goes back."""
    able = [card for card in values if card != DONE]
    worst = min(able, key=lambda card: clue_worth(s, seat, card))
    return worst if clue_worth(s, seat, worst) <= 2 and not s.set_of(seat) else DONE


# Trade


def lot_worth(s: NuEarth, seat: int, good: int, n: int) -> float:
    """What so many of a good are worth to a GI, by his needs."""
    book = s.book
    if good < book.cards:
        item = book.items[book.item[good]]
        return item_worth(s, good) + (6 if item.heals and s.lives[seat] < 4 else 0)
    ammunition = good - book.cards
    has = s.rounds_of(seat, ammunition)
    room = book.most[ammunition] - has
    return min(n, room) * (2.0 if has < 3 else 0.8) * (1 + 0.5 * ammunition)


def _wishes(s: NuEarth, seat: int, other: int) -> list[int]:
    """Goods of another GI that are worth clearly more to oneself."""
    if s.lives[seat] >= 4:
        return []
    return [card for card in s.items(other) if s.book.items[s.book.item[card]].heals and s.items(seat)]


def _trade_take(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    wishes = [
        good
        for good in values
        if good != DONE and good < s.book.cards and s.book.items[s.book.item[good]].heals
    ]
    return wishes[0] if wishes else DONE


def _trade_give(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """One item, the best that is no remedy."""
    able = [good for good in values if good != DONE and good < s.book.cards]
    if len(able) < len(s.items(seat)) or not able:
        return DONE
    return max(able, key=lambda card: (not s.book.items[s.book.item[card]].heals, item_worth(s, card)))


def _trade_reply(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Agree to what is worth more than it costs."""
    assert ask.args is not None
    gets = sum(lot_worth(s, seat, *divmod(lot, LOT)) for lot in ask.args["gives"])
    gives = sum(lot_worth(s, seat, *divmod(lot, LOT)) for lot in ask.args["takes"])
    return ACCEPT if gets > gives else REFUSE


# Rogue cards


def _rogue(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The card that is worth most now, if any is."""
    best, most = PASS, 0.0
    for card in values:
        if card == PASS:
            continue
        worth = worth_playing(s, seat, s.book.rogue(card), rng)
        if worth > most:
            best, most = card, worth
    return best


def _rogue_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Cards that seldom come to use make room for others."""
    for card in values:
        if card != DONE and s.book.rogue(card).effect in STALE and rng.random() < 0.35:
            return card
    return DONE


def _sort(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The hardest first."""
    return max(values, key=lambda card: s.book.foes[card].firepower)


ANSWERS: dict[str, Answer] = {
    "slot": _slot,
    "new_mission": _new_mission,
    "declare": _declare,
    "mission_out": _mission_out,
    "mission_give": _worst_mission,
    "move": _move,
    "march": _fly,
    "fly": _fly,
    "pod_move": _fly,
    "drop_zone": _drop_zone,
    "shuttle": _shuttle,
    "lead": _lead,
    "flee": _flee,
    "deliver": _deliver,
    "escape": _yes,
    "face": _face,
    "stand": _stand,
    "avoid": _yes,
    "salvo": _salvo,
    "second_salvo": _second_salvo,
    "rounds": _rounds,
    "backing": _backing,
    "shield": _yes,
    "drop": _drop,
    "killed": _killed,
    "confront": _confront,
    "encounter": _whom,
    "meet": _meet,
    "evade_gi": _yes,
    "give": _give,
    "kidnap": _kidnap,
    "clue_offer": _clue_offer,
    "clue_wish": _clue_wish,
    "clue_reply": _clue_reply,
    "clue_out": _clue_out,
    "clue_unwanted": _clue_unwanted,
    "trade_take": _trade_take,
    "trade_give": _trade_give,
    "trade_rounds": _first,
    "trade_reply": _trade_reply,
    "rogue": _rogue,
    "rogue_out": _rogue_out,
    "sort": _sort,
    "sort_left": _sort,
    "search": _yes,
    "search_take": _search_take,
    "scout": _yes,
    "heal": _yes,
    "chip": _yes,
}
