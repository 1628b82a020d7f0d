"""The numbers that the value of a position is learned from, read off the state between two turns: a row for each Faction."""

from __future__ import annotations

from pathlib import Path

from ..nonplayer.tables import MARKS
from ..printed.decks import (
    ACTIVE,
    CAPABILITIES,
    CURRENT,
    EVENT_DECK,
    FIRST_DUST_STORM,
    HAND,
    NEXT,
    PLAYED,
)
from ..printed.map import (
    AVAILABLE,
    CASUALTIES,
    COIN,
    CORPORATIONS,
    EARTH,
    MARS,
    MARS_GOV,
    ORBIT,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    TRANSIT,
)
from ..printed.pieces import (
    ACTIVE_CR_REBEL,
    ACTIVE_RD_REBEL,
    ACTIVE_SPECOPS,
    CONVERSION_CENTER,
    CORP_BASE,
    CR_BASE,
    CR_REBEL,
    DUG_IN,
    EG_TROOP,
    FORTIFIED,
    KINDS,
    MG_BASE,
    MG_TROOP,
    RD_BASE,
    RD_REBEL,
    SATELLITE,
    SECURITY,
    SPECOPS,
    TERRAFORMING,
)
from ..rules.dust_storm import CARD_ICONS, LAST_ROUND
from ..rules.event_round import faction_order
from ..rules.victory import FACTIONS
from ..state import APPROACHING, RAGING, Did, Mars, Phase
from .feature_names import FEATURES as FEATURES
from .feature_names import WORDS as WORDS
from .stakes import cards_to_storm

#: The trees that were trained on them.
VALUE_FILE = Path(__file__).parent / "value.json"

#: What a non-player's Support Phase brings: shifts by two dice for MarsGov.
DICE = 7
#: What the mark of an Event is, as a number.
_MARK = {"critical": 2.0, "performed": 1.0, "not_performed": 0.0}
#: By Faction: the marks of all Events by card, the Dust Storms with none.
_MARKS = tuple(
    tuple(_MARK.get(MARKS[who].get(card + 1, ""), 0.0) for card in range(FIRST_DUST_STORM)) + (0.0,) * 3
    for who in FACTIONS
)
#: Assets in force that strike, purify and gather: CR1, CR4, CR5, CR23, CR26.
_STRONG = (0, 3, 4, 22, 25)
#: Campaign cards that hamper MarsGov: RD3, RD4, RD5, RD9, RD10, RD12.
_HAMPERING = (2, 3, 4, 8, 9, 11)
#: A Corporate Base with fewer cubes beside it is alone.
GUARDED = 2
#: The place of a Faction that waits for no turn.
NO_PLACE = 5


def moment(s: Mars) -> int | None:
    """The number of the beginning of a card, or of a Faction's action on it; None in the middle of anything."""
    phase = s.phase
    if phase is not Phase.ACTION and phase is not Phase.BIDS:
        return None
    within = 0 if phase is Phase.BIDS else 1 + len(s.acted) + len(s.passed)
    return 8 * len(s.events.zones[PLAYED]) + within


