"""MD 11 Cards: each of the 27, counters, and the one-card rule. C-3 to C-9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.engine import Run
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.printed.check import EFFECTS
from sandtable.games.mars_or_die.rules.action_table import Action
from sandtable.games.mars_or_die.rules.combat import attack_dice, defend_dice
from sandtable.games.mars_or_die.rules.geometry.formation import stands, without
from sandtable.games.mars_or_die.rules.melee import defence_dice
from sandtable.games.mars_or_die.rules.sight import can_fire
from sandtable.games.mars_or_die.state import (
    DISCARDS,
    DRIVEN_OFF,
    FAR_AWAY,
    HAND,
    IN_PLAY,
    INITIATIVE,
    NOBODY,
    STARTING,
    Battle,
)

from ..field import COLUMN, Field, Spec, charge, give, keys, lengths, offered, orders

FAR: list[Spec] = [("murk_sword", 66, 44, 180)]


def shot(attack: int, defend: int, is_hit: bool = False) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice of a shot; a script that does not fit the number of dice is an error."""
    return ((6,) * attack, (1,) * defend) if is_hit else ((1,) * attack, (6,) * defend)


def field_with(
    us: list[Spec], them: list[Spec], ours: Sequence[str] = (), theirs: Sequence[str] = (), **more: Any
) -> Field:
    def colour(cards: Sequence[str], other: str) -> str:
        return next((card.colour for card in GAME.pack("default")["cards"] if card.id in cards), other)

    return Field(
        us, them, hands=(ours, theirs), colours=(colour(ours, "blue"), colour(theirs, "green")), **more
    )


def discarded(run: Run[Battle]) -> list[str]:
    cards = GAME.pack("default")["cards"]
    return [cards[card].id for card in run.state.cards.zones[DISCARDS]]


def test_there_are_27_cards() -> None:
    """B4 Nine of each colour, one copy each, and every effect is known to the rules."""
    cards = GAME.pack("default")["cards"]
    assert len(cards) == 27
    assert {colour: sum(card.colour == colour for card in cards) for colour in ("green", "red", "blue")} == {
        "green": 9, "red": 9, "blue": 9,
    }  # fmt: skip
    assert {card.effect for card in cards} == EFFECTS


# Green


def test_g1_war_frenzy() -> None:
    """G1 One unit adds 2 inches to its charge."""
    field = field_with([("murk_sword", 20, 20, 90)], [("murk_sword", 20, 28, 270)], ["war_frenzy"])
    run = give(field.run(), "unit:us_murk_sword")
    assert "charge" not in orders(run)  # 6.5 inches, and the charge is 5
    give(run, "action:war_frenzy")
    assert keys(run) == ["hold", "action:charge/them_murk_sword"]
    assert discarded(run) == ["war_frenzy"]


def test_g2_blood_oath() -> None:
    """G2 One more melee die for each stand of a unit that charges, in this round."""
    field = field_with(
        [("murk_sword", 20, 20, 90), ("murk_sword", 60, 6, 90)], [("murk_sword", 20, 24, 270)], ["blood_oath"]
    )
    dice = [((4, 1, 1, 1), (4, 1, 1))] * 4
    run = give(charge(field.run(melee=dice), "unit:us_murk_sword_1"), "melee:blood_oath")
    assert run.state.locks == [(0, 2)]


def test_g3_arrow_storm() -> None:
    """G3 One archer unit fires each stand with 2 more dice."""
    field = field_with([("murk_archer", 20, 20, 90)], [("wagon", 20, 26, 270)], ["arrow_storm"])
    run = field.run(shot=[shot(6, 4)] * 4)
    give(run, "unit:us_murk_archer", "action:arrow_storm")
    assert orders(run) == ["hold", "fire_at", "fire"]
    give(run, "fire", *["fire:them_wagon_1"] * 4)
    spears = field_with([("murk_spear", 20, 20, 90)], [("wagon", 20, 23, 270)], ["arrow_storm"])
    assert "action:play/arrow_storm" not in keys(give(spears.run(), "unit:us_murk_spear"))


