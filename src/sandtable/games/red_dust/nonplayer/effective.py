"""8.5.5 Effective Events: the text is played on a copy of the state, and what rose or fell is compared with the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import Ask, Draw, Roll, Shuffle, Steps

from ..printed.map import CORPORATIONS, MARS_GOV, ON_MARS, PHOBOS, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    CONVERSION_CENTER,
    CORP_FORCES,
    CR_FORCES,
    CR_REBEL,
    ENEMIES_OF,
    KINDS,
    MG_FORCES,
    RD_FORCES,
    RD_REBEL,
    TERRAFORMING,
)
from ..rules.resources import hand
from ..state import Mars
from .tables import EVENTS, FACTION_OF

Rule = Callable[[Mars], Steps[Any]]
#: EarthGov Confidence that CORP is content with.
CONTENT = 4


def _pieces(s: Mars, kinds: tuple[int, ...]) -> int:
    """Pieces of these kinds on Mars and Phobos."""
    pieces = s.pieces
    return sum(sum(pieces[kind : (PHOBOS + 1) * KINDS : KINDS]) for kind in kinds)


def _population(s: Mars, sign: int) -> int:
    return sum(s.population(space) for space in ON_MARS if s.alignment[space] * sign > 0)


def _aligned(s: Mars, sign: int) -> int:
    return sum(
        s.population(space) * abs(level) for space, level in enumerate(s.alignment) if level * sign > 0
    )


def _confidence(s: Mars) -> int:
    """The level and the marker: more of either is more confidence."""
    return 2 * s.level + s.is_eg_up


def _players_resources(s: Mars) -> int:
    return sum(s.resources[who] for who in (MARS_GOV, RED_DUST) if not s.is_nonplayer(who))


def _assets(s: Mars) -> int:
    np = s.nonplayers
    return np.asset_total if np is not None and RECLAIMERS in np.seats else len(hand(s))


def _supply(s: Mars) -> int:
    np = s.nonplayers
    return s.supply_on_earth + s.supply_in_transit + (np.supply_total if np is not None else 0)


def _operations(who: int) -> Callable[[Mars], int]:
    """Whether a Faction has carried out a free Operation."""

    def count(s: Mars) -> int:
        a = s.action
        return int((a.is_free and a.who == who and bool(a.chosen)) or bool(a.attacked_by >> who & 1))

    return count


#: 8.5.5 What the lists count. `enemy_forces` depends on the Faction, and CORP's view of EarthGov on its confidence.
COUNTS: dict[str, Callable[[Mars], int]] = {
    "support": lambda s: _aligned(s, 1),
    "opposition": lambda s: _aligned(s, -1),
    "population_at_support": lambda s: _population(s, 1),
    "population_at_opposition": lambda s: _population(s, -1),
    "population": lambda s: sum(s.population(space) for space in ON_MARS),
    "mg_forces": lambda s: _pieces(s, MG_FORCES),
    "corp_forces": lambda s: _pieces(s, CORP_FORCES),
    "rd_forces": lambda s: _pieces(s, RD_FORCES),
    "cr_forces": lambda s: _pieces(s, CR_FORCES),
    "hidden_rd_rebels": lambda s: _pieces(s, (RD_REBEL,)),
    "hidden_cr_rebels": lambda s: _pieces(s, (CR_REBEL,)),
    "terraforming_bases": lambda s: _pieces(s, (TERRAFORMING,)),
    "conversion_centers": lambda s: _pieces(s, (CONVERSION_CENTER,)),
    "eg_confidence_up_or_eg_plus": _confidence,
    "eg_confidence_up_or_eg_plus_below_4": _confidence,
    "eg_confidence_down_or_eg_minus": _confidence,
    "eg_confidence_down_or_eg_minus_at_4_plus": _confidence,
    "supply": _supply,
    "profits": lambda s: s.resources[CORPORATIONS],
    "asset_cards": _assets,
    "asset_total": _assets,
    "agitate_total": lambda s: s.nonplayers.agitate_total if s.nonplayers is not None else 0,
    "player_resources": _players_resources,
    "enemy_forces": lambda s: 0,
    "mg_operation_or_special_activity": _operations(MARS_GOV),
    "corp_operation_or_special_activity": _operations(CORPORATIONS),
    "rd_operation_or_special_activity": _operations(RED_DUST),
    "cr_operation_or_special_activity": _operations(RECLAIMERS),
}
_LISTS = {FACTION_OF[it.faction]: it for it in EVENTS.effective}


def _count(s: Mars, who: int, word: str) -> int:
    return _pieces(s, ENEMIES_OF[who]) if word == "enemy_forces" else COUNTS[word](s)


def changes(before: Mars, after: Mars, who: int) -> bool:
    """8.5.5 Whether anything on the Faction's list rose or fell."""
    content = before.box.confidence[before.level].value >= CONTENT
    wanted = _LISTS[who]
    for word in wanted.raises:
        if word.endswith("below_4") and content:
            continue
        if _count(after, who, word) > _count(before, who, word):
            return True
    for word in wanted.lowers:
        if word.endswith("at_4_plus") and not content:
            continue
        if _count(after, who, word) < _count(before, who, word):
            return True
    return who == RECLAIMERS and after.displaced < before.displaced  # markers leave Displaced Population


def is_effective(s: Mars, who: int, rule: Rule, answer: Callable[[Mars, Ask], Steps[Any]]) -> bool:
    """8.5.5 Play a text on a copy, ties going to the first listed and dice at their mean."""
    copy = s.copy()
    _play(copy, rule(copy), answer)
    return changes(s, copy, who)


def _play(s: Mars, rule: Steps[Any], answer: Callable[[Mars, Ask], Steps[Any]]) -> None:
    """Run a rule: non-players answer, people decline, chance is what one would expect."""
    value: Any = None
    while True:
        try:
            step = rule.send(value)
        except StopIteration:
            return
        value = None
        if isinstance(step, Ask):
            value = _expected(answer(s, step)) if s.is_nonplayer(step.seat) else _declined(step)
        elif isinstance(step, (Roll, Draw, Shuffle)):
            value = mean(step)


def _expected(answering: Steps[Any]) -> Any:
    """The answer of a non-player when chance is what one would expect."""
    value: Any = None
    while True:
        try:
            step = answering.send(value)
        except StopIteration as stop:
            return stop.value
        value = mean(step) if isinstance(step, (Roll, Draw, Shuffle)) else None


def _declined(ask: Ask) -> Any:
    values = ask.options() if callable(ask.options) else ask.options
    return values[-1]


def mean(step: Roll | Draw | Shuffle) -> Any:
    """Dice at their mean, the first of what could be drawn, cards as they lie."""
    if isinstance(step, Roll):
        return step.value(tuple(3 + n % 2 for n in range(step.dice)))
    if isinstance(step, Draw):
        return step.value(tuple(step.bin[: step.n]))
    return step.value(tuple(step.items))
