"""A chair: all that a player, and so a bot, gets of the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from .errors import CannotImagine, NotFound, expect
from .game import Game
from .log import LogLine
from .question import HiddenQuestion, Question, option_key
from .run import Run
from .table import Table
from .undo import GivenAnswer
from .worlds.imagine import Imagination

#: How many worlds are tried until one lets the seat take back what it can take back at the real table.
WORLDS = 50


def _seed(rng: random.Random) -> bytes:
    return rng.getrandbits(256).to_bytes(32, "big")


def _give_again(table: Table, given: GivenAnswer) -> bool:
    """Give an answer at an imagined table as it was given at the real one; false if it is not offered here.

    It can be taken back, but nothing of it is written down: an imagined table has no journal and no log.
    """
    question, record = table.ask, table._recorder
    if question is None or question.spec.seat != given.seat or given.value not in question.values:
        return False
    key = option_key(question.spec, given.value, question.kinds)
    table._answer(question, key, given.value, record.place(), given.line.by)
    record.forget()
    return not record.history.given[-1].fixed


class Bookmark:
    """A moment that a seat was in, for `Chair.since`. It says nothing by itself."""

    __slots__ = ("__length", "__seat", "__tape")

    def __init__(self, run: Run[Any], seat: int) -> None:
        # A run has a new tape after every undo and in every turn, and no two runs share one.
        self.__tape, self.__length, self.__seat = run.tape, len(run.tape), seat

    def _is_at(self, tape: list[Any], length: int) -> bool:
        return self.__tape is tape and self.__length == length

    def _is_in(self, run: Run[Any], seat: int) -> bool:
        return self.__tape is run.tape and self.__seat == seat


class Chair:
    """One seat's place at a table. What a bot can see here is what its seat may know, and no more.

    `seat` is the id of the seat and `index` its number.
    """

    __slots__ = ("__imagination", "__is_imagined", "__table", "index", "seat")

    def __init__(self, table: Table, seat: str, *, is_imagined: bool = False) -> None:
        """`is_imagined`: this seat has imagined the table already, so a bot may look at all of it."""
        expect(table, Table, "A chair stands at a table, such as sandtable.new(...)")
        self.__table, self.seat, self.__is_imagined = table, seat, is_imagined
        index = table.seat_index(seat)
        if index is None:
            raise NotFound("seat", "None", [each.id for each in table.seats])
        self.index: int = index
        self.__imagination: Imagination | None = None

    @property
    def game(self) -> Game[Any]:
        """The game's constant description."""
        return self.__table.game

    @property
    def options(self) -> Any:
        """The options the game was begun with, which everybody knows."""
        return self.__table.options

    @property
    def ask(self) -> Question | HiddenQuestion | None:
        """The open question as this seat may see it."""
        return self.__table.ask_for(self.seat)

    @property
    def is_asked(self) -> bool:
        """Whether it is this seat that must answer."""
        ask = self.ask
        return ask is not None and ask.seat == self.seat

    @property
    def view(self) -> Any:
        """This seat's view of the table: a `View` of the game, with every secret of others left out."""
        table = self.__table
        return table.game.view(table.run.state, self.index)

    @property
    def log(self) -> list[LogLine]:
        """The log so far, as far as this seat may know it, oldest line first."""
        return self.__table.log(self.seat)

    def bookmark(self) -> Bookmark:
        """This moment, to ask later what the seat has answered since."""
        return Bookmark(self.__table.run, self.index)

    def since(self, bookmark: Bookmark) -> list[tuple[str, Any]] | None:
        """This seat's answers since a moment of the same turn, as (topic, value), if nothing else has happened.

        None in another turn, at another table and for another seat; after dice, after anything somebody learned or
        another seat answered; and when an answer was taken back. That is what the seat knows anyway: these are the answers it could take back.
        """
        expect(bookmark, Bookmark, "since takes a moment that chair.bookmark() has given")
        run = self.__table.run
        if not bookmark._is_in(run, self.index):
            return None
        if bookmark._is_at(run.tape, len(run.tape)):
            return []
        answers = self.__table._recorder.history.retractable(self.index, run.ask)
        for n, first in enumerate(answers):
            if bookmark._is_at(first.place.tape, first.place.tape_len):
                since = answers[n:]
                is_own = all(given.seat == self.index for given in since)
                return [(given.ask.topic, given.value) for given in since] if is_own else None
        return None

    def imagine(self, rng: random.Random) -> Table:
        """A table that could be the real one, as far as this seat can tell, with dice from `rng`.

        It depends on what this seat knows and on `rng`, and on nothing else: no bot sees what its seat cannot see. What
        the seat may take back it can take back there, too: such answers are given again in the world as it was before.
        """
        expect(rng, random.Random, "imagine takes random numbers of your own, such as random.Random(7)")
        record = self.__table._recorder
        answers = record.history.retractable(self.index, self.__table.run.ask)
        if not answers:
            return self.__table.imagined(self.imagine_run(rng), _seed(rng))
        before = record.run_before(answers[0])
        imagination = Imagination(before, self.index)
        saw = self.__sees(self.__table.imagined(before.fork(before.source), bytes(32)), answers)
        for _ in range(WORLDS):
            world = self.__table.imagined(imagination.run(rng), _seed(rng))
            if self.__sees(world, answers) == saw:
                return world
        raise CannotImagine(f"None of {WORLDS} imagined worlds fits what the seat has seen.")

    def __sees(self, table: Table, answers: Sequence[GivenAnswer]) -> list[tuple[Any, ...]]:
        """Give answers again, and say what the seat sees after each; less if one of them is not offered."""
        seen: list[tuple[Any, ...]] = []
        for given in answers:
            if not _give_again(table, given):
                break
            ask = table.ask_for(self.seat)
            assert ask is not None
            seen.append((table.view(self.seat), ask.plain(), table.undo_name(self.seat)))
        return seen

    def world(self, rng: random.Random) -> Run[Any]:
        """One world that could be the real one, to look at and not to play on."""
        return self.__table.run if self.__is_imagined else self.imagine_run(rng)

    def imagine_run(self, rng: random.Random) -> Run[Any]:
        """Like `imagine` without the table around it, for bots that imagine thousands of worlds for one decision."""
        run = self.__table.run
        if self.__imagination is None or not self.__imagination.is_of(run, self.index):
            self.__imagination = Imagination(run, self.index)
        return self.__imagination.run(rng)
