"""The catalogue of games: those that are installed, and what a form needs to know about them.

A client names a game by its key and a pack by its name: never by a module or a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec
from markdown_it import MarkdownIt
from msgspec import inspect as types

from sandtable.engine import Game, Manifest, NotFound, Options, SandtableError, decode_options, lessons_of
from sandtable.engine.drawing.rulebook import rulebook_of
from sandtable.games import all_games

from ..lobby.offer import check_offered, offered_packs
from ..refusal import Refused
from ..wire import Form, GameInfo, LessonInfo, OptionInfo, PackInfo, Players, Rules, RuleSection
from .bot_levels import bots

if TYPE_CHECKING:
    from ..store.stored_tables import TableData

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache
def installed_games() -> dict[str, Game[Any]]:
    """Every game by its key."""
    return {game.key: game for game in all_games()}


def find(key: str) -> Game[Any]:
    """An installed game. Unlike the terminal's `find_game`, this never imports a module by name."""
    game = installed_games().get(key)
    if game is None:
        raise NotFound("game", key, list(installed_games()))
    return game


def check_installed(data: TableData) -> None:
    """Refuse a table whose game or pack the server no longer has."""
    game = installed_games().get(data.game)
    if game is None:
        raise Refused(
            "unopened",
            f"This table cannot be opened: the game {data.game!r} is not installed on this server.",
        )
    pack = data.options.get("pack", "default")
    if game.pack_files and pack not in game.pack_names:
        raise Refused(
            "unopened",
            f"This table cannot be opened: this server no longer has the pack {pack!r} of {game.title}. "
            "Nothing is lost; the game goes on when its host adds the pack again.",
        )


def is_installed(data: TableData) -> bool:
    try:
        check_installed(data)
    except Refused:
        return False
    return True


def read_options(game: Game[Any], options: Mapping[str, Any], scenario: str | None = None) -> Any:
    """Decode and check options that a client sent."""
    wanted = dict(options)
    if scenario is not None:
        wanted["scenario"] = scenario
    check_offered(game, wanted.get("pack", "default"))
    decoded = decode_options(game, wanted)
    try:
        game.begin(decoded)
    except SandtableError:
        raise
    except Exception as error:  # a combination of options that the rules did not expect
        raise Refused("bad", f"{game.title} cannot begin with these options ({error}).") from None
    return decoded


def with_nonplayers(game: Game[Any], options: dict[str, Any], house: list[str], seats: int) -> dict[str, Any]:
    """The options a game begins with: the seats of the House are its non-players if its rulebook prints any."""
    if not game.nonplayer_option or not house:
        return options
    if len(house) == seats:
        raise Refused("conflict", "The House cannot take every seat: nobody would be asked anything.")
    return {**options, game.nonplayer_option: house}


@lru_cache
def prose(text: str) -> str:
    """Markdown as HTML. HTML tags in it are escaped."""
    return str(_MARKDOWN.render(text))


@lru_cache
def rules_of(game: Game[Any]) -> Rules | None:
    """The whole rules of a game as HTML, with links between sections; None if it does not come with them."""
    book = rulebook_of(game)
    if book is None:
        return None

    def html(text: str) -> str:
        return prose(book.linked(text, lambda section, cited: f"[{cited}](#rule-{section.anchor})"))

    sections = [
        RuleSection(each.anchor, each.number, each.title, each.level, html(each.text))
        for each in book.sections
    ]
    return Rules(game.title, html(book.preface), sections)


@lru_cache
def info_of(game: Game[Any]) -> GameInfo:
    """A game for the lobby. With a choice of packs, each of them is listed with what a form needs."""
    names = offered_packs(game)
    forms = [_form(game, name) for name in names]
    first = forms[0]
    return GameInfo(
        key=game.key,
        title=game.title,
        about=game.about,
        author=game.author,
        short_rules=prose(game.short_rules),
        has_rules=rulebook_of(game) is not None,
        scenarios=first.scenarios,
        scenario=first.scenario,
        options=first.options,
        seats=first.seats,
        has_secrets=game.has_secrets,
        bots=bots(game),
        players=_players(first.options, len(first.seats)),
        packs=forms if names != ["default"] else [],
        lessons=[LessonInfo(it.id, it.title, it.about, it.minutes) for it in lessons_of(game)],
    )


