"""Training a value: it continues where it stopped, the same seed gives the same value, and the report says what was measured."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from sandtable.bots.lookahead import Sight
from sandtable.engine import SandtableError
from sandtable.engine.value import Trees, ValueFile
from sandtable.games import find_game
from sandtable.lab.training.fitting import Labelled, fit
from sandtable.lab.training.plan import TrainingPlan, plan_for, set_ups_of
from sandtable.lab.training.positions import TrainingGame, play_training_game
from sandtable.lab.training.rounds import Check, cards_in, figures, house_topics, train
from sandtable.lab.workers import ThisProcess

SPACE = find_game("space-combat")


def small(**changes: object) -> TrainingPlan:
    """A plan of a few short games: enough to see that all parts work together."""
    plan = plan_for(SPACE, rounds=1, first_games=10, games=10, playouts=1, seed=3)
    settings = {"sight": Sight(leaves=4), "sampled": 0.5, "sampled_later": 0.1, "checked": 1, "trees": 5}
    return msgspec.structs.replace(plan, set_ups=plan.set_ups[:2], **{**settings, **changes})


def test_a_training_continues_and_says_what_it_measured(tmp_path: Path) -> None:
    """Guards `lab train`: two rounds, each with its value and card; a second call plays nothing again and gives the same file."""
    told: list[str] = []
    path = train(small(), tmp_path, ThisProcess(), lambda line, share: told.append(line))
    file = msgspec.json.decode(path.read_bytes(), type=ValueFile)
    assert (file.game, file.rules, file.features) == (SPACE.key, SPACE.rules_version, SPACE.feature_names)
    assert [card["round"] for card in cards_in(tmp_path)] == [0, 1]
    assert file.card["positions"] > 0
    assert told[-1].startswith("Round 1: ")
    (tmp_path / "value-1.json").unlink()
    stamps = {it: it.stat().st_mtime_ns for it in tmp_path.rglob("*.npz")}
    again = train(small(), tmp_path, ThisProcess())
    trees = msgspec.json.decode(again.read_bytes(), type=ValueFile).trees
    assert trees == file.trees
    assert {it: it.stat().st_mtime_ns for it in tmp_path.rglob("*.npz")} == stamps
    with pytest.raises(SandtableError, match="other settings"):
        train(small(playouts=2), tmp_path, ThisProcess())


def test_the_same_game_gives_the_same_positions() -> None:
    """Guards that a batch which is played twice, because its worker was lost, gives what it gave."""
    one, other = (play_training_game(TrainingGame(small(), 0, 4, "")) for _ in range(2))
    assert one.labels
    assert (one.rows, one.labels, one.places) == (other.rows, other.labels, other.places)
    assert all(len(row) == len(SPACE.feature_names) for row in one.rows)
    assert all(place == -1 or 0 <= place <= 1 for place in one.places)  # -1: met on the way of a playout
    assert {-1} < set(one.places)


def test_trees_find_what_decides_and_are_judged_on_games_they_have_not_seen() -> None:
    """Guards the fit: a label that follows one feature is found, and the written trees give what was fitted."""
    rng = np.random.default_rng(1)
    rows = rng.random((4000, len(SPACE.feature_names)))
    labels = (rows[:, 3] > 0.5).astype(float)
    data = Labelled(rows, labels, np.ones(4000), np.arange(4000) // 10, np.zeros(4000), rng.random(4000))
    file = fit(SPACE, small(trees=60), data)
    value, row = Trees(file), [0.5] * len(SPACE.feature_names)
    row[3] = 0.9
    assert value.of(row) > 0.9
    row[3] = 0.1
    assert value.of(row) < 0.1
    assert file.card["log_loss"] < 0.2 < file.card["log_loss_of_average"]
    assert file.card["held_out"] == 800


def test_long_set_ups_come_half_as_often() -> None:
    """Guards the mix of games: each Mission twice for one campaign."""
    scenarios = [it.get("scenario", "") for it in set_ups_of(SPACE)]
    assert scenarios.count("campaign") == 1
    assert scenarios.count("final") == 2


@pytest.mark.parametrize(
    ("changes", "says"), [({"rounds": -1}, "rounds is -1"), ({"games": 3}, "games is 3"), ({"playouts": 0}, "playouts is 0")]
)  # fmt: skip
def test_a_plan_that_cannot_work_is_a_clear_error(changes: dict[str, int], says: str, tmp_path: Path) -> None:
    """Bad settings are named before anything is played."""
    with pytest.raises(SandtableError, match=says):
        train(small(**changes), tmp_path, ThisProcess())


def test_a_game_without_features_cannot_be_trained(tmp_path: Path) -> None:
    """The error says what is missing."""
    game = find_game("connect-four")
    with pytest.raises(SandtableError, match="names no features"):
        train(plan_for(game), tmp_path, ThisProcess())


def test_topics_that_lose_are_left_to_the_house() -> None:
    """DESIGN "Levels": the House's answer is left only where that gained something; a few bad games decide nothing."""
    checks = [
        Check(topics=["move"] * 40 + ["stay"] * 40 + ["rare"] * 5, claimed=[0.1] * 85, real=[0.02] * 40 + [-0.03] * 40 + [-0.5] * 5),
    ]  # fmt: skip
    assert house_topics(checks) == ("stay",)
    assert figures(checks)["topics"]["move"][:2] == [40, 0.02]
