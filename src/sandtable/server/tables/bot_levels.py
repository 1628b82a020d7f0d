"""The levels of bots: what people choose from, what each is called, and which of them gives hints."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.bots import make_bot
from sandtable.bots.spec import own_bots
from sandtable.engine import Game, SandtableError

from ..refusal import Refused
from ..wire import BotInfo

#: The longest a bot may think on the server.
MOST_MILLISECONDS, MOST_ITERATIONS = 10_000, 5_000
#: The bot that needs no process to think, and the one that plays by the game's own tactics.
RANDOM, HOUSE = "random", "house"
#: The bots that people choose from: what they are called, and what to expect.
LEVELS = {
    HOUSE: ("House", "Plays by this game's own tactics, at once. The usual opponent."),
    "search:300ms": ("Planner", "Thinks ahead for 0.3 seconds before each answer. Harder to beat."),
    "search:2000ms": (
        "Strategist",
        "Thinks ahead for 2 seconds before each answer. The hardest, and the slowest.",
    ),
    RANDOM: ("Novice", "Answers at random. For a first look at the rules."),
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
    """The bots to offer, the best opponent first, and those of the host's own at the end."""
    has_house = type(game).policy is not Game.policy or bool(game.nonplayer_option)
    infos = [BotInfo(f"bot:{spec}", *words) for spec, words in LEVELS.items() if has_house or spec != HOUSE]
    if game.nonplayer_option:
        infos[0] = BotInfo(
            f"bot:{HOUSE}", "House", "Plays by the printed non-player cards. The usual opponent."
        )
    own = [BotInfo(f"bot:{name}", bot_name(name)) for name in own_bots(game.key) if make_bot(name)]
    return [*infos, *own]


@lru_cache(1000)
def bot_name(spec: str) -> str:
    """The name of a bot for people.

    >>> bot_name("search:300ms"), bot_name("search:500ms")
    ('Planner', 'Search, 0.5 s an answer')
    """
    if spec in LEVELS:
        return LEVELS[spec][0]
    try:
        bot = make_bot(spec)
    except SandtableError:  # a bot that was uninstalled since
        return spec
    milliseconds, iterations = getattr(bot, "milliseconds", None), getattr(bot, "iterations", None)
    if milliseconds:
        return f"Search, {milliseconds / 1000:g} s an answer"
    if iterations:
        return f"Search, {iterations} tries an answer"
    return spec.capitalize()


def short_bot_name(spec: str) -> str:
    """What people read for a bot that gives a hint: the name it has in the lobby, or one word.

    >>> short_bot_name("search:300ms"), short_bot_name("search:20")
    ('Planner', 'Search')
    """
    return LEVELS[spec][0] if spec in LEVELS else spec.partition(":")[0].capitalize()


def is_quick(spec: str) -> bool:
    """Whether a bot answers at once, so that it can use the workers for short jobs."""
    return spec == HOUSE


def advisor(game: Game[Any]) -> str:
    """The bot that gives hints, and that answers for somebody whose time is up."""
    return HOUSE if type(game).policy is not Game.policy else "search:300ms"
