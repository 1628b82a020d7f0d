"""Play seeded random games and check every promise at every decision."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..chance import RandomSource
from ..errors import CannotUndo, PartsError, RuleError, RuleFailed, described
from ..game import Game, check_game
from ..naming import Word
from ..question import Question
from ..run import playout
from ..saving.header import decode_options
from ..secrets.cards import missing
from ..secrets.held import card_piles
from ..table import Table
from . import drawing, reasons, secrets
from .checker import NO_SECRETS, NO_UNDO, STEPS, BotMaker, Checked, ContractBroken
from .secrecy import Secrecy
from .source import forgotten_yields, modules_of

#: What the ready-made questions name on their own.
GATHERED = frozenset({"by", "terms"})
#: Where the slow checks are made at a small share of all decisions, this share of the forks is played on.
PLAYED_ON = 0.25


class _Suite(Secrecy):
    """One game's promises being checked."""

    def __init__(self, game: Game[Any], options: Any, *how: Any) -> None:
        super().__init__(game, options, *how)
        try:
            self.plan = drawing.plan_of(game, options)
        except PartsError as error:
            raise ContractBroken(drawing.DRAWN, str(error), None) from None

    # One game

    def play(self, seed: int) -> None:
        """One random game with every promise checked."""
        rng = random.Random(seed)
        table = self.new_table(seed)
        census = dict(self.game.census(table.run.state))
        asked: set[Any] = set()
        turn, starts = -1, []
        decisions = 0
        while (question := table.ask) is not None:
            if table.turn != turn:
                turn, asked = table.turn, set()
                starts.append((table.run.start, table.run.start.encode()))
                self.check_shown(table)
            self.check_question(table, question, asked)
            self.check_pieces(table, census)
            self.check_drawing(table)
            self.check_fork(table, rng, plays=rng.random() < max(self.share, PLAYED_ON))
            looks = rng.random() < self.share
            if looks:
                self.check_saved(table, decisions)
                self.check_reasons(table, question)
            if self.game.has_secrets:
                if looks:
                    self.check_secrets(table, rng)
            elif question.spec.private or question.spec.sealed:
                self.fail(NO_SECRETS, f"A secret question: {question!r}", table)
            key = question.keys[int(rng.random() * len(question.keys))]
            self.give(table, key, rng, looks)
            decisions += 1
            if decisions > self.at_most:
                self.fail("Random play ends.", f"It has not ended after {self.at_most} decisions.", table)
        self.check_pieces(table, census)
        self.check_shown(table)
        for start, code in starts:
            if start.encode() != code:
                self.fail(
                    "Earlier states never change.",
                    "The state at the start of a turn was changed later.",
                    table,
                )
        self.seen.games += 1
        self.seen.decisions += decisions

    def check_same_seed(self, seed: int) -> None:
        """The same seed and the same answers are the same game."""
        first, second = self.new_table(seed), self.new_table(seed)
        rng = random.Random(seed)
        while (question := first.ask) is not None:
            other = second.ask
            if other is None or other.plain() != question.plain():
                self.fail("Same seed, same game.", "Two games with one seed ask different questions.", first)
            key = question.keys[int(rng.random() * len(question.keys))]
            first.choose(key)
            second.choose(key)
        if first.save() != second.save():
            self.fail(
                "Same seed, same game.", "Two games with one seed and one player went different ways.", first
            )

    # Promises

    def check_question(self, table: Table, question: Question, asked: set[Any]) -> None:
        """Keys are unique and stable, and no question comes back unchanged."""
        keys = question.keys
        if len(set(keys)) != len(keys):
            double = next(key for key in keys if keys.count(key) > 1)
            self.fail("Option keys are unique.", f"{question.prompt!r} offers {double!r} twice.", table)
        for option in question.options:
            meaning = (question.topic, question.spec.of, repr(option.value))
            if isinstance(option.value, Word):  # a word is called the same wherever it is offered
                meaning = ("", "", repr(option.value))
            if self.key_of.setdefault(meaning, option.key) != option.key:
                self.fail(
                    "Option keys are stable.",
                    f"{question.prompt!r}: {option.value!r} was called {self.key_of[meaning]!r}, now {option.key!r}.",
                    table,
                )
            if self.meaning_of.setdefault(option.key, meaning) != meaning:
                self.fail(
                    "Option keys are stable.",
                    f"{option.key!r} meant {self.meaning_of[option.key]!r}, now {meaning!r} (topic, kind, value).",
                    table,
                )
        if unread := [name for name in question.spec.about or {} if not self.is_read(name, question)]:
            self.fail(
                "Everything a question is given is read.",
                f"{question.prompt!r} is given {', '.join(unread)}: no text names it, and it is no kind of thing.",
                table,
            )
        if question.window and question.decline is None:
            self.fail("A window can be declined.", f"{question.prompt!r} offers no way to decline it.", table)
        again = table.fork().ask
        if again is not None and list(again.values) == list(question.values) and again.keys != keys:
            self.fail(
                "Option keys are stable.", f"{question.prompt!r}: a second look gives other keys.", table
            )
        if again is None or again.keys != keys or again.plain() != question.plain():
            self.fail("A fork is the same game.", f"{question.prompt!r} looks different in a fork.", table)
        same = (question.seat, question.prompt, tuple(sorted(keys)), table.run.state.encode())
        if same in asked:
            self.fail(
                "No question comes back unchanged within a turn (nothing toggles).",
                f"{question.prompt!r} was asked again with the same options in an equal state.",
                table,
            )
        asked.add(same)
        self.seen.topics[question.topic] = self.seen.topics.get(question.topic, 0) + 1

    def check_reasons(self, table: Table, question: Question) -> None:
        """A rule that says why something is refused refuses exactly what it does not offer."""
        if wrong := reasons.disagreement(table, question):
            self.fail(reasons.AGREE, wrong, table)
        self.seen.explained += question.spec.why is not None

    def is_read(self, name: str, question: Question) -> bool:
        """Whether something a question was given is in its words, or a thing it is about."""
        texts = question.spec.prompt + question.spec.label
        return name in question.kinds or name in GATHERED or f"{{{name}" in texts

    def check_pieces(self, table: Table, census: Mapping[str, int]) -> None:
        """Nothing is lost and nothing appears from nowhere."""
        now = dict(self.game.census(table.run.state))
        if now != census:
            changed = {name: (n, now.get(name)) for name, n in census.items() if now.get(name) != n}
            self.fail("Pieces and cards are conserved.", f"Counts changed (before, now): {changed}.", table)
        for cards in card_piles(table.run.state):
            if lost := missing(cards):
                self.fail(
                    "Pieces and cards are conserved.", f"Cards lost, doubled or misplaced: {lost}.", table
                )

    def check_shown(self, table: Table) -> None:
        """At the first question of a turn and at the end, every seat has a view, and the terminal a board."""
        if wrong := drawing.unshown(table):
            self.fail(drawing.SHOWN, wrong, table)

    def check_drawing(self, table: Table) -> None:
        """Every seat's board can be drawn; a game without a plan has nothing to check."""
        if self.plan is None:
            return
        if wrong := drawing.fault(table, self.plan):
            self.fail(drawing.DRAWN, wrong, table)
        self.seen.lit += drawing.lights_up(table, self.plan)

    def check_fork(self, table: Table, rng: random.Random, *, plays: bool) -> None:
        """A fork is the same game, and if one plays on with it, it never touches its origin."""
        run = table.run
        before = (run.start.encode(), run.state.encode(), len(run.tape), table.drawn, table.number)
        fork = run.fork(RandomSource(rng))
        if fork.state.encode() != before[1]:
            self.fail("A fork is the same game.", "A fork of this moment has another state.", table)
        if not plays:
            return
        try:
            playout(fork, rng, at_most=30)
        except RuleError as error:
            self.fail(STEPS, f"In a playout from here: {error}", table)
        except Exception as error:
            self.fail("No rule fails.", f"In a playout from here: {described(error)}.", table)
        after = (run.start.encode(), run.state.encode(), len(run.tape), table.drawn, table.number)
        if after != before:
            self.fail(
                "Forks never touch their origin.", "Playing on a fork changed the table it came from.", table
            )

    def check_saved(self, table: Table, decisions: int) -> None:
        """Saved and loaded, the table is the same."""
        loaded = self.reload(table.moment())
        self.compare(table, loaded, "Save and load at every decision gives the same table.", log=False)
        if decisions % 25 == 0:
            loaded = self.reload(table.save())
            self.compare(table, loaded, "A journal played again gives the same table.", log=True)
            if loaded.save() != table.save():
                self.fail(
                    "A journal played again gives the same table.", "It would be saved differently.", table
                )

    def compare(self, table: Table, other: Table, promise: str, *, log: bool) -> None:
        if other.run.state.encode() != table.run.state.encode():
            self.fail(promise, "The state differs.", table)
        mine, theirs = table.ask, other.ask
        if (mine and mine.plain()) != (theirs and theirs.plain()):
            self.fail(promise, "The question differs.", table)
        if (other.drawn, other.number, other.turn) != (table.drawn, table.number, table.turn):
            self.fail(promise, "Turn, throws or numbers differ.", table)
        for seat in [None, *(s.id for s in table.seats)]:
            if table.view(seat) != other.view(seat):
                self.fail(promise, f"The view of {seat} differs.", table)
            if log and table.transcript(seat) != other.transcript(seat):
                self.fail(promise, f"The log of {seat} differs.", table)

    def give(self, table: Table, key: str, rng: random.Random, looks: bool) -> None:
        """Answer; then take back all that can be taken back, and give it again."""
        question = table.ask
        assert question is not None
        observers = secrets.worlds_before(table, rng) if self.game.has_secrets and looks else []
        before = table.run.state.encode(), question.plain()
        try:
            table.choose(key)
        except RuleFailed as error:
            broken = STEPS if isinstance(error.cause, RuleError) else "No rule fails."
            self.fail(broken, f"After {key!r}: {described(error.cause)}.", table)
        if table.undo_name(question.seat) is None:
            return
        for seat, told in secrets.told_apart(table, observers, question.value_of(key)):
            self.fail(
                NO_UNDO,
                f"{key!r} showed {seat or 'a spectator'} something that was hidden before, "
                f"and could still be undone ({told}).",
                table,
            )
        self.check_undo(table, question.seat, key, before)

    def check_undo(self, table: Table, seat: str, key: str, before: tuple[bytes, Any]) -> None:
        after, number = (table.run.state.encode(), table.ask and table.ask.plain()), table.number
        try:
            table.undo(seat)
        except CannotUndo as error:
            self.fail("Undo and its name agree.", f"{key!r} has an undo name but: {error}", table)
        if (table.run.state.encode(), table.ask and table.ask.plain()) != before:
            self.fail("Undo leads back exactly.", f"After undo of {key!r} the table is not as it was.", table)
        table.redo(seat)
        if (table.run.state.encode(), table.ask and table.ask.plain()) != after:
            self.fail(
                "Redo leads forward exactly.", f"After redo of {key!r} the table is not as it was.", table
            )
        if table.number <= number:
            self.fail("Journal numbers are never used twice.", f"{table.number} after {number}.", table)
        self.seen.undone += 1


