"""The installed games, and what a form needs to know about them.

A client names a game by its key and a pack by its name: never by a module or a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec
from markdown_it import MarkdownIt
from msgspec import inspect as types

from sandtable.bots import BOTS, make_bot
from sandtable.engine import Game, NotFound, Options, SandtableError, decode_options
from sandtable.games import all_games

from ..refusal import Refused
from ..store.tables import TableData
from ..wire import BotInfo, GameInfo, OptionInfo, Players

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
#: The longest a bot may think on the server.
MOST_MILLISECONDS, MOST_ITERATIONS = 10_000, 5_000
SEARCHES = ("search:300ms", "search:2000ms")
#: The bot that needs no process to think.
RANDOM = "random"


@lru_cache
def shelf() -> dict[str, Game[Any]]:
    """Every game by its key."""
    return {game.key: game for game in all_games()}


def find(key: str) -> Game[Any]:
    """An installed game. Unlike the terminal's `find_game`, this never imports a module by name."""
    game = shelf().get(key)
    if game is None:
        raise NotFound("game", key, list(shelf()))
    return game


def check_installed(data: TableData) -> None:
    """Refuse a table whose game is no longer installed."""
    if data.game not in shelf():
        raise Refused(
            "unopened",
            f"This table cannot be opened: the game {data.game!r} is not installed on this server.",
        )


def packs(game: Game[Any]) -> list[str]:
    folder = game.pack_folder
    if folder is None or not folder.is_dir():
        return []
    return sorted(p.name for p in folder.iterdir() if p.is_dir() and any(p.glob("pack.*")))


def read_options(game: Game[Any], options: Mapping[str, Any], scenario: str | None = None) -> Any:
    """Decode and check options that a client sent."""
    wanted = dict(options)
    if scenario is not None:
        wanted["scenario"] = scenario
    known = packs(game)
    pack = wanted.get("pack", "default")
    if pack not in (known or ["default"]):
        raise NotFound("pack", str(pack)[:80], known or ["default"])
    decoded = decode_options(game, wanted)
    try:
        game.begin(decoded)
    except SandtableError:
        raise
    except Exception as error:  # a combination of options that the rules did not expect
        raise Refused("bad", f"{game.title} cannot begin with these options ({error}).") from None
    return decoded


def check_bot(spec: str) -> str:
    """Check the spec of a bot; returns it stripped."""
    spec = spec.strip()
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
    """The bots to offer, the best opponent first."""
    infos = [BotInfo(f"bot:{spec}", bot_name(spec)) for spec in SEARCHES]
    if type(game).policy is not Game.policy:
        infos.insert(0, BotInfo("bot:house", "House: plays like the makers of the game"))
    return [*infos, BotInfo("bot:random", f"Random: {BOTS['random']}")]


@lru_cache(1000)
def bot_name(spec: str) -> str:
    """The name of a bot for people.

    >>> bot_name("search:300ms")
    'Search, 0.3 s an answer'
    """
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


def is_quick(spec: str) -> bool:
    """Whether a bot answers at once, so that it can use the workers for short jobs."""
    return spec == "house"


def advisor(game: Game[Any]) -> str:
    """The bot that gives hints, and that answers for somebody whose time is up."""
    return "house" if type(game).policy is not Game.policy else "search:300ms"


@lru_cache
def prose(text: str) -> str:
    """Markdown as HTML. HTML tags in it are escaped."""
    return str(_MARKDOWN.render(text))


def info_of(game: Game[Any]) -> GameInfo:
    default = game.options_type()
    options = option_infos(game)
    return GameInfo(
        key=game.key,
        title=game.title,
        about=game.about,
        short_rules=prose(game.short_rules),
        scenarios=[s for s in game.scenarios if s.id != "own" or len(packs(game)) > 1],
        scenario=default.scenario,
        options=options,
        seats=list(game.seats(default)),
        has_secrets=game.has_secrets,
        bots=bots(game),
        players=_players(game, options),
    )


def _players(game: Game[Any], options: list[OptionInfo]) -> Players:
    is_option = any(option.name == "players" for option in options)
    return Players(
        None if is_option else len(game.seats(game.options_type())), "players" if is_option else None
    )


def option_infos(game: Game[Any]) -> list[OptionInfo]:
    """The options of a game for a form, with the pack if there is a choice."""
    infos = [
        _option(game, name, hint)
        for name, hint in get_type_hints(game.options_type, include_extras=True).items()
        if name in game.options_type.__struct_fields__ and name not in Options.__struct_fields__
    ]
    if len(packs(game)) > 1:
        infos.append(OptionInfo("pack", "Pack", "choice", "default", choices=packs(game)))
    return infos


def _option(game: Game[Any], name: str, hint: Any) -> OptionInfo:
    options = game.options_type()
    (label, about), default = options.words(name), getattr(options, name)
    kind = types.type_info(hint)
    if isinstance(kind, types.Metadata):
        kind = kind.type
    if isinstance(kind, types.BoolType):
        return OptionInfo(name, label, "bool", default, about)
    if isinstance(kind, types.IntType):
        return OptionInfo(name, label, "int", default, about, least=kind.ge, most=kind.le)
    if isinstance(kind, (types.LiteralType, types.EnumType)):
        values = (
            kind.values if isinstance(kind, types.LiteralType) else [str(item.value) for item in kind.cls]
        )
        return OptionInfo(
            name, label, "choice", msgspec.to_builtins(default), about, choices=[str(v) for v in values]
        )
    # Each pack has its own choices; with several packs the field takes any text.
    offers = game.offers(name, options) if len(packs(game)) == 1 else None
    if offers is not None:
        return OptionInfo(name, label, "choice", default, about, list(offers), labels=list(offers.values()))
    return OptionInfo(name, label, "text", str(default), about)
