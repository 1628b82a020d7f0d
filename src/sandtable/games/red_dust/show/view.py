"""A game as a seat may know it: all but the Reclaimers' hand, the order of the decks and the cards Red Dust chooses from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.engine.secrets.cards import bit_of

from ..nonplayer.state import NonPlayers
from ..nonplayer.tables import ACTIVITIES, CONDITIONS, INSTRUCTIONS, SIDES, STEPS, Side
from ..printed.decks import (
    ACTIVE,
    ASSET_DECK,
    CAMPAIGN_DECK,
    CAPABILITIES,
    CURRENT,
    DISCARDS,
    DRAWN,
    EVENT_DECK,
    GONE,
    HAND,
    NEXT,
    PLAYED,
)
from ..printed.map import MARS_GOV, RECLAIMERS, RED_DUST
from ..rules.victory import thresholds, totals
from ..state import Mars, Op, Phase


class CardLine(msgspec.Struct):
    """A line of a Curiosity card: what a box tests, an instruction, or a Special Activity."""

    text: str  #: What it says.
    kind: Literal["test", "instruction", "activity"]  #: Which sort of line it is.
    is_now: bool = False  #: Whether the non-player has come to this line.


class NonPlayersView(msgspec.Struct):
    """Factions that play themselves: their Totals, and the Curiosity card in play."""

    seats: list[int]  #: Their places in `Board.factions`.
    supply_total: int | None  #: MarsGov's Supply Total; None if a person plays MarsGov.
    agitate_total: int | None  #: Red Dust's Agitate Total; None if a person plays Red Dust.
    asset_total: int | None  #: The Reclaimers' Asset Total; None if a person plays them.
    card: str  #: The side of the Curiosity card that was used last in this round; empty for none.
    card_of: int  #: The Faction it belongs to, a place in `Board.factions`; -1 for none.
    activation: int  #: Its activation number: another space follows a higher roll. 0 for none.
    lines: list[CardLine]  #: What the side says, from the top.


class View(msgspec.Struct):
    """The table as one seat sees it. A number that stands for a thing is a place in one of the lists of `Board`."""

    pack: str  #: The pack that is played with: its name, or the path of its folder.
    #: How many pieces of each kind are in each place: `pieces[place * len(Board.pieces) + kind]`.
    pieces: list[int]
    control: list[int]  #: By space: the Faction that Controls it, a place in `Board.factions`; -1 for nobody.
    alignment: list[int]  #: By space: from -2 (Active Opposition) to 2 (Active Support).
    damage: list[int]  #: By space: Damage markers.
    housed: list[int]  #: By space: Population markers on its gray squares.
    population: list[int]  #: By space: its Population now, Damage and markers included.
    storm: list[int]  #: By space: 0 no Storm, 1 an Approaching Storm, 2 a Raging Storm.
    #: MarsGov's Resources, the Corporations' Profits and Red Dust's Resources, in this order.
    resources: list[int]
    acting: int  #: The Faction whose Operation is under way, a place in `Board.factions`; -1 for none.
    cost: int  #: What that Operation costs so far; it is paid when the Operation is over.
    given: int  #: What other Factions have given it towards the cost.
    supply_on_earth: int  #: Supply waiting on Earth.
    supply_in_transit: int  #: Supply on the Aldrin Cycler.
    population_on_earth: int  #: Population waiting on Earth.
    population_in_transit: int  #: Population on the Aldrin Cycler.
    displaced: int  #: People in the Displaced Population box.
    level: int  #: The EarthGov Confidence marker: a place in `Board.confidence`.
    confidence: int  #: What that level is worth to MarsGov.
    controller: int  #: The EarthGov Controller, a place in `Board.factions`; -1 for none.
    is_eg_up: bool  #: EarthGov's mood: True for EG+, False for EG−.
    flashpoint: int  #: The Flashpoint marker; a Flashpoint Round begins when it reaches `Board.flashpoint`.
    has_rodgers_line: bool  #: Whether an Event has built the Rodgers Line.
    is_haboob: bool  #: Whether the Next Event is a Dust Storm.
    phase: Phase  #: What comes next.
    rounds: int  #: Dust Storm Rounds that are over; the game ends after `Board.rounds`.
    current: int | None  #: The Current Event, a place in `Board.events`; None before the first.
    next: int | None  #: The Next Event, a place in `Board.events`; None at the end of the deck.
    #: The order of Factions on the Current Event, bids included: places in `Board.factions`.
    order: list[int]
    eligible: list[bool]  #: By seat: whether it is Eligible.
    acted: list[int]  #: Seats that have acted in this round, in order.
    passed: list[int]  #: Seats that have passed in this round.
    barred: list[int]  #: Seats that an Event made Ineligible through the next Event Round.
    staying: list[int]  #: Seats that remain Eligible although they act.
    events_left: int  #: Cards left in the Event deck.
    played: list[int]  #: Events that were played, oldest first: places in `Board.events`.
    #: The Reclaimers' hand: places in `Board.assets`, None for a card this seat does not know.
    hand: list[int | None]
    assets_left: int  #: Cards left in the Asset deck.
    discards: list[int]  #: Discarded Assets: places in `Board.assets`.
    capabilities: list[int]  #: Assets in force as Capabilities: places in `Board.assets`.
    campaigns: list[int]  #: Campaign cards in force: places in `Board.campaigns`.
    campaigns_left: int  #: Cards left in the Campaign deck.
    campaigns_gone: list[int]  #: Campaign cards that are out of the game: places in `Board.campaigns`.
    #: Campaign cards Red Dust is choosing from: places in `Board.campaigns`, None for a card this seat does
    #: not know.
    drawn: list[int | None]
    totals: list[int]  #: By seat: what it has towards victory.
    thresholds: list[int]  #: By seat: what its total must exceed.
    margins: list[int]  #: By seat: total less threshold; the highest margin wins.
    nonplayers: NonPlayersView | None = None  #: Factions that play themselves, if there are any.


def views_of(s: Mars, seats: Sequence[int | None], order: tuple[int, ...], is_haboob: bool) -> list[View]:
    """The views of several seats (None: of a spectator): what lies open to everybody, and to each the cards it knows."""
    table, knowing = _open_table(s, order, is_haboob), 0
    for card in s.assets.zones[HAND]:
        knowing |= s.assets.known[card]
    for card in s.campaigns.zones[DRAWN]:
        knowing |= s.campaigns.known[card]
    return [
        msgspec.structs.replace(table, hand=s.assets.seen(HAND, seat), drawn=s.campaigns.seen(DRAWN, seat))
        if knowing & bit_of(seat)
        else table  # those who know none of these cards see the same
        for seat in seats
    ]


def view_of(s: Mars, seat: int | None, order: tuple[int, ...], is_haboob: bool) -> View:
    """The view of one seat, or of a spectator."""
    return views_of(s, (seat,), order, is_haboob)[0]


def _open_table(s: Mars, order: tuple[int, ...], is_haboob: bool) -> View:
    """The view that everybody may have: of the cards that somebody holds, only the backs."""
    current, following = s.events.zones[CURRENT], s.events.zones[NEXT]
    reached, needed = totals(s), thresholds(s)
    return View(
        pack=s.pack,
        pieces=s.pieces[:],
        control=s.control[:],
        alignment=s.alignment[:],
        damage=s.damage[:],
        housed=s.housed[:],
        population=s.populations(),
        storm=s.storm[:],
        resources=s.resources[:],
        acting=s.acting(),
        cost=s.action.cost,
        given=sum(s.action.given),
        supply_on_earth=s.supply_on_earth,
        supply_in_transit=s.supply_in_transit,
        population_on_earth=s.population_on_earth,
        population_in_transit=s.population_in_transit,
        displaced=s.displaced,
        level=s.level,
        confidence=s.box.confidence[s.level].value,
        controller=s.controller(),
        is_eg_up=s.is_eg_up,
        flashpoint=s.flashpoint,
        has_rodgers_line=s.has_rodgers_line,
        is_haboob=is_haboob,
        phase=s.phase,
        rounds=s.rounds,
        current=current[-1] if current else None,
        next=following[-1] if following else None,
        order=list(order),
        eligible=s.eligible[:],
        acted=[*s.acted],
        passed=[*s.passed],
        barred=[*s.barred],
        staying=[*s.staying],
        events_left=s.events.count(EVENT_DECK),
        played=s.events.zones[PLAYED][:],
        hand=[None] * s.assets.count(HAND),
        assets_left=s.assets.count(ASSET_DECK),
        discards=s.assets.zones[DISCARDS][:],
        capabilities=s.assets.zones[CAPABILITIES][:],
        campaigns=s.campaigns.zones[ACTIVE][:],
        campaigns_left=s.campaigns.count(CAMPAIGN_DECK),
        campaigns_gone=s.campaigns.zones[GONE][:],
        drawn=[None] * s.campaigns.count(DRAWN),
        totals=reached,
        thresholds=needed,
        margins=[total - threshold for total, threshold in zip(reached, needed, strict=True)],
        nonplayers=None if s.nonplayers is None else _nonplayers(s, s.nonplayers),
    )


def _nonplayers(s: Mars, np: NonPlayers) -> NonPlayersView:
    """8.4 All of it lies open on the table."""
    side = SIDES[np.side] if np.side >= 0 else None
    return NonPlayersView(
        seats=list(np.seats),
        supply_total=np.supply_total if MARS_GOV in np.seats else None,
        agitate_total=np.agitate_total if RED_DUST in np.seats else None,
        asset_total=np.asset_total if RECLAIMERS in np.seats else None,
        card="" if side is None else side.id,
        card_of=-1 if side is None else side.who,
        activation=0 if side is None else side.activation,
        lines=[] if side is None else _card_lines(s, np, side),
    )


def _card_lines(s: Mars, np: NonPlayers, side: Side) -> list[CardLine]:
    """8.5.3 The side in play, box after box, with the line that the non-player has come to."""
    lines, is_acting = [], s.phase is Phase.OPERATION and s.action.who == side.who
    for box in side.boxes.values():
        if box.check:
            lines.append(CardLine(_sentence(CONDITIONS[box.check].text), "test"))
        elif box.operation is not None:
            op = Op[box.operation.upper()]
            is_now = is_acting and s.action.op is op
            for n, step in enumerate(STEPS[side.who, op]):
                text = f"{op.name.capitalize()}: {INSTRUCTIONS[step.instruction].text}"
                lines.append(CardLine(_sentence(text), "instruction", is_now and n == np.step))
        else:
            for choice in box.special:
                title = ACTIVITIES[choice.activity].special.replace("_", " ").title()
                lines.append(CardLine(title, "activity", choice.activity == np.activity))
    return lines


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
