"""The survivors that are accepted, each with its reason: `accepted.toml`.

An entry names the module, the function and the condition as `python -m benchmarks.mutations` prints them, so that it still fits when
lines move. A condition that is rewritten has to be judged again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from .conditions import Condition

FILE = Path(__file__).with_name("accepted.toml")
#: How a reason begins: nothing can notice that the condition is missing, or nothing needs to.
BEGINNINGS = ("equivalent: ", "wording: ")

Key = tuple[str, str, str]


def read_accepted(path: Path = FILE) -> dict[Key, str]:
    """The reasons of accepted survivors, by module, function and condition."""
    found: dict[Key, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", []):
        key = entry["module"], entry["function"], entry["condition"]
        if key in found:
            raise ValueError(f"{path.name} has two entries for {key}")
        if not entry["why"].startswith(BEGINNINGS):
            raise ValueError(f"{path.name}: the reason for {key} begins with none of {BEGINNINGS}")
        found[key] = entry["why"]
    return found


def left_over(accepted: dict[Key, str], conditions: Sequence[Condition]) -> list[Key]:
    """The entries for conditions that are no longer there."""
    there = {it.key for it in conditions}
    return [key for key in accepted if key not in there]


def entry(condition: Condition) -> str:
    """An entry to be completed with its reason."""
    lines = [f"{name} = {_quoted(value)}" for name, value in zip(FIELDS, condition.key, strict=True)]
    return "\n".join(["[[survivor]]", *lines, 'why = "equivalent: "'])


FIELDS = ("module", "function", "condition")


def _quoted(text: str) -> str:
    """A text as TOML has it, in the quotes that it does not contain."""
    if "'" not in text and "\n" not in text:
        return f"'{text}'" if '"' in text or "\\" in text else f'"{text}"'
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
