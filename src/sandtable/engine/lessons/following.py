"""Following a lesson: which step a game has come to, from its journal alone.

So a lesson's table is saved, opened, undone and watched like any other, and nothing else has to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..chance import Chance, Raw, tupled
from ..errors import NotFound
from ..game import Game
from ..naming import Thing
from ..question import Option, Question
from ..saving.format import Answered, AnyLine, Header, Thrown, TookBack
from ..saving.header import decode_options
from ..saving.replay import do_line, is_done
from ..table import Table
from .format import Answer, Aside, Lesson, Onward, Other, Step, Things
from .reading import find_lesson, lessons_of

#: What is said of a question that neither a step nor an aside speaks of.
FREE_TITLE, FREE = "Your choice", "Answer as you like; the lesson goes on after it."
#: What is said to those who went on after a wrong turn, once the lesson has nothing to say to a question.
OWN_TITLE = "Your own way"
GO_BACK = (
    "You left the lesson at “{step}”. Go back there, or play on: the lesson goes on as soon as it fits again."
)
MISSED = "Your turn went by without “{step}”. Play on: the lesson goes on as soon as it fits again."
TOO_LATE = "You left the lesson at “{step}”, and that cannot be taken back. Play on: the lesson goes on as soon as it fits again."
#: What is said to a wrong turn that nothing else is said to.
ASTRAY = "You could do that, and all the rules allow it. But it leads away from what this step is about."
#: The most things that are pointed at if a step does not say which.
MOST_POINTS = 6


class TermView(msgspec.Struct, frozen=True):
    """A word of the game and what it means."""

    name: str  #: The word.
    says: str  #: What it means, in a sentence.


class PageView(msgspec.Struct, frozen=True):
    """A page of a lesson: a step, or something that is told before one."""

    title: str  #: Its heading.
    text: str  #: One or two sentences.
    points: list[Thing]  #: What to look at on the board.
    terms: list[TermView]  #: The words that it explains.


class NextLesson(msgspec.Struct, frozen=True):
    """The lesson after this one."""

    id: str  #: Its id.
    title: str  #: What it is called.


class LessonView(msgspec.Struct, frozen=True):
    """Where a lesson stands, for the learner."""

    id: str  #: The id of the lesson.
    title: str  #: What the lesson is called.
    at: int  #: The number of the step, from 1.
    of: int  #: How many steps there are.
    pages: list[PageView]  #: What to read now; the last page is the one to act on. Empty while others play.
    said: str  #: What is said to the last answer.
    strayed: bool  #: The last answer was a wrong turn, and can be taken back.
    away: int  #: How many answers of the learner lead back to the step that was left; 0: the lesson goes on here.
    is_lost: bool  #: The learner has left or missed a step, and the lesson has nothing to say to what is asked now.
    hint: str | None  #: The key of the answer that the lesson would give.
    #: By key: what to say before these answers are given, which cannot be taken back.
    cautions: dict[str, str]
    words: list[TermView]  #: The words that were explained so far.
    is_over: bool  #: The lesson is over; the last page says so.
    next: NextLesson | None  #: The next lesson of this game.
    onward: Onward | None  #: A table to play at without a lesson.
    seat: str  #: The seat that the learner plays.


class Where(msgspec.Struct, frozen=True):
    """The place in a lesson after an answer."""

    step: int = 0
    #: Whether the step was answered already, and stays because it is to be repeated.
    again: bool = False
    said: str = ""
    strayed: bool = False
    #: Which answers of other seats have been given.
    used: tuple[int, ...] = ()
    #: The step that was left by a wrong turn, until the lesson goes on (-1: none), and how many answers were given since.
    left: int = -1
    away: int = 0
    #: Whether the learner's turn has ended since a step was last answered.
    is_past: bool = False


class Heard:
    """Chance as a journal has it."""

    def __init__(self) -> None:
        self.raws: list[Raw] = []

    def raw(self, chance: Chance) -> Raw:
        return self.raws.pop(0)


class Follower:
    """Follows one table. It plays the same game beside it, line by line, and so knows every question and answer."""

    def __init__(self, game: Game[Any], lesson: Lesson, header: Header, lines: Sequence[AnyLine]) -> None:
        self.game = game  #: The game that is taught.
        self.lesson = lesson  #: The lesson.
        self._heard = Heard()
        self._heard.raws = [tupled(line.raw) for line in lines if isinstance(line, Thrown)]
        self._table = Table(game, decode_options(game, header.options), header, self._heard).start()
        self._where = Where()
        #: The place before each answer that was given, by the number of its line.
        self._before: list[tuple[int, Where]] = []
        self._follow(lines)

    def hear(self, lines: Iterable[AnyLine]) -> None:
        """New lines were written into the journal."""
        lines = list(lines)
        self._heard.raws += [tupled(line.raw) for line in lines if isinstance(line, Thrown)]
        self._follow(lines)

    def _follow(self, lines: Sequence[AnyLine]) -> None:
        for line in lines:
            if not is_done(line):
                continue
            if isinstance(line, Answered) and (question := self._table.ask) is not None:
                self._before.append((line.n, self._where))
                option = next(it for it in question.options if it.key == line.key)
                told = self._after(question, option)
                do_line(self._table, line)
                if told.strayed and self._table.undo_name(self.lesson.seat) is None:
                    # What cannot be taken back is no reason to stop.
                    told = Where(told.step + 1, False, told.said, used=told.used, left=told.step)
                mover = self.game.whose_turn(self._table.run.state)
                if mover is not None and mover != self._table.seat_index(self.lesson.seat):
                    told = msgspec.structs.replace(told, is_past=True)
                self._where = told
                continue
            do_line(self._table, line)
            if isinstance(line, TookBack):
                self._take_back(line.answer)

    def _take_back(self, answer: int) -> None:
        while self._before and self._before[-1][0] >= answer:
            self._where = self._before.pop()[1]
        if not self._where.strayed:
            self._where = msgspec.structs.replace(self._where, said="")

    # What an answer does

    def _after(self, question: Question, option: Option) -> Where:
        """The place after an answer."""
        now, lesson = self._where, self.lesson
        if question.seat != lesson.seat:
            return self._after_other(question, option)
        if now.strayed:  # whoever goes on has decided
            now = Where(now.step + 1, used=now.used, left=now.step, away=now.away)
        at = self._find(now, question)
        if at is None:
            away = now.away + (now.away > 0)
            return Where(now.step, now.again, used=now.used, left=now.left, away=away, is_past=now.is_past)
        step = lesson.step[at]
        reply = next((it for it in step.answer if fits(it, option)), None)
        if not _is_offered(step.answer, question):  # what the step wants is done already
            return Where(at + 1, used=now.used)
        if reply is None and step.answer:
            return Where(at, False, ASTRAY, True, now.used, away=1)
        if reply is not None and reply.wrong and reply.ask:  # it was said before, and is meant
            return Where(at + 1, used=now.used, left=at)
        said = "" if reply is None else reply.say
        if reply is not None and reply.wrong:
            return Where(at, False, said, True, now.used, away=1)
        return (
            Where(at, True, said, used=now.used) if step.repeat else Where(at + 1, said=said, used=now.used)
        )

    def _after_other(self, question: Question, option: Option) -> Where:
        found = self._other(question)
        if found is None or not fits(self.lesson.other[found], option):
            return self._where
        return msgspec.structs.replace(self._where, used=(*self._where.used, found))

    def _find(self, now: Where, question: Question) -> int | None:
        """The step that a question belongs to; None if the lesson does not speak of it."""
        steps = self.lesson.step
        spare = now.left >= 0  # after a wrong turn one step may never come
        for at in range(now.step + now.again, len(steps)):
            if steps[at].topic and _asks(steps[at], question):
                return at
            if steps[at].topic and not steps[at].optional:
                if not spare:
                    break
                spare = False
        return now.step if now.again and _asks(steps[now.step], question) else None

    # Others

    def _other(self, question: Question) -> int | None:
        for i, other in enumerate(self.lesson.other):
            if i in self._where.used or (other.seat, other.topic) != (question.seat, question.topic):
                continue
            if any(fits(other, option) for option in question.options):
                return i
        return None

    def other_answer(self) -> str | None:
        """Another seat's answer to the open question; None if the lesson leaves that to a bot."""
        question = self._table.ask
        if question is None or question.seat == self.lesson.seat:
            return None
        found = self._other(question)
        if found is None:
            return None
        return next(it.key for it in question.options if fits(self.lesson.other[found], it))

    # What is shown

    def view(self) -> LessonView:
        """Where the lesson stands."""
        lesson, now, question = self.lesson, self._where, self._table.ask
        mine = question if question is not None and question.seat == lesson.seat else None
        is_over = question is None or self._is_done(now, question)
        at, pages, hint = now.step, [], None
        is_lost = False
        if now.strayed:
            pages = [self._page(lesson.step[at], [])]
        elif is_over:
            told = [self._page(it, []) for it in lesson.step[now.step + now.again :] if not it.topic]
            at, pages = len(lesson.step) - 1, [*told, PageView("Well done", lesson.end, [], [])]
        elif mine is not None:
            at, pages, hint = self._asked(now, mine)
            is_lost = self._is_lost(now, mine)
        return LessonView(
            lesson.id,
            lesson.title,
            min(at + 1, len(lesson.step)),
            len(lesson.step),
            pages,
            now.said,
            now.strayed,
            now.away if now.strayed or is_lost else 0,
            is_lost,
            hint,
            {} if mine is None or now.strayed else self._cautions(now, mine),
            self._words(at),
            is_over,
            self._next() if is_over or is_lost else None,
            lesson.onward if is_over or is_lost else None,
            lesson.seat,
        )

    def _is_done(self, now: Where, question: Question) -> bool:
        """Whether nothing is left to do: of the steps that may still come none does, or the learner's turn is over."""
        lesson = self.lesson
        left = [it for it in lesson.step[now.step + now.again :] if it.topic]
        if any(not it.optional for it in left):
            return False
        if question.seat != lesson.seat:
            seat = self._table.seat_index(lesson.seat)
            return not (left or now.again) or self.game.whose_turn(self._table.run.state) != seat
        is_aside = bool(left or now.again) and any(it.topic == question.topic for it in lesson.aside)
        return self._find(now, question) is None and not is_aside

    def _asked(self, now: Where, question: Question) -> tuple[int, list[PageView], str | None]:
        """The step, its pages and its hint when the learner is asked something."""
        at = self._find(now, question)
        if at is None:
            aside = next((it for it in self.lesson.aside if it.topic == question.topic), None)
            if aside is None:
                return now.step, [self._free(now)], None
            hint = _hint(aside.answer, question)
            return now.step, [self._page(aside, _touched([hint]))], None if hint is None else hint.key
        step = self.lesson.step[at]
        first = at if at == now.step else now.step + now.again
        for i in range(first, at):
            first = (
                i + 1 if self.lesson.step[i].topic else first
            )  # what was told before a step that is passed over
        told = [self._page(it, []) for it in self.lesson.step[first:at] if not it.topic]
        hint = _hint(step.answer, question)
        best = next((it for it in step.answer if not it.wrong), None)
        is_narrow = best is not None and _is_narrow(best)
        wanted = [it for it in question.options if best is not None and fits(best, it)] if is_narrow else []
        return at, [*told, self._page(step, _touched(wanted))], None if hint is None else hint.key

    def _is_lost(self, now: Where, question: Question) -> bool:
        """Whether a step was left or missed, and neither a step nor an aside speaks of this question."""
        if self._find(now, question) is not None or any(
            it.topic == question.topic for it in self.lesson.aside
        ):
            return False
        return now.left >= 0 or self._missed(now) is not None

    def _free(self, now: Where) -> PageView:
        """The remark on a question that neither a step nor an aside speaks of."""
        missed = self._missed(now)
        if now.left < 0 and missed is not None:
            return PageView(OWN_TITLE, MISSED.format(step=missed.title), [], [])
        if now.left < 0:
            return PageView(FREE_TITLE, FREE, [], [])
        can_go_back = now.away > 0 and self._table.undo_name(self.lesson.seat) is not None
        text = GO_BACK if can_go_back else TOO_LATE
        return PageView(OWN_TITLE, text.format(step=self.lesson.step[now.left].title), [], [])

    def _missed(self, now: Where) -> Step | None:
        """The step that the lesson still waits for, although the turn in which it was to come is over."""
        if not now.is_past:
            return None
        left = (it for it in self.lesson.step[now.step + now.again :] if it.topic and not it.optional)
        return next(left, None)

    def _cautions(self, now: Where, question: Question) -> dict[str, str]:
        """The warnings before a wrong answer that cannot be taken back, by its key."""
        at = self._find(now, question)
        answers = [] if at is None else self.lesson.step[at].answer
        if not any(it.ask for it in answers) or not _is_offered(answers, question):
            return {}
        replies = {it.key: next((a for a in answers if fits(a, it)), None) for it in question.options}
        return {key: it.say for key, it in replies.items() if it is not None and it.wrong and it.ask}

    def _page(self, part: Step | Aside, touched: list[Thing]) -> PageView:
        points = _listed(part.point) if isinstance(part, Step) else []
        return PageView(part.title, part.text, points or touched, self._explained(part.terms))

    def _explained(self, names: Iterable[str]) -> list[TermView]:
        return [TermView(name, self.lesson.glossary[name]) for name in names]

    def _words(self, at: int) -> list[TermView]:
        names = dict.fromkeys(name for step in self.lesson.step[: at + 1] for name in step.terms)
        return self._explained(names)

    def _next(self) -> NextLesson | None:
        lessons = lessons_of(self.game)
        ids = [lesson.id for lesson in lessons]
        later = lessons[ids.index(self.lesson.id) + 1 :] if self.lesson.id in ids else ()
        return NextLesson(later[0].id, later[0].title) if later else None


