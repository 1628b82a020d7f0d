"""MD 2 Set-up, and the six scenarios with their numbers. C-1, C-2, C-10 to C-12."""

from __future__ import annotations

import random

import pytest

from sandtable.engine import RandomSource, Run, playout
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.printed.box import box_of, cut, zone_area
from sandtable.games.mars_or_die.rules.geometry.formation import COLUMN, INSET, _bodies, bodies, hulls
from sandtable.games.mars_or_die.rules.geometry.polygon import collide
from sandtable.games.mars_or_die.rules.geometry.sweep import within
from sandtable.games.mars_or_die.rules.reach import allowance
from sandtable.games.mars_or_die.rules.victory import verdict
from sandtable.games.mars_or_die.state import (
    ENDING,
    HAND,
    LEFT,
    Battle,
    leave,
    strength,
)

from ..field import Field, deployed, give, lengths, new_battle

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")


@pytest.mark.parametrize(
    ("scenario", "side", "expected", "breaks_under"),
    [("s1", 1, 30, 12), ("s1", 0, 20, 10), ("s2", 0, 12, 4.08)],
)
def test_c1_c2_strength(scenario: str, side: int, expected: int, breaks_under: float) -> None:
    """R-MD-5, C-1, C-2: labels count as stands; Murks 30 and break under 12, Legion 20 and break under 10."""
    s = deployed(scenario, 1, at_random=False).state
    box = box_of(s)
    assert strength(s, side) == box.strength[side] == expected
    (win,) = [win for win in box.wins[1 - side] if win.when == "break"]
    assert win.under * expected / 100 == breaks_under


def test_md_1_2_bases() -> None:
    """MD 1.1, MD 1.2, R-MD-4 Stands of 1.5 inches, scouts of half an inch, which only S5 lists; four to a company."""
    pack = GAME.pack("default")
    types = {unit.id: unit for unit in pack["units"]}
    assert {unit.size for unit in types.values() if unit.arm not in ("scout", "flyer")} == {1.5}
    assert types["scout"].size == 0.5
    assert {unit.stands for unit in types.values() if unit.arm in ("infantry", "cavalry")} == {4}
    assert {unit.stands for unit in types.values() if unit.arm not in ("infantry", "cavalry")} == {1}
    listed = {
        field.id
        for field in pack["scenarios"]
        for army in field.side
        for force in army.units
        if force.type == "scout"
    }
    assert listed == {"s5"}


@pytest.mark.parametrize("scenario", ["s5", "s6"])
def test_md_2_2_a_meeting_of_equals(scenario: str) -> None:
    """MD 2.1, MD 2.2 A typical set-up: equal forces on opposite edges of the table, and nothing else for balance."""
    box = box_of(new_battle(scenario))
    ours, theirs = box.field.side
    assert ours.units == theirs.units
    assert (ours.generals, ours.cards, box.wins[0]) == (theirs.generals, theirs.cards, box.wins[1])
    (a,), (b,) = ([zone_area(zone) for zone in army.zones] for army in (ours, theirs))
    assert (box.width - a[2], box.height - a[3]) == (b[0], b[1]) or (a[0], a[1]) == (
        box.width - b[2],
        box.height - b[3],
    )


def test_md_2_2_a_weaker_side_behind_walls() -> None:
    """MD 2.2, S2 The other typical set-up: a strong attacker against a weaker defender, who is all inside his fort."""
    s = deployed("s2", 3, at_random=True).state
    box = box_of(s)
    assert box.strength[1] > 2 * box.strength[0]
    assert all(within(bodies(s.poses[u]), box.walls[0].area) for u in s.live[0])


def test_c12_there_is_room_to_enter() -> None:
    """S3, C-12: 4 columns and 3 wagons take 10.5 of the 12 inches, however they are placed."""
    for seed in range(4):
        s = deployed("s3", seed, at_random=True).state
        convoy = box_of(s).sides[0]
        assert len(s.live[0]) == 7
        assert all(s.poses[u].shape == COLUMN or box_of(s).units[u].kind.stands == 1 for u in convoy)
        for u in convoy:
            (hull,) = hulls(s.poses[u])
            assert max(x for x, _ in hull.corners) == 0  # the front is at the west edge
            assert all(12_000 <= y <= 24_000 for _, y in hull.corners)


