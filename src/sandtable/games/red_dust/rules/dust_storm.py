"""14 The Dust Storm Round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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
    ON_MARS,
    PHOBOS,
    RED_DUST,
)
from ..printed.pieces import (
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    ACTIVE_SPECOPS,
    CORP_BASES,
    CR_BASES,
    CR_REBEL,
    EG_TROOP,
    RD_BASES,
    RD_REBEL,
    SATELLITE,
    SPECOPS,
)
from ..state import Action, Mars, Phase
from .alignment import ACTIVE_OPPOSITION
from .choose_spaces import done
from .earthgov import shift_confidence
from .event_deck import reveal_two
from .flashpoint import corporate_casualties
from .group_moves import (
    move_all,
)
from .pacify_and_agitate import improve, improve_refusal, improvement_says, improvements
from .reasons import NO_COIN_CONTROL, NOT_YOUR_CONTROL, on_mars
from .redeploy import (
    begin_redeploy,
    end_redeploy,
    redeploy_cr_bases,
    redeploy_cr_rebels,
    redeploy_earthgov,
    redeploy_marsgov,
    redeploy_red_dust,
)
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
    """14.2 The earnings of MG, CORP and RD."""
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