def test_g4_c4_thick_hide() -> None:
    """G4, C-4: a murk stand in rocks against 6 dice defends with 4 + 1 + 3 dice."""
    field = field_with(
        [("earthan_infantry", 20, 20, 90)],
        [("murk_sword", 20, 26, 270)],
        [],
        ["thick_hide"],
        features=[("rocks", 20, 26, 8, 2)],
    )
    run = field.run(shot=[shot(6, 8), shot(6, 5)])
    give(run, "unit:us_earthan_infantry", "fire", *["fire:them_murk_sword_2"] * 2, *["no_shot"] * 2)
    assert offered(run) == "shot_at"
    give(run, "shot_at:thick_hide")
    assert run.state.poses[1].mask == 15


def test_g5_c8_dust_devils() -> None:
    """G5, C-8: no shooting beyond 8 inches by either side this turn; artillery may fire up to 8 inches only."""
    field = field_with(
        [("artillery", 20, 20, 90), ("murk_sword", 60, 6, 90)], [("wagon", 20, 29.5, 270)], ["dust_devils"]
    )
    field.s.phase = STARTING
    run = give(field.run(), "start:dust_devils")
    assert run.state.dust
    assert can_fire(run.state, 0)  # 8 inches from edge to edge
    field.s.poses[2] = type(field.s.poses[2])(20_000, 29_510, 270)
    assert not can_fire(give(field.run(), "start:dust_devils").state, 0)


@pytest.mark.parametrize("near", [True, False])
def test_g6_champions_roar_against_an_order_to_scatter(near: bool) -> None:
    """G6 A unit within 6 inches of a murkleeg ignores an order to scatter."""
    units = [
        ("murk_sword", 20, 20, 90),
        ("murkleeg_melee", 20, 27 if near else 29, 90),
        ("murk_sword", 60, 6, 90),
    ]
    field = field_with(units, [("flyer_mg", 20, 30, 270), *FAR], ["champions_roar"])
    field.s.fears[0] = 3
    run = give(field.run(), "unit:us_murk_sword_1")
    if near:
        assert keys(run) == ["scatter", "action:play/champions_roar"]
        give(run, "action:champions_roar")
        assert run.state.fears[0] == NOBODY
        assert "hold" in keys(run)
    else:
        assert run.state.disordered[0]  # it had no choice


def test_g6_champions_roar_on_a_move() -> None:
    """G6 Or it adds 1 inch to its move."""
    units = [("murk_sword", 20, 20, 90), ("murkleeg_melee", 28, 20, 90)]
    run = give(
        field_with(units, FAR, ["champions_roar"]).run(),
        "unit:us_murk_sword",
        "action:champions_roar",
        "move",
    )
    assert lengths(run, "move:90")[-1] == 4


@pytest.mark.parametrize(("y", "able"), [(34.0, True), (33.4, False)])
def test_g7_ambush(y: float, able: bool) -> None:
    """G7 One infantry unit not yet within 12 inches of an enemy makes a second full move."""
    field = field_with([("murk_sword", 20, 20, 90)], [("murk_sword", 20, y, 270)], ["ambush"])
    run = give(field.run(), "unit:us_murk_sword")
    assert ("action:play/ambush" in keys(run)) is able
    if able:
        give(
            run,
            "action:ambush",
            "move",
            "move:90",
            "move_distance:3",
            "move_again:90",
            "move_again_distance:3",
        )
        assert run.state.poses[0].y == 26_000


def test_g8_drums_of_the_deep() -> None:
    """G8 2 more on this side's next initiative roll, and on that one only."""
    field = field_with([("murk_sword", 20, 20, 90)], FAR, ["drums"])
    field.s.phase = STARTING
    run = give(field.run(initiative=[(4,), (4,)]), "start:drums", "unit:us_murk_sword", "hold", "no_more")
    assert run.state.winner == 0  # 4 + 2 against 4 + 1
    assert run.state.drums == [0, 0]


