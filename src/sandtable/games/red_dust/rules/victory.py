"""15 Victory."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Note, Outcome, say

from ..printed.map import CORPORATIONS, MARS, MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import COIN_BASES, CR_BASES, RD_BASES
from ..state import Mars
from .alignment import support_and_opposition

FACTIONS = (MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS)
#: The Bases that the Reclaimers must outnumber.
ENEMY_BASES = (*COIN_BASES, *RD_BASES)
#: Ties go to the first of these.
TIES = (RECLAIMERS, MARS_GOV, RED_DUST, CORPORATIONS)


def totals(s: Mars) -> list[int]:
    """15 The total of each Faction towards victory."""
    support, opposition = support_and_opposition(s)
    return [
        support + s.box.confidence[s.level].value,
        s.resources[CORPORATIONS],
        opposition + s.on_mars(RD_BASES),
        s.control[:MARS].count(RECLAIMERS) + s.on_mars(CR_BASES),
    ]


def enemy_bases(s: Mars) -> int:
    """15 All MG, CORP and RD Bases on Mars, which the Reclaimers must exceed."""
    return s.on_mars(ENEMY_BASES)


def thresholds(s: Mars) -> list[int]:
    """15 The number each total must exceed."""
    return [34, 36, 32, enemy_bases(s)]


def margins(s: Mars) -> list[int]:
    """15 Margin: total less threshold."""
    return [total - threshold for total, threshold in zip(totals(s), thresholds(s), strict=True)]


def may_win(s: Mars, *, is_last: bool) -> Sequence[int]:
    """8.3 Who can win in this Dust Storm Round: one person against three non-players only in the last."""
    if is_last or s.nonplayers is None or len(s.nonplayers.seats) != 3:
        return FACTIONS
    return s.nonplayers.seats


def winner(s: Mars, able: Sequence[int] = FACTIONS) -> int:
    """15 The highest margin; ties go to CR, then MG, then RD, then CORP."""
    margin = margins(s)
    return max((who for who in TIES if who in able), key=lambda who: margin[who])


def nearest_to_victory(margin: Sequence[int]) -> Note:
    """15 Who comes nearest when nobody wins; without a winner among those who can, somebody else may be ahead."""
    who = max(FACTIONS, key=lambda faction: margin[faction])
    if margin[who] > 0:  # 8.3 one person against three non-players wins only in the last
        return say("Nobody wins yet: {who:the_faction} must hold out until the last Dust Storm.", who=who)
    if margin[who] == 0:
        return say("Nobody wins yet, but {who:the_faction} only needs 1 more.", who=who)
    short = 1 - margin[who]
    return say("Nobody wins yet: the nearest is {who:the_faction}, {n:number} short.", who=who, n=short)


def won(s: Mars, able: Sequence[int] = FACTIONS) -> Outcome:
    """The end of the game. `able`: the Factions that can win now."""
    who = winner(s, able)
    return Outcome.won_by(
        [who],
        len(FACTIONS),
        "Victory for {who:the_faction}, with a margin of {margin:number}.",
        who=who,
        margin=margins(s)[who],
    )