class _Ground:
    """The counts that are made space by space."""

    __slots__ = (
        "agitate",
        "alone",
        "coordinate",
        "cr_near",
        "exploit",
        "labyrinth_bases",
        "opposition",
        "pacify",
        "people",
        "spaces",
        "support",
    )

    def __init__(self, s: Mars) -> None:
        self.support = self.opposition = 0
        #: Population under COIN Control without Opposition, at Active Opposition, and Neutral.
        self.people = [0, 0, 0]
        #: Spaces under the Control of COIN, Red Dust and the Reclaimers.
        self.spaces = [0, 0, 0]
        #: Bases of the Corporations, Red Dust and the Reclaimers with nobody to speak of beside them.
        self.alone = [0, 0, 0]
        #: The Population of each step that Pacify and Agitate could shift, the most first.
        self.pacify: list[int] = []
        self.agitate: list[int] = []
        self.labyrinth_bases = self.cr_near = 0
        populations = s.populations()
        self._people(s, populations)
        self._corporations(s, populations)
        self._rebels(s, populations)
        self.pacify.sort(reverse=True)
        self.agitate.sort(reverse=True)

    def _people(self, s: Mars, populations: list[int]) -> None:
        """6, 7 Support and Opposition, Control, and what the Support Phase could shift."""
        people, spaces, pacify, agitate = self.people, self.spaces, self.pacify, self.agitate
        for level, side, population in zip(s.alignment[:MARS], s.control, populations, strict=False):
            if level > 0:
                self.support += population * level
            elif level:
                self.opposition -= population * level
                if level == -2:
                    people[1] += population
            else:
                people[2] += population
            if side == COIN:
                spaces[0] += 1
                if level >= 0:
                    people[0] += population
                pacify += [population] * min(2, 2 - level)
            elif side == RED_DUST:
                spaces[1] += 1
                agitate += [population] * min(2, 2 + level)
            elif side == RECLAIMERS:
                spaces[2] += 1

    def _corporations(self, s: Mars, populations: list[int]) -> None:
        """17.5 Where the Corporations could Exploit, and their Bases: those in Labyrinths, and those with few cubes."""
        pieces, exploit = s.pieces, []
        for space in s.mars_with(CORP_BASE, TERRAFORMING):
            at = space * KINDS
            bases = pieces[at + CORP_BASE] + pieces[at + TERRAFORMING]
            troops = pieces[at + MG_TROOP] + pieces[at + FORTIFIED]
            security = pieces[at + SECURITY]
            if troops + security + pieces[at + EG_TROOP] < GUARDED:
                self.alone[0] += bases
            if s.box.is_labyrinth[space]:
                self.labyrinth_bases += bases
            own = bases + security + pieces[at + SPECOPS] + pieces[at + ACTIVE_SPECOPS]
            if not s.damage[space] and own > troops + pieces[at + MG_BASE]:
                exploit.append(populations[space])
        self.exploit = sum(sorted(exploit)[-2:])

    def _rebels(self, s: Mars, populations: list[int]) -> None:
        """17.8 Where Red Dust could Coordinate, Rebel Bases that could be struck, and where the Reclaimers are near Control."""
        pieces, alignment = s.pieces, s.alignment
        hidden_rd, hidden_cr = s.mars_with(RD_REBEL), s.mars_with(CR_REBEL)
        found = [populations[it] for it in hidden_rd if -2 < alignment[it] <= 0]
        self.coordinate = sum(sorted(found)[-2:])
        for space in s.mars_with(RD_BASE, DUG_IN):
            if space not in hidden_rd:
                self.alone[1] += pieces[space * KINDS + RD_BASE] + pieces[space * KINDS + DUG_IN]
        bases = s.mars_with(CR_BASE, CONVERSION_CENTER)
        for space in bases:
            if space not in hidden_cr:
                self.alone[2] += pieces[space * KINDS + CR_BASE] + pieces[space * KINDS + CONVERSION_CENTER]
        for space in dict.fromkeys((*hidden_cr, *bases)):
            if s.control[space] != RECLAIMERS:
                at = space * KINDS
                others = sum(pieces[at : at + CR_REBEL])
                self.cr_near += others - sum(pieces[at + CR_REBEL : at + SATELLITE]) <= 1


def features(s: Mars) -> list[list[float]]:
    """A row for each Faction, in the order of `FEATURES`."""
    ground, counts = _Ground(s), s.counts
    bases = (
        counts[MG_BASE],
        counts[CORP_BASE] + counts[TERRAFORMING],
        counts[RD_BASE] + counts[DUG_IN],
        counts[CR_BASE] + counts[CONVERSION_CENTER],
    )
    margins = (
        ground.support + s.box.confidence[s.level].value - 34,
        s.resources[CORPORATIONS] - 36,
        ground.opposition + bases[RED_DUST] - 32,
        ground.spaces[2] + bases[RECLAIMERS] - bases[0] - bases[1] - bases[2],
    )
    seats = s.nonplayers.seats if s.nonplayers is not None else ()
    pacify, agitate = _support_phase(s, ground, seats)
    forecast = (
        margins[0] + pacify - min(agitate, ground.support),
        margins[1] + 2 * ground.labyrinth_bases,
        margins[2] + agitate - min(pacify, ground.opposition),
        margins[3],
    )
    is_alone = len(seats) == 3 and s.rounds + 1 < LAST_ROUND  # 8.3 then a person wins only in the last
    able = seats if is_alone else FACTIONS
    table = [
        *_tracks(s, ground, margins, len(seats)),
        pacify,
        agitate,
        *_economy(s, ground, bases),
        *_forces(s, bases),
        *_map(s, ground),
    ]
    return [[*row, *table] for row in _own(s, margins, forecast, seats, able)]


def _own(
    s: Mars,
    margins: tuple[int, ...],
    forecast: tuple[int, ...],
    seats: tuple[int, ...],
    able: tuple[int, ...],
) -> list[list[float]]:
    """The numbers of each Faction from its own point of view, in the order of `OWN`."""
    current, following = s.events.zones[CURRENT], s.events.zones[NEXT]
    now = current[-1] if current else FIRST_DUST_STORM
    then = following[-1] if following else FIRST_DUST_STORM
    places, nexts = _places(s, now, then)
    rows: list[list[float]] = []
    for who in FACTIONS:
        rivals = [it for it in FACTIONS if it != who]
        third, second, first = sorted([margins[it] for it in rivals])
        own = margins[who]
        rows.append(
            [
                who == MARS_GOV,
                who == CORPORATIONS,
                who == RED_DUST,
                who == RECLAIMERS,
                who in seats,
                who in able,
                own,
                first,
                own - first,
                second,
                max([margins[it] for it in able if it != who], default=third),
                forecast[who],
                forecast[who] - max([forecast[it] for it in rivals]),
                s.eligible[who] and who not in s.barred,
                who in s.acted,
                places[who],
                nexts[who],
                _MARKS[who][now],
                _MARKS[who][then],
                max([_MARKS[it][now] for it in rivals if places[it] < NO_PLACE], default=0.0),
                places[who] == 0,
            ]
        )
    return rows


