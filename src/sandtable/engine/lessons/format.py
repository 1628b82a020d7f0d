"""The form of lessons: what stands in their files, as typed data."""

from __future__ import annotations

from typing import Any

import msgspec

#: Things by kind: {cell = "A4"} or {unit = ["ghost", "throttle"]}.
Things = dict[str, str | list[str]]


class LessonEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson. An unknown key is an error."""


class Term(LessonEntry, frozen=True):
    """A word of the game that a newcomer cannot know."""

    name: str  #: The word, as lessons write it.
    says: str  #: What it means, in a sentence.
    forms: list[str] = []  #: Other forms of it, such as the plural.


class Glossary(LessonEntry, frozen=True):
    """`glossary.toml`: the words of a game that lessons explain where they first use them."""

    term: list[Term]
    #: Names with a capital letter that need no explanation: of places, people, pieces.
    names: list[str] = []


class Answer(LessonEntry, frozen=True):
    """Answers that a step speaks of. All that is given must fit; an entry that gives nothing fits every answer."""

    things: Things = {}  #: The option is one of these things, of each kind given.
    word: str | list[str] = ""  #: The option is one of these words.
    key: str | list[str] = ""  #: The option has one of these keys, for amounts and whatever else is no thing.
    data: dict[str, Any] = {}  #: The option's data has these values.
    say: str = ""  #: What to say to it.
    wrong: bool = False  #: Whether it leads away from what the step wants.
    #: Of a wrong answer that cannot be taken back: say it before the answer is given, and ask whether it is meant.
    ask: bool = False


class Step(LessonEntry, frozen=True):
    """One point of a lesson. Without a topic it only tells something."""

    title: str
    text: str
    topic: str = ""  #: The topic of the question it waits for.
    about: Things = {}  #: The question is about these things.
    point: Things = {}  #: What to look at; by default what the answer touches.
    terms: list[str] = []  #: The words of the glossary that it explains.
    #: The answers it knows, the best first. Without any, every answer is right.
    answer: list[Answer] = []
    optional: bool = False  #: It is passed over if another question comes first.
    repeat: bool = False  #: It stays for as long as its question comes again.


class Aside(LessonEntry, frozen=True):
    """A remark on a question that no step waits for, and that may or may not come, depending on the dice."""

    topic: str
    title: str
    text: str
    terms: list[str] = []
    answer: list[Answer] = []  #: What to choose, for those who want to be shown; the best first.


class Other(LessonEntry, frozen=True):
    """The answer of another seat, the next time it is asked this. Without an entry a bot plays for it."""

    seat: str
    topic: str
    things: Things = {}
    word: str | list[str] = ""
    key: str | list[str] = ""
    data: dict[str, Any] = {}


class Chance(LessonEntry, frozen=True):
    """Dice and cards that come as the lesson needs them, in the order in which they are asked for."""

    topic: str
    #: Each a list of faces or things; of a roll or an order, a table {place = what} fixes single places.
    outcomes: list[list[Any] | dict[str, Any]]


class Onward(LessonEntry, frozen=True):
    """A table to play at after the lesson."""

    label: str
    scenario: str = ""
    options: dict[str, Any] = {}


class Lesson(LessonEntry, frozen=True, kw_only=True):
    """One lesson."""

    title: str  #: What it is called.
    about: str  #: One sentence for those who choose.
    minutes: int = 10  #: About how long it takes.
    seat: str  #: The seat that the learner plays.
    seed: int = 1  #: The seed, which is the same for everybody.
    scenario: str = ""  #: The scenario that is played; empty for the usual one.
    options: dict[str, Any] = {}  #: The options of the game.
    #: Answers that lead to the position the lesson begins with. They must end where a turn begins.
    opening: list[str] = []
    chance: list[Chance] = []  #: Dice and cards that come as the lesson needs them.
    other: list[Other] = []  #: What other seats answer.
    step: list[Step]  #: Its steps, in order.
    aside: list[Aside] = []  #: What to say of questions that no step waits for.
    end: str  #: What to say when it is over.
    onward: Onward | None = None  #: A table to play at after it.
    #: Which file it is from, without suffix; it is not written in the file.
    id: str = ""
    #: The explanations of its terms; not written in the file either.
    glossary: dict[str, str] = {}
