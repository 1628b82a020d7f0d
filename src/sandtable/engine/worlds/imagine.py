"""Imagining: a world that could be the real one, as far as one seat can tell.

What the seat cannot know is dealt anew in the state at the start of the turn; then the turn is run again. What the
seat saw must come again exactly: its own questions with the same options, the questions and answers everybody saw, the
log lines and dice it was shown. What it did not see (private and sealed answers of others, hidden dice, shuffles) is drawn anew. The
result depends on what the seat knows and on the random numbers given, and on nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..chance import CHANCES, Chance, RandomSource, Roll, Shuffle, is_thrown
from ..errors import CannotImagine, RuleError
from ..game import Over
from ..run import Run, is_open, listed
from ..secrets.cards import Cards
from ..secrets.held import card_piles, secrets_of
from ..secrets.hidden import Hidden
from ..steps import Ask, Note, Unseal

_UNSEEN = object()
#: What a rule does wrong that makes a new deck or row during the game.
SAME_SECRETS = (
    "A state has the same Cards and Hidden from the beginning of a game to its end. Make all of them in `begin`, and let "
    "rules move what is in them; `Hidden.clear` empties a row."
)


class _Seen:
    """The sights a seat has had in the present turn, in order, each with the answer that followed it."""

    def __init__(self, run: Run[Any], seat: int | None) -> None:
        self.seat = seat
        #: (what was shown, what was answered, what was thrown)
        self.steps: list[tuple[Any, Any, Any]] = []
        #: Answers to hidden questions that were sealed, in order; those that have been opened since are known.
        self.opened: list[Any] = []
        #: What each hidden shuffle or roll left at places the seat has come to know: {place in the throw: card or face}.
        self.shuffles: list[dict[int, Any]] = []
        self.rolls: list[dict[int, Any]] = []
        #: Of each secret, the cards or the places it has come to know as they were at the start of the turn.
        self.pinned = known_now(run, seat)
        learned = Learned(run.start, seat)
        known = [known_cards(cards, seat) for cards in card_piles(run.state)]
        state = run.start.copy()
        send = run.game.turn(state).send
        step: Any = send(None)
        sealed: list[tuple[int, Any]] = []
        hidden: list[Any] = []
        thrown = iter(run.raws)
        for answer in run.tape:
            raw = next(thrown) if is_thrown(step) else None
            if is_visible(step, seat):
                answered = _UNSEEN if step.__class__ is Ask and step.sealed and step.seat != seat else answer
                if answered is _UNSEEN:
                    sealed.append((len(self.steps), answer))
                self.steps.append((shown(step, seat), answered, raw))
                if step.__class__ is Unseal:
                    for place, opened in sealed:
                        self.steps[place] = (self.steps[place][0], opened, None)
                    self.opened[len(self.opened) - len(hidden) :] = hidden
                    sealed, hidden = [], []
            elif step.__class__ is Ask and step.sealed:
                self.opened.append(_UNSEEN)
                hidden.append(answer)
            elif step.__class__ is Shuffle:
                pile = pile_of(step, card_piles(state))
                found = {} if pile is None else {i: c for i, c in enumerate(answer) if c in known[pile]}
                self.shuffles.append(found)
            elif step.__class__ is Roll and raw is not None:
                self.rolls.append(learned.throw(step, secrets_of(state)))
            step = send(answer)
            if learned.began:
                learned.look(secrets_of(state))
        self.pinned = [learned.pinned.get(n, known) for n, known in enumerate(self.pinned)]
        self.open = shown(step, seat, run.values) if is_visible(step, seat) else None
        self.view = run.game.view(run.state, seat)


class Learned:
    """Which hidden numbers a seat comes to know in a turn: some lay there when it began, others were thrown in it."""

    def __init__(self, start: Any, seat: int | None) -> None:
        self.seat = seat
        #: By number of the secret: how often each place had been written when the turn began.
        self.began = {n: tuple(it.writes) for n, it in enumerate(secrets_of(start)) if isinstance(it, Hidden)}
        self.pinned: dict[int, frozenset[int]] = {n: frozenset() for n in self.began}
        #: (secret, place, how often written) -> what is known of the throw that put it there, and its place in the throw.
        self.thrown: dict[tuple[int, int, int], tuple[dict[int, Any], int]] = {}
        self.look(secrets_of(start))

    def throw(self, roll: Roll, secrets: Sequence[Any]) -> dict[int, Any]:
        """A roll the seat does not see; what it learns of it later is entered into the result."""
        known: dict[int, Any] = {}
        if roll.into is not None:
            row, places = roll.into
            n = next((n for n, it in enumerate(secrets) if it is row), None)
            for i, place in enumerate(places):
                if n is not None:
                    self.thrown[n, place, row.writes[place] + 1] = known, i
        return known

    def look(self, secrets: Sequence[Any]) -> None:
        """Notice what the seat knows now."""
        for n, began in self.began.items():
            row = secrets[n]
            for place, value in enumerate(row.values):
                if value is None or not row.knows(self.seat, place):
                    continue
                writes = row.writes[place]
                if writes == began[place]:
                    self.pinned[n] |= {place}
                elif (n, place, writes) in self.thrown:
                    known, i = self.thrown[n, place, writes]
                    known[i] = value


def known_cards(cards: Cards, seat: int | None) -> set[int]:
    return {card for card in range(len(cards.known)) if cards.knows(seat, card)}


def pile_of(shuffle: Shuffle, piles: Sequence[Cards]) -> int | None:
    """Which pile of the state a shuffle is about."""
    items = sorted(shuffle.items)
    for i, cards in enumerate(piles):
        if any(len(zone) == len(items) and sorted(zone) == items for zone in cards.zones):
            return i
    return None


def is_visible(step: Any, seat: int | None) -> bool:
    """Whether a seat sees this step at all."""
    kind = step.__class__
    if kind is Ask:
        return not step.private or step.seat == seat
    if kind is Note:
        return step.to is None or seat in step.to
    if kind is Shuffle:
        return False
    if kind in CHANCES:
        return step.seen_by is None or seat in step.seen_by
    return True


def shown(step: Any, seat: int | None, values: Sequence[Any] | None = None) -> Any:
    """A visible step as comparable data: what a seat can tell two worlds apart by. `values` are its options, if known."""
    kind = step.__class__
    if kind is Ask:
        if step.hide_options and step.seat != seat:
            return ("ask", step.seat, step.prompt, step.about)
        return ("ask", step.seat, step.prompt, step.about, list(listed(step) if values is None else values))
    if kind is Note:
        return ("note", step.text, step.args)
    if kind is Unseal:
        return ("unseal",)
    return ("chance", step.topic)


class _Mismatch(Exception):
    """The imagined turn went another way than the seat saw it go."""


class _Plan:
    """The answers to the hidden steps of an imagined turn, so that the last one can be retried with another."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.tries: list[list[Any]] = []
        self.next = 0

    def choose(self, values: Sequence[Any]) -> Any:
        """A random value; a later try takes one that has not been tried."""
        if self.next == len(self.tries):
            left = list(values)
            self.rng.shuffle(left)
            self.tries.append(left)
        self.next += 1
        return self.tries[self.next - 1][-1]

    def fix(self, make: Any) -> Any:
        """A draw that is not retried."""
        if self.next == len(self.tries):
            self.tries.append([make()])
        self.next += 1
        return self.tries[self.next - 1][-1]

    def is_exhausted(self) -> bool:
        """Undo the last try; true when there are none left."""
        while self.tries:
            self.tries[-1].pop()
            if self.tries[-1]:
                return False
            self.tries.pop()
        return True