def test_c11_a_wagon_crosses_in_15_turns() -> None:
    """S3, C-11: without the general 72 inches take 15 turns at 5 inches; three of the 18 are to spare."""
    s = deployed("s3", 0, at_random=False).state
    wagon = next(u for u in box_of(s).sides[0] if box_of(s).units[u].kind.id == "wagon")
    turns = -(-72_000 // allowance(s, wagon))
    assert turns == 15
    assert box_of(s).field.turns - turns == 3


def test_a_wagon_that_reaches_the_east_edge_has_left() -> None:
    """S3 Units leave the table over their edge."""
    field = Field([("wagon", 68, 20, 0), ("roujeen", 20, 20, 0)], leaves="east")
    run = give(field.run(), "unit:us_wagon", "move", "move:0", "move_distance:4")
    assert run.state.fates[0] == LEFT
    assert run.state.live[0] == [1]
    stays = give(Field([("wagon", 68, 20, 0)]).run(), "unit:us_wagon", "move")
    assert lengths(stays, "move:0")[-1] == 3  # others stop at the edge


def test_c10_two_wagons_have_left() -> None:
    """S3, C-10: the Roujeens win at the end of that turn."""
    s = deployed("s3", 0, at_random=False).state
    s.turn, s.phase = 15, ENDING
    wagons = [u for u in box_of(s).sides[0] if box_of(s).units[u].kind.id == "wagon"]
    leave(s, wagons[0], LEFT)
    assert verdict(s) is None
    leave(s, wagons[1], LEFT)
    outcome = verdict(s)
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("at_random", [True, False])
def test_set_up_inside_the_zones(scenario: str, at_random: bool) -> None:
    """MD 2 Every unit stands inside its zone and overlaps nobody, whoever sets it up."""
    s = deployed(scenario, 7, at_random=at_random).state
    box = box_of(s)
    placed = [u for side in s.live for u in side if not box.units[u].kind.is_flyer]
    assert len(placed) == sum(not unit.kind.is_flyer for unit in box.units[: box.count])
    for u in placed:
        army = box.army(box.units[u].side)
        if army.enters is None:
            assert any(within(bodies(s.poses[u]), zone_area(zone)) for zone in army.zones)
    for i, u in enumerate(placed):
        for v in placed[i + 1 :]:
            assert not any(collide(a, b) for a in bodies(s.poses[u]) for b in bodies(s.poses[v]))
    assert all(unit in s.live[box.generals[g]] for g, unit in enumerate(s.generals))


def test_hands_are_dealt() -> None:
    """MD 11.1 Each side gets the cards its scenario says, from its own colour."""
    for scenario, hands in {
        "s1": (3, 3),
        "s2": (4, 3),
        "s3": (3, 3),
        "s4": (3, 3),
        "s5": (4, 4),
        "s6": (0, 0),
    }.items():
        run: Run[Battle] = Run(GAME, new_battle(scenario), RandomSource(random.Random(1)))
        s, box = run.state, box_of(run.state)
        assert tuple(len(s.cards.zones[HAND + side]) for side in (0, 1)) == hands
        for side in (0, 1):
            own = box.army(side).cards
            assert all(
                own is not None and box.cards[card].colour == own.colour
                for card in s.cards.zones[HAND + side]
            )


def test_a_canal_is_cut_at_its_crossings() -> None:
    """B2, S4 The canal is closed but for 3 inches at each of two bridges and a lock."""
    box = box_of(new_battle("s4"))
    pieces = sorted((body.corners[0][0], body.corners[2][0]) for body in box.blocks)
    assert pieces == [(0, 18_500), (21_500, 34_500), (37_500, 50_500), (53_500, 72_000)]
    assert cut((0, 0, 2, 10), [(0, 4, 2, 6)]) == [(0, 0, 2, 4), (0, 6, 2, 10)]


# In play


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_play_ends(scenario: str) -> None:
    """MD 2 Every scenario plays from set-up to its end."""
    rng = random.Random(3)
    run: Run[Battle] = Run(GAME, new_battle(scenario), RandomSource(rng))
    playout(run, rng)
    assert run.outcome is not None
    assert run.state.turn <= box_of(run.state).field.turns


def test_units_never_overlap_in_play() -> None:
    """R-MD-15 Whatever is played, no two units ever overlap by more than a hair, and all stay on the table."""
    for seed in range(4):
        rng = random.Random(seed)
        run: Run[Battle] = Run(GAME, new_battle("s1"), RandomSource(rng))
        while run.outcome is None:
            run.play(GAME.policy(run, rng) if seed else rng.choice(list(run.values)))
            if run.ask is not None and run.ask.topic == "keep_up_place":
                continue  # a machinegun is about to make way
            s = run.state
            on = [u for side in s.live for u in side]
            ground = {u: _bodies(s.poses[u], INSET + 3) for u in on}
            for i, u in enumerate(on):
                assert within(bodies(s.poses[u]), (-5, -5, 72_005, 48_005))
                for v in on[i + 1 :]:
                    assert not any(collide(a, b) for a in ground[u] for b in ground[v]), (seed, s.turn, u, v)
