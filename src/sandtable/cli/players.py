"""The players of the seats: people at this keyboard, and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from sandtable.bots import BOTS, Bot, make_bot
from sandtable.bots.levels import HOUSE_LEVEL, LEVELS, NONPLAYER, has_tactics, level_of, offers
from sandtable.bots.spec import own_bots
from sandtable.engine import Game, NotFound, SandtableError, Seat, Table

PERSON, HOUSE = "person", "house"
VETERAN = LEVELS[HOUSE_LEVEL - 1].spec
#: The levels by the names that people type.
PEOPLE = {level.name.lower(): HOUSE if level.number == HOUSE_LEVEL else level.spec for level in LEVELS}


class Opponent(msgspec.Struct, frozen=True):
    """A bot that people can play against: what to type for it, its name, and what it is like."""

    spec: str
    name: str
    about: str


def opponents(game: Game[Any], scenario: str | None = None) -> list[Opponent]:
    """The bots that people can play against, the usual one first."""
    prints = has_nonplayers(game, scenario)
    found = [
        Opponent(
            HOUSE if each.spec == VETERAN and not game.nonplayer_option else each.spec,
            each.name,
            f"{each.about} {each.figure}".strip(),
        )
        for each in offers(game)
        if prints or each is not NONPLAYER
    ]
    usual = opponent(game, scenario)
    if usual not in [each.spec for each in found]:
        found.append(Opponent(usual, bot_name(usual, game), f"It {BOTS[usual.partition(':')[0]]}."))
    found.sort(key=lambda each: each.spec != usual)
    own = [Opponent(name, name, "One of your own.") for name in own_bots(game.key)]
    return [*found, *own]


def bot_name(spec: str, game: Game[Any]) -> str:
    """The name of a bot for people."""
    if spec == HOUSE and game.nonplayer_option:
        return NONPLAYER.name
    level = level_of(spec)
    return spec.partition(":")[0].capitalize() if level is None else level.name


def default_players(game: Game[Any], seats: Sequence[Seat], scenario: str | None = None) -> dict[str, str]:
    """One person in the first seat, bots in the others."""
    bot = opponent(game, scenario)
    return {seat.id: bot if i else PERSON for i, seat in enumerate(seats)}


def opponent(game: Game[Any], scenario: str | None = None) -> str:
    """The bot people play against: the house where the game has a policy, otherwise search; long games do not wait."""
    if has_nonplayers(game, scenario):
        return HOUSE
    if has_tactics(game):
        return VETERAN if game.nonplayer_option else HOUSE
    return "search:300ms" if game.has_value else "search"


def has_nonplayers(game: Game[Any], scenario: str | None) -> bool:
    """Whether the house is the printed non-player of the game; a scenario with imposed results has none."""
    return bool(game.nonplayer_option) and scenario in (None, game.options_type().scenario)


def with_nonplayers(
    game: Game[Any], options: Mapping[str, Any], players: Mapping[str, str]
) -> dict[str, Any]:
    """The options, with every seat of the house as a non-player if the rulebook of the game prints one."""
    name = game.nonplayer_option
    if not has_nonplayers(game, options.get("scenario")):
        return dict(options)
    house = [seat for seat, who in players.items() if who == HOUSE or seat in options.get(name, ())]
    if len(house) == len(players):
        raise SandtableError(
            f"Nobody would be asked anything in a game of {len(house)} non-players; sandtable sim plays such games."
        )
    return {**options, name: house} if house else dict(options)


def read_players(words: Sequence[str], seats: Sequence[Seat], base: Mapping[str, str]) -> dict[str, str]:
    """Read `--seat SEAT=WHO`; other seats keep their players. A wrong seat or bot is an error."""
    players = dict(base)
    ids = [seat.id for seat in seats]
    for word in words:
        seat, equals, who = word.partition("=")
        if not equals or not who:
            raise SandtableError(f"{word!r} does not say who plays: write SEAT=WHO, as in {ids[0]}={PERSON}.")
        if seat not in ids:
            raise NotFound("seat", seat, ids)
        check_player(who)
        players[seat] = spec_of(who)
    return players


def spec_of(who: str) -> str:
    """The spec of a bot that people may have named by its level.

    >>> spec_of("Captain"), spec_of("veteran"), spec_of("search:20")
    ('level:3', 'house', 'search:20')
    """
    return PEOPLE.get(who.casefold(), who)


def check_player(who: str) -> None:
    """An error unless this is a person or a bot."""
    if who == PERSON:
        return
    try:
        make_bot(spec_of(who))
    except NotFound as error:
        raise NotFound("player", who, [PERSON, *PEOPLE, *error.possible]) from None


def players_on_record(table: Table) -> dict[str, str]:
    """Return the players according to a journal; anyone who is not one of our own bots is a person.

    A bot of somebody's own is code, and a file must not name code to be run: it has to be named with --seat.
    """
    recorded = table.header.seats
    return {seat.id: _on_record(recorded.get(seat.id, PERSON)) for seat in table.seats}


def _on_record(who: str) -> str:
    who = who.removeprefix("bot:")
    if who.partition(":")[0] not in BOTS:
        return PERSON
    try:
        make_bot(who)
    except SandtableError:
        return PERSON
    return who


def bots_for(table: Table, players: Mapping[str, str]) -> dict[str, Bot]:
    """The bots of a table. Their own chance follows from the game's seed and where it stands, but tells nothing of it."""
    bots = {}
    for seat, who in players.items():
        if who != PERSON:
            start = f"{table.header.seed} {seat} {table.number}"
            bots[seat] = make_bot(who, int.from_bytes(sha256(start.encode()).digest()[:6], "big"))
    return bots