def test_g8_drums_count_two() -> None:
    """G8, MD 3.1 They lost the last roll and win ties: 4 + 2 beats 4 + 1, but 3 + 2 does not."""
    field = field_with([("murk_sword", 20, 20, 90)], FAR, ["drums"])
    field.s.phase, field.s.drums, field.s.loser = INITIATIVE, [2, 0], 1
    assert field.run(initiative=[(4,), (4,)]).state.winner == 0
    assert field.run(initiative=[(3,), (4,)]).state.winner == 1


def test_g9_c6_evil_omen_answers_rapid_fire() -> None:
    """G9, B1, C-6: both are discarded; the unit fires once."""
    field = field_with(
        [("earthan_infantry", 20, 20, 90)], [("wagon", 20, 26, 270)], ["rapid_fire"], ["evil_omen"]
    )
    run = field.run(shot=[shot(6, 4)] * 4)
    give(run, "unit:us_earthan_infantry", "action:rapid_fire")
    assert offered(run) == "cancel"
    give(run, "cancel:evil_omen")
    assert discarded(run) == ["rapid_fire", "evil_omen"]
    give(run, "fire", *["fire:them_wagon_1"] * 4)
    assert run.state.acted[0]
    assert run.state.rests[0] == 0


# Red


def test_r1_marksmen_of_the_spires() -> None:
    """R1 One unit adds 4 inches to its range for this action."""
    field = field_with([("roujeen", 20, 20, 90)], [("wagon", 20, 35, 270)], ["marksmen"])
    run = give(field.run(shot=[shot(5, 4)] * 4), "unit:us_roujeen")
    assert "fire_at" not in orders(run)
    give(run, "action:marksmen")
    assert orders(run) == ["hold", "fire_at", "fire"]
    give(run, "fire", "fire:them_wagon_1", *["no_shot"] * 3)


def test_r2_canal_lore() -> None:
    """R2 One unit ignores canals and groves this turn: it crosses the water, and climbs without stopping."""
    field = field_with(
        [("roujeen", 20, 20, 90, COLUMN)], FAR, ["canal_lore"], features=[("wet_canal", 36, 24.5, 72, 2)]
    )
    run = give(field.run(), "unit:us_roujeen", "action:canal_lore", "move", "move:90")
    # Nobody stops in the water, and 6 inches do not take the whole column across: half an inch is all there is.
    assert run.state.poses[0].y == 20_500
    short = field_with(
        [("roujeen", 20, 20, 90)], FAR, ["canal_lore"], features=[("wet_canal", 36, 22, 72, 1)]
    )
    run = give(short.run(), "unit:us_roujeen", "action:canal_lore", "move")
    assert lengths(run, "move:90") == [0.5, 3.5, 4]
    dry = field_with([("roujeen", 20, 20, 90)], FAR, ["canal_lore"], features=[("dry_canal", 36, 20, 72, 3)])
    run = give(dry.run(), "unit:us_roujeen", "action:canal_lore", "move")
    assert lengths(run, "move:90")[-1] == 4


def test_r3_steady_ranks_after_a_melee() -> None:
    """R3 A unit does not step back after a melee round."""
    field = field_with([("murk_sword", 20, 20, 90)], [("roujeen", 20, 24, 270)], [], ["steady_ranks"])
    dice = [((6, 1, 1), (1,) * 4), ((1, 1, 1), (6, 1, 1, 1))] * 2
    run = charge(field.run(melee=dice), "unit:us_murk_sword")
    assert offered(run) == "step_back"
    give(run, "step_back:steady_ranks")
    assert run.state.poses[1].y == 24_000


def test_r3_steady_ranks_against_a_flyer() -> None:
    """R3 A unit passes its flyer check."""
    field = field_with(
        [("flyer_mg", 0, 0, 0), ("roujeen", 60, 6, 90)], [("roujeen", 20, 30, 270)], [], ["steady_ranks"]
    )
    field.s.poses[0] = FAR_AWAY
    run = field.run({"flyer check": [(1,)]})
    give(run, "unit:us_flyer_mg", "place_flyer", "flyer_x:20", "flyer_y:20", "flyer_facing:90", "no_shot")
    assert offered(run) == "shaken"
    give(run, "shaken:steady_ranks")
    assert run.state.fears[2] == NOBODY


