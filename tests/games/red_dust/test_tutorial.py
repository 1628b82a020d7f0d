"""The tutorial of the playbook plays through, and the table agrees with every number it states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from . import tutorial_changes, tutorial_choices  # noqa: F401  (they enter their checks)
from .tutorial_play import ANSWERS, Passage, passages
from .tutorial_table import CHECKS

LEDGER: list[dict[str, Any]] = json.loads((Path(__file__).parent / "tutorial.json").read_text())


@pytest.mark.parametrize("step", LEDGER, ids=lambda step: f"{step['step']}: {step['what']}")
def test_step(step: dict[str, Any]) -> None:
    """Every statement of the playbook about this step holds, and so do the running totals."""
    passage = passages()[step["step"]]
    assert isinstance(passage, Passage), passage
    for part in ("expect", "derived"):
        for key, value in step.get(part, {}).items():
            try:
                CHECKS[key](passage, value)
            except AssertionError as error:
                raise AssertionError(f"Step {step['step']} ({step['what']}), {key}: {error}") from None


def test_every_step_is_there() -> None:
    """The ledger has 81 steps, and each is played."""
    assert [step["step"] for step in LEDGER] == list(range(1, 82)) == list(ANSWERS)


def test_every_statement_is_checked() -> None:
    """A statement that no code checks would say nothing."""
    stated = {key for step in LEDGER for part in ("expect", "derived") for key in step.get(part, {})}
    assert stated <= set(CHECKS), stated - set(CHECKS)
