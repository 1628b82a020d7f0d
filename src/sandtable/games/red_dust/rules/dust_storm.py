"""14 The Dust Storm Round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.engine import DONE, Choice, Listed, Over, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..printed.decks import ACTIVE, ASSET_DECK, CURRENT, DISCARDS, GONE, NEXT
from ..printed.map import (
    AVAILABLE,
    CASUALTIES,
    COIN,
    CORPORATIONS,
    EARTH,
    HIGHEST_LEVEL,
    MARS_GOV,
    NOBODY,
    ON_MARS,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    SPACES,
    WILDERNESS,
)
from ..printed.pieces import (
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    ACTIVE_SPECOPS,
    COIN_BASES,
    CORP_BASES,
    CR_BASE,
    CR_BASES,
    CR_REBEL,
    CR_REBELS,
    EG_TROOP,
    MG_BASE,
    MG_TROOP,
    MG_TROOPS,
    RD_BASES,
    RD_REBEL,
    RD_REBELS,
    SATELLITE,
    SPECOPS,
)
from ..state import NO_STORM, Action, Mars, Phase
from .alignment import ACTIVE_OPPOSITION
from .choose_spaces import done
from .earthgov import shift_confidence
from .event_deck import reveal_two
from .flashpoint import corporate_casualties
from .group_moves import (
    ONLY_SOME,
    Group,
    choose_group,
    has_unmoved,
    mark_moved,
    move_all,
    unmoved,
    went,
    with_unmoved,
)
from .pacify_and_agitate import improve, improve_refusal, improvement_says, improvements
from .pieces import PIECES
from .reasons import NO_COIN_CONTROL, NOT_YOUR_CONTROL, THE_SAME_SPACE, on_map, on_mars
from .resources import charge, draw_assets
from .storms import roll_storms
from .victory import margins, may_win, nearest_to_victory, won

LAST_ROUND = 3
LOBBY_COST = 5
#: 14.2 CR Bases on the map at which the Base track shows one more card (ruling 31).
CARD_ICONS = (0, 1, 3, 6, 10, 15)


def dust_storm_round(s: Mars) -> Steps[None]:
    """14 The Dust Storm Round, a turn of the game for each part of a phase."""
    if not (yield from PHASES[s.step](s)):
        s.step += 1
        s.visited = ()
        s.action = Action()
    if s.step == len(PHASES):
        s.step = 0
        s.phase = Phase.BIDS


# 14.1 Victory Phase


def victory_phase(s: Mars) -> Steps[bool]:
    """14.1 Casualties and displaced people take their toll; then victory is checked."""
    yield say("Dust Storm Round.", opens=True)
    yield from corporate_casualties(s)
    lost = s.at(CASUALTIES, SATELLITE) + s.at(CASUALTIES, EG_TROOP) // 2
    yield from move_all(s, EG_TROOP, CASUALTIES, AVAILABLE)
    yield from move_all(s, SATELLITE, CASUALTIES, EARTH)
    if lost:
        yield from shift_confidence(s, -lost)
    pairs = s.displaced // 2
    yield from charge(s, MARS_GOV, 3 * pairs, "Displaced Population costs {who:the_faction} {n}.")
    if (np := s.nonplayers) is not None and MARS_GOV in np.seats and pairs and np.supply_total:
        np.supply_total = max(0, np.supply_total - pairs)  # 8.5.9
        yield say("Supply Total: {n:number}.", n=np.supply_total)
    yield from charge(s, CORPORATIONS, pairs, "Displaced Population costs {who:the_faction} {n}.")
    able = may_win(s, is_last=s.rounds + 1 == LAST_ROUND)
    margin = margins(s)
    if max(margin[who] for who in able) > 0:
        raise Over(won(s, able))
    yield nearest_to_victory(margin)
    return False


# 14.2 Resources Phase


def resources_phase(s: Mars) -> Steps[bool]:
    """14.2 Earnings."""
    gains = [s.gain(who, n) for who, n in enumerate(earnings(s))]
    if s.nonplayers is None:
        a, b, c = gains
        yield say(
            "Earnings: MarsGov {a:number}, Corporations {b:number}, Red Dust {c:number}.", a=a, b=b, c=c
        )
    else:  # 8.5.9 non-players other than CORP have no money
        for who, n in enumerate(gains):
            if who == CORPORATIONS or not s.is_nonplayer(who):
                yield say("Earnings: {who:faction} {n:number}.", who=who, n=n)
    bases = s.on_mars(CR_BASES)
    yield from draw_assets(s, sum(icon <= bases for icon in CARD_ICONS))
    return False


def earnings(s: Mars) -> list[int]:
    """14.2 What MG, CORP and RD earn."""
    government = sum(
        s.population(space) for space in ON_MARS if s.control[space] == COIN and s.alignment[space] >= 0
    )
    profits = 2 * sum(s.count(space, CORP_BASES) for space in s.box.labyrinths)
    rebels = sum(s.population(space) for space in ON_MARS if s.alignment[space] == ACTIVE_OPPOSITION)
    return [government, profits, rebels + s.on_mars(RD_BASES)]


# 14.3 Support Phase


PACIFY = Topic(
    "pacify",
    "14.3",
    "House lets displaced people move in, Repair removes Damage, and a shift brings more Support; twice in a space at most.",
    ("space", ""),
)
#: 14.3 How often Pacify and Agitate may do something in one space.
MOST_IMPROVEMENTS = 2


def pacify_phase(s: Mars) -> Steps[bool]:
    """14.3 Pacify. In each COIN-Controlled space MG may do up to two things (ruling 21: Storms do not matter)."""
    return (yield from _improve_once(s, MARS_GOV, COIN, "Pacify: what will you do, and where?", PACIFY))


LOBBY = Topic("lobby", "14.3", "Yes costs you 5 Resources and raises EarthGov's Confidence by one level.")


def lobby_phase(s: Mars) -> Steps[bool]:
    """14.3 Lobby. MG may pay 5 once for one level of confidence."""
    can_pay = s.resources[MARS_GOV] >= LOBBY_COST or s.is_nonplayer(MARS_GOV)  # 8.5.9 it pays nothing
    if can_pay and s.level < HIGHEST_LEVEL:
        if (yield yes_no(MARS_GOV, LOBBY, "Lobby EarthGov for 5 Resources?")):
            yield from charge(s, MARS_GOV, LOBBY_COST, "Lobbying EarthGov costs {who:the_faction} {n}.")
            yield from shift_confidence(s, 1)
    return False


AGITATE = Topic(
    "agitate",
    "14.3",
    "House lets displaced people move in, Repair removes Damage, and a shift brings more Opposition; twice in a space at most.",
    ("space", ""),
)


def agitate_phase(s: Mars) -> Steps[bool]:
    """14.3 Agitate. In each RD-Controlled space RD may do up to two things."""
    return (yield from _improve_once(s, RED_DUST, RED_DUST, "Agitate: what will you do, and where?", AGITATE))


DONE_PACIFYING = done("Done with Pacify", "You do nothing more in this Support Phase.")
DONE_AGITATING = done("Done with Agitate", "You do nothing more in this Support Phase.")
TWICE = Refusal("Two things have been done in {it}, and that is all.")


def support_refusal(s: Mars, side: int, space: int) -> Refusal | None:
    """14.3 The spaces under one's Control, each up to twice."""
    if s.control[space] != side:
        return NO_COIN_CONTROL if side == COIN else NOT_YOUR_CONTROL
    return TWICE if s.visited.count(space) >= MOST_IMPROVEMENTS else None


