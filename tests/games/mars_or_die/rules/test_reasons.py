"""Why not: every unit, target, order and card that is not offered has a reason that names what is missing."""

from __future__ import annotations

import random

import msgspec
import pytest

import sandtable
from benchmarks.guidance import reasons
from sandtable.engine import Choice, Refusal, Run, Thing
from sandtable.engine.contract.reasons import disagreement, left_out
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.cards import blue, red
from sandtable.games.mars_or_die.rules import generals, guards, set_up, turn
from sandtable.games.mars_or_die.rules.action_table import FIRE_AT, FORM_SQUARE, LEAVE_SQUARE, Action
from sandtable.games.mars_or_die.rules.reasons import orders, targets, units
from sandtable.games.mars_or_die.rules.reasons.targets import charge_refusal, target_refusal
from sandtable.games.mars_or_die.rules.sight import firing_stands
from sandtable.games.mars_or_die.state import DESTROYED, IN_PLAY, LEFT, NOBODY, WAITING, Battle, leave

from ..field import COLUMN, LINE, SQUARE, Field, give, question

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")


def why(run: Run[Battle], unit: str) -> str | None:
    """What a player is told who points at a unit."""
    return question(run).why_not(Thing("unit", unit))


def greyed(run: Run[Battle]) -> dict[str, str]:
    """What cannot be chosen now, with the reason."""
    return {it.key: it.why for it in question(run).refused}


def target(*them: object, us: tuple[object, ...] = ("artillery", 20, 10, 90), **more: object) -> str | None:
    field = Field([us], [them], **more)  # type: ignore[arg-type]
    return why(give(field.run(), f"unit:us_{us[0]}"), f"them_{them[0]}")


def test_an_inch_beyond_the_range() -> None:
    """MD 6 The gun at y 10 reaches 24 inches from its front edge at 10.75; a sword band's near edge is at 36.75 - 0.75."""
    assert target("murk_sword", 20, 36.5, 270) == "Them Sword Band (a) is 1″ beyond the range of 24″."


def test_not_in_the_arc() -> None:
    """MD 6.6, R-MD-9 A line fires 45 degrees to each side; what is behind it is not in its arc."""
    told = target("murk_sword", 20, 5, 90, us=("earthan_infantry", 20, 10, 90))
    assert told == "Them Sword Band (a) is not in the arc of fire of Us Company (A), 45° to each side."


def test_behind_something() -> None:
    """R-MD-17 A village bars the sight, and so does another unit."""
    told = target(
        "murk_sword", 20, 20, 270, us=("earthan_infantry", 20, 10, 90), features=[("village", 20, 15, 12, 3)]
    )
    assert told == "Them Sword Band (a) is behind the village."
    field = Field([("machinegun", 20, 10, 90)], [("murk_sword", 20, 14, 270), ("wagon", 20, 18, 270)])
    told = why(give(field.run(), "unit:us_machinegun"), "them_wagon")
    assert told == "Them Sword Band (a) stands in the line of fire to Them Wagon (b)."


def test_who_fires_at_nobody_is_told_about_the_charge() -> None:
    """MD 4 A3 Sword bands do not fire: 9.5 inches from edge to edge are 4.5 more than the charge of 5."""
    told = target("murk_sword", 20, 21, 270, us=("murk_sword", 20, 10, 90))
    assert told == "Them Sword Band (a) is 4.5″ beyond the charge of 5″."


def test_in_melee() -> None:
    """R-MD-17 A target locked in melee may not be shot at."""
    field = Field(
        [("earthan_infantry", 20, 10, 90), ("murk_sword", 30, 18, 90)], [("murk_sword", 20, 18, 270)]
    )
    field.s.locks = [(1, 2)]
    run = give(field.run(), "unit:us_earthan_infantry")
    assert why(run, "them_murk_sword") == "Them Sword Band (a) is locked in melee, and cannot be fired at."


def test_units_that_cannot_act() -> None:
    """MD 3.3, R-MD-7, R-MD-23 Who has acted, rests after rapid fire, or is locked."""
    field = Field([("murk_sword", x, 10, 90) for x in (10, 25, 40, 55)], [("murk_sword", 40, 12, 270)])
    field.s.acted[0] = True
    field.s.rests[1] = field.s.turn
    field.s.locks = [(2, 4)]
    run = field.run(melee=[((1,) * 3, (1,) * 3)] * 4)
    assert why(run, "us_murk_sword_1") == "1st Us Sword Band (A) has acted this turn."
    assert why(run, "us_murk_sword_2") == "2nd Us Sword Band (B) does nothing this turn after its rapid fire."
    assert why(run, "us_murk_sword_3") == "3rd Us Sword Band (C) is locked in melee with Them Sword Band (a)."
    assert why(run, "them_murk_sword") == "Them Sword Band (a) is the enemy's."


