"""Training learns something. It needs torch, takes minutes, and runs in `make soak`."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from sandtable.bots import make_bot
from sandtable.learn import Rulebook

pytestmark = pytest.mark.soak


def test_connect_four_is_learned_from_games_against_random_play(tmp_path: Path) -> None:
    train = pytest.importorskip("sandtable.learn.train", exc_type=ImportError)
    rules = Rulebook(CONNECT_FOUR, actions="fixed")
    settings = train.Settings(against="random", trials=100)
    trainer, curve = train.train(rules, settings, decisions=60_000)
    assert train.score_against(rules, trainer.network(), 200, seed=7) > 0.85
    assert curve[-1]["decisions"] >= 60_000
    trainer.network().save(tmp_path / "four.npz")
    assert make_bot(f"model:{tmp_path / 'four.npz'}").name.endswith("four.npz")


def test_a_mission_is_learned_from_the_house_bot() -> None:
    """Random play practically never wins this Mission."""
    train = pytest.importorskip("sandtable.learn.train", exc_type=ImportError)
    rules = Rulebook("surface-combat", {"mission": "airwaves"}, actions="fixed")
    settings = train.Settings(trials=50, rate=5e-4)
    trainer, _ = train.train(rules, settings, decisions=0, imitate="house:500")
    chance = train.score_against(rules, None, 200, seed=7)
    assert train.score_against(rules, trainer.network(), 200, seed=7) > chance + 0.05