def test_r4_c3_volley() -> None:
    """R4, C-3: 4 roujeen platoons combine to 20 dice instead of 17."""
    field = field_with([("roujeen", 20, 20, 90)], [("wagon", 20, 26, 270)], ["volley"])
    assert attack_dice(field.s, Action(0, 0), 5, 4) == 17
    run = field.run(shot=[shot(20, 4)])
    give(
        run,
        "unit:us_roujeen",
        "action:volley",
        "fire",
        "fire:them_wagon_1",
        *["fire:with_1/them_wagon_1"] * 3,
    )
    assert run.state.acted[0]


def feigned(y: float) -> Run[Battle]:
    field = field_with(
        [("murk_sword", 20, 20, 90), ("murk_sword", 60, 6, 90)],
        [("roujeen", 20, y, 270)],
        [],
        ["feigned_retreat"],
    )
    dice = [((4, 1, 1), (4, 1, 1, 1))] * 4
    run = charge(field.run(melee=dice), "unit:us_murk_sword_1")
    assert offered(run) == "charged"
    return give(run, "charged:feigned_retreat")


def test_r5_feigned_retreat() -> None:
    """R5 A charged unit first goes 3 inches straight back; if contact is lost the charge stops."""
    lost = feigned(25)
    assert lost.state.poses[2].y == 28_000
    assert lost.state.locks == []
    assert lost.state.poses[0].y == 25_000  # its whole charge, and no contact
    caught = feigned(22.5)
    assert caught.state.poses[2].y == 25_500
    assert caught.state.locks == [(0, 2)]


def test_r6_old_machinery() -> None:
    """R6 A flyer that was driven off may return, once: the card is used up."""
    field = field_with([("flyer_mg", 0, 0, 0), ("roujeen", 60, 6, 90)], FAR, ["old_machinery"])
    field.s.phase, field.s.poses[0] = STARTING, FAR_AWAY
    assert offered(field.run()) == "unit"  # nothing to bring back
    field.s.fates[0], field.s.live[0] = DRIVEN_OFF, [1]
    run = give(field.run(), "start:old_machinery")
    assert run.state.fates[0] == IN_PLAY
    assert "unit:us_flyer_mg" in keys(run)


def test_r7_skirmish_order_under_fire() -> None:
    """R7 One unit counts as in cover until the end of the turn, against this shot and the next ones."""
    field = field_with(
        [("earthan_infantry", 20, 20, 90), ("roujeen", 60, 6, 90)],
        [("roujeen", 20, 26, 270)],
        [],
        ["skirmish_order"],
    )
    run = field.run(shot=[shot(6, 5)] * 2)
    give(
        run,
        "unit:us_earthan_infantry",
        "fire",
        *["fire:them_roujeen_2"] * 2,
        *["no_shot"] * 2,
        "shot_at:skirmish_order",
    )
    assert run.state.skirmishing[2]
    give(run, "unit:us_roujeen", "hold", "unit:them_roujeen", "hold")
    assert not run.state.skirmishing[2]  # the turn is over


def test_r7_skirmish_order_in_a_melee() -> None:
    """R7, MD 7.4 Cover counts in the first round of a melee, too."""
    field = field_with(
        [("murk_sword", 20, 20, 90), ("murk_sword", 60, 6, 90)],
        [("roujeen", 20, 24, 270)],
        [],
        ["skirmish_order"],
    )
    dice = [((4, 1, 1), (4, 1, 1, 1, 1))] * 4
    run = charge(field.run(melee=dice), "unit:us_murk_sword_1")
    assert offered(run) == "attacked"
    give(run, "attacked:skirmish_order")
    assert defence_dice(run.state, 0, 2, stands(run.state.poses[2])[0]) == 1


