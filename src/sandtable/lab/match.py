"""The games of a simulation, each from its seed to its outcome or its error."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from sandtable.bots import Bot
from sandtable.bots.bot import BotFailed, answer_of
from sandtable.engine import (
    Answered,
    AnyLine,
    Ask,
    Chair,
    Chance,
    IllegalChoice,
    Option,
    Outcome,
    RandomSource,
    RuleFailed,
    Run,
    SandtableError,
    SeedStream,
    Source,
    Table,
    Thrown,
    decode_options,
    make_header,
    pack_stamp,
    playout,
    seed_bytes,
)
from sandtable.engine.errors import expect, innermost
from sandtable.engine.game import Seating, all_kinds
from sandtable.engine.naming import Kinds
from sandtable.engine.templates import render

from .observer import Observer
from .plan import RunPlan
from .report import GameError
from .result import Result
from .seating import Player, seating, who_plays


class TooLong(SandtableError):
    """The game did not end."""

    def __init__(self, at_most: int) -> None:
        super().__init__(f"The game was not over after {at_most} decisions.")


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation: small enough to type, and the same for any number of workers."""
    return int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:6], "big")


class Series:
    """The games of one plan in this process: what is the same for all of them is worked out once."""

    def __init__(self, plan: RunPlan, journals: str | None = None) -> None:
        #: `journals` is the folder for journals; without one none is kept.
        self.plan, self.journals = plan, journals
        self.game = plan.find_game()
        self.name = plan.game if isinstance(plan.game, str) else None
        self.options = decode_options(self.game, plan.options or {})
        self.seating = Seating(self.game.seats(self.options))
        self.seats = tuple(seat.id for seat in self.seating.seats)
        self.players = seating(self.game, len(self.seats), plan.bots)
        nonplayers = (
            getattr(self.options, self.game.nonplayer_option, ()) if self.game.nonplayer_option else ()
        )
        #: By game, from the first again: who plays each seat.
        self.who_plays = [
            who_plays(self.seats, [player.name for player in self.seated(shift)], nonplayers)
            for shift in range(len(self.players) if plan.rotate else 1)
        ]
        #: Whether every bot is random: such games need no table.
        self.is_quick = all(player.maker is None and player.name == "random" for player in self.players)
        # Quick games are over in less than the time such questions take if every one of them asks anew.
        self._needs_no_table = self.is_quick and not (plan.keep == "all" and journals)
        self._keeps_lost = plan.keep == "lost" and journals is not None
        self._kinds: tuple[Kinds | None, Kinds] = (None, {})
        self._reasons: dict[Any, str] = {}

    def seated(self, number: int) -> tuple[Player, ...]:
        """The players of one game in the order of the seats; if they rotate, they move on by a seat from game to game."""
        shift = number % len(self.players) if self.plan.rotate else 0
        return self.players[shift:] + self.players[:shift]

    def play(self, number: int, observer: Observer | None = None) -> Result:
        """Play one game; an observer sees it on a table."""
        if observer is not None or not self._needs_no_table:
            return Match(self, number, observer).play()
        at_most, seed, begun = self.plan.at_most, game_seed(self.plan.seed, number), perf_counter()
        rng = random.Random(seed)
        try:
            run = Run(self.game, self.game.begin(self.options), RandomSource(rng))
            decisions = playout(run, rng, at_most)
            if run.outcome is None:
                raise TooLong(at_most)
        except Exception as error:
            return self._failed(number, error)
        if self._keeps_lost and self.is_lost(number, run.outcome):
            return Match(self, number, None).play()
        return self.result(number, seed, run, decisions, perf_counter() - begun)

    def result(
        self,
        number: int,
        seed: int,
        run: Run[Any],
        decisions: int,
        seconds: float,
        journal: str | None = None,
    ) -> Result:
        """A game that has ended."""
        outcome, seats = run.outcome, self.seats
        assert outcome is not None
        return Result(
            number=number,
            seed=seed,
            seats=seats,
            bots=self.bots(number),
            winners=tuple([seats[winner] for winner in outcome.winners]),
            scores=outcome.scores,
            reason=self._reason(outcome, run.state) if outcome.args else outcome.reason,
            decisions=decisions,
            of_nonplayers=self.game.decisions_of_nonplayers(run.state),
            turns=run.turn,
            seconds=seconds,
            journal=journal,
        )

    def bots(self, number: int) -> tuple[str, ...]:
        """The names of the bots in one game, in the order of the seats."""
        return self.who_plays[number % len(self.who_plays)]

    def is_lost(self, number: int, outcome: Outcome) -> bool:
        """Whether the bot that was named first has not won."""
        bots = self.bots(number)
        return self.players[0].name not in {bots[winner] for winner in outcome.winners}

    def _reason(self, outcome: Outcome, state: Any) -> str:
        own = self.game.kinds(state)
        if own is not self._kinds[0]:  # most games have the same names throughout
            self._kinds, self._reasons = (own, all_kinds(own, self.seating.names)), {}
        try:
            key = (outcome.reason, *outcome.args.items())
            found = self._reasons.get(key)
            if found is None:
                found = self._reasons[key] = render(outcome.reason, outcome.args, self._kinds[1])
            return found
        except TypeError:  # what cannot be hashed is rendered each time
            return render(outcome.reason, outcome.args, self._kinds[1])

    def _failed(self, number: int, error: Exception) -> Result:
        """A quick game that failed is replayed on a table, which records how it got there."""
        too_long = isinstance(error, TooLong)
        what = _told(error)
        if self.journals is not None or not too_long:
            again = Match(self, number, None).play()
            if again.error is not None:
                return again
            what += " Played again on a table it did not fail."
        return self.failure(number, what, _where(error), self.plan.at_most if too_long else 0, 0.0)

    def failure(
        self, number: int, what: str, where: str, decisions: int, seconds: float, file: str | None = None
    ) -> Result:
        """A game that could not be played to its end."""
        seed = game_seed(self.plan.seed, number)
        return Result(
            number=number,
            seed=seed,
            seats=self.seats,
            bots=self.bots(number),
            decisions=decisions,
            seconds=seconds,
            error=GameError(number=number, seed=seed, what=what, where=where, decisions=decisions, file=file),
            journal=file,
        )


