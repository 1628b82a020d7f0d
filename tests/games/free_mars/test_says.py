"""What every option of both games says it does."""

from __future__ import annotations

import random

import pytest

import sandtable

#: Two or more ways to answer, and each must say what it costs or does.
SETTINGS = [
    ("surface-combat", "mission"),
    ("surface-combat", "campaign"),
    ("space-combat", "mission"),
    ("space-combat", "campaign"),
]


@pytest.mark.parametrize(("game", "scenario"), SETTINGS)
def test_every_option_says_what_it_does(game: str, scenario: str) -> None:
    """No question with two or more options leaves one of them without a line about cost or effect."""
    silent: dict[str, str] = {}
    asked = set[str]()
    for seed in range(12):
        rng = random.Random(seed)
        table = sandtable.new(game, scenario=scenario, seed=seed)
        for _ in range(400):
            if table.ask is None:
                break
            asked.add(table.ask.topic)
            if table.ask.topic not in silent and len(table.ask.options) > 1:
                for option in table.ask.options:
                    if not option.says:
                        silent[table.ask.topic] = option.key
                    elif not option.says.endswith(".") or "  " in option.says:
                        silent[table.ask.topic] = option.says
            table.choose(rng.choice(table.ask.options))
    assert not silent
    assert len(asked) > 12


@pytest.mark.parametrize("game", ["surface-combat", "space-combat"])
def test_hits_in_a_row_can_be_given_at_once(game: str) -> None:
    """15.6, 16.6: a counter that was hit has another key; the option says which, so that a page can send several hits together."""
    found = 0
    for seed in range(40):
        rng = random.Random(seed)
        table = sandtable.new(game, seed=seed)
        for _ in range(120):
            if table.ask is None:
                break
            ask = table.ask
            if ask.topic in ("hit", "loss") and ask.remaining > 1:
                option = rng.choice(ask.options)
                row = option.data["row"]
                assert row[0] == option.key
                # Of several equal counters, the second hit strikes the one that the option says.
                assert "second removes it" not in option.says or row[1] != option.key
                assert "strikes the next one" not in option.says or row[1] == option.key
                fork = table.fork()
                fork.choose(row[0])
                # A hit that leaves nothing to choose is dealt by the table.
                if (
                    len(row) > 1
                    and fork.ask
                    and (fork.ask.topic, fork.ask.remaining) == (ask.topic, ask.remaining - 1)
                ):
                    assert row[1] in [it.key for it in fork.ask.options]
                    found += 1
            table.choose(rng.choice(ask.options))
    assert found > 5
