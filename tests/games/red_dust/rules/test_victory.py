"""15 Victory: totals, margins, ties, and the end of the game."""

from __future__ import annotations

import pytest

from sandtable.engine import Over
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.printed.pieces import RD_BASE
from sandtable.games.red_dust.rules.dust_storm import reset_phase, victory_phase
from sandtable.games.red_dust.rules.redeploy import begin_redeploy, end_redeploy, redeploy_marsgov
from sandtable.games.red_dust.rules.victory import margins, thresholds, totals
from sandtable.games.red_dust.state import Mars

from ..dust_storm_kit import over, parts, ready, run
from ..kit import mars, n, play


def test_the_totals() -> None:
    """15: Support and confidence; Profits; Opposition and Bases; CR Control and Bases, against all other Bases."""
    s = mars(
        {
            "gandhi": {"cr_rebel": 3, "mg_base": 1, "corp_base": 1},
            "radau": {"rd_base": 1, "rd_rebel": 1, "cr_base": 1},
            "wilderness": {"cr_base": 2, "dug_in_base": 1, "terraforming_base": 1},
        },
        alignment={"tenzing": 2, "europa": 1, "sharma": -2, "marth": -1},
        housed={"europa": 1},
        damage={"sharma": 1},
        level=5,
        resources=(20, 31, 20),
    )
    assert totals(s) == [3 * 2 + 3 * 1 + 4, 31, 1 * 2 + 1 + 2, 1 + 3]
    assert thresholds(s) == [34, 36, 32, 5]
    assert margins(s) == [13 - 34, 31 - 36, 5 - 32, 4 - 5]


def leaning(side: int, total: int) -> Mars:
    """A planet with so much Support (or Opposition, if `side` is -1), and confidence worth nothing."""
    active = (
        "europa",
        "tereshkova",
        "shepard",
        "new_cordoba",
        "gandhi",
        "sharma",
        "tenzing",
    )  # 2 × (6 × 2 + 3)
    passive = ("marth", "radau", "sinai_planum", "arsia_mons", "trouvelot")[: total - 30]
    return mars(alignment=dict.fromkeys(active, 2 * side) | dict.fromkeys(passive, side), level=1)


@pytest.mark.parametrize(("support", "wins"), [(34, False), (35, True)])
def test_marsgov_must_exceed_34(support: int, wins: bool) -> None:
    """15: total Support and confidence above 34."""
    s = leaning(1, support)
    assert totals(s)[MARS_GOV] == support
    if wins:
        assert over(s, victory_phase).winners == (MARS_GOV,)
    else:
        run(s, victory_phase)


@pytest.mark.parametrize(("opposition", "wins"), [(32, False), (33, True)])
def test_red_dust_must_exceed_32(opposition: int, wins: bool) -> None:
    """15: total Opposition and Bases above 32."""
    s = leaning(-1, opposition - 2)
    s.place(RD_BASE, n("radau"), 2)
    assert totals(s)[RED_DUST] == opposition
    if wins:
        assert over(s, victory_phase).winners == (RED_DUST,)
    else:
        run(s, victory_phase)


@pytest.mark.parametrize(("profits", "wins"), [(36, False), (37, True)])
def test_the_corporations_must_exceed_36(profits: int, wins: bool) -> None:
    """15: Profits above 36."""
    s = mars(resources=(0, profits, 0))
    if wins:
        assert over(s, victory_phase).winners == (CORPORATIONS,)
    else:
        run(s, victory_phase)


@pytest.mark.parametrize(("bases", "wins"), [(3, False), (2, True)])
def test_the_church_must_exceed_all_other_bases(bases: int, wins: bool) -> None:
    """15: one space under CR Control and two CR Bases, against the Bases of the others."""
    s = mars({"radau": {"cr_base": 2}, "wilderness": {"rd_base": 1, "corp_base": bases - 1, "mg_troop": 1}})
    assert (totals(s)[RECLAIMERS], thresholds(s)[RECLAIMERS]) == (3, bases)
    if wins:
        assert over(s, victory_phase).winners == (RECLAIMERS,)
    else:
        run(s, victory_phase)


def test_the_highest_margin_wins() -> None:
    """15: several exceed their mark: CORP by 4, CR by 3."""
    s = mars({"radau": {"cr_base": 2}}, resources=(0, 40, 0))
    assert margins(s)[CORPORATIONS] == 4
    assert margins(s)[RECLAIMERS] == 3
    assert over(s, victory_phase).winners == (CORPORATIONS,)


@pytest.mark.parametrize(
    ("equal", "winner"),
    [
        ((MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS), RECLAIMERS),
        ((MARS_GOV, CORPORATIONS, RED_DUST), MARS_GOV),
        ((CORPORATIONS, RED_DUST), RED_DUST),
    ],
)
def test_ties(equal: tuple[int, ...], winner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """15: ties go to CR, then MG, then RD, then CORP."""
    level = [2 if who in equal else -1 for who in range(4)]
    for module in ("dust_storm", "victory"):
        monkeypatch.setattr(f"sandtable.games.red_dust.rules.{module}.margins", lambda s: level)
    assert over(mars(), victory_phase).winners == (winner,)


def test_the_third_round_ends_the_game() -> None:
    """14.5, 15: the highest margin wins though nobody exceeded: CORP 30 − 36, MG 1 − 34, RD 0 − 32, CR 0 − 7."""
    s = ready(
        resources=(0, 30, 0), pieces={"wilderness": {"rd_base": 6, "mg_troop": 1}, "radau": {"corp_base": 1}}
    )
    s.rounds = 2
    assert margins(s) == [-33, -6, -26, -7]
    assert over(s, reset_phase).winners == (CORPORATIONS,)


def test_the_last_margins_count_redeploy() -> None:
    """15: margins are taken after Redeploy: the Troop that must leave the Wilderness gives its Control to the Church."""
    s = ready(
        resources=(0, 35, 0),
        pieces={"wilderness": {"mg_troop": 2, "cr_rebel": 1}, "gandhi": {"mg_base": 1, "mg_troop": 1}},
    )
    s.rounds = 2
    assert margins(s) == [-33, -1, -32, -1]
    with pytest.raises(Over) as end:
        play(
            s,
            parts(s, begin_redeploy, redeploy_marsgov, end_redeploy, reset_phase),
            "redeploy_to:gandhi redeploy_from:done",
        )
    assert margins(s)[RECLAIMERS] == 0
    assert end.value.outcome.winners == (RECLAIMERS,)
