"""Train a small network: imitation of a bot, then PPO with masks (in the manner of CleanRL), in one process.

    python -m sandtable.learn.train surface-combat --option mission=airwaves --imitate house:3000 --out commander.npz

In a game of several seats the network plays all of them against itself, or one against a bot. The result plays as `model:FILE`. Needs the
extra `train`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable import __distribution__

try:
    import numpy as np
    import torch
    from torch import nn
except ModuleNotFoundError as missing:
    if __name__ == "__main__":
        sys.exit(
            f'Training needs the package {missing.name}: pip install "{__distribution__}[train]" brings it.'
        )
    raise

from sandtable.bots.spec import make_lone_bot
from sandtable.engine import SandtableError

from . import dataset
from .episode import Episode, Rulebook
from .network import Inputs, Network

#: How strongly what cannot be done is kept out of the network's choice.
_NEVER = -1e9


@dataclass
class Settings:
    """The settings of a training. The defaults suit small games on two cores."""

    hidden: int = 128
    #: Games that are played side by side, and decisions between two updates.
    parallel: int = 64
    batch: int = 2048
    minibatch: int = 128
    epochs: int = 4
    rate: float = 1e-3
    discount: float = 0.99
    smoothing: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1
    #: The bot in the other seats; empty: the network plays all seats against itself.
    against: str = ""
    #: Games against random play for each point of the learning curve.
    trials: int = 200


class ActorCritic(nn.Module):  # type: ignore[misc]  # torch is not looked at
    """Two networks of two layers: what to do, and what the position is worth."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            nn.Linear(inputs, hidden),
            nn.Tanh(),
            nn.Linear(hidden, hidden),
            nn.Tanh(),
            nn.Linear(hidden, actions),
        )
        self.critic = nn.Sequential(
            nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1)
        )
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.orthogonal_(layer.weight, 2**0.5)
                nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.actor[-1].weight, 0.01)
        nn.init.orthogonal_(self.critic[-1].weight, 0.1)

    def weights(self) -> list[tuple[Any, Any]]:
        layers = [layer for layer in self.actor if isinstance(layer, nn.Linear)]
        return [
            (layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in layers
        ]


@dataclass
class Trajectory:
    """The observations, actions and expected values of one seat in one game so far."""

    seen: list[Any] = field(default_factory=list)
    masks: list[Any] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)


class TrainingGame:
    """One game that is being played to learn from, and what each seat that learns has done in it."""

    def __init__(self, rules: Rulebook, seed: int, number: int, against: str) -> None:
        self.episode = Episode(rules, seed)
        seats = range(len(rules.seats))
        self.paths = [Trajectory() for _ in seats]
        own = number % len(rules.seats)
        self._bots = {seat: make_lone_bot(against, seed + seat) for seat in seats if against and seat != own}
        self.others_act()

    def others_act(self) -> None:
        """Let the bots answer until a seat that learns is asked, or the game is over."""
        episode = self.episode
        while (seat := episode.seat) is not None and seat in self._bots:
            episode.choose(self._bots[seat].choose(episode.chairs[seat]))


@dataclass
class TrainingBatch:
    seen: Any
    masks: Any
    actions: Any
    chances: Any
    gains: Any
    returns: Any


