"""Replaying a journal or a moment, and comparing: a divergence is reported with its line and turn.

Everything before that can be opened. A game that was saved under an older version of the rules is migrated on the way:
its table has the present rules in its header and present keys in its lines, and the keeper of the game writes it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..chance import Chance, Raw, SeedStream, Source, tupled
from ..compiled.twins import decoded
from ..errors import Diverged, IllegalChoice, JournalError, RuleFailed, SandtableError
from ..game import Game, Options
from ..question import Question
from ..table import Table
from .format import (
    LINES,
    Answered,
    AnyLine,
    Ended,
    Header,
    Moment,
    PackStamp,
    StandingOrderLine,
    Thrown,
    TookBack,
    TurnOver,
)
from .header import UNREADABLE, check_seed, decode_header, decode_options, digest_today, reason_of
from .migration import is_alike, resolve_old, without_gone, without_undone

#: How many old answers a game is shown at once: as many as could be one answer today.
MOST_TOGETHER = 12

FindGame = Callable[[str], Game[Any]]
Stamp = Callable[[Game[Any], Options], PackStamp]


class _Again:
    """Chance as a journal has it, and from the seed where the journal ends."""

    def __init__(self, stream: SeedStream) -> None:
        self.stream = stream
        self.lines: list[Thrown] = []

    def raw(self, chance: Chance) -> Raw:
        if not self.lines:
            return self.stream.raw(chance)
        self.stream.drawn += 1
        line = self.lines.pop(0)
        raw = tupled(line.raw)
        if line.topic != chance.topic:
            raise _Unlike(
                f"the journal has a throw for {line.topic!r}, the rules now ask for {chance.topic!r}"
            )
        try:
            chance.check(raw)
        except ValueError as error:
            raise _Unlike(str(error)) from None
        return raw


class _Unlike(SandtableError):
    """The game, played again, goes another way than the journal says."""


def open_journal(data: bytes, find: FindGame, *, stamp: Stamp | None = None) -> Table:
    """Play a journal (or a moment) again and give the table it leads to.

    Raises `JournalError` at the first line that is damaged and `Diverged` at the first that no longer fits; both hold
    the table as it was before. A last line without its end was never acknowledged: it is passed over in silence.
    """
    head, _, body = data.partition(b"\n")
    if head.startswith(b'{"header"'):
        return _open_moment(head, find)
    header = decode_header(head)
    game = find(header.game)
    options = decode_options(game, header.options)
    pack = _pack_today(game, options, header, stamp)
    lines, damage = _decode_lines(body)
    chairs = [seat.id for seat in game.seats(options)]
    if list(header.seats) != chairs:
        raise JournalError(f"the seats are {', '.join(header.seats)}, the game has {', '.join(chairs)}", 1)
    replay = _Replay(game, options, _today(header, game, pack), lines, header.rules)
    asks_game = replay.is_old and type(game).migrate is not Game.migrate
    table = replay.migrate() if asks_game else replay.play()
    if damage is not None:
        raise JournalError(damage[1], damage[0], turn=table.turn, table=table)
    return table


def is_of_older_rules(header: Header, game: Game[Any]) -> bool:
    """Whether a saved game must be migrated before it can be played on."""
    return header.rules < game.rules_version


def _today(header: Header, game: Game[Any], pack: PackStamp) -> Header:
    """The header of a game that is migrated to the present rules, or whose pack has a digest of an older kind; any other as it is."""
    if is_of_older_rules(header, game):
        return msgspec.structs.replace(header, rules=game.rules_version, pack=pack)
    if not header.pack.digest or header.pack.digest == pack.digest:
        return header
    return msgspec.structs.replace(header, pack=msgspec.structs.replace(header.pack, digest=pack.digest))


def _pack_today(game: Game[Any], options: Options, header: Header, stamp: Stamp | None) -> PackStamp:
    """The pack a game is opened with. It must be the one it was played with.

    A pack that comes with the game may have changed together with its rules: its cards and pieces are then matched by name.
    """
    if stamp is None:
        return header.pack
    found = stamp(game, options)
    if not header.pack.digest:  # the game had no packs then
        return found
    is_ours = (
        Path(options.pack).name == options.pack
        and (game.pack_folder or Path()).joinpath(options.pack).is_dir()
    )
    is_same = found.digest == digest_today(game, options, header.pack.digest)
    if not is_same and not (is_ours and is_of_older_rules(header, game)):
        raise JournalError(
            f"the game was played with another version of the pack {header.pack.name!r}; install that one to open it",
            1,
        )
    return found


def _decode_lines(body: bytes) -> tuple[list[AnyLine], tuple[int, str] | None]:
    """The lines of a journal up to the first damaged one, which is named."""
    lines: list[AnyLine] = []
    rows = body.split(b"\n")
    torn = rows.pop()  # what follows the last line end: nothing, or a line that was being written
    for row in rows:
        try:
            line = LINES.decode(row)
        except UNREADABLE as error:
            return lines, (len(lines) + 2, f"damaged ({reason_of(error)})")
        if line.n != len(lines) + 1:
            return lines, (len(lines) + 2, f"out of order (number {line.n}, expected {len(lines) + 1})")
        lines.append(line)
    if torn:
        with suppress(*UNREADABLE):
            lines.append(LINES.decode(torn))
    return lines, None


class _Replay:
    """A journal that is being played again. `was` is the version of the rules it was written under."""

    def __init__(
        self, game: Game[Any], options: Any, header: Header, lines: Sequence[AnyLine], was: int
    ) -> None:
        self.game, self.options, self.header, self.lines, self.was = game, options, header, lines, was
        self.is_old = was < game.rules_version

    def play(self, upto: int | None = None) -> Table:
        """Do again what the lines say, comparing everything that follows from it with what they say."""
        lines = self.lines if upto is None else self.lines[:upto]
        again = _Again(SeedStream(bytes.fromhex(self.header.seed)))
        again.lines = _throws(lines, 0)
        table = self._begin(again)
        try:
            self._compare(table, lines, 0)
            while (done := len(table.lines)) < len(lines):
                again.lines = _throws(lines, done if table.is_waiting else done + 1)
                try:
                    do_line(table, lines[done], of_older_rules=self.is_old)
                except SandtableError as error:
                    why = str(error).rstrip(".")
                    if isinstance(error, IllegalChoice):
                        why = f"{error.given!r} is no longer an answer to {error.question!r}"
                    raise Diverged(
                        why + self._other_rules(), done + 2, turn=table.turn, table=table
                    ) from None
                self._compare(table, lines, done)
        finally:
            table.take_chance_from(None)  # whatever is played on from here has the dice of the seed
        return table

    def migrate(self) -> Table:
        """Play on under rules that ask other questions: the game says what each old answer means now.

        Throws are given again in their order. Nothing is compared but how the game ended.
        """
        lines = without_undone(self.lines)
        again = _Again(SeedStream(bytes.fromhex(self.header.seed)))
        again.lines = [line for line in lines if isinstance(line, Thrown)]
        done = [line for line in lines if is_done(line)]
        table, at = self._begin(again), 0
        ended = next((line for line in lines if isinstance(line, Ended)), None)
        try:
            while at < len(done):
                at += self._do_old(table, done, at, again)
            while table.is_waiting and again.lines:  # nobody is asked anything
                table.step()
            while ended is not None and table.ask is not None:
                if (key := self.game.answer_not_asked(table.ask)) is None:
                    break
                table.choose(key)
        except SandtableError as error:
            why = str(error).rstrip(".") + self._other_rules()
            bad = done[at].n if at < len(done) else lines[-1].n - len(again.lines)
            raise Diverged(why, bad + 1, turn=table.turn, table=table) from None
        finally:
            table.take_chance_from(None)
        if (None if ended is None else ended.winners) != (None if table.outcome is None else table.winners):
            why = "the game ends in another way than it did when this was written" + self._other_rules()
            raise Diverged(why, lines[-1].n + 1 if lines else 2, turn=table.turn, table=table)
        return table

    def _do_old(self, table: Table, done: Sequence[AnyLine], at: int, again: _Again) -> int:
        """Do what an old line says, or give the answer that a new question wants first; how many lines that was."""
        line = done[at]
        if not isinstance(line, Answered):
            do_line(table, line)
            return 1
        if table.ask is None:
            return 1  # asked before the end then; whether it is the same end is compared last
        answers = [it for it in done[at : at + MOST_TOGETHER] if isinstance(it, Answered)]
        meant = self.game.migrate(table.ask, answers)
        if meant.used:
            again.lines = self.game.migrate_throws(table.run.state, answers, again.lines)
        if meant.key is not None:
            table.choose(meant.key)
        elif meant.used < 1:
            raise _Unlike(f"nothing answers {table.ask.prompt!r}")
        return meant.used

    def _begin(self, again: _Again) -> Table:
        try:
            table = Table(self.game, self.options, self.header, again)
        except (SandtableError, RuleFailed) as error:
            raise Diverged(
                f"the set-up no longer works under the present rules: {error}", 2, turn=0
            ) from None
        return table.start()

    def _compare(self, table: Table, lines: Sequence[AnyLine], since: int) -> None:
        """Check that the last step had the consequences the journal tells of."""
        made = table.lines
        for i in range(since, min(len(made), len(lines))):
            if made[i] == lines[i] or (self.is_old and is_alike(made[i], lines[i])):
                continue
            turn = next((line.turn for line in made[i:] if isinstance(line, TurnOver)), table.turn)
            if isinstance(made[i], TurnOver) and isinstance(lines[i], TurnOver):
                why = "the turn ends in another state than it did when this was written"
            else:
                why = f"the journal says {_said(lines[i])}, the present rules say {_said(made[i])}"
            raise Diverged(why + self._other_rules(), i + 2, turn=turn, table=self._at_last_good(i))

    def _other_rules(self) -> str:
        then, now = self.was, self.game.rules_version
        return (
            ""
            if then == now
            else f" (it was written under version {then} of the rules, these are version {now})"
        )

    def _at_last_good(self, bad: int) -> Table | None:
        """The game up to the last line whose consequences still hold; None if its very beginning does not."""
        good = bad
        while good >= 0 and not is_done(self.lines[good]):  # what somebody did, not what followed from it
            good -= 1
        return None if good < 0 else self.play(good)


def _throws(lines: Sequence[AnyLine], start: int) -> list[Thrown]:
    """The throws that follow one answer, up to the next one."""
    found = []
    for line in lines[start:]:
        if isinstance(line, Thrown):
            found.append(line)
        elif not isinstance(line, (TurnOver, Ended)) and not (isinstance(line, Answered) and line.by):
            break
    return found


def do_line(table: Table, line: AnyLine, *, of_older_rules: bool = False) -> None:
    """Do what one line says."""
    if isinstance(line, Answered):
        ask = table.ask
        if ask is None or ask.seat != line.seat:
            asked = "nobody, the game is over" if ask is None else ask.seat
            raise _Unlike(f"{line.seat} answers {line.key!r}, but the rules now ask {asked}")
        table.choose(resolve_old(ask, line.key)[0] if of_older_rules else line.key)
    elif isinstance(line, TookBack):
        table.undo_line(line.seat, line.answer)
    elif isinstance(line, StandingOrderLine):
        if line.window:
            table.add_standing_order(line.seat, line.window, line.until)
        else:
            table.withdraw_standing_orders(line.seat)
    elif table.is_waiting:
        table.step()
    else:
        raise _Unlike(f"nothing leads to this line ({type(line).__name__})")


def _said(line: AnyLine) -> str:
    return ", ".join(f"{k} {v}" for k, v in msgspec.to_builtins(line).items() if k not in ("n", "t"))


def is_done(line: AnyLine) -> bool:
    """Whether a line is something somebody did, and not its consequence."""
    return isinstance(line, (TookBack, StandingOrderLine)) or (isinstance(line, Answered) and not line.by)


def _open_moment(data: bytes, find: FindGame) -> Table:
    """A table from a moment: the state at the start of the turn, and the turn's answers given again."""
    try:
        moment = msgspec.json.decode(data, type=Moment)
        check_seed(moment.header)
        game = find(moment.header.game)
        is_old = is_of_older_rules(moment.header, game)
        state = decoded(
            without_gone(moment.state, game.state_type) if is_old else moment.state, game.state_type
        )
    except UNREADABLE as error:
        raise JournalError(f"the saved moment is damaged ({reason_of(error)})", 1) from None
    options = decode_options(game, moment.header.options)
    again = _Again(SeedStream(bytes.fromhex(moment.header.seed), moment.drawn))
    again.lines = [line for line in moment.lines if isinstance(line, Thrown)]
    moment = msgspec.structs.replace(moment, header=_today(moment.header, game, moment.header.pack))
    try:
        return Table.resumed(game, options, moment, state, again, resolve_old if is_old else Question.resolve)
    except JournalError:
        raise
    except SandtableError as error:
        if not is_old:
            raise Diverged(_unfit(error), 1, turn=moment.turn) from error
        start = msgspec.structs.replace(moment, lines=[])  # its turn is asked in another way today
        return Table.resumed(game, options, start, state, SeedStream(again.stream.seed, moment.drawn))
    except Exception as error:  # a state that no rule ever made can fail in any way
        raise Diverged(_unfit(error), 1, turn=moment.turn) from error


