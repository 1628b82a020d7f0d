"""Terms: every word of the game that a lesson uses is explained where it first comes up, or before."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .format import Aside, Glossary, Lesson, Step

#: A word with a capital letter that does not begin a sentence, a title or a quotation.
_CAPITAL = re.compile(r"(?<=[a-z0-9,;)] )(?:the )?([A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)*)")


def unexplained(lesson: Lesson, glossary: Glossary) -> list[tuple[str, str]]:
    """Where a lesson uses a term before it explains it, or a word with a capital letter that nobody knows."""
    forms = {form: term.name for term in glossary.term for form in (term.name, *term.forms)}
    known: set[str] = set()
    found: list[tuple[str, str]] = []
    # Asides come at any time, so they may rely only on what they and the steps before the first question explain.
    for i, step in enumerate(lesson.step):
        known |= set(step.terms)
        found += [
            (f"step {i + 1} ({step.title})", why) for why in _in(texts_of(step), forms, known, glossary)
        ]
    found += [("end", why) for why in _in([lesson.end], forms, known, glossary)]
    early = _early(lesson)
    for i, aside in enumerate(lesson.aside):
        allowed = early | set(aside.terms)
        where = f"aside {i + 1} ({aside.title})"
        found += [(where, why) for why in _in(texts_of(aside), forms, allowed, glossary)]
    return found


def _early(lesson: Lesson) -> set[str]:
    early: set[str] = set()
    for step in lesson.step:
        early |= set(step.terms)
        if step.topic:
            break
    return early


def texts_of(part: Step | Aside) -> list[str]:
    """Everything that a part of a lesson says."""
    return [part.title, part.text, *(answer.say for answer in part.answer)]


def _in(texts: list[str], forms: dict[str, str], known: set[str], glossary: Glossary) -> Iterator[str]:
    names = sorted([*forms, *glossary.names], key=len, reverse=True)
    told: set[str] = set()
    for text in texts:
        left = text
        for name in names:  # long ones first: "Ops card" is not "Op"
            pattern = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
            if not re.search(pattern, left):
                continue
            term = forms.get(name)
            if term is not None and term not in known and term not in told:
                told.add(term)
                yield f'it speaks of "{name}" before `terms` explains it: add "{term}" here or in an earlier step'
            left = re.sub(pattern, "·", left)
        for match in _CAPITAL.finditer(left):
            word = match[1]
            if word not in told:
                told.add(word)
                yield f'"{word}" is neither a term nor a name: add it to the glossary, or write it small'
