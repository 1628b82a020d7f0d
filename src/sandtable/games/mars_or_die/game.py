"""Mars or Die as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from sandtable.engine import (
    Encoding,
    Game,
    Kinds,
    NotFound,
    Odds,
    Options,
    Outcome,
    Pack,
    Run,
    Scenario,
    Seat,
    SetUp,
    Steps,
)

from . import state
from .house.evaluation import evaluate
from .house.policy import house_policy
from .printed.box import KEY, box_of, make_box
from .printed.check import check_pack
from .printed.files import PACK_FILES, PACK_FOLDER
from .rules.turn import acting_side, next_turn
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.names import THROWS, WINDOWS
from .show.odds import odds_of
from .show.page import PageView, page_of
from .show.short_rules import SHORT_RULES
from .show.text_board import text_board
from .show.view import View, view_of
from .state import FIRST, Battle


class MarsOptions(Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Which scenario, out of which pack. For a scenario of your own: `scenario=own`, and its id as `own`."""

    scenario: str = "s6"
    own: Annotated[
        str,
        Meta(
            title="Own scenario",
            description="For the scenario “own”: the id of a scenario in the pack. Empty: its first.",
        ),
    ] = ""


class MarsOrDie(Game[Battle]):
    """Two small armies on a table measured in inches."""

    key = KEY
    title = "Mars or Die"
    rules_version = 3
    throws = THROWS
    windows = WINDOWS
    about = "Victorian science fiction with miniatures: stands, arcs, charges and a ruler that never argues."
    short_rules = SHORT_RULES
    state_type = Battle
    options_type = MarsOptions
    pack_files = PACK_FILES
    pack_folder = PACK_FOLDER
    scenarios = (
        Scenario("s6", "Trial of Champions", "The learning game: two murk tribes, no cards."),
        Scenario("s1", "Meeting at the Grand Canal", "Legion against Murks in the open."),
        Scenario("s2", "The Fort at Noctis Wells", "A Legion garrison against a Murk host."),
        Scenario("s3", "The Water Train", "A Roujeen convoy against Murk raiders."),
        Scenario("s4", "Shadow over the Locks", "Roujeens with a skyboat against Kanaltruppen."),
        Scenario("s5", "Two Flags, One Lock", "Legion against Kanaltruppen, for points."),
        Scenario("own", "A scenario of your own", "The one that the option `own` names in your pack."),
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

    def seats(self, options: Any) -> Sequence[Seat]:
        name = self._scenario(options)
        field = next(field for field in self.pack(options.pack)["scenarios"] if field.id == name)
        return [Seat(army.id, army.label) for army in field.side]

    def kinds(self, s: Battle) -> Kinds:
        return box_of(s).kinds

    def whose_turn(self, s: Battle) -> int | None:
        return acting_side(s) if s.phase >= FIRST else None

    def census(self, s: Battle) -> Mapping[str, int]:
        return {"cards": sum(map(len, s.cards.zones)), "stands": sum(s.sizes)}

    def columns(self, s: Battle) -> dict[str, float]:
        return columns_of(s)

    def encoding(self, options: Any) -> Encoding:
        return encoding_of(make_box(self.pack(options.pack), self._scenario(options)))

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return text_board(view, seats, width)

    def page(self, view: View) -> PageView:
        return page_of(view)

    def board(self, options: Any) -> Board:
        return board_of(make_box(self.pack(options.pack), self._scenario(options)))

    # For bots

    def evaluate(self, s: Battle) -> Sequence[float]:
        return evaluate(s)

    def odds(self, run: Run[Battle], value: Any) -> Odds | None:
        return odds_of(run, value)

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return [SetUp(field.title, {"scenario": "own", "own": field.id}) for field in pack["scenarios"]]


GAME = MarsOrDie()
