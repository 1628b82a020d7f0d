"""5 Population: House, Repair, Damage, Fortified Troops, and where Population markers go."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.earthgov import arrive
from sandtable.games.red_dust.rules.population import can_house, can_repair, house, place_damage, repair
from sandtable.games.red_dust.rules.redeploy import redeploy_marsgov
from sandtable.games.red_dust.state import Mars, Op

from ..kit import at, mars, n, operation, play

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS


def damage(s: Mars, space: str) -> bool:
    """Place one Damage; returns whether a Damage marker came."""
    result: bool = play(s, place_damage(s, n(space))).result
    return result


# Population


@pytest.mark.parametrize(
    ("space", "printed"),
    [
        ("radau", 1),
        ("europa", 2),
        ("gandhi", 2),
        ("tenzing", 3),
        ("shenzhou", 3),
        ("wilderness", 0),
        ("phobos", 0),
    ],
)
def test_printed_population(space: str, printed: int) -> None:
    """3.2 One green square in a Desert, two in most Labyrinths, three in Tenzing and Shenzhou, none elsewhere."""
    assert mars().population(n(space)) == printed


def test_printed_population_of_mars() -> None:
    """3.2 The printed Population adds up to 33."""
    s = mars()
    assert sum(s.population(space) for space in range(24)) == 33


def test_damage_and_markers_count() -> None:
    """5 Green squares less Damage, plus Population markers on gray squares."""
    s = mars(damage={"tenzing": 2, "radau": 1}, housed={"europa": 2})
    assert [s.population(n(space)) for space in ("tenzing", "radau", "europa")] == [1, 0, 4]


# House


def test_house_moves_a_marker_in() -> None:
    """5.1 One marker moves from Displaced Population to the space."""
    s = mars(displaced=3)
    play(s, house(s, MARS_GOV, n("europa")))
    assert (s.displaced, s.housed[n("europa")], s.population(n("europa"))) == (2, 1, 3)


@pytest.mark.parametrize(
    ("space", "room"), [("radau", 1), ("europa", 2), ("tenzing", 1), ("wilderness", 0), ("phobos", 0)]
)
def test_house_needs_an_empty_gray_square(space: str, room: int) -> None:
    """5.1 As many markers as there are gray squares: two in most Labyrinths, one in Tenzing and in Deserts."""
    s = mars(displaced=5)
    for _ in range(room):
        assert can_house(s, n(space))
        play(s, house(s, RED_DUST, n(space)))
    assert not can_house(s, n(space))


def test_house_needs_no_damage_and_somebody_displaced() -> None:
    """5.1 Not in a space with Damage, and not if Displaced Population is empty."""
    s = mars(displaced=1, damage={"europa": 1})
    assert not can_house(s, n("europa"))
    assert can_house(s, n("gandhi"))
    s.displaced = 0
    assert not can_house(s, n("gandhi"))


@pytest.mark.parametrize(
    ("who", "up", "after"), [(M, False, True), (M, True, True), (D, True, False), (D, False, False)]
)
def test_the_marker_after_house_and_repair(who: int, up: bool, after: bool) -> None:
    """5.1, 5.2 MG sets EG+, RD sets EG-, by House and by Repair."""
    for rule in (house, repair):
        s = mars(displaced=1, is_eg_up=up, damage={"europa": int(rule is repair)})
        play(s, rule(s, who, n("europa")))
        assert s.is_eg_up is after


@pytest.mark.parametrize(("answer", "turns"), [("leave", False), ("eg_up", True)])
def test_corp_turns_the_marker_as_it_likes(answer: str, turns: bool) -> None:
    """5.1 CORP sets either side or leaves the marker alone."""
    for rule in (house, repair):
        s = mars({"europa": {"security": 1}}, displaced=1, damage={"europa": int(rule is repair)})
        played = play(s, rule(s, CORPORATIONS, n("europa")), answer)
        assert s.is_eg_up is turns
        assert played.who("eg_marker") == CORPORATIONS


def test_corp_may_set_the_minus_side() -> None:
    """5.1 The other way round too."""
    s = mars(displaced=1, is_eg_up=True)
    play(s, house(s, CORPORATIONS, n("europa")), "eg_down")
    assert not s.is_eg_up


@pytest.mark.parametrize("up", [True, False])
def test_cr_leaves_the_marker(up: bool) -> None:
    """5.1 (ruling) If an Event lets CR House, the EG marker stays."""
    s = mars(displaced=1, is_eg_up=up)
    play(s, house(s, RECLAIMERS, n("europa")))
    assert s.is_eg_up is up


# Repair


def test_repair_takes_damage_and_a_marker_away() -> None:
    """5.2, 5.5 The Damage goes, and one marker of Displaced Population goes to the general supply."""
    s = mars(displaced=2, damage={"tenzing": 2})
    play(s, repair(s, MARS_GOV, n("tenzing")))
    assert (s.damage[n("tenzing")], s.displaced, s.housed[n("tenzing")]) == (1, 1, 0)


@pytest.mark.parametrize(("who", "left"), [(M, [17, 20, 20]), (D, [20, 20, 18])])
def test_repair_costs_resources(who: int, left: list[int]) -> None:
    """5.2 MG pays 3 Resources, RD 2."""
    s = mars(displaced=1, damage={"europa": 1})
    play(s, repair(s, who, n("europa")))
    assert s.resources == left


def test_corp_repairs_with_a_security() -> None:
    """5.2, 4.4 CORP gives one Security in that space, which goes to Available; no Profits."""
    s = mars({"europa": {"security": 2}}, displaced=1, damage={"europa": 1})
    play(s, repair(s, CORPORATIONS, n("europa")), "leave")
    assert (at(s, "europa", "security"), at(s, "available", "security"), at(s, "casualties", "security")) == (
        1,
        15,
        0,
    )
    assert s.resources == [20, 20, 20]


def test_repair_needs_damage_displaced_and_the_cost() -> None:
    """5.2 Damage in the space, a marker in Displaced Population, and what it costs."""
    s = mars({"gandhi": {"security": 1}}, displaced=1, damage={"europa": 1}, resources=(3, 0, 2))
    europa, gandhi = n("europa"), n("gandhi")
    assert can_repair(s, MARS_GOV, europa)
    assert can_repair(s, RED_DUST, europa)
    assert not can_repair(s, CORPORATIONS, europa), "no Security there"
    assert not can_repair(s, MARS_GOV, gandhi), "no Damage there"
    s.resources = [2, 0, 1]
    assert not can_repair(s, MARS_GOV, europa)
    assert not can_repair(s, RED_DUST, europa)
    s.resources, s.displaced = [20, 0, 20], 0
    assert not can_repair(s, MARS_GOV, europa)


def test_repair_comes_on_top_of_the_operation() -> None:
    """5.2 Its price is added to the price of the Operation: 3 for Secure and 3 for Repair."""
    s = mars({"europa": {"mg_troop": 2}}, displaced=1, damage={"europa": 1}, resources=(6, 0, 0))
    operation(s, MARS_GOV, Op.SECURE, "secure:europa done done europa/repair")
    assert (s.resources[MARS_GOV], s.damage[n("europa")]) == (0, 0)


def test_repair_that_cannot_be_paid_beside_the_operation() -> None:
    """5.2, 10 With 5 Resources nothing is left for Repair after a Secure of 3."""
    s = mars({"europa": {"mg_troop": 2}}, displaced=1, damage={"europa": 1}, resources=(5, 0, 0))
    played = operation(s, MARS_GOV, Op.SECURE, "secure:europa done")
    assert not played.was_asked("improve")
    assert s.resources[MARS_GOV] == 2


# Damage


def test_damage_covers_a_green_square() -> None:
    """5.3 A Damage marker on a green square, and one marker from the supply into Displaced Population."""
    s = mars(displaced=1)
    assert damage(s, "europa")
    assert (s.damage[n("europa")], s.displaced, s.population(n("europa"))) == (1, 2, 1)


def test_damage_takes_a_fortified_troop_first() -> None:
    """5.3, ruling 3 A Fortified Troop goes to Available; the Damage is cancelled, markers or not."""
    s = mars({"europa": {"fortified_troop": 1, "mg_troop": 1}}, housed={"europa": 1})
    assert not damage(s, "europa")
    assert (at(s, "europa", "fortified_troop"), at(s, "europa", "mg_troop")) == (0, 1)
    assert (at(s, "available", "mg_troop"), s.displaced, s.population(n("europa"))) == (29, 0, 3)


@pytest.mark.parametrize("markers", [1, 2])
def test_damage_removes_all_markers_and_covers_a_square(markers: int) -> None:
    """5.3, ruling 2 All Population markers go to the general supply; then a green square is covered and one marker displaced.

    Europa has two green squares: one of them is left. House is barred by the Damage, so the next one covers the other.
    """
    s = mars(housed={"europa": markers}, alignment={"europa": 2})
    assert damage(s, "europa")
    assert (s.housed[n("europa")], s.damage[n("europa")], s.displaced, s.population(n("europa"))) == (
        0,
        1,
        1,
        1,
    )
    assert s.alignment[n("europa")] == 2
    assert damage(s, "europa")
    assert (s.damage[n("europa")], s.displaced, s.population(n("europa"))) == (2, 2, 0)


def test_damage_empties_a_desert_with_markers() -> None:
    """5.3, ruling 2 The only green square of a Desert is covered, so it is Unpopulated and Neutral at once."""
    s = mars(housed={"radau": 1}, alignment={"radau": -2})
    assert damage(s, "radau")
    assert (s.population(n("radau")), s.displaced, s.alignment[n("radau")]) == (0, 1, 0)


@pytest.mark.parametrize("space", ["radau", "wilderness", "phobos"])
def test_damage_where_nothing_is_left(space: str) -> None:
    """5.3 Nothing happens in an Unpopulated Desert, in the Wilderness or on Phobos."""
    s = mars(damage={"radau": 1})
    before = s.damage[:]
    assert not damage(s, space)
    assert (s.damage, s.displaced) == (before, 0)


@pytest.mark.parametrize("level", [-2, -1, 1, 2])
def test_a_space_without_population_becomes_neutral(level: int) -> None:
    """5.3 At once, from whatever alignment; with somebody left it keeps it."""
    s = mars(alignment={"radau": level, "europa": level})
    damage(s, "radau")
    damage(s, "europa")
    assert s.alignment[n("radau")] == 0
    assert s.alignment[n("europa")] == level


def test_what_comes_with_damage_comes_without_it_too() -> None:
    """5.3 (ruling) EG- and the loss of Profits stay when a Fortified Troop cancels the Damage of a Campaign."""
    s = mars(
        {"tenzing": {"rd_rebel": 1, "fortified_troop": 1, "corp_base": 1}},
        alignment={"tenzing": 2},
        is_eg_up=True,
        resources=(0, 5, 5),
    )
    operation(s, RED_DUST, Op.CAMPAIGN, "")
    assert at(s, "tenzing", "fortified_troop") == 0
    assert s.damage[n("tenzing")] == 0
    assert not s.is_eg_up
    assert s.resources[CORPORATIONS] == 3


def test_preach_sets_the_marker_though_the_damage_is_cancelled() -> None:
    """5.3 (ruling) The same for Preach, as in the tutorial's Tharsis Tholus."""
    s = mars({"radau": {"cr_rebel": 1, "fortified_troop": 1}}, is_eg_up=True, hand=[7], resources=(0, 0, 0))
    operation(s, RECLAIMERS, Op.PREACH, "preach:radau done")
    assert (at(s, "radau", "fortified_troop"), s.damage[n("radau")], s.is_eg_up) == (0, 0, False)


