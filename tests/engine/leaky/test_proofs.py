"""The suite proves something: it counts what it changed, refuses to pass on nothing, and finds leaks of every kind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from benchmarks.stash import GAME as STASH
from sandtable.engine import UNSEAL, Game, Shuffle, State, Steps, say
from sandtable.engine.asking import Topic, amount, pick, yes_no
from sandtable.engine.contract import LEAKS, ContractBroken, check_contract, check_planted_leaks, planted

from .games import BID, GO, Dealt, LeakyOrder, Number, Paper, Small
from .liars_dice import LiarsDice

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

    state_type = Maze
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
    with pytest.raises(ContractBroken, match=r"`cells` is the same in every imagined world"):
        check_contract(LazyMonster(), games=5)


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


@pytest.mark.parametrize("leak", ["field", "log"])
def test_a_planted_leak_of_a_throw_is_named(leak: str) -> None:
    """A leak that was planted is reported like one that somebody wrote."""
    with pytest.raises(ContractBroken, match=r"`leaked` holds a secret|log: "):
        check_contract(planted(LiarsDice(), leak, "throw", "cup"), games=3)
