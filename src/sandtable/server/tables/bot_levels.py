"""The levels of bots: what people choose from, what each is called, and which of them gives hints."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.bots import make_bot
from sandtable.bots.levels import HOUSE_LEVEL, LEVELS, Offer, offers
from sandtable.bots.spec import own_bots
from sandtable.engine import Game, SandtableError

from ..refusal import Refused
from ..wire import BotInfo

#: The longest a bot may think on the server.
MOST_MILLISECONDS, MOST_ITERATIONS = 10_000, 5_000
#: The bot that needs no process to think, and the one that plays by the game's own tactics.
RANDOM, HOUSE = "random", "house"
#: The level that gives hints where it is offered: it answers within half a second.
HINTS = "level:3"
#: What plays where a game has no tactics of its own: what it is called, and what to expect.
SEARCHES = {
    "search:300ms": ("Planner", "Tries the game out in its head for 0.3 seconds before each answer."),
    "search:2000ms": ("Strategist", "Tries the game out in its head for 2 seconds before each answer. Slow."),
}


def check_bot(spec: str) -> str:
    """Check the spec of a bot; returns it stripped."""
    spec = spec.strip()
    if spec.startswith("model:"):
        raise Refused(
            "bad", "A trained model is a file on its owner's machine; it plays in the terminal only."
        )
    bot = make_bot(spec)
    milliseconds, iterations = getattr(bot, "milliseconds", None), getattr(bot, "iterations", None)
    if (milliseconds or 0) > MOST_MILLISECONDS or (iterations or 0) > MOST_ITERATIONS:
        raise Refused(
            "bad", f"A bot may think for {MOST_MILLISECONDS} ms or {MOST_ITERATIONS} tries at most here."
        )
    if spec.startswith("search") and milliseconds is None and iterations is None:
        raise Refused("bad", "A search needs a limit, such as search:300ms.")
    return spec


def bots(game: Game[Any]) -> list[BotInfo]:
    """The bots to offer, the usual opponent first, and those of the host's own at the end."""
    infos = [_level(offer, game) for offer in offers(game)] if has_house(game) else []
    infos.sort(key=lambda info: info.spec != f"bot:{HOUSE}")
    if type(game).policy is Game.policy:
        infos += [BotInfo(f"bot:{spec}", *words) for spec, words in SEARCHES.items()]
    own = [BotInfo(f"bot:{name}", bot_name(name)) for name in own_bots(game.key) if make_bot(name)]
    return [*infos, *own]


def has_house(game: Game[Any]) -> bool:
    """Whether a game has tactics of its own, or prints a non-player."""
    return type(game).policy is not Game.policy or bool(game.nonplayer_option)


def _level(offer: Offer, game: Game[Any]) -> BotInfo:
    """A level as the lobby offers it. The second one is the House under the spec that it has in stored games."""
    if offer.spec != f"level:{HOUSE_LEVEL}":
        return BotInfo(f"bot:{offer.spec}", offer.name, offer.about)
    about = "Plays by the printed non-player cards." if game.nonplayer_option else offer.about
    return BotInfo(f"bot:{HOUSE}", offer.name, f"{about} The usual opponent.")


@lru_cache(1000)
def bot_name(spec: str) -> str:
    """The name of a bot for people.

    >>> bot_name("house"), bot_name("level:4"), bot_name("search:500ms")
    ('House', 'Marshal', 'Search, 0.5 s an answer')
    """
    if spec in SEARCHES:
        return SEARCHES[spec][0]
    name, _, number = spec.partition(":")
    if spec == HOUSE or name == "level":
        return LEVELS[(int(number) if number.isdecimal() else HOUSE_LEVEL) - 1].name
    try:
        bot = make_bot(spec)
    except SandtableError:  # a bot that was uninstalled since
        return spec
    milliseconds, iterations = getattr(bot, "milliseconds", None), getattr(bot, "iterations", None)
    if milliseconds:
        return f"{name.capitalize()}, {milliseconds / 1000:g} s an answer"
    if iterations:
        return f"{name.capitalize()}, {iterations} tries an answer"
    return spec.capitalize()


def short_bot_name(spec: str) -> str:
    """What people read for a bot that gives a hint: the name it has in the lobby, or one word.

    >>> short_bot_name("level:3"), short_bot_name("search:20")
    ('Captain', 'Search')
    """
    name = spec.partition(":")[0]
    return bot_name(spec) if name in (HOUSE, "level") or spec in SEARCHES else name.capitalize()


def is_quick(spec: str) -> bool:
    """Whether a bot answers at once, so that it can use the workers for short jobs."""
    return spec == HOUSE


def advisor(game: Game[Any]) -> str:
    """The bot that answers for somebody whose time is up, and that plays the other seats of a lesson."""
    return HOUSE if type(game).policy is not Game.policy else "search:300ms"


def hint_giver(game: Game[Any]) -> str:
    """The bot that gives hints: the best that answers within half a second."""
    return HINTS if any(offer.spec == HINTS for offer in offers(game)) else advisor(game)
