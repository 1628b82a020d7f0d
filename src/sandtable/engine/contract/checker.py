"""The words of a broken promise, and what every check of the suite needs."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from ..errors import RuleError, RuleFailed
from ..game import Game
from ..saving.format import PackStamp
from ..saving.header import make_header
from ..saving.replay import open_journal
from ..table import Table

Chooser = Any
BotMaker = Callable[[int], Chooser]

NO_LEAK = "A seat sees nothing it may not know."
NO_UNDO = "An answer cannot be taken back once it let a seat tell two worlds apart."
NOT_IDLE = "Imagining is not idle."
NO_SECRETS = "A game without secrets hides nothing."
SOMETHING_SEEN = "The suite has met the game's secrets."
CAN_BE_DEALT = "Secrets are kept where they can be dealt again."
SAME_HELD = "Cards and Hidden are made once."
STEPS = "Every question has options, and rules yield what they may."
#: The promises a leak can break first.
SECRECY = (NO_LEAK, NO_UNDO, NOT_IDLE, CAN_BE_DEALT)


class ContractBroken(AssertionError):
    """A game broke a promise. The journal in `journal` leads to the place."""

    def __init__(self, promise: str, what: str, journal: Path | None) -> None:
        self.promise, self.what, self.journal = promise, what, journal
        where = "" if journal is None else f"\n  Look at it: sandtable replay {journal}"
        super().__init__(f"{promise}\n  {what}{where}")


class Checked(msgspec.Struct):
    """The suite's counts of games, decisions and imagined worlds."""

    game: str  #: The key of the game.
    games: int = 0  #: Games played to their end.
    decisions: int = 0  #: Questions that were answered.
    undone: int = 0  #: Answers that were taken back and given again.
    worlds: int = 0  #: How often a world was imagined.
    not_imagined: int = 0  #: How often no world was found that fits.
    compared: int = 0  #: How often two worlds were compared.
    asked_bot: int = 0  #: How often the bot under test was asked.
    previewed: int = 0  #: How often the preview of an answer was compared in two worlds.
    explained: int = 0  #: How often the options of a question were compared with its refusals.
    lit: int = 0  #: Decisions at which the drawn board showed something that the question offers.
    topics: dict[str, int] = {}  #: How often each topic was asked.
    varied: dict[str, int] = {}  #: How often a turn was run again with a secret changed, by kind of secret.
    observers: int = 0  #: In how many of these re-runs somebody watched who should have noticed nothing.


class Checker:
    """The base of every check: the game, tables of it, and a way to say what is broken."""

    def __init__(
        self,
        game: Game[Any],
        options: Any,
        at_most: int,
        keep: Path | None,
        bot: BotMaker | None,
        worlds: int,
        share: float,
    ) -> None:
        self.game, self.options, self.at_most, self.keep, self.bot = game, options, at_most, keep, bot
        self.worlds, self.share = worlds, share
        self.seen = Checked(game.key)
        #: Keys by what they stand for, over all games: a key never changes its meaning.
        self.key_of: dict[Any, str] = {}
        self.meaning_of: dict[str, Any] = {}
        #: For each seat and each row or field with secrets that are not cards: whether it has varied in imagined worlds.
        self.varies: dict[tuple[str, str], bool] = {}
        #: Which secrets were changed while somebody watched, by kind and topic.
        self.watched: Counter[tuple[str, str]] = Counter()

    def fail(self, promise: str, what: str, table: Table | None) -> NoReturn:
        path = None
        if table is not None:
            folder = self.keep or Path(tempfile.mkdtemp(prefix="sandtable-contract-"))
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{self.game.key}-{table.header.seed[-6:]}-{table.number}.journal"
            path.write_bytes(table.save())
        raise ContractBroken(promise, what, path)

    def new_table(self, seed: int) -> Table:
        header = make_header(self.game, self.options, None, seed, PackStamp())
        try:
            return Table(self.game, self.options, header).start()
        except RuleError as error:
            raise ContractBroken(STEPS, str(error), None) from None
        except RuleFailed as error:
            raise ContractBroken("No rule fails.", str(error), None) from error

    def reload(self, data: bytes) -> Table:
        return open_journal(data, lambda key: self.game)
