"""Looking ahead: answers compared in the same imagined worlds, with the same dice, at the next moment that can be compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from time import perf_counter
from typing import Any

import msgspec

from sandtable.engine import Game, RandomSource, Run, playout

#: A world that has not come to a moment that can be compared after this many turns of the rules is compared where it is.
FARTHEST = 400
#: A game without a value, or a part of one that never ends, is played on for this many decisions at most.
LONGEST = 20_000
#: What one difference between two answers is taken to vary by before any has been seen.
UNSEEN = 0.03
#: The same for the results of two games played to the end.
UNPLAYED = 0.6
#: How much of a claimed gain is taken to be real where nobody has measured it.
UNMEASURED = 0.25
#: Worlds that each answer is tried in before any is dropped.
FIRST_WORLDS = 6
#: Of the time for an answer, the share after which the best answers are played out; before that they are compared by their value.
COMPARING = 0.4
#: Answers are no longer played out when one is this many standard errors ahead.
SURE = 2.0

#: A world that could be the real one, with the same question open; None if none was found.
Imagine = Callable[[random.Random], Run[Any] | None]


class Sight(msgspec.Struct, frozen=True):
    """The budget and the care of a look ahead."""

    #: How many worlds are looked at in all, over all answers; how long it may take; None is no limit.
    leaves: int | None = None
    #: How many imagined worlds; None is no limit.
    worlds: int | None = None
    milliseconds: float | None = None
    #: How many answers are compared, the House's among them; None is all.
    options: int | None = None
    #: How many moments ahead.
    moments: int = 1
    #: How many standard errors a gain must be beyond chance to leave the House's answer, and how large it must be.
    errors: float = 1.0
    margin: float = 0.004
    #: An answer is dropped when it is this many standard errors behind the best.
    drop: float = 1.6
    #: How many worlds the best answers are then played out in to the end, the House's beside them; the time, if any, ends it too.
    #: 0: what the value says decides.
    plays: int = 0
    #: How many answers are played out.
    finalists: int = 2
    #: By how much the real gains of answers differ from what the value lets expect.
    spread: float = 0.06


class Comparison:
    """One answer beside the House's: the differences between the two in the same worlds."""

    __slots__ = ("n", "squares", "total", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.n, self.total, self.squares = 0, 0.0, 0.0

    def add(self, difference: float) -> None:
        self.n += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def gain(self) -> float:
        """The mean difference."""
        return self.total / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean difference."""
        return self.error_with(UNSEEN)

    def error_with(self, unseen: float) -> float:
        """The same, where differences are taken to vary by this much before any has been seen."""
        n = self.n
        if not n:
            return 1.0
        mean = self.total / n
        return sqrt((max(0.0, self.squares / n - mean * mean) + unseen * unseen / n) / n)


class Finalist:
    """An answer that is played out to the end: the gain the value claims, corrected by what the games say."""

    __slots__ = ("claimed", "played", "prior", "spread")

    def __init__(self, claimed: Comparison, trust: float, spread: float) -> None:
        self.claimed, self.played = claimed, Comparison(claimed.value)
        self.prior, self.spread = trust * claimed.gain, spread

    @property
    def weight(self) -> float:
        """How much the games count beside the value: from 0, before any was played, towards 1."""
        if not self.played.n:
            return 0.0
        error = self.played.error_with(UNPLAYED)
        return self.spread**2 / (self.spread**2 + error**2)

    @property
    def gain(self) -> float:
        """The expected gain."""
        weight = self.weight
        return (1 - weight) * self.prior + weight * self.played.gain

    @property
    def error(self) -> float:
        """How uncertain that is still."""
        return self.spread * sqrt(1 - self.weight)


class Found(msgspec.Struct):
    """The answer that was found, and how it compares."""

    value: Any
    #: What the House would answer, and what that is worth at the next moment.
    house: Any
    worth: float
    #: The others that were compared.
    others: list[Comparison]
    leaves: int
    #: Those of them that were played out to the end.
    finalists: list[Finalist] = []

    @property
    def gain(self) -> float:
        """How much better than the House's answer it looked."""
        return self.gain_of(self.value)

    def gain_of(self, value: Any) -> float:
        """How much better than the House's an answer looked."""
        for it in self.finalists:
            if it.claimed.value == value:
                return it.gain
        return next((it.gain for it in self.others if it.value == value), 0.0)


def stays_with_house(game: Game[Any], topic: str) -> bool:
    """Whether looking ahead has gained nothing at questions of this topic, so that the House answers them at once."""
    return game.value is not None and topic in game.value.file.house_topics


def trust_in(game: Game[Any]) -> float:
    """How much of a gain that the value of a game claims is real on average, as its training measured it."""
    return UNMEASURED if game.value is None else game.value.file.trust


def look_ahead(
    game: Game[Any],
    seat: int,
    values: Sequence[Any],
    house: Any,
    imagine: Imagine,
    sight: Sight,
    rng: random.Random,
) -> Found:
    """Compare the answers with the House's, and leave that only for a gain that is beyond chance."""
    begun = perf_counter()
    seconds = None if sight.milliseconds is None else sight.milliseconds / 1000
    share = COMPARING if sight.plays else 1.0
    end = None if seconds is None else begun + share * seconds
    others = [Comparison(value) for value in values if value != house]
    if sight.options is not None and len(others) >= sight.options:
        others = rng.sample(others, max(0, sight.options - 1))
    live, leaves, worth, worlds = others, 0, 0.0, 0

    def is_over() -> bool:
        if worlds == sight.worlds:
            return True
        if sight.leaves is not None and leaves + len(live) + 1 > sight.leaves and worlds > 1:
            return True
        return end is not None and worlds > 0 and perf_counter() >= end

    while live and not is_over():
        world = imagine(rng)
        if world is None:
            break
        worlds += 1
        seed = rng.getrandbits(64)
        expected = leaf(world, house, seat, sight.moments, seed)
        worth += expected
        leaves += 1
        for it in live:
            it.add(leaf(world, it.value, seat, sight.moments, seed) - expected)
            leaves += 1
            if end is not None and perf_counter() >= end:
                break
        if worlds >= FIRST_WORLDS:
            live = _still_open(live, sight)
    better = sorted(
        [it for it in others if _is_better(it, sight)],
        key=lambda it: it.gain - sight.errors * it.error,
        reverse=True,
    )
    found = Found(house, house, worth / worlds if worlds else 0.0, others, leaves)
    if better and sight.plays and game.has_value:
        found.finalists = [Finalist(it, trust_in(game), sight.spread) for it in better[: sight.finalists]]
        end = None if seconds is None else begun + seconds
        _play_out(found.finalists, seat, house, imagine, sight.plays, end, rng)
        best = max(found.finalists, key=lambda it: it.gain)
        found.value = best.claimed.value if best.gain > 0 else house
    elif better:
        found.value = better[0].value
    return found


def _play_out(
    finalists: list[Finalist],
    seat: int,
    house: Any,
    imagine: Imagine,
    worlds: int,
    end: float | None,
    rng: random.Random,
) -> None:
    """Play the best answers and the House's out to the end in the same worlds with the same dice, until it is clear which is best."""
    live = list(finalists)
    for n in range(worlds):
        if not live or (end is not None and perf_counter() >= end):
            return
        world = imagine(rng)
        if world is None:
            return
        seed = rng.getrandbits(64)
        expected = result(world, house, seat, seed)
        for it in live:
            it.played.add(result(world, it.claimed.value, seat, seed) - expected)
        if n >= FIRST_WORLDS:
            best = max(finalists, key=lambda it: it.gain)
            live = [it for it in live if it is best or it.gain + SURE * it.error > max(0.0, best.gain)]
            if abs(best.gain) > SURE * best.error and live == [best]:
                return


def result(world: Run[Any], value: Any, seat: int, seed: int) -> float:
    """The score of a seat after an answer in this world, if the House plays on to the end."""
    rng = random.Random(seed)
    run = world.fork(RandomSource(rng))
    before = run.start
    run.play(value)
    return final_scores(run, before, rng)[seat]


def final_scores(run: Run[Any], before: Any, rng: random.Random) -> Sequence[float]:
    """The scores at the end of the game, or of the part that is going on, if the House plays a position on."""
    if type(run.game).part_won is Game.part_won:
        playout(run, rng, LONGEST, run.game.policy)
    while not has_ended(run, before):
        playout(run, rng, LONGEST, run.game.policy, turns=4)
    return worth_of_end(run, before)


def _is_better(it: Comparison, sight: Sight) -> bool:
    """Whether an answer is better than the House's by more than chance and by enough."""
    return it.n >= 2 and it.gain > sight.margin and it.gain > sight.errors * it.error


def _still_open(live: list[Comparison], sight: Sight) -> list[Comparison]:
    """The answers that could still turn out the best. One that nothing can overtake any more leaves nothing to look at."""
    floor = max(0.0, max(it.gain - sight.drop * it.error for it in live))
    left = [it for it in live if it.gain + sight.drop * it.error > max(floor, sight.margin)]
    is_decided = len(left) == 1 and floor > sight.margin
    return [] if is_decided else left


def leaf(world: Run[Any], value: Any, seat: int, moments: int, seed: int) -> float:
    """The value for a seat after an answer in this world: the House plays on to a moment that can be compared."""
    rng = random.Random(seed)
    run = world.fork(RandomSource(rng))
    before = run.start
    run.play(value)
    if world.game.has_value:
        to_moment(run, before, rng, moments)
    else:
        playout(run, rng, LONGEST, world.game.policy)
    return worth_at(run, before, seat)


def to_moment(run: Run[Any], before: Any, rng: random.Random, moments: int = 1) -> Run[Any]:
    """Let the House play a world on to the next moment that can be compared."""
    game = run.game
    now = game.moment(before)
    for _ in range(FARTHEST):
        if run.outcome is None:
            playout(run, rng, LONGEST, game.policy, turns=1)
        if has_ended(run, before):
            break
        then = game.moment(run.state)
        if then is not None and then != now:
            now = then
            moments -= 1
            if not moments:
                break
    return run


def has_ended(run: Run[Any], before: Any) -> bool:
    """Whether the game is over, or the part of it that was going on before."""
    return run.outcome is not None or run.game.part_won(before, run.state) is not None


def worth_of_end(run: Run[Any], before: Any) -> Sequence[float]:
    """The scores at the end of the game, or of the part of it that was going on before."""
    if run.outcome is not None:
        return run.outcome.scores
    return run.game.part_won(before, run.state) or ()


def worth_at(run: Run[Any], before: Any, seat: int) -> float:
    """The value of a world to a seat: its score at the end, or of a part that is over, or what the game makes of the position."""
    if has_ended(run, before):
        return worth_of_end(run, before)[seat]
    worth = run.game.evaluate(run.state)
    return 0.5 if worth is None else worth[seat]
