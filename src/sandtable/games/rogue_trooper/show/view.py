"""A game as a seat may know it: everything on the table, its own cards, and what it has seen of others' cards."""

from __future__ import annotations

import msgspec

from ..state import (
    CLUES,
    CLUES_OUT,
    ENCOUNTERS,
    ENCOUNTERS_OUT,
    MISSIONS,
    MISSIONS_OUT,
    PLAYED,
    REMOVED,
    ROGUES,
    ROGUES_OUT,
    STACK,
    SUPPLIES,
    SUPPLIES_OUT,
    NuEarth,
    Phase,
)

from ..state import CLUE, HAND, MISSION  # isort: skip


class GiView(msgspec.Struct):
    """One GI and his sheet. None stands for the back of a card."""

    sector: int  #: Where he is: a place in `Board.sectors`; -1 if he is dead or has not landed.
    lives: int  #: Lives he has left.
    prison: int  #: -1 if he is free, otherwise how many attempts to escape have failed.
    ammunition: list[int]  #: Rounds on each track, in the order of `Board.ammunition`.
    #: By slot, as in `Board.slots`: 0 empty, 1 the slot's own chip, 2 + n the chip of the dead GI n (a place
    #: in `Board.gis`).
    slots: list[int]
    items: list[int]  #: His Special Items: places in `Board.cards`.
    companions: list[int]  #: His Companions: places in `Board.cards`.
    hand: list[int | None]  #: His Rogue cards: places in `Board.cards`, None for the back of a card.
    missions: list[int | None]  #: His Missions, in the same way.
    clues: list[int | None]  #: His Clue cards, in the same way.
    open_set: list[int]  #: The Clue cards he has shown as a set: places in `Board.cards`.
    chip: int  #: Where the chip of a dead GI lies, a place in `Board.sectors`; -1 for nowhere.
    team: int  #: The GI whose team a dead GI is in, a place in `Board.gis`; -1 for none.
    taken: int  #: How many of the Traitor's lives he has taken.
    missing: int  #: Turns he has to miss.
    #: What becomes of his Rogue cards at the end of his turn: 0 he is asked, 1 he keeps all, 2 he keeps them by an order.
    rogue_rule: int


class View(msgspec.Struct):
    """The table as one seat sees it. A number that stands for a thing is a place in one of the lists of `Board`."""

    pack: str  #: The pack that is played with: its name, or the path of its folder.
    seat: int | None  #: Whose view this is, a place in `Board.gis`; None for a spectator.
    round: int  #: The round, counted from 1.
    most_rounds: int  #: The round after which the game ends.
    phase: Phase  #: What comes next.
    mover: int  #: The GI whose turn it is: a place in `Board.gis`.
    gis: list[GiView]  #: By seat: the GI and his sheet.
    #: What this seat does in Rogue windows until its own turn: 0 it is asked, 1 it passes, 2 it is asked in End phases only.
    passes: int
    declares: bool  #: Whether this seat declares every Mission as soon as it can.
    #: The kinds of Rogue cards this seat keeps, if it does so by an order, the most important first: places in `Board.rogues`.
    rogue_order: list[int]
    traitor: int  #: Where the Traitor is, a place in `Board.sectors`; -1 if he is not on the board.
    traitor_lives: int  #: Lives the Traitor has left.
    #: The stack of Encounter cards, from the bottom to the top: places in `Board.cards`, None for cards that
    #: lie underneath.
    stack: list[int | None]
    #: Face-up cards on the board, as pairs of a place in `Board.cards` and one in `Board.sectors`.
    board: list[tuple[int, int]]
    played: list[int]  #: Rogue cards played in this turn: places in `Board.cards`.
    force: int  #: The Rogue card in force in this phase, a place in `Board.cards`; -1 for none.
    declared: int  #: The Mission that is declared, a place in `Board.cards`; -1 for none.
    confronts: bool  #: Whether the mover fights the Traitor in this turn.
    no_evading: bool  #: Whether a card forbids the mover to evade.
    no_chips: bool  #: Whether a card switches the mover's chips off.
    extra_cards: int  #: How many more Encounter cards are drawn in this turn.
    first_salvo: int  #: Dice added to the mover's first salvo.
    #: Cards left in the decks, in the order of `Board.decks`: Encounter, Supply, Mission, Rogue, Clue.
    decks: list[int]
    discards: list[list[int]]  #: The discards of each deck, in the same order: places in `Board.cards`.
    removed: list[int]  #: Cards out of the game: places in `Board.cards`.


def open_cards(s: NuEarth) -> list[int]:
    """The cards that lie open before everybody: by the sheets, on the board, played, declared, on top of the stack."""
    found = [*s.board, *s.cards.zones[PLAYED]]
    for gi in range(s.players):
        found += [*s.items(gi), *s.companions(gi), *s.set_of(gi)]
        found += [card for card in s.missions(gi) if s.cards.knows(None, card)]
    found += [card for card in s.cards.zones[STACK] if card not in s.board and s.cards.knows(None, card)]
    return sorted(found)


def view_of(s: NuEarth, seat: int | None) -> View:
    """The view of one seat, or of a spectator."""
    zones, types = s.cards.zones, s.box.types
    gis = [
        GiView(
            sector=s.sector[gi],
            lives=s.lives[gi],
            prison=s.prison[gi],
            ammunition=s.ammunition[gi * types : (gi + 1) * types],
            slots=s.slots[3 * gi : 3 * gi + 3],
            items=s.items(gi)[:],
            companions=s.companions(gi)[:],
            hand=s.cards.seen(s.zone(gi, HAND), seat),
            missions=s.cards.seen(s.zone(gi, MISSION), seat),
            clues=s.cards.seen(s.zone(gi, CLUE), seat),
            open_set=s.set_of(gi)[:],
            chip=s.chip[gi],
            team=s.team[gi],
            taken=s.taken[gi],
            missing=s.missing[gi],
            rogue_rule=s.rogue_rule(gi),
        )
        for gi in range(s.players)
    ]
    return View(
        pack=s.pack,
        seat=seat,
        round=s.round,
        most_rounds=s.most_rounds,
        phase=s.phase,
        mover=s.mover,
        gis=gis,
        passes=0 if seat is None else s.passing.values[seat] or 0,
        declares=seat is not None and bool(s.declares.values[seat]),
        rogue_order=[] if seat is None else list(s.rogue_orders.get(seat, ())),
        traitor=s.traitor,
        traitor_lives=s.traitor_lives,
        stack=s.cards.seen(STACK, seat),
        board=sorted(s.board.items()),
        played=zones[PLAYED][:],
        force=s.force,
        declared=s.declared,
        confronts=s.confronts,
        no_evading=s.no_evading,
        no_chips=s.no_chips,
        extra_cards=s.extra_cards,
        first_salvo=s.first_salvo,
        decks=[len(zones[deck]) for deck in (ENCOUNTERS, SUPPLIES, MISSIONS, ROGUES, CLUES)],
        discards=[
            zones[out][:] for out in (ENCOUNTERS_OUT, SUPPLIES_OUT, MISSIONS_OUT, ROGUES_OUT, CLUES_OUT)
        ],
        removed=zones[REMOVED][:],
    )
