"""Bots by name: what people type, and the bot it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from sandtable.engine import NotFound, SandtableError
from sandtable.engine.errors import described, expect
from sandtable.games.own import entries, module_of

from .ahead import AheadBot
from .bot import Bot, RandomBot
from .house import HouseBot
from .levels import LEVELS, level_bot
from .lookahead import Sight
from .search import SearchBot

#: Name -> what it does, for menus and help.
BOTS: dict[str, str] = {
    "random": "picks one of the options at random",
    "house": "plays by the game's own tactics, at once",
    "level": "an opponent of one of four levels: level:1 overlooks things, level:4 looks far ahead",
    "ahead": "improves on the house: it compares the answers a little further on, by what positions are worth",
    "search": "plays the game on in its head many times and takes the option that did best",
}
#: Bots of one's own: modules, Python files or folders of packages, comma-separated, each with a dictionary `BOTS` of
#: name -> what makes the bot when it is called with a seed.
MORE = "SANDTABLE_BOTS"

OWN = 'BOTS is a dictionary such as {"mine": Mine}, and Mine is a class that is called with a seed'

MakeBot = Callable[[int], Bot]

#: Bots without settings.
_PLAIN: dict[str, MakeBot] = {"random": RandomBot, "house": HouseBot}

_SETTINGS: dict[str, Callable[[str], Any]] = {
    "iterations": int,
    "milliseconds": float,
    "exploration": float,
    "depth": int,
    "plays": int,
    "processes": int,
    "keep": {"yes": 1, "no": 0}.__getitem__,
}
#: What may be nothing.
_NONE_OF = ("exploration", "keep", "errors", "margin")
#: The settings of `ahead`, which `Sight` explains.
_SIGHTS: dict[str, Callable[[str], Any]] = {
    "leaves": int,
    "milliseconds": float,
    "options": int,
    "moments": int,
    "errors": float,
    "margin": float,
    "drop": float,
    "plays": int,
    "finalists": int,
    "spread": float,
}


def make_bot(spec: str, seed: int = 0) -> Bot:
    """A bot from what people type: `random`, `house`, `level:1` to `level:4`, `ahead:300ms`, `search`, `search:1000`, `search:200ms`, `search:depth=40,exploration=1`, `search:400,processes=2`.

    `model:FILE` is a network that `sandtable.learn.train` has trained; it needs the extra `learn`.

    Bots of your own go by their name in the modules and files that the environment variable SANDTABLE_BOTS names. No spec names a
    module itself: specs stand in journals too, and opening somebody's journal must not import what it likes.

    >>> make_bot("search:200ms").name
    'search:200ms'
    """
    expect(spec, str, "A bot is what people type, such as 'random', 'house' or 'search:200'")
    spec = spec.strip()
    name, colon, rest = spec.partition(":")
    if name == "search":
        return SearchBot(seed, name=spec, **_search_settings(spec, rest if colon else "1000"))
    if name == "level":
        return level_bot(_level(rest if colon else "2", spec), seed, spec)
    if name == "ahead":
        return AheadBot(seed, _sight(spec, rest if colon else "200"), spec)
    if name == "model" and rest:
        return _trained(rest, spec)
    if name in _PLAIN and colon:
        raise SandtableError(f"{spec!r} is not a bot: {name} has nothing to set.")
    if name in _PLAIN:
        return _PLAIN[name](seed)
    own = _own_bots()
    if spec in own:
        return _made(spec, own[spec], seed)
    raise NotFound(
        "bot",
        spec,
        [
            "random",
            "house",
            "level:1",
            "ahead:300ms",
            "search",
            "search:1000",
            "search:200ms",
            "model:FILE",
            *own,
        ],
    )


def _trained(path: str, spec: str) -> Bot:
    """A bot that `sandtable.learn` trained. It lives in a layer above, with an extra, and is found by name."""
    bot: Bot = import_module("sandtable.learn").part("model").ModelBot(path, spec)
    return bot


def own_bots(game: str) -> list[str]:
    """The names of the bots that SANDTABLE_BOTS adds for a game: those that name it in `games`, or that name no games."""
    return [name for name, maker in _own_bots().items() if game in getattr(maker, "games", (game,))]


def check_bot_plays(spec: str, game: str) -> None:
    """An error if this is a bot of somebody's own that says, in `games`, that it plays others than this one."""
    maker = _own_bots().get(spec.strip())
    games = getattr(maker, "games", None)
    if games is not None and game not in games:
        raise SandtableError(f"The bot {spec.strip()!r} does not play {game}, but only {', '.join(games)}.")


