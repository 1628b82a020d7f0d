"""18 The words Event cards are written with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...printed.decks import CAMPAIGN_DECK
from ...printed.map import (
    CORPORATIONS,
    IS_LABYRINTH,
    MAGLEVS,
    MARS_GOV,
    ON_MARS,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    RODGERS_LINE,
    SPACES,
)
from ...printed.pieces import (
    ACTIVE_REBELS,
    EG_TROOP,
    FORCES_OF,
    HIDDEN,
    HIDDEN_REBELS,
    MG_TROOP,
    SECURITY,
    SPECOPS,
    UNITS_OF,
)
from ...rules.alignment import can_shift, now_at, shift
from ...rules.choose_spaces import one_more
from ...rules.earthgov import SUPPLY, place_on_earth
from ...rules.group_moves import Group, choose_group, move_group
from ...rules.operations.attack import free_attack, may_attack
from ...rules.operations.run import can_operate, free_operation
from ...rules.placing import OWN_UNIT, can_place_base, place_base, place_units, turn_active, turn_hidden
from ...rules.population import can_house, house
from ...state import Mars, Op
from ..campaigns import play_top

Event = Callable[[Mars, int], Steps[None]]
#: (number of the card, whether it is the shaded option) -> what it does. Its first argument after the state is the
#: Faction that executes it.
EVENT_RULES: dict[tuple[int, bool], Event] = {}
UNSHADED, SHADED = False, True
COIN_FACTIONS = (MARS_GOV, CORPORATIONS)
REBEL_FACTIONS = (RED_DUST, RECLAIMERS)


def event(number: int, is_shaded: bool = UNSHADED) -> Callable[[Event], Event]:
    """Put an option of a card into the table: ``@event(7, SHADED)``."""

    def enter(rule: Event) -> Event:
        EVENT_RULES[number, is_shaded] = rule
        return rule

    return enter


# Who


NAME_FACTION = Topic(
    "name_faction",
    "18",
    "The Faction you name may then do what the card allows; it decides whether and how.",
    "faction",
)


def named(who: int, two: Sequence[int]) -> Steps[int]:
    """The card says "MG or CORP may": the executor if it is one of the two, otherwise it names one, which then decides."""
    if who in two:
        return who
    named: int = yield pick(who, NAME_FACTION, "Which Faction may do it?", tuple(two))
    return named


# Where


def open_spaces(s: Mars, who: int, spaces: Sequence[int]) -> list[int]:
    """Spaces an Event may touch: Deserts with Raging Storms are left alone, but for CR with CR2."""
    return [space for space in spaces if s.is_open(space, who)]


def choose_spaces(
    who: int,
    n: int,
    able: Callable[[], list[int]],
    prompt: str,
    topic: Topic,
    label: str = "{it}",
    *,
    up_to: bool = False,
) -> Steps[list[int]]:
    """Choose n different spaces (with `up_to`: none to n). `able` lists those on which the option does something."""
    chosen: list[int] = []
    while (
        yield from one_more(who, chosen, n, able, prompt, topic, label, least=0 if up_to else n)
    ) is not None:
        pass
    return chosen


TO_SUPPORT = Topic(
    "event_shift",
    "18",
    "Each level is worth the space's Population: more for MarsGov, or less for Red Dust.",
    "space",
)
TO_OPPOSITION = Topic(
    "event_shift",
    "18",
    "Each level is worth the space's Population: more for Red Dust, or less for MarsGov.",
    "space",
)


def shift_spaces(
    s: Mars, who: int, n: int, spaces: Sequence[int], levels: int, prompt: str, *, up_to: bool = False
) -> Steps[list[int]]:
    """Shift n spaces so many levels each (towards Active Support if positive), and say which they were."""
    step, topic = (1, TO_SUPPORT) if levels > 0 else (-1, TO_OPPOSITION)

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, spaces) if can_shift(s, space, step)]

    chosen = yield from choose_spaces(who, n, able, prompt, topic, "Shift {it}", up_to=up_to)
    for space in chosen:
        shift(s, space, levels)
        yield now_at(s, space)
    return chosen


# Pieces


def activate_all(s: Mars, space: int, kinds: tuple[int, ...] = HIDDEN_REBELS) -> Steps[None]:
    """Activate all Rebels (or SpecOps) in a space."""
    for kind in kinds:
        yield from turn_active(s, space, kind, s.at(space, kind))


REBELS_MIX = Topic(
    "event_rebels",
    "18",
    "This many of the Rebels placed here are Red Dust's; the rest belong to the Reclaimers.",
    "number",
)


def place_rebels(s: Mars, who: int, space: int, n: int, owner: int | None = None) -> Steps[int]:
    """The card says "place Rebels" without owner: the executor chooses RD or CR pieces, mixed as it likes; never on Phobos.

    Only a Faction placing its own pieces may draw on the map for them (4.3). Returns how many came.
    """
    if space == PHOBOS:
        return 0
    share = n
    if owner is None:
        most = n if who == RED_DUST else min(n, s.available(HIDDEN[RED_DUST]))
        others = n if who == RECLAIMERS else min(n, s.available(HIDDEN[RECLAIMERS]))
        share = yield amount(
            who,
            REBELS_MIX,
            "Of {n:rebels} in {space}, how many are Red Dust's?",
            most,
            at_least=min(most, n - others),
            about={"n": n, "space": space},
        )
        placed = yield from _place_of(s, who, RED_DUST, space, share)
        return placed + (yield from _place_of(s, who, RECLAIMERS, space, n - share))
    return (yield from _place_of(s, who, owner, space, share))


def _place_of(s: Mars, who: int, owner: int, space: int, n: int) -> Steps[int]:
    """Rebels of one owner: its own it may fill up from the map, others' come from Available only."""
    if n <= 0:
        return 0
    if owner == who:
        return (yield from place_units(s, who, space, n))
    placed = s.place(HIDDEN[owner], space, n)
    if placed:
        yield say("{piece} ×{n:number} placed in {space}.", n=placed, piece=HIDDEN[owner], space=space)
    return placed


