"""The levels of bots: what people choose from, what each is called, and which of them gives hints."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.bots import make_bot
from sandtable.bots.levels import HINTS, HOUSE_LEVEL, LEVELS, NONPLAYER, Offer, has_tactics, level_of, offers
from sandtable.bots.spec import own_bots
from sandtable.engine import Game, SandtableError

from ..refusal import Refused
from ..wire import BotInfo

#: The longest a bot may think on the server.
MOST_MILLISECONDS, MOST_ITERATIONS = 10_000, 5_000
#: The bot that needs no process to think, and the one that plays by the game's own tactics.
RANDOM, HOUSE = "random", "house"
VETERAN = LEVELS[HOUSE_LEVEL - 1].spec
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
    infos = [_level(offer, game) for offer in offers(game)]
    infos.sort(key=lambda info: info.spec != f"bot:{HOUSE}")
    if not infos:
        infos = [BotInfo(f"bot:{spec}", *words) for spec, words in SEARCHES.items()]
    own = [BotInfo(f"bot:{name}", bot_name(name)) for name in own_bots(game.key) if make_bot(name)]
    return [*infos, *own]


def _level(offer: Offer, game: Game[Any]) -> BotInfo:
    """A level as the lobby offers it. The Veteran has the spec of the House, as in stored games, unless that is a printed non-player."""
    is_house = offer.spec == HOUSE or (offer.spec == VETERAN and not game.nonplayer_option)
    spec = HOUSE if is_house else offer.spec
    about = f"{offer.about} The usual opponent." if is_house else offer.about
    return BotInfo(f"bot:{spec}", offer.name, about, offer.figure, offer.face)


@lru_cache(1000)
def bot_name(spec: str, *, is_printed: bool = False) -> str:
    """The name of a bot for people. `is_printed`: the House is the non-player that the rulebook of its game prints.

    >>> bot_name("house"), bot_name("house", is_printed=True), bot_name("level:4"), bot_name("search:500ms")
    ('Veteran', 'House', 'Marshal', 'Search, 0.5 s an answer')
    """
    if spec in SEARCHES:
        return SEARCHES[spec][0]
    if spec == HOUSE and is_printed:
        return NONPLAYER.name
    if (level := level_of(spec)) is not None:
        return level.name
    try:
        bot = make_bot(spec)
    except SandtableError:  # a bot that was uninstalled since
        return spec
    milliseconds, iterations = getattr(bot, "milliseconds", None), getattr(bot, "iterations", None)
    name = spec.partition(":")[0]
    if milliseconds:
        return f"{name.capitalize()}, {milliseconds / 1000:g} s an answer"
    if iterations:
        return f"{name.capitalize()}, {iterations} tries an answer"
    return spec.capitalize()


def face_of(spec: str, game: Game[Any]) -> str:
    """Whose portrait a bot has; empty if none was drawn."""
    if spec == HOUSE and game.nonplayer_option:
        return NONPLAYER.face
    level = level_of(spec)
    return "" if level is None else level.face


def short_bot_name(spec: str) -> str:
    """What people read for a bot that gives a hint: the name it has in the lobby, or one word.

    >>> short_bot_name("level:3"), short_bot_name("search:20")
    ('Captain', 'Search')
    """
    is_named = level_of(spec) is not None or spec in SEARCHES
    return bot_name(spec) if is_named else spec.partition(":")[0].capitalize()


def is_quick(spec: str) -> bool:
    """Whether a bot answers at once, so that it can use the workers for short jobs."""
    level = level_of(spec)
    return level is not None and level.sight is None


def advisor(game: Game[Any]) -> str:
    """The bot that answers for somebody whose time is up, and that plays the other seats of a lesson."""
    if not has_tactics(game):
        return "search:300ms"
    return VETERAN if game.nonplayer_option else HOUSE  # the House of such a game answers inside it


def hint_giver(game: Game[Any]) -> str:
    """The bot that gives hints: the best that answers within half a second."""
    return HINTS if any(offer.spec == HINTS for offer in offers(game)) else advisor(game)
