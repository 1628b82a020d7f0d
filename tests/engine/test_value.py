"""The value of a position: a file of trees, and what is read off it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.engine import SandtableError
from sandtable.engine.value import FORMAT, Trees, ValueFile, value_in

#: Two trees over two features: leaves that are easy to add up in the head.
TREES = [[0, 1.5, [1, 0.0, -2.0, -1.0], 0.5], [1, 3.0, 0.25, -0.25]]


def file(**changes: object) -> ValueFile:
    plain = ValueFile(FORMAT, "go", 1, "", ("lead", "time"), {}, (), 0.5, 0.5, TREES)
    return msgspec.structs.replace(plain, **changes)


@pytest.mark.parametrize(
    ("row", "total"),
    [
        ([1.0, 0.0], 0.5 - 2.0 + 0.25),  # up to a threshold goes to the low side
        ([1.5, 2.0], 0.5 - 1.0 + 0.25),
        ([1.6, 3.0], 0.5 + 0.5 + 0.25),
        ([9.0, 3.1], 0.5 + 0.5 - 0.25),
    ],
)
def test_a_value_is_the_logistic_of_the_sum_of_its_leaves(row: list[float], total: float) -> None:
    """DESIGN "Values": each tree gives one leaf; thresholds belong to the low side."""
    assert Trees(file()).of(row) == pytest.approx(1 / (1 + 2.718281828459045**-total))


def test_the_values_of_several_seats_are_shares_of_one() -> None:
    """DESIGN "Values": they sum to 1 where one of several wins; a solitaire game has a chance of its own."""
    value = Trees(file())
    one, other = value.of([1.0, 0.0]), value.of([9.0, 3.1])
    assert value.shares([[1.0, 0.0], [9.0, 3.1]]) == pytest.approx(
        [one / (one + other), other / (one + other)]
    )
    assert value.shares([[1.0, 0.0]]) == [one]


def test_a_file_that_is_not_there_is_no_value(tmp_path: Path) -> None:
    """A game without a trained value still plays."""
    assert value_in(tmp_path / "value.json") is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"format": 1}', "holds no value of positions"),
        (b"not json", "holds no value of positions"),
        (msgspec.json.encode(file(format=99)), "has the format 99"),
    ],
)
def test_a_file_that_is_no_value_is_a_clear_error(tmp_path: Path, text: bytes, says: str) -> None:
    """Bad input gets an error that names the file and what is wrong."""
    path = tmp_path / "value.json"
    path.write_bytes(text)
    with pytest.raises(SandtableError, match=says):
        value_in(path)
