"""One game of a simulation, from its seed to its outcome or its error."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from sandtable.bots import Bot, make_bot
from sandtable.engine import (
    Answered,
    AnyLine,
    Ask,
    Chair,
    Chance,
    Game,
    IllegalChoice,
    Option,
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
    topic_of,
)
from sandtable.engine.errors import innermost
from sandtable.games import find_game

from .report import GameError
from .tally import Tally


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What all games of a simulation have in common; a worker process needs nothing else."""

    game: str
    options: dict[str, Any]
    #: One for each seat.
    bots: tuple[str, ...]
    seed: int
    at_most: int
    rotate: bool
    coverage: bool
    keep: str | None

    @property
    def is_quick(self) -> bool:
        """Whether every bot is random: such games need no table."""
        return all(bot == "random" for bot in self.bots)

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots of one game in the order of the seats; they move on by a seat from game to game if they rotate."""
        shift = number % len(self.bots) if self.rotate else 0
        return self.bots[shift:] + self.bots[:shift]


class TooLong(SandtableError):
    """The game did not end."""

    def __init__(self, at_most: int) -> None:
        super().__init__(f"The game was not over after {at_most} decisions.")


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation: small enough to type, and the same for any number of workers."""
    return int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:6], "big")


def play_batch(setting: Setting, first: int, last: int) -> Tally:
    """Play the games with the numbers from `first` up to, not including, `last`."""
    game = find_game(setting.game)
    options = decode_options(game, setting.options)
    tally = Tally.of(len(setting.bots))
    for number in range(first, last):
        if setting.is_quick and not setting.coverage:
            _play_quick(setting, game, options, number, tally)
        else:
            Match(setting, game, options, number, tally).play()
    return tally


def _play_quick(setting: Setting, game: Game[Any], options: Any, number: int, tally: Tally) -> None:
    """A game of random answers, played without a table."""
    rng = random.Random(game_seed(setting.seed, number))
    try:
        run = Run(game, game.begin(options), RandomSource(rng))
        decisions = playout(run, rng, setting.at_most)
        if run.outcome is None:
            raise TooLong(setting.at_most)
    except Exception as error:
        tally.failed(_failed_quick(setting, game, options, number, error))
    else:
        tally.ended(run.outcome, setting.bots, decisions, run.turn)


def _failed_quick(
    setting: Setting, game: Game[Any], options: Any, number: int, error: Exception
) -> GameError:
    """What went wrong in a quick game: it is replayed on a table, which records how it got there."""
    too_long = isinstance(error, TooLong)
    what = _told(error)
    if setting.keep is not None or not too_long:
        again = Tally.of(len(setting.bots))
        Match(setting, game, options, number, again).play()
        if again.errors:
            return again.errors[0]
        what += " Played again on a table it did not fail."
    return GameError(
        number=number,
        seed=game_seed(setting.seed, number),
        what=what,
        where=_where(error),
        decisions=setting.at_most if too_long else 0,
    )


