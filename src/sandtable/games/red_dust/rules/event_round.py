"""12 The Event Round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import DONE, Line, Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, part_of, pick

from ..cards.assets import play_asset, playable_assets
from ..cards.events import EVENT_RULES
from ..cards.hooks import CYCLER_STOPPED, applies
from ..cards.reasons import explained
from ..printed.decks import CURRENT, FIRST_DUST_STORM, NEXT, PLAYED
from ..printed.map import CORPORATIONS, FLASHPOINT, MARS_GOV, RECLAIMERS, RED_DUST
from ..state import Action, Did, Mars, Phase
from .choose_spaces import done
from .earthgov import aldrin_cycler, set_confidence
from .event_deck import reveal_event
from .operations.general import OPERATION_SAYS, OPERATIONS_OF, begin_operation
from .operations.run import no_operation, operate, possible_operations
from .resources import (
    GIVER_OF,
    USUAL_PRICE,
    ask_transfer,
    bring,
    discard,
    draw_assets,
    givers,
    hand,
    is_short,
    return_gifts,
)

OPERATION = Word(
    "operation",
    "Operation only",
    says="In as many spaces as you can pay for; the 2nd Eligible is left with a Limited Operation.",
)
WITH_SPECIAL = Word(
    "operation_and_special",
    "Operation and Special Activity",
    says="In as many spaces as you can pay for, with one Special Activity; the 2nd Eligible may take the Event.",
)
#: 12.3 The same for the 2nd Eligible, after whom nobody acts.
SECOND = {
    OPERATION: Line("In as many spaces as you can pay for, without a Special Activity."),
    WITH_SPECIAL: Line("In as many spaces as you can pay for, with one Special Activity."),
}
LIMITED = Word("limited_operation", "Limited Operation", says="In one space, without a Special Activity.")
OPERATION_BOXES = (LIMITED, OPERATION, WITH_SPECIAL)
LIMITED_FOR_CR = Line(
    "In as many spaces as one Asset pays for, without a Special Activity; then draw an Asset."
)
UNSHADED, SHADED = Word("event_unshaded", "Event, unshaded"), Word("event_shaded", "Event, shaded")
ONLY_OPTION = Word("event", "Event")
ASSET = Word(
    "asset", "Play an Asset as an Event", says="Its Event takes effect, or its capability comes into force."
)
MOST_BIDS = 3
PASS_RESOURCES = {MARS_GOV: 3, RED_DUST: 1}
PASSES = {
    MARS_GOV: Word(
        "pass", "Pass", says="Take 3 Resources and stay Eligible for the next Event.", ends="turn"
    ),
    CORPORATIONS: Word(
        "pass", "Pass", says="Run the Aldrin Cycler and stay Eligible for the next Event.", ends="turn"
    ),
    RED_DUST: Word("pass", "Pass", says="Take 1 Resource and stay Eligible for the next Event.", ends="turn"),
    RECLAIMERS: Word("pass", "Pass", says="Draw an Asset and stay Eligible for the next Event.", ends="turn"),
}
NO_CYCLER = Word("pass", "Pass", says="Stay Eligible for the next Event.", ends="turn")


def faction_order(s: Mars) -> tuple[int, ...]:
    """12.1 The printed order, with CR moved left for the Assets it has discarded."""
    printed = s.box.events[s.current_event()].order
    if not s.bids:
        return printed
    place = 3 - s.bids
    return (*printed[:place], RECLAIMERS, *printed[place:3])


def waiting(s: Mars) -> list[int]:
    """12 Eligible Factions that have neither acted nor passed, in order."""
    return [
        who
        for who in faction_order(s)
        if s.eligible[who] and who not in s.acted and who not in s.passed and who not in s.barred
    ]


BID = Topic(
    "bid",
    "12.1",
    "Each Asset you discard moves you up one place in the order.",
    "asset",
    window="bid",
)


WORTH = Line("It would pay {n:number}.")
KEEP_YOUR_PLACE = done("Keep your place", "You discard no more Assets.")


def bids_to_be_first(s: Mars) -> int:
    """12.1 How many more Assets CR can discard before it is the first of those that wait."""
    printed = s.box.events[s.current_event()].order
    others = [who for who in printed if who != RECLAIMERS]
    able = waiting(s)
    ahead = [place for place, who in enumerate(others[: 3 - s.bids]) if who in able]
    return len(others) - s.bids - min(ahead, default=0)


def bids_phase(s: Mars) -> Steps[None]:
    """12.1 Order. Before anyone acts, an Eligible CR may discard up to three Assets, one place to the left for each."""
    s.phase = Phase.ACTION
    if not s.eligible[RECLAIMERS] or waiting(s)[0] == RECLAIMERS:
        return
    given: list[int] = []
    while len(given) < MOST_BIDS and hand(s) and waiting(s)[0] != RECLAIMERS:
        order = waiting(s)
        place = order.index(RECLAIMERS) + 1
        past = faction_order(s)[2 - s.bids]
        card = yield part_of(
            "several",
            min(bids_to_be_first(s), len(hand(s))),
            pick(
                RECLAIMERS,
                BID,
                "Discard an Asset to pass {past:the_faction} and be {then:ordinal} of {n:number}?"
                if past in order
                else "Discard an Asset to pass {past:the_faction} (Ineligible)? You are still {then:ordinal} of {n:number}.",
                [*hand(s), DONE],
                label="Discard {it}",
                about={"n": len(order), "past": past, "then": place - (past in order)},
                decline=DONE,
                hide_options=True,
                done_as=KEEP_YOUR_PLACE,
                says=lambda it: None if it == DONE else WORTH.of(n=s.box.assets[it].value),
                likely=DONE,
            ),
        )
        if card == DONE:
            break
        given.append(card)
        s.bids += 1
        yield from discard(s, card)
    if given and waiting(s)[0] == RECLAIMERS:
        extra = sum(s.box.assets[card].bonus == "first" for card in given)  # CR19, CR22
        yield from draw_assets(s, extra)


ACTION = Topic(
    "action", "12.2", "What you do with this turn. What the 1st Eligible does settles what the 2nd may do."
)


def action_phase(s: Mars) -> Steps[None]:
    """12.2 Actions. The next Eligible Faction chooses what to do."""
    able = waiting(s)
    if len(s.acted) == 2 or not able:
        s.phase = Phase.END_OF_ROUND
        return
    who = able[0]
    a = s.action = Action(who=who)
    while True:
        choice = yield pick(
            who,
            ACTION,
            "{event}: what do you do?",
            Listed(partial(choices, s, who, a), partial(action_refusal, s, a)),
            about={"event": s.current_event()},
            hide_options=who == RECLAIMERS,
            even_if_forced=who == RECLAIMERS and bool(hand(s)),
            others=lambda: boxes(s, a),
            says=partial(_says, s, who),
        )
        if choice not in GIVER_OF:
            break
        yield from ask_transfer(s, a, GIVER_OF[choice])
    if choice in (OPERATION, WITH_SPECIAL, LIMITED):
        yield from _choose_operation(s, who, choice, a)
        return
    yield from return_gifts(s, a)
    if choice.id == "pass":
        yield from pass_turn(s, who)
    elif choice == ASSET:
        yield from _choose_asset(s, who)
    else:
        note_action(s, who, Did.EVENT)
        s.is_shaded = choice == SHADED
        s.phase = Phase.EVENT


def _says(s: Mars, who: int, box: Word) -> Line | None:
    """18 The effect of a half of the Current Event. Other choices speak for themselves."""
    if box in (UNSHADED, SHADED, ONLY_OPTION):
        return Line("{text}", {"text": s.box.events[s.current_event()].texts[box == SHADED]})
    if s.acted and box in SECOND:
        return SECOND[box]
    return LIMITED_FOR_CR if box == LIMITED and who == RECLAIMERS else None


def choices(s: Mars, who: int, a: Action) -> list[Word]:
    """12.3 The choices of the 1st and 2nd Eligible, and whom they may ask for a transfer first if they are short."""
    found: list[Word] = []
    for box in boxes(s, a):
        # What can be done without a Special Activity can be done with one.
        if (box is WITH_SPECIAL and OPERATION in found) or action_refusal(s, a, box) is None:
            found.append(box)
    needs_help = is_short(s, who) or not found or found[0] not in OPERATION_BOXES
    if not (a.was_helped and found):
        found.append(NO_CYCLER if who == CORPORATIONS and applies(s, CYCLER_STOPPED) else PASSES[who])
    return found + givers(s, a) if needs_help else found


NO_OPERATION = Refusal("{it}: none of your Operations can be carried out anywhere now.")
TOO_POOR = Refusal("{it}: an Operation costs {n:resources} a space, and you have {have:number}.")
NO_ASSETS_LEFT = Refusal("{it}: you have no Assets to pay for an Operation with.")
ONLY_LIMITED = Refusal("{it}: the 1st Eligible took an Operation, so the 2nd is left with a Limited one.")
NO_LIMITED = Refusal("{it}: the 1st Eligible took the Event, so the 2nd may take a whole Operation.")
ALREADY_TAKEN = Refusal("No Event: the 1st Eligible has taken it.")
NO_EVENT = Refusal("No Event: the 1st Eligible took an Operation without Special Activity.")
NO_ASSET = Refusal("{it}: you hold no Asset that can be played as an Event now.")


def boxes(s: Mars, a: Action) -> list[Word]:
    """12.2 The boxes of the sequence of play."""
    operations = OPERATION_BOXES if s.acted else OPERATION_BOXES[1:]
    return [*operations, *event_options(s), *([ASSET] if a.who == RECLAIMERS else ())]


def action_refusal(s: Mars, a: Action, box: Word) -> Refusal | None:
    """12.3 The reason why a box cannot be chosen: the action of the 1st Eligible limits that of the 2nd."""
    if box in OPERATION_BOXES:
        is_whole = not s.acted or s.first_did is Did.EVENT
        if is_whole == (box == LIMITED):
            return NO_LIMITED if is_whole else ONLY_LIMITED
        return None if can_act(s, a, box) else _no_operation(s, a)
    if s.acted and s.first_did is not Did.OPERATION_AND_SPECIAL:
        return ALREADY_TAKEN if s.first_did is Did.EVENT else NO_EVENT
    return NO_ASSET if box == ASSET and not playable_assets(s) else None


def _no_operation(s: Mars, a: Action) -> Refusal:
    """16 Why no Operation is possible: usually for want of money."""
    if not is_short(s, a.who):
        return NO_OPERATION
    if a.who == RECLAIMERS:
        return NO_ASSETS_LEFT
    return TOO_POOR.of(n=USUAL_PRICE[a.who], have=s.resources[a.who])


def event_options(s: Mars) -> list[Word]:
    """18 Any Faction may take either option; some cards have only one."""
    number = s.current_event() + 1
    if (number, True) not in EVENT_RULES:
        return [ONLY_OPTION]
    return [UNSHADED, SHADED]


def limits_of(box: Word, a: Action) -> dict[str, Any]:
    """The limits of a box of the sequence of play, and what CR was given towards its Operation."""
    return {"limited": box == LIMITED, "special": box == WITH_SPECIAL, "given": tuple(a.given)}


def can_act(s: Mars, a: Action, box: Word) -> bool:
    """Whether any Operation is possible."""
    return next(possible_operations(s, a.who, **limits_of(box, a)), None) is not None


CHOOSE_OPERATION = Topic("operation", "16", "The Operation you carry out now, one space after the other.")


def _choose_operation(s: Mars, who: int, box: Word, a: Action) -> Steps[None]:
    op = yield pick(
        who,
        CHOOSE_OPERATION,
        "Which Operation?",
        Listed(
            lambda: [*possible_operations(s, who, **limits_of(box, a))],
            lambda op: no_operation(s, who, op, **limits_of(box, a)),
        ),
        hide_options=who == RECLAIMERS,
        even_if_forced=who == RECLAIMERS,
        others=OPERATIONS_OF[who],
        says=lambda op: OPERATION_SAYS[who, op],
    )
    note_action(s, who, Did.OPERATION_AND_SPECIAL if box == WITH_SPECIAL else Did.OPERATION)
    yield say("{who:faction}: {box}, {op}.", who=who, box=box, op=op, opens=True)
    begin_operation(s, who, op, asked=a.asked, **limits_of(box, a))
    s.phase = Phase.OPERATION


CHOOSE_ASSET = Topic(
    "asset",
    "19",
    "An Event takes effect and is discarded; a capability stays in force and brings a free Operation.",
    "asset",
)


def _choose_asset(s: Mars, who: int) -> Steps[None]:
    s.asset = yield pick(
        who,
        CHOOSE_ASSET,
        "Play which Asset?",
        lambda: playable_assets(s),
        label="Play {it}",
        hide_options=True,
        even_if_forced=len(hand(s)) > 1,
        says=lambda card: Line("{text}", {"text": s.box.assets[card].text}),
    )
    note_action(s, who, Did.EVENT)
    s.phase = Phase.ASSET


def note_action(s: Mars, who: int, did: Did) -> None:
    """12 A Faction acts; what the first does fixes the options of the second."""
    if not s.acted:
        s.first_did = did
    s.acted = (*s.acted, who)


def pass_turn(s: Mars, who: int) -> Steps[None]:
    """12.4 Pass: stay Eligible, take the bonus; the next Eligible Faction takes over the same slot."""
    s.passed = (*s.passed, who)
    yield say("{who:faction}: Pass.", who=who, opens=True)
    if who in PASS_RESOURCES:
        yield from bring(s, who, PASS_RESOURCES[who], "Passing brings {who:the_faction} {n}.")
    elif who == RECLAIMERS:
        yield from draw_assets(s, 1)
    elif not applies(s, CYCLER_STOPPED):
        yield from aldrin_cycler(s, by_corp=True)


def event_phase(s: Mars) -> Steps[None]:
    """18 The Event: the EG symbol first, then as much of the option as possible."""
    who, card = s.acted[-1], s.current_event()
    yield say(
        "{who:faction}: {event}{side}.",
        who=who,
        event=card,
        side=Word("", "" if not s.box.events[card].symbols else ", shaded" if s.is_shaded else ", unshaded"),
        opens=True,
    )
    yield say("The card says: {words}", words=s.box.events[card].texts[s.is_shaded])
    yield from execute_event(s, who, s.is_shaded)
    s.phase = Phase.ACTION


def execute_event(s: Mars, who: int, is_shaded: bool) -> Steps[None]:
    """18 An option of the Current Event: the EG symbol first, then as much of the text as possible."""
    card = s.current_event()
    symbol = s.box.events[card].symbols[is_shaded : is_shaded + 1]
    if symbol in ("+", "-"):
        yield from set_confidence(s, symbol == "+")
    yield from explained(s, EVENT_RULES[card + 1, is_shaded](s, who))


def asset_phase(s: Mars) -> Steps[None]:
    """19 An Asset played as an Event."""
    card, s.asset = s.asset, -1
    yield from play_asset(s, card)
    s.phase = Phase.ACTION


def end_of_round(s: Mars) -> Steps[None]:
    """12.5, 12.6 Eligibility, then the Next Event becomes Current."""
    for who in range(4):
        s.eligible[who] = who in s.staying or (who not in s.acted and who not in s.barred)
    s.acted, s.passed, s.barred, s.staying = (), (), (), ()
    s.bids, s.first_did = 0, Did.NOTHING
    s.events.gather(CURRENT, PLAYED)
    s.events.gather(NEXT, CURRENT)
    current = s.current_event()
    yield say("{event} is the Current Event.", event=current, opens=True)
    if current >= FIRST_DUST_STORM:
        s.phase = Phase.DUST_STORM
        return
    reveal_event(s, NEXT)
    following = s.events.zones[NEXT][-1]
    yield say("{event} is next.", event=following)
    s.flashpoint = min(FLASHPOINT, s.flashpoint + s.box.events[following].flashpoint)
    yield say("Flashpoint marker: {n:number} of 5.", n=s.flashpoint)
    s.phase = Phase.FLASHPOINT if s.flashpoint == FLASHPOINT else Phase.BIDS


PHASES: dict[Phase, Callable[[Mars], Steps[Any]]] = {
    Phase.BIDS: bids_phase,
    Phase.ACTION: action_phase,
    Phase.OPERATION: operate,
    Phase.EVENT: event_phase,
    Phase.ASSET: asset_phase,
    Phase.END_OF_ROUND: end_of_round,
}
