"""The contract suite passes on the small games, and fails readably on each deliberately broken variant of them."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.connect_four import HEIGHT, Board, ConnectFour
from benchmarks.stash import DECK, HAND, NO_LOAD, RAID, STASH, Camp, Stash, View
from benchmarks.stash import GAME as STASH_GAME
from sandtable.bots import make_bot
from sandtable.engine import (
    DONE,
    Game,
    Kinds,
    Names,
    Outcome,
    Over,
    Refusal,
    Roll,
    Steps,
    Word,
    decode_options,
    say,
)
from sandtable.engine.asking import Topic, pick
from sandtable.engine.contract import (
    LEAKS,
    ContractBroken,
    check_contract,
    check_planted_leaks,
    forgotten_yields,
    modules_of,
    planted,
)
from sandtable.engine.contract.secrecy import Secrecy

SMALL = [CONNECT_FOUR, STASH_GAME]


def search(seed: int) -> Any:
    return make_bot("search:20", seed)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.key)
def test_small_games_keep_the_contract(game: Game[Any]) -> None:
    """Every promise of the contract, over a score of games."""
    seen = check_contract(game, games=20, bot=search)
    assert seen.games == 20
    assert seen.undone > 50
    if game.has_secrets:
        assert seen.compared > 500, "the leak test must really compare"
        assert seen.asked_bot > 5
        assert seen.not_imagined == 0
        assert set(seen.topics) == {"action", "stash", "pay", "parry", "show"}


@pytest.mark.soak
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.key)
def test_small_games_keep_the_contract_a_thousand_times(game: Game[Any]) -> None:
    """Every promise of the contract, over a thousand games."""
    assert check_contract(game, games=1000, seed=100, bot=search).games == 1000


@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leaks_are_caught(leak: str) -> None:
    """A leak in view, log, labels, prompts or the order of options, planted in a real game, is found."""
    with pytest.raises(ContractBroken, match=r"may not know|two worlds apart|not idle"):
        check_contract(planted(STASH_GAME, leak), games=10)


# Broken variants of the hidden-hand game: one for each way to leak


class ViewLeak(Stash):
    """The view shows everybody's hand."""

    def view(self, s: Camp, seat: int | None) -> View:
        seen = super().view(s, seat)
        seen.hands = [list(s.cards.zones[HAND + who]) for who in (0, 1)]
        return seen


class LeakAfterDice(Stash):
    """Each turn begins with a die, and the view shows something of the next load."""

    def turn(self, s: Camp) -> Steps[None]:
        if s.is_set_up:
            yield Roll(1, topic="weather")
        yield from super().turn(s)

    def view(self, s: Camp, seat: int | None) -> View:
        seen = super().view(s, seat)
        if s.cards.zones[DECK]:
            seen.loads[0] = f"Water {s.cards.zones[DECK][-1] % 2}"
        return seen


class SpectatorLeak(Stash):
    """A spectator sees the top of the deck."""

    def view(self, s: Camp, seat: int | None) -> View:
        seen = super().view(s, seat)
        if seat is None and s.cards.zones[DECK]:
            seen.deck = s.cards.zones[DECK][-1]
        return seen


class LogLeak(Stash):
    """The log names the load that was drawn."""

    def turn(self, s: Camp) -> Steps[None]:
        drawn = s.cards.zones[DECK][-1] if s.is_set_up and s.cards.zones[DECK] else None
        if drawn is not None:
            yield say("The next load is {card}.", card=drawn)
        yield from super().turn(s)


STASH_LOAD = Topic("stash", "2.2", "The load lies face up in your stash.", "card")


class PublicQuestion(Stash):
    """Which load to stash is asked in public, so that its options show the hand."""

    def stash(self, s: Camp, who: int) -> Steps[None]:
        card = yield pick(who, STASH_LOAD, "Stash which load?", s.cards.zones[HAND + who][:])
        s.cards.give(card, STASH + who)
        s.cards.reveal([card])


class OptionLeak(Stash):
    """What one may do depends on what the other one holds."""

    def action_refusal(self, s: Camp, who: int, action: Word) -> Refusal | None:
        strong = any(self.worth(s, card) == 3 for card in s.cards.zones[HAND + 1 - who])
        return NO_LOAD if strong and action == RAID else super().action_refusal(s, who, action)


READY = Topic("ready", "1", "The turn goes on.")


