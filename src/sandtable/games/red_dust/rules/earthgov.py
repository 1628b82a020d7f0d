"""8 EarthGov: confidence, the Controller, Satellites and Suppress; and the Aldrin Cycler of 13.1."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ..cards.hooks import SUPPLY_ARRIVES, SUPPLY_SHARE, steps, total
from ..nonplayer.state import NonPlayers
from ..printed.map import (
    AVAILABLE,
    CORPORATIONS,
    EARTH,
    HIGHEST_LEVEL,
    MARS_GOV,
    NOBODY,
    ON_MARS,
    ORBIT,
    PHOBOS,
    RED_DUST,
    TRANSIT,
)
from ..printed.pieces import EG_TROOP, OWNER, REBELS, SATELLITE, SECURITY, SPECOPS
from ..state import Action, Mars
from .alignment import now_at, shift_to_neutral
from .choose_spaces import done
from .group_moves import move_all, move_group
from .pieces import PIECES
from .reasons import A_LABYRINTH, CHOSEN, NOT_ADJACENT, on_mars
from .resources import bring, charge

#: Pieces that travel with the Aldrin Cycler; Supply and Population are markers and travel beside them.
CARGO = (EG_TROOP, SECURITY, SPECOPS, SATELLITE)
SUPPLY, POPULATION = 100, 101
CYCLER_LOAD = 5


def set_confidence(s: Mars, up: bool) -> Steps[None]:
    """8.1 Set EG+ or EG−: the marker turns, the level stays."""
    if s.is_eg_up != up:
        s.is_eg_up = up
        yield say("EarthGov's mood turns to EG+." if up else "EarthGov's mood turns to EG−.")


def shift_confidence(s: Mars, levels: int) -> Steps[None]:
    """8.1 Move the level; at 0 EarthGov gives up Mars for now. It never leaves the track."""
    old = s.controller()
    s.level = min(HIGHEST_LEVEL, max(0, s.level + levels))
    yield say(
        "EarthGov Confidence: box {n:number} of 8, value {m:number}.",
        n=s.level,
        m=s.box.confidence[s.level].value,
    )
    if s.level == 0:
        yield from _go_home(s)
    if s.controller() != old:
        s.settle_all()  # cards may count EG Troops as the Controller's
        if s.controller() == NOBODY:
            yield say("There is no EarthGov Controller.")
        else:
            yield say("EarthGov Controller: {who:faction}.", who=s.controller())


def _go_home(s: Mars) -> Steps[None]:
    """8.1 Level 0: all EG Troops are Available and all Satellites on Earth, but for Casualties (ruling 12)."""
    for place in (*ON_MARS, PHOBOS, TRANSIT, EARTH):
        yield from move_all(s, EG_TROOP, place, AVAILABLE)
    for place in (*ON_MARS, PHOBOS, ORBIT, TRANSIT):
        yield from move_all(s, SATELLITE, place, EARTH)


def may_use_satellite(s: Mars, who: int) -> bool:
    """8.2 Only the Controller uses Satellites, and only from Orbit."""
    return s.controller() == who and s.satellites_in_orbit() > 0


def use_satellite(s: Mars, space: int) -> Steps[None]:
    """8.3 A Satellite in use stays in the space until the next Flashpoint Round."""
    s.move(SATELLITE, ORBIT, space)
    yield say("A Satellite goes from Orbit to {space}.", space=space)


def can_suppress(s: Mars, a: Action, targets: list[int]) -> bool:
    """8.4 Only the Controller, and once in an Assault."""
    return s.controller() == a.who and a.suppressed == NOBODY and SUPPRESS_AT.any(s, a, targets)


SUPPRESS_SPACE = Topic(
    "suppress",
    "8.4",
    "EarthGov Troops there drive Rebels out into the Deserts around, and Opposition becomes Neutral.",
    "space",
)
DRIVE_OUT = Topic(
    "drive_out",
    "8.4",
    "One such Rebel has to leave for a Desert of its owner's choice.",
    "piece",
)
DRIVEN_TO = Topic("driven_to", "8.4", "Your Rebel moves to that Desert.", "space")


DRIVE_OUT_NO_MORE = done("Drive out no more", "The other Rebels stay in {space}.")
NO_EARTHGOV_TROOPS = Refusal("There are no EarthGov Troops in {it}.")
NO_REBELS_THERE = Refusal("There are no Rebels in {it}.")
FOR_THE_ASSAULT = Refusal("{it} is the only space that can still be Assaulted.")
NO_DESERT_NEAR = Refusal("No Desert borders on {it}.")


def suppress_refusal(s: Mars, a: Action, targets: list[int], space: int) -> Refusal | None:
    """8.4 Spaces not chosen for the Assault with EG Troops and Rebels.

    `targets` are those that can still be Assaulted: the only one is kept for the Assault while none has been chosen.
    """
    if not s.at(space, EG_TROOP):
        return NO_EARTHGOV_TROOPS
    if not s.has(space, REBELS):
        return NO_REBELS_THERE
    if space in a.chosen:
        return CHOSEN
    if space in targets and len(targets) == 1 and not a.chosen:
        return FOR_THE_ASSAULT
    return None if DRIVEN_INTO.any(s, space) else NO_DESERT_NEAR


SUPPRESS_AT = Choice(lambda s, a, targets: s.mars_with(EG_TROOP), suppress_refusal, guard=on_mars)


def desert_refusal(s: Mars, origin: int, space: int) -> Refusal | None:
    """8.4 Deserts around the space."""
    if space not in s.box.adjacent[origin]:
        return NOT_ADJACENT.of(space=origin)
    return A_LABYRINTH if s.box.is_labyrinth[space] else None


DRIVEN_INTO = Choice(lambda s, origin: s.box.adjacent[origin], desert_refusal, guard=on_mars)


def suppress(s: Mars, a: Action, targets: list[int]) -> Steps[None]:
    """8.4 Suppress. EG Troops drive Rebels out into the Deserts around; Opposition fades (ruling 20)."""
    space = yield pick(
        a.who,
        SUPPRESS_SPACE,
        "Suppress where?",
        SUPPRESS_AT.of(s, a, targets),
        label="Suppress {it}",
    )
    a.suppressed = space
    left = s.at(space, EG_TROOP)
    yield say("{who:faction}: Suppress in {space}.", who=a.who, space=space)
    while left and s.has(space, REBELS):
        kind = yield pick(
            a.who,
            DRIVE_OUT,
            "Drive which Rebel out of {space}? Up to {left:number}.",
            PIECES.of(s, space, REBELS, then=(DONE,)),
            label="{it}",
            about={"space": space, "left": left},
            done_as=DRIVE_OUT_NO_MORE,
        )
        if kind == DONE:
            break
        goal = yield pick(
            OWNER[kind],
            DRIVEN_TO,
            "Your {piece} must leave {space}. Where to?",
            DRIVEN_INTO.of(s, space),
            about={"piece": kind, "space": space},
        )
        yield from move_group(s, space, goal, [(kind, 1)])
        left -= 1
    if s.alignment[space] < 0:
        shift_to_neutral(s, space)
        yield now_at(s, space)


def arrive(s: Mars) -> Steps[None]:
    """13.1 (a), (b) Transit moves to Phobos, and what arrives there is put to use."""
    for kind in (EG_TROOP, SECURITY, SPECOPS):
        if n := s.at(TRANSIT, kind):
            s.move(kind, TRANSIT, PHOBOS, n)
            yield say("{n:{n} {cargo} arrives|{n} {cargo:cargo:many} arrive} on Phobos.", cargo=kind, n=n)
    if n := s.at(TRANSIT, SATELLITE):
        s.move(SATELLITE, TRANSIT, ORBIT, n)
        yield say("{n:{n} {cargo} arrives|{n} {cargo:cargo:many} arrive} in Orbit.", cargo=SATELLITE, n=n)
    if n := s.population_in_transit:
        s.displaced += n
        s.population_in_transit = 0
        yield say(
            "{n:{n} {cargo} arrives|{n} {cargo:cargo:many} arrive} on Phobos as Displaced Population.",
            cargo=POPULATION,
            n=n,
        )
    if n := s.supply_in_transit:
        s.supply_in_transit = 0
        yield say("{n:{n} {cargo} arrives|{n} {cargo:cargo:many} arrive} on Phobos.", cargo=SUPPLY, n=n)
        yield from _use_supply(s, n)


def _use_supply(s: Mars, n: int) -> Steps[None]:
    """13.1 (b) Each Supply gives MG 3 Resources."""
    n -= yield from steps(s, SUPPLY_ARRIVES, n)
    share = total(s, SUPPLY_SHARE)
    if (np := s.nonplayers) is not None:
        yield from _count_supply(np, n, share)
    yield from bring(s, MARS_GOV, (3 - share) * n, "Supply brings {who:the_faction} {n}.")
    yield from bring(s, RED_DUST, share * n, "Supply brings {who:the_faction} {n}.")


def _count_supply(np: NonPlayers, n: int, share: int) -> Steps[None]:
    """8.4 Non-players count Supply instead: MG its Supply Total, RD with a share its Agitate Total."""
    if n and MARS_GOV in np.seats:
        np.supply_total += n
        yield say("Supply Total: {n:number}.", n=np.supply_total)
    if n and share and RED_DUST in np.seats:
        np.agitate_total += n
        yield say("Agitate Total: {n:number}.", n=np.agitate_total)


def aldrin_cycler(s: Mars, by_corp: bool = False) -> Steps[None]:
    """13.1 The Aldrin Cycler. `by_corp`: by Logistics or a CORP Pass, where CORP does all the choosing.

    It does so even without a Controller (ruling 11).
    """
    yield from arrive(s)
    if s.population_on_earth and not by_corp:
        yield from _ship(s, POPULATION, 1)
    chooser = CORPORATIONS if by_corp else s.controller()
    if chooser not in (NOBODY, CORPORATIONS):
        yield from send(s, chooser, CYCLER_LOAD)
    yield from send(
        s, CORPORATIONS, CYCLER_LOAD if chooser == CORPORATIONS else 0, may_send_people=by_corp, may_pay=True
    )


def event_cycler(s: Mars) -> Steps[None]:
    """13 The Aldrin Cycler by an Event: as in a Flashpoint Round, but nothing leaves Earth without a Controller (ruling 33)."""
    if s.controller() == NOBODY:
        yield from arrive(s)
    else:
        yield from aldrin_cycler(s)


def on_earth(s: Mars, kind: int) -> int:
    """The stock on Earth: pieces of a kind, or Supply."""
    return s.supply_on_earth if kind == SUPPLY else s.at(EARTH, kind)


CYCLER = Topic(
    "cycler",
    "13.1",
    "They go to Transit, and arrive with the next run of the Cycler. Beyond the first five each costs 1 Profit.",
    ("cargo", "number"),
)
CYCLER_EXTRA = Topic(
    "cycler_extra",
    "13.1",
    "They go to Transit as well, for 1 Profit each.",
    ("cargo", "number"),
    window="cycler_extra",
)
SEND_NO_MORE = done("Send no more", "The Cycler leaves as it is.")
SEND = "{second:Send {second} {first}|Send {second} {first:cargo:many}}"


def send(
    s: Mars, who: int, load: int, *, may_send_people: bool = False, may_pay: bool = False
) -> Steps[None]:
    """13.1 Aldrin Cycler. The chooser must send five pieces, or all if there are fewer; CORP may pay 1 Profit for each further one.

    `may_send_people`: a Population marker too, beside the five.
    """
    people = may_send_people and s.population_on_earth > 0
    kinds = [kind for kind in (*CARGO, SUPPLY) if on_earth(s, kind)]
    waiting = sum(on_earth(s, kind) for kind in kinds)
    left = min(load, waiting)
    while left:
        if left == sum(on_earth(s, kind) for kind in kinds):  # all must go
            for kind in kinds:
                yield from _ship(s, kind, on_earth(s, kind))
            break
        options = shipments(s, kinds, left, must=True)
        if people:
            options.append((POPULATION, 1))
        prompt = "The Cycler takes {left:{left} more piece|{left} more pieces} to Transit. Which?"
        kind, n = yield pick(who, CYCLER, prompt, options, label=SEND, about={"left": left})
        yield from _ship(s, kind, n)
        if kind == POPULATION:
            people = False
        else:
            kinds.remove(kind)
            left -= n
    yield from _send_more(s, people, may_pay)


def _send_more(s: Mars, people: bool, may_pay: bool) -> Steps[None]:
    """13.1 Aldrin Cycler. CORP may send Population if that is left to it, and further pieces at 1 Profit each."""
    kinds = [kind for kind in (*CARGO, SUPPLY) if may_pay and on_earth(s, kind)]
    while True:
        options = shipments(s, kinds, s.resources[CORPORATIONS])
        if people:
            options.append((POPULATION, 1))
        if not options:
            return
        if people:
            prompt = "Send Population to Transit, or more pieces for 1 Profit each?"
        else:
            prompt = "Send more pieces to Transit, for 1 Profit each?"
        it = yield pick(
            CORPORATIONS,
            CYCLER_EXTRA,
            prompt,
            [*options, DONE],
            label=SEND,
            decline=DONE,
            likely=DONE,
            done_as=SEND_NO_MORE,
        )
        if it == DONE:
            return
        kind, n = it
        yield from _ship(s, kind, n)
        if kind == POPULATION:
            people = False
        else:
            kinds.remove(kind)
            yield from charge(
                s, CORPORATIONS, n, "What the Cycler takes beyond that costs {who:the_faction} {n}."
            )


def shipments(s: Mars, kinds: list[int], most: int, *, must: bool = False) -> list[Any]:
    """Kinds and numbers of what can leave Earth, most of each kind first. Each kind is settled once.

    `must`: the load has to be filled, so as many have to go as the other kinds cannot make up for.
    """
    behind = sum(on_earth(s, kind) for kind in kinds) if must else 0
    return [
        (kind, n)
        for kind in kinds
        for n in range(
            min(most, on_earth(s, kind)), max(0, most - behind + on_earth(s, kind) - 1) if must else 0, -1
        )
    ]


def _ship(s: Mars, kind: int, n: int) -> Steps[None]:
    if kind == SUPPLY:
        s.supply_on_earth -= n
        s.supply_in_transit += n
    elif kind == POPULATION:
        s.population_on_earth -= n
        s.population_in_transit += n
    else:
        s.move(kind, EARTH, TRANSIT, n)
    yield say("{n:{n} {cargo} goes|{n} {cargo:cargo:many} go} to Transit.", cargo=kind, n=n)


def place_on_earth(s: Mars, kind: int, n: int) -> Steps[None]:
    """13.3, 18 Pieces (as far as Available), Supply or Population are placed on Earth."""
    if kind == SUPPLY:
        s.supply_on_earth += n
    elif kind == POPULATION:
        s.population_on_earth += n
    else:
        n = s.place(kind, EARTH, n)
    if n:
        yield say("{n:{n} {cargo} is|{n} {cargo:cargo:many} are} placed on Earth.", cargo=kind, n=n)