def _unfit(error: Exception) -> str:
    told = str(error).rstrip(".") if isinstance(error, SandtableError) else repr(error)
    return f"the saved moment does not fit the rules: {told}"


def played_again(table: Table, source: Source | None = None) -> Iterator[Table]:
    """The same game once more: the same table at its beginning and after each thing that somebody did.

    Its `number` says how far it has come. Chance is as it was thrown, or from `source`.
    """
    again = Table(table.game, table.options, table.header, source or _Recorded(table.lines)).start()
    yield again
    for line in list(table.lines):
        if is_done(line):
            do_line(again, line)
            yield again
    while again.is_waiting and again.number < table.number:  # nobody is asked anything
        yield again.step()


class _Recorded:
    """Chance as it was thrown."""

    def __init__(self, lines: Sequence[AnyLine]) -> None:
        self.thrown = iter([tupled(line.raw) for line in lines if isinstance(line, Thrown)])

    def raw(self, chance: Chance) -> Raw:
        return next(self.thrown)


def dice_that_differ(table: Table) -> list[tuple[int, list[Any], list[Any]]]:
    """Check a game's throws against its seed: (line number, what was thrown, what the seed gives) where they differ."""
    stream = SeedStream(bytes.fromhex(table.header.seed))
    found: list[tuple[int, list[Any], list[Any]]] = []

    class CheckedDice:
        def raw(self, chance: Chance) -> Raw:
            line = throws.pop(0)
            given = stream.raw(chance)
            if given != tupled(line.raw):
                found.append((line.n + 1, line.raw, list(given)))
            return tupled(line.raw)

    throws = [line for line in table.lines if isinstance(line, Thrown)]
    for _ in played_again(table, CheckedDice()):
        pass
    return found
