"""Why not: what a question leaves out has a reason, and list and reasons agree."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

import sandtable
from sandtable import Table
from sandtable.engine import Ask, Names, Of, Thing
from sandtable.engine.asking import Topic
from sandtable.engine.contract.reasons import disagreement, left_out
from sandtable.engine.naming import NUMBER
from sandtable.games.red_dust import GAME, cards
from sandtable.games.red_dust.cards.reasons import CONDITIONS
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.dust_storm import pacify_phase
from sandtable.games.red_dust.rules.event_round import (
    LIMITED,
    OPERATION,
    UNSHADED,
    WITH_SPECIAL,
    action_refusal,
)
from sandtable.games.red_dust.rules.operations.general import begin_operation, price
from sandtable.games.red_dust.rules.operations.run import (
    OPERATIONS,
    no_operation,
    operate,
    possible_operations,
)
from sandtable.games.red_dust.rules.operations.spaces import next_spaces, why_not
from sandtable.games.red_dust.rules.reasons import NOT_ON_THE_CARD
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.rules.special_activities.take import TAKE
from sandtable.games.red_dust.state import Did, Mars, Op

from ..kit import mars, n

WHERE = {op: rules.where for op, rules in OPERATIONS.items()}
#: Questions about a "where", "which" or "whom".
KINDS = ("space", "piece", "faction")


def names(s: Mars) -> dict[str, Names]:
    return {**GAME.kinds(s), "number": NUMBER}


def positions(number: int, seed: int) -> list[Table]:
    """Random positions in which something on the board is asked for."""
    rng, found = random.Random(seed), list[Table]()
    while len(found) < number:
        table = sandtable.new(GAME, seed=rng.randrange(1 << 30))
        while (ask := table.ask) is not None and len(found) < number:
            if rng.random() < 0.05 and any(kind in KINDS for kind in kinds_of(ask.spec)):
                found.append(table.fork(seed=1))
            table.choose(rng.choice(ask.keys))
    return found


def kinds_of(ask: Ask) -> tuple[str, ...]:
    return (ask.of,) if isinstance(ask.of, str) else ask.of


def test_what_is_left_out_has_a_reason_that_names_a_condition() -> None:
    """In 200 random positions: 95% of the things on the board that a question leaves out, and no disagreement."""
    missing, known = 0, 0
    for table in positions(200, seed=1):
        ask = table.ask
        assert ask is not None
        assert not disagreement(table, ask)
        for thing in left_out(table, ask):
            why = ask.refusal(thing) if ask.spec.why is not None else None
            if why is None or why.text == NOT_ON_THE_CARD.text:
                missing += 1
            else:
                assert ask.why_not(thing), thing
                known += 1
    assert known > 2000
    assert known >= 0.95 * (known + missing), f"{missing} of {known + missing} have no reason"


def why(s: Mars, rule: Any, thing: str | Of, *before: Any) -> str:
    """What somebody is told who points at a space (or another thing) at the first question of a rule with a refusal."""
    kinds = names(s)
    answers, send = list(before), None
    while True:
        step = rule.send(send)
        send = None
        if not isinstance(step, Ask):
            continue
        values = list(step.options() if callable(step.options) else step.options)
        if answers:
            send = answers.pop(0)
        elif len(values) == 1 and not step.even_if_forced:
            send = values[0]
        else:
            assert step.why is not None
            value: Any = n(thing) if isinstance(thing, str) else thing
            told = step.why(
                value if isinstance(step.of, str) or isinstance(value, Of) else Of("space", value)
            )
            it = value if isinstance(value, Of) else Of("space", value)
            return "" if told is None else told.words(kinds, it)


@pytest.mark.parametrize(
    ("who", "op", "position", "space", "reason"),
    [
        (RED_DUST, Op.RALLY, {"alignment": {"gandhi": 1}}, "gandhi", "Gandhi has Support."),
        (RED_DUST, Op.RALLY, {}, "wilderness", "The Wilderness has no Population."),
        (RECLAIMERS, Op.RALLY, {"alignment": {"gandhi": 1}, "hand": [7]}, "gandhi", "Gandhi is not Neutral."),
        (
            RECLAIMERS,
            Op.RALLY,
            {"storm": {"radau": "raging"}, "hand": [7]},
            "radau",
            "A Raging Storm closes Radau.",
        ),
        (
            MARS_GOV,
            Op.TRAIN,
            {"pieces": {"sharma": {"mg_base": 1}}},
            "gandhi",
            "Gandhi has neither a MarsGov Base nor COIN Control.",
        ),
        (MARS_GOV, Op.SECURE, {}, "radau", "Secure goes to Labyrinths, and Radau is a Desert."),
        (MARS_GOV, Op.RECON, {}, "gandhi", "Recon goes to Deserts, and Gandhi is none."),
        (
            MARS_GOV,
            Op.SECURE,
            {"resources": (2, 0, 0)},
            "gandhi",
            "Gandhi costs 3 Resources, and you have 2 left.",
        ),
        (
            CORPORATIONS,
            Op.ASSAULT,
            {"pieces": {"gandhi": {"security": 1}, "sharma": {"security": 1, "rd_rebel": 1}, "europa": {"rd_rebel": 1}}},
            "gandhi",
            "There are no Rebels and no Rebel Bases in Gandhi.",
        ),
        (
            CORPORATIONS,
            Op.ASSAULT,
            {"pieces": {"sharma": {"security": 1, "rd_rebel": 1}, "europa": {"rd_rebel": 1}}},
            "europa",
            "You have no forces in Europa.",
        ),
        (RED_DUST, Op.ATTACK, {"pieces": {"gandhi": {"rd_rebel": 1}}}, "gandhi", "There is no enemy in Gandhi."),
        (RED_DUST, Op.CAMPAIGN, {"pieces": {"gandhi": {"rd_rebel": 1}}}, "europa", "You have no Rebels in Europa."),
        (RED_DUST, Op.MARCH, {"pieces": {"gandhi": {"rd_rebel": 1}}}, "phobos", "That is for spaces on Mars, not for Phobos."),
    ],
)  # fmt: skip
def test_the_reason_is_the_condition_of_the_rulebook(
    who: int, op: Op, position: dict[str, Any], space: str, reason: str
) -> None:
    """16 The first condition that fails, in the order of the rulebook."""
    s = mars(position.pop("pieces", None), **position)
    told = why_not(s, begin_operation(s, who, op), WHERE[op])(n(space))
    assert told is not None
    assert told.words(names(s), Of("space", n(space))) == reason


@pytest.mark.parametrize(
    ("who", "op", "position", "limits", "space", "reason"),
    [
        (MARS_GOV, Op.SECURE, {}, {"limited": True}, "sharma", "No more spaces may be chosen."),
        (MARS_GOV, Op.SECURE, {}, {"limited": True}, "gandhi", "Gandhi has been chosen already."),
        (MARS_GOV, Op.SECURE, {}, {"only": (n("gandhi"), n("europa"))}, "sharma", "What you are doing is limited to other spaces."),
        (MARS_GOV, Op.SECURE, {"resources": (5, 0, 0)}, {}, "sharma", "Sharma costs 3 Resources, and you have 2 left."),
        (RECLAIMERS, Op.PREACH, {"hand": []}, {}, "sharma", "Sharma costs 1 more, and your Assets do not pay for that."),
        (MARS_GOV, Op.TRAIN, {"pieces": {"sharma": {"mg_base": 1, "mg_troop": 30}}}, {}, "sharma", "No Troops are left to place in Sharma."),
    ],
)  # fmt: skip
def test_limits_and_prices_refuse_what_the_list_leaves_out(
    who: int, op: Op, position: dict[str, Any], limits: dict[str, Any], space: str, reason: str
) -> None:
    """10, 12.1, 16 With Gandhi chosen: each space once, as many as there may be, those of the card, and paid for."""
    s = mars(position.pop("pieces", {"sharma": {"cr_rebel": 1}}), **position)
    a = begin_operation(s, who, op, **limits)
    a.chosen, a.cost = (n("gandhi"),), price(s, a, n("gandhi"))
    assert n(space) not in next_spaces(s, a, WHERE[op])
    told = why_not(s, a, WHERE[op])(n(space))
    assert told is not None
    assert told.words(names(s), Of("space", n(space))) == reason


def test_a_space_is_chosen_once() -> None:
    """16 Each space once in an Operation."""
    s = mars({"gandhi": {"mg_base": 1}, "sharma": {"mg_base": 1}, "europa": {"mg_base": 1}})
    begin_operation(s, MARS_GOV, Op.SECURE)
    s.action.chosen = (n("gandhi"),)
    assert why(s, operate(s), "gandhi") == "Gandhi has been chosen already."


@pytest.mark.parametrize(
    ("special", "space", "reason"),
    [
        (Special.REDISTRIBUTE, "europa", "You have no Hidden Rebel in Europa."),
        (Special.REDISTRIBUTE, "sharma", "You do not Control Sharma."),
        (Special.COORDINATE, "tenzing", "Tenzing has Support."),
    ],
)
def test_special_activities_say_why_not(special: Special, space: str, reason: str) -> None:
    """17.7, 17.8 The conditions of Redistribute and Coordinate."""
    pieces = {
        "gandhi": {"rd_rebel": 2},
        "new_cordoba": {"rd_rebel": 2},
        "sharma": {"rd_rebel": 1, "mg_troop": 2},
        "tenzing": {"rd_rebel": 1},
    }
    s = mars(pieces, alignment={"tenzing": 1})
    a = begin_operation(s, RED_DUST, Op.RALLY, special=True)
    assert why(s, TAKE[special](s, a), space) == reason


def test_the_support_phase_says_why_not() -> None:
    """14.3 COIN Control, and something to do."""
    s = mars({"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, alignment={"sharma": 2})
    assert why(s, pacify_phase(s), "europa") == "Europa is not under COIN Control."
    s = mars({"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, alignment={"sharma": 2})
    told = why(s, pacify_phase(s), "sharma")
    assert told == "Sharma has Active Support, and there is nothing to House or Repair."


@pytest.mark.parametrize(
    ("did", "box", "reason"),
    [
        (Did.OPERATION, UNSHADED, "No Event: the 1st Eligible took an Operation without Special Activity."),
        (Did.EVENT, UNSHADED, "No Event: the 1st Eligible has taken it."),
        (Did.OPERATION_AND_SPECIAL, UNSHADED, None),
        (
            Did.OPERATION,
            WITH_SPECIAL,
            "Operation and Special Activity: the 1st Eligible took an Operation, so the 2nd is left with a Limited one.",
        ),
        (Did.EVENT, OPERATION, None),
        (
            Did.EVENT,
            LIMITED,
            "Limited Operation: the 1st Eligible took the Event, so the 2nd may take a whole Operation.",
        ),
        (Did.OPERATION_AND_SPECIAL, LIMITED, None),
    ],
)
def test_the_sequence_of_play_says_why_not(did: Did, box: Any, reason: str | None) -> None:
    """12.3 What the 2nd Eligible may do depends on what the 1st did."""
    s = mars({"gandhi": {"mg_base": 1}})
    s.acted, s.first_did = (CORPORATIONS,), did
    told = action_refusal(s, begin_operation(s, MARS_GOV, Op.TRAIN), box)
    assert (None if told is None else told.words(names(s), Of("", box))) == reason


def test_operations_say_why_not() -> None:
    """12.7, 16 A Haboob, no money, no space."""
    s = mars({"gandhi": {"mg_base": 1}}, following=49, resources=(2, 0, 0))
    ops = (Op.RECON, Op.SECURE, Op.ASSAULT)
    assert not {*ops} & {*possible_operations(s, MARS_GOV)}
    words = [no_operation(s, MARS_GOV, op).words(names(s), Of("", op)) for op in ops]
    assert words == [
        "No Recon: the Next Event is a Dust Storm.",
        "Secure: you cannot pay for a single space.",
        "Assault: nowhere do forces of yours and Rebels stand together in the open.",
    ]


def test_what_lies_on_the_board_can_be_pointed_at() -> None:
    """Spaces with Phobos, the kinds of pieces on the map, the four Factions; no cards."""
    s = mars({"gandhi": {"mg_troop": 1}, "phobos": {"eg_troop": 2}, "earth": {"security": 1}})
    assert len(GAME.in_play(s, "space")) == 25
    assert [names(s)["piece"].id(it) for it in GAME.in_play(s, "piece")] == ["mg_troop", "eg_troop"]
    assert list(GAME.in_play(s, "faction")) == [0, 1, 2, 3]
    assert not GAME.in_play(s, "asset")


def test_a_box_beside_the_map_is_no_space() -> None:
    """Somebody points at Earth while a space is asked for."""
    table = sandtable.new(GAME, seed=1)
    while table.ask is not None and table.ask.topic not in ("secure", "rally", "recon", "train"):
        table.choose(table.ask.keys[0])
    assert table.ask is not None
    assert table.ask.why_not(Thing("space", "earth")) == "Earth is no space of the map."


def test_every_question_of_a_card_has_its_condition() -> None:
    """18, 19 No entry is left over, and every topic of a card that asks for a space, a piece or a Faction has one or explains itself."""
    modules = [module for name, module in sys.modules.items() if name.startswith(cards.__name__)]
    topics = {it.id: it for module in modules for it in vars(module).values() if isinstance(it, Topic)}
    assert set(CONDITIONS) <= set(topics)