def check_contract(
    game: Game[Any],
    *,
    games: int = 20,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    at_most: int = 20_000,
    keep: Path | None = None,
    bot: BotMaker | None = None,
    worlds: int = 100,
    share: float = 1.0,
    package: str | None = None,
    hides_nothing: bool = False,
) -> Checked:
    """Prove a game's promises over seeded random games. Raises `ContractBroken`; returns what was seen.

    `bot` makes a bot from a seed (`search` with a small budget), `keep` is the folder for journals of failures, `share`
    the part of all decisions at which the slow checks are made (saves, secrets, most forks), for long games, `package` the one
    the rules are in, if it is not that of the game's class. `hides_nothing` is for a scenario without secrets of a game
    that has some in others.
    """
    check_game(game)
    module = type(game).__module__
    if package is None:  # a game's class often has a module of its own beside the rules
        package = module.rpartition(".")[0] if module.endswith(".game") else module
    if forgotten := forgotten_yields(modules_of(package)):
        raise ContractBroken("Every rule that is called is run.", "; ".join(forgotten), None)
    suite = _Suite(game, decode_options(game, options), at_most, keep, bot, worlds, share)
    for n in range(seed, seed + games):
        try:
            suite.play(n)
            suite.check_same_seed(n)
        except RuleError as error:  # a text or a name that cannot be made
            raise ContractBroken(STEPS, str(error), None) from error
        if game.has_secrets:
            suite.check_varied(n)
        else:
            suite.check_open(n)
        if game.has_secrets and n - seed < 3:
            suite.check_imagination(n)
            suite.check_numbers(n)
    suite.check_all_seen(games, hides_nothing=hides_nothing)
    seen = suite.seen
    if seen.not_imagined > 0.01 * max(seen.worlds, 1) and seen.not_imagined > 1:
        raise ContractBroken(
            "Imagining succeeds.",
            f"{seen.not_imagined} of {seen.worlds} tries found no world that fits.",
            None,
        )
    return seen
