"""What a run plays: a grid of settings, each with the same games, in batches that can be played anywhere."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, get_args

import msgspec

from sandtable import __version__
from sandtable.bots import spec as bot_names
from sandtable.bots import split_specs
from sandtable.engine import Game, NotFound, SandtableError, decode_options, digest_today, pack_stamp
from sandtable.games import find_game, own

from .match import Keep, Setting
from .records import RECORDS
from .seating import Player, seating

#: The version of the files of a run, raised by every change that a reader of them would notice.
SCHEMA = 1
#: Environment variables that name games, packs and bots; workers on other machines need them too.
MODULES = (own.GAMES, own.PACKS, bot_names.MORE)


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One combination of what is varied: its bots, its options, and how many of its games make a batch."""

    name: str
    options: dict[str, Any]
    #: One for each seat.
    bots: tuple[str, ...]
    #: Id and label of each seat, in order.
    seats: dict[str, str]
    scenario: str
    pack: str
    pack_digest: str
    batch: int = 0


class Batch(msgspec.Struct, frozen=True, order=True):
    """The games of a cell from `first` up to, not including, `last`."""

    number: int
    cell: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.cell:03}-{self.number:06}"


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides what a run plays; it is written into the folder of the run."""

    schema: int
    game: str
    title: str
    rules: int
    #: The version of Sandtable, for the record.
    version: str
    #: How many games each cell has.
    games: int
    seed: int
    rotate: bool
    at_most: int
    record: tuple[str, ...]
    keep: Keep
    cells: list[Cell]
    #: The game's own columns, for the table of turns.
    columns: list[str]
    #: Modules with games and bots, by environment variable.
    modules: dict[str, str]

    @property
    def total(self) -> int:
        """The number of games of all cells."""
        return self.games * len(self.cells)

    def setting(self, cell: int, journals: str | None = None) -> Setting:
        """What the games of a cell have in common."""
        which = self.cells[cell]
        return Setting(
            game=self.game,
            options=which.options,
            players=tuple(map(Player, which.bots)),
            seed=self.seed,
            at_most=self.at_most,
            rotate=self.rotate,
            keep=self.keep,
            journals=journals,
        )

    def batches(self) -> Iterator[Batch]:
        """All batches, those of earlier games first: a run that is stopped has about as many games of each cell."""
        yield from heapq.merge(*map(self._batches_of, range(len(self.cells))), key=lambda batch: batch.first)

    def _batches_of(self, cell: int) -> Iterator[Batch]:
        firsts = range(0, self.games, self.cells[cell].batch)
        for number, first in enumerate(firsts):
            yield Batch(number, cell, first, min(first + firsts.step, self.games))

    def differences(self, other: Plan) -> list[str]:
        """What another plan would play differently, in words."""
        found = []
        for name in ("schema", "game", "rules", "games", "seed", "rotate", "at_most", "record", "keep"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                found.append(f"{name.replace('_', ' ')} {_told(mine)}, not {_told(yours)}")
        if [cell.name for cell in self.cells] != [cell.name for cell in other.cells]:
            names = [", ".join(cell.name for cell in plan.cells) for plan in (self, other)]
            found.append(f"{names[0]}, not {names[1]}")
        else:
            for one, two in zip(self.cells, other.cells, strict=True):
                if not is_same_pack(self.game, one, two):
                    found.append(f"another version of the pack {one.pack!r}")
                elif (one.options, one.bots) != (two.options, two.bots):
                    found.append(
                        f"{_told(one.bots)} with {one.options}, not {_told(two.bots)} with {two.options}"
                    )
        return found


def is_same_pack(game: str, one: Cell, two: Cell) -> bool:
    """Whether two cells were played with the same data, also if one of them is older than the way digests are computed."""
    return one.pack_digest == two.pack_digest or _present(game, one) == _present(game, two)


def _present(game: str, cell: Cell) -> str:
    with suppress(SandtableError):  # its pack may be gone
        found = find_game(game)
        return digest_today(found, decode_options(found, cell.options), cell.pack_digest)
    return cell.pack_digest


def _told(value: object) -> str:
    return "+".join(map(str, value)) or "nothing" if isinstance(value, tuple) else str(value)


def make_plan(
    game: str,
    *,
    games: int,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    vary: Mapping[str, Sequence[Any]] | None = None,
    rotate: bool = False,
    at_most: int = 100_000,
    record: Sequence[str] = (),
    keep: Keep = "failed",
) -> Plan:
    """A plan for a run. Every mistake in it is an error before the first game."""
    if not isinstance(game, str):
        raise SandtableError(
            f"A run is gone on with by name, so give the game's name ('module:NAME' for one of your own), not {game!r}."
        )
    for name, count in {"games": games, "at_most": at_most}.items():
        if count < 1:
            raise SandtableError(f"A run needs {name} of at least 1, not {count}.")
    for word in record:
        if word not in RECORDS:
            raise NotFound("record", word, RECORDS)
    if keep not in get_args(Keep):
        raise NotFound("games to keep", str(keep), get_args(Keep))
    found = find_game(game)
    cells = list(_cells(found, list(bots), dict(options or {}), vary or {}))
    own = {
        name: None
        for cell in cells
        for name in found.columns(found.begin(decode_options(found, cell.options)))
    }
    return Plan(
        schema=SCHEMA,
        game=game,
        title=found.title,
        rules=found.rules_version,
        version=__version__,
        games=games,
        seed=seed,
        rotate=rotate,
        at_most=at_most,
        record=tuple(name for name in RECORDS if name in record),
        keep=keep,
        cells=cells,
        columns=list(own) if "turns" in record else [],
        modules={name: os.environ[name] for name in MODULES if os.environ.get(name)},
    )


def _cells(
    game: Game[Any], bots: list[str], options: dict[str, Any], vary: Mapping[str, Sequence[Any]]
) -> Iterator[Cell]:
    known = ["bots", *game.options_type.__struct_fields__]
    for name, values in vary.items():
        if name not in known:
            raise NotFound("thing to vary", name, known)
        if not values or len({str(value) for value in values}) < len(values):
            raise SandtableError(f"Vary {name} over several different values, not over {list(values)}.")
    for values in product(*vary.values()):
        chosen = dict(zip(vary, values, strict=True))
        own = {**options, **{name: value for name, value in chosen.items() if name != "bots"}}
        decoded = decode_options(game, own)
        seats = game.seats(decoded)
        line_up = chosen["bots"].split("+") if "bots" in chosen else bots
        stamp = pack_stamp(game, decoded)
        yield Cell(
            name=", ".join(f"{name}={value}" for name, value in chosen.items()) or "all",
            options=own,
            bots=tuple(player.name for player in seating(game, len(seats), line_up)),
            seats={seat.id: seat.label for seat in seats},
            scenario=decoded.scenario,
            pack=stamp.name if stamp.name else decoded.pack,
            pack_digest=stamp.digest,
        )


def split_values(name: str, text: str) -> list[str]:
    """The values in `--vary NAME=A,B`. Bots of several seats are joined by +: `bots=house+random,random+house`.

    >>> split_values("bots", "house+random,search:iterations=50,depth=9")
    ['house+random', 'search:iterations=50,depth=9']
    """
    if name == "bots":
        return split_specs(text)
    return [value for value in map(str.strip, text.split(",")) if value]