class Imagination:
    """Imagines worlds for a seat at one moment: what it has seen is gathered once, for many worlds."""

    __slots__ = ("_ask", "_pinned", "_real", "_seat", "_seen", "_shown")

    def __init__(self, run: Run[Any], seat: int | None) -> None:
        self._real, self._seat, self._ask = run, seat, run.ask
        self._seen: _Seen | None = None
        self._shown: Any = None
        self._pinned = known_now(run, seat) if run.game.has_secrets else []
        if run.game.has_secrets and run.ask is not None:
            if run.tape or not is_visible(run.ask, seat):
                self._seen = _Seen(run, seat)
                self._pinned = self._seen.pinned
            else:
                self._shown = shown(run.ask, seat, run.values)

    def is_of(self, run: Run[Any], seat: int | None) -> bool:
        """Whether this is still the moment it was made for."""
        return self._real is run and self._seat == seat and self._ask is run.ask

    def run(self, rng: random.Random, at_most: int = 400) -> Run[Any]:
        """A run that fits everything the seat has seen, with its own chance from here on."""
        real, seen = self._real, self._seen
        if not real.game.has_secrets or real.outcome is not None:
            return real.fork(RandomSource(rng))
        if seen is None:
            return self._at_start(rng, at_most)
        tries = 0
        while tries < at_most:
            try:
                start = redealt(real, self._seat, rng, self._pinned)
            except CannotImagine:
                tries += 1
                continue
            plan = _Plan(rng)
            while tries < at_most:
                tries += 1
                plan.next = 0
                try:
                    return _replayed(real, start, seen, plan, rng)
                except (_Mismatch, StopIteration, Over):
                    pass
                if plan.is_exhausted():
                    break
        raise CannotImagine(f"None of {at_most} imagined worlds fits what the seat has seen.")

    def _at_start(self, rng: random.Random, at_most: int) -> Run[Any]:
        """Whether nothing has happened in this turn except that the seat sees somebody being asked."""
        for _ in range(at_most):
            world = run_at(self._real, redealt(self._real, self._seat, rng, self._pinned), [], [], rng)
            if world.ask is not None and is_open(world.ask, world.values) and self._looks_alike(world):
                return world
        raise CannotImagine(f"None of {at_most} imagined worlds fits what the seat has seen.")

    def _looks_alike(self, world: Run[Any]) -> bool:
        """Whether the question that is open in a world is the one the seat sees."""
        ask, seat = world.ask, self._seat
        return is_visible(ask, seat) and bool(shown(ask, seat, world.values) == self._shown)


