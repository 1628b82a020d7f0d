"""Rogue Trooper as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from string import digits
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from sandtable.engine import (
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

from .cards.keeping import KEEP_REST, ROGUE_OUT
from .house.advice import advice_on
from .house.evaluation import evaluate
from .house.features import FEATURES, VALUE_FILE, WORDS, features, moment
from .house.policy import house_policy
from .printed.box import box_of
from .printed.check import check_pack
from .printed.files import KEY, LESSON_FOLDER, PACK_FILES, PACK_FOLDER
from .rules.bargains import CLUE_WISH
from .rules.battlefield import SORT, SORT_LEFT
from .rules.clues import CLUE_UNWANTED
from .rules.gi_encounter import KIDNAP_WHOM
from .rules.places import SUPPLY
from .rules.prison import ATTEMPT
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

SIDE = "A Genetic Infantryman. All GIs can do the same; bio-chips, weapons and cards make the difference."
ROUND, ROUND_OF = Line("Round {n:number}"), Line("Round {n:number} of {all:number}")
#: Questions that version 5 of the rules did not ask.
NOT_ASKED = (SUPPLY.id, ATTEMPT.id)
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
    rules_version = 6
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
    hidden_fields = ("rogue_orders",)
    feature_names, feature_words, value_file = FEATURES, WORDS, VALUE_FILE

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
        """A game of the house player takes 50 to 80 rounds, more with more players; a person needs half a minute for a turn."""
        turns = options.players * (38 + 7 * options.players)
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
        """Version 5 asked about Rogue cards to discard until a hand was kept; it left no choice in what version 6 asks first."""
        key, topic = answers[0].key, question.topic
        if answers[0].seat == question.seat and topic not in NOT_ASKED:
            if key in question.keys:
                return Migrated(key)
            if topic == ROGUE_OUT.id and key == "keep_hand":  # he was asked again when he held other cards
                return Migrated(KEEP_REST.id)
            if topic == CLUE_WISH.id and key.startswith(f"{topic}:"):
                return Migrated(question.keys[0])  # for a face that is not in the game: nobody could agree
            if copy := _another_copy(question, key):
                return Migrated(copy)
        if (answer := self.answer_not_asked(question)) is not None:
            return Migrated(answer, used=0)
        if key.startswith(
            (f"{SORT.id}:", f"{SORT_LEFT.id}:")
        ):  # copies of one card are not put in order any more
            return Migrated(None)
        return super().migrate(question, answers)

    def answer_not_asked(self, question: Question) -> str | None:
        """Version 5: a prisoner tried to escape, supplies were drawn, the only Companion was taken, a hand was kept."""
        if question.topic == KIDNAP_WHOM.id:
            return question.keys[0] if len(question.keys) == 2 else None
        if question.topic in (ROGUE_OUT.id, CLUE_UNWANTED.id):
            return KEEP_REST.id
        return f"{question.topic}:yes" if question.topic in NOT_ASKED else None

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def advice(self, run: Run[NuEarth], value: Any) -> Line | None:
        return advice_on(run, value)

    def features(self, s: NuEarth) -> list[list[float]]:
        return features(s)

    def moment(self, s: NuEarth) -> int | None:
        return moment(s)

    def evaluate(self, s: NuEarth) -> Sequence[float]:
        """The value learned from games; until there is one, Clues and nearness to the Traitor."""
        learned = super().evaluate(s)
        return evaluate(s) if learned is None else learned

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


def _another_copy(question: Question, key: str) -> str | None:
    """An answer that names another copy of the card an old key names: copies have numbers."""
    return next((it for it in question.keys if it.rstrip(digits) == key.rstrip(digits)), None)


GAME = RogueTrooper()
