"""16.9 Attack, 17.9 and 17.12 Ambush."""

from __future__ import annotations

import pytest

from sandtable.engine import Roll
from sandtable.games.red_dust.printed.map import RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.attack import _roll
from sandtable.games.red_dust.state import Mars, Op

from ..kit import Played, at, mars, n, operation, spaces_for
from ..op_kit import offered

D, R = RED_DUST, RECLAIMERS
Counts = dict[str, int]
#: Dice that succeed for one Rebel and more, and that never do.
HIT, MISS = 1, 6


def attack(s: Mars, who: int, dice: tuple[int, int], answers: str = "") -> Played:
    """An Attack in the only space there is to Attack."""
    if who == RECLAIMERS:
        answers = f"attack:radau {answers} done"
    return operation(s, who, Op.ATTACK, answers, dice=[dice])


def position(pieces: Counts, **more: object) -> Mars:
    return mars({"radau": pieces}, resources=(0, 5, 1), hand=[7], **more)  # type: ignore[arg-type]


def removals(played: Played) -> list[list[str]]:
    return [keys for _, topic, keys in played.asked if topic == "attack_remove"]


# Where


@pytest.mark.parametrize(
    ("pieces", "who"),
    [
        ({"rd_rebel": 1, "mg_troop": 1}, [D]),
        ({"active_cr_rebel": 1, "corp_base": 1}, [R]),
        ({"rd_rebel": 1, "cr_rebel": 1}, [D, R]),
        ({"rd_rebel": 1, "cr_base": 1}, [D]),
        ({"rd_base": 1, "mg_troop": 1}, []),
        ({"rd_rebel": 1, "rd_base": 1}, []),
        ({"rd_rebel": 1, "specops": 1}, [D]),
        ({"rd_rebel": 1, "satellite": 1}, [D]),
    ],
)
def test_attack_where(pieces: Counts, who: list[int]) -> None:
    """16.9, ruling 1 Own Rebels, Hidden or Active, and enemy forces; a Satellite makes a space attackable too."""
    s = position(pieces)
    assert [it for it in (D, R) if "radau" in spaces_for(s, it, Op.ATTACK)] == who


def test_the_log_knows_which_dice_hit() -> None:
    """16.9 A die is a hit if it shows no more than the number of Rebels; people see it marked."""
    for rebels, hits in ((1, (True, False)), (3, (True, True))):
        dice = _roll(mars({}), D, n("radau"), rebels).send(None)
        assert isinstance(dice, Roll)
        assert dice.hits((1, 3)) == hits
        assert (dice.by, len(dice.mods)) == (D, 2), "whose they are, and what they are read against"


def test_attack_costs_1_for_each_space() -> None:
    """16.9 Each space once."""
    pieces = {"rd_rebel": 1, "mg_troop": 2}
    s = mars({"radau": pieces, "marth": pieces}, resources=(0, 0, 2))
    operation(s, RED_DUST, Op.ATTACK, "radau marth", dice=[(6, 6), (6, 6)])
    assert s.resources[RED_DUST] == 0


# The dice


def test_all_own_rebels_turn_active() -> None:
    """16.9 (1) Only one's own."""
    s = position({"rd_rebel": 3, "cr_rebel": 1, "mg_troop": 1})
    attack(s, RED_DUST, (MISS, MISS))
    assert [at(s, "radau", it) for it in ("rd_rebel", "active_rd_rebel", "cr_rebel")] == [0, 3, 1]


@pytest.mark.parametrize(
    ("others", "dice", "damaged"),
    [
        ({"mg_troop": 3}, (2, 2), True),
        ({"mg_troop": 2}, (2, 2), False),
        ({"rd_base": 1, "cr_rebel": 2, "corp_base": 1}, (2, 3), True),
        ({"specops": 2, "eg_troop": 2}, (2, 3), True),
        ({"specops": 2, "eg_troop": 2}, (2, 4), False),
        ({"mg_troop": 2, "satellite": 4}, (2, 2), False),
    ],
)
def test_damage(others: Counts, dice: tuple[int, int], damaged: bool) -> None:
    """16.9 (3), ruling 1 If the sum is at most all forces there, own ones and Bases included, Satellites not.

    There is one Rebel, so dice from 2 up remove nobody.
    """
    s = position({"rd_rebel": 1, **others})
    attack(s, RED_DUST, dice)
    assert s.damage[n("radau")] == int(damaged)


