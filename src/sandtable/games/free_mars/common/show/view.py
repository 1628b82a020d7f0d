"""What the views of both games have in common."""

from __future__ import annotations

from ..state import DISCARDS, Theatre


def last_card(s: Theatre, seat: int | None) -> str | None:
    """The id of the Ops card on top of the discards, if this seat has seen it (None: a spectator)."""
    seen = s.cards.seen(DISCARDS, seat)
    return None if not seen or seen[-1] is None else s.box.ops[seen[-1]].id
