"""Plans: which games are played, and what a plan comes to once its game has been looked at."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, TypedDict, get_args

import msgspec

from sandtable import __version__
from sandtable.bots import spec as bot_names
from sandtable.bots import split_specs
from sandtable.engine import (
    Game,
    NotFound,
    SandtableError,
    check_game,
    decode_options,
    digest_today,
    pack_stamp,
)
from sandtable.engine.errors import expect
from sandtable.games import find_game, own

from .records import RECORDS
from .seating import GivenBot, seating

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Which journals to keep: of games that failed, also of those the first bot did not win, or of all.
Keep = Literal["failed", "lost", "all"]
#: The version of the files of a run, raised by every change that a reader of them would notice.
SCHEMA = 1
#: Environment variables that name games, packs and bots; workers on other machines need them too.
MODULES = (own.GAMES, own.PACKS, bot_names.MORE)


class PlanFields(TypedDict, total=False):
    """The fields of a `RunPlan` as keywords of `simulate`."""

    games: int
    bots: Sequence[GivenBot]
    seed: int
    options: Mapping[str, Any] | None
    rotate: bool
    at_most: int
    keep: Keep


class RunFields(PlanFields, total=False):
    """The fields of a `RunPlan` as keywords of `run`."""

    vary: Mapping[str, Sequence[Any]] | None
    record: Sequence[str]


class RunPlan(msgspec.Struct, frozen=True):
    """Which games to play: everything that decides how they go, and nothing about where they are played.

    Game number i has a seed made of `seed` and i, and bots of its own, so the results do not depend on the number of
    processes or machines.
    """

    #: The name of the game ("module:NAME" for one of your own); `simulate` also takes the game itself.
    game: str | Game[Any]
    #: How many games to play, of each combination if something is varied.
    games: int
    #: Bots for the seats in order, from the first again if there are fewer: names, objects with `choose`, classes called
    #: with a seed, or functions from a chair to a key. A run takes names only.
    bots: Sequence[GivenBot] = ("random",)
    #: The same seed, the same games.
    seed: int = 0
    #: The options of the game, its scenario and its pack among them.
    options: Mapping[str, Any] | None = None
    #: Whether bots move on by a seat from game to game.
    rotate: bool = False
    #: A game that is not over after this many decisions is given up, and counts as failed.
    at_most: int = 100_000
    #: Which journals to keep: of games that "failed", also of those the first bot "lost", or of "all".
    keep: Keep = "failed"
    #: A grid to play: ``{"pack": ["default", "mine"], "bots": ["house", "search:50"]}`` has four combinations.
    vary: Mapping[str, Sequence[Any]] | None = None
    #: Tables to write besides the results: "turns", "decisions", "throws".
    record: Sequence[str] = ()

    def __post_init__(self) -> None:
        check_counts(games=self.games, at_most=self.at_most)
        expect(self.seed, int, "The seed of a run is a whole number")
        expect(
            self.options, (Mapping, type(None)), "options= maps names to values, as in {'pack': 'default'}"
        )
        for word in self.record:
            if word not in RECORDS:
                raise NotFound("record", word, RECORDS)
        if self.keep not in get_args(Keep):
            raise NotFound("games to keep", str(self.keep), get_args(Keep))

    def find_game(self) -> Game[Any]:
        """Return the game to play."""
        game = self.game if isinstance(self.game, Game) else find_game(self.game)
        check_game(game)
        return game

    def resolved(self) -> ResolvedPlan:
        """Work out the plan of a run. Every mistake in it is an error before the first game."""
        for given in (self.game, *self.bots):
            if not isinstance(given, str):
                raise SandtableError(
                    f"Give the names of games ('module:NAME' for one of your own) and bots, not {given!r}: "
                    "a run is continued by name."
                )
        game = self.find_game()
        cells = list(_cells(game, self))
        columns = {
            name: None
            for cell in cells
            for name in game.columns(game.begin(decode_options(game, cell.options)))
        }
        return ResolvedPlan(
            schema=SCHEMA,
            game=str(self.game),
            title=game.title,
            rules=game.rules_version,
            version=__version__,
            games=self.games,
            seed=self.seed,
            rotate=self.rotate,
            at_most=self.at_most,
            record=tuple(name for name in RECORDS if name in self.record),
            keep=self.keep,
            cells=cells,
            columns=list(columns) if "turns" in self.record else [],
            modules={name: os.environ[name] for name in MODULES if os.environ.get(name)},
        )


def plan_of(game: str | Game[Any] | RunPlan, **fields: Unpack[RunFields]) -> RunPlan:
    """Return a plan for a game, or a given plan with some fields changed."""
    if isinstance(game, RunPlan):
        return msgspec.structs.replace(game, **fields)
    return RunPlan(game, **fields)


def check_counts(**counts: int | None) -> None:
    """Raise an error for a number that is not at least 1."""
    for name, count in counts.items():
        if count is not None:
            expect(count, int, f"{name}= is a whole number")
            if count < 1:
                raise SandtableError(f"A run needs {name} of at least 1, not {count}.")


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
        """The name of its files."""
        return f"{self.cell:03}-{self.number:06}"


def batches(games: int, size: int, cell: int = 0) -> Iterator[Batch]:
    """The games of a cell in batches of a size."""
    for number, first in enumerate(range(0, games, size)):
        yield Batch(number, cell, first, min(first + size, games))


class ResolvedPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a run as it is written into its folder: names only, and every combination spelt out."""

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

    def for_cell(self, cell: Cell) -> RunPlan:
        """Return the plan of one combination."""
        return RunPlan(
            self.game, self.games, cell.bots, self.seed, cell.options, self.rotate, self.at_most, self.keep
        )

    def batches(self) -> Iterator[Batch]:
        """All batches, those of earlier games first: a run that is stopped has about as many games of each cell."""
        each = (batches(self.games, cell.batch, number) for number, cell in enumerate(self.cells))
        yield from heapq.merge(*each, key=lambda batch: batch.first)

    def differences(self, other: ResolvedPlan) -> list[str]:
        """The differences to another plan, in words."""
        found = []
        for name in ("schema", "game", "rules", "games", "seed", "rotate", "at_most", "record", "keep"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                found.append(f"{name.replace('_', ' ')} {_words(mine)}, not {_words(yours)}")
        if [cell.name for cell in self.cells] != [cell.name for cell in other.cells]:
            names = [", ".join(cell.name for cell in plan.cells) for plan in (self, other)]
            found.append(f"{names[0]}, not {names[1]}")
        else:
            for one, two in zip(self.cells, other.cells, strict=True):
                if not is_same_pack(self.game, one, two):
                    found.append(f"another version of the pack {one.pack!r}")
                elif (one.options, one.bots) != (two.options, two.bots):
                    found.append(
                        f"{_words(one.bots)} with {one.options}, not {_words(two.bots)} with {two.options}"
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


def _words(value: object) -> str:
    return "+".join(map(str, value)) or "nothing" if isinstance(value, tuple) else str(value)


def _cells(game: Game[Any], plan: RunPlan) -> Iterator[Cell]:
    vary, known = plan.vary or {}, ["bots", *game.options_type.__struct_fields__]
    for name, values in vary.items():
        if name not in known:
            raise NotFound("thing to vary", name, known)
        if not values or len({str(value) for value in values}) < len(values):
            raise SandtableError(f"Vary {name} over several different values, not over {list(values)}.")
    for values in product(*vary.values()):
        chosen = dict(zip(vary, values, strict=True))
        options = {
            **(plan.options or {}),
            **{name: value for name, value in chosen.items() if name != "bots"},
        }
        decoded = decode_options(game, options)
        seats = game.seats(decoded)
        bots = chosen["bots"].split("+") if "bots" in chosen else plan.bots
        stamp = pack_stamp(game, decoded)
        yield Cell(
            name=", ".join(f"{name}={value}" for name, value in chosen.items()) or "all",
            options=options,
            bots=tuple(player.name for player in seating(game, len(seats), bots)),
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