def test_r8_sun_in_their_eyes() -> None:
    """R8 One shooting unit fires with 2 dice less for every roll."""
    field = field_with([("earthan_infantry", 20, 20, 90)], [("roujeen", 20, 26, 270)], [], ["sun_in_eyes"])
    run = field.run(shot=[shot(4, 4)] * 2)
    give(run, "unit:us_earthan_infantry", "fire", *["fire:them_roujeen_2"] * 2, *["no_shot"] * 2)
    assert offered(run) == "fired_on"
    give(run, "fired_on:sun_in_eyes")
    assert run.state.acted[0]


@pytest.mark.parametrize("counter", ["evil_omen", "envoys_word", "telegraph"])
def test_counters_cancel_any_card(counter: str) -> None:
    """G9, R9, B9, R-MD-31 A counter cancels the card it answers, and cannot be countered itself."""
    field = field_with([("murk_sword", 20, 20, 90)], FAR, ["drums", "evil_omen"], [counter])
    field.s.phase = STARTING
    run = give(field.run(), "start:drums", f"cancel:{counter}")
    assert discarded(run) == ["drums", counter]
    assert run.state.drums == [0, 0]
    assert offered(run) == "unit"


# Blue


def test_b1_rapid_fire() -> None:
    """B1 One infantry unit fires twice; then it does nothing next turn."""
    field = field_with(
        [("earthan_infantry", 20, 20, 90), ("machinegun", 60, 6, 90)],
        [("murkleeg_melee", 20, 26, 270)],
        ["rapid_fire"],
    )
    run = field.run(shot=[shot(6, 6)] * 8)
    give(run, "unit:us_earthan_infantry", "action:rapid_fire", "fire", *["fire:them_murkleeg_melee_1"] * 8)
    assert run.state.rests[0] == 3
    give(run, "unit:us_machinegun", "hold", "unit:them_murkleeg_melee", "hold")
    assert run.state.turn == 3
    while "unit:them_murkleeg_melee" in keys(run):
        give(run, "unit:them_murkleeg_melee", "hold")
    assert "unit:us_earthan_infantry" not in keys(run)
    assert "unit:us_machinegun" in keys(run)


def test_b2_fix_bayonets() -> None:
    """B2 One more melee die for each stand of an infantry unit that charges, in the first round."""
    field = field_with(
        [("earthan_infantry", 20, 20, 90), ("machinegun", 60, 6, 90)],
        [("murk_sword", 20, 24, 270)],
        ["fix_bayonets"],
    )
    dice = [((4, 1, 1, 1, 1), (4, 1, 1))] * 4
    run = give(charge(field.run(melee=dice), "unit:us_earthan_infantry"), "melee:fix_bayonets")
    assert run.state.locks == [(0, 2)]
    riders = field_with(
        [("earthan_cavalry", 20, 20, 90), ("machinegun", 60, 6, 90)],
        [("murk_sword", 20, 24, 270)],
        ["fix_bayonets"],
    )
    run = riders.run(melee=[((4, 1, 1, 1, 1), (4, 1, 1))] * 4)
    assert offered(charge(run, "unit:us_earthan_cavalry")) == "unit"


@pytest.mark.parametrize(("what", "far"), [("move", 6), ("about_move", 3)])
def test_b3_en_avant_on_a_move(what: str, far: float) -> None:
    """B3 One unit adds 2 inches to its move, halved with it."""
    run = give(
        field_with([("earthan_infantry", 20, 20, 90)], FAR, ["en_avant"]).run(),
        "unit:us_earthan_infantry",
        "action:en_avant",
        what,
    )
    assert lengths(run, "move:90" if what == "move" else "half_move:270")[-1] == far


def test_b3_en_avant_on_a_charge() -> None:
    """B3 Or to its charge."""
    run = give(
        field_with([("earthan_infantry", 20, 20, 90)], [("murk_sword", 20, 29, 270)], ["en_avant"]).run(),
        "unit:us_earthan_infantry",
    )
    assert "charge" not in orders(run)
    assert "charge" in orders(give(run, "action:en_avant"))


