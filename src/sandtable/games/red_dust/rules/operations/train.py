"""16.1 Train."""

from __future__ import annotations

from functools import partial

from sandtable.engine import DONE, Choice, Line, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import COIN, MARS_GOV, SPACES
from ...printed.pieces import MG_BASE
from ...state import Action, Mars
from ..choose_spaces import done
from ..pacify_and_agitate import improve, improve_refusal, improvement_says, improvements
from ..placing import place_units, placeable
from ..reasons import IN_A_STORM, NO_COIN_CONTROL, OTHER_SPACES, on_map, on_mars
from ..special_activities.take import last_special
from .general import price
from .next_space import next_space
from .spaces import is_full, on_the_card

NO_BASE_OR_CONTROL = Refusal("{it} has neither a MarsGov Base nor COIN Control.")
NO_MARSGOV_BASE = Refusal("{it} is a Desert without a MarsGov Base.")
NO_TROOPS = Refusal("No Troops are left to place in {it}.")


def train_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.1 Spaces with an MG Base, and Labyrinths with COIN Control; Phobos always."""
    if not s.at(space, MG_BASE):
        if not s.box.is_labyrinth[space]:
            return NO_MARSGOV_BASE
        if s.control[space] != COIN:
            return NO_BASE_OR_CONTROL
    if not s.is_open(space, MARS_GOV):
        return IN_A_STORM
    return None if placeable(s, MARS_GOV, space) else NO_TROOPS


TRAIN_AT = Choice(lambda s, a: SPACES, train_refusal, guard=on_map)
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
    may_pacify = PACIFY_AT.any(s, a)
    space = yield from next_space(
        s,
        a,
        TRAIN,
        TRAIN_AT,
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


PACIFY = Topic(
    "train_pacify",
    "16.1",
    "House lets displaced people move in, Repair removes Damage, and a shift brings more Support; twice in that one space.",
    ("space", ""),
)


DONE_PACIFYING = done("Done with Pacify")
ONE_SPACE = Refusal("Pacify is for one space, or for spaces of this Train; {it} is not among them.")


def pacify_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.1 A selected space, or one selected only for this, with COIN Control at this moment (ruling 8)."""
    if s.control[space] != COIN:
        return NO_COIN_CONTROL
    if space not in a.chosen:
        if is_full(a):
            return ONE_SPACE
        if not s.at(space, MG_BASE) and not s.box.is_labyrinth[space]:
            return NO_MARSGOV_BASE
    if a.only and not on_the_card(a, (space,)):
        return OTHER_SPACES
    if not s.is_open(space, MARS_GOV):
        return IN_A_STORM
    return improve_refusal(s, MARS_GOV, space)


PACIFY_AT = Choice(lambda s, a: s.controlled_by(COIN), pacify_refusal, guard=on_mars)


def end_train(s: Mars, a: Action) -> Steps[None]:
    """16.1 Pacify. Then in at most one space, up to two things; one that is selected only to Pacify costs nothing by itself."""
    spaces, is_first = PACIFY_AT.all(s, a), True
    for _ in range(2):
        able = improvements(s, MARS_GOV, spaces)
        if not able:
            break
        it = yield pick(
            MARS_GOV,
            PACIFY,
            "Pacify: what will you do, and where?" if is_first else "Pacify: what else will you do?",
            Listed(
                able,
                lambda it: PACIFY_AT.why(s, a)(it) or ONE_SPACE,
                then=(DONE,) if a.chosen or not is_first else (),  # an Operation does something
            ),
            label="{second} in {first}",
            done_as=DONE_PACIFYING,
            says=partial(improvement_says, s, MARS_GOV),
        )
        if it == DONE:
            break
        spaces, is_first = [it[0]], False
        yield from improve(s, MARS_GOV, *it)
    if not is_first:
        yield from last_special(s, a)