def test_orders_are_greyed_with_their_reason() -> None:
    """MD 4 What a unit would do at other times."""
    square = Field([("earthan_infantry", 20, 10, 90, SQUARE)], [("murk_sword", 60, 40, 270)])
    told = greyed(give(square.run(), "unit:us_earthan_infantry"))
    assert told["move"] == "A square does not move."
    assert told["fire_at"] == "No enemy is in range, arc and sight."
    assert told["guard"] == "None of its stands is inside a terrain feature."
    lost = Field([("earthan_infantry", 20, 10, 90, COLUMN)], [("murk_sword", 60, 40, 270)])
    lost.s.disordered[0] = True
    told = greyed(give(lost.run(), "unit:us_earthan_infantry"))
    assert told["fire_at"] == "Us Company (A) is in disorder: it must change formation first."
    gun = Field([("artillery", 20, 10, 90)], [("murk_sword", 60, 40, 270)])
    told = greyed(give(gun.run(), "unit:us_artillery"))
    assert told["charge"] == "Us Gun (A) never charges."
    assert told["move_unlimber"] == "The gun is unlimbered."


def test_cards_are_greyed_with_their_reason() -> None:
    """MD 11.2 A card for another time, and one whose condition does not hold."""
    field = Field(
        [("earthan_infantry", 20, 10, 90)],
        [("murk_sword", 60, 40, 270)],
        hands=(["rapid_fire", "shrapnel"], []),
        colours=("blue", "green"),
    )
    told = greyed(give(field.run(), "unit:us_earthan_infantry"))
    assert told["action:play/rapid_fire"] == "B1 Rapid Fire is for infantry that has somebody to fire at."
    assert told["action:play/shrapnel"] == "B5 Shrapnel is played when your gun has hit."


def test_almost_everything_that_is_left_out_is_explained() -> None:
    """In 200 positions of random games, 95% at least, and options and reasons never disagree."""
    seen = reasons(GAME, 200)
    assert seen.disagree == []
    assert seen.left_out > 1000
    assert seen.share >= 0.95


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reasons_and_options_agree_in_battle(scenario: str) -> None:
    """The same in a game of the house, which comes to blows, at every seventh question."""
    table = sandtable.new(GAME, scenario=scenario, seed=5)
    rng, n = random.Random(5), 0
    while (asked := table.ask) is not None and n < 250:
        n += 1
        if n % 7 == 0:
            assert disagreement(table, asked) == ""
            if asked.spec.why is not None:
                assert all(asked.why_not(thing) for thing in left_out(table, asked))
            assert all(it.why for it in asked.refused)
        table.choose(asked.keys[list(asked.values).index(GAME.policy(table.run, rng))])


US = [("earthan_infantry", 20, 20, 90), ("machinegun", 23, 20, 90), ("artillery", 60, 6, 90)]
THEM = [("murk_sword", 20, 40, 270)]
COMPANY, GUN, ARTILLERY, FOE = range(4)
BESIDE = (Action(COMPANY, 0),)

#: What is chosen, given what, a unit that can be; then a fact that is changed, and the reason why it cannot be any more.
CONDITIONS = [
    (turn.READY, (0,), GUN, ("acted", True), units.HAS_ACTED),
    (turn.READY, (0,), GUN, ("rests", 2), turn.RESTS),
    (turn.READY, (0,), GUN, ("locks", (GUN, FOE)), units.LOCKED),
    (turn.READY, (0,), GUN, ("wall", True), turn.IN_THE_WALL),
    (guards.GUNS_BESIDE, BESIDE, GUN, ("acted", True), units.HAS_ACTED),
    (guards.GUNS_BESIDE, BESIDE, GUN, ("fears", FOE), units.MUST_SCATTER),
    (guards.GUNS_BESIDE, BESIDE, GUN, ("dug_in", 2), units.HAS_DUG_IN),
    (guards.GUNS_BESIDE, BESIDE, GUN, ("locks", (GUN, FOE)), units.LOCKED),
    (blue.DIGGERS, (0,), COMPANY, ("dug_in", 1), blue.IN_A_REDOUBT),
    (blue.DIGGERS, (0,), COMPANY, ("fears", FOE), units.MUST_SCATTER),
    (blue.DIGGERS, (0,), COMPANY, ("locks", (COMPANY, FOE)), units.LOCKED),
    (set_up.WITHOUT_GENERAL, (0,), ARTILLERY, ("generals", ARTILLERY), set_up.HAS_GENERAL),
]


