"""What many bot games use of the set, and how they end."""

from __future__ import annotations

import pytest

from .coverage import Coverage, everything, play

#: Every question the rules of the default set can ask; docs/contribute/free-mars.md lists them with their rules.
TOPICS = {
    "action", "attempt", "bonus", "breakoff", "burnout", "choose", "crash", "extra_move", "gain", "gather", "hit", "hop",
    "lose", "loss", "may", "move", "netrun", "recruit", "recruit_unit", "repair_unit", "start",
}  # fmt: skip
#: Those that such games meet dozens of times.
COMMON = {
    "action", "breakoff", "burnout", "choose", "gain", "hit", "loss", "may", "move", "netrun", "recruit",
    "recruit_unit", "repair_unit", "start",
}  # fmt: skip


def test_a_hundred_games_use_most_of_the_set() -> None:
    """A taste of the soak: 60 Missions and 8 campaigns meet nearly everything; nothing unknown is asked."""
    seen = Coverage()
    for seed in range(60):
        play(seen, seed)
    for seed in range(8):
        play(seen, seed, "campaign")
    assert COMMON <= seen.topics.keys() <= TOPICS
    missed = sorted(everything() - seen.used.keys())
    assert len(missed) < len(everything()) // 10, missed


@pytest.mark.soak
def test_ten_thousand_games_use_everything() -> None:
    """No card, table line, counter side or question at zero, and none always with one option."""
    seen = Coverage()
    for seed in range(9000):
        play(seen, seed)
    for seed in range(1000):
        play(seen, seed, "campaign")
    assert everything() <= seen.used.keys(), sorted(everything() - seen.used.keys())
    assert {topic for topic, n in seen.topics.items() if n} == TOPICS
    assert min(seen.most_options.values()) > 1
