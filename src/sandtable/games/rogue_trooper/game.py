"""Rogue Trooper as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from sandtable.engine import Encoding, Game, Kinds, Odds, Options, Outcome, Pack, Run, Seat, SetUp, Steps

from .house.evaluation import evaluate
from .house.policy import house_policy
from .printed.box import box_of
from .printed.check import check_pack
from .printed.files import KEY, PACK_FILES, PACK_FOLDER
from .rules.secrets import redeal
from .rules.traitor import outcome
from .rules.turn_sequence import turn
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.names import THROWS, WINDOWS
from .show.odds import odds_of
from .show.short_rules import SHORT_RULES
from .show.text_board import text_board
from .show.view import View, view_of
from .state import NuEarth, Phase, begin

GIS = ("Red", "Blue", "Green", "Yellow", "White", "Black")


class RogueOptions(Options, frozen=True, kw_only=True):
    """How many play, for how long, and how evasion works."""

    players: Annotated[int, Meta(ge=2, le=6, title="How many play")] = 4
    #: B9
    short: Annotated[
        bool, Meta(title="A short game", description="Two faces of the Traitor are enough instead of three.")
    ] = False
    #: B10
    rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            title="Round limit",
            description="After this many rounds, the player who came nearest wins.",
        ),
    ] = 200
    #: R-RT-13
    literal_evasion: Annotated[
        bool,
        Meta(
            title="Literal evasion",
            description="Evasion word for word as the rulebook has it, not as it is usually played.",
        ),
    ] = False
    #: R-RT-6
    first: Annotated[
        int, Meta(ge=1, le=6, title="Who begins", description="The number of the seat: 1 is the first.")
    ] = 1


class RogueTrooper(Game[NuEarth]):
    """Rogue Trooper, for two to six players."""

    key = KEY
    title = "Rogue Trooper"
    rules_version = 3
    throws = THROWS
    windows = WINDOWS
    about = "Genetic infantrymen hunt the Traitor of the Quartz Zone over Nu-Earth, with cards for each other's turns."
    short_rules = SHORT_RULES
    state_type = NuEarth
    options_type = RogueOptions
    pack_files: ClassVar[Mapping[str, Any]] = PACK_FILES
    pack_folder = PACK_FOLDER

    def begin(self, options: RogueOptions) -> NuEarth:
        return begin(
            options.pack,
            options.players,
            is_short=options.short,
            most_rounds=options.rounds,
            literal=options.literal_evasion,
            starter=(options.first - 1) % options.players,
        )

    def turn(self, s: NuEarth) -> Steps:
        return turn(s)

    def outcome(self, s: NuEarth) -> Outcome | None:
        return outcome(s)

    def view(self, s: NuEarth, seat: int | None) -> View:
        return view_of(s, seat)

    def seats(self, options: RogueOptions) -> Sequence[Seat]:
        return [Seat(name.lower(), name) for name in GIS[: options.players]]

    def kinds(self, s: NuEarth) -> Kinds:
        return box_of(s.pack).kinds

    def whose_turn(self, s: NuEarth) -> int | None:
        return s.mover if s.phase.value > Phase.SET_UP.value else None

    def census(self, s: NuEarth) -> Mapping[str, int]:
        return {"cards": sum(map(len, s.cards.zones))}

    def redeal(
        self, s: NuEarth, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]
    ) -> None:
        redeal(s, seat, rng, pinned[0])

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def evaluate(self, s: NuEarth) -> Sequence[float]:
        return evaluate(s)

    def odds(self, run: Run[NuEarth], value: Any) -> Odds | None:
        return odds_of(run, value)

    def columns(self, s: NuEarth) -> dict[str, float]:
        return columns_of(s)

    def encoding(self, options: Any) -> Encoding:
        return encoding_of(options)

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return text_board(view, seats, width)

    def board(self, options: RogueOptions) -> Board:
        return board_of(options, self.seats(options))

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return [SetUp(f"With {n} players", {"players": n}, everybody=False) for n in (2, 6)]


GAME = RogueTrooper()
