"""16.1 Train."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sandtable.engine import DONE, Line, Refusal, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import COIN, MARS_GOV, ON_MARS, PHOBOS, SPACES
from ...printed.pieces import MG_BASE
from ...state import Action, Mars
from ..choose_spaces import done
from ..pacify_and_agitate import improve, improve_refusal, improvement_says, improvements, ways_to_improve
from ..placing import place_units, placeable
from ..reasons import IN_A_STORM, NO_COIN_CONTROL, ON_PHOBOS, on_map
from ..special_activities.take import last_special
from .general import price
from .next_space import next_space


def train_spaces(s: Mars, a: Action) -> Iterator[int]:
    """16.1 Spaces with an MG Base, and Labyrinths with COIN Control; Phobos always."""
    is_labyrinth = s.box.is_labyrinth
    return (
        space
        for space in SPACES
        if (s.at(space, MG_BASE) or (s.control[space] == COIN and is_labyrinth[space]))
        and s.is_open(space, MARS_GOV)
        and placeable(s, MARS_GOV, space)
    )


NO_BASE_OR_CONTROL = Refusal("{it} has neither a MarsGov Base nor COIN Control.")
NO_MARSGOV_BASE = Refusal("{it} is a Desert without a MarsGov Base.")
NO_TROOPS = Refusal("No Troops are left to place in {it}.")


def train_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.1 Why there is no Train in a space."""
    if not s.at(space, MG_BASE):
        if not s.box.is_labyrinth[space]:
            return NO_MARSGOV_BASE
        if s.control[space] != COIN:
            return NO_BASE_OR_CONTROL
    if not s.is_open(space, MARS_GOV):
        return IN_A_STORM
    return None if placeable(s, MARS_GOV, space) else NO_TROOPS


TRAIN = Topic("train", "16.1", "You place up to four Troops there and pay for the space.", "space")
TRAIN_NUMBER = Topic(
    "train_number",
    "16.1",
    "This many Troops are placed; when too few are Available you may take them from elsewhere on the map.",
    "number",
)


PACIFY_ONLY = Line("You place no Troops. Next, you may Pacify in one space.")


def train(s: Mars, a: Action) -> Steps[bool]:
    """16.1 Train. Up to four Troops in each space."""
    may_pacify = bool(pacify_spaces(s, a))
    space = yield from next_space(
        s,
        a,
        TRAIN,
        train_spaces,
        train_refusal,
        "Train where?",
        "Train in {it}",
        may_skip=may_pacify,
        is_last=not may_pacify,
        done_says=None if a.chosen else PACIFY_ONLY,
    )
    if space is None:
        return False
    yield say("MarsGov: Train in {space}.", space=space, sums="{n:Train in {space}|Train in {n} spaces}")
    n = yield amount(
        MARS_GOV, TRAIN_NUMBER, "Place how many Troops in {space}?", 4, at_least=1, about={"space": space}
    )
    placed = yield from place_units(s, MARS_GOV, space, n)
    if not placed:
        a.cost -= price(s, a, space)  # the price is for spaces where Troops are placed
    return True


def pacify_spaces(s: Mars, a: Action) -> list[int]:
    """16.1 A selected space, or one selected only for this, with COIN Control at this moment (ruling 8)."""
    may_add, is_labyrinth = len(a.chosen) < a.most, s.box.is_labyrinth
    return [
        space
        for space in ON_MARS
        if s.control[space] == COIN
        and (space in a.chosen or (may_add and (s.at(space, MG_BASE) or is_labyrinth[space])))
        and (not a.only or space in a.only)
        and s.is_open(space, MARS_GOV)
        and ways_to_improve(s, MARS_GOV, space)
    ]


PACIFY = Topic(
    "train_pacify",
    "16.1",
    "House lets displaced people move in, Repair removes Damage, and a shift brings more Support; twice in that one space.",
    ("space", ""),
)


DONE_PACIFYING = done("Done with Pacify")
ONE_SPACE = Refusal("Pacify is for one space, or for spaces of this Train; {it} is not among them.")


def pacify_refusal(s: Mars, a: Action, spaces: list[int], space: int) -> Refusal | None:
    """16.1 Why nothing can be done in a space."""
    if space == PHOBOS:
        return ON_PHOBOS
    if s.control[space] != COIN:
        return NO_COIN_CONTROL
    if not s.is_open(space, MARS_GOV):
        return IN_A_STORM
    if reason := improve_refusal(s, MARS_GOV, space):
        return reason
    return None if space in spaces else ONE_SPACE


def end_train(s: Mars, a: Action) -> Steps[None]:
    """16.1 Pacify. Then in at most one space, up to two things; one that is selected only to Pacify costs nothing by itself."""
    spaces, is_first = pacify_spaces(s, a), True
    for _ in range(2):
        able = improvements(s, MARS_GOV, spaces)
        if not able:
            break
        it = yield pick(
            MARS_GOV,
            PACIFY,
            "Pacify: what will you do, and where?" if is_first else "Pacify: what else will you do?",
            [*able, DONE] if a.chosen or not is_first else able,  # an Operation does something
            label="{second} in {first}",
            refusal=on_map(partial(pacify_refusal, s, a, spaces)),
            done_as=DONE_PACIFYING,
            says=partial(improvement_says, s, MARS_GOV),
        )
        if it == DONE:
            break
        spaces, is_first = [it[0]], False
        yield from improve(s, MARS_GOV, *it)
    if not is_first:
        yield from last_special(s, a)
