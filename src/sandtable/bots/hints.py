"""Hints: what a bot would answer, with the chance it sees and the second best answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot
from typing import Any

import msgspec

from sandtable.engine import Chair, Question, RandomSource, Word
from sandtable.engine.question import option_key

from .ahead import AheadBot
from .bot import Bot, asked
from .levels import has_tactics, has_trained_value
from .lookahead import Found, trust_in
from .reasons import differences, sentences

#: The longest that a hint may look ahead, in milliseconds: with everything around it, it is there within half a second.
QUICK = 300
#: How many seconds it may look for reasons on top of that, and how many it names.
SECONDS, REASONS = 0.1, 2
#: How many positions a hint may look at: more than an answer of the same level, so that its numbers can be read.
LEAVES = 400
#: How often an answer must have been compared before it is called the second best.
COMPARED = 2
#: Kinds of questions that are asked again until everything is chosen.
IN_A_ROW = ("several", "order", "assign")


class Second(msgspec.Struct, frozen=True):
    """The second best answer: its key, its label, the chance of winning with it, and the error of the difference."""

    key: str
    label: str
    chance: float
    error: float


class Hint(msgspec.Struct, frozen=True):
    """A bot's answer, as a hint. `keys` are all answers that it would give to the question, one after the other."""

    keys: list[str]
    label: str
    #: The chance of winning that the bot sees; None where the game has no value that was trained.
    chance: float | None = None
    second: Second | None = None
    #: Where it is not what the tactics of the game would do: what makes the difference, each in a few words.
    reasons: list[str] = []
    #: Whether it is what the tactics of the game would do, so that the game can say why.
    is_house: bool = True

    @property
    def key(self) -> str:
        """Its first answer."""
        return self.keys[0]


def hasten(bot: Bot) -> None:
    """Let a bot that looks ahead use the time of a hint, and no more."""
    if isinstance(bot, AheadBot):
        most, leaves = bot.sight.milliseconds or QUICK, bot.sight.leaves or LEAVES
        bot.sight = msgspec.structs.replace(
            bot.sight, milliseconds=min(most, QUICK), leaves=max(leaves, LEAVES)
        )


def hint_of(bot: Bot, chair: Chair, rng: random.Random) -> Hint:
    """A bot's answer to the open question, and what it thinks of it."""
    question = asked(chair)
    key, value = question.resolve(bot.choose(chair))
    keys = [key, *following(chair, question, value, rng)]
    found = getattr(bot, "found", None)
    if not isinstance(found, Found) or not found.leaves or not has_trained_value(chair.game):
        return Hint(keys, labels(question, keys))
    trust = trust_in(chair.game) if isinstance(bot, AheadBot) else 1.0
    chance, second = (
        _within(found.worth + claim(found, found.value, trust)),
        second_best(question, found, trust),
    )
    is_house = found.value == found.house
    reasons = [] if is_house else differences(chair, value, found.house, rng, SECONDS)[:REASONS]
    return Hint(keys, labels(question, keys), chance, second, reasons, is_house)


def claim(found: Found, value: Any, trust: float) -> float:
    """How much better than the House's an answer is, as a hint says it.

    A gain that only the value claims is larger than what comes of it, because the best claims are chosen: `trust` of it is told.
    """
    is_played = any(it.claimed.value == value for it in found.finalists)
    gain = found.gain_of(value)
    return gain if gain < 0 or is_played else trust * gain


def second_best(question: Question, found: Found, trust: float = 1.0) -> Second | None:
    """The best of the other answers that were compared."""
    own = next((it for it in found.others if it.value == found.value), None)
    rivals = [
        (claim(found, it.value, trust), it.error, it.value)
        for it in found.others
        if it is not own and it.n >= COMPARED
    ]
    if own is not None:
        rivals.append((0.0, 0.0, found.house))
    if not rivals:
        return None
    gain, error, value = max(rivals, key=lambda it: it[0])
    option = next((option for option in question.options if option.value == value), None)
    if option is None:
        return None
    error = hypot(error, 0.0 if own is None else own.error)
    return Second(option.key, option.label, _within(found.worth + gain), round(error, 4))


def _within(chance: float) -> float:
    return round(min(1.0, max(0.0, chance)), 4)


def following(chair: Chair, question: Question, value: Any, rng: random.Random) -> list[str]:
    """The answers that follow the first one where several are asked for one by one, as the game's own tactics choose them.

    That is how the first answer was looked ahead from, too. It ends where something else is asked or chance comes in.
    """
    game = chair.game
    if (
        question.kind not in IN_A_ROW
        or question.remaining < 2
        or not has_tactics(game)
        or is_end(question, value)
    ):
        return []
    run = chair.world(rng).fork(RandomSource(rng))
    turn, thrown, keys = run.turn, len(run.raws), list[str]()
    offered = set(question.keys)
    while len(keys) < question.remaining - 1:
        run.play(value)
        ask = run.ask
        is_same = ask is not None and (ask.seat, ask.topic) == (chair.index, question.topic)
        if ask is None or not is_same or run.turn != turn or len(run.raws) != thrown:
            break
        value = game.policy(run, rng)
        key = option_key(ask, value, question.kinds)
        if key not in offered or is_end(question, value):
            break
        keys.append(key)
    return keys


def is_end(question: Question, value: Any) -> bool:
    """Whether an answer ends a series, such as Done, and names nothing."""
    return isinstance(value, Word) or value == question.spec.decline


def labels(question: Question, keys: Sequence[str]) -> str:
    """The labels of answers, as a list for people: what comes more often is counted."""
    by_key = {option.key: option.label for option in question.options}
    counts: dict[str, int] = {}
    for key in keys:
        label = by_key.get(key, key)
        counts[label] = counts.get(label, 0) + 1
    times = {2: " (twice)"}
    words = [label if n == 1 else f"{label}{times.get(n, f' ({n} times)')}" for label, n in counts.items()]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def told(hint: Hint) -> str:
    """The numbers of a hint in a sentence or two; empty without numbers.

    >>> told(Hint(["sweep"], "Sweep", 0.412, Second("stay", "Stay", 0.33, 0.02)))
    'Wins 41%. Second best: Stay, 33%.'
    >>> told(Hint(["sweep"], "Sweep", 0.412, Second("stay", "Stay", 0.405, 0.02)))
    'Wins 41%. Stay is about as good.'
    """
    if hint.chance is None:
        return ""
    first, second = [f"Wins {hint.chance:.0%}."], hint.second
    if second is not None and is_close(hint.chance, second):
        first.append(f"{second.label} is about as good.")
    elif second is not None:
        first.append(f"Second best: {second.label}, {second.chance:.0%}.")
    return " ".join(first + sentences(hint.reasons))


def is_close(chance: float, second: Second) -> bool:
    """Whether nobody can tell which of the two is better, or could read it."""
    return chance - second.chance <= second.error or f"{chance:.0%}" == f"{second.chance:.0%}"
