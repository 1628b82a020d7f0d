"""How well the games explain themselves, counted: `python -m benchmarks.guidance [answers|reasons] [GAME ...]`.

`answers` plays games with the house in every seat and counts what a person would have had to answer, beside the figures from before
questions were merged. An answer is what somebody gives in one go: a choice, or several things that the page gathers and
sends together (questions of the kinds several, order and assign). Single keys are counted as well.

`reasons` looks at the questions of random games: of the things in play that a question leaves out, of the kinds it asks
for, how many have a reason that names the condition they fail.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from enum import Enum
from typing import Any

import msgspec

import sandtable
from sandtable.engine import DONE, Game, RandomSource, Run, Word
from sandtable.engine.contract.reasons import disagreement, left_out
from sandtable.engine.saving.header import decode_options
from sandtable.games import BUILT_IN, find_game

from .trace import set_up

#: What the page gathers and sends as one answer.
GATHERED = frozenset({"several", "order", "assign"})

#: Answers in the same 40 games before questions were merged (commit ad4a472), each key counted as one, and how many fewer were wanted.
BEFORE = {
    "red-dust": (746, 0.15),
    "space-combat": (157, 0.25),
    "mars-or-die": (331, 0.30),
    "rogue-trooper": (1200, 0.30),
}


class Answers(msgspec.Struct):
    """What the players of some games answered."""

    games: int = 0
    keys: int = 0
    given: int = 0  #: What was given in one go.
    topics: Counter[str] = msgspec.field(default_factory=Counter)


def answers(game: Game[Any], games: int, first: int = 0) -> Answers:
    """Play games with the house in every seat, and count."""
    found = Answers()
    for seed in range(first, first + games):
        rng = random.Random(seed)
        run: Run[Any] = Run(
            game,
            game.begin(decode_options(game, options_of(game, seed))),
            RandomSource(random.Random(seed + 1)),
        )
        before: tuple[Any, ...] | None = None
        while run.ask is not None:
            ask, answer = run.ask, game.policy(run, rng)
            now = (ask.seat, ask.topic) if ask.kind in GATHERED else None
            is_word = isinstance(answer, (Word, Enum))
            goes_on = (
                now is not None and before is not None and before[:2] == now and before[2] > ask.remaining
            )
            if is_word and any(isinstance(it, (Word, Enum)) and it != DONE for it in run.values):
                goes_on = False  # the page sends what was gathered, and asks again
            found.given += not goes_on
            found.topics[ask.topic] += not goes_on
            found.keys += 1
            before = None if now is None or is_word else (*now, ask.remaining)
            run.play(answer)
        found.games += 1
    return found


def beside(key: str, given: float) -> str:
    """How a number of answers compares with the one from before questions were merged."""
    if key not in BEFORE:
        return ""
    before, wanted = BEFORE[key]
    return f"; {before} answers before: {1 - given / before:.0%} fewer ({wanted:.0%} wanted)"


def options_of(game: Game[Any], seed: int) -> dict[str, Any]:
    """The options of one game; Rogue Trooper is measured with four players."""
    options = set_up(game, seed)
    return {**options, "players": 4} if "players" in options else options


class Reasons(msgspec.Struct):
    """What was left out, and how much of it was explained."""

    positions: int = 0
    left_out: int = 0
    explained: int = 0
    disagree: list[str] = msgspec.field(default_factory=list)
    #: Topics with things that are left out without a reason.
    missing: Counter[str] = msgspec.field(default_factory=Counter)

    @property
    def share(self) -> float:
        return self.explained / self.left_out if self.left_out else 1.0


def reasons(game: Game[Any], positions: int, seed: int = 0) -> Reasons:
    """Look at questions of random games that leave something out."""
    found, rng = Reasons(), random.Random(seed)
    while found.positions < positions:
        seed += 1
        table = sandtable.new(game, seed=seed, options=set_up(game, seed))
        while (question := table.ask) is not None and found.positions < positions:
            if rng.random() < 0.15:
                missing = list(left_out(table, question))
                if wrong := disagreement(table, question):
                    found.disagree.append(wrong)
                found.positions += bool(missing)
                found.left_out += len(missing)
                for thing in missing:
                    explained = question.why_not(thing) is not None
                    found.explained += explained
                    found.missing[question.topic] += not explained
            table.choose(question.keys[int(rng.random() * len(question.keys))])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=["answers", "reasons"])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-n", type=int, default=0, help="games or positions (40 and 200)")
    parser.add_argument("--topics", action="store_true", help="also by topic")
    args = parser.parse_args()
    for key in args.games or BUILT_IN:
        game = find_game(key)
        if args.what != "reasons":
            counted = answers(game, args.n or 40)
            given = counted.given / counted.games
            print(
                f"{key}: {given:.0f} answers a game, {counted.keys / counted.games:.0f} keys{beside(key, given)}"
            )
            if args.topics:
                for topic, n in counted.topics.most_common(25):
                    print(f"    {n / counted.games:7.1f}  {topic}")
        if args.what != "answers":
            seen = reasons(game, args.n or 200)
            print(
                f"{key}: {seen.explained} of {seen.left_out} things left out are explained ({seen.share:.1%}), "
                f"{len(seen.disagree)} disagreements in {seen.positions} positions"
            )
            for wrong in seen.disagree[:3]:
                print(f"    {wrong}")
            for topic, n in (+seen.missing).most_common(25 if args.topics else 5):
                print(f"    {n:7}  without a reason: {topic}")


if __name__ == "__main__":
    main()
