"""8.6 Operations: the candidates of each instruction, activation rolls, and the next space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import Ask, Roll, Steps, say

from ..printed.map import (
    EARTH,
    MARS,
    MARS_GOV,
    NOBODY,
    RECLAIMERS,
    RED_DUST,
    TRANSIT,
    WILDERNESS,
)
from ..printed.pieces import (
    ACTIVE,
    BASES_OF,
    CR_BASE,
    HIDDEN,
    HIDDEN_REBELS,
    REBELS_OF,
)
from ..rules.earthgov import SUPPRESS_AT
from ..rules.operations.next_space import SUPPRESS
from ..rules.placing import placeable
from ..state import Action, Mars, Op
from .answering import answers, done_or_first, playing, spaces_in
from .conditions import TESTS
from .curiosity import draw_for
from .movement import march_goals, recon_goals, secure_goals, travel_origins
from .pieces import base_falls
from .priorities import assault_removals, has_room_for_base, select, tie
from .specials import special_before
from .state import GRANTED, NonPlayers
from .tables import INSTRUCTIONS, SIDES, STEPS

#: (state, Operation in progress, spaces that may be chosen) -> those that an instruction is about.
Candidates = Callable[[Mars, Action, list[int]], list[int]]


def _can_build(s: Mars, who: int, space: int) -> bool:
    """8.6 Three Rebels, one of them Hidden, and room for an Available Base."""
    enough = s.count(space, REBELS_OF[who]) >= 3 and s.at(space, HIDDEN[who]) > 0
    return enough and has_room_for_base(s, who, space)


def _all_active(s: Mars, who: int, space: int) -> bool:
    return not s.at(space, HIDDEN[who]) and s.at(space, ACTIVE[who]) > 0


def _can_hide(s: Mars, who: int, space: int) -> bool:
    """8.6 A Base with only Active Rebels."""
    return s.has(space, BASES_OF[who]) and _all_active(s, who, space)


def _one_stays_hidden(s: Mars, who: int, space: int) -> bool:
    """8.6 With a Base and Hidden Rebels there, one must stay Hidden; nobody is turned Active where somebody is already."""
    hidden = s.at(space, HIDDEN[who])
    return not hidden or not s.has(space, BASES_OF[who]) or hidden > 1 or s.at(space, ACTIVE[who]) > 0


CANDIDATES: dict[str, Candidates] = {
    "train_place_troops": lambda s, a, spaces: spaces,
    "mg_secure_move": secure_goals,
    "corp_secure_move": secure_goals,
    "mg_recon_move": recon_goals,
    "corp_recon_move": recon_goals,
    "assault_remove_bases": lambda s, a, spaces: [it for it in spaces if base_falls(s, a.who, it)],
    "assault_remove": lambda s, a, spaces: [it for it in spaces if assault_removals(s, a.who, it)],
    "logistics_upgrade_one": lambda s, a, spaces: [it for it in spaces if it < MARS and not a.flipped],
    "logistics_upgrade_more": lambda s, a, spaces: [it for it in spaces if it < MARS],
    "logistics_place_on_earth": lambda s, a, spaces: [it for it in spaces if it == EARTH],
    "logistics_aldrin_cycler": lambda s, a, spaces: [it for it in spaces if it == TRANSIT],
    "rd_rally_place_bases": lambda s, a, spaces: [it for it in spaces if _can_build(s, RED_DUST, it)],
    "rd_rally_place_rebels": lambda s, a, spaces: [it for it in spaces if placeable(s, RED_DUST, it)],
    "rd_rally_flip": lambda s, a, spaces: [it for it in spaces if _can_hide(s, RED_DUST, it)],
    "rd_march_move": march_goals,
    "rd_attack_support": lambda s, a, spaces: [it for it in spaces if s.alignment[it] > 0],
    "rd_attack_three": lambda s, a, spaces: [
        it for it in spaces if s.count(it, REBELS_OF[RED_DUST]) >= 3 and s.alignment[it] >= 0
    ],
    "rd_attack_all_active": lambda s, a, spaces: [it for it in spaces if _all_active(s, RED_DUST, it)],
    "rd_campaign": lambda s, a, spaces: [it for it in spaces if _one_stays_hidden(s, RED_DUST, it)],
    "cr_rally_place_bases": lambda s, a, spaces: [it for it in spaces if _can_build(s, RECLAIMERS, it)],
    "cr_rally_upgrade_deserts": lambda s, a, spaces: [
        it for it in spaces if s.at(it, CR_BASE) and not s.box.is_labyrinth[it]
    ],
    "cr_rally_alternate": lambda s, a, spaces: [
        it for it in spaces if placeable(s, RECLAIMERS, it) or s.at(it, CR_BASE)
    ],
    "cr_rally_flip": lambda s, a, spaces: [it for it in spaces if _can_hide(s, RECLAIMERS, it)],
    "cr_travel_move": travel_origins,
    "cr_attack_support_opposition": lambda s, a, spaces: [it for it in spaces if s.alignment[it] != 0],
    "cr_attack_three": lambda s, a, spaces: [it for it in spaces if s.count(it, REBELS_OF[RECLAIMERS]) >= 3],
    "cr_attack_all_active": lambda s, a, spaces: [it for it in spaces if _all_active(s, RECLAIMERS, it)],
    "cr_preach": lambda s, a, spaces: [it for it in spaces if _one_stays_hidden(s, RECLAIMERS, it)],
}
#: What is done in a space that one of these instructions chose.
WAYS = {
    "rd_rally_place_bases": "base",
    "cr_rally_place_bases": "base",
    "rd_rally_place_rebels": "rebels",
    "rd_rally_flip": "hide",
    "cr_rally_flip": "hide",
    "cr_rally_upgrade_deserts": "convert",
}
#: Instructions that choose no space: they answer the questions at the end of an Operation, or Suppress.
AT_THE_END = (
    "train_pacify",
    "pacify_house",
    "pacify_repair",
    "pacify_shift",
    "mg_secure_house_or_repair",
    "mg_recon_place_bases",
    "mg_recon_house_or_repair",
    "logistics_place_security",
    "corp_secure_place_bases",
    "corp_recon_place_bases",
    "corp_house_destination",
    "rd_rally_dig_in",
    "rd_campaign_card",
    "assault_suppress",
)


def is_possible(s: Mars, a: Action, spaces: Sequence[int]) -> bool:
    """8.5.3 Whether an Operation has a space that one of its instructions would choose."""
    able = list(spaces)
    return any(
        step.mark != "star"
        and step.instruction in CANDIDATES
        and (not step.when or TESTS[step.when](s, a.who))
        and CANDIDATES[step.instruction](s, a, able)
        for step in STEPS[a.who, a.op]
    )


@answers(
    "train",
    "logistics",
    "secure",
    "recon",
    "assault",
    "rally",
    "march",
    "travel",
    "attack",
    "campaign",
    "preach",
)
def next_space(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 The Special Activity above the Operation, then space after space while activation rolls succeed."""
    np, a = playing(s), s.action
    spaces = spaces_in(values)
    if a.is_free and not a.chosen and a.suppressed == NOBODY:
        if np.way != GRANTED:
            draw_for(s, np, a.who, a.op.name.lower())
        np.begin()
        np.have_no_special()
    if np.before:
        it = yield from special_before(s, values, spaces)
        if it is not None:
            return it
    found = None if np.has_stopped else _next_instruction(s, np, a, spaces, SUPPRESS in values)
    if found is not None and np.is_due:
        np.roll((yield from activation_roll(s, np, a)))
        if np.has_stopped:
            found = None
    if found is None:
        return done_or_first(values)
    step, able = found
    np.go_to(step)
    return (yield from _choose(s, np, a, able))


