"""18 Event cards 13 to 24. The sentences after the title in a docstring are what players read as the text of the card."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import (
    ADJACENT,
    AVAILABLE,
    COIN,
    CORPORATIONS,
    DESERTS,
    EUROPA,
    LABYRINTHS,
    MAGLEVS,
    MARS_GOV,
    NOBODY,
    ON_MARS,
    OUT_OF_GAME,
    PHOBOS,
    SHENZHOU,
    SPACES,
    TERESHKOVA,
)
from ...printed.pieces import (
    CORP_BASES,
    CORP_UNITS,
    CUBES,
    EG_TROOP,
    HIDDEN_REBELS,
    MG_TROOP,
    MG_TROOPS,
    REBELS,
    SECURITY,
    SPECOPS,
)
from ...rules.alignment import ACTIVE_SUPPORT, NEUTRAL, can_shift, now_at, shift_to_neutral
from ...rules.choose_spaces import one_more
from ...rules.operations.run import can_operate
from ...rules.placing import can_place_base, place_base, remove_forces
from ...rules.population import can_house, place_damage
from ...state import Mars, Op
from .vocabulary import (
    COIN_FACTIONS,
    LABYRINTHS_AND_PHOBOS,
    SHADED,
    activate_all,
    along_maglevs,
    at_hand,
    choose_pieces,
    choose_spaces,
    earn,
    event,
    is_present,
    maglev_lines,
    may_assault,
    may_house,
    may_play_campaign,
    move_in,
    named_able,
    open_spaces,
    place_rebel,
    place_rebels,
    place_troops,
    profits_or_supply,
    rebels_at_hand,
    remove_all,
    shift_space,
    shift_spaces,
)

MG_TROOPS_OR_SECURITY = (*MG_TROOPS, SECURITY)


def _can_assault(s: Mars, who: int, space: int) -> bool:
    return can_operate(s, who, Op.ASSAULT, free=True, only=(space,))


GUARD_LINE = Topic(
    "event_move_to",
    "18",
    "Security may move to this space; all Rebels there turn Active and may be Assaulted.",
    "space",
)


@event(13)
def the_bombing_of_maglev_77(s: Mars, who: int) -> Steps[None]:
    """13 The Bombing of Maglev-77, unshaded. Move up to 6 Security from anywhere on Mars or Phobos to a space adjacent to
    a Maglev line. Activate all Rebels there, then the Corporations may make a free Assault there.
    """

    def is_useful(space: int) -> bool:
        others = (other for other in SPACES if other != space and s.is_passable(other, who))
        return (
            s.has(space, HIDDEN_REBELS)
            or _can_assault(s, CORPORATIONS, space)
            or (s.is_passable(space, who) and any(s.at(other, SECURITY) for other in others))
        )

    able = [space for space in open_spaces(s, who, along_maglevs(s)) if is_useful(space)]
    if not able:
        return
    space = yield pick(who, GUARD_LINE, "Security moves to which space?", able, label="To {it}")
    yield from move_in(s, who, space, 6, (SECURITY,))
    yield from activate_all(s, space)
    yield from may_assault(s, CORPORATIONS, (space,))


BOMBED_LINE = Topic(
    "event_maglev", "18", "Every space adjacent to this line shifts towards Active Opposition.", "maglev"
)


@event(13, SHADED)
def the_bombing_of_maglev_77_shaded(s: Mars, who: int) -> Steps[None]:
    """13 The Bombing of Maglev-77, shaded. Choose a Maglev line and shift all spaces adjacent to it 1 level each towards
    Active Opposition.
    """
    lines = [
        line
        for line in maglev_lines(s)
        if any(can_shift(s, space, -1) for space in open_spaces(s, who, MAGLEVS[line].touches))
    ]
    if not lines:
        return
    line = yield pick(who, BOMBED_LINE, "Which Maglev line?", lines)
    for space in open_spaces(s, who, MAGLEVS[line].touches):
        yield from shift_space(s, space, -1)


@event(14)
def the_rodgers_line(s: Mars, who: int) -> Steps[None]:
    """14 The Rodgers Line, unshaded. The Rodgers Line opens: a Maglev from Europa to Tereshkova. Both shift 1 level towards
    Active Support, the Corporations gain 6 Profits, and MarsGov or the Corporations may House once in each.
    """
    ends = (EUROPA, TERESHKOVA)
    if not s.has_rodgers_line:
        s.has_rodgers_line = True
        yield say("The Rodgers Line is open.")
    for space in ends:
        yield from shift_space(s, space, 1)
    yield from earn(s, CORPORATIONS, 6)
    builder = yield from named_able(who, COIN_FACTIONS, lambda _: any(can_house(s, end) for end in ends))
    if builder is not None:
        first = yield from may_house(s, builder, ends)
        if first is not None:
            yield from may_house(s, builder, [end for end in ends if end != first])


@event(14, SHADED)
def the_rodgers_line_shaded(s: Mars, who: int) -> Steps[None]:
    """14 The Rodgers Line, shaded. Europa and Tereshkova shift 1 level each towards Active Opposition. The Corporations
    lose 3 Profits, MarsGov loses 6 Resources.
    """
    for space in (EUROPA, TERESHKOVA):
        yield from shift_space(s, space, -1)
    yield from earn(s, CORPORATIONS, -3)
    yield from earn(s, MARS_GOV, -6)


@event(15)
def the_automation_rebellion(s: Mars, who: int) -> Steps[None]:
    """15 The Automation Rebellion, unshaded. Shift 2 Deserts 2 levels each towards Active Opposition. The Corporations
    gain 1 Profit for each Corporate Base in a Desert.
    """
    yield from shift_spaces(s, who, 2, DESERTS, -2, "Shift which Deserts towards Active Opposition?")
    yield from earn(s, CORPORATIONS, sum(s.count(space, CORP_BASES) for space in DESERTS))


SABOTAGE = Topic(
    "event_remove_base", "18", "This Corporate Base is removed and becomes a Casualty.", ("space", "piece")
)


@event(15, SHADED)
def the_automation_rebellion_shaded(s: Mars, who: int) -> Steps[None]:
    """15 The Automation Rebellion, shaded. The Corporations lose 6 Profits. Remove up to 2 Corporate Bases from Deserts,
    even with units beside them; they become Casualties.
    """
    yield from earn(s, CORPORATIONS, -6)
    for _ in range(2):
        able: list[Any] = [
            (space, kind)
            for space in open_spaces(s, who, DESERTS)
            for kind in CORP_BASES
            if s.at(space, kind)
        ]
        if not able:
            return
        it = yield pick(who, SABOTAGE, "Remove a Corporate Base?", [*able, DONE])
        if it == DONE:
            return
        space, kind = it
        s.remove(kind, space)
        yield say("{piece} in {space} is removed.", piece=kind, space=space)


@event(16)
def shenzhou(s: Mars, who: int) -> Steps[None]:
    """16 Shenzhou, unshaded. Remove all Rebels from Shenzhou and set it to Neutral. Activate all Rebels in the spaces
    bordering it. Then either give the Corporations 3 Profits or place 3 Supply on Earth.
    """
    yield from remove_all(s, SHENZHOU, REBELS)
    s.alignment[SHENZHOU] = NEUTRAL
    yield now_at(s, SHENZHOU)
    for space in open_spaces(s, who, ADJACENT[SHENZHOU]):
        yield from activate_all(s, space)
    yield from profits_or_supply(s, who)


FORGET_DISPLACED = Topic(
    "event_displaced",
    "18",
    "They can no longer be Housed, nor cost MarsGov and the Corporations in a Dust Storm Round.",
    "number",
)


@event(16, SHADED)
def shenzhou_shaded(s: Mars, who: int) -> Steps[None]:
    """16 Shenzhou, shaded. Place 1 Damage in Shenzhou, then remove any number of Displaced Population."""
    yield from place_damage(s, SHENZHOU)
    n = yield amount(who, FORGET_DISPLACED, "Remove how many Displaced Population?", s.displaced)
    s.displaced -= n
    if n:
        yield say("Displaced Population removed: {n:number}.", n=n)


SHIFT_TO_NEUTRAL = Topic(
    "event_shift", "18", "Each Desert you choose loses a level of its Support or of its Opposition.", "space"
)


@event(17)
def the_water_crisis(s: Mars, who: int) -> Steps[None]:
    """17 The Water Crisis, unshaded. Shift 2 Deserts 1 level each towards Neutral. Then either give the
    Corporations 3 Profits or place 3 Supply on Earth.
    """

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, DESERTS) if s.alignment[space] != NEUTRAL]

    chosen = yield from choose_spaces(
        who, 2, able, "Shift which Deserts towards Neutral?", SHIFT_TO_NEUTRAL, "Shift {it}"
    )
    for space in chosen:
        shift_to_neutral(s, space)
        yield now_at(s, space)
    yield from profits_or_supply(s, who)


@event(17, SHADED)
def the_water_crisis_shaded(s: Mars, who: int) -> Steps[None]:
    """17 The Water Crisis, shaded. Shift 2 Deserts 1 level each towards Active Opposition. Red Dust may draw and play a
    Campaign card.
    """
    yield from shift_spaces(s, who, 2, DESERTS, -1, "Shift which Deserts towards Active Opposition?")
    yield from may_play_campaign(s)


BLACK_SITE = Topic(
    "event_place",
    "18",
    "SpecOps, Security and a Corporate Base are placed here, and all Rebels here turn Active.",
    "space",
)


@event(18)
def corporate_militarization(s: Mars, who: int) -> Steps[None]:
    """18 Corporate Militarization, unshaded. Place 2 SpecOps, 2 Security and a Corporate Base in a Desert, as far as they
    are Available and the Base has room. Activate all Rebels there.
    """
    has_units = s.available(SPECOPS) or s.available(SECURITY)
    able = [
        space
        for space in open_spaces(s, who, DESERTS)
        if has_units or can_place_base(s, CORPORATIONS, space) or s.has(space, HIDDEN_REBELS)
    ]
    if not able:
        return
    space = yield pick(who, BLACK_SITE, "A black site in which Desert?", able)
    for kind in (SPECOPS, SECURITY):
        if n := s.place(kind, space, 2):
            yield say("{piece} ×{n:number} placed in {space}.", n=n, piece=kind, space=space)
    if can_place_base(s, CORPORATIONS, space):
        yield from place_base(s, CORPORATIONS, space)
    yield from activate_all(s, space)


DISBAND = Topic("event_disband", "18", "The Corporations can never place these SpecOps again.", "number")


@event(18, SHADED)
def corporate_militarization_shaded(s: Mars, who: int) -> Steps[None]:
    """18 Corporate Militarization, shaded. Up to 4 Available SpecOps leave the game for good. The Corporations lose 4
    Profits.
    """
    most = min(4, s.available(SPECOPS))
    n = yield amount(who, DISBAND, "How many Available SpecOps leave the game?", most)
    s.take(SPECOPS, AVAILABLE, OUT_OF_GAME, n)
    if n:
        yield say(
            "{piece} ×{n:number}: {origin:space} to {goal:space}.",
            piece=SPECOPS,
            n=n,
            origin=AVAILABLE,
            goal=OUT_OF_GAME,
        )
    yield from earn(s, CORPORATIONS, -4)


@event(19)
def corporations_quell_dissent(s: Mars, who: int) -> Steps[None]:
    """19 Corporations Quell Dissent, unshaded. Shift each space with Damage and Security 1 level towards Active Support.
    The Corporations gain 3 Profits.
    """
    for space in open_spaces(s, who, ON_MARS):
        if s.damage[space] and s.at(space, SECURITY):
            yield from shift_space(s, space, 1)
    yield from earn(s, CORPORATIONS, 3)


@event(19, SHADED)
def corporations_quell_dissent_shaded(s: Mars, who: int) -> Steps[None]:
    """19 Corporations Quell Dissent, shaded. MarsGov loses 3 Resources for each Labyrinth with Corporate forces, Phobos
    included. EarthGov Troops are Corporate forces while the Corporations are EarthGov Controller.
    """
    guarded = [space for space in LABYRINTHS_AND_PHOBOS if is_present(s, CORPORATIONS, space)]
    yield from earn(s, MARS_GOV, -3 * len(guarded))


@event(20)
def the_spin_zone(s: Mars, who: int) -> Steps[None]:
    """20 The Spin Zone, unshaded. Shift 2 Labyrinths 1 level each towards Active Support. The Corporations gain 3
    Profits.
    """
    yield from shift_spaces(s, who, 2, LABYRINTHS, 1, "Shift which Labyrinths towards Active Support?")
    yield from earn(s, CORPORATIONS, 3)


@event(20, SHADED)
def the_spin_zone_shaded(s: Mars, who: int) -> Steps[None]:
    """20 The Spin Zone, shaded. Shift up to 4 spaces with Corporate forces 1 level each towards Active Opposition.
    EarthGov Troops are Corporate forces while the Corporations are EarthGov Controller.
    """
    spaces = [space for space in ON_MARS if is_present(s, CORPORATIONS, space)]
    yield from shift_spaces(s, who, 4, spaces, -1, "Shift which towards Active Opposition?", up_to=True)


WHICH_TROOPS = Topic(
    "event_troops", "18", "You place 6 MarsGov Troops or 4 EarthGov Troops in one Labyrinth.", "piece"
)
TROOPS_TO = Topic("event_place", "18", "The Troops you have chosen are placed in this Labyrinth.", "space")


@event(21)
def future_of_law_enforcement(s: Mars, who: int) -> Steps[None]:
    """21 Future of Law Enforcement, unshaded. Place 6 MarsGov Troops or 4 EarthGov Troops in a Labyrinth, Phobos included;
    EarthGov Troops only there while there is no EarthGov Controller. The Corporations gain 3 Profits.
    """
    where = {
        MG_TROOP: [space for space in LABYRINTHS_AND_PHOBOS if at_hand(s, who, MARS_GOV, space)],
        EG_TROOP: _earthgov_may_enter(s) if s.available(EG_TROOP) else [],
    }
    kinds = [kind for kind, spaces in where.items() if spaces]
    if kinds:
        kind = yield pick(who, WHICH_TROOPS, "Place which Troops?", kinds)
        space = yield pick(who, TROOPS_TO, "Place {piece} where?", where[kind], about={"piece": kind})
        if kind == MG_TROOP:
            yield from place_troops(s, who, space, 6)
        else:
            n = s.place(EG_TROOP, space, 4)
            yield say("{piece} ×{n:number} placed in {space}.", n=n, piece=EG_TROOP, space=space)
    yield from earn(s, CORPORATIONS, 3)


def _earthgov_may_enter(s: Mars) -> list[int]:
    """4.3 Labyrinths in which EG Troops may be placed: without a Controller none on Mars."""
    return [PHOBOS] if s.controller() == NOBODY else list(LABYRINTHS_AND_PHOBOS)


CUBES_DEFECT = Topic(
    "event_replace", "18", "Rebels take the place of cubes in this space; next you say how many.", "space"
)
CUBES_NUMBER = Topic(
    "event_replace_number", "18", "Rebels take the place of this many cubes of the kind.", "number"
)


@event(21, SHADED)
def future_of_law_enforcement_shaded(s: Mars, who: int) -> Steps[None]:
    """21 Future of Law Enforcement, shaded. Replace up to 6 MarsGov Troops or Security on Mars with Rebels of either
    Faction.
    """

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.has(space, MG_TROOPS_OR_SECURITY) and rebels_at_hand(s, who, space)
        ]

    chosen: list[int] = []
    left = 6
    while left:
        space = yield from one_more(
            who, chosen, 6, able, "Replace cubes where?", CUBES_DEFECT, "In {it}", least=0
        )
        if space is None:
            return
        most = min(left, rebels_at_hand(s, who, space))
        group = yield from choose_pieces(
            s, who, space, MG_TROOPS_OR_SECURITY, most, "Replace how many {piece} in {space}?", CUBES_NUMBER
        )
        for kind, n in group:
            came = yield from place_rebels(s, who, space, n)
            s.take(kind, space, AVAILABLE, came)
            yield say("{piece} ×{n:number} in {space} replaced.", n=came, piece=kind, space=space)
            left -= n


@event(22)
def the_one_card(s: Mars, who: int) -> Steps[None]:
    """22 The One Card, unshaded. Activate all Rebels in Labyrinths with COIN Control. Then MarsGov or the Corporations may
    make a free Assault in one of these Labyrinths.
    """
    watched = [space for space in LABYRINTHS if s.control[space] == COIN]
    for space in watched:
        yield from activate_all(s, space)
    faction = yield from named_able(
        who, COIN_FACTIONS, lambda faction: any(_can_assault(s, faction, space) for space in watched)
    )
    if faction is not None:
        yield from may_assault(s, faction, watched)


SHIFT_AND_RISE = Topic(
    "event_shift",
    "18",
    "Each Labyrinth you choose shifts towards Active Opposition, then 2 Rebels come there or next to it.",
    "space",
)
REBEL_TO = Topic("event_place", "18", "One Rebel is placed in this space; you choose whose.", "space")


@event(22, SHADED)
def the_one_card_shaded(s: Mars, who: int) -> Steps[None]:
    """22 The One Card, shaded. Shift 2 Labyrinths 1 level each towards Active Opposition. For each place 2 Rebels there or
    in spaces bordering it. A Labyrinth that cannot shift may be chosen for the Rebels.
    """

    def able() -> list[int]:
        return [space for space in LABYRINTHS if can_shift(s, space, -1) or rebels_at_hand(s, who, space)]

    chosen = yield from choose_spaces(
        who, 2, able, "Shift which Labyrinths towards Active Opposition?", SHIFT_AND_RISE, "Shift {it}"
    )
    for labyrinth in chosen:
        yield from shift_space(s, labyrinth, -1)
    for labyrinth in chosen:
        for _ in range(2):
            around = open_spaces(s, who, (labyrinth, *ADJACENT[labyrinth]))
            where = [space for space in around if rebels_at_hand(s, who, space)]
            if not where:
                break
            space = yield pick(who, REBEL_TO, "Place a Rebel where?", where)
            yield from place_rebel(s, who, space)


REBELS_BRIBED = Topic(
    "event_replace",
    "18",
    "Security or MarsGov Troops take the place of Rebels here; next you say how many.",
    "space",
)
BRIBES_NUMBER = Topic(
    "event_replace_number",
    "18",
    "Security or MarsGov Troops take the place of this many Rebels of the kind.",
    "number",
)


@event(23)
def the_slush_fund_scandal(s: Mars, who: int) -> Steps[None]:
    """23 The Slush Fund Scandal, unshaded. Replace up to 4 Rebels, Hidden or Active, with Security or MarsGov Troops."""

    def room(space: int) -> int:
        return sum(at_hand(s, who, faction, space) for faction in COIN_FACTIONS)

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, ON_MARS) if s.has(space, REBELS) and room(space)]

    chosen: list[int] = []
    left = 4
    while left:
        space = yield from one_more(
            who, chosen, 4, able, "Replace Rebels where?", REBELS_BRIBED, "In {it}", least=0
        )
        if space is None:
            return
        group = yield from choose_pieces(
            s,
            who,
            space,
            REBELS,
            min(left, room(space)),
            "Replace how many {piece} in {space}?",
            BRIBES_NUMBER,
        )
        for kind, n in group:
            came = yield from _security_or_troops(s, who, space, n)
            s.take(kind, space, AVAILABLE, came)
            yield say("{piece} ×{n:number} in {space} replaced.", n=came, piece=kind, space=space)
            left -= n


SECURITY_MIX = Topic(
    "event_security",
    "18",
    "This many of the cubes that come are Security; the rest are MarsGov Troops.",
    "number",
)


def _security_or_troops(s: Mars, who: int, space: int, n: int) -> Steps[int]:
    """23 So many Security and MG Troops together, mixed as the executor likes. Returns how many came."""
    security = yield amount(
        who,
        SECURITY_MIX,
        "Of {n:cubes} in {space}, how many are Security?",
        min(n, s.available(SECURITY)),
        at_least=max(0, n - at_hand(s, who, MARS_GOV, space)),
        about={"n": n, "space": space},
    )
    came = s.place(SECURITY, space, security)
    if came:
        yield say("{piece} ×{n:number} placed in {space}.", n=came, piece=SECURITY, space=space)
    return came + (yield from place_troops(s, who, space, n - security))


SCANDAL = Topic(
    "event_scandal",
    "18",
    "The Corporations lose a Base and up to 4 units in this space, which shifts towards Active Opposition.",
    "space",
)
SCANDAL_BASE = Topic(
    "event_remove_base", "18", "This Corporate Base is removed and becomes a Casualty.", "piece"
)
SCANDAL_UNIT = Topic("event_remove", "18", "This Corporate unit is removed and becomes a Casualty.", "piece")
SCANDAL_NUMBER = Topic(
    "event_remove_number",
    "18",
    "This many of the only kind of Corporate unit left here become Casualties.",
    "number",
)


@event(23, SHADED)
def the_slush_fund_scandal_shaded(s: Mars, who: int) -> Steps[None]:
    """23 The Slush Fund Scandal, shaded. Remove a Corporate Base and up to 4 Corporate units from a space; they become
    Casualties. It shifts 1 level towards Active Opposition. The Corporations lose 2 Profits.
    """
    able = [space for space in open_spaces(s, who, ON_MARS) if s.has(space, CORP_BASES)]
    if able:
        space = yield pick(who, SCANDAL, "A scandal in which space?", able)
        bases = [kind for kind in CORP_BASES if s.at(space, kind)]
        base = yield pick(who, SCANDAL_BASE, "Remove which Base in {space}?", bases, about={"space": space})
        s.remove(base, space)
        yield say("{piece} in {space} is removed.", piece=base, space=space)
        yield from remove_forces(s, who, space, 4, CORP_UNITS, SCANDAL_UNIT, SCANDAL_NUMBER, is_optional=True)
        yield from shift_space(s, space, -1)
    yield from earn(s, CORPORATIONS, -2)


@event(24)
def the_24_66_hour_news_cycle(s: Mars, who: int) -> Steps[None]:
    """24 The 24.66 Hour News Cycle, unshaded. Shift up to 3 spaces 1 level each towards Active Support. Then the
    Corporations gain 1 Profit for each space at Active Support.
    """
    yield from shift_spaces(s, who, 3, ON_MARS, 1, "Shift which towards Active Support?", up_to=True)
    # every space, chosen or not (ruling 34)
    yield from earn(s, CORPORATIONS, sum(level == ACTIVE_SUPPORT for level in s.alignment))


CUBES_LEAVE = Topic(
    "event_remove_where",
    "18",
    "Up to 4 cubes are removed from this space, which shifts towards Active Opposition if none remain.",
    "space",
)
CUBE_LEAVES = Topic("event_remove", "18", "One cube of this kind is removed from the space.", "piece")


@event(24, SHADED)
def the_24_66_hour_news_cycle_shaded(s: Mars, who: int) -> Steps[None]:
    """24 The 24.66 Hour News Cycle, shaded. Remove up to 4 Troops or Security from a space, EarthGov Troops last. If no
    cubes remain there, it shifts 1 level towards Active Opposition.
    """
    able = [space for space in open_spaces(s, who, SPACES) if s.has(space, CUBES)]
    if not able:
        return
    space = yield pick(who, CUBES_LEAVE, "Remove cubes where?", able, label="In {it}")
    for removed in range(4):
        kinds: list[Any] = [kind for kind in MG_TROOPS_OR_SECURITY if s.at(space, kind)]
        if not kinds and s.at(space, EG_TROOP):
            kinds = [EG_TROOP]
        if not kinds:
            break
        options = [*kinds, DONE] if removed else kinds
        kind = yield pick(who, CUBE_LEAVES, "Remove what in {space}?", options, about={"space": space})
        if kind == DONE:
            break
        s.remove(kind, space)
        yield say("{piece} in {space} is removed.", piece=kind, space=space)
    if not s.has(space, CUBES):
        yield from shift_space(s, space, -1)
