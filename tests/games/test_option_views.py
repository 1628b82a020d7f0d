"""An option on the wire says what the option itself says: the usual ones are made by a shorter way."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import OptionView
from sandtable.games import BUILT_IN


@pytest.mark.parametrize("key", BUILT_IN)
def test_options_on_the_wire_say_what_options_say(key: str) -> None:
    table, rng = sandtable.new(key, seed=3), random.Random(3)
    for _ in range(60):
        question = table.ask
        if question is None:
            break
        wanted = [
            OptionView(it.key, it.label, it.touches, it.things, it.word, it.data, it.says, it.ends)
            for it in question.options
        ]
        assert list(question.plain().options) == wanted
        table.choose(rng.choice(question.keys))