WHOSE_BASE = Topic("event_base", "18", "This Faction gets a new Base in the space.", "faction")


def place_rebel_base(s: Mars, who: int, space: int) -> Steps[int | None]:
    """The card says "place a Base" of the Rebels: the executor picks whose. Returns whose it is; None if there is no room."""
    able = [owner for owner in REBEL_FACTIONS if can_place_base(s, owner, space)]
    if not able:
        return None
    owner: int = yield pick(who, WHOSE_BASE, "Whose Base in {space}?", able, about={"space": space})
    yield from place_base(s, owner, space)
    return owner


# Free Operations


FREE_ASSAULT = Topic(
    "free_assault",
    "18",
    "Your units remove Rebel forces there at no cost; Done forgoes the Assault.",
    "space",
)


def may_assault(s: Mars, who: int, spaces: Sequence[int]) -> Steps[bool]:
    """A free Assault in one of these spaces, if the Faction likes. Returns whether it was made."""
    able: list[Any] = [
        space for space in spaces if can_operate(s, who, Op.ASSAULT, free=True, only=(space,), most=1)
    ]
    if not able:
        return False
    space = yield pick(who, FREE_ASSAULT, "Free Assault?", [*able, DONE], label="Assault {it}")
    if space == DONE:
        return False
    yield from free_operation(s, who, Op.ASSAULT, only=(space,), most=1)
    return True


def can_ambush(s: Mars, who: int, space: int) -> bool:
    """17.9 An Ambush needs a Hidden own Rebel and an enemy."""
    return s.at(space, HIDDEN[who]) > 0 and may_attack(s, who, space) and s.is_open(space, who)


def free_ambush(s: Mars, who: int, space: int) -> Steps[None]:
    """A free Ambush includes a free Attack in that space."""
    yield from free_attack(s, who, space, ambush=True)


# Eligibility


def make_ineligible(s: Mars, who: int) -> Steps[None]:
    """Ineligible through the next Event Round: at once, and not brought back at the end of this round."""
    s.barred.append(who)
    yield say("Ineligible through the next Event Round: {who:faction}.", who=who)


def keep_eligible(s: Mars, who: int) -> Steps[None]:
    """Remains Eligible: whatever it did in this round."""
    s.staying.append(who)
    yield say("Remains Eligible: {who:faction}.", who=who)


LABYRINTHS_AND_PHOBOS = (*(space for space in ON_MARS if IS_LABYRINTH[space]), PHOBOS)
ALL_HIDDEN = (*HIDDEN_REBELS, SPECOPS)


# Tracks and Earth

RESOURCES, PROFITS = Word("resources", "Resources"), Word("profits", "Profits")
THREE_PROFITS = Word("profits", "3 Profits for the Corporations")
THREE_SUPPLY = Word("supply", "3 Supply on Earth")