class PromptLeak(Stash):
    """The prompt tells the sum of the other's hand."""

    def turn(self, s: Camp) -> Steps[None]:
        if s.is_set_up and s.cards.zones[DECK]:
            other = sum(self.worth(s, card) for card in s.cards.zones[HAND + 1 - s.mover])
            yield pick(
                s.mover,
                READY,
                "The other holds {n:number}. Ready?",
                [DONE, Word("yes", "Yes")],
                about={"n": other},
            )
        yield from super().turn(s)


SMILE = Topic("smile", "1", "A smile that changes nothing.")


class ShapeLeak(Stash):
    """A seat is asked in public only when it holds something: the shape of the turn tells."""

    def turn(self, s: Camp) -> Steps[None]:
        other = 1 - s.mover
        if s.is_set_up and any(self.worth(s, card) == 3 for card in s.cards.zones[HAND + other]):
            yield pick(other, SMILE, "Smile?", [DONE, Word("yes", "Yes")])
        yield from super().turn(s)


class SealLeak(Stash):
    """A sealed choice is told before it is opened."""

    def showdown(self, s: Camp) -> Steps[None]:
        rule, answer = super().showdown(s), None
        while True:
            step = rule.send(answer)
            answer = yield step
            if getattr(step, "sealed", False):
                yield say("Ann shows {what}.", what="nothing" if isinstance(answer, Word) else "something")


class IdleImagination(Stash):
    """Imagining leaves everything as it is: a bot would see the real hands."""

    def redeal(self, s: Camp, seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]]) -> None:
        pass


PEEK = Topic("peek", "2.1", "Whether you see the next load before you act.")
SEEN = Topic("seen", "2.1", "The turn goes on.")


class UndoPastLearned(Stash):
    """A rule tells the worth of the next load without saying that somebody learned something."""

    def turn(self, s: Camp) -> Steps[None]:
        if s.is_set_up and s.cards.zones[DECK]:
            look = yield pick(s.mover, PEEK, "Peek at the next load?", [True, False])
            if look:
                yield say(
                    "It is worth {n:number}.", seen_by=[s.mover], n=self.worth(s, s.cards.zones[DECK][-1])
                )
                yield pick(s.mover, SEEN, "Seen?", [DONE, Word("yes", "Yes")])
        yield from super().turn(s)


class LostCard(Stash):
    """A stashed load is only kept in a local variable, and then forgotten."""

    def discard(self, s: Camp, card: int) -> None:
        s.cards.zones[s.cards.where[card]].remove(card)


class DoubledCard(Stash):
    """A discarded load stays in hand as well."""

    def discard(self, s: Camp, card: int) -> None:
        s.cards.zones[1] = [*s.cards.zones[1], card]


# Broken variants of the game without secrets


class SharedBoard(Board):
    """A copy that shares its lists with the original."""

    def copy(self) -> SharedBoard:
        return SharedBoard(self.discs, self.height, self.mover, self.moves)


class SharedState(ConnectFour):
    """Forks and the original play on one board."""

    def begin(self, options: Any) -> Board:
        return SharedBoard()


MARK = Topic("mark", "1", "A column you mark is marked until the turn ends.", "column")


class Toggle(ConnectFour):
    """Columns are marked and unmarked until Done."""

    def turn(self, s: Board) -> Steps[None]:
        marked: set[int] = set()
        while True:
            free = [c for c in range(7) if s.height[c] < HEIGHT]
            column = yield pick(s.mover, MARK, "Mark which columns?", [*free, DONE])
            if column == DONE:
                break
            marked ^= {column}
        yield from super().turn(s)


class PositionKeys(ConnectFour):
    """Keys are places in the list of options."""

    def kinds(self, s: Board) -> Kinds:
        free = [c for c in range(7) if s.height[c] < HEIGHT]
        return {"column": Names(lambda column: f"option{free.index(column)}" if column in free else "?")}