class Trainer:
    """Trains one network on one game."""

    def __init__(self, rules: Rulebook, settings: Settings) -> None:
        if rules.actions != "fixed":
            raise SandtableError("The trainer needs a fixed list of actions.")
        self.rules, self.settings = rules, settings
        torch.manual_seed(settings.seed)
        self._random = np.random.default_rng(settings.seed)
        self._inputs = Inputs(rules.observer.low, rules.observer.high)
        self.net = ActorCritic(self._inputs.size, rules.size, settings.hidden)
        self._optimiser = torch.optim.Adam(self.net.parameters(), lr=settings.rate, eps=1e-5)
        self._games = 0
        self._open = [self._begun() for _ in range(settings.parallel)]
        self.decisions = 0

    def network(self) -> Network:
        """The network as it is now, for NumPy."""
        return Network(self.rules, self.net.weights())

    # Imitation

    def imitate(self, samples: dataset.Samples, epochs: int) -> float:
        """Learn to answer as the samples did; returns the share of answers it would give alike."""
        seen = torch.from_numpy(self._inputs.of(samples.numbers))
        masks, actions = torch.from_numpy(samples.masks), torch.from_numpy(samples.actions)
        values = torch.from_numpy(samples.values)
        count = len(actions)
        for _ in range(epochs):
            for part in self._parts(count):
                logits = self._masked(self.net.actor(seen[part]), masks[part])
                worth = self.net.critic(seen[part]).squeeze(1)
                loss = nn.functional.cross_entropy(logits, actions[part]) + 0.5 * nn.functional.mse_loss(
                    worth, values[part]
                )
                self._step(loss)
        with torch.no_grad():
            alike = self._masked(self.net.actor(seen), masks).argmax(1) == actions
        return float(alike.float().mean())

    def _parts(self, count: int) -> Iterator[Any]:
        order = torch.from_numpy(self._random.permutation(count))
        size = self.settings.minibatch
        for start in range(0, count, size):
            yield order[start : start + size]

    @staticmethod
    def _masked(logits: Any, masks: Any) -> Any:
        return torch.where(masks.bool(), logits, _NEVER)

    def _step(self, loss: Any) -> None:
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self._optimiser.step()

    # PPO

    def _begun(self) -> TrainingGame:
        """A new game. One that is over before the network is asked is no use."""
        while True:
            self._games += 1
            seed = self.settings.seed * 1_000_003 + self._games
            play = TrainingGame(self.rules, seed, self._games, self.settings.against)
            if play.episode.seat is not None:
                return play

    def collect(self) -> TrainingBatch:
        """Play until enough decisions are in finished games."""
        done: list[tuple[Trajectory, float]] = []
        count = 0
        while count < self.settings.batch:
            numbers = np.stack([self._looks(play.episode) for play in self._open])
            masks = np.stack([play.episode.mask(play.episode.seat or 0) for play in self._open])
            seen = self._inputs.of(numbers)
            with torch.no_grad():
                inputs = torch.from_numpy(seen)
                choice = torch.distributions.Categorical(
                    logits=self._masked(self.net.actor(inputs), torch.from_numpy(masks))
                )
                actions = choice.sample()
                chances, values = choice.log_prob(actions), self.net.critic(inputs).squeeze(1)
            for place, play in enumerate(self._open):
                episode, paths = play.episode, play.paths
                path = paths[episode.seat or 0]
                path.seen.append(seen[place])
                path.masks.append(masks[place])
                path.actions.append(int(actions[place]))
                path.chances.append(float(chances[place]))
                path.values.append(float(values[place]))
                episode.act(int(actions[place]))
                play.others_act()
                if episode.seat is None:
                    done += [(path, value) for path, value in zip(paths, episode.returns(), strict=True)]
                    count += sum(len(path.actions) for path in paths)
                    self._open[place] = self._begun()
        self.decisions += count
        return self._batch([(path, value) for path, value in done if path.actions])

    def _looks(self, episode: Episode) -> Any:
        return self.rules.observer.numbers(episode.chairs[episode.seat or 0])

    def _batch(self, done: Sequence[tuple[Trajectory, float]]) -> TrainingBatch:
        """Generalised advantages, backwards through each seat's own decisions; the reward comes at the end."""
        gains: list[float] = []
        for path, final in done:
            found, gain, following = [], 0.0, 0.0
            for place in range(len(path.values) - 1, -1, -1):
                reward = final if place == len(path.values) - 1 else 0.0
                error = reward + self.settings.discount * following - path.values[place]
                gain = error + self.settings.discount * self.settings.smoothing * gain
                following = path.values[place]
                found.append(gain)
            gains += reversed(found)
        values = torch.tensor([value for path, _ in done for value in path.values])
        advantages = torch.tensor(gains)
        return TrainingBatch(
            torch.from_numpy(np.stack([row for path, _ in done for row in path.seen])),
            torch.from_numpy(np.stack([row for path, _ in done for row in path.masks])),
            torch.tensor([action for path, _ in done for action in path.actions]),
            torch.tensor([chance for path, _ in done for chance in path.chances]),
            (advantages - advantages.mean()) / (advantages.std() + 1e-8),
            advantages + values,
        )

    def improve(self, batch: TrainingBatch) -> None:
        """Several passes of clipped updates over one batch."""
        settings = self.settings
        for _ in range(settings.epochs):
            for part in self._parts(len(batch.actions)):
                logits = self._masked(self.net.actor(batch.seen[part]), batch.masks[part])
                choice = torch.distributions.Categorical(logits=logits)
                ratio = (choice.log_prob(batch.actions[part]) - batch.chances[part]).exp()
                gain = batch.gains[part]
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy = -torch.minimum(ratio * gain, clipped * gain).mean()
                worth = self.net.critic(batch.seen[part]).squeeze(1)
                value = nn.functional.mse_loss(worth, batch.returns[part])
                self._step(policy + 0.5 * value - settings.entropy * choice.entropy().mean())