# Fortified Troops


def test_fortified_troops_count_as_troops() -> None:
    """5.4 For Control, for Assault and for Activation they are MG Troops like any other."""
    s = mars({"europa": {"fortified_troop": 2, "rd_rebel": 1}}, resources=(10, 0, 0))
    assert s.control[n("europa")] == 5
    operation(s, MARS_GOV, Op.SECURE, "secure:europa done done")
    assert at(s, "europa", "active_rd_rebel") == 1
    operation(s, MARS_GOV, Op.ASSAULT, "active_rd_rebel/1")
    assert at(s, "europa", "active_rd_rebel") == 0


def test_fortified_troops_can_be_removed_like_others() -> None:
    """5.4 An Attack may take them, and they protect MG Bases."""
    s = mars({"radau": {"fortified_troop": 1, "mg_base": 1, "rd_rebel": 6}}, resources=(0, 0, 5))
    operation(s, RED_DUST, Op.ATTACK, "", dice=[(6, 6)])
    assert (at(s, "radau", "fortified_troop"), at(s, "radau", "mg_base")) == (0, 0)


def test_a_fortified_troop_that_moves_is_one_no_more() -> None:
    """5.4, ruling 4 It loses the status when it is moved."""
    s = mars({"tenzing": {"fortified_troop": 2}}, resources=(3, 0, 0))
    operation(s, MARS_GOV, Op.SECURE, "secure:europa secure_from:tenzing 1 done")
    assert (
        at(s, "tenzing", "fortified_troop"),
        at(s, "europa", "fortified_troop"),
        at(s, "europa", "mg_troop"),
    ) == (1, 0, 1)


