"""Previews: what an answer would lead to, as far as the asked seat can know.

The answer is given in some worlds the seat could be in, never at the real table. Each world runs on to the first choice or
throw, and what the seat would see then is shown as far as all worlds agree. No rule is written for this, and it cannot tell
a secret: it is made from what the seat knows and nothing else, and the worlds are drawn from a seed made of that, too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal

import msgspec

from ..chance import Chance, Raw
from ..errors import CannotImagine, SandtableError
from ..log import LogEntry, LogLine, log_line
from ..naming import Kinds, Thing
from ..question import Option, Question
from ..run import Run
from ..secrets.held import lessons
from ..steps import Ask, Note
from ..table import Table
from .imagine import Imagination, is_visible

#: How many worlds are compared.
WORLDS = 16
#: After this many log lines the rest is left out: a preview is read in a moment.
MOST_LINES = 40

Follows = Literal["choice", "chance", "others", "end"]


class Preview(msgspec.Struct, frozen=True):
    """The consequences of an answer, as far as the asked seat can know."""

    #: The view of the seat after the answer. Where imagined worlds disagree, it is as it is now.
    view: Any
    #: Whether anything in the view changes, in all worlds alike.
    changes: bool
    #: What the log would say.
    lines: tuple[LogLine, ...]
    #: What comes next: a choice of the same seat, a throw or draw, a choice of somebody else, or the end of the game.
    follows: Follows
    #: The question that follows, if it is the seat's own.
    prompt: str = ""
    #: The things that question would offer.
    lights: tuple[Thing, ...] = ()
    #: The topic of the throw that follows.
    chance: str = ""
    #: Whether the answer could not be taken back.
    final: bool = False


class _Thrown(Exception):
    """A world has come to its first throw."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance


class _NoChance:
    """A source that throws nothing: a preview ends where chance begins."""

    def raw(self, chance: Chance) -> Raw:
        raise _Thrown(chance)


class _Heard:
    """The lines a world says until it stops, as one seat sees them."""

    def __init__(self, run: Run[Any], seat: int) -> None:
        self.run, self.seat = run, seat
        self.entries: list[LogEntry] = []

    def note(self, note: Note) -> None:
        if is_visible(note, self.seat):
            self.entries.append(
                LogEntry(
                    self.run.turn,
                    "note",
                    note.text,
                    note.args,
                    None,
                    sums=note.sums,
                    opens=note.opens,
                    tone=note.tone,
                )
            )

    def chance(self, chance: Chance, raw: Raw) -> None: ...
    def forced(self, ask: Ask, value: Any) -> None: ...
    def unseal(self) -> None: ...
    def turn_over(self, *, at_once: bool) -> None: ...


class _StoppedWorld(msgspec.Struct):
    """Where one world has stopped."""

    view: Any
    lines: tuple[LogLine, ...]
    follows: Follows
    prompt: str
    lights: tuple[Thing, ...]
    chance: str
    final: bool


def preview(table: Table, answer: str | Option, worlds: int = WORLDS) -> Preview:
    """Preview the consequences of an answer to the open question, as far as the asked seat can know.

    The same view of the table always gives the same preview. `CannotImagine` if no world fits what the seat has seen.
    """
    question = table.ask
    if question is None:
        raise SandtableError("The game is over; there is nothing to preview.")
    key, value = question.resolve(answer)
    run, seat = table.run, question.spec.seat
    now = table.game.view(run.state, seat)
    before = msgspec.to_builtins(now)
    imagination, rng = Imagination(run, seat), random.Random(_seed(before, question, key))
    count = worlds if table.game.has_secrets else 1
    seen: list[_StoppedWorld] = []
    for _ in range(count):
        world = imagination.run(rng)
        if value in world.values:
            seen.append(_stopped(table, world, value, seat))
    if not seen:
        raise CannotImagine("No imagined world offers this answer.")
    return _agreed(now, before, seen)


