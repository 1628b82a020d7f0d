"""Fitting the trees of a value to labelled positions, and how good they are on games that were held out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from sandtable.engine import Game, SandtableError
from sandtable.engine.value import FORMAT, Trees, ValueFile

from .plan import TrainingPlan, pack_digest

#: One game in so many is held out: its positions decide nothing but when to stop, and how good the value is.
HELD_OUT = 5
#: Trees that may bring nothing before the training stops.
PATIENCE = 25
#: The trees as they are written must give what LightGBM gives, up to rounding: a position may lie on a threshold, but hardly any does.
ROUNDING, ON_A_THRESHOLD = 2e-3, 0.002


class Labelled(msgspec.Struct):
    """Positions of many games as arrays, a line for each position and seat."""

    rows: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    games: np.ndarray
    seats: np.ndarray
    places: np.ndarray

    @classmethod
    def joined(cls, parts: Sequence[Labelled]) -> Labelled:
        """All of these as one."""
        names = cls.__struct_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def fit(game: Game[Any], plan: TrainingPlan, data: Labelled) -> ValueFile:
    """Train trees on the positions of four games in five, and judge them on the fifth."""
    lightgbm = _lightgbm()
    held = data.games % HELD_OUT == 0
    settings = {
        "objective": "cross_entropy",
        "num_leaves": plan.leaves,
        "learning_rate": plan.learning_rate,
        "min_data_in_leaf": 40,
        "feature_fraction": 0.7,
        "bagging_fraction": 0.8,
        "bagging_freq": 1,
        "num_threads": 1,
        "seed": plan.seed,
        "deterministic": True,
        "verbose": -1,
    }
    learn = lightgbm.Dataset(
        data.rows[~held], data.labels[~held], weight=data.weights[~held], free_raw_data=False
    )
    judge = lightgbm.Dataset(
        data.rows[held], data.labels[held], weight=data.weights[held], reference=learn, free_raw_data=False
    )
    stop = lightgbm.early_stopping(PATIENCE, verbose=False)
    booster = lightgbm.train(settings, learn, plan.trees, valid_sets=[judge], callbacks=[stop])
    trees = [
        _tree(it["tree_structure"])
        for it in booster.dump_model(num_iteration=booster.best_iteration)["tree_info"]
    ]
    file = ValueFile(
        FORMAT, game.key, game.rules_version, pack_digest(game), game.feature_names, {}, (), 0.5, 0.0, trees
    )
    value = Trees(file)
    found = np.array([value.of(row) for row in data.rows[held].tolist()])
    expected = booster.predict(data.rows[held], num_iteration=booster.best_iteration)
    if found.size and float((np.abs(found - expected) > ROUNDING).mean()) > ON_A_THRESHOLD:
        raise SandtableError("The trees as written do not give what LightGBM gives.")
    return msgspec.structs.replace(file, card=judged(found, data, held))


def judged(found: np.ndarray, data: Labelled, held: np.ndarray) -> dict[str, Any]:
    """How good values are on these held-out positions: log loss, and calibration by seat and tenth of the game."""
    labels, seats, places = data.labels[held], data.seats[held], data.places[held]
    known = labels[seats == seats] if labels.size else labels
    average = float(known.mean()) if known.size else 0.5
    errors = [
        abs(float(found[at].mean() - labels[at].mean()))
        for seat in np.unique(seats)
        for tenth in range(10)
        if (at := (seats == seat) & (np.minimum(9, (places * 10).astype(int)) == tenth)).sum() >= 200
    ]
    return {
        "positions": int(data.labels.size),
        "games": int(np.unique(data.games).size),
        "held_out": int(labels.size),
        "log_loss": round(_loss(labels, found), 4),
        "log_loss_of_average": round(_loss(labels, np.full_like(labels, average)), 4),
        "worst_calibration": round(max(errors), 4) if errors else None,
        "calibration": round(sum(errors) / len(errors), 4) if errors else None,
    }


def _loss(labels: np.ndarray, found: np.ndarray) -> float:
    p = np.clip(found, 1e-6, 1 - 1e-6)
    return float(-(labels * np.log(p) + (1 - labels) * np.log(1 - p)).mean()) if labels.size else 0.0


def _tree(node: dict[str, Any]) -> Any:
    """A tree as the file holds it: leaves with four decimals, thresholds with nine digits."""
    if "leaf_value" in node:
        return round(node["leaf_value"], 4)
    threshold = float(f"{node['threshold']:.9g}")
    return [node["split_feature"], threshold, _tree(node["left_child"]), _tree(node["right_child"])]


def _lightgbm() -> Any:
    try:
        import lightgbm
    except ImportError as error:
        raise SandtableError(
            "Training needs LightGBM: pip install 'sandtable-wargames[values]', or in a clone pip install '.[values]'."
        ) from error
    return lightgbm