def test_fortified_troops_never_outnumber_the_population() -> None:
    """5.4, ruling 4 When Population shrinks, the surplus loses the status (here by Preach, which takes a marker)."""
    s = mars(
        {"radau": {"fortified_troop": 2, "cr_rebel": 1}}, housed={"radau": 1}, hand=[7], resources=(0, 0, 0)
    )
    operation(s, RECLAIMERS, Op.PREACH, "preach:radau done")
    assert (at(s, "radau", "fortified_troop"), at(s, "radau", "mg_troop")) == (1, 1)


@pytest.mark.parametrize(("moved", "stay", "arrive"), [(1, 1, 1), (2, 0, 2)])
def test_fortified_troops_in_redeploy(moved: int, stay: int, arrive: int) -> None:
    """Ruling 4 The status survives Redeploy if the Troop is not moved."""
    s = mars({"tenzing": {"fortified_troop": 2}, "europa": {"security": 1}})
    play(s, redeploy_marsgov(s), "tenzing europa" if moved == 2 else "tenzing only_some europa 1")
    assert (at(s, "tenzing", "fortified_troop"), at(s, "europa", "mg_troop")) == (stay, arrive)
    assert at(s, "europa", "fortified_troop") == 0


# Where markers go


def test_population_that_arrives_is_displaced() -> None:
    """5.5 Population reaching Phobos goes to Displaced Population."""
    s = mars(displaced=1)
    s.population_in_transit = 2
    play(s, arrive(s))
    assert (s.displaced, s.population_in_transit) == (3, 0)


def test_markers_taken_by_preach_leave_the_game() -> None:
    """5.5 To the general supply, not to Displaced Population."""
    s = mars({"europa": {"cr_rebel": 1}}, housed={"europa": 1}, hand=[7], resources=(0, 0, 0))
    operation(s, RECLAIMERS, Op.PREACH, "preach:europa done")
    assert (s.housed[n("europa")], s.displaced, s.damage[n("europa")]) == (0, 0, 0)


def test_there_are_always_markers_enough() -> None:
    """Ruling 30 Population, Damage and Supply are unlimited."""
    s = mars(displaced=60)
    s.supply_in_transit = 60
    damage(s, "europa")
    play(s, arrive(s))
    assert (s.displaced, s.damage[n("europa")], s.resources[MARS_GOV]) == (61, 1, 50)
