"""The whole rules of a game as a reference: sections by number, found by citation or by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ..errors import SandtableError
from ..game import Game

#: A section number as rulebooks have them: "16", "16.6", "4.3.2", "MD 10.2", "CR24", "16.6a".
NUMBER = r"(?:[A-Z]{1,4} ?)?\d+(?:\.\d+)*[a-z]?"
_HEADING = re.compile(rf"(#{{2,6}}) +(?:({NUMBER})\.? +)?(\S.*?) *#*$")
#: A reference to a section: `[16.6]`, but not the text of a link.
_REFERENCE = re.compile(r"\[([^\[\]\n]+)\](?![(\[:])")
_WORD = re.compile(r"\w+")


class Section(msgspec.Struct, frozen=True):
    """A section of the rules: `level` is 2 for a chapter, 3 for a section in it, and so on; `text` is Markdown."""

    number: str
    title: str
    level: int
    text: str

    @property
    def name(self) -> str:
        """Number and title as one heading: "16.6 Rally"."""
        return f"{self.number} {self.title}".strip()

    @property
    def anchor(self) -> str:
        """The anchor an address can name it by: "16.6", "MD-4", "worked-examples"."""
        return (self.number or self.title.casefold()).replace(" ", "-")


class Rulebook:
    """The rules of one game, in the order of its rulebook."""

    def __init__(self, sections: tuple[Section, ...], preface: str = "") -> None:
        self.sections = sections
        #: What stands before the first section: Markdown.
        self.preface = preface
        self._by_number = {_plain(section.number): section for section in sections if section.number}

    def find(self, citation: str) -> Section | None:
        """The section that a citation leads to: the very section, or else the nearest one that contains it.

        >>> book = read_rulebook("## 16 Operations\\n### 16.6 Rally\\nRebels gather.")
        >>> book.find("16.6").title, book.find("16.7").title, book.find("99")
        ('Rally', 'Operations', None)
        """
        number = _plain(citation)
        while number:
            found = self._by_number.get(number) or self._by_number.get(f"{number}.0")
            if found is not None:
                return found
            number = _parent(number)
        return None

    def search(self, words: str) -> list[Section]:
        """The sections that contain all these words or beginnings of words; those that have them in the title come first."""
        wanted = _WORD.findall(words.casefold())
        if not wanted:
            return []

        def has_all(text: str) -> bool:
            there = _WORD.findall(text.casefold())
            return all(any(word.startswith(each) for word in there) for each in wanted)

        titled = [section for section in self.sections if has_all(section.name)]
        others = [s for s in self.sections if s not in titled and has_all(f"{s.name} {s.text}")]
        return [*titled, *others]

    def under(self, section: Section) -> tuple[Section, ...]:
        """A section with those that belong to it."""
        first = self.sections.index(section)
        rest = self.sections[first + 1 :]
        end = next((n for n, each in enumerate(rest) if each.level <= section.level), len(rest))
        return (section, *rest[:end])

    def references(self) -> Iterator[tuple[Section, str]]:
        """Every reference in the text to another section, with the section that makes it."""
        for section in self.sections:
            for found in _REFERENCE.finditer(section.text):
                yield section, found[1]

    def linked(self, text: str, link: Callable[[Section, str], str]) -> str:
        """Markdown in which `link` has replaced each reference to a section."""

        def replace(found: re.Match[str]) -> str:
            section = self.find(found[1])
            return found[0] if section is None else link(section, found[1])

        return _REFERENCE.sub(replace, text)


def _plain(citation: str) -> str:
    """A citation without what people add or leave out.

    >>> _plain("§16.6"), _plain("MD  4"), _plain("md 4.")
    ('16.6', 'MD 4', 'MD 4')
    """
    letters, number = re.fullmatch(r"([A-Z]*) *(.*)", citation.strip(" §.()[]").upper()).groups()  # type: ignore[union-attr]
    return f"{letters} {number.lower()}".strip()


def _parent(number: str) -> str:
    """The section that would contain this one; empty for a chapter.

    >>> _parent("4.3.2"), _parent("16.6a"), _parent("MD 4"), _parent("12.0")
    ('4.3', '16.6', '', '12')
    """
    if number[-1].isalpha():
        return number[:-1]
    return number.rpartition(".")[0]


def read_rulebook(text: str) -> Rulebook:
    """The rules from Markdown: a heading of level 2 or deeper begins a section, with its number before its title."""
    sections: list[Section] = []
    head: tuple[str, str, int] | None = None
    preface, lines = "", list[str]()

    def end() -> None:
        nonlocal preface
        body = "\n".join(lines).strip()
        if head is None:
            preface = body
        else:
            sections.append(Section(*head, body))
        lines.clear()

    is_code = False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        found = None if is_code else _HEADING.fullmatch(line)
        if found is not None:
            end()
            head = (found[2] or "", found[3], len(found[1]))
        elif not line.startswith("# ") or is_code:
            lines.append(line)
    end()
    _check_numbers(sections)
    return Rulebook(tuple(sections), preface)


def _check_numbers(sections: list[Section]) -> None:
    seen: set[str] = set()
    for section in sections:
        if section.anchor in seen:
            raise SandtableError(f"The rules have two sections called {section.anchor}.")
        seen.add(section.anchor)


@lru_cache
def _read(path: Path) -> Rulebook:
    return read_rulebook(path.read_text(encoding="utf-8"))


def rulebook_of(game: Game[Any]) -> Rulebook | None:
    """The whole rules of a game; None if it does not come with them."""
    path = game.rules_file
    return _read(path) if path is not None and path.exists() else None
