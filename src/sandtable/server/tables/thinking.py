"""Who answers without being there: bots, and the house for somebody whose time is up."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from ..refusal import Refused
from ..wire import ThinkingFrame
from . import clock
from .seatview import Seen, encode
from .shelf import RANDOM, advisor, is_quick

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("sandtable.server")
#: Where nobody plays, bots play at a pace that can be watched.
BOTS_ONLY_PAUSE = 0.4


def is_at_once(bot: str) -> bool:
    """Whether a bot answers without thinking at length."""
    return bot == RANDOM or is_quick(bot)


class Question:
    """A question somebody thinks about: it stays the same while its seat sees no difference."""

    def __init__(self, room: Room, seat: str, bot: str | None = None) -> None:
        assert room.table is not None
        self.seat, self._seen = seat, room.seen(seat)
        self._log = len(self._seen.log)
        #: What is thought about, by whichever bot answers in the end.
        self.world = None if bot == RANDOM else room.hub.bot_jobs.world(room.table, seat)
        self.fallback = room.hub.seeds.any_key(room.table)

    def is_open(self, room: Room) -> bool:
        ask = None if room.table is None else room.table.ask
        if ask is None or ask.seat != self.seat:
            return False
        now: Seen = room.seen(self.seat)
        return len(now.log) == self._log and now.looks_like(self._seen)


#: What an alarm is set for: who is asked, since when, and until when.
Timed = tuple[str | None, float, float]


class Thinker:
    """Lets bots of a room answer, and sees to its clock."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._shown: tuple[str, float] | None = None
        self._task: asyncio.Task[None] | None = None
        self._job: asyncio.Task[dict[str, Any]] | None = None
        self._question: Question | None = None
        self._alarm: clock.Alarm | None = None
        self._timed: Timed | None = None
        self._looked = asyncio.Event()
        #: Whether a bot waits for somebody to look.
        self.is_waiting = False

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    @property
    def shown(self) -> tuple[str, float] | None:
        """Which bot is known to be thinking, in this process or another, and since when."""
        return self._shown if self._shown is not None and self._is_asked(self._shown[0]) else None

    def _is_asked(self, seat: str) -> bool:
        """Whether everybody may know that a seat is asked now. What is said of another one comes too late."""
        ask = None if self.room.table is None else self.room.table.ask
        return ask is not None and ask.seat == seat and not ask.spec.private

    def reloaded(self) -> None:
        """Another process has changed the table: what is thought about may no longer be so."""
        self._shown = None
        self._drop_stale()

    def _drop_stale(self) -> None:
        if self._job is not None and self._question is not None and not self._question.is_open(self.room):
            self._job.cancel()  # it thinks about something that is no longer so

    def consider(self) -> None:
        """See whether a bot or a clock is due."""
        self._set_alarm()
        self._drop_stale()
        if self._task is None and self._asked_bot() is not None:
            self._task = asyncio.create_task(self._play())

    def _asked_bot(self) -> tuple[str, str] | None:
        """Seat and kind of the bot that is asked now."""
        ask = None if self.room.table is None else self.room.table.ask
        if ask is None:
            return None
        seat = self.room.data.seat(ask.seat)
        return (seat.seat, seat.bot) if seat.kind == "bot" else None

    async def _play(self) -> None:
        """Let bots answer until a person is asked or the game is over."""
        try:
            while await self._answer():
                if all(s.kind == "bot" for s in self.room.data.seats):
                    await asyncio.sleep(BOTS_ONLY_PAUSE)
                    await self._wait_for_a_watcher()
        except Exception:
            log.exception("table %s: a bot failed", self.room.id)
        finally:
            self._task = None

    def looked(self) -> None:
        """Somebody looks at the table, here or in another process."""
        self._looked.set()

    async def _wait_for_a_watcher(self) -> None:
        """Wait until somebody looks, but not for ever: people who are away are told when it is their turn.

        The time counts from the question, not from the moment the table was opened: the sweep opens many, and may close
        them again before a wait of its own would be over.
        """
        most = self.room.hub.settings.unwatched
        left = min(most, self.room.data.since + most - self.room.hub.time.now())
        if self.room.is_watched or left <= 0:
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
            question = self._question = Question(self.room, *asked)
        key = await self._thought(question, asked[1], is_public=is_public)
        await self._give(question, key)
        return True

    async def _give(self, question: Question, key: str | None) -> None:
        """Give an answer, if it is still the same question."""
        async with self.room.lock:
            self._shown = self._question = None
            if not question.is_open(self.room) or self.room.table is None:
                return
            keys = self.room.table.keys()
            await self.room.answer_for(question.seat, key if key in keys else question.fallback)

    async def _thought(self, question: Question, bot: str, *, is_public: bool) -> str | None:
        """What a bot answers; None if it cannot. People are told that it is thinking if they may know who is asked."""
        if bot == RANDOM:
            return question.fallback
        if not is_at_once(bot) and not self.room.is_watched:
            return await self._house(question)
        loop, wait = asyncio.get_running_loop(), self.room.hub.settings.thinking_after
        timer = loop.call_later(wait, self._tell, question.seat) if is_public else None
        self._job = asyncio.create_task(self._choice(question, bot))
        try:
            return str((await self._job)["key"])
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

    async def _choice(self, question: Question, bot: str, *, at_once: bool = False) -> dict[str, Any]:
        assert question.world is not None
        return await self.room.hub.bot_jobs.choose(question.world, bot, self.room.data.owner, at_once=at_once)

    async def _house(self, question: Question) -> str | None:
        """What the house answers, at once."""
        try:
            found = await self._choice(question, advisor(self.room.game), at_once=True)
        except Refused:
            return None
        return str(found["key"])

    # Being seen and stopped. Of a bot with a private question nobody may know, so it goes on.

    def _tell(self, seat: str) -> None:
        since = self.room.hub.time.now()
        self.hear(seat, since)
        self.room.hub.bus.tell(self.room.id, "thinking", [seat, since])

    def hear(self, seat: str, since: float) -> None:
        """A bot takes its time, here or in another process."""
        if not self._is_asked(seat):
            return
        self._shown = (seat, since)
        self.room.tell_all(encode(ThinkingFrame(seat, since)))

    def stop(self) -> bool:
        """Stop the bot that is seen thinking; false if there is none."""
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
        """Ring when the time of whoever is asked is up.

        The machine's clock is looked at once for each question. From then on time passes by itself: setting the clock
        neither loses the alarm nor gives anybody more time.
        """
        data, time = self.room.data, self.room.hub.time
        due = clock.deadline(data)
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
        """The house answers for somebody whose time is up."""
        async with self.room.lock:
            if timed != self._timed:
                return
            self._timed = None  # it has rung: whatever comes of it, another one can be set
            table = self.room.table
            if table is None or table.ask is None:
                return
            question = Question(self.room, table.ask.seat)
        await self._give(question, await self._house(question))

    def close(self) -> list[asyncio.Task[Any]]:
        """Stop everything; what was still going on, for whoever must know when it has ended."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = self._timed = None
        going = [task for task in (self._task, self._job) if task is not None]
        for task in going:
            task.cancel()
        return going
