"""The suite proves something: it counts what it changed, refuses to pass on nothing, and finds leaks of every kind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import sandtable
from benchmarks.stash import GAME as STASH
from sandtable.engine import (
    UNSEAL,
    Chair,
    Game,
    Hidden,
    RuleError,
    SandtableError,
    Shuffle,
    State,
    Steps,
    say,
)
from sandtable.engine.asking import Topic, amount, pick, yes_no
from sandtable.engine.compiled import record
from sandtable.engine.contract import (
    LEAKS,
    ContractBroken,
    check_contract,
    check_planted_leaks,
    planted,
)

from .games import BID, GO, Dealt, LeakyOrder, Number, Paper, Small
from .liars_dice import Cups, LiarsDice

DUCK = Topic("duck", "1", "The shot misses.")


class Sealed(Small):
    """A sealed bid that is opened in the same turn."""

    def rule(self, s: Paper) -> Steps[None]:
        s.row.write(0, (yield amount(0, BID, "Bid?", 6, at_least=1, sealed=True)), by=0)
        yield pick(1, GO, "Go on?", [1, 2])
        yield UNSEAL
        s.row.reveal()
        s.sheet = [value for value in s.row.values if value is not None]


class ToldTooSoon(Sealed):
    """What it leads to is in an ordinary field before it is opened."""

    def rule(self, s: Paper) -> Steps[None]:
        bid = yield amount(0, BID, "Bid?", 6, at_least=1, sealed=True)
        s.sheet = [bid % 2]
        yield pick(1, GO, "Go on?", [1, 2])
        yield UNSEAL


class Duck(Small):
    """A private answer that the rule acts on in the open, which everybody reads in the log."""

    def rule(self, s: Paper) -> Steps[None]:
        yield from s.row.roll(by=0)
        if (yield yes_no(0, DUCK, "Duck?", private=True)):
            s.sheet = [1]
            yield say("{who:seat} ducks.", who=0)
        yield pick(1, GO, "Go on?", [1, 2])


class SilentDuck(Duck):
    """The same without a word about it."""

    def rule(self, s: Paper) -> Steps[None]:
        yield from s.row.roll(by=0)
        s.sheet = [int((yield yes_no(0, DUCK, "Duck?", private=True)))]
        yield pick(1, GO, "Go on?", [1, 2])


class LoggedBid(Small):
    """A secret bid that is kept as it should be, and then named in the log."""

    def rule(self, s: Paper) -> Steps[None]:
        s.row.write(0, (yield amount(0, BID, "Bid?", 6, at_least=1, private=True)), by=0)
        yield say("The bid is {n:number}.", n=s.row.values[0])
        yield pick(1, GO, "Go on?", [1, 2])


class LateDice(Small):
    """Dice that are in a local variable until the end of the turn, and then in an ordinary field."""

    def rule(self, s: Paper) -> Steps[None]:
        yield from s.row.roll(by=0, topic="cup")
        dice = [value for value in s.row.values if value is not None]
        yield pick(1, GO, "Go on?", [1, 2])
        yield pick(0, GO, "And on?", [1, 2])
        s.sheet = dice


class ShownInTurn(Small):
    """The view shows what was rolled in the present turn; at its end the dice are turned up anyway."""

    def rule(self, s: Paper) -> Steps[None]:
        yield from super().rule(s)
        s.row.reveal()

    def view(self, s: Any, seat: int | None) -> Any:
        return s.row.values[:], s.turns


class ShownFirst(Small):
    """The dice are turned up before they go into an ordinary field."""

    def rule(self, s: Paper) -> Steps[None]:
        yield from s.row.roll(by=0, topic="cup")
        yield pick(1, GO, "Go on?", [1, 2])
        s.row.reveal()
        s.sheet = [value for value in s.row.values if value is not None]


@pytest.mark.parametrize(
    ("game", "leak"),
    [
        (ToldTooSoon(), r"`sheet` holds a secret.*sealed answer to 'bid'"),
        (SilentDuck(), r"`sheet` holds a secret.*private answer to 'duck'"),
        (LoggedBid(), r"private answer to 'bid'.*log: "),
        (LateDice(), r"`sheet` holds a secret.*throw 'cup'"),
        (ShownInTurn(), r"hidden throw 'cup'.*view: "),
    ],
    ids=lambda it: type(it).__name__,
)
def test_what_is_told_by_mistake_is_found(game: Game[Any], leak: str) -> None:
    """A secret gets out before it is opened, without a word, in the log, or at the end of the turn."""
    with pytest.raises(ContractBroken, match=rf"(?s){leak}"):
        check_contract(game, games=5)


@pytest.mark.parametrize("game", [Sealed(), Duck(), ShownFirst()], ids=lambda game: type(game).__name__)
def test_what_is_told_on_purpose_passes(game: Game[Any]) -> None:
    """What a verb or UNSEAL shows, or a rule acts on in the open and says so, is no leak."""
    assert check_contract(game, games=5).observers > 20


# Fields of a game's own


class Maze(State):
    """Where the monster is, in a list of the game's own: one cell holds 1."""

    cells: list[int]
    turns: int = 0


