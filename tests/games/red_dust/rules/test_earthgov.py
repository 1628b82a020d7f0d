"""8.1, 8.2 EarthGov: confidence and the Controller; 13.1 the Aldrin Cycler."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NOBODY, RED_DUST
from sandtable.games.red_dust.rules.earthgov import aldrin_cycler, set_confidence, shift_confidence
from sandtable.games.red_dust.rules.flashpoint import confidence_phase
from sandtable.games.red_dust.rules.special_activities.exploit import may_exploit
from sandtable.games.red_dust.rules.victory import totals
from sandtable.games.red_dust.state import Mars, Op

from ..kit import Played, at, mars, n, operation, play, spaces_for

M, C = MARS_GOV, CORPORATIONS
#: 8.1 Level -> value, Controller, and what a Flashpoint Round adds to Earth: EG Troops, Supply, Population.
TRACK = {
    0: (0, NOBODY, 0, 0, 0),
    1: (0, C, 6, 1, 0),
    2: (1, C, 6, 1, 0),
    3: (1, C, 4, 1, 1),
    4: (2, C, 4, 2, 1),
    5: (4, C, 3, 2, 1),
    6: (6, M, 2, 2, 2),
    7: (8, M, 1, 3, 2),
    8: (10, M, 0, 3, 3),
}


# 8.1 The track


@pytest.mark.parametrize("level", range(9))
def test_the_track(level: int) -> None:
    """8.1 Value and Controller of each level; the value, not the level, counts for MG's victory."""
    s = mars(level=level)
    assert (totals(s)[MARS_GOV], s.controller()) == TRACK[level][:2]


@pytest.mark.parametrize(
    ("level", "up", "arrives_at"),
    [(0, True, 1), (3, True, 4), (3, False, 2), (8, True, 8), (7, True, 8), (1, False, 0)],
)
def test_the_level_moves_by_the_marker(level: int, up: bool, arrives_at: int) -> None:
    """8.1, 13.3 One level in each Flashpoint Round; then Earth gets what the new level shows; the marker keeps its side."""
    s = mars(level=level, is_eg_up=up)
    play(s, confidence_phase(s))
    added = at(s, "earth", "eg_troop"), s.supply_on_earth, s.population_on_earth
    assert (s.level, added, s.is_eg_up) == (arrives_at, TRACK[arrives_at][2:], up)


def test_setting_the_marker_does_not_move_the_level() -> None:
    """8.1 "Set EG+" turns the marker."""
    s = mars(level=3)
    play(s, set_confidence(s, True))
    assert (s.is_eg_up, s.level) == (True, 3)
    play(s, set_confidence(s, False))
    assert (s.is_eg_up, s.level) == (False, 3)


@pytest.mark.parametrize(("level", "by", "end"), [(3, 1, 4), (7, 3, 8), (2, -5, 0), (8, 1, 8), (5, 1, 6)])
def test_confidence_never_leaves_the_track(level: int, by: int, end: int) -> None:
    """8.1 "Shift confidence" moves the level directly, as far as the track goes; the marker stays as it is."""
    s = mars(level=level, is_eg_up=True)
    play(s, shift_confidence(s, by))
    assert (s.level, s.is_eg_up) == (end, True)


def test_level_0_sends_earthgov_home() -> None:
    """8.1, ruling 12 EG Troops of Mars, Phobos, Transit and Earth are Available, Satellites of Orbit, Mars and Transit on Earth.

    What lies in Casualties stays there.
    """
    both = {"eg_troop": 2, "satellite": 1}
    s = mars(
        {
            "gandhi": both,
            "phobos": {"eg_troop": 2},
            "transit": both,
            "earth": {"eg_troop": 2},
            "orbit": {"satellite": 1},
            "casualties": both,
        },
        level=1,
    )
    play(s, shift_confidence(s, -1))
    places = ("gandhi", "phobos", "transit", "earth", "orbit", "casualties")
    assert [at(s, place, "eg_troop") for place in places] == [0, 0, 0, 0, 0, 2]
    assert [at(s, place, "satellite") for place in places] == [0, 0, 0, 3, 0, 1]
    assert at(s, "available", "eg_troop") == 14
    assert s.controller() == NOBODY


# 8.2 The Controller


@pytest.mark.parametrize(("level", "who"), [(3, C), (6, M)])
def test_the_controller_moves_earthgov_troops(level: int, who: int) -> None:
    """8.2 In Secure and Recon they move and count as the Controller's own; for the other COIN Faction they do not."""
    s = mars({"tenzing": {"eg_troop": 3}}, level=level, resources=(6, 0, 0))
    other = C if who == M else M
    for mover, offered in ((who, True), (other, False)):
        played = operation(s.copy(), mover, Op.SECURE, "secure:europa done" + " done" * offered)
        assert played.was_asked("secure_from") is offered


