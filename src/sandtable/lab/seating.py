"""Bots by name, as objects, as classes or as plain functions, made anew for every game."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from sandtable.bots import Bot, make_bot
from sandtable.bots.spec import check_bot_plays, check_lone, make_lone_bot
from sandtable.engine import Chair, Game, SandtableError

#: A bot as people give it: a name, an object, a class called with a seed, or a function from a chair to a key.
GivenBot = str | Bot | type[Any] | Callable[[Chair], str]


#: Who plays a seat that the rules play.
NON_PLAYER = "non-player"


def who_plays(seats: Sequence[str], bots: Sequence[str], nonplayers: Collection[str]) -> tuple[str, ...]:
    """By seat, the bot that plays it; nobody but the rules plays a non-player."""
    return tuple(NON_PLAYER if seat in nonplayers else bot for seat, bot in zip(seats, bots, strict=True))


class Player(msgspec.Struct, frozen=True):
    """A bot in a simulation: its name in results, and what makes it. Without `maker` the name says it all."""

    name: str
    maker: Callable[[int], Bot] | None = None

    def make(self, seed: int) -> Bot:
        """A fresh bot for one game, so that no game depends on the one before it."""
        return make_bot(self.name, seed) if self.maker is None else self.maker(seed)


class BotCopier:
    """Makes copies of a bot that is ready."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def __call__(self, seed: int) -> Bot:
        return deepcopy(self.bot)


class FunctionBotMaker:
    """Makes bots of a function that answers for a chair."""

    def __init__(self, function: Callable[[Chair], str]) -> None:
        self.function = function

    def __call__(self, seed: int) -> Bot:
        return FunctionBot(self.function)


class FunctionBot:
    """A bot that is one function."""

    def __init__(self, function: Callable[[Chair], str]) -> None:
        self.name, self.choose = function.__name__, function


def player(bot: GivenBot) -> Player:
    """A player out of what was given; a mistake in a name is an error at once.

    >>> player("search:50").name
    'search:50'
    >>> player(lambda chair: chair.ask.options[0].key).name
    '<lambda>'
    """
    if isinstance(bot, str):
        name = bot.strip()
        make_lone_bot(name)
        return Player(name)
    if isinstance(bot, type):
        return Player(str(getattr(bot, "name", bot.__name__)), bot)
    if callable(getattr(bot, "choose", None)):
        check_lone(bot)
        return Player(str(getattr(bot, "name", type(bot).__name__)), BotCopier(bot))  # type: ignore[arg-type]
    if callable(bot):
        return Player(getattr(bot, "__name__", "function"), FunctionBotMaker(bot))
    raise SandtableError(
        f"{bot!r} is not a bot. Give a name ('house', 'search:200ms'), an object with `choose`, a class that is "
        "called with a seed, or a function from a chair to the key of its answer."
    )


def seating(game: Game[Any], seats: int, bots: Sequence[GivenBot]) -> tuple[Player, ...]:
    """A player for each seat; a shorter list starts over."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise SandtableError(f"bots is a list with a bot for each seat, as in bots=['house']; not {bots!r}.")
    players = [player(bot) for bot in bots]
    for bot in bots:
        if isinstance(bot, str):
            check_bot_plays(bot, game.key)
    if not 1 <= len(players) <= seats:
        allowed = "exactly 1 bot" if seats == 1 else f"1 to {seats} bots"
        has = "1 seat" if seats == 1 else f"{seats} seats"
        raise SandtableError(f"{game.title} has {has}, so give it {allowed}, not {len(players)}.")
    makers: dict[str, Any] = {}
    for each, bot in zip(players, bots, strict=True):
        if makers.setdefault(each.name, bot) != bot:
            raise SandtableError(
                f"Two different bots are called {each.name!r}: give them names of their own."
            )
    return tuple(players[i % len(players)] for i in range(seats))


def check_can_travel(what: object) -> None:
    """Raise an error if something cannot be sent to worker processes."""
    advice = "Put games and bots into a module, or play with one job."
    try:
        data = pickle.dumps(what)
    except Exception as error:
        raise SandtableError(f"This cannot be sent to worker processes: {error}. {advice}") from None
    main = sys.modules.get("__main__")
    if b"__main__" in data and getattr(main, "__file__", None) is None:
        raise SandtableError(f"Worker processes cannot import what was typed at a prompt. {advice}")
