"""12. Which spaces every instruction of the Operations is about."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.nonplayer.operations import AT_THE_END, CANDIDATES
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NUMBER_OF, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.operations.run import OPERATIONS
from sandtable.games.red_dust.state import Op

from .kit import table


def pieces(**spaces: dict[str, int]) -> dict[str, Any]:
    return {"pieces": spaces}


#: Instruction -> Operation, position, and the spaces it is about.
ABOUT: list[tuple[str, int, Op, dict[str, Any], set[str]]] = [
    (
        "train_place_troops",
        MARS_GOV,
        Op.TRAIN,
        pieces(gandhi={"mg_troop": 1}, marth={"mg_base": 1}),
        {"gandhi", "marth", "phobos"},
    ),
    (
        "mg_secure_move",
        MARS_GOV,
        Op.SECURE,
        {**pieces(gandhi={"mg_troop": 1, "rd_rebel": 1}, sharma={"rd_rebel": 1}), "damage": {"gandhi": 1}},
        {"gandhi"},
    ),
    ("corp_secure_move", CORPORATIONS, Op.SECURE, pieces(gandhi={"security": 1, "rd_rebel": 1}), {"gandhi"}),
    ("mg_recon_move", MARS_GOV, Op.RECON, pieces(marth={"mg_troop": 1, "rd_rebel": 1}), {"marth"}),
    ("corp_recon_move", CORPORATIONS, Op.RECON, pieces(marth={"security": 1, "rd_rebel": 1}), {"marth"}),
    (
        "assault_remove_bases",
        MARS_GOV,
        Op.ASSAULT,
        pieces(
            gandhi={"mg_troop": 2, "active_rd_rebel": 1, "rd_base": 1},
            sharma={"mg_troop": 2, "rd_rebel": 1, "rd_base": 1},
            europa={"mg_troop": 2, "active_rd_rebel": 1},
        ),
        {"gandhi"},
    ),
    (
        "assault_remove",
        MARS_GOV,
        Op.ASSAULT,
        pieces(gandhi={"mg_troop": 1, "active_rd_rebel": 1}, sharma={"mg_troop": 1, "rd_rebel": 1}),
        {"gandhi"},
    ),
    (
        "logistics_upgrade_one",
        CORPORATIONS,
        Op.LOGISTICS,
        pieces(marth={"corp_base": 1}, gandhi={"corp_base": 1}),
        {"marth"},
    ),
    ("logistics_upgrade_more", CORPORATIONS, Op.LOGISTICS, pieces(marth={"corp_base": 1}), {"marth"}),
    ("logistics_place_on_earth", CORPORATIONS, Op.LOGISTICS, {}, {"earth"}),
    ("logistics_aldrin_cycler", CORPORATIONS, Op.LOGISTICS, {}, {"transit"}),
    (
        "rd_rally_place_bases",
        RED_DUST,
        Op.RALLY,
        pieces(
            gandhi={"rd_rebel": 1, "active_rd_rebel": 2},
            sharma={"active_rd_rebel": 3},
            europa={"rd_rebel": 2},
        ),
        {"gandhi"},
    ),
    (
        "rd_rally_flip",
        RED_DUST,
        Op.RALLY,
        pieces(
            gandhi={"rd_base": 1, "active_rd_rebel": 1},
            sharma={"rd_base": 1, "rd_rebel": 1},
            europa={"active_rd_rebel": 1},
        ),
        {"gandhi"},
    ),
    (
        "rd_march_move",
        RED_DUST,
        Op.MARCH,
        pieces(coronae_montes={"rd_rebel": 2}),
        {"alpheus_colles", "gandhi", "hellas_chaos", "sharma", "wilderness"},
    ),
    (
        "rd_attack_support",
        RED_DUST,
        Op.ATTACK,
        {
            **pieces(gandhi={"rd_rebel": 1, "mg_troop": 1}, sharma={"rd_rebel": 1, "mg_troop": 1}),
            "alignment": {"gandhi": 1},
        },
        {"gandhi"},
    ),
    (
        "rd_attack_three",
        RED_DUST,
        Op.ATTACK,
        {
            **pieces(
                gandhi={"rd_rebel": 3, "mg_troop": 1},
                sharma={"rd_rebel": 3, "mg_troop": 1},
                europa={"rd_rebel": 2, "mg_troop": 1},
            ),
            "alignment": {"sharma": -1},
        },
        {"gandhi"},
    ),
    (
        "rd_attack_all_active",
        RED_DUST,
        Op.ATTACK,
        pieces(
            gandhi={"active_rd_rebel": 1, "mg_troop": 1},
            sharma={"rd_rebel": 1, "active_rd_rebel": 1, "mg_troop": 1},
        ),
        {"gandhi"},
    ),
    (
        "rd_campaign",
        RED_DUST,
        Op.CAMPAIGN,
        {
            **pieces(
                gandhi={"rd_base": 1, "rd_rebel": 1},
                sharma={"rd_base": 1, "rd_rebel": 2},
                europa={"rd_rebel": 1},
                tenzing={"rd_base": 1, "rd_rebel": 1, "active_rd_rebel": 1},
            ),
            "alignment": {"europa": -2},
        },
        {"sharma", "europa", "tenzing"},
    ),
    (
        "cr_rally_place_bases",
        RECLAIMERS,
        Op.RALLY,
        pieces(marth={"cr_rebel": 1, "active_cr_rebel": 2}, radau={"active_cr_rebel": 3}),
        {"marth"},
    ),
    (
        "cr_rally_upgrade_deserts",
        RECLAIMERS,
        Op.RALLY,
        pieces(marth={"cr_base": 1}, gandhi={"cr_base": 1}, radau={"conversion_center": 1}),
        {"marth"},
    ),
    (
        "cr_rally_flip",
        RECLAIMERS,
        Op.RALLY,
        pieces(marth={"cr_base": 1, "active_cr_rebel": 1}, radau={"cr_base": 1, "cr_rebel": 1}),
        {"marth"},
    ),
    (
        "cr_travel_move",
        RECLAIMERS,
        Op.TRAVEL,
        pieces(wilderness={"cr_rebel": 6}, radau={"cr_rebel": 2}),
        {"wilderness"},
    ),
    (
        "cr_attack_support_opposition",
        RECLAIMERS,
        Op.ATTACK,
        {
            **pieces(gandhi={"cr_rebel": 1, "mg_troop": 1}, sharma={"cr_rebel": 1, "mg_troop": 1}),
            "alignment": {"gandhi": -1},
        },
        {"gandhi"},
    ),
    (
        "cr_attack_three",
        RECLAIMERS,
        Op.ATTACK,
        pieces(gandhi={"cr_rebel": 3, "mg_troop": 1}, sharma={"cr_rebel": 2, "mg_troop": 1}),
        {"gandhi"},
    ),
    (
        "cr_attack_all_active",
        RECLAIMERS,
        Op.ATTACK,
        pieces(gandhi={"active_cr_rebel": 1, "mg_troop": 1}, sharma={"cr_rebel": 1, "mg_troop": 1}),
        {"gandhi"},
    ),
    (
        "cr_preach",
        RECLAIMERS,
        Op.PREACH,
        pieces(
            gandhi={"cr_base": 1, "cr_rebel": 1}, sharma={"cr_base": 1, "cr_rebel": 2}, europa={"cr_rebel": 1}
        ),
        {"sharma", "europa"},
    ),
]


@pytest.mark.parametrize(("name", "who", "op", "position", "spaces"), ABOUT, ids=[it[0] for it in ABOUT])
def test_an_instruction_is_about_these_spaces(
    name: str, who: int, op: Op, position: dict[str, Any], spaces: set[str]
) -> None:
    s = table(**position)
    a = begin_operation(s, who, op)
    found = CANDIDATES[name](s, a, OPERATIONS[op].where.all(s, a))
    assert {next(it for it, n in NUMBER_OF.items() if n == space) for space in found} == spaces


def test_every_instruction_has_a_case() -> None:
    placing = {
        "rd_rally_place_rebels",
        "cr_rally_alternate",
    }  # they are about every space of the Rally
    assert {it[0] for it in ABOUT} | placing == set(CANDIDATES)
    assert len(AT_THE_END) == 14