@pytest.mark.parametrize(("level", "active"), [(3, 2), (6, 0), (0, 0)])
def test_earthgov_troops_activate_for_the_controller_only(level: int, active: int) -> None:
    """8.2 CORP Recon in a Desert with two EG Troops finds two Rebels if CORP is Controller, otherwise none."""
    s = mars({"radau": {"eg_troop": 2, "rd_rebel": 3}}, level=level)
    operation(s, CORPORATIONS, Op.RECON, "recon:radau", most=1)
    assert at(s, "radau", "active_rd_rebel") == active


@pytest.mark.parametrize(("level", "who"), [(3, [C]), (6, [M]), (0, [])])
def test_earthgov_troops_open_a_space_for_assault(level: int, who: list[int]) -> None:
    """8.2, 16.5 Alone they make a space selectable for the Controller, and for nobody else."""
    s = mars({"radau": {"eg_troop": 2, "rd_rebel": 3}}, level=level)
    assert [it for it in (M, C) if spaces_for(s, it, Op.ASSAULT)] == who


@pytest.mark.parametrize(("level", "may"), [(3, True), (6, False), (0, False)])
def test_earthgov_troops_count_for_exploit(level: int, may: bool) -> None:
    """8.2, 17.5 One Base and one EG Troop outnumber one MG Troop if CORP is Controller; for MG they count against it."""
    s = mars({"radau": {"corp_base": 1, "eg_troop": 1, "mg_troop": 1}}, level=level)
    assert may_exploit(s, n("radau")) is may


def test_nobody_moves_earthgov_troops_without_a_controller() -> None:
    """8.2, ruling 11 They may be brought to Phobos, but nobody takes them further."""
    s = mars({"phobos": {"eg_troop": 3}}, level=0, resources=(6, 0, 0))
    for who in (M, C):
        assert not operation(s.copy(), who, Op.SECURE, "secure:europa done").was_asked("secure_from")


def test_satellites_stay_until_the_next_flashpoint_round() -> None:
    """8.3, 13.3 Then those on Mars return to Orbit; those in Casualties do not."""
    s = mars({"gandhi": {"satellite": 1}, "radau": {"satellite": 1}, "casualties": {"satellite": 1}})
    play(s, confidence_phase(s))
    assert [at(s, place, "satellite") for place in ("gandhi", "radau", "orbit", "casualties")] == [0, 0, 2, 1]


# 13.1 The Aldrin Cycler


def cycler(s: Mars, answers: str = "", by_corp: bool = False) -> Played:
    return play(s, aldrin_cycler(s, by_corp), answers)


def test_what_is_in_transit_arrives() -> None:
    """13.1 (a), (b) Units to Phobos, Satellites to Orbit, Population displaced, 3 MG Resources for each Supply."""
    s = mars({"transit": {"eg_troop": 2, "security": 1, "specops": 1, "satellite": 2}}, displaced=1)
    s.supply_in_transit, s.population_in_transit = 3, 2
    cycler(s)
    assert [at(s, "phobos", unit) for unit in ("eg_troop", "security", "specops")] == [2, 1, 1]
    assert (at(s, "orbit", "satellite"), at(s, "phobos", "satellite")) == (2, 0)
    assert (s.displaced, s.population_in_transit, s.supply_in_transit) == (3, 0, 0)
    assert s.resources == [29, 20, 20]


def test_one_population_and_five_pieces_leave_earth() -> None:
    """13.1 (c), (d) One Population marker, and five other pieces of the Controller's choice, Supply among them."""
    s = mars({"earth": {"eg_troop": 3, "security": 2, "specops": 1, "satellite": 2}}, resources=(0, 0, 0))
    s.supply_on_earth, s.population_on_earth = 2, 2
    played = cycler(s, "cycler:eg_troop/1 cycler:specops/1 cycler:satellite/1 cycler:supply/2")
    assert played.who("cycler") == CORPORATIONS
    assert [at(s, "transit", it) for it in ("eg_troop", "security", "specops", "satellite")] == [1, 0, 1, 1]
    assert (s.supply_in_transit, s.supply_on_earth) == (2, 0), "the last two must be Supply"
    assert (s.population_in_transit, s.population_on_earth) == (1, 1)


def test_the_controller_chooses() -> None:
    """13.1 (d) MG from level 6 on."""
    s = mars({"earth": {"eg_troop": 4, "security": 4}}, level=6, resources=(0, 0, 0))
    assert cycler(s, "cycler:eg_troop/3").who("cycler") == MARS_GOV
    assert [at(s, "transit", it) for it in ("eg_troop", "security")] == [3, 2]


def test_all_if_there_are_fewer_than_five() -> None:
    """13.1 (d) No choice then."""
    s = mars({"earth": {"eg_troop": 2, "security": 1}})
    assert cycler(s).asked == []
    assert [at(s, "transit", it) for it in ("eg_troop", "security")] == [2, 1]