def _own_bots() -> dict[str, MakeBot]:
    found: dict[str, MakeBot] = {}
    for entry in entries(MORE):
        bots = getattr(module_of(entry, MORE, "bots"), "BOTS", None)
        if not isinstance(bots, dict):
            raise SandtableError(f"{entry} has no bots for {MORE}: {OWN}.")
        found.update(bots)
    return found


def _made(name: str, maker: MakeBot, seed: int) -> Bot:
    """A bot of somebody's own; what is wrong with it is an error that says how it should be."""
    try:
        bot = maker(seed)
    except Exception as error:  # code of somebody's own can fail in any way
        raise SandtableError(f"The bot {name!r} cannot be made: {described(error)}. {OWN}.") from error
    if not callable(getattr(bot, "choose", None)):
        raise SandtableError(
            f"The bot {name!r} is {bot!r:.80}, which has no method choose(self, chair). {OWN}."
        )
    return bot


def _level(text: str, spec: str) -> int:
    """Read the number of a level."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= len(LEVELS)):
        raise SandtableError(
            f"{spec!r} is not a bot: a level is a number from 1 to {len(LEVELS)}, as in level:3."
        )
    return int(text)


def _sight(spec: str, text: str) -> Sight:
    """Read the settings after `ahead:`, such as 300ms or leaves=500,errors=1.5."""
    settings: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if not equals:
            name, value = ("milliseconds", name[:-2]) if name.endswith("ms") else ("leaves", name)
        try:
            amount = _SIGHTS[name](value)
        except (KeyError, ValueError):
            amount = -1
        if name in settings or not 0 <= amount < float("inf") or (amount == 0 and name not in _NONE_OF):
            raise SandtableError(
                f"{spec!r} is not a bot: {part.strip()!r} is none of a number of positions (ahead:500), a time (ahead:300ms), "
                f"or {', '.join(f'{it}=' for it in _SIGHTS)} with a number."
            )
        settings[name] = amount
    return Sight(**settings)


def _search_settings(spec: str, text: str) -> dict[str, Any]:
    """Read the settings after `search:` as arguments of the bot."""
    settings: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if not equals:
            name, value = ("milliseconds", name[:-2]) if name.endswith("ms") else ("iterations", name)
        try:
            amount = _SETTINGS[name](value)
        except (KeyError, ValueError):
            amount = -1
        if name in settings or not 0 <= amount < float("inf") or (amount == 0 and name not in _NONE_OF):
            raise SandtableError(
                f"{spec!r} is not a bot: {part.strip()!r} is none of a number of iterations (search:1000), "
                "a time (search:200ms), or iterations=, milliseconds=, exploration=, depth=, plays= or processes= with a number, or keep=no."
            )
        settings[name] = bool(amount) if name == "keep" else amount
    return settings


def make_lone_bot(spec: str, seed: int = 0) -> Bot:
    """A bot for one of many games: an error if its search is shared by several processes."""
    bot = make_bot(spec, seed)
    check_lone(bot)
    return bot


def check_lone(bot: object) -> None:
    """An error if a bot would start processes of its own, which every one of many games would start anew."""
    if getattr(bot, "processes", 1) != 1:
        raise SandtableError(
            f"{getattr(bot, 'name', bot)!r} shares its search among processes. Where many games are played, every bot thinks in "
            "one process: leave out `processes`, and play several games at a time instead (--jobs, or jobs=)."
        )


def split_specs(text: str) -> list[str]:
    """Several bots out of one line, with commas between them; settings of a bot may have commas too.

    >>> split_specs("search:iterations=50,depth=9,random")
    ['search:iterations=50,depth=9', 'random']
    """
    specs: list[str] = []
    for part in filter(None, map(str.strip, text.split(","))):
        belongs = specs and re.match(r"\w+=", part)
        if belongs:
            specs[-1] += "," + part
        else:
            specs.append(part)
    return specs
