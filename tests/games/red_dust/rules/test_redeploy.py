"""14.4 The Redeploy Phase."""

from __future__ import annotations

import pytest

from sandtable.games.red_dust.printed.map import COIN, CORPORATIONS, MARS_GOV, RED_DUST
from sandtable.games.red_dust.rules.redeploy import (
    begin_redeploy,
    end_redeploy,
    redeploy_cr_bases,
    redeploy_cr_rebels,
    redeploy_earthgov,
    redeploy_marsgov,
    redeploy_red_dust,
)

from ..dust_storm_kit import parts, run
from ..kit import at, mars, n, play


def test_all_storms_go_first() -> None:
    """14.4: Approaching and Raging ones."""
    s = mars(storm={"radau": "raging", "gandhi": "approaching"})
    run(s, begin_redeploy)
    assert not any(s.storm)


@pytest.mark.parametrize(("level", "who"), [(3, CORPORATIONS), (7, MARS_GOV)])
def test_the_controller_takes_earthgov_troops_back(level: int, who: int) -> None:
    """14.4: all EG Troops on Mars, to Phobos or spaces with MG Bases, the Controller's choice."""
    s = mars({"gandhi": {"eg_troop": 3}, "radau": {"mg_base": 1}, "sharma": {"corp_base": 1}}, level=level)
    played = run(
        s, redeploy_earthgov, "only_some redeploy_some_to:radau redeploy_number:2 redeploy_to:phobos"
    )
    assert {seat for seat, _, _ in played.asked} == {who}
    assert played.options("redeploy_to") == ["radau", "phobos", "only_some"]
    assert (at(s, "radau", "eg_troop"), at(s, "phobos", "eg_troop"), at(s, "gandhi", "eg_troop")) == (2, 1, 0)


def test_earthgov_troops_beside_a_marsgov_base_may_stay() -> None:
    """14.4: a space with an MG Base is where they may be; those already there need not go."""
    s = mars({"radau": {"eg_troop": 2, "mg_base": 1}})
    run(s, redeploy_earthgov, "redeploy_from:done")
    assert at(s, "radau", "eg_troop") == 2


def test_marsgov_must_leave_deserts_without_a_base() -> None:
    """14.4: out of Deserts without a COIN Base, to Labyrinths with COIN Control or spaces with MG Bases."""
    s = mars(
        {
            "radau": {"mg_troop": 2},
            "wilderness": {"mg_troop": 1},
            "marth": {"mg_troop": 1, "corp_base": 1},
            "trouvelot": {"mg_base": 1},
            "sharma": {"mg_troop": 1},
            "europa": {"rd_rebel": 1},
        }
    )
    played = run(
        s,
        redeploy_marsgov,
        "only_some redeploy_some_to:sharma redeploy_number:1 redeploy_to:trouvelot redeploy_to:phobos redeploy_from:done",
    )
    assert played.prompts[0] == "Your 2 MarsGov Troops must leave Radau. Where to?"
    assert [topic for _, topic, _ in played.asked].count("redeploy_from") == 1
    assert played.options("redeploy_to") == ["trouvelot", "sharma", "phobos", "only_some"]
    assert [at(s, space, "mg_troop") for space in ("radau", "sharma", "trouvelot", "phobos", "marth")] == [
        0,
        2,
        1,
        1,
        1,
    ]


def test_marsgov_may_move_any_other_troops() -> None:
    """14.4: also out of a Labyrinth, from Phobos, and from beside a Base."""
    s = mars({"sharma": {"mg_troop": 1}, "phobos": {"mg_troop": 2}, "radau": {"mg_troop": 1, "mg_base": 1}})
    run(
        s,
        redeploy_marsgov,
        "redeploy_from:phobos redeploy_to:sharma redeploy_from:radau redeploy_to:sharma redeploy_from:done",
    )
    assert at(s, "sharma", "mg_troop") == 4


def test_control_is_frozen_until_redeploy_is_over() -> None:
    """7, 14.4: Sharma keeps COIN Control though its Troop leaves, so others may still go there; then it is adjusted."""
    s = mars({"sharma": {"mg_troop": 1}, "gandhi": {"mg_troop": 2, "rd_rebel": 1}})
    sharma, gandhi = n("sharma"), n("gandhi")
    run(s, begin_redeploy)
    run(
        s,
        redeploy_marsgov,
        "redeploy_from:sharma redeploy_to:phobos redeploy_from:gandhi only_some redeploy_some_to:sharma"
        " redeploy_number:1 redeploy_from:gandhi redeploy_to:phobos",
    )
    assert (s.control[sharma], s.control[gandhi]) == (COIN, COIN)
    run(s, end_redeploy)
    assert (s.control[sharma], s.control[gandhi]) == (COIN, RED_DUST)


