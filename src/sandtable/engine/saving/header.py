"""Headers of journals: which game, which options and seats, which rules and pack, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from ..chance import is_secret, seed_bytes, seed_hash
from ..errors import JournalError, NotFound, SandtableError, expect
from ..game import Game, Options
from ..packs.mistakes import mistakes
from .format import FORMAT, Header, PackStamp

#: What bytes that are no line raise; JSON that is nested too deeply to be read raises RecursionError.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class _Version(msgspec.Struct):
    """The one thing every format of journal has."""

    sandtable: int


def decode_header(line: bytes) -> Header:
    """The header of a journal; a foreign file gets a clear error."""
    with suppress(*UNREADABLE):
        version = msgspec.json.decode(line, type=_Version).sandtable
        if version != FORMAT:
            raise JournalError(f"the file has format {version}, this version of Sandtable reads {FORMAT}", 1)
    try:
        header = msgspec.json.decode(line, type=Header)
    except UNREADABLE as error:
        if b'"sandtable"' in line[:200]:
            raise JournalError(f"the header is damaged ({reason_of(error)})", 1) from None
        raise JournalError("this is not a Sandtable journal", 1) from None
    check_seed(header)
    return header


def check_seed(header: Header) -> None:
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError:
        seed = b""
    if len(seed) != 32 or seed_hash(seed) != header.seed_hash:
        raise JournalError(
            "the header is damaged (its seed does not belong to the hash that was published)", 1
        )


def reason_of(error: Exception) -> str:
    return str(error).split(" (byte")[0].rstrip(".")


def decode_options(game: Game[Any], options: Any) -> Any:
    """A game's options from plain data: an unknown or wrong one is an error that names it."""
    if options is None:
        options = {}
    if isinstance(options, game.options_type):
        return options
    try:
        decoded = msgspec.convert(dict(options), type=game.options_type, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(game.options_type.__struct_fields__)
        found = mistakes(dict(options), game.options_type)[0]
        why = "; ".join(": ".join((*it.where, it.why)) for it in found) or f"{error}. Its options: {known}"
        raise SandtableError(f"{game.title} cannot begin: {why}.") from None
    if decoded.scenario not in (names := [scenario.id for scenario in game.scenarios]):
        raise NotFound("scenario", decoded.scenario, names)
    return decoded


def plain_options(options: Options) -> dict[str, Any]:
    """Options as plain data, those that have their default value too."""
    return msgspec.structs.asdict(options)


def pack_stamp(game: Game[Any], options: Any) -> PackStamp:
    """Which data a game is played with."""
    if not game.pack_files:
        return PackStamp()
    pack = game.pack(options.pack)
    return PackStamp(pack.manifest.name, pack.digest)


def digest_today(game: Game[Any], options: Any, digest: str) -> str:
    """The digest of a pack as it is computed today, from one that was stored.

    That of the pack a game would be played with now, if it means the same content; otherwise it stays as it is.
    """
    if not digest or not game.pack_files:
        return digest
    pack = game.pack(options.pack)
    return pack.digest if digest in pack.earlier else digest


def make_header(
    game: Game[Any],
    options: Options,
    seats: Mapping[str, str] | None,
    seed: int | str | bytes | None,
    pack: PackStamp,
    chance: str = "seed",
    name: str | None = None,
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET,
    lesson: str | msgspec.UnsetType = msgspec.UNSET,
) -> Header:
    """The header of a new game. Seats that are not named are played by a person; `name` finds the game again."""
    chairs = [seat.id for seat in game.seats(options)]
    if seats is not None:
        expect(seats, Mapping, f"seats= says who plays, as in {{{chairs[0]!r}: 'person'}}")
    for seat, who in (seats or {}).items():
        if seat not in chairs:
            raise NotFound("seat", str(seat), chairs)
        expect(who, str, f"Who plays {seat} is a text, such as 'person' or 'bot:house'")
    data = seed_bytes(seed)
    return Header(
        game=name or game.key,
        rules=game.rules_version,
        options=msgspec.to_builtins(options),
        seats={chair: (seats or {}).get(chair, "person") for chair in chairs},
        pack=pack,
        seed=data.hex(),
        seed_hash=seed_hash(data),
        secret=is_secret(data),
        chance=chance,
        position=position,
        lesson=lesson,
    )


def with_dice(header: Header, seed: bytes, chance: str) -> Header:
    """The header of a fork or an imagined world: with dice of its own.

    It has no position: that holds secrets, and nobody plays such a table again from its beginning.
    """
    return msgspec.structs.replace(
        header,
        seed=seed.hex(),
        seed_hash=seed_hash(seed),
        secret=is_secret(seed),
        chance=chance,
        position=msgspec.UNSET,
    )
