"""Surface Combat as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.engine import (
    Answered,
    Encoding,
    Game,
    Kinds,
    Line,
    Migrated,
    Odds,
    Outcome,
    Pack,
    Past,
    Question,
    Run,
    Scenario,
    Seat,
    SetUp,
    Steps,
    Stop,
    Telling,
    Thrown,
    Word,
)

from ..common.house.missions import mission_won
from ..common.printed.difficulty import offered
from ..common.printed.options import MissionOptions, number_asked_for
from ..common.printed.proving import set_ups
from ..common.rules.campaign import campaign_score
from ..common.rules.combat import standing
from ..common.show.progress import CAMPAIGN, MISSION, OPS_LEFT
from .house.advice import advice_of
from .house.features import FEATURES, VALUE_FILE, WORDS, features, moment
from .house.policy import house_policy
from .printed.box import box_of
from .printed.check import check_pack
from .printed.files import LESSON_FOLDER, PACK_FILES, PACK_FOLDER
from .rules.sequence_of_play import turn
from .rules.set_up import DIALS
from .rules.stored_games import stored_answer, stored_throws
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.ending import missions_of, telling_of
from .show.names import COUNTS, THROWS, WINDOWS
from .show.odds import odds_of
from .show.short_rules import RULES_FILE, SHORT_RULES
from .show.text_board import text_board
from .show.view import View, mission_of, view_of
from .state import Team, begin

SIDE = "You command a Hyper Team; cards play the enemy. Recruit, cross the map unseen, and do what the Mission asks."


class SurfaceOptions(MissionOptions, frozen=True, kw_only=True):
    """Which Mission of Surface Combat to play, and how hard it is."""


class SurfaceCombat(Game[Team]):
    """One player, a Hyper Team, a Mission; or four Missions in a campaign."""

    key = "surface-combat"
    title = "Free Mars: Surface Combat"
    rules_version = 5
    throws, counts = THROWS, COUNTS
    windows = WINDOWS
    about = "Solitaire. A team of commandos on a hex map of Mars against a system run by a deck of Ops cards."
    short_rules = SHORT_RULES
    rules_file = RULES_FILE
    state_type = Team
    options_type = SurfaceOptions
    scenarios = (
        Scenario("mission", "One Mission", "One of the four Missions, by chance or by name.", 30, "easy"),
        Scenario("campaign", "Campaign", "Win all Missions before you lose two in a row.", 120, "medium"),
    )
    pack_files = PACK_FILES
    pack_folder = PACK_FOLDER
    lesson_folder = LESSON_FOLDER
    feature_names, feature_words, value_file = FEATURES, WORDS, VALUE_FILE

    def offers(self, option: str, options: Any) -> dict[str, str]:
        if option == "difficulty":
            return offered(DIALS)
        return {"": "a random one"} | {m.id: m.title for m in box_of(options.pack).missions}

    def begin(self, options: Any) -> Team:
        ids = [m.id for m in box_of(options.pack).missions]
        return begin(
            options.pack,
            is_campaign=options.scenario == "campaign",
            asked_for=number_asked_for(options.mission, ids, ids),
            difficulty=options.difficulty,
        )

    def turn(self, s: Team) -> Steps:
        return turn(s)

    def outcome(self, s: Team) -> Outcome | None:
        return None  # rules raise Over

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("commander", "Commander", SIDE),)

    def kinds(self, s: Team) -> Kinds:
        return s.box.kinds

    def in_play(self, s: Team, kind: str) -> Sequence[int]:
        """The Team's counters by the side they show, and the OPFOR units on the map; otherwise all there is."""
        if kind == "unit":
            return s.pieces()
        return standing(s) if kind == "side" else super().in_play(s, kind)

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return set_ups(self, pack)

    def progress(self, s: Team) -> Line:
        if s.is_campaign:
            return CAMPAIGN.of(won=s.won, all=len(s.box.missions), n=s.ops_left)
        if (mission := mission_of(s, None)) is None:
            return OPS_LEFT.of(n=s.ops_left)
        return MISSION.of(title=Word("mission", mission.title), n=s.ops_left)

    def census(self, s: Team) -> dict[str, int]:
        return {"friendly counters": len(s.units), "cards": sum(map(len, s.cards.zones))}

    def view(self, s: Team, seat: int | None) -> View:
        return view_of(s, seat)

    def board(self, options: Any) -> Board:
        return board_of(options)

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def features(self, s: Team) -> list[list[float]]:
        return features(s)

    def moment(self, s: Team) -> int | None:
        return moment(s)

    def part_won(self, before: Team, after: Team) -> Sequence[float] | None:
        return mission_won(before, after)

    def advice(self, run: Run[Team], value: Any) -> Line | None:
        return advice_of(run, value)

    def odds(self, run: Run[Team], value: Any) -> Odds | None:
        return odds_of(run, value)

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        return stored_answer(question, answers)

    def migrate_throws(self, s: Team, answers: Sequence[Answered], throws: Sequence[Thrown]) -> list[Thrown]:
        return stored_throws(s, answers, throws)

    def columns(self, s: Team) -> dict[str, float]:
        return columns_of(s)

    def track(self, s: Team) -> Sequence[Stop]:
        return missions_of(s)

    def score_so_far(self, s: Team) -> float | None:
        return campaign_score(s) if s.fought else None

    def ending(self, past: Past[Team]) -> Telling:
        return telling_of(past)

    def encoding(self, options: Any) -> Encoding:
        return encoding_of(options)

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return text_board(view, seats, width)


GAME = SurfaceCombat()
