"""OpenSpiel: the games as Python games with explicit chance and hidden information.

Importing this module registers them: ``pyspiel.load_game("sandtable_surface_combat")``. Every die and every card of a
shuffle is a chance node of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from sandtable.engine import Chair, Game, Question, SandtableError
from sandtable.games import BUILT_IN, find_game

from .episode import HIGHEST, LOWEST, MOST_OPTIONS, Rulebook
from .position import Position
from .render import text_of

#: More faces than any die, and more cards than any deck, has.
MOST_OUTCOMES = 512
MOST_PLAYERS = 8
#: Decisions of players, and nodes of chance, in the longest game.
LONGEST = 200_000


def options_from(text: str) -> dict[str, Any]:
    """The options of a game as the parameters of OpenSpiel can hold them: ``players:2;short:true``.

    >>> options_from("players:2;scenario:standard")
    {'players': 2, 'scenario': 'standard'}
    """
    options: dict[str, Any] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, colon, value = part.partition(":")
        if not colon:
            raise SandtableError(f"{part!r} is not an option: write name:value, and a semicolon between two.")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


@lru_cache(maxsize=32)
def _rules(key: str, options: str, actions: str, most_options: int) -> Rulebook:
    return Rulebook(key, options_from(options), actions, most_options)  # type: ignore[arg-type]


@lru_cache(maxsize=32)
def _beginning(key: str, options: str) -> Position:
    rules = _rules(key, options, "index", MOST_OPTIONS)
    return Position(rules.game, rules.options)


def _type_of(game: Game[Any]) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"sandtable_{game.key.replace('-', '_')}",
        long_name=f"Sandtable: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.has_secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        # How many there are depends on the options; the game itself says.
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": "", "actions": "index", "most_options": MOST_OPTIONS},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Sandtable with its options. Parameters: `options` (``players:2;short:true``), `actions` (index or fixed), `most_options`."""

    KEY: str
    TYPE: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        options, actions = str(given.get("options", "")), str(given.get("actions", "index"))
        self.rules = _rules(self.KEY, options, actions, int(given.get("most_options", MOST_OPTIONS)))
        self.beginning = _beginning(self.KEY, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=len(self.rules.seats),
            min_utility=LOWEST,
            max_utility=HIGHEST,
            max_game_length=LONGEST,
        )
        super().__init__(self.TYPE, info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.rules, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. All it holds is a `Position`, which is plain data: it copies, pickles and serialises."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.beginning  # copied before anything is done to it
        self._is_shared = True

    @property
    def rules(self) -> Rulebook:
        rules: Rulebook = self.get_game().rules
        return rules

    def current_player(self) -> int:
        position = self.position
        if position.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = position.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.position.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes()

    def question(self) -> Question:
        """The open question with all it holds."""
        ask = self.position.table(self.rules).ask
        if ask is None:
            raise SandtableError("Nobody is asked now.")
        return ask

    def _in_order(self) -> list[int]:
        """The legal actions in the order of the options."""
        run = self.position.run
        assert run.ask is not None
        return self.rules.legal(run.ask.topic, run.values, lambda: self.question().keys)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._in_order())

    def _apply_action(self, action: int) -> None:
        if self._is_shared:
            self.position, self._is_shared = self.position.copy(), False
        position = self.position
        if position.seat is None:
            position.pick(action)
        else:
            position.play(position.run.values[self._in_order().index(action)])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.name_of(action)
        return self.rules.keys[action] if self.rules.keys else self.question().keys[action]

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0] * len(self.rules.seats)
        return [2.0 * score - 1.0 for score in outcome.scores]

    def resample_from_infostate(self, player: int, probability_sampler: Any = random.random) -> SpielState:
        """A state that could be this one, as far as a player can tell: an imagined one. It begins a history of its own."""
        rng = random.Random(int(probability_sampler() * (1 << 53)))
        state: SpielState = self.get_game().new_initial_state()
        state.position, state._is_shared = self.position.imagined(player, rng), False
        return state

    def __str__(self) -> str:
        position = self.position
        if position.outcome is not None:
            return f"over: {position.outcome.scores}"
        who = "chance" if position.seat is None else self.rules.seats[position.seat]
        return f"turn {position.turn}, {len(position.tape)} steps, {len(position.picked)} picked, {who}"


class SpielObserver:
    """The observer for OpenSpiel: the same numbers as in the other environments, with the options."""

    def __init__(self, rules: Rulebook, params: Any = None) -> None:
        if params:
            raise ValueError(f"Observations take no parameters, but got {params}.")
        self._rules, self._observer = rules, rules.observer
        self._has_options = not rules.keys
        width = len(self._observer.option_names)
        size = self._observer.size
        self.tensor = np.zeros(size + (rules.size * width if self._has_options else 0), np.float32)
        self.dict: dict[str, Any] = {
            part.name: self.tensor[part.start : part.stop].reshape(part.shape)
            for part in self._observer.parts
        }
        if self._has_options:
            self.dict["options"] = self.tensor[size:].reshape(rules.size, width)

    def set_from(self, state: SpielState, player: int) -> None:
        seen = state.position.seen
        row = seen.get((self._rules, player))
        if row is None:
            row = seen[self._rules, player] = self._row(state.position.chair(self._rules, player))
        self.tensor[:] = row

    def _row(self, chair: Chair) -> Any:
        observer = self._observer
        row = np.zeros_like(self.tensor)
        row[: observer.size] = observer.flat(chair)
        ask = chair.ask
        if self._has_options and isinstance(ask, Question) and ask.seat == chair.seat:
            row[observer.size :] = observer.scaled_options(observer.options(ask), self._rules.size).ravel()
        return row

    def string_from(self, state: SpielState, player: int) -> str:
        chair = state.position.chair(self._rules, player)
        ask = chair.ask
        seen = (chair.view, None if ask is None else ask.plain())
        return msgspec.json.encode(seen, enc_hook=str).decode()


def board_of(state: SpielState, player: int) -> str:
    """The board as a player sees it, as text."""
    table = state.position.table(state.rules)
    return text_of(state.position.chair(state.rules, player), table.seats)


def register(key: str) -> type[SpielGame]:
    """Make a game known to OpenSpiel, as ``sandtable_`` and its key with underscores."""
    game = find_game(key)
    kind = _type_of(game)
    made = type(f"Spiel{type(game).__name__}", (SpielGame,), {"KEY": key, "TYPE": kind})
    pyspiel.register_game(kind, made)
    return made


GAMES: dict[str, type[SpielGame]] = {key: register(key) for key in BUILT_IN}