def test_nothing_is_sent_without_a_controller() -> None:
    """13.1 (c), (d) But the Population marker goes, and CORP may still pay."""
    s = mars({"earth": {"security": 3}}, level=0, resources=(0, 1, 0))
    s.population_on_earth = 1
    cycler(s, "cycler_extra:security/1")
    assert (s.population_in_transit, at(s, "transit", "security"), s.resources[CORPORATIONS]) == (1, 1, 0)


def test_corp_pays_for_more() -> None:
    """13.1 (e) Further pieces, no Population, at 1 Profit each, whoever is Controller; or none."""
    s = mars({"earth": {"eg_troop": 5, "security": 3, "satellite": 1}}, level=6, resources=(0, 2, 0))
    s.population_on_earth = 3
    played = cycler(s, "cycler:eg_troop/5 cycler_extra:security/1 cycler_extra:satellite/1")
    assert played.who("cycler_extra") == CORPORATIONS
    assert played.options("cycler_extra") == ["security/2", "security/1", "satellite/1", "done"]
    assert [at(s, "transit", it) for it in ("eg_troop", "security", "satellite")] == [5, 1, 1]
    assert (s.resources[CORPORATIONS], s.population_in_transit) == (0, 1)


def test_corp_need_not_pay() -> None:
    """13.1 (e) "May"."""
    s = mars({"earth": {"eg_troop": 6}})
    cycler(s, "done")
    assert (at(s, "transit", "eg_troop"), s.resources[CORPORATIONS]) == (5, 20)


@pytest.mark.parametrize("level", [0, 3, 6])
def test_by_logistics_corp_does_all_the_choosing(level: int) -> None:
    """13, ruling 11 Whoever is Controller or nobody: CORP sends the five, EG pieces included."""
    s = mars({"earth": {"eg_troop": 4, "security": 4}}, level=level, resources=(0, 0, 0))
    assert cycler(s, "cycler:eg_troop/4", by_corp=True).who("cycler") == CORPORATIONS
    assert [at(s, "transit", it) for it in ("eg_troop", "security")] == [4, 1]


@pytest.mark.parametrize(("answer", "sent"), [("population/1", 1), ("done", 0)])
def test_by_logistics_the_population_move_is_optional(answer: str, sent: int) -> None:
    """13 CORP decides on it; in a Flashpoint Round it is compulsory."""
    s = mars()
    s.population_on_earth = 2
    assert cycler(s, answer, by_corp=True).who("cycler_extra") == CORPORATIONS
    assert s.population_in_transit == sent


@pytest.mark.parametrize("card", [2, 6, 40])
def test_an_event_sends_nothing_without_a_controller(card: int) -> None:
    """13, ruling 33 Events 2, 6 and 40, tip: Transit is emptied; no Population leaves Earth, and CORP buys nothing."""
    s = mars({"earth": {"security": 3}, "transit": {"specops": 1}}, level=0, resources=(0, 5, 0))
    s.population_on_earth, s.population_in_transit, s.supply_in_transit = 2, 1, 1
    played = play(s, EVENT_RULES[card, False](s, RED_DUST), "supply" if card == 2 else "")
    assert (at(s, "phobos", "specops"), s.displaced, s.resources[MARS_GOV]) == (1, 1, 3)
    assert (s.population_on_earth, s.population_in_transit) == (2, 0)
    assert (at(s, "earth", "security"), at(s, "transit", "security"), s.supply_in_transit) == (3, 0, 0)
    assert not played.was_asked("cycler_extra")


def test_an_event_with_a_controller_runs_the_whole_cycler() -> None:
    """13, ruling 33 With a Controller an Event works as a Flashpoint Round does: Population goes, CORP may buy."""
    s = mars({"earth": {"security": 6}}, level=6, resources=(0, 1, 0))
    s.population_on_earth = 1
    played = play(s, EVENT_RULES[6, False](s, RED_DUST), "cycler:security/3 cycler_extra:security/1")
    assert (played.who("cycler"), played.who("cycler_extra")) == (MARS_GOV, CORPORATIONS)
    assert (s.population_in_transit, at(s, "transit", "security"), s.supply_in_transit) == (1, 4, 2)


def test_what_was_just_sent_does_not_arrive() -> None:
    """13.1 Transit is emptied before Earth is."""
    s = mars({"earth": {"security": 1}})
    s.supply_on_earth = 1
    cycler(s)
    assert (at(s, "transit", "security"), at(s, "phobos", "security"), s.supply_in_transit) == (1, 0, 1)
    cycler(s)
    assert (at(s, "phobos", "security"), s.resources[MARS_GOV]) == (1, 23)
    assert s.resources[RED_DUST] == 20