SUPPORT_IN = Choice(lambda s, side: s.controlled_by(side), support_refusal, guard=on_mars)


def _improve_once(s: Mars, who: int, side: int, prompt: str, topic: Topic) -> Steps[bool]:
    """14.3 Pacify and Agitate. One thing in one space; in which order the spaces come makes no difference."""
    able = improvements(s, who, SUPPORT_IN.all(s, side))
    if not able:
        return False
    it = yield pick(
        who,
        topic,
        prompt,
        Listed(
            able,
            on_mars(lambda it: support_refusal(s, side, it) or improve_refusal(s, who, it)),
            then=(DONE,),
        ),
        label="{second} in {first}",
        done_as=DONE_PACIFYING if who == MARS_GOV else DONE_AGITATING,
        says=partial(improvement_says, s, who),
    )
    if it == DONE:
        return False
    space, way = it
    s.visited = (*s.visited, space)
    yield from improve(s, who, space, way)
    return True


# 14.4 Redeploy Phase


def begin_redeploy(s: Mars) -> Steps[bool]:
    """14.4 All Storms go; Control is frozen until the end of the phase."""
    s.storm = [NO_STORM] * len(s.storm)
    s.is_control_frozen = True
    yield say("Redeploy Phase: all Storms are gone.", opens=True)
    return False


