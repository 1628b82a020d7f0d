"""The run that drops conditions: which conditions it finds, what dropping one does, and which guard notices, on a tiny game."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.mutations.accepted import entry, left_over, read_accepted
from benchmarks.mutations.conditions import Condition, named_in, quotes, read_names, read_package, read_source
from benchmarks.mutations.subjects import ROOT, SUBJECTS
from benchmarks.mutations.switches import Switches

HEAD = """
from sandtable.engine import Refusal
from sandtable.engine.choice import Choice, Listed

A = Refusal("It is the first reason.")
B = Refusal("It is the second.")
"""


def found_in(tmp_path: Path, source: str) -> list[Condition]:
    path = tmp_path / "rules.py"
    path.write_text(HEAD + source)
    return read_source(path, "rules").conditions


@pytest.mark.parametrize(
    ("source", "conditions"),
    [
        ("def f(n) -> Refusal | None:\n    if n:\n        return A\n    return None", ["if n"]),
        (
            "def f(n, m) -> Refusal | None:\n    if n and not m:\n        return A\n    return None",
            ["n, in: n and (not m)", "not m, in: n and (not m)", "if n and (not m)"],
        ),
        ("def f(n) -> Refusal | None:\n    return A if n else None", ["A if n"]),
        ("def f(n) -> Refusal | None:\n    return None if n else A", ["A unless n"]),
        ("def f(n) -> Refusal | None:\n    return A if n else B", ["A if n", "return B"]),
        ("def f(n) -> Refusal:\n    return A if n else B", ["A if n"]),
        (
            "def f(n) -> Refusal | None:\n    return g(n) or h(n)",
            ["g(n), in: g(n) or h(n)", "h(n), in: g(n) or h(n)"],
        ),
        (
            "def f(n) -> Refusal | None:\n    if why := g(n):\n        return why\n    return h(n)",
            ["if (why := g(n))", "return h(n)"],
        ),
        (
            "def f(n) -> 'Refusal | None':\n    for m in n:\n        if m:\n            return A\n    return None",
            ["if m"],
        ),
        ("PICK = Choice(range, lambda s, n: A if n else None)", ["A if n"]),
        (
            "def f(n):\n    if n:\n        return A\n\ndef g(n):\n    return Listed([1], partial(f, 2))",
            ["if n"],
        ),
        ("def f(n) -> bool:\n    return n and g(n)", []),
    ],
)
def test_the_conditions_of_a_refusal(tmp_path: Path, source: str, conditions: list[str]) -> None:
    assert [it.text for it in found_in(tmp_path, source)] == conditions


def test_the_same_condition_twice_has_two_names(tmp_path: Path) -> None:
    source = "def f(n) -> Refusal | None:\n    if n:\n        return A\n    if n:\n        return B\n    return None"
    assert [it.text for it in found_in(tmp_path, source)] == ["if n", "if n (#2)"]
    assert [it.guards for it in found_in(tmp_path, source)] == [("A",), ("B",)]


def test_a_condition_that_is_dropped() -> None:
    """One that never holds, an operand that is not written, a reason that is not given; all others are as they were."""
    switches = Switches([False, True, None])
    assert [switches.condition(n, value) for n, value in ((0, 7), (1, ""), (2, "why"))] == [7, "", "why"]
    for n, neutral in enumerate([False, True, None]):
        switches.dropped = n
        assert switches.condition(n, "anything") is neutral
    switches.dropped, switches.seen = -1, set()
    for n, same in ((0, False), (1, 5), (2, None)):
        switches.condition(n, same)
    assert switches.seen == set()
    for n, other in ((0, 1), (1, 0), (2, "why")):
        switches.condition(n, other)
    assert switches.seen == {0, 1, 2}


def test_how_a_test_names_a_condition(tmp_path: Path) -> None:
    """By the function, by its `Choice`, by the constant, or by the words of the sentence."""
    source = (
        "def f_refusal(n) -> Refusal | None:\n    return A if n else None\n\nPICK = Choice(range, f_refusal)"
    )
    (condition,) = found_in(tmp_path, source)
    names = read_names(tmp_path)
    for text in ("f_refusal(1)", "PICK.all()", "why is A", "'It is the first reason.'"):
        assert named_in(condition, names, text)
    for text in ("other_refusal(1)", "PICKS", "AN", "It is the second."):
        assert not named_in(condition, names, text)
    assert quotes("{it} has {n:{n} House|{n} Houses} and {x} no more than {y}.") == ["no more than"]


def test_the_list_of_accepted_survivors(tmp_path: Path) -> None:
    """An entry finds its condition again; one that is left over, given twice or without a reason is told."""
    path = tmp_path / "accepted.toml"
    source = "def f(n) -> Refusal | None:\n    if n == 'a' or n == \"b'\":\n        return A\n    return None"
    conditions = found_in(tmp_path, source)
    path.write_text(
        "\n".join(f"{entry(it)}nothing comes of it\n" for it in conditions)
        .replace('"equivalent: "nothing', '"equivalent: nothing')
        .replace("of it\n", 'of it"\n')
    )
    accepted = read_accepted(path)
    assert list(accepted) == [it.key for it in conditions]
    assert left_over(accepted, conditions) == []
    assert left_over(accepted, conditions[1:]) == [conditions[0].key]
    again = path.read_text()
    path.write_text(again + again)
    with pytest.raises(ValueError, match="two entries"):
        read_accepted(path)
    path.write_text(again.replace("equivalent: ", ""))
    with pytest.raises(ValueError, match="begins with none of"):
        read_accepted(path)


def test_accepted_survivors_are_conditions_of_the_games() -> None:
    """Guards the list that is checked in: every entry is of a condition that is still there."""
    there = [
        it
        for subject in SUBJECTS.values()
        for source in read_package(subject.folder, subject.package).values()
        for it in source.conditions
    ]
    assert len(there) > 300
    assert Counter(it.key for it in there).most_common(1)[0][1] == 1
    assert left_over(read_accepted(), there) == []


TINY = """
from __future__ import annotations
from typing import Any
import msgspec
from sandtable.engine import Game, Names, Outcome, Refusal, Seat, State
from sandtable.engine.asking import Topic, pick
from sandtable.engine.choice import Choice