def earn(s: Mars, who: int, n: int) -> Steps[None]:
    """10 Resources or Profits rise or, with a negative number, fall; they stay between 0 and 50."""
    change = s.gain(who, n)
    unit = PROFITS if who == CORPORATIONS else RESOURCES
    if change > 0:
        yield say("{who:faction}: {unit} up by {n:number}.", who=who, unit=unit, n=change)
    elif change < 0:
        yield say("{who:faction}: {unit} down by {n:number}.", who=who, unit=unit, n=-change)


def supply_to_earth(s: Mars, n: int) -> Steps[None]:
    """Place Supply markers on Earth."""
    yield from place_on_earth(s, SUPPLY, n)


PROFITS_OR_SUPPLY = Topic(
    "event_gain", "18", "Profits count at once; Supply waits on Earth until the Aldrin Cycler brings it."
)


def profits_or_supply(s: Mars, who: int) -> Steps[None]:
    """16, 17 Three Profits or three Supply on Earth, as the executor likes."""
    gain = yield pick(who, PROFITS_OR_SUPPLY, "Profits or Supply?", (THREE_PROFITS, THREE_SUPPLY))
    if gain == THREE_PROFITS:
        yield from earn(s, CORPORATIONS, 3)
    else:
        yield from supply_to_earth(s, 3)


PLAY_CAMPAIGN = Topic(
    "event_campaign", "18", "If you agree, the top Campaign card comes into play, whichever it is."
)


def may_play_campaign(s: Mars) -> Steps[None]:
    """RD may draw and play a Campaign card; it decides before seeing the card."""
    if s.campaigns.zones[CAMPAIGN_DECK] and (
        yield yes_no(RED_DUST, PLAY_CAMPAIGN, "Draw and play a Campaign card?")
    ):
        yield from play_top(s)


# More about where and who


def maglev_lines(s: Mars) -> list[int]:
    """3.4 Open Maglev lines; the Rodgers Line counts once it is built."""
    return [line for line in range(len(MAGLEVS)) if line != RODGERS_LINE or s.has_rodgers_line]


def along_maglevs(s: Mars) -> list[int]:
    """Spaces adjacent to a Maglev line: every one that touches it."""
    lines = maglev_lines(s)
    return [space for space in ON_MARS if any(space in MAGLEVS[line].touches for line in lines)]


def is_present(s: Mars, who: int, space: int) -> bool:
    """Whether a Faction has forces in a space; EG Troops count as forces of the Controller."""
    return s.has(space, FORCES_OF[who]) or (s.controller() == who and s.at(space, EG_TROOP) > 0)


def at_hand(s: Mars, who: int, owner: int, space: int) -> int:
    """4.3 How many units of a Faction an Event could bring to a space: Troops of MG, Security of CORP, Rebels.

    The Available ones, and for a Faction placing its own also those elsewhere on the map (never CORP's).
    """
    n = s.available(OWN_UNIT.get(owner, SECURITY))
    if owner == who and owner in OWN_UNIT:
        n += sum(
            s.count(other, UNITS_OF[owner]) for other in SPACES if other != space and s.is_open(other, who)
        )
    return n


def rebels_at_hand(s: Mars, who: int, space: int) -> int:
    """How many Rebels, of either Faction, "place Rebels" could bring to a space; none to Phobos."""
    return 0 if space == PHOBOS else sum(at_hand(s, who, owner, space) for owner in REBEL_FACTIONS)


# More about pieces


def remove_all(s: Mars, space: int, kinds: tuple[int, ...]) -> Steps[None]:
    """Remove every piece of these kinds from a space; nothing protects Bases (4.5)."""
    for kind in kinds:
        if n := s.at(space, kind):
            s.remove(kind, space, n)
            yield say("{piece} ×{n:number} in {space} removed.", n=n, piece=kind, space=space)


def hide_all(s: Mars, space: int) -> Steps[None]:
    """Flip all Rebels in a space to Hidden."""
    for kind in ACTIVE_REBELS:
        yield from turn_hidden(s, space, kind, s.at(space, kind))


def choose_pieces(
    s: Mars, who: int, space: int, kinds: tuple[int, ...], most: int, prompt: str, topic: Topic
) -> Steps[Group]:
    """How many pieces of each kind in one space: one at least, and at most so many in all."""
    waiting = [kind for kind in kinds if s.at(space, kind)]
    group: Group = []
    left = most
    for kind in waiting:
        least = 1 if kind == waiting[-1] and not group else 0
        n = yield amount(
            who,
            topic,
            prompt,
            min(left, s.at(space, kind)),
            at_least=least,
            about={"piece": kind, "space": space},
        )
        if n:
            group.append((kind, n))
            left -= n
    return group


