"""Space Combat as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
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
    Word,
)

from ..common.house.missions import mission_won
from ..common.printed.difficulty import offered
from ..common.printed.options import MissionOptions, number_asked_for
from ..common.printed.proving import set_ups
from ..common.rules.campaign import campaign_score
from ..common.rules.combat import standing
from ..common.show.progress import CAMPAIGN, MISSION, OPS_LEFT
from ..common.state import PLAYER
from .house.advice import advice_of
from .house.features import FEATURES, VALUE_FILE, WORDS, features, moment
from .house.policy import house_policy
from .printed.box import box_of
from .printed.check import check_pack
from .printed.files import LESSON_FOLDER, PACK_FILES, PACK_FOLDER, Mission
from .rules.sequence_of_play import turn
from .rules.set_up import DIALS
from .rules.stored_games import stored_answer
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.ending import missions_of, telling_of
from .show.names import COUNTS, THROWS, WINDOWS
from .show.odds import odds_of
from .show.short_rules import RULES_FILE, SHORT_RULES
from .show.text_board import text_board
from .show.view import View, mission_of, view_of
from .state import HELD, ON_MAP, Squadron, begin

SIDE = "You lead a squadron of rebel ships; cards play the Federation. Each Mission is a journey there, a battle and a return."


class SpaceOptions(MissionOptions, frozen=True, kw_only=True):
    """Which Mission of Space Combat to play, and how hard it is."""


class SpaceCombat(Game[Squadron]):
    """A squadron on the orbits of Ceres, against a system run by cards."""

    key = "space-combat"
    rules_version = 5
    title = "Free Mars: Space Combat"
    throws, counts = THROWS, COUNTS
    windows = WINDOWS
    about = "Lead a rebel squadron through the orbits of Ceres against the Federation. For one player."
    short_rules = SHORT_RULES
    rules_file = RULES_FILE
    state_type = Squadron
    options_type = SpaceOptions
    scenarios = (
        Scenario(
            "mission",
            "A Mission",
            "One of the Missions, by chance among the first three or by name.",
            45,
            "medium",
        ),
        Scenario(
            "final",
            "Grand Slam",
            "The last Mission of the campaign alone, with more Assembly Points.",
            60,
            "hard",
        ),
        Scenario(
            "campaign",
            "Campaign",
            "Win every Mission, the last one last; two lost in a row lose it.",
            180,
            "hard",
        ),
    )
    pack_files = PACK_FILES
    pack_folder = PACK_FOLDER
    lesson_folder = LESSON_FOLDER
    feature_names, feature_words, value_file = FEATURES, WORDS, VALUE_FILE

    def offers(self, option: str, options: Any) -> dict[str, str]:
        if option == "difficulty":
            return offered(DIALS)
        if options.scenario == "final":
            return {}
        return {"": "a random one"} | {m.id: m.title for m in self.missions(options)}

    def missions(self, options: Any) -> list[Mission]:
        """R-SP-2 The Missions that can be asked for: a campaign keeps the final one for its end."""
        final = {"final": [True], "campaign": [False]}.get(options.scenario, [True, False])
        return [m for m in box_of(options.pack).missions if m.final in final]

    def begin(self, options: Any) -> Squadron:
        able = [m.id for m in self.missions(options)]
        ids = [m.id for m in box_of(options.pack).missions]
        asked_for = number_asked_for(options.mission, able, ids)
        return begin(options.pack, options.scenario, asked_for, options.difficulty)

    def turn(self, s: Squadron) -> Steps:
        return turn(s)

    def outcome(self, s: Squadron) -> Outcome | None:
        return None  # the end of a Mission or of a campaign is raised where it happens

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("rebels", "Rebels", SIDE),)

    def kinds(self, s: Squadron) -> Kinds:
        return s.box.kinds

    def in_play(self, s: Squadron, kind: str) -> Sequence[int]:
        """Everything in the box, but of the Intercept markers those that were turned up, of the OPFOR what is on the map."""
        if kind == "side":
            return standing(s)
        if kind == "unit":
            box = s.box
            known = (m for m in range(len(box.intercepts)) if s.markers.knows(PLAYER, m))
            return [*range(box.first_marker), *(box.first_marker + m for m in known), box.base]
        return super().in_play(s, kind)

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return set_ups(self, pack)

    def progress(self, s: Squadron) -> Line:
        if s.is_campaign:
            return CAMPAIGN.of(won=s.won, all=len(s.box.missions), n=s.ops_left)
        if (mission := mission_of(s, None)) is None:
            return OPS_LEFT.of(n=s.ops_left)
        return MISSION.of(title=Word("mission", mission.title), n=s.ops_left)

    def census(self, s: Squadron) -> Mapping[str, int]:
        """Cards, markers and Pods; and that markers lie where the ships and the map say they do."""
        held = [unit for units in (*s.cargo, s.loose) for unit in units]
        aboard = sum(unit >= s.box.first_marker for unit in held)
        return {
            "cards": sum(map(len, s.cards.zones)),
            "intercepts": sum(map(len, s.markers.zones)),
            "intercepts astray": s.markers.count(HELD) - aboard + s.markers.count(ON_MAP) - len(s.sites),
            "pods": len(held) - aboard + len(s.pods_left()) // 2,
        }

    def view(self, s: Squadron, seat: int | None) -> View:
        return view_of(s, seat)

    def board(self, options: Any) -> Board:
        return board_of(options)

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def features(self, s: Squadron) -> list[list[float]]:
        return features(s)

    def moment(self, s: Squadron) -> int | None:
        return moment(s)

    def part_won(self, before: Squadron, after: Squadron) -> Sequence[float] | None:
        return mission_won(before, after)

    def advice(self, run: Run[Squadron], value: Any) -> Line | None:
        return advice_of(run, value)

    def odds(self, run: Run[Squadron], value: Any) -> Odds | None:
        return odds_of(run, value)

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        return stored_answer(question, answers)

    def columns(self, s: Squadron) -> dict[str, float]:
        return columns_of(s)

    def track(self, s: Squadron) -> Sequence[Stop]:
        return missions_of(s)

    def score_so_far(self, s: Squadron) -> float | None:
        return campaign_score(s) if s.fought else None

    def ending(self, past: Past[Squadron]) -> Telling:
        return telling_of(past)

    def encoding(self, options: Any) -> Encoding:
        return encoding_of(options)

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return text_board(view, seats, width)


GAME = SpaceCombat()
