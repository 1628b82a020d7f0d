"""16.1-16.5 The Operations of MarsGov and the Corporations."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...printed.decks import CURRENT, ORDER
from ...printed.map import (
    COIN,
    CORPORATIONS,
    DESERTS,
    EARTH,
    IS_LABYRINTH,
    LABYRINTHS,
    MARS_GOV,
    ON_MARS,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    SPACES,
    TRANSIT,
    WILDERNESS,
)
from ...printed.pieces import (
    ACTIVE_REBELS,
    ACTIVE_SPECOPS,
    CORP_BASE,
    CORP_BASES,
    CUBES,
    DUG_IN,
    EG_TROOP,
    FORCES_OF,
    FORTIFIED,
    HIDDEN_REBELS,
    IS_BASE,
    MG_BASE,
    MG_TROOP,
    MG_TROOPS,
    OWNER,
    REBEL_BASES,
    REBEL_FORCES,
    REBELS_OF,
    SECURITY,
    SPECOPS,
    TERRAFORMING,
)
from ...state import Action, Mars
from ..alignment import now_at, shift
from ..earthgov import aldrin_cycler, may_use_satellite, place_on_earth, use_satellite
from ..pacify_and_agitate import improve, ways_to_improve
from ..placing import (
    activate_rebels,
    can_place_base,
    place_units,
    placeable,
    removable,
    remove_forces,
    turn_active,
    unit_for_base,
)
from ..population import can_damage, place_damage
from ..resources import bring, charge
from .attack import free_attack
from .common import Special, own_units, price
from .group_moves import choose_group, has_unmoved, mark_moved, move_group, unmoved
from .next_space import last_special, next_space, specials, take_special
from .reach import recon_origins, secure_origins
from .special_rebel import house_or_repair

BUY = {SECURITY: Word("security", "Security for 1 Profit"), SPECOPS: Word("specops", "SpecOps for 1 Profit")}
#: 16.5 Enemies an Assault removes; Hidden Rebels cannot be removed and protect their Bases.
ASSAULT_TARGETS = (*ACTIVE_REBELS, *REBEL_BASES)


# 16.1 Train


def train_spaces(s: Mars, a: Action) -> list[int]:
    """16.1 Spaces with an MG Base, and Labyrinths with COIN Control; Phobos always."""
    return [
        space
        for space in SPACES
        if (s.at(space, MG_BASE) or (IS_LABYRINTH[space] and s.control[space] == COIN))
        and s.is_open(space, MARS_GOV)
        and placeable(s, MARS_GOV, space)
    ]


TRAIN = Topic("train", "16.1", "You place up to four Troops there and pay for the space.", "space")
TRAIN_NUMBER = Topic(
    "train_number",
    "16.1",
    "This many Troops are placed; when too few are Available you may take them from elsewhere on the map.",
    "number",
)


def train(s: Mars, a: Action) -> Steps[bool]:
    """16.1 Train. Up to four Troops in each space."""
    space = yield from next_space(
        s, a, TRAIN, train_spaces, "Train where?", "Train in {it}", may_skip=bool(pacify_spaces(s, a))
    )
    if space is None:
        return False
    n = yield amount(
        MARS_GOV, TRAIN_NUMBER, "Place how many Troops in {space}?", 4, at_least=1, about={"space": space}
    )
    placed = yield from place_units(s, MARS_GOV, space, n)
    if not placed:
        a.cost -= price(s, a, space)  # the price is for spaces where Troops are placed
    return True


def pacify_spaces(s: Mars, a: Action) -> list[int]:
    """16.1 A selected space, or one selected only for this, with COIN Control at this moment (ruling 8)."""
    may_add = len(a.chosen) < a.most
    return [
        space
        for space in ON_MARS
        if s.control[space] == COIN
        and (space in a.chosen or (may_add and (s.at(space, MG_BASE) or IS_LABYRINTH[space])))
        and (not a.only or space in a.only)
        and s.is_open(space, MARS_GOV)
        and ways_to_improve(s, MARS_GOV, space)
    ]


PACIFY_SPACE = Topic(
    "pacify_space", "16.1", "There you may House, Repair or pay for more Support, twice in all.", "space"
)
PACIFY = Topic(
    "pacify",
    "16.1",
    "House lets displaced people move in, Repair removes Damage, and a shift brings more Support.",
)


def end_train(s: Mars, a: Action) -> Steps[None]:
    """16.1 Pacify. Then in at most one space; one that is selected only to Pacify costs nothing by itself."""
    able: list[Any] = pacify_spaces(s, a)
    if able:
        options = [*able, DONE] if a.chosen else able  # an Operation does something
        space = yield pick(MARS_GOV, PACIFY_SPACE, "Pacify where?", options, label="Pacify {it}")
        if space != DONE:
            yield from improve(s, MARS_GOV, space, PACIFY)
            yield from last_special(s, a)


# 16.2 Logistics


def logistics_spaces(s: Mars, a: Action) -> list[int]:
    """16.2 Earth, Transit, and Deserts with a CORP Base to flip."""
    found = [EARTH] if s.available(SECURITY) or s.available(SPECOPS) else []
    if not s.campaign(11):  # RD11 Comms Cutoff
        found.append(TRANSIT)
    if not a.flipped or a.is_free or s.resources[CORPORATIONS] >= 3:
        found += [space for space in DESERTS if s.at(space, CORP_BASE) and s.is_open(space, CORPORATIONS)]
    return found


LOGISTICS = Topic(
    "logistics",
    "16.2",
    "Earth gets new units, Transit runs the Aldrin Cycler, and in a Desert a Base turns to Terraforming.",
    "space",
)


def logistics(s: Mars, a: Action) -> Steps[bool]:
    """16.2 Logistics. Stock Earth, run the Aldrin Cycler, turn Bases to Terraforming, in any order."""
    space = yield from next_space(
        s,
        a,
        LOGISTICS,
        logistics_spaces,
        "Logistics: stock Earth, run the Cycler in Transit, or turn a Base to Terraforming in a Desert?",
        "{it}",
    )
    if space is None:
        return False
    if space == EARTH:
        yield from _stock_earth(s)
    elif space == TRANSIT:
        yield from aldrin_cycler(s, by_corp=True)
    else:
        s.flip(space, CORP_BASE, TERRAFORMING)
        if a.flipped and not a.is_free:  # the first Desert is free
            text = "{who:faction}: the Base in {space} turns to Terraforming for {n}."
            yield from charge(s, CORPORATIONS, 3, text, space=space)
        else:
            yield say("The Base in {space} turns to Terraforming.", space=space)
        a.flipped += 1
    return True


STOCK_SPECOPS = Topic(
    "stock_specops", "16.2", "Yes places a SpecOps as one of the four units that Earth gets free of charge."
)
STOCK_SECURITY = Topic(
    "stock_security",
    "16.2",
    "This many Security are placed on Earth, where they wait for the Aldrin Cycler.",
    "number",
)
STOCK_BUY = Topic(
    "stock_buy", "16.2", "One more unit is placed on Earth and costs you 1 Profit; with Done you buy no more."
)


def _stock_earth(s: Mars) -> Steps[None]:
    """16.2 Earth. Up to four units on Earth, one of them SpecOps (ruling 9); one more for each Profit paid."""
    specops = 0
    if s.available(SPECOPS) and (yield yes_no(CORPORATIONS, STOCK_SPECOPS, "Place a SpecOps on Earth?")):
        specops = 1
        yield from place_on_earth(s, SPECOPS, 1)
    most = min(4 - specops, s.available(SECURITY))
    n = yield amount(CORPORATIONS, STOCK_SECURITY, "Place how many Security on Earth?", most)
    yield from place_on_earth(s, SECURITY, n)
    placed = specops + n
    while s.resources[CORPORATIONS]:
        more: list[Any] = [BUY[SECURITY]] if placed >= 4 and s.available(SECURITY) else []
        if (placed >= 4 or specops) and s.available(SPECOPS):
            more.append(BUY[SPECOPS])
        if not more:
            return
        what = yield pick(CORPORATIONS, STOCK_BUY, "Buy one more unit for Earth?", [*more, DONE])
        if what == DONE:
            return
        kind = SECURITY if what == BUY[SECURITY] else SPECOPS
        s.place(kind, EARTH)
        text = "{who:faction}: {cargo} ×{m:number} placed on Earth for {n}."
        yield from charge(s, CORPORATIONS, 1, text, cargo=kind, m=1)


BASE_SECURITY = Topic(
    "base_security",
    "16.2",
    "A Security is placed at a Base there and costs you 1 Profit; with Done you place no more.",
    "space",
)


def end_logistics(s: Mars, a: Action) -> Steps[None]:
    """16.2 Security. Afterwards one may be placed at each CORP Base on Mars for 1 Profit (ruling 10)."""
    placed = [0] * (PHOBOS + 1)
    while s.resources[CORPORATIONS] and s.available(SECURITY):
        able: list[Any] = [
            space
            for space in ON_MARS
            if placed[space] < s.count(space, CORP_BASES)
            and s.is_open(space, CORPORATIONS)
            and (not a.only or space in a.only)
        ]
        if not able:
            break
        space = yield pick(
            CORPORATIONS,
            BASE_SECURITY,
            "Place a Security at a Base for 1 Profit?",
            [*able, DONE],
            label="In {it}",
        )
        if space == DONE:
            break
        s.place(SECURITY, space)
        placed[space] += 1
        text = "{who:faction}: {piece} ×{m:number} placed in {space} for {n}."
        yield from charge(s, CORPORATIONS, 1, text, piece=SECURITY, m=1, space=space)
    yield from last_special(s, a, happened=any(placed))


# 16.3 Secure, 16.4 Recon


def secure_spaces(s: Mars, a: Action) -> list[int]:
    """16.3 Any Labyrinths."""
    return [] if a.is_moving_done else [*LABYRINTHS, PHOBOS]


def recon_spaces(s: Mars, a: Action) -> list[int]:
    """16.4 Any Deserts; those with Raging Storms only with Navigation Beacons."""
    if a.is_moving_done:
        return []
    has_beacons = may_use_satellite(s, a.who)
    return [space for space in DESERTS if has_beacons or not s.is_raging(space)]


SECURE = Topic(
    "secure",
    "16.3",
    "Units may move to that Labyrinth, and after all moves they turn Hidden Rebels there Active.",
    "space",
)
SECURE_FROM = Topic(
    "move_from",
    "16.3",
    "Units leave that space for the Labyrinth, as many as you say next; with Done no more come.",
    "space",
)
SECURE_NUMBER = Topic(
    "move_number",
    "16.3",
    "This many of these units move to the Labyrinth; none moves again in this Operation.",
    "number",
)


def secure(s: Mars, a: Action) -> Steps[bool]:
    """16.3 Secure. Units move to Labyrinths, then find Rebels there."""
    if not a.is_moving_done:
        goal = yield from next_space(s, a, SECURE, secure_spaces, "Secure: which destination?", "Secure {it}")
        if goal is None:
            a.is_moving_done = True
            return True
        yield from _bring(s, a, goal, secure_origins(s, a, goal), SECURE_FROM, SECURE_NUMBER)
        if goal != PHOBOS and s.at(PHOBOS, EG_TROOP) and may_use_satellite(s, a.who):
            yield from _drop_pods(s, a, goal)
        return True
    return (yield from _resolve_destinations(s, a))


RECON = Topic(
    "recon",
    "16.4",
    "Units may move to that Desert, and after all moves they turn Hidden Rebels there Active.",
    "space",
)
BEACONS = Topic(
    "beacons", "8.3", "Yes uses a Satellite, and two more Hidden Rebels there turn Active after the moves."
)
RECON_FROM = Topic(
    "move_from",
    "16.4",
    "Units leave that space for the Desert, as many as you say next; with Done no more come.",
    "space",
)
RECON_NUMBER = Topic(
    "move_number",
    "16.4",
    "This many of these units move to the Desert; none moves again in this Operation.",
    "number",
)


def recon(s: Mars, a: Action) -> Steps[bool]:
    """16.4 Recon. Units move to Deserts in a single move, then find Rebels there."""
    if not a.is_moving_done:
        goal = yield from next_space(s, a, RECON, recon_spaces, "Recon: which destination?", "Recon {it}")
        if goal is None:
            a.is_moving_done = True
            return True
        if s.is_raging(goal):
            yield say("Navigation Beacons open {space}.", space=goal)  # 8.3
            yield from use_satellite(s, goal)
        elif (
            may_use_satellite(s, a.who)
            and s.has(goal, HIDDEN_REBELS)
            and (
                yield yes_no(
                    a.who,
                    BEACONS,
                    "Navigation Beacons in {space}, to Activate two more?",
                    about={"space": goal},
                )
            )
        ):
            a.beacons.append(goal)
            yield say("Navigation Beacons in {space} will Activate two more.", space=goal)
            yield from use_satellite(s, goal)
        yield from _bring(s, a, goal, recon_origins(s, a, goal), RECON_FROM, RECON_NUMBER)
        return True
    return (yield from _resolve_destinations(s, a))


def _bring(s: Mars, a: Action, goal: int, reach: list[int], move_from: Topic, number: Topic) -> Steps[None]:
    """16.3 Movement. Units come into a destination, origin by origin; a unit moves once."""
    kinds = own_units(s, a.who)
    left = reach
    while True:
        origins: list[Any] = [space for space in left if has_unmoved(s, a, space, kinds)]
        if not origins:
            return
        origin = yield pick(
            a.who,
            move_from,
            "Move units to {space} from where?",
            [*origins, DONE],
            label="From {it}",
            about={"space": goal},
        )
        if origin == DONE:
            return
        left = [space for space in left if space != origin]
        group = yield from choose_group(s, a.who, origin, goal, kinds, number, movable=unmoved(s, a))
        for kind, n in group:
            yield from move_group(s, origin, goal, [(kind, n)])
            mark_moved(a, goal, _moved_kind(kind), n)


def _moved_kind(kind: int) -> int:
    """5.4 A Fortified Troop that moves is an ordinary one (ruling 4)."""
    return MG_TROOP if kind == FORTIFIED else kind


DROP_PODS = Topic(
    "drop_pods",
    "8.3",
    "This many EarthGov Troops land there at the price of a Satellite; with none the Satellite stays in Orbit.",
    "number",
)


def _drop_pods(s: Mars, a: Action, goal: int) -> Steps[None]:
    """8.3 Drop Pods. A Satellite brings EG Troops from Phobos straight into a Labyrinth, whatever goes on there."""
    most = unmoved(s, a)(PHOBOS, EG_TROOP)
    if most <= 0:
        return
    n = yield amount(
        a.who,
        DROP_PODS,
        "Drop Pods: how many EarthGov Troops from Phobos into {space}?",
        most,
        about={"space": goal},
    )
    if n:
        yield say("Drop Pods in {space}.", space=goal)
        yield from use_satellite(s, goal)
        yield from move_group(s, PHOBOS, goal, [(EG_TROOP, n)])
        mark_moved(a, goal, EG_TROOP, n)


RESOLVE = Topic(
    "resolve",
    "16.3",
    "Hidden Rebels in that destination turn Active now, or a Special Activity comes first.",
    "space",
)


def _resolve_destinations(s: Mars, a: Action) -> Steps[bool]:
    """16.3 Destinations. In each, Activate Rebels, then perhaps a Base. A Special Activity may come in between."""
    left: list[Any] = [space for space in a.chosen if space not in a.resolved]
    if not left:
        return False
    goal: Any = left[0]
    if a.may_special and (now := specials(s, a)):
        it = yield pick(
            a.who, RESOLVE, "Activate Rebels in which destination next?", [*left, *now], label="Resolve {it}"
        )
        if isinstance(it, Special):
            yield from take_special(s, a, it)
            return True
        goal = it
    a.resolved.append(goal)
    yield from activate_rebels(s, a.who, goal, activations(s, a, goal))
    yield from _base_for_unit(s, a, goal)
    return True


def activations(s: Mars, a: Action, space: int) -> int:
    """16.3, 16.4 One Rebel for each own unit; in the Wilderness one for two; Beacons two more; CR25 two fewer units."""
    units = s.count(space, own_units(s, a.who))
    if s.capability(25) and s.cr_bases(space):
        units = max(0, units - 2)  # CR25 Genetic Masking; CR23 counts for it (ruling 35)
    if space == WILDERNESS:
        units //= 2
    return units + 2 if space in a.beacons else units


BUILD_BASE = Topic("build_base", "16.3", "Yes removes one of your units here and places one of your Bases.")
GIVE_UP_TROOP = Topic("give_up_troop", "16.3", "That Troop is removed, and a Base takes its place.", "piece")


def _base_for_unit(s: Mars, a: Action, space: int) -> Steps[None]:
    """16.3 Bases. It may remove one MG Troop, or one Security, to place one of its Bases."""
    payers = MG_TROOPS if a.who == MARS_GOV else (SECURITY,)
    if not s.has(space, payers) or not can_place_base(s, a.who, space):
        return
    if (yield yes_no(a.who, BUILD_BASE, "Give up a unit in {space} for a Base?", about={"space": space})):
        yield from unit_for_base(s, a.who, space, payers, GIVE_UP_TROOP)


IMPROVE = Topic(
    "improve",
    "16.3",
    "Displaced people move in or Damage is removed, and EarthGov's mood may turn.",
    ("space", ""),
)


def end_moves(s: Mars, a: Action) -> Steps[None]:
    """16.3 House or Repair. Then House or Repair once in one destination, with COIN Control (ruling 8)."""
    yield from house_or_repair(s, a.who, [space for space in a.chosen if s.control[space] == COIN], IMPROVE)
    yield from last_special(s, a)


# 16.5 Assault


def assault_spaces(s: Mars, a: Action) -> list[int]:
    """16.5 Spaces with forces of the executing Faction (EG Troops for the Controller, ruling 5) and enemy forces."""
    own = FORCES_OF[a.who]
    if s.controller() == a.who:
        own = (*own, EG_TROOP)
    return [
        space
        for space in ON_MARS
        if s.has(space, REBEL_FORCES)
        and s.has(space, own)
        and s.is_open(space, a.who)
        and space != a.suppressed
    ]


ASSAULT = Topic(
    "assault",
    "16.5",
    "Your units there remove Active Rebels and then Bases, and the Rebels may strike back.",
    "space",
)
SHOW_SPECOPS = Topic(
    "show_specops",
    "16.5",
    "This many SpecOps turn Active and fight along, and can then be attacked themselves.",
    "number",
)
ASSAULT_REMOVE = Topic(
    "assault_remove",
    "16.5",
    "The piece is removed and its owner may be able to strike back; with Done the rest are spared.",
    "piece",
)
ASSAULT_REMOVE_NUMBER = Topic(
    "assault_remove_number",
    "16.5",
    "This many of these pieces are removed; their owner may be able to strike back.",
    "number",
)


def assault(s: Mars, a: Action) -> Steps[bool]:
    """16.5 Assault. Active COIN units remove Active enemies, space by space; the Rebels may strike back."""
    space = yield from next_space(s, a, ASSAULT, assault_spaces, "Assault where?", "Assault {it}")
    if space is None:
        return False
    yield say("{who:faction}: Assault in {space}.", who=a.who, space=space)
    if IS_LABYRINTH[space] and s.campaign(6):
        shift(s, space, -1)  # RD6 Mothers of Mars
        yield now_at(s, space)
    if a.who == CORPORATIONS and s.at(space, SPECOPS):
        most = s.at(space, SPECOPS)
        n = yield amount(
            CORPORATIONS, SHOW_SPECOPS, "Activate how many SpecOps in {space}?", most, about={"space": space}
        )
        yield from turn_active(s, space, SPECOPS, n)
    strength = s.count(space, (*CUBES, ACTIVE_SPECOPS))
    removed = yield from remove_forces(
        s, a.who, space, strength, ASSAULT_TARGETS, ASSAULT_REMOVE, ASSAULT_REMOVE_NUMBER, is_optional=True
    )
    removed += yield from _bombard(s, a, space)
    if s.has(space, (SECURITY, ACTIVE_SPECOPS)) and len(removed) > 1:
        text = "Mercenaries in {space} bring {who:the_faction} {n}."
        yield from bring(s, CORPORATIONS, len(removed) // 2, text, space=space)
    if any(OWNER[kind] == RECLAIMERS for kind in removed):
        a.mourned.append(space)
    a.rebel_bases_lost += sum(IS_BASE[kind] for kind in removed)
    yield from _strike_back(s, space, removed)
    return True


BOMBARD = Topic(
    "bombard", "8.3", "Yes uses a Satellite to remove two more pieces here, and does Damage in a Labyrinth."
)
BOMBARD_REMOVE = Topic("bombard_remove", "8.3", "The Satellite removes that piece, one of two.", "piece")
BOMBARD_REMOVE_NUMBER = Topic(
    "bombard_remove_number", "8.3", "The Satellite removes this many of these pieces.", "number"
)


def _bombard(s: Mars, a: Action, space: int) -> Steps[list[int]]:
    """8.3 Bombard. A Satellite removes two more Active enemies; in a Labyrinth it also does Damage."""
    targets: tuple[int, ...] = ASSAULT_TARGETS
    if s.capability(6):
        targets = tuple(kind for kind in targets if OWNER[kind] != RECLAIMERS)  # CR6 Deep Tunneling
    if not may_use_satellite(s, a.who):
        return []
    if not removable(s, space, targets) and not (IS_LABYRINTH[space] and can_damage(s, space)):
        return []
    if not (yield yes_no(a.who, BOMBARD, "Bombard {space} with a Satellite?", about={"space": space})):
        return []
    yield say("{who:faction}: Bombard in {space}.", who=a.who, space=space)
    yield from use_satellite(s, space)
    removed = yield from remove_forces(s, a.who, space, 2, targets, BOMBARD_REMOVE, BOMBARD_REMOVE_NUMBER)
    if IS_LABYRINTH[space]:
        yield from place_damage(s, space)
    return removed


STRIKE_BACK = Topic(
    "strike_back",
    "16.5",
    "Yes makes a free Attack here, before the Assault goes on in other spaces.",
    window="strike_back",
)


def _strike_back(s: Mars, space: int, removed: list[int]) -> Steps[None]:
    """16.5 Free Attack. For Rebels that lost a force: in a Labyrinth, or RD in a Desert with a Dug-In Base.

    In the printed order of the Current Event (ruling 6), before the next Assault space (ruling 7).
    """
    losers = {OWNER[kind] for kind in removed}
    for who in ORDER[s.events.zones[CURRENT][-1]]:
        if who not in losers or not s.has(space, REBELS_OF[who]):
            continue
        if not IS_LABYRINTH[space] and not (who == RED_DUST and s.at(space, DUG_IN)):
            continue
        if (
            yield yes_no(
                who,
                STRIKE_BACK,
                "Strike back with a free Attack in {space}?",
                about={"space": space},
                decline=False,
            )
        ):
            yield from free_attack(s, who, space)


ENHANCED_METABOLISM = Topic(
    "enhanced_metabolism", "CR3", "One of your Rebels is placed there; with Done none is.", "space"
)


def end_assault(s: Mars, a: Action) -> Steps[None]:
    """CR3 Enhanced Metabolism. After the Assault in all its spaces; then the last chance for a Special Activity."""
    if s.capability(3) and a.mourned:
        able: list[Any] = [space for space in a.mourned if s.is_open(space, RECLAIMERS)]
        if able:
            space = yield pick(
                RECLAIMERS,
                ENHANCED_METABOLISM,
                "Place a Rebel where you lost forces?",
                [*able, DONE],
                label="In {it}",
            )
            if space != DONE:
                yield from place_units(s, RECLAIMERS, space, 1)
    yield from last_special(s, a, happened=s.capability(3) and bool(a.mourned))
