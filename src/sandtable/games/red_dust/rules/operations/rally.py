"""16.6 Rally."""

from __future__ import annotations

from sandtable.engine import DONE, Choice, Line, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick
from sandtable.engine.naming import QuickEnum

from ...cards.hooks import RALLY_WITHOUT_BASE, applies
from ...printed.map import ON_MARS, RECLAIMERS, RED_DUST
from ...printed.pieces import ACTIVE, BASES_OF, CONVERSION_CENTER, CR_BASE, DUG_IN, RD_BASE, REBELS_OF
from ...state import Action, Mars
from ..alignment import NEUTRAL
from ..choose_spaces import done
from ..pieces import PIECES
from ..placing import can_place_base, place_base, place_units, placeable, turn_hidden
from ..reasons import HAS_SUPPORT, IN_A_STORM, NO_POPULATION, NOT_NEUTRAL, on_map, on_mars
from ..resources import draw_assets
from ..special_activities.take import last_special
from .next_space import next_space


class Rally(QuickEnum):
    """16.6 The ways to Rally in a space."""

    REBEL = "Place a Rebel"
    BASE = "Two Rebels become a Base"
    REBELS = "Place several Rebels"
    HIDE = "Hide all Rebels"
    CONVERT = "Base becomes a Conversion Center"

    @property
    def label(self) -> str:
        return self.value

    @property
    def says(self) -> str:
        return _SAYS[self]


#: 16.6 What each way does.
_SAYS = {
    Rally.REBEL: "One Hidden Rebel joins the space.",
    Rally.BASE: "Two Rebels here go back to Available, and a Base takes their place.",
    Rally.REBELS: "As many Hidden Rebels as Population and Bases of yours.",
    Rally.HIDE: "All your Active Rebels here turn Hidden.",
    Rally.CONVERT: "It draws an Asset now, and a Rebel in every Flashpoint Round.",
}
#: 13.6 Where nobody lives, nobody is converted.
NO_CONVERTS = Line("It draws an Asset now. While nobody lives here, no Rebels come.")


_DOES = {
    Rally.REBEL: Word("rebel", "a Rebel"),
    Rally.BASE: Word("base", "two Rebels become a Base"),
    Rally.REBELS: Word("rebels", "several Rebels"),
    Rally.HIDE: Word("hide", "all Rebels hide"),
    Rally.CONVERT: Word("convert", "the Base becomes a Conversion Center"),
}


def rally_number(s: Mars, who: int, space: int) -> int:
    """16.6 How many Rebels a Base brings: Population and own Bases."""
    bases = s.cr_bases(space) if who == RECLAIMERS else s.count(space, BASES_OF[who])
    if bases:
        return s.population(space) + bases
    return s.population(space) if applies(s, RALLY_WITHOUT_BASE, who) else 0


def rally_ways(s: Mars, who: int, space: int) -> list[Rally]:
    """16.6 The ways to Rally that are possible in a space."""
    ways = []
    can_place = placeable(s, who, space)
    if can_place:
        ways.append(Rally.REBEL)
    if s.count(space, REBELS_OF[who]) >= 2 and can_place_base(s, who, space):
        ways.append(Rally.BASE)
    number = rally_number(s, who, space)
    if number > 1 and can_place:
        ways.append(Rally.REBELS)
    has_base = s.cr_bases(space) > 0 if who == RECLAIMERS else s.has(space, BASES_OF[who])
    if s.at(space, ACTIVE[who]) and (has_base or applies(s, RALLY_WITHOUT_BASE, who)):
        ways.append(Rally.HIDE)
    if who == RECLAIMERS and s.at(space, CR_BASE):
        ways.append(Rally.CONVERT)
    return ways


NOBODY_TO_PLACE = Refusal("No Rebels are left to place in {it}, and nothing else can be done there.")