@pytest.mark.parametrize(
    ("rebels", "dice", "lost"),
    [(1, (1, 6), 2), (1, (1, 1), 4), (1, (2, 2), 0), (3, (3, 4), 2), (3, (3, 3), 4), (6, (6, 6), 4)],
)
@pytest.mark.parametrize("who", [D, R])
def test_each_die_not_above_the_rebels_removes_two(
    rebels: int, dice: tuple[int, int], lost: int, who: int
) -> None:
    """16.9 (4) Own Rebels only, not their Bases."""
    own = "rd" if who == D else "cr"
    s = position({f"{own}_rebel": rebels, f"{own}_base": 1, "mg_troop": 5})
    attack(s, who, dice)
    assert at(s, "radau", "mg_troop") == 5 - lost


def test_rebels_are_counted_before_removals() -> None:
    """16.9 (4) Both dice against the same number; the free choice of the attacker, piece by piece."""
    s = position({"rd_rebel": 2, "mg_troop": 2, "security": 2})
    played = attack(s, RED_DUST, (2, 2), "security/1 mg_troop/2")
    assert removals(played)[0] == ["mg_troop/2", "mg_troop/1", "security/2", "security/1", "spare"]
    assert (at(s, "radau", "mg_troop"), at(s, "radau", "security"), at(s, "casualties", "security")) == (
        0,
        0,
        2,
    )


# What a die removes


def test_one_earthgov_troop_or_two_others() -> None:
    """16.9 (4) A die that takes an EG Troop takes nothing else; one that took something else takes no EG Troop."""
    pieces = {"rd_rebel": 1, "eg_troop": 2, "mg_troop": 3}
    s = position(pieces)
    attack(s, RED_DUST, (HIT, MISS), "eg_troop")
    assert (at(s, "radau", "eg_troop"), at(s, "radau", "mg_troop"), at(s, "casualties", "eg_troop")) == (
        1,
        3,
        1,
    )
    s = position(pieces)
    attack(s, RED_DUST, (HIT, MISS), "mg_troop")
    assert (at(s, "radau", "eg_troop"), at(s, "radau", "mg_troop")) == (2, 1)


def test_each_die_is_spent_on_its_own() -> None:
    """Ruling 24 One die on an EG Troop, the other on two Troops; a die may remove one force only."""
    s = position({"rd_rebel": 1, "eg_troop": 1, "mg_troop": 3})
    attack(s, RED_DUST, (HIT, HIT), "eg_troop")
    assert (at(s, "radau", "eg_troop"), at(s, "radau", "mg_troop")) == (0, 1)
    s = position({"rd_rebel": 1, "eg_troop": 2, "mg_troop": 1})
    attack(s, RED_DUST, (HIT, HIT), "mg_troop")
    assert (at(s, "radau", "eg_troop"), at(s, "radau", "mg_troop")) == (1, 0)


def test_hidden_rebels_of_the_other_faction_may_be_taken() -> None:
    """16.9 (4) Hidden Rebels yes, Hidden SpecOps no."""
    s = position({"rd_rebel": 1, "cr_rebel": 1, "specops": 2, "active_specops": 1})
    attack(s, RED_DUST, (HIT, MISS), "cr_rebel")
    assert [at(s, "radau", it) for it in ("cr_rebel", "active_specops", "specops")] == [0, 0, 2]
    assert at(s, "casualties", "specops") == 1


def test_hidden_specops_do_not_protect_a_base() -> None:
    """4.5 In an Attack they neither protect a Base nor can be removed; Active ones and cubes protect it."""
    s = position({"rd_rebel": 1, "specops": 2, "corp_base": 1})
    attack(s, RED_DUST, (HIT, MISS))
    assert (at(s, "radau", "corp_base"), at(s, "radau", "specops"), at(s, "casualties", "corp_base")) == (
        0,
        2,
        1,
    )
    s = position({"rd_rebel": 1, "active_specops": 2, "corp_base": 1})
    attack(s, RED_DUST, (HIT, MISS))
    assert (at(s, "radau", "corp_base"), at(s, "radau", "active_specops")) == (1, 0)


