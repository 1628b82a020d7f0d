"""Journals: one format for terminal and server. A header, then a line for every answer, throw, undo and turn.

The file only grows. Lines are on the disk before an answer is acknowledged. Reading plays the game again and compares:
what no longer leads where it led is named by line and turn, and everything before it can be opened.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from .chance import Chance, Raw, SeedStream, Source, is_secret, seed_bytes, seed_hash, tupled
from .errors import Diverged, IllegalChoice, JournalError, NotFound, RuleFailed, SandtableError
from .game import Game, Options
from .record import (
    FORMAT,
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
from .table import Table

FindGame = Callable[[str], Game[Any]]


class JournalFile:
    """A journal on disk. `append` returns only once the lines are written through to the disk."""

    def __init__(self, path: Path, file: Any) -> None:
        self.path, self._file = path, file

    @classmethod
    def create(cls, path: str | os.PathLike[str], table: Table) -> JournalFile:
        """Begin a journal for a table, with all that has happened so far. An existing file is never overwritten."""
        path = Path(path)
        if not table.is_whole:
            raise SandtableError(
                "This table does not know how its game began; keep its moment with save() instead."
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = open(path, "xb", buffering=0)  # noqa: SIM115  (kept open while the game lasts)
        except FileExistsError:
            raise SandtableError(f"{path} exists already. Resume it, or choose another name.") from None
        except OSError as error:
            raise SandtableError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(path, file)
        journal._put(table.save())
        table.sink = journal
        return journal

    @classmethod
    def reopen(cls, path: str | os.PathLike[str], table: Table) -> JournalFile:
        """Go on with the journal that a table was loaded from: what was torn is cut off, what is missing is added."""
        path = Path(path)
        whole = table.save()
        try:
            old = path.read_bytes()
            common = whole.startswith(old) or old.startswith(whole)
            if not common:
                common = whole.startswith(old[: old.rfind(b"\n") + 1])
            if not common:
                raise SandtableError(f"{path} does not hold this game; nothing was written.")
            if old.startswith(whole) and b"\n" in old[len(whole) :]:
                raise SandtableError(
                    f"{path} has gone on since it was read; open it again. Nothing was written."
                )
            file = open(path, "r+b", buffering=0)  # noqa: SIM115
            keep = next(
                (i for i, (a, b) in enumerate(zip(old, whole, strict=False)) if a != b),
                min(len(old), len(whole)),
            )
            file.truncate(keep)
            file.seek(keep)
        except OSError as error:
            raise SandtableError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(path, file)
        journal._put(whole[keep:])
        table.sink = journal
        return journal

    def append(self, lines: Sequence[AnyLine]) -> None:
        self._put(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    def _put(self, data: bytes) -> None:
        start, rest = self._file.tell(), memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):  # a half-written line must not stay; if it does, reading passes over it
                self._file.seek(start)
                self._file.truncate(start)
            raise SandtableError(
                f"{self.path} cannot be written ({error.strerror}); the answer was not taken. Free some space and try again."
            ) from None

    def close(self) -> None:
        self._file.close()


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


#: What bytes that are no line raise; JSON that is nested too deeply to be read raises RecursionError.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class _Version(msgspec.Struct):
    """The one thing every format of journal has."""

    sandtable: int


def decode_header(line: bytes) -> Header:
    """The header of a journal; a foreign file gets a clear error."""
    with suppress(*UNREADABLE):
        version = msgspec.json.decode(line, type=_Version).sandtable
        if version != FORMAT:
            raise JournalError(f"the file has format {version}, this version of Sandtable reads {FORMAT}", 1)
    try:
        header = msgspec.json.decode(line, type=Header)
    except UNREADABLE as error:
        if b'"sandtable"' in line[:200]:
            raise JournalError(f"the header is damaged ({_why(error)})", 1) from None
        raise JournalError("this is not a Sandtable journal", 1) from None
    _check_seed(header)
    return header


def _check_seed(header: Header) -> None:
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError:
        seed = b""
    if len(seed) != 32 or seed_hash(seed) != header.seed_hash:
        raise JournalError(
            "the header is damaged (its seed does not belong to the hash that was published)", 1
        )


def _why(error: Exception) -> str:
    return str(error).split(" (byte")[0].rstrip(".")


def decode_options(game: Game[Any], options: Any) -> Any:
    """A game's options from plain data: an unknown or wrong one is an error that names it."""
    if options is None:
        options = {}
    if isinstance(options, game.options_type):
        return options
    try:
        decoded = msgspec.convert(dict(options), type=game.options_type, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(game.options_type.__struct_fields__)
        raise SandtableError(f"{game.title} cannot begin: {error}. Its options: {known}.") from None
    if decoded.scenario not in (names := [scenario.id for scenario in game.scenarios]):
        raise NotFound("scenario", decoded.scenario, names)
    return decoded


def pack_stamp(game: Game[Any], options: Any) -> PackStamp:
    """Which data a game is played with."""
    if not game.pack_files:
        return PackStamp()
    pack = game.pack(options.pack)
    return PackStamp(pack.manifest.name, pack.digest)


def make_header(
    game: Game[Any],
    options: Options,
    seats: Mapping[str, str] | None,
    seed: int | str | bytes | None,
    pack: PackStamp,
    chance: str = "seed",
    name: str | None = None,
) -> Header:
    """The header of a new game. Seats that are not named are played by a person; `name` finds the game again."""
    chairs = [seat.id for seat in game.seats(options)]
    for seat in seats or {}:
        if seat not in chairs:
            raise NotFound("seat", seat, chairs)
    data = seed_bytes(seed)
    return Header(
        game=name or game.key,
        rules=game.rules_version,
        options=msgspec.to_builtins(options),
        seats={chair: (seats or {}).get(chair, "person") for chair in chairs},
        pack=pack,
        seed=data.hex(),
        seed_hash=seed_hash(data),
        secret=is_secret(data),
        chance=chance,
    )


def open_journal(
    data: bytes, find: FindGame, *, stamp: Callable[[Game[Any], Options], PackStamp] | None = None
) -> Table:
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
    if stamp is not None and header.pack.digest and stamp(game, options).digest != header.pack.digest:
        raise JournalError(
            f"the game was played with another version of the pack {header.pack.name!r}; install that one to open it",
            1,
        )
    lines, damage = _decode_lines(body)
    chairs = [seat.id for seat in game.seats(options)]
    if list(header.seats) != chairs:
        raise JournalError(f"the seats are {', '.join(header.seats)}, the game has {', '.join(chairs)}", 1)
    table = _begin(game, options, header, lines)
    _replay(table, lines)
    if damage is not None:
        raise JournalError(damage[1], damage[0], turn=table.turn, table=table)
    return table


def _decode_lines(body: bytes) -> tuple[list[AnyLine], tuple[int, str] | None]:
    """The lines of a journal up to the first damaged one, which is named."""
    lines: list[AnyLine] = []
    rows = body.split(b"\n")
    torn = rows.pop()  # what follows the last line end: nothing, or a line that was being written
    for row in rows:
        try:
            line = LINES.decode(row)
        except UNREADABLE as error:
            return lines, (len(lines) + 2, f"damaged ({_why(error)})")
        if line.n != len(lines) + 1:
            return lines, (len(lines) + 2, f"out of order (number {line.n}, expected {len(lines) + 1})")
        lines.append(line)
    if torn:
        with suppress(*UNREADABLE):
            lines.append(LINES.decode(torn))
    return lines, None


def _begin(game: Game[Any], options: Any, header: Header, lines: Sequence[AnyLine]) -> Table:
    stream = SeedStream(bytes.fromhex(header.seed))
    again = _Again(stream)
    again.lines = _throws(lines, 0)
    try:
        table = Table(game, options, header, again)
    except (SandtableError, RuleFailed) as error:
        raise Diverged(f"the set-up no longer works under the present rules: {error}", 2, turn=0) from None
    table.start()
    table._source = again
    return table


def _throws(lines: Sequence[AnyLine], start: int) -> list[Thrown]:
    """The throws that follow one answer, up to the next one."""
    found = []
    for line in lines[start:]:
        if isinstance(line, Thrown):
            found.append(line)
        elif not isinstance(line, (TurnOver, Ended)) and not (isinstance(line, Answered) and line.by):
            break
    return found


def _replay(table: Table, lines: Sequence[AnyLine]) -> None:
    """Do again what the lines say, comparing everything that follows from it with what they say."""
    again = table._source
    assert isinstance(again, _Again)
    try:
        _compare(table, lines, 0)
        while (done := len(table.lines)) < len(lines):
            again.lines = _throws(lines, done + 1)
            try:
                do_line(table, lines[done])
            except SandtableError as error:
                why = str(error).rstrip(".")
                if isinstance(error, IllegalChoice):
                    why = f"{error.given!r} is no longer an answer to {error.question!r}"
                raise Diverged(why + _other_rules(table), done + 2, turn=table.turn, table=table) from None
            _compare(table, lines, done)
    finally:
        table._source = table._stream  # whatever is played on from here has the dice of the seed


def do_line(table: Table, line: AnyLine) -> None:
    """Do what one line says."""
    if isinstance(line, Answered):
        ask = table.ask
        if ask is None or ask.seat != line.seat:
            asked = "nobody, the game is over" if ask is None else ask.seat
            raise _Unlike(f"{line.seat} answers {line.key!r}, but the rules now ask {asked}")
        table.choose(line.key)
    elif isinstance(line, TookBack):
        table._take_back_line(line.seat, line.answer)
    elif isinstance(line, StandingOrderLine):
        if line.window:
            table.add_standing_order(line.seat, line.window, line.until)
        else:
            table.withdraw_standing_orders(line.seat)
    else:
        raise _Unlike(f"nothing leads to this line ({type(line).__name__})")


def _compare(table: Table, lines: Sequence[AnyLine], since: int) -> None:
    """What was just done must have the consequences the journal tells of."""
    made = table.lines
    for i in range(since, min(len(made), len(lines))):
        if made[i] == lines[i]:
            continue
        turn = next((line.turn for line in made[i:] if isinstance(line, TurnOver)), table.turn)
        if isinstance(made[i], TurnOver) and isinstance(lines[i], TurnOver):
            why = "the turn ends in another state than it did when this was written"
        else:
            why = f"the journal says {_said(lines[i])}, the present rules say {_said(made[i])}"
        raise Diverged(why + _other_rules(table), i + 2, turn=turn, table=_at_last_good(table, lines, i))


def _other_rules(table: Table) -> str:
    then, now = table.header.rules, table.game.rules_version
    return (
        "" if then == now else f" (it was written under version {then} of the rules, these are version {now})"
    )


def _said(line: AnyLine) -> str:
    return ", ".join(f"{k} {v}" for k, v in msgspec.to_builtins(line).items() if k not in ("n", "t"))


def _at_last_good(table: Table, lines: Sequence[AnyLine], bad: int) -> Table | None:
    """The game up to the last line whose consequences still hold; None if its very beginning does not."""
    good = bad
    while good >= 0 and not is_done(lines[good]):  # what somebody did, not what followed from it
        good -= 1
    if good < 0:
        return None
    fresh = _begin(table.game, table.options, table.header, lines)
    _replay(fresh, lines[:good])
    return fresh


def is_done(line: AnyLine) -> bool:
    """Whether a line is something somebody did, and not its consequence."""
    return isinstance(line, (TookBack, StandingOrderLine)) or (isinstance(line, Answered) and not line.by)


def _open_moment(data: bytes, find: FindGame) -> Table:
    """A table from a moment: the state at the start of the turn, and the turn's answers given again."""
    try:
        moment = msgspec.json.decode(data, type=Moment)
        _check_seed(moment.header)
        game = find(moment.header.game)
        state = msgspec.json.decode(moment.state, type=game.state_type)
    except UNREADABLE as error:
        raise JournalError(f"the saved moment is damaged ({_why(error)})", 1) from None
    options = decode_options(game, moment.header.options)
    again = _Again(SeedStream(bytes.fromhex(moment.header.seed), moment.drawn))
    again.lines = [line for line in moment.lines if isinstance(line, Thrown)]
    try:
        return Table.resumed(game, options, moment, state, again)
    except JournalError:
        raise
    except Exception as error:  # a state that no rule ever made can fail in any way
        told = str(error).rstrip(".") if isinstance(error, SandtableError) else repr(error)
        raise Diverged(f"the saved moment does not fit the rules: {told}", 1, turn=moment.turn) from error


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

    class Checked:
        def raw(self, chance: Chance) -> Raw:
            line = throws.pop(0)
            given = stream.raw(chance)
            if given != tupled(line.raw):
                found.append((line.n + 1, line.raw, list(given)))
            return tupled(line.raw)

    throws = [line for line in table.lines if isinstance(line, Thrown)]
    for _ in played_again(table, Checked()):
        pass
    return found


__all__ = [
    "FindGame",
    "JournalFile",
    "decode_header",
    "decode_options",
    "dice_that_differ",
    "do_line",
    "is_done",
    "make_header",
    "open_journal",
    "pack_stamp",
    "played_again",
]