def follower_of(game: Game[Any], header: Header, lines: Sequence[AnyLine]) -> Follower | None:
    """Who follows the lesson of a table; None if it plays none, or one that no longer exists."""
    if header.lesson is msgspec.UNSET:
        return None
    try:
        lesson = find_lesson(game, header.lesson)
    except NotFound:
        return None
    return Follower(game, lesson, header, lines)


def fits(wanted: Answer | Other, option: Option) -> bool:
    """Whether an option is one of those that an entry speaks of."""
    words = [wanted.word] if isinstance(wanted.word, str) else wanted.word
    keys = [wanted.key] if isinstance(wanted.key, str) else wanted.key
    data = option.data if wanted.data else {}
    return (
        (not wanted.word or option.word in words)
        and (not wanted.key or option.key in keys)
        and _has(option.things, wanted.things)
        and all(name in data and data[name] == value for name, value in wanted.data.items())
    )


def _is_narrow(answer: Answer) -> bool:
    """Whether an entry speaks of certain answers and not of any."""
    return bool(answer.things or answer.word or answer.key or answer.data)


def _asks(step: Step, question: Question) -> bool:
    return step.topic == question.topic and (not step.about or _has(question.things, step.about))


def _has(things: Sequence[Thing], wanted: Things) -> bool:
    """Whether there is a wanted thing of each kind."""
    found = _listed(wanted)
    return all(any(it.kind == kind and it in found for it in things) for kind in wanted)


def _listed(things: Things) -> list[Thing]:
    return [
        Thing(kind, id) for kind, ids in things.items() for id in ([ids] if isinstance(ids, str) else ids)
    ]


def _is_offered(answers: Sequence[Answer], question: Question) -> bool:
    """Whether any right answer of a step can be given. Whoever strayed before may have done what it wants; nothing is wrong then."""
    right = [answer for answer in answers if not answer.wrong]
    return not right or any(fits(answer, it) for answer in right for it in question.options)


def _hint(answers: Sequence[Answer], question: Question) -> Option | None:
    """The option to show to a learner who asks: the best that is offered, or the likeliest."""
    for answer in answers:
        if not answer.wrong and _is_narrow(answer):
            if (found := next((it for it in question.options if fits(answer, it)), None)) is not None:
                return found
    wrong = [answer for answer in answers if answer.wrong and _is_narrow(answer)]
    right = [it for it in question.options if not any(fits(answer, it) for answer in wrong)]
    return next((it for it in right if it.key == question.likely), right[0] if right else None)


def _touched(options: Sequence[Option | None]) -> list[Thing]:
    found = dict.fromkeys(thing for it in options if it is not None for thing in it.touches)
    return list(found)[:MOST_POINTS]
