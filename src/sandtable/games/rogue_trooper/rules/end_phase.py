"""RT 6 End phase: declarations, missions, the Traitor, supplies, and cards."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..cards.hooks import EARNS, HOOKS, PREVENTS, SUCCEEDS, in_force
from ..cards.playing import END, offer_rogue_cards
from ..state import NOBODY, NuEarth
from .clues import draw_clues, search_battle_computer
from .dead import take_chips
from .missions import MISSIONS_TO_DECLARE, draw_mission, replace_missions
from .places import rest
from .traitor import may_confront

NOT_NOW = Word("not_now", "Declare nothing", says="You keep your Mission for a later turn.")
ALWAYS = Word(
    "always",
    "Declare it, and all later ones",
    says="You are not asked again, and nobody sees this. You can change it when you keep a new Contact.",
)


DECLARE = Topic(
    "declare",
    "6",
    "A declared Mission is shown to all and earns you a Clue, unless a Rogue card or a roll prevents it.",
    "card",
)
CONFRONT = Topic(
    "confront", "6", "Yes means one round of combat, in which either you or the Traitor loses a life."
)


def declare(s: NuEarth) -> Steps:
    """6 End phase. (b), (c), R-RT-26: the turn player says what he claims; then Rogue cards are offered."""
    seat = s.mover
    if not s.is_prisoner(seat):  # R-RT-23
        card: Any = (yield from _which_mission(s, seat)) if s.missions(seat) else NOT_NOW
        if card == ALWAYS:
            s.declares.write(seat, 1, by=seat)
            card = yield from _which_mission(s, seat)
        if card != NOT_NOW:
            s.cards.reveal([card])
            s.declared = card
            # a Mission that was delayed is known already, but not that it is declared
            yield say("{who:seat} declares {card}.", who=seat, card=card, opens=True, reveals_secret=True)
        if may_confront(s, seat) and not s.confronts:  # R-RT-37: who turned to him earlier fights
            s.confronts = yield yes_no(seat, CONFRONT, "Fight the Traitor?")
    s.force = s.force_by = NOBODY
    yield from offer_rogue_cards(s, END)


def _which_mission(s: NuEarth, seat: int) -> Steps[Any]:
    """6 (b) The Mission that is declared. Whoever has none that could be is asked as well, with one answer.

    So is he who declares always, unless there are two to choose from.
    """
    able = MISSIONS_TO_DECLARE.all(s, seat)
    if not able:
        return (yield pick(seat, DECLARE, "Declare your Mission?", [NOT_NOW], private=True))
    return (
        yield pick(
            seat,
            DECLARE,
            "Declare your Mission?",
            MISSIONS_TO_DECLARE.of(s, seat, then=() if s.declares.values[seat] else (ALWAYS, NOT_NOW)),
            label="Declare {it}",
            private=True,
            others=s.missions(seat)[:],
            likely=able[0],
        )
    )


def complete_mission(s: NuEarth) -> Steps:
    """6 End phase. (b) A declared Mission is done unless a Rogue card stops or delays it; then a new one is drawn."""
    seat = s.mover
    if s.is_prisoner(seat):
        return
    if s.declared != NOBODY:
        yield from _resolve(s, seat, s.declared)
    yield from replace_missions(s, seat)
    yield from take_chips(s, seat)


def _resolve(s: NuEarth, seat: int, card: int) -> Steps:
    """6 End phase. (b) What becomes of the Mission that was declared."""
    prevents, earns = in_force(s, PREVENTS), in_force(s, EARNS)
    if prevents is not None:
        yield from prevents(s, seat, card)
        yield from _new_mission(s, seat)
        return
    succeeds = HOOKS.get((SUCCEEDS, s.box.task(card).task))
    if succeeds is not None and not (yield from succeeds(s, seat)):
        return
    s.discard(card)
    yield say("{who:seat} completes {card}.", who=seat, card=card, tone="good")
    yield from draw_clues(s, seat, 1 + (earns(s) if earns is not None else 0))
    yield from _new_mission(s, seat)


def _new_mission(s: NuEarth, seat: int) -> Steps:
    """8.4 A new Mission, unless the set is full. R-RT-28: nor while another one is kept."""
    if not s.missions(seat) and not s.set_of(seat):
        yield from draw_mission(s, seat)


HEAL = Topic("heal", "6", "Yes uses up the card and restores a life.")


def rest_and_supply(s: NuEarth) -> Steps:
    """6 End phase. (d) Supplies and lives, the Battle Computer, a Med-Kit."""
    seat = s.mover
    if s.is_prisoner(seat):
        return
    yield from rest(s)
    if s.sector[seat] == s.box.battle_computer:
        yield from search_battle_computer(s, seat)
    kit = s.has_item(seat, "heals")
    while kit is not None and s.lives[seat] < s.box.sheet.lives:
        if not (yield yes_no(seat, HEAL, "Use {card} to regain a life?", about={"card": kit})):
            break
        s.heal(seat, s.box.items[s.box.item[kit]].heals)
        s.discard(kit)
        yield say("{who:seat} uses {card}.", who=seat, card=kit)
        kit = s.has_item(seat, "heals")
