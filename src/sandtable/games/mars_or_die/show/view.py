"""A battle as one side may know it: the whole table, its own hand, and how many cards the other holds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..printed.box import box_of
from ..rules.geometry.formation import Pose
from ..state import DISCARDS, HAND, Battle, begin


class View(msgspec.Struct):
    """Everything on the table lies open but the hands. Lists by unit are in the order of `Board.units`."""

    pack: str  #: The pack that is played with: its name, or the path of its folder.
    scenario: str  #: The id of the scenario.
    turn: int  #: The turn, counted from 1; 0 during set-up.
    turns: int  #: How many turns the battle lasts.
    phase: int  #: Where the turn stands: a place in `Board.phases`.
    winner: int  #: The side that has the initiative, a place in `Board.sides`; -1 for none yet.
    poses: list[Pose]  #: By unit: where it stands.
    labels: list[int]  #: By unit: labels it has left; each takes one hit in place of a stand.
    fates: list[int]  #: By unit: what has become of it, a place in `Board.fates`.
    #: By unit: how many stands it counts as having had, which is what it began with, less a guard it has
    #: left behind.
    sizes: list[int]
    acted: list[bool]  #: By unit: whether it has acted in this turn.
    disordered: list[bool]  #: By unit: whether it is disordered.
    limbered: list[bool]  #: By unit: whether it is limbered.
    guarding: list[bool]  #: By unit: whether it is on guard.
    #: By unit: the flyer it must scatter from at its next action, a place in `Board.units`; -1 for none.
    fears: list[int]
    #: By unit: the turn in which it dug in; 0 if it has not. It is in a redoubt until it moves.
    dug_in: list[int]
    rests: list[int]  #: By unit: the turn in which it does nothing (card B1); 0 for none.
    skirmishing: list[bool]  #: By unit: whether it is in skirmish order until the end of the turn.
    cartridges: list[bool]  #: By unit: whether it fires its last cartridges until the end of the turn.
    lore: list[bool]  #: By unit: whether it uses canal lore until the end of the turn.
    live: list[list[int]]  #: By side: its units on the table, flyers included: places in `Board.units`.
    generals: list[int]  #: By general: the unit he is with, a place in `Board.units`; -1 for none.
    #: By general: the unit whose movement he has helped in this turn, a place in `Board.units`; -1 for none.
    general_helped: list[int]
    #: Units locked in melee, as pairs of places in `Board.units`: the one that charged, the one that was
    #: charged.
    locks: list[tuple[int, int]]
    #: By side: whether it gives up its actions in this turn to be rid of a flyer (the wall of lead).
    wall: list[bool]
    dust: bool  #: Whether dust keeps all shooting to 8 inches in this turn.
    drums: list[int]  #: By side: what is added to its next initiative roll.
    #: By side: the cards in hand, places in `Board.cards`; None for those this seat does not know.
    hands: list[list[int | None]]
    discards: list[int]  #: Discarded cards: places in `Board.cards`.


def views_of(s: Battle, seats: Sequence[int | None]) -> list[View]:
    """Built up field by field; only hands are hidden. Everything else lies open to everybody."""
    table = View(
        pack=s.pack,
        scenario=s.scenario,
        turn=s.turn,
        turns=s.box.field.turns,
        phase=s.phase,
        winner=s.winner,
        poses=s.poses[:],
        labels=s.labels[:],
        fates=s.fates[:],
        sizes=s.sizes[:],
        acted=s.acted[:],
        disordered=s.disordered[:],
        limbered=s.limbered[:],
        guarding=s.guarding[:],
        fears=s.fears[:],
        dug_in=s.dug_in[:],
        rests=s.rests[:],
        skirmishing=s.skirmishing[:],
        cartridges=s.cartridges[:],
        lore=s.lore[:],
        live=[side[:] for side in s.live],
        generals=s.generals[:],
        general_helped=s.general_helped[:],
        locks=s.locks[:],
        wall=s.wall[:],
        dust=s.dust,
        drums=s.drums[:],
        hands=[],
        discards=s.cards.zones[DISCARDS][:],
    )
    return [
        msgspec.structs.replace(table, hands=[s.cards.seen(HAND + side, seat) for side in (0, 1)])
        for seat in seats
    ]


def view_of(s: Battle, seat: int | None) -> View:
    """The view of one seat, or of a spectator."""
    return views_of(s, (seat,))[0]


#: A battle before anything has happened, for each pack and scenario.
_EMPTY: dict[tuple[str, str], Battle] = {}


def table_of(view: View) -> Battle:
    """A battle with all that is open in a view, and no cards: enough to measure on."""
    which = view.pack, view.scenario
    empty = _EMPTY.get(which)
    if empty is None:
        empty = _EMPTY[which] = begin(*which, box_of(view))
    return Battle(  # in the order of its fields, which is quickest
        view.pack,
        view.scenario,
        empty.cards,
        view.poses,
        view.labels,
        view.fates,
        view.sizes,
        view.acted,
        view.disordered,
        view.limbered,
        view.guarding,
        view.fears,
        view.dug_in,
        view.rests,
        view.skirmishing,
        view.cartridges,
        view.lore,
        view.live,
        view.generals,
        empty.general_moved,
        view.general_helped,
        view.phase,
        view.turn,
        view.winner,
        empty.loser,
        view.locks,
        empty.rounds,
        view.wall,
        empty.in_order,
        view.dust,
        view.drums,
        empty.box,
    )
