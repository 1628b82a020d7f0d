"""8.5.2 The turn of a non-player: initiative, the eligibility table, Events and Asset Events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import Ask, Roll, Steps, Word, faces, say

from ..cards.asset_events import ASSET_RULES
from ..cards.events import EVENT_RULES
from ..printed.decks import ASSET_DECK, DISCARDS, FIRST_DUST_STORM, HAND, NEXT
from ..printed.map import RECLAIMERS
from ..rules.event_round import (
    ASSET,
    LIMITED,
    ONLY_OPTION,
    OPERATION,
    SHADED,
    UNSHADED,
    WITH_SPECIAL,
    execute_event,
    faction_order,
    waiting,
)
from ..rules.operations.general import is_haboob, new_action
from ..rules.operations.run import OPERATIONS, can_operate
from ..rules.resources import lose_assets
from ..state import Did, Mars, Op, Phase
from .answering import ANSWERS, answers, playing
from .conditions import TESTS as CONDITION_TESTS
from .curiosity import SIDE_WORDS, Plan, next_card, read_card
from .effective import is_effective
from .events import unguided
from .operations import is_possible
from .priorities import tie
from .specials import ambush_lines
from .tables import (
    ASSET_INSTRUCTIONS,
    CRITICAL_ASSETS,
    ELIGIBILITY,
    EVENT_INSTRUCTIONS,
    FACTION_OF,
    MARKS,
)

Test = Callable[[Mars, int], Steps[bool]]
INITIATIVE = "initiative"
#: The log line that opens a non-player's turn: which line of the table decided.
DECIDED = "{who:faction}: {line}."


# 8.5.2 Initiative


def initiative(s: Mars) -> Steps[None]:
    """8.5.2 Before anybody acts, non-player Reclaimers may jump forward for as many Assets as they pass icons."""
    s.phase = Phase.ACTION
    np = playing(s)
    if not s.eligible[RECLAIMERS] or RECLAIMERS not in waiting(s):
        return
    place = waiting(s).index(RECLAIMERS)
    first, second = _jumps(s, 0), _jumps(s, 1)
    if place == 0 or np.asset_total < (first if place < 2 else min(first, second)):
        return
    dice = yield Roll(3, faces, topic=INITIATIVE, by=RECLAIMERS)
    hits = sum(die <= np.asset_total for die in dice)
    cost = 0
    if hits >= first and np.asset_total >= first:
        cost = first
    elif place > 1 and hits >= second and np.asset_total >= second:
        cost = second
    if not cost:
        yield say("The Reclaimers keep their place.")
        return
    s.bids = cost
    yield from lose_assets(s, cost)
    yield say("The Reclaimers move past {n:{n} Faction|{n} Factions}.", n=cost)


def _jumps(s: Mars, ahead: int) -> int:
    """How many icons CR must pass so that only so many Eligible Factions are ahead, Ineligible ones on the way included."""
    able = [who for who in waiting(s) if who != RECLAIMERS]
    order = [who for who in faction_order(s) if who != RECLAIMERS]
    if ahead >= len(able):
        return 0
    return len(order) - order.index(able[ahead])


# 8.5.5 Marks and effect


def mark(s: Mars, who: int, card: int) -> str:
    """8.8 The mark of an Event for a Faction, as its instruction changes it."""
    if card >= FIRST_DUST_STORM:
        return "not_performed"
    printed = MARKS[who][card + 1]
    instruction = EVENT_INSTRUCTIONS.get((who, card + 1))
    if instruction is not None and instruction.critical_if:
        return "critical" if CONDITION_TESTS[instruction.critical_if](s, who) else "performed"
    return printed


def is_shaded(s: Mars, who: int) -> bool:
    """8.8 MG and CORP play the unshaded text, RD and CR the shaded one, unless an instruction says otherwise."""
    number = s.current_event() + 1
    instruction = EVENT_INSTRUCTIONS.get((who, number))
    if (number, True) not in EVENT_RULES:
        return False
    if instruction is not None and instruction.side:
        return instruction.side == "shaded"
    return who > FACTION_OF["corporations"]


def event_is_effective(s: Mars, who: int) -> bool:
    """8.5.5 Whether the Current Event would bring about something on the Faction's list."""
    instruction = EVENT_INSTRUCTIONS.get((who, s.current_event() + 1))
    if instruction is not None and instruction.effective_if:
        if not CONDITION_TESTS[instruction.effective_if](s, who):
            return False
    shaded = is_shaded(s, who)
    return is_effective(s, who, lambda copy: execute_event(copy, who, shaded), answer)


def answer(s: Mars, ask: Ask) -> Steps[Any]:
    """8.5 How a non-player answers a question of the rules."""
    values = ask.options() if callable(ask.options) else ask.options
    if len(values) == 1 and ask.topic not in ALWAYS_LOOKED_AT:
        return values[0]
    playing(s).decisions += len(values) > 1
    return (yield from ANSWERS.get(ask.topic, unguided)(s, ask, values))