class Match:
    """A game on a table: observers see who answers what, and its journal can be kept."""

    def __init__(self, series: Series, number: int, observer: Observer | None) -> None:
        self.series, self.plan, self.number = series, series.plan, number
        self.game = series.game
        self.observer = observer
        self.seed = game_seed(self.plan.seed, number)
        self.header = make_header(
            self.game,
            series.options,
            {
                seat: f"bot:{player.name}"
                for seat, player in zip(series.seats, series.seated(number), strict=True)
            },
            self.seed,
            pack_stamp(self.game, series.options),
            "script" if series.is_quick else "seed",
            series.name,
        )
        self.choose: Callable[[Table], str | Option]
        if series.is_quick:
            rng = random.Random(self.seed)
            source: Source = RandomSource(rng)
            self.choose = lambda table: _any_option(table, rng)
        else:
            source = SeedStream(seed_bytes(self.seed))
            self.choose = SeatedBots(self._bots()).choose
        self.table: Table | None = None
        self.dice = RecordingSource(source, self._thrown)
        self.decisions = 0
        #: The answer that is being applied; None while a bot is thinking.
        self.answer: Answered | None = None

    def _bots(self) -> dict[str, Bot]:
        players = self.series.seated(self.number)
        return {
            seat: player.make(game_seed(self.seed, i))
            for i, (seat, player) in enumerate(zip(self.series.seats, players, strict=True))
        }

    def play(self) -> Result:
        """Play to the end, or to the error."""
        begun = perf_counter()
        if self.observer is not None:
            self.observer.begun(self.number)
        try:
            table = self.table = Table(self.game, self.series.options, self.header, self.dice, self._forced)
            table.start()
            if self.observer is not None:
                self.observer.set_up(table)
            self._play_on(table)
        except Exception as error:
            if self.observer is not None:
                self.observer.failed(self.number)
            return self._failed(error, perf_counter() - begun)
        return self.series.result(
            self.number, self.seed, table.run, self.decisions, perf_counter() - begun, self._kept(table)
        )

    def _play_on(self, table: Table) -> None:
        while table.is_waiting:
            table.step()
            if self.observer is not None:
                self.observer.stepped(table)
        while (ask := table.ask) is not None:
            if self.decisions == self.plan.at_most:
                raise TooLong(self.plan.at_most)
            chosen = self.choose(table)
            key = chosen.key if isinstance(chosen, Option) else chosen
            if self.observer is not None:
                self.observer.asked(table, ask)
            self.answer, self.dice.throws = Answered(0, ask.seat, key), []
            table.choose(chosen)
            self.answer = None
            self.decisions += 1
            if self.observer is not None:
                self.observer.answered(table, ask, key)

    def _forced(self, ask: Ask) -> None:
        if self.observer is not None:
            self.observer.forced(ask)

    def _thrown(self, chance: Chance, raw: tuple[Any, ...]) -> None:
        if self.observer is not None:
            self.observer.threw(self.table, chance, raw)

    # Journals

    def _kept(self, table: Table) -> str | None:
        """Where the journal of a finished game was put, if it is one to be kept."""
        keep, outcome = self.plan.keep, table.outcome
        assert outcome is not None
        wanted = keep == "all" or (keep == "lost" and self.series.is_lost(self.number, outcome))
        return self._written(table.save()) if wanted and self.series.journals else None

    def _written(self, journal: bytes) -> str:
        assert self.series.journals is not None
        folder = Path(self.series.journals)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.game.key}-{self.plan.seed}-{self.number}.journal"
        path.write_bytes(journal)
        return str(path)

    def _failed(self, error: Exception, seconds: float) -> Result:
        file = None
        if self.series.journals is not None:
            file = self._written(self._journal(by_rule=not isinstance(error, IllegalChoice)))
        cause = error.cause if isinstance(error, RuleFailed) else error
        return self.series.failure(self.number, _told(cause), _where(cause), self.decisions, seconds, file)

    def _journal(self, *, by_rule: bool) -> bytes:
        """The journal of this game; if a rule failed, with the answer and the throws that made it fail."""
        table = self.table
        lines: list[AnyLine] = []
        if by_rule and self.answer is not None:
            lines.append(self.answer)
        if by_rule and (self.answer is not None or table is None):
            lines += [Thrown(0, topic, raw) for topic, raw in self.dice.throws]
        number = 0 if table is None else table.number
        for line in lines:
            number += 1
            line.n = number
        sound = msgspec.json.encode(self.header) + b"\n" if table is None else table.save()
        return sound + b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


