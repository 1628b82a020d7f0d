"""Mars or Die as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from sandtable.engine import (
    Answered,
    Encoding,
    Game,
    Kinds,
    Line,
    Migrated,
    NotFound,
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

from . import state
from .house.advice import advice_of
from .house.evaluation import evaluate
from .house.features import FEATURES, VALUE_FILE, WORDS, features, moment
from .house.policy import house_policy
from .printed.box import KEY, box_of, make_box
from .printed.check import check_pack
from .printed.files import LESSON_FOLDER, PACK_FILES, PACK_FOLDER
from .rules.earlier import migrated
from .rules.turn import acting_side, next_turn
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.ending import telling_of
from .show.names import THROWS, WINDOWS
from .show.odds import odds_of
from .show.page import PageView, live_pages_of, page_of, reaches
from .show.short_rules import RULES_FILE, SHORT_RULES
from .show.text_board import text_board
from .show.view import View, table_of, view_of, views_of
from .state import DEPLOYING, FIRST, WAITING, Battle

#: What each side is like in the scenarios of the default pack.
SIDES: dict[str, dict[str, str]] = {
    "s6": {
        "ember": "Spears, swords, archers and a champion. Win by breaking the other tribe or killing its champion.",
        "ash": "The same warriors from the other edge. Win by breaking the other tribe or killing its champion.",
    },
    "s1": {
        "legion": "Few, with rifles, a machine gun and a field gun. Shoot early, and keep the Murks off the hill.",
        "murks": "Many, with spears, swords and bows. Cross the open quickly and win hand to hand.",
    },
    "s2": {
        "legion": "A small garrison behind walls. Hold out to the end.",
        "murks": "A host in the open. Get into the fort before the guns have thinned it out.",
    },
    "s3": {
        "convoy": "Four units of Roujeens guard three wagons. Two of them must leave by the east edge.",
        "raiders": "Waiting on both sides of the road. Destroy two wagons.",
    },
    "s4": {
        "roujeens": "Riflemen, and a skyboat that may come in turn 2. Take the lock and hold it.",
        "kanaltruppen": "Disciplined infantry behind the canal. Keep the lock, or break the attack.",
    },
    "s5": {
        "legion": "The same forces as the other side. Points for every stand destroyed, and for the ruin.",
        "kanaltruppen": "The same forces as the other side. Points for every stand destroyed, and for the ruin.",
    },
}
TURN, SETTING_UP = Line("Turn {n:number} of {all:number}"), Line("Setting up")


class MarsOptions(Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Which scenario, out of which pack. For a scenario of your own: `scenario=own`, and its id as `own`."""

    scenario: str = "s6"
    own: Annotated[
        str,
        Meta(
            title="Own scenario",
            description="Which scenario of your pack to play, by its id. Empty: its first.",
        ),
    ] = ""