#: Questions that a non-player thinks about even if there is one answer only: what it notes then is needed later, such as
#: the group that is to move.
ALWAYS_LOOKED_AT = (
    "action",
    "asset_from",
    "asset_lost_patrol",
    "driven_to",
    "event_earthgov_to",
    "march_from",
    "redeploy_from",
    "redeploy_some_to",
    "redeploy_to",
    "suppress",
    "transport_from",
    "transport_to",
    "travel_to",
)


# 8.5.2 The tests of the table


def _current_is(s: Mars, who: int, *marks: str) -> bool:
    return mark(s, who, s.current_event()) in marks


def _next_is_critical(s: Mars, who: int) -> bool:
    following = s.events.zones[NEXT]
    return bool(following) and mark(s, who, following[-1]) == "critical"


def surely_first_next(s: Mars, who: int) -> bool:
    """8.5.2 Whether a Pass makes a Faction 1st Eligible on the next Event beyond doubt; never CR, nor before a Dust Storm."""
    following = s.events.zones[NEXT]
    if who == RECLAIMERS or not following or following[-1] >= FIRST_DUST_STORM:
        return False
    order = s.box.events[following[-1]].order
    ahead = order[: order.index(who)]
    return all((it in s.acted or it in s.barred) and it not in s.staying for it in ahead)


def _plain(test: Callable[[Mars, int], bool]) -> Test:
    def steps(s: Mars, who: int) -> Steps[bool]:
        yield from ()
        return test(s, who)

    return steps


def _critical_for_second(s: Mars, who: int) -> bool:
    """The star on the card; the instructions that change one are for non-players."""
    able = [it for it in waiting(s) if it != who]
    if not able:
        return False
    if s.is_nonplayer(able[0]):
        return _current_is(s, able[0], "critical")
    return MARKS[able[0]][s.current_event() + 1] == "critical"


def _pass_for_next(s: Mars, who: int) -> bool:
    return surely_first_next(s, who) and _next_is_critical(s, who)


def _event_after_special(s: Mars, who: int) -> bool:
    return (
        s.first_did is Did.OPERATION_AND_SPECIAL
        and _current_is(s, who, "critical", "performed")
        and event_is_effective(s, who)
    )


def _critical_asset(s: Mars, who: int) -> Steps[bool]:
    return (yield from asset_check(s, only_critical=True))


def _any_asset(s: Mars, who: int) -> Steps[bool]:
    if s.first_did is not Did.OPERATION_AND_SPECIAL:
        return False
    return (yield from asset_check(s, only_critical=False))


TESTS: dict[str, Test] = {
    "always": _plain(lambda s, who: True),
    "current_critical_and_effective": _plain(
        lambda s, who: _current_is(s, who, "critical") and event_is_effective(s, who)
    ),
    "asset_check_finds_critical": _critical_asset,
    "current_critical_for_second_eligible": _plain(_critical_for_second),
    "next_critical_and_surely_first_if_pass": _plain(_pass_for_next),
    "next_critical_and_surely_first_if_pass_and_current_not_critical_and_effective": _plain(
        lambda s, who: (
            _pass_for_next(s, who) and not (_current_is(s, who, "critical") and event_is_effective(s, who))
        )
    ),
    "first_eligible_did_event": _plain(lambda s, who: s.first_did is Did.EVENT),
    "first_did_op_and_special_and_current_critical_or_performed_and_effective": _plain(_event_after_special),
    "first_did_op_and_special_and_asset_check_finds_any": _any_asset,
    "surely_first_on_next_if_pass": _plain(surely_first_next),
    "asset_total_5_plus_and_next_not_dust_storm": _plain(
        lambda s, who: playing(s).asset_total >= 5 and not is_haboob(s)
    ),
}


# 8.5.2 Asset Events


def asset_is_critical(s: Mars, card: int) -> bool:
    """8.8 CR7, CR8, CR9 and CR11; CR7 and CR11 under their conditions."""
    instruction = ASSET_INSTRUCTIONS.get(card + 1)
    if card + 1 not in CRITICAL_ASSETS:
        return False
    return (
        instruction is None
        or not instruction.critical_if
        or CONDITION_TESTS[instruction.critical_if](s, RECLAIMERS)
    )


def asset_is_effective(s: Mars, card: int) -> bool:
    """8.5.5 A capability grants a free Operation and so is effective; an Event is played on a copy."""
    kind = s.box.assets[card].kind
    if kind != "event":
        return kind == "capability"
    return is_effective(s, RECLAIMERS, ASSET_RULES[card + 1], answer)


def asset_check(s: Mars, only_critical: bool) -> Steps[bool]:
    """8.5.2 Reveal as many Assets as the Asset Total; perform a critical and effective one, as 2nd Eligible any effective one."""
    np = playing(s)
    revealed = s.assets.draw(ASSET_DECK, HAND, n=np.asset_total)
    if not revealed:
        return False
    s.assets.reveal(revealed)
    yield say("The Reclaimers reveal {cards:asset}.", cards=revealed)
    able = [card for card in revealed if asset_is_effective(s, card)]
    found = [card for card in able if asset_is_critical(s, card)]
    if not found and not only_critical:
        found = able
    chosen = (yield from tie(found, "asset")) if found else -1
    for card in revealed:
        if card != chosen:
            s.assets.play(card, DISCARDS)
    if chosen < 0:
        return False
    yield from lose_assets(s, 1)
    return True