def test_earthgov_troops_protect_coin_bases() -> None:
    """4.5 All COIN units do, so nothing but an EG Troop can be taken here."""
    s = position({"rd_rebel": 1, "eg_troop": 2, "mg_base": 1})
    attack(s, RED_DUST, (HIT, HIT))
    assert (at(s, "radau", "eg_troop"), at(s, "radau", "mg_base")) == (0, 1)


def test_rebels_do_not_protect_the_bases_of_others() -> None:
    """1, 4.5 CR Rebels protect CR Bases only; the other Rebels' Base is an enemy force like any other."""
    s = position({"rd_rebel": 1, "cr_base": 1, "mg_troop": 2})
    attack(s, RED_DUST, (HIT, MISS), "cr_base")
    assert (at(s, "radau", "cr_base"), at(s, "radau", "mg_troop")) == (0, 1)


def test_a_satellite_may_be_one_of_the_two() -> None:
    """16.9 (4), ruling 1 It goes to Casualties and takes one removal; it need not be taken."""
    s = position({"rd_rebel": 1, "mg_troop": 1, "satellite": 1})
    attack(s, RED_DUST, (HIT, MISS), "satellite")
    assert (at(s, "radau", "mg_troop"), at(s, "casualties", "satellite")) == (0, 1)
    s = position({"rd_rebel": 1, "satellite": 1})
    attack(s, RED_DUST, (HIT, MISS), "spare")
    assert at(s, "radau", "satellite") == 1


@pytest.mark.parametrize(("who", "bases"), [(R, 1), (D, 0)])
def test_the_reclaimers_take_over_a_terraforming_base(who: int, bases: int) -> None:
    """16.9 (5) A CR Base in the place of each Terraforming Base CR removes; RD's Attack does no such thing."""
    own = "rd_rebel" if who == D else "cr_rebel"
    s = position({own: 1, "terraforming_base": 1, "corp_base": 0})
    attack(s, who, (HIT, MISS))
    assert (at(s, "radau", "cr_base"), at(s, "casualties", "corp_base")) == (bases, 1)


def test_no_base_for_a_basic_one() -> None:
    """16.9 (5) Terraforming only."""
    s = position({"cr_rebel": 1, "corp_base": 1})
    attack(s, RECLAIMERS, (HIT, MISS))
    assert (at(s, "radau", "cr_base"), at(s, "radau", "corp_base")) == (0, 0)


def test_damage_comes_before_removals() -> None:
    """16.9 A Fortified Troop dies for the Damage first; then the dice take two more."""
    s = position({"rd_rebel": 1, "fortified_troop": 1, "mg_troop": 3})
    attack(s, RED_DUST, (HIT, 2))
    assert (at(s, "radau", "fortified_troop"), at(s, "radau", "mg_troop"), s.damage[n("radau")]) == (0, 1, 0)


# 17.9, 17.12 Ambush


@pytest.mark.parametrize("who", [D, R])
def test_ambush(who: int) -> None:
    """17.9, 17.12 Exactly one Hidden Rebel turns Active, and each die is set at will."""
    own = "rd" if who == D else "cr"
    s = position({f"{own}_rebel": 3, "mg_troop": 4})
    answers = "ambush:yes ambush_dice:both_and_damage"
    played = operation(
        s, who, Op.ATTACK, answers if who == D else f"attack:radau {answers} done", special=True
    )
    assert played.options("ambush_dice") == ["both_and_damage", "one_and_damage", "one", "neither"]
    assert (at(s, "radau", f"{own}_rebel"), at(s, "radau", f"active_{own}_rebel")) == (2, 1)
    assert (at(s, "radau", "mg_troop"), s.damage[n("radau")]) == (0, 1)


def test_ambush_dice_may_avoid_damage() -> None:
    """17.9 At will: a 3 and a 6 succeed once and do no Damage."""
    s = position({"rd_rebel": 3, "mg_troop": 4})
    operation(s, RED_DUST, Op.ATTACK, "ambush:yes ambush_dice:one", special=True)
    assert (at(s, "radau", "mg_troop"), s.damage[n("radau")]) == (2, 0)


def ambushes(s: Mars, answers: str, dice: list[tuple[int, int]]) -> list[str]:
    """In which spaces an Ambush was offered, by the number of the question."""
    played = operation(s, RED_DUST, Op.ATTACK, answers, dice=dice, special=True)
    return [topic for _, topic, _ in played.asked]