def redeploy_earthgov(s: Mars) -> Steps[bool]:
    """14.4 The Controller moves all EG Troops on Mars to Phobos or spaces with MG Bases."""
    who = s.controller()
    if who == NOBODY:
        return False
    goals = [*s.mars_with(MG_BASE), PHOBOS]
    origins = [*s.mars_with(EG_TROOP)]
    forced = [space for space in origins if space not in goals]
    return (yield from _redeploy(s, who, (EG_TROOP,), origins, goals, forced))


def redeploy_marsgov(s: Mars) -> Steps[bool]:
    """14.4 MG leaves Deserts without a COIN Base, and may move others, to COIN Labyrinths and MG Bases."""
    origins = [*s.spaces_with(*MG_TROOPS)]
    forced = [space for space in s.these_with(s.box.deserts, MG_TROOPS) if not s.has(space, COIN_BASES)]
    bases, control, is_labyrinth = s.spaces_with(MG_BASE), s.control, s.box.is_labyrinth
    goals = [space for space in SPACES if space in bases or (control[space] == COIN and is_labyrinth[space])]
    return (yield from _redeploy(s, MARS_GOV, MG_TROOPS, origins, goals, forced))


def redeploy_red_dust(s: Mars) -> Steps[bool]:
    """14.4 RD leaves Deserts with neither Opposition nor an RD Base, and may move others, to its Bases."""
    origins = [*s.mars_with(*RD_REBELS)]
    forced = [
        space
        for space in s.these_with(s.box.deserts, RD_REBELS)
        if s.alignment[space] >= 0 and not s.has(space, RD_BASES)
    ]
    goals = [*s.mars_with(*RD_BASES)]
    if not goals:
        for space in forced:
            yield say("The Red Dust Rebels in {space} have nowhere to go.", space=space)
            for kind in RD_REBELS:
                yield from move_all(s, kind, space, AVAILABLE)
        return False
    return (yield from _redeploy(s, RED_DUST, RD_REBELS, origins, goals, forced))


REDEPLOY_BASE = Topic(
    "redeploy_base", "14.4", "A Base there moves to the Wilderness and is an ordinary one again.", "space"
)
REDEPLOY_BASE_KIND = Topic(
    "redeploy_base_kind", "14.4", "That Base moves to the Wilderness and is an ordinary one there.", "piece"
)


BASES_STAY = done("Leave the other Bases where they are", "Next, your Rebels redeploy.")
NO_RECLAIMER_BASE = Refusal("You have no Base in {it}.")


def redeploy_base_refusal(s: Mars, space: int) -> Refusal | None:
    """14.4 CR Bases elsewhere than in the Wilderness."""
    if space == WILDERNESS:
        return THE_SAME_SPACE
    return None if s.has(space, CR_BASES) else NO_RECLAIMER_BASE


REDEPLOY_BASE_FROM = Choice(lambda s: s.mars_with(*CR_BASES), redeploy_base_refusal, guard=on_mars)


def redeploy_cr_bases(s: Mars) -> Steps[bool]:
    """14.4 Redeploy. CR may first move any CR Bases to the Wilderness, where they are basic ones again."""
    if not REDEPLOY_BASE_FROM.any(s) or s.room(WILDERNESS, RECLAIMERS) <= 0:
        return False
    space = yield pick(
        RECLAIMERS,
        REDEPLOY_BASE,
        "Move a Base to the Wilderness from where?",
        REDEPLOY_BASE_FROM.of(s, then=(DONE,)),
        label="From {it}",
        done_as=BASES_STAY,
    )
    if space == DONE:
        return False
    kind = yield pick(
        RECLAIMERS,
        REDEPLOY_BASE_KIND,
        "Which Base in {space}?",
        PIECES.of(s, space, CR_BASES),
        about={"space": space},
    )
    s.move(kind, space, WILDERNESS, 1, CR_BASE)
    yield went(kind, 1, space, WILDERNESS)
    return True