def _next_instruction(
    s: Mars, np: NonPlayers, a: Action, spaces: list[int], can_suppress: bool
) -> tuple[int, list[int]] | None:
    """The first instruction from here on that has a candidate, with all of them."""
    steps = STEPS[a.who, a.op]
    for n in range(np.step, len(steps)):
        step = steps[n]
        if step.mark == "star" or (step.when and not TESTS[step.when](s, a.who)):
            continue
        if step.instruction == "assault_suppress":
            if can_suppress and _can_suppress(s, a, spaces):
                return n, []
        elif able := CANDIDATES[step.instruction](s, a, spaces):
            return n, able
    return None


def _can_suppress(s: Mars, a: Action, spaces: list[int]) -> bool:
    """8.6 EG Troops and Hidden Rebels in a space that was not chosen for the Assault."""
    return any(s.has(it, HIDDEN_REBELS) for it in SUPPRESS_AT.all(s, a, spaces))


def _choose(s: Mars, np: NonPlayers, a: Action, able: list[int]) -> Steps[Any]:
    """8.5.6 Choose the space of an instruction, and note whether an activation roll follows it."""
    step = STEPS[a.who, a.op][np.step]
    name = step.instruction
    is_first = not a.chosen
    if name == "assault_suppress":
        np.suppress(_needs_roll(a, step.mark, is_first, NOBODY))
        return SUPPRESS
    column = INSTRUCTIONS[name].column
    np.do(WAYS.get(name, ""))
    if name == "cr_rally_alternate":
        able, column = _alternate(s, np, able)
    if column and name != "cr_travel_move":
        space = yield from select(s, a.who, column, able)
    else:
        space = yield from _without_column(s, a, name, able)
    np.choose(space, _needs_roll(a, step.mark, is_first, space))
    return space


