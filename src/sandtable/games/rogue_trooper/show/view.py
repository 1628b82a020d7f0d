"""What a seat may know: everything on the table, its own cards, and what it has seen of others' cards."""

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

    sector: int
    lives: int
    prison: int
    ammunition: list[int]
    slots: list[int]
    items: list[int]
    companions: list[int]
    hand: list[int | None]
    missions: list[int | None]
    clues: list[int | None]
    open_set: list[int]
    chip: int
    team: int
    taken: int
    missing: int


class View(msgspec.Struct):
    """The table as one seat sees it."""

    pack: str
    seat: int | None
    round: int
    most_rounds: int
    phase: Phase
    mover: int
    gis: list[GiView]
    traitor: int
    traitor_lives: int
    #: From the bottom to the top; None for cards that lie underneath.
    stack: list[int | None]
    #: Face-up cards on the board, each with its sector.
    board: list[tuple[int, int]]
    played: list[int]
    force: int
    declared: int
    confronts: bool
    no_evading: bool
    no_chips: bool
    extra_cards: int
    first_salvo: int
    #: Cards left in the decks: Encounter, Supply, Mission, Rogue, Clue.
    decks: list[int]
    discards: list[list[int]]
    removed: list[int]


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
