"""RT 1 Set-up, RT 2 Turn sequence, RT 3 Movement, RT 18 Escaping."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import RandomSource, Run, SandtableError
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.rules.movement import move_gi
from sandtable.games.rogue_trooper.rules.prison import attempt_escape
from sandtable.games.rogue_trooper.rules.set_up import set_up
from sandtable.games.rogue_trooper.rules.turn_sequence import movement, next_player, turn
from sandtable.games.rogue_trooper.rules.ways import STAY, reach_on_foot, sector_says
from sandtable.games.rogue_trooper.state import CHIP, FREE, STACK, Phase

from ..kit import BOX, at, card, gi, names, on_board, on_top, play, table

#: The questions that put a dead GI's chips into slots.
CHIP_SLOTS = ("dead_gi_slot", "inherited_slot")


def test_set_up() -> None:
    """1.2 to 1.7, R-RT-2, R-RT-3: a sheet, chips in slots, two dice of Supply cards, a Drop Zone, a Mission, three Rogue cards."""
    s = GAME.begin(GAME.options_type(players=2))
    s.phase = Phase.SET_UP
    on_top(s, "gp_2 plasma_1 contact_e5_1 forced_march_1 air_lift_1 escape_1")
    dice = {"bio-chips": [(2,)], "supplies": [(1, 1)], "drop zone": [(at("d7"),)]}
    assert play(s, set_up(s), "slot:backpack slot:rifle new_mission:keep", dice).dice("supplies") == 2
    assert s.slots[:3] == [CHIP, 0, CHIP]
    assert [s.has_gunnar(0), s.has_helm(0), s.has_bagman(0)] == [True, False, True]
    assert s.ammunition[:4] == [2, 1, 0, 0]
    assert s.sector[0] == at("d7")
    assert names(s.missions(0)) == ["contact_e5_1"]
    assert names(s.hand(0)) == ["forced_march_1", "air_lift_1", "escape_1"]
    assert s.lives[0] == 4
    assert sorted(s.cup) == [1, 1, 2, 2, 3]  # 1.3 drawn without return
    assert (s.mover, s.phase) == (1, Phase.SET_UP)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_number_of_players_is_set_up(players: int) -> None:
    """1 Set-up: totals after the last player's set-up."""
    game = sandtable.new(GAME, seed=5, options={"players": players})
    while game.ask is not None and game.ask.topic in ("slot", "new_mission", "drop"):
        game.choose(game.ask.keys[0])
    s = game.run.state
    assert all(len(s.hand(seat)) == 3 and len(s.missions(seat)) == 1 for seat in range(players))
    assert all(sector in BOX.drop_zones for sector in s.sector)
    assert len(s.cup) == 6 - players
    assert sum(map(bool, s.slots)) == sum((1, 1, 2, 2, 2, 3)) - sum(s.cup)


def test_options_are_checked() -> None:
    """Two to six play; a wrong number is an error that names it."""
    with pytest.raises(SandtableError, match="players"):
        sandtable.new(GAME, options={"players": 7})
    with pytest.raises(SandtableError, match="rounds"):
        sandtable.new(GAME, options={"rounds": 0})


def test_who_begins_is_configured() -> None:
    """2.1, R-RT-6: the first seat unless configured; clockwise; the round ends when it comes to him again."""
    s = table(3, first=2)
    assert s.mover == 1
    for expected in (2, 0):
        play(s, next_player(s))
        assert (s.mover, s.round) == (expected, 1)
    play(s, next_player(s))
    assert (s.mover, s.round) == (1, 2)


def test_phases_in_order() -> None:
    """2.3: Movement, Encounter, End, then the next player."""
    s = gi(table(2), 0, "h4")
    gi(s, 1, "a1", missions="contact_d4_1")
    gi(s, 0, missions="contact_d4_2")
    seen = []
    answers = {Phase.MOVING: "move:stay shuttle:no"}
    while s.mover == 0:
        seen.append(s.phase)
        play(s, turn(s), answers.get(s.phase, ""))
    assert seen == [
        Phase.MOVEMENT,
        Phase.MOVING,
        Phase.ENCOUNTER,
        Phase.DRAWING,
        Phase.FACING,
        Phase.END,
        Phase.REST,
        Phase.CARDS,
        Phase.CLUES,
        Phase.NEXT,
    ]
    assert len(s.hand(0)) == 3