class Monster(Small):
    """A monster hides in one of six cells, and the game deals it again by itself."""

    state_type: type[State] = Maze
    hidden_fields = ("cells",)

    def begin(self, options: Any) -> Any:
        return Maze([0] * 6)

    def rule(self, s: Any) -> Steps[None]:
        s.cells = list((yield Shuffle([0, 0, 0, 0, 0, 1], topic="lair")))
        yield pick(1, GO, "Go on?", [1, 2])

    def view(self, s: Any, seat: int | None) -> Any:
        return s.turns

    def redeal(self, s: Any, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        rng.shuffle(s.cells)


class LazyMonster(Monster):
    """The field is named, but nobody deals it again."""

    def redeal(self, s: Any, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        pass


class SeenMonster(Monster):
    """The field is named and dealt again, and the view shows a part of it."""

    def view(self, s: Any, seat: int | None) -> Any:
        return s.turns, s.cells[0]


def test_a_game_may_hide_fields_of_its_own() -> None:
    """A field in `hidden_fields` may hold secrets, and leaks of it are found like any other."""
    assert check_contract(Monster(), games=5).varied["shuffle"] > 10
    assert check_planted_leaks(Monster()) == len(LEAKS) + 2
    with pytest.raises(ContractBroken, match="view: "):
        check_contract(SeenMonster(), games=5)


def test_a_hidden_field_must_be_dealt_again() -> None:
    """A field in `hidden_fields` that `redeal` leaves as it is fails: bots would know it."""
    with pytest.raises(ContractBroken, match=r"`cells` is the same in every world that \w+ imagines"):
        check_contract(LazyMonster(), games=5)


class Lair(State):
    """One of several caves, and what is in it."""

    holds: int = 0


class Caves(State):
    """Caves in a list, each a state of its own."""

    lairs: list[Lair]
    turns: int = 0


class CaveMonster(Monster):
    """The hidden field belongs to the states of a list."""

    state_type = Caves
    hidden_fields = ("lairs.holds",)

    def begin(self, options: Any) -> Any:
        return Caves([Lair() for _ in range(6)])

    def rule(self, s: Any) -> Steps[None]:
        for lair, holds in zip(s.lairs, (yield Shuffle([0, 0, 0, 0, 0, 1], topic="lair")), strict=True):
            lair.holds = holds
        yield pick(1, GO, "Go on?", [1, 2])

    def redeal(self, s: Any, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        rng.shuffle(s.lairs)


def test_a_hidden_field_may_be_in_a_list_of_states() -> None:
    """The name that a failure gives to such a field works in `hidden_fields`."""
    unnamed = type("Unnamed", (CaveMonster,), {"hidden_fields": ()})()
    with pytest.raises(ContractBroken, match=r"`lairs.holds` holds a secret"):
        check_contract(unnamed, games=3)
    assert check_contract(CaveMonster(), games=3).varied["shuffle"] > 5


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (("cell",), "no field of Maze 'cell'. Possible: cells, turns. Did you mean 'cells'?"),
        (("cells.row",), "what comes before 'row' in 'cells.row' is no State"),
        ("cells", "is a tuple of names"),
    ],
)
def test_a_hidden_field_that_does_not_exist_is_named(fields: Any, told: str) -> None:
    """A misspelt field would hide nothing; the game cannot be begun with it either."""
    wrong = type("Wrong", (Monster,), {"hidden_fields": fields})()
    for use in (check_contract, sandtable.new):
        with pytest.raises(SandtableError) as caught:
            use(wrong)
        assert "Wrong.hidden_fields" in str(caught.value)
        assert told in str(caught.value)


# Rows


class HalfDealt(LiarsDice):
    """Only the cup of the first player is dealt again."""

    def redeal(self, s: Any, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        s.cups[0].redeal(seat, rng, pinned=pinned[0])


class NewCups(LiarsDice):
    """A new row for every cup, when the dice are thrown."""

    def begin(self, options: Any) -> Cups:
        return Cups([])

    def turn(self, s: Cups) -> Steps[None]:
        if not s.cups:
            s.cups = [Hidden.row(3, range(1, 7)) for _ in range(2)]
            yield from self.set_up(s)
            yield say("Both have thrown.")
        yield from self.bidding(s)


class OtherCups(LiarsDice):
    """As many rows as before, but others."""

    def set_up(self, s: Cups) -> Steps[None]:
        s.cups = [Hidden.row(3, range(1, 7)) for _ in range(2)]
        yield from super().set_up(s)


def test_every_row_must_be_dealt_again_for_every_seat() -> None:
    """One row of a list that varies does not make up for another that never does."""
    with pytest.raises(ContractBroken, match=r"`cups\[1\]` is the same in every world that first imagines"):
        check_contract(HalfDealt(), games=3)


def test_rows_are_made_once() -> None:
    """The table cannot follow who knows what from one row to another, so a new one fails; and a bot is told why."""
    for game in (NewCups(), OtherCups()):
        with pytest.raises(ContractBroken, match=r"Cards and Hidden are made once.*\n.*in `begin`"):
            check_contract(game, games=2)
    with pytest.raises(RuleError, match="Make all of them in `begin`"):
        Chair(sandtable.new(NewCups(), seed=1), "first").imagine(random.Random(1))


class Fails(Small):
    """A rule that fails before anybody is asked."""

    def rule(self, s: Paper) -> Steps[None]:
        raise KeyError("cup")
        yield


def test_a_rule_that_fails_at_once_breaks_a_promise() -> None:
    """It is reported like one that fails later."""
    with pytest.raises(
        ContractBroken, match=r"(?s)No rule fails.*KeyError: 'cup' \(test_proofs.py:\d+ in rule\)"
    ):
        check_contract(Fails(), games=1)


# Nothing passes because the suite saw nothing


class Open(Small):
    """A game that says it has secrets and has none."""

    def rule(self, s: Paper) -> Steps[None]:
        yield pick(1, GO, "Go on?", [1, 2])


class Denied(LeakyOrder):
    """A game that says it has no secrets, and shuffles a deck that nobody sees."""

    has_secrets = False


class DeniedDice(Small):
    has_secrets = False


class OpenDeck(Dealt):
    """A game without secrets: its deck is shuffled, and everybody sees the order."""

    has_secrets = False

    def view(self, s: Any, seat: int | None) -> Any:
        return s.cards.zones, s.turns


def test_a_game_in_which_nothing_was_hidden_proves_nothing() -> None:
    """If no secret came up the suite fails, unless it was told that nothing is hidden here."""
    with pytest.raises(ContractBroken, match=r"(?s)nothing is proved.*has_secrets = False"):
        check_contract(Open(), games=2)
    assert check_contract(Open(), games=2, hides_nothing=True).observers == 0
    with pytest.raises(ContractBroken, match="said to hide nothing, but it hides: "):
        check_contract(Small(), games=2, hides_nothing=True)


def test_a_game_without_secrets_hides_nothing() -> None:
    """`has_secrets = False` is checked: a hidden roll, or an order that nobody sees, is a secret that bots would know."""
    with pytest.raises(ContractBroken, match=r"(?s)without secrets.*shuffle 'deck'.*has_secrets = True"):
        check_contract(Denied(), games=2)
    with pytest.raises(ContractBroken, match=r"(?s)without secrets.*throw 'cup'"):
        check_contract(DeniedDice(), games=2)
    assert check_contract(OpenDeck(), games=2).games == 2


def test_leaks_are_planted_of_every_kind_of_secret() -> None:
    """Cards and numbers in the state, throws, shuffles, private and sealed answers: each is leaked, and found."""
    assert check_planted_leaks(STASH) == len(LEAKS) + 4, "cards; a sealed answer and a shuffle"
    assert check_planted_leaks(LiarsDice()) == len(LEAKS) + 2, "numbers; a throw"
    assert check_planted_leaks(Number()) == len(LEAKS) + 1, "numbers; a private answer"
    with pytest.raises(ContractBroken, match="No secret was found"):
        check_planted_leaks(Open())


def test_a_compiled_state_is_given_no_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python cannot inherit from a compiled class. All other leaks are planted in it."""
    monkeypatch.setattr(record, "State", STASH.state_type)
    assert check_planted_leaks(STASH) == len(LEAKS) + 2
    with pytest.raises(ValueError, match="cannot be given a field"):
        planted(STASH, "field", "shuffle", "deck")


@pytest.mark.parametrize("leak", ["field", "log"])
def test_a_planted_leak_of_a_throw_is_named(leak: str) -> None:
    """A leak that was planted is reported like one that somebody wrote."""
    with pytest.raises(ContractBroken, match=r"`leaked` holds a secret|log: "):
        check_contract(planted(LiarsDice(), leak, "throw", "cup"), games=3)