def changed(s: Battle, unit: int, fact: str, value: object) -> Battle:
    """The battle with one fact changed."""
    if fact == "locks":
        s.locks = [value]  # type: ignore[list-item]
    elif fact == "wall":
        s.wall[0] = True
    elif fact == "generals":
        s.generals[0] = unit
    else:
        getattr(s, fact)[unit] = value
    return s


@pytest.mark.parametrize(("choice", "given", "unit", "fact", "reason"), CONDITIONS)
def test_each_condition_of_a_choice(
    choice: Choice[int], given: tuple[object, ...], unit: int, fact: tuple[str, object], reason: Refusal
) -> None:
    """MD 2, 3.3, 5.3, 9, B8: each condition for itself takes a unit away, and is told."""
    s = Field(US, THEM, generals=(COMPANY, None)).s
    assert unit in choice.all(s, *given)
    changed(s, unit, *fact)
    assert unit not in choice.all(s, *given)
    why = choice.why(s, *given)(unit)
    assert why is not None
    assert why.text == reason.text
    assert choice.why(s, *given)(FOE) is units.NOT_YOURS


def test_which_units_are_of_no_use() -> None:
    """MD 2, 5.3, B7, B8: guns neither dig in nor keep up, nothing is set up twice, and a whole unit needs no stand."""
    s = Field(US, THEM).s
    assert blue.DIGGERS.why(s, 0)(ARTILLERY) is blue.NO_DIGGERS
    assert guards.GUNS_BESIDE.why(s, *BESIDE)(ARTILLERY) is guards.NO_MACHINEGUN
    assert guards.GUNS_BESIDE.all(s, Action(GUN, 0)) == []
    assert set_up.TO_PLACE.why(s, 0)(GUN) is set_up.IS_SET_UP
    s.fates[GUN] = WAITING
    assert set_up.TO_PLACE.all(s, 0) == [GUN]
    whole = blue.WOUNDED.why(s, 0)(COMPANY)
    assert whole is not None
    assert whole.text == blue.LOST_OTHER_THAN_ONE.text
    assert blue.WOUNDED.why(s, 0)(GUN) is blue.NO_STANDS_TO_LOSE


def test_which_generals_can_join() -> None:
    """MD 9.3, R-MD-28: one who lives, has not changed units this turn and is within 9 inches; a unit has one general."""
    s = Field(US, THEM, generals=(COMPANY, 0)).s
    why = generals.GENERALS_NEAR.why(s, GUN)
    assert generals.GENERALS_NEAR.all(s, GUN) == [0]
    assert generals.GENERALS_NEAR.all(s, COMPANY) == []
    assert [why(0), why(1)] == [None, units.NOT_YOURS]
    too_far = generals.GENERALS_NEAR.why(s, ARTILLERY)(0)
    assert too_far is not None
    assert too_far.text == generals.TOO_FAR.text
    s.general_moved[0] = True
    assert why(0) is generals.HAS_RIDDEN
    s.fates[COMPANY] = DESTROYED
    assert why(0) is generals.IS_LOST
    s.generals[0], s.fates[-1] = NOBODY, IN_PLAY  # whoever is last: it is not the unit of this general
    assert why(0) is generals.IS_LOST


def test_a_general_who_is_with_the_unit() -> None:
    """MD 9.3: he is with it already, and does not join it; nor does he join a flyer over him."""
    s = Field(US, THEM, generals=(COMPANY, None)).s
    here = generals.GENERALS_NEAR.why(s, COMPANY)(0)
    assert here is not None
    assert here.text == generals.IS_HERE.text
    field = Field([("flyer_mg", 24, 20, 90), ("earthan_infantry", 20, 20, 90)], generals=(1, None))
    told = greyed(give(field.run(), "unit:us_flyer_mg"))
    assert told["join"] == "No general of yours could join it."


def test_which_units_no_card_is_for() -> None:
    """B7, R6: nothing is done for the enemy; and a stand comes back only where there is room for it."""
    beside = [("machinegun", 17, 20, 90), ("machinegun", 23, 20, 90)]
    s = Field([US[COMPANY], *beside], THEM).s
    s.poses[COMPANY] = msgspec.structs.replace(s.poses[COMPANY], slots=3, mask=0b111)
    no_room = blue.WOUNDED.why(s, 0)(COMPANY)
    assert no_room is blue.NO_ROOM_FOR_IT
    assert blue.WOUNDED.all(s, 0) == []
    assert blue.WOUNDED.why(s, 0)(FOE) is units.NOT_YOURS
    assert red.FLYERS_DRIVEN_OFF.why(s, 0)(FOE) is units.NOT_YOURS
    s = Field([US[COMPANY]], THEM).s
    s.poses[COMPANY] = msgspec.structs.replace(s.poses[COMPANY], slots=3, mask=0b111)
    assert blue.WOUNDED.all(s, 0) == [COMPANY]