def test_up_to_two_ambushes() -> None:
    """17.9 Two of three Attack spaces, not necessarily the first ones; in the others the dice are rolled."""
    pieces = {"rd_rebel": 1, "mg_troop": 5}
    s = mars(dict.fromkeys(("radau", "marth", "gandhi"), pieces), resources=(0, 0, 3))
    answers = "radau ambush:no marth ambush:yes ambush_dice:one gandhi ambush:yes ambush_dice:one"
    assert ambushes(s, answers, [(6, 6)]).count("ambush") == 3
    s = mars(dict.fromkeys(("radau", "marth", "gandhi"), pieces), resources=(0, 0, 3))
    answers = "radau ambush:yes ambush_dice:one marth ambush:yes ambush_dice:one gandhi"
    assert ambushes(s, answers, [(6, 6)]).count("ambush") == 2


def test_ambush_needs_a_hidden_rebel_and_the_special_activity() -> None:
    """17.9 Not with Active Rebels only, not in an Operation without Special Activity."""
    s = position({"active_rd_rebel": 2, "mg_troop": 5})
    assert not operation(s, RED_DUST, Op.ATTACK, dice=[(6, 6)], special=True).was_asked("ambush")
    s = position({"rd_rebel": 2, "mg_troop": 5})
    assert not operation(s, RED_DUST, Op.ATTACK, dice=[(6, 6)]).was_asked("ambush")


def test_ambush_is_the_special_activity_of_the_turn() -> None:
    """12.2 After it no Redistribute, and after Redistribute no Ambush."""
    pieces = {"radau": {"rd_rebel": 2, "mg_troop": 1}, "gandhi": {"rd_rebel": 1}}
    s = mars(pieces, resources=(0, 0, 1))
    found = offered(
        s, RED_DUST, Op.ATTACK, "attack:radau ambush:yes ambush_dice:neither", "attack", special=True
    )
    assert "redistribute" not in found
    s = mars(pieces, resources=(0, 0, 1))
    played = operation(
        s, RED_DUST, Op.ATTACK, "redistribute redistribute:gandhi done", dice=[(6, 6)], special=True
    )
    assert not played.was_asked("ambush")


def test_the_reclaimers_may_purify_or_ransack_with_an_attack() -> None:
    """16 CR any; RD Redistribute or Ambush."""
    s = mars(
        {"radau": {"cr_rebel": 3, "rd_rebel": 1}, "gandhi": {"rd_rebel": 1}},
        damage={"radau": 1},
        hand=[7],
        resources=(0, 0, 5),
    )
    assert {"purify", "ransack"} <= set(offered(s, RECLAIMERS, Op.ATTACK, "", "attack", special=True))
    found = offered(s, RED_DUST, Op.ATTACK, "", "attack", special=True)
    assert "redistribute" in found
    assert "coordinate" not in found


def test_the_attacker_chooses_how_many_to_remove() -> None:
    """16.9, ruling 36 Up to that many: the attacker may stop before the first removal and after each."""
    pieces = {"rd_rebel": 2, "mg_troop": 1, "security": 1, "satellite": 1}
    s = position(pieces)
    played = attack(s, RED_DUST, (1, 2), "security/1 mg_troop/1 spare")
    assert removals(played) == [
        ["mg_troop/1", "security/1", "satellite/1", "spare"],
        ["mg_troop/1", "satellite/1", "spare"],
        ["satellite/1", "spare"],
    ]
    assert [at(s, "radau", it) for it in ("mg_troop", "security", "satellite")] == [0, 0, 1]
    s = position(pieces)
    assert len(removals(attack(s, RED_DUST, (1, 2), "spare"))) == 1
    assert [at(s, "radau", it) for it in ("mg_troop", "security", "satellite")] == [1, 1, 1]


def test_of_one_kind_the_attacker_may_remove_fewer() -> None:
    """16.9, ruling 36 Four could go, one does."""
    s = position({"rd_rebel": 1, "mg_troop": 5})
    played = attack(s, RED_DUST, (HIT, HIT), "mg_troop/1 spare")
    assert removals(played)[0] == ["mg_troop/4", "mg_troop/3", "mg_troop/2", "mg_troop/1", "spare"]
    assert at(s, "radau", "mg_troop") == 4
