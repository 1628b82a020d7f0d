"""`sandtable play` and `sandtable resume`: begin a game, or continue one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import click
import msgspec

import sandtable
from sandtable.bots.spec import check_bot_plays
from sandtable.engine import Game, JournalError, JournalFile, NotFound, SandtableError, Table, decode_options

from .folder import call_name, find_journal, held, new_journal, unfinished_journals
from .players import PERSON, bots_for, default_players, players_on_record, read_players, with_nonplayers
from .screen import make_console, tell
from .session import Session

SEAT = click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=WHO",
    help="Who plays a seat: person; recruit, veteran, captain or marshal; or another bot such as house, random, search:200ms. "
    "`sandtable games GAME` lists the opponents with their strength.",
)
RECOVER = click.option(
    "--recover", is_flag=True, help="Recover the undamaged part of a game into a new file beside it."
)
SCENARIO = click.option("--scenario", metavar="S", help="Which set-up; `sandtable games GAME` lists them.")
OPTION = click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the game.")
PACK = click.option("--pack", metavar="P", help="The data to play with: the name of a pack, or a folder.")


@click.command()
@click.argument("game", required=False)
@SCENARIO
@SEAT
@click.option("--seed", metavar="N", help="A number, to play the same dice again. Not secret: leave it out.")
@OPTION
@PACK
@click.option(
    "--journal", type=click.Path(path_type=Path), metavar="FILE", help="Where to keep the game (a new file)."
)
@click.option("--resume", "resumed", metavar="FILE", help="Continue a saved game.")
@RECOVER
def play(
    game: str | None,
    scenario: str | None,
    seats: Sequence[str],
    seed: str | None,
    options: Sequence[str],
    pack: str | None,
    journal: Path | None,
    resumed: str | None,
    recover: bool,
) -> int:
    """Play GAME in the terminal.

    You sit in the first seat and bots take the others, unless --seat says otherwise. Every answer is saved
    to disk before it counts, so whatever happens, `sandtable resume` continues at the next question.

    \b
    Examples:
      sandtable play surface-combat
      sandtable play mars-or-die --seat ember=person --seat ash=person   hot seat
      sandtable play red-dust --seat marsgov=house --seat reclaimers=person
      sandtable play rogue-trooper --seat blue=captain
      sandtable play --resume 2f81c9
    """
    if resumed is not None:
        if game or scenario or seed or options or pack or journal:
            raise click.UsageError(
                "--resume takes everything from the file; it can be combined only with --seat and --recover."
            )
        return continue_game(find_journal(resumed), seats, recover=recover)
    if recover:
        raise click.UsageError("--recover needs --resume FILE.")
    if game is None:
        raise click.UsageError("Which game? `sandtable games` lists them; `sandtable` alone opens a menu.")
    found = sandtable.find_game(game)
    return begin(game, read_options(found, options, scenario, pack), seats, seed, journal)


@click.command()
@click.argument("file", required=False)
@SEAT
@RECOVER
def resume(file: str | None, seats: Sequence[str], recover: bool) -> int:
    """Continue a saved game: FILE, or the one you played last.

    FILE is a journal, or a part of the name of one in the data folder. --seat gives a seat to somebody else.

    \b
    Examples:
      sandtable resume
      sandtable resume 2f81c9 --seat yellow=search
    """
    if file is not None:
        return continue_game(find_journal(file), seats, recover=recover)
    kept = unfinished_journals()
    if not kept:
        raise SandtableError("There is no unfinished game. Begin one: sandtable play GAME.")
    return continue_game(kept[0], seats, recover=recover)


def read_options(
    game: Game[Any], words: Sequence[str], scenario: str | None = None, pack: str | None = None
) -> dict[str, Any]:
    """The options of a game from what was typed; a wrong name or value is an error that names it."""
    known = game.options_type.__struct_fields__
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise SandtableError(f"{word!r} has no value: write NAME=VALUE, as in {known[0]}=...")
        if name not in known:
            raise NotFound("option", name, known)
        options[name] = _value(value, is_list=_is_list_of_words(game, name))
    if scenario is not None:
        options["scenario"] = scenario
    if pack is not None:
        options["pack"] = _pack(game, pack)
    decode_options(game, options)
    return options


def _is_list_of_words(game: Game[Any], option: str) -> bool:
    default = msgspec.structs.fields(game.options_type)[
        game.options_type.__struct_fields__.index(option)
    ].default
    return isinstance(default, tuple)


def _value(text: str, is_list: bool = False) -> Any:
    """Lists and tables are written as JSON, lists of words with commas; everything else is converted to the type of the option."""
    if text[:1] in "[{" and text:
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise SandtableError(f"{text!r} is not JSON: {error}.") from None
    return [word for word in text.split(",") if word] if is_list else text


def _pack(game: Game[Any], name: str) -> str:
    """The name of a pack, or its full path: the game must find it again from any folder."""
    if not game.pack_files:
        raise SandtableError(f"{game.title} is played without packs.")
    game.pack(name)
    return name if name in game.pack_names else str(Path(name).resolve())


def begin(
    name: str, options: Mapping[str, Any], seats: Sequence[str], seed: str | None, journal: Path | None
) -> int:
    """Begin a game by its name, which the journal keeps, and play it."""
    game = sandtable.find_game(name)
    chairs = game.seats(decode_options(game, options))
    players = read_players(seats, chairs, default_players(game, chairs, options.get("scenario")))
    for who in players.values():
        check_bot_plays(who, game.key)
    options = with_nonplayers(game, options, players)
    table = sandtable.new(name, seed=seed or os.environ.get("SANDTABLE_SEED"), seats=players, options=options)
    path = journal or new_journal(game.key)
    file = JournalFile.create(path, table)
    with ExitStack() as stack:
        stack.callback(close, file)
        stack.enter_context(held(path))
        session = Session(table, bots_for(table, players), path)
        session.tell_the_beginning()
        return session.play()


def continue_game(path: Path, seats: Sequence[str] = (), *, recover: bool = False) -> int:
    """Continue a game from its journal, at the next question."""
    with ExitStack() as stack:
        stack.enter_context(held(path))
        table, sound = opened(path, recover=recover)
        if sound != path:
            stack.enter_context(held(sound))
            path = sound
        if table.outcome is not None:
            raise SandtableError(
                f"{path}: that game is over. See it again: sandtable replay {call_name(path)}"
            )
        players = read_players(seats, table.seats, players_on_record(table))
        was = path.stat().st_ino
        file = JournalFile.reopen(path, table)
        stack.callback(close, file)
        if path.stat().st_ino != was:  # a journal of older rules was replaced by a new file
            stack.enter_context(held(path))
        session = Session(table, bots_for(table, players), path)
        tell(session.console, f"{table.game.title}, turn {table.turn}, from {path}", "dim")
        _tell_unknown_players(session, players, seats)
        session.remind()
        return session.play()


def close(file: JournalFile) -> None:
    """Every accepted answer is on disk by now; one that a full disk refused was reported, and is no loss."""
    with suppress(OSError):
        file.close()


def _tell_unknown_players(session: Session, players: Mapping[str, str], said: Sequence[str]) -> None:
    """Name the seats that a person takes because the journal's player is unknown here, unless --seat says who plays them."""
    for seat, who in session.table.header.seats.items():
        is_said = any(word.startswith(f"{seat}=") for word in said)
        if who != PERSON and players.get(seat) == PERSON and not is_said:
            tell(
                session.console,
                f"{seat} is played by a person now; the journal says {who!r}. --seat {seat}=WHO changes it.",
            )


def opened(path: Path, *, recover: bool) -> tuple[Table, Path]:
    """The table of a journal. With `recover`, the undamaged part of a damaged one goes to a new file beside it."""
    try:
        table = sandtable.load(path)
    except JournalError as error:
        if error.table is None:
            raise SandtableError(f"{path}: {error}") from None
        if not recover:
            raise SandtableError(f"{path}: {error} Add --recover to continue from there.") from None
        table, path = error.table, _recovered(path, error.table)
    if not table.is_whole:
        raise SandtableError(
            f"{path} is a single moment, not a journal: it can be replayed, but not continued."
        )
    return table, path


def _recovered(path: Path, table: Table) -> Path:
    """Write the undamaged part to a new file; the damaged one stays as it is."""
    n = 1
    while (fresh := path.with_name(f"{path.stem}-recovered{n}{path.suffix}")).exists():
        n += 1
    JournalFile.create(fresh, table).close()
    table.sink = None
    tell(make_console(), f"The undamaged part is now in {fresh}; {path.name} stays as it was.")
    return fresh
