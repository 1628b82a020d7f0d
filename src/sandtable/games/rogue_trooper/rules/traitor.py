"""RT 13 Winning: confronting the Traitor, and how the game ends."""

from __future__ import annotations

from sandtable.engine import Line, Outcome, Roll, Steps, say

from ..state import NOBODY, NuEarth
from .clues import most_matching
from .combat import DICE_OF_CARD, GI, fight
from .lives import lose_lives

TRAITOR = Line("The Traitor")
#: What a dead GI in the winner's team is worth (the winner is worth 1).
SECOND = 0.4


def may_confront(s: NuEarth, seat: int) -> bool:
    """13.1 A full set, in the Traitor's sector. 13.4: not after a GI Encounter there."""
    return bool(s.set_of(seat)) and s.traitor == s.sector[seat] and s.met == NOBODY


def confront(s: NuEarth) -> Steps:
    """13.3 The Traitor. One round of normal combat: eight dice on Nu-Earth, bare hands on Milli-com."""
    seat, sheet = s.mover, s.box.sheet
    yield say("{who:seat} fights the Traitor at {place:sector}.", who=seat, place=s.traitor, opens=True)
    if s.box.is_milli_com(s.traitor):
        more = (DICE_OF_CARD.of(n=s.traitor_dice),) if s.traitor_dice else ()
        enemy = yield Roll(1 + s.traitor_dice, topic="traitor", by_line=TRAITOR, mods=more)
        more = (DICE_OF_CARD.of(n=s.dice_at_traitor),) if s.dice_at_traitor else ()
        mine = yield Roll(1 + s.dice_at_traitor, topic="bare hands", by=seat, mods=more)
        has_won = mine >= enemy  # R-RT-30
        yield say("{who:seat} scores {mine:number} against {enemy:number}.", who=seat, mine=mine, enemy=enemy)
    else:
        dice = sheet.traitor_dice + s.traitor_dice
        has_won = yield from fight(s, seat, GI, dice, TRAITOR, extra=s.dice_at_traitor)
    if not has_won:
        yield from lose_lives(s, seat, 1)
        return
    s.traitor_lives -= 1
    s.taken[seat] += 1
    yield say("The Traitor loses a life and has {n:none|{n}|{n}} left.", n=s.traitor_lives, tone="good")
    if s.traitor_lives == 0:  # 13.5
        s.winner = seat


def outcome(s: NuEarth) -> Outcome | None:
    """13.5 Whoever takes the Traitor's last life wins; all dead, nobody does. B10: a cap of rounds."""
    if s.winner != NOBODY:
        return _won(s)
    if not any(s.lives):
        return Outcome((), (0.0,) * s.players, "All GIs are dead. The Traitor goes free.")
    if s.round > s.most_rounds:
        return _capped(s)
    return None


def _won(s: NuEarth) -> Outcome:
    """11.3 The dead in the winner's team are second."""
    scores = tuple(
        1.0 if seat == s.winner else SECOND if s.team[seat] == s.winner else 0.0 for seat in range(s.players)
    )
    seconds = tuple(seat for seat in range(s.players) if s.team[seat] == s.winner)
    if seconds:
        return Outcome(
            (s.winner,),
            scores,
            "{who:seat} kills the Traitor. Second: {seconds:seat}.",
            {"who": s.winner, "seconds": seconds},
        )
    return Outcome((s.winner,), scores, "{who:seat} kills the Traitor.", {"who": s.winner})


def _capped(s: NuEarth) -> Outcome:
    """B10 After the last round: most of the Traitor's lives taken, then most matching Clues."""
    merits = {seat: (s.taken[seat], most_matching(s, seat)) for seat in s.living()}
    best = max(merits.values())
    winners = [seat for seat, merit in merits.items() if merit == best]
    return Outcome.won_by(
        winners,
        s.players,
        "After {n:{n} round|{n} rounds} nobody has killed the Traitor; {who:seat} came nearest.",
        n=s.most_rounds,
        who=tuple(winners),
    )
