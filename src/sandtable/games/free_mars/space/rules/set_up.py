"""7.0 Set-up, and 18.1 the start force."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.printed.difficulty import Dial
from ...common.rules.ops_cards import pick_mission, set_up_ops
from ...common.state import ASIDE, MISSION, MISSIONS, PLAYER
from ..state import ASHORE, GONE, HELD, LOST, NOWHERE, ON_MAP, POOL, Phase, Squadron
from .pods import stow
from .reasons import IN_PLAY, SHIP_LOST, TOO_DEAR, carriers, pod_refusal
from .worth import price_says

#: The dial of the component notes (B10): Assembly Points.
DIALS = {
    "easy": Dial("Easy: 3 more Assembly Points", points=3),
    "normal": Dial("Normal"),
    "hard": Dial("Hard: 1 Assembly Point fewer", points=-1),
}
#: Two dice that are told apart, read as one number: 32 is a 3 and a 2.
TWO_DICE = tuple(10 * line + place for line in range(1, 7) for place in range(1, 7))
LAUNCH = Word(
    "launch", "Launch the squadron", says="You keep the AP you have left, and the first turn begins."
)


def set_up(s: Squadron) -> Steps:
    """7.0 Set-up. Mission, NET marker, Intercept markers, Ops deck, Assembly Points."""
    scenario = s.box.scenario
    yield from choose_mission(s)
    if not s.won and not s.losses:  # later Missions of a campaign keep the NET Level and the AP (20.3, 20.4)
        s.net = scenario.net_start
        final = s.mission_card.final
        s.points = scenario.assembly_points_final if final else scenario.assembly_points
        s.points += DIALS[s.difficulty].points
    yield from place_intercepts(s)
    clear_mission(s)
    yield from set_up_ops(s, scenario.ops + DIALS[s.difficulty].ops)
    s.phase = Phase.ASSEMBLE


def choose_mission(s: Squadron) -> Steps:
    """7.1 R-SP-2 Pick a Mission, face down; the final one only when the others are won, or when it was asked for."""
    box, cards = s.box, s.cards
    final = next(n for n, mission in enumerate(box.missions, len(box.ops)) if mission.final)
    if s.scenario == "final":
        cards.play(final, MISSION)
        s.is_revealed = False
        return
    if s.asked_for >= 0:
        take_mission(s)
        return
    if cards.where[final] == MISSIONS and len(cards.zones[MISSIONS]) > 1:
        cards.play(final, ASIDE)
    if not cards.zones[MISSIONS]:
        cards.give(final, MISSIONS)
    yield from pick_mission(s)


def take_mission(s: Squadron) -> None:
    """7.1 The Mission that was asked for lies face down, but the player knows which it is; the next one is picked."""
    cards = s.cards
    cards.give(len(s.box.ops) + s.asked_for, MISSION)
    cards.look(cards.zones[MISSION], PLAYER)
    s.asked_for, s.is_revealed, s.spent = -1, False, ()


def clear_mission(s: Squadron) -> None:
    """R-SP-36 Nothing is done yet of a new Mission, and there is no Orbital Base."""
    s.is_built = s.is_bombarded = s.is_assaulted = s.is_special_done = s.is_returning = False
    s.base, s.captured, s.combined = NOWHERE, 0, -1
    s.tf, s.off, s.point = (), (), s.box.orbits.launch


def place_intercepts(s: Squadron) -> Steps:
    """12.1 Intercept markers are picked at random, face down, and placed at Nodes by the random location table."""
    for zone in (ON_MAP, HELD, GONE):
        s.markers.gather(zone, POOL)
    s.sites = s.shown = ()
    yield from s.markers.shuffle(POOL, "intercepts")
    while len(s.sites) < s.box.scenario.intercepts:
        point = yield from random_node(s)
        s.markers.draw(POOL, ON_MAP)
        s.sites = (*s.sites, point)
    yield say("Intercept markers: {point}.", point=s.sites)


def random_node(s: Squadron) -> Steps[int]:
    """12.1 Random location: rolled again for the Launch Point and for a Node that has a marker."""
    orbits = s.box.orbits
    while True:
        dice = yield Roll(1, die=TWO_DICE, topic="random location")
        point: int = orbits.random[dice // 10 - 1][dice % 10 - 1]
        if point != orbits.launch and point not in s.sites:
            return point


ASSEMBLE = Topic(
    "assemble",
    "7.6",
    "You pay its AP, and it joins the squadron. Launching begins the first turn; AP you have left are kept.",
    "unit",
)


def assemble(s: Squadron) -> Steps:
    """7.6 The start force. As in 18.1, ships go to the Launch Point, Pods to ships with room; AP that are left are kept."""
    unit = yield pick(
        PLAYER,
        ASSEMBLE,
        "You have {points}. Assemble what?",
        Listed(partial(purchases, s), partial(purchase_refusal, s)),
        label="Assemble {it}",
        about={"points": s.points},
        others=(LAUNCH,),
        says=lambda it: None if it == LAUNCH else price_says(s, it),
    )
    if unit == LAUNCH:
        s.phase = Phase.DECLARE
        return
    s.points -= s.box.cost(unit)
    launch = s.box.orbits.launch
    if unit < s.box.first_pod:
        s.at[unit] = launch
        yield say("{unit} joins the squadron.", unit=unit)
    else:
        yield from stow(s, unit, s.ships_at(launch))


def purchases(s: Squadron) -> list[int | Word]:
    """7.6 R-SP-6 The purchases that are possible, and the launch. At least one ship is needed."""
    costs, points, squadron = s.box.costs, s.points, s.in_space()
    able: list[int | Word] = [unit for unit in for_sale(s, squadron) if costs[unit] <= points]
    return [*able, LAUNCH] if squadron else able


def for_sale(s: Squadron, squadron: Sequence[int]) -> list[int]:
    """7.6 Ships that are ashore, and Pods if a ship has room."""
    found = [ship for ship, at in enumerate(s.at) if at == ASHORE]
    return found + s.pods_left() if carriers(s, squadron) else found


NO_SHIP_YET = Refusal("A squadron needs at least one ship.")
NOTHING_CARRIES_IT = Refusal("No ship of the squadron has room for {it}.")
SHIP_FIRST = Refusal("{it} needs a ship to carry it: assemble one first.")
BUILT_IN_SPACE = Refusal("{it} is built in space, by an Assembly action.")


def purchase_refusal(s: Squadron, unit: int | Word) -> Refusal:
    """7.6 R-SP-6 Why something cannot be bought now: its price, or else why it is not for sale."""
    if isinstance(unit, Word):
        return NO_SHIP_YET
    box, squadron = s.box, s.in_space()
    if unit in for_sale(s, squadron):
        return TOO_DEAR.of(cost=box.costs[unit], points=s.points)
    if unit == box.base:
        return BUILT_IN_SPACE
    if unit < box.first_pod:
        return SHIP_LOST if s.at[unit] == LOST else IN_PLAY
    return pod_refusal(s, unit) or (NOTHING_CARRIES_IT if squadron else SHIP_FIRST)
