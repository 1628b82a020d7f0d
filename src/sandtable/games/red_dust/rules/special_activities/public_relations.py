"""17.4 Public Relations."""

from __future__ import annotations

from sandtable.engine import DONE, Choice, Refusal, Steps
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.map import COIN, CORPORATIONS, RED_DUST
from ...printed.pieces import CR_FORCES, RD_FORCES, SECURITY
from ...state import Action, Mars
from ..choose_spaces import done, one_by_one
from ..population import can_repair, help_refusal, house, house_refusal, repair, turn_marker
from ..reasons import IN_A_STORM, NO_COIN_CONTROL, on_mars
from ..resources import bring, charge, choose_discard

NO_SECURITY_THERE = Refusal("There is no Security in {it}.")
NOT_RELATED = Refusal("{it} was not chosen for Public Relations.")


def relation_refusal(s: Mars, space: int) -> Refusal | None:
    """17.4 Spaces with COIN Control and Security where something can be Repaired or Housed."""
    if s.control[space] != COIN:
        return NO_COIN_CONTROL
    if not s.at(space, SECURITY):
        return NO_SECURITY_THERE
    return help_refusal(s, CORPORATIONS, space) if s.is_open(space, CORPORATIONS) else IN_A_STORM


RELATIONS_AT = Choice(lambda s: s.mars_with(SECURITY), relation_refusal, guard=on_mars)


def home_refusal(s: Mars, related: list[int], space: int) -> Refusal | None:
    """17.4 House in one of the spaces chosen."""
    return house_refusal(s, space) if space in related else NOT_RELATED


HOME_AT = Choice(lambda s, related: related, home_refusal, guard=on_mars)
PUBLIC_RELATIONS = Topic(
    "public_relations",
    "17.4",
    "There you may Repair, a Security for each Damage, and House afterwards in one of your spaces.",
    "space",
)
RELATIONS_REPAIR = Topic(
    "relations_repair",
    "17.4",
    "Yes gives up a Security here, removes a Damage marker and brings you 2 Profits.",
)
RELATIONS_HOUSE = Topic("relations_house", "17.4", "A Displaced Population marker moves in there.", "space")


HOUSE_NOBODY = done("House nobody")
DONE_RELATING = done("No second space", "Next, you may House in one of the spaces.")


def public_relations(s: Mars, a: Action) -> Steps[None]:
    """17.4 Public Relations. Repair in up to two spaces, then House in one of them; what becomes of the EG marker is asked once."""
    chosen: list[int] = []
    touched: list[int] = []
    another = one_by_one(
        CORPORATIONS,
        2,
        RELATIONS_AT.of(s),
        "Public Relations where?",
        PUBLIC_RELATIONS,
        "In {it}",
        done_as=DONE_RELATING,
    )
    while (space := (yield from another())) is not None:
        chosen.append(space)
        while can_repair(s, CORPORATIONS, space) and (
            yield yes_no(
                CORPORATIONS, RELATIONS_REPAIR, "Repair {space} for a Security?", about={"space": space}
            )
        ):
            yield from repair(s, CORPORATIONS, space, turns_marker=False)
            text = "Public Relations in {space} bring {who:the_faction} {n}."
            yield from bring(s, CORPORATIONS, 2, text, space=space)
            if space not in touched:
                touched.append(space)
    if HOME_AT.any(s, chosen):
        home = yield pick(
            CORPORATIONS,
            RELATIONS_HOUSE,
            "House where?",
            HOME_AT.of(s, chosen, then=(DONE,)),
            label="House in {it}",
            done_as=HOUSE_NOBODY,
        )
        if home != DONE:
            yield from house(s, CORPORATIONS, home, turns_marker=False)
            if home not in touched:
                touched.append(home)
    if touched:
        yield from turn_marker(s, CORPORATIONS)
    for space in touched:
        if s.has(space, RD_FORCES):
            text = "Public Relations in {space} cost {who:the_faction} {n}."
            yield from charge(s, RED_DUST, 3, text, space=space)
        if s.has(space, CR_FORCES):
            yield from choose_discard(s)
