"""The NET track: SC 13.0, SP 14.0."""

from __future__ import annotations

from sandtable.engine import Steps, say

from ..state import OPS, PLAYER, Theatre


def shift_net(s: Theatre, n: int) -> Steps:
    """The NET marker moves (SC 13.1, SP 14.1), never below 1 and never above the highest space."""
    level = min(max(s.net + n, 1), s.box.net_max)
    if level == s.net:
        yield say("The NET Level stays at {net:number}.", net=level)
        return
    rises, s.net = level > s.net, level
    yield say("The NET Level is now {net:number}.", net=level)
    if rises:
        yield from awareness(s)


def awareness(s: Theatre) -> Steps:
    """Full System Awareness (SC 13.4, SP 14.4). On the highest space the player may look through the Ops deck.

    Looking costs nothing and nobody is worse off for it, so nobody is asked.
    """
    if not has_awareness(s):
        return
    s.cards.look(s.cards.zones[OPS], PLAYER)
    top_first = s.cards.zones[OPS][::-1]
    yield say("Full System Awareness. The Ops deck, from the top: {card}.", card=top_first, seen_by=[PLAYER])


def has_awareness(s: Theatre) -> bool:
    """SC 13.4, SP 14.4: whether there is something to see from the highest space."""
    return s.net >= s.box.net_max and any(not s.cards.knows(PLAYER, card) for card in s.cards.zones[OPS])