def redeploy_cr_rebels(s: Mars) -> Steps[bool]:
    """14.4 Then any CR Rebels to spaces with CR Bases."""
    origins = [*s.mars_with(*CR_REBELS)]
    goals = [*s.mars_with(*CR_BASES)]
    return (yield from _redeploy(s, RECLAIMERS, CR_REBELS, origins, goals, forced=[]))


REDEPLOY_FROM = Topic(
    "redeploy_from",
    "14.4",
    "Units leave that space for one you name next.",
    "space",
    window="redeploy",
)
REDEPLOY_TO = Topic("redeploy_to", "14.4", "All units that have not moved yet go to that space.", "space")
REDEPLOY_SOME_TO = Topic(
    "redeploy_some_to", "14.4", "Units go to that space, as many as you say next.", "space"
)
REDEPLOY_NUMBER = Topic(
    "redeploy_number", "14.4", "This many of these units move; none moves again in this phase.", "number"
)


REDEPLOYED = done("Leave all other {piece:unit:many} where they are")
NONE_THERE = Refusal("There are no {piece:unit:many} in {it}.")
HAVE_REDEPLOYED = Refusal("The {piece:unit:many} in {it} have redeployed already.")
NOT_FROM_PHOBOS = Refusal("{it} is where they redeploy to, not from.")
NOWHERE_ELSE = Refusal("{it} is the only space they could go to.")
NO_GOAL = {
    MG_TROOP: Refusal("{it} is neither a Labyrinth under COIN Control nor a space with a MarsGov Base."),
    EG_TROOP: Refusal("{it} is neither Phobos nor a space with a MarsGov Base."),
    RD_REBEL: Refusal("{it} has no Red Dust Base."),
    CR_REBEL: Refusal("{it} has no Reclaimer Base."),
}


def redeploy_refusal(
    s: Mars, kinds: tuple[int, ...], origins: list[int], goals: list[int], space: int
) -> Refusal | None:
    """14.4 The spaces of units that have not moved yet and have another space to go to."""
    if not has_unmoved(s, s.action, space, kinds):
        return (HAVE_REDEPLOYED if s.has(space, kinds) else NONE_THERE).of(piece=kinds[0])
    if space not in origins:
        return NOT_FROM_PHOBOS
    return NOWHERE_ELSE if not goals or goals == [space] else None


REDEPLOY_AT = Choice(
    lambda s, kinds, origins, goals: with_unmoved(s, s.action, origins, kinds), redeploy_refusal, guard=on_map
)


def goal_refusal(kinds: tuple[int, ...], goals: list[int], origin: int, space: int) -> Refusal | None:
    """14.4 Any other of the spaces they may go to."""
    if space == origin:
        return THE_SAME_SPACE
    return None if space in goals else NO_GOAL[kinds[0]]


REDEPLOY_GOAL = Choice(lambda kinds, goals, origin: goals, goal_refusal, guard=on_map)


def _redeploy(
    s: Mars, who: int, kinds: tuple[int, ...], origins: list[int], goals: list[int], forced: list[int]
) -> Steps[bool]:
    """14.4 Redeploy. One group of units from one space to another. A unit moves once, whatever the distance."""
    a = s.action
    able = REDEPLOY_AT.all(s, kinds, origins, goals)
    if not able:
        return False
    must = next((space for space in forced if space in able), None)
    origin: Any = must  # in which order they leave makes no difference
    if must is None:
        origin = yield pick(
            who,
            REDEPLOY_FROM,
            "Redeploy {piece:unit:many} from where?",
            REDEPLOY_AT.of(s, kinds, origins, goals, then=(DONE,)),
            label="From {it}",
            about={"piece": kinds[0]},
            decline=DONE,
            likely=DONE,
            done_as=REDEPLOYED,
        )
        if origin == DONE:
            return False
    goal, group = yield from _redeploy_group(s, who, origin, kinds, goals, must=must is not None)
    for kind, n in group:
        s.move(kind, origin, goal, n)
        mark_moved(a, goal, MG_TROOP if kind in MG_TROOPS else kind, n)
        yield went(kind, n, origin, goal)
    return True


