"""16.1 Train."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.engine import DONE, Steps
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import COIN, MARS_GOV, ON_MARS, SPACES
from ...printed.pieces import MG_BASE
from ...state import Action, Mars
from ..pacify_and_agitate import improve, ways_to_improve
from ..placing import place_units, placeable
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


TRAIN = Topic("train", "16.1", "You place up to four Troops there and pay for the space.", "space")
TRAIN_NUMBER = Topic(
    "train_number",
    "16.1",
    "This many Troops are placed; when too few are Available you may take them from elsewhere on the map.",
    "number",
)


def train(s: Mars, a: Action) -> Steps[bool]:
    """16.1 Train. Up to four Troops in each space."""
    space = yield from next_space(
        s, a, TRAIN, train_spaces, "Train where?", "Train in {it}", may_skip=bool(pacify_spaces(s, a))
    )
    if space is None:
        return False
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


PACIFY_SPACE = Topic(
    "train_pacify_space",
    "16.1",
    "There you may House, Repair or pay for more Support, twice in all.",
    "space",
)
PACIFY = Topic(
    "train_pacify",
    "16.1",
    "House lets displaced people move in, Repair removes Damage, and a shift brings more Support.",
)


def end_train(s: Mars, a: Action) -> Steps[None]:
    """16.1 Pacify. Then in at most one space; one that is selected only to Pacify costs nothing by itself."""
    able: list[Any] = pacify_spaces(s, a)
    if able:
        options = [*able, DONE] if a.chosen else able  # an Operation does something
        space = yield pick(MARS_GOV, PACIFY_SPACE, "Pacify where?", options, label="Pacify {it}")
        if space != DONE:
            yield from improve(s, MARS_GOV, space, PACIFY)
            yield from last_special(s, a)