STONE = Names([str(n) for n in range(10)])
TAKEN, ODD_LATER, SIX, NEGATIVE, HUGE = (Refusal(text) for text in "tlsng")

class Pit(State):
    taken: list[int] = msgspec.field(default_factory=list)

def take_refusal(s: Pit, n: int) -> Refusal | None:
    if n < 0:
        return NEGATIVE
    if n in s.taken:
        return TAKEN
    if n % 2 and len(s.taken) < 2:
        return ODD_LATER
    if n == 6:
        return SIX
    if n > 99:
        return HUGE
    return None

TAKE_AT = Choice(lambda s: (n for n in range(10) if n != 6), take_refusal)
TAKE = Topic("take", "1", "You have it.", "stone")

class Tiny(Game[Pit]):
    key = "tiny"
    title = about = "Tiny"
    state_type = Pit
    has_secrets = False
    def begin(self, options: Any) -> Pit:
        return Pit()
    def seats(self, options: Any):
        return (Seat("ann", "Ann"),)
    def kinds(self, s: Pit):
        return {"stone": STONE}
    def turn(self, s: Pit):
        n = yield pick(0, TAKE, "Take which?", TAKE_AT.of(s))
        s.taken.append(n)
    def outcome(self, s: Pit):
        return Outcome.won_by([0], 1) if len(s.taken) == 4 else None
    def view(self, s: Pit, seat):
        return msgspec.to_builtins(s)

GAME = Tiny()
"""
TEST = """
from tiny import NEGATIVE, Pit, take_refusal

def test_negative():
    assert take_refusal(Pit(), -1) is NEGATIVE
"""
RUN = """
import sys
from pathlib import Path
from benchmarks.mutations.conditions import read_package
from benchmarks.mutations.subjects import Subject
from benchmarks.mutations.worker import examine

tiny = Path(sys.argv[1])
subject = Subject("tiny", "tiny", tiny / "tiny", ("tiny",), tiny / "tests")
wanted = {it.number for it in read_package(subject.folder, "tiny")["tiny"].conditions}
examine(subject, wanted, tiny / "results", 2)
"""


def test_each_guard_notices_what_is_its_own(tmp_path: Path) -> None:
    """A thing that the candidates leave out is found by agreement, one that can be chosen by traces, others by a test that names
    them; a condition that never holds is noticed by nobody."""
    for name, text in (("tiny/__init__.py", TINY), ("tests/test_tiny.py", TEST)):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path)],
        cwd=ROOT,
        env={"PYTHONPATH": f"{tmp_path}:{ROOT}", "SANDTABLE_GAMES": "tiny", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (tmp_path / "results").exists(), f"{ran.returncode} {ran.stdout}{ran.stderr}"
    found = [json.loads(line) for line in (tmp_path / "results").read_text().splitlines()]
    assert len(found) == 7, ran.stdout + ran.stderr
    texts = [it.text for it in read_package(tmp_path / "tiny", "tiny")["tiny"].conditions]
    guards = {texts[number]: guard for number, guard, _, _ in found}
    both = "n % 2 and len(s.taken) < 2"
    assert guards == {
        "if n < 0": "tests",
        "if n in s.taken": "traces",
        f"n % 2, in: {both}": "traces",
        f"len(s.taken) < 2, in: {both}": "traces",
        f"if {both}": "traces",
        "if n == 6": "agreement",
        "if n > 99": "",
    }
