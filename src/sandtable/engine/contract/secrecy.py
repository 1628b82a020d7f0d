"""The suite's checks of secrets: nobody sees what they may not know, and everything hidden can be dealt again."""

from __future__ import annotations

import random
from typing import Any

from ..chair import Chair
from ..errors import CannotImagine
from ..secrets.held import secrets_of
from ..table import Table
from ..worlds.imagine import SAME_SECRETS
from ..worlds.previews import preview
from . import secrets, varied
from .checker import CAN_BE_DEALT, NO_LEAK, NO_SECRETS, NOT_IDLE, SAME_HELD, SOMETHING_SEEN, Checker
from .turns import replayed_to, turns_of

#: How a rule makes a secret known.
TELL = "a verb (look, reveal) or say(..., reveals_secret=True)"
UNSEALED = "a `yield UNSEAL` first"

#: At this share of the decisions at which secrets are checked, a preview is compared in two worlds.
PREVIEWED = 0.1
#: What to do about a question that tells a secret.
ASKED = "If only its options or facts tell it, ask with hide_options=True; otherwise with private=True."


class Secrecy(Checker):
    """The promises about secrets."""

    def check_secrets(self, table: Table, rng: random.Random) -> None:
        """No seat can tell worlds apart that differ only in what it cannot know."""
        if len(secrets_of(table.run.start)) != len(secrets_of(table.run.state)):
            self.fail(SAME_HELD, SAME_SECRETS, table)
        at_start = secrets.is_before_answers(table)
        seats: list[str | None] = [None, *(seat.id for seat in table.seats)]
        for seat in seats:
            try:
                what, compared = secrets.leak(table, seat, rng, at_start=at_start)
            except secrets.NoWorld:
                self.seen.not_imagined += 1
                continue
            self.seen.worlds += 1
            self.seen.compared += compared
            if what:
                advice = f"  {ASKED}\n" if what.startswith("question:") else ""
                self.fail(
                    NO_LEAK,
                    f"Two worlds that differ only in what {seat or 'a spectator'} cannot know look different to it: {what}\n"
                    f"{advice}"
                    f"  If a rule means to tell this, {TELL} makes it known.",
                    table,
                )
        if self.bot is not None and rng.random() < 0.08:
            self.check_bot(table, rng)
        if rng.random() < PREVIEWED:
            self.check_preview(table, rng)

    def check_preview(self, table: Table, rng: random.Random) -> None:
        """A preview is the same in worlds that the asked seat cannot tell apart."""
        question = table.ask
        assert question is not None
        key = question.keys[int(rng.random() * len(question.keys))]
        try:
            other = secrets.other_world(table, question.seat, rng)
            here, there = preview(table, key), preview(other, key)
        except (secrets.NoWorld, CannotImagine):
            return
        self.seen.previewed += 1
        if here != there:
            self.fail(
                NO_LEAK,
                f"The preview of {key!r} differs in two worlds that {question.seat} cannot tell apart.",
                table,
            )

    def check_bot(self, table: Table, rng: random.Random) -> None:
        """A bot with one seed answers alike in worlds its seat cannot tell apart."""
        assert table.ask is not None
        assert self.bot is not None
        seat, seed = table.ask.seat, int(rng.random() * 1e9)
        try:
            other = secrets.other_world(table, seat, rng)
        except secrets.NoWorld:
            return
        here = self.bot(seed).choose(Chair(table, seat))
        there = self.bot(seed).choose(Chair(other, seat))
        self.seen.asked_bot += 1
        if here != there:
            self.fail(
                "A bot sees nothing its seat cannot see.",
                f"With one seed it answered {here!r} and, in a world {seat} cannot tell apart, {there!r}.",
                table,
            )

    def check_varied(self, seed: int) -> None:
        """Nobody notices when something they cannot know is changed, and no ordinary field holds it."""
        rng, answers = random.Random(seed), list[Any]()
        for turn in turns_of(self.game, self.options, seed, answers, self.at_most):
            if turn.is_rebuilt:
                self.fail(SAME_HELD, SAME_SECRETS, replayed_to(self.new_table(seed), turn, answers))
            for seat in (None, *range(len(self.game.seats(self.options)))):
                for change in varied.changes(self.game, turn, seat, rng, self.share):
                    comparison = varied.Comparison(self.game, turn, seat, change, rng)
                    found = comparison.run()
                    if found is not None:
                        table = replayed_to(self.new_table(seed), turn, answers)
                        self.fail_varied(table, seat, change, found)
                    self.seen.varied[change.kind] = self.seen.varied.get(change.kind, 0) + 1
                    if comparison.compared:
                        self.seen.observers += 1
                        self.watched[change.kind, change.topic] += 1

    def check_open(self, seed: int) -> None:
        """Check that the throws of a game without secrets are there for everybody to see."""
        rng, answers = random.Random(seed), list[Any]()
        for turn in turns_of(self.game, self.options, seed, answers, self.at_most):
            for change in varied.changes(self.game, turn, None, rng, self.share):
                comparison = varied.Comparison(self.game, turn, None, change, rng)
                found = comparison.run()
                if change.kind == "throw" or (found is None and comparison.differs_unseen):
                    self.fail(
                        NO_SECRETS,
                        f"The {change.kind} {change.topic!r} leaves something behind that not everybody sees, and bots would know it.\n"
                        "  Set has_secrets = True and keep it in Cards or Hidden; or show it to everybody.",
                        replayed_to(self.new_table(seed), turn, answers),
                    )

    def check_numbers(self, seed: int) -> None:
        """Hidden numbers, and fields the game calls hidden, vary in imagined worlds."""
        rng = random.Random(seed)
        table = self.new_table(seed)
        while table.ask is not None:
            for seat in table.seats:
                worlds = min(self.worlds, 12)
                varies, failed = secrets.numbers_that_vary(table, seat.id, rng, worlds)
                self.seen.worlds += worlds if varies else 0
                self.seen.not_imagined += failed
                for name, is_varied in varies.items():
                    self.varies[seat.id, name] = self.varies.get((seat.id, name), False) or is_varied
            table.choose(table.ask.keys[int(rng.random() * len(table.ask.keys))])

    def check_all_seen(self, games: int, *, hides_nothing: bool) -> None:
        """Nothing passes because the suite saw nothing: secrets were changed, and everything that is dealt again varies."""
        if not self.game.has_secrets:
            return
        for (seat, name), is_varied in self.varies.items():
            if not is_varied:
                self.fail(
                    NOT_IDLE,
                    f"`{name}` is the same in every world that {seat} imagines, so bots, hints and odds would know what is hidden in it.\n"
                    "  Game.redeal must deal it again: call redeal of the Hidden, or draw the field from what it could be.",
                    None,
                )
        if hides_nothing and self.seen.observers:
            self.fail(
                SOMETHING_SEEN,
                f"This was said to hide nothing, but it hides: {', '.join(self.seen.varied)}.",
                None,
            )
        if not hides_nothing and not self.seen.observers:
            self.fail(
                SOMETHING_SEEN,
                f"Games played: {games}. Nothing was hidden from anybody, so nothing is proved. If the game has no secrets, set\n"
                "  has_secrets = False; if only this scenario has none, pass hides_nothing=True; otherwise play more games.",
                None,
            )

    def fail_varied(self, table: Table, seat: int | None, change: varied.Varied, found: varied.Found) -> None:
        who = "a spectator" if seat is None else table.seats[seat].id
        if found.field:
            self.fail(
                CAN_BE_DEALT,
                f"`{found.field}` holds a secret in the open: with {change} it differs ({found.what}), and {who} cannot know which.\n"
                "  Keep it in Hidden (dice, numbers, secret answers) or in Cards; or name it in the game's hidden_fields and deal it again in redeal.\n"
                f"  If the rule means to tell it, {UNSEALED if change.kind == 'sealed answer' else TELL} makes it known.",
                table,
            )
        self.fail(
            NO_LEAK,
            f"With {change}, {who} can tell the difference: {found.what}\n"
            f"  If a rule means to tell this, {UNSEALED if change.kind == 'sealed answer' else TELL} makes it known.",
            table,
        )

    def check_imagination(self, seed: int) -> None:
        """Imagining is not idle: at a few moments, every hidden place that could vary does."""
        rng = random.Random(seed)
        table = self.new_table(seed)
        while table.ask is not None:
            if rng.random() < 0.1:
                for seat in table.seats:
                    ask = table.ask_for(seat.id)
                    if ask is None or not ask.options:
                        continue  # that somebody else decides at all tells something of their hand
                    still, failed = secrets.idle_places(table, seat.id, rng, self.worlds)
                    self.seen.worlds += self.worlds
                    self.seen.not_imagined += failed
                    if still:
                        self.fail(
                            NOT_IDLE,
                            f"Over {self.worlds} imagined worlds {seat.id} always finds the same hidden card at {still}.",
                            table,
                        )
            table.choose(table.ask.keys[int(rng.random() * len(table.ask.keys))])
