"""Red Dust Rebellion as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from sandtable.engine import (
    Answered,
    CannotImagine,
    Cards,
    Encoding,
    Game,
    Kinds,
    Line,
    Migrated,
    Names,
    Options,
    Outcome,
    Pack,
    Past,
    Question,
    Run,
    SandtableError,
    Scenario,
    Seat,
    Steps,
    Telling,
    Word,
)

from .house.advice import advice_of
from .house.evaluation import evaluate
from .house.feature_names import WORDS
from .house.features import FEATURES, VALUE_FILE, features, moment
from .house.policy import house_policy
from .nonplayer.curiosity import deduces as deduces_curiosity
from .nonplayer.curiosity import redeal as redeal_curiosity
from .nonplayer.play import at_table, nonplayer_turn
from .printed.box import box_of
from .printed.check import check_pack
from .printed.decks import CURRENT, EVENT_DECK, FIRST_DUST_STORM
from .printed.files import KEY, LESSON_FOLDER, PACK_FILES, PACK_FOLDER, FactionId
from .printed.map import MARS_GOV, PHOBOS, RECLAIMERS, RED_DUST, SPACES
from .printed.pieces import BASIC, FACTION, KINDS, PIECE, THE_FACTION, UNIT
from .printed.tutorial import FORCED
from .rules.alignment import ALIGNMENT
from .rules.dust_storm import LAST_ROUND, dust_storm_round
from .rules.earthgov import POPULATION, SUPPLY
from .rules.event_deck import dust_storm_places
from .rules.event_round import PHASES, faction_order
from .rules.flashpoint import flashpoint_round
from .rules.operations.general import is_haboob
from .rules.resources import GIVER_OF, is_only_card_that_pays, money_left
from .rules.set_up import begin, set_up
from .rules.stored_games import stored_answer
from .show.board import Board, board_of
from .show.columns import columns_of
from .show.encoding import encoding_of
from .show.ending import telling_of
from .show.names import THROWS, WINDOWS
from .show.short_rules import RULES_FILE, SHORT_RULES
from .show.text_board import text_board
from .show.view import View, view_of, views_of
from .state import Mars, Op, Phase

_MARKERS = {SUPPLY: "Supply", POPULATION: "Population"}
_CARGO = Names(
    lambda kind: _MARKERS[kind].lower() if kind in _MARKERS else PIECE.id(kind),
    lambda kind: _MARKERS.get(kind) or UNIT.label(kind),
    many=lambda kind: _MARKERS.get(kind) or UNIT.many(kind),
)
_ORDINAL = Names(str, lambda n: ("0th", "1st", "2nd", "3rd", "4th")[n], is_thing=False)
#: What each Faction is like, by seat: what it wins by (15), and how it gets there.
SIDES = (
    "Wins by Support and the confidence of Earth. It has many Troops, and pays for every space it acts in.",
    "Wins by Profits, which its Bases earn. Its Operations cost little; its casualties cost Profits.",
    "Wins by Opposition and Bases. It has many Hidden Rebels and little money.",
    "Wins when its spaces and Bases outnumber all other Bases on Mars. It pays with Asset cards, not with money.",
)
NEXT_STORM = Line("Dust Storm {n:number} of {all:number}")
#: Phases that are no Faction's turn.
BETWEEN_TURNS = (Phase.SET_UP, Phase.END_OF_ROUND, Phase.FLASHPOINT, Phase.DUST_STORM)
#: How many hands to deal before giving up on one that fits.
TRIES = 500


def _order(s: Mars) -> tuple[int, ...]:
    """13.1 The Factions in the order of the Event in play; none while there is no such card."""
    has_order = bool(s.events.zones[CURRENT]) and s.current_event() < FIRST_DUST_STORM
    return faction_order(s) if has_order else ()


def _counted(one: str) -> Names:
    """A number of something: "1 Profit", "3 Profits"."""
    return Names(str, lambda n: f"{n} {one}" if n == 1 else f"{n} {one}s", is_thing=False)


_KINDS: Kinds = {
    "alignment": ALIGNMENT,
    "piece": PIECE,
    "unit": UNIT,
    "faction": FACTION,
    "the_faction": THE_FACTION,
    "ordinal": _ORDINAL,
    "cargo": _CARGO,
    "profits": _counted("Profit"),
    "resources": _counted("Resource"),
    "rebels": _counted("Rebel"),
    "cubes": _counted("cube"),
}


@cache
def _kinds(pack: str) -> Kinds:
    """The names of everything: what the rules name, and what a pack prints."""
    return {**_KINDS, **box_of(pack).kinds}


_TURNS = {
    Phase.SET_UP: set_up,
    Phase.FLASHPOINT: flashpoint_round,
    Phase.DUST_STORM: dust_storm_round,
    **PHASES,
}


class RedDustOptions(Options, frozen=True, kw_only=True):
    """Which Factions play themselves."""

    nonplayers: Annotated[
        tuple[FactionId, ...],
        Meta(
            title="Non-players",
            description="Factions that the printed non-player system plays: Curiosity cards and priority tables.",
        ),
    ] = ()


class RedDust(Game[Mars]):
    """MarsGov, the Corporations, Red Dust and the Church of the Reclaimer."""

    key = KEY
    rules_version = 5
    title = "Red Dust Rebellion"
    throws = THROWS
    windows = WINDOWS
    about = "Four Factions fight over Mars: a government, its corporations, a workers' revolt and a desert church."
    short_rules = SHORT_RULES
    rules_file = RULES_FILE
    state_type = Mars
    options_type = RedDustOptions
    nonplayer_option = "nonplayers"
    feature_names, feature_words, value_file = FEATURES, WORDS, VALUE_FILE
    pack_files: ClassVar[Mapping[str, Any]] = PACK_FILES
    pack_folder = PACK_FOLDER
    lesson_folder = LESSON_FOLDER
    scenarios: ClassVar[Sequence[Scenario]] = (
        Scenario("standard", "Standard", "The whole rebellion: three Dust Storms.", 240, "hard"),
        Scenario(
            "tutorial",
            "Tutorial",
            "The first stretch with the cards, Storms and dice of the playbook's example.",
            30,
            "easy",
        ),
    )

    def begin(self, options: Any) -> Mars:
        s = begin(options.pack, FORCED if options.scenario == "tutorial" else {})
        if options.nonplayers:
            if options.scenario == "tutorial":
                raise SandtableError("The tutorial imposes its results on people; it has no non-players.")
            seats = tuple(who for who in range(4) if FACTION.id(who) in options.nonplayers)
            s.nonplayers = at_table(seats)
            for who in (MARS_GOV, RED_DUST):
                if who in seats:
                    s.resources[who] = 0  # 8.4 it has no Resources at all
        return s

    def turn(self, s: Mars) -> Steps[None]:
        rule = _TURNS[s.phase](s)
        return rule if s.nonplayers is None else nonplayer_turn(s, rule)

    def outcome(self, s: Mars) -> Outcome | None:
        return None  # the Dust Storm Rounds end the game

    def view(self, s: Mars, seat: int | None) -> View:
        return view_of(s, seat, _order(s), is_haboob(s))

    def views(self, s: Mars, seats: Sequence[int | None]) -> list[View]:
        return views_of(s, seats, _order(s), is_haboob(s))

    def seats(self, options: Any) -> Sequence[Seat]:
        return tuple(Seat(FACTION.id(who), FACTION.label(who), SIDES[who]) for who in range(4))

    def kinds(self, s: Mars) -> Kinds:
        return _kinds(s.pack)

    def in_play(self, s: Mars, kind: str) -> Sequence[int]:
        """All that a player can point at: spaces, kinds of pieces on the map, the four Factions. Cards are in hands and decks."""
        if kind == "space":
            return SPACES
        if kind == "piece":
            end = (PHOBOS + 1) * KINDS
            return [piece for piece in range(KINDS) if any(s.pieces[piece:end:KINDS])]
        if kind == "faction":
            return range(4)
        return ()

    def plays_itself(self, s: Mars) -> bool:
        """8 Four non-players ask nobody anything."""
        return s.nonplayers is not None and len(s.nonplayers.seats) == 4

    def decisions_of_nonplayers(self, s: Mars) -> int:
        return 0 if s.nonplayers is None else s.nonplayers.decisions

    def whose_turn(self, s: Mars) -> int | None:
        """The Faction that acts. Rounds of the planet, and what comes between two Events, are nobody's."""
        return who if (who := s.acting()) >= 0 and s.phase not in BETWEEN_TURNS else None

    def progress(self, s: Mars) -> Line:
        return NEXT_STORM.of(n=min(s.rounds + 1, LAST_ROUND), all=LAST_ROUND)

    def census(self, s: Mars) -> Mapping[str, int]:
        """2 Force pools: every piece is somewhere."""
        counts = {PIECE.id(kind): 0 for kind in s.box.pool}
        for kind in range(KINDS):
            counts[PIECE.id(BASIC[kind])] += sum(s.pieces[kind::KINDS])
        return counts

    def columns(self, s: Mars) -> dict[str, float]:
        return columns_of(s)

    def ending(self, past: Past[Mars]) -> Telling:
        return telling_of(past)

    def encoding(self, options: Any) -> Encoding:
        return encoding_of(options)

    def text_board(self, view: View, seats: Sequence[Seat], width: int = 100) -> str:
        return text_board(view, seats, width)

    def board(self, options: Any) -> Board:
        return board_of(options)

    def check_pack(self, pack: Pack) -> Sequence[str]:
        return check_pack(pack)

    def features(self, s: Mars) -> list[list[float]]:
        return features(s)

    def moment(self, s: Mars) -> int | None:
        return moment(s)

    def evaluate(self, s: Mars) -> Sequence[float]:
        """The value learned from games; until there is one, margins and prospects."""
        learned = super().evaluate(s)
        return evaluate(s) if learned is None else learned

    def policy(self, run: Run[Mars], rng: random.Random) -> Any:
        return house_policy(run, rng)

    def advice(self, run: Run[Mars], value: Any) -> Line | None:
        return advice_of(run, value)

    def asks_favour(self, value: object) -> bool:
        """10 Transfers: to ask another Faction for Resources."""
        return isinstance(value, Word) and value in GIVER_OF

    def result(self, before: Mars, after: Mars) -> str | None:
        """16.9 The meaning of the dice of an Attack: how many succeed, and whether there is Damage."""
        if after.action.op is not Op.ATTACK:
            return None
        hits = ("no die succeeds", "one die succeeds", "both dice succeed")[after.action.hits]
        return f"{hits}, with Damage" if after.displaced > before.displaced else hits

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        return stored_answer(question, answers)

    def deduces(self, s: Mars, seat: int | None, cards: Cards, card: int) -> bool:
        if cards is s.assets:
            return is_only_card_that_pays(s, s.action, seat, card)
        np = s.nonplayers
        return np is not None and cards is np.curiosity and deduces_curiosity(np, seat, card)

    def redeal(self, s: Mars, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        """Deal anew whatever a seat cannot know: hands and deck orders.

        But everybody knows how the Event deck was built, and that the Reclaimers can pay for the spaces they have chosen.
        """
        if s.phase is Phase.SET_UP:
            return  # all cards are in their boxes, and the shuffles are to come
        places = dust_storm_places(s)

        def fits(card: int, zone: int, place: int) -> bool:
            return zone == EVENT_DECK and place in places[card]

        s.events.redeal(seat, rng, pinned=pinned[0], fits=fits, limited=places)
        s.campaigns.redeal(seat, rng, pinned=pinned[2])
        if s.nonplayers is not None:
            redeal_curiosity(s.nonplayers, seat, rng, pinned[3])
        for _ in range(TRIES):
            s.assets.redeal(seat, rng, pinned=pinned[1])
            if s.action.who != RECLAIMERS or money_left(s, s.action) >= 0:
                return
        raise CannotImagine("No hand was found that pays for the Reclaimers' Operation.")


GAME = RedDust()
