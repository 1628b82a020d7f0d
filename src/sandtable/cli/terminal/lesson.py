"""A lesson in the terminal: what it says before each question, and what others answer meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sandtable.engine import Follower, LessonView, PageView, Table, Thing, follower_of, script_of
from sandtable.engine.errors import SandtableError
from sandtable.engine.naming import label_of

from ..folder import command_name
from ..screen import BRASS, DIM, RUST, tell, tell_at_length

UNDO = "Type u to take it back, or carry on."


class Tutor:
    """Follows the lesson of a table and speaks to the learner."""

    def __init__(self, table: Table, follower: Follower) -> None:
        self._table, self._follower = table, follower
        self._read = len(table.lines)
        #: The pages that were shown last, by title and text.
        self._told: list[tuple[str, str]] = []
        self._has_ended = False
        #: The answer that the learner was asked about.
        self._doubted = ""

    def view(self) -> LessonView:
        """Where the lesson stands now."""
        lines = self._table.lines
        self._follower.hear(lines[self._read :])
        self._read = len(lines)
        return self._follower.view()

    def other_answer(self) -> str | None:
        """Return the answer that the lesson gives for the asked seat; None leaves it to a bot."""
        self.view()
        return self._follower.other_answer()

    def is_doubted(self, console: Console, keys: Sequence[str]) -> bool:
        """Whether to ask first, because the lesson advises against an answer that cannot be taken back. The second time it counts."""
        caution = self.view().cautions.get(keys[0]) if keys else None
        if caution is None or keys[0] == self._doubted:
            self._doubted = ""
            return False
        self._doubted = keys[0]
        tell_at_length(console, f"\n{caution}", RUST)
        tell(
            console,
            "It cannot be taken back. Choose something else, or type it again if you mean it.",
            "bold",
        )
        return True

    def speak(self, console: Console) -> None:
        """Say what there is to say before the question: a reply to the last answer, then the step if it is new."""
        view = self.view()
        if view.said:
            tell_at_length(console, f"\n{view.said}", RUST if view.strayed else BRASS)
        if view.strayed:
            tell(console, UNDO, "bold")
            self._told = []
            return
        if view.is_over:
            self.end(console)
            return
        for page in view.pages:
            if (page.title, page.text) not in self._told:
                self._page(console, page, f"{view.at}/{view.of}" if page is view.pages[-1] else "")
        self._told = [(page.title, page.text) for page in view.pages]
        if view.is_lost and view.away:
            tell(console, f"Type u {view.away} times to go back, or carry on.", "bold")

    def end(self, console: Console) -> None:
        """Say once that the lesson is over, and what to do next."""
        view = self.view()
        if self._has_ended or not view.is_over:
            return
        self._has_ended = True
        for page in view.pages:
            self._page(console, page, "")
        game, call = self._table.game.key, command_name()
        if view.next is not None:
            tell(console, f"Next lesson, {view.next.title}: {call} learn {game} {view.next.id}", "bold")
        if view.onward is not None:
            scenario = f" --scenario {view.onward.scenario}" if view.onward.scenario else ""
            tell(console, f"{view.onward.label}: {call} play {game}{scenario}", "bold")
        if self._table.ask is not None:
            tell(console, "Or play on here, without the lesson; q leaves.", DIM)

    def _page(self, console: Console, page: PageView, number: str) -> None:
        tell(console, Text.assemble("\n", (page.title, f"bold {BRASS}"), "  ", (number, DIM)))
        tell_at_length(console, page.text)
        labels = [label for thing in page.points if (label := self._label(thing))]
        if labels:
            tell_at_length(console, f"  Look at: {', '.join(labels)}", DIM)
        for term in page.terms:
            text = Text.assemble("  ", (term.name, "bold"), f": {term.says}")
            console.print(text, soft_wrap=not console.is_terminal)

    def _label(self, thing: Thing) -> str:
        names = self._table.kinds.get(thing.kind)
        try:
            return "" if names is None else label_of(names.number(thing.id), thing.kind, self._table.kinds)
        except SandtableError:  # names that are made by a function lead nowhere
            return ""


def tutor_of(table: Table) -> Tutor | None:
    """The tutor of a table; None if it plays no lesson. What is left of the lesson's dice is given to the table."""
    follower = follower_of(table.game, table.header, table.lines)
    if follower is None:
        return None
    if (script := script_of(follower.lesson)) is not None:
        table.go_on_with(script)
    return Tutor(table, follower)