def test_red_dust_must_leave_empty_deserts() -> None:
    """14.4: out of Deserts with neither Opposition nor an RD Base; others may go too; all to spaces with RD Bases."""
    s = mars(
        {
            "radau": {"rd_rebel": 1, "active_rd_rebel": 1},
            "wilderness": {"rd_rebel": 1},
            "marth": {"rd_rebel": 1},
            "trouvelot": {"rd_rebel": 1, "rd_base": 1},
            "gandhi": {"rd_base": 1},
            "sharma": {"rd_rebel": 1},
        },
        alignment={"radau": 1, "marth": -1},
    )
    played = run(
        s,
        redeploy_red_dust,
        "redeploy_to:only_some redeploy_some_to:gandhi redeploy_number:0 redeploy_to:trouvelot redeploy_to:gandhi"
        " redeploy_from:sharma redeploy_to:gandhi redeploy_from:done",
    )
    assert [topic for _, topic, _ in played.asked].count("redeploy_from") == 2
    assert played.options("redeploy_to") == ["trouvelot", "gandhi", "only_some"]
    assert (at(s, "gandhi", "rd_rebel"), at(s, "gandhi", "active_rd_rebel")) == (2, 1)
    assert (at(s, "trouvelot", "rd_rebel"), at(s, "marth", "rd_rebel")) == (2, 1)


def test_red_dust_without_a_base_loses_what_must_move() -> None:
    """14.4: forced Rebels are removed if there is no RD Base; those that need not move stay."""
    s = mars(
        {
            "wilderness": {"rd_rebel": 2, "active_rd_rebel": 1},
            "marth": {"rd_rebel": 1},
            "gandhi": {"rd_rebel": 1},
        },
        alignment={"marth": -1},
    )
    assert not run(s, redeploy_red_dust).asked
    assert [at(s, space, "rd_rebel") for space in ("wilderness", "marth", "gandhi")] == [0, 1, 1]
    assert at(s, "available", "rd_rebel") == 28


def test_the_church_may_move_bases_to_the_wilderness() -> None:
    """14.4: any CR Bases, Conversion Centers turning basic, as far as six Bases have room."""
    s = mars(
        {
            "gandhi": {"cr_base": 1, "conversion_center": 1},
            "radau": {"cr_base": 2},
            "wilderness": {"rd_base": 4},
        }
    )
    run(s, redeploy_cr_bases, "redeploy_base:gandhi conversion_center redeploy_base:radau")
    assert (at(s, "wilderness", "cr_base"), at(s, "wilderness", "conversion_center")) == (2, 0)
    assert (at(s, "gandhi", "cr_base"), at(s, "radau", "cr_base")) == (1, 1)


def test_the_church_may_leave_its_bases() -> None:
    """14.4: it may."""
    s = mars({"gandhi": {"conversion_center": 1}})
    run(s, redeploy_cr_bases, "done")
    assert at(s, "gandhi", "conversion_center") == 1


def test_the_church_may_move_rebels_to_its_bases() -> None:
    """14.4: then any CR Rebels to spaces with CR Bases, the moved ones included; none has to go."""
    s = mars({"gandhi": {"cr_rebel": 2}, "sharma": {"active_cr_rebel": 1}, "radau": {"conversion_center": 1}})
    play(
        s,
        parts(s, redeploy_cr_bases, redeploy_cr_rebels),
        "redeploy_base:radau redeploy_from:gandhi only_some redeploy_number:1 redeploy_from:sharma redeploy_from:done",
    )
    assert (at(s, "wilderness", "cr_rebel"), at(s, "wilderness", "active_cr_rebel")) == (1, 1)
    assert at(s, "gandhi", "cr_rebel") == 1

    s = mars({"gandhi": {"cr_rebel": 2}, "radau": {"cr_base": 1}})
    run(s, redeploy_cr_rebels, "redeploy_from:done")
    assert at(s, "gandhi", "cr_rebel") == 2


def test_corporate_units_do_not_redeploy() -> None:
    """14.4: Security and SpecOps stay where they are, and nobody is asked."""
    s = mars({"wilderness": {"security": 1, "specops": 1}})
    played = play(
        s,
        parts(
            s,
            begin_redeploy,
            redeploy_earthgov,
            redeploy_marsgov,
            redeploy_red_dust,
            redeploy_cr_bases,
            redeploy_cr_rebels,
            end_redeploy,
        ),
    )
    assert not played.asked
    assert (at(s, "wilderness", "security"), at(s, "wilderness", "specops")) == (1, 1)