# 8.5.2 The table

_ACTIONS = {
    "event": "the Event",
    "asset_event": "an Asset as an Event",
    "operation_only": "an Operation only",
    "operation_and_special": "an Operation and a Special Activity",
    "limited_operation": "a Limited Operation",
    "pass": "a Pass",
}
_REASONS = {
    "always": "as nothing else is called for",
    "current_critical_and_effective": "as it is critical",
    "asset_check_finds_critical": "as a critical one was revealed",
    "current_critical_for_second_eligible": "to keep the Event from the next Faction",
    "next_critical_and_surely_first_if_pass": "as the next Event is critical",
    "next_critical_and_surely_first_if_pass_and_current_not_critical_and_effective": (
        "as the next Event is critical"
    ),
    "first_eligible_did_event": "as the Event has been played",
    "first_did_op_and_special_and_current_critical_or_performed_and_effective": "as it has an effect",
    "first_did_op_and_special_and_asset_check_finds_any": "as one with an effect was revealed",
    "surely_first_on_next_if_pass": "to be first on the next Event",
    "asset_total_5_plus_and_next_not_dust_storm": "as there are Assets enough",
}
#: How the log puts a line of the table that decides.
LINE_WORDS = {
    (line.test, line.action): Word(line.test, f"{_ACTIONS[line.action]}, {_REASONS[line.test]}")
    for line in (*ELIGIBILITY.first, *ELIGIBILITY.second)
}


@answers("action")
def action(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.2 The first line of the eligibility table that is true and can be done; at the bottom a Pass."""
    who = ask.seat
    playing(s).begin()
    lines = ELIGIBILITY.second if s.acted else ELIGIBILITY.first
    for line in lines:
        if line.only is not None and FACTION_OF[line.only] != who:
            continue
        if not (yield from TESTS[line.test](s, who)):
            continue
        if line.action == "limited_operation" and s.first_did is Did.EVENT:
            break  # 12.3 after an Event that box is closed, and no card led to an Operation
        yield say(DECIDED, who=who, line=LINE_WORDS[line.test, line.action], opens=True)
        if line.action == "pass":
            break
        if line.action == "asset_event":
            return ASSET
        if line.action == "event":
            return _event_word(s, who)
        word = {"operation_only": OPERATION, "limited_operation": LIMITED}.get(line.action, WITH_SPECIAL)
        if (yield from plan_operation(s, who, word == LIMITED, word == WITH_SPECIAL)) is not None:
            return word
    return next(it for it in values if it.id == "pass")


def _event_word(s: Mars, who: int) -> Any:
    if (s.current_event() + 1, True) not in EVENT_RULES:
        return ONLY_OPTION
    return SHADED if is_shaded(s, who) else UNSHADED


def plan_operation(
    s: Mars, who: int, limited: bool, special: bool, free: bool = False, most: int = 99
) -> Steps[Plan | None]:
    """8.5.3 Card after card until one leads to an Operation that is possible; None if none of the six does."""
    np = playing(s)
    for _ in range(6):
        front = next_card(s, np, who)
        plan = yield from read_card(s, who, front, special)
        if plan is None:
            continue
        limits: dict[str, Any] = {"limited": limited, "special": special, "free": free}
        if most < 99:
            limits["most"] = most
        if can_operate(s, who, plan.op, **limits) and _has_space(s, who, plan, special, limits):
            np.follow(plan.side.number, plan.op.name.lower(), plan.before if special else "", plan.after)
            yield say(
                "{who:faction}: {op} by card {card}.", who=who, op=plan.op, card=SIDE_WORDS[plan.side.number]
            )
            return plan
    return None


def _has_space(s: Mars, who: int, plan: Plan, special: bool, limits: dict[str, Any]) -> bool:
    """8.5.3 A space that an instruction would choose, or that an Ambush above the Attack would."""
    held, s.action = s.action, new_action(s, who, plan.op, **limits)
    spaces = OPERATIONS[plan.op].where.all(s, s.action)
    found = is_possible(s, s.action, spaces)
    if not found and special and plan.before:
        boxes = plan.side.boxes[plan.before].special
        found = any(it.activity.startswith("ambush") for it in boxes) and any(ambush_lines(s, spaces, ()))
    s.action = held
    return found


@answers("operation")
def operation(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.3 The Operation of the card."""
    yield from ()
    return Op[playing(s).way.upper()]


@answers("free_operation")
def free_operation(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 An Event grants an Operation: draw Curiosity cards until one leads to an Operation that is possible."""
    plan = yield from plan_operation(s, ask.seat, limited=False, special=False, free=True, most=2)
    playing(s).grant()
    if plan is not None and plan.op in values:
        return plan.op
    return values[(yield from tie(range(len(values))))]