def _alternate(s: Mars, np: NonPlayers, able: list[int]) -> tuple[list[int], str]:
    """8.6 CR Rally: a space for Rebels, then a Base upgrade, in turn; when one kind runs out, the other goes on."""
    rebels = [it for it in able if placeable(s, RECLAIMERS, it)]
    upgrades = [it for it in able if s.at(it, CR_BASE)]
    is_upgrade = bool(upgrades) if np.is_upgrade_next else not rebels
    np.is_upgrade_next = not is_upgrade
    instruction = INSTRUCTIONS["cr_rally_alternate"]
    np.do("convert" if is_upgrade else "rebels")
    return (upgrades, instruction.second_column) if is_upgrade else (rebels, instruction.column)


def _without_column(s: Mars, a: Action, name: str, able: list[int]) -> Steps[int]:
    """8.6 Lines that name the order themselves: the most Active Rebels, the most Rebels that can leave, or one place only."""
    if name.endswith("_flip"):
        most = max(s.at(it, ACTIVE[a.who]) for it in able)
        able = [it for it in able if s.at(it, ACTIVE[a.who]) == most]
    return (yield from tie(able, "space"))


def _needs_roll(a: Action, mark: str, is_first: bool, space: int) -> bool:
    """8.5.4 Whether an activation roll follows a space."""
    if mark != "black" or a.is_free:
        return False
    if a.who != RECLAIMERS:
        return not a.is_limited
    return not is_first and not (a.op is Op.TRAVEL and space == WILDERNESS)


ACTIVATION = "activation"


def activation_number(s: Mars, np: NonPlayers, a: Action) -> int:
    """8.5.4 The number of the side, with what Campaign cards RD9 and RD10 add for MG."""
    number = SIDES[np.side].activation
    if a.who == MARS_GOV and np.last != NOBODY:
        level, active = s.alignment[np.last], s.campaigns.zones[2]
        if 10 - 1 in active and level <= 0:
            number += 1
        if 9 - 1 in active and level < 0 and a.op is Op.SECURE:
            number += 2
    return number


def activation_roll(s: Mars, np: NonPlayers, a: Action) -> Steps[bool]:
    """8.5.4 Above the activation number another space follows; MG and CR can turn a failure with their Totals."""
    number = activation_number(s, np, a)
    die = yield Roll(1, topic=ACTIVATION, by=a.who)
    if die > number:
        yield say("{die:number} is above the activation number {n:number}: another space.", die=die, n=number)
        return True
    if a.who == MARS_GOV and die <= np.supply_total:
        np.supply_total -= 1
        yield say("Supply makes up for the roll: Supply Total {n:number}.", n=np.supply_total)
        return True
    if a.who == RECLAIMERS and not a.is_limited and die <= np.asset_total:
        np.asset_total -= 1
        yield say("An Asset makes up for the roll: Asset Total {n:number}.", n=np.asset_total)
        return True
    yield say(
        "{die:number} is not above the activation number {n:number}: no further space.", die=die, n=number
    )
    return False
