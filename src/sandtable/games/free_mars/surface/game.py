"""Surface Combat as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from sandtable.engine import (
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

from ..common.printed.proving import set_ups
from ..common.rules.campaign import end_game
from ..common.show.names import THROWS, WINDOWS
from ..common.state import MissionEnded, new_cards
from .cards import ops_cards
from .house.policy import house_policy
from .printed.check import check_pack
from .printed.files import PACK_FILES, PACK_FOLDER
from .rules import actions, campaign, combat, missions, movement, set_up
from .show.board import Board, board_of
from .show.odds import odds_of
from .show.text_board import text_board
from .show.view import View, view_of
from .state import BOX, Phase, Team, box_of


class SurfaceOptions(Options, frozen=True, kw_only=True):
    """Which Mission to play, by the id of its card; empty: one is picked at random."""

    scenario: str = "mission"
    mission: Annotated[str, Meta(title="Mission", description="The first one, if it is a campaign.")] = ""


SHORT_RULES = """\
Your Team must fulfil a Mission before the Ops deck runs out. It loses at once if no Cadre is left.

Each Op has five phases:

1. **Move.** On foot as far as the slowest Cadre; rough, volcano, canyon and dunes stop you, and so does an OPFOR
   Installation. A Vehicle carries everybody and ignores terrain. A Friendly Spaceport lets you hop.
2. **Take the top Ops card.** It may bring OPFOR units: as many as the NET Level, more at an OPFOR Installation.
3. **Fight** what came. The side with the Tactical Edge fires first: a die for each point of strength, 5 or 6 hits. A
   hit crashes a unit, a second one removes it; Gear goes with one. You allot all hits. After each round you may break
   off: a die not above a unit's movement. That loses the battle and ends the Op. A battle won or lost moves Ops cards
   or NET.
4. **One special action**, a die for each icon of your Team and your Installations; 5 or 6 is Positive, a 1 burns a
   unit out: NET Run (Cyber): reveal the Mission, move NET, turn an Installation, gain time; Recruit (Leader) at a
   Settlement, a Friendly Installation or a TAZ; Repair (Nano-Morph); Enhanced Move (Hot Pilot).
5. **The Mission.** In the Nexus cell, with the Mission revealed, you may try it: fight its OPFOR, then roll a die for
   each icon it names, with NET Level bonus dice. Every number must be reached. If not, the Nexus moves.

NET helps your edge and the Mission, and brings more OPFOR. A campaign is four Missions; two lost in a row lose it."""

PHASES: dict[Phase, Callable[[Team], Steps]] = {
    Phase.SET_UP: set_up.set_up,
    Phase.RECRUIT: set_up.initial_deployment,
    Phase.START: set_up.start_cell,
    Phase.MOVE: movement.team_movement,
    Phase.CARD: ops_cards.operations_card,
    Phase.EDGE: combat.tactical_edge,
    Phase.ROUND: combat.battle_round,
    Phase.ACTION: actions.special_actions,
    Phase.MISSION: missions.mission_resolution,
    Phase.OBJECTIVE: missions.objective,
    Phase.DEBRIEF: campaign.debrief,
}


class SurfaceCombat(Game[Team]):
    """One player, a Hyper Team, a Mission; or four Missions in a campaign."""

    key = "surface-combat"
    title = "Free Mars: Surface Combat"
    #: 2: cards do what they can, Gear asks for its side, the look comes before the force; new numbers of the set.
    rules_version = 2
    throws = THROWS
    windows = WINDOWS
    about = "Solitaire. A team of commandos on a hex map of Mars against a system run by a deck of Ops cards."
    short_rules = SHORT_RULES
    state_type = Team
    options_type = SurfaceOptions
    scenarios = (
        Scenario("mission", "One Mission", "One of the four Missions, by chance or by name."),
        Scenario("campaign", "Campaign", "Win all Missions before you lose two in a row."),
    )
    pack_files = PACK_FILES
    pack_folder = PACK_FOLDER

    def offers(self, option: str, options: Any) -> dict[str, str]:
        return {"": "one by chance"} | {m.id: m.title for m in box_of(options.pack).missions}

    def begin(self, options: Any) -> Team:
        box = box_of(options.pack)
        ids = [m.id for m in box.missions]
        if options.mission and options.mission not in ids:
            raise NotFound("mission", options.mission, ids)
        return Team(
            cards=new_cards(box),
            bin=list(box.bin),
            opfor=[0] * len(box.sides),
            pack=options.pack,
            units=[BOX] * len(box.units),
            control=(0,) * len(box.installations),
            is_campaign=options.scenario == "campaign",
            asked_for=ids.index(options.mission) if options.mission else -1,
        )

    def turn(self, s: Team) -> Steps:
        """8.1 The phase the game is in. A Mission can end at any depth of it."""
        try:
            yield from PHASES[s.phase](s)
        except MissionEnded as end:
            if not s.is_campaign:
                end_game(end.won, end.why)
            s.is_mission_won = end.won
            s.phase = Phase.DEBRIEF

    def outcome(self, s: Team) -> Outcome | None:
        return None  # rules raise Over

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("commander", "Commander"),)

    def kinds(self, s: Team) -> Kinds:
        return s.box.names

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return set_ups(self, pack)

    def census(self, s: Team) -> dict[str, int]:
        return {"friendly counters": len(s.units), "cards": sum(map(len, s.cards.zones))}

    def view(self, s: Team, seat: int | None) -> View:
        return view_of(s, seat)

    def board(self, options: Any) -> Board:
        return board_of(options)

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def odds(self, run: Run[Team], value: Any) -> Odds | None:
        return odds_of(run, value)

    def text_board(self, view: View, seats: Sequence[Seat]) -> str:
        return text_board(view)


GAME = SurfaceCombat()