def test_b4_last_cartridges() -> None:
    """B4 A four-stand unit down to one or two stands defends with 2 more dice this turn."""

    def under_fire(lost: int) -> Run[Battle]:
        field = field_with(
            [("roujeen", 20, 20, 90)], [("earthan_infantry", 20, 26, 270)], [], ["last_cartridges"]
        )
        for slot in range(lost):
            field.s.poses[1] = without(field.s.poses[1], slot)
        run = field.run(shot=[shot(5, 6)] * 2)
        return give(run, "unit:us_roujeen", "fire", *["fire:them_earthan_infantry_4"] * 2, *["no_shot"] * 2)

    run = under_fire(2)
    assert offered(run) == "shot_at"
    assert give(run, "shot_at:last_cartridges").state.cartridges[1]
    three = field_with(
        [("roujeen", 20, 20, 90)], [("earthan_infantry", 20, 26, 270)], [], ["last_cartridges"]
    )
    three.s.poses[1] = without(three.s.poses[1], 0)
    run = three.run(shot=[shot(5, 4)])
    give(run, "unit:us_roujeen", "fire", "fire:them_earthan_infantry_4", *["no_shot"] * 3)
    assert run.state.acted[0]


def test_b5_c9_shrapnel() -> None:
    """B5, C-9: after a first hit with two adjacent stands, two shots of 7 dice, one at each."""
    field = field_with(
        [("artillery", 20, 20, 90), ("machinegun", 60, 6, 90)], [("murk_sword", 20, 35, 270)], ["shrapnel"]
    )
    run = field.run(shot=[shot(10, 4, True), shot(7, 4, True), shot(7, 4, True)])
    give(run, "unit:us_artillery", "fire", "fire:them_murk_sword_2")
    assert offered(run) == "after_hit"
    give(run, "after_hit:shrapnel")
    assert keys(run) == ["second:them_murk_sword_1", "second:them_murk_sword_3", "no_shot"]
    give(run, "second:them_murk_sword_1")
    assert keys(run) == ["second:them_murk_sword_3", "no_shot"]
    give(run, "second:them_murk_sword_3")
    assert run.state.poses[2].mask == 0b1000


def test_b6_belt_change() -> None:
    """B6 A machinegun that missed its first shot may repeat it."""
    field = field_with([("machinegun", 20, 20, 90)], [("murk_sword", 20, 28, 270)], ["belt_change"])
    run = field.run(shot=[shot(8, 4), shot(8, 4, True), shot(6, 4)])
    give(run, "unit:us_machinegun", "fire", "fire:them_murk_sword_2")
    assert offered(run) == "after_miss"
    give(run, "after_miss:belt_change")
    assert offered(run) == "second"
    assert run.state.poses[1].mask == 0b1101


@pytest.mark.parametrize(("lost", "able"), [(0, False), (1, True), (2, False)])
def test_b7_field_dressing(lost: int, able: bool) -> None:
    """B7 Return one lost stand to a unit that has lost exactly one."""
    field = field_with([("earthan_infantry", 20, 20, 90)], FAR, ["field_dressing"])
    for slot in range(lost):
        field.s.poses[0] = without(field.s.poses[0], slot)
    field.s.phase = STARTING
    run = field.run()
    assert (offered(run) == "start") is able
    if able:
        give(run, "start:field_dressing")
        assert run.state.poses[0].mask == 15  # the place it left is still there


def test_b7_where_the_stand_comes_back() -> None:
    """B7 A unit that has closed up gets its stand at either end."""
    field = field_with([("earthan_infantry", 20, 20, 90)], FAR, ["field_dressing"])
    field.s.poses[0] = type(field.s.poses[0])(20_000, 20_000, 90, 0, 3, 7)
    field.s.phase = STARTING
    run = give(field.run(), "start:field_dressing")
    assert keys(run) == ["at_the_left", "at_the_right"]
    pose = give(run, "at_the_left").state.poses[0]
    assert (pose.x, pose.slots, pose.mask) == (19_250, 4, 15)


