"""9.0 Mission cards: what a Mission asks for, whether it can be done here and now, and 8.2 the end of a turn."""

from __future__ import annotations

from sandtable.engine import Refusal

from ...common.rules.ops_cards import check_ops
from ...common.state import MissionEnded
from ..state import Phase, Squadron

FULFILLED = "The Mission is fulfilled."


def counts(s: Squadron) -> bool:
    """R-SP-10 Whether a success now counts: the Mission is revealed and the NET Level is high enough."""
    return s.is_revealed and s.net >= s.mission_card.net


UNKNOWN = Refusal("The Mission is not revealed yet.")
NOT_ASKED = Refusal("The Mission does not ask for it.")
IS_DONE = Refusal("It is done already.")
NET_TOO_LOW = Refusal("The Mission asks for NET Level {n:number}, and you have {net:number}.")


def deed_refusal(s: Squadron, is_asked: bool, is_done: bool) -> Refusal | None:
    """R-SP-10 Why a success would not count for the Mission."""
    if not s.is_revealed:
        return UNKNOWN
    if not is_asked:
        return NOT_ASKED
    if is_done:
        return IS_DONE
    return None if counts(s) else NET_TOO_LOW.of(n=s.mission_card.net, net=s.net)


def in_orbit(s: Squadron) -> bool:
    """9.3 Whether the Task Force is in the orbit the card names."""
    box = s.box
    return box.orbits.orbital[s.point] == box.orbit_of[s.mission_card.orbit]


def is_building_site(s: Squadron) -> bool:
    """9.3 An Orbital Base for the Mission stands on a Node of the orbit the card names."""
    return in_orbit(s) and s.box.orbits.is_node[s.point]


def can_resolve(s: Squadron) -> bool:
    """9.3 R-SP-9 Whether Mission Resolution can begin: revealed, in orbit, NET Level reached, not yet returning."""
    return bool(s.active()) and not s.is_returning and counts(s) and in_orbit(s)


def has_returned(s: Squadron) -> bool:
    """9.3 R-SP-12 Whether a friendly ship, with what the card names, is on the Launch Point or with the Orbital Base."""
    launch, base, name = s.box.orbits.launch, s.base, s.mission_card.carrying
    home = [ship for ship in s.in_space() if s.at[ship] in (launch, base)]
    return any(not name or s.box.number[name] in s.cargo[ship] for ship in home)


def end_turn(s: Squadron) -> None:
    """8.2 R-SP-12 The end of a turn: a Return wins, an empty Ops deck loses (R-SP-8)."""
    if s.is_returning and has_returned(s):
        raise MissionEnded(True, FULFILLED)
    check_ops(s)
    s.tf, s.off = (), ()
    s.phase = Phase.DECLARE