def _support_phase(s: Mars, ground: _Ground, seats: tuple[int, ...]) -> tuple[int, int]:
    """14.3 What Pacify and Agitate would bring if the Support Phase came now."""
    np = s.nonplayers
    shifts = DICE if MARS_GOV in seats else s.resources[MARS_GOV] // 3
    if np is not None and RED_DUST in seats:
        ups = np.agitate_total
    else:
        ups = s.resources[RED_DUST]
    return sum(ground.pacify[:shifts]), sum(ground.agitate[:ups])


def _places(s: Mars, now: int, then: int) -> tuple[list[int], list[int]]:
    """12.1 The place of each Faction among those that wait on this card, and among those Eligible on the next."""
    places, nexts = [NO_PLACE] * 4, [NO_PLACE] * 4
    acted, barred, eligible, passed = s.acted, s.barred, s.eligible, s.passed
    if now < FIRST_DUST_STORM and len(acted) < 2:
        n = 0
        for who in faction_order(s):
            if eligible[who] and who not in acted and who not in passed and who not in barred:
                places[who] = n
                n += 1
    if then < FIRST_DUST_STORM:
        n = 0
        for who in s.box.events[then].order:
            if who in s.staying or (who not in acted and who not in barred):
                nexts[who] = n
                n += 1
    return places, nexts


def _tracks(s: Mars, ground: _Ground, margins: tuple[int, ...], nonplayers: int) -> list[float]:
    """Time, margins, and what the people think."""
    following = s.events.zones[NEXT]
    return [
        nonplayers,
        LAST_ROUND - s.rounds,
        cards_to_storm(s),
        s.events.count(EVENT_DECK),
        s.flashpoint,
        bool(following) and following[-1] >= FIRST_DUST_STORM,
        len(s.acted),
        not s.acted or s.first_did is Did.OPERATION_AND_SPECIAL,
        *margins,
        ground.support,
        ground.opposition,
        s.level,
        s.is_eg_up,
        s.displaced,
        sum(s.damage),
        *ground.people,
    ]


def _economy(s: Mars, ground: _Ground, bases: tuple[int, ...]) -> list[float]:
    """Money and what brings it; non-players have counters instead."""
    np, purse, supply = s.nonplayers, s.resources[RED_DUST], s.supply_on_earth + s.supply_in_transit
    if np is not None:
        supply += np.supply_total
        if RED_DUST in np.seats:
            purse = np.agitate_total
    lost = CASUALTIES * KINDS
    return [
        ground.exploit,
        ground.coordinate,
        s.resources[MARS_GOV],
        purse,
        supply,
        ground.people[0],
        2 * ground.labyrinth_bases,
        ground.people[1] + bases[RED_DUST],
        sum([icon <= bases[RECLAIMERS] for icon in CARD_ICONS]),
        sum(s.pieces[lost : lost + KINDS]),
    ]


def _forces(s: Mars, bases: tuple[int, ...]) -> list[float]:
    """Bases and units by kind."""
    counts, pieces = s.counts, s.pieces
    off_mars = [place * KINDS for place in (PHOBOS, TRANSIT, EARTH)]
    return [
        bases[MARS_GOV],
        counts[MG_TROOP] + counts[FORTIFIED],
        pieces[AVAILABLE * KINDS + MG_TROOP],
        bases[CORPORATIONS],
        counts[TERRAFORMING],
        counts[SECURITY],
        counts[SPECOPS] + counts[ACTIVE_SPECOPS],
        sum([pieces[at + SECURITY] + pieces[at + SPECOPS] for at in off_mars]),
        counts[EG_TROOP],
        pieces[PHOBOS * KINDS + EG_TROOP],
        pieces[ORBIT * KINDS + SATELLITE],
        bases[RED_DUST],
        counts[DUG_IN],
        counts[RD_REBEL],
        counts[ACTIVE_RD_REBEL],
        bases[RECLAIMERS],
        counts[CONVERSION_CENTER],
        counts[CR_REBEL],
        counts[ACTIVE_CR_REBEL],
    ]


def _map(s: Mars, ground: _Ground) -> list[float]:
    """Control, exposed Bases, cards in hand and in force, Storms, and who is Eligible."""
    np, storm = s.nonplayers, s.storm
    is_played = np is not None and RECLAIMERS in np.seats
    cards = np.asset_total if np is not None and is_played else len(s.assets.zones[HAND])
    in_force, campaigns = s.assets.zones[CAPABILITIES], s.campaigns.zones[ACTIVE]
    return [
        *ground.spaces,
        *ground.alone,
        ground.cr_near,
        cards,
        len(in_force),
        sum([card in _STRONG for card in in_force]),
        storm.count(RAGING),
        storm.count(APPROACHING),
        len(campaigns),
        sum([card in _HAMPERING for card in campaigns]),
        *s.eligible,
    ]
