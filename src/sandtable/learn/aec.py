"""PettingZoo: every game as an environment in which the seats act one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from sandtable.engine import Game

from .episode import MOST_OPTIONS, ActionKind, Episode, Rulebook
from .render import checked_mode, rendered
from .spaces import Layout, SpaceLayout

#: Seeds of the games that follow one with a seed of its own.
_SEEDS = 2**63 - 1


class SandtableAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game of Sandtable for PettingZoo. Its agents are the seats, and the one that is asked acts.

    An observation is a dictionary: "observation" is what the seat sees, "action_mask" has a 1 for each legal action. The
    reward comes at the end: from -1 for a score of 0 to 1 for a score of 1. An illegal action ends the game; whoever
    gave it gets -1.

    >>> env = SandtableAEC("surface-combat", actions="fixed")
    >>> env.reset(seed=7)
    >>> env.agent_selection, env.observe("commander")["action_mask"].sum()
    ('commander', np.int64(23))
    """

    metadata = {
        "name": "sandtable",
        "render_modes": ["ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game[Any],
        options: Mapping[str, Any] | None = None,
        *,
        actions: ActionKind = "index",
        layout: Layout = "flat",
        most_options: int = MOST_OPTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = Rulebook(game, options, actions, most_options)
        self.sight = SpaceLayout(self.rules, layout)
        self.metadata = {**type(self).metadata, "name": f"sandtable/{self.rules.game.key}"}
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = list(self.rules.seats)
        self._place = {agent: place for place, agent in enumerate(self.possible_agents)}
        seen, act = self.sight.space(), self.sight.actions()
        mask = spaces.Box(0, 1, (self.rules.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(int(act.n)) for agent in self.possible_agents}
        #: Made when it is first needed: every game with a seed of its own would make another.
        self._random: np.random.Generator | None = None
        self._seed: int | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed it is the game that `sandtable new --seed` begins; those after it follow from it."""
        if seed is not None:
            self._seed, self._random = seed, None
        else:
            if self._random is None:
                self._random, _ = seeding.np_random(self._seed)
            seed = int(self._random.integers(_SEEDS))
        self.episode = Episode(self.rules, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._place[agent]
        return {"observation": self.sight.of(self.episode, seat), "action_mask": self.episode.mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        episode = self.episode
        episode.act(int(action))
        if episode.seat is not None:
            self.agent_selection = self.possible_agents[episode.seat]
            return
        self.rewards = dict(zip(self.possible_agents, episode.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The board as the seat that acts sees it: text for "ansi", a picture of the page for "rgb_array"."""
        if self.render_mode is None:
            return None
        seat = self._place[self.agent_selection]
        return rendered(self.render_mode, self.episode.chairs[seat], self.episode.table)

    def close(self) -> None:
        pass
