"""What states and questions can do besides holding facts, printed as JSON to be compared between builds."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import msgspec

import sandtable
from sandtable.engine import Roll, Run, State
from sandtable.engine.chance import RandomSource
from sandtable.engine.compiled.twins import decoded
from sandtable.engine.errors import SandtableError
from sandtable.games import BUILT_IN, find_game

#: Data that is no state: a field that nobody knows, and one of the wrong type.
WRONG = (b'{"nonsense": 1}', b'{"pack": 3}', b"[]", b"{")


def probed() -> dict[str, Any]:
    found: dict[str, Any] = {key: _state(key) for key in BUILT_IN}
    roll = Roll(2, topic="probe")
    found["roll"] = [repr(roll.dice), roll.topic, roll == Roll(2, topic="probe"), roll == Roll(3)]
    found["is_struct"] = isinstance(roll, msgspec.Struct)
    return found


def _state(key: str) -> dict[str, Any]:
    game, rng = find_game(key), random.Random(11)
    run: Run[Any] = Run(game, game.begin(game.options_type()), RandomSource(rng))
    for _ in range(150):
        if run.ask is not None:
            run.play(run.values[int(rng.random() * len(run.values))])
    s, kept = run.state, run.state.kept_fields
    again, ask = pickle.loads(pickle.dumps(s)), run.ask
    read = decoded(s.encode(), type(s))
    facts = [name for name in s.__struct_fields__ if name not in kept]
    return {
        "is_state": isinstance(s, State) and issubclass(type(s), State) and not isinstance(s, type(ask)),
        "fields": list(s.__struct_fields__),
        "facts": {name: repr(getattr(s, name)) for name in facts},
        "plain": s.encode().decode(),
        "digest": s.digest(),
        "same": [s == s.copy(), s == again, again.digest(), read.digest(), copy.copy(s).digest()],
        "differs": s == game.begin(game.options_type()),
        "hash": _fails(lambda: hash(s)),
        "wrong": [_fails(lambda data=data: decoded(data, type(s))) for data in WRONG],
        "unknown": _fails(lambda: type(s)(nonsense=1)).partition("(")[0],
        "ask": None if ask is None else [ask.prompt, ask.topic, copy.copy(ask).prompt, copy.copy(ask) == ask],
        "position": _fails(lambda: sandtable.new(game, seed=1, position={"nonsense": 1})),
        "saved": sandtable.load(sandtable.new(game, seed=2).save()).view(None) is not None,
    }


def _fails(do: Any) -> str:
    try:
        do()
    except (SandtableError, TypeError, ValueError) as error:
        return (
            f"{type(error).__name__} {error}"
            if isinstance(error, (SandtableError, msgspec.MsgspecError))
            else type(error).__name__
        )
    return "nothing"


if __name__ == "__main__":
    print(json.dumps(probed()))