class RecordingSource:
    """A source of chance that remembers what was thrown since `throws` was last cleared."""

    def __init__(self, source: Source, tell: Callable[[Chance, tuple[Any, ...]], None]) -> None:
        self.source, self.tell = source, tell
        self.throws: list[tuple[str, list[Any]]] = []

    def raw(self, chance: Chance) -> tuple[Any, ...]:
        raw = self.source.raw(chance)
        self.throws.append((chance.topic, list(raw)))
        self.tell(chance, raw)
        return raw


class SeatedBots:
    """Bots in their chairs at one table."""

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        self.bots = bots

    def choose(self, table: Table) -> str:
        """Return the answer of the bot whose turn it is."""
        assert table.ask is not None
        seat = table.ask.seat
        if seat not in self.bots:
            known = ", ".join(self.bots) or "nobody"
            raise SandtableError(f"No bot plays {seat}, which is asked now. There are bots for: {known}.")
        return answer_of(self.bots[seat], Chair(table, seat))


def play(table: Table, bots: Mapping[str, Bot], at_most: int = 100_000) -> Table:
    """Let bots play a table to its end, one for each seat: ``play(table, {"red": mine, "yellow": yours})``."""
    expect(table, Table, "play takes a table, such as sandtable.new(...)")
    expect(
        bots, Mapping, f"play takes a bot for each seat, as in {{{table.seats[0].id!r}: make_bot('random')}}"
    )
    for seat, bot in bots.items():
        table.seat_index(seat)
        if not callable(getattr(bot, "choose", None)):
            hint = f": make_bot({bot!r})" if isinstance(bot, str) else ""
            raise SandtableError(f"{bot!r} for {seat} is not a bot; a bot has a method choose(chair){hint}.")
    seated = SeatedBots(bots)
    while table.is_waiting:
        table.step()
    for _ in range(at_most):
        if table.ask is None:
            return table
        table.choose(seated.choose(table))
    if table.ask is not None:
        raise TooLong(at_most)
    return table


def _any_option(table: Table, rng: random.Random) -> Option:
    """Choose as a playout does with the same random numbers, so that a replay on a table goes the same way."""
    assert table.ask is not None
    options = table.ask.options
    return options[int(rng.random() * len(options))]


def _told(error: BaseException) -> str:
    return str(error) if isinstance(error, SandtableError) else f"{type(error).__name__}: {error}"


def _where(error: BaseException) -> str:
    """The innermost line of code an error came from; empty for errors that are not bugs."""
    trace = innermost(error)
    if trace is None or isinstance(error, (BotFailed, TooLong)):
        return ""
    code = trace.tb_frame.f_code
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno} in {code.co_name}"