def _seed(view: Any, question: Question, key: str) -> bytes:
    """Made of what the seat sees and of nothing else."""
    told = msgspec.json.encode([view, question.topic, question.prompt, question.keys, key], order="sorted")
    return sha256(told).digest()


def _stopped(table: Table, world: Run[Any], value: Any, seat: int) -> _StoppedWorld:
    """Give the answer in a world and run it to the first choice or throw."""
    game, kinds = table.game, table.kinds
    heard = world.hear = _Heard(world, seat)
    world.source = _NoChance()
    before = lessons(world.state) if game.has_secrets else 0
    follows: Follows = "choice"
    chance: Chance | None = None
    try:
        world.play(value)
    except _Thrown as thrown:
        follows, chance = "chance", thrown.chance
    ask = None if chance is not None else world.ask
    if chance is None and (ask is None or ask.seat != seat):
        follows = "end" if ask is None else "others"
    lines = tuple(
        log_line(entry, n + 1, table.seats, kinds) for n, entry in enumerate(heard.entries[:MOST_LINES])
    )
    learned = game.has_secrets and lessons(world.state) != before
    own = follows == "choice" and ask is not None
    return _StoppedWorld(
        view=msgspec.to_builtins(game.view(world.state, seat)),
        lines=lines,
        follows=follows,
        prompt=Question(ask, world.values, table.seats[seat].id, kinds).prompt if own and ask else "",
        lights=_lights(ask, world.values, table.seats[seat].id, kinds) if own and ask else (),
        chance=_name(table, chance, seat),
        final=follows in ("chance", "end") or learned,
    )


def _lights(ask: Ask, values: Sequence[Any], seat: str, kinds: Kinds) -> tuple[Thing, ...]:
    question = Question(ask, values, seat, kinds)
    return tuple(dict.fromkeys(thing for option in question.options for thing in option.touches))


def _name(table: Table, chance: Chance | None, seat: int) -> str:
    """The name of a throw, if the seat sees it."""
    if chance is None or not is_visible(chance, seat):
        return ""
    return table.game.throws.get(chance.topic, chance.topic)


def _agreed(now: Any, before: Any, worlds: Sequence[_StoppedWorld]) -> Preview:
    """The part that all worlds have in common."""
    first = worlds[0]
    view = common(before, [world.view for world in worlds])
    changes = view != before
    lines = []
    for told in zip(*(world.lines for world in worlds), strict=False):
        if any(line != told[0] for line in told):
            break  # what comes after a difference would be told out of place
        lines.append(told[0])
    same_next = all(
        (w.follows, w.prompt, w.chance) == (first.follows, first.prompt, first.chance) for w in worlds
    )
    lights = [thing for thing in first.lights if all(thing in world.lights for world in worlds)]
    follows: Follows = first.follows if len({world.follows for world in worlds}) == 1 else "others"
    return Preview(
        view=msgspec.convert(view, type(now)) if isinstance(now, msgspec.Struct) else view,
        changes=changes,
        lines=tuple(lines),
        follows=follows,
        prompt=first.prompt if same_next else "",
        lights=tuple(lights) if same_next else (),
        chance=first.chance if same_next else "",
        final=any(world.final for world in worlds),
    )


def common(before: Any, after: Sequence[Any]) -> Any:
    """The values that are alike in all of `after`; where they differ, those from before.

    >>> common({"a": 1, "b": [1, 2]}, [{"a": 2, "b": [1, 3]}, {"a": 2, "b": [1, 4]}])
    {'a': 2, 'b': [1, 2]}
    """
    first = after[0]
    if all(each == first for each in after[1:]):
        return first
    if isinstance(before, dict) and all(isinstance(each, dict) for each in after):
        names = [name for name in before if all(name in each for each in after)]
        fields = {name: common(before[name], [each[name] for each in after]) for name in names}
        return {**before, **fields}
    kind = type(before)
    if kind in (list, tuple) and all(type(each) is kind and len(each) == len(before) for each in after):
        return kind(common(old, [each[i] for each in after]) for i, old in enumerate(before))
    return before
