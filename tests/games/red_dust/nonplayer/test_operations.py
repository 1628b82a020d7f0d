"""8.5.4, 8.6, 8.7 Activation rolls, Operations and Special Activities of non-players."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.red_dust.nonplayer.eligibility import plan_operation
from sandtable.games.red_dust.nonplayer.operations import activation_number, activation_roll
from sandtable.games.red_dust.nonplayer.play import answered
from sandtable.games.red_dust.nonplayer.tables import SIDE_NUMBER
from sandtable.games.red_dust.printed.map import (
    AVAILABLE,
    CORPORATIONS,
    MARS_GOV,
    NUMBER_OF,
    RECLAIMERS,
    RED_DUST,
)
from sandtable.games.red_dust.printed.pieces import KINDS
from sandtable.games.red_dust.rules.operations.assault import _strike_back
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.population import turn_marker
from sandtable.games.red_dust.rules.resources import draw_assets
from sandtable.games.red_dust.state import Op

from ..kit import KIND, play
from .kit import np_of, operation, table

EUROPA, GANDHI = NUMBER_OF["europa"], NUMBER_OF["gandhi"]


def at(s: Any, space: str, piece: str) -> int:
    n: int = s.at(NUMBER_OF[space], KIND[piece])
    return n


# 8. Activation numbers


def test_above_the_number_another_space_follows() -> None:
    s = table(pieces={"europa": {"mg_troop": 1}})
    a = begin_operation(s, MARS_GOV, Op.TRAIN)
    np_of(s).side = SIDE_NUMBER["A"]
    assert play(s, activation_roll(s, np_of(s), a), dice=[(4,)]).result is True
    assert play(s, activation_roll(s, np_of(s), a), dice=[(3,)]).result is False


def test_supply_turns_a_failure() -> None:
    """MG: if the die is not above the Supply Total, then Supply Total -1."""
    s = table()
    a = begin_operation(s, MARS_GOV, Op.TRAIN)
    np = np_of(s)
    np.side, np.supply_total = SIDE_NUMBER["A"], 2
    assert play(s, activation_roll(s, np, a), dice=[(3,)]).result is False
    assert play(s, activation_roll(s, np, a), dice=[(2,)]).result is True
    assert np.supply_total == 1


def test_assets_turn_a_failure_but_not_in_a_limited_operation() -> None:
    s = table()
    a = begin_operation(s, RECLAIMERS, Op.RALLY)
    np = np_of(s)
    np.side, np.asset_total = SIDE_NUMBER["U"], 3
    assert play(s, activation_roll(s, np, a), dice=[(3,)]).result is True
    assert np.asset_total == 2
    a = begin_operation(s, RECLAIMERS, Op.RALLY, limited=True)
    assert play(s, activation_roll(s, np, a), dice=[(1,)]).result is False


def test_red_dust_has_no_rescue() -> None:
    s = table()
    a = begin_operation(s, RED_DUST, Op.RALLY)
    np = np_of(s)
    np.side, np.agitate_total = SIDE_NUMBER["N"], 6
    assert play(s, activation_roll(s, np, a), dice=[(1,)]).result is False


def test_campaign_cards_raise_the_number_for_marsgov() -> None:
    """RD10: +1 after a space without Support. RD9: +2 after a Secure destination with Opposition."""
    s = table(campaigns=(9, 10), alignment={"gandhi": -1, "europa": 1})
    np = np_of(s)
    np.side = SIDE_NUMBER["AA"]
    a = begin_operation(s, MARS_GOV, Op.SECURE)
    np.last = NUMBER_OF["gandhi"]
    assert activation_number(s, np, a) == 4 + 1 + 2
    np.last = NUMBER_OF["europa"]
    assert activation_number(s, np, a) == 4
    a = begin_operation(s, MARS_GOV, Op.TRAIN)
    np.last = NUMBER_OF["gandhi"]
    assert activation_number(s, np, a) == 4 + 1


def test_no_roll_after_the_first_space_of_the_reclaimers() -> None:
    """And one after the second. The three spaces are equal."""
    spaces = ("europa", "gandhi", "sharma")
    s = table(pieces={it: {"cr_rebel": 1} for it in spaces}, alignment=dict.fromkeys(spaces, 1))
    operation(s, RECLAIMERS, Op.PREACH, side="XX", dice=[(EUROPA,), (GANDHI,), (2,)])
    assert s.action.chosen == (EUROPA, GANDHI)


def test_no_roll_in_limited_operations_of_marsgov_and_red_dust() -> None:
    s = table(pieces={"europa": {"mg_troop": 1}, "gandhi": {"mg_troop": 1}})
    operation(s, MARS_GOV, Op.TRAIN, side="A", limited=True, dice=[(EUROPA,)])
    assert s.action.chosen == (EUROPA,)


def test_limited_operation_of_the_reclaimers_has_five_spaces_at_most() -> None:
    """Rolls from the second space on, no rescue, then Asset Total +1."""
    s = table()
    a = begin_operation(s, RECLAIMERS, Op.RALLY, limited=True)
    assert a.most == 5
    assert begin_operation(s, RED_DUST, Op.RALLY, limited=True).most == 1


# 3. Counters


def test_non_players_pay_nothing_and_earn_nothing() -> None:
    s = table()
    assert s.gain(MARS_GOV, 9) == 0
    assert s.gain(RED_DUST, 9) == 0
    assert s.gain(CORPORATIONS, 2) == 2
    s = table(CORPORATIONS)
    assert s.gain(MARS_GOV, 9) == 9


def test_asset_total_stays_between_0_and_6() -> None:
    s = table()
    play(s, draw_assets(s, 9))
    assert np_of(s).asset_total == 6
    np_of(s).change_assets(-9)
    assert np_of(s).asset_total == 0


# 2, 14. Choices


@pytest.mark.parametrize(("level", "is_up"), [(4, True), (5, False), (6, False)])
def test_corporations_set_the_marker_by_confidence(level: int, is_up: bool) -> None:
    """EG+ while the value is below 4, EG− from 4 up."""
    s = table(level=level, is_eg_up=not is_up)
    assert (s.box.confidence[level].value < 4) is is_up
    play(s, answered(s, turn_marker(s, CORPORATIONS)))
    assert s.is_eg_up is is_up


def test_red_dust_strikes_back_only_without_opposition() -> None:
    kind = KIND["active_rd_rebel"]
    pieces = {"gandhi": {"active_rd_rebel": 2, "mg_troop": 2}}
    s = table(pieces=pieces, alignment={"gandhi": -1})
    play(s, answered(s, _strike_back(s, NUMBER_OF["gandhi"], [kind])))
    s = table(pieces=pieces)
    played = play(s, answered(s, _strike_back(s, NUMBER_OF["gandhi"], [kind])), dice=[(6, 6)])
    assert any("Attack" in line for line in played.log)


def test_nobody_shows_the_last_hidden_rebel_beside_a_base() -> None:
    kind = KIND["active_cr_rebel"]
    s = table(pieces={"gandhi": {"cr_rebel": 1, "cr_base": 1, "mg_troop": 2}})
    assert play(s, answered(s, _strike_back(s, NUMBER_OF["gandhi"], [kind]))).log == []


# 12. Operations


def test_train_places_four_and_pacifies() -> None:
    """Pacify: at most two actions in one space, House at Support first."""
    s = table(pieces={"europa": {"mg_troop": 1}}, alignment={"europa": 1}, displaced=2, cards="A")
    operation(s, MARS_GOV, Op.TRAIN, side="A", limited=True)
    assert at(s, "europa", "mg_troop") == 5
    assert s.displaced + s.alignment[NUMBER_OF["europa"]] < 2 + 2


def test_logistics_follows_its_lines() -> None:
    """One free upgrade, four Security to Earth, the Cycler; Security at a Base for 1 Profit."""
    s = table(pieces={"marth": {"corp_base": 1}}, resources=(0, 1, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, side="GG")
    assert at(s, "marth", "terraforming_base") == 1
    assert at(s, "marth", "security") == 1
    assert at(s, "transit", "security") == 4
    assert s.resources[CORPORATIONS] == 0


def test_a_limited_logistics_takes_the_first_line_only() -> None:
    s = table(pieces={"marth": {"corp_base": 1}}, resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.LOGISTICS, side="GG", limited=True)
    assert s.action.chosen == (NUMBER_OF["marth"],)


def test_the_first_campaign_card_is_played_at_once() -> None:
    """And no others are drawn."""
    s = table(
        pieces={"gandhi": {"rd_rebel": 2}, "sharma": {"rd_rebel": 2}}, alignment={"gandhi": -1, "sharma": -1}
    )
    active = len(s.campaigns.zones[2])
    operation(s, RED_DUST, Op.CAMPAIGN, side="SS", dice=[(GANDHI,), (6,)])
    assert len(s.campaigns.zones[2]) == active + 1


def test_corporations_build_after_recon() -> None:
    """A Base in each destination without one."""
    s = table(pieces={"phobos": {"security": 4}}, storm=dict.fromkeys(STORMS, "raging"))
    operation(s, CORPORATIONS, Op.RECON, side="KK")
    assert at(s, "marth", "corp_base") == 1
    assert at(s, "marth", "security") == 2


#: All Deserts but Marth, so that nothing is left to chance.
STORMS = (
    "ascraeus_mons",
    "tharsis_tholus",
    "noctis_labyrinthus",
    "sinai_planum",
    "daedalia_planum",
    "arsia_mons",
    "pavonis_mons",
    "syria_planum",
    "rutherford",
    "radau",
    "trouvelot",
    "alpheus_colles",
    "coronae_montes",
    "hellas_chaos",
    "wilderness",
)


def test_haboob_makes_another_card_come() -> None:
    """Recon and March are impossible: KK would lead to Recon, so G comes, whose back has Logistics."""
    for following, op in ((49, Op.LOGISTICS), (19, Op.RECON)):
        s = table(
            following=following,
            cards="K G",
            pieces={"marth": {"corp_base": 1}, "radau": {"security": 3}},
        )
        plan = play(s, plan_operation(s, CORPORATIONS, False, True)).result
        assert plan is not None
        assert plan.op is op


def test_no_card_fits_and_the_bot_goes_on() -> None:
    """No infinite redraw when all six cards fail."""
    s = table(RED_DUST)
    for kind in ("rd_rebel", "rd_base"):
        s.pieces[AVAILABLE * KINDS + KIND[kind]] = 0
    rolls = [(6,), (6, 6)]  # the boxes of P and T
    assert play(s, plan_operation(s, RED_DUST, True, False), dice=rolls).result is None
