"""15.0 NET Runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.engine import Choice, Line, Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...common.cards.words import Vocabulary
from ...common.rules.actions import burn_out, take_outcomes
from ...common.state import PLAYER
from ..printed.files import CYBER
from ..state import Squadron
from .intercepts import capture, must_run, remove_hidden
from .reasons import DISRUPTED, cargo_refusal, ship_refusal
from .worth import burnout_says

PASS = Word("pass", "No extra NET Run", says="The turn goes on without it.")


def runners(s: Squadron) -> list[int]:
    """15.1 The ships that can make a NET Run: with Cyber of their own, a Cyber Pod, a Hyper Cadre or a Cyber marker."""
    return [ship for ship in s.active() if s.ability(ship, CYBER)]


NO_CYBER = Refusal("{it} has no Cyber.")
NO_CYBER_LEFT = Refusal("{it} is Disrupted and has no Cyber on that side.")
RUNNER_SAYS = Line("A 1 on a Cyber die Disrupts it.")
RUNNER_WITH_PODS = Line("A 1 on a Cyber die Disrupts it or costs you a Cyber Pod aboard.")
SAFE_RUNNER = Line("It is Disrupted, so a 1 cannot hurt it.")


def runner_refusal(s: Squadron, ship: int) -> Refusal:
    """15.1 Why a ship that is not among the runners cannot make a NET Run."""
    return ship_refusal(s, s.active(), ship) or (NO_CYBER_LEFT if s.is_flipped[ship] else NO_CYBER)


def runner_says(s: Squadron, ship: int | Word) -> Line | None:
    """R-SP-23 The risk to the runner."""
    if isinstance(ship, Word):
        return None
    exposed = len(run_victims(s, ship))
    return RUNNER_WITH_PODS if exposed > 1 else RUNNER_SAYS if exposed else SAFE_RUNNER


RUNNER = Topic(
    "runner",
    "15.0",
    "All Cyber in the Task Force rolls. A Burnout strikes this ship or one of its Cyber Pods.",
    "unit",
)


def net_run(s: Squadron, words: Vocabulary) -> Steps:
    """15.0 NET Run. At a hidden Intercept marker it must be made, and settles the marker (12.3)."""
    able = runners(s)
    if not able:  # R-SP-17
        yield say("No ship can make the NET Run that the marker calls for.")
        yield from remove_hidden(s)
        return
    runner = yield pick(
        PLAYER,
        RUNNER,
        "Which ship makes the NET Run?",
        Listed(able, partial(runner_refusal, s)),
        label="NET Run with {it}",
        says=lambda it: runner_says(s, it),
    )
    yield from run(s, runner, words, at_marker=must_run(s))


EXTRA_RUNNER = Topic(
    "extra_runner",
    "13.2",
    "This NET Run does not use up your special action.",
    "unit",
    window="extra_run",
)


def extra_run(s: Squadron, words: Vocabulary) -> Steps:
    """13.2 Extra NET Run. An opportunity that is no special action and settles no marker (R-SP-22)."""
    able = runners(s)
    if not able:
        yield say("No ship can make a NET Run.")
        return
    runner = yield pick(
        PLAYER,
        EXTRA_RUNNER,
        "An extra NET Run: with which ship?",
        Listed(able, partial(runner_refusal, s), then=(PASS,)),
        label="NET Run with {it}",
        decline=PASS,
        says=lambda it: runner_says(s, it),
        likely=able[0],
    )
    if runner != PASS:
        yield from run(s, runner, words, at_marker=False)


RUN_OUTCOME = Topic("net_run", "15.3", "Each Positive buys one of these, at once.")


NO_BURNOUT = Line("a 1 does no harm")


def run(s: Squadron, runner: int, words: Vocabulary, *, at_marker: bool) -> Steps:
    """15.3 NET Run. All Cyber of the Task Force and the NET Level in dice (15.2); each Positive buys an outcome.

    NET dice are thrown apart and do not burn out; Burnout strikes the runner (R-SP-23).
    """
    yield say("NET Run of {unit}.", unit=runner, opens=True)
    line = s.box.lines["net_run"]
    positives, burnouts = yield Roll(s.value("cyber"), line.both, topic=line.id, by=PLAYER)
    positives += yield Roll(s.net, line.hits, topic="net dice", by=PLAYER, mods=(NO_BURNOUT,))
    yield say("{n:No Positive|{n} Positive|{n} Positives} in all, with the NET dice.", n=positives)
    exposed = run_victims(s, runner) if burnouts else []
    if at_marker and positives:
        yield from capture(s, may_remove=False)
        positives -= 1
    elif at_marker:
        yield from remove_hidden(s)
    yield from take_outcomes(s, RUN_OUTCOME, line, positives, words)
    yield from burn(s, exposed, NOT_THE_RUNNER)


def run_victims(s: Squadron, runner: int) -> list[int]:
    """R-SP-23 Burnout strikes the runner or one of its Cyber Pods; a Disrupted ship cannot burn out (R-SP-30)."""
    if s.is_flipped[runner]:
        return []
    box = s.box
    pods = [unit for unit in s.cargo[runner] if unit < box.first_marker and box.gives[unit][CYBER]]
    return [runner, *pods]


def victims(s: Squadron, ability: int) -> list[int]:
    """17.6 R-SP-30 Effective ships and Pods of the Task Force that show a symbol; markers are immune."""
    box = s.box
    found: list[int] = []
    for ship in s.active():
        if not s.is_flipped[ship]:
            if box.ship_values[ship][0][ability]:
                found.append(ship)
            found += [unit for unit in s.cargo[ship] if unit < box.first_marker and box.gives[unit][ability]]
    return found


BURNOUT = Topic("burnout", "17.6", "A ship that burns out is Disrupted; a Pod is lost.", "unit")


NO_SYMBOL = Refusal("{it} does not show the ability that was rolled for.")
NOT_THE_RUNNER = Refusal("Only the ship that made the NET Run, or a Cyber Pod aboard it, can burn out.")
IMMUNE = Refusal("{it} is an Intercept marker: those do not burn out.")


def burn(s: Squadron, exposed: Sequence[int], otherwise: Refusal = NO_SYMBOL) -> Steps:
    """17.6 R-SP-37 Burnout of one unit that was exposed when the dice were read, if results since have spared it."""
    if exposed:
        victims = EXPOSED.of(s, exposed, otherwise)
        yield from burn_out(
            BURNOUT, victims, lambda unit: strike(s, unit), lambda unit: burnout_says(s, unit)
        )


def burn_refusal(s: Squadron, exposed: Sequence[int], otherwise: Refusal, unit: int) -> Refusal | None:
    """17.6 R-SP-30 Why a unit cannot burn out: Disrupted or lost meanwhile, immune, or `otherwise` not exposed at all."""
    why = None
    if unit < s.box.first_pod:
        why = ship_refusal(s, s.active(), unit) or (DISRUPTED if s.is_flipped[unit] else None)
    elif s.box.first_marker <= unit < s.box.base:
        why = IMMUNE
    elif unit not in s.loose:
        why = cargo_refusal(s, unit)
    return why or (None if unit in exposed else otherwise)


EXPOSED = Choice(lambda s, exposed, otherwise: exposed, burn_refusal)


def strike(s: Squadron, unit: int) -> Steps:
    """17.6 A Burnout flips a ship or eliminates a Pod."""
    if unit < s.box.first_pod:
        s.flip(unit)
        yield say("Burnout: {unit} is Disrupted.", unit=unit)
    else:
        if unit in s.loose:
            s.loose = tuple(other for other in s.loose if other != unit)
        else:
            s.unload(unit)
        yield say("Burnout: {unit} is lost.", unit=unit)
