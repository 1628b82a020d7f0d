"""Why a bot answered as it did: the few numbers of the position that made the difference, in the game's words.

The answer and the one it is compared with are looked ahead in the same imagined worlds with the same dice. Of the two positions
that follow, each number is put in the place of the other's: how much the log odds of winning change is what it counts for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log
from time import perf_counter
from typing import Any

import msgspec

from sandtable.engine import CannotImagine, Chair, Game, RandomSource, Run
from sandtable.engine.value import Trees

from .ahead import AheadBot
from .bot import asked
from .levels import has_trained_value
from .lookahead import has_ended, to_moment, worth_at

#: In how many worlds the two answers are compared, and in how many at least if there is little time.
WORLDS, FEW = 24, 4
#: How many numbers are named, and the least that one must count for, in log odds.
MOST, LEAST = 3, 0.02
#: What the end of a game, or of a part of it, must differ by to be named.
ENDS = 0.05
#: Words that name a chance begin so.
CHANCES = ("the chance", "the danger")


class Thought(msgspec.Struct, frozen=True):
    """Why a bot gave an answer: what it is compared with, the chance of winning after each, and what makes the difference."""

    label: str
    #: Empty if nothing could be compared.
    other: str = ""
    chance: float | None = None
    other_chance: float | None = None
    #: Each in a few words: "Ops cards to spare: 4 instead of 2".
    reasons: list[str] = []
    #: Whether the tactics of the game would give the same answer, so that the game can say why.
    is_house: bool = True


class Term:
    """A number of the position: its sum after the answer and after the other, and what it counts for."""

    __slots__ = ("is_fact", "other", "own", "weight")

    def __init__(self) -> None:
        self.own = self.other = self.weight = 0.0
        self.is_fact = True


class Weighed:
    """The findings about two answers in the same worlds."""

    def __init__(self, terms: int) -> None:
        self.terms = [Term() for _ in range(terms)]
        #: Worlds in all, and those in which both positions could be read.
        self.worlds = self.read = 0
        #: The sum of the chances after each, and of the games or parts won and lost by then.
        self.chances = [0.0, 0.0]
        self.won, self.lost = [0.0, 0.0], [0.0, 0.0]


def thought_of(bot: object, chair: Chair, key: str, rng: random.Random) -> Thought:
    """Why a bot gave this answer to the open question. It depends only on what the seat could see and on the random numbers."""
    question, game = asked(chair), chair.game
    label = {option.key: option.label for option in question.options}
    value = question.value_of(key)
    if not isinstance(bot, AheadBot):
        return Thought(label[key], is_house=_is_house(chair, value, rng))
    bot.choose(chair)
    rivals: dict[Any, float] = {}
    if bot.found is not None:
        rivals = {it.value: it.gain for it in bot.found.others if it.n}
        rivals[bot.found.house] = 0.0
    others = [(gain, other) for other, gain in rivals.items() if other != value]
    if not others or not has_trained_value(game):
        return Thought(label[key], is_house=_is_house(chair, value, rng))
    # Its answer is compared with the House's, or if it is the House's with the second best.
    house = None if bot.found is None else bot.found.house
    other = house if house != value else max(others, key=lambda it: it[0])[1]
    found = weigh(chair, value, other, rng)
    is_house = value == house
    if not found.worlds:
        return Thought(label[key], is_house=is_house)
    own, rest = (round(chance / found.worlds, 4) for chance in found.chances)
    other_label = next(option.label for option in question.options if option.value == other)
    return Thought(label[key], other_label, own, rest, in_short(game, found)[:MOST], is_house)


def _is_house(chair: Chair, value: Any, rng: random.Random) -> bool:
    """Whether the tactics of the game would give this answer."""
    try:
        return bool(chair.game.policy(chair.world(rng), rng) == value)
    except CannotImagine:
        return False


def differences(chair: Chair, value: Any, other: Any, rng: random.Random, seconds: float) -> list[str]:
    """The reasons for one answer and against another, found within about this many seconds."""
    return in_short(chair.game, weigh(chair, value, other, rng, seconds))


def in_short(game: Game[Any], found: Weighed) -> list[str]:
    """The reasons that were found, the most important first."""
    return [*of_ends(found), *of_terms(game, found)]


def weigh(chair: Chair, value: Any, other: Any, rng: random.Random, seconds: float | None = None) -> Weighed:
    """Look two answers ahead in the same worlds, and take their difference apart."""
    game, begun = chair.game, perf_counter()
    trees = game.value
    assert trees is not None, "only a value that was learned can be taken apart"
    found = Weighed(len(game.feature_names))
    for n in range(WORLDS):
        if seconds is not None and n >= FEW and perf_counter() > begun + seconds:
            break
        try:
            world = chair.imagine_run(rng)
        except CannotImagine:
            break
        if other not in world.values or value not in world.values:
            continue
        seed, before = rng.getrandbits(64), world.start
        runs = [_after(world, answer, seed) for answer in (value, other)]
        found.worlds += 1
        ended = [has_ended(run, before) for run in runs]
        for i, run in enumerate(runs):
            worth = worth_at(run, before, chair.index)
            found.chances[i] += worth
            if ended[i]:
                found.won[i] += worth
                found.lost[i] += 1 - worth
        if not any(ended):
            own, rest = (game.features(run.state)[chair.index] for run in runs)
            _compare(trees, own, rest, found)
    return found


def _after(world: Run[Any], value: Any, seed: int) -> Run[Any]:
    """The world after an answer, at the next moment that can be compared."""
    rng = random.Random(seed)
    run = world.fork(RandomSource(rng))
    before = run.start
    run.play(value)
    return to_moment(run, before, rng)


def _compare(trees: Trees, own: Sequence[float], other: Sequence[float], found: Weighed) -> None:
    """Add what each number counts for in this pair of positions."""
    found.read += 1
    mine, theirs = list(own), list(other)
    here, there = _log_odds(trees, mine), _log_odds(trees, theirs)
    for i, term in enumerate(found.terms):
        a, b = own[i], other[i]
        term.own += a
        term.other += b
        term.is_fact = term.is_fact and isinstance(a, bool) and isinstance(b, bool)
        if a != b:
            mine[i], theirs[i] = b, a
            term.weight += (here - _log_odds(trees, mine) + _log_odds(trees, theirs) - there) / 2
            mine[i], theirs[i] = a, b


def _log_odds(trees: Trees, row: Sequence[float]) -> float:
    chance = min(1 - 1e-9, max(1e-9, trees.of(row)))
    return log(chance / (1 - chance))


def of_ends(found: Weighed) -> list[str]:
    """Whether one of the answers ends it more often, for better or worse."""
    if not found.worlds:
        return []
    reasons = []
    for words, (own, other), better in (("won", found.won, 1), ("lost", found.lost, -1)):
        a, b = own / found.worlds, other / found.worlds
        if (a - b) * better > ENDS:
            reasons.append(f"{words} by then: {a:.0%} instead of {b:.0%}")
    return reasons


def of_terms(game: Game[Any], found: Weighed) -> list[str]:
    """The numbers that speak most for the answer, in the game's words."""
    if not found.read:
        return []
    named = zip(game.feature_names, found.terms, strict=True)
    weights = [(term.weight / found.read, name, term) for name, term in named if name in game.feature_words]
    reasons: list[str] = []
    for weight, name, term in sorted(weights, key=lambda it: -it[0]):
        if weight < LEAST:
            break
        own, other = term.own / found.read, term.other / found.read
        text = in_words(game.feature_words[name], own, other, is_fact=term.is_fact)
        if text and text not in reasons:
            reasons.append(text)
    return reasons


