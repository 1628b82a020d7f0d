"""A game in the terminal, from the first question to the end: who is asked, what they see, what they type."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.status import Status
from rich.text import Text

from sandtable.bots import Bot
from sandtable.bots.bot import BotFailed, answer_of, name_of
from sandtable.engine import Chair, Question, RuleFailed, SandtableError, Table, ending_of
from sandtable.engine.endings.tell import told_track
from sandtable.engine.errors import described

from . import reading
from .answer import NotUnderstood, Rows, numbered, read
from .commands import Quit, do_word, find_word
from .folder import call_name, command_name
from .screen import draw_board, draw_log, draw_question, make_console, tell, tell_at_length, text_board_of
from .terminal.changes import with_changes_marked
from .terminal.ending import tell_debrief, tell_ending
from .terminal.lesson import tutor_of

#: How many log lines are shown when a game is resumed.
REMINDER = 6
NOTHING_SHOWN = Rows([], by_place=True)


class Session:
    """One game being played at this keyboard."""

    def __init__(
        self, table: Table, bots: Mapping[str, Bot], path: Path, console: Console | None = None
    ) -> None:
        self.table, self.bots, self.path = table, bots, path
        self.console = console or make_console()
        self.names = {seat.id: seat.label for seat in table.seats}
        self.persons = [seat.id for seat in table.seats if seat.id not in bots]
        #: People who share a keyboard must not see each other's secrets.
        self.has_curtain = table.game.has_secrets and len(self.persons) > 1
        self.at_keyboard: str | None = None
        self.tutor = tutor_of(table)
        #: Whether the odds were last wanted as fractions.
        self.fractions = False
        self.shown = NOTHING_SHOWN
        #: How many Missions of a campaign have had their debrief.
        self._debriefed = len(table.game.track(table.run.state))
        self._read: dict[str | None, int] = {}
        self._board: Text | None = None
        self._marked = Text()
        self._status: Status | None = None
        #: For each reader, the board at the last question, and for which width it was drawn.
        self._boards: dict[str | None, tuple[int, Text]] = {}

    # From beginning to end

    def play(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        try:
            with reading.completion(self.completions):
                self.run()
        except Quit:
            self.tell_how_to_resume()
        except EOFError:
            tell(self.console, "")
            self.tell_how_to_resume()
        except KeyboardInterrupt:
            tell(self.console, "")
            self.tell_how_to_resume()
            return 130
        except SandtableError:
            self.tell_how_to_resume()
            raise
        else:
            self.tell_the_end()
        return 0

    def run(self) -> None:
        """Ask and answer until the game is over."""
        while (question := self.table.ask) is not None:
            if question.seat in self.bots:
                self.ask_bots()
            else:
                self.ask_person(question)

    def remind(self) -> None:
        """After a game is resumed, the last lines of its log count as news."""
        for seat in (*self.persons, None):
            self._read[seat] = max(0, len(self.table.log(seat)) - REMINDER)

    # Bots

    def ask_bots(self) -> None:
        """Let bots answer until a person is asked or the game is over. Nobody can answer meanwhile, whatever they type."""
        with reading.not_listening(), self.one_status():
            while (question := self.table.ask) is not None and question.seat in self.bots:
                self.ask_bot(self.bots[question.seat], question.seat)
                if not self.persons:
                    self.show_news(None)

    def ask_bot(self, bot: Bot, seat: str) -> None:
        told = None if self.tutor is None else self.tutor.other_answer()
        if told is not None:
            self.table.choose(told)
            return
        with self.thinking(seat, bot):
            try:
                key = answer_of(bot, Chair(self.table, seat))
            except SandtableError:
                raise
            except Exception as error:  # a bot of somebody's own can fail in any way
                raise BotFailed(f"The bot {name_of(bot)} failed: {described(error)}.") from error
        self.table.choose(key)

    @contextmanager
    def thinking(self, seat: str, bot: Bot) -> Iterator[None]:
        """Say who is thinking, unless the question is private: then nobody may know who is asked."""
        if not self.console.is_terminal or name_of(bot) == "random":
            yield
            return
        viewer = self.persons[0] if len(self.persons) == 1 else None
        ask = self.table.ask_for(viewer)
        hidden = ask is None or ask.hidden
        text = "Somebody is thinking" if hidden else f"{self.names[seat]} is thinking"
        if self._status is None:
            with self.console.status(text):
                yield
        else:
            self._status.update(text)
            self._status.start()
            yield

    @contextmanager
    def one_status(self) -> Iterator[None]:
        """Keep one line for all bots that answer in a row: a new one for each answer would flicker."""
        self._status = self.console.status("")
        try:
            yield
        finally:
            self._status.stop()
            self._status = None

    # People

    def ask_person(self, question: Question) -> None:
        """Show one person the table and the question, and read until something is answered or taken back."""
        seat = question.seat
        if self.has_curtain and self.at_keyboard != seat and not self.is_curtain_passed(seat):
            return
        self.at_keyboard = seat
        reading.discard_typed()
        self.show_news(seat)
        self.look_at_board(seat)
        if self.tutor is not None:
            self.tutor.speak(self.console)
        self.shown = numbered(question)
        self.show_question(question)
        while not self.is_done(self.read_line(), question):
            pass

    def show_question(self, question: Question) -> None:
        draw_question(self.console, question, self.shown, self.names[question.seat])

    def is_done(self, typed: str, question: Question) -> bool:
        """Do what was typed. True when the table has moved on and must be looked at again."""
        typed = typed.strip()
        if not typed:
            self.show_question(question)
            return False
        word = find_word(typed, question.keys)
        try:
            if word is not None:
                return do_word(self, word, typed, question.seat)
            keys = read(typed, self.table, self.shown)
            if self.tutor is not None and self.tutor.is_doubted(self.console, keys):
                return False
            self.table.choose(*keys)
        except RuleFailed:
            raise
        except (NotUnderstood, SandtableError) as line:  # nothing was taken; ask again
            tell_at_length(self.console, str(line))
            return False
        return True

    def is_curtain_passed(self, seat: str) -> bool:
        """Hide the screen until the next person sits here. False if the last one took the answer back instead."""
        before, name = self.at_keyboard, self.names[seat]
        self.shown = NOTHING_SHOWN  # or Tab would still complete what was asked in private
        reading.clear_history()
        if before is not None:
            self.clear()
        reading.discard_typed()
        undo = (
            ""
            if before is None or self.table.undo_name(before) is None
            else " (u takes the last answer back)"
        )
        tell(self.console, f"\nPass the keyboard to {name}; press Enter{undo}")
        while (typed := self.read_line().strip().casefold()) != "":
            if typed in ("q", "quit"):
                raise Quit
            if typed in ("u", "undo") and before is not None and undo:
                self.table.undo(before)
                return False
            tell(self.console, f"Press Enter when {name} is at the keyboard; q leaves.")
        self.clear()
        return True

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        self._board = None
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()

    def show_news(self, seat: str | None) -> None:
        """Show what has happened since this seat looked last."""
        log = self.table.log(seat)
        news = log[min(self._read.get(seat, 0), len(log)) :]
        if news and seat is not None:
            tell(self.console, "")
        draw_log(self.console, news, self.table.seats)
        self.debrief()
        self._read[seat] = len(log)
        if not self.has_curtain:  # people who play with open cards look together
            self._read = dict.fromkeys([*self.persons, None], len(log))

    def debrief(self) -> None:
        """After a Mission of a campaign, what it cost and brought; after the last one the ending tells it."""
        table = self.table
        track = told_track(table.game, table.run.state, table.kinds)
        if len(track) > self._debriefed and table.outcome is None:
            tell_debrief(self.console, track)
        self._debriefed = len(track)

    def look_at_board(self, seat: str | None) -> None:
        """The board, if it looks different from when it was last shown; what has changed since this reader's last question is marked."""
        width = self.console.width
        board = text_board_of(self.table, seat, width)
        reader = seat if self.has_curtain else None
        width_before, before = self._boards.get(reader, (width, board))
        is_new = self._board is None or self._board.plain != board.plain
        self._boards[reader] = (width, board)
        self._board = board
        self._marked = with_changes_marked(before.plain, board) if width == width_before else board
        if is_new:
            draw_board(self.console, self._marked)

    def show_board(self, seat: str | None) -> None:
        """The board again, with the same marks, unless the window has another size now."""
        is_same = self._boards.get(seat if self.has_curtain else None, (0,))[0] == self.console.width
        draw_board(
            self.console, self._marked if is_same else text_board_of(self.table, seat, self.console.width)
        )

    def read_line(self) -> str:
        return reading.line("> ", echo=not sys.stdin.isatty())

    def completions(self) -> list[str]:
        """Return the words that Tab completes: the keys of the open question."""
        return [row.key for row in self.shown.rows]

    # Before and after

    def tell_the_beginning(self) -> None:
        """The hash of the seed, before anything is thrown."""
        header = self.table.header
        tell(self.console, f"{self.table.game.title}. The game is kept in {self.path}", "dim")
        tell(self.console, f"Seed hash {header.seed_hash}", "dim")
        if header.secret:
            tell(
                self.console, "Keep it: the seed, shown at the end, proves that no dice were changed.", "dim"
            )
        else:
            tell(self.console, "The seed was chosen by hand, so it is not secret.", "dim")
        if self.persons:
            tell(self.console, "Type a number or the beginning of an answer. ? helps, q leaves.", "dim")

    def tell_the_end(self) -> None:
        """Outcome, seed, and how to look at it all again."""
        table, console = self.table, self.console
        viewer = self.persons[0] if len(self.persons) == 1 else None
        if self.has_curtain:
            self.clear()
            self._read[None] = max(0, len(table.log(None)) - REMINDER)
        self.show_news(viewer)
        self.look_at_board(viewer)
        winners = [self.names[seat] for seat in table.winners]
        lost = "The game is lost." if len(table.seats) == 1 else "Nobody won."
        if table.outcome is not None and table.outcome.score:
            lost = "The campaign is over."
        tell(console, f"\n{' and '.join(winners)} won." if winners else f"\n{lost}", "bold")
        tell_ending(console, ending_of(table))
        tell(console, "")
        if self.tutor is not None:
            self.tutor.end(console)
        call, name = command_name(), call_name(self.path)
        tell(console, f"Seed {table.header.seed}", "dim")
        tell(console, f"Check the dice: {call} verify {name}", "dim")
        tell(console, f"Its story:      {call} results {name}", "dim")
        tell(console, f"See it again:   {call} replay {name}", "dim")

    def tell_how_to_resume(self) -> None:
        if self.has_curtain and self.at_keyboard is not None:
            self.clear()
        tell(self.console, f"The game is kept. Continue with: {command_name()} resume {call_name(self.path)}")
