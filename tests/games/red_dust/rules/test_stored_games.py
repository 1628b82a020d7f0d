"""Games that were stored under version 4 of the rules: what their answers mean today."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Answered, Ask, IllegalChoice, Migrated, Question, Steps
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.nonplayer.answering import listed
from sandtable.games.red_dust.printed.map import CORPORATIONS, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.earthgov import send
from sandtable.games.red_dust.rules.operations.attack import free_attack
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.special_activities.purify import purify
from sandtable.games.red_dust.state import Mars, Op

from ..kit import mars, n

#: Dice that both succeed.
BOTH = (1, 1)


def first_question(s: Mars, rule: Steps[Any], seat: int, topic: str) -> Question:
    """The first question of a rule about this topic, with whatever is thrown and forced before it."""
    send: Any = None
    while not (isinstance(step := rule.send(send), Ask) and step.topic == topic):
        send = BOTH if hasattr(step, "check") else None
        if isinstance(step, Ask):
            send = listed(step)[0]
    return Question(step, listed(step), GAME.seats(None)[seat].id, GAME.kinds(s))


def meant(question: Question, *keys: str) -> Migrated:
    return GAME.migrate(question, [Answered(i, question.seat, key) for i, key in enumerate(keys)])


def attack_question(**pieces: int) -> Question:
    s = mars({"radau": {"rd_rebel": 2, **pieces}})
    return first_question(s, free_attack(s, RED_DUST, n("radau")), RED_DUST, "attack_remove")


def test_one_kind_had_to_go_in_an_attack() -> None:
    """16.9 Nobody was asked then, so as many go as could, and the old answer is for a later question."""
    question = attack_question(mg_troop=3)
    assert question.keys == [
        "attack_remove:mg_troop/3",
        "attack_remove:mg_troop/2",
        "attack_remove:mg_troop/1",
        "spare",
    ]
    assert meant(question, "pass") == Migrated("attack_remove:mg_troop/3", used=0)


def test_several_kinds_were_chosen_from() -> None:
    """16.9 The old answer is one of today's. A lone Satellite was asked about as well, and could be spared."""
    assert meant(attack_question(mg_troop=1, security=1), "attack_remove:security/1") == Migrated(
        "attack_remove:security/1"
    )
    question = attack_question(satellite=1)
    assert meant(question, "spare") == Migrated("spare")


@pytest.mark.parametrize(
    ("enemies", "answer", "used"),
    [({"mg_troop": 2}, "mg_troop", 0), ({"mg_troop": 1, "security": 1}, "security", 1)],
)
def test_purify_had_to_replace(enemies: dict[str, int], answer: str, used: int) -> None:
    """17.10 One kind of enemy was no question."""
    s = mars({"radau": {"cr_rebel": 5, **enemies}})
    rule = purify(s, begin_operation(s, RECLAIMERS, Op.RALLY))
    question = first_question(s, rule, RECLAIMERS, "purify_piece")
    assert meant(question, "purify_piece:security") == Migrated(f"purify_piece:{answer}", used=used)


def test_what_all_must_be_taken_is_asked_no_more() -> None:
    """The old answer is passed over; one that fits nothing and never did is not."""
    question = attack_question(mg_troop=1, security=1)
    assert meant(question, "event_to_support:gandhi", "attack_remove:security/1") == Migrated(None)
    with pytest.raises(IllegalChoice):
        meant(question, "rally:gandhi")


def test_population_beside_pieces_that_all_go() -> None:
    """13.1 It was one of the choices of the load, and is now asked about after it."""
    s = mars({"earth": {"security": 2, "specops": 1}})
    s.population_on_earth = 1
    rule = send(s, CORPORATIONS, 5, may_send_people=True)
    question = first_question(s, rule, CORPORATIONS, "cycler_extra")
    assert meant(question, "cycler:security/2") == Migrated(None)
    assert meant(question, "cycler:population/1") == Migrated("cycler_extra:population/1")