class DoubleKeys(ConnectFour):
    """Two options have one key."""

    def kinds(self, s: Board) -> Kinds:
        return {"column": Names(lambda column: str(column // 2))}


class CountedKeys(ConnectFour):
    """Keys carry a running number, and change whenever somebody looks."""

    looked = 0

    def name(self, column: int) -> str:
        CountedKeys.looked += 1
        return f"{column}-{CountedKeys.looked}"

    def kinds(self, s: Board) -> Kinds:
        return {"column": Names(self.name)}


WELL = Topic("well", "1", "Nothing, for there is no answer.")


class NoOptions(ConnectFour):
    """A question without options."""

    def turn(self, s: Board) -> Steps[None]:
        if s.moves == 5:
            yield pick(s.mover, WELL, "Well?", [])
        yield from super().turn(s)


WAIT = Topic("wait", "1", "Whether you move now or let time pass.")


class Endless(ConnectFour):
    """Nobody ever wins, and the board is emptied when it is full."""

    def turn(self, s: Board) -> Steps[None]:
        yield pick(s.mover, WAIT, "Wait?", [DONE, Word("on", "Go on")])


class OwnDice(ConnectFour):
    """A rule throws dice of its own."""

    dice = random.Random(1)

    def turn(self, s: Board) -> Steps[None]:
        if self.dice.random() < 0.3:
            s.mover = 1 - s.mover
        yield from super().turn(s)


class HiddenMemory(ConnectFour):
    """A rule remembers something outside the state."""

    turns = 0

    def turn(self, s: Board) -> Steps[None]:
        HiddenMemory.turns += 1
        yield say("This is turn {n:number}.", n=HiddenMemory.turns)
        yield from super().turn(s)


class Failing(ConnectFour):
    """A rule with a plain mistake in it."""

    def turn(self, s: Board) -> Steps[None]:
        yield from super().turn(s)
        if s.moves == 9:
            raise IndexError("ninth")


class MeddlingView(ConnectFour):
    """Looking at the board changes it."""

    def view(self, s: Board, seat: int | None) -> Any:
        s.height[0] = min(HEIGHT, s.height[0] + (s.moves == 3))
        return super().view(s, seat)


BROKEN: Sequence[tuple[type[Game[Any]], str]] = [
    (ViewLeak, "may not know"),
    (LeakAfterDice, "may not know"),
    (SpectatorLeak, "may not know"),
    (LogLeak, "may not know"),
    (PublicQuestion, "may not know|two worlds apart"),
    (OptionLeak, "may not know|two worlds apart"),
    (PromptLeak, "may not know|two worlds apart"),
    (ShapeLeak, "may not know|two worlds apart"),
    (SealLeak, "may not know|two worlds apart"),
    (IdleImagination, "Imagining is not idle"),
    (UndoPastLearned, "two worlds apart|may not know"),
    (LostCard, "conserved"),
    (DoubledCard, "conserved"),
    (SharedState, "never touch their origin|never change|same game"),
    (Toggle, "nothing toggles"),
    (PositionKeys, "keys are stable"),
    (DoubleKeys, "keys are unique"),
    (CountedKeys, "keys are stable"),
    (NoOptions, "has options"),
    (Endless, "Random play ends|nothing toggles"),
    (OwnDice, "same game|same table|leads|fails"),
    (HiddenMemory, "same table|Same seed"),
    (Failing, "No rule fails"),
    (MeddlingView, "leads back|same table|never touch|same game"),
]


@pytest.mark.parametrize(("kind", "promise"), BROKEN, ids=lambda it: getattr(it, "__name__", ""))
def test_broken_variants_are_caught(kind: type[Game[Any]], promise: str, tmp_path: Path) -> None:
    """Each broken promise is found, named in words, and leaves a journal that can be opened."""
    with pytest.raises(ContractBroken, match=promise) as caught:
        check_contract(kind(), games=20, at_most=400, keep=tmp_path)
    text = str(caught.value)
    assert text.startswith(caught.value.promise)
    assert len(text.splitlines()) <= 5, "a person should read it at a glance"


def test_a_question_that_tells_a_secret_says_how_to_ask_it() -> None:
    """Guards: the message names what hides a question, and does not name it for a leak elsewhere."""
    with pytest.raises(ContractBroken, match="hide_options=True; otherwise with private=True"):
        check_contract(PublicQuestion(), games=3)
    with pytest.raises(ContractBroken) as view:
        check_contract(ViewLeak(), games=3)
    assert "hide_options" not in str(view.value)


def test_failure_leaves_a_journal_to_look_at(tmp_path: Path) -> None:
    """The journal of a failure opens at the place."""
    with pytest.raises(ContractBroken) as caught:
        check_contract(Toggle(), games=3, keep=tmp_path)
    journal = caught.value.journal
    assert journal is not None
    assert str(journal) in str(caught.value)
    table = sandtable.engine.open_journal(journal.read_bytes(), lambda key: Toggle())
    assert table.ask is not None
    assert table.ask.prompt == "Mark which columns?"


LOOK = Topic("look", "1", "Whether you look at the card.")
AGAIN = Topic("again", "1", "Whether you look once more.")


class Quiz(Game[Board]):
    """A game that imagines nothing and hides a number, to see that `reveals_secret` closes the way back."""

    key, title, state_type, has_secrets = "quiz", "Quiz", Board, False

    def begin(self, options: Any) -> Board:
        return Board()

    def turn(self, s: Board) -> Steps[None]:
        """1 Ask and tell."""
        yield pick(0, LOOK, "Look?", [True, False])
        yield say("You see it.", seen_by=[0], reveals_secret=True)
        yield pick(0, AGAIN, "Again?", [True, False])
        raise Over(Outcome.won_by([0], 2))

    def outcome(self, s: Board) -> Outcome | None:
        return None

    def view(self, s: Board, seat: int | None) -> Any:
        return msgspec.to_builtins(s)


def test_a_line_that_tells_closes_the_way_back() -> None:
    """Nothing is taken back past something that somebody was told."""
    table = sandtable.new(Quiz(), seed=1).choose("look:yes")
    assert table.undo_name("first") is None
    with pytest.raises(sandtable.CannotUndo, match="learned"):
        table.undo("first")


class Frugal(Stash):
    """What one stashes is chosen in the open, but what else one could have stashed is nobody's business."""

    def stash(self, s: Camp, who: int) -> Steps[None]:
        card = yield pick(
            who,
            STASH_LOAD,
            "Stash which load?",
            s.cards.zones[HAND + who][:],
            label="Stash {it}",
            hide_options=True,
        )
        s.cards.give(card, STASH + who)
        s.cards.reveal([card])


def test_options_can_be_secret_and_the_answer_public() -> None:
    """A question that hides its options keeps the contract, and is told alike whether or not there was a choice."""
    assert check_contract(Frugal(), games=20).not_imagined == 0
    table = sandtable.new(Frugal(), seed=2).choose("stash")
    asked, seen = table.ask, table.ask_for("bob")
    assert asked is not None
    assert seen is not None
    assert (seen.seat, seen.prompt, seen.keys) == ("ann", "Stash which load?", [])
    key = asked.keys[0]
    table.choose(key)
    assert key in [line.key for line in table.transcript("bob")]


READY_OR_NOT = Topic("ready", "1", "The turn goes on.", window="ready")


class NoWayOut(Stash):
    """A window that cannot be declined."""

    def turn(self, s: Camp) -> Steps[None]:
        if s.is_set_up:
            yield pick(s.mover, READY_OR_NOT, "Ready?", [True, False], decline=DONE)
        yield from super().turn(s)


def test_a_window_must_be_declinable() -> None:
    """A window whose decline is not among its options is found: no standing order could ever answer it."""
    with pytest.raises(ContractBroken, match="A window can be declined"):
        check_contract(NoWayOut(), games=3)


class NoTextBoard(Stash):
    """The board of the terminal reads a field that the view does not have."""

    def text_board(self, view: Any, seats: Any, width: int = 100) -> str:
        return f"Round {view.round}"


class NoView(Stash):
    """The view reads a field that the state does not have."""

    def view(self, s: Camp, seat: int | None) -> Any:
        return s.round  # type: ignore[attr-defined]


class FailingRule(Stash):
    """A rule counts on a load that nobody holds."""

    def turn(self, s: Camp) -> Steps[None]:
        if s.is_set_up:
            s.cards.zones[HAND][9]
        yield from super().turn(s)


class UnknownKind(Stash):
    """A text names a kind of thing that the game does not have."""

    def turn(self, s: Camp) -> Steps[None]:
        yield from super().turn(s)
        yield say("{who:seats} has had a turn.", who=0)


@pytest.mark.parametrize(
    ("game", "promise", "told"),
    [
        (
            NoTextBoard,
            "Every seat can be shown",
            "`text_board` failed for ann: AttributeError: 'View' object has",
        ),
        (
            NoView,
            "Every seat can be shown",
            "`view` failed for a spectator: AttributeError: 'Camp' object has",
        ),
        (
            FailingRule,
            "Every question has options|No rule fails",
            r"IndexError: .* \(test_contract.py:\d+ in turn\)",
        ),
        (UnknownKind, "Every question has options", "no kind of thing 'seats'. Possible: .*mean 'seat'"),
    ],
)
def test_failures_name_what_failed_and_where(
    game: type[Stash], promise: str, told: str, tmp_path: Path
) -> None:
    """An author reads which method failed, why, and on which line, and not only that something did."""
    with pytest.raises((ContractBroken, sandtable.RuleFailed), match=told) as broken:
        check_contract(game(), games=1, keep=tmp_path)
    if isinstance(broken.value, ContractBroken):
        assert re.match(promise, broken.value.promise)


class TellsTheDraw(Stash):
    """The log says which load somebody has drawn."""

    def turn(self, s: Camp) -> Steps[None]:
        who, had = s.mover, list(s.cards.zones[HAND + s.mover])
        yield from super().turn(s)
        if new := [card for card in s.cards.zones[HAND + who] if card not in had]:
            yield say("{who:seat} has {card} now.", who=who, card=new[-1])


def test_a_leak_in_the_log_shows_what_differs(tmp_path: Path) -> None:
    """Of a line that tells a secret, the text is shown once, and only what is different in it."""
    game = TellsTheDraw()
    suite = Secrecy(game, decode_options(game, None), 1000, tmp_path, None, 1, 1.0)
    with pytest.raises(ContractBroken) as broken:
        suite.check_varied(0)
    assert re.search(
        r"log: '\{who:seat\} has \{card\} now.' with card \d and with card \d\n", str(broken.value)
    )


def test_planted_leaks_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journals of leaks that were planted on purpose are not left in the temporary folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert check_planted_leaks(STASH_GAME, games=1) > 5
    assert list(tmp_path.iterdir()) == []


FORGETFUL = """
from sandtable.engine import pick, pick_each, say

def rally(s):
    yield pick(0, "Where?", [1, 2])

def turn(s):
    rally(s)
    say("Nobody reads this.")
    spaces = yield pick_each(0, "Which?", [1, 2])
    yield from rally(s)
    yield say("Everybody reads this.")
    s.cards.shuffle(0)
    yield s.cups[1].roll(by=1)
    rng.shuffle(spaces)
    yield from s.cards.shuffle(0)
    spaces = yield from pick_each(0, "Which?", [1, 2])
"""


def test_forgotten_yields_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is called without `yield from` does nothing, silently: the source tells."""
    (tmp_path / "forgetful.py").write_text(FORGETFUL)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("forgetful")
    assert forgotten_yields(modules_of("forgetful")) == [
        "forgetful.py:8: rally(...) is called and not yielded",
        "forgetful.py:9: say(...) is called and not yielded",
        "forgetful.py:10: pick_each(...) needs `yield from`",
        "forgetful.py:13: s.cards.shuffle(...) is called and not yielded",
        "forgetful.py:14: s.cups[1].roll(...) needs `yield from`",
    ]
    for game in SMALL:
        assert forgotten_yields(modules_of(type(game).__module__)) == []


FORGETFUL_OF_ANSWERS = """
from sandtable.engine import UNSEAL, Roll, Steps
from sandtable.engine.asking import amount, pick, pick_each, yes_no

def reach(s) -> Steps[int]:
    return (yield amount(0, REACH, "How far?", 3))

def turn(s) -> Steps:
    field = pick(0, FIELD, "Which field?", [1, 2])
    yield pick(0, BID, "How much?", [1, 2], about={"field": field})
    if yes_no(0, GO, "Go on?"):
        s.far = reach(s)
        s.far += reach(s)
    spaces = pick_each(0, SWEEP, "Which?", [1, 2])
    s.sweep(spaces)
    UNSEAL
    while not reach(s):
        order = s.cards.shuffle(0)
        s.top = order[-1]

def right(s) -> Steps:
    ask = pick(0, FIELD, "Which field?", [1, 2]) if s.field else yes_no(0, GO, "Go on?")
    answer = yield ask
    steps = reach(s)
    far = yield from steps
    dice = Roll(2)
    s.chance = dice.outcomes()
    for step in reach(s):
        yield step
    if (yield yes_no(0, GO, "Go on?")):
        s.far = yield from reach(s)
    return reach(s) if answer else turn(s)
"""


def test_questions_used_without_yield_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question or a rule is always true, so `if yes_no(...)` fails nowhere: the source tells, and only that."""
    (tmp_path / "forgets_answers.py").write_text(FORGETFUL_OF_ANSWERS)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("forgets_answers")
    assert forgotten_yields(modules_of("forgets_answers")) == [
        "forgets_answers.py:9: pick(...) is used without `yield`",
        "forgets_answers.py:11: yes_no(...) is used without `yield`",
        "forgets_answers.py:12: reach(...) is used without `yield from`",
        "forgets_answers.py:13: reach(...) is used without `yield from`",
        "forgets_answers.py:14: pick_each(...) is used without `yield from`",
        "forgets_answers.py:16: UNSEAL is not yielded",
        "forgets_answers.py:17: reach(...) is used without `yield from`",
        "forgets_answers.py:18: s.cards.shuffle(...) is used without `yield from`",
    ]
