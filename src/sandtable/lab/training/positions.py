"""Positions to learn from: games are played, positions of them are taken, and the House plays each of them out for its label."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from sandtable.bots.lookahead import (
    LONGEST,
    Imagine,
    Sight,
    has_ended,
    look_ahead,
    to_moment,
    worth_of_end,
)
from sandtable.engine import CannotImagine, Game, RandomSource, Run, playout
from sandtable.engine.worlds.imagine import Imagination
from sandtable.games import find_game

from .plan import TrainingPlan, played_seats

#: Random answers before anything else, for beginnings that differ; one number is drawn for each game.
RANDOM_BEGINNINGS = (0, 0, 0, 1, 2, 4)
#: The share of games, after the first round, in which the player so far has all seats.
EVERYWHERE = 0.25
#: Decisions after which a game is given up.
ENDLESS = 20_000


class TrainingGame(msgspec.Struct, frozen=True):
    """A game to play for training, with everything that a worker needs to know."""

    plan: TrainingPlan
    round: int
    number: int
    #: The file of the value that the player looks ahead with; empty in the first round.
    value: str


class Positions(msgspec.Struct):
    """Positions of one game: by position and seat the features, the label, what that weighs, and how far along the game was (0 to 1).

    Of positions that were met in playouts that is not known: -1.
    """

    number: int
    rows: list[list[float]] = []
    labels: list[float] = []
    weights: list[float] = []
    seats: list[int] = []
    places: list[float] = []

    def add(self, rows: list[list[float]], labels: Sequence[float], weight: float, place: float) -> None:
        """Add a position, a row for each seat."""
        for seat, row in enumerate(rows):
            self.rows.append([float(x) for x in row])
            self.labels.append(labels[seat])
            self.weights.append(weight)
            self.seats.append(seat)
            self.places.append(place)


def play_training_game(part: TrainingGame) -> Positions:
    """Play one game and label positions of it."""
    game = find_game(part.plan.game)
    with valued_by(game, part.value):
        return _played(part, game)


@contextmanager
def valued_by(game: Game[Any], file: str) -> Iterator[None]:
    """Let a game value positions by this file for a while; an empty name means the value that comes with it."""
    if not file:
        yield
        return
    kind: Any = type(game)
    before = kind.value_file
    kind.value_file = Path(file)
    try:
        yield
    finally:
        kind.value_file = before


def _played(part: TrainingGame, game: Game[Any]) -> Positions:
    plan, found = part.plan, Positions(part.number)
    rng = random.Random(f"{plan.seed} {part.round} {part.number}")
    options = plan.set_ups[part.number % len(plan.set_ups)]
    run = Run(game, game.begin(msgspec.convert(options, game.options_type)), RandomSource(rng))
    players = _players(part, game, rng)
    at_random, decisions = rng.choice(RANDOM_BEGINNINGS), 0
    sampled = plan.sampled_later if part.round else plan.sampled
    while run.outcome is None and decisions < ENDLESS:
        if run.ask is None:  # the game plays itself here
            run.step()
            continue
        decisions += 1
        value = players[run.ask.seat].answer(run, rng)
        if rng.random() < sampled:
            for tried in {value, run.values[int(rng.random() * len(run.values))]}:
                _label(found, after_answer(run, tried, rng), plan, decisions, rng)
        if decisions <= at_random or rng.random() < plan.random:
            value = run.values[int(rng.random() * len(run.values))]
        turn = run.turn
        run.play(value)
        if run.turn != turn and rng.random() < sampled and game.moment(run.start) is not None:
            _label(found, run, plan, decisions, rng)
    found.places = [place / max(1, decisions) if place >= 0 else place for place in found.places]
    return found


def _players(part: TrainingGame, game: Game[Any], rng: random.Random) -> dict[int, Trainee]:
    """The House in all seats in the first round. Later the player so far has one of them, or now and then all."""
    set_ups = part.plan.set_ups
    seats = played_seats(game, set_ups[part.number % len(set_ups)])
    house = Trainee(game, None)
    player = Trainee(game, part.plan.sight) if part.round else house
    if rng.random() < EVERYWHERE:
        return dict.fromkeys(seats, player)
    mine = seats[part.number // len(set_ups) % len(seats)]
    return {seat: player if seat == mine else house for seat in seats}


class Trainee:
    """The House, or with a sight a player that looks ahead, for games that nobody watches.

    It looks ahead at every topic: where the value is wrong today, the next one learns from it.
    """

    def __init__(self, game: Game[Any], sight: Sight | None) -> None:
        self.game, self.sight = game, sight

    def answer(self, run: Run[Any], rng: random.Random) -> Any:
        """The value to answer the open question with, for positions to learn from: the House looks at the real game, which is quicker."""
        if self.sight is not None:
            return self.compared(run, rng)[0]
        value = self.game.policy(run, rng)
        return value if value in run.values else run.values[int(rng.random() * len(run.values))]

    def compared(self, run: Run[Any], rng: random.Random) -> tuple[Any, Any, float]:
        """The answer, the House's, and the gain that the answer claims."""
        game, ask = self.game, run.ask
        assert ask is not None
        imagine = imagined(run, ask.seat)
        world = imagine(rng)
        house = run.values[0] if world is None else game.policy(world, rng)
        values = [value for value in run.values if not game.asks_favour(value)] or list(run.values)
        if house not in values:
            house = values[int(rng.random() * len(values))]
        if self.sight is None or len(values) == 1:
            return house, house, 0.0
        found = look_ahead(game, ask.seat, values, house, imagine, self.sight, rng)
        return found.value, house, found.gain


def imagined(run: Run[Any], seat: int) -> Imagine:
    """Worlds that a seat can imagine at this moment, with the same question open."""
    imagination, values = Imagination(run, seat), list(run.values)

    def imagine(rng: random.Random) -> Run[Any] | None:
        try:
            world = imagination.run(rng)
        except CannotImagine:
            return None
        return world if list(world.values) == values else None

    return imagine


def after_answer(run: Run[Any], value: Any, rng: random.Random) -> Run[Any]:
    """The position at the next moment that can be compared, after an answer in a fork of the real game."""
    fork = run.fork(RandomSource(rng))
    before = fork.start
    fork.play(value)
    return to_moment(fork, before, rng)


def _label(found: Positions, run: Run[Any], plan: TrainingPlan, place: int, rng: random.Random) -> None:
    """Add a position with what the House makes of it on average, and some that the House meets on the way to each end."""
    game, start = run.game, run.start
    if run.outcome is not None or game.moment(start) is None:
        return
    rows = game.features(start)
    total = [0.0] * len(rows)
    for _ in range(plan.playouts):
        world = Run(game, start.copy(), RandomSource(rng))
        met, ended = [], False
        while not ended:
            playout(world, rng, LONGEST, game.policy, turns=1)
            ended = has_ended(world, start)
            if not ended and rng.random() < plan.met and game.moment(world.state) is not None:
                met.append(game.features(world.state))
        scores = worth_of_end(world, start)
        for each in met:
            found.add(each, scores, 1, -1)
        for seat in range(len(rows)):
            total[seat] += scores[seat]
    found.add(rows, [it / plan.playouts for it in total], plan.playouts, place)