def score_against(
    rules: Rulebook, network: Network | None, games: int, others: str = "random", seed: int = 0
) -> float:
    """The average score, from 0 to 1, of a network against bots (alone in a solitaire game), taking each seat in turn.

    Without a network, the seat is played at random: that is what a network is compared with.
    """
    total = 0.0
    for game in range(games):
        own = game % len(rules.seats)
        episode = Episode(rules, (seed << 32) + game)
        rng = random.Random(game)
        bots = [make_lone_bot(others, game * 10 + place) for place in range(len(rules.seats))]
        while (seat := episode.seat) is not None:
            if seat != own:
                episode.choose(bots[seat].choose(episode.chairs[seat]))
            elif network is None:
                episode.act(rng.choice(episode.legal))
            else:
                episode.act(network.best(rules.observer.numbers(episode.chairs[seat]), episode.legal))
        total += (episode.returns()[own] + 1) / 2
    return total / games


def train(
    rules: Rulebook,
    settings: Settings,
    decisions: int,
    imitate: str = "",
    say: Callable[[str], object] = print,
    keep: Callable[[Trainer, list[dict[str, float]]], object] | None = None,
) -> tuple[Trainer, list[dict[str, float]]]:
    """Train a network; returns the trainer and the learning curve. `keep` is called at each point of the curve."""
    trainer = Trainer(rules, settings)
    curve: list[dict[str, float]] = []
    start = time.monotonic()

    def mark(stage: str) -> None:
        score = score_against(rules, trainer.network(), settings.trials, seed=99)
        point = {
            "decisions": trainer.decisions,
            "seconds": round(time.monotonic() - start, 1),
            "score": score,
        }
        curve.append(point)
        if keep is not None:
            keep(trainer, curve)
        say(f"{stage:<10} {trainer.decisions:>9,} decisions  {point['seconds']:>7.1f} s  score {score:.3f}")

    by_chance = score_against(rules, None, settings.trials, seed=99)
    say(f"random play scores {by_chance:.3f}")
    mark("untrained")
    if imitate:
        spec, _, games = imitate.rpartition(":")
        if not spec or not games.isdecimal() or not int(games):
            raise SandtableError(f"{imitate!r}: write a bot and a number of games, as in house:1500.")
        say(f"{games} games of {spec} are played to learn from")
        found = (each for game in dataset.played(rules, spec, int(games)) for each in game)
        samples = dataset.arrays(found, rules)
        for _ in range(4):
            alike = trainer.imitate(samples, 5)
            mark(f"{alike:.0%} alike")
    marks = max(1, decisions // settings.batch // 15)
    updates = 0
    while trainer.decisions < decisions:
        trainer.improve(trainer.collect())
        updates += 1
        if updates % marks == 0 or trainer.decisions >= decisions:
            mark("PPO")
    return trainer, curve


def main(arguments: Sequence[str] | None = None) -> None:
    """The command: ``python -m sandtable.learn.train GAME --out FILE``."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.learn.train", description="Train a network.")
    parser.add_argument("game", help='a game by its key, or "module:name"')
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--decisions", type=int, default=300_000, help="how many decisions of PPO")
    parser.add_argument("--imitate", default="", metavar="BOT:GAMES", help="learn from a bot's games first")
    parser.add_argument(
        "--against", default="", metavar="BOT", help="the other seats; otherwise the network itself"
    )
    parser.add_argument("--batch", type=int, default=Settings.batch, help="decisions between two updates")
    parser.add_argument("--out", required=True, metavar="FILE", help="where to save the network (.npz)")
    parser.add_argument("--curve", metavar="FILE", help="where to save the learning curve (.json)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=200, help="games for each point of the curve")
    parser.add_argument("--rate", type=float, default=Settings.rate, help="the learning rate")
    parser.add_argument("--entropy", type=float, default=Settings.entropy, help="the weight of trying things")
    given = parser.parse_args(arguments)
    options: dict[str, Any] = {}
    for each in given.option:
        name, equals, value = each.partition("=")
        if not equals:
            parser.error(f"--option {each}: write NAME=VALUE")
        options[name] = json.loads(value) if value[:1].isdigit() or value in ("true", "false") else value
    settings = Settings(
        seed=given.seed,
        trials=given.trials,
        rate=given.rate,
        entropy=given.entropy,
        against=given.against,
        batch=given.batch,
    )
    torch.set_num_threads(1)

    def keep(trainer: Trainer, curve: list[dict[str, float]]) -> None:
        """Save at each point, so that nothing is lost when training is stopped."""
        trainer.network().save(given.out, note=f"{trainer.decisions} decisions, seed {given.seed}")
        if given.curve:
            with open(given.curve, "w", encoding="utf-8") as file:
                json.dump(curve, file, indent=1)

    try:
        rules = Rulebook(given.game, options, "fixed")
        train(rules, settings, given.decisions, given.imitate, keep=keep)
    except SandtableError as error:
        sys.exit(str(error))
    print(f"{given.out}: play against it with --seat SEAT=model:{given.out}")


if __name__ == "__main__":
    main()
