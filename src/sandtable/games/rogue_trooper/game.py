"""Rogue Trooper as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from sandtable.engine import (
    PASS,
    Answered,
    Encoding,
    Game,
    Kinds,
    Line,
    Migrated,
    Odds,
    Options,
    Outcome,
    Pack,
    Past,
    Question,
    Run,
    Scenario,
    Seat,
    SetUp,
    Steps,
    Telling,
)

from .house.advice import advice_on
from .house.evaluation import evaluate
from .house.policy import house_policy
from .printed.box import box_of
from .printed.check import check_pack
from .printed.files import KEY, LESSON_FOLDER, PACK_FILES, PACK_FOLDER
from .rules.combat import BARE_HANDS
from .rules.movement import PLAY_CARD
from .rules.secrets import redeal
from .rules.traitor import outcome
from .rules.turn_sequence import turn
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.ending import telling_of
from .show.names import THROWS, WINDOWS
from .show.odds import odds_of
from .show.short_rules import RULES_FILE, SHORT_RULES
from .show.text_board import text_board
from .show.view import View, open_cards, view_of
from .state import NuEarth, Phase, begin

#: The questions about a Rogue card to play.
ROGUE_TOPICS = ("rogue_movement", "rogue_encounter", "rogue_end", "own_card")
SIDE = "A Genetic Infantryman. All GIs can do the same; bio-chips, weapons and cards make the difference."
ROUND, ROUND_OF = Line("Round {n:number}"), Line("Round {n:number} of {all:number}")
GIS = ("Red", "Blue", "Green", "Yellow", "White", "Black")


class RogueOptions(Options, frozen=True, kw_only=True):
    """How many play, for how long, and how evasion works."""

    players: Annotated[int, Meta(ge=2, le=6, title="How many play")] = 4
    #: B9
    short: Annotated[
        bool,
        Meta(
            title="A short game", description="The Clue deck has two faces instead of three. Best for 2 or 3."
        ),
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
            description="Evading as the rulebook literally says: it succeeds if the roll is not higher than the Initiative.",
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
    rules_version = 5
    throws = THROWS
    windows = WINDOWS
    about = "Genetic infantrymen hunt the Traitor of the Quartz Zone over Nu-Earth, with cards for each other's turns."
    short_rules = SHORT_RULES
    rules_file = RULES_FILE
    state_type = NuEarth
    options_type = RogueOptions
    scenarios: ClassVar[Sequence[Scenario]] = (
        Scenario(
            "standard",
            "Standard",
            "Put together a face of the Traitor from four Clue cards, then hunt him down.",
            80,
            "medium",
        ),
    )
    pack_files: ClassVar[Mapping[str, Any]] = PACK_FILES
    pack_folder = PACK_FOLDER
    lesson_folder = LESSON_FOLDER

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
        return [Seat(name.lower(), name, SIDE) for name in GIS[: options.players]]

    def minutes(self, options: RogueOptions) -> int:
        """A game of the house player takes 30 to 45 rounds, more with more players; a person needs half a minute for a turn."""
        turns = options.players * (16 + 6 * options.players)
        if options.short:
            turns = turns * 6 // 7
        return max(10, 5 * round(min(turns, options.rounds * options.players) / 10))

    def kinds(self, s: NuEarth) -> Kinds:
        return box_of(s.pack).kinds

    def in_play(self, s: NuEarth, kind: str) -> Sequence[int]:
        if kind == "seat":
            return range(s.players)
        if kind not in ("card", "good"):
            return super().in_play(s, kind)
        cards = open_cards(s)
        return [*cards, *range(s.box.cards, s.box.cards + s.box.types)] if kind == "good" else cards

    def whose_turn(self, s: NuEarth) -> int | None:
        is_on = s.phase.value > Phase.SET_UP.value and s.round <= s.most_rounds
        return s.mover if is_on else None

    def progress(self, s: NuEarth) -> Line:
        is_short = s.most_rounds < RogueOptions().rounds
        return (
            ROUND_OF.of(n=min(s.round, s.most_rounds), all=s.most_rounds) if is_short else ROUND.of(n=s.round)
        )

    def census(self, s: NuEarth) -> Mapping[str, int]:
        return {"cards": sum(map(len, s.cards.zones))}

    def redeal(
        self, s: NuEarth, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]
    ) -> None:
        redeal(s, seat, rng, *pinned)

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        """Up to version 3 the mover was asked for a Rogue card before his move, and whether he fights before with what."""
        key = answers[0].key
        if key in question.keys:  # version 4 asked the same questions
            return Migrated(key)
        is_card = key.startswith(("rogue:", "rogue_movement:"))
        if is_card and PLAY_CARD.id in question.keys:
            return Migrated(PLAY_CARD.id, used=0)
        if (is_card or key == PASS.id) and question.topic not in ROGUE_TOPICS:
            return Migrated(None)
        if key.startswith(("salvo:", "second_salvo:")):
            return self._one_salvo(question, answers)
        if key == "fight":  # with what was asked only of those who had something to fire
            is_armed = any(option.things for option in question.options)
            return Migrated(None if is_armed else BARE_HANDS.id)
        return super().migrate(question, answers)

    def _one_salvo(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        """Up to version 3 the weapon and its rounds were two questions; one possible number was not asked for."""
        weapon = answers[0].key.partition(":")[2].replace("-", "_")
        able = [option for option in question.options if [thing.id for thing in option.things] == [weapon]]
        if len(able) == 1:
            return Migrated(able[0].key)
        rounds = answers[1].key.partition(":")[2]
        return Migrated(next(it.key for it in able if str(it.data["amount"]) == rounds), used=2)

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def advice(self, run: Run[NuEarth], value: Any) -> Line | None:
        return advice_on(run, value)

    def evaluate(self, s: NuEarth) -> Sequence[float]:
        return evaluate(s)

    def odds(self, run: Run[NuEarth], value: Any) -> Odds | None:
        return odds_of(run, value)

    def columns(self, s: NuEarth) -> dict[str, float]:
        return columns_of(s)

    def ending(self, past: Past[NuEarth]) -> Telling:
        return telling_of(past)

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
