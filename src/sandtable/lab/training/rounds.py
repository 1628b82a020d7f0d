"""The rounds of a training: games, trees, better games, better trees. What is done stays done: the same command continues."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sandtable.bots.lookahead import result
from sandtable.engine import RandomSource, Run, SandtableError
from sandtable.engine.value import ValueFile
from sandtable.games import find_game

from ..workers import Workers
from .fitting import Labelled, fit
from .plan import TrainingPlan, played_seats
from .positions import Trainee, TrainingGame, play_training_game, valued_by

#: Games whose positions are kept in one file.
BATCH = 10
#: How often an answer that is audited is played out, and the House's beside it.
CHECKS = 6
#: How much is taken to be known before anything is audited: so many answers that claim this gain, of which this share is real.
UNTRIED, USUAL_CLAIM, USUAL_TRUST = 60, 0.06, 0.25
#: Answers of a topic that must have been audited before it is left to the House.
ENOUGH = 30

#: What is told on the way: a line, and how much of the round is done.
Tell = Callable[[str, float], None]


class GameBatch(msgspec.Struct, frozen=True):
    """Several games of a round, and the file that their positions go to."""

    games: tuple[TrainingGame, ...]
    file: str


class Check(msgspec.Struct):
    """A game's verdict on the player: claimed and real gains where it left the House's answer, and both scores."""

    topics: list[str] = []
    claimed: list[float] = []
    real: list[float] = []
    player: float = 0.0
    house: float = 0.0
    seconds: float = 0.0
    answers: int = 0


def train(plan: TrainingPlan, folder: Path, workers: Workers, tell: Tell | None = None) -> Path:
    """Train the value of a game in a folder. Returns the file of the last round's value."""
    plan.check()
    game = find_game(plan.game)
    if not game.feature_names:
        raise SandtableError(f"{game.title} names no features, so there is nothing to learn its value from.")
    _begin(plan, folder)
    value, parts = "", list[Labelled]()
    for n in range(plan.rounds + 1):
        files = _play_round(plan, folder, n, value, workers, tell)
        parts += [_read(file) for file in files]
        path = folder / f"value-{n}.json"
        if not path.exists():
            file = fit(game, plan, Labelled.joined(parts))
            checks = check(plan, n, file, folder, workers, tell)
            card = {"round": n, "plan": msgspec.to_builtins(plan), **file.card, **figures(checks)}
            file = msgspec.structs.replace(
                file, card=card, house_topics=house_topics(checks), trust=trust(checks)
            )
            _write(path, msgspec.json.encode(file))
        value = str(path)
        if tell is not None:
            card = msgspec.json.decode(path.read_bytes(), type=ValueFile).card
            tell(told(card), 1.0)
    return Path(value)


def told(card: dict[str, Any]) -> str:
    """A line about a round for people who wait."""
    off = "not measured" if card["calibration"] is None else f"{100 * card['calibration']:.1f} points"
    return (
        f"Round {card['round']}: {card['positions']:,} positions, log loss {card['log_loss']:.3f} "
        f"(average {card['log_loss_of_average']:.3f}), calibration {off}; "
        f"score {card['player']:.3f} ± {card['player_error']:.3f}, the House {card['house']:.3f}; "
        f"where it left the House it claimed {card['claimed']:+.3f} and gained {card['gained']:+.3f} "
        f"± {card['gained_error']:.3f}; {1000 * card['seconds_an_answer']:.0f} ms an answer"
    )


def _begin(plan: TrainingPlan, folder: Path) -> None:
    """Make the folder, or make sure that it belongs to the same training."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    text = msgspec.json.format(msgspec.json.encode(plan, order="sorted"), indent=2)
    if path.exists():
        if path.read_bytes() != text:
            raise SandtableError(
                f"{folder} holds a training with other settings: give another folder, or delete it."
            )
        return
    _write(path, text)


def _play_round(
    plan: TrainingPlan, folder: Path, n: int, value: str, workers: Workers, tell: Tell | None
) -> list[Path]:
    """Play the games of a round that have not been played yet. Returns the files of all of them."""
    total = plan.games if n else plan.first_games
    files, todo = [], []
    for first in range(0, total, BATCH):
        file = folder / f"round-{n}" / f"{first:06}.npz"
        files.append(file)
        if not file.exists():
            numbers = range(first, min(total, first + BATCH))
            todo.append(
                GameBatch(tuple(TrainingGame(plan, n, number, value) for number in numbers), str(file))
            )
    done = len(files) - len(todo)
    for _ in workers.each(play_batch, todo):
        done += 1
        if tell is not None:
            tell(f"Round {n}", done / len(files))
    return files


def play_batch(batch: GameBatch) -> int:
    """Play some games and write their positions into a file. Returns how many positions."""
    found = [play_training_game(game) for game in batch.games]
    path = Path(batch.file)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        np.savez_compressed(
            file,
            rows=np.array([row for it in found for row in it.rows], dtype=np.float32),
            labels=np.array([x for it in found for x in it.labels], dtype=np.float32),
            weights=np.array([x for it in found for x in it.weights], dtype=np.float32),
            games=np.array([it.number for it in found for _ in it.labels], dtype=np.int32),
            seats=np.array([x for it in found for x in it.seats], dtype=np.int8),
            places=np.array([x for it in found for x in it.places], dtype=np.float32),
        )
    part.replace(path)
    return sum(len(it.labels) for it in found)


def _read(path: Path) -> Labelled:
    with np.load(path) as it:
        return Labelled(*(it[name] for name in Labelled.__struct_fields__))


def _write(path: Path, text: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(text)
    part.replace(path)


class CheckGame(msgspec.Struct, frozen=True):
    """A game in which the player is checked."""

    plan: TrainingPlan
    round: int
    number: int
    value: str


def check(
    plan: TrainingPlan, n: int, file: ValueFile, folder: Path, workers: Workers, tell: Tell | None
) -> list[Check]:
    """Play games with a player that uses this value: its score beside the House's, and what its own answers really gain."""
    path = folder / f"check-{n}.json"
    _write(path, msgspec.json.encode(file))
    games = [CheckGame(plan, n, number, str(path)) for number in range(plan.checked)]
    found = []
    for it in workers.each(check_game, games):
        found.append(it)
        if tell is not None:
            tell(f"Round {n}, checking", len(found) / len(games))
    path.unlink()
    return found


