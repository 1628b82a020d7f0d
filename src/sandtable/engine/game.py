"""The interface between a game and the engine."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, get_args, get_type_hints

import msgspec

from .encoding.encoding import Encoding
from .errors import NotFound, SandtableError
from .naming import CHANCE, NUMBER, Kinds, Names
from .packs.pack import Pack, find_pack, pack_names
from .secrets.cards import Cards
from .secrets.held import secrets_of
from .state import State
from .steps import Steps
from .value import Trees, value_in

if TYPE_CHECKING:
    from .endings.ending import Stop, Telling
    from .endings.past import Past
    from .parts import Pieces, Plan
    from .question import Question
    from .run import Run
    from .saving.format import Answered, Thrown
    from .saving.migration import Migrated
    from .templates import Line
    from .walker import Odds

S = TypeVar("S", bound=State)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options a game is begun with. A game adds its own fields; an unknown one is an error that names it."""

    scenario: str = "standard"  #: Which scenario is played, by its id.
    pack: str = "default"  #: Which data is played with: the name of a pack, or the path of a folder.

    @classmethod
    def words(cls, name: str) -> tuple[str, str]:
        """The title and description of an option, for people who are asked for it: those of its
        `msgspec.Meta`, or else its name and an empty description."""
        hint = get_type_hints(cls, include_extras=True)[name]
        metas = [it for it in get_args(hint)[1:] if isinstance(it, msgspec.Meta)]
        title = next((it.title for it in metas if it.title), name.replace("_", " ").capitalize())
        return title, next((it.description for it in metas if it.description), "")


class Seat(msgspec.Struct, frozen=True):
    """A chair at the table: its name in keys and files, and the name people read."""

    id: str
    label: str
    about: str = ""  #: What it is like to play it, in a sentence or two for those who choose.


class Seating:
    """The seats of a table with their numbers and names; forks share it."""

    __slots__ = ("index", "names", "seats")

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.index = {seat.id: i for i, seat in enumerate(self.seats)}
        self.names = Names([seat.id for seat in seats], [seat.label for seat in seats])


class Scenario(msgspec.Struct, frozen=True):
    """One way to set a game up."""

    id: str
    label: str
    about: str = ""  #: One sentence for those who choose.
    minutes: int = 0  #: About how long people need for it, in minutes; 0 if nobody knows.
    #: How much it asks of somebody who plays it for the first time; empty if nobody has said.
    difficulty: Literal["", "easy", "medium", "hard"] = ""


