"""A table for tests: any units at any place, with scripted dice, asked by keys."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from sandtable.engine import (
    Names,
    Pack,
    Question,
    RandomSource,
    Run,
    Script,
    decode_options,
    playout,
    seed_bytes,
)
from sandtable.engine.chance import SeedStream
from sandtable.engine.game import all_kinds
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.printed import box as printed_box
from sandtable.games.mars_or_die.printed.files import Army, Battlefield, Feature, Force, Hand, Win, Zone
from sandtable.games.mars_or_die.rules.geometry.formation import COLUMN, LINE, SQUARE, Pose, full
from sandtable.games.mars_or_die.rules.set_up import AUTO
from sandtable.games.mars_or_die.state import DEPLOYING, FIRST, HAND, SECOND, Battle, begin, enter

from .answers import next_step

__all__ = [
    "COLUMN",
    "LINE",
    "SQUARE",
    "Field",
    "at",
    "charge",
    "give",
    "house_game",
    "keys",
    "lengths",
    "new_battle",
    "offered",
    "orders",
    "question",
]

_numbers = count()
#: type, x, y and facing in inches and degrees; the shape is a line unless it is said.
Spec = tuple[Any, ...]


class Field:
    """Units of two sides, "us" (0) and "them" (1), on a bare table of 72 by 48 inches; it is turn 2 and we act."""

    def __init__(
        self,
        us: Sequence[Spec],
        them: Sequence[Spec] = (("murk_sword", 66, 44, 180),),
        *,
        features: Sequence[tuple[str, float, float, float, float]] = (),
        generals: tuple[int | None, int | None] = (None, None),
        hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
        colours: tuple[str, str] = ("blue", "green"),
        wins: tuple[Sequence[Win], Sequence[Win]] = ((), ()),
        turns: int = 12,
        initiative: int = 0,
        **army: Any,
    ) -> None:
        default = GAME.pack("default")
        armies = []
        for side, (name, specs) in enumerate((("us", us), ("them", them))):
            hand = Hand(colour=colours[side], count=len(hands[side])) if any(hands) else None  # type: ignore[arg-type]
            armies.append(
                Army(
                    id=name,
                    label=name.capitalize(),
                    zones=(Zone(x=(0, 72), y=(0, 6) if side == 0 else (42, 48)),),
                    facing=90 if side == 0 else 270,
                    units=tuple(Force(type=spec[0]) for spec in specs),
                    generals=int(generals[side] is not None),
                    cards=hand,
                    wins=tuple(wins[side]),
                    **(army if side == 0 else {}),
                )
            )
        field = Battlefield(
            id="field",
            title="Field",
            table=(72, 48),
            turns=turns,
            side=(armies[0], armies[1]),
            features=tuple(
                Feature(id=f"{kind}_{n}", kind=kind, at=(x, y), size=(w, h))
                for n, (kind, x, y, w, h) in enumerate(features)
            ),
        )
        pack = Pack(default.manifest, "", {**default.data, "scenarios": [field]})
        name = f"test-{next(_numbers)}"
        made = printed_box.make_box(pack, "field")
        printed_box._made[name, "field"] = made
        self.box = made
        self.s: Battle = begin(name, "field", made)
        for u, spec in enumerate((*us, *them)):
            enter(self.s, u, at(made.units[u].kind, *spec[1:]))
        places = [where if where is None else where + side * len(us) for side, where in enumerate(generals)]
        self.s.generals = [place for place in places if place is not None]
        for side in (0, 1):
            for effect in hands[side]:
                self.deal(side, effect)
        self.s.phase, self.s.turn = FIRST if initiative == 0 else SECOND, 2
        self.s.winner, self.s.loser = initiative, 1 - initiative

    def deal(self, side: int, card: str) -> None:
        """Put a card into a hand, by its id."""
        number = next(n for n, c in enumerate(self.box.cards) if c.id == card)
        self.s.cards.give(number, HAND + side)
        self.s.cards.look([number], side)

    def run(self, dice: Mapping[str, Sequence[Any]] | None = None, **topics: Sequence[Any]) -> Run[Battle]:
        """Play on from here with scripted dice; what the script does not hold comes from a seed."""
        script = Script({**(dice or {}), **topics}, then=SeedStream(seed_bytes(5)))
        return Run(GAME, self.s, script)


def at(kind: Any, x: float, y: float, facing: int, shape: int = LINE) -> Pose:
    """A whole unit at a place given in inches."""
    slots = 4 if shape == SQUARE else kind.stands
    return Pose(round(x * 1000), round(y * 1000), facing, shape, slots, full(kind.stands), kind.side)


def question(run: Run[Battle]) -> Question:
    assert run.ask is not None
    seats = Names(["us", "them"], ["Us", "Them"])
    return Question(run.ask, run.values, "us", all_kinds(GAME.kinds(run.state), seats))


def keys(run: Run[Battle]) -> list[str]:
    """What can be answered now."""
    return question(run).keys


def orders(run: Run[Battle]) -> list[str]:
    """What the unit could do now, by the word for it."""
    return list(dict.fromkeys(option.data.get("order", option.key) for option in question(run).options))


def lengths(run: Run[Battle], heading: str) -> list[float]:
    """How far the unit could go on a heading, in inches."""
    option = next(option for option in question(run).options if option.key == heading)
    return [far / 1000 for far in option.data["stops"]]


def give(run: Run[Battle], *answers: str) -> Run[Battle]:
    """Answer the questions that come, by key. Steps of their own are taken together: a heading and a distance."""
    left = list(answers)
    while left:
        asked = question(run)
        is_one = left[0] in asked.keys and asked.kind != "heading"
        key, used = (left[0], 1) if is_one else next_step(asked, left)
        run.play(asked.resolve(key)[1])
        left = left[used:]
    return run


def charge(run: Run[Battle], unit: str, *first: str, whom: str | None = None) -> Run[Battle]:
    """Let a unit charge, straight ahead if it is asked on which heading; `first` is answered before."""
    give(run, unit, *first, "charge", *([] if whom is None else [f"charge:{whom}"]))
    if offered(run) == "charge_heading":
        u = [f"unit:{one.id}" for one in printed_box.box_of(run.state).units].index(unit)
        give(run, f"charge_heading:{run.state.poses[u].facing}")
    return run


def offered(run: Run[Battle]) -> str:
    """The topic of the open question."""
    assert run.ask is not None
    return run.ask.topic


def new_battle(scenario: str) -> Battle:
    """A scenario of the default pack before its set-up."""
    return GAME.begin(decode_options(GAME, {"scenario": scenario}))


def deployed(scenario: str, seed: int, *, at_random: bool) -> Run[Battle]:
    """A game at the end of its set-up."""
    rng = random.Random(seed)
    run: Run[Battle] = Run(GAME, new_battle(scenario), RandomSource(rng))
    while run.state.phase <= DEPLOYING:
        values = [v for v in run.values if v != AUTO] if at_random else list(run.values)
        run.play(rng.choice(values) if at_random else GAME.policy(run, rng))
    return run


def house_game(scenario: str, seed: int) -> Run[Battle]:
    """A whole game of the house against itself."""
    rng = random.Random(seed)
    run: Run[Battle] = Run(GAME, new_battle(scenario), RandomSource(rng))
    playout(run, rng, policy=GAME.policy)
    return run
