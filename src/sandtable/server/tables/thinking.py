"""Automatic answers: bots, and the house bot for a person whose time is up."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from ..refusal import Refused
from ..store.database import DatabaseAway
from ..wire import ThinkingFrame
from . import clock
from .bot_levels import RANDOM, advisor, is_quick
from .seat_view import SeatView, encode

if TYPE_CHECKING:
    from ..store.stored_tables import SeatData
    from .room import Room

log = logging.getLogger("sandtable.server")
#: How many seconds to wait between answers if only bots play, so that people can follow.
BOTS_ONLY_PAUSE = 0.4


def is_at_once(bot: str) -> bool:
    """Whether a bot answers without thinking at length."""
    return bot == RANDOM or is_quick(bot)


class BotQuestion:
    """A question that a bot thinks about. It stays open as long as its seat sees no difference."""

    def __init__(self, room: Room, seat: str, bot: str | None = None) -> None:
        assert room.table is not None
        self.seat, self._seen = seat, room.seen(seat)
        #: The imagined world, for whichever bot answers in the end.
        self.world = None if bot == RANDOM else room.hub.bot_jobs.world(room.table, seat)
        self.fallback = room.hub.seeds.any_key(room.table)

    def is_open(self, room: Room) -> bool:
        ask = None if room.table is None else room.table.ask
        if ask is None or ask.seat != self.seat:
            return False
        now: SeatView = room.seen(self.seat)
        return now == self._seen


#: What the alarm is set for: who is asked, since when, and until when.
Timed = tuple[str | None, float, float]


class Thinker:
    """Lets the bots of a room answer, and enforces its time limits."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._shown: tuple[str, float] | None = None
        self._task: asyncio.Task[None] | None = None
        self._job: asyncio.Task[str] | None = None
        self._question: BotQuestion | None = None
        self._alarm: clock.Alarm | None = None
        self._timed: Timed | None = None
        self._looked = asyncio.Event()
        #: Whether a bot is waiting for somebody to watch.
        self.is_waiting = False

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    @property
    def shown(self) -> tuple[str, float] | None:
        """The bot that people are told is thinking, in this process or another, and since when."""
        return self._shown if self._shown is not None and self._is_asked(self._shown[0]) else None

    def _is_asked(self, seat: str) -> bool:
        """Whether a seat is asked now, in public. A message about another seat is out of date."""
        ask = None if self.room.table is None else self.room.table.ask
        return ask is not None and ask.seat == seat and not ask.spec.private

    def reloaded(self) -> None:
        """Another process has changed the table: the question may no longer be open."""
        self._shown = None
        self._drop_stale()

    def _drop_stale(self) -> None:
        if self._job is not None and self._question is not None and not self._question.is_open(self.room):
            self._job.cancel()  # its question is no longer open

    def consider(self, asked: SeatData | None) -> None:
        """Set the alarm, and start the bot if one is asked."""
        self._set_alarm()
        self._drop_stale()
        if self._task is None and asked is not None and asked.kind == "bot":
            self._task = asyncio.create_task(self._play())

    def _asked_bot(self) -> tuple[str, str] | None:
        """The seat and spec of the bot that is asked now. The House plays for a seat that is empty."""
        ask = None if self.room.table is None else self.room.table.ask
        if ask is None or self.room.is_resigned:
            return None
        seat = self.room.data.seat(ask.seat)
        return (seat.seat, seat.bot or advisor(self.room.game)) if seat.kind == "bot" else None

    async def _play(self) -> None:
        """Let bots answer until a person is asked or the game is over."""
        try:
            while await self._answer():
                if all(s.kind == "bot" for s in self.room.data.seats):
                    await asyncio.sleep(BOTS_ONLY_PAUSE)
                    await self._wait_for_a_watcher()
        except DatabaseAway:  # the room is lost; when it is back, it considers again what is due
            pass
        except Exception:
            log.exception("table %s: a bot failed", self.room.id)
        finally:
            self._task = None

    def looked(self) -> None:
        """Somebody is watching, here or in another process."""
        self._looked.set()

    async def _wait_for_a_watcher(self) -> None:
        """Wait a while for somebody to watch. Then go on: people who are away are waiting for their turn.

        The time counts from the question and not from opening the table, because the sweep may close a table
        again before that wait would be over.
        """
        most = self.room.hub.settings.unwatched
        left = min(most, self.room.data.since + most - self.room.hub.time.now())
        if self.room.presence.is_watched or left <= 0:
            return
        self._looked.clear()
        self.is_waiting = True
        try:
            async with asyncio.timeout(left):
                await self._looked.wait()
        except TimeoutError:
            pass
        finally:
            self.is_waiting = False

    async def _answer(self) -> bool:
        asked = self._asked_bot()
        if asked is not None and not is_at_once(asked[1]):
            await self._wait_for_a_watcher()
        async with self.room.lock:
            asked = self._asked_bot()
            if asked is None or self.room.table is None or self.room.table.ask is None:
                return False
            is_public = not self.room.table.ask.spec.private
            question = self._question = BotQuestion(self.room, *asked)
            told = self.room.teaching.other_answer()
        key = told or await self._thought(question, asked[1], is_public=is_public)
        await self._give(question, key, asked[1])
        return True

    async def _give(self, question: BotQuestion, key: str | None, bot: str | None = None) -> None:
        """Give an answer, if it is still the same question, and if a bot still has that seat."""
        async with self.room.lock:
            self._shown = self._question = None
            if not question.is_open(self.room) or self.room.table is None:
                return
            if bot is not None and self._asked_bot() is None:  # the seat's owner has come back
                return
            keys = self.room.table.keys()
            await self.room.answer_for(question.seat, key if key in keys else question.fallback)

    async def _thought(self, question: BotQuestion, bot: str, *, is_public: bool) -> str | None:
        """A bot's answer; None if it has none. If the question is public, people see that the bot thinks."""
        if bot == RANDOM:
            return question.fallback
        if not is_at_once(bot) and not self.room.presence.is_watched:
            return await self._house(question)
        loop, wait = asyncio.get_running_loop(), self.room.hub.settings.thinking_after
        timer = loop.call_later(wait, self._tell, question.seat) if is_public else None
        self._job = asyncio.create_task(self._choice(question, bot))
        try:
            return await self._job
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            return await self._house(question) if question.is_open(self.room) else None
        except Refused as error:
            log.warning("table %s: the bot %s of %s: %s", self.room.id, bot, question.seat, error)
            return None if is_at_once(bot) else await self._house(question)
        finally:
            self._job = None
            if timer is not None:
                timer.cancel()

    async def _choice(self, question: BotQuestion, bot: str, *, at_once: bool = False) -> str:
        assert question.world is not None
        return await self.room.hub.bot_jobs.choose(question.world, bot, self.room.data.owner, at_once=at_once)

    async def _house(self, question: BotQuestion) -> str | None:
        """The house bot's answer, at once."""
        try:
            return await self._choice(question, advisor(self.room.game), at_once=True)
        except Refused:
            return None

    # Showing that a bot thinks, and stopping it; a bot with a private question is neither shown nor stopped

    def _tell(self, seat: str) -> None:
        since = self.room.hub.time.now()
        self.hear(seat, since)
        self.room.hub.bus.tell(self.room.id, "thinking", [seat, since])

    def hear(self, seat: str, since: float) -> None:
        """A bot has been thinking for a while, here or in another process."""
        if not self._is_asked(seat):
            return
        self._shown = (seat, since)
        self.room.tell_all(encode(ThinkingFrame(seat, since)))

    def stop(self) -> bool:
        """Stop the bot that is shown as thinking; false if there is none."""
        if self.shown is None:
            return False
        if self._job is not None:
            return self._job.cancel()
        self.room.hub.bus.tell(self.room.id, "stop")
        return not self.room.hub.bus.is_alone

    def heard_stop(self) -> None:
        if self.shown is not None and self._job is not None:
            self._job.cancel()

    # The clock

    def _set_alarm(self) -> None:
        """Set a timer for the end of the asked seat's time.

        The time of day is read once for each question. After that the timer is monotonic: setting the
        machine's clock neither loses the alarm nor gives anybody more time.
        """
        data, time = self.room.data, self.room.hub.time
        due = None if data.clock is None else clock.deadline(data)
        timed = None if due is None else (data.asked, data.since, due)
        if timed == self._timed:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._timed = timed
        if due is not None:
            left = min(due - time.now(), due - data.since)
            self._alarm = time.call_later(max(0.05, left), lambda: self.room.spawn(self._time_is_up(timed)))

    async def _time_is_up(self, timed: Timed | None) -> None:
        """The house bot answers for somebody whose time is up."""
        async with self.room.lock:
            if timed != self._timed:
                return
            self._timed = None  # the alarm is used up; another one can be set
            table = self.room.table
            if table is None or table.ask is None:
                return
            question = BotQuestion(self.room, table.ask.seat)
        await self._give(question, await self._house(question))

    def close(self) -> list[asyncio.Task[Any]]:
        """Stop everything. Returns the tasks that are still ending."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = self._timed = None
        going = [task for task in (self._task, self._job) if task is not None]
        for task in going:
            task.cancel()
        return going
