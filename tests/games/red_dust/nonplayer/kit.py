"""Positions with non-players, built by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import Ask, Draw, Roll, Shuffle
from sandtable.games.red_dust.nonplayer.curiosity import DECK
from sandtable.games.red_dust.nonplayer.play import answered, at_table
from sandtable.games.red_dust.nonplayer.state import NonPlayers
from sandtable.games.red_dust.nonplayer.tables import CARD_IDS, SIDE_NUMBER
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.operations.run import operate
from sandtable.games.red_dust.state import Mars, Op

from ..kit import Played, mars, play

ALL = (MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS)


def table(*seats: int, cards: str = "", **position: Any) -> Mars:
    """A position (as `mars` makes it) with these non-players, or with four; `cards` come up next, in order."""
    position.setdefault("resources", (0, 20, 0))
    s = mars(**position)
    s.nonplayers = at_table(seats or ALL)
    s.nonplayers.curiosity.reveal(s.nonplayers.curiosity.zones[DECK][-1:])
    s.forced["curiosity"] = [CARD_IDS.index(card) for card in cards.split()]
    return s


def np_of(s: Mars) -> NonPlayers:
    assert s.nonplayers is not None
    return s.nonplayers


def operation(
    s: Mars, who: int, op: Op, *, side: str, dice: Any = (), special: bool = False, limited: bool = False
) -> Played:
    """An Operation of a non-player by one side of a card, to its end. Dice are activation rolls and ties, in order."""
    np = np_of(s)
    begin_operation(s, who, op, special=special, limited=limited)
    np.side = SIDE_NUMBER[side]
    np.after = "sa" if special else ""
    return play(s, answered(s, _whole(s)), dice=dice)


def _whole(s: Mars) -> Any:
    while (yield from operate(s)):
        pass


def left_to_chance(s: Mars, rule: Any, *, die: int = 6, wanted: Sequence[int] = ()) -> list[str]:
    """Run a rule of non-players where ties do not matter: the first that is wanted is drawn, every die shows the same.

    Returns the topics of all chance, in order.
    """
    seen: list[str] = []
    value: Any = None
    steps = answered(s, rule)
    while True:
        try:
            step = steps.send(value)
        except StopIteration:
            return seen
        value = None
        assert not isinstance(step, Ask), f"Somebody is asked about {step.topic}."
        if isinstance(step, (Roll, Draw, Shuffle)):
            seen.append(step.topic)
            if isinstance(step, Roll):
                value = step.value((die,) * step.dice)
            elif isinstance(step, Draw):
                value = step.value((next((it for it in wanted if it in step.bin), step.bin[0]),))
            else:
                value = step.value(tuple(step.items))


def operated(
    s: Mars,
    who: int,
    op: Op,
    *,
    side: str,
    die: int = 6,
    wanted: Sequence[int] = (),
    special: bool = False,
    limited: bool = False,
    free: bool = False,
) -> list[str]:
    """An Operation as in `operation`, where ties do not matter."""
    np = np_of(s)
    begin_operation(s, who, op, special=special, limited=limited, free=free)
    np.side = SIDE_NUMBER[side]
    np.after = "sa" if special else ""
    return left_to_chance(s, _whole(s), die=die, wanted=wanted)