MOVE_IN_FROM = Topic(
    "event_move_from",
    "18",
    "Pieces from this space join the move; next you say how many of each kind.",
    "space",
)
MOVE_NUMBER = Topic(
    "event_move_number",
    "18",
    "This many pieces of the kind move to the new space; the others stay.",
    "number",
)


def move_in(
    s: Mars, who: int, goal: int, n: int, kinds: tuple[int, ...], origins: Sequence[int] = SPACES
) -> Steps[int]:
    """Move up to n pieces into a space, at any distance; nothing enters or leaves a Raging Storm. Returns how many."""
    if not s.is_passable(goal, who):
        return 0
    left = [space for space in origins if space != goal and s.is_passable(space, who)]
    moved = 0
    while moved < n:
        able: list[Any] = [space for space in left if s.has(space, kinds)]
        if not able:
            break
        origin = yield pick(
            who,
            MOVE_IN_FROM,
            "Move pieces to {space} from where?",
            [*able, DONE],
            label="From {it}",
            about={"space": goal},
        )
        if origin == DONE:
            break
        left.remove(origin)
        group = yield from choose_group(s, who, origin, goal, kinds, MOVE_NUMBER, most=n - moved)
        yield from move_group(s, origin, goal, group)
        moved += sum(number for _, number in group)
    return moved


# Words of the later cards


def named_able(who: int, two: Sequence[int], can: Callable[[int], bool]) -> Steps[int | None]:
    """As `named`; None if the executor is one of the two and cannot do it, or if neither of them can."""
    if who in two:
        return who if can(who) else None
    return (yield from named(who, two)) if any(can(faction) for faction in two) else None


def shift_space(s: Mars, space: int, levels: int) -> Steps[None]:
    """Shift the one space a card names, towards Active Support if `levels` is positive."""
    shift(s, space, levels)
    yield now_at(s, space)


MAY_HOUSE = Topic(
    "event_house", "18", "One Displaced Population marker moves into the space you choose.", "space"
)


def may_house(s: Mars, who: int, spaces: Sequence[int]) -> Steps[int | None]:
    """A Faction may House in one of these spaces (5.1). Returns where it did."""
    able: list[Any] = [space for space in open_spaces(s, who, spaces) if can_house(s, space)]
    if not able:
        return None
    space = yield pick(who, MAY_HOUSE, "House where?", [*able, DONE], label="House in {it}")
    if space == DONE:
        return None
    yield from house(s, who, space)
    return space  # type: ignore[no-any-return]


REMOVE_ANYWHERE = Topic(
    "event_remove",
    "18",
    "This piece is removed from the map and becomes Available again.",
    ("space", "piece"),
)


def remove_anywhere(s: Mars, who: int, n: int, kinds: tuple[int, ...]) -> Steps[None]:
    """Remove n pieces of these kinds, one by one, wherever the executor likes."""
    for left in range(n, 0, -1):
        able = [
            (space, kind) for space in open_spaces(s, who, ON_MARS) for kind in kinds if s.at(space, kind)
        ]
        if not able:
            return
        space, kind = yield pick(
            who, REMOVE_ANYWHERE, "Remove which piece? {left:number} to go.", able, about={"left": left}
        )
        s.remove(kind, space)
        yield say("{piece} in {space} is removed.", piece=kind, space=space)


def rebel_owners(s: Mars, who: int, space: int) -> list[int]:
    """Whose Rebels this executor could place in a space; nobody's on Phobos."""
    return [] if space == PHOBOS else [owner for owner in REBEL_FACTIONS if at_hand(s, who, owner, space)]


WHOSE_REBEL = Topic("event_rebel", "18", "This Faction gets a new Rebel in the space.", "faction")


def place_rebel(s: Mars, who: int, space: int) -> Steps[None]:
    """The card says "place 1 Rebel": the executor chooses whose."""
    if owners := rebel_owners(s, who, space):
        owner = yield pick(who, WHOSE_REBEL, "Whose Rebel in {space}?", owners, about={"space": space})
        yield from place_rebels(s, who, space, 1, owner)


def place_troops(s: Mars, who: int, space: int, n: int) -> Steps[int]:
    """Place MG Troops: only MG itself may draw on the map for them (4.3). Returns how many came."""
    if who == MARS_GOV:
        return (yield from place_units(s, MARS_GOV, space, n))
    placed = s.place(MG_TROOP, space, n)
    if placed:
        yield say("{piece} ×{n:number} placed in {space}.", n=placed, piece=MG_TROOP, space=space)
    return placed