def rally_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.6 RD: Populated spaces without Support. CR: Neutral spaces, which all Unpopulated ones are."""
    if a.who == RED_DUST:
        if s.alignment[space] > 0:
            return HAS_SUPPORT
        if not s.population(space):
            return NO_POPULATION
    elif s.alignment[space] != NEUTRAL:
        return NOT_NEUTRAL
    if not s.is_open(space, a.who):
        return IN_A_STORM
    return None if placeable(s, a.who, space) or rally_ways(s, a.who, space) else NOBODY_TO_PLACE


RALLY_AT = Choice(lambda s, a: ON_MARS, rally_refusal, guard=on_mars)
RALLY = Topic("rally", "16.6", "Next you say what your Rebels do there.", "space")
RALLY_WAY = Topic(
    "rally_way",
    "16.6",
    "What your Rebels do here: recruit, hide, or build up a Base.",
)
RALLY_NUMBER = Topic(
    "rally_number",
    "16.6",
    "This many Rebels are placed; when too few are Available you may take them from elsewhere on the map.",
    "number",
)


#: What the log tells of each space; endings count these lines.
RALLY_TOLD = "{who:faction}: Rally in {space}: {way}."


def rally(s: Mars, a: Action) -> Steps[bool]:
    """16.6 Rally. Rebels gather, dig in or go underground where the government has no support."""
    space = yield from next_space(s, a, RALLY, RALLY_AT, "Rally where?", "Rally in {it}")
    if space is None:
        return False
    who = a.who
    way = yield pick(
        who,
        RALLY_WAY,
        "Rally in {space}: how?",
        lambda: rally_ways(s, who, space),
        about={"space": space},
        says=lambda it: NO_CONVERTS if it is Rally.CONVERT and not s.population(space) else None,
    )
    yield say(
        RALLY_TOLD,
        who=who,
        space=space,
        way=_DOES[way],
        sums="{n:Rally in {space}|Rally in {n} spaces}",
    )
    if way is Rally.REBEL:
        yield from place_units(s, who, space, 1)
    elif way is Rally.REBELS:
        most = rally_number(s, who, space)
        n = yield amount(
            who, RALLY_NUMBER, "Place how many Rebels in {space}?", most, at_least=2, about={"space": space}
        )
        yield from place_units(s, who, space, n)
    elif way is Rally.BASE:
        yield from _rebels_for_base(s, who, space)
    elif way is Rally.HIDE:
        yield from turn_hidden(s, space, ACTIVE[who], s.at(space, ACTIVE[who]))
    else:
        s.flip(space, CR_BASE, CONVERSION_CENTER)
        yield from draw_assets(s, 1)
    return True


RALLY_BASE = Topic(
    "rally_base", "16.6", "That Rebel is one of the two that are removed for the Base.", "piece"
)


def _rebels_for_base(s: Mars, who: int, space: int) -> Steps[None]:
    """16.6 Rally, a Base. Replace two own Rebels, Hidden or Active, with a Base."""
    gone: list[int] = []  # not yet told
    for left in (1, 0):
        able = PIECES.all(s, space, REBELS_OF[who])
        must = s.count(space, REBELS_OF[who]) == left + 1  # all of them go, so nobody is asked which
        kind = yield pick(
            who,
            RALLY_BASE,
            "Give up which Rebel for the Base in {space}?",
            able[:1] if must else PIECES.of(s, space, REBELS_OF[who]),
            about={"space": space},
        )
        s.take(kind, space)
        gone.append(kind)
        if (
            left and len(able) > 1 and not must and not s.is_nonplayer(who)
        ):  # somebody may be asked about the other
            yield say("{piece} in {space} makes way for a Base.", piece=gone.pop(), space=space)
    if len(gone) == 1:
        yield say("{piece} in {space} makes way for a Base.", piece=gone[0], space=space)
    elif gone[0] == gone[1]:
        yield say("2 {piece:piece:many} in {space} make way for a Base.", piece=gone[0], space=space)
    else:
        text = "{piece} and {other:piece} in {space} make way for a Base."
        yield say(text, piece=gone[0], other=gone[1], space=space)
    yield from place_base(s, who, space)


DIG_IN = Topic(
    "dig_in",
    "16.6",
    "The Base there is Dug-In, so that your Rebels can strike back when they are Assaulted in that Desert.",
    "space",
)


DIG_IN_NO_BASE = done("Dig In no Base")
END_WITHOUT = done("End your turn", "No Base is Dug-In.", ends_turn=True)
NO_DESERT = Refusal("{it} is no Desert.")
NO_BASE_TO_DIG_IN = Refusal("{it} has no Red Dust Base that could be Dug-In.")


def dig_in_refusal(s: Mars, space: int) -> Refusal | None:
    """16.6 Dig In: a basic RD Base in any Desert."""
    if space not in s.box.deserts:
        return NO_DESERT
    if not s.at(space, RD_BASE):
        return NO_BASE_TO_DIG_IN
    return None if s.is_open(space, RED_DUST) else IN_A_STORM


DIG_IN_AT = Choice(lambda s: s.box.deserts, dig_in_refusal, guard=on_map)


def end_rally(s: Mars, a: Action) -> Steps[None]:
    """16.6 Dig In. RD may dig in one Base in any Desert, free of charge; even after a Limited Operation."""
    if a.who == RED_DUST and DIG_IN_AT.any(s):
        space = yield pick(
            RED_DUST,
            DIG_IN,
            "Dig In which Base?",
            DIG_IN_AT.of(s, then=(DONE,)),
            label="The Base in {it}",
            done_as=DIG_IN_NO_BASE if a.is_free else END_WITHOUT,
        )
        if space != DONE:
            s.flip(space, RD_BASE, DUG_IN)
            yield say("The Base in {space} is Dug-In.", space=space)
            yield from last_special(s, a)
