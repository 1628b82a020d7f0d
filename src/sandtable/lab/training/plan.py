"""The plan of a training: how many games in how many rounds, with which player, and how positions are labelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.bots.lookahead import Sight
from sandtable.engine import Game, SandtableError

#: A set-up that takes more than this many times as long as the shortest comes half as often.
LONG = 2
#: What a game is trained with, where that is not the usual.
USUAL: dict[str, dict[str, Any]] = {
    "rogue-trooper": {
        "set_ups": tuple({"players": n} for n in (2, 4, 2, 3, 2, 6)),
        "rounds": 1,
        "first_games": 110,
        "games": 40,
        "playouts": 1,
        "sampled": 0.012,
        "sampled_later": 0.04,
        "sight": Sight(leaves=24),
        "checked": 12,
        "audited": 0.03,
    },
    "red-dust": {
        "rounds": 3,
        "first_games": 200,
        "games": 80,
        "playouts": 1,
        "sampled": 0.06,
        "sampled_later": 0.25,
        "sight": Sight(leaves=24),
        "checked": 30,
        "audited": 0.1,
    },
    "mars-or-die": {
        "rounds": 1,
        "first_games": 110,
        "games": 60,
        "playouts": 1,
        "sampled": 0.04,
        "sampled_later": 0.1,
        "sight": Sight(leaves=24),
        "checked": 14,
        "audited": 0.1,
    },
}


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How to train the value of a game. The same plan and seed make the same games."""

    game: str
    #: The options of the games to play, which are taken by turns.
    set_ups: tuple[Mapping[str, Any], ...]
    #: Rounds after the first, in which the player so far plays the games.
    rounds: int = 5
    #: Games of the House in the first round, and of the player in each further one.
    first_games: int = 1500
    games: int = 320
    #: How often each position is played out by the House for its label, and the share of the moments met on the way that are taken too.
    playouts: int = 2
    met: float = 0.2
    #: The share of decisions after which two answers are followed to a position, and of quiet moments that are taken.
    sampled: float = 0.25
    #: The same in further rounds, whose games take longer.
    sampled_later: float = 0.8
    #: The share of decisions that are made at random, so that positions vary.
    random: float = 0.06
    #: The look ahead of the player that plays the further rounds.
    sight: Sight = Sight(leaves=60)
    #: Games in which each round's player is checked beside the House, and the share of its answers other than the House's that
    #: are played out there to see what they really gain.
    checked: int = 60
    audited: float = 0.4
    seed: int = 1
    leaves: int = 8
    trees: int = 200
    learning_rate: float = 0.1

    def check(self) -> None:
        """Raise an error that says what is wrong with the plan."""
        wrong = [
            f"{name} is {value}, and must be at least {low}"
            for name, value, low in (
                ("rounds", self.rounds, 0),
                ("first_games", self.first_games, 10),
                ("games", self.games, 10),
                ("playouts", self.playouts, 1),
            )
            if value < low
        ]
        if wrong:
            raise SandtableError(f"This training cannot begin: {'; '.join(wrong)}.")


def set_ups_of(game: Game[Any]) -> tuple[Mapping[str, Any], ...]:
    """The options that cover a game: those it is trained with, or its set-ups with its standard pack, the long ones half as often.

    A game with printed non-players is played by one person in each seat against those, and by four.
    """
    if "set_ups" in USUAL.get(game.key, {}):
        return tuple(USUAL[game.key]["set_ups"])
    if game.nonplayer_option:
        seats = [seat.id for seat in game.seats(msgspec.convert({}, game.options_type))]
        return (*({game.nonplayer_option: [it for it in seats if it != one]} for one in seats), {})
    found: list[Mapping[str, Any]] = [{"scenario": it.id} for it in game.scenarios] or [{}]
    if game.pack_names:
        found = [it.options for it in game.set_ups(game.pack(game.pack_names[0]))]
    as_offered = msgspec.convert({}, game.options_type)
    if as_offered not in [msgspec.convert(it, game.options_type) for it in found]:
        found = [{}, *found]  # a game as it is offered, such as a Mission that is not known at first
    minutes = {it.id: it.minutes for it in game.scenarios}
    shortest = min(minutes.values(), default=0)
    long = [it for it in found if minutes.get(it.get("scenario", ""), 0) > LONG * shortest]
    return (*[it for it in found if it not in long] * 2, *long) if len(long) < len(found) else tuple(found)


def pack_digest(game: Game[Any]) -> str:
    """The digest of the standard pack, which a value is trained with; empty for a game without packs."""
    return game.pack(game.pack_names[0]).digest if game.pack_names else ""


def plan_for(game: Game[Any], *, leaves: int | None = None, **settings: Any) -> TrainingPlan:
    """The plan that the game's value is trained by, with some settings of one's own; None means the usual one."""
    own = {name: it for name, it in settings.items() if it is not None}
    if leaves is not None:
        own["sight"] = Sight(leaves=leaves)
    return TrainingPlan(game=game.key, **{**USUAL.get(game.key, {}), "set_ups": set_ups_of(game), **own})


def played_seats(game: Game[Any], set_up: Mapping[str, Any]) -> list[int]:
    """The numbers of the seats that players have in a game with these options, and not the game's own non-players."""
    away = set_up.get(game.nonplayer_option, ()) if game.nonplayer_option else ()
    seats = game.seats(msgspec.convert(set_up, game.options_type))
    return [n for n, seat in enumerate(seats) if seat.id not in away]
