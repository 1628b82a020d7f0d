"""Why an answer is worth giving: what it would change at once for the seat that is asked."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import DONE, Line, Run
from sandtable.engine.chance import Chance, RandomSource, Raw

from ..printed.map import COIN, CORPORATIONS, MARS_GOV, ON_MARS, RECLAIMERS, RED_DUST
from ..printed.pieces import BASES_OF, ENEMIES_OF, FORCES_OF
from ..rules.victory import margins
from ..state import Mars

SIDE = {MARS_GOV: COIN, CORPORATIONS: COIN, RED_DUST: RED_DUST, RECLAIMERS: RECLAIMERS}
CONTROL = Line("{space} would come under your Control.")
COIN_CONTROL = Line("{space} would come under COIN Control.")
NEARER = Line("You would be {n:number} nearer to victory.")
FURTHER = Line("{who:the_faction} would be {n:number} further from victory.")
BASES = Line("{n:You would have a Base more.|You would have {n} Bases more.}")
LOSSES = Line("{n:Your enemies would lose a piece on Mars.|Your enemies would lose {n} pieces on Mars.}")
FORCES = Line("{n:You would have a piece more on Mars.|You would have {n} pieces more on Mars.}")
MONEY = Line("It would bring you {n:resources}.")
PROFITS = Line("It would bring you {n:profits}.")
ENOUGH = Line("What is left here is not worth its price.")


def advice_of(run: Run[Mars], value: Any) -> Line | None:
    """The best thing an answer would do before anybody is asked again or dice are thrown; None if there is none."""
    if run.ask is None:
        return None
    chance = _Watched()
    after = run.fork(chance)
    after.play(value)
    found = None if chance.drawn else _difference(run.state, after.state, run.ask.seat)
    return found or (ENOUGH if value == DONE else None)


class _Watched:
    """Chance that knows whether it was asked for anything."""

    def __init__(self) -> None:
        self._source, self.drawn = RandomSource(random.Random(0)), False

    def raw(self, chance: Chance) -> Raw:
        self.drawn = True
        return self._source.raw(chance)


def _difference(now: Mars, then: Mars, who: int) -> Line | None:
    """The most telling improvement for a Faction from one position to another."""
    side = SIDE[who]
    won = [space for space in ON_MARS if then.control[space] == side != now.control[space]]
    if won:
        return (COIN_CONTROL if side == COIN else CONTROL).of(space=won[0])
    gains = [b - a for a, b in zip(margins(now), margins(then), strict=True)]
    if gains[who] > 0:
        return NEARER.of(n=gains[who])
    if (bases := then.on_mars(BASES_OF[who]) - now.on_mars(BASES_OF[who])) > 0:
        return BASES.of(n=bases)
    if (lost := now.on_mars(ENEMIES_OF[who]) - then.on_mars(ENEMIES_OF[who])) > 0:
        return LOSSES.of(n=lost)
    others = [it for it in range(4) if SIDE[it] != side]
    worst = min(others, key=lambda it: gains[it])
    if gains[worst] < 0:
        return FURTHER.of(who=worst, n=-gains[worst])
    if who != RECLAIMERS and (money := then.resources[who] - now.resources[who]) > 0:
        return (PROFITS if who == CORPORATIONS else MONEY).of(n=money)
    more = then.on_mars(FORCES_OF[who]) - now.on_mars(FORCES_OF[who])
    return FORCES.of(n=more) if more > 0 else None