def imagine(run: Run[Any], seat: int | None, rng: random.Random, at_most: int = 400) -> Run[Any]:
    """A run that fits everything this seat has seen, with its own chance from here on."""
    return Imagination(run, seat).run(rng, at_most)


def redealt(
    run: Run[Any], seat: int | None, rng: random.Random, pinned: Sequence[frozenset[int]] | None = None
) -> Any:
    """The state at the start of the turn with everything dealt anew that the seat does not know now."""
    start = run.start.copy()
    known = known_now(run, seat) if pinned is None else pinned
    if len(secrets_of(start)) != len(known):
        raise RuleError(SAME_SECRETS)
    run.game.redeal(start, seat, rng, known)
    return start


def known_now(run: Run[Any], seat: int | None) -> list[frozenset[int]]:
    """The seat's knowledge, at this moment, of each secret in the state: cards, or places that hold a number."""
    return [
        frozenset(n for n in range(len(secret.known)) if secret.knows(seat, n))
        for secret in secrets_of(run.state)
    ]


def run_at(run: Run[Any], start: Any, tape: list[Any], raws: list[Any], rng: random.Random) -> Run[Any]:
    """A run at a moment, with chance of its own."""
    world = _run_of(run, start, rng)
    world.rewind(start, run.turn, tape, raws)
    return world


