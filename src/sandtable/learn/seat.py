"""Gymnasium: one seat of a game, against bots where there are others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from sandtable.bots import Bot
from sandtable.bots.spec import make_lone_bot
from sandtable.engine import Game, NotFound, SandtableError
from sandtable.games import BUILT_IN

from .episode import MOST_OPTIONS, ActionKind, Episode, Mask, Rulebook
from .render import checked_mode, rendered
from .spaces import Layout, SpaceLayout

_SEEDS = 2**63 - 1


class SandtableEnv(gymnasium.Env[Any, Any]):
    """One seat of a game for Gymnasium: alone in a solitaire game, against bots otherwise.

    `bots` names a bot for every other seat, or one for each by seat. The mask of legal actions is
    ``info["action_mask"]`` and `action_masks()`. The reward comes at the end, from -1 to 1; an illegal action ends the
    game with -1.

    >>> env = SandtableEnv("surface-combat")
    >>> seen, info = env.reset(seed=7)
    >>> seen.shape == env.observation_space.shape, int(info["action_mask"].sum())
    (True, 23)
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game[Any],
        options: Mapping[str, Any] | None = None,
        *,
        seat: str | None = None,
        bots: str | Mapping[str, str] = "random",
        actions: ActionKind = "index",
        layout: Layout = "flat",
        most_options: int = MOST_OPTIONS,
        render_mode: str | None = None,
    ) -> None:
        """`seat` is the one to train; without it, the first seat."""
        self.rules = Rulebook(game, options, actions, most_options)
        seats = self.rules.seats
        self.seat = seats[0] if seat is None else seat
        if self.seat not in seats:
            raise NotFound("seat", self.seat, seats)
        self._place = seats.index(self.seat)
        others = [each for each in seats if each != self.seat]
        specs = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
        if sorted(specs) != sorted(others):
            raise SandtableError(
                f"Name a bot for each of the other seats ({', '.join(others) or 'there are none'}), or one for all."
            )
        self._specs = specs
        self.sight = SpaceLayout(self.rules, layout)
        self.observation_space = self.sight.space()
        self.action_space = self.sight.actions()
        self.render_mode = checked_mode(render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game. With a seed it is the game that `sandtable new --seed` begins; those after it follow from it."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(_SEEDS)) if seed is None else seed
        self.episode = Episode(self.rules, game_seed)
        self._bots: dict[int, Bot] = {
            place: make_lone_bot(self._specs[seat], int(self.np_random.integers(2**31)))
            for place, seat in enumerate(self.rules.seats)
            if place != self._place
        }
        self._others_act()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        if episode.seat is None:
            raise SandtableError("The game is over. Call reset() to begin another.")
        episode.act(int(action))
        self._others_act()
        over = episode.seat is None
        reward = episode.returns()[self._place] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def _others_act(self) -> None:
        episode = self.episode
        while (seat := episode.seat) is not None and seat != self._place:
            episode.choose(self._bots[seat].choose(episode.chairs[seat]))

    def _seen(self) -> Any:
        return self.sight.of(self.episode, self._place)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self._place)}

    def action_masks(self) -> Mask:
        """Which actions are legal, under the name that maskable algorithms ask for."""
        return self.episode.mask(self._place).astype(np.int8)

    def render(self) -> Any:
        """The board as the seat sees it: text for "ansi", a picture of the page for "rgb_array"."""
        if self.render_mode is None:
            return None
        return rendered(self.render_mode, self.episode.chairs[self._place], self.episode.table)


def register(key: str) -> None:
    """Make a game known to Gymnasium: ``gymnasium.make("sandtable/surface-combat-v0")``."""
    gymnasium.register(
        id=f"sandtable/{key}-v0",
        entry_point="sandtable.learn.seat:SandtableEnv",
        kwargs={"game": key},
        disable_env_checker=True,  # it steps with random actions, which are mostly illegal
    )


for _key in BUILT_IN:
    register(_key)