class SetUp(msgspec.Struct, frozen=True):
    """A set-up that bots play to prove a pack: its label, and the options besides the pack.

    With `everybody`, each seat must win once and lose once; without it, one game with a winner is enough.
    """

    label: str
    options: dict[str, Any] = {}  #: The options to play with, besides the pack.
    everybody: bool = True  #: Whether each seat must win once and lose once.


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (nobody, one or several), what each seat is worth from 0 to 1, and why in a sentence."""

    #: The numbers of the seats that won; empty for a draw, or a solitaire game that is lost.
    winners: tuple[int, ...]
    scores: tuple[float, ...]  #: By seat: what the end is worth to it, from 0 to 1.
    reason: str = ""  #: Why the game ended: a template. `Table.reason` is the sentence.
    args: dict[str, Any] = {}  #: The things that the reason names.
    #: The score of a solitaire game in its own points, for a list of one's results; None if it keeps none.
    score: float | None = None

    @classmethod
    def won_by(cls, winners: Sequence[int], seats: int, reason: str = "", **things: Any) -> Outcome:
        """The winners share a score of 1. Without a winner all seats share it, except in a solitaire game, which is then lost.

        >>> Outcome.won_by([1], 2).scores, Outcome.won_by([], 2).scores, Outcome.won_by([], 1).scores
        ((0.0, 1.0), (0.5, 0.5), (0.0,))
        """
        share = 1 / (len(winners) or seats)
        drawn = not winners and seats > 1
        scores = tuple(share if drawn or seat in winners else 0.0 for seat in range(seats))
        return cls(tuple(winners), scores, reason, things)


class Over(Exception):
    """Raised by a rule, from any depth, when the game ends at once."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Game(Generic[S]):
    """A game: a description and a few functions. The rules are plain functions beside it.

    A game is a subclass with one instance. Only `begin`, `turn`, `outcome` and `view` are required.
    """

    key: ClassVar[str]  #: The name of the game in commands, journals and `sandtable.new`: "red-dust".
    title: ClassVar[str]  #: What people call it.
    about: ClassVar[str] = ""  #: One or two sentences for a list of games.
    #: Who made it, for the lobby and for lists; empty if nobody needs to be named.
    author: ClassVar[str] = ""
    #: The rules in short, for a player who has no rulebook at hand: Markdown, with tables if they help.
    short_rules: ClassVar[str] = ""
    #: The whole rules as a reference: a Markdown file with a heading a section, "### 16.6 Rally". None without one.
    rules_file: ClassVar[Path | None] = None
    #: Raised by every change of rules that alters old games.
    rules_version: ClassVar[int] = 1
    state_type: type[S]  #: The class of its state, a subclass of `State`.
    #: The class of its options, a subclass of `Options` if it has any of its own.
    options_type: type[Options] = Options
    #: The scenarios, the usual one first.
    scenarios: ClassVar[Sequence[Scenario]] = (Scenario("standard", "Standard"),)
    #: False for a game without any hidden information: imagining is then plain forking.
    has_secrets: ClassVar[bool] = True
    #: Fields of the state that hold secrets besides `Cards` and `Hidden`, which `redeal` deals anew: ("mines", "plan.goal").
    hidden_fields: ClassVar[Sequence[str]] = ()
    #: False for a game that only serves tests and benchmarks: it can be played, but no list shows it.
    listed: ClassVar[bool] = True
    #: What people read for the topics of throws: {"netrun": "NET Run"}. Others are shown as they are; those with an empty name are left out of the log, as the rule tells what came of them.
    throws: ClassVar[Mapping[str, str]] = {}
    #: What the dice of a throw count, by its topic, a word for each number of the reading: {"netrun": ("Positive", "Burnout")}.
    counts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: What people read for windows that a standing order can decline: {"bid": "bids for the order"}.
    windows: ClassVar[Mapping[str, str]] = {}
    #: The option that lists the seats which the game plays by itself, if its rulebook prints an automatic player: in a lobby that is the House.
    nonplayer_option: ClassVar[str] = ""
    #: The data files a pack of this game holds: name without suffix -> type. Empty for a game without packs.
    pack_files: ClassVar[Mapping[str, Any]] = {}
    #: The folder of the packs that come with the game.
    pack_folder: ClassVar[Path | None] = None
    #: The folder of its lessons: `glossary.toml` and a TOML file for each. None for a game without lessons.
    lesson_folder: ClassVar[Path | None] = None
    #: The names of the numbers that the value of a position is learned from, in the order in which `features` gives them.
    feature_names: ClassVar[tuple[str, ...]] = ()
    #: What players call the features that tell most: {"ops_left": "Ops cards left"}. "The chance ..." and "the danger ..." are shown as percentages.
    feature_words: ClassVar[Mapping[str, str]] = {}
    #: The file with the trees that were trained on them, by `sandtable lab train`. None for a game without a learned value.
    value_file: ClassVar[Path | None] = None

    # What every game gives

    def begin(self, options: Any) -> S:
        """The state before anything has happened: no chance, no questions. Set-up is the first turns."""
        raise NotImplementedError

    def turn(self, s: S) -> Steps[None]:
        """The next stretch of rules, from the state alone."""
        raise NotImplementedError

    def outcome(self, s: S) -> Outcome | None:
        """How the game ended, asked between turns; None while it goes on."""
        raise NotImplementedError

    def view(self, s: S, seat: int | None) -> Any:
        """The view of this seat (None: a spectator), built up from nothing."""
        raise NotImplementedError

    # What most games give

    def views(self, s: S, seats: Sequence[int | None]) -> list[Any]:
        """The views of several seats at one moment. A game overrides it to work out once what lies open to everybody."""
        return [self.view(s, seat) for seat in seats]

    def seats(self, options: Any) -> Sequence[Seat]:
        """The chairs, in order of play."""
        return (Seat("first", "First"), Seat("second", "Second"))

    def offers(self, option: str, options: Any) -> Mapping[str, str] | None:
        """The values an option that is a word can have, given the other options, each with its label.

        None means any word. An empty mapping means that the option has no effect here, so nobody is asked for it.
        """
        return None

    def kinds(self, s: S) -> Kinds:
        """The names of things by kind, for prompts, labels and keys."""
        return {}

    def in_play(self, s: S, kind: str) -> Sequence[int]:
        """The numbers of the things of this kind that lie open on the board now; by default all that have a name.

        A player can point at these and ask why they are not offered.
        """
        names = self.kinds(s).get(kind)
        return range(names.count or 0) if names is not None and names.is_thing else ()

    def plays_itself(self, s: S) -> bool:
        """Whether nobody is ever asked anything in this game: a table then waits for `Table.step` before each turn."""
        return False

    def decisions_of_nonplayers(self, s: S) -> int:
        """How many choices the game's own non-players have made so far: they answer questions that no table asks."""
        return 0

    def whose_turn(self, s: S) -> int | None:
        """The seat whose turn it is, for standing orders that end there."""
        return None

    def progress(self, s: S) -> Line | None:
        """How far the game has come, in a few words that everybody may know: "Turn 3 of 12". None: nothing is said."""
        return None

    def census(self, s: S) -> Mapping[str, int]:
        """Counts that never change in a game (pieces, cards, money), for the contract suite."""
        return {}

    def columns(self, s: S) -> Mapping[str, float]:
        """The game's own numbers that simulations record turn by turn: points, pieces, money, by seat where it matters.

        The names depend on the options of the game and on nothing that happens in it.
        """
        return {}

    def minutes(self, options: Any) -> int:
        """About how long people need with these options, in minutes; 0 if nobody knows. By default what the scenario says."""
        return next((it.minutes for it in self.scenarios if it.id == options.scenario), 0)

    def track(self, s: S) -> Sequence[Stop]:
        """The parts of a long game that are over, in order, such as the Missions of a campaign. Everybody may know them."""
        return ()

    def score_so_far(self, s: S) -> float | None:
        """The score of a solitaire game that somebody gives up, as it stands, if it keeps one."""
        return None

    def ending(self, past: Past[S]) -> Telling:
        """The game's own part of its ending: the sentence, final scores, charts, facts. It is asked once the game is over.

        Everything has a default, so a game without this method has an ending too.
        """
        from .endings.ending import Telling  # only needed at the end

        return Telling()

    def redeal(self, s: S, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        """Deal anew what this seat cannot know, in the state at the start of a turn.

        `pinned` has, for each `Cards` and each `Hidden` of the state in the order of its fields, the cards or the places
        that the seat has come to know since: they stay. The default deals all of them; a game that keeps secrets in other
        fields (`hidden_fields`), or knows more about what can be where, says so here.
        """
        for secret, known in zip(secrets_of(s), pinned, strict=True):
            secret.redeal(seat, rng, pinned=known)

    def migrate(self, question: Question, answers: Sequence[Answered]) -> Migrated:
        """The meaning, at the question that is open now, of the next old answer of a game saved under older rules.

        `answers` are the next ones in its journal, of all seats. A game that asks other questions than it did says here which
        of them are gone, new, or one today. By default an answer is the option with the same id.
        """
        from .saving.migration import Migrated, resolve_old  # saving needs games

        return Migrated(resolve_old(question, answers[0].key)[0])

    def migrate_throws(self, s: S, answers: Sequence[Answered], throws: Sequence[Thrown]) -> list[Thrown]:
        """The dice and cards that come next in the journal of a game saved under older rules, in the order in which they are asked for now.

        It is asked once for each old answer, before that is given: `s` is the state then, `answers` are this and the next ones.
        By default nothing changes.
        """
        return list(throws)

    def answer_not_asked(self, question: Question) -> str | None:
        """The answer to a question that a game was never asked under the rules it was saved under; None: there is none.

        A game that had ended needs it for what is asked today after its last answer.
        """
        return None

    def deduces(self, s: S, seat: int | None, cards: Cards, card: int) -> bool:
        """Whether this seat can deduce a hidden card of these, so that every imagined world has the same one."""
        return False

    def pack(self, name: str) -> Pack:
        """A pack of this game by name or by path; it is read and checked the first time."""
        return find_pack(name, self.key, self.pack_files, self.pack_folder, self.check_pack)

    @property
    def pack_names(self) -> list[str]:
        """The packs this game can be played with by name: those that come with it, and those a host has given."""
        return pack_names(self.key, self.pack_folder) if self.pack_files else []

    def check_pack(self, pack: Pack) -> Sequence[str]:
        """The mistakes in a pack beyond the types of its fields: names that lead nowhere, sums that do not add up."""
        return ()

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        """The games that `sandtable check` plays to prove that a pack can be played, and won and lost: by default each scenario."""
        return [SetUp(each.label, {"scenario": each.id}) for each in self.scenarios]

    def text_board(self, view: Any, seats: Sequence[Seat], width: int = 100) -> str:
        """The board as text for a terminal of this many columns, from a view alone (rich markup allowed).

        A game that has none is shown by its `plan` and `pieces` if it describes those, or else by the fields of the view.
        `engine.drawing.text` helps to keep lines within the width.
        """
        from .drawing.plain import plain_board  # rich takes a while to load, and rules never need it

        return plain_board(view, width)

    def page(self, view: Any) -> Any:
        """The view as it is sent to a page: with everything that players would measure or count on the board.

        It is made from the view alone, and only when it is sent, because bots compare thousands of views.
        """
        return view

    def live_pages(self, views: Sequence[Any]) -> list[Any]:
        """The pages of several views of one moment, as sent while a game is in progress.

        A game overrides it to work out once what lies open to everybody, and to leave out its `measures`.
        """
        return [self.page(view) for view in views]

    def measures(self, view: Any) -> Mapping[str, Any]:
        """The fields that `live_pages` leave out because they take long: a page asks for them when somebody points at the board.

        They are made from the view alone.
        """
        return {}

    def board(self, options: Any) -> Any:
        """Everything that never changes in a game and holds no secret (map, names, texts of cards), for a client that draws it.

        By default it is the plan. A game whose board the client draws in a way of its own returns what that needs.
        """
        return self.plan(options)

    def plan(self, options: Any) -> Plan | None:
        """The places, zones and cards that any client can draw; None if the game describes none."""
        return None

    def pieces(self, view: Any, options: Any) -> Pieces:
        """The pieces on the plan now, made from a view alone, so that it cannot show more than the seat may know."""
        raise NotImplementedError(
            f"{self.title} has a plan, so it must say what stands on it: write `pieces`."
        )

    # For bots

    def encoding(self, options: Any) -> Encoding | None:
        """How a view becomes numbers, for programs that learn; None if nobody has said."""
        return None

    def features(self, s: S) -> list[list[float]]:
        """The numbers that the value of a position is learned from: a row for each seat, in the order of `feature_names`."""
        raise NotImplementedError(f"{self.title} names features, so it must read them off: write `features`.")

    def moment(self, s: S) -> int | None:
        """The number of a moment at which positions can be compared, asked between turns; None in the middle of something.

        Players who look ahead play on to the next such moment, and compare what the positions are worth there.
        """
        return None

    def part_won(self, before: S, after: S) -> Sequence[float] | None:
        """The value of a part of the game that was going on before and is over now, such as a Mission of a campaign."""
        return None

    def evaluate(self, s: S) -> Sequence[float] | None:
        """The value of the position for each seat, from 0 to 1; None if the game has no opinion.

        By default it is learned from games: the trees in `value_file`, over the `features`.
        """
        value = self.value
        return None if value is None else value.shares(self.features(s))

    @property
    def value(self) -> Trees | None:
        """The trees in `value_file`; None without such a file."""
        return None if self.value_file is None else value_in(self.value_file)

    @property
    def has_value(self) -> bool:
        """Whether the game has an opinion of positions."""
        if type(self).evaluate is not Game.evaluate:
            return True
        return self.value is not None

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        """The value a sensible player would answer in a playout; the default answers at random.

        It looks at `run.ask`, `run.values` and `run.state`; a run in a playout cannot be forked.
        """
        values = run.values
        return values[int(rng.random() * len(values))]

    def asks_favour(self, value: Any) -> bool:
        """Whether an answer asks another player for a favour. Bots leave such answers to people."""
        return False

    def advice(self, run: Run[S], value: Any) -> Line | None:
        """Why the game's policy would give this answer to the open question, in a short sentence; None if it cannot say.

        It looks at `run.ask`, `run.values` and `run.state`, as the policy does.
        """
        return None

    def result(self, before: S, after: S) -> Any:
        """A change of state in words, for the odds of an answer: "2 Rebels lost". None: show the dice instead."""
        return None

    def odds(self, run: Run[S], value: Any) -> Odds | None:
        """The odds of an answer, if the game knows better than the dice that follow it at once."""
        return None

    def __repr__(self) -> str:
        return f"<{self.title}>"


def all_kinds(kinds: Kinds, seats: Names) -> dict[str, Names]:
    """A game's kinds with the ones every game has: seats, numbers and chances."""
    return {"seat": seats, "number": NUMBER, "chance": CHANCE, **kinds}


def check_game(game: Any, where: str = "") -> None:
    """An error unless this is a game that can be begun: an instance, with everything that every game gives."""
    if isinstance(game, type) and issubclass(game, Game):
        raise SandtableError(
            f"{where}{game.__name__} is a class; a game is an instance of it: {game.__name__}()."
        )
    if not isinstance(game, Game):
        raise SandtableError(f"{where}{game!r} is not a game: a game is an instance of a subclass of Game.")
    name = type(game).__name__
    for field in ("key", "title"):
        if not isinstance(value := getattr(game, field, None), str) or not value:
            raise SandtableError(f'{where}{name} needs a {field}: {field} = "..." in the class.')
    # It is a part of addresses, names of files and lists with commas.
    if not re.fullmatch(r"[\w-]+", game.key):
        raise SandtableError(
            f"{where}{name}.key is {game.key!r}, but may have only letters, digits, - and _."
        )
    state = getattr(game, "state_type", None)
    if not (isinstance(state, type) and issubclass(state, State)):
        raise SandtableError(
            f"{where}{name} needs a state_type: the class of its state, which is a subclass of State."
        )
    for method in ("begin", "turn", "outcome", "view"):
        if getattr(type(game), method) is getattr(Game, method):
            raise SandtableError(f"{where}{name} needs a method {method}: every game gives one.")
    _check_hidden_fields(game, f"{where}{name}.hidden_fields")


def _check_hidden_fields(game: Game[Any], where: str) -> None:
    """Every hidden field is a field of the state, or of a state that it holds."""
    paths: object = game.hidden_fields
    if not isinstance(paths, (list, tuple)) or not all(isinstance(path, str) for path in paths):
        raise SandtableError(f'{where} is a tuple of names, such as ("mines", "plan.goal"), not {paths!r}.')
    for path in paths:
        inside: type[State] | None = game.state_type
        for name in path.split("."):
            if inside is None:
                raise SandtableError(f"{where}: what comes before {name!r} in {path!r} is no State.")
            if name not in inside.__struct_fields__:
                raise SandtableError(
                    f"{where}: {NotFound(f'field of {inside.__name__}', name, inside.__struct_fields__)}"
                )
            inside = _state_in(get_type_hints(inside)[name])


def _state_in(hint: Any) -> type[State] | None:
    """The class of the states that a field of this type is or holds."""
    if isinstance(hint, type) and issubclass(hint, State):
        return hint
    return next((found for part in get_args(hint) if (found := _state_in(part)) is not None), None)