def figures(found: list[Check]) -> dict[str, Any]:
    """The figures of the checked games for the value's card."""
    claimed = [x for it in found for x in it.claimed]
    real = [x for it in found for x in it.real]
    scores, house = [it.player for it in found], [it.house for it in found]
    seconds, answers = sum(it.seconds for it in found), sum(it.answers for it in found)
    return {
        "player": round(_mean(scores), 4),
        "player_error": round(_error(scores), 4),
        "house": round(_mean(house), 4),
        "claimed": round(_mean(claimed), 4),
        "gained": round(_mean(real), 4),
        "gained_error": round(_error(real), 4),
        "left_the_house": len(claimed),
        "seconds_an_answer": round(seconds / max(1, answers), 5),
        "topics": {
            topic: [len(gains), round(_mean(gains), 4), round(_error(gains), 4)]
            for topic, gains in sorted(by_topic(found).items())
        },
    }


def by_topic(found: list[Check]) -> dict[str, list[float]]:
    """The real gains of audited answers, by the topic of their question."""
    gains: dict[str, list[float]] = {}
    for it in found:
        for topic, gain in zip(it.topics, it.real, strict=True):
            gains.setdefault(topic, []).append(gain)
    return gains


def trust(found: list[Check]) -> float:
    """The share of the claimed gains that was real, drawn towards a usual one where few were audited."""
    claimed = [x for it in found for x in it.claimed]
    real = [x for it in found for x in it.real]
    share = (sum(real) + UNTRIED * USUAL_CLAIM * USUAL_TRUST) / (sum(claimed) + UNTRIED * USUAL_CLAIM)
    return round(min(1.0, max(0.0, share)), 3)


def house_topics(found: list[Check]) -> tuple[str, ...]:
    """The topics whose audited answers lost against the House's by more than chance."""
    return tuple(
        topic
        for topic, gains in sorted(by_topic(found).items())
        if len(gains) >= ENOUGH and _mean(gains) + _error(gains) < 0
    )


def check_game(part: CheckGame) -> Check:
    """Play a game with the player in one seat and the House in the others, and one of the House alone with the same seed."""
    from time import process_time

    plan, game, found = part.plan, find_game(part.plan.game), Check()
    set_up = plan.set_ups[part.number % len(plan.set_ups)]
    options, seats = msgspec.convert(set_up, game.options_type), played_seats(game, set_up)
    with valued_by(game, part.value):
        for sight in (plan.sight, None):
            rng = random.Random(f"check {plan.seed} {part.round} {part.number}")
            run = Run(game, game.begin(options), RandomSource(rng))
            me = seats[part.number // len(plan.set_ups) % len(seats)]
            player, house = Trainee(game, sight), Trainee(game, None)
            while run.outcome is None:
                if run.ask is None:
                    run.step()
                    continue
                if run.ask.seat != me:
                    run.play(house.answer(run, rng))
                    continue
                begun = process_time()
                value, expected, claimed = player.compared(run, rng)
                if sight is not None:
                    found.seconds += process_time() - begun
                    found.answers += 1
                if value != expected and rng.random() < plan.audited:
                    found.topics.append(run.ask.topic)
                    found.claimed.append(claimed)
                    found.real.append(real_gain(run, value, expected, me, rng))
                run.play(value)
            if sight is None:
                found.house = run.outcome.scores[me]
            else:
                found.player = run.outcome.scores[me]
    return found


def real_gain(run: Run[Any], value: Any, house: Any, seat: int, rng: random.Random) -> float:
    """The real gain of an answer over the House's if the House plays on to the end, with the same dice for both."""
    total = 0.0
    for _ in range(CHECKS):
        seed = rng.getrandbits(64)
        total += result(run, value, seat, seed) - result(run, house, seat, seed)
    return total / CHECKS


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _error(numbers: list[float]) -> float:
    """The standard error of the mean."""
    n = len(numbers)
    if n < 2:
        return 0.0
    mean = _mean(numbers)
    return sqrt(sum([(x - mean) ** 2 for x in numbers]) / (n - 1) / n)


def cards_in(folder: Path) -> Iterator[dict[str, Any]]:
    """The cards of the rounds that a folder holds, the first one first."""
    n = 0
    while (path := folder / f"value-{n}.json").exists():
        yield msgspec.json.decode(path.read_bytes(), type=ValueFile).card
        n += 1
