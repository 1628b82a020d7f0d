"""`sandtable verify`: whether the dice of a finished game came from its seed."""

from __future__ import annotations

import click
import msgspec

import sandtable
from sandtable.engine import Diverged, JournalError, SandtableError, Table, dice_that_differ
from sandtable.engine.saving.format import Header, Thrown

from .folder import find_journal
from .front import FAILED, as_json, print_json
from .screen import make_console, tell


class Verdict(msgspec.Struct):
    """The result, for people and for `--json`."""

    file: str
    ok: bool
    said: str
    throws: int = 0
    seed: str | None = None
    seed_hash: str | None = None
    #: Line of the journal, what it says was thrown, what the seed gives.
    differing: list[tuple[int, list[object], list[object]]] = []


@click.command()
@click.argument("file")
@click.option(
    "--hash", "published", metavar="HASH", help="The hash of the seed as it was shown when the game began."
)
@as_json
def verify(file: str, published: str | None, as_json: bool) -> int:
    """Check that the dice of a finished game came from its seed.

    The hash of the seed is shown when a game begins, the seed when it is over. Exit code 0 says that every throw, draw
    and shuffle in FILE is what its seed gives, and, with --hash, that the seed is the one promised at the beginning.

    \b
    Example:
      sandtable verify 2f81c9 --hash 74d9b5c7...
    """
    path = find_journal(file)
    verdict = judge(str(path), published)
    if as_json:
        print_json(verdict)
    else:
        tell(make_console(), ("OK: " if verdict.ok else "Not verified: ") + verdict.said)
        for line, thrown, given in verdict.differing:
            tell(make_console(), f"  line {line}: the journal says {thrown}, the seed gives {given}")
    return 0 if verdict.ok else FAILED


def judge(path: str, published: str | None = None) -> Verdict:
    """The verdict on a journal. A file that is no journal at all is an error."""
    try:
        table = sandtable.load(path)
    except JournalError as error:
        if error.table is None and not isinstance(error, Diverged) and not _has_header(path):
            raise SandtableError(f"{path}: {error}") from None
        return Verdict(path, False, f"{path} was changed or damaged: {str(error).split(' Everything')[0]}")
    return _judge_table(path, table, published)


def _has_header(path: str) -> bool:
    """Whether a file at least begins like a journal; then something was done to it."""
    with open(path, "rb") as file:
        return b'"sandtable"' in file.read(200)


def _judge_table(path: str, table: Table, published: str | None) -> Verdict:
    header = table.header
    if not table.is_whole:
        return Verdict(path, False, "this is a single moment, not a journal; its beginning is not known.")
    if table.outcome is None:
        return Verdict(path, False, "the game is not over. Its seed stays secret until then.")
    throws = sum(isinstance(line, Thrown) for line in table.lines)
    verdict = Verdict(path, False, "", throws, header.seed, header.seed_hash)
    if header.chance != "seed":
        verdict.said = (
            "the dice of this game were scripted (a tutorial or a test), so no seed tells what they should be. "
            "The answers are sound."
        )
    elif published is not None and not _is_same(published, header.seed_hash):
        verdict.said = f"the seed in this file is not the one promised: its hash is {header.seed_hash}."
    elif differing := dice_that_differ(table):
        verdict.differing = differing
        verdict.said = f"{len(differing)} of {throws} throws did not come from the seed."
    else:
        verdict.ok = True
        verdict.said = _all_right(throws, header, published)
    return verdict


def _is_same(published: str, seed_hash: str) -> bool:
    """Whether a hash somebody kept, or the beginning of it, is the one of the file."""
    given = published.strip().lower().rstrip(".")
    return len(given) >= 8 and seed_hash.startswith(given)


def _all_right(throws: int, header: Header, published: str | None) -> str:
    if throws == 0:
        said = "nothing was thrown, drawn or shuffled."
    elif throws == 1:
        said = "1 throw was checked and came from the seed."
    else:
        said = f"{throws} throws were checked; all came from the seed."
    if published is None:
        said += f" Compare its hash with the one shown when the game began: {header.seed_hash}"
    else:
        said += " The seed is the one promised when the game began."
    if header.position is not msgspec.UNSET:
        said += "\nThe game began from a position that somebody built, not from its set-up."
    if not header.secret:
        said += "\nThe seed was chosen by hand, so whoever chose it could know them in advance."
    return said
