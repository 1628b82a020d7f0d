"""RT 6 End phase: declarations, missions, the Traitor, supplies, and cards."""

from __future__ import annotations

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..cards.hooks import EARNS, HOOKS, PREVENTS, SUCCEEDS, in_force
from ..cards.playing import END, offer_rogue_cards
from ..state import HAND, NOBODY, ROGUES, ROGUES_OUT, NuEarth
from .clues import discard_clues, draw_clues, search_battle_computer
from .dead import take_chips
from .missions import can_declare, draw_mission, replace_missions
from .places import rest
from .traitor import may_confront

NOT_NOW = Word("not_now", "Declare nothing")


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
        if s.missions(seat):
            card = yield pick(
                seat,
                DECLARE,
                "Declare your Mission?",
                [*(card for card in s.missions(seat) if can_declare(s, seat, card)), NOT_NOW],
                label="Declare {it}",
                private=True,
            )
            if card != NOT_NOW:
                s.cards.reveal([card])
                s.declared = card
                yield say("{who:seat} declares {card}.", who=seat, card=card)
        if may_confront(s, seat) and not s.confronts:  # R-RT-37: who turned to him earlier fights
            s.confronts = yield yes_no(seat, CONFRONT, "Fight the Traitor?")
    s.force = s.force_by = NOBODY
    yield from offer_rogue_cards(s, END)


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
    yield say("{who:seat} completes {card}.", who=seat, card=card)
    yield from draw_clues(s, seat, 1 + (earns(s) if earns is not None else 0))
    yield from _new_mission(s, seat)


def _new_mission(s: NuEarth, seat: int) -> Steps:
    """8.4 A new Mission, unless the set is full. R-RT-28: nor while another one is kept."""
    if not s.missions(seat) and not s.set_of(seat):
        yield from draw_mission(s, seat)


HEAL = Topic("heal", "6", "Yes uses up the card and gives you back what it heals, up to your full lives.")


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


ROGUE_OUT = Topic(
    "rogue_out",
    "6",
    "Every card you discard is seen by all, and a new one is drawn in its place.",
    "card",
    window="rogue.discard",
)


def refill_hand(s: NuEarth) -> Steps:
    """6 End phase. (e) Discard unwanted Rogue cards, draw up to three; then discard Clue cards over four."""
    seat = s.mover
    hand = s.hand(seat)
    while hand:
        card = yield pick(
            seat,
            ROGUE_OUT,
            "Discard unwanted Rogue cards?",
            [*hand, DONE],
            label="Discard {it}",
            decline=DONE,
            hide_options=True,
        )
        if card == DONE:
            break
        s.discard(card)  # at once, so that everybody knows what the answer was
        yield say("{who:seat} discards {card}.", who=seat, card=card)
    missing = s.box.sheet.rogue_hand - len(hand)
    yield from s.cards.draw_on(ROGUES, ROGUES_OUT, s.zone(seat, HAND), by=seat, n=missing, topic="rogue deck")
    yield from discard_clues(s, seat)
