"""Why not: what a question leaves out, and the reasons its rule gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..choice import Listed
from ..naming import Of, Thing
from ..question import Question
from ..table import Table

AGREE = "What is offered has no refusal, and what is not offered has one."


def left_out(table: Table, question: Question) -> Iterator[Thing]:
    """The things in play, of the kinds a question asks for, that it does not offer."""
    offered = {thing for option in question.options for thing in option.things}
    for kind in kinds_asked(question):
        names = question.kinds[kind]
        for number in table.game.in_play(table.run.state, kind):
            thing = Thing(kind, names.id(number))
            if thing not in offered:
                yield thing


def kinds_asked(question: Question) -> list[str]:
    """The kinds of things on the board that a question asks for."""
    of = question.spec.of
    kinds = question.kinds
    return [kind for kind in dict.fromkeys([of] if isinstance(of, str) else of) if _is_counted(kind, kinds)]


def _is_counted(kind: str, kinds: Any) -> bool:
    return kind in kinds and kinds[kind].is_thing and kinds[kind].count is not None


def disagreement(table: Table, question: Question) -> str:
    """Where the options and the refusals of a question say different things; empty if they agree."""
    spec = question.spec
    refusal = spec.why
    if refusal is None:
        return ""
    values: list[Any] = list(spec.others() if callable(spec.others) else spec.others)
    if isinstance(spec.of, str):
        for kind in kinds_asked(question):
            values += table.game.in_play(table.run.state, kind)
    for value in values:
        why = refusal(value)
        if (why is None) != (value in question.values):
            told = (
                "has no refusal"
                if why is None
                else f"is refused ({why.words(question.kinds, Of(spec.of, value))})"
            )
            offered = "offered" if value in question.values else "not offered"
            return f"{question.prompt!r}: {value!r} is {offered}, but {told}."
    return "" if isinstance(spec.of, str) else _parts_disagree(table, question)


def _parts_disagree(table: Table, question: Question) -> str:
    """The same for a question whose options have several parts."""
    refusal = question.spec.why
    assert refusal is not None
    missing = set(left_out(table, question))
    for kind in kinds_asked(question):
        names = question.kinds[kind]
        for number in table.game.in_play(table.run.state, kind):
            thing = Thing(kind, names.id(number))
            if thing not in missing and isinstance(question.spec.options, Listed):
                continue  # its reasons are for what is not listed
            if (refusal(Of(kind, number)) is None) == (thing in missing):
                return f"{question.prompt!r}: {thing} is {'not ' * (thing in missing)}offered, and its refusal says otherwise."
    return ""


def reasons(table: Table, question: Question) -> dict[str, str | None]:
    """The reasons given to the asked seat for everything that is left out."""
    if question.spec.why is None:
        return {}
    return {f"{thing.kind} {thing.id}": question.why_not(thing) for thing in left_out(table, question)}
