"""The protocol of bots, and the simplest bot."""

from __future__ import annotations

import random
from typing import Protocol

from sandtable.engine import Chair, Question, SandtableError


class Bot(Protocol):
    """A player. It gets a chair and gives back the key of one option; that is the whole protocol."""

    name: str  #: Its name in reports and logs.

    def choose(self, chair: Chair) -> str:
        """The key of the option this bot takes, out of `chair.ask.options`."""
        ...


def answer_of(bot: Bot, chair: Chair) -> str:
    """The key that a bot answers with. An answer that the question does not offer is an error that names the bot and its seat."""
    key = bot.choose(chair)
    try:
        asked(chair).resolve(key)
    except SandtableError as error:
        raise BotFailed(f"The bot {name_of(bot)} in the seat {chair.seat}: {error}") from None
    return key


def name_of(bot: Bot) -> str:
    """Return the name that people read for a bot, even for one without a name of its own."""
    return str(getattr(bot, "name", type(bot).__name__))


class BotFailed(SandtableError):
    """A bot failed, or answered with something that the question does not offer."""


class RandomBot:
    """Picks one of the options at random, all equally likely."""

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name = name
        self._rng = random.Random(seed)

    def choose(self, chair: Chair) -> str:
        """One of the options, at random."""
        options = asked(chair).options
        return options[int(self._rng.random() * len(options))].key


def asked(chair: Chair) -> Question:
    """Return the question this chair must answer. Raises `SandtableError` if there is none."""
    ask = chair.ask
    if not isinstance(ask, Question) or ask.seat != chair.seat:
        raise SandtableError(f"No question is open for {chair.seat}, so its bot has nothing to choose.")
    return ask