def test_b8_c5_wire_and_sandbags() -> None:
    """B8, C-5: infantry that will not move counts as in a redoubt until it moves: 6 dice against 4 + 1."""
    field = field_with([("earthan_infantry", 20, 20, 90), ("machinegun", 60, 6, 90)], FAR, ["sandbags"])
    field.s.phase = STARTING
    run = give(field.run(), "start:sandbags", "dig_in:us_earthan_infantry", "unit:us_earthan_infantry")
    assert defend_dice(run.state, 0, stands(run.state.poses[0])[0]) == 5
    assert run.state.acted[0]  # it can do nothing but hold: it does not move this turn
    assert run.state.poses[0].y == 20_000
    field.s.dug_in[0], field.s.phase = 1, 5
    run = give(field.run(), "unit:us_earthan_infantry", "move", "move:90", "move_distance:1")
    assert defend_dice(run.state, 0, stands(run.state.poses[0])[0]) == 4


# The one-card rule


def test_c7_a_second_card_on_a_shot_is_refused() -> None:
    """MD 11.2, C-7: from one side or one from each; a counter is not counted."""
    units: tuple[list[Spec], list[Spec]] = (
        [("murk_archer", 20, 20, 90), ("murk_sword", 60, 6, 90)],
        [("roujeen", 20, 26, 270)],
    )
    field = field_with(*units, ["arrow_storm"], ["skirmish_order"])
    run = field.run(shot=[shot(6, 4)])
    give(run, "unit:us_murk_archer", "action:arrow_storm", "fire", "fire:them_roujeen_2", *["no_shot"] * 3)
    assert offered(run) == "unit"  # they were not asked
    own = field_with(*units, ["arrow_storm", "war_frenzy"], [])
    run = give(own.run(), "unit:us_murk_archer", "action:arrow_storm")
    assert orders(run) == ["hold", "fire_at", "fire"]


def test_a_cancelled_card_leaves_room_for_another() -> None:
    """R-MD-31 A counter cancels the card: nothing has influenced the shot yet."""
    units: tuple[list[Spec], list[Spec]] = [("murk_archer", 20, 20, 90)], [("roujeen", 20, 26, 270)]
    field = field_with(*units, ["arrow_storm"], ["envoys_word", "skirmish_order"])
    run = field.run(shot=[shot(4, 5)])
    give(
        run,
        "unit:us_murk_archer",
        "action:arrow_storm",
        "cancel:envoys_word",
        "fire",
        "fire:them_roujeen_2",
        *["no_shot"] * 3,
    )
    assert offered(run) == "shot_at"


def test_a_card_on_the_charge_is_not_one_on_the_melee() -> None:
    """MD 11.2 One card for a movement, one for a combat; a lasting card counts only where it was played."""
    field = field_with(
        [("murk_sword", 20, 20, 90), ("murk_sword", 60, 6, 90)],
        [("roujeen", 20, 28, 270)],
        ["war_frenzy", "blood_oath"],
        ["feigned_retreat"],
    )
    run = field.run(melee=[((4, 1, 1, 1), (4, 1, 1, 1))] * 4)
    charge(run, "unit:us_murk_sword_1", "action:war_frenzy")
    assert (
        offered(run) == "melee"
    )  # no feigned retreat: the movement has its card; but the melee has none yet


def test_wrong_colours_are_dead_cards() -> None:
    """MD 11.3, R-MD-31 Only cards of one's own colour can be played."""
    field = Field(
        [("murk_sword", 20, 20, 90)], FAR, hands=(["drums", "rapid_fire"], []), colours=("blue", "green")
    )
    field.s.phase = STARTING
    assert offered(field.run()) == "unit"


def test_hands_are_hidden() -> None:
    """MD 11 A side sees its own hand and how many cards the other holds."""
    field = field_with([("murk_sword", 20, 20, 90)], FAR, ["drums"], ["telegraph"])
    ours, theirs, nobodys = (GAME.view(field.s, seat).hands for seat in (0, 1, None))
    drums, telegraph = field.s.cards.zones[HAND][0], field.s.cards.zones[HAND + 1][0]
    assert (ours, theirs, nobodys) == ([[drums], [None]], [[None], [telegraph]], [[None], [None]])