def test_a_missed_turn_is_skipped() -> None:
    """2.2: the next turn is missed, and only that."""
    s = table(2)
    s.missing[0] = 1
    assert play(s, movement(s)).says("Red misses a turn")
    assert (s.phase, s.missing[0]) == (Phase.NEXT, 0)


def test_the_dead_take_no_turns() -> None:
    """R-RT-28: the next living player is next."""
    s = table(4)
    s.lives[1] = 0
    play(s, next_player(s))
    assert s.mover == 2


def test_one_sector_or_stay() -> None:
    """3.1: any adjoining sector, or none; no Scum Sea without a Kit."""
    s = gi(table(), 0, "d4")
    played = play(s, move_gi(s), "move:stay")
    assert played.options("move") == ["c4", "c5", "d5", "e4", "e5", "stay"]  # D3 is sea
    assert (s.sector[0], s.has_entered) == (at("d4"), False)


@pytest.mark.parametrize(
    ("sector", "lives", "has_entered", "said"),
    [
        ("d4", 4, False, None),
        ("sick_bay", 1, False, "No new encounter, and you regain 3 lives."),
        ("nu_arcady", 1, False, "No new encounter, and you regain 1 life."),
        ("sick_bay", 4, False, None),
        ("g4", 4, False, "No new encounter, and you may draw Supply cards."),
        ("b5", 4, True, "1 Encounter card to face."),
    ],
)
def test_stay_says_what_it_brings(sector: str, lives: int, has_entered: bool, said: str | None) -> None:
    """15, and R-RT-10: lives, supplies; and an encounter for who has just escaped from prison."""
    s = gi(gi(gi(table(3), 0, "e1" if sector == "nu_arcady" else sector, lives=lives), 1, "a1"), 2, "a1")
    s.began, s.has_entered = s.sector[0], has_entered
    line = sector_says(s, STAY)
    assert (None if line is None else line.words(GAME.kinds(s))) == said


def test_nobody_stays_in_scum_sea_without_a_kit() -> None:
    """3.1: a move may not end there."""
    s = gi(table(), 0, "d2")
    assert play(s, move_gi(s), "move:d1").options("move") == ["c3", "d1", "e2"]


def test_the_shuttle_is_optional_and_ends_the_move() -> None:
    """15, R-RT-7: on arrival at the Base, or while staying there; it does not trigger again in the Bay."""
    s = gi(table(), 0, "g4")
    play(s, move_gi(s), "move:h4 shuttle:yes")
    assert s.sector[0] == at("shuttle_bay")
    s.begin_turn()
    play(s, move_gi(s), "move:stay shuttle:yes")
    assert (s.sector[0], s.has_entered) == (at("h4"), True)
    s.begin_turn()
    play(s, move_gi(s), "move:stay shuttle:no")
    assert (s.sector[0], s.has_entered) == (at("h4"), False)


def test_the_ways_to_milli_com_and_back() -> None:
    """3.2: on foot nobody changes boards; over by the Shuttle Base, back by the Shuttle Bay or the Lifepods."""
    changes: set[int] = set()
    for start in range(BOX.sectors):
        s = gi(table(), 0, items="survival_kit_1")
        s.sector[0] = start
        ways = play(s, move_gi(s), "move:stay" + _and_no_shuttle(start)).options("move")
        goals = [at(way) for way in ways if way not in ("stay", "lifepod")]
        assert all((goal < BOX.earth) == (start < BOX.earth) for goal in goals)
        if "lifepod" in ways:
            changes.add(start)
    assert changes == {at("lifepods")}
    for base, goal in (("h4", "shuttle_bay"), ("shuttle_bay", "h4")):
        s = gi(table(), 0, base)
        play(s, move_gi(s), "move:stay shuttle:yes")
        assert s.sector[0] == at(goal)


