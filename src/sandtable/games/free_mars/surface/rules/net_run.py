"""14.0 NET Runs, and 16.6 Burnout."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic

from ...common.cards.words import Vocabulary
from ...common.rules.actions import burn_out, roll_line, take_outcomes
from ..printed.box import Kind
from ..state import BACK, BOX, Team, piece
from .reasons import effective_refusal
from .worth import loss_says

NET_RUN_OUTCOME = Topic("netrun", "14.3", "Each Positive buys one of these, at once.")


def net_run(s: Team, words: Vocabulary) -> Steps:
    """14.0 NET Run. A die for each Cyber icon; each Positive buys one outcome of the line."""
    line = s.box.lines["netrun"]
    positives, burnouts = yield from roll_line(s, line, s.value(line.icon))
    victims = units_showing(s, line.icon) if burnouts else []
    yield from take_outcomes(s, NET_RUN_OUTCOME, line, positives, words)
    yield from burnout(s, victims)


def units_showing(s: Team, icon: str) -> list[int]:
    """16.6 R-SC-33 Team units that show the icon and can be burnt out: effective ones, and Gear."""
    box = s.box
    number = box.icon[icon]
    return [u for u in s.team() if box.printed[u][s.units[u] - 1].icons[number] and s.is_effective(u)]


BURNOUT = Topic(
    "burnout", "16.6", "A Cadre, Vehicle or Special Unit crashes; Gear goes back to the Recruit Box.", "unit"
)


NO_ICON = Refusal("{it} did not show the icon that was rolled for.")


def burnout(s: Team, victims: Sequence[int]) -> Steps:
    """16.6 Burnout. One unit that showed the icon: a Cadre (Vehicle, Special Unit) crashes, Gear is lost."""
    if victims:
        exposed = EXPOSED.of(s, victims)
        yield from burn_out(BURNOUT, exposed, lambda unit: strike(s, unit), lambda unit: loss_says(s, unit))


def burn_refusal(s: Team, victims: Sequence[int], unit: int) -> Refusal | None:
    """16.6 Why a unit cannot burn out: it has crashed since the dice were read, or did not show the icon."""
    return effective_refusal(s, unit) or (None if unit // 2 in victims else NO_ICON)


EXPOSED = Choice(lambda s, victims: [piece(s, unit) for unit in victims], burn_refusal)


def strike(s: Team, unit: int) -> Steps:
    """16.6 Apply Burnout to a unit."""
    is_gear = s.box.kind[unit // 2] is Kind.GEAR
    s.put(unit // 2, BOX if is_gear else BACK)
    yield say(
        "Burnout: {unit} goes back to the Recruit Box." if is_gear else "Burnout: {unit} crashes.", unit=unit
    )