def pack_title(game: Game[Any], name: str) -> str:
    """What people read for a pack."""
    try:
        return game.pack(name).manifest.title if game.pack_files else ""
    except SandtableError:
        return name


def _form(game: Game[Any], pack: str) -> PackInfo:
    """What a table with this pack can be set up with: the scenarios that its data can begin, the first one by itself."""
    manifest = game.pack(pack).manifest if game.pack_files else Manifest(game.key, pack, "")
    usual = game.options_type().scenario
    possible = [each for each in game.scenarios if _can_begin(game, pack, each.id)]
    # A scenario of one's own is one of a pack of one's own.
    scenarios = [each for each in possible if each.id != "own" or pack != "default"]
    ids = [each.id for each in scenarios]
    if not ids:
        raise SandtableError(f"{game.title} cannot begin with the pack {pack!r}, in none of its scenarios.")
    scenario = usual if usual in ids else ids[0]
    options = decode_options(game, {"pack": pack, "scenario": scenario})
    return PackInfo(
        name=pack,
        title=manifest.title,
        author=manifest.author,
        about=manifest.about,
        scenarios=scenarios,
        scenario=scenario,
        options=option_infos(game, options),
        seats=list(game.seats(options)),
    )


def _can_begin(game: Game[Any], pack: str, scenario: str) -> bool:
    if pack == "default":
        return True
    try:
        game.begin(decode_options(game, {"pack": pack, "scenario": scenario}))
    except Exception:  # data that this scenario was not made for can fail in any way
        return False
    return True


def _players(options: list[OptionInfo], seats: int) -> Players:
    is_option = any(option.name == "players" for option in options)
    return Players(None if is_option else seats, "players" if is_option else None)


def option_infos(game: Game[Any], options: Options) -> list[OptionInfo]:
    """The options of a game for a form, besides its scenario and its pack."""
    return [
        _option(game, options, name, hint)
        for name, hint in get_type_hints(game.options_type, include_extras=True).items()
        if name in game.options_type.__struct_fields__
        and name not in Options.__struct_fields__
        and name != game.nonplayer_option  # that is said by who sits where
    ]


def _option(game: Game[Any], options: Options, name: str, hint: Any) -> OptionInfo:
    (label, about), default = options.words(name), getattr(options, name)
    kind = types.type_info(hint)
    if isinstance(kind, types.Metadata):
        kind = kind.type
    if isinstance(kind, types.BoolType):
        return OptionInfo(name, label, "bool", default, about)
    if isinstance(kind, types.IntType):
        return OptionInfo(name, label, "int", default, about, least=kind.ge, most=kind.le)
    # A type knows its values in no useful order (msgspec sorts those of a Literal): what the game offers comes first.
    offers = game.offers(name, options)
    if offers is not None:
        return OptionInfo(name, label, "choice", default, about, list(offers), labels=list(offers.values()))
    if isinstance(kind, (types.LiteralType, types.EnumType)):
        values = (
            kind.values if isinstance(kind, types.LiteralType) else [str(item.value) for item in kind.cls]
        )
        return OptionInfo(
            name, label, "choice", msgspec.to_builtins(default), about, choices=[str(v) for v in values]
        )
    return OptionInfo(name, label, "text", str(default), about)


def unusual_options(game: Game[Any], options: Options) -> list[str]:
    """The options of a table that are not the usual ones, in words: "How many play: 3"."""
    usual = decode_options(game, {"scenario": options.scenario, "pack": options.pack})
    told = []
    for info in option_infos(game, usual):
        value = msgspec.to_builtins(getattr(options, info.name))
        if value != info.default:
            told.append(info.label if value is True else f"{info.label}: {_worded(info, value)}")
    return told


def _worded(info: OptionInfo, value: Any) -> str:
    """What people read for the value of an option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_worded(info, each) for each in value)
    if info.choices and info.labels and str(value) in info.choices:
        return info.labels[info.choices.index(str(value))]
    return str(value)


def form_of(game: Game[Any], options: Options) -> Form:
    """What a table with these options can be set up with. What is usual depends on the scenario and the pack only."""
    usual = decode_options(game, {"scenario": options.scenario, "pack": options.pack})
    return Form(option_infos(game, usual), list(game.seats(options)), game.minutes(options))