def _and_no_shuttle(start: int) -> str:
    return " shuttle:no" if start in (at("h4"), at("shuttle_bay")) else ""


def test_extra_movement_has_encounters_only_at_its_end() -> None:
    """3.5: a march from G5 over F5 to E5 passes a GI and a Pillbox at F5 without meeting them."""
    s = gi(gi(gi(table(), 0, "g5"), 1, "f5"), 2, "f4")
    on_board(s, "f5", "nort_pillbox_1")
    on_top(s, "nort_patrol_1 nort_patrol_2")
    s.force, s.phase = card("forced_march_1"), Phase.MOVING
    play(s, turn(s), "march:e5")
    play(s, turn(s))
    assert (s.phase, s.met) == (Phase.DRAWING, -1)
    play(s, turn(s))
    assert names(s.cards.zones[STACK]) == ["nort_patrol_2", "nort_patrol_1"]


def test_a_march_passes_no_scum_sea_without_a_kit() -> None:
    """3.5, R-RT-8: from D1 two sectors: over the sea only with a Survival Kit, and then it may end in it."""
    s = gi(table(), 0, "d1")
    assert at("d2") not in reach_on_foot(s, 0, 2)
    assert at("c3") not in reach_on_foot(s, 0, 2)  # behind C2 and D2
    gi(s, 0, items="survival_kit_1")
    assert {at("d2"), at("c3")} <= set(reach_on_foot(s, 0, 2))


def test_chips_stay_where_they_were_put() -> None:
    """17.1: over whole games slots change at set-up, and when a team is formed, and never else."""
    changes = 0
    for seed in (0, 1, 13):  # a GI dies in the last one
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(RogueOptions(players=4)), RandomSource(rng))
        before = None
        while run.ask is not None:
            s = run.state
            if s.phase is not Phase.SET_UP:
                now = (s.slots[:], s.team[:])
                assert (
                    before is None
                    or now[0] == before[0]
                    or now[1] != before[1]
                    or run.ask.topic in CHIP_SLOTS
                )
                changes += before is not None and now != before
                before = now
            run.play(GAME.policy(run, rng))
    assert changes


def test_pilot_juno_vale_gives_one_shuttle() -> None:
    """B5: one free shuttle from any Souther City while she is held."""
    s = gi(table(), 0, "f2", companions="pilot_juno_vale")
    play(s, move_gi(s), "move:shuttle")
    assert s.sector[0] == at("shuttle_bay")
    gi(s, 0, "f2")
    s.begin_turn()
    assert "shuttle" not in play(s, move_gi(s), "move:stay").options("move")


def test_lifepods() -> None:
    """15: to a Drop Zone, then a normal move; with Helm the GI selects the zone."""
    s = gi(table(), 0, "lifepods")
    play(s, move_gi(s), "move:lifepod pod_move:d6", {"drop zone": [(at("d7"),)]})
    assert s.sector[0] == at("d6")
    s = gi(table(), 0, "lifepods", chips="helmet")
    play(s, move_gi(s), "move:lifepod drop_zone:g2 pod_move:stay")
    assert (s.sector[0], s.has_entered) == (at("g2"), True)


def test_the_security_zone() -> None:
    """15: only with Helm or clearance (see also C-7)."""
    s = gi(table(), 0, "bridge")
    assert play(s, move_gi(s), "move:stay").options("move") == ["service_duct", "battle_computer", "stay"]


def test_a_prisoner_does_not_move() -> None:
    """3.4, 18.1, 18.2: he rolls at the beginning of his Movement phase; 1 to 4 stay."""
    s = gi(table(), 0, "b5")
    s.prison[0] = 0
    assert not play(s, move_gi(s), "attempt:yes", {"escape": [4]}).was_asked("move")
    assert s.prison[0] == 1


@pytest.mark.parametrize("failures", [0, 2])
def test_a_prisoner_need_not_try(failures: int) -> None:
    """18.1: he may stay without an attempt, which is no failure; also when the third attempt would free him."""
    s = gi(table(), 0, "b5")
    s.prison[0] = failures
    assert not play(s, move_gi(s), "attempt:no").was_asked("move")
    assert (s.prison[0], s.has_entered) == (failures, False)