class Match:
    """A game on a table: it counts who answers what, and can keep the journal if the game fails."""

    def __init__(self, setting: Setting, game: Game[Any], options: Any, number: int, tally: Tally) -> None:
        self.setting, self.game, self.options, self.number, self.tally = (
            setting,
            game,
            options,
            number,
            tally,
        )
        self.seed = game_seed(setting.seed, number)
        self.bots = setting.seated(number)
        seats = [seat.id for seat in game.seats(options)]
        self.header = make_header(
            game,
            options,
            {seat: f"bot:{bot}" for seat, bot in zip(seats, self.bots, strict=True)},
            self.seed,
            pack_stamp(game, options),
            "script" if setting.is_quick else "seed",
        )
        self.choose: Callable[[Table], str | Option]
        if setting.is_quick:
            rng = random.Random(self.seed)
            source: Source = RandomSource(rng)
            self.choose = lambda table: _any_option(table, rng)
        else:
            source = SeedStream(seed_bytes(self.seed))
            self.choose = Seated(self._bots(seats)).choose
        self.dice = Remembered(source)
        self.decisions = 0
        #: The answer that is being applied; None while a bot is thinking.
        self.answer: Answered | None = None

    def _bots(self, seats: Sequence[str]) -> dict[str, Bot]:
        return {
            seat: make_bot(bot, game_seed(self.seed, i))
            for i, (seat, bot) in enumerate(zip(seats, self.bots, strict=True))
        }

    def play(self) -> None:
        """Play to the end, or to the error, and count it."""
        table: Table | None = None
        try:
            table = Table(self.game, self.options, self.header, self.dice, self._count_forced)
            table.start()
            self._play_on(table)
        except Exception as error:
            self.tally.failed(self._failed(table, error))
        else:
            assert table.outcome is not None
            self.tally.ended(table.outcome, self.bots, self.decisions, table.turn)

    def _play_on(self, table: Table) -> None:
        while (ask := table.ask) is not None:
            if self.decisions == self.setting.at_most:
                raise TooLong(self.setting.at_most)
            chosen = self.choose(table)
            key = chosen.key if isinstance(chosen, Option) else chosen
            self.answer, self.dice.throws = Answered(0, ask.seat, key), []
            topic, options = ask.topic, len(ask.values)
            table.choose(chosen)
            self.answer = None
            self.decisions += 1
            if self.setting.coverage:
                self.tally.topic(topic).answered(options, key)

    def _count_forced(self, ask: Ask) -> None:
        if self.setting.coverage:
            self.tally.topic(topic_of(ask)).forced += 1

    def _failed(self, table: Table | None, error: Exception) -> GameError:
        file = None
        if self.setting.keep is not None:
            folder = Path(self.setting.keep)
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{self.game.key}-{self.setting.seed}-{self.number}.journal"
            path.write_bytes(self._journal(table, by_rule=not isinstance(error, IllegalChoice)))
            file = str(path)
        cause = error.cause if isinstance(error, RuleFailed) else error
        return GameError(
            number=self.number,
            seed=self.seed,
            what=_told(cause),
            where=_where(cause),
            decisions=self.decisions,
            file=file,
        )

    def _journal(self, table: Table | None, *, by_rule: bool) -> bytes:
        """The journal of this game; if a rule failed, with the answer and the throws that made it fail."""
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


class Remembered:
    """A source of chance that remembers what was thrown since `throws` was last cleared."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.throws: list[tuple[str, list[Any]]] = []

    def raw(self, chance: Chance) -> tuple[Any, ...]:
        raw = self.source.raw(chance)
        self.throws.append((chance.topic, list(raw)))
        return raw


class Seated:
    """Bots in their chairs at one table."""

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        self.bots = bots

    def choose(self, table: Table) -> str:
        """What the bot that is asked answers."""
        assert table.ask is not None
        seat = table.ask.seat
        return self.bots[seat].choose(Chair(table, seat))


def play(table: Table, bots: Mapping[str, Bot], at_most: int = 100_000) -> Table:
    """Let bots play a table to its end, one for each seat: ``play(table, {"red": mine, "yellow": yours})``."""
    seated = Seated(bots)
    for _ in range(at_most):
        if table.ask is None:
            return table
        table.choose(seated.choose(table))
    if table.ask is not None:
        raise TooLong(at_most)
    return table


def _any_option(table: Table, rng: random.Random) -> Option:
    """What a playout would choose with the same random numbers, so that a replay on a table goes the same way."""
    assert table.ask is not None
    options = table.ask.options
    return options[int(rng.random() * len(options))]


def _told(error: BaseException) -> str:
    return str(error) if isinstance(error, SandtableError) else f"{type(error).__name__}: {error}"


def _where(error: BaseException) -> str:
    """The innermost line of code an error came from; empty for errors that are not bugs."""
    trace = innermost(error)
    if trace is None or isinstance(error, TooLong):
        return ""
    code = trace.tb_frame.f_code
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno} in {code.co_name}"