def _redeploy_group(
    s: Mars, who: int, origin: int, kinds: tuple[int, ...], goals: list[int], *, must: bool
) -> Steps[tuple[int, Group]]:
    """14.4 Redeploy. Where the units of a space go: all of them to one, or only some."""
    movable = unmoved(s, s.action)
    group = [(kind, n) for kind in kinds if (n := movable(origin, kind)) > 0]
    number = sum(n for _, n in group)
    about = {"space": origin, "piece": kinds[0]}
    goal = yield pick(
        who,
        REDEPLOY_TO,
        "{n:Your {piece:unit}|Your {n} {piece:unit:many}} must leave {space}. Where to?"
        if must
        else "Redeploy {n:the {piece:unit}|all {n} {piece:unit:many}} from {space} to where?",
        REDEPLOY_GOAL.of(kinds, goals, origin, then=(ONLY_SOME,) if number > 1 else ()),
        label="To {it}",
        about={**about, "n": number},
    )
    if goal != ONLY_SOME:
        return goal, group
    goal = yield pick(
        who,
        REDEPLOY_SOME_TO,
        "Redeploy some {piece:unit:many} from {space} to where?",
        REDEPLOY_GOAL.of(kinds, goals, origin),
        label="To {it}",
        about=about,
    )
    return goal, (yield from choose_group(s, who, origin, goal, kinds, REDEPLOY_NUMBER, movable=movable))


def end_redeploy(s: Mars) -> Steps[bool]:
    """14.4 Only now is Control adjusted."""
    s.is_control_frozen = False
    s.settle_all()
    yield say("Control is adjusted.")
    return False


# 14.5 Reset Phase


def reset_phase(s: Mars) -> Steps[bool]:
    """14.5 After the third Dust Storm Round the game ends; otherwise everything is made ready for the next stretch."""
    s.rounds += 1
    if s.rounds == LAST_ROUND:
        raise Over(won(s))
    s.population_on_earth = s.box.confidence[s.level].value
    yield say("Population on Earth is set to {n:number}.", n=s.population_on_earth)
    for space in (*ON_MARS, PHOBOS):
        for active, hidden in (
            (ACTIVE_SPECOPS, SPECOPS),
            (ACTIVE_RD_REBEL, RD_REBEL),
            (ACTIVE_CR_REBEL, CR_REBEL),
        ):
            s.flip(space, active, hidden, s.at(space, active))
    yield say("All Rebels and SpecOps are Hidden.")
    for card in s.campaigns.zones[ACTIVE]:
        yield say("{campaign} is over.", campaign=card)
    s.campaigns.gather(ACTIVE, GONE)
    s.settle_all()
    s.assets.gather(DISCARDS, ASSET_DECK)
    yield from s.assets.shuffle(ASSET_DECK, "asset_shuffle")
    s.eligible = [True] * 4
    s.barred, s.staying = (), ()
    reveal_two(s)
    s.flashpoint = 0
    yield say("{event} is the Current Event.", event=s.current_event())
    yield say("{event} is next.", event=s.events.zones[NEXT][-1])
    yield say("Flashpoint marker: {n:number} of 5.", n=0)
    rolls = sum(s.box.events[s.events.zones[zone][-1]].flashpoint for zone in (CURRENT, NEXT))
    yield from roll_storms(s, rolls)
    return False


PHASES: tuple[Callable[[Mars], Steps[bool]], ...] = (
    victory_phase,
    resources_phase,
    pacify_phase,
    lobby_phase,
    agitate_phase,
    begin_redeploy,
    redeploy_earthgov,
    redeploy_marsgov,
    redeploy_red_dust,
    redeploy_cr_bases,
    redeploy_cr_rebels,
    end_redeploy,
    reset_phase,
)