def test_a_machinegun_without_room_beside_its_company() -> None:
    """MD 5.3: one that was beside the company finds no room; any other was not beside it."""
    s = Field(US, THEM).s
    told = [guards.why_not_keep_up(s, Action(COMPANY, 0, guns=guns), GUN).text for guns in ([GUN], [])]
    assert told == [guards.NO_ROOM_BESIDE.text, guards.NOT_BESIDE.text]


def with_card(card: str, *, near: bool = False, shape: int = LINE) -> Run[Battle]:
    """A company on whose action a card has been played; another card is in hand."""
    field = Field(
        [("earthan_infantry", 20, 10, 90, shape)],
        [("murk_sword", 20, 20 if near else 40, 270)],
        hands=([card, "shrapnel"], []),
        colours=("blue", "green"),
        generals=(0, None),
    )
    return give(field.run(), "unit:us_earthan_infantry", f"action:play/{card}")


def test_what_goes_with_a_card() -> None:
    """MD 11.2, B1, B3: one card on an action, before it and after a guard and a general; fire or movement, as it says."""
    told = greyed(with_card("en_avant"))
    assert told["action:play/shrapnel"] == "A card has been played on this action, and only one may be."
    assert told["fire_at"] == "That does not go with the card you have played on this action."
    assert told["leave_square"] == "Us Company (A) is not in square."
    assert told["guard"] == "A guard is left before a card is played."
    assert told["join"] == "A general joins before a card is played."
    # it does not fire, so the charge is what is told: 28.5 inches from edge to edge, and 6, 1 by the general and 2 by the card
    assert why(with_card("en_avant"), "them_murk_sword") == (
        "Them Sword Band (a) is 19.5″ beyond the charge of 9″."
    )
    assert greyed(with_card("rapid_fire", near=True))["move"] == told["fire_at"]


def why_no_order(s: Battle, unit: int, what: object) -> str:
    refused = orders.order_refusal(s, Action(unit, 0), what, [])
    assert refused is not None
    return refused.text


def test_why_a_unit_neither_forms_nor_leaves_a_square() -> None:
    """MD 1.4, R-MD-11, B8: one stand is no square; who has dug in this turn stays as it is."""
    s = Field(US, THEM).s
    s.poses[COMPANY] = msgspec.structs.replace(s.poses[COMPANY], slots=1, mask=1)
    assert why_no_order(s, COMPANY, FORM_SQUARE) == orders.ONE_STAND.text
    s = Field([("earthan_infantry", 20, 20, 90, SQUARE)], THEM).s
    assert why_no_order(s, COMPANY, LEAVE_SQUARE) == orders.NO_ROOM_TO_FORM.text
    s.dug_in[COMPANY] = s.turn
    assert why_no_order(s, COMPANY, LEAVE_SQUARE) == orders.HAS_DUG_IN.text
    assert why_no_order(Field(US, THEM).s, COMPANY, (FIRE_AT, FOE)) == orders.NO_TARGET.text


def test_whom_a_sword_band_does_not_charge() -> None:
    """MD 4 A3, MD 10: a flyer; an enemy within its reach that the player has just decided against has no reason."""
    told = target("flyer_mg", 20, 14, 270, us=("murk_sword", 20, 10, 90))
    assert told is not None
    assert told.endswith("flies: it cannot be fired at or charged.")
    s = Field([("murk_sword", 20, 10, 90)], [("murk_sword", 20, 14, 270)]).s
    assert charge_refusal(s, Action(0, 0), 1) is None


def test_nobody_fires_at_a_unit_that_has_left() -> None:
    """MD 6.1: a unit that has left over the edge is no target, though its pose is still known."""
    s = Field([("artillery", 20, 10, 90)], [("murk_sword", 20, 20, 270)]).s
    guns = firing_stands(s, 0)
    assert target_refusal(s, Action(0, 0), guns, 1) is None
    leave(s, 1, LEFT)
    assert target_refusal(s, Action(0, 0), guns, 1) is not None


def test_a_charge_that_no_heading_brings_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """MD 4 A3, R-MD-10: the enemy is straight ahead, but on none of the headings there is a way; nobody else bars it."""
    s = Field([("murk_sword", 20, 10, 90)], [("murk_sword", 20, 14, 270)]).s
    monkeypatch.setattr(targets, "charges", lambda s, u, most: {})
    assert charge_refusal(s, Action(0, 0), 1) is targets.NO_CLEAR_WAY