def test_a_prisoner_with_an_escape_card_has_tried() -> None:
    """18.1, 18.4: who plays the card is not asked whether he tries; it is a 6."""
    s = gi(table(), 0, "b5")
    s.prison[0], s.force = 0, card("escape_1")
    on_top(s, "gp_2_1 gp_2_2 gp_2_3 gp_2_4")
    assert not play(s, attempt_escape(s)).was_asked("attempt")
    assert s.prison[0] == FREE


def test_a_five_in_the_glasshouse() -> None:
    """18.2, R-RT-34: two Supply cards and free, or stay, which is a failure."""
    s = gi(table(), 0, "b5")
    s.prison[0] = 0
    on_top(s, "gp_2_1 gp_2_2")
    play(s, attempt_escape(s), "attempt:yes escape:no", {"escape": [5]})
    assert s.prison[0] == 1
    play(s, attempt_escape(s), "attempt:yes escape:yes", {"escape": [5]})
    assert (s.prison[0], s.rounds_of(0, 0)) == (FREE, 4)


@pytest.mark.parametrize("face", [5, 6])
def test_the_brig(face: int) -> None:
    """18.3: 5 and 6 escape with a die of Supply cards."""
    s = gi(table(), 0, "brig")
    s.prison[0] = 0
    on_top(s, "gp_2_1 gp_2_2 gp_2_3")
    play(s, move_gi(s), "attempt:yes move:concourse", {"escape": [face], "supplies": [3]})
    assert s.rounds_of(0, 0) == 6
    assert s.sector[0] == at("concourse")


def test_who_escapes_and_stays_has_encounters() -> None:
    """18.5, R-RT-10: he counts as having entered the sector."""
    s = gi(table(), 0, "b5")
    gi(s, 1, "a1")
    gi(s, 2, "a1")
    s.prison[0], s.phase = 2, Phase.MOVING
    on_top(s, "gp_2_1 gp_2_2 gp_2_3 gp_2_4 nort_patrol")
    play(s, turn(s), "attempt:yes move:stay")
    play(s, turn(s))
    play(s, turn(s))
    assert names(s.cards.zones[STACK]) == ["nort_patrol_1"]


def test_who_did_not_move_faces_only_what_was_left() -> None:
    """4.2: no new cards, but unbeaten Hazards and Fortifications."""
    s = gi(table(), 0, "d7")
    on_board(s, "d7", "nort_pillbox nort_bunker_line chem_storm")
    on_board(s, "d6", "choke_vine")
    s.phase = Phase.DRAWING
    play(s, turn(s))
    assert names(s.cards.zones[STACK]) == ["nort_bunker_line_1", "nort_pillbox_1", "chem_storm_1"]


def test_cards_left_behind_with_equal_initiative_are_ordered_by_the_left_player() -> None:
    """4.3.2, R-RT-12."""
    s = gi(table(), 0, "d7")
    on_board(s, "d7", "nort_pillbox_1 forgotten_minefield_1")
    s.phase = Phase.DRAWING
    played = play(s, turn(s), "sort_left:nort_pillbox_1")
    assert played.who("sort_left") == [1]
    assert names(s.cards.zones[STACK]) == ["forgotten_minefield_1", "nort_pillbox_1"]


def test_copies_left_behind_are_not_put_in_order() -> None:
    """4.3.2: two Pillboxes are equal in everything, so nobody is asked which comes first."""
    s = gi(table(), 0, "d7")
    on_board(s, "d7", "nort_pillbox_1 nort_pillbox_2")
    s.phase = Phase.DRAWING
    assert play(s, turn(s)).asked == []
    assert sorted(names(s.cards.zones[STACK])) == ["nort_pillbox_1", "nort_pillbox_2"]


def test_delivery_is_a_choice() -> None:
    """4.3.4: he may discard the companion; he need not."""
    s = gi(table(), 0, "f1", companions="old_corporal_vance")
    play(s, move_gi(s), "move:f2 deliver:no")
    assert s.companions(0) == [card("old_corporal_vance")]