class MarsOrDie(Game[Battle]):
    """Two small armies on a table measured in inches."""

    key = KEY
    title = "Mars or Die"
    rules_version = 5
    throws = THROWS
    windows = WINDOWS
    about = "Victorian science fiction with miniatures: stands, arcs, charges and a ruler that never argues."
    short_rules = SHORT_RULES
    rules_file = RULES_FILE
    state_type = Battle
    feature_names, feature_words, value_file = FEATURES, WORDS, VALUE_FILE
    options_type = MarsOptions
    pack_files = PACK_FILES
    pack_folder = PACK_FOLDER
    lesson_folder = LESSON_FOLDER
    scenarios = (
        Scenario("s6", "Trial of Champions", "The learning game: two murk tribes, no cards.", 30, "easy"),
        Scenario("s1", "Meeting at the Grand Canal", "Legion against Murks in the open.", 90, "medium"),
        Scenario("s2", "The Fort at Noctis Wells", "A Legion garrison against a Murk host.", 90, "medium"),
        Scenario("s3", "The Water Train", "A Roujeen convoy against Murk raiders.", 75, "medium"),
        Scenario("s4", "Shadow over the Locks", "Roujeens with a skyboat against Kanaltruppen.", 75, "hard"),
        Scenario("s5", "Two Flags, One Lock", "Legion against Kanaltruppen, for points.", 75, "medium"),
        Scenario(
            "own", "A scenario of your own", "A scenario of your pack, named by the option Own scenario."
        ),
    )

    def offers(self, option: str, options: Any) -> dict[str, str]:
        fields = self.pack(options.pack)["scenarios"] if options.scenario == "own" else ()
        return {field.id: field.title for field in fields}

    def begin(self, options: Any) -> Battle:
        name = self._scenario(options)
        return state.begin(options.pack, name, make_box(self.pack(options.pack), name))

    def _scenario(self, options: Any) -> str:
        fields = self.pack(options.pack)["scenarios"]
        name = options.scenario if options.scenario != "own" else options.own or fields[0].id
        names = [field.id for field in fields]
        if name not in names:
            raise NotFound("scenario", name, names)
        return str(name)

    def turn(self, s: Battle) -> Steps[None]:
        return next_turn(s)

    def outcome(self, s: Battle) -> Outcome | None:
        return None  # the end of a turn ends the game

    def view(self, s: Battle, seat: int | None) -> View:
        return view_of(s, seat)

    def views(self, s: Battle, seats: Sequence[int | None]) -> list[View]:
        return views_of(s, seats)

    def seats(self, options: Any) -> Sequence[Seat]:
        name = self._scenario(options)
        field = next(field for field in self.pack(options.pack)["scenarios"] if field.id == name)
        sides = SIDES.get(name, {}) if options.pack == "default" else {}
        return [Seat(army.id, army.label, sides.get(army.id, "")) for army in field.side]

    def kinds(self, s: Battle) -> Kinds:
        return box_of(s).kinds

    def whose_turn(self, s: Battle) -> int | None:
        return acting_side(s) if s.phase >= FIRST else None

    def progress(self, s: Battle) -> Line:
        return TURN.of(n=s.turn, all=box_of(s).field.turns) if s.turn else SETTING_UP

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        return migrated(question, answers)

    def in_play(self, s: Battle, kind: str) -> Sequence[int]:
        if kind == "unit":
            waiting = [u for u in range(len(s.fates)) if s.fates[u] == WAITING and u < box_of(s).count]
            return sorted([*s.live[0], *s.live[1], *(waiting if s.phase == DEPLOYING else ())])
        return super().in_play(s, kind)

    def census(self, s: Battle) -> Mapping[str, int]:
        return {"cards": sum(map(len, s.cards.zones)), "stands": sum(s.sizes)}

    def columns(self, s: Battle) -> dict[str, float]:
        return columns_of(s)

    def ending(self, past: Past[Battle]) -> Telling:
        return telling_of(past)

    def encoding(self, options: Any) -> Encoding:
        return encoding_of(make_box(self.pack(options.pack), self._scenario(options)))

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return text_board(view, seats, width)

    def page(self, view: View) -> PageView:
        return page_of(view)

    def live_pages(self, views: Sequence[View]) -> list[PageView]:
        return live_pages_of(views)

    def measures(self, view: View) -> Mapping[str, Any]:
        return {"reaches": reaches(table_of(view))}

    def board(self, options: Any) -> Board:
        return board_of(make_box(self.pack(options.pack), self._scenario(options)))

    # For bots

    def features(self, s: Battle) -> list[list[float]]:
        return features(s)

    def moment(self, s: Battle) -> int | None:
        return moment(s)

    def evaluate(self, s: Battle) -> Sequence[float]:
        learned = super().evaluate(s)
        return evaluate(s) if learned is None else learned

    def odds(self, run: Run[Battle], value: Any) -> Odds | None:
        return odds_of(run, value)

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def advice(self, run: Run[Battle], value: Any) -> Line | None:
        return advice_of(run, value)

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return [SetUp(field.title, {"scenario": "own", "own": field.id}) for field in pack["scenarios"]]


GAME = MarsOrDie()
