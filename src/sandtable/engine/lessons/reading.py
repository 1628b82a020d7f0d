"""Reading lessons: every file beside a game's rules, strictly, with everything that is wrong with it told at once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ..errors import NotFound, PackError
from ..game import Game
from ..packs.mistakes import unknown
from ..packs.pack import PackProblems, read_file
from .format import Aside, Glossary, Lesson, Step
from .terms import unexplained

GLOSSARY = "glossary"


def lessons_of(game: Game[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order of their files; each is read and checked once."""
    return () if game.lesson_folder is None else read_lessons(game.lesson_folder)


def find_lesson(game: Game[Any], id: str) -> Lesson:
    """A lesson by its id, which is the name of its file."""
    lessons = lessons_of(game)
    found = next((lesson for lesson in lessons if lesson.id == id), None)
    if found is None:
        raise NotFound("lesson", id, [lesson.id for lesson in lessons])
    return found


@lru_cache(maxsize=64)
def read_lessons(folder: Path) -> tuple[Lesson, ...]:
    """The lessons of a folder: its `glossary.toml`, and every other TOML file. Raises `PackProblems` with all that is wrong."""
    if not folder.is_dir():
        raise PackError(str(folder), "", "there is no such folder; the game says that its lessons are here")
    problems: list[PackError] = []
    glossary: Glossary | None = read_file(folder / f"{GLOSSARY}.toml", Glossary, problems)
    lessons = []
    for path in sorted(folder.glob("*.toml")):
        if path.stem == GLOSSARY:
            continue
        lesson: Lesson | None = read_file(path, Lesson, problems)
        if lesson is None or glossary is None:
            continue
        problems += [PackError(path.name, where, why) for where, why in _wrong(lesson, glossary)]
        said = {term.name: term.says for term in glossary.term}
        used = {name: said[name] for _, part in entries(lesson) for name in part.terms if name in said}
        lessons.append(msgspec.structs.replace(lesson, id=path.stem, glossary=used))
    if problems:
        raise PackProblems(str(folder), problems)
    return tuple(lessons)


def _wrong(lesson: Lesson, glossary: Glossary) -> list[tuple[str, str]]:
    """The mistakes in a lesson beyond the types of its fields: where, and why."""
    found: list[tuple[str, str]] = []
    if lesson.id or lesson.glossary:
        found.append(("", "`id` and `glossary` are not written in the file: it is known by its name"))
    if not any(step.topic for step in lesson.step):
        found.append(("step", "a lesson needs a step with a topic: something that the learner does"))
    names = [term.name for term in glossary.term]
    for entry, part in entries(lesson):
        found += [(f"{entry}: terms", unknown(name, names)) for name in part.terms if name not in names]
        if isinstance(part, Step) and not part.topic and (part.answer or part.about):
            found.append((entry, "`answer` and `about` need a `topic`: the question that they are about"))
        if part.answer and all(answer.wrong for answer in part.answer):
            found.append(
                (f"{entry}: answer", "at least one answer must not be wrong, to be shown as the hint")
            )
        for i, answer in enumerate(part.answer):
            if answer.ask and not answer.wrong:
                found.append(
                    (f"{entry}: answer {i + 1}", "`ask` is for a `wrong` answer that cannot be taken back")
                )
            if answer.wrong and not answer.say:
                found.append((f"{entry}: answer {i + 1}", "a wrong answer needs `say`: a kind word about it"))
    return found + unexplained(lesson, glossary)


def entries(lesson: Lesson) -> list[tuple[str, Step | Aside]]:
    """The parts of a lesson with what messages call them."""
    steps: list[tuple[str, Step | Aside]] = [
        (f"step {i + 1} ({step.title})", step) for i, step in enumerate(lesson.step)
    ]
    return steps + [(f"aside {i + 1} ({aside.title})", aside) for i, aside in enumerate(lesson.aside)]