def in_words(words: str, own: float, other: float, *, is_fact: bool = False) -> str:
    """One number after two answers, on average over the worlds; empty if they read the same.

    >>> in_words("Ops cards to spare", 4.0, 2.45)
    'Ops cards to spare: 4 instead of 2.5'
    >>> in_words("the chance of the Mission's battle", 0.62, 0.48)
    "the chance of the Mission's battle: 62% instead of 48%"
    >>> in_words("the Mission is known", 1.0, 0.0, is_fact=True)
    'the Mission is known'
    """
    if is_fact and own == 1 and other == 0:
        return words
    if is_fact:
        a, b = _yes(own), _yes(other)
        b = f"{other:.0%}" if a.endswith("cases") and b.endswith("cases") else b
    elif words.startswith(CHANCES):
        a, b = f"{own:.0%}", f"{other:.0%}"
    else:
        a, b = _number(own), _number(other)
    return "" if a == b else f"{words}: {a} instead of {b}"


def _yes(share: float) -> str:
    return "yes" if share == 1 else "no" if share == 0 else f"in {share:.0%} of cases"


def _number(x: float) -> str:
    return f"{round(x)}" if abs(x - round(x)) < 0.05 else f"{x:.1f}"


def told(thought: Thought) -> list[str]:
    """A thought in sentences, for a terminal."""
    if thought.chance is None or thought.other_chance is None:
        return [f"{thought.label}."]
    head = f"{thought.label}: wins {thought.chance:.0%}. {thought.other}: {thought.other_chance:.0%}."
    return [head, *sentences(thought.reasons)]


def sentences(reasons: Sequence[str]) -> list[str]:
    """Each reason as a sentence."""
    return [f"{reason[0].upper()}{reason[1:]}." for reason in reasons]
