"""A turn run again with one secret changed: those who cannot know it must not notice, and no ordinary field may hold it.

Two worlds are run side by side, the real one and one in which a hidden throw, a private or sealed answer, or the hand that
was dealt before the turn is another. They are compared from the view of one seat (or a spectator) at every step it sees
and at the end of the turn, for as long as the verbs of `Cards` and `Hidden` say that it knows the same in both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from ..chance import is_thrown
from ..errors import CannotImagine
from ..game import Game, Over
from ..naming import Word
from ..run import is_open, listed
from ..secrets.cards import Cards
from ..secrets.held import facts_known, secrets_of
from ..secrets.hidden import Hidden
from ..state import State
from ..steps import Ask, Note, Unseal
from ..worlds.imagine import drawn_anew, is_visible
from .turns import Kept, Played, Turn, kept_by

#: A world that takes this many steps more than the real turn is not followed any further.
ENDLESS = 2000


class Varied(msgspec.Struct):
    """One secret that is changed: what it is, at which step of the turn, and what it is instead."""

    #: "throw", "shuffle", "private answer", "sealed answer" or "dealt"
    kind: str
    #: The topic of the throw or the question; empty for what was dealt before the turn.
    topic: str
    at: int
    value: Any = None
    start: Any = None

    def __str__(self) -> str:
        match self.kind:
            case "dealt":
                return "other cards and numbers where it cannot know them"
            case "throw" | "shuffle":
                return f"another outcome of the hidden {self.kind} {self.topic!r}"
        return f"another {self.kind} to {self.topic!r}"


class Found(msgspec.Struct):
    """A secret given away: the field that holds it, or what an observer is shown."""

    field: str
    what: str


class _Stop(Exception):
    """The two worlds cannot be compared any further, for a good reason."""


def changes(
    game: Game[Any], turn: Turn, seat: int | None, rng: random.Random, share: float
) -> Iterator[Varied]:
    """Every secret of a turn that a seat cannot know, each changed into something else; or a share of them.

    Half of the changes leave as it is what the seat comes to know by the end of the turn, so that the worlds can be compared
    up to there. The others do not: they are compared until the seat is shown something, but nothing is left out.
    """
    kept: Kept | None = None
    if rng.random() < share:
        kept = kept_by(game, turn, seat)
        if (other := _dealt(game, turn, seat, rng, kept)) is not None:
            yield Varied("dealt", "", -1, start=other)
    for n, played in enumerate(turn.played):
        step = played.step
        if is_thrown(step):
            if is_visible(step, seat) or rng.random() >= share:
                continue
            kept = kept or kept_by(game, turn, seat)
            known: dict[int, Any] = kept.thrown.get(n, {}) if rng.random() < 0.5 else {}
            if (value := _thrown_otherwise(played, known, rng)) is not None:
                yield Varied("throw" if hasattr(step, "seen_by") else "shuffle", step.topic, n, value)
        elif _is_secret_answer(played, seat) and rng.random() < share:
            assert played.values is not None
            others = [value for value in played.values if value != played.value]
            if others:
                kind = "sealed answer" if step.sealed else "private answer"
                yield Varied(kind, step.topic, n, others[int(rng.random() * len(others))])


def _dealt(game: Game[Any], turn: Turn, seat: int | None, rng: random.Random, kept: Kept) -> Any:
    """The start of the turn with other secrets; None if the seat knows them all."""
    for pinned in (kept.pinned, kept.known) if rng.random() < 0.5 else (kept.known,):
        other = turn.start.copy()
        try:
            game.redeal(other, seat, rng, pinned)
        except CannotImagine:
            continue
        if other != turn.start:
            return other
    return None


def _thrown_otherwise(played: Played, known: dict[int, Any], rng: random.Random) -> Any:
    """Another reading of a throw, with what is known of it in its place if there is one; None if there is no other."""
    for kept in (known, {}) if known else (known,):
        for _ in range(20):
            value = played.step.value(drawn_anew(played.step, kept, rng))
            if value != played.value:
                return value
    return None


def _is_secret_answer(played: Played, seat: int | None) -> bool:
    """Whether a seat does not know what was answered here, and there was a choice."""
    ask = played.step
    return (
        ask.__class__ is Ask
        and played.values is not None
        and ask.seat != seat
        and (ask.private or ask.sealed)
    )


class _ParallelWorld:
    """One of the two worlds, run step by step."""

    def __init__(self, game: Game[Any], start: Any, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.state = start.copy()
        self._send = game.turn(self.state).send
        self.step: Any = None
        self.is_over = self.is_open = False
        #: What the seat has come to know since the worlds parted.
        self.learned: set[Any] = set()
        self._base: set[Any] | None = None
        #: Since the seat saw something: whether somebody was asked in private, and whether they had a choice.
        self.asked = self.waited = False

    def part(self) -> None:
        """From here on, note what the seat learns."""
        self._base = facts_known(self.state, self.seat)

    def send(self, value: Any) -> None:
        try:
            self.step = self._send(value)
        except StopIteration:
            self.step = None
        except Over:
            self.is_over, self.step = True, None
        except Exception:  # the plain play of the suite reports rules that fail
            raise _Stop from None
        if self._base is not None:
            self.learned |= facts_known(self.state, self.seat) - self._base

    def pass_unseen(self, values: list[Any] | None = None) -> None:
        """Note that a step was not seen."""
        if self.step.__class__ is Ask:
            self.asked = True
            self.waited = self.waited or is_open(self.step, values)

    @property
    def sees(self) -> bool:
        """Whether the seat sees what happens now; everybody sees that a turn ends."""
        return self.step is None or is_visible(self.step, self.seat)

    @property
    def seen(self) -> list[Any]:
        """The part of the secrets that the seat may see: the cards and numbers it knows, and the backs of the others."""
        return [
            (secret.mixings, [secret.seen(zone, self.seat) for zone in range(len(secret.zones))])
            if isinstance(secret, Cards)
            else [secret.seen(self.seat), [value is None for value in secret.values]]
            for secret in secrets_of(self.state)
        ]

    @property
    def hidden(self) -> list[Any]:
        """The hidden values, no matter who knows them."""
        held = [it.zones if isinstance(it, Cards) else it.values for it in secrets_of(self.state)]
        return [*held, *(value_at(self.state, path) for path in self.game.hidden_fields)]


class Comparison:
    """The two worlds of one change, as one seat sees them."""

    def __init__(
        self, game: Game[Any], turn: Turn, seat: int | None, varied: Varied, rng: random.Random
    ) -> None:
        self.game, self.turn, self.seat, self.varied, self.rng = game, turn, seat, varied, rng
        self.real = _ParallelWorld(game, turn.start, seat)
        self.other = _ParallelWorld(game, turn.start if varied.start is None else varied.start, seat)
        #: How often the worlds were compared.
        self.compared = 0
        #: Whether the states of the worlds still differ at the end, though the seat has noticed nothing.
        self.differs_unseen = False

    def run(self) -> Found | None:
        """Run both worlds to the end of the turn, or until the seat rightly notices something."""
        try:
            return self._run()
        except _Stop:
            return None

    def _run(self) -> Found | None:
        played, at = self.turn.played, self.varied.at
        sent = [None, *(it.value for it in played)]
        for world, value in ((self.real, sent[at + 1]), (self.other, self.varied.value)):
            for before in sent[: at + 1]:
                world.send(before)
            world.part()
            world.send(value)
        n = at + 1
        while True:
            first = n
            while not self.real.sees:
                self.real.pass_unseen(played[n].values or [])
                self.real.send(played[n].value)
                n += 1
            self._catch_up(played[first:n])
            if (found := self._compare()) is not None:
                return found
            if self.real.step is None:
                self.differs_unseen = bool(self.real.state != self.other.state)
                return None
            self._answer_alike(played[n])
            n += 1

    def _catch_up(self, unseen: list[Played]) -> None:
        """Run the other world to the next step the seat sees; what it does not see is answered as in the real one."""
        other = self.other
        for _ in range(ENDLESS):
            if other.sees:
                return
            other.pass_unseen()
            at = next((i for i, it in enumerate(unseen) if _is_same(it.step, other.step)), None)
            same = None if at is None else unseen[at]
            unseen = unseen if at is None else unseen[at + 1 :]
            other.send(self._unseen_answer(other.step, same))
        raise _Stop

    def _unseen_answer(self, step: Any, same: Played | None) -> Any:
        if is_thrown(step):
            return step.value(_thrown_again(step, same) or drawn_anew(step, {}, self.rng))
        if step.__class__ is not Ask:
            return step.value(()) if hasattr(step, "dice") else None
        values = list(listed(step))
        if same is not None and same.value in values:
            return same.value
        if not values or (is_open(step, values) and self.varied.kind == "dealt"):
            raise _Stop  # another choice would be a second change
        return step.decline if step.decline in values else values[int(self.rng.random() * len(values))]

    def _answer_alike(self, played: Played) -> None:
        """Give both worlds the same answer to what the seat sees."""
        step, value = self.other.step, played.value
        if is_thrown(step):
            raw = _thrown_again(step, played)
            if raw is None:
                raise _Stop
            value = step.value(raw)
        elif step.__class__ is Ask and value not in listed(step):
            raise _Stop  # only the seat that is asked knows what it could have answered
        self.real.send(played.value)
        self.other.send(value)

    def _compare(self) -> Found | None:
        """The difference for the seat at a step it sees, where there should be none."""
        real, other, kind = self.real, self.other, self.varied.kind
        if real.is_over or other.is_over or real.learned != other.learned or real.seen != other.seen:
            raise _Stop
        steps = real.step, other.step
        if any(step.__class__ is Note and step.reveals_secret for step in steps):
            raise _Stop
        self.compared += 1
        told = [_told(step, self.seat) for step in steps]
        if told[0] != told[1]:
            if kind == "private answer" and real.hidden == other.hidden:
                raise _Stop  # the rule acts on the answer openly, and nothing of it is hidden any more
            return Found("", _apart(*told))
        for path, here, there in differing(real.state, other.state, self.game.hidden_fields):
            return Found(path, f"{_short(here)} and {_short(there)}")
        here, there = (self.game.view(world.state, self.seat) for world in (real, other))
        if here != there:
            return Found("", "view: " + _first_difference(here, there))
        if kind in ("dealt", "throw", "shuffle"):
            for one, two in ((real, other), (other, real)):
                if one.waited and not two.asked:
                    return Found(
                        "", "a window: somebody is asked in private in one world and nobody in the other"
                    )
        if kind == "sealed answer" and steps[0].__class__ is Unseal:
            raise _Stop
        for world in (real, other):
            world.asked = world.waited = False
        return None


def _is_same(one: Any, other: Any) -> bool:
    """Whether two steps are the same question, throw or line."""
    if one.__class__ is not other.__class__:
        return False
    if one.__class__ is Ask:
        return bool((one.seat, one.topic) == (other.seat, other.topic))
    return getattr(one, "topic", getattr(one, "text", "")) == getattr(
        other, "topic", getattr(other, "text", "")
    )


def _thrown_again(step: Any, played: Played | None) -> Any:
    """The same outcome in the other world, if it can have it."""
    if played is None or played.raw is None:
        return None
    try:
        step.check(played.raw)
    except ValueError:
        return None
    return played.raw


def _told(step: Any, seat: int | None) -> tuple[Any, ...]:
    """The information a seat gets from a step it sees, with a word for it first."""
    if step is None:
        return ("the end of the turn",)
    if step.__class__ is Ask:
        asked = ("question", step.seat, step.topic, step.prompt, step.about, step.label)
        if step.hide_options and step.seat != seat:
            return asked
        facts = {name: fact() if callable(fact) else fact for name, fact in (step.facts or {}).items()}
        values = list(listed(step))
        return (*asked, values, facts, _data(step, values))
    if step.__class__ is Note:
        return "log", step.text, step.args
    if is_thrown(step):
        return "throw", step.topic, getattr(step, "dice", getattr(step, "n", 0))
    return (step.__class__.__name__,)


def _apart(here: tuple[Any, ...], there: tuple[Any, ...]) -> str:
    """How what a seat is told differs, in words and with both."""
    (name, *rest), (other, *others) = here, there
    if name == other == "log" and rest[0] == others[0]:  # the same line about something else
        apart = [arg for arg, value in rest[1].items() if others[1].get(arg) != value]
        one, two = (
            ", ".join(f"{arg} {_short(args.get(arg))}" for arg in apart) for _, args in (rest, others)
        )
        return f"log: {rest[0]!r} with {one} and with {two}"
    if name == other:
        return f"{name}: {_short(tuple(rest))} and {_short(tuple(others))}"
    one, two = (f"{what} {_short(tuple(it))}" if it else what for what, it in ((name, rest), (other, others)))
    return f"{one} in one world, {two} in the other"


def _data(ask: Ask, values: list[Any]) -> list[Any]:
    """The data of the options of a question, as programs get it."""
    if ask.data is None:
        return []
    return [None if isinstance(value, (Word, Enum, bool)) else ask.data(value) for value in values]


def differing(here: Any, there: Any, hidden: Any = (), path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The ordinary fields in which two states differ: "camp.fires", and both values."""
    if path in hidden or isinstance(here, (Cards, Hidden)) or here == there:
        return
    if isinstance(here, State) and type(here) is type(there):
        for name in here.__struct_fields__:
            yield from differing(
                getattr(here, name), getattr(there, name), hidden, f"{path}.{name}" if path else name
            )
    elif _holds_states(here) and isinstance(there, type(here)) and len(here) == len(there):
        pairs = (
            zip(here, there, strict=True)
            if not isinstance(here, dict)
            else ((here[k], there.get(k)) for k in here)
        )
        for one, other in pairs:
            yield from differing(one, other, hidden, path)
    else:
        yield path, here, there


def _holds_states(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return any(isinstance(part, (State, list, tuple, dict)) for part in parts)


def value_at(held: Any, path: str) -> Any:
    """The names of what a field holds: "mines", "plan.goal"; of a list of states, the field of each."""
    if not path or held is None:
        return held
    if isinstance(held, dict):
        return {key: value_at(part, path) for key, part in held.items()}
    if isinstance(held, (list, tuple)):
        return [value_at(part, path) for part in held]
    name, _, rest = path.partition(".")
    return value_at(getattr(held, name), rest)


def _short(value: Any) -> str:
    text = repr(value[0] if isinstance(value, tuple) and len(value) == 1 else value)
    return text if len(text) <= 120 else text[:117] + "..."


def _first_difference(here: Any, there: Any) -> str:
    """Where two views begin to differ."""
    one, two = (msgspec.json.encode(it, order="sorted").decode() for it in (here, there))
    at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
    cut = slice(max(0, at - 40), at + 40)
    return f"...{one[cut]}... and ...{two[cut]}..."