def _run_of(run: Run[Any], start: Any, rng: random.Random) -> Run[Any]:
    """An unfinished run of the same game and turn, which the caller completes."""
    world: Run[Any] = Run.__new__(Run)
    world.game, world.source, world.hear = run.game, RandomSource(rng), None
    world.start, world.turn, world.outcome = start, run.turn, None
    return world


def _replayed(run: Run[Any], start: Any, seen: _Seen, plan: _Plan, rng: random.Random) -> Run[Any]:
    """Run the turn again in another world; raises when the seat would see a difference."""
    state = start.copy()
    gen = run.game.turn(state)
    send = gen.send
    step: Any = send(None)
    tape: list[Any] = []
    raws: list[Any] = []
    at, opened = 0, iter(seen.opened)
    throws = {Shuffle: iter(seen.shuffles), Roll: iter(seen.rolls)}
    while True:
        kind, visible = step.__class__, is_visible(step, seen.seat)
        if at == len(seen.steps) and kind is Ask and visible is (seen.open is not None):
            values = listed(step)
            if visible and shown(step, seen.seat, values) != seen.open:
                raise _Mismatch
            if is_open(step, values):
                if run.game.view(state, seen.seat) == seen.view:
                    world = _run_of(run, start, rng)
                    world.tape, world.raws, world.state, world.gen, world._send = tape, raws, state, gen, send
                    world.ask, world.values = step, values
                    return world
                if visible:
                    raise _Mismatch
        if visible:
            answer = _seen_again(step, seen, at, plan, raws)
            at += 1
        elif kind is Ask:
            answer = _unseen_again(step, next(opened, _UNSEEN) if step.sealed else _UNSEEN, plan)
        elif kind is Note:
            answer = None
        else:
            known = next(throws[kind], {}) if kind in throws and is_thrown(step) else {}
            raw = plan.fix(lambda step=step, known=known: drawn_anew(step, known, rng))
            if is_thrown(step):
                raws.append(raw)
            answer = step.value(raw)
        tape.append(answer)
        step = send(answer)


def _seen_again(step: Any, seen: _Seen, at: int, plan: _Plan, raws: list[Any]) -> Any:
    """A step the seat saw must come again, and is answered as it was; a sealed answer is drawn anew."""
    if at == len(seen.steps):
        raise _Mismatch
    expected, answer, raw = seen.steps[at]
    if shown(step, seen.seat) != expected:
        raise _Mismatch
    if raw is not None:
        raws.append(raw)
        return _thrown_again(step, raw)
    if answer is _UNSEEN:
        return plan.choose(listed(step))
    if step.__class__ is Ask and step.hide_options and answer not in listed(step):
        raise _Mismatch
    return answer


def _unseen_again(ask: Ask, opened: Any, plan: _Plan) -> Any:
    """The answer to a question the seat did not see: drawn anew, unless it was sealed and has been opened."""
    values = listed(ask)
    if opened is _UNSEEN:
        return plan.choose(values)
    if opened not in values:
        raise _Mismatch
    return opened


def _thrown_again(chance: Chance, raw: Any) -> Any:
    """The reading of a throw the seat saw, which must be possible in this world too."""
    try:
        chance.check(raw)
    except ValueError:
        raise _Mismatch from None
    return chance.value(raw)


def drawn_anew(chance: Chance, known: dict[int, Any], rng: random.Random) -> Any:
    """A hidden throw drawn anew; what the seat has come to know of it stays at its place."""
    if isinstance(chance, Roll):
        faces = chance.sample(RandomSource(rng).below)
        return tuple(known.get(i, face) for i, face in enumerate(faces)) if known else faces
    if not isinstance(chance, Shuffle) or not known:
        return chance.sample(RandomSource(rng).below)
    rest = sorted(chance.items)
    for card in known.values():
        if card not in rest:
            raise _Mismatch
        rest.remove(card)
    if any(place >= len(chance.items) for place in known):
        raise _Mismatch
    rng.shuffle(rest)
    return tuple(known[i] if i in known else rest.pop() for i in range(len(chance.items)))
